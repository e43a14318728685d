/* ga_ycbcr.c: texels of MESA_ycbcr_texture in client memory and in blocks. Formats of GFX6 to GFX8 interpolate the three components of
 * such pairs, and convert no colours; any program may sample these images, so the CPU converts them once, when they come in. */
#include "gl-api/object/ga_ycbcr.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_texture.h"

/* A texel has luma in the high byte of GL_UNSIGNED_SHORT_8_8_MESA and in the low byte of the other type; in a block after chroma. */
static bool is_swapped(const struct ga_pixel_store *store, const struct ga_pixel_format *pixels)
{
   return (pixels->type == GL_UNSIGNED_SHORT_8_8_REV_MESA) != store->swap_bytes;
}

static void copy_texels(uint8_t *dst, const uint8_t *src, size_t count, bool swapped)
{
   memcpy(dst, src, count * 2);
   if (swapped)
      ga_pixel_swap_bytes(dst, count, 2);
}

/* One slice. blocks: room for the pairs that the box touches, rows without padding. */
static bool store_slice(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *src,
                        uint64_t stride_B, bool swapped, uint8_t *blocks)
{
   const int first = box->x & ~1, end = box->x + box->width;
   const unsigned pairs = (unsigned)(end - first + 1) / 2;
   const uint32_t wide = (uint32_t)first + 2 * pairs, width = image->extent.width;
   const struct pipe_box whole = { first, box->y, box->z, (int)(wide < width ? wide : width) - first, box->height, 1 };
   const size_t row_B = pairs * (size_t)4;
   for (int y = 0; y < box->height; y++) {
      uint8_t *row = blocks + (size_t)y * row_B;
      memcpy(row, ga_blocks_at(image, (unsigned)first, (unsigned)(box->y + y), (unsigned)box->z), row_B);
      copy_texels(row + (box->x - first) * 2, src + (uint64_t)y * stride_B, (size_t)box->width, swapped);
   }
   return ga_teximage_upload_blocks(ctx, image, &whole, blocks, row_B, 0);
}

bool ga_ycbcr_store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const struct ga_pixel_store *store,
                    const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, const uint8_t *data)
{
   uint8_t *blocks = malloc(((size_t)box->width / 2 + 2) * 4 * (size_t)box->height);
   struct pipe_box slice = *box;
   bool ok = blocks != NULL;
   slice.depth = 1;
   for (int i = 0; ok && i < box->depth; i++, slice.z++)
      ok = store_slice(ctx, image, &slice, data + layout->skip_B + (uint64_t)i * layout->slice_B, layout->stride_B,
                       is_swapped(store, pixels), blocks);
   free(blocks);
   return ok;
}

void ga_ycbcr_read(const struct ga_image_info *image, const struct pipe_box *box, unsigned slice, const struct ga_pixel_store *store,
                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data)
{
   const unsigned first = (unsigned)box->x & ~1u;
   for (int y = 0; y < box->height; y++) {
      const uint8_t *row = ga_blocks_at(image, first, (unsigned)(box->y + y), slice) + ((unsigned)box->x - first) * 2;
      copy_texels(data + layout->skip_B + (uint64_t)y * layout->stride_B, row, (size_t)box->width, is_swapped(store, pixels));
   }
}
