/* test_process.c: limits and events of the process: few file descriptors, a fork while another thread renders, threads that
 * end with a current context, no executable memory, exit() while another thread is in a call. Each case runs in a process of
 * its own. test_fork.c forks while threads initialise displays. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif

enum { SKIPPED = 77 };

static EGLDisplay display;

static EGLContext make_current(void)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   if (!display) {
      display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
      if (!eglInitialize(display, NULL, NULL))
         return NULL;
   }
   eglBindAPI(EGL_OPENGL_ES_API);
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) ? context : NULL;
}

/* Draws with a new program and compares a pixel with the value. */
static bool render(unsigned value)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   static const char *const sources[] = {
      "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }",
      "precision highp float; uniform float value; void main() { gl_FragColor = vec4(value / 255.0); }"};
   GLuint program = glCreateProgram(), rb, fbo;
   uint8_t pixel[4] = {0};
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "value"), (float)value);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, 0x8058 /* GL_RGBA8_OES */, 16, 16);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, 16, 16);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glReadPixels(7, 9, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
   glUseProgram(0);
   glDeleteProgram(program);
   return pixel[0] == value && glGetError() == GL_NO_ERROR;
}

static int few_descriptors(void)
{
   setrlimit(RLIMIT_NOFILE, &(struct rlimit){64, 64});
   for (unsigned i = 0; i < 100; i++) {
      EGLContext context = make_current();
      if (!context || (i % 10 == 0 && !render(i)))
         return 1;
      if (i % 2)
         eglDestroyContext(display, context);
   }
   return 0;
}

static atomic_bool stop;
static atomic_uint rounds;

static void *render_on(void *data)
{
   if (!make_current())
      return "no context";
   for (unsigned i = 0; !stop; i++, rounds = i)
      if (!render(i % 200))
         return "wrong pixel";
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   return NULL;
}

/* Forks at random moments of another thread's rendering; each child makes a context and renders. Not with AddressSanitizer of
 * GCC 12: the locks of its allocator may stay locked in a child. */
static int fork_while_rendering(void)
{
#ifdef __SANITIZE_ADDRESS__
   return SKIPPED;
#endif
   pthread_t thread;
   void *failure;
   EGLContext first = make_current();
   if (!first || !render(3) || pthread_create(&thread, NULL, render_on, NULL))
      return 1;
   for (unsigned i = 0; i < 8; i++) {
      unsigned before = rounds;
      while (rounds == before)
         usleep(500);
      usleep(300 * i);
      pid_t pid = fork();
      if (pid == 0) {
         alarm(30);
         display = EGL_NO_DISPLAY;
         _exit(make_current() && render(100 + i) ? 0 : 1);
      }
      int status;
      if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status)) {
         printf("child %u: status %x\n", i, status);
         return 1;
      }
   }
   stop = true;
   pthread_join(thread, &failure);
   if (failure)
      puts(failure);
   return failure || !render(9);
}

static void *leave_current(void *data)
{
   return make_current() && render(40) ? NULL : "wrong pixel";
}

/* Threads end with a current context, without eglMakeCurrent or eglReleaseThread. */
static int thread_teardown(void)
{
   for (unsigned i = 0; i < 40; i++) {
      pthread_t thread;
      void *failure;
      if (pthread_create(&thread, NULL, leave_current, NULL) || pthread_join(thread, &failure) || failure)
         return 1;
   }
   return !make_current() || !render(50) || !eglTerminate(display);
}

static int no_executable_memory(void)
{
   if (prctl(PR_SET_MDWE, 1, 0, 0, 0))
      return SKIPPED;
   for (unsigned i = 0; i < 4; i++)
      if (!make_current() || !render(60 + i))
         return 1;
   return 0;
}

static unsigned round_of_case;
static atomic_bool in_call, ending;

/* A call that takes long. If the process exits meanwhile, the thread sleeps after the call: libglvnd's exit code has freed its
 * dispatch tables. */
#define IN_FLIGHT(call)      \
   do {                      \
      in_call = true;        \
      call;                  \
      in_call = false;       \
      while (ending)         \
         pause();            \
   } while (0)

/* Compiles and draws in an endless loop, with a new program each time. */
static void *keep_busy(void *data)
{
   static const char vertex[] = "attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   GLuint rb, fbo;
   if (!make_current())
      return NULL;
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, 0x8058 /* GL_RGBA8_OES */, 256, 256);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, 256, 256);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   for (unsigned n = 0;; n++) {
      char fragment[300];
      snprintf(fragment, sizeof(fragment), "precision highp float; void main() { float a = gl_FragCoord.x;"
               "for (int i = 0; i < 40; i++) a = sin(a * %u.5) + sqrt(abs(a)) + pow(abs(a), 0.3);"
               "gl_FragColor = vec4(a, a * a, fract(a), 1.0); }", n + 1);
      const char *const sources[] = {vertex, fragment};
      GLuint program = glCreateProgram();
      for (unsigned i = 0; i < 2; i++) {
         GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
         glShaderSource(shader, 1, &sources[i], NULL);
         IN_FLIGHT(glCompileShader(shader));
         glAttachShader(program, shader);
         glDeleteShader(shader);
      }
      glBindAttribLocation(program, 0, "pos");
      IN_FLIGHT(glLinkProgram(program));
      glUseProgram(program);
      IN_FLIGHT(glDrawArrays(GL_TRIANGLES, 0, 3));
      IN_FLIGHT(glFinish());
      glDeleteProgram(program);
      rounds = n;
   }
   return NULL;
}

/* exit() while another thread is in a call, later in each round, with all objects alive. */
static int exit_in_flight(void)
{
   pthread_t thread;
   if (!make_current() || !render(5) || pthread_create(&thread, NULL, keep_busy, NULL))
      return 1;
   while (rounds < 1)
      usleep(200);
   usleep(700 * round_of_case);
   while (!in_call)
      ;
   ending = true;
   usleep(100 * round_of_case);
   glClear(GL_COLOR_BUFFER_BIT);
   exit(0);
}

static const struct { const char *name; int (*run)(void); unsigned rounds; } cases[] = {
   {"few descriptors", few_descriptors, 1}, {"fork while rendering", fork_while_rendering, 1},
   {"thread teardown", thread_teardown, 1}, {"no executable memory", no_executable_memory, 1},
   {"exit in flight", exit_in_flight, 24},
};

int main(void)
{
   int failures = 0;
   setvbuf(stdout, NULL, _IONBF, 0);
   for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
      int status = 0;
      for (round_of_case = 0; round_of_case < cases[i].rounds && !status; round_of_case++) {
         pid_t pid = fork();
         if (pid == 0) {
            alarm(100);
            exit(cases[i].run());
         }
         waitpid(pid, &status, 0);
      }
      bool skipped = WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED, ok = WIFEXITED(status) && !WEXITSTATUS(status);
      printf("%s: %s (status %x)\n", cases[i].name, skipped ? "skipped" : ok ? "ok" : "FAILED", status);
      failures += !ok && !skipped;
   }
   return failures != 0;
}
