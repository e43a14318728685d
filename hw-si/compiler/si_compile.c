/* si_compile.c: the compiler object, and one compile from LLVM function to binary: verify, optimize, emit, read the object. */
#include "hw-si/compiler/si_compile.h"

#include <llvm-c/Analysis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw-si/compiler/elf_read.h"
#include "hw-si/compiler/stage.h"
#include "hw_regs.h"
#include "util/ut_debug.h"
#include "util/ut_fork.h"

/* gfx600 .. gfx602, gfx700 .. gfx705, gfx801 .. gfx810 */
static int generation(const char *cpu)
{
   if (strncmp(cpu, "gfx", 3) != 0 || strlen(cpu) != 6 || cpu[3] < '6' || cpu[3] > '8')
      return 0;
   return cpu[3] - '0';
}

struct si_compiler *si_compiler_create(const char *llvm_cpu, char *why, size_t why_size_B)
{
   int gfx = generation(llvm_cpu);
   if (!gfx) {
      snprintf(why, why_size_B, "%s is not a GFX6-8 processor", llvm_cpu);
      return NULL;
   }
   struct si_compiler *c = calloc(1, sizeof(*c));
   if (!c) {
      snprintf(why, why_size_B, "out of memory");
      return NULL;
   }
   c->gfx = gfx;
   ut_fork_hold();
   c->pool = si_llvm_pool_create(llvm_cpu, why, why_size_B);
   ut_fork_release();
   if (!c->pool) {
      free(c);
      return NULL;
   }
   return c;
}

void si_compiler_prefer_fma(struct si_compiler *c)
{
   c->fma_is_fast = true;
}

void si_compiler_destroy(struct si_compiler *c)
{
   if (!c)
      return;
   UT_FORK_GUARD();
   if (fork_guard) /* else the process exits, and LLVM's statics with it */
      si_llvm_pool_destroy(c->pool);
   free(c);
}

void si_shader_binary_finish(struct si_shader_binary *bin)
{
   free(bin->code);
   *bin = (struct si_shader_binary){ 0 };
}

static void dump_isa(LLVMModuleRef mod, struct ut_llvm *machine)
{
   char *error = NULL;
   LLVMModuleRef copy = LLVMCloneModule(mod);
   LLVMMemoryBufferRef text;
   if (LLVMTargetMachineEmitToMemoryBuffer(ut_llvm_machine(machine), copy, LLVMAssemblyFile, &error, &text)) {
      LLVMDisposeMessage(error);
   } else {
      fwrite(LLVMGetBufferStart(text), 1, LLVMGetBufferSize(text), stderr);
      LLVMDisposeMemoryBuffer(text);
   }
   LLVMDisposeModule(copy);
}

static bool has_loops(LLVMValueRef fn)
{
   /* Blocks are appended in source order: a branch to the same or an earlier block is a back edge. */
   unsigned n = LLVMCountBasicBlocks(fn), i = 0;
   LLVMBasicBlockRef *blocks = malloc(n * sizeof(LLVMBasicBlockRef));
   if (!blocks)
      return true;
   LLVMGetBasicBlocks(fn, blocks);
   bool found = false;
   for (i = 0; i < n && !found; i++) {
      LLVMValueRef term = LLVMGetBasicBlockTerminator(blocks[i]);
      for (unsigned k = 0; term && k < LLVMGetNumSuccessors(term) && !found; k++) {
         LLVMBasicBlockRef to = LLVMGetSuccessor(term, k);
         for (unsigned j = 0; j <= i && !found; j++)
            found = blocks[j] == to;
      }
   }
   free(blocks);
   return found;
}

