/* ap_emit_op.c: one instruction as SPIR-V (ARB_vertex_program, 2.14.5; ARB_fragment_program, 3.11.5). */
#include "gl-api/glsl/asm/ap_emit.h"

/* ---- operands -------------------------------------------------------------------------------------------------------------- */

static uint32_t splat_of(struct ap_emit *e, uint32_t scalar)
{
   return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, scalar, scalar, scalar, scalar);
}

static uint32_t part(struct ap_emit *e, uint32_t vector, uint32_t component)
{
   return AP_OP(e, SpvOpCompositeExtract, e->t_float, vector, component);
}

static uint32_t xyz(struct ap_emit *e, uint32_t v) { return AP_OP(e, SpvOpVectorShuffle, e->t_vec3, v, v, 0, 1, 2); }

/* The vector in a register, before swizzle and sign. An index out of the array reads an undefined vector. */
static uint32_t register_value(struct ap_emit *e, const struct ap_src *src)
{
   if (src->file == AP_FILE_TEMP)
      return AP_OP(e, SpvOpLoad, e->t_vec4, e->temp[src->index]);
   if (src->file == AP_FILE_ATTRIB)
      return e->input[src->index];
   if (!src->relative)
      return ap_param_value(e, (uint32_t)src->index);
   const struct ap_array *array = &e->p->array[src->array];
   const int32_t first = (int32_t)e->p->slot[array->first];
   const uint32_t address = AP_OP(e, SpvOpLoad, e->t_int, e->address);
   const uint32_t index = AP_OP(e, SpvOpIAdd, e->t_int, address, ap_int(e, first + src->index));
   return ap_uniform_slot(e, AP_EXT(e, SClamp, e->t_int, index, ap_int(e, first), ap_int(e, first + (int32_t)array->count - 1)));
}

static uint32_t operand(struct ap_emit *e, const struct ap_inst *inst, unsigned i)
{
   const struct ap_src *src = &inst->src[i];
   uint32_t v = register_value(e, src);
   const uint8_t *c = src->swizzle;
   if (c[0] != 0 || c[1] != 1 || c[2] != 2 || c[3] != 3)
      v = AP_OP(e, SpvOpVectorShuffle, e->t_vec4, v, v, c[0], c[1], c[2], c[3]);
   return src->negate ? AP_OP(e, SpvOpFNegate, e->t_vec4, v) : v;
}

static uint32_t scalar_operand(struct ap_emit *e, const struct ap_inst *inst, unsigned i)
{
   const struct ap_src *src = &inst->src[i];
   const uint32_t v = part(e, register_value(e, src), src->swizzle[0]);
   return src->negate ? AP_OP(e, SpvOpFNegate, e->t_float, v) : v;
}

/* SWZ: each component by itself. */
static uint32_t extended_swizzle(struct ap_emit *e, const struct ap_src *src)
{
   const uint32_t v = register_value(e, src);
   uint32_t c[4];
   for (unsigned i = 0; i < 4; i++) {
      const bool negative = src->negate >> i & 1;
      if (src->swizzle[i] >= AP_SWIZZLE_ZERO) {
         const float value = src->swizzle[i] == AP_SWIZZLE_ONE ? 1 : 0;
         c[i] = ap_float(e, negative ? -value : value);
         continue;
      }
      c[i] = part(e, v, src->swizzle[i]);
      if (negative)
         c[i] = AP_OP(e, SpvOpFNegate, e->t_float, c[i]);
   }
   return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, c[0], c[1], c[2], c[3]);
}

static void store(struct ap_emit *e, const struct ap_inst *inst, uint32_t value)
{
   const struct ap_dst *dst = &inst->dst;
   const uint32_t to = dst->file == AP_FILE_TEMP ? e->temp[dst->index] : e->result[dst->index];
   if (inst->saturate)
      value = AP_EXT(e, FClamp, e->t_vec4, value, ap_splat(e, 0), ap_splat(e, 1));
   if (dst->mask != 0xf) {
      const uint32_t before = AP_OP(e, SpvOpLoad, e->t_vec4, to);
      uint32_t c[4];
      for (uint32_t i = 0; i < 4; i++)
         c[i] = dst->mask >> i & 1 ? 4 + i : i;
      value = AP_OP(e, SpvOpVectorShuffle, e->t_vec4, before, value, c[0], c[1], c[2], c[3]);
   }
   AP_PUT(e, body, SpvOpStore, to, value);
}

