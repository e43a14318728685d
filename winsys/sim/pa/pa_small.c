/* pa_small.c: the primitive assembler's work on triangles that need no clipping, 16 at once: culling and planes, and of small
 * ones coverage. Most of those cover a pixel or two, many none, so they are tested before they are put into bins. Compiled
 * once per instruction set, like sc_*.c; pa_setup.c computes the same for a triangle, as it must: either file may process it
 * to the picture. */
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/sc/sc_int.h"

#define NEAR (128 * SIM_SUBPIXEL) /* larger ones have no coverage here; differences of such lengths' products fit 32 bits */
#define PART 4                   /* pixels: covered by all, */
#define WINDOW (2 * PART)        /* and what some may have, or two of them side by side, if there are */
#define WORTHWHILE 3             /* of them */

typedef double v8d __attribute__((vector_size(64)));
typedef int32_t v8i __attribute__((vector_size(32)));
typedef int64_t v8l __attribute__((vector_size(64)));
typedef float v8f __attribute__((vector_size(32)));

struct corners { v16i x[3], y[3], rw[3], sz[3]; };

/* Of as many places as a part of a vector has lanes: one in four, side by side. */
static inline px_pi every_fourth(const struct sim_place *place, const uint16_t *slot)
{
   const __m128i first = _mm_load_si128((const void *)&place[slot[0]]);
#ifdef __AVX2__
   __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(first), _mm_load_si128((const void *)&place[slot[12]]), 1);
#ifdef __AVX512F__
   __m256i high = _mm256_castsi128_si256(_mm_load_si128((const void *)&place[slot[24]]));
   high = _mm256_inserti128_si256(high, _mm_load_si128((const void *)&place[slot[36]]), 1);
   return (px_pi)_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
#else
   return (px_pi)low;
#endif
#else
   return (px_pi)first;
#endif
}

/* Corner k of 16 triangles. */
static inline void load_corner(const struct sim_place *place, const uint16_t *slot, struct corners *c, unsigned k)
{
   union px_i x, y, rw, sz;
   for (unsigned i = 0; i < 16 / PX_PART; i++, slot += 3 * PX_PART) {
      px_pi p[4] = { every_fourth(place, slot), every_fourth(place, slot + 3), every_fourth(place, slot + 6),
                     every_fourth(place, slot + 9) };
      px_transpose(p);
      x.p[i] = p[0];
      y.p[i] = p[1];
      rw.p[i] = p[2];
      sz.p[i] = p[3];
   }
   c->x[k] = x.v;
   c->y[k] = y.v;
   c->rw[k] = rw.v;
   c->sz[k] = sz.v;
}

static void load_corners(const struct sim_batch *b, const uint16_t *slot, struct corners *c)
{
#pragma GCC unroll 3
   for (unsigned k = 0; k < 3; k++)
      load_corner(b->v.place, slot + k, c, k);
}

/* Outcodes: the AND and the OR over the corners of each. */
static void load_codes(const struct sim_batch *b, const uint16_t *slot, v16i *all, v16i *any)
{
   _Alignas(64) uint32_t in_all[16], in_any[16];
   for (unsigned k = 0; k < 16; k++, slot += 3) {
      const uint32_t c0 = b->v.code[slot[0]], c1 = b->v.code[slot[1]], c2 = b->v.code[slot[2]];
      in_all[k] = c0 & c1 & c2;
      in_any[k] = c0 | c1 | c2;
   }
   memcpy(all, in_all, sizeof *all);
   memcpy(any, in_any, sizeof *any);
}

/* Others have nothing that could overflow. */
static void keep(struct corners *c, v16i those)
{
   for (unsigned k = 0; k < 3; k++) {
      c->x[k] &= those;
      c->y[k] &= those;
   }
}

static v16i min3(const v16i v[3])
{
   return vi_min(v[0], vi_min(v[1], v[2]));
}

static v16i max3(const v16i v[3])
{
   return vi_max(v[0], vi_max(v[1], v[2]));
}

/* First pixel whose centre is at or after a position; works as an exclusive end too. */
static v16i first_centre(v16i subpixels)
{
   return (subpixels + (SIM_SUBPIXEL / 2 - 1)) >> SIM_SUBPIXEL_BITS;
}

/* A side's value at a pixel's centre, less than 0 outside, and the steps to the next pixels. */
struct side16 { v16i at, dx, dy; };

