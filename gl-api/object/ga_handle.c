/* ga_handle.c: the handles of a share group by value, and the lists of textures, samplers and contexts that hold them. */
#include "gl-api/object/ga_handle.h"

#include <stdlib.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture.h"

static bool same(const struct ga_handle_key *a, const struct ga_handle_key *b)
{
   return a->is_image == b->is_image && a->sampler == b->sampler && a->level == b->level && a->layer == b->layer &&
          a->layered == b->layered && a->format == b->format;
}

static uint32_t find(const struct ga_texture *tex, const struct ga_handle_key *key)
{
   for (const struct ga_handle *h = tex->handles; h; h = h->next)
      if (same(&h->key, key))
         return h->value;
   return 0;
}

uint32_t ga_handle_find(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key)
{
   GA_GUARD(ctx, &ctx->share->handles.lock);
   return find(tex, key);
}

/* The objects keep their state from now on. Under the lock. */
static void link_handle(struct ga_handle *h)
{
   struct ga_texture *tex = h->tex;
   struct ga_sampler *sampler = h->key.sampler;
   if (!tex->handles && tex->buffer.buffer)
      atomic_fetch_add(&tex->buffer.buffer->handles, 1);
   h->next = tex->handles;
   tex->handles = h;
   tex->handles_lock = &h->share->handles.lock;
   atomic_store(&tex->has_handles, true);
   if (!sampler)
      return;
   h->next_of_sampler = sampler->handles;
   sampler->handles = h;
   sampler->handles_lock = &h->share->handles.lock;
   atomic_store(&sampler->has_handles, true);
}

uint32_t ga_handle_add(struct ga_context *ctx, struct ga_texture *tex, const struct ga_handle_key *key, uint64_t value)
{
   struct ga_namespace *ns = &ctx->share->handles;
   struct ga_handle *h = calloc(1, sizeof(*h));
   uint32_t known = 0;
   if (h) {
      *h = (struct ga_handle){.share = ctx->share, .screen = ctx->screen, .value = (uint32_t)value, .tex = tex, .key = *key};
      GA_GUARD(ctx, &ns->lock);
      known = find(tex, key);
      if (!known && ut_names_insert(&ns->names, h->value, h)) {
         link_handle(h);
         return h->value;
      }
   }
   free(h);
   ctx->screen->impl->delete_handle(ctx->screen, value);
   return known;
}

/* A reference of an object that is not being destroyed. */
static bool try_ref(atomic_int *refs)
{
   int now = atomic_load(refs);
   while (now > 0)
      if (atomic_compare_exchange_weak(refs, &now, now + 1))
         return true;
   return false;
}

struct ga_handle *ga_handle_get(struct ga_context *ctx, GLuint64 value, bool is_image)
{
   struct ga_namespace *ns = &ctx->share->handles;
   struct ga_texture *tex;
   {
      GA_GUARD(ctx, &ns->lock);
      struct ga_handle *h = value && value <= UINT32_MAX ? ut_names_lookup(&ns->names, (uint32_t)value) : NULL;
      if (!h || h->key.is_image != is_image || !try_ref(&h->tex->refs))
         return NULL;
      if (!h->key.sampler || try_ref(&h->key.sampler->refs))
         return h;
      tex = h->tex;
   }
   ga_texture_unref(ctx, tex);
   return NULL;
}

void ga_handle_release(struct ga_context *ctx, struct ga_handle *handle)
{
   struct ga_texture *tex = handle->tex;
   struct ga_sampler *sampler = handle->key.sampler;
   ga_texture_unref(ctx, tex); /* the last references end the handle */
   ga_sampler_unref(sampler);
}

/* ---- ends ---- */

static void unlink_of_texture(struct ga_handle *h)
{
   struct ga_handle **at = &h->tex->handles;
   while (*at != h)
      at = &(*at)->next;
   *at = h->next;
}

static void unlink_of_sampler(struct ga_handle *h)
{
   struct ga_handle **at = &h->key.sampler->handles;
   while (*at != h)
      at = &(*at)->next_of_sampler;
   *at = h->next_of_sampler;
}

/* Removes a handle from the table and the lists. Objects without handles may change again. Under the lock. */
static void end(struct ga_handle *h)
{
   struct ga_texture *tex = h->tex;
   struct ga_sampler *sampler = h->key.sampler;
   unlink_of_texture(h);
   if (!tex->handles && tex->buffer.buffer)
      atomic_fetch_sub(&tex->buffer.buffer->handles, 1);
   atomic_store(&tex->has_handles, tex->handles != NULL);
   if (sampler) {
      unlink_of_sampler(h);
      atomic_store(&sampler->has_handles, sampler->handles != NULL);
   }
   ut_names_remove(&h->share->handles.names, h->value);
   h->screen->impl->delete_handle(h->screen, h->value);
   free(h);
}

void ga_handles_end_texture(struct ga_texture *tex)
{
   if (!atomic_load(&tex->has_handles))
      return;
   pthread_mutex_t *lock = tex->handles_lock;
   pthread_mutex_lock(lock);
   while (tex->handles)
      end(tex->handles);
   pthread_mutex_unlock(lock);
}

void ga_handles_end_sampler(struct ga_sampler *sampler)
{
   if (!atomic_load(&sampler->has_handles))
      return;
   pthread_mutex_t *lock = sampler->handles_lock;
   pthread_mutex_lock(lock);
   while (sampler->handles)
      end(sampler->handles);
   pthread_mutex_unlock(lock);
}

/* ---- residency ---- */

bool ga_handle_is_resident(const struct ga_context *ctx, const struct ga_handle *handle)
{
   return ut_names_lookup(&ctx->residents, handle->value) != NULL;
}

bool ga_handle_make_resident(struct ga_context *ctx, struct ga_handle *handle, unsigned access)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (ut_names_insert(&ctx->residents, handle->value, handle)) {
      if (pipe->impl->make_handle_resident(pipe, handle->value, access, true))
         return true;
      ut_names_remove(&ctx->residents, handle->value);
   }
   ga_handle_release(ctx, handle);
   return false;
}

void ga_handle_make_non_resident(struct ga_context *ctx, struct ga_handle *handle)
{
   struct pipe_context *pipe = ctx->st.pipe;
   pipe->impl->make_handle_resident(pipe, handle->value, 0, false);
   ut_names_remove(&ctx->residents, handle->value);
   ga_handle_release(ctx, handle);
}

void ga_handles_leave(struct ga_context *ctx, const struct ga_texture *tex)
{
   uint64_t cursor = 0;
   if (!atomic_load(&tex->has_handles))
      return;
   for (struct ga_handle *h; (h = ut_names_next(&ctx->residents, &cursor, NULL));)
      if (h->tex == tex)
         ga_handle_make_non_resident(ctx, h);
}

void ga_handles_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   for (struct ga_handle *h; (h = ut_names_next(&ctx->residents, &cursor, NULL));)
      ga_handle_make_non_resident(ctx, h);
   ut_names_finish(&ctx->residents);
}
