/* mem_stores.c: see mem_stores.h. Stores may overlap: they are taken back in reverse order. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/base/grow.h"
#include "winsys/sim/mem/mem_stores.h"

bool sim_stores_on;
static _Thread_local struct sim_stores *listed;

void sim_stores_begin(struct sim_stores *stores)
{
   listed = stores;
}

void sim_stores_note_listed(void *at, unsigned size_B)
{
   struct sim_stores *s = listed;
   if (!s)
      return;
   struct sim_store *list = sim_grow(s->list, s->count, &s->capacity, sizeof *list);
   s->incomplete |= !list;
   if (!list)
      return;
   s->list = list;
   struct sim_store *store = &s->list[s->count++];
   store->at = at;
   store->size_B = size_B;
   memcpy(store->old, at, size_B);
}

void sim_stores_take_back(struct sim_stores *stores)
{
   for (size_t i = 0; i < stores->count; i++)
      memcpy(stores->list[i].made, stores->list[i].at, stores->list[i].size_B);
   for (size_t i = stores->count; i-- > 0;)
      memcpy(stores->list[i].at, stores->list[i].old, stores->list[i].size_B);
}

const uint8_t *sim_stores_differ(const struct sim_stores *stores)
{
   for (size_t i = 0; i < stores->count; i++) {
      const struct sim_store *s = &stores->list[i];
      for (unsigned at = 0; at < s->size_B; at += 4) {
         const unsigned size_B = s->size_B - at < 4 ? s->size_B - at : 4;
         uint32_t now = 0, made = 0;
         memcpy(&now, s->at + at, size_B);
         memcpy(&made, s->made + at, size_B);
         if (now != made)
            return s->at + at;
      }
   }
   return NULL;
}

static int by_address(const void *a, const void *b)
{
   const struct sim_store *x = a, *y = b;
   return x->at != y->at ? x->at < y->at ? -1 : 1 : 0;
}

/* Any store that covers a byte begins at most SIM_STORE_B - 1 bytes before it. */
static bool covers(const struct sim_stores *sorted, const uint8_t *byte)
{
   size_t first = 0, end = sorted->count;
   while (first < end) {
      const size_t middle = first + (end - first) / 2;
      if (sorted->list[middle].at + (SIM_STORE_B - 1) < byte)
         first = middle + 1;
      else
         end = middle;
   }
   for (; first < sorted->count && sorted->list[first].at <= byte; first++)
      if (byte < sorted->list[first].at + sorted->list[first].size_B)
         return true;
   return false;
}

const uint8_t *sim_stores_beyond(struct sim_stores *stores, const struct sim_stores *other)
{
   if (stores->count)
      qsort(stores->list, stores->count, sizeof *stores->list, by_address);
   for (size_t i = 0; i < other->count; i++)
      for (unsigned b = 0; b < other->list[i].size_B; b++)
         if (!covers(stores, other->list[i].at + b))
            return other->list[i].at + b;
   return NULL;
}

void sim_stores_finish(struct sim_stores *stores)
{
   free(stores->list);
   *stores = (struct sim_stores){ 0 };
}
