/* llvm_function.c: the LLVM function of a hardware stage: calling convention, user SGPRs (inreg), the system SGPRs that
 * follow them, input VGPRs (hw facts B2, B3), and the attributes that fix floating-point modes. */
#include <stdio.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

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

struct arg_list { LLVMTypeRef type[64]; unsigned count, sgprs; };

static unsigned add_arg(struct arg_list *l, LLVMTypeRef t, bool sgpr)
{
   l->type[l->count] = t;
   if (sgpr)
      l->sgprs = l->count + 1;
   return l->count++;
}

static void set_attribute(struct sl *s, const char *name, const char *value)
{
   LLVMAddAttributeAtIndex(s->fn, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(s->llvm, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

/* v0 VertexID, v1 InstanceID (step rate 0 is kept at 1), v2 PrimitiveID, v3 InstanceID; LS: RelAutoIndex in v1. */
static void vertex_vgprs(struct sl *s, struct arg_list *l, unsigned at[4])
{
   for (unsigned i = 0; i < 4; i++)
      at[i] = add_arg(l, s->i32, false);
}

static void ps_vgprs(struct sl *s, struct arg_list *l, unsigned at[16])
{
   static const uint8_t floats[16] = { 2, 2, 2, 3, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0 };
   for (unsigned i = 0; i < 16; i++) {
      LLVMTypeRef t = floats[i] > 1 ? LLVMVectorType(s->f32, floats[i]) : floats[i] ? s->f32 : s->i32;
      at[i] = add_arg(l, t, false);
   }
}

void sl_begin_function(struct sl *s, enum si_hw_stage stage, unsigned user_sgprs, unsigned pointers, unsigned so_buffers)
{
   static const uint8_t conv[] = { [SI_HW_LS] = CC_LS, [SI_HW_HS] = CC_HS, [SI_HW_ES] = CC_ES, [SI_HW_GS] = CC_GS,
                                   [SI_HW_VS] = CC_VS, [SI_HW_PS] = CC_PS, [SI_HW_CS] = CC_CS };
   struct arg_list l = { .count = 0 };
   unsigned vgpr[16] = { 0 }, prim_mask = 0, so_first = 0, tgid = 0;
   bool vertex = stage == SI_HW_VS || stage == SI_HW_ES || stage == SI_HW_LS;
   for (unsigned i = 0; i < user_sgprs; i++)
      add_arg(&l, pointers & 1u << i ? s->ptr_const : s->i32, true);
   if (stage == SI_HW_PS) {
      prim_mask = add_arg(&l, s->i32, true);
      ps_vgprs(s, &l, vgpr);
   } else if (vertex) {
      if (so_buffers) {
         so_first = add_arg(&l, s->i32, true);
         add_arg(&l, s->i32, true);
         for (unsigned i = 0; i < 4; i++) {
            if (so_buffers & 1u << i)
               add_arg(&l, s->i32, true);
         }
      }
      vertex_vgprs(s, &l, vgpr);
   } else if (stage == SI_HW_CS) {
      tgid = add_arg(&l, s->i32, true);
      add_arg(&l, s->i32, true);
      add_arg(&l, s->i32, true);
      vgpr[0] = add_arg(&l, LLVMVectorType(s->i32, 3), false);
   }

   s->fn = LLVMAddFunction(s->mod, "main", LLVMFunctionType(s->voidt, l.type, l.count, 0));
   LLVMSetFunctionCallConv(s->fn, conv[stage]);
   unsigned inreg = LLVMGetEnumAttributeKindForName("inreg", 5);
   for (unsigned i = 0; i < l.sgprs; i++)
      LLVMAddAttributeAtIndex(s->fn, i + 1, LLVMCreateEnumAttribute(s->llvm, inreg, 0));
   set_attribute(s, "amdgpu-32bit-address-high-bits", "0");
   set_attribute(s, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
   set_attribute(s, "denormal-fp-math", "ieee,ieee");

   for (unsigned i = 0; i < l.count; i++)
      s->arg[i] = LLVMGetParam(s->fn, i);
   s->arg_count = l.count;
   s->sgpr_args = l.sgprs;
   if (stage == SI_HW_PS) {
      s->prim_mask = s->arg[prim_mask];
      for (unsigned i = 0; i < 16; i++)
         s->ps_vgpr[i] = s->arg[vgpr[i]];
   } else if (vertex) {
      s->vertex_id = s->arg[vgpr[0]];
      s->instance_id = s->arg[stage == SI_HW_LS ? vgpr[3] : vgpr[1]];
      s->primitive_id = s->arg[vgpr[2]];
      if (so_buffers) {
         s->so_config = s->arg[so_first];
         s->so_write_index = s->arg[so_first + 1];
         for (unsigned i = 0, k = so_first + 2; i < 4; i++)
            s->so_offset[i] = so_buffers & 1u << i ? s->arg[k++] : NULL;
      }
   } else if (stage == SI_HW_CS) {
      for (unsigned i = 0; i < 3; i++)
         s->tg_id[i] = s->arg[tgid + i];
      s->local_id = s->arg[vgpr[0]];
   }
   s->entry_block = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "entry");
   LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "body");
   LLVMPositionBuilderAtEnd(s->b, s->entry_block);
   LLVMBuildBr(s->b, body);
   LLVMPositionBuilderAtEnd(s->b, body);
}
