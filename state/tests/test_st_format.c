/* Formats: the table against itself, known texels against the values that the specifications give, and a round trip of
 * every format that can be packed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "state/pipe_format_float.h"
#include "state/pipe_format_pack.h"

/* Bytes of a texel and the colour it stands for. */
static const struct {
   enum pipe_format format;
   uint8_t bytes[16];
   float rgba[4];
} texels[] = {
   { PIPE_FORMAT_R8G8B8A8_UNORM, { 255, 51, 0, 102 }, { 1, 0.2f, 0, 0.4f } },
   { PIPE_FORMAT_B8G8R8A8_UNORM, { 255, 51, 0, 102 }, { 0, 0.2f, 1, 0.4f } },
   { PIPE_FORMAT_A8R8G8B8_UNORM, { 255, 51, 0, 102 }, { 0.2f, 0, 0.4f, 1 } },
   { PIPE_FORMAT_R8G8B8X8_UNORM, { 255, 51, 0, 255 }, { 1, 0.2f, 0, 1 } },
   { PIPE_FORMAT_R8_UNORM, { 51 }, { 0.2f, 0, 0, 1 } },
   { PIPE_FORMAT_L8_UNORM, { 51 }, { 0.2f, 0.2f, 0.2f, 1 } },
   { PIPE_FORMAT_A8_UNORM, { 51 }, { 0, 0, 0, 0.2f } },
   { PIPE_FORMAT_I8_UNORM, { 51 }, { 0.2f, 0.2f, 0.2f, 0.2f } },
   { PIPE_FORMAT_L8A8_UNORM, { 51, 102 }, { 0.2f, 0.2f, 0.2f, 0.4f } },
   { PIPE_FORMAT_R8G8B8A8_SNORM, { 127, 129, 0, 127 }, { 1, -1, 0, 1 } },
   { PIPE_FORMAT_B5G6R5_UNORM, { 0x00, 0xf8 }, { 1, 0, 0, 1 } }, /* red is in the high bits, as in GL 5_6_5 */
   { PIPE_FORMAT_B5G6R5_UNORM, { 0x1f, 0x00 }, { 0, 0, 1, 1 } },
   { PIPE_FORMAT_B5G6R5_UNORM, { 0xe0, 0x07 }, { 0, 1, 0, 1 } },
   { PIPE_FORMAT_A4B4G4R4_UNORM, { 0x3c, 0xf0 }, { 1, 0, 0.2f, 0.8f } }, /* GL 4_4_4_4: 0xf03c... red first */
   { PIPE_FORMAT_A1B5G5R5_UNORM, { 0x01, 0xf8 }, { 1, 0, 0, 1 } },
   { PIPE_FORMAT_A1B5G5R5_UNORM, { 0x3e, 0x00 }, { 0, 0, 1, 0 } },
   { PIPE_FORMAT_R10G10B10A2_UNORM, { 0xff, 0x03, 0x00, 0x40 }, { 1, 0, 0, 1 / 3.0f } },
   { PIPE_FORMAT_R16_UNORM, { 0x33, 0x33 }, { 0.2f, 0, 0, 1 } },
   { PIPE_FORMAT_R16_FLOAT, { 0x00, 0x3c }, { 1, 0, 0, 1 } },
   { PIPE_FORMAT_R16_FLOAT, { 0x00, 0xc0 }, { -2, 0, 0, 1 } },
   { PIPE_FORMAT_R16_FLOAT, { 0x01, 0x00 }, { 0x1p-24f, 0, 0, 1 } },
   { PIPE_FORMAT_R16_FLOAT, { 0xff, 0x7b }, { 65504, 0, 0, 1 } },
   { PIPE_FORMAT_R32_FLOAT, { 0x00, 0x00, 0xa0, 0x3f }, { 1.25f, 0, 0, 1 } },
   { PIPE_FORMAT_R32_FIXED, { 0x00, 0x80, 0xff, 0xff }, { -0.5f, 0, 0, 1 } },
   { PIPE_FORMAT_R16G16_SSCALED, { 0xff, 0xff, 0x02, 0x00 }, { -1, 2, 0, 1 } },
   { PIPE_FORMAT_R8_USCALED, { 200 }, { 200, 0, 0, 1 } },
   { PIPE_FORMAT_R64_FLOAT, { 0, 0, 0, 0, 0, 0, 0xf8, 0x3f }, { 1.5f, 0, 0, 1 } },
   { PIPE_FORMAT_R11G11B10_FLOAT, { 0xc0, 0x03, 0x20, 0x80 }, { 1, 2, 2, 1 } }, /* 0x3c0, 0x400, 0x200 */
   { PIPE_FORMAT_R9G9B9E5_FLOAT, { 0x00, 0x01, 0x00, 0x80 }, { 1, 0, 0, 1 } },  /* 256 * 2^(16-15-9) */
   { PIPE_FORMAT_R8G8B8A8_SRGB, { 255, 0, 255, 51 }, { 1, 0, 1, 0.2f } },
};

