/* tc_sample.c: the sampler for every format, layout, filter and wrap mode; gather4 and get_lod too. rgba8/ has the 2D images of
 * 8 bits per channel without borders. A level is sampled in steps (tc_footprint.h), of which the last one belongs to the format:
 * texels are fetched, decoded, compared and filtered. Compiled once per instruction set (px_ops.h).
 *
 * Two rules. Integer: unorm channels of at most 8 bits. The sums of texels times weights are exact and rounded once; slices and
 * levels are mixed as near + (far - near) * f. Float: everything else, and samplers that may show the border, whose colour is a
 * float, or take the least or greatest texel. Each step a * (1 - f) + b * f is rounded, x first, then y, then z, then level.
 *
 * Border colours are taken as the shader sees them: DST_SEL only forces zeros and ones onto them. Coordinates of nearest filters
 * are never rounded before they are cut, as if TRUNC_COORD were always set. gather4 takes a cube's corner texel from the face
 * itself. LOD_BIAS_SEC, PERF_Z and MIP_POINT_PRECLAMP are not looked at. */
#define PX_NATIVE_LANES
#include "winsys/sim/tc/tc_footprint.h"
#ifdef __AVX512F__
#include "winsys/sim/tc/tc_window.h"
#endif

enum { WAVE_PARTS = 64 / PX_LANES }; /* of a wave */

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
   const struct tc_axis *x = &fp->axis[0], *y = &fp->axis[1];
   union px_i slice = { .v = rq->co.slice };
   int32_t first = slice.s[__builtin_ctz(run)];
   vi out = fp->seams ? x->b0 | x->b1 | y->b0 | y->b1 : vi_set(0); /* on the next face */
   if ((~v_bits(vi_eq(rq->co.slice, vi_set(first))) | v_bits(out)) & run)
      return false;
   uint32_t flip = lv->map ? tile_map_flip_slice(&lv->surf, (uint32_t)first) : 0;
   const vi xs[2] = { x->i0, x->i1 }, ys[2] = { y->i0, y->i1 };
   return tc_block_patch(&e->img, lv, lv->ptr + (uint32_t)first * lv->surf.slice_B, flip, xs, ys, fp->texel);
}

#ifdef __AVX512F__
PX_INLINE bool has_windows(const struct tc_entry *e, const struct request *rq, const struct footprint *fp)
{
   const struct tc_level *lv = fp->lv;
   const struct tile_surf *s = &lv->surf;
   return e->img.as->el_B == 4 && e->img.dims == 2 && tc_has_places(lv) && !fp->borders && !rq->co.any_off && e->img.fmt->kind != FMT_PACKED &&
          (e->img.blocks || s->mode == TILE_LINEAR || (tile_has_blocks(s) && !(lv->map && s->split_B < 256)));
}

/* All four texels, if a window has those of every lane. */
PX_INLINE bool window_of(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned run)
{
   const struct tc_level *lv = fp->lv;
   struct texel_window w;
   struct window_constants k;
   union px_i slice = { .v = rq->co.slice };
   int32_t layer = slice.s[__builtin_ctz(run)];
   vi px = fp->axis[0].pos, py = fp->axis[1].pos;
   if (~v_bits(vi_eq(rq->co.slice, vi_set(layer))) & run)
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
   for (unsigned n = 0; n < 4; n++)
      fp->texel[n][0] = (vu)texel[n];
   return true;
}
#endif

