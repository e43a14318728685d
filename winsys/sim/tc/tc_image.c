/* tc_image.c: image stores by integer coordinates. Compiled once per instruction set (px_ops.h). */
#define PX_NATIVE_LANES
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_image.h"

static void store_part(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   struct image_place p, q;
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

   image_place(e, addr, at, &p);
   union px_i level = { .v = p.level };
   unsigned todo = run & v_bits(p.inside);
   while (todo) {
      int32_t l = level.s[__builtin_ctz(todo)];
      unsigned lanes = image_clip(img, &p, l, todo, &q);
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

void PX(tc_store)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   for (unsigned at = 0; at < lanes; at += PX_LANES)
      if (exec >> at & PX_ALL_LANES)
         store_part(e, addr, data, at, exec >> at & PX_ALL_LANES);
}
