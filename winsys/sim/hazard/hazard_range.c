/* hazard_range.c: ranges of memory with a state each. */
#include "winsys/sim/hazard/hazard_range.h"

#include <string.h>

#include "winsys/sim/base/grow.h"

/* The first range that ends after va. */
static size_t find(const struct hz_map *m, uint64_t va)
{
   size_t low = 0, high = m->count;
   while (low < high) {
      size_t mid = (low + high) / 2;
      if (m->range[mid].end > va)
         high = mid;
      else
         low = mid + 1;
   }
   return low;
}

static bool insert(struct hz_map *m, size_t at, struct hz_range r)
{
   struct hz_range *range = sim_grow(m->range, m->count, &m->capacity, sizeof *range);
   if (!range)
      return false;
   m->range = range;
   memmove(m->range + at + 1, m->range + at, (m->count - at) * sizeof *m->range);
   m->range[at] = r;
   m->count++;
   return true;
}

/* Makes va a border. */
static void split(struct hz_map *m, uint64_t va)
{
   size_t i = find(m, va);
   if (i == m->count || m->range[i].start >= va)
      return;
   struct hz_range tail = m->range[i];
   tail.start = va;
   if (insert(m, i + 1, tail))
      m->range[i].end = va;
}

static bool alike(const struct hz_range *a, const struct hz_range *b)
{
   return a->end == b->start && a->state == b->state && a->writer == b->writer && a->writer_va == b->writer_va;
}

static void merge(struct hz_map *m, size_t first, size_t last)
{
   size_t to = first;
   for (size_t i = first + 1; i < m->count && i <= last; i++) {
      if (alike(&m->range[to], &m->range[i]))
         m->range[to].end = m->range[i].end;
      else
         m->range[++to] = m->range[i];
   }
   size_t kept = to + 1, gone = last < m->count ? last + 1 : m->count;
   if (kept < gone) {
      memmove(m->range + kept, m->range + gone, (m->count - gone) * sizeof *m->range);
      m->count -= gone - kept;
   }
}

void hz_touch(struct hz_map *m, uint64_t start, uint64_t end, hz_func *func, void *user)
{
   if (start >= end)
      return;
   split(m, start);
   split(m, end);
   size_t first = find(m, start), i = first;
   for (uint64_t at = start; at < end; i++) {
      uint64_t next = i < m->count && m->range[i].start < end ? m->range[i].start : end;
      if (next > at && !insert(m, i, (struct hz_range){ .start = at, .end = next }))
         return;
      at = m->range[i].end;
      func(user, &m->range[i]);
   }
   if (m->count)
      merge(m, first ? first - 1 : 0, i);
}

void hz_look(struct hz_map *m, uint64_t start, uint64_t end, hz_func *func, void *user)
{
   for (size_t i = find(m, start); i < m->count && m->range[i].start < end; i++)
      func(user, &m->range[i]);
}

void hz_clear_bits(struct hz_map *m, uint32_t bits)
{
   size_t to = 0;
   for (size_t i = 0; i < m->count; i++) {
      m->range[i].state &= ~bits;
      if (m->range[i].state)
         m->range[to++] = m->range[i];
   }
   m->count = to;
}
