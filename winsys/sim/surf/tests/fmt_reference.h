/* fmt_reference.h: conversions of one element, which define what the vector code of fmt_vec.h gives. Rounding is to nearest even
 * throughout; clamping as OpenGL 4.6, 2.3.5 "Fixed-Point Data Conversions" says. */
#ifndef FMT_REFERENCE_H
#define FMT_REFERENCE_H

#include <math.h>
#include <string.h>

#include "winsys/sim/surf/fmt.h"

/* To a float of 5 exponent bits and `man_bits`, nearest even. The sign is not looked at. Overflow gives infinity. */
static inline uint32_t to_small_float(uint32_t abs_bits, unsigned man_bits)
{
   unsigned drop = 23 - man_bits;
   if (abs_bits > 0x7f800000) /* the canonical NaN */
      return 31u << man_bits | 1u << (man_bits - 1);
   if (abs_bits < 113u << 23) { /* below 2^-14: denormal result; adding makes the FPU round at the right place */
      float magic = fmt_float((136u - man_bits) << 23);
      return fmt_bits(fmt_float(abs_bits) + magic) - fmt_bits(magic);
   }
   uint32_t odd = abs_bits >> drop & 1;
   uint32_t r = (abs_bits - (112u << 23) + ((1u << (drop - 1)) - 1) + odd) >> drop;
   return r < 31u << man_bits ? r : 31u << man_bits;
}

static inline uint32_t fmt_to_half(float f)
{
   uint32_t b = fmt_bits(f);
   return to_small_float(b & 0x7fffffff, 10) | ((b & 0x7fffffff) > 0x7f800000 ? 0 : b >> 16 & 0x8000);
}

static inline uint32_t to_unsigned_float(float f, unsigned man_bits)
{
   uint32_t b = fmt_bits(f);
   if (b >> 31)
      return b > 0xff800000 ? 31u << man_bits | 1u << (man_bits - 1) : 0; /* negative: 0, NaN: NaN */
   uint32_t r = to_small_float(b, man_bits), inf = 31u << man_bits;
   return r == inf && b != 0x7f800000 ? inf - 1 : r;
}

static inline uint32_t fmt_to_float11(float f) { return to_unsigned_float(f, 6); }
static inline uint32_t fmt_to_float10(float f) { return to_unsigned_float(f, 5); }

static inline uint32_t fmt_to_srgb8(float f)
{
   unsigned n = 0;
   for (unsigned step = 128; step; step >>= 1)
      n += f >= fmt_srgb_threshold[n + step] ? step : 0;
   return n;
}

static inline uint32_t fmt_mask_of(unsigned bits) { return bits == 32 ? ~0u : (1u << bits) - 1; }
static inline int32_t fmt_sign_extend(uint32_t v, unsigned bits) { return (int32_t)(v << (32 - bits)) >> (32 - bits); }

static inline uint32_t decode_chan(uint32_t v, unsigned bits, unsigned num, unsigned c)
{
   switch (num) {
   case FMT_SRGB:
      if (c < 3)
         return fmt_bits(fmt_srgb_to_linear[v & 255]);
      /* fallthrough */
   case FMT_UNORM:
      return fmt_bits(bits > 24 ? (float)(v / (double)fmt_mask_of(bits)) : (float)v / (float)fmt_mask_of(bits));
   case FMT_SNORM: {
      if (bits == 1) /* no positive value but zero */
         return fmt_bits(v ? -1.0f : 0.0f);
      double f = fmt_sign_extend(v, bits) / (double)fmt_mask_of(bits - 1);
      return fmt_bits(f < -1 ? -1 : bits > 24 ? (float)f : (float)fmt_sign_extend(v, bits) / (float)fmt_mask_of(bits - 1));
   }
   case FMT_USCALED: return fmt_bits((float)v);
   case FMT_SSCALED: return fmt_bits((float)fmt_sign_extend(v, bits));
   case FMT_UINT: return v;
   case FMT_SINT: return fmt_sign_extend(v, bits);
   default: /* FLOAT */
      switch (bits) {
      case 32: return v;
      case 16: return fmt_bits(fmt_from_half(v));
      case 11: return fmt_bits(fmt_from_half(v << 4));
      case 10: return fmt_bits(fmt_from_half(v << 5));
      default: return v; /* stencil beside a float depth */
      }
   }
}

