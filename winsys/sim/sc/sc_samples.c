/* sc_samples.c: primitives in a tile with several samples per pixel, with clip rectangles, or with places that differ between the
 * pixels of a quad. Blocks of the tile are sorted into those outside of a side in all places of their pixels, cut and inside; only
 * cut ones compute coverage, of all places with the same steps. All samples of a block are tested together; then its pixels go into
 * waves as those with one sample do. */
#include "winsys/sim/sc/sc_cover.h"
#include "winsys/sim/sc/sc_hidden.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/sc/sc_pending.h"
#include "winsys/sim/spi/spi.h"

#define SOME_BLOCKS 8 /* are tested together */

/* The sides that cut the box in some place of its pixels. Their steps from pixel to pixel are the same in all places. */
struct places {
   int count;
   struct sides sides;                              /* at: the least of all places */
   _Alignas(16) int32_t beyond[SIM_MAX_SAMPLES][4]; /* how much more it is, by place and side */
   struct tile_blocks blocks;                       /* touched in some place; cut in some place */
   struct side_values values;                       /* of `sides` */
   struct small_sides lanes;
};

/* Blocks before and after the tests. */
struct some_blocks { unsigned count; struct db_samples block[SOME_BLOCKS]; uint64_t raw[SOME_BLOCKS][SIM_MAX_SAMPLES]; };

/* ---- coverage ----------------------------------------------------------------------------------------------------------- */

/* Places of that pixel of each quad. False: all of them are outside of a side. */
static bool places_init(struct places *p, const struct shade *sh, unsigned pixel, struct sc_box box)
{
   const struct sim_pixel_state *s = sh->s;
   const unsigned places = 1u << s->log2_raster;
   int32_t most[4];
   p->count = 0;
   for (unsigned e = 0; e < sh->p->num_edges; e++) {
      const int64_t a = sh->p->ea[e], b = sh->p->eb[e], at = a * (sh->tx * SIM_PLACES) + b * (sh->ty * SIM_PLACES) + sh->p->ec[e];
      if (at + SIM_PLACES * (a * (a > 0 ? box.x1 : box.x0) + b * (b > 0 ? box.y1 : box.y0)) < 0)
         return false;
      if (at + SIM_PLACES * (a * (a > 0 ? box.x0 : box.x1) + b * (b > 0 ? box.y0 : box.y1)) >= 0)
         continue;
      const int n = p->count++;
      int32_t least = INT32_MAX, greatest = INT32_MIN;
      for (unsigned i = 0; i < places; i++) { /* rounded down, as in collect_sides() */
         const int64_t there = at + a * (SIM_PLACES / 2 + s->sample_x[pixel][i]) + b * (SIM_PLACES / 2 + s->sample_y[pixel][i]);
         const int32_t value = p->beyond[i][n] = (int32_t)(there >> SIM_PLACE_BITS);
         least = value < least ? value : least;
         greatest = value > greatest ? value : greatest;
      }
      for (unsigned i = 0; i < places; i++)
         p->beyond[i][n] -= least;
      p->sides.at[n] = least;
      p->sides.dx[n] = sh->p->ea[e];
      p->sides.dy[n] = sh->p->eb[e];
      most[n] = greatest - least;
   }
   p->blocks = sort_blocks(&p->sides, most, p->count, box.x0, box.y0, box.x1, box.y1, &p->values);
   if (p->blocks.cut)
      small_sides_init(&p->lanes, &p->sides, p->count);
   return true;
}

/* Lanes of block k of the tile by place, of those inside of the box; the primitive has n sides there. */
PX_INLINE void cut_by(const struct places *p, int n, unsigned k, uint64_t inside, unsigned places, uint64_t *raw)
{
   for (unsigned i = 0; i < places; i++) {
      int32_t at[4];
#pragma GCC unroll 4
      for (int side = 0; side < n; side++)
         at[side] = p->values.at[side][k] + p->beyond[i][side];
      raw[i] = inside & small_cover(&p->lanes, n, at, 1);
   }
}

static inline void cover_places(const struct places *p, unsigned k, uint64_t inside, unsigned places, uint64_t *raw)
{
   for (unsigned i = 0; i < places && !(p->blocks.cut >> k & 1); i++)
      raw[i] = inside;
   if (!(p->blocks.cut >> k & 1))
      return;
   switch (p->count) {
   case 1: cut_by(p, 1, k, inside, places, raw); break;
   case 2: cut_by(p, 2, k, inside, places, raw); break;
   case 3: cut_by(p, 3, k, inside, places, raw); break;
   default: cut_by(p, 4, k, inside, places, raw); break;
   }
}

/* ---- waves -------------------------------------------------------------------------------------------------------------- */

