/* test_images.c: EGLImages of texture levels, cube map faces and renderbuffers: siblings share their pixels, also between
 * contexts that do not share, and after their source is deleted (EGL_KHR_image_base, EGL_KHR_gl_*_image, GL_OES_EGL_image). */
#include "egl_test.h"

static EGLDisplay dpy;
static EGLContext first, second; /* not in one share group */
static PFNGLEGLIMAGETARGETTEXTURE2DOESPROC to_texture;
static PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC to_renderbuffer;
enum { EDGE = 8 };

static void use(EGLContext ctx)
{
   assert_true(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx));
}

static EGLContext core_context(void)
{
   static const EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
   assert_true(eglBindAPI(EGL_OPENGL_API));
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   assert_ptr_not_equal(ctx, EGL_NO_CONTEXT);
   return ctx;
}

static int setup_of(bool core)
{
   dpy = surfaceless_display();
   first = core ? core_context() : es2_context(dpy, EGL_NO_CONTEXT);
   second = core ? core_context() : es2_context(dpy, EGL_NO_CONTEXT);
   to_texture = PROC(PFNGLEGLIMAGETARGETTEXTURE2DOESPROC, "glEGLImageTargetTexture2DOES");
   to_renderbuffer = PROC(PFNGLEGLIMAGETARGETRENDERBUFFERSTORAGEOESPROC, "glEGLImageTargetRenderbufferStorageOES");
   use(first);
   return 0;
}

static int setup(void **state)
{
   return setup_of(false);
}

/* Mesa offers GL_OES_EGL_image to contexts of OpenGL too, and mutter relies on it. */
static int setup_core(void **state)
{
   return setup_of(true);
}

static int teardown(void **state)
{
   assert_int_equal(glGetError(), GL_NO_ERROR);
   eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return eglTerminate(dpy) ? 0 : -1;
}

static EGLImage image_of(EGLContext ctx, EGLenum target, GLuint name, EGLint level)
{
   const EGLAttrib attribs[] = {EGL_GL_TEXTURE_LEVEL, level, EGL_NONE};
   EGLImage image = eglCreateImage(dpy, ctx, target, (EGLClientBuffer)(uintptr_t)name,
                                   target == EGL_GL_RENDERBUFFER ? NULL : attribs);
   assert_ptr_not_equal(image, EGL_NO_IMAGE);
   return image;
}

static GLuint texture_of(EGLImage image)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   to_texture(GL_TEXTURE_2D, image);
   assert_int_equal(glGetError(), GL_NO_ERROR);
   return name;
}

/* A framebuffer with one attachment; target GL_RENDERBUFFER or a texture target. */
static GLuint framebuffer_of(GLenum target, GLuint name, GLint level)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   if (target == GL_RENDERBUFFER)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name);
   else
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, name, level);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   return fbo;
}

static void paint(GLenum target, GLuint name, GLint level, const GLubyte *rgba)
{
   GLuint fbo = framebuffer_of(target, name, level);
   glClearColor(rgba[0] / 255.0f, rgba[1] / 255.0f, rgba[2] / 255.0f, rgba[3] / 255.0f);
   glClear(GL_COLOR_BUFFER_BIT);
   glDeleteFramebuffers(1, &fbo);
}

static void expect(GLenum target, GLuint name, GLint level, const GLubyte *rgba, const char *what)
{
   GLubyte found[4] = {0};
   GLuint fbo = framebuffer_of(target, name, level);
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, found);
   glDeleteFramebuffers(1, &fbo);
   if (memcmp(found, rgba, 4))
      fail_msg("%s: %d %d %d %d, not %d %d %d %d", what, found[0], found[1], found[2], found[3], rgba[0], rgba[1],
               rgba[2], rgba[3]);
}

static const GLubyte red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255}, blue[4] = {0, 0, 255, 255};

