/* tc_footprint.h: where the texels of a filter lie in one level. Each step does all lanes: an axis at a time, cube edges, addresses.
 * The steps are the same for every format. Part of tc_sample.c. */
#ifndef SIM_TC_FOOTPRINT_H
#define SIM_TC_FOOTPRINT_H

#include "winsys/sim/tc/tc_fetch.h"
#include "winsys/sim/tc/tc_lod.h"

#define TC_STEP static __attribute__((noinline))

/* Texel k of a slice is in column k & 1 and row k >> 1. */
struct footprint {
   const struct tc_level *lv;
   vi pos[3];                /* tc_position() */
   uint8_t wrap[3];
   vi index[3][2], out[3][2]; /* of each axis' texels, and whether they are beyond the border */
   unsigned corners, slices; /* 1 or 4; 1 or 2 */
   bool seams;               /* the filter goes on beyond the edges of a cube's face */
   bool borders;             /* lanes may show the border; once the texels are known: lanes do */
   bool any_lost;
   bool have;                /* the texels are in texel[] already */
   vu offset[2][4];          /* of the texel's element, from the level's start */
   vi x[4], y[4];            /* texels, where an element has several */
   vi border[2][4];          /* beyond the border */
   vi lost[4];               /* a cube's corner has no such texel */
   vu texel[2][4][2];        /* first and second dwords */
};

TC_STEP void find_positions(const struct tc_entry *e, const struct tc_level *lv, const struct coords *co, bool linear,
                            struct footprint *fp)
{
   const struct tc_samp *s = &e->samp;
   const int32_t size[3] = { (int32_t)lv->w, (int32_t)lv->h, (int32_t)lv->slices };
   const unsigned dims = e->img.dims;
   fp->lv = lv;
   fp->corners = linear ? 4 : 1;
   fp->slices = linear && dims == 3 && !s->z_nearest ? 2 : 1;
   fp->seams = linear && co->cube && s->cube_seamless;
   fp->borders = fp->any_lost = fp->have = false;
   fp->pos[1] = fp->index[1][0] = fp->index[1][1] = fp->out[1][0] = fp->out[1][1] = vi_set(0);
   fp->out[2][0] = fp->out[2][1] = vi_set(0);
   for (unsigned d = 0; d < dims; d++) {
      unsigned wrap = s->wrap[d];
      /* Without DISABLE_CUBE_WRAP a linear filter goes on on the next face. With it a face is an image of its own, with the
       * sampler's modes (GL ES 2.0, 3.7.5); the single texel of a nearest filter stays on the face that was selected. */
      if (co->cube && (s->cube_seamless || !linear))
         wrap = linear ? TC_CLAMP_BORDER : TC_CLAMP_LAST;
      fp->borders |= tc_shows_border(wrap) && !fp->seams;
      const bool axis_linear = linear && !(d == 2 && s->z_nearest);
      if (!axis_linear && wrap == TC_CLAMP_HALF_BORDER)
         wrap = TC_CLAMP_LAST;
      if (!axis_linear && wrap == TC_MIRROR_ONCE_HALF_BORDER)
         wrap = TC_MIRROR_ONCE_LAST;
      fp->wrap[d] = (uint8_t)wrap;
      fp->pos[d] = tc_position(co->cube ? co->c[d] - 1.0f : co->c[d], size[d], wrap, s->unnormalized, axis_linear, co->any_off);
   }
}

/* Wrapped texels; with seams they end at the face's edges. */
TC_STEP void find_indices(const struct tc_entry *e, const struct coords *co, struct footprint *fp)
{
   const int32_t size[3] = { (int32_t)fp->lv->w, (int32_t)fp->lv->h, (int32_t)fp->lv->slices };
   for (unsigned d = 0; d < e->img.dims; d++) {
      const unsigned wrap = fp->wrap[d];
      const bool any = co->any_off || (e->samp.unnormalized && wrap != TC_CLAMP_LAST && wrap != TC_CLAMP_HALF_BORDER && wrap != TC_CLAMP_BORDER);
      const vi i = (fp->pos[d] >> 8) + (co->any_off ? co->off[d] : vi_set(0));
      for (unsigned n = 0; n < (d < 2 ? fp->corners > 1 : fp->slices > 1) + 1u; n++)
         fp->index[d][n] = tc_wrap_index(i + (int32_t)n, size[d], wrap, any, &fp->out[d][n]);
   }
}

/* The face beyond an edge, and the texel's x and y there: 0, the last one, the place along the edge, or the last one less that.
 * Rows of four: below 0 and beyond the last of x, of y (OpenGL 4.6, table 8.19). */
#define TO(face, x, y) face | x << 3 | y << 5
enum { ZERO, LAST, ALONG, BACK };
static const uint32_t cube_edges[24] = {
   TO(4, LAST, ALONG), TO(5, ZERO, ALONG), TO(2, LAST, BACK), TO(3, LAST, ALONG),
   TO(5, LAST, ALONG), TO(4, ZERO, ALONG), TO(2, ZERO, ALONG), TO(3, ZERO, BACK),
   TO(1, ALONG, ZERO), TO(0, BACK, ZERO), TO(5, BACK, ZERO), TO(4, ALONG, ZERO),
   TO(1, BACK, LAST), TO(0, ALONG, LAST), TO(4, ALONG, LAST), TO(5, BACK, LAST),
   TO(1, LAST, ALONG), TO(0, ZERO, ALONG), TO(2, ALONG, LAST), TO(3, ALONG, ZERO),
   TO(0, LAST, ALONG), TO(1, ZERO, ALONG), TO(2, BACK, ZERO), TO(3, BACK, LAST),
};
#undef TO

