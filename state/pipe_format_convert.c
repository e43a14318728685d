/* pipe_format_convert.c: rectangles of pixels from one format to another. Equal layouts are copied; the pairs that uploads
 * and readbacks of 8-bit images use have kernels; the rest goes through RGBA values in chunks. */
#include "state/pipe_format_float.h"
#include "state/pipe_format_pack.h"

#include <string.h>

#include "util/ut_clones.h"

#define CHUNK 64
#define ALWAYS_INLINE inline __attribute__((always_inline)) /* part of each clone of the caller */

/* ---- kernels: one row each ------------------------------------------------------------------------------------------- */

typedef void row_kernel(uint8_t *restrict dst, const uint8_t *restrict src, size_t width);

UT_CLONES static void set_alpha(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      uint32_t v;
      memcpy(&v, src + 4 * i, 4);
      v |= 0xff000000;
      memcpy(dst + 4 * i, &v, 4);
   }
}

UT_CLONES static void swap_rb(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      uint32_t v;
      memcpy(&v, src + 4 * i, 4);
      v = (v & 0xff00ff00) | (v >> 16 & 0xff) | (v & 0xff) << 16;
      memcpy(dst + 4 * i, &v, 4);
   }
}

UT_CLONES static void swap_rb_set_alpha(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      uint32_t v;
      memcpy(&v, src + 4 * i, 4);
      v = 0xff000000 | (v & 0xff00) | (v >> 16 & 0xff) | (v & 0xff) << 16;
      memcpy(dst + 4 * i, &v, 4);
   }
}

UT_CLONES static void rgb_to_rgbx(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      const uint32_t v = 0xff000000 | (uint32_t)src[3 * i + 2] << 16 | (uint32_t)src[3 * i + 1] << 8 | src[3 * i];
      memcpy(dst + 4 * i, &v, 4);
   }
}

UT_CLONES static void rgba_to_rgb(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      dst[3 * i] = src[4 * i];
      dst[3 * i + 1] = src[4 * i + 1];
      dst[3 * i + 2] = src[4 * i + 2];
   }
}

UT_CLONES static void bgra_to_rgb(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      dst[3 * i] = src[4 * i + 2];
      dst[3 * i + 1] = src[4 * i + 1];
      dst[3 * i + 2] = src[4 * i];
   }
}

static ALWAYS_INLINE void halves_to_floats(uint8_t *restrict dst, const uint8_t *restrict src, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      uint16_t h;
      memcpy(&h, src + 2 * i, 2);
      const float f = pipe_half_to_float(h);
      memcpy(dst + 4 * i, &f, 4);
   }
}

static ALWAYS_INLINE void floats_to_halves(uint8_t *restrict dst, const uint8_t *restrict src, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      float f;
      memcpy(&f, src + 4 * i, 4);
      const uint16_t h = pipe_float_to_half(f);
      memcpy(dst + 2 * i, &h, 2);
   }
}

#define FLOAT_KERNELS(components)                                                                                            \
   UT_CLONES static void half##components##_to_float(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)                                 \
   {                                                                                                                         \
      halves_to_floats(dst, src, (components) * width);                                                                      \
   }                                                                                                                         \
   UT_CLONES static void float##components##_to_half(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)                                 \
   {                                                                                                                         \
      floats_to_halves(dst, src, (components) * width);                                                                      \
   }
FLOAT_KERNELS(1)
FLOAT_KERNELS(2)
FLOAT_KERNELS(3)
FLOAT_KERNELS(4)
#undef FLOAT_KERNELS

/* Codes of 5 and 6 bits to the nearest of 8 bits, and back. */
UT_CLONES static void b565_to_rgba(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      uint16_t v;
      memcpy(&v, src + 2 * i, 2);
      const uint32_t r = ((v >> 11 & 0x1fu) * 527 + 23) >> 6, g = ((v >> 5 & 0x3fu) * 259 + 33) >> 6, b = ((v & 0x1fu) * 527 + 23) >> 6;
      const uint32_t rgba = r | g << 8 | b << 16 | 0xff000000;
      memcpy(dst + 4 * i, &rgba, 4);
   }
}