/* The texels of a linear filter, or where they are. */
TC_STEP void find_linear(const struct tc_entry *e, const struct request *rq, struct footprint *fp, unsigned run)
{
#ifdef __AVX512F__
   fp->have = has_windows(e, rq, fp) && window_of(e, rq, fp, run);
#endif
   if (!fp->have && e->img.blocks && e->img.dims == 2 && !fp->borders && tc_has_places(fp->lv))
      fp->have = blocks_of(e, rq, fp, run);
   if (!fp->have)
      find_texels(e, &rq->co, fp);
}

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
      for (unsigned m = 0; m < 3; m++)
         out[m] = (vf)vu_lookup(fmt_srgb_to_linear, raw[0] >> 8 * m & 255);
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
   union px_nv row[2], across = { .i = (256 - x) | x << 16 };
   const vu mask = vu_set((1u << ch.bits) - 1);
   for (unsigned n = 0; n < 2; n++) {
      row[n].u = (vu_shr(raw[2 * n][0], ch.shift) & mask) | (vu_shr(raw[2 * n + 1][0], ch.shift) & mask) << 16;
      for (unsigned h = 0; h < GROUPS; h++)
         row[n].n[h] = NV(madd_epi16)(row[n].n[h], across.n[h]);
   }
   return (vf_from_i(row[0].i) * upper + vf_from_i(row[1].i) * lower) * vf_set(1.0f / (float)(((1u << ch.bits) - 1) << 16));
}

PX_INLINE void filter_integers(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp,
                               vu raw[4][4], vf out[4])
{
   const struct fmt *f = e->img.as;
   const vi x = fp->axis[0].w, y = fp->axis[1].w;
   if (fp->any_lost) {
      vu texel[4];
      for (unsigned k = 0; k < 4; k++)
         texel[k] = raw[k][0];
      average_integers(f, fp, texel);
      for (unsigned k = 0; k < 4; k++)
         raw[k][0] = texel[k];
   }
#ifdef __AVX512F__
   if (how == HOW_RGBA8) {
      struct window_constants k;
      __mmask16 same = _mm512_testn_epi32_mask((__m512i)y, (__m512i)y); /* filter_weights() wants equal rows there */
      const __m512i texel[4] = { (__m512i)raw[0][0], (__m512i)raw[1][0],
                                 _mm512_mask_mov_epi32((__m512i)raw[2][0], same, (__m512i)raw[0][0]),
                                 _mm512_mask_mov_epi32((__m512i)raw[3][0], same, (__m512i)raw[1][0]) };
      window_constants(false, &k);
      filter_texels(&k, texel, x, y, rq->need & 8, out);
      return;
   }
#endif
   const vf lower = vf_from_i(y), upper = 256.0f - lower;
   for (unsigned c = 0; c < 4; c++)
      if (how == HOW_RGBA8)
         out[c] = integer_channel((const vu (*)[4])raw, (struct fmt_chan){ .shift = 8 * c, .bits = 8 }, x, upper, lower);
      else
         out[c] = c < f->chans && rq->need & 1u << c ? integer_channel((const vu (*)[4])raw, f->ch[c], x, upper, lower)
                                                     : vf_set(c == 3 ? 1 : 0);
}