static void queue_quads(struct shade *sh, const struct db_samples *block, const uint64_t *raw, uint64_t any)
{
   const struct sim_pixel_state *s = sh->s;
   struct sc_list list;
   struct sc_list_samples of;
   const uint64_t quads = sc_live_quads(any);
   sc_quads_of(any, (int)block->x, (int)block->y, &list);
   for (unsigned i = 0; i < 1u << s->log2_samples; i++)
      of.cover[i] = sc_kept_lanes(quads, block->cover[i]);
   for (unsigned i = 0; i < 1u << s->log2_raster; i++)
      of.raw[i] = sc_kept_lanes(quads, raw[i]);
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
         SC(sc_shade_block)(sh, (int)block->x, (int)block->y, block->cover, some->raw[n]);
      else
         queue_quads(sh, block, some->raw[n], any);
   }
   some->count = 0;
}

/* Lanes of the block at (x, y) of the screen that the clip rectangles leave. */
static uint64_t unclipped(const struct sim_pixel_state *s, int x, int y)
{
   if (s->clip_rule == 0xffff)
      return ~0ull;
   uint64_t in[4], left = 0;
   for (unsigned k = 0; k < 4; k++)
      in[k] = columns_mask(s->clip_rect[k].x0 - x, s->clip_rect[k].x1 - x) &
              rows_mask(s->clip_rect[k].y0 - y, s->clip_rect[k].y1 - y);
   for (unsigned n = 0; n < 16; n++) {
      if (!(s->clip_rule >> n & 1))
         continue;
      uint64_t these = ~0ull;
      for (unsigned k = 0; k < 4; k++)
         these &= n >> k & 1 ? in[k] : ~in[k];
      left |= these;
   }
   return left;
}

/* The sets of places of a quad's pixels: one for all of them, or four. */
struct quad_places { unsigned sets; struct places set[4]; uint64_t touched, inside /* completely */; };

static void quad_places_init(struct quad_places *q, const struct shade *sh, struct sc_box box)
{
   const struct sim_pixel_state *s = sh->s;
   q->sets = s->same_places ? 1 : 4;
   q->touched = q->inside = 0;
   for (unsigned k = 0; k < q->sets; k++) {
      struct places *p = &q->set[k];
      if (!places_init(p, sh, k, box))
         p->blocks = (struct tile_blocks){ 0 };
      q->touched |= p->blocks.touched;
   }
   if (q->sets == 1 && s->sample_mask[0] == (1u << (1u << s->log2_raster)) - 1 && s->clip_rule == 0xffff)
      q->inside = q->touched & ~(q->set[0].blocks.cut | q->set[0].blocks.border);
}

/* False: no sample is covered. */
static bool cover_samples(const struct sim_pixel_state *s, const struct quad_places *q, unsigned n, uint64_t inside,
                          struct db_samples *block, uint64_t *raw)
{
   const unsigned places = 1u << s->log2_raster;
   uint64_t any = 0;
   memset(raw, 0, places * sizeof *raw);
   for (unsigned k = 0; k < q->sets; k++) {
      uint64_t of_set[SIM_MAX_SAMPLES];
      if (!(q->set[k].blocks.touched >> n & 1))
         continue;
      cover_places(&q->set[k], n, q->sets == 1 ? inside : inside & 0x1111111111111111ull << k, places, of_set);
      for (unsigned i = 0; i < places; i++)
         any |= raw[i] |= of_set[i] & -(uint64_t)(s->sample_mask[k] >> i & 1);
   }
   for (unsigned i = 0; i < 1u << s->log2_samples; i++)
      block->cover[i] = s->overrasterize ? any : raw[i & (places - 1)];
   return any;
}

void SC(sc_samples)(struct shade *sh, struct sc_box box)
{
   struct quad_places places;
   struct some_blocks some;
   struct box_lanes inside;
   const struct sim_prim *p = sh->p;
   const struct db_z_plane corner = { p->z, p->dz_dx, p->dz_dy, p->ref_x, p->ref_y, 0, 0, p->z_offset };
   quad_places_init(&places, sh, box);
   some.count = 0;
   box_lanes_init(&inside, box.x0, box.y0, box.x1, box.y1);
   for (uint64_t left = hidden_update(sh, &corner, BLOCK, places.touched, places.inside); left; left &= left - 1) {
      const unsigned k = (unsigned)__builtin_ctzll(left);
      struct db_samples *block = &some.block[some.count];
      block->x = (unsigned)sh->tx + (k & 7) * BLOCK;
      block->y = (unsigned)sh->ty + (k >> 3) * BLOCK;
      const uint64_t lanes = inside.columns[k & 7] & inside.rows[k >> 3] & unclipped(sh->s, (int)block->x, (int)block->y);
      some.count += cover_samples(sh->s, &places, k, lanes, block, some.raw[some.count]);
      if (some.count == SOME_BLOCKS)
         shade_some(sh, &some);
   }
   shade_some(sh, &some);
}
