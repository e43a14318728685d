/* test_alloc.c: each allocation of a small scene fails once, or it and all later ones (alloc_shim.c is preloaded). Usage:
 * test_alloc PART [all]. The program must not crash; a wrong picture must come with a GL error, a lost context or a failed
 * call; afterwards the same scene must succeed. A compile makes tens of thousands of allocations: the first ones all fail in
 * turn, of the others a sample. Parts: context (create and destroy), scene (objects and draws), shaders (compile, link and
 * draw with new ones), and those of OpenGL ES 3.0 in alloc_es30.c. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include "alloc_test.h"

#include <GLES2/gl2ext.h>

enum { LIMIT = 1000000, IN_A_ROW = 3, ALL_UP_TO = 100 };

static EGLDisplay display;
static EGLContext context;
static GLuint program;
static PFNGLGETGRAPHICSRESETSTATUSEXTPROC reset_status;
static unsigned right; /* pictures in spite of a failure */
static bool lost; /* glGetGraphicsResetStatus reports a reset once only */

static void note_loss(GLenum error)
{
   lost |= reset_status() != GL_NO_ERROR || error == GL_CONTEXT_LOST_KHR;
}

bool clear_errors(void)
{
   bool any = false;
   GLenum error = GL_NO_ERROR;
   for (unsigned i = 0; i < 10 && (error = glGetError()) != GL_NO_ERROR; i++)
      any = true;
   note_loss(error);
   return any || lost;
}

static bool make_context(EGLint version)
{
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, version, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                                    EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE};
   lost = false;
   context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static bool drop_context(void)
{
   bool ok = eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return !context || (eglDestroyContext(display, context) && ok);
}

GLuint link_sources(const char *vertex, const char *fragment, const char *varying)
{
   const char *const sources[] = {vertex, fragment};
   GLint ok = 0;
   GLuint name = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(name, shader);
      glDeleteShader(shader);
   }
   glBindAttribLocation(name, 0, "pos");
   if (varying)
      glTransformFeedbackVaryings(name, 1, &varying, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(name);
   glGetProgramiv(name, GL_LINK_STATUS, &ok);
   if (ok)
      return name;
   glDeleteProgram(name);
   return 0;
}

/* A new source on each call: no cache has it. The value of tint is 1. */
static bool make_program(void)
{
   static unsigned number;
   char text[2][300];
   number++;
   snprintf(text[0], sizeof(text[0]), "attribute vec2 pos; varying vec2 v;\n"
            "void main() { gl_Position = vec4(pos, 0.0, 1.0); gl_PointSize = %u.0; v = pos * 0.5 + 0.5; }", number);
   snprintf(text[1], sizeof(text[1]), "precision highp float; varying vec2 v; uniform sampler2D s; uniform vec4 tint;\n"
            "void main() { gl_FragColor = texture2D(s, v) * tint * (tint.x > %u.5 ? 0.5 : 1.0); }", number);
   program = link_sources(text[0], text[1], NULL);
   if (!program)
      return false;
   glUseProgram(program);
   glUniform4f(glGetUniformLocation(program, "tint"), 1, 1, 1, 1);
   return true;
}

/* A framebuffer with depth, a buffer, and a mipmapped texture that changes between two draws, one of them with client indices. */
static enum outcome scene(void)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   static const GLushort indices[] = {0, 1, 2, 2, 1, 3};
   GLuint fbo, rb[2], texture, buffer;
   uint8_t texels[8 * 8 * 4], pixels[SIZE * SIZE * 4];
   memset(pixels, 0, sizeof(pixels));
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(2, rb);
   glGenTextures(1, &texture);
   glGenBuffers(1, &buffer);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH_COMPONENT16 : GL_RGBA8_OES, SIZE, SIZE);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb[0]);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, rb[1]);
   glViewport(0, 0, SIZE, SIZE);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glBindTexture(GL_TEXTURE_2D, texture);
   for (unsigned round = 0; round < 2; round++) {
      memset(texels, round ? 200 : 90, sizeof(texels));
      if (round)
         glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      else
         glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      glGenerateMipmap(GL_TEXTURE_2D);
      glViewport(0, 0, round ? SIZE / 2 : SIZE, SIZE);
      glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, indices);
   }
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   bool reported = clear_errors();
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(2, rb);
   glDeleteTextures(1, &texture);
   glDeleteBuffers(1, &buffer);
   clear_errors();
   if (reported)
      return REPORTED;
   for (unsigned i = 0; i < SIZE * SIZE; i++)
      if (pixels[i * 4] != (i % SIZE < SIZE / 2 ? 200 : 90))
         return WRONG;
   return RIGHT;
}

