/* api_main.c: runs one body.
 *    api_bodies list GROUP     a line "NAME API VERSION TOLERANCE FEW" for each body of the group
 *    api_bodies NAME PICTURE   runs the body and writes its picture to the file PICTURE
 * Exit: 0, 1 failed (an error, or another picture than the reference), 77 the implementation does not offer the version. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api_desktop.h"
#include "api_test.h"

static const char *const api_names[] = {"GLES", "CORE", "COMPATIBILITY"};
struct api_desktop desktop;
static EGLDisplay display;
static EGLContext contexts[3]; /* the body's, a second one, one of another API */
static const struct api_body *running;
static uint32_t seed = 1;
static unsigned expectations; /* values that the body compared with the specification's */

void api_fail(const char *format, ...)
{
   va_list args;
   va_start(args, format);
   printf("%s: ", running ? running->name : "api_bodies");
   vprintf(format, args);
   printf("\n");
   va_end(args);
   fflush(stdout);
   _exit(1); /* without destructors: a driver's threads may be compiling */
}

void api_checked(void)
{
   expectations++;
}

void api_expect(const char *what, long got, long wanted)
{
   api_checked();
   if (got != wanted)
      api_fail("%s: %ld (0x%lx), not %ld (0x%lx)", what, got, (unsigned long)got, wanted, (unsigned long)wanted);
}

void api_expect_error(GLenum wanted, const char *what)
{
   const GLenum error = glGetError();
   api_checked();
   if (error != wanted)
      api_fail("%s: error 0x%x, not 0x%x", what, error, wanted);
}

void api_skip(const char *why)
{
   printf("%s: %s\n", running->name, why);
   exit(77);
}

static bool in_list(const char *list, const char *extension)
{
   const size_t length = strlen(extension);
   for (const char *at = list; (at = strstr(at, extension)); at += length)
      if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
         return true;
   return false;
}

void api_require(const char *extension)
{
   GLint count = 0;
   if (running->api == GLES && running->version < 30) {
      if (in_list((const char *)glGetString(GL_EXTENSIONS), extension))
         return;
   } else {
      glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   }
   for (GLint i = 0; i < count; i++)
      if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), extension))
         return;
   api_skip(extension);
}

unsigned api_random(unsigned n)
{
   seed = seed * 1664525 + 1013904223;
   return (seed >> 8) % n;
}

void api_vertices(const void *data, unsigned bytes)
{
   GLuint buffer, array;
   if (running->api != GLES || running->version >= 30) {
      glGenVertexArrays(1, &array);
      glBindVertexArray(array);
   }
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, bytes, data, GL_STATIC_DRAW);
}

void api_rectangle(float x0, float y0, float x1, float y1)
{
   const GLfloat corners[] = {x0, y0, x1, y0, x0, y1, x1, y1};
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* EGL_NO_CONTEXT: the version is not offered. */
static EGLContext make_context(const struct api_body *body, EGLContext share)
{
   EGLint attribs[8] = {EGL_CONTEXT_MAJOR_VERSION, (EGLint)body->version / 10, EGL_CONTEXT_MINOR_VERSION,
                        (EGLint)body->version % 10, EGL_NONE};
   if (body->api != GLES && body->version >= 32) {
      attribs[4] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
      attribs[5] = body->api == CORE ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
      attribs[6] = EGL_NONE;
   }
   if (!eglBindAPI(body->api == GLES ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
      return EGL_NO_CONTEXT;
   return eglCreateContext(display, EGL_NO_CONFIG_KHR, share, attribs);
}

void api_use_second(bool second)
{
   if (!contexts[second])
      contexts[second] = make_context(running, contexts[0]);
   if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts[second]))
      api_fail("the contexts of the share group cannot be made current");
}

void api_use_other_api(bool other)
{
   static const struct api_body es = {.api = GLES, .version = 30}, gl = {.api = CORE, .version = 33};
   const unsigned index = other ? 2 : 0;
   if (!contexts[index])
      contexts[index] = make_context(running->api == GLES ? &gl : &es, contexts[0]);
   if (!contexts[index])
      api_fail("no context of the other API in the share group: EGL error 0x%x", eglGetError());
   if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, contexts[index]))
      api_fail("the contexts of the share group cannot be made current");
}

