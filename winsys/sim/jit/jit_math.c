/* jit_math.c: sq_functions.h on vectors, and sq_math.h operation by operation: order and rounding are documented there. Where the
 * host has one instruction that is exact (rounding to integers, halves), that one is used.
 *
 * LLVM drops x * 1 and x + 0, which on the GPU flush denormals: jit_mul and its sisters do that by hand for constants. */
#include <math.h>
#include <stdio.h>

#include "winsys/sim/base/nan.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/jit_op.h"

static V unary(struct jit *j, const char *name, V x) { return jit_intr(j, name, j->vf32, 1, &x); }

V jit_canonical(struct jit *j, V bits)
{
   return SEL(FCMP(UNO, TO_F(bits), TO_F(bits)), I(SIM_NAN_32), bits);
}

/* ---- arithmetic that LLVM may not fold away --------------------------------------------------------------------------- */

static bool is_splat(V v, float *f)
{
   if (!LLVMIsConstant(v))
      return false;
   if (LLVMIsNull(v)) {
      *f = 0.0f;
      return true;
   }
   V e = LLVMGetAggregateElement(v, 0);
   LLVMBool lossy;
   if (!e || !LLVMIsAConstantFP(e))
      return false;
   *f = (float)LLVMConstRealGetDouble(e, &lossy);
   return true;
}

/* Denormals to zero, as the arithmetic would. */
static V flushed(struct jit *j, V x)
{
   if (j->p->mode.denorm32 == 3)
      return x;
   V bits = TO_I(x);
   return TO_F(SEL(ICMP(EQ, AND(bits, I(0x7f800000)), I(0)), AND(bits, I(0x80000000)), bits));
}

/* LLVM also folds constants later, after selects, without flushing denormals. */
static V operand(struct jit *j, V x)
{
   return j->p->mode.denorm32 & 1 /* of operands they count */ || !LLVMIsConstant(x) ? x : flushed(j, x);
}

/* 1 or -1; 0: anything else. */
static int one_in(V v)
{
   float f;
   return is_splat(v, &f) && fabsf(f) == 1.0f ? (int)f : 0;
}

static bool is_zero(V v)
{
   float f;
   return is_splat(v, &f) && f == 0.0f;
}

/* A zero as LLVM cannot see it. It turns a product of a constant zero and a finite number into a constant, late, and then drops the
 * addition of that, which on the GPU flushes a denormal. */
static V hidden_zero(struct jit *j, V zero)
{
   return TO_F(OR(TO_I(zero), jit_splat(j, jit_hidden(j, 0))));
}

V jit_mul(struct jit *j, V a, V b)
{
   a = operand(j, a);
   b = operand(j, b);
   if (one_in(a))
      b = flushed(j, b);
   else if (one_in(b))
      a = flushed(j, a);
   else if (is_zero(a) && !LLVMIsConstant(b) && j->p->mode.denorm32 != 3)
      a = hidden_zero(j, a);
   else if (is_zero(b) && !LLVMIsConstant(a) && j->p->mode.denorm32 != 3)
      b = hidden_zero(j, b);
   return FMUL(a, b);
}

/* Where denormal operands count and only results are flushed, 0 - 1e-45 is -0, which 0 - 0 is not. */
static V add_or_subtract(struct jit *j, V a, V b, bool difference)
{
   a = operand(j, a);
   b = operand(j, b);
   const bool a_is_0 = is_zero(a), b_is_0 = is_zero(b);
   const bool flushes_result = j->p->mode.denorm32 & 1;
   if (!flushes_result && a_is_0)
      b = flushed(j, b);
   else if (!flushes_result && b_is_0)
      a = flushed(j, a);
   V r = difference ? FSUB(a, b) : FADD(a, b);
   return flushes_result && (a_is_0 || b_is_0) ? flushed(j, r) : r;
}

V jit_add(struct jit *j, V a, V b)
{
   return add_or_subtract(j, a, b, false);
}

V jit_sub(struct jit *j, V a, V b)
{
   return add_or_subtract(j, a, b, true);
}

