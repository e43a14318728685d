/* si_tess.c: tessellation (facts D2, docs/tessellation.md): patches of a threadgroup, the registers that depend on them, and the
 * memory between the stages. HS waves write control points and values of patches to the off-chip buffer, a block of it per
 * threadgroup, and tess factors to a ring, where the VGT reads them. The VGT assigns the offsets in both. A context has one pair
 * of buffers, made for its first draw of patches; their size depends on the chip alone. */
#include "si_context.h"

#include "hw_regs.h"
#include "state/pipe_format_float.h"

#define WAVE_LANES 64
#define GROUP_LANES 256           /* of LS, and of HS: the most that the hardware takes */
#define GROUP_PATCHES 64          /* more gain nothing: 64 triangles are three full waves */
#define GROUP_LDS_B (32 * 1024)   /* above it threadgroups may hang */
#define TARGET_LDS_B (16 * 1024)  /* two threadgroups on a CU */
#define FACTOR_RING_SE_B (48 * 1024) /* of a shader engine */

static unsigned least(unsigned a, unsigned b)
{
   return a < b ? a : b;
}

unsigned si_tess_group_patches(const struct si_info *info, const struct si_tess_patch *p)
{
   const unsigned points = p->in_points > p->out_points ? p->in_points : p->out_points, block_B = 4 * info->offchip_block_dw;
   unsigned n = least(GROUP_LANES / points, GROUP_PATCHES), lanes;

   if (p->lds_B > GROUP_LDS_B || p->offchip_B > block_B)
      return 0;
   if (p->offchip_B)
      n = least(n, block_B / p->offchip_B);
   if (p->lds_B)
      n = least(n, TARGET_LDS_B / p->lds_B);
   if (info->hs_group_is_wave) /* the waves of larger groups lose their power management */
      n = least(n, WAVE_LANES / points);
   /* HS counts patch ids within a threadgroup, also where an instance ends. */
   if (info->tess_prim_id_one_patch && p->uses_primitive_id)
      n = 1;
   n = n ? n : 1;
   lanes = n * points;
   if (lanes > WAVE_LANES && WAVE_LANES - lanes % WAVE_LANES >= (points > 8 ? points : 8)) /* the last wave is nearly empty */
      n = lanes / WAVE_LANES * WAVE_LANES / points;
   return n;
}

uint32_t si_tf_param(const struct si_shader_info *tes)
{
   static const uint8_t types[] = {[SI_TESS_TRIANGLES] = V_028B6C_TESS_TRIANGLE, [SI_TESS_QUADS] = V_028B6C_TESS_QUAD,
                                   [SI_TESS_ISOLINES] = V_028B6C_TESS_ISOLINE};
   static const uint8_t partitionings[] = {[SI_TESS_EQUAL] = V_028B6C_PART_INTEGER,
                                           [SI_TESS_FRACTIONAL_ODD] = V_028B6C_PART_FRAC_ODD,
                                           [SI_TESS_FRACTIONAL_EVEN] = V_028B6C_PART_FRAC_EVEN};
   /* The hardware's clockwise is OpenGL's counter-clockwise: its v axis points down. */
   unsigned topology = tes->output_prim == PIPE_PRIM_POINTS  ? V_028B6C_OUTPUT_POINT
                       : tes->output_prim == PIPE_PRIM_LINES ? V_028B6C_OUTPUT_LINE
                       : tes->tess_is_ccw                    ? V_028B6C_OUTPUT_TRIANGLE_CW : V_028B6C_OUTPUT_TRIANGLE_CCW;

   return S_028B6C_TYPE(types[tes->tess.domain]) | S_028B6C_PARTITIONING(partitionings[tes->tess_spacing]) |
          S_028B6C_TOPOLOGY(topology);
}

static bool uses_primitive_id(const struct si_context *ctx)
{
   const struct si_shader *gs = ctx->stage[PIPE_SHADER_GEOMETRY].shader, *ps = ctx->stage[PIPE_SHADER_FRAGMENT].shader;
   bool uses = gs ? gs->info.uses_primitive_id : ps && ps->info.builtin_params >> PIPE_VARYING_PRIMITIVE_ID & 1;

   for (unsigned i = PIPE_SHADER_TESS_CTRL; i <= PIPE_SHADER_TESS_EVAL; i++)
      uses |= ctx->stage[i].shader && ctx->stage[i].shader->info.uses_primitive_id;
   return uses;
}

