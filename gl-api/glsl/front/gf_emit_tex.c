/* gf_emit_tex.c: texture functions of all versions. The name gives the operation ("texture2DProjLodOffset"), the sampler's type
 * the meaning of P's components; the remaining arguments follow in a fixed order. */
#include "gf_emit.h"
#include "gf_front.h"

#include <string.h>

struct tex {
   struct gf_emit *e;
   struct gf_expr *x;
   const char *name;
   const struct gf_type *sampler;
   unsigned dims;               /* of coordinates, without the layer */
   unsigned next;               /* argument */
   uint32_t mask, operand[8], operands; /* image operands */
};

static bool has(const struct tex *t, const char *part) { return strstr(t->name, part) != NULL; }
static uint32_t take(struct tex *t) { return gf_value_of(t->e, t->x->args[t->next++]); }
static uint32_t sampler(struct tex *t) { return gf_opaque_of(t->e, t->x->args[t->next++]); }

static void operand(struct tex *t, uint32_t bit, uint32_t value)
{
   t->mask |= bit;
   t->operand[t->operands++] = value;
}

static uint32_t float_zero(struct tex *t, unsigned rows)
{
   static const union gf_scalar zero[4];
   const union gf_scalar *at = zero;
   return gf_constant(t->e, gf_vector(GF_FLOAT, rows), &at);
}

/* The image of a sampled image, the operand of fetches and queries. */
static uint32_t image(struct tex *t)
{
   const uint32_t sampled = gf_opaque_of(t->e, t->x->args[0]);
   return GF_OP(t->e, SpvOpImage, gf_image_type_id(t->e, t->sampler), sampled);
}

/* Components `which` of P as a vector, or as a scalar. */
static uint32_t pick(struct tex *t, uint32_t id, const struct gf_type *type, const uint8_t *which, unsigned n)
{
   const uint32_t want = gf_type_id(t->e, gf_vector((enum gf_base)type->base, n));
   bool same = type->rows == n;
   uint32_t w[6] = { id, id };
   for (unsigned i = 0; i < n; i++) {
      same &= which[i] == i;
      w[2 + i] = which[i];
   }
   if (same)
      return id;
   return n == 1 ? GF_OP(t->e, SpvOpCompositeExtract, want, id, which[0]) : gf_result(t->e, SpvOpVectorShuffle, want, w, 2 + n);
}

/* ---- queries ---- */

static uint32_t query(struct tex *t)
{
   struct gf_emit *e = t->e;
   const uint32_t type = gf_type_id(e, t->x->type);
   gf_capability(e, SpvCapabilityImageQuery);
   if (has(t, "QueryL") && !has(t, "Levels")) {
      const uint32_t sampled = sampler(t), coord = take(t);
      return GF_OP(e, SpvOpImageQueryLod, type, sampled, coord);
   }
   const uint32_t id = image(t);
   if (has(t, "Levels"))
      return GF_OP(e, SpvOpImageQueryLevels, type, id);
   if (has(t, "Samples"))
      return GF_OP(e, SpvOpImageQuerySamples, type, id);
   const uint32_t level = t->x->arg_count == 2 ? gf_value_of(e, t->x->args[1]) : 0;
   if (level && t->sampler->dim != GF_RECT) /* rectangles have one level */
      return GF_OP(e, SpvOpImageQuerySizeLod, type, id, level);
   return GF_OP(e, SpvOpImageQuerySize, type, id);
}

/* ---- operands ---- */

static void offset(struct tex *t)
{
   const struct gf_expr *x = t->x->args[t->next];
   const bool constant = x->value != NULL;
   if (!constant)
      gf_capability(t->e, SpvCapabilityImageGatherExtended);
   const uint32_t value = take(t);
   if (x->type->base == GF_ARRAY)
      gf_capability(t->e, SpvCapabilityImageGatherExtended);
   operand(t, x->type->base == GF_ARRAY ? SpvImageOperandsConstOffsetsMask : constant ? SpvImageOperandsConstOffsetMask :
           SpvImageOperandsOffsetMask, value);
}

static uint32_t finish(struct tex *t, SpvOp op, const uint32_t *fixed, unsigned count)
{
   uint32_t w[16];
   memcpy(w, fixed, count * sizeof(*w));
   if (t->mask) {
      w[count++] = t->mask;
      memcpy(w + count, t->operand, t->operands * sizeof(*w));
      count += t->operands;
   }
   const struct gf_type *texel = gf_vector((enum gf_base)t->sampler->sampled, 4);
   const bool compares = op == SpvOpImageSampleDrefImplicitLod || op == SpvOpImageSampleDrefExplicitLod ||
      op == SpvOpImageSampleProjDrefImplicitLod || op == SpvOpImageSampleProjDrefExplicitLod;
   const uint32_t id = gf_result(t->e, op, gf_type_id(t->e, compares ? GF_T(float) : texel), w, count);
   if (!compares || gf_is_scalar(t->x->type))
      return id;
   /* shadow2D() and similar functions of contexts without DEPTH_TEXTURE_MODE: luminance, its default (GLSL 1.10, 8.7) */
   const uint32_t one = gf_constant_u32(t->e, GF_T(float), 0x3f800000);
   return GF_OP(t->e, SpvOpCompositeConstruct, gf_type_id(t->e, GF_T(vec4)), id, id, id, one);
}

/* ---- fetch, gather, sample ---- */

