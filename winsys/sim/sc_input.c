/* sc_input.c: what a pixel wave begins with: attribute rows and registers. Lanes may belong to several primitives, so planes
 * are gathered by quad, one of the 16 lanes of a vector here per quad of the wave, and then spread to the quad's lanes. */
#include <stddef.h>

#include "hw_regs.h"
#include "winsys/sim/sc.h"

/* ---- by quad ---------------------------------------------------------------------------------------------------------- */

/* Run r and those behind it take the value. */
static inline v16f take_run(v16f v, const struct sc_quads *q, unsigned r, float value)
{
#ifdef __AVX512F__
   return (v16f)_mm512_mask_mov_ps((__m512)v, (__mmask16)(0xffffu << q->first[r]), _mm512_set1_ps(value));
#else
   union { v16f v; float s[16]; } u = { v };
   for (unsigned i = q->first[r]; i < q->first[r + 1]; i++)
      u.s[i] = value;
   return u.v;
#endif
}

/* The lanes of the 4 quads from 4 * part on. */
static inline v16f spread(v16f by_quad, unsigned part)
{
#ifdef __AVX512F__
   const __m512i quad = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
   return (v16f)_mm512_permutexvar_ps(_mm512_add_epi32(quad, _mm512_set1_epi32((int)(4 * part))), (__m512)by_quad);
#else
   typedef float v4f __attribute__((vector_size(16)));
   union { v16f v; float s[16]; } from = { by_quad };
   union { v16f v; v4f quad[4]; } to;
   for (unsigned i = 0; i < 4; i++)
      to.quad[i] = (v4f){ 0 } + from.s[4 * part + i];
   return to.v;
#endif
}

static inline v16i spread_i(v16i by_quad, unsigned part)
{
   return (v16i)spread((v16f)by_quad, part);
}

/* A plane's coefficient, by quad; `offset` of a float in the primitive. */
static inline v16f gather(const struct sc_quads *q, size_t offset)
{
   float value;
   memcpy(&value, (const char *)q->prim[0] + offset, 4);
   v16f v = splat(value);
   for (unsigned r = 1; r < q->runs; r++) {
      memcpy(&value, (const char *)q->prim[r] + offset, 4);
      v = take_run(v, q, r, value);
   }
   return v;
}
#define GATHER(q, field) gather(q, offsetof(struct sim_prim, field))

/* ---- attributes --------------------------------------------------------------------------------------------------------- */

struct attr { float p0[4], p10[4], p20[4]; };
static const float default_values[4][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 } };

/* Point coordinate: i and j run over the point. */
static void sprite_attr(const struct sim_pixel_state *s, struct attr *a)
{
   for (unsigned k = 0; k < 4; k++) {
      switch (s->sprite_ovrd[k]) {
      case 0:
      case 1:
         a->p0[k] = s->sprite_ovrd[k];
         a->p10[k] = a->p20[k] = 0;
         break;
      case 2:
         a->p0[k] = a->p20[k] = 0;
         a->p10[k] = 1;
         break;
      case 3: /* t runs downwards from the top, or upwards */
         a->p0[k] = s->sprite_top_1 ? 1 : 0;
         a->p10[k] = 0;
         a->p20[k] = s->sprite_top_1 ? -1 : 1;
         break;
      }
   }
}

/* Where attribute i lies in the corners, if it is interpolated between them. */
static inline bool is_smooth(const struct sim_pixel_state *s, unsigned i, unsigned *n)
{
   uint32_t cntl = i < s->num_interp ? s->input_cntl[i] : 0x20; /* beyond them: zero */
   *n = G_028644_OFFSET(cntl);
   return !(*n & 0x20) && !(s->flat_enable && G_028644_FLAT_SHADE(cntl));
}

