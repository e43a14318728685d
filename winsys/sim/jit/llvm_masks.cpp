/* llvm_masks.cpp: masks in mask registers (AVX-512), and the integers whose bits they are. LLVM 19 moves operations on bits
 * to either side of a cast between them: to the integers where both operands are cast, and back where other instructions have
 * the casts of both. It can do so for ever. Empty pieces of assembly hide each side of such a cast from the other. */
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

static Value *hidden(PartBuilder &b, Value *v, const char *constraint)
{
   FunctionType *type = FunctionType::get(v->getType(), { v->getType() }, false);
   return b.CreateCall(InlineAsm::get(type, "", constraint, false), { v });
}

void llvm_settle_masks(LLVMModuleRef module)
{
   for (Function &f : *unwrap(module))
      for (Instruction &i : make_early_inc_range(instructions(f)))
         if (part_is_bits(i)) {
            PartBuilder b(&i);
            Value *integer = hidden(b, i.getOperand(0), "=r,0");
            i.replaceAllUsesWith(hidden(b, b.CreateBitCast(integer, i.getType()), "=k,0"));
            i.eraseFromParent();
         }
}
