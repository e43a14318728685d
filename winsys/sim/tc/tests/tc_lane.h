/* tc_lane.h: the sampler's definition, one lane and one texel at a time: what tc_sample.c and rgba8/ must give bit by bit. The
 * filter rules are those at the head of tc_sample.c. */
#ifndef TC_LANE_H
#define TC_LANE_H

#include "winsys/sim/base/nan.h"
#include "winsys/sim/tc/tests/tc_ref.h"

/* What a lane asks for. slice: of the resource; of cubes that of the lane's face. */
struct lane {
   float c[3], dref;
   int off[3], slice, face;
   bool any_off, compare, linear;
};

static inline float lane_limit(float u, float lo, float hi) { return fminf(u > lo ? u : lo, hi); }
static inline float lane_canonical(float f) { return f != f ? fmt_float(SIM_NAN_32) : f; }

struct lane_axis { int i[2], w; bool border[2]; };

static inline void lane_axis(float u, int n, unsigned wrap, bool unnormalized, bool linear, bool any, int off, struct lane_axis *a)
{
   const bool once = wrap == TC_MIRROR_ONCE_LAST || wrap == TC_MIRROR_ONCE_BORDER || wrap == TC_MIRROR_ONCE_HALF_BORDER;
   const bool half = wrap == TC_CLAMP_HALF_BORDER || wrap == TC_MIRROR_ONCE_HALF_BORDER;
   float x;
   if (half && !linear)
      wrap = once ? TC_MIRROR_ONCE_LAST : TC_CLAMP_LAST;
   if (unnormalized) {
      float most = half && linear ? (float)n : 65536.0f;
      any |= once || wrap == TC_WRAP || wrap == TC_MIRROR;
      x = lane_limit(u, wrap == TC_CLAMP_HALF_BORDER ? 0 : -most, most);
   } else {
      float most = half && linear ? 1 : wrap == TC_WRAP || wrap == TC_MIRROR ? 0x1p30f : 64;
      u = lane_limit(u, wrap == TC_CLAMP_HALF_BORDER ? 0 : -most, most);
      if (wrap == TC_WRAP)
         u -= floorf(u);
      if (wrap == TC_MIRROR) {
         u -= 2.0f * floorf(u * 0.5f);
         u = any ? u : fminf(u, 2.0f - u);
      }
      x = (once && !any ? fabsf(u) : u) * (float)n;
   }
   int at = linear ? (int)rintf(x * 256.0f) - 128 : (int)floorf(x) * 256;
   a->w = at & 255;
   for (unsigned k = 0; k < 2; k++) {
      int i = (at >> 8) + (any ? off : 0) + (linear ? (int)k : 0), wrapped;
      if (any && once && i < 0)
         i = -1 - i;
      wrapped = ref_wrap(i, n, wrap);
      a->border[k] = wrapped < 0;
      a->i[k] = wrapped < 0 ? 0 : wrapped;
   }
}

static const struct { int ma, sc, tc, ma_sign, sc_sign, tc_sign; } lane_face[6] = { /* OpenGL 4.6, table 8.19 */
   { 0, 2, 1, 1, -1, -1 }, { 0, 2, 1, -1, 1, -1 }, { 1, 0, 2, 1, 1, 1 },
   { 1, 0, 2, -1, 1, -1 }, { 2, 0, 1, 1, 1, -1 }, { 2, 0, 1, -1, -1, -1 },
};

/* A texel one step beyond an edge of its face is the edge texel of the neighbour, by its direction. True: a corner of the cube,
 * where there is none; the face's own corner then. */
static inline bool lane_cross(int n, int face, int *slice, int *x, int *y)
{
   const bool out_x = *x < 0 || *x >= n, out_y = *y < 0 || *y >= n;
   if (out_x && out_y) {
      *x = *x < 0 ? 0 : n - 1;
      *y = *y < 0 ? 0 : n - 1;
      return true;
   }
   if (!out_x && !out_y)
      return false;
   int v[3];
   v[lane_face[face].ma] = lane_face[face].ma_sign * n;
   v[lane_face[face].sc] = lane_face[face].sc_sign * (2 * *x + 1 - n);
   v[lane_face[face].tc] = lane_face[face].tc_sign * (2 * *y + 1 - n);
   const int axis = out_x ? lane_face[face].sc : lane_face[face].tc, to = axis * 2 + (v[axis] < 0);
   const int s = (v[lane_face[to].sc] * lane_face[to].sc_sign + n) / 2, t = (v[lane_face[to].tc] * lane_face[to].tc_sign + n) / 2;
   *x = s < 0 ? 0 : s > n - 1 ? n - 1 : s;
   *y = t < 0 ? 0 : t > n - 1 ? n - 1 : t;
   *slice += to - face;
   return false;
}

