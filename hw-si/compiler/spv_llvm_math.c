/* spv_llvm_math.c: functions of floats, float vectors and matrices of GLSL.std.450. Precision: the hardware's exp2, log2, rcp,
 * rsq, sqrt (1 ulp) and sin/cos implement most functions; inverse trigonometric functions are polynomials, with the error stated
 * at each. */
#include <spirv/unified1/GLSL.std.450.h>

#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef V;

#define MUL(p, q) LLVMBuildFMul(s->b, p, q, "")
#define ADD(p, q) LLVMBuildFAdd(s->b, p, q, "")
#define SUB(p, q) LLVMBuildFSub(s->b, p, q, "")
#define K(x) sl_real(s, a, x)

/* ---- scalar functions of floats ------------------------------------------------------------------------------------------- */

/* v_sin_f32 takes revolutions and is accurate only near zero: v_fract_f32 reduces the argument first. */
static V turns(struct sl *s, V a)
{
   V t = MUL(a, K(0.15915494309189535));
   return sl_math1(s, "llvm.amdgcn.fract", t);
}

static V sine(struct sl *s, V a)
{
   return sl_math1(s, "llvm.amdgcn.sin", turns(s, a));
}

static V cosine(struct sl *s, V a)
{
   return sl_math1(s, "llvm.amdgcn.cos", turns(s, a));
}

static V exp_e(struct sl *s, V a)
{
   return sl_exp2(s, MUL(a, K(1.4426950408889634)));
}

static V log_e(struct sl *s, V a)
{
   return MUL(sl_log2(s, a), K(0.69314718055994531));
}

/* A constant integer exponent, if a chain of multiplications costs no more than log2 and exp2, which run at a quarter of the
 * rate; 0: it is none. */
static unsigned short_power(V b)
{
   enum { MOST_PRODUCTS = 8 };
   LLVMBool loses;
   double k = LLVMIsAConstantFP(b) ? LLVMConstRealGetDouble(b, &loses) : 0;
   unsigned n = k >= 1 && k <= 1 << MOST_PRODUCTS ? (unsigned)k : 0;
   return n == k && n && 30 - __builtin_clz(n) + __builtin_popcount(n) <= MOST_PRODUCTS ? n : 0;
}

/* exp2(y * log2(x)), with log2(0) = -inf. v_mul_legacy: 0 * inf = 0, so that pow(x, 0) = 1 for all x. Constant integer exponents,
 * such as those of specular highlights, become multiplications. */
static V power(struct sl *s, V a, V b)
{
   unsigned n = short_power(b);
   if (!n)
      return sl_exp2(s, sl_call2(s, "llvm.amdgcn.fmul.legacy", s->f32, b, sl_log2(s, a)));
   V r = a;
   for (unsigned bit = (1u << (31 - __builtin_clz(n))) >> 1; bit; bit >>= 1) {
      r = MUL(r, r);
      if (n & bit)
         r = MUL(r, a);
   }
   return r;
}

static V polynomial(struct sl *s, V a, const double *k, unsigned n) /* k[0] is the highest power's */
{
   V r = K(k[0]);
   for (unsigned i = 1; i < n; i++)
      r = sl_fmad(s, r, a, K(k[i]));
   return r;
}

static V copysign_of(struct sl *s, V a, V sign)
{
   return sl_math2(s, "llvm.copysign", a, sign);
}

/* Odd polynomial on [0, 1] after replacing x > 1 by 1/x; error below 2e-6 (Abramowitz & Stegun 4.4.49, degree 17). */
static V arctan_positive(struct sl *s, V a)
{
   static const double k[] = { 0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944,
                               0.1999355085, -0.3333314528, 1.0 };
   V big = LLVMBuildFCmp(s->b, LLVMRealOGT, a, K(1.0), "");
   V x = LLVMBuildSelect(s->b, big, sl_rcp(s, a), a, "");
   V r = MUL(polynomial(s, MUL(x, x), k, 9), x);
   return LLVMBuildSelect(s->b, big, SUB(K(1.5707963267948966), r), r, "");
}

static V arctan(struct sl *s, V a)
{
   return copysign_of(s, arctan_positive(s, sl_fabs(s, a)), a);
}

