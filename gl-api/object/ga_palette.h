/* ga_palette.h: images with palettes (OES_compressed_paletted_texture): colours, then indices of 4 or 8 bits. */
#ifndef GA_PALETTE_H
#define GA_PALETTE_H

#include "gl-api/context/ga_context.h"

struct ga_palette {
   GLenum format, type;             /* of the colours, as glTexImage2D takes them */
   unsigned color_B, index_bits, size_B; /* size_B: of all colours */
};

/* The format has a palette, and the context takes it. */
bool ga_is_paletted(const struct ga_context *ctx, GLenum format);
struct ga_palette ga_palette_of(GLenum format);
/* Bytes of the indices of an image; the last byte may have one index of 4 bits. */
uint64_t ga_palette_indices_B(const struct ga_palette *palette, uint32_t width, uint32_t height);
/* The colours of `count` indices, tightly packed. NULL: out of memory, or count is 0. ga_palette_free takes the same count. */
void *ga_palette_expand(const struct ga_palette *palette, const uint8_t *colors, const uint8_t *indices, size_t count);
void ga_palette_free(const struct ga_palette *palette, void *expanded, size_t count);

#endif
