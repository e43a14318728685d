/* spv_llvm_atomic.c: atomics on 32-bit integers in LDS, storage blocks and images, and barriers. All are relaxed: GLSL orders memory
 * by barriers only. */
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

/* The pointee must be one 32-bit integer in memory that other invocations see. */
static bool is_atomic_memory(struct sl *s, const struct sl_ptr *p)
{
   struct spv_type t = spv_type_of(s->m, p->type);
   bool shared = p->storage == SL_LDS || (p->storage == SL_BUFFER && sl_is_storage_block(s, p));
   if (shared && t.kind == SPV_KIND_INT && t.width == 32)
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

/* Atomics of a texel, whose values are 32-bit integers, or floating-point values that are exchanged. */
static void texel_atomic(struct sl *s, const struct spv_inst *in, const char *op, const LLVMValueRef *data, unsigned count)
{
   LLVMValueRef v[2], old;
   for (unsigned i = 0; i < count; i++)
      v[i] = sl_bitcast(s, data[i], s->i32);
   old = sl_texel_atomic(s, texel_of(s, spv_w(in, 3)), op, v, count);
   if (spv_type_of(s->m, in->w[1]).kind == SPV_KIND_FLOAT)
      old = sl_bitcast(s, old, s->f32);
   sl_define(s, in, &old, 1);
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
   if (!p || !is_atomic_memory(s, p))
      return;
   LLVMValueRef v = by_one ? s->one : sl_int32(s, spv_w(in, 6)), old;
   if (p->storage == SL_LDS)
      old = LLVMBuildAtomicRMW(s->b, a->rmw, sl_cell_address(s, p->v, p->offset, p->dyn), v, LLVMAtomicOrderingMonotonic, 0);
   else
      old = buffer_atomic(s, p, a->buffer, &v, 1);
   sl_define(s, in, &old, 1);
}

static void compare_exchange(struct sl *s, const struct spv_inst *in)
{
   if (texel_of(s, spv_w(in, 3))) {
      texel_atomic(s, in, "cmpswap", (LLVMValueRef[]){ sl_int32(s, spv_w(in, 7)), sl_int32(s, spv_w(in, 8)) }, 2);
      return;
   }
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   if (!p || !is_atomic_memory(s, p))
      return;
   LLVMValueRef v = sl_int32(s, spv_w(in, 7)), expected = sl_int32(s, spv_w(in, 8)), old;
   if (p->storage == SL_LDS) {
      LLVMValueRef at = sl_cell_address(s, p->v, p->offset, p->dyn);
      old = LLVMBuildAtomicCmpXchg(s->b, at, expected, v, LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);
      old = LLVMBuildExtractValue(s->b, old, 0, "");
   } else {
      old = buffer_atomic(s, p, "cmpswap", (LLVMValueRef[]){ v, expected }, 2);
   }
   sl_define(s, in, &old, 1);
}

/* Loads and stores: a read-modify-write that changes nothing, or whose result has no use. */
static void load(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 3));
   if (!p || !is_atomic_memory(s, p))
      return;
   LLVMValueRef v = s->zero;
   if (p->storage == SL_LDS)
      v = LLVMBuildAtomicRMW(s->b, LLVMAtomicRMWBinOpOr, sl_cell_address(s, p->v, p->offset, p->dyn), v,
                             LLVMAtomicOrderingMonotonic, 0);
   else
      v = buffer_atomic(s, p, "or", &v, 1);
   sl_define(s, in, &v, 1);
}

static void store(struct sl *s, const struct spv_inst *in)
{
   struct sl_ptr *p = sl_pointer(s, spv_w(in, 1));
   if (!p || !is_atomic_memory(s, p))
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
