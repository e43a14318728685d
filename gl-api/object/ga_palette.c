/* ga_palette.c: images with palettes become images of colours. */
#include "gl-api/object/ga_palette.h"

#include <string.h>

#include "util/ut_pages.h"

/* In the order of the enumerants from GL_PALETTE4_RGB8_OES on, first those with indices of 4 bits, then those of 8. */
static const struct { GLenum format, type; unsigned color_B; } kinds[] = {
   {GL_RGB, GL_UNSIGNED_BYTE, 3}, {GL_RGBA, GL_UNSIGNED_BYTE, 4}, {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2},
   {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2}, {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, 2},
};
enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
_Static_assert(GA_PALETTED_FORMATS == 2 * KINDS, "each kind of colour has two formats");

bool ga_is_paletted(const struct ga_context *ctx, GLenum format)
{
   return ga_has(ctx, GA_FEATURE_paletted_texture) && format >= GL_PALETTE4_RGB8_OES && format < GL_PALETTE4_RGB8_OES + GA_PALETTED_FORMATS;
}

struct ga_palette ga_palette_of(GLenum format)
{
   const unsigned i = format - GL_PALETTE4_RGB8_OES, bits = i < KINDS ? 4 : 8, kind = i % KINDS;
   return (struct ga_palette){kinds[kind].format, kinds[kind].type, kinds[kind].color_B, bits, kinds[kind].color_B << bits};
}

uint64_t ga_palette_indices_B(const struct ga_palette *palette, uint32_t width, uint32_t height)
{
   return ((uint64_t)width * height * palette->index_bits + 7) / 8;
}

/* The first of two indices in a byte has the high bits. */
void *ga_palette_expand(const struct ga_palette *palette, const uint8_t *colors, const uint8_t *indices, size_t count)
{
   uint8_t *out = ut_pages_alloc(count * palette->color_B, 1);
   for (size_t i = 0; out && i < count; i++) {
      const unsigned index = palette->index_bits == 8 ? indices[i] : indices[i / 2] >> (i & 1 ? 0 : 4) & 15;
      memcpy(out + i * palette->color_B, colors + index * palette->color_B, palette->color_B);
   }
   return out;
}

void ga_palette_free(const struct ga_palette *palette, void *expanded, size_t count)
{
   ut_pages_free(expanded, count * palette->color_B);
}
