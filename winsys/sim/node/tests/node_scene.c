/* node_scene.c: a small scene on whatever EGL finds: a cleared frame and textured triangles with depth test in front of it, on
 * targets of several sizes: the smallest is not tiled in macro tiles, the largest is cleared through compression metadata, some
 * are multisampled and resolved. Prints GL_RENDERER and writes the pixels to a file; the script beside it compares two drivers'
 * files. node_scene FILE N draws the first N targets. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>

static const char vs_text[] =
   "#version 300 es\n"
   "layout(location = 0) in vec2 position;\n"
   "uniform float depth;\n"
   "out vec2 uv;\n"
   "void main() { uv = position * 0.5 + 0.5; gl_Position = vec4(position, depth, 1.0); }\n";
static const char fs_text[] =
   "#version 300 es\n"
   "precision highp float;\n"
   "uniform sampler2D tex;\n"
   "uniform vec4 tint;\n"
   "in vec2 uv;\n"
   "out vec4 color;\n"
   "void main() { color = texture(tex, uv) * tint; }\n";

static void fail(const char *what)
{
   fprintf(stderr, "node_scene: %s\n", what);
   exit(1);
}

static GLuint compile(GLenum stage, const char *text)
{
   GLuint shader = glCreateShader(stage);
   GLint ok = 0;
   glShaderSource(shader, 1, &text, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   if (!ok)
      fail("a shader does not compile");
   return shader;
}

static GLuint make_program(void)
{
   GLuint program = glCreateProgram();
   GLint ok = 0;
   glAttachShader(program, compile(GL_VERTEX_SHADER, vs_text));
   glAttachShader(program, compile(GL_FRAGMENT_SHADER, fs_text));
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      fail("the program does not link");
   glUseProgram(program);
   return program;
}

static void make_texture(void)
{
   static uint8_t texels[32][32][4];
   for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++) {
         texels[y][x][0] = (uint8_t)(8 * x);
         texels[y][x][1] = (uint8_t)(8 * y);
         texels[y][x][2] = (x ^ y) & 4 ? 255 : 0;
         texels[y][x][3] = 255;
      }
   GLuint tex;
   glGenTextures(1, &tex);
   glBindTexture(GL_TEXTURE_2D, tex);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static GLuint make_target(int size, int samples)
{
   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(2, rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[0]);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, size, size);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
   glBindRenderbuffer(GL_RENDERBUFFER, rb[1]);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, size, size);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      fail("the framebuffer is not complete");
   return fbo;
}

static void draw(GLuint program, int size)
{
   static const float corners[] = { -0.75f, -0.75f, 0.75f, -0.75f, 0.0f, 0.75f, -1.0f, -1.0f, 1.0f, -1.0f, 1.0f, 1.0f };
   glViewport(0, 0, size, size);
   glClearColor(0.25f, 0.5f, 0.75f, 1.0f);
   glClearDepthf(0.625f);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   glEnable(GL_DEPTH_TEST);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
   glEnableVertexAttribArray(0);
   glUniform1f(glGetUniformLocation(program, "depth"), 0.0f);
   glUniform4f(glGetUniformLocation(program, "tint"), 1, 1, 1, 1);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glUniform1f(glGetUniformLocation(program, "depth"), 0.125f); /* behind the first, in front of the cleared depth */
   glUniform4f(glGetUniformLocation(program, "tint"), 1, 0.5f, 0, 1);
   glDrawArrays(GL_TRIANGLES, 3, 3);
   glUniform1f(glGetUniformLocation(program, "depth"), 0.5f); /* behind everything: 0.75 is deeper than 0.625 */
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void save(FILE *file, int size)
{
   uint8_t *pixels = malloc((size_t)size * (size_t)size * 4);
   if (!pixels)
      fail("no memory");
   glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   if (fwrite(pixels, (size_t)size * 4, (size_t)size, file) != (size_t)size)
      fail("cannot write");
   free(pixels);
}

int main(int argc, char **argv)
{
   if (argc != 3)
      fail("usage: node_scene FILE TARGETS");
   EGLDisplay dpy = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(dpy, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      fail("no EGL display");
   static const EGLint attribs[] = { EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE };
   EGLContext ctx = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, ctx))
      fail("no context");
   printf("%s\n", (const char *)glGetString(GL_RENDERER));
   FILE *file = fopen(argv[1], "wb");
   if (!file)
      fail("cannot open the file");
   GLuint program = make_program(), vbo;
   make_texture();
   glGenBuffers(1, &vbo);
   glBindBuffer(GL_ARRAY_BUFFER, vbo);
   static const struct { int size, samples; } targets[] = { { 64, 0 }, { 250, 0 }, { 1024, 0 }, { 250, 4 }, { 1024, 2 } };
   unsigned count = (unsigned)atoi(argv[2]), all = sizeof targets / sizeof targets[0];
   for (unsigned i = 0; i < count && i < all; i++) {
      GLuint fbo = make_target(targets[i].size, targets[i].samples);
      draw(program, targets[i].size);
      if (targets[i].samples) {
         GLuint resolved = make_target(targets[i].size, 0);
         glBindFramebuffer(GL_READ_FRAMEBUFFER, fbo);
         glBlitFramebuffer(0, 0, targets[i].size, targets[i].size, 0, 0, targets[i].size, targets[i].size, GL_COLOR_BUFFER_BIT,
                           GL_NEAREST);
         glBindFramebuffer(GL_FRAMEBUFFER, resolved);
      }
      save(file, targets[i].size);
   }
   if (glGetError())
      fail("a GL error");
   return fclose(file) ? 1 : 0;
}
