/* spv_llvm_subgroup.c: operations between the invocations of a subgroup, which is a wave: SPIR-V's instructions GroupNonUniform*,
 * and the inputs that number invocations.
 *
 * A value of another lane comes through
 *    v_readlane     one lane for all;
 *    ds_swizzle     a constant pattern within 32 lanes (a quad: sl_quad_perm);
 *    ds_bpermute    any lane, from GFX8 on; before, a loop over the lanes that are read.
 *
 * Reductions and scans run with all 64 lanes (whole wave mode), where inactive lanes hold the operation's neutral element. In
 * step k blocks of 2^k lanes join in pairs: `total` is the result of a lane's block, `scan` of the lanes of its block that come
 * before it. */
#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef V;

#define WAVE_LANES 64u
#define LOG2_LANES 6u
#define SWIZZLE_XOR(lanes) (0x1f | (lanes) << 10) /* within 32 lanes: and mask 31, xor mask */

/* ---- lanes -------------------------------------------------------------------------------------------------------------- */

LLVMValueRef sl_lane(struct sl *s)
{
   V low = sl_call2(s, "llvm.amdgcn.mbcnt.lo", s->i32, sl_i32(s, ~0u), s->zero);
   return sl_call2(s, "llvm.amdgcn.mbcnt.hi", s->i32, sl_i32(s, ~0u), low);
}

/* How a dword moves between lanes; arg: of the callback. */
typedef V (*move_func)(struct sl *s, V dword, V arg);

static V move(struct sl *s, V v, move_func f, V arg)
{
   V dw[2] = { f(s, sl_dword(s, v, 0), arg), NULL };
   if (sl_is_wide(s, v))
      dw[1] = f(s, sl_dword(s, v, 1), arg);
   return sl_from_dwords(s, dw, LLVMTypeOf(v));
}

static V read_lane(struct sl *s, V dword, V lane)
{
   return sl_call2(s, "llvm.amdgcn.readlane", s->i32, dword, lane);
}

static V read_first(struct sl *s, V dword, SL_UNUSED V arg)
{
   return sl_call1(s, "llvm.amdgcn.readfirstlane", s->i32, dword);
}

static V swizzle(struct sl *s, V dword, V pattern)
{
   return sl_call2(s, "llvm.amdgcn.ds.swizzle", s->i32, dword, pattern);
}

static V permute(struct sl *s, V dword, V lane)
{
   return sl_call2(s, "llvm.amdgcn.ds.bpermute", s->i32, LLVMBuildShl(s->b, lane, sl_i32(s, 2), ""), dword);
}

static V quad_perm(struct sl *s, V dword, V perm)
{
   V v = sl_quad_perm(s, dword, (unsigned)LLVMConstIntGetZExtValue(perm));
   return s->needs_wqm ? sl_call1(s, "llvm.amdgcn.wqm.i32", s->i32, v) : v;
}

static V set_inactive(struct sl *s, V dword, V neutral)
{
   return sl_call2(s, "llvm.amdgcn.set.inactive.i32", s->i32, dword, neutral);
}

static V end_whole_wave(struct sl *s, V dword, SL_UNUSED V arg)
{
   return sl_call1(s, "llvm.amdgcn.strict.wwm.i32", s->i32, dword);
}

/* ---- reductions and scans ----------------------------------------------------------------------------------------------- */

static V combine(struct sl *s, uint32_t op, V a, V b)
{
   switch (op) {
   case SpvOpGroupNonUniformIAdd: return LLVMBuildAdd(s->b, a, b, "");
   case SpvOpGroupNonUniformFAdd: return LLVMBuildFAdd(s->b, a, b, "");
   case SpvOpGroupNonUniformIMul: return LLVMBuildMul(s->b, a, b, "");
   case SpvOpGroupNonUniformFMul: return LLVMBuildFMul(s->b, a, b, "");
   case SpvOpGroupNonUniformSMin: return sl_math2(s, "llvm.smin", a, b);
   case SpvOpGroupNonUniformUMin: return sl_math2(s, "llvm.umin", a, b);
   case SpvOpGroupNonUniformFMin: return sl_fmin(s, a, b);
   case SpvOpGroupNonUniformSMax: return sl_math2(s, "llvm.smax", a, b);
   case SpvOpGroupNonUniformUMax: return sl_math2(s, "llvm.umax", a, b);
   case SpvOpGroupNonUniformFMax: return sl_fmax(s, a, b);
   case SpvOpGroupNonUniformBitwiseAnd: case SpvOpGroupNonUniformLogicalAnd: return LLVMBuildAnd(s->b, a, b, "");
   case SpvOpGroupNonUniformBitwiseOr: case SpvOpGroupNonUniformLogicalOr: return LLVMBuildOr(s->b, a, b, "");
   default: return LLVMBuildXor(s->b, a, b, "");
   }
}

