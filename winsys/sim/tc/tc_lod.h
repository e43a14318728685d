/* tc_lod.h: level of detail of PX_LANES lanes, from differences inside quads, gradients or the instruction. Part of the files
 * compiled once per instruction set. */
#ifndef SIM_TC_LOD_H
#define SIM_TC_LOD_H

#include "winsys/sim/tc/tc_coord.h"

/* Coordinates of PX_LANES lanes, ready for any level. */
struct coords {
   vf c[3];
   vi slice;      /* array layer, cube face + 6 * cube, or 0 */
   vi face;       /* of a cube */
   vi off[3];
   bool any_off, cube;
   vf dref;
};

/* Which axis is major, s and t on each face, and their signs (OpenGL 4.6 table 8.19). */
static const struct { int8_t ma, sc, tc, ma_sign, sc_sign, tc_sign; } cube_face[6] = {
   { 0, 2, 1, 1, -1, -1 }, { 0, 2, 1, -1, 1, -1 }, { 1, 0, 2, 1, 1, 1 },
   { 1, 0, 2, -1, 1, -1 }, { 2, 0, 1, 1, 1, -1 }, { 2, 0, 1, -1, -1, -1 },
};

/* Neighbours in a quad may lie on another face: their (s, t), seen from the plane of the face of the quad's lane `seer`. */
static inline void cube_same_face(vf *s, vf *t, vi face, unsigned seer)
{
   union px_f us = { .v = *s }, ut = { .v = *t };
   union px_i f = { .v = face };
   for (unsigned q = 0; q < PX_LANES; q += 4) {
      for (unsigned l = q; l < q + 4; l++) {
         unsigned from = (unsigned)f.s[l] % 6, to = (unsigned)f.s[q + seer] % 6;
         if (from == to)
            continue;
         float v[3];
         v[cube_face[from].ma] = cube_face[from].ma_sign;
         v[cube_face[from].sc] = cube_face[from].sc_sign * (2.0f * us.s[l] - 3.0f);
         v[cube_face[from].tc] = cube_face[from].tc_sign * (2.0f * ut.s[l] - 3.0f);
         float ma = v[cube_face[to].ma] * cube_face[to].ma_sign;
         if (!(ma > 0.0f)) /* behind: no meaningful derivative */
            ma = 1.0f;
         us.s[l] = v[cube_face[to].sc] * cube_face[to].sc_sign / ma * 0.5f + 1.5f;
         ut.s[l] = v[cube_face[to].tc] * cube_face[to].tc_sign / ma * 0.5f + 1.5f;
      }
   }
   *s = us.v;
   *t = ut.v;
}

/* x and y: c[0] and c[1], as they are seen. */
PX_INLINE vi difference_lod(const struct tc_entry *e, const struct coords *co, vf x, vf y)
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   vf z = co->c[2];
   if (!e->samp.unnormalized) {
      x *= vf_set((float)lv->w);
      y *= vf_set((float)lv->h);
      z *= vf_set((float)lv->slices);
   }
   vf zero = vf_set(0), dxx = (vf)vu_quad((vu)x, 1) - (vf)vu_quad((vu)x, 0), dxy = zero, dxz = zero;
   vf dyx = (vf)vu_quad((vu)x, 2) - (vf)vu_quad((vu)x, 0), dyy = zero, dyz = zero;
   if (e->img.dims >= 2) {
      dxy = (vf)vu_quad((vu)y, 1) - (vf)vu_quad((vu)y, 0);
      dyy = (vf)vu_quad((vu)y, 2) - (vf)vu_quad((vu)y, 0);
   }
   if (e->img.dims == 3) {
      dxz = (vf)vu_quad((vu)z, 1) - (vf)vu_quad((vu)z, 0);
      dyz = (vf)vu_quad((vu)z, 2) - (vf)vu_quad((vu)z, 0);
   }
   return tc_lod_of_rho2(vf_max(tc_square_length(dxx, dxy, dxz), tc_square_length(dyx, dyy, dyz)));
}

/* Where a quad lies on several faces each lane looks from its own: seen from another, a face is up to sqrt(2) longer, and the
 * lanes that are seen may be helpers beyond the primitive's edge. */
static __attribute__((noinline)) vi corner_lod(const struct tc_entry *e, const struct coords *co)
{
   vi lod = vi_set(0);
   for (unsigned seer = 0; seer < 4; seer++) {
      vf x = co->c[0], y = co->c[1];
      cube_same_face(&x, &y, co->face, seer);
      lod = vi_sel(vi_eq(v_lane() & 3, vi_set((int32_t)seer)), difference_lod(e, co, x, y), lod);
   }
   return lod;
}

