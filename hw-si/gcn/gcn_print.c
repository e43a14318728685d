/* gcn_print.c: struct gcn_inst to text in the syntax of LLVM's assembler, so that tests can compare both disassemblers. Operands
 * first, then the modifiers of the encoding. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw-si/gcn/gcn_tables.h"

struct printer {
   char *text;
   size_t size, length;
   unsigned gfx_level;
   const struct gcn_inst *inst;
   unsigned operands;
};

__attribute__((format(printf, 2, 3))) static void put(struct printer *p, const char *format, ...)
{
   size_t room = p->length < p->size ? p->size - p->length : 0;
   va_list args;
   va_start(args, format);
   int n = vsnprintf(room ? p->text + p->length : NULL, room, format, args);
   va_end(args);
   if (n > 0)
      p->length += (size_t)n;
}

static void next_operand(struct printer *p)
{
   put(p, p->operands++ ? ", " : " ");
}

static void put_range(struct printer *p, char file, unsigned first, unsigned count)
{
   if (count <= 1)
      put(p, "%c%u", file, first);
   else
      put(p, "%c[%u:%u]", file, first, first + count - 1);
}

/* Names of the special scalar registers: {first code, name of a 64-bit pair, name of low half, of high half}. */
static const struct special { unsigned code; const char *pair, *low, *high; } specials[] = {
   { GCN_SRC_FLAT_SCR_LO, "flat_scratch", "flat_scratch_lo", "flat_scratch_hi" },
   { GCN_SRC_XNACK_LO, "xnack_mask", "xnack_mask_lo", "xnack_mask_hi" },
   { GCN_SRC_VCC_LO, "vcc", "vcc_lo", "vcc_hi" },
   { 108, "tba", "tba_lo", "tba_hi" },
   { 110, "tma", "tma_lo", "tma_hi" },
   { GCN_SRC_EXEC_LO, "exec", "exec_lo", "exec_hi" },
};

static bool put_special(struct printer *p, unsigned code, unsigned dwords)
{
   if (p->gfx_level < 8 && code >= 102 && code < 106) { /* s102, s103, then FLAT_SCRATCH on GFX7 */
      if (code < 104)
         return false;
      code -= 2;
   }
   for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++) {
      if (code == specials[i].code)
         put(p, "%s", dwords == 2 ? specials[i].pair : specials[i].low);
      else if (code == specials[i].code + 1)
         put(p, "%s", specials[i].high);
      else
         continue;
      return true;
   }
   return false;
}

static const char *const floats[] = { "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0" };
static const uint16_t half_bits[] = { 0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400 };
static const uint32_t float_bits[] = { 0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000,
                                       0x40800000, 0xc0800000 };

/* LLVM prints a literal whose value is an inline constant as that constant. */
static void put_literal(struct printer *p, enum gcn_type type, unsigned dwords)
{
   bool half = type == GCN_T_F16 || type == GCN_T_I16 || type == GCN_T_U16 || type == GCN_T_B16;
   uint32_t v = type == GCN_T_F16 ? (uint32_t)(int16_t)p->inst->literal : p->inst->literal;
   if ((int32_t)v >= -16 && (int32_t)v <= 64) {
      put(p, "%d", (int32_t)v);
      return;
   }
   for (unsigned i = 0; i < 8 && dwords < 2; i++) {
      if (type == GCN_T_F16 ? (v & 0xffff) == half_bits[i] : v == float_bits[i]) {
         put(p, "%s", floats[i]);
         return;
      }
   }
   put(p, "0x%x", half ? v & 0xffff : v);
}

