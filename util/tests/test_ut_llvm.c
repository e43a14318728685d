/* test_ut_llvm.c: names of intrinsics are those of the LLVM that is linked, whatever types it overloads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>

#include "util/ut_llvm.h"

/* A type per character: f: float, F: <4 x float>, G: <2 x float>, i: i32, I: <4 x i32>, J: <8 x i32>, b: i1, v: void. */
static LLVMTypeRef type_of(LLVMContextRef c, char letter)
{
   switch (letter) {
   case 'f': return LLVMFloatTypeInContext(c);
   case 'F': return LLVMVectorType(LLVMFloatTypeInContext(c), 4);
   case 'G': return LLVMVectorType(LLVMFloatTypeInContext(c), 2);
   case 'i': return LLVMInt32TypeInContext(c);
   case 'I': return LLVMVectorType(LLVMInt32TypeInContext(c), 4);
   case 'J': return LLVMVectorType(LLVMInt32TypeInContext(c), 8);
   case 'b': return LLVMInt1TypeInContext(c);
   default: return LLVMVoidTypeInContext(c);
   }
}

static LLVMTypeRef function_type(LLVMContextRef c, const char *types)
{
   LLVMTypeRef parameter[16];
   const unsigned n = (unsigned)strlen(types) - 1;
   for (unsigned i = 0; i < n; i++)
      parameter[i] = type_of(c, types[1 + i]);
   return LLVMFunctionType(type_of(c, types[0]), parameter, n, 0);
}

/* `types`: the result, then the parameters. */
static const struct row { const char *name, *types; } rows[] = {
   { "llvm.amdgcn.image.load.2d", "FiiiJii" },
   { "llvm.amdgcn.image.load.2d.v4f32.i32", "FiiiJii" }, /* the types that LLVM overloads before 22 */
   { "llvm.amdgcn.image.load.2d.v4f32.i32.v8i32", "FiiiJii" }, /* and since */
   { "llvm.amdgcn.image.load.mip.cube", "FiiiiiJii" },
   { "llvm.amdgcn.image.load.2darraymsaa", "FiiiiiJii" },
   { "llvm.amdgcn.image.store.3d", "vFiiiiJii" },
   { "llvm.amdgcn.image.getresinfo.2d", "FiiJii" },
   { "llvm.amdgcn.image.sample.2d", "FiffJIbii" },
   { "llvm.amdgcn.image.sample.c.lz.2d", "fifffJIbii" },
   { "llvm.amdgcn.image.sample.b.o.1d", "FiiffJIbii" },
   { "llvm.amdgcn.image.sample.d.2d", "FiffffffJIbii" },
   { "llvm.amdgcn.image.getlod.2d", "GiffJIbii" },
   { "llvm.amdgcn.image.gather4.lz.2d", "FiffJIbii" },
   { "llvm.amdgcn.image.atomic.cmpswap.2d", "iiiiiJii" },
   { "llvm.amdgcn.readfirstlane", "ii" },
   { "llvm.amdgcn.struct.buffer.load.format.v4f32", "FIiiii" },
   { "llvm.amdgcn.s.barrier", "v" },
   { "llvm.fma.f32", "ffff" },
   { "llvm.fma", "ffff" },
   { "llvm.umin", "iii" },
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static void every_name_is_valid(void **state)
{
   LLVMContextRef c = LLVMContextCreate();
   for (unsigned i = 0; i < ROWS; i++) {
      LLVMModuleRef module = LLVMModuleCreateWithNameInContext("test", c);
      LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
      LLVMTypeRef type = function_type(c, rows[i].types), caller = function_type(c, "v");
      LLVMValueRef args[16], f = LLVMAddFunction(module, "caller", caller);
      LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, "entry"));
      LLVMValueRef declared = ut_llvm_add_intrinsic(module, rows[i].name, type);
      if (!LLVMGetIntrinsicID(declared))
         fail_msg("%s is not an intrinsic", rows[i].name);
      assert_ptr_equal(LLVMGlobalGetValueType(declared), type);
      for (unsigned k = 0; k < LLVMCountParams(declared); k++)
         args[k] = LLVMConstNull(LLVMTypeOf(LLVMGetParam(declared, k)));
      LLVMBuildCall2(b, type, declared, args, LLVMCountParams(declared), "");
      LLVMBuildRetVoid(b);
      char *text = NULL;
      if (LLVMVerifyModule(module, LLVMReturnStatusAction, &text))
         fail_msg("%s: %s", rows[i].name, text);
      LLVMDisposeMessage(text);
      LLVMDisposeBuilder(b);
      LLVMDisposeModule(module);
   }
   LLVMContextDispose(c);
}

static void one_declaration_for_all_spellings(void **state)
{
   LLVMContextRef c = LLVMContextCreate();
   LLVMModuleRef module = LLVMModuleCreateWithNameInContext("test", c);
   LLVMTypeRef load = function_type(c, "FiiiJii"), store = function_type(c, "vFiiiJii");
   LLVMValueRef first = ut_llvm_add_intrinsic(module, "llvm.amdgcn.image.load.2d", load);
   assert_ptr_equal(ut_llvm_add_intrinsic(module, "llvm.amdgcn.image.load.2d", load), first);
   assert_ptr_equal(ut_llvm_add_intrinsic(module, "llvm.amdgcn.image.load.2d.v4f32.i32", load), first);
   assert_ptr_not_equal(ut_llvm_add_intrinsic(module, "llvm.amdgcn.image.store.2d", store), first);
   unsigned count = 0;
   for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
      count++;
   assert_int_equal(count, 2);
   LLVMDisposeModule(module);
   LLVMContextDispose(c);
}

static void other_names_stay(void **state)
{
   LLVMContextRef c = LLVMContextCreate();
   LLVMModuleRef module = LLVMModuleCreateWithNameInContext("test", c);
   static const char *const names[] = { "gloam.test", "llvm.gloam.test", "llvm.amdgcn.gloam" };
   for (unsigned i = 0; i < 3; i++) {
      LLVMValueRef f = ut_llvm_add_intrinsic(module, names[i], function_type(c, "ii"));
      size_t length;
      assert_string_equal(LLVMGetValueName2(f, &length), names[i]);
   }
   LLVMDisposeModule(module);
   LLVMContextDispose(c);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_name_is_valid),
      cmocka_unit_test(one_declaration_for_all_spellings),
      cmocka_unit_test(other_names_stay),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