static void find_desktop_commands(void)
{
#define C(type, name, parameters) desktop.name = (type (*) parameters)eglGetProcAddress("gl" #name);
   DESKTOP_COMMANDS(C)
#undef C
}

static void make_target(void)
{
   GLuint fbo, color;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("no framebuffer of RGBA8");
   glViewport(0, 0, API_SIZE, API_SIZE);
   glDisable(GL_DITHER);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void compare(uint8_t got[API_TEXELS][4], const struct api_body *body)
{
   static uint8_t wanted[API_TEXELS][4];
   unsigned wrong = 0, first = 0;
   body->reference(wanted);
   for (unsigned i = 0; i < API_TEXELS; i++) {
      bool differs = false;
      for (unsigned c = 0; c < 4; c++)
         differs |= abs(got[i][c] - wanted[i][c]) > (int)body->tolerance;
      if (differs && !wrong++)
         first = i;
   }
   if (wrong > body->few)
      api_fail("%u texels differ from the reference, first %u, %u: %u %u %u %u, not %u %u %u %u", wrong, first % API_SIZE,
               first / API_SIZE, got[first][0], got[first][1], got[first][2], got[first][3], wanted[first][0], wanted[first][1],
               wanted[first][2], wanted[first][3]);
}

static int run(const struct api_body *body, const char *path)
{
   static uint8_t picture[API_TEXELS][4];
   GLenum error;
   running = body;
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL))
      api_fail("no display");
   contexts[0] = make_context(body, EGL_NO_CONTEXT);
   if (!contexts[0]) {
      printf("%s: %s %u.%u is not offered\n", body->name, api_names[body->api], body->version / 10, body->version % 10);
      return 77;
   }
   api_use_second(false);
   if (body->api != GLES)
      find_desktop_commands();
   make_target();
   body->draw();
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   if ((error = glGetError()) != GL_NO_ERROR)
      api_fail("error 0x%x", error);
   if (body->reference)
      compare(picture, body);
   else if (!expectations)
      printf("compares implementations only\n");
   FILE *file = fopen(path, "wb");
   if (!file || fwrite(picture, sizeof(picture), 1, file) != 1 || fclose(file))
      api_fail("cannot write %s", path);
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglTerminate(display);
   return 0;
}

struct group { const char *name; const struct api_body *bodies; };

/* A group is a file body_NAME.c. */
static const struct group groups[] = {
#define GROUP(name) {#name, api_bodies_##name},
#include "groups.def"
#undef GROUP
};
enum { GROUPS = sizeof(groups) / sizeof(groups[0]) };

static int list(const char *group)
{
   for (unsigned g = 0; g < GROUPS; g++) {
      if (strcmp(groups[g].name, group) != 0)
         continue;
      for (const struct api_body *body = groups[g].bodies; body->name; body++)
         printf("%s %s %u %u %u\n", body->name, api_names[body->api], body->version, body->tolerance, body->few);
      return 0;
   }
   return 2;
}

/* Prints GL_VERSION, which contains the release of Mesa. */
static int print_version(void)
{
   static const struct api_body body = {.name = "version", .api = GLES, .version = 20};
   running = &body;
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!eglInitialize(display, NULL, NULL))
      api_fail("no display");
   contexts[0] = make_context(running, EGL_NO_CONTEXT);
   api_use_second(false);
   puts((const char *)glGetString(GL_VERSION));
   return 0;
}

int main(int argc, char **argv)
{
   if (argc == 2 && strcmp(argv[1], "version") == 0)
      return print_version();
   if (argc != 3)
      return 2;
   if (strcmp(argv[1], "list") == 0)
      return list(argv[2]);
   for (unsigned g = 0; g < GROUPS; g++)
      for (const struct api_body *body = groups[g].bodies; body->name; body++)
         if (strcmp(argv[1], body->name) == 0)
            return run(body, argv[2]);
   return 2;
}
