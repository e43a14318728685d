/* ga_teximage_paletted.c: glCompressedTexImage2D with palettes (OES_compressed_paletted_texture): levels become images of the colours. */
#include "gl-api/command/ga_teximage_paletted.h"

#include "ga_entry.h"
#include "gl-api/object/ga_pixels.h"

static GLsizei minify(GLsizei size, unsigned level)
{
   return size >> level || !size ? size >> level : 1;
}

static uint64_t level_B(const struct ga_palette *palette, const struct ga_paletted_image *p, unsigned level)
{
   return ga_palette_indices_B(palette, (uint32_t)minify(p->width, level), (uint32_t)minify(p->height, level));
}

/* Raises GL_OUT_OF_MEMORY. */
static void specify(struct ga_context *ctx, const struct ga_palette *palette, const struct ga_paletted_image *p, unsigned levels)
{
   const struct ga_pixel_store before = ctx->unpack;
   const uint8_t *indices = p->data ? (const uint8_t *)p->data + palette->size_B : NULL;
   ga_pixel_store_init(&ctx->unpack);
   ctx->unpack.alignment = 1;
   for (unsigned level = 0; level < levels; level++) {
      const GLsizei width = minify(p->width, level), height = minify(p->height, level);
      const size_t count = (size_t)width * (size_t)height;
      void *colors = indices ? ga_palette_expand(palette, p->data, indices, count) : NULL;
      if (indices && count && !colors) {
         ga_oom(ctx, "glCompressedTexImage2D");
         break;
      }
      ga_TexImage2D(ctx, p->target, (GLint)level, (GLint)palette->format, width, height, 0, palette->format, palette->type, colors);
      ga_palette_free(palette, colors, count);
      indices = indices ? indices + level_B(palette, p, level) : NULL;
   }
   ctx->unpack = before;
}

void ga_paletted_image(struct ga_context *ctx, const struct ga_paletted_image *p)
{
   static const char command[] = "glCompressedTexImage2D";
   const struct ga_palette palette = ga_palette_of(p->format);
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, p->target, 0, 2, &image))
      return;
   const unsigned last = ga_target_last_level(ctx, image.tex->traits);
   if (p->level > 0 || p->level < -(GLint)last) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level %d of a paletted format: 0, or minus the number of further levels, at most %u", command,
               p->level, last);
      return;
   }
   if (p->width < 0 || p->height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d: a size is negative", command, p->width, p->height);
      return;
   }
   const unsigned levels = 1 + (unsigned)-p->level;
   if (!ga_teximage_check(ctx, command, &image, ga_target_extent(image.tex->traits, (uint32_t)p->width, (uint32_t)p->height, 1), p->border))
      return;
   uint64_t needed_B = palette.size_B;
   for (unsigned level = 0; level < levels; level++)
      needed_B += level_B(&palette, p, level);
   if (p->size_B < 0 || (uint64_t)p->size_B != needed_B)
      ga_error(ctx, GL_INVALID_VALUE, "%s: imageSize is %d, a palette and %u levels of %d x %d take %llu", command, p->size_B, levels,
               p->width, p->height, (unsigned long long)needed_B);
   else
      specify(ctx, &palette, p, levels);
}
