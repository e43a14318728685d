/* pipe_format_fxt1_encode.c: compresses images to FXT1 (3DFX_texture_compression_FXT1). A block is encoded in each of the modes; the one
 * whose texels are nearest to the image's is kept. */
#include <string.h>

#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"

enum { TEXELS = 32, HALF = 16, MODE_BIT = 125, SUB_MODE_BIT = 124, COLORS_BIT = 64, HI_COLORS_BIT = 96, ALPHAS_BIT = 109, COLOR_BITS = 15 };
enum { MODE_CHROMA = 2, MODE_ALPHA = 3 };
enum { ROUNDS = 4 }; /* of moving cluster centres; more change little */

/* The texels of a block in the order of its indices: the left half row by row, then the right one. */
struct texels { int rgba[TEXELS][4]; };

static void put(uint8_t block[16], unsigned low, unsigned count, unsigned value)
{
   for (unsigned i = 0; i < count; i++)
      block[(low + i) / 8] |= (uint8_t)((value >> i & 1) << ((low + i) % 8));
}

static unsigned quantize(int v, unsigned most)
{
   return (unsigned)((v * (int)most + 127) / 255);
}

static int extend5(unsigned v)
{
   return (int)(v << 3 | v >> 2);
}

static void put_color555(uint8_t block[16], unsigned low, const int rgba[4])
{
   for (unsigned c = 0; c < 3; c++)
      put(block, low + 5 * (2 - c), 5, quantize(rgba[c], 31));
}

/* What a decoder makes of a colour of 5 bits per channel (green: 6 where wide_green), with alpha. */
static void quantized(const int rgba[4], bool wide_green, bool opaque, int out[4])
{
   for (unsigned c = 0; c < 4; c++)
      out[c] = extend5(quantize(rgba[c], 31));
   const unsigned green = quantize(rgba[1], 63);
   out[1] = wide_green ? (int)(green << 2 | green >> 4) : out[1];
   out[3] = opaque ? 255 : out[3];
}

static int distance(const int a[4], const int b[4])
{
   int sum = 0;
   for (unsigned c = 0; c < 4; c++)
      sum += (a[c] - b[c]) * (a[c] - b[c]);
   return sum;
}

static unsigned nearest(const int rgba[4], int (*palette)[4], unsigned count)
{
   unsigned best = 0;
   for (unsigned i = 1; i < count; i++)
      best = distance(rgba, palette[i]) < distance(rgba, palette[best]) ? i : best;
   return best;
}

/* The colours from `a` to `b` in `steps` equal steps, as a decoder rounds them. */
static void ramp(const int a[4], const int b[4], int steps, int (*out)[4])
{
   for (int i = 0; i <= steps; i++)
      for (unsigned c = 0; c < 4; c++)
         out[i][c] = ((steps - i) * a[c] + i * b[c] + steps / 2) / steps;
}

/* The ends of the diagonal of the texels' bounding box along which the channels grow or shrink together. `used`: a bit per texel. */
static void diagonal(const struct texels *t, uint32_t used, int ends[2][4])
{
   int low[4] = {255, 255, 255, 255}, high[4] = {0}, wide = 0, together[4] = {0};
   for (unsigned i = 0; i < TEXELS; i++)
      for (unsigned c = 0; c < 4 && used >> i & 1; c++) {
         low[c] = t->rgba[i][c] < low[c] ? t->rgba[i][c] : low[c];
         high[c] = t->rgba[i][c] > high[c] ? t->rgba[i][c] : high[c];
      }
   for (int c = 1; c < 4; c++)
      wide = high[c] - low[c] > high[wide] - low[wide] ? c : wide;
   for (unsigned i = 0; i < TEXELS; i++)
      for (unsigned c = 0; c < 4 && used >> i & 1; c++)
         together[c] += (2 * t->rgba[i][c] - low[c] - high[c]) * (2 * t->rgba[i][wide] - low[wide] - high[wide]) / 4;
   for (unsigned c = 0; c < 4; c++) {
      ends[0][c] = !used ? 0 : together[c] < 0 ? high[c] : low[c];
      ends[1][c] = !used ? 0 : together[c] < 0 ? low[c] : high[c];
   }
}

