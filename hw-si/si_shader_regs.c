/* si_shader_regs.c: registers that follow from a compiled shader, packed once (si_pack_shader_regs), and the emission of
 * the hardware stages and of the table that maps pixel inputs to parameters (facts B1, B3, B4). */
#include "si_context.h"

#include "hw_regs.h"

/* CUT_MODE: the bits that the VGT reserves for ends of strips, per lane. */
static uint32_t gs_mode(unsigned max_vertices)
{
   unsigned cut = max_vertices <= 128   ? V_028A40_GS_CUT_128
                  : max_vertices <= 256 ? V_028A40_GS_CUT_256
                  : max_vertices <= 512 ? V_028A40_GS_CUT_512 : V_028A40_GS_CUT_1024;

   return S_028A40_MODE(V_028A40_GS_SCENARIO_G) | S_028A40_CUT_MODE(cut) | S_028A40_ES_WRITE_OPTIMIZE(1) |
          S_028A40_GS_WRITE_OPTIMIZE(1);
}

static void pack_vs(struct si_stage_regs *r, const struct si_shader_binary *bin)
{
   const struct si_export_info *exp = &bin->exp;
   unsigned params = exp->num_params ? exp->num_params : 1; /* the hardware exports at least one */
   uint8_t distances = exp->clip_dist_mask | exp->cull_dist_mask;
   bool misc = exp->writes_psize || exp->writes_edgeflag || exp->writes_layer || exp->writes_viewport;

   r->spi_vs_out_config = S_0286C4_VS_EXPORT_COUNT(params - 1);
   for (unsigned i = 0; i < 4; i++)
      r->spi_pos_format |= (i == 0 || i < exp->num_pos_exports ? V_02870C_SPI_SHADER_4COMP : V_02870C_SPI_SHADER_NONE)
                           << (4 * i);
   r->pa_cl_vs_out_cntl = S_02881C_USE_VTX_POINT_SIZE(exp->writes_psize) |
                          S_02881C_USE_VTX_EDGE_FLAG(exp->writes_edgeflag) |
                          S_02881C_USE_VTX_RENDER_TARGET_INDX(exp->writes_layer) |
                          S_02881C_USE_VTX_VIEWPORT_INDX(exp->writes_viewport) | S_02881C_VS_OUT_MISC_VEC_ENA(misc) |
                          S_02881C_VS_OUT_MISC_SIDE_BUS_ENA(misc) |
                          S_02881C_VS_OUT_CCDIST0_VEC_ENA((distances & 0x0f) != 0) |
                          S_02881C_VS_OUT_CCDIST1_VEC_ENA((distances & 0xf0) != 0);
   r->vgt_primitiveid_en = bin->vs.uses_primitive_id;
   r->vgt_gs_mode = S_028A40_MODE(bin->vs.uses_primitive_id ? V_028A40_GS_SCENARIO_A : V_028A40_GS_OFF);
   if (bin->gs.max_vertices) /* a copy shader */
      r->vgt_gs_mode = gs_mode(bin->gs.max_vertices);
   r->vgt_reuse_off = S_028AB4_REUSE_OFF(exp->writes_viewport);
}

static void pack_gs(struct si_stage_regs *r, const struct si_gs_info *gs)
{
   uint32_t offset_dw = 0;

   for (unsigned i = 0; i < 3; i++) {
      offset_dw += (uint32_t)gs->gsvs_vertex_dw[i] * gs->max_vertices;
      r->gsvs_ring_offset[i] = S_028A60_OFFSET(offset_dw);
   }
   r->gs_out_prim_type = gs->output_prim == PIPE_PRIM_POINTS       ? V_028A6C_POINTLIST
                         : gs->output_prim == PIPE_PRIM_LINE_STRIP ? V_028A6C_LINESTRIP : V_028A6C_TRISTRIP;
   r->esgs_ring_itemsize = S_028AAC_ITEMSIZE(gs->esgs_item_dw);
   r->gsvs_ring_itemsize = S_028AB0_ITEMSIZE(si_gsvs_lane_dw(gs));
   r->gs_instance_cnt = S_028B90_ENABLE(1) | S_028B90_CNT(gs->invocations);
}

