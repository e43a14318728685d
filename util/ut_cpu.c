/* ut_cpu.c: facts about the host. Limits are read from the process's cgroup and all its ancestors, since each may set one. */
#include "util/ut_cpu.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/ut_env.h"

static enum ut_isa host_isa(void)
{
#if defined(__x86_64__)
   __builtin_cpu_init();
   if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("bmi2"))
      return UT_ISA_AVX512;
   if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return UT_ISA_AVX2;
#endif
   return UT_ISA_SSE2;
}

enum ut_isa ut_cpu_isa(void)
{
   enum ut_isa isa = host_isa();
   const char *limit = ut_env_str(UT_ENV_SIM_CPU);
   if (!strcmp(limit, "sse"))
      return UT_ISA_SSE2;
   if (!strcmp(limit, "avx2") && isa > UT_ISA_AVX2)
      return UT_ISA_AVX2;
   return isa;
}

bool ut_cpu_has_vbmi(void)
{
#if defined(__x86_64__)
   return ut_cpu_isa() == UT_ISA_AVX512 && __builtin_cpu_supports("avx512vbmi") && !*ut_env_str(UT_ENV_SIM_CPU);
#else
   return false;
#endif
}

const char *ut_isa_name(enum ut_isa isa)
{
   static const char *const names[] = {"SSE2", "AVX2", "AVX-512"};
   return names[isa];
}

static bool read_text(const char *path, char *text, size_t size_B)
{
   FILE *file = fopen(path, "re");
   if (!file)
      return false;
   size_t length = fread(text, 1, size_B - 1, file);
   text[length] = 0;
   fclose(file);
   return length > 0;
}

/* Calls `visit` with the text of `file` in this process's cgroup and each ancestor, for v2 or one v1 controller. */
static void for_each_cgroup(const char *controller, const char *file, void (*visit)(const char *text, void *data),
                            void *data)
{
   char groups[4096];
   if (!read_text("/proc/self/cgroup", groups, sizeof(groups)))
      return;
   for (char *line = groups, *next; line && *line; line = next) {
      next = strchr(line, '\n');
      if (next)
         *next++ = 0;
      char *names = strchr(line, ':');
      char *path = names ? strchr(names + 1, ':') : NULL;
      if (!path)
         continue;
      *path++ = 0;
      names++;
      if (*names && !strstr(names, controller))
         continue;
      char dir[1024];
      snprintf(dir, sizeof(dir), "%s", path);
      for (;;) {
         char full[1400], text[256];
         if (*names)
            snprintf(full, sizeof(full), "/sys/fs/cgroup/%s%s/%s", controller, strcmp(dir, "/") ? dir : "", file);
         else
            snprintf(full, sizeof(full), "/sys/fs/cgroup%s/%s", strcmp(dir, "/") ? dir : "", file);
         if (read_text(full, text, sizeof(text)))
            visit(text, data);
         char *slash = strrchr(dir, '/');
         if (!slash || !strcmp(dir, "/"))
            break;
         slash[slash == dir ? 1 : 0] = 0;
      }
   }
}

double ut_cpu_parse_cpu_max(const char *text)
{
   double quota, period;
   if (sscanf(text, "%lf %lf", &quota, &period) != 2 || quota <= 0 || period <= 0)
      return 0; /* "max 100000": no limit */
   return quota / period;
}

static void visit_cpu_max(const char *text, void *data)
{
   double *cpus = data, quota = ut_cpu_parse_cpu_max(text);
   if (quota > 0 && quota < *cpus)
      *cpus = quota;
}

static void visit_number(const char *text, void *data)
{
   double *number = data;
   *number = atof(text);
}

unsigned ut_cpu_threads(void)
{
   cpu_set_t set;
   double cpus = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
   for_each_cgroup("cpu", "cpu.max", visit_cpu_max, &cpus);
   double quota = 0, period = 0;
   for_each_cgroup("cpu", "cpu.cfs_quota_us", visit_number, &quota);
   for_each_cgroup("cpu", "cpu.cfs_period_us", visit_number, &period);
   if (quota > 0 && period > 0 && quota / period < cpus)
      cpus = quota / period;
   unsigned threads = (unsigned)ceil(cpus - 0.01);
   return threads < 1 ? 1 : threads;
}

static void visit_memory(const char *text, void *data)
{
   uint64_t *limit = data;
   char *end;
   unsigned long long value = strtoull(text, &end, 10);
   if (end != text && value > 0 && value < *limit)
      *limit = value;
}

uint64_t ut_memory_limit_B(void)
{
   uint64_t limit = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
   for_each_cgroup("memory", "memory.max", visit_memory, &limit);
   for_each_cgroup("memory", "memory.limit_in_bytes", visit_memory, &limit);
   return limit;
}
