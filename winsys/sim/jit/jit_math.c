/* jit_math.c: sq_math.h on vectors, operation by operation: what it says about order and rounding is said there. Where the
 * host has one instruction that is exact (rounding to integers, halves), that one is used.
 *
 * LLVM drops x * 1 and x + 0, which on the GPU flush denormals: jit_mul and its sisters do that by hand for constants. */
#include <math.h>
#include <stdio.h>

#include "winsys/sim/base/nan.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/jit_op.h"

#define SHL_N(a, n) SHL(a, I(n))
#define LSHR_N(a, n) LSHR(a, I(n))
#define ASHR_N(a, n) ASHR(a, I(n))

static V unary(struct jit *j, const char *name, V x) { return jit_intr(j, name, j->vf32, 1, &x); }

V jit_abs(struct jit *j, V x) { return TO_F(AND(TO_I(x), I(0x7fffffff))); }

V jit_copysign(struct jit *j, V x, V sign)
{
   return TO_F(OR(AND(TO_I(x), I(0x7fffffff)), AND(TO_I(sign), I(0x80000000))));
}

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

static V push_out(struct jit *j, V a) { return FSUB(FADD(a, F(0x1p23f)), F(0x1p23f)); }

V jit_rndne(struct jit *j, V x)
{
   if (jit_host_has_fma(j->isa))
      return rounded(j, "llvm.roundeven.", x);
   V a = jit_abs(j, x);
   return SEL(FCMP(OLT, a, F(0x1p23f)), jit_copysign(j, push_out(j, a), x), x);
}

V jit_trunc(struct jit *j, V x)
{
   if (jit_host_has_fma(j->isa))
      return rounded(j, "llvm.trunc.", x);
   V a = jit_abs(j, x), r = push_out(j, a);
   r = SEL(FCMP(OGT, r, a), FSUB(r, F(1)), r);
   return SEL(FCMP(OLT, a, F(0x1p23f)), jit_copysign(j, r, x), x);
}

V jit_floor(struct jit *j, V x)
{
   if (jit_host_has_fma(j->isa))
      return rounded(j, "llvm.floor.", x);
   V r = jit_rndne(j, x);
   return jit_copysign(j, SEL(FCMP(OGT, r, x), FSUB(r, F(1)), r), x);
}

V jit_ceil(struct jit *j, V x)
{
   if (jit_host_has_fma(j->isa))
      return rounded(j, "llvm.ceil.", x);
   V r = jit_rndne(j, x);
   return jit_copysign(j, SEL(FCMP(OLT, r, x), FADD(r, F(1)), r), x);
}

V jit_fract(struct jit *j, V x)
{
   V r = FSUB(x, jit_floor(j, x));
   return SEL(FCMP(OGE, r, F(1)), F(0x1.fffffep-1f), r);
}

