/* pipe_format_zs.c: rows of depth and stencil values. Every depth and stencil format is one little-endian word of 1, 2, 4 or
 * 8 bytes, so one load, one field, one store serve them all. */
#include "state/pipe_format_pack.h"

#include <string.h>

#include "state/pipe_format_float.h"

static uint64_t load(const uint8_t *src, unsigned size_B)
{
   uint64_t word = 0;
   switch (size_B) { /* constant sizes: plain moves */
   case 1: memcpy(&word, src, 1); break;
   case 2: memcpy(&word, src, 2); break;
   case 4: memcpy(&word, src, 4); break;
   default: memcpy(&word, src, 8);
   }
   return word;
}

static void store(uint8_t *dst, uint64_t word, unsigned size_B)
{
   switch (size_B) {
   case 1: memcpy(dst, &word, 1); break;
   case 2: memcpy(dst, &word, 2); break;
   case 4: memcpy(dst, &word, 4); break;
   default: memcpy(dst, &word, 8);
   }
}

static uint32_t field(uint64_t word, const struct pipe_format_channel *chan)
{
   return (uint32_t)(word >> chan->shift & ((1ull << chan->size) - 1));
}

static uint64_t set_field(uint64_t word, const struct pipe_format_channel *chan, uint32_t value)
{
   uint64_t mask = ((1ull << chan->size) - 1) << chan->shift;
   return (word & ~mask) | (uint64_t)value << chan->shift;
}

static const struct pipe_format_channel *aspect(enum pipe_format format, unsigned which)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   return &desc->channel[desc->swizzle[which]];
}

static double max_code(const struct pipe_format_channel *chan)
{
   return (double)((1ull << chan->size) - 1);
}

/* Layouts with loops that compilers turn into vector code: words of 32 bits with codes of at most 24, and floats alone. */
static bool has_small_codes(const struct pipe_format_channel *z, unsigned size_B)
{
   return z->type != PIPE_CHANNEL_FLOAT && size_B == 4 && z->size <= 24;
}

static bool is_float_alone(const struct pipe_format_channel *z, unsigned size_B)
{
   return z->type == PIPE_CHANNEL_FLOAT && size_B == 4;
}

void pipe_unpack_z_float(enum pipe_format format, float *dst, const void *src, unsigned width)
{
   const struct pipe_format_channel *z = aspect(format, 0);
   const unsigned size_B = pipe_format_block_size_B(format), shift = z->shift;
   const uint8_t *from = src;
   if (is_float_alone(z, size_B)) {
      memcpy(dst, src, width * sizeof(*dst));
      return;
   }
   if (has_small_codes(z, size_B)) {
      const float max = (float)max_code(z); /* both operands are exact, so that the quotient is rounded once */
      const uint32_t mask = (1u << z->size) - 1;
      for (unsigned i = 0; i < width; i++) {
         uint32_t word;
         memcpy(&word, from + 4 * i, 4);
         dst[i] = (float)(int32_t)(word >> shift & mask) / max;
      }
      return;
   }
   for (unsigned i = 0; i < width; i++) {
      uint32_t bits = field(load(from + (size_t)i * size_B, size_B), z);
      dst[i] = z->type == PIPE_CHANNEL_FLOAT ? pipe_bits_float(bits) : (float)(bits / max_code(z));
   }
}

static double clamp_z(float z)
{
   return z > 0 ? (z < 1 ? z : 1) : 0;
}

void pipe_pack_z_float(enum pipe_format format, void *dst, const float *src, unsigned width)
{
   const struct pipe_format_channel *z = aspect(format, 0);
   const unsigned size_B = pipe_format_block_size_B(format), shift = z->shift;
   const double max = max_code(z);
   uint8_t *to = dst;
   if (is_float_alone(z, size_B)) {
      memcpy(dst, src, width * sizeof(*src));
      return;
   }
   if (has_small_codes(z, size_B)) {
      const uint32_t keep = ~(((1u << z->size) - 1) << shift);
      for (unsigned i = 0; i < width; i++) {
         uint32_t word;
         memcpy(&word, to + 4 * i, 4);
         word = (word & keep) | (uint32_t)(int32_t)(clamp_z(src[i]) * max + 0.5) << shift;
         memcpy(to + 4 * i, &word, 4);
      }
      return;
   }
   for (unsigned i = 0; i < width; i++, to += size_B) {
      uint32_t bits = z->type == PIPE_CHANNEL_FLOAT ? pipe_float_bits(src[i]) : (uint32_t)(clamp_z(src[i]) * max + 0.5);
      store(to, set_field(load(to, size_B), z, bits), size_B);
   }
}

