/* gcn_decode.c: machine code to struct gcn_inst. Encodings of GFX6-7 and GFX8 differ in the position of the opcode and in a few
 * bits; opcode numbers and operands come from gcn_ops.csv. Fields of operands that an operation does not have are ignored, as by
 * the hardware; modifier bits that have no effect on the operation are refused. Layouts: CLRX manual, pages GcnInstrs*.md,
 * GcnSdwaDpp.md. Instructions that access memory are in gcn_decode_mem.c. Not decoded: the VOP3 forms of v_interp_*_f32. */
#include <string.h>

#include "hw-si/gcn/gcn_decode.h"

/* Whether `dwords` registers exist from `code` on. A scalar tuple is aligned to its size, at most to four dwords. A tuple of
 * SGPRs (including FLAT_SCRATCH after them) or of trap registers contains no other register. Other special registers only form
 * pairs. */
static bool registers_exist(const struct decoder *d, unsigned code, unsigned dwords)
{
   if (code >= GCN_SRC_VGPR0)
      return code - GCN_SRC_VGPR0 + dwords <= 256;
   if (code == 125 || (d->gfx_level == 6 && (code == 104 || code == 105))) /* FLAT_SCRATCH came with pointers */
      return false;
   if (dwords < 2)
      return true;
   if (code >= GCN_SRC_INT0)
      return code != GCN_SRC_LDS;
   unsigned align = dwords == 2 ? 2 : 4, first = code < 112 ? 0 : 112, end = code < 104 ? 104 : code < 112 ? 0 : 124;
   if ((code - first) % align)
      return false;
   return code + dwords <= end || (dwords == 2 && code != GCN_SRC_M0);
}

/* The same check for an operand. */
static bool tuples_exist(const struct decoder *d)
{
   const struct gcn_inst *inst = d->inst;
   for (unsigned i = 0; i < inst->num_dst; i++) {
      if (!registers_exist(d, inst->dst[i].code, inst->dst[i].dwords))
         return false;
   }
   for (unsigned i = 0; i < inst->num_src; i++) {
      if (inst->src[i].dwords && !registers_exist(d, inst->src[i].code, inst->src[i].dwords))
         return false;
   }
   return true;
}

/* Reads the literal after the dwords that inst->size_B counts so far. */
static bool take_literal(struct decoder *d)
{
   unsigned at = d->inst->size_B / 4;
   if (at >= d->dwords)
      return false;
   d->inst->literal = d->code[at];
   d->inst->size_B += 4;
   return true;
}

/* A source of a scalar instruction or of VOP1/2/C's src0: adds it and its literal. */
static bool add_general_src(struct decoder *d, unsigned code, enum gcn_type type)
{
   if ((code >= 209 && code < 240) || (code == GCN_SRC_F_INV2PI && d->gfx_level < 8) || code == 249 || code == 250)
      return false;
   add_src(d->inst, code, gcn_type_dwords[type]);
   /* Two literals share one dword. */
   return code != GCN_SRC_LITERAL || d->inst->size_B == 8 || take_literal(d);
}

bool gcn_add_scalar_src(struct decoder *d, unsigned code, enum gcn_type type)
{
   return code != GCN_SRC_LDS && add_general_src(d, code, type);
}

static bool decode_sop1(struct decoder *d, uint32_t w)
{
   if (!set_op(d, GCN_SOP1, bits(w, 8, 8)))
      return false;
   const struct gcn_op_info *info = info_of(d);
   if (info->num_dst)
      add_dst(d->inst, bits(w, 16, 7), gcn_type_dwords[info->dst[0]]);
   switch (d->inst->op) { /* registers only */
   case GCN_S_SETPC_B64: case GCN_S_RFE_B64: case GCN_S_CBRANCH_JOIN: case GCN_S_MOVRELS_B32: case GCN_S_MOVRELS_B64:
      if (bits(w, 0, 8) >= GCN_SRC_INT0 && (bits(w, 0, 8) < GCN_SRC_VCCZ || bits(w, 0, 8) > GCN_SRC_SCC))
         return false;
      break;
   default: break;
   }
   return !info->num_src || gcn_add_scalar_src(d, bits(w, 0, 8), info->src[0]);
}

