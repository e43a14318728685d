/* jit_build.c: the frame of a translation: registers' slots, basic blocks and branches, one call per instruction, and the
 * way out into the interpreter for instructions that have no host code. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/jit_op.h"
#include "winsys/sim/sq/interp/sq_interp.h"

/* Backward branches between two looks at the clock. */
#define DEADLINE_INTERVAL 4096

/* Slots are made at the head of the entry block, which ends with the branch to the first instruction. */
V jit_alloca(struct jit *j, LLVMTypeRef type, unsigned align, const char *name)
{
   LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
   V first = LLVMGetFirstInstruction(j->entry);
   if (first)
      LLVMPositionBuilderBefore(B, first);
   else
      LLVMPositionBuilderAtEnd(B, j->entry);
   V slot = LLVMBuildAlloca(B, type, name);
   LLVMSetAlignment(slot, align);
   LLVMPositionBuilderAtEnd(B, here);
   return slot;
}

LLVMBasicBlockRef jit_block(struct jit *j, const char *name)
{
   return LLVMAppendBasicBlockInContext(j->ctx, j->func, name);
}

void jit_continue(struct jit *j, LLVMBasicBlockRef block)
{
   LLVMPositionBuilderAtEnd(B, block);
}

void jit_begin_block(struct jit *j, LLVMBasicBlockRef block)
{
   LLVMPositionBuilderAtEnd(B, block);
   j->epoch++;
   j->block++;
}

void jit_return(struct jit *j, enum sq_result result)
{
   jit_store(j, jit_i32(j, result), j->result, 4);
   LLVMBuildBr(B, j->leave);
}

void jit_fault_unless(struct jit *j, V ok)
{
   LLVMBasicBlockRef bad = jit_block(j, "fault"), good = jit_block(j, "");
   LLVMBuildCondBr(B, ok, good, bad);
   jit_continue(j, bad);
   jit_return(j, SQ_FAULT);
   jit_continue(j, good);
}

/* ---- beginning and end ------------------------------------------------------------------------------------------------ */

/* Whether the word in the slot is what the program's mode needs. */
static V has_wanted_fp(struct jit *j, V slot)
{
   const uint32_t bits = jit_host_fp_bits;
   V word = AND(jit_load(j, j->i32, slot, 4), jit_i32(j, bits));
   return ICMP(EQ, word, jit_i32(j, jit_host_fp_word(&j->p->mode) & bits));
}

/* The host's control word is changed only if it has to be: that costs as much as a dozen vector instructions. */
static void set_fp(struct jit *j, V from)
{
   V same = has_wanted_fp(j, j->saved_fp);
   LLVMBasicBlockRef set = jit_block(j, "set_fp"), go = jit_block(j, "");
   LLVMBuildCondBr(B, same, go, set);
   jit_continue(j, set);
   jit_host_load_fp(j, from);
   LLVMBuildBr(B, go);
   jit_continue(j, go);
}

static void enter_fp(struct jit *j)
{
   j->saved_fp = jit_alloca(j, j->i32, 4, "saved_fp");
   V wanted = jit_alloca(j, j->i32, 4, "fp");
   jit_host_save_fp(j, j->saved_fp);
   jit_store(j, jit_i32(j, jit_host_fp_word(&j->p->mode)), wanted, 4);
   set_fp(j, wanted);
}

static V row_of_wave(struct jit *j, unsigned reg)
{
   V rows = jit_wave_load(j, j->ptr, offsetof(struct sq_wave, vgpr));
   return jit_ptr_add(j, rows, reg * SQ_MAX_LANES * 4);
}

static V sgpr_of_wave(struct jit *j, unsigned code)
{
   return jit_ptr_add(j, j->w, offsetof(struct sq_wave, sgpr) + 4 * code);
}

