/* spv_llvm_atomic.c: atomics on 32-bit integers and floats in LDS, storage blocks and images, and barriers. All are relaxed: GLSL orders
 * memory by barriers only. */
#include <stdio.h>

#include "hw-si/compiler/spv_llvm.h"

struct atomic { uint16_t op; LLVMAtomicRMWBinOp rmw; const char *buffer; };

static const struct atomic atomics[] = {
   { SpvOpAtomicExchange, LLVMAtomicRMWBinOpXchg, "swap" }, { SpvOpAtomicIAdd, LLVMAtomicRMWBinOpAdd, "add" },
   { SpvOpAtomicISub, LLVMAtomicRMWBinOpSub, "sub" },       { SpvOpAtomicIIncrement, LLVMAtomicRMWBinOpAdd, "add" },
   { SpvOpAtomicIDecrement, LLVMAtomicRMWBinOpSub, "sub" }, { SpvOpAtomicSMin, LLVMAtomicRMWBinOpMin, "smin" },
   { SpvOpAtomicUMin, LLVMAtomicRMWBinOpUMin, "umin" },     { SpvOpAtomicSMax, LLVMAtomicRMWBinOpMax, "smax" },
   { SpvOpAtomicUMax, LLVMAtomicRMWBinOpUMax, "umax" },     { SpvOpAtomicAnd, LLVMAtomicRMWBinOpAnd, "and" },
   { SpvOpAtomicOr, LLVMAtomicRMWBinOpOr, "or" },           { SpvOpAtomicXor, LLVMAtomicRMWBinOpXor, "xor" },
};

/* The pointee must be one 32-bit integer, or float, in memory that other invocations see. */
static bool is_atomic_memory(struct sl *s, const struct sl_ptr *p, enum spv_kind kind)
{
   struct spv_type t = spv_type_of(s->m, p->type);
   bool shared = p->storage == SL_LDS || (p->storage == SL_BUFFER && sl_is_storage_block(s, p));
   if (shared && t.kind == kind && t.width == 32)
      return true;
   sl_fail(s, "atomics on this memory or type are not supported");
   return false;
}

static LLVMValueRef buffer_atomic(struct sl *s, const struct sl_ptr *p, const char *name, const LLVMValueRef *data, unsigned n)
{
   LLVMValueRef args[6], offset_B, rsrc = sl_buffer_address(s, p, &offset_B);
   char text[64];
   unsigned k = 0;
   snprintf(text, sizeof(text), "llvm.amdgcn.raw.buffer.atomic.%s.i32", name);
   for (unsigned i = 0; i < n; i++)
      args[k++] = data[i];
   args[k++] = rsrc;
   args[k++] = offset_B;
   args[k++] = s->zero;
   args[k++] = s->zero;
   s->bin->writes_memory = 1;
   return sl_call(s, text, s->i32, args, k);
}

/* The texel that an id points to; NULL: it points to other memory. */
static const struct sl_texel *texel_of(const struct sl *s, uint32_t id)
{
   return id < s->m->bound ? s->id[id].texel : NULL;
}

/* LLVM makes one atomic of those of a wave, for the lanes that llvm.amdgcn.ps.live has live. It moves this question before kills after
 * which pixels stay as helpers, so live lanes are alone in a branch. */
struct live_lanes { LLVMBasicBlockRef before, after; };

static struct live_lanes begin_live(struct sl *s)
{
   struct live_lanes l = { NULL, NULL };
   if (!s->needs_wqm || (!s->kills && !s->uses_kill))
      return l;
   LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "live");
   l.before = LLVMGetInsertBlock(s->b);
   l.after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildCondBr(s->b, sl_call(s, "llvm.amdgcn.live.mask", s->i1, NULL, 0), body, l.after);
   LLVMPositionBuilderAtEnd(s->b, body);
   return l;
}

/* Returns the value of live lanes, and any in others. */
static LLVMValueRef end_live(struct sl *s, const struct live_lanes *l, LLVMValueRef v)
{
   if (!l->after)
      return v;
   LLVMBasicBlockRef from[] = { LLVMGetInsertBlock(s->b), l->before };
   LLVMValueRef values[] = { v, LLVMGetPoison(s->i32) };
   LLVMBuildBr(s->b, l->after);
   LLVMPositionBuilderAtEnd(s->b, l->after);
   LLVMValueRef phi = LLVMBuildPhi(s->b, s->i32, "");
   LLVMAddIncoming(phi, values, from, 2);
   return phi;
}