static inline void fmt_decode(const struct fmt *f, unsigned num, const uint32_t raw[4], uint32_t out[4])
{
   uint32_t one = fmt_num_is_int(num) ? 1 : fmt_bits(1.0f);
   if (f->kind == FMT_RGB9E5) {
      float scale = fmt_float((127 - 15 - 9 + (raw[0] >> 27)) << 23); /* EXT_texture_shared_exponent: bias 15, 9 bits */
      for (unsigned c = 0; c < 3; c++)
         out[c] = fmt_bits((float)(raw[0] >> 9 * c & 511) * scale);
      out[3] = one;
      return;
   }
   for (unsigned c = 0; c < 4; c++) {
      struct fmt_chan ch = f->ch[c];
      out[c] = ch.bits ? decode_chan(raw[ch.dw] >> ch.shift & fmt_mask_of(ch.bits), ch.bits, num, c) : c == 3 ? one : 0;
   }
}

static inline uint32_t encode_chan(uint32_t in, unsigned bits, unsigned num, unsigned c)
{
   float f = fmt_float(in);
   uint32_t max = fmt_mask_of(bits);
   switch (num) {
   case FMT_SRGB:
      if (c < 3)
         return fmt_to_srgb8(f);
      /* fallthrough */
   case FMT_UNORM:
      if (!(f > 0))
         return 0; /* NaN too */
      if (f >= 1)
         return max;
      return bits > 24 ? (uint32_t)rint(f * (double)max) : (uint32_t)rintf(f * (float)max);
   case FMT_SNORM:
      if (bits == 1)
         return f <= -0.5f;
      if (f != f)
         return 0;
      f = f < -1 ? -1 : f > 1 ? 1 : f;
      return (bits > 24 ? (uint32_t)(int32_t)rint(f * (double)fmt_mask_of(bits - 1)) :
                          (uint32_t)(int32_t)rintf(f * (float)fmt_mask_of(bits - 1))) & max;
   case FMT_USCALED:
      return !(f > 0) ? 0 : f >= (float)max ? max : (uint32_t)f;
   case FMT_SSCALED: {
      float hi = (float)fmt_mask_of(bits - 1), lo = -hi - 1;
      return (f != f ? 0 : f <= lo ? ~(max >> 1) : f >= hi ? max >> 1 : (uint32_t)(int32_t)f) & max;
   }
   case FMT_UINT: return in < max ? in : max;
   case FMT_SINT: {
      int32_t v = in, hi = (int32_t)(max >> 1), lo = -hi - 1;
      return (uint32_t)(v < lo ? lo : v > hi ? hi : v) & max;
   }
   default:
      switch (bits) {
      case 16: return fmt_to_half(f);
      case 11: return fmt_to_float11(f);
      case 10: return fmt_to_float10(f);
      default: return in & max;
      }
   }
}

static inline void fmt_encode(const struct fmt *f, unsigned num, const uint32_t in[4], uint32_t raw[4])
{
   memset(raw, 0, 16);
   for (unsigned c = 0; c < 4; c++) {
      struct fmt_chan ch = f->ch[c];
      if (ch.bits)
         raw[ch.dw] |= encode_chan(in[c], ch.bits, num, c) << ch.shift;
   }
}

/* The texel of column x (of its element) of a FMT_PACKED format, with the channels where `ch` says. */
static inline uint32_t fmt_unpack(const struct fmt *f, uint32_t raw, unsigned x)
{
   switch (f->packing) {
   case FMT_GB_GR: /* bytes R G0 B G1 */
      return (raw & 0xff00ff) | (x & 1 ? raw >> 16 & 0xff00 : raw & 0xff00);
   case FMT_BG_RG: /* bytes G0 R G1 B */
      return (raw >> 8 & 0xff00ff) | (x & 1 ? raw >> 8 & 0xff00 : (raw & 0xff) << 8);
   case FMT_BITS:
      return raw >> (x & 7) & 1;
   default:
      return raw >> (~x & 7) & 1;
   }
}

/* Texel (x, y) of one block. */
static inline void fmt_decode_bc(unsigned data_format, unsigned num, const uint8_t *b, unsigned x, unsigned y, uint32_t out[4])
{
   uint32_t texel[16][4];
   fmt_decode_bc_block(data_format, num, b, texel);
   memcpy(out, texel[y * 4 + x], 16);
}

#endif
