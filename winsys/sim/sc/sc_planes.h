/* sc_planes.h: part of sc_input.c: runs of lanes of one primitive, and the planes and rows of their attributes. */
#ifndef SIM_SC_PLANES_H
#define SIM_SC_PLANES_H

#include "hw_regs.h"
#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc_int.h"
#include "winsys/sim/spi/spi.h"

/* Out of line: inlined, rarely used inputs would take registers from the common ones. */
#define NEVER_INLINE __attribute__((noinline))

/* ---- by run ----------------------------------------------------------------------------------------------------------- */

#define QUADS (PX_PART / 4)                /* of a host vector */
#define VECTORS (SQ_MAX_LANES / PX_PART)
#define EACH_VECTOR (0xffffu / ((1u << QUADS) - 1)) /* a bit for its first quad */

struct launch {
   struct shade *sh;
   const struct sc_quads *q;
   unsigned lanes, vectors;
   uint32_t pieces;                      /* bit per quad where a run or a vector begins */
   bool keep_ij;                         /* the program reads i and j, too */
};

PX_INLINE px_pf all(float x)
{
   return x - (px_pf){ 0 };
}

PX_INLINE void store(void *to, px_pf v)
{
   memcpy(to, &v, sizeof v);
}

/* The part of a vector that belongs to a run: lanes from `lane` on, until the next piece. */
struct piece { uint32_t left; unsigned run, vector, lane; };

/* Pieces in order: false after the last one. Begins with { l->pieces, -1 }. */
PX_INLINE bool next_piece(const struct launch *l, struct piece *p)
{
   if (!p->left)
      return false;
   unsigned quad = (unsigned)__builtin_ctz(p->left);
   p->left &= p->left - 1;
   p->run += l->q->starts >> quad & 1;
   p->vector = quad / QUADS;
   p->lane = quad % QUADS * 4;
   return true;
}

/* A vector's lanes from the piece on. Lanes before them stay; lanes after them are other pieces'. */
PX_INLINE void put_piece(const struct piece *p, void *to, px_pf v)
{
#if defined(__AVX512F__)
   if (p->lane)
      _mm512_mask_storeu_ps(to, (__mmask16)(0xffffu << p->lane), (__m512)v);
   else
      store(to, v);
#elif defined(__AVX2__)
   /* No branches: where primitives begin is unpredictable. */
   static const _Alignas(32) int32_t from[2][8] = { { -1, -1, -1, -1, -1, -1, -1, -1 }, { 0, 0, 0, 0, -1, -1, -1, -1 } };
   const __m256 lanes = _mm256_load_ps((const float *)from[p->lane / 4]);
   _mm256_storeu_ps(to, _mm256_blendv_ps(_mm256_loadu_ps(to), (__m256)v, lanes));
#else
   store(to, v); /* a quad */
#endif
}

/* Up to three values of lanes by their place and primitive. */
struct three { px_pf v[3]; };
typedef struct three eval_func(const struct sim_prim *p, px_pf x, px_pf y);

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
static inline void find_planes(struct shade *sh, const struct sim_prim *const *prim, unsigned runs)
{
   const struct sim_pixel_state *s = sh->s;
   const struct sq_program_info *info = s->ps_info;
   unsigned r = sh->planes_of == prim[0];
   sh->planes_of = prim[0];
   for (; r < runs; r++) {
      const struct sim_prim *p = prim[r];
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

/* A row of a coefficient of attributes' channels, `place` as in struct sq_value. */
static void put_coefficient(const struct launch *l, unsigned k, unsigned place, float *to)
{
   for (struct piece p = { l->pieces, -1u, 0, 0 }; next_piece(l, &p);) {
      put_piece(&p, to + PX_PART * p.vector, all(l->sh->planes[p.run].c[k][place]));
   }
}

/* For the interpreter, and for what host code interpolates itself. */
static NEVER_INLINE void fill_rows(const struct launch *l, const uint8_t *read)
{
   struct shade *sh = l->sh;
   const struct sc_quads *q = l->q;
   if (q->runs == 1 && sh->rows_of == q->prim[0] && sh->rows_read == read)
      return;
   sh->rows_of = q->runs == 1 && l->lanes == SQ_MAX_LANES ? q->prim[0] : NULL;
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

PX_INLINE px_pf interpolated(px_pf p0, px_pf p10, px_pf p20, px_pf i, px_pf j)
{
   return SQ_INTERP_STEP(SQ_INTERP_STEP(p0, p10, i), p20, j);
}

/* The program's values number `first` to `end`, which are made of these i and j. */
struct values { unsigned first, end; };

/* Where all lanes are one primitive's. */
PX_INLINE void values_of_one(const struct launch *l, const struct values *which, const px_pf *i, const px_pf *j)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   const struct sc_planes *planes = &l->sh->planes[0];
   float (*to)[SQ_MAX_LANES] = l->sh->w->values;
   for (unsigned n = which->first; n < which->end; n++) {
      const unsigned place = value[n].place;
      const px_pf p0 = all(planes->c[0][place]), p10 = all(planes->c[1][place]), p20 = all(planes->c[2][place]);
#pragma GCC unroll 16
      for (unsigned k = 0; k < VECTORS; k++)
         store(to[n] + PX_PART * k, interpolated(p0, p10, p20, i[k], j[k]));
   }
}

static NEVER_INLINE void put_constants(const struct launch *l, unsigned first, unsigned end)
{
   const struct sq_value *value = l->sh->s->ps_info->value;
   for (unsigned n = first; n < end; n++)
      put_coefficient(l, value[n].coefficient, value[n].place, l->sh->w->values[n]);
}

#endif
