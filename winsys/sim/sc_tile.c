/* sc_tile.c: a tile of the screen: which pixels of each primitive are covered, and their way through depth, pixel program
 * and colour. Compiled once per instruction set (SC_TILE names the function); all of them give the same bits, because the
 * edges are integers and the planes are evaluated per pixel from its absolute position, whatever the block size.
 *
 * Blocks are 8x8 pixels, lanes in the order of sq.h. A well-filled block is one wave of 64 lanes, otherwise each 4x4 block
 * with covered pixels is a wave of 16. */
#include <string.h>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "hw_regs.h"
#include "winsys/sim/gpu.h"

#define BLOCK 8
#define LANES 16 /* of the vectors here */
typedef int v16i __attribute__((vector_size(64)));
typedef float v16f __attribute__((vector_size(64)));

/* Lane positions in a 4x4 block; blocks of an 8x8 block follow each other in the same zigzag. */
static const v16i lane_x = { 0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3 };
static const v16i lane_y = { 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3 };

/* Bit per negative lane. */
static inline uint32_t sign_mask(v16i v)
{
#if defined(__AVX512DQ__)
   return _mm512_movepi32_mask((__m512i)v);
#elif defined(__AVX2__)
   union { v16i v; __m256 half[2]; } u = { v };
   return (uint32_t)_mm256_movemask_ps(u.half[0]) | (uint32_t)_mm256_movemask_ps(u.half[1]) << 8;
#elif defined(__SSE2__)
   union { v16i v; __m128 part[4]; } u = { v };
   return (uint32_t)_mm_movemask_ps(u.part[0]) | (uint32_t)_mm_movemask_ps(u.part[1]) << 4 |
          (uint32_t)_mm_movemask_ps(u.part[2]) << 8 | (uint32_t)_mm_movemask_ps(u.part[3]) << 12;
#else
   uint32_t mask = 0;
   for (unsigned i = 0; i < LANES; i++)
      mask |= (uint32_t)(v[i] < 0) << i;
   return mask;
#endif
}

/* ---- coverage ------------------------------------------------------------------------------------------------------- */

/* Lanes of an 8x8 block at and right of column n, at and below row n. */
static const uint64_t columns_from[9] = { ~0ull, 0xfffffafafffffafaull, 0xfffff0f0fffff0f0ull, 0xffffa0a0ffffa0a0ull,
   0xffff0000ffff0000ull, 0xfafa0000fafa0000ull, 0xf0f00000f0f00000ull, 0xa0a00000a0a00000ull, 0 };
static const uint64_t rows_from[9] = { ~0ull, 0xffffffffffccffccull, 0xffffffffff00ff00ull, 0xffffffffcc00cc00ull,
   0xffffffff00000000ull, 0xffccffcc00000000ull, 0xff00ff0000000000ull, 0xcc00cc0000000000ull, 0 };

static inline int clamp8(int v)
{
   return v < 0 ? 0 : v > 8 ? 8 : v;
}

static inline uint64_t box_mask(int x0, int y0, int x1, int y1)
{
   return columns_from[clamp8(x0)] & ~columns_from[clamp8(x1)] & rows_from[clamp8(y0)] & ~rows_from[clamp8(y1)];
}

/* A side that crosses the tile: value at the tile's first pixel and steps per pixel; inside is >= 0. What crosses has
 * values below 2^31 all over the tile, because positions are limited (SIM_GUARD_PIXELS). */
struct side { int32_t at, dx, dy; };

/* The value at the first pixel's sample, as exact floor of the subpixel value divided by the step per pixel's unit. */
static inline int64_t side_value(const struct sim_prim *p, unsigned e, int tx, int ty, int sx, int sy)
{
   int64_t x = (int64_t)tx * SIM_SUBPIXEL + SIM_SUBPIXEL / 2 + sx, y = (int64_t)ty * SIM_SUBPIXEL + SIM_SUBPIXEL / 2 + sy;
   return (p->ea[e] * x + p->eb[e] * y + p->ec[e]) >> SIM_SUBPIXEL_BITS;
}

