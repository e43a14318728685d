/* jit_buf.c: buffer loads and stores. A wave resolves each of its descriptors once, into a struct tc_view on the stack (tc.h).
 * Host code computes where the lanes' dwords are. If all of them are in range, a single dword per lane is loaded or stored here:
 * as a vector where the lanes' dwords follow one another, else by a gather, or lane by lane in tc_view_store(). More dwords per
 * lane, and elements of formats, are loaded and transposed by tc_view_load(). Anything else goes to tc_buffer(): lanes out of
 * range, memory that is not mapped, atomics, bytes and halves, typed operations, stores of formats. */
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/sq_image.h"

#define VIEW_HEAD_B (offsetof(struct tc_view, modes) + 4)

/* Everything that is read of registers, before the first branch. */
struct access {
   struct tc_buf_inst request;
   struct gcn_operand data;
   bool stores;
   unsigned dwords;         /* 0: the descriptor's format */
   V tc, soffset, exec, exec_vec, word[4];
   V addr[JIT_ADDR_ROWS], value[JIT_DATA_ROWS];
   unsigned num_addr;
   V view;
};

/* ---- lanes in a row, or anywhere -------------------------------------------------------------------------------------- */

V jit_gather(struct jit *j, V base, V index, V ok)
{
   if (j->isa != UT_ISA_AVX512 || j->lanes < 16) { /* the signs of dwords are its mask */
      V args[] = { LLVMConstNull(j->vi32), base, index, LLVMBuildSExt(B, ok, j->vi32, ""), LLVMConstInt(j->i8, 1, 0) };
      return jit_host_intr(j, "llvm.x86.avx2.gather.d.d.256", 8, JIT_READS, j->vi32, 5, args);
   }
   unsigned count = j->lanes / 16;
   V part[SQ_MAX_LANES / 16], zero = LLVMConstNull(LLVMVectorType(j->i32, 16));
   for (unsigned i = 0; i < count; i++) {
      V args[] = { zero, base, jit_part(j, index, i * 16, 16), jit_part(j, ok, i * 16, 16), jit_i32(j, 1) };
      part[i] = jit_intr(j, "llvm.x86.avx512.mask.gather.dpi.512", LLVMTypeOf(zero), 5, args);
   }
   return jit_join_parts(j, part, count);
}

static V lanes_times(struct jit *j, unsigned factor)
{
   V lane[SQ_MAX_LANES];
   for (unsigned i = 0; i < j->lanes; i++)
      lane[i] = jit_i32(j, i * factor);
   return LLVMConstVector(lane, j->lanes);
}

/* `lanes` (vi1) holds for all lanes of EXEC. */
static V in_all(struct jit *j, V lanes)
{
   V bits = jit_mask_to_i64(j, jit_mask_of_lanes(j, lanes)), exec = jit_exec(j);
   return ICMP(EQ, AND(bits, exec), exec);
}

static V row_fits(struct jit *j, V first, V size)
{
   V bytes = jit_i32(j, 4 * j->lanes);
   return AND(ICMP(UGE, size, bytes), ICMP(ULE, first, SUB(size, bytes)));
}

V jit_in_row(struct jit *j, V offset, V size, V *first)
{
   V start = SUB(offset, lanes_times(j, 4));
   *first = LLVMBuildExtractElement(B, start, jit_first_lane(j), "");
   return AND(in_all(j, ICMP(EQ, start, jit_splat(j, *first))), row_fits(j, *first, size));
}

V jit_address(struct jit *j, V base, V offset)
{
   return jit_ptr_add_v(j, base, LLVMBuildZExt(B, offset, j->i64, ""));
}

/* 16 lanes in a row, the next ones `group` bytes after those; NULL: all in one row. */
static V load_groups(struct jit *j, V base, V first, V group)
{
   if (!group || j->lanes <= 16)
      return jit_load(j, j->vi32, jit_address(j, base, first), 4);
   V part[SQ_MAX_LANES / 16];
   for (unsigned i = 0; i < j->lanes / 16; i++)
      part[i] = jit_load(j, LLVMVectorType(j->i32, 16), jit_address(j, base, ADD(first, MUL(group, jit_i32(j, i)))), 4);
   return jit_join_parts(j, part, j->lanes / 16);
}

