/* jit_lds.c: local data share in host code. A dword per lane is read as a vector where the lanes' dwords follow one another, and
 * written so with AVX-512; other reads are gathers where the host has them. Swizzles by constant patterns are shuffles. All else the
 * interpreter executes: a loop over lanes is as quick as a scatter, and lanes act in their order. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/sq/interp/sq_interp.h"

/* Bytes of LDS that this wave reaches: M0 limits it, too. */
static V limit(struct jit *j)
{
   V size = jit_wave_load(j, j->i32, offsetof(struct sq_wave, lds_B)), m0 = jit_read32(j, GCN_SRC_M0, 0);
   return SEL(ICMP(ULT, m0, size), m0, size);
}

/* ---- gathers ---------------------------------------------------------------------------------------------------------- */

struct lds_address { V index, ok; };

/* LDS index of `size` bytes per lane, and the lanes of EXEC whose bytes are all within the limit. */
static struct lds_address lds_address(struct jit *j, V address, uint32_t offset, unsigned size)
{
   V sum = ADD(address, I(offset)), end = limit(j), room = SUB(end, jit_i32(j, size - 1));
   V bound = SEL(ICMP(UGE, end, jit_i32(j, size)), room, jit_i32(j, 0));
   V index = AND(sum, I(~(size - 1)));
   V ok = ICMP(ULT, index, jit_splat(j, bound));
   if (!sq_lds_wraps(j->p))
      ok = AND(ok, ICMP(UGE, sum, address));
   return (struct lds_address){ index, AND(ok, jit_exec_vec(j)) };
}

static V in_row(struct jit *j, const struct lds_address *p, V *first)
{
   V row = jit_in_row(j, p->index, limit(j), first);
   if (sq_lds_wraps(j->p))
      return row; /* all lanes are below the limit then */
   V exec = jit_exec(j);
   return AND(row, ICMP(EQ, jit_mask_to_i64(j, jit_mask_of_lanes(j, p->ok)), exec));
}

/* dwords: at each of two offsets, or of the first alone. together: they are inside or outside as one. */
static void read(struct jit *j, const uint32_t offset[2], unsigned count, unsigned dwords, bool together)
{
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds));
   V address = jit_read_vgpr(j, j->inst->src[0].code, false), v[4];
   for (unsigned k = 0; k < count; k++) {
      struct lds_address p = { NULL, NULL };
      for (unsigned d = 0; d < dwords; d++) {
         if (!together)
            p = lds_address(j, address, offset[k] + 4 * d, 4);
         else if (d == 0)
            p = lds_address(j, address, offset[k], 4 * dwords);
         V first, row = dwords == 1 ? in_row(j, &p, &first) : NULL;
         v[k * dwords + d] = row ? jit_load_lanes(j, base, p.index, p.ok, row, first, NULL) :
                             jit_gather(j, base, together && d ? ADD(p.index, I(4 * d)) : p.index, p.ok);
      }
   }
   for (unsigned i = 0; i < count * dwords; i++)
      jit_write_vgpr(j, j->inst->dst[0].code + i, i, v[i], NULL);
}

/* One dword per lane. */
static void write_dword(struct jit *j)
{
   LLVMBasicBlockRef lanes = jit_block(j, "lanes"), done = jit_block(j, "written");
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds)), first;
   struct lds_address p = lds_address(j, jit_read_vgpr(j, j->inst->src[0].code, false), j->inst->ds.offset0, 4);
   V value = jit_read_vgpr(j, j->inst->src[1].code, false), row = in_row(j, &p, &first);
   jit_store_row(j, base, row, first, NULL, value, lanes, done);
   jit_continue(j, lanes);
   jit_fallback(j);
   LLVMBuildBr(B, done);
   jit_continue(j, done);
}

/* 1 or 2 bytes, out of the dword that they lie in: LDS is accessed in dwords. */
static void read_small(struct jit *j, unsigned size, bool sign)
{
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds));
   struct lds_address p = lds_address(j, jit_read_vgpr(j, j->inst->src[0].code, false), j->inst->ds.offset0, size);
   V v = jit_gather(j, base, AND(p.index, I(~3u)), p.ok), shift = SHL(AND(p.index, I(3)), I(3));
   v = SHL(LSHR(v, shift), I(32 - 8 * size));
   jit_write_vgpr(j, j->inst->dst[0].code, 0, sign ? ASHR(v, I(32 - 8 * size)) : LSHR(v, I(32 - 8 * size)), NULL);
}

/* ---- other lanes ------------------------------------------------------------------------------------------------------ */

/* Inactive lanes, and those that were not launched, give zero. */
static void swizzle(struct jit *j)
{
   V from[SQ_MAX_LANES], v = jit_read_vgpr(j, j->inst->src[0].code, true);
   for (unsigned i = 0; i < j->lanes; i++) {
      unsigned lane = sq_swizzle_lane(j->inst->ds.offset0, i);
      from[i] = jit_i32(j, lane < j->lanes ? lane : j->lanes);
   }
   v = SEL(jit_exec_vec(j), v, LLVMConstNull(j->vi32));
   v = LLVMBuildShuffleVector(B, v, LLVMConstNull(j->vi32), LLVMConstVector(from, j->lanes), "");
   jit_write_vgpr(j, j->inst->dst[0].code, 0, v, NULL);
}

static bool in_registers(const struct gcn_inst *inst)
{
   for (unsigned i = 0; i < inst->num_src; i++)
      if (inst->src[i].code < GCN_SRC_VGPR0 || inst->src[i].code + inst->src[i].dwords > 512u)
         return false;
   return !inst->num_dst || inst->dst[0].code + inst->dst[0].dwords <= 512u;
}

bool jit_lds(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   unsigned scale;
   if (!in_registers(inst))
      return false;
   if (inst->op == GCN_DS_SWIZZLE_B32) {
      swizzle(j);
      return true;
   }
   if (inst->ds.gds || !jit_has_gather(j))
      return false;
   switch (inst->op) {
   case GCN_DS_READ_U8: read_small(j, 1, false); return true;
   case GCN_DS_READ_I8: read_small(j, 1, true); return true;
   case GCN_DS_READ_U16: read_small(j, 2, false); return true;
   case GCN_DS_READ_I16: read_small(j, 2, true); return true;
   case GCN_DS_READ_B32: case GCN_DS_READ_B64: case GCN_DS_READ_B96: case GCN_DS_READ_B128:
      read(j, (uint32_t[]){ inst->ds.offset0, 0 }, 1, inst->dst[0].dwords, false);
      return true;
   case GCN_DS_WRITE_B32:
      if (j->isa != UT_ISA_AVX512)
         return false;
      write_dword(j);
      return true;
   case GCN_DS_READ2_B32: case GCN_DS_READ2ST64_B32: case GCN_DS_READ2_B64: case GCN_DS_READ2ST64_B64:
      sq_lds_two_offsets((enum gcn_op)inst->op, &scale);
      read(j, (uint32_t[]){ inst->ds.offset0 * scale, inst->ds.offset1 * scale }, 2, inst->dst[0].dwords / 2u, true);
      return true;
   default: return false;
   }
}