/* Sides that cut the box (in pixels of the tile). -1: the box lies outside one of them. */
static int collect_sides(const struct sim_prim *p, int tx, int ty, int sx, int sy, int x0, int y0, int x1, int y1,
                         struct side *sides)
{
   int n = 0;
   for (unsigned e = 0; e < p->num_edges; e++) {
      int64_t at = side_value(p, e, tx, ty, sx, sy), a = p->ea[e], b = p->eb[e];
      int64_t most = at + a * (a > 0 ? x1 - 1 : x0) + b * (b > 0 ? y1 - 1 : y0);
      int64_t least = at + a * (a > 0 ? x0 : x1 - 1) + b * (b > 0 ? y0 : y1 - 1);
      if (most < 0)
         return -1;
      if (least < 0)
         sides[n++] = (struct side){ (int32_t)at, p->ea[e], p->eb[e] };
   }
   return n;
}

/* Covered lanes of the 8x8 block at (bx, by) of the tile. */
static inline uint64_t cover_block(const struct side *sides, int n, int bx, int by)
{
   v16i worst[4] = { { 0 } };
   for (int i = 0; i < n; i++) {
      int32_t dx = sides[i].dx, dy = sides[i].dy;
      int32_t at = (int32_t)((uint32_t)sides[i].at + (uint32_t)dx * (uint32_t)bx + (uint32_t)dy * (uint32_t)by);
      int64_t most = (int64_t)at + (dx > 0 ? 7ll * dx : 0) + (dy > 0 ? 7ll * dy : 0);
      int64_t least = (int64_t)at + (dx < 0 ? 7ll * dx : 0) + (dy < 0 ? 7ll * dy : 0);
      if (most < 0)
         return 0;
      if (least >= 0)
         continue;
      v16i value = at + dx * lane_x + dy * lane_y;
      worst[0] |= value;
      worst[1] |= value + 4 * dx;
      worst[2] |= value + 4 * dy;
      worst[3] |= value + (4 * dx + 4 * dy);
   }
   uint64_t outside = sign_mask(worst[0]) | (uint64_t)sign_mask(worst[1]) << 16 | (uint64_t)sign_mask(worst[2]) << 32 |
                      (uint64_t)sign_mask(worst[3]) << 48;
   return ~outside;
}

/* ---- inputs of pixel waves ------------------------------------------------------------------------------------------ */

struct shade {
   struct sim_gpu *gpu;
   struct sim_worker *w;
   const struct sim_prim *p;
   const struct sim_pixel_state *s;
   bool have_attrs, have_paint;
   struct cb_paint paint;
   struct sq_attr attr[SIM_MAX_PARAMS];
};

static const float default_values[4][4] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 } };

/* Point coordinate: i and j run over the point. */
static void sprite_attr(const struct sim_pixel_state *s, struct sq_attr *a)
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

static void fill_attrs(struct shade *sh)
{
   const struct sim_prim *p = sh->p;
   const struct sim_pixel_state *s = sh->s;
   for (unsigned i = 0; i < s->num_interp; i++) {
      struct sq_attr *a = &sh->attr[i];
      uint32_t cntl = s->input_cntl[i];
      unsigned n = G_028644_OFFSET(cntl);
      memset(a, 0, sizeof *a);
      if (n & 0x20) {
         memcpy(a->p0, default_values[G_028644_DEFAULT_VAL(cntl)], sizeof a->p0);
      } else if (n >= p->num_params) {
         ; /* not exported: zero */
      } else if ((p->flags & SIM_PRIM_POINT) || (s->flat_enable && G_028644_FLAT_SHADE(cntl))) {
         memcpy(a->p0, p->provoking + 4 * n, sizeof a->p0);
      } else {
         const float *v0 = p->param[0] + 4 * n, *v1 = p->param[1] + 4 * n, *v2 = p->param[2] + 4 * n;
         for (unsigned k = 0; k < 4; k++) {
            a->p0[k] = v0[k];
            a->p10[k] = v1[k] - v0[k];
            a->p20[k] = v2[k] - v0[k];
         }
      }
      if ((p->flags & SIM_PRIM_POINT) && s->sprite_enable && G_028644_PT_SPRITE_TEX(cntl))
         sprite_attr(s, a);
   }
   sh->have_attrs = true;
}

