/* gf_emit_call.c: calls of user functions, by temporaries that are copied in and out; built-in functions by tables.
 * */
#include "gf_emit.h"

#include <string.h>

/* ---- user functions ---- */

uint32_t gf_emit_call(struct gf_emit *e, struct gf_expr *x)
{
   const struct gf_function *f = x->callee;
   if (f->builtin)
      return gf_emit_builtin(e, x);
   if (!f->id)
      gf_lack(e, "a call of a function without body");
   struct gf_words w = { 0 };
   GF_PUSH(e->c, &w, f->id);
   struct gf_place *out = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*out)),
      *temp = gf_alloc(e->c, (x->arg_count + 1) * sizeof(*out));
   for (unsigned i = 0; i < x->arg_count; i++) {
      const struct gf_param *a = &f->params[i];
      if (gf_contains(a->type, gf_is_opaque) && (a->qual.storage != GF_S_IN || gf_bare(a->type)->record))
         gf_lack(e, "samplers in structs or variables");
      if (gf_is_opaque(gf_bare(a->type))) {
         const struct gf_place at = gf_place_of(e, x->args[i]);
         GF_PUSH(e->c, &w, gf_place_pointer(e, &at));
         continue;
      }
      temp[i] = (struct gf_place){ .base = gf_local(e, a->type, NULL), .storage = SpvStorageClassFunction,
                                   .type = a->type };
      uint32_t value = 0;
      if (a->qual.storage == GF_S_IN) {
         value = gf_value_of(e, x->args[i]);
      } else {
         out[i] = gf_place_of(e, x->args[i]);
         if (a->qual.storage == GF_S_INOUT)
            value = gf_convert_id(e, gf_load(e, &out[i]), x->args[i]->type, a->type);
      }
      if (value)
         gf_store(e, &temp[i], value);
      GF_PUSH(e->c, &w, temp[i].base);
   }
   const uint32_t id = gf_result(e, SpvOpFunctionCall, gf_type_id(e, f->result), w.at, w.count);
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (out[i].base)
         gf_store(e, &out[i], gf_convert_id(e, gf_load(e, &temp[i]), f->params[i].type, x->args[i]->type));
   }
   return id;
}

/* ---- functions of GLSL.std.450, by the base of the first argument: float, int, uint ---- */

static const struct { const char *name; uint8_t f, s, u; } extended[] = {
   { "round", GLSLstd450Round }, { "roundEven", GLSLstd450RoundEven }, { "trunc", GLSLstd450Trunc },
   { "abs", GLSLstd450FAbs, GLSLstd450SAbs }, { "sign", GLSLstd450FSign, GLSLstd450SSign },
   { "floor", GLSLstd450Floor },
   { "ceil", GLSLstd450Ceil }, { "fract", GLSLstd450Fract }, { "radians", GLSLstd450Radians },
   { "degrees", GLSLstd450Degrees },
   { "sin", GLSLstd450Sin }, { "cos", GLSLstd450Cos }, { "tan", GLSLstd450Tan }, { "asin", GLSLstd450Asin },
   { "acos", GLSLstd450Acos },
   { "sinh", GLSLstd450Sinh }, { "cosh", GLSLstd450Cosh }, { "tanh", GLSLstd450Tanh }, { "asinh", GLSLstd450Asinh },
   { "acosh", GLSLstd450Acosh }, { "atanh", GLSLstd450Atanh }, { "pow", GLSLstd450Pow }, { "exp", GLSLstd450Exp },
   { "log", GLSLstd450Log },
   { "exp2", GLSLstd450Exp2 }, { "log2", GLSLstd450Log2 }, { "sqrt", GLSLstd450Sqrt },
   { "inversesqrt", GLSLstd450InverseSqrt },
   { "determinant", GLSLstd450Determinant }, { "inverse", GLSLstd450MatrixInverse },
   { "min", GLSLstd450FMin, GLSLstd450SMin, GLSLstd450UMin }, { "max", GLSLstd450FMax, GLSLstd450SMax, GLSLstd450UMax },
   { "clamp", GLSLstd450FClamp, GLSLstd450SClamp, GLSLstd450UClamp }, { "mix", GLSLstd450FMix },
   { "step", GLSLstd450Step },
   { "smoothstep", GLSLstd450SmoothStep }, { "length", GLSLstd450Length }, { "distance", GLSLstd450Distance },
   { "cross", GLSLstd450Cross },
   { "normalize", GLSLstd450Normalize }, { "faceforward", GLSLstd450FaceForward }, { "reflect", GLSLstd450Reflect },
   { "refract", GLSLstd450Refract },
   { "fma", GLSLstd450Fma }, { "truncate", GLSLstd450Trunc },
};

