/* ga_texture_copy.c: texels from a framebuffer's image. The device copies where it can (same format: bytes; other colour formats:
 * blit); formats whose components must be rearranged are converted by the CPU, and texels of compressed images compressed. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"

/* Boxes of depth 1 in both resources, of equal size. */
struct copy {
   const struct ga_read_image *src;
   const struct ga_image_info *dst;
   struct pipe_box src_box, dst_box;
};

/* sRGB codes are copied as they are: source and destination have one encoding (ES 3.0, 3.8.5). */
static enum pipe_format codes(enum pipe_format format)
{
   return pipe_format_is_srgb(format) ? pipe_format_linear(format) : format;
}

/* The format of the source as pixels of a framebuffer have its components. */
static enum pipe_format source_codes(const struct ga_read_image *src)
{
   return codes(src->format->surface);
}

/* The source's pixels as rows of `format`. False: out of memory. */
static bool read_rows(struct pipe_context *pipe, const struct copy *c, enum pipe_format format, uint8_t *rows, size_t row_B)
{
   struct pipe_transfer *transfer;
   const unsigned width = (unsigned)c->src_box.width, height = (unsigned)c->src_box.height;
   const uint8_t *map = pipe->impl->transfer_map(pipe, c->src->resource, c->src->level, PIPE_MAP_READ, &c->src_box, &transfer);
   if (!map)
      return false;
   ptrdiff_t stride_B = transfer->stride_B;
   if (c->src->y_inverted) {
      map += (ptrdiff_t)(height - 1) * stride_B;
      stride_B = -stride_B;
   }
   pipe_convert_rect(codes(format), rows, (ptrdiff_t)row_B, source_codes(c->src), map, stride_B, width, height,
                     ga_format_store_swizzle(c->dst->format));
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* Through client memory: source and destination may be one image, whose two maps would overlap. */
static bool copy_mapped(struct pipe_context *pipe, const struct copy *c)
{
   struct pipe_transfer *to;
   struct pipe_resource *dst = c->dst->resource;
   const unsigned width = (unsigned)c->dst_box.width, height = (unsigned)c->dst_box.height;
   const enum pipe_format format = c->dst->format->st;
   const size_t row_B = pipe_format_stride_B(format, width);
   uint8_t *rows = malloc(row_B * height);
   void *out = NULL;
   if (rows && read_rows(pipe, c, format, rows, row_B))
      out = pipe->impl->transfer_map(pipe, dst, c->dst->level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &c->dst_box, &to);
   if (out) {
      pipe_convert_rect(format, out, to->stride_B, format, rows, (ptrdiff_t)row_B, width, height, NULL);
      pipe->impl->transfer_unmap(pipe, to);
   }
   free(rows);
   return out;
}

/* Texels of the box around the part that has pixels repeat its outermost ones, as in blocks that extend beyond an image. */
static void repeat_edges(uint8_t *rows, size_t row_B, size_t texel_B, const struct pipe_box *box, const struct pipe_box *part)
{
   const size_t x0 = (size_t)(part->x - box->x), y0 = (size_t)(part->y - box->y), x1 = x0 + (size_t)part->width - 1,
                y1 = y0 + (size_t)part->height - 1;
   for (size_t y = y0; y <= y1; y++)
      for (size_t x = 0; x < (size_t)box->width; x++)
         if (x < x0 || x > x1)
            memcpy(rows + y * row_B + x * texel_B, rows + y * row_B + (x < x0 ? x0 : x1) * texel_B, texel_B);
   for (size_t y = 0; y < (size_t)box->height; y++)
      if (y < y0 || y > y1)
         memcpy(rows + y * row_B, rows + (y < y0 ? y0 : y1) * row_B, row_B);
}

static int round_up(int value, int unit, uint32_t limit)
{
   value = (value + unit - 1) / unit * unit;
   return (uint32_t)value < limit ? value : (int)limit;
}

/* Compresses the blocks that the destination's box intersects. */
static bool copy_compressed(struct ga_context *ctx, const struct copy *c)
{
   const struct pipe_format_desc *desc = pipe_format_desc(c->dst->format->blocks);
   const enum pipe_format texel = pipe_compressed_from(c->dst->format->blocks);
   struct pipe_box part = c->dst_box, box;
   part.z -= (int)c->dst->layer; /* a slice of the image */
   box = part;
   box.x -= part.x % desc->block_width;
   box.y -= part.y % desc->block_height;
   box.width = round_up(part.x + part.width, desc->block_width, c->dst->extent.width) - box.x;
   box.height = round_up(part.y + part.height, desc->block_height, c->dst->extent.height) - box.y;
   const size_t row_B = pipe_format_stride_B(texel, (unsigned)box.width), texel_B = pipe_format_block_size_B(texel);
   uint8_t *rows = malloc(row_B * (size_t)box.height);
   bool ok = rows && read_rows(ctx->st.pipe, c, texel, rows + (size_t)(part.y - box.y) * row_B + (size_t)(part.x - box.x) * texel_B, row_B);
   if (ok) {
      repeat_edges(rows, row_B, texel_B, &box, &part);
      ok = ga_teximage_compress(ctx, c->dst, &box, rows, row_B);
   }
   free(rows);
   return ok;
}

static void blit(struct pipe_context *pipe, const struct copy *c)
{
   struct pipe_blit_info info = {
      .dst = { c->dst->resource, c->dst->level, c->dst_box, codes(c->dst->format->st) },
      .src = { c->src->resource, c->src->level, c->src_box, source_codes(c->src) },
      .mask = 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST,
   };
   if (c->src->y_inverted) {
      info.src.box.y += info.src.box.height;
      info.src.box.height = -info.src.box.height;
   }
   pipe->impl->blit(pipe, &info);
}

/* Clips to the framebuffer: pixels outside are undefined in ES 2.0; here they leave the image as it is. False: nothing left. */
static bool clip(struct copy *c, GLint x, GLint y, GLsizei width, GLsizei height, int dst_x, int dst_y)
{
   const struct ga_read_image *src = c->src;
   int64_t x0 = x < 0 ? 0 : x, y0 = y < 0 ? 0 : y;
   int64_t x1 = (int64_t)x + width, y1 = (int64_t)y + height;
   x1 = x1 > src->width ? src->width : x1;
   y1 = y1 > src->height ? src->height : y1;
   if (x0 >= x1 || y0 >= y1)
      return false;
   c->src_box = (struct pipe_box){ (int)x0, (int)(src->y_inverted ? src->height - y1 : y0), (int)src->layer, (int)(x1 - x0),
                                   (int)(y1 - y0), 1 };
   c->dst_box = (struct pipe_box){ dst_x + (int)(x0 - x), dst_y + (int)(y0 - y), (int)c->dst->layer, c->src_box.width,
                                   c->src_box.height, 1 };
   return true;
}

/* Pixels that operations of pixel transfer change (GL 2.1, 3.8.2: as glCopyPixels). False: out of memory. */
static bool copy_transferred(struct ga_context *ctx, const struct copy *c, enum ga_transfer kind)
{
   static const uint8_t opaque[4] = { PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1 };
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_transfer *transfer;
   const struct ga_pixel_store packed = { .alignment = 1 };
   const unsigned width = (unsigned)c->src_box.width, height = (unsigned)c->src_box.height;
   const size_t row_B = (size_t)ga_transferred_size_B(kind) * width;
   const bool adds_alpha = kind == GA_TRANSFER_COLOR && c->src->format->base_format == GL_RGB;
   const uint8_t *map = pipe->impl->transfer_map(pipe, c->src->resource, c->src->level, PIPE_MAP_READ, &c->src_box, &transfer);
   uint8_t *rows = map ? malloc(row_B * height) : NULL;
   if (rows) {
      const ptrdiff_t stride_B = transfer->stride_B;
      pipe_convert_rect(ga_transferred_format(kind)->client_format, rows, (ptrdiff_t)row_B, source_codes(c->src),
                        c->src->y_inverted ? map + (ptrdiff_t)(height - 1) * stride_B : map, c->src->y_inverted ? -stride_B : stride_B,
                        width, height, adds_alpha ? opaque : NULL);
      ga_transfer_apply(ctx, kind, rows, (size_t)width * height);
   }
   if (map)
      pipe->impl->transfer_unmap(pipe, transfer);
   struct pipe_box box = c->dst_box;
   box.z -= (int)c->dst->layer;
   const bool ok = rows && ga_teximage_store(ctx, c->dst, &box, 2, &packed, ga_transferred_format(kind), rows);
   free(rows);
   return ok;
}

bool ga_teximage_copy(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height,
                      const struct ga_image_info *image, int dst_x, int dst_y, unsigned slice)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_resource *dst = image->resource;
   struct copy c = { .src = src, .dst = image };
   if (!dst || !clip(&c, x, y, width, height, dst_x, dst_y))
      return true;
   c.dst_box.z += (int)slice;
   const enum ga_transfer kind = ga_transfer_for_copy(ctx, image->format);
   if (kind && src->resource->t.samples <= 1)
      return copy_transferred(ctx, &c, kind);
   if (image->format->compressed)
      return copy_compressed(ctx, &c);
   bool same_image = dst == src->resource && image->level == src->level && c.dst_box.z == c.src_box.z;
   if (same_image || ga_format_store_swizzle(image->format) || src->resource->t.samples > 1 ||
       !(dst->t.bind & PIPE_BIND_RENDER_TARGET))
      return copy_mapped(pipe, &c);
   if (image->format->st == src->format->surface && !src->y_inverted)
      pipe->impl->resource_copy_region(pipe, dst, image->level, (unsigned)c.dst_box.x, (unsigned)c.dst_box.y,
                                       (unsigned)c.dst_box.z, src->resource, src->level, &c.src_box);
   else
      blit(pipe, &c);
   return true;
}
