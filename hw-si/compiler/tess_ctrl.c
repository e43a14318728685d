/* tess_ctrl.c: tessellation control shaders in HS: one lane per output control point. Inputs are read from LDS, where LS wrote
 * them; outputs stay in LDS while the shader runs, since invocations read each other's, and are copied to the off-chip buffer
 * and the tess factor ring at its end (layouts: abi.h; hw facts D2). */
#include "hw-si/compiler/tess.h"
#include "hw_regs.h"

#define MAX_POINTS 32
#define DYNAMIC_HS_CONTROL_WORD 0x80000000u /* first dword of a threadgroup's tess factors */

/* v0 PatchID; v1 [7:0] patch in the threadgroup, [12:8] control point. */
void sl_declare_hs(struct sl *s, unsigned user_sgprs)
{
   sl_add_user_sgprs(s, user_sgprs, 0x7);
   unsigned offchip = sl_add_sgpr(s), factors = sl_add_sgpr(s), vgpr = sl_add_vgpr(s, s->i32);
   sl_add_vgpr(s, s->i32);
   sl_begin_function(s, SI_HW_HS);
   sl_set_attribute(s, "amdgpu-flat-work-group-size", "1,256"); /* more than a wave: LLVM must keep barriers */
   struct sl_tess *t = s->tess = sl_alloc(s, sizeof(*t));
   LLVMValueRef ids = s->arg[vgpr + 1];
   t->patch_id = s->arg[vgpr];
   t->rel_patch = LLVMBuildAnd(s->b, ids, sl_i32(s, 0xff), "");
   t->invocation = sl_call3(s, "llvm.amdgcn.ubfe.i32", s->i32, ids, sl_i32(s, 8), sl_i32(s, 5));
   t->offchip_offset = s->arg[offchip];
   t->factor_offset = s->arg[factors];
}

static void declare(struct sl *s)
{
   sl_declare_hs(s, SI_SGPR_TCS_COUNT);
   struct sl_tess *t = s->tess;
   uint32_t at = spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModeOutputVertices);
   struct spv_inst in = at ? spv_inst_at(s->m, at) : (struct spv_inst){ 0 };
   t->out_points = in.count > 3 ? in.w[3] : 0;
   if (!t->out_points || t->out_points > MAX_POINTS)
      sl_fail(s, "control shader with %u output control points", t->out_points);
}

static void load_inputs(struct sl *s)
{
   struct sl_tess *t = s->tess;
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (io->v->storage != SL_PRIVATE || !sl_is_used(s, io))
         continue;
      if (io->builtin == SpvBuiltInInvocationId)
         sl_cell_store(s, io->v, io->cell, NULL, t->invocation);
      else if (io->builtin == SpvBuiltInPrimitiveId)
         sl_cell_store(s, io->v, io->cell, NULL, t->patch_id);
      else if (io->builtin == SpvBuiltInPatchVertices)
         sl_cell_store(s, io->v, io->cell, NULL, sl_tess_layout(s, SI_TESS_IN_POINTS));
      else
         sl_store_lane_input(s, io, "control");
   }
   for (uint32_t i = 0; i < s->out_count && !s->failed; i++) {
      const struct sl_io *io = &s->out[i];
      unsigned component, location = sl_io_location(io, &component);
      if (location == SL_NO_LOCATION || !sl_is_used(s, io))
         continue;
      *(io->v->per_vertex ? &t->vertex_locations : &t->patch_locations) |= 1ull << location;
   }
}

/* ---- LDS ------------------------------------------------------------------------------------------------------------------ */

static LLVMValueRef add_dword(struct sl *s, LLVMValueRef first_dw, uint64_t mask, const struct sl_vertex_dword *at)
{
   unsigned location = at->dword / 4;
   if (!(mask & 1ull << location))
      sl_fail(s, "location %u is not part of the interface", location);
   if (at->dyn)
      first_dw = LLVMBuildAdd(s->b, first_dw, at->dyn, "");
   return LLVMBuildAdd(s->b, first_dw, sl_i32(s, 4 * si_ring_slot(mask, location) + at->dword % 4), "");
}

