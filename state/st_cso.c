/* st_cso.c: the cache of constant state objects. One open-addressing table per kind; the key is the struct's bytes, compared
 * with memcmp. A table that passes its limit is trimmed to the bound objects; programs with a bounded set of states never reach
 * the limit. */
#include <stdlib.h>
#include <string.h>

#include "state/st_private.h"
#include "util/ut_hash.h"

#define TRIM_AT 1024

struct cso_entry {
   uint64_t hash;
   void *cso;   /* NULL: empty slot */
   void *state; /* owned copy */
   uint32_t size_B;
};

struct cso_table {
   struct cso_entry *entry;
   uint32_t size, used; /* size: power of two or 0 */
};

struct st_cso_cache {
   struct pipe_context *pipe;
   struct cso_table table[ST_CSO_KIND_COUNT];
};

static size_t key_size_B(enum st_cso_kind kind, const void *state)
{
   switch (kind) {
   case ST_CSO_BLEND: return sizeof(struct pipe_blend_state);
   case ST_CSO_DSA: return sizeof(struct pipe_depth_stencil_alpha_state);
   case ST_CSO_RASTERIZER: return sizeof(struct pipe_rasterizer_state);
   case ST_CSO_SAMPLER: return sizeof(struct pipe_sampler_state);
   default: break;
   }
   const struct st_vertex_layout *layout = state;
   return offsetof(struct st_vertex_layout, element) + layout->count * sizeof layout->element[0];
}

static void *create(struct pipe_context *pipe, enum st_cso_kind kind, const void *state)
{
   switch (kind) {
   case ST_CSO_BLEND: return pipe->impl->create_blend(pipe, state);
   case ST_CSO_DSA: return pipe->impl->create_depth_stencil_alpha(pipe, state);
   case ST_CSO_RASTERIZER: return pipe->impl->create_rasterizer(pipe, state);
   case ST_CSO_SAMPLER: return pipe->impl->create_sampler(pipe, state);
   default: break;
   }
   const struct st_vertex_layout *layout = state;
   return pipe->impl->create_vertex_elements(pipe, layout->count, layout->element);
}

static void delete(struct pipe_context *pipe, enum st_cso_kind kind, void *cso)
{
   switch (kind) {
   case ST_CSO_BLEND: pipe->impl->delete_blend(pipe, cso); break;
   case ST_CSO_DSA: pipe->impl->delete_depth_stencil_alpha(pipe, cso); break;
   case ST_CSO_RASTERIZER: pipe->impl->delete_rasterizer(pipe, cso); break;
   case ST_CSO_SAMPLER: pipe->impl->delete_sampler(pipe, cso); break;
   default: pipe->impl->delete_vertex_elements(pipe, cso);
   }
}

struct st_cso_cache *st_cso_cache_create(struct pipe_context *pipe)
{
   struct st_cso_cache *cache = calloc(1, sizeof *cache);
   if (cache)
      cache->pipe = pipe;
   return cache;
}

void st_cso_cache_destroy(struct st_cso_cache *cache)
{
   if (!cache)
      return;
   for (unsigned kind = 0; kind < ST_CSO_KIND_COUNT; kind++) {
      struct cso_table *table = &cache->table[kind];
      for (unsigned i = 0; i < table->size; i++) {
         if (!table->entry[i].cso)
            continue;
         delete(cache->pipe, kind, table->entry[i].cso);
         free(table->entry[i].state);
      }
      free(table->entry);
   }
   free(cache);
}

/* The slot that holds the key, or the empty one where it would go. The table is never full. */
static struct cso_entry *find(const struct cso_table *table, uint64_t hash, const void *state, size_t size_B)
{
   for (uint32_t i = hash & (table->size - 1);; i = (i + 1) & (table->size - 1)) {
      struct cso_entry *entry = &table->entry[i];
      if (!entry->cso || (entry->hash == hash && entry->size_B == size_B && !memcmp(entry->state, state, size_B)))
         return entry;
   }
}

static bool rehash(struct cso_table *table, uint32_t size)
{
   struct cso_table bigger = { calloc(size, sizeof *bigger.entry), size, table->used };
   if (!bigger.entry)
      return false;
   for (uint32_t i = 0; i < table->size; i++) {
      struct cso_entry *old = &table->entry[i];
      if (old->cso)
         *find(&bigger, old->hash, old->state, old->size_B) = *old;
   }
   free(table->entry);
   *table = bigger;
   return true;
}

void *st_cso_get(struct st_cso_cache *cache, enum st_cso_kind kind, const void *state)
{
   struct cso_table *table = &cache->table[kind];
   size_t size_B = key_size_B(kind, state);
   uint64_t hash = ut_hash64(state, size_B, kind);
   if (table->used * 2 >= table->size && !rehash(table, table->size ? table->size * 2 : 16))
      return NULL;
   struct cso_entry *entry = find(table, hash, state, size_B);
   if (entry->cso)
      return entry->cso;
   void *copy = malloc(size_B);
   void *cso = copy ? create(cache->pipe, kind, state) : NULL;
   if (!cso) {
      free(copy);
      return NULL;
   }
   memcpy(copy, state, size_B);
   *entry = (struct cso_entry){ hash, cso, copy, size_B };
   table->used++;
   return cso;
}

void st_cso_trim(struct st_cso_cache *cache, enum st_cso_kind kind, void *const *keep, unsigned keep_count)
{
   struct cso_table *table = &cache->table[kind];
   if (table->used < TRIM_AT)
      return;
   for (uint32_t i = 0; i < table->size; i++) {
      struct cso_entry *entry = &table->entry[i];
      bool kept = !entry->cso;
      for (unsigned k = 0; k < keep_count; k++)
         kept |= entry->cso == keep[k];
      if (kept)
         continue;
      delete(cache->pipe, kind, entry->cso);
      free(entry->state);
      *entry = (struct cso_entry){ 0 };
      table->used--;
   }
   /* Holes break the probing: insert the remaining entries again. When there is no memory for that, drop nothing more and
    * rebuild in place. */
   if (!rehash(table, table->size)) {
      for (uint32_t i = 0; i < table->size; i++) {
         struct cso_entry entry = table->entry[i];
         if (!entry.cso)
            continue;
         table->entry[i] = (struct cso_entry){ 0 };
         *find(table, entry.hash, entry.state, entry.size_B) = entry;
      }
   }
}