static bool decode_sop2(struct decoder *d, uint32_t w)
{
   if (!set_op(d, GCN_SOP2, bits(w, 23, 7)))
      return false;
   const struct gcn_op_info *info = info_of(d);
   if (info->num_dst)
      add_dst(d->inst, bits(w, 16, 7), gcn_type_dwords[info->dst[0]]);
   return gcn_add_scalar_src(d, bits(w, 0, 8), info->src[0]) && gcn_add_scalar_src(d, bits(w, 8, 8), info->src[1]);
}

static bool decode_sopc(struct decoder *d, uint32_t w)
{
   if (!set_op(d, GCN_SOPC, bits(w, 16, 7)))
      return false;
   const struct gcn_op_info *info = info_of(d);
   if (!gcn_add_scalar_src(d, bits(w, 0, 8), info->src[0]))
      return false;
   if (info->num_src == 1) { /* s_set_gpr_idx_on: the other field is a mode */
      d->inst->simm = (int32_t)bits(w, 8, 8);
      return true;
   }
   return gcn_add_scalar_src(d, bits(w, 8, 8), info->src[1]);
}

static bool decode_sopk(struct decoder *d, uint32_t w)
{
   if (!set_op(d, GCN_SOPK, bits(w, 23, 5)))
      return false;
   const struct gcn_op_info *info = info_of(d);
   d->inst->simm = (int16_t)bits(w, 0, 16);
   if (info->num_dst)
      add_dst(d->inst, bits(w, 16, 7), gcn_type_dwords[info->dst[0]]);
   if (info->src[0] == GCN_T_LIT) {
      add_src(d->inst, GCN_SRC_LITERAL, 1);
      return take_literal(d);
   }
   if (info->src[0] != GCN_T_K)
      add_src(d->inst, bits(w, 16, 7), gcn_type_dwords[info->src[0]]);
   return true;
}

static bool decode_sopp(struct decoder *d, uint32_t w)
{
   d->inst->simm = (int16_t)bits(w, 0, 16);
   return set_op(d, GCN_SOPP, bits(w, 16, 7));
}

static bool decode_smem(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   unsigned sdata, offset;
   if (d->gfx_level >= 8) {
      if (d->dwords < 2 || !set_op(d, GCN_SMEM, bits(w, 18, 8)))
         return false;
      inst->size_B = 8;
      sdata = bits(w, 6, 7);
      inst->smem_imm = bits(w, 17, 1);
      inst->flat.glc = bits(w, 16, 1);
      offset = inst->smem_imm ? bits(d->code[1], 0, 20) : bits(d->code[1], 0, 7);
      inst->simm = (int32_t)offset;
   } else {
      if (!set_op(d, GCN_SMEM, bits(w, 22, 5)))
         return false;
      sdata = bits(w, 15, 7);
      inst->smem_imm = bits(w, 8, 1);
      offset = bits(w, 0, 8);
      inst->simm = (int32_t)offset * 4;
   }
   const struct gcn_op_info *info = info_of(d);
   bool probe = info->num_src > 1 && info->src[1] == GCN_T_K;
   if ((info->num_dst || info->num_src > 1) && !probe && sdata >= GCN_SRC_M0) /* neither M0 nor EXEC */
      return false;
   if (info->num_dst)
      add_dst(inst, sdata, gcn_type_dwords[info->dst[0]]);
   if (!info->num_src)
      return true;
   unsigned base = d->gfx_level >= 8 ? bits(w, 0, 6) : bits(w, 9, 6);
   add_src(inst, base * 2, gcn_type_dwords[info->src[0]]);
   if (inst->smem_imm) {
      add_src(inst, GCN_SRC_INT0, 0);
   } else if (d->gfx_level == 7 && offset == GCN_SRC_LITERAL) {
      if (!take_literal(d))
         return false;
      inst->smem_imm = true; /* the literal counts dwords */
      inst->simm = (int32_t)(inst->literal * 4);
      add_src(inst, GCN_SRC_INT0, 0);
   } else {
      if (offset > 127)
         return false;
      inst->simm = 0;
      add_src(inst, offset, 1);
   }
   if (info->num_src > 1) /* stored data; for s_atc_probe the field is an immediate */
      add_src(inst, sdata, gcn_type_dwords[info->src[1]]);
   return true;
}

