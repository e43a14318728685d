/* test_decode.c: every operation of gcn_ops.csv, in every encoding and with its modifiers, against LLVM. GFX8: gcn_print() must
 * print the same text as LLVM's disassembler. GFX6 and GFX7, which LLVM does not disassemble: LLVM's assembler must encode the
 * text of gcn_print() as the same bytes. Skipped without llvm-mc. Encodings that LLVM does not have are listed here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"

#define MAX_CASES 60000

struct test_case {
   uint32_t dw[3];
   uint8_t dwords;
   bool decoded;
   char text[200];
};

static struct test_case *cases;
static unsigned num_cases, gfx;

static void emit(uint32_t w0, uint32_t w1, unsigned dwords)
{
   struct test_case *c = &cases[num_cases];
   struct gcn_inst inst;
   assert_true(num_cases < MAX_CASES);
   c->dw[0] = w0;
   c->dw[1] = w1;
   c->dwords = (uint8_t)dwords;
   c->decoded = gcn_decode(gfx, c->dw, dwords, 0, &inst);
   if (c->decoded) {
      assert_int_equal(inst.size_B, dwords * 4);
      assert_true(gcn_print(gfx, &inst, c->text, sizeof c->text) < sizeof c->text);
   } else {
      strcpy(c->text, "-");
   }
   num_cases++;
}

static const uint16_t scalar_srcs[] = { 12, 106, 124, 126, 128, 150, 192, 193, 208, 240, 243, 247, 248, 253 };
#define COUNT(a) (sizeof(a) / sizeof *(a))

static void emit_sop1(unsigned n)
{
   unsigned dst = gcn_op_infos[gcn_op_lookup(gfx, GCN_SOP1, n)].num_dst ? 4 : 0;
   if (!gcn_op_infos[gcn_op_lookup(gfx, GCN_SOP1, n)].num_src) { /* s_getpc_b64 */
      emit(0x17du << 23 | 4 << 16 | n << 8, 0, 1);
      return;
   }
   for (unsigned i = 0; i < COUNT(scalar_srcs); i++)
      emit(0x17du << 23 | dst << 16 | n << 8 | scalar_srcs[i], 0, 1);
   emit(0x17du << 23 | (dst ? 106 : 0) << 16 | n << 8 | 255, 0x12345678, 2);
}

static void emit_sop2(unsigned n)
{
   unsigned dst = gcn_op_infos[gcn_op_lookup(gfx, GCN_SOP2, n)].num_dst ? 4 : 0;
   for (unsigned i = 0; i < COUNT(scalar_srcs); i++)
      emit(2u << 30 | n << 23 | dst << 16 | scalar_srcs[i] << 8 | scalar_srcs[(i + 5) % COUNT(scalar_srcs)], 0, 1);
   emit(2u << 30 | n << 23 | dst << 16 | 255 << 8 | 16, 0xdeadbeef, 2);
   emit(2u << 30 | n << 23 | dst << 16 | 16 << 8 | 255, gfx < 8 ? 0x777 : 7, 2); /* 7 is an inline constant */
}

static void emit_sopc(unsigned n)
{
   if (gcn_op_lookup(gfx, GCN_SOPC, n) == GCN_S_SET_GPR_IDX_ON) {
      for (unsigned i = 0; i < 16; i++)
         emit(0x17eu << 23 | n << 16 | i << 8 | 16, 0, 1);
      return;
   }
   for (unsigned i = 0; i < COUNT(scalar_srcs); i++)
      emit(0x17eu << 23 | n << 16 | scalar_srcs[i] << 8 | scalar_srcs[(i + 5) % COUNT(scalar_srcs)], 0, 1);
   emit(0x17eu << 23 | n << 16 | 255 << 8 | 16, 0xdeadbeef, 2);
}

static void emit_sopk(unsigned n)
{
   static const uint16_t imms[] = { 0, 1, 0x7fff, 0x8000, 0xffff, 0xf801, 0x1234 };
   if (gcn_op_lookup(gfx, GCN_SOPK, n) == GCN_S_SETREG_IMM32_B32) {
      emit(0xbu << 28 | n << 23 | 0xf801, 0x12345678, 2);
      return;
   }
   for (unsigned i = 0; i < COUNT(imms); i++)
      emit(0xbu << 28 | n << 23 | 4 << 16 | imms[i], 0, 1);
}

