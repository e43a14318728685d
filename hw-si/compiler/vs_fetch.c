/* vs_fetch.c: vertex shaders in VS, ES and LS. Built-in inputs come from the wave's registers, attributes from buffer_load_format
 * through the V# of their vertex element, with fixes for formats that the hardware delivers only in part (abi.h, enum
 * si_fetch_fix). */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"
#include "hw-si/compiler/tess.h"

static LLVMValueRef load_format(struct sl *s, LLVMValueRef rsrc, LLVMValueRef index, uint32_t offset_B, unsigned n)
{
   char name[64];
   LLVMTypeRef t = n == 1 ? s->f32 : LLVMVectorType(s->f32, n);
   snprintf(name, sizeof(name), n == 1 ? "llvm.amdgcn.struct.buffer.load.format.f32"
                                       : "llvm.amdgcn.struct.buffer.load.format.v%uf32", n);
   LLVMValueRef args[] = { rsrc, index, sl_i32(s, offset_B), s->zero, s->zero };
   return sl_call(s, name, t, args, 5);
}

static LLVMValueRef element_index(struct sl *s, unsigned location)
{
   const struct si_shader_key *key = s->key;
   uint32_t bit = location < 32 ? 1u << location : 0;
   if (key->fetch.instance_divisor_is_one & bit)
      return LLVMBuildAdd(s->b, s->instance_id, s->arg[SI_SGPR_VS_START_INSTANCE], "");
   if (key->fetch.instance_divisor_is_other & bit) {
      uint32_t divisor = key->fetch.divisor[location];
      LLVMValueRef q = LLVMBuildUDiv(s->b, s->instance_id, sl_i32(s, divisor ? divisor : 1), "");
      return LLVMBuildAdd(s->b, q, s->arg[SI_SGPR_VS_START_INSTANCE], "");
   }
   return LLVMBuildAdd(s->b, s->vertex_id, s->arg[SI_SGPR_VS_BASE_VERTEX], "");
}

/* 2-bit signed alpha: the hardware delivers it unsigned, 0 to 3 (divided by 3 when normalised). */
static LLVMValueRef fix_alpha(struct sl *s, LLVMValueRef a, enum si_fetch_fix fix)
{
   LLVMValueRef n;
   if (fix == SI_FETCH_SINT_A2)
      n = sl_bitcast(s, a, s->i32);
   else if (fix == SI_FETCH_SNORM_A2)
      n = LLVMBuildFPToUI(s->b, sl_math1(s, "llvm.rint", LLVMBuildFMul(s->b, a, sl_f32(s, 3.0), "")), s->i32, "");
   else
      n = LLVMBuildFPToUI(s->b, a, s->i32, "");
   n = LLVMBuildAShr(s->b, LLVMBuildShl(s->b, n, sl_i32(s, 30), ""), sl_i32(s, 30), "");
   if (fix == SI_FETCH_SINT_A2)
      return sl_bitcast(s, n, s->f32);
   n = LLVMBuildSIToFP(s->b, n, s->f32, "");
   return fix == SI_FETCH_SNORM_A2 ? sl_fmax(s, n, sl_f32(s, -1.0)) : n;
}

/* 32-bit integers in memory that the shader reads as floating-point values (ES 3.0, 2.1.6). */
static const struct conversion { bool is_signed, clamps; double scale; } conversions[] = {
   [SI_FETCH_FIXED_POINT] = { true, false, 1.0 / 65536 },
   [SI_FETCH_UNORM32] = { false, false, 1.0 / 4294967295.0 },
   [SI_FETCH_SNORM32] = { true, true, 1.0 / 2147483647.0 },
   [SI_FETCH_USCALED32] = { false, false, 1.0 },
   [SI_FETCH_SSCALED32] = { true, false, 1.0 },
};

static LLVMValueRef convert(struct sl *s, const struct conversion *how, LLVMValueRef value)
{
   LLVMValueRef raw = sl_bitcast(s, value, s->i32);
   LLVMValueRef v = how->is_signed ? LLVMBuildSIToFP(s->b, raw, s->f32, "") : LLVMBuildUIToFP(s->b, raw, s->f32, "");
   v = LLVMBuildFMul(s->b, v, sl_f32(s, how->scale), "");
   return how->clamps ? sl_fmax(s, v, sl_f32(s, -1.0)) : v;
}

