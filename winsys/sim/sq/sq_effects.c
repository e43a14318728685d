/* sq_effects.c: the VGPRs that an instruction reads and writes. */
#include <string.h>

#include "winsys/sim/sq/sq_effects.h"
#include "winsys/sim/sq/sq_internal.h"

static void add_range(uint64_t *set, struct gcn_operand o)
{
   for (unsigned i = 0; o.code >= GCN_SRC_VGPR0 && i < o.dwords && o.code + i < 512; i++)
      sq_set_bit(set, o.code + i - GCN_SRC_VGPR0);
}

void sq_effects(const struct gcn_inst *inst, struct sq_effects *e)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   memset(e, 0, sizeof *e);
   for (unsigned i = 0; i < inst->num_src && i < 4; i++) {
      struct gcn_operand o = inst->src[i];
      if (inst->enc == GCN_EXP) {
         bool on = inst->exp.compr ? i < 2 && inst->exp.en >> 2 * i & 3 : inst->exp.en >> i & 1;
         o.dwords = on && inst->exp.target != SQ_EXP_NULL;
      }
      if (inst->enc == GCN_MIMG && i == 0)
         o.dwords = inst->mimg.addr_dwords;
      add_range(e->read, o);
   }
   for (unsigned i = 0; i < inst->num_dst; i++) {
      add_range(e->write, inst->dst[i]);
      if (info->flags & GCN_FLAG_READS_DST)
         add_range(e->read, inst->dst[i]);
   }
   e->cross_lane = info->flags & (GCN_FLAG_CROSS_LANE | GCN_FLAG_DERIV) || inst->is_dpp;
   e->quad_only = !(info->flags & GCN_FLAG_CROSS_LANE) && (!inst->is_dpp || inst->dpp.ctrl <= 0xff);
   switch (inst->op) {
   case GCN_V_MOVRELS_B32: case GCN_V_MOVRELD_B32: case GCN_V_MOVRELSD_B32:
      e->all = e->partial = true;
      break;
   case GCN_V_READFIRSTLANE_B32: case GCN_V_READLANE_B32: case GCN_DS_SWIZZLE_B32: case GCN_DS_PERMUTE_B32:
   case GCN_DS_BPERMUTE_B32:
      e->cross_lane = true;
      e->quad_only = false;
      break;
   case GCN_V_WRITELANE_B32: case GCN_V_CVT_PKACCUM_U8_F32:
      e->partial = true;
      add_range(e->read, inst->dst[0]);
      break;
   default:
      break;
   }
   if (inst->is_dpp || (inst->is_sdwa && inst->num_dst && inst->dst[0].code >= GCN_SRC_VGPR0 && inst->sdwa.dst_sel != 6 &&
                        inst->sdwa.dst_unused == 2)) {
      e->partial = true;
      add_range(e->read, inst->dst[0]);
   }
}
