/* ga_texture_upload.c: texels from client memory and pixel buffers. Bytes that the device stores as they are go there unchanged, from a
 * pixel buffer by a copy of the GPU; other pixels are converted by the CPU, slice by slice. GLOAM_DEBUG=perf names the path. S3TC blocks
 * are stored as they come; the device has neither ETC, ASTC nor FXT1: those blocks are decoded. */
#include "gl-api/object/ga_texture.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"
#include "state/pipe_format_yuv.h"
#include "util/ut_debug.h"

static GLenum base_of_pixels(GLenum format)
{
   switch (format) {
   case GL_BGRA: case GL_ABGR_EXT: case GL_RGBA_INTEGER: case GL_BGRA_INTEGER: case GL_SRGB_ALPHA: return GL_RGBA;
   case GL_BGR: case GL_RGB_INTEGER: case GL_BGR_INTEGER: case GL_SRGB: return GL_RGB;
   case GL_RG_INTEGER: return GL_RG;
   case GL_RED_INTEGER: return GL_RED;
   default: return format;
   }
}

/* Pixels of one slice to be converted, and where they go. */
struct conversion {
   const struct ga_pixel_store *store;
   struct pipe_resource *res;
   unsigned level;
   struct pipe_box box;           /* depth 1 */
   enum pipe_format to, from;     /* as which texels and pixels are written and read */
   bool partial;                  /* depth or stencil alone; the other keeps its texels */
   const uint8_t *src;
   uint64_t stride_B;
   const uint8_t *swizzle;
};

/* To rows of the image. Depth is clamped also where it is stored as float (ES 3.0, 3.8.3). */
static void convert_rows(const struct conversion *c, uint8_t *dst, ptrdiff_t dst_stride_B, const uint8_t *src, unsigned rows)
{
   unsigned width = (unsigned)c->box.width;
   pipe_convert_rect(c->to, dst, dst_stride_B, c->from, src, (ptrdiff_t)c->stride_B, width, rows, c->swizzle);
   for (unsigned y = 0; pipe_format_has_float_depth(c->to) && y < rows; y++)
      pipe_clamp_z(c->to, dst + (ptrdiff_t)y * dst_stride_B, width);
}