/* type: enum gcn_type of the operand, or GCN_T_NONE. */
static void put_code(struct printer *p, struct gcn_operand o, enum gcn_type type)
{
   bool int16 = (type == GCN_T_I16 || type == GCN_T_U16 || type == GCN_T_B16) && p->inst->op != GCN_V_LDEXP_F16;
   if (o.code >= GCN_SRC_VGPR0)
      put_range(p, 'v', o.code - GCN_SRC_VGPR0, o.dwords);
   else if (put_special(p, o.code, o.dwords))
      return;
   else if (o.code < 104)
      put_range(p, 's', o.code, o.dwords);
   else if (o.code >= 112 && o.code < 124)
      o.dwords > 1 ? put(p, "ttmp[%u:%u]", o.code - 112, o.code - 112 + o.dwords - 1) : put(p, "ttmp%u", o.code - 112);
   else if (o.code == GCN_SRC_M0)
      put(p, "m0");
   else if (o.code >= GCN_SRC_INT0 && o.code <= GCN_SRC_INT64)
      put(p, "%d", o.code - GCN_SRC_INT0);
   else if (o.code >= GCN_SRC_INT_NEG1 && o.code <= GCN_SRC_INT_NEG16)
      put(p, "%d", GCN_SRC_INT64 - o.code);
   else if (o.code >= GCN_SRC_F_0_5 && o.code <= GCN_SRC_F_NEG4 && int16)
      put(p, "0x%x", half_bits[o.code - GCN_SRC_F_0_5]);
   else if (o.code == GCN_SRC_F_INV2PI && int16)
      put(p, "0x3118");
   else if (o.code >= GCN_SRC_F_0_5 && o.code <= GCN_SRC_F_NEG4)
      put(p, "%s", floats[o.code - GCN_SRC_F_0_5]);
   else if (o.code == GCN_SRC_F_INV2PI)
      put(p, "%s", o.dwords == 2 ? "0.15915494309189532" : "0.15915494");
   else if (o.code == GCN_SRC_VCCZ)
      put(p, "src_vccz");
   else if (o.code == GCN_SRC_EXECZ)
      put(p, "src_execz");
   else if (o.code == GCN_SRC_SCC)
      put(p, "src_scc");
   else if (o.code == GCN_SRC_LDS)
      put(p, "src_lds_direct");
   else if (o.code == GCN_SRC_LITERAL)
      put_literal(p, type, o.dwords);
   else
      put(p, "?%u", o.code);
}

static void put_operand(struct printer *p, struct gcn_operand o)
{
   next_operand(p);
   put_code(p, o, GCN_T_NONE);
}

/* VALU source i with its modifiers. */
static void put_source(struct printer *p, unsigned i)
{
   const struct gcn_inst *inst = p->inst;
   struct gcn_operand o = inst->src[i];
   bool madmk = inst->op == GCN_V_MADMK_F32 || inst->op == GCN_V_MADMK_F16;
   bool madak = inst->op == GCN_V_MADAK_F32 || inst->op == GCN_V_MADAK_F16;
   bool neg = inst->neg >> i & 1, abs = inst->abs >> i & 1;
   bool sext = inst->is_sdwa && i < 2 && inst->sdwa.src_sext >> i & 1;
   bool constant = o.code >= GCN_SRC_INT0 && o.code <= GCN_SRC_F_INV2PI;
   next_operand(p);
   if (neg)
      put(p, "%s", constant && !abs ? "neg(" : "-");
   put(p, "%s%s", abs ? "|" : "", sext ? "sext(" : "");
   if ((madmk && i == 1) || (madak && i == 2))
      put(p, "0x%x", inst->literal);
   else
      put_code(p, o, gcn_op_infos[inst->op].src[i]);
   put(p, "%s%s%s", abs ? "|" : "", sext ? ")" : "", neg && constant && !abs ? ")" : "");
}

static void put_flag(struct printer *p, bool set, const char *name)
{
   if (set)
      put(p, " %s", name);
}

static void put_waitcnt(struct printer *p)
{
   unsigned v = (uint16_t)p->inst->simm, vm = v & 15, exp = v >> 4 & 7, lgkm = v >> 8 & 15;
   bool all = vm == 15 && exp == 7 && lgkm == 15;
   const char *space = " ";
   if (vm != 15 || all)
      put(p, "%svmcnt(%u)", space, vm);
   if (exp != 7 || all)
      put(p, "%sexpcnt(%u)", space, exp);
   if (lgkm != 15 || all)
      put(p, "%slgkmcnt(%u)", space, lgkm);
}

