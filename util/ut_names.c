/* ut_names.c: maps object names to objects. Generated names are the lowest free ones, so most tables are one small array. The
 * hash table holds large names, which only applications choose. */
#include "util/ut_names.h"

#include <stdlib.h>
#include <string.h>

/* Names below this are kept in the array: 2 MB at most. */
#define DENSE_LIMIT (1u << 18)

const char ut_names_reserved[1];
#define RESERVED ((void *)ut_names_reserved)

bool ut_names_init(struct ut_names *n)
{
   *n = (struct ut_names){.first_free = 1};
   return true;
}

void ut_names_finish(struct ut_names *n)
{
   free(n->dense);
   free(n->far_slot);
   *n = (struct ut_names){.first_free = 1};
}

static bool grow_dense(struct ut_names *n, uint32_t name)
{
   uint32_t count = n->dense_count ? n->dense_count : 32;
   while (count <= name)
      count *= 2;
   if (count == n->dense_count)
      return true;
   void **dense = realloc(n->dense, count * sizeof(*dense));
   if (!dense)
      return false;
   memset(dense + n->dense_count, 0, (count - n->dense_count) * sizeof(*dense));
   n->dense = dense;
   n->dense_count = count;
   return true;
}

/* ---- hash table for names >= DENSE_LIMIT --------------------------------------------------------------------------------- */

static struct ut_names_far *far_find(const struct ut_names *n, uint32_t name)
{
   if (!n->far_size || name == 0)
      return NULL;
   uint32_t mask = n->far_size - 1;
   for (uint32_t i = name * 0x9e3779b1u & mask;; i = (i + 1) & mask) {
      if (n->far_slot[i].name == name)
         return &n->far_slot[i];
      if (n->far_slot[i].name == 0)
         return NULL;
   }
}

/* The slot for a name that is not in the table. At least half of the slots are empty. */
static struct ut_names_far *far_empty(struct ut_names *n, uint32_t name)
{
   uint32_t mask = n->far_size - 1, i = name * 0x9e3779b1u & mask;
   while (n->far_slot[i].name != 0)
      i = (i + 1) & mask;
   return &n->far_slot[i];
}

static bool far_insert(struct ut_names *n, uint32_t name, void *object)
{
   struct ut_names_far *slot = far_find(n, name);
   if (slot) {
      slot->object = object;
      return true;
   }
   if ((n->far_used + 1) * 2 > n->far_size) {
      uint32_t live = 0;
      for (uint32_t i = 0; i < n->far_size; i++)
         live += n->far_slot[i].object != NULL;
      struct ut_names old = *n;
      uint32_t size = 16;
      while (size < (live + 1) * 4)
         size *= 2;
      struct ut_names_far *slots = calloc(size, sizeof(*slots));
      if (!slots)
         return false;
      n->far_slot = slots;
      n->far_size = size;
      n->far_used = live;
      for (uint32_t i = 0; i < old.far_size; i++)
         if (old.far_slot[i].object)
            *far_empty(n, old.far_slot[i].name) = old.far_slot[i];
      free(old.far_slot);
   }
   *far_empty(n, name) = (struct ut_names_far){name, object};
   n->far_used++;
   return true;
}

void *ut_names_lookup_far(const struct ut_names *n, uint32_t name)
{
   struct ut_names_far *slot = far_find(n, name);
   return slot ? slot->object : NULL;
}

/* ---- names ----------------------------------------------------------------------------------------------------------- */

bool ut_names_is_reserved(const struct ut_names *n, uint32_t name)
{
   if (name < n->dense_count)
      return n->dense[name] != NULL;
   return ut_names_lookup_far(n, name) != NULL;
}

/* A name below DENSE_LIMIT is always in the array and a name above always in the hash table, so no name is in both. */
bool ut_names_insert(struct ut_names *n, uint32_t name, void *object)
{
   if (name == 0 || !object)
      return false;
   if (name >= DENSE_LIMIT)
      return far_insert(n, name, object);
   if (!grow_dense(n, name))
      return false;
   n->dense[name] = object;
   return true;
}

/* Lowest free name at or above `from`, 0 when there is none. */
static uint32_t next_free(const struct ut_names *n, uint32_t from)
{
   for (uint32_t name = from; name < n->dense_count; name++)
      if (!n->dense[name])
         return name;
   for (uint32_t name = from > n->dense_count ? from : n->dense_count ? n->dense_count : 1; name != 0; name++)
      if (!ut_names_is_reserved(n, name))
         return name;
   return 0;
}

bool ut_names_gen(struct ut_names *n, uint32_t count, uint32_t *out)
{
   uint32_t from = n->first_free;
   for (uint32_t i = 0; i < count; i++) {
      uint32_t name = next_free(n, from);
      if (name == 0 || !ut_names_insert(n, name, RESERVED)) {
         while (i-- > 0)
            ut_names_remove(n, out[i]);
         return false;
      }
      out[i] = name;
      from = name + 1;
   }
   n->first_free = from;
   return true;
}

void ut_names_remove(struct ut_names *n, uint32_t name)
{
   if (name == 0)
      return;
   if (name < n->dense_count) {
      n->dense[name] = NULL;
   } else {
      struct ut_names_far *slot = far_find(n, name);
      if (!slot)
         return;
      slot->object = NULL;
   }
   if (name < n->first_free)
      n->first_free = name;
}

void *ut_names_next(const struct ut_names *n, uint64_t *cursor, uint32_t *name)
{
   for (; *cursor < (uint64_t)n->dense_count + n->far_size; ++*cursor) {
      void *object;
      uint32_t current;
      if (*cursor < n->dense_count) {
         current = (uint32_t)*cursor;
         object = n->dense[current];
      } else {
         const struct ut_names_far *slot = &n->far_slot[*cursor - n->dense_count];
         current = slot->name;
         object = slot->object;
      }
      if (object && object != RESERVED) {
         ++*cursor;
         if (name)
            *name = current;
         return object;
      }
   }
   return NULL;
}
