/* jit_reg.c: registers and operands of the program being translated. A VGPR written under partial EXEC has two values: the
 * merged one in its slot, and the raw one, which later instructions under the same EXEC may use instead, so that the merge
 * is off their critical path. */
#include <string.h>

#include "winsys/sim/jit/jit.h"
#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/sq/interp/sq_interp.h"

#define B (j->b)
#define ONE 0x3f800000u

/* ---- EXEC and masks --------------------------------------------------------------------------------------------------- */

LLVMValueRef jit_exec(struct jit *j)
{
   return jit_load(j, j->i64, j->exec, 8);
}

LLVMValueRef jit_first_lane(struct jit *j)
{
   LLVMValueRef exec = jit_exec(j), args[] = { exec, LLVMConstNull(j->i1) };
   LLVMValueRef first = jit_intr(j, "llvm.cttz.i64", j->i64, 2, args), none = LLVMBuildICmp(B, LLVMIntEQ, exec, jit_i64(j, 0), "");
   return jit_sel(j, none, jit_i64(j, 0), first);
}

/* LLVM narrows compares and what is computed of them to bits or bytes again wherever it can see them, and takes bits apart to
 * widen them: an empty piece of assembly, of which each register gets its own (llvm_expand), hides where they come from. */
static LLVMValueRef hidden(struct jit *j, LLVMValueRef lanes)
{
   LLVMTypeRef type = LLVMFunctionType(j->vi32, &j->vi32, 1, 0);
   return LLVMBuildCall2(B, type, LLVMGetInlineAsm(type, "", 0, jit_host_register, strlen(jit_host_register), 0, 0, LLVMInlineAsmDialectATT, 0), &lanes, 1, "");
}

static bool has_mask_registers(const struct jit *j)
{
   return j->vmask == j->vi1;
}

LLVMValueRef jit_mask_of_lanes(struct jit *j, LLVMValueRef vi1)
{
   if (has_mask_registers(j))
      return vi1;
   LLVMValueRef lanes = LLVMBuildSExt(B, vi1, j->vi32, "");
   return LLVMIsConstant(lanes) ? lanes : hidden(j, lanes);
}

LLVMValueRef jit_lanes_of_mask(struct jit *j, LLVMValueRef form)
{
   return has_mask_registers(j) ? form : LLVMBuildICmp(B, LLVMIntSLT, form, LLVMConstNull(j->vi32), "");
}

static LLVMValueRef form_of_bits(struct jit *j, LLVMValueRef v)
{
   if (j->lanes < 64)
      v = LLVMBuildTrunc(B, v, j->lanes_int, "");
   return jit_mask_of_lanes(j, LLVMBuildBitCast(B, v, j->vi1, ""));
}

LLVMValueRef jit_mask_to_i64(struct jit *j, LLVMValueRef vec)
{
   if (!has_mask_registers(j))
      return jit_signs(j, vec);
   LLVMValueRef v = LLVMBuildBitCast(B, vec, j->lanes_int, "");
   return j->lanes < 64 ? LLVMBuildZExt(B, v, j->i64, "") : v;
}

static struct jit_mask *mask_of(struct jit *j, unsigned code)
{
   return &j->mask[code / 2 & 63];
}

static bool is_pair(unsigned code)
{
   return code < GCN_SRC_INT0 && !(code & 1);
}

static void forget_mask(struct jit *j, unsigned code)
{
   mask_of(j, code)->raw = mask_of(j, code)->exact = NULL;
}

LLVMValueRef jit_mask_known(struct jit *j, unsigned code)
{
   if (code == GCN_SRC_INT0)
      return LLVMConstNull(j->vmask);
   if (code == GCN_SRC_INT_NEG1)
      return LLVMConstAllOnes(j->vmask);
   struct jit_mask *m = is_pair(code) ? mask_of(j, code) : NULL;
   return m && m->exact && m->exact_block == j->block ? m->exact : NULL;
}

LLVMValueRef jit_mask_form(struct jit *j, unsigned code, bool exact)
{
   struct jit_mask *m = is_pair(code) ? mask_of(j, code) : NULL;
   if (!exact && m && m->raw && m->raw_epoch == j->epoch)
      return m->raw;
   LLVMValueRef v = jit_mask_known(j, code);
   if (v)
      return v;
   v = form_of_bits(j, jit_read64(j, code, 0));
   if (m) {
      m->exact = v;
      m->exact_block = j->block;
   }
   return v;
}

LLVMValueRef jit_mask_vec(struct jit *j, unsigned code, bool exact)
{
   return jit_lanes_of_mask(j, jit_mask_form(j, code, exact));
}

LLVMValueRef jit_exec_vec(struct jit *j)
{
   return jit_mask_vec(j, GCN_SRC_EXEC_LO, true);
}