/* ---- memory ---- */

static bool make_rings(struct si_context *ctx)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   const struct si_info *info = &ctx->screen->info;
   struct si_rings *r = &ctx->rings;

   if (r->offchip && r->factors)
      return true;
   si_submit(ctx); /* their registers are part of the preamble */
   if (!r->offchip)
      r->offchip = ws->bo_create(ctx->ws, 4ull * info->offchip_block_dw * info->offchip_blocks, 256, WS_DOMAIN_VRAM, 0);
   if (!r->factors)
      r->factors = ws->bo_create(ctx->ws, (uint64_t)FACTOR_RING_SE_B * info->num_se, 256, WS_DOMAIN_VRAM, 0);
   if (!r->offchip || !r->factors) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for the rings of tessellation: draw dropped");
      return false;
   }
   ctx->internal_dirty = true;
   return true;
}

void si_emit_tess_rings(struct si_context *ctx)
{
   const struct si_info *info = &ctx->screen->info;
   const struct si_rings *r = &ctx->rings;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!r->offchip || !r->factors)
      return;
   const uint32_t size_dw = (uint32_t)(r->factors->size_B / 4), base = (uint32_t)(r->factors->va >> 8);
   if (info->has_uconfig) {
      pm4_set_uconfig_reg_seq(b, R_030938_VGT_TF_RING_SIZE, 3);
      pm4_emit(b, S_030938_SIZE(size_dw));
      pm4_emit(b, S_03093C_OFFCHIP_BUFFERING(info->offchip_blocks - info->offchip_count_minus_1) |
                     S_03093C_OFFCHIP_GRANULARITY(info->offchip_block_dw == 4096 ? V_03093C_X_4K_DWORDS : V_03093C_X_8K_DWORDS));
      pm4_emit(b, base);
   } else {
      pm4_set_config_reg(b, R_008988_VGT_TF_RING_SIZE, S_008988_SIZE(size_dw));
      pm4_set_config_reg(b, R_0089B0_VGT_HS_OFFCHIP_PARAM, S_0089B0_OFFCHIP_BUFFERING(info->offchip_blocks));
      pm4_set_config_reg(b, R_0089B8_VGT_TF_MEMORY_BASE, base);
   }
   si_cs_add_bo(ctx, r->offchip, WS_USAGE_READ | WS_USAGE_WRITE);
   si_cs_add_bo(ctx, r->factors, WS_USAGE_READ | WS_USAGE_WRITE);
}

void si_make_tess_descs(const struct si_context *ctx, uint32_t desc[SI_INTERNAL_COUNT * 4])
{
   const struct si_rings *r = &ctx->rings;

   if (!r->offchip || !r->factors)
      return;
   si_make_buffer_desc(ctx->screen, r->factors->va, (uint32_t)r->factors->size_B, 0, si_raw_buffer_word3(),
                       desc + 4 * SI_INTERNAL_TESS_FACTORS);
   si_make_buffer_desc(ctx->screen, r->offchip->va, (uint32_t)r->offchip->size_B, 0, si_raw_buffer_word3(),
                       desc + 4 * SI_INTERNAL_OFFCHIP);
}

void si_release_tess_rings(struct si_context *ctx)
{
   const struct ws_device_impl *ws = ctx->ws->impl;

   if (ctx->rings.offchip)
      ws->bo_unref(ctx->rings.offchip);
   if (ctx->rings.factors)
      ws->bo_unref(ctx->rings.factors);
   ctx->rings.offchip = ctx->rings.factors = NULL;
}

/* ---- state of draws ---- */

