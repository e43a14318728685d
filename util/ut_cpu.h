/* ut_cpu.h: facts about the host: instruction set, number of CPUs within the cgroup's quota, memory limit. */
#ifndef UT_CPU_H
#define UT_CPU_H

#include <stdbool.h>
#include <stdint.h>

enum ut_isa { UT_ISA_SSE2, UT_ISA_AVX2 /* with FMA and F16C */, UT_ISA_AVX512 /* F, BW, DQ, VL, CD */ };

/* The widest instruction set that the CPU has and GLOAM_SIM_CPU allows. Constant during a process. */
enum ut_isa ut_cpu_isa(void);
/* AVX-512 with VBMI (byte permutes), and GLOAM_SIM_CPU is not set. Constant during a process. */
bool ut_cpu_has_vbmi(void);
const char *ut_isa_name(enum ut_isa isa); /* "AVX-512" */
/* CPUs that this process may use: affinity mask and cgroup quota (v1 and v2), rounded up, at least 1. */
unsigned ut_cpu_threads(void);
/* Memory limit in bytes: the smaller of RAM and every cgroup limit above this process. */
uint64_t ut_memory_limit_B(void);

/* For tests: the quota in CPUs (0 = none) that the text of cgroup v2's cpu.max gives. */
double ut_cpu_parse_cpu_max(const char *text);

#endif
