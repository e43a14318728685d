/* ga_image_copy.c: bytes of texels or blocks from one image to another (EXT_copy_image; GL 4.6, 18.3.3). The device copies; the CPU
 * copies where the blocks of an image are not what its resource holds (ga_blocks.c). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_desc.h"
#include "util/ut_debug.h"

/* Texels that `elements` texels or blocks cover, up to the edge of the image. */
static unsigned texels_of(unsigned elements, unsigned block, unsigned at, uint32_t size)
{
   const unsigned texels = elements * block;
   return texels < size - at ? texels : size - at;
}

static struct pipe_box box_of(const struct ga_copy_place *p, unsigned width_el, unsigned height_el)
{
   const struct pipe_format_desc *desc = pipe_format_desc(p->image->format->blocks);
   return (struct pipe_box){ (int)p->x, (int)p->y, (int)p->slice,
                             (int)texels_of(width_el, desc->block_width, p->x, p->image->extent.width),
                             (int)texels_of(height_el, desc->block_height, p->y, p->image->extent.height), 1 };
}

/* The elements of a box as rows without padding. */
static bool read_elements(struct ga_context *ctx, const struct ga_copy_place *p, unsigned width_el, unsigned height_el, uint8_t *rows)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct ga_image_info *image = p->image;
   const size_t row_B = (size_t)width_el * pipe_format_block_size_B(image->format->blocks);
   if (ga_format_is_decoded(image->format)) {
      for (unsigned y = 0; y < height_el; y++)
         memcpy(rows + y * row_B, ga_blocks_at(image, p->x, p->y, p->slice) + y * image->blocks->row_B, row_B);
      return true;
   }
   struct pipe_box box = box_of(p, width_el, height_el);
   struct pipe_transfer *transfer;
   box.z += (int)image->layer;
   const uint8_t *in = pipe->impl->transfer_map(pipe, image->resource, image->level, PIPE_MAP_READ, &box, &transfer);
   if (!in)
      return false;
   for (unsigned y = 0; y < height_el; y++)
      memcpy(rows + y * row_B, in + (size_t)y * transfer->stride_B, row_B);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

static bool write_elements(struct ga_context *ctx, const struct ga_copy_place *p, unsigned width_el, unsigned height_el,
                           const uint8_t *rows)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct ga_image_info *image = p->image;
   struct pipe_box box = box_of(p, width_el, height_el);
   if (image->format->compressed || ga_format_is_decoded(image->format))
      return ga_teximage_upload_blocks(ctx, image, &box, rows, (size_t)width_el * pipe_format_block_size_B(image->format->blocks), 0);
   box.z += (int)image->layer;
   pipe->impl->texture_subdata(pipe, image->resource, image->level, &box, rows,
                               width_el * pipe_format_block_size_B(image->format->st), 0);
   return true;
}

static bool copy_by_cpu(struct ga_context *ctx, const struct ga_copy_place *dst, const struct ga_copy_place *src, unsigned width_el,
                        unsigned height_el)
{
   uint8_t *rows = malloc((size_t)width_el * height_el * pipe_format_block_size_B(src->image->format->blocks));
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "image copy by the CPU: the device lacks %s",
             pipe_format_name((ga_format_is_decoded(src->image->format) ? src : dst)->image->format->blocks));
   const bool ok = rows && read_elements(ctx, src, width_el, height_el, rows) && write_elements(ctx, dst, width_el, height_el, rows);
   free(rows);
   return ok;
}

/* One internal format whose components two resources keep in different orders: of an EGLImage and of a texture. */
static void reorder(struct pipe_context *pipe, const struct ga_copy_place *dst, const struct pipe_box *dst_box,
                    const struct ga_copy_place *src, const struct pipe_box *src_box)
{
   const struct pipe_blit_info info = {
      .dst = { dst->image->resource, dst->image->level, *dst_box, pipe_format_linear(dst->image->resource->t.format) },
      .src = { src->image->resource, src->image->level, *src_box, pipe_format_linear(src->image->resource->t.format) },
      .mask = 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST,
   };
   pipe->impl->blit(pipe, &info);
}

/* Slice by slice. */
static bool copy_decoded(struct ga_context *ctx, struct ga_copy_place dst, struct ga_copy_place src, unsigned width_el, unsigned height_el,
                         unsigned slices)
{
   bool ok = true;
   for (unsigned i = 0; i < slices && ok; i++, dst.slice++, src.slice++)
      ok = ga_format_is_ycbcr(src.image->format) ? ga_ycbcr_copy(ctx, &dst, &src, width_el, height_el) :
                                                   copy_by_cpu(ctx, &dst, &src, width_el, height_el);
   return ok;
}

bool ga_image_copy(struct ga_context *ctx, const struct ga_copy_place *dst, const struct ga_copy_place *src, unsigned width_el,
                   unsigned height_el, unsigned slices)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (!width_el || !height_el)
      return true;
   if (ga_format_is_decoded(src->image->format) || ga_format_is_decoded(dst->image->format))
      return copy_decoded(ctx, *dst, *src, width_el, height_el, slices);
   struct pipe_resource *to = dst->image->resource, *from = src->image->resource;
   struct pipe_box src_box = box_of(src, width_el, height_el), dst_box = box_of(dst, width_el, height_el);
   src_box.z += (int)src->image->layer;
   dst_box.z += (int)dst->image->layer;
   src_box.depth = dst_box.depth = (int)slices;
   if (src->image->internal_format == dst->image->internal_format && to->t.format != from->t.format)
      reorder(pipe, dst, &dst_box, src, &src_box);
   else
      pipe->impl->resource_copy_region(pipe, to, dst->image->level, (unsigned)dst_box.x, (unsigned)dst_box.y, (unsigned)dst_box.z,
                                       from, src->image->level, &src_box);
   return true;
}