static void test_known_texels(void **state)
{
   for (unsigned i = 0; i < sizeof texels / sizeof texels[0]; i++) {
      const char *name = pipe_format_name(texels[i].format);
      float rgba[1][4];
      pipe_unpack_float(texels[i].format, rgba, texels[i].bytes, 1);
      for (unsigned k = 0; k < 4; k++) {
         if (fabsf(rgba[0][k] - texels[i].rgba[k]) > 1e-6f)
            fail_msg("%s (row %u): component %u is %g, expected %g", name, i, k, rgba[0][k], texels[i].rgba[k]);
      }
      uint8_t bytes[32];
      pipe_pack_float(texels[i].format, bytes, &texels[i].rgba, 1);
      if (memcmp(bytes, texels[i].bytes, pipe_format_block_size_B(texels[i].format)))
         fail_msg("%s (row %u): packs to %02x %02x %02x %02x", name, i, bytes[0], bytes[1], bytes[2], bytes[3]);
   }
}

/* Unpack of any bits, pack, unpack: the values must be the same, for every format. 97 pixels: more than a chunk. */
static void test_round_trip(void **state)
{
   enum { N = 97 };
   static uint8_t bytes[N * 32], again[N * 32];
   static float f1[N][4], f2[N][4];
   static uint32_t u1[N][4], u2[N][4];
   static int32_t s1[N][4], s2[N][4];
   unsigned tested = 0;
   for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
      if (!pipe_format_can_pack(f) || pipe_format_is_depth_or_stencil(f))
         continue;
      uint32_t seed = 12345;
      for (unsigned i = 0; i < sizeof bytes; i++)
         bytes[i] = (seed = seed * 1664525 + 1013904223) >> 24;
      memset(again, 0x5a, sizeof again);
      if (pipe_format_is_pure_uint(f)) {
         pipe_unpack_uint(f, u1, bytes, N);
         pipe_pack_uint(f, again, (const uint32_t (*)[4])u1, N);
         pipe_unpack_uint(f, u2, again, N);
         assert_memory_equal(u1, u2, sizeof u1);
      } else if (pipe_format_is_pure_sint(f)) {
         pipe_unpack_sint(f, s1, bytes, N);
         pipe_pack_sint(f, again, (const int32_t (*)[4])s1, N);
         pipe_unpack_sint(f, s2, again, N);
         assert_memory_equal(s1, s2, sizeof s1);
      } else {
         bool wide = pipe_format_first_channel(f)->size == 64;
         pipe_unpack_float(f, f1, bytes, N);
         pipe_pack_float(f, again, (const float (*)[4])f1, N);
         pipe_unpack_float(f, f2, again, N);
         for (unsigned i = 0; i < N; i++) {
            for (unsigned k = 0; k < 4; k++) {
               if (isnan(f1[i][k]) ? !isnan(f2[i][k]) && pipe_format_is_float(f) : f1[i][k] != f2[i][k] && !wide)
                  fail_msg("%s: %.9g became %.9g", pipe_format_name(f), f1[i][k], f2[i][k]);
            }
         }
      }
      tested++;
   }
   assert_true(tested > 200);
}