static inline bool lane_compare(unsigned func, float ref, float texel)
{
   return func == 7 || (func & 1 && ref < texel) || (func & 2 && ref == texel) || (func & 4 && ref > texel) ||
          (func == 5 && !(ref == texel)); /* of a NaN only "not equal" and "always" are true */
}

/* A texel as memory channels; with border colours, which are the shader's, as the shader sees it. */
static inline void lane_texel(const struct ref_tex *t, const struct tc_samp *s, const struct lane *lane, unsigned level, int x, int y,
                              int z, bool border, bool by_shader, float out[4])
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
   if (lane->compare) {
      float depth = border ? fmt_float(s->border[0]) : fmt_float(o[0]);
      o[0] = lane_compare(s->compare, lane->dref, depth) ? 0x3f800000 : 0;
      o[1] = o[2] = 0;
      o[3] = 0x3f800000;
   }
   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = t->img.sel[c];
      out[c] = fmt_float(!by_shader ? o[c] : sel < 4 ? (sel == 1 ? 0x3f800000 : 0) : border ? s->border[c] : o[sel - 4]);
   }
}

static inline float lane_mix(unsigned reduce, float a, float b, int w)
{
   if (!w)
      return a;
   if (reduce)
      return reduce == TC_MIN ? (a < b ? a : b) : (a > b ? a : b);
   float f = (float)w * (1.0f / 256.0f);
   return lane_canonical(a * (1.0f - f) + b * f);
}

static inline bool lane_shows_border(const struct ref_tex *t, const struct tc_samp *s)
{
   bool shows = false;
   for (unsigned d = 0; d < t->img.dims && !(t->type == TC_CUBE && s->cube_seamless); d++)
      shows |= s->wrap[d] >= TC_CLAMP_HALF_BORDER;
   return shows;
}

/* Whether the integer rule holds. */
static inline bool lane_is_integer(const struct ref_tex *t, const struct tc_samp *s, bool compare)
{
   const struct fmt *f = t->img.fmt;
   bool small = f->kind == FMT_PLAIN || (f->kind == FMT_BC && fmt_bc_is_rgba8(t->data_format));
   for (unsigned c = 0; c < f->chans; c++)
      small &= f->ch[c].bits <= 8;
   return small && t->num == FMT_UNORM && !compare && !s->reduce && !lane_shows_border(t, s);
}