/* Atomics of a texel, whose values are 32-bit integers, or floating-point values that are exchanged. */
static void texel_atomic(struct sl *s, const struct spv_inst *in, const char *op, const LLVMValueRef *data, unsigned count)
{
   LLVMValueRef v[2], old;
   for (unsigned i = 0; i < count; i++)
      v[i] = sl_bitcast(s, data[i], s->i32);
   const struct live_lanes live = begin_live(s);
   old = sl_texel_atomic(s, texel_of(s, spv_w(in, 3)), op, v, count);
   old = end_live(s, &live, old);
   if (spv_type_of(s->m, in->w[1]).kind == SPV_KIND_FLOAT)
      old = sl_bitcast(s, old, s->f32);
   sl_define(s, in, &old, 1);
}

static bool is_float(const struct sl *s, const struct spv_inst *in)
{
   return spv_type_of(s->m, in->w[1]).kind == SPV_KIND_FLOAT;
}

/* The bits of an operand that is one 32-bit scalar. */
static LLVMValueRef bits_of(struct sl *s, const struct spv_inst *in, uint32_t operand)
{
   return is_float(s, in) ? sl_bitcast(s, sl_float32(s, spv_w(in, operand)), s->i32) : sl_int32(s, spv_w(in, operand));
}

static void define(struct sl *s, const struct spv_inst *in, LLVMValueRef bits)
{
   LLVMValueRef v = is_float(s, in) ? sl_bitcast(s, bits, s->f32) : bits;
   sl_define(s, in, &v, 1);
}

static LLVMValueRef live_buffer_atomic(struct sl *s, const struct sl_ptr *p, const char *name, LLVMValueRef v)
{
   const struct live_lanes live = begin_live(s);
   return end_live(s, &live, buffer_atomic(s, p, name, &v, 1));
}

static void read_modify_write(struct sl *s, const struct spv_inst *in, const struct atomic *a)
{
   bool by_one = in->op == SpvOpAtomicIIncrement || in->op == SpvOpAtomicIDecrement;
   if (texel_of(s, spv_w(in, 3))) {
      uint32_t n;
      const LLVMValueRef *v = by_one ? &s->one : sl_any(s, spv_w(in, 6), &n);
      if (!s->failed)
         texel_atomic(s, in, a->buffer, v, 1);
      return;
   }
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   const bool floats = in->op == SpvOpAtomicExchange && is_float(s, in);
   if (!p || !is_atomic_memory(s, p, floats ? SPV_KIND_FLOAT : SPV_KIND_INT))
      return;
   LLVMValueRef v = by_one ? s->one : bits_of(s, in, 6), old;
   if (p->storage == SL_LDS)
      old = LLVMBuildAtomicRMW(s->b, a->rmw, sl_cell_address(s, p->v, p->offset, p->dyn), v, LLVMAtomicOrderingMonotonic, 0);
   else
      old = live_buffer_atomic(s, p, a->buffer, v);
   define(s, in, old);
}

/* Stores v where the memory has the bits `expected`; returns the bits that it had. p: NULL for texels. */
static LLVMValueRef swap_if(struct sl *s, const struct spv_inst *in, const struct sl_ptr *p, LLVMValueRef expected, LLVMValueRef v)
{
   if (!p)
      return sl_texel_atomic(s, texel_of(s, spv_w(in, 3)), "cmpswap", (LLVMValueRef[]){ v, expected }, 2);
   if (p->storage != SL_LDS)
      return buffer_atomic(s, p, "cmpswap", (LLVMValueRef[]){ v, expected }, 2);
   LLVMValueRef at = sl_cell_address(s, p->v, p->offset, p->dyn);
   LLVMValueRef old = LLVMBuildAtomicCmpXchg(s->b, at, expected, v, LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);
   return LLVMBuildExtractValue(s->b, old, 0, "");
}

/* ---- floats ---------------------------------------------------------------------------------------------------------------
 * GFX8 has no float atomics of buffers and images, and older ones have no sum. So the value is computed from the old one, and swapped in
 * if the memory still has that one; else again with the one that it has. */

static LLVMValueRef magnitude(struct sl *s, LLVMValueRef bits) { return LLVMBuildAnd(s->b, bits, sl_i32(s, 0x7fffffff), ""); }

static LLVMValueRef is_quiet(struct sl *s, LLVMValueRef bits)
{
   return LLVMBuildICmp(s->b, LLVMIntUGE, magnitude(s, bits), sl_i32(s, 0x7fc00000), "");
}