static void test_table(void **state)
{
   for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
      const struct pipe_format_desc *desc = pipe_format_desc(f);
      assert_true(desc->block_size_B > 0 && desc->channel_count > 0);
      if (desc->colorspace == PIPE_COLORSPACE_SRGB) {
         enum pipe_format linear = pipe_format_linear(f);
         if (linear == PIPE_FORMAT_NONE || pipe_format_srgb(linear) != f)
            fail_msg("%s: linear partner %s", desc->name, pipe_format_name(linear));
      }
   }
   assert_int_equal(pipe_format_linear(PIPE_FORMAT_DXT5_SRGBA), PIPE_FORMAT_DXT5_RGBA);
   assert_int_equal(pipe_format_srgb(PIPE_FORMAT_R16_FLOAT), PIPE_FORMAT_NONE);
   assert_ptr_equal(pipe_format_desc(PIPE_FORMAT_COUNT + 7), pipe_format_desc(PIPE_FORMAT_NONE));
   assert_true(pipe_format_has_depth(PIPE_FORMAT_Z24_UNORM_S8_UINT) && pipe_format_has_stencil(PIPE_FORMAT_Z24_UNORM_S8_UINT));
   assert_true(!pipe_format_has_depth(PIPE_FORMAT_S8_UINT) && pipe_format_has_stencil(PIPE_FORMAT_S8_UINT));
   assert_true(!pipe_format_has_alpha(PIPE_FORMAT_R8G8B8X8_UNORM) && pipe_format_has_alpha(PIPE_FORMAT_A8_UNORM));
   assert_int_equal(pipe_format_component_bits(PIPE_FORMAT_B5G6R5_UNORM, 1), 6);
   assert_int_equal(pipe_format_component_bits(PIPE_FORMAT_Z24_UNORM_S8_UINT, 0), 24);
   assert_int_equal(pipe_format_stride_B(PIPE_FORMAT_ETC1_RGB8, 5), 16);
   assert_int_equal(pipe_format_image_size_B(PIPE_FORMAT_DXT5_RGBA, 5, 9), 2 * 3 * 16);
}

/* Rounding, clamping and special values of the small floats (GL 4.6, 2.3.4). */
static void test_small_floats(void **state)
{
   for (unsigned h = 0; h < 0x10000; h++) { /* every half survives */
      float f = pipe_half_to_float(h);
      if (!isnan(f))
         assert_int_equal(pipe_float_to_half(f), h);
      else
         assert_true((pipe_float_to_half(f) & 0x7fff) > 0x7c00);
   }
   assert_int_equal(pipe_float_to_half(65519.0f), 0x7bff);
   assert_int_equal(pipe_float_to_half(65520.0f), 0x7c00);
   assert_int_equal(pipe_float_to_half(2049.0f), 0x6800); /* tie: to even */
   assert_int_equal(pipe_float_to_half(2051.0f), 0x6802);
   assert_int_equal(pipe_float_to_half(-0.0f), 0x8000);
   assert_int_equal(pipe_float_to_half(0x1p-25f), 0);
   assert_int_equal(pipe_float_to_half(0x1.8p-25f), 1);
   assert_int_equal(pipe_float_to_ufloat(-1.0f, 6), 0);
   assert_int_equal(pipe_float_to_ufloat(1e9f, 6), 0x7bf);     /* 65024, the largest finite */
   assert_int_equal(pipe_float_to_ufloat(INFINITY, 6), 0x7c0);
   assert_int_equal(pipe_float_to_ufloat(1.0f, 5), 0x1e0);
   assert_true(pipe_float_to_ufloat(NAN, 6) > 0x7c0);
   const float big[3] = { 1e9f, -1, NAN };
   float rgb[3];
   pipe_unpack_rgb9e5(pipe_pack_rgb9e5(big), rgb);
   assert_true(rgb[0] == 65408.0f && rgb[1] == 0 && rgb[2] == 0);
   for (unsigned i = 0; i < 256; i++)
      assert_int_equal(pipe_linear_to_srgb8(pipe_srgb8_to_linear[i]), i);
   assert_int_equal(pipe_linear_to_srgb8(0.5f), 188);
   assert_int_equal(pipe_linear_to_srgb8(-3), 0);
   assert_int_equal(pipe_linear_to_srgb8(7), 255);
}

