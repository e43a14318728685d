/* pa.c: what the primitive assembler takes from the registers, and its work on vertices: of a batch in pa_vertex.c, of corners that
 * clipping makes here. */
#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "hw_regs.h"
#include "winsys/sim/base/ints.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pa/pa.h"

static uint32_t ctx(const struct sim_gpu *gpu, uint32_t offset)
{
   return sim_ctx_reg(&gpu->regs, offset);
}

static float ctx_float(const struct sim_gpu *gpu, uint32_t offset)
{
   return sim_ctx_float(&gpu->regs, offset);
}

static int16_t s16(uint32_t bits)
{
   return (int16_t)(uint16_t)bits;
}

struct rect { int x0, y0, x1, y1; };

static void intersect(struct rect *r, uint32_t tl, uint32_t br, int dx, int dy)
{
   r->x0 = max_int(r->x0, (int)G_028240_TL_X(tl) + dx);
   r->y0 = max_int(r->y0, (int)G_028240_TL_Y(tl) + dy);
   r->x1 = min_int(r->x1, (int)G_028208_BR_X(br) + dx);
   r->y1 = min_int(r->y1, (int)G_028208_BR_Y(br) + dy);
}

/* A scissor moves with the window offset unless its WINDOW_OFFSET_DISABLE is set. */
static void intersect_window(const struct sim_gpu *gpu, struct rect *r, uint32_t tl, uint32_t br)
{
   uint32_t offset = ctx(gpu, R_028200_PA_SC_WINDOW_OFFSET);
   bool fixed = G_028240_WINDOW_OFFSET_DISABLE(tl);
   intersect(r, tl, br, fixed ? 0 : s16(G_028200_WINDOW_X_OFFSET(offset)), fixed ? 0 : s16(G_028200_WINDOW_Y_OFFSET(offset)));
}

static void scissors(const struct sim_gpu *gpu, struct sim_pa_state *pa)
{
   struct rect r = { 0, 0, SIM_MAX_SCREEN, SIM_MAX_SCREEN };
   intersect(&r, ctx(gpu, R_028030_PA_SC_SCREEN_SCISSOR_TL) & 0x7fff7fff, ctx(gpu, R_028034_PA_SC_SCREEN_SCISSOR_BR), 0, 0);
   intersect_window(gpu, &r, ctx(gpu, R_028204_PA_SC_WINDOW_SCISSOR_TL), ctx(gpu, R_028208_PA_SC_WINDOW_SCISSOR_BR));
   intersect_window(gpu, &r, ctx(gpu, R_028240_PA_SC_GENERIC_SCISSOR_TL), ctx(gpu, R_028244_PA_SC_GENERIC_SCISSOR_BR));
   bool per_viewport = G_028A48_VPORT_SCISSOR_ENABLE(ctx(gpu, R_028A48_PA_SC_MODE_CNTL_0));
   for (unsigned i = 0; i < 16; i++) {
      struct rect v = r;
      if (per_viewport)
         intersect_window(gpu, &v, ctx(gpu, R_028250_PA_SC_VPORT_SCISSOR_0_TL + 8 * i),
                          ctx(gpu, R_028254_PA_SC_VPORT_SCISSOR_0_BR + 8 * i));
      pa->scissor[i].x0 = v.x0;
      pa->scissor[i].y0 = v.y0;
      pa->scissor[i].x1 = v.x1;
      pa->scissor[i].y1 = v.y1;
   }
}

static void viewports(const struct sim_gpu *gpu, struct sim_pa_state *pa)
{
   uint32_t vte = ctx(gpu, R_028818_PA_CL_VTE_CNTL);
   pa->xy_is_window = G_028818_VTX_XY_FMT(vte);
   pa->z_is_window = G_028818_VTX_Z_FMT(vte);
   pa->w_is_reciprocal = !G_028818_VTX_W0_FMT(vte);
   for (unsigned i = 0; i < 16; i++) {
      uint32_t base = R_02843C_PA_CL_VPORT_XSCALE + 24 * i;
      pa->xscale[i] = G_028818_VPORT_X_SCALE_ENA(vte) ? ctx_float(gpu, base) : 1;
      pa->xoffset[i] = (G_028818_VPORT_X_OFFSET_ENA(vte) ? ctx_float(gpu, base + 4) : 0) - (float)pa->origin_x;
      pa->yscale[i] = G_028818_VPORT_Y_SCALE_ENA(vte) ? ctx_float(gpu, base + 8) : 1;
      pa->yoffset[i] = (G_028818_VPORT_Y_OFFSET_ENA(vte) ? ctx_float(gpu, base + 12) : 0) - (float)pa->origin_y;
      pa->zscale[i] = G_028818_VPORT_Z_SCALE_ENA(vte) ? ctx_float(gpu, base + 16) : 1;
      pa->zoffset[i] = G_028818_VPORT_Z_OFFSET_ENA(vte) ? ctx_float(gpu, base + 20) : 0;
   }
}

