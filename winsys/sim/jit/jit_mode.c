/* jit_mode.c: the MODE register (rounding, denormals, clamping) of every instruction, followed through a program before code is
 * made. Compilers change it around single operations: LLVM keeps denormals for an exact division where the program flushes
 * them. Host code runs in the mode that the program starts with; vector instructions in another one are interpreted. Left to the
 * interpreter altogether: values of s_setreg that are not constants, and code that is reached in different modes. */
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/sq/interp/sq_interp.h"

#define UNREACHED 0xffff
#define MODE_BITS 0x3ff /* sq_mode_word() */

/* Whether the value is known; LLVM puts it into a register just before. */
static bool value_of(const struct sq_program *p, uint32_t pc, uint32_t *value)
{
   const struct gcn_inst *inst = &p->inst[pc];
   *value = inst->literal;
   return inst->op == GCN_S_SETREG_IMM32_B32 ||
          sq_constant_before(p, pc, inst->num_dst ? inst->dst[0].code : inst->src[0].code, value);
}

/* The mode after the instruction. False: unknown. */
static bool step(const struct sq_program *p, uint32_t pc, uint16_t *mode)
{
   const struct gcn_inst *inst = &p->inst[pc];
   const struct sq_mode_field field = sq_mode_field(inst);
   uint32_t value;
   if ((inst->op != GCN_S_SETREG_B32 && inst->op != GCN_S_SETREG_IMM32_B32) || !field.mask)
      return true;
   if (!value_of(p, pc, &value))
      return false;
   *mode = ((*mode & ~field.mask) | (value << field.shift & field.mask)) & MODE_BITS;
   return true;
}

/* The mode comes to an instruction from another one. False: it has a different one already. */
static bool arrive(uint16_t *at, uint16_t mode, bool *changed)
{
   *changed |= *at == UNREACHED;
   if (*at == UNREACHED)
      *at = mode;
   return *at == mode;
}

const char *jit_find_modes(const struct sq_program *p, uint16_t *mode)
{
   memset(mode, 0xff, p->num_inst * sizeof *mode);
   mode[0] = (uint16_t)sq_mode_word(&p->mode);
   for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t pc = 0; pc < p->num_inst; pc++) {
         const unsigned flags = gcn_op_infos[p->inst[pc].op].flags;
         uint16_t behind = mode[pc];
         if (behind == UNREACHED || flags & GCN_FLAG_END)
            continue;
         if (!step(p, pc, &behind))
            return "s_setreg of a value that is not known";
         bool same = true;
         if (p->target[pc] != SQ_NO_INST)
            same = arrive(&mode[p->target[pc]], behind, &changed);
         if (!(flags & GCN_FLAG_BRANCH) && pc + 1 < p->num_inst)
            same &= arrive(&mode[pc + 1], behind, &changed);
         if (!same)
            return "s_setreg on one of several ways";
      }
   }
   return NULL;
}

bool jit_in_other_mode(const struct jit *j)
{
   if (j->flow->mode[j->pc] == sq_mode_word(&j->p->mode))
      return false;
   switch ((enum gcn_enc)j->inst->enc) {
   case GCN_SOP1: case GCN_SOP2: case GCN_SOPK: case GCN_SOPC: case GCN_SOPP: case GCN_SMEM: case GCN_EXP:
      return false; /* no arithmetic of floats */
   default:
      return true;
   }
}