/* Instructions of SPIR-V itself. */
static const struct { const char *name; SpvOp op; } native[] = {
   { "mod", SpvOpFMod }, { "dot", SpvOpDot }, { "any", SpvOpAny }, { "all", SpvOpAll }, { "not", SpvOpLogicalNot },
   { "dFdx", SpvOpDPdx },
   { "dFdy", SpvOpDPdy }, { "fwidth", SpvOpFwidth }, { "transpose", SpvOpTranspose },
   { "outerProduct", SpvOpOuterProduct },
   { "isnan", SpvOpIsNan }, { "isinf", SpvOpIsInf }, { "floatBitsToInt", SpvOpBitcast },
   { "floatBitsToUint", SpvOpBitcast },
   { "intBitsToFloat", SpvOpBitcast }, { "uintBitsToFloat", SpvOpBitcast },
};

static const struct { const char *name; SpvOp f, s, u, b; } relations[] = {
   { "lessThan", SpvOpFOrdLessThan, SpvOpSLessThan, SpvOpULessThan }, { "greaterThan", SpvOpFOrdGreaterThan,
                                                                        SpvOpSGreaterThan, SpvOpUGreaterThan },
   { "lessThanEqual", SpvOpFOrdLessThanEqual, SpvOpSLessThanEqual, SpvOpULessThanEqual },
   { "greaterThanEqual", SpvOpFOrdGreaterThanEqual, SpvOpSGreaterThanEqual, SpvOpUGreaterThanEqual },
   { "equal", SpvOpFOrdEqual, SpvOpIEqual, SpvOpIEqual, SpvOpLogicalEqual },
   { "notEqual", SpvOpFUnordNotEqual, SpvOpINotEqual, SpvOpINotEqual, SpvOpLogicalNotEqual },
};

/* ---- textures ---- */

/* "texture2DProjLod" and its like: which variation a name asks for. Only those without comparison. */
static uint32_t texture(struct gf_emit *e, struct gf_expr *x, const char *name)
{
   static const char *const known[] = { "texture2D", "texture3D", "textureCube", "texture2DProj", "texture3DProj",
                                        "texture2DLod", "texture3DLod",
      "textureCubeLod", "texture2DProjLod", "texture3DProjLod", "texture2DLodEXT", "textureCubeLodEXT",
         "texture2DProjLodEXT", "texture",
      "textureLod", "textureProj", "textureProjLod" };
   bool is_known = false;
   for (unsigned i = 0; i < GF_COUNT(known); i++)
      is_known |= strcmp(known[i], name) == 0;
   const struct gf_type *sampler = x->args[0]->type;
   if (!is_known || sampler->shadow)
      gf_lack(e, name);
   const bool proj = strstr(name, "Proj") != NULL, lod = strstr(name, "Lod") != NULL;
   const uint32_t image = gf_value_of(e, x->args[0]), type = gf_type_id(e,
                                                                        gf_vector((enum gf_base)sampler->sampled, 4));
   uint32_t coord = gf_value_of(e, x->args[1]);
   if (proj && sampler->dim == GF_2D && x->args[1]->type->rows == 4) { /* s, t and q */
      const uint32_t w[] = { coord, coord, 0, 1, 3 };
      coord = gf_result(e, SpvOpVectorShuffle, gf_type_id(e, GF_T(vec3)), w, 5);
   }
   if (lod || e->c->stage != ST_STAGE_FRAGMENT) {
      const uint32_t level = lod ? gf_value_of(e, x->args[2]) : gf_constant_u32(e, GF_T(float), 0);
      return GF_OP(e, proj ? SpvOpImageSampleProjExplicitLod : SpvOpImageSampleExplicitLod, type, image, coord,
                   SpvImageOperandsLodMask, level);
   }
   const SpvOp op = proj ? SpvOpImageSampleProjImplicitLod : SpvOpImageSampleImplicitLod;
   if (x->arg_count > 2)
      return GF_OP(e, op, type, image, coord, SpvImageOperandsBiasMask, gf_value_of(e, x->args[2]));
   return GF_OP(e, op, type, image, coord);
}