/* CPU time of this thread. */
static double now_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The part of a compile that calls LLVM; runs under a guard. Returns false with s->why. */
static bool compile_guarded(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                            const struct si_compile_options *opt, struct ut_llvm *machine)
{
   struct si_llvm_diagnostic diagnostic;
   double start = now_ms(), built, optimized;
   si_llvm_watch(s->llvm, &diagnostic);
   s->mod = LLVMModuleCreateWithNameInContext("shader", s->llvm);
   s->b = LLVMCreateBuilderInContext(s->llvm);
   LLVMTargetMachineRef tm = ut_llvm_machine(machine);
   LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(tm);
   LLVMSetModuleDataLayout(s->mod, layout);
   LLVMDisposeTargetData(layout);
   char *triple = LLVMGetTargetMachineTriple(tm);
   LLVMSetTarget(s->mod, triple);
   LLVMDisposeMessage(triple);
   sl_make_types(s);
   build(s, data);
   bool ok = !s->failed;
   if (ok) {
      LLVMBuildRetVoid(s->b);
      char *text = NULL;
      if (opt->dump_ir) {
         text = LLVMPrintModuleToString(s->mod);
         fprintf(stderr, "%s\n", text);
         LLVMDisposeMessage(text);
         text = NULL;
      }
      if (LLVMVerifyModule(s->mod, LLVMReturnStatusAction, &text)) {
         sl_fail(s, "malformed SPIR-V: %s", text);
         ok = false;
      }
      LLVMDisposeMessage(text);
   }
   built = now_ms();
   if (ok && !si_llvm_optimize(s->mod, s->fn, machine, has_loops(s->fn))) {
      sl_fail(s, "LLVM does not know one of our passes");
      ok = false;
   }
   if (ok)
      si_llvm_expand_saturated(s->mod, s->fn);
   if (ok && s->inexact)
      si_llvm_contract(s->mod, s->fn, c->fma_is_fast);
   optimized = now_ms();
   if (ok && opt->dump_isa)
      dump_isa(s->mod, machine);
   if (ok) {
      size_t size_B;
      const void *object = ut_llvm_emit(machine, s->mod, &size_B);
      if (diagnostic.error)
         snprintf(s->why, s->why_size_B, "LLVM: %s", diagnostic.text);
      ok = !diagnostic.error && si_elf_read(object, size_B, s->bin, &s->no_memory, s->why, s->why_size_B);
   }
   if (ok) /* RSRC2 has these fields at the same bits in every stage */
      s->bin->rsrc2 |= S_00B02C_USER_SGPR(s->user_sgprs) | S_00B02C_SCRATCH_EN(s->bin->scratch_B_per_wave != 0);
   LLVMDisposeBuilder(s->b);
   LLVMDisposeModule(s->mod);
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "%s: %.2f ms of CPU to IR, %.2f passes, %.2f code", s->ops ? s->ops->name : "blit shader", built - start,
             optimized - built, now_ms() - optimized);
   return ok;
}

static bool compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                             const struct si_compile_options *opt)
{
   struct ut_guard guard;
   volatile bool ok = false;
   s->gfx = c->gfx;
   ut_guard_arm(&guard);
   if (setjmp(guard.jump) == 0) {
      struct ut_llvm *machine = si_llvm_get(c->pool);
      if (machine) {
         s->llvm = LLVMContextCreate();
         ok = compile_guarded(c, s, build, data, opt, machine);
         LLVMContextDispose(s->llvm);
         si_llvm_put(c->pool, machine);
      } else {
         sl_fail(s, "LLVM makes no target machine");
      }
   } else {
      snprintf(s->why, s->why_size_B, "LLVM: %s", guard.text);
   }
   if (ut_guard_disarm(&guard)) {
      snprintf(s->why, s->why_size_B, "out of memory");
      s->no_memory = true;
      ok = false;
   }
   if (!ok)
      si_shader_binary_finish(s->bin);
   return ok;
}

bool si_compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                         const struct si_compile_options *opt)
{
   ut_fork_hold();
   bool ok = compile_function(c, s, build, data, opt);
   ut_fork_release();
   return ok;
}
