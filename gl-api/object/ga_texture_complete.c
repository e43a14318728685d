/* ga_texture_complete.c: may a texture be sampled (ES 2.0, 3.7.10 and 3.8.2)? Pure functions of the texture. With
 * OES_texture_npot, which is always offered, sizes that are no powers of two need nothing more. */
#include "gl-api/object/ga_texture.h"

static bool alike(const struct ga_teximage *a, const struct ga_teximage *b, unsigned width, unsigned height)
{
   return b->width == width && b->height == height && a->internal_format == b->internal_format && a->format == b->format;
}

static unsigned half(unsigned size)
{
   return size > 1 ? size / 2 : 1;
}

enum ga_completeness ga_texture_cube_complete(const struct ga_texture *tex)
{
   const struct ga_teximage *first = &tex->image[0][tex->base_level];
   if (!first->width || !first->height)
      return GA_NO_BASE_IMAGE;
   for (unsigned face = 0; face < 6; face++) {
      const struct ga_teximage *image = &tex->image[face][tex->base_level];
      if (!image->width)
         return GA_FACE_MISSING;
      if (!alike(first, image, first->width, first->width))
         return GA_FACE_MISMATCH;
   }
   return GA_COMPLETE;
}

enum ga_completeness ga_texture_completeness(const struct ga_texture *tex, unsigned *last)
{
   *last = 0;
   if (tex->base_level >= GA_MAX_TEXTURE_LEVELS)
      return GA_NO_BASE_IMAGE;
   const struct ga_teximage *base = &tex->image[0][tex->base_level];
   if (!base->width || !base->height)
      return GA_NO_BASE_IMAGE;
   if (tex->target == GA_TEX_CUBE) {
      enum ga_completeness cube = ga_texture_cube_complete(tex);
      if (cube != GA_COMPLETE)
         return cube;
   }
   *last = tex->base_level;
   if (!ga_min_filter_uses_mipmaps(tex->min_filter))
      return GA_COMPLETE;
   unsigned width = base->width, height = base->height, level = tex->base_level;
   while ((width > 1 || height > 1) && (GLint)level < tex->max_level && level + 1 < GA_MAX_TEXTURE_LEVELS) {
      width = half(width);
      height = half(height);
      level++;
      for (unsigned face = 0; face < ga_texture_faces(tex); face++) {
         const struct ga_teximage *image = &tex->image[face][level];
         if (!image->width || !image->height)
            return GA_LEVEL_MISSING;
         if (!alike(base, image, width, height))
            return GA_LEVEL_MISMATCH;
      }
   }
   *last = level;
   return GA_COMPLETE;
}

const char *ga_completeness_text(enum ga_completeness completeness)
{
   switch (completeness) {
   case GA_COMPLETE: return "complete";
   case GA_NO_BASE_IMAGE: return "its base level has no image";
   case GA_LEVEL_MISSING: return "the minification filter needs mipmap levels that were not specified";
   case GA_LEVEL_MISMATCH: return "a mipmap level has another size or format than the base level asks for";
   case GA_FACE_MISSING: return "a cube face has no image";
   case GA_FACE_MISMATCH: return "the cube faces differ in size or format, or are not square";
   }
   return "";
}
