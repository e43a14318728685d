/* si_preamble.c: the registers that never change, written at the start of every submission (between submissions, other
 * contexts use the GPU). On GFX7+ CLEAR_STATE has set everything that is not named here to the values of
 * clearstate.json; GFX6 has no working CLEAR_STATE, so the list is complete enough for both. */
#include "si_context.h"

#include "hw_regs.h"

/* Context registers that draws assume; value 0 unless said. */
static const struct { uint32_t reg, value; } constants[] = {
   {R_028200_PA_SC_WINDOW_OFFSET, 0},
   {R_02820C_PA_SC_CLIPRECT_RULE, 0xffff},
   {R_028230_PA_SC_EDGERULE, SI_EDGERULE_TOP},
   {R_028234_PA_SU_HARDWARE_SCREEN_OFFSET, 0},
   {R_028240_PA_SC_GENERIC_SCISSOR_TL, S_028240_WINDOW_OFFSET_DISABLE(1)},
   {R_028244_PA_SC_GENERIC_SCISSOR_BR, S_028244_BR_X(16384) | S_028244_BR_Y(16384)},
   {R_028030_PA_SC_SCREEN_SCISSOR_TL, 0},
   {R_028034_PA_SC_SCREEN_SCISSOR_BR, S_028034_BR_X(16384) | S_028034_BR_Y(16384)},
   {R_028820_PA_CL_NANINF_CNTL, 0},
   {R_028AC0_DB_SRESULTS_COMPARE_STATE0, 0},
   {R_028AC4_DB_SRESULTS_COMPARE_STATE1, 0},
   {R_028AC8_DB_PRELOAD_CONTROL, 0},
   {R_028400_VGT_MAX_VTX_INDX, 0xffffffff},
   {R_028404_VGT_MIN_VTX_INDX, 0},
   {R_028408_VGT_INDX_OFFSET, 0},
   {R_028A10_VGT_OUTPUT_PATH_CNTL, 0},
   {R_028A14_VGT_HOS_CNTL, 0},
   {R_028A20_VGT_HOS_REUSE_DEPTH, 0},
   {R_028A40_VGT_GS_MODE, 0},
   {R_028A54_VGT_GS_PER_ES, SI_GS_PER_ES},
   {R_028A58_VGT_ES_PER_GS, 64},
   {R_028A5C_VGT_GS_PER_VS, 2},
   {R_028A8C_VGT_PRIMITIVEID_RESET, 0},
   {R_028AA0_VGT_INSTANCE_STEP_RATE_0, 1},
   {R_028AA4_VGT_INSTANCE_STEP_RATE_1, 1},
   {R_028AB8_VGT_VTX_CNT_EN, 0},
   {R_028B54_VGT_SHADER_STAGES_EN, 0},
   {R_028B94_VGT_STRMOUT_CONFIG, 0},
   {R_028B98_VGT_STRMOUT_BUFFER_CONFIG, 0},
   {R_028BD4_PA_SC_CENTROID_PRIORITY_0, 0x76543210},
   {R_028BD8_PA_SC_CENTROID_PRIORITY_1, 0xfedcba98},
   {R_028020_DB_DEPTH_BOUNDS_MIN, 0},
   {R_028024_DB_DEPTH_BOUNDS_MAX, 0x3f800000},
   {R_0286D8_SPI_PS_IN_CONTROL, 0},
   {R_0286D4_SPI_INTERP_CONTROL_0, S_0286D4_FLAT_SHADE_ENA(1)}, /* without it no attribute is flat: rectangles' integers are */
   {R_028804_DB_EQAA, S_028804_HIGH_QUALITY_INTERSECTIONS(1) | S_028804_INCOHERENT_EQAA_READS(1) |
                      S_028804_INTERPOLATE_COMP_Z(1) | S_028804_STATIC_ANCHOR_ASSOCIATIONS(1)},
   {R_028BE0_PA_SC_AA_CONFIG, 0},
   {R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0, 0},
   {R_028C08_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y0_0, 0},
   {R_028C18_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y1_0, 0},
   {R_028C28_PA_SC_AA_SAMPLE_LOCS_PIXEL_X1Y1_0, 0},
   {R_028ABC_DB_HTILE_SURFACE, 0},
   {R_028BDC_PA_SC_LINE_CNTL, 0},
};

/* Which shader engines the next register writes reach. */
static void select_se(struct pm4_buf *b, const struct si_info *info, uint32_t se)
{
   const uint32_t index = se | S_00802C_SH_BROADCAST_WRITES(1) | S_00802C_INSTANCE_BROADCAST_WRITES(1);

   if (info->has_uconfig)
      pm4_set_uconfig_reg(b, R_030800_GRBM_GFX_INDEX, index);
   else
      pm4_set_config_reg(b, R_00802C_GRBM_GFX_INDEX, index);
}

static void emit_raster_config(struct pm4_buf *b, const struct si_info *info)
{
   const struct si_raster_config *raster = &info->raster;

   if (!raster->is_harvested) {
      pm4_set_context_reg(b, R_028350_PA_SC_RASTER_CONFIG, raster->config[0]);
   } else {
      for (unsigned se = 0; se < info->num_se; se++) {
         select_se(b, info, S_00802C_SE_INDEX(se));
         pm4_set_context_reg(b, R_028350_PA_SC_RASTER_CONFIG, raster->config[se]);
      }
      select_se(b, info, S_00802C_SE_BROADCAST_WRITES(1));
   }
   if (info->has_raster_config_1)
      pm4_set_context_reg(b, R_028354_PA_SC_RASTER_CONFIG_1, raster->config_1);
}

