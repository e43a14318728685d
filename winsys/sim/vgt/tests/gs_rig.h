/* gs_rig.h: what draws with geometry programs have in common: the rings, a program for each primitive and the one that
 * copies its vertices from the GSVS ring, and their capture. */
#ifndef GS_RIG_H
#define GS_RIG_H

#include "winsys/sim/tests/draw_rig.h"

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. A vertex for each of s8 corners: dword 0 of the ESGS ring, primitive id << 8 | invocation, dword 1 of
 * the ring. s[0:3], s[4:7]: the rings. */
static const uint32_t gs_corners_code[] = {
   0xbefc000a,             /* s_mov_b32 m0, s10 */
   0x24280488,             /* v_lshlrev_b32 v20, 8, v2 */
   0x28280f14,             /* v_or_b32 v20, v20, v7 */
   0xbf0b8008,             /* s_cmp_le_u32 s8, 0 */
   0xbf850058,             /* s_cbranch_scc1 end */
   0x24140082,             /* v_lshlrev_b32 v10, 2, v0 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700000, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 */
   0xe0700018, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:24 */
   0xe0700030, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:48 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf0b8108,             /* s_cmp_le_u32 s8, 1 */
   0xbf850049,             /* s_cbranch_scc1 end */
   0x24140282,             /* v_lshlrev_b32 v10, 2, v1 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700004, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:4 */
   0xe070001c, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:28 */
   0xe0700034, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:52 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf0b8208,             /* s_cmp_le_u32 s8, 2 */
   0xbf85003a,             /* s_cbranch_scc1 end */
   0x24140682,             /* v_lshlrev_b32 v10, 2, v3 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700008, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:8 */
   0xe0700020, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:32 */
   0xe0700038, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:56 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf0b8308,             /* s_cmp_le_u32 s8, 3 */
   0xbf85002b,             /* s_cbranch_scc1 end */
   0x24140882,             /* v_lshlrev_b32 v10, 2, v4 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe070000c, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:12 */
   0xe0700024, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:36 */
   0xe070003c, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:60 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf0b8408,             /* s_cmp_le_u32 s8, 4 */
   0xbf85001c,             /* s_cbranch_scc1 end */
   0x24140a82,             /* v_lshlrev_b32 v10, 2, v5 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700010, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:16 */
   0xe0700028, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:40 */
   0xe0700040, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:64 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf0b8508,             /* s_cmp_le_u32 s8, 5 */
   0xbf85000d,             /* s_cbranch_scc1 end */
   0x24140c82,             /* v_lshlrev_b32 v10, 2, v6 */
   0xe0501000, 0x80000b0a, /* buffer_load_dword v11, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen offset:256 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700014, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:20 */
   0xe070002c, 0x09011400, /* buffer_store_dword v20, off, s[4:7], s9 offset:44 */
   0xe0700044, 0x09010c00, /* buffer_store_dword v12, off, s[4:7], s9 offset:68 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf900003,             /* s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP) */
   0xbf810000,             /* s_endpgm */
};
/* Three dwords of a vertex, 384 bytes apart (six vertices), to the buffer in s[4:7]. s[0:3]: GSVS ring. */
static const uint32_t gs_copy_code[] = {
   0x24020082,             /* v_lshlrev_b32 v1, 2, v0 */
   0xe0501000, 0x80000201, /* buffer_load_dword v2, v1, s[0:3], 0 offen */
   0xe0501180, 0x80000301, /* buffer_load_dword v3, v1, s[0:3], 0 offen offset:384 */
   0xe0501300, 0x80000701, /* buffer_load_dword v7, v1, s[0:3], 0 offen offset:768 */
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x928cff08, 0x00070010, /* s_bfe_u32 s12, s8, 0x70010 */
   0x320a0809,             /* v_add_u32 v5, vcc, s9, v4 */
   0x100a0a8c,             /* v_mul_u32_u24 v5, 12, v5 */
   0x8e0a820a,             /* s_lshl_b32 s10, s10, 2 */
   0x7d98080c,             /* v_cmp_gt_u32 vcc, s12, v4 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xbe8e206a,             /* s_and_saveexec_b64 s[14:15], vcc */
   0xe0701000, 0x0a010205, /* buffer_store_dword v2, v5, s[4:7], s10 offen */
   0xe0701004, 0x0a010305, /* buffer_store_dword v3, v5, s[4:7], s10 offen offset:4 */
   0xe0701008, 0x0a010705, /* buffer_store_dword v7, v5, s[4:7], s10 offen offset:8 */
   0xbefe010e,             /* s_mov_b64 exec, s[14:15] */
   0x7e0c0280,             /* v_mov_b32 v6, 0 */
   0xc40008cf, 0x06060606, /* exp pos0 v6, v6, v6, v6 done */
   0xbf810000,             /* s_endpgm */
};
enum { GS_RING_B = 1 << 18 };

/* Sizes of the rings and the V# of both stages, swizzled: elements of a dword, 64 or 16 lanes side by side, the lane's number added.
 * lane_dw: what a lane of the geometry program writes for a stream; s8 of the program is the number of corners. */
static inline void gs_rings(struct rig *r, uint64_t esgs_va, uint64_t gsvs_va, unsigned lane_dw, unsigned corners)
{
   struct pm4_buf *b = &r->pm4;
   pm4_set_uconfig_reg_seq(b, R_030900_VGT_ESGS_RING_SIZE, 2);
   pm4_emit(b, GS_RING_B >> 8), pm4_emit(b, GS_RING_B >> 8);
   pm4_set_sh_reg_seq(b, R_00B330_SPI_SHADER_USER_DATA_ES_0, 4);
   pm4_emit(b, (uint32_t)esgs_va);
   pm4_emit(b, 1u << 31);
   pm4_emit(b, GS_RING_B);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 1 << 19 | 3 << 21 | 1 << 23);
   pm4_set_sh_reg_seq(b, R_00B230_SPI_SHADER_USER_DATA_GS_0, 9);
   rig_raw_buffer(r, esgs_va, GS_RING_B);
   pm4_emit(b, (uint32_t)gsvs_va);
   pm4_emit(b, 4 * lane_dw << 16 | 1u << 31);
   pm4_emit(b, 64);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 1 << 19 | 1 << 21 | 1 << 23);
   pm4_emit(b, corners);
}

/* The last program's V#, of what it reads and of what it captures, vertex_dw for each vertex. */
static inline void gs_capture(struct rig *r, uint64_t from_va, uint64_t to_va, uint32_t to_B, unsigned vertex_dw)
{
   struct pm4_buf *b = &r->pm4;
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 8);
   rig_raw_buffer(r, from_va, GS_RING_B);
   rig_raw_buffer(r, to_va, to_B);
   pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0, 2);
   pm4_emit(b, to_B / 4), pm4_emit(b, vertex_dw);
   pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
   pm4_emit(b, 1), pm4_emit(b, 1);
}

#endif