/* `count` colours near which the texels are. `used`: a bit per texel. */
static void cluster(const struct texels *t, uint32_t used, int (*center)[4], unsigned count)
{
   memcpy(center[0], t->rgba[used ? __builtin_ctz(used) : 0], sizeof(center[0]));
   for (unsigned n = 1; n < count; n++) { /* the texel farthest from the colours so far */
      unsigned far = 0;
      int most = -1;
      for (unsigned i = 0; i < TEXELS; i++) {
         const int d = used >> i & 1 ? distance(t->rgba[i], center[nearest(t->rgba[i], center, n)]) : -1;
         far = d > most ? i : far;
         most = d > most ? d : most;
      }
      memcpy(center[n], t->rgba[far], sizeof(center[n]));
   }
   for (unsigned round = 0; round < ROUNDS; round++) {
      int sum[4][4] = {{0}}, members[4] = {0};
      for (unsigned i = 0; i < TEXELS; i++) {
         if (!(used >> i & 1))
            continue;
         const unsigned n = nearest(t->rgba[i], center, count);
         members[n]++;
         for (unsigned c = 0; c < 4; c++)
            sum[n][c] += t->rgba[i][c];
      }
      for (unsigned n = 0; n < count; n++)
         for (unsigned c = 0; c < 4 && members[n]; c++)
            center[n][c] = (sum[n][c] + members[n] / 2) / members[n];
   }
}

/* ---- modes: each fills a block of zeros ---- */

static uint32_t opaque_texels(const struct texels *t)
{
   uint32_t mask = 0;
   for (unsigned i = 0; i < TEXELS; i++)
      mask |= (uint32_t)(t->rgba[i][3] >= 128) << i;
   return mask;
}

/* Seven colours of a ramp, and transparent black. */
static void encode_hi(const struct texels *t, uint8_t block[16])
{
   int ends[2][4], q[2][4], palette[8][4] = {{0}};
   diagonal(t, opaque_texels(t), ends);
   for (unsigned i = 0; i < 2; i++) {
      quantized(ends[i], false, true, q[i]);
      put_color555(block, HI_COLORS_BIT + COLOR_BITS * i, ends[i]);
   }
   ramp(q[0], q[1], 6, palette);
   for (unsigned i = 0; i < TEXELS; i++)
      put(block, 3 * i, 3, nearest(t->rgba[i], palette, 8));
}

/* Four opaque colours. */
static void encode_chroma(const struct texels *t, uint8_t block[16])
{
   int center[4][4], palette[4][4];
   cluster(t, ~0u, center, 4);
   put(block, MODE_BIT, 3, MODE_CHROMA);
   for (unsigned i = 0; i < 4; i++) {
      quantized(center[i], false, true, palette[i]);
      put_color555(block, COLORS_BIT + COLOR_BITS * i, center[i]);
   }
   for (unsigned i = 0; i < TEXELS; i++)
      put(block, 2 * i, 2, nearest(t->rgba[i], palette, 4));
}

/* Each half has four colours of a ramp. */
static void encode_mixed(const struct texels *t, uint8_t block[16])
{
   put(block, 127, 1, 1);
   for (unsigned half = 0; half < 2; half++) {
      int ends[2][4], q[2][4], palette[4][4];
      unsigned index[HALF];
      diagonal(t, 0xffffu << (HALF * half), ends);
      quantized(ends[0], true, true, q[0]);
      quantized(ends[1], true, true, q[1]);
      ramp(q[0], q[1], 3, palette);
      for (unsigned i = 0; i < HALF; i++)
         index[i] = nearest(t->rgba[HALF * half + i], palette, 4);
      /* The upper index bit of the first texel tells whether the lowest bits of green differ. */
      const unsigned green[2] = {quantize(ends[0][1], 63) & 1, quantize(ends[1][1], 63) & 1};
      const unsigned swap = index[0] >> 1 != (green[0] ^ green[1]);
      for (unsigned i = 0; i < HALF; i++)
         put(block, 32 * half + 2 * i, 2, swap ? 3 - index[i] : index[i]);
      for (unsigned i = 0; i < 2; i++) {
         const int *color = ends[i ^ swap];
         const unsigned low = COLORS_BIT + COLOR_BITS * (2 * half + i);
         put(block, low, 5, quantize(color[2], 31));
         put(block, low + 5, 5, quantize(color[1], 63) >> 1);
         put(block, low + 10, 5, quantize(color[0], 31));
      }
      put(block, MODE_BIT + half, 1, green[1 ^ swap]);
   }
}

/* Each half has three colours of a ramp, and transparent black. */
static void encode_mixed_alpha(const struct texels *t, uint8_t block[16])
{
   put(block, 127, 1, 1);
   put(block, SUB_MODE_BIT, 1, 1);
   for (unsigned half = 0; half < 2; half++) {
      int ends[2][4], palette[4][4] = {{0}};
      diagonal(t, opaque_texels(t) & 0xffffu << (HALF * half), ends);
      quantized(ends[0], false, true, palette[0]);
      quantized(ends[1], true, true, palette[2]);
      for (unsigned c = 0; c < 4; c++)
         palette[1][c] = (palette[0][c] + palette[2][c]) / 2;
      for (unsigned i = 0; i < HALF; i++)
         put(block, 32 * half + 2 * i, 2, nearest(t->rgba[HALF * half + i], palette, 4));
      const unsigned low = COLORS_BIT + 2 * COLOR_BITS * half, green = quantize(ends[1][1], 63);
      put_color555(block, low, ends[0]);
      put(block, low + COLOR_BITS, 5, quantize(ends[1][2], 31));
      put(block, low + COLOR_BITS + 5, 5, green >> 1);
      put(block, low + COLOR_BITS + 10, 5, quantize(ends[1][0], 31));
      put(block, MODE_BIT + half, 1, green & 1);
   }
}

