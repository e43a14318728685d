/* jit_flow.c: analyses before the translation. The single-lane analysis follows one lane through the program; a node is an
 * instruction together with this lane's bit in EXEC and in each SGPR pair that EXEC may be computed from. On these nodes
 * liveness of VGPRs is that of a scalar program. A write under partial EXEC must keep the old values of inactive lanes only
 * where the destination is live after a node with EXEC bit 0. With too many nodes every write merges. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_host.h"

#define MAX_NODES 16384
#define EXEC_PAIR 63
#define EXEC_BIT (UINT64_C(1) << EXEC_PAIR)
/* Set for a lane of a quad without active lanes: after s_wqm, and while EXEC only shrinks. Results of neighbours that depend on
 * it are not used. (Uses the bit of M0, which is never a mask.) */
#define QUAD_BIT (UINT64_C(1) << (GCN_SRC_M0 / 2))

/* ---- masks as one lane sees them -------------------------------------------------------------------------------------- */

/* What becomes of one lane's bit: enum sq_logic, or one of these. */
enum bit_op { BIT_OTHER = SQ_NO_LOGIC, BIT_MOV = SQ_XNOR + 1, BIT_NOT, BIT_WQM, BIT_SELECT, BIT_COMPARE };

/* saveexec: EXEC = S0 op EXEC, and the destination gets what EXEC was. */
static unsigned bit_op(const struct gcn_inst *inst, bool *saveexec)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   enum sq_logic logic = sq_logic(inst->op, saveexec);
   if (logic && inst->dst[0].dwords == 2)
      return logic;
   switch (inst->op) {
   case GCN_S_MOV_B64: return BIT_MOV;
   case GCN_S_NOT_B64: return BIT_NOT;
   case GCN_S_WQM_B64: return BIT_WQM;
   case GCN_S_CSELECT_B64: return BIT_SELECT;
   default: break;
   }
   if (info->enc == GCN_VOPC || (inst->num_dst > 1 && inst->dst[1].code < GCN_SRC_INT0 && inst->enc <= GCN_VOP3))
      return BIT_COMPARE;
   return BIT_OTHER;
}

/* A bit that may be either. */
#define EITHER 2

static unsigned source_bit(uint64_t state, unsigned code)
{
   if (code < GCN_SRC_INT0 && !(code & 1) && code != GCN_SRC_M0)
      return state >> (code / 2) & 1;
   return code == GCN_SRC_INT0 ? 0 : code == GCN_SRC_INT_NEG1 ? 1 : EITHER;
}

static unsigned combine(unsigned op, unsigned a, unsigned b)
{
   if (op == BIT_WQM)
      return a == 1 ? 1 : EITHER;
   if (op == BIT_SELECT)
      return a == b ? a : EITHER;
   if (a == EITHER || b == EITHER) {
      unsigned known = a == EITHER ? b : a;
      return op == SQ_AND && known == 0 ? 0 : op == SQ_OR && known == 1 ? 1 : EITHER;
   }
   return op == BIT_MOV ? a : op == BIT_NOT ? !a : (unsigned)sq_logic_result((enum sq_logic)op, a, b) & 1;
}

struct analysis {
   const struct sq_program *p;
   uint64_t relevant;    /* pairs that EXEC may be made of */
   bool quad_dead;       /* of the current instruction: a lane that is inactive after it gets QUAD_BIT */
   uint64_t *mask_live;  /* by instruction: those still needed for that in front of it */
   struct node { uint32_t inst, edge, num_edges; uint64_t state, live[4]; } *node;
   uint32_t num_nodes, *hash, *edge, num_edges, max_edges;
};

static unsigned sources_of(const struct gcn_inst *inst, uint64_t *pairs)
{
   unsigned n = 0;
   *pairs = 0;
   for (unsigned i = 0; i < inst->num_src; i++, n++) {
      if (inst->src[i].code < GCN_SRC_INT0 && !(inst->src[i].code & 1))
         *pairs |= UINT64_C(1) << inst->src[i].code / 2;
   }
   return n;
}