LLVMValueRef sl_load_control_input(struct sl *s, const struct sl_vertex_dword *at)
{
   uint64_t mask = s->key->ring_locations;
   LLVMValueRef vertex = LLVMBuildMul(s->b, s->tess->rel_patch, sl_tess_layout(s, SI_TESS_IN_POINTS), "");
   if (!at->vertex) {
      sl_fail(s, "patch input of a control shader");
      return s->zero;
   }
   vertex = LLVMBuildAdd(s->b, vertex, at->vertex, "");
   return sl_lds_load(s, add_dword(s, sl_mad_i32(s, vertex, si_lds_vertex_dw(mask), NULL), mask, at));
}

static uint32_t lds_patch_dw(const struct sl_tess *t)
{
   return t->out_points * si_lds_vertex_dw(t->vertex_locations) + 4 * (uint32_t)__builtin_popcountll(t->patch_locations);
}

static LLVMValueRef output_dw(struct sl *s, const struct sl_vertex_dword *at)
{
   struct sl_tess *t = s->tess;
   LLVMValueRef vertices = LLVMBuildMul(s->b, sl_tess_layout(s, SI_TESS_NUM_PATCHES), sl_tess_layout(s, SI_TESS_IN_POINTS), "");
   LLVMValueRef dw = sl_mad_i32(s, vertices, si_lds_vertex_dw(s->key->ring_locations), NULL);
   dw = sl_mad_i32(s, t->rel_patch, lds_patch_dw(t), dw);
   dw = sl_mad_i32(s, at->vertex ? at->vertex : sl_i32(s, t->out_points), si_lds_vertex_dw(t->vertex_locations), dw);
   return add_dword(s, dw, at->vertex ? t->vertex_locations : t->patch_locations, at);
}

static LLVMValueRef load_output(struct sl *s, const struct sl_vertex_dword *at)
{
   return sl_lds_load(s, output_dw(s, at));
}

static void store_output(struct sl *s, const struct sl_vertex_dword *at, LLVMValueRef dword)
{
   sl_lds_store(s, output_dw(s, at), dword);
}

/* ---- end ------------------------------------------------------------------------------------------------------------------ */

/* Copies the outputs that the evaluation shader reads: those of this lane's vertex, or those of the patch. */
static void copy_outputs(struct sl *s, bool per_vertex)
{
   const struct sl_tess *t = s->tess;
   uint64_t read = per_vertex ? s->key->tess.vertex_locations : s->key->tess.patch_locations;
   for (uint32_t i = 0; i < s->out_count && !s->failed; i++) {
      const struct sl_io *io = &s->out[i];
      unsigned component, location = sl_io_location(io, &component);
      if (location == SL_NO_LOCATION || io->v->per_vertex != per_vertex || !sl_is_used(s, io) || !(read & 1ull << location))
         continue;
      struct sl_vertex_dword at = { .vertex = per_vertex ? t->invocation : NULL, .dword = 4 * location + component };
      for (unsigned k = 0; k < (io->width == 64 ? 2 : 1); k++, at.dword++) {
         LLVMValueRef to_B = sl_mad_i32(s, sl_offchip_dw(s, &at, sl_i32(s, t->out_points)), 4, NULL);
         sl_buffer_store_dword(s, t->offchip, load_output(s, &at), to_B, t->offchip_offset, SL_GLC);
      }
   }
}

/* Tess factors of a domain, in the order of the ring: outer levels, then inner levels from `outer` on. */
static const struct { uint8_t outer, inner; } factor_counts[] = {
   [SI_TESS_TRIANGLES] = { 3, 1 }, [SI_TESS_QUADS] = { 4, 2 }, [SI_TESS_ISOLINES] = { 2, 0 },
};