/* Sums of doubles, rounded to odd: the last bit says whether anything was lost. sum = product + addend */
static V rounded_to_odd(struct jit *j, V product, V addend, V sum)
{
   LLVMTypeRef wide = LLVMTypeOf(sum), bits = LLVMVectorType(j->i64, LLVMGetVectorSize(wide));
   V part = FSUB(sum, product), none = LLVMConstNull(wide), each[64];
   V lost = FADD(FSUB(product, FSUB(sum, part)), FSUB(addend, part)); /* exactly; no number where the sum is none */
   for (unsigned n = 0; n < LLVMGetVectorSize(wide); n++)
      each[n] = LLVMConstInt(j->i64, 1, 0);
   V one = LLVMConstVector(each, LLVMGetVectorSize(wide)), word = LLVMBuildBitCast(B, sum, bits, "");
   V towards_zero = XOR(FCMP(OGT, lost, none), FCMP(OGT, sum, none)), even = ICMP(EQ, AND(word, one), LLVMConstNull(bits));
   V odd = LLVMBuildSelect(B, towards_zero, SUB(word, one), ADD(word, one), "");
   return LLVMBuildBitCast(B, LLVMBuildSelect(B, AND(FCMP(ONE, lost, none), even), odd, word, ""), wide, "");
}

/* a * b + c, rounded once. Hosts without such an operation: the product is exact in double precision. Rounding the sum there and
 * then to single precision goes wrong only where the first is the middle of two floats: then, and with denormal results, what
 * was lost is asked for. */
V jit_fma(struct jit *j, V a, V b, V c)
{
   a = operand(j, a);
   b = operand(j, b);
   c = operand(j, c);
   /* What LLVM would drop: all of it, or the product. */
   const int one = one_in(a) ? one_in(a) : one_in(b);
   if (one && is_zero(c)) {
      V x = one_in(a) ? b : a;
      return jit_add(j, one < 0 ? LLVMBuildFNeg(B, x, "") : x, c);
   }
   if (LLVMIsConstant(a) && LLVMIsConstant(b) && (is_zero(a) || is_zero(b)))
      return jit_add(j, FMUL(a, b), c);
   if (jit_host_has_fma(j->isa)) {
      V args[] = { a, b, c };
      return jit_intr(j, "llvm.fma.", j->vf32, 3, args);
   }
   const unsigned lanes = LLVMGetVectorSize(j->vf32);
   LLVMTypeRef wide = LLVMVectorType(LLVMDoubleTypeInContext(j->ctx), lanes), bits = LLVMVectorType(j->i64, lanes);
   V product = FMUL(LLVMBuildFPExt(B, a, wide, ""), LLVMBuildFPExt(B, b, wide, "")), addend = LLVMBuildFPExt(B, c, wide, "");
   V sum = FADD(product, addend);
   V doubtful = ICMP(EQ, AND(LLVMBuildTrunc(B, LLVMBuildBitCast(B, sum, bits, ""), j->vi32, ""), I(0x1fffffff)), I(0x10000000));
   if (j->p->mode.denorm32 == 3)
      doubtful = OR(doubtful, FCMP(OLT, jit_abs(j, LLVMBuildFPTrunc(B, sum, j->vf32, "")), F(0x1p-125f)));
   char name[40];
   snprintf(name, sizeof name, "llvm.vector.reduce.or.v%ui32", lanes);
   doubtful = LLVMBuildSExt(B, doubtful, j->vi32, "");
   V any = LLVMBuildICmp(B, LLVMIntNE, jit_intr(j, name, j->i32, 1, &doubtful), jit_i32(j, 0), "");
   LLVMBasicBlockRef here = LLVMGetInsertBlock(B), ask = jit_block(j, "ask"), after = jit_block(j, "");
   LLVMBuildCondBr(B, any, ask, after);
   jit_continue(j, ask);
   V odd = rounded_to_odd(j, product, addend, sum);
   LLVMBuildBr(B, after);
   jit_continue(j, after);
   V result = LLVMBuildPhi(B, wide, "");
   LLVMAddIncoming(result, (V[]){ sum, odd }, (LLVMBasicBlockRef[]){ here, ask }, 2);
   return LLVMBuildFPTrunc(B, result, j->vf32, "");
}

/* A denormal that is flushed is zero too: by its bits, as LLVM compares constants that it finds later by their value. */
static V counts_as_zero(struct jit *j, V x)
{
   return j->p->mode.denorm32 & 1 ? FCMP(OEQ, x, F(0)) : ICMP(EQ, AND(TO_I(x), I(0x7f800000)), I(0));
}

V jit_mul_legacy(struct jit *j, V a, V b)
{
   a = operand(j, a);
   b = operand(j, b);
   if (is_zero(a) || is_zero(b))
      return F(0); /* LLVM would find that out too late for what is done with it */
   return SEL(OR(counts_as_zero(j, a), counts_as_zero(j, b)), F(0), jit_mul(j, a, b));
}

V jit_sqrt(struct jit *j, V x) { return unary(j, "llvm.sqrt.", x); }
V jit_rcp(struct jit *j, V x) { return FDIV(F(1), x); }

/* ---- rounding --------------------------------------------------------------------------------------------------------- */

