/* sc_input.c: what a pixel wave begins with: registers, and of attributes either values for host code or rows for the
 * interpreter. Lanes may belong to several primitives: those of a host vector are computed for each of theirs and put together.
 * Wider vectors would go through memory. */
#include "hw_regs.h"
#include "winsys/sim/base/nan.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/sc/sc_planes.h"
#include "winsys/sim/spi/spi.h"

/* ---- registers ---------------------------------------------------------------------------------------------------------- */

/* Where in the pixel values are taken, in pixels from the centre: the same place everywhere, or by lane. */
struct location { float x, y; bool varies; _Alignas(64) float lane_x[SQ_MAX_LANES], lane_y[SQ_MAX_LANES]; };

/* From the pixel's corner. */
PX_INLINE px_pf location_x(const struct location *at, unsigned vector)
{
   return 0.5f + (at->varies ? *(const px_pf *)(at->lane_x + PX_PART * vector) : all(at->x));
}

PX_INLINE px_pf location_y(const struct location *at, unsigned vector)
{
   return 0.5f + (at->varies ? *(const px_pf *)(at->lane_y + PX_PART * vector) : all(at->y));
}

PX_INLINE void put(const struct launch *l, unsigned reg, unsigned vector, px_pf v)
{
   store(&l->sh->w->vgpr[reg][PX_PART * vector], v);
}

PX_INLINE px_pf to_floats(px_pi v)
{
   return __builtin_convertvector(v, px_pf);
}

/* Pixels of the vector's quads. */
PX_INLINE void positions(const struct sc_quads *q, unsigned vector, px_pi *px, px_pi *py)
{
   static const _Alignas(64) int32_t in_quad[2][16] = { { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 },
                                                        { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 } };
   *px = px_by_quad(q->x + QUADS * vector) + *(const px_pi *)in_quad[0];
   *py = px_by_quad(q->y + QUADS * vector) + *(const px_pi *)in_quad[1];
}

PX_INLINE void find_place(const struct launch *l, const struct location *at, unsigned vector, px_pf *x, px_pf *y)
{
   px_pi px, py;
   positions(l->q, vector, &px, &py);
   *x = to_floats(px) + location_x(at, vector);
   *y = to_floats(py) + location_y(at, vector);
}

/* i and j. */
PX_INLINE struct three linear(const struct sim_prim *p, px_pf x, px_pf y)
{
   px_pf dx = x - all(p->ref_x), dy = y - all(p->ref_y);
   px_pf i = all(p->di_dx) * dx + all(p->di_dy) * dy, j = all(p->dj_dx) * dx + all(p->dj_dy) * dy;
   return (struct three){ { i, j, all(0) } };
}

/* 1/w of the corners. It is linear on the screen, and so are i/w and j/w. */
struct corners_w { px_pf rw0, rw1, rw2, to_1, to_2; };

PX_INLINE struct corners_w corners_w(const struct sim_prim *p)
{
   return (struct corners_w){ all(p->rw[0]), all(p->rw[1]), all(p->rw[2]), all(p->rw[1] - p->rw[0]), all(p->rw[2] - p->rw[0]) };
}

PX_INLINE px_pf one_over_w_at(const struct corners_w *w, px_pf i, px_pf j)
{
   return w->rw0 + w->to_1 * i + w->to_2 * j;
}

PX_INLINE void divide_by_w(const struct corners_w *w, px_pf *i, px_pf *j)
{
   const px_pf r = 1.0f / one_over_w_at(w, *i, *j);
   *i = *i * w->rw1 * r;
   *j = *j * w->rw2 * r;
}

PX_INLINE struct three pull(const struct sim_prim *p, px_pf x, px_pf y)
{
   const struct corners_w w = corners_w(p);
   struct three t = linear(p, x, y);
   return (struct three){ { t.v[0] * w.rw1, t.v[1] * w.rw2, one_over_w_at(&w, t.v[0], t.v[1]) } };
}

/* Vertex programs of the two engines leave different NaNs in positions. */
PX_INLINE px_pf canonical(px_pf v)
{
   const px_pu is_nan = (px_pu)(v != v);
   return (px_pf)(((px_pu)v & ~is_nan) | (SIM_NAN_32 & is_nan));
}

