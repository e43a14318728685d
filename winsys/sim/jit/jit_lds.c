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

/* Goes on in a new block if all lanes are set, and to `other` if not. */
static void if_all(struct jit *j, V lanes, LLVMBasicBlockRef other)
{
   LLVMBasicBlockRef then = jit_block(j, "then");
   LLVMBuildCondBr(B, ICMP(EQ, jit_mask_to_i64(j, jit_mask_of_lanes(j, lanes)), jit_i64(j, sq_first_lanes(j->lanes))), then, other);
   jit_continue(j, then);
}

/* Returns 16 lanes' dwords from each of these addresses, or (uniform) the dword there in all of them. */
static void return_parts(struct jit *j, V base, V index, bool uniform)
{
   V part[SQ_MAX_LANES / 16];
   LLVMTypeRef type = LLVMVectorType(j->i32, 16);
   for (unsigned i = 0; i < j->lanes / 16; i++) {
      V from = jit_address(j, base, LLVMBuildExtractElement(B, index, jit_i32(j, 16 * i), ""));
      part[i] = jit_load(j, uniform ? j->i32 : type, from, 4);
      V one = uniform ? LLVMBuildInsertElement(B, LLVMGetUndef(type), part[i], jit_i32(j, 0), "") : NULL;
      part[i] = one ? LLVMBuildShuffleVector(B, one, one, LLVMConstNull(type), "") : part[i];
   }
   LLVMBuildRet(B, jit_join_parts(j, part, j->lanes / 16));
}

/* (base, bound of the index, EXEC, addresses, offset): a dword of each lane. Tiles of 16 columns are read in parts of 16 lanes, each of
 * which has a row of dwords or shares one. */
static void build_reader(struct jit *j, V f)
{
   V base = LLVMGetParam(f, 0), address = LLVMGetParam(f, 3), sum = ADD(address, jit_splat(j, LLVMGetParam(f, 4)));
   V exec = LLVMBuildBitCast(B, LLVMBuildTrunc(B, LLVMGetParam(f, 2), j->lanes_int, ""), j->vi1, "");
   V index = AND(sum, I(~3u)), ok = AND(ICMP(ULT, index, jit_splat(j, LLVMGetParam(f, 1))), exec);
   V lane[SQ_MAX_LANES], head[SQ_MAX_LANES];
   LLVMBasicBlockRef uniform = jit_block(j, "uniform"), gather = jit_block(j, "gather");
   if (!sq_lds_wraps(j->p))
      ok = AND(ok, ICMP(UGE, sum, address));
   for (unsigned i = 0; i < j->lanes; i++) {
      lane[i] = jit_i32(j, 4 * (i % 16));
      head[i] = jit_i32(j, i - i % 16);
   }
   if_all(j, ok, gather);
   V first = LLVMBuildShuffleVector(B, index, index, LLVMConstVector(head, j->lanes), "");
   if_all(j, ICMP(EQ, SUB(index, LLVMConstVector(lane, j->lanes)), first), uniform);
   return_parts(j, base, index, false);
   jit_continue(j, uniform);
   if_all(j, ICMP(EQ, index, first), gather);
   return_parts(j, base, index, true);
   jit_continue(j, gather);
   LLVMBuildRet(B, jit_gather(j, base, index, ok));
}

/* Calls the module's function for it: in place, each read is three blocks, and hundreds of them take LLVM seconds. */
static V call_reader(struct jit *j, V base, V address, uint32_t offset)
{
   LLVMTypeRef types[] = { j->ptr, j->i32, j->i64, j->vi32, j->i32 }, type = LLVMFunctionType(j->vi32, types, 5, 0);
   V f = LLVMGetNamedFunction(j->module, "lds_read"), end = limit(j);
   V args[] = { base, SEL(ICMP(UGE, end, jit_i32(j, 4)), SUB(end, jit_i32(j, 3)), jit_i32(j, 0)), jit_exec(j), address,
                jit_i32(j, offset) };
   if (!f) {
      LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
      V wave = j->func;
      j->func = f = LLVMAddFunction(j->module, "lds_read", type);
      LLVMSetLinkage(f, LLVMInternalLinkage);
      jit_continue(j, jit_block(j, "start"));
      build_reader(j, f);
      j->func = wave;
      jit_continue(j, here);
   }
   return LLVMBuildCall2(B, type, f, args, 5, "");
}

/* dwords: at each of two offsets, or of the first alone. together: they are inside or outside as one. */
static void read(struct jit *j, const uint32_t offset[2], unsigned count, unsigned dwords, bool together)
{
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds));
   V address = jit_read_vgpr(j, j->inst->src[0].code, false), v[4];
   for (unsigned k = 0; k < count; k++) {
      struct lds_address p = { NULL, NULL };
      for (unsigned d = 0; d < dwords; d++) {
         if (j->isa == UT_ISA_AVX512 && j->lanes >= 16 && (!together || dwords == 1)) {
            v[k * dwords + d] = call_reader(j, base, address, offset[k] + 4 * d);
            continue;
         }
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

/* A dword per lane, or one at each of two offsets: rows that do not overlap, as lanes act in their order. */
static bool write_rows(struct jit *j, const uint32_t offset[2], unsigned count)
{
   const uint32_t row_B = 4 * SQ_MAX_LANES;
   if (j->isa != UT_ISA_AVX512 || (count > 1 && offset[0] < offset[1] + row_B && offset[1] < offset[0] + row_B))
      return false;
   LLVMBasicBlockRef lanes = jit_block(j, "lanes"), done = jit_block(j, "written"), next = count > 1 ? jit_block(j, "next") : done;
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds)), first[2], value[2], rows = NULL;
   V address = jit_read_vgpr(j, j->inst->src[0].code, false);
   for (unsigned k = 0; k < count; k++) {
      struct lds_address p = lds_address(j, address, offset[k], 4);
      V row = in_row(j, &p, &first[k]);
      value[k] = jit_read_vgpr(j, j->inst->src[1 + k].code, false);
      rows = rows ? AND(rows, row) : row;
   }
   jit_store_row(j, base, rows, first[0], NULL, value[0], lanes, next);
   if (count > 1) {
      jit_continue(j, next);
      jit_store(j, value[1], jit_address(j, base, first[1]), 4);
      LLVMBuildBr(B, done);
   }
   jit_continue(j, lanes);
   jit_fallback(j);
   LLVMBuildBr(B, done);
   jit_continue(j, done);
   return true;
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
   case GCN_DS_WRITE_B32: return write_rows(j, (uint32_t[]){ inst->ds.offset0, 0 }, 1);
   case GCN_DS_WRITE2_B32: case GCN_DS_WRITE2ST64_B32:
      sq_lds_two_offsets((enum gcn_op)inst->op, &scale);
      return write_rows(j, (uint32_t[]){ inst->ds.offset0 * scale, inst->ds.offset1 * scale }, 2);
   case GCN_DS_READ2_B32: case GCN_DS_READ2ST64_B32: case GCN_DS_READ2_B64: case GCN_DS_READ2ST64_B64:
      sq_lds_two_offsets((enum gcn_op)inst->op, &scale);
      read(j, (uint32_t[]){ inst->ds.offset0 * scale, inst->ds.offset1 * scale }, 2, inst->dst[0].dwords / 2u, true);
      return true;
   default: return false;
   }
}
