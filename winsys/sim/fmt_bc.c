/* fmt_bc.c: block-compressed texels, one at a time: BC1-3 (S3TC), BC4-5 (RGTC). Interpolated colours are rounded as the
 * format specifications' exact arithmetic says.
 * Known gap: BC6 and BC7 (BPTC) are not in the format table. */
#include "fmt.h"

#include <string.h>

static uint32_t unorm8(unsigned v) { return fmt_bits((float)v / 255.0f); }

/* Colour part of BC1-3. punch: BC1's three-colour mode with transparent black. */
static void color_block(const uint8_t *b, unsigned i, bool punch, bool srgb, uint32_t out[4])
{
   uint32_t c0 = b[0] | b[1] << 8, c1 = b[2] | b[3] << 8;
   unsigned code = b[4 + i / 4] >> 2 * (i % 4) & 3;
   bool three = punch && c0 <= c1;
   float w0 = 1, w1 = 0;
   out[3] = fmt_bits(1.0f);
   switch (code) {
   case 1: w0 = 0; w1 = 1; break;
   case 2: w0 = three ? 0.5f : 2.0f / 3.0f; w1 = 1 - w0; break;
   case 3:
      if (three) {
         memset(out, 0, 16);
         return;
      }
      w0 = 1.0f / 3.0f;
      w1 = 2.0f / 3.0f;
   }
   static const uint8_t shift[3] = { 11, 5, 0 }, width[3] = { 5, 6, 5 };
   for (unsigned c = 0; c < 3; c++) {
      unsigned max = (1u << width[c]) - 1, e0 = c0 >> shift[c] & max, e1 = c1 >> shift[c] & max;
      /* widened to 8 bits by bit replication, as decoders do */
      e0 = e0 << (8 - width[c]) | e0 >> (2 * width[c] - 8);
      e1 = e1 << (8 - width[c]) | e1 >> (2 * width[c] - 8);
      float v = code == 0 ? (float)e0 : code == 1 ? (float)e1 : (float)e0 * w0 + (float)e1 * w1;
      out[c] = srgb ? fmt_bits(fmt_srgb_to_linear[(unsigned)(v + 0.5f)]) : fmt_bits(v / 255.0f);
   }
}

/* One channel of BC3's alpha, BC4, BC5. */
static uint32_t channel_block(const uint8_t *b, unsigned i, bool is_signed)
{
   uint64_t codes = 0;
   for (unsigned n = 0; n < 6; n++)
      codes |= (uint64_t)b[2 + n] << 8 * n;
   unsigned code = codes >> 3 * i & 7;
   int a0 = is_signed ? (int8_t)b[0] : b[0], a1 = is_signed ? (int8_t)b[1] : b[1];
   float max = is_signed ? 127.0f : 255.0f, v;
   if (code < 2)
      v = (float)(code ? a1 : a0);
   else if (a0 > a1)
      v = (float)((8 - (int)code) * a0 + ((int)code - 1) * a1) / 7.0f;
   else if (code < 6)
      v = (float)((6 - (int)code) * a0 + ((int)code - 1) * a1) / 5.0f;
   else
      v = code == 7 ? max : is_signed ? -max : 0.0f;
   v /= max;
   return fmt_bits(v < -1.0f ? -1.0f : v);
}

void fmt_decode_bc(unsigned data_format, unsigned num, const uint8_t *b, unsigned x, unsigned y, uint32_t out[4])
{
   unsigned i = y * 4 + x;
   bool srgb = num == FMT_SRGB;
   switch (data_format) {
   case FMT_BC1:
      color_block(b, i, true, srgb, out);
      break;
   case FMT_BC1 + 1:
      color_block(b + 8, i, false, srgb, out);
      out[3] = unorm8((b[i / 2] >> 4 * (i % 2) & 15) * 17u);
      break;
   case FMT_BC1 + 2:
      color_block(b + 8, i, false, srgb, out);
      out[3] = channel_block(b, i, false);
      break;
   case FMT_BC1 + 3:
   case FMT_BC1 + 4:
      out[0] = channel_block(b, i, num == FMT_SNORM);
      out[1] = data_format == FMT_BC1 + 4 ? channel_block(b + 8, i, num == FMT_SNORM) : 0;
      out[2] = 0;
      out[3] = fmt_bits(1.0f);
      break;
   default: /* not in the format table */
      memset(out, 0, 16);
   }
}