/* ---- instructions with a scalar result ------------------------------------------------------------------------------------- */

/* x to the power y, where anything to the power 0 is 1. */
static uint32_t power(struct ap_emit *e, uint32_t x, uint32_t y)
{
   const uint32_t zero = AP_OP(e, SpvOpFOrdEqual, e->t_bool, y, ap_float(e, 0));
   return AP_OP(e, SpvOpSelect, e->t_float, zero, ap_float(e, 1), AP_EXT(e, Pow, e->t_float, x, y));
}

static uint32_t scalar_result(struct ap_emit *e, const struct ap_inst *inst, uint32_t a)
{
   switch (inst->op) {
   case AP_COS: return AP_EXT(e, Cos, e->t_float, a);
   case AP_SIN: return AP_EXT(e, Sin, e->t_float, a);
   case AP_EX2: return AP_EXT(e, Exp2, e->t_float, a);
   case AP_LG2: return AP_EXT(e, Log2, e->t_float, a);
   case AP_POW: return power(e, a, scalar_operand(e, inst, 1));
   case AP_RCP: return AP_OP(e, SpvOpFDiv, e->t_float, ap_float(e, 1), a);
   default: return AP_EXT(e, InverseSqrt, e->t_float, AP_EXT(e, FAbs, e->t_float, a)); /* RSQ */
   }
}

static uint32_t scalar_vector(struct ap_emit *e, const struct ap_inst *inst)
{
   const uint32_t a = scalar_operand(e, inst, 0), one = ap_float(e, 1);
   if (inst->op == AP_SCS)
      return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, AP_EXT(e, Cos, e->t_float, a), AP_EXT(e, Sin, e->t_float, a),
                   ap_float(e, 0), one);
   if (inst->op == AP_EXP) { /* rough: exact powers of two, the fraction, and the exact result */
      const uint32_t whole = AP_EXT(e, Floor, e->t_float, a);
      return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, AP_EXT(e, Exp2, e->t_float, whole),
                   AP_OP(e, SpvOpFSub, e->t_float, a, whole), AP_EXT(e, Exp2, e->t_float, a), one);
   }
   if (inst->op == AP_LOG) { /* the exponent, the mantissa in [1, 2), and the logarithm of the magnitude */
      const uint32_t magnitude = AP_EXT(e, FAbs, e->t_float, a), log = AP_EXT(e, Log2, e->t_float, magnitude);
      const uint32_t whole = AP_EXT(e, Floor, e->t_float, log);
      const uint32_t mantissa = AP_OP(e, SpvOpFDiv, e->t_float, magnitude, AP_EXT(e, Exp2, e->t_float, whole));
      const uint32_t is_zero = AP_OP(e, SpvOpFOrdEqual, e->t_bool, magnitude, ap_float(e, 0));
      return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, whole, AP_OP(e, SpvOpSelect, e->t_float, is_zero, one, mantissa), log, one);
   }
   return splat_of(e, scalar_result(e, inst, a));
}

/* ---- vectors --------------------------------------------------------------------------------------------------------------- */

static uint32_t lit(struct ap_emit *e, uint32_t a)
{
   const uint32_t zero = ap_float(e, 0), one = ap_float(e, 1);
   const uint32_t x = AP_EXT(e, FMax, e->t_float, part(e, a, 0), zero), y = AP_EXT(e, FMax, e->t_float, part(e, a, 1), zero);
   const uint32_t w = AP_EXT(e, FClamp, e->t_float, part(e, a, 3), ap_float(e, -128), ap_float(e, 128));
   const uint32_t lit = AP_OP(e, SpvOpFOrdGreaterThan, e->t_bool, part(e, a, 0), zero);
   const uint32_t specular = AP_OP(e, SpvOpSelect, e->t_float, lit, power(e, y, w), zero);
   return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, one, x, specular, one);
}