static void pack_ps(struct si_stage_regs *r, const struct si_shader_binary *bin)
{
   /* With early tests the shader's depth and stencil have no effect (GLSL 4.60, 4.4.1.3). */
   const bool early = bin->ps.early_fragment_tests, writes_z = bin->ps.writes_z && !early, writes_stencil = bin->ps.writes_stencil && !early;
   const bool late = !early && (writes_z || writes_stencil || bin->ps.writes_samplemask || bin->ps.reads_zs || bin->writes_memory);

   r->ps_input_ena = bin->ps.input_ena;
   r->ps_input_addr = bin->ps.input_addr;
   r->ps_in_control = S_0286D8_NUM_INTERP(bin->ps.num_inputs);
   /* Where gl_FragCoord is: at the pixel's centre, or at the sample that is shaded. */
   r->baryc_cntl = S_0286E0_FRONT_FACE_ALL_BITS(1) | S_0286E0_POS_FLOAT_LOCATION(bin->ps.uses_sample_shading ? 2 : 0);
   r->z_format = bin->ps.z_format;
   r->col_format = bin->ps.col_format_exported;
   if (!r->col_format && !r->z_format)
      r->col_format = V_028714_SPI_SHADER_32_R; /* else the hardware ignores kills: facts B4 */
   r->db_shader_control = S_02880C_Z_EXPORT_ENABLE(writes_z) |
                          S_02880C_STENCIL_TEST_VAL_EXPORT_ENABLE(writes_stencil) |
                          S_02880C_MASK_EXPORT_ENABLE(bin->ps.writes_samplemask) |
                          S_02880C_KILL_ENABLE(bin->ps.uses_kill) |
                          S_02880C_Z_ORDER(late ? V_02880C_LATE_Z : V_02880C_EARLY_Z_THEN_LATE_Z) |
                          S_02880C_EXEC_ON_HIER_FAIL(bin->writes_memory) |
                          S_02880C_EXEC_ON_NOOP(bin->writes_memory) |
                          S_02880C_DEPTH_BEFORE_SHADER(bin->ps.early_fragment_tests);
}

void si_pack_code_address(struct si_code *code)
{
   code->regs.pgm_lo = (uint32_t)(code->va >> 8);
   code->regs.pgm_hi = (uint32_t)(code->va >> 40);
}

void si_pack_shader_regs(struct si_code *code, enum si_hw_stage hw)
{
   struct si_stage_regs *r = &code->regs;

   si_pack_code_address(code);
   r->rsrc1 = code->bin.rsrc1;
   r->rsrc2 = code->bin.rsrc2;
   if (hw == SI_HW_VS)
      pack_vs(r, &code->bin);
   else if (hw == SI_HW_GS)
      pack_gs(r, &code->bin.gs);
   else if (hw == SI_HW_PS)
      pack_ps(r, &code->bin);
}

/* Channels that each colour buffer gets. Indexed by buffer, unlike exports, which are numbered without holes. */
uint32_t si_cb_shader_mask(uint32_t col_format, uint8_t colors_written, bool broadcast)
{
   static const uint8_t channels[16] = {[V_028714_SPI_SHADER_32_R] = 0x1, [V_028714_SPI_SHADER_32_GR] = 0x3,
      [V_028714_SPI_SHADER_32_AR] = 0x9, [V_028714_SPI_SHADER_FP16_ABGR] = 0xf, [V_028714_SPI_SHADER_UNORM16_ABGR] = 0xf,
      [V_028714_SPI_SHADER_SNORM16_ABGR] = 0xf, [V_028714_SPI_SHADER_UINT16_ABGR] = 0xf,
      [V_028714_SPI_SHADER_SINT16_ABGR] = 0xf, [V_028714_SPI_SHADER_32_ABGR] = 0xf};
   uint32_t mask = 0;

   if (broadcast && colors_written & 1)
      colors_written = 0xff;
   for (unsigned i = 0; i < 8; i++)
      if (colors_written >> i & 1)
         mask |= (uint32_t)channels[col_format >> (4 * i) & 0xf] << (4 * i);
   return mask;
}

/* Address and resources (RSRC) of a stage's code; rsrc2: bits that the draw adds to RSRC2. */
static void emit_program(struct si_context *ctx, enum si_hw_stage hw, const struct si_code *code, uint32_t rsrc2)
{
   static const uint32_t pgm_lo[] = {
      [SI_HW_LS] = R_00B520_SPI_SHADER_PGM_LO_LS, [SI_HW_HS] = R_00B420_SPI_SHADER_PGM_LO_HS,
      [SI_HW_ES] = R_00B320_SPI_SHADER_PGM_LO_ES, [SI_HW_GS] = R_00B220_SPI_SHADER_PGM_LO_GS,
      [SI_HW_VS] = R_00B120_SPI_SHADER_PGM_LO_VS, [SI_HW_PS] = R_00B020_SPI_SHADER_PGM_LO_PS,
   };
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_sh_reg_seq(b, pgm_lo[hw], 4);
   pm4_emit(b, code->regs.pgm_lo);
   pm4_emit(b, code->regs.pgm_hi);
   pm4_emit(b, code->regs.rsrc1);
   pm4_emit(b, code->regs.rsrc2 | rsrc2);
   si_cs_add_bo(ctx, code->block->bo, WS_USAGE_READ);
}