/* Attribute i of a primitive. */
static void attr_of(const struct sim_pixel_state *s, const struct sim_prim *p, unsigned i, struct attr *a)
{
   unsigned n;
   if (is_smooth(s, i, &n) && n < p->num_params && !(p->flags & SIM_PRIM_POINT)) {
      const float *v0 = p->param[0] + 4 * n, *v1 = p->param[1] + 4 * n, *v2 = p->param[2] + 4 * n;
      for (unsigned k = 0; k < 4; k++) {
         a->p0[k] = v0[k];
         a->p10[k] = v1[k] - v0[k];
         a->p20[k] = v2[k] - v0[k];
      }
      return;
   }
   uint32_t cntl = i < s->num_interp ? s->input_cntl[i] : 0x20;
   memset(a, 0, sizeof *a);
   if (n & 0x20)
      memcpy(a->p0, default_values[G_028644_DEFAULT_VAL(cntl)], sizeof a->p0);
   else if (n < p->num_params)
      memcpy(a->p0, p->provoking + 4 * n, sizeof a->p0);
   if ((p->flags & SIM_PRIM_POINT) && s->sprite_enable && G_028644_PT_SPRITE_TEX(cntl))
      sprite_attr(s, a);
}

static inline void store_part(float *row, v16f by_quad, unsigned part)
{
   v16f v = spread(by_quad, part);
   memcpy(row + LANES * part, &v, sizeof v);
}

static inline void store_row(float *row, v16f by_quad, unsigned parts)
{
   if (parts == 4) {
      store_part(row, by_quad, 0);
      store_part(row, by_quad, 1);
      store_part(row, by_quad, 2);
      store_part(row, by_quad, 3);
   } else {
      for (unsigned part = 0; part < parts; part++)
         store_part(row, by_quad, part);
   }
}

/* A channel of run r from its values in the corners. */
static inline void take_channel(v16f *p0, v16f *p10, v16f *p20, const struct sc_quads *q, unsigned r, float v0, float v1, float v2)
{
#ifdef __AVX512F__
   __mmask16 from = (__mmask16)(0xffffu << q->first[r]);
   __m512 c0 = _mm512_set1_ps(v0);
   *p0 = (v16f)_mm512_mask_mov_ps((__m512)*p0, from, c0);
   *p10 = (v16f)_mm512_mask_sub_ps((__m512)*p10, from, _mm512_set1_ps(v1), c0);
   *p20 = (v16f)_mm512_mask_sub_ps((__m512)*p20, from, _mm512_set1_ps(v2), c0);
#else
   *p0 = take_run(*p0, q, r, v0);
   *p10 = take_run(*p10, q, r, v1 - v0);
   *p20 = take_run(*p20, q, r, v2 - v0);
#endif
}

static void mixed_attr(const struct sim_pixel_state *s, const struct sc_quads *q, unsigned i, unsigned parts, struct sq_attr *to)
{
   unsigned channels = s->ps_info->interp_read[i], n;
   bool smooth = is_smooth(s, i, &n);
   v16f p0[4] = { { 0 } }, p10[4] = { { 0 } }, p20[4] = { { 0 } };
   for (unsigned r = 0; r < q->runs; r++) {
      const struct sim_prim *p = q->prim[r];
      if (smooth && n < p->num_params && !(p->flags & SIM_PRIM_POINT)) {
         const float *v0 = p->param[0] + 4 * n, *v1 = p->param[1] + 4 * n, *v2 = p->param[2] + 4 * n;
#pragma GCC unroll 4
         for (unsigned k = 0; k < 4; k++)
            take_channel(&p0[k], &p10[k], &p20[k], q, r, v0[k], v1[k], v2[k]);
      } else {
         struct attr a;
         attr_of(s, p, i, &a);
#pragma GCC unroll 4
         for (unsigned k = 0; k < 4; k++) {
            p0[k] = take_run(p0[k], q, r, a.p0[k]);
            p10[k] = take_run(p10[k], q, r, a.p10[k]);
            p20[k] = take_run(p20[k], q, r, a.p20[k]);
         }
      }
   }
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      if (!(channels >> k & 1))
         continue;
      store_row(to->chan[k].p0, p0[k], parts);
      store_row(to->chan[k].p10, p10[k], parts);
      store_row(to->chan[k].p20, p20[k], parts);
   }
}