static void store_groups(struct jit *j, V base, V first, V group, V value)
{
   if (!group || j->lanes <= 16)
      jit_store(j, value, jit_address(j, base, first), 4);
   else
      for (unsigned i = 0; i < j->lanes; i += 16)
         jit_store(j, jit_part(j, value, i, 16), jit_address(j, base, ADD(first, MUL(group, jit_i32(j, i / 16)))), 4);
}

V jit_load_lanes(struct jit *j, V base, V offset, V ok, V in_row, V first, V group)
{
   LLVMBasicBlockRef row = jit_block(j, "row"), lanes = jit_block(j, "lanes"), join = jit_block(j, "loaded");
   LLVMBuildCondBr(B, in_row, row, lanes);
   jit_continue(j, row);
   V in_a_row = load_groups(j, base, first, group);
   LLVMBuildBr(B, join);
   jit_continue(j, lanes);
   V gathered = jit_gather(j, base, offset, ok);
   LLVMBuildBr(B, join);
   jit_continue(j, join);
   V v = LLVMBuildPhi(B, j->vi32, "");
   LLVMAddIncoming(v, &in_a_row, &row, 1);
   LLVMAddIncoming(v, &gathered, &lanes, 1);
   return v;
}

void jit_store_row(struct jit *j, V base, V in_row, V first, V group, V value, LLVMBasicBlockRef lanes, LLVMBasicBlockRef done)
{
   if (j->isa != UT_ISA_AVX512) {
      LLVMBuildBr(B, lanes);
      return;
   }
   LLVMBasicBlockRef row = jit_block(j, "row");
   V complete = ICMP(EQ, jit_exec(j), jit_i64(j, sq_first_lanes(j->lanes)));
   LLVMBuildCondBr(B, AND(complete, in_row), row, lanes);
   jit_continue(j, row);
   store_groups(j, base, first, group, value);
   LLVMBuildBr(B, done);
}

static V field(struct jit *j, const struct access *a, size_t offset)
{
   return jit_load(j, offset >= offsetof(struct tc_view, host) ? j->ptr : j->i32, jit_ptr_add(j, a->view, offset), 4);
}
#define FIELD(name) field(j, a, offsetof(struct tc_view, name))

/* ---- descriptors ------------------------------------------------------------------------------------------------------- */

static void store_words(struct jit *j, const struct access *a)
{
   for (unsigned i = 0; i < 4; i++)
      jit_store(j, a->word[i], jit_ptr_add(j, j->rsrc_words, 4 * i), 4);
}

/* A view of the null descriptor, as the wave begins. */
static V new_view(struct jit *j)
{
   LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
   V view = jit_alloca(j, LLVMArrayType2(j->i8, sizeof(struct tc_view)), 64, "view");
   LLVMPositionBuilderBefore(B, LLVMGetBasicBlockTerminator(j->entry));
   for (unsigned i = 0; i < VIEW_HEAD_B; i += 4)
      jit_store(j, jit_i32(j, 0), jit_ptr_add(j, view, i), 4);
   LLVMPositionBuilderAtEnd(B, here);
   return view;
}

/* Resolves the descriptor unless the view is that of the same words and memory map. */
static void find_view(struct jit *j, struct access *a)
{
   V *slot = &j->view[j->inst->src[1].code / 4][a->stores];
   LLVMBasicBlockRef resolve = jit_block(j, "resolve"), known = jit_block(j, "view");
   if (!*slot)
      *slot = new_view(j);
   a->view = *slot;
   V mem = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, mem));
   V other = XOR(FIELD(generation), jit_load(j, j->i32, jit_ptr_add(j, mem, offsetof(struct sim_mem, generation)), 4));
   for (unsigned i = 0; i < 4; i++)
      other = OR(other, XOR(field(j, a, 4 * i), a->word[i]));
   LLVMBuildCondBr(B, ICMP(EQ, other, jit_i32(j, 0)), known, resolve);
   jit_continue(j, resolve);
   store_words(j, a);
   V args[] = { a->tc, j->rsrc_words, jit_i32(j, a->stores ? SIM_MEM_WRITE : SIM_MEM_READ), a->view };
   jit_call(j, tc_buffer_view, LLVMVoidTypeInContext(j->ctx), 4, args);
   LLVMBuildBr(B, known);
   jit_continue(j, known);
}

