/* sc_hidden.h: what a tile's blocks are known to hide: for each 8x8 block of the tile a conservative block depth (hi-Z),
 * found while the tile is executed and discarded with it, so that it never has to agree with memory. A primitive that covers
 * all of a block leaves no pixel farther than the depth that it has there; blocks of later primitives that are nowhere before
 * that need no coverage and no test. All bounds are on the safe side of the roundings that a pixel's depth goes through.
 *
 * Only for tests "less" and "greater" (or equal) that write, without stencil; depths are negated for the latter. */
#ifndef SIM_SC_HIDDEN_H
#define SIM_SC_HIDDEN_H

#include "winsys/sim/db/db.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

struct sc_hidden {
   const struct db_state *db;            /* whose test this is true for; NULL: nothing is known */
   uint64_t known;                       /* blocks, as in tile_blocks */
   _Alignas(64) float farthest[64];      /* of these */
};

/* Whether tests before the program decide alone what is seen of a primitive, and what later ones will find. Depth ranges may
 * differ between viewports. */
static inline bool can_hide(const struct sim_pixel_state *s, const struct sim_prim *p)
{
   return s->db_info.nearer != 0 && (s->early_z || !s->need_ps) && !p->viewport && !p->layer;
}

/* Depths of a plane in 16 blocks: none of their pixels' is less than `least`, or more than `most`. */
struct depth_range { v16f least, most; };

/* As the pixels' depths are limited. NaNs stay NaNs, and hide nothing. */
static inline v16f limited(const struct db_info *info, v16f z)
{
   const bool turned = info->nearer < 0;
   return vf_sel(z == z, vf_limit(z, turned ? -info->hi : info->lo, turned ? -info->lo : info->hi), z);
}

/* The two rows of blocks from `row` on, negated for depths that grow towards the eye. size: of what is tested of a block, from the
 * plane's place in the first pixel on: to the same place in the last one, or to the end of the block. */
static inline struct depth_range depth_range(const struct db_z_plane *p, int size, const struct db_info *info, int tx, int ty, int row)
{
   const float sign = info->nearer, z = sign * (p->z + p->offset), across = sign * p->dz_dx, down = sign * p->dz_dy;
   const float wide = across * (float)size, high = down * (float)size;
   const v16f dx = to_float(block_x + vi_set(tx)) + vf_set(p->at_x) - vf_set(p->ref_x);
   const v16f dy = to_float(block_y + vi_set(ty + row * BLOCK)) + vf_set(p->at_y) - vf_set(p->ref_y);
   const v16f sx = vf_set(across) * dx, sy = vf_set(down) * dy, first = vf_set(z) + (sx + sy);
   const float sum = __builtin_fabsf(p->z) + __builtin_fabsf(p->offset) + __builtin_fabsf(wide) + __builtin_fabsf(high);
   const v16f slack = (vf_set(sum) + vf_abs(sx) + vf_abs(sy)) * 0x1p-20f; /* a pixel's sums are right to some 2^-22 of that */
   return (struct depth_range){ limited(info, first + vf_set((wide < 0 ? wide : 0) + (high < 0 ? high : 0)) - slack),
                                limited(info, first + vf_set((wide > 0 ? wide : 0) + (high > 0 ? high : 0)) + slack) };
}

/* Those of `blocks` where the primitive is hidden everywhere. */
static inline uint64_t hidden_blocks(const struct sc_hidden *h, const struct db_info *info, const struct db_z_plane *p, int size,
                                     int tx, int ty, uint64_t blocks)
{
   uint64_t hidden = 0;
   for (int row = 0; row < 8; row += 2) {
      if (!(blocks & h->known & 0xffffull << 8 * row))
         continue;
      const struct depth_range range = depth_range(p, size, info, tx, ty, row);
      v16f farthest;
      memcpy(&farthest, h->farthest + 8 * row, sizeof farthest);
      hidden |= (uint64_t)v_bits(vf_lt(farthest + vf_set(info->step), range.least)) << 8 * row;
   }
   return hidden & blocks & h->known;
}

/* The primitive has been tested in all samples of these blocks. */
static inline void hidden_note(struct sc_hidden *h, const struct db_info *info, const struct db_z_plane *p, int size, int tx, int ty,
                               uint64_t blocks)
{
   for (int row = 0; row < 8; row += 2) {
      const unsigned here = blocks >> 8 * row & 0xffff;
      if (!here)
         continue;
      const struct depth_range range = depth_range(p, size, info, tx, ty, row);
      v16f farthest;
      memcpy(&farthest, h->farthest + 8 * row, sizeof farthest);
      const v16i first = v_mask(~(unsigned)(h->known >> 8 * row) & 0xffff);
      farthest = vf_sel(v_mask(here) & (first | vf_lt(range.most, farthest)), range.most, farthest);
      memcpy(h->farthest + 8 * row, &farthest, sizeof farthest);
   }
   h->known |= blocks;
}

/* Those of `touched` that nothing hides; they will be tested, and in `all` of them all samples. */
static inline uint64_t hidden_update(struct shade *sh, const struct db_z_plane *p, int size, uint64_t touched, uint64_t all)
{
   struct sc_hidden *h = sh->hidden;
   const struct db_info *info = &sh->s->db_info;
   if (!can_hide(sh->s, sh->p))
      return touched;
   if (h->db != sh->s->db) {
      h->db = sh->s->db;
      h->known = 0;
   }
   const uint64_t seen = touched & ~hidden_blocks(h, info, p, size, sh->tx, sh->ty, touched);
   if (seen & all)
      hidden_note(h, info, p, size, sh->tx, sh->ty, seen & all);
   return seen;
}

#endif