static void same_attr(const struct sim_pixel_state *s, const struct sim_prim *p, unsigned i, struct sq_attr *to)
{
   struct attr a;
   attr_of(s, p, i, &a);
   for (unsigned k = 0; k < 4; k++) {
      if (!(s->ps_info->interp_read[i] >> k & 1))
         continue;
      v16f p0 = splat(a.p0[k]), p10 = splat(a.p10[k]), p20 = splat(a.p20[k]);
      for (unsigned lane = 0; lane < SQ_MAX_LANES; lane += LANES) {
         memcpy(to->chan[k].p0 + lane, &p0, sizeof p0);
         memcpy(to->chan[k].p10 + lane, &p10, sizeof p10);
         memcpy(to->chan[k].p20 + lane, &p20, sizeof p20);
      }
   }
}

static void fill_attrs(struct shade *sh, const struct sc_quads *q, unsigned parts)
{
   const struct sim_pixel_state *s = sh->s;
   const uint8_t *read = s->ps_info->interp_read;
   if (q->runs == 1 && sh->attrs_of == q->prim[0])
      return;
   sh->attrs_of = q->runs == 1 ? q->prim[0] : NULL;
   for (unsigned i = 0; i < s->ps_info->num_attrs; i++) {
      if (read[i] && q->runs == 1)
         same_attr(s, q->prim[0], i, &sh->w->attr[i]);
      else if (read[i])
         mixed_attr(s, q, i, parts, &sh->w->attr[i]);
   }
}

/* ---- registers ---------------------------------------------------------------------------------------------------------- */

enum { IN_PERSP_SAMPLE, IN_PERSP_CENTER, IN_PERSP_CENTROID, IN_PERSP_PULL, IN_LINEAR_SAMPLE, IN_LINEAR_CENTER,
       IN_LINEAR_CENTROID, IN_STIPPLE, IN_X, IN_Y, IN_Z, IN_W, IN_FACE, IN_ANCILLARY, IN_COVERAGE, IN_FIXED };

/* Where in the pixel values are taken, in pixels from the centre. */
struct location { float x, y; };

static inline void put(struct shade *sh, unsigned reg, unsigned part, v16f v)
{
   memcpy(&sh->w->vgpr[reg][LANES * part], &v, sizeof v);
}

/* Pixels of the 4 quads from 4 * part on. */
static inline void positions(const struct sc_quads *q, unsigned part, v16i *px, v16i *py)
{
   static const v16i in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
   static const v16i in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   v16i x, y;
   memcpy(&x, q->x, sizeof x);
   memcpy(&y, q->y, sizeof y);
   *px = spread_i(x, part) + in_x;
   *py = spread_i(y, part) + in_y;
}

/* Planes of i and j, by quad, and what perspective needs. */
struct planes { v16f ref_x, ref_y, di_dx, di_dy, dj_dx, dj_dy, rw0, rw1, rw2; v16i affine; bool all_affine, any_affine; };

static void gather_planes(const struct sc_quads *q, struct planes *pl)
{
   pl->ref_x = GATHER(q, ref_x);
   pl->ref_y = GATHER(q, ref_y);
   pl->di_dx = GATHER(q, di_dx);
   pl->di_dy = GATHER(q, di_dy);
   pl->dj_dx = GATHER(q, dj_dx);
   pl->dj_dy = GATHER(q, dj_dy);
   pl->rw0 = GATHER(q, rw[0]);
   pl->rw1 = GATHER(q, rw[1]);
   pl->rw2 = GATHER(q, rw[2]);
   pl->all_affine = true;
   pl->any_affine = false;
   for (unsigned r = 0; r < q->runs; r++) {
      bool affine = q->prim[r]->flags & SIM_PRIM_AFFINE;
      pl->all_affine &= affine;
      pl->any_affine |= affine;
   }
   v16f affine = { 0 };
   for (unsigned r = 0; r < q->runs && pl->any_affine; r++)
      affine = take_run(affine, q, r, q->prim[r]->flags & SIM_PRIM_AFFINE ? 1 : 0);
   pl->affine = affine != 0;
}

static inline v16f choose(v16i m, v16f a, v16f b)
{
   return (v16f)((m & (v16i)a) | (~m & (v16i)b));
}

/* Pixel centre relative to the planes' origin, plus `at`. */
static inline void deltas(const struct sc_quads *q, const struct planes *pl, unsigned part, struct location at, v16f *dx, v16f *dy)
{
   v16i px, py;
   positions(q, part, &px, &py);
   *dx = to_float(px) + (0.5f + at.x) - spread(pl->ref_x, part);
   *dy = to_float(py) + (0.5f + at.y) - spread(pl->ref_y, part);
}

