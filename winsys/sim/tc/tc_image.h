/* tc_image.h: integer coordinates of image loads and stores. A coordinate outside the level reads a texel of zeros, of which
 * DST_SEL may still make ones, and writes nothing. Part of the files compiled once per instruction set. */
#ifndef SIM_TC_IMAGE_H
#define SIM_TC_IMAGE_H

#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/tc/tc_int.h"

struct image_place { vi x, y, slice, sample, level, inside; };

PX_INLINE void image_place(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, struct image_place *p)
{
   const struct tc_img *img = &e->img;
   const struct tc_rows *r = &e->rows;
   vi zero = vi_set(0);
   p->x = (vi)vu_load(&addr[r->coord][at]);
   p->y = img->dims >= 2 ? (vi)vu_load(&addr[r->coord + 1][at]) : zero;
   p->slice = img->dims == 3 ? (vi)vu_load(&addr[r->coord + 2][at]) :
              r->layer >= 0 ? (vi)vu_load(&addr[r->layer][at]) : zero;
   p->sample = r->sample >= 0 ? (vi)vu_load(&addr[r->sample][at]) : zero;
   p->level = r->lod >= 0 ? (vi)vu_load(&addr[r->lod][at]) : zero;
   vu levels = vu_set(img->last_level - img->base_level + 1u);
   p->inside = vu_lt((vu)p->level, levels) & vu_lt((vu)p->sample, vu_set(1u << img->log2_samples));
   if (img->dims < 3)
      p->inside &= vu_lt((vu)p->slice, vu_set(img->layered ? img->last_array - img->base_array + 1 : 1));
   p->slice = (p->slice & p->inside) + (img->dims == 3 ? 0 : (int32_t)img->base_array);
   p->level = (p->level & p->inside) + img->base_level;
}

/* Lanes at `level` that lie inside it; other lanes get coordinates 0. */
PX_INLINE unsigned image_clip(const struct tc_img *img, const struct image_place *p, int32_t level, unsigned todo,
                              struct image_place *q)
{
   const struct tc_level *lv = &img->level[level];
   vi in = vi_eq(p->level, vi_set(level)) & p->inside & v_mask(todo);
   in &= vu_lt((vu)p->x, vu_set(lv->w)) & vu_lt((vu)p->y, vu_set(lv->h)) & vu_lt((vu)p->slice, vu_set(lv->slices));
   q->x = p->x & in;
   q->y = p->y & in;
   q->slice = p->slice & in;
   q->sample = p->sample & in;
   q->inside = in;
   return v_bits(in);
}

#endif
