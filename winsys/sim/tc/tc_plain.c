/* tc_plain.c: the middle path of the sampler: 2D images and arrays of any format but packed ones, in any layout, with wrap
 * modes that never show the border; comparisons too. Same results as tc_filter.c, bit for bit, with less to decide
 * per texel. Compiled once per instruction set (px_ops.h). */
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_lod.h"
#ifdef __AVX512F__
#include "winsys/sim/tc/tc_window.h"
#endif

/* What stays the same over the levels. */
struct request { vf u, v, dref; vi slice; unsigned need; /* memory channels */ unsigned how; };

/* Formats that are common enough for code of their own. */
enum how { HOW_ANY, HOW_R32F, HOW_SHADOW_R32F, HOW_RGBA16F, HOW_RGBA32F, HOW_SRGB8, NUM_HOW };

/* Decoded, and compared if the instruction compares. Channels that are not needed may be left alone. */
PX_INLINE void decode(const struct tc_entry *e, enum how how, const vu raw[4], const struct request *rq, vf out[4])
{
   vu t[4];
   switch (how) {
   case HOW_R32F:
   case HOW_SHADOW_R32F:
      out[0] = (vf)raw[0];
      out[1] = out[2] = vf_set(0);
      out[3] = vf_set(1);
      break;
   case HOW_RGBA16F:
      for (unsigned m = 0; m < 4; m++)
         out[m] = vf_from_half(m & 1 ? raw[m / 2] >> 16 : raw[m / 2] & 0xffff);
      break;
   case HOW_RGBA32F:
      for (unsigned m = 0; m < 4; m++)
         out[m] = (vf)raw[m];
      break;
   case HOW_SRGB8:
      for (unsigned m = 0; m < 3; m++)
         out[m] = (vf)vu_lookup(fmt_srgb_to_linear, (raw[0] >> 8 * m) & 255);
      out[3] = vf_unorm(raw[0] >> 24, 8);
      break;
   default:
      fmt_vec_decode(e->img.as, e->img.as_num, raw, t);
      for (unsigned m = 0; m < 4; m++)
         out[m] = (vf)t[m];
   }
   if (how == HOW_SHADOW_R32F || (how == HOW_ANY && e->inst.compare))
      out[0] = (vf)(tc_compare(e->samp.compare, rq->dref, out[0]) & 0x3f800000);
}

PX_INLINE unsigned texel_B(const struct tc_entry *e, enum how how)
{
   return how == HOW_RGBA16F ? 8 : how == HOW_RGBA32F ? 16 : how == HOW_ANY ? e->img.as->el_B : 4;
}

static enum how how_of(const struct tc_entry *e)
{
   const struct fmt *f = e->img.as;
   unsigned num = e->img.as_num;
   if (e->inst.compare)
      return f == fmt_get(FMT_32) && num == FMT_FLOAT ? HOW_SHADOW_R32F : HOW_ANY;
   if (num == FMT_SRGB)
      return f == fmt_get(FMT_8_8_8_8) ? HOW_SRGB8 : HOW_ANY;
   if (num != FMT_FLOAT)
      return HOW_ANY;
   return f == fmt_get(FMT_32) ? HOW_R32F
          : f == fmt_get(FMT_16_16_16_16) ? HOW_RGBA16F
          : f == fmt_get(FMT_32_32_32_32) ? HOW_RGBA32F : HOW_ANY;
}

/* Whether a mean may be a NaN. */
PX_INLINE bool makes_nans(const struct tc_entry *e, enum how how)
{
   return how == HOW_ANY ? e->img.as_num == FMT_FLOAT : how != HOW_SRGB8;
}

