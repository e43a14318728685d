/* sq_program.c: from a GPU address to a decoded program. The extent of the code is found by following control flow, since
 * nothing says how long a program is; addresses computed by s_setpc are reachable only if something else reaches them, or if
 * they are known when the program is launched (links).
 * Code that cannot be read or decoded becomes an instruction of its own (GCN_OP_NONE) that faults when it is reached. */
#include "winsys/sim/sq/sq_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/ut_pages.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_effects.h"

/* A program's largest extent in dwords: 4 MiB of code, more than the compiler makes of the shaders that it accepts. */
#define MAX_CODE_DW (1u << 20)

/* While walking. `begins`: 1 an instruction begins here, 2 a basic block does. */
struct walk {
   struct sim_mem *mem;
   struct sq_program *p;
   uint8_t *begins;
   uint32_t *stack;
   uint32_t depth, end_dw;
   uint32_t base_dw;     /* of the segment at hand */
   uint64_t base_va;
};

static bool read_dword(struct sim_mem *mem, uint64_t va, uint32_t *v)
{
   if (!sim_mem_check(mem, va, 4, SIM_MEM_READ))
      return false;
   memcpy(v, mem->base + va, 4);
   return true;
}

static unsigned read_code(const struct walk *w, uint32_t dw, uint32_t code[3])
{
   unsigned n = 0;
   while (n < 3 && dw + n < MAX_CODE_DW && read_dword(w->mem, w->base_va + 4 * (uint64_t)(dw - w->base_dw + n), &code[n]))
      n++;
   return n;
}

/* Decodes at dw; an undecodable word is a one-dword GCN_OP_NONE. */
static void decode_at(const struct walk *w, uint32_t dw, struct gcn_inst *inst, uint32_t code[3])
{
   unsigned n = read_code(w, dw, code);
   if (!n)
      code[0] = 0;
   if (!gcn_decode(w->p->gfx_level, code, n, dw * 4, inst)) {
      memset(inst, 0, sizeof *inst);
      inst->offset_B = dw * 4;
      inst->size_B = 4;
   }
}

/* Where a direct branch of a segment goes, in dwords, or SQ_NO_INST. */
static uint32_t branch_target(const struct gcn_inst *inst, uint32_t base_dw)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   if (inst->enc != GCN_SOPP || !(info->flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH)))
      return SQ_NO_INST;
   int64_t dw = (int64_t)inst->offset_B / 4 + 1 + inst->simm;
   return dw >= base_dw && dw < MAX_CODE_DW ? (uint32_t)dw : SQ_NO_INST;
}

static void push(struct walk *w, uint32_t dw)
{
   if (dw < MAX_CODE_DW && !(w->begins[dw] & 2)) {
      w->begins[dw] |= 2;
      if (!(w->begins[dw] & 1))
         w->stack[w->depth++] = dw;
   }
}

static void walk_segment(struct walk *w)
{
   push(w, w->base_dw);
   while (w->depth) {
      uint32_t dw = w->stack[--w->depth];
      while (dw < MAX_CODE_DW && !(w->begins[dw] & 1)) {
         struct gcn_inst inst;
         uint32_t code[3];
         decode_at(w, dw, &inst, code);
         const struct gcn_op_info *info = &gcn_op_infos[inst.op];
         w->begins[dw] |= 1;
         w->p->num_inst++;
         uint32_t next = dw + inst.size_B / 4u, target = branch_target(&inst, w->base_dw);
         if (next > w->end_dw)
            w->end_dw = next;
         if (inst.op == GCN_OP_NONE || info->flags & GCN_FLAG_END)
            break;
         if (target != SQ_NO_INST)
            push(w, target);
         if (inst.op == GCN_S_BRANCH || inst.op == GCN_S_SETPC_B64)
            break; /* the next words are code only if something jumps there */
         if (info->flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH))
            push(w, next);
         dw = next;
      }
   }
}

