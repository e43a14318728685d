/* ps_blend.c: the equations of KHR_blend_equation_advanced, which the blender lacks: computed from the shader's colour and the
 * destination colour, both with premultiplied alpha (table X.1 and X.2 of the extension). */
#include <string.h>

#include "hw-si/compiler/spv_llvm.h"

struct rgb { LLVMValueRef c[3]; };

static LLVMValueRef add(struct sl *s, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildFAdd(s->b, a, b, ""); }
static LLVMValueRef sub(struct sl *s, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildFSub(s->b, a, b, ""); }
static LLVMValueRef mul(struct sl *s, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildFMul(s->b, a, b, ""); }
static LLVMValueRef one_minus(struct sl *s, LLVMValueRef a) { return sub(s, s->f_one, a); }
static LLVMValueRef twice(struct sl *s, LLVMValueRef a) { return add(s, a, a); }

/* a <= limit ? x : y */
static LLVMValueRef if_le(struct sl *s, LLVMValueRef a, double limit, LLVMValueRef x, LLVMValueRef y)
{
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOLE, a, sl_f32(s, limit), ""), x, y, "");
}

/* ---- equations of one component ---- */

static LLVMValueRef screen(struct sl *s, LLVMValueRef a, LLVMValueRef b)
{
   return sub(s, add(s, a, b), mul(s, a, b));
}

/* Multiplied where `by` is dark, screened where it is light. */
static LLVMValueRef by_half(struct sl *s, LLVMValueRef by, LLVMValueRef a, LLVMValueRef b)
{
   LLVMValueRef light = one_minus(s, twice(s, mul(s, one_minus(s, a), one_minus(s, b))));
   return if_le(s, by, 0.5, twice(s, mul(s, a, b)), light);
}

static LLVMValueRef dodge(struct sl *s, LLVMValueRef src, LLVMValueRef dst)
{
   LLVMValueRef v = sl_fmin(s, s->f_one, sl_fdiv(s, dst, one_minus(s, src)));
   LLVMValueRef light = LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOGE, src, s->f_one, ""), s->f_one, v, "");
   return if_le(s, dst, 0, s->f_zero, light);
}

static LLVMValueRef burn(struct sl *s, LLVMValueRef src, LLVMValueRef dst)
{
   LLVMValueRef v = one_minus(s, sl_fmin(s, s->f_one, sl_fdiv(s, one_minus(s, dst), src)));
   LLVMValueRef dark = if_le(s, src, 0, s->f_zero, v);
   return LLVMBuildSelect(s->b, LLVMBuildFCmp(s->b, LLVMRealOGE, dst, s->f_one, ""), s->f_one, dark, "");
}

static LLVMValueRef soft_light(struct sl *s, LLVMValueRef src, LLVMValueRef dst)
{
   LLVMValueRef k = sub(s, twice(s, src), s->f_one);
   LLVMValueRef dark = mul(s, dst, one_minus(s, dst));
   LLVMValueRef cubic = add(s, mul(s, sub(s, mul(s, sl_f32(s, 16), dst), sl_f32(s, 12)), dst), sl_f32(s, 3));
   LLVMValueRef root = sub(s, sl_math1(s, "llvm.sqrt", sl_fmax(s, dst, s->f_zero)), dst);
   LLVMValueRef light = if_le(s, dst, 0.25, mul(s, dst, cubic), root);
   return add(s, dst, mul(s, k, if_le(s, src, 0.5, dark, light)));
}

static LLVMValueRef component(struct sl *s, LLVMValueRef src, LLVMValueRef dst)
{
   switch (s->key->ps.equation) {
   case PIPE_EQUATION_MULTIPLY: return mul(s, src, dst);
   case PIPE_EQUATION_SCREEN: return screen(s, src, dst);
   case PIPE_EQUATION_OVERLAY: return by_half(s, dst, src, dst);
   case PIPE_EQUATION_DARKEN: return sl_fmin(s, src, dst);
   case PIPE_EQUATION_LIGHTEN: return sl_fmax(s, src, dst);
   case PIPE_EQUATION_COLORDODGE: return dodge(s, src, dst);
   case PIPE_EQUATION_COLORBURN: return burn(s, src, dst);
   case PIPE_EQUATION_HARDLIGHT: return by_half(s, src, src, dst);
   case PIPE_EQUATION_SOFTLIGHT: return soft_light(s, src, dst);
   case PIPE_EQUATION_DIFFERENCE: return sl_fabs(s, sub(s, dst, src));
   default: return sub(s, add(s, src, dst), twice(s, mul(s, src, dst))); /* PIPE_EQUATION_EXCLUSION */
   }
}

/* ---- equations of hue, saturation and luminosity ---- */

static LLVMValueRef least(struct sl *s, struct rgb a) { return sl_fmin(s, sl_fmin(s, a.c[0], a.c[1]), a.c[2]); }
static LLVMValueRef greatest(struct sl *s, struct rgb a) { return sl_fmax(s, sl_fmax(s, a.c[0], a.c[1]), a.c[2]); }