static void store_factors(struct sl *s, sl_tess_level level)
{
   const struct sl_tess *t = s->tess;
   unsigned domain = s->key->tess.domain, outer = factor_counts[domain].outer, count = outer + factor_counts[domain].inner;
   LLVMValueRef ring = sl_internal_desc(s, SI_INTERNAL_TESS_FACTORS);
   LLVMValueRef patch_B = sl_mad_i32(s, t->rel_patch, count * 4, sl_i32(s, 4)); /* after the control word */
   for (unsigned i = 0; i < count; i++) {
      bool inner = i >= outer;
      unsigned element = inner ? i - outer : domain == SI_TESS_ISOLINES ? 1 - i : i; /* isolines: outer 1 first */
      LLVMValueRef v = level(s, inner ? PIPE_PATCH_TESS_LEVEL_INNER : PIPE_PATCH_TESS_LEVEL_OUTER, element);
      sl_buffer_store_dword(s, ring, v, LLVMBuildAdd(s->b, patch_B, sl_i32(s, 4 * i), ""), t->factor_offset, SL_GLC);
   }
}

static void store_control_word(struct sl *s)
{
   LLVMValueRef ring = sl_internal_desc(s, SI_INTERNAL_TESS_FACTORS);
   sl_buffer_store_dword(s, ring, sl_i32(s, DYNAMIC_HS_CONTROL_WORD), s->zero, s->tess->factor_offset, SL_GLC);
}

static LLVMBasicBlockRef begin_if(struct sl *s, LLVMValueRef condition)
{
   LLVMBasicBlockRef then = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "then");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildCondBr(s->b, condition, then, after);
   LLVMPositionBuilderAtEnd(s->b, then);
   return after;
}

static void end_if(struct sl *s, LLVMBasicBlockRef after)
{
   LLVMBuildBr(s->b, after);
   LLVMPositionBuilderAtEnd(s->b, after);
}

static LLVMValueRef written_level(struct sl *s, unsigned location, unsigned element)
{
   struct sl_vertex_dword at = { .dword = 4 * location + element };
   return s->tess->patch_locations & 1ull << location ? load_output(s, &at) : s->zero;
}

static void copy_values(struct sl *s)
{
   copy_outputs(s, false);
}

void sl_end_patch(struct sl *s, void (*store_values)(struct sl *s), sl_tess_level level)
{
   const struct sl_tess *t = s->tess;
   LLVMBasicBlockRef after = begin_if(s, LLVMBuildICmp(s->b, LLVMIntEQ, t->invocation, s->zero, ""));
   store_values(s);
   store_factors(s, level);
   LLVMBasicBlockRef after_first = begin_if(s, LLVMBuildICmp(s->b, LLVMIntEQ, t->rel_patch, s->zero, ""));
   store_control_word(s);
   end_if(s, after_first);
   end_if(s, after);
}

static void end(struct sl *s)
{
   s->tess->offchip = sl_internal_desc(s, SI_INTERNAL_OFFCHIP);
   copy_outputs(s, true);
   sl_group_barrier(s, false); /* any invocation may have written the patch's values */
   sl_end_patch(s, copy_values, written_level);
}

void sl_finish_hs(struct sl *s)
{
   const struct sl_tess *t = s->tess;
   const struct si_tess_key *key = &s->key->tess;
   s->bin->tcs = (struct si_tcs_info){
      .out_points = (uint8_t)t->out_points,
      .lds_vertex_dw = (uint16_t)si_lds_vertex_dw(s->key->ring_locations),
      .lds_patch_dw = (uint16_t)lds_patch_dw(t),
      .offchip_vertex_dw = (uint16_t)(4 * __builtin_popcountll(key->vertex_locations)),
      .offchip_values_dw = (uint16_t)(4 * __builtin_popcountll(key->patch_locations)),
      .factors = (uint8_t)(factor_counts[key->domain].outer + factor_counts[key->domain].inner),
   };
   s->bin->rsrc2 |= S_00B42C_OC_LDS_EN(1);
}

const struct sl_stage_ops sl_tcs_ops = {
   .name = "tessellation control shader", .api_stage = PIPE_SHADER_TESS_CTRL, .hw_stage = SI_HW_HS,
   .declare = declare, .load_inputs = load_inputs, .load_input = sl_load_control_input, .load_output = load_output,
   .store_output = store_output, .end = end, .finish = sl_finish_hs,
};
