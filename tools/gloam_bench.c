/* gloam_bench.c: measures gloam against another EGL vendor (Mesa's llvmpipe by default) in the same run: each workload is
 * run by child processes that alternate between the two. Printed are the median rates, and of the rounds' ratios the median and
 * the quartiles. It is a plain EGL and OpenGL ES 2.0 program; nothing in it knows either driver, but that A has to be gloam.
 * Workloads are in bench/.
 *
 *   gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json] [WORKLOAD ...]
 *   gloam-bench --scaling [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [WORKLOAD ...]   gloam with two threads against one
 *   --busy keeps every CPU busy with a loop that yields to everything else: a CPU's clock is often higher, and waking it takes
 *   longer, when others are idle; so one thread is not compared on other terms than two.
 *   gloam-bench --child WORKLOAD SECONDS      one measurement: prints a rate
 *   gloam-bench --child renderer 0            prints who renders: GL_VENDOR, GL_RENDERER
 *
 * A is the vendor file that belongs to this program's build or installation folder, unless --a or
 * __EGL_VENDOR_LIBRARY_FILENAMES say another. */
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"

static const struct bench_workload *const themes[] = { bench_fragment, bench_geometry, bench_memory, bench_commands };
#define THEMES (sizeof(themes) / sizeof(themes[0]))

static const struct bench_workload *find_workload(const char *name)
{
   for (unsigned i = 0; i < THEMES; i++)
      for (const struct bench_workload *w = themes[i]; w->name; w++)
         if (!strcmp(w->name, name))
            return w;
   fprintf(stderr, "gloam-bench: no workload %s\n", name);
   return NULL;
}

/* ---- a child ---- */

static double first_pixel(void)
{
   bench_fill_prepare();
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   GLubyte pixel[4];
   glReadPixels(5, 5, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   return 1;
}

static int child(const char *name, double seconds)
{
   double start = bench_now(), units = 0;
   if (!strcmp(name, "renderer")) {
      bench_open_context();
      printf("%s, %s\n", (const char *)glGetString(GL_VENDOR), (const char *)glGetString(GL_RENDERER));
      return 0;
   }
   const struct bench_workload *w = find_workload(name);
   if (!w)
      return 2;
   bench_open_context();
   if (w->prepare)
      w->prepare();
   if (!w->once)
      w->run(); /* warm: code compiled, memory touched */
   if (w->run)
      start = bench_now();
   do
      units += w->run ? w->run() : first_pixel();
   while (!w->once && bench_now() - start < seconds);
   double rate = units / (bench_now() - start);
   if (glGetError())
      bench_fail("a GL command failed");
   printf("%.9g\n", rate);
   return 0;
}

/* ---- the parent ---- */

/* One of the two that are compared. threads: of gloam; NULL: what the environment says. */
struct side { const char *vendor, *threads; };

/* The first line that a child prints on this side's EGL. False: it failed. */
static int ask_child(const struct side *side, const char *name, const char *seconds, char *line, int size)
{
   int pipes[2];
   if (pipe(pipes))
      return 0;
   pid_t pid = fork();
   if (pid == 0) {
      dup2(pipes[1], 1);
      close(pipes[0]);
      close(pipes[1]);
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", side->vendor, 1);
      setenv("EGL_PLATFORM", "surfaceless", 1);
      setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
      setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
      if (side->threads)
         setenv("GLOAM_THREADS", side->threads, 1);
      execl("/proc/self/exe", "gloam-bench", "--child", name, seconds, (char *)NULL);
      _exit(127);
   }
   close(pipes[1]);
   FILE *in = fdopen(pipes[0], "r");
   int got = fgets(line, size, in) != NULL;
   fclose(in);
   int status;
   waitpid(pid, &status, 0);
   line[got ? strcspn(line, "\n") : 0] = 0;
   return got && !status;
}

static double measure(const struct side *side, const char *name, const char *seconds)
{
   char line[256];
   return ask_child(side, name, seconds, line, sizeof(line)) ? atof(line) : 0;
}

/* In the build folder, tools/gloam-bench and 40_gloam.json; installed, bin/gloam-bench and
 * share/glvnd/egl_vendor.d/40_gloam.json. */
static const char *own_vendor(void)
{
   static const char *const places[] = {"../40_gloam.json", "../share/glvnd/egl_vendor.d/40_gloam.json"};
   static char path[PATH_MAX + 64];
   char folder[PATH_MAX];
   ssize_t length = readlink("/proc/self/exe", folder, sizeof(folder) - 1);
   folder[length > 0 ? length : 0] = 0;
   char *slash = strrchr(folder, '/');
   if (!slash)
      return NULL;
   *slash = 0;
   for (unsigned i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
      snprintf(path, sizeof(path), "%s/%s", folder, places[i]);
      if (!access(path, R_OK))
         return path;
   }
   return NULL;
}

/* Says who is compared with whom. False: A is not gloam, or one of them does not work. */
static int introduce(const struct side side[2])
{
   char line[256];
   for (int k = 0; k < 2; k++) {
      if (!side[k].vendor || !ask_child(&side[k], "renderer", "0", line, sizeof(line))) {
         fprintf(stderr, "gloam-bench: %c, %s, does not render (--%c names a vendor file)\n", 'A' + k,
                 side[k].vendor ? side[k].vendor : "no vendor file found", 'a' + k);
         return 0;
      }
      printf("%c: %s (%s)\n", 'A' + k, line, side[k].vendor);
      if (k == 0 && strncmp(line, "gloam,", 6)) {
         fprintf(stderr, "gloam-bench: A is not gloam\n");
         return 0;
      }
   }
   return 1;
}

static int by_value(const void *a, const void *b)
{
   double x = *(const double *)a, y = *(const double *)b;
   return (x > y) - (x < y);
}

static double median(double *values, int count)
{
   qsort(values, (size_t)count, sizeof(*values), by_value);
   return count & 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static void compare(const struct side side[2], const struct bench_workload *w, int rounds, const char *seconds)
{
   double rates[2][99], ratio[99];
   for (int r = 0; r < rounds; r++) {
      for (int k = 0; k < 2; k++)
         rates[k][r] = measure(&side[k], w->name, seconds) * w->scale;
      ratio[r] = rates[1][r] > 0 ? rates[0][r] / rates[1][r] : 0;
   }
   const double a = median(rates[0], rounds), b = median(rates[1], rounds), middle = median(ratio, rounds);
   printf("%-15s %12.4g %12.4g  %-11s %.2f  (%.2f to %.2f)\n", w->name, a, b, w->unit, middle, ratio[(rounds - 1) / 4],
          ratio[rounds - 1 - (rounds - 1) / 4]);
   fflush(stdout);
}

/* One process per CPU, of the lowest kind of priority; they end with this one. */
static void keep_busy(void)
{
   for (long n = sysconf(_SC_NPROCESSORS_ONLN); n > 0; n--) {
      if (fork() != 0)
         continue;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){ 0 }))
         _exit(1);
      for (volatile unsigned long turns = 0;; turns++)
         ;
   }
}

