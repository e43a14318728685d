/* cb_reference.h: one pixel after the other: exports, blending, logic operations and masks as cb_steps.c and cb_fast.c have to do
 * them, to the bit. */
#ifndef CB_REFERENCE_H
#define CB_REFERENCE_H

#include "cb_test.h"

#include "winsys/sim/base/nan.h"

static inline float ref_limit(float v, float lo, float hi) { return v > lo ? v < hi ? v : hi : lo; }

static inline void ref_export(unsigned format, const uint32_t (*exp)[64], unsigned l, uint32_t out[4])
{
   const uint32_t xy = exp[0][l], zw = exp[1][l], half[4] = { xy & 0xffff, xy >> 16, zw & 0xffff, zw >> 16 };
   memset(out, 0, 16);
   for (unsigned c = 0; c < 4; c++)
      switch (format) {
      case V_028714_SPI_SHADER_32_R: out[c] = c ? 0 : exp[c][l]; break;
      case V_028714_SPI_SHADER_32_GR: out[c] = c > 1 ? 0 : exp[c][l]; break;
      case V_028714_SPI_SHADER_32_AR: out[c] = c == 0 || c == 3 ? exp[c][l] : 0; break;
      case V_028714_SPI_SHADER_32_ABGR: out[c] = exp[c][l]; break;
      case V_028714_SPI_SHADER_FP16_ABGR: out[c] = fmt_bits(fmt_from_half(half[c])); break;
      case V_028714_SPI_SHADER_UNORM16_ABGR: out[c] = fmt_bits((float)half[c] / 65535); break;
      case V_028714_SPI_SHADER_SNORM16_ABGR: out[c] = fmt_bits(fmaxf((float)(int16_t)half[c] / 32767, -1)); break;
      case V_028714_SPI_SHADER_SINT16_ABGR: out[c] = (uint32_t)(int16_t)half[c]; break;
      default: out[c] = half[c];
      }
}

struct ref_colors { float src[4], src1[4], dst[4], con[4]; };

static inline float ref_scale(const struct ref_colors *b, unsigned factor, unsigned c, float v)
{
   const float saturate = b->src[3] < 1 - b->dst[3] ? b->src[3] : 1 - b->dst[3];
   switch (factor) {
   case V_028780_BLEND_ZERO: return 0;
   case V_028780_BLEND_ONE: return v;
   case V_028780_BLEND_SRC_COLOR: return b->src[c] * v;
   case V_028780_BLEND_ONE_MINUS_SRC_COLOR: return (1 - b->src[c]) * v;
   case V_028780_BLEND_SRC_ALPHA: return b->src[3] * v;
   case V_028780_BLEND_ONE_MINUS_SRC_ALPHA: return (1 - b->src[3]) * v;
   case V_028780_BLEND_DST_ALPHA: return b->dst[3] * v;
   case V_028780_BLEND_ONE_MINUS_DST_ALPHA: return (1 - b->dst[3]) * v;
   case V_028780_BLEND_DST_COLOR: return b->dst[c] * v;
   case V_028780_BLEND_ONE_MINUS_DST_COLOR: return (1 - b->dst[c]) * v;
   case V_028780_BLEND_SRC_ALPHA_SATURATE: return c == 3 ? v : saturate * v;
   case V_028780_BLEND_CONSTANT_COLOR: return b->con[c] * v;
   case V_028780_BLEND_ONE_MINUS_CONSTANT_COLOR: return (1 - b->con[c]) * v;
   case V_028780_BLEND_SRC1_COLOR: return b->src1[c] * v;
   case V_028780_BLEND_INV_SRC1_COLOR: return (1 - b->src1[c]) * v;
   case V_028780_BLEND_SRC1_ALPHA: return b->src1[3] * v;
   case V_028780_BLEND_INV_SRC1_ALPHA: return (1 - b->src1[3]) * v;
   case V_028780_BLEND_CONSTANT_ALPHA: return b->con[3] * v;
   default: return (1 - b->con[3]) * v;
   }
}

static inline float ref_blend(const struct ref_colors *b, const struct cb_blend *how, unsigned c, float src, float dst)
{
   const float s = ref_scale(b, how->src, c, src), d = ref_scale(b, how->dst, c, dst);
   switch (how->fcn) {
   case V_028780_COMB_DST_PLUS_SRC: return s + d;
   case V_028780_COMB_SRC_MINUS_DST: return s - d;
   case V_028780_COMB_MIN_DST_SRC: return src < dst ? src : dst;
   case V_028780_COMB_MAX_DST_SRC: return src > dst ? src : dst;
   default: return d - s;
   }
}