UT_CLONES static void rgba_to_b565(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      uint32_t v;
      memcpy(&v, src + 4 * i, 4);
      const uint32_t r = ((v & 0xff) * 249 + 1014) >> 11, g = ((v >> 8 & 0xff) * 253 + 505) >> 10, b = ((v >> 16 & 0xff) * 249 + 1014) >> 11;
      const uint16_t packed = (uint16_t)(r << 11 | g << 5 | b);
      memcpy(dst + 2 * i, &packed, 2);
   }
}

UT_CLONES static void rgb_to_b565(uint8_t *restrict dst, const uint8_t *restrict src, size_t width)
{
   for (size_t i = 0; i < width; i++) {
      const uint32_t r = (src[3 * i] * 249u + 1014) >> 11, g = (src[3 * i + 1] * 253u + 505) >> 10, b = (src[3 * i + 2] * 249u + 1014) >> 11;
      const uint16_t packed = (uint16_t)(r << 11 | g << 5 | b);
      memcpy(dst + 2 * i, &packed, 2);
   }
}

#define F(x) PIPE_FORMAT_##x
static const struct {
   enum pipe_format dst, src;
   row_kernel *kernel;
} kernels[] = {
   { F(R8G8B8X8_UNORM), F(R8G8B8_UNORM), rgb_to_rgbx },
   { F(R8G8B8A8_UNORM), F(R8G8B8_UNORM), rgb_to_rgbx },
   { F(R8G8B8A8_UNORM), F(R8G8B8X8_UNORM), set_alpha },
   { F(R8G8B8X8_UNORM), F(R8G8B8A8_UNORM), set_alpha },
   { F(B8G8R8A8_UNORM), F(B8G8R8X8_UNORM), set_alpha },
   { F(B8G8R8X8_UNORM), F(B8G8R8A8_UNORM), set_alpha },
   { F(B8G8R8A8_UNORM), F(R8G8B8A8_UNORM), swap_rb },
   { F(R8G8B8A8_UNORM), F(B8G8R8A8_UNORM), swap_rb },
   { F(R8G8B8A8_UNORM), F(B8G8R8X8_UNORM), swap_rb_set_alpha },
   { F(B8G8R8A8_UNORM), F(R8G8B8X8_UNORM), swap_rb_set_alpha },
   { F(R8G8B8X8_UNORM), F(B8G8R8A8_UNORM), swap_rb_set_alpha },
   { F(B8G8R8X8_UNORM), F(R8G8B8A8_UNORM), swap_rb_set_alpha },
   { F(R8G8B8_UNORM), F(R8G8B8A8_UNORM), rgba_to_rgb },
   { F(R8G8B8_UNORM), F(R8G8B8X8_UNORM), rgba_to_rgb },
   { F(R8G8B8_UNORM), F(B8G8R8A8_UNORM), bgra_to_rgb },
   { F(R8G8B8_UNORM), F(B8G8R8X8_UNORM), bgra_to_rgb },
   { F(R32_FLOAT), F(R16_FLOAT), half1_to_float },
   { F(R32G32_FLOAT), F(R16G16_FLOAT), half2_to_float },
   { F(R32G32B32_FLOAT), F(R16G16B16_FLOAT), half3_to_float },
   { F(R32G32B32A32_FLOAT), F(R16G16B16A16_FLOAT), half4_to_float },
   { F(R16_FLOAT), F(R32_FLOAT), float1_to_half },
   { F(R16G16_FLOAT), F(R32G32_FLOAT), float2_to_half },
   { F(R16G16B16_FLOAT), F(R32G32B32_FLOAT), float3_to_half },
   { F(R16G16B16A16_FLOAT), F(R32G32B32A32_FLOAT), float4_to_half },
   { F(R8G8B8A8_UNORM), F(B5G6R5_UNORM), b565_to_rgba },
   { F(B5G6R5_UNORM), F(R8G8B8A8_UNORM), rgba_to_b565 },
   { F(B5G6R5_UNORM), F(R8G8B8X8_UNORM), rgba_to_b565 },
   { F(B5G6R5_UNORM), F(R8G8B8_UNORM), rgb_to_b565 },
};
#undef F

