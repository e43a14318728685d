/* jit_mem.c: memory instructions. Scalar loads look into the page table themselves and call C only where a range is not
 * plainly readable. Image instructions put descriptor and address rows on the stack and call the texture unit. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_image.h"

#define ROW_B JIT_ROW_B

/* `count` bytes at va are in one readable page. */
static V readable(struct jit *j, V mem, V va, unsigned count)
{
   V size = jit_load(j, j->i64, jit_ptr_add(j, mem, offsetof(struct sim_mem, size_B)), 8);
   V page = jit_load(j, j->ptr, jit_ptr_add(j, mem, offsetof(struct sim_mem, page)), 8);
   V shift = jit_i64(j, SIM_PAGE_SHIFT);
   V first = LSHR(va, shift), last = LSHR(ADD(va, jit_i64(j, count - 1)), shift);
   V inside = ICMP(ULT, va, size), same = ICMP(EQ, first, last);
   /* An address that is out of range must not index the table. */
   V index = SEL(inside, first, jit_i64(j, 0));
   V access = jit_load(j, j->i8, jit_ptr_add_v(j, page, index), 1);
   V allowed = LLVMBuildTrunc(B, access, j->i1, "");
   return AND(AND(inside, same), allowed);
}

/* The loaded dwords as <n x i32>: from va if `ok`, else what `slow` (a C function, with its arguments but the last two)
 * finds. */
static V load_dwords(struct jit *j, V ok, V mem, V va, unsigned n, const void *slow, unsigned num_args, V *args)
{
   LLVMTypeRef type = n > 1 ? LLVMVectorType(j->i32, n) : j->i32;
   LLVMBasicBlockRef fast = jit_block(j, "load"), other = jit_block(j, "load_slow"), join = jit_block(j, "loaded");
   V room = jit_alloca(j, type, 64, "");
   LLVMBuildCondBr(B, ok, fast, other);
   jit_continue(j, fast);
   V base = jit_load(j, j->ptr, jit_ptr_add(j, mem, offsetof(struct sim_mem, base)), 8);
   V a = jit_load(j, type, jit_ptr_add_v(j, base, va), 4);
   LLVMBuildBr(B, join);
   jit_continue(j, other);
   args[num_args] = jit_i32(j, n);
   args[num_args + 1] = room;
   jit_call(j, slow, LLVMVoidTypeInContext(j->ctx), num_args + 2, args);
   V b = jit_load(j, type, room, 4);
   LLVMBuildBr(B, join);
   jit_continue(j, join);
   V phi = LLVMBuildPhi(B, type, "");
   LLVMAddIncoming(phi, &a, &fast, 1);
   LLVMAddIncoming(phi, &b, &other, 1);
   return phi;
}

static void put_dwords(struct jit *j, struct gcn_operand dst, V v)
{
   for (unsigned i = 0; i < dst.dwords; i++)
      jit_write32(j, dst.code + i, dst.dwords > 1 ? LLVMBuildExtractElement(B, v, jit_i32(j, i), "") : v);
}

static V dwords_to_i64(struct jit *j, V lo, V hi)
{
   return OR(LLVMBuildZExt(B, lo, j->i64, ""), SHL(LLVMBuildZExt(B, hi, j->i64, ""), jit_i64(j, 32)));
}

bool jit_smem(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   if (gcn_op_infos[inst->op].flags & GCN_FLAG_STORE || !inst->num_dst || inst->op == GCN_S_MEMTIME ||
       inst->op == GCN_S_MEMREALTIME || !inst->num_src || !inst->dst[0].dwords)
      return false;
   unsigned n = inst->dst[0].dwords, code = inst->src[0].code;
   V offset = inst->smem_imm ? jit_i32(j, (uint32_t)inst->simm) : jit_read32(j, inst->src[1].code, 0);
   V mem = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, mem)), args[6] = { j->w };
   if (inst->src[0].dwords != 4) {
      V va = ADD(jit_read64(j, code, 0), LLVMBuildZExt(B, offset, j->i64, ""));
      va = AND(va, jit_i64(j, UINT64_C(0xfffffffffffc)));
      args[1] = va;
      put_dwords(j, inst->dst[0], load_dwords(j, readable(j, mem, va, n * 4), mem, va, n, jit_run_load, 2, args));
      return true;
   }
   V word[4];
   for (unsigned i = 0; i < 4; i++)
      word[i] = jit_read32(j, code + i, 0);
   offset = AND(offset, jit_i32(j, ~3u));
   V base = AND(dwords_to_i64(j, word[0], AND(word[1], jit_i32(j, 0xffff))), jit_i64(j, ~UINT64_C(3)));
   V stride = LLVMBuildZExt(B, AND(LSHR(word[1], jit_i32(j, 16)), jit_i32(j, 0x3fff)), j->i64, "");
   V records = LLVMBuildZExt(B, word[2], j->i64, ""), wide_offset = LLVMBuildZExt(B, offset, j->i64, "");
   V size = SEL(ICMP(EQ, stride, jit_i64(j, 0)), records, MUL(records, stride));
   V inside = ICMP(ULE, ADD(wide_offset, jit_i64(j, n * 4)), size);
   V va = ADD(base, wide_offset);
   if (!j->rsrc_words)
      j->rsrc_words = jit_alloca(j, LLVMArrayType2(j->i32, 8), 16, "rsrc");
   for (unsigned i = 0; i < 4; i++)
      jit_store(j, word[i], jit_ptr_add(j, j->rsrc_words, 4 * i), 4);
   args[1] = j->rsrc_words;
   args[2] = offset;
   V ok = AND(inside, readable(j, mem, va, n * 4));
   put_dwords(j, inst->dst[0], load_dwords(j, ok, mem, va, n, jit_run_buffer_load, 3, args));
   return true;
}

