/* spv_llvm_ext450.c: the GLSL.std.450 instructions: integers, packing, modf, frexp, ldexp. Functions of floats are in
 * spv_llvm_math.c, those of interpolation in ps_interp_at.c. */
#include <spirv/unified1/GLSL.std.450.h>
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef V;

/* ---- integers ------------------------------------------------------------------------------------------------------------- */

static V find_high_bit(struct sl *s, V a, bool is_signed)
{
   V x = a;
   if (is_signed) /* of a negative number: the highest 0 bit */
      x = LLVMBuildXor(s->b, a, LLVMBuildAShr(s->b, a, sl_i32(s, 31), ""), "");
   V clz = sl_call2(s, "llvm.ctlz.i32", s->i32, x, s->i_false);
   return LLVMBuildSub(s->b, sl_i32(s, 31), clz, ""); /* ctlz(0) = 32 gives -1 */
}

static V int_function(struct sl *s, uint32_t op, const V *x)
{
   V a = x[0];
   switch (op) {
   case GLSLstd450SAbs: return sl_math2(s, "llvm.smax", a, LLVMBuildNeg(s->b, a, ""));
   case GLSLstd450SSign: {
      V high = sl_math2(s, "llvm.smin", a, sl_int_like(s, a, 1));
      return sl_math2(s, "llvm.smax", high, sl_int_like(s, a, -1));
   }
   case GLSLstd450UMin: return sl_math2(s, "llvm.umin", a, x[1]);
   case GLSLstd450SMin: return sl_math2(s, "llvm.smin", a, x[1]);
   case GLSLstd450UMax: return sl_math2(s, "llvm.umax", a, x[1]);
   case GLSLstd450SMax: return sl_math2(s, "llvm.smax", a, x[1]);
   case GLSLstd450UClamp: return sl_math2(s, "llvm.umin", sl_math2(s, "llvm.umax", a, x[1]), x[2]);
   case GLSLstd450SClamp: return sl_math2(s, "llvm.smin", sl_math2(s, "llvm.smax", a, x[1]), x[2]);
   default: break;
   }
   if (LLVMTypeOf(a) != s->i32)
      return NULL;
   switch (op) {
   case GLSLstd450FindILsb: {
      V tz = sl_call2(s, "llvm.cttz.i32", s->i32, a, s->i_false);
      return LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntEQ, a, s->zero, ""), sl_i32(s, ~0u), tz, "");
   }
   case GLSLstd450FindSMsb: return find_high_bit(s, a, true);
   case GLSLstd450FindUMsb: return find_high_bit(s, a, false);
   default: return NULL;
   }
}

/* ---- packing -------------------------------------------------------------------------------------------------------------- */

struct packing { uint32_t op; bool pack, snorm; unsigned n, bits; };
static const struct packing packings[] = {
   { GLSLstd450PackSnorm4x8, true, true, 4, 8 }, { GLSLstd450PackUnorm4x8, true, false, 4, 8 },
   { GLSLstd450PackSnorm2x16, true, true, 2, 16 }, { GLSLstd450PackUnorm2x16, true, false, 2, 16 },
   { GLSLstd450UnpackSnorm4x8, false, true, 4, 8 }, { GLSLstd450UnpackUnorm4x8, false, false, 4, 8 },
   { GLSLstd450UnpackSnorm2x16, false, true, 2, 16 }, { GLSLstd450UnpackUnorm2x16, false, false, 2, 16 },
};

static void pack_normalized(struct sl *s, const struct spv_inst *in, const struct packing *p)
{
   double scale = p->snorm ? (1 << (p->bits - 1)) - 1 : (1 << p->bits) - 1;
   if (p->pack) {
      const V *x = sl_floats(s, spv_w(in, 5), p->n);
      V word = s->zero;
      for (unsigned i = 0; i < p->n && !s->failed; i++) {
         V a = sl_to_f32(s, x[i]);
         a = sl_fmin(s, sl_fmax(s, a, sl_f32(s, p->snorm ? -1.0 : 0.0)), s->f_one);
         a = sl_math1(s, "llvm.rint", LLVMBuildFMul(s->b, a, sl_f32(s, scale), ""));
         V v = LLVMBuildAnd(s->b, LLVMBuildFPToSI(s->b, a, s->i32, ""), sl_i32(s, (1u << p->bits) - 1), "");
         word = LLVMBuildOr(s->b, word, LLVMBuildShl(s->b, v, sl_i32(s, i * p->bits), ""), "");
      }
      sl_define(s, in, &word, 1);
      return;
   }
   V word = sl_int32(s, spv_w(in, 5)), c[4];
   for (unsigned i = 0; i < p->n; i++) {
      V v = LLVMBuildShl(s->b, word, sl_i32(s, 32 - (i + 1) * p->bits), ""), down = sl_i32(s, 32 - p->bits);
      V a = p->snorm ? LLVMBuildSIToFP(s->b, LLVMBuildAShr(s->b, v, down, ""), s->f32, "")
                     : LLVMBuildUIToFP(s->b, LLVMBuildLShr(s->b, v, down, ""), s->f32, "");
      a = LLVMBuildFMul(s->b, a, sl_f32(s, 1.0 / scale), "");
      c[i] = p->snorm ? sl_fmax(s, a, sl_f32(s, -1.0)) : a;
   }
   sl_define(s, in, c, p->n);
}

