/* tc_filter.c: the sampler for every format, layout, filter and wrap mode; gather4 and get_lod too. tc_rgba8.h holds the
 * fast path for the most common textures. Compiled once per instruction set (px_ops.h).
 * Filtering happens on the channels that the shader sees (after DST_SEL), in float, x first, then y, then z, then level.
 * Border colours are taken as the shader sees them too: DST_SEL only forces zeros and ones onto them.
 * Coordinates of nearest filters are never rounded before they are cut, as if TRUNC_COORD were always set. gather4 takes a
 * cube's corner texel from the face itself. LOD_BIAS_SEC, PERF_Z and MIP_POINT_PRECLAMP are not looked at. */
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_lod.h"

struct values { vf v[4]; };

/* ---- cube maps: AMD's (s, t) lie in [1, 2) of a face; slice = face + 6 * cube ------------------------------------- */

/* A texel one step beyond an edge of its face is the edge texel of the neighbour. */
static void cube_wrap_texel(int32_t n, int32_t *slice, int32_t *x, int32_t *y)
{
   bool out_x = *x < 0 || *x >= n, out_y = *y < 0 || *y >= n;
   if (out_x && out_y) { /* the corner that three faces share */
      *x = *x < 0 ? 0 : n - 1;
      *y = *y < 0 ? 0 : n - 1;
      return;
   }
   if (!out_x && !out_y)
      return;
   unsigned face = (unsigned)*slice % 6;
   int32_t v[3]; /* direction, in half texels */
   v[cube_face[face].ma] = cube_face[face].ma_sign * n;
   v[cube_face[face].sc] = cube_face[face].sc_sign * (2 * *x + 1 - n);
   v[cube_face[face].tc] = cube_face[face].tc_sign * (2 * *y + 1 - n);
   unsigned axis = out_x ? cube_face[face].sc : cube_face[face].tc;
   unsigned to = axis * 2 + (v[axis] < 0);
   int32_t s = (v[cube_face[to].sc] * cube_face[to].sc_sign + n) / 2;
   int32_t t = (v[cube_face[to].tc] * cube_face[to].tc_sign + n) / 2;
   *x = s < 0 ? 0 : s > n - 1 ? n - 1 : s;
   *y = t < 0 ? 0 : t > n - 1 ? n - 1 : t;
   *slice += (int32_t)to - (int32_t)face;
}

/* ---- one texel of the footprint ------------------------------------------------------------------------------------ */

static void texel(const struct tc_entry *e, const struct tc_level *lv, vi x, vi y, vi slice, vi border,
                  const struct coords *co, unsigned chans, struct values *out)
{
   const struct tc_img *img = &e->img;
   vu t[4];
   tc_fetch(img, lv, x, y, slice, vi_set(0), t);
   bool any_border = v_bits(border) != 0;
   if (e->inst.compare) {
      vf depth = (vf)t[0];
      if (any_border)
         depth = vf_sel(border, (vf)vu_set(e->samp.border[0]), depth);
      t[0] = (vu)tc_compare(e->samp.compare, co->dref, depth) & 0x3f800000;
      t[1] = t[2] = vu_set(0);
      t[3] = vu_set(0x3f800000);
   }
   for (unsigned c = 0; c < 4; c++) {
      if (!(chans & 1u << c))
         continue;
      vu v = tc_select(img, c, t);
      if (any_border && !e->inst.compare && img->sel[c] >= 4)
         v = vu_sel(border, vu_set(e->samp.border[c]), v);
      out->v[c] = (vf)v;
   }
}

PX_INLINE vf combine(unsigned reduce, vf a, vf b, vi w)
{
   if (reduce) /* least or greatest of the texels that have a weight */
      return vf_sel(vi_eq(w, vi_set(0)), a, reduce == TC_MIN ? vf_min(a, b) : vf_max(a, b));
   return tc_mix_floats(a, b, vi_eq(w, vi_set(0)), vf_from_i(w) * (1.0f / 256.0f));
}

/* ---- one level ------------------------------------------------------------------------------------------------------- */

struct footprint { struct tc_axis a[3]; };