static void make_slots(struct jit *j)
{
   for (unsigned r = 0; r < 256; r++)
      if (sq_bit(j->flow->vgprs, r))
         j->vgpr[r] = jit_alloca(j, j->vi32, 64, "v");
   for (unsigned c = 0; c < GCN_SRC_EXEC_LO; c++) {
      bool wide = j->flow->wide >> (c / 2) & 1;
      if (wide ? !(c & 1) : sq_bit(j->flow->sgprs, c))
         j->sgpr[c] = jit_alloca(j, wide ? j->i64 : j->i32, 8, "s");
   }
   j->exec = jit_alloca(j, j->i64, 8, "exec");
   j->scc = jit_alloca(j, j->i1, 1, "scc");
   j->result = jit_alloca(j, j->i32, 4, "result");
   j->countdown = jit_alloca(j, j->i32, 4, "countdown");
   j->exp_compr = jit_alloca(j, j->i64, 8, "exp_compr");
   j->exp_valid = jit_alloca(j, j->i64, 8, "exp_valid");
   for (uint32_t i = 0; i < j->p->num_inst; i++) {
      const struct gcn_inst *inst = &j->p->inst[i];
      if (inst->enc == GCN_EXP && inst->op == GCN_OP_EXP && !j->exp_en[inst->exp.target]) {
         j->exp_en[inst->exp.target] = jit_alloca(j, j->i8, 1, "exp_en");
         jit_store(j, LLVMConstNull(j->i8), j->exp_en[inst->exp.target], 1);
      }
   }
}

static void load_all_inputs(struct jit *j)
{
   for (unsigned r = 0; r < 256; r++)
      jit_load_input(j, r);
}

/* VGPRs that are read before they are written are loaded late, so that calls in between need not save them. */
static void load_inputs(struct jit *j)
{
   bool first_is_target = false;
   for (uint32_t i = 0; i < j->p->num_inst; i++)
      first_is_target |= j->p->target[i] == 0;
   for (unsigned r = 0; r < 256; r++) {
      if (!j->vgpr[r])
         continue;
      j->unloaded[r] = j->keep_registers || sq_bit(j->flow->live_in, r);
      if (!j->unloaded[r])
         jit_store(j, LLVMConstNull(j->vi32), j->vgpr[r], 64);
   }
   if (first_is_target)
      load_all_inputs(j);
   for (unsigned c = 0; c < GCN_SRC_EXEC_LO; c++) {
      if (j->sgpr[c]) {
         LLVMTypeRef type = j->flow->wide >> (c / 2) & 1 ? j->i64 : j->i32;
         jit_store(j, jit_load(j, type, sgpr_of_wave(j, c), 4), j->sgpr[c], 4);
      }
   }
   V exec = AND(jit_wave_load(j, j->i64, offsetof(struct sq_wave, exec)), jit_i64(j, sq_first_lanes(j->lanes)));
   jit_store(j, exec, j->exec, 8);
   jit_store(j, LLVMConstNull(j->i1), j->scc, 1);
   jit_store(j, jit_i32(j, DEADLINE_INTERVAL), j->countdown, 4);
   jit_store(j, jit_i64(j, 0), j->exp_compr, 8);
   jit_store(j, jit_i64(j, 0), j->exp_valid, 8);
}

/* Those in the set, a bit each. */
static void spill_sgprs(struct jit *j, const uint64_t set[2])
{
   for (unsigned c = 0; c < GCN_SRC_EXEC_LO; c++) {
      bool wide = j->flow->wide >> (c / 2) & 1;
      if (j->sgpr[c] && (sq_bit(set, c) || (wide && !(c & 1) && sq_bit(set, c + 1))))
         jit_store(j, jit_load(j, wide ? j->i64 : j->i32, j->sgpr[c], 4), sgpr_of_wave(j, c), 4);
   }
   jit_store(j, jit_exec(j), jit_wave_field(j, exec), 4);
}

static void spill_all_sgprs(struct jit *j)
{
   static const uint64_t all[2] = { UINT64_MAX, UINT64_MAX };
   spill_sgprs(j, all);
}

/* Scalars that the instruction may read: those that it names, VCC, M0 and EXEC. */
static void spill_sources(struct jit *j)
{
   uint64_t set[2] = { 0 };
   sq_set_bit(set, GCN_SRC_M0);
   sq_set_bit(set, GCN_SRC_VCC_LO);
   sq_set_bit(set, GCN_SRC_VCC_HI);
   const struct gcn_inst *inst = j->inst;
   for (unsigned i = 0; i < inst->num_src; i++)
      /* descriptors, whatever is said of their size */
      for (unsigned k = 0; k < 8 && inst->src[i].code + k < GCN_SRC_EXEC_LO; k++)
         sq_set_bit(set, inst->src[i].code + k);
   for (unsigned i = 0; i < inst->num_dst; i++) /* part of it may be kept */
      for (unsigned k = 0; k < inst->dst[i].dwords && inst->dst[i].code + k < GCN_SRC_EXEC_LO; k++)
         sq_set_bit(set, inst->dst[i].code + k);
   spill_sgprs(j, set);
}