/* The neutral element. Of a sum it is -0 where it must not change the sign of zero, and 0 as a result. */
static V neutral(struct sl *s, uint32_t op, LLVMTypeRef t, bool is_result)
{
   const bool wide = t == s->i64;
   switch (op) {
   case SpvOpGroupNonUniformFAdd: return LLVMConstReal(t, is_result ? 0.0 : -0.0);
   case SpvOpGroupNonUniformIMul: return LLVMConstInt(t, 1, 0);
   case SpvOpGroupNonUniformFMul: return LLVMConstReal(t, 1.0);
   case SpvOpGroupNonUniformSMin: return LLVMConstInt(t, wide ? INT64_MAX : INT32_MAX, 0);
   case SpvOpGroupNonUniformSMax: return LLVMConstInt(t, wide ? (uint64_t)INT64_MIN : (uint32_t)INT32_MIN, 0);
   case SpvOpGroupNonUniformFMin: return LLVMConstReal(t, __builtin_inf());
   case SpvOpGroupNonUniformFMax: return LLVMConstReal(t, -__builtin_inf());
   case SpvOpGroupNonUniformUMin: case SpvOpGroupNonUniformBitwiseAnd: case SpvOpGroupNonUniformLogicalAnd: return LLVMConstAllOnes(t);
   default: return LLVMConstNull(t);
   }
}

/* Lanes of the wave, or of blocks of 2^steps of them. */
static V reduce(struct sl *s, uint32_t op, SpvGroupOperation group, V v, unsigned steps)
{
   LLVMTypeRef result_type = LLVMTypeOf(v);
   if (result_type == s->i1) /* 0 and -1 */
      v = LLVMBuildSExt(s->b, v, s->i32, "");
   LLVMTypeRef t = LLVMTypeOf(v);
   V none = neutral(s, op, t, false), dw[2] = { set_inactive(s, sl_dword(s, v, 0), sl_dword(s, none, 0)), NULL };
   if (sl_is_wide(s, v))
      dw[1] = set_inactive(s, sl_dword(s, v, 1), sl_dword(s, none, 1));
   V total = sl_from_dwords(s, dw, t), scan = group == SpvGroupOperationExclusiveScan ? neutral(s, op, t, true) : total;
   const bool is_scan = group == SpvGroupOperationInclusiveScan || group == SpvGroupOperationExclusiveScan;
   V lane = is_scan ? sl_lane(s) : NULL;
   for (unsigned k = 0; k < steps; k++) {
      const unsigned block = 1u << k;
      V other;
      if (block == WAVE_LANES / 2) {
         V low = move(s, total, read_lane, s->zero), high = move(s, total, read_lane, sl_i32(s, block));
         other = low; /* a scan's: for the upper half */
         total = is_scan ? total : combine(s, op, low, high);
      } else {
         other = move(s, total, swizzle, sl_i32(s, SWIZZLE_XOR(block)));
         total = combine(s, op, total, other);
      }
      if (is_scan) {
         V upper = LLVMBuildICmp(s->b, LLVMIntNE, LLVMBuildAnd(s->b, lane, sl_i32(s, block), ""), s->zero, "");
         scan = LLVMBuildSelect(s->b, upper, combine(s, op, other, scan), scan, "");
      }
   }
   v = move(s, is_scan ? scan : total, end_whole_wave, NULL);
   return result_type == s->i1 ? LLVMBuildICmp(s->b, LLVMIntNE, v, s->zero, "") : v;
}

static void arithmetic(struct sl *s, const struct spv_inst *in)
{
   const SpvGroupOperation group = (SpvGroupOperation)spv_w(in, 4);
   uint32_t n = 0, size = WAVE_LANES;
   const V *x = sl_any(s, spv_w(in, 5), &n);
   V *v = sl_array(s, n);
   unsigned steps = 0;
   if (group == SpvGroupOperationClusteredReduce && (in->count < 7 || !spv_const_u32(s->m, in->w[6], &size)))
      sl_fail(s, "the size of a cluster is not constant");
   while (steps < LOG2_LANES && 2u << steps <= size)
      steps++;
   for (uint32_t i = 0; i < n && !s->failed; i++)
      v[i] = reduce(s, in->op, group, x[i], steps);
   sl_define(s, in, v, n);
}

