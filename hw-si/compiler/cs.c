/* cs.c: compute shaders in CS: built-in inputs from SGPRs and VGPRs (hw facts B2), the size of a workgroup, LDS. */
#include <stdio.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw-si/compiler/stage.h"
#include "hw_regs.h"

#define MAX_GROUP_THREADS 1024

/* Threads per workgroup; false: the dispatch decides (SI_SGPR_CS_BLOCK). */
static bool fixed_size(struct sl *s, uint32_t size[3])
{
   uint32_t at = spv_find_execution_mode(s->m, s->entry->function, SpvExecutionModeLocalSize);
   struct spv_inst in = at ? spv_inst_at(s->m, at) : (struct spv_inst){ 0 };
   if (in.count < 6)
      return false;
   for (unsigned i = 0; i < 3; i++)
      size[i] = in.w[3 + i];
   return true;
}

/* SGPRs: workgroup id x y z. v0 .. v2: local id. */
static void declare(struct sl *s)
{
   uint32_t size[3], threads = MAX_GROUP_THREADS;
   char range[32];
   sl_add_user_sgprs(s, SI_SGPR_CS_COUNT, 0x7);
   unsigned tgid = s->arg_count;
   for (unsigned i = 0; i < 3; i++)
      sl_add_sgpr(s);
   unsigned local = s->arg_count;
   for (unsigned i = 0; i < 3; i++)
      sl_add_vgpr(s, s->i32);
   sl_begin_function(s, SI_HW_CS);
   for (unsigned i = 0; i < 3; i++) {
      s->tg_id[i] = s->arg[tgid + i];
      s->local_id[i] = s->arg[local + i];
   }
   if (fixed_size(s, size)) {
      uint64_t product = (uint64_t)size[0] * size[1] * size[2];
      if (!product || size[0] > MAX_GROUP_THREADS || size[1] > MAX_GROUP_THREADS || product > MAX_GROUP_THREADS) {
         sl_fail(s, "workgroup of %u x %u x %u threads", size[0], size[1], size[2]);
         return;
      }
      threads = (uint32_t)product;
   }
   /* LLVM drops barriers in workgroups of one wave, and limits registers by the size. */
   snprintf(range, sizeof(range), "%u,%u", threads == MAX_GROUP_THREADS ? 1 : threads, threads);
   sl_set_attribute(s, "amdgpu-flat-work-group-size", range);
}

static LLVMValueRef group_size(struct sl *s, unsigned axis)
{
   uint32_t size[3];
   return fixed_size(s, size) ? sl_i32(s, size[axis]) : s->arg[SI_SGPR_CS_BLOCK + axis];
}

static LLVMValueRef global_id(struct sl *s, unsigned axis)
{
   return LLVMBuildAdd(s->b, LLVMBuildMul(s->b, s->tg_id[axis], group_size(s, axis), ""), s->local_id[axis], "");
}

/* (z * size.y + y) * size.x + x */
static LLVMValueRef local_index(struct sl *s)
{
   LLVMValueRef v = LLVMBuildMul(s->b, s->local_id[2], group_size(s, 1), "");
   v = LLVMBuildMul(s->b, LLVMBuildAdd(s->b, v, s->local_id[1], ""), group_size(s, 0), "");
   return LLVMBuildAdd(s->b, v, s->local_id[0], "");
}

static LLVMValueRef group_threads(struct sl *s)
{
   return LLVMBuildMul(s->b, LLVMBuildMul(s->b, group_size(s, 0), group_size(s, 1), ""), group_size(s, 2), "");
}

static LLVMValueRef builtin(struct sl *s, const struct sl_io *io)
{
   unsigned axis = io->element < 3 ? io->element : 2;
   switch (io->builtin) {
   case SpvBuiltInNumWorkgroups:
      return s->arg[SI_SGPR_CS_GRID + axis];
   case SpvBuiltInWorkgroupSize:
      return group_size(s, axis);
   case SpvBuiltInWorkgroupId:
      return s->tg_id[axis];
   case SpvBuiltInLocalInvocationId:
      return s->local_id[axis];
   case SpvBuiltInGlobalInvocationId:
      return global_id(s, axis);
   case SpvBuiltInLocalInvocationIndex:
      return local_index(s);
   case SpvBuiltInSubgroupId: /* waves follow one another in the order of the index */
      return sl_call1(s, "llvm.amdgcn.readfirstlane", s->i32, LLVMBuildLShr(s->b, local_index(s), sl_i32(s, 6), ""));
   case SpvBuiltInNumSubgroups:
      return LLVMBuildLShr(s->b, LLVMBuildAdd(s->b, group_threads(s), sl_i32(s, 63), ""), sl_i32(s, 6), "");
   default:
      return sl_lane_input(s, io, "compute");
   }
}

static void load_inputs(struct sl *s)
{
   for (uint32_t i = 0; i < s->in_count && !s->failed; i++) {
      const struct sl_io *io = &s->in[i];
      if (sl_is_used(s, io))
         sl_cell_store(s, io->v, io->cell, NULL, builtin(s, io));
   }
}

static void end(struct sl *s)
{
   (void)s; /* a compute shader has no outputs */
}

static void finish(struct sl *s)
{
   struct si_shader_binary *bin = s->bin;
   uint32_t size[3] = { 0, 0, 0 };
   fixed_size(s, size);
   for (unsigned i = 0; i < 3; i++)
      bin->cs.block[i] = (uint16_t)size[i];
   bin->rsrc2 |= S_00B84C_TGID_X_EN(1) | S_00B84C_TGID_Y_EN(1) | S_00B84C_TGID_Z_EN(1) | S_00B84C_TIDIG_COMP_CNT(2);
   bin->lds_B = G_00B84C_LDS_SIZE(bin->rsrc2) * (s->gfx == 6 ? 256 : 512);
}

const struct sl_stage_ops sl_cs_ops = {
   .name = "compute shader", .api_stage = PIPE_SHADER_COMPUTE, .hw_stage = SI_HW_CS,
   .declare = declare, .load_inputs = load_inputs, .end = end, .finish = finish,
};
