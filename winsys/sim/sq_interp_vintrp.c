/* sq_interp_vintrp.c: attribute interpolation. The wave carries P0, P10 and P20 of its one primitive (sq.h: struct
 * sq_attr), so M0 and LDS are not looked at. p1: P10 * i + P0; p2 adds P20 * j; each is a multiplication and an addition
 * with a rounding of its own. */
#include "winsys/sim/sq_interp.h"

bool sq_exec_vintrp(struct sq_state *s, const struct gcn_inst *inst)
{
   struct sq_wave *w = s->w;
   unsigned n = w->lanes, chan = inst->interp.chan;
   if (!w->attr) {
      sq_wave_fault(w, s->p, (uint32_t)(inst - s->p->inst), "interpolation without attributes");
      return false;
   }
   const struct sq_attr *attr = &w->attr[inst->interp.attr];
   uint32_t d[64];
   sq_f32 *f = (sq_f32 *)d;
   uint32_t *dst = sq_vgpr(s, inst->dst[0].code);
   if (inst->op == GCN_V_INTERP_MOV_F32) {
      float v = inst->src[0].code == 0 ? attr->p10[chan] : inst->src[0].code == 1 ? attr->p20[chan] : attr->p0[chan];
      for (unsigned i = 0; i < n; i++)
         f[i] = v;
   } else {
      const sq_f32 *ij = (const sq_f32 *)sq_vgpr(s, inst->src[0].code);
      bool p1 = inst->op == GCN_V_INTERP_P1_F32;
      float slope = p1 ? attr->p10[chan] : attr->p20[chan], base = attr->p0[chan];
      for (unsigned i = 0; i < n; i++) {
         float product = slope * ij[i];
         f[i] = product + (p1 ? base : ((const sq_f32 *)dst)[i]);
      }
   }
   sq_store_row(dst, d, w->exec, n);
   return true;
}