/* row, column: of the texel's element. */
PX_INLINE void texels(const struct tc_entry *e, enum how how, const uint8_t *ptr, struct tc_place row, struct tc_place column,
                      vi x, vi y, const struct request *rq, vf out[4])
{
   vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) };
   if (e->img.blocks)
      tc_read_blocks(&e->img, ptr, tc_texel_address(row, column), x, y, raw);
   else
      tc_read_texels(ptr, tc_texel_address(row, column), texel_B(e, how), raw);
   decode(e, how, raw, rq, out);
}

/* All four texels of a compressed image, if they lie in few blocks of one slice. */
static __attribute__((noinline)) bool blocks_of(const struct tc_entry *e, const struct tc_level *lv, const struct request *rq,
                                                const struct tc_axis *x, const struct tc_axis *y, unsigned run, vu raw[4][2])
{
   union px_i slice = { .v = rq->slice };
   int32_t first = slice.s[__builtin_ctz(run)];
   if (~v_bits(vi_eq(rq->slice, vi_set(first))) & run)
      return false;
   uint32_t flip = lv->map ? tile_map_flip_slice(&lv->surf, (uint32_t)first) : 0;
   const vi xs[2] = { x->i0, x->i1 }, ys[2] = { y->i0, y->i1 };
   return tc_block_patch(&e->img, lv, lv->ptr + (uint32_t)first * lv->surf.slice_B, flip, xs, ys, raw);
}

#ifdef __AVX512F__
/* All four texels, if a window has those of every lane. */
PX_INLINE bool window_of(const struct tc_entry *e, enum how how, const struct tc_level *lv, const struct request *rq,
                         const struct tc_axis *x, const struct tc_axis *y, unsigned run, vf out[4][4])
{
   struct texel_window w;
   struct window_constants k;
   union px_i slice = { .v = rq->slice };
   int32_t layer = slice.s[__builtin_ctz(run)];
   vi px = x->pos, py = y->pos;
   if (~v_bits(vi_eq(rq->slice, vi_set(layer))) & run)
      return false;
   if (run != 0xffff) {
      px = (vi)fill_inactive((vf)px, run);
      py = (vi)fill_inactive((vf)py, run);
   }
   window_init(&e->img, lv, lv->ptr + (uint32_t)layer * lv->surf.slice_B, (uint32_t)layer, level_is_tiled(&e->img, lv), &w);
   window_constants(w.tiled, &k);
   __m512i xy[4] = { window_pack(&k, px, py) }, first, second, texel[4];
   struct window_places place;
   window_place(&w, xy, 1, &place);
   if (!window_find(&w, &k, px, py, xy[0], &place, 0, &first, &second))
      return false;
   window_texels(&w, &k, place.at[0], first, second, texel);
   for (unsigned n = 0; n < 4; n++) {
      vu raw[4] = { (vu)texel[n], vu_set(0), vu_set(0), vu_set(0) };
      decode(e, how, raw, rq, out[n]);
   }
   return true;
}

PX_INLINE bool has_windows(const struct tc_entry *e, enum how how, const struct tc_level *lv)
{
   const struct tile_surf *s = &lv->surf;
   return texel_B(e, how) == 4 && (e->img.blocks || s->mode == TILE_LINEAR ||
                                   (tile_has_blocks(s) && !(lv->map && s->split_B < 256)));
}
#endif

