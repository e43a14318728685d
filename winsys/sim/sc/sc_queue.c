/* sc_queue.c: quads of small primitives, packed into waves: a wave takes 16 quads of any primitives. The quads wait until a
 * wave is full, the state changes or the tile ends. Pixels that are drawn again meanwhile are in a later part of the queue: the
 * program runs for all parts at once, tests after it and colours follow part by part (sc_pending.h). */
#include "winsys/sim/cb/cb.h"
#include "winsys/sim/core/poison.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

static unsigned wave_lanes(const struct shade *sh)
{
   unsigned forced = sh->gpu->forced_lanes;
   return forced ? forced < LANES ? LANES : forced : SQ_MAX_LANES;
}

/* ---- late tests ------------------------------------------------------------------------------------------------------ */

static inline bool same_block(const struct sc_quads *q, unsigned a, unsigned b)
{
   return !(((q->x[a] ^ q->x[b]) | (q->y[a] ^ q->y[b])) & ~(BLOCK - 1));
}

/* First lane of quad n in its 8x8 block. */
static inline unsigned lane_in_block(const struct sc_quads *q, unsigned n)
{
   unsigned x = (unsigned)q->x[n], y = (unsigned)q->y[n];
   return (x & 2) << 1 | (x & 4) << 2 | (y & 2) << 2 | (y & 4) << 3;
}

/* Depth and stencil are tested in blocks: quads of one primitive and block follow each other in the queue. lanes: by sample, then
 * those that passed. */
static void late_tests(struct shade *sh, const struct sc_queue *queue, uint64_t *lanes, const float *z, const uint8_t *stencil)
{
   const struct sc_quads *q = &queue->quads;
   const unsigned samples = 1u << sh->s->log2_samples;
   for (unsigned r = 0; r < q->runs; r++) {
      for (unsigned i = q->first[r], end; i < q->first[r + 1]; i = end) {
         _Alignas(64) float block_z[64] = { 0 };
         uint8_t block_stencil[64] = { 0 };
         struct db_samples block = { (unsigned)q->x[i] & ~(BLOCK - 1u), (unsigned)q->y[i] & ~(BLOCK - 1u), { 0 } };
         uint64_t any = 0;
         for (end = i; end < q->first[r + 1] && same_block(q, i, end); end++) {
            unsigned to = lane_in_block(q, end), from = 4 * end;
            for (unsigned k = 0; k < samples; k++)
               any |= block.cover[k] |= (lanes[k] >> from & 15) << to;
            if (z)
               memcpy(block_z + to, z + from, 4 * sizeof *z);
            if (stencil)
               memcpy(block_stencil + to, stencil + from, 4);
         }
         if (!any)
            continue;
         SC(sc_depth)(sh, q->prim[r], &block, 1, z ? block_z : NULL, stencil ? block_stencil : NULL);
         for (unsigned k = 0; k < samples; k++)
            for (unsigned n = i; n < end; n++) {
               const uint64_t quad = block.cover[k] >> lane_in_block(q, n) & 15;
               lanes[k] = (lanes[k] & ~(15ull << 4 * n)) | quad << 4 * n;
            }
      }
   }
}

/* ---- the wave --------------------------------------------------------------------------------------------------------- */

static const struct sim_prim *prim_of(const struct sc_quads *q, unsigned quad)
{
   return q->prim[__builtin_popcount(q->starts & ((2u << quad) - 1)) - 1];
}

/* Part by part. left: lanes by sample. */
static void write_colors(struct shade *sh, const struct sc_queue *queue, unsigned first, unsigned passes, const uint64_t *left)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sc_quads *q = &queue->quads;
   const struct sq_wave *w = &sh->w->wave;
   unsigned begin = 0;
   for (unsigned parts = queue->parts & ((1u << q->count) - 2);; parts &= parts - 1) {
      const unsigned end = parts ? (unsigned)__builtin_ctz(parts) : q->count;
      const uint64_t those = sq_first_lanes(4 * end) & ~sq_first_lanes(4 * begin);
      uint64_t part[SIM_MAX_SAMPLES];
      for (unsigned i = first; i < 1u << s->log2_samples; i += passes)
         part[i] = left[i] & those;
      cb_write_quads(s->cb, q->x, q->y, prim_of(q, begin)->layer, first, passes, q->count, part, (const uint32_t (*)[4][64])w->exp,
                     w->exp_en);
      if (!parts)
         return;
      begin = end;
   }
}

