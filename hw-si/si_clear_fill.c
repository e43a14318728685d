/* si_clear_fill.c: clears of complete levels as fills by CP DMA. The slices of a level are contiguous in memory, so a clear
 * that touches every texel and every channel is one run of equal words, padding included. The value is what the rectangle
 * of si_clear.c would leave there: colours go through the same rounding as the pixel shader's exports.
 *
 * Only where si_info says that the DMA engine is the faster of the two; on real chips the colour units are. */
#include "si_context.h"

#include <math.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"
#include "pipe_format_float.h"
#include "pipe_format_pack.h"

#define SEED_B (16u << 10)   /* written by the CPU, then copied... */
#define STAMP_B (512u << 10) /* ...until this much is there, which is then copied over the rest */

/* The run of bytes that holds the surface's layers; false when not every byte of it belongs to the surface. */
static bool level_run(const struct si_surface *s, const struct surf_layout *surf, unsigned layers, uint64_t *start_B,
                      uint64_t *size_B)
{
   const struct si_resource *res = si_resource(s->base.resource);
   const struct surf_level *l = &surf->level[s->base.t.first_level];

   if (s->base.t.first_layer + layers > l->slices || l->slice_B % 4)
      return false;
   if (res->is_shared && l->pitch_el != l->width_el)
      return false; /* imported: the bytes between rows may belong to another image */
   *start_B = l->offset_B + s->base.t.first_layer * l->slice_B;
   *size_B = layers * l->slice_B;
   return true;
}

/* To zero, as v_cvt_pkrtz_f16_f32 and the colour block (ROUND_MODE) make floats of 5 bits of exponent; too large ones to the
 * largest half. */
static float cut_mantissa(float f, unsigned bits)
{
   float size = fabsf(f), unit = 0x1p14f * (float)(1u << bits);

   if (!isfinite(f))
      return f;
   if (size > 65504.0f)
      return copysignf(65504.0f, f);
   if (size < 0x1p-14f)
      return copysignf(truncf(size * unit) / unit, f);
   return pipe_bits_float(pipe_float_bits(f) & ~((1u << (23 - bits)) - 1));
}

/* One texel of the surface's format. */
static bool pack_color(const struct si_surface *s, const union pipe_color_union *color, uint8_t texel[16])
{
   enum pipe_format format = s->base.t.format;
   float rgba[4];

   if (!pipe_format_can_pack(format))
      return false;
   if (s->number_class == SI_NUMBER_SINT) {
      pipe_pack_sint(format, texel, (const int32_t(*)[4])&color->i, 1);
   } else if (s->number_class == SI_NUMBER_UINT) {
      pipe_pack_uint(format, texel, (const uint32_t(*)[4])&color->ui, 1);
   } else {
      for (unsigned i = 0; i < 4; i++)
         rgba[i] = s->spi_normal == V_028714_SPI_SHADER_FP16_ABGR ? cut_mantissa(color->f[i], 10) : color->f[i];
      for (unsigned i = 0; i < 3 && format == PIPE_FORMAT_R11G11B10_FLOAT; i++)
         rgba[i] = cut_mantissa(rgba[i], i < 2 ? 6 : 5);
      pipe_pack_float(format, texel, (const float(*)[4])&rgba, 1);
   }
   return true;
}

/* A fill has a pattern of one word; longer patterns are copied. */
static bool fill_pattern(struct si_context *ctx, struct si_resource *res, uint64_t start_B, uint64_t size_B,
                         const uint8_t pattern[16])
{
   uint64_t va = res->va + start_B, from, done_B = size_B < SEED_B ? size_B : SEED_B;
   uint32_t word;
   uint8_t *seed;

   memcpy(&word, pattern, 4);
   if (!memcmp(pattern, pattern + 4, 12)) {
      si_dma(ctx, res, va, NULL, word, size_B);
      return true;
   }
   seed = si_upload_alloc(ctx, done_B, 64, &from);
   if (!seed)
      return false;
   for (uint32_t i = 0; i < done_B; i += 16)
      memcpy(seed + i, pattern, 16);
   si_dma(ctx, res, va, ctx->cs.upload->bo, from, done_B);
   while (done_B < size_B) {
      uint64_t part_B = done_B < STAMP_B ? done_B : STAMP_B;
      if (part_B > size_B - done_B)
         part_B = size_B - done_B;
      si_dma(ctx, res, va + done_B, res->bo, va, part_B);
      done_B += part_B;
   }
   return true;
}

bool si_fill_color(struct si_context *ctx, struct si_surface *s, const union pipe_color_union *color, unsigned colormask,
                   unsigned layers)
{
   struct si_resource *res = si_resource(s->base.resource);
   const struct pipe_format_desc *d = pipe_format_desc(s->base.t.format);
   uint8_t pattern[16];
   uint64_t start_B, size_B;

   if (!ctx->screen->info.clears_by_dma || res->dcc_offset_B || d->block_size_B != res->surf.bytes_per_el || 16 % d->block_size_B)
      return false;
   for (unsigned i = 0; i < 4; i++)
      if (d->swizzle[i] <= PIPE_SWIZZLE_W && !(colormask >> i & 1))
         return false;
   if (!level_run(s, &res->surf, layers, &start_B, &size_B) || !pack_color(s, color, pattern))
      return false;
   for (unsigned i = d->block_size_B; i < 16; i++)
      pattern[i] = pattern[i - d->block_size_B];
   return fill_pattern(ctx, res, start_B, size_B, pattern);
}

bool si_fill_depth(struct si_context *ctx, struct si_surface *s, double depth, unsigned layers)
{
   struct si_resource *res = si_resource(s->base.resource);
   unsigned bytes = si_z_plane_bytes(s->base.t.format);
   float z = (float)depth;
   uint64_t start_B, size_B;
   uint32_t word;

   if (!ctx->screen->info.clears_by_dma || !level_run(s, &res->surf, layers, &start_B, &size_B))
      return false;
   z = z > 0 ? z < 1 ? z : 1 : 0;
   if (bytes == 2)
      word = (uint32_t)lrintf(z * 65535.0f) * 0x10001;
   else if (s->base.t.format == PIPE_FORMAT_Z32_FLOAT || s->base.t.format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT)
      word = pipe_float_bits(z);
   else
      word = (uint32_t)lrintf(z * 16777215.0f);
   si_dma(ctx, res, res->va + start_B, NULL, word, size_B);
   return true;
}

bool si_fill_stencil(struct si_context *ctx, struct si_surface *s, uint8_t stencil, uint8_t writemask, unsigned layers)
{
   struct si_resource *res = si_resource(s->base.resource);
   uint64_t start_B, size_B;

   if (!ctx->screen->info.clears_by_dma || writemask != 0xff || !level_run(s, &res->stencil, layers, &start_B, &size_B))
      return false;
   si_dma(ctx, res, res->va + res->stencil_offset_B + start_B, NULL, stencil * 0x01010101u, size_B);
   return true;
}