/* An image of a level or face affects that level or face only. */
static void test_levels_and_faces(void **state)
{
   for (unsigned cube = 0; cube < 2; cube++) {
      GLuint source;
      GLenum bind = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
      glGenTextures(1, &source);
      glBindTexture(bind, source);
      for (unsigned face = 0; face < (cube ? 6 : 1); face++)
         for (int level = 0; level < 4; level++) {
            GLubyte texels[EDGE * EDGE * 4];
            for (int i = 0; i < EDGE * EDGE; i++)
               memcpy(texels + i * 4, (GLubyte[4]){(GLubyte)(face * 40), (GLubyte)(level * 60), 9, 255}, 4);
            glTexImage2D(cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D, level, GL_RGBA, EDGE >> level,
                         EDGE >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
         }
      for (unsigned face = 0; face < (cube ? 6 : 1); face++)
         for (int level = 0; level < 3; level++) {
            char what[60];
            GLenum target = cube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : GL_TEXTURE_2D;
            snprintf(what, sizeof what, "%s, face %u, level %d", cube ? "cube" : "2D", face, level);
            use(first);
            EGLImage image =
               image_of(first, cube ? EGL_GL_TEXTURE_CUBE_MAP_POSITIVE_X + face : EGL_GL_TEXTURE_2D, source, level);
            use(second);
            GLuint sibling = texture_of(image);
            expect(GL_TEXTURE_2D, sibling, 0, (GLubyte[4]){(GLubyte)(face * 40), (GLubyte)(level * 60), 9, 255}, what);
            paint(GL_TEXTURE_2D, sibling, 0, green);
            glFinish();
            use(first);
            expect(target, source, level, green, what);
            if (level < 2)
               expect(target, source, level + 1,
                      (GLubyte[4]){(GLubyte)(face * 40), (GLubyte)((level + 1) * 60), 9, 255}, "the next level");
            if (cube && face < 5)
               expect(target + 1, source, level, (GLubyte[4]){(GLubyte)(face * 40 + 40), (GLubyte)(level * 60), 9, 255},
                      "the next face");
            paint(target, source, level, blue);
            glFinish();
            use(second);
            glBindTexture(GL_TEXTURE_2D, sibling);
            expect(GL_TEXTURE_2D, sibling, 0, blue, what);
            assert_true(eglDestroyImage(dpy, image));
            expect(GL_TEXTURE_2D, sibling, 0, blue, "after the image was destroyed");
            glDeleteTextures(1, &sibling);
         }
      use(first);
      glDeleteTextures(1, &source);
   }
}

/* Renderbuffers and textures are siblings of each other. */
static void test_renderbuffers(void **state)
{
   GLuint source, sibling, tex, rb;
   glGenRenderbuffers(1, &source);
   glBindRenderbuffer(GL_RENDERBUFFER, source);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, EDGE, EDGE);
   paint(GL_RENDERBUFFER, source, 0, red);
   EGLImage image = image_of(first, EGL_GL_RENDERBUFFER, source, 0);
   glGenRenderbuffers(1, &sibling);
   glBindRenderbuffer(GL_RENDERBUFFER, sibling);
   to_renderbuffer(GL_RENDERBUFFER, image);
   GLint width;
   glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &width);
   assert_int_equal(width, EDGE);
   tex = texture_of(image);
   expect(GL_RENDERBUFFER, sibling, 0, red, "renderbuffer of a renderbuffer");
   expect(GL_TEXTURE_2D, tex, 0, red, "texture of a renderbuffer");
   paint(GL_TEXTURE_2D, tex, 0, green);
   expect(GL_RENDERBUFFER, source, 0, green, "source");
   expect(GL_RENDERBUFFER, sibling, 0, green, "sibling");
   glDeleteRenderbuffers(1, &source); /* the siblings keep the storage */
   assert_true(eglDestroyImage(dpy, image));
   expect(GL_RENDERBUFFER, sibling, 0, green, "without its source");
   paint(GL_RENDERBUFFER, sibling, 0, blue);
   expect(GL_TEXTURE_2D, tex, 0, blue, "texture without its source");
   glDeleteRenderbuffers(1, &sibling);
   glDeleteTextures(1, &tex);
   /* The same with a texture as the source. */
   glGenTextures(1, &tex);
   glBindTexture(GL_TEXTURE_2D, tex);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, EDGE, EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   image = image_of(first, EGL_GL_TEXTURE_2D, tex, 0);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   to_renderbuffer(GL_RENDERBUFFER, image);
   assert_true(eglDestroyImage(dpy, image));
   paint(GL_RENDERBUFFER, rb, 0, red);
   expect(GL_TEXTURE_2D, tex, 0, red, "texture painted as a renderbuffer");
   glDeleteRenderbuffers(1, &rb);
   glDeleteTextures(1, &tex);
}

