/* si_draw.c: draws. The common path tests dirty bits, copies changed descriptors, compares a few register values with the
 * last ones and emits the draw packet. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "state/pipe_format_float.h"

static const uint8_t prims[PIPE_PRIM_MAX] = {
   [PIPE_PRIM_POINTS] = V_008958_DI_PT_POINTLIST,
   [PIPE_PRIM_LINES] = V_008958_DI_PT_LINELIST,
   [PIPE_PRIM_LINE_LOOP] = V_008958_DI_PT_LINELOOP,
   [PIPE_PRIM_LINE_STRIP] = V_008958_DI_PT_LINESTRIP,
   [PIPE_PRIM_TRIANGLES] = V_008958_DI_PT_TRILIST,
   [PIPE_PRIM_TRIANGLE_STRIP] = V_008958_DI_PT_TRISTRIP,
   [PIPE_PRIM_TRIANGLE_FAN] = V_008958_DI_PT_TRIFAN,
   [PIPE_PRIM_QUADS] = V_008958_DI_PT_QUADLIST,
   [PIPE_PRIM_QUAD_STRIP] = V_008958_DI_PT_QUADSTRIP,
   [PIPE_PRIM_POLYGON] = V_008958_DI_PT_POLYGON,
   [PIPE_PRIM_LINES_ADJACENCY] = V_008958_DI_PT_LINELIST_ADJ,
   [PIPE_PRIM_LINE_STRIP_ADJACENCY] = V_008958_DI_PT_LINESTRIP_ADJ,
   [PIPE_PRIM_TRIANGLES_ADJACENCY] = V_008958_DI_PT_TRILIST_ADJ,
   [PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY] = V_008958_DI_PT_TRISTRIP_ADJ,
   [PIPE_PRIM_PATCHES] = V_008958_DI_PT_PATCH,
};

void si_emit_atoms(struct si_context *ctx)
{
   static const struct { void (*emit)(struct si_context *); uint32_t max_dw; } atoms[SI_ATOM_COUNT] = {
#define SI_ATOM(name, emit, max_dw) {emit, max_dw},
#include "si_dirty.def"
#undef SI_ATOM
   };

   for (uint32_t dirty = ctx->dirty; dirty; dirty &= dirty - 1) {
      unsigned atom = __builtin_ctz(dirty);
      uint32_t before_dw = ctx->cs.buf.count;
      atoms[atom].emit(ctx);
      assert(ctx->cs.buf.count - before_dw <= atoms[atom].max_dw);
      (void)before_dw;
   }
   ctx->dirty = 0;
}

/* The pattern of stippled lines begins anew with each line of a list, else with each draw (OpenGL 2.1, 3.4.2). */
static uint32_t line_stipple(const struct si_context *ctx, unsigned prim)
{
   const struct pipe_rasterizer_state *s = ctx->raster ? &ctx->raster->state : NULL;
   if (!s || !s->line_stipple_enable)
      return ctx->last.line_stipple;
   return S_028A0C_LINE_PATTERN(s->line_stipple_pattern) | S_028A0C_REPEAT_COUNT(s->line_stipple_factor) |
          S_028A0C_AUTO_RESET_CNTL(prim == V_008958_DI_PT_LINELIST ? 1 : 2);
}

/* Registers that belong to the draw itself. */
void si_emit_draw_regs(struct si_context *ctx, unsigned prim, uint32_t multi_vgt, uint32_t stages_en, bool restart,
                       uint32_t restart_index, uint32_t instances)
{
   const struct si_info *info = &ctx->screen->info;
   struct pm4_buf *b = &ctx->cs.buf;

   if (ctx->last.prim != prim) {
      if (info->has_uconfig)
         pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, prim);
      else
         pm4_set_config_reg(b, R_008958_VGT_PRIMITIVE_TYPE, prim);
      ctx->last.prim = prim;
   }
   if (ctx->last.multi_vgt != multi_vgt) {
      if (info->has_ia_multi_vgt_index)
         pm4_set_context_reg_index(b, R_028AA8_IA_MULTI_VGT_PARAM, 1, multi_vgt);
      else
         pm4_set_context_reg(b, R_028AA8_IA_MULTI_VGT_PARAM, multi_vgt);
      ctx->last.multi_vgt = multi_vgt;
   }
   if (ctx->last.stages_en != stages_en) {
      pm4_set_context_reg(b, R_028B54_VGT_SHADER_STAGES_EN, stages_en);
      ctx->last.stages_en = stages_en;
   }
   if (ctx->last.restart_en != restart) {
      pm4_set_context_reg(b, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, restart);
      ctx->last.restart_en = restart;
   }
   if (restart && (!ctx->last.restart_known || ctx->last.restart_index != restart_index)) {
      pm4_set_context_reg(b, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, restart_index);
      ctx->last.restart_index = restart_index;
      ctx->last.restart_known = true;
   }
   if (ctx->last.line_stipple != line_stipple(ctx, prim)) {
      ctx->last.line_stipple = line_stipple(ctx, prim);
      pm4_set_context_reg(b, R_028A0C_PA_SC_LINE_STIPPLE, ctx->last.line_stipple);
   }
   if (ctx->last.instances != instances) {
      pm4_num_instances(b, &(struct pm4_num_instances){.num_instances = instances});
      ctx->last.instances = instances;
   }
}