/* Which operations take SDWA or DPP on GFX8: VOP1, VOP2 and VOPC on values of at most 32 bits. In LLVM
 * DPP of VOPC begins with GFX11; AMD's GCN3 manual has it, and ACO emits it on GFX8. */
static bool takes_sub_dword(const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   switch (inst->op) {
   case GCN_V_MADMK_F32: case GCN_V_MADAK_F32: case GCN_V_MADMK_F16: case GCN_V_MADAK_F16:
   case GCN_V_READFIRSTLANE_B32: case GCN_V_NOP: case GCN_V_CLREXCP:
   case GCN_V_MOVRELD_B32: case GCN_V_MOVRELS_B32: case GCN_V_MOVRELSD_B32:
      return false;
   default:
      break;
   }
   for (unsigned i = 0; i < info->num_src; i++) {
      if (gcn_type_dwords[info->src[i]] > 1 && info->src[i] != GCN_T_MASK)
         return false;
   }
   return !info->num_dst || gcn_type_dwords[info->dst[0]] == 1 || info->dst[0] == GCN_T_MASK;
}

static bool takes_modifiers(const struct gcn_inst *inst, unsigned src)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   return is_float(info->src[src]) || (inst->op == GCN_V_CNDMASK_B32 && src < 2);
}

/* CLAMP: floats go to [0, 1], compares signal, integer arithmetic saturates; bitwise operations and the like have none. */
static bool takes_clamp(const struct gcn_inst *inst)
{
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   if (!info->num_dst || is_float(info->dst[0]))
      return info->num_dst;
   if (info->enc == GCN_VOPC && !is_float(info->src[0]))
      return false;
   return !(info->flags & GCN_FLAG_NO_CLAMP);
}

static bool decode_sdwa(struct decoder *d, unsigned *src0)
{
   struct gcn_inst *inst = d->inst;
   if (d->dwords < 2 || !takes_sub_dword(inst))
      return false;
   uint32_t s = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->is_sdwa = true;
   inst->size_B = 8;
   *src0 = GCN_SRC_VGPR0 + bits(s, 0, 8);
   inst->sdwa.dst_sel = (uint8_t)bits(s, 8, 3);
   inst->sdwa.dst_unused = (uint8_t)bits(s, 11, 2);
   inst->clamp = (uint8_t)bits(s, 13, 1);
   inst->sdwa.src_sel[0] = (uint8_t)bits(s, 16, 3);
   inst->sdwa.src_sel[1] = (uint8_t)bits(s, 24, 3);
   inst->sdwa.src_sext = (uint8_t)(bits(s, 19, 1) | bits(s, 27, 1) << 1);
   inst->neg = (uint8_t)(bits(s, 20, 1) | bits(s, 28, 1) << 1);
   inst->abs = (uint8_t)(bits(s, 21, 1) | bits(s, 29, 1) << 1);
   bool no_dst = inst->enc != GCN_VOPC && (inst->sdwa.dst_sel == 7 || inst->sdwa.dst_unused == 3);
   if (no_dst || inst->sdwa.src_sel[0] == 7 || (info->num_src > 1 && inst->sdwa.src_sel[1] == 7))
      return false;
   for (unsigned i = 0; i < 2; i++) {
      bool modifiers = i < info->num_src && takes_modifiers(inst, i);
      if (((inst->neg | inst->abs) >> i & 1 && !modifiers) || (inst->sdwa.src_sext >> i & 1 && modifiers))
         return false;
   }
   return true;
}

