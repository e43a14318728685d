/* spi_state.c: the pixel side of the registers as an immutable snapshot, taken when a draw finds it stale. */
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw_regs.h"
#include "winsys/sim/cb/cb.h"
#include "winsys/sim/base/arena.h"
#include "winsys/sim/base/ints.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/db/db.h"
#include "winsys/sim/spi/spi.h"

static uint32_t ctx(const struct sim_gpu *gpu, uint32_t offset)
{
   return sim_ctx_reg(&gpu->regs, offset);
}

static int sign4(uint32_t bits)
{
   return (int)((bits & 15) ^ 8) - 8;
}

/* Four registers per pixel of the quad, four samples in each. */
static void sample_places(const struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   bool msaa = G_028A48_MSAA_ENABLE(ctx(gpu, R_028A48_PA_SC_MODE_CNTL_0));
   unsigned count = 1u << s->log2_raster;
   uint32_t all = (1u << count) - 1;
   s->same_places = true;
   for (unsigned k = 0; k < 4; k++) {
      uint32_t masks = ctx(gpu, k < 2 ? R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0 : R_028C3C_PA_SC_AA_MASK_X0Y1_X1Y1);
      s->sample_mask[k] = (uint16_t)(masks >> 16 * (k & 1) & all);
      for (unsigned i = 0; i < count; i++) {
         uint32_t at = R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * k + 4 * (i / 4), locs = ctx(gpu, at) >> 8 * (i % 4);
         s->sample_x[k][i] = (int8_t)(msaa ? sign4(locs) : 0);
         s->sample_y[k][i] = (int8_t)(msaa ? sign4(locs >> 4) : 0);
      }
      s->places[k].count = 1u << s->log2_samples;
      for (unsigned i = 0; i < SIM_MAX_SAMPLES; i++) {
         s->places[k].x[i] = 0.5f + s->sample_x[k][i & (count - 1)] * (1.0f / 16);
         s->places[k].y[i] = 0.5f + s->sample_y[k][i & (count - 1)] * (1.0f / 16);
      }
      s->same_places &= s->sample_mask[k] == s->sample_mask[0] && !memcmp(s->sample_x[k], s->sample_x[0], count) &&
                        !memcmp(s->sample_y[k], s->sample_y[0], count);
   }
}

static void samples(const struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   uint32_t eqaa = ctx(gpu, R_028804_DB_EQAA);
   unsigned stored = max_u32(s->cb_info.log2_samples, s->db_info.log2_samples);
   s->log2_raster = (uint8_t)min_u32(G_028BE0_MSAA_NUM_SAMPLES(ctx(gpu, R_028BE0_PA_SC_AA_CONFIG)), 4);
   s->overrasterize = G_028804_OVERRASTERIZATION_AMOUNT(eqaa) && s->log2_raster > stored;
   s->log2_samples = (uint8_t)(s->overrasterize ? stored : min_u32(max_u32(stored, s->log2_raster), 4));
   s->log2_passes = 0;
   if (G_028A4C_PS_ITER_SAMPLE(ctx(gpu, R_028A4C_PA_SC_MODE_CNTL_1)))
      s->log2_passes = (uint8_t)min_u32(G_028804_PS_ITER_SAMPLES(eqaa), s->log2_samples);
   sample_places(gpu, s);
   for (unsigned i = 0; i < SIM_MAX_SAMPLES; i++)
      s->centroid[i] = ctx(gpu, R_028BD4_PA_SC_CENTROID_PRIORITY_0 + 4 * (i / 8)) >> 4 * (i % 8) & 15;
   uint32_t to_mask = ctx(gpu, R_028B70_DB_ALPHA_TO_MASK);
   s->alpha_to_mask.enabled = G_028B70_ALPHA_TO_MASK_ENABLE(to_mask) &&
                              !G_02880C_ALPHA_TO_MASK_DISABLE(ctx(gpu, R_02880C_DB_SHADER_CONTROL));
   s->alpha_to_mask.log2_samples = (uint8_t)min_u32(G_028804_ALPHA_TO_MASK_NUM_SAMPLES(eqaa), 4);
   for (unsigned k = 0; k < 4; k++) /* in quarters of a sample, or in the middle between them */
      s->alpha_to_mask.dither[k] = ((to_mask >> (8 + 2 * k) & 3) + (G_028B70_OFFSET_ROUND(to_mask) ? 0.5f : 0)) / 4;
}