/* Copies 8-bit indices to 16 bits for chips that cannot fetch 8. May wait: the GPU may still write them. */
static bool widen_indices(struct si_context *ctx, const struct pipe_draw_info *info, struct si_indices *out)
{
   struct si_resource *res = si_resource(info->index_buffer);
   uint64_t start = (uint64_t)info->index_offset_B + info->start;
   uint32_t wanted = info->indirect ? UINT32_MAX : info->count;
   uint32_t count = start < info->index_buffer->t.width
                       ? surf_min_u32(wanted, info->index_buffer->t.width - start) : 0;
   uint16_t *wide;
   uint8_t *map;

   if (!si_wait_resource(ctx, res, WS_USAGE_READ, true) || !(map = si_resource_map(res)))
      return false;
   wide = si_upload_alloc(ctx, (count ? count : 1) * 2, 4, &out->va);
   if (!wide)
      return false;
   for (uint32_t i = 0; i < count; i++) {
      uint8_t index = map[start + i];
      wide[i] = info->primitive_restart && index == (uint8_t)info->restart_index ? 0xffff : index;
   }
   out->max_count = count;
   out->type = V_028A7C_VGT_INDEX_16;
   return true;
}

static bool find_indices(struct si_context *ctx, const struct pipe_draw_info *info, struct si_indices *out)
{
   struct si_resource *res = si_resource(info->index_buffer);
   uint64_t start_B = info->index_offset_B + (uint64_t)info->start * info->index_size_B;

   if (!info->index_buffer)
      return false;
   if (info->index_size_B == 1 && !ctx->screen->info.has_8bit_indices)
      return widen_indices(ctx, info, out);
   out->va = res->va + start_B;
   out->max_count = start_B < info->index_buffer->t.width
                       ? (uint32_t)((info->index_buffer->t.width - start_B) / info->index_size_B) : 0;
   out->type = info->index_size_B == 1 ? V_028A7C_VGT_INDEX_8
               : info->index_size_B == 2 ? V_028A7C_VGT_INDEX_16 : V_028A7C_VGT_INDEX_32;
   return true;
}

void si_emit_index_type(struct si_context *ctx, uint32_t type)
{
   if (ctx->last.index_type == type)
      return;
   pm4_index_type(&ctx->cs.buf, &(struct pm4_index_type){.index_type = type});
   ctx->last.index_type = type;
}

static void emit_indexed(struct si_context *ctx, const struct pipe_draw_info *info, const struct si_indices *ib, bool predicate)
{
   struct pm4_buf *b = &ctx->cs.buf;

   si_emit_index_type(ctx, ib->type);
   pm4_draw_index_2(b, &(struct pm4_draw_index_2){.max_size = ib->max_count, .addr = ib->va, .index_count = info->count,
                                                  .initiator = V_0287F0_DI_SRC_SEL_DMA, .predicate = predicate});
}

void si_emit_draw_auto(struct si_context *ctx, uint32_t count, bool predicate)
{
   pm4_draw_index_auto(&ctx->cs.buf, &(struct pm4_draw_index_auto){
      .vertex_count = count, .initiator = V_0287F0_DI_SRC_SEL_AUTO_INDEX, .predicate = predicate});
   ctx->last.index_type = ~0u; /* DRAW_INDEX_AUTO clobbers INDEX_TYPE on GFX7+ */
}

/* Bits of enum si_vs_state that the last stage of vertices reads. */
static uint32_t vertex_state(const struct si_context *ctx)
{
   return ctx->raster && ctx->raster->state.clamp_vertex_color ? SI_VS_STATE_CLAMP_COLOR : 0;
}

