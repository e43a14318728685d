/* sq_interp.c: the interpreter's loop, operands and control flow. The reference: one instruction after the other, all
 * lanes of it at once, as the manual says. The classes are in sq_interp_*.c; unsupported operations end the wave with a
 * fault that names the instruction (list: sq/README.md). */
#include <stdio.h>
#include <string.h>

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

#include "winsys/sim/base/clock.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/interp/sq_interp.h"

/* Backward branches between two looks at the clock. */
#define DEADLINE_INTERVAL 4096

#ifdef __aarch64__
/* Rounding modes have GCN's numbers. One bit flushes denormal operands and results; where only one kind is to be flushed, both
 * are kept. This host decides before rounding whether a result is denormal, x86 after it. */
#define SQ_FPCR_RMODE 22
#define SQ_FPCR_FZ (UINT64_C(1) << 24)

static uint64_t read_fpcr(void)
{
   uint64_t word;
   __asm__ volatile("mrs %0, fpcr" : "=r"(word));
   return word;
}

static void write_fpcr(uint64_t word)
{
   __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory");
}
#endif

uint32_t sq_fp_enter(const struct sq_mode *mode)
{
#ifdef __SSE2__
   static const uint32_t rounding[4] = { _MM_ROUND_NEAREST, _MM_ROUND_UP, _MM_ROUND_DOWN, _MM_ROUND_TOWARD_ZERO };
   uint32_t saved = _mm_getcsr();
   uint32_t csr = _MM_MASK_MASK | rounding[mode->round32 & 3];
   if (!(mode->denorm32 & 1))
      csr |= 0x0040; /* DAZ */
   if (!(mode->denorm32 & 2))
      csr |= _MM_FLUSH_ZERO_ON;
   _mm_setcsr(csr);
   return saved;
#elif defined(__aarch64__)
   const uint64_t saved = read_fpcr();
   write_fpcr((uint64_t)(mode->round32 & 3) << SQ_FPCR_RMODE | (mode->denorm32 ? 0 : SQ_FPCR_FZ));
   return (uint32_t)saved;
#else
   return 0; /* other hosts: denormals are kept */
#endif
}

void sq_fp_leave(uint32_t saved)
{
#ifdef __SSE2__
   _mm_setcsr(saved);
#elif defined(__aarch64__)
   write_fpcr(saved);
#endif
}

void sq_wave_fault(struct sq_wave *w, const struct sq_program *p, uint32_t inst, const char *text)
{
   memset(&w->fault, 0, sizeof w->fault);
   w->fault.va = p->va;
   if (inst < p->num_inst) {
      uint32_t at = p->inst[inst].offset_B / 4;
      w->fault.va = sq_code_va(p, p->inst[inst].offset_B);
      w->fault.dw[0] = p->code[at];
      if (p->inst[inst].size_B > 4 && at + 1 < p->code_dw)
         w->fault.dw[1] = p->code[at + 1];
   }
   snprintf(w->fault.text, sizeof w->fault.text, "%s", text);
}

bool sq_unsupported(struct sq_state *s, const struct gcn_inst *inst)
{
   char text[160] = "not supported: ";
   gcn_print(s->p->gfx_level, inst, text + 15, sizeof text - 15);
   sq_wave_fault(s->w, s->p, (uint32_t)(inst - s->p->inst), text);
   return false;
}

bool sq_wave_expired(struct sq_wave *w)
{
   if (w->cancel && atomic_load_explicit(w->cancel, memory_order_relaxed))
      return true;
   if (!w->deadline_ns && !w->limit_ns)
      return false;
   if (w->deadline_ns && sim_run_ns() >= w->deadline_ns)
      return true;
   if (!w->limit_ns)
      return false;
   const uint64_t cpu_ns = sim_thread_cpu_ns();
   if (!(w->limit_ns & SQ_LIMIT_ENDS))
      w->limit_ns = SQ_LIMIT_ENDS | (cpu_ns + w->limit_ns);
   return (SQ_LIMIT_ENDS | cpu_ns) >= w->limit_ns;
}