/* Pairs of which anything is written, and those written completely. */
static uint64_t written_pairs(const struct gcn_inst *inst, uint64_t *complete)
{
   uint64_t some = 0;
   *complete = 0;
   for (unsigned k = 0; k < inst->num_dst; k++) {
      for (unsigned i = 0; i < inst->dst[k].dwords && inst->dst[k].code + i < GCN_SRC_INT0; i++) {
         unsigned code = inst->dst[k].code + i;
         some |= UINT64_C(1) << code / 2;
         if (!(code & 1) && i + 1 < inst->dst[k].dwords)
            *complete |= UINT64_C(1) << code / 2;
      }
   }
   if (inst->op == GCN_S_MOVRELD_B32 || inst->op == GCN_S_MOVRELD_B64)
      some = ~UINT64_C(0) >> 1;
   return some;
}

/* Pairs whose bit the instruction hands on to EXEC, a relevant pair or a branch. */
static uint64_t mask_uses(const struct analysis *a, const struct gcn_inst *inst)
{
   bool saveexec;
   uint64_t sources, complete;
   if (inst->op == GCN_S_CBRANCH_VCCZ || inst->op == GCN_S_CBRANCH_VCCNZ)
      return UINT64_C(1) << GCN_SRC_VCC_LO / 2;
   unsigned op = bit_op(inst, &saveexec);
   if (op == BIT_OTHER || op == BIT_COMPARE)
      return 0;
   sources_of(inst, &sources);
   return saveexec || written_pairs(inst, &complete) & (a->relevant | EXEC_BIT) ? sources : 0;
}

static void find_relevant(struct analysis *a)
{
   const struct sq_program *p = a->p;
   for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = 0; i < p->num_inst; i++) {
         uint64_t more = mask_uses(a, &p->inst[i]) & ~a->relevant & ~QUAD_BIT;
         a->relevant |= more;
         changed |= more != 0;
      }
   }
}

static unsigned successors(const struct sq_program *p, uint32_t i, uint32_t next[2])
{
   const struct gcn_inst *inst = &p->inst[i];
   unsigned flags = gcn_op_infos[inst->op].flags, n = 0;
   if (inst->op == GCN_OP_NONE || flags & GCN_FLAG_END)
      return 0;
   if (p->target[i] != SQ_NO_INST)
      next[n++] = p->target[i];
   if (inst->op != GCN_S_BRANCH && i + 1 < p->num_inst)
      next[n++] = i + 1;
   return n;
}

static void find_mask_live(struct analysis *a)
{
   const struct sq_program *p = a->p;
   for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t i = p->num_inst; i-- > 0;) {
         uint32_t next[2];
         uint64_t live = 0, complete;
         unsigned n = successors(p, i, next);
         for (unsigned k = 0; k < n; k++)
            live |= a->mask_live[next[k]];
         written_pairs(&p->inst[i], &complete);
         live = ((live & ~complete) | mask_uses(a, &p->inst[i])) & ~QUAD_BIT;
         changed |= live != a->mask_live[i];
         a->mask_live[i] = live;
      }
   }
}

/* The node for a state, made if need be; SQ_NO_INST: too many. */
static uint32_t node_for(struct analysis *a, uint32_t inst, uint64_t state)
{
   state &= a->mask_live[inst] | EXEC_BIT | QUAD_BIT;
   uint32_t h = (uint32_t)((state * UINT64_C(0x9e3779b97f4a7c15) >> 32) ^ inst * 0x85ebca6bu);
   for (;; h++) {
      uint32_t *slot = &a->hash[h & (4 * MAX_NODES - 1)];
      if (*slot == SQ_NO_INST) {
         if (a->num_nodes == MAX_NODES)
            return SQ_NO_INST;
         a->node[a->num_nodes] = (struct node){ .inst = inst, .state = state };
         return *slot = a->num_nodes++;
      }
      if (a->node[*slot].inst == inst && a->node[*slot].state == state)
         return *slot;
   }
}

static bool add_edge(struct analysis *a, uint32_t inst, uint64_t state)
{
   uint32_t to = node_for(a, inst, state);
   if (to == SQ_NO_INST || a->num_edges == a->max_edges)
      return false;
   a->edge[a->num_edges++] = to;
   return true;
}

