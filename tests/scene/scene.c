/* scene.c: a random program over all of ES 2.0's drawing: usage scene SEED STEPS PIXELS FEATURES (letters: scene.h). Each step
 * clears, changes state and textures, draws a few random lists of primitives with random shaders (textures are rendered to,
 * copied and written in between), prints what it did and appends the picture to the file PIXELS. scene.py compares the pictures
 * of several runs. */
#include "scene.h"

static struct target targets[3];
static struct target *current;
static struct program programs[PROGRAMS];
static struct texture textures[TEXTURES];
static GLuint buffers[2];
static uint32_t seed;

/* 0 .. n - 1, the same on every machine. */
unsigned pick(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 8) % n;
}

/* from .. to in steps of 1/1024 of the range. */
float between(float from, float to)
{
   return from + (to - from) * (float)pick(1025) / 1024.0f;
}

static void open_context(void)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      exit(1);
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(1);
   glDisable(GL_DITHER);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

static GLuint renderbuffer(GLenum format, GLenum attachment, GLenum attachment2)
{
   GLuint name;
   glGenRenderbuffers(1, &name);
   glBindRenderbuffer(GL_RENDERBUFFER, name);
   glRenderbufferStorage(GL_RENDERBUFFER, format, WIDTH, HEIGHT);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name);
   if (attachment2)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment2, GL_RENDERBUFFER, name);
   return name;
}

/* A texture with depth and stencil, a 16-bit renderbuffer with depth, RGB without depth. */
static void make_targets(void)
{
   for (unsigned i = 0; i < 3; i++) {
      glGenFramebuffers(1, &targets[i].fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, targets[i].fbo);
      if (i == 1) {
         renderbuffer(scene_with[SMALL] ? GL_RGB565 : GL_RGBA8_OES, GL_COLOR_ATTACHMENT0, 0);
         renderbuffer(GL_DEPTH_COMPONENT16, GL_DEPTH_ATTACHMENT, 0);
         continue;
      }
      GLenum format = i ? GL_RGB : GL_RGBA;
      glGenTextures(1, &targets[i].texture);
      glBindTexture(GL_TEXTURE_2D, targets[i].texture);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, WIDTH, HEIGHT, 0, format, GL_UNSIGNED_BYTE, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, targets[i].texture, 0);
      if (i == 0)
         renderbuffer(GL_DEPTH24_STENCIL8_OES, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT);
      if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
         exit(1);
   }
}

static void bind_target(unsigned i)
{
   current = &targets[i];
   glBindFramebuffer(GL_FRAMEBUFFER, current->fbo);
}

