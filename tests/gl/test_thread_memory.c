/* test_thread_memory.c: a process that draws one triangle has as much memory with 64 configured threads as with 2, within 1 MB. The program
 * runs itself with GLOAM_THREADS set for each measurement. */
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/egl/egl_test.h"

#define MOST_MORE_KB 1024
#define RUNS 3 /* the smallest counts */
#define SIZE 1024 /* 256 tiles of the simulated GPU, so that a call has items for all threads */

/* Resident memory of this process without pages of files: the kernel maps those of libraries ahead as it likes. */
static long resident_kB(void)
{
   long kB = 0;
   char line[128];
   FILE *file = fopen("/proc/self/smaps_rollup", "r");
   assert_non_null(file);
   while (fgets(line, sizeof line, file)) {
      long part;
      if (sscanf(line, "Anonymous: %ld kB", &part) == 1 || sscanf(line, "Pss_Shmem: %ld kB", &part) == 1)
         kB += part;
   }
   fclose(file);
   return kB;
}

static GLuint compile(GLenum stage, const char *text)
{
   GLuint shader = glCreateShader(stage);
   glShaderSource(shader, 1, &text, NULL);
   glCompileShader(shader);
   return shader;
}

static void draw_triangle(void)
{
   EGLDisplay dpy = surfaceless_display();
   EGLConfig config = any_config(dpy);
   static const EGLint size[] = { EGL_WIDTH, SIZE, EGL_HEIGHT, SIZE, EGL_NONE };
   static const EGLint version[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };
   EGLSurface surface = eglCreatePbufferSurface(dpy, config, size);
   EGLContext ctx = eglCreateContext(dpy, config, EGL_NO_CONTEXT, version);
   assert_true(eglMakeCurrent(dpy, surface, surface, ctx));
   GLuint program = glCreateProgram();
   glAttachShader(program, compile(GL_VERTEX_SHADER, "attribute vec4 p; void main() { gl_Position = p; }"));
   glAttachShader(program, compile(GL_FRAGMENT_SHADER, "precision mediump float; uniform vec4 c; void main() { gl_FragColor = c; }"));
   glBindAttribLocation(program, 0, "p");
   glLinkProgram(program);
   glUseProgram(program);
   glUniform4f(glGetUniformLocation(program, "c"), 0.2f, 0.4f, 0.6f, 1.0f);
   static const float corners[] = { -1, -1, 3, -1, -1, 3 };
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   uint8_t pixel[4] = { 0 };
   glReadPixels(SIZE - 1, SIZE - 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   static const uint8_t expected[] = { 51, 102, 153, 255 };
   assert_memory_equal(pixel, expected, 4);
}

/* Resident memory of a process that has drawn a triangle with so many threads. */
static long measure_kB(const char *threads)
{
   int ends[2];
   assert_int_equal(pipe(ends), 0);
   pid_t child = fork();
   assert_true(child >= 0);
   if (!child) {
      dup2(ends[1], STDOUT_FILENO);
      setenv("GLOAM_THREADS", threads, 1);
      execl("/proc/self/exe", "test_thread_memory", "draw", (char *)NULL);
      _exit(127);
   }
   close(ends[1]);
   char text[64] = "";
   ssize_t length = read(ends[0], text, sizeof text - 1);
   close(ends[0]);
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status) && !WEXITSTATUS(status) && length > 0);
   return strtol(text, NULL, 10);
}

static void threads_without_work_have_no_memory(void **state)
{
   long few_kB = LONG_MAX, many_kB = LONG_MAX;
   for (unsigned run = 0; run < RUNS; run++) {
      long few = measure_kB("2"), many = measure_kB("64");
      few_kB = few < few_kB ? few : few_kB;
      many_kB = many < many_kB ? many : many_kB;
   }
   print_message("2 threads: %ld kB, 64 threads: %ld kB\n", few_kB, many_kB);
   assert_true(few_kB > 0);
   assert_true(many_kB - few_kB < MOST_MORE_KB);
}

int main(int argc, char **argv)
{
   if (argc > 1) {
      draw_triangle();
      printf("%ld\n", resident_kB());
      return 0;
   }
   const struct CMUnitTest tests[] = { cmocka_unit_test(threads_without_work_have_no_memory) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
