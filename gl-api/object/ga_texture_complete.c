/* ga_texture_complete.c: texture completeness (ES 2.0, 3.7.10 and 3.8.2; ES 3.0, 3.8.13; GL 4.6, 8.17). Pure functions of the texture. Sizes
 * other than powers of two have no further rules: OES_texture_npot is always offered. */
#include "gl-api/object/ga_texture.h"

static bool alike(const struct ga_teximage *a, const struct ga_teximage *b, struct ga_extent extent)
{
   return ga_extent_equal(b->extent, extent) && a->internal_format == b->internal_format && a->format == b->format &&
          a->samples == b->samples;
}

void ga_texture_levels(const struct ga_texture *tex, unsigned *base, unsigned *max)
{
   *base = (unsigned)tex->base_level;
   *max = (unsigned)tex->max_level;
   if (!tex->immutable)
      return;
   const unsigned last = tex->origin.levels - 1;
   *base = *base < last ? *base : last;
   *max = *max < *base ? *base : *max < last ? *max : last;
}

enum ga_completeness ga_texture_base_complete(const struct ga_texture *tex)
{
   unsigned base_level, max_level;
   ga_texture_levels(tex, &base_level, &max_level);
   if (!tex->traits->faces || base_level >= GA_MAX_TEXTURE_LEVELS)
      return GA_NO_BASE_IMAGE;
   const struct ga_teximage *first = ga_teximage_at(tex, 0, base_level);
   if (ga_extent_is_empty(first->extent))
      return GA_NO_BASE_IMAGE;
   struct ga_extent extent = first->extent;
   if (tex->traits->square)
      extent.height = extent.width;
   for (unsigned face = 0; face < tex->traits->faces; face++) {
      const struct ga_teximage *image = ga_teximage_at(tex, face, base_level);
      if (!image->extent.width)
         return GA_FACE_MISSING;
      if (!alike(first, image, extent))
         return GA_FACE_MISMATCH;
   }
   return GA_COMPLETE;
}

enum ga_completeness ga_texture_completeness(const struct ga_texture *tex, bool mipmaps, unsigned *last)
{
   *last = 0;
   enum ga_completeness complete = ga_texture_base_complete(tex);
   if (complete != GA_COMPLETE)
      return complete;
   unsigned base_level, max_level;
   ga_texture_levels(tex, &base_level, &max_level);
   const struct ga_teximage *base = ga_teximage_at(tex, 0, base_level);
   *last = base_level;
   if (!tex->traits->mipmaps || !mipmaps)
      return GA_COMPLETE;
   if (base_level > max_level)
      return GA_NO_LEVELS;
   unsigned end = base_level + ga_extent_last_level(tex->traits, base->extent);
   end = end < GA_MAX_TEXTURE_LEVELS ? end : GA_MAX_TEXTURE_LEVELS - 1;
   for (unsigned level = base_level + 1; level <= end && level <= max_level; level++) {
      struct ga_extent extent = ga_extent_minify(tex->traits, base->extent, level - base_level);
      for (unsigned face = 0; face < tex->traits->faces; face++) {
         const struct ga_teximage *image = ga_teximage_at(tex, face, level);
         if (ga_extent_is_empty(image->extent))
            return GA_LEVEL_MISSING;
         if (!alike(base, image, extent))
            return GA_LEVEL_MISMATCH;
      }
      *last = level;
   }
   return GA_COMPLETE;
}

const char *ga_completeness_text(enum ga_completeness completeness)
{
   switch (completeness) {
   case GA_COMPLETE: return "complete";
   case GA_NO_BASE_IMAGE: return "its base level has no image";
   case GA_NO_LEVELS: return "GL_TEXTURE_MAX_LEVEL is less than GL_TEXTURE_BASE_LEVEL";
   case GA_LEVEL_MISSING: return "the minification filter needs mipmap levels that were not specified";
   case GA_LEVEL_MISMATCH: return "a mipmap level has another size or format than the base level asks for";
   case GA_FACE_MISSING: return "a cube face has no image";
   case GA_FACE_MISMATCH: return "the cube faces differ in size or format, or are not square";
   }
   return "";
}