static void make_footprint(const struct tc_entry *e, const struct tc_level *lv, const struct coords *co, bool linear,
                           struct footprint *fp)
{
   const struct tc_samp *s = &e->samp;
   int32_t size[3] = { (int32_t)lv->w, (int32_t)lv->h, (int32_t)lv->slices };
   for (unsigned d = 0; d < e->img.dims; d++) {
      unsigned wrap = s->wrap[d];
      /* Without DISABLE_CUBE_WRAP a linear filter goes on on the next face. With it a face is an image of its own, with the
       * sampler's modes (GL ES 2.0, 3.7.5); the single texel of a nearest filter stays on the face that was selected. */
      if (co->cube && (s->cube_seamless || !linear))
         wrap = linear ? TC_CLAMP_BORDER : TC_CLAMP_LAST;
      bool filtered = linear && !(d == 2 && s->z_nearest);
      tc_axis(co->cube ? co->c[d] - 1.0f : co->c[d], size[d], wrap, s->unnormalized, filtered, co->any_off, co->off[d],
              &fp->a[d]);
   }
   for (unsigned d = e->img.dims; d < 3; d++)
      fp->a[d] = (struct tc_axis){ { 0 } };
}

/* Texel (kx, ky, kz) of the footprint. */
static void corner(const struct tc_entry *e, const struct tc_level *lv, const struct coords *co,
                   const struct footprint *fp, const struct footprint *raw, unsigned k, unsigned chans,
                   struct values *out)
{
   bool kx = k & 1, ky = k & 2, kz = k & 4;
   vi x = kx ? fp->a[0].i1 : fp->a[0].i0, y = ky ? fp->a[1].i1 : fp->a[1].i0;
   vi border = (kx ? fp->a[0].b1 : fp->a[0].b0) | (ky ? fp->a[1].b1 : fp->a[1].b0);
   vi slice = co->slice;
   if (e->img.dims == 3) {
      slice = kz ? fp->a[2].i1 : fp->a[2].i0;
      border |= kz ? fp->a[2].b1 : fp->a[2].b0;
   }
   if (co->cube && raw) { /* seamless: the "border" is on other faces. raw holds the indices before clamping */
      unsigned out_bits = v_bits(border);
      if (out_bits) {
         union px_i ux, uy, us = { .v = slice };
         ux.v = raw->a[0].i0 + (kx ? 1 : 0);
         uy.v = raw->a[1].i0 + (ky ? 1 : 0);
         for (unsigned l = 0; l < 16; l++)
            if (out_bits & 1u << l)
               cube_wrap_texel((int32_t)lv->w, &us.s[l], &ux.s[l], &uy.s[l]);
         x = ux.v;
         y = uy.v;
         slice = us.v;
      }
      border = vi_set(0);
   }
   texel(e, lv, x, y, slice, border, co, chans, out);
}

/* At a cube's corner there are three texels: the fourth of a footprint is their mean (OpenGL 4.6, 8.14.3). */
static void average_corners(const struct footprint *fp, unsigned chans, struct values t[4])
{
   const struct tc_axis *x = &fp->a[0], *y = &fp->a[1];
   for (unsigned k = 0; k < 4; k++) {
      vi beyond = (k & 1 ? x->b1 : x->b0) & (k & 2 ? y->b1 : y->b0);
      if (!v_bits(beyond))
         continue;
      for (unsigned c = 0; c < 4; c++)
         if (chans & 1u << c)
            t[k].v[c] = vf_sel(beyond, vf_canonical((t[k ^ 1].v[c] + t[k ^ 2].v[c] + t[k ^ 3].v[c]) * (1.0f / 3.0f)), t[k].v[c]);
   }
}

static void filter_level(const struct tc_entry *e, const struct tc_level *lv, const struct coords *co, bool linear,
                         unsigned chans, struct values *out)
{
   struct footprint fp, raw, *praw = 0;
   unsigned dims = e->img.dims;
   make_footprint(e, lv, co, linear, &fp);
   if (!linear) {
      corner(e, lv, co, &fp, 0, 0, chans, out);
      return;
   }
   if (co->cube && e->samp.cube_seamless) {
      for (unsigned d = 0; d < 2; d++) { /* the same rounding as tc_axis, unclamped but bounded */
         vf x = vf_limit(co->c[d] - 1.0f, -64.0f, 64.0f) * (float)(d ? lv->h : lv->w);
         raw.a[d].i0 = vi_clamp((vi_round(x * 256.0f) - 128) >> 8, vi_set(-1), vi_set((int32_t)lv->w - 1));
      }
      praw = &raw;
   }
   struct values plane[2], row[2], t[4];
   unsigned reduce = e->samp.reduce;
   for (unsigned kz = 0; kz < (dims == 3 ? 2u : 1u); kz++) {
      for (unsigned k = 0; k < (dims >= 2 ? 4u : 2u); k++)
         corner(e, lv, co, &fp, praw, k | kz << 2, chans, &t[k]);
      if (praw)
         average_corners(&fp, chans, t);
      for (unsigned ky = 0; ky < (dims >= 2 ? 2u : 1u); ky++)
         for (unsigned c = 0; c < 4; c++)
            if (chans & 1u << c)
               row[ky].v[c] = combine(reduce, t[2 * ky].v[c], t[2 * ky + 1].v[c], fp.a[0].w);
      for (unsigned c = 0; c < 4; c++)
         if (chans & 1u << c)
            plane[kz].v[c] = dims >= 2 ? combine(reduce, row[0].v[c], row[1].v[c], fp.a[1].w) : row[0].v[c];
   }
   for (unsigned c = 0; c < 4; c++)
      if (chans & 1u << c)
         out->v[c] = dims == 3 ? combine(reduce, plane[0].v[c], plane[1].v[c], fp.a[2].w) : plane[0].v[c];
}

