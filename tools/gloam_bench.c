/* gloam_bench.c: measures gloam against another EGL vendor (Mesa's llvmpipe by default) in the same run. A round is a new
 * process for each of the two, which run in turn, a slice of a tenth of a second at a time, while the other one waits: so what
 * a shared machine's speed does meanwhile happens to both. The round's ratio is the median of its turns. Printed are
 * the median rates, and of the rounds' ratios the median and the quartiles. It is a plain EGL and OpenGL ES 2.0 program;
 * nothing in it knows either driver, but that A has to be gloam. Workloads are in bench/.
 *
 *   gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json] [WORKLOAD ...]
 *   gloam-bench --scaling [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [WORKLOAD ...]   gloam with two threads against one, on two
 *   CPUs, which need not be equally fast: the one is on either of them in turn. Only turns count in which they were two cores.
 *   --busy keeps every CPU busy with a loop that yields to everything else: a CPU's clock is often higher, and waking it takes
 *   longer, when others are idle; so one thread is not compared on other terms than two.
 *   gloam-bench --child WORKLOAD SECONDS      one measurement: prints a rate
 *   gloam-bench --child WORKLOAD slices       one for each line that comes in: seconds, and the CPU to be on or -1
 *   gloam-bench --child renderer 0            prints who renders: GL_VENDOR, GL_RENDERER
 *
 * A is the vendor file that belongs to this program's build or installation folder, unless --a or
 * __EGL_VENDOR_LIBRARY_FILENAMES say another. */
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
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

static double run(const struct bench_workload *w)
{
   return w->run ? w->run() : first_pixel();
}

/* The calling thread, which does all the work of a frame it waits for when gloam has one thread. */
static void stay_on(int cpu)
{
   cpu_set_t set;
   CPU_ZERO(&set);
   CPU_SET(cpu, &set);
   if (sched_setaffinity(0, sizeof(set), &set))
      bench_fail("no such CPU");
}

/* A rate for each slice that is asked for. One that is as long as SLICE_S begins with a quarter of it to warm up: a CPU that
 * was idle is slow at first. */
static void run_slices(const struct bench_workload *w)
{
   char line[64];
   while (fgets(line, sizeof(line), stdin)) {
      double seconds, units = 0, start = bench_now();
      int cpu;
      if (sscanf(line, "%lf %d", &seconds, &cpu) != 2)
         bench_fail("what slice?");
      if (cpu >= 0)
         stay_on(cpu);
      do
         run(w);
      while (bench_now() - start < seconds / 4);
      start = bench_now();
      do
         units += run(w);
      while (bench_now() - start < seconds);
      printf("%.9g\n", units / (bench_now() - start));
      fflush(stdout);
   }
}

static int child(const char *name, const char *how)
{
   double start = bench_now(), units = 0, seconds = atof(how);
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
   if (!strcmp(how, "slices")) {
      run_slices(w);
   } else {
      if (w->run)
         start = bench_now();
      do
         units += run(w);
      while (!w->once && bench_now() - start < seconds);
      printf("%.9g\n", units / (bench_now() - start));
   }
   if (glGetError())
      bench_fail("a GL command failed");
   return 0;
}

/* ---- the parent ---- */

/* One of the two that are compared. threads: of gloam; NULL: what the environment says. cpu: where it is in turn, if not -1. */
struct side { const char *vendor, *threads; int cpu[2]; };

struct runner { pid_t pid; FILE *to, *from; };

/* Begins a child on this side's EGL. `how` is its second argument. */
static bool start_child(const struct side *side, const char *name, const char *how, struct runner *runner)
{
   int in[2], out[2];
   if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
      return false;
   runner->pid = fork();
   if (runner->pid == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", side->vendor, 1);
      setenv("EGL_PLATFORM", "surfaceless", 1);
      setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
      setenv("GLOAM_SHADER_CACHE_DISABLE", "1", 1);
      if (side->threads)
         setenv("GLOAM_THREADS", side->threads, 1);
      execl("/proc/self/exe", "gloam-bench", "--child", name, how, (char *)NULL);
      _exit(127);
   }
   close(in[0]);
   close(out[1]);
   runner->to = fdopen(in[1], "w");
   runner->from = fdopen(out[0], "r");
   return true;
}

