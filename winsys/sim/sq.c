/* sq.c: the cache of decoded programs and the choice between host code and interpreter. Programs live until the cache
 * goes: waves of other threads may run one whose memory has been written anew.
 *
 * A host compile costs as much as some thousands of interpreted waves, and many programs never run that many. So the first
 * waves of a program without loops are interpreted; the thread that finds them used up has it compiled, while others go on
 * interpreting. One turn of a loop may be one of millions: programs with loops are compiled at once. A compile that takes
 * long is not waited for (sq_compile.c): waves are interpreted until it is done, or for good. */
#include "winsys/sim/sq.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_env.h"
#include "winsys/sim/mem.h"
#include "winsys/sim/perf.h"
#include "winsys/sim/sq_check.h"
#include "winsys/sim/sq_program.h"

#define NUM_BUCKETS 256
/* Waves that are interpreted before a program is compiled: about an eighth of what compiling costs. */
#define PATIENCE_WAVES 512
/* The parts of RSRC1 that change what code does: FLOAT_MODE, DX10_CLAMP, IEEE. */
#define RSRC1_MODE_MASK 0x00aff000u

struct sq_cache {
   struct sim_mem *mem;
   struct sq_jit *jit;
   bool check; /* run every wave on both engines */
   bool eager; /* compile at once, whatever the program */
   unsigned gfx_level;
   atomic_uint generation; /* counts invalidations */
   pthread_rwlock_t lock;  /* buckets */
   struct sq_program *bucket[NUM_BUCKETS];
   struct sq_program broken; /* when there is no memory for a program */
};

struct sq_cache *sq_cache_create(struct sim_mem *mem)
{
   struct sq_cache *c = calloc(1, sizeof *c);
   if (!c)
      return NULL;
   c->mem = mem;
   c->gfx_level = 8;
   pthread_rwlock_init(&c->lock, NULL);
   c->jit = sq_jit_create();
   c->check = !strcmp(ut_env_str(UT_ENV_SIM_EXEC), "check");
   c->eager = c->check || !strcmp(ut_env_str(UT_ENV_SIM_EXEC), "jit");
   c->broken.fault_inst = SQ_NO_INST;
   c->broken.cache = c;
   strcpy(c->broken.fault.text, "out of memory for the program");
   return c;
}

void sq_cache_set_gfx_level(struct sq_cache *c, unsigned gfx_level)
{
   c->gfx_level = gfx_level;
}

void sq_cache_destroy(struct sq_cache *c)
{
   if (!c)
      return;
   sq_jit_destroy(c->jit);
   for (unsigned i = 0; i < NUM_BUCKETS; i++) {
      for (struct sq_program *p = c->bucket[i], *next; p; p = next) {
         next = p->next;
         sq_program_destroy(p);
      }
   }
   pthread_rwlock_destroy(&c->lock);
   free(c);
}

void sq_cache_invalidate(struct sq_cache *c)
{
   atomic_fetch_add(&c->generation, 1);
}

static unsigned bucket_of(uint64_t va)
{
   return (unsigned)((va >> 8) * 0x9e3779b1u >> 16) % NUM_BUCKETS;
}

/* The program of the key whose code was found equal to memory in this generation, or NULL; *unchecked: one that may be. */
static struct sq_program *find(struct sq_cache *c, uint64_t va, enum sq_stage stage, uint32_t mode, unsigned generation,
                               struct sq_program **unchecked)
{
   *unchecked = NULL;
   for (struct sq_program *p = c->bucket[bucket_of(va)]; p; p = p->next) {
      if (p->va != va || p->stage != stage || p->rsrc1 != mode || p->stale)
         continue;
      if (atomic_load_explicit(&p->checked, memory_order_acquire) == generation)
         return p;
      *unchecked = p;
   }
   return NULL;
}

const struct sq_program *sq_program_get(struct sq_cache *c, uint64_t va, enum sq_stage stage, uint32_t rsrc1)
{
   uint32_t mode = rsrc1 & RSRC1_MODE_MASK;
   unsigned generation = atomic_load(&c->generation);
   struct sq_program *old;
   pthread_rwlock_rdlock(&c->lock);
   struct sq_program *p = find(c, va, stage, mode, generation, &old);
   pthread_rwlock_unlock(&c->lock);
   if (p)
      return p;

   pthread_rwlock_wrlock(&c->lock);
   p = find(c, va, stage, mode, generation, &old);
   if (!p && old) {
      if (sq_program_is_current(c->mem, old)) {
         atomic_store_explicit(&old->checked, generation, memory_order_release);
         p = old;
      } else {
         old->stale = true;
      }
   }
   if (!p) {
      p = sq_program_create(c->mem, va, stage, mode, c->gfx_level);
      if (p) {
         p->cache = c;
         atomic_store(&p->checked, generation);
         p->next = c->bucket[bucket_of(va)];
         c->bucket[bucket_of(va)] = p;
      } else {
         p = &c->broken;
      }
   }
   pthread_rwlock_unlock(&c->lock);
   return p;
}

const struct sq_program_info *sq_program_info(const struct sq_program *p)
{
   return &p->info;
}

/* What runs the next wave of a lane count. */
static sq_host_func *host_code(const struct sq_program *program, unsigned lanes, enum sq_patience patience)
{
   struct sq_program *p = (struct sq_program *)program; /* `host` and `interpreted` are a cache, not part of the value */
   unsigned k = sq_lanes_slot(lanes);
   sq_host_func *f = atomic_load_explicit(&p->host[k], memory_order_acquire);
   if (f)
      return f;
   if (!p->cache->jit || !p->num_inst)
      return sq_run_interp;
   if (patience == SQ_IF_IDLE && atomic_fetch_add_explicit(&p->interpreted[k], 1, memory_order_relaxed) < PATIENCE_WAVES)
      return sq_run_interp;
   return sq_jit_get(p->cache->jit, p, lanes, patience);
}

static enum sq_patience patience_with(const struct sq_program *p)
{
   return p->cache->eager ? SQ_FOR_EVER : p->info.has_loop ? SQ_SOME_SECONDS : SQ_IF_IDLE;
}

/* Compiling costs milliseconds, a wave of 16 lanes saves a fraction of a microsecond over one of 64. */
#define SMALL_WAVES 20000

unsigned sq_wave_lanes(const struct sq_program *program, unsigned wanted)
{
   struct sq_program *p = (struct sq_program *)program; /* counting is not part of the value */
   if (wanted > 16 || p->info.whole_wave)
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

enum sq_result sq_run(const struct sq_program *p, struct sq_wave *w)
{
   sq_host_func *f = host_code(p, w->lanes, patience_with(p));
   if (__builtin_expect(sim_perf_on, 0) && !p->cache->check)
      return run_counted(p, w, f);
   if (!p->cache->check)
      return sq_run_host(p, w, f);
   bool equal;
   enum sq_result result = sq_run_check(p, f, w, &equal);
   if (!equal)
      abort(); /* the mode is for tests: none may pass after a difference, not even one that expects a lost context */
   return result;
}

enum sq_result sq_run_jit(const struct sq_program *p, struct sq_wave *w)
{
   sq_host_func *f = host_code(p, w->lanes, SQ_FOR_EVER);
   if (f == sq_run_interp) {
      sq_wave_fault(w, p, SQ_NO_INST, "no jit");
      return SQ_FAULT;
   }
   return sq_run_host(p, w, f);
}
