/* si_bindless.c: handles of textures and images (ARB_bindless_texture). A handle is the address of a slot of 16 dwords in memory below
 * 4 GB, with descriptors as in the texture set of a stage (compiler/abi.h). Slots belong to the screen, so a handle is valid in all
 * contexts. A context lists the memory of its resident handles in each submission whose shaders use handles.
 *
 * Slots are written by the CPU while no command reads them. A slot is used again when no context has its handle in a list of
 * resident ones, or in commands that are not submitted, and when the submitted commands that list its chunk are complete. */
#include "si_context.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

#define CHUNK_SLOTS 1024
#define SLOT_B (SI_HANDLE_SLOT_DW * 4)
#define MOST_RETIRED 4096 /* slots without handles, from which on the program waits for the GPU */

struct si_handle {
   struct si_handle *next;        /* retired ones */
   struct handle_chunk *chunk;
   uint32_t slot;                 /* of the chunk */
   unsigned refs;                 /* the owner, and the lists of contexts */
   struct pipe_resource *resource; /* counted; NULL: no texture */
   uint32_t desc_seq;             /* si_resource.desc_seq when the descriptor was packed */
   bool is_image;
   struct pipe_view_template view;
   struct pipe_image_view image;
   struct si_sampler sampler;
};

struct handle_chunk {
   struct handle_chunk *next;
   struct ws_bo *bo;
   uint32_t *map;
   unsigned used;                 /* slots that ever had a handle */
   struct si_handle *handle[CHUNK_SLOTS];
};

void si_handles_init(struct si_handle_table *table)
{
   pthread_mutex_init(&table->lock, NULL);
}

void si_handles_finish(struct si_screen *screen)
{
   struct si_handle_table *table = &screen->handles;

   while (table->chunks) {
      struct handle_chunk *chunk = table->chunks;
      table->chunks = chunk->next;
      for (unsigned i = 0; i < chunk->used; i++) {
         if (chunk->handle[i]->refs)
            pipe_resource_unref(chunk->handle[i]->resource);
         free(chunk->handle[i]);
      }
      screen->ws->impl->bo_unref(chunk->bo);
      free(chunk);
   }
   pthread_mutex_destroy(&table->lock);
}

/* ---- slots, under the lock ---- */

static struct handle_chunk *create_chunk(struct si_screen *screen)
{
   const struct ws_device_impl *ws = screen->ws->impl;
   struct handle_chunk *chunk = calloc(1, sizeof(*chunk));

   if (!chunk)
      return NULL;
   chunk->bo = ws->bo_create(screen->ws, CHUNK_SLOTS * SLOT_B, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS | WS_BO_LOW_4G | WS_BO_ZERO);
   chunk->map = chunk->bo ? ws->bo_map(chunk->bo) : NULL;
   if (chunk->map) {
      chunk->next = screen->handles.chunks;
      screen->handles.chunks = chunk;
      return chunk;
   }
   if (chunk->bo)
      ws->bo_unref(chunk->bo);
   free(chunk);
   return NULL;
}

/* The slot that has been without a handle for the longest time, if no command reads it. */
static struct si_handle *take_retired(struct si_screen *screen)
{
   struct si_handle_table *table = &screen->handles;
   struct si_handle *h = table->oldest;

   if (!h || !screen->ws->impl->bo_wait(h->chunk->bo, table->retired > MOST_RETIRED ? WS_SYNC_FOREVER : 0, WS_USAGE_WRITE))
      return NULL;
   table->oldest = h->next;
   if (!h->next)
      table->newest = NULL;
   table->retired--;
   return h;
}

/* With one reference; the slot's contents are undefined. NULL: out of memory. */
static struct si_handle *take_slot(struct si_screen *screen)
{
   struct handle_chunk *chunk = screen->handles.chunks;
   struct si_handle *h = take_retired(screen);

   if (!h) {
      if (!chunk || chunk->used == CHUNK_SLOTS)
         chunk = create_chunk(screen);
      h = chunk ? calloc(1, sizeof(*h)) : NULL;
      if (!h)
         return NULL;
      h->chunk = chunk;
      h->slot = chunk->used;
      chunk->handle[chunk->used++] = h;
   }
   *h = (struct si_handle){.chunk = h->chunk, .slot = h->slot, .refs = 1};
   return h;
}

/* Returns the resource to release without the lock, or NULL. */
static struct pipe_resource *drop(struct si_handle_table *table, struct si_handle *h)
{
   if (--h->refs)
      return NULL;
   h->next = NULL;
   *(table->newest ? &table->newest->next : &table->oldest) = h;
   table->newest = h;
   table->retired++;
   return h->resource;
}

