/* tc_level.h: samples and texels of one level. A level is sampled in steps (tc_footprint.h), of which the last one belongs to the
 * format: texels are fetched, decoded, compared and filtered. Part of tc_sample.c, which states the filter rules. */
#ifndef SIM_TC_LEVEL_H
#define SIM_TC_LEVEL_H

#include "winsys/sim/tc/tc_bilinear.h"
#include "winsys/sim/tc/tc_footprint.h"
#include "winsys/sim/tc/tc_image.h"
#ifdef __AVX512F__
#include "winsys/sim/tc/tc_window.h"
#endif

/* What stays the same over the levels. */
struct request { struct coords co; unsigned need; bool by_shader; /* of the entry's plan */ };

PX_INLINE bool is_integer(enum tc_how how) { return how == HOW_RGBA8 || how == HOW_SMALL; }
PX_INLINE bool may_have_blocks(enum tc_how how) { return how <= HOW_RGBA16F && how != HOW_SMALL; }

PX_INLINE unsigned texel_B(const struct tc_entry *e, enum tc_how how)
{
   return how == HOW_RGBA16F ? 8 : how == HOW_RGBA32F ? 16 :
          how == HOW_ANY || how == HOW_SMALL || how == HOW_SHADOW ? e->img.as->el_B : 4;
}

/* Whether a mean may be a NaN. */
PX_INLINE bool makes_nans(enum tc_how how)
{
   return how == HOW_ANY || how == HOW_R32F || how == HOW_RGBA16F || how == HOW_RGBA32F;
}

/* ---- texels ------------------------------------------------------------------------------------------------------------- */

TC_STEP void read_blocks(const struct tc_img *img, const struct footprint *fp, vu offset, unsigned k, vu raw[2])
{
   raw[1] = vu_set(0);
   tc_read_blocks(img, fp->lv->ptr, offset, fp->x[k], fp->y[k], raw);
}

PX_INLINE void fetch(const struct tc_entry *e, enum tc_how how, const struct footprint *fp, unsigned slice, unsigned k, vu raw[4])
{
   const struct tc_img *img = &e->img;
   vu block[2];
   if (may_have_blocks(how) && img->blocks) {
      read_blocks(img, fp, fp->offset[slice][k], k, block);
      raw[0] = block[0];
      raw[1] = block[1];
   } else {
      tc_read_texels(fp->lv->ptr, fp->offset[slice][k], texel_B(e, how), raw);
   }
   if (how == HOW_ANY && img->fmt->kind == FMT_PACKED)
      raw[0] = tc_unpack(img->fmt, raw[0], (vu)fp->x[k]);
}

/* All four texels of a compressed image, if they lie in few blocks of one slice. */
PX_INLINE bool blocks_of(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned run)
{
   const struct tc_level *lv = fp->lv;
   union px_i slice = { .v = rq->co.slice };
   int32_t first = slice.s[__builtin_ctz(run)];
   vi out = fp->seams ? fp->out[0][0] | fp->out[0][1] | fp->out[1][0] | fp->out[1][1] : vi_set(0); /* on the next face */
   if ((~v_bits(vi_eq(rq->co.slice, vi_set(first))) | v_bits(out)) & run)
      return false;
   uint32_t flip = lv->map ? tile_map_flip_slice(&lv->surf, (uint32_t)first) : 0;
   return tc_block_patch(&e->img, lv, lv->ptr + (uint32_t)first * lv->surf.slice_B, flip, fp->index[0], fp->index[1], fp->texel[0]);
}

/* The texels, or where they are. */
TC_STEP void find(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned run)
{
   find_indices(e, &rq->co, fp);
   if (e->img.blocks && fp->corners > 1 && e->img.dims == 2 && !fp->borders && tc_has_places(fp->lv))
      fp->have = blocks_of(e, rq, fp, run);
   if (!fp->have)
      find_texels(e, &rq->co, fp);
}

#ifdef __AVX512F__
/* With the texel offset. */
PX_INLINE vi moved(const struct request *rq, const struct footprint *fp, unsigned d)
{
   return rq->co.any_off ? fp->pos[d] + (rq->co.off[d] << 8) : fp->pos[d];
}