static bool convert_mapped(struct pipe_context *pipe, const struct conversion *c)
{
   struct pipe_transfer *transfer;
   const unsigned usage = PIPE_MAP_WRITE | (c->partial ? PIPE_MAP_READ : PIPE_MAP_DISCARD_RANGE);
   void *map = pipe->impl->transfer_map(pipe, c->res, c->level, usage, &c->box, &transfer);
   if (!map)
      return false;
   convert_rows(c, map, transfer->stride_B, c->src, (unsigned)c->box.height);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* The simulated device tiles images on the calling thread. Converting and tiling bands of rows keeps a band in the cache between
 * both steps. Bands end where tiles end. */
#define BAND_B (128 << 10)
#define TILE_ROWS 8

static bool convert_bands(struct pipe_context *pipe, const struct conversion *c)
{
   size_t row_B = pipe_format_stride_B(c->res->t.format, (unsigned)c->box.width);
   int rows = (int)(BAND_B / row_B / TILE_ROWS * TILE_ROWS);
   rows = rows ? rows : TILE_ROWS;
   uint8_t *band = calloc((size_t)(rows < c->box.height ? rows : c->box.height), row_B); /* packing depth keeps adjacent bits */
   if (!band)
      return false;
   for (int row = 0; row < c->box.height;) {
      int end = (c->box.y + row) / TILE_ROWS * TILE_ROWS + rows - c->box.y;
      end = end < c->box.height ? end : c->box.height;
      struct pipe_box box = c->box;
      box.y += row;
      box.height = end - row;
      convert_rows(c, band, (ptrdiff_t)row_B, c->src + (uint64_t)row * c->stride_B, (unsigned)box.height);
      pipe->impl->texture_subdata(pipe, c->res, c->level, &box, band, (unsigned)row_B, 0);
      row = end;
   }
   free(band);
   return true;
}

/* One aspect of an image that has depth and stencil; the other keeps its texels. */
static bool is_partial(enum pipe_format stored, GLenum pixel_format)
{
   return pipe_format_has_depth(stored) && pipe_format_has_stencil(stored) && pixel_format != GL_DEPTH_STENCIL;
}

/* How stored components follow from those in memory. NULL: in their order. */
static const uint8_t *upload_swizzle(const struct ga_format *image, const struct ga_pixel_format *pixels, uint8_t out[4])
{
   const uint8_t *store = ga_format_store_swizzle(image);
   if (!pixels->reordered)
      return store;
   for (unsigned i = 0; i < 4; i++) {
      const unsigned component = store ? store[i] : i;
      out[i] = component <= PIPE_SWIZZLE_W ? pixels->unpack[component] : (uint8_t)component;
   }
   return out;
}

/* A slice with the bytes of each datum reversed, its rows without padding. NULL: out of memory. */
static uint8_t *swapped_slice(const struct ga_pixel_format *pixels, const uint8_t *src, uint64_t stride_B, size_t row_B, unsigned rows)
{
   const unsigned datum_B = ga_pixel_type_size_B(pixels->type);
   uint8_t *copy = malloc(row_B * rows);
   for (unsigned y = 0; copy && y < rows; y++) {
      memcpy(copy + y * row_B, src + y * stride_B, row_B);
      ga_pixel_swap_bytes(copy + y * row_B, row_B / datum_B, datum_B);
   }
   return copy;
}

static bool convert_slice(struct ga_context *ctx, const struct conversion *c, const struct ga_pixel_format *pixels)
{
   struct conversion slice = *c;
   uint8_t *swapped = NULL;
   if (c->store->swap_bytes && ga_pixel_type_size_B(pixels->type) > 1) {
      slice.stride_B = pipe_format_stride_B(c->from, (unsigned)c->box.width);
      slice.src = swapped = swapped_slice(pixels, c->src, c->stride_B, slice.stride_B, (unsigned)c->box.height);
      if (!swapped)
         return false;
   }
   bool ok = ctx->screen->caps.is_software && !c->partial ? convert_bands(ctx->st.pipe, &slice) : convert_mapped(ctx->st.pipe, &slice);
   free(swapped);
   return ok;
}

void ga_teximage_texel(const struct ga_format *image, const struct ga_pixel_format *pixels, const void *pixel, uint8_t texel[16])
{
   uint8_t swizzle[4];
   const enum pipe_format to = ga_format_transferred(image->st, pixels->format);
   pipe_convert_rect(to, texel, 16, pixels->client_format, pixel, 16, 1, 1, upload_swizzle(image, pixels, swizzle));
   if (pipe_format_has_float_depth(to))
      pipe_clamp_z(to, texel, 1);
}

bool ga_teximage_compress(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const void *texels,
                          size_t row_B)
{
   const enum pipe_format format = image->format->blocks;
   const unsigned width = (unsigned)box->width, height = (unsigned)box->height;
   const size_t blocks_B = pipe_format_stride_B(format, width);
   uint8_t *blocks = malloc(blocks_B * pipe_format_rows(format, height));
   if (!blocks)
      return false;
   pipe_compress_image(format, blocks, blocks_B, texels, row_B, width, height);
   const bool ok = ga_teximage_upload_blocks(ctx, image, box, blocks, blocks_B, 0);
   free(blocks);
   return ok;
}

/* Compresses one slice (GL 4.6, 8.5.3). c: texels converted from client memory; box and format are the image's. */
static bool compress_slice(struct ga_context *ctx, const struct conversion *c, const struct ga_image_info *image,
                           const struct ga_pixel_format *pixels)
{
   struct conversion slice = *c;
   const unsigned width = (unsigned)c->box.width, height = (unsigned)c->box.height;
   slice.to = pipe_compressed_from(image->format->blocks);
   const size_t row_B = pipe_format_stride_B(slice.to, width);
   uint8_t *swapped = NULL, *texels = malloc(row_B * height);
   bool ok = texels;
   if (ok && c->store->swap_bytes && ga_pixel_type_size_B(pixels->type) > 1) {
      slice.stride_B = pipe_format_stride_B(c->from, width);
      slice.src = swapped = swapped_slice(pixels, c->src, c->stride_B, slice.stride_B, height);
      ok = swapped != NULL;
   }
   if (ok) {
      convert_rows(&slice, texels, (ptrdiff_t)row_B, slice.src, height);
      struct pipe_box box = c->box;
      box.z -= (int32_t)image->layer;
      ok = ga_teximage_compress(ctx, image, &box, texels, row_B);
   }
   free(swapped);
   free(texels);
   return ok;
}

/* The bytes of the pixels are those that the image keeps. sRGB codes are stored as they come. *why: otherwise, the reason. */
static bool is_memcpy_upload(const struct ga_pixel_store *store, const struct ga_image_info *image, const struct ga_pixel_format *pixels,
                        const struct ga_pixel_layout *layout, const char **why)
{
   const enum pipe_format codes = ga_format_transferred(image->format->st, pixels->format);
   *why = image->format->compressed ? "the image is compressed" :
          pixels->same != codes ? "the image has another format" :
          base_of_pixels(pixels->format) != image->format->base_format ? "the image has other components" :
          pipe_format_has_float_depth(codes) ? "depth is clamped" :
          store->swap_bytes && ga_pixel_type_size_B(pixels->type) > 1 ? "bytes are swapped" :
          layout->stride_B > UINT32_MAX ? "rows are too long" : NULL;
   return !*why;
}

static void log_upload_path(const struct ga_image_info *image, const struct pipe_box *box, const char *path, const char *why)
{
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "upload of %dx%dx%d %s %s: %s", box->width, box->height, box->depth, pipe_format_name(image->format->st), path, why);
}

