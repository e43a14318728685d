/* sc_input.c: what a pixel wave begins with: attribute rows and registers. Lanes may belong to several primitives, so planes
 * are gathered by quad, one of the 16 lanes of a vector here per quad of the wave, and then spread to the quad's lanes. */
#include <stddef.h>

#include "hw_regs.h"
#include "winsys/sim/sc.h"

/* ---- by quad ---------------------------------------------------------------------------------------------------------- */

struct by_quad { v16f v; };

/* Run r and those behind it take the value. */
static inline void take_run(struct by_quad *b, const struct sc_quads *q, unsigned r, float value)
{
#ifdef __AVX512F__
   b->v = (v16f)_mm512_mask_mov_ps((__m512)b->v, (__mmask16)(0xffffu << q->first[r]), _mm512_set1_ps(value));
#else
   static const int32_t from[32] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                     -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
   v16i m;
   memcpy(&m, from + 16 - q->first[r], sizeof m);
   b->v = vf_sel(m, vf_set(value), b->v);
#endif
}

/* The lanes of the 4 quads from 4 * part on. */
static inline v16f spread(const struct by_quad *b, unsigned part)
{
#ifdef __AVX512F__
   const __m512i quad = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
   return (v16f)_mm512_permutexvar_ps(_mm512_add_epi32(quad, _mm512_set1_epi32((int)(4 * part))), (__m512)b->v);
#else
   const float *s = (const float *)(const void *)b + 4 * part;
#ifdef __AVX2__
   union { __m256 half[2]; v16f v; } to;
   for (unsigned i = 0; i < 2; i++)
      to.half[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_set1_ps(s[2 * i])), _mm_set1_ps(s[2 * i + 1]), 1);
#else
   union { __m128 quad[4]; v16f v; } to;
   for (unsigned i = 0; i < 4; i++)
      to.quad[i] = _mm_set1_ps(s[i]);
#endif
   return to.v;
#endif
}

/* A plane's coefficient, by quad; `offset` of a float in the primitive. */
static inline void gather(const struct sc_quads *q, struct by_quad *b, size_t offset)
{
   *b = (struct by_quad){ { 0 } };
   for (unsigned r = 0; r < q->runs; r++) {
      float value;
      memcpy(&value, (const char *)q->prim[r] + offset, 4);
      take_run(b, q, r, value);
   }
}
#define GATHER(q, b, field) gather(q, b, offsetof(struct sim_prim, field))

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
   if ((p->flags & SIM_PRIM_POINT) && s->param_gen && i == s->num_interp)
      a->p10[2] = a->p20[3] = 1;
}

static inline void store_part(float *row, const struct by_quad *b, unsigned part)
{
   v16f v = spread(b, part);
   memcpy(row + LANES * part, &v, sizeof v);
}

static inline void store_row(float *row, const struct by_quad *b, unsigned parts)
{
   if (parts == 4) {
      store_part(row, b, 0);
      store_part(row, b, 1);
      store_part(row, b, 2);
      store_part(row, b, 3);
   } else {
      for (unsigned part = 0; part < parts; part++)
         store_part(row, b, part);
   }
}

struct channel { struct by_quad p0, p10, p20; };

/* A channel of run r from its values in the corners. */
static inline void take_channel(struct channel *c, const struct sc_quads *q, unsigned r, float v0, float v1, float v2)
{
#ifdef __AVX512F__
   __mmask16 from = (__mmask16)(0xffffu << q->first[r]);
   __m512 c0 = _mm512_set1_ps(v0);
   c->p0.v = (v16f)_mm512_mask_mov_ps((__m512)c->p0.v, from, c0);
   c->p10.v = (v16f)_mm512_mask_sub_ps((__m512)c->p10.v, from, _mm512_set1_ps(v1), c0);
   c->p20.v = (v16f)_mm512_mask_sub_ps((__m512)c->p20.v, from, _mm512_set1_ps(v2), c0);
#else
   take_run(&c->p0, q, r, v0);
   take_run(&c->p10, q, r, v1 - v0);
   take_run(&c->p20, q, r, v2 - v0);
#endif
}

