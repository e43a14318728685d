/* ga_texture_storage.c: where the texels of a texture's images are.
 *
 * The application specifies images one by one, in any order and of any size; the device requires one miptree. The first image makes
 * a guess of the miptree; images that fit it are stored in it, others get a resource of their own until the texture is used.
 * Replacing the base level by one of another size starts a new miptree; images in the old one keep it as their own resource.
 * Texels are copied by ga_texture_finalize only. */
#include "gl-api/object/ga_texture.h"

#include <stdio.h>
#include <string.h>

#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_memory.h"

/* ---- resources ------------------------------------------------------------------------------------------------------------ */

/* Of one image (levels 1) or of a miptree whose level 0 is `spec`. */
static struct pipe_resource_template template(struct ga_context *ctx, enum pipe_texture_target target, unsigned layers,
                                              const struct ga_image_spec *spec, unsigned last_level)
{
   const struct ga_format *format = spec->format;
   return (struct pipe_resource_template){
      .target = target,
      .format = format->st,
      .width = spec->extent.width,
      .height = spec->extent.height,
      .depth = spec->extent.depth,
      .layers = layers,
      .last_level = (uint8_t)last_level,
      .samples = (uint8_t)spec->samples,
      .bind = ga_format_bind(ctx->screen, format, true),
      .usage = PIPE_USAGE_DEFAULT,
   };
}

/* NULL: out of memory. */
static struct pipe_resource *create_resource(struct ga_context *ctx, enum pipe_texture_target target, unsigned layers,
                                             const struct ga_image_spec *spec, unsigned last_level)
{
   const struct pipe_resource_template tmpl = template(ctx, target, layers, spec, last_level);
   return ctx->screen->impl->resource_create(ctx->screen, &tmpl);
}

static struct pipe_resource *create_miptree(struct ga_context *ctx, const struct ga_target_traits *traits,
                                            const struct ga_image_spec *level0, unsigned last_level)
{
   return create_resource(ctx, traits->pipe, level0->extent.layers * traits->faces, level0, last_level);
}

static struct pipe_resource *create_own(struct ga_context *ctx, const struct ga_target_traits *traits,
                                        const struct ga_image_spec *spec)
{
   return create_resource(ctx, traits->faces > 1 ? PIPE_TEXTURE_2D : traits->pipe, spec->extent.layers, spec, 0);
}

static struct ga_extent level_extent(const struct ga_target_traits *traits, const struct pipe_resource *miptree, unsigned level)
{
   struct ga_extent base = { miptree->t.width, miptree->t.height, miptree->t.depth, miptree->t.layers / traits->faces };
   return ga_extent_minify(traits, base, level);
}

static bool fits(const struct ga_target_traits *traits, const struct pipe_resource *miptree, unsigned level,
                 const struct ga_image_spec *spec)
{
   return miptree && miptree->t.format == spec->format->st && level <= miptree->t.last_level &&
          (miptree->t.samples > 1 ? miptree->t.samples : 0) == (spec->samples > 1 ? spec->samples : 0) &&
          ga_extent_equal(level_extent(traits, miptree, level), spec->extent);
}

static void drop_own(struct ga_teximage *image)
{
   pipe_resource_unref(image->own);
   image->own = NULL;
}

static void drop_blocks(struct ga_teximage *image)
{
   ga_blocks_unref(image->blocks);
   image->blocks = NULL;
}

/* Puts a new miptree in place of the old one, which the images in it keep as their own resource. Takes over the reference. */
static void replace_miptree(struct ga_texture *tex, struct pipe_resource *miptree)
{
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = 0; level < GA_MAX_TEXTURE_LEVELS; level++) {
         struct ga_teximage *image = ga_teximage_at(tex, face, level);
         if (ga_extent_is_empty(image->extent) || image->own || !tex->miptree)
            continue;
         image->own = pipe_resource_ref(tex->miptree);
         image->own_level = (uint16_t)level;
         image->own_layer = (uint16_t)face;
      }
   }
   pipe_resource_unref(tex->miptree);
   tex->miptree = miptree;
   tex->exported = false;
}

