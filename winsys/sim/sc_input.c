/* sc_input.c: what a pixel wave begins with: registers, and of attributes either values for host code or rows for the
 * interpreter. Lanes may belong to several primitives: 16 lanes at a time are computed for each of theirs and put together. */
#include "hw_regs.h"
#include "winsys/sim/sc.h"

/* What few waves need would take registers from the others. */
#define NEVER_INLINE __attribute__((noinline))

/* ---- by run ----------------------------------------------------------------------------------------------------------- */

#define PARTS (SQ_MAX_LANES / LANES)

struct launch {
   struct shade *sh;
   const struct sc_quads *q;
   unsigned parts;
   uint32_t pieces;                      /* bit per quad where a run or a part begins */
   bool keep_ij;                         /* registers are wanted beside values */
};

/* What a run has of a part: lanes from `lane` on, until the next piece. */
struct piece { uint32_t left; unsigned run, part, lane; };

/* Pieces in order: false behind the last one. Begins with { l->pieces, -1 }. */
PX_INLINE bool next_piece(const struct launch *l, struct piece *p)
{
   if (!p->left)
      return false;
   unsigned quad = (unsigned)__builtin_ctz(p->left);
   p->left &= p->left - 1;
   p->run += l->q->starts >> quad & 1;
   p->part = quad / 4;
   p->lane = quad % 4 * 4;
   return true;
}

/* A row's lanes of the piece's part: those from the piece on. What is in front of them stays, those behind are other pieces'. */
static inline void put_piece(const struct piece *p, void *part, v16f v)
{
   if (!p->lane) {
      memcpy(part, &v, sizeof v);
      return;
   }
#ifdef __AVX512F__
   _mm512_mask_storeu_ps(part, (__mmask16)(0xffffu << p->lane), (__m512)v);
#else
   /* Quad by quad: a loop becomes a copy of so many bytes, by a string instruction that takes longer to begin with. */
   const union px_f from = { .v = v };
   float *to = part;
   switch (p->lane) {
#ifdef __AVX2__
   case 4: _mm_storeu_ps(to + 4, _mm256_extractf128_ps((__m256)from.p[0], 1)); /* fallthrough */
   case 8: _mm256_storeu_ps(to + 8, (__m256)from.p[1]); break;
   default: _mm_storeu_ps(to + 12, _mm256_extractf128_ps((__m256)from.p[1], 1));
#else
   case 4: _mm_storeu_ps(to + 4, (__m128)from.p[1]); /* fallthrough */
   case 8: _mm_storeu_ps(to + 8, (__m128)from.p[2]); /* fallthrough */
   default: _mm_storeu_ps(to + 12, (__m128)from.p[3]);
#endif
   }
#endif
}

/* Places of lanes, and up to three values of each by its place and primitive. */
struct lanes { v16f x[PARTS], y[PARTS], v[3][PARTS]; };
struct three { v16f v[3]; };
typedef struct three eval_func(const struct sim_prim *p, v16f x, v16f y);

PX_INLINE void by_piece(const struct launch *l, struct lanes *to, unsigned count, eval_func *eval)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      struct three t = eval(l->q->prim[p.run], to->x[p.part], to->y[p.part]);
      for (unsigned k = 0; k < count; k++)
         put_piece(&p, &to->v[k][p.part], t.v[k]);
   }
}

/* The numbers of the 4 quads from 4 * part on, each in its quad's lanes. */
static inline v16i spread(const int32_t by_quad[SC_MAX_QUADS], unsigned part)
{
   const int32_t *s = by_quad + 4 * part;
#ifdef __AVX512F__
   const __m512i quad = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
   return (v16i)_mm512_permutexvar_epi32(quad, _mm512_castsi128_si512(_mm_loadu_si128((const void *)s)));
#elif defined(__AVX2__)
   union { __m256i half[2]; v16i v; } to;
   for (unsigned i = 0; i < 2; i++)
      to.half[i] = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_set1_epi32(s[2 * i])), _mm_set1_epi32(s[2 * i + 1]), 1);
   return to.v;
