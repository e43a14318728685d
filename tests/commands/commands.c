/* commands.c: runs chapters of rows.
 *    gl_commands es|core|compat|es1 [CHAPTER]
 * Prints a line "CHAPTER ::: CALL ::: what is wrong" for each row that fails, and "CHAPTER: N rows, N failed".
 * Exit: 0 no row failed, 1 a row failed, 3 a call ended the process, 77 the context is not offered. */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

enum api api;
struct gl_commands gl;
GLuint default_fbo;

static EGLDisplay display;
static const char *chapter, *call;
static unsigned rows, failed;
static bool compares_state, version_is_printed;

bool has_extension(const char *name)
{
   GLint count = 0;
   gl.GetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++)
      if (!strcmp((const char *)gl.GetStringi(GL_EXTENSIONS, (GLuint)i), name))
         return true;
   return false;
}

/* The row is reported before the process ends. */
static void died(int signal)
{
   char text[600];
   const int length = snprintf(text, sizeof(text), "%s ::: %s ::: ends the process by signal %d\n", chapter, call, signal);
   _exit(write(STDOUT_FILENO, text, (size_t)length) == length ? 3 : 4);
}

static const char *error_name(GLenum error)
{
   switch (error) {
   case GL_NO_ERROR: return "GL_NO_ERROR";
   case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
   case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
   case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
   case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
   case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
   case GL_STACK_OVERFLOW: return "GL_STACK_OVERFLOW";
   case GL_STACK_UNDERFLOW: return "GL_STACK_UNDERFLOW";
   default: return "an error without a name";
   }
}

/* Rows whose call ends the process on this implementation: GL_COMMANDS_SKIP has a line for each. */
static bool left_out(const char *text)
{
   const char *list = getenv("GL_COMMANDS_SKIP");
   const size_t length = strlen(text);
   for (const char *at = list; at && (at = strstr(at, text)); at += length)
      if ((at == list || at[-1] == '\n') && (at[length] == '\n' || !at[length]))
         return true;
   return false;
}

bool row_begin(enum command command, const char *text)
{
   const GLenum error = gl.GetError();
   (void)command;
   if (left_out(text)) {
      compares_state = false;
      return false;
   }
   if (error) {
      printf("%s ::: before %s ::: %s is pending\n", chapter, text, error_name(error));
      failed++;
   }
   call = text;
   return true;
}

void row_begin_pending(enum command command, const char *text)
{
   (void)command;
   call = text;
}

void row_end(GLenum wanted, const char *file, int line)
{
   const GLenum error = gl.GetError();
   const char *name;
   unsigned index;
   rows++;
   if (error != wanted) {
      printf("%s ::: %s ::: %s, not %s (%s:%d)\n", chapter, call, error_name(error), error_name(wanted), file, line);
      failed++;
   } else if (compares_state && state_differs(&name, &index)) {
      printf("%s ::: %s ::: changes %s, index %u (%s:%d)\n", chapter, call, name, index, file, line);
      failed++;
   }
   while (gl.GetError())
      ;
   compares_state = false;
   fflush(stdout);
}

void expect_value(const char *text, long got, long wanted, const char *file, int line)
{
   rows++;
   if (got != wanted) {
      printf("%s ::: %s after %s ::: %ld (0x%lx), not %ld (0x%lx) (%s:%d)\n", chapter, text, call, got, (unsigned long)got, wanted,
             (unsigned long)wanted, file, line);
      failed++;
   }
}

void commands_compare_state(void)
{
   compares_state = true;
}

GLuint make_shader(GLenum type, const char *source)
{
   const char *const version = !desktop() ? "#version 320 es\n" : api == CORE46 ? "#version 450 core\n" : "#version 450 compatibility\n";
   /* #extension precedes all declarations. */
   const char *const code = strncmp(source, "#extension", 10) ? source : strchr(source, '\n') + 1;
   const char *const text[] = {version, source, desktop() ? "" : "precision highp float;\n", code};
   const GLint length[] = {-1, (GLint)(code - source), -1, -1};
   const GLuint shader = gl.CreateShader(type);
   GLint compiled;
   gl.ShaderSource(shader, 4, text, length);
   gl.CompileShader(shader);
   gl.GetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
   if (!compiled) {
      char log[1000] = "";
      gl.GetShaderInfoLog(shader, sizeof(log), NULL, log);
      printf("%s ::: a shader does not compile ::: %s\n", chapter, log);
      exit(1);
   }
   return shader;
}