void si_emit_code_vs(struct si_context *ctx, const struct si_code *vs, bool window_space)
{
   struct pm4_buf *b = &ctx->cs.buf;

   emit_program(ctx, SI_HW_VS, vs, 0);
   pm4_set_context_reg(b, R_0286C4_SPI_VS_OUT_CONFIG, vs->regs.spi_vs_out_config);
   pm4_set_context_reg(b, R_02870C_SPI_SHADER_POS_FORMAT, vs->regs.spi_pos_format);
   pm4_set_context_reg(b, R_028818_PA_CL_VTE_CNTL,
                       window_space ? S_028818_VTX_XY_FMT(1) | S_028818_VTX_Z_FMT(1)
                                    : S_028818_VTX_W0_FMT(1) | S_028818_VPORT_X_SCALE_ENA(1) |
                                         S_028818_VPORT_X_OFFSET_ENA(1) | S_028818_VPORT_Y_SCALE_ENA(1) |
                                         S_028818_VPORT_Y_OFFSET_ENA(1) | S_028818_VPORT_Z_SCALE_ENA(1) |
                                         S_028818_VPORT_Z_OFFSET_ENA(1));
   pm4_set_context_reg(b, R_028A84_VGT_PRIMITIVEID_EN, vs->regs.vgt_primitiveid_en);
   pm4_set_context_reg(b, R_028A40_VGT_GS_MODE, vs->regs.vgt_gs_mode);
   pm4_set_context_reg(b, R_028AB4_VGT_REUSE_OFF, vs->regs.vgt_reuse_off);
}

void si_emit_code_ps(struct si_context *ctx, const struct si_code *ps)
{
   struct pm4_buf *b = &ctx->cs.buf;

   emit_program(ctx, SI_HW_PS, ps, 0);
   pm4_set_context_reg_seq(b, R_0286CC_SPI_PS_INPUT_ENA, 2);
   pm4_emit(b, ps->regs.ps_input_ena);
   pm4_emit(b, ps->regs.ps_input_addr);
   pm4_set_context_reg(b, R_0286D8_SPI_PS_IN_CONTROL, ps->regs.ps_in_control);
   pm4_set_context_reg(b, R_0286E0_SPI_BARYC_CNTL, ps->regs.baryc_cntl);
   pm4_set_context_reg_seq(b, R_028710_SPI_SHADER_Z_FORMAT, 2);
   pm4_emit(b, ps->regs.z_format);
   pm4_emit(b, ps->regs.col_format);
   pm4_set_context_reg(b, R_02823C_CB_SHADER_MASK, ps->regs.cb_shader_mask);
}

#define PREFETCH_LEAST_B 1024
#define PREFETCH_ALIGN_B 32

bool si_prefetch_code(struct si_context *ctx, enum si_hw_stage hw, const struct si_code *code)
{
   const uint32_t size_B = (code->bin.code_B + PREFETCH_ALIGN_B - 1) & ~(PREFETCH_ALIGN_B - 1u);

   if (size_B < PREFETCH_LEAST_B || (hw != SI_HW_VS && hw != SI_HW_PS) || !ctx->screen->info.has_dma_data || !si_cs_begin(ctx))
      return false;
   emit_program(ctx, hw, code, 0);
   ctx->dirty |= SI_DIRTY_HW(hw);
   pm4_dma_data(&ctx->cs.buf, &(struct pm4_dma_data){.src = code->va, .dst = code->va, .byte_count = size_B,
                                                     .src_sel = PM4_DMA_DATA_SRC_SEL_MEMORY_L2, .dst_sel = PM4_DMA_DATA_DST_SEL_MEMORY_L2});
   return true;
}

/* Atoms of the stages before the last vertex stage; nothing for a stage that is off. */
static void emit_stage(struct si_context *ctx, enum si_hw_stage hw)
{
   if (ctx->hw[hw].code)
      emit_program(ctx, hw, ctx->hw[hw].code, 0);
}