static row_kernel *find_kernel(enum pipe_format dst, enum pipe_format src)
{
   for (unsigned i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
      if (kernels[i].dst == dst && kernels[i].src == src)
         return kernels[i].kernel;
   }
   return NULL;
}

/* ---- through values ----------------------------------------------------------------------------------------------------- */

enum path { PATH_NONE, PATH_UNORM8, PATH_FLOAT, PATH_UINT, PATH_SINT, PATH_Z, PATH_S, PATH_ZS,
            PATH_Z_CHANNEL, PATH_S_CHANNEL /* one side is a colour format with one channel */ };

static bool channels_fit_8bit(enum pipe_format format)
{
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   if (desc->layout > PIPE_LAYOUT_PACKED || desc->colorspace != PIPE_COLORSPACE_RGB)
      return false;
   for (unsigned c = 0; c < desc->channel_count; c++) {
      const struct pipe_format_channel *chan = &desc->channel[c];
      if (chan->type != PIPE_CHANNEL_VOID &&
          !(chan->type == PIPE_CHANNEL_UNSIGNED && chan->normalized && (chan->size == 8 || chan->size <= 4)))
         return false;
   }
   return true;
}

/* Depth as normalised or float values, stencil as integers; values of a format without depth are stencil of any type. */
static enum path choose_channel_path(enum pipe_format zs, enum pipe_format color)
{
   if (pipe_format_desc(color)->channel_count != 1 || pipe_format_desc(color)->colorspace != PIPE_COLORSPACE_RGB)
      return PATH_NONE;
   if (pipe_format_has_depth(zs) && !pipe_format_is_pure_int(color))
      return PATH_Z_CHANNEL;
   return pipe_format_has_stencil(zs) ? PATH_S_CHANNEL : PATH_NONE;
}

static enum path choose_path(enum pipe_format dst, enum pipe_format src)
{
   if (!pipe_format_can_pack(dst) || !pipe_format_can_pack(src))
      return PATH_NONE;
   if (pipe_format_is_depth_or_stencil(dst) != pipe_format_is_depth_or_stencil(src))
      return pipe_format_is_depth_or_stencil(dst) ? choose_channel_path(dst, src) : choose_channel_path(src, dst);
   if (pipe_format_is_depth_or_stencil(dst)) {
      bool z = pipe_format_has_depth(dst) && pipe_format_has_depth(src);
      bool s = pipe_format_has_stencil(dst) && pipe_format_has_stencil(src);
      return z && s ? PATH_ZS : z ? PATH_Z : s ? PATH_S : PATH_NONE;
   }
   if (pipe_format_is_pure_int(dst) != pipe_format_is_pure_int(src))
      return PATH_NONE;
   if (pipe_format_is_pure_int(dst))
      return pipe_format_is_pure_uint(src) ? PATH_UINT : PATH_SINT;
   /* 4-bit codes widen to 8 bits without loss; other widths would be rounded twice. */
   return channels_fit_8bit(dst) && channels_fit_8bit(src) ? PATH_UNORM8 : PATH_FLOAT;
}

bool pipe_can_convert(enum pipe_format dst_format, enum pipe_format src_format)
{
   return choose_path(dst_format, src_format) != PATH_NONE;
}

static bool is_identity(const uint8_t *swizzle)
{
   return !swizzle || (swizzle[0] == 0 && swizzle[1] == 1 && swizzle[2] == 2 && swizzle[3] == 3);
}

