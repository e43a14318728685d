/* ga_texture_storage.c: where the texels of a texture's images are.
 *
 * The application specifies images one by one, in any order and of any size; the device wants one resource. The first image
 * makes a guess of the whole; images that fit it are stored in place, others get a resource of their own until the texture
 * is used. Replacing the base level by one of another size starts a new whole; what else lived in the old one keeps it
 * as its own. Nothing is copied before ga_texture_finalize. */
#include "gl-api/object/ga_texture.h"

#include <string.h>

#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"

static uint32_t minify(uint32_t size, unsigned level)
{
   size >>= level;
   return size ? size : 1;
}

static void drop_own(struct ga_teximage *image)
{
   pipe_resource_unref(image->own);
   image->own = NULL;
}

void ga_texture_changed(struct ga_context *ctx, struct ga_texture *tex, bool storage)
{
   GA_SHARE_GUARD(ctx);
   tex->stamp++;
   if (!ctx)
      return;
   ctx->dirty |= GA_DIRTY_TEXTURES;
   if (storage)
      ga_fbo_invalidate_texture(ctx, tex);
}

void ga_texture_clear_images(struct ga_context *ctx, struct ga_texture *tex)
{
   GA_SHARE_GUARD(ctx);
   for (unsigned face = 0; face < 6; face++) {
      for (unsigned level = 0; level < GA_MAX_TEXTURE_LEVELS; level++)
         drop_own(&tex->image[face][level]);
   }
   memset(tex->image, 0, sizeof tex->image);
   pipe_resource_unref(tex->resource);
   tex->resource = NULL;
   tex->external_image = tex->shared_storage = false;
   ga_texture_changed(ctx, tex, true);
}

static struct pipe_resource *create(struct ga_context *ctx, enum pipe_texture_target target, const struct ga_format *format,
                                    uint32_t width, uint32_t height, unsigned last_level)
{
   struct pipe_resource_template tmpl = {
      .target = target,
      .format = format->st,
      .width = width,
      .height = height,
      .depth = 1,
      .layers = target == PIPE_TEXTURE_CUBE ? 6 : 1,
      .last_level = last_level,
      .bind = PIPE_BIND_SAMPLER_VIEW,
      .usage = PIPE_USAGE_DEFAULT,
   };
   if (format->color_renderable)
      tmpl.bind |= PIPE_BIND_RENDER_TARGET | PIPE_BIND_BLENDABLE;
   if (format->depth_renderable || format->stencil_renderable)
      tmpl.bind |= PIPE_BIND_DEPTH_STENCIL;
   return ctx->screen->impl->resource_create(ctx->screen, &tmpl);
}

static enum pipe_texture_target whole_target(const struct ga_texture *tex)
{
   return tex->target == GA_TEX_CUBE ? PIPE_TEXTURE_CUBE : PIPE_TEXTURE_2D;
}

static bool fits(const struct pipe_resource *res, unsigned level, uint32_t width, uint32_t height,
                 const struct ga_format *format)
{
   return res && res->t.format == format->st && level <= res->t.last_level && minify(res->t.width, level) == width &&
          minify(res->t.height, level) == height;
}

static unsigned full_chain(uint32_t width, uint32_t height)
{
   return 31 - __builtin_clz(width > height ? width : height);
}

/* Puts a new whole in place of the old one, which stays with the images in it. Takes over the reference to `whole`. */
static void replace_whole(struct ga_texture *tex, struct pipe_resource *whole)
{
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = 0; level < GA_MAX_TEXTURE_LEVELS; level++) {
         struct ga_teximage *image = &tex->image[face][level];
         if (!image->width || !image->height || image->own || !tex->resource)
            continue;
         image->own = pipe_resource_ref(tex->resource);
         image->own_level = level;
         image->own_layer = face;
      }
   }
   pipe_resource_unref(tex->resource);
   tex->resource = whole;
   tex->shared_storage = false;
}

/* The whole that an image suggests, or NULL: the image shall have its own. */
static struct pipe_resource *guess_whole(struct ga_context *ctx, const struct ga_texture *tex, unsigned level, uint32_t width,
                                         uint32_t height, const struct ga_format *format)
{
   unsigned limit = ga_texture_last_level(ctx, tex->target);
   uint64_t width0 = (uint64_t)width << level, height0 = (uint64_t)height << level;
   if (width0 > 1u << limit || height0 > 1u << limit || (level && tex->resource))
      return NULL;
   bool mipmaps = level || ga_min_filter_uses_mipmaps(tex->min_filter);
   return create(ctx, whole_target(tex), format, (uint32_t)width0, (uint32_t)height0,
                 mipmaps ? full_chain((uint32_t)width0, (uint32_t)height0) : 0);
}

