/* gloam_bench.c: compares gloam (A) with another EGL vendor (B; Mesa's llvmpipe by default). A round starts a new process for
 * each of the two. The processes run alternately in slices of 0.1 s while the other one waits, so that changes of a shared
 * machine's speed affect both. The ratio of a round is the median of its turns. Output: median rates, and median and quartiles of
 * the rounds' ratios. A plain EGL and OpenGL ES program; it checks that A is gloam and is otherwise independent of
 * both drivers. Workloads are in bench/.
 *
 *   gloam-bench [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [--b VENDOR.json] [WORKLOAD ...]
 *   gloam-bench --scaling [-n ROUNDS] [-t SECONDS] [--a VENDOR.json] [WORKLOAD ...]
 *      Compares gloam with two threads (A) and with one (B), on two CPUs. The two CPUs may differ in speed, so B runs on each of
 *      them in turn. Turns in which the CPUs were two threads of one core are discarded.
 *   gloam-bench --list                        prints the workloads and their units
 *   --json FILE  writes the figures to FILE as well (performance.py makes docs/performance.md from them)
 *   --busy  runs a loop of class SCHED_IDLE on every CPU. Without it, idle CPUs raise the clock of the others and take longer to
 *           wake up, and one thread is not measured under the same conditions as two.
 *   gloam-bench --child WORKLOAD SECONDS      one measurement: prints a rate
 *   gloam-bench --child WORKLOAD slices       a measurement per input line "SECONDS CPU"; CPU -1: any
 *   gloam-bench --child renderer 0            prints GL_VENDOR, GL_RENDERER, GL_VERSION
 *
 * A is the vendor file of --a, of __EGL_VENDOR_LIBRARY_FILENAMES, or of this program's build or installation folder. */
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

static const struct bench_workload *const themes[] = { bench_fragment, bench_geometry, bench_memory, bench_commands,
                                                    bench_sampling, bench_targets, bench_transfers, bench_core,
                                                    bench_compute, bench_legacy, bench_updates };
#define THEMES (sizeof(themes) / sizeof(themes[0]))

const struct bench_workload *bench_current;

static const struct bench_workload *find_workload(const char *name)
{
   for (unsigned i = 0; i < THEMES; i++)
      for (const struct bench_workload *w = themes[i]; w->name; w++)
         if (!strcmp(w->name, name))
            return w;
   fprintf(stderr, "gloam-bench: no workload %s\n", name);
   return NULL;
}

/* ---- child process ---- */

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

/* Pins the calling thread. With GLOAM_THREADS=1 it executes the frames that it waits for itself. */
static void pin_to_cpu(int cpu)
{
   cpu_set_t set;
   CPU_ZERO(&set);
   CPU_SET(cpu, &set);
   if (sched_setaffinity(0, sizeof(set), &set))
      bench_fail("no such CPU");
}

/* Prints a rate for each slice that stdin requests. A slice begins with a warm-up of a quarter of its length, because the clock
 * of an idle CPU is low at first. */
