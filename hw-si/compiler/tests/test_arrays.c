/* test_arrays.c: lower_arrays.c on functions that are built here: the form of address arithmetic depends on LLVM's version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/Core.h>

#include "hw-si/compiler/llvm_target.h"

#define CELLS 8 /* as many as are compared with */

/* A parameter indexes an array in steps of iBITS or [length x iBITS], base_B bytes after its start; a second one in cells. */
static const struct row {
   const char *what;
   unsigned bits, length;
   unsigned scale;            /* the parameter's factor, 1: none */
   int64_t base_B;
   unsigned reached;          /* cells, each compared once; 0: stays in scratch memory */
   int64_t first, step;       /* the numbers that the index is compared with */
   bool second;
   unsigned cells;            /* of the array, 0: CELLS */
} rows[] = {
   { "cells", 32, 0, 1, 0, 8, 0, 1 },
   { "bytes", 8, 0, 4, 0, 8, 0, 4 },
   { "bytes, three cells at a time", 8, 0, 12, 0, 3, 0, 12 },
   { "bytes that may not be a cell's first", 8, 0, 1, 0, 0, 0, 0 },
   { "[4 x i8]", 8, 4, 1, 0, 8, 0, 1 },
   { "[4 x i8], two at a time", 8, 4, 2, 0, 4, 0, 2 },
   { "[12 x i8]", 8, 12, 1, 0, 3, 0, 1 },
   { "[12 x i8] after one cell", 8, 12, 1, 4, 3, 0, 1 },
   { "[8 x i8] after minus two cells", 8, 8, 1, -8, 4, 1, 1 },
   { "bytes after two cells", 8, 0, 4, 8, 8, -8, 4 },
   { "[16 x i8], and a second index", 8, 16, 1, 0, 8, 0, 1, true },
   { "bytes, and a second index", 8, 0, 4, 0, 8, 0, 4, true },
   { "one cell too many", 32, 0, 1, 0, 0, 0, 0, false, 9 },
   { "[12 x i8], of more cells", 8, 12, 1, 0, 8, 0, 1, false, 24 },
   { "[12 x i8], of too many cells", 8, 12, 1, 0, 0, 0, 0, false, 27 },
   { "[6 x i8]", 8, 6, 1, 0, 0, 0, 0 },
   { "[4 x i16]", 16, 4, 1, 0, 0, 0, 0 },
};

static LLVMValueRef build(const struct row *r, LLVMContextRef c, LLVMModuleRef mod)
{
   LLVMTypeRef i32 = LLVMInt32TypeInContext(c), i8 = LLVMInt8TypeInContext(c), t = LLVMIntTypeInContext(c, r->bits);
   LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
   LLVMValueRef f = LLVMAddFunction(mod, r->what, LLVMFunctionType(i32, (LLVMTypeRef[]){ i32, i32 }, 2, 0));
   LLVMValueRef index = LLVMGetParam(f, 0);
   LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, f, "entry"));
   LLVMValueRef p = LLVMBuildAlloca(b, LLVMArrayType(i32, r->cells ? r->cells : CELLS), "");
   if (r->base_B) {
      LLVMValueRef base = LLVMConstInt(i32, (uint64_t)r->base_B, 1);
      p = LLVMBuildGEP2(b, i8, p, &base, 1, "");
   }
   if (r->scale > 1)
      index = LLVMBuildMul(b, index, LLVMConstInt(i32, r->scale, 0), "");
   p = LLVMBuildGEP2(b, r->length ? LLVMArrayType(t, r->length) : t, p, &index, 1, "");
   if (r->second) {
      LLVMValueRef other = LLVMGetParam(f, 1);
      p = LLVMBuildGEP2(b, LLVMArrayType(i8, 4), p, &other, 1, "");
   }
   LLVMBuildRet(b, LLVMBuildLoad2(b, i32, p, ""));
   LLVMDisposeBuilder(b);
   return f;
}

static void check(const struct row *r, LLVMValueRef f)
{
   unsigned compared = 0;
   for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMGetInstructionOpcode(i) == LLVMAlloca && LLVMGetTypeKind(LLVMGetAllocatedType(i)) == LLVMArrayTypeKind)
         assert_int_equal(r->reached, 0);
      if (LLVMGetInstructionOpcode(i) != LLVMICmp)
         continue;
      assert_int_equal(LLVMConstIntGetSExtValue(LLVMGetOperand(i, 1)), r->first + compared * r->step);
      compared++;
   }
   assert_int_equal(compared, r->reached);
}

static void test_steps(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      print_message("%s\n", rows[i].what);
      LLVMContextRef c = LLVMContextCreate();
      LLVMModuleRef mod = LLVMModuleCreateWithNameInContext("arrays", c);
      LLVMValueRef f = build(&rows[i], c, mod);
      assert_int_equal(si_llvm_lower_arrays(mod, f), rows[i].reached != 0);
      check(&rows[i], f);
      LLVMDisposeModule(mod);
      LLVMContextDispose(c);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_steps) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