#else
   union { __m128i quad[4]; v16i v; } to;
   for (unsigned i = 0; i < 4; i++)
      to.quad[i] = _mm_set1_epi32(s[i]);
   return to.v;
#endif
}

/* ---- attributes --------------------------------------------------------------------------------------------------------- */

static const float default_values[4][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 } };

/* Point coordinate: i and j run over the point. */
static void sprite_attr(const struct sim_pixel_state *s, float *p0, float *p10, float *p20)
{
   for (unsigned k = 0; k < 4; k++) {
      switch (s->sprite_ovrd[k]) {
      case 0:
      case 1:
         p0[k] = s->sprite_ovrd[k];
         p10[k] = p20[k] = 0;
         break;
      case 2:
         p0[k] = p20[k] = 0;
         p10[k] = 1;
         break;
      case 3: /* t runs downwards from the top, or upwards */
         p0[k] = s->sprite_top_1 ? 1 : 0;
         p10[k] = 0;
         p20[k] = s->sprite_top_1 ? -1 : 1;
         break;
      }
   }
}

static inline void smooth_attr(const struct sim_prim *p, unsigned i, unsigned n, struct sc_planes *to)
{
   __m128 v0 = _mm_loadu_ps(p->param[0] + 4 * n);
   _mm_store_ps(to->c[0] + 4 * i, v0);
   _mm_store_ps(to->c[1] + 4 * i, _mm_sub_ps(_mm_loadu_ps(p->param[1] + 4 * n), v0));
   _mm_store_ps(to->c[2] + 4 * i, _mm_sub_ps(_mm_loadu_ps(p->param[2] + 4 * n), v0));
}

/* The others: flat, constant, or made for points. */
static NEVER_INLINE void other_attr(const struct sim_pixel_state *s, const struct sim_prim *p, unsigned i, struct sc_planes *to)
{
   float *p0 = to->c[0] + 4 * i, *p10 = to->c[1] + 4 * i, *p20 = to->c[2] + 4 * i;
   uint32_t cntl = i < s->num_interp ? s->input_cntl[i] : 0x20; /* beyond them: zero */
   unsigned n = G_028644_OFFSET(cntl);
   for (unsigned k = 0; k < 4; k++)
      p0[k] = p10[k] = p20[k] = 0;
   if (n & 0x20)
      memcpy(p0, default_values[G_028644_DEFAULT_VAL(cntl)], 4 * sizeof *p0);
   else if (n < p->num_params)
      memcpy(p0, p->provoking + 4 * n, 4 * sizeof *p0);
   if ((p->flags & SIM_PRIM_POINT) && s->sprite_enable && G_028644_PT_SPRITE_TEX(cntl))
      sprite_attr(s, p0, p10, p20);
   if ((p->flags & SIM_PRIM_POINT) && s->param_gen && i == s->num_interp)
      p10[2] = p20[3] = 1;
}

/* Every run's planes. Waves in a row often begin with the same primitive. */
static inline void find_planes(struct shade *sh, const struct sc_quads *q)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sq_program_info *info = s->ps_info;
   unsigned r = sh->planes_of == q->prim[0];
   sh->planes_of = q->prim[0];
   for (; r < q->runs; r++) {
      const struct sim_prim *p = q->prim[r];
      const unsigned num_params = p->flags & SIM_PRIM_POINT ? 0 : p->num_params;
      for (unsigned i = 0; i < info->num_attrs; i++) {
         if (!info->interp_read[i])
            continue;
         if (s->smooth_from[i] < num_params)
            smooth_attr(p, i, s->smooth_from[i], &sh->planes[r]);
         else
            other_attr(s, p, i, &sh->planes[r]);
      }
   }
}

static inline void store(void *to, v16f v)
{
   memcpy(to, &v, sizeof v);
}

/* A row of a coefficient of attributes' channels, `place` as in struct sq_value. */
static void put_coefficient(const struct launch *l, unsigned k, unsigned place, float *to)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      put_piece(&p, to + LANES * p.part, vf_set(l->sh->planes[p.run].c[k][place]));
   }
}