/* SGPRs of the API's vertex shader, in the hardware stage where it runs (abi.h). */
static void set_vertex_sgprs(struct si_context *ctx, enum si_hw_stage hw, const struct pipe_draw_info *info)
{
   uint32_t state = vertex_state(ctx);

   if (info->index_size_B)
      state |= SI_VS_STATE_INDEXED;
   si_set_sgpr(ctx, hw, SI_SGPR_STATE, state);
   si_set_sgpr(ctx, hw, SI_SGPR_VS_VERTEX_BUFFERS, ctx->vertex_va);
   si_set_sgpr(ctx, hw, SI_SGPR_VS_DRAW_ID, info->draw_id);
   if (info->indirect) /* the CP sets the others */
      return;
   si_set_sgpr(ctx, hw, SI_SGPR_VS_BASE_VERTEX, info->index_size_B ? (uint32_t)info->index_bias : info->start);
   si_set_sgpr(ctx, hw, SI_SGPR_VS_START_INSTANCE, info->start_instance);
   if (info->single_primitive_draw) { /* read only with key.fetch.single_primitive_draw */
      si_set_sgpr(ctx, hw, SI_SGPR_VS_INSTANCE, info->part_instance);
      si_set_sgpr(ctx, hw, SI_SGPR_VS_PRIMITIVE, info->part_primitive);
   }
}

static void set_pixel_sgprs(struct si_context *ctx)
{
   float alpha_ref = ctx->dsa ? ctx->dsa->state.alpha_ref : 0;
   uint32_t state = 0;

   if (ctx->fb.state.y_inverted)
      state |= SI_PS_STATE_Y_INVERTED;
   if (ctx->raster && ctx->raster->state.clamp_fragment_color)
      state |= SI_PS_STATE_CLAMP_COLOR;
   si_set_sgpr(ctx, SI_HW_PS, SI_SGPR_STATE, state);
   si_set_sgpr(ctx, SI_HW_PS, SI_SGPR_PS_FB_HEIGHT, pipe_float_bits(ctx->fb.state.height));
   si_set_sgpr(ctx, SI_HW_PS, SI_SGPR_PS_ALPHA_REF, pipe_float_bits(alpha_ref));
}

/* Uploads descriptors and sets the SGPRs of every stage that is on. */
static bool upload_stages(struct si_context *ctx)
{
   for (unsigned hw = SI_HW_LS; hw <= SI_HW_PS; hw++) {
      unsigned api = ctx->map.api[hw];
      if (api == SI_STAGE_OFF)
         continue;
      si_set_sgpr(ctx, hw, SI_SGPR_INTERNAL, ctx->internal_va);
      if ((hw == SI_HW_VS && ctx->map.copy) || (hw == SI_HW_HS && api == PIPE_SHADER_TESS_EVAL))
         continue; /* a shader of the driver, which reads rings and LDS only */
      if (!si_upload_descriptors(ctx, api, hw, ctx->stage[api].shader))
         return false;
   }
   return true;
}

/* Shaders of this draw read the buffer of driver constants. */
static bool reads_driver_consts(const struct si_context *ctx)
{
   const struct si_code *ps = ctx->hw[SI_HW_PS].code;

   return (ctx->raster && ctx->raster->state.clip_plane_enable) || (ps && ps->bin.ps.reads_driver_consts);
}

static bool upload_internal(struct si_context *ctx)
{
   uint32_t *desc;
   uint64_t va, consts_va;
   uint8_t *consts;

   bool used = ctx->so.mask || ctx->map.copy || ctx->hw[SI_HW_HS].code || reads_driver_consts(ctx);

   if (!ctx->internal_dirty || !used)
      return true;
   consts = si_upload_alloc(ctx, SI_DRIVER_CONST_SIZE_B, 64, &consts_va);
   if (!consts)
      return false;
   memset(consts, 0, SI_DRIVER_CONST_SIZE_B);
   memcpy(consts + SI_DRIVER_CONST_CLIP_PLANES_B, ctx->clip_planes, sizeof(ctx->clip_planes));
   memcpy(consts + SI_DRIVER_CONST_STIPPLE_B, ctx->poly_stipple, sizeof(ctx->poly_stipple));
   si_sample_positions(ctx, (void *)(consts + SI_DRIVER_CONST_SAMPLE_POS_B));
   desc = si_upload_alloc(ctx, SI_INTERNAL_COUNT * 16, 16, &va);
   if (!desc)
      return false;
   memset(desc, 0, SI_INTERNAL_COUNT * 16);
   si_make_buffer_desc(ctx->screen, consts_va, SI_DRIVER_CONST_SIZE_B, 0, si_raw_buffer_word3(),
                       desc + 4 * SI_INTERNAL_DRIVER_CONST);
   si_make_streamout_descs(ctx, desc + 4 * SI_INTERNAL_STREAMOUT0);
   si_make_ring_descs(ctx, desc);
   si_make_tess_descs(ctx, desc);
   ctx->internal_va = (uint32_t)va;
   ctx->internal_dirty = false;
   return true;
}