/* Commands between two draws, which a driver must keep in order with them. */
static void disturb(void)
{
   static uint8_t texels[64 * 64 * 4];
   unsigned what = pick(9);
   struct texture *t = &textures[pick(TEXTURES)];
   GLint x = (GLint)pick((unsigned)t->width), y = (GLint)pick((unsigned)t->height);
   GLsizei width = 1 + (GLsizei)pick((unsigned)(t->width - x)), height = 1 + (GLsizei)pick((unsigned)(t->height - y));
   GLint from_x = (GLint)pick(WIDTH - 64), from_y = (GLint)pick(HEIGHT - 64);
   GLenum image = t->cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + pick(6) : GL_TEXTURE_2D;
   glActiveTexture(GL_TEXTURE7);
   glBindTexture(t->bind, t->name);
   switch (what) {
   case 0: case 1:
      for (GLsizei i = 0; i < width * height * 4; i++)
         texels[i] = (uint8_t)pick(256);
      glTexSubImage2D(image, 0, x, y, width, height, t->format, t->type, texels);
      break;
   case 2:
      /* Only formats whose components the target has may be copied to. */
      if (t->format == GL_RGB && t->type == GL_UNSIGNED_BYTE)
         glCopyTexSubImage2D(image, 0, x, y, from_x, from_y, width, height);
      break;
   case 3:
      if (t->mipmapped)
         glGenerateMipmap(t->bind);
      break;
   case 4: {
      GLenum filters[] = {GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_NEAREST,
                          GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR_MIPMAP_LINEAR};
      GLenum wraps[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
      bool any = scene_with[CUBES] || !t->cube;
      glTexParameteri(t->bind, GL_TEXTURE_MIN_FILTER, (GLint)filters[pick(t->mipmapped ? 6 : any ? 2 : 1)]);
      glTexParameteri(t->bind, GL_TEXTURE_MAG_FILTER, (GLint)filters[pick(any ? 2 : 1)]);
      glTexParameteri(t->bind, GL_TEXTURE_WRAP_S, (GLint)wraps[pick(3)]);
      glTexParameteri(t->bind, GL_TEXTURE_WRAP_T, (GLint)wraps[pick(3)]);
      break;
   }
   case 5:
      glFlush();
      break;
   case 6: {
      uint8_t pixel[4];
      glReadPixels(from_x, from_y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
      break;
   }
   case 7: { /* a look into another target: clears it in part */
      struct target *other = &targets[pick(3)];
      float r = between(0, 1), g = between(0, 1);
      glBindFramebuffer(GL_FRAMEBUFFER, other->fbo);
      glEnable(GL_SCISSOR_TEST);
      glScissor(from_x, from_y, 40, 30);
      glClearColor(r, g, 0.5f, 1);
      glClear(GL_COLOR_BUFFER_BIT);
      glDisable(GL_SCISSOR_TEST);
      glBindFramebuffer(GL_FRAMEBUFFER, current->fbo);
      break;
   }
   default: { /* the texture of another target becomes one of ours for a while */
      struct target *other = &targets[pick(2) ? 0 : 2];
      glBindTexture(GL_TEXTURE_2D, other == current ? textures[0].name : other->texture);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
      glActiveTexture(GL_TEXTURE1);
      glBindTexture(GL_TEXTURE_2D, other == current ? textures[0].name : other->texture);
      break;
   }
   }
   glActiveTexture(GL_TEXTURE0);
}

static void set_vertex(struct vertex *v, unsigned kind)
{
   float w = 1, reach = kind == 2 ? 6 : 1.15f;
   if (kind == 1)
      w = between(0.3f, 4);
   else if (kind == 2)
      w = between(-1, 4);
   v->pos[0] = between(-reach, reach) * (kind == 1 ? w : 1);
   v->pos[1] = between(-reach, reach) * (kind == 1 ? w : 1);
   v->pos[2] = between(-1.1f, 1.1f) * (kind == 1 ? w : 1);
   v->pos[3] = w;
   for (unsigned i = 0; i < 4; i++)
      v->color[i] = (uint8_t)pick(256);
   v->tex[0] = between(-1.5f, 2.5f);
   v->tex[1] = between(-1.5f, 2.5f);
}

/* A list of primitives: arrays or elements, from client memory or buffers. */
static void draw(char *what)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_POINTS, GL_LINES,
                                  GL_LINE_STRIP, GL_LINE_LOOP};
   static struct vertex vertices[VERTICES];
   static uint16_t indices[64];
   unsigned kind = pick(8), count = 3 + pick(28), p = pick(scene_with[DERIVATIVES] ? PROGRAMS : PROGRAMS - 1);
   unsigned first = scene_with[POINTS] ? 4 : 5, last = scene_with[LINES] ? 8 : 5, m = pick(4 + last - first);
   GLenum mode = modes[m < 4 ? m : first + m - 4];
   kind = kind < 5 ? 0 : kind == 5 ? 2 : 1;
   if (p == 8 && mode != GL_POINTS)
      p = 1; /* gl_PointCoord is undefined */
   if ((mode == GL_POINTS || scene_with[WIDE_LINES]) && !scene_with[VIEWPORTS])
      glViewport(0, 0, WIDTH, HEIGHT);
   for (unsigned i = 0; i < VERTICES; i++) {
      set_vertex(&vertices[i], mode == GL_POINTS && !scene_with[VIEWPORTS] ? 0 : kind);
      for (unsigned k = 0; k < 2 && mode == GL_POINTS && !scene_with[VIEWPORTS]; k++)
         vertices[i].pos[k] *= 0.85f;
   }
   unsigned in_buffer = pick(3), elements = pick(3);
   const char *base = (const char *)vertices;
   glBindBuffer(GL_ARRAY_BUFFER, in_buffer ? buffers[0] : 0);
   if (in_buffer) {
      base = NULL;
      if (in_buffer == 1)
         glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STREAM_DRAW);
      else
         glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(vertices), vertices);
   }
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(struct vertex), base + offsetof(struct vertex, pos));
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct vertex), base + offsetof(struct vertex, color));
   glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, sizeof(struct vertex), base + offsetof(struct vertex, tex));
   use_program(&programs[p]);
   sprintf(what, "p%u m%x k%u n%u b%u e%u; ", p, mode, kind, count, in_buffer, elements);
   if (!elements) {
      glDrawArrays(mode, (GLint)pick(10), (GLsizei)count);
      return;
   }
   for (unsigned i = 0; i < 64; i++)
      indices[i] = (uint16_t)pick(VERTICES);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements == 1 ? buffers[1] : 0);
   if (elements == 1)
      glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STREAM_DRAW);
   glDrawElements(mode, (GLsizei)count, GL_UNSIGNED_SHORT, elements == 1 ? (void *)8 : (void *)(indices + 4));
}