bool ga_teximage_define(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, uint32_t width,
                        uint32_t height, GLenum internal_format, const struct ga_format *format)
{
   GA_SHARE_GUARD(ctx);
   struct ga_teximage *image = &tex->image[face][level];
   bool empty = !width || !height;
   bool in_place = !empty && !tex->external_image && !tex->shared_storage && fits(tex->resource, level, width, height, format);
   if (in_place && !image->own && image->width == width && image->height == height && image->format == format &&
       image->internal_format == internal_format)
      return true; /* new texels only */

   struct pipe_resource *whole = NULL, *own = NULL;
   if (!empty && !in_place) {
      whole = guess_whole(ctx, tex, level, width, height, format);
      if (!whole)
         own = create(ctx, PIPE_TEXTURE_2D, format, width, height, 0);
      if (!whole && !own)
         return false;
   }
   if (tex->external_image)
      ga_texture_clear_images(ctx, tex);
   drop_own(image);
   *image = (struct ga_teximage){ .own = own }; /* no part of the old whole any more */
   if (whole)
      replace_whole(tex, whole);
   *image = (struct ga_teximage){
      .width = width,
      .height = height,
      .depth = empty ? 0 : 1,
      .internal_format = internal_format,
      .format = format,
      .own = own,
   };
   ga_texture_changed(ctx, tex, true);
   return true;
}

bool ga_teximage_place(struct ga_context *ctx, const struct ga_texture *tex, unsigned face, unsigned level,
                       struct pipe_resource **res, unsigned *res_level, unsigned *res_layer)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_teximage *image = &tex->image[face][level];
   if (!image->width || !image->height)
      return false;
   *res = pipe_resource_ref(image->own ? image->own : tex->resource);
   *res_level = image->own ? image->own_level : level;
   *res_layer = image->own ? image->own_layer : face;
   return true;
}

static void copy_image(struct ga_context *ctx, const struct ga_texture *tex, unsigned face, unsigned level,
                       struct pipe_resource *dst)
{
   const struct ga_teximage *image = &tex->image[face][level];
   GA_HELD struct pipe_resource *src = NULL;
   unsigned src_level, src_layer;
   if (!ga_teximage_place(ctx, tex, face, level, &src, &src_level, &src_layer) || src == dst)
      return;
   const struct pipe_box box = { 0, 0, (int32_t)src_layer, image->width, image->height, 1 };
   ctx->st.pipe->impl->resource_copy_region(ctx->st.pipe, dst, level, 0, 0, face, src, src_level, &box);
}

bool ga_texture_finalize(struct ga_context *ctx, struct ga_texture *tex, unsigned first, unsigned last, unsigned room)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_teximage *base = &tex->image[0][first];
   bool whole = fits(tex->resource, first, base->width, base->height, base->format) && tex->resource->t.last_level >= room;
   bool scattered = false;
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = first; level <= last; level++)
         scattered |= tex->image[face][level].own != NULL;
   }
   if (whole && !scattered)
      return true;

   struct pipe_resource *target = tex->resource;
   if (!whole) {
      uint32_t width = (uint32_t)base->width << first, height = (uint32_t)base->height << first;
      bool mipmaps = room > 0 || ga_min_filter_uses_mipmaps(tex->min_filter);
      target = create(ctx, whole_target(tex), base->format, width, height, mipmaps ? full_chain(width, height) : 0);
      if (!target)
         return false;
   }
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = first; level <= last; level++)
         copy_image(ctx, tex, face, level, target);
   }
   if (!whole)
      replace_whole(tex, target);
   for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
      for (unsigned level = first; level <= last; level++)
         drop_own(&tex->image[face][level]);
   }
   ga_texture_changed(ctx, tex, true);
   return true;
}

bool ga_texture_attachment(struct ga_context *ctx, struct ga_texture *tex, unsigned level, unsigned face,
                           struct pipe_resource **res, unsigned *res_level, unsigned *res_layer,
                           const struct ga_format **format, uint32_t *width, uint32_t *height)
{
   GA_SHARE_GUARD(ctx);
   if (level >= GA_MAX_TEXTURE_LEVELS || face >= ga_texture_faces(tex) ||
       !ga_teximage_place(ctx, tex, face, level, res, res_level, res_layer))
      return false;
   const struct ga_teximage *image = &tex->image[face][level];
   *format = image->format;
   *width = image->width;
   *height = image->height;
   return true;
}