PX_INLINE struct three w_at(const struct sim_prim *p, px_pf x, px_pf y)
{
   const px_pf reciprocal = p->flags & SIM_PRIM_AFFINE ? all(p->rw[0]) : pull(p, x, y).v[2];
   return (struct three){ { canonical(1.0f / reciprocal), all(0), all(0) } };
}

PX_INLINE struct three depth(const struct sim_prim *p, px_pf x, px_pf y) /* as db.h says */
{
   px_pf dx = x - all(p->ref_x), dy = y - all(p->ref_y);
   return (struct three){ { canonical(all(p->z) + (all(p->dz_dx) * dx + all(p->dz_dy) * dy) + all(p->z_offset)), all(0), all(0) } };
}

PX_INLINE void put_ij(const struct launch *l, unsigned reg, unsigned vectors, const px_pf *i, const px_pf *j)
{
   if (!l->keep_ij)
      return;
#pragma GCC unroll 16
   for (unsigned k = 0; k < vectors; k++) {
      put(l, reg, k, i[k]);
      put(l, reg + 1, k, j[k]);
   }
}

/* A vector of several primitives: bits of the quads inside of it where another one begins. */
struct mixed { unsigned run, begins; };

PX_INLINE struct mixed mixed_of(const struct launch *l, unsigned vector)
{
   const unsigned first = QUADS * vector, runs = (unsigned)__builtin_popcount(l->q->starts & ((2u << first) - 1));
   return (struct mixed){ runs - 1, l->q->starts >> first & ((1u << QUADS) - 2) };
}

/* The lanes of `then` from a quad on, those of `v` in front of it. */
PX_INLINE px_pf joined(px_pf v, unsigned quad, px_pf then)
{
#if defined(__AVX512F__)
   return (px_pf)_mm512_mask_mov_ps((__m512)v, (__mmask16)(0xffffu << 4 * quad), (__m512)then);
#elif defined(__AVX2__)
   return (px_pf)_mm256_blend_ps((__m256)v, (__m256)then, 0xf0); /* there is one */
#else
   return v;
#endif
}

/* Each lane's primitive's: first all coefficients are put together, then the sums are done once. */
PX_INLINE void mixed_place(const struct launch *l, const struct mixed *m, px_pf x, px_pf y, bool perspective, px_pf *i, px_pf *j)
{
   enum { REF_X, REF_Y, DI_DX, DI_DY, DJ_DX, DJ_DY, RW, COUNT = RW + 3 };
   const struct sim_prim *const *prim = &l->q->prim[m->run];
   unsigned affine = prim[0]->flags & SIM_PRIM_AFFINE, others = ~affine;
   px_pf c[COUNT];
#pragma GCC unroll 16
   for (unsigned n = 0; n < COUNT; n++)
      c[n] = all((&prim[0]->ref_x)[n]);
   for (unsigned left = m->begins; left; left &= left - 1) {
      const struct sim_prim *p = *++prim;
      affine |= p->flags & SIM_PRIM_AFFINE;
      others |= ~p->flags;
#pragma GCC unroll 16
      for (unsigned n = 0; n < COUNT; n++)
         c[n] = joined(c[n], (unsigned)__builtin_ctz(left), all((&p->ref_x)[n]));
   }
   const px_pf dx = x - c[REF_X], dy = y - c[REF_Y];
   *i = c[DI_DX] * dx + c[DI_DY] * dy;
   *j = c[DJ_DX] * dx + c[DJ_DY] * dy;
   if (!perspective || !(others & SIM_PRIM_AFFINE))
      return;
   const struct corners_w w = { c[RW], c[RW + 1], c[RW + 2], c[RW + 1] - c[RW], c[RW + 2] - c[RW] };
   px_pf divided[2] = { *i, *j };
   divide_by_w(&w, &divided[0], &divided[1]);
   if (affine) { /* some of them */
      prim = &l->q->prim[m->run];
      px_pf of[2] = { prim[0]->flags & SIM_PRIM_AFFINE ? *i : divided[0], prim[0]->flags & SIM_PRIM_AFFINE ? *j : divided[1] };
      for (unsigned left = m->begins; left; left &= left - 1) {
         const bool affine = (*++prim)->flags & SIM_PRIM_AFFINE;
         of[0] = joined(of[0], (unsigned)__builtin_ctz(left), affine ? *i : divided[0]);
         of[1] = joined(of[1], (unsigned)__builtin_ctz(left), affine ? *j : divided[1]);
      }
      divided[0] = of[0];
      divided[1] = of[1];
   }
   *i = divided[0];
   *j = divided[1];
}