static void unref(struct si_screen *screen, struct si_handle *h)
{
   pthread_mutex_lock(&screen->handles.lock);
   struct pipe_resource *res = drop(&screen->handles, h);
   pthread_mutex_unlock(&screen->handles.lock);
   pipe_resource_unref(res);
}

static uint64_t value_of(const struct si_handle *h)
{
   return h->chunk->bo->va + h->slot * SLOT_B;
}

/* NULL: there is no such handle. */
static struct si_handle *find(struct si_screen *screen, uint64_t value)
{
   for (struct handle_chunk *c = screen->handles.chunks; c; c = c->next) {
      const uint64_t offset_B = value - c->bo->va;
      if (value >= c->bo->va && offset_B % SLOT_B == 0 && offset_B / SLOT_B < c->used)
         return c->handle[offset_B / SLOT_B]->refs ? c->handle[offset_B / SLOT_B] : NULL;
   }
   return NULL;
}

/* ---- descriptors ---- */

static bool write_sampler_slot(const struct si_context *ctx, const struct si_handle *h, uint32_t slot[SI_HANDLE_SLOT_DW])
{
   const bool skip_srgb = h->sampler.skip_srgb && h->resource && pipe_format_is_srgb(h->view.format);

   if (!h->resource)
      si_null_texture_desc(ctx, slot);
   else if (!si_make_view_desc(ctx->screen, si_resource(h->resource), &h->view, slot))
      return false;
   slot[SI_SAMPLER_FLAGS_DW] = (uint32_t)h->sampler.compare_zero << SI_SAMPLER_COMPARE_ZERO;
   for (unsigned i = 0; i < 4 && skip_srgb; i++)
      slot[SI_SAMPLER_FLAGS_DW] |= (uint32_t)(h->view.swizzle[i] < PIPE_SWIZZLE_W) << (SI_SAMPLER_SRGB_FETCH + i);
   if (skip_srgb)
      slot[1] = (slot[1] & C_008F14_NUM_FORMAT) | S_008F14_NUM_FORMAT(V_008F14_IMG_NUM_FORMAT_UNORM);
   memcpy(slot + 12, h->sampler.word, sizeof(h->sampler.word));
   return true;
}

/* Packs the descriptors for the present place of the resource. False: no such format. */
static bool write_slot(struct si_context *ctx, struct si_handle *h)
{
   uint32_t slot[SI_HANDLE_SLOT_DW] = {0};

   if (h->is_image)
      si_make_image_desc(ctx, &h->image, slot);
   else if (!write_sampler_slot(ctx, h, slot))
      return false;
   h->desc_seq = h->resource ? si_resource(h->resource)->desc_seq : 0;
   memcpy(h->chunk->map + h->slot * SI_HANDLE_SLOT_DW, slot, sizeof(slot));
   return true;
}

/* A buffer keeps its memory from now on. */
static uint64_t publish(struct si_context *ctx, struct si_handle *h)
{
   if (h->resource) {
      pipe_resource_ref(h->resource);
      si_resource(h->resource)->is_pinned = true;
      si_resource_use(si_resource(h->resource), ctx);
   }
   if (write_slot(ctx, h))
      return value_of(h);
   unref(ctx->screen, h);
   return 0;
}

static struct si_handle *new_handle(struct si_screen *screen)
{
   pthread_mutex_lock(&screen->handles.lock);
   struct si_handle *h = take_slot(screen);
   pthread_mutex_unlock(&screen->handles.lock);
   return h;
}

uint64_t si_create_texture_handle(struct pipe_context *base, struct pipe_sampler_view *view, const struct pipe_sampler_state *sampler)
{
   struct si_context *ctx = si_context(base);
   struct si_handle *h = view && view->yuv.planes ? NULL : new_handle(ctx->screen);

   if (!h)
      return 0;
   if (view) {
      h->resource = view->resource;
      h->view = view->t;
   }
   si_pack_sampler(ctx->screen, sampler, &h->sampler);
   return publish(ctx, h);
}

uint64_t si_create_image_handle(struct pipe_context *base, const struct pipe_image_view *image)
{
   struct si_context *ctx = si_context(base);
   struct si_handle *h = new_handle(ctx->screen);

   if (!h)
      return 0;
   h->is_image = true;
   h->image = *image;
   h->resource = image->resource;
   return publish(ctx, h);
}

void si_delete_handle(struct pipe_screen *base, uint64_t value)
{
   struct si_screen *screen = si_screen(base);

   pthread_mutex_lock(&screen->handles.lock);
   struct si_handle *h = find(screen, value);
   struct pipe_resource *res = h ? drop(&screen->handles, h) : NULL;
   pthread_mutex_unlock(&screen->handles.lock);
   pipe_resource_unref(res);
}

/* ---- residency ---- */