PX_INLINE void filter_floats(const struct tc_entry *e, enum tc_how how, const struct request *rq, const struct footprint *fp,
                             unsigned slice, const vu raw[4][4], vf out[4])
{
   const vi x = fp->axis[0].w, y = fp->axis[1].w, zx = vi_eq(x, vi_set(0)), zy = vi_eq(y, vi_set(0));
   const vf fx = vf_from_i(x) * (1.0f / 256.0f), fy = vf_from_i(y) * (1.0f / 256.0f);
   vf t[4][4];
   for (unsigned k = 0; k < 4; k++)
      decode(e, how, rq, fp, slice, k, raw[k], t[k]);
#pragma GCC unroll 4
   for (unsigned m = 0; m < 4; m++) {
      out[m] = vf_set(m == 3);
      if (how == HOW_R32F || how == HOW_SHADOW || how == HOW_SHADOW_R32F ? m : !(rq->need & 1u << m))
         continue;
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
      out[m] = tc_mix(tc_mix(t[0][m], t[1][m], zx, fx), tc_mix(t[2][m], t[3][m], zx, fx), zy, fy);
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
   fetch(e, how, fp, 0, 0, raw);
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
#define TAKE(k) raw[k][0] = fp->texel[k][0]; if (may_have_blocks(how) && texel_B(e, how) == 8) raw[k][1] = fp->texel[k][1];
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
      mix(e, rq, out, far, fp->axis[2].w);
}

/* Step by step for all parts of a wave, because each step's results come late. code: level * 2 + linear. */
PX_INLINE void level_of(const struct tc_entry *e, enum tc_how how, int32_t code, const struct request *rq, unsigned parts,
                        uint64_t exec, vf (*out)[4])
{
   struct footprint fp[WAVE_PARTS];
   code &= how == HOW_UINT8 ? ~1 : ~0; /* integers are not filtered */
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         find_axes(e, &e->img.level[code >> 1], &rq[p].co, code & 1, &fp[p]);
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         code & 1 ? find_linear(e, &rq[p], &fp[p], exec >> PX_LANES * p & PX_ALL_LANES) : find_texels(e, &rq[p].co, &fp[p]);
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         code & 1 ? linear(e, how, &rq[p], &fp[p], out[p]) : nearest(e, how, &rq[p], &fp[p], out[p]);
}

#define LEVEL(name, how) \
   static void name(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned parts, uint64_t exec, vf (*out)[4]) \
   { \
      level_of(e, how, code, rq, parts, exec, out); \
   }
LEVEL(level_any, HOW_ANY)
LEVEL(level_rgba8, HOW_RGBA8)
LEVEL(level_small, HOW_SMALL)
LEVEL(level_srgb8, HOW_SRGB8)
LEVEL(level_r32f, HOW_R32F)
LEVEL(level_rgba16f, HOW_RGBA16F)
LEVEL(level_rgba32f, HOW_RGBA32F)
LEVEL(level_shadow, HOW_SHADOW)
LEVEL(level_shadow_r32f, HOW_SHADOW_R32F)
LEVEL(level_uint8, HOW_UINT8)
typedef void (*level_fn)(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned parts, uint64_t exec,
                         vf (*out)[4]);
static const level_fn level_fns[NUM_HOW] = { level_any, level_rgba8, level_small, level_srgb8, level_r32f, level_rgba16f,
                                             level_rgba32f, level_shadow, level_shadow_r32f, level_uint8 };

static bool mirrors(unsigned wrap)
{
   return wrap == TC_MIRROR || wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_HALF_BORDER || wrap == TC_MIRROR_ONCE_BORDER;
}

/* The four texels of a linear footprint, in the order that GL's textureGather returns them. Each texel's index is mirrored, not
 * the coordinate, which would exchange the two texels of an axis: the way of a texel offset, here of 0. */
static void gather_part(const struct tc_entry *e, int32_t code, const struct request *given, vf out[4])
{
   static const uint8_t order[4] = { 2, 3, 1, 0 }; /* (i0,j1) (i1,j1) (i1,j0) (i0,j0) */
   const struct tc_level *lv = &e->img.level[code >> 1];
   const unsigned c = __builtin_ctz(e->inst.dmask | 16) & 3;
   struct request rq = *given;
   struct footprint fp;
   /* These chips take an integer format for one that is not filtered, and the footprint starts at the texel that holds the
    * coordinate instead of half a texel before (Mesa's lower_gather4_integer tells; drivers subtract the half). */
   for (unsigned d = 0; d < e->img.dims && fmt_num_is_int(e->img.num); d++)
      rq.co.c[d] += e->samp.unnormalized ? 0.5f : 0.5f / (float)(d ? lv->h : lv->w);
   for (unsigned d = 0; d < e->img.dims && !rq.co.cube; d++)
      rq.co.any_off |= mirrors(e->samp.wrap[d]);
   rq.by_shader = !e->inst.compare;
   find_axes(e, lv, &rq.co, true, &fp);
   find_texels(e, &rq.co, &fp);
   for (unsigned k = 0; k < 4; k++) {
      vu raw[4] = { vu_set(0), vu_set(0), vu_set(0), vu_set(0) }, t[4];
      fetch(e, HOW_ANY, &fp, 0, order[k], raw);
      decode_any(e, &rq, &fp, 0, order[k], raw, t);
      out[k] = (vf)(rq.by_shader ? t[c] : tc_select(&e->img, c, t));
   }
}

static void gather_level(const struct tc_entry *e, int32_t code, const struct request *rq, unsigned parts, uint64_t exec, vf (*out)[4])
{
   for (unsigned p = 0; p < parts; p++)
      if (exec >> PX_LANES * p & PX_ALL_LANES)
         gather_part(e, code, &rq[p], out[p]);
}

/* Runs `fn` for each (level, filter) that lanes of `todo` need. */
static void by_level(const struct tc_entry *e, level_fn fn, const struct request *rq, unsigned parts, const vi *code, uint64_t todo,
                     vf (*out)[4])
{
   bool first = true;
   for (uint64_t same; todo; todo &= ~same, first = false) {
      const unsigned lane = (unsigned)__builtin_ctzll(todo);
      const union px_i k = { .v = code[lane / PX_LANES] };
      const vi want = vi_set(k.s[lane % PX_LANES]);
      vf t[WAVE_PARTS][4];
      same = 0;
      for (unsigned p = 0; p < parts; p++)
         same |= (uint64_t)v_bits(vi_eq(code[p], want)) << PX_LANES * p;
      fn(e, k.s[lane % PX_LANES], rq, parts, todo & same, first ? out : t);
      for (unsigned p = 0; p < parts && !first; p++)
         if (todo & same & (uint64_t)PX_ALL_LANES << PX_LANES * p)
            for (unsigned c = 0; c < 4; c++)
               out[p][c] = vf_sel(vi_eq(code[p], want), t[p][c], out[p][c]);
   }
}

/* ---- levels --------------------------------------------------------------------------------------------------------------- */

static void load_coords(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, struct coords *co)
{
   const struct tc_img *img = &e->img;
   for (unsigned d = 0; d < img->dims; d++)
      co->c[d] = vf_load(&addr[e->rows.coord + (int)d][at]);
   if (co->cube) {
      vi f = vi_floor(vf_limit(vf_load(&addr[e->rows.layer][at]), 0.0f, 65528.0f) + 0.5f);
      int32_t cubes = (int32_t)(img->last_array - img->base_array + 1) / 6;
      vi cube = vi_clamp(f >> 3, vi_set(0), vi_set(cubes > 0 ? cubes - 1 : 0));
      co->face = vi_min(f & 7, vi_set(5));
      co->slice = vi_min(co->face + ((cube << 2) + (cube << 1)) + (int32_t)img->base_array, vi_set((int32_t)img->last_array));
   } else if (img->layered && e->rows.layer >= 0) {
      co->slice = tc_slice(vf_load(&addr[e->rows.layer][at]), img);
   }
   vu offsets = co->any_off ? vu_load(&addr[e->rows.offset][at]) : vu_set(0);
   for (unsigned d = 0; d < img->dims; d++)
      co->off[d] = (vi)(offsets << (26 - 8 * d)) >> 26;
   if (e->rows.compare >= 0) {
      co->dref = vf_load(&addr[e->rows.compare][at]);
      if (img->num == FMT_UNORM)
         co->dref = vf_limit(co->dref, 0.0f, 1.0f);
   }
}

PX_INLINE void store_rows(const struct tc_entry *e, bool by_shader, const vf v[4], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++) {
      if (!(e->inst.dmask & 1u << c))
         continue;
      const unsigned sel = by_shader ? c + 4 : img->sel[c];
      vu_store_masked(&data[row++][at], sel >= 4 ? vu_load((const uint32_t *)(const void *)&v[sel & 3]) : tc_select(img, c, (const vu *)v), run);
   }
}