PX_INLINE vi edge_place(vu code, vi along, vi last)
{
   vi v = along & -(vi)(code >> 1 & 1);
   return vi_sel(-(vi)(code & 1), last - v, v);
}

/* False: all lanes stay inside their face. */
TC_STEP bool cross_edges(const struct tc_entry *e, const struct coords *co, struct footprint *fp)
{
   const struct tc_level *lv = fp->lv;
   const vi zero = vi_set(0), last = vi_set((int32_t)lv->w - 1);
   const vi x0 = vi_clamp(fp->pos[0] >> 8, vi_set(-1), last), y0 = vi_clamp(fp->pos[1] >> 8, vi_set(-1), last);
   const int32_t shift_x = __builtin_ctz(e->img.fmt->block_w), shift_y = __builtin_ctz(e->img.fmt->block_h);
   vi any_lost = zero;
   if (!v_bits(vi_lt(x0, zero) | vi_lt(y0, zero) | vi_eq(x0, last) | vi_eq(y0, last)))
      return false;
   for (unsigned k = 0; k < 4; k++) {
      vi x = x0 + (int32_t)(k & 1), y = y0 + (int32_t)(k >> 1), low_x = vi_lt(x, zero), low_y = vi_lt(y, zero);
      vi out_x = low_x | vi_lt(last, x), out_y = low_y | vi_lt(last, y);
      vi edge = vi_sel(out_x, vi_set(1) + low_x, vi_set(3) + low_y), along = vi_sel(out_x, y, x);
      vu to = vu_lookup(cube_edges, (vu)(co->face * 4 + edge));
      out_x ^= out_y; /* one of them */
      fp->lost[k] = out_y & ~out_x;
      any_lost |= fp->lost[k];
      fp->x[k] = vi_sel(out_x, edge_place(to >> 3, along, last), vi_clamp(x, zero, last));
      fp->y[k] = vi_sel(out_x, edge_place(to >> 5, along, last), vi_clamp(y, zero, last));
      vi slice = co->slice + (out_x & ((vi)(to & 7) - co->face));
      fp->offset[0][k] = tc_offsets(lv, fp->x[k] >> shift_x, fp->y[k] >> shift_y, slice, zero);
   }
   fp->any_lost = v_bits(any_lost) != 0;
   return true;
}

/* Where they lie, or a cube's on its other faces. */
TC_STEP void find_texels(const struct tc_entry *e, const struct coords *co, struct footprint *fp)
{
   const struct tc_level *lv = fp->lv;
   const vi *x = fp->index[0], *y = fp->index[1], *z = fp->index[2];
   const int32_t shift_x = __builtin_ctz(e->img.fmt->block_w), shift_y = __builtin_ctz(e->img.fmt->block_h);
   if (fp->seams && cross_edges(e, co, fp))
      return;
   vi any_out = vi_set(0);
   for (unsigned k = 0; k < fp->corners && (fp->borders || shift_x); k++) {
      fp->x[k] = x[k & 1];
      fp->y[k] = y[k >> 1];
      for (unsigned s = 0; s < fp->slices && fp->borders; s++)
         any_out |= fp->border[s][k] = fp->out[0][k & 1] | fp->out[1][k >> 1] | fp->out[2][s];
   }
   fp->borders &= v_bits(any_out) != 0;
   if (fp->corners == 1) {
      const vi slice = e->img.dims < 3 ? co->slice : z[0];
      fp->offset[0][0] = tc_offsets(lv, x[0] >> shift_x, y[0] >> shift_y, slice, vi_set(0));
      return;
   }
   struct tc_place column[2], row[2];
   for (unsigned n = 0; n < 2 && tc_has_places(lv); n++) {
      column[n] = tc_column(lv, x[n] >> shift_x);
      row[n] = tc_row(lv, y[n] >> shift_y);
   }
   for (unsigned s = 0; s < fp->slices; s++) {
      const vi slice = e->img.dims < 3 ? co->slice : z[s];
      if (tc_has_places(lv)) {
         const struct tc_place upper = tc_of_slice(lv, row[0], slice), lower = tc_of_slice(lv, row[1], slice);
         fp->offset[s][0] = tc_texel_address(upper, column[0]);
         fp->offset[s][1] = tc_texel_address(upper, column[1]);
         fp->offset[s][2] = tc_texel_address(lower, column[0]);
         fp->offset[s][3] = tc_texel_address(lower, column[1]);
         continue;
      }
      for (unsigned k = 0; k < fp->corners; k++)
         fp->offset[s][k] = tc_offsets(lv, x[k & 1] >> shift_x, y[k >> 1] >> shift_y, slice, vi_set(0));
   }
}

#endif