/* For the interpreter, and for what host code interpolates itself. */
static NEVER_INLINE void fill_rows(const struct launch *l, const uint8_t *read)
{
   struct shade *sh = l->sh;
   const struct sc_quads *q = l->q;
   if (q->runs == 1 && sh->rows_of == q->prim[0] && sh->rows_read == read)
      return;
   sh->rows_of = q->runs == 1 && l->parts == PARTS ? q->prim[0] : NULL;
   sh->rows_read = read;
   for (unsigned place = 0; place < 4 * sh->s->ps_info->num_attrs; place++) {
      if (!(read[place / 4] >> place % 4 & 1))
         continue;
      struct sq_attr *to = &sh->w->attr[place / 4];
      put_coefficient(l, 0, place, to->chan[place % 4].p0);
      put_coefficient(l, 1, place, to->chan[place % 4].p10);
      put_coefficient(l, 2, place, to->chan[place % 4].p20);
   }
}

PX_INLINE v16f interpolated(v16f p0, v16f p10, v16f p20, v16f i, v16f j)
{
   return SQ_INTERP_STEP(SQ_INTERP_STEP(p0, p10, i), p20, j);
}

/* The program's values number `first` to `end`, which are made of these i and j. */
struct values { unsigned first, end; };

/* Where all lanes are one primitive's, in vectors of the host's own width: wider ones go through memory. */
#define WIDTHS (LANES / PX_PART)                   /* of a part */
#define WIDTH_COUNT (SQ_MAX_LANES / PX_PART)

PX_INLINE px_pf all(float x)
{
   return x - (px_pf){ 0 };
}

PX_INLINE void values_of_one(const struct launch *l, const struct values *which, unsigned parts, const px_pf *i, const px_pf *j)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   const struct sc_planes *planes = &l->sh->planes[0];
   float (*to)[SQ_MAX_LANES] = l->sh->w->values;
   for (unsigned n = which->first; n < which->end; n++) {
      const unsigned place = value[n].place;
      const px_pf p0 = all(planes->c[0][place]), p10 = all(planes->c[1][place]), p20 = all(planes->c[2][place]);
#pragma GCC unroll 16
      for (unsigned k = 0; k < parts * WIDTHS; k++) {
         const px_pf v = SQ_INTERP_STEP(SQ_INTERP_STEP(p0, p10, i[k]), p20, j[k]);
         memcpy(to[n] + PX_PART * k, &v, sizeof v);
      }
   }
}

static void values_of_several(const struct launch *l, const struct values *which, const v16f *i, const v16f *j)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   float (*to)[SQ_MAX_LANES] = l->sh->w->values;
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      const struct sc_planes *planes = &l->sh->planes[p.run];
      const v16f pi = i[p.part], pj = j[p.part];
      for (unsigned n = which->first; n < which->end; n++) {
         const unsigned place = value[n].place;
         put_piece(&p, to[n] + LANES * p.part, interpolated(vf_set(planes->c[0][place]), vf_set(planes->c[1][place]),
                                                            vf_set(planes->c[2][place]), pi, pj));
      }
   }
}

static NEVER_INLINE void put_constants(const struct launch *l, unsigned first, unsigned end)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   for (unsigned n = first; n < end; n++)
      put_coefficient(l, value[n].coefficient, value[n].place, l->sh->w->values[n]);
}

/* ---- registers ---------------------------------------------------------------------------------------------------------- */

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

static inline void put(const struct launch *l, unsigned reg, unsigned part, v16f v)
{
   store(&l->sh->w->vgpr[reg][LANES * part], v);
}

/* Pixels of the 4 quads from 4 * part on. */
static inline void positions(const struct sc_quads *q, unsigned part, v16i *px, v16i *py)
{
   static const v16i in_x = { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
   static const v16i in_y = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1 };
   *px = spread(q->x, part) + in_x;
   *py = spread(q->y, part) + in_y;
}