/* EXEC = v; bits above the lanes are dropped. vec: NULL or its vector form. */
static void write_exec(struct jit *j, LLVMValueRef v, LLVMValueRef vec)
{
   if (vec && has_mask_registers(j))
      v = jit_mask_to_i64(j, vec);
   else if (j->lanes < 64)
      v = LLVMBuildAnd(B, v, jit_i64(j, sq_first_lanes(j->lanes)), "");
   jit_store(j, v, j->exec, 8);
   j->epoch++;
   struct jit_mask *m = mask_of(j, GCN_SRC_EXEC_LO);
   *m = (struct jit_mask){ .exact = vec, .exact_block = j->block };
}

/* ---- scalars ---------------------------------------------------------------------------------------------------------- */

static bool is_wide(const struct jit *j, unsigned code)
{
   return code < GCN_SRC_EXEC_LO && j->flow->wide >> (code / 2) & 1;
}

static LLVMValueRef pair_of(struct jit *j, LLVMValueRef lo, LLVMValueRef hi)
{
   lo = LLVMBuildZExt(B, lo, j->i64, "");
   hi = LLVMBuildShl(B, LLVMBuildZExt(B, hi, j->i64, ""), jit_i64(j, 32), "");
   return LLVMBuildOr(B, lo, hi, "");
}

static LLVMValueRef half_of(struct jit *j, LLVMValueRef v, bool high)
{
   return LLVMBuildTrunc(B, high ? LLVMBuildLShr(B, v, jit_i64(j, 32), "") : v, j->i32, "");
}

static LLVMValueRef is_zero(struct jit *j, LLVMValueRef v)
{
   return LLVMBuildZExt(B, LLVMBuildICmp(B, LLVMIntEQ, v, jit_i64(j, 0), ""), j->i32, "");
}

LLVMValueRef jit_read32(struct jit *j, unsigned code, uint32_t literal)
{
   uint64_t v;
   if (is_wide(j, code))
      return half_of(j, jit_load(j, j->i64, j->sgpr[code & ~1u], 8), code & 1);
   if (code < GCN_SRC_EXEC_LO)
      return j->sgpr[code] ? jit_load(j, j->i32, j->sgpr[code], 4)
                           : jit_wave_load(j, j->i32, offsetof(struct sq_wave, sgpr) + 4 * code);
   switch (code) {
   case GCN_SRC_EXEC_LO: case GCN_SRC_EXEC_HI: return half_of(j, jit_exec(j), code & 1);
   case GCN_SRC_VCCZ: return is_zero(j, jit_read64(j, GCN_SRC_VCC_LO, 0));
   case GCN_SRC_EXECZ: return is_zero(j, jit_exec(j));
   case GCN_SRC_SCC: return LLVMBuildZExt(B, jit_load(j, j->i1, j->scc, 1), j->i32, "");
   default: return jit_i32(j, sq_constant(code, literal, GCN_T_B32, &v) ? (uint32_t)v : 0);
   }
}

LLVMValueRef jit_read64(struct jit *j, unsigned code, uint32_t literal)
{
   uint64_t v;
   if (code == GCN_SRC_EXEC_LO)
      return jit_exec(j);
   if (is_wide(j, code) && !(code & 1))
      return jit_load(j, j->i64, j->sgpr[code], 8);
   if (code < GCN_SRC_EXEC_LO)
      return pair_of(j, jit_read32(j, code, 0), jit_read32(j, code + 1, 0));
   if (sq_constant(code, literal, GCN_T_B64, &v))
      return jit_i64(j, v);
   return LLVMBuildZExt(B, jit_read32(j, code, literal), j->i64, "");
}

void jit_write32(struct jit *j, unsigned code, LLVMValueRef v)
{
   if (code > GCN_SRC_EXEC_HI)
      return;
   v = jit_opaque(j, v);
   if (code >= GCN_SRC_EXEC_LO || is_wide(j, code)) {
      LLVMValueRef old = code >= GCN_SRC_EXEC_LO ? jit_exec(j) : jit_load(j, j->i64, j->sgpr[code & ~1u], 8);
      LLVMValueRef lo = code & 1 ? half_of(j, old, false) : v, hi = code & 1 ? v : half_of(j, old, true);
      v = pair_of(j, lo, hi);
      if (code >= GCN_SRC_EXEC_LO) {
         write_exec(j, v, NULL);
         return;
      }
      jit_store(j, v, j->sgpr[code & ~1u], 8);
   } else if (j->sgpr[code]) {
      jit_store(j, v, j->sgpr[code], 4);
   }
   forget_mask(j, code);
}

