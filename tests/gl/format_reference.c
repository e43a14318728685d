/* format_reference.c: see format_reference.h. */
#include "format_reference.h"

#define GL_UNSIGNED_SHORT_4_4_4_4_REV 0x8365
#define GL_UNSIGNED_SHORT_1_5_5_5_REV 0x8366

#include <math.h>
#include <stddef.h>
#include <string.h>

#define HALF GL_HALF_FLOAT
#define REV_2101010 GL_UNSIGNED_INT_2_10_10_10_REV
#define ROW(internal, format, type, ...) {GL_##internal, GL_##format, type, #internal " from " #type, __VA_ARGS__}
#define UB GL_UNSIGNED_BYTE

const struct format_row format_rows[] = {
   ROW(RGBA8, RGBA, UB, UNORM, {8, 8, 8, 8}, YES),
   ROW(RGB5_A1, RGBA, UB, UNORM, {5, 5, 5, 1}, YES),
   ROW(RGBA4, RGBA, UB, UNORM, {4, 4, 4, 4}, YES),
   ROW(SRGB8_ALPHA8, RGBA, UB, SRGB, {8, 8, 8, 8}, YES),
   ROW(RGBA8_SNORM, RGBA, GL_BYTE, SNORM, {8, 8, 8, 8}, YES),
   ROW(RGBA4, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, UNORM, {4, 4, 4, 4}, YES),
   ROW(RGB5_A1, RGBA, GL_UNSIGNED_SHORT_5_5_5_1, UNORM, {5, 5, 5, 1}, YES),
   ROW(RGB10_A2, RGBA, REV_2101010, UNORM, {10, 10, 10, 2}, YES),
   ROW(RGB5_A1, RGBA, REV_2101010, UNORM, {5, 5, 5, 1}, YES),
   ROW(RGBA16F, RGBA, HALF, FLOAT, {16, 16, 16, 16}, MAY),
   ROW(RGBA16F, RGBA, GL_FLOAT, FLOAT, {16, 16, 16, 16}, MAY),
   ROW(RGBA32F, RGBA, GL_FLOAT, FLOAT, {32, 32, 32, 32}, MAY),
   ROW(RGBA8UI, RGBA_INTEGER, UB, UINT, {8, 8, 8, 8}, YES),
   ROW(RGBA8I, RGBA_INTEGER, GL_BYTE, SINT, {8, 8, 8, 8}, YES),
   ROW(RGBA16UI, RGBA_INTEGER, GL_UNSIGNED_SHORT, UINT, {16, 16, 16, 16}, YES),
   ROW(RGBA16I, RGBA_INTEGER, GL_SHORT, SINT, {16, 16, 16, 16}, YES),
   ROW(RGBA32UI, RGBA_INTEGER, GL_UNSIGNED_INT, UINT, {32, 32, 32, 32}, YES),
   ROW(RGBA32I, RGBA_INTEGER, GL_INT, SINT, {32, 32, 32, 32}, YES),
   ROW(RGB10_A2UI, RGBA_INTEGER, REV_2101010, UINT, {10, 10, 10, 2}, YES),
   ROW(RGB8, RGB, UB, UNORM, {8, 8, 8}, YES),
   ROW(RGB565, RGB, UB, UNORM, {5, 6, 5}, YES),
   ROW(SRGB8, RGB, UB, SRGB, {8, 8, 8}, NO),
   ROW(RGB8_SNORM, RGB, GL_BYTE, SNORM, {8, 8, 8}, NO),
   ROW(RGB565, RGB, GL_UNSIGNED_SHORT_5_6_5, UNORM, {5, 6, 5}, YES),
   ROW(R11F_G11F_B10F, RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, PACKED_FLOAT, {11, 11, 10}, MAY),
   ROW(R11F_G11F_B10F, RGB, HALF, PACKED_FLOAT, {11, 11, 10}, MAY),
   ROW(R11F_G11F_B10F, RGB, GL_FLOAT, PACKED_FLOAT, {11, 11, 10}, MAY),
   ROW(RGB9_E5, RGB, GL_UNSIGNED_INT_5_9_9_9_REV, SHARED_EXPONENT, {9, 9, 9}, NO),
   ROW(RGB9_E5, RGB, HALF, SHARED_EXPONENT, {9, 9, 9}, NO),
   ROW(RGB9_E5, RGB, GL_FLOAT, SHARED_EXPONENT, {9, 9, 9}, NO),
   ROW(RGB16F, RGB, HALF, FLOAT, {16, 16, 16}, MAY),
   ROW(RGB16F, RGB, GL_FLOAT, FLOAT, {16, 16, 16}, MAY),
   ROW(RGB32F, RGB, GL_FLOAT, FLOAT, {32, 32, 32}, NO),
   ROW(RGB8UI, RGB_INTEGER, UB, UINT, {8, 8, 8}, NO),
   ROW(RGB8I, RGB_INTEGER, GL_BYTE, SINT, {8, 8, 8}, NO),
   ROW(RGB16UI, RGB_INTEGER, GL_UNSIGNED_SHORT, UINT, {16, 16, 16}, NO),
   ROW(RGB16I, RGB_INTEGER, GL_SHORT, SINT, {16, 16, 16}, NO),
   ROW(RGB32UI, RGB_INTEGER, GL_UNSIGNED_INT, UINT, {32, 32, 32}, NO),
   ROW(RGB32I, RGB_INTEGER, GL_INT, SINT, {32, 32, 32}, NO),
   ROW(RG8, RG, UB, UNORM, {8, 8}, YES),
   ROW(RG8_SNORM, RG, GL_BYTE, SNORM, {8, 8}, YES),
   ROW(RG16F, RG, HALF, FLOAT, {16, 16}, MAY),
   ROW(RG16F, RG, GL_FLOAT, FLOAT, {16, 16}, MAY),
   ROW(RG32F, RG, GL_FLOAT, FLOAT, {32, 32}, MAY),
   ROW(RG8UI, RG_INTEGER, UB, UINT, {8, 8}, YES),
   ROW(RG8I, RG_INTEGER, GL_BYTE, SINT, {8, 8}, YES),
   ROW(RG16UI, RG_INTEGER, GL_UNSIGNED_SHORT, UINT, {16, 16}, YES),
   ROW(RG16I, RG_INTEGER, GL_SHORT, SINT, {16, 16}, YES),
   ROW(RG32UI, RG_INTEGER, GL_UNSIGNED_INT, UINT, {32, 32}, YES),
   ROW(RG32I, RG_INTEGER, GL_INT, SINT, {32, 32}, YES),
   ROW(R8, RED, UB, UNORM, {8}, YES),
   ROW(R8_SNORM, RED, GL_BYTE, SNORM, {8}, YES),
   ROW(R16F, RED, HALF, FLOAT, {16}, MAY),
   ROW(R16F, RED, GL_FLOAT, FLOAT, {16}, MAY),
   ROW(R32F, RED, GL_FLOAT, FLOAT, {32}, MAY),
   ROW(R8UI, RED_INTEGER, UB, UINT, {8}, YES),
   ROW(R8I, RED_INTEGER, GL_BYTE, SINT, {8}, YES),
   ROW(R16UI, RED_INTEGER, GL_UNSIGNED_SHORT, UINT, {16}, YES),
   ROW(R16I, RED_INTEGER, GL_SHORT, SINT, {16}, YES),
   ROW(R32UI, RED_INTEGER, GL_UNSIGNED_INT, UINT, {32}, YES),
   ROW(R32I, RED_INTEGER, GL_INT, SINT, {32}, YES),
   ROW(DEPTH_COMPONENT16, DEPTH_COMPONENT, GL_UNSIGNED_SHORT, DEPTH, {16}, YES),
   ROW(DEPTH_COMPONENT16, DEPTH_COMPONENT, GL_UNSIGNED_INT, DEPTH, {16}, YES),
   ROW(DEPTH_COMPONENT24, DEPTH_COMPONENT, GL_UNSIGNED_INT, DEPTH, {24}, YES),
   ROW(DEPTH_COMPONENT32F, DEPTH_COMPONENT, GL_FLOAT, DEPTH_FLOAT, {32}, YES),
   ROW(DEPTH24_STENCIL8, DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, DEPTH, {24, 8}, YES),
   ROW(DEPTH32F_STENCIL8, DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, DEPTH_FLOAT, {32, 8}, YES),
   /* table 3.3: unsized; the stored bits are those of the type at least */
   ROW(RGBA, RGBA, UB, UNORM, {8, 8, 8, 8}, YES),
   ROW(RGBA, RGBA, GL_UNSIGNED_SHORT_4_4_4_4, UNORM, {4, 4, 4, 4}, YES),
   ROW(RGBA, RGBA, GL_UNSIGNED_SHORT_5_5_5_1, UNORM, {5, 5, 5, 1}, YES),
   ROW(RGB, RGB, UB, UNORM, {8, 8, 8}, YES),
   ROW(RGB, RGB, GL_UNSIGNED_SHORT_5_6_5, UNORM, {5, 6, 5}, YES),
   ROW(LUMINANCE_ALPHA, LUMINANCE_ALPHA, UB, UNORM, {8, 8, 8, 8}, NO),
   ROW(LUMINANCE, LUMINANCE, UB, UNORM, {8, 8, 8}, NO),
   ROW(ALPHA, ALPHA, UB, UNORM, {0, 0, 0, 8}, NO),
};
const unsigned format_row_count = sizeof(format_rows) / sizeof(format_rows[0]);