/* ---- addresses --------------------------------------------------------------------------------------------------------- */

static V least(struct jit *j, V a, V b) { return SEL(ICMP(ULT, a, b), a, b); }
static V less_or_0(struct jit *j, V a, V b) { return SEL(ICMP(UGT, a, b), SUB(a, b), jit_i32(j, 0)); }

/* Where the lanes' dwords are: bytes from the base on, of which `size` may be accessed. first: NULL, or they follow one another from
 * there on if in_row (i1) holds: 16 of them, and the next ones `group` bytes after those, or all where that is NULL. */
struct place { V offset, valid, size, in_row, first, group; };

static struct place by_index(struct jit *j, const struct access *a, V size)
{
   const struct tc_buf_inst *r = &a->request;
   V room = less_or_0(j, FIELD(size_B), a->soffset), last = less_or_0(j, room, size), index = a->addr[0];
   V offset = r->offen ? ADD(a->addr[1], I(r->offset)) : I(r->offset);
   V at = ADD(MUL(index, jit_splat(j, FIELD(stride_B))), offset);
   V ok = AND(ICMP(ULE, index, jit_splat(j, FIELD(max_index))), ICMP(ULE, at, jit_splat(j, last)));
   if (r->offen)
      ok = AND(ok, ICMP(ULE, offset, I(TC_VIEW_MAX_B)));
   V fits = AND(ICMP(UGE, room, size), ICMP(NE, AND(FIELD(modes), jit_i32(j, TC_VIEW_BY_INDEX)), jit_i32(j, 0)));
   return (struct place){ .offset = ADD(at, jit_splat(j, a->soffset)), .valid = AND(fits, in_all(j, ok)) };
}

static struct place by_offset(struct jit *j, const struct access *a, V size)
{
   const struct tc_buf_inst *r = &a->request;
   V room = less_or_0(j, FIELD(size_B), a->soffset);
   V bound = least(j, SHL(LSHR(room, FIELD(log2_row)), FIELD(log2_element)), less_or_0(j, FIELD(records_B), a->soffset));
   V last = less_or_0(j, bound, size), mask = FIELD(element_mask), shift = FIELD(log2_index_stride);
   V fits = AND(ICMP(UGE, bound, size), ICMP(NE, AND(FIELD(modes), jit_i32(j, TC_VIEW_BY_OFFSET)), jit_i32(j, 0)));
   V lane = jit_load(j, j->vi32, jit_ptr_add(j, a->view, offsetof(struct tc_view, lane_B)), 64);
   if (!r->offen) {
      V offset = jit_i32(j, r->offset);
      V first = ADD(a->soffset, ADD(SHL(AND(offset, mask), shift), AND(offset, NOT(mask))));
      return (struct place){ .offset = ADD(jit_splat(j, first), lane), .valid = AND(fits, ICMP(ULE, offset, last)),
                             .in_row = ICMP(NE, FIELD(lanes_in_row), jit_i32(j, 0)), .first = first,
                             .group = jit_load(j, j->i32, jit_ptr_add(j, a->view, offsetof(struct tc_view, lane_B[16])), 4) };
   }
   V offset = ADD(a->addr[0], I(r->offset));
   V at = ADD(SHL(AND(offset, jit_splat(j, mask)), jit_splat(j, shift)), AND(offset, jit_splat(j, NOT(mask))));
   return (struct place){ .offset = ADD(ADD(at, lane), jit_splat(j, a->soffset)),
                          .valid = AND(fits, in_all(j, ICMP(ULE, offset, jit_splat(j, last)))) };
}