static uint32_t fetch(struct tex *t)
{
   const uint32_t id = image(t);
   t->next = 1;
   const uint32_t coord = take(t);
   if (t->sampler->ms)
      operand(t, SpvImageOperandsSampleMask, take(t));
   else if (t->sampler->dim != GF_RECT && t->sampler->dim != GF_BUFFER)
      operand(t, SpvImageOperandsLodMask, take(t));
   if (has(t, "Offset")) {
      offset(t);
   }
   return finish(t, SpvOpImageFetch, (const uint32_t[]){ id, coord }, 2);
}

static uint32_t gather(struct tex *t)
{
   const uint32_t id = sampler(t), coord = take(t);
   const uint32_t dref = t->sampler->shadow ? take(t) : 0;
   if (has(t, "Offset"))
      offset(t);
   const uint32_t component = dref ? dref : t->next < t->x->arg_count ? take(t) : gf_constant_u32(t->e, GF_T(int), 0);
   return finish(t, dref ? SpvOpImageDrefGather : SpvOpImageGather, (const uint32_t[]){ id, coord, component }, 3);
}

/* shadow2D() and similar functions have a texel as their result whose components GL_DEPTH_TEXTURE_MODE chooses (GLSL 1.10, 8.7):
 * P's reference follows the coordinates (state/pipe_types.h). */
static bool has_texel(const struct tex *t)
{
   const struct gf_ctx *c = t->e->c;
   return t->sampler->shadow && !gf_is_scalar(t->x->type) && c->options->compat && !c->es;
}

static uint32_t sample(struct tex *t)
{
   struct gf_emit *e = t->e;
   const bool proj = has(t, "Proj"), lod = has(t, "Lod"), grad = has(t, "Grad");
   bool shadow = t->sampler->shadow;
   const unsigned n = t->dims + t->sampler->arrayed;
   const struct gf_type *type = t->x->args[1]->type;
   const uint32_t sampled = sampler(t), p = take(t);
   uint8_t which[4] = { 0, 1, 2, 3 };
   uint32_t coord, dref = 0;
   const uint8_t reference = (uint8_t)(proj || n < 2 ? 2 : n);
   const bool texel = has_texel(t);
   if (texel)
      which[n + proj] = reference;
   if (proj) {
      which[t->dims] = (uint8_t)(type->rows - 1);
      coord = pick(t, p, type, which, t->dims + 1 + texel);
   } else {
      coord = gf_is_scalar(type) ? p : pick(t, p, type, which, n + texel);
   }
   if (texel) {
      shadow = false;
   } else if (shadow && n == 4) { /* samplerCubeArrayShadow: P has no component for the reference */
      dref = take(t);
   } else if (shadow) {
      dref = pick(t, p, type, &reference, 1);
   }
   if (lod)
      operand(t, SpvImageOperandsLodMask, take(t));
   if (grad) {
      operand(t, SpvImageOperandsGradMask, take(t));
      t->operand[t->operands++] = take(t);
   }
   /* Image operands are in the order of their bits: the bias precedes the offset, unlike in the argument list. */
   uint32_t bias = 0;
   const unsigned offset_at = t->next;
   if (has(t, "Offset"))
      t->next++;
   if (t->next < t->x->arg_count)
      bias = take(t);
   if (bias)
      operand(t, SpvImageOperandsBiasMask, bias);
   const bool implicit = !lod && !grad && e->c->stage == PIPE_SHADER_FRAGMENT;
   if (!implicit && !lod && !grad) { /* the stage has no derivatives: level 0 */
      if (t->sampler->dim == GF_RECT) {
         operand(t, SpvImageOperandsGradMask, float_zero(t, 2));
         t->operand[t->operands++] = float_zero(t, 2);
      } else {
         operand(t, SpvImageOperandsLodMask, float_zero(t, 1));
      }
   }
   if (has(t, "Offset")) {
      t->next = offset_at;
      offset(t);
   }
   static const SpvOp ops[2][2][2] = { /* [projects][compares][implicit level] */
      { { SpvOpImageSampleExplicitLod, SpvOpImageSampleImplicitLod },
        { SpvOpImageSampleDrefExplicitLod, SpvOpImageSampleDrefImplicitLod } },
      { { SpvOpImageSampleProjExplicitLod, SpvOpImageSampleProjImplicitLod },
        { SpvOpImageSampleProjDrefExplicitLod, SpvOpImageSampleProjDrefImplicitLod } } };
   return finish(t, ops[proj][shadow][implicit], (const uint32_t[]){ sampled, coord, dref }, dref ? 3 : 2);
}

uint32_t gf_emit_texture(struct gf_emit *e, struct gf_expr *x)
{
   static const uint8_t dims[] = { [GF_1D] = 1, [GF_2D] = 2, [GF_3D] = 3, [GF_CUBE] = 3, [GF_RECT] = 2, [GF_BUFFER] = 1,
                                   [GF_EXTERNAL] = 2 };
   struct tex t = { .e = e, .x = x, .name = x->callee->symbol->name->text, .sampler = x->args[0]->type };
   t.dims = dims[t.sampler->dim];
   if (has(&t, "Identical")) { /* EXT_shader_samples_identical allows false; SPIR-V has no such query */
      static const union gf_scalar no;
      const union gf_scalar *at = &no;
      gf_value_of(e, x->args[1]);
      return gf_constant(e, x->type, &at);
   }
   if (strncmp(t.name, "texelFetch", 10) == 0)
      return fetch(&t);
   if (has(&t, "Size") || has(&t, "Query") || has(&t, "Samples"))
      return query(&t);
   return has(&t, "Gather") || strcmp(t.name, "texture4") == 0 ? gather(&t) : sample(&t);
}