/* atan of the smaller over the larger component, then the quadrant. atan(0, x) and atan(y, 0) are exact; (0, 0) gives 0. */
static V arctan2(struct sl *s, V a, V b)
{
   static const double k[] = { 0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944,
                               0.1999355085, -0.3333314528, 1.0 };
   V y = sl_fabs(s, a), x = sl_fabs(s, b);
   V steep = LLVMBuildFCmp(s->b, LLVMRealOGT, y, x, "");
   V num = LLVMBuildSelect(s->b, steep, x, y, ""), den = LLVMBuildSelect(s->b, steep, y, x, "");
   /* Scales to avoid denormal reciprocals and inf / inf. */
   V huge = LLVMBuildFCmp(s->b, LLVMRealOGE, den, K(0x1p126), "");
   V scale = LLVMBuildSelect(s->b, huge, K(0x1p-4), K(1.0), "");
   V q = MUL(MUL(num, scale), sl_rcp(s, MUL(den, scale)));
   V same = LLVMBuildFCmp(s->b, LLVMRealOEQ, num, den, "");
   V zero = LLVMBuildFCmp(s->b, LLVMRealOEQ, den, K(0.0), "");
   q = LLVMBuildSelect(s->b, same, K(1.0), q, "");
   q = LLVMBuildSelect(s->b, zero, K(0.0), q, "");
   V r = MUL(polynomial(s, MUL(q, q), k, 9), q);
   r = LLVMBuildSelect(s->b, steep, SUB(K(1.5707963267948966), r), r, "");
   V negative = LLVMBuildICmp(s->b, LLVMIntSLT, sl_bitcast(s, b, s->i32), s->zero, "");
   r = LLVMBuildSelect(s->b, negative, SUB(K(3.14159265358979324), r), r, "");
   return copysign_of(s, r, a);
}

/* pi/2 - sqrt(1 - |x|) * p(|x|); error below 7e-8 in p times the root (A&S 4.4.46, degree 7). */
static V arccos_positive(struct sl *s, V a)
{
   static const double k[] = { -0.0012624911, 0.0066700901, -0.0170881256, 0.0308918810, -0.0501743046, 0.0889789874,
                               -0.2145988016, 1.5707963050 };
   return MUL(sl_sqrt(s, SUB(K(1.0), a)), polynomial(s, a, k, 8));
}

/* Near zero the subtraction from pi/2 cancels: a Taylor polynomial for |x| < 0.5. */
static V arcsin(struct sl *s, V a)
{
   static const double k[] = { 0.0223717, 0.0303819, 0.0446429, 0.075, 0.16666667, 1.0 };
   V x = sl_fabs(s, a), far = SUB(K(1.5707963267948966), arccos_positive(s, x));
   V near = MUL(polynomial(s, MUL(x, x), k, 6), x);
   V r = LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, x, K(0.4), ""), near, far, "");
   return copysign_of(s, r, a);
}

static V arccos(struct sl *s, V a)
{
   V r = arccos_positive(s, sl_fabs(s, a));
   V negative = LLVMBuildFCmp(s->b, LLVMRealOLT, a, K(0.0), "");
   return LLVMBuildSelect(s->b, negative, SUB(K(3.14159265358979324), r), r, "");
}

/* (e^x - e^-x) / 2 cancels near zero: a Taylor polynomial for |x| < 0.5. */
static V hyperbolic_sine(struct sl *s, V a)
{
   static const double k[] = { 1.0 / 5040, 1.0 / 120, 1.0 / 6, 1.0 };
   V far = MUL(SUB(exp_e(s, a), exp_e(s, sl_fneg(s, a))), K(0.5)), near = MUL(polynomial(s, MUL(a, a), k, 4), a);
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, sl_fabs(s, a), K(0.5), ""), near, far, "");
}

static V hyperbolic_cosine(struct sl *s, V a)
{
   return MUL(ADD(exp_e(s, a), exp_e(s, sl_fneg(s, a))), K(0.5));
}