/* The segment that begins at va: a new one after the others unless there is one. NULL: too many, or too much code. */
static const struct sq_segment *segment_for(struct walk *w, uint64_t va)
{
   struct sq_program *p = w->p;
   for (uint32_t i = 0; i < p->num_segments; i++)
      if (p->segment[i].va == va)
         return &p->segment[i];
   if (p->num_segments == SQ_MAX_SEGMENTS || w->end_dw + 1 >= MAX_CODE_DW)
      return NULL;
   w->base_dw = p->num_segments ? w->end_dw + 1 : 0; /* a dword between them: nothing runs on */
   w->base_va = va;
   struct sq_segment *s = &p->segment[p->num_segments++];
   *s = (struct sq_segment){ va, w->base_dw, w->base_dw };
   walk_segment(w);
   s->end_dw = w->end_dw;
   return s;
}

static void walk_code(struct walk *w, const struct sq_link *link, unsigned num_links)
{
   segment_for(w, w->p->va);
   for (unsigned i = 0; i < num_links && i < SQ_MAX_LINKS; i++)
      if (segment_for(w, link[i].va))
         w->p->link[w->p->num_links++] = link[i];
}

uint32_t sq_inst_at(const struct sq_program *p, uint64_t va)
{
   for (uint32_t i = 0; i < p->num_segments && va % 4 == 0; i++) {
      const struct sq_segment *s = &p->segment[i];
      if (va >= s->va && (va - s->va) / 4 < s->end_dw - s->first_dw) {
         uint32_t inst = p->inst_at_dw[s->first_dw + (va - s->va) / 4];
         if (inst != SQ_NO_INST)
            return inst;
      }
   }
   return SQ_NO_INST;
}

/* VGPRs 0..31 that the instruction may read. */
static uint32_t inputs_read(const struct gcn_inst *inst, const struct sq_effects *e)
{
   if (inst->op == GCN_OP_NONE)
      return 0;
   bool any = e->all || inst->op == GCN_S_SET_GPR_IDX_ON || inst->op == GCN_S_SET_GPR_IDX_MODE;
   return any ? UINT32_MAX : (uint32_t)e->read[0];
}

/* Operations that give every lane the same when their sources are the same; the commonest ones. */
static bool acts_per_lane(enum gcn_op op)
{
   switch (op) {
   case GCN_V_MOV_B32: case GCN_V_CVT_PKRTZ_F16_F32: case GCN_V_CVT_F16_F32: case GCN_V_CVT_F32_F16: case GCN_V_ADD_F32:
   case GCN_V_SUB_F32: case GCN_V_SUBREV_F32: case GCN_V_MUL_F32: case GCN_V_MAC_F32: case GCN_V_MAD_F32: case GCN_V_MADAK_F32:
   case GCN_V_MADMK_F32: case GCN_V_FMA_F32: case GCN_V_MAX_F32: case GCN_V_MIN_F32: case GCN_V_MED3_F32: case GCN_V_FRACT_F32:
   case GCN_V_RCP_F32: case GCN_V_SQRT_F32: case GCN_V_RSQ_F32: case GCN_V_EXP_F32: case GCN_V_LOG_F32: case GCN_V_AND_B32:
   case GCN_V_OR_B32: case GCN_V_LSHLREV_B32:
      return true;
   default:
      return false;
   }
}

/* Follows which VGPRs hold one value; scalars do anyway. Programs with branches or anything unusual: no. */
static bool exports_are_uniform(const struct sq_program *p)
{
   bool same[256] = { false };
   for (uint32_t i = 0; i < p->num_inst; i++) {
      const struct gcn_inst *inst = &p->inst[i];
      bool uniform = true;
      if ((i && p->leader[i]) || inst->is_dpp || inst->is_sdwa)
         return false;
      unsigned sources = inst->enc == GCN_EXP ? 0 : inst->num_src;
      for (unsigned k = 0; k < sources; k++) {
         unsigned code = inst->src[k].code;
         if (code >= GCN_SRC_VGPR0)
            for (unsigned n = 0; n < inst->src[k].dwords; n++)
               uniform = uniform && code - GCN_SRC_VGPR0 + n < 256 && same[code - GCN_SRC_VGPR0 + n];
         else if (code == GCN_SRC_EXEC_LO || code == GCN_SRC_EXEC_HI || code == GCN_SRC_VCCZ || code == GCN_SRC_EXECZ)
            return false;
      }
      for (unsigned k = 0; k < inst->num_dst; k++)
         if (inst->dst[k].code == GCN_SRC_EXEC_LO || inst->dst[k].code == GCN_SRC_EXEC_HI)
            return false;
      switch (inst->enc) {
      case GCN_SOP1: case GCN_SOP2: case GCN_SOPC: case GCN_SMEM:
         if (inst->op == GCN_S_MEMTIME || gcn_op_infos[inst->op].flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC))
            return false;
         break;
      case GCN_SOPP:
         if (inst->op != GCN_S_NOP && inst->op != GCN_S_WAITCNT && inst->op != GCN_S_ENDPGM)
            return false;
         break;
      case GCN_VOP1: case GCN_VOP2: case GCN_VOP3:
         if (acts_per_lane((enum gcn_op)inst->op))
            same[inst->dst[0].code - GCN_SRC_VGPR0] = uniform;
         else
            return false;
         break;
      case GCN_EXP:
         if (inst->exp.target >= 8)
            return false;
         for (unsigned k = 0; k < (inst->exp.compr ? 2 : 4); k++)
            if (inst->exp.en >> (inst->exp.compr ? 2 * k : k) & (inst->exp.compr ? 3 : 1) &&
                !same[inst->src[k].code - GCN_SRC_VGPR0])
               return false;
         break;
      default:
         return false;
      }
   }
   return p->fault_inst == SQ_NO_INST;
}