PX_INLINE vi implicit_lod(const struct tc_entry *e, const struct coords *co)
{
   if (co->cube && v_bits(vi_eq(co->slice, (vi)vu_quad((vu)co->slice, 0))) != PX_ALL_LANES)
      return corner_lod(e, co);
   return difference_lod(e, co, co->c[0], co->c[1]);
}

PX_INLINE vi gradient_lod(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at)
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   float size[3] = { (float)lv->w, (float)lv->h, (float)lv->slices };
   vf len[2];
   for (unsigned dir = 0; dir < 2; dir++) {
      vf sum = vf_set(0);
      for (unsigned d = 0; d < e->img.dims; d++) {
         vf g = vf_load(&addr[e->rows.deriv + dir * e->rows.deriv_stride + d][at]);
         if (!e->samp.unnormalized)
            g *= vf_set(size[d]);
         sum += g * g;
      }
      len[dir] = sum;
   }
   return tc_lod_of_rho2(vf_max(len[0], len[1]));
}

/* What the sampler and the image allow. */
PX_INLINE vi clamp_lod(const struct tc_entry *e, vi lod)
{
   lod = vi_min(vi_max(lod, vi_set(e->samp.min_lod)), vi_set(e->samp.max_lod));
   return vi_max(lod, vi_set(e->img.min_lod - e->img.base_level * 256));
}

/* Before and after the clamps. */
PX_INLINE void level_of_detail(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, const struct coords *co,
                            vi *raw, vi *clamped)
{
   vi lod = vi_set(0);
   switch (e->inst.lod) {
   case TC_LOD_IMPLICIT:
   case TC_LOD_BIAS:
      lod = implicit_lod(e, co);
      break;
   case TC_LOD_EXPLICIT:
      lod = tc_lod_fixed(vf_load(&addr[e->rows.lod][at]));
      break;
   case TC_LOD_DERIV:
      lod = gradient_lod(e, addr, at);
      break;
   }
   if (e->inst.lod == TC_LOD_BIAS)
      lod += tc_lod_fixed(vf_load(&addr[e->rows.bias][at]));
   lod += vi_set(e->samp.bias);
   *raw = lod;
   if (e->inst.lod_clamp)
      lod = vi_max(lod, tc_lod_fixed(vf_load(&addr[e->rows.lod_clamp][at])));
   *clamped = clamp_lod(e, lod);
}

/* Where a level of detail leads: level * 2 + linear, and the fraction of the next level. */
PX_INLINE void choose_level(const struct tc_entry *e, vi lod, vi *code, vi *frac)
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

/* ---- quads as lanes: part k of a vector holds quad k of four parts of a wave, in their order --------------------------------- */

/* Lanes 0, 1 and 2 of the quads. */
PX_INLINE void quad_corners(const uint32_t *row, vf corner[3])
{
   nv z[4];
   for (unsigned j = 0; j < 4; j++)
      z[j] = (nv)vu_load(row + PX_LANES * j);
   nv a = NV(unpacklo_epi32)(z[0], z[1]), b = NV(unpacklo_epi32)(z[2], z[3]);
   nv c = NV(unpackhi_epi32)(z[0], z[1]), d = NV(unpackhi_epi32)(z[2], z[3]);
   corner[0] = (vf)NV(unpacklo_epi64)(a, b);
   corner[1] = (vf)NV(unpackhi_epi64)(a, b);
   corner[2] = (vf)NV(unpacklo_epi64)(c, d);
}

PX_INLINE void quads_to_lanes(vi quads, vi lanes[4])
{
   lanes[0] = (vi)NV(shuffle_epi32)((nv)quads, 0x00);
   lanes[1] = (vi)NV(shuffle_epi32)((nv)quads, 0x55);
   lanes[2] = (vi)NV(shuffle_epi32)((nv)quads, 0xaa);
   lanes[3] = (vi)NV(shuffle_epi32)((nv)quads, 0xff);
}

/* For two normalised coordinates: tc_lod_of_rho2() of this and the sampler's bias are what implicit_lod() gives. */
PX_INLINE vf quads_rho2(const struct tc_entry *e, const uint32_t *u, const uint32_t *v)
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   vf x[3], y[3], w = vf_set((float)lv->w), h = vf_set((float)lv->h);
   quad_corners(u, x);
   quad_corners(v, y);
   vf dxx = x[1] * w - x[0] * w, dxy = y[1] * h - y[0] * h, dyx = x[2] * w - x[0] * w, dyy = y[2] * h - y[0] * h;
   return vf_max(dxx * dxx + dxy * dxy, dyx * dyx + dyy * dyy);
}

#endif