/* 1 - 2 / (e^2|x| + 1): no overflow. Near zero x - x^3/3 + 2x^5/15 - 17x^7/315. */
static V hyperbolic_tangent(struct sl *s, V a)
{
   static const double k[] = { -17.0 / 315, 2.0 / 15, -1.0 / 3, 1.0 };
   V x = sl_fabs(s, a), e = exp_e(s, MUL(x, K(2.0)));
   V far = SUB(K(1.0), MUL(K(2.0), sl_rcp(s, ADD(e, K(1.0))))), near = MUL(polynomial(s, MUL(x, x), k, 4), x);
   V r = LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, x, K(0.3), ""), near, far, "");
   return copysign_of(s, r, a);
}

static V area_sine(struct sl *s, V a) /* sign(x) * log(|x| + sqrt(x*x + 1)) */
{
   static const double k[] = { -5.0 / 112, 3.0 / 40, -1.0 / 6, 1.0 };
   V x = sl_fabs(s, a), far = log_e(s, ADD(x, sl_sqrt(s, sl_fmad(s, x, x, K(1.0)))));
   V near = MUL(polynomial(s, MUL(x, x), k, 4), x);
   V r = LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, x, K(0.3), ""), near, far, "");
   return copysign_of(s, r, a);
}

static V area_cosine(struct sl *s, V a)
{
   return log_e(s, ADD(a, sl_sqrt(s, SUB(MUL(a, a), K(1.0)))));
}

static V area_tangent(struct sl *s, V a) /* log((1+x)/(1-x)) / 2 */
{
   static const double k[] = { 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0 };
   V far = MUL(log_e(s, MUL(ADD(K(1.0), a), sl_rcp(s, SUB(K(1.0), a)))), K(0.5)), near = MUL(polynomial(s, MUL(a, a), k, 5), a);
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, sl_fabs(s, a), K(0.3), ""), near, far, "");
}

static V sign_of(struct sl *s, V a) /* of a NaN: 0 (docs/glsl.md) */
{
   V pos = LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOGT, a, K(0.0), ""), K(1.0), K(0.0), "");
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLT, a, K(0.0), ""), K(-1.0), pos, "");
}

/* v_fract_f64 of GFX6 may return 1.0. */
static V fract(struct sl *s, V a)
{
   if (LLVMTypeOf(a) == s->f64 && s->gfx == 6) {
      V part = sl_fmin(s, SUB(a, sl_math1(s, "llvm.floor", a)), K(0x1.fffffffffffffp-1));
      return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealUNO, a, a, ""), a, part, ""); /* the minimum drops NaN */
   }
   return sl_math1(s, "llvm.amdgcn.fract", a);
}

static V step_at(struct sl *s, V a, V x) /* with a NaN: 0 (docs/glsl.md) */
{
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOGE, x, a, ""), K(1.0), K(0.0), "");
}

static V smooth_step(struct sl *s, V a, V b, V x)
{
   V t = sl_saturate(s, sl_fdiv(s, SUB(x, a), SUB(b, a)));
   return MUL(MUL(t, t), SUB(K(3.0), MUL(K(2.0), t)));
}

static V mix(struct sl *s, V a, V b, V t) /* a*(1-t) + b*t: exact at both ends */
{
   return ADD(MUL(b, t), MUL(a, SUB(K(1.0), t)));
}

