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
   return UT_ISA_BASE;
}

enum ut_isa ut_cpu_isa(void)
{
   enum ut_isa isa = host_isa();
   const char *limit = ut_env_str(UT_ENV_SIM_CPU);
   if (!strcmp(limit, "sse"))
      return UT_ISA_BASE;
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
#if defined(__x86_64__)
   static const char *const names[] = {"SSE2", "AVX2", "AVX-512"};
   return names[isa];
#elif defined(__aarch64__)
   return "NEON";
#else
   return "128-bit vectors";
#endif
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

/* Whether a list such as "cpu,cpuacct" has the name. */
static bool has_name(const char *list, const char *name)
{
   size_t length = strlen(name);
   for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
      if (!strncmp(at, name, length) && (!at[length] || at[length] == ','))
         return true;
   return false;
}

/* One folder of a cgroup: of v2, or of a controller of v1. */
struct cgroup { const char *folder; bool v1; void *data; };

/* Calls `visit` for this process's cgroup and each ancestor, for v2 and one v1 controller. */
static void for_each_cgroup(const struct ut_cgroups *at, const char *controller, void (*visit)(const struct cgroup *), void *data)
{
   char groups[4096];
   if (!read_text(at->list, groups, sizeof(groups)))
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
      bool v1 = *names;
      if (v1 && !has_name(names, controller))
         continue;
      char dir[1024], folder[1400];
      snprintf(dir, sizeof(dir), "%s", path);
      for (;;) {
         snprintf(folder, sizeof(folder), "%s%s%s%s", at->root, v1 ? "/" : "", v1 ? controller : "", strcmp(dir, "/") ? dir : "");
         visit(&(struct cgroup){ folder, v1, data });
         char *slash = strrchr(dir, '/');
         if (!slash || !strcmp(dir, "/"))
            break;
         slash[slash == dir ? 1 : 0] = 0;
      }
   }
}

static const struct ut_cgroups host = { "/proc/self/cgroup", "/sys/fs/cgroup" };

static bool read_file(const struct cgroup *group, const char *file, char *text, size_t size_B)
{
   char path[1500];
   snprintf(path, sizeof(path), "%s/%s", group->folder, file);
   return read_text(path, text, size_B);
}

double ut_cpu_parse_cpu_max(const char *text)
{
   double quota, period;
   if (sscanf(text, "%lf %lf", &quota, &period) != 2 || quota <= 0 || period <= 0)
      return 0; /* "max 100000": no limit */
   return quota / period;
}

/* v1 has quota and period in separate files; a quota of -1 is none. Each level may have others. */
static void visit_quota(const struct cgroup *group)
{
   char text[256], period[128];
   double *cpus = group->data, quota = 0;
   if (!group->v1 && read_file(group, "cpu.max", text, sizeof(text)))
      quota = ut_cpu_parse_cpu_max(text);
   if (group->v1 && read_file(group, "cpu.cfs_quota_us", text, 100) &&
       read_file(group, "cpu.cfs_period_us", period, sizeof(period))) {
      text[strcspn(text, "\n")] = ' ';
      strcat(text, period);
      quota = ut_cpu_parse_cpu_max(text);
   }
   if (quota > 0 && quota < *cpus)
      *cpus = quota;
}

double ut_cpu_quota(const struct ut_cgroups *at, double cpus)
{
   for_each_cgroup(at ? at : &host, "cpu", visit_quota, &cpus);
   return cpus;
}

unsigned ut_cpu_threads_of(double cpus)
{
   unsigned threads = (unsigned)ceil(cpus - 0.01);
   return threads < 1 ? 1 : threads;
}

unsigned ut_cpu_threads(void)
{
   /* The calling thread may be pinned to one CPU; ut_thread_create gives threads the mask of the first one. */
   cpu_set_t set;
   double cpus = sched_getaffinity(getpid(), sizeof(set), &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
   return ut_cpu_threads_of(ut_cpu_quota(NULL, cpus));
}

uint64_t ut_cpu_parse_size(const char *text)
{
   char *end;
   const uint64_t number = strtoull(text, &end, 10);
   return end == text ? 0 : *end == 'K' ? number << 10 : *end == 'M' ? number << 20 : number;
}

/* The kernel's figure: some versions of the C library add up the caches of all of an AMD CPU's core complexes. */
uint64_t ut_cpu_third_cache_B(void)
{
   char text[64];
   if (read_text("/sys/devices/system/cpu/cpu0/cache/index3/size", text, sizeof(text)))
      return ut_cpu_parse_size(text);
   const long size_B = sysconf(_SC_LEVEL3_CACHE_SIZE);
   return size_B > 0 ? (uint64_t)size_B : 0;
}

static bool read_number(const struct cgroup *group, const char *file, uint64_t *value)
{
   char text[64], *end;
   if (!read_file(group, file, text, sizeof(text)))
      return false;
   *value = strtoull(text, &end, 10);
   return end != text && *value > 0;
}

/* Page cache that the kernel gives up before anything else. */
static uint64_t inactive_file_B(const struct cgroup *group)
{
   char text[8192];
   const char *name = group->v1 ? "total_inactive_file " : "inactive_file ", *at;
   if (!read_file(group, "memory.stat", text, sizeof(text)))
      return 0;
   for (at = text; (at = strstr(at, name)); at++)
      if (at == text || at[-1] == '\n')
         return strtoull(at + strlen(name), NULL, 10);
   return 0;
}

struct memory { uint64_t limit_B, available_B; };

static void visit_memory(const struct cgroup *group)
{
   struct memory *m = group->data;
   uint64_t limit_B, used_B;
   if (!read_number(group, group->v1 ? "memory.limit_in_bytes" : "memory.max", &limit_B))
      return;
   if (limit_B < m->limit_B)
      m->limit_B = limit_B;
   if (!read_number(group, group->v1 ? "memory.usage_in_bytes" : "memory.current", &used_B))
      return;
   uint64_t cache_B = inactive_file_B(group);
   used_B -= cache_B < used_B ? cache_B : used_B;
   uint64_t left_B = used_B < limit_B ? limit_B - used_B : 0;
   if (left_B < m->available_B)
      m->available_B = left_B;
}

uint64_t ut_memory_limit_B(void)
{
   struct memory m = { (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE), UINT64_MAX };
   for_each_cgroup(&host, "memory", visit_memory, &m);
   return m.limit_B;
}

uint64_t ut_memory_available_B(const struct ut_cgroups *at)
{
   struct memory m = { UINT64_MAX, UINT64_MAX };
   for_each_cgroup(at ? at : &host, "memory", visit_memory, &m);
   return m.available_B;
}