bool sq_constant(unsigned code, uint32_t literal, enum gcn_type type, uint64_t *v)
{
   static const uint16_t halves[] = { 0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118 };
   static const uint32_t floats[] = { 0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000,
                                      0xc0800000, 0x3e22f983 };
   static const uint64_t doubles[] = { 0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000, 0xbff0000000000000,
                                       0x4000000000000000, 0xc000000000000000, 0x4010000000000000, 0xc010000000000000,
                                       0x3fc45f306dc9c882 };
   bool half = type == GCN_T_F16 || type == GCN_T_I16 || type == GCN_T_U16 || type == GCN_T_B16;
   bool wide = type == GCN_T_F64 || type == GCN_T_I64 || type == GCN_T_U64 || type == GCN_T_B64 || type == GCN_T_S2;
   if (code >= GCN_SRC_INT0 && code <= GCN_SRC_INT64)
      *v = code - GCN_SRC_INT0;
   else if (code >= GCN_SRC_INT_NEG1 && code <= GCN_SRC_INT_NEG16)
      *v = (uint64_t)((int64_t)GCN_SRC_INT64 - (int64_t)code);
   else if (code >= GCN_SRC_F_0_5 && code <= GCN_SRC_F_INV2PI)
      *v = half ? halves[code - GCN_SRC_F_0_5] : wide ? doubles[code - GCN_SRC_F_0_5] : floats[code - GCN_SRC_F_0_5];
   else if (code == GCN_SRC_LITERAL)
      *v = type == GCN_T_F64 ? (uint64_t)literal << 32 : type == GCN_T_I64 ? (uint64_t)(int64_t)(int32_t)literal : literal;
   else
      return false;
   return true;
}

uint32_t sq_read32(const struct sq_state *s, unsigned code, uint32_t literal)
{
   const struct sq_wave *w = s->w;
   uint64_t v;
   if (code < GCN_SRC_EXEC_LO)
      return w->sgpr[code];
   switch (code) {
   case GCN_SRC_EXEC_LO: return (uint32_t)w->exec;
   case GCN_SRC_EXEC_HI: return (uint32_t)(w->exec >> 32);
   case GCN_SRC_VCCZ: return !(w->sgpr[GCN_SRC_VCC_LO] | w->sgpr[GCN_SRC_VCC_HI]);
   case GCN_SRC_EXECZ: return !w->exec;
   case GCN_SRC_SCC: return s->scc;
   default: return sq_constant(code, literal, GCN_T_B32, &v) ? (uint32_t)v : 0;
   }
}

uint64_t sq_read64(const struct sq_state *s, unsigned code, uint32_t literal)
{
   uint64_t v;
   if (code < GCN_SRC_EXEC_LO)
      return s->w->sgpr[code] | (uint64_t)s->w->sgpr[code + 1] << 32;
   if (code == GCN_SRC_EXEC_LO)
      return s->w->exec;
   if (sq_constant(code, literal, GCN_T_B64, &v))
      return v;
   return sq_read32(s, code, literal);
}

void sq_write32(struct sq_state *s, unsigned code, uint32_t value)
{
   struct sq_wave *w = s->w;
   if (code == GCN_SRC_EXEC_LO)
      w->exec = ((w->exec & ~UINT64_C(0xffffffff)) | value) & s->lane_mask;
   else if (code == GCN_SRC_EXEC_HI)
      w->exec = ((w->exec & 0xffffffff) | (uint64_t)value << 32) & s->lane_mask;
   else if (code < GCN_SRC_EXEC_LO)
      w->sgpr[code] = value;
}

void sq_write64(struct sq_state *s, unsigned code, uint64_t value)
{
   if (code == GCN_SRC_EXEC_LO) {
      s->w->exec = value & s->lane_mask;
   } else {
      sq_write32(s, code, (uint32_t)value);
      sq_write32(s, code + 1, (uint32_t)(value >> 32));
   }
}

typedef uint32_t __attribute__((vector_size(16), aligned(4), may_alias)) lanes4;

UT_CLONES void sq_store_row(uint32_t *row, const uint32_t *value, uint64_t mask, unsigned lanes)
{
   if (mask == sq_first_lanes(lanes)) {
      memcpy(row, value, lanes * sizeof *row);
      return;
   }
   const lanes4 bit = { 1, 2, 4, 8 };
   for (unsigned first = 0; first < lanes; first += 4, mask >>= 4) {
      uint32_t m = (uint32_t)mask & 15;
      lanes4 active = (lanes4)(((lanes4){ m, m, m, m } & bit) != 0);
      lanes4 *to = (lanes4 *)&row[first];
      *to = (*to & ~active) | (*(const lanes4 *)&value[first] & active);
   }
}

