/* gs_ring.c: geometry shaders in GS, and the rings on both sides of them (hw facts D1). ES waves write a vertex per lane to
 * the ESGS ring, one dword of 64 lanes after the other; a GS lane reads the vertices of its primitive. GS lanes write the
 * vertices they emit to the GSVS ring, one part per stream, from where the copy shader (gs_copy.c) takes them.
 * 64-bit scalars are two dwords. */
#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"

#define ESGS_LANES 64 /* lanes between consecutive dwords of a vertex */
#define MAX_LANE_DW 4095 /* of a stream: the stride of its V#, 14 bits of bytes */

/* s_sendmsg immediates (hw facts B4). */
#define MSG_GS 2u
#define MSG_GS_DONE 3u
#define MSG_CUT (1u << 4)
#define MSG_EMIT (2u << 4)
#define MSG_STREAM(stream) ((stream) << 8)

/* ---- ES ------------------------------------------------------------------------------------------------------------------- */

void sl_esgs_store(struct sl *s, const LLVMValueRef *value)
{
   LLVMValueRef rsrc = sl_internal_desc(s, SI_INTERNAL_ESGS_WRITE);
   uint64_t mask = s->key->ring_locations;
   for (uint32_t i = 0; i < s->out_count && !s->failed; i++) {
      const struct sl_io *io = &s->out[i];
      unsigned component, location = sl_io_location(io, &component);
      if (location == SL_NO_LOCATION || !value[i] || !(mask & 1ull << location))
         continue;
      for (unsigned k = 0; k < (io->width == 64 ? 2 : 1); k++) {
         LLVMValueRef at = sl_i32(s, (4 * si_ring_slot(mask, location) + component + k) * 4);
         sl_buffer_store_dword(s, rsrc, sl_dword(s, value[i], k), at, s->ring_offset, SL_GLC | SL_SLC | SL_SWIZZLED);
      }
   }
}

/* ---- interface of a geometry shader ------------------------------------------------------------------------------------- */

static uint32_t mode_value(struct sl *s, uint32_t mode, uint32_t default_value)
{
   uint32_t at = spv_find_execution_mode(s->m, s->entry->function, mode);
   struct spv_inst in = at ? spv_inst_at(s->m, at) : (struct spv_inst){ 0 };
   return in.count > 3 ? in.w[3] : default_value;
}

/* The shader in GS and the copy shader compute the same layout from the same module. */
void sl_gs_layout(struct sl *s)
{
   struct sl_gs *gs = s->gs;
   gs->max_vertices = mode_value(s, SpvExecutionModeOutputVertices, 0);
   if (gs->max_vertices > 1024)
      sl_fail(s, "geometry shader with more than 1024 vertices");
   gs->output = sl_alloc(s, (s->out_count + 1) * sizeof(*gs->output));
   for (uint32_t i = 0; i < s->out_count; i++) {
      const struct sl_io *io = &s->out[i];
      if ((io->builtin == SL_NO_BUILTIN && io->location == SL_NO_LOCATION) || !sl_is_used(s, io))
         continue;
      gs->output[gs->count++] = (struct sl_gs_output){ .out = i, .stream = io->stream, .dword = gs->vertex_dw[io->stream] };
      gs->vertex_dw[io->stream] = (uint16_t)(gs->vertex_dw[io->stream] + (io->width == 64 ? 2 : 1));
   }
   for (unsigned stream = 0; stream < 4; stream++)
      if (gs->vertex_dw[stream] * gs->max_vertices > MAX_LANE_DW)
         sl_fail(s, "geometry shader with %u vertices of %u dwords", gs->max_vertices, gs->vertex_dw[stream]);
}

/* ---- GS: inputs ----------------------------------------------------------------------------------------------------------- */

/* The VGT passes every second triangle of a strip with adjacency with its second corner first: the vertices turned by two
 * (OpenGL 4.6, table 10.1). Primitive ids count the triangles of the draw, which has one strip: draws with primitive restart are lists
 * (state/st_strip_lists.c). */
static void rotate_vertices(struct sl *s, struct sl_gs *gs)
{
   LLVMValueRef vertex[6], odd = LLVMBuildTrunc(s->b, gs->primitive_id, s->i1, "");
   for (unsigned i = 0; i < 6; i++)
      vertex[i] = LLVMBuildSelect(s->b, odd, gs->vertex[(i + 4) % 6], gs->vertex[i], "");
   for (unsigned i = 0; i < 6; i++)
      gs->vertex[i] = vertex[i];
}

