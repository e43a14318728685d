/* si_multi_vgt.c: IA_MULTI_VGT_PARAM: how the input assembler spreads the primitives of a draw over shader engines, and when
 * waves start before they are full. The rules are requirements of the hardware and of its defects by chip (si_info.c); they
 * follow what radeonsi programs (docs/streams.md). pm4_check.c checks the dependencies between the fields. */
#include "si_context.h"

#include "hw_regs.h"

uint32_t si_multi_vgt_param(const struct si_info *info, const struct si_multi_vgt *d)
{
   unsigned group = d->has_tess ? d->patches : d->has_gs ? SI_GS_PRIMGROUP : 128;
   /* A draw goes to one shader engine: correct for every primitive type; some need it with four engines. */
   bool wd_switch_on_eop = info->has_uconfig;
   /* With tessellation, primitive ids restart at the end of an instance only then. */
   bool switch_on_eoi = d->has_tess && d->tess_uses_primitive_id;
   bool partial_vs = d->has_gs && info->gs_partial_vs_wave;
   bool partial_es = switch_on_eoi;

   if (d->has_tess && d->has_gs && info->tess_gs_partial_vs_wave)
      partial_vs = true;
   if (d->has_tess && info->has_tess_distribution) {
      partial_vs |= !d->has_gs;
      partial_es |= d->has_gs;
   }
   if (switch_on_eoi && (info->eoi_partial_vs_wave || (info->eoi_gs_partial_vs_wave && d->has_gs)))
      partial_vs = true;
   /* The table of GS waves must have room for the primitives of an ES wave. */
   if (d->has_gs && SI_GS_PER_ES / (group ? group : 1) >= info->gs_table_depth - 3)
      partial_es = true;
   return S_028AA8_PRIMGROUP_SIZE((group ? group : 1) - 1) | S_028AA8_WD_SWITCH_ON_EOP(wd_switch_on_eop) |
          S_028AA8_SWITCH_ON_EOI(switch_on_eoi) | S_028AA8_PARTIAL_VS_WAVE_ON(partial_vs) |
          S_028AA8_PARTIAL_ES_WAVE_ON(partial_es) | S_028AA8_MAX_PRIMGRP_IN_WAVE(info->primgroups_in_wave);
}