void ga_texture_clear_images(struct ga_context *ctx, struct ga_texture *tex)
{
   const size_t count = (size_t)tex->traits->faces * GA_MAX_TEXTURE_LEVELS;
   for (size_t i = 0; i < count; i++) {
      drop_own(&tex->image[i]);
      drop_blocks(&tex->image[i]);
   }
   memset(tex->image, 0, count * sizeof tex->image[0]);
   pipe_resource_unref(tex->miptree);
   tex->miptree = NULL;
   ga_yuv_unref(&tex->yuv);
   tex->yuv = (struct ga_yuv){ 0 };
   tex->imported = tex->exported = false;
   ga_texture_changed(ctx, tex, true);
}

/* ---- specifying one image ------------------------------------------------------------------------------------------- */

/* How ga_teximage_define will store an image, decided under the texture's lock. */
struct define_plan {
   uint32_t seqno;
   bool done;                        /* the image is like that already */
   bool in_place;                    /* in the present miptree */
   bool guess;                       /* a new miptree, whose level 0 is level0 */
   struct ga_image_spec level0;
   unsigned last_level;
};

static bool same_image(const struct ga_teximage *image, const struct ga_image_spec *spec)
{
   return ga_extent_equal(image->extent, spec->extent) && image->format == spec->format &&
          image->internal_format == spec->internal_format && image->samples == spec->samples &&
          image->fixed_locations == spec->fixed_locations;
}

/* Whether the extent of level 0 follows from that of a smaller level: a size of 1 comes from any size up to 2^level. */
static bool can_guess(const struct ga_target_traits *traits, unsigned level, struct ga_extent extent)
{
   return !level || (extent.width > 1 && (traits->dims < 2 || extent.height > 1) && (traits->dims < 3 || extent.depth > 1));
}

static void plan_define(struct ga_context *ctx, const struct ga_texture *tex, unsigned face, unsigned level,
                        const struct ga_image_spec *spec, struct define_plan *plan)
{
   const struct ga_teximage *image = ga_teximage_at(tex, face, level);
   bool empty = ga_extent_is_empty(spec->extent);
   *plan = (struct define_plan){ .seqno = ga_texture_storage_seqno(tex), .level0 = *spec };
   plan->in_place = !empty && !tex->imported && !tex->exported && fits(tex->traits, tex->miptree, level, spec);
   plan->done = plan->in_place && !image->own && same_image(image, spec);
   if (empty || plan->in_place)
      return;
   plan->level0.extent = ga_extent_magnify(tex->traits, spec->extent, level);
   plan->guess = can_guess(tex->traits, level, spec->extent) && ga_target_allows(ctx, tex->traits, 0, plan->level0.extent) &&
                 !(level && tex->miptree);
   bool mipmaps = tex->traits->mipmaps && (level || ga_min_filter_uses_mipmaps(tex->params.min_filter));
   plan->last_level = mipmaps ? ga_extent_last_level(tex->traits, plan->level0.extent) : 0;
}

static void commit_define(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level,
                          const struct ga_image_spec *spec, struct pipe_resource *miptree, struct pipe_resource *own,
                          struct ga_blocks *blocks)
{
   struct ga_teximage *image = ga_teximage_at(tex, face, level);
   if (tex->imported)
      ga_texture_clear_images(ctx, tex);
   drop_own(image);
   drop_blocks(image);
   *image = (struct ga_teximage){ .own = own }; /* no longer a part of the old miptree */
   if (miptree)
      replace_miptree(tex, miptree);
   *image = (struct ga_teximage){
      .extent = spec->extent,
      .internal_format = spec->internal_format,
      .format = spec->format,
      .samples = (uint8_t)spec->samples,
      .fixed_locations = spec->fixed_locations,
      .own = own,
      .blocks = blocks,
   };
   ga_texture_changed(ctx, tex, true);
}

/* Room for the blocks of an image. False: out of memory. */
static bool create_blocks(const struct ga_image_spec *spec, unsigned slices, struct ga_blocks **out)
{
   *out = NULL;
   if (!ga_format_is_decoded(spec->format) || ga_extent_is_empty(spec->extent))
      return true;
   *out = ga_blocks_create(spec->format, spec->extent.width, spec->extent.height, slices);
   return *out != NULL;
}

