/* llvm_target.h: LLVM as a service: target machines and the pass pipeline. Everything here, and all of LLVM, is called under a
 * guard (util/ut_guard.h), which turns LLVM's fatal errors into failures of the one compile that met them. Private to this
 * folder. */
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

/* Target machines for one CPU, handed out one per user at a time. NULL with a reason when LLVM lacks the target. */
struct si_llvm_pool *si_llvm_pool_create(const char *cpu, char *why, size_t why_size_B);
void si_llvm_pool_destroy(struct si_llvm_pool *p);
const char *si_llvm_cpu(const struct si_llvm_pool *p);
struct ut_llvm *si_llvm_get(struct si_llvm_pool *p); /* may be NULL: out of memory */
void si_llvm_put(struct si_llvm_pool *p, struct ut_llvm *machine);

/* Collects the first error that LLVM reports through a context. */
struct si_llvm_diagnostic { bool error; char text[256]; };
void si_llvm_watch(LLVMContextRef c, struct si_llvm_diagnostic *d);

bool si_llvm_optimize(LLVMModuleRef mod, LLVMValueRef fn, struct ut_llvm *machine, bool has_loops);
/* lower_arrays.c: true when it changed something. */
bool si_llvm_lower_arrays(LLVMModuleRef mod, LLVMValueRef fn);
/* contract.c: for optimized code of expressions that need not be exact. */
void si_llvm_contract(LLVMModuleRef mod, LLVMValueRef fn, bool fma_is_fast);

#endif