static inline v16f splat(float f)
{
   return (v16f){ 0 } + f;
}

static inline v16f to_float(v16i v)
{
   return __builtin_convertvector(v, v16f);
}

static inline void put(struct shade *sh, unsigned reg, unsigned lane, v16f v)
{
   memcpy(&sh->w->vgpr[reg][lane], &v, sizeof v);
}

/* Pixel centre relative to the planes' origin, plus (ox, oy). */
static inline void deltas(const struct sim_prim *p, int x, int y, unsigned part, float ox, float oy, v16f *dx, v16f *dy)
{
   v16i px = lane_x + (x + (int)(part & 1) * 4), py = lane_y + (y + (int)(part >> 1) * 4);
   *dx = to_float(px) + (0.5f + ox) - p->ref_x;
   *dy = to_float(py) + (0.5f + oy) - p->ref_y;
}

static inline void linear_ij(const struct sim_prim *p, v16f dx, v16f dy, v16f *i, v16f *j)
{
   *i = p->di_dx * dx + p->di_dy * dy;
   *j = p->dj_dx * dx + p->dj_dy * dy;
}

/* 1/w is linear on the screen, and so are i/w and j/w. */
static inline v16f one_over_w(const struct sim_prim *p, v16f i, v16f j)
{
   return p->rw[0] + (p->rw[1] - p->rw[0]) * i + (p->rw[2] - p->rw[0]) * j;
}

enum { IN_PERSP_SAMPLE, IN_PERSP_CENTER, IN_PERSP_CENTROID, IN_PERSP_PULL, IN_LINEAR_SAMPLE, IN_LINEAR_CENTER,
       IN_LINEAR_CENTROID, IN_STIPPLE, IN_X, IN_Y, IN_Z, IN_W, IN_FACE, IN_ANCILLARY, IN_COVERAGE, IN_FIXED };

/* Where in the pixel values are taken, in pixels from the centre. */
struct location { float x, y; };

/* The sums are those of deltas() and linear_ij(); what the parts of a block share is computed once. */
static void ij_rows(struct shade *sh, int x, int y, unsigned parts, unsigned reg, struct location at, bool perspective)
{
   const struct sim_prim *p = sh->p;
   float di_dx = p->di_dx, di_dy = p->di_dy, dj_dx = p->dj_dx, dj_dy = p->dj_dy;
   float rw0 = p->rw[0], rw1 = p->rw[1], rw2 = p->rw[2], ref_x = p->ref_x, ref_y = p->ref_y;
   uint32_t *row_i = sh->w->vgpr[reg], *row_j = sh->w->vgpr[reg + 1];
   v16f ix[2], jx[2], iy[2], jy[2];
   perspective &= !(p->flags & SIM_PRIM_AFFINE);
   for (int half = 0; half < (parts > 1 ? 2 : 1); half++) {
      v16f dx = to_float(lane_x + (x + 4 * half)) + (0.5f + at.x) - ref_x;
      v16f dy = to_float(lane_y + (y + 4 * half)) + (0.5f + at.y) - ref_y;
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
      memcpy(row_i + LANES * part, &i, sizeof i);
      memcpy(row_j + LANES * part, &j, sizeof j);
   }
}

