/* ut_names.h: a name space of objects. A name is an unsigned integer that the API generates (glGen*) or the application
 * chooses; it is free, reserved, or bound to an object. Small names index an array, large ones are in a hash table. Name 0 is
 * never in the table. The table has no lock: the caller serialises. It does not own the objects. */
#ifndef UT_NAMES_H
#define UT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ut_names_far { uint32_t name; void *object; };

/* Names below this are kept in the array: 2 MB at most. */
#define UT_NAMES_DENSE_LIMIT (1u << 18)
#define UT_NAMES_GROUPS (UT_NAMES_DENSE_LIMIT / (64 * 64))

struct ut_names {
   void **dense;            /* by name; NULL: free, ut_names_reserved: generated without an object */
   uint32_t dense_count;    /* 0 or a power of two, at least 64 */
   uint64_t *taken;         /* bit per name of `dense` that is not free; name 0 counts as taken */
   /* Summaries of `taken`: bit per word of 64 names that has no free one, or that has a taken one; and of the summaries' words. */
   uint64_t full[UT_NAMES_GROUPS], some[UT_NAMES_GROUPS], full_groups, some_groups;
   struct ut_names_far *far_slot; /* open addressing, name 0 = empty; a removed one has object NULL */
   uint32_t far_size, far_used;   /* size is a power of two or 0 */
   uint32_t far_next;       /* where the search for a free name of the hash table begins */
};

extern const char ut_names_reserved[1];

bool ut_names_init(struct ut_names *n);
void ut_names_finish(struct ut_names *n); /* frees the table, not the objects */

/* Reserves `count` unused names. False: out of memory or out of names; nothing is reserved then. */
bool ut_names_gen(struct ut_names *n, uint32_t count, uint32_t *out);
/* Reserves the unused names *first to *first + count - 1; count > 0. False: as above. The time does not depend on the names that
 * exist while a range of this length is free above all names below UT_NAMES_DENSE_LIMIT. */
bool ut_names_gen_range(struct ut_names *n, uint32_t count, uint32_t *first);
/* Binds `name` to `object` (not NULL), whether it was reserved or not. False: out of memory. */
bool ut_names_insert(struct ut_names *n, uint32_t name, void *object);
/* Frees the name. Unknown names are fine. */
void ut_names_remove(struct ut_names *n, uint32_t name);
/* True from gen or insert until remove. */
bool ut_names_is_reserved(const struct ut_names *n, uint32_t name);
/* Iterates over the objects, names below the hash table's in order. Start with *cursor = 0; NULL marks the end. The caller may
 * remove the name just returned between two calls, and may not insert. */
void *ut_names_next(const struct ut_names *n, uint64_t *cursor, uint32_t *name);

/* Iterates over the names from `first` to `last` that are reserved or bound, in any order: *name and its object, which is
 * ut_names_reserved where there is none. Start with *cursor = 0; false marks the end. The caller may remove names between two calls, and
 * may not insert. Free names take no time beyond a bit each. */
bool ut_names_next_in(const struct ut_names *n, uint32_t first, uint32_t last, uint64_t *cursor, uint32_t *name, void **object);

void *ut_names_lookup_far(const struct ut_names *n, uint32_t name);

/* The object, or NULL for 0, unknown and merely reserved names. */
static inline void *ut_names_lookup(const struct ut_names *n, uint32_t name)
{
   void *object = name < n->dense_count ? n->dense[name] : ut_names_lookup_far(n, name);
   return object == (const void *)ut_names_reserved ? NULL : object;
}

#endif