static void mixed_attr(const struct sim_pixel_state *s, const struct sc_quads *q, unsigned i, unsigned parts, struct sq_attr *to)
{
   unsigned channels = s->ps_info->interp_read[i], n;
   bool smooth = is_smooth(s, i, &n);
   struct channel chan[4] = { { { { 0 } }, { { 0 } }, { { 0 } } } };
   for (unsigned r = 0; r < q->runs; r++) {
      const struct sim_prim *p = q->prim[r];
      if (smooth && n < p->num_params && !(p->flags & SIM_PRIM_POINT)) {
         const float *v0 = p->param[0] + 4 * n, *v1 = p->param[1] + 4 * n, *v2 = p->param[2] + 4 * n;
#pragma GCC unroll 4
         for (unsigned k = 0; k < 4; k++)
            take_channel(&chan[k], q, r, v0[k], v1[k], v2[k]);
      } else {
         struct attr a;
         attr_of(s, p, i, &a);
#pragma GCC unroll 4
         for (unsigned k = 0; k < 4; k++) {
            take_run(&chan[k].p0, q, r, a.p0[k]);
            take_run(&chan[k].p10, q, r, a.p10[k]);
            take_run(&chan[k].p20, q, r, a.p20[k]);
         }
      }
   }
#pragma GCC unroll 4
   for (unsigned k = 0; k < 4; k++) {
      if (!(channels >> k & 1))
         continue;
      store_row(to->chan[k].p0, &chan[k].p0, parts);
      store_row(to->chan[k].p10, &chan[k].p10, parts);
      store_row(to->chan[k].p20, &chan[k].p20, parts);
   }
}

static void same_attr(const struct sim_pixel_state *s, const struct sim_prim *p, unsigned i, struct sq_attr *to)
{
   struct attr a;
   attr_of(s, p, i, &a);
   for (unsigned k = 0; k < 4; k++) {
      if (!(s->ps_info->interp_read[i] >> k & 1))
         continue;
      v16f p0 = vf_set(a.p0[k]), p10 = vf_set(a.p10[k]), p20 = vf_set(a.p20[k]);
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

/* Where in the pixel values are taken, in pixels from the centre: the same place everywhere, or by lane. */
struct location { float x, y; bool varies; _Alignas(64) float lane_x[SQ_MAX_LANES], lane_y[SQ_MAX_LANES]; };

static inline v16f from_corner(float everywhere, const float *by_lane, bool varies, unsigned part)
{
   if (!varies)
      return vf_set(0.5f + everywhere);
   v16f v;
   memcpy(&v, by_lane + LANES * part, sizeof v);
   return vf_set(0.5f) + v;
}

static inline v16f location_x(const struct location *at, unsigned part)
{
   return from_corner(at->x, at->lane_x, at->varies, part);
}

static inline v16f location_y(const struct location *at, unsigned part)
{
   return from_corner(at->y, at->lane_y, at->varies, part);
}

static inline void put(struct shade *sh, unsigned reg, unsigned part, v16f v)
{
   memcpy(&sh->w->vgpr[reg][LANES * part], &v, sizeof v);
}

/* Pixels of the 4 quads from 4 * part on. */
static inline void positions(const struct sc_quads *q, unsigned part, v16i *px, v16i *py)
{
   static const v16i in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
   static const v16i in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   struct by_quad x, y;
   memcpy(&x, q->x, sizeof x);
   memcpy(&y, q->y, sizeof y);
   *px = (v16i)spread(&x, part) + in_x;
   *py = (v16i)spread(&y, part) + in_y;
}

/* Planes of i and j, by quad, and what perspective needs. */
struct planes { struct by_quad ref_x, ref_y, di_dx, di_dy, dj_dx, dj_dy, rw0, rw1, rw2, affine; bool all_affine, any_affine; };

static void gather_planes(const struct sc_quads *q, struct planes *pl)
{
   GATHER(q, &pl->ref_x, ref_x);
   GATHER(q, &pl->ref_y, ref_y);
   GATHER(q, &pl->di_dx, di_dx);
   GATHER(q, &pl->di_dy, di_dy);
   GATHER(q, &pl->dj_dx, dj_dx);
   GATHER(q, &pl->dj_dy, dj_dy);
   GATHER(q, &pl->rw0, rw[0]);
   GATHER(q, &pl->rw1, rw[1]);
   GATHER(q, &pl->rw2, rw[2]);
   pl->all_affine = true;
   pl->any_affine = false;
   for (unsigned r = 0; r < q->runs; r++) {
      bool affine = q->prim[r]->flags & SIM_PRIM_AFFINE;
      pl->all_affine &= affine;
      pl->any_affine |= affine;
   }
   pl->affine = (struct by_quad){ { 0 } };
   for (unsigned r = 0; r < q->runs && pl->any_affine; r++)
      take_run(&pl->affine, q, r, q->prim[r]->flags & SIM_PRIM_AFFINE ? 1 : 0);
}

/* Pixel centre relative to the planes' origin, plus `at`. */
static inline void deltas(const struct sc_quads *q, const struct planes *pl, unsigned part, const struct location *at, v16f *dx, v16f *dy)
{
   v16i px, py;
   positions(q, part, &px, &py);
   *dx = to_float(px) + location_x(at, part) - spread(&pl->ref_x, part);
   *dy = to_float(py) + location_y(at, part) - spread(&pl->ref_y, part);
}

static inline void linear_ij(const struct sc_quads *q, const struct planes *pl, unsigned part, const struct location *at, v16f *i, v16f *j)
{
   v16f dx, dy;
   deltas(q, pl, part, at, &dx, &dy);
   *i = spread(&pl->di_dx, part) * dx + spread(&pl->di_dy, part) * dy;
   *j = spread(&pl->dj_dx, part) * dx + spread(&pl->dj_dy, part) * dy;
}

/* 1/w is linear on the screen, and so are i/w and j/w. */
static inline v16f one_over_w(const struct planes *pl, unsigned part, v16f i, v16f j)
{
   v16f rw0 = spread(&pl->rw0, part);
   return rw0 + (spread(&pl->rw1, part) - rw0) * i + (spread(&pl->rw2, part) - rw0) * j;
}

static void mixed_ij(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at, bool perspective)
{
   struct planes pl;
   gather_planes(q, &pl);
   perspective &= !pl.all_affine;
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, at, &i, &j);
      if (perspective) {
         v16f r = 1.0f / one_over_w(&pl, part, i, j), pi = i * spread(&pl.rw1, part) * r, pj = j * spread(&pl.rw2, part) * r;
         if (pl.any_affine) {
            v16i affine = vf_ne(spread(&pl.affine, part), vf_set(0));
            pi = vf_sel(affine, i, pi);
            pj = vf_sel(affine, j, pj);
         }
         i = pi;
         j = pj;
      }
      put(sh, reg, part, i);
      put(sh, reg + 1, part, j);
   }
}