PX_INLINE bool has_windows(const struct tc_entry *e, const struct footprint *fp)
{
   const struct tc_level *lv = fp->lv;
   const struct tile_surf *s = &lv->surf;
   return e->img.as->el_B <= 8 && e->img.dims >= 2 && tc_has_places(lv) && !s->log2_samples && e->img.fmt->kind != FMT_PACKED &&
          (e->img.blocks || s->mode == TILE_LINEAR || (tile_has_blocks(s) && !(lv->map && lv->map->log2_parts)));
}

/* All texels, if at most two slices have those of all lanes. first, second: see window_find(). */
PX_INLINE bool take_window(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned run,
                           struct texel_window *w, const struct window_constants *k, uint32_t at, __m512i first, __m512i second)
{
   const struct tc_level *lv = fp->lv;
   for (unsigned s = 0; s < fp->slices; s++) {
      const union px_i slice = { .v = e->img.dims < 3 ? rq->co.slice : (moved(rq, fp, 2) >> 8) + (int32_t)s };
      unsigned same, done = 0;
      for (unsigned left = run; left; left &= ~same, done++) {
         const int32_t layer = slice.s[__builtin_ctz(left)];
         same = v_bits(vi_eq(slice.v, vi_set(layer)));
         if (done == 2 || (uint32_t)layer >= lv->slices)
            return false;
         w->ptr = lv->ptr + (uint32_t)layer * lv->surf.slice_B;
         w->flip = lv->map ? tile_map_flip_slice(&lv->surf, (uint32_t)layer) : 0;
         for (unsigned d = 0; d < (e->img.as->el_B == 8 ? 2 : 1); d++) {
            __m512i texel[4];
            window_texels(w, k, at, first, second, d, fp->corners, texel);
            for (unsigned n = 0; n < fp->corners; n++)
               fp->texel[s][n][d] = done ? (vu)_mm512_mask_mov_epi32((__m512i)fp->texel[s][n][d], (__mmask16)same, texel[n])
                                         : (vu)texel[n];
         }
      }
   }
   return true;
}

/* Of all parts of a wave, step by step. */
TC_STEP void find_windows(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned parts, uint64_t exec)
{
   const unsigned some = (unsigned)__builtin_ctzll(exec) / PX_LANES;
   const struct tc_level *lv = fp[some].lv;
   struct texel_window w;
   struct window_constants k;
   struct window_places place;
   vi x[4], y[4];
   __m512i xy[4], first, second;
   if (!has_windows(e, &fp[some]))
      return;
   window_init(&e->img, lv, lv->ptr, 0, level_is_tiled(&e->img, lv), &w);
   w.large = false;
   window_constants(w.tiled, &k);
   for (unsigned p = 0; p < WAVE_PARTS; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      const unsigned from = run ? p : some;
      x[p] = vi_clamp(moved(&rq[from], &fp[from], 0), vi_set(-512), vi_set((int32_t)(lv->w + 1) << 8));
      y[p] = vi_clamp(moved(&rq[from], &fp[from], 1), vi_set(-512), vi_set((int32_t)(lv->h + 1) << 8));
      if (run && run != PX_ALL_LANES) {
         x[p] = (vi)fill_inactive((vf)x[p], run);
         y[p] = (vi)fill_inactive((vf)y[p], run);
      }
      xy[p] = window_pack(&k, x[p], y[p]);
   }
   window_place(&w, xy, WAVE_PARTS, &place);
   for (unsigned p = 0; p < parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      fp[p].have = run && window_find(&w, &k, x[p], y[p], xy[p], &place, p, &first, &second) &&
                   take_window(e, &rq[p], &fp[p], run, &w, &k, place.at[p], first, second);
      if (fp[p].have) /* none of them is beyond the border */
         fp[p].borders = false;
   }
}
#endif

/* ---- decoded ------------------------------------------------------------------------------------------------------------ */