static void test_clamping(void **state)
{
   const float wild[3][4] = { { -1, 2, NAN, 0.5f }, { INFINITY, -INFINITY, 0.4999f, 1e30f }, { 0.00195f, 0.00197f, 1, 0 } };
   uint8_t un[3][4], sn[3][4];
   pipe_pack_float(PIPE_FORMAT_R8G8B8A8_UNORM, un, wild, 3);
   assert_memory_equal(un, ((uint8_t[12]){ 0, 255, 0, 128, 255, 0, 127, 255, 0, 1, 255, 0 }), 12);
   pipe_pack_float(PIPE_FORMAT_R8G8B8A8_SNORM, sn, wild, 1);
   assert_memory_equal(sn, ((uint8_t[4]){ 129, 127, 0, 64 }), 4);
   const uint32_t big[1][4] = { { 300, 5, 0xffffffff, 255 } };
   pipe_pack_uint(PIPE_FORMAT_R8G8B8A8_UINT, un, big, 1);
   assert_memory_equal(un, ((uint8_t[4]){ 255, 5, 255, 255 }), 4);
   pipe_pack_uint(PIPE_FORMAT_R8G8B8A8_SINT, un, big, 1);
   assert_memory_equal(un, ((uint8_t[4]){ 127, 5, 127, 127 }), 4);
   const int32_t neg[1][4] = { { -300, -5, 5, 300 } };
   pipe_pack_sint(PIPE_FORMAT_R8G8B8A8_SINT, un, neg, 1);
   assert_memory_equal(un, ((uint8_t[4]){ 128, 251, 5, 127 }), 4);
   pipe_pack_sint(PIPE_FORMAT_R8G8B8A8_UINT, un, neg, 1);
   assert_memory_equal(un, ((uint8_t[4]){ 0, 0, 5, 255 }), 4);
}

static void test_depth_stencil(void **state)
{
   static const enum pipe_format formats[] = { PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z32_UNORM, PIPE_FORMAT_Z24X8_UNORM,
      PIPE_FORMAT_X8Z24_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_S8_UINT_Z24_UNORM, PIPE_FORMAT_Z32_FLOAT,
      PIPE_FORMAT_Z32_FLOAT_S8X24_UINT };
   const float z[4] = { 0, 0.25f, 1, 2 }, expect[4] = { 0, 0.25f, 1, 1 };
   for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++) {
      bool is_float = pipe_format_component_bits(formats[f], 0) == 32 && formats[f] != PIPE_FORMAT_Z32_UNORM;
      uint8_t bytes[4 * 8] = { 0 };
      float back[4];
      uint32_t u[4];
      pipe_pack_z_float(formats[f], bytes, z, 4);
      pipe_unpack_z_float(formats[f], back, bytes, 4);
      for (unsigned i = 0; i < 4; i++)
         assert_float_equal(back[i], is_float ? z[i] : expect[i], 1e-5f);
      pipe_unpack_z_unorm32(formats[f], u, bytes, 4);
      assert_true(u[0] == 0 && u[2] == UINT32_MAX && u[3] == UINT32_MAX);
      if (!pipe_format_has_stencil(formats[f]))
         continue;
      const uint8_t s[4] = { 1, 2, 254, 255 };
      uint8_t s2[4];
      float back2[4];
      pipe_pack_s8(formats[f], bytes, s, 4);
      pipe_unpack_s8(formats[f], s2, bytes, 4);
      assert_memory_equal(s, s2, 4);
      pipe_unpack_z_float(formats[f], back2, bytes, 4);
      assert_memory_equal(back, back2, sizeof back); /* depth untouched */
   }
   /* Codes survive floats, and widening to 32 bits; rounding back is to nearest. */
   for (uint32_t code = 0; code < 1 << 24; code += 4093) {
      uint32_t word = code, wide, above[2] = { code << 8 | 0xcd, 0x12 };
      float depth[2];
      pipe_unpack_z_float(PIPE_FORMAT_S8_UINT_Z24_UNORM, depth, above, 2);
      assert_true(depth[0] == (float)(code / 16777215.0) && depth[1] == 0);
      above[0] = 0xffffff34;
      depth[1] = NAN;
      pipe_pack_z_float(PIPE_FORMAT_S8_UINT_Z24_UNORM, above, depth, 2);
      assert_true(above[0] == (code << 8 | 0x34) && above[1] == 0x12);
      pipe_unpack_z_unorm32(PIPE_FORMAT_Z24X8_UNORM, &wide, &word, 1);
      word = 0xab000000;
      pipe_pack_z_unorm32(PIPE_FORMAT_Z24X8_UNORM, &word, &wide, 1);
      assert_int_equal(word, 0xab000000 | code);
      uint16_t narrow;
      pipe_pack_z_unorm32(PIPE_FORMAT_Z16_UNORM, &narrow, &wide, 1);
      assert_true(fabs(narrow / 65535.0 - wide / 4294967295.0) <= 0.5 / 65535 + 1e-9);
   }
   /* GL's UNSIGNED_INT_24_8 has depth on top. */
   const uint32_t gl[2] = { 0x80000112, 0xffffff34 };
   uint32_t ours[2];
   assert_true(pipe_convert_rect(PIPE_FORMAT_Z24_UNORM_S8_UINT, ours, 8, PIPE_FORMAT_S8_UINT_Z24_UNORM, gl, 8, 2, 1, NULL));
   assert_int_equal(ours[0], 0x12800001);
   assert_int_equal(ours[1], 0x34ffffff);
}