static void fetch(struct sl *s, unsigned location, bool is_float, unsigned need, LLVMValueRef c[4])
{
   LLVMValueRef one = is_float ? s->f_one : sl_bitcast(s, s->one, s->f32);
   uint8_t element = location < 32 ? s->key->fetch.element_of_location[location] : 0xff;
   const uint8_t entry = location < 32 ? s->key->fetch.fetch_fix[location] : SI_FETCH_NONE;
   const enum si_fetch_fix fix = SI_FETCH_FIX(entry);
   const struct conversion *conversion = si_fetch_converts(fix) ? &conversions[fix] : NULL;
   for (unsigned i = 0; i < 4; i++)
      c[i] = i == 3 ? one : s->f_zero;
   if (element >= PIPE_MAX_ATTRIBS)
      return;
   LLVMValueRef rsrc = sl_load_const(s, s->arg[SI_SGPR_VS_VERTEX_BUFFERS], s->v4i32, sl_i32(s, element * 16u));
   LLVMValueRef index = element_index(s, location);
   if (fix == SI_FETCH_3X8 || fix == SI_FETCH_3X16) { /* the V# describes one component */
      for (unsigned i = 0; i < 3; i++)
         c[i] = load_format(s, rsrc, index, i * (fix == SI_FETCH_3X8 ? 1 : 2), 1);
      return;
   }
   if (fix == SI_FETCH_DOUBLE) {
      for (unsigned i = 0; i < need && i < SI_FETCH_COMPONENTS(entry); i++) {
         LLVMValueRef words = load_format(s, rsrc, index, i * 8, 2);
         LLVMValueRef wide = sl_bitcast(s, words, s->f64);
         c[i] = LLVMBuildFPTrunc(s->b, wide, s->f32, "");
      }
      return;
   }
   if (conversion) /* a component that memory does not have is not converted: it stays 0 or 1.0 */
      need = need < SI_FETCH_COMPONENTS(entry) ? need : SI_FETCH_COMPONENTS(entry);
   else if (fix != SI_FETCH_NONE && fix != SI_FETCH_UNALIGNED)
      need = 4;
   LLVMValueRef v = load_format(s, rsrc, index, 0, need);
   for (unsigned i = 0; i < need; i++)
      c[i] = conversion ? convert(s, conversion, sl_element(s, v, i)) : sl_element(s, v, i);
   if (fix == SI_FETCH_BGRA) {
      LLVMValueRef x = c[0];
      c[0] = c[2];
      c[2] = x;
   } else if (fix == SI_FETCH_SNORM_A2 || fix == SI_FETCH_SSCALED_A2 || fix == SI_FETCH_SINT_A2) {
      c[3] = fix_alpha(s, c[3], fix);
   }
}

static void builtin(struct sl *s, const struct sl_io *io)
{
   LLVMValueRef v = NULL;
   switch (io->builtin) {
   case SpvBuiltInVertexId:
   case SpvBuiltInVertexIndex:
      v = LLVMBuildAdd(s->b, s->vertex_id, s->arg[SI_SGPR_VS_BASE_VERTEX], "");
      s->bin->vs.uses_vertex_id = 1;
      break;
   case SpvBuiltInInstanceIndex:
      v = LLVMBuildAdd(s->b, s->instance_id, s->arg[SI_SGPR_VS_START_INSTANCE], "");
      s->bin->vs.uses_instance_id = s->bin->vs.uses_base_instance = 1;
      break;
   case SpvBuiltInInstanceId:
      v = s->instance_id;
      s->bin->vs.uses_instance_id = 1;
      break;
   case SpvBuiltInBaseVertex: { /* 0 when the draw is not indexed */
      LLVMValueRef indexed = LLVMBuildAnd(s->b, s->arg[SI_SGPR_STATE], sl_i32(s, SI_VS_STATE_INDEXED), "");
      v = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntNE, indexed, s->zero, ""), s->arg[SI_SGPR_VS_BASE_VERTEX],
                          s->zero, "");
      break;
   }
   case SpvBuiltInBaseInstance:
      v = s->arg[SI_SGPR_VS_START_INSTANCE];
      s->bin->vs.uses_base_instance = 1;
      break;
   case SpvBuiltInDrawIndex:
      v = s->arg[SI_SGPR_VS_DRAW_ID];
      s->bin->vs.uses_draw_id = 1;
      break;
   default:
      sl_store_lane_input(s, io, "vertex");
      return;
   }
   sl_cell_store(s, io->v, io->cell, NULL, v);
}