/* How far |x| may be from the axis, in multiples of w, so that the window coordinate stays in the setup's range. */
static float guard_factor(float guard, float scale, float offset)
{
   float room = guard - 1 - fabsf(offset), factor = scale != 0 ? room / fabsf(scale) : 1;
   return factor > 1 ? factor : 1;
}

/* The grid that positions are rounded to. As on the hardware, a finer one has fewer pixels (14 and 12 bits of them instead of 16)
 * around the screen offset, which stands in units of 16 pixels. A coarser one is some of the points of the usual one. */
static void position_grid(struct sim_gpu *gpu, struct sim_pa_state *pa)
{
   static const uint8_t bits[8] = { [V_028BE4_X_16_8_FIXED_POINT_1_16TH] = 4, [V_028BE4_X_16_8_FIXED_POINT_1_8TH] = 3,
      [V_028BE4_X_16_8_FIXED_POINT_1_4TH] = 2, [V_028BE4_X_16_8_FIXED_POINT_1_2] = 1, [V_028BE4_X_16_8_FIXED_POINT_1] = 0,
      [V_028BE4_X_16_8_FIXED_POINT_1_256TH] = 8, [V_028BE4_X_14_10_FIXED_POINT_1_1024TH] = 10,
      [V_028BE4_X_12_12_FIXED_POINT_1_4096TH] = 12 };
   uint32_t vtx = ctx(gpu, R_028BE4_PA_SU_VTX_CNTL), offset = ctx(gpu, R_028234_PA_SU_HARDWARE_SCREEN_OFFSET);
   unsigned asked = bits[G_028BE4_QUANT_MODE(vtx)];
   bool fine = asked > SIM_SUBPIXEL_BITS; /* the usual grid reaches far enough from the corner of the screen */
   if (G_028BE4_ROUND_MODE(vtx) != V_028BE4_X_ROUND_TO_EVEN)
      sim_report(gpu, "positions are rounded to nearest, ties to even, whatever PA_SU_VTX_CNTL 0x%x says", vtx);
   pa->grid_bits = fine ? asked : SIM_SUBPIXEL_BITS;
   pa->grid = (float)(1 << asked);
   pa->grid_step = 1 << (pa->grid_bits - asked);
   pa->inv_subpixel = 1 / (float)(1 << pa->grid_bits);
   pa->guard = (float)(SIM_GUARD_SUBPIXELS >> pa->grid_bits);
   pa->origin_x = fine ? 16 * (int)G_028234_HW_SCREEN_OFFSET_X(offset) : 0;
   pa->origin_y = fine ? 16 * (int)G_028234_HW_SCREEN_OFFSET_Y(offset) : 0;
   pa->pixel_offset = G_028BE4_PIX_CENTER(vtx) ? 0 : 1 << pa->grid_bits >> 1;
}