/* Row kernels against the conversion of one value, which goes through floats. */
static void test_row_kernels(void **state)
{
   static uint16_t halves[65536];
   static float floats[65536 + 64], back[65536 + 64];
   static uint8_t rgba[65536][4];
   static uint16_t packed[65536];
   (void)state;
   for (unsigned i = 0; i < 65536; i++)
      halves[i] = (uint16_t)i;
   assert_true(pipe_convert_rect(PIPE_FORMAT_R32G32B32A32_FLOAT, floats, 0, PIPE_FORMAT_R16G16B16A16_FLOAT, halves, 0, 65536 / 4, 1, NULL));
   for (unsigned i = 0; i < 65536; i++)
      assert_int_equal(pipe_float_bits(floats[i]), pipe_float_bits(pipe_half_to_float(halves[i])));
   for (uint32_t sample = 0; sample < 64; sample++) {
      /* Every exponent and sign, with mantissas of which some lie between two halves. */
      for (uint32_t i = 0; i < 512; i++)
         for (uint32_t k = 0; k < 128; k++)
            back[i * 128 + k] = pipe_bits_float(i << 23 | k << 16 | (sample & 1 ? 0x1000 : 0) | (sample >> 1) * 0x333);
      assert_true(pipe_convert_rect(PIPE_FORMAT_R16_FLOAT, halves, 0, PIPE_FORMAT_R32_FLOAT, back, 0, 65536, 1, NULL));
      for (unsigned i = 0; i < 65536; i++)
         assert_int_equal(halves[i], pipe_float_to_half(back[i]));
   }
   for (unsigned i = 0; i < 65536; i++)
      packed[i] = (uint16_t)i;
   assert_true(pipe_convert_rect(PIPE_FORMAT_R8G8B8A8_UNORM, rgba, 0, PIPE_FORMAT_B5G6R5_UNORM, packed, 0, 65536, 1, NULL));
   for (unsigned i = 0; i < 65536; i++) {
      float v[1][4];
      uint8_t wanted[4];
      pipe_unpack_float(PIPE_FORMAT_B5G6R5_UNORM, v, &packed[i], 1);
      pipe_pack_float(PIPE_FORMAT_R8G8B8A8_UNORM, wanted, (const float (*)[4])v, 1);
      assert_memory_equal(rgba[i], wanted, 4);
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)((i >> c * 5) + c * 97);
   }
   for (unsigned source = 0; source < 2; source++) {
      const enum pipe_format from = source ? PIPE_FORMAT_R8G8B8_UNORM : PIPE_FORMAT_R8G8B8A8_UNORM;
      assert_true(pipe_convert_rect(PIPE_FORMAT_B5G6R5_UNORM, packed, 0, from, rgba, 0, 65536, 1, NULL));
      for (unsigned i = 0; i < 65536; i++) {
         float v[1][4];
         uint16_t wanted;
         pipe_unpack_float(from, v, (const uint8_t *)rgba + i * (source ? 3 : 4), 1);
         pipe_pack_float(PIPE_FORMAT_B5G6R5_UNORM, &wanted, (const float (*)[4])v, 1);
         assert_int_equal(packed[i], wanted);
      }
   }
}

