/* ga_pixel_read.c: pixels of an image into memory. The image is mapped and copied or converted row by row; a compressed image is
 * sampled into an uncompressed one before. */
#include "gl-api/object/ga_pixel_read.h"

#include <stdlib.h>

#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_pack.h"
#include "util/ut_debug.h"

static enum pipe_format decoded_format(const struct ga_format *image, GLenum pixel_format)
{
   const enum pipe_format format = ga_format_transferred(image->st, pixel_format);
   return pipe_format_is_compressed(format) ? PIPE_FORMAT_R32G32B32A32_FLOAT : format;
}

bool ga_pixel_can_read(const struct ga_format *image, const struct ga_pixel_format *pixels)
{
   return pipe_can_convert(pixels->client_format, decoded_format(image, pixels->format));
}

/* Components of an image as pixels have them: those that it lacks read 0, missing alpha 1 (GL 4.6, 8.11.4; ES 2.0, 4.3.1). */
static const uint8_t *components(const struct ga_format *image, enum pipe_format stored)
{
   enum { X = PIPE_SWIZZLE_X, Y = PIPE_SWIZZLE_Y, Z = PIPE_SWIZZLE_Z, W = PIPE_SWIZZLE_W, ZERO = PIPE_SWIZZLE_0, ONE = PIPE_SWIZZLE_1 };
   static const uint8_t identity[4] = { X, Y, Z, W }, opaque[4] = { X, Y, Z, ONE }, alpha[4] = { ZERO, ZERO, ZERO, X },
                        luminance_alpha[4] = { X, ZERO, ZERO, Y }, luminance_linear_alpha[4] = { X, ZERO, ZERO, W };
   switch (image->base_format) {
   case GL_ALPHA: return alpha;
   case GL_LUMINANCE_ALPHA: return pipe_format_has_alpha(image->st) ? luminance_linear_alpha : luminance_alpha;
   case GL_RGB: return pipe_format_has_alpha(stored) ? opaque : identity;
   default: return identity;
   }
}

static bool is_identity(const uint8_t swizzle[4])
{
   return swizzle[0] == PIPE_SWIZZLE_X && swizzle[1] == PIPE_SWIZZLE_Y && swizzle[2] == PIPE_SWIZZLE_Z && swizzle[3] == PIPE_SWIZZLE_W;
}

/* The components of a pixel in memory in terms of those that are stored. */
static void pixel_swizzle(const struct ga_format *image, enum pipe_format stored, const struct ga_pixel_format *pixels, uint8_t out[4])
{
   const uint8_t *from = components(image, stored);
   for (unsigned i = 0; i < 4; i++)
      out[i] = !pixels->reordered ? from[i] : pixels->pack[i] <= PIPE_SWIZZLE_W ? from[pixels->pack[i]] : pixels->pack[i];
}

/* Where pixel (x, y) of the rectangle at (left, bottom) goes, and how far the next row up is. */
struct target {
   uint8_t *first;
   ptrdiff_t stride_B;
   GLint left, bottom;
   unsigned pixel_B;
};

static struct target client_target(struct ga_context *ctx, GLint x, GLint y, GLsizei height,
                                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data)
{
   struct target t = { data + layout->skip_B, (ptrdiff_t)layout->stride_B, x, y, pipe_format_block_size_B(pixels->client_format) };
   if (ctx->pack.invert_y) {
      t.first += (ptrdiff_t)(height - 1) * t.stride_B;
      t.stride_B = -t.stride_B;
   }
   return t;
}

/* Whether the driver can write the image's texels into client memory without a conversion. */
static bool reads_direct(struct ga_context *ctx, const struct ga_read_image *src, const struct ga_pixel_format *pixels)
{
   uint8_t swizzle[4];
   const enum pipe_format stored = ga_format_transferred(src->stored, pixels->format);
   pixel_swizzle(src->format, stored, pixels, swizzle);
   return stored == src->stored && stored == pixels->client_format && is_identity(swizzle) && !src->clamp &&
          !ga_transfer_for_read(ctx, src, pixels) && ctx->st.pipe->impl->texture_read;
}

static void swap_rows(uint8_t *rows, ptrdiff_t stride_B, unsigned row_B, unsigned count, unsigned datum_B)
{
   for (unsigned y = 0; y < count; y++)
      ga_pixel_swap_bytes(rows + (ptrdiff_t)y * stride_B, row_B / datum_B, datum_B);
}