/* Toward zero, saturating, NaN to zero. */
V jit_f32_to_int(struct jit *j, V x, bool is_unsigned)
{
   return jit_intr(j, is_unsigned ? "llvm.fptoui.sat.." : "llvm.fptosi.sat..", j->vi32, 1, &x);
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

static V poly(struct jit *j, V p, V x, float c) { return jit_fma(j, p, x, F(c)); }

V jit_exp2(struct jit *j, V x)
{
   V c = SEL(FCMP(OGT, x, F(129)), F(129), x);
   c = SEL(FCMP(OLT, c, F(-151)), F(-151), c);
   V t = FADD(c, F(0x1.8p23f)), integer = FSUB(t, F(0x1.8p23f));
   V f = FSUB(c, integer), z = FMUL(f, f);
   V even = F(0x1.44138ap-13f), odd = F(0x1.5f0890p-10f);
   even = poly(j, even, z, 0x1.3b2a54p-7f);
   odd = poly(j, odd, z, 0x1.c6af6cp-5f);
   even = poly(j, even, z, 0x1.ebfbe0p-3f);
   odd = poly(j, odd, z, 0x1.62e430p-1f);
   V p = poly(j, jit_fma(j, even, f, odd), f, 1.0f);
   if (j->isa == UT_ISA_AVX512)
      return scaled(j, p, integer);
   V n = SUB(TO_I(t), I(0x4b400000)), half = ASHR_N(n, 1);
   V a = TO_F(SHL_N(ADD(half, I(127)), 23)), b = TO_F(SHL_N(ADD(SUB(n, half), I(127)), 23));
   return FMUL(FMUL(p, a), b);
}

V jit_log2(struct jit *j, V x)
{
   V u = TO_I(x);
   V e = ASHR_N(SUB(u, I(0x3f3504f3)), 23);
   V f = FSUB(TO_F(SUB(u, SHL_N(e, 23))), F(1)), z = FMUL(f, f);
   V odd = F(-0x1.b84fb6p-4f), even = F(0x1.7a63a0p-3f);
   odd = poly(j, odd, z, -0x1.87f6a2p-3f);
   even = poly(j, even, z, 0x1.a38c68p-3f);
   odd = poly(j, odd, z, -0x1.eab7aap-3f);
   even = poly(j, even, z, 0x1.277a52p-2f);
   odd = poly(j, odd, z, -0x1.715a70p-2f);
   even = poly(j, even, z, 0x1.ec70aap-2f);
   odd = poly(j, odd, z, -0x1.715470p-1f);
   V p = poly(j, jit_fma(j, even, f, odd), f, 0x1.715476p+0f);
   V r = jit_fma(j, p, f, LLVMBuildSIToFP(B, e, j->vf32, ""));
   if (can_fix_up(j))
      return fix_up(j, r, x, FIX(FIX_NAN, FIX_MINUS_INF, FIX_NAN, FIX_INF, FIX_NAN));
   r = SEL(ICMP(UGE, u, I(0x7f800000)), TO_F(I(SIM_NAN_32)), r);
   r = SEL(ICMP(EQ, u, I(0x7f800000)), x, r);
   return SEL(ICMP(ULT, AND(u, I(0x7fffffff)), I(0x00800000)), TO_F(I(0xff800000)), r);
}

V jit_rsq(struct jit *j, V x)
{
   V u = TO_I(x), y = TO_F(SUB(I(0x5f370800), LSHR_N(u, 1)));
   V d = poly(j, LLVMBuildFNeg(B, FMUL(x, y), ""), y, 1);
   V upper = poly(j, F(0x1.1bacep-2f), d, 0x1.413948p-2f), lower = poly(j, F(0x1.7ffef2p-2f), d, 0x1.ffffb6p-2f);
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

static V sin_quarter(struct jit *j, V q)
{
   V z = FMUL(q, q);
   V p = F(-0x1.cc9b60p+3f);
   p = poly(j, p, z, 0x1.501408p+5f);
   p = poly(j, p, z, -0x1.32d12ep+6f);
   p = poly(j, p, z, 0x1.466bc0p+6f);
   p = poly(j, p, z, -0x1.4abbcep+5f);
   p = poly(j, p, z, 0x1.921fb6p+2f);
   p = FMUL(p, q);
   p = SEL(FCMP(OGT, p, F(1)), F(1), p);
   return SEL(FCMP(OLT, p, F(-1)), F(-1), p);
}

V jit_sin(struct jit *j, V x)
{
   V a = jit_abs(j, x);
   V r = FSUB(a, FSUB(FADD(a, F(0x1.8p23f)), F(0x1.8p23f)));
   V b = jit_abs(j, r);
   V q = SEL(FCMP(OGT, b, F(0.25f)), FSUB(F(0.5f), b), b);
   V s = sin_quarter(j, jit_copysign(j, q, r));
   s = TO_F(XOR(TO_I(s), AND(TO_I(x), I(0x80000000))));
   return SEL(FCMP(OLE, a, F(256)), s, FMUL(a, F(0)));
}

V jit_cos(struct jit *j, V x)
{
   V a = jit_abs(j, x);
   V b = jit_abs(j, FSUB(a, FSUB(FADD(a, F(0x1.8p23f)), F(0x1.8p23f))));
   V c = sin_quarter(j, FSUB(F(0.25f), b));
   return SEL(FCMP(OLE, a, F(256)), c, FADD(F(1), FMUL(a, F(0))));
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

/* ---- halves ----------------------------------------------------------------------------------------------------------- */

/* h: halves in the low 16 bits of vi32 */
V jit_f16_to_f32(struct jit *j, V h)
{
   V sign = SHL_N(AND(h, I(0x8000)), 16), body = AND(h, I(0x7fff));
   V normal = ADD(SHL_N(body, 13), I((127 - 15) << 23));
   V special = OR(I(0x7f800000), SHL_N(AND(body, I(0x3ff)), 13));
   normal = SEL(ICMP(UGE, body, I(0x7c00)), special, normal);
   V denormal = TO_I(FMUL(LLVMBuildSIToFP(B, body, j->vf32, ""), F(0x1p-24f)));
   return TO_F(OR(sign, SEL(ICMP(ULT, body, I(0x400)), denormal, normal)));
}

V jit_f32_to_f16(struct jit *j, V x)
{
   V u = TO_I(x), sign = AND(LSHR_N(u, 16), I(0x8000)), a = AND(u, I(0x7fffffff));
   V normal = LSHR_N(ADD(ADD(SUB(a, I(112u << 23)), I(0xfff)), AND(LSHR_N(a, 13), I(1))), 13);
   V denormal = SUB(TO_I(FADD(TO_F(a), F(0.5f))), I(0x3f000000));
   V r = SEL(ICMP(ULT, a, I(0x38800000)), denormal, normal);
   r = SEL(ICMP(UGE, a, I(0x477ff000)), I(0x7c00), r);
   return SEL(ICMP(UGT, a, I(0x7f800000)), I(SIM_NAN_16), OR(sign, r));
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

V jit_f32_to_f16_rtz(struct jit *j, V x)
{
   if (j->isa != UT_ISA_BASE)
      return host_rtz(j, x);
   V u = TO_I(x), sign = AND(LSHR_N(u, 16), I(0x8000)), a = AND(u, I(0x7fffffff));
   V normal = LSHR_N(SUB(a, I(112u << 23)), 13);
   V small = ICMP(ULT, a, I(0x38800000));
   V scaled = SEL(small, FMUL(TO_F(a), F(0x1p24f)), F(0));
   V r = SEL(small, LLVMBuildFPToSI(B, scaled, j->vi32, ""), normal);
   r = SEL(ICMP(UGE, a, I(0x47800000)), I(0x7bff), r);
   r = SEL(ICMP(EQ, a, I(0x7f800000)), I(0x7c00), r);
   return SEL(ICMP(UGT, a, I(0x7f800000)), I(SIM_NAN_16), OR(sign, r));
}