GLuint make_program(const char *vertex, const char *fragment)
{
   const GLuint program = gl.CreateProgram();
   const GLuint shaders[] = {make_shader(GL_VERTEX_SHADER, vertex), make_shader(GL_FRAGMENT_SHADER, fragment)};
   GLint linked;
   for (unsigned i = 0; i < 2; i++) {
      gl.AttachShader(program, shaders[i]);
      gl.DeleteShader(shaders[i]);
   }
   gl.LinkProgram(program);
   gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
   if (!linked) {
      char log[1000] = "";
      gl.GetProgramInfoLog(program, sizeof(log), NULL, log);
      printf("%s ::: a program does not link ::: %s\n", chapter, log);
      exit(1);
   }
   return program;
}

GLuint make_texture(GLenum target, GLsizei width, GLsizei height)
{
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(target, texture);
   gl.TexImage2D(target, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   return texture;
}

GLuint make_buffer(GLenum target, GLsizeiptr size_B)
{
   GLuint buffer;
   void *zero = calloc(1, (size_t)size_B);
   gl.GenBuffers(1, &buffer);
   gl.BindBuffer(target, buffer);
   gl.BufferData(target, size_B, zero, GL_STATIC_DRAW);
   free(zero);
   return buffer;
}

static void make_framebuffer(void)
{
   GLuint renderbuffers[2];
   gl.GenFramebuffers(1, &default_fbo);
   gl.BindFramebuffer(GL_FRAMEBUFFER, default_fbo);
   gl.GenRenderbuffers(2, renderbuffers);
   for (unsigned i = 0; i < 2; i++) {
      gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffers[i]);
      gl.RenderbufferStorage(GL_RENDERBUFFER, i ? GL_DEPTH24_STENCIL8 : GL_RGBA8, 16, 16);
      if (i && es1()) { /* OES_packed_depth_stencil has no attachment point for both */
         gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffers[i]);
         gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, renderbuffers[i]);
      } else {
         gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, i ? GL_DEPTH_STENCIL_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                    renderbuffers[i]);
      }
   }
   gl.Viewport(0, 0, 16, 16);
}

static EGLContext make_context(void)
{
   const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, es1() ? 1 : 3, EGL_CONTEXT_MINOR_VERSION, es1() ? 1 : 2, EGL_NONE};
   const EGLint profile = api == CORE46 ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;
   EGLint attribs[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 6, EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
   eglBindAPI(desktop() ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, desktop() ? attribs : es);
   if (!context && desktop()) { /* Mesa 22.3 has 4.5 */
      attribs[3] = 5;
      context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   }
   return context;
}

struct chapter { const char *name; void (*run)(void); bool es1; };
static const struct chapter chapters[] = {
#define CHAPTER(name) {#name, cmd_##name, false},
#define CHAPTER_ES1(name) {#name, cmd_##name, true},
#include "chapters.def"
#undef CHAPTER
#undef CHAPTER_ES1
};

static void run(const struct chapter *one)
{
   EGLContext context = make_context();
   if (!context || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      exit(77);
#define C(name) gl.name = (void *)eglGetProcAddress("gl" #name);
   COMMAND_NAMES(C)
#undef C
   chapter = one->name;
   if (!version_is_printed) {
      printf("%s\n", (const char *)gl.GetString(GL_VERSION));
      version_is_printed = true;
   }
   rows = failed = 0;
   make_framebuffer();
   one->run();
   printf("%s: %u rows, %u failed\n", chapter, rows, failed);
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(display, context);
}

int main(int argc, char **argv)
{
   static const char *const apis[] = {"es", "core", "compat", "es1"};
   unsigned all = 0;
   bool found = false;
   if (argc < 2)
      return 2;
   signal(SIGSEGV, died);
   signal(SIGABRT, died);
   signal(SIGFPE, died);
   for (unsigned i = 0; i < sizeof(apis) / sizeof(apis[0]); i++)
      if (!strcmp(argv[1], apis[i])) {
         api = (enum api)i;
         found = true;
      }
   display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
   if (!found || !eglInitialize(display, NULL, NULL))
      return 2;
   for (unsigned i = 0; i < sizeof(chapters) / sizeof(chapters[0]); i++)
      if (chapters[i].es1 == es1() && (argc < 3 || !strcmp(argv[2], chapters[i].name))) {
         run(&chapters[i]);
         all += failed;
      }
   eglTerminate(display);
   return all != 0;
}