static uint32_t dot(struct ap_emit *e, uint8_t op, uint32_t a, uint32_t b)
{
   if (op == AP_DP4)
      return splat_of(e, AP_OP(e, SpvOpDot, e->t_float, a, b));
   const uint32_t three = AP_OP(e, SpvOpDot, e->t_float, xyz(e, a), xyz(e, b));
   return splat_of(e, op == AP_DP3 ? three : AP_OP(e, SpvOpFAdd, e->t_float, three, part(e, b, 3)));
}

/* The distance vector: 1, d, d * d, 1 / d. */
static uint32_t distance(struct ap_emit *e, uint32_t a, uint32_t b)
{
   const uint32_t y = AP_OP(e, SpvOpFMul, e->t_float, part(e, a, 1), part(e, b, 1));
   return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, ap_float(e, 1), y, part(e, a, 2), part(e, b, 3));
}

static uint32_t choose(struct ap_emit *e, SpvOp comparison, uint32_t a, uint32_t b, uint32_t yes, uint32_t no)
{
   return AP_OP(e, SpvOpSelect, e->t_vec4, AP_OP(e, comparison, e->t_bvec4, a, b), yes, no);
}

static uint32_t one_source(struct ap_emit *e, uint8_t op, uint32_t a)
{
   switch (op) {
   case AP_ABS: return AP_EXT(e, FAbs, e->t_vec4, a);
   case AP_FLR: return AP_EXT(e, Floor, e->t_vec4, a);
   case AP_FRC: return AP_EXT(e, Fract, e->t_vec4, a);
   case AP_LIT: return lit(e, a);
   default: return a; /* MOV */
   }
}

static uint32_t two_sources(struct ap_emit *e, uint8_t op, uint32_t a, uint32_t b)
{
   switch (op) {
   case AP_ADD: return AP_OP(e, SpvOpFAdd, e->t_vec4, a, b);
   case AP_SUB: return AP_OP(e, SpvOpFSub, e->t_vec4, a, b);
   case AP_MUL: return AP_OP(e, SpvOpFMul, e->t_vec4, a, b);
   case AP_MAX: return AP_EXT(e, FMax, e->t_vec4, a, b);
   case AP_MIN: return AP_EXT(e, FMin, e->t_vec4, a, b);
   case AP_DST: return distance(e, a, b);
   case AP_SGE: return choose(e, SpvOpFOrdGreaterThanEqual, a, b, ap_splat(e, 1), ap_splat(e, 0));
   case AP_SLT: return choose(e, SpvOpFOrdLessThan, a, b, ap_splat(e, 1), ap_splat(e, 0));
   case AP_XPD: {
      const uint32_t cross = AP_EXT(e, Cross, e->t_vec3, xyz(e, a), xyz(e, b));
      return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, cross, ap_float(e, 1));
   }
   default: return dot(e, op, a, b);
   }
}

static uint32_t three_sources(struct ap_emit *e, uint8_t op, uint32_t a, uint32_t b, uint32_t c)
{
   if (op == AP_CMP)
      return choose(e, SpvOpFOrdLessThan, a, ap_splat(e, 0), b, c);
   const uint32_t product = AP_OP(e, SpvOpFMul, e->t_vec4, a, b);
   if (op == AP_MAD)
      return AP_OP(e, SpvOpFAdd, e->t_vec4, product, c);
   const uint32_t rest = AP_OP(e, SpvOpFMul, e->t_vec4, AP_OP(e, SpvOpFSub, e->t_vec4, ap_splat(e, 1), a), c); /* LRP */
   return AP_OP(e, SpvOpFAdd, e->t_vec4, product, rest);
}

static uint32_t vector_result(struct ap_emit *e, const struct ap_inst *inst)
{
   const unsigned sources = ap_ops[inst->op].sources;
   const uint32_t a = operand(e, inst, 0);
   if (sources == 1)
      return one_source(e, inst->op, a);
   const uint32_t b = operand(e, inst, 1);
   return sources == 2 ? two_sources(e, inst->op, a, b) : three_sources(e, inst->op, a, b, operand(e, inst, 2));
}

/* ---- textures -------------------------------------------------------------------------------------------------------------- */

