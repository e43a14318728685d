/* saturate.c: sums and differences that saturate, as selects. InstCombine makes llvm.usub.sat of a < b ? 0 : a - b. GFX8 has it as
 * v_sub_u32 with clamp; but SIFoldOperands gives an instruction with a literal operand its encoding of 32 bits, which has no
 * clamp, and the result wraps around. */
#include "hw-si/compiler/llvm_target.h"

static LLVMValueRef as_select(LLVMBuilderRef b, LLVMValueRef call, bool is_sum)
{
   LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
   LLVMTypeRef type = LLVMTypeOf(call);
   LLVMPositionBuilderBefore(b, call);
   if (is_sum) {
      LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
      return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, sum, x, ""), LLVMConstAllOnes(type), sum, "");
   }
   LLVMValueRef difference = LLVMBuildSub(b, x, y, "");
   return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntUGT, x, y, ""), difference, LLVMConstNull(type), "");
}

void si_llvm_expand_saturated(LLVMModuleRef mod, LLVMValueRef fn)
{
   static const char *const names[2] = { "llvm.usub.sat", "llvm.uadd.sat" };
   const unsigned id[2] = { LLVMLookupIntrinsicID(names[0], 13), LLVMLookupIntrinsicID(names[1], 13) };
   LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
   for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block)) {
      for (LLVMValueRef inst = LLVMGetFirstInstruction(block), next; inst; inst = next) {
         next = LLVMGetNextInstruction(inst);
         LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
         const unsigned called = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
         if (!called || (called != id[0] && called != id[1]))
            continue;
         LLVMReplaceAllUsesWith(inst, as_select(b, inst, called == id[1]));
         LLVMInstructionEraseFromParent(inst);
      }
   }
   LLVMDisposeBuilder(b);
}
