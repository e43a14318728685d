/* cb_paint.c: writes of one colour to many pixels. What the colour becomes in memory is found once, by the kernels that
 * convert single pixels; then blocks are only filled. */
#include <string.h>

#include "cb_int.h"

bool cb_can_paint(const struct cb_state *cb)
{
   for (unsigned n = 0; n < cb->count; n++)
      if (cb->target[n].reads_dst || cb->target[n].dual_source)
         return false;
   return cb->count > 0;
}

void cb_paint_init(const struct cb_state *cb, const uint32_t (*exp)[4][64], const uint8_t *exp_en, struct cb_paint *paint)
{
   paint->targets = 0;
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      if (!exp_en[t->export_index])
         continue;
      /* The same target as an 8x8 surface here. */
      _Alignas(64) uint8_t pixels[64 * 16];
      struct cb_target local = *t;
      local.ptr = pixels;
      local.surf.mode = TILE_LINEAR;
      local.surf.log2_samples = 0;
      local.surf.pitch_el = 8;
      local.surf.height_el = 8;
      local.surf.slice_B = 0;
      const uint32_t (*e)[64] = exp[t->export_index];
      t->write16(cb, &local, 0, 0, 0, 0, 1, e, e);
      for (unsigned at = 0; at < sizeof paint->pattern[n]; at += t->surf.el_B)
         memcpy(paint->pattern[n] + at, pixels, t->surf.el_B);
      paint->targets |= (uint8_t)(1u << n);
   }
}

static void fill(uint8_t *to, const uint8_t *pattern, unsigned size_B)
{
   for (; size_B >= 64; size_B -= 64, to += 64)
      memcpy(to, pattern, 64);
   if (size_B & 32)
      memcpy(to, pattern, 32), to += 32;
   if (size_B & 16)
      memcpy(to, pattern, 16), to += 16;
   if (size_B & 8)
      memcpy(to, pattern, 8), to += 8;
   if (size_B & 4)
      memcpy(to, pattern, 4);
}

/* 16 lanes whose block begins at p. */
static void paint_block(const struct tile_surf *s, uint8_t *p, const uint8_t *pattern, bool contiguous, unsigned x, unsigned y,
                        unsigned slice, unsigned sample, unsigned run)
{
   if (run == 0xffff && contiguous) {
      fill(p, pattern, 16u * s->el_B);
      return;
   }
   if (run == 0xffff && s->mode == TILE_LINEAR) {
      for (unsigned row = 0; row < 4; row++)
         fill(p + (uint64_t)row * s->pitch_el * s->el_B, pattern, 4u * s->el_B);
      return;
   }
   for (; run; run &= run - 1) {
      unsigned l = (unsigned)__builtin_ctz(run), px = (l & 1) + (l >> 1 & 2), py = (l >> 1 & 1) + (l >> 2 & 2);
      uint8_t *to = contiguous                ? p + l * s->el_B
                    : s->mode == TILE_LINEAR ? p + ((uint64_t)py * s->pitch_el + px) * s->el_B
                                              : p + (int64_t)(tile_offset_B(s, x + px, y + py, slice, sample) -
                                                              tile_block_offset_B(s, x, y, slice, sample));
      memcpy(to, pattern, s->el_B);
   }
}

void cb_paint(const struct cb_state *cb, const struct cb_paint *paint, unsigned x, unsigned y, unsigned layer, unsigned sample,
              unsigned lanes, uint64_t mask)
{
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      const struct tile_surf *s = &t->surf;
      const uint8_t *pattern = paint->pattern[n];
      unsigned slice = cb_slice(t, layer);
      if (!(paint->targets >> n & 1) || sample >> s->log2_samples)
         continue;
      bool contiguous = s->mode != TILE_LINEAR && s->micro != TILE_MICRO_DISPLAY && !(s->depth_order && s->log2_samples);
      if (mask == UINT64_MAX && x + 8 <= s->pitch_el && y + 8 <= s->height_el) {
         if (contiguous && tile_is_contiguous(s)) { /* a micro tile */
            fill(t->ptr + tile_block_offset_B(s, x, y, slice, 0), pattern, 64u * s->el_B);
            continue;
         }
         if (s->mode == TILE_LINEAR) {
            uint8_t *p = t->ptr + tile_block_offset_B(s, x, y, slice, 0);
            for (unsigned row = 0; row < 8; row++)
               fill(p + (uint64_t)row * s->pitch_el * s->el_B, pattern, 8u * s->el_B);
            continue;
         }
      }
      for (unsigned at = 0; at < lanes; at += 16) {
         unsigned bx = x + (at >> 2 & 4), by = y + (at >> 3 & 4), run = cb_inside(s, bx, by, mask >> at & 0xffff);
         if (run)
            paint_block(s, t->ptr + tile_block_offset_B(s, bx, by, slice, sample), pattern, contiguous, bx, by, slice, sample,
                        run);
      }
   }
}