bool pipe_format_has_float_depth(enum pipe_format format)
{
   return pipe_format_has_depth(format) && aspect(format, 0)->type == PIPE_CHANNEL_FLOAT;
}

void pipe_clamp_z(enum pipe_format format, void *texels, unsigned width)
{
   unsigned size_B = pipe_format_block_size_B(format);
   if (!pipe_format_has_float_depth(format))
      return;
   for (unsigned i = 0; i < width; i++) {
      uint8_t *at = (uint8_t *)texels + (size_t)i * size_B;
      uint64_t word = load(at, size_B);
      float z = pipe_bits_float(field(word, aspect(format, 0)));
      store(at, set_field(word, aspect(format, 0), pipe_float_bits(z > 0 ? (z < 1 ? z : 1) : 0)), size_B);
   }
}

/* Repeating a code's bits is the exact widening. The switches stay outside of the loops over pixels; the layouts that
 * programs upload (16 bits, 32 bits, 24 bits below or above 8 others) have loops that compilers turn into vector code. */
static uint32_t widen(uint32_t bits, unsigned size)
{
   return size == 16 ? bits * 0x10001 : size == 24 ? bits << 8 | bits >> 16 : bits;
}

/* round(z * (2^size - 1) / (2^32 - 1)), with 2^32 for the divisor: the difference is below half a code everywhere. */
static uint32_t narrow(uint32_t z, unsigned size)
{
   return (uint32_t)((z * ((1ull << size) - 1) + (1ull << 31)) >> 32);
}

void pipe_unpack_z_unorm32(enum pipe_format format, uint32_t *dst, const void *src, unsigned width)
{
   const struct pipe_format_channel *z = aspect(format, 0);
   unsigned size_B = pipe_format_block_size_B(format), size = z->size, shift = z->shift;
   if (z->type != PIPE_CHANNEL_FLOAT && size_B == 4) {
      const uint8_t *from = src;
      uint32_t mask = size == 32 ? UINT32_MAX : (1u << size) - 1;
      for (unsigned i = 0; i < width; i++) {
         uint32_t word;
         memcpy(&word, from + 4 * i, 4);
         dst[i] = widen(word >> shift & mask, size);
      }
      return;
   }
   for (unsigned i = 0; i < width; i++) {
      uint32_t bits = field(load((const uint8_t *)src + (size_t)i * size_B, size_B), z);
      if (z->type == PIPE_CHANNEL_FLOAT) {
         float f = pipe_bits_float(bits);
         double v = f > 0 ? (f < 1 ? f : 1) : 0;
         dst[i] = (uint32_t)(v * UINT32_MAX + 0.5);
      } else {
         dst[i] = widen(bits, size);
      }
   }
}

void pipe_pack_z_unorm32(enum pipe_format format, void *dst, const uint32_t *src, unsigned width)
{
   const struct pipe_format_channel *z = aspect(format, 0);
   unsigned size_B = pipe_format_block_size_B(format), size = z->size, shift = z->shift;
   if (z->type != PIPE_CHANNEL_FLOAT && size_B == 4 && size < 32) {
      uint8_t *to = dst;
      uint32_t keep = ~(((1u << size) - 1) << shift);
      for (unsigned i = 0; i < width; i++) {
         uint32_t word;
         memcpy(&word, to + 4 * i, 4);
         word = (word & keep) | narrow(src[i], size) << shift;
         memcpy(to + 4 * i, &word, 4);
      }
      return;
   }
   for (unsigned i = 0; i < width; i++) {
      uint8_t *to = (uint8_t *)dst + (size_t)i * size_B;
      uint32_t bits;
      if (z->type == PIPE_CHANNEL_FLOAT)
         bits = pipe_float_bits((float)(src[i] / (double)UINT32_MAX));
      else
         bits = size == 32 ? src[i] : narrow(src[i], size);
      store(to, set_field(load(to, size_B), z, bits), size_B);
   }
}

void pipe_unpack_s8(enum pipe_format format, uint8_t *dst, const void *src, unsigned width)
{
   const struct pipe_format_channel *s = aspect(format, 1);
   unsigned size_B = pipe_format_block_size_B(format);
   for (unsigned i = 0; i < width; i++)
      dst[i] = field(load((const uint8_t *)src + (size_t)i * size_B, size_B), s);
}

void pipe_pack_s8(enum pipe_format format, void *dst, const uint8_t *src, unsigned width)
{
   const struct pipe_format_channel *s = aspect(format, 1);
   unsigned size_B = pipe_format_block_size_B(format);
   for (unsigned i = 0; i < width; i++) {
      uint8_t *to = (uint8_t *)dst + (size_t)i * size_B;
      store(to, set_field(load(to, size_B), s, src[i]), size_B);
   }
}