/* Any format, compared if the instruction compares; with border colours the channels are those of the shader. */
TC_STEP void decode_any(const struct tc_entry *e, const struct request *rq, const struct footprint *fp, unsigned slice, unsigned k,
                        const vu raw[4], vu out[4])
{
   vu t[4];
   fmt_vec_decode(e->img.as, e->img.as_num, raw, out);
   if (e->inst.compare) {
      vf depth = fp->borders ? vf_sel(fp->border[slice][k], (vf)vu_set(e->samp.border[0]), (vf)out[0]) : (vf)out[0];
      out[0] = (vu)(tc_compare(e->samp.compare, rq->co.dref, depth) & 0x3f800000);
      out[1] = out[2] = vu_set(0);
      out[3] = vu_set(0x3f800000);
   } else if (rq->by_shader) {
      for (unsigned c = 0; c < 4; c++)
         t[c] = out[c];
      for (unsigned c = 0; c < 4; c++) {
         out[c] = tc_select(&e->img, c, t);
         if (fp->borders && e->img.sel[c] >= 4)
            out[c] = vu_sel(fp->border[slice][k], vu_set(e->samp.border[c]), out[c]);
      }
   }
}

/* Channel m of four texels of a plain format, whose kind is looked at once. */
TC_STEP void decode_channel(const struct fmt *f, unsigned num, unsigned m, const vu raw[4][4], vf t[4][4])
{
   const struct fmt_chan ch = f->ch[m];
   const vu all = vu_set(ch.bits == 32 ? ~0u : (1u << ch.bits) - 1);
#define EACH(value) \
   for (unsigned k = 0; k < 4; k++) { \
      const vu v = vu_shr(raw[k][ch.dw], ch.shift) & all; \
      t[k][m] = (vf)(value); \
   }
   if (num == FMT_FLOAT && ch.bits == 32)
      EACH(v)
   else if (num == FMT_FLOAT && ch.bits >= 10 && ch.bits <= 16)
      EACH(vf_from_half(vu_shl(v, 15u - (ch.bits == 16 ? 15u : ch.bits))))
   else if (num == FMT_UNORM && ch.bits <= 16)
      EACH(vf_unorm(v, ch.bits))
   else
      EACH(fmt_vec_decode_chan(v, ch.bits, num, m))
#undef EACH
}

/* Channels that are not needed may be left alone. */
PX_INLINE void decode(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp, unsigned slice,
                      unsigned k, const vu raw[4], vf out[4])
{
   const struct fmt *f = e->img.as;
   vf depth;
   switch (how) {
   case HOW_RGBA8:
      for (unsigned m = 0; m < 4; m++)
         out[m] = vf_unorm(raw[0] >> 8 * m & 255, 8);
      break;
   case HOW_SRGB8:
      vf_from_srgb8(raw[0], out);
      out[3] = vf_unorm(raw[0] >> 24, 8);
      break;
   case HOW_UINT8:
      for (unsigned m = 0; m < 4; m++)
         out[m] = (vf)(raw[0] >> 8 * m & 255);
      break;
   case HOW_R32F:
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
   case HOW_SHADOW:
   case HOW_SHADOW_R32F:
      depth = (vf)raw[0];
      if (how == HOW_SHADOW)
         depth = vf_unorm(vu_shr(raw[0], f->ch[0].shift) & vu_set((1u << f->ch[0].bits) - 1), f->ch[0].bits);
      out[0] = (vf)(tc_compare(e->samp.compare, rq->co.dref, depth) & 0x3f800000);
      out[1] = out[2] = vf_set(0);
      out[3] = vf_set(1);
      break;
   default:
      decode_any(e, rq, fp, slice, k, raw, (vu *)out);
   }
}

/* ---- filters ------------------------------------------------------------------------------------------------------------- */

PX_INLINE vf combine(unsigned reduce, vf a, vf b, vi w)
{
   vi zero = vi_eq(w, vi_set(0));
   if (reduce) /* least or greatest of the texels that have a weight */
      return vf_sel(zero, a, reduce == TC_MIN ? vf_min(a, b) : vf_max(a, b));
   return tc_mix_floats(a, b, zero, vf_from_i(w) * (1.0f / 256.0f));
}