/* Edges for one state after instruction i. */
static bool add_successors(struct analysis *a, uint32_t i, uint64_t state)
{
   const struct sq_program *p = a->p;
   const struct gcn_inst *inst = &p->inst[i];
   uint32_t next[2];
   unsigned n = successors(p, i, next);
   bool exec = state & EXEC_BIT, vcc = state >> GCN_SRC_VCC_LO / 2 & 1;
   if (a->quad_dead && !exec)
      state |= QUAD_BIT;
   for (unsigned k = 0; k < n; k++) {
      bool taken = k == 0 && p->target[i] != SQ_NO_INST;
      switch (inst->op) { /* this lane's bit alone may decide */
      case GCN_S_CBRANCH_EXECZ: if (taken && exec) continue; break;
      case GCN_S_CBRANCH_EXECNZ: if (!taken && exec) continue; break;
      case GCN_S_CBRANCH_VCCZ: if (taken && vcc) continue; break;
      case GCN_S_CBRANCH_VCCNZ: if (!taken && vcc) continue; break;
      default: break;
      }
      if (!add_edge(a, next[k], state))
         return false;
   }
   return true;
}

static uint64_t with_bit(uint64_t state, unsigned pair, unsigned bit)
{
   return (state & ~(UINT64_C(1) << pair)) | (uint64_t)bit << pair;
}

/* All states after the instruction, with every uncertain pair both ways. */
static bool expand(struct analysis *a, uint32_t i, uint64_t state, uint64_t uncertain)
{
   if (!uncertain)
      return add_successors(a, i, state);
   unsigned pair = (unsigned)__builtin_ctzll(uncertain);
   uncertain &= uncertain - 1;
   return expand(a, i, with_bit(state, pair, 0), uncertain) && expand(a, i, with_bit(state, pair, 1), uncertain);
}

/* Whether lanes that are inactive after the instruction are so with their quad. dead: they were before it. */
static bool quad_stays_dead(const struct gcn_inst *inst, bool dead)
{
   bool saveexec, shrinks;
   uint64_t complete, some = written_pairs(inst, &complete);
   unsigned op = bit_op(inst, &saveexec);
   if (!saveexec && !(some & EXEC_BIT))
      return dead; /* v_cmpx takes lanes away only */
   if (op == BIT_WQM)
      return complete & EXEC_BIT;
   shrinks = op == SQ_AND && (saveexec || inst->src[0].code == GCN_SRC_EXEC_LO || inst->src[1].code == GCN_SRC_EXEC_LO);
   shrinks |= op == SQ_ANDN2 && !saveexec && inst->src[0].code == GCN_SRC_EXEC_LO;
   return dead && shrinks;
}

static bool step(struct analysis *a, uint32_t id)
{
   uint32_t i = a->node[id].inst;
   uint64_t state = a->node[id].state & ~QUAD_BIT, complete, uncertain = 0;
   const struct gcn_inst *inst = &a->p->inst[i];
   a->quad_dead = quad_stays_dead(inst, a->node[id].state & QUAD_BIT);
   bool exec = state & EXEC_BIT, saveexec;
   unsigned op = bit_op(inst, &saveexec);
   uint64_t some = written_pairs(inst, &complete) & (a->relevant | EXEC_BIT);
   if (op == BIT_COMPARE) {
      bool cmpx = gcn_op_infos[inst->op].flags & GCN_FLAG_VCMPX;
      state &= ~some;
      if (cmpx && exec) { /* destination and EXEC get the same bit */
         return expand(a, i, state & ~EXEC_BIT, 0) && expand(a, i, state | some | EXEC_BIT, 0);
      }
      uncertain = exec ? some : 0;
   } else if (op != BIT_OTHER && (saveexec || (complete & some) == some)) {
      unsigned s0 = source_bit(state, inst->src[0].code);
      unsigned s1 = saveexec ? exec : inst->num_src > 1 ? source_bit(state, inst->src[1].code) : 0;
      unsigned r = combine(op, s0, s1);
      if (saveexec) {
         if (inst->dst[0].code < GCN_SRC_INT0 && !(inst->dst[0].code & 1))
            state = with_bit(state, inst->dst[0].code / 2, exec);
         some = EXEC_BIT;
      }
      state &= ~some;
      if (r == 1)
         state |= some;
      uncertain = r == EITHER ? some : 0;
   } else {
      uncertain = some;
   }
   uncertain &= EXEC_BIT | a->relevant;
   if (__builtin_popcountll(uncertain) > 6)
      return false;
   return expand(a, i, state, uncertain);
}