static void pull_rows(struct shade *sh, int x, int y, unsigned parts, unsigned reg)
{
   const struct sim_prim *p = sh->p;
   for (unsigned part = 0; part < parts; part++) {
      v16f dx, dy, i, j;
      deltas(p, x, y, part, 0, 0, &dx, &dy);
      linear_ij(p, dx, dy, &i, &j);
      put(sh, reg, LANES * part, i * p->rw[1]);
      put(sh, reg + 1, LANES * part, j * p->rw[2]);
      put(sh, reg + 2, LANES * part, one_over_w(p, i, j));
   }
}

static inline v16f z_part(const struct sim_prim *p, int x, int y, unsigned part, float ox, float oy)
{
   v16f dx, dy;
   deltas(p, x, y, part, ox, oy, &dx, &dy);
   return p->z + (p->dz_dx * dx + p->dz_dy * dy); /* in this order a small polygon offset survives the rounding */
}

static void splat_row(struct shade *sh, unsigned lanes, unsigned reg, uint32_t value)
{
   for (unsigned lane = 0; lane < lanes; lane++)
      sh->w->vgpr[reg][lane] = value;
}

static void position_row(struct shade *sh, int x, int y, unsigned parts, unsigned reg, unsigned which, struct location at)
{
   const struct sim_prim *p = sh->p;
   bool corner = G_0286E0_POS_FLOAT_ULC(sh->s->baryc_cntl);
   for (unsigned part = 0; part < parts; part++) {
      v16i px = lane_x + (x + (int)(part & 1) * 4), py = lane_y + (y + (int)(part >> 1) * 4);
      v16f value;
      if (which == IN_X) {
         value = to_float(px) + (corner ? 0.0f : 0.5f + at.x);
      } else if (which == IN_Y) {
         value = to_float(py) + (corner ? 0.0f : 0.5f + at.y);
      } else if (which == IN_Z) {
         value = z_part(p, x, y, part, at.x, at.y);
      } else if (which == IN_W) {
         v16f dx, dy, i, j;
         deltas(p, x, y, part, at.x, at.y, &dx, &dy);
         linear_ij(p, dx, dy, &i, &j);
         value = 1.0f / (p->flags & SIM_PRIM_AFFINE ? splat(p->rw[0]) : one_over_w(p, i, j));
      } else {
         value = (v16f)(px | py << 16);
      }
      put(sh, reg, LANES * part, value);
   }
}

/* `sample` of the pass: where sample locations are meant; with one pass per pixel that is the first one. */
static void fill_inputs(struct shade *sh, int x, int y, unsigned lanes, unsigned sample, const uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   const struct location centre = { 0, 0 };
   struct location at_sample = { s->sample_x[sample] * (1.0f / 16), s->sample_y[sample] * (1.0f / 16) };
   struct location position = G_0286E0_POS_FLOAT_LOCATION(s->baryc_cntl) == 2 ? at_sample : centre;
   unsigned parts = lanes / LANES;
   for (unsigned n = 0; n < s->num_inputs; n++) {
      unsigned k = s->input[n].kind, reg = s->input[n].vgpr;
      switch (k) {
      case IN_PERSP_SAMPLE:
      case IN_LINEAR_SAMPLE:
         ij_rows(sh, x, y, parts, reg, at_sample, k == IN_PERSP_SAMPLE);
         break;
      case IN_PERSP_CENTER:
      case IN_PERSP_CENTROID:
      case IN_LINEAR_CENTER:
      case IN_LINEAR_CENTROID:
         ij_rows(sh, x, y, parts, reg, s->per_sample ? at_sample : centre, k < IN_PERSP_PULL);
         break;
      case IN_PERSP_PULL:
         pull_rows(sh, x, y, parts, reg);
         break;
      case IN_STIPPLE:
         splat_row(sh, lanes, reg, 0);
         break;
      case IN_X:
      case IN_Y:
      case IN_Z:
      case IN_W:
      case IN_FIXED:
         position_row(sh, x, y, parts, reg, k, position);
         break;
      case IN_FACE:
         splat_row(sh, lanes, reg, G_0286E0_FRONT_FACE_ALL_BITS(s->baryc_cntl)
                                      ? (sh->p->flags & SIM_PRIM_FRONT ? ~0u : 0)
                                      : (sh->p->flags & SIM_PRIM_FRONT ? 0x3f800000u : 0xbf800000u));
         break;
      case IN_ANCILLARY:
         splat_row(sh, lanes, reg, sample << 8 | (uint32_t)sh->p->layer << 16);
         break;
      case IN_COVERAGE:
         for (unsigned lane = 0; lane < lanes; lane++) {
            uint32_t bits = 0;
            for (unsigned i = 0; i < 1u << s->log2_samples; i++)
               bits |= (uint32_t)(cover[i] >> lane & 1) << i;
            sh->w->vgpr[reg][lane] = bits;
         }
         break;
      }
   }
}