static void emit_sopp(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_SOPP, n);
   static const uint16_t waits[] = { 0xf70, 0x7f, 0xf7f, 0, 0xf0f, 0x171, 0xf7e };
   static const uint16_t msgs[] = { 1, 0x12, 0x22, 0x32, 0x122, 0x222, 3, 0x13, 0x23 };
   if (op == GCN_S_WAITCNT) {
      for (unsigned i = 0; i < COUNT(waits); i++)
         emit(0x17fu << 23 | n << 16 | waits[i], 0, 1);
   } else if (op == GCN_S_SENDMSG || op == GCN_S_SENDMSGHALT) {
      for (unsigned i = 0; i < COUNT(msgs); i++)
         emit(0x17fu << 23 | n << 16 | msgs[i], 0, 1);
   } else if (gcn_op_infos[op].num_src) {
      emit(0x17fu << 23 | n << 16 | 18, 0, 1);
      emit(0x17fu << 23 | n << 16 | 0xfffe, 0, 1);
   }
   emit(0x17fu << 23 | n << 16, 0, 1);
}

static void emit_smem(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_SMEM, n);
   bool bare = !gcn_op_infos[op].num_src, store = gcn_op_infos[op].flags & GCN_FLAG_STORE;
   if (gfx >= 8) {
      if (bare) {
         emit(0x30u << 26 | n << 18 | (gcn_op_infos[op].num_dst ? 32 << 6 : 0), 0, 2);
         return;
      }
      emit(0x30u << 26 | n << 18 | 1 << 17 | 32 << 6 | 4, 0x12, 2);
      emit(0x30u << 26 | n << 18 | 1 << 17 | 32 << 6 | 4, 0xfffff, 2);
      emit(0x30u << 26 | n << 18 | 32 << 6 | 4, 124, 2);
      if (!store)
         emit(0x30u << 26 | n << 18 | 32 << 6 | 4, 101, 2);
      if (op != GCN_S_ATC_PROBE && op != GCN_S_ATC_PROBE_BUFFER)
         emit(0x30u << 26 | n << 18 | 1 << 17 | 1 << 16 | 32 << 6 | 4, 0x20, 2);
   } else if (bare) {
      emit(0x18u << 27 | n << 22 | (gcn_op_infos[op].num_dst ? 32 << 15 : 0), 0, 1);
   } else {
      emit(0x18u << 27 | n << 22 | 32 << 15 | 4 << 9 | 1 << 8 | 0x12, 0, 1);
      emit(0x18u << 27 | n << 22 | 32 << 15 | 4 << 9 | 1 << 8 | 0xff, 0, 1);
      emit(0x18u << 27 | n << 22 | 32 << 15 | 4 << 9 | 5, 0, 1);
      if (gfx == 7)
         emit(0x18u << 27 | n << 22 | 32 << 15 | 4 << 9 | 255, 0x12345, 2);
   }
}

static const uint16_t vector_srcs[] = { 256 + 12, 256 + 252, 12, 106, 124, 126, 128, 192, 193, 240, 245, 248, 253 };

static void emit_sub_dword(uint32_t w, enum gcn_op op)
{
   if (gfx < 8)
      return;
   bool two = gcn_op_infos[op].num_src > 1, compare = gcn_op_infos[op].enc == GCN_VOPC;
   for (unsigned sel = 0; sel < 7; sel++)
      emit(w | 249, 5 | (compare ? 0 : sel << 8 | (sel % 3) << 11) | (sel & 1) << 13 | sel << 16 | (two ? (6 - sel) << 24 : 0),
           2);
   for (unsigned bit = 0; bit < (two ? 6 : 3); bit++) /* sext, neg, abs of each source */
      emit(w | 249, 5 | (compare ? 0 : 6 << 8) | 6 << 16 | (two ? 6 << 24 : 0) | 1u << (bit < 3 ? 19 + bit : 24 + bit), 2);
   static const uint16_t ctrls[] = { 0xe4, 0x1b, 0x101, 0x10f, 0x111, 0x11f, 0x121, 0x12f, 0x130, 0x134, 0x138, 0x13c,
                                     0x140, 0x141, 0x142, 0x143 };
   for (unsigned i = 0; i < COUNT(ctrls); i++)
      emit(w | 250, 5 | (uint32_t)ctrls[i] << 8 | (i & 1) << 19 | (15 - i) << 24 | (i % 5 + 1) << 28, 2);
   for (unsigned bit = 20; bit < (two && op != GCN_V_LDEXP_F16 ? 24 : 22); bit++) /* LLVM reads those of ldexp as sext */
      emit(w | 250, 5 | 0xe4 << 8 | 1u << bit | 0xffu << 24, 2);
}