static LLVMValueRef is_signaling(struct sl *s, LLVMValueRef bits)
{
   LLVMValueRef above = LLVMBuildICmp(s->b, LLVMIntUGT, magnitude(s, bits), sl_i32(s, 0x7f800000), "");
   return LLVMBuildAnd(s->b, above, LLVMBuildNot(s->b, is_quiet(s, bits), ""), "");
}

/* An integer in the order of the float: denormals keep their bits. */
static LLVMValueRef in_order(struct sl *s, LLVMValueRef bits)
{
   LLVMValueRef sign = LLVMBuildAShr(s->b, bits, sl_i32(s, 31), "");
   return LLVMBuildXor(s->b, bits, LLVMBuildLShr(s->b, sign, s->one, ""), "");
}

/* INTEL_shader_atomic_float_minmax: a signaling NaN wins, and a quiet one loses, against any other value. */
static LLVMValueRef min_or_max(struct sl *s, bool is_max, LLVMValueRef old, LLVMValueRef data)
{
   LLVMValueRef beyond = LLVMBuildICmp(s->b, is_max ? LLVMIntSGT : LLVMIntSLT, in_order(s, data), in_order(s, old), "");
   LLVMValueRef take = LLVMBuildAnd(s->b, beyond, LLVMBuildNot(s->b, is_quiet(s, data), ""), "");
   take = LLVMBuildOr(s->b, take, LLVMBuildOr(s->b, is_signaling(s, data), is_quiet(s, old), ""), "");
   take = LLVMBuildAnd(s->b, take, LLVMBuildNot(s->b, is_signaling(s, old), ""), "");
   return LLVMBuildSelect(s->b, take, data, old, "");
}

/* Whether the floats are equal: zeros of both signs are, a NaN is equal to nothing. */
static LLVMValueRef equal(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   LLVMValueRef zeros = LLVMBuildICmp(s->b, LLVMIntEQ, magnitude(s, LLVMBuildOr(s->b, a, b, "")), s->zero, "");
   LLVMValueRef number = LLVMBuildICmp(s->b, LLVMIntULE, magnitude(s, a), sl_i32(s, 0x7f800000), "");
   LLVMValueRef same = LLVMBuildAnd(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, a, b, ""), number, "");
   return LLVMBuildOr(s->b, zeros, same, "");
}

/* The bits that follow `old`; expected: of a compare and swap. */
static LLVMValueRef next_value(struct sl *s, uint32_t op, LLVMValueRef old, LLVMValueRef data, LLVMValueRef expected)
{
   switch (op) {
   case SpvOpAtomicFAddEXT: {
      LLVMValueRef sum = LLVMBuildFAdd(s->b, sl_bitcast(s, old, s->f32), sl_bitcast(s, data, s->f32), "");
      return sl_bitcast(s, sum, s->i32);
   }
   case SpvOpAtomicCompareExchange:
      return LLVMBuildSelect(s->b, equal(s, old, expected), data, old, "");
   default:
      return min_or_max(s, op == SpvOpAtomicFMaxEXT, old, data);
   }
}

static void float_atomic(struct sl *s, const struct spv_inst *in)
{
   const bool compares = in->op == SpvOpAtomicCompareExchange;
   LLVMValueRef data = bits_of(s, in, compares ? 7 : 6), expected = compares ? bits_of(s, in, 8) : NULL;
   struct sl_ptr *p = texel_of(s, spv_w(in, 3)) ? NULL : sl_pointer(s, spv_w(in, 3));
   if (s->failed || (p && !is_atomic_memory(s, p, SPV_KIND_FLOAT)))
      return;
   LLVMValueRef first = swap_if(s, in, p, s->zero, s->zero); /* a load */
   LLVMBasicBlockRef before = LLVMGetInsertBlock(s->b), loop = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "swap");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   LLVMBuildBr(s->b, loop);
   LLVMPositionBuilderAtEnd(s->b, loop);
   LLVMValueRef old = LLVMBuildPhi(s->b, s->i32, "");
   LLVMValueRef seen = swap_if(s, in, p, old, next_value(s, in->op, old, data, expected));
   LLVMValueRef again = LLVMBuildICmp(s->b, LLVMIntNE, seen, old, "");
   if (s->key->hw_stage == SI_HW_PS) /* helper invocations have no result, and would not end */
      again = LLVMBuildAnd(s->b, again, sl_call(s, "llvm.amdgcn.live.mask", s->i1, NULL, 0), "");
   LLVMBasicBlockRef end = LLVMGetInsertBlock(s->b);
   LLVMBuildCondBr(s->b, again, loop, after);
   LLVMAddIncoming(old, &first, &before, 1);
   LLVMAddIncoming(old, &seen, &end, 1);
   LLVMPositionBuilderAtEnd(s->b, after);
   define(s, in, old);
}