/* ---- depth, program, colour ----------------------------------------------------------------------------------------- */

static uint64_t depth(struct shade *sh, int x, int y, unsigned lanes, unsigned sample, uint64_t mask, const float *exported_z,
                      const uint8_t *stencil)
{
   const struct sim_pixel_state *s = sh->s;
   _Alignas(64) float z[SQ_MAX_LANES];
   if (!exported_z) {
      float ox = s->sample_x[sample] * (1.0f / 16), oy = s->sample_y[sample] * (1.0f / 16);
      for (unsigned part = 0; part < lanes / LANES; part++) {
         v16f value = z_part(sh->p, x, y, part, ox, oy);
         memcpy(z + LANES * part, &value, sizeof value);
      }
   }
   uint32_t where = sh->p->layer | (uint32_t)sh->p->viewport << 16;
   mask = db_test(s->db, (unsigned)x, (unsigned)y, where, sample, lanes, mask,
                  exported_z ? exported_z : z, stencil, sh->p->flags & SIM_PRIM_FRONT);
   if (s->db_info.counts_samples)
      sh->w->zpass += (uint64_t)__builtin_popcountll(mask);
   return mask;
}

/* Runs the program on inputs that are in their registers; returns the lanes that live on. */
static uint64_t launch(struct shade *sh, unsigned lanes, uint64_t mask)
{
   const struct sim_pixel_state *s = sh->s;
   struct sq_wave *w = &sh->w->wave;
   memcpy(w->sgpr, s->user_sgpr, sizeof s->user_sgpr);
   w->sgpr[s->num_user_sgprs] = 0;     /* prim_mask: programs only hand it on to M0 */
   w->exec = mask;
   w->lanes = lanes;
   w->attr = sh->attr;
   w->deadline_ns = s->ps_info->has_loop ? sim_deadline_ns(sh->gpu) : 0;
   enum sq_result result = G_00B02C_SCRATCH_EN(s->rsrc2)
                              ? sim_spi_run_with_scratch(sh->gpu, sh->w, s->ps, s->tmpring_size, s->num_user_sgprs + 1)
                              : sq_run(s->ps, w);
   if (result != SQ_DONE) {
      sim_spi_note_result(sh->gpu, sh->w, result, "pixel");
      return 0;
   }
   return w->exp_valid & mask;
}

static uint64_t run_program(struct shade *sh, int x, int y, unsigned lanes, unsigned sample, uint64_t mask,
                            const uint64_t *cover)
{
   if (!sh->have_attrs)
      fill_attrs(sh);
   fill_inputs(sh, x, y, lanes, sample, cover);
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(mask);
   return launch(sh, lanes, mask);
}

