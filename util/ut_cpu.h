/* ut_cpu.h: facts about the host: instruction set, number of CPUs within the cgroup's quota, memory limit. */
#ifndef UT_CPU_H
#define UT_CPU_H

#include <stdbool.h>
#include <stdint.h>

/* BASE: vectors of 128 bits, which every host of an architecture has (SSE2, NEON). The others are x86's. */
enum ut_isa { UT_ISA_BASE, UT_ISA_AVX2 /* with FMA and F16C */, UT_ISA_AVX512 /* F, BW, DQ, VL, CD */ };

/* The widest instruction set that the CPU has and GLOAM_SIM_CPU allows. Constant during a process. */
enum ut_isa ut_cpu_isa(void);
/* AVX-512 with VBMI (byte permutes), and GLOAM_SIM_CPU is not set. Constant during a process. */
bool ut_cpu_has_vbmi(void);
const char *ut_isa_name(enum ut_isa isa); /* "AVX-512" */
/* CPUs that this process may use: affinity mask of its first thread and cgroup quota (v1 and v2, the least of all levels), rounded
 * up, at least 1. */
unsigned ut_cpu_threads(void);
/* Bytes of the third cache that the first CPU reaches; 0: there is none, or it is not known. */
uint64_t ut_cpu_third_cache_B(void);
/* Memory limit in bytes: the smaller of RAM and every cgroup limit above this process. */
uint64_t ut_memory_limit_B(void);

/* Where cgroups are; NULL stands for /proc/self/cgroup and /sys/fs/cgroup (tests: others). */
struct ut_cgroups { const char *list, *root; };
/* The least of `cpus` and every quota above this process, in CPUs: may be a fraction. */
double ut_cpu_quota(const struct ut_cgroups *at, double cpus);
/* Threads for so many CPUs: rounded up, at least 1. */
unsigned ut_cpu_threads_of(double cpus);
/* The bytes that this process may still allocate under the limits of all its cgroups; UINT64_MAX: no limit. */
uint64_t ut_memory_available_B(const struct ut_cgroups *at);

/* For tests: bytes that the text of a cache's `size` gives ("32768K"); 0: none. */
uint64_t ut_cpu_parse_size(const char *text);
/* For tests: the quota in CPUs (0 = none) that the text of cgroup v2's cpu.max gives. */
double ut_cpu_parse_cpu_max(const char *text);

#endif