/* Pixels with their components clamped to [0, 1] (GL 4.6, 18.2.6). False: out of memory. */
static bool clamp_rows(const struct ga_pixel_format *pixels, uint8_t *out, ptrdiff_t out_stride_B, enum pipe_format stored,
                       const uint8_t *in, ptrdiff_t in_stride_B, const struct pipe_box *box, const uint8_t swizzle[4])
{
   const size_t count = 4 * (size_t)box->width;
   float *row = malloc(count * sizeof(*row));
   for (int y = 0; row && y < box->height; y++, in += in_stride_B, out += out_stride_B) {
      pipe_convert_rect(PIPE_FORMAT_R32G32B32A32_FLOAT, (uint8_t *)row, 0, stored, in, 0, (unsigned)box->width, 1, NULL);
      for (size_t i = 0; i < count; i++)
         row[i] = row[i] > 0 ? row[i] < 1 ? row[i] : 1 : 0;
      pipe_convert_rect(pixels->client_format, out, 0, PIPE_FORMAT_R32G32B32A32_FLOAT, (const uint8_t *)row, 0,
                        (unsigned)box->width, 1, swizzle);
   }
   free(row);
   return row != NULL;
}

/* ---- pixel transfer (GL 2.1, 4.3.2) ------------------------------------------------------------------------------------------ */

/* Texels of a row between the image and memory. */
static void transfer_row(struct ga_context *ctx, enum ga_transfer kind, const struct ga_read_image *src, const struct ga_pixel_format *pixels,
                         enum pipe_format stored, const uint8_t *in, unsigned width, void *texels, uint8_t *out)
{
   static const enum pipe_format formats[] = {[GA_TRANSFER_COLOR] = PIPE_FORMAT_R32G32B32A32_FLOAT, [GA_TRANSFER_DEPTH] = PIPE_FORMAT_R32_FLOAT,
      [GA_TRANSFER_STENCIL] = PIPE_FORMAT_R8_UINT, [GA_TRANSFER_DEPTH_STENCIL] = PIPE_FORMAT_Z32_FLOAT_S8X24_UINT};
   const bool color = kind == GA_TRANSFER_COLOR, sum = src->sum && ga_is_luminance(pixels->format);
   float (*rgba)[4] = texels;
   pipe_convert_rect(formats[kind], texels, 0, stored, in, 0, width, 1, color ? components(src->format, stored) : NULL);
   ga_transfer_apply(ctx, kind, texels, width);
   for (unsigned x = 0; color && x < width; x++) {
      if (sum)
         rgba[x][0] += rgba[x][1] + rgba[x][2];
      for (unsigned c = 0; src->clamp_transferred && c < 4; c++)
         rgba[x][c] = rgba[x][c] > 0 ? rgba[x][c] < 1 ? rgba[x][c] : 1 : 0;
   }
   pipe_convert_rect(pixels->client_format, out, 0, formats[kind], texels, 0, width, 1,
                     color && pixels->reordered ? pixels->pack : NULL);
}

/* False: out of memory. */
static bool transfer_rows(struct ga_context *ctx, enum ga_transfer kind, const struct ga_read_image *src, const struct pipe_box *box,
                          const struct ga_pixel_format *pixels, const uint8_t *in, ptrdiff_t in_stride_B, uint8_t *out,
                          ptrdiff_t out_stride_B)
{
   const enum pipe_format stored = ga_format_transferred(src->stored, pixels->format);
   void *texels = malloc((size_t)ga_transferred_size_B(kind) * (size_t)box->width);
   for (int y = 0; texels && y < box->height; y++, in += in_stride_B, out += out_stride_B)
      transfer_row(ctx, kind, src, pixels, stored, in, (unsigned)box->width, texels, out);
   free(texels);
   return texels != NULL;
}