/* v0 vertex 0, v1 vertex 1, v2 PrimitiveID, v3 .. v6 vertices 2 to 5, v7 InvocationID. */
static void declare(struct sl *s)
{
   static const uint8_t vertex_vgpr[6] = { 0, 1, 3, 4, 5, 6 };
   sl_add_user_sgprs(s, SI_SGPR_GS_COUNT, 0x7);
   unsigned gs2vs = sl_add_sgpr(s), wave_id = sl_add_sgpr(s), vgpr = s->arg_count;
   for (unsigned i = 0; i < 8; i++)
      sl_add_vgpr(s, s->i32);
   sl_begin_function(s, SI_HW_GS);
   struct sl_gs *gs = s->gs = sl_alloc(s, sizeof(*gs));
   for (unsigned i = 0; i < 6; i++)
      gs->vertex[i] = s->arg[vgpr + vertex_vgpr[i]];
   gs->primitive_id = s->arg[vgpr + 2];
   if (s->key->strip_adjacency)
      rotate_vertices(s, gs);
   gs->invocation_id = s->arg[vgpr + 7];
   gs->wave_id = s->arg[wave_id];
   gs->esgs = sl_internal_desc(s, SI_INTERNAL_ESGS_READ);
   s->ring_offset = s->arg[gs2vs];
}

static void load_inputs(struct sl *s)
{
   struct sl_gs *gs = s->gs;
   sl_gs_layout(s);
   for (unsigned stream = 0; stream < 4; stream++) {
      if (gs->vertex_dw[stream])
         gs->gsvs[stream] = sl_internal_desc(s, SI_INTERNAL_GSVS_WRITE0 + stream);
      gs->emitted[stream] = sl_entry_alloca(s, s->i32, "");
      LLVMBuildStore(s->b, s->zero, gs->emitted[stream]);
   }
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (io->v->storage != SL_PRIVATE || !sl_is_used(s, io))
         continue;
      if (io->builtin == SpvBuiltInPrimitiveId)
         sl_cell_store(s, io->v, io->cell, NULL, gs->primitive_id);
      else if (io->builtin == SpvBuiltInInvocationId)
         sl_cell_store(s, io->v, io->cell, NULL, gs->invocation_id);
      else
         sl_store_lane_input(s, io, "geometry");
   }
}

/* Dword offset of an input vertex in the ESGS ring. */
static LLVMValueRef vertex_offset_dw(struct sl *s, LLVMValueRef index)
{
   const struct sl_gs *gs = s->gs;
   if (LLVMIsAConstantInt(index)) {
      uint64_t i = LLVMConstIntGetZExtValue(index);
      return gs->vertex[i < 6 ? i : 5];
   }
   LLVMValueRef v = gs->vertex[0];
   for (unsigned i = 1; i < 6; i++)
      v = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, index, sl_i32(s, i), ""), gs->vertex[i], v, "");
   return v;
}

static LLVMValueRef load_input(struct sl *s, const struct sl_vertex_dword *at)
{
   unsigned location = at->dword / 4, component = at->dword % 4;
   if (!(s->key->ring_locations & 1ull << location)) {
      sl_fail(s, "location %u is not part of the ring", location);
      return s->zero;
   }
   LLVMValueRef dw = vertex_offset_dw(s, at->vertex);
   if (at->dyn)
      dw = LLVMBuildAdd(s->b, dw, LLVMBuildMul(s->b, at->dyn, sl_i32(s, ESGS_LANES), ""), "");
   uint32_t first_dw = (4 * si_ring_slot(s->key->ring_locations, location) + component) * ESGS_LANES;
   LLVMValueRef at_B = LLVMBuildAdd(s->b, LLVMBuildMul(s->b, dw, sl_i32(s, 4), ""), sl_i32(s, first_dw * 4), "");
   return sl_buffer_load_dword(s, s->gs->esgs, at_B, SL_GLC);
}

/* ---- GS: vertices --------------------------------------------------------------------------------------------------------- */

static void send_message(struct sl *s, uint32_t message)
{
   sl_call2(s, "llvm.amdgcn.s.sendmsg", s->voidt, sl_i32(s, message), s->gs->wave_id);
}