static inline void find_places(const struct launch *l, const struct location *at, struct lanes *to)
{
   for (unsigned part = 0; part < l->parts; part++) {
      v16i px, py;
      positions(l->q, part, &px, &py);
      to->x[part] = to_float(px) + location_x(at, part);
      to->y[part] = to_float(py) + location_y(at, part);
   }
}

/* i and j. */
PX_INLINE struct three linear(const struct sim_prim *p, v16f x, v16f y)
{
   v16f dx = x - vf_set(p->ref_x), dy = y - vf_set(p->ref_y);
   v16f i = vf_set(p->di_dx) * dx + vf_set(p->di_dy) * dy, j = vf_set(p->dj_dx) * dx + vf_set(p->dj_dy) * dy;
   return (struct three){ { i, j, vf_set(0) } };
}

/* 1/w is linear on the screen, and so are i/w and j/w, which come with it. */
static inline struct three over_w(const struct sim_prim *p, v16f i, v16f j)
{
   v16f rw0 = vf_set(p->rw[0]), rw1 = vf_set(p->rw[1]), rw2 = vf_set(p->rw[2]);
   return (struct three){ { i * rw1, j * rw2, rw0 + (rw1 - rw0) * i + (rw2 - rw0) * j } };
}

/* 1/w of the corners as over_w takes it. */
struct corners_w { px_pf rw0, rw1, rw2, to_1, to_2; };

PX_INLINE struct corners_w corners_w(const struct sim_prim *p)
{
   return (struct corners_w){ all(p->rw[0]), all(p->rw[1]), all(p->rw[2]), all(p->rw[1] - p->rw[0]), all(p->rw[2] - p->rw[0]) };
}

PX_INLINE void divide_by_w(const struct corners_w *w, px_pf *i, px_pf *j)
{
   const px_pf r = 1.0f / (w->rw0 + w->to_1 * *i + w->to_2 * *j);
   *i = *i * w->rw1 * r;
   *j = *j * w->rw2 * r;
}

PX_INLINE struct three pull(const struct sim_prim *p, v16f x, v16f y)
{
   struct three t = linear(p, x, y);
   return over_w(p, t.v[0], t.v[1]);
}

/* To be divided by the third. */
PX_INLINE struct three perspective_ij(const struct sim_prim *p, v16f x, v16f y)
{
   struct three t = linear(p, x, y);
   if (p->flags & SIM_PRIM_AFFINE)
      return (struct three){ { t.v[0], t.v[1], vf_set(1) } };
   return over_w(p, t.v[0], t.v[1]);
}

PX_INLINE struct three one_over_w(const struct sim_prim *p, v16f x, v16f y)
{
   return (struct three){ { p->flags & SIM_PRIM_AFFINE ? vf_set(p->rw[0]) : pull(p, x, y).v[2], vf_set(0), vf_set(0) } };
}

PX_INLINE struct three depth(const struct sim_prim *p, v16f x, v16f y) /* as db.h says */
{
   v16f dx = x - vf_set(p->ref_x), dy = y - vf_set(p->ref_y);
   return (struct three){ { vf_set(p->z) + (vf_set(p->dz_dx) * dx + vf_set(p->dz_dy) * dy), vf_set(0), vf_set(0) } };
}

PX_INLINE void put_ij(const struct launch *l, unsigned reg, unsigned parts, const px_pf *i, const px_pf *j)
{
   uint32_t (*to)[SQ_MAX_LANES] = l->sh->w->vgpr + reg;
   if (!l->keep_ij)
      return;
#pragma GCC unroll 16
   for (unsigned k = 0; k < parts * WIDTHS; k++) {
      memcpy(to[0] + PX_PART * k, &i[k], sizeof *i);
      memcpy(to[1] + PX_PART * k, &j[k], sizeof *j);
   }
}

