/* gcn.h: decoded GCN instructions. Independent of driver and simulator. The table gcn_ops.csv has one row per operation with its
 * encodings on GFX6, GFX7 and GFX8; gen_gcn.py generates gcn_ops.h (enum gcn_op, GCN_V_ADD_F32 ...) and the decoder's tables
 * from it. */
#ifndef GCN_H
#define GCN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gcn_ops.h" /* generated: enum gcn_op, GCN_OP_COUNT */

enum gcn_enc { GCN_SOP1, GCN_SOP2, GCN_SOPK, GCN_SOPC, GCN_SOPP, GCN_SMEM /* SMRD before GFX8 */, GCN_VOP1, GCN_VOP2,
               GCN_VOPC, GCN_VOP3 /* also VOP3b */, GCN_VINTRP, GCN_DS, GCN_MUBUF, GCN_MTBUF, GCN_MIMG, GCN_FLAT, GCN_EXP };

/* Operand codes as in the 9-bit source field. */
enum { GCN_SRC_SGPR0 = 0, GCN_SRC_FLAT_SCR_LO = 102, GCN_SRC_XNACK_LO = 104, GCN_SRC_VCC_LO = 106, GCN_SRC_VCC_HI = 107,
       GCN_SRC_M0 = 124, GCN_SRC_EXEC_LO = 126, GCN_SRC_EXEC_HI = 127, GCN_SRC_INT0 = 128, GCN_SRC_INT64 = 192,
       GCN_SRC_INT_NEG1 = 193, GCN_SRC_INT_NEG16 = 208, GCN_SRC_F_0_5 = 240, GCN_SRC_F_NEG4 = 247, GCN_SRC_F_INV2PI = 248,
       GCN_SRC_SDWA = 249, GCN_SRC_DPP = 250, GCN_SRC_VCCZ = 251, GCN_SRC_EXECZ = 252, GCN_SRC_SCC = 253,
       GCN_SRC_LDS = 254, GCN_SRC_LITERAL = 255, GCN_SRC_VGPR0 = 256 };

/* An operand. `code` is the 9-bit source code (VGPRs: 256..511), `dwords` the number of consecutive registers. */
struct gcn_operand { uint16_t code; uint8_t dwords; };

struct gcn_inst {
   uint32_t offset_B;           /* from the start of the program */
   uint8_t size_B;              /* 4, 8 or 12 */
   uint8_t enc;                 /* enum gcn_enc */
   uint16_t op;                 /* enum gcn_op, the same on every generation */
   uint8_t num_src, num_dst;
   struct gcn_operand dst[2];   /* e.g. v_add_u32: VGPR, carry mask; compares: mask */
   struct gcn_operand src[4];   /* v_cndmask, v_addc: the mask is the last source */
   uint32_t literal;            /* for GCN_SRC_LITERAL; how a 64-bit operand extends it depends on the operation */
   uint8_t abs, neg;            /* bit per source (VOP3, SDWA, DPP) */
   uint8_t omod, clamp;
   int32_t simm;                /* SOPK/SOPP immediate, sign-extended; SMEM offset in bytes (GFX8: 20 bits unsigned) */
   bool smem_imm;               /* SMEM: simm is the offset; else src[1] is */
   union {
      struct { uint8_t dst_sel, dst_unused, src_sel[2], src_sext; } sdwa; /* src_sext: bit per source */
      struct { uint16_t ctrl; uint8_t row_mask, bank_mask; bool bound_ctrl; } dpp;
      struct { uint8_t attr, chan; } interp;
      struct { uint16_t offset0, offset1; bool gds; } ds;   /* one 16-bit offset: offset0 */
      struct { uint16_t offset; bool offen, idxen, glc, slc, tfe, lds, addr64; uint8_t dfmt, nfmt; } buf;
      struct { uint8_t dmask, addr_dwords; bool unorm, glc, slc, da, r128, tfe, lwe, d16; } mimg;
      struct { uint8_t target, en; bool compr, done, vm; } exp;
      struct { bool glc, slc, tfe; } flat;
   };
   bool is_sdwa, is_dpp;
};
/* Operand order by encoding: MUBUF/MTBUF src = {vaddr, srsrc(4), soffset, vdata when stored}, dst = {vdata when loaded};
 * MIMG src = {vaddr, srsrc(8 or 4), ssamp(4), vdata when stored}; DS src = {addr, data0, data1}; EXP src = 4 VGPRs;
 * FLAT src = {addr(2), data}; VINTRP src = {vsrc (p1, p2: i or j; mov: 0..2 = P10, P20, P0 in `code`), and for p2 the
 * destination's old value is read}; SMEM src = {sbase(2 or 4), soffset}. v_mac and v_madak/madmk: sources in the order of the
 * operation's formula, the accumulator last for v_mac. */

struct gcn_op_info {
   const char *name;            /* "v_add_f32" */
   uint8_t enc;
   uint16_t flags;              /* enum gcn_op_flag */
   uint8_t num_dst, num_src;    /* as the table lists them */
   uint8_t dst[2], src[4];      /* enum gcn_type */
   uint8_t mem_kind, atomic;    /* enum gcn_mem_kind; atomics: enum gcn_atomic */
   uint32_t mem;                /* enum gcn_mem_trait */
   const char *alias;           /* the name before GFX8, or NULL */
};
enum gcn_op_flag { GCN_FLAG_BRANCH = 1 << 0, GCN_FLAG_COND_BRANCH = 1 << 1, GCN_FLAG_END = 1 << 2, GCN_FLAG_WRITES_SCC = 1 << 3,
   GCN_FLAG_READS_SCC = 1 << 4, GCN_FLAG_VCMPX = 1 << 5, GCN_FLAG_ATOMIC = 1 << 6, GCN_FLAG_STORE = 1 << 7,
   GCN_FLAG_F64 = 1 << 8, GCN_FLAG_F16 = 1 << 9, GCN_FLAG_CROSS_LANE = 1 << 10, GCN_FLAG_READS_DST = 1 << 11,
   GCN_FLAG_DERIV = 1 << 12, GCN_FLAG_NO_CLAMP = 1 << 13 /* integer result: CLAMP is ignored or reserved */ };

extern const struct gcn_op_info gcn_op_infos[GCN_OP_COUNT];

/* Decodes the instruction of generation gfx_level (6, 7, 8) at code[0]. `dwords`: number of dwords up to the end of the program;
 * offset_B: offset of code[0] from its start. False: unknown operation, reserved bits set, or truncated. */
bool gcn_decode(unsigned gfx_level, const uint32_t *code, size_t dwords, uint32_t offset_B, struct gcn_inst *inst);
/* Prints in LLVM's assembler syntax, zero-terminated. Returns the length of the complete text, as snprintf(). */
size_t gcn_print(unsigned gfx_level, const struct gcn_inst *inst, char *text, size_t size_B);

#endif
