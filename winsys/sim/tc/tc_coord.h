/* tc_coord.h: texture coordinates to texels, and level of detail, for PX_LANES lanes. Part of the files compiled once per
 * instruction set. Fractions have 8 bits, as on GPUs: coordinates are rounded to 1/256 texel before a linear filter takes
 * its weights, level of detail is a signed number with 8 fraction bits. */
#ifndef SIM_TC_COORD_H
#define SIM_TC_COORD_H

#include "winsys/sim/px/px_simd.h"
#include "winsys/sim/tc/tc_int.h"

enum { WAVE_PARTS = 64 / PX_LANES }; /* of a wave */

PX_INLINE int32_t lane_of(const vi parts[], unsigned lane)
{
   const union px_i part = { .v = parts[lane / PX_LANES] };
   return part.s[lane % PX_LANES];
}

/* Lanes that have this value. */
PX_INLINE uint64_t lanes_with(const vi v[], unsigned parts, int32_t value)
{
   uint64_t same = 0;
   for (unsigned p = 0; p < parts; p++)
      same |= (uint64_t)v_bits(vi_eq(v[p], vi_set(value))) << PX_LANES * p;
   return same;
}

/* i modulo n in 0..n-1 for |i| < 2^20: the rounded quotient is wrong by one at most. */
PX_INLINE vi tc_mod(vi i, int32_t n)
{
   const vi quotient = vi_floor(vf_from_i(i) * vf_set(1.0f / (float)n)), m = i - (vi)((vu)quotient * vu_set((uint32_t)n));
   return m + (vi_lt(m, vi_set(0)) & vi_set(n)) - (vi_lt(vi_set(n - 1), m) & vi_set(n));
}

/* Texel i, and whether it is beyond the border. any: i may be far outside. */
PX_INLINE vi tc_wrap_index(vi i, int32_t n, unsigned wrap, bool any, vi *border)
{
   *border = vi_set(0);
   if (any && (wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_HALF_BORDER || wrap == TC_MIRROR_ONCE_BORDER))
      i ^= i >> 31; /* after the offset, as all wrapping: -1 becomes 0 */
   switch (wrap) {
   case TC_WRAP:
      if (any)
         return tc_mod(i, n);
      i += vi_lt(i, vi_set(0)) & vi_set(n);
      return i - (vi_lt(vi_set(n - 1), i) & vi_set(n));
   case TC_MIRROR:
      if (any) {
         vi m = tc_mod(i, 2 * n);
         return vi_min(m, vi_set(2 * n - 1) - m);
      }
      break;
   case TC_CLAMP_LAST:
   case TC_MIRROR_ONCE_LAST:
      break;
   default:
      *border = vi_lt(i, vi_set(0)) | vi_lt(vi_set(n - 1), i);
   }
   return vi_clamp(i, vi_set(0), vi_set(n - 1));
}

/* Where coordinate u is along n texels, in 1/256 texels: linear filters have the first of their two texels there and the weight of
 * the second one in the low 8 bits, nearest ones have a multiple of 256. Not wrapped yet, but for repeats without texel offsets
 * (any: there may be some). */
PX_INLINE vi tc_position(vf u, int32_t n, unsigned wrap, bool unnormalized, bool linear, bool any)
{
   vf x;
   if (unnormalized) { /* repeats may be many */
      float most = wrap == TC_CLAMP_HALF_BORDER || wrap == TC_MIRROR_ONCE_HALF_BORDER ? (float)n : 65536.0f;
      x = vf_limit(u, wrap == TC_CLAMP_HALF_BORDER ? 0.0f : -most, most);
   } else {
      switch (wrap) {
      case TC_WRAP: {
         vf v = vf_limit(u, -0x1p30f, 0x1p30f);
         u = v - vf_floor(v);
         break;
      }
      case TC_MIRROR: {
         vf v = vf_limit(u, -0x1p30f, 0x1p30f);
         vf t = v - 2.0f * vf_floor(v * 0.5f);
         u = any ? t : vf_min(t, 2.0f - t);
         break;
      }
      case TC_CLAMP_HALF_BORDER:
         u = vf_limit(u, 0.0f, 1.0f);
         break;
      case TC_MIRROR_ONCE_LAST:
      case TC_MIRROR_ONCE_BORDER:
         u = any ? vf_limit(u, -64.0f, 64.0f) : vf_min(vf_abs(u), vf_set(64.0f));
         break;
      case TC_MIRROR_ONCE_HALF_BORDER:
         u = any ? vf_limit(u, -1.0f, 1.0f) : vf_min(vf_abs(u), vf_set(1.0f));
         break;
      default:
         u = vf_limit(u, -64.0f, 64.0f);
      }
      x = u * vf_set((float)n);
   }
   return linear ? vi_round(x * 256.0f) - 128 : vi_floor(x) << 8;
}

/* Slice of an array coordinate: rounded to nearest, clamped to the view. */
PX_INLINE vi tc_slice(vf layer, const struct tc_img *img)
{
   vi last = vi_set((int32_t)(img->last_array - img->base_array));
   vi l = vi_floor(vf_limit(layer, -1.0f, 16384.0f) + 0.5f);
   return vi_clamp(l, vi_set(0), last) + vi_set((int32_t)img->base_array);
}

/* 256 * log2(sqrt(rho2)), rounded. rho2 >= 0, or a NaN, which counts as infinity. A polynomial of the mantissa (error below 1e-5),
 * so the same everywhere. */
PX_INLINE vi tc_lod_of_rho2(vf rho2)
{
   vu b = (vu)vi_min((vi)rho2 & 0x7fffffff, vi_set(0x7f800000));
   vi e = (vi)(b >> 23) - 127;
   vf x = (vf)((b & 0x7fffff) | 0x3f800000) - 1.0f;
   vf p = x * (1.44268147f + x * (-0.72035877f + x * (0.46865888f + x * (-0.30163801f + x * (0.1444711f + x *
          -0.03382205f)))));
   return e * 128 + vi_round(p * 128.0f);
}

PX_INLINE vi tc_lod_fixed(vf lod) { return vi_round(vf_limit(lod, -64.0f, 64.0f) * 256.0f); }

PX_INLINE vf tc_square_length(vf x, vf y, vf z) { return x * x + y * y + z * z; }

#endif
