/* gf_emit_builtin.c: built-in functions by tables: instructions of SPIR-V, functions of GLSL.std.450, and functions that need
 * several instructions. Texture functions: gf_emit_tex.c. */
#include "gf_emit.h"

#include <string.h>

#define NAME(x) ((x)->callee->symbol->name->text)

/* ---- tables ---- */

/* GLSL.std.450, by the base of the first argument: float, int, uint. */
static const struct { const char *name; uint8_t f, s, u; } extended[] = {
   { "round", GLSLstd450Round }, { "roundEven", GLSLstd450RoundEven }, { "trunc", GLSLstd450Trunc },
   { "truncate", GLSLstd450Trunc }, { "abs", GLSLstd450FAbs, GLSLstd450SAbs }, { "sign", GLSLstd450FSign, GLSLstd450SSign },
   { "floor", GLSLstd450Floor }, { "ceil", GLSLstd450Ceil }, { "fract", GLSLstd450Fract },
   { "radians", GLSLstd450Radians }, { "degrees", GLSLstd450Degrees }, { "sin", GLSLstd450Sin }, { "cos", GLSLstd450Cos },
   { "tan", GLSLstd450Tan }, { "asin", GLSLstd450Asin }, { "acos", GLSLstd450Acos }, { "sinh", GLSLstd450Sinh },
   { "cosh", GLSLstd450Cosh }, { "tanh", GLSLstd450Tanh }, { "asinh", GLSLstd450Asinh }, { "acosh", GLSLstd450Acosh },
   { "atanh", GLSLstd450Atanh }, { "pow", GLSLstd450Pow }, { "exp", GLSLstd450Exp }, { "log", GLSLstd450Log },
   { "exp2", GLSLstd450Exp2 }, { "log2", GLSLstd450Log2 }, { "sqrt", GLSLstd450Sqrt },
   { "inversesqrt", GLSLstd450InverseSqrt }, { "determinant", GLSLstd450Determinant },
   { "inverse", GLSLstd450MatrixInverse }, { "min", GLSLstd450FMin, GLSLstd450SMin, GLSLstd450UMin },
   { "max", GLSLstd450FMax, GLSLstd450SMax, GLSLstd450UMax },
   { "clamp", GLSLstd450FClamp, GLSLstd450SClamp, GLSLstd450UClamp }, { "mix", GLSLstd450FMix },
   { "step", GLSLstd450Step }, { "smoothstep", GLSLstd450SmoothStep }, { "length", GLSLstd450Length },
   { "distance", GLSLstd450Distance }, { "cross", GLSLstd450Cross }, { "normalize", GLSLstd450Normalize },
   { "faceforward", GLSLstd450FaceForward }, { "reflect", GLSLstd450Reflect }, { "refract", GLSLstd450Refract },
   { "fma", GLSLstd450Fma }, { "ldexp", GLSLstd450Ldexp },
   { "findLSB", 0, GLSLstd450FindILsb, GLSLstd450FindILsb }, { "findMSB", 0, GLSLstd450FindSMsb, GLSLstd450FindUMsb },
   { "packUnorm2x16", GLSLstd450PackUnorm2x16 }, { "packSnorm2x16", GLSLstd450PackSnorm2x16 },
   { "packHalf2x16", GLSLstd450PackHalf2x16 }, { "packUnorm4x8", GLSLstd450PackUnorm4x8 },
   { "packSnorm4x8", GLSLstd450PackSnorm4x8 }, { "unpackUnorm2x16", 0, 0, GLSLstd450UnpackUnorm2x16 },
   { "unpackSnorm2x16", 0, 0, GLSLstd450UnpackSnorm2x16 }, { "unpackHalf2x16", 0, 0, GLSLstd450UnpackHalf2x16 },
   { "unpackUnorm4x8", 0, 0, GLSLstd450UnpackUnorm4x8 }, { "unpackSnorm4x8", 0, 0, GLSLstd450UnpackSnorm4x8 },
   { "packDouble2x32", 0, 0, GLSLstd450PackDouble2x32 }, { "unpackDouble2x32", GLSLstd450UnpackDouble2x32 },
};