/* 32-bit values of any kind; `one` is what PIPE_SWIZZLE_1 means for it. */
static void swizzle32(uint32_t (*v)[4], unsigned n, const uint8_t *swizzle, uint32_t one)
{
   for (unsigned i = 0; i < n; i++) {
      uint32_t in[6] = { v[i][0], v[i][1], v[i][2], v[i][3], 0, one };
      for (unsigned k = 0; k < 4; k++)
         v[i][k] = in[swizzle[k]];
   }
}

static void swizzle8(uint8_t (*v)[4], unsigned n, const uint8_t *swizzle)
{
   for (unsigned i = 0; i < n; i++) {
      uint8_t in[6] = { v[i][0], v[i][1], v[i][2], v[i][3], 0, 255 };
      for (unsigned k = 0; k < 4; k++)
         v[i][k] = in[swizzle[k]];
   }
}

static void convert_zs(enum path path, enum pipe_format dst_format, void *dst, enum pipe_format src_format,
                       const void *src, unsigned n)
{
   bool is_float = pipe_format_desc(dst_format)->channel[0].type == PIPE_CHANNEL_FLOAT ||
                   pipe_format_desc(src_format)->channel[0].type == PIPE_CHANNEL_FLOAT;
   if (path != PATH_S && is_float) {
      float z[CHUNK];
      pipe_unpack_z_float(src_format, z, src, n);
      pipe_pack_z_float(dst_format, dst, z, n);
   } else if (path != PATH_S) {
      uint32_t z[CHUNK];
      pipe_unpack_z_unorm32(src_format, z, src, n);
      pipe_pack_z_unorm32(dst_format, dst, z, n);
   }
   if (path != PATH_Z) {
      uint8_t s[CHUNK];
      pipe_unpack_s8(src_format, s, src, n);
      pipe_pack_s8(dst_format, dst, s, n);
   }
}

/* A normalised channel of 32 bits holds more than a float does. */
static void convert_z_channel(enum pipe_format dst_format, void *dst, enum pipe_format src_format, const void *src, unsigned n)
{
   float z[CHUNK], v[CHUNK][4] = { 0 };
   if (pipe_format_is_depth_or_stencil(src_format)) {
      pipe_unpack_z_float(src_format, z, src, n);
      for (unsigned i = 0; i < n; i++)
         v[i][0] = z[i];
      pipe_pack_float(dst_format, dst, (const float (*)[4])v, n);
      return;
   }
   pipe_unpack_float(src_format, v, src, n);
   for (unsigned i = 0; i < n; i++)
      z[i] = v[i][0];
   pipe_pack_z_float(dst_format, dst, z, n);
}

/* Indices keep the bits that a signed type has room for (GL 4.6, 18.2.8). */
static void convert_s_channel(enum pipe_format dst_format, void *dst, enum pipe_format src_format, const void *src, unsigned n)
{
   uint8_t s[CHUNK];
   const bool to_zs = pipe_format_is_depth_or_stencil(dst_format);
   const enum pipe_format color = to_zs ? src_format : dst_format;
   const bool integer = pipe_format_is_pure_int(color);
   union {
      float f[CHUNK][4];
      int32_t i[CHUNK][4];
   } v = { 0 };
   if (to_zs) {
      if (integer)
         pipe_unpack_sint(color, v.i, src, n);
      else
         pipe_unpack_float(color, v.f, src, n);
      for (unsigned i = 0; i < n; i++)
         s[i] = (uint8_t)(integer ? v.i[i][0] : (int32_t)v.f[i][0]);
      pipe_pack_s8(dst_format, dst, s, n);
      return;
   }
   const uint8_t mask = pipe_format_is_pure_sint(color) && pipe_format_component_bits(color, 0) == 8 ? 0x7f : 0xff;
   pipe_unpack_s8(src_format, s, src, n);
   for (unsigned i = 0; i < n; i++) {
      if (integer)
         v.i[i][0] = s[i] & mask;
      else
         v.f[i][0] = s[i];
   }
   if (integer)
      pipe_pack_sint(color, dst, (const int32_t (*)[4])v.i, n);
   else
      pipe_pack_float(color, dst, (const float (*)[4])v.f, n);
}

