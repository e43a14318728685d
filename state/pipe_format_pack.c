/* pipe_format_pack.c: colour pixels <-> RGBA values. A row is handled in chunks: first each channel of the format on its
 * own (the switch on its kind stays outside the loop over pixels, which becomes one over vectors), then the swizzle. Rows
 * of 8-bit channels, which is what most programs move, have short loops of their own. Host order is little-endian. */
#include "state/pipe_format_pack.h"

#include <math.h>
#include <string.h>

#include "state/pipe_format_float.h"
#include "util/ut_clones.h"

#define CHUNK 64
#define ALWAYS_INLINE inline __attribute__((always_inline)) /* part of each clone of the caller */

bool pipe_format_can_pack(enum pipe_format format)
{
   unsigned layout = pipe_format_desc(format)->layout;
   return layout >= PIPE_LAYOUT_PLAIN && layout <= PIPE_LAYOUT_SHARED_EXP;
}

static uint32_t max_of_bits(unsigned bits)
{
   return bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
   return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

/* ---- channels as raw bits ------------------------------------------------------------------------------------------- */

/* Bits of one channel (at most 32) for n pixels. */
static ALWAYS_INLINE void fetch_bits(const struct pipe_format_desc *desc, const struct pipe_format_channel *chan,
                                     const uint8_t *src, uint32_t *bits, unsigned n)
{
   unsigned size_B = desc->block_size_B;
   if (desc->layout == PIPE_LAYOUT_PLAIN) {
      src += chan->shift / 8;
      switch (chan->size) {
      case 8:
         for (unsigned i = 0; i < n; i++)
            bits[i] = src[i * size_B];
         return;
      case 16:
         for (unsigned i = 0; i < n; i++) {
            uint16_t v;
            memcpy(&v, src + i * size_B, 2);
            bits[i] = v;
         }
         return;
      default:
         for (unsigned i = 0; i < n; i++)
            memcpy(&bits[i], src + i * size_B, 4);
         return;
      }
   }
   uint32_t mask = max_of_bits(chan->size);
   switch (size_B) {
   case 1:
      for (unsigned i = 0; i < n; i++)
         bits[i] = src[i] >> chan->shift & mask;
      break;
   case 2:
      for (unsigned i = 0; i < n; i++) {
         uint16_t v;
         memcpy(&v, src + 2 * i, 2);
         bits[i] = v >> chan->shift & mask;
      }
      break;
   default:
      for (unsigned i = 0; i < n; i++) {
         uint32_t v;
         memcpy(&v, src + 4 * i, 4);
         bits[i] = v >> chan->shift & mask;
      }
   }
}

/* Stores one channel. Packed words must have been cleared, their channels are or-ed together. */
static ALWAYS_INLINE void store_bits(const struct pipe_format_desc *desc, const struct pipe_format_channel *chan, uint8_t *dst,
                                     const uint32_t *bits, unsigned n)
{
   unsigned size_B = desc->block_size_B;
   if (desc->layout == PIPE_LAYOUT_PLAIN) {
      dst += chan->shift / 8;
      switch (chan->size) {
      case 8:
         for (unsigned i = 0; i < n; i++)
            dst[i * size_B] = bits[i];
         return;
      case 16:
         for (unsigned i = 0; i < n; i++) {
            uint16_t v = bits[i];
            memcpy(dst + i * size_B, &v, 2);
         }
         return;
      default:
         for (unsigned i = 0; i < n; i++)
            memcpy(dst + i * size_B, &bits[i], 4);
         return;
      }
   }
   switch (size_B) {
   case 1:
      for (unsigned i = 0; i < n; i++)
         dst[i] |= bits[i] << chan->shift;
      break;
   case 2:
      for (unsigned i = 0; i < n; i++) {
         uint16_t v;
         memcpy(&v, dst + 2 * i, 2);
         v |= bits[i] << chan->shift;
         memcpy(dst + 2 * i, &v, 2);
      }
      break;
   default:
      for (unsigned i = 0; i < n; i++) {
         uint32_t v;
         memcpy(&v, dst + 4 * i, 4);
         v |= bits[i] << chan->shift;
         memcpy(dst + 4 * i, &v, 4);
      }
   }
}

/* Clears packed words and fills the bits without meaning: ones in normalised formats, zeros elsewhere. */
static ALWAYS_INLINE void store_background(const struct pipe_format_desc *desc, uint8_t *dst, unsigned n)
{
   if (desc->layout != PIPE_LAYOUT_PLAIN)
      memset(dst, 0, (size_t)n * desc->block_size_B);
   for (unsigned c = 0; c < desc->channel_count; c++) {
      if (desc->channel[c].type != PIPE_CHANNEL_VOID)
         continue;
      uint32_t fill[CHUNK];
      bool ones = desc->channel[c == 0].normalized;
      for (unsigned i = 0; i < n; i++)
         fill[i] = ones ? max_of_bits(desc->channel[c].size) : 0;
      store_bits(desc, &desc->channel[c], dst, fill, n);
   }
}

/* Which of R, G, B, A is stored in channel c: the first that reads it; 4: none. */
static unsigned component_of(const struct pipe_format_desc *desc, unsigned c)
{
   unsigned k = 0;
   while (k < 4 && desc->swizzle[k] != c)
      k++;
   return k;
}

/* ---- float ------------------------------------------------------------------------------------------------------------ */

static ALWAYS_INLINE void channel_to_float(const struct pipe_format_channel *chan, bool srgb, const uint32_t *bits, float *raw,
                                           unsigned n)
{
   unsigned size = chan->size;
   if (chan->type == PIPE_CHANNEL_UNSIGNED && srgb) {
      for (unsigned i = 0; i < n; i++)
         raw[i] = pipe_srgb8_to_linear[bits[i] & 0xff];
   } else if (chan->type == PIPE_CHANNEL_UNSIGNED && chan->normalized && size < 24) {
      float max = (float)max_of_bits(size);
      for (unsigned i = 0; i < n; i++)
         raw[i] = (float)bits[i] / max;
   } else if (chan->type == PIPE_CHANNEL_UNSIGNED) {
      double divisor = chan->normalized ? max_of_bits(size) : 1.0;
      for (unsigned i = 0; i < n; i++)
         raw[i] = (float)(bits[i] / divisor);
   } else if (chan->type == PIPE_CHANNEL_SIGNED) {
      double divisor = chan->normalized ? max_of_bits(size - 1) : 1.0;
      for (unsigned i = 0; i < n; i++) {
         float v = (float)(sign_extend(bits[i], size) / divisor);
         raw[i] = chan->normalized && v < -1 ? -1 : v; /* the most negative code also means -1 */
      }
   } else if (chan->type == PIPE_CHANNEL_FIXED) {
      for (unsigned i = 0; i < n; i++)
         raw[i] = (float)((int32_t)bits[i] / 65536.0);
   } else if (size == 16) {
      for (unsigned i = 0; i < n; i++)
         raw[i] = pipe_half_to_float(bits[i]);
   } else if (size == 32) {
      for (unsigned i = 0; i < n; i++)
         raw[i] = pipe_bits_float(bits[i]);
   } else { /* 10- and 11-bit floats */
      for (unsigned i = 0; i < n; i++)
         raw[i] = pipe_ufloat_to_float(bits[i], size - 5);
   }
}

static void doubles_to_float(const struct pipe_format_desc *desc, const uint8_t *src, float (*raw)[CHUNK], unsigned n)
{
   for (unsigned i = 0; i < n; i++) {
      double v[4];
      memcpy(v, src + (size_t)i * desc->block_size_B, desc->block_size_B);
      for (unsigned c = 0; c < desc->channel_count; c++)
         raw[c][i] = (float)v[c];
   }
}

UT_CLONES static void unpack_float_chunk(const struct pipe_format_desc *desc, float (*dst)[4], const uint8_t *src, unsigned n)
{
   float raw[PIPE_SWIZZLE_NONE + 1][CHUNK]; /* of channels, then what the other swizzles mean */
   if (desc->layout == PIPE_LAYOUT_SHARED_EXP) {
      for (unsigned i = 0; i < n; i++) {
         uint32_t word;
         memcpy(&word, src + 4 * i, 4);
         float rgb[4];
         pipe_unpack_rgb9e5(word, rgb);
         for (unsigned c = 0; c < 3; c++)
            raw[c][i] = rgb[c];
      }
   } else if (desc->channel[0].size == 64) {
      doubles_to_float(desc, src, raw, n);
   } else {
      for (unsigned c = 0; c < desc->channel_count; c++) {
         if (desc->channel[c].type == PIPE_CHANNEL_VOID)
            continue;
         uint32_t bits[CHUNK];
         bool srgb = desc->colorspace == PIPE_COLORSPACE_SRGB && component_of(desc, c) < 3;
         fetch_bits(desc, &desc->channel[c], src, bits, n);
         channel_to_float(&desc->channel[c], srgb, bits, raw[c], n);
      }
   }
   for (unsigned i = 0; i < n; i++) {
      raw[PIPE_SWIZZLE_0][i] = raw[PIPE_SWIZZLE_NONE][i] = 0;
      raw[PIPE_SWIZZLE_1][i] = 1;
   }
   const float *x = raw[desc->swizzle[0]], *y = raw[desc->swizzle[1]], *z = raw[desc->swizzle[2]], *w = raw[desc->swizzle[3]];
   for (unsigned i = 0; i < n; i++) {
      dst[i][0] = x[i];
      dst[i][1] = y[i];
      dst[i][2] = z[i];
      dst[i][3] = w[i];
   }
}

void pipe_unpack_float(enum pipe_format format, float (*dst)[4], const void *src, unsigned width)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   const uint8_t *from = src;
   for (unsigned x = 0; x < width; x += CHUNK) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      unpack_float_chunk(desc, dst + x, from + (size_t)x * desc->block_size_B, n);
   }
}