LLVMValueRef sl_float_function(struct sl *s, uint32_t op, const V *x)
{
   V a = x[0];
   /* Functions that accept doubles. */
   switch (op) {
   case GLSLstd450Round:
   case GLSLstd450RoundEven: return sl_math1(s, "llvm.rint", a);
   case GLSLstd450Trunc: return sl_math1(s, "llvm.trunc", a);
   case GLSLstd450FAbs: return sl_fabs(s, a);
   case GLSLstd450FSign: return sign_of(s, a);
   case GLSLstd450Floor: return sl_math1(s, "llvm.floor", a);
   case GLSLstd450Ceil: return sl_math1(s, "llvm.ceil", a);
   case GLSLstd450Fract: return fract(s, a);
   case GLSLstd450Sqrt: return sl_sqrt(s, a);
   case GLSLstd450InverseSqrt: return sl_rsq(s, a);
   case GLSLstd450FMin:
   case GLSLstd450NMin: return sl_fmin(s, a, x[1]);
   case GLSLstd450FMax:
   case GLSLstd450NMax: return sl_fmax(s, a, x[1]);
   case GLSLstd450FClamp:
   case GLSLstd450NClamp: return sl_fmin(s, sl_fmax(s, a, x[1]), x[2]);
   case GLSLstd450FMix: return mix(s, a, x[1], x[2]);
   case GLSLstd450Step: return step_at(s, a, x[1]);
   case GLSLstd450SmoothStep: return smooth_step(s, a, x[1], x[2]);
   case GLSLstd450Fma: return LLVMTypeOf(a) == s->f64 ? sl_call3(s, "llvm.fma.f64", s->f64, a, x[1], x[2])
                                                      : sl_fmad(s, a, x[1], x[2]);
   default: break;
   }
   if (LLVMTypeOf(a) != s->f32)
      return NULL;
   switch (op) {
   case GLSLstd450Radians: return MUL(a, K(0.017453292519943295));
   case GLSLstd450Degrees: return MUL(a, K(57.295779513082321));
   case GLSLstd450Sin: return sine(s, a);
   case GLSLstd450Cos: return cosine(s, a);
   case GLSLstd450Tan: return MUL(sine(s, a), sl_rcp(s, cosine(s, a)));
   case GLSLstd450Asin: return arcsin(s, a);
   case GLSLstd450Acos: return arccos(s, a);
   case GLSLstd450Atan: return arctan(s, a);
   case GLSLstd450Atan2: return arctan2(s, a, x[1]);
   case GLSLstd450Sinh: return hyperbolic_sine(s, a);
   case GLSLstd450Cosh: return hyperbolic_cosine(s, a);
   case GLSLstd450Tanh: return hyperbolic_tangent(s, a);
   case GLSLstd450Asinh: return area_sine(s, a);
   case GLSLstd450Acosh: return area_cosine(s, a);
   case GLSLstd450Atanh: return area_tangent(s, a);
   case GLSLstd450Pow: return power(s, a, x[1]);
   case GLSLstd450Exp: return exp_e(s, a);
   case GLSLstd450Log: return log_e(s, a);
   case GLSLstd450Exp2: return sl_exp2(s, a);
   case GLSLstd450Log2: return sl_log2(s, a);
   default: return NULL;
   }
}

/* ---- vectors -------------------------------------------------------------------------------------------------------------- */

static V dot(struct sl *s, const V *x, const V *y, uint32_t n) { return sl_dot(s, x, 1, y, 1, n); }

static V length(struct sl *s, const V *x, uint32_t n)
{
   return n == 1 ? sl_fabs(s, x[0]) : sl_sqrt(s, dot(s, x, x, n));
}

