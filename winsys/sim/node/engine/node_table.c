/* node_table.c: handles. The lowest free number is given out next, as by the kernel's idr. */
#include <stdlib.h>

#include "winsys/sim/node/engine/node.h"

#define MAX_HANDLES (1u << 24)

uint32_t node_table_add(struct node_table *t, void *object)
{
   uint32_t i = t->lowest_free;
   while (i < t->count && t->slot[i])
      i++;
   if (i == t->count) {
      uint32_t count = t->count ? 2 * t->count : 64;
      void **slot = count <= MAX_HANDLES ? realloc(t->slot, count * sizeof *slot) : NULL;
      if (!slot)
         return 0;
      for (uint32_t j = t->count; j < count; j++)
         slot[j] = NULL;
      t->slot = slot;
      t->count = count;
   }
   t->slot[i] = object;
   t->lowest_free = i + 1;
   return i + 1;
}

void *node_table_get(const struct node_table *t, uint32_t handle)
{
   return handle && handle <= t->count ? t->slot[handle - 1] : NULL;
}

void *node_table_remove(struct node_table *t, uint32_t handle)
{
   void *object = node_table_get(t, handle);
   if (object) {
      t->slot[handle - 1] = NULL;
      if (handle - 1 < t->lowest_free)
         t->lowest_free = handle - 1;
   }
   return object;
}

void *node_table_find(struct node_file *file, const struct node_table *t, uint32_t handle)
{
   pthread_mutex_lock(&file->lock);
   atomic_uint *refs = node_table_get(t, handle);
   if (refs)
      atomic_fetch_add_explicit(refs, 1, memory_order_relaxed);
   pthread_mutex_unlock(&file->lock);
   return refs;
}

void node_table_finish(struct node_table *t)
{
   free(t->slot);
   *t = (struct node_table){ 0 };
}
