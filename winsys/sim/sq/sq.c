/* sq.c: the choice between host code and interpreter, wave by wave.
 *
 * The first wave looks for host code in the disk cache. A host compile costs as much as some thousands of interpreted waves, and
 * many programs never run that many. So the first waves of a program without loops are interpreted; when they are used up its waves
 * wait for the code: interpreting meanwhile takes longer, and takes the compile's CPU. One turn of a loop may be one of millions:
 * programs with loops are compiled at once. A compile that takes very long is not waited for (sq_compile.c): waves are interpreted
 * until it is done, or for good. */
#include <stdlib.h>
#include <string.h>

#include "util/ut_cpu.h"
#include "winsys/sim/base/clock.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/sq/sq_cache.h"
#include "winsys/sim/sq/sq_check.h"

/* Waves that are interpreted before a program is compiled: about an eighth of what compiling costs. */
#define PATIENCE_WAVES 512

const struct sq_program_info *sq_program_info(const struct sq_program *p)
{
   return &p->info;
}

/* ---- a part of the lanes at a time ------------------------------------------------------------------------------------ */

/* With AVX-512 code for 64 lanes takes several times as long to compile as code for 16. A program with a loop waits for its code,
 * so a large one gets that for 16 lanes first, which runs waves of 64 in parts. The other code is requested when these have taken half
 * the CPU time of its compile. No wave waits for that compile: if it began with the first wave, a process that draws one frame would
 * end before the result is on disk, and each later one would compile beside its only frame. */
#define LARGE_PROGRAM 256
#define PART_LANES 16
#define COMPILE_NS_PER_INST 130000 /* code for 64 lanes */

/* Only pixel programs: elsewhere waves may share LDS. An instruction that names a lane would reach beyond its part of a row. */
static bool runs_in_parts(const struct sq_program *p)
{
   return p->stage == SQ_PS && p->info.has_loop && p->num_inst >= LARGE_PROGRAM && !p->info.needs_64_lanes && !p->info.names_lanes &&
          !p->leaves && ut_cpu_isa() == UT_ISA_AVX512;
}

/* Counts a wave that ran in parts. */
static void count_parts(struct sq_program *p, uint64_t ns)
{
   const uint64_t enough = (uint64_t)p->num_inst * COMPILE_NS_PER_INST / 2;
   const uint64_t before = atomic_fetch_add_explicit(&p->parts_ns, ns, memory_order_relaxed);
   if (before < enough && before + ns >= enough)
      sq_jit_request(p->cache->jit, p, SQ_MAX_LANES);
}

static enum sq_result run_in_parts(const struct sq_program *p, struct sq_wave *w)
{
   const uint64_t start_ns = sim_thread_cpu_ns();
   sq_host_func *f = atomic_load_explicit(&p->host[sq_lanes_slot(PART_LANES)], memory_order_acquire);
   enum sq_result result = SQ_DONE;
   memset(w->exp_en, 0, sizeof w->exp_en);
   w->exp_compr = w->exp_valid = 0;
   for (unsigned first = 0; first < w->lanes && result == SQ_DONE; first += PART_LANES) {
      struct sq_wave part = *w;
      part.lanes = PART_LANES;
      part.exec = w->exec >> first & sq_first_lanes(PART_LANES);
      part.vgpr = (void *)((uint32_t *)w->vgpr + first);
      part.exp = (void *)((uint32_t *)w->exp + first);
      part.attr = w->attr ? (const void *)((const float *)w->attr + first) : NULL;
      part.values = w->values ? (void *)((float *)w->values + first) : NULL;
      if (!part.exec)
         continue;
      result = sq_run_host(p, &part, f);
      for (unsigned t = 0; t < SQ_EXP_COUNT; t++)
         w->exp_en[t] |= part.exp_en[t];
      w->exp_compr |= part.exp_compr;
      w->exp_valid |= part.exp_valid << first;
      w->limit_ns = part.limit_ns;
      w->fault = part.fault;
   }
   count_parts((struct sq_program *)p, sim_thread_cpu_ns() - start_ns); /* not part of the value */
   return result;
}

/* Lanes of the code that waves of a lane count begin with. */
static unsigned first_lanes(const struct sq_program *p, unsigned lanes)
{
   return lanes == SQ_MAX_LANES && runs_in_parts(p) ? PART_LANES : lanes;
}

/* ---- the engine for the next wave of a lane count ----------------------------------------------------------------------- */

