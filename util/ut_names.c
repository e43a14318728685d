/* ut_names.c: maps object names to objects. Generated names are the lowest free ones, so most tables are one small array; bits of three
 * levels find a free name in it without a search. The hash table holds large names, which applications choose, and those
 * that are generated when the array is full. */
#include "util/ut_names.h"

#include <stdlib.h>
#include <string.h>

#define DENSE_LIMIT UT_NAMES_DENSE_LIMIT
#define BIT(i) (UINT64_C(1) << ((i) % 64))
#define BITS_FROM(i) (~UINT64_C(0) << ((i) % 64)) /* and above */

const char ut_names_reserved[1];
#define RESERVED ((void *)ut_names_reserved)

bool ut_names_init(struct ut_names *n)
{
   *n = (struct ut_names){.far_next = DENSE_LIMIT};
   return true;
}

void ut_names_finish(struct ut_names *n)
{
   free(n->dense);
   free(n->taken);
   free(n->far_slot);
   *n = (struct ut_names){.far_next = DENSE_LIMIT};
}

/* ---- the array, and bits of three levels ----------------------------------------------------------------------------------- */

/* Brings the summaries up to date after a change of taken[word]. */
static void summarize(struct ut_names *n, uint32_t word)
{
   const uint32_t group = word / 64;
   const uint64_t full = n->taken[word] == ~UINT64_C(0), some = n->taken[word] != 0;
   n->full[group] = (n->full[group] & ~BIT(word)) | full << word % 64;
   n->some[group] = (n->some[group] & ~BIT(word)) | some << word % 64;
   n->full_groups = (n->full_groups & ~BIT(group)) | (uint64_t)(n->full[group] == ~UINT64_C(0)) << group;
   n->some_groups = (n->some_groups & ~BIT(group)) | (uint64_t)(n->some[group] != 0) << group;
}

static void set_dense(struct ut_names *n, uint32_t name, void *object)
{
   uint64_t *taken = &n->taken[name / 64];
   const uint64_t before = *taken;
   n->dense[name] = object;
   *taken = object ? before | BIT(name) : before & ~BIT(name);
   if (*taken != before)
      summarize(n, name / 64);
}

static bool grow_dense(struct ut_names *n, uint32_t name)
{
   uint32_t count = n->dense_count ? n->dense_count : 64;
   while (count <= name)
      count *= 2;
   if (count == n->dense_count)
      return true;
   void **dense = realloc(n->dense, count * sizeof(*dense));
   if (!dense)
      return false;
   n->dense = dense;
   uint64_t *taken = realloc(n->taken, count / 64 * sizeof(*taken));
   if (!taken)
      return false;
   n->taken = taken;
   memset(dense + n->dense_count, 0, (count - n->dense_count) * sizeof(*dense));
   memset(taken + n->dense_count / 64, 0, (count - n->dense_count) / 64 * sizeof(*taken));
   if (!n->dense_count) {
      taken[0] = 1;
      summarize(n, 0);
   }
   n->dense_count = count;
   return true;
}

/* The lowest free name of the array at or above `from`; at least dense_count: there is none below it. */
static uint32_t dense_free(const struct ut_names *n, uint32_t from)
{
   if (from >= n->dense_count)
      return from ? from : 1;
   uint32_t word = from / 64, group;
   uint64_t bits = ~n->taken[word] & BITS_FROM(from);
   if (bits)
      return word * 64 + (uint32_t)__builtin_ctzll(bits);
   if (++word >= n->dense_count / 64)
      return n->dense_count;
   group = word / 64;
   bits = ~n->full[group] & BITS_FROM(word);
   if (!bits) {
      bits = group == 63 ? 0 : ~n->full_groups & BITS_FROM(group + 1);
      if (!bits)
         return n->dense_count;
      group = (uint32_t)__builtin_ctzll(bits);
      bits = ~n->full[group];
   }
   word = group * 64 + (uint32_t)__builtin_ctzll(bits);
   return word < n->dense_count / 64 ? word * 64 + (uint32_t)__builtin_ctzll(~n->taken[word]) : n->dense_count;
}

/* The lowest name of the array at or above `from` that is not free; UINT32_MAX: none. */
static uint32_t dense_taken(const struct ut_names *n, uint32_t from)
{
   if (from >= n->dense_count)
      return UINT32_MAX;
   uint32_t word = from / 64, group;
   uint64_t bits = n->taken[word] & BITS_FROM(from);
   if (bits)
      return word * 64 + (uint32_t)__builtin_ctzll(bits);
   if (++word >= n->dense_count / 64)
      return UINT32_MAX;
   group = word / 64;
   bits = n->some[group] & BITS_FROM(word);
   if (!bits) {
      bits = group == 63 ? 0 : n->some_groups & BITS_FROM(group + 1);
      if (!bits)
         return UINT32_MAX;
      group = (uint32_t)__builtin_ctzll(bits);
      bits = n->some[group];
   }
   word = group * 64 + (uint32_t)__builtin_ctzll(bits);
   return word * 64 + (uint32_t)__builtin_ctzll(n->taken[word]);
}