static void clip_rects(const struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   s->clip_rule = (uint16_t)G_02820C_CLIP_RULE(ctx(gpu, R_02820C_PA_SC_CLIPRECT_RULE));
   for (unsigned i = 0; i < 4; i++) {
      uint32_t tl = ctx(gpu, R_028210_PA_SC_CLIPRECT_0_TL + 8 * i), br = ctx(gpu, R_028214_PA_SC_CLIPRECT_0_BR + 8 * i);
      s->clip_rect[i].x0 = (int16_t)G_028210_TL_X(tl);
      s->clip_rect[i].y0 = (int16_t)G_028210_TL_Y(tl);
      s->clip_rect[i].x1 = (int16_t)G_028214_BR_X(br);
      s->clip_rect[i].y1 = (int16_t)G_028214_BR_Y(br);
   }
}

/* Values are by the place of i; the last ones are of none. */
static void values(struct sim_pixel_state *s)
{
   const struct sq_program_info *info = s->ps_info;
   unsigned found = 0, end = 0;
   while (info && end < info->num_values && info->value[end].ij != SQ_NO_IJ)
      end++;
   for (unsigned n = 0; n < s->num_inputs; n++) {
      unsigned first = 0, count = 0;
      bool ij = s->input[n].kind <= SIM_IN_LINEAR_CENTROID && s->input[n].kind != SIM_IN_PERSP_PULL;
      while (first < end && info->value[first].ij != s->input[n].vgpr)
         first++;
      while (ij && first + count < end && info->value[first + count].ij == s->input[n].vgpr)
         count++;
      s->input[n].first_value = (uint8_t)first;
      s->input[n].end_value = (uint8_t)(first + count);
      found += count;
   }
   s->end_values = (uint8_t)end;
   s->preinterpolated = info && info->num_values && found == end;
}

/* Where a kind of input is read (SPI_BARYC_CNTL can exchange centre and centroid). With one place per pixel the centroid is the
 * centre. */
static enum sim_ps_where where_of(const struct sim_pixel_state *s, unsigned kind)
{
   const uint32_t cntl = s->baryc_cntl;
   const enum sim_ps_where centroid = s->log2_raster ? SIM_AT_CENTROID : SIM_AT_CENTRE;
   switch (kind) {
   case SIM_IN_PERSP_SAMPLE:
   case SIM_IN_LINEAR_SAMPLE:
      return SIM_AT_SAMPLE;
   case SIM_IN_PERSP_CENTER:
      return G_0286E0_PERSP_CENTER_CNTL(cntl) ? centroid : SIM_AT_CENTRE;
   case SIM_IN_LINEAR_CENTER:
      return G_0286E0_LINEAR_CENTER_CNTL(cntl) ? centroid : SIM_AT_CENTRE;
   case SIM_IN_PERSP_CENTROID:
      return G_0286E0_PERSP_CENTROID_CNTL(cntl) ? SIM_AT_CENTRE : centroid;
   case SIM_IN_LINEAR_CENTROID:
      return G_0286E0_LINEAR_CENTROID_CNTL(cntl) ? SIM_AT_CENTRE : centroid;
   case SIM_IN_X:
   case SIM_IN_Y:
   case SIM_IN_Z:
   case SIM_IN_W:
   case SIM_IN_FIXED: {
      const unsigned location = G_0286E0_POS_FLOAT_LOCATION(cntl);
      return location == SIM_AT_SAMPLE ? SIM_AT_SAMPLE : location == SIM_AT_CENTROID ? centroid : SIM_AT_CENTRE;
   }
   default:
      return SIM_AT_CENTRE;
   }
}

