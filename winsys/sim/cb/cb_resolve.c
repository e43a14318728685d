/* cb_resolve.c: CB_COLOR_CONTROL.MODE RESOLVE: the mean of buffer 0's samples becomes buffer 1's pixel. Of sRGB the linear
 * values are averaged; of integers the first sample is taken, as OpenGL allows no mean of them. One element at a time. */
#include <string.h>

#include "winsys/sim/base/nan.h"
#include "winsys/sim/cb/cb_int.h"

static void load(const struct cb_target *t, unsigned x, unsigned y, unsigned slice, unsigned sample, uint32_t raw[4])
{
   memset(raw, 0, 16);
   memcpy(raw, t->ptr + tile_offset_B(&t->surf, x, y, slice, sample), t->fmt->el_B);
}

static void resolve_pixel(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer)
{
   const struct cb_target *from = &cb->target[0], *to = &cb->target[1];
   unsigned samples = 1u << from->surf.log2_samples, slice = cb_slice(to, layer), from_slice = cb_slice(from, layer);
   if (x >= from->surf.pitch_el || y >= from->surf.height_el || x >= to->surf.pitch_el || y >= to->surf.height_el)
      return;
   uint32_t raw[4], first[4], value[4];
   load(from, x, y, from_slice, 0, first);
   bool same = true;
   double sum[4] = { 0 };
   for (unsigned s = 0; s < samples; s++) {
      load(from, x, y, from_slice, s, raw);
      same &= !memcmp(raw, first, sizeof raw);
      if (fmt_num_is_int(from->num))
         break;
      fmt_decode(from->fmt, from->num, raw, value);
      for (unsigned c = 0; c < 4; c++)
         sum[c] += fmt_float(value[c]);
   }
   if (!same || from->num != to->num) {
      for (unsigned c = 0; c < 4; c++)
         value[c] = sim_canonical_32(fmt_bits((float)(sum[c] / samples)));
      fmt_encode(to->fmt, to->num, value, first);
   }
   /* Channels where the destination has them. */
   if (memcmp(from->channel, to->channel, 4)) {
      memset(value, 0, sizeof value);
      fmt_decode(to->fmt, FMT_UINT, first, raw);
      for (unsigned m = 0; m < to->fmt->chans; m++)
         value[m] = raw[from->place[to->channel[m]]];
      fmt_encode(to->fmt, FMT_UINT, value, first);
   }
   memcpy(to->ptr + tile_offset_B(&to->surf, x, y, slice, 0), first, to->fmt->el_B);
}

void cb_resolve(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned lanes, uint64_t mask)
{
   for (unsigned l = 0; l < lanes; l++)
      if (mask >> l & 1)
         resolve_pixel(cb, x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4), layer);
}

void cb_resolve_quad(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned mask)
{
   for (unsigned l = 0; l < 4; l++)
      if (mask >> l & 1)
         resolve_pixel(cb, x + (l & 1), y + (l >> 1), layer);
}