bool si_update_tess(struct si_context *ctx)
{
   const struct si_code *code = ctx->hw[SI_HW_HS].code;
   const struct si_info *info = &ctx->screen->info;
   struct si_tess t = {0};

   if (!code) {
      t.reuse_depth = info->vertex_reuse_depth;
      if (ctx->tess.patches) {
         ctx->tess = t;
         ctx->dirty |= SI_DIRTY_TESS;
      }
      return true;
   }
   const struct si_tcs_info *tcs = &code->bin.tcs;
   const struct si_shader_info *tes = &ctx->stage[PIPE_SHADER_TESS_EVAL].shader->info;
   const unsigned in = ctx->patch_vertices, out = tcs->out_points ? tcs->out_points : in;
   const struct si_tess_patch patch = {
      .in_points = in, .out_points = out, .lds_B = 4u * (in * tcs->lds_vertex_dw + tcs->lds_patch_dw),
      .offchip_B = 4u * (out * tcs->offchip_vertex_dw + tcs->offchip_values_dw), .uses_primitive_id = uses_primitive_id(ctx)};
   t.patches = si_tess_group_patches(info, &patch);
   if (!t.patches) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "a patch takes %u bytes of LDS and %u of the off-chip buffer: draw "
         "dropped", patch.lds_B,
                 patch.offchip_B);
      return false;
   }
   t.layout = t.patches << SI_TESS_NUM_PATCHES | in << SI_TESS_IN_POINTS | out << SI_TESS_OUT_POINTS;
   t.ls_hs_config = S_028B58_NUM_PATCHES(t.patches) | S_028B58_HS_NUM_INPUT_CP(in) | S_028B58_HS_NUM_OUTPUT_CP(out);
   t.tf_param = si_tf_param(tes);
   t.reuse_depth = tes->tess_spacing == SI_TESS_FRACTIONAL_ODD ? info->tess_odd_reuse_depth : info->vertex_reuse_depth;
   t.ls_lds_size = S_00B52C_LDS_SIZE((t.patches * patch.lds_B + info->ls_lds_unit_B - 1) / info->ls_lds_unit_B);
   t.uses_primitive_id = patch.uses_primitive_id;
   if (t.ls_lds_size != ctx->tess.ls_lds_size)
      ctx->dirty |= SI_DIRTY_LS;
   if (t.ls_hs_config != ctx->tess.ls_hs_config || t.tf_param != ctx->tess.tf_param || t.reuse_depth != ctx->tess.reuse_depth)
      ctx->dirty |= SI_DIRTY_TESS;
   ctx->tess = t;
   return make_rings(ctx);
}

void si_emit_tess(struct si_context *ctx)
{
   const struct si_tess *t = &ctx->tess;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!t->reuse_depth)
      return; /* nothing was tessellated yet */
   pm4_set_context_reg(b, R_028C58_VGT_VERTEX_REUSE_BLOCK_CNTL, t->reuse_depth);
   if (!t->patches)
      return;
   if (ctx->screen->info.has_ls_hs_config_index)
      pm4_set_context_reg_index(b, R_028B58_VGT_LS_HS_CONFIG, 2, t->ls_hs_config);
   else
      pm4_set_context_reg(b, R_028B58_VGT_LS_HS_CONFIG, t->ls_hs_config);
   pm4_set_context_reg(b, R_028B6C_VGT_TF_PARAM, t->tf_param);
}

void si_set_tess_sgprs(struct si_context *ctx)
{
   const enum si_hw_stage eval = ctx->map.copy ? SI_HW_ES : SI_HW_VS;

   si_set_sgpr(ctx, SI_HW_HS, SI_SGPR_TCS_LAYOUT, ctx->tess.layout);
   si_set_sgpr(ctx, eval, SI_SGPR_TES_LAYOUT, ctx->tess.layout);
   if (ctx->map.api[SI_HW_HS] != PIPE_SHADER_TESS_EVAL)
      return;
   for (unsigned i = 0; i < 4; i++)
      si_set_sgpr(ctx, SI_HW_HS, SI_SGPR_TCS_LEVELS + i, pipe_float_bits(ctx->tess_outer[i]));
   for (unsigned i = 0; i < 2; i++)
      si_set_sgpr(ctx, SI_HW_HS, SI_SGPR_TCS_LEVELS + 4 + i, pipe_float_bits(ctx->tess_inner[i]));
}

void si_set_patch_vertices(struct pipe_context *base, unsigned count)
{
   struct si_context *ctx = si_context(base);

   if (ctx->patch_vertices == count)
      return;
   ctx->patch_vertices = count;
   ctx->shaders_dirty = true; /* si_update_tess */
}

void si_set_tess_levels(struct pipe_context *base, const float outer[4], const float inner[2])
{
   struct si_context *ctx = si_context(base);

   for (unsigned i = 0; i < 4; i++)
      ctx->tess_outer[i] = outer[i];
   for (unsigned i = 0; i < 2; i++)
      ctx->tess_inner[i] = inner[i];
}