/* Top and left sides own the pixels on them. */
static inline struct side16 side_of(v16i ax, v16i ay, v16i bx, v16i by, v16i x, v16i y)
{
   v16i a = ay - by, b = bx - ax;
   v16i owns = vi_lt(vi_set(0), a) | (vi_eq(a, vi_set(0)) & vi_lt(vi_set(0), b));
   return (struct side16){ a * (x - ax) + b * (y - ay) + ~owns, a * SIM_SUBPIXEL, b * SIM_SUBPIXEL };
}

/* Distances of each column and row of the window from the sides of the bounding box, in pixels; negative outside. */
struct box_distance { v16i left, right, top, bottom; };

/* 4x4 pixels, from (x, y) of the window on, that all sides and the bounds have inside. */
static v16i coverage(const struct side16 side[3], const struct box_distance *w, int x, int y)
{
   static const uint8_t dx[16] = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
   static const uint8_t dy[16] = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };
   v16i column[PART], row[PART], by_x[3][PART], by_y[3][PART];
#pragma GCC unroll 4
   for (int i = 0; i < PART; i++) {
      column[i] = (w->left + vi_set(x + i)) | (w->right - vi_set(x + i));
      row[i] = (w->top + vi_set(y + i)) | (w->bottom - vi_set(y + i));
#pragma GCC unroll 3
      for (int k = 0; k < 3; k++) {
         by_x[k][i] = i ? by_x[k][i - 1] + side[k].dx : side[k].at + side[k].dx * vi_set(x) + side[k].dy * vi_set(y);
         by_y[k][i] = i ? by_y[k][i - 1] + side[k].dy : vi_set(0);
      }
   }
   v16i cover = { 0 };
#pragma GCC unroll 16
   for (int lane = 0; lane < 16; lane++) {
      int c = dx[lane], r = dy[lane];
      v16i outside = column[c] | row[r] | (by_x[0][c] + by_y[0][r]) | (by_x[1][c] + by_y[1][r]) | (by_x[2][c] + by_y[2][r]);
      cover |= (v16i)((vu)~outside >> 31 << lane);
   }
   return cover;
}

/* 4x4 pixels of `parts` parts from (wx, wy) on. */
static v16i cover_window(const struct corners *c, unsigned turned, const v16i bounds[4], v16i wx, v16i wy, unsigned parts,
                         uint32_t cover[4][16])
{
   v16i m = v_mask(turned), bx = vi_sel(m, c->x[1], c->x[2]), by = vi_sel(m, c->y[1], c->y[2]);
   v16i dx = vi_sel(m, c->x[2], c->x[1]), dy = vi_sel(m, c->y[2], c->y[1]);
   v16i px = wx * SIM_SUBPIXEL + SIM_SUBPIXEL / 2, py = wy * SIM_SUBPIXEL + SIM_SUBPIXEL / 2;
   const struct side16 side[3] = { side_of(c->x[0], c->y[0], bx, by, px, py), side_of(bx, by, dx, dy, px, py),
                                   side_of(dx, dy, c->x[0], c->y[0], px, py) };
   const struct box_distance w = { wx - bounds[0], bounds[2] - 1 - wx, wy - bounds[1], bounds[3] - 1 - wy };
   v16i any = { 0 };
   for (unsigned k = 0; k < 4; k++) {
      v16i covered = { 0 };
      if (k < parts)
         covered = coverage(side, &w, k & 1 ? PART : 0, k & 2 ? PART : 0);
      any |= covered;
      memcpy(cover[k], &covered, sizeof covered);
   }
   return any;
}

/* Fills cover; returns the triangles that have none. `wide`: some reach beyond the window's first part; `tall`, `broad`: these do
 * beyond the window. */
static unsigned cover_all(const struct corners *c, unsigned turned, const v16i bounds[4], bool wide, unsigned tall,
                          unsigned broad, struct sim_small *to)
{
   v16i wx = bounds[0] & ~1, wy = bounds[1] & ~1;
   v16i any = cover_window(c, turned, bounds, wx, wy, wide ? 4 : 1, to->cover);
   if (tall | broad) {
      wx += v_mask(broad) & WINDOW;
      wy += v_mask(tall) & WINDOW;
      v16i second = cover_window(c, turned, bounds, wx, wy, 4, to->cover + 4), those = v_mask(tall | broad);
      any |= second & those;
      for (unsigned k = 4; k < 8; k++) {
         v16i cover;
         memcpy(&cover, to->cover[k], sizeof cover);
         cover &= those;
         memcpy(to->cover[k], &cover, sizeof cover);
      }
   } else {
      memset(to->cover + 4, 0, 4 * sizeof to->cover[0]);
   }
   return v_bits(vi_eq(any, vi_set(0)));
}