/* Instructions of SPIR-V and the capability that they need (0: none; each module declares Matrix). */
static const struct { const char *name; SpvOp op; SpvCapability capability; } native[] = {
   { "mod", SpvOpFMod }, { "dot", SpvOpDot }, { "any", SpvOpAny }, { "all", SpvOpAll }, { "not", SpvOpLogicalNot },
   { "transpose", SpvOpTranspose }, { "outerProduct", SpvOpOuterProduct }, { "isnan", SpvOpIsNan },
   { "isinf", SpvOpIsInf }, { "floatBitsToInt", SpvOpBitcast }, { "floatBitsToUint", SpvOpBitcast },
   { "intBitsToFloat", SpvOpBitcast }, { "uintBitsToFloat", SpvOpBitcast },
   { "dFdx", SpvOpDPdx }, { "dFdy", SpvOpDPdy }, { "fwidth", SpvOpFwidth },
   { "dFdxFine", SpvOpDPdxFine, SpvCapabilityDerivativeControl }, { "dFdyFine", SpvOpDPdyFine, SpvCapabilityDerivativeControl },
   { "fwidthFine", SpvOpFwidthFine, SpvCapabilityDerivativeControl },
   { "dFdxCoarse", SpvOpDPdxCoarse, SpvCapabilityDerivativeControl },
   { "dFdyCoarse", SpvOpDPdyCoarse, SpvCapabilityDerivativeControl },
   { "fwidthCoarse", SpvOpFwidthCoarse, SpvCapabilityDerivativeControl },
   { "packInt2x32", SpvOpBitcast }, { "unpackInt2x32", SpvOpBitcast }, { "packUint2x32", SpvOpBitcast },
   { "unpackUint2x32", SpvOpBitcast }, { "doubleBitsToInt64", SpvOpBitcast }, { "doubleBitsToUint64", SpvOpBitcast },
   { "int64BitsToDouble", SpvOpBitcast }, { "uint64BitsToDouble", SpvOpBitcast },
   { "bitCount", SpvOpBitCount }, { "bitfieldReverse", SpvOpBitReverse }, { "bitfieldInsert", SpvOpBitFieldInsert },
};

/* By the base of the first argument. */
static const struct { const char *name; SpvOp f, s, u, b; } relations[] = {
   { "lessThan", SpvOpFOrdLessThan, SpvOpSLessThan, SpvOpULessThan },
   { "greaterThan", SpvOpFOrdGreaterThan, SpvOpSGreaterThan, SpvOpUGreaterThan },
   { "lessThanEqual", SpvOpFOrdLessThanEqual, SpvOpSLessThanEqual, SpvOpULessThanEqual },
   { "greaterThanEqual", SpvOpFOrdGreaterThanEqual, SpvOpSGreaterThanEqual, SpvOpUGreaterThanEqual },
   { "equal", SpvOpFOrdEqual, SpvOpIEqual, SpvOpIEqual, SpvOpLogicalEqual },
   { "notEqual", SpvOpFUnordNotEqual, SpvOpINotEqual, SpvOpINotEqual, SpvOpLogicalNotEqual },
   { "bitfieldExtract", SpvOpNop, SpvOpBitFieldSExtract, SpvOpBitFieldUExtract },
};

/* Functions with two results. `first`, `second`: the argument to which the member of the pair is stored, or -1: the return value.
 * */
static const struct { const char *name; SpvOp op; uint8_t number; int8_t first, second; } pairs[] = {
   { "uaddCarry", SpvOpIAddCarry, 0, -1, 2 }, { "usubBorrow", SpvOpISubBorrow, 0, -1, 2 },
   { "umulExtended", SpvOpUMulExtended, 0, 3, 2 }, { "imulExtended", SpvOpSMulExtended, 0, 3, 2 },
   { "modf", SpvOpExtInst, GLSLstd450ModfStruct, -1, 1 }, { "frexp", SpvOpExtInst, GLSLstd450FrexpStruct, -1, 1 },
};

/* ---- functions of several instructions ---- */

static unsigned arguments(struct gf_emit *e, struct gf_expr *x, const struct gf_type *want, uint32_t *out)
{
   for (unsigned i = 0; i < x->arg_count; i++)
      out[i] = gf_splat(e, gf_value_of(e, x->args[i]), x->args[i]->type, want);
   return x->arg_count;
}

static uint32_t matrix_product(struct gf_emit *e, struct gf_expr *x)
{
   uint32_t w[4];
   const uint32_t column = gf_type_id(e, gf_vector((enum gf_base)x->type->base, x->type->rows));
   const uint32_t a = gf_value_of(e, x->args[0]), b = gf_value_of(e, x->args[1]);
   for (unsigned i = 0; i < x->type->cols; i++) {
      const uint32_t l = GF_OP(e, SpvOpCompositeExtract, column, a, i), r = GF_OP(e, SpvOpCompositeExtract, column, b, i);
      w[i] = GF_OP(e, SpvOpFMul, column, l, r);
   }
   return gf_result(e, SpvOpCompositeConstruct, gf_type_id(e, x->type), w, x->type->cols);
}