/* Clamps so that NaN becomes the lower bound (GL leaves it undefined; this is what the hardware does). */
static float clamp(float v, float low, float high)
{
   return v > low ? (v < high ? v : high) : low;
}

static ALWAYS_INLINE void float_to_channel(const struct pipe_format_channel *chan, bool srgb, const float *src,
                                           uint32_t *bits, unsigned n)
{
   unsigned size = chan->size;
   if (chan->type == PIPE_CHANNEL_UNSIGNED && srgb) {
      for (unsigned i = 0; i < n; i++)
         bits[i] = pipe_linear_to_srgb8(src[i]);
   } else if (chan->type == PIPE_CHANNEL_UNSIGNED && chan->normalized && size < 23) {
      float max = (float)max_of_bits(size);
      for (unsigned i = 0; i < n; i++)
         bits[i] = (uint32_t)(clamp(src[i], 0, 1) * max + 0.5f);
   } else if (chan->type == PIPE_CHANNEL_UNSIGNED) {
      double max = max_of_bits(size), scale = chan->normalized ? max : 1.0;
      for (unsigned i = 0; i < n; i++) {
         double v = src[i] > 0 ? src[i] * scale + (chan->normalized ? 0.5 : 0.0) : 0;
         bits[i] = (uint32_t)(v < max ? v : max);
      }
   } else if (chan->type == PIPE_CHANNEL_SIGNED) {
      double max = max_of_bits(size - 1), scale = chan->normalized ? max : 1.0;
      double min = chan->normalized ? -max : -max - 1;
      for (unsigned i = 0; i < n; i++) {
         double v = src[i] * scale;
         v = v == v ? (v > min ? (v < max ? v : max) : min) : 0;
         if (chan->normalized)
            v += v < 0 ? -0.5 : 0.5;
         bits[i] = (uint32_t)(int32_t)v & max_of_bits(size);
      }
   } else if (chan->type == PIPE_CHANNEL_FIXED) {
      for (unsigned i = 0; i < n; i++) {
         double v = src[i] * 65536.0;
         v = v == v ? (v > -0x1p31 ? (v < 0x1p31 - 1 ? v : 0x1p31 - 1) : -0x1p31) : 0;
         bits[i] = (uint32_t)(int32_t)v;
      }
   } else if (size == 16) {
      for (unsigned i = 0; i < n; i++)
         bits[i] = pipe_float_to_half(src[i]);
   } else if (size == 32) {
      for (unsigned i = 0; i < n; i++)
         bits[i] = pipe_float_bits(src[i]);
   } else {
      for (unsigned i = 0; i < n; i++)
         bits[i] = pipe_float_to_ufloat(src[i], size - 5);
   }
}