PX_INLINE void one_level_of(const struct tc_entry *e, enum how how, int32_t code, const struct request *rq, unsigned run,
                            vf out[4])
{
   const struct tc_level *lv = &e->img.level[code >> 1];
   struct tc_axis x, y;
   bool linear = code & 1;
   tc_axis(rq->u, (int32_t)lv->w, e->samp.wrap[0], false, linear, false, vi_set(0), &x);
   tc_axis(rq->v, (int32_t)lv->h, e->samp.wrap[1], false, linear, false, vi_set(0), &y);
   unsigned shift = e->img.blocks ? 2 : 0;
   vf t[4][4], fx = vf_from_i(x.w) * (1.0f / 256.0f), fy = vf_from_i(y.w) * (1.0f / 256.0f);
   vi zx = vi_eq(x.w, vi_set(0)), zy = vi_eq(y.w, vi_set(0));
   vu block[4][2] = { { vu_set(0), vu_set(0) } };
   bool done = false;
#ifdef __AVX512F__
   done = linear && has_windows(e, how, lv) && window_of(e, how, lv, rq, &x, &y, run, t);
#endif
   if (done) {
      /* all texels are there */
   } else if (linear && e->img.blocks && blocks_of(e, lv, rq, &x, &y, run, block)) {
      for (unsigned n = 0; n < 4; n++) {
         vu raw[4] = { block[n][0], block[n][1], vu_set(0), vu_set(0) };
         decode(e, how, raw, rq, t[n]);
      }
   } else {
      struct tc_place r0 = tc_of_slice(lv, tc_row(lv, y.i0 >> shift), rq->slice), c0 = tc_column(lv, x.i0 >> shift);
      if (!linear) {
         texels(e, how, lv->ptr, r0, c0, x.i0, y.i0, rq, out);
         return;
      }
      struct tc_place r1 = tc_of_slice(lv, tc_row(lv, y.i1 >> shift), rq->slice), c1 = tc_column(lv, x.i1 >> shift);
      texels(e, how, lv->ptr, r0, c0, x.i0, y.i0, rq, t[0]);
      texels(e, how, lv->ptr, r0, c1, x.i1, y.i0, rq, t[1]);
      texels(e, how, lv->ptr, r1, c0, x.i0, y.i1, rq, t[2]);
      texels(e, how, lv->ptr, r1, c1, x.i1, y.i1, rq, t[3]);
   }
   (void)run;
   if (how == HOW_R32F || how == HOW_SHADOW_R32F) {
      out[0] = tc_mix(tc_mix(t[0][0], t[1][0], zx, fx), tc_mix(t[2][0], t[3][0], zx, fx), zy, fy);
      if (how == HOW_R32F)
         out[0] = vf_sel(zx & zy, out[0], vf_canonical(out[0]));
      for (unsigned m = 1; m < 4; m++)
         out[m] = t[0][m];
      return;
   }
#pragma GCC unroll 4
   for (unsigned m = 0; m < 4; m++) {
      out[m] = t[0][m]; /* constant channels need no filter */
      if (rq->need & 1u << m)
         out[m] = tc_mix(tc_mix(t[0][m], t[1][m], zx, fx), tc_mix(t[2][m], t[3][m], zx, fx), zy, fy);
      if (rq->need & 1u << m && makes_nans(e, how)) /* a single texel keeps its bits */
         out[m] = vf_sel(zx & zy, out[m], vf_canonical(out[m]));
   }
}

#define ONE_LEVEL(name, how) \
   static void name(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned run, vf out[4]) \
   { \
      one_level_of(e, how, code, rq, run, out); \
   }
ONE_LEVEL(level_any, HOW_ANY)
ONE_LEVEL(level_r32f, HOW_R32F)
ONE_LEVEL(level_shadow_r32f, HOW_SHADOW_R32F)
ONE_LEVEL(level_rgba16f, HOW_RGBA16F)
ONE_LEVEL(level_rgba32f, HOW_RGBA32F)
ONE_LEVEL(level_srgb8, HOW_SRGB8)
typedef void (*level_fn)(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned run, vf out[4]);
static const level_fn level_fns[NUM_HOW] = { level_any, level_r32f, level_shadow_r32f, level_rgba16f, level_rgba32f,
                                             level_srgb8 };