void si_emit_ls(struct si_context *ctx)
{
   const struct si_code *ls = ctx->hw[SI_HW_LS].code;

   if (!ls)
      return;
   if (ctx->screen->info.ls_rsrc2_twice) /* with a write of another register of LS in between */
      pm4_set_sh_reg(&ctx->cs.buf, R_00B52C_SPI_SHADER_PGM_RSRC2_LS, ls->regs.rsrc2 | ctx->tess.ls_lds_size);
   emit_program(ctx, SI_HW_LS, ls, ctx->tess.ls_lds_size);
}

void si_emit_hs(struct si_context *ctx)
{
   emit_stage(ctx, SI_HW_HS);
}

void si_emit_es(struct si_context *ctx)
{
   emit_stage(ctx, SI_HW_ES);
}

void si_emit_gs(struct si_context *ctx)
{
   const struct si_code *gs = ctx->hw[SI_HW_GS].code;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!gs)
      return;
   emit_program(ctx, SI_HW_GS, gs, 0);
   pm4_set_context_reg_seq(b, R_028A60_VGT_GSVS_RING_OFFSET_1, 4);
   pm4_emit_array(b, gs->regs.gsvs_ring_offset, 3);
   pm4_emit(b, gs->regs.gs_out_prim_type);
   pm4_set_context_reg_seq(b, R_028AAC_VGT_ESGS_RING_ITEMSIZE, 2);
   pm4_emit(b, gs->regs.esgs_ring_itemsize);
   pm4_emit(b, gs->regs.gsvs_ring_itemsize);
   pm4_set_context_reg(b, R_028B38_VGT_GS_MAX_VERT_OUT, gs->bin.gs.max_vertices);
   pm4_set_context_reg_seq(b, R_028B5C_VGT_GS_VERT_ITEMSIZE, 4);
   for (unsigned i = 0; i < 4; i++)
      pm4_emit(b, gs->bin.gs.gsvs_vertex_dw[i]);
   pm4_set_context_reg(b, R_028B90_VGT_GS_INSTANCE_CNT, gs->regs.gs_instance_cnt);
}

void si_emit_vs(struct si_context *ctx)
{
   si_emit_code_vs(ctx, ctx->hw[SI_HW_VS].code, false);
}

void si_emit_ps(struct si_context *ctx)
{
   si_emit_code_ps(ctx, ctx->hw[SI_HW_PS].code);
}

static uint32_t input_cntl(const struct si_ps_input *in, const struct si_shader_binary *vs, bool flatshade, uint32_t sprite_coords)
{
   const bool sprite = in->location < 32 && sprite_coords >> in->location & 1;
   uint32_t v = S_028644_FLAT_SHADE(in->flat || (in->is_color && flatshade)) | S_028644_PT_SPRITE_TEX(sprite);
   unsigned param = in->location < PIPE_VARYING_COUNT ? vs->exp.param[in->location] : SI_PARAM_NONE;

   if (in->location == PIPE_VARYING_POINT_COORD)
      return S_028644_PT_SPRITE_TEX(1);
   if (param == SI_PARAM_NONE || param >= vs->exp.num_params)
      return v | S_028644_OFFSET(0x20) | S_028644_DEFAULT_VAL(in->default_val);
   return v | S_028644_OFFSET(param);
}

void si_emit_inputs(struct si_context *ctx, const struct si_code *vs, const struct si_code *ps, bool flatshade, uint32_t sprite_coords)
{
   unsigned count = ps->bin.ps.num_inputs < 32 ? ps->bin.ps.num_inputs : 32;
   bool same = ctx->spi_map_count != ~0u && ctx->spi_map_count >= count;

   for (unsigned i = 0; i < count; i++) {
      uint32_t v = input_cntl(&ps->bin.ps.input[i], &vs->bin, flatshade, sprite_coords);
      same = same && ctx->spi_map[i] == v;
      ctx->spi_map[i] = v;
   }
   if (same || !count)
      return;
   ctx->spi_map_count = count;
   pm4_set_context_reg_seq(&ctx->cs.buf, R_028644_SPI_PS_INPUT_CNTL_0, count);
   pm4_emit_array(&ctx->cs.buf, ctx->spi_map, count);
}

void si_emit_spi_map(struct si_context *ctx)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;

   si_emit_inputs(ctx, ctx->hw[SI_HW_VS].code, ctx->hw[SI_HW_PS].code, s && s->flatshade, s ? s->sprite_coord_enable : 0);
}