/* Packed types: widths from the most significant bit; `rev`: the first component is in the lowest bits. */
struct packing { GLenum type; unsigned size_B; bool rev; uint8_t bits[4]; };

static const struct packing packings[] = {
   {GL_UNSIGNED_SHORT_5_6_5, 2, false, {5, 6, 5}},
   {GL_UNSIGNED_SHORT_4_4_4_4, 2, false, {4, 4, 4, 4}},
   {GL_UNSIGNED_SHORT_5_5_5_1, 2, false, {5, 5, 5, 1}},
   {GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, true, {4, 4, 4, 4}}, /* this and the next: reads only (EXT_read_format_bgra) */
   {GL_UNSIGNED_SHORT_1_5_5_5_REV, 2, true, {5, 5, 5, 1}},
   {GL_UNSIGNED_INT_2_10_10_10_REV, 4, true, {10, 10, 10, 2}},
   {GL_UNSIGNED_INT_10F_11F_11F_REV, 4, true, {11, 11, 10}},
   {GL_UNSIGNED_INT_5_9_9_9_REV, 4, true, {9, 9, 9, 5}},
   {GL_UNSIGNED_INT_24_8, 4, false, {24, 8}},
   {GL_FLOAT_32_UNSIGNED_INT_24_8_REV, 8, false, {32, 8}},
};