/* A program that gives all pixels one colour runs once for the primitive's part of the tile. */
static void paint(struct shade *sh, int x, int y, unsigned lanes, unsigned first, unsigned end, const uint64_t *cover,
                  uint64_t any)
{
   const struct sim_pixel_state *s = sh->s;
   if (!sh->have_paint) {
      if (!launch(sh, SQ_MAX_LANES, UINT64_MAX))
         return;
      cb_paint_init(s->cb, (const uint32_t (*)[4][64])sh->w->wave.exp, sh->w->wave.exp_en, &sh->paint);
      sh->have_paint = true;
   }
   sh->w->ps_invocations += (uint64_t)__builtin_popcountll(any);
   for (unsigned i = first; i < end; i++)
      if (cover[i])
         cb_paint(s->cb, &sh->paint, (unsigned)x, (unsigned)y, sh->p->layer, i, lanes, cover[i]);
}

/* Stencil reference and sample mask of the MRTZ export; either may be absent. */
static void read_mrtz(const struct shade *sh, unsigned lanes, uint8_t *stencil, uint32_t *samples)
{
   const struct sim_pixel_state *s = sh->s;
   const uint32_t (*row)[SQ_MAX_LANES] = (const uint32_t (*)[SQ_MAX_LANES])sh->w->wave.exp[SQ_EXP_MRTZ];
   bool packed = s->z_format == V_028710_SPI_SHADER_UINT16_ABGR;
   for (unsigned lane = 0; lane < lanes; lane++) {
      stencil[lane] = (uint8_t)(packed ? row[0][lane] >> 16 : row[1][lane]);
      samples[lane] = packed ? row[1][lane] : row[2][lane];
   }
}

static void finish(struct shade *sh, int x, int y, unsigned lanes, unsigned sample, uint64_t mask)
{
   const struct sim_pixel_state *s = sh->s;
   struct sq_wave *w = &sh->w->wave;
   if (mask && s->cb_info.active_mask)
      cb_write(s->cb, (unsigned)x, (unsigned)y, sh->p->layer, sample, lanes, mask,
               (const uint32_t (*)[4][64])w->exp, w->exp_en);
}

/* One pass of the program over a block; cover[] per sample of [first, end). */
static void shade_pass(struct shade *sh, int x, int y, unsigned lanes, unsigned first, unsigned end, uint64_t *cover)
{
   const struct sim_pixel_state *s = sh->s;
   uint64_t any = 0;
   for (unsigned i = first; i < end; i++) {
      if (s->early_z && cover[i])
         cover[i] = depth(sh, x, y, lanes, i, cover[i], NULL, NULL);
      any |= cover[i];
   }
   if (!any)
      return;
   if (s->paints) {
      paint(sh, x, y, lanes, first, end, cover, any);
      return;
   }
   uint64_t live = s->need_ps ? run_program(sh, x, y, lanes, first, any, cover) : any;
   if (!live)
      return;
   uint8_t stencil[SQ_MAX_LANES];
   uint32_t samples[SQ_MAX_LANES];
   bool from_mrtz = s->need_ps && (s->stencil_export || s->mask_export);
   if (from_mrtz)
      read_mrtz(sh, lanes, stencil, samples);
   const float *z = s->need_ps && s->z_export ? (const float *)sh->w->wave.exp[SQ_EXP_MRTZ][0] : NULL;
   for (unsigned i = first; i < end; i++) {
      uint64_t mask = cover[i] & live;
      if (from_mrtz && s->mask_export)
         for (unsigned lane = 0; lane < lanes; lane++)
            mask &= ~((uint64_t)!(samples[lane] >> i & 1) << lane);
      if (mask && s->late_z)
         mask = depth(sh, x, y, lanes, i, mask, z, from_mrtz && s->stencil_export ? stencil : NULL);
      if (s->need_ps)
         finish(sh, x, y, lanes, i, mask);
   }
}

static void shade_lanes(struct shade *sh, int x, int y, unsigned lanes, uint64_t *cover, unsigned num_samples)
{
   if (sh->s->per_sample)
      for (unsigned i = 0; i < num_samples; i++)
         shade_pass(sh, x, y, lanes, i, i + 1, cover);
   else
      shade_pass(sh, x, y, lanes, 0, num_samples, cover);
}