/* `more` primitives begin inside of the vector. */
PX_INLINE void mixed_values(const struct launch *l, const struct values *which, unsigned vector, const struct mixed *m,
                            unsigned more, px_pf i, px_pf j)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   const struct sc_planes *of = &l->sh->planes[m->run];
   const unsigned end = which->end;
   float *to = l->sh->w->values[which->first] + PX_PART * vector;
#pragma GCC unroll 4
   for (unsigned n = which->first; n < end; n++, to += SQ_MAX_LANES) {
      const unsigned place = value[n].place;
      px_pf c[3];
#pragma GCC unroll 3
      for (unsigned k = 0; k < 3; k++) {
         c[k] = all(of[0].c[k][place]);
         unsigned left = m->begins;
#pragma GCC unroll 3
         for (unsigned r = 1; r <= more; r++, left &= left - 1)
            c[k] = joined(c[k], (unsigned)__builtin_ctz(left), all(of[r].c[k][place]));
      }
      store(to, interpolated(c[0], c[1], c[2], i, j));
   }
}

/* Of several primitives, or from places that vary. */
static NEVER_INLINE void mixed_ij(const struct launch *l, unsigned reg, const struct values *which, const struct location *at,
                                  bool perspective)
{
   px_pf x, y, i[VECTORS], j[VECTORS];
   for (unsigned k = 0; k < l->vectors; k++) {
      const struct mixed m = mixed_of(l, k);
      find_place(l, at, k, &x, &y);
      mixed_place(l, &m, x, y, perspective, &i[k], &j[k]);
   }
   put_ij(l, reg, l->vectors, i, j);
   for (unsigned k = 0; k < l->vectors; k++) {
      const struct mixed m = mixed_of(l, k);
      if (!m.begins)
         mixed_values(l, which, k, &m, 0, i[k], j[k]);
      else if (QUADS <= 2 || !(m.begins & (m.begins - 1)))
         mixed_values(l, which, k, &m, 1, i[k], j[k]);
      else
         mixed_values(l, which, k, &m, (unsigned)__builtin_popcount(m.begins), i[k], j[k]);
   }
}

#define WIDTHS (LANES / PX_PART)           /* host vectors of a 4x4 block */

/* Pixels of 4x4 blocks, and of those beside or below. */
static const _Alignas(64) float pixel_x[2][LANES] = { { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 },
                                                      { 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7 } };
static const _Alignas(64) float pixel_y[2][LANES] = { { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 },
                                                      { 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7 } };

PX_INLINE px_pf some_lanes(const float lanes[LANES], unsigned k)
{
   return *(const px_pf *)(lanes + PX_PART * k);
}

/* The same sums for a block of one primitive's pixels; what its parts share is computed once. Places on the screen are exact,
 * however they are added. */