/* One above the highest name of the array that is not free; at least 1. */
static uint32_t dense_top(const struct ut_names *n)
{
   if (!n->some_groups)
      return 1;
   const uint32_t group = 63 - (uint32_t)__builtin_clzll(n->some_groups);
   const uint32_t word = group * 64 + 63 - (uint32_t)__builtin_clzll(n->some[group]);
   return word * 64 + 64 - (uint32_t)__builtin_clzll(n->taken[word]);
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
   set_dense(n, name, object);
   return true;
}

/* `count` free names of the hash table; 0: there are none. */
static uint32_t far_free(const struct ut_names *n, uint32_t count)
{
   uint64_t first = n->far_next;
   uint32_t run = 0;
   for (bool again = false; run < count;) {
      if (first + count > UINT32_MAX) {
         if (again)
            return 0;
         first = DENSE_LIMIT;
         run = 0;
         again = true;
      } else if (ut_names_lookup_far(n, (uint32_t)first + run)) {
         first += run + 1;
         run = 0;
      } else {
         run++;
      }
   }
   return (uint32_t)first;
}

/* The lowest free name of the array at or above `from`, or a name of the hash table; 0: there is none. */
static uint32_t next_free(struct ut_names *n, uint32_t from)
{
   uint32_t name = dense_free(n, from);
   if (name >= DENSE_LIMIT) {
      name = far_free(n, 1);
      n->far_next = name ? name + 1 : n->far_next;
   }
   return name;
}

bool ut_names_gen(struct ut_names *n, uint32_t count, uint32_t *out)
{
   uint32_t from = 1;
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
   return true;
}

/* `count` free names that follow each other in the array or beyond it; 0: there are none. */
static uint32_t free_range(const struct ut_names *n, uint32_t count)
{
   uint32_t first = count == 1 ? dense_free(n, 1) : dense_top(n);
   if (first + (uint64_t)count <= DENSE_LIMIT)
      return first;
   for (first = dense_free(n, 1); first < n->dense_count;) {
      const uint32_t end = dense_taken(n, first);
      if (end == UINT32_MAX)
         break;
      if (end - first >= count)
         return first;
      first = dense_free(n, end);
   }
   return far_free(n, count);
}

bool ut_names_gen_range(struct ut_names *n, uint32_t count, uint32_t *first)
{
   *first = free_range(n, count);
   if (!*first)
      return false;
   for (uint32_t i = 0; i < count; i++) {
      if (!ut_names_insert(n, *first + i, RESERVED)) {
         while (i-- > 0)
            ut_names_remove(n, *first + i);
         return false;
      }
   }
   if (*first >= DENSE_LIMIT)
      n->far_next = *first + count;
   return true;
}

void ut_names_remove(struct ut_names *n, uint32_t name)
{
   if (name == 0)
      return;
   if (name < n->dense_count) {
      set_dense(n, name, NULL);
      return;
   }
   struct ut_names_far *slot = far_find(n, name);
   if (slot)
      slot->object = NULL;
}

bool ut_names_next_in(const struct ut_names *n, uint32_t first, uint32_t last, uint64_t *cursor, uint32_t *name, void **object)
{
   /* The cursor passes the names of the array, then the names of the hash table or its slots, of which there are fewer. */
   if (*cursor < n->dense_count) {
      const uint32_t from = *cursor > first ? (uint32_t)*cursor : first ? first : 1, found = dense_taken(n, from);
      if (found <= last && found != UINT32_MAX) {
         *cursor = (uint64_t)found + 1;
         *name = found;
         *object = n->dense[found];
         return true;
      }
      *cursor = n->dense_count;
   }
   const uint32_t far_first = first > n->dense_count ? first : n->dense_count;
   if (last < far_first || !n->far_size)
      return false;
   const bool by_name = last - far_first < n->far_size;
   const uint64_t end = by_name ? (uint64_t)last - far_first + 1 : n->far_size;
   while (*cursor - n->dense_count < end) {
      const uint32_t i = (uint32_t)(*cursor - n->dense_count);
      const struct ut_names_far *slot = by_name ? far_find(n, far_first + i) : &n->far_slot[i];
      ++*cursor;
      if (!slot || !slot->object || slot->name < far_first || slot->name > last)
         continue;
      *name = slot->name;
      *object = slot->object;
      return true;
   }
   return false;
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
