/* clock.h: clocks of the machine and its watchdog. */
#ifndef SIM_CLOCK_H
#define SIM_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in ns. */
uint64_t sim_now_ns(void);
/* CPU time of the calling thread in ns. */
uint64_t sim_thread_cpu_ns(void);
/* CPU time of all threads of the process in ns. */
uint64_t sim_process_cpu_ns(void);
/* The watchdog's clock in ns: CLOCK_MONOTONIC without stalls. Where no thread reads it for more than a second, only one second
 * counts: the process was stopped (SIGSTOP, a frozen container) or compiled a shader. Thread-safe, lock-free. */
uint64_t sim_run_ns(void);
/* Time before this call does not count as a stall: a submission begins. */
void sim_run_begin(void);

#endif