static NEVER_INLINE void block_ij(const struct launch *l, unsigned reg, const struct values *which, const struct location *at,
                                  bool perspective)
{
   const struct sim_prim *p = l->q->prim[0];
   const px_pf di_dx = all(p->di_dx), di_dy = all(p->di_dy), dj_dx = all(p->dj_dx), dj_dy = all(p->dj_dy);
   const px_pf ref_x = all(p->ref_x), ref_y = all(p->ref_y);
   const px_pf first_x = all((float)l->q->x[0] + (0.5f + at->x)), first_y = all((float)l->q->y[0] + (0.5f + at->y));
   px_pf ix[2][WIDTHS], jx[2][WIDTHS], iy[2][WIDTHS], jy[2][WIDTHS], i[VECTORS], j[VECTORS];
#pragma GCC unroll 2
   for (unsigned half = 0; half < 2; half++) {
#pragma GCC unroll 4
      for (unsigned k = 0; k < WIDTHS; k++) {
         const px_pf dx = first_x + some_lanes(pixel_x[half], k) - ref_x, dy = first_y + some_lanes(pixel_y[half], k) - ref_y;
         ix[half][k] = di_dx * dx;
         jx[half][k] = dj_dx * dx;
         iy[half][k] = di_dy * dy;
         jy[half][k] = dj_dy * dy;
      }
   }
#pragma GCC unroll 16
   for (unsigned k = 0; k < VECTORS; k++) {
      i[k] = ix[k / WIDTHS & 1][k % WIDTHS] + iy[k / WIDTHS >> 1][k % WIDTHS];
      j[k] = jx[k / WIDTHS & 1][k % WIDTHS] + jy[k / WIDTHS >> 1][k % WIDTHS];
   }
   if (perspective && !(p->flags & SIM_PRIM_AFFINE)) {
      const struct corners_w w = corners_w(p);
#pragma GCC unroll 16
      for (unsigned k = 0; k < VECTORS; k++)
         divide_by_w(&w, &i[k], &j[k]);
   }
   put_ij(l, reg, VECTORS, i, j);
   values_of_one(l, which, i, j);
}

/* Rows of numbers that are computed at a place. */
static NEVER_INLINE void rows_of(const struct launch *l, unsigned reg, const struct location *at, unsigned count, eval_func *eval)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      px_pf x, y;
      find_place(l, at, p.vector, &x, &y);
      const struct three t = eval(l->q->prim[p.run], x, y);
      for (unsigned k = 0; k < count; k++)
         put_piece(&p, &l->sh->w->vgpr[reg + k][PX_PART * p.vector], t.v[k]);
   }
}

static NEVER_INLINE void position_row(const struct launch *l, unsigned reg, unsigned which, const struct location *at)
{
   bool corner = G_0286E0_POS_FLOAT_ULC(l->sh->s->baryc_cntl);
   for (unsigned n = 0; n < l->vectors; n++) {
      px_pi px, py;
      positions(l->q, n, &px, &py);
      if (which == SIM_IN_X)
         put(l, reg, n, to_floats(px) + (corner ? all(0) : location_x(at, n)));
      else if (which == SIM_IN_Y)
         put(l, reg, n, to_floats(py) + (corner ? all(0) : location_y(at, n)));
      else
         put(l, reg, n, (px_pf)(px | py << 16));
   }
}

/* A number that primitives have, or what the state makes of it. */
static uint32_t fact(const struct launch *l, const struct sim_prim *p, unsigned which, unsigned sample)
{
   if (which == SIM_IN_FACE)
      return G_0286E0_FRONT_FACE_ALL_BITS(l->sh->s->baryc_cntl) ? (p->flags & SIM_PRIM_FRONT ? ~0u : 0)
                                                                : (p->flags & SIM_PRIM_FRONT ? 0x3f800000u : 0xbf800000u);
   return sample << 8 | (uint32_t)p->layer << 16;
}

static NEVER_INLINE void facts_row(const struct launch *l, unsigned reg, unsigned which, unsigned sample)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      const px_pu v = fact(l, l->q->prim[p.run], which, sample) - (px_pu){ 0 };
      put_piece(&p, &l->sh->w->vgpr[reg][PX_PART * p.vector], (px_pf)v);
   }
}

static uint32_t places_of(const struct sim_pixel_state *s, const uint64_t *cover, unsigned lane)
{
   uint32_t bits = 0;
   for (unsigned i = 0; i < 1u << s->log2_raster; i++)
      bits |= (uint32_t)(cover[i] >> lane & 1) << i;
   return bits;
}

static NEVER_INLINE void coverage_row(struct shade *sh, unsigned lanes, unsigned reg, const uint64_t *cover)
{
   for (unsigned lane = 0; lane < lanes; lane++)
      sh->w->vgpr[reg][lane] = places_of(sh->s, cover, lane);
}

/* ---- where values are taken --------------------------------------------------------------------------------------------- */

static NEVER_INLINE void sample_location(const struct sim_pixel_state *s, unsigned lanes, unsigned sample, struct location *at)
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
static NEVER_INLINE void centroid_location(const struct sim_pixel_state *s, unsigned lanes, const uint64_t *cover,
                                           struct location *at)
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