static const struct packing *packing_of(GLenum type)
{
   for (unsigned i = 0; i < sizeof(packings) / sizeof(packings[0]); i++)
      if (packings[i].type == type)
         return &packings[i];
   return NULL;
}

uint32_t format_next(uint32_t *seed)
{
   *seed ^= *seed << 13;
   *seed ^= *seed >> 17;
   *seed ^= *seed << 5;
   return *seed;
}

bool format_is_integer(const struct format_row *row) { return row->kind == UINT || row->kind == SINT; }
bool format_is_depth(const struct format_row *row) { return row->kind == DEPTH || row->kind == DEPTH_FLOAT; }

static unsigned component_count(GLenum format)
{
   switch (format) {
   case GL_RGBA: case GL_RGBA_INTEGER:
      return 4;
   case GL_RGB: case GL_RGB_INTEGER:
      return 3;
   case GL_RG: case GL_RG_INTEGER: case GL_LUMINANCE_ALPHA:
      return 2;
   default:
      return 1;
   }
}

static unsigned component_size_B(GLenum type)
{
   return type == GL_UNSIGNED_BYTE || type == GL_BYTE ? 1 :
          type == GL_UNSIGNED_SHORT || type == GL_SHORT || type == GL_HALF_FLOAT ? 2 : 4;
}

unsigned format_size_B(GLenum format, GLenum type)
{
   const struct packing *packing = packing_of(type);
   return packing ? packing->size_B : component_count(format) * component_size_B(type);
}

static bool is_integer_format(GLenum format)
{
   return format == GL_RGBA_INTEGER || format == GL_RGB_INTEGER || format == GL_RG_INTEGER || format == GL_RED_INTEGER;
}

/* Unsigned or signed float with 5 bits of exponent and `mantissa` bits below it (2.1.2, 2.1.3, 2.1.4). */
static double small_float(uint32_t code, unsigned mantissa)
{
   uint32_t fraction = code & ((1u << mantissa) - 1), exponent = code >> mantissa & 31;
   double sign = code >> (mantissa + 5) & 1 ? -1 : 1;
   return sign * (exponent ? ldexp(1 + ldexp(fraction, -(int)mantissa), (int)exponent - 15) : ldexp(fraction, -14 - (int)mantissa));
}

static double unorm(uint32_t code, unsigned bits) { return code / (ldexp(1, (int)bits) - 1); }

