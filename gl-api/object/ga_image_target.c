/* ga_image_target.c: levels of textures that become EGLImages (EGL_KHR_gl_image). */
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* Whether other images than those of level 0 are specified. */
static bool has_more_levels(const struct ga_texture *tex)
{
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = 1; level < GA_MAX_TEXTURE_LEVELS; level++) {
         if (ga_teximage_at(tex, face, level)->extent.width)
            return true;
      }
   }
   return false;
}

/* What keeps a level from becoming an image. Called with the texture's lock held. *last: the last level of a complete texture. */
static enum ga_image_result check_texture(const struct ga_texture *tex, unsigned face, unsigned level, unsigned *base,
                                          unsigned *last, const char **why)
{
   if (tex->imported) {
      *why = "the texture shows an EGLImage itself";
      return GA_IMAGE_BAD_ACCESS;
   }
   if (level >= GA_MAX_TEXTURE_LEVELS || ga_extent_is_empty(ga_teximage_at(tex, face, level)->extent)) {
      *why = "the texture has no such level";
      return level ? GA_IMAGE_BAD_LEVEL : GA_IMAGE_BAD_OBJECT;
   }
   /* A texture of which only level 0 is specified need not be complete with mipmaps. */
   unsigned max;
   ga_texture_levels(tex, base, &max);
   enum ga_completeness complete = ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(tex->params.min_filter), last);
   if (complete != GA_COMPLETE)
      *last = *base;
   if (level == 0 && !has_more_levels(tex))
      complete = ga_texture_base_complete(tex);
   *why = ga_completeness_text(complete);
   return complete == GA_COMPLETE ? GA_IMAGE_OK : GA_IMAGE_INCOMPLETE;
}

static enum ga_image_result image_from_texture(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level,
                                               struct ga_image *out, const char **why)
{
   unsigned base = 0, last = 0;
   enum ga_finalize_result final;
   do {
      pthread_mutex_lock(&tex->lock);
      enum ga_image_result result = check_texture(tex, face, level, &base, &last, why);
      const struct ga_level_range levels = { ga_texture_storage_seqno(tex), base, last, last };
      pthread_mutex_unlock(&tex->lock);
      if (result != GA_IMAGE_OK)
         return result;
      /* The texture and the image share this memory from now on, so it should be the texture's final one. */
      GA_HELD struct pipe_resource *miptree = NULL;
      final = level <= last ? ga_texture_finalize(ctx, tex, &levels, &miptree) : GA_FINALIZED;
   } while (final == GA_FINALIZE_CHANGED);
   if (final != GA_FINALIZED) {
      *why = "out of memory";
      return GA_IMAGE_NO_MEMORY;
   }
   struct ga_image_info image;
   if (!ga_teximage_get(tex, face, level, &image) || !image.resource) {
      *why = "the texture has no such level";
      return GA_IMAGE_BAD_OBJECT;
   }
   /* Siblings see luminance or alpha as the texture does. Of decoded blocks they see the texels. */
   const bool described = !image.format->compressed && image.format->st == image.resource->t.format;
   *out = (struct ga_image){
      .resource = image.resource,
      .level = image.level,
      .layer = image.layer,
      .format = image.resource->t.format,
      .gl_format = described ? image.format : NULL,
      .internal_format = described ? image.internal_format : 0,
      .width = image.extent.width,
      .height = image.extent.height,
      .has_alpha = image.format->alpha > 0,
   };
   ga_blocks_unref(image.blocks);
   pthread_mutex_lock(&tex->lock);
   tex->exported = true;
   pthread_mutex_unlock(&tex->lock);
   return GA_IMAGE_OK;
}

enum ga_image_result ga_image_from_texture(struct ga_context *ctx, uint32_t gl_target, uint32_t name, unsigned level,
                                           unsigned layer, struct ga_image *out, const char **why)
{
   unsigned face;
   int target = ga_target_of_image(gl_target, &face);
   if (target < 0 || layer) {
      *why = "no such target or layer";
      return GA_IMAGE_BAD_OBJECT;
   }
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   enum ga_image_result result = GA_IMAGE_BAD_OBJECT;
   *why = "no such texture of this target";
   if (tex && tex->target == (enum ga_texture_target)target)
      result = image_from_texture(ctx, tex, face, level, out, why);
   ga_texture_unref(ctx, tex);
   return result;
}