/* Those that the program reads; all but the centre are computed on demand. */
struct locations { unsigned found; struct location at[SIM_PLACES_OF_INPUTS]; };

static NEVER_INLINE const struct location *location(const struct launch *l, enum sim_ps_where where, unsigned sample,
                                                    const uint64_t *cover, struct locations *locations)
{
   struct location *at = &locations->at[where];
   if (!(locations->found >> where & 1)) {
      if (where == SIM_AT_SAMPLE)
         sample_location(l->sh->s, l->lanes, sample, at);
      else
         centroid_location(l->sh->s, l->lanes, cover, at);
   }
   locations->found |= 1u << where;
   return at;
}

/* All but i and j. */
static NEVER_INLINE void other_input(const struct launch *l, unsigned kind, unsigned reg, const struct location *at,
                                     unsigned sample, const uint64_t *cover)
{
   switch (kind) {
   case SIM_IN_PERSP_PULL:
      rows_of(l, reg, at, 3, pull);
      break;
   case SIM_IN_STIPPLE:
      memset(l->sh->w->vgpr[reg], 0, 4 * l->lanes);
      break;
   case SIM_IN_X:
   case SIM_IN_Y:
   case SIM_IN_FIXED:
      position_row(l, reg, kind, at);
      break;
   case SIM_IN_Z:
      rows_of(l, reg, at, 1, depth);
      break;
   case SIM_IN_W:
      rows_of(l, reg, at, 1, w_at);
      break;
   case SIM_IN_FACE:
   case SIM_IN_ANCILLARY:
      facts_row(l, reg, kind, sample);
      break;
   case SIM_IN_COVERAGE:
      coverage_row(l->sh, l->lanes, reg, cover);
      break;
   }
}

/* By kind: i and j, divided by w or not. */
#define PERSPECTIVE_IJ (1 << SIM_IN_PERSP_SAMPLE | 1 << SIM_IN_PERSP_CENTER | 1 << SIM_IN_PERSP_CENTROID)
#define LINEAR_IJ (1 << SIM_IN_LINEAR_SAMPLE | 1 << SIM_IN_LINEAR_CENTER | 1 << SIM_IN_LINEAR_CENTROID)

static const struct location centre;

void SC(sc_fill_inputs)(struct shade *sh, const struct sc_quads *q, unsigned lanes, unsigned sample, const uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sq_program_info *info = s->ps_info;
   const unsigned wanted = s->preinterpolated ? sq_wants(s->ps, lanes) : SQ_WANTS_ROWS;
   const bool values = wanted & SQ_WANTS_VALUES;
   struct launch l = { .sh = sh, .q = q, .lanes = lanes, .vectors = lanes / PX_PART };
   struct locations locations;
   locations.found = 0;
   l.pieces = (q->starts | EACH_VECTOR) & ((1u << lanes / 4) - 1);
   find_planes(sh, q->prim, q->runs);
   if (wanted & SQ_WANTS_ROWS)
      fill_rows(&l, info->interp_read);
   else if (info->any_beside)
      fill_rows(&l, info->interp_beside);
   sh->w->wave.values = values ? sh->w->values : NULL;
   if (values && s->end_values < info->num_values)
      put_constants(&l, s->end_values, info->num_values);
   for (unsigned n = 0; n < s->num_inputs; n++) {
      const unsigned kind = s->input[n].kind, reg = s->input[n].vgpr;
      const struct location *at = &centre;
      if (s->input[n].where != SIM_AT_CENTRE)
         at = location(&l, s->input[n].where, sample, cover, &locations);
      if ((PERSPECTIVE_IJ | LINEAR_IJ) >> kind & 1) {
         const struct values which = { s->input[n].first_value, values ? s->input[n].end_value : s->input[n].first_value };
         l.keep_ij = wanted & (SQ_WANTS_ROWS | SQ_WANTS_INPUTS) || info->inputs_beside >> reg & 3;
         (q->block && !at->varies ? block_ij : mixed_ij)(&l, reg, &which, at, PERSPECTIVE_IJ >> kind & 1);
      } else {
         other_input(&l, kind, reg, at, sample, cover);
      }
   }
}