static uint32_t pair(struct gf_emit *e, struct gf_expr *x, unsigned row)
{
   uint32_t w[8], result = 0;
   unsigned n = 0;
   struct gf_place out[4];
   if (pairs[row].op == SpvOpExtInst) {
      w[n++] = e->ext450;
      w[n++] = pairs[row].number;
   }
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (x->callee->params[i].qual.storage == GF_S_IN)
         w[n++] = gf_value_of(e, x->args[i]);
      else
         out[i] = gf_place_of(e, x->args[i]);
   }
   const struct gf_type *part[2];
   for (unsigned k = 0; k < 2; k++) {
      const int to = k ? pairs[row].second : pairs[row].first;
      part[k] = to < 0 ? x->type : x->callee->params[to].type;
   }
   const uint32_t a = gf_type_id(e, part[0]), b = gf_type_id(e, part[1]);
   const uint32_t both = gf_result(e, pairs[row].op, gf_pair_type_id(e, a, b), w, n);
   for (unsigned k = 0; k < 2; k++) {
      const int to = k ? pairs[row].second : pairs[row].first;
      const uint32_t id = GF_OP(e, SpvOpCompositeExtract, k ? b : a, both, k);
      if (to < 0)
         result = id;
      else
         gf_store(e, &out[to], gf_convert_id(e, id, part[k], x->args[to]->type));
   }
   return result;
}

/* AMD_shader_trinary_minmax */
static uint32_t of_three(struct gf_emit *e, struct gf_expr *x)
{
   const enum gf_base base = gf_kind(x->type);
   const uint32_t low = base == GF_FLOAT ? GLSLstd450FMin : base == GF_INT ? GLSLstd450SMin : GLSLstd450UMin;
   const uint32_t high = base == GF_FLOAT ? GLSLstd450FMax : base == GF_INT ? GLSLstd450SMax : GLSLstd450UMax;
   const uint32_t type = gf_type_id(e, x->type);
   uint32_t v[3];
   arguments(e, x, x->type, v);
   if (NAME(x)[1] != 'i' || NAME(x)[2] != 'd') {
      const uint32_t op = NAME(x)[1] == 'i' ? low : high;
      const uint32_t two = GF_OP(e, SpvOpExtInst, type, e->ext450, op, v[0], v[1]);
      return GF_OP(e, SpvOpExtInst, type, e->ext450, op, two, v[2]);
   }
   const uint32_t less = GF_OP(e, SpvOpExtInst, type, e->ext450, low, v[0], v[1]);
   const uint32_t more = GF_OP(e, SpvOpExtInst, type, e->ext450, high, v[0], v[1]);
   const uint32_t cut = GF_OP(e, SpvOpExtInst, type, e->ext450, low, more, v[2]);
   return GF_OP(e, SpvOpExtInst, type, e->ext450, high, less, cut);
}

/* Invariant: the same expression as in other shaders gives the same bits. */
static uint32_t transform(struct gf_emit *e, struct gf_expr *x)
{
   static const char *const names[] = { "gl_ModelViewProjectionMatrix", "gl_Vertex" };
   uint32_t id[2];
   for (unsigned i = 0; i < 2; i++) {
      const struct gf_symbol *s = gf_lookup(e->p, gf_intern_z(e->c, names[i]));
      if (!s || !s->id)
         gf_lack(e, "ftransform");
      id[i] = GF_OP(e, SpvOpLoad, gf_type_id(e, s->type), s->id);
   }
   return GF_OP(e, SpvOpMatrixTimesVector, gf_type_id(e, x->type), id[0], id[1]);
}

static uint32_t interpolate(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_place at = gf_place_of(e, x->args[0]);
   const char *how = NAME(x) + strlen("interpolateAt");
   const uint32_t type = gf_type_id(e, at.type), pointer = gf_place_pointer(e, &at);
   gf_capability(e, SpvCapabilityInterpolationFunction);
   uint32_t id;
   if (how[0] == 'C')
      id = GF_OP(e, SpvOpExtInst, type, e->ext450, GLSLstd450InterpolateAtCentroid, pointer);
   else
      id = GF_OP(e, SpvOpExtInst, type, e->ext450, how[0] == 'S' ? GLSLstd450InterpolateAtSample : GLSLstd450InterpolateAtOffset,
                 pointer, gf_value_of(e, x->args[1]));
   return at.components ? gf_swizzle_id(e, id, at.type, at.swizzle, at.components) : id;
}

/* ---- all of them ---- */