/* At a cube's corner there are three texels: the fourth of a footprint is their mean (OpenGL 4.6, 8.14.3). */
TC_STEP void average_corners(const struct footprint *fp, vf t[4])
{
   for (unsigned k = 0; k < 4; k++)
      t[k] = vf_sel(fp->lost[k], vf_canonical((t[k ^ 1] + t[k ^ 2] + t[k ^ 3]) * (1.0f / 3.0f)), t[k]);
}

/* The same of integers, to the nearest one. */
TC_STEP void average_integers(const struct fmt *f, const struct footprint *fp, vu raw[4])
{
   for (unsigned k = 0; k < 4; k++) {
      vu mean = vu_set(0);
      for (unsigned c = 0; c < f->chans; c++) {
         vu sum = vu_set(0), mask = vu_set((1u << f->ch[c].bits) - 1);
         for (unsigned other = 1; other < 4; other++)
            sum += vu_shr(raw[k ^ other], f->ch[c].shift) & mask;
         mean |= vu_shl((vu)vi_round(vf_from_small_u(sum) * (1.0f / 3.0f)), f->ch[c].shift);
      }
      raw[k] = vu_sel(fp->lost[k], mean, raw[k]);
   }
}

/* Channels of up to 8 bits: across, then down; nothing is rounded before the end. */
PX_INLINE vf integer_channel(const vu raw[4][4], struct fmt_chan ch, vi x, vf upper, vf lower)
{
   const nv across = (nv)((256 - x) | x << 16);
   const vu mask = vu_set((1u << ch.bits) - 1);
   vf row[2];
   for (unsigned n = 0; n < 2; n++) {
      const vu pair = (vu_shr(raw[2 * n][0], ch.shift) & mask) | (vu_shr(raw[2 * n + 1][0], ch.shift) & mask) << 16;
      row[n] = vf_from_i((vi)NV(madd_epi16)((nv)pair, across));
   }
   return (row[0] * upper + row[1] * lower) * vf_set(1.0f / (float)(((1u << ch.bits) - 1) << 16));
}

PX_INLINE void filter_integers(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp,
                               vu raw[4][4], vf out[4])
{
   const struct fmt *f = e->img.as;
   const vi x = fp->pos[0] & 255, y = fp->pos[1] & 255;
   if (fp->any_lost) {
      vu texel[4];
      for (unsigned k = 0; k < 4; k++)
         texel[k] = raw[k][0];
      average_integers(f, fp, texel);
      for (unsigned k = 0; k < 4; k++)
         raw[k][0] = texel[k];
   }
   if (how == HOW_RGBA8) {
      const vi same = vi_eq(y, vi_set(0)); /* one row only */
      struct filter_constants k;
      filter_constants(&k);
      filter_texels(&k, (const vu[4]){ raw[0][0], raw[1][0], vu_sel(same, raw[0][0], raw[2][0]),
                                      vu_sel(same, raw[1][0], raw[3][0]) }, x, y, rq->need & 8, out);
      return;
   }
   const vf lower = vf_from_i(y), upper = 256.0f - lower;
   for (unsigned c = 0; c < 4; c++)
      out[c] = c < f->chans && rq->need & 1u << c ? integer_channel((const vu (*)[4])raw, f->ch[c], x, upper, lower)
                                                  : vf_set(c == 3 ? 1 : 0);
}

/* Texels from 0 to 1 need no attention where their weight is 0. */
PX_INLINE vf mix_texels(enum tc_how how, vf a, vf b, vi zero, vf f)
{
   return how == HOW_SRGB8 || how == HOW_SHADOW || how == HOW_SHADOW_R32F ? a * (1.0f - f) + b * f : tc_mix(a, b, zero, f);
}

