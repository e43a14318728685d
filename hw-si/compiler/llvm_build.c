/* llvm_build.c: small builders over the LLVM-C API: intrinsic calls by name, float helpers with the precision that GLSL
 * requires, quad permutations. Floating-point operations carry no fast-math flags; a*b+c is written as two operations,
 * which the backend joins into v_mad_f32 (not fused, so the same result), or contract.c into v_fma_f32. */
#include <stdio.h>

#include "hw-si/compiler/llvm_target.h"
#include "hw-si/compiler/spv_llvm.h"
#include "util/ut_llvm.h"

LLVMValueRef sl_call(struct sl *s, const char *name, LLVMTypeRef result, const LLVMValueRef *args, unsigned n)
{
   LLVMTypeRef types[24];
   LLVMValueRef copy[24];
   for (unsigned i = 0; i < n; i++) {
      types[i] = LLVMTypeOf(args[i]);
      copy[i] = args[i];
   }
   LLVMTypeRef ft = LLVMFunctionType(result, types, n, 0);
   LLVMValueRef f = LLVMGetNamedFunction(s->mod, name);
   if (!f)
      f = ut_llvm_add_intrinsic(s->mod, name, ft);
   else
      ft = LLVMGlobalGetValueType(f);
   return LLVMBuildCall2(s->b, ft, f, copy, n, "");
}

LLVMValueRef sl_call1(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a)
{
   return sl_call(s, name, result, &a, 1);
}

LLVMValueRef sl_call2(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a, LLVMValueRef b)
{
   return sl_call(s, name, result, (LLVMValueRef[]){ a, b }, 2);
}

LLVMValueRef sl_call3(struct sl *s, const char *name, LLVMTypeRef result, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
   return sl_call(s, name, result, (LLVMValueRef[]){ a, b, c }, 3);
}

static const char *suffix(struct sl *s, LLVMTypeRef t)
{
   return t == s->f32 ? "f32" : t == s->f64 ? "f64" : t == s->f16 ? "f16" : t == s->i32 ? "i32" : t == s->i64 ? "i64" :
          t == s->i16 ? "i16" : t == s->i8 ? "i8" : "i1";
}

LLVMValueRef sl_math1(struct sl *s, const char *base, LLVMValueRef a)
{
   char name[64];
   snprintf(name, sizeof(name), "%s.%s", base, suffix(s, LLVMTypeOf(a)));
   return sl_call1(s, name, LLVMTypeOf(a), a);
}

LLVMValueRef sl_math2(struct sl *s, const char *base, LLVMValueRef a, LLVMValueRef b)
{
   char name[64];
   snprintf(name, sizeof(name), "%s.%s", base, suffix(s, LLVMTypeOf(a)));
   return sl_call2(s, name, LLVMTypeOf(a), a, b);
}

LLVMValueRef sl_bitcast(struct sl *s, LLVMValueRef v, LLVMTypeRef t)
{
   return LLVMTypeOf(v) == t ? v : LLVMBuildBitCast(s->b, v, t, "");
}

LLVMValueRef sl_from_dwords(struct sl *s, const LLVMValueRef *dw, LLVMTypeRef t)
{
   if (t == s->i1)
      return LLVMBuildICmp(s->b, LLVMIntNE, dw[0], s->zero, "");
   if (t == s->i64 || t == s->f64)
      return LLVMBuildBitCast(s->b, sl_vector(s, dw, 2), t, "");
   if (t == s->f16 || t == s->i16)
      return LLVMBuildBitCast(s->b, LLVMBuildTrunc(s->b, dw[0], s->i16, ""), t, "");
   if (t == s->i8)
      return LLVMBuildTrunc(s->b, dw[0], t, "");
   return sl_bitcast(s, dw[0], t);
}

LLVMValueRef sl_to_i32(struct sl *s, LLVMValueRef v)
{
   LLVMTypeRef t = LLVMTypeOf(v);
   if (t == s->i1 || t == s->i8 || t == s->i16)
      return LLVMBuildZExt(s->b, v, s->i32, "");
   if (t == s->f16)
      return LLVMBuildZExt(s->b, LLVMBuildBitCast(s->b, v, s->i16, ""), s->i32, "");
   if (t == s->i64)
      return LLVMBuildTrunc(s->b, v, s->i32, "");
   if (t == s->f64)
      v = LLVMBuildFPTrunc(s->b, v, s->f32, "");
   return sl_bitcast(s, v, s->i32);
}

bool sl_is_wide(struct sl *s, LLVMValueRef v)
{
   return LLVMTypeOf(v) == s->f64 || LLVMTypeOf(v) == s->i64;
}

LLVMValueRef sl_dword(struct sl *s, LLVMValueRef v, unsigned i)
{
   if (!sl_is_wide(s, v))
      return sl_to_i32(s, v);
   return sl_element(s, LLVMBuildBitCast(s->b, v, LLVMVectorType(s->i32, 2), ""), i);
}

LLVMValueRef sl_to_f32(struct sl *s, LLVMValueRef v)
{
   LLVMTypeRef t = LLVMTypeOf(v);
   if (t == s->f64 || t == s->f16)
      return LLVMBuildFPCast(s->b, v, s->f32, "");
   return t == s->f32 ? v : sl_bitcast(s, sl_to_i32(s, v), s->f32);
}

LLVMValueRef sl_vector(struct sl *s, const LLVMValueRef *c, unsigned n)
{
   LLVMValueRef v = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(c[0]), n));
   for (unsigned i = 0; i < n; i++)
      v = LLVMBuildInsertElement(s->b, v, c[i], sl_i32(s, i), "");
   return v;
}