static void spill_vgprs(struct jit *j, const uint64_t *set)
{
   for (unsigned r = 0; r < 256; r++) {
      if (!sq_bit(set, r) || !j->vgpr[r])
         continue;
      jit_load_input(j, r);
      jit_store(j, jit_load(j, j->vi32, j->vgpr[r], 64), row_of_wave(j, r), 4);
   }
}

static void write_results(struct jit *j)
{
   V en = jit_wave_field(j, exp_en);
   jit_store(j, LLVMConstNull(LLVMVectorType(j->i8, SQ_EXP_COUNT)), en, 1);
   for (unsigned t = 0; t < SQ_EXP_COUNT; t++)
      if (j->exp_en[t])
         jit_store(j, jit_load(j, j->i8, j->exp_en[t], 1), jit_ptr_add(j, en, t), 1);
   jit_store(j, jit_load(j, j->i64, j->exp_compr, 8), jit_wave_field(j, exp_compr), 4);
   jit_store(j, jit_load(j, j->i64, j->exp_valid, 8), jit_wave_field(j, exp_valid), 4);
}

static void end_program(struct jit *j)
{
   if (j->keep_registers) {
      spill_all_sgprs(j);
      spill_vgprs(j, j->flow->vgprs);
   }
   jit_return(j, SQ_DONE);
}

/* ---- the interpreter for one instruction ------------------------------------------------------------------------------ */

static void reload_vgprs(struct jit *j, const uint64_t *set)
{
   for (unsigned r = 0; r < 256; r++)
      if (sq_bit(set, r) && j->vgpr[r])
         jit_put_vgpr(j, r, jit_load(j, j->vi32, row_of_wave(j, r), 4));
}

static void reload_scalars(struct jit *j, const struct gcn_inst *inst)
{
   for (unsigned k = 0; k < inst->num_dst; k++) {
      struct gcn_operand o = inst->dst[k];
      for (unsigned i = 0; i < o.dwords && o.code + i < GCN_SRC_EXEC_LO; i++)
         jit_write32(j, o.code + i, jit_load(j, j->i32, sgpr_of_wave(j, o.code + i), 4));
   }
   if (gcn_op_infos[inst->op].flags & GCN_FLAG_VCMPX || (inst->num_dst && inst->dst[0].code >> 1 == GCN_SRC_EXEC_LO >> 1) ||
       inst->enc == GCN_SOP1)
      jit_write64(j, GCN_SRC_EXEC_LO, jit_wave_load(j, j->i64, offsetof(struct sq_wave, exec)));
}

/* A merged slot may lack what lanes hold only in the raw value: those lanes are the active ones, and their merge was left
 * out only where the others are never read. So slots are valid for the interpreter. */
void jit_fallback(struct jit *j)
{
   struct sq_effects e;
   sq_effects(j->inst, &e);
   uint64_t touched[4];
   for (unsigned k = 0; k < 4; k++)
      touched[k] = e.all ? j->flow->vgprs[k] : e.read[k] | e.write[k];
   spill_sources(j);
   spill_vgprs(j, touched);
   V args[] = { j->w, j->prog, jit_i32(j, j->pc), LLVMBuildZExt(B, jit_load(j, j->i1, j->scc, 1), j->i32, ""),
                jit_i32(j, j->flow->mode[j->pc]) };
   V r = jit_call(j, jit_run_inst, j->i32, 5, args);
   jit_fault_unless(j, LLVMBuildTrunc(B, LSHR(r, jit_i32(j, 1)), j->i1, ""));
   jit_store(j, LLVMBuildTrunc(B, r, j->i1, ""), j->scc, 1);
   reload_vgprs(j, e.all ? j->flow->vgprs : e.write);
   reload_scalars(j, j->inst);
   j->fallbacks++;
}

/* ---- branches --------------------------------------------------------------------------------------------------------- */

