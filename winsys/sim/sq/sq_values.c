/* sq_values.c: attribute values of pixel programs that depend on the launch only. v_interp_p1 and v_interp_p2 that interpolate a
 * channel by the i and j of the launch give such a value; so does v_interp_mov. The scan converter computes these values when
 * it launches a wave, because it has the planes at hand (sc_input.c). Host code then reads one row for each value instead of
 * three plane registers and two barycentrics. */
#include <string.h>

#include "winsys/sim/sq/sq_effects.h"
#include "winsys/sim/sq/sq_internal.h"
#include "winsys/sim/sq/sq_math.h"

#define NONE UINT32_MAX

struct search {
   struct sq_program *p;
   uint64_t written[4];     /* VGPRs that are written anywhere */
   uint64_t changed[4];     /* since the launch */
   uint32_t begun[256];     /* by VGPR: the v_interp_p1 whose sum it holds and no v_interp_p2 has used; NONE */
};

/* The launching block computes with denormals flushed, rounding to nearest. */
static bool can_have_values(const struct sq_program *p)
{
   for (uint32_t i = 0; i < p->num_inst; i++) {
      switch (p->inst[i].op) {
      case GCN_S_SETREG_B32: case GCN_S_SETREG_IMM32_B32: case GCN_S_BARRIER:
      case GCN_S_SET_GPR_IDX_ON: case GCN_S_SET_GPR_IDX_MODE:
      case GCN_V_MOVRELS_B32: case GCN_V_MOVRELD_B32: case GCN_V_MOVRELSD_B32:
         return false;
      default: break;
      }
   }
   return p->stage == SQ_PS && p->num_inst && !p->mode.denorm32 && !p->mode.round32;
}

static void reset_search(struct search *s)
{
   memset(s->begun, 0xff, sizeof s->begun);
}

static bool may_write_exec(const struct gcn_inst *inst)
{
   for (unsigned k = 0; k < inst->num_dst; k++)
      if (inst->dst[k].code <= GCN_SRC_EXEC_HI && inst->dst[k].code + inst->dst[k].dwords > GCN_SRC_EXEC_LO)
         return true;
   return gcn_op_infos[inst->op].flags & GCN_FLAG_VCMPX ||
          (inst->enc == GCN_SOP1 && inst->op != GCN_S_MOV_B32 && inst->op != GCN_S_MOV_B64);
}

/* The number of a value, perhaps one that there is already; SQ_NO_VALUE: too many. */
static uint8_t number_of(struct sq_program_info *info, struct sq_value v)
{
   unsigned n = 0;
   while (n < info->num_values && memcmp(&info->value[n], &v, sizeof v))
      n++;
   if (n == SQ_MAX_VALUES)
      return SQ_NO_VALUE;
   if (n == info->num_values)
      info->value[info->num_values++] = v;
   return (uint8_t)n;
}

static bool as_launched(const struct search *s, unsigned code)
{
   return code >= GCN_SRC_VGPR0 && code < GCN_SRC_VGPR0 + 32 && !sq_bit(s->changed, code - GCN_SRC_VGPR0);
}

/* inst is v_interp_p2, and its destination holds what v_interp_p1 has put there. */
static bool completes(const struct search *s, const struct gcn_inst *p1, const struct gcn_inst *inst)
{
   return p1->interp.attr == inst->interp.attr && p1->interp.chan == inst->interp.chan && as_launched(s, inst->src[0].code) &&
          inst->src[0].code == p1->src[0].code + 1;
}

static void interpolation(struct search *s, uint32_t i)
{
   struct sq_program *p = s->p;
   const struct gcn_inst *inst = &p->inst[i];
   uint32_t *begun = &s->begun[(inst->dst[0].code - GCN_SRC_VGPR0) & 255];
   struct sq_value v = { (uint8_t)(4 * inst->interp.attr + inst->interp.chan), SQ_NO_IJ, 0 };
   if (inst->op == GCN_V_INTERP_MOV_F32) {
      v.coefficient = inst->src[0].code == 0 ? 1 : inst->src[0].code == 1 ? 2 : 0;
      p->value[i] = number_of(&p->info, v);
   } else if (inst->op == GCN_V_INTERP_P2_F32 && *begun != NONE && completes(s, &p->inst[*begun], inst)) {
      v.ij = (uint8_t)(p->inst[*begun].src[0].code - GCN_SRC_VGPR0);
      p->value[i] = number_of(&p->info, v);
      if (p->value[i] != SQ_NO_VALUE)
         p->value[*begun] = SQ_VALUE_LATER;
   }
}