static void test_convert(void **state)
{
   enum { W = 70, H = 3 };
   static uint8_t src[H][W][4], dst[H][W][4], rgb[H][W][3];
   for (unsigned i = 0; i < sizeof src; i++)
      ((uint8_t *)src)[i] = i * 7 + 3;
   /* Every kernel against the generic road (packed through unorm8 values). */
   static const enum pipe_format f8[] = { PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM,
      PIPE_FORMAT_B8G8R8X8_UNORM, PIPE_FORMAT_R8G8B8_UNORM };
   for (unsigned a = 0; a < 5; a++) {
      for (unsigned b = 0; b < 5; b++) {
         if (a == b)
            continue;
         static uint8_t values[W][4], expect[W * 4];
         unsigned size_B = pipe_format_block_size_B(f8[a]), src_B = pipe_format_block_size_B(f8[b]);
         assert_true(pipe_convert_rect(f8[a], dst, W * size_B, f8[b], src, W * src_B, W, H, NULL));
         for (unsigned y = 0; y < H; y++) {
            pipe_unpack_unorm8(f8[b], values, (uint8_t *)src + y * W * src_B, W);
            pipe_pack_unorm8(f8[a], expect, (const uint8_t (*)[4])values, W);
            assert_memory_equal((uint8_t *)dst + y * W * size_B, expect, W * size_B);
         }
      }
   }
   /* Negative stride mirrors. */
   assert_true(pipe_convert_rect(PIPE_FORMAT_R8G8B8A8_UNORM, dst[H - 1], -(ptrdiff_t)sizeof dst[0], PIPE_FORMAT_R8G8B8A8_UNORM,
                                 src, sizeof src[0], W, H, NULL));
   assert_memory_equal(dst[0], src[H - 1], sizeof src[0]);
   /* A frame buffer's alpha into one-channel storage. */
   const uint8_t alpha_first[4] = { PIPE_SWIZZLE_W, PIPE_SWIZZLE_0, PIPE_SWIZZLE_0, PIPE_SWIZZLE_1 };
   static uint8_t r8[W];
   assert_true(pipe_convert_rect(PIPE_FORMAT_R8_UNORM, r8, W, PIPE_FORMAT_R8G8B8A8_UNORM, src, 0, W, 1, alpha_first));
   for (unsigned i = 0; i < W; i++)
      assert_int_equal(r8[i], src[0][i][3]);
   /* 565 -> 8888 rounds to nearest; and no conversion where none makes sense. */
   const uint16_t c565 = 0x8410; /* 16, 32, 16 */
   uint8_t c8[4];
   assert_true(pipe_convert_rect(PIPE_FORMAT_R8G8B8A8_UNORM, c8, 4, PIPE_FORMAT_B5G6R5_UNORM, &c565, 2, 1, 1, NULL));
   assert_memory_equal(c8, ((uint8_t[4]){ 132, 130, 132, 255 }), 4);
   assert_false(pipe_convert_rect(PIPE_FORMAT_R8_UINT, r8, W, PIPE_FORMAT_R8_UNORM, src, W, 1, 1, NULL));
   assert_false(pipe_convert_rect(PIPE_FORMAT_Z16_UNORM, r8, W, PIPE_FORMAT_R8G8_UNORM, src, W, 1, 1, NULL));
   assert_false(pipe_convert_rect(PIPE_FORMAT_R8G8B8A8_UNORM, dst, W, PIPE_FORMAT_DXT1_RGB, src, W, 1, 1, NULL));
   (void)rgb;
}