static void emit_vop(unsigned n, enum gcn_enc enc)
{
   enum gcn_op op = gcn_op_lookup(gfx, enc, n);
   uint32_t w = enc == GCN_VOP1 ? 0x3fu << 25 | n << 9 : enc == GCN_VOP2 ? n << 25 : 0x3eu << 25 | n << 17;
   if (!gcn_op_infos[op].num_src) {
      emit(w, 0, 1);
      return;
   }
   if (op == GCN_V_READLANE_B32 || op == GCN_V_WRITELANE_B32) { /* before GFX8 */
      emit(w | 4 << 17 | 8 << 9 | (op == GCN_V_READLANE_B32 ? 256 + 12 : 12), 0, 1);
      return;
   }
   if (enc != GCN_VOPC)
      w |= 4 << 17;
   if (enc != GCN_VOP1)
      w |= 8 << 9;
   if (op == GCN_V_MADMK_F32 || op == GCN_V_MADAK_F32 || op == GCN_V_MADMK_F16 || op == GCN_V_MADAK_F16) {
      emit(w | (256 + 12), 0x40001234, 2);
      emit(w | 128, 0x1234, 2);
      return;
   }
   for (unsigned i = 0; i < COUNT(vector_srcs); i++) {
      /* LLVM prints literals and inline constants of 16-bit operands in a different form. */
      if ((op == GCN_V_READFIRSTLANE_B32 || op == GCN_V_MOVRELS_B32 || op == GCN_V_MOVRELSD_B32) && vector_srcs[i] < 256)
         continue; /* VGPRs only */
      emit(w | vector_srcs[i], 0, 1);
   }
   if (op != GCN_V_READFIRSTLANE_B32)
      emit(w | 255, 0x00003c01, 2);
   if (op == GCN_V_READFIRSTLANE_B32)
      return;
   emit_sub_dword(w, op);
}

/* Integer operands of float operations: LLVM reads their modifiers as sign extension. */
static bool has_modifiers(const struct gcn_op_info *info, unsigned src)
{
   bool f = info->src[src] == GCN_T_F16 || info->src[src] == GCN_T_F32 || info->src[src] == GCN_T_F64;
   return src >= info->num_src || f || !strstr(info->name, "_f");
}

static void emit_vop3(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_VOP3, n);
   const struct gcn_op_info *info = &gcn_op_infos[op];
   bool vop3b = info->num_dst == 2;
   unsigned op_shift = gfx >= 8 ? 16 : 17, clamp = gfx >= 8 ? 15 : 11;
   uint32_t w = 0x34u << 26 | n << op_shift | 4 | (vop3b ? 10 << 8 : 0);
   uint32_t w1 = 0, sgprs = 0;
   unsigned sources = info->num_src;
   if (!sources || !strncmp(info->name, "v_interp", 8)) {
      if (sources)
         emit(0x34u << 26 | n << op_shift | 4, 5 | 2 << 6 | (256 + 16) << 9 | (sources > 1 ? (256u + 20) << 18 : 0), 2);
      return;
   }
   if (op == GCN_V_READLANE_B32 || op == GCN_V_WRITELANE_B32) {
      if (gfx < 8)
         return; /* LLVM has no VOP3 form */
      emit(w, (op == GCN_V_READLANE_B32 ? 256 + 12 : 12) | 16 << 9, 2);
      emit(w, (op == GCN_V_READLANE_B32 ? 256 + 12 : 130) | 130 << 9, 2);
      return;
   }
   if (op == GCN_V_MAC_F32 || op == GCN_V_MAC_F16 || op == GCN_V_MAC_LEGACY_F32)
      sources = 2;
   for (unsigned i = 0; i < sources; i++) {
      unsigned mask = info->src[i] == GCN_T_MASK;
      w1 |= (mask ? 20u : 256 + 12 + 4 * i) << 9 * i;
      sgprs |= (mask ? 20u : 16) << 9 * i; /* one SGPR may be read by all */
   }
   bool wide = info->src[0] == GCN_T_B128 || info->src[2] == GCN_T_B128;
   if (op == GCN_V_READFIRSTLANE_B32)
      return; /* LLVM has no long form */
   emit(w, w1, 2);
   if (!wide) {
      emit(w, sgprs, 2);
      for (unsigned i = 0; i < sources; i++) {
         if (info->src[i] == GCN_T_MASK) {
            emit(w, (w1 & ~(511u << 9 * i)) | 106u << 9 * i, 2);
            continue;
         }
         static const uint16_t constants[] = { 128, 193, 242, 247, 248, 106 };
         for (unsigned k = 0; k < COUNT(constants); k++)
            emit(w, (w1 & ~(511u << 9 * i)) | (uint32_t)constants[k] << 9 * i, 2);
         if (!vop3b && has_modifiers(info, i)) { /* |1.0|, neg(1.0) */
            emit(w | 1u << (8 + i), (w1 & ~(511u << 9 * i)) | 242u << 9 * i, 2);
            emit(w, (w1 & ~(511u << 9 * i)) | 242u << 9 * i | 1u << (29 + i), 2);
         }
      }
   }
   emit(w | 1u << clamp, w1, 2);
   for (unsigned omod = 1; omod < 4; omod++)
      emit(w, w1 | omod << 27, 2);
   for (unsigned i = 0; i < 3; i++) {
      if (!has_modifiers(info, i))
         continue;
      emit(w, w1 | 1u << (29 + i), 2);
      if (!vop3b) {
         emit(w | 1u << (8 + i), w1, 2);
         emit(w | 1u << (8 + i), w1 | 1u << (29 + i), 2);
      }
   }
}

