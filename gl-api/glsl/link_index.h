/* link_index.h: finds entries of a list by name, without a walk over all of them. Names are hashed up to the first '.' or '[', so
 * that the members and elements of a variable are found with it; the caller compares names in full. */
#ifndef LINK_INDEX_H
#define LINK_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#define LINK_INDEX_END UINT32_MAX

struct link_index {
   uint32_t *bucket;        /* first entry of each hash value */
   uint32_t *next;          /* by entry: the next one of the same hash value, which has a larger number */
   uint32_t mask;           /* of hash values */
   uint32_t count;
};

/* For `count` entries, none of which has been added. False: no memory. */
bool link_index_init(struct link_index *x, uint32_t count);
void link_index_finish(struct link_index *x);
/* Each entry once, from the last to the first. */
void link_index_add(struct link_index *x, uint32_t entry, const char *name);
/* The first entry that may have this name; further ones follow by link_index.next, to LINK_INDEX_END. */
uint32_t link_index_first(const struct link_index *x, const char *name);

#endif
