/* ga_texture.c: texture objects: life, names, binding to units. Parameters are in ga_texture_param.c, images in
 * ga_texture_storage.c, texels in ga_texture_upload.c and ga_texture_copy.c. */
#include "gl-api/object/ga_handle.h"
#include "gl-api/object/ga_image_unit.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_texture_views.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_fbo.h"

/* ---- life -------------------------------------------------------------------------------------------------------------- */

struct ga_texture *ga_texture_create(GLuint name, enum ga_texture_target target)
{
   const struct ga_target_traits *traits = &ga_target_table[target];
   struct ga_texture *tex = calloc(1, sizeof *tex + sizeof tex->image[0] * traits->faces * GA_MAX_TEXTURE_LEVELS);
   if (!tex)
      return NULL;
   pthread_mutex_init(&tex->lock, NULL);
   tex->name = name;
   atomic_init(&tex->refs, 1);
   tex->target = target;
   tex->traits = traits;
   tex->max_level = 1000;
   tex->depth_mode = GL_LUMINANCE;
   tex->tiling = GL_OPTIMAL_TILING_EXT;
   tex->priority = 1;
   memcpy(tex->swizzle, (const GLenum[4]){GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA}, sizeof(tex->swizzle));
   ga_sampler_params_init(&tex->params, traits->clamps        ? GA_SAMPLER_CLAMPS
                                        : traits->multisample ? GA_SAMPLER_MULTISAMPLE
                                                              : GA_SAMPLER_REPEATS);
   return tex;
}

struct ga_texture *ga_texture_ref(struct ga_texture *tex)
{
   atomic_fetch_add_explicit(&tex->refs, 1, memory_order_relaxed);
   return tex;
}

void ga_texture_unref(struct ga_context *ctx, struct ga_texture *tex)
{
   if (!tex || atomic_fetch_sub_explicit(&tex->refs, 1, memory_order_acq_rel) != 1)
      return;
   ga_handles_end_texture(tex);
   ga_texture_drop_views(ctx, tex);
   ga_texture_clear_images(NULL, tex);
   ga_buffer_unref(ctx, tex->buffer.buffer);
   free(tex->label);
   pthread_mutex_destroy(&tex->lock);
   free(tex);
}

void ga_texture_free_shared(struct ga_context *ctx, struct ga_texture *tex)
{
   ga_texture_unref(ctx, tex);
}

bool ga_texture_init_context(struct ga_context *ctx)
{
   ga_pixel_store_init(&ctx->pack);
   ga_pixel_store_init(&ctx->unpack);
   for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++) {
      ctx->default_texture[target] = ga_texture_create(0, target);
      if (!ctx->default_texture[target]) {
         ga_texture_finish_context(ctx);
         return false;
      }
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++)
         ctx->unit[unit].bound[target] = ga_texture_ref(ctx->default_texture[target]);
      if (ga_has(ctx, GA_FEATURE_es) || !ga_target_table[target].proxy)
         continue;
      ctx->proxy_texture[target] = ga_texture_create(0, target);
      if (!ctx->proxy_texture[target]) {
         ga_texture_finish_context(ctx);
         return false;
      }
      ctx->proxy_texture[target]->proxy = true;
   }
   for (unsigned unit = 0; unit < GA_MAX_IMAGE_UNITS; unit++)
      ga_image_unit_reset(ctx, &ctx->image_unit[unit]);
   ctx->dirty |= GA_DIRTY_TEXTURES;
   return true;
}

void ga_texture_finish_context(struct ga_context *ctx)
{
   ga_image_units_release(ctx, NULL);
   for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++) {
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++) {
         ga_texture_unref(ctx, ctx->unit[unit].bound[target]);
         ctx->unit[unit].bound[target] = NULL;
      }
      ga_texture_unref(ctx, ctx->default_texture[target]);
      ctx->default_texture[target] = NULL;
      ga_texture_unref(ctx, ctx->proxy_texture[target]);
      ctx->proxy_texture[target] = NULL;
   }
   ga_texture_finish_views(ctx);
}

void ga_texture_changed(struct ga_context *ctx, struct ga_texture *tex, bool storage)
{
   if (storage)
      atomic_fetch_add_explicit(&tex->storage_seqno, 1, memory_order_relaxed);
   atomic_fetch_add_explicit(&tex->seqno, 1, memory_order_relaxed);
   if (!ctx)
      return;
   ctx->dirty |= GA_DIRTY_TEXTURES;
   ga_share_changed(ctx);
}

/* ---- names --------------------------------------------------------------------------------------------------------------- */

struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->textures.lock);
   struct ga_texture *tex = ut_names_lookup(&ctx->share->textures.names, name);
   if (tex)
      ga_texture_ref(tex);
   ga_unlock(ctx, &ctx->share->textures.lock);
   return tex;
}

struct ga_texture *ga_texture_of_name(struct ga_context *ctx, GLuint name, enum ga_texture_target target, GLenum *error)
{
   *error = GL_NO_ERROR;
   if (!name)
      return ga_texture_ref(ctx->default_texture[target]);
   struct ga_texture *unnamed = NULL;
   ga_lock(ctx, &ctx->share->textures.lock);
   struct ga_texture *tex = ut_names_lookup(&ctx->share->textures.names, name);
   if (tex) {
      *error = tex->target == target ? GL_NO_ERROR : GL_INVALID_OPERATION;
   } else if (!ga_has(ctx, GA_FEATURE_bind_creates_name) && !ut_names_is_reserved(&ctx->share->textures.names, name)) {
      *error = GL_INVALID_OPERATION;
   } else {
      tex = ga_texture_create(name, target);
      if (!tex || !ut_names_insert(&ctx->share->textures.names, name, tex)) {
         unnamed = tex;
         *error = GL_OUT_OF_MEMORY;
      }
   }
   if (*error == GL_NO_ERROR)
      ga_texture_ref(tex);
   ga_unlock(ctx, &ctx->share->textures.lock);
   ga_texture_unref(ctx, unnamed);
   return *error == GL_NO_ERROR ? tex : NULL;
}

void ga_texture_bind(struct ga_context *ctx, unsigned unit, struct ga_texture *tex)
{
   struct ga_texture **slot = &ctx->unit[unit].bound[tex->target], *old = *slot;
   if (old == tex && ctx->unit[unit].sampled_target == tex->target + 1) /* draws look for changes of what they sample */
      return;
   *slot = ga_texture_ref(tex);
   ga_texture_unref(ctx, old);
   ctx->dirty |= GA_DIRTY_TEXTURES;
}

void ga_texture_delete_name(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->textures.lock);
   struct ga_texture *tex = ut_names_lookup(&ctx->share->textures.names, name);
   ut_names_remove(&ctx->share->textures.names, name);
   ga_unlock(ctx, &ctx->share->textures.lock);
   if (!tex)
      return;
   for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++) {
      if (ctx->unit[unit].bound[tex->target] == tex)
         ga_texture_bind(ctx, unit, ctx->default_texture[tex->target]);
   }
   ga_handles_leave(ctx, tex);
   ga_image_units_release(ctx, tex);
   ga_fbo_detach_texture(ctx, tex);
   ga_texture_unref(ctx, tex);
}
