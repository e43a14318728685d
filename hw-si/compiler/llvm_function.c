/* llvm_function.c: the LLVM function of a hardware stage: calling convention, arguments (SGPRs are inreg) in the order of the
 * registers, and the attributes that fix floating-point modes. Which arguments a stage has: sl_stage_ops.declare. */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"
#include "hw_regs.h"
#include "util/ut_llvm.h"

/* llvm::CallingConv */
enum { CC_VS = 87, CC_GS = 88, CC_PS = 89, CC_CS = 90, CC_HS = 93, CC_LS = 95, CC_ES = 96 };

void sl_make_types(struct sl *s)
{
   LLVMContextRef c = s->llvm;
   s->f32 = LLVMFloatTypeInContext(c);
   s->f16 = LLVMHalfTypeInContext(c);
   s->f64 = LLVMDoubleTypeInContext(c);
   s->i1 = LLVMInt1TypeInContext(c);
   s->i8 = LLVMInt8TypeInContext(c);
   s->i16 = LLVMInt16TypeInContext(c);
   s->i32 = LLVMInt32TypeInContext(c);
   s->i64 = LLVMInt64TypeInContext(c);
   s->voidt = LLVMVoidTypeInContext(c);
   s->v2i16 = LLVMVectorType(s->i16, 2);
   s->v2f16 = LLVMVectorType(s->f16, 2);
   s->v4i32 = LLVMVectorType(s->i32, 4);
   s->v8i32 = LLVMVectorType(s->i32, 8);
   s->v4f32 = LLVMVectorType(s->f32, 4);
   s->v2f32 = LLVMVectorType(s->f32, 2);
   s->ptr_const = LLVMPointerTypeInContext(c, 6); /* 32-bit constant pointers */
   s->zero = LLVMConstInt(s->i32, 0, 0);
   s->one = LLVMConstInt(s->i32, 1, 0);
   s->f_zero = LLVMConstReal(s->f32, 0);
   s->f_one = LLVMConstReal(s->f32, 1);
   s->i_true = LLVMConstInt(s->i1, 1, 0);
   s->i_false = LLVMConstInt(s->i1, 0, 0);
}

static unsigned add_arg(struct sl *s, LLVMTypeRef t, bool sgpr)
{
   s->arg_type[s->arg_count] = t;
   if (sgpr)
      s->sgpr_args = s->arg_count + 1;
   return s->arg_count++;
}

unsigned sl_add_user_sgprs(struct sl *s, unsigned count, unsigned pointers)
{
   for (unsigned i = 0; i < count; i++)
      add_arg(s, pointers & 1u << i ? s->ptr_const : s->i32, true);
   s->user_sgprs = count;
   return 0;
}

unsigned sl_add_sgpr(struct sl *s)
{
   return add_arg(s, s->i32, true);
}

unsigned sl_add_vgpr(struct sl *s, LLVMTypeRef t)
{
   return add_arg(s, t, false);
}

void sl_set_attribute(struct sl *s, const char *name, const char *value)
{
   LLVMAddAttributeAtIndex(s->fn, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(s->llvm, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

void sl_begin_function(struct sl *s, enum si_hw_stage stage)
{
   static const uint8_t conv[] = { [SI_HW_LS] = CC_LS, [SI_HW_HS] = CC_HS, [SI_HW_ES] = CC_ES, [SI_HW_GS] = CC_GS,
                                   [SI_HW_VS] = CC_VS, [SI_HW_PS] = CC_PS, [SI_HW_CS] = CC_CS };
   s->fn = LLVMAddFunction(s->mod, "main", LLVMFunctionType(s->voidt, s->arg_type, s->arg_count, 0));
   LLVMSetFunctionCallConv(s->fn, conv[stage]);
   unsigned inreg = LLVMGetEnumAttributeKindForName("inreg", 5);
   for (unsigned i = 0; i < s->sgpr_args; i++)
      LLVMAddAttributeAtIndex(s->fn, i + 1, LLVMCreateEnumAttribute(s->llvm, inreg, 0));
   sl_set_attribute(s, "amdgpu-32bit-address-high-bits", "0");
   ut_llvm_set_denormals(s->llvm, s->fn, UT_LLVM_FLUSH_RESULTS | UT_LLVM_FLUSH_OPERANDS, 0);
   for (unsigned i = 0; i < s->arg_count; i++)
      s->arg[i] = LLVMGetParam(s->fn, i);
   s->entry_block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "entry");
   LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "body");
   LLVMPositionBuilderAtEnd(s->b, s->entry_block);
   LLVMBuildBr(s->b, body);
   LLVMPositionBuilderAtEnd(s->b, body);
}

void sl_finish_vgprs(struct sl *s, unsigned vgpr_comp_cnt)
{
   s->bin->vgpr_comp_cnt = (uint8_t)vgpr_comp_cnt;
   s->bin->rsrc1 = (s->bin->rsrc1 & C_00B128_VGPR_COMP_CNT) | S_00B128_VGPR_COMP_CNT(vgpr_comp_cnt); /* LS, ES: same bits */
}
