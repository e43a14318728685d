/* sc_samples.c: primitives in a tile with several samples per pixel. Each place of a pixel has sides of its own; they sort the
 * tile's blocks into those outside, cut and inside, so that only cut ones compute coverage. All samples of a block are tested
 * together; then its pixels go into waves as those with one sample do. */
#include "winsys/sim/sc/sc_cover.h"
#include "winsys/sim/sc/sc_hidden.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/sc/sc_pending.h"
#include "winsys/sim/spi/spi.h"

#define SOME_BLOCKS 8 /* are tested together */

/* One place of the pixels. count: sides that cut the box. */
struct place { int count; struct sides sides; struct tile_blocks blocks; struct side_values values; struct small_sides lanes; };

/* Blocks before and after the tests. */
struct some_blocks { unsigned count; struct db_samples block[SOME_BLOCKS]; uint64_t raw[SOME_BLOCKS][SIM_MAX_SAMPLES]; };

/* ---- coverage ----------------------------------------------------------------------------------------------------------- */

static void place_init(struct place *p, const struct shade *sh, unsigned i, struct sc_box box)
{
   const struct sim_pixel_state *s = sh->s;
   p->count = -1;
   if (s->sample_mask[0] >> i & 1)
      p->count = collect_sides(sh->p, sh->tx, sh->ty, s->sample_x[0][i], s->sample_y[0][i], box.x0, box.y0, box.x1, box.y1,
                               &p->sides);
   p->blocks = (struct tile_blocks){ 0 };
   if (p->count < 0)
      return;
   p->blocks = sort_blocks(&p->sides, p->count, box.x0, box.y0, box.x1, box.y1, &p->values);
   if (p->blocks.cut)
      small_sides_init(&p->lanes, &p->sides, p->count);
}

/* Lanes of block k of the tile, of those inside of the box. */
static inline uint64_t place_cover(const struct place *p, unsigned k, uint64_t inside)
{
   const int32_t *at = &p->values.at[0][k];
   if (!(p->blocks.touched >> k & 1))
      return 0;
   if (!(p->blocks.cut >> k & 1))
      return inside;
   switch (p->count) {
   case 1: return inside & small_cover(&p->lanes, 1, at, 64);
   case 2: return inside & small_cover(&p->lanes, 2, at, 64);
   case 3: return inside & small_cover(&p->lanes, 3, at, 64);
   default: return inside & small_cover(&p->lanes, 4, at, 64);
   }
}

/* Those of the tile that nothing hides. all: those whose samples are all covered. */
static uint64_t seen_blocks(struct shade *sh, uint64_t touched, uint64_t all)
{
   const struct sim_prim *p = sh->p;
   const struct db_z_plane corner = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y, 0, 0, p->z_offset };
   if (!can_hide(sh->s, p))
      return touched;
   return hidden_update(sh->hidden, sh->s, &corner, BLOCK, sh->tx, sh->ty, touched, all);
}

/* ---- waves -------------------------------------------------------------------------------------------------------------- */

static void queue_quads(struct shade *sh, const struct db_samples *block, const uint64_t *raw, uint64_t any)
{
   const struct sim_pixel_state *s = sh->s;
   struct sc_list list;
   struct sc_list_samples of;
   const struct sc_kept kept = sc_quads_of(any, (int)block->x, (int)block->y, &list);
   for (unsigned i = 0; i < 1u << s->log2_samples; i++)
      of.cover[i] = sc_kept_lanes(&kept, block->cover[i]);
   for (unsigned i = 0; i < 1u << s->log2_raster; i++)
      of.raw[i] = sc_kept_lanes(&kept, raw[i]);
   SC(sc_queue_add)(sh, &list, &of);
   note_block(&sh->queue, block->x, block->y, any);
}

static void shade_some(struct shade *sh, struct some_blocks *some)
{
   const struct sim_pixel_state *s = sh->s;
   const bool whole = s->db_info.copies || s->constant_color; /* the queue does not do these */
   const bool wide = !sh->gpu->forced_lanes || sh->gpu->forced_lanes == 64;
   if (s->need_ps ? s->early_z : s->db_info.active)
      SC(sc_depth)(sh, sh->p, some->block, some->count, NULL, NULL);
   for (unsigned n = 0; n < some->count && s->need_ps; n++) {
      const struct db_samples *block = &some->block[n];
      uint64_t any = 0;
      for (unsigned i = 0; i < 1u << s->log2_samples; i++)
         any |= block->cover[i];
      if (!any)
         continue;
      const bool wave = whole || (wide && __builtin_popcountll(any) >= SC_WELL_FILLED);
      if ((wave || order_shows(s)) && pending_in_block(&sh->queue, block->x, block->y, any))
         draw_again(sh, wave);
      if (wave)
         SC(sc_shade_samples)(sh, (int)block->x, (int)block->y, 64, block->cover, some->raw[n]);
      else
         queue_quads(sh, block, some->raw[n], any);
   }
   some->count = 0;
}

/* False: no sample is covered. */
static bool cover_samples(const struct sim_pixel_state *s, const struct place *place, unsigned k, uint64_t inside,
                          struct db_samples *block, uint64_t *raw)
{
   const unsigned places = 1u << s->log2_raster;
   uint64_t any = 0;
   for (unsigned i = 0; i < places; i++)
      any |= raw[i] = place_cover(&place[i], k, inside);
   for (unsigned i = 0; i < 1u << s->log2_samples; i++)
      block->cover[i] = raw[i & (places - 1)];
   return any;
}

void SC(sc_samples)(struct shade *sh, struct sc_box box)
{
   const struct sim_pixel_state *s = sh->s;
   struct place place[SIM_MAX_SAMPLES];
   struct some_blocks some;
   struct box_lanes inside;
   uint64_t touched = 0, all = ~0ull;
   for (unsigned i = 0; i < 1u << s->log2_raster; i++) {
      place_init(&place[i], sh, i, box);
      touched |= place[i].blocks.touched;
      all &= place[i].blocks.touched & ~(place[i].blocks.cut | place[i].blocks.border);
   }
   if (!touched)
      return;
   some.count = 0;
   box_lanes_init(&inside, box.x0, box.y0, box.x1, box.y1);
   for (uint64_t left = seen_blocks(sh, touched, all); left; left &= left - 1) {
      const unsigned k = (unsigned)__builtin_ctzll(left);
      struct db_samples *block = &some.block[some.count];
      block->x = (unsigned)sh->tx + (k & 7) * BLOCK;
      block->y = (unsigned)sh->ty + (k >> 3) * BLOCK;
      some.count += cover_samples(s, place, k, inside.columns[k & 7] & inside.rows[k >> 3], block, some.raw[some.count]);
      if (some.count == SOME_BLOCKS)
         shade_some(sh, &some);
   }
   shade_some(sh, &some);
}
