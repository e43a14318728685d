/* sc_queue.c: quads of small primitives, packed into waves: a wave takes 16 quads of any primitives. The quads wait until a
 * wave is full, the state changes or the tile ends. Pixels that are drawn again meanwhile are in a later part of the queue: the
 * program runs for all parts at once, tests after it and colours follow part by part (sc_pending.h). */
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

static unsigned wave_lanes(const struct shade *sh)
{
   unsigned forced = sh->gpu->forced_lanes;
   return forced ? forced < LANES ? LANES : forced : SQ_MAX_LANES;
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
   const struct sim_pixel_state *s = sh->s;
   const unsigned forced = sh->gpu->forced_lanes && !s->ps_info->needs_64_lanes ? wave_lanes(sh) : 0;
   const unsigned lanes = forced ? forced : sq_wave_lanes(s->ps, 4 * q->count);
   SC(sc_shade_wave)(sh, q, queue->parts, lanes, s->by_sample ? queue->of.cover : &queue->mask,
                     s->by_sample ? queue->of.raw : &queue->mask);
   clear_pending(queue);
   q->count = q->runs = q->starts = queue->parts = 0;
   queue->mask = 0;
   for (unsigned i = 0; i < SIM_MAX_SAMPLES && s->by_sample; i++)
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