static void clipping(const struct sim_gpu *gpu, struct sim_pa_state *pa)
{
   uint32_t clip = ctx(gpu, R_028810_PA_CL_CLIP_CNTL), out = ctx(gpu, R_02881C_PA_CL_VS_OUT_CNTL);
   /* Window coordinates have left clip space already. */
   pa->clip_disable = G_028810_CLIP_DISABLE(clip) || pa->xy_is_window;
   pa->clip_halfz = G_028810_DX_CLIP_SPACE_DEF(clip);
   pa->clip_near = !G_028810_ZCLIP_NEAR_DISABLE(clip);
   pa->clip_far = !G_028810_ZCLIP_FAR_DISABLE(clip);
   pa->kill_all = G_028810_DX_RASTERIZATION_KILL(clip);
   pa->has_misc = G_02881C_VS_OUT_MISC_VEC_ENA(out);
   pa->has_dist0 = G_02881C_VS_OUT_CCDIST0_VEC_ENA(out);
   pa->has_dist1 = G_02881C_VS_OUT_CCDIST1_VEC_ENA(out);
   unsigned present = (pa->has_dist0 ? 0x0f : 0) | (pa->has_dist1 ? 0xf0 : 0);
   pa->clip_dist_mask = pa->clip_disable ? 0 : (uint8_t)(out & present);
   pa->plane_mask = pa->clip_disable ? 0 : (uint8_t)(clip & 0x3f & ~present); /* UCP_ENA_0.. */
   pa->clip_dist_mask |= pa->plane_mask;
   for (unsigned k = 0; k < 6 && pa->plane_mask; k++)
      for (unsigned i = 0; i < 4; i++)
         pa->plane[k][i] = ctx_float(gpu, R_0285BC_PA_CL_UCP_0_X + 16 * k + 4 * i);
   pa->cull_dist_mask = (uint8_t)(out >> 8 & present);
   pa->use_psize = pa->has_misc && G_02881C_USE_VTX_POINT_SIZE(out);
   pa->use_edge = pa->has_misc && G_02881C_USE_VTX_EDGE_FLAG(out);
   pa->use_layer = pa->has_misc && G_02881C_USE_VTX_RENDER_TARGET_INDX(out);
   pa->use_viewport = pa->has_misc && G_02881C_USE_VTX_VIEWPORT_INDX(out);
   pa->gb_disc_y = ctx_float(gpu, R_028BEC_PA_CL_GB_VERT_DISC_ADJ);
   pa->gb_disc_x = ctx_float(gpu, R_028BF4_PA_CL_GB_HORZ_DISC_ADJ);
   float clip_x = pa->clip_disable ? INFINITY : ctx_float(gpu, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ);
   float clip_y = pa->clip_disable ? INFINITY : ctx_float(gpu, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ);
   for (unsigned i = 0; i < 16; i++) {
      pa->gb_clip_x[i] = fminf(clip_x, guard_factor(pa->guard, pa->xscale[i], pa->xoffset[i]));
      pa->gb_clip_y[i] = fminf(clip_y, guard_factor(pa->guard, pa->yscale[i], pa->yoffset[i]));
   }
}

static void polygon_offset(const struct sim_gpu *gpu, struct sim_pa_state *pa, uint32_t mode)
{
   pa->offset_front = G_028814_POLY_OFFSET_FRONT_ENABLE(mode);
   pa->offset_back = G_028814_POLY_OFFSET_BACK_ENABLE(mode);
   pa->offset_para = G_028814_POLY_OFFSET_PARA_ENABLE(mode);
   uint32_t format = ctx(gpu, R_028B78_PA_SU_POLY_OFFSET_DB_FMT_CNTL);
   pa->offset_exponent = (int8_t)G_028B78_POLY_OFFSET_NEG_NUM_DB_BITS(format);
   pa->offset_is_float = G_028B78_POLY_OFFSET_DB_IS_FLOAT_FMT(format);
   pa->offset_clamp = ctx_float(gpu, R_028B7C_PA_SU_POLY_OFFSET_CLAMP);
   /* The slope is counted per sixteenth of a pixel. */
   pa->offset_scale[0] = ctx_float(gpu, R_028B80_PA_SU_POLY_OFFSET_FRONT_SCALE) / 16;
   pa->offset_units[0] = ctx_float(gpu, R_028B84_PA_SU_POLY_OFFSET_FRONT_OFFSET);
   pa->offset_scale[1] = ctx_float(gpu, R_028B88_PA_SU_POLY_OFFSET_BACK_SCALE) / 16;
   pa->offset_units[1] = ctx_float(gpu, R_028B8C_PA_SU_POLY_OFFSET_BACK_OFFSET);
}

static void line_stipple(const struct sim_gpu *gpu, struct sim_pa_state *pa)
{
   uint32_t stipple = ctx(gpu, R_028A0C_PA_SC_LINE_STIPPLE), pattern = G_028A0C_LINE_PATTERN(stipple), turned = 0;
   for (unsigned i = 0; i < 16; i++)
      turned |= (pattern >> i & 1) << (15 - i);
   pa->stippled = G_028A48_LINE_STIPPLE_ENABLE(ctx(gpu, R_028A48_PA_SC_MODE_CNTL_0));
   pa->stipple_pattern = (uint16_t)(G_028A0C_PATTERN_BIT_ORDER(stipple) ? turned : pattern);
   pa->stipple_repeat = G_028A0C_REPEAT_COUNT(stipple) + 1;
   pa->stipple_reset = G_028A0C_AUTO_RESET_CNTL(stipple);
}

