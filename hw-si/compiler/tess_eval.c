/* tess_eval.c: tessellation evaluation shaders in VS and ES: one lane per vertex that the tessellator makes. Inputs of the
 * control points and of the patch are read from the off-chip buffer (layout: abi.h; hw facts B2, D2). */
#include "hw-si/compiler/tess.h"
#include "hw_regs.h"

/* v0 u, v1 v, v2 patch in the threadgroup, v3 PatchID. */
static void declare_vgprs(struct sl *s, enum si_hw_stage stage, unsigned offchip)
{
   unsigned vgpr = sl_add_vgpr(s, s->f32);
   sl_add_vgpr(s, s->f32);
   sl_add_vgpr(s, s->i32);
   sl_add_vgpr(s, s->i32);
   sl_begin_function(s, stage);
   struct sl_tess *t = s->tess = sl_alloc(s, sizeof(*t));
   t->coord[0] = s->arg[vgpr];
   t->coord[1] = s->arg[vgpr + 1];
   t->rel_patch = s->arg[vgpr + 2];
   t->patch_id = s->primitive_id = s->arg[vgpr + 3];
   t->offchip_offset = s->arg[offchip];
   t->offchip = sl_internal_desc(s, SI_INTERNAL_OFFCHIP);
}

static void declare_vs(struct sl *s)
{
   sl_add_user_sgprs(s, SI_SGPR_TES_COUNT, 0x7);
   if (sl_stream_out_buffers(&s->shader->so))
      sl_add_stream_out_sgprs(s);
   else
      sl_add_sgpr(s); /* unused */
   declare_vgprs(s, SI_HW_VS, sl_add_sgpr(s));
   sl_begin_stream_out(s);
}

static void declare_es(struct sl *s)
{
   sl_add_user_sgprs(s, SI_SGPR_TES_COUNT, 0x7);
   unsigned offchip = sl_add_sgpr(s);
   sl_add_sgpr(s); /* unused */
   unsigned es2gs = sl_add_sgpr(s);
   declare_vgprs(s, SI_HW_ES, offchip);
   s->ring_offset = s->arg[es2gs];
}

/* Triangles: the third barycentric coordinate; other domains: 0. */
static LLVMValueRef tess_coord(struct sl *s, unsigned component)
{
   const struct sl_tess *t = s->tess;
   if (component < 2)
      return t->coord[component];
   if (!spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModeTriangles))
      return s->f_zero;
   LLVMValueRef sum = LLVMBuildFAdd(s->b, t->coord[0], t->coord[1], "");
   return LLVMBuildFSub(s->b, s->f_one, sum, "");
}

static void load_inputs(struct sl *s)
{
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (io->v->storage != SL_PRIVATE || !sl_is_used(s, io))
         continue;
      if (io->builtin == SpvBuiltInTessCoord) {
         sl_cell_store(s, io->v, io->cell, NULL, tess_coord(s, io->element));
      } else if (io->builtin == SpvBuiltInPrimitiveId) {
         sl_cell_store(s, io->v, io->cell, NULL, s->tess->patch_id);
         s->bin->vs.uses_primitive_id = 1;
      } else if (io->builtin == SpvBuiltInPatchVertices) {
         sl_cell_store(s, io->v, io->cell, NULL, sl_tess_layout(s, SI_TESS_OUT_POINTS));
      } else {
         sl_store_lane_input(s, io, "evaluation");
      }
   }
}

static LLVMValueRef load_input(struct sl *s, const struct sl_vertex_dword *at)
{
   LLVMValueRef at_B = sl_mad_i32(s, sl_offchip_dw(s, at, sl_tess_layout(s, SI_TESS_OUT_POINTS)), 4, s->tess->offchip_offset);
   return sl_buffer_load_dword(s, s->tess->offchip, at_B, SL_GLC);
}

static void end_vs(struct sl *s)
{
   const LLVMValueRef *value = sl_written_outputs(s);
   if (s->shader->so.count)
      sl_stream_out(s, value, 0);
   sl_export_vertex(s, value);
}

static void end_es(struct sl *s)
{
   sl_esgs_store(s, sl_written_outputs(s));
}

static void finish(struct sl *s)
{
   sl_finish_vgprs(s, s->bin->vs.uses_primitive_id ? 3 : 2);
   s->bin->rsrc2 |= S_00B12C_OC_LDS_EN(1); /* ES: the same bit */
   if (s->key->hw_stage == SI_HW_VS)
      sl_finish_stream_out(s);
}

const struct sl_stage_ops sl_tes_vs_ops = {
   .name = "tessellation evaluation shader", .api_stage = PIPE_SHADER_TESS_EVAL, .hw_stage = SI_HW_VS,
   .declare = declare_vs, .load_inputs = load_inputs, .load_input = load_input, .end = end_vs, .finish = finish,
};

const struct sl_stage_ops sl_tes_es_ops = {
   .name = "tessellation evaluation shader in ES", .api_stage = PIPE_SHADER_TESS_EVAL, .hw_stage = SI_HW_ES,
   .declare = declare_es, .load_inputs = load_inputs, .load_input = load_input, .end = end_es, .finish = finish,
};