static inline void linear_ij(const struct sc_quads *q, const struct planes *pl, unsigned part, struct location at, v16f *i, v16f *j)
{
   v16f dx, dy;
   deltas(q, pl, part, at, &dx, &dy);
   *i = spread(pl->di_dx, part) * dx + spread(pl->di_dy, part) * dy;
   *j = spread(pl->dj_dx, part) * dx + spread(pl->dj_dy, part) * dy;
}

/* 1/w is linear on the screen, and so are i/w and j/w. */
static inline v16f one_over_w(const struct planes *pl, unsigned part, v16f i, v16f j)
{
   v16f rw0 = spread(pl->rw0, part);
   return rw0 + (spread(pl->rw1, part) - rw0) * i + (spread(pl->rw2, part) - rw0) * j;
}

static void mixed_ij(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, struct location at, bool perspective)
{
   struct planes pl;
   gather_planes(q, &pl);
   perspective &= !pl.all_affine;
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, at, &i, &j);
      if (perspective) {
         v16f r = 1.0f / one_over_w(&pl, part, i, j), pi = i * spread(pl.rw1, part) * r, pj = j * spread(pl.rw2, part) * r;
         v16i affine = spread_i(pl.affine, part);
         i = pl.any_affine ? choose(affine, i, pi) : pi;
         j = pl.any_affine ? choose(affine, j, pj) : pj;
      }
      put(sh, reg, part, i);
      put(sh, reg + 1, part, j);
   }
}

/* The same sums for a block of one primitive's pixels; what its parts share is computed once. */
static void block_ij(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, struct location at, bool perspective)
{
   const struct sim_prim *p = q->prim[0];
   float di_dx = p->di_dx, di_dy = p->di_dy, dj_dx = p->dj_dx, dj_dy = p->dj_dy;
   float rw0 = p->rw[0], rw1 = p->rw[1], rw2 = p->rw[2], ref_x = p->ref_x, ref_y = p->ref_y;
   v16f ix[2], jx[2], iy[2], jy[2];
   perspective &= !(p->flags & SIM_PRIM_AFFINE);
   for (int half = 0; half < (parts > 1 ? 2 : 1); half++) {
      v16f dx = to_float(lane_x + (q->x[0] + 4 * half)) + (0.5f + at.x) - ref_x;
      v16f dy = to_float(lane_y + (q->y[0] + 4 * half)) + (0.5f + at.y) - ref_y;
      ix[half] = di_dx * dx;
      jx[half] = dj_dx * dx;
      iy[half] = di_dy * dy;
      jy[half] = dj_dy * dy;
   }
   for (unsigned part = 0; part < parts; part++) {
      v16f i = ix[part & 1] + iy[part >> 1], j = jx[part & 1] + jy[part >> 1];
      if (perspective) {
         v16f r = 1.0f / (rw0 + (rw1 - rw0) * i + (rw2 - rw0) * j);
         i = i * rw1 * r;
         j = j * rw2 * r;
      }
      put(sh, reg, part, i);
      put(sh, reg + 1, part, j);
   }
}

static void ij_rows(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, struct location at, bool perspective)
{
   if (q->block)
      block_ij(sh, q, parts, reg, at, perspective);
   else
      mixed_ij(sh, q, parts, reg, at, perspective);
}

static void pull_rows(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg)
{
   struct planes pl;
   gather_planes(q, &pl);
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, (struct location){ 0, 0 }, &i, &j);
      put(sh, reg, part, i * spread(pl.rw1, part));
      put(sh, reg + 1, part, j * spread(pl.rw2, part));
      put(sh, reg + 2, part, one_over_w(&pl, part, i, j));
   }
}

static void depth_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, struct location at)
{
   struct planes pl = { .ref_x = GATHER(q, ref_x), .ref_y = GATHER(q, ref_y) };
   v16f z = GATHER(q, z), dz_dx = GATHER(q, dz_dx), dz_dy = GATHER(q, dz_dy);
   for (unsigned part = 0; part < parts; part++) {
      v16f dx, dy;
      deltas(q, &pl, part, at, &dx, &dy);
      put(sh, reg, part, spread(z, part) + (spread(dz_dx, part) * dx + spread(dz_dy, part) * dy)); /* as db.h says */
   }
}

