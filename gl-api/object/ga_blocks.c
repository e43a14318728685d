/* ga_blocks.c: the compressed blocks of images in formats that the device lacks. The resource of such an image holds decoded texels,
 * from which blocks cannot be made again. Copies of images and queries of compressed images read the blocks. */
#include <stdlib.h>

#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"

bool ga_format_is_decoded(const struct ga_format *format)
{
   return format && format->blocks != format->st;
}

struct ga_blocks *ga_blocks_create(const struct ga_format *format, uint32_t width, uint32_t height, unsigned slices)
{
   const uint64_t slice_B = pipe_format_image_size_B(format->blocks, width, height);
   struct ga_blocks *blocks = calloc(1, sizeof(*blocks) + slice_B * slices);
   if (!blocks)
      return NULL;
   atomic_init(&blocks->refs, 1);
   blocks->slice_B = slice_B;
   blocks->row_B = pipe_format_stride_B(format->blocks, width);
   return blocks;
}

struct ga_blocks *ga_blocks_ref(struct ga_blocks *blocks)
{
   if (blocks)
      atomic_fetch_add_explicit(&blocks->refs, 1, memory_order_relaxed);
   return blocks;
}

void ga_blocks_unref(struct ga_blocks *blocks)
{
   if (blocks && atomic_fetch_sub_explicit(&blocks->refs, 1, memory_order_acq_rel) == 1)
      free(blocks);
}

uint8_t *ga_blocks_at(const struct ga_image_info *image, unsigned x, unsigned y, unsigned slice)
{
   const struct pipe_format_desc *desc = pipe_format_desc(image->format->blocks);
   struct ga_blocks *blocks = image->blocks;
   return blocks->data + (image->blocks_slice + slice) * blocks->slice_B + y / desc->block_height * blocks->row_B +
          x / desc->block_width * pipe_format_block_size_B(image->format->blocks);
}
