/* jit_object.c: from LLVM module to object: the host's target machine, and the few useful passes. What differs between hosts is in
 * jit_host_*.c. */
#include <stdlib.h>
#include <string.h>

#include <llvm/Config/llvm-config.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "util/ut_cache.h"
#include "util/ut_llvm.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/llvm_passes.h"

#if LLVM_VERSION_MAJOR >= 18
#define INSTCOMBINE "instcombine<no-verify-fixpoint>" /* a check for LLVM's own tests */
#else
#define INSTCOMBINE "instcombine"
#endif
/* Least number of vector operations in a block for which loops over their parts are faster. */
#define LEAST_IN_LOOP 32

struct jit_target {
   struct ut_llvm *llvm;
   struct ut_llvm *large; /* the same with the least effort, NULL until needed */
   enum ut_isa isa;
};

static struct ut_llvm *create_llvm(enum ut_isa isa, LLVMCodeGenOptLevel effort)
{
   LLVMTargetRef target;
   char *message = NULL;
   if (LLVMGetTargetFromTriple(jit_host_triple, &target, &message)) {
      LLVMDisposeMessage(message);
      return NULL;
   }
   LLVMTargetMachineRef machine = LLVMCreateTargetMachine(target, jit_host_triple, jit_host_cpu(isa), "", effort,
                                                          LLVMRelocPIC, LLVMCodeModelSmall);
   return machine ? ut_llvm_create(machine) : NULL;
}

struct jit_target *jit_target_create(enum ut_isa isa)
{
   ut_llvm_init();
   if (!jit_host_init())
      return NULL;
   struct jit_target *t = calloc(1, sizeof *t);
   if (!t)
      return NULL;
   t->isa = isa;
   t->llvm = create_llvm(isa, LLVMCodeGenLevelLess);
   if (!t->llvm) {
      free(t);
      return NULL;
   }
   return t;
}

void jit_target_destroy(struct jit_target *t)
{
   if (!t)
      return;
   ut_llvm_destroy(t->llvm);
   if (t->large)
      ut_llvm_destroy(t->large);
   free(t);
}

static void attribute(struct jit *j, const char *name, const char *value)
{
   LLVMAttributeRef a = LLVMCreateStringAttribute(j->ctx, name, (unsigned)strlen(name), value, (unsigned)strlen(value));
   LLVMAddAttributeAtIndex(j->func, LLVMAttributeFunctionIndex, a);
}

void jit_target_set_attributes(struct jit_target *t, struct jit *j)
{
   LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(ut_llvm_machine(t->llvm));
   LLVMSetModuleDataLayout(j->module, layout);
   LLVMDisposeTargetData(layout);
   LLVMSetTarget(j->module, jit_host_triple);
   const struct sq_mode *m = &j->p->mode;
   const unsigned flush = (m->denorm32 & 2 ? 0 : UT_LLVM_FLUSH_RESULTS) | (m->denorm32 & 1 ? 0 : UT_LLVM_FLUSH_OPERANDS);
   const unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", 8);
   for (j->func = LLVMGetFirstFunction(j->module); j->func; j->func = LLVMGetNextFunction(j->func)) {
      if (LLVMIsDeclaration(j->func))
         continue;
      attribute(j, "target-cpu", jit_host_cpu(t->isa));
      if (t->isa == UT_ISA_AVX512) {
         attribute(j, "min-legal-vector-width", "512");
         attribute(j, "prefer-vector-width", "512");
      }
      ut_llvm_set_denormals(j->ctx, j->func, flush, flush);
      attribute(j, "no-trapping-math", "true");
      LLVMAddAttributeAtIndex(j->func, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(j->ctx, nounwind, 0));
   }
}

/* Loops over parts (llvm_roll) keep registers' slots in memory: no pass makes SSA values of them. Those of unrolled loops become SSA
 * values part by part. */
static bool optimize(struct ut_llvm *llvm, LLVMModuleRef module, const struct jit_form *form)
{
   static const char passes[] = "function(sroa,early-cse," INSTCOMBINE ",simplifycfg)";
   static const char rolled_passes[] = "function(mem2reg,early-cse," INSTCOMBINE ",simplifycfg)";
   static const char unroll_passes[] = "function(loop(loop-unroll-full),sroa,early-cse)";
   if (!form->part_lanes) {
      bool ok = ut_llvm_run(llvm, module, passes);
      llvm_settle_masks(module);
      return ok;
   }
   llvm_keep_slots(module, form->lanes);
   if (!ut_llvm_run(llvm, module, rolled_passes))
      return false;
   llvm_release_slots(module, form->lanes);
   llvm_roll(module, form->lanes, form->part_lanes, form->unrolled ? 1 : LEAST_IN_LOOP);
   llvm_expand(module, form->part_lanes);
   return !form->unrolled || ut_llvm_run(llvm, module, unroll_passes);
}

struct ut_bytes jit_target_compile(struct jit_target *t, LLVMModuleRef module, const struct jit_form *form, const char **why)
{
   struct ut_llvm *llvm = t->llvm;
   struct ut_bytes object = { 0 };
   *why = "passes";
   if (form->large && !t->large)
      t->large = create_llvm(t->isa, LLVMCodeGenLevelNone);
   if (form->large && t->large)
      llvm = t->large;
   if (optimize(llvm, module, form))
      object.data = ut_llvm_emit(llvm, module, &object.size_B);
   return object;
}
