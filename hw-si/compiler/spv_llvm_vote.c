/* spv_llvm_vote.c: votes of the invocations of a wave (SPV_KHR_subgroup_vote), and the clock of its compute unit (SPV_KHR_shader_clock). */
#include "hw-si/compiler/spv_llvm.h"

LLVMValueRef sl_ballot(struct sl *s, LLVMValueRef condition)
{
   LLVMValueRef args[] = { LLVMBuildZExt(s->b, condition, s->i32, ""), s->zero, sl_i32(s, LLVMIntNE) };
   return sl_call(s, "llvm.amdgcn.icmp.i64.i32", s->i64, args, 3);
}

/* 64 bits, as one integer or as a vector of two. */
static void read_clock(struct sl *s, const struct spv_inst *in)
{
   LLVMValueRef ticks = sl_call(s, "llvm.amdgcn.s.memtime", s->i64, NULL, 0), v[2] = { ticks };
   const bool halves = spv_type_of(s->m, spv_w(in, 1)).kind == SPV_KIND_VECTOR;
   for (unsigned i = 0; i < 2 && halves; i++)
      v[i] = sl_element(s, LLVMBuildBitCast(s->b, ticks, LLVMVectorType(s->i32, 2), ""), i);
   sl_define(s, in, v, halves ? 2 : 1);
}

bool sl_vote(struct sl *s, const struct spv_inst *in)
{
   if (in->op == SpvOpReadClockKHR) {
      read_clock(s, in);
      return true;
   }
   if (in->op != SpvOpSubgroupAnyKHR && in->op != SpvOpSubgroupAllKHR && in->op != SpvOpSubgroupAllEqualKHR)
      return false;
   LLVMValueRef condition = sl_bools(s, spv_w(in, 3), 1)[0], none = LLVMConstNull(s->i64);
   LLVMValueRef any = LLVMBuildICmp(s->b, LLVMIntNE, sl_ballot(s, condition), none, "");
   LLVMValueRef all = LLVMBuildICmp(s->b, LLVMIntEQ, sl_ballot(s, LLVMBuildNot(s->b, condition, "")), none, "");
   LLVMValueRef v = in->op == SpvOpSubgroupAnyKHR ? any : all;
   if (in->op == SpvOpSubgroupAllEqualKHR)
      v = LLVMBuildOr(s->b, all, LLVMBuildNot(s->b, any, ""), "");
   sl_define(s, in, &v, 1);
   return true;
}
