/* tc_image.c: image loads and stores by integer coordinates. A coordinate outside the level reads a texel of zeros, of which
 * DST_SEL may still make ones, and writes nothing. Compiled once per instruction set (px_ops.h). */
#define PX_NATIVE_LANES
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_fetch.h"

struct place { vi x, y, slice, sample, level, inside; };

static void find_place(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, struct place *p)
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
   p->slice += img->dims == 3 ? 0 : (int32_t)img->base_array;
   p->level += img->base_level;
}

/* Lanes at `level` that lie inside it; other lanes get coordinates 0. */
static unsigned clip_to_level(const struct tc_img *img, const struct place *p, int32_t level, unsigned todo,
                              struct place *q)
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

static void load_part(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   struct place p, q;
   const vu none[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) };
   vu out[4];
   for (unsigned c = 0; c < 4; c++)
      out[c] = tc_select(img, c, none);
   find_place(e, addr, at, &p);
   union px_i level = { .v = p.level };
   unsigned todo = run & v_bits(p.inside);
   while (todo) {
      int32_t l = level.s[__builtin_ctz(todo)];
      clip_to_level(img, &p, l, todo, &q);
      vu t[4];
      tc_fetch(img, &img->level[l], q.x, q.y, q.slice, q.sample, t);
      for (unsigned c = 0; c < 4; c++)
         out[c] = vu_sel(q.inside, tc_select(img, c, t), out[c]);
      todo &= ~v_bits(vi_eq(p.level, vi_set(l)));
   }
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++)
      if (e->inst.dmask & 1u << c)
         vu_store_masked(&data[row++][at], out[c], run);
}

static void store_part(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   struct place p, q;
   vu in[4], mem[4], raw[4];
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++)
      in[c] = e->inst.dmask & 1u << c ? vu_load(&data[row++][at]) : vu_set(0);
   for (unsigned m = 0; m < 4; m++) { /* DST_SEL backwards: which value goes to memory channel m */
      mem[m] = vu_set(0);
      for (unsigned c = 4; c-- > 0;)
         if (img->sel[c] == 4 + m)
            mem[m] = in[c];
   }
   fmt_vec_encode(img->fmt, img->num, mem, raw);
   union px_u r[4];
   for (unsigned d = 0; d < 4; d++)
      r[d].v = raw[d];

   find_place(e, addr, at, &p);
   union px_i level = { .v = p.level };
   unsigned todo = run & v_bits(p.inside);
   while (todo) {
      int32_t l = level.s[__builtin_ctz(todo)];
      unsigned lanes = clip_to_level(img, &p, l, todo, &q);
      union px_u off = { .v = tc_offsets(&img->level[l], q.x, q.y, q.slice, q.sample) };
      for (; lanes; lanes &= lanes - 1) {
         unsigned i = __builtin_ctz(lanes);
         uint32_t texel[4] = { r[0].s[i], r[1].s[i], r[2].s[i], r[3].s[i] };
         uint8_t *p = img->level[l].ptr + off.s[i];
         sim_stores_note(p, img->fmt->el_B);
         memcpy(p, texel, img->fmt->el_B);
      }
      todo &= ~v_bits(vi_eq(p.level, vi_set(l)));
   }
}

void PX(tc_load)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                 unsigned lanes)
{
   for (unsigned at = 0; at < lanes; at += PX_LANES)
      if (exec >> at & PX_ALL_LANES)
         load_part(e, addr, data, at, exec >> at & PX_ALL_LANES);
}

void PX(tc_store)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   for (unsigned at = 0; at < lanes; at += PX_LANES)
      if (exec >> at & PX_ALL_LANES)
         store_part(e, addr, data, at, exec >> at & PX_ALL_LANES);
}
