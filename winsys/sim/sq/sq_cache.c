/* sq_cache.c: the cache of decoded programs. The key is address, stage and mode. The code is compared with memory once after
 * every invalidation.
 *
 * When memory holds another program, the old one is removed from the table, but waves of other threads may still run it: it is
 * freed, with its host code, when no wave holds a program (sq_cache_collect), or after the compile that reads it. The same is
 * done with programs in memory that is no longer mapped. Memory may also be freed and reused before a lookup notices; such a program
 * cannot be distinguished from one that is unused for the moment. When the cache is large, programs without a lookup in the
 * last thousand invalidations are therefore freed, too; they would be decoded and compiled again. Programs that are used more
 * often are kept, whatever their number. */
#include "winsys/sim/sq/sq_cache.h"

#include <stdlib.h>
#include <string.h>

#include "util/ut_env.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/sq_program.h"

/* The parts of RSRC1 that change what code does: FLOAT_MODE, DX10_CLAMP, IEEE. */
#define RSRC1_MODE_MASK 0x00aff000u
/* In generations. Each submission is one at least. */
#define LONG_UNUSED 1024
#define SWEEP_EVERY 64

size_t sq_cache_keep_B = 64u << 20;

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
   if (c->check)
      sim_stores_on = true;
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

static void destroy_list(struct sq_program *p)
{
   for (struct sq_program *next; p; p = next) {
      next = p->next;
      sq_jit_free_code(p);
      sq_program_destroy(p);
   }
}

void sq_cache_destroy(struct sq_cache *c)
{
   if (!c)
      return;
   sq_jit_destroy(c->jit);
   for (unsigned i = 0; i < SQ_NUM_BUCKETS; i++)
      destroy_list(c->bucket[i]);
   destroy_list(c->stale);
   pthread_rwlock_destroy(&c->lock);
   free(c);
}

void sq_cache_invalidate(struct sq_cache *c)
{
   atomic_fetch_add(&c->generation, 1);
}

/* ---- looking up ------------------------------------------------------------------------------------------------------- */

static unsigned bucket_of(uint64_t va)
{
   return (unsigned)((va >> 8) * 0x9e3779b1u >> 16) % SQ_NUM_BUCKETS;
}

struct key { uint64_t va; enum sq_stage stage; uint32_t mode; const struct sq_link *link; unsigned num_links; };

static bool same_links(const struct sq_program *p, const struct key *k)
{
   if (p->num_links != k->num_links)
      return false;
   for (unsigned i = 0; i < k->num_links; i++)
      if (p->link[i].offset_B != k->link[i].offset_B || p->link[i].va != k->link[i].va)
         return false;
   return true;
}

/* The program of the key, or NULL. */
static struct sq_program *find(struct sq_cache *c, const struct key *k)
{
   struct sq_program *p = c->bucket[bucket_of(k->va)];
   while (p && (p->va != k->va || p->stage != k->stage || p->rsrc1 != k->mode || !same_links(p, k)))
      p = p->next;
   return p;
}

/* Its code was found equal to memory in this generation. */
static bool is_checked(struct sq_program *p, unsigned generation)
{
   return atomic_load_explicit(&p->checked, memory_order_acquire) == generation;
}

/* Takes *at out of its bucket. */
static void make_stale(struct sq_cache *c, struct sq_program **at)
{
   struct sq_program *p = *at;
   *at = p->next;
   p->next = c->stale;
   c->stale = p;
}

static struct sq_program *add(struct sq_cache *c, const struct key *k)
{
   uint64_t va = k->va;
   struct sq_program *p = sq_program_create(c->mem, va, k->stage, k->mode, c->gfx_level, k->link, k->num_links);
   if (!p)
      return NULL;
   p->cache = c;
   atomic_fetch_add_explicit(&c->size_B, p->size_B, memory_order_relaxed);
   p->next = c->bucket[bucket_of(va)];
   c->bucket[bucket_of(va)] = p;
   return p;
}

static struct sq_program *get(struct sq_cache *c, const struct key *k)
{
   unsigned generation = atomic_load(&c->generation);
   pthread_rwlock_rdlock(&c->lock);
   struct sq_program *p = find(c, k);
   bool checked = p && is_checked(p, generation);
   pthread_rwlock_unlock(&c->lock);
   if (checked)
      return p;