static int usage(void)
{
   fprintf(stderr, "usage: gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json | --scaling] [--busy] "
                   "[WORKLOAD ...]\n");
   return 2;
}

int main(int argc, char **argv)
{
   if (argc == 4 && !strcmp(argv[1], "--child"))
      return child(argv[2], atof(argv[3]));
   struct side side[2] = { { getenv("__EGL_VENDOR_LIBRARY_FILENAMES"), NULL },
                           { "/usr/share/glvnd/egl_vendor.d/50_mesa.json", NULL } };
   if (!side[0].vendor || !*side[0].vendor)
      side[0].vendor = own_vendor();
   const char *seconds = "1";
   int rounds = 5, first = 1, scaling = 0, busy = 0;
   for (; first < argc && argv[first][0] == '-'; first++) {
      const char *option = argv[first];
      if (!strcmp(option, "--scaling")) {
         scaling = 1;
         continue;
      }
      if (!strcmp(option, "--busy")) {
         busy = 1;
         continue;
      }
      if (++first == argc)
         return usage();
      if (!strcmp(option, "-n"))
         rounds = atoi(argv[first]);
      else if (!strcmp(option, "-t"))
         seconds = argv[first];
      else if (!strcmp(option, "--a"))
         side[0].vendor = argv[first];
      else if (!strcmp(option, "--b"))
         side[1].vendor = argv[first];
      else
         return usage();
   }
   if (scaling) {
      side[1] = (struct side){ side[0].vendor, "1" };
      side[0].threads = "2";
   }
   if (rounds < 1 || rounds > 99)
      rounds = 5;
   for (int k = first; k < argc; k++)
      if (!find_workload(argv[k]))
         return 2;
   if (!introduce(side))
      return 1;
   fflush(stdout);
   if (busy)
      keep_busy();
   printf("%-15s %12s %12s  %-11s %s\n", "workload", "A", "B", "unit", "A/B (quartiles)");
   for (unsigned i = 0; i < THEMES; i++)
      for (const struct bench_workload *w = themes[i]; w->name; w++) {
         int wanted = first == argc;
         for (int k = first; k < argc; k++)
            wanted |= !strcmp(argv[k], w->name);
         if (wanted)
            compare(side, w, rounds, seconds);
      }
   return 0;
}