/* The type of primitives that reaches the rasterizer. */
static enum pipe_prim_type rasterized_prim(const struct si_context *ctx, enum pipe_prim_type mode)
{
   const struct si_shader *gs = ctx->stage[PIPE_SHADER_GEOMETRY].shader, *tes = ctx->stage[PIPE_SHADER_TESS_EVAL].shader;

   return gs ? gs->info.output_prim : tes ? tes->info.output_prim : mode;
}

void si_draw(struct pipe_context *base, const struct pipe_draw_info *info)
{
   struct si_context *ctx = si_context(base);
   struct si_indices ib = {0};
   bool predicate;

   if ((!info->indirect && ((!info->count && !info->count_from_so) || !info->instance_count)) || ctx->lost)
      return;
   si_update_residents(ctx);
   if (ctx->has_plain_dcc)
      si_expand_plain_bindings(ctx);
   const bool patches = info->mode == PIPE_PRIM_PATCHES;
   if (patches != (ctx->stage[PIPE_SHADER_TESS_EVAL].shader != NULL)) {
      si_message(ctx, PIPE_DEBUG_ERROR, "draw dropped: %s", patches ? "patches without tessellation" : "tessellation without patches");
      return;
   }
   if (ctx->strip_adjacency != (info->mode == PIPE_PRIM_TRIANGLE_STRIP_ADJACENCY)) {
      ctx->strip_adjacency = !ctx->strip_adjacency;
      ctx->shaders_dirty |= ctx->stage[PIPE_SHADER_GEOMETRY].shader != NULL; /* part of its key */
   }
   if (ctx->single_primitive_draw != info->single_primitive_draw) {
      ctx->single_primitive_draw = info->single_primitive_draw;
      ctx->shaders_dirty = true; /* part of the vertex shader's key */
   }
   const enum pipe_prim_type raster_prim = rasterized_prim(ctx, info->mode);
   si_set_smooth_prims(ctx, raster_prim);
   si_set_polygon_prims(ctx, raster_prim);
   if (ctx->shaders_dirty && !si_update_shaders(ctx))
      return;
   if (info->index_size_B && !find_indices(ctx, info, &ib))
      return;
   if (!si_emit_render_condition(ctx, &predicate) || !si_cs_begin(ctx))
      return;
   const struct si_shader *ps = ctx->stage[PIPE_SHADER_FRAGMENT].shader;
   if (ps && ctx->targets_written && si_reads_targets(ctx, ps))
      si_flush_targets(ctx);
   if (!upload_internal(ctx) || !si_upload_vertex_buffers(ctx) || !upload_stages(ctx)) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for descriptors: draw dropped");
      return;
   }
   if (info->index_size_B)
      si_cs_add_bo(ctx, si_resource(info->index_buffer)->bo, WS_USAGE_READ);
   si_update_streamout(ctx);
   if (ctx->flush)
      si_emit_cache_flush(ctx);
   si_set_wide_prims(ctx, raster_prim);
   if (ctx->dirty)
      si_emit_atoms(ctx);
   set_vertex_sgprs(ctx, si_vertex_hw(&ctx->map), info);
   if (si_vertex_hw(&ctx->map) != SI_HW_VS) /* the last stage of vertices is another one */
      si_set_sgpr(ctx, SI_HW_VS, SI_SGPR_STATE, vertex_state(ctx));
   set_pixel_sgprs(ctx);
   if (patches)
      si_set_tess_sgprs(ctx);
   ctx->targets_written = true;
   if (info->may_join && si_join_draw(ctx, info, predicate))
      return;
   for (unsigned hw = SI_HW_LS; hw <= SI_HW_PS; hw++)
      if (ctx->hw[hw].sgprs.dirty)
         si_emit_sgprs(ctx, hw);
   si_emit_draw_regs(ctx, prims[info->mode], ctx->multi_vgt, ctx->stages_en, info->primitive_restart && info->index_size_B,
                     ib.type == V_028A7C_VGT_INDEX_16 && info->index_size_B == 1 ? 0xffff : info->restart_index,
                     info->indirect ? ctx->last.instances : info->instance_count);
   if (info->indirect)
      si_emit_draw_indirect(ctx, info, &ib, predicate);
   else if (info->index_size_B)
      emit_indexed(ctx, info, &ib, predicate);
   else if (info->count_from_so)
      si_emit_draw_opaque(ctx, info->count_from_so, predicate);
   else
      si_emit_draw_auto(ctx, info->count, predicate);
   if (info->may_join)
      si_note_draw(ctx, info, predicate);
   si_submit_when_full(ctx);
}