/* Puts bits into EXEC that no mask of the program's had: all ones, or a complement. */
static bool wakes_lanes(const struct gcn_inst *inst)
{
   bool to_exec = inst->num_dst && (inst->dst[0].code == GCN_SRC_EXEC_LO || inst->dst[0].code == GCN_SRC_EXEC_HI), all = false;
   for (unsigned k = 0; k < inst->num_src; k++)
      all = all || inst->src[k].code == GCN_SRC_INT_NEG1;
   switch (inst->op) {
   case GCN_S_OR_SAVEEXEC_B64: case GCN_S_XOR_SAVEEXEC_B64:
      return all;
   case GCN_S_ORN2_SAVEEXEC_B64: case GCN_S_NAND_SAVEEXEC_B64: case GCN_S_NOR_SAVEEXEC_B64: case GCN_S_XNOR_SAVEEXEC_B64:
      return true;
   case GCN_S_NOT_B64: case GCN_S_ORN2_B64: case GCN_S_NAND_B64: case GCN_S_NOR_B64: case GCN_S_XNOR_B64:
      return to_exec;
   default:
      return to_exec && all && (inst->enc == GCN_SOP1 || inst->enc == GCN_SOP2);
   }
}

static void note_facts(struct sq_program *p)
{
   struct sq_program_info *info = &p->info;
   bool null_export = false, real_export = false;
   unsigned nulls = 0;
   uint32_t written = 0; /* before the first branch */
   bool straight = true;
   for (uint32_t i = 0; i < p->num_inst; i++) {
      const struct gcn_inst *inst = &p->inst[i];
      const struct gcn_op_info *op = &gcn_op_infos[inst->op];
      struct sq_effects e;
      if (p->target[i] != SQ_NO_INST && p->target[i] <= i)
         info->has_loop = true;
      straight = straight && !(i && p->leader[i]);
      sq_effects(inst, &e);
      info->inputs_read |= inputs_read(inst, &e) & ~written;
      if (p->value[i] == SQ_NO_VALUE)
         info->inputs_beside |= inputs_read(inst, &e) & ~written;
      if (straight && !e.partial)
         written |= (uint32_t)e.write[0];
      if (inst->enc == GCN_VINTRP && inst->op != GCN_OP_NONE) {
         info->interp_read[inst->interp.attr] |= (uint8_t)(1u << inst->interp.chan);
         if (p->value[i] == SQ_NO_VALUE) {
            info->interp_beside[inst->interp.attr] |= (uint8_t)(1u << inst->interp.chan);
            info->any_beside = true;
         }
         if (info->num_attrs <= inst->interp.attr)
            info->num_attrs = inst->interp.attr + 1u;
      }
      bool memory = inst->enc == GCN_MUBUF || inst->enc == GCN_MTBUF || inst->enc == GCN_MIMG || inst->enc == GCN_FLAT ||
                    inst->enc == GCN_SMEM;
      if (memory && op->flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC))
         info->writes_memory = true;
      if (op->flags & GCN_FLAG_DERIV || inst->is_dpp || inst->op == GCN_DS_SWIZZLE_B32)
         info->uses_derivatives = true;
      info->needs_64_lanes = info->needs_64_lanes || wakes_lanes(inst);
      info->names_lanes = info->names_lanes || inst->enc == GCN_DS || inst->op == GCN_V_READLANE_B32 || inst->op == GCN_V_WRITELANE_B32;
      if (op->flags & GCN_FLAG_VCMPX)
         info->uses_kill = true;
      if (inst->enc != GCN_EXP || inst->op != GCN_OP_EXP)
         continue;
      unsigned t = inst->exp.target;
      if (t == SQ_EXP_NULL)
         null_export = true, nulls++;
      else
         real_export = true;
      if (t < 8 && inst->exp.en)
         info->mrt_mask |= 1u << t;
      if (t == SQ_EXP_MRTZ)
         info->exports_mrtz = true;
      if (t >= SQ_EXP_PARAM0)
         info->param_mask |= 1u << (t - SQ_EXP_PARAM0);
   }
   info->jumps = p->leaves || p->num_links;
   if (p->leaves) { /* to code that may do anything */
      info->inputs_read = info->inputs_beside = UINT32_MAX;
      info->writes_memory = info->uses_derivatives = info->uses_kill = info->has_loop = true;
      info->mrt_mask = 0xff;
      info->param_mask = UINT32_MAX;
   }
   /* A killed wave leaves through a null export beside the real one. */
   if ((null_export && real_export) || nulls > 1)
      info->uses_kill = true;
   if (p->stage != SQ_PS)
      info->uses_kill = false;
   info->uniform_exports = p->stage == SQ_PS && !p->leaves && info->mrt_mask && exports_are_uniform(p);
   info->code_B = p->code_dw * 4;
}