bool ga_teximage_define(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level,
                        const struct ga_image_spec *spec)
{
   for (;;) {
      struct define_plan plan;
      pthread_mutex_lock(&tex->lock);
      plan_define(ctx, tex, face, level, spec, &plan);
      pthread_mutex_unlock(&tex->lock);
      if (plan.done)
         return true;

      struct pipe_resource *miptree = plan.guess ? create_miptree(ctx, tex->traits, &plan.level0, plan.last_level) : NULL;
      bool needs_own = !miptree && !plan.in_place && !ga_extent_is_empty(spec->extent);
      struct pipe_resource *own = needs_own ? create_own(ctx, tex->traits, spec) : NULL;
      struct ga_blocks *blocks = NULL;
      if ((needs_own && !own) || !create_blocks(spec, ga_extent_slices(spec->extent), &blocks)) {
         pipe_resource_unref(miptree);
         pipe_resource_unref(own);
         return false;
      }

      pthread_mutex_lock(&tex->lock);
      bool current = ga_texture_storage_seqno(tex) == plan.seqno;
      if (current)
         commit_define(ctx, tex, face, level, spec, miptree, own, blocks);
      pthread_mutex_unlock(&tex->lock);
      if (current)
         return true;
      pipe_resource_unref(miptree);
      pipe_resource_unref(own);
      ga_blocks_unref(blocks);
   }
}

void ga_teximage_define_proxy(struct ga_texture *tex, unsigned level, const struct ga_image_spec *spec)
{
   struct ga_teximage *image = ga_teximage_at(tex, 0, level);
   *image = (struct ga_teximage){ 0 };
   if (spec)
      *image = (struct ga_teximage){ .extent = spec->extent, .internal_format = spec->internal_format, .format = spec->format,
                                     .samples = (uint8_t)spec->samples, .fixed_locations = spec->fixed_locations };
}

/* ---- all levels at once --------------------------------------------------------------------------------------------- */

/* Levels first..last of every face become part of the miptree, sized after level `base`, whose image is `like`. */
static void define_levels(struct ga_texture *tex, const struct ga_image_spec *like, unsigned base, unsigned first, unsigned last)
{
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = first; level <= last; level++) {
         struct ga_teximage *image = ga_teximage_at(tex, face, level);
         drop_own(image);
         drop_blocks(image);
         *image = (struct ga_teximage){
            .extent = ga_extent_minify(tex->traits, like->extent, level - base),
            .internal_format = like->internal_format,
            .format = like->format,
            .samples = (uint8_t)like->samples,
            .fixed_locations = like->fixed_locations,
         };
      }
   }
}

/* One per level, for the layers of all faces. False: out of memory. */
static bool create_blocks_of_levels(const struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base,
                                    struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS])
{
   for (unsigned level = 0; level < levels; level++) {
      struct ga_image_spec spec = *base;
      spec.extent = ga_extent_minify(tex->traits, base->extent, level);
      if (!create_blocks(&spec, ga_extent_slices(spec.extent) * tex->traits->faces, &blocks[level]))
         return false;
   }
   return true;
}

static void unref_blocks_of_levels(struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS])
{
   for (unsigned level = 0; level < GA_MAX_TEXTURE_LEVELS; level++)
      ga_blocks_unref(blocks[level]);
}

/* Gives the images of an immutable texture, whose first layer is `layer` of the original one's, their blocks. */
static void set_blocks_of_levels(struct ga_texture *tex, unsigned levels, unsigned layer, struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS])
{
   for (unsigned face = 0; face < tex->traits->faces; face++)
      for (unsigned level = 0; level < levels; level++) {
         struct ga_teximage *image = ga_teximage_at(tex, face, level);
         image->blocks = ga_blocks_ref(blocks[level]);
         image->blocks_slice = (uint16_t)(layer + face);
      }
}