static struct place place(struct jit *j, const struct access *a)
{
   V size = a->dwords ? jit_i32(j, 4 * a->dwords) : FIELD(format_B);
   struct place p = a->request.idxen ? by_index(j, a, size) : by_offset(j, a, size);
   p.size = FIELD(size_B);
   /* With swizzled elements the dwords of an access need not follow one another; unless that is so, log2_row is 0. */
   if (a->dwords != 1)
      p.valid = AND(p.valid, AND(ICMP(EQ, FIELD(log2_row), jit_i32(j, 0)), ICMP(NE, size, jit_i32(j, 0))));
   return p;
}

static V in_row(struct jit *j, struct place *p)
{
   return p->first ? AND(p->in_row, row_fits(j, p->first, p->size)) : jit_in_row(j, p->offset, p->size, &p->first);
}

/* ---- accesses in range -------------------------------------------------------------------------------------------------- */

static void call_view(struct jit *j, V function, unsigned count, V *args)
{
   LLVMTypeRef types[7];
   for (unsigned i = 0; i < count; i++)
      types[i] = LLVMTypeOf(args[i]);
   LLVMBuildCall2(B, LLVMFunctionType(LLVMVoidTypeInContext(j->ctx), types, count, 0), function, args, count, "");
}

static void load_rows(struct jit *j, const struct access *a, V offset)
{
   jit_store(j, offset, j->addr_rows, 64);
   V args[] = { a->view, jit_i32(j, a->dwords), jit_i32(j, a->data.dwords), j->addr_rows, j->data_rows, a->exec,
                jit_i32(j, j->lanes) };
   call_view(j, FIELD(load), 7, args);
}

static V load_dword(struct jit *j, const struct access *a, struct place *p)
{
   if (jit_has_gather(j)) {
      V row = in_row(j, p);
      return jit_load_lanes(j, FIELD(host), p->offset, a->exec_vec, row, p->first, p->group);
   }
   load_rows(j, a, p->offset);
   return jit_load(j, j->vi32, j->data_rows, 64);
}

static void store_value_rows(struct jit *j, const struct access *a)
{
   for (unsigned i = 0; i < a->data.dwords; i++)
      jit_store(j, a->value[i], jit_ptr_add(j, j->data_rows, i * JIT_ROW_B), 64);
}

static void store(struct jit *j, const struct access *a, struct place *p)
{
   LLVMBasicBlockRef lanes = jit_block(j, "lanes"), done = jit_block(j, "stored");
   if (sim_stores_on) {
      jit_store(j, p->offset, j->addr_rows, 64);
      V args[] = { FIELD(host), jit_i32(j, 4 * a->dwords), j->addr_rows, a->exec };
      jit_call(j, jit_run_note_stores, LLVMVoidTypeInContext(j->ctx), 4, args);
   }
   if (a->dwords == 1) {
      V row = in_row(j, p);
      jit_store_row(j, FIELD(host), row, p->first, p->group, a->value[0], lanes, done);
   } else {
      LLVMBuildBr(B, lanes);
   }
   jit_continue(j, lanes);
   jit_store(j, p->offset, j->addr_rows, 64);
   store_value_rows(j, a);
   V args[] = { a->view, jit_i32(j, a->dwords), j->addr_rows, j->data_rows, a->exec, jit_i32(j, j->lanes) };
   call_view(j, FIELD(store), 6, args);
   LLVMBuildBr(B, done);
   jit_continue(j, done);
}

/* ---- instructions ------------------------------------------------------------------------------------------------------- */

/* The texture unit checks and accesses lane by lane; results are in data_rows. */
static void reference(struct jit *j, const struct access *a)
{
   store_words(j, a);
   for (unsigned i = 0; i < a->num_addr; i++)
      jit_store(j, a->addr[i], jit_ptr_add(j, j->addr_rows, i * JIT_ROW_B), 64);
   if (a->stores)
      store_value_rows(j, a);
   V args[] = { a->tc, jit_bytes(j, &a->request, sizeof a->request), j->rsrc_words, a->soffset, j->addr_rows, j->data_rows,
                a->exec, jit_i32(j, j->lanes) };
   jit_call(j, tc_buffer, LLVMVoidTypeInContext(j->ctx), 8, args);
}