/* Where a level of detail leads: level * 2 + linear, and the fraction of the next level. */
static void choose_level(const struct tc_entry *e, vi lod, vi *code, vi *frac)
{
   const struct tc_samp *s = &e->samp;
   vi level = vi_set(0), pos = vi_max(lod, vi_set(0)), last = vi_set(e->img.last_level - e->img.base_level);
   *frac = vi_set(0);
   if (s->mip == 1) {
      level = vi_min((pos + 127) >> 8, last);
   } else if (s->mip == 2) {
      level = vi_min(pos >> 8, last);
      *frac = pos & 255 & vi_lt(level, last);
   }
   *code = (level + vi_set(e->img.base_level)) << 1;
   if (e->inst.kind == TC_SAMPLE && !fmt_num_is_int(e->img.num))
      *code += vi_sel(vi_lt(vi_set(0), lod), vi_set(s->min_linear), vi_set(s->mag_linear));
}

/* The level of access, and the level of detail before the clamps. */
static void get_lod(const struct tc_entry *e, vi raw, vi lod, vi code, vf out[4])
{
   const vi most = vi_set((e->img.last_level - e->img.base_level) << 8), level = (code >> 1) - vi_set(e->img.base_level);
   out[0] = vf_from_i(e->samp.mip == 2 ? vi_min(vi_max(lod, vi_set(0)), most) : level << 8) * (1.0f / 256.0f);
   out[1] = vf_from_i(raw) * (1.0f / 256.0f);
   out[2] = out[3] = vf_set(0);
}