/* Specifying new storage for a sibling orphans it: the others keep the old pixels. Writing texels does not orphan it. */
static void test_orphans(void **state)
{
   GLuint source;
   GLubyte texels[EDGE * EDGE * 4];
   for (int i = 0; i < EDGE * EDGE; i++)
      memcpy(texels + i * 4, red, 4);
   glGenTextures(1, &source);
   glBindTexture(GL_TEXTURE_2D, source);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, EDGE, EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   EGLImage image = image_of(first, EGL_GL_TEXTURE_2D, source, 0);
   GLuint sibling = texture_of(image);
   for (int i = 0; i < EDGE * EDGE; i++)
      memcpy(texels + i * 4, green, 4);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, EDGE, EDGE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   expect(GL_TEXTURE_2D, source, 0, green, "written into the sibling");
   for (int i = 0; i < EDGE * EDGE; i++)
      memcpy(texels + i * 4, blue, 4);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, EDGE, EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   expect(GL_TEXTURE_2D, sibling, 0, blue, "the orphan");
   expect(GL_TEXTURE_2D, source, 0, green, "the source");
   glBindTexture(GL_TEXTURE_2D, source);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GLuint late = texture_of(image); /* the image keeps its storage */
   expect(GL_TEXTURE_2D, late, 0, green, "a sibling made after the source was specified anew");
   assert_true(eglDestroyImage(dpy, image));
   glDeleteTextures(1, &source);
   glDeleteTextures(1, &sibling);
   glDeleteTextures(1, &late);
}

/* ---- formats -------------------------------------------------------------------------------------------------------------- */

/* sized: another format of views, or 0; sampled: of a texel whose components in memory are 50, 60, 70, 80. */
static const struct format { GLenum format, sized; GLubyte sampled[4]; } formats[] = {
   {GL_RGBA, GL_RGBA8_OES, {50, 60, 70, 80}}, {GL_RGB, GL_RGB8_OES, {50, 60, 70, 255}}, {GL_LUMINANCE_ALPHA, 0, {50, 50, 50, 60}},
   {GL_LUMINANCE, 0, {50, 50, 50, 255}},      {GL_ALPHA, 0, {0, 0, 0, 50}},             {GL_BGRA_EXT, 0, {70, 60, 50, 80}},
};

static void expect_sampled(GLuint program, GLuint texture, const struct format *f, const char *what)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   GLubyte found[4] = {0};
   glUseProgram(program);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, found);
   if (memcmp(found, f->sampled, 4))
      fail_msg("0x%x, %s: %d %d %d %d", f->format, what, found[0], found[1], found[2], found[3]);
}