/* The same sums for a block of one primitive's pixels; what its parts share is computed once. */
static void block_ij(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at, bool perspective)
{
   const struct sim_prim *p = q->prim[0];
   v16f di_dx = vf_set(p->di_dx), di_dy = vf_set(p->di_dy), dj_dx = vf_set(p->dj_dx), dj_dy = vf_set(p->dj_dy);
   v16f rw0 = vf_set(p->rw[0]), rw1 = vf_set(p->rw[1]), rw2 = vf_set(p->rw[2]), ref_x = vf_set(p->ref_x), ref_y = vf_set(p->ref_y);
   v16f ix[2], jx[2], iy[2], jy[2];
   perspective &= !(p->flags & SIM_PRIM_AFFINE);
   for (int half = 0; half < (parts > 1 ? 2 : 1); half++) {
      v16f dx = to_float(lane_x + vi_set(q->x[0] + 4 * half)) + vf_set(0.5f + at->x) - ref_x;
      v16f dy = to_float(lane_y + vi_set(q->y[0] + 4 * half)) + vf_set(0.5f + at->y) - ref_y;
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

static void ij_rows(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at, bool perspective)
{
   if (q->block && !at->varies)
      block_ij(sh, q, parts, reg, at, perspective);
   else
      mixed_ij(sh, q, parts, reg, at, perspective);
}

static void pull_rows(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at)
{
   struct planes pl;
   gather_planes(q, &pl);
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, at, &i, &j);
      put(sh, reg, part, i * spread(&pl.rw1, part));
      put(sh, reg + 1, part, j * spread(&pl.rw2, part));
      put(sh, reg + 2, part, one_over_w(&pl, part, i, j));
   }
}