/* Components of a double attribute as f64. Arrays and current values of another type are converted: GL leaves their values
 * undefined, and the initial value (0, 0, 0, 1) is a sensible one. */
static void fetch_wide(struct sl *s, unsigned location, unsigned need, LLVMValueRef c[4])
{
   const uint8_t entry = location < 32 ? s->key->fetch.fetch_fix[location] : SI_FETCH_NONE;
   uint8_t element = location < 32 ? s->key->fetch.element_of_location[location] : 0xff;
   if (SI_FETCH_FIX(entry) != SI_FETCH_DOUBLE || element >= PIPE_MAX_ATTRIBS) {
      fetch(s, location, true, need, c);
      for (unsigned i = 0; i < 4; i++)
         c[i] = LLVMBuildFPExt(s->b, c[i], s->f64, "");
      return;
   }
   LLVMValueRef rsrc = sl_load_const(s, s->arg[SI_SGPR_VS_VERTEX_BUFFERS], s->v4i32, sl_i32(s, element * 16u));
   LLVMValueRef index = element_index(s, location);
   for (unsigned i = 0; i < 4; i++) {
      if (i < need && i < SI_FETCH_COMPONENTS(entry))
         c[i] = sl_bitcast(s, load_format(s, rsrc, index, i * 8, 2), s->f64);
      else
         c[i] = LLVMConstReal(s->f64, i == 3 ? 1.0 : 0.0);
   }
}

/* The hardware reads bit 0 of the channel. */
static void fetch_edge_flag(struct sl *s)
{
   LLVMValueRef c[4];
   fetch(s, PIPE_ATTRIB_EDGE_FLAG, true, 1, c);
   s->edge_flag = LLVMBuildZExt(s->b, LLVMBuildFCmp(s->b, LLVMRealUNE, sl_to_f32(s, c[0]), s->f_zero, ""), s->i32, "");
}

static void load_inputs(struct sl *s)
{
   struct { unsigned need; bool is_float, used; } at[PIPE_VARYING_COUNT][2] = { 0 }; /* by location, of 32 and 64 bits */
   for (uint32_t i = 0; i < s->in_count; i++) {
      const struct sl_io *io = &s->in[i];
      if (io->builtin != SL_NO_BUILTIN || io->location >= PIPE_VARYING_COUNT)
         continue;
      const unsigned wide = io->width == 64;
      at[io->location][wide].used = true;
      at[io->location][wide].is_float = io->base == 'f';
      if (io->component + 1u > at[io->location][wide].need)
         at[io->location][wide].need = io->component + 1u;
   }
   LLVMValueRef value[PIPE_VARYING_COUNT][2][4];
   for (unsigned l = 0; l < PIPE_VARYING_COUNT && !s->failed; l++) {
      if (at[l][0].used)
         fetch(s, l, at[l][0].is_float, at[l][0].need, value[l][0]);
      if (at[l][1].used)
         fetch_wide(s, l, at[l][1].need, value[l][1]);
   }
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (io->builtin != SL_NO_BUILTIN)
         builtin(s, io);
      else if (io->location < PIPE_VARYING_COUNT)
         sl_cell_store(s, io->v, io->cell, NULL, value[io->location][io->width == 64][io->component]);
   }
   if (s->key->exp.edge_flag)
      fetch_edge_flag(s);
}

/* ---- roles ---------------------------------------------------------------------------------------------------------------- */

