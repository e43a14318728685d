/* ga_texture.c: texture objects: names, life, binding. Their parameters are in ga_texparam.c, their images in ga_teximage.c,
 * where the texels are kept in ga_texture_storage.c. */
#include "gl-api/object/ga_texture.h"

#include <stdlib.h>

#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/command/ga_pixels.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_texture_draw.h"

/* ---- life -------------------------------------------------------------------------------------------------------------- */

static struct ga_texture *texture_create(GLuint name, enum ga_texture_target target)
{
   struct ga_texture *tex = calloc(1, sizeof *tex);
   if (!tex)
      return NULL;
   ga_mutex_init(&tex->lock);
   bool no_mipmaps = target == GA_TEX_RECT || target == GA_TEX_EXTERNAL;
   tex->name = name;
   atomic_init(&tex->refs, 1);
   tex->target = target;
   tex->min_filter = no_mipmaps ? GL_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
   tex->mag_filter = GL_LINEAR;
   tex->max_level = 1000;
   tex->wrap_s = tex->wrap_t = tex->wrap_r = no_mipmaps ? GL_CLAMP_TO_EDGE : GL_REPEAT;
   uint8_t wrap = no_mipmaps ? PIPE_TEX_WRAP_CLAMP_TO_EDGE : PIPE_TEX_WRAP_REPEAT;
   tex->sampler = (struct pipe_sampler_state){
      .wrap_s = wrap, .wrap_t = wrap, .wrap_r = wrap,
      .min_filter = no_mipmaps ? PIPE_TEX_FILTER_LINEAR : PIPE_TEX_FILTER_NEAREST,
      .mag_filter = PIPE_TEX_FILTER_LINEAR,
      .mip_filter = no_mipmaps ? PIPE_TEX_MIPFILTER_NONE : PIPE_TEX_MIPFILTER_LINEAR,
      .min_lod = -1000, .max_lod = 1000,
   };
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
   ga_texture_drop_views(ctx, tex);
   ga_texture_clear_images(NULL, tex);
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
      ctx->default_texture[target] = texture_create(0, target);
      if (!ctx->default_texture[target]) {
         ga_texture_finish_context(ctx);
         return false;
      }
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++)
         ctx->unit[unit].bound[target] = ga_texture_ref(ctx->default_texture[target]);
   }
   ctx->dirty |= GA_DIRTY_TEXTURES;
   return true;
}

void ga_texture_finish_context(struct ga_context *ctx)
{
   for (unsigned target = 0; target < GA_TEX_TARGET_COUNT; target++) {
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++) {
         ga_texture_unref(ctx, ctx->unit[unit].bound[target]);
         ctx->unit[unit].bound[target] = NULL;
      }
      ga_texture_unref(ctx, ctx->default_texture[target]);
      ctx->default_texture[target] = NULL;
   }
   ga_texture_finish_views(ctx);
}

/* ---- names --------------------------------------------------------------------------------------------------------------- */

struct ga_texture *ga_texture_lookup(struct ga_context *ctx, GLuint name)
{
   ga_share_lock(ctx);
   struct ga_texture *tex = ut_names_lookup(&ctx->share->textures, name);
   if (tex)
      ga_texture_ref(tex);
   ga_share_unlock(ctx);
   return tex;
}

void ga_GenTextures(struct ga_context *ctx, GLsizei n, GLuint *textures)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGenTextures: n is %d", n);
      return;
   }
   ga_gen_names(ctx, &ctx->share->lock, &ctx->share->textures, n, textures, "glGenTextures");
}

GLboolean ga_IsTexture(struct ga_context *ctx, GLuint texture)
{
   GA_SHARE_GUARD(ctx);
   return ut_names_lookup(&ctx->share->textures, texture) != NULL;
}

static void bind(struct ga_context *ctx, struct ga_texture **slot, struct ga_texture *tex)
{
   struct ga_texture *old = *slot;
   *slot = ga_texture_ref(tex);
   ga_texture_unref(ctx, old);
   ctx->dirty |= GA_DIRTY_TEXTURES;
}