/* Quads of one primitive, anywhere. */
static NEVER_INLINE void quads_ij(const struct launch *l, unsigned reg, const struct values *which,
                                               const struct location *at, bool perspective)
{
   const struct sim_prim *p = l->q->prim[0];
   const struct corners_w w = corners_w(p);
   px_pf i[WIDTH_COUNT], j[WIDTH_COUNT];
   perspective &= !(p->flags & SIM_PRIM_AFFINE);
   for (unsigned part = 0; part < PARTS; part++) {
      v16i px, py;
      positions(l->q, part, &px, &py);
      struct three t = linear(p, to_float(px) + location_x(at, part), to_float(py) + location_y(at, part));
      const union px_f ti = { .v = t.v[0] }, tj = { .v = t.v[1] };
#pragma GCC unroll 4
      for (unsigned k = 0; k < WIDTHS; k++) {
         px_pf pi = ti.p[k], pj = tj.p[k];
         if (perspective)
            divide_by_w(&w, &pi, &pj);
         i[part * WIDTHS + k] = pi;
         j[part * WIDTHS + k] = pj;
      }
   }
   put_ij(l, reg, PARTS, i, j);
   values_of_one(l, which, PARTS, i, j);
}

static NEVER_INLINE void mixed_ij(const struct launch *l, unsigned reg, const struct values *which,
                                               const struct location *at, bool perspective)
{
   struct lanes t;
   find_places(l, at, &t);
   if (perspective) {
      by_piece(l, &t, 3, perspective_ij);
      for (unsigned part = 0; part < l->parts; part++) {
         v16f r = 1.0f / t.v[2][part];
         t.v[0][part] *= r;
         t.v[1][part] *= r;
      }
   } else {
      by_piece(l, &t, 2, linear);
   }
   for (unsigned part = 0; part < l->parts && l->keep_ij; part++) {
      put(l, reg, part, t.v[0][part]);
      put(l, reg + 1, part, t.v[1][part]);
   }
   values_of_several(l, which, t.v[0], t.v[1]);
}

/* Lanes of a 4x4 block that are computed together. */
PX_INLINE px_pf some_lanes(const v16i *lanes, unsigned k, int first)
{
   px_pi some;
   memcpy(&some, (const char *)lanes + k * sizeof some, sizeof some);
   return __builtin_convertvector(some + (first - (px_pi){ 0 }), px_pf);
}

/* The same sums for a block of one primitive's pixels; what its parts share is computed once. */
PX_INLINE void block_ij(const struct launch *l, unsigned reg, const struct values *which, const struct location *at,
                        bool perspective, unsigned parts)
{
   const struct sc_quads *q = l->q;
   const struct sim_prim *p = q->prim[0];
   const px_pf di_dx = all(p->di_dx), di_dy = all(p->di_dy), dj_dx = all(p->dj_dx), dj_dy = all(p->dj_dy);
   px_pf ix[2][WIDTHS], jx[2][WIDTHS], iy[2][WIDTHS], jy[2][WIDTHS], i[WIDTH_COUNT], j[WIDTH_COUNT];
#pragma GCC unroll 2
   for (unsigned half = 0; half < 2; half++) {
#pragma GCC unroll 4
      for (unsigned k = 0; k < WIDTHS; k++) {
         const px_pf dx = some_lanes(&lane_x, k, q->x[0] + 4 * (int)half) + all(0.5f + at->x) - all(p->ref_x);
         const px_pf dy = some_lanes(&lane_y, k, q->y[0] + 4 * (int)half) + all(0.5f + at->y) - all(p->ref_y);
         ix[half][k] = di_dx * dx;
         jx[half][k] = dj_dx * dx;
         iy[half][k] = di_dy * dy;
         jy[half][k] = dj_dy * dy;
      }
   }
#pragma GCC unroll 16
   for (unsigned k = 0; k < parts * WIDTHS; k++) {
      i[k] = ix[k / WIDTHS & 1][k % WIDTHS] + iy[k / WIDTHS >> 1][k % WIDTHS];
      j[k] = jx[k / WIDTHS & 1][k % WIDTHS] + jy[k / WIDTHS >> 1][k % WIDTHS];
   }
   if (perspective && !(p->flags & SIM_PRIM_AFFINE)) {
      const struct corners_w w = corners_w(p);
#pragma GCC unroll 16
      for (unsigned k = 0; k < parts * WIDTHS; k++)
         divide_by_w(&w, &i[k], &j[k]);
   }
   put_ij(l, reg, parts, i, j);
   values_of_one(l, which, parts, i, j);
}