static void read_registers(struct jit *j, struct access *a)
{
   const struct gcn_inst *inst = j->inst;
   a->tc = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, tc));
   a->soffset = jit_read32(j, inst->src[2].code, 0);
   a->exec = jit_exec(j);
   a->exec_vec = jit_exec_vec(j);
   for (unsigned i = 0; i < 4; i++)
      a->word[i] = inst->src[1].code + i < GCN_SRC_INT0 ? jit_read32(j, inst->src[1].code + i, 0) : jit_i32(j, 0);
   a->num_addr = inst->src[0].dwords;
   for (unsigned i = 0; i < a->num_addr; i++)
      a->addr[i] = jit_read_vgpr(j, inst->src[0].code - GCN_SRC_VGPR0 + i, false);
   for (unsigned i = 0; a->stores && i < a->data.dwords; i++)
      a->value[i] = jit_read_vgpr(j, a->data.code - GCN_SRC_VGPR0 + i, false);
}

/* Whether there may be a view for it. */
static bool has_view(const struct jit *j, const struct access *a)
{
   const struct tc_buf_inst *r = &a->request;
   if (r->addr64 || j->inst->src[1].code + 4 > GCN_SRC_EXEC_LO || j->inst->src[1].code % 4 ||
       a->num_addr < (unsigned)(r->idxen + r->offen))
      return false;
   return r->format ? !r->typed && !a->stores && r->components <= 4 : r->raw_B == 4 && r->components <= 4;
}

bool jit_buffer(struct jit *j)
{
   const struct gcn_inst *inst = j->inst;
   struct access a = { 0 };
   if (!sq_is_plain_vmem(inst) || !sq_buffer_request(inst, &a.request) || a.request.kind == TC_BUF_ATOMIC)
      return false;
   a.stores = a.request.kind == TC_BUF_STORE;
   a.data = a.stores ? inst->src[3] : inst->dst[0];
   a.dwords = a.request.format ? 0 : a.request.components;
   if ((unsigned)inst->src[0].code + inst->src[0].dwords > 512 || a.data.code + a.data.dwords > 512 ||
       a.data.dwords > JIT_DATA_ROWS || inst->src[0].dwords > JIT_ADDR_ROWS || a.stores != (inst->num_src > 3))
      return false;
   jit_make_rows(j);
   read_registers(j, &a);
   const bool one = !a.stores && a.dwords == 1;
   V v = NULL;
   if (has_view(j, &a)) {
      LLVMBasicBlockRef inside = jit_block(j, "inside"), other = jit_block(j, "other"), join = jit_block(j, "join");
      find_view(j, &a);
      struct place p = place(j, &a);
      LLVMBuildCondBr(B, p.valid, inside, other);
      jit_continue(j, inside);
      V loaded = one ? load_dword(j, &a, &p) : NULL;
      if (a.stores)
         store(j, &a, &p);
      else if (!one)
         load_rows(j, &a, p.offset);
      inside = LLVMGetInsertBlock(B);
      LLVMBuildBr(B, join);
      jit_continue(j, other);
      reference(j, &a);
      V checked = one ? jit_load(j, j->vi32, j->data_rows, 64) : NULL;
      LLVMBuildBr(B, join);
      jit_continue(j, join);
      if (one) {
         v = LLVMBuildPhi(B, j->vi32, "");
         LLVMAddIncoming(v, &loaded, &inside, 1);
         LLVMAddIncoming(v, &checked, &other, 1);
      }
   } else {
      reference(j, &a);
   }
   if (v)
      jit_write_vgpr(j, a.data.code, 0, v, NULL);
   else if (!a.stores)
      jit_take_rows(j, a.data);
   return true;
}
