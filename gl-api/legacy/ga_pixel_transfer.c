/* ga_pixel_transfer.c: the operations of pixel transfer on rows (GL 2.1, 3.6.5): shift and offset of indices, scale and bias, maps. */
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/legacy/ga_legacy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_pack.h"

struct depth_stencil { float depth; uint32_t stencil; };

/* ---- what is to be done ------------------------------------------------------------------------------------------------------ */

static bool changes_colors(const struct ga_pixel_transfer *t)
{
   bool any = t->map_color;
   for (unsigned i = 0; i < 4; i++)
      any |= t->scale[i] != 1 || t->bias[i] != 0;
   return any;
}

static bool changes_depth(const struct ga_pixel_transfer *t)
{
   return t->depth_scale != 1 || t->depth_bias != 0;
}

static bool changes_stencil(const struct ga_pixel_transfer *t)
{
   return t->map_stencil || t->index_shift || t->index_offset;
}

/* Whether an operation changes anything of the kind. */
static bool changes(const struct ga_pixel_transfer *t, enum ga_transfer kind)
{
   switch (kind) {
   case GA_TRANSFER_COLOR: return changes_colors(t);
   case GA_TRANSFER_INDEX: return true; /* maps make colours of them */
   case GA_TRANSFER_DEPTH: return changes_depth(t);
   case GA_TRANSFER_STENCIL: return changes_stencil(t);
   case GA_TRANSFER_DEPTH_STENCIL: return changes_depth(t) || changes_stencil(t);
   default: return false;
   }
}

static enum ga_transfer for_unpack(const struct ga_context *ctx, const struct ga_pixel_format *pixels)
{
   const enum ga_transfer kind = ga_transfer_kind(pixels);
   return pixels->type == GL_BITMAP || changes(&ctx->legacy->transfer, kind) ? kind : GA_TRANSFER_NONE;
}

static enum ga_transfer for_read(const struct ga_context *ctx, const struct ga_read_image *src, const struct ga_pixel_format *pixels)
{
   const enum ga_transfer kind = ga_transfer_kind(pixels);
   return changes(&ctx->legacy->transfer, kind) || (src->sum && ga_is_luminance(pixels->format)) ? kind : GA_TRANSFER_NONE;
}

static enum ga_transfer for_copy(const struct ga_context *ctx, const struct ga_format *image)
{
   if (pipe_format_is_pure_int(image->st))
      return GA_TRANSFER_NONE;
   const enum ga_transfer kind = image->base_format == GL_DEPTH_STENCIL   ? GA_TRANSFER_DEPTH_STENCIL
                                 : image->base_format == GL_DEPTH_COMPONENT ? GA_TRANSFER_DEPTH
                                                                            : GA_TRANSFER_COLOR;
   return changes(&ctx->legacy->transfer, kind) ? kind : GA_TRANSFER_NONE;
}

/* ---- operations -------------------------------------------------------------------------------------------------------------- */

static const struct ga_pixel_map *map_of(const struct ga_context *ctx, GLenum name)
{
   return &ctx->legacy->pixel_map[name - GL_PIXEL_MAP_I_TO_I];
}

static float clamp01(float v)
{
   return v > 0 ? v < 1 ? v : 1 : 0;
}

static int64_t shifted(const struct ga_pixel_transfer *t, int64_t index)
{
   const GLint shift = t->index_shift < -31 ? -31 : t->index_shift > 31 ? 31 : t->index_shift;
   return (shift < 0 ? index >> -shift : (int64_t)((uint64_t)index << shift)) + t->index_offset;
}

/* Sizes of maps of indices are powers of two. */
static float map_index(const struct ga_pixel_map *map, int64_t index)
{
   return map->value[(uint64_t)index & (uint64_t)(map->size - 1)];
}

static float map_component(const struct ga_pixel_map *map, float v)
{
   return map->value[(unsigned)(clamp01(v) * (float)(map->size - 1) + 0.5f)];
}

static void apply_colors(const struct ga_context *ctx, float (*rgba)[4], size_t count)
{
   const struct ga_pixel_transfer *t = &ctx->legacy->transfer;
   for (size_t i = 0; i < count; i++) {
      for (unsigned c = 0; c < 4; c++) {
         rgba[i][c] = rgba[i][c] * t->scale[c] + t->bias[c];
         if (t->map_color)
            rgba[i][c] = map_component(map_of(ctx, GL_PIXEL_MAP_R_TO_R + c), rgba[i][c]);
      }
   }
}

/* The 4 maps of indices to components. */
static void color_of_index(const struct ga_context *ctx, int64_t index, float rgba[4])
{
   index = shifted(&ctx->legacy->transfer, index);
   for (unsigned c = 0; c < 4; c++)
      rgba[c] = map_index(map_of(ctx, GL_PIXEL_MAP_I_TO_R + c), index);
}

static float depth_of(const struct ga_context *ctx, float depth)
{
   return clamp01(depth * ctx->legacy->transfer.depth_scale + ctx->legacy->transfer.depth_bias);
}

static uint8_t stencil_of(const struct ga_context *ctx, int64_t index)
{
   index = shifted(&ctx->legacy->transfer, index);
   if (ctx->legacy->transfer.map_stencil)
      index = (int64_t)map_index(map_of(ctx, GL_PIXEL_MAP_S_TO_S), index);
   return (uint8_t)index;
}