   pthread_rwlock_wrlock(&c->lock);
   p = find(c, k);
   if (p && !is_checked(p, generation) && !sq_program_is_current(c->mem, p)) {
      struct sq_program **at = &c->bucket[bucket_of(k->va)];
      while (*at != p)
         at = &(*at)->next;
      make_stale(c, at);
      p = NULL;
   }
   if (!p)
      p = add(c, k);
   if (p)
      atomic_store_explicit(&p->checked, generation, memory_order_release);
   else
      p = &c->broken;
   pthread_rwlock_unlock(&c->lock);
   return p;
}

const struct sq_program *sq_program_get(struct sq_cache *c, uint64_t va, enum sq_stage stage, uint32_t rsrc1)
{
   return get(c, &(struct key){ va, stage, rsrc1 & RSRC1_MODE_MASK, NULL, 0 });
}

const struct sq_program *sq_program_link(struct sq_cache *c, const struct sq_program *p, const uint32_t *user, unsigned num_user)
{
   while (p->leaves && p->num_links < SQ_MAX_LINKS) {
      struct sq_link link[SQ_MAX_LINKS];
      unsigned num_links = sq_program_links(c->mem, p, user, num_user, link);
      if (num_links == p->num_links)
         break;
      const struct sq_program *linked = get(c, &(struct key){ p->va, p->stage, p->rsrc1, link, num_links });
      if (linked->num_links != num_links) /* no room for the code */
         break;
      p = linked;
   }
   return p;
}

/* A wave may jump to ever new addresses. */
const struct sq_program *sq_program_behind(const struct sq_program *p, uint64_t va)
{
   struct sq_cache *c = p->cache;
   if (atomic_load_explicit(&c->size_B, memory_order_relaxed) > 4 * sq_cache_keep_B)
      return NULL;
   return get(c, &(struct key){ va, p->stage, p->rsrc1, NULL, 0 });
}

/* ---- cleaning up ------------------------------------------------------------------------------------------------------ */

static unsigned log2_age(const struct sq_program *p, unsigned generation)
{
   unsigned age = generation - atomic_load_explicit(&p->checked, memory_order_relaxed);
   return 31 - (unsigned)__builtin_clz(age | 1);
}

/* Makes stale what lies in memory that is gone, and what is of an age (log2) from least_log2 on. How much there is of the rest goes
 * into size_B, by age. */
static void drop(struct sq_cache *c, unsigned generation, unsigned least_log2, size_t size_B[32])
{
   for (unsigned i = 0; i < SQ_NUM_BUCKETS; i++) {
      for (struct sq_program **at = &c->bucket[i], *p; (p = *at) != NULL;) {
         const unsigned age = log2_age(p, generation);
         if (age >= least_log2 || !sim_mem_still_mapped(c->mem, p->va, 4, SIM_MEM_READ)) {
            make_stale(c, at);
            continue;
         }
         size_B[age] += atomic_load_explicit(&p->size_B, memory_order_relaxed);
         at = &p->next;
      }
   }
}

/* Makes stale what lies in memory that is gone, and what has been unused for longest, by powers of two, until the rest is no
 * more than is kept. */
static void sweep(struct sq_cache *c, unsigned generation)
{
   size_t size_B[32] = { 0 }, left_B = 0;
   unsigned least_log2 = 32;
   drop(c, generation, least_log2, size_B);
   for (unsigned i = 0; i < 32; i++)
      left_B += size_B[i];
   while (left_B > sq_cache_keep_B && 1u << (least_log2 - 1) >= LONG_UNUSED)
      left_B -= size_B[--least_log2];
   if (least_log2 < 32)
      drop(c, generation, least_log2, size_B);
}

static void free_stale(struct sq_cache *c)
{
   for (struct sq_program **at = &c->stale, *p; (p = *at) != NULL;) {
      if (!sq_jit_forget(c->jit, p)) {
         at = &p->next;
         continue;
      }
      *at = p->next;
      atomic_fetch_sub_explicit(&c->size_B, p->size_B, memory_order_relaxed);
      sq_program_destroy(p);
   }
}

void sq_cache_collect(struct sq_cache *c)
{
   unsigned generation = atomic_load(&c->generation), mapping = atomic_load(&c->mem->generation);
   pthread_rwlock_wrlock(&c->lock);
   if (generation - c->swept >= SWEEP_EVERY &&
       (c->mapping != mapping || atomic_load_explicit(&c->size_B, memory_order_relaxed) > sq_cache_keep_B)) {
      c->swept = generation;
      c->mapping = mapping;
      sweep(c, generation);
   }
   free_stale(c);
   pthread_rwlock_unlock(&c->lock);
}
