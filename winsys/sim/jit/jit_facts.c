/* jit_facts.c: a data-flow analysis of float properties of registers before code generation: no denormals, no NaNs, not -0 ...
 * v_min_f32 and v_max_f32 pass denormals and distinguish -0 from +0; the host's minps does neither. Properties come from
 * arithmetic (which flushes) and constants, and are propagated through the program of a single lane: where inactive lanes are
 * not read later (jit_flow.c), a write replaces the earlier properties. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/sq/interp/sq_interp.h"

#define NO_ZEROS (JIT_NO_MINUS_0 | JIT_NO_PLUS_0)

struct facts { uint8_t vgpr[256], sgpr[128]; };

struct search {
   const struct sq_program *p;
   const struct sq_effects *effects;
   struct jit_flow *flow;
   struct facts now, *at;    /* where blocks begin */
   uint32_t *place;          /* in `at`, by instruction */
   uint8_t always, rounded;  /* what is known of everything; of results of arithmetic */
   bool changed;
};

static unsigned facts_of_bits(uint32_t u)
{
   const uint32_t magnitude = u & 0x7fffffff;
   unsigned f = magnitude > 0x7f800000 ? 0 : JIT_NO_NAN;
   if (!magnitude || magnitude >= 0x00800000)
      f |= JIT_NO_DENORMAL;
   if (magnitude >= 0x1f800000 && magnitude < 0x7f800000)
      f |= JIT_LARGE;
   return f | (u != 0x80000000 ? JIT_NO_MINUS_0 : 0) | (u ? JIT_NO_PLUS_0 : 0) | (u >> 31 ? 0 : JIT_POSITIVE);
}

/* ---- rules ------------------------------------------------------------------------------------------------------------ */

static unsigned negated(unsigned f)
{
   return (f & ~(unsigned)(NO_ZEROS | JIT_POSITIVE)) | (f & JIT_NO_MINUS_0 ? JIT_NO_PLUS_0 : 0) |
          (f & JIT_NO_PLUS_0 ? JIT_NO_MINUS_0 : 0);
}

static unsigned absolute(unsigned f)
{
   return ((f & NO_ZEROS) == NO_ZEROS ? f : f & ~(unsigned)JIT_NO_PLUS_0) | JIT_POSITIVE | JIT_NO_MINUS_0;
}

static bool has(unsigned f, unsigned wanted) { return (f & wanted) == wanted; }

/* x + y, or a product that is not rounded before: -0 comes of two zeros, or of a negative result that is flushed. With a large
 * term (2^-64) the exact sum is zero, which gives +0, or at least 2^-64 times the product's 47 bits: no denormal. */
static unsigned sum(const struct search *s, unsigned a, unsigned b)
{
   unsigned f = s->rounded;
   if (a & b & JIT_POSITIVE)
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   if ((a | b) & JIT_LARGE)
      f |= JIT_NO_MINUS_0;
   if (a & b & JIT_NO_NAN && (a & b & JIT_POSITIVE || (a | b) & JIT_LARGE)) /* no difference of infinities */
      f |= JIT_NO_NAN;
   return f;
}

static unsigned product(const struct search *s, unsigned a, unsigned b, bool square)
{
   unsigned f = s->rounded;
   if (square || a & b & JIT_POSITIVE)
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   if (a & b & JIT_NO_NAN && (square || (a | b) & JIT_LARGE)) /* nor infinity times zero */
      f |= JIT_NO_NAN;
   return f;
}

unsigned jit_min_facts(unsigned a, unsigned b)
{
   return (a & b) | ((a | b) & JIT_NO_NAN);
}

unsigned jit_max_facts(unsigned a, unsigned b)
{
   unsigned f = jit_min_facts(a, b);
   if (has(a, JIT_POSITIVE | JIT_NO_NAN) || has(b, JIT_POSITIVE | JIT_NO_NAN))
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   if (has(a, JIT_POSITIVE | JIT_LARGE) || has(b, JIT_POSITIVE | JIT_LARGE))
      f |= JIT_NO_DENORMAL | JIT_NO_PLUS_0;
   return f;
}

static unsigned med3_facts(unsigned a, unsigned b, unsigned c)
{
   const unsigned sure = JIT_POSITIVE | JIT_NO_NAN;
   unsigned f = (a & b & c) | ((a | b | c) & JIT_NO_NAN);
   if (has(a, sure) + has(b, sure) + has(c, sure) >= 2)
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   return f;
}

/* sqrt(-0) is -0, and a denormal may be taken for a zero of its sign. */
static unsigned root(unsigned a)
{
   unsigned f = JIT_NO_DENORMAL;
   if (a & JIT_POSITIVE || has(a, JIT_NO_MINUS_0 | JIT_NO_DENORMAL))
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   return f | (has(a, JIT_POSITIVE | JIT_NO_NAN) ? JIT_NO_NAN : 0);
}