static void put_sendmsg(struct printer *p)
{
   static const struct { uint8_t id, first_op, last_op; const char *name, *ops[5]; } messages[] = {
      { 1, 0, 0, "MSG_INTERRUPT", { 0 } },
      { 2, 1, 3, "MSG_GS", { 0, "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT" } },
      { 3, 0, 3, "MSG_GS_DONE", { "GS_OP_NOP", "GS_OP_CUT", "GS_OP_EMIT", "GS_OP_EMIT_CUT" } },
      { 4, 0, 0, "MSG_SAVEWAVE", { 0 } }, /* since GFX8 */
      { 15, 1, 4, "MSG_SYSMSG", { 0, "SYSMSG_OP_ECC_ERR_INTERRUPT", "SYSMSG_OP_REG_RD", "SYSMSG_OP_HOST_TRAP_ACK",
                                  "SYSMSG_OP_TTRACE_PC" } },
   };
   unsigned v = (uint16_t)p->inst->simm, id = v & 15, op = v >> 4 & 7, stream = v >> 8 & 3;
   for (unsigned i = 0; i < sizeof messages / sizeof *messages; i++) {
      bool streams = (id == 2 || id == 3) && op;
      if (id != messages[i].id || op < messages[i].first_op || op > messages[i].last_op || (stream && !streams) ||
          (id == 4 && p->gfx_level < 8))
         continue;
      put(p, " sendmsg(%s", messages[i].name);
      if (messages[i].ops[op])
         put(p, ", %s", messages[i].ops[op]);
      if (streams)
         put(p, ", %u", stream);
      put(p, ")");
      return;
   }
   if (v == (id | op << 4 | stream << 8))
      put(p, " sendmsg(%u, %u, %u)", id, op, stream);
   else
      put(p, " %u", v);
}

static void put_hwreg(struct printer *p)
{
   static const char *const names[] = { 0, "HW_REG_MODE", "HW_REG_STATUS", "HW_REG_TRAPSTS", "HW_REG_HW_ID",
                                        "HW_REG_GPR_ALLOC", "HW_REG_LDS_ALLOC", "HW_REG_IB_STS" };
   unsigned v = (uint16_t)p->inst->simm, id = v & 63, offset = v >> 6 & 31, size = (v >> 11) + 1;
   next_operand(p);
   if (id >= 1 && id <= 7)
      put(p, "hwreg(%s", names[id]);
   else
      put(p, "hwreg(%u", id);
   if (offset || size != 32)
      put(p, ", %u, %u", offset, size);
   put(p, ")");
}

static void put_gpr_idx(struct printer *p, unsigned mode)
{
   static const char *const names[] = { "SRC0", "SRC1", "SRC2", "DST" };
   next_operand(p);
   if (mode & ~15u) {
      put(p, "0x%x", mode);
      return;
   }
   put(p, "gpr_idx(");
   for (unsigned i = 0, n = 0; i < 4; i++) {
      if (mode >> i & 1)
         put(p, "%s%s", n++ ? "," : "", names[i]);
   }
   put(p, ")");
}

static void print_salu(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   unsigned imm = (uint16_t)inst->simm;
   if (inst->op == GCN_S_SETREG_B32 || inst->op == GCN_S_SETREG_IMM32_B32)
      put_hwreg(p);
   for (unsigned i = 0; i < inst->num_dst; i++)
      put_operand(p, inst->dst[i]);
   for (unsigned i = 0; i < inst->num_src; i++) {
      if (inst->op != GCN_S_ADDK_I32 && inst->op != GCN_S_MULK_I32)
         put_operand(p, inst->src[i]);
   }
   switch (inst->op) {
   case GCN_S_WAITCNT: put_waitcnt(p); return;
   case GCN_S_SENDMSG: case GCN_S_SENDMSGHALT: put_sendmsg(p); return;
   case GCN_S_GETREG_B32: put_hwreg(p); return;
   case GCN_S_SETREG_B32: case GCN_S_SETREG_IMM32_B32: return;
   case GCN_S_SET_GPR_IDX_ON: case GCN_S_SET_GPR_IDX_MODE: put_gpr_idx(p, imm); return;
   case GCN_S_ENDPGM:
      if (imm)
         put(p, " %u", imm);
      return;
   default: break;
   }
   if (info->num_src && info->src[info->num_src - 1] == GCN_T_K) {
      next_operand(p);
      bool branch = info->flags & (GCN_FLAG_BRANCH | GCN_FLAG_COND_BRANCH);
      bool decimal = branch || (inst->enc == GCN_SOPP && imm <= 64);
      put(p, decimal ? "%u" : "0x%x", imm);
   }
}

static void print_smem(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   if (inst->num_dst)
      put_operand(p, inst->dst[0]);
   if (info->num_src > 1 && info->src[1] == GCN_T_K) {
      next_operand(p);
      put(p, inst->src[2].code <= 64 ? "%u" : "0x%x", inst->src[2].code);
   } else if (info->num_src > 1) {
      put_operand(p, inst->src[2]);
   }
   if (!inst->num_src)
      return;
   put_operand(p, inst->src[0]);
   next_operand(p);
   if (inst->smem_imm)
      put(p, "0x%x", (unsigned)(p->gfx_level >= 8 ? inst->simm : inst->simm / 4));
   else
      put_code(p, inst->src[1], GCN_T_NONE);
   put_flag(p, inst->flat.glc && !(info->num_src > 1 && info->src[1] == GCN_T_K), "glc");
}

