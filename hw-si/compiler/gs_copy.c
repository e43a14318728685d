/* gs_copy.c: the copy shader of a geometry shader, in VS: one lane per emitted vertex reads the vertex from the GSVS ring and
 * passes it on as any last vertex stage does (hw facts D1). Only stream 0 is rasterized; with stream output, waves of the
 * other streams only capture. */
#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

#define GSVS_LANES 16 /* lanes between consecutive dwords of a vertex */
#define SO_CONFIG_STREAM_SHIFT 24 /* streamout_config: stream of the wave's vertices, 2 bits */

/* v0: dword offset of the vertex in the ring. */
static void declare(struct sl *s)
{
   sl_add_user_sgprs(s, SI_SGPR_COPY_COUNT, 0x7);
   sl_add_stream_out_sgprs(s);
   unsigned vgpr = sl_add_vgpr(s, s->i32);
   sl_begin_function(s, SI_HW_VS);
   s->vertex_id = s->arg[vgpr];
   s->gs = sl_alloc(s, sizeof(*s->gs));
   sl_begin_stream_out(s);
}

static void load_inputs(struct sl *s)
{
   sl_gs_layout(s);
}

static const LLVMValueRef *load_vertex(struct sl *s, unsigned stream)
{
   const struct sl_gs *gs = s->gs;
   LLVMValueRef *value = sl_array(s, s->out_count), rsrc = sl_internal_desc(s, SI_INTERNAL_GSVS_READ);
   LLVMValueRef vertex_B = LLVMBuildMul(s->b, s->vertex_id, sl_i32(s, 4), "");
   for (uint32_t i = 0; i < gs->count; i++) {
      const struct sl_gs_output *o = &gs->output[i];
      if (o->stream != stream)
         continue;
      const struct sl_io *io = &s->out[o->out];
      LLVMValueRef dw[2];
      for (unsigned k = 0; k < (io->width == 64 ? 2 : 1); k++) {
         LLVMValueRef at_B = LLVMBuildAdd(s->b, vertex_B, sl_i32(s, (o->dword + k) * gs->max_vertices * GSVS_LANES * 4), "");
         dw[k] = sl_buffer_load_dword(s, rsrc, at_B, SL_GLC | SL_SLC);
      }
      LLVMTypeRef type = io->width == 64 ? (io->base == 'f' ? s->f64 : s->i64) : io->base == 'f' ? s->f32 : s->i32;
      value[o->out] = sl_from_dwords(s, dw, type);
   }
   return value;
}

static bool captures(const struct pipe_stream_output_info *so, unsigned stream)
{
   for (unsigned i = 0; i < so->count && i < sizeof(so->out) / sizeof(so->out[0]); i++) {
      if (so->out[i].stream == stream)
         return true;
   }
   return false;
}

static void pass_on(struct sl *s, unsigned stream)
{
   const LLVMValueRef *value = load_vertex(s, stream);
   if (captures(&s->shader->so, stream))
      sl_stream_out(s, value, stream);
   if (stream == 0)
      sl_export_vertex(s, value);
}

static void end(struct sl *s)
{
   if (!s->so_config) {
      pass_on(s, 0);
      return;
   }
   LLVMValueRef of_wave = LLVMBuildLShr(s->b, s->so_config, sl_i32(s, SO_CONFIG_STREAM_SHIFT), "");
   of_wave = LLVMBuildAnd(s->b, of_wave, sl_i32(s, 3), "");
   for (unsigned stream = 0; stream < 4; stream++) {
      if (stream && !captures(&s->shader->so, stream))
         continue;
      LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "stream");
      LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
      LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, of_wave, sl_i32(s, stream), ""), block, after);
      LLVMPositionBuilderAtEnd(s->b, block);
      pass_on(s, stream);
      LLVMBuildBr(s->b, after);
      LLVMPositionBuilderAtEnd(s->b, after);
   }
}

static void finish(struct sl *s)
{
   s->bin->gs.max_vertices = (uint16_t)s->gs->max_vertices;
   sl_finish_vgprs(s, 0);
   sl_finish_stream_out(s);
}

const struct sl_stage_ops sl_gs_copy_ops = {
   .name = "copy shader", .api_stage = PIPE_SHADER_GEOMETRY, .hw_stage = SI_HW_VS, .no_body = true,
   .declare = declare, .load_inputs = load_inputs, .end = end, .finish = finish,
};