/* ---- shuffles ----------------------------------------------------------------------------------------------------------- */

/* v of the lane that each lane names, before GFX8: lanes that name the same one are served together. */
static void shuffle_in_turns(struct sl *s, const V *x, uint32_t n, V lane, V *v)
{
   LLVMBasicBlockRef before = LLVMGetInsertBlock(s->b), loop = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "lanes");
   LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(s->llvm, s->fn, "");
   V all = sl_ballot(s, s->i_true), *phi = sl_array(s, n), left;
   LLVMBuildBr(s->b, loop);
   LLVMPositionBuilderAtEnd(s->b, loop);
   left = LLVMBuildPhi(s->b, s->i64, "");
   LLVMAddIncoming(left, &all, &before, 1);
   for (uint32_t i = 0; i < n; i++) {
      V none = LLVMConstNull(LLVMTypeOf(x[i]));
      phi[i] = LLVMBuildPhi(s->b, LLVMTypeOf(x[i]), "");
      LLVMAddIncoming(phi[i], &none, &before, 1);
   }
   V reader = LLVMBuildTrunc(s->b, sl_call2(s, "llvm.cttz.i64", s->i64, left, s->i_false), s->i32, "");
   V from = read_lane(s, lane, LLVMBuildAnd(s->b, reader, sl_i32(s, WAVE_LANES - 1), ""));
   V same = LLVMBuildICmp(s->b, LLVMIntEQ, lane, from, "");
   from = LLVMBuildAnd(s->b, from, sl_i32(s, WAVE_LANES - 1), "");
   for (uint32_t i = 0; i < n; i++)
      v[i] = LLVMBuildSelect(s->b, same, move(s, x[i], read_lane, from), phi[i], "");
   /* The first lane is removed by itself: the loop ends whatever lanes are active. */
   V next = LLVMBuildAnd(s->b, left, LLVMBuildSub(s->b, left, LLVMConstInt(s->i64, 1, 0), ""), "");
   next = LLVMBuildAnd(s->b, next, LLVMBuildNot(s->b, sl_ballot(s, same), ""), "");
   LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntNE, next, LLVMConstNull(s->i64), ""), loop, after);
   LLVMBasicBlockRef end = LLVMGetInsertBlock(s->b);
   LLVMAddIncoming(left, &next, &end, 1);
   for (uint32_t i = 0; i < n; i++)
      LLVMAddIncoming(phi[i], &v[i], &end, 1);
   LLVMPositionBuilderAtEnd(s->b, after);
}

static void shuffle(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = 0, mask;
   const V *x = sl_any(s, spv_w(in, 4), &n);
   V *v = sl_array(s, n), lane = sl_int32(s, spv_w(in, 5));
   move_func how = permute;
   if (s->failed)
      return;
   if (in->op == SpvOpGroupNonUniformShuffleXor && spv_const_u32(s->m, in->w[5], &mask) && mask < 32) {
      how = swizzle;
      lane = sl_i32(s, SWIZZLE_XOR(mask));
   } else if (in->op == SpvOpGroupNonUniformShuffleXor) {
      lane = LLVMBuildXor(s->b, sl_lane(s), lane, "");
   } else if (in->op == SpvOpGroupNonUniformShuffleUp) {
      lane = LLVMBuildSub(s->b, sl_lane(s), lane, "");
   } else if (in->op == SpvOpGroupNonUniformShuffleDown) {
      lane = LLVMBuildAdd(s->b, sl_lane(s), lane, "");
   }
   if (how == permute && s->gfx < 8) {
      shuffle_in_turns(s, x, n, lane, v);
   } else {
      for (uint32_t i = 0; i < n; i++)
         v[i] = move(s, x[i], how, lane);
   }
   sl_define(s, in, v, n);
}

/* Broadcasts, and moves within quads: the same way for each component. value: operand of the instruction. */
static void move_all(struct sl *s, const struct spv_inst *in, unsigned value, move_func how, V arg)
{
   uint32_t n = 0;
   const V *x = sl_any(s, spv_w(in, value), &n);
   V *v = sl_array(s, n);
   for (uint32_t i = 0; i < n && !s->failed; i++)
      v[i] = move(s, x[i], how, arg);
   sl_define(s, in, v, n);
}