static void step(struct search *s, uint32_t i)
{
   const struct gcn_inst *inst = &s->p->inst[i];
   struct sq_effects e;
   sq_effects(inst, &e);
   bool interp = inst->enc == GCN_VINTRP && inst->op != GCN_OP_NONE, begins = interp && inst->op == GCN_V_INTERP_P1_F32;
   begins = begins && as_launched(s, inst->src[0].code) && as_launched(s, inst->src[0].code + 1u);
   if (interp)
      interpolation(s, i);
   if (may_write_exec(inst))
      reset_search(s);
   for (unsigned r = 0; r < 256; r++)
      if (sq_bit(e.read, r) || sq_bit(e.write, r))
         s->begun[r] = NONE;
   for (unsigned k = 0; k < 4; k++)
      s->changed[k] |= e.write[k];
   if (begins)
      s->begun[(inst->dst[0].code - GCN_SRC_VGPR0) & 255] = i;
}

/* The launch has one pair of i and j after the other. */
static void sort_values(struct sq_program *p)
{
   struct sq_program_info *info = &p->info;
   uint8_t to[SQ_MAX_VALUES], n = 0;
   struct sq_value sorted[SQ_MAX_VALUES];
   for (unsigned ij = 0; ij <= SQ_NO_IJ; ij++) {
      for (unsigned k = 0; k < info->num_values; k++) {
         if (info->value[k].ij == ij) {
            to[k] = n;
            sorted[n++] = info->value[k];
         }
      }
   }
   memcpy(info->value, sorted, n * sizeof *sorted);
   for (uint32_t i = 0; i < p->num_inst; i++)
      if (p->value[i] < SQ_MAX_VALUES)
         p->value[i] = to[p->value[i]];
}

void sq_find_values(struct sq_program *p)
{
   struct search s = { .p = p };
   memset(p->value, SQ_NO_VALUE, p->num_inst);
   if (!can_have_values(p))
      return;
   bool first_is_target = false;
   for (uint32_t i = 0; i < p->num_inst; i++) {
      struct sq_effects e;
      sq_effects(&p->inst[i], &e);
      for (unsigned k = 0; k < 4; k++)
         s.written[k] |= e.write[k];
      first_is_target |= p->target[i] == 0;
   }
   reset_search(&s);
   for (uint32_t i = 0; i < p->num_inst; i++) {
      bool after_branch = i && gcn_op_infos[p->inst[i - 1].op].flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH | GCN_FLAG_END);
      if (i ? p->leader[i] || after_branch : first_is_target) {
         reset_search(&s);
         memcpy(s.changed, s.written, sizeof s.changed);
      }
      step(&s, i);
   }
   sort_values(p);
}

void sq_make_values(const struct sq_program *p, const struct sq_wave *w, float (*values)[SQ_MAX_LANES])
{
   uint32_t saved = sq_fp_enter(&p->mode);
   for (unsigned n = 0; n < p->info.num_values; n++) {
      const struct sq_value *v = &p->info.value[n];
      const struct sq_attr *attr = &w->attr[v->place / 4];
      const float *p0 = attr->chan[v->place % 4].p0, *p10 = attr->chan[v->place % 4].p10, *p20 = attr->chan[v->place % 4].p20;
      const float *const c[3] = { p0, p10, p20 };
      const sq_f32 *i = v->ij == SQ_NO_IJ ? NULL : (const sq_f32 *)w->vgpr[v->ij];
      const sq_f32 *j = i ? (const sq_f32 *)w->vgpr[v->ij + 1] : NULL;
      for (unsigned lane = 0; lane < w->lanes; lane++)
         values[n][lane] = i ? SQ_INTERP_STEP(SQ_INTERP_STEP(p0[lane], p10[lane], i[lane]), p20[lane], j[lane])
                             : c[v->coefficient][lane];
   }
   sq_fp_leave(saved);
}