/* The value in one level. */
static inline void lane_level(const struct ref_tex *t, const struct tc_samp *s, const struct lane *lane, unsigned level, float out[4])
{
   const struct tc_level *lv = &t->img.level[level];
   const int size[3] = { (int)lv->w, (int)lv->h, (int)lv->slices };
   const bool cube = t->type == TC_CUBE, seams = cube && s->cube_seamless && lane->linear;
   const bool by_shader = lane_shows_border(t, s) && !lane->compare, integer = lane_is_integer(t, s, lane->compare);
   const unsigned dims = t->img.dims;
   struct lane_axis a[3] = { { { 0 } } };
   float value[2][4], max[4];
   for (unsigned c = 0; c < 4; c++)
      max[c] = t->img.fmt->kind == FMT_BC ? 255 : (float)((1u << (t->img.fmt->ch[c].bits & 31)) - 1);
   for (unsigned d = 0; d < dims; d++) {
      unsigned wrap = cube && (s->cube_seamless || !lane->linear) ? TC_CLAMP_LAST : s->wrap[d];
      lane_axis(cube ? lane->c[d] - 1.0f : lane->c[d], size[d], wrap, s->unnormalized, lane->linear && !(d == 2 && s->z_nearest),
                lane->any_off, lane->off[d], &a[d]);
      if (seams) /* the two texels before they are clamped */
         a[d].i[0] = (int)lane_limit(floorf((float)((int)rintf(lane_limit(lane->c[d] - 1.0f, -64, 64) * (float)size[d] * 256.0f) - 128) / 256.0f),
                                     -1, (float)(size[d] - 1));
      if (seams)
         a[d].i[1] = a[d].i[0] + 1;
   }
   for (unsigned z = 0; z < 2; z++) {
      float texel[4][4];
      int lost = -1;
      for (unsigned k = 0; k < 4; k++) {
         int x = a[0].i[k & 1], y = a[1].i[k >> 1], slice = dims == 3 ? a[2].i[z] : lane->slice;
         if (seams && lane_cross(size[0], lane->face, &slice, &x, &y))
            lost = (int)k;
         bool border = a[0].border[k & 1] || a[1].border[k >> 1] || a[2].border[z];
         lane_texel(t, s, lane, level, x, y, slice, border && !seams, by_shader, texel[k]);
      }
      for (unsigned c = 0; c < 4; c++) {
         float v[4] = { texel[0][c], texel[1][c], texel[2][c], texel[3][c] };
         const int wx = a[0].w, wy = a[1].w;
         for (unsigned k = 0; k < 4 && integer && lane->linear; k++)
            v[k] = rintf(v[k] * max[c]);
         if (lost >= 0) /* the mean of the other three (OpenGL 4.6, 8.14.3) */
            v[lost] = lane_canonical((v[lost ^ 1] + v[lost ^ 2] + v[lost ^ 3]) * (1.0f / 3.0f));
         if (lost >= 0 && integer)
            v[lost] = rintf(v[lost]);
         if (!lane->linear) {
            value[z][c] = v[0];
         } else if (integer && c < t->img.fmt->chans) {
            uint32_t sum = 0;
            for (unsigned k = 0; k < 4; k++)
               sum += (uint32_t)v[k] * (uint32_t)(k & 1 ? wx : 256 - wx) * (uint32_t)(k >> 1 ? wy : 256 - wy);
            value[z][c] = (float)sum * (1.0f / (max[c] * 65536));
         } else if (integer) {
            value[z][c] = c == 3;
         } else {
            value[z][c] = lane_mix(s->reduce, lane_mix(s->reduce, v[0], v[1], wx), lane_mix(s->reduce, v[2], v[3], wx), wy);
         }
      }
   }
   for (unsigned c = 0; c < 4; c++) {
      out[c] = !a[2].w ? value[0][c] : integer ? value[0][c] + (value[1][c] - value[0][c]) * ((float)a[2].w * (1.0f / 256.0f))
                                               : lane_mix(s->reduce, value[0][c], value[1][c], a[2].w);
   }
}

/* The value of a level of detail, in 1/256, biased and clamped from below, as the shader sees it. */
static inline void lane_value(const struct ref_tex *t, const struct tc_samp *s, const struct lane *given, int lod, float out[4])
{
   struct lane lane = *given;
   int last = (int)t->levels - 1, level = 0, frac = 0, pos = lod > 0 ? lod : 0;
   float far[4], value[4];
   if (s->mip == 1)
      level = (pos + 127) >> 8 < last ? (pos + 127) >> 8 : last;
   if (s->mip == 2) {
      level = pos >> 8 < last ? pos >> 8 : last;
      frac = level < last ? pos & 255 : 0;
   }
   lane.linear = !fmt_num_is_int(t->num) && (lod > 0 ? s->min_linear : s->mag_linear);
   lane_level(t, s, &lane, (unsigned)level, value);
   if (frac)
      lane_level(t, s, &lane, (unsigned)level + 1, far);
   for (unsigned c = 0; c < 4 && frac; c++)
      value[c] = lane_is_integer(t, s, lane.compare) ? value[c] + (far[c] - value[c]) * ((float)frac * (1.0f / 256.0f))
                                                     : lane_mix(s->reduce, value[c], far[c], frac);
   const bool by_shader = lane_shows_border(t, s) && !lane.compare;
   for (unsigned c = 0; c < 4; c++) {
      unsigned sel = t->img.sel[c];
      out[c] = by_shader ? value[c] : sel >= 4 ? value[sel - 4] : (float)(sel == 1);
   }
}

#endif
