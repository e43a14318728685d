/* link_index.c: see link_index.h. */
#include "gl-api/glsl/link_index.h"

#include <stdlib.h>
#include <string.h>

#include "util/ut_hash.h"

bool link_index_init(struct link_index *x, uint32_t count)
{
   uint32_t buckets = 16;
   while (buckets < count && buckets < 1u << 30)
      buckets *= 2;
   *x = (struct link_index){ .bucket = malloc(buckets * sizeof *x->bucket), .next = malloc((count + 1) * sizeof *x->next),
                             .mask = buckets - 1, .count = count };
   if (!x->bucket || !x->next) {
      link_index_finish(x);
      return false;
   }
   memset(x->bucket, 0xff, buckets * sizeof *x->bucket); /* LINK_INDEX_END */
   return true;
}

void link_index_finish(struct link_index *x)
{
   free(x->bucket);
   free(x->next);
   *x = (struct link_index){ .bucket = NULL };
}

static uint32_t *bucket_of(const struct link_index *x, const char *name)
{
   return &x->bucket[ut_hash64(name, strcspn(name, ".["), 0) & x->mask];
}

void link_index_add(struct link_index *x, uint32_t entry, const char *name)
{
   uint32_t *bucket = bucket_of(x, name);
   x->next[entry] = *bucket;
   *bucket = entry;
}

uint32_t link_index_first(const struct link_index *x, const char *name)
{
   return x->bucket ? *bucket_of(x, name) : LINK_INDEX_END;
}
