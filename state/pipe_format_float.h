/* pipe_format_float.h: the small float encodings of pixel formats: half, 11- and 10-bit unsigned floats, shared
 * exponent, and the sRGB curve. Rounding is to nearest even unless a specification says otherwise. */
#ifndef PIPE_FORMAT_FLOAT_H
#define PIPE_FORMAT_FLOAT_H

#include <stdint.h>
#include <string.h>

static inline uint32_t pipe_float_bits(float f)
{
   uint32_t u;
   memcpy(&u, &f, sizeof u);
   return u;
}

static inline float pipe_bits_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, sizeof f);
   return f;
}

/* Multiplying by 2^112 moves the exponent from half's bias (15) to single's (127) and normalises denormals on the way. */
static inline float pipe_half_to_float(uint16_t h)
{
   const uint32_t magnitude = h & 0x7fffu, infinity = magnitude >= 0x7c00 ? 0x7f800000 : 0;
   return pipe_bits_float((h & 0x8000u) << 16 | infinity | pipe_float_bits(pipe_bits_float(magnitude << 13) * 0x1p112f));
}

/* Magnitude bits (no sign) of a single to a float with 5 exponent bits and `mantissa` bits; overflow gives infinity. Without branches,
 * so that loops become vectors. */
static inline uint32_t pipe_float_to_small(uint32_t magnitude, unsigned mantissa)
{
   const unsigned drop = 23 - mantissa;
   const uint32_t infinity = 0x1fu << mantissa, odd = magnitude >> drop & 1;
   /* Below 2^-14 the result is denormal: let the adder round at the place of its last bit. */
   const float place = pipe_bits_float((127u - 14 + drop) << 23);
   const uint32_t denormal = pipe_float_bits(pipe_bits_float(magnitude) + place) - pipe_float_bits(place);
   const uint32_t normal = (magnitude - (112u << 23) + (1u << (drop - 1)) - 1 + odd) >> drop;
   uint32_t result = magnitude < 0x38800000 ? denormal : normal;
   result = magnitude >= 0x47800000 ? infinity : result; /* 2^16 and up */
   return magnitude > 0x7f800000 ? infinity | 1u << (mantissa - 1) : result; /* NaN */
}

static inline uint16_t pipe_float_to_half(float f)
{
   uint32_t bits = pipe_float_bits(f);
   return (bits >> 16 & 0x8000) | pipe_float_to_small(bits & 0x7fffffff, 10);
}

/* Unsigned 11-bit (6 mantissa bits) and 10-bit (5) floats, GL 4.6, 2.3.4.3 and 2.3.4.4: negative values become 0,
 * finite values too large become the largest finite one. */
static inline uint32_t pipe_float_to_ufloat(float f, unsigned mantissa)
{
   uint32_t bits = pipe_float_bits(f), infinity = 0x1fu << mantissa;
   if (bits >> 31)
      return (bits & 0x7fffffff) > 0x7f800000 ? infinity | 1 : 0;
   uint32_t result = pipe_float_to_small(bits, mantissa);
   return result == infinity && bits != 0x7f800000 ? infinity - 1 : result;
}

static inline float pipe_ufloat_to_float(uint32_t v, unsigned mantissa)
{
   return pipe_half_to_float((uint16_t)(v << (10 - mantissa)));
}

/* RGB9E5, GL 4.6, 8.5.2 (EXT_texture_shared_exponent): 9-bit mantissas without a leading one, exponent bias 15. */
static inline uint32_t pipe_pack_rgb9e5(const float rgb[3])
{
   const float max = 0x1.ffp15f; /* 511/512 * 2^16 */
   float c[3], largest = 0;
   for (unsigned i = 0; i < 3; i++) {
      c[i] = rgb[i] > 0 ? (rgb[i] < max ? rgb[i] : max) : 0; /* NaN compares false: 0 */
      if (c[i] > largest)
         largest = c[i];
   }
   int exponent = (int)(pipe_float_bits(largest) >> 23) - 127; /* floor(log2), denormals far below the range */
   int shared = (exponent < -16 ? -16 : exponent) + 1 + 15;
   float scale = pipe_bits_float((uint32_t)(127 + 15 + 9 - shared) << 23); /* 2^-(shared - bias - mantissa bits) */
   if ((uint32_t)(largest * scale + 0.5f) == 512) {
      shared++;
      scale *= 0.5f;
   }
   uint32_t packed = (uint32_t)shared << 27;
   for (unsigned i = 0; i < 3; i++)
      packed |= (uint32_t)(c[i] * scale + 0.5f) << (9 * i);
   return packed;
}

static inline void pipe_unpack_rgb9e5(uint32_t packed, float rgb[3])
{
   float scale = pipe_bits_float((127 + (packed >> 27) - 15 - 9) << 23);
   for (unsigned i = 0; i < 3; i++)
      rgb[i] = (float)(packed >> (9 * i) & 0x1ff) * scale;
}

/* The sRGB curve (GL 4.6, 8.24 and 17.3.7) as tables generated with the formats. */
extern const float pipe_srgb8_to_linear[256];
extern const float pipe_srgb8_threshold[255]; /* linear value where code i ends and i + 1 begins */

static inline uint8_t pipe_linear_to_srgb8(float linear)
{
   unsigned code = 0;
   for (unsigned step = 128; step; step >>= 1) {
      if (linear >= pipe_srgb8_threshold[code + step - 1])
         code += step;
   }
   return code;
}

#endif