/* Makes an instruction one that faults when it is reached. */
static void refuse(struct sq_program *p, uint32_t i, const char *why)
{
   struct gcn_inst *inst = &p->inst[i];
   inst->op = GCN_OP_NONE;
   if (p->fault_inst != SQ_NO_INST)
      return;
   p->fault_inst = i;
   p->fault.va = sq_code_va(p, inst->offset_B);
   memcpy(p->fault.dw, &p->code[inst->offset_B / 4], 8);
   snprintf(p->fault.text, sizeof p->fault.text, "%s", why);
}

static const struct sq_link *link_at(const struct sq_program *p, uint32_t offset_B)
{
   for (uint32_t i = 0; i < p->num_links; i++)
      if (p->link[i].offset_B == offset_B)
         return &p->link[i];
   return NULL;
}

static bool build(struct sq_program *p, struct walk *w)
{
   p->code_dw = w->end_dw;
   p->code = calloc(p->code_dw + 3u, sizeof *p->code);
   p->inst = calloc(p->num_inst + 1u, sizeof *p->inst);
   p->target = malloc((p->num_inst + 1u) * sizeof *p->target);
   p->leader = calloc(p->num_inst + 1u, 1);
   p->value = malloc(p->num_inst + 1u);
   p->inst_at_dw = malloc((p->code_dw + 1u) * sizeof *p->inst_at_dw);
   if (!p->code || !p->inst || !p->target || !p->leader || !p->value || !p->inst_at_dw)
      return false;
   memset(p->inst_at_dw, 0xff, (p->code_dw + 1u) * sizeof *p->inst_at_dw);
   uint32_t count = 0;
   for (uint32_t dw = 0, next_segment = 0; dw < p->code_dw; dw++) {
      if (next_segment < p->num_segments && p->segment[next_segment].first_dw == dw) {
         w->base_va = p->segment[next_segment].va;
         w->base_dw = p->segment[next_segment++].first_dw;
      }
      if (!(w->begins[dw] & 1))
         continue;
      struct gcn_inst *inst = &p->inst[count];
      uint32_t code[3] = { 0 };
      decode_at(w, dw, inst, code);
      memcpy(&p->code[dw], code, inst->size_B);
      p->inst_at_dw[dw] = count;
      p->leader[count] = w->begins[dw] >> 1 & 1;
      if (inst->op == GCN_OP_NONE)
         refuse(p, count, sim_mem_check(w->mem, sq_code_va(p, 4 * dw), 4, SIM_MEM_READ) ? "illegal instruction"
                                                                                           : "code address not mapped");
      else if (inst->enc == GCN_VINTRP && inst->interp.attr >= SQ_MAX_ATTRS)
         refuse(p, count, "attribute number beyond 31");
      count++;
   }
   p->num_inst = count;
   for (uint32_t i = 0; i + 1 < count; i++) {
      if (p->inst[i].offset_B + p->inst[i].size_B > p->inst[i + 1].offset_B)
         refuse(p, i, "jump into the middle of an instruction");
   }
   for (uint32_t i = 0; i < count; i++) {
      struct gcn_inst *inst = &p->inst[i];
      uint32_t base_dw = 0;
      for (uint32_t k = 1; k < p->num_segments && p->segment[k].first_dw <= inst->offset_B / 4; k++)
         base_dw = p->segment[k].first_dw;
      uint32_t to = branch_target(inst, base_dw);
      p->target[i] = to < p->code_dw ? p->inst_at_dw[to] : SQ_NO_INST;
      /* A branch out of the range of programs ends like illegal code. */
      if (to == SQ_NO_INST && p->inst[i].enc == GCN_SOPP &&
          gcn_op_infos[p->inst[i].op].flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH))
         refuse(p, i, "branch out of the program");
      if (inst->op != GCN_S_SETPC_B64)
         continue;
      const struct sq_link *link = link_at(p, inst->offset_B);
      if (link) { /* from here on a branch like others */
         inst->op = GCN_S_BRANCH;
         inst->num_src = inst->num_dst = 0;
         p->target[i] = sq_inst_at(p, link->va);
      } else {
         p->leaves = true;
      }
   }
   return true;
}