/* Blocks worked out by hand from the extension's text. */
static void test_etc1(void **state)
{
   uint8_t t[4][4][4];
   /* Individual mode, no flip, base 0xf/0x0 (left red, right blue), codewords 0 and 7, all indices 0: +2, +47. */
   const uint8_t individual[8] = { 0xf0, 0x00, 0x0f, 0 << 5 | 7 << 2, 0, 0, 0, 0 };
   pipe_decode_etc1(individual, t);
   assert_memory_equal(t[0][0], ((uint8_t[4]){ 255, 2, 2, 255 }), 4);
   assert_memory_equal(t[3][1], ((uint8_t[4]){ 255, 2, 2, 255 }), 4);
   assert_memory_equal(t[0][2], ((uint8_t[4]){ 47, 47, 255, 255 }), 4);
   /* Differential, flipped: base 16 (132), difference -1 (15: 123); first pixel of the second column has index 3: -8. */
   const uint8_t differential[8] = { 16 << 3 | 7, 16 << 3 | 7, 16 << 3 | 7, 3, 0, 1 << 4, 0, 1 << 4 };
   pipe_decode_etc1(differential, t);
   assert_memory_equal(t[0][0], ((uint8_t[4]){ 134, 134, 134, 255 }), 4);
   assert_memory_equal(t[0][1], ((uint8_t[4]){ 124, 124, 124, 255 }), 4);
   assert_memory_equal(t[2][0], ((uint8_t[4]){ 125, 125, 125, 255 }), 4);
   /* An image that ends inside a block writes only its own texels. */
   uint8_t image[2][5][4];
   const uint8_t blocks[16] = { [3] = 0, [8] = 0xff, [9] = 0xff, [10] = 0xff };
   memset(image, 0xee, sizeof image);
   pipe_decode_etc_image(PIPE_FORMAT_ETC1_RGB8, image[0][0], sizeof image[0], blocks, 16, 5, 1);
   assert_memory_equal(image[0][4], ((uint8_t[4]){ 255, 255, 255, 255 }), 4);
   assert_int_equal(image[1][0][0], 0xee);
}

/* Bits of a block from bit `first` on. */
static void put_bits(uint8_t block[16], unsigned first, unsigned count, unsigned value)
{
   for (unsigned i = 0; i < count; i++)
      block[(first + i) / 8] |= (uint8_t)((value >> i & 1) << (first + i) % 8);
}

static void expect_color(const uint8_t block[16], unsigned r, unsigned g, unsigned b, unsigned a)
{
   uint8_t texels[PIPE_ASTC_MAX_TEXELS][4];
   pipe_decode_astc_block(6, 5, false, block, texels);
   for (unsigned i = 0; i < 30; i++)
      assert_memory_equal(texels[i], ((uint8_t[4]){ (uint8_t)r, (uint8_t)g, (uint8_t)b, (uint8_t)a }), 4);
}

/* OpenGL ES 3.2, appendix C.2: values computed by hand. Random blocks: tests/api/body_astc.c. */
static void test_astc(void **state)
{
   uint8_t block[16] = { 0 }, texels[PIPE_ASTC_MAX_TEXELS][4];
   expect_color(block, 255, 0, 255, 255); /* a reserved mode */
   put_bits(block, 0, 12, 0xdfc);         /* a void extent without coordinates */
   put_bits(block, 12, 32, ~0u);
   put_bits(block, 44, 20, 0xfffff);
   for (unsigned c = 0; c < 4; c++)
      put_bits(block, 64 + 16 * c, 16, 0x1234 + 0x2222 * c);
   expect_color(block, 0x12, 0x34, 0x56, 0x78);
   block[1] |= 2; /* HDR */
   expect_color(block, 255, 0, 255, 255);
   block[1] &= (uint8_t)~2;
   block[7] &= 0x7f; /* coordinates: the upper t is less than the lower one */
   expect_color(block, 255, 0, 255, 255);

   /* A 4 x 4 grid of 2-bit weights, one partition, luminance from 16 to 240. */
   memset(block, 0, sizeof(block));
   put_bits(block, 0, 17, 0x42);
   put_bits(block, 17, 8, 16);
   put_bits(block, 25, 8, 240);
   for (unsigned i = 0; i < 16; i++) {
      put_bits(block, 127 - 2 * i, 1, i & 1);
      put_bits(block, 126 - 2 * i, 1, i >> 1 & 1);
   }
   pipe_decode_astc_block(4, 4, false, block, texels);
   for (unsigned i = 0; i < 16; i++) {
      static const uint8_t level[4] = { 16, 89, 167, 240 };
      assert_memory_equal(texels[i], ((uint8_t[4]){ level[i % 4], level[i % 4], level[i % 4], 255 }), 4);
   }
}

