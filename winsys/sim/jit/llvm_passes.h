/* llvm_passes.h: LLVM passes on the wide vectors that the JIT makes (jit_object.c runs them). */
#ifndef JIT_LLVM_PASSES_H
#define JIT_LLVM_PASSES_H

#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Placeholder functions: LLVM_EACH_PART + name calls the function `name` with vectors of part_lanes lanes; LLVM_SIGNS gives the sign
 * bits of an <n x i32> as the low bits of an i64. */
#define LLVM_EACH_PART "ut.each_part."
#define LLVM_SIGNS "ut.signs"
/* Loops over parts of part_lanes lanes (a power of two). keep_slots hides stack slots of `lanes` lanes from passes, so that
 * mem2reg makes SSA values of all others; release_slots ends that. roll turns each block with at least `least` operations on
 * such vectors into loops, which LLVM's loop-unroll-full unrolls. Two vectors of 32-bit values in memory must be identical or
 * disjoint. expand replaces the placeholders in blocks that are no loops. */
void llvm_keep_slots(LLVMModuleRef module, unsigned lanes);
void llvm_release_slots(LLVMModuleRef module, unsigned lanes);
void llvm_roll(LLVMModuleRef module, unsigned lanes, unsigned part_lanes, unsigned least);
void llvm_expand(LLVMModuleRef module, unsigned part_lanes);
/* For targets with mask registers: pins operations on masks, so that LLVM does not move them across casts. The last pass before
 * ut_llvm_emit. */
void llvm_settle_masks(LLVMModuleRef module);

#ifdef __cplusplus
}
#endif

#endif
