/* tc_ref.h: a sampler written from OpenGL's text, one texel at a time in double precision, for tests to compare with.
 * Weights have 8 bits as the hardware's have. Uses only the texel address and format functions of the simulator, which
 * have tests of their own. */
#ifndef TC_REF_H
#define TC_REF_H

#include <math.h>

#include "winsys/sim/tests/px_test.h"

struct ref_tex {
   unsigned type, data_format, num, tile, w, h, d, levels, pitch, wrap[3];
   bool linear;
   float border[4];
   uint32_t rsrc[8], samp[4];
   struct tc_img img;
};

/* Builds T# and S# at PX_VA, resolves the T#. w, h, d: level 0; d: depth, layers or cubes. */
static inline void ref_tex_finish(struct ref_tex *t, struct sim_mem *mem, unsigned mag, unsigned min, unsigned mip,
                                  unsigned border_type)
{
   const struct hw_chip *chip = hw_chip_find("polaris10");
   struct tile_chip tc = { chip->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
   unsigned el = fmt_get(t->data_format)->el_B, bw = fmt_get(t->data_format)->block_w, bh = fmt_get(t->data_format)->block_h,
      w = t->w, h = t->h;
   bool pow2 = t->levels > 1;
   for (unsigned p = 1; pow2 && p < 2 * w; p *= 2)
      if (p >= w) {
         w = p;
         break;
      }
   struct tile_surf s;
   assert_true(tile_from_index(&tc, t->tile, el, 0, &s));
   s.pitch_el = (w + bw - 1) / bw;
   s.height_el = (h + bh - 1) / bh;
   tile_align(&s);
   t->pitch = s.pitch_el * bw;
   uint64_t va = PX_VA;
   t->rsrc[0] = (uint32_t)(va >> 8);
   t->rsrc[1] = t->data_format << 20 | t->num << 26;
   t->rsrc[2] = (t->w - 1) | (t->h - 1) << 14;
   t->rsrc[3] = 0xfac | (t->levels - 1) << 16 | t->tile << 20 | (uint32_t)pow2 << 25 | t->type << 28;
   t->rsrc[4] = (t->d - 1) | (t->pitch - 1) << 13;
   unsigned last = t->type == TC_CUBE ? t->d * 6 - 1 : t->type == TC_3D || t->type == TC_2D || t->type == TC_1D ? 0 : t->d - 1;
   t->rsrc[5] = last << 13;
   t->samp[0] = t->wrap[0] | t->wrap[1] << 3 | t->wrap[2] << 6;
   t->samp[1] = 0xfffu << 12;
   t->samp[2] = mag << 20 | min << 22 | mip << 26;
   t->samp[3] = border_type << 30;
   tc_resolve_image(mem, &tc, t->rsrc, SIM_MEM_READ, &t->img);
   assert_true(t->img.valid);
}

static inline void ref_texel(const struct ref_tex *t, unsigned level, int x, int y, int z, double out[4])
{
   const struct tc_level *lv = &t->img.level[level];
   const uint8_t *p = lv->ptr + tc_texel_offset_B(lv, t->img.fmt, (uint32_t)x, (uint32_t)y, (uint32_t)z, 0);
   uint32_t raw[4] = { 0 }, o[4];
   if (t->img.fmt->kind == FMT_BC) {
      fmt_decode_bc(t->data_format, t->num, p, (unsigned)x & 3, (unsigned)y & 3, o);
   } else {
      memcpy(raw, p, t->img.fmt->el_B);
      if (t->img.fmt->kind == FMT_PACKED)
         raw[0] = fmt_unpack(t->img.fmt, raw[0], (unsigned)x);
      fmt_decode(t->img.fmt, t->num, raw, o);
   }
   for (unsigned c = 0; c < 4; c++)
      out[c] = fmt_float(o[c]);
}

/* Index after wrapping; -1: border. OpenGL 4.6 table 8.20, and the clamp-to-border family of the compatibility profile. */
static inline int ref_wrap(int i, int n, unsigned wrap)
{
   switch (wrap) {
   case TC_WRAP: return (i % n + n) % n;
   case TC_MIRROR: {
      int m = (i % (2 * n) + 2 * n) % (2 * n);
      return m < n ? m : 2 * n - 1 - m;
   }
   case TC_MIRROR_ONCE_LAST:
   case TC_CLAMP_LAST: return i < 0 ? 0 : i >= n ? n - 1 : i;
   default: return i < 0 || i >= n ? -1 : i;
   }
}

/* The two indices and the second one's weight in 1/256. *near: distance to where a nearest filter would change its mind. */
static inline void ref_axis(double u, int n, unsigned wrap, bool linear, bool offsets, int off, int i[2], int *w, double *near)
{
   /* Offsets are added to the coordinate before it is wrapped (OpenGL 4.6, 8.14.2). */
   bool once = wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_BORDER || wrap == TC_MIRROR_ONCE_HALF_BORDER;
   bool late = once && offsets;
   if (wrap == TC_CLAMP_HALF_BORDER || wrap == TC_MIRROR_ONCE_HALF_BORDER) {
      u = wrap == TC_MIRROR_ONCE_HALF_BORDER && !late ? fabs(u) : u;
      u = fmin(fmax(u, late ? -1 : 0), 1);
      if (!linear)
         wrap = TC_CLAMP_LAST;
   }
   if (!late && (wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_BORDER))
      u = fabs(u);
   double x = u * n;
   if (linear) {
      double f = floor(x * 256 + 0.5) - 128;
      int base = (int)floor(f / 256);
      *w = (int)(f - 256.0 * base);
      i[0] = base + off;
      i[1] = base + off + 1;
      *near = 1;
   } else {
      *near = fabs(x - floor(x + 0.5));
      i[0] = i[1] = (int)floor(x) + off;
      *w = 0;
   }
   for (unsigned k = 0; k < 2; k++)
      i[k] = ref_wrap(late && i[k] < 0 ? -1 - i[k] : i[k], n, wrap);
}

/* One level. c: coordinates. slice: layer or face. False: too near a texel's edge to say. */
static inline bool ref_level(const struct ref_tex *t, unsigned level, const double c[3], int slice, const int off[3],
                             double out[4])
{
   const struct tc_level *lv = &t->img.level[level];
   unsigned dims = t->img.dims;
   int size[3] = { (int)lv->w, (int)lv->h, (int)lv->slices }, i[3][2] = { { 0 } }, w[3] = { 0 };
   for (unsigned d = 0; d < dims; d++) {
      double near;
      ref_axis(c[d], size[d], t->wrap[d], t->linear, off[0] || off[1] || off[2], off[d], i[d], &w[d], &near);
      if (near < 1e-3)
         return false;
   }
   for (unsigned k = 0; k < 4; k++)
      out[k] = 0;
   for (unsigned k = 0; k < (t->linear ? 1u << dims : 1u); k++) {
      double weight = 1, texel[4];
      int at[3] = { 0, 0, slice };
      bool border = false;
      for (unsigned d = 0; d < dims; d++) {
         unsigned hi = k >> d & 1;
         weight *= (hi ? w[d] : 256 - w[d]) / 256.0;
         at[d] = i[d][hi];
         border |= at[d] < 0;
      }
      if (border)
         for (unsigned n = 0; n < 4; n++)
            texel[n] = t->border[n];
      else
         ref_texel(t, level, at[0], at[1], at[2], texel);
      for (unsigned n = 0; n < 4; n++)
         out[n] += weight * texel[n];
   }
   return true;
}

#endif