/* By the byte what is allocated, but for the allocator's own. */
static size_t size_of(const struct sq_program *p)
{
   size_t per_inst_B = sizeof *p->inst + sizeof *p->target + sizeof *p->leader + sizeof *p->value;
   return sizeof *p + p->num_inst * per_inst_B + p->code_dw * (sizeof *p->code + sizeof *p->inst_at_dw);
}

struct sq_program *sq_program_create(struct sim_mem *mem, uint64_t va, enum sq_stage stage, uint32_t rsrc1,
                                     unsigned gfx_level, const struct sq_link *link, unsigned num_links)
{
   struct sq_program *p = calloc(1, sizeof *p);
   struct walk w = { .mem = mem, .p = p };
   if (!p)
      return NULL;
   p->va = va;
   p->stage = stage;
   p->rsrc1 = rsrc1;
   p->gfx_level = gfx_level;
   p->fault_inst = SQ_NO_INST;
   p->mode = sq_mode_of_word((rsrc1 >> 12 & 0xff) | (rsrc1 >> 21 & 1) << 8 | (rsrc1 >> 23 & 1) << 9);
   w.begins = ut_pages_map(MAX_CODE_DW, 0); /* the pages that the program reaches become memory */
   w.stack = ut_pages_map(MAX_CODE_DW * sizeof *w.stack, 0);
   bool ok = w.begins && w.stack;
   if (ok) {
      walk_code(&w, link, num_links);
      ok = build(p, &w);
   }
   ut_pages_unmap(w.begins, MAX_CODE_DW);
   ut_pages_unmap(w.stack, MAX_CODE_DW * sizeof *w.stack);
   if (!ok) {
      sq_program_destroy(p);
      return NULL;
   }
   sq_find_values(p);
   note_facts(p);
   p->size_B = size_of(p);
   return p;
}

void sq_program_destroy(struct sq_program *p)
{
   if (!p)
      return;
   free(p->code);
   free(p->inst);
   free(p->target);
   free(p->leader);
   free(p->value);
   free(p->inst_at_dw);
   free(p);
}

bool sq_program_is_current(struct sim_mem *mem, const struct sq_program *p)
{
   for (uint32_t i = 0; i < p->num_inst; i++) {
      uint32_t dw = p->inst[i].offset_B / 4;
      uint64_t va = sq_code_va(p, p->inst[i].offset_B);
      bool mapped = sim_mem_check(mem, va, p->inst[i].size_B, SIM_MEM_READ);
      if (!mapped)
         return false;
      if (memcmp(mem->base + va, &p->code[dw], p->inst[i].size_B))
         return false;
   }
   return true;
}