static bool mirrors(unsigned wrap)
{
   return wrap == TC_MIRROR || wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_HALF_BORDER || wrap == TC_MIRROR_ONCE_BORDER;
}

/* The four texels of a linear footprint, in the order that GL's textureGather returns them. Each texel's index is mirrored, not
 * the coordinate, which would exchange the two texels of an axis: the way of a texel offset, here of 0. */
static void gather_level(const struct tc_entry *e, const struct tc_level *lv, const struct coords *given, struct values *out)
{
   static const uint8_t order[4] = { 2, 3, 1, 0 }; /* (i0,j1) (i1,j1) (i1,j0) (i0,j0) */
   struct footprint fp, raw;
   unsigned chans = e->inst.dmask & -e->inst.dmask, c = __builtin_ctz(chans | 16) & 3;
   struct coords shifted = *given;
   const struct coords *co = &shifted;
   bool seamless = co->cube && e->samp.cube_seamless;
   /* These chips take an integer format for one that is not filtered, and the footprint starts at the texel that holds the
    * coordinate instead of half a texel before (Mesa's lower_gather4_integer tells; drivers subtract the half). */
   for (unsigned d = 0; d < e->img.dims && fmt_num_is_int(e->img.num); d++)
      shifted.c[d] += e->samp.unnormalized ? 0.5f : 0.5f / (float)(d ? lv->h : lv->w);
   for (unsigned d = 0; d < e->img.dims && !co->cube; d++)
      shifted.any_off |= mirrors(e->samp.wrap[d]);
   make_footprint(e, lv, co, true, &fp);
   for (unsigned d = 0; seamless && d < 2; d++) {
      vf x = vf_limit(co->c[d] - 1.0f, -64.0f, 64.0f) * (float)(d ? lv->h : lv->w);
      raw.a[d].i0 = vi_clamp((vi_round(x * 256.0f) - 128) >> 8, vi_set(-1), vi_set((int32_t)lv->w - 1));
   }
   for (unsigned k = 0; k < 4; k++) {
      struct values t;
      corner(e, lv, co, &fp, seamless ? &raw : 0, order[k], 1u << c, &t);
      out->v[k] = t.v[c];
   }
}

/* Runs gather_level for each level that lanes of `todo` need. */
static void gather(const struct tc_entry *e, const struct coords *co, vi level, unsigned todo, struct values *out)
{
   union px_i u = { .v = level };
   while (todo) {
      int32_t want = u.s[__builtin_ctz(todo)];
      vi same = vi_eq(level, vi_set(want));
      struct values v;
      gather_level(e, &e->img.level[e->img.base_level + (unsigned)want], co, &v);
      for (unsigned k = 0; k < 4; k++)
         out->v[k] = vf_sel(same, v.v[k], out->v[k]);
      todo &= ~v_bits(same);
   }
}

/* ---- 16 lanes -------------------------------------------------------------------------------------------------------------- */

static void load_coords(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, struct coords *co)
{
   const struct tc_img *img = &e->img;
   co->slice = co->off[0] = co->off[1] = co->off[2] = vi_set(0);
   co->any_off = false;
   co->c[1] = co->c[2] = vf_set(0);
   for (unsigned d = 0; d < img->dims; d++)
      co->c[d] = vf_load(&addr[e->rows.coord + (int)d][at]);
   co->cube = img->type == TC_CUBE;
   if (co->cube) {
      vi f = vi_floor(vf_limit(vf_load(&addr[e->rows.layer][at]), 0.0f, 65528.0f) + 0.5f);
      vi face = vi_min(f & 7, vi_set(5));
      int32_t cubes = (int32_t)(img->last_array - img->base_array + 1) / 6;
      vi cube = vi_clamp(f >> 3, vi_set(0), vi_set(cubes > 0 ? cubes - 1 : 0));
      co->slice = vi_min(face + cube * 6 + (int32_t)img->base_array, vi_set((int32_t)img->last_array));
   } else if (img->layered && e->rows.layer >= 0) {
      co->slice = tc_slice(vf_load(&addr[e->rows.layer][at]), img);
   } else if (img->dims < 3) {
      co->slice = vi_set((int32_t)img->base_array);
   }
   if (e->rows.offset >= 0) {
      vu o = vu_load(&addr[e->rows.offset][at]);
      for (unsigned d = 0; d < 3; d++)
         co->off[d] = (vi)(o << (26 - 8 * d)) >> 26;
      co->any_off = true;
   }
   if (e->rows.compare >= 0) {
      co->dref = vf_load(&addr[e->rows.compare][at]);
      if (img->num == FMT_UNORM)
         co->dref = vf_limit(co->dref, 0.0f, 1.0f);
   }
}