/* Twice the area of each in subpixels. Positive ones are `turned`. Of those that are all near: */
static v16i near_areas(const struct corners *c, unsigned *turned, unsigned *flat)
{
   v16i area = (c->x[1] - c->x[0]) * (c->y[2] - c->y[0]) - (c->x[2] - c->x[0]) * (c->y[1] - c->y[0]);
   *turned = v_bits(vi_lt(vi_set(0), area));
   *flat = v_bits(vi_eq(area, vi_set(0)));
   return area;
}

/* Eight of the numbers. */
static v8d doubles(v16i v, unsigned half)
{
   v8i part;
   memcpy(&part, (const char *)&v + half * sizeof part, sizeof part);
   return __builtin_convertvector(part, v8d);
}

static v8d float_doubles(v16f v, unsigned half)
{
   v8f part;
   memcpy(&part, (const char *)&v + half * sizeof part, sizeof part);
   return __builtin_convertvector(part, v8d);
}

/* From the first corner to the others. */
struct deltas { v16i x1, y1, x2, y2; };

static struct deltas deltas(const struct corners *c)
{
   return (struct deltas){ c->x[1] - c->x[0], c->y[1] - c->y[0], c->x[2] - c->x[0], c->y[2] - c->y[0] };
}

/* Of all others, exact, too: products of positions' differences fit a double. */
static void far_areas(const struct corners *c, v8d area[2], unsigned *turned, unsigned *flat)
{
   const struct deltas d = deltas(c);
   v16i above, equal;
   for (unsigned half = 0; half < 2; half++) {
      area[half] = doubles(d.x1, half) * doubles(d.y2, half) - doubles(d.x2, half) * doubles(d.y1, half);
      const v8i is_above = __builtin_convertvector((v8l)(area[half] > 0.0), v8i);
      const v8i is_equal = __builtin_convertvector((v8l)(area[half] == 0.0), v8i);
      memcpy((char *)&above + half * sizeof is_above, &is_above, sizeof is_above);
      memcpy((char *)&equal + half * sizeof is_equal, &is_equal, sizeof is_equal);
   }
   *turned = v_bits(above);
   *flat = v_bits(equal);
}

/* In the steps of set_planes (pa_setup.c), so that every bit is the same. */
static void planes(const struct corners *c, const v8d area[2], struct sim_small *to)
{
   enum { REF_X, REF_Y, DI_DX, DI_DY, DJ_DX, DJ_DY, RW0, RW1, RW2, Z, DZ_DX, DZ_DY };
   const struct deltas d = deltas(c);
   for (unsigned half = 0; half < 2; half++) {
      const v8d scale = (double)SIM_SUBPIXEL / area[half];
      const v8d di_dx = doubles(d.y2, half) * scale, di_dy = -doubles(d.x2, half) * scale;
      const v8d dj_dx = -doubles(d.y1, half) * scale, dj_dy = doubles(d.x1, half) * scale;
      const v8d z = float_doubles((v16f)c->sz[0], half);
      const v8d dz1 = float_doubles((v16f)c->sz[1], half) - z, dz2 = float_doubles((v16f)c->sz[2], half) - z;
      const struct { unsigned row; v8d v; } rows[] = { { DI_DX, di_dx }, { DI_DY, di_dy }, { DJ_DX, dj_dx }, { DJ_DY, dj_dy },
         { DZ_DX, di_dx * dz1 + dj_dx * dz2 }, { DZ_DY, di_dy * dz1 + dj_dy * dz2 } };
#pragma GCC unroll 6
      for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
         const v8f v = __builtin_convertvector(rows[i].v, v8f);
         memcpy(to->plane[rows[i].row] + 8 * half, &v, sizeof v);
      }
   }
   const v16f ref_x = to_float(c->x[0]) * (1.0f / SIM_SUBPIXEL), ref_y = to_float(c->y[0]) * (1.0f / SIM_SUBPIXEL);
   const v16f z = (v16f)c->sz[0] + 0.0f; /* the offset that there is not; it makes -0 a 0 */
   memcpy(to->plane[REF_X], &ref_x, sizeof ref_x);
   memcpy(to->plane[REF_Y], &ref_y, sizeof ref_y);
   memcpy(to->plane[RW0], c->rw, sizeof c->rw);
   memcpy(to->plane[Z], &z, sizeof z);
   to->affine = v_bits(~(vf_ne((v16f)c->rw[0], (v16f)c->rw[1]) | vf_ne((v16f)c->rw[0], (v16f)c->rw[2])));
}