static void emit_vintrp(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_VINTRP, n);
   uint32_t w = (gfx >= 8 ? 0x35u : 0x32u) << 26 | n << 16 | 4 << 18;
   for (unsigned chan = 0; chan < 4; chan++) {
      for (unsigned attr = 0; attr < 33; attr += 16)
         emit(w | attr << 10 | chan << 8 | (op == GCN_V_INTERP_MOV_F32 ? chan % 3 : 12 + chan), 0, 1);
   }
}

static void emit_ds(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_DS, n);
   const struct gcn_op_info *info = &gcn_op_infos[op];
   uint32_t w = 0x36u << 26 | n << (gfx >= 8 ? 17 : 18), gds = 1u << (gfx >= 8 ? 16 : 17), w1 = 0;
   static const uint16_t swizzles[] = { 0x80e4, 0x801b, 0x80ff };
   for (unsigned i = 0; i < info->num_src; i++)
      w1 |= (8 + 4 * i) << 8 * i;
   if (info->num_dst)
      w1 |= 4u << 24;
   if (op == GCN_DS_SWIZZLE_B32) {
      for (unsigned i = 0; i < COUNT(swizzles); i++)
         emit(w | swizzles[i], w1, 2);
      return;
   }
   if (strstr(info->name, "gws") || op == GCN_DS_ORDERED_COUNT) {
      emit(w | gds | 0x102, w1, 2);
      return;
   }
   emit(w, w1, 2);
   if (op == GCN_DS_NOP)
      return;
   emit(w | 0x0102, w1, 2);
   if (!strstr(info->name, "permute"))
      emit(w | gds | 0xff00, w1, 2);
}

static void emit_buf(unsigned n, enum gcn_enc enc)
{
   enum gcn_op op = gcn_op_lookup(gfx, enc, n);
   const struct gcn_op_info *info = &gcn_op_infos[op];
   uint32_t w = enc == GCN_MUBUF ? 0x38u << 26 | n << 18 : 0x3au << 26 | n << (gfx >= 8 ? 15 : 16);
   uint32_t w1 = 16u << 24 | 2 << 16 | 4 << 8 | 12;
   uint32_t slc0 = gfx >= 8 && enc == GCN_MUBUF ? 1u << 17 : 0, slc1 = slc0 ? 0 : 1u << 22;
   if (!info->num_src) {
      emit(w, 0, 2);
      return;
   }
   if (op == GCN_BUFFER_STORE_LDS_DWORD) {
      emit(w | 1u << 16 | 0x10, 16u << 24 | 2 << 16, 2);
      return;
   }
   if (enc == GCN_MTBUF) {
      w |= 7u << 23 | 4 << 19;
      for (unsigned format = 0; format < 15; format++)
         emit((w & ~(0x7fu << 19)) | (format & 7) << 23 | format << 19, w1 & ~0xffu, 2);
   }
   emit(w, w1 & ~0xffu, 2);
   emit(w | 0xfff, (w1 & ~0xff0000ffu) | 128u << 24, 2);
   for (unsigned k = 1; k < 4; k++)
      emit(w | k << 12 | 0x123, w1, 2);
   emit(w | 1 << 12 | 1 << 14, w1, 2);
   emit(w | 1 << 12 | slc0, w1 | slc1, 2);
   if (!(info->flags & GCN_FLAG_ATOMIC) && !(info->flags & GCN_FLAG_STORE) && info->num_dst && !strstr(info->name, "d16") &&
       enc == GCN_MUBUF)
      emit(w | 1 << 12, w1 | 1 << 23, 2);
   if (gfx < 8)
      emit(w | 1 << 15 | 4, w1, 2);
}