static void quad(struct sl *s, const struct spv_inst *in)
{
   static const unsigned swaps[3] = { 0xb1, 0x4e, 0x1b }; /* 1 0 3 2; 2 3 0 1; 3 2 1 0 */
   uint32_t k = 0;
   if (!spv_const_u32(s->m, spv_w(in, 5), &k)) {
      sl_fail(s, "the lane of a quad is not constant");
      return;
   }
   const unsigned perm = in->op == SpvOpGroupNonUniformQuadBroadcast ? (k & 3) * 0x55 : swaps[k < 3 ? k : 2];
   move_all(s, in, 4, quad_perm, sl_i32(s, perm));
}

/* ---- votes and ballots -------------------------------------------------------------------------------------------------- */

static V any(struct sl *s, V condition)
{
   return LLVMBuildICmp(s->b, LLVMIntNE, sl_ballot(s, condition), LLVMConstNull(s->i64), "");
}

static V all(struct sl *s, V condition)
{
   return LLVMBuildNot(s->b, any(s, LLVMBuildNot(s->b, condition, "")), "");
}

static V all_equal(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = 0;
   const V *x = sl_any(s, spv_w(in, 4), &n);
   V equal = s->i_true;
   for (uint32_t i = 0; i < n && !s->failed; i++) {
      V first = move(s, x[i], read_first, NULL);
      LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(first));
      const bool is_int = kind == LLVMIntegerTypeKind;
      V same = is_int ? LLVMBuildICmp(s->b, LLVMIntEQ, x[i], first, "") : LLVMBuildFCmp(s->b, LLVMRealOEQ, x[i], first, "");
      equal = LLVMBuildAnd(s->b, equal, same, "");
   }
   return all(s, equal);
}

static V wide(struct sl *s, const V *dwords)
{
   return sl_from_dwords(s, dwords, s->i64);
}

static V lane_bit(struct sl *s)
{
   return LLVMBuildShl(s->b, LLVMConstInt(s->i64, 1, 0), LLVMBuildZExt(s->b, sl_lane(s), s->i64, ""), "");
}

/* Lanes in relation to this one. */
static V mask_of(struct sl *s, uint32_t builtin)
{
   V own = lane_bit(s), below = LLVMBuildSub(s->b, own, LLVMConstInt(s->i64, 1, 0), "");
   switch (builtin) {
   case SpvBuiltInSubgroupEqMask: return own;
   case SpvBuiltInSubgroupLtMask: return below;
   case SpvBuiltInSubgroupLeMask: return LLVMBuildOr(s->b, own, below, "");
   case SpvBuiltInSubgroupGeMask: return LLVMBuildNot(s->b, below, "");
   default: return LLVMBuildNot(s->b, LLVMBuildOr(s->b, own, below, ""), "");
   }
}

static V is_set(struct sl *s, const V *ballot, V lane)
{
   lane = LLVMBuildZExt(s->b, LLVMBuildAnd(s->b, lane, sl_i32(s, WAVE_LANES - 1), ""), s->i64, "");
   V bit = LLVMBuildLShr(s->b, wide(s, ballot), lane, "");
   return LLVMBuildTrunc(s->b, bit, s->i1, "");
}

static V count(struct sl *s, SpvGroupOperation group, const V *ballot)
{
   V bits = wide(s, ballot);
   if (group == SpvGroupOperationInclusiveScan || group == SpvGroupOperationExclusiveScan) {
      const bool inclusive = group == SpvGroupOperationInclusiveScan;
      bits = LLVMBuildAnd(s->b, bits, mask_of(s, inclusive ? SpvBuiltInSubgroupLeMask : SpvBuiltInSubgroupLtMask), "");
   }
   return LLVMBuildTrunc(s->b, sl_call1(s, "llvm.ctpop.i64", s->i64, bits), s->i32, "");
}

static void ballot(struct sl *s, const struct spv_inst *in, unsigned condition)
{
   V bits = sl_ballot(s, sl_bools(s, spv_w(in, condition), 1)[0]);
   V v[4] = { sl_dword(s, bits, 0), sl_dword(s, bits, 1), s->zero, s->zero };
   sl_define(s, in, v, 4);
}