bool sl_vector_function(struct sl *s, const struct spv_inst *in, uint32_t op, uint32_t n)
{
   uint32_t xn = sl_id_count(s, spv_w(in, 5));
   xn = xn >= 1 && xn <= 4 ? xn : 1;
   const V *x = sl_floats(s, spv_w(in, 5), xn), *y = NULL, *z = NULL;
   V c[4], d[4];
   if (op == GLSLstd450Distance || op == GLSLstd450Cross || op == GLSLstd450Reflect || op == GLSLstd450FaceForward ||
       op == GLSLstd450Refract)
      y = sl_floats(s, spv_w(in, 6), xn);
   if (op == GLSLstd450FaceForward)
      z = sl_floats(s, spv_w(in, 7), xn);
   if ((y && LLVMTypeOf(y[0]) != LLVMTypeOf(x[0])) || (z && LLVMTypeOf(z[0]) != LLVMTypeOf(x[0]))) {
      sl_fail(s, "operands of different types");
      return true;
   }
   V a = x[0];
   switch (op) {
   case GLSLstd450Length:
      c[0] = length(s, x, xn);
      sl_define(s, in, c, 1);
      return true;
   case GLSLstd450Distance:
      for (uint32_t i = 0; i < xn; i++)
         d[i] = SUB(x[i], y[i]);
      c[0] = length(s, d, xn);
      sl_define(s, in, c, 1);
      return true;
   case GLSLstd450Normalize: {
      V inv = xn == 1 ? NULL : sl_rsq(s, dot(s, x, x, xn));
      for (uint32_t i = 0; i < xn; i++)
         c[i] = inv ? MUL(x[i], inv) : sign_of(s, x[i]);
      sl_define(s, in, c, xn);
      return true;
   }
   case GLSLstd450Cross:
      if (xn != 3)
         return false;
      for (uint32_t i = 0; i < 3; i++)
         c[i] = SUB(MUL(x[(i + 1) % 3], y[(i + 2) % 3]), MUL(x[(i + 2) % 3], y[(i + 1) % 3]));
      sl_define(s, in, c, 3);
      return true;
   case GLSLstd450FaceForward: { /* N, I, Nref */
      V back = LLVMBuildFCmp(s->b, LLVMRealOLT, dot(s, z, y, xn), K(0.0), "");
      for (uint32_t i = 0; i < xn; i++)
         c[i] = LLVMBuildSelect(s->b, back, x[i], sl_fneg(s, x[i]), "");
      sl_define(s, in, c, xn);
      return true;
   }
   case GLSLstd450Reflect: { /* I - 2 * dot(N, I) * N */
      V k = MUL(K(2.0), dot(s, y, x, xn));
      for (uint32_t i = 0; i < xn; i++)
         c[i] = SUB(x[i], dot(s, &k, &y[i], 1));
      sl_define(s, in, c, xn);
      return true;
   }
   case GLSLstd450Refract: {
      V eta = sl_floats(s, spv_w(in, 7), 1)[0];
      if (LLVMTypeOf(eta) != LLVMTypeOf(a)) {
         sl_fail(s, "operands of different types");
         return true;
      }
      V ni = dot(s, y, x, xn), k = SUB(K(1.0), MUL(MUL(eta, eta), SUB(K(1.0), MUL(ni, ni))));
      V none = LLVMBuildFCmp(s->b, LLVMRealOLT, k, K(0.0), "");
      V f = ADD(MUL(eta, ni), sl_sqrt(s, sl_fmax(s, k, K(0.0))));
      for (uint32_t i = 0; i < xn; i++)
         c[i] = LLVMBuildSelect(s->b, none, K(0.0), SUB(MUL(eta, x[i]), MUL(f, y[i])), "");
      sl_define(s, in, c, xn);
      return true;
   }
   default:
      return false;
   }
}

/* ---- matrices ------------------------------------------------------------------------------------------------------------- */

/* Determinant of the minor that leaves out row r and column c; n is the size of the matrix. */
static V minor_of(struct sl *s, const V *x, unsigned n, unsigned r, unsigned c);

static V determinant(struct sl *s, const V *x, unsigned n)
{
   if (n == 1)
      return x[0];
   if (n == 2)
      return SUB(MUL(x[0], x[3]), MUL(x[2], x[1]));
   V sum = NULL;
   for (unsigned c = 0; c < n; c++) {
      V term = MUL(x[c * n], minor_of(s, x, n, 0, c));
      sum = !sum ? term : c & 1 ? SUB(sum, term) : ADD(sum, term);
   }
   return sum;
}

static V minor_of(struct sl *s, const V *x, unsigned n, unsigned r, unsigned c)
{
   V part[9];
   unsigned k = 0;
   for (unsigned col = 0; col < n; col++) {
      for (unsigned row = 0; row < n; row++) {
         if (col != c && row != r)
            part[k++] = x[col * n + row];
      }
   }
   return determinant(s, part, n - 1);
}

void sl_matrix_function(struct sl *s, const struct spv_inst *in, uint32_t op)
{
   uint32_t count = sl_id_count(s, spv_w(in, 5)), n = count == 4 ? 2 : count == 9 ? 3 : 4;
   const V *x = sl_floats(s, spv_w(in, 5), n * n);
   if (s->failed)
      return;
   V det = determinant(s, x, n), c[16];
   if (op == GLSLstd450Determinant) {
      sl_define(s, in, &det, 1);
      return;
   }
   V inv = sl_rcp(s, det);
   for (unsigned col = 0; col < n; col++) {
      for (unsigned row = 0; row < n; row++) { /* adjugate: cofactor of the transposed place */
         V m = n == 1 ? x[0] : minor_of(s, x, n, col, row);
         m = MUL(m, inv);
         c[col * n + row] = (col + row) & 1 ? sl_fneg(s, m) : m;
      }
   }
   sl_define(s, in, c, n * n);
}