/* ---- texture unit ----------------------------------------------------------------------------------------------------- */

void jit_make_rows(struct jit *j)
{
   if (!j->addr_rows) {
      j->addr_rows = jit_alloca(j, LLVMArrayType2(j->i8, JIT_ADDR_ROWS * ROW_B), 64, "addr");
      j->data_rows = jit_alloca(j, LLVMArrayType2(j->i8, JIT_DATA_ROWS * ROW_B), 64, "data");
   }
   if (!j->rsrc_words)
      j->rsrc_words = jit_alloca(j, LLVMArrayType2(j->i32, 8), 16, "rsrc");
   if (!j->samp_words)
      j->samp_words = jit_alloca(j, LLVMArrayType2(j->i32, 4), 16, "samp");
}

static void store_words(struct jit *j, unsigned code, unsigned count, unsigned room, V to)
{
   for (unsigned i = 0; i < room; i++) {
      V v = i < count && code + i < GCN_SRC_INT0 ? jit_read32(j, code + i, 0) : jit_i32(j, 0);
      jit_store(j, v, jit_ptr_add(j, to, 4 * i), 4);
   }
}

static void store_rows(struct jit *j, unsigned reg, unsigned count, bool other_lanes, V to)
{
   for (unsigned i = 0; i < count; i++)
      jit_store(j, jit_read_vgpr(j, reg + i, other_lanes), jit_ptr_add(j, to, i * ROW_B), 64);
}

void jit_take_rows(struct jit *j, struct gcn_operand dst)
{
   for (unsigned i = 0; i < dst.dwords; i++)
      jit_write_vgpr(j, dst.code + i, i, jit_load(j, j->vi32, jit_ptr_add(j, j->data_rows, i * ROW_B), 64), NULL);
}

static bool image(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   struct tc_image_inst request;
   bool stores = inst->num_src > 3, returns = inst->num_dst && !stores;
   struct gcn_operand data = stores ? inst->src[3] : inst->dst[0];
   unsigned vaddr = inst->src[0].code - GCN_SRC_VGPR0, addr_rows = inst->mimg.addr_dwords;
   if (!sq_is_plain_vmem(inst) || !sq_image_request(inst, &request) || (!returns && !stores) || (stores && inst->num_dst) ||
       data.code + data.dwords > 512 || data.dwords > JIT_DATA_ROWS || addr_rows > JIT_ADDR_ROWS)
      return false;
   jit_make_rows(j);
   store_words(j, inst->src[1].code, inst->mimg.r128 ? 4 : 8, 8, j->rsrc_words);
   store_words(j, inst->src[2].code, inst->src[2].dwords ? 4 : 0, 4, j->samp_words);
   for (unsigned i = 0; returns && !inst->mimg.dmask && i < data.dwords; i++)
      jit_store(j, LLVMConstNull(j->vi32), jit_ptr_add(j, j->data_rows, i * ROW_B), 64);
   bool derivatives = gcn_op_infos[inst->op].flags & GCN_FLAG_DERIV;
   store_rows(j, vaddr, addr_rows, derivatives, j->addr_rows);
   if (stores)
      store_rows(j, data.code - GCN_SRC_VGPR0, data.dwords, false, j->data_rows);
   V args[] = { jit_wave_load(j, j->ptr, offsetof(struct sq_wave, tc)), jit_bytes(j, &request, sizeof request), j->rsrc_words,
                j->samp_words, j->addr_rows, j->data_rows, jit_exec(j), jit_i32(j, j->lanes) };
   jit_call(j, tc_image, LLVMVoidTypeInContext(j->ctx), 8, args);
   if (returns)
      jit_take_rows(j, data);
   return true;
}

bool jit_vmem(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   if (inst->enc == GCN_FLAT || inst->op == GCN_BUFFER_STORE_LDS_DWORD)
      return false;
   if (inst->op == GCN_BUFFER_WBINVL1 || inst->op == GCN_BUFFER_WBINVL1_VOL || inst->op == GCN_BUFFER_WBINVL1_SC)
      return true;
   return inst->enc == GCN_MIMG ? image(j) : jit_buffer(j);
}
