/* jit_lds.c: local data share in host code. A dword per lane is read as a vector where the lanes' dwords follow one another, and
 * written so with AVX-512; other reads are gathers where the host has them. Otherwise addresses and data go to C as rows on the
 * stack (jit_runtime_lds.c): a loop over lanes is as quick as a scatter, and lanes act in the order that they have in the
 * interpreter. Swizzles by constant patterns are shuffles. What is left out here (narrow writes, *_src2, append) the interpreter
 * executes one by one. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"

#define ROW_B JIT_ROW_B

static V rows_on_stack(struct jit *j)
{
   if (!j->lds_rows)
      j->lds_rows = jit_alloca(j, LLVMArrayType2(j->i8, JIT_LDS_ROWS * ROW_B), 64, "lds");
   return j->lds_rows;
}

/* Bytes of LDS that this wave reaches: M0 limits it, too. */
static V limit(struct jit *j)
{
   V size = jit_wave_load(j, j->i32, offsetof(struct sq_wave, lds_B)), m0 = jit_read32(j, GCN_SRC_M0, 0);
   return SEL(ICMP(ULT, m0, size), m0, size);
}

static void store_row(struct jit *j, unsigned code, unsigned row)
{
   jit_store(j, jit_read_vgpr(j, code, false), jit_ptr_add(j, rows_on_stack(j), row * ROW_B), 64);
}

/* Address in row 0, data after it; results from row 0 on. */
static void call(struct jit *j, const void *function, const struct jit_lds *what)
{
   const struct gcn_inst *inst = j->inst;
   unsigned row = 1;
   store_row(j, inst->src[0].code, 0);
   for (unsigned i = 1; i < inst->num_src; i++)
      for (unsigned k = 0; k < inst->src[i].dwords; k++)
         store_row(j, inst->src[i].code + k, row++);
   V args[] = { jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds)), limit(j), jit_bytes(j, what, sizeof *what),
                rows_on_stack(j), jit_exec(j) };
   jit_call(j, function, LLVMVoidTypeInContext(j->ctx), 5, args);
   for (unsigned k = 0; inst->num_dst && k < inst->dst[0].dwords; k++)
      jit_write_vgpr(j, inst->dst[0].code + k, k, jit_load(j, j->vi32, jit_ptr_add(j, rows_on_stack(j), k * ROW_B), 64), NULL);
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

/* dwords: at each of `count` offsets. together: they are inside or outside as one. False: the host has no gather. */
static bool read(struct jit *j, const uint32_t offset[2], unsigned count, unsigned dwords, bool together)
{
   if (!jit_has_gather(j))
      return false;
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
   return true;
}

/* One dword per lane. */
static void write_dword(struct jit *j, const struct jit_lds *what)
{
   LLVMBasicBlockRef lanes = jit_block(j, "lanes"), done = jit_block(j, "written");
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds)), first;
   struct lds_address p = lds_address(j, jit_read_vgpr(j, j->inst->src[0].code, false), what->offset[0], 4);
   V value = jit_read_vgpr(j, j->inst->src[1].code, false), row = in_row(j, &p, &first);
   jit_store_row(j, base, row, first, NULL, value, lanes, done);
   jit_continue(j, lanes);
   call(j, jit_run_lds_write, what);
   LLVMBuildBr(B, done);
   jit_continue(j, done);
}

/* 1 or 2 bytes, out of the dword that they lie in: LDS is accessed in dwords. */
static bool read_small(struct jit *j, unsigned size, bool sign)
{
   if (!jit_has_gather(j))
      return false;
   V base = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, lds));
   struct lds_address p = lds_address(j, jit_read_vgpr(j, j->inst->src[0].code, false), j->inst->ds.offset0, size);
   V v = jit_gather(j, base, AND(p.index, I(~3u)), p.ok), shift = SHL(AND(p.index, I(3)), I(3));
   v = SHL(LSHR(v, shift), I(32 - 8 * size));
   jit_write_vgpr(j, j->inst->dst[0].code, 0, sign ? ASHR(v, I(32 - 8 * size)) : LSHR(v, I(32 - 8 * size)), NULL);
   return true;
}

/* ---- other lanes ------------------------------------------------------------------------------------------------------ */

