/* arena.c: memory that is freed all at once; the bins refer to it. */
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "util/ut_pages.h"
#include "winsys/sim/base/arena.h"

#define CHUNK_B (1u << 20)
#define HUGE_CHUNK_B (2u << 20) /* of an arena that needs more than one; a large page */
#define DECAY_RESETS 64 /* resets until the peak size of a batch has decayed */

struct sim_arena_chunk { struct sim_arena_chunk *next; size_t size_B; };
#define HEADER_B 64 /* keeps what follows aligned */

/* Tiles read primitives all over an arena: with small pages the address translation of most is in no cache. */
static struct sim_arena_chunk *new_chunk(size_t size_B, bool first)
{
   const size_t unit_B = first ? 64 : HUGE_CHUNK_B, least_B = first ? CHUNK_B : HUGE_CHUNK_B;
   const size_t wanted_B = size_B + HEADER_B > least_B ? size_B + HEADER_B : least_B;
   const size_t total_B = (wanted_B + unit_B - 1) & ~(unit_B - 1);
   struct sim_arena_chunk *c = ut_pages_alloc(total_B, unit_B);
   if (c && !first)
      madvise(c, total_B, MADV_HUGEPAGE); /* a wish; failure costs speed only */
   if (c)
      c->size_B = total_B;
   return c;
}

void *sim_arena_alloc(struct sim_arena *a, size_t size_B)
{
   size_B = (size_B + 63) & ~(size_t)63;
   if (!a->current || a->current->size_B - a->used_B < size_B) {
      struct sim_arena_chunk *next = a->current ? a->current->next : a->first;
      if (!next || next->size_B - HEADER_B < size_B) {
         struct sim_arena_chunk *c = new_chunk(size_B, !a->current);
         if (!c)
            return NULL;
         c->next = next;
         if (a->current)
            a->current->next = c;
         else
            a->first = c;
         next = c;
      }
      a->current = next;
      a->used_B = HEADER_B;
   }
   void *p = (uint8_t *)a->current + a->used_B;
   a->used_B += size_B;
   a->in_use_B += size_B;
   return p;
}

void sim_arena_reset(struct sim_arena *a, size_t keep_B)
{
   if (!a->current)
      return;
   /* Batches differ, and pages that are given back and asked for again every other time cost more than filling them. */
   a->lately_B -= a->lately_B / DECAY_RESETS;
   if (a->lately_B < a->in_use_B)
      a->lately_B = a->in_use_B;
   const size_t lately_B = a->lately_B + a->lately_B / 64 + HUGE_CHUNK_B; /* with what ends of chunks lose */
   if (keep_B < lately_B)
      keep_B = lately_B;
   size_t kept_B = 0;
   struct sim_arena_chunk **link = &a->first;
   while (*link) {
      struct sim_arena_chunk *c = *link;
      if (kept_B + c->size_B <= keep_B) {
         kept_B += c->size_B;
         link = &c->next;
      } else {
         *link = c->next;
         ut_pages_free(c, c->size_B);
      }
   }
   a->current = NULL;
   a->used_B = a->in_use_B = 0;
}

void sim_arena_finish(struct sim_arena *a)
{
   for (struct sim_arena_chunk *c = a->first, *next; c; c = next) {
      next = c->next;
      ut_pages_free(c, c->size_B);
   }
   *a = (struct sim_arena){ 0 };
}