PX_INLINE void filter_floats(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp,
                             unsigned slice, const vu raw[4][4], vf out[4])
{
   const vi x = fp->pos[0] & 255, y = fp->pos[1] & 255, zx = vi_eq(x, vi_set(0)), zy = vi_eq(y, vi_set(0));
   const vf fx = vf_from_i(x) * (1.0f / 256.0f), fy = vf_from_i(y) * (1.0f / 256.0f);
   vf t[4][4];
   const bool plain = how == HOW_ANY && e->img.as->kind == FMT_PLAIN && !rq->by_shader && !e->inst.compare;
   for (unsigned k = 0; k < 4 && !plain; k++)
      decode(e, how, rq, fp, slice, k, raw[k], t[k]);
#pragma GCC unroll 4
   for (unsigned m = 0; m < 4; m++) {
      out[m] = vf_set(m == 3);
      if (how == HOW_R32F || how == HOW_SHADOW || how == HOW_SHADOW_R32F ? m : !(rq->need & 1u << m))
         continue;
      if (plain)
         decode_channel(e->img.as, e->img.as_num, m, raw, t);
      if (fp->any_lost) {
         vf texel[4] = { t[0][m], t[1][m], t[2][m], t[3][m] };
         average_corners(fp, texel);
         for (unsigned k = 0; k < 4; k++)
            t[k][m] = texel[k];
      }
      if (how == HOW_ANY && e->samp.reduce) {
         out[m] = combine(e->samp.reduce, combine(e->samp.reduce, t[0][m], t[1][m], x), combine(e->samp.reduce, t[2][m], t[3][m], x), y);
         continue;
      }
      out[m] = mix_texels(how, mix_texels(how, t[0][m], t[1][m], zx, fx), mix_texels(how, t[2][m], t[3][m], zx, fx), zy, fy);
      if (makes_nans(how)) /* a single texel keeps its bits */
         out[m] = vf_sel(zx & zy, out[m], vf_canonical(out[m]));
   }
}

/* Of two slices or levels. Lanes without a weight keep `near`: there may be nothing in their `far`. */
PX_INLINE void mix(const struct tc_entry *e, const struct request *rq, vf near[4], const vf far[4], vi w)
{
   const vi zero = vi_eq(w, vi_set(0));
   for (unsigned m = 0; m < 4; m++)
      if (rq->need & 1u << m)
         near[m] = is_integer(e->plan.how) ? vf_sel(zero, near[m], near[m] + (far[m] - near[m]) * (vf_from_i(w) * (1.0f / 256.0f)))
                                           : combine(e->samp.reduce, near[m], far[m], w);
}

/* ---- one level ----------------------------------------------------------------------------------------------------------- */

PX_INLINE void nearest(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp, vf out[4])
{
   vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) };
   if (fp->have) {
      raw[0] = fp->texel[0][0][0];
      raw[1] = fp->texel[0][0][1];
   } else {
      fetch(e, how, fp, 0, 0, raw);
   }
   if (how != HOW_SMALL)
      decode(e, how, rq, fp, 0, 0, raw, out);
   else
      fmt_vec_decode(e->img.as, FMT_UNORM, raw, (vu *)out);
}

PX_INLINE void linear(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp, vf out[4])
{
   vu raw[4][4];
   vf far[4];
   raw[0][0] = raw[1][0] = raw[2][0] = raw[3][0] = vu_set(0);
   for (unsigned k = 0; k < 4 && how == HOW_ANY; k++) /* elements may have fewer words than their format reads */
      raw[k][1] = raw[k][2] = raw[k][3] = vu_set(0);
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#define TAKE(k) raw[k][0] = fp->texel[s][k][0]; if (may_have_blocks(how) && texel_B(e, how) == 8) raw[k][1] = fp->texel[s][k][1];
#define FETCH(k) fetch(e, how, fp, s, k, raw[k]);
   for (unsigned s = 0; s < fp->slices; s++) {
      if (texel_B(e, how) <= 8 && fp->have) {
         EACH(TAKE)
      } else {
         EACH(FETCH)
      }
      if (is_integer(how))
         filter_integers(e, how, rq, fp, raw, s ? far : out);
      else
         filter_floats(e, how, rq, fp, s, (const vu (*)[4])raw, s ? far : out);
   }
   if (fp->slices > 1)
      mix(e, rq, out, far, fp->pos[2] & 255);
}

PX_INLINE void filter(const struct tc_entry *e, enum tc_how how, bool is_linear, const struct request *rq,
                      const struct footprint *fp, vf out[4])
{
   is_linear ? linear(e, how, rq, fp, out) : nearest(e, how, rq, fp, out);
}

/* Of comparisons that show the border. */
TC_STEP void filter_any(const struct tc_entry *e, bool is_linear, const struct request *rq, const struct footprint *fp, vf out[4])
{
   filter(e, HOW_ANY, is_linear, rq, fp, out);
}