/* False: it failed. */
static bool end_child(struct runner *runner)
{
   int status;
   fclose(runner->to);
   fclose(runner->from);
   return waitpid(runner->pid, &status, 0) == runner->pid && !status;
}

/* The first line that a child prints. False: it failed. */
static bool ask_child(const struct side *side, const char *name, const char *how, char *line, int size)
{
   struct runner runner;
   if (!start_child(side, name, how, &runner))
      return false;
   bool got = fgets(line, size, runner.from) != NULL;
   line[got ? strcspn(line, "\n") : 0] = 0;
   return end_child(&runner) && got;
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
static bool introduce(const struct side side[2])
{
   char line[256];
   for (int k = 0; k < 2; k++) {
      if (!side[k].vendor || !ask_child(&side[k], "renderer", "0", line, sizeof(line))) {
         fprintf(stderr, "gloam-bench: %c, %s, does not render (--%c names a vendor file)\n", 'A' + k,
                 side[k].vendor ? side[k].vendor : "no vendor file found", 'a' + k);
         return false;
      }
      printf("%c: %s (%s)\n", 'A' + k, line, side[k].vendor);
      if (k == 0 && strncmp(line, "gloam,", 6)) {
         fprintf(stderr, "gloam-bench: A is not gloam\n");
         return false;
      }
   }
   return true;
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

#define SLICE_S 0.1
#define MAX_ROUNDS 99
#define MAX_TURNS 49 /* two slices of each side */

#define TWO_CORES 1.8 /* least of bench_cores() */

/* What of one round is printed; 0: it failed, or none of its turns counts. */
struct round { double rate[2], ratio; int turns, counted; };

static struct round measure_once(const struct side side[2], const char *name)
{
   struct round r = { 0 };
   for (int k = 0; k < 2; k++) {
      char line[256];
      r.rate[k] = ask_child(&side[k], name, "0", line, sizeof(line)) ? atof(line) : 0;
   }
   r.ratio = r.rate[1] > 0 ? r.rate[0] / r.rate[1] : 0;
   return r;
}

/* Without CPUs to be on, it does not matter what they are. */
static bool are_two_cores(const int cpu[2])
{
   return cpu[0] < 0 || bench_cores(cpu) >= TWO_CORES;
}

static struct round measure_slices(const struct side side[2], const char *name, double seconds)
{
   static const int order[4] = { 0, 1, 1, 0 }; /* what only goes up or down falls out */
   int turns = (int)(seconds / SLICE_S / 2 + 0.5), started = 0;
   turns = turns < 1 ? 1 : turns > MAX_TURNS ? MAX_TURNS : turns;
   double rate[2][MAX_TURNS], ratio[MAX_TURNS];
   int counted = 0;
   struct runner runner[2];
   while (started < 2 && start_child(&side[started], name, "slices", &runner[started]))
      started++;
   bool ok = started == 2;
   for (int i = 0; ok && i < turns; i++) {
      double sum[2] = { 0 };
      bool counts = are_two_cores(side[1].cpu);
      for (int n = 0; n < 4; n++) {
         const int k = order[n];
         char line[64];
         fprintf(runner[k].to, "%.9g %d\n", seconds / turns / 2, side[k].cpu[n / 2]);
         ok &= !fflush(runner[k].to) && fgets(line, sizeof(line), runner[k].from);
         sum[k] += ok ? atof(line) : 0;
         if (n == 1 || n == 3)
            counts &= are_two_cores(side[1].cpu);
      }
      if (!counts || !(sum[1] > 0))
         continue;
      ratio[counted] = sum[0] / sum[1];
      for (int k = 0; k < 2; k++)
         rate[k][counted] = sum[k] / 2;
      counted++;
   }
   for (int k = 0; k < started; k++)
      ok &= end_child(&runner[k]);
   if (!ok)
      return (struct round){ 0 };
   if (!counted)
      return (struct round){ .turns = turns };
   return (struct round){ { median(rate[0], counted), median(rate[1], counted) }, median(ratio, counted), turns, counted };
}

/* False: a child failed, whose rates are 0. */
static bool compare(const struct side side[2], const struct bench_workload *w, int rounds, double seconds)
{
   double rate[2][MAX_ROUNDS], ratio[MAX_ROUNDS];
   int turns = 0, counted = 0, good = 0;
   bool failed = false;
   for (int r = 0; r < rounds; r++) {
      const struct round round = w->once ? measure_once(side, w->name) : measure_slices(side, w->name, seconds);
      turns += round.turns;
      counted += round.counted;
      if (round.turns && !round.counted && side[1].cpu[0] >= 0)
         continue; /* on one core */
      for (int k = 0; k < 2; k++)
         rate[k][good] = round.rate[k] * w->scale;
      failed |= !(round.rate[0] > 0 && round.rate[1] > 0);
      ratio[good++] = round.ratio;
   }
   if (!good) {
      printf("%-15s the two CPUs were one core in all of %d turns\n", w->name, turns);
      return true;
   }
   rounds = good;
   const double a = median(rate[0], rounds), b = median(rate[1], rounds), middle = median(ratio, rounds);
   printf("%-15s %12.4g %12.4g  %-11s %.2f  (%.2f to %.2f)", w->name, a, b, w->unit, middle, ratio[(rounds - 1) / 4],
          ratio[rounds - 1 - (rounds - 1) / 4]);
   if (turns && side[1].cpu[0] >= 0)
      printf("  %d of %d turns, %d rounds", counted, turns, rounds);
   putchar('\n');
   fflush(stdout);
   return !failed;
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

/* This process, and its children, on two CPUs of those it may use. False: there is one. */
static bool take_two_cpus(int cpu[2])
{
   cpu_set_t set, two;
   CPU_ZERO(&two);
   int found = 0;
   if (sched_getaffinity(0, sizeof(set), &set))
      return false;
   for (int i = 0; found < 2 && i < CPU_SETSIZE; i++)
      if (CPU_ISSET(i, &set)) {
         CPU_SET(i, &two);
         cpu[found++] = i;
      }
   return found == 2 && !sched_setaffinity(0, sizeof(two), &two);
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
      return child(argv[2], argv[3]);
   struct side side[2] = { { getenv("__EGL_VENDOR_LIBRARY_FILENAMES"), NULL, { -1, -1 } },
                           { "/usr/share/glvnd/egl_vendor.d/50_mesa.json", NULL, { -1, -1 } } };
   if (!side[0].vendor || !*side[0].vendor)
      side[0].vendor = own_vendor();
   double seconds = 1;
   int rounds = 5, first = 1, scaling = 0, busy = 0, result = 0;
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
         seconds = atof(argv[first]);
      else if (!strcmp(option, "--a"))
         side[0].vendor = argv[first];
      else if (!strcmp(option, "--b"))
         side[1].vendor = argv[first];
      else
         return usage();
   }
   if (scaling) {
      side[1].vendor = side[0].vendor;
      side[1].threads = "1";
      side[0].threads = "2";
      if (!take_two_cpus(side[1].cpu)) {
         fprintf(stderr, "gloam-bench: --scaling needs two CPUs\n");
         return 77; /* as test runners have it: nothing can be said here */
      }
   }
   if (rounds < 1 || rounds > MAX_ROUNDS)
      rounds = 5;
   signal(SIGPIPE, SIG_IGN); /* a child that failed is a round that failed */
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
         if (wanted && !compare(side, w, rounds, seconds))
            result = 1;
      }
   return result;
}