static uint32_t extension(struct gf_emit *e, struct gf_expr *x, unsigned number)
{
   uint32_t w[12] = { e->ext450, number };
   unsigned n = 2;
   const bool as_it_is = number == GLSLstd450Refract || number == GLSLstd450Ldexp ||
                         (number >= GLSLstd450PackSnorm4x8 && number <= GLSLstd450UnpackDouble2x32);
   for (unsigned i = 0; i < x->arg_count; i++) {
      const uint32_t v = gf_value_of(e, x->args[i]);
      w[n++] = as_it_is ? v : gf_splat(e, v, x->args[i]->type, x->type);
   }
   return gf_result(e, SpvOpExtInst, gf_type_id(e, x->type), w, n);
}

static uint32_t by_tables(struct gf_emit *e, struct gf_expr *x)
{
   const char *name = NAME(x);
   const uint32_t type = gf_type_id(e, x->type);
   const enum gf_base base = gf_kind(x->args[0]->type);
   uint32_t w[12];
   for (unsigned i = 0; i < GF_COUNT(relations); i++) {
      if (strcmp(relations[i].name, name) == 0) {
         const unsigned n = arguments(e, x, relations[i].b || relations[i].f ? x->type : GF_T(float), w);
         return gf_result(e, base == GF_FLOAT ? relations[i].f : base == GF_INT ? relations[i].s : base == GF_UINT
                          ? relations[i].u : relations[i].b, type, w, n);
      }
   }
   for (unsigned i = 0; i < GF_COUNT(native); i++) {
      if (strcmp(native[i].name, name) == 0) {
         if (native[i].capability)
            gf_capability(e, native[i].capability);
         const unsigned n = arguments(e, x, native[i].op == SpvOpFMod ? x->args[0]->type : GF_T(float), w);
         if (native[i].op == SpvOpDot && gf_is_scalar(x->args[0]->type))
            return gf_result(e, SpvOpFMul, type, w, n);
         return gf_result(e, native[i].op, type, w, n);
      }
   }
   for (unsigned i = 0; i < GF_COUNT(extended); i++) {
      if (strcmp(extended[i].name, name) == 0) {
         const unsigned number = base == GF_FLOAT ? extended[i].f : base == GF_INT ? extended[i].s : base == GF_UINT
            ? extended[i].u : 0;
         if (number)
            return extension(e, x, number);
      }
   }
   gf_lack(e, name);
}

uint32_t gf_emit_builtin(struct gf_emit *e, struct gf_expr *x)
{
   const char *name = NAME(x);
   uint32_t w[8] = { 0 };
   if (x->arg_count && x->args[0]->type->base == GF_SAMPLER)
      return gf_emit_texture(e, x);
   if (x->type->base == GF_VOID && gf_emit_order(e, x))
      return 0;
   if (gf_emit_group(e, x, w) || gf_emit_subgroup(e, x, w))
      return w[0];
   if (strncmp(name, "atomic", 6) == 0 || (x->arg_count && x->args[0]->type->base == GF_IMAGE))
      return gf_emit_access(e, x);
   if (strcmp(name, "ftransform") == 0)
      return transform(e, x);
   if (x->arg_count == 0 || x->arg_count > 8 || gf_is_opaque(x->args[0]->type))
      gf_lack(e, name);
   for (unsigned i = 0; i < GF_COUNT(pairs); i++) {
      if (strcmp(pairs[i].name, name) == 0)
         return pair(e, x, i);
   }
   if (strncmp(name, "interpolateAt", 13) == 0)
      return interpolate(e, x);
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (x->callee->params[i].qual.storage != GF_S_IN)
         gf_lack(e, name);
   }
   if (strcmp(name, "matrixCompMult") == 0)
      return matrix_product(e, x);
   if (strlen(name) == 4 && name[3] == '3' && name[0] == 'm')
      return of_three(e, x);
   if (strcmp(name, "mix") == 0 && x->args[2]->type->base == GF_BOOL) {
      arguments(e, x, x->type, w);
      return GF_OP(e, SpvOpSelect, gf_type_id(e, x->type), w[2], w[1], w[0]);
   }
   if (strcmp(name, "atan") == 0)
      return extension(e, x, x->arg_count == 2 ? GLSLstd450Atan2 : GLSLstd450Atan);
   if (strncmp(name, "noise", 5) == 0) { /* noise functions may return any repeatable value (GLSL 4.50 8.14.1) */
      static const union gf_scalar zero[4];
      const union gf_scalar *at = zero;
      return gf_constant(e, x->type, &at);
   }
   return by_tables(e, x);
}