static bool decode_dpp(struct decoder *d, unsigned *src0)
{
   struct gcn_inst *inst = d->inst;
   if (d->dwords < 2 || !takes_sub_dword(inst))
      return false;
   uint32_t s = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   inst->is_dpp = true;
   inst->size_B = 8;
   *src0 = GCN_SRC_VGPR0 + bits(s, 0, 8);
   inst->dpp.ctrl = (uint16_t)bits(s, 8, 9);
   inst->dpp.bound_ctrl = bits(s, 19, 1);
   inst->neg = (uint8_t)(bits(s, 20, 1) | bits(s, 22, 1) << 1);
   inst->abs = (uint8_t)(bits(s, 21, 1) | bits(s, 23, 1) << 1);
   inst->dpp.bank_mask = (uint8_t)bits(s, 24, 4);
   inst->dpp.row_mask = (uint8_t)bits(s, 28, 4);
   unsigned c = inst->dpp.ctrl;
   bool known = c <= 0xff || (c >= 0x101 && c <= 0x10f) || (c >= 0x111 && c <= 0x11f) || (c >= 0x121 && c <= 0x12f) ||
                c == 0x130 || c == 0x134 || c == 0x138 || c == 0x13c || (c >= 0x140 && c <= 0x143);
   if (!known)
      return false;
   for (unsigned i = 0; i < 2; i++) {
      if ((inst->neg | inst->abs) >> i & 1 && !(i < info->num_src && takes_modifiers(inst, i)))
         return false;
   }
   return true;
}

/* Lane and index moves take their value from a VGPR. */
static bool reads_vgpr_only(unsigned op)
{
   return op == GCN_V_READFIRSTLANE_B32 || op == GCN_V_READLANE_B32 || op == GCN_V_MOVRELS_B32 || op == GCN_V_MOVRELSD_B32;
}

/* VOP1, VOP2 and VOPC: src0 is a 9-bit source, the rest VGPRs and VCC. */
static bool decode_vop(struct decoder *d, uint32_t w, enum gcn_enc enc)
{
   struct gcn_inst *inst = d->inst;
   unsigned number = enc == GCN_VOP2 ? bits(w, 25, 6) : enc == GCN_VOP1 ? bits(w, 9, 8) : bits(w, 17, 8);
   if (!set_op(d, enc, number))
      return false;
   const struct gcn_op_info *info = info_of(d);
   unsigned src0 = bits(w, 0, 9), vdst = bits(w, 17, 8), vsrc1 = GCN_SRC_VGPR0 + bits(w, 9, 8);

   if (info->dst[0] == GCN_T_SGPR && vdst > 127)
      return false;
   if (enc == GCN_VOPC) {
      add_dst(inst, GCN_SRC_VCC_LO, 2);
   } else {
      for (unsigned i = 0; i < info->num_dst; i++) {
         if (info->dst[i] == GCN_T_MASK)
            add_dst(inst, GCN_SRC_VCC_LO, 2);
         else
            add_dst(inst, info->dst[i] == GCN_T_SGPR ? vdst : GCN_SRC_VGPR0 + vdst, gcn_type_dwords[info->dst[i]]);
      }
   }
   if (!info->num_src)
      return true;
   if (reads_vgpr_only(inst->op) && src0 < GCN_SRC_VGPR0 && !(d->gfx_level >= 8 && (src0 == GCN_SRC_SDWA || src0 == GCN_SRC_DPP)))
      return false;
   if (d->gfx_level >= 8 && src0 == GCN_SRC_SDWA) {
      if (!decode_sdwa(d, &src0))
         return false;
      add_src(inst, src0, gcn_type_dwords[info->src[0]]);
   } else if (d->gfx_level >= 8 && src0 == GCN_SRC_DPP) {
      if (!decode_dpp(d, &src0))
         return false;
      add_src(inst, src0, gcn_type_dwords[info->src[0]]);
   } else if (!add_general_src(d, src0, info->src[0])) {
      return false;
   }
   switch (inst->op) {
   case GCN_V_MADMK_F32: case GCN_V_MADMK_F16: /* D = S0 * K + S1 */
      add_src(inst, GCN_SRC_LITERAL, 1);
      add_src(inst, vsrc1, 1);
      return inst->size_B == 8 || take_literal(d);
   case GCN_V_MADAK_F32: case GCN_V_MADAK_F16: /* D = S0 * S1 + K */
      add_src(inst, vsrc1, 1);
      add_src(inst, GCN_SRC_LITERAL, 1);
      return inst->size_B == 8 || take_literal(d);
   case GCN_V_READLANE_B32: case GCN_V_WRITELANE_B32: /* VOP2 before GFX8; the lane is a scalar */
      add_src(inst, vsrc1 - GCN_SRC_VGPR0, 1);
      return true;
   case GCN_V_MAC_F32: case GCN_V_MAC_F16: case GCN_V_MAC_LEGACY_F32:
      add_src(inst, vsrc1, 1);
      add_src(inst, GCN_SRC_VGPR0 + vdst, 1);
      return true;
   default:
      break;
   }
   for (unsigned i = 1; i < info->num_src; i++) {
      if (info->src[i] == GCN_T_MASK)
         add_src(inst, GCN_SRC_VCC_LO, 2);
      else
         add_src(inst, vsrc1, gcn_type_dwords[info->src[i]]);
   }
   return true;
}