void sim_pa_update(struct sim_gpu *gpu)
{
   if (!(gpu->dirty & SIM_DIRTY_PA))
      return;
   gpu->dirty &= ~SIM_DIRTY_PA;
   struct sim_pa_state *pa = gpu->pa;
   position_grid(gpu, pa);
   viewports(gpu, pa);
   clipping(gpu, pa);
   scissors(gpu, pa);
   uint32_t mode = ctx(gpu, R_028814_PA_SU_SC_MODE_CNTL);
   pa->cull_front = G_028814_CULL_FRONT(mode);
   pa->cull_back = G_028814_CULL_BACK(mode);
   pa->front_is_cw = G_028814_FACE(mode);
   pa->poly_mode = G_028814_POLY_MODE(mode) == V_028814_X_DUAL_MODE;
   pa->poly_mode_front = G_028814_POLYMODE_FRONT_PTYPE(mode);
   pa->poly_mode_back = G_028814_POLYMODE_BACK_PTYPE(mode);
   pa->provoking_last = G_028814_PROVOKING_VTX_LAST(mode);
   polygon_offset(gpu, pa, mode);
   /* Half sizes in 12.4 fixed point. */
   uint32_t minmax = ctx(gpu, R_028A04_PA_SU_POINT_MINMAX);
   pa->point_size = (float)G_028A00_WIDTH(ctx(gpu, R_028A00_PA_SU_POINT_SIZE)) / 8;
   pa->point_min = (float)G_028A04_MIN_SIZE(minmax) / 8;
   pa->point_max = (float)G_028A04_MAX_SIZE(minmax) / 8;
   /* Wider than all that a fine grid has is not needed. */
   pa->line_width = fminf((float)G_028A08_WIDTH(ctx(gpu, R_028A08_PA_SU_LINE_CNTL)) / 8, 2 * pa->guard);
   pa->num_params = G_0286C4_VS_EXPORT_COUNT(ctx(gpu, R_0286C4_SPI_VS_OUT_CONFIG)) + 1;
   pa->log2_samples = G_028BE0_MSAA_NUM_SAMPLES(ctx(gpu, R_028BE0_PA_SC_AA_CONFIG));
   pa->perpendicular_lines = G_028A48_MSAA_ENABLE(ctx(gpu, R_028A48_PA_SC_MODE_CNTL_0));
   line_stipple(gpu, pa);
}

/* Nearest, ties to even, saturating like the host's conversion; callers have checked the range. */
static int32_t to_subpixels(const struct sim_pa_state *pa, float pixels)
{
#ifdef __SSE2__
   return _mm_cvtss_si32(_mm_set_ss(pixels * pa->grid)) * pa->grid_step;
#else
   return (int32_t)lrintf(pixels * pa->grid) * pa->grid_step;
#endif
}

void sim_pa_project(const struct sim_pa_state *pa, unsigned vp, struct sim_corner *c)
{
   float rw = pa->w_is_reciprocal ? c->w : 1.0f / c->w;
   float x = pa->xy_is_window ? c->x : c->x * rw, y = pa->xy_is_window ? c->y : c->y * rw;
   float z = pa->z_is_window ? c->z : c->z * rw;
   x = x * pa->xscale[vp] + pa->xoffset[vp];
   y = y * pa->yscale[vp] + pa->yoffset[vp];
   c->rw = rw;
   c->sz = z * pa->zscale[vp] + pa->zoffset[vp];
   /* Out of range only for what is rejected or clipped. */
   bool near_enough = fabsf(x) <= pa->guard && fabsf(y) <= pa->guard;
   c->fx = near_enough ? to_subpixels(pa, x) + pa->pixel_offset : INT32_MIN;
   c->fy = near_enough ? to_subpixels(pa, y) + pa->pixel_offset : INT32_MIN;
}

/* Window positions and clip codes of the batch's vertices, and distances from planes. */
void sim_pa_vertices(struct sim_geom *g)
{
   const struct sim_pa_state *pa = g->pa;
   struct sim_vertices *v = &g->batch->v;
   const unsigned count = g->batch->num_verts;
   bool any = g->gpu->pa->vertices_func(pa, v, count);
   for (unsigned k = 0; pa->plane_mask >> k; k++) {
      const float *p = pa->plane[k];
      for (unsigned i = 0; i < count && pa->plane_mask >> k & 1; i++)
         v->dist[k][i] = p[0] * v->x[i] + p[1] * v->y[i] + p[2] * v->z[i] + p[3] * v->w[i];
   }
   unsigned dists = pa->clip_dist_mask | pa->cull_dist_mask;
   for (unsigned k = 0; dists >> k; k++) {
      if (!(dists >> k & 1))
         continue;
      uint32_t bits = (pa->clip_dist_mask >> k & 1 ? SIM_OUT_DIST0 << k : 0) |
                      (pa->cull_dist_mask >> k & 1 ? SIM_OUT_CULL0 << k : 0);
      for (unsigned i = 0; i < count; i++) {
         const uint32_t code = v->dist[k][i] >= 0 ? 0 : bits; /* NaN is outside */
         v->code[i] |= code;
         any |= code != 0;
      }
   }
   v->any_code = any;
}
