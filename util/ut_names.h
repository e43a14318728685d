/* ut_names.h: a name space of objects. A name is an unsigned integer that the API generates (glGen*) or the application
 * chooses; it is free, reserved, or bound to an object. Small names index an array, large ones are in a hash table. Name 0 is
 * never in the table. The table has no lock: the caller serialises. It does not own the objects. */
#ifndef UT_NAMES_H
#define UT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ut_names_far { uint32_t name; void *object; };

struct ut_names {
   void **dense;            /* by name; NULL: free, ut_names_reserved: generated without an object */
   uint32_t dense_count;
   uint32_t first_free;     /* no free name below this one */
   struct ut_names_far *far_slot; /* open addressing, name 0 = empty; a removed one has object NULL */
   uint32_t far_size, far_used;   /* size is a power of two or 0 */
};

extern const char ut_names_reserved[1];

bool ut_names_init(struct ut_names *n);
void ut_names_finish(struct ut_names *n); /* frees the table, not the objects */

/* Reserves `count` unused names. False: out of memory or out of names; nothing is reserved then. */
bool ut_names_gen(struct ut_names *n, uint32_t count, uint32_t *out);
/* Binds `name` to `object` (not NULL), whether it was reserved or not. False: out of memory. */
bool ut_names_insert(struct ut_names *n, uint32_t name, void *object);
/* Frees the name. Unknown names are fine. */
void ut_names_remove(struct ut_names *n, uint32_t name);
/* True from gen or insert until remove. */
bool ut_names_is_reserved(const struct ut_names *n, uint32_t name);
/* Iterates over the objects, names below the hash table's in order. Start with *cursor = 0; NULL marks the end. The caller may
 * remove the name just returned between two calls, and may not insert. */
void *ut_names_next(const struct ut_names *n, uint64_t *cursor, uint32_t *name);

void *ut_names_lookup_far(const struct ut_names *n, uint32_t name);

/* The object, or NULL for 0, unknown and merely reserved names. */
static inline void *ut_names_lookup(const struct ut_names *n, uint32_t name)
{
   void *object = name < n->dense_count ? n->dense[name] : ut_names_lookup_far(n, name);
   return object == (const void *)ut_names_reserved ? NULL : object;
}

#endif