/* v_interp_*_f16: src0 holds attribute and channel. */
static bool decode_vop3_interp(struct decoder *d, uint32_t w, uint32_t w1)
{
   struct gcn_inst *inst = d->inst;
   const struct gcn_op_info *info = info_of(d);
   inst->interp.attr = (uint8_t)bits(w1, 0, 6);
   inst->interp.chan = (uint8_t)bits(w1, 6, 2);
   inst->simm = (int32_t)bits(w1, 8, 1); /* high half */
   add_dst(inst, GCN_SRC_VGPR0 + bits(w, 0, 8), 1);
   if (inst->op == GCN_V_INTERP_P2_F16)
      inst->omod = 0;
   inst->neg >>= 1;
   inst->abs >>= 1;
   if (info->num_src < 2 && (inst->neg | inst->abs) & 2)
      return false;
   add_src(inst, bits(w1, 9, 9), 1);
   if (info->num_src > 1)
      add_src(inst, bits(w1, 18, 9), 1);
   return inst->src[0].code >= GCN_SRC_VGPR0 && (info->num_src < 2 || inst->src[1].code >= GCN_SRC_VGPR0);
}

static bool decode_vop3(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   bool gfx8 = d->gfx_level >= 8;
   if (d->dwords < 2 || !set_op(d, GCN_VOP3, gfx8 ? bits(w, 16, 10) : bits(w, 17, 9)) ||
       (gfx8 && d->inst->op == GCN_V_READFIRSTLANE_B32))
      return false;
   inst->size_B = 8;
   uint32_t w1 = d->code[1];
   const struct gcn_op_info *info = info_of(d);
   unsigned vdst = bits(w, 0, 8);
   bool vop3b = info->num_dst == 2;

   inst->clamp = (uint8_t)(gfx8 ? bits(w, 15, 1) : vop3b ? 0 : bits(w, 11, 1));
   inst->abs = (uint8_t)(vop3b ? 0 : bits(w, 8, 3));
   inst->omod = (uint8_t)bits(w1, 27, 2);
   inst->neg = (uint8_t)(w1 >> 29);
   if (!vop3b && !gfx8 && bits(w, 12, 5))
      return false;

   if (inst->op == GCN_V_INTERP_P1LL_F16 || inst->op == GCN_V_INTERP_P1LV_F16 || inst->op == GCN_V_INTERP_P2_F16)
      return decode_vop3_interp(d, w, w1);

   for (unsigned i = 0; i < info->num_dst; i++) {
      enum gcn_type type = info->dst[i];
      bool scalar = type == GCN_T_MASK || type == GCN_T_SGPR;
      if (i == 0 && scalar && vdst > 127)
         return false;
      if (i == 1)
         add_dst(inst, bits(w, 8, 7), 2);
      else
         add_dst(inst, scalar ? vdst : GCN_SRC_VGPR0 + vdst,
                 gcn_type_dwords[type]);
   }
   if ((inst->omod && !(info->num_dst && is_float(info->dst[0]))) || (inst->clamp && !takes_clamp(inst)))
      return false;
   bool mac = inst->op == GCN_V_MAC_F32 || inst->op == GCN_V_MAC_F16 || inst->op == GCN_V_MAC_LEGACY_F32;
   for (unsigned i = 0; i < 3; i++) {
      bool present = i < info->num_src && !(mac && i == 2);
      if ((inst->abs | inst->neg) >> i & 1 && !(present && takes_modifiers(inst, i)))
         return false;
      if (i >= info->num_src)
         continue;
      unsigned code = mac && i == 2 ? GCN_SRC_VGPR0 + vdst : bits(w1, 9 * i, 9);
      bool vgpr_only = info->src[i] == GCN_T_B128 || (i == 0 && reads_vgpr_only(inst->op));
      bool sgpr_only = inst->op == GCN_V_WRITELANE_B32 || (inst->op == GCN_V_READLANE_B32 && i == 1);
      if ((vgpr_only && code < GCN_SRC_VGPR0) || (sgpr_only && code >= GCN_SRC_VGPR0) ||
          (info->src[i] == GCN_T_MASK && code >= GCN_SRC_M0))
         return false;
      if (code == GCN_SRC_LITERAL || !add_general_src(d, code, info->src[i]))
         return false;
   }
   return true;
}

