/* llvm_part.h: private to the llvm_*.cpp: what is done to one part of a vector of many lanes, `width` lanes of it. */
#ifndef JIT_LLVM_PART_H
#define JIT_LLVM_PART_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/NoFolder.h>

using PartBuilder = llvm::IRBuilder<llvm::NoFolder>; /* the default one folds constants without regard to the denormal mode */

/* Lanes of a vector type, 0 for anything else. */
unsigned part_lanes_of(const llvm::Type *t);
llvm::Type *part_type(llvm::Type *t, unsigned width);
/* An empty piece of assembly that only hides a value from LLVM. */
bool part_is_pure_assembly(const llvm::Instruction &i);
/* LLVM_SIGNS. */
bool part_is_signs(const llvm::Instruction &i);
/* What LLVM cannot legalize for a long vector: LLVM_SIGNS, LLVM_EACH_PART, and assembly, whose operand is one register. */
bool part_is_placeholder(const llvm::Instruction &i);
/* A mask's lanes out of the bits of an integer. */
bool part_is_bits(const llvm::Instruction &i);
/* Lanes are independent: the instruction, of so many lanes, can be made for parts. Memory is none of these. */
bool part_is_elementwise(const llvm::Instruction &i, unsigned lanes);
/* The instruction for one part: `in` are its operands (a call's arguments), those of `lanes` lanes as parts. */
llvm::Value *part_build(PartBuilder &b, llvm::Instruction &i, llvm::ArrayRef<llvm::Value *> in, unsigned width);
/* Sign bits of a part, as an i64. */
llvm::Value *part_signs(PartBuilder &b, llvm::Value *part, unsigned width);
/* <width x i1> out of the low bits of an i32. first: of its bits. */
llvm::Value *part_of_bits(PartBuilder &b, llvm::Value *word, unsigned first, unsigned width);
/* Memory on the stack that is only loaded and stored completely, `lanes` lanes of complete bytes. */
bool part_is_slot(const llvm::AllocaInst &a, unsigned lanes);

#endif
