/* doctor_host.c: compiler, CPU, limits of the cgroup, shader cache. */
#include "tools/doctor/doctor.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/ut_cpu.h"
#include "util/ut_env.h"

/* Whether pages may become executable after they were written, as the translation of shaders to host code needs. */
static bool may_execute(void)
{
   const size_t size_B = (size_t)sysconf(_SC_PAGESIZE);
   void *page = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   const bool ok = page != MAP_FAILED && mprotect(page, size_B, PROT_READ | PROT_EXEC) == 0;
   if (page != MAP_FAILED)
      munmap(page, size_B);
   return ok;
}

static void check_compiler(struct doctor *d)
{
   const bool interpreter_only = !strcmp(ut_env_str(UT_ENV_SIM_EXEC), "interp");
   doctor_say(d, DOCTOR_OK, NULL, "LLVM %s", DOCTOR_LLVM);
   if (interpreter_only)
      doctor_say(d, DOCTOR_NOTE, "unset GLOAM_SIM_EXEC", "GLOAM_SIM_EXEC=interp: shaders run in the interpreter, which is slow");
   else if (!may_execute())
      doctor_say(d, DOCTOR_NOTE, "export GLOAM_SIM_EXEC=interp    (or allow the process executable memory)",
                 "memory cannot be made executable: no shader can run as host code");
}

static void check_cpu(struct doctor *d)
{
   const enum ut_isa isa = ut_cpu_isa();
   const char *limit = ut_env_str(UT_ENV_SIM_CPU);
   if (*limit)
      doctor_say(d, DOCTOR_NOTE, "unset GLOAM_SIM_CPU", "host code uses %s: GLOAM_SIM_CPU=%s", ut_isa_name(isa), limit);
#ifdef __x86_64__
   else if (isa == UT_ISA_BASE)
      doctor_say(d, DOCTOR_NOTE, NULL, "host code uses %s: without AVX2 the simulated GPU takes several times as long", ut_isa_name(isa));
#endif
   else
      doctor_say(d, DOCTOR_OK, NULL, "host code uses %s%s", ut_isa_name(isa), ut_cpu_has_vbmi() ? " with VBMI" : "");
}

static void check_limits(struct doctor *d, const struct ut_cgroups *at)
{
   cpu_set_t set;
   const double cpus = sched_getaffinity(getpid(), sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
   const double quota = ut_cpu_quota(at, cpus);
   const unsigned best = ut_cpu_threads_of(quota);
   const int64_t asked = ut_env_int(UT_ENV_THREADS);
   const uint64_t left_B = ut_memory_available_B(at);
   doctor_say(d, DOCTOR_OK, NULL, "%.0f CPUs, quota of %.2f: %u threads", cpus, quota, best);
   if (asked > 0 && asked > best)
      doctor_say(d, DOCTOR_NOTE, "unset GLOAM_THREADS", "GLOAM_THREADS=%" PRId64 " is more than the quota gives", asked);
   if (left_B >= (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE)) /* v1's root has a limit of 2^63 */
      doctor_say(d, DOCTOR_OK, NULL, "no cgroup limits memory");
   else if (left_B < 256ull << 20)
      doctor_say(d, DOCTOR_NOTE, "raise memory.max of the cgroup, or set GLOAM_SIM_MEMORY_MB",
                 "the cgroup leaves %" PRIu64 " MB of memory", left_B >> 20);
   else
      doctor_say(d, DOCTOR_OK, NULL, "the cgroup leaves %" PRIu64 " MB of memory", left_B >> 20);
}

void doctor_host(struct doctor *d)
{
   char list[1024], root[1024];
   doctor_part("compiler, CPU and limits");
   doctor_path(d, list, sizeof(list), "/proc/self/cgroup");
   doctor_path(d, root, sizeof(root), "/sys/fs/cgroup");
   check_compiler(d);
   check_cpu(d);
   check_limits(d, &(struct ut_cgroups){list, root});
}

/* The nearest ancestor that exists, in place. */
static void existing_ancestor(char *path)
{
   while (access(path, F_OK) != 0) {
      char *slash = strrchr(path, '/');
      if (!slash || slash == path) {
         strcpy(path, "/");
         return;
      }
      *slash = 0;
   }
}

static unsigned count_files(const char *path, uint64_t *size_B)
{
   unsigned count = 0;
   struct stat st;
   DIR *dir = opendir(path);
   for (struct dirent *entry; dir && (entry = readdir(dir));)
      if (fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(st.st_mode)) {
         count++;
         *size_B += (uint64_t)st.st_size;
      }
   if (dir)
      closedir(dir);
   return count;
}

void doctor_cache(struct doctor *d)
{
   char dir[768], path[1800], mend[2000];
   uint64_t size_B = 0;
   doctor_part("shader cache");
   if (ut_env_bool(UT_ENV_SHADER_CACHE_DISABLE)) {
      doctor_say(d, DOCTOR_NOTE, "unset GLOAM_SHADER_CACHE_DISABLE", "switched off: each process compiles its shaders");
      return;
   }
   if (!ut_env_shader_cache_dir(dir, sizeof(dir))) {
      doctor_say(d, DOCTOR_NOTE, "export GLOAM_SHADER_CACHE_DIR=/var/tmp/gloam-$USER", "there is no folder for it: HOME is not set");
      return;
   }
   doctor_path(d, path, sizeof(path), "%s", dir);
   const unsigned files = count_files(path, &size_B);
   existing_ancestor(path);
   if (access(path, R_OK | W_OK | X_OK) == 0) {
      doctor_say(d, DOCTOR_OK, NULL, "%s: %u files, %" PRIu64 " KB", dir, files, size_B >> 10);
      return;
   }
   snprintf(mend, sizeof(mend), "sudo chown $USER %s    (or set GLOAM_SHADER_CACHE_DIR)", path);
   doctor_say(d, DOCTOR_NOTE, mend, "%s may not be written by this user: each process compiles its shaders", path);
}