static float random_float(uint32_t *seed)
{
   uint32_t r = format_next(seed);
   if (r % 11 == 0)
      return 0;
   return (float)ldexp((r & 1 ? -1 : 1) * (1 + (r >> 9) * 0x1p-23), (int)(format_next(seed) % 34) - 20);
}

void format_random(GLenum format, GLenum type, uint8_t *texel, uint32_t *seed)
{
   unsigned size_B = format_size_B(format, type);
   for (unsigned i = 0; i < size_B; i++)
      texel[i] = (uint8_t)(format_next(seed) >> 7);
   if (type == GL_FLOAT || type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
      for (unsigned i = 0; i < (type == GL_FLOAT ? size_B / 4 : 1); i++) {
         float f = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL ? (float)(format_next(seed) >> 8) / 16777215.0f :
                                                                                random_float(seed);
         memcpy(texel + i * 4, &f, 4);
      }
   for (unsigned i = 0; type == GL_HALF_FLOAT && i < size_B; i += 2)
      if ((texel[i + 1] & 0x7c) == 0x7c) /* infinity, NaN */
         texel[i + 1] ^= 0x40;
   if (type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
      uint32_t code;
      memcpy(&code, texel, 4);
      code &= ~(1u << 10 | 1u << 21 | 1u << 31); /* the highest bit of each exponent */
      memcpy(texel, &code, 4);
   }
}

static double decode_component(GLenum type, bool integer, const uint8_t *from)
{
   union { int8_t b; uint16_t us; int16_t s; uint32_t ui; int32_t i; float f; } v = {0};
   memcpy(&v, from, component_size_B(type));
   switch (type) {
   case GL_UNSIGNED_BYTE:
      return integer ? *from : unorm(*from, 8);
   case GL_BYTE:
      return integer ? v.b : fmax(v.b / 127.0, -1);
   case GL_UNSIGNED_SHORT:
      return integer ? v.us : unorm(v.us, 16);
   case GL_SHORT:
      return integer ? v.s : fmax(v.s / 32767.0, -1);
   case GL_UNSIGNED_INT:
      return integer ? v.ui : unorm(v.ui, 32);
   case GL_INT:
      return integer ? v.i : fmax(v.i / 2147483647.0, -1);
   case GL_HALF_FLOAT:
      return small_float(v.us, 10);
   default:
      return (double)v.f;
   }
}

static void decode_packed(const struct packing *packing, bool integer, const uint8_t *from, double c[4])
{
   uint32_t code = 0, part[4];
   unsigned at = packing->rev ? 0 : packing->size_B * 8;
   memcpy(&code, from, packing->size_B == 2 ? 2 : 4);
   if (packing->type == GL_FLOAT_32_UNSIGNED_INT_24_8_REV) {
      float depth;
      memcpy(&depth, from, 4);
      c[0] = (double)depth;
      c[1] = from[4];
      return;
   }
   for (unsigned i = 0; i < 4 && packing->bits[i]; i++) {
      at -= packing->rev ? 0 : packing->bits[i];
      part[i] = code >> at & ((1u << packing->bits[i]) - 1);
      at += packing->rev ? packing->bits[i] : 0;
      c[i] = integer ? part[i] : unorm(part[i], packing->bits[i]);
   }
   if (packing->type == GL_UNSIGNED_INT_24_8)
      c[1] = part[1];
   for (unsigned i = 0; i < 3 && packing->type == GL_UNSIGNED_INT_5_9_9_9_REV; i++)
      c[i] = ldexp(part[i], (int)part[3] - 15 - 9);
   for (unsigned i = 0; i < 3 && packing->type == GL_UNSIGNED_INT_10F_11F_11F_REV; i++)
      c[i] = small_float(part[i], packing->bits[i] - 5u);
   if (packing->type == GL_UNSIGNED_INT_5_9_9_9_REV)
      c[3] = 1;
}

struct texel format_decode(GLenum format, GLenum type, const uint8_t *texel)
{
   struct texel out = {{0, 0, 0, 1}};
   const struct packing *packing = packing_of(type);
   bool integer = is_integer_format(format);
   if (packing)
      decode_packed(packing, integer, texel, out.c);
   else
      for (unsigned i = 0; i < component_count(format); i++)
         out.c[i] = decode_component(type, integer, texel + i * component_size_B(type));
   double first = out.c[0];
   switch (format) {
   case GL_ALPHA:
      return (struct texel){{0, 0, 0, first}};
   case GL_LUMINANCE:
      return (struct texel){{first, first, first, 1}};
   case GL_LUMINANCE_ALPHA:
      return (struct texel){{first, first, first, out.c[1]}};
   default:
      return out;
   }
}

static double from_srgb(double v) { return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4); }
double format_to_srgb(double v) { return v < 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055; }