static void emit_mimg(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_MIMG, n);
   const struct gcn_op_info *info = &gcn_op_infos[op];
   uint32_t w = 0x3cu << 26 | n << 18, w1 = 2 << 16 | 4 << 8 | 12 | (info->src[2] == GCN_T_S4 ? 4 << 21 : 0);
   if (info->flags & GCN_FLAG_ATOMIC) {
      bool swap = op == GCN_IMAGE_ATOMIC_CMPSWAP || op == GCN_IMAGE_ATOMIC_FCMPSWAP;
      for (unsigned wide = 0; wide < 2; wide++) {
         unsigned dmask = swap ? wide ? 15 : 3 : wide ? 3 : 1;
         emit(w | dmask << 8, w1, 2);
         emit(w | dmask << 8 | 1 << 12 | 1 << 13, w1, 2);
      }
      return;
   }
   for (unsigned dmask = 1; dmask < 16; dmask += strncmp(info->name, "image_gather4", 13) ? 1 : dmask) {
      emit(w | dmask << 8, w1, 2);
      emit(w | dmask << 8 | 1 << 12, w1, 2);
      emit(w | dmask << 8 | 1 << 14, w1, 2);
   }
   emit(w | 1 << 8 | 1 << 13 | 1 << 25, w1, 2);
   emit(w | 1 << 8 | 1 << 15, w1, 2);
}

static void emit_flat(unsigned n)
{
   enum gcn_op op = gcn_op_lookup(gfx, GCN_FLAT, n);
   const struct gcn_op_info *info = &gcn_op_infos[op];
   bool atomic = info->flags & GCN_FLAG_ATOMIC;
   uint32_t w = 0x37u << 26 | n << 18, w1 = 12 | (info->num_src > 1 ? 16 << 8 : 0);
   uint32_t dst = info->num_dst ? 4u << 24 : 0;
   emit(w, w1 | (atomic ? 0 : dst), 2);
   emit(w | 1 << 16, w1 | dst, 2);
   emit(w | 1 << 17, w1 | (atomic ? 0 : dst), 2);
}

static void emit_exp(void)
{
   uint32_t w = (gfx >= 8 ? 0x31u : 0x3eu) << 26;
   static const uint8_t targets[] = { 0, 7, 8, 9, 12, 15, 32, 63 };
   for (unsigned i = 0; i < COUNT(targets); i++) {
      for (unsigned en = 0; en < 16; en++) {
         uint32_t vsrc = (en & 1 ? 1 : 0) | (en & 2 ? 2u << 8 : 0) | (en & 4 ? 3u << 16 : 0) | (en & 8 ? 4u << 24 : 0);
         emit(w | en | targets[i] << 4 | (i & 1) << 11 | (i & 2) << 11, vsrc, 2);
      }
      static const uint8_t pairs[] = { 0, 3, 12, 15 };
      for (unsigned k = 0; k < 4; k++)
         emit(w | pairs[k] | targets[i] << 4 | 1 << 10 | 3 << 11, (pairs[k] & 1) | (pairs[k] & 4 ? 2 << 8 : 0), 2);
   }
}