/* Lane from which `lane` takes its value (manual: ds_swizzle_b32). */
static unsigned swizzle_lane(unsigned pattern, unsigned lane)
{
   if (pattern & 0x8000)
      return (lane & ~3u) | (pattern >> 2 * (lane & 3) & 3);
   return (lane & 32) | ((((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
}

/* Inactive lanes, and those that were not launched, give zero. */
static void swizzle(struct jit *j)
{
   V from[SQ_MAX_LANES], v = jit_read_vgpr(j, j->inst->src[0].code, true);
   for (unsigned i = 0; i < j->lanes; i++) {
      unsigned lane = swizzle_lane(j->inst->ds.offset0, i);
      from[i] = jit_i32(j, lane < j->lanes ? lane : j->lanes);
   }
   v = SEL(jit_exec_vec(j), v, LLVMConstNull(j->vi32));
   v = LLVMBuildShuffleVector(B, v, LLVMConstNull(j->vi32), LLVMConstVector(from, j->lanes), "");
   jit_write_vgpr(j, j->inst->dst[0].code, 0, v, NULL);
}

static bool fits(const struct gcn_inst *inst)
{
   unsigned rows = 0;
   for (unsigned i = 0; i < inst->num_src; i++) {
      if (inst->src[i].code < GCN_SRC_VGPR0 || inst->src[i].code + inst->src[i].dwords > 512u)
         return false;
      rows += inst->src[i].dwords;
   }
   return rows <= JIT_LDS_ROWS && (!inst->num_dst || inst->dst[0].code + inst->dst[0].dwords <= 512u);
}

bool jit_lds(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   struct jit_lds what = { .offset = { inst->ds.offset0, 0 }, .op = inst->op, .wraps = sq_lds_wraps(j->p) };
   unsigned scale = 0;
   if (!fits(inst))
      return false;
   if (inst->op == GCN_DS_SWIZZLE_B32) {
      swizzle(j);
      return true;
   }
   if (inst->ds.gds)
      return false;
   switch (inst->op) {
   case GCN_DS_READ_U8: case GCN_DS_READ_I8: case GCN_DS_READ_U16: case GCN_DS_READ_I16:
      what.size = inst->op == GCN_DS_READ_U8 || inst->op == GCN_DS_READ_I8 ? 1 : 2;
      what.sign = inst->op == GCN_DS_READ_I8 || inst->op == GCN_DS_READ_I16;
      if (!read_small(j, what.size, what.sign))
         call(j, jit_run_lds_read_small, &what);
      return true;
   case GCN_DS_READ_B32: case GCN_DS_READ_B64: case GCN_DS_READ_B96: case GCN_DS_READ_B128:
      what.dwords = inst->dst[0].dwords;
      if (!read(j, what.offset, 1, what.dwords, false))
         call(j, jit_run_lds_read, &what);
      return true;
   case GCN_DS_WRITE_B32: case GCN_DS_WRITE_B64: case GCN_DS_WRITE_B96: case GCN_DS_WRITE_B128:
      what.dwords = inst->src[1].dwords;
      if (what.dwords == 1)
         write_dword(j, &what);
      else
         call(j, jit_run_lds_write, &what);
      return true;
   case GCN_DS_READ2_B32: case GCN_DS_WRITE2_B32: scale = 4; break;
   case GCN_DS_READ2ST64_B32: case GCN_DS_WRITE2ST64_B32: scale = 256; break;
   case GCN_DS_READ2_B64: case GCN_DS_WRITE2_B64: scale = 8; break;
   case GCN_DS_READ2ST64_B64: case GCN_DS_WRITE2ST64_B64: scale = 512; break;
   default: break;
   }
   if (scale) {
      bool writes = inst->num_src > 1;
      what.dwords = writes ? inst->src[1].dwords : inst->dst[0].dwords / 2u;
      what.offset[0] = inst->ds.offset0 * scale;
      what.offset[1] = inst->ds.offset1 * scale;
      if (writes)
         call(j, jit_run_lds_write2, &what);
      else if (!read(j, what.offset, 2, what.dwords, true))
         call(j, jit_run_lds_read2, &what);
      return true;
   }
   if (gcn_op_infos[inst->op].flags & GCN_FLAG_ATOMIC && inst->num_src > 1 && inst->src[1].dwords == 1 &&
       sq_lds_atomic32(inst->op)) {
      what.returns = inst->num_dst;
      call(j, jit_run_lds_atomic, &what);
      return true;
   }
   return false;
}
