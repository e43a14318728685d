/* llvm_part.cpp: see llvm_part.h. */
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#ifdef __x86_64__
#include <llvm/IR/IntrinsicsX86.h>
#endif
#include <llvm/IR/Module.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/llvm_part.h"

using namespace llvm;

unsigned part_lanes_of(const Type *t)
{
   auto *v = dyn_cast<FixedVectorType>(t);
   return v ? v->getNumElements() : 0;
}

Type *part_type(Type *t, unsigned width)
{
   return FixedVectorType::get(cast<VectorType>(t)->getElementType(), width);
}

bool part_is_pure_assembly(const Instruction &i)
{
   auto *call = dyn_cast<CallInst>(&i);
   auto *assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
   return assembly && !assembly->hasSideEffects();
}

static StringRef callee_name(const Instruction &i)
{
   auto *call = dyn_cast<CallInst>(&i);
   const Function *f = call ? call->getCalledFunction() : nullptr;
   return f ? f->getName() : StringRef();
}

bool part_is_signs(const Instruction &i)
{
   return callee_name(i) == LLVM_SIGNS;
}

static bool is_each_part(const Instruction &i)
{
   return callee_name(i).starts_with(LLVM_EACH_PART);
}

bool part_is_placeholder(const Instruction &i)
{
   return part_is_signs(i) || is_each_part(i) || part_is_pure_assembly(i);
}

bool part_is_bits(const Instruction &i)
{
   return isa<BitCastInst>(i) && part_lanes_of(i.getType()) && i.getType()->isIntOrIntVectorTy(1) &&
          i.getOperand(0)->getType()->isIntegerTy();
}

static bool call_is_elementwise(const CallInst &call, unsigned lanes)
{
   if (part_lanes_of(call.getType()) != lanes)
      return false;
   if (part_is_pure_assembly(call))
      return call.arg_size() == 1 && call.getArgOperand(0)->getType() == call.getType();
   if (is_each_part(call))
      return true;
   Intrinsic::ID id = call.getIntrinsicID();
   if (id == Intrinsic::not_intrinsic || !isTriviallyVectorizable(id))
      return false;
   for (const Value *v : call.args())
      if (isa<VectorType>(v->getType()) && v->getType() != call.getType())
         return false;
   return true;
}

bool part_is_elementwise(const Instruction &i, unsigned lanes)
{
   if (auto *call = dyn_cast<CallInst>(&i))
      return call_is_elementwise(*call, lanes);
   if (part_lanes_of(i.getType()) != lanes ||
       !(isa<BinaryOperator>(i) || isa<UnaryOperator>(i) || isa<CastInst>(i) || isa<CmpInst>(i) || isa<SelectInst>(i) ||
         isa<FreezeInst>(i)))
      return false;
   for (const Value *v : i.operands())
      if (part_lanes_of(v->getType()) != lanes && (isa<VectorType>(v->getType()) || !isa<SelectInst>(i)))
         return false;
   return true;
}

/* LLVM 20 renamed Intrinsic::getDeclaration. */
static Function *declaration(Module *module, Intrinsic::ID id, ArrayRef<Type *> types = {})
{
#if LLVM_VERSION_MAJOR >= 20
   return Intrinsic::getOrInsertDeclaration(module, id, types);
#else
   return Intrinsic::getDeclaration(module, id, types);
#endif
}

static Value *build_call(PartBuilder &b, CallInst &call, ArrayRef<Value *> in, unsigned width)
{
   Type *type = part_type(call.getType(), width);
   if (part_is_pure_assembly(call)) {
      auto *assembly = cast<InlineAsm>(call.getCalledOperand());
      FunctionType *of_part = FunctionType::get(type, { type }, false);
      return b.CreateCall(InlineAsm::get(of_part, assembly->getAsmString(), assembly->getConstraintString(), false), in);
   }
   Module *module = call.getModule();
   StringRef name = callee_name(call);
   if (name.consume_front(LLVM_EACH_PART)) {
      SmallVector<Type *, 6> types;
      for (Value *v : in)
         types.push_back(v->getType());
      return b.CreateCall(module->getOrInsertFunction(name, FunctionType::get(type, types, false)), in);
   }
   return b.CreateCall(declaration(module, call.getIntrinsicID(), { type }), in);
}

Value *part_build(PartBuilder &b, Instruction &i, ArrayRef<Value *> in, unsigned width)
{
   Value *r;
   if (auto *call = dyn_cast<CallInst>(&i))
      r = build_call(b, *call, in, width);
   else if (auto *op = dyn_cast<BinaryOperator>(&i))
      r = b.CreateBinOp(op->getOpcode(), in[0], in[1]);
   else if (auto *op = dyn_cast<UnaryOperator>(&i))
      r = b.CreateUnOp(op->getOpcode(), in[0]);
   else if (auto *op = dyn_cast<CastInst>(&i))
      r = b.CreateCast(op->getOpcode(), in[0], part_type(i.getType(), width));
   else if (auto *op = dyn_cast<CmpInst>(&i))
      r = b.CreateCmp(op->getPredicate(), in[0], in[1]);
   else if (isa<SelectInst>(i))
      r = b.CreateSelect(in[0], in[1], in[2]);
   else
      r = b.CreateFreeze(in[0]);
   if (auto *made = dyn_cast<Instruction>(r))
      made->copyIRFlags(&i);
   return r;
}

Value *part_signs(PartBuilder &b, Value *part, unsigned width)
{
#ifdef __x86_64__
   Intrinsic::ID id = width == 8 ? Intrinsic::x86_avx_movmsk_ps_256 : Intrinsic::x86_sse_movmsk_ps;
   Value *floats = b.CreateBitCast(part, FixedVectorType::get(b.getFloatTy(), width));
   Module *module = b.GetInsertBlock()->getModule();
   return b.CreateZExt(b.CreateCall(declaration(module, id), { floats }), b.getInt64Ty());
#else
   Value *signs = b.CreateICmpSLT(part, Constant::getNullValue(part->getType()));
   return b.CreateZExt(b.CreateBitCast(signs, b.getIntNTy(width)), b.getInt64Ty());
#endif
}

Value *part_of_bits(PartBuilder &b, Value *word, unsigned first, unsigned width)
{
   SmallVector<Constant *, 8> bit;
   for (unsigned k = 0; k < width; k++)
      bit.push_back(b.getInt32(1u << (first + k)));
   Constant *bits = ConstantVector::get(bit);
   return b.CreateICmpEQ(b.CreateAnd(b.CreateVectorSplat(width, word), bits), bits);
}