/* Rows as they are stored, all inside the image, into client memory. */
static bool read_rows(struct ga_context *ctx, const struct ga_read_image *src, const struct pipe_box *box,
                      const struct ga_pixel_format *pixels, const struct target *t)
{
   const enum pipe_format stored = ga_format_transferred(src->stored, pixels->format);
   const GLint row = src->y_inverted ? (GLint)src->height - box->y - box->height : box->y;
   uint8_t *out = t->first + (ptrdiff_t)((int64_t)row - t->bottom) * t->stride_B + ((int64_t)box->x - t->left) * t->pixel_B;
   struct pipe_context *pipe = ctx->st.pipe;
   if (reads_direct(ctx, src, pixels)) {
      uint8_t *first = src->y_inverted ? out + (ptrdiff_t)(box->height - 1) * t->stride_B : out;
      if (!pipe->impl->texture_read(pipe, src->resource, src->level, box, first, src->y_inverted ? -t->stride_B : t->stride_B, 0))
         return false;
   } else {
      struct pipe_transfer *transfer;
      uint8_t swizzle[4];
      const uint8_t *in = pipe->impl->transfer_map(pipe, src->resource, src->level, PIPE_MAP_READ, box, &transfer);
      if (!in)
         return false;
      ptrdiff_t in_stride_B = transfer->stride_B;
      if (src->y_inverted) {
         in += (ptrdiff_t)(box->height - 1) * in_stride_B;
         in_stride_B = -in_stride_B;
      }
      pixel_swizzle(src->format, stored, pixels, swizzle);
      const enum ga_transfer kind = ga_transfer_for_read(ctx, src, pixels);
      const bool ok = kind         ? transfer_rows(ctx, kind, src, box, pixels, in, in_stride_B, out, t->stride_B)
                      : src->clamp ? clamp_rows(pixels, out, t->stride_B, stored, in, in_stride_B, box, swizzle)
                                   : true;
      if (!kind && !src->clamp)
         pipe_convert_rect(pixels->client_format, out, t->stride_B, stored, in, in_stride_B, (unsigned)box->width,
                           (unsigned)box->height, swizzle);
      pipe->impl->transfer_unmap(pipe, transfer);
      if (!ok)
         return false;
   }
   const unsigned datum_B = ga_pixel_type_size_B(pixels->type);
   if (ctx->pack.swap_bytes && datum_B > 1)
      swap_rows(out, t->stride_B, (unsigned)box->width * t->pixel_B, (unsigned)box->height, datum_B);
   return true;
}

/* A map of a tiled image is a copy. On the simulated GPU the calling thread makes the copy: bands of rows stay in the cache until
 * they are converted. Other devices map the image at once. Bands end where tiles end. */
#define BAND_B (128 << 10)
#define TILE_ROWS 8

static int band_height(struct ga_context *ctx, const struct ga_read_image *src, unsigned width, const struct ga_pixel_format *pixels)
{
   if (!ctx->screen->caps.is_software || reads_direct(ctx, src, pixels))
      return INT32_MAX;
   unsigned rows = BAND_B / pipe_format_stride_B(src->stored, width) / TILE_ROWS * TILE_ROWS;
   return rows ? (int)rows : TILE_ROWS;
}

/* The part of the rectangle inside the image; values outside are undefined: client memory keeps what it has. */
static bool read_rect(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width,
                      GLsizei height, const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout,
                      uint8_t *data)
{
   int64_t x0 = x < 0 ? 0 : x, y0 = y < 0 ? 0 : y;
   int64_t x1 = (int64_t)x + width, y1 = (int64_t)y + height;
   x1 = x1 > src->width ? src->width : x1;
   y1 = y1 > src->height ? src->height : y1;
   if (x0 >= x1 || y0 >= y1)
      return true;
   const struct target t = client_target(ctx, x, y, height, pixels, layout, data);
   int64_t row = src->y_inverted ? src->height - y1 : y0, end = row + (y1 - y0);
   int64_t band = band_height(ctx, src, (unsigned)(x1 - x0), pixels);
   while (row < end) {
      int64_t next = row - row % TILE_ROWS + band;
      next = next < end ? next : end;
      const struct pipe_box box = { (int32_t)x0, (int32_t)row, (int32_t)src->layer, (int32_t)(x1 - x0), (int32_t)(next - row),
                                    1 };
      if (!read_rows(ctx, src, &box, pixels, &t))
         return false;
      row = next;
   }
   return true;
}