static unsigned to_integer(unsigned a, bool floor)
{
   unsigned f = JIT_NO_DENORMAL | (a & JIT_NO_NAN);
   if (a & JIT_POSITIVE)
      f |= JIT_POSITIVE | JIT_NO_MINUS_0;
   if (floor && has(a, JIT_NO_MINUS_0 | JIT_NO_DENORMAL))
      f |= JIT_NO_MINUS_0;
   return f;
}

/* ---- instructions ----------------------------------------------------------------------------------------------------- */

static unsigned source(const struct search *s, const struct gcn_inst *inst, unsigned i)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   const unsigned code = inst->src[i].code;
   unsigned f = 0;
   uint64_t constant;
   if (i >= inst->num_src || i >= info->num_src || (inst->is_dpp && i == 0) || (inst->is_sdwa && i < 2))
      return s->always;
   if (code >= GCN_SRC_VGPR0)
      f = s->now.vgpr[code & 255];
   else if (sq_constant(code, inst->literal, (enum gcn_type)info->src[i], &constant))
      f = facts_of_bits((uint32_t)constant);
   else if (code < GCN_SRC_EXEC_LO)
      f = s->now.sgpr[code];
   if (inst->abs >> i & 1)
      f = absolute(f);
   if (inst->neg >> i & 1)
      f = negated(f);
   return f | s->always;
}

static bool is_literal(const struct gcn_inst *inst, unsigned i, uint32_t value)
{
   return inst->src[i].code == GCN_SRC_LITERAL && inst->literal == value;
}

/* Both factors are the same value. */
static bool is_square(const struct gcn_inst *inst)
{
   return inst->src[0].code == inst->src[1].code && !inst->is_dpp && !inst->is_sdwa && (inst->neg & 1) == (inst->neg >> 1 & 1) &&
          (inst->abs & 1) == (inst->abs >> 1 & 1);
}

/* Of the result before output modifiers. Tests compare every operation here with its results. */
static unsigned result(const struct search *s, const struct gcn_inst *inst)
{
   const unsigned a = source(s, inst, 0), b = source(s, inst, 1), c = source(s, inst, 2);
   const unsigned of_int = JIT_NO_DENORMAL | JIT_NO_NAN | JIT_NO_MINUS_0;
   switch (inst->op) {
   case GCN_V_ADD_F32: return sum(s, a, b);
   case GCN_V_SUB_F32: return sum(s, a, negated(b));
   case GCN_V_SUBREV_F32: return sum(s, negated(a), b);
   case GCN_V_MUL_F32: case GCN_V_MUL_LEGACY_F32: return product(s, a, b, is_square(inst));
   case GCN_V_FMA_F32: case GCN_V_MAC_F32: case GCN_V_MAD_F32: case GCN_V_MADMK_F32: case GCN_V_MADAK_F32:
      return sum(s, product(s, a, b, is_square(inst)), c);
   case GCN_V_SQRT_F32: return root(a);
   case GCN_V_RCP_F32: case GCN_V_RCP_IFLAG_F32:
      return s->rounded | (a & JIT_POSITIVE ? JIT_POSITIVE | JIT_NO_MINUS_0 : 0);
   case GCN_V_RSQ_F32: return JIT_NO_DENORMAL | JIT_NO_MINUS_0 | (a & JIT_POSITIVE);
   case GCN_V_EXP_F32: return s->rounded | JIT_POSITIVE | JIT_NO_MINUS_0 | (a & JIT_NO_NAN);
   case GCN_V_FRACT_F32: return s->rounded | JIT_POSITIVE | JIT_NO_MINUS_0;
   case GCN_V_LOG_F32: case GCN_V_SIN_F32: case GCN_V_COS_F32: case GCN_V_LDEXP_F32: case GCN_V_INTERP_P2_F32:
      return s->rounded;
   case GCN_V_FLOOR_F32: return to_integer(a, true);
   case GCN_V_CEIL_F32: case GCN_V_TRUNC_F32: case GCN_V_RNDNE_F32: return to_integer(a, false);
   case GCN_V_CVT_F32_I32: case GCN_V_CVT_OFF_F32_I4: return of_int;
   case GCN_V_CVT_F32_U32: case GCN_V_CVT_F32_UBYTE0: case GCN_V_CVT_F32_UBYTE1: case GCN_V_CVT_F32_UBYTE2:
   case GCN_V_CVT_F32_UBYTE3: return of_int | JIT_POSITIVE;
   case GCN_V_CVT_F32_F16: return JIT_NO_DENORMAL;
   case GCN_V_MIN_F32: return jit_min_facts(a, b);
   case GCN_V_MAX_F32: return jit_max_facts(a, b);
   case GCN_V_MIN3_F32: return jit_min_facts(jit_min_facts(a, b), c);
   case GCN_V_MAX3_F32: return jit_max_facts(jit_max_facts(a, b), c);
   case GCN_V_MED3_F32: return med3_facts(a, b, c);
   case GCN_V_CNDMASK_B32: return a & b;
   case GCN_V_MOV_B32: return a;
   case GCN_V_AND_B32: return is_literal(inst, 0, 0x7fffffff) ? absolute(b) : 0;
   case GCN_V_XOR_B32: return is_literal(inst, 0, 0x80000000) ? negated(b) : 0;
   default: return 0;
   }
}

