/* tc_aniso.c: anisotropic filtering, around whatever samples the image otherwise: the ellipse that a pixel covers gets up to
 * MAX_ANISO_RATIO samples along its long axis, in the level that suits its short one. The ellipse is that of the two
 * derivatives (their singular values), so it does not matter how the surface is turned. Compiled once per instruction set.
 * ANISO_THRESHOLD, ANISO_BIAS and PERF_MIP, which let a driver save samples, have no effect here. */
#define PX_NATIVE_LANES
#include "winsys/sim/tc/tc_int.h"
#include "winsys/sim/tc/tc_coord.h"
#include "winsys/sim/tc/tc_lod.h"

PX_INLINE vf vf_sqrt(vf a)
{
   union px_f x = { .v = a };
   for (int i = 0; i < PX_PARTS; i++)
#if defined(__AVX512F__)
      x.p[i] = (px_pf)_mm512_sqrt_ps((__m512)x.p[i]);
#elif defined(__AVX2__)
      x.p[i] = (px_pf)_mm256_sqrt_ps((__m256)x.p[i]);
#else
      x.p[i] = (px_pf)_mm_sqrt_ps((__m128)x.p[i]);
#endif
   return x.v;
}

/* Derivatives along x and y of a coordinate, in texels of the first level. */
PX_INLINE void derivatives(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, unsigned d, vf c, vf out[2])
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   vf size = vf_set(e->samp.unnormalized ? 1.0f : (float)(d ? lv->h : lv->w));
   for (unsigned dir = 0; dir < 2; dir++) {
      if (e->inst.lod == TC_LOD_DERIV)
         out[dir] = vf_load(&addr[e->rows.deriv + (int)(dir * e->rows.deriv_stride + d)][at]) * size;
      else
         out[dir] = ((vf)vu_quad((vu)c, 1 + (int)dir) - (vf)vu_quad((vu)c, 0)) * size;
   }
}

struct probes { vf first[2], step[2]; vi count, lod; };

PX_INLINE void place_probes(const struct tc_entry *e, const uint32_t (*addr)[64], unsigned at, const vf c[2], vi slice,
                            struct probes *p)
{
   const struct tc_level *lv = &e->img.level[e->img.base_level];
   vf u[2], v[2], one = vf_set(1);
   derivatives(e, addr, at, 0, c[0], u);
   derivatives(e, addr, at, 1, c[1], v);
   if (e->img.type == TC_CUBE && e->inst.lod != TC_LOD_DERIV && v_bits(vi_eq(slice, (vi)vu_quad((vu)slice, 0))) != PX_ALL_LANES) {
      for (unsigned seer = 0; seer < 4; seer++) { /* each lane's own, as in tc_lod.h */
         vf s = c[0], t = c[1], su[2], tv[2];
         vi mine = vi_eq(v_lane() & 3, vi_set((int32_t)seer));
         cube_same_face(&s, &t, slice, seer);
         derivatives(e, addr, at, 0, s, su);
         derivatives(e, addr, at, 1, t, tv);
         for (unsigned dir = 0; dir < 2; dir++) {
            u[dir] = vf_sel(mine, su[dir], u[dir]);
            v[dir] = vf_sel(mine, tv[dir], v[dir]);
         }
      }
   }
   for (unsigned dir = 0; dir < 2; dir++) { /* no overflow below; NaN: 0 */
      u[dir] = vf_max(vf_min(u[dir], vf_set(0x1p20f)), vf_set(-0x1p20f));
      v[dir] = vf_max(vf_min(v[dir], vf_set(0x1p20f)), vf_set(-0x1p20f));
   }
   /* Squares of the axes of the ellipse are the eigenvalues of [a b; b d]. */
   vf a = u[0] * u[0] + u[1] * u[1], b = u[0] * v[0] + u[1] * v[1], d = v[0] * v[0] + v[1] * v[1];
   vf half = (a - d) * 0.5f, mean = (a + d) * 0.5f, det = u[0] * v[1] - u[1] * v[0];
   vf major2 = mean + vf_sqrt(half * half + b * b);
   vf minor2 = det * det / vf_max(major2, vf_set(0x1p-40f));
   vf ratio = vf_set((float)(1u << e->samp.log2_aniso));
   minor2 = vf_min(vf_max(minor2, major2 / (ratio * ratio)), major2);
   p->lod = tc_lod_of_rho2(minor2);
   /* Samples lie no further apart than the short axis, or than texels do. */
   vf major = vf_sqrt(major2), minor = vf_sqrt(vf_max(minor2, one));
   p->count = vi_clamp(vi_floor(vf_min(major / minor, ratio) + 0.999f), vi_set(1), vi_set(1 << e->samp.log2_aniso));
   /* The long axis: the eigenvector, from the row of the matrix that has more of it. */
   vi wide = vf_lt(d, a);
   vf x = vf_sel(wide, major2 - d, b), y = vf_sel(wide, b, major2 - a), length = vf_sqrt(x * x + y * y);
   vi known = vf_lt(vf_set(0x1p-40f), length);
   x = vf_sel(known, x / length, one);
   y = vf_sel(known, y / length, vf_set(0));
   vf n = vf_from_i(p->count);
   p->step[0] = x * major / n / vf_set(e->samp.unnormalized ? 1.0f : (float)lv->w);
   p->step[1] = y * major / n / vf_set(e->samp.unnormalized ? 1.0f : (float)lv->h);
   for (unsigned k = 0; k < 2; k++)
      p->first[k] = c[k] - p->step[k] * ((n - 1.0f) * 0.5f);
}