static void store_vertex(struct sl *s, unsigned stream, LLVMValueRef number)
{
   const struct sl_gs *gs = s->gs;
   LLVMValueRef number_B = LLVMBuildMul(s->b, number, sl_i32(s, 4), "");
   for (uint32_t i = 0; i < gs->count; i++) {
      const struct sl_gs_output *o = &gs->output[i];
      if (o->stream != stream)
         continue;
      LLVMValueRef value = sl_output(s, &s->out[o->out]);
      for (unsigned k = 0; k < (sl_is_wide(s, value) ? 2 : 1); k++) {
         LLVMValueRef at_B = LLVMBuildAdd(s->b, number_B, sl_i32(s, (o->dword + k) * gs->max_vertices * 4), "");
         sl_buffer_store_dword(s, gs->gsvs[stream], sl_dword(s, value, k), at_B, s->ring_offset, SL_GLC | SL_SLC | SL_SWIZZLED);
      }
   }
}

/* Vertices beyond max_vertices are dropped: the ring has no room for them. */
static void emit_vertex(struct sl *s, unsigned stream)
{
   struct sl_gs *gs = s->gs;
   LLVMBasicBlockRef emit = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "emit");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMValueRef number = LLVMBuildLoad2(s->b, s->i32, gs->emitted[stream], "");
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntULT, number, sl_i32(s, gs->max_vertices), ""), emit, after);
   LLVMPositionBuilderAtEnd(s->b, emit);
   store_vertex(s, stream, number);
   LLVMBuildStore(s->b, LLVMBuildAdd(s->b, number, s->one, ""), gs->emitted[stream]);
   send_message(s, MSG_GS | MSG_EMIT | MSG_STREAM(stream));
   LLVMBuildBr(s->b, after);
   LLVMPositionBuilderAtEnd(s->b, after);
}

static void end_primitive(struct sl *s, unsigned stream)
{
   send_message(s, MSG_GS | MSG_CUT | MSG_STREAM(stream));
}

static void end(struct sl *s)
{
   send_message(s, MSG_GS_DONE);
}

static void finish(struct sl *s)
{
   static const struct { uint32_t mode; enum pipe_prim_type prim; } inputs[] = {
      { SpvExecutionModeInputPoints, PIPE_PRIM_POINTS }, { SpvExecutionModeInputLines, PIPE_PRIM_LINES },
      { SpvExecutionModeInputLinesAdjacency, PIPE_PRIM_LINES_ADJACENCY },
      { SpvExecutionModeTriangles, PIPE_PRIM_TRIANGLES },
      { SpvExecutionModeInputTrianglesAdjacency, PIPE_PRIM_TRIANGLES_ADJACENCY },
   }, outputs[] = {
      { SpvExecutionModeOutputPoints, PIPE_PRIM_POINTS }, { SpvExecutionModeOutputLineStrip, PIPE_PRIM_LINE_STRIP },
      { SpvExecutionModeOutputTriangleStrip, PIPE_PRIM_TRIANGLE_STRIP },
   };
   struct si_gs_info *info = &s->bin->gs;
   uint32_t function = s->entry->function;
   for (unsigned i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
      if (spv_find_execution_mode(s->m, function, inputs[i].mode))
         info->input_prim = (uint8_t)inputs[i].prim;
   }
   for (unsigned i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
      if (spv_find_execution_mode(s->m, function, outputs[i].mode))
         info->output_prim = (uint8_t)outputs[i].prim;
   }
   info->esgs_item_dw = (uint16_t)(4 * __builtin_popcountll(s->key->ring_locations));
   info->max_vertices = (uint16_t)s->gs->max_vertices;
   info->invocations = (uint8_t)mode_value(s, SpvExecutionModeInvocations, 1);
   for (unsigned stream = 0; stream < 4; stream++)
      info->gsvs_vertex_dw[stream] = s->gs->vertex_dw[stream];
}

const struct sl_stage_ops sl_gs_ops = {
   .name = "geometry shader", .api_stage = PIPE_SHADER_GEOMETRY, .hw_stage = SI_HW_GS,
   .declare = declare, .load_inputs = load_inputs, .load_input = load_input, .emit_vertex = emit_vertex,
   .end_primitive = end_primitive, .end = end, .finish = finish,
};