static bool grow(struct si_residents *r)
{
   const unsigned capacity = r->capacity ? 2 * r->capacity : 64;

   if (r->count + r->left_count < r->capacity) /* `left` has room for each resident handle */
      return true;
   struct si_resident *at = realloc(r->at, capacity * sizeof(*at));
   if (at)
      r->at = at;
   struct si_handle **left = at ? realloc(r->left, capacity * sizeof(*left)) : NULL;
   if (!left)
      return false;
   r->left = left;
   r->capacity = capacity;
   return true;
}

static bool make_resident(struct si_context *ctx, uint64_t value, unsigned access)
{
   struct si_residents *r = &ctx->residents;

   if (!grow(r))
      return false;
   pthread_mutex_lock(&ctx->screen->handles.lock);
   struct si_handle *h = find(ctx->screen, value);
   if (h)
      h->refs++;
   pthread_mutex_unlock(&ctx->screen->handles.lock);
   if (!h)
      return false;
   struct si_resource *res = h->resource ? si_resource(h->resource) : NULL;
   const bool writes = h->is_image && access & PIPE_IMAGE_ACCESS_WRITE;
   r->at[r->count++] = (struct si_resident){h, WS_USAGE_READ | (writes ? WS_USAGE_WRITE : 0)};
   if (!res)
      return true;
   si_resource_use(res, ctx);
   if (writes && res->is_buffer)
      si_buffer_written(res, h->image.buffer_offset_B, (uint64_t)h->image.buffer_offset_B + h->image.buffer_size_B);
   ctx->has_plain_dcc |= res->dcc_offset_B && (h->is_image || !si_dcc_applies(res, h->view.format));
   return true;
}

/* Recorded commands may use the handle: its slot stays until they are submitted. */
static void make_non_resident(struct si_context *ctx, uint64_t value)
{
   struct si_residents *r = &ctx->residents;

   for (unsigned i = r->count; i-- > 0;) {
      struct si_handle *h = r->at[i].handle;
      if (value_of(h) != value)
         continue;
      r->at[i] = r->at[--r->count];
      r->listed = r->listed < i ? r->listed : i;
      if (ctx->cs.active)
         r->left[r->left_count++] = h;
      else
         unref(ctx->screen, h);
      return;
   }
}

bool si_make_handle_resident(struct pipe_context *base, uint64_t handle, unsigned access, bool resident)
{
   struct si_context *ctx = si_context(base);

   if (resident)
      return make_resident(ctx, handle, access);
   make_non_resident(ctx, handle);
   return true;
}

void si_list_residents(struct si_context *ctx)
{
   struct si_residents *r = &ctx->residents;

   for (; r->listed < r->count; r->listed++) {
      const struct si_resident *at = &r->at[r->listed];
      si_cs_add_bo(ctx, at->handle->chunk->bo, WS_USAGE_READ);
      if (at->handle->resource)
         si_cs_add_bo(ctx, si_resource(at->handle->resource)->bo, at->usage);
   }
}

void si_begin_residents(struct si_context *ctx)
{
   struct si_residents *r = &ctx->residents;

   r->listed = 0;
   while (r->left_count)
      unref(ctx->screen, r->left[--r->left_count]);
}

void si_release_residents(struct si_context *ctx)
{
   struct si_residents *r = &ctx->residents;

   si_begin_residents(ctx);
   while (r->count)
      unref(ctx->screen, r->at[--r->count].handle);
   free(r->at);
   free(r->left);
}

void si_expand_plain_residents(struct si_context *ctx)
{
   for (unsigned i = 0; i < ctx->residents.count; i++) {
      const struct si_handle *h = ctx->residents.at[i].handle;
      if (h->resource && (h->is_image || !si_dcc_applies(si_resource(h->resource), h->view.format)))
         si_expand_dcc(ctx, si_resource(h->resource));
   }
}

void si_resource_moved(struct si_screen *screen)
{
   atomic_fetch_add_explicit(&screen->handles.moved, 1, memory_order_release);
}

void si_update_moved_handles(struct si_context *ctx, unsigned moved)
{
   struct si_residents *r = &ctx->residents;
   bool idle = false;

   r->moved = moved;
   for (unsigned i = 0; i < r->count; i++) {
      struct si_handle *h = r->at[i].handle;
      if (!h->resource || h->desc_seq == si_resource(h->resource)->desc_seq)
         continue;
      if (!idle)
         si_submit_to_wait(ctx);
      idle = true;
      ctx->ws->impl->bo_wait(h->chunk->bo, WS_SYNC_FOREVER, WS_USAGE_WRITE);
      pthread_mutex_lock(&ctx->screen->handles.lock);
      write_slot(ctx, h);
      pthread_mutex_unlock(&ctx->screen->handles.lock);
   }
   r->listed = 0;
}