/* Runs filter_level for each (level, filter) that lanes of `todo` need. code: level * 2 + linear. */
static void by_level(const struct tc_entry *e, const struct coords *co, vi code, unsigned todo, unsigned chans,
                     struct values *out)
{
   union px_i u = { .v = code };
   while (todo) {
      int32_t want = u.s[__builtin_ctz(todo)];
      vi same = vi_eq(code, vi_set(want));
      unsigned lanes = v_bits(same) & todo;
      struct values v;
      filter_level(e, &e->img.level[want >> 1], co, want & 1, chans, &v);
      for (unsigned c = 0; c < 4; c++)
         if (chans & 1u << c)
            out->v[c] = vf_sel(same, v.v[c], out->v[c]);
      todo &= ~lanes;
   }
}

static void store_rows(const struct tc_entry *e, const struct values *v, uint32_t (*data)[64], unsigned at, unsigned run)
{
   unsigned row = 0;
   for (unsigned c = 0; c < 4; c++)
      if (e->inst.dmask & 1u << c)
         vu_store_masked(&data[row++][at], (vu)v->v[c], run);
}

static void sample16(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], unsigned at, unsigned run)
{
   const struct tc_img *img = &e->img;
   const struct tc_samp *s = &e->samp;
   struct coords co;
   struct values out, upper;
   bool int_format = fmt_num_is_int(img->num);
   unsigned levels = img->last_level - img->base_level;
   load_coords(e, addr, at, &co);
   memset(&out, 0, sizeof(out));

   bool need_lod = (levels && s->mip) || s->mag_linear != s->min_linear;
   vi raw = vi_set(0), lod = vi_set(0);
   if (need_lod || e->inst.kind == TC_GET_LOD)
      level_of_detail(e, addr, at, &co, &raw, &lod);

   vi level = vi_set(0), frac = vi_set(0), last = vi_set((int32_t)levels);
   vi pos = vi_max(lod, vi_set(0));
   if (s->mip == 1) {
      level = vi_min((pos + 127) >> 8, last);
   } else if (s->mip == 2) {
      level = vi_min(pos >> 8, last);
      frac = pos & 255 & vi_lt(level, last);
   }
   if (e->inst.kind == TC_GET_LOD) {
      vf access = vf_from_i(s->mip == 2 ? vi_min(pos, last * 256) : level * 256) * (1.0f / 256.0f);
      out.v[0] = access;
      out.v[1] = vf_from_i(raw) * (1.0f / 256.0f);
      store_rows(e, &out, data, at, run);
      return;
   }
   if (e->inst.kind == TC_GATHER4) {
      gather(e, &co, level, run, &out);
      for (unsigned k = 0; k < 4; k++)
         vu_store_masked(&data[k][at], (vu)out.v[k], run);
      return;
   }
   vi linear = vi_sel(vi_lt(vi_set(0), lod), vi_set(s->min_linear), vi_set(s->mag_linear));
   if (int_format)
      linear = vi_set(0);
   vi code = (level + vi_set(img->base_level)) * 2 + linear;
   unsigned chans = e->inst.dmask;
   by_level(e, &co, code, run, chans, &out);
   unsigned blend = v_bits(vi_lt(vi_set(0), frac)) & run;
   if (blend) {
      memset(&upper, 0, sizeof(upper));
      by_level(e, &co, code + 2, blend, chans, &upper);
      for (unsigned c = 0; c < 4; c++)
         if (chans & 1u << c)
            out.v[c] = combine(s->reduce, out.v[c], upper.v[c], frac);
   }
   store_rows(e, &out, data, at, run);
}

void PX(tc_sample)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec,
                   unsigned lanes)
{
   for (unsigned at = 0; at < lanes; at += 16) {
      unsigned run = exec >> at & 0xffff;
      if (run)
         sample16(e, addr, data, at, run);
   }
}