static unsigned modified(const struct search *s, const struct gcn_inst *inst, unsigned f)
{
   if (gcn_op_infos[inst->op].dst[0] != GCN_T_F32)
      return f;
   if (inst->omod && !(s->p->mode.denorm32 & 2))
      f = s->rounded | (f & (JIT_NO_NAN | JIT_POSITIVE)) | (f & JIT_POSITIVE ? JIT_NO_MINUS_0 : 0);
   if (inst->clamp)
      f = JIT_NO_DENORMAL | JIT_POSITIVE | JIT_NO_MINUS_0 | (s->p->mode.dx10_clamp ? JIT_NO_NAN : f & JIT_NO_NAN);
   return f;
}

static void write_scalars(struct search *s, const struct gcn_inst *inst)
{
   for (unsigned k = 0; k < inst->num_dst; k++) {
      const struct gcn_operand o = inst->dst[k];
      unsigned f = s->always;
      if (inst->op == GCN_S_MOV_B32)
         f = source(s, inst, 0);
      else if (inst->op == GCN_S_MOVK_I32)
         f |= facts_of_bits((uint32_t)inst->simm);
      for (unsigned i = 0; i < o.dwords && o.code + i < 128; i++)
         s->now.sgpr[o.code + i] = (uint8_t)f;
   }
}

static void step(struct search *s, uint32_t pc)
{
   const struct gcn_inst *inst = &s->p->inst[pc];
   const struct sq_effects *e = &s->effects[pc];
   if (inst->op == GCN_OP_NONE)
      return;
   write_scalars(s, inst);
   const bool one = inst->num_dst && inst->dst[0].dwords == 1 && inst->dst[0].code >= GCN_SRC_VGPR0 && !e->all;
   const unsigned reg = one ? inst->dst[0].code & 255 : 0;
   const bool same_mode = s->flow->mode[pc] == sq_mode_word(&s->p->mode);
   unsigned f = s->always;
   if (one && same_mode && !inst->is_sdwa)
      f |= modified(s, inst, result(s, inst));
   s->flow->facts[pc][JIT_RESULT] = (uint8_t)f;
   if (s->flow->merge[pc] & 1 || e->partial)
      f &= s->now.vgpr[reg];
   for (unsigned k = 0; k < 4; k++)
      for (uint64_t set = e->all ? ~UINT64_C(0) : e->write[k]; set; set &= set - 1)
         s->now.vgpr[64 * k + (unsigned)__builtin_ctzll(set)] = s->always;
   if (one)
      s->now.vgpr[reg] = (uint8_t)f;
}

/* ---- the program ------------------------------------------------------------------------------------------------------ */

static void arrive(struct search *s, uint32_t pc)
{
   uint8_t *at = (uint8_t *)&s->at[s->place[pc]];
   const uint8_t *now = (const uint8_t *)&s->now;
   uint8_t lost = 0;
   for (size_t i = 0; i < sizeof s->now; i++) {
      lost |= at[i] & ~now[i];
      at[i] &= now[i];
   }
   s->changed |= lost != 0;
}

static void walk(struct search *s)
{
   const struct sq_program *p = s->p;
   bool open = false;
   for (uint32_t pc = 0; pc < p->num_inst; pc++) {
      const struct gcn_inst *inst = &p->inst[pc];
      const unsigned flags = gcn_op_infos[inst->op].flags;
      if (s->place[pc] != JIT_NO_PLACE) {
         if (open)
            arrive(s, pc);
         s->now = s->at[s->place[pc]];
      }
      for (unsigned i = 0; i < JIT_RESULT; i++)
         s->flow->facts[pc][i] = (uint8_t)source(s, inst, i);
      s->flow->facts[pc][JIT_RESULT] = 0;
      step(s, pc);
      if (p->target[pc] != SQ_NO_INST)
         arrive(s, p->target[pc]);
      open = inst->op != GCN_OP_NONE && !(flags & (GCN_FLAG_END | GCN_FLAG_BRANCH));
   }
}

bool jit_find_facts(const struct sq_program *p, const struct sq_effects *effects, struct jit_flow *flow)
{
   struct search s = { .p = p, .effects = effects, .flow = flow };
   s.always = p->mode.denorm32 & 1 ? JIT_NO_DENORMAL : 0; /* then there is nothing to flush */
   s.rounded = s.always | (p->mode.denorm32 & 2 ? 0 : JIT_NO_DENORMAL);
   uint32_t count;
   s.place = jit_find_places(p, true, &count);
   s.at = s.place ? malloc(count * sizeof *s.at) : NULL;
   if (s.at) {
      memset(s.at, 0xff, count * sizeof *s.at);
      memset(&s.at[0], s.always, sizeof s.at[0]);
      do {
         s.changed = false;
         walk(&s);
      } while (s.changed);
   }
   bool ok = s.at != NULL;
   free(s.place);
   free(s.at);
   return ok;
}
