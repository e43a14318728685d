/* sq_interp_vintrp.c: attribute interpolation. The wave carries P0, P10 and P20 of every lane's primitive (sq.h: struct
 * sq_attr), so M0 and LDS are not looked at. */
#include "winsys/sim/sq/interp/sq_interp.h"

bool sq_exec_vintrp(struct sq_state *s, const struct gcn_inst *inst)
{
   struct sq_wave *w = s->w;
   unsigned n = w->lanes, chan = inst->interp.chan;
   if (!w->attr) {
      sq_wave_fault(w, s->p, (uint32_t)(inst - s->p->inst), "interpolation without attributes");
      return false;
   }
   const struct sq_attr *attr = &w->attr[inst->interp.attr];
   const float *p0 = attr->chan[chan].p0, *p10 = attr->chan[chan].p10, *p20 = attr->chan[chan].p20;
   uint32_t d[64];
   sq_f32 *f = (sq_f32 *)d;
   uint32_t *dst = sq_vgpr(s, inst->dst[0].code);
   const bool moves = sq_interp_moves(inst);
   if (inst->op == GCN_V_INTERP_MOV_F32) {
      const float *from = inst->src[0].code == 0 ? p10 : inst->src[0].code == 1 ? p20 : p0;
      for (unsigned i = 0; i < n; i++)
         f[i] = from[i];
   } else {
      const sq_f32 *ij = (const sq_f32 *)sq_vgpr(s, inst->src[0].code);
      bool p1 = inst->op == GCN_V_INTERP_P1_F32;
      const float *slope = p1 ? p10 : p20;
      for (unsigned i = 0; i < n; i++)
         f[i] = SQ_INTERP_STEP(p1 ? p0[i] : ((const sq_f32 *)dst)[i], slope[i], ij[i]);
   }
   for (unsigned i = 0; i < n && !moves; i++)
      d[i] = sim_canonical_32(d[i]);
   sq_store_row(dst, d, w->exec, n);
   return true;
}
