/* jit_nan.c: which results must have the canonical NaN (base/nan.h). The interpreter makes that of every float result. In host code it
 * costs two instructions, and most results do not need it: the next float operation gives the same for every NaN. So this pass
 * walks the program backwards, as liveness does, with two sets of registers: those that an instruction reads later as something
 * else than floats, and those that one reads as something else than halves. A register is in both sets if its bits are stored,
 * exported as 32 bits, compared as integers and so on. Moves hand on what their result is used for.
 *
 * Two exports take any NaN: packed ones, as the colour block makes the NaN of halves canonical, and the position, which is
 * compared and computed with only (cb/README.md, pa/README.md). */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/jit/jit.h"

enum { DWORD = 6 /* SDWA's selection of all bits */, WORD_0 = 4, WORD_1 = 5 };
enum { SIGNALLING = 1, QUIET = 2 }; /* of v_cmp_class */

/* Registers that are read as something else than floats, or than halves. */
struct uses { uint64_t not_float[4], not_half[4]; };

/* How a source is read. MOVED: as the result is. */
enum reading { READ_NOT, READ_BITS, READ_FLOAT, READ_HALVES, READ_MOVED, READ_SIGNS /* a float whose sign is changed */ };

struct search {
   const struct sq_program *p;
   const struct sq_effects *effects;
   struct jit_flow *flow;
   struct uses now, *at;   /* where blocks begin */
   uint32_t *place;        /* in `at`, by instruction */
   bool changed;
};

/* ---- readings --------------------------------------------------------------------------------------------------------- */

static bool is_dword(const struct gcn_inst *inst, unsigned i)
{
   return !inst->is_sdwa || i >= 2 || inst->sdwa.src_sel[i] == DWORD;
}

static bool is_half(const struct gcn_inst *inst, unsigned i)
{
   return is_dword(inst, i) || inst->sdwa.src_sel[i] == WORD_0 || inst->sdwa.src_sel[i] == WORD_1;
}

/* Classes know quiet and signalling NaNs, but no signs of them. */
static bool tells_nans_apart(const struct gcn_inst *inst)
{
   switch (inst->op) {
   case GCN_V_CMP_CLASS_F32: case GCN_V_CMPX_CLASS_F32: case GCN_V_CMP_CLASS_F16: case GCN_V_CMPX_CLASS_F16: break;
   default: return false;
   }
   const unsigned code = inst->src[1].code;
   const uint32_t wanted = code == GCN_SRC_LITERAL ? inst->literal : code - GCN_SRC_INT0;
   if (code != GCN_SRC_LITERAL && (code < GCN_SRC_INT0 || code > GCN_SRC_INT64))
      return true;
   return !(wanted & SIGNALLING) != !(wanted & QUIET);
}

static bool changes_signs(const struct gcn_inst *inst)
{
   if (inst->src[0].code != GCN_SRC_LITERAL || inst->is_sdwa)
      return false;
   switch (inst->op) {
   case GCN_V_AND_B32: return inst->literal == 0x7fffffff;
   case GCN_V_OR_B32: case GCN_V_XOR_B32: return inst->literal == 0x80000000;
   default: return false;
   }
}

static enum reading reading_of_valu(const struct gcn_inst *inst, unsigned i)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   const unsigned type = i < info->num_src ? info->src[i] : GCN_T_B32;
   if (inst->op == GCN_V_MOV_B32 || inst->op == GCN_V_CNDMASK_B32)
      return is_dword(inst, i) && (!inst->is_sdwa || inst->sdwa.dst_sel == DWORD) ? READ_MOVED : READ_BITS;
   if (changes_signs(inst))
      return READ_SIGNS;
   if (tells_nans_apart(inst))
      return READ_BITS;
   if (type == GCN_T_F32 && is_dword(inst, i))
      return READ_FLOAT;
   return type == GCN_T_F16 && is_half(inst, i) ? READ_HALVES : READ_BITS;
}

static enum reading reading_of_export(const struct gcn_inst *inst, unsigned i)
{
   const bool on = inst->exp.compr ? i < 2 && inst->exp.en >> 2 * i & 3 : inst->exp.en >> i & 1;
   if (!on || inst->exp.target == SQ_EXP_NULL)
      return READ_NOT;
   return inst->exp.compr ? READ_HALVES : inst->exp.target == SQ_EXP_POS0 ? READ_FLOAT : READ_BITS;
}

/* Dword k of source i. */
static enum reading reading_of(const struct gcn_inst *inst, unsigned i, unsigned k)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   switch ((enum gcn_enc)inst->enc) {
   case GCN_VOP1: case GCN_VOP2: case GCN_VOPC: case GCN_VOP3: return reading_of_valu(inst, i);
   case GCN_VINTRP: return READ_FLOAT;
   case GCN_EXP: return reading_of_export(inst, i);
   case GCN_MIMG: /* coordinates, behind the offset */
      if (i || (info->mem_kind != GCN_MEM_SAMPLE && info->mem_kind != GCN_MEM_GATHER4 && info->mem_kind != GCN_MEM_LOD))
         return READ_BITS;
      return k == 0 && info->mem & GCN_MEM_OFF ? READ_BITS : READ_FLOAT;
   default: return READ_BITS;
   }
}

/* ---- instructions ----------------------------------------------------------------------------------------------------- */

static void use(struct search *s, unsigned reg, bool not_float, bool not_half)
{
   if (not_float)
      sq_set_bit(s->now.not_float, reg);
   if (not_half)
      sq_set_bit(s->now.not_half, reg);
}

static void use_all(struct search *s)
{
   memset(&s->now, 0xff, sizeof s->now);
}