/* Where an edge leads. Backward ones count, and look at the clock now and then. */
static LLVMBasicBlockRef edge_to(struct jit *j, uint32_t to)
{
   LLVMBasicBlockRef target = j->blocks[to];
   if (to > j->pc)
      return target;
   LLVMBasicBlockRef here = LLVMGetInsertBlock(B), latch = jit_block(j, "latch"), look = jit_block(j, "look");
   LLVMBasicBlockRef again = jit_block(j, "again"), late = jit_block(j, "late");
   jit_continue(j, latch);
   V left = SUB(jit_load(j, j->i32, j->countdown, 4), jit_i32(j, 1));
   jit_store(j, left, j->countdown, 4);
   LLVMBuildCondBr(B, ICMP(EQ, left, jit_i32(j, 0)), look, target);
   jit_continue(j, look);
   V args[] = { j->w, j->prog, jit_i32(j, j->pc) };
   V expired = jit_call(j, jit_run_expired, j->i32, 3, args);
   LLVMBuildCondBr(B, ICMP(NE, expired, jit_i32(j, 0)), late, again);
   jit_continue(j, again);
   jit_store(j, jit_i32(j, DEADLINE_INTERVAL), j->countdown, 4);
   LLVMBuildBr(B, target);
   jit_continue(j, late);
   jit_return(j, SQ_TIMEOUT);
   jit_continue(j, here);
   return latch;
}

static V condition(struct jit *j)
{
   V zero = jit_i64(j, 0);
   switch (j->inst->op) {
   case GCN_S_CBRANCH_SCC0: return NOT(jit_load(j, j->i1, j->scc, 1));
   case GCN_S_CBRANCH_SCC1: return jit_load(j, j->i1, j->scc, 1);
   case GCN_S_CBRANCH_VCCZ: return ICMP(EQ, jit_read64(j, GCN_SRC_VCC_LO, 0), zero);
   case GCN_S_CBRANCH_VCCNZ: return ICMP(NE, jit_read64(j, GCN_SRC_VCC_LO, 0), zero);
   case GCN_S_CBRANCH_EXECZ: return ICMP(EQ, jit_exec(j), zero);
   case GCN_S_CBRANCH_EXECNZ: return ICMP(NE, jit_exec(j), zero);
   default: return NULL; /* s_cbranch_cdbg*: no debugger, never taken */
   }
}

static void branch(struct jit *j)
{
   uint32_t to = j->p->target[j->pc];
   if (j->inst->op != GCN_S_BRANCH && !j->blocks[j->pc + 1]) {
      j->failed = true;
      return;
   }
   V taken = j->inst->op == GCN_S_BRANCH ? NULL : condition(j);
   if (j->inst->op == GCN_S_BRANCH)
      LLVMBuildBr(B, edge_to(j, to));
   else if (!taken)
      LLVMBuildBr(B, j->blocks[j->pc + 1]);
   else
      LLVMBuildCondBr(B, taken, edge_to(j, to), j->blocks[j->pc + 1]);
}

/* ---- barriers --------------------------------------------------------------------------------------------------------- */

/* Of a group's wave: everything into the wave, and out; the way back in is resume(). Slots are good enough for that as they
 * are for the interpreter. */
static void barrier(struct jit *j)
{
   LLVMBasicBlockRef stop = jit_block(j, "barrier"), next = j->blocks[j->pc + 1];
   if (!next) {
      j->failed = true;
      return;
   }
   load_all_inputs(j);
   V in_group = jit_wave_load(j, j->i8, offsetof(struct sq_wave, in_group));
   LLVMBuildCondBr(B, ICMP(NE, in_group, LLVMConstNull(j->i8)), stop, next);
   jit_continue(j, stop);
   spill_all_sgprs(j);
   spill_vgprs(j, j->flow->vgprs);
   V args[] = { j->w, j->prog, jit_i32(j, j->pc + 1), LLVMBuildZExt(B, jit_load(j, j->i1, j->scc, 1), j->i32, ""),
                jit_i32(j, j->flow->mode[j->pc]) };
   jit_call(j, jit_run_barrier, LLVMVoidTypeInContext(j->ctx), 5, args);
   jit_return(j, SQ_BARRIER);
}

static bool is_barrier(const struct sq_program *p, uint32_t pc)
{
   return p->inst[pc].op == GCN_S_BARRIER;
}

