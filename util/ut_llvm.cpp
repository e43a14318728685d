/* ut_llvm.cpp: see ut_llvm.h. C++ because LLVM's C interface has no pass manager that outlives a module. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "util/ut_exit.h"
#include "util/ut_guard.h"
#include "util/ut_llvm.h"

using namespace llvm;

#if LLVM_VERSION_MAJOR >= 18
#define OBJECT_FILE CodeGenFileType::ObjectFile
#else
#define OBJECT_FILE CGFT_ObjectFile
#endif

struct ut_llvm {
   std::unique_ptr<TargetMachine> machine; /* first, so that it goes last */
   /* Code generation: one legacy pass manager that writes to `object`. */
   SmallVector<char, 0> object;
   raw_svector_ostream stream;
   legacy::PassManager code;
   /* Passes on IR. Analyses are cleared between modules; their registrations stay. */
   LoopAnalysisManager loop_analyses;
   FunctionAnalysisManager function_analyses;
   CGSCCAnalysisManager scc_analyses;
   ModuleAnalysisManager module_analyses;
   PassBuilder builder;
   std::vector<std::pair<const char *, ModulePassManager>> pipelines;

   explicit ut_llvm(TargetMachine *tm) : machine(tm), stream(object), builder(tm)
   {
      builder.registerModuleAnalyses(module_analyses);
      builder.registerCGSCCAnalyses(scc_analyses);
      builder.registerFunctionAnalyses(function_analyses);
      builder.registerLoopAnalyses(loop_analyses);
      builder.crossRegisterProxies(loop_analyses, function_analyses, scc_analyses, module_analyses);
   }

   ModulePassManager *pipeline(const char *passes)
   {
      for (auto &p : pipelines)
         if (p.first == passes)
            return &p.second;
      ModulePassManager made;
      if (Error e = builder.parsePassPipeline(made, passes)) {
         consumeError(std::move(e));
         return nullptr;
      }
      pipelines.emplace_back(passes, std::move(made));
      return &pipelines.back().second;
   }
};

/* LLVM exits the process when a handler returns. */
static void on_fatal(void *, const char *reason, bool)
{
   if (ut_guard_is_armed())
      ut_guard_bail(reason);
   fprintf(stderr, "gloam: LLVM: %s\n", reason);
   abort();
}

void ut_llvm_init(void)
{
   static std::once_flag once;
   std::call_once(once, [] {
      ut_exit_keep_statics(reinterpret_cast<const void *>(&LLVMContextCreate));
      install_fatal_error_handler(on_fatal);
      install_bad_alloc_error_handler(on_fatal);
   });
}

/* Since LLVM 23 an integer: two modes of four bits, of which each has two bits for results and for operands. Before, two strings. */
void ut_llvm_set_denormals(LLVMContextRef context, LLVMValueRef function, unsigned flush_f32, unsigned flush_others)
{
   static const char *const text[4] = {"ieee,ieee", "preserve-sign,ieee", "ieee,preserve-sign", "preserve-sign,preserve-sign"};
   static const struct { const char *name; bool f32; } strings[] = {{"denormal-fp-math", false}, {"denormal-fp-math-f32", true}};
   static const char name[] = "denormal_fpenv";
   const unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);
   if (kind) {
      auto mode = [](unsigned flush) { return (flush & UT_LLVM_FLUSH_RESULTS ? 1u : 0) | (flush & UT_LLVM_FLUSH_OPERANDS ? 1u << 2 : 0); };
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                              LLVMCreateEnumAttribute(context, kind, mode(flush_others) | mode(flush_f32) << 4));
      return;
   }
   for (const auto &row : strings) {
      const char *value = text[row.f32 ? flush_f32 : flush_others];
      LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                              LLVMCreateStringAttribute(context, row.name, (unsigned)strlen(row.name), value, (unsigned)strlen(value)));
   }
}

LLVMValueRef ut_llvm_add_intrinsic(LLVMModuleRef module, const char *name, LLVMTypeRef type)
{
   auto *made = unwrap<Function>(LLVMAddFunction(module, name, type));
   if (!made->getIntrinsicID())
      return wrap(made);
   auto mangled = Intrinsic::remangleIntrinsicFunction(made);
   if (!mangled)
      return wrap(made);
   made->eraseFromParent();
   return wrap(*mangled);
}

struct ut_llvm *ut_llvm_create(LLVMTargetMachineRef machine)
{
   auto *l = new ut_llvm(reinterpret_cast<TargetMachine *>(machine));
   if (l->machine->addPassesToEmitFile(l->code, l->stream, nullptr, OBJECT_FILE)) {
      delete l;
      return nullptr;
   }
   return l;
}

void ut_llvm_destroy(struct ut_llvm *l)
{
   delete l;
}

LLVMTargetMachineRef ut_llvm_machine(const struct ut_llvm *l)
{
   return reinterpret_cast<LLVMTargetMachineRef>(l->machine.get());
}

bool ut_llvm_run(struct ut_llvm *l, LLVMModuleRef module, const char *passes)
{
   ModulePassManager *pipeline = l->pipeline(passes);
   if (!pipeline)
      return false;
   pipeline->run(*unwrap(module), l->module_analyses);
   l->module_analyses.clear();
   l->scc_analyses.clear();
   l->function_analyses.clear();
   l->loop_analyses.clear();
   return true;
}

const void *ut_llvm_emit(struct ut_llvm *l, LLVMModuleRef module, size_t *size_B)
{
   l->object.clear();
   l->code.run(*unwrap(module));
   *size_B = l->object.size();
   return l->object.data();
}