void SC(pa_small)(const struct sim_pa_state *pa, const struct sim_batch *b, unsigned first, unsigned count, struct sim_small *to)
{
   struct corners c;
   const uint16_t *slot = b->corner + 3 * first;
   uint16_t some[3 * 16] = { 0 };
   if (count < 16)
      slot = memcpy(some, slot, 3 * count * sizeof *slot);
   load_corners(b, slot, &c);
   v16i none = vi_set(0), all = none, any = none;
   if (b->v.any_code)
      load_codes(b, slot, &all, &any);
   unsigned rejected = v_bits(~vi_eq(all & SIM_OUT_REJECT, none));
   v16i x0 = min3(c.x), y0 = min3(c.y), x1 = max3(c.x), y1 = max3(c.y);
   v16i across = (v16i)((vu)x1 - (vu)x0), down = (v16i)((vu)y1 - (vu)y0); /* of those outside of everything, anything */
   v16i uncut = vi_eq(any & SIM_OUT_CLIP, none);
   unsigned known = v_bits(uncut) & ~rejected;
   keep(&c, v_mask(known)); /* the areas of others may not fit */
   unsigned near = known & v_bits(vi_lt(across, vi_set(NEAR)) & vi_lt(down, vi_set(NEAR)));
   v8d area[2];
   v16i near_area = none;
   unsigned turned, flat;
   const bool any_far = known & ~near;
   if (any_far)
      far_areas(&c, area, &turned, &flat);
   else
      near_area = near_areas(&c, &turned, &flat);
   unsigned front = pa->front_is_cw ? turned : ~turned;
   unsigned culled = known & (flat | (pa->cull_front ? front : 0) | (pa->cull_back ? ~front : 0));
   known &= ~culled;
   /* The pixels between the bounds; more of them than the window has is for others. */
   x0 = vi_max(first_centre(x0), vi_set(pa->scissor[0].x0));
   y0 = vi_max(first_centre(y0), vi_set(pa->scissor[0].y0));
   x1 = vi_min(first_centre(x1 + 1), vi_set(pa->scissor[0].x1));
   y1 = vi_min(first_centre(y1 + 1), vi_set(pa->scissor[0].y1));
   unsigned empty = known & v_bits(~(vi_lt(x0, x1) & vi_lt(y0, y1)));
   v16i width = ((x1 - 1) | 1) - (x0 & ~1), height = ((y1 - 1) | 1) - (y0 & ~1);
   near &= ~(culled | empty);
   unsigned small = near & v_bits(vi_lt(width, vi_set(PART)) & vi_lt(height, vi_set(PART)));
   unsigned wide = near & ~small & v_bits(vi_lt(width, vi_set(WINDOW)) & vi_lt(height, vi_set(WINDOW)));
   unsigned two = near & ~small & ~wide;
   unsigned tall = two & v_bits(vi_lt(width, vi_set(WINDOW)) & vi_lt(height, vi_set(2 * WINDOW)));
   unsigned broad = two & v_bits(vi_lt(width, vi_set(2 * WINDOW)) & vi_lt(height, vi_set(WINDOW)));
   if (__builtin_popcount(tall | broad) < WORTHWHILE)
      tall = broad = 0;
   if (__builtin_popcount(wide | tall | broad) < WORTHWHILE)
      wide = 0;
   wide |= tall | broad;
   small |= wide;
   to->front = front;
   to->tall = tall;
   unsigned large = known & ~empty & ~small;
   if (small) {
      v16i those = v_mask(small);
      const v16i bounds[4] = { x0 & those, y0 & those, x1 & those, y1 & those };
      struct corners kept = c;
      keep(&kept, those);
      unsigned nothing = small & cover_all(&kept, turned, bounds, wide, tall, broad, to);
      empty |= nothing;
      small &= ~nothing;
   }
   if (small | large) {
      memcpy(to->x0, &x0, sizeof x0);
      memcpy(to->y0, &y0, sizeof y0);
      memcpy(to->x1, &x1, sizeof x1);
      memcpy(to->y1, &y1, sizeof y1);
      for (unsigned half = 0; half < 2 && !any_far; half++)
         area[half] = doubles(near_area, half);
      planes(&c, area, to);
   }
   unsigned asked = (1u << count) - 1;
   to->gone = (rejected | culled | empty) & asked;
   to->small = small & asked;
   to->large = large & asked;
   to->counted = (empty | small | large) & asked;
   to->turned = turned;
}