/* Takes over the reference to the miptree. */
static void set_storage(struct ga_context *ctx, struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base,
                        struct pipe_resource *miptree, struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS])
{
   pthread_mutex_lock(&tex->lock);
   ga_texture_clear_images(ctx, tex);
   tex->miptree = miptree;
   tex->immutable = true;
   tex->origin = (struct ga_view_origin){ .levels = levels, .layers = base->extent.layers * tex->traits->faces,
                                           .immutable_levels = levels };
   define_levels(tex, base, 0, 0, levels - 1);
   set_blocks_of_levels(tex, levels, 0, blocks);
   pthread_mutex_unlock(&tex->lock);
}

bool ga_texture_allocate(struct ga_context *ctx, struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base)
{
   struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS] = { 0 };
   struct pipe_resource *miptree = create_miptree(ctx, tex->traits, base, levels - 1);
   const bool ok = miptree && create_blocks_of_levels(tex, levels, base, blocks);
   if (ok)
      set_storage(ctx, tex, levels, base, miptree, blocks);
   else
      pipe_resource_unref(miptree);
   unref_blocks_of_levels(blocks);
   return ok;
}

/* Decoded formats have another size here than in the memory of other APIs. Optimal tilings of 3D images differ between drivers (thick
 * tiles). */
unsigned ga_format_tilings(const struct ga_context *ctx, const struct ga_target_traits *traits, const struct ga_format *format)
{
   if (!traits->faces || traits->pipe == PIPE_BUFFER || ga_format_is_decoded(format))
      return 0;
   const bool rows = !traits->multisample && !pipe_format_is_depth_or_stencil(format->st);
   return (traits->pipe != PIPE_TEXTURE_3D ? GA_TILING_OPTIMAL : 0) | (rows ? GA_TILING_LINEAR : 0);
}

GLenum ga_texture_allocate_in(struct ga_context *ctx, struct ga_texture *tex, unsigned levels, const struct ga_image_spec *base,
                              struct pipe_memory_object *memory, uint64_t offset_B, char *why, size_t why_size_B)
{
   struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS] = { 0 };
   struct pipe_resource *miptree;
   struct pipe_resource_template tmpl = template(ctx, tex->traits->pipe, base->extent.layers * tex->traits->faces, base, levels - 1);
   if (!ga_format_tilings(ctx, tex->traits, base->format)) {
      snprintf(why, why_size_B, "%s has no GL_TILING_TYPES_EXT at %s", ga_enum_name(base->internal_format), ga_enum_name(tex->traits->name));
      return GL_INVALID_OPERATION;
   }
   pthread_mutex_lock(&tex->lock);
   if (tex->tiling == GL_LINEAR_TILING_EXT)
      tmpl.bind |= PIPE_BIND_LINEAR;
   pthread_mutex_unlock(&tex->lock);
   const enum pipe_memory_result result =
      ctx->screen->impl->resource_from_memory_object(ctx->screen, &tmpl, memory, offset_B, &miptree, why, why_size_B);
   if (result == PIPE_MEMORY_OK)
      set_storage(ctx, tex, levels, base, miptree, blocks);
   return ga_memory_error(result);
}

void ga_texture_view(struct ga_context *ctx, struct ga_texture *view, struct ga_texture *orig, const struct ga_view_origin *part,
                     const struct ga_format *format)
{
   pthread_mutex_lock(&orig->lock);
   const struct ga_teximage *base = ga_teximage_at(orig, 0, part->level);
   struct ga_image_spec spec = { base->extent, format->internal_format, format, base->samples, base->fixed_locations };
   const struct ga_view_origin origin = { orig->origin.level + part->level, orig->origin.layer + part->layer, part->levels,
                                          part->layers, orig->origin.immutable_levels };
   struct pipe_resource *miptree = pipe_resource_ref(orig->miptree), *own = pipe_resource_ref(base->own);
   const uint16_t own_level = base->own_level, own_layer = base->own_layer;
   const bool imported = orig->imported; /* storage of one level, which shows an EGLImage */
   struct ga_blocks *blocks[GA_MAX_TEXTURE_LEVELS] = { 0 };
   for (unsigned level = 0; level < part->levels; level++)
      blocks[level] = ga_blocks_ref(ga_teximage_at(orig, 0, part->level + level)->blocks);
   pthread_mutex_unlock(&orig->lock);
   spec.extent.layers = part->layers / view->traits->faces;
   pthread_mutex_lock(&view->lock);
   ga_texture_clear_images(ctx, view);
   view->miptree = miptree;
   view->immutable = true;
   view->origin = origin;
   view->imported = imported;
   define_levels(view, &spec, 0, 0, part->levels - 1);
   view->image[0].own = own;
   view->image[0].own_level = own_level;
   view->image[0].own_layer = own_layer;
   set_blocks_of_levels(view, part->levels, origin.layer, blocks);
   pthread_mutex_unlock(&view->lock);
   unref_blocks_of_levels(blocks);
}

