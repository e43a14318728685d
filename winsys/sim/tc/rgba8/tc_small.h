/* tc_small.h: the sampler's fast path for unorm texels of one or two bytes (R8, RG8, 565, 5551, 4444); see tc_pass.h. The
 * left texel of a row is in the low half of a lane, the right one in the other. Included by one file for each TC_SOURCE that
 * there is, which makes the function TC_SMALL. */
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/rgba8/tc_pass.h"

PX_INLINE vu texel_row(const uint8_t *ptr, struct tc_place row, struct tc_place column0, struct tc_place column1, unsigned el_B)
{
   vu left[4], right[4];
   tc_read_texels(ptr, tc_texel_address(row, column0), el_B, left);
   tc_read_texels(ptr, tc_texel_address(row, column1), el_B, right);
   return left[0] | right[0] << 16;
}

/* One channel, times 65536. */
PX_INLINE vf filter_channel(vu top, vu bottom, struct fmt_chan ch, vi down, vi across)
{
   union px_nv t, b, d = { .i = down }, a = { .i = across }, sum;
   vu mask = vu_set(((1u << ch.bits) - 1) * 0x10001);
   t.u = (top >> vu_set(ch.shift)) & mask;
   b.u = (bottom >> vu_set(ch.shift)) & mask;
   for (unsigned h = 0; h < GROUPS; h++)
      sum.n[h] = NV(madd_epi16)(down_words(t.n[h], b.n[h], d.n[h]), a.n[h]);
   return vf_from_i(sum.i + (1 << 23));
}

static void linear_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   const struct tc_samp *s = &rq->e->samp;
   const struct fmt *f = rq->e->img.fmt;
   for (unsigned at = 0; at < rq->blocks * 16; at += 16) {
      unsigned run = exec >> at & 0xffff;
      vi x0, x1, y0, y1;
      if (!run)
         continue;
      vi x = linear_position(vf_load(rq->u + at), lv->scale[0], s->wrap[0]);
      vi y = linear_position(vf_load(rq->v + at), lv->scale[1], s->wrap[1]);
      two_texels(x, (int32_t)lv->w, s->wrap[0], &x0, &x1);
      two_texels(y, (int32_t)lv->h, s->wrap[1], &y0, &y1);
      struct tc_place column0 = tc_column(lv, x0), column1 = tc_column(lv, x1);
      vu top = texel_row(ptr, pass_row(rq, lv, y0), column0, column1, f->el_B);
      vu bottom = texel_row(ptr, pass_row(rq, lv, y1), column0, column1, f->el_B);
      vi wx = x & 255, across = (256 - wx) | wx << 16, down = down_weights(y & 255);
      for (unsigned c = 0; c < f->chans; c++) {
         if (rq->e->results.row_of[c] == TC_ROW_NONE)
            continue;
         vf scale = vf_set(1.0f / (float)(((1u << f->ch[c].bits) - 1) << 16));
         put_channel(rq, c, at, run, filter_channel(top, bottom, f->ch[c], down, across) * scale, frac);
      }
   }
}

static void nearest_pass(const struct request *rq, const struct tc_level *lv, const uint8_t *ptr, uint64_t exec, const vi *frac)
{
   const struct tc_samp *s = &rq->e->samp;
   const struct fmt *f = rq->e->img.fmt;
   for (unsigned at = 0; at < rq->blocks * 16; at += 16) {
      unsigned run = exec >> at & 0xffff;
      vu raw[4];
      if (!run)
         continue;
      vi x = nearest_texel(vf_load(rq->u + at), lv->scale[0], (int32_t)lv->w, s->wrap[0]);
      vi y = nearest_texel(vf_load(rq->v + at), lv->scale[1], (int32_t)lv->h, s->wrap[1]);
      tc_read_texels(ptr, tc_texel_address(pass_row(rq, lv, y), tc_column(lv, x)), f->el_B, raw);
      for (unsigned c = 0; c < f->chans; c++) {
         unsigned bits = f->ch[c].bits;
         if (rq->e->results.row_of[c] == TC_ROW_NONE)
            continue;
         put_channel(rq, c, at, run, vf_unorm((raw[0] >> vu_set(f->ch[c].shift)) & vu_set((1u << bits) - 1), bits), frac);
      }
   }
}

void TC_SMALL(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   sample_wave(e, addr, data, exec, lanes);
}