static void by_level(const struct tc_entry *e, const struct request *rq, vi code, unsigned todo, vf out[4])
{
   union px_i k = { .v = code };
   int32_t want = k.s[__builtin_ctz(todo)];
   unsigned bits = v_bits(vi_eq(code, vi_set(want)));
   level_fns[rq->how](e, want, rq, todo & bits, out);
   while (todo &= ~bits) {
      vf t[4];
      want = k.s[__builtin_ctz(todo)];
      vi same = vi_eq(code, vi_set(want));
      bits = v_bits(same);
      level_fns[rq->how](e, want, rq, todo & bits, t);
      for (unsigned c = 0; c < 4; c++)
         out[c] = vf_sel(same, t[c], out[c]);
   }
}

static void mipmapped(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, unsigned run,
                      const struct request *rq, bool int_format, vf out[4])
{
   const struct tc_samp *s = &e->samp;
   struct coords co = { .c = { rq->u, rq->v } };
   vi raw, lod, level = vi_set(0), frac = vi_set(0), last = vi_set(e->img.last_level - e->img.base_level);
   level_of_detail(e, addr, at, &co, &raw, &lod);
   vi pos = vi_max(lod, vi_set(0));
   if (s->mip == 1) {
      level = vi_min((pos + 127) >> 8, last);
   } else if (s->mip == 2) {
      level = vi_min(pos >> 8, last);
      frac = pos & 255 & vi_lt(level, last);
   }
   vi linear = vi_sel(vi_lt(vi_set(0), lod), vi_set(s->min_linear), vi_set(s->mag_linear));
   if (int_format)
      linear = vi_set(0);
   vi code = (level + vi_set(e->img.base_level)) * 2 + linear;
   by_level(e, rq, code, run, out);
   unsigned blend = v_bits(vi_lt(vi_set(0), frac)) & run;
   if (blend) {
      vf t[4], f = vf_from_i(frac) * (1.0f / 256.0f);
      vi zero = vi_eq(frac, vi_set(0));
      by_level(e, rq, code + 2, blend, t);
      for (unsigned c = 0; c < 4; c++)
         if (rq->need & 1u << c)
            out[c] = tc_mix_floats(out[c], t[c], zero, f);
   }
}

void PX(tc_plain)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                  unsigned lanes)
{
   const struct tc_img *img = &e->img;
   bool int_format = fmt_num_is_int(img->num);
   bool one = (e->samp.mag_linear == e->samp.min_linear || int_format) && (!e->samp.mip || img->last_level == img->base_level);
   struct request rq = { .how = how_of(e) };
   for (unsigned c = 0; c < 4; c++)
      if ((e->inst.dmask & 1u << c) && img->sel[c] >= 4)
         rq.need |= 1u << (img->sel[c] - 4);
   if (e->inst.compare)
      rq.need &= 1;
   else
      for (unsigned m = img->fmt->chans; m < 4; m++)
         rq.need &= ~(1u << m);
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = exec >> at & 0xffff, row = 0;
      vf out[4];
      if (!run)
         continue;
      rq.u = vf_load(&addr[e->rows.coord][at]);
      rq.v = vf_load(&addr[e->rows.coord + 1][at]);
      rq.slice = e->rows.layer >= 0 ? tc_slice(vf_load(&addr[e->rows.layer][at]), img) : vi_set((int32_t)img->base_array);
      if (e->inst.compare) {
         rq.dref = vf_load(&addr[e->rows.compare][at]);
         if (img->num == FMT_UNORM)
            rq.dref = vf_limit(rq.dref, 0.0f, 1.0f);
      }
      if (one)
         level_fns[rq.how](e, img->base_level * 2 + (e->samp.mag_linear && !int_format), &rq, run, out);
      else
         mipmapped(e, addr, at, run, &rq, int_format, out);
      if (e->inst.compare) {
         out[1] = out[2] = vf_set(0);
         out[3] = vf_set(1);
      }
      vu val[4];
      for (unsigned m = 0; m < 4; m++)
         val[m] = (vu)out[m];
      for (unsigned c = 0; c < 4; c++)
         if (e->inst.dmask & 1u << c)
            vu_store_masked(&data[row++][at], tc_select(img, c, val), run);
   }
}