/* One slice of a compressed image, decoded by the texture unit. NULL: out of memory. */
static struct pipe_resource *decode(struct ga_context *ctx, const struct ga_read_image *src)
{
   const struct pipe_resource_template t = {
      .target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R32G32B32A32_FLOAT, .width = src->width, .height = src->height, .depth = 1,
      .layers = 1, .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET,
   };
   struct pipe_resource *decoded = ctx->screen->impl->resource_create(ctx->screen, &t);
   if (!decoded)
      return NULL;
   const struct pipe_blit_info info = {
      .dst = { decoded, 0, { 0, 0, 0, (int32_t)src->width, (int32_t)src->height, 1 }, t.format },
      .src = { src->resource, src->level, { 0, 0, (int32_t)src->layer, (int32_t)src->width, (int32_t)src->height, 1 },
               ga_format_transferred(src->stored, GL_RGBA) },
      .mask = 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST,
   };
   ctx->st.pipe->impl->blit(ctx->st.pipe, &info);
   return decoded;
}

bool ga_pixel_read_buffer(struct ga_context *ctx, const struct ga_read_image *src, const struct pipe_box *box,
                          const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, struct ga_buffer *buffer,
                          uint64_t offset_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const enum pipe_format raw = ga_raw_format(src->stored);
   const bool inside = box->x >= 0 && box->y >= 0 && box->width <= (int64_t)src->width - box->x &&
                       box->height <= (int64_t)src->height - box->y;
   const bool swaps = ctx->pack.swap_bytes && ga_pixel_type_size_B(pixels->type) > 1;
   if (ctx->screen->caps.is_software || !buffer || !inside || pixels->type == GL_BITMAP || !box->width || !box->height || raw == PIPE_FORMAT_NONE || swaps ||
       src->y_inverted || ctx->pack.invert_y || !reads_direct(ctx, src, pixels) || layout->stride_B > UINT32_MAX)
      return false;
   const struct ga_buffer_state state = ga_buffer_state(ctx, buffer);
   GA_HELD struct pipe_resource *resource = state.resource;
   /* Another context may have replaced the storage since the check. */
   if (!resource || layout->end_B > state.size_B || offset_B > state.size_B - layout->end_B)
      return false;
   const struct pipe_buffer_texture_copy copy = {
      .buffer = resource, .texture = src->resource, .offset_B = (uint32_t)(offset_B + layout->skip_B),
      .stride_B = (uint32_t)layout->stride_B, .level = src->level,
      .box = { box->x, box->y, (int32_t)src->layer, box->width, box->height, 1 }, .buffer_format = raw, .texture_format = raw };
   if (!pipe->impl->copy_texture_to_buffer(pipe, &copy))
      return false;
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "read of %dx%d %s copied by the GPU to the pixel buffer", box->width, box->height, pipe_format_name(src->stored));
   return true;
}

/* Pixels of GL_BITMAP: the lowest bits of stencil values (GL 2.1, table 4.8). */
static bool read_bits(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height,
                      const struct ga_pixel_layout *layout, uint8_t *data)
{
   const struct ga_pixel_layout rows = {.stride_B = (uint64_t)width};
   uint8_t *bytes = calloc((size_t)width, (size_t)height);
   const bool ok = bytes && read_rect(ctx, src, x, y, width, height, ga_pixel_format(GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), &rows, bytes);
   for (GLsizei row = 0; ok && row < height; row++)
      for (GLsizei column = 0; column < width; column++)
         if (x + (int64_t)column >= 0 && y + (int64_t)row >= 0 && x + (int64_t)column < src->width && y + (int64_t)row < src->height)
            ga_bit_put(&ctx->pack, data + layout->skip_B + layout->stride_B * (uint64_t)row, (unsigned)column,
                       bytes[(size_t)row * (size_t)width + (size_t)column] & 1);
   free(bytes);
   return ok;
}

bool ga_pixel_read(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height,
                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data)
{
   if (pixels->type == GL_BITMAP)
      return read_bits(ctx, src, x, y, width, height, layout, data);
   if (!pipe_format_is_compressed(src->stored))
      return read_rect(ctx, src, x, y, width, height, pixels, layout, data);
   GA_HELD struct pipe_resource *decoded = decode(ctx, src);
   struct ga_read_image plain = *src;
   plain.resource = decoded;
   plain.stored = PIPE_FORMAT_R32G32B32A32_FLOAT;
   plain.level = plain.layer = 0;
   return decoded && read_rect(ctx, &plain, x, y, width, height, pixels, layout, data);
}