/* ---- pixel buffers ----------------------------------------------------------------------------------------------------------- */

enum pipe_format ga_raw_format(enum pipe_format format)
{
   switch (pipe_format_is_compressed(format) || pipe_format_is_depth_or_stencil(format) ? 0 : pipe_format_block_size_B(format)) {
   case 1: return PIPE_FORMAT_R8_UINT;
   case 2: return PIPE_FORMAT_R16_UINT;
   case 4: return PIPE_FORMAT_R32_UINT;
   case 8: return PIPE_FORMAT_R32G32_UINT;
   case 16: return PIPE_FORMAT_R32G32B32A32_UINT;
   default: return PIPE_FORMAT_NONE;
   }
}

/* Whether a map of the buffer would wait for the GPU. */
static bool is_busy(struct pipe_context *pipe, struct pipe_resource *buffer, uint32_t offset_B)
{
   struct pipe_transfer *transfer;
   const struct pipe_box box = { (int32_t)offset_B, 0, 0, 1, 1, 1 };
   if (!pipe->impl->transfer_map(pipe, buffer, 0, PIPE_MAP_READ | PIPE_MAP_DONTBLOCK, &box, &transfer))
      return true;
   pipe->impl->transfer_unmap(pipe, transfer);
   return false;
}

/* Where the device is the CPU, a copy from an idle buffer is done sooner than two copies by commands. */
static bool gpu_copies(struct ga_context *ctx, struct pipe_resource *buffer, uint32_t offset_B, const char **why)
{
   const bool software = ctx->screen->caps.is_software;
   *why = software ? "the buffer is busy" : "the bytes are those of the image";
   return !software || is_busy(ctx->st.pipe, buffer, offset_B);
}

bool ga_teximage_upload_buffer(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                               const struct ga_pixel_format *pixels, struct ga_buffer *buffer, uint64_t offset_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const char *why;
   if (!buffer || !image->resource || !box->width || !box->height || !box->depth || ga_transfer_for_unpack(ctx, pixels))
      return false;
   const struct ga_pixel_layout layout = ga_pixel_box_layout(&ctx->unpack, pixels, box, dims);
   const enum pipe_format raw = ga_raw_format(image->format->st);
   if (raw == PIPE_FORMAT_NONE || !is_memcpy_upload(&ctx->unpack, image, pixels, &layout, &why))
      return false;
   const struct ga_buffer_state state = ga_buffer_state(ctx, buffer);
   GA_HELD struct pipe_resource *resource = state.resource;
   /* Another context may have replaced the storage since the check. */
   if (!resource || layout.end_B > state.size_B || offset_B > state.size_B - layout.end_B || !gpu_copies(ctx, resource, (uint32_t)offset_B, &why))
      return false;
   const struct pipe_buffer_texture_copy copy = {
      .buffer = resource, .texture = image->resource, .offset_B = (uint32_t)(offset_B + layout.skip_B),
      .stride_B = (uint32_t)layout.stride_B, .layer_stride_B = layout.slice_B,
      .level = image->level, .box = { box->x, box->y, box->z + (int32_t)image->layer, box->width, box->height, box->depth },
      .buffer_format = raw, .texture_format = raw };
   if (!pipe->impl->copy_buffer_to_texture(pipe, &copy))
      return false;
   log_upload_path(image, box, "copied by the GPU from the pixel buffer", why);
   return true;
}