/* To the beginning, or after the barrier that the wave stopped at. */
static void enter_program(struct jit *j)
{
   unsigned barriers = 0;
   for (uint32_t i = 0; i < j->p->num_inst; i++)
      barriers += is_barrier(j->p, i) && j->blocks[i + 1];
   if (!barriers) {
      LLVMBuildBr(B, j->blocks[0]);
      return;
   }
   V pc = jit_wave_load(j, j->i32, offsetof(struct sq_wave, resume.pc));
   V where = LLVMBuildSwitch(B, pc, j->blocks[0], barriers);
   for (uint32_t i = 0; i < j->p->num_inst; i++) {
      if (!is_barrier(j->p, i) || !j->blocks[i + 1])
         continue;
      LLVMBasicBlockRef resume = jit_block(j, "resume");
      LLVMAddCase(where, jit_i32(j, i + 1), resume);
      jit_continue(j, resume);
      for (unsigned r = 0; r < 256; r++)
         if (j->vgpr[r])
            jit_store(j, jit_load(j, j->vi32, row_of_wave(j, r), 4), j->vgpr[r], 64);
      V scc = jit_wave_load(j, j->i8, offsetof(struct sq_wave, resume.scc));
      jit_store(j, ICMP(NE, scc, LLVMConstNull(j->i8)), j->scc, 1);
      LLVMBuildBr(B, j->blocks[i + 1]);
   }
}

/* ---- instructions ----------------------------------------------------------------------------------------------------- */

static bool is_nop(const struct gcn_inst *inst)
{
   switch (inst->op) {
   case GCN_S_NOP: case GCN_S_WAKEUP: case GCN_S_WAITCNT: case GCN_S_SLEEP: case GCN_S_SETPRIO:
   case GCN_S_ICACHE_INV: case GCN_S_INCPERFLEVEL: case GCN_S_DECPERFLEVEL: case GCN_S_TTRACEDATA:
   case GCN_S_DCACHE_INV: case GCN_S_DCACHE_WB: case GCN_S_DCACHE_INV_VOL: case GCN_S_DCACHE_WB_VOL: case GCN_S_ATC_PROBE:
   case GCN_S_ATC_PROBE_BUFFER: case GCN_S_SET_GPR_IDX_OFF:
      return true;
   default:
      return false;
   }
}

static bool translate(struct jit *j)
{
   switch ((enum gcn_enc)j->inst->enc) {
   case GCN_SOP1: case GCN_SOP2: case GCN_SOPK: case GCN_SOPC: return jit_salu(j);
   case GCN_SOPP: return is_nop(j->inst);
   case GCN_SMEM: return is_nop(j->inst) || jit_smem(j);
   case GCN_VINTRP: return jit_vintrp(j);
   case GCN_MUBUF: case GCN_MTBUF: case GCN_MIMG: case GCN_FLAT: return jit_vmem(j);
   case GCN_EXP: return jit_exp(j);
   case GCN_DS: return jit_lds(j);
   default: break;
   }
   if (gcn_op_infos[j->inst->op].enc == GCN_VOPC)
      return jit_vcmp(j);
   return sq_width((enum gcn_op)j->inst->op) == SQ_WIDTH_64 ? jit_valu64(j) : jit_valu(j);
}

/* Something the program needs is missing in the wave: as the interpreter says it, at the first instruction that needs it. */
static void require(struct jit *j, size_t field, const char *text)
{
   LLVMBasicBlockRef bad = jit_block(j, "refused"), good = jit_block(j, "");
   V p = jit_wave_load(j, j->ptr, field);
   LLVMBuildCondBr(B, LLVMBuildIsNull(B, p, ""), bad, good);
   jit_continue(j, bad);
   V args[] = { j->w, j->prog, jit_i32(j, j->pc), jit_bytes(j, text, strlen(text) + 1) };
   jit_call(j, jit_run_refused, LLVMVoidTypeInContext(j->ctx), 4, args);
   jit_return(j, SQ_FAULT);
   jit_continue(j, good);
}

static void check_wave(struct jit *j)
{
   bool interp = false, vmem = false;
   for (j->pc = 0; j->pc < j->p->num_inst; j->pc++) {
      unsigned enc = j->p->inst[j->pc].enc;
      if (j->p->inst[j->pc].op == GCN_OP_NONE)
         continue;
      if (enc == GCN_VINTRP && !interp)
         require(j, offsetof(struct sq_wave, attr), "interpolation without attributes");
      if ((enc == GCN_MUBUF || enc == GCN_MTBUF || enc == GCN_MIMG) && !vmem)
         require(j, offsetof(struct sq_wave, tc), "no texture unit");
      interp |= enc == GCN_VINTRP;
      vmem |= enc == GCN_MUBUF || enc == GCN_MTBUF || enc == GCN_MIMG;
   }
}