/* The same registers with s_set_gpr_idx's offset; false: out of range. */
static bool index_registers(const struct sq_state *s, const struct gcn_inst *inst, struct gcn_inst *indexed)
{
   unsigned index = s->w->sgpr[GCN_SRC_M0] & 255;
   *indexed = *inst;
   for (unsigned i = 0; i < inst->num_src && i < 3; i++) {
      if (s->gpr_idx >> i & 1 && inst->src[i].code >= GCN_SRC_VGPR0)
         indexed->src[i].code = (uint16_t)(indexed->src[i].code + index);
      if (indexed->src[i].code >= 512)
         return false;
   }
   if (s->gpr_idx >> 3 & 1 && inst->num_dst && inst->dst[0].code >= GCN_SRC_VGPR0)
      indexed->dst[0].code = (uint16_t)(indexed->dst[0].code + index);
   return !inst->num_dst || indexed->dst[0].code < 512;
}

static bool exec_sopp(struct sq_state *s, const struct gcn_inst *inst)
{
   switch (inst->op) {
   case GCN_S_SENDMSG:
   case GCN_S_SENDMSGHALT:
      if (s->w->sendmsg)
         s->w->sendmsg(s->w, (uint16_t)inst->simm, s->w->sgpr[GCN_SRC_M0]);
      return true;
   case GCN_S_SET_GPR_IDX_OFF:
      s->gpr_idx = 0;
      return true;
   case GCN_S_SET_GPR_IDX_MODE:
      s->gpr_idx = inst->simm & 15;
      s->w->sgpr[GCN_SRC_M0] = (s->w->sgpr[GCN_SRC_M0] & ~0xf000u) | (uint32_t)s->gpr_idx << 12;
      return true;
   case GCN_S_NOP: case GCN_S_WAKEUP: case GCN_S_BARRIER: case GCN_S_WAITCNT: case GCN_S_SLEEP: case GCN_S_SETPRIO:
   case GCN_S_ICACHE_INV: case GCN_S_INCPERFLEVEL: case GCN_S_DECPERFLEVEL: case GCN_S_TTRACEDATA:
      return true; /* no effect on one wave that runs alone */
   case GCN_S_SETHALT: /* 1: no debugger that could resume the wave */
      return !(inst->simm & 1) || sq_unsupported(s, inst);
   default:
      return sq_unsupported(s, inst);
   }
}

bool sq_interp_one(struct sq_state *s, const struct gcn_inst *inst)
{
   struct gcn_inst indexed;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   switch ((enum gcn_enc)inst->enc) {
   case GCN_SOP1: case GCN_SOP2: case GCN_SOPK: case GCN_SOPC: return sq_exec_salu(s, inst);
   case GCN_SOPP: return exec_sopp(s, inst);
   case GCN_SMEM: return sq_exec_smem(s, inst);
   case GCN_VINTRP: return sq_exec_vintrp(s, inst);
   case GCN_DS: return sq_exec_lds(s, inst);
   case GCN_MUBUF: case GCN_MTBUF: case GCN_MIMG: return sq_exec_vmem(s, inst);
   case GCN_FLAT: return sq_exec_flat(s, inst);
   case GCN_EXP: return sq_exec_exp(s, inst);
   default: break;
   }
   if (s->gpr_idx) {
      if (!index_registers(s, inst, &indexed)) {
         sq_wave_fault(s->w, s->p, (uint32_t)(inst - s->p->inst), "indexed register beyond v255");
         return false;
      }
      inst = &indexed;
   }
   if (info->enc == GCN_VOPC)
      return sq_exec_vcmp(s, inst);
   return sq_width((enum gcn_op)inst->op) == SQ_WIDTH_64 ? sq_exec_valu64(s, inst) : sq_exec_valu(s, inst);
}

/* Whether a conditional branch is taken. */
static bool condition(const struct sq_state *s, enum gcn_op op)
{
   uint64_t vcc = sq_read64(s, GCN_SRC_VCC_LO, 0);
   switch (op) {
   case GCN_S_CBRANCH_SCC0: return !s->scc;
   case GCN_S_CBRANCH_SCC1: return s->scc;
   case GCN_S_CBRANCH_VCCZ: return !vcc;
   case GCN_S_CBRANCH_VCCNZ: return vcc;
   case GCN_S_CBRANCH_EXECZ: return !s->w->exec;
   case GCN_S_CBRANCH_EXECNZ: return s->w->exec;
   default: return false; /* s_cbranch_cdbg*: no debugger */
   }
}

