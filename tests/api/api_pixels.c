/* api_pixels.c: the pairs of format and type of pixels in client memory, a decoder and an encoder of them. */
#include <math.h>
#include <string.h>

#include "api_pixels.h"

unsigned api_all_pairs(struct pixels out[PAIRS])
{
   static const struct { GLenum format; unsigned components; bool integer; } formats[] = {
      {GL_RED, 1, false}, {GL_GREEN, 1, false}, {GL_BLUE, 1, false}, {GL_RG, 2, false}, {GL_RGB, 3, false}, {GL_RGBA, 4, false},
      {GL_BGR, 3, false}, {GL_BGRA, 4, false}, {GL_RED_INTEGER, 1, true}, {GL_GREEN_INTEGER, 1, true}, {GL_BLUE_INTEGER, 1, true},
      {GL_RG_INTEGER, 2, true}, {GL_RGB_INTEGER, 3, true}, {GL_RGBA_INTEGER, 4, true}, {GL_BGR_INTEGER, 3, true},
      {GL_BGRA_INTEGER, 4, true},
   };
   static const struct { GLenum type; unsigned size_B; bool is_float; } types[] = {
      {GL_UNSIGNED_BYTE, 1, false}, {GL_BYTE, 1, false}, {GL_UNSIGNED_SHORT, 2, false}, {GL_SHORT, 2, false},
      {GL_UNSIGNED_INT, 4, false}, {GL_INT, 4, false}, {GL_HALF_FLOAT, 2, true}, {GL_FLOAT, 4, true},
   };
   static const struct { GLenum type; unsigned size_B; bool three; } packed[] = {
      {GL_UNSIGNED_BYTE_3_3_2, 1, true}, {GL_UNSIGNED_BYTE_2_3_3_REV, 1, true}, {GL_UNSIGNED_SHORT_5_6_5, 2, true},
      {GL_UNSIGNED_SHORT_5_6_5_REV, 2, true}, {GL_UNSIGNED_SHORT_4_4_4_4, 2, false}, {GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, false},
      {GL_UNSIGNED_SHORT_5_5_5_1, 2, false}, {GL_UNSIGNED_SHORT_1_5_5_5_REV, 2, false}, {GL_UNSIGNED_INT_8_8_8_8, 4, false},
      {GL_UNSIGNED_INT_8_8_8_8_REV, 4, false}, {GL_UNSIGNED_INT_10_10_10_2, 4, false}, {GL_UNSIGNED_INT_2_10_10_10_REV, 4, false},
   };
   unsigned n = 0;
   for (unsigned f = 0; f < sizeof(formats) / sizeof(formats[0]); f++)
      for (unsigned t = 0; t < sizeof(types) / sizeof(types[0]); t++)
         if (!(formats[f].integer && types[t].is_float))
            out[n++] = (struct pixels){formats[f].format, types[t].type, formats[f].components, types[t].size_B, types[t].is_float,
                                       formats[f].integer};
   for (unsigned i = 0; i < 6; i++) {
      static const GLenum names[] = {GL_RGB, GL_RGBA, GL_BGRA, GL_RGB_INTEGER, GL_RGBA_INTEGER, GL_BGRA_INTEGER};
      for (unsigned t = 0; t < sizeof(packed) / sizeof(packed[0]); t++)
         if (packed[t].three == (i % 3 == 0))
            out[n++] = (struct pixels){names[i], packed[t].type, 1, packed[t].size_B, false, i >= 3};
   }
   out[n++] = (struct pixels){GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, 1, 4, true, false};
   out[n++] = (struct pixels){GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, 1, 4, true, false};
   return n;
}

/* The components of a format in the order of memory: the index in RGBA of each. Returns how many there are. */
static unsigned order_of(GLenum format, unsigned order[4])
{
   static const struct { GLenum format, integer; unsigned count, order[4]; } formats[] = {
      {GL_RED, GL_RED_INTEGER, 1, {0}}, {GL_GREEN, GL_GREEN_INTEGER, 1, {1}}, {GL_BLUE, GL_BLUE_INTEGER, 1, {2}},
      {GL_RG, GL_RG_INTEGER, 2, {0, 1}}, {GL_RGB, GL_RGB_INTEGER, 3, {0, 1, 2}}, {GL_RGBA, GL_RGBA_INTEGER, 4, {0, 1, 2, 3}},
      {GL_BGR, GL_BGR_INTEGER, 3, {2, 1, 0}}, {GL_BGRA, GL_BGRA_INTEGER, 4, {2, 1, 0, 3}},
   };
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (format == formats[i].format || format == formats[i].integer) {
         memcpy(order, formats[i].order, sizeof(formats[i].order));
         return formats[i].count;
      }
   api_fail("format 0x%x has no components", format);
}

/* Packed types (GL 4.6, tables 8.6 to 8.8): bits of each component from the first one, which is in the highest bits or, of a reversed
 * type, in the lowest. */