static void depth_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at)
{
   struct planes pl;
   struct by_quad z, dz_dx, dz_dy;
   GATHER(q, &pl.ref_x, ref_x);
   GATHER(q, &pl.ref_y, ref_y);
   GATHER(q, &z, z);
   GATHER(q, &dz_dx, dz_dx);
   GATHER(q, &dz_dy, dz_dy);
   for (unsigned part = 0; part < parts; part++) {
      v16f dx, dy;
      deltas(q, &pl, part, at, &dx, &dy);
      put(sh, reg, part, spread(&z, part) + (spread(&dz_dx, part) * dx + spread(&dz_dy, part) * dy)); /* as db.h says */
   }
}

static void w_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, const struct location *at)
{
   struct planes pl;
   gather_planes(q, &pl);
   for (unsigned part = 0; part < parts; part++) {
      v16f i, j;
      linear_ij(q, &pl, part, at, &i, &j);
      put(sh, reg, part, 1.0f / vf_sel(vf_ne(spread(&pl.affine, part), vf_set(0)), spread(&pl.rw0, part), one_over_w(&pl, part, i, j)));
   }
}

static void position_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, unsigned which, const struct location *at)
{
   bool corner = G_0286E0_POS_FLOAT_ULC(sh->s->baryc_cntl);
   for (unsigned part = 0; part < parts; part++) {
      v16i px, py;
      positions(q, part, &px, &py);
      if (which == IN_X)
         put(sh, reg, part, to_float(px) + (corner ? vf_set(0.0f) : location_x(at, part)));
      else if (which == IN_Y)
         put(sh, reg, part, to_float(py) + (corner ? vf_set(0.0f) : location_y(at, part)));
      else
         put(sh, reg, part, (v16f)(px | py << 16));
   }
}

/* A number that primitives have, or what the state makes of it. */
static void facts_row(struct shade *sh, const struct sc_quads *q, unsigned parts, unsigned reg, unsigned which, unsigned sample)
{
   struct by_quad v = { { 0 } };
   for (unsigned r = 0; r < q->runs; r++) {
      const struct sim_prim *p = q->prim[r];
      uint32_t value = sample << 8 | (uint32_t)p->layer << 16;
      if (which == IN_FACE)
         value = G_0286E0_FRONT_FACE_ALL_BITS(sh->s->baryc_cntl) ? (p->flags & SIM_PRIM_FRONT ? ~0u : 0)
                                                                 : (p->flags & SIM_PRIM_FRONT ? 0x3f800000u : 0xbf800000u);
      float f;
      memcpy(&f, &value, 4);
      take_run(&v, q, r, f);
   }
   for (unsigned part = 0; part < parts; part++)
      put(sh, reg, part, spread(&v, part));
}

static uint32_t places_of(const struct sim_pixel_state *s, const uint64_t *cover, unsigned lane)
{
   uint32_t bits = 0;
   for (unsigned i = 0; i < 1u << s->log2_raster; i++)
      bits |= (uint32_t)(cover[i] >> lane & 1) << i;
   return bits;
}

static void coverage_row(struct shade *sh, unsigned lanes, unsigned reg, const uint64_t *cover)
{
   for (unsigned lane = 0; lane < lanes; lane++)
      sh->w->vgpr[reg][lane] = places_of(sh->s, cover, lane);
}

/* ---- where values are taken --------------------------------------------------------------------------------------------- */

static void sample_location(const struct sim_pixel_state *s, unsigned lanes, unsigned sample, struct location *at)
{
   unsigned i = sample & ((1u << s->log2_raster) - 1);
   at->varies = !s->same_places;
   at->x = s->sample_x[0][i] * (1.0f / 16);
   at->y = s->sample_y[0][i] * (1.0f / 16);
   for (unsigned lane = 0; at->varies && lane < lanes; lane++) {
      at->lane_x[lane] = s->sample_x[lane & 3][i] * (1.0f / 16);
      at->lane_y[lane] = s->sample_y[lane & 3][i] * (1.0f / 16);
   }
}