static void illegal(struct jit *j)
{
   V args[] = { j->w, j->prog };
   jit_call(j, jit_run_illegal, LLVMVoidTypeInContext(j->ctx), 2, args);
   jit_return(j, SQ_FAULT);
}

/* Host code for everything from one leader to the next. */
static void build_instructions(struct jit *j)
{
   const struct sq_program *p = j->p;
   bool open = false; /* the block before falls through */
   for (j->pc = 0; j->pc < p->num_inst && !j->failed; j->pc++) {
      const struct gcn_inst *inst = j->inst = &p->inst[j->pc];
      unsigned flags = gcn_op_infos[inst->op].flags;
      if (j->blocks[j->pc]) {
         if (open && j->pc) {
            load_all_inputs(j);
            LLVMBuildBr(B, j->blocks[j->pc]);
         }
         jit_begin_block(j, j->blocks[j->pc]);
         open = true;
      }
      if (!open)
         continue;
      if (inst->op == GCN_OP_NONE) {
         illegal(j);
         open = false;
      } else if (flags & GCN_FLAG_END) {
         end_program(j);
         open = false;
      } else if (flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH)) {
         load_all_inputs(j);
         branch(j);
         open = false;
      } else if (is_barrier(p, j->pc)) {
         barrier(j);
         open = false;
      } else if (jit_in_other_mode(j) || !translate(j)) {
         jit_fallback(j);
      }
   }
   if (open) /* the program ends without s_endpgm */
      illegal(j);
}

static void make_types(struct jit *j)
{
   LLVMContextRef c = j->ctx;
   j->i1 = LLVMInt1TypeInContext(c);
   j->i8 = LLVMInt8TypeInContext(c);
   j->i16 = LLVMInt16TypeInContext(c);
   j->i32 = LLVMInt32TypeInContext(c);
   j->i64 = LLVMInt64TypeInContext(c);
   j->f32 = LLVMFloatTypeInContext(c);
   j->ptr = LLVMPointerTypeInContext(c, 0);
   j->lanes_int = LLVMIntTypeInContext(c, j->lanes);
   j->vi1 = LLVMVectorType(j->i1, j->lanes);
   j->vmask = j->isa == UT_ISA_AVX512 ? j->vi1 : LLVMVectorType(j->i32, j->lanes);
   j->vi32 = LLVMVectorType(j->i32, j->lanes);
   j->vi64 = LLVMVectorType(j->i64, j->lanes);
   j->vf32 = LLVMVectorType(j->f32, j->lanes);
   j->vf64 = LLVMVectorType(LLVMDoubleTypeInContext(c), j->lanes);
}

bool jit_build(struct jit *j)
{
   const struct sq_program *p = j->p;
   make_types(j);
   LLVMTypeRef args[] = { j->ptr, j->ptr };
   j->func = LLVMAddFunction(j->module, "wave", LLVMFunctionType(j->i32, args, 2, 0));
   j->prog = LLVMGetParam(j->func, 0);
   j->w = LLVMGetParam(j->func, 1);
   j->blocks = calloc(p->num_inst + 1, sizeof *j->blocks);
   if (!j->blocks)
      return false;
   LLVMBasicBlockRef start;
   j->entry = jit_block(j, "entry");
   j->leave = jit_block(j, "leave");
   for (uint32_t i = 0; i < p->num_inst; i++) {
      bool after_branch = i && gcn_op_infos[p->inst[i - 1].op].flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH);
      if (i == 0 || p->leader[i] || after_branch || is_barrier(p, i - 1))
         j->blocks[i] = jit_block(j, "b");
   }
   j->blocks[p->num_inst] = NULL;
   /* Slots go to the entry block, in front of its one branch. */
   jit_continue(j, j->entry);
   start = jit_block(j, "start");
   LLVMBuildBr(B, start);
   jit_continue(j, start);
   make_slots(j);
   enter_fp(j);
   check_wave(j);
   load_inputs(j);
   enter_program(j);
   build_instructions(j);
   jit_continue(j, j->leave);
   write_results(j);
   set_fp(j, j->saved_fp);
   LLVMBuildRet(B, jit_load(j, j->i32, j->result, 4));
   free(j->blocks);
   return !j->failed;
}
