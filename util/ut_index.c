/* ut_index.c: see ut_index.h. */
#include "util/ut_index.h"

#include <stdlib.h>
#include <string.h>

#include "util/ut_hash.h"

bool ut_index_init(struct ut_index *x, uint32_t count)
{
   uint32_t buckets = 16;
   while (buckets < count && buckets < 1u << 30)
      buckets *= 2;
   *x = (struct ut_index){ .bucket = malloc(buckets * sizeof *x->bucket), .next = malloc((count + 1) * sizeof *x->next),
                           .mask = buckets - 1 };
   if (!x->bucket || !x->next) {
      ut_index_finish(x);
      return false;
   }
   memset(x->bucket, 0xff, buckets * sizeof *x->bucket); /* UT_INDEX_END */
   return true;
}

void ut_index_finish(struct ut_index *x)
{
   free(x->bucket);
   free(x->next);
   *x = (struct ut_index){ .bucket = NULL };
}

static uint32_t *bucket_of(const struct ut_index *x, const char *key, size_t length)
{
   return &x->bucket[ut_hash64(key, length, 0) & x->mask];
}

void ut_index_add(struct ut_index *x, uint32_t entry, const char *key, size_t length)
{
   uint32_t *bucket = bucket_of(x, key, length);
   x->next[entry] = *bucket;
   *bucket = entry;
}

uint32_t ut_index_first(const struct ut_index *x, const char *key, size_t length)
{
   return x->bucket ? *bucket_of(x, key, length) : UT_INDEX_END;
}