static void convert_chunk(enum path path, enum pipe_format dst_format, void *dst, enum pipe_format src_format,
                          const void *src, unsigned n, const uint8_t *swizzle)
{
   union {
      uint8_t b[CHUNK][4];
      float f[CHUNK][4];
      uint32_t u[CHUNK][4];
      int32_t s[CHUNK][4];
   } v;
   switch (path) {
   case PATH_UNORM8:
      pipe_unpack_unorm8(src_format, v.b, src, n);
      if (swizzle)
         swizzle8(v.b, n, swizzle);
      pipe_pack_unorm8(dst_format, dst, (const uint8_t (*)[4])v.b, n);
      break;
   case PATH_FLOAT:
      pipe_unpack_float(src_format, v.f, src, n);
      if (swizzle)
         swizzle32(v.u, n, swizzle, 0x3f800000);
      pipe_pack_float(dst_format, dst, (const float (*)[4])v.f, n);
      break;
   case PATH_UINT:
      pipe_unpack_uint(src_format, v.u, src, n);
      if (swizzle)
         swizzle32(v.u, n, swizzle, 1);
      pipe_pack_uint(dst_format, dst, (const uint32_t (*)[4])v.u, n);
      break;
   case PATH_SINT:
      pipe_unpack_sint(src_format, v.s, src, n);
      if (swizzle)
         swizzle32(v.u, n, swizzle, 1);
      pipe_pack_sint(dst_format, dst, (const int32_t (*)[4])v.s, n);
      break;
   case PATH_Z_CHANNEL: convert_z_channel(dst_format, dst, src_format, src, n); break;
   case PATH_S_CHANNEL: convert_s_channel(dst_format, dst, src_format, src, n); break;
   default:
      convert_zs(path, dst_format, dst, src_format, src, n);
   }
}

static void copy_rows(uint8_t *dst, ptrdiff_t dst_stride_B, const uint8_t *src, ptrdiff_t src_stride_B,
                      size_t row_size_B, unsigned rows)
{
   if (dst_stride_B == src_stride_B && dst_stride_B == (ptrdiff_t)row_size_B) {
      memcpy(dst, src, row_size_B * rows);
      return;
   }
   for (unsigned y = 0; y < rows; y++)
      memcpy(dst + (ptrdiff_t)y * dst_stride_B, src + (ptrdiff_t)y * src_stride_B, row_size_B);
}

bool pipe_convert_rect(enum pipe_format dst_format, void *dst, ptrdiff_t dst_stride_B, enum pipe_format src_format,
                       const void *src, ptrdiff_t src_stride_B, unsigned width, unsigned height, const uint8_t *swizzle)
{
   uint8_t *to = dst;
   const uint8_t *from = src;
   if (is_identity(swizzle))
      swizzle = NULL;
   if (dst_format == src_format && !swizzle) {
      copy_rows(to, dst_stride_B, from, src_stride_B, pipe_format_stride_B(dst_format, width),
                pipe_format_rows(dst_format, height));
      return true;
   }
   row_kernel *kernel = swizzle ? NULL : find_kernel(dst_format, src_format);
   enum path path = choose_path(dst_format, src_format);
   if (path == PATH_NONE)
      return false;
   unsigned dst_B = pipe_format_block_size_B(dst_format), src_B = pipe_format_block_size_B(src_format);
   for (unsigned y = 0; y < height; y++, to += dst_stride_B, from += src_stride_B) {
      if (kernel) {
         kernel(to, from, width);
         continue;
      }
      for (unsigned x = 0; x < width; x += CHUNK) {
         unsigned n = width - x < CHUNK ? width - x : CHUNK;
         convert_chunk(path, dst_format, to + (size_t)x * dst_B, src_format, from + (size_t)x * src_B, n, swizzle);
      }
   }
   return true;
}
