/* fmt_bc.c: block-compressed texels: BC1-3 (S3TC), BC4-5 (RGTC); BC6 and BC7 are in fmt_bptc.c. BC1-3 give colours of 8
 * bits per channel, rounded from the exact value: EXT_texture_compression_s3tc leaves the precision open. */
#include "winsys/sim/surf/fmt.h"

#include <string.h>

bool fmt_bc_is_rgba8(unsigned data_format)
{
   return data_format <= FMT_BC1 + 2 || data_format == FMT_BC7;
}

/* (c0 * parts0 + c1 * parts1) / parts, rounded to 8 bits. */
static inline uint32_t mixed(uint32_t c0, uint32_t c1, unsigned parts0, unsigned parts1, unsigned parts)
{
   uint32_t r = (c0 >> 11) * parts0 + (c1 >> 11) * parts1, g = (c0 >> 5 & 63) * parts0 + (c1 >> 5 & 63) * parts1;
   uint32_t blue = (c0 & 31) * parts0 + (c1 & 31) * parts1, five = 31 * parts, six = 63 * parts;
   return (r * 510 + five) / (2 * five) | (g * 510 + six) / (2 * six) << 8 | (blue * 510 + five) / (2 * five) << 16 | 0xff000000;
}

/* Colour part of BC1-3. punch: BC1's three-colour mode with transparent black. */
static void color_block(const uint8_t *b, bool punch, uint32_t out[16])
{
   uint32_t c0 = b[0] | b[1] << 8, c1 = b[2] | b[3] << 8, codes, color[4] = { 0 };
   unsigned n = punch && c0 <= c1 ? 2 : 3;
   for (unsigned k = 0; k <= n; k++) /* k == 0: c0, n: c1; what lies between has n - k parts of c0 */
      color[k] = n == 3 ? mixed(c0, c1, 3 - k, k, 3) : mixed(c0, c1, 2 - k, k, 2);
   uint32_t by_code[4] = { color[0], color[n], color[1], n == 2 ? 0 : color[2] };
   memcpy(&codes, b + 4, 4);
   for (unsigned i = 0; i < 16; i++)
      out[i] = by_code[codes >> 2 * i & 3];
}

static uint64_t channel_codes(const uint8_t *b)
{
   uint64_t codes = 0;
   for (unsigned n = 0; n < 6; n++)
      codes |= (uint64_t)b[2 + n] << 8 * n;
   return codes;
}

/* Numerator and denominator of one of the eight values between a0 and a1. */
static int channel_value(int a0, int a1, bool six, unsigned code, int min, int max, int *parts)
{
   *parts = 1;
   if (code < 2)
      return code ? a1 : a0;
   if (!six && code > 5)
      return code == 7 ? max : min;
   *parts = six ? 7 : 5;
   return (*parts + 1 - (int)code) * a0 + ((int)code - 1) * a1;
}

/* BC3's alpha. */
static void alpha_block(const uint8_t *b, uint32_t out[16])
{
   uint64_t codes = channel_codes(b);
   uint32_t value[8];
   for (unsigned code = 0; code < 8; code++) {
      int parts, sum = channel_value(b[0], b[1], b[0] > b[1], code, 0, 255, &parts);
      value[code] = (parts == 7 ? (uint32_t)(2 * sum + 7) / 14 : parts == 5 ? (uint32_t)(2 * sum + 5) / 10 : (uint32_t)sum) << 24;
   }
   for (unsigned i = 0; i < 16; i++)
      out[i] = (out[i] & 0xffffff) | value[codes >> 3 * i & 7];
}

void fmt_decode_bc_rgba8(unsigned data_format, const uint8_t *b, uint32_t out[16])
{
   switch (data_format) {
   case FMT_BC1:
      color_block(b, true, out);
      return;
   case FMT_BC1 + 1:
      color_block(b + 8, false, out);
      for (unsigned i = 0; i < 16; i++)
         out[i] = (out[i] & 0xffffff) | (b[i / 2] >> 4 * (i % 2) & 15) * 0x11000000u;
      return;
   case FMT_BC1 + 2:
      color_block(b + 8, false, out);
      alpha_block(b, out);
      return;
   case FMT_BC7:
      fmt_decode_bc7(b, out);
      return;
   default:
      memset(out, 0, 64);
   }
}

/* One channel of BC4, BC5. */
static void channel_block(const uint8_t *b, bool is_signed, unsigned c, uint32_t out[16][4])
{
   uint64_t codes = channel_codes(b);
   int a0 = is_signed ? (int8_t)b[0] : b[0], a1 = is_signed ? (int8_t)b[1] : b[1], max = is_signed ? 127 : 255;
   bool six = a0 > a1;
   uint32_t value[8];
   a0 = a0 < -127 ? -127 : a0; /* both mean -1 */
   a1 = a1 < -127 ? -127 : a1;
   for (unsigned code = 0; code < 8; code++) {
      int parts, sum = channel_value(a0, a1, six, code, is_signed ? -127 : 0, max, &parts);
      value[code] = fmt_bits((float)sum / (float)(parts * max));
   }
   for (unsigned i = 0; i < 16; i++)
      out[i][c] = value[codes >> 3 * i & 7];
}

void fmt_decode_bc_block(unsigned data_format, unsigned num, const uint8_t *b, uint32_t out[16][4])
{
   uint32_t rgba[16];
   uint16_t half[16][3];
   if (fmt_bc_is_rgba8(data_format)) {
      fmt_decode_bc_rgba8(data_format, b, rgba);
      for (unsigned i = 0; i < 16; i++)
         for (unsigned c = 0; c < 4; c++) {
            const unsigned v = rgba[i] >> 8 * c & 255;
            out[i][c] = fmt_bits(num == FMT_SRGB && c < 3 ? fmt_srgb_to_linear[v] : (float)v / 255.0f);
         }
      return;
   }
   for (unsigned i = 0; i < 16; i++) {
      out[i][0] = out[i][1] = out[i][2] = 0;
      out[i][3] = fmt_bits(1.0f);
   }
   switch (data_format) {
   case FMT_BC5:
      channel_block(b + 8, num == FMT_SNORM, 1, out);
      /* fallthrough */
   case FMT_BC4:
      channel_block(b, num == FMT_SNORM, 0, out);
      return;
   case FMT_BC6:
      fmt_decode_bc6(b, num == FMT_SNORM, half);
      for (unsigned i = 0; i < 16; i++)
         for (unsigned c = 0; c < 3; c++)
            out[i][c] = fmt_bits(fmt_from_half(half[i][c]));
   }
}