static void pack_half(struct sl *s, const struct spv_inst *in, bool pack)
{
   if (pack) {
      const V *x = sl_floats(s, spv_w(in, 5), 2);
      V h[2];
      for (unsigned i = 0; i < 2; i++)
         h[i] = LLVMBuildFPTrunc(s->b, sl_to_f32(s, x[i]), s->f16, "");
      V word = LLVMBuildBitCast(s->b, sl_vector(s, h, 2), s->i32, "");
      sl_define(s, in, &word, 1);
      return;
   }
   V h = LLVMBuildBitCast(s->b, sl_int32(s, spv_w(in, 5)), s->v2f16, ""), c[2];
   for (unsigned i = 0; i < 2; i++)
      c[i] = LLVMBuildFPExt(s->b, sl_element(s, h, i), s->f32, "");
   sl_define(s, in, c, 2);
}

/* Between a double and its low and high word. */
static void pack_double(struct sl *s, const struct spv_inst *in, bool pack)
{
   V c[2];
   if (pack) {
      c[0] = sl_from_dwords(s, sl_ints(s, spv_w(in, 5), 2), s->f64);
      sl_define(s, in, c, 1);
      return;
   }
   V x = sl_floats(s, spv_w(in, 5), 1)[0];
   for (unsigned i = 0; i < 2; i++)
      c[i] = sl_dword(s, x, i);
   sl_define(s, in, c, LLVMTypeOf(x) == s->f64 ? 2 : 1);
}

/* ---- modf, frexp, ldexp --------------------------------------------------------------------------------------------------- */

static void store_through(struct sl *s, uint32_t pointer, const V *v, uint32_t n)
{
   struct sl_ptr *p = sl_pointer(s, pointer);
   if (p)
      sl_store_ptr(s, p, v, n);
}

static V mantissa(struct sl *s, V a) /* infinities and NaN are returned unchanged, as by v_frexp_mant_f32 on GFX7+ */
{
   return sl_math1(s, "llvm.amdgcn.frexp.mant", a);
}

static V exponent(struct sl *s, V a)
{
   return sl_call1(s, LLVMTypeOf(a) == s->f64 ? "llvm.amdgcn.frexp.exp.i32.f64" : "llvm.amdgcn.frexp.exp.i32.f32", s->i32, a);
}

static void split(struct sl *s, const struct spv_inst *in, uint32_t op)
{
   uint32_t n = sl_id_count(s, spv_w(in, 5));
   n = n >= 1 && n <= 4 ? n : 1;
   const V *x = sl_floats(s, spv_w(in, 5), n);
   V first[8], *second = first + n;
   bool frexp = op == GLSLstd450Frexp || op == GLSLstd450FrexpStruct;
   for (uint32_t i = 0; i < n; i++) {
      if (frexp) {
         first[i] = mantissa(s, x[i]);
         second[i] = exponent(s, x[i]);
      } else {
         second[i] = sl_math1(s, "llvm.trunc", x[i]);
         first[i] = sl_math2(s, "llvm.copysign", LLVMBuildFSub(s->b, x[i], second[i], ""), x[i]);
      }
   }
   if (op == GLSLstd450ModfStruct || op == GLSLstd450FrexpStruct) {
      sl_define(s, in, first, 2 * n);
      return;
   }
   store_through(s, spv_w(in, 6), second, n);
   sl_define(s, in, first, n);
}

static void ldexp_op(struct sl *s, const struct spv_inst *in, uint32_t n)
{
   const V *x = sl_floats(s, spv_w(in, 5), n), *e = sl_ints(s, spv_w(in, 6), n);
   LLVMTypeRef t = LLVMTypeOf(x[0]);
   bool wide = t == s->f64;
   V c[4];
   if (n > 4 || (t != s->f32 && !wide) || LLVMTypeOf(e[0]) != s->i32) {
      sl_fail(s, "ldexp of these types is not supported");
      return;
   }
   const char *name = LLVM_VERSION_MAJOR >= 17 ? (wide ? "llvm.ldexp.f64.i32" : "llvm.ldexp.f32.i32")
                                               : (wide ? "llvm.amdgcn.ldexp.f64" : "llvm.amdgcn.ldexp.f32");
   for (uint32_t i = 0; i < n; i++)
      c[i] = sl_call2(s, name, t, x[i], e[i]);
   sl_define(s, in, c, n);
}