void ga_texture_import(struct ga_context *ctx, struct ga_texture *tex, const struct ga_image *image,
                       const struct ga_image_spec *spec, bool immutable)
{
   pthread_mutex_lock(&tex->lock);
   ga_texture_clear_images(ctx, tex);
   tex->imported = true;
   tex->immutable = immutable;
   tex->origin = (struct ga_view_origin){ .levels = immutable, .layers = immutable, .immutable_levels = immutable }; /* an EGLImage is one level */
   tex->yuv = image->yuv;
   tex->image[0] = (struct ga_teximage){
      .extent = spec->extent,
      .internal_format = spec->internal_format,
      .format = spec->format,
      .own = image->resource,
      .own_level = (uint16_t)image->level,
      .own_layer = (uint16_t)image->layer,
   };
   pthread_mutex_unlock(&tex->lock);
}

/* ---- looking at images ---------------------------------------------------------------------------------------------- */

static bool get_locked(const struct ga_texture *tex, unsigned face, unsigned level, struct ga_image_info *out)
{
   *out = (struct ga_image_info){ 0 };
   const struct ga_teximage *image = ga_teximage_at(tex, face, level);
   if (!image->format)
      return false;
   *out = (struct ga_image_info){ .format = image->format, .internal_format = image->internal_format, .extent = image->extent,
                                  .samples = image->samples, .fixed_locations = image->fixed_locations };
   if (ga_extent_is_empty(image->extent) || tex->proxy)
      return true;
   out->resource = pipe_resource_ref(image->own ? image->own : tex->miptree);
   out->level = image->own ? image->own_level : level + tex->origin.level;
   out->layer = image->own ? image->own_layer : face + tex->origin.layer;
   out->blocks = ga_blocks_ref(image->blocks);
   out->blocks_slice = image->blocks_slice;
   return true;
}

bool ga_teximage_get(struct ga_texture *tex, unsigned face, unsigned level, struct ga_image_info *out)
{
   *out = (struct ga_image_info){ 0 };
   if (face >= tex->traits->faces || level >= GA_MAX_TEXTURE_LEVELS)
      return false;
   pthread_mutex_lock(&tex->lock);
   bool specified = get_locked(tex, face, level, out);
   pthread_mutex_unlock(&tex->lock);
   return specified;
}

/* ---- one miptree ---------------------------------------------------------------------------------------------------- */

/* What ga_texture_finalize has to do, decided under the texture's lock. */
struct gather_plan {
   struct pipe_resource *miptree;    /* counted; NULL: a new one is needed */
   struct ga_image_spec base;        /* of the first level */
   struct ga_image_spec level0;      /* of the new miptree */
   unsigned last_level;
   bool scattered, undefined;        /* images with their own resource; levels to define that are not yet so */
};

static struct ga_image_spec spec_of(const struct ga_teximage *image)
{
   return (struct ga_image_spec){ image->extent, image->internal_format, image->format, image->samples, image->fixed_locations };
}

static bool level_defined(const struct ga_texture *tex, const struct ga_image_spec *base, unsigned first, unsigned level)
{
   struct ga_image_spec spec = *base;
   spec.extent = ga_extent_minify(tex->traits, base->extent, level - first);
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      const struct ga_teximage *image = ga_teximage_at(tex, face, level);
      if (image->own || !same_image(image, &spec))
         return false;
   }
   return true;
}