LLVMValueRef sl_element(struct sl *s, LLVMValueRef vec, unsigned i)
{
   if (LLVMGetTypeKind(LLVMTypeOf(vec)) != LLVMVectorTypeKind)
      return vec;
   return LLVMBuildExtractElement(s->b, vec, sl_i32(s, i), "");
}

LLVMValueRef sl_real(struct sl *s, LLVMValueRef like, double v)
{
   return LLVMConstReal(LLVMTypeOf(like), v);
}

LLVMValueRef sl_int_like(struct sl *s, LLVMValueRef like, int64_t v)
{
   return LLVMConstInt(LLVMTypeOf(like), (uint64_t)v, 1);
}

/* ---- floats ------------------------------------------------------------------------------------------------------------ */

LLVMValueRef sl_fneg(struct sl *s, LLVMValueRef a)
{
   return LLVMBuildFNeg(s->b, a, "");
}

LLVMValueRef sl_fabs(struct sl *s, LLVMValueRef a)
{
   return sl_math1(s, "llvm.fabs", a);
}

LLVMValueRef sl_fmad(struct sl *s, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
   return LLVMBuildFAdd(s->b, LLVMBuildFMul(s->b, a, b, ""), c, "");
}

LLVMValueRef sl_fmin(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   return sl_math2(s, "llvm.minnum", a, b);
}

LLVMValueRef sl_fmax(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   return sl_math2(s, "llvm.maxnum", a, b);
}

/* max first: a NaN becomes 0, as with DX10_CLAMP. */
LLVMValueRef sl_saturate(struct sl *s, LLVMValueRef a)
{
   return sl_fmin(s, sl_fmax(s, a, sl_real(s, a, 0.0)), sl_real(s, a, 1.0));
}

static bool is_double(struct sl *s, LLVMValueRef a)
{
   return LLVMTypeOf(a) == s->f64;
}

/* v_rcp_f32: 1 ulp. GLSL allows a division 2.5 ulp, which a * rcp(b) keeps; doubles divide exactly. */
LLVMValueRef sl_rcp(struct sl *s, LLVMValueRef a)
{
   return is_double(s, a) ? LLVMBuildFDiv(s->b, sl_real(s, a, 1.0), a, "") : sl_math1(s, "llvm.amdgcn.rcp", a);
}

LLVMValueRef sl_fdiv(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   return is_double(s, a) ? LLVMBuildFDiv(s->b, a, b, "") : LLVMBuildFMul(s->b, a, sl_rcp(s, b), "");
}

LLVMValueRef sl_sqrt(struct sl *s, LLVMValueRef a)
{
   return sl_math1(s, is_double(s, a) ? "llvm.sqrt" : "llvm.amdgcn.sqrt", a);
}

LLVMValueRef sl_rsq(struct sl *s, LLVMValueRef a)
{
   return is_double(s, a) ? sl_rcp(s, sl_sqrt(s, a)) : sl_math1(s, "llvm.amdgcn.rsq", a);
}

/* Intrinsics of the instructions: the generic ones add code for denormals, which are flushed. */
LLVMValueRef sl_exp2(struct sl *s, LLVMValueRef a)
{
   return sl_math1(s, LLVM_VERSION_MAJOR >= 17 ? "llvm.amdgcn.exp2" : "llvm.exp2", a);
}

LLVMValueRef sl_log2(struct sl *s, LLVMValueRef a)
{
   return sl_math1(s, LLVM_VERSION_MAJOR >= 17 ? "llvm.amdgcn.log" : "llvm.log2", a);
}

LLVMValueRef sl_umin(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   return sl_math2(s, "llvm.umin", a, b);
}

LLVMValueRef sl_freeze(struct sl *s, LLVMValueRef v)
{
   return LLVMBuildFreeze(s->b, v, "");
}

/* ---- memory, lanes ------------------------------------------------------------------------------------------------------ */

/* In the entry block: LLVM promotes only static allocas. */
LLVMValueRef sl_entry_alloca(struct sl *s, LLVMTypeRef t, const char *name)
{
   LLVMBasicBlockRef here = LLVMGetInsertBlock(s->b);
   LLVMValueRef first = LLVMGetFirstInstruction(s->entry_block);
   if (first)
      LLVMPositionBuilderBefore(s->b, first);
   else
      LLVMPositionBuilderAtEnd(s->b, s->entry_block);
   LLVMValueRef a = LLVMBuildAlloca(s->b, t, name);
   LLVMPositionBuilderAtEnd(s->b, here);
   return a;
}

/* DPP on GFX8, ds_swizzle in quad mode on GFX6-7. */
LLVMValueRef sl_quad_perm(struct sl *s, LLVMValueRef v, unsigned perm)
{
   LLVMTypeRef t = LLVMTypeOf(v);
   v = sl_bitcast(s, v, s->i32);
   if (s->gfx >= 8) {
      LLVMValueRef args[] = { LLVMGetPoison(s->i32), v, sl_i32(s, perm), sl_i32(s, 0xf), sl_i32(s, 0xf), s->i_true };
      v = sl_call(s, "llvm.amdgcn.update.dpp.i32", s->i32, args, 6);
   } else {
      v = sl_call2(s, "llvm.amdgcn.ds.swizzle", s->i32, v, sl_i32(s, 0x8000 | perm));
   }
   return sl_bitcast(s, v, t);
}

/* With derivatives, discarded pixels continue as helper invocations. */
void sl_kill_unless(struct sl *s, LLVMValueRef keep)
{
   s->uses_kill = true;
   sl_call1(s, s->needs_wqm ? "llvm.amdgcn.wqm.demote" : "llvm.amdgcn.kill", s->voidt, keep);
}