static void put_alpha_colors(uint8_t block[16], int (*color)[4])
{
   put(block, MODE_BIT, 3, MODE_ALPHA);
   for (unsigned i = 0; i < 3; i++) {
      put_color555(block, COLORS_BIT + COLOR_BITS * i, color[i]);
      put(block, ALPHAS_BIT + 5 * i, 5, quantize(color[i][3], 31));
   }
}

/* Three colours with alpha, and transparent black. */
static void encode_alpha(const struct texels *t, uint8_t block[16])
{
   int center[3][4], palette[4][4] = {{0}};
   uint32_t used = 0;
   for (unsigned i = 0; i < TEXELS; i++)
      used |= (uint32_t)(distance(t->rgba[i], palette[3]) != 0) << i;
   cluster(t, used, center, 3);
   put_alpha_colors(block, center);
   for (unsigned i = 0; i < 3; i++)
      quantized(center[i], false, false, palette[i]);
   for (unsigned i = 0; i < TEXELS; i++)
      put(block, 2 * i, 2, nearest(t->rgba[i], palette, 4));
}

/* Each half has four colours of a ramp with alpha; both ramps end in the same colour. */
static void encode_alpha_ramps(const struct texels *t, uint8_t block[16])
{
   int ends[2][2][4], color[3][4], q[3][4];
   unsigned left = 0, right = 0;
   for (unsigned half = 0; half < 2; half++)
      diagonal(t, 0xffffu << (HALF * half), ends[half]);
   for (unsigned i = 1; i < 4; i++) /* the nearest ends of both halves become one */
      if (distance(ends[0][i & 1], ends[1][i >> 1]) < distance(ends[0][left], ends[1][right])) {
         left = i & 1;
         right = i >> 1;
      }
   for (unsigned c = 0; c < 4; c++) {
      color[0][c] = ends[0][!left][c];
      color[1][c] = (ends[0][left][c] + ends[1][right][c]) / 2;
      color[2][c] = ends[1][!right][c];
   }
   put_alpha_colors(block, color);
   put(block, SUB_MODE_BIT, 1, 1);
   for (unsigned i = 0; i < 3; i++)
      quantized(color[i], false, false, q[i]);
   for (unsigned half = 0; half < 2; half++) {
      int palette[4][4];
      ramp(q[2 * half], q[1], 3, palette);
      for (unsigned i = 0; i < HALF; i++)
         put(block, 32 * half + 2 * i, 2, nearest(t->rgba[HALF * half + i], palette, 4));
   }
}

/* ---- images ---- */

static int block_error(const struct texels *t, const uint8_t block[16])
{
   uint8_t decoded[4][8][4];
   int sum = 0;
   pipe_decode_fxt1_block(block, decoded);
   for (unsigned i = 0; i < TEXELS; i++)
      for (unsigned c = 0; c < 4; c++) {
         const int difference = t->rgba[i][c] - decoded[i / 4 % 4][i / 16 * 4 + i % 4][c];
         sum += difference * difference;
      }
   return sum;
}

static void encode_block(const struct texels *t, uint8_t block[16])
{
   static void (*const modes[])(const struct texels *, uint8_t[16]) = {
      encode_hi, encode_chroma, encode_mixed, encode_mixed_alpha, encode_alpha, encode_alpha_ramps,
   };
   int least = INT32_MAX;
   for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]) && least; i++) {
      uint8_t coded[16] = {0};
      modes[i](t, coded);
      const int error = block_error(t, coded);
      if (error < least) {
         least = error;
         memcpy(block, coded, sizeof(coded));
      }
   }
}

void pipe_encode_fxt1_image(enum pipe_format format, uint8_t *dst, size_t dst_stride_B, const uint8_t *src, size_t src_stride_B,
                            unsigned width, unsigned height)
{
   const bool opaque = format == PIPE_FORMAT_FXT1_RGB;
   for (unsigned y = 0; y < height; y += 4, dst += dst_stride_B)
      for (unsigned x = 0; x < width; x += 8) {
         struct texels t;
         for (unsigned i = 0; i < TEXELS; i++) { /* texels beyond the image repeat its last ones */
            const unsigned column = x + i / 16 * 4 + i % 4, row = y + i / 4 % 4;
            const uint8_t *texel = src + (row < height ? row : height - 1) * src_stride_B + (size_t)(column < width ? column : width - 1) * 4;
            for (unsigned c = 0; c < 4; c++)
               t.rgba[i][c] = opaque && c == 3 ? 255 : texel[c];
         }
         encode_block(&t, dst + (size_t)x / 8 * 16);
      }
}