/* The result of a vote or of a question about a ballot. */
static V answer(struct sl *s, const struct spv_inst *in)
{
   V bits;
   switch (in->op) {
   case SpvOpGroupNonUniformElect:
      bits = sl_call2(s, "llvm.cttz.i64", s->i64, sl_ballot(s, s->i_true), s->i_false);
      return LLVMBuildICmp(s->b, LLVMIntEQ, sl_lane(s), LLVMBuildTrunc(s->b, bits, s->i32, ""), "");
   case SpvOpGroupNonUniformAll: return all(s, sl_bools(s, spv_w(in, 4), 1)[0]);
   case SpvOpGroupNonUniformAny: return any(s, sl_bools(s, spv_w(in, 4), 1)[0]);
   case SpvOpGroupNonUniformAllEqual: return all_equal(s, in);
   case SpvOpGroupNonUniformInverseBallot: return is_set(s, sl_ints(s, spv_w(in, 4), 4), sl_lane(s));
   case SpvOpGroupNonUniformBallotBitExtract: return is_set(s, sl_ints(s, spv_w(in, 4), 4), sl_int32(s, spv_w(in, 5)));
   case SpvOpGroupNonUniformBallotBitCount: return count(s, (SpvGroupOperation)spv_w(in, 4), sl_ints(s, spv_w(in, 5), 4));
   case SpvOpGroupNonUniformBallotFindLSB:
      bits = sl_call2(s, "llvm.cttz.i64", s->i64, wide(s, sl_ints(s, spv_w(in, 4), 4)), s->i_false);
      return LLVMBuildTrunc(s->b, bits, s->i32, "");
   default:
      bits = sl_call2(s, "llvm.ctlz.i64", s->i64, wide(s, sl_ints(s, spv_w(in, 4), 4)), s->i_false);
      return LLVMBuildSub(s->b, sl_i32(s, WAVE_LANES - 1), LLVMBuildTrunc(s->b, bits, s->i32, ""), "");
   }
}

bool sl_subgroup(struct sl *s, const struct spv_inst *in)
{
   V v;
   switch (in->op) {
   case SpvOpGroupNonUniformBroadcast:
      move_all(s, in, 4, read_lane, sl_int32(s, spv_w(in, 5)));
      return true;
   case SpvOpGroupNonUniformBroadcastFirst:
      move_all(s, in, 4, read_first, NULL);
      return true;
   case SpvOpGroupNonUniformBallot:
      ballot(s, in, 4);
      return true;
   case SpvOpSubgroupReadInvocationKHR: /* SPV_KHR_shader_ballot: without a scope; its lane is the same for all */
      move_all(s, in, 3, read_lane, sl_int32(s, spv_w(in, 4)));
      return true;
   case SpvOpSubgroupFirstInvocationKHR:
      move_all(s, in, 3, read_first, NULL);
      return true;
   case SpvOpSubgroupBallotKHR:
      ballot(s, in, 3);
      return true;
   case SpvOpGroupNonUniformShuffle: case SpvOpGroupNonUniformShuffleXor: case SpvOpGroupNonUniformShuffleUp:
   case SpvOpGroupNonUniformShuffleDown:
      shuffle(s, in);
      return true;
   case SpvOpGroupNonUniformQuadBroadcast: case SpvOpGroupNonUniformQuadSwap:
      quad(s, in);
      return true;
   default:
      break;
   }
   if (in->op >= SpvOpGroupNonUniformElect && in->op <= SpvOpGroupNonUniformBallotFindMSB) {
      v = answer(s, in);
      sl_define(s, in, &v, 1);
      return true;
   }
   if (in->op < SpvOpGroupNonUniformIAdd || in->op > SpvOpGroupNonUniformLogicalXor)
      return false;
   arithmetic(s, in);
   return true;
}

/* ---- inputs --------------------------------------------------------------------------------------------------------------- */

LLVMValueRef sl_lane_input(struct sl *s, const struct sl_io *io, const char *stage)
{
   switch (io->builtin) {
   case SpvBuiltInSubgroupSize: return sl_i32(s, WAVE_LANES);
   case SpvBuiltInSubgroupLocalInvocationId: return sl_lane(s);
   case SpvBuiltInSubgroupEqMask: case SpvBuiltInSubgroupGeMask: case SpvBuiltInSubgroupGtMask: case SpvBuiltInSubgroupLeMask:
   case SpvBuiltInSubgroupLtMask: return io->element < 2 ? sl_dword(s, mask_of(s, io->builtin), io->element) : s->zero;
   default:
      sl_fail(s, "built-in input %u is not supported in %s shaders", io->builtin, stage);
      return s->zero;
   }
}

void sl_store_lane_input(struct sl *s, const struct sl_io *io, const char *stage)
{
   sl_cell_store(s, io->v, io->cell, NULL, sl_lane_input(s, io, stage));
}