bool ga_teximage_store(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                       const struct ga_pixel_store *store, const struct ga_pixel_format *pixels, const void *data)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_resource *res = image->resource;
   uint8_t swizzle[4];
   if (!data || !res || !box->width || !box->height || !box->depth)
      return true;
   const struct ga_pixel_layout layout = ga_pixel_box_layout(store, pixels, box, dims);
   const uint8_t *src = (const uint8_t *)data + layout.skip_B;
   struct pipe_box place = *box;
   place.z += (int32_t)image->layer;

   const char *why;
   if (is_memcpy_upload(store, image, pixels, &layout, &why)) {
      log_upload_path(image, box, "as bytes", "they are those of the image");
      pipe->impl->texture_subdata(pipe, res, image->level, &place, src, (unsigned)layout.stride_B, layout.slice_B);
      return true;
   }
   log_upload_path(image, box, "converted by the CPU", why);
   const enum pipe_format codes = ga_format_transferred(image->format->st, pixels->format);
   struct conversion c = { .store = store, .res = res, .level = image->level, .box = place, .to = codes,
                           .from = pixels->client_format, .partial = is_partial(res->t.format, pixels->format), .stride_B = layout.stride_B,
                           .swizzle = upload_swizzle(image->format, pixels, swizzle) };
   c.box.depth = 1;
   bool ok = true;
   for (int slice = 0; ok && slice < box->depth; slice++, c.box.z++) {
      c.src = src + (uint64_t)slice * layout.slice_B;
      ok = image->format->compressed ? compress_slice(ctx, &c, image, pixels) : convert_slice(ctx, &c, pixels);
   }
   return ok;
}

bool ga_teximage_upload(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, unsigned dims,
                        const struct ga_pixel_format *pixels, const void *data)
{
   const enum ga_transfer transfer = ga_transfer_for_unpack(ctx, pixels);
   if (ga_format_is_ycbcr(image->format) && data && image->resource && box->width && box->height && box->depth) {
      const struct ga_pixel_layout layout = ga_pixel_box_layout(&ctx->unpack, pixels, box, dims);
      return ga_ycbcr_store(ctx, image, box, &ctx->unpack, pixels, &layout, data);
   }
   if (!transfer || !data || !image->resource || !box->width || !box->height || !box->depth)
      return ga_teximage_store(ctx, image, box, dims, &ctx->unpack, pixels, data);
   const struct ga_pixel_extent extent = ga_pixel_extent(box, dims);
   const struct ga_pixel_store packed = {.alignment = 1};
   const struct ga_unpacked from = {&ctx->unpack, pixels, data, dims, extent.width, extent.rows, extent.images};
   void *pixels_after = ga_transfer_unpack(ctx, transfer, &from);
   const bool ok = pixels_after &&
                   ga_teximage_store(ctx, image, box, dims, &packed, ga_transferred_format(transfer), pixels_after);
   free(pixels_after);
   return ok;
}

static void keep_blocks(const struct ga_image_info *image, const struct pipe_box *box, unsigned slice, const uint8_t *src, size_t stride_B,
                        size_t row_B, size_t rows)
{
   if (image->blocks)
      for (size_t row = 0; row < rows; row++)
         memcpy(ga_blocks_at(image, (unsigned)box->x, (unsigned)box->y, (unsigned)box->z + slice) + row * image->blocks->row_B,
                src + row * stride_B, row_B);
}

bool ga_teximage_upload_blocks(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const void *data,
                               size_t stride_B, size_t slice_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_resource *res = image->resource;
   if (!data || !res || !box->width || !box->height || !box->depth)
      return true;
   const enum pipe_format blocks = image->format->blocks;
   const unsigned layout = pipe_format_desc(blocks)->layout;
   void (*const decode_blocks)(enum pipe_format, uint8_t *, size_t, const uint8_t *, size_t, unsigned, unsigned) =
      layout == PIPE_LAYOUT_ASTC ? pipe_decode_astc_image : layout == PIPE_LAYOUT_FXT1 ? pipe_decode_fxt1_image :
      layout == PIPE_LAYOUT_SUBSAMPLED ? pipe_decode_uyvy_image : pipe_decode_etc_image;
   const unsigned block_height = pipe_format_desc(blocks)->block_height;
   const size_t row_B = pipe_format_stride_B(blocks, (unsigned)box->width);
   const size_t block_rows = ((size_t)box->height + block_height - 1) / block_height;
   const uint8_t *src = data;
   struct pipe_box place = *box;
   place.z += (int32_t)image->layer;
   for (int slice = 0; slice < box->depth; slice++)
      keep_blocks(image, box, (unsigned)slice, src + (size_t)slice * slice_B, stride_B, row_B, block_rows);
   if (image->format->st == blocks) {
      pipe->impl->texture_subdata(pipe, res, image->level, &place, src, (unsigned)stride_B, slice_B);
      return true;
   }
   place.depth = 1;
   for (int slice = 0; slice < box->depth; slice++, place.z++, src += slice_B) {
      struct pipe_transfer *transfer;
      uint8_t *map = pipe->impl->transfer_map(pipe, res, image->level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &place,
                                              &transfer);
      if (!map)
         return false;
      decode_blocks(blocks, map, transfer->stride_B, src, stride_B, (unsigned)box->width, (unsigned)box->height);
      pipe->impl->transfer_unmap(pipe, transfer);
   }
   return true;
}
