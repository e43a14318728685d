/* ut_llvm.h: LLVM pass managers that are reused across modules. Creating them for every module, which is all that LLVM's C
 * interface offers, takes longer than the passes of a small shader. One ut_llvm serves one thread at a time. After a longjmp out
 * of LLVM (ut_guard.h) its state is undefined: the caller leaks it instead of destroying it. */
#ifndef UT_LLVM_H
#define UT_LLVM_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Call before any other use of LLVM. Installs the handler that turns fatal errors into ut_guard_bail. */
void ut_llvm_init(void);

/* How a function treats denormal numbers: of each bit that is not set, they are preserved. */
enum { UT_LLVM_FLUSH_RESULTS = 1, UT_LLVM_FLUSH_OPERANDS = 2 };
/* For 32-bit numbers, and for the other sizes. */
void ut_llvm_set_denormals(LLVMContextRef context, LLVMValueRef function, unsigned flush_f32, unsigned flush_others);

/* Declares an intrinsic by its name without types, or with any types: LLVM adds the overloaded ones, which differ between versions
 * of LLVM. A function that is not an intrinsic keeps its name. */
LLVMValueRef ut_llvm_add_intrinsic(LLVMModuleRef module, const char *name, LLVMTypeRef type);

struct ut_llvm;

/* Takes ownership of the target machine, also on failure. NULL: the target cannot emit objects. */
struct ut_llvm *ut_llvm_create(LLVMTargetMachineRef machine);
void ut_llvm_destroy(struct ut_llvm *l);
LLVMTargetMachineRef ut_llvm_machine(const struct ut_llvm *l);

/* Runs a pass pipeline in opt's notation. `passes` must be a string literal: pipelines are cached by its address. False:
 * malformed pipeline. */
bool ut_llvm_run(struct ut_llvm *l, LLVMModuleRef module, const char *passes);
/* Compiles the module to an object file in memory that is valid until the next call. The module may not be used afterwards. */
const void *ut_llvm_emit(struct ut_llvm *l, LLVMModuleRef module, size_t *size_B);

#ifdef __cplusplus
}
#endif

#endif