static bool decode_vintrp(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   if (!set_op(d, GCN_VINTRP, bits(w, 16, 2)))
      return false;
   unsigned vsrc = bits(w, 0, 8);
   inst->interp.attr = (uint8_t)bits(w, 10, 6);
   inst->interp.chan = (uint8_t)bits(w, 8, 2);
   add_dst(inst, GCN_SRC_VGPR0 + bits(w, 18, 8), 1);
   add_src(inst, inst->op == GCN_V_INTERP_MOV_F32 ? vsrc : GCN_SRC_VGPR0 + vsrc, 1);
   return inst->op != GCN_V_INTERP_MOV_F32 || vsrc < 3;
}

static bool decode_exp(struct decoder *d, uint32_t w)
{
   struct gcn_inst *inst = d->inst;
   if (d->dwords < 2)
      return false;
   set_op(d, GCN_EXP, 0);
   inst->size_B = 8;
   inst->exp.en = (uint8_t)bits(w, 0, 4);
   inst->exp.target = (uint8_t)bits(w, 4, 6);
   inst->exp.compr = bits(w, 10, 1);
   inst->exp.done = bits(w, 11, 1);
   inst->exp.vm = bits(w, 12, 1);
   for (unsigned i = 0; i < 4; i++)
      add_src(inst, GCN_SRC_VGPR0 + bits(d->code[1], 8 * i, 8), 1);
   unsigned t = inst->exp.target;
   return t <= 9 || (t >= 12 && t <= 15) || t >= 32;
}

static bool decode_enc(struct decoder *d, uint32_t w)
{
   unsigned gfx8 = d->gfx_level >= 8;
   if (w >> 31 == 0)
      return decode_vop(d, w, w >> 25 == 0x3e ? GCN_VOPC : w >> 25 == 0x3f ? GCN_VOP1 : GCN_VOP2);
   switch (w >> 23) {
   case 0x17d: return decode_sop1(d, w);
   case 0x17e: return decode_sopc(d, w);
   case 0x17f: return decode_sopp(d, w);
   default: break;
   }
   if (w >> 30 == 2)
      return w >> 28 == 0xb ? decode_sopk(d, w) : decode_sop2(d, w);
   if (!gfx8 && w >> 27 == 0x18)
      return decode_smem(d, w);
   switch (w >> 26) {
   case 0x30: return gfx8 && decode_smem(d, w);
   case 0x31: return gfx8 && decode_exp(d, w);
   case 0x32: return !gfx8 && decode_vintrp(d, w);
   case 0x34: return decode_vop3(d, w);
   case 0x35: return gfx8 && decode_vintrp(d, w);
   case 0x36: return gcn_decode_ds(d, w);
   case 0x37: return d->gfx_level >= 7 && gcn_decode_flat(d, w);
   case 0x38: return gcn_decode_buf(d, w, GCN_MUBUF);
   case 0x3a: return gcn_decode_buf(d, w, GCN_MTBUF);
   case 0x3c: return gcn_decode_mimg(d, w);
   case 0x3e: return !gfx8 && decode_exp(d, w);
   default: return false;
   }
}

bool gcn_decode(unsigned gfx_level, const uint32_t *code, size_t dwords, uint32_t offset_B, struct gcn_inst *inst)
{
   struct decoder d = { gfx_level, code, dwords, inst };
   memset(inst, 0, sizeof *inst);
   inst->offset_B = offset_B;
   inst->size_B = 4;
   return dwords && gfx_level >= 6 && gfx_level <= 8 && decode_enc(&d, code[0]) && tuples_exist(&d);
}