static void emit_all(unsigned gfx_level)
{
   gfx = gfx_level;
   num_cases = 0;
   for (unsigned enc = 0; enc <= GCN_EXP; enc++) {
      const struct gcn_op_table *table = &gcn_op_tables[gfx - 6][enc];
      for (unsigned n = 0; n < table->count; n++) {
         if (table->ops[n] == GCN_OP_NONE)
            continue;
         switch ((enum gcn_enc)enc) {
         case GCN_SOP1: emit_sop1(n); break;
         case GCN_SOP2: emit_sop2(n); break;
         case GCN_SOPC: emit_sopc(n); break;
         case GCN_SOPK: emit_sopk(n); break;
         case GCN_SOPP: emit_sopp(n); break;
         case GCN_SMEM: emit_smem(n); break;
         case GCN_VOP1: case GCN_VOP2: case GCN_VOPC: emit_vop(n, (enum gcn_enc)enc); break;
         case GCN_VOP3: emit_vop3(n); break;
         case GCN_VINTRP: emit_vintrp(n); break;
         case GCN_DS: emit_ds(n); break;
         case GCN_MUBUF: case GCN_MTBUF: emit_buf(n, (enum gcn_enc)enc); break;
         case GCN_MIMG: emit_mimg(n); break;
         case GCN_FLAT: emit_flat(n); break;
         case GCN_EXP: emit_exp(); break;
         }
      }
   }
}

static const char *find_llvm_mc(void)
{
   static const char *const names[] = { "llvm-mc-19", "llvm-mc-18", "llvm-mc-20", "llvm-mc" };
   char command[64];
   for (unsigned i = 0; i < COUNT(names); i++) {
      snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", names[i]);
      if (system(command) == 0)
         return names[i];
   }
   return NULL;
}

/* Cases without a reference, because LLVM does not have the operation or operand. All other cases must agree. */
static bool unknown_to_llvm(const struct test_case *c, const char *theirs)
{
   static const char *const ops[] = { "s_rfe_restore_b64", "s_cbranch_g_fork", "s_endpgm_saved", "s_cbranch_join",
                                      "buffer_store_lds_dword" };
   for (unsigned i = 0; i < COUNT(ops); i++) {
      if (!strncmp(c->text, ops[i], strlen(ops[i])))
         return true;
   }
   if (!strncmp(c->text, "v_cmp", 5) && strstr(c->text, "_dpp ")) /* since GFX11 in LLVM; compared by test_random.c */
      return true;
   /* Output modifiers of integer results have no effect: LLVM accepts them, gcn_decode() refuses them. */
   return !c->decoded && (strstr(theirs, " mul:") || strstr(theirs, " div:"));
}

static bool report(const struct test_case *c, const char *theirs)
{
   static unsigned shown;
   if (shown++ < 400)
      print_message("gfx%u %08x %08x ours: %s | llvm: %s\n", gfx, c->dw[0], c->dwords > 1 ? c->dw[1] : 0, c->text, theirs);
   return false;
}

static void run_llvm(const char *cpu, bool disassemble, FILE **in, FILE **out, char *in_name)
{
   const char *mc = find_llvm_mc();
   char command[256];
   if (!*in) {
      if (!mc) {
         print_message("llvm-mc is not installed\n");
         skip();
      }
      strcpy(in_name, "/tmp/gcn_decode_XXXXXX");
      int fd = mkstemp(in_name);
      assert_true(fd >= 0);
      *in = fdopen(fd, "w");
      return;
   }
   fclose(*in);
   snprintf(command, sizeof command, "%s -triple=amdgcn -mcpu=%s %s %s 2>/dev/null", mc, cpu,
            disassemble ? "--disassemble" : "--show-encoding", in_name);
   *out = popen(command, "r");
   assert_non_null(*out);
}

/* LLVM's text, without the parts that depend on the object file. */
static void trim(char *line)
{
   char *end = line + strlen(line);
   while (end > line && (end[-1] == '\n' || end[-1] == ' ' || end[-1] == '\t'))
      *--end = 0;
   char *first = line + strspn(line, " \t");
   memmove(line, first, strlen(first) + 1);
}

/* `s_nop i` follows case i, so that the output can be assigned to cases when LLVM refuses some of them. */
static bool is_mark(const char *line, unsigned i)
{
   return !strncmp(line, "s_nop ", 6) && strtoul(line + 6, NULL, 0) == (i & 0xffff);
}