static NEVER_INLINE void whole_block_ij(const struct launch *l, unsigned reg, const struct values *which,
                                                     const struct location *at, bool perspective)
{
   block_ij(l, reg, which, at, perspective, PARTS);
}

static NEVER_INLINE void part_block_ij(const struct launch *l, unsigned reg, const struct values *which,
                                                    const struct location *at, bool perspective)
{
   if (l->parts == 1)
      block_ij(l, reg, which, at, perspective, 1);
   else
      block_ij(l, reg, which, at, perspective, 2);
}

static void ij_rows(const struct launch *l, unsigned reg, const struct values *which, const struct location *at, bool perspective)
{
   if (l->q->runs == 1 && l->parts == PARTS && !l->q->block)
      quads_ij(l, reg, which, at, perspective);
   else if (!l->q->block || at->varies)
      mixed_ij(l, reg, which, at, perspective);
   else if (l->parts == PARTS)
      whole_block_ij(l, reg, which, at, perspective);
   else
      part_block_ij(l, reg, which, at, perspective);
}

static NEVER_INLINE void pull_rows(const struct launch *l, unsigned reg, const struct location *at)
{
   struct lanes t;
   find_places(l, at, &t);
   by_piece(l, &t, 3, pull);
   for (unsigned part = 0; part < l->parts; part++)
      for (unsigned k = 0; k < 3; k++)
         put(l, reg + k, part, t.v[k][part]);
}

static NEVER_INLINE void depth_row(const struct launch *l, unsigned reg, const struct location *at)
{
   struct lanes t;
   find_places(l, at, &t);
   by_piece(l, &t, 1, depth);
   for (unsigned part = 0; part < l->parts; part++)
      put(l, reg, part, t.v[0][part]);
}

static NEVER_INLINE void w_row(const struct launch *l, unsigned reg, const struct location *at)
{
   struct lanes t;
   find_places(l, at, &t);
   by_piece(l, &t, 1, one_over_w);
   for (unsigned part = 0; part < l->parts; part++)
      put(l, reg, part, 1.0f / t.v[0][part]);
}

static NEVER_INLINE void position_row(const struct launch *l, unsigned reg, unsigned which, const struct location *at)
{
   bool corner = G_0286E0_POS_FLOAT_ULC(l->sh->s->baryc_cntl);
   for (unsigned part = 0; part < l->parts; part++) {
      v16i px, py;
      positions(l->q, part, &px, &py);
      if (which == SIM_IN_X)
         put(l, reg, part, to_float(px) + (corner ? vf_set(0.0f) : location_x(at, part)));
      else if (which == SIM_IN_Y)
         put(l, reg, part, to_float(py) + (corner ? vf_set(0.0f) : location_y(at, part)));
      else
         put(l, reg, part, (v16f)(px | py << 16));
   }
}

/* A number that primitives have, or what the state makes of it. */
static v16f fact(const struct launch *l, const struct sim_prim *p, unsigned which, unsigned sample)
{
   uint32_t value = sample << 8 | (uint32_t)p->layer << 16;
   if (which == SIM_IN_FACE)
      value = G_0286E0_FRONT_FACE_ALL_BITS(l->sh->s->baryc_cntl) ? (p->flags & SIM_PRIM_FRONT ? ~0u : 0)
                                                                 : (p->flags & SIM_PRIM_FRONT ? 0x3f800000u : 0xbf800000u);
   return (v16f)vu_set(value);
}