/* LLVM folds rounding of constants without flushing denormals: ceil(1e-45) would be 1. */
static V rounded(struct jit *j, const char *intrinsic, V x)
{
   return unary(j, intrinsic, LLVMIsConstant(x) ? flushed(j, x) : x);
}

/* Toward zero, saturating, NaN to zero. LLVM 19 converts lane by lane for llvm.fptosi.sat; a number that is out of range for the
 * plain conversion has its result replaced. */
V jit_f32_to_int(struct jit *j, V x, bool is_unsigned)
{
   const V least = F(is_unsigned ? 0.0f : -0x1p31f), end = F(is_unsigned ? 0x1p32f : 0x1p31f);
   V number = SEL(FCMP(OGT, x, least), x, least);
   V to = is_unsigned ? LLVMBuildFPToUI(B, number, j->vi32, "") : LLVMBuildFPToSI(B, number, j->vi32, "");
   to = SEL(FCMP(OLT, number, end), to, I(is_unsigned ? UINT32_MAX : INT32_MAX));
   return is_unsigned ? to : SEL(FCMP(UNO, x, x), I(0), to);
}

/* ---- minimum and maximum ---------------------------------------------------------------------------------------------- */

static V is_nan(struct jit *j, V bits) { return FCMP(UNO, TO_F(bits), TO_F(bits)); }

/* As integers, only two negative numbers are in the wrong order. */
static V integer_min_max(struct jit *j, V a, unsigned fa, V b, unsigned fb, bool max)
{
   V less = ICMP(SLT, a, b), lower = SEL(less, a, b), upper = SEL(less, b, a);
   V m = max ? upper : lower;
   if (!((fa & JIT_POSITIVE && fa & JIT_NO_NAN) || (fb & JIT_POSITIVE && fb & JIT_NO_NAN)))
      m = SEL(ICMP(SLT, AND(a, b), I(0)), max ? lower : upper, m);
   if (!(fa & JIT_NO_NAN))
      m = SEL(is_nan(j, a), b, m);
   return fb & JIT_NO_NAN ? m : SEL(is_nan(j, b), a, m);
}

/* x86's minps and maxps: the second operand if neither is less, as with two zeros or a NaN. LLVM recognises these
 * operands. */
static V host_min_max(struct jit *j, V a, V b, bool max)
{
   V x = TO_F(a), y = TO_F(b);
   return TO_I(SEL(max ? FCMP(OGT, x, y) : FCMP(OLT, x, y), x, y));
}

/* Of two zeros the second one is right. */
static bool zeros_fit(unsigned first, unsigned second, bool max)
{
   return max ? first & JIT_NO_PLUS_0 || second & JIT_NO_MINUS_0 : first & JIT_NO_MINUS_0 || second & JIT_NO_PLUS_0;
}

static unsigned repairs(unsigned first, unsigned second, bool max)
{
   return !zeros_fit(first, second, max) + !(second & JIT_NO_NAN);
}

static V float_min_max(struct jit *j, V a, unsigned fa, V b, unsigned fb, bool max)
{
   if (repairs(fb, fa, max) < repairs(fa, fb, max))
      return float_min_max(j, b, fb, a, fa, max);
   bool may_be_nan = !(fb & JIT_NO_NAN);
   if (!zeros_fit(fa, fb, max)) {
      if (fa & fb & JIT_NO_NAN) {
         V one = host_min_max(j, a, b, max), other = host_min_max(j, b, a, max);
         return max ? AND(one, other) : OR(one, other);
      }
      V minus = ICMP(SLT, a, I(0)), first = SEL(minus, max ? a : b, max ? b : a), second = SEL(minus, max ? b : a, max ? a : b);
      a = first;
      b = second;
      may_be_nan = true;
   }
   V m = host_min_max(j, a, b, max);
   return may_be_nan ? SEL(is_nan(j, b), a, m) : m;
}

V jit_min_max(struct jit *j, V a, unsigned fa, V b, unsigned fb, bool max)
{
   const unsigned more = JIT_POSITIVE | JIT_LARGE; /* than any denormal: taken for a zero it loses as well */
   if (fa & fb & JIT_NO_DENORMAL || (max && ((fa & more) == more || (fb & more) == more)))
      return float_min_max(j, a, fa, b, fb, max);
   return integer_min_max(j, a, fa, b, fb, max);
}

V jit_min_max3(struct jit *j, const V v[3], const uint8_t facts[3], bool max)
{
   V m = jit_min_max(j, v[0], facts[0], v[1], facts[1], max);
   unsigned f = max ? jit_max_facts(facts[0], facts[1]) : jit_min_facts(facts[0], facts[1]);
   return jit_min_max(j, m, f, v[2], facts[2], max);
}

