/* gpu.h: the machine: registers, memory, worker threads, clocks, counters. Blocks keep their state in structures of their own
 * headers, to which the machine has pointers. Private to winsys/sim.
 *
 * Flow of a draw: cp*.c (packets) -> vgt_draw.c (slices) -> vgt.c (indices, primitives) -> spi_vs.c (vertex waves) -> pa*.c
 * (clip, viewport, setup) -> bin.c (screen tiles) -> sc_tile.c on worker threads (coverage, depth, pixel waves, colour). A
 * small draw passes everything in front of the bins on the thread that runs the command buffer; a large one is cut into
 * slices that any thread may take, and only the bins are filled by that thread, slice by slice in order. What lies in the
 * bins refers only to immutable snapshots in arenas that are emptied when the bins have been worked off. */
#ifndef SIM_GPU_PRIVATE_H
#define SIM_GPU_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/base/arena.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/core/limits.h"
#include "winsys/sim/core/regs.h"
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq.h"

struct cb_constant;
struct cp_state;
struct sc_state;
struct sim_batch;
struct sim_dma;
struct sim_group;
struct sim_hazard;
struct sim_pa_state;
struct sim_pixel_state;
struct sim_pool;
struct sim_stage_mem;

#define SIM_APART_B 128 /* what one thread writes and another does not, so far away: lines are fetched in pairs */
struct sim_worker {
   _Alignas(SIM_APART_B) struct sq_wave wave;
   struct worker_arrays *arrays;         /* what wave.exp and the next three point into */
   uint32_t (*vgpr)[SQ_MAX_LANES];       /* 256 rows */
   struct sq_attr *attr;                 /* [SIM_MAX_PARAMS] of pixel waves */
   float (*values)[SQ_MAX_LANES];        /* [SQ_MAX_VALUES] of them */
   struct cb_constant *constant_color;   /* of a program with one colour for all its pixels */
   struct tc_cache *tc;
   struct sim_batch *batch;              /* NULL until this thread has seen vertices */
   struct sim_stage_mem *stage_mem;      /* NULL until it has seen geometry shaders or patches (stages.h) */
   struct sim_arena arena;               /* primitives and what they refer to */
   struct sim_group *group;              /* NULL until this thread has run one */
   unsigned work;                        /* since this thread last read the clock in a tile: see sc_int.h */
   uint64_t zpass, ps_invocations, cs_invocations;
   struct sq_fault fault;
   const char *fault_stage;
   enum sq_result result;                /* first bad one */
};

/* What a register write makes stale. */
enum { SIM_DIRTY_DB = 1, SIM_DIRTY_CB = 2, SIM_DIRTY_PIXEL = 4, SIM_DIRTY_PA = 8, SIM_DIRTY_SURFACE = 16,
       SIM_DIRTY_VS = 32, SIM_DIRTY_PS_SGPR = 64, SIM_DIRTY_BACKENDS = 128 /* sc_backends.c */, SIM_DIRTY_ALL = 255 };

struct sim_gpu {
   const struct hw_chip *chip;
   struct sim_mem *mem;
   unsigned gfx_level, threads;
   struct sim_regs regs;
   bool perf_written;                    /* regs.perf is not zeros */
   uint8_t context_class[(SIM_CONTEXT_END - SIM_CONTEXT_START) / 4]; /* SIM_DIRTY_* per register */
   uint32_t dirty;

   struct sim_hazard *hazard;            /* NULL unless enabled (hazard.h) */
   struct sq_cache *programs;
   struct sim_worker *workers;           /* [threads]; zeros until the thread is started */
   atomic_uint workers_made;             /* the first ones, which have memory: loops over results end there */
   pthread_mutex_t scratch_lock;         /* only taken where threads outnumber scratch slots */
   struct sim_pool *pool;                /* NULL until there was work for it */
   bool (*make_worker)(void *gpu, unsigned thread); /* on the worker's own thread */
   bool backwards;                       /* sim_gpu_share() begins with the last item */
   unsigned forced_lanes;                /* GLOAM_SIM_LANES, 0 = choose */
   uint64_t watchdog_ns, end_ns;         /* end_ns: of the submission that runs */
   uint64_t begin_cpu_ns;                /* CPU time of the process when the submission began */
   atomic_bool cancel;                   /* a wave ran too long: the others end too */

   /* State of blocks. */
   struct cp_state *cp;                  /* packet.h */
   struct sim_dma *dma;                  /* dma.h */
   struct sc_state *sc;                  /* bin.h */
   struct sim_pa_state *pa;              /* pa.h */
   const struct sim_pixel_state *pixel;  /* current snapshot or NULL */
   uint32_t expanded;                    /* surfaces whose metadata have been looked at since the last flush, see cb.h, db.h */

   /* Vertex program of the current draw. */
   const struct sq_program *vs;

   /* Counters. */
   bool counts_pipeline;                 /* between PIPELINESTAT_START and _STOP */
   bool so_stopped;                      /* PIPELINESTAT_STOP holds the counters of stream output, too */
   uint64_t zpass_total, ps_invocations_total, cs_invocations_total;
   uint64_t ia_vertices, ia_primitives, vs_invocations, clip_invocations, clip_primitives;
   uint64_t gs_invocations, gs_primitives, hs_invocations, ds_invocations;
   uint64_t so_needed[4], so_written[4]; /* primitives per stream */
   uint32_t stipple_at;                  /* as in sim_geom, from slice to slice of draws that are worked on in order */
   uint64_t commands_base;               /* for messages */
   char error[160];                      /* why the stream was given up */
   bool lost;
};

/* Says, with GLOAM_DEBUG=sim, what cannot be honoured. */
void sim_report(struct sim_gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Gives up the rest of the command buffer. */
void sim_lose(struct sim_gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Calls fn for all items, on all threads if `share`. Items should be places in memory, in order: what comes after each
 * other mostly goes through the same memory, so every other call begins at the other end, with what the caches still have. */
void sim_gpu_share(struct sim_gpu *gpu, bool share, unsigned count, void (*fn)(void *arg, unsigned thread, unsigned item),
                   void *arg);
/* Makes the pool at the first call. False: there is one thread only. */
bool sim_gpu_has_pool(struct sim_gpu *gpu);
/* The submission's time is over: work under way is cancelled, by any thread. */
bool sim_is_late(struct sim_gpu *gpu);
void sim_lose_late(struct sim_gpu *gpu); /* the thread of the commands says so */
uint64_t sim_draw_deadline_ns(const struct sim_gpu *gpu); /* of a draw or dispatch packet that begins now, on sim_run_ns() */
/* The draw's deadline has passed, and the process has used as much CPU time as a draw may since the submission began: while other
 * processes have the CPUs, only the submission's own deadline counts. Thread-safe. */
bool sim_draw_is_late(const struct sim_gpu *gpu, uint64_t deadline_ns);
/* Gives up because of what a worker noted. */
void sim_lose_by_wave(struct sim_gpu *gpu);

#define SIM_DRAW_TIME 4    /* a draw packet may take so many times what a wave may */
#define SIM_STREAM_TIME 16 /* and a submission */

#endif