static NEVER_INLINE void facts_row(const struct launch *l, unsigned reg, unsigned which, unsigned sample)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      put_piece(&p, &l->sh->w->vgpr[reg][LANES * p.part], fact(l, l->q->prim[p.run], which, sample));
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

/* What of a kind of input is read where (SPI_BARYC_CNTL can exchange centre and centroid). */
enum where { AT_CENTRE, AT_CENTROID, AT_SAMPLE, PLACES };

static enum where where_of(const struct sim_pixel_state *s, unsigned kind)
{
   uint32_t cntl = s->baryc_cntl;
   switch (kind) {
   case SIM_IN_PERSP_SAMPLE:
   case SIM_IN_LINEAR_SAMPLE:
      return AT_SAMPLE;
   case SIM_IN_PERSP_CENTER:
      return G_0286E0_PERSP_CENTER_CNTL(cntl) ? AT_CENTROID : AT_CENTRE;
   case SIM_IN_LINEAR_CENTER:
      return G_0286E0_LINEAR_CENTER_CNTL(cntl) ? AT_CENTROID : AT_CENTRE;
   case SIM_IN_PERSP_CENTROID:
      return G_0286E0_PERSP_CENTROID_CNTL(cntl) ? AT_CENTRE : AT_CENTROID;
   case SIM_IN_LINEAR_CENTROID:
      return G_0286E0_LINEAR_CENTROID_CNTL(cntl) ? AT_CENTRE : AT_CENTROID;
   case SIM_IN_X:
   case SIM_IN_Y:
   case SIM_IN_Z:
   case SIM_IN_W:
   case SIM_IN_FIXED: {
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
   const struct sq_program_info *info = s->ps_info;
   struct launch launch = { .sh = sh, .q = q, .parts = lanes / LANES }, *l = &launch;
   const unsigned wanted = s->has_values ? sq_wants(s->ps, lanes) : SQ_WANTS_ROWS;
   const bool values = wanted & SQ_WANTS_VALUES;
   struct location places[PLACES];
   places[AT_CENTRE].x = places[AT_CENTRE].y = 0;
   places[AT_CENTRE].varies = false;
   unsigned have = 1 << AT_CENTRE;
   l->pieces = (q->starts | 0x1111) & ((1u << 4 * l->parts) - 1);
   find_planes(sh, q);
   if (wanted & SQ_WANTS_ROWS)
      fill_rows(l, info->interp_read);
   else if (info->any_beside)
      fill_rows(l, info->interp_beside);
   sh->w->wave.values = values ? sh->w->values : NULL;
   if (values)
      put_constants(l, s->end_values, info->num_values);
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
      case SIM_IN_PERSP_SAMPLE:
      case SIM_IN_LINEAR_SAMPLE:
      case SIM_IN_PERSP_CENTER:
      case SIM_IN_PERSP_CENTROID:
      case SIM_IN_LINEAR_CENTER:
      case SIM_IN_LINEAR_CENTROID: {
         struct values which = { s->input[n].first_value, values ? s->input[n].end_value : s->input[n].first_value };
         l->keep_ij = wanted & (SQ_WANTS_ROWS | SQ_WANTS_INPUTS) || info->inputs_beside >> reg & 3;
         ij_rows(l, reg, &which, at, k < SIM_IN_PERSP_PULL);
         break;
      }
      case SIM_IN_PERSP_PULL:
         pull_rows(l, reg, at);
         break;
      case SIM_IN_STIPPLE:
         memset(sh->w->vgpr[reg], 0, 4 * lanes);
         break;
      case SIM_IN_X:
      case SIM_IN_Y:
      case SIM_IN_FIXED:
         position_row(l, reg, k, at);
         break;
      case SIM_IN_Z:
         depth_row(l, reg, at);
         break;
      case SIM_IN_W:
         w_row(l, reg, at);
         break;
      case SIM_IN_FACE:
      case SIM_IN_ANCILLARY:
         facts_row(l, reg, k, sample);
         break;
      case SIM_IN_COVERAGE:
         coverage_row(sh, lanes, reg, cover);
         break;
      }
   }
}
