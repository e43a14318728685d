/* sim_gpu.h: the machine: memory, registers and the blocks that they control, without globals. One thread at a time runs
 * command buffers on it; it starts worker threads of its own at the first work that is worth sharing. */
#ifndef SIM_GPU_H
#define SIM_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hw_chip;
struct sim_gpu;
struct sim_mem;

/* mem stays the caller's. NULL: no memory. */
struct sim_gpu *sim_gpu_create(const struct hw_chip *chip, struct sim_mem *mem);
void sim_gpu_destroy(struct sim_gpu *gpu);
/* What runs on it comes from a compute ring: another engine reads it (MEC), which has no packets and registers of graphics. */
void sim_gpu_set_compute(struct sim_gpu *gpu);

/* Executes a command buffer: when this returns, every write is done. False: a shader or the command buffer ran into
 * the watchdog, or is not a valid program, or the stream could not be followed; `why` says so and the rest was not executed. */
bool sim_gpu_run(struct sim_gpu *gpu, uint64_t ib_va, uint32_t ib_dw, char *why, size_t why_size_B);
/* Executes command buffers one after the other, as a kernel driver has them executed: it writes calls of them to a ring, which is
 * run. ring_va: mapped memory, SIM_CALL_B bytes for each of them. Those of 0 dwords are skipped. */
#define SIM_CALL_B 16
struct sim_ib { uint64_t va; uint32_t dw; };
bool sim_gpu_run_calls(struct sim_gpu *gpu, uint64_t ring_va, const struct sim_ib *ibs, unsigned count, char *why,
                       size_t why_size_B);

/* Says whether another command buffer is about to be run, or one is: the machine's threads are then ready sooner for work that is
 * shared, which costs CPU time while there is none. wake: also those that sleep. By the thread that runs them. */
void sim_gpu_expect(struct sim_gpu *gpu, bool coming, bool wake);

/* Ticks of the GPU clock since some start. */
uint64_t sim_gpu_timestamp(const struct sim_gpu *gpu);
/* Reports of GLOAM_DEBUG=hazard so far. */
unsigned sim_gpu_hazards(const struct sim_gpu *gpu);
/* How many threads shade pixels (the one that runs command buffers included). */
unsigned sim_gpu_threads(const struct sim_gpu *gpu);

#endif