/* The nearest value towards zero that a float of 5 bits of exponent has, up to the largest one. */
static inline float ref_cut(float v, unsigned bits)
{
   const unsigned more = bits == 16 ? 0 : 15 - bits;
   uint32_t half = 0;
   if (!(fabsf(v) < 65536))
      return v;
   for (uint32_t step = 1u << 14; step >= 1u << more; step >>= 1)
      if ((half | step) < 0x7c00 && fmt_from_half(half | step) <= fabsf(v))
         half |= step;
   return copysignf(fmt_from_half(half), v);
}

/* Components as they are blended, in memory's order of channels. 8 bits per channel with additive blending: values times 255. */
static inline void ref_color(const struct cb_target *t, const uint32_t old[4], const uint32_t exported[2][4], uint32_t value[4])
{
   const bool bytes = t->write64;
   struct ref_colors b = { .dst = { 0, 0, 0, 1 } };
   uint32_t mem[4];
   fmt_decode(t->fmt, t->num, old, mem);
   for (unsigned m = 0; m < t->fmt->chans; m++)
      b.dst[t->channel[m]] = bytes ? (float)(old[0] >> 8 * m & 255) * (1.0f / 255) : fmt_float(mem[m]);
   if (t->force_alpha_1)
      b.dst[3] = bytes ? 255 * (1.0f / 255) : 1;
   for (unsigned c = 0; c < 4; c++) {
      const float lo = t->num == FMT_SNORM ? -1 : 0, src = fmt_float(exported[0][c]), src1 = fmt_float(exported[1][c]);
      b.con[c] = fmt_float(t->const_rgba[c]);
      b.src[c] = t->clamp ? ref_limit(src, lo, 1) : src;
      b.src1[c] = !t->dual_source ? 0 : t->clamp ? ref_limit(src1, lo, 1) : src1;
   }
   for (unsigned m = 0; m < t->fmt->chans; m++) {
      const unsigned c = t->channel[m];
      const struct cb_blend *how = c == 3 ? &t->alpha : &t->color;
      const float byte = c == 3 && t->force_alpha_1 ? 255 : (float)(old[0] >> 8 * m & 255);
      value[m] = exported[0][c];
      if (t->blend && bytes)
         value[m] = fmt_bits(fminf(ref_blend(&b, how, c, b.src[c] * 255, byte), 255));
      else if (t->blend)
         value[m] = fmt_bits(ref_blend(&b, how, c, b.src[c], b.dst[c]));
   }
}

static inline void ref_element(const struct cb_target *t, const uint32_t old[4], const uint32_t exported[2][4], uint32_t raw[4])
{
   uint32_t value[4] = { 0 };
   memset(raw, 0, 16);
   ref_color(t, old, exported, value);
   if (t->blend && t->write64) {
      for (unsigned m = 0; m < 4; m++)
         raw[0] |= (uint32_t)lrintf(fmt_float(value[m])) << 8 * m;
   } else {
      for (unsigned m = 0; m < t->fmt->chans; m++) {
         const float v = fmt_float(value[m]);
         if (t->num == FMT_FLOAT && (t->blend || t->export_format == V_028714_SPI_SHADER_FP16_ABGR) && v != v)
            value[m] = SIM_NAN_32;
         if (t->cuts && v == v)
            value[m] = fmt_bits(ref_cut(v, t->fmt->ch[m].bits));
      }
      fmt_encode(t->fmt, t->num, value, raw);
   }
   for (unsigned d = 0; d < 4; d++) {
      uint32_t r = 0;
      for (unsigned bit = 0; bit < 32; bit++)
         r |= (uint32_t)(t->rop >> ((raw[d] >> bit & 1) << 1 | (old[d] >> bit & 1)) & 1) << bit;
      raw[d] = (r & t->mem_mask[d]) | (old[d] & ~t->mem_mask[d]);
   }
}

/* exp: as in cb_write; l: the lane. */
static inline void reference_pixel(const struct cb_target *t, unsigned x, unsigned y, unsigned sample, const uint32_t (*exp)[4][64],
                                   unsigned l)
{
   uint32_t exported[2][4], old[4] = { 0 }, raw[4];
   if (x >= t->surf.pitch_el || y >= t->surf.height_el)
      return;
   uint8_t *p = t->ptr + tile_offset_B(&t->surf, x, y, 0, sample);
   for (unsigned e = 0; e < 2; e++)
      ref_export(t->export_format, exp[t->export_index + e], l, exported[e]);
   memcpy(old, p, t->surf.el_B);
   ref_element(t, old, exported, raw);
   memcpy(p, raw, t->surf.el_B);
}

#endif