static void compare_exchange(struct sl *s, const struct spv_inst *in)
{
   if (is_float(s, in)) {
      float_atomic(s, in);
      return;
   }
   struct sl_ptr *p = texel_of(s, spv_w(in, 3)) ? NULL : sl_pointer(s, spv_w(in, 3));
   LLVMValueRef v = sl_int32(s, spv_w(in, 7)), expected = sl_int32(s, spv_w(in, 8));
   if (s->failed || (p && !is_atomic_memory(s, p, SPV_KIND_INT)))
      return;
   define(s, in, swap_if(s, in, p, expected, v));
}

/* Loads and stores: a read-modify-write that changes nothing, or whose result has no use. */
static void load(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   if (!p || !is_atomic_memory(s, p, SPV_KIND_INT))
      return;
   LLVMValueRef v = s->zero;
   if (p->storage == SL_LDS)
      v = LLVMBuildAtomicRMW(s->b, LLVMAtomicRMWBinOpOr, sl_cell_address(s, p->v, p->offset, p->dyn), v,
                             LLVMAtomicOrderingMonotonic, 0);
   else
      v = live_buffer_atomic(s, p, "or", v);
   sl_define(s, in, &v, 1);
}

static void store(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 1));
   if (!p || !is_atomic_memory(s, p, SPV_KIND_INT))
      return;
   LLVMValueRef v = sl_int32(s, spv_w(in, 4));
   if (p->storage == SL_LDS)
      LLVMBuildAtomicRMW(s->b, LLVMAtomicRMWBinOpXchg, sl_cell_address(s, p->v, p->offset, p->dyn), v,
                         LLVMAtomicOrderingMonotonic, 0);
   else
      buffer_atomic(s, p, "swap", &v, 1);
}

/* ---- barriers ------------------------------------------------------------------------------------------------------------- */

/* Compiler barrier, or with `device` s_waitcnt and an invalidate of the L1, which other CUs' stores bypass. */
static void fence(struct sl *s, bool device)
{
   LLVMBuildFence(s->b, LLVMAtomicOrderingAcquireRelease, !device, "");
}

static bool scope_is_wide(struct sl *s, uint32_t id)
{
   uint32_t scope = SpvScopeDevice;
   spv_const_u32(s->m, id, &scope);
   return scope == SpvScopeDevice || scope == SpvScopeCrossDevice || scope == SpvScopeQueueFamily;
}

/* The waves of a workgroup run on one CU and share its L1 and LDS; LLVM waits for all memory operations before s_barrier. */
void sl_group_barrier(struct sl *s, bool device)
{
   fence(s, device);
   sl_call(s, "llvm.amdgcn.s.barrier", s->voidt, NULL, 0);
   fence(s, false);
}

static void control_barrier(struct sl *s, const struct spv_inst *in)
{
   uint32_t scope = SpvScopeWorkgroup;
   if (spv_const_u32(s->m, spv_w(in, 1), &scope) && scope == SpvScopeSubgroup) { /* a wave executes in step */
      fence(s, true);
      return;
   }
   bool patch = s->key->hw_stage == SI_HW_HS; /* orders outputs, which are in LDS: the scope does not matter */
   if (s->key->hw_stage != SI_HW_CS && !patch) {
      sl_fail(s, "barriers of invocations are supported in compute and tessellation control shaders only");
      return;
   }
   sl_group_barrier(s, !patch && scope_is_wide(s, spv_w(in, 2)));
}

bool sl_atomic(struct sl *s, const struct spv_inst *in)
{
   for (unsigned i = 0; i < sizeof(atomics) / sizeof(atomics[0]); i++) {
      if (atomics[i].op == in->op) {
         read_modify_write(s, in, &atomics[i]);
         return true;
      }
   }
   switch (in->op) {
   case SpvOpAtomicCompareExchange:
      compare_exchange(s, in);
      return true;
   case SpvOpAtomicFAddEXT:
   case SpvOpAtomicFMinEXT:
   case SpvOpAtomicFMaxEXT:
      float_atomic(s, in);
      return true;
   case SpvOpAtomicLoad:
      load(s, in);
      return true;
   case SpvOpAtomicStore:
      store(s, in);
      return true;
   case SpvOpControlBarrier:
      control_barrier(s, in);
      return true;
   case SpvOpMemoryBarrier:
      fence(s, true);
      return true;
   default:
      return false;
   }
}