/* The algorithm of 3.8.3 "RGB9_E5". */
static void share_exponent(double c[3])
{
   const double most = 511.0 / 512 * 65536;
   double greatest = 0;
   for (unsigned i = 0; i < 3; i++) {
      c[i] = fmax(0, fmin(most, c[i]));
      greatest = fmax(greatest, c[i]);
   }
   int exponent = (greatest > 0 ? (int)fmax(-15 - 1, floor(log2(greatest))) : -15 - 1) + 1 + 15;
   if (floor(greatest / ldexp(1, exponent - 15 - 9) + 0.5) >= 512)
      exponent++;
   for (unsigned i = 0; i < 3; i++)
      c[i] = floor(c[i] / ldexp(1, exponent - 15 - 9) + 0.5) * ldexp(1, exponent - 15 - 9);
}

/* Half of the distance between neighbours of v in a float format, twice that for a draw, which may truncate. */
static double float_step(double v, unsigned mantissa, bool drawn)
{
   int exponent = v != 0 ? (int)fmax(-14, floor(log2(fabs(v)))) : -14;
   return ldexp(drawn ? 1.01 : 0.501, exponent - (int)mantissa);
}

static double stored_component(const struct format_row *row, unsigned i, double v, bool drawn, double *tolerance)
{
   unsigned bits = row->bits[i];
   /* Shaders export 10 bits and fewer as half floats, truncated: up to half a step of 10 bits. */
   double most = ldexp(1, (int)bits) - 1, steps = drawn ? bits == 10 ? 1.01 : 0.85 : 0.51;
   switch (row->kind) {
   case SNORM:
      *tolerance = steps / (ldexp(1, (int)bits - 1) - 1);
      return fmax(-1, fmin(1, v));
   case FLOAT:
      *tolerance = bits == 32 ? 0 : float_step(v, 10, drawn);
      return v;
   case PACKED_FLOAT: /* 3.8.3 lets values be truncated */
      *tolerance = float_step(v, bits - 5, true);
      return fmax(v, 0);
   case DEPTH: case DEPTH_FLOAT:
      *tolerance = row->kind == DEPTH && i == 0 ? (steps / most + 0x1p-24) : 0;
      return i ? v : fmax(0, fmin(1, v));
   case UNORM: case SRGB:
      *tolerance = steps / most + 0x1p-20;
      v = fmax(0, fmin(1, v));
      if (row->kind == UNORM || i == 3)
         return v;
      *tolerance = 0.003; /* of a step of sRGB near 1 it is a third */
      return drawn ? from_srgb(floor(format_to_srgb(v) * 255 + 0.5) / 255) : from_srgb(v);
   default:
      *tolerance = 0;
      return v;
   }
}

struct texel format_stored(const struct format_row *row, struct texel texel, bool drawn, struct texel *tolerance)
{
   struct texel out = {{0, 0, 0, 1}};
   *tolerance = (struct texel){{0}};
   if (row->kind == SHARED_EXPONENT)
      share_exponent(texel.c);
   for (unsigned i = 0; i < 4; i++)
      if (row->bits[i])
         out.c[i] = stored_component(row, i, texel.c[i], drawn, &tolerance->c[i]);
   for (unsigned i = 0; i < 3 && row->kind == SRGB && drawn; i++)
      tolerance->c[i] = 0.0095; /* a step of sRGB near 1 */
   return out;
}

struct texel format_random_color(const struct format_row *row, uint32_t *seed)
{
   struct texel color = {{0}};
   for (unsigned i = 0; i < 4; i++) {
      uint32_t r = format_next(seed);
      unsigned bits = row->bits[i] ? row->bits[i] : 1;
      if (row->kind == UINT)
         color.c[i] = r >> (32 - bits);
      else if (row->kind == SINT)
         color.c[i] = (int32_t)r >> (32 - bits);
      else if (row->kind == FLOAT || row->kind == PACKED_FLOAT)
         color.c[i] = (double)random_float(seed);
      else if (row->kind == SNORM)
         color.c[i] = (double)(float)((r >> 8) * 0x1p-24 * 2.5 - 1.25);
      else
         color.c[i] = (double)(float)((r >> 8) * 0x1p-24 * 1.5 - 0.25);
   }
   return color;
}
