/* test_fork.c: threads that initialise displays, compile, draw and terminate, and fork at random moments. Each thread has a
 * separate display. A child renders on a new display, context and program and compares a pixel; the parent waits for it
 * with a time limit. GLOAM_TEST_FORKS: number of forks of all threads together, 24 by default.
 *
 * libglvnd 1.6 locks its currentStateListMutex in the child before it initialises it again, so a child hangs there if
 * another thread was inside libglvnd's part of eglMakeCurrent, or ended. These calls and the forks therefore exclude each
 * other, and threads wait for each other before they end; all other calls run at any time. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>

#define THREADS 4
#define CHILD_LIMIT_S 120 /* a child that is later than this hangs */
#define SIZE_PX 16

static unsigned forks_wanted = 24;
static pthread_rwlock_t libglvnd = PTHREAD_RWLOCK_INITIALIZER; /* read: eglMakeCurrent; write: fork */
static pthread_barrier_t barrier; /* all threads are known to libglvnd; all threads may end */
static atomic_uint forks, failures, rounds, serial;

/* Four displays that differ: two platforms, each with and without EGL_TRACK_REFERENCES_KHR. */
static EGLDisplay display_of(unsigned thread)
{
   const EGLAttrib attribs[] = {EGL_TRACK_REFERENCES_KHR, thread / 2 ? EGL_TRUE : EGL_FALSE, EGL_NONE};
   return eglGetPlatformDisplay(thread % 2 ? EGL_PLATFORM_DEVICE_EXT : EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY,
                                attribs);
}

static bool make_current(EGLDisplay display, EGLContext context)
{
   pthread_rwlock_rdlock(&libglvnd);
   bool ok = eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
   pthread_rwlock_unlock(&libglvnd);
   return ok;
}

static GLuint make_program(unsigned number)
{
   char fragment[256];
   snprintf(fragment, sizeof(fragment), "precision highp float; uniform float value; void main() {"
            "gl_FragColor = vec4(value / 255.0, fract(gl_FragCoord.x * %u.5), sin(gl_FragCoord.y), 1.0); }", number);
   const char *const sources[] = {"attribute vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", fragment};
   GLuint program = glCreateProgram();
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(shader, 1, &sources[i], NULL);
      glCompileShader(shader);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   glBindAttribLocation(program, 0, "pos");
   glLinkProgram(program);
   return program;
}

/* Draws with a program that no earlier call has used, and compares one pixel. */
static bool render(unsigned value)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   GLuint program = make_program(atomic_fetch_add(&serial, 1)), rb, fbo;
   uint8_t pixel[4] = {0};
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "value"), (float)value);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, 0x8058 /* GL_RGBA8_OES */, SIZE_PX, SIZE_PX);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glViewport(0, 0, SIZE_PX, SIZE_PX);
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

static void fork_and_render(unsigned thread);

/* forks_at: 1: forks with the context current, 2: with the display terminated, else not. NULL, or what failed. */
static const char *render_on_new_context(unsigned thread, unsigned value, unsigned forks_at)
{
   static const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
   EGLDisplay display = display_of(thread);
   if (!display)
      return "no display";
   if (!eglInitialize(display, NULL, NULL))
      return "eglInitialize";
   EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attribs);
   if (!context)
      return "eglCreateContext";
   if (!make_current(display, context))
      return "eglMakeCurrent";
   if (!render(value))
      return "wrong pixel";
   if (forks_at == 1)
      fork_and_render(thread);
   make_current(display, EGL_NO_CONTEXT);
   eglDestroyContext(display, context);
   if (!eglTerminate(display))
      return "eglTerminate";
   if (forks_at == 2)
      fork_and_render(thread);
   return NULL;
}

/* Waits until the child ends; kills it after CHILD_LIMIT_S. */
static bool child_succeeds(pid_t pid, unsigned number)
{
   int status = 0;
   for (unsigned ms = 0; ms < CHILD_LIMIT_S * 1000; ms += 5) {
      pid_t ended = waitpid(pid, &status, WNOHANG);
      if (ended == pid) {
         if (WIFEXITED(status) && !WEXITSTATUS(status))
            return true;
         printf("fork %u: status 0x%x\n", number, status);
         return false;
      }
      nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
   }
   printf("fork %u: process %d hangs\n", number, (int)pid);
   if (!getenv("GLOAM_TEST_KEEP"))
      kill(pid, SIGKILL);
   waitpid(pid, &status, 0);
   return false;
}

static void fork_and_render(unsigned thread)
{
   unsigned number = atomic_fetch_add(&forks, 1);
   if (number >= forks_wanted)
      return;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
   return; /* a child of AddressSanitizer may hang in its allocator, ThreadSanitizer refuses threads in a child */
#endif
   pthread_rwlock_wrlock(&libglvnd);
   pid_t pid = fork();
   if (pid == 0) {
      libglvnd = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
      const char *failure = render_on_new_context(thread, 10 + number % 200, 0);
      if (failure)
         fprintf(stderr, "fork %u: %s: EGL error 0x%x\n", number, failure, (unsigned)eglGetError());
      _exit(failure ? 1 : 0);
   }
   pthread_rwlock_unlock(&libglvnd);
   if (pid < 0 || !child_succeeds(pid, number))
      failures++;
}

static void *work(void *data)
{
   unsigned thread = (unsigned)(uintptr_t)data, seed = 17 * thread + 1;
   display_of(thread);
   pthread_barrier_wait(&barrier);
   while (forks < forks_wanted && !failures) {
      const char *failure = render_on_new_context(thread, rounds++ % 200, rand_r(&seed) % 3);
      if (failure) {
         printf("thread %u: %s\n", thread, failure);
         failures++;
      }
      nanosleep(&(struct timespec){.tv_nsec = rand_r(&seed) % 2000000}, NULL);
   }
   pthread_barrier_wait(&barrier);
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   const char *count = getenv("GLOAM_TEST_FORKS");
   if (count)
      forks_wanted = (unsigned)atoi(count);
   setvbuf(stdout, NULL, _IONBF, 0);
   pthread_barrier_init(&barrier, NULL, THREADS);
   for (uintptr_t i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, work, (void *)i))
         return 1;
   for (unsigned i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   printf("%u forks, %u rounds, %u failures\n", forks_wanted, (unsigned)rounds, (unsigned)failures);
   return failures != 0 || rounds == 0;
}