static void clear_all(void)
{
   float c[4];
   for (unsigned i = 0; i < 4; i++)
      c[i] = between(0, 1);
   glDisable(GL_SCISSOR_TEST);
   glColorMask(1, 1, 1, 1);
   glDepthMask(1);
   glStencilMask(255);
   glClearColor(c[0], c[1], c[2], c[3]);
   glClearDepthf(pick(2) ? 1.0f : between(0, 1));
   glClearStencil((GLint)pick(4));
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

int main(int argc, char **argv)
{
   static uint8_t picture[WIDTH * HEIGHT * 4];
   static const char letters[FEATURES + 1] = "mkclwpveosnd";
   if (argc != 5)
      return 2;
   for (const char *letter = argv[4]; *letter; letter++) {
      const char *found = strchr(letters, *letter);
      if (!found)
         return 2;
      scene_with[found - letters] = true;
   }
   FILE *pixels = fopen(argv[3], "wb");
   if (!pixels)
      return 1;
   open_context();
   make_targets();
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, VERTICES * sizeof(struct vertex), NULL, GL_STREAM_DRAW);
   for (GLuint i = 0; i < 3; i++)
      glEnableVertexAttribArray(i);
   make_programs(programs);
   for (int step = 0; step < atoi(argv[2]); step++) {
      char what[128];
      seed = (uint32_t)atoi(argv[1]) * 7919 + 1 + (uint32_t)step * 104729; /* each step has a different seed */
      if (step % 16 == 0)
         make_textures(textures);
      printf("%d ", step);
      bind_target(pick(3));
      printf("t%d ", (int)(current - targets));
      reset_state();
      glActiveTexture(GL_TEXTURE1); /* never the texture that is drawn to */
      glBindTexture(GL_TEXTURE_2D, textures[1].name);
      glActiveTexture(GL_TEXTURE0);
      clear_all();
      for (unsigned n = 1 + pick(4); n; n--) {
         for (unsigned i = pick(7); i; i--)
            change_state();
         if (pick(2)) {
            struct texture *t = &textures[pick(TEXTURES)];
            glActiveTexture(t->cube ? GL_TEXTURE2 : GL_TEXTURE0);
            glBindTexture(t->bind, t->name);
            glActiveTexture(GL_TEXTURE0);
         }
         draw(what);
         fputs(what, stdout);
         if (pick(3) == 0)
            disturb();
      }
      glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, picture);
      printf("error %x\n", glGetError());
      if (fwrite(picture, sizeof(picture), 1, pixels) != 1)
         return 1;
   }
   return fclose(pixels) != 0;
}