static void run_slices(const struct bench_workload *w)
{
   char line[64];
   while (fgets(line, sizeof(line), stdin)) {
      double seconds, units = 0, start = bench_now();
      int cpu;
      if (sscanf(line, "%lf %d", &seconds, &cpu) != 2)
         bench_fail("bad slice");
      if (cpu >= 0)
         pin_to_cpu(cpu);
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

static int child(const char *name, const char *mode)
{
   double start = bench_now(), units = 0, seconds = atof(mode);
   if (!strcmp(name, "renderer")) {
      bench_open_context(20);
      printf("%s, %s, %s\n", (const char *)glGetString(GL_VENDOR), (const char *)glGetString(GL_RENDERER),
             (const char *)glGetString(GL_VERSION));
      return 0;
   }
   const struct bench_workload *w = find_workload(name);
   if (!w)
      return 2;
   bench_current = w;
   bench_open_context(w->version);
   if (w->prepare)
      w->prepare();
   if (!w->once)
      w->run(); /* warm-up: compiles shaders, touches memory */
   if (!strcmp(mode, "slices")) {
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

/* ---- parent process ---- */

/* A or B. threads: value of GLOAM_THREADS; NULL: unchanged. cache: folder of the shader cache; NULL: none. cpu: CPUs of its two
 * slices of a turn; -1: any. */
struct side { const char *vendor, *threads, *cache; int cpu[2]; char renderer[512]; };

struct child_process { pid_t pid; FILE *to, *from; };

/* Starts a child process with this side's EGL vendor. `mode` is the argument after the workload. */
static bool start_child(const struct side *side, const char *name, const char *mode, struct child_process *child_process)
{
   int in[2], out[2];
   if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
      return false;
   child_process->pid = fork();
   if (child_process->pid == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", side->vendor, 1);
      setenv("EGL_PLATFORM", "surfaceless", 1);
      setenv("MESA_SHADER_CACHE_DISABLE", side->cache ? "false" : "true", 1);
      setenv("GLOAM_SHADER_CACHE_DISABLE", side->cache ? "0" : "1", 1);
      if (side->cache) {
         setenv("MESA_SHADER_CACHE_DIR", side->cache, 1);
         setenv("GLOAM_SHADER_CACHE_DIR", side->cache, 1);
      }
      if (side->threads)
         setenv("GLOAM_THREADS", side->threads, 1);
      execl("/proc/self/exe", "gloam-bench", "--child", name, mode, (char *)NULL);
      _exit(127);
   }
   close(in[0]);
   close(out[1]);
   child_process->to = fdopen(in[1], "w");
   child_process->from = fdopen(out[0], "r");
   return true;
}

/* False: the child failed. */
static bool end_child(struct child_process *child_process)
{
   int status;
   fclose(child_process->to);
   fclose(child_process->from);
   return waitpid(child_process->pid, &status, 0) == child_process->pid && !status;
}

/* Runs a child and reads the first line that it prints. False: the child failed. */
static bool ask_child(const struct side *side, const char *name, const char *mode, char *line, int size)
{
   struct child_process child_process;
   if (!start_child(side, name, mode, &child_process))
      return false;
   bool got = fgets(line, size, child_process.from) != NULL;
   line[got ? strcspn(line, "\n") : 0] = 0;
   return end_child(&child_process) && got;
}

/* The vendor file relative to this executable: in the build folder (tools/gloam-bench, 40_gloam.json) or installed
 * (bin/gloam-bench, share/glvnd/egl_vendor.d/40_gloam.json). */
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

/* Prints the vendors and renderers. False: A is not gloam, or one of the two cannot render. */
static bool print_sides(struct side side[2])
{
   for (int k = 0; k < 2; k++) {
      char *const line = side[k].renderer;
      if (!side[k].vendor || !ask_child(&side[k], "renderer", "0", line, sizeof(side[k].renderer))) {
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

#define TWO_CORES 1.8 /* least value of bench_cores() for two cores */

/* The result of a round; 0: it failed, or all of its turns were discarded. */
struct round { double rate[2], ratio; int turns, counted; };

static double rate_once(const struct side *side, const char *name)
{
   char line[256];
   return ask_child(side, name, "0", line, sizeof(line)) ? atof(line) : 0;
}

/* The rate of a second process with the cache of a first one. */
static double rate_warm(struct side side, const char *name)
{
   char folder[] = "/tmp/gloam-bench-XXXXXX", command[64];
   side.cache = mkdtemp(folder);
   double rate = side.cache && rate_once(&side, name) > 0 ? rate_once(&side, name) : 0;
   snprintf(command, sizeof(command), "rm -rf %s", folder);
   return system(command) ? 0 : rate;
}

static struct round measure_once(const struct side side[2], const struct bench_workload *w)
{
   struct round r = { 0 };
   for (int k = 0; k < 2; k++)
      r.rate[k] = w->warm_cache ? rate_warm(side[k], w->name) : rate_once(&side[k], w->name);
   r.ratio = r.rate[1] > 0 ? r.rate[0] / r.rate[1] : 0;
   return r;
}

/* True without --scaling, when no CPUs are selected. */
static bool are_two_cores(const int cpu[2])
{
   return cpu[0] < 0 || bench_cores(cpu) >= TWO_CORES;
}

static struct round measure_slices(const struct side side[2], const char *name, double seconds)
{
   static const int order[4] = { 0, 1, 1, 0 }; /* symmetric: a linear drift of the machine's speed cancels out */
   int turns = (int)(seconds / SLICE_S / 2 + 0.5), started = 0;
   turns = turns < 1 ? 1 : turns > MAX_TURNS ? MAX_TURNS : turns;
   double rate[2][MAX_TURNS], ratio[MAX_TURNS];
   int counted = 0;
   struct child_process child_process[2];
   while (started < 2 && start_child(&side[started], name, "slices", &child_process[started]))
      started++;
   bool ok = started == 2;
   for (int i = 0; ok && i < turns; i++) {
      double sum[2] = { 0 };
      bool counts = are_two_cores(side[1].cpu);
      for (int n = 0; n < 4; n++) {
         const int k = order[n];
         char line[64];
         fprintf(child_process[k].to, "%.9g %d\n", seconds / turns / 2, side[k].cpu[n / 2]);
         ok &= !fflush(child_process[k].to) && fgets(line, sizeof(line), child_process[k].from);
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
      ok &= end_child(&child_process[k]);
   if (!ok)
      return (struct round){ 0 };
   if (!counted)
      return (struct round){ .turns = turns };
   return (struct round){ { median(rate[0], counted), median(rate[1], counted) }, median(ratio, counted), turns, counted };
}

/* Measures a workload, prints its line, and adds its row to `json` unless that is NULL. False: a child failed; its rates are 0. */
static bool compare(const struct side side[2], const struct bench_workload *w, int rounds, double seconds, FILE *json)
{
   static bool has_rows;
   double rate[2][MAX_ROUNDS], ratio[MAX_ROUNDS];
   int turns = 0, counted = 0, good = 0;
   bool failed = false;
   for (int r = 0; r < rounds; r++) {
      const struct round round = w->once ? measure_once(side, w) : measure_slices(side, w->name, seconds);
      turns += round.turns;
      counted += round.counted;
      if (round.turns && !round.counted && side[1].cpu[0] >= 0)
         continue; /* the CPUs were one core in all turns */
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
   struct bench_result r = { w, { median(rate[0], rounds), median(rate[1], rounds) }, median(ratio, rounds), .is_first = !has_rows };
   r.low = ratio[(rounds - 1) / 4];
   r.high = ratio[rounds - 1 - (rounds - 1) / 4];
   printf("%-15s %12.4g %12.4g  %-11s %.2f  (%.2f to %.2f)", w->name, r.rate[0], r.rate[1], w->unit, r.ratio, r.low, r.high);
   if (turns && side[1].cpu[0] >= 0)
      printf("  %d of %d turns, %d rounds", counted, turns, rounds);
   putchar('\n');
   fflush(stdout);
   if (json && !failed) {
      bench_report_row(json, &r);
      has_rows = true;
   }
   return !failed;
}

/* Starts one process of class SCHED_IDLE per CPU. They end with this process. */
static void keep_busy(void)
{
   for (long n = sysconf(_SC_NPROCESSORS_ONLN); n > 0; n--) {
      if (fork() != 0)
         continue;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){ 0 }))
         _exit(1);
      for (;;)
         __asm__ volatile("");
   }
}

/* Restricts this process and its children to two of its CPUs. False: it has only one. */
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
                   "[--json FILE] [WORKLOAD ...]\n       gloam-bench --list\n");
   return 2;
}

static int list(void)
{
   for (unsigned i = 0; i < THEMES; i++)
      for (const struct bench_workload *w = themes[i]; w->name; w++)
         printf("%s %s\n", w->name, w->unit);
   return 0;
}

static bool is_wanted(const char *name, char *const *names, int count)
{
   for (int i = 0; i < count; i++)
      if (!strcmp(name, names[i]))
         return true;
   return count == 0;
}

/* The exit code: 1 if a workload failed. */
static int compare_all(const struct side side[2], char *const *names, int count, int rounds, double seconds, FILE *json)
{
   int result = 0;
   printf("%-15s %12s %12s  %-11s %s\n", "workload", "A", "B", "unit", "A/B (quartiles)");
   if (json)
      bench_report_begin(json, (const char *const[]){ side[0].renderer, side[1].renderer }, rounds, seconds);
   for (unsigned i = 0; i < THEMES; i++)
      for (const struct bench_workload *w = themes[i]; w->name; w++)
         if (is_wanted(w->name, names, count) && !compare(side, w, rounds, seconds, json))
            result = 1;
   if (json)
      bench_report_end(json);
   if (json && fclose(json)) {
      perror("gloam-bench: --json");
      result = 1;
   }
   return result;
}

int main(int argc, char **argv)
{
   if (argc == 4 && !strcmp(argv[1], "--child"))
      return child(argv[2], argv[3]);
   if (argc == 2 && !strcmp(argv[1], "--list"))
      return list();
   struct side side[2] = { { .vendor = getenv("__EGL_VENDOR_LIBRARY_FILENAMES"), .cpu = { -1, -1 } },
                           { .vendor = "/usr/share/glvnd/egl_vendor.d/50_mesa.json", .cpu = { -1, -1 } } };
   if (!side[0].vendor || !*side[0].vendor)
      side[0].vendor = own_vendor();
   double seconds = 1;
   int rounds = 5, first = 1, scaling = 0, busy = 0;
   const char *json_path = NULL;
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
      else if (!strcmp(option, "--json"))
         json_path = argv[first];
      else
         return usage();
   }
   if (scaling) {
      side[1].vendor = side[0].vendor;
      side[1].threads = "1";
      side[0].threads = "2";
      if (!take_two_cpus(side[1].cpu)) {
         fprintf(stderr, "gloam-bench: --scaling needs two CPUs\n");
         return 77; /* "skipped" for test runners */
      }
   }
   if (rounds < 1 || rounds > MAX_ROUNDS)
      rounds = 5;
   signal(SIGPIPE, SIG_IGN); /* a failed child makes its round fail, not this process */
   for (int k = first; k < argc; k++)
      if (!find_workload(argv[k]))
         return 2;
   if (!print_sides(side))
      return 1;
   fflush(stdout);
   FILE *json = json_path ? fopen(json_path, "we") : NULL; /* closed in the children */
   if (json_path && !json) {
      perror(json_path);
      return 1;
   }
   if (busy)
      keep_busy();
   return compare_all(side, argv + first, argc - first, rounds, seconds, json);
}
