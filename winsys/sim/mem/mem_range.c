/* mem_range.c: free address ranges as a sorted array of extents. A few hundred at most, so first fit by a linear look. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/mem/mem_heap.h"

bool sim_range_init(struct sim_range_set *s, uint64_t start, uint64_t size)
{
   *s = (struct sim_range_set){ 0 };
   if (!sim_range_reserve(s, 64))
      return false;
   s->extents[0] = (struct sim_extent){ start, size };
   s->count = size ? 1 : 0;
   return true;
}

void sim_range_finish(struct sim_range_set *s)
{
   free(s->extents);
   *s = (struct sim_range_set){ 0 };
}

bool sim_range_reserve(struct sim_range_set *s, unsigned more)
{
   if (s->count + more <= s->capacity)
      return true;
   unsigned capacity = s->capacity ? s->capacity * 2 : 64;
   while (capacity < s->count + more)
      capacity *= 2;
   struct sim_extent *extents = realloc(s->extents, capacity * sizeof *extents);
   if (!extents)
      return false;
   s->extents = extents;
   s->capacity = capacity;
   return true;
}

static void remove_at(struct sim_range_set *s, unsigned i)
{
   memmove(s->extents + i, s->extents + i + 1, (s->count - i - 1) * sizeof *s->extents);
   s->count--;
}

static void insert_at(struct sim_range_set *s, unsigned i, uint64_t start, uint64_t size)
{
   memmove(s->extents + i + 1, s->extents + i, (s->count - i) * sizeof *s->extents);
   s->extents[i] = (struct sim_extent){ start, size };
   s->count++;
}

uint64_t sim_range_take(struct sim_range_set *s, uint64_t size, uint64_t align)
{
   /* Cutting out of the middle makes one extent more; and each taken range needs a slot when it comes back. */
   if (!size || !sim_range_reserve(s, 2))
      return UINT64_MAX;
   for (unsigned i = 0; i < s->count; i++) {
      struct sim_extent *e = &s->extents[i];
      uint64_t start = (e->start + align - 1) & ~(align - 1);
      uint64_t skipped = start - e->start;
      if (start < e->start || skipped > e->size || e->size - skipped < size)
         continue;
      uint64_t behind = e->size - skipped - size;
      if (skipped && behind) {
         e->size = skipped;
         insert_at(s, i + 1, start + size, behind);
      } else if (skipped) {
         e->size = skipped;
      } else if (behind) {
         *e = (struct sim_extent){ start + size, behind };
      } else {
         remove_at(s, i);
      }
      return start;
   }
   return UINT64_MAX;
}

void sim_range_release(struct sim_range_set *s, uint64_t start, uint64_t size)
{
   unsigned low = 0, high = s->count;
   while (low < high) {
      unsigned mid = (low + high) / 2;
      if (s->extents[mid].start < start)
         low = mid + 1;
      else
         high = mid;
   }
   bool joins_before = low > 0 && s->extents[low - 1].start + s->extents[low - 1].size == start;
   bool joins_after = low < s->count && start + size == s->extents[low].start;
   if (joins_before && joins_after) {
      s->extents[low - 1].size += size + s->extents[low].size;
      remove_at(s, low);
   } else if (joins_before) {
      s->extents[low - 1].size += size;
   } else if (joins_after) {
      s->extents[low].start = start;
      s->extents[low].size += size;
   } else if (sim_range_reserve(s, 1)) {
      insert_at(s, low, start, size);
   } /* else: the addresses are lost, the memory is not */
}