UT_CLONES static void pack_float_chunk(const struct pipe_format_desc *desc, uint8_t *dst, const float (*src)[4], unsigned n)
{
   if (desc->layout == PIPE_LAYOUT_SHARED_EXP) {
      for (unsigned i = 0; i < n; i++) {
         uint32_t word = pipe_pack_rgb9e5(src[i]);
         memcpy(dst + 4 * i, &word, 4);
      }
      return;
   }
   if (desc->channel[0].size == 64) {
      for (unsigned i = 0; i < n; i++) {
         for (unsigned c = 0; c < desc->channel_count; c++) {
            double v = src[i][component_of(desc, c)];
            memcpy(dst + (size_t)i * desc->block_size_B + 8 * c, &v, 8);
         }
      }
      return;
   }
   store_background(desc, dst, n);
   for (unsigned c = 0; c < desc->channel_count; c++) {
      unsigned k = component_of(desc, c);
      if (desc->channel[c].type == PIPE_CHANNEL_VOID || k == 4)
         continue;
      float values[CHUNK];
      uint32_t bits[CHUNK];
      for (unsigned i = 0; i < n; i++)
         values[i] = src[i][k];
      float_to_channel(&desc->channel[c], desc->colorspace == PIPE_COLORSPACE_SRGB && k < 3, values, bits, n);
      store_bits(desc, &desc->channel[c], dst, bits, n);
   }
}