static void w_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, struct location at)
{
   struct planes pl;
   gather_planes(q, &pl);
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, at, &i, &j);
      put(sh, reg, part, 1.0f / choose(spread_i(pl.affine, part), spread(pl.rw0, part), one_over_w(&pl, part, i, j)));
   }
}

static void position_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, unsigned which, struct location at)
{
   bool corner = G_0286E0_POS_FLOAT_ULC(sh->s->baryc_cntl);
   for (unsigned part = 0; part < parts; part++) {
      v16i px, py;
      positions(q, part, &px, &py);
      if (which == IN_X)
         put(sh, reg, part, to_float(px) + (corner ? 0.0f : 0.5f + at.x));
      else if (which == IN_Y)
         put(sh, reg, part, to_float(py) + (corner ? 0.0f : 0.5f + at.y));
      else
         put(sh, reg, part, (v16f)(px | py << 16));
   }
}

/* A number that primitives have, or what the state makes of it. */
static void facts_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, unsigned which, unsigned sample)
{
   v16f v = { 0 };
   for (unsigned r = 0; r < q->runs; r++) {
      const struct sim_prim *p = q->prim[r];
      uint32_t value = sample << 8 | (uint32_t)p->layer << 16;
      if (which == IN_FACE)
         value = G_0286E0_FRONT_FACE_ALL_BITS(sh->s->baryc_cntl) ? (p->flags & SIM_PRIM_FRONT ? ~0u : 0)
                                                                 : (p->flags & SIM_PRIM_FRONT ? 0x3f800000u : 0xbf800000u);
      float f;
      memcpy(&f, &value, 4);
      v = take_run(v, q, r, f);
   }
   for (unsigned part = 0; part < parts; part++)
      put(sh, reg, part, spread(v, part));
}

static void coverage_row(struct shade *sh, unsigned lanes, unsigned reg, const uint64_t *cover)
{
   for (unsigned lane = 0; lane < lanes; lane++) {
      uint32_t bits = 0;
      for (unsigned i = 0; i < 1u << sh->s->log2_samples; i++)
         bits |= (uint32_t)(cover[i] >> lane & 1) << i;
      sh->w->vgpr[reg][lane] = bits;
   }
}

void SC(sc_fill_inputs)(struct shade *sh, const struct sc_quads *q, unsigned lanes, unsigned sample, const uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   const struct location centre = { 0, 0 };
   struct location at_sample = { s->sample_x[sample] * (1.0f / 16), s->sample_y[sample] * (1.0f / 16) };
   struct location position = G_0286E0_POS_FLOAT_LOCATION(s->baryc_cntl) == 2 ? at_sample : centre;
   unsigned parts = lanes / LANES;
   fill_attrs(sh, q, parts);
   for (unsigned n = 0; n < s->num_inputs; n++) {
      unsigned k = s->input[n].kind, reg = s->input[n].vgpr;
      switch (k) {
      case IN_PERSP_SAMPLE:
      case IN_LINEAR_SAMPLE:
         ij_rows(sh, q, parts, reg, at_sample, k == IN_PERSP_SAMPLE);
         break;
      case IN_PERSP_CENTER:
      case IN_PERSP_CENTROID:
      case IN_LINEAR_CENTER:
      case IN_LINEAR_CENTROID:
         ij_rows(sh, q, parts, reg, s->per_sample ? at_sample : centre, k < IN_PERSP_PULL);
         break;
      case IN_PERSP_PULL:
         pull_rows(sh, q, parts, reg);
         break;
      case IN_STIPPLE:
         memset(sh->w->vgpr[reg], 0, 4 * lanes);
         break;
      case IN_X:
      case IN_Y:
      case IN_FIXED:
         position_row(sh, q, parts, reg, k, position);
         break;
      case IN_Z:
         depth_row(sh, q, parts, reg, position);
         break;
      case IN_W:
         w_row(sh, q, parts, reg, position);
         break;
      case IN_FACE:
      case IN_ANCILLARY:
         facts_row(sh, q, parts, reg, k, sample);
         break;
      case IN_COVERAGE:
         coverage_row(sh, lanes, reg, cover);
         break;
      }
   }
}
