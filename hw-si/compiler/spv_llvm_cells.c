/* spv_llvm_cells.c: variables that are arrays of cells, one SPIR-V scalar each: allocas of a lane, which SROA and
 * lower_arrays.c turn into registers, and workgroup variables in LDS. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

#define ADDRESS_SPACE_LDS 3

void sl_make_cells(struct sl *s, struct sl_var *v, uint32_t type)
{
   v->cells = sl_count(s, type);
   v->cell_type = s->i32;
   const LLVMTypeRef *leaf = sl_leaves(s, type);
   for (uint32_t i = 0; i < v->cells; i++) {
      if (leaf[i] == s->f64 || leaf[i] == s->i64)
         v->cell_type = s->i64;
   }
   LLVMTypeRef array = LLVMArrayType(v->cell_type, v->cells ? v->cells : 1);
   if (v->storage == SL_LDS) {
      v->mem = LLVMAddGlobalInAddressSpace(s->mod, array, "shared", ADDRESS_SPACE_LDS);
      LLVMSetInitializer(v->mem, LLVMGetPoison(array));
      LLVMSetLinkage(v->mem, LLVMInternalLinkage);
   } else {
      v->mem = sl_entry_alloca(s, array, "");
   }
   v->written = sl_alloc(s, v->cells + 1);
}

/* Large arrays stay in scratch memory and are cleared by a loop: LLVM expands a large memset byte by byte. */
#define ZERO_BY_LOOP 512
#define ZERO_AT_ONCE 4

static void zero_loop(struct sl *s, struct sl_var *v)
{
   LLVMTypeRef type = LLVMArrayType(v->cell_type, v->cells);
   LLVMBasicBlockRef before = LLVMGetInsertBlock(s->b);
   LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "clear");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildBr(s->b, loop);
   LLVMPositionBuilderAtEnd(s->b, loop);
   LLVMValueRef i = LLVMBuildPhi(s->b, s->i32, "");
   for (uint32_t k = 0; k < ZERO_AT_ONCE; k++) {
      LLVMValueRef indices[2] = { s->zero, LLVMBuildAdd(s->b, i, sl_i32(s, k), "") };
      LLVMBuildStore(s->b, LLVMConstNull(v->cell_type), LLVMBuildGEP2(s->b, type, v->mem, indices, 2, ""));
   }
   LLVMValueRef next = LLVMBuildAdd(s->b, i, sl_i32(s, ZERO_AT_ONCE), "");
   LLVMValueRef more = LLVMBuildICmp(s->b, LLVMIntULT, next, sl_i32(s, v->cells - v->cells % ZERO_AT_ONCE), "");
   LLVMBuildCondBr(s->b, more, loop, after);
   LLVMValueRef start = s->zero;
   LLVMAddIncoming(i, &start, &before, 1);
   LLVMAddIncoming(i, &next, &loop, 1);
   LLVMPositionBuilderAtEnd(s->b, after);
   for (uint32_t k = v->cells - v->cells % ZERO_AT_ONCE; k < v->cells; k++) {
      LLVMValueRef indices[2] = { s->zero, sl_i32(s, k) };
      LLVMBuildStore(s->b, LLVMConstNull(v->cell_type), LLVMBuildGEP2(s->b, type, v->mem, indices, 2, ""));
   }
}

/* Variables without initializer start as zero: loads of uninitialized allocas are undef, which LLVM propagates. */
void sl_zero_cells(struct sl *s, struct sl_var *v)
{
   if (v->cells > ZERO_BY_LOOP) {
      zero_loop(s, v);
      return;
   }
   uint32_t size_B = v->cells * (v->cell_type == s->i64 ? 8 : 4);
   LLVMBuildMemSet(s->b, v->mem, LLVMConstNull(s->i8), sl_i32(s, size_B), v->cell_type == s->i64 ? 8 : 4);
}

LLVMValueRef sl_cell_address(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn)
{
   /* Access chains clamp every dynamic index to its array. The multiplication stays visible to lower_arrays.c. */
   LLVMValueRef index = sl_i32(s, cell < v->cells ? cell : 0);
   if (dyn)
      index = LLVMBuildAdd(s->b, dyn, index, "");
   LLVMValueRef indices[2] = { s->zero, index };
   return LLVMBuildGEP2(s->b, LLVMArrayType(v->cell_type, v->cells ? v->cells : 1), v->mem, indices, 2, "");
}

LLVMValueRef sl_cell_load(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMTypeRef t)
{
   LLVMValueRef at = sl_cell_address(s, v, cell, dyn);
   if (t == s->i1)
      return LLVMBuildICmp(s->b, LLVMIntNE, LLVMBuildLoad2(s->b, s->i32, at, ""), s->zero, "");
   return LLVMBuildLoad2(s->b, t, at, "");
}

void sl_cell_store(struct sl *s, struct sl_var *v, uint32_t cell, LLVMValueRef dyn, LLVMValueRef value)
{
   if (LLVMTypeOf(value) == s->i1)
      value = LLVMBuildZExt(s->b, value, s->i32, "");
   LLVMBuildStore(s->b, value, sl_cell_address(s, v, cell, dyn));
   if (dyn)
      memset(v->written, 1, v->cells);
   else if (cell < v->cells)
      v->written[cell] = 1;
}