static void apply(const struct ga_context *ctx, enum ga_transfer kind, void *texels, size_t count)
{
   float *depth = texels;
   uint8_t *stencil = texels;
   struct depth_stencil *both = texels;
   if (kind == GA_TRANSFER_COLOR)
      apply_colors(ctx, texels, count);
   for (size_t i = 0; kind == GA_TRANSFER_DEPTH && i < count; i++)
      depth[i] = depth_of(ctx, depth[i]);
   for (size_t i = 0; kind == GA_TRANSFER_STENCIL && i < count; i++)
      stencil[i] = stencil_of(ctx, stencil[i]);
   for (size_t i = 0; kind == GA_TRANSFER_DEPTH_STENCIL && i < count; i++)
      both[i] = (struct depth_stencil){depth_of(ctx, both[i].depth), stencil_of(ctx, both[i].stencil & 0xff)};
}

/* ---- unpacking ----------------------------------------------------------------------------------------------------------------- */

/* A row of indices. */
static void unpack_indices(const struct ga_unpacked *from, const uint8_t *row, int64_t *out)
{
   const enum pipe_format client_format = from->pixels->client_format;
   const unsigned width = from->width;
   uint8_t *words = (uint8_t *)out + width * sizeof(uint32_t); /* the upper half: value x is read before out[x] is written */
   const bool is_signed = pipe_format_is_pure_sint(client_format);
   if (from->pixels->type == GL_BITMAP) {
      for (unsigned x = 0; x < width; x++)
         out[x] = ga_bit_get(from->store, row, x);
      return;
   }
   const bool is_float = pipe_format_is_float(client_format);
   pipe_convert_rect(is_float ? PIPE_FORMAT_R32_FLOAT : is_signed ? PIPE_FORMAT_R32_SINT : PIPE_FORMAT_R32_UINT, words, 0, client_format, row,
                     0, width, 1, NULL);
   for (unsigned x = 0; x < width; x++) {
      uint32_t word;
      float f;
      memcpy(&word, words + x * sizeof(word), sizeof(word));
      memcpy(&f, &word, sizeof(f));
      if (is_float)
         out[x] = f >= 2147483647.0f ? INT32_MAX : f > -2147483648.0f ? (int32_t)f : INT32_MIN;
      else
         out[x] = is_signed ? (int64_t)(int32_t)word : (int64_t)word;
   }
}

static void unpack_row(const struct ga_context *ctx, enum ga_transfer kind, const struct ga_unpacked *from, const uint8_t *row,
                       int64_t *indices, void *out)
{
   const struct ga_pixel_format *pixels = from->pixels;
   if (kind == GA_TRANSFER_INDEX || kind == GA_TRANSFER_STENCIL) {
      uint8_t *stencil = out;
      float (*rgba)[4] = out;
      unpack_indices(from, row, indices);
      for (unsigned x = 0; x < from->width; x++) {
         if (kind == GA_TRANSFER_INDEX)
            color_of_index(ctx, indices[x], rgba[x]);
         else
            stencil[x] = stencil_of(ctx, indices[x]);
      }
      return;
   }
   const enum pipe_format to = kind == GA_TRANSFER_DEPTH           ? PIPE_FORMAT_R32_FLOAT
                               : kind == GA_TRANSFER_DEPTH_STENCIL ? PIPE_FORMAT_Z32_FLOAT_S8X24_UINT
                                                                   : PIPE_FORMAT_R32G32B32A32_FLOAT;
   pipe_convert_rect(to, out, 0, pixels->client_format, row, 0, from->width, 1, pixels->reordered ? pixels->unpack : NULL);
   apply(ctx, kind, out, from->width);
}

static void *unpack(const struct ga_context *ctx, enum ga_transfer kind, const struct ga_unpacked *from)
{
   const struct ga_pixel_layout layout = ga_pixel_layout(from->store, from->pixels, from->width, from->height, from->dims);
   const unsigned datum_B = ga_pixel_type_size_B(from->pixels->type);
   const size_t row_B = (size_t)ga_transferred_size_B(kind) * from->width, rows = (size_t)from->height * from->slices;
   const size_t memory_B = pipe_format_stride_B(from->pixels->client_format, from->width);
   const bool swaps = from->store->swap_bytes && datum_B > 1;
   uint8_t *out = calloc(rows, row_B), *swapped = swaps ? malloc(memory_B) : NULL;
   int64_t *indices = malloc(sizeof(*indices) * from->width);
   const bool ok = out && indices && (swapped || !swaps);
   for (size_t y = 0; ok && y < rows; y++) {
      const uint8_t *row = (const uint8_t *)from->data + layout.skip_B + y / from->height * layout.image_B +
                           y % from->height * layout.stride_B;
      if (swaps) {
         memcpy(swapped, row, memory_B);
         ga_pixel_swap_bytes(swapped, memory_B / datum_B, datum_B);
         row = swapped;
      }
      unpack_row(ctx, kind, from, row, indices, out + y * row_B);
   }
   free(indices);
   free(swapped);
   if (ok)
      return out;
   free(out);
   return NULL;
}

const struct ga_transfer_hooks ga_legacy_transfer = {for_unpack, for_read, for_copy, apply, unpack};
