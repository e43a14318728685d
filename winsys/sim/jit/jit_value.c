/* jit_value.c: small words for building LLVM IR: constants, casts, intrinsics, memory. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "winsys/sim/jit/llvm_passes.h"
#include "winsys/sim/jit/jit.h"

LLVMValueRef jit_i32(struct jit *j, uint32_t v) { return LLVMConstInt(j->i32, v, 0); }
LLVMValueRef jit_i64(struct jit *j, uint64_t v) { return LLVMConstInt(j->i64, v, 0); }

static LLVMValueRef repeat(struct jit *j, LLVMValueRef v)
{
   LLVMValueRef all[SQ_MAX_LANES];
   for (unsigned i = 0; i < j->lanes; i++)
      all[i] = v;
   return LLVMConstVector(all, j->lanes);
}

LLVMValueRef jit_vi(struct jit *j, uint32_t v) { return repeat(j, jit_i32(j, v)); }
LLVMValueRef jit_vf(struct jit *j, float v) { return repeat(j, LLVMConstReal(j->f32, (double)v)); }
LLVMValueRef jit_vd(struct jit *j, double v) { return repeat(j, LLVMConstReal(LLVMGetElementType(j->vf64), v)); }

LLVMValueRef jit_splat(struct jit *j, LLVMValueRef scalar)
{
   if (LLVMIsConstant(scalar) && !LLVMIsUndef(scalar))
      return repeat(j, scalar);
   LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), j->lanes);
   LLVMValueRef one = LLVMBuildInsertElement(j->b, LLVMGetPoison(type), scalar, jit_i32(j, 0), "");
   return LLVMBuildShuffleVector(j->b, one, LLVMGetPoison(type), LLVMConstNull(j->vi32), "");
}

LLVMValueRef jit_to_f(struct jit *j, LLVMValueRef v) { return LLVMBuildBitCast(j->b, v, j->vf32, ""); }
LLVMValueRef jit_to_i(struct jit *j, LLVMValueRef v) { return LLVMBuildBitCast(j->b, v, j->vi32, ""); }
LLVMValueRef jit_sel(struct jit *j, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
   return LLVMBuildSelect(j->b, c, a, b, "");
}

static void type_suffix(struct jit *j, LLVMTypeRef type, char *s, size_t size)
{
   LLVMTypeRef e = type;
   int n = 0;
   if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
      e = LLVMGetElementType(type);
      n = snprintf(s, size, "v%u", LLVMGetVectorSize(type));
   }
   LLVMTypeKind kind = LLVMGetTypeKind(e);
   if (kind == LLVMIntegerTypeKind)
      snprintf(s + n, size - (size_t)n, "i%u", LLVMGetIntTypeWidth(e));
   else
      snprintf(s + n, size - (size_t)n, kind == LLVMFloatTypeKind ? "f32" : "f64");
}

/* As LLVM encodes an attribute: two bits for each kind of memory. */
#define JIT_MEMORY_READ 0x15
#define JIT_INTR_ARGS 6 /* the most that an intrinsic used here takes: vfixupimmps with its mask and rounding */

/* name ends in '.' if the result's type is part of it ("llvm.floor."). */
LLVMValueRef jit_intr(struct jit *j, const char *name, LLVMTypeRef type, unsigned count, LLVMValueRef *args)
{
   char full[96];
   LLVMTypeRef types[JIT_INTR_ARGS];
   size_t n = strlen(name);
   assert(count <= JIT_INTR_ARGS);
   snprintf(full, sizeof full, "%s", name);
   if (name[n - 1] == '.')
      type_suffix(j, type, full + n, sizeof full - n);
   for (unsigned i = 0; i < count; i++)
      types[i] = LLVMTypeOf(args[i]);
   LLVMTypeRef ftype = LLVMFunctionType(type, types, count, 0);
   LLVMValueRef f = LLVMGetNamedFunction(j->module, full);
   if (!f)
      f = LLVMAddFunction(j->module, full, ftype);
   return LLVMBuildCall2(j->b, ftype, f, args, count, "");
}

static void say_access(struct jit *j, LLVMValueRef call, enum jit_access access)
{
   static const char *const names[] = { "memory", "nounwind", "willreturn" };
   const uint64_t values[] = { access == JIT_READS ? JIT_MEMORY_READ : 0, 0, 0 };
   for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
      unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
      LLVMAddAttributeAtIndex(LLVMGetCalledValue(call), LLVMAttributeFunctionIndex,
                              LLVMCreateEnumAttribute(j->ctx, kind, values[i]));
   }
}