static void put_sdwa(struct printer *p)
{
   static const char *const sel[] = { "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD", "?" };
   static const char *const unused[] = { "UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE", "?" };
   const struct gcn_inst *inst = p->inst;
   unsigned sources = gcn_op_infos[inst->op].num_src > 1 ? 2 : 1;
   if (inst->enc != GCN_VOPC)
      put(p, " dst_sel:%s dst_unused:%s", sel[inst->sdwa.dst_sel], unused[inst->sdwa.dst_unused]);
   for (unsigned i = 0; i < sources; i++)
      put(p, " src%u_sel:%s", i, sel[inst->sdwa.src_sel[i]]);
}

static void put_dpp(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   unsigned c = inst->dpp.ctrl;
   if (c <= 0xff)
      put(p, " quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6 & 3);
   else if (c <= 0x10f)
      put(p, " row_shl:%u", c & 15);
   else if (c <= 0x11f)
      put(p, " row_shr:%u", c & 15);
   else if (c <= 0x12f)
      put(p, " row_ror:%u", c & 15);
   else
      put(p, " %s", c == 0x130 ? "wave_shl:1" : c == 0x134 ? "wave_rol:1" : c == 0x138 ? "wave_shr:1" :
                    c == 0x13c ? "wave_ror:1" : c == 0x140 ? "row_mirror" : c == 0x141 ? "row_half_mirror" :
                    c == 0x142 ? "row_bcast:15" : "row_bcast:31");
   put(p, " row_mask:0x%x bank_mask:0x%x", inst->dpp.row_mask, inst->dpp.bank_mask);
   put_flag(p, inst->dpp.bound_ctrl, "bound_ctrl:1");
}

static const char *const omods[] = { "", " mul:2", " mul:4", " div:2" };

static void print_valu(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   for (unsigned i = 0; i < inst->num_dst; i++)
      put_operand(p, inst->dst[i]);
   unsigned sources = inst->num_src;
   if (inst->op == GCN_V_MAC_F32 || inst->op == GCN_V_MAC_F16 || inst->op == GCN_V_MAC_LEGACY_F32)
      sources = 2;
   for (unsigned i = 0; i < sources; i++)
      put_source(p, i);
   put_flag(p, inst->clamp, "clamp");
   put(p, "%s", omods[inst->omod & 3]);
   if (inst->is_sdwa)
      put_sdwa(p);
   else if (inst->is_dpp)
      put_dpp(p);
}

static void put_attr(struct printer *p)
{
   next_operand(p);
   put(p, "attr%u.%c", p->inst->interp.attr, "xyzw"[p->inst->interp.chan]);
}

static bool is_interp_f16(enum gcn_op op)
{
   return op == GCN_V_INTERP_P1LL_F16 || op == GCN_V_INTERP_P1LV_F16 || op == GCN_V_INTERP_P2_F16;
}

static void print_interp(struct printer *p)
{
   static const char *const parameters[] = { "p10", "p20", "p0" };
   const struct gcn_inst *inst = p->inst;
   put_operand(p, inst->dst[0]);
   if (inst->op == GCN_V_INTERP_MOV_F32) {
      next_operand(p);
      put(p, "%s", parameters[inst->src[0].code % 3]);
   } else {
      put_source(p, 0);
   }
   put_attr(p);
   if (is_interp_f16(inst->op)) {
      if (inst->num_src > 1)
         put_source(p, 1);
      put_flag(p, inst->simm, "high");
      put_flag(p, inst->clamp, "clamp");
      put(p, "%s", omods[inst->omod & 3]);
   }
}

static void put_swizzle(struct printer *p)
{
   unsigned o = p->inst->ds.offset0, and = o & 31, or = o >> 5 & 31, xor = o >> 10 & 31, group = 32 - and;
   if (!o)
      return;
   if (o & 0x8000) {
      if (o & 0x7f00)
         put(p, " offset:%u", o);
      else
         put(p, " offset:swizzle(QUAD_PERM,%u,%u,%u,%u)", o & 3, o >> 2 & 3, o >> 4 & 3, o >> 6 & 3);
   } else if (and == 31 && !or && __builtin_popcount(xor) == 1) {
      put(p, " offset:swizzle(SWAP,%u)", xor);
   } else if (and == 31 && !or && xor && !(xor & (xor + 1))) {
      put(p, " offset:swizzle(REVERSE,%u)", xor + 1);
   } else if (group > 1 && !(group & (group - 1)) && or < group && !xor) {
      put(p, " offset:swizzle(BROADCAST,%u,%u)", group, or);
   } else { /* for each bit of the lane number: 0, 1, unchanged, inverted */
      put(p, " offset:swizzle(BITMASK_PERM,\"");
      for (unsigned bit = 16; bit; bit >>= 1) {
         bool of_zero = (or ^ xor) & bit, of_one = ((and | or) ^ xor) & bit;
         put(p, "%c", of_zero == of_one ? "01"[of_zero] : "pi"[of_zero]);
      }
      put(p, "\")");
   }
}

static void print_ds(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   for (unsigned i = 0; i < inst->num_dst; i++)
      put_operand(p, inst->dst[i]);
   for (unsigned i = 0; i < inst->num_src; i++)
      put_operand(p, inst->src[i]);
   if (inst->op == GCN_DS_SWIZZLE_B32) {
      put_swizzle(p);
   } else if (gcn_op_infos[inst->op].mem & GCN_MEM_TWO) {
      if (inst->ds.offset0)
         put(p, " offset0:%u", inst->ds.offset0);
      if (inst->ds.offset1)
         put(p, " offset1:%u", inst->ds.offset1);
   } else if (inst->ds.offset0) {
      put(p, " offset:%u", inst->ds.offset0);
   }
   put_flag(p, inst->ds.gds, "gds");
}

static void put_buf_format(struct printer *p)
{
   static const char *const data[] = { "INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2",
                                       "2_10_10_10", "8_8_8_8", "32_32", "16_16_16_16", "32_32_32", "32_32_32_32",
                                       "RESERVED_15" };
   static const char *const num[] = { "UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SNORM_OGL", "FLOAT" };
   unsigned dfmt = p->inst->buf.dfmt, nfmt = p->inst->buf.nfmt;
   const char *reserved = nfmt == 6 && p->gfx_level >= 8 ? "RESERVED_6" : num[nfmt];
   if (dfmt == 1 && nfmt == 0)
      return; /* the assembler's default */
   put(p, " format:[");
   if (dfmt != 1)
      put(p, "BUF_DATA_FORMAT_%s", data[dfmt]);
   if (nfmt)
      put(p, "%sBUF_NUM_FORMAT_%s", dfmt != 1 ? "," : "", reserved);
   put(p, "]");
}

static void print_buf(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   if (!inst->num_src)
      return;
   unsigned first = info->src[0] == GCN_T_VA ? 1 : 0;
   if (inst->num_src > 3)
      put_operand(p, inst->src[3]);
   else if (inst->num_dst)
      put_operand(p, inst->dst[0]);
   if (first) {
      next_operand(p);
      if (inst->src[0].dwords)
         put_code(p, inst->src[0], GCN_T_NONE);
      else
         put(p, "off");
   }
   put_operand(p, inst->src[first]);
   put_operand(p, inst->src[first + 1]);
   if (inst->enc == GCN_MTBUF)
      put_buf_format(p);
   put_flag(p, inst->buf.idxen, "idxen");
   put_flag(p, inst->buf.offen, "offen");
   put_flag(p, inst->buf.addr64, "addr64");
   if (inst->buf.offset)
      put(p, " offset:%u", inst->buf.offset);
   bool from_lds = inst->op == GCN_BUFFER_STORE_LDS_DWORD;
   put_flag(p, from_lds && inst->buf.lds, "lds");
   put_flag(p, inst->buf.glc, "glc");
   put_flag(p, inst->buf.slc, "slc");
   put_flag(p, inst->buf.tfe, "tfe");
   put_flag(p, !from_lds && inst->buf.lds, "lds");
}

static void print_mimg(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   if (inst->num_src > 3)
      put_operand(p, inst->src[3]);
   else if (inst->num_dst)
      put_operand(p, inst->dst[0]);
   put_operand(p, inst->src[0]);
   put_operand(p, inst->src[1]);
   if (inst->src[2].dwords)
      put_operand(p, inst->src[2]);
   if (inst->mimg.dmask)
      put(p, " dmask:0x%x", inst->mimg.dmask);
   put_flag(p, inst->mimg.unorm, "unorm");
   put_flag(p, inst->mimg.glc, "glc");
   put_flag(p, inst->mimg.slc, "slc");
   put_flag(p, inst->mimg.r128, "r128");
   put_flag(p, inst->mimg.tfe, "tfe");
   put_flag(p, inst->mimg.lwe, "lwe");
   put_flag(p, inst->mimg.da, "da");
   put_flag(p, inst->mimg.d16, "d16");
}

static void print_flat(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   for (unsigned i = 0; i < inst->num_dst; i++)
      put_operand(p, inst->dst[i]);
   for (unsigned i = 0; i < inst->num_src; i++)
      put_operand(p, inst->src[i]);
   put_flag(p, inst->flat.glc, "glc");
   put_flag(p, inst->flat.slc, "slc");
   put_flag(p, inst->flat.tfe, "tfe");
}

static void print_exp(struct printer *p)
{
   const struct gcn_inst *inst = p->inst;
   unsigned t = inst->exp.target;
   if (t < 8)
      put(p, " mrt%u", t);
   else if (t < 10)
      put(p, " %s", t == 8 ? "mrtz" : "null");
   else if (t < 32)
      put(p, " pos%u", t - 12);
   else
      put(p, " param%u", t - 32);
   p->operands = 0;
   for (unsigned i = 0; i < 4; i++) {
      next_operand(p);
      if (inst->exp.en >> i & 1)
         put_code(p, inst->src[inst->exp.compr ? i / 2 : i], GCN_T_NONE);
      else
         put(p, "off");
   }
   put_flag(p, inst->exp.done, "done");
   put_flag(p, inst->exp.compr, "compr");
   put_flag(p, inst->exp.vm, "vm");
}

/* Operations that are VOP3 on GFX8 and have a short form on GFX6-7. */
static bool was_vop2(unsigned gfx_level, unsigned op)
{
   const struct gcn_op_table *table = &gcn_op_tables[gfx_level - 6][GCN_VOP2];
   for (unsigned i = 0; i < table->count; i++) {
      if (table->ops[i] == op)
         return true;
   }
   return false;
}

/* LLVM's suffix of the encoding: _e32, _e64, ... */
static const char *suffix_of(unsigned gfx_level, const struct gcn_inst *inst)
{
   unsigned native = gcn_op_infos[inst->op].enc;
   switch (inst->op) {
   case GCN_V_MADMK_F32: case GCN_V_MADAK_F32: case GCN_V_MADMK_F16: case GCN_V_MADAK_F16:
   case GCN_V_READFIRSTLANE_B32: case GCN_V_NOP: case GCN_V_CLREXCP: case GCN_V_READLANE_B32: case GCN_V_WRITELANE_B32:
      return "";
   default: break;
   }
   if (inst->is_sdwa)
      return inst->enc == GCN_VOPC ? "" : "_sdwa";
   if (inst->is_dpp)
      return "_dpp";
   if (inst->enc == GCN_VOP1 || inst->enc == GCN_VOP2 || inst->enc == GCN_VOPC || inst->enc == GCN_VINTRP)
      return "_e32";
   return inst->enc == GCN_VOP3 && (native != GCN_VOP3 || was_vop2(gfx_level, inst->op)) ? "_e64" : "";
}

size_t gcn_print(unsigned gfx_level, const struct gcn_inst *inst, char *text, size_t size_B)
{
   struct printer p = { text, size_B, 0, gfx_level, inst, 0 };
   if (size_B)
      text[0] = 0;
   if (inst->op == GCN_OP_NONE || inst->op >= GCN_OP_COUNT) {
      put(&p, "<invalid>");
      return p.length;
   }
   const struct gcn_op_info *info = &gcn_op_infos[inst->op];
   put(&p, "%s%s", gfx_level < 8 && info->alias ? info->alias : info->name, suffix_of(gfx_level, inst));
   switch ((enum gcn_enc)inst->enc) {
   case GCN_SOP1: case GCN_SOP2: case GCN_SOPK: case GCN_SOPC: case GCN_SOPP: print_salu(&p); break;
   case GCN_SMEM: print_smem(&p); break;
   case GCN_VOP3:
      if (is_interp_f16(inst->op)) {
         print_interp(&p);
         break;
      }
      /* fall through */
   case GCN_VOP1: case GCN_VOP2: case GCN_VOPC: print_valu(&p); break;
   case GCN_VINTRP: print_interp(&p); break;
   case GCN_DS: print_ds(&p); break;
   case GCN_MUBUF: case GCN_MTBUF: print_buf(&p); break;
   case GCN_MIMG: print_mimg(&p); break;
   case GCN_FLAT: print_flat(&p); break;
   case GCN_EXP: print_exp(&p); break;
   }
   return p.length;
}
