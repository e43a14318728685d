/* contract.c: floating-point transformations that GLSL allows (GLSL 4.60 and ESSL 3.20, 4.7.1) unless a shader uses `precise`
 * or `invariant`, and that LLVM only does with fast-math flags: x * 0 = 0, x + 0 = x, and contraction of a product with the
 * sums that use it to v_fma_f32, on devices where it is as fast as v_mad_f32. Runs on optimized code of fragment shaders
 * only: two vertex shaders must compute the same position from the same expression, whatever else they use it for. */
#include "hw-si/compiler/llvm_target.h"

#include <stddef.h>

struct contract { LLVMBuilderRef b; LLVMModuleRef mod; LLVMTypeRef f32, fma_type; LLVMValueRef fma; };

static bool is_op(LLVMValueRef v, LLVMOpcode op)
{
   return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static bool is_zero(LLVMValueRef v)
{
   LLVMBool loses;
   return LLVMIsAConstantFP(v) && LLVMConstRealGetDouble(v, &loses) == 0.0; /* either sign */
}

/* Simplification of an operation with a zero operand; NULL: none. */
static LLVMValueRef without_zeros(struct contract *c, LLVMValueRef inst)
{
   const LLVMOpcode op = LLVMGetInstructionOpcode(inst);
   if (op != LLVMFMul && op != LLVMFAdd && op != LLVMFSub)
      return NULL;
   LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1);
   if (op == LLVMFMul)
      return is_zero(x) || is_zero(y) ? LLVMConstReal(LLVMTypeOf(inst), 0) : NULL;
   if (is_zero(y))
      return x;
   if (!is_zero(x))
      return NULL;
   LLVMPositionBuilderBefore(c->b, inst);
   return op == LLVMFAdd ? y : LLVMBuildFNeg(c->b, y, "");
}

/* A product whose uses are all sums: contraction removes the multiplication. */
static bool is_summed_product(LLVMValueRef v)
{
   if (!is_op(v, LLVMFMul))
      return false;
   LLVMUseRef use = LLVMGetFirstUse(v);
   while (use && (is_op(LLVMGetUser(use), LLVMFAdd) || is_op(LLVMGetUser(use), LLVMFSub)))
      use = LLVMGetNextUse(use);
   return !use;
}

/* x + y or x - y as one fma; NULL: neither operand is a product of sums only. */
static LLVMValueRef fused(struct contract *c, LLVMValueRef inst)
{
   const bool minus = is_op(inst, LLVMFSub);
   if ((!minus && !is_op(inst, LLVMFAdd)) || LLVMTypeOf(inst) != c->f32)
      return NULL;
   LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1), a, b, rest;
   LLVMPositionBuilderBefore(c->b, inst);
   if (is_summed_product(x)) {
      a = LLVMGetOperand(x, 0);
      b = LLVMGetOperand(x, 1);
      rest = minus ? LLVMBuildFNeg(c->b, y, "") : y;
   } else if (is_summed_product(y)) {
      a = LLVMGetOperand(y, 0);
      b = LLVMGetOperand(y, 1);
      if (minus)
         a = LLVMBuildFNeg(c->b, a, "");
      rest = x;
   } else {
      return NULL;
   }
   return LLVMBuildCall2(c->b, c->fma_type, c->fma, (LLVMValueRef[]){ a, b, rest }, 3, "");
}

static void each(struct contract *c, LLVMValueRef fn, LLVMValueRef (*replacement)(struct contract *, LLVMValueRef))
{
   for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block; block = LLVMGetNextBasicBlock(block)) {
      for (LLVMValueRef inst = LLVMGetFirstInstruction(block), next; inst; inst = next) {
         LLVMValueRef to = replacement(c, inst);
         next = LLVMGetNextInstruction(inst);
         if (!to || to == inst)
            continue;
         LLVMReplaceAllUsesWith(inst, to);
         LLVMInstructionEraseFromParent(inst);
      }
   }
}

/* Erases dead arithmetic. Backwards, so that operands with no other use are found dead as well. */
static void drop_unused(LLVMValueRef fn)
{
   for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(fn); block; block = LLVMGetPreviousBasicBlock(block)) {
      for (LLVMValueRef inst = LLVMGetLastInstruction(block), previous; inst; inst = previous) {
         const LLVMOpcode op = LLVMGetInstructionOpcode(inst);
         previous = LLVMGetPreviousInstruction(inst);
         if (!LLVMGetFirstUse(inst) && (op == LLVMFMul || op == LLVMFAdd || op == LLVMFSub || op == LLVMFNeg))
            LLVMInstructionEraseFromParent(inst);
      }
   }
}

void si_llvm_contract(LLVMModuleRef mod, LLVMValueRef fn, bool fma_is_fast)
{
   LLVMContextRef llvm = LLVMGetModuleContext(mod);
   struct contract c = { .b = LLVMCreateBuilderInContext(llvm), .mod = mod, .f32 = LLVMFloatTypeInContext(llvm) };
   const unsigned id = LLVMLookupIntrinsicID("llvm.fma", 8);
   c.fma = LLVMGetIntrinsicDeclaration(mod, id, &c.f32, 1);
   c.fma_type = LLVMIntrinsicGetType(llvm, id, &c.f32, 1);
   each(&c, fn, without_zeros);
   drop_unused(fn);
   if (fma_is_fast) {
      each(&c, fn, fused);
      drop_unused(fn);
   }
   LLVMDisposeBuilder(c.b);
}
