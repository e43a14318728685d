/* llvm_target.h: LLVM target machines and the pass pipeline. All calls of LLVM run under a guard (util/ut_guard.h), which turns
 * a fatal error of LLVM into a failure of that compile. Private to this folder. */
#ifndef SI_LLVM_TARGET_H
#define SI_LLVM_TARGET_H

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

#include "util/ut_guard.h"
#include "util/ut_llvm.h"

#if LLVM_VERSION_MAJOR < 16
#error "LLVM 16 or newer is needed"
#endif

struct si_llvm_pool;

/* A pool of target machines for one CPU; a machine has one user at a time. NULL with a reason: LLVM lacks the target. */
struct si_llvm_pool *si_llvm_pool_create(const char *cpu, char *why, size_t why_size_B);
void si_llvm_pool_destroy(struct si_llvm_pool *p);
const char *si_llvm_cpu(const struct si_llvm_pool *p);
struct ut_llvm *si_llvm_get(struct si_llvm_pool *p); /* may be NULL: out of memory */
void si_llvm_put(struct si_llvm_pool *p, struct ut_llvm *machine);

/* Records the first error that LLVM reports through a context. */
struct si_llvm_diagnostic { bool error; char text[256]; };
void si_llvm_watch(LLVMContextRef c, struct si_llvm_diagnostic *d);

bool si_llvm_optimize(LLVMModuleRef mod, LLVMValueRef fn, struct ut_llvm *machine, bool has_loops);
/* lower_arrays.c. True: the function changed. */
bool si_llvm_lower_arrays(LLVMModuleRef mod, LLVMValueRef fn);
/* saturate.c: for optimized code. */
void si_llvm_expand_saturated(LLVMModuleRef mod, LLVMValueRef fn);
/* contract.c: for optimized code without `precise` and `invariant`. */
void si_llvm_contract(LLVMModuleRef mod, LLVMValueRef fn, bool fma_is_fast);

#endif