static bool explore(struct analysis *a)
{
   uint64_t start = a->mask_live[0] & ~EXEC_BIT; /* what these pairs hold at the start is not known */
   if (__builtin_popcountll(start) > 6)
      return false;
   for (uint64_t s = start;; s = (s - 1) & start) {
      if (node_for(a, 0, s) == SQ_NO_INST || node_for(a, 0, s | EXEC_BIT) == SQ_NO_INST)
         return false;
      if (!s)
         break;
   }
   for (uint32_t id = 0; id < a->num_nodes; id++) {
      a->node[id].edge = a->num_edges;
      if (!step(a, id))
         return false;
      a->node[id].num_edges = a->num_edges - a->node[id].edge;
   }
   return true;
}

static void live_behind(const struct analysis *a, const struct node *n, uint64_t live[4])
{
   memset(live, 0, 4 * sizeof *live);
   for (uint32_t e = 0; e < n->num_edges; e++)
      for (unsigned k = 0; k < 4; k++)
         live[k] |= a->node[a->edge[n->edge + e]].live[k];
}

static void solve(struct analysis *a, const struct sq_effects *effects, const uint64_t at_end[4])
{
   for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t id = a->num_nodes; id-- > 0;) {
         struct node *n = &a->node[id];
         const struct sq_effects *e = &effects[n->inst];
         bool exec = n->state & EXEC_BIT, end = gcn_op_infos[a->p->inst[n->inst].op].flags & GCN_FLAG_END;
         uint64_t live[4];
         live_behind(a, n, live);
         for (unsigned k = 0; k < 4; k++) {
            if (end)
               live[k] = at_end[k];
            if (exec && !e->partial)
               live[k] &= ~e->write[k];
            if (exec || (e->cross_lane && !(e->quad_only && n->state & QUAD_BIT)))
               live[k] |= e->all ? ~UINT64_C(0) : e->read[k];
            changed |= (live[k] & ~n->live[k]) != 0;
            n->live[k] |= live[k];
         }
      }
   }
}

static void note_merges(const struct analysis *a, struct jit_flow *f)
{
   for (uint32_t id = 0; id < a->num_nodes; id++) {
      const struct node *n = &a->node[id];
      const struct gcn_inst *inst = &a->p->inst[n->inst];
      uint64_t live[4];
      if (n->inst == 0)
         for (unsigned k = 0; k < 4; k++)
            f->live_in[k] |= n->live[k];
      if (n->state & EXEC_BIT || !inst->num_dst || inst->dst[0].code < GCN_SRC_VGPR0)
         continue;
      live_behind(a, n, live);
      for (unsigned d = 0; d < inst->dst[0].dwords && d < 8; d++) {
         unsigned reg = inst->dst[0].code - GCN_SRC_VGPR0 + d;
         if (reg < 256 && sq_bit(live, reg))
            f->merge[n->inst] |= (uint8_t)(1u << d);
      }
   }
}

static bool single_lane(const struct sq_program *p, const struct sq_effects *effects, bool keep_registers,
                        struct jit_flow *f)
{
   struct analysis a = { .p = p, .max_edges = 8 * MAX_NODES };
   a.mask_live = calloc(p->num_inst, sizeof *a.mask_live);
   a.node = malloc(MAX_NODES * sizeof *a.node);
   a.hash = malloc(4 * MAX_NODES * sizeof *a.hash);
   a.edge = malloc(a.max_edges * sizeof *a.edge);
   bool ok = a.mask_live && a.node && a.hash && a.edge;
   if (ok) {
      memset(a.hash, 0xff, 4 * MAX_NODES * sizeof *a.hash);
      find_relevant(&a);
      find_mask_live(&a);
      ok = explore(&a);
   }
   if (ok) {
      static const uint64_t none[4];
      solve(&a, effects, keep_registers ? f->vgprs : none);
      note_merges(&a, f);
   }
   free(a.mask_live);
   free(a.node);
   free(a.hash);
   free(a.edge);
   return ok;
}