static GLuint sampling_program(void)
{
   static const struct { GLenum stage; const char *source; } shaders[] = {
      {GL_VERTEX_SHADER, "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }"},
      {GL_FRAGMENT_SHADER,
       "precision mediump float; uniform sampler2D tex; void main() { gl_FragColor = texture2D(tex, vec2(0.5)); }"}};
   GLint linked = 0;
   GLuint program = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(shaders[i].stage);
      glShaderSource(shader, 1, &shaders[i].source, NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   assert_true(linked);
   return program;
}

/* A view of immutable storage that shows the image, in the format of the texture and in its sized one. */
static void check_views(GLuint program, EGLImage image, const struct format *f)
{
   PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC to_storage = PROC(PFNGLEGLIMAGETARGETTEXSTORAGEEXTPROC, "glEGLImageTargetTexStorageEXT");
   PFNGLTEXTUREVIEWOESPROC view_of = PROC(PFNGLTEXTUREVIEWOESPROC, "glTextureViewOES");
   const GLenum view_formats[] = {f->format, f->sized};
   GLuint names[3];
   glGenTextures(3, names);
   glBindTexture(GL_TEXTURE_2D, names[0]);
   to_storage(GL_TEXTURE_2D, image, NULL);
   expect_sampled(program, names[0], f, "storage");
   for (unsigned i = 0; i < (f->sized ? 2 : 1); i++) {
      view_of(names[1 + i], GL_TEXTURE_2D, names[0], view_formats[i], 0, 1, 0, 1);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      expect_sampled(program, names[1 + i], f, "a view");
   }
   glDeleteTextures(3, names);
}

/* Siblings have the format of the texture: luminance and alpha are no red, also for the commands that write texels. */
static void test_formats(void **state)
{
   const GLubyte texel[4] = {50, 60, 70, 80}, zero[4] = {0};
   GLuint target, sources[2];
   glGenTextures(1, &target);
   glBindTexture(GL_TEXTURE_2D, target);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   GLuint fbo = framebuffer_of(GL_TEXTURE_2D, target, 0), program = sampling_program();
   glViewport(0, 0, 4, 4);
   for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++) {
      const struct format *f = &formats[i];
      glGenTextures(2, sources);
      glBindTexture(GL_TEXTURE_2D, sources[0]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)f->format, 1, 1, 0, f->format, GL_UNSIGNED_BYTE, texel);
      EGLImage image = image_of(first, EGL_GL_TEXTURE_2D, sources[0], 0);
      GLuint sibling = texture_of(image);
      expect_sampled(program, sibling, f, "a sibling");
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, f->format, GL_UNSIGNED_BYTE, zero);
      glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, f->format, GL_UNSIGNED_BYTE, texel);
      assert_int_equal(glGetError(), GL_NO_ERROR);
      expect_sampled(program, sources[0], f, "the texture after its sibling was written");
      check_views(program, image, f);
      assert_true(eglDestroyImage(dpy, image));
      glDeleteTextures(1, &sibling);
      glDeleteTextures(2, sources);
   }
   glUseProgram(0);
   glDeleteProgram(program);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &target);
}

/* ---- errors --------------------------------------------------------------------------------------------------------------- */

/* Errors of glEGLImageTarget*. */
static void test_gl_errors(void **state)
{
   GLuint source, name;
   int here;
   glGenTextures(1, &source);
   glBindTexture(GL_TEXTURE_2D, source);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, EDGE, EDGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   EGLImage image = image_of(first, EGL_GL_TEXTURE_2D, source, 0);
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   to_texture(GL_TEXTURE_2D, &here);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   to_texture(GL_TEXTURE_2D, NULL);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   to_texture(GL_TEXTURE_CUBE_MAP, image);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   to_renderbuffer(GL_TEXTURE_2D, image);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   to_renderbuffer(GL_RENDERBUFFER, image); /* none is bound */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   assert_true(eglDestroyImage(dpy, image));
   to_texture(GL_TEXTURE_2D, image);
   assert_int_equal(glGetError(), GL_INVALID_VALUE);
   glDeleteTextures(1, &source);
   glDeleteTextures(1, &name);
}

#define T(name) \
   cmocka_unit_test_setup_teardown(name, setup, teardown), \
      {#name " (OpenGL 3.3)", name, setup_core, teardown, NULL}
int main(void)
{
   const struct CMUnitTest tests[] = {T(test_levels_and_faces), T(test_renderbuffers), T(test_orphans),
                                      T(test_gl_errors),
                                      cmocka_unit_test_setup_teardown(test_formats, setup, teardown)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