/* v0 VertexID, v1 InstanceID (VGT_INSTANCE_STEP_RATE_0 stays 1), v2 PrimitiveID, v3 InstanceID. */
static void add_vgprs(struct sl *s, enum si_hw_stage stage)
{
   unsigned vgpr = s->arg_count;
   for (unsigned i = 0; i < 4; i++)
      sl_add_vgpr(s, s->i32);
   sl_begin_function(s, stage);
   s->vertex_id = s->arg[vgpr];
   s->instance_id = s->arg[vgpr + 1];
   s->primitive_id = s->arg[vgpr + 2];
}

#define POINTERS (0x7 | 1u << SI_SGPR_VS_VERTEX_BUFFERS)

static void add_user_sgprs(struct sl *s)
{
   sl_add_user_sgprs(s, s->key->fetch.single_primitive_draw ? SI_SGPR_VS_PART_COUNT : SI_SGPR_VS_COUNT, POINTERS);
}

static void set_part(struct sl *s)
{
   if (!s->key->fetch.single_primitive_draw)
      return;
   s->instance_id = s->arg[SI_SGPR_VS_INSTANCE];
   s->primitive_id = s->arg[SI_SGPR_VS_PRIMITIVE];
}

static void declare_vs(struct sl *s)
{
   add_user_sgprs(s);
   sl_add_stream_out_sgprs(s);
   add_vgprs(s, SI_HW_VS);
   set_part(s);
   sl_begin_stream_out(s);
}

static void finish(struct sl *s)
{
   struct si_shader_binary *bin = s->bin;
   const struct si_fetch_key *fetch = &s->key->fetch;
   bool instanced = bin->vs.uses_instance_id || fetch->instance_divisor_is_one || fetch->instance_divisor_is_other;
   sl_finish_vgprs(s, bin->vs.uses_primitive_id ? 2 : instanced ? 1 : 0);
   if (s->key->hw_stage == SI_HW_VS)
      sl_finish_stream_out(s);
}

static void end_vs(struct sl *s)
{
   const LLVMValueRef *value = sl_written_outputs(s);
   if (s->shader->so.count)
      sl_stream_out(s, value, 0);
   sl_export_vertex(s, value);
}

static void declare_es(struct sl *s)
{
   add_user_sgprs(s);
   unsigned es2gs = sl_add_sgpr(s);
   add_vgprs(s, SI_HW_ES);
   set_part(s);
   s->ring_offset = s->arg[es2gs];
}

static void end_es(struct sl *s)
{
   sl_esgs_store(s, sl_written_outputs(s));
}

/* v1 RelAutoIndex, v2 InstanceID / StepRate0, v3 InstanceID. */
static void declare_ls(struct sl *s)
{
   add_user_sgprs(s);
   add_vgprs(s, SI_HW_LS);
   s->rel_vertex = s->instance_id;
   s->instance_id = s->primitive_id;
   set_part(s);
   s->primitive_id = NULL;
}

static void end_ls(struct sl *s)
{
   sl_lds_store_vertex(s, sl_written_outputs(s));
}

static void finish_ls(struct sl *s)
{
   finish(s);
   sl_finish_vgprs(s, s->bin->vgpr_comp_cnt ? 2 : 1); /* v1 is always read */
}

const struct sl_stage_ops sl_vs_ops = {
   .name = "vertex shader", .api_stage = PIPE_SHADER_VERTEX, .hw_stage = SI_HW_VS,
   .declare = declare_vs, .load_inputs = load_inputs, .end = end_vs, .finish = finish,
};

const struct sl_stage_ops sl_es_ops = {
   .name = "vertex shader in ES", .api_stage = PIPE_SHADER_VERTEX, .hw_stage = SI_HW_ES,
   .declare = declare_es, .load_inputs = load_inputs, .end = end_es, .finish = finish,
};

const struct sl_stage_ops sl_ls_ops = {
   .name = "vertex shader in LS", .api_stage = PIPE_SHADER_VERTEX, .hw_stage = SI_HW_LS,
   .declare = declare_ls, .load_inputs = load_inputs, .end = end_ls, .finish = finish_ls,
};
