/* ut_cpu.h: what the host offers: vector instructions, threads that the cgroup's CPU quota pays for, memory. */
#ifndef UT_CPU_H
#define UT_CPU_H

#include <stdbool.h>
#include <stdint.h>

enum ut_isa { UT_ISA_SSE2, UT_ISA_AVX2 /* with FMA and F16C */, UT_ISA_AVX512 /* F, BW, DQ, VL, CD */ };

/* The widest set that the CPU has and GLOAM_SIM_CPU allows. Constant during a process. */
enum ut_isa ut_cpu_isa(void);
/* AVX-512, and it permutes bytes (VBMI); not where GLOAM_SIM_CPU names a set. Constant during a process. */
bool ut_cpu_has_vbmi(void);
const char *ut_isa_name(enum ut_isa isa); /* "AVX-512" */
/* CPUs this process may really use: affinity mask and cgroup quota (v1 and v2), rounded up, at least 1. */
unsigned ut_cpu_threads(void);
/* Memory limit in bytes: the smaller of RAM and every cgroup limit above this process. */
uint64_t ut_memory_limit_B(void);

/* For tests: the quota in CPUs (0 = none) that the text of cgroup v2's cpu.max gives. */
double ut_cpu_parse_cpu_max(const char *text);

#endif