void jit_write64_vec(struct jit *j, unsigned code, LLVMValueRef v, LLVMValueRef vec)
{
   if (code == GCN_SRC_EXEC_LO) {
      write_exec(j, v, vec);
   } else if (is_wide(j, code) && !(code & 1)) {
      jit_store(j, v, j->sgpr[code], 8);
      *mask_of(j, code) = (struct jit_mask){ .exact = vec, .exact_block = j->block };
   } else {
      jit_write32(j, code, half_of(j, v, false));
      jit_write32(j, code + 1, half_of(j, v, true));
   }
}

void jit_write64(struct jit *j, unsigned code, LLVMValueRef v)
{
   jit_write64_vec(j, code, v, NULL);
}

void jit_write_mask(struct jit *j, unsigned code, LLVMValueRef lanes, bool keep_raw)
{
   LLVMValueRef raw = jit_mask_of_lanes(j, lanes);
   LLVMValueRef exact = LLVMBuildAnd(B, raw, jit_mask_form(j, GCN_SRC_EXEC_LO, true), "");
   LLVMValueRef bits = has_mask_registers(j) ? jit_mask_to_i64(j, exact) :
                       LLVMBuildAnd(B, jit_mask_to_i64(j, raw), jit_exec(j), ""); /* `exact` may not be needed */
   jit_write64_vec(j, code, bits, exact);
   if (keep_raw && is_pair(code) && code != GCN_SRC_EXEC_LO) {
      mask_of(j, code)->raw = raw;
      mask_of(j, code)->raw_epoch = j->epoch;
   }
}

/* ---- VGPRs ------------------------------------------------------------------------------------------------------------ */

void jit_load_input(struct jit *j, unsigned reg)
{
   if (!j->unloaded[reg])
      return;
   j->unloaded[reg] = false;
   LLVMValueRef row = jit_ptr_add(j, jit_wave_load(j, j->ptr, offsetof(struct sq_wave, vgpr)), reg * SQ_MAX_LANES * 4);
   jit_store(j, jit_load(j, j->vi32, row, 4), j->vgpr[reg], 64);
}

LLVMValueRef jit_lane_place(struct jit *j, unsigned reg, LLVMValueRef lane)
{
   LLVMValueRef row = jit_ptr_add(j, jit_wave_load(j, j->ptr, offsetof(struct sq_wave, vgpr)), (reg & 255) * SQ_MAX_LANES * 4);
   return jit_ptr_add_v(j, row, LLVMBuildShl(B, LLVMBuildZExt(B, lane, j->i64, ""), jit_i64(j, 2), ""));
}

/* LLVM drops a multiplication by 1 wherever it finds the constant again: after slots that become SSA values, inside
 * selects. On the GPU the multiplication flushes a denormal. */
LLVMValueRef jit_opaque(struct jit *j, LLVMValueRef v)
{
   if (j->p->mode.denorm32 == 3 || !LLVMIsConstant(v))
      return v;
   bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
   LLVMValueRef e = vector ? LLVMGetAggregateElement(v, 0) : v;
   if (!e || !LLVMIsAConstantInt(e) || LLVMGetIntTypeWidth(LLVMTypeOf(e)) != 32)
      return v;
   uint32_t bits = (uint32_t)LLVMConstIntGetZExtValue(e);
   if ((bits & 0x7fffffff) != ONE)
      return v;
   e = jit_hidden(j, bits);
   return vector ? jit_splat(j, e) : e;
}

LLVMValueRef jit_read_vgpr(struct jit *j, unsigned reg, bool other_lanes)
{
   reg &= 255;
   if (!other_lanes && j->raw[reg] && j->raw_epoch[reg] == j->epoch)
      return j->raw[reg];
   jit_load_input(j, reg);
   return j->vgpr[reg] ? jit_load(j, j->vi32, j->vgpr[reg], 64) : LLVMConstNull(j->vi32);
}

void jit_put_vgpr(struct jit *j, unsigned reg, LLVMValueRef v)
{
   reg &= 255;
   if (!j->vgpr[reg])
      return;
   jit_store(j, v, j->vgpr[reg], 64);
   j->unloaded[reg] = false;
   j->raw[reg] = NULL;
}

void jit_write_vgpr(struct jit *j, unsigned reg, unsigned d, LLVMValueRef v, LLVMValueRef only)
{
   reg &= 255;
   bool merge = d >= 8 || j->flow->merge[j->pc] >> d & 1;
   LLVMValueRef kept = jit_opaque(j, v);
   if (only)
      v = kept = jit_sel(j, only, kept, jit_read_vgpr(j, reg, false));
   if (merge) {
      LLVMValueRef old = jit_read_vgpr(j, reg, true);
      jit_put_vgpr(j, reg, jit_sel(j, jit_exec_vec(j), kept, old));
   } else {
      jit_put_vgpr(j, reg, kept);
   }
   j->raw[reg] = v;
   j->raw_epoch[reg] = j->epoch;
}