void pipe_pack_float(enum pipe_format format, void *dst, const float (*src)[4], unsigned width)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   uint8_t *to = dst;
   for (unsigned x = 0; x < width; x += CHUNK) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      pack_float_chunk(desc, to + (size_t)x * desc->block_size_B, src + x, n);
   }
}

/* ---- pure integers ---------------------------------------------------------------------------------------------------- */

/* Values travel as 32 bits; `is_signed` says how the caller's side reads them. */
static uint32_t clamp_int(uint32_t bits, bool from_signed, bool to_signed, unsigned to_bits)
{
   int64_t v = from_signed ? (int32_t)bits : (int64_t)bits;
   int64_t low = to_signed ? -((int64_t)1 << (to_bits - 1)) : 0;
   int64_t high = to_signed ? ((int64_t)1 << (to_bits - 1)) - 1 : (int64_t)max_of_bits(to_bits);
   return (uint32_t)(v < low ? low : v > high ? high : v);
}

static void unpack_int(enum pipe_format format, uint32_t (*dst)[4], const uint8_t *src, unsigned width, bool to_signed)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   for (unsigned x = 0; x < width; x += CHUNK) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      uint32_t raw[4][CHUNK];
      for (unsigned c = 0; c < desc->channel_count; c++) {
         const struct pipe_format_channel *chan = &desc->channel[c];
         bool is_signed = chan->type == PIPE_CHANNEL_SIGNED;
         fetch_bits(desc, chan, src + (size_t)x * desc->block_size_B, raw[c], n);
         for (unsigned i = 0; i < n; i++) {
            uint32_t v = is_signed ? (uint32_t)sign_extend(raw[c][i], chan->size) : raw[c][i];
            raw[c][i] = clamp_int(v, is_signed, to_signed, 32);
         }
      }
      for (unsigned k = 0; k < 4; k++) {
         unsigned from = desc->swizzle[k];
         for (unsigned i = 0; i < n; i++)
            dst[x + i][k] = from <= PIPE_SWIZZLE_W ? raw[from][i] : from == PIPE_SWIZZLE_1;
      }
   }
}

static void pack_int(enum pipe_format format, uint8_t *dst, const uint32_t (*src)[4], unsigned width, bool from_signed)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   for (unsigned x = 0; x < width; x += CHUNK) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      uint8_t *to = dst + (size_t)x * desc->block_size_B;
      store_background(desc, to, n);
      for (unsigned c = 0; c < desc->channel_count; c++) {
         const struct pipe_format_channel *chan = &desc->channel[c];
         unsigned k = component_of(desc, c);
         if (chan->type == PIPE_CHANNEL_VOID || k == 4)
            continue;
         uint32_t bits[CHUNK];
         for (unsigned i = 0; i < n; i++)
            bits[i] = clamp_int(src[x + i][k], from_signed, chan->type == PIPE_CHANNEL_SIGNED, chan->size) &
                      max_of_bits(chan->size);
         store_bits(desc, chan, to, bits, n);
      }
   }
}