/* Jumps to an address computed by the program. Outside of it the wave goes on in the program that begins there. */
static bool jump(struct sq_state *s, uint64_t va, uint32_t from)
{
   uint32_t to = sq_inst_at(s->p, va);
   if (to != SQ_NO_INST) {
      s->pc = to;
      return true;
   }
   bool is_code = va % 4 == 0 && s->p->cache && sim_mem_check(s->w->mem, va, 4, SIM_MEM_READ);
   const struct sq_program *next = is_code ? sq_program_behind(s->p, va) : NULL;
   if (!next || !next->num_inst) {
      sq_wave_fault(s->w, s->p, from, "jump to an address outside the program");
      return false;
   }
   s->p = next;
   s->pc = 0;
   return true;
}

/* Branches and s_setpc. False: fault. */
static bool exec_branch(struct sq_state *s, const struct gcn_inst *inst, uint32_t pc)
{
   const struct sq_program *p = s->p;
   uint64_t next_va = sq_code_va(p, inst->offset_B) + inst->size_B;
   switch (inst->op) {
   case GCN_S_BRANCH:
      s->pc = p->target[pc];
      return true;
   case GCN_S_SETPC_B64:
      return jump(s, sq_read64(s, inst->src[0].code, inst->literal), pc);
   case GCN_S_SWAPPC_B64: {
      uint64_t to = sq_read64(s, inst->src[0].code, inst->literal);
      sq_write64(s, inst->dst[0].code, next_va);
      return jump(s, to, pc);
   }
   case GCN_S_CBRANCH_I_FORK: case GCN_S_CBRANCH_G_FORK: case GCN_S_CBRANCH_JOIN:
   case GCN_S_RFE_B64: case GCN_S_RFE_RESTORE_B64:
      return sq_unsupported(s, inst);
   default:
      s->pc = condition(s, (enum gcn_op)inst->op) ? p->target[pc] : pc + 1;
      return true;
   }
}

enum sq_result sq_run_interp(const struct sq_program *p, struct sq_wave *w)
{
   struct sq_state s = { .w = w, .p = p, .mode = p->mode, .lane_mask = sq_first_lanes(w->lanes),
                        .countdown = DEADLINE_INTERVAL };
   memset(w->exp_en, 0, sizeof w->exp_en);
   w->exp_compr = w->exp_valid = 0;
   w->exec &= s.lane_mask;
   if (w->resume.pc) {
      if (w->resume.program)
         s.p = w->resume.program;
      s.pc = w->resume.pc;
      s.scc = w->resume.scc;
      s.gpr_idx = w->resume.gpr_idx;
      s.mode = w->resume.mode;
   }
   if (!p->num_inst) {
      w->fault = p->fault;
      return SQ_FAULT;
   }
   enum sq_result result = SQ_DONE;
   uint32_t saved = sq_fp_enter(&s.mode);
   for (;;) {
      uint32_t pc = s.pc;
      const struct sq_program *at = s.p;
      const struct gcn_inst *inst = &at->inst[pc];
      unsigned flags = gcn_op_infos[inst->op].flags;
      if (flags & GCN_FLAG_END)
         break;
      if (flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH)) {
         if (!exec_branch(&s, inst, pc)) {
            result = SQ_FAULT;
            break;
         }
         if ((s.pc <= pc || s.p != at) && --s.countdown == 0) {
            s.countdown = DEADLINE_INTERVAL;
            if (sq_wave_expired(w)) {
               sq_wave_fault(w, at, pc, "endless wave");
               result = SQ_TIMEOUT;
               break;
            }
         }
         continue;
      }
      if (inst->op == GCN_OP_NONE) {
         w->fault = at->fault;
         result = SQ_FAULT;
         break;
      }
      s.pc = pc + 1;
      if (inst->op == GCN_S_BARRIER && w->in_group) {
         w->resume = (struct sq_resume){ s.pc, (uint8_t)s.scc, (uint8_t)s.gpr_idx, s.mode, at == p ? NULL : at };
         result = SQ_BARRIER;
         break;
      }
      if (!sq_interp_one(&s, inst)) {
         result = SQ_FAULT;
         break;
      }
   }
   sq_fp_leave(saved);
   return result;
}

bool sq_interp_supports(const struct gcn_inst *inst)
{
   switch ((enum gcn_enc)inst->enc) {
   case GCN_VOP1: case GCN_VOP2: case GCN_VOP3:
      return gcn_op_infos[inst->op].enc == GCN_VOPC || sq_valu_supports((enum gcn_op)inst->op) ||
             sq_valu16_supports((enum gcn_op)inst->op) || sq_valu64_supports((enum gcn_op)inst->op);
   default:
      return true; /* the other classes find out when they run */
   }
}
