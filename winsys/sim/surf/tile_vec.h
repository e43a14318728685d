/* tile_vec.h: addresses of 16 elements at once. Part of the files compiled once per instruction set (px_ops.h). */
#ifndef SIM_TILE_VEC_H
#define SIM_TILE_VEC_H

#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/surf/tile_map.h"

/* What columns or rows flip (tile_map.h). */
PX_INLINE vu tile_flips(const uint32_t nibble[4][16], const uint32_t *table, uint32_t mask, vu i)
{
#ifdef __AVX512F__
   vu f = vu_lookup16(nibble[0], i) ^ vu_lookup16(nibble[1], i >> 4);
   if (mask > 255)
      f ^= vu_lookup16(nibble[2], i >> 8);
   return mask > 4095 ? f ^ vu_lookup16(nibble[3], i >> 12) : f;
#else
   return vu_lookup(table, i & vu_set(mask));
#endif
}

/* Elements of the slice at which 16 quads begin in a sample's plane; where a quad is not covered, any. x, y: their first pixels.
 * lanes: those covered, four of each quad. Of a surface whose 4x4 blocks are planes of samples. */
PX_INLINE union px_u tile_quads(const struct tile_surf *s, vu x, vu y, unsigned slice, unsigned sample, uint64_t lanes)
{
   const struct tile_map *m = s->map;
   const union px_u all_x = { .v = x }, all_y = { .v = y };
   union px_u el;
   if (s->mode == TILE_1D) {
      const vu tiles = (y >> 3) * vu_set(s->pitch_el >> 3) + (x >> 3);
      el.v = vu_shl(tiles, 6u + s->log2_samples) + ((x & 2) << 1) + ((y & 2) << 2) + ((x & 4) << 2) + ((y & 4) << 3) +
             vu_set(64u * sample);
   } else if (s->mode == TILE_2D && m && s->slice_B <= UINT32_MAX) {
      const uint32_t flip = tile_map_flip_slice(s, slice) ^ m->flip_sample[sample];
      el.v = vu_shr(x, m->shift_x) * vu_set(m->macro_B) + vu_shr(y, m->shift_y) * vu_set(tile_map_row_B(m, s)) +
             vu_set(m->part_sample[sample] * tile_map_part_B(m, s));
      if (m->log2_parts)
         el.v += (vu_lookup(m->part_x, x & 7) + vu_lookup(m->part_y, y & 7)) * vu_set(tile_map_part_B(m, s));
      el.v += tile_flips(m->nibble_x, m->flip_x, m->mask_x, x) ^ tile_flips(m->nibble_y, m->flip_y, m->mask_y, y) ^ vu_set(flip);
      el.v = vu_shr(el.v, (unsigned)__builtin_ctz(s->el_B));
   } else {
      el.v = vu_set(0);
      for (unsigned n = 0; n < 16; n++)
         if (lanes >> 4 * n & 15)
            el.s[n] = (uint32_t)((tile_offset_B(s, all_x.s[n], all_y.s[n], slice, sample) - slice * s->slice_B) / s->el_B);
   }
   return el;
}

#endif
