/* cb_affine.c: blending of one colour into many pixels of 8 bits per channel. Each new channel value depends on its own old value
 * only, nearly always as dst' = a * dst + b, which 16-bit integers can compute exactly. The kernels for single pixels give the
 * result for each of the 256 old values; the line is used only if it matches all of them. */
#include <string.h>

#include "winsys/sim/cb/cb_int.h"

/* Results for old values 0..255, by memory channel. exp: rows of one colour. */
static void ask(const struct cb_target *t, const uint32_t (*exp)[4][64], uint8_t becomes[4][256])
{
   _Alignas(64) uint8_t px[256];
   const struct cb_source from = cb_source_of(t, exp);
   const struct cb_pixels pixels = { { px, px + 64, px + 128, px + 192 }, UINT64_MAX };
   for (unsigned first = 0; first < 256; first += 64) {
      for (unsigned i = 0; i < 256; i++)
         px[i] = (uint8_t)(first + i / 4);
      cb_write_pixels(t, &from, &pixels, 1);
      for (unsigned i = 0; i < 256; i++)
         becomes[i % 4][first + i / 4] = px[i];
   }
}

/* Bounds of the addend of `factor` times the old value, in 1/65536: at least, and less than; and the old values that set them. */
struct bounds { int32_t least, end; unsigned at_least, at_end; };

static struct bounds bounds_of(const uint8_t becomes[256], int32_t factor)
{
   struct bounds b = { INT32_MIN, INT32_MAX, 0, 0 };
   for (int32_t old = 0; old < 256; old++) {
      const int32_t least = (becomes[old] << 16) - factor * old, end = becomes[old] < 255 ? least + 65536 : INT32_MAX;
      if (least > b.least)
         b.least = least, b.at_least = (unsigned)old;
      if (end < b.end)
         b.end = end, b.at_end = (unsigned)old;
   }
   return b;
}

/* Numbers that add something between the bounds. */
static bool sum_between(const struct bounds *b, int32_t factor, uint16_t *add, uint8_t *low)
{
   const int64_t least = (int64_t)b->least * 256, end = (int64_t)b->end * 256;
   const int64_t middle = least < 0 ? end / 2 : (least + (end < 65536ll * 65536 ? end : 65536ll * 65536)) / 2;
   const int64_t quotient = middle / 65536, rest = middle % 65536, part = factor ? rest / factor : 0;
   *add = (uint16_t)quotient;
   *low = (uint8_t)(part < 255 ? part : 255);
   const int64_t sum = quotient * 65536 + (int64_t)*low * factor;
   return quotient < 65536 && sum >= least && sum < end;
}

/* The range of factors is narrowed by pairs of old values that contradict each other: the minimum for one of them is
 * not less than what the other allows. *guess: where to begin, then the factor found. */
static bool find_channel(const uint8_t becomes[256], int32_t *guess, uint16_t *add, uint8_t *low)
{
   int32_t from = 0, to = 65535, factor = *guess;
   for (unsigned tries = 0; tries < 16 && from <= to; tries++) {
      const struct bounds b = bounds_of(becomes, factor);
      if (b.least < b.end && sum_between(&b, factor, add, low)) {
         *guess = factor;
         return true;
      }
      const int32_t between = (int32_t)b.at_least - (int32_t)b.at_end;
      if (!between)
         return false;
      const int32_t step = (b.least - b.end) / between; /* so far from here they would nearly agree */
      if (between > 0)
         from = factor + (step > 0 ? step : 1);
      else
         to = factor + (step < 0 ? step : -1);
      factor = tries ? (from + to) / 2 : between > 0 ? from : to;
   }
   return false;
}

bool cb_affine_find(const struct cb_target *t, const uint32_t (*exp)[4][64], struct cb_affine *line)
{
   uint8_t becomes[4][256];
   int32_t guess = 32768;
   ask(t, exp, becomes);
   for (unsigned m = 0; m < 4; m++) {
      if (!find_channel(becomes[m], &guess, &line->add[m], &line->low[m]))
         return false;
      line->factor[m] = (uint16_t)guess;
   }
   for (unsigned i = 4; i < 32; i++) {
      line->factor[i] = line->factor[i % 4];
      line->add[i] = line->add[i % 4];
   }
   for (unsigned i = 0; i < 64; i++) /* words of one half of the pixels: their lower bytes */
      line->low[i] = line->low[i % 4];
   return true;
}
