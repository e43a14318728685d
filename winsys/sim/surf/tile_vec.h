/* tile_vec.h: addresses of 16 elements at once. Part of the files compiled once per instruction set (px_ops.h). */
#ifndef SIM_TILE_VEC_H
#define SIM_TILE_VEC_H

#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/surf/tile_map.h"

/* What columns or rows flip (tile_map.h). */
PX_INLINE vu tile_flips(const uint32_t nibble[4][16], const uint32_t *table, uint32_t mask, vu i)
{
#ifdef __AVX512F__
   (void)table;
   vu f = vu_lookup16(nibble[0], i) ^ vu_lookup16(nibble[1], i >> 4);
   if (mask > 255)
      f ^= vu_lookup16(nibble[2], i >> 8);
   return mask > 4095 ? f ^ vu_lookup16(nibble[3], i >> 12) : f;
#else
   (void)nibble;
   return vu_lookup(table, i & vu_set(mask));
#endif
}

/* First pixels of quads, in planes of samples. add, flip: what all samples share. */
struct tile_quads { vu x, y, add, flip; bool by_map; };

PX_INLINE void tile_quads_init(struct tile_quads *q, const struct tile_surf *s, vu x, vu y, unsigned slice)
{
   const struct tile_map *m = s->map;
   q->x = x;
   q->y = y;
   q->add = q->flip = vu_set(0);
   q->by_map = s->mode == TILE_2D && m && s->slice_B <= UINT32_MAX;
   if (s->mode == TILE_LINEAR) {
      q->add = y * vu_set(s->pitch_el) + x;
   } else if (s->mode == TILE_1D) {
      const vu tiles = (y >> 3) * vu_set(s->pitch_el >> 3) + (x >> 3);
      q->add = vu_shl(tiles, 6u + s->log2_samples) + ((x & 2) << 1) + ((y & 2) << 2) + ((x & 4) << 2) + ((y & 4) << 3);
   } else if (q->by_map) {
      q->add = vu_shr(x, m->shift_x) * vu_set(m->macro_B) + vu_shr(y, m->shift_y) * vu_set(tile_map_row_B(m, s));
      if (m->log2_parts)
         q->add += (vu_lookup(m->part_x, x & 7) + vu_lookup(m->part_y, y & 7)) * vu_set(tile_map_part_B(m, s));
      q->flip = tile_flips(m->nibble_x, m->flip_x, m->mask_x, x) ^ tile_flips(m->nibble_y, m->flip_y, m->mask_y, y) ^
                vu_set(tile_map_flip_slice(s, slice));
   }
}

/* Elements of the slice at which quads begin in a sample's plane; where a quad is not covered, any. lanes: those covered. */
PX_INLINE union px_u tile_quads_of_sample(const struct tile_quads *q, const struct tile_surf *s, unsigned slice, unsigned sample,
                                          uint64_t lanes)
{
   const union px_u x = { .v = q->x }, y = { .v = q->y };
   union px_u el = { .v = q->add };
   if (s->mode == TILE_1D) {
      el.v += vu_set(64u * sample);
   } else if (q->by_map) {
      el.v += vu_set(s->map->part_sample[sample] * tile_map_part_B(s->map, s)) + (q->flip ^ vu_set(s->map->flip_sample[sample]));
      el.v = vu_shr(el.v, (unsigned)__builtin_ctz(s->el_B));
   } else if (s->mode != TILE_LINEAR) {
      for (unsigned n = 0; n < 16; n++)
         if (lanes >> 4 * n & 15)
            el.s[n] = (uint32_t)((tile_offset_B(s, x.s[n], y.s[n], slice, sample) - slice * s->slice_B) / s->el_B);
   }
   return el;
}

#endif