/* The covered sample that comes first by the register's order; the centre where all or none are covered. */
static void centroid_location(const struct sim_pixel_state *s, unsigned lanes, const uint64_t *cover, struct location *at)
{
   uint64_t any = 0, all = ~0ull;
   for (unsigned i = 0; i < 1u << s->log2_raster; i++) {
      any |= cover[i];
      all &= cover[i];
   }
   at->x = at->y = 0;
   at->varies = any != all;
   if (!at->varies)
      return;
   memset(at->lane_x, 0, lanes * sizeof(float));
   memset(at->lane_y, 0, lanes * sizeof(float));
   for (uint64_t partly = any & ~all; partly; partly &= partly - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(partly);
      uint32_t bits = places_of(s, cover, lane);
      for (unsigned n = 0; n < SIM_MAX_SAMPLES; n++) {
         unsigned i = s->centroid[n];
         if (bits >> i & 1) {
            at->lane_x[lane] = s->sample_x[lane & 3][i] * (1.0f / 16);
            at->lane_y[lane] = s->sample_y[lane & 3][i] * (1.0f / 16);
            break;
         }
      }
   }
}

/* What of a kind of input is read where (SPI_BARYC_CNTL can exchange centre and centroid). */
enum where { AT_CENTRE, AT_CENTROID, AT_SAMPLE, PLACES };

static enum where where_of(const struct sim_pixel_state *s, unsigned kind)
{
   uint32_t cntl = s->baryc_cntl;
   switch (kind) {
   case IN_PERSP_SAMPLE:
   case IN_LINEAR_SAMPLE:
      return AT_SAMPLE;
   case IN_PERSP_CENTER:
      return G_0286E0_PERSP_CENTER_CNTL(cntl) ? AT_CENTROID : AT_CENTRE;
   case IN_LINEAR_CENTER:
      return G_0286E0_LINEAR_CENTER_CNTL(cntl) ? AT_CENTROID : AT_CENTRE;
   case IN_PERSP_CENTROID:
      return G_0286E0_PERSP_CENTROID_CNTL(cntl) ? AT_CENTRE : AT_CENTROID;
   case IN_LINEAR_CENTROID:
      return G_0286E0_LINEAR_CENTROID_CNTL(cntl) ? AT_CENTRE : AT_CENTROID;
   case IN_X:
   case IN_Y:
   case IN_Z:
   case IN_W:
   case IN_FIXED: {
      unsigned location = G_0286E0_POS_FLOAT_LOCATION(cntl);
      return location < PLACES ? location : AT_CENTRE;
   }
   default:
      return AT_CENTRE;
   }
}

void SC(sc_fill_inputs)(struct shade *sh, const struct sc_quads *q, unsigned lanes, unsigned sample, const uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   struct location places[PLACES];
   unsigned parts = lanes / LANES;
   places[AT_CENTRE].x = places[AT_CENTRE].y = 0;
   places[AT_CENTRE].varies = false;
   unsigned have = 1 << AT_CENTRE;
   fill_attrs(sh, q, parts);
   for (unsigned n = 0; n < s->num_inputs; n++) {
      unsigned k = s->input[n].kind, reg = s->input[n].vgpr;
      enum where where = where_of(s, k);
      struct location *at = &places[where];
      if (!(have >> where & 1)) {
         if (where == AT_SAMPLE)
            sample_location(s, lanes, sample, at);
         else if (s->log2_raster)
            centroid_location(s, lanes, cover, at);
         else
            at = &places[AT_CENTRE];
         have |= at == &places[where] ? 1u << where : 0;
      }
      switch (k) {
      case IN_PERSP_SAMPLE:
      case IN_LINEAR_SAMPLE:
      case IN_PERSP_CENTER:
      case IN_PERSP_CENTROID:
      case IN_LINEAR_CENTER:
      case IN_LINEAR_CENTROID:
         ij_rows(sh, q, parts, reg, at, k < IN_PERSP_PULL);
         break;
      case IN_PERSP_PULL:
         pull_rows(sh, q, parts, reg, at);
         break;
      case IN_STIPPLE:
         memset(sh->w->vgpr[reg], 0, 4 * lanes);
         break;
      case IN_X:
      case IN_Y:
      case IN_FIXED:
         position_row(sh, q, parts, reg, k, at);
         break;
      case IN_Z:
         depth_row(sh, q, parts, reg, at);
         break;
      case IN_W:
         w_row(sh, q, parts, reg, at);
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
