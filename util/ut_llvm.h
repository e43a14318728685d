/* ut_llvm.h: LLVM pass managers that are reused across modules. Creating them for every module, which is all that LLVM's C
 * interface offers, takes longer than the passes of a small shader. One ut_llvm serves one thread at a time. After a longjmp out
 * of LLVM (ut_guard.h) its state is undefined: the caller leaks it instead of destroying it. */
#ifndef UT_LLVM_H
#define UT_LLVM_H

#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Call before any other use of LLVM. Installs the handler that turns fatal errors into ut_guard_bail. */
void ut_llvm_init(void);

struct ut_llvm;

/* Takes ownership of the target machine, also on failure. NULL: the target cannot emit objects. */
struct ut_llvm *ut_llvm_create(LLVMTargetMachineRef machine);
void ut_llvm_destroy(struct ut_llvm *l);
LLVMTargetMachineRef ut_llvm_machine(const struct ut_llvm *l);

/* Runs a pass pipeline in opt's notation. `passes` must be a string literal: pipelines are cached by its address. False:
 * malformed pipeline. */
bool ut_llvm_run(struct ut_llvm *l, LLVMModuleRef module, const char *passes);
/* Placeholder functions that ut_llvm_split expands per part: UT_LLVM_EACH_PART + name calls the function `name` with vectors of
 * part_lanes lanes; UT_LLVM_SIGNS gives the sign bits of an <n x i32> as the low bits of an i64. */
#define UT_LLVM_EACH_PART "ut.each_part."
#define UT_LLVM_SIGNS "ut.signs"
/* Splits vectors of more lanes into vectors of part_lanes (a power of two) and orders instructions by part. Two vectors of 32-bit
 * values in memory must be identical or disjoint. */
void ut_llvm_split(LLVMModuleRef module, unsigned part_lanes);
/* The alternative to splitting: loops over parts. keep_slots promotes all stack slots to SSA values except vectors of `lanes`
 * lanes and hides those from other passes; release_slots ends that. roll turns each block with at least `least` operations on
 * such vectors into loops. ut_llvm_split handles the blocks that cannot be rolled. */
void ut_llvm_keep_slots(LLVMModuleRef module, unsigned lanes);
void ut_llvm_release_slots(LLVMModuleRef module, unsigned lanes);
void ut_llvm_roll(LLVMModuleRef module, unsigned lanes, unsigned part_lanes, unsigned least);
/* For targets with mask registers: pins operations on masks, so that LLVM does not move them across casts. The last pass before
 * ut_llvm_emit. */
void ut_llvm_settle_masks(LLVMModuleRef module);
/* Compiles the module to an object file in memory that is valid until the next call. The module may not be used afterwards. */
const void *ut_llvm_emit(struct ut_llvm *l, LLVMModuleRef module, size_t *size_B);

#ifdef __cplusplus
}
#endif

#endif
