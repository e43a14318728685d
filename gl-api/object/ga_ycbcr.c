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

/* The columns whose colours depend on those of the box: pairs, and with the last pair of an odd width the texel after it, which has no Cr. */
static void widen(const struct pipe_box *box, int width, struct pipe_box *wide)
{
   int first = box->x & ~1, end = (box->x + box->width + 1) & ~1;
   if (width & 1 && end + 1 == width)
      end = width;
   if (width & 1 && first + 1 == width && first > 0)
      first -= 2;
   *wide = *box;
   wide->x = first;
   wide->width = (end < width ? end : width) - first;
}

/* Images have one slice. */
static bool store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *src,
                  uint64_t stride_B, bool swapped)
{
   struct pipe_box wide;
   widen(box, (int)image->extent.width, &wide);
   const size_t row_B = pipe_format_stride_B(PIPE_FORMAT_UYVY, (unsigned)wide.width);
   uint8_t *blocks = malloc(row_B * (size_t)box->height);
   for (int y = 0; blocks && y < box->height; y++) {
      uint8_t *row = blocks + (size_t)y * row_B;
      memcpy(row, ga_blocks_at(image, (unsigned)wide.x, (unsigned)(box->y + y), (unsigned)box->z), row_B);
      copy_texels(row + (box->x - wide.x) * 2, src + (uint64_t)y * stride_B, (size_t)box->width, swapped);
   }
   const bool ok = blocks && ga_teximage_upload_blocks(ctx, image, &wide, blocks, row_B, 0);
   free(blocks);
   return ok;
}

static void read(const struct ga_image_info *image, const struct pipe_box *box, unsigned slice, uint8_t *dst, uint64_t stride_B, bool swapped)
{
   const unsigned first = (unsigned)box->x & ~1u;
   for (int y = 0; y < box->height; y++) {
      const uint8_t *row = ga_blocks_at(image, first, (unsigned)(box->y + y), slice) + ((unsigned)box->x - first) * 2;
      copy_texels(dst + (uint64_t)y * stride_B, row, (size_t)box->width, swapped);
   }
}

bool ga_ycbcr_store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const struct ga_pixel_store *unpack,
                    const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, const uint8_t *data)
{
   return store(ctx, image, box, data + layout->skip_B, layout->stride_B, is_swapped(unpack, pixels));
}

void ga_ycbcr_read(const struct ga_image_info *image, const struct pipe_box *box, unsigned slice, const struct ga_pixel_store *pack,
                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data)
{
   read(image, box, slice, data + layout->skip_B, layout->stride_B, is_swapped(pack, pixels));
}

bool ga_ycbcr_copy(struct ga_context *ctx, const struct ga_copy_place *dst, const struct ga_copy_place *src, unsigned width, unsigned height)
{
   const struct pipe_box from = { (int)src->x, (int)src->y, (int)src->slice, (int)width, (int)height, 1 },
                         to = { (int)dst->x, (int)dst->y, (int)dst->slice, (int)width, (int)height, 1 };
   uint8_t *texels = malloc((size_t)width * 2 * height);
   if (!texels)
      return false;
   read(src->image, &from, src->slice, texels, (uint64_t)width * 2, false);
   const bool ok = store(ctx, dst->image, &to, texels, (uint64_t)width * 2, false);
   free(texels);
   return ok;
}