/* The samples from `first` on, each passes-th of them. */
static void shade_pass(struct shade *sh, struct sc_queue *queue, unsigned first, unsigned passes, unsigned lanes)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sc_quads *q = &queue->quads;
   const unsigned samples = 1u << s->log2_samples;
   const uint64_t *cover = s->by_sample ? queue->of.cover : &queue->mask, *raw = s->by_sample ? queue->of.raw : &queue->mask;
   struct sq_wave *w = &sh->w->wave;
   uint64_t any = 0, left[SIM_MAX_SAMPLES] = { 0 };
   for (unsigned i = first; i < samples; i += passes)
      any |= cover[i];
   if (!any)
      return;
   if (__builtin_expect(sim_poison_on, 0))
      sim_poison_vgprs(w);
   SC(sc_fill_inputs)(sh, q, lanes, first, raw);
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(any);
   const uint64_t live = SC(sc_run_program)(sh, lanes, any);
   if (!live)
      return;
   for (unsigned i = first; i < samples; i += passes)
      left[i] = cover[i] & live;
   uint8_t stencil[SQ_MAX_LANES];
   SC(sc_take_masks)(sh, lanes, first, passes, left, stencil);
   if (s->late_z)
      late_tests(sh, queue, left, s->z_export ? (const float *)w->exp[SQ_EXP_MRTZ][0] : NULL, s->stencil_export ? stencil : NULL);
   if (s->cb_info.active_mask)
      write_colors(sh, queue, first, passes, left);
}

static void shade_quads(struct shade *sh, struct sc_queue *queue)
{
   const struct sim_pixel_state *s = sh->s;
   const unsigned forced = sh->gpu->forced_lanes && !s->ps_info->needs_64_lanes ? wave_lanes(sh) : 0;
   const unsigned lanes = forced ? forced : sq_wave_lanes(s->ps, 4 * queue->quads.count);
   for (unsigned i = 0; i < 1u << s->log2_passes; i++)
      shade_pass(sh, queue, i, 1u << s->log2_passes, lanes);
}

/* A loop: the string instruction that replaces a memset of this size is slower, and delays the loads that follow. */
static inline void clear_pending(struct sc_queue *queue)
{
   const v16i none = vi_set(0);
#pragma GCC unroll 8
   for (unsigned i = 0; i < sizeof(queue->pending) / (sizeof none); i++)
      memcpy((char *)queue->pending + i * sizeof none, &none, sizeof none);
}

void SC(sc_queue_flush)(struct shade *sh)
{
   struct sc_queue *queue = &sh->queue;
   struct sc_quads *q = &queue->quads;
   if (!q->count)
      return;
   q->first[q->runs] = (uint8_t)q->count;
   shade_quads(sh, queue);
   clear_pending(queue);
   q->count = q->runs = q->starts = queue->parts = 0;
   queue->mask = 0;
   for (unsigned i = 0; i < SIM_MAX_SAMPLES && sh->s->by_sample; i++)
      queue->of.cover[i] = queue->of.raw[i] = 0;
}

/* ---- new quads ---------------------------------------------------------------------------------------------------------- */

static inline v16i row_of(const int32_t *from)
{
   v16i v;
   memcpy(&v, from, sizeof v);
   return v;
}

/* The lanes of `taken` quads from number `from` on, to number `to` of the queue. */
static void add_samples(const struct sim_pixel_state *s, struct sc_list_samples *queue, const struct sc_list_samples *of,
                        unsigned from, unsigned taken, unsigned to)
{
   const uint64_t those = sq_first_lanes(4 * taken);
   for (unsigned i = 0; i < 1u << s->log2_samples; i++)
      queue->cover[i] |= (of->cover[i] >> 4 * from & those) << 4 * to;
   for (unsigned i = 0; i < 1u << s->log2_raster; i++)
      queue->raw[i] |= (of->raw[i] >> 4 * from & those) << 4 * to;
}

void SC(sc_queue_add)(struct shade *sh, const struct sc_list *list, const struct sc_list_samples *of)
{
   struct sc_queue *queue = &sh->queue;
   struct sc_quads *q = &queue->quads;
   const unsigned room = wave_lanes(sh) / 4;
   unsigned left = list->count;
   uint64_t mask = list->mask;
   v16i x = list->x, y = list->y;
   if (q->runs && q->prim[q->runs - 1]->layer != sh->p->layer)
      queue->parts |= 1u << q->count;
   while (left) {
      if (q->count == room)
         SC(sc_queue_flush)(sh);
      if (!q->runs || q->prim[q->runs - 1] != sh->p) {
         q->first[q->runs] = (uint8_t)q->count;
         q->starts |= 1u << q->count;
         q->prim[q->runs++] = sh->p;
         sc_prefetch_params(sh->p);
      }
      unsigned first = q->count, taken = left < room - first ? left : room - first;
      v16i all_x = sc_joined(row_of(q->x), first, x), all_y = sc_joined(row_of(q->y), first, y);
      memcpy(q->x, &all_x, sizeof all_x);
      memcpy(q->y, &all_y, sizeof all_y);
      queue->mask |= (mask & sq_first_lanes(4 * taken)) << 4 * first;
      if (of)
         add_samples(sh->s, &queue->of, of, list->count - left, taken, first);
      q->count += taken;
      left -= taken;
      if (!left)
         return;
      mask >>= 4 * taken;
      x = sc_behind(x, taken);
      y = sc_behind(y, taken);
   }
}