static sq_host_func *host_code(const struct sq_program *program, unsigned lanes)
{
   struct sq_program *p = (struct sq_program *)program; /* `host` and `interpreted` are a cache, not part of the value */
   struct sq_jit *jit = p->cache->jit;
   if (!jit || !p->num_inst)
      return sq_run_interp;
   if (p->cache->eager)
      return sq_jit_get(jit, p, lanes, SQ_BLOCKING);
   const uint32_t before = atomic_fetch_add_explicit(&p->interpreted[sq_lanes_slot(lanes)], 1, memory_order_relaxed);
   sq_host_func *f = before ? sq_run_interp : sq_jit_get(jit, p, lanes, SQ_FROM_DISK);
   if (f != sq_run_interp || (!p->info.has_loop && before < PATIENCE_WAVES))
      return f;
   const unsigned first = first_lanes(p, lanes);
   f = first != lanes ? atomic_load_explicit(&p->host[sq_lanes_slot(first)], memory_order_acquire) : NULL;
   if (!f)
      f = sq_jit_get(jit, p, first, SQ_BOUNDED);
   return first != lanes && f != sq_run_interp ? run_in_parts : f;
}

void sq_prefetch(const struct sq_program *program)
{
   struct sq_program *p = (struct sq_program *)program;
   if (p->cache->jit && p->num_inst && p->info.has_loop && !p->leaves && !atomic_exchange(&p->prefetched, true))
      sq_jit_request(p->cache->jit, p, first_lanes(p, SQ_MAX_LANES));
}

/* Compiling costs milliseconds, a wave of 16 lanes saves a fraction of a microsecond over one of 64. */
#define SMALL_WAVES 20000

unsigned sq_wave_lanes(const struct sq_program *program, unsigned wanted)
{
   struct sq_program *p = (struct sq_program *)program; /* counting is not part of the value */
   if (wanted > 16 || p->info.needs_64_lanes)
      return 64;
   if (!p->cache->jit || atomic_load_explicit(&p->host[sq_lanes_slot(16)], memory_order_relaxed))
      return 16;
   /* Without any, it is interpreted. Where it must not be: pixels come in waves of 64 sooner or later. */
   if (!atomic_load_explicit(&p->host[sq_lanes_slot(64)], memory_order_relaxed))
      return p->stage == SQ_PS && (p->cache->eager || p->info.has_loop) ? 64 : 16;
   return atomic_fetch_add_explicit(&p->small_waves, 1, memory_order_relaxed) < SMALL_WAVES ? 64 : 16;
}

unsigned sq_wants(const struct sq_program *p, unsigned lanes)
{
   if (!p->info.num_values)
      return SQ_WANTS_ROWS;
   if (p->cache->check)
      return SQ_WANTS_ROWS | SQ_WANTS_VALUES;
   sq_host_func *f = atomic_load_explicit(&p->host[sq_lanes_slot(lanes)], memory_order_acquire);
   return f && f != sq_run_interp ? SQ_WANTS_VALUES | atomic_load_explicit(&p->host_wants, memory_order_relaxed) : SQ_WANTS_ROWS;
}

/* The wave that host code is made for comes as if for the interpreter. */
static enum sq_result run_without_values(const struct sq_program *p, struct sq_wave *w, sq_host_func *f)
{
   _Alignas(64) float values[SQ_MAX_VALUES][SQ_MAX_LANES];
   if (w->attr)
      sq_make_values(p, w, values);
   w->values = values;
   enum sq_result result = f(p, w);
   w->values = NULL;
   return result;
}

enum sq_result sq_run_host(const struct sq_program *p, struct sq_wave *w, sq_host_func *f)
{
   if (__builtin_expect(p->info.num_values && !w->values, 0) && f != sq_run_interp)
      return run_without_values(p, w, f);
   return f(p, w);
}

static enum sq_result run_counted(const struct sq_program *p, struct sq_wave *w, sq_host_func *f)
{
   unsigned before = sim_perf_enter(p->stage == SQ_PS ? SIM_PERF_PIXEL : p->stage == SQ_CS ? SIM_PERF_COMPUTE : SIM_PERF_VERTEX,
                                    w->exec);
   enum sq_result result = sq_run_host(p, w, f);
   sim_perf_leave(before);
   return result;
}

/* Runs the interpreter, too, and compares the results. */
static enum sq_result run_checked(const struct sq_program *p, struct sq_wave *w, sq_host_func *f)
{
   bool equal;
   enum sq_result result = sq_run_check(p, f, w, &equal);
   if (!equal)
      abort(); /* the mode is for tests: none may pass after a difference, not even one that expects a lost context */
   return result;
}

enum sq_result sq_run(const struct sq_program *p, struct sq_wave *w)
{
   sq_host_func *f = atomic_load_explicit(&p->host[sq_lanes_slot(w->lanes)], memory_order_acquire);
   if (__builtin_expect(!f, 0))
      f = host_code(p, w->lanes);
   if (__builtin_expect(p->cache->check, 0))
      return run_checked(p, w, f);
   if (__builtin_expect(sim_perf_on, 0))
      return run_counted(p, w, f);
   return sq_run_host(p, w, f);
}