void ga_DeleteTextures(struct ga_context *ctx, GLsizei n, const GLuint *textures)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteTextures: n is %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      ga_share_lock(ctx);
      struct ga_texture *tex = ut_names_lookup(&ctx->share->textures, textures[i]);
      ut_names_remove(&ctx->share->textures, textures[i]);
      ga_share_unlock(ctx);
      if (!tex)
         continue;
      /* Only this context's bindings let go (ES 2.0, 3.7.13 and appendix C). */
      for (unsigned unit = 0; unit < GA_MAX_TEXTURE_UNITS; unit++) {
         if (ctx->unit[unit].bound[tex->target] == tex)
            bind(ctx, &ctx->unit[unit].bound[tex->target], ctx->default_texture[tex->target]);
      }
      ga_fbo_detach_texture(ctx, tex);
      ga_texture_unref(ctx, tex);
   }
}

/* ---- binding --------------------------------------------------------------------------------------------------------------- */

int ga_texture_target(const struct ga_context *ctx, GLenum target)
{
   switch (target) {
   case GL_TEXTURE_2D: return GA_TEX_2D;
   case GL_TEXTURE_CUBE_MAP: return GA_TEX_CUBE;
   default: return -1;
   }
}

struct ga_texture *ga_teximage_target(struct ga_context *ctx, GLenum target, unsigned *face)
{
   struct ga_texture **bound = ctx->unit[ctx->active_unit].bound;
   *face = 0;
   if (target == GL_TEXTURE_2D)
      return bound[GA_TEX_2D];
   if (target < GL_TEXTURE_CUBE_MAP_POSITIVE_X || target > GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
      return NULL;
   *face = target - GL_TEXTURE_CUBE_MAP_POSITIVE_X;
   return bound[GA_TEX_CUBE];
}

unsigned ga_texture_last_level(const struct ga_context *ctx, enum ga_texture_target target)
{
   GLint size = target == GA_TEX_CUBE ? ctx->limits.max_cube_size : ctx->limits.max_texture_size;
   unsigned last = size > 0 ? 31 - __builtin_clz((unsigned)size) : 0;
   return last < GA_MAX_TEXTURE_LEVELS ? last : GA_MAX_TEXTURE_LEVELS - 1;
}

void ga_ActiveTexture(struct ga_context *ctx, GLenum texture)
{
   if (texture < GL_TEXTURE0 || texture - GL_TEXTURE0 >= (GLuint)ctx->limits.max_combined_texture_units) {
      ga_error(ctx, GL_INVALID_ENUM, "glActiveTexture: %s is none of the %d units", ga_enum_name(texture),
               ctx->limits.max_combined_texture_units);
      return;
   }
   ctx->active_unit = texture - GL_TEXTURE0;
}

/* The object of a name, made at the first bind, with a reference for the caller. NULL with the error raised. */
static struct ga_texture *texture_of_name(struct ga_context *ctx, GLuint name, enum ga_texture_target target)
{
   if (!name)
      return ga_texture_ref(ctx->default_texture[target]);
   ga_share_lock(ctx);
   GLenum error = GL_NO_ERROR;
   struct ga_texture *tex = ut_names_lookup(&ctx->share->textures, name);
   if (tex) {
      error = tex->target == target ? GL_NO_ERROR : GL_INVALID_OPERATION;
   } else if (!ga_has(ctx, GA_FEATURE_bind_creates_name) && !ut_names_is_reserved(&ctx->share->textures, name)) {
      error = GL_INVALID_VALUE;
   } else {
      tex = texture_create(name, target);
      if (!tex || !ut_names_insert(&ctx->share->textures, name, tex)) {
         if (tex)
            pthread_mutex_destroy(&tex->lock);
         free(tex);
         error = GL_OUT_OF_MEMORY;
      }
   }
   if (error == GL_NO_ERROR)
      ga_texture_ref(tex);
   ga_share_unlock(ctx);
   if (error == GL_NO_ERROR)
      return tex;
   ga_error(ctx, error, "glBindTexture: %s", error == GL_INVALID_OPERATION ? "the texture has another target" :
            error == GL_INVALID_VALUE ? "the name was not generated by glGenTextures" : "out of memory");
   return NULL;
}

void ga_BindTexture(struct ga_context *ctx, GLenum target, GLuint texture)
{
   int index = ga_texture_target(ctx, target);
   if (index < 0) {
      ga_error(ctx, GL_INVALID_ENUM, "glBindTexture: no such target: %s", ga_enum_name(target));
      return;
   }
   struct ga_texture **slot = &ctx->unit[ctx->active_unit].bound[index];
   struct ga_texture *tex = texture_of_name(ctx, texture, index);
   if (!tex)
      return;
   /* Rebinding the same object makes another context's changes visible (GL 4.6, 5.3), so it counts, too. */
   bind(ctx, slot, tex);
   ga_texture_unref(ctx, tex);
}