/* 3DFX_texture_compression_FXT1, appendix: values computed by hand, one block of each mode. Random blocks: tests/api/body_fxt1.c. */
static void test_fxt1(void **state)
{
   static const struct {
      struct { uint8_t first, count; uint32_t value; } field[7];
      uint8_t texel0[4], texel16[4];
   } rows[] = {
      /* CC_HI, blue 31 to red 31: a third of the way; transparent black */
      {{{96, 5, 31}, {121, 5, 31}, {0, 3, 2}, {48, 3, 7}}, {85, 0, 170, 255}, {0, 0, 0, 0}},
      /* CC_CHROMA: the second and the fourth colour */
      {{{125, 3, 2}, {84, 5, 16}, {119, 5, 1}, {0, 2, 1}, {32, 2, 3}}, {0, 132, 0, 255}, {8, 0, 0, 255}},
      /* CC_MIXED: greens of 6 bits, 0 and 63; the lowest bits are those of the first index and the highest bits of the block */
      {{{127, 1, 1}, {84, 5, 31}, {125, 1, 1}, {0, 2, 3}, {32, 2, 1}}, {0, 255, 0, 255}, {0, 0, 0, 255}},
      /* CC_MIXED with alpha: halfway; transparent black */
      {{{127, 1, 1}, {124, 1, 1}, {89, 5, 31}, {0, 2, 1}, {32, 2, 3}}, {127, 0, 0, 255}, {0, 0, 0, 0}},
      /* CC_ALPHA: the third colour; transparent black */
      {{{125, 3, 3}, {94, 5, 31}, {119, 5, 16}, {0, 2, 2}, {32, 2, 3}}, {0, 0, 255, 132}, {0, 0, 0, 0}},
      /* CC_ALPHA, ramps from the outer colours to the second one */
      {{{125, 3, 3}, {124, 1, 1}, {114, 5, 31}, {109, 5, 31}, {104, 5, 31}, {0, 2, 1}, {32, 2, 1}}, {0, 0, 0, 255}, {170, 0, 0, 85}},
   };
   uint8_t texels[4][8][4];
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      uint8_t block[16] = { 0 };
      for (unsigned f = 0; f < 7; f++)
         put_bits(block, rows[i].field[f].first, rows[i].field[f].count, rows[i].field[f].value);
      pipe_decode_fxt1_block(block, texels);
      assert_memory_equal(texels[0][0], rows[i].texel0, 4);
      assert_memory_equal(texels[0][4], rows[i].texel16, 4);
   }
   /* Four colours with three values of alpha, in an image that ends inside of its blocks, come back. */
   static const uint8_t colors[4][4] = { { 255, 0, 0, 0 }, { 0, 255, 0, 132 }, { 0, 0, 0, 0 }, { 0, 0, 255, 255 } };
   uint8_t image[5][9][4], back[5][9][4], blocks[4 * 16];
   for (unsigned t = 0; t < 45; t++)
      memcpy(image[t / 9][t % 9], colors[(t / 9 + t % 9) % 4], 4);
   pipe_compress_image(PIPE_FORMAT_FXT1_RGBA, blocks, 32, image[0][0], sizeof(image[0]), 9, 5);
   pipe_decode_fxt1_image(PIPE_FORMAT_FXT1_RGBA, back[0][0], sizeof(back[0]), blocks, 32, 9, 5);
   assert_memory_equal(image, back, sizeof(image));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_table), cmocka_unit_test(test_known_texels), cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_small_floats), cmocka_unit_test(test_clamping), cmocka_unit_test(test_depth_stencil),
      cmocka_unit_test(test_row_kernels), cmocka_unit_test(test_convert), cmocka_unit_test(test_etc1), cmocka_unit_test(test_astc),
      cmocka_unit_test(test_fxt1),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
