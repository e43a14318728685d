/* ut_llvm.h: LLVM's pass managers, kept from one module to the next. Making them anew for every module (all that LLVM's C
 * interface offers) takes longer than a small shader's passes do. One machine serves one thread at a time. After a jump out of
 * LLVM a machine is in an unknown state: it must be dropped, not destroyed. */
#ifndef UT_LLVM_H
#define UT_LLVM_H

#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before anything else of LLVM: its fatal errors go to the guards (ut_guard.h) from then on. */
void ut_llvm_init(void);

struct ut_llvm;

/* Takes the target machine. NULL (the target machine is gone): it cannot make objects. */
struct ut_llvm *ut_llvm_create(LLVMTargetMachineRef machine);
void ut_llvm_destroy(struct ut_llvm *l);
LLVMTargetMachineRef ut_llvm_machine(const struct ut_llvm *l);

/* Runs a pipeline in opt's notation. `passes` must be a literal: it is known again by its address. False: malformed. */
bool ut_llvm_run(struct ut_llvm *l, LLVMModuleRef module, const char *passes);
/* Functions that stand for what ut_llvm_split makes of each part: the function named behind the prefix, with vectors of
 * part_lanes; the signs of <n x i32> as the low bits of an i64. */
#define UT_LLVM_EACH_PART "ut.each_part."
#define UT_LLVM_SIGNS "ut.signs"
/* Takes vectors of more lanes apart into vectors of part_lanes (a power of two), and orders instructions by part. The module's
 * vectors of 32-bit values must lie in memory like rows: two of them are the same or disjoint. */
void ut_llvm_split(LLVMModuleRef module, unsigned part_lanes);
/* Instead: loops over parts. keep_slots makes SSA values of all that is on the stack but vectors of `lanes` lanes, which passes
 * then leave alone; release_slots ends that; roll makes loops of blocks with `least` operations on such vectors. What cannot
 * be in a loop is left to ut_llvm_split. */
void ut_llvm_keep_slots(LLVMModuleRef module, unsigned lanes);
void ut_llvm_release_slots(LLVMModuleRef module, unsigned lanes);
void ut_llvm_roll(LLVMModuleRef module, unsigned lanes, unsigned part_lanes, unsigned least);
/* For targets with mask registers: operations on masks stay where they are. The last pass before ut_llvm_emit. */
void ut_llvm_settle_masks(LLVMModuleRef module);
/* The module as an object file, in memory that the next call overwrites. The module is used up. */
const void *ut_llvm_emit(struct ut_llvm *l, LLVMModuleRef module, size_t *size_B);

#ifdef __cplusplus
}
#endif

#endif