static void plan_gather(const struct ga_texture *tex, const struct ga_level_range *levels, struct gather_plan *plan)
{
   const unsigned first = levels->first, last = levels->last, define = levels->define;
   *plan = (struct gather_plan){ 0 };
   plan->base = plan->level0 = spec_of(ga_teximage_at(tex, 0, first));
   if (tex->immutable)
      plan->miptree = pipe_resource_ref(tex->miptree);
   else if (fits(tex->traits, tex->miptree, first, &plan->base) && tex->miptree->t.last_level >= define)
      plan->miptree = pipe_resource_ref(tex->miptree);
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = first; level <= last; level++)
         plan->scattered |= ga_teximage_at(tex, face, level)->own != NULL;
   }
   for (unsigned level = last + 1; level <= define && !tex->immutable; level++)
      plan->undefined |= !level_defined(tex, &plan->base, first, level);
   plan->level0.extent = ga_extent_magnify(tex->traits, plan->base.extent, first);
   bool mipmaps = tex->traits->mipmaps && (define > 0 || ga_min_filter_uses_mipmaps(tex->params.min_filter));
   plan->last_level = mipmaps ? ga_extent_last_level(tex->traits, plan->level0.extent) : 0;
}

/* Copies the images that are elsewhere. False: the storage is not the planned one any more; another context's images may have
 * another format or size than dst. */
static bool copy_images(struct ga_context *ctx, struct ga_texture *tex, const struct ga_level_range *levels,
                        struct pipe_resource *dst)
{
   struct pipe_context *pipe = ctx->st.pipe;
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = levels->first; level <= levels->last; level++) {
         GA_HELD_IMAGE struct ga_image_info image = { 0 };
         pthread_mutex_lock(&tex->lock);
         bool current = ga_texture_storage_seqno(tex) == levels->seqno;
         if (current)
            get_locked(tex, face, level, &image);
         pthread_mutex_unlock(&tex->lock);
         if (!current)
            return false;
         if (!image.resource || image.resource == dst)
            continue;
         const struct pipe_box box = { 0, 0, (int32_t)image.layer, (int32_t)image.extent.width, (int32_t)image.extent.height,
                                       (int32_t)ga_extent_slices(image.extent) };
         pipe->impl->resource_copy_region(pipe, dst, level, 0, 0, face, image.resource, image.level, &box);
      }
   }
   return true;
}

static void commit_gather(struct ga_context *ctx, struct ga_texture *tex, const struct ga_level_range *levels,
                          const struct ga_image_spec *base, struct pipe_resource *miptree)
{
   if (tex->miptree != miptree)
      replace_miptree(tex, pipe_resource_ref(miptree));
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      for (unsigned level = levels->first; level <= levels->last; level++)
         drop_own(ga_teximage_at(tex, face, level));
   }
   if (levels->define > levels->last)
      define_levels(tex, base, levels->first, levels->last + 1, levels->define);
   ga_texture_changed(ctx, tex, true);
}

enum ga_finalize_result ga_texture_finalize(struct ga_context *ctx, struct ga_texture *tex, const struct ga_level_range *levels,
                                            struct pipe_resource **out)
{
   struct gather_plan plan = { 0 };
   pthread_mutex_lock(&tex->lock);
   bool current = ga_texture_storage_seqno(tex) == levels->seqno;
   if (current)
      plan_gather(tex, levels, &plan);
   pthread_mutex_unlock(&tex->lock);
   *out = plan.miptree;
   if (!current)
      return GA_FINALIZE_CHANGED;
   if (plan.miptree && !plan.scattered && !plan.undefined)
      return GA_FINALIZED;

   GA_HELD struct pipe_resource *miptree = plan.miptree;
   *out = NULL;
   if (!miptree && !(miptree = create_miptree(ctx, tex->traits, &plan.level0, plan.last_level)))
      return GA_FINALIZE_NO_MEMORY;
   if (!copy_images(ctx, tex, levels, miptree))
      return GA_FINALIZE_CHANGED;

   pthread_mutex_lock(&tex->lock);
   current = ga_texture_storage_seqno(tex) == levels->seqno;
   if (current) {
      commit_gather(ctx, tex, levels, &plan.base, miptree);
      *out = pipe_resource_ref(miptree);
   }
   pthread_mutex_unlock(&tex->lock);
   return current ? GA_FINALIZED : GA_FINALIZE_CHANGED;
}