void si_emit_preamble(struct si_context *ctx)
{
   const struct si_info *info = &ctx->screen->info;
   static const uint32_t all_cus[2] = {~0u, ~0u};
   struct pm4_buf *b = &ctx->cs.buf;
   uint32_t start = b->count;

   /* Neither load nor shadow registers. */
   pm4_context_control(b, &(struct pm4_context_control){.load_control_update = true, .shadow_control_update = true});
   if (info->has_clear_state)
      pm4_clear_state(b, &(struct pm4_clear_state){0});
   for (unsigned i = 0; i < sizeof(constants) / sizeof(constants[0]); i++)
      pm4_set_context_reg(b, constants[i].reg, constants[i].value);

   pm4_set_context_reg_seq(b, R_028A18_VGT_HOS_MAX_TESS_LEVEL, 2);
   pm4_emit_float(b, 64);
   pm4_emit_float(b, 0);
   pm4_set_context_reg(b, R_028C58_VGT_VERTEX_REUSE_BLOCK_CNTL, info->vertex_reuse_depth);
   pm4_set_context_reg(b, R_028C5C_VGT_OUT_DEALLOC_CNTL, info->vertex_reuse_depth + 2);
   emit_raster_config(b, info);
   if (info->has_rsrc3) {
      pm4_set_sh_reg_index(b, R_00B01C_SPI_SHADER_PGM_RSRC3_PS, 3, S_00B01C_CU_EN(0xffff));
      pm4_set_sh_reg_index(b, R_00B118_SPI_SHADER_PGM_RSRC3_VS, 3, S_00B118_CU_EN(0xffff));
      pm4_set_sh_reg_index(b, R_00B21C_SPI_SHADER_PGM_RSRC3_GS, 3, S_00B21C_CU_EN(0xffff));
      pm4_set_sh_reg_index(b, R_00B31C_SPI_SHADER_PGM_RSRC3_ES, 3, S_00B31C_CU_EN(0xffff));
      pm4_set_sh_reg_index(b, R_00B51C_SPI_SHADER_PGM_RSRC3_LS, 3, S_00B51C_CU_EN(0xffff));
      pm4_set_sh_reg(b, R_00B41C_SPI_SHADER_PGM_RSRC3_HS, 0);
      pm4_set_sh_reg(b, R_00B11C_SPI_SHADER_LATE_ALLOC_VS, 0);
   }
   /* All CUs take workgroups. The CP of GFX6 does not set the start of the grid. */
   pm4_set_sh_reg_compute_seq(b, R_00B810_COMPUTE_START_X, 3);
   pm4_emit_array(b, (const uint32_t[3]){0}, 3);
   pm4_set_sh_reg_compute_seq(b, R_00B858_COMPUTE_STATIC_THREAD_MGMT_SE0, 2);
   pm4_emit_array(b, all_cus, 2);
   if (info->has_compute_se23) {
      pm4_set_sh_reg_compute_seq(b, R_00B864_COMPUTE_STATIC_THREAD_MGMT_SE2, 2);
      pm4_emit_array(b, all_cus, 2);
   } else {
      pm4_set_sh_reg_compute(b, R_00B82C_COMPUTE_MAX_WAVE_ID, S_00B82C_MAX_WAVE_ID(0x190));
   }
   pm4_set_context_reg(b, R_02882C_PA_SU_PRIM_FILTER_CNTL, S_02882C_XMAX_RIGHT_EXCLUSION(info->has_prim_filter) |
                                                              S_02882C_YMAX_BOTTOM_EXCLUSION(info->has_prim_filter));
   if (info->has_gs_onchip) /* Bonaire hangs with 0, even without geometry shaders; on-chip rings are not used */
      pm4_set_context_reg(b, R_028A44_VGT_GS_ONCHIP_CNTL, S_028A44_ES_VERTS_PER_SUBGRP(64) | S_028A44_GS_PRIMS_PER_SUBGRP(4));
   if (info->has_tess_distribution)
      pm4_set_context_reg(b, R_028B50_VGT_TESS_DISTRIBUTION, 0);

   /* Compute shaders have a separate base address of border colours. */
   const uint64_t border_va = ctx->screen->border_bo->va;
   pm4_set_context_reg(b, R_028080_TA_BC_BASE_ADDR, border_va >> 8);
   if (info->border_color_hi) {
      pm4_set_context_reg(b, R_028084_TA_BC_BASE_ADDR_HI, border_va >> 40);
      pm4_set_uconfig_reg_seq(b, R_030E00_TA_CS_BC_BASE_ADDR, 2);
      pm4_emit(b, border_va >> 8);
      pm4_emit(b, border_va >> 40);
   } else {
      pm4_set_config_reg(b, R_00950C_TA_CS_BC_BASE_ADDR, border_va >> 8);
   }
   si_cs_add_bo(ctx, ctx->screen->border_bo, WS_USAGE_READ);

   si_emit_rings(ctx);

   assert(b->count - start <= SI_PREAMBLE_DW);
   (void)start;
   ctx->flush |= SI_INV_ICACHE | SI_INV_KCACHE | SI_INV_L1 | SI_INV_L2;
   ctx->dirty = SI_DIRTY_ALL;
   ctx->last.prim = ctx->last.multi_vgt = ctx->last.restart_en = ctx->last.instances = ctx->last.index_type =
      ctx->last.line_stipple = ~0u;
   ctx->last.restart_known = false;
   ctx->spi_map_count = ~0u;
   ctx->fb.emitted_count = info->has_clear_state ? 0 : PIPE_MAX_COLOR_BUFS;
   ctx->last.stages_en = 0; /* one of the constants */
   ctx->predicate_set = false;
   for (unsigned i = 0; i < SI_HW_COUNT; i++)
      ctx->hw[i].sgprs.valid = 0;
}