/* The result of a comparison by the texture's depth mode (ARB_fragment_program_shadow, 3.8.14). */
static uint32_t compared(struct ap_emit *e, uint8_t mode, uint32_t d)
{
   const uint32_t zero = ap_float(e, 0), one = ap_float(e, 1);
   switch (mode) {
   case AP_DEPTH_INTENSITY: return splat_of(e, d);
   case AP_DEPTH_ALPHA: return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, zero, zero, zero, d);
   case AP_DEPTH_RED: return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, d, zero, zero, one);
   default: return AP_OP(e, SpvOpCompositeConstruct, e->t_vec4, d, d, d, one);
   }
}

static uint32_t sample(struct ap_emit *e, const struct ap_inst *inst)
{
   static const uint8_t dims[] = {[AP_TEX_1D] = 1, [AP_TEX_2D] = 2, [AP_TEX_3D] = 3, [AP_TEX_CUBE] = 3, [AP_TEX_RECT] = 2,
      [AP_TEX_SHADOW1D] = 1, [AP_TEX_SHADOW2D] = 2, [AP_TEX_SHADOWRECT] = 2};
   const uint8_t target = ap_texture_of(e, inst->texture, inst->unit);
   if (!target)
      return ap_vector(e, (float[4]){0, 0, 0, 1});
   const unsigned n = dims[target];
   const bool shadow = target >= AP_TEX_SHADOW1D;
   uint32_t p = operand(e, inst, 0), words[6], count = 2;
   if (inst->op == AP_TXP)
      p = AP_OP(e, SpvOpFDiv, e->t_vec4, p, splat_of(e, part(e, p, 3)));
   words[0] = AP_OP(e, SpvOpLoad, e->sampler_type[inst->unit], e->sampler[inst->unit]);
   words[1] = n == 1 ? part(e, p, 0) : n == 2 ? AP_OP(e, SpvOpVectorShuffle, e->t_vec2, p, p, 0, 1) : xyz(e, p);
   if (shadow)
      words[count++] = part(e, p, 2);
   if (inst->op == AP_TXB) {
      words[count++] = SpvImageOperandsBiasMask;
      words[count++] = part(e, p, 3);
   }
   const uint32_t texel = ap_result_of(e, shadow ? SpvOpImageSampleDrefImplicitLod : SpvOpImageSampleImplicitLod,
                                       shadow ? e->t_float : e->t_vec4, words, count);
   return shadow ? compared(e, e->variant->depth_mode[inst->unit], texel) : texel;
}

static void kill(struct ap_emit *e, const struct ap_inst *inst)
{
   const uint32_t negative = AP_OP(e, SpvOpFOrdLessThan, e->t_bvec4, operand(e, inst, 0), ap_splat(e, 0));
   const uint32_t any = AP_OP(e, SpvOpAny, e->t_bool, negative), dead = ap_id(e), alive = ap_id(e);
   AP_PUT(e, body, SpvOpSelectionMerge, alive, SpvSelectionControlMaskNone);
   AP_PUT(e, body, SpvOpBranchConditional, any, dead, alive);
   AP_PUT(e, body, SpvOpLabel, dead);
   ap_put(e, &e->body, SpvOpKill, NULL, 0);
   AP_PUT(e, body, SpvOpLabel, alive);
}

/* ---- all of them ----------------------------------------------------------------------------------------------------------- */

void ap_emit_inst(struct ap_emit *e, const struct ap_inst *inst)
{
   switch (ap_ops[inst->op].kind) {
   case AP_KIND_KILL:
      kill(e, inst);
      break;
   case AP_KIND_ADDRESS: {
      const uint32_t whole = AP_EXT(e, Floor, e->t_float, scalar_operand(e, inst, 0));
      AP_PUT(e, body, SpvOpStore, e->address, AP_OP(e, SpvOpConvertFToS, e->t_int, whole));
      break;
   }
   case AP_KIND_SCALAR: store(e, inst, scalar_vector(e, inst)); break;
   case AP_KIND_SWIZZLE: store(e, inst, extended_swizzle(e, &inst->src[0])); break;
   case AP_KIND_TEXTURE: store(e, inst, sample(e, inst)); break;
   default: store(e, inst, vector_result(e, inst)); break;
   }
}
