/* spv_llvm_deriv.c: derivatives of a fragment shader, by differences between the pixels of a quad. */
#include "hw-si/compiler/spv_llvm.h"

typedef LLVMValueRef V;

/* Quad: 0 1 / 2 3. Coarse: one difference for the quad; fine: one per row or column. */
static V difference(struct sl *s, V v, unsigned from, unsigned to)
{
   V d = LLVMBuildFSub(s->b, sl_quad_perm(s, v, to), sl_quad_perm(s, v, from), "");
   return sl_call1(s, "llvm.amdgcn.wqm.f32", s->f32, d);
}

#define PERM(a, b, c, d) ((a) | (b) << 2 | (c) << 4 | (d) << 6)

LLVMValueRef sl_ddx(struct sl *s, LLVMValueRef v, bool fine)
{
   return fine ? difference(s, v, PERM(0, 0, 2, 2), PERM(1, 1, 3, 3)) : difference(s, v, PERM(0, 0, 0, 0), PERM(1, 1, 1, 1));
}

LLVMValueRef sl_ddy(struct sl *s, LLVMValueRef v, bool fine)
{
   return fine ? difference(s, v, PERM(0, 1, 0, 1), PERM(2, 3, 2, 3)) : difference(s, v, PERM(0, 0, 0, 0), PERM(2, 2, 2, 2));
}

/* dFdy: GL's y counts against the rows of a framebuffer that is stored top row first. */
static V gl_ddy(struct sl *s, V v, bool fine)
{
   V state = LLVMBuildAnd(s->b, s->arg[SI_SGPR_STATE], sl_i32(s, SI_PS_STATE_Y_INVERTED), "");
   V sign = LLVMBuildSelect(s->b, LLVMBuildICmp(s->b, LLVMIntNE, state, s->zero, ""), sl_f32(s, -1.0), s->f_one, "");
   return LLVMBuildFMul(s->b, sl_ddy(s, v, fine), sign, "");
}

void sl_derivative(struct sl *s, const struct spv_inst *in)
{
   uint32_t n = sl_count(s, spv_w(in, 1));
   const V *x = sl_floats(s, spv_w(in, 3), n ? n : 1);
   V c[4];
   if (s->failed || n > 4 || LLVMTypeOf(x[0]) != s->f32 || s->shader->stage != PIPE_SHADER_FRAGMENT) {
      sl_fail(s, "derivative of something that has none");
      return;
   }
   bool fine = in->op == SpvOpDPdxFine || in->op == SpvOpDPdyFine || in->op == SpvOpFwidthFine;
   for (uint32_t i = 0; i < n; i++) {
      switch (in->op) {
      case SpvOpDPdx: case SpvOpDPdxFine: case SpvOpDPdxCoarse:
         c[i] = sl_ddx(s, x[i], fine);
         break;
      case SpvOpDPdy: case SpvOpDPdyFine: case SpvOpDPdyCoarse:
         c[i] = gl_ddy(s, x[i], fine);
         break;
      default:
         c[i] = LLVMBuildFAdd(s->b, sl_fabs(s, sl_ddx(s, x[i], fine)), sl_fabs(s, sl_ddy(s, x[i], fine)), "");
         break;
      }
   }
   sl_define(s, in, c, n);
}