/* ---- all of them ---- */

static uint32_t arguments(struct gf_emit *e, struct gf_expr *x, const struct gf_type *want, uint32_t *out)
{
   for (unsigned i = 0; i < x->arg_count; i++)
      out[i] = gf_splat(e, gf_value_of(e, x->args[i]), x->args[i]->type, want);
   return x->arg_count;
}

uint32_t gf_emit_builtin(struct gf_emit *e, struct gf_expr *x)
{
   const char *name = x->callee->symbol->name->text;
   const uint32_t type = gf_type_id(e, x->type);
   uint32_t w[12];
   if (x->arg_count && gf_is_opaque(x->args[0]->type))
      return texture(e, x, name);
   for (unsigned i = 0; i < x->arg_count; i++) {
      if (x->callee->params[i].qual.storage != GF_S_IN)
         gf_lack(e, name);
   }
   if (x->arg_count == 0 || x->arg_count > 8)
      gf_lack(e, name);
   const enum gf_base base = (enum gf_base)x->args[0]->type->base;
   if (strcmp(name, "matrixCompMult") == 0) {
      const struct gf_type *column = gf_vector(GF_FLOAT, x->type->rows);
      const uint32_t a = gf_value_of(e, x->args[0]), b = gf_value_of(e, x->args[1]), id = gf_type_id(e, column);
      for (unsigned i = 0; i < x->type->cols; i++) {
         const uint32_t l = GF_OP(e, SpvOpCompositeExtract, id, a, i), r = GF_OP(e, SpvOpCompositeExtract, id, b, i);
         w[i] = GF_OP(e, SpvOpFMul, id, l, r);
      }
      return gf_result(e, SpvOpCompositeConstruct, type, w, x->type->cols);
   }
   for (unsigned i = 0; i < GF_COUNT(relations); i++) {
      if (strcmp(relations[i].name, name) == 0) {
         arguments(e, x, x->type, w);
         return gf_result(e, base == GF_FLOAT ? relations[i].f : base == GF_INT ? relations[i].s : base == GF_UINT
                          ? relations[i].u : relations[i].b, type, w, 2);
      }
   }
   for (unsigned i = 0; i < GF_COUNT(native); i++) {
      if (strcmp(native[i].name, name) == 0) {
         const unsigned n = arguments(e, x, x->args[0]->type, w);
         if (native[i].op == SpvOpDot && gf_is_scalar(x->args[0]->type))
            return gf_result(e, SpvOpFMul, type, w, n);
         return gf_result(e, native[i].op, type, w, n);
      }
   }
   if (strcmp(name, "mix") == 0 && x->args[2]->type->base == GF_BOOL) {
      arguments(e, x, x->type, w);
      return GF_OP(e, SpvOpSelect, type, w[2], w[1], w[0]);
   }
   unsigned number = strcmp(name, "atan") == 0 ? x->arg_count == 2 ? GLSLstd450Atan2 : GLSLstd450Atan : 0;
   for (unsigned i = 0; i < GF_COUNT(extended) && !number; i++) {
      if (strcmp(extended[i].name, name) == 0)
         number = base == GF_FLOAT ? extended[i].f : base == GF_INT ? extended[i].s : base == GF_UINT ? extended[i].u
            : 0;
   }
   if (!number)
      gf_lack(e, name);
   w[0] = e->ext450;
   w[1] = number;
   /* refract's last argument stays a scalar */
   unsigned n = 2;
   for (unsigned i = 0; i < x->arg_count; i++) {
      const uint32_t v = gf_value_of(e, x->args[i]);
      w[n++] = number == GLSLstd450Refract ? v : gf_splat(e, v, x->args[i]->type, x->type);
   }
   return gf_result(e, SpvOpExtInst, type, w, n);
}
