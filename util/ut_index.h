/* ut_index.h: finds entries of a list by a string, without a walk over all of them. The caller chooses which part of a name is hashed
 * and compares names in full. */
#ifndef UT_INDEX_H
#define UT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UT_INDEX_END UINT32_MAX

struct ut_index {
   uint32_t *bucket;        /* first entry of each hash value */
   uint32_t *next;          /* by entry: the next one of the same hash value, which has a larger number */
   uint32_t mask;           /* of hash values */
};

/* For `count` entries, none of which has been added. False: no memory. */
bool ut_index_init(struct ut_index *x, uint32_t count);
void ut_index_finish(struct ut_index *x);
/* Each entry once, from the last to the first. */
void ut_index_add(struct ut_index *x, uint32_t entry, const char *key, size_t length);
/* The first entry that may have this key; further ones follow by ut_index.next, to UT_INDEX_END. An index of zeros has no entries. */
uint32_t ut_index_first(const struct ut_index *x, const char *key, size_t length);

#endif