LLVMValueRef jit_host_intr(struct jit *j, const char *name, unsigned part, enum jit_access access, LLVMTypeRef type,
                           unsigned count, LLVMValueRef *args)
{
   char full[96];
   if (j->lanes == part)
      return jit_intr(j, name, type, count, args);
   snprintf(full, sizeof full, LLVM_EACH_PART "%s", name);
   LLVMValueRef call = jit_intr(j, full, type, count, args);
   say_access(j, call, access);
   return call;
}

LLVMValueRef jit_signs(struct jit *j, LLVMValueRef lanes)
{
   LLVMValueRef call = jit_intr(j, LLVM_SIGNS, j->i64, 1, &lanes);
   say_access(j, call, JIT_PURE);
   return call;
}

LLVMValueRef jit_ptr_add_v(struct jit *j, LLVMValueRef p, LLVMValueRef bytes)
{
   return LLVMBuildGEP2(j->b, j->i8, p, &bytes, 1, "");
}

LLVMValueRef jit_ptr_add(struct jit *j, LLVMValueRef p, uint64_t bytes)
{
   return bytes ? jit_ptr_add_v(j, p, jit_i64(j, bytes)) : p;
}

LLVMValueRef jit_load(struct jit *j, LLVMTypeRef type, LLVMValueRef p, unsigned align)
{
   LLVMValueRef v = LLVMBuildLoad2(j->b, type, p, "");
   LLVMSetAlignment(v, align);
   return v;
}

static LLVMValueRef pick(struct jit *j, LLVMValueRef a, LLVMValueRef b, unsigned first, unsigned n)
{
   LLVMValueRef from[SQ_MAX_LANES];
   for (unsigned i = 0; i < n; i++)
      from[i] = jit_i32(j, first + i);
   return LLVMBuildShuffleVector(j->b, a, b, LLVMConstVector(from, n), "");
}

LLVMValueRef jit_part(struct jit *j, LLVMValueRef v, unsigned first, unsigned n)
{
   return pick(j, v, LLVMGetPoison(LLVMTypeOf(v)), first, n);
}

LLVMValueRef jit_join_parts(struct jit *j, LLVMValueRef *parts, unsigned count)
{
   for (; count > 1; count /= 2)
      for (unsigned i = 0; i < count / 2; i++)
         parts[i] = pick(j, parts[2 * i], parts[2 * i + 1], 0, 2 * LLVMGetVectorSize(LLVMTypeOf(parts[2 * i])));
   return parts[0];
}

void jit_store(struct jit *j, LLVMValueRef v, LLVMValueRef p, unsigned align)
{
   LLVMSetAlignment(LLVMBuildStore(j->b, v, p), align);
}

LLVMValueRef jit_wave_load(struct jit *j, LLVMTypeRef type, size_t offset)
{
   return jit_load(j, type, jit_ptr_add(j, j->w, offset), 4);
}

/* The name stands for the function in every process that runs this build. */
LLVMValueRef jit_call(struct jit *j, const void *function, LLVMTypeRef result, unsigned count, LLVMValueRef *args)
{
   char name[32];
   LLVMTypeRef types[8];
   for (unsigned i = 0; i < count; i++)
      types[i] = LLVMTypeOf(args[i]);
   LLVMTypeRef type = LLVMFunctionType(result, types, count, 0);
   snprintf(name, sizeof name, JIT_FUNCTION_AT "%" PRIx64, (uint64_t)((uintptr_t)function - (uintptr_t)jit_run_inst));
   j->only_here |= !jit_is_own(function);
   LLVMValueRef f = LLVMGetNamedFunction(j->module, name);
   if (!f)
      f = LLVMAddFunction(j->module, name, type);
   return LLVMBuildCall2(j->b, type, f, args, count, "");
}

LLVMValueRef jit_bytes(struct jit *j, const void *data, size_t size)
{
   LLVMValueRef init = LLVMConstStringInContext(j->ctx, data, (unsigned)size, 1);
   LLVMValueRef g = LLVMAddGlobal(j->module, LLVMTypeOf(init), "request");
   LLVMSetInitializer(g, init);
   LLVMSetGlobalConstant(g, 1);
   LLVMSetLinkage(g, LLVMPrivateLinkage);
   LLVMSetAlignment(g, 16);
   return g;
}

/* A variable with this value, which nothing writes; LLVM has to expect that something does. */
LLVMValueRef jit_hidden(struct jit *j, uint32_t v)
{
   char name[32];
   snprintf(name, sizeof name, "hidden.%" PRIx32, v);
   LLVMValueRef g = LLVMGetNamedGlobal(j->module, name);
   if (!g) {
      g = LLVMAddGlobal(j->module, j->i32, name);
      LLVMSetInitializer(g, jit_i32(j, v));
      LLVMSetLinkage(g, LLVMInternalLinkage);
      LLVMSetExternallyInitialized(g, 1);
      LLVMSetAlignment(g, 4);
   }
   return jit_load(j, j->i32, g, 4);
}
