/* sq_interp_operand.c: sources of vector instructions: registers, broadcast scalars and constants, and the three ways to
 * change them: DPP (lanes of other lanes), SDWA (parts of registers), negation and absolute value. */
#include <string.h>

#include "winsys/sim/sq/interp/sq_interp.h"

static enum sq_width width_of(const struct gcn_op_info *info)
{
   enum sq_width width = SQ_WIDTH_32;
   for (unsigned i = 0; i < info->num_src + info->num_dst; i++) {
      switch (i < info->num_src ? info->src[i] : info->dst[i - info->num_src]) {
      case GCN_T_F64: case GCN_T_B64: case GCN_T_B128: return SQ_WIDTH_64;
      case GCN_T_F16: case GCN_T_I16: case GCN_T_U16: case GCN_T_B16: width = SQ_WIDTH_16; break;
      default: break;
      }
   }
   return width;
}

enum sq_width sq_width(enum gcn_op op)
{
   static atomic_uchar known[GCN_OP_COUNT]; /* 0: not computed yet; every thread computes the same */
   unsigned width = atomic_load_explicit(&known[op], memory_order_relaxed);
   if (!width) {
      width = width_of(&gcn_op_infos[op]);
      atomic_store_explicit(&known[op], (unsigned char)width, memory_order_relaxed);
   }
   return (enum sq_width)width;
}

/* Lane from which `lane` reads under a DPP control, or -1: outside its row or wave (manual: GcnSdwaDpp). */
int sq_dpp_lane(unsigned ctrl, unsigned lane)
{
   unsigned row = lane & ~15u, in_row = lane & 15;
   if (ctrl <= 0xff)
      return (int)((lane & ~3u) | (ctrl >> 2 * (lane & 3) & 3));
   unsigned amount = ctrl & 15;
   switch (ctrl >> 4) {
   case 0x10: return in_row + amount < 16 ? (int)(lane + amount) : -1; /* row_shl */
   case 0x11: return in_row >= amount ? (int)(lane - amount) : -1;     /* row_shr */
   case 0x12: return (int)(row | ((in_row - amount) & 15));            /* row_ror */
   default: break;
   }
   switch (ctrl) {
   case 0x130: return lane < 63 ? (int)lane + 1 : -1; /* wave_shl */
   case 0x134: return (int)((lane + 1) & 63);         /* wave_rol */
   case 0x138: return (int)lane - 1;                  /* wave_shr */
   case 0x13c: return (int)((lane - 1) & 63);         /* wave_ror */
   case 0x140: return (int)(row | (15 - in_row));     /* row_mirror */
   case 0x141: return (int)((lane & ~7u) | (7 - (lane & 7)));
   case 0x142: return lane >= 16 ? (int)row - 1 : -1; /* row_bcast15: last lane of the row before */
   case 0x143: return lane >= 32 ? 31 : -1;           /* row_bcast31 */
   default: return -1;
   }
}

/* A source lane that is outside or inactive: the reader gets 0 with BOUND_CTRL, else is not written. */
static bool dpp_valid(const struct sq_state *s, int from)
{
   return from >= 0 && s->w->exec >> from & 1;
}

/* Lanes that an instruction with DPP writes if EXEC has them. A comparison writes the complete mask: the bits of the other lanes are
 * zero, as those of lanes that EXEC disables. AMD's RDNA3 manual says so of ROW_MASK and BANK_MASK; the GCN3 manual says only that
 * such lanes are disabled. The bit of a lane that BOUND_CTRL 0 disables is not documented for GFX8 (AMD's rocjitsu keeps the old
 * one on GFX11). Compilers do not depend on it: ACO and LLVM compare with complete masks, ACO with BOUND_CTRL 1. */
uint64_t sq_dpp_mask(const struct sq_state *s, const struct gcn_inst *inst)
{
   uint64_t mask = 0;
   for (unsigned lane = 0; lane < s->w->lanes; lane++) {
      bool on = inst->dpp.row_mask >> (lane / 16) & 1 && inst->dpp.bank_mask >> (lane / 4 & 3) & 1;
      if (on && !inst->dpp.bound_ctrl)
         on = dpp_valid(s, sq_dpp_lane(inst->dpp.ctrl, lane));
      mask |= (uint64_t)on << lane;
   }
   return mask;
}

static void fetch_dpp(struct sq_state *s, const struct gcn_inst *inst, const uint32_t *row, uint32_t room[64])
{
   for (unsigned lane = 0; lane < s->w->lanes; lane++) {
      int from = sq_dpp_lane(inst->dpp.ctrl, lane);
      room[lane] = dpp_valid(s, from) ? row[from] : 0;
   }
}

static void select_part(const uint32_t *row, uint32_t room[64], unsigned n, unsigned sel, bool sext)
{
   unsigned shift = sel < 4 ? 8 * sel : sel < 6 ? 16 * (sel - 4) : 0;
   for (unsigned i = 0; i < n; i++) {
      uint32_t v = row[i] >> shift;
      if (sel < 4)
         v = sext ? (uint32_t)(int8_t)v : v & 0xff;
      else if (sel < 6)
         v = sext ? (uint32_t)(int16_t)v : v & 0xffff;
      room[i] = v;
   }
}

UT_CLONES const uint32_t *sq_source(struct sq_state *s, const struct gcn_inst *inst, unsigned i, unsigned word,
                                       uint32_t room[64])
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   enum gcn_type type = i < info->num_src ? (enum gcn_type)info->src[i] : GCN_T_B32;
   unsigned code = inst->src[i].code, n = s->w->lanes;
   const uint32_t *row;
   if (code >= GCN_SRC_VGPR0) {
      row = sq_vgpr(s, code + word);
      if (inst->is_dpp && i == 0) {
         fetch_dpp(s, inst, row, room);
         row = room;
      }
      if (inst->is_sdwa && i < 2) {
         select_part(row, room, n, inst->sdwa.src_sel[i], inst->sdwa.src_sext >> i & 1);
         row = room;
      }
   } else {
      uint64_t v;
      if (!sq_constant(code, inst->literal, type, &v))
         v = inst->src[i].dwords == 2 ? sq_read64(s, code, inst->literal) : sq_read32(s, code, inst->literal);
      uint32_t v32 = (uint32_t)(v >> 32 * word);
      for (unsigned k = 0; k < n; k++)
         room[k] = v32;
      row = room;
   }
   bool neg = inst->neg >> i & 1, abs = inst->abs >> i & 1;
   bool high_word = type != GCN_T_F64 || word == 1;
   if ((neg || abs) && high_word) {
      uint32_t sign = type == GCN_T_F16 ? 0x8000 : 0x80000000;
      uint32_t keep = abs ? ~sign : UINT32_MAX, flip = neg ? sign : 0;
      for (unsigned k = 0; k < n; k++)
         room[k] = (row[k] & keep) ^ flip;
      row = room;
   }
   return row;
}

void sq_source64(struct sq_state *s, const struct gcn_inst *inst, unsigned i, uint64_t room[64])
{
   uint32_t lo_room[64], hi_room[64];
   const uint32_t *lo = sq_source(s, inst, i, 0, lo_room), *hi = sq_source(s, inst, i, 1, hi_room);
   for (unsigned k = 0; k < s->w->lanes; k++)
      room[k] = lo[k] | (uint64_t)hi[k] << 32;
}