/* An 8x8 block, as one wave or in parts that have covered pixels. */
static void shade_block(struct shade *sh, int x, int y, const uint64_t *cover, unsigned num_samples)
{
   uint64_t any = 0;
   for (unsigned i = 0; i < num_samples; i++)
      any |= cover[i];
   if (!any)
      return;
   unsigned lanes = sh->gpu->forced_lanes;
   if (!lanes)
      lanes = __builtin_popcountll(any) >= 40 ? 64 : 16;
   else if (lanes < LANES)
      lanes = LANES;
   for (unsigned first = 0; first < 64; first += lanes) {
      uint64_t mask = lanes == 64 ? ~0ull : ((1ull << lanes) - 1) << first;
      if (!(any & mask))
         continue;
      uint64_t part[SIM_MAX_SAMPLES];
      for (unsigned i = 0; i < num_samples; i++)
         part[i] = (cover[i] & mask) >> first;
      shade_lanes(sh, x + (first & 16 ? 4 : 0), y + (first & 32 ? 4 : 0), lanes, part, num_samples);
   }
}

/* ---- the tile ------------------------------------------------------------------------------------------------------- */

static void prim_in_tile(struct shade *sh, int tx, int ty)
{
   const struct sim_prim *p = sh->p;
   int x0 = p->x0 > tx ? p->x0 - tx : 0, x1 = p->x1 < tx + SIM_TILE ? p->x1 - tx : SIM_TILE;
   int y0 = p->y0 > ty ? p->y0 - ty : 0, y1 = p->y1 < ty + SIM_TILE ? p->y1 - ty : SIM_TILE;
   if (x0 >= x1 || y0 >= y1)
      return;
   unsigned num_samples = 1u << sh->s->log2_samples;
   struct side sides[SIM_MAX_SAMPLES][4];
   int count[SIM_MAX_SAMPLES], touched = 0;
   for (unsigned i = 0; i < num_samples; i++) {
      /* Sample positions count in sixteenths of a pixel. */
      int sx = sh->s->sample_x[i] * (SIM_SUBPIXEL / 16), sy = sh->s->sample_y[i] * (SIM_SUBPIXEL / 16);
      count[i] = sh->s->sample_mask >> i & 1 ? collect_sides(p, tx, ty, sx, sy, x0, y0, x1, y1, sides[i]) : -1;
      touched |= count[i] >= 0;
   }
   if (!touched)
      return;
   for (int by = y0 & ~(BLOCK - 1); by < y1; by += BLOCK) {
      for (int bx = x0 & ~(BLOCK - 1); bx < x1; bx += BLOCK) {
         uint64_t box = box_mask(x0 - bx, y0 - by, x1 - bx, y1 - by), cover[SIM_MAX_SAMPLES];
         for (unsigned i = 0; i < num_samples; i++)
            cover[i] = count[i] < 0 ? 0 : count[i] ? box & cover_block(sides[i], count[i], bx, by) : box;
         shade_block(sh, tx + bx, ty + by, cover, num_samples);
      }
   }
}

void SC_TILE(struct sim_gpu *gpu, struct sim_worker *worker, const struct sim_bin *bin, int x, int y)
{
   struct shade sh = { .gpu = gpu, .w = worker };
   for (const struct sim_bin_node *node = bin->first; node; node = node->next) {
      for (uint32_t i = 0; i < node->count; i++) {
         sh.p = node->prim[i];
         sh.s = sh.p->state;
         sh.have_attrs = sh.have_paint = false;
         if (worker->border_va != sh.s->border_va) {
            worker->border_va = sh.s->border_va;
            tc_cache_set_border_base(worker->tc, worker->border_va);
         }
         prim_in_tile(&sh, x, y);
         if (atomic_load_explicit(&gpu->cancel, memory_order_relaxed))
            return;
      }
   }
}