static void use_source(struct search *s, const struct gcn_inst *inst, unsigned i, const struct uses *behind)
{
   const struct gcn_operand o = inst->src[i];
   const unsigned dwords = inst->enc == GCN_MIMG && i == 0 ? inst->mimg.addr_dwords : o.dwords;
   const unsigned result = inst->num_dst ? inst->dst[0].code & 255 : 0;
   for (unsigned k = 0; o.code >= GCN_SRC_VGPR0 && k < dwords && o.code + k < 512u; k++) {
      const unsigned reg = o.code + k - GCN_SRC_VGPR0;
      switch (reading_of(inst, i, k)) {
      case READ_NOT: break;
      case READ_BITS: use(s, reg, true, true); break;
      case READ_FLOAT: use(s, reg, false, true); break;
      case READ_HALVES: use(s, reg, true, false); break;
      case READ_MOVED: use(s, reg, sq_bit(behind->not_float, result), sq_bit(behind->not_half, result)); break;
      case READ_SIGNS: use(s, reg, sq_bit(behind->not_float, result), true); break;
      }
   }
}

/* What the result is used for says whether its NaN must be canonical, if it is a float or halves. */
static uint8_t wanted(const struct search *s, uint32_t pc)
{
   const struct gcn_inst *inst = &s->p->inst[pc];
   const unsigned type = gcn_op_infos[inst->op].dst[0];
   const bool makes_halves = type == GCN_T_F16 || inst->op == GCN_V_CVT_PKRTZ_F16_F32;
   if (!inst->num_dst || inst->dst[0].code < GCN_SRC_VGPR0 || sq_interp_moves(inst))
      return 0;
   const unsigned reg = inst->dst[0].code & 255;
   const bool part = inst->is_sdwa && inst->sdwa.dst_sel != DWORD;
   const bool half_part = part && (inst->sdwa.dst_sel == WORD_0 || inst->sdwa.dst_sel == WORD_1);
   const bool single = (part || sq_bit(s->now.not_float, reg)) && !(s->flow->facts[pc][JIT_RESULT] & JIT_NO_NAN);
   const bool half = (part && !half_part) || sq_bit(s->now.not_half, reg);
   return (uint8_t)((type == GCN_T_F32 && single ? JIT_NAN_32 : 0) | (makes_halves && half ? JIT_NAN_16 : 0));
}

static void step(struct search *s, uint32_t pc)
{
   const struct gcn_inst *inst = &s->p->inst[pc];
   const struct sq_effects *e = &s->effects[pc];
   const struct uses behind = s->now;
   s->flow->canonical[pc] = wanted(s, pc);
   if (e->all) {
      use_all(s);
      return;
   }
   for (unsigned d = 0; !e->partial && inst->num_dst && d < inst->dst[0].dwords && d < 8; d++) {
      const unsigned reg = inst->dst[0].code + d - GCN_SRC_VGPR0;
      if (reg < 256 && !(s->flow->merge[pc] >> d & 1)) {
         s->now.not_float[reg / 64] &= ~(UINT64_C(1) << (reg & 63));
         s->now.not_half[reg / 64] &= ~(UINT64_C(1) << (reg & 63));
      }
   }
   for (unsigned i = 0; i < inst->num_src && i < 4; i++)
      use_source(s, inst, i, &behind);
   if (inst->op == GCN_V_INTERP_P2_F32)
      use(s, inst->dst[0].code & 255, false, true);
   else if (inst->op == GCN_V_CVT_PKACCUM_U8_F32)
      use(s, inst->dst[0].code & 255, true, true);
}

/* ---- the program ------------------------------------------------------------------------------------------------------ */

static void add(struct uses *to, const struct uses *from)
{
   for (unsigned k = 0; k < 4; k++) {
      to->not_float[k] |= from->not_float[k];
      to->not_half[k] |= from->not_half[k];
   }
}

static void walk(struct search *s, bool keep_registers)
{
   const struct sq_program *p = s->p;
   memset(&s->now, 0, sizeof s->now);
   for (uint32_t pc = p->num_inst; pc-- > 0;) {
      const struct gcn_inst *inst = &p->inst[pc];
      const unsigned flags = gcn_op_infos[inst->op].flags;
      if (inst->op == GCN_OP_NONE || flags & (GCN_FLAG_END | GCN_FLAG_BRANCH))
         memset(&s->now, 0, sizeof s->now);
      if (flags & GCN_FLAG_END && keep_registers)
         use_all(s);
      if (p->target[pc] != SQ_NO_INST)
         add(&s->now, &s->at[s->place[p->target[pc]]]);
      s->flow->canonical[pc] = 0;
      if (inst->op != GCN_OP_NONE)
         step(s, pc);
      if (s->place[pc] == JIT_NO_PLACE)
         continue;
      struct uses before = s->at[s->place[pc]];
      add(&s->at[s->place[pc]], &s->now);
      s->changed |= memcmp(&before, &s->at[s->place[pc]], sizeof before) != 0;
   }
}

bool jit_find_canonical(const struct sq_program *p, const struct sq_effects *effects, bool keep_registers, struct jit_flow *flow)
{
   struct search s = { .p = p, .effects = effects, .flow = flow };
   uint32_t count;
   s.place = jit_find_places(p, false, &count);
   s.at = s.place ? calloc(count + 1, sizeof *s.at) : NULL;
   const bool ok = s.at != NULL;
   if (ok) {
      do {
         s.changed = false;
         walk(&s, keep_registers);
      } while (s.changed);
   }
   free(s.place);
   free(s.at);
   return ok;
}