static LLVMValueRef luminosity(struct sl *s, struct rgb a)
{
   LLVMValueRef v = mul(s, a.c[0], sl_f32(s, 0.30));
   return add(s, add(s, v, mul(s, a.c[1], sl_f32(s, 0.59))), mul(s, a.c[2], sl_f32(s, 0.11)));
}

/* Moves components towards the luminosity until they are in 0..1. */
static struct rgb clip_color(struct sl *s, struct rgb a)
{
   LLVMValueRef lum = luminosity(s, a), min = least(s, a), max = greatest(s, a);
   LLVMValueRef below = LLVMBuildFCmp(s->b, LLVMRealOLT, min, s->f_zero, "");
   LLVMValueRef above = LLVMBuildFCmp(s->b, LLVMRealOGT, max, s->f_one, "");
   LLVMValueRef up = sl_fdiv(s, lum, sub(s, lum, min)), down = sl_fdiv(s, one_minus(s, lum), sub(s, max, lum));
   for (unsigned i = 0; i < 3; i++) {
      a.c[i] = LLVMBuildSelect(s->b, below, add(s, lum, mul(s, sub(s, a.c[i], lum), up)), a.c[i], "");
      a.c[i] = LLVMBuildSelect(s->b, above, add(s, lum, mul(s, sub(s, a.c[i], lum), down)), a.c[i], "");
   }
   return a;
}

static struct rgb set_luminosity(struct sl *s, struct rgb base, struct rgb lum)
{
   LLVMValueRef difference = sub(s, luminosity(s, lum), luminosity(s, base));
   for (unsigned i = 0; i < 3; i++)
      base.c[i] = add(s, base.c[i], difference);
   return clip_color(s, base);
}

static struct rgb set_saturation(struct sl *s, struct rgb base, struct rgb sat, struct rgb lum)
{
   LLVMValueRef min = least(s, base), range = sub(s, greatest(s, base), min);
   LLVMValueRef scale = sl_fdiv(s, sub(s, greatest(s, sat), least(s, sat)), range);
   for (unsigned i = 0; i < 3; i++)
      base.c[i] = if_le(s, range, 0, s->f_zero, mul(s, sub(s, base.c[i], min), scale));
   return set_luminosity(s, base, lum);
}

static struct rgb equation(struct sl *s, struct rgb src, struct rgb dst)
{
   switch (s->key->ps.equation) {
   case PIPE_EQUATION_HSL_HUE: return set_saturation(s, src, dst, dst);
   case PIPE_EQUATION_HSL_SATURATION: return set_saturation(s, dst, src, dst);
   case PIPE_EQUATION_HSL_COLOR: return set_luminosity(s, src, dst);
   case PIPE_EQUATION_HSL_LUMINOSITY: return set_luminosity(s, dst, src);
   default:
      for (unsigned i = 0; i < 3; i++)
         src.c[i] = component(s, src.c[i], dst.c[i]);
      return src;
   }
}

/* ---- operands and result ---- */

static LLVMValueRef clamp(struct sl *s, LLVMValueRef v)
{
   unsigned range = s->key->ps.equation_clamp;
   if (range == SI_CLAMP_NONE)
      return v;
   return range == SI_CLAMP_UNORM ? sl_saturate(s, v) : sl_fmin(s, sl_fmax(s, v, sl_f32(s, -1)), s->f_one);
}

/* Divided by alpha; alpha 0 gives 0. */
static struct rgb unpremultiply(struct sl *s, const LLVMValueRef c[4])
{
   LLVMValueRef none = LLVMBuildFCmp(s->b, LLVMRealOEQ, c[3], s->f_zero, "");
   struct rgb v;
   for (unsigned i = 0; i < 3; i++)
      v.c[i] = LLVMBuildSelect(s->b, none, s->f_zero, sl_fdiv(s, c[i], c[3]), "");
   return v;
}

void sl_ps_blend(struct sl *s, LLVMValueRef c[4])
{
   LLVMValueRef texel = sl_ps_destination(s, sl_target_desc(s, 0)), dst[4];
   for (unsigned i = 0; i < 4; i++) {
      c[i] = clamp(s, c[i]);
      dst[i] = clamp(s, sl_element(s, texel, i));
   }
   struct rgb cs = unpremultiply(s, c), cd = unpremultiply(s, dst), f = equation(s, cs, cd);
   /* Coverage by both, by the source alone, by the destination alone (overlap UNCORRELATED). */
   LLVMValueRef both = mul(s, c[3], dst[3]), src_only = mul(s, c[3], one_minus(s, dst[3]));
   LLVMValueRef dst_only = mul(s, dst[3], one_minus(s, c[3]));
   for (unsigned i = 0; i < 3; i++)
      c[i] = add(s, add(s, mul(s, f.c[i], both), mul(s, cs.c[i], src_only)), mul(s, cd.c[i], dst_only));
   c[3] = add(s, add(s, both, src_only), dst_only);
}