/* Of two samples. */
PX_INLINE vf join(unsigned reduce, vf a, vf b)
{
   return reduce == TC_MIN ? vf_min(a, b) : reduce == TC_MAX ? vf_max(a, b) : a + b;
}

void PX(tc_aniso)(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   const struct tc_entry *probe = e->probe;
   _Alignas(64) uint32_t where[13][64], sum[4][64], one[4][64];
   struct probes p[64 / PX_LANES];
   const unsigned reduce = e->samp.reduce;
   unsigned rows = (unsigned)__builtin_popcount(e->inst.dmask), parts = (lanes + PX_LANES - 1) / PX_LANES, most = 1;
   const struct tc_rows *from = &e->rows, *to = &probe->rows;
   exec &= lanes < 64 ? (1ull << lanes) - 1 : ~0ull;
   for (unsigned k = 0; k < parts; k++) {
      unsigned at = PX_LANES * k;
      vf c[2] = { vf_load(&addr[from->coord][at]), vf_load(&addr[from->coord + 1][at]) };
      vi slice = from->layer >= 0 ? vi_floor(vf_limit(vf_load(&addr[from->layer][at]), 0.0f, 65528.0f) + 0.5f) & 7 : vi_set(0);
      place_probes(e, addr, at, c, slice, &p[k]);
      vi lod = p[k].lod + vi_set(e->samp.bias);
      if (e->inst.lod == TC_LOD_BIAS)
         lod += tc_lod_fixed(vf_load(&addr[from->bias][at]));
      if (e->inst.lod_clamp)
         lod = vi_max(lod, tc_lod_fixed(vf_load(&addr[from->lod_clamp][at])));
      vu_store(&where[to->lod][at], (vu)(vf_from_i(clamp_lod(e, lod)) * (1.0f / 256.0f)));
      if (to->layer >= 0)
         vu_store(&where[to->layer][at], vu_load(&addr[from->layer][at]));
      if (to->offset >= 0)
         vu_store(&where[to->offset][at], vu_load(&addr[from->offset][at]));
      if (to->compare >= 0)
         vu_store(&where[to->compare][at], vu_load(&addr[from->compare][at]));
   }
   for (unsigned i = 0; i < most; i++) {
      uint64_t left = 0;
      for (unsigned k = 0; k < parts; k++) {
         unsigned run = v_bits(vi_lt(vi_set((int32_t)i), p[k].count)) & (exec >> PX_LANES * k & PX_ALL_LANES);
         left |= (uint64_t)run << PX_LANES * k;
         for (unsigned d = 0; d < 2; d++)
            vu_store(&where[to->coord + (int)d][PX_LANES * k], (vu)(p[k].first[d] + p[k].step[d] * vf_set((float)i)));
         if (i + 1 == most && v_bits(vi_lt(vi_set((int32_t)i + 1), p[k].count)) & (exec >> PX_LANES * k & PX_ALL_LANES))
            most++;
      }
      probe->fn(probe, (const uint32_t (*)[64])where, i ? one : sum, left, lanes);
      for (unsigned r = 0; i && r < rows; r++)
         for (unsigned k = 0; k < parts; k++)
            vu_store_masked(&sum[r][PX_LANES * k], (vu)join(reduce, vf_load(&sum[r][PX_LANES * k]), vf_load(&one[r][PX_LANES * k])), left >> PX_LANES * k & PX_ALL_LANES);
   }
   for (unsigned r = 0; r < rows; r++)
      for (unsigned k = 0; k < parts; k++)
         vu_store_masked(&data[r][PX_LANES * k],
                         (vu)vf_canonical(vf_load(&sum[r][PX_LANES * k]) / (reduce ? vf_set(1) : vf_from_i(p[k].count))),
                         exec >> PX_LANES * k & PX_ALL_LANES);
}