/* Texels of parts whose positions are known, or where they are. */
PX_INLINE void find_all(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned parts, uint64_t exec)
{
#ifdef __AVX512F__
   find_windows(e, rq, fp, parts, exec);
#endif
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES && !fp[p].have)
         find(e, &rq[p], &fp[p], exec >> PX_LANES * p & PX_ALL_LANES);
}

/* Step by step for all parts of a wave, because each step's results come late. code: level * 2 + linear. */
PX_INLINE void level_of(const struct tc_entry *e, enum tc_how how, int32_t code, const struct request *rq, unsigned parts,
                        uint64_t exec, vf (*out)[4])
{
   struct footprint fp[WAVE_PARTS];
   code &= how == HOW_UINT8 ? ~1 : ~0; /* integers are not filtered */
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         find_positions(e, &e->img.level[code >> 1], &rq[p].co, code & 1, &fp[p]);
   find_all(e, rq, fp, parts, exec);
   for (unsigned p = 0; p < parts; p++) {
      if (!(exec >> PX_LANES * p & PX_ALL_LANES))
         continue;
      if ((how == HOW_SHADOW || how == HOW_SHADOW_R32F) && fp[p].borders)
         filter_any(e, code & 1, &rq[p], &fp[p], out[p]);
      else
         filter(e, how, code & 1, &rq[p], &fp[p], out[p]);
   }
}

/* Texels at integer coordinates that are inside of the level. */
PX_INLINE void load_of(const struct tc_entry *e, enum tc_how how, int32_t level, const struct image_place *at, unsigned parts,
                       uint64_t exec, vf (*out)[4])
{
   const int32_t shift_x = __builtin_ctz(e->img.fmt->block_w), shift_y = __builtin_ctz(e->img.fmt->block_h);
   struct request rq;
   struct footprint fp;
   rq.by_shader = fp.have = fp.borders = false;
   fp.lv = &e->img.level[level];
   for (unsigned p = 0; p < parts; p++) {
      if (!(exec >> PX_LANES * p & PX_ALL_LANES))
         continue;
      fp.x[0] = at[p].x;
      fp.y[0] = at[p].y;
      fp.offset[0][0] = tc_offsets(fp.lv, at[p].x >> shift_x, at[p].y >> shift_y, at[p].slice, at[p].sample);
      nearest(e, how, &rq, &fp, out[p]);
   }
}

#define FUNCTION(name, of, how, type) \
   static void name(const struct tc_entry *e, int32_t code, const type *lanes, unsigned parts, uint64_t exec, vf (*out)[4]) \
   { \
      of(e, how, code, lanes, parts, exec, out); \
   }
#define LEVEL(format, how) FUNCTION(level_##format, level_of, how, struct request)
#define LOAD(format, how) LEVEL(format, how) FUNCTION(load_##format, load_of, how, struct image_place)
LOAD(any, HOW_ANY)
LOAD(rgba8, HOW_RGBA8)
LOAD(small, HOW_SMALL)
LOAD(srgb8, HOW_SRGB8)
LOAD(r32f, HOW_R32F)
LOAD(rgba16f, HOW_RGBA16F)
LOAD(rgba32f, HOW_RGBA32F)
LEVEL(shadow, HOW_SHADOW)
LEVEL(shadow_r32f, HOW_SHADOW_R32F)
LOAD(uint8, HOW_UINT8)
typedef void (*level_fn)(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned parts, uint64_t exec,
                         vf (*out)[4]);
static const level_fn level_fns[NUM_HOW] = { level_any, level_rgba8, level_small, level_srgb8, level_r32f, level_rgba16f,
                                             level_rgba32f, level_shadow, level_shadow_r32f, level_uint8 };
/* Comparisons have no loads. */
static void (*const load_fns[NUM_HOW])(const struct tc_entry *e, int32_t level, const struct image_place *at, unsigned parts,
                                       uint64_t exec, vf (*out)[4]) = {
   load_any, load_rgba8, load_small, load_srgb8, load_r32f, load_rgba16f, load_rgba32f, load_any, load_any, load_uint8 };

#endif
