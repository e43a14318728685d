/* ga_mipmap.c: mipmap generation (ES 2.0, 3.7.11). The device filters; this file gives the levels their size and storage. */
#include "gl-api/object/ga_mipmap.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_pack.h"

/* Desktop GL has no filter for stencil, and ES none for depth. */
static bool holds_unfiltered(const struct ga_context *ctx, const struct ga_format *format)
{
   return ga_has(ctx, GA_FEATURE_es) ? ga_format_is_depth_stencil(format) : format->stencil > 0;
}

/* ES 3.0, 3.8.11: images of an unsized format, or of one that is both colour-renderable and filterable. NV_generate_mipmap_sRGB:
 * those of the unsized formats of EXT_sRGB, too. */
static bool can_filter(const struct ga_context *ctx, const struct ga_teximage *image)
{
   bool sized = image->internal_format == image->format->internal_format;
   if (!ga_has(ctx, GA_FEATURE_es) || !sized || !ga_has(ctx, GA_FEATURE_sized_internal_formats))
      return !pipe_format_is_pure_int(image->format->st);
   return ga_format_color_renderable(ctx, image->format) && ga_format_filterable(ctx, image->format);
}

/* OpenGL ES has no mipmap generation of compressed images (ES 3.0, 3.8.11). */
static bool can_compress(const struct ga_context *ctx, const struct ga_format *format)
{
   return !ga_has(ctx, GA_FEATURE_es) && pipe_compressed_from(format->blocks);
}

/* The device renders no levels of the format. */
static bool is_encoded(const struct ga_context *ctx, const struct ga_format *format)
{
   return ga_format_is_ycbcr(format) || !(ga_format_bind(ctx->screen, format, true) & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_DEPTH_STENCIL));
}

/* Whether levels can be generated, the base level and the last level. Called with the texture's lock held. */
static GLenum check(const struct ga_context *ctx, const struct ga_texture *tex, unsigned *first, unsigned *last, const char **why)
{
   unsigned max;
   if (!tex->traits->mipmaps) { /* GL 4.6, 8.14.4: buffer, rectangle, external and multisample textures */
      *why = "textures of this target have no mipmaps";
      return GL_INVALID_OPERATION;
   }
   ga_texture_levels(tex, first, &max);
   const unsigned base = *first;
   const struct ga_teximage *image = base < GA_MAX_TEXTURE_LEVELS ? ga_teximage_at(tex, 0, base) : NULL;
   *why = NULL;
   if (!image || !image->format)
      *why = "the base level has no image";
   else if (tex->traits->faces > 1 && ga_texture_base_complete(tex) != GA_COMPLETE)
      *why = ga_completeness_text(ga_texture_base_complete(tex));
   else if (image->format->compressed && !can_compress(ctx, image->format))
      *why = "the base level is compressed, and texels are not compressed to its format";
   else if (holds_unfiltered(ctx, image->format))
      *why = "the base level holds depth or stencil";
   else if (!image->format->compressed && !can_filter(ctx, image))
      *why = "the base level's format is not both colour-renderable and filterable";
   if (*why)
      return GL_INVALID_OPERATION;
   *last = base;
   if (ga_extent_is_empty(image->extent))
      return GL_NO_ERROR;
   *last = base + ga_extent_last_level(tex->traits, image->extent);
   if (*last > max)
      *last = max;
   return GL_NO_ERROR;
}

GLenum ga_texture_generate_mipmap(struct ga_context *ctx, struct ga_texture *tex, const char **why)
{
   unsigned base = 0, last = 0, layers = 0;
   enum pipe_format format = PIPE_FORMAT_NONE;
   struct ga_view_origin origin;
   bool encoded = false;
   enum ga_finalize_result result;
   GA_HELD struct pipe_resource *res = NULL;
   do {
      pthread_mutex_lock(&tex->lock);
      GLenum error = check(ctx, tex, &base, &last, why);
      unsigned reached;
      const bool redefines = atomic_load(&tex->has_handles) && ga_texture_completeness(tex, true, &reached) != GA_COMPLETE;
      origin = tex->origin;
      if (error == GL_NO_ERROR) {
         encoded = is_encoded(ctx, ga_teximage_at(tex, 0, base)->format);
         format = ga_teximage_at(tex, 0, base)->format->st;
         if (tex->params.pipe.skip_srgb) /* EXT_texture_sRGB_decode: texels are filtered as they are */
            format = pipe_format_linear(format);
         layers = ga_teximage_at(tex, 0, base)->extent.layers * tex->traits->faces;
      }
      const struct ga_level_range levels = { ga_texture_storage_seqno(tex), base, base, last };
      pthread_mutex_unlock(&tex->lock);
      if (error != GL_NO_ERROR || last <= base)
         return error;
      if (redefines) {
         *why = "handles refer to the texture, whose levels are not all there";
         return GL_INVALID_OPERATION;
      }
      if (encoded) {
         *why = "out of memory";
         return ga_texture_generate_encoded_mipmap(ctx, tex, base, last) ? GL_NO_ERROR : GL_OUT_OF_MEMORY;
      }
      result = ga_texture_finalize(ctx, tex, &levels, &res);
   } while (result == GA_FINALIZE_CHANGED);
   if (result != GA_FINALIZED) {
      *why = "out of memory";
      return GL_OUT_OF_MEMORY;
   }
   ctx->st.pipe->impl->generate_mipmap(ctx->st.pipe, res, format, base + origin.level, last + origin.level, origin.layer,
                                       origin.layer + layers - 1);
   return GL_NO_ERROR;
}

bool ga_texture_level_changed(struct ga_context *ctx, struct ga_texture *tex, unsigned level)
{
   unsigned base, last;
   const char *why;
   if (!tex->generate_mipmap || !tex->traits->mipmaps)
      return true;
   pthread_mutex_lock(&tex->lock);
   ga_texture_levels(tex, &base, &last);
   pthread_mutex_unlock(&tex->lock);
   /* Images without mipmaps, and cube maps whose other faces are still missing, stay as they are. */
   return level != base || ga_texture_generate_mipmap(ctx, tex, &why) != GL_OUT_OF_MEMORY;
}