/* ---- the instruction ------------------------------------------------------------------------------------------------------ */

static bool componentwise(struct sl *s, const struct spv_inst *in, uint32_t op, uint32_t n)
{
   uint32_t operands = in->count - 5u, k;
   bool is_int = false;
   switch (op) {
   case GLSLstd450SAbs: case GLSLstd450SSign: case GLSLstd450UMin: case GLSLstd450SMin: case GLSLstd450UMax:
   case GLSLstd450SMax: case GLSLstd450UClamp: case GLSLstd450SClamp: case GLSLstd450FindILsb: case GLSLstd450FindSMsb:
   case GLSLstd450FindUMsb:
      is_int = true;
      break;
   default:
      break;
   }
   static const uint8_t two[] = { GLSLstd450Atan2, GLSLstd450Pow, GLSLstd450FMin, GLSLstd450UMin, GLSLstd450SMin,
      GLSLstd450FMax, GLSLstd450UMax, GLSLstd450SMax, GLSLstd450Step, GLSLstd450NMin, GLSLstd450NMax };
   static const uint8_t three[] = { GLSLstd450FClamp, GLSLstd450UClamp, GLSLstd450SClamp, GLSLstd450FMix,
      GLSLstd450SmoothStep, GLSLstd450Fma, GLSLstd450NClamp };
   uint32_t need = op < 256 && memchr(two, (int)op, sizeof(two)) ? 2 : op < 256 && memchr(three, (int)op, sizeof(three)) ? 3 : 1;
   if (operands != need)
      return false;
   const V *x[3] = { 0 };
   for (k = 0; k < need; k++) {
      x[k] = is_int ? sl_ints(s, in->w[5 + k], n) : sl_floats(s, in->w[5 + k], n);
      if (LLVMTypeOf(x[k][0]) != LLVMTypeOf(x[0][0])) {
         sl_fail(s, "operands of different types");
         return true;
      }
   }
   V *c = sl_array(s, n);
   for (uint32_t i = 0; i < n; i++) {
      V arg[3] = { x[0][i], need > 1 ? x[1][i] : NULL, need > 2 ? x[2][i] : NULL };
      c[i] = is_int ? int_function(s, op, arg) : sl_float_function(s, op, arg);
      if (!c[i])
         return false;
   }
   sl_define(s, in, c, n);
   return true;
}

void sl_ext450(struct sl *s, const struct spv_inst *in)
{
   uint32_t op = spv_w(in, 4), n = sl_count(s, spv_w(in, 1));
   if (in->count < 6 || spv_w(in, 3) != s->m->glsl_ext || !s->m->glsl_ext || !n) {
      sl_fail(s, "extended instruction of a set that is not supported");
      return;
   }
   for (unsigned i = 0; i < sizeof(packings) / sizeof(packings[0]); i++) {
      if (packings[i].op == op) {
         pack_normalized(s, in, &packings[i]);
         return;
      }
   }
   bool done = true;
   switch (op) {
   case GLSLstd450Length: case GLSLstd450Distance: case GLSLstd450Cross: case GLSLstd450Normalize:
   case GLSLstd450FaceForward: case GLSLstd450Reflect: case GLSLstd450Refract:
      done = sl_vector_function(s, in, op, n);
      break;
   case GLSLstd450Determinant:
   case GLSLstd450MatrixInverse:
      sl_matrix_function(s, in, op);
      break;
   case GLSLstd450Modf: case GLSLstd450ModfStruct: case GLSLstd450Frexp: case GLSLstd450FrexpStruct:
      split(s, in, op);
      break;
   case GLSLstd450Ldexp:
      ldexp_op(s, in, n);
      break;
   case GLSLstd450PackHalf2x16:
   case GLSLstd450UnpackHalf2x16:
      pack_half(s, in, op == GLSLstd450PackHalf2x16);
      break;
   case GLSLstd450PackDouble2x32:
   case GLSLstd450UnpackDouble2x32:
      pack_double(s, in, op == GLSLstd450PackDouble2x32);
      break;
   case GLSLstd450InterpolateAtCentroid: case GLSLstd450InterpolateAtSample: case GLSLstd450InterpolateAtOffset:
      sl_interpolate_at(s, in, op, n);
      break;
   default:
      done = componentwise(s, in, op, n);
      break;
   }
   if (!done)
      sl_fail(s, "GLSL.std.450 instruction %u is not supported for these operands", op);
}