static void test_gfx8(void **state)
{
   FILE *in = NULL, *out = NULL;
   char name[64], line[512], got[512] = "-";
   run_llvm("gfx803", true, &in, &out, name);
   emit_all(8);
   for (unsigned i = 0; i < num_cases; i++) {
      fputc('[', in);
      for (unsigned b = 0; b < cases[i].dwords * 4u; b++)
         fprintf(in, "%s0x%02x", b ? "," : "", cases[i].dw[b / 4] >> b % 4 * 8 & 255);
      fprintf(in, "]\n[0x%02x,0x%02x,0x80,0xbf]\n", i & 255, i >> 8 & 255);
   }
   run_llvm("gfx803", true, &in, &out, name);
   unsigned i = 0, bad = 0;
   while (i < num_cases && fgets(line, sizeof line, out)) {
      trim(line);
      if (!is_mark(line, i)) {
         if (line[0] && line[0] != '.')
            strcpy(got, line);
         continue;
      }
      const struct test_case *c = &cases[i++];
      bool odd = strstr(got, "/*") != NULL || unknown_to_llvm(c, got);
      if (!odd && strcmp(got, c->text) && !report(c, got))
         bad++;
      strcpy(got, "-");
   }
   pclose(out);
   unlink(name);
   print_message("%u encodings compared\n", i);
   assert_int_equal(i, num_cases);
   assert_int_equal(bad, 0);
}

static void check_assembled(unsigned gfx_level, const char *cpu)
{
   FILE *in = NULL, *out = NULL;
   char name[64], line[512], got[512] = "-";
   run_llvm(cpu, false, &in, &out, name);
   emit_all(gfx_level);
   for (unsigned i = 0; i < num_cases; i++)
      fprintf(in, "%s\ns_nop %u\n", cases[i].decoded ? cases[i].text : "s_endpgm", i & 0xffff);
   run_llvm(cpu, false, &in, &out, name);
   unsigned i = 0, bad = 0, refused = 0;
   while (i < num_cases && fgets(line, sizeof line, out)) {
      trim(line);
      if (!is_mark(line, i)) {
         const char *encoding = strstr(line, "encoding: [");
         if (encoding)
            strcpy(got, encoding + 10);
         continue;
      }
      const struct test_case *c = &cases[i++];
      char expected[128];
      size_t n = 0;
      for (unsigned b = 0; b < c->dwords * 4u; b++)
         n += (size_t)snprintf(expected + n, sizeof expected - n, "%c0x%02x", b ? ',' : '[', c->dw[b / 4] >> b % 4 * 8 & 255);
      strcpy(expected + n, "]");
      if (c->decoded && !strcmp(got, "-"))
         refused++; /* the assembler is stricter: constant bus, register classes */
      else if (c->decoded && strcmp(got, expected) && !report(c, got))
         bad++;
      strcpy(got, "-");
   }
   pclose(out);
   unlink(name);
   print_message("%u encodings, %u not accepted by the assembler\n", i, refused);
   assert_int_equal(i, num_cases);
   assert_int_equal(bad, 0);
   assert_true(refused < num_cases / 4);
}

static void test_gfx7(void **state)
{
   check_assembled(7, "gfx700");
}

static void test_gfx6(void **state)
{
   check_assembled(6, "gfx600");
}

/* For random bits, the decoder does not read beyond `dwords` and the printer does not write beyond its buffer. */
static void test_any_bits(void **state)
{
   uint32_t x = 12345;
   for (unsigned i = 0; i < 300000; i++) {
      uint32_t code[3];
      struct gcn_inst inst;
      char text[16];
      for (unsigned k = 0; k < 3; k++) {
         x ^= x << 13;
         x ^= x >> 17;
         x ^= x << 5;
         code[k] = x;
      }
      unsigned dwords = 1 + i % 3, level = 6 + i % 5 % 3;
      if (gcn_decode(level, code, dwords, 0, &inst)) {
         assert_true(inst.size_B <= dwords * 4);
         assert_true(inst.op > GCN_OP_NONE && inst.op < GCN_OP_COUNT);
         gcn_print(level, &inst, text, sizeof text);
         assert_non_null(memchr(text, 0, sizeof text));
      }
   }
   assert_false(gcn_decode(8, &x, 0, 0, &(struct gcn_inst){ 0 }));
   assert_false(gcn_decode(5, &x, 1, 0, &(struct gcn_inst){ 0 }));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gfx8),
      cmocka_unit_test(test_gfx7),
      cmocka_unit_test(test_gfx6),
      cmocka_unit_test(test_any_bits),
   };
   cases = calloc(MAX_CASES, sizeof *cases);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   free(cases);
   return failed;
}
