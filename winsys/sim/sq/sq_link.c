/* sq_link.c: where the jumps of a program lead. Drivers put parts of a program together when they draw: a part that fetches
 * vertices before the vertex program, one that exports colours after the pixel program. The first part jumps to an address in
 * its user SGPRs, or in memory that these point at. It is found by looking back from the jump for what wrote the SGPRs, in the
 * same basic block; an SGPR that nothing writes holds what the launch gave it. */
#include <string.h>

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_internal.h"
#include "winsys/sim/sq/sq_program.h"

struct link_search {
   struct sim_mem *mem;
   const struct sq_program *p;
   const uint32_t *user;
   unsigned num_user;
};

#define MAX_DEPTH 8

static bool value_before(const struct link_search *s, uint32_t i, unsigned code, unsigned depth, uint32_t *value);

static bool writes(const struct gcn_inst *inst, unsigned code)
{
   for (unsigned d = 0; d < inst->num_dst; d++)
      if (code >= inst->dst[d].code && code < inst->dst[d].code + inst->dst[d].dwords)
         return true;
   /* The destination is computed. */
   return inst->op == GCN_S_MOVRELD_B32 || inst->op == GCN_S_MOVRELD_B64;
}

/* One dword of a scalar source. */
static bool source(const struct link_search *s, uint32_t i, unsigned n, unsigned half, unsigned depth, uint32_t *value)
{
   const struct gcn_inst *inst = &s->p->inst[i];
   unsigned code = inst->src[n].code;
   if (code < GCN_SRC_INT0)
      return value_before(s, i, code + half, depth, value);
   uint64_t constant;
   if (!sq_constant(code, inst->literal, GCN_T_B64, &constant))
      return false;
   *value = (uint32_t)(constant >> 32 * half);
   return true;
}

/* s_load_dword*: dword n of what it loads. */
static bool loaded(const struct link_search *s, uint32_t i, unsigned n, unsigned depth, uint32_t *value)
{
   const struct gcn_inst *inst = &s->p->inst[i];
   uint32_t base[2], offset = (uint32_t)inst->simm;
   if (!s->mem || inst->src[0].dwords != 2 || !source(s, i, 0, 0, depth, &base[0]) || !source(s, i, 0, 1, depth, &base[1]) ||
       (!inst->smem_imm && !source(s, i, 1, 0, depth, &offset)))
      return false;
   uint64_t va = ((base[0] | (uint64_t)base[1] << 32) + offset) & ~UINT64_C(3) & UINT64_C(0xffffffffffff);
   if (!sim_mem_check(s->mem, va + 4 * n, 4, SIM_MEM_READ))
      return false;
   memcpy(value, s->mem->base + va + 4 * n, 4);
   return true;
}

/* The value that instruction i writes to an SGPR. */
static bool result(const struct link_search *s, uint32_t i, unsigned code, unsigned depth, uint32_t *value)
{
   const struct gcn_inst *inst = &s->p->inst[i];
   unsigned half = code - inst->dst[0].code;
   uint32_t a, b, low[2];
   if (code < inst->dst[0].code || half >= inst->dst[0].dwords)
      return false;
   switch (inst->op) {
   case GCN_S_MOV_B32: case GCN_S_MOV_B64:
      return source(s, i, 0, half, depth, value);
   case GCN_S_MOVK_I32:
      *value = (uint32_t)inst->simm;
      return true;
   case GCN_S_GETPC_B64: {
      uint64_t va = sq_code_va(s->p, inst->offset_B) + inst->size_B;
      *value = (uint32_t)(va >> 32 * half);
      return true;
   }
   case GCN_S_LOAD_DWORD: case GCN_S_LOAD_DWORDX2: case GCN_S_LOAD_DWORDX4: case GCN_S_LOAD_DWORDX8: case GCN_S_LOAD_DWORDX16:
      return loaded(s, i, half, depth, value);
   case GCN_S_ADD_U32: case GCN_S_AND_B32: case GCN_S_OR_B32:
      if (!source(s, i, 0, 0, depth, &a) || !source(s, i, 1, 0, depth, &b))
         return false;
      *value = inst->op == GCN_S_ADD_U32 ? a + b : inst->op == GCN_S_AND_B32 ? a & b : a | b;
      return true;
   case GCN_S_ADDC_U32: /* after the low half */
      if (!i || s->p->inst[i - 1].op != GCN_S_ADD_U32 || s->p->leader[i] || !source(s, i, 0, 0, depth, &a) ||
          !source(s, i, 1, 0, depth, &b) || !source(s, i - 1, 0, 0, depth, &low[0]) || !source(s, i - 1, 1, 0, depth, &low[1]))
         return false;
      *value = a + b + (low[0] + low[1] < low[0]);
      return true;
   default:
      return false;
   }
}

/* An SGPR in front of instruction i. */
static bool value_before(const struct link_search *s, uint32_t i, unsigned code, unsigned depth, uint32_t *value)
{
   const struct sq_program *p = s->p;
   if (!depth || code >= GCN_SRC_INT0)
      return false;
   while (i && !p->leader[i]) {
      i--;
      if (writes(&p->inst[i], code))
         return result(s, i, code, depth - 1, value);
   }
   for (uint32_t k = 0; i && k < p->num_inst; k++)
      if (writes(&p->inst[k], code))
         return false; /* by another block, or in a loop */
   if (code >= s->num_user)
      return false;
   *value = s->user[code];
   return true;
}

bool sq_constant_before(const struct sq_program *p, uint32_t i, unsigned code, uint32_t *value)
{
   return value_before(&(struct link_search){ .p = p }, i, code, MAX_DEPTH, value);
}

unsigned sq_program_links(struct sim_mem *mem, const struct sq_program *p, const uint32_t *user, unsigned num_user,
                          struct sq_link link[SQ_MAX_LINKS])
{
   const struct link_search s = { mem, p, user, num_user };
   unsigned count = p->num_links;
   memcpy(link, p->link, sizeof p->link);
   for (uint32_t i = 0; i < p->num_inst && count < SQ_MAX_LINKS; i++) {
      const struct gcn_inst *inst = &p->inst[i];
      uint32_t low, high;
      if (inst->op != GCN_S_SETPC_B64 || !source(&s, i, 0, 0, MAX_DEPTH, &low) || !source(&s, i, 0, 1, MAX_DEPTH, &high))
         continue;
      uint64_t va = low | (uint64_t)high << 32;
      if (va % 4 == 0)
         link[count++] = (struct sq_link){ inst->offset_B, va };
   }
   return count;
}