static void note_sgprs(const struct gcn_inst *inst, struct jit_flow *f)
{
   for (unsigned i = 0; i < inst->num_src; i++)
      for (unsigned k = 0; k < inst->src[i].dwords && inst->src[i].code + k < GCN_SRC_EXEC_LO; k++)
         sq_set_bit(f->sgprs, inst->src[i].code + k);
   for (unsigned i = 0; i < inst->num_dst; i++) {
      unsigned code = inst->dst[i].code, n = inst->dst[i].dwords;
      for (unsigned k = 0; k < n && code + k < GCN_SRC_EXEC_LO; k++)
         sq_set_bit(f->sgprs, code + k);
      if (n == 2 && !(code & 1) && code < GCN_SRC_EXEC_LO && inst->enc != GCN_SMEM)
         f->wide |= UINT64_C(1) << code / 2;
   }
}

uint32_t *jit_find_places(const struct sq_program *p, bool leaders, uint32_t *count)
{
   uint32_t *place = malloc(p->num_inst * sizeof *place);
   *count = 0;
   for (uint32_t pc = 0; place && pc < p->num_inst; pc++)
      place[pc] = leaders && (!pc || p->leader[pc]) ? (*count)++ : JIT_NO_PLACE;
   for (uint32_t pc = 0; place && pc < p->num_inst; pc++)
      if (p->target[pc] != SQ_NO_INST && place[p->target[pc]] == JIT_NO_PLACE)
         place[p->target[pc]] = (*count)++;
   return place;
}

bool jit_flow(const struct sq_program *p, bool merge_always, bool keep_registers, struct jit_flow *f, const char **why)
{
   memset(f, 0, sizeof *f);
   *why = NULL;
   struct sq_effects *effects = malloc(p->num_inst * sizeof *effects);
   f->merge = calloc(p->num_inst, 1);
   f->mode = malloc(p->num_inst * sizeof *f->mode);
   f->facts = malloc(p->num_inst * sizeof *f->facts);
   f->canonical = malloc(p->num_inst);
   if (!f->merge || !f->mode || !f->facts || !f->canonical || !effects)
      *why = "out of memory";
   else
      *why = jit_find_modes(p, f->mode);
   if (!*why)
      *why = jit_host_refuses(&p->mode);
   if (p->mode.round32)
      *why = "rounding mode";
   sq_set_bit(f->sgprs, GCN_SRC_M0);
   sq_set_bit(f->sgprs, GCN_SRC_VCC_LO);
   sq_set_bit(f->sgprs, GCN_SRC_VCC_HI);
   f->wide |= UINT64_C(1) << GCN_SRC_VCC_LO / 2;
   for (uint32_t i = 0; i < p->num_inst && !*why; i++) {
      const struct gcn_inst *inst = &p->inst[i];
      sq_effects(inst, &effects[i]);
      for (unsigned k = 0; k < 4; k++)
         f->vgprs[k] |= effects[i].read[k] | effects[i].write[k];
      note_sgprs(inst, f);
      switch (inst->op) {
      case GCN_S_SETPC_B64: case GCN_S_SWAPPC_B64: *why = "s_setpc"; break;
      case GCN_S_SET_GPR_IDX_ON: case GCN_S_SET_GPR_IDX_MODE: case GCN_S_SET_GPR_IDX_IDX: *why = "s_set_gpr_idx"; break;
      case GCN_S_MOVRELS_B32: case GCN_S_MOVRELS_B64: case GCN_S_MOVRELD_B32: case GCN_S_MOVRELD_B64: *why = "s_movrel"; break;
      case GCN_S_CBRANCH_I_FORK: case GCN_S_CBRANCH_G_FORK: case GCN_S_CBRANCH_JOIN: *why = "s_cbranch_fork"; break;
      case GCN_S_RFE_B64: case GCN_S_RFE_RESTORE_B64: *why = "s_rfe"; break;
      default: break;
      }
   }
   if (!*why && (merge_always || !single_lane(p, effects, keep_registers, f))) {
      memset(f->merge, 0xff, p->num_inst);
      memcpy(f->live_in, f->vgprs, sizeof f->live_in);
   }
   if (!*why && !(jit_find_facts(p, effects, f) && jit_find_canonical(p, effects, keep_registers, f)))
      *why = "out of memory";
   free(effects);
   return !*why;
}

void jit_flow_finish(struct jit_flow *f)
{
   free(f->merge);
   free(f->mode);
   free(f->facts);
   free(f->canonical);
}