/* The middle one of numbers: one of them between the other two, which are put in order. Where v[0] is a NaN that gives the
 * lesser of those, which is right. */
static V middle(struct jit *j, const V v[3], const uint8_t facts[3])
{
   unsigned low_facts = jit_min_facts(facts[1], facts[2]), high_facts = jit_max_facts(facts[1], facts[2]);
   V low = jit_min_max(j, v[1], facts[1], v[2], facts[2], false), high = jit_min_max(j, v[1], facts[1], v[2], facts[2], true);
   V m = jit_min_max(j, v[0], facts[0], low, low_facts, true);
   return jit_min_max(j, m, jit_max_facts(facts[0], low_facts), high, high_facts, false);
}

V jit_med3(struct jit *j, const V v[3], const uint8_t facts[3])
{
   for (unsigned i = 0; i < 3; i++) {
      unsigned k = (i + 1) % 3, l = (i + 2) % 3;
      if (facts[k] & facts[l] & JIT_NO_NAN)
         return middle(j, (V[]){ v[i], v[k], v[l] }, (uint8_t[]){ facts[i], facts[k], facts[l] });
   }
   uint8_t numbers[3];
   for (unsigned i = 0; i < 3; i++)
      numbers[i] = facts[i] | JIT_NO_NAN;
   V nan = OR(OR(is_nan(j, v[0]), is_nan(j, v[1])), is_nan(j, v[2]));
   return SEL(nan, jit_min_max3(j, v, facts, false), middle(j, v, numbers));
}

V jit_clamp(struct jit *j, V x)
{
   V r = SEL(FCMP(OGT, x, F(0)), x, F(0));
   r = SEL(FCMP(OLT, r, F(1)), r, F(1));
   return j->p->mode.dx10_clamp ? r : SEL(FCMP(UNO, x, x), x, r);
}

/* ---- a host instruction on parts of 16 or 8 lanes --------------------------------------------------------------------- */

static unsigned part_lanes(struct jit *j) { return j->isa == UT_ISA_AVX512 && j->lanes >= 16 ? 16 : 8; }

/* A masked AVX-512 instruction, named without its width, on parts of a and b. all: has the same lanes for each part. */
static V masked(struct jit *j, const char *instruction, V a, V b, V all, V immediate)
{
   char name[64];
   V parts[8];
   const unsigned n = part_lanes(j);
   const bool wide = n == 16;
   snprintf(name, sizeof name, "llvm.x86.avx512.mask.%s.ps.%s", instruction, wide ? "512" : "256");
   for (unsigned k = 0; k < j->lanes / n; k++) {
      V args[6] = { jit_part(j, a, k * n, n), jit_part(j, b, k * n, n), jit_part(j, all, 0, n) };
      unsigned count = 3;
      if (immediate)
         args[count++] = immediate;
      args[count++] = LLVMConstAllOnes(wide ? j->i16 : j->i8);
      if (wide)
         args[count++] = jit_i32(j, 4); /* as MXCSR rounds */
      parts[k] = jit_intr(j, name, LLVMTypeOf(args[0]), count, args);
   }
   return jit_join_parts(j, parts, j->lanes / n);
}

/* r, but for kinds of x that `table` names: four bits each for a quiet NaN (lowest), signalling NaN, zero (and what is flushed
 * to it), one, -infinity, infinity, other negative and positive numbers. */
static V fix_up(struct jit *j, V r, V x, uint32_t table)
{
   return masked(j, "fixupimm", r, x, I(table), jit_i32(j, 0));
}
enum { FIX_NONE, FIX_QUIET = 2, FIX_NAN, FIX_MINUS_INF, FIX_INF, FIX_INF_SIGN, FIX_ZERO = 8 };
#define FIX(nan, zero, minus_inf, inf, negative) \
   ((nan) | (nan) << 4 | (zero) << 8 | (minus_inf) << 16 | (inf) << 20 | (uint32_t)(negative) << 24)

/* Only where denormals are taken for zeros does fix_up() treat them as such. */
static bool can_fix_up(struct jit *j) { return j->isa == UT_ISA_AVX512 && !(j->p->mode.denorm32 & 1); }

/* p * 2^n, rounded once */
static V scaled(struct jit *j, V p, V n)
{
   return masked(j, "scalef", p, n, LLVMConstNull(j->vf32), NULL);
}

/* ---- transcendentals -------------------------------------------------------------------------------------------------- */

