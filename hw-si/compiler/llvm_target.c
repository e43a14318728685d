/* llvm_target.c: lazy initialisation of LLVM's AMDGPU target, a pool of machines, and the pass pipeline. Known gap: an
 * assertion or undefined behaviour inside LLVM is not caught by guards. */
#include "hw-si/compiler/llvm_target.h"

#include <llvm-c/Target.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIPLE "amdgcn--" /* with OS mesa3d, LLVM reserves the first two user SGPRs for a pointer */
#define POOL_MAX 64

struct si_llvm_pool {
   char cpu[32];
   LLVMTargetRef target;
   pthread_mutex_t lock;
   struct ut_llvm *idle[POOL_MAX];
   unsigned idle_count;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialize(void)
{
   ut_llvm_init();
   LLVMInitializeAMDGPUTargetInfo();
   LLVMInitializeAMDGPUTarget();
   LLVMInitializeAMDGPUTargetMC();
   LLVMInitializeAMDGPUAsmPrinter();
}

/* lower_arrays.c decides which arrays are in registers: AMDGPUPromoteAlloca would index others by v_movrel, in a loop over the lanes'
 * indices. */
#define FEATURES "-promote-alloca"

static struct ut_llvm *make_machine(const struct si_llvm_pool *p)
{
   LLVMTargetMachineRef tm = LLVMCreateTargetMachine(p->target, TRIPLE, p->cpu, FEATURES, LLVMCodeGenLevelLess, LLVMRelocDefault,
                                                     LLVMCodeModelDefault);
   return tm ? ut_llvm_create(tm) : NULL;
}

static bool make_first(struct si_llvm_pool *p, char *why, size_t why_size_B)
{
   char *error = NULL;
   pthread_once(&once, initialize);
   if (LLVMGetTargetFromTriple(TRIPLE, &p->target, &error)) {
      snprintf(why, why_size_B, "this LLVM has no AMDGPU target: %s", error ? error : "");
      LLVMDisposeMessage(error);
      return false;
   }
   struct ut_llvm *machine = make_machine(p);
   if (!machine) {
      snprintf(why, why_size_B, "LLVM makes no target machine for %s", p->cpu);
      return false;
   }
   p->idle[p->idle_count++] = machine;
   return true;
}

struct si_llvm_pool *si_llvm_pool_create(const char *cpu, char *why, size_t why_size_B)
{
   struct si_llvm_pool *p = calloc(1, sizeof(*p));
   if (!p) {
      snprintf(why, why_size_B, "out of memory");
      return NULL;
   }
   snprintf(p->cpu, sizeof(p->cpu), "%s", cpu);
   pthread_mutex_init(&p->lock, NULL);
   ut_reserve_enter(); /* no guard: a jump out of pthread_once would leave it locked */
   bool ok = make_first(p, why, why_size_B);
   if (ut_reserve_leave() && ok) {
      snprintf(why, why_size_B, "out of memory");
      ok = false;
   }
   if (ok)
      return p;
   si_llvm_pool_destroy(p);
   return NULL;
}

void si_llvm_pool_destroy(struct si_llvm_pool *p)
{
   if (!p)
      return;
   for (unsigned i = 0; i < p->idle_count; i++)
      ut_llvm_destroy(p->idle[i]);
   pthread_mutex_destroy(&p->lock);
   free(p);
}

const char *si_llvm_cpu(const struct si_llvm_pool *p)
{
   return p->cpu;
}

struct ut_llvm *si_llvm_get(struct si_llvm_pool *p)
{
   struct ut_llvm *machine = NULL;
   pthread_mutex_lock(&p->lock);
   if (p->idle_count)
      machine = p->idle[--p->idle_count];
   pthread_mutex_unlock(&p->lock);
   return machine ? machine : make_machine(p);
}

void si_llvm_put(struct si_llvm_pool *p, struct ut_llvm *machine)
{
   bool keep = !ut_reserve_is_used(); /* a machine that allocated from the reserve is destroyed */
   pthread_mutex_lock(&p->lock);
   if (keep && p->idle_count < POOL_MAX) {
      p->idle[p->idle_count++] = machine;
      machine = NULL;
   }
   pthread_mutex_unlock(&p->lock);
   ut_llvm_destroy(machine);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *data)
{
   struct si_llvm_diagnostic *d = data;
   if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || d->error)
      return;
   char *text = LLVMGetDiagInfoDescription(info);
   d->error = true;
   snprintf(d->text, sizeof(d->text), "%s", text);
   LLVMDisposeMessage(text);
}

void si_llvm_watch(LLVMContextRef c, struct si_llvm_diagnostic *d)
{
   *d = (struct si_llvm_diagnostic){ 0 };
   LLVMContextSetDiagnosticHandler(c, on_diagnostic, d);
}

/* LLVM's default pipelines cost milliseconds per shader without faster code (measured); these passes clean up after the
 * translator. Loops of constant trip count are rotated and unrolled: array indices become constant, and SROA promotes the
 * arrays. */
#if LLVM_VERSION_MAJOR >= 18
#define INSTCOMBINE "instcombine<no-verify-fixpoint>"
#else
#define INSTCOMBINE "instcombine"
#endif
#define STRAIGHT_PASSES "function(sroa,early-cse," INSTCOMBINE ",simplifycfg,early-cse)"
#define LOOP_PASSES "function(sroa,early-cse,simplifycfg," INSTCOMBINE ",loop-simplify,lcssa," \
   "loop(loop-rotate),loop(indvars,loop-unroll-full),sroa,early-cse," INSTCOMBINE ",simplifycfg)"

#define ARRAY_PASSES "function(sroa,early-cse," INSTCOMBINE ",simplifycfg)"

bool si_llvm_optimize(LLVMModuleRef mod, LLVMValueRef fn, struct ut_llvm *machine, bool has_loops)
{
   return ut_llvm_run(machine, mod, has_loops ? LOOP_PASSES : STRAIGHT_PASSES) &&
          (!si_llvm_lower_arrays(mod, fn) || ut_llvm_run(machine, mod, ARRAY_PASSES));
}