static void inputs(const struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   /* INPUT_ADDR gives registers their places, INPUT_ENA says which are filled; inputs that the program never reads are not. */
   uint32_t read = s->ps_info ? s->ps_info->inputs_read : 0;
   static const uint8_t sizes[16] = { 2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
   uint32_t ena = ctx(gpu, R_0286CC_SPI_PS_INPUT_ENA), addr = ctx(gpu, R_0286D0_SPI_PS_INPUT_ADDR);
   unsigned vgpr = 0;
   s->num_inputs = 0;
   for (unsigned k = 0; k < 16; k++) {
      if (!(addr >> k & 1))
         continue;
      if (ena >> k & 1 && read >> vgpr & ((1u << sizes[k]) - 1)) {
         s->input[s->num_inputs].kind = (uint8_t)k;
         s->input[s->num_inputs++].vgpr = (uint8_t)vgpr;
      }
      vgpr += sizes[k];
   }
   values(s);
   s->baryc_cntl = ctx(gpu, R_0286E0_SPI_BARYC_CNTL);
   for (unsigned n = 0; n < s->num_inputs; n++)
      s->input[n].where = (uint8_t)where_of(s, s->input[n].kind);
   s->num_interp = G_0286D8_NUM_INTERP(ctx(gpu, R_0286D8_SPI_PS_IN_CONTROL));
   if (s->num_interp > SIM_MAX_PARAMS)
      s->num_interp = SIM_MAX_PARAMS;
   s->param_gen = G_0286D8_PARAM_GEN(ctx(gpu, R_0286D8_SPI_PS_IN_CONTROL));
   for (unsigned i = 0; i < s->num_interp; i++)
      s->input_cntl[i] = ctx(gpu, R_028644_SPI_PS_INPUT_CNTL_0 + 4 * i);
   uint32_t sprite = ctx(gpu, R_0286D4_SPI_INTERP_CONTROL_0);
   s->flat_enable = G_0286D4_FLAT_SHADE_ENA(sprite);
   for (unsigned i = 0; i < SIM_MAX_PARAMS; i++) {
      uint32_t cntl = i < s->num_interp ? s->input_cntl[i] : 0x20;
      bool smooth = !(cntl & 0x20) && !(s->flat_enable && G_028644_FLAT_SHADE(cntl));
      s->smooth_from[i] = smooth ? (uint8_t)G_028644_OFFSET(cntl) : 255;
   }
   s->sprite_enable = G_0286D4_PNT_SPRITE_ENA(sprite);
   s->sprite_top_1 = G_0286D4_PNT_SPRITE_TOP_1(sprite);
   s->sprite_ovrd[0] = G_0286D4_PNT_SPRITE_OVRD_X(sprite);
   s->sprite_ovrd[1] = G_0286D4_PNT_SPRITE_OVRD_Y(sprite);
   s->sprite_ovrd[2] = G_0286D4_PNT_SPRITE_OVRD_Z(sprite);
   s->sprite_ovrd[3] = G_0286D4_PNT_SPRITE_OVRD_W(sprite);
}

static void user_sgprs(const struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   memcpy(s->user_sgpr, &gpu->regs.sh[(R_00B030_SPI_SHADER_USER_DATA_PS_0 - SIM_SH_START) / 4], sizeof s->user_sgpr);
}

static void program(struct sim_gpu *gpu, struct sim_pixel_state *s)
{
   const struct sim_regs *r = &gpu->regs;
   s->rsrc2 = sim_sh_reg(r, R_00B02C_SPI_SHADER_PGM_RSRC2_PS);
   s->tmpring_size = ctx(gpu, R_0286E8_SPI_TMPRING_SIZE);
   s->num_user_sgprs = G_00B02C_USER_SGPR(s->rsrc2);
   if (s->num_user_sgprs > 16)
      s->num_user_sgprs = 16;
   user_sgprs(gpu, s);
   s->ps = sim_spi_program(gpu, SQ_PS);
   if (s->ps)
      s->ps = sq_program_link(gpu->programs, s->ps, s->user_sgpr, s->num_user_sgprs);
   s->ps_info = s->ps ? sq_program_info(s->ps) : NULL;
}

/* The state of the depth and colour units is large and rarely changes: snapshots share it. old: the last one or NULL. */
static bool units(struct sim_gpu *gpu, struct sim_pixel_state *s, const struct sim_pixel_state *old)
{
   const struct hw_chip *chip = gpu->chip;
   const bool keep_db = old && !(gpu->dirty & SIM_DIRTY_DB), keep_cb = old && !(gpu->dirty & SIM_DIRTY_CB);
   struct db_state *db = keep_db ? NULL : sim_arena_alloc(&gpu->workers[0].arena, DB_STATE_SIZE_B);
   struct cb_state *cb = keep_cb ? NULL : sim_arena_alloc(&gpu->workers[0].arena, CB_STATE_SIZE_B);
   if (db)
      db_state_init(db, gpu->mem, &gpu->regs, gpu->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode,
                    chip->gb_addr_config, &s->db_info, &gpu->expanded);
   else if (keep_db)
      s->db_info = old->db_info;
   if (cb)
      cb_state_init(cb, gpu->mem, &gpu->regs, gpu->gfx_level, chip->gb_tile_mode, chip->gb_macrotile_mode,
                    chip->gb_addr_config, &s->cb_info, &gpu->expanded);
   else if (keep_cb)
      s->cb_info = old->cb_info;
   s->db = keep_db ? old->db : db;
   s->cb = keep_cb ? old->cb : cb;
   return s->db && s->cb;
}

/* Whether the program needs to run only once for all pixels. */
static bool is_constant_color(const struct sim_pixel_state *s)
{
   return s->need_ps && !s->alpha_to_mask.enabled && !s->db_info.copies && s->ps_info->uniform_exports &&
      !s->ps_info->uses_kill && !s->late_z && !s->mask_export &&
          s->cb_info.active_mask && !G_00B02C_SCRATCH_EN(s->rsrc2) && cb_can_write_constant(s->cb);
}

/* Facts by which bin.c leaves out primitives that cannot be seen. */
static void visibility(const struct sim_gpu *gpu, struct sim_pixel_state *s, bool kills)
{
   const struct sq_program_info *ps = s->ps_info;
   bool every_sample = s->clip_rule == 0xffff && s->same_places && s->sample_mask[0] == (1u << (1u << s->log2_raster)) - 1;
   s->has_side_effects = s->db_info.writes || s->db_info.counts_samples || gpu->counts_pipeline || (ps && ps->writes_memory);
   s->occludes = s->need_ps && !s->db_info.copies && s->cb_info.active_mask && !s->cb_info.reads_dst && !s->db_info.active &&
      every_sample &&
              cb_takes_exports(s->cb, ps->mrt_mask) && !ps->uses_kill && !kills;
}

#define PIXEL_STATE (SIM_DIRTY_DB | SIM_DIRTY_CB | SIM_DIRTY_PIXEL | SIM_DIRTY_PS_SGPR)

bool sim_spi_pixel_state_is_stale(const struct sim_gpu *gpu)
{
   return !gpu->pixel || gpu->dirty & PIXEL_STATE;
}

bool sim_spi_update_pixel_state(struct sim_gpu *gpu)
{
   const uint32_t relevant = PIXEL_STATE;
   if (!sim_spi_pixel_state_is_stale(gpu))
      return true;
   struct sim_pixel_state *s = sim_arena_alloc(&gpu->workers[0].arena, sizeof *s);
   if (!s) {
      sim_lose(gpu, "no memory");
      return false;
   }
   const struct sim_pixel_state *old = gpu->pixel;
   if (old && (gpu->dirty & (relevant | SIM_DIRTY_SURFACE)) == SIM_DIRTY_PS_SGPR &&
       !(old->ps_info && old->ps_info->jumps)) { /* a draw with other constants */
      memcpy(s, old, sizeof *s);
      user_sgprs(gpu, s);
      gpu->pixel = s;
      gpu->dirty &= ~(uint32_t)SIM_DIRTY_PS_SGPR;
      return true;
   }
   if (!units(gpu, s, old)) {
      sim_lose(gpu, "no memory");
      return false;
   }
   program(gpu, s);
   samples(gpu, s);
   inputs(gpu, s);
   clip_rects(gpu, s);
   s->border_va = (uint64_t)ctx(gpu, R_028080_TA_BC_BASE_ADDR) << 8;
   if (gpu->gfx_level >= 7)
      s->border_va |= (uint64_t)(ctx(gpu, R_028084_TA_BC_BASE_ADDR_HI) & 0xff) << 40;

   uint32_t shader_control = ctx(gpu, R_02880C_DB_SHADER_CONTROL);
   s->z_export = G_02880C_Z_EXPORT_ENABLE(shader_control);
   s->stencil_export = G_02880C_STENCIL_TEST_VAL_EXPORT_ENABLE(shader_control);
   s->mask_export = G_02880C_MASK_EXPORT_ENABLE(shader_control);
   s->z_format = G_028710_Z_EXPORT_FORMAT(ctx(gpu, R_028710_SPI_SHADER_Z_FORMAT));
   s->early_z = s->db_info.active && s->db_info.early && !s->z_export && !s->stencil_export && !s->mask_export;
   s->late_z = s->db_info.active && !s->early_z;
   bool kills = G_02880C_KILL_ENABLE(shader_control) || s->z_export || s->stencil_export || s->mask_export || s->alpha_to_mask.enabled;
   s->need_ps = s->ps && (s->cb_info.active_mask || s->ps_info->writes_memory || (s->late_z && kills));
   s->constant_color = is_constant_color(s);
   s->by_sample = s->log2_samples || s->log2_raster || s->alpha_to_mask.enabled || s->db_info.copies || s->clip_rule != 0xffff ||
                  !s->same_places;
   s->knows_small = !s->by_sample && !s->sample_x[0][0] && !s->sample_y[0][0] && (s->sample_mask[0] & 1);
   visibility(gpu, s, kills);
   gpu->pixel = s;
   gpu->dirty &= ~(relevant | SIM_DIRTY_SURFACE);
   return true;
}