void pipe_unpack_uint(enum pipe_format format, uint32_t (*dst)[4], const void *src, unsigned width)
{
   unpack_int(format, dst, src, width, false);
}

void pipe_pack_uint(enum pipe_format format, void *dst, const uint32_t (*src)[4], unsigned width)
{
   pack_int(format, dst, src, width, false);
}

void pipe_unpack_sint(enum pipe_format format, int32_t (*dst)[4], const void *src, unsigned width)
{
   unpack_int(format, (uint32_t (*)[4])dst, src, width, true);
}

void pipe_pack_sint(enum pipe_format format, void *dst, const int32_t (*src)[4], unsigned width)
{
   pack_int(format, dst, (const uint32_t (*)[4])src, width, true);
}

/* ---- unorm8 ------------------------------------------------------------------------------------------------------------ */

/* Every channel an unsigned normalised integer of at most 8 bits, colours linear: no float is needed. */
static bool is_small_unorm(const struct pipe_format_desc *desc)
{
   if (desc->colorspace != PIPE_COLORSPACE_RGB || desc->layout > PIPE_LAYOUT_PACKED)
      return false;
   for (unsigned c = 0; c < desc->channel_count; c++) {
      const struct pipe_format_channel *chan = &desc->channel[c];
      if (chan->type != PIPE_CHANNEL_VOID &&
          !(chan->type == PIPE_CHANNEL_UNSIGNED && chan->normalized && chan->size <= 8))
         return false;
   }
   return true;
}

void pipe_unpack_unorm8(enum pipe_format format, uint8_t (*dst)[4], const void *src, unsigned width)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   const uint8_t *from = src;
   bool small = is_small_unorm(desc);
   for (unsigned x = 0; x < width; x += CHUNK, from += (size_t)CHUNK * desc->block_size_B) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      if (!small) {
         float values[CHUNK][4];
         unpack_float_chunk(desc, values, from, n);
         for (unsigned i = 0; i < n; i++) {
            for (unsigned k = 0; k < 4; k++)
               dst[x + i][k] = (uint8_t)(clamp(values[i][k], 0, 1) * 255.0f + 0.5f);
         }
         continue;
      }
      uint32_t raw[4][CHUNK];
      for (unsigned c = 0; c < desc->channel_count; c++) {
         fetch_bits(desc, &desc->channel[c], from, raw[c], n);
         uint32_t max = max_of_bits(desc->channel[c].size);
         if (max == 255)
            continue;
         for (unsigned i = 0; i < n; i++)
            raw[c][i] = (raw[c][i] * 255 + max / 2) / max;
      }
      for (unsigned k = 0; k < 4; k++) {
         unsigned s = desc->swizzle[k];
         for (unsigned i = 0; i < n; i++)
            dst[x + i][k] = s <= PIPE_SWIZZLE_W ? raw[s][i] : s == PIPE_SWIZZLE_1 ? 255 : 0;
      }
   }
}

void pipe_pack_unorm8(enum pipe_format format, void *dst, const uint8_t (*src)[4], unsigned width)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   uint8_t *to = dst;
   bool small = is_small_unorm(desc);
   for (unsigned x = 0; x < width; x += CHUNK, to += (size_t)CHUNK * desc->block_size_B) {
      unsigned n = width - x < CHUNK ? width - x : CHUNK;
      if (!small) {
         float values[CHUNK][4];
         for (unsigned i = 0; i < n; i++) {
            for (unsigned k = 0; k < 4; k++)
               values[i][k] = (float)src[x + i][k] / 255.0f;
         }
         pack_float_chunk(desc, to, (const float (*)[4])values, n);
         continue;
      }
      store_background(desc, to, n);
      for (unsigned c = 0; c < desc->channel_count; c++) {
         unsigned k = component_of(desc, c);
         if (desc->channel[c].type == PIPE_CHANNEL_VOID || k == 4)
            continue;
         uint32_t bits[CHUNK], max = max_of_bits(desc->channel[c].size);
         for (unsigned i = 0; i < n; i++)
            bits[i] = (src[x + i][k] * max + 127) / 255;
         store_bits(desc, &desc->channel[c], to, bits, n);
      }
   }
}
