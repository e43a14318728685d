/* si_compile.c: the compiler object and one compile from LLVM function to binary. */
#include "hw-si/compiler/si_compile.h"

#include <llvm-c/Analysis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/compiler/elf_read.h"
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
   c->pool = si_llvm_pool_create(llvm_cpu, why, why_size_B);
   if (!c->pool) {
      free(c);
      return NULL;
   }
   return c;
}

void si_compiler_destroy(struct si_compiler *c)
{
   if (!c)
      return;
   si_llvm_pool_destroy(c->pool);
   free(c);
}

void si_shader_binary_finish(struct si_shader_binary *bin)
{
   free(bin->code);
   *bin = (struct si_shader_binary){ 0 };
}

static void dump_isa(LLVMModuleRef mod, LLVMTargetMachineRef tm)
{
   char why[256];
   LLVMModuleRef copy = LLVMCloneModule(mod);
   LLVMMemoryBufferRef text = si_llvm_emit(copy, tm, LLVMAssemblyFile, why, sizeof(why));
   if (text) {
      fwrite(LLVMGetBufferStart(text), 1, LLVMGetBufferSize(text), stderr);
      LLVMDisposeMemoryBuffer(text);
   }
   LLVMDisposeModule(copy);
}

static bool has_loops(LLVMValueRef fn)
{
   /* Blocks are appended in source order: a branch to an earlier block is a loop. */
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

/* What runs under the guard. Returns false with s->why. */
static bool compile_guarded(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                            const struct si_compile_options *opt, enum si_hw_stage stage, LLVMTargetMachineRef tm)
{
   struct si_llvm_diagnostic diagnostic;
   si_llvm_watch(s->llvm, &diagnostic);
   s->mod = LLVMModuleCreateWithNameInContext("shader", s->llvm);
   s->b = LLVMCreateBuilderInContext(s->llvm);
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
   ok = ok && si_llvm_optimize(s->mod, s->fn, tm, has_loops(s->fn), s->why, s->why_size_B);
   if (ok && opt->dump_isa)
      dump_isa(s->mod, tm);
   LLVMMemoryBufferRef object = ok ? si_llvm_emit(s->mod, tm, LLVMObjectFile, s->why, s->why_size_B) : NULL;
   ok = object && !diagnostic.error &&
        si_elf_read(LLVMGetBufferStart(object), LLVMGetBufferSize(object), s->bin, s->why, s->why_size_B);
   if (object && diagnostic.error)
      snprintf(s->why, s->why_size_B, "LLVM: %s", diagnostic.text);
   if (object)
      LLVMDisposeMemoryBuffer(object);
   LLVMDisposeBuilder(s->b);
   LLVMDisposeModule(s->mod);
   return ok;
}

static bool compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                             const struct si_compile_options *opt, enum si_hw_stage stage)
{
   LLVMTargetMachineRef tm = si_llvm_get(c->pool);
   if (!tm) {
      sl_fail(s, "out of memory");
      return false;
   }
   struct si_llvm_guard guard;
   volatile bool ok = false;
   s->gfx = c->gfx;
   si_llvm_guard_arm(&guard);
   if (setjmp(guard.jump) == 0) {
      s->llvm = LLVMContextCreate();
      ok = compile_guarded(c, s, build, data, opt, stage, tm);
      LLVMContextDispose(s->llvm);
      si_llvm_put(c->pool, tm);
   } else {
      snprintf(s->why, s->why_size_B, "LLVM: %s", guard.text);
   }
   si_llvm_guard_disarm(&guard);
   if (!ok)
      si_shader_binary_finish(s->bin);
   return ok;
}

bool si_compile_function(struct si_compiler *c, struct sl *s, si_build build, const void *data,
                         const struct si_compile_options *opt, enum si_hw_stage stage)
{
   ut_fork_hold();
   bool ok = compile_function(c, s, build, data, opt, stage);
   ut_fork_release();
   return ok;
}
