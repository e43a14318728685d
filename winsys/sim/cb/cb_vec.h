/* cb_vec.h: what the colour kernels share: exports to values. Part of the files compiled
 * once per instruction set. */
#ifndef SIM_CB_VEC_H
#define SIM_CB_VEC_H

#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/surf/fmt_vec.h"

enum cb_export { CB_EXP_32_R = 1, CB_EXP_32_GR, CB_EXP_32_AR, CB_EXP_FP16, CB_EXP_UNORM16, CB_EXP_SNORM16, CB_EXP_UINT16,
                 CB_EXP_SINT16, CB_EXP_32_ABGR };

/* The colour a shader exported: floats, or integers for the integer formats. Components that were not exported are 0. */
PX_INLINE void cb_read_export(unsigned format, const uint32_t (*exp)[64], vu out[4])
{
   vu xy, zw;
   out[0] = out[1] = out[2] = out[3] = vu_set(0);
   switch (format) {
   case CB_EXP_32_ABGR:
      out[3] = vu_load(exp[3]);
      out[2] = vu_load(exp[2]);
      /* fallthrough */
   case CB_EXP_32_GR:
      out[1] = vu_load(exp[1]);
      /* fallthrough */
   case CB_EXP_32_R:
      out[0] = vu_load(exp[0]);
      return;
   case CB_EXP_32_AR:
      out[0] = vu_load(exp[0]);
      out[3] = vu_load(exp[3]);
      return;
   }
   xy = vu_load(exp[0]);
   zw = vu_load(exp[1]);
   vu h[4] = { xy & 0xffff, xy >> 16, zw & 0xffff, zw >> 16 };
   for (unsigned c = 0; c < 4; c++) {
      switch (format) {
      case CB_EXP_FP16: out[c] = (vu)vf_from_half(h[c]); break;
      case CB_EXP_UNORM16: out[c] = (vu)vf_unorm(h[c], 16); break;
      case CB_EXP_SNORM16:
         out[c] = (vu)vf_max(vf_div_max(vf_from_i((vi)(h[c] << 16) >> 16), 15), vf_set(-1));
         break;
      case CB_EXP_SINT16: out[c] = (vu)((vi)(h[c] << 16) >> 16); break;
      default: out[c] = h[c];
      }
   }
}

/* Where blend factors come from. con: bits of CB_BLEND_RED to _ALPHA. */
struct cb_factors { const vf *src, *dst; const uint32_t *con; };

/* v times a factor (V_028780_BLEND_*, of one source) for component c. Zero and one are exact for every v. */
PX_INLINE vf cb_scale(const struct cb_factors *b, unsigned factor, unsigned c, vf v)
{
   vf f;
   switch (factor) {
   case 1: return v;
   case 2: f = b->src[c]; break;
   case 3: f = 1.0f - b->src[c]; break;
   case 4: f = b->src[3]; break;
   case 5: f = 1.0f - b->src[3]; break;
   case 6: f = b->dst[3]; break;
   case 7: f = 1.0f - b->dst[3]; break;
   case 8: f = b->dst[c]; break;
   case 9: f = 1.0f - b->dst[c]; break;
   case 13: f = (vf)vu_set(b->con[c]); break;
   case 14: f = 1.0f - (vf)vu_set(b->con[c]); break;
   case 19: f = (vf)vu_set(b->con[3]); break;
   case 20: f = 1.0f - (vf)vu_set(b->con[3]); break;
   default: return vf_set(0);
   }
   return f * v;
}

#endif
