/* spv_llvm_yuv.c: sampled images whose luma and chroma are in separate planes: loads of the planes' descriptors, conversion to
 * RGB. The conversions are those of ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance). */
#include "hw-si/compiler/spv_llvm.h"

void sl_load_planes(struct sl *s, struct sl_image *image, uint32_t slot, LLVMValueRef dyn)
{
   bool any = false;
   for (unsigned i = 0; i < SI_NUM_SAMPLERS; i++)
      any |= s->key->yuv[i] != 0;
   if (!any)
      return;
   if (dyn) {
      sl_fail(s, "samplers of an array that is indexed with a variable cannot sample YUV images");
      return;
   }
   image->yuv = slot < SI_NUM_SAMPLERS ? s->key->yuv[slot] : 0;
   for (unsigned i = 0; image->yuv && i + 1 < SI_YUV_KEY_PLANES(image->yuv); i++) {
      uint32_t at_B = (SI_PLANES_DW + (slot * 2 + i) * 8) * 4;
      image->plane[i] = sl_load_const(s, s->arg[SI_SGPR_TEXTURES], s->v8i32, sl_i32(s, at_B));
   }
}

/* value = component * scale + bias, for components as the texture unit returns them: 1.0 is the largest number of the component,
 * which has the code at its top. Luma becomes 0..1, chroma -0.5..0.5 for the codes of the range. */
struct affine { double scale, bias; };

static struct affine decode(uint16_t key, bool chroma)
{
   const unsigned bits = SI_YUV_KEY_BITS(key), component_bits = bits > 8 ? 16 : 8;
   const double codes = ((1 << component_bits) - 1) / (double)(1 << (component_bits - bits)); /* code = component * codes */
   const double unit = 1 << (bits - 8); /* narrow ranges are defined for 8 bits */
   if (SI_YUV_KEY_FULL_RANGE(key)) {
      const double max = (1 << bits) - 1;
      return (struct affine){ codes / max, chroma ? -128 * unit / max : 0 };
   }
   const double range = chroma ? 224 * unit : 219 * unit;
   return (struct affine){ codes / range, -(chroma ? 128 : 16) * unit / range };
}

static LLVMValueRef apply(struct sl *s, const struct affine *a, LLVMValueRef v)
{
   return sl_fmad(s, v, sl_f32(s, a->scale), sl_f32(s, a->bias));
}

LLVMValueRef sl_yuv_to_rgb(struct sl *s, uint16_t key, LLVMValueRef luma, const LLVMValueRef chroma[2])
{
   static const struct { double r, b; } weights[] = { /* of red and blue in luma */
      [PIPE_YUV_BT601] = { 0.299, 0.114 }, [PIPE_YUV_BT709] = { 0.2126, 0.0722 }, [PIPE_YUV_BT2020] = { 0.2627, 0.0593 } };
   const double r = weights[SI_YUV_KEY_MATRIX(key)].r, b = weights[SI_YUV_KEY_MATRIX(key)].b, g = 1 - r - b;
   const struct affine decode_y = decode(key, false), decode_c = decode(key, true);
   const bool separate = SI_YUV_KEY_PLANES(key) == 3;

   LLVMValueRef y = apply(s, &decode_y, sl_element(s, luma, 0));
   LLVMValueRef u = apply(s, &decode_c, sl_element(s, chroma[0], 0));
   LLVMValueRef v = apply(s, &decode_c, separate ? sl_element(s, chroma[1], 0) : sl_element(s, chroma[0], 1));
   LLVMValueRef rgba[4] = {
      sl_fmad(s, v, sl_f32(s, 2 * (1 - r)), y),
      sl_fmad(s, u, sl_f32(s, -2 * (1 - b) * b / g), sl_fmad(s, v, sl_f32(s, -2 * (1 - r) * r / g), y)),
      sl_fmad(s, u, sl_f32(s, 2 * (1 - b)), y),
      s->f_one,
   };
   return sl_vector(s, rgba, 4);
}