void PX(tc_sample)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                   unsigned lanes)
{
   const struct tc_img *img = &e->img;
   const struct tc_plan *plan = &e->plan;
   const unsigned parts = (lanes + PX_LANES - 1) / PX_LANES, kind = e->inst.kind;
   const level_fn fn = kind == TC_GATHER4 ? gather_level : level_fns[plan->how];
   struct request rq[WAVE_PARTS];
   vf out[WAVE_PARTS][4], far[WAVE_PARTS][4];
   vi code[WAVE_PARTS], frac[WAVE_PARTS], raw, lod;
   uint64_t blend = 0;
   unsigned p = 0;
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   do {
      rq[p].need = plan->need;
      rq[p].by_shader = plan->by_shader;
      code[p] = frac[p] = vi_set(0);
      if (!(exec >> PX_LANES * p & PX_ALL_LANES))
         continue;
      rq[p].co.cube = img->type == TC_CUBE;
      rq[p].co.any_off = e->rows.offset >= 0;
      rq[p].co.slice = vi_set(img->dims < 3 ? (int32_t)img->base_array : 0);
      load_coords(e, addr, PX_LANES * p, &rq[p].co);
      if (plan->one_level)
         continue;
      level_of_detail(e, addr, PX_LANES * p, &rq[p].co, &raw, &lod);
      choose_level(e, lod, &code[p], &frac[p]);
      blend |= (uint64_t)v_bits(vi_lt(vi_set(0), frac[p])) << PX_LANES * p;
      if (kind == TC_GET_LOD)
         get_lod(e, raw, lod, code[p], out[p]);
   } while (++p < parts);
   if (plan->one_level)
      fn(e, img->base_level * 2 + plan->linear, rq, parts, exec, out);
   else if (kind != TC_GET_LOD)
      by_level(e, fn, rq, parts, code, exec, out);
   blend = kind == TC_SAMPLE ? blend & exec : 0;
   for (p = 0; p < parts && blend; p++)
      code[p] += 2;
   if (blend)
      by_level(e, fn, rq, parts, code, blend, far);
   for (p = 0; p < parts; p++) {
      const unsigned run = exec >> PX_LANES * p & PX_ALL_LANES;
      if (!run)
         continue;
      if (blend >> PX_LANES * p & PX_ALL_LANES)
         mix(e, &rq[p], out[p], far[p], frac[p]);
      if (kind != TC_GATHER4)
         store_rows(e, plan->by_shader || kind == TC_GET_LOD, out[p], data, PX_LANES * p, run);
      for (unsigned k = 0; k < 4 && kind == TC_GATHER4; k++)
         vu_store_masked(&data[k][PX_LANES * p], (vu)out[p][k], run);
   }
}