static enum outcome part_scene(void)
{
   return scene();
}

static enum outcome part_context(void)
{
   enum outcome outcome = make_context(2) ? RIGHT : REPORTED;
   return drop_context() ? outcome : REPORTED;
}

static enum outcome part_shaders(void)
{
   enum outcome outcome = make_program() ? scene() : REPORTED;
   glUseProgram(0);
   glDeleteProgram(program);
   clear_errors();
   return outcome;
}

static const struct part {
   const char *name;
   enum outcome (*run)(void);
   EGLint version;        /* of a context that is made before the first failure; 0: none */
   bool (*prepare)(void); /* programs, made in that context */
} parts[] = {
   {"context", part_context, 0, NULL},
   {"scene", part_scene, 2, make_program},
   {"shaders", part_shaders, 2, NULL},
   {"textures", part_textures, 3, prepare_textures},
   {"feedback", part_feedback, 3, prepare_feedback},
   {"targets", part_targets, 3, prepare_targets},
   {"large", part_large, 3, prepare_large},
   {"binary", part_binary, 3, NULL},
};

static bool enter(const struct part *part)
{
   return !part->version || (make_context(part->version) && (!part->prepare || part->prepare()));
}

/* Runs the part with its n-th allocation failing, then without a failure. True if the part has an n-th allocation. */
static bool attempt(const struct part *part, long n, bool all, bool (*arm)(long, bool), bool (*disarm)(void))
{
   if (!enter(part)) {
      printf("%s: no context before allocation %ld\n", part->name, n);
      exit(1);
   }
   arm(n, all);
   enum outcome outcome = part->run();
   bool failed = disarm();
   right += failed && outcome == RIGHT;
   if (outcome == WRONG || (!failed && outcome != RIGHT)) {
      printf("%s, allocation %ld: %s\n", part->name, n, outcome == WRONG ? "wrong picture, no error" : "error without cause");
      exit(1);
   }
   /* In the same context, or in a new one if it is lost. */
   if (part->version && lost && !(drop_context() && enter(part))) {
      printf("%s, allocation %ld: no new context\n", part->name, n);
      exit(1);
   }
   if (part->run() != RIGHT) {
      printf("%s, allocation %ld: does not recover\n", part->name, n);
      exit(1);
   }
   if (part->version)
      drop_context();
   return failed;
}

int main(int argc, char **argv)
{
   bool (*arm)(long, bool) = (bool (*)(long, bool))dlsym(RTLD_DEFAULT, "fault_arm");
   bool (*disarm)(void) = (bool (*)(void))dlsym(RTLD_DEFAULT, "fault_disarm");
   const struct part *part = NULL;
   bool all = argc == 3 && !strcmp(argv[2], "all");
   for (unsigned i = 0; argc == 2 + all && i < sizeof(parts) / sizeof(parts[0]); i++)
      if (!strcmp(parts[i].name, argv[1]))
         part = &parts[i];
   if (!part || !arm || !disarm)
      return 2;
   setvbuf(stdout, NULL, _IONBF, 0);
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API))
      return 1;
   reset_status = (PFNGLGETGRAPHICSRESETSTATUSEXTPROC)eglGetProcAddress("glGetGraphicsResetStatusEXT");
   /* Loads the library, and allocates the data that exists once per process. */
   if (!enter(part) || part->run() != RIGHT || (part->version && !drop_context()))
      return 1;
   if (!arm(0, false))
      return 77; /* another vendor's library */
   unsigned without = 0, tried = 0;
   long n = 1, last = 0;
   for (; n < LIMIT && without < IN_A_ROW; n += n < ALL_UP_TO ? 1 : n / 5, tried++) {
      bool failed = attempt(part, n, all, arm, disarm);
      without = failed ? 0 : without + 1;
      last = failed ? n : last;
   }
   printf("%s: %u of about %ld allocations, %u times a right picture, %u commands repeated\n", part->name, tried - without, last,
          right, repeated);
   return last && n < LIMIT ? 0 : 1;
}