static const struct packed { GLenum type; unsigned bits[4]; bool reversed; } packed_types[] = {
   {GL_UNSIGNED_BYTE_3_3_2, {3, 3, 2}, false}, {GL_UNSIGNED_BYTE_2_3_3_REV, {3, 3, 2}, true},
   {GL_UNSIGNED_SHORT_5_6_5, {5, 6, 5}, false}, {GL_UNSIGNED_SHORT_5_6_5_REV, {5, 6, 5}, true},
   {GL_UNSIGNED_SHORT_4_4_4_4, {4, 4, 4, 4}, false}, {GL_UNSIGNED_SHORT_4_4_4_4_REV, {4, 4, 4, 4}, true},
   {GL_UNSIGNED_SHORT_5_5_5_1, {5, 5, 5, 1}, false}, {GL_UNSIGNED_SHORT_1_5_5_5_REV, {5, 5, 5, 1}, true},
   {GL_UNSIGNED_INT_8_8_8_8, {8, 8, 8, 8}, false}, {GL_UNSIGNED_INT_8_8_8_8_REV, {8, 8, 8, 8}, true},
   {GL_UNSIGNED_INT_10_10_10_2, {10, 10, 10, 2}, false}, {GL_UNSIGNED_INT_2_10_10_10_REV, {10, 10, 10, 2}, true},
};

static const struct packed *packed_of(GLenum type)
{
   for (unsigned i = 0; i < sizeof(packed_types) / sizeof(packed_types[0]); i++)
      if (packed_types[i].type == type)
         return &packed_types[i];
   return NULL;
}

/* The lowest bit of component k. */
static unsigned shift_of(const struct packed *packed, unsigned k, unsigned size_B)
{
   unsigned before = 0;
   for (unsigned i = 0; i < k; i++)
      before += packed->bits[i];
   return packed->reversed ? before : size_B * 8 - before - packed->bits[k];
}

/* A floating-point number without a sign, of five bits of exponent. */
static double small_float(unsigned code, unsigned mantissa_bits)
{
   const unsigned exponent = code >> mantissa_bits & 31, fraction = code & ((1u << mantissa_bits) - 1);
   const double part = fraction / (double)(1u << mantissa_bits);
   if (exponent == 31)
      return fraction ? NAN : INFINITY;
   return exponent ? ldexp(1 + part, (int)exponent - 15) : ldexp(part, -14);
}

static double array_component(const struct pixels *p, const uint8_t *data)
{
   uint32_t word = 0;
   float f;
   double value, most;
   memcpy(&word, data, p->component_B);
   memcpy(&f, &word, 4);
   switch (p->type) {
   case GL_UNSIGNED_BYTE: value = word; most = 255; break;
   case GL_BYTE: value = (int8_t)word; most = 127; break;
   case GL_UNSIGNED_SHORT: value = word; most = 65535; break;
   case GL_SHORT: value = (int16_t)word; most = 32767; break;
   case GL_UNSIGNED_INT: value = word; most = UINT32_MAX; break;
   case GL_INT: value = (int32_t)word; most = INT32_MAX; break;
   case GL_HALF_FLOAT: return small_float(word & 0x7fff, 10) * (word >> 15 ? -1 : 1);
   default: return f;
   }
   return p->integer ? value : fmax(value / most, -1);
}

void api_decode_pixel(const struct pixels *p, const uint8_t *data, double rgba[4])
{
   unsigned order[4];
   const unsigned count = order_of(p->format, order);
   const struct packed *packed = packed_of(p->type);
   uint32_t word = 0;
   memcpy(&word, data, p->component_B);
   rgba[0] = rgba[1] = rgba[2] = 0;
   rgba[3] = 1;
   for (unsigned k = 0; k < count; k++) {
      if (packed) {
         const unsigned most = (1u << packed->bits[k]) - 1, code = word >> shift_of(packed, k, p->component_B) & most;
         rgba[order[k]] = p->integer ? code : code / (double)most;
      } else if (p->type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
         rgba[k] = k < 2 ? small_float(word >> (11 * k) & 0x7ff, 6) : small_float(word >> 22, 5);
      } else if (p->type == GL_UNSIGNED_INT_5_9_9_9_REV) {
         rgba[k] = ldexp(word >> (9 * k) & 0x1ff, (int)(word >> 27) - 24);
      } else {
         rgba[order[k]] = array_component(p, data + k * p->component_B);
      }
   }
}

/* The code of 1. */
static uint32_t one_of(const struct pixels *p)
{
   const float one = 1;
   uint32_t bits;
   memcpy(&bits, &one, 4);
   if (p->integer)
      return 1;
   switch (p->type) {
   case GL_BYTE: return INT8_MAX;
   case GL_SHORT: return INT16_MAX;
   case GL_INT: return INT32_MAX;
   case GL_HALF_FLOAT: return 0x3c00;
   case GL_FLOAT: return bits;
   default: return UINT32_MAX; /* as many bits as the component has */
   }
}

unsigned api_encode_pixel(const struct pixels *p, const bool rgba[4], uint8_t *data)
{
   unsigned order[4];
   const unsigned count = order_of(p->format, order);
   const struct packed *packed = packed_of(p->type);
   const uint32_t one = one_of(p);
   uint32_t word = 0;
   for (unsigned k = 0; k < count; k++) {
      if (packed)
         word |= rgba[order[k]] ? (one & ((1u << packed->bits[k]) - 1)) << shift_of(packed, k, p->component_B) : 0;
      else if (p->type == GL_UNSIGNED_INT_10F_11F_11F_REV)
         word |= rgba[k] ? 15u << (k < 2 ? 11 * k + 6 : 27) : 0;
      else if (p->type == GL_UNSIGNED_INT_5_9_9_9_REV)
         word |= rgba[k] ? 256u << (9 * k) | 16u << 27 : 0; /* 256 / 512 times 2 to the power of 16 - 15 */
      else {
         const uint32_t code = rgba[order[k]] ? one : 0;
         memcpy(data + k * p->component_B, &code, p->component_B);
      }
   }
   if (p->components == 1 && (packed || count > 1))
      memcpy(data, &word, p->component_B);
   return p->components * p->component_B;
}
