/* pa_vertex.c: the primitive assembler's work on the vertices of a batch, 16 at once: the way from clip to window coordinates, and
 * clip codes. Compiled once per instruction set, like sc_*.c. Corners that clipping makes go the same way one by one
 * (sim_pa_project in pa.c). */
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/sc/sc_int.h"

/* One of the viewports' values for each vertex. */
static inline v16f of_viewport(const struct sim_pa_state *pa, const float value[16], v16i viewport)
{
   uint32_t bits[16];
   if (!pa->use_viewport)
      return vf_set(value[0]);
   memcpy(bits, value, sizeof bits);
   return (v16f)vu_lookup16(bits, (vu)viewport);
}

static inline v16i beyond(v16f x, v16f limit)
{
   return vf_lt(limit, x);
}

static inline v16i clip_codes(const struct sim_pa_state *pa, v16i viewport, v16f x, v16f y, v16f z, v16f w)
{
   v16f disc_x = w * vf_set(pa->gb_disc_x), disc_y = w * vf_set(pa->gb_disc_y);
   v16i code = (beyond(-disc_x, x) & SIM_OUT_LEFT) | (beyond(x, disc_x) & SIM_OUT_RIGHT) |
               (beyond(-disc_y, y) & SIM_OUT_BOTTOM) | (beyond(y, disc_y) & SIM_OUT_TOP);
   v16f guard_x = w * of_viewport(pa, pa->gb_clip_x, viewport), guard_y = w * of_viewport(pa, pa->gb_clip_y, viewport);
   code |= (beyond(vf_abs(x), guard_x) | beyond(vf_abs(y), guard_y)) & SIM_OUT_GUARD;
   if (pa->clip_near)
      code |= beyond(pa->clip_halfz ? vf_set(0) : -w, z) & SIM_OUT_NEAR;
   if (pa->clip_far)
      code |= beyond(z, w) & SIM_OUT_FAR;
   return code;
}

#if PX_PART == 16
#define PIECE(v, n) _mm512_extracti32x4_epi32((__m512i)(v), n)
#elif PX_PART == 8
#define PIECE(v, n) _mm256_extracti128_si256((__m256i)(v), n)
#else
#define PIECE(v, n) (__m128i)(v)
#endif
static void store_places(struct sim_place *place, v16i x, v16i y, v16f rw, v16f sz)
{
   const union px_i rows[4] = { { .v = x }, { .v = y }, { .v = (v16i)rw }, { .v = (v16i)sz } };
   for (unsigned i = 0; i < 16 / PX_PART; i++, place += PX_PART) {
      px_pi four[4] = { rows[0].p[i], rows[1].p[i], rows[2].p[i], rows[3].p[i] };
      px_transpose(four); /* each has one in four */
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++) {
         _mm_store_si128((void *)&place[k], PIECE(four[k], 0));
         if (PX_PART >= 8)
            _mm_store_si128((void *)&place[k + 4 % PX_PART], PIECE(four[k], 1));
         if (PX_PART == 16) {
            _mm_store_si128((void *)&place[k + 8 % PX_PART], PIECE(four[k], 2 % (PX_PART / 4)));
            _mm_store_si128((void *)&place[k + 12 % PX_PART], PIECE(four[k], 3 % (PX_PART / 4)));
         }
      }
   }
}

/* Rows are padded to 16 lanes: lanes after the last vertex are computed, too, and never read. */
bool SC(pa_vertices)(const struct sim_pa_state *pa, struct sim_vertices *v, unsigned count)
{
   v16i any = vi_set(0);
   for (unsigned i = 0; i < count; i += 16) {
      v16f x, y, z, w;
      v16i viewport = { 0 };
      memcpy(&x, v->x + i, sizeof x);
      memcpy(&y, v->y + i, sizeof y);
      memcpy(&z, v->z + i, sizeof z);
      memcpy(&w, v->w + i, sizeof w);
      if (pa->use_viewport)
         viewport = (v16i)vu_load(v->viewport + i) & 15;
      v16f rw = pa->w_is_reciprocal ? w : 1.0f / w;
      v16f px = pa->xy_is_window ? x : x * rw, py = pa->xy_is_window ? y : y * rw, pz = pa->z_is_window ? z : z * rw;
      px = px * of_viewport(pa, pa->xscale, viewport) + of_viewport(pa, pa->xoffset, viewport);
      py = py * of_viewport(pa, pa->yscale, viewport) + of_viewport(pa, pa->yoffset, viewport);
      pz = pz * of_viewport(pa, pa->zscale, viewport) + of_viewport(pa, pa->zoffset, viewport);
      /* Out of range only for what is rejected or clipped. */
      v16f guard = vf_set(pa->guard), grid = vf_set(pa->grid);
      v16i near = vf_le(vf_abs(px), guard) & vf_le(vf_abs(py), guard), nowhere = vi_set(INT32_MIN);
      vu fx = (vu)vi_round(px * grid) * vu_set((uint32_t)pa->grid_step) + vu_set((uint32_t)pa->pixel_offset);
      vu fy = (vu)vi_round(py * grid) * vu_set((uint32_t)pa->grid_step) + vu_set((uint32_t)pa->pixel_offset);
      store_places(v->place + i, vi_sel(near, (v16i)fx, nowhere), vi_sel(near, (v16i)fy, nowhere), rw, pz);
      v16i code = pa->clip_disable ? vi_set(0) : clip_codes(pa, viewport, x, y, z, w);
      v16i behind = pa->w_is_reciprocal || pa->xy_is_window ? vi_set(0) : ~vf_lt(vf_set(0), w);
      code |= (~near | behind) & SIM_OUT_GUARD;
      vu_store(v->code + i, (vu)code);
      any |= code & vi_lt(v_lane(), vi_set((int)(count - i)));
   }
   return v_bits(vi_eq(any, vi_set(0))) != 0xffff;
}
