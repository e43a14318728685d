/* llvm_expand.cpp: the placeholder functions (llvm_passes.h) outside of loops over parts: each part of their vectors by itself, and
 * the results joined. All other operations on long vectors are left to LLVM's legalization of types. */
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

static Value *expanded(CallInst &call, unsigned lanes, unsigned width)
{
   PartBuilder b(&call);
   SmallVector<Value *, 16> parts;
   Value *signs = b.getInt64(0);
   for (unsigned first = 0; first < lanes; first += width) {
      SmallVector<Value *, 6> in;
      for (Value *v : call.args())
         in.push_back(part_lanes_of(v->getType()) == lanes ? b.CreateShuffleVector(v, createSequentialMask(first, width, 0)) : v);
      if (part_is_signs(call))
         signs = b.CreateOr(signs, b.CreateShl(part_signs(b, in[0], width), first));
      else
         parts.push_back(part_build(b, call, in, width));
   }
   return part_is_signs(call) ? signs : concatenateVectors(b, parts);
}

void llvm_expand(LLVMModuleRef module, unsigned part_lanes)
{
   for (Function &f : *unwrap(module))
      for (Instruction &i : make_early_inc_range(instructions(f))) {
         if (!part_is_placeholder(i))
            continue;
         auto &call = cast<CallInst>(i);
         unsigned lanes = part_lanes_of((part_is_signs(call) ? call.getArgOperand(0) : &call)->getType());
         if (lanes <= part_lanes && !part_is_signs(call))
            continue;
         call.replaceAllUsesWith(expanded(call, lanes, part_lanes));
         call.eraseFromParent();
      }
}