V jit_rsq(struct jit *j, V x)
{
   V u = TO_I(x), y = TO_F(SUB(I(0x5f370800), LSHR(u, I(1))));
   V d = jit_fma(j, LLVMBuildFNeg(B, FMUL(x, y), ""), y, F(1));
   V upper = jit_fma(j, F(0x1.1bacep-2f), d, F(0x1.413948p-2f)), lower = jit_fma(j, F(0x1.7ffef2p-2f), d, F(0x1.ffffb6p-2f));
   V r = jit_fma(j, FMUL(y, d), jit_fma(j, FMUL(d, d), upper, lower), y);
   if (can_fix_up(j))
      return fix_up(j, r, x, FIX(FIX_QUIET, FIX_INF_SIGN, FIX_NAN, FIX_ZERO, FIX_NAN));
   if (j->p->mode.denorm32 & 1)
      return SEL(ICMP(ULT, SUB(u, I(0x00800000)), I(0x7f000000)), r, jit_rcp(j, jit_sqrt(j, x)));
   V bits = SEL(ICMP(UGE, u, I(0x7f800000)), I(SIM_NAN_32), TO_I(r));
   bits = SEL(ICMP(EQ, u, I(0x7f800000)), I(0), bits);
   bits = SEL(ICMP(ULT, AND(u, I(0x7fffffff)), I(0x00800000)), OR(AND(u, I(0x80000000)), I(0x7f800000)), bits);
   return TO_F(bits);
}

/* x * 2^n through double. n: vi32 */
V jit_ldexp(struct jit *j, V x, V n)
{
   if (LLVMIsNull(n)) /* LLVM would drop both conversions */
      x = flushed(j, x);
   n = SEL(ICMP(SLT, n, I(-300)), I(-300), n);
   n = SEL(ICMP(SGT, n, I(300)), I(300), n);
   V e = LLVMBuildZExt(B, ADD(n, I(1023)), j->vi64, "");
   V fifty_two = LLVMBuildZExt(B, I(52), j->vi64, "");
   V scale = LLVMBuildBitCast(B, LLVMBuildShl(B, e, fifty_two, ""), j->vf64, "");
   V wide = LLVMBuildFMul(B, LLVMBuildFPExt(B, x, j->vf64, ""), scale, "");
   return LLVMBuildFPTrunc(B, wide, j->vf32, "");
}

/* Lanes in the low halves of the result. */
static V host_rtz(struct jit *j, V x)
{
   LLVMTypeRef halves = LLVMVectorType(j->i16, part_lanes(j)), all = LLVMVectorType(j->i16, j->lanes);
   V parts[8], args[4] = { x, jit_i32(j, 3), LLVMConstNull(halves), LLVMConstAllOnes(j->i16) };
   if (part_lanes(j) == 8)
      return LLVMBuildZExt(B, jit_host_intr(j, "llvm.x86.vcvtps2ph.256", 8, JIT_PURE, all, 2, args), j->vi32, "");
   for (unsigned k = 0; k < j->lanes / 16; k++) {
      args[0] = jit_part(j, x, k * 16, 16);
      parts[k] = jit_intr(j, "llvm.x86.avx512.mask.vcvtps2ph.512", halves, 4, args);
   }
   return LLVMBuildZExt(B, jit_join_parts(j, parts, j->lanes / 16), j->vi32, "");
}

/* ---- sq_functions.h --------------------------------------------------------------------------------------------------- */

#define NUM V
#define BITS V
#define FN(type, name, ...) V jit_##name(struct jit *j, __VA_ARGS__)
#define LOCAL_FN(type, name, ...) static FN(type, name, __VA_ARGS__)
#define CALL(name, ...) jit_##name(j, __VA_ARGS__)
#define FMA(a, b, c) jit_fma(j, a, b, c)
#define INT_TO_F(x) LLVMBuildSIToFP(B, x, j->vf32, "")
#define F_TO_INT(x) LLVMBuildFPToSI(B, x, j->vi32, "")
#define RETURN_IF(condition, v) do { if (condition) return v; } while (0)
#define BY_HOST_ROUNDING(name, x) RETURN_IF(jit_host_has_fma(j->isa), rounded(j, name, x))
#define BY_HOST_SCALE(p, n) RETURN_IF(j->isa == UT_ISA_AVX512, scaled(j, p, n))
#define BY_HOST_LOG2(r, x) RETURN_IF(can_fix_up(j), fix_up(j, r, x, FIX(FIX_NAN, FIX_MINUS_INF, FIX_NAN, FIX_INF, FIX_NAN)))
#define BY_HOST_RTZ(x) RETURN_IF(j->isa != UT_ISA_BASE, host_rtz(j, x))
#include "winsys/sim/sq/sq_functions.h"