/* ---- sources of vector instructions ----------------------------------------------------------------------------------- */

/* v's lanes rearranged; lanes without a source, or with one beyond the launched lanes, are zero. */
static LLVMValueRef dpp_move(struct jit *j, LLVMValueRef v)
{
   LLVMValueRef from[SQ_MAX_LANES];
   for (unsigned i = 0; i < j->lanes; i++) {
      int lane = sq_dpp_lane(j->inst->dpp.ctrl, i);
      from[i] = jit_i32(j, lane >= 0 && lane < (int)j->lanes ? (uint32_t)lane : j->lanes);
   }
   return LLVMBuildShuffleVector(B, v, LLVMConstNull(LLVMTypeOf(v)), LLVMConstVector(from, j->lanes), "");
}

LLVMValueRef jit_dpp_mask(struct jit *j)
{
   LLVMValueRef on[SQ_MAX_LANES];
   bool all = true;
   for (unsigned i = 0; i < j->lanes; i++) {
      bool bit = j->inst->dpp.row_mask >> (i / 16) & 1 && j->inst->dpp.bank_mask >> (i / 4 & 3) & 1;
      on[i] = LLVMConstInt(j->i1, bit, 0);
      all = all && bit;
   }
   if (j->inst->dpp.bound_ctrl)
      return all ? NULL : LLVMConstVector(on, j->lanes);
   LLVMValueRef valid = jit_lanes_of_mask(j, dpp_move(j, jit_mask_form(j, GCN_SRC_EXEC_LO, true)));
   return all ? valid : LLVMBuildAnd(B, valid, LLVMConstVector(on, j->lanes), "");
}

static LLVMValueRef sdwa_part(struct jit *j, LLVMValueRef v, unsigned sel, bool sext)
{
   if (sel > 5)
      return v;
   unsigned bits = sel < 4 ? 8 : 16, shift = sel < 4 ? 8 * sel : 16 * (sel - 4);
   v = LLVMBuildShl(B, v, jit_vi(j, 32 - bits - shift), "");
   return sext ? LLVMBuildAShr(B, v, jit_vi(j, 32 - bits), "") : LLVMBuildLShr(B, v, jit_vi(j, 32 - bits), "");
}

/* Nor must LLVM see a scalar become the zero of a sum: x - 0 flushes, too. */
static LLVMValueRef addend(struct jit *j, LLVMValueRef v)
{
   const unsigned op = j->inst->op;
   if (j->p->mode.denorm32 == 3 || (op != GCN_V_ADD_F32 && op != GCN_V_SUB_F32 && op != GCN_V_SUBREV_F32))
      return v;
   return LLVMBuildOr(B, v, jit_hidden(j, 0), "");
}

LLVMValueRef jit_src(struct jit *j, unsigned i, unsigned word)
{
   const struct gcn_inst *inst = j->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   enum gcn_type type = i < info->num_src ? (enum gcn_type)info->src[i] : GCN_T_B32;
   unsigned code = inst->src[i].code;
   LLVMValueRef v;
   if (code >= GCN_SRC_VGPR0) {
      bool dpp = inst->is_dpp && i == 0;
      v = jit_read_vgpr(j, code + word, dpp);
      if (dpp)
         v = jit_sel(j, jit_lanes_of_mask(j, dpp_move(j, jit_mask_form(j, GCN_SRC_EXEC_LO, true))), dpp_move(j, v),
                     LLVMConstNull(j->vi32));
      if (inst->is_sdwa && i < 2)
         v = sdwa_part(j, v, inst->sdwa.src_sel[i], inst->sdwa.src_sext >> i & 1);
   } else {
      uint64_t constant;
      if (sq_constant(code, inst->literal, type, &constant))
         v = jit_i32(j, (uint32_t)(constant >> 32 * word));
      else if (inst->src[i].dwords == 2)
         v = half_of(j, jit_read64(j, code, inst->literal), word);
      else
         v = word ? jit_i32(j, 0) : addend(j, jit_read32(j, code, inst->literal));
      v = jit_splat(j, v);
   }
   bool neg = inst->neg >> i & 1, abs = inst->abs >> i & 1;
   if ((neg || abs) && (type != GCN_T_F64 || word)) {
      uint32_t sign = type == GCN_T_F16 ? 0x8000 : 0x80000000;
      if (abs)
         v = LLVMBuildAnd(B, v, jit_vi(j, ~sign), "");
      if (neg)
         v = LLVMBuildXor(B, v, jit_vi(j, sign), "");
   }
   return v;
}
