/* Geometry programs: what reaches them from every primitive type, and what becomes of the vertices that they emit. Four
 * hand-assembled programs work through rings as a driver sets them up: the export program stores vertex and instance
 * id, the geometry programs emit one vertex per corner or strips of numbers, the copy program stores what it finds in the ring by
 * stream output. Expected orders: OpenGL 4.6, table 10.1 and 11.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/vgt/tests/gs_rig.h"

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. s[0:3]: ESGS ring. */
static const uint32_t es_code[] = {
   0xe0700000, 0x04000000, /* buffer_store_dword v0, off, s[0:3], s4 */
   0xe0700004, 0x04000300, /* buffer_store_dword v3, off, s[0:3], s4 offset:4 */
   0xbf810000,             /* s_endpgm */
};
/* Numbers primitive * 16 + n: strips of four and three into stream 0, and of three into stream 1 by odd primitives. */
static const uint32_t strips_code[] = {
   0x800cff04, 0x00000800, /* s_add_u32 s12, s4, 0x800 */
   0xbe8d0005,             /* s_mov_b32 s13, s5 */
   0xbe8e0106,             /* s_mov_b64 s[14:15], s[6:7] */
   0xbefc000a,             /* s_mov_b32 m0, s10 */
   0x24280484,             /* v_lshlrev_b32 v20, 4, v2 */
   0x7e180280,             /* v_mov_b32 v12, 0 */
   0x7e1a0281,             /* v_mov_b32 v13, 1 */
   0x32162880,             /* v_add_u32 v11, vcc, 0, v20 */
   0xe0700000, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x32162881,             /* v_add_u32 v11, vcc, 1, v20 */
   0xe0700004, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:4 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x32162882,             /* v_add_u32 v11, vcc, 2, v20 */
   0xe0700008, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:8 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x32162883,             /* v_add_u32 v11, vcc, 3, v20 */
   0xe070000c, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:12 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf900012,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_CUT, 0) */
   0x32162884,             /* v_add_u32 v11, vcc, 4, v20 */
   0xe0700010, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:16 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x32162885,             /* v_add_u32 v11, vcc, 5, v20 */
   0xe0700014, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:20 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x32162886,             /* v_add_u32 v11, vcc, 6, v20 */
   0xe0700018, 0x09010b00, /* buffer_store_dword v11, off, s[4:7], s9 offset:24 */
   0xbf900032,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT_CUT, 0) */
   0x261c0481,             /* v_and_b32 v14, 1, v2 */
   0x7d941c81,             /* v_cmp_eq_u32 vcc, 1, v14 */
   0xbe90206a,             /* s_and_saveexec_b64 s[16:17], vcc */
   0x32162887,             /* v_add_u32 v11, vcc, 7, v20 */
   0xe0700000, 0x09030b00, /* buffer_store_dword v11, off, s[12:15], s9 */
   0xbf900122,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 1) */
   0x32162888,             /* v_add_u32 v11, vcc, 8, v20 */
   0xe0700004, 0x09030b00, /* buffer_store_dword v11, off, s[12:15], s9 offset:4 */
   0xbf900122,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 1) */
   0x32162889,             /* v_add_u32 v11, vcc, 9, v20 */
   0xe0700008, 0x09030b00, /* buffer_store_dword v11, off, s[12:15], s9 offset:8 */
   0xbf900122,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 1) */
   0xbefe0110,             /* s_mov_b64 exec, s[16:17] */
   0xbf900003,             /* s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP) */
   0xbf810000,             /* s_endpgm */
};
/* Three programs through which triangles pass as they are: s[0:3] vertices, s[4:7] ESGS ring, s8 offset; */
static const uint32_t es_pass_code[] = {
   0xe05c2000, 0x80000400, /* buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen */
   0xe05c2010, 0x80000800, /* buffer_load_dwordx4 v[8:11], v0, s[0:3], 0 idxen offset:16 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700000, 0x08010400, /* buffer_store_dword v4, off, s[4:7], s8 */
   0xe0700004, 0x08010500, /* buffer_store_dword v5, off, s[4:7], s8 offset:4 */
   0xe0700008, 0x08010600, /* buffer_store_dword v6, off, s[4:7], s8 offset:8 */
   0xe070000c, 0x08010700, /* buffer_store_dword v7, off, s[4:7], s8 offset:12 */
   0xe0700010, 0x08010800, /* buffer_store_dword v8, off, s[4:7], s8 offset:16 */
   0xe0700014, 0x08010900, /* buffer_store_dword v9, off, s[4:7], s8 offset:20 */
   0xe0700018, 0x08010a00, /* buffer_store_dword v10, off, s[4:7], s8 offset:24 */
   0xe070001c, 0x08010b00, /* buffer_store_dword v11, off, s[4:7], s8 offset:28 */
   0xbf810000,             /* s_endpgm */
};
/* s[0:3], s[4:7] rings, s8 offset, s9 wave: three vertices of eight dwords; */
static const uint32_t gs_pass_code[] = {
   0xbefc0009,             /* s_mov_b32 m0, s9 */
   0x24140082,             /* v_lshlrev_b32 v10, 2, v0 */
   0xe0501000, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000d0a, /* buffer_load_dword v13, v10, s[0:3], 0 offen offset:256 */
   0xe0501200, 0x80000e0a, /* buffer_load_dword v14, v10, s[0:3], 0 offen offset:512 */
   0xe0501300, 0x80000f0a, /* buffer_load_dword v15, v10, s[0:3], 0 offen offset:768 */
   0xe0501400, 0x8000100a, /* buffer_load_dword v16, v10, s[0:3], 0 offen offset:1024 */
   0xe0501500, 0x8000110a, /* buffer_load_dword v17, v10, s[0:3], 0 offen offset:1280 */
   0xe0501600, 0x8000120a, /* buffer_load_dword v18, v10, s[0:3], 0 offen offset:1536 */
   0xe0501700, 0x8000130a, /* buffer_load_dword v19, v10, s[0:3], 0 offen offset:1792 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700000, 0x08010c00, /* buffer_store_dword v12, off, s[4:7], s8 */
   0xe070000c, 0x08010d00, /* buffer_store_dword v13, off, s[4:7], s8 offset:12 */
   0xe0700018, 0x08010e00, /* buffer_store_dword v14, off, s[4:7], s8 offset:24 */
   0xe0700024, 0x08010f00, /* buffer_store_dword v15, off, s[4:7], s8 offset:36 */
   0xe0700030, 0x08011000, /* buffer_store_dword v16, off, s[4:7], s8 offset:48 */
   0xe070003c, 0x08011100, /* buffer_store_dword v17, off, s[4:7], s8 offset:60 */
   0xe0700048, 0x08011200, /* buffer_store_dword v18, off, s[4:7], s8 offset:72 */
   0xe0700054, 0x08011300, /* buffer_store_dword v19, off, s[4:7], s8 offset:84 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x24140282,             /* v_lshlrev_b32 v10, 2, v1 */
   0xe0501000, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000d0a, /* buffer_load_dword v13, v10, s[0:3], 0 offen offset:256 */
   0xe0501200, 0x80000e0a, /* buffer_load_dword v14, v10, s[0:3], 0 offen offset:512 */
   0xe0501300, 0x80000f0a, /* buffer_load_dword v15, v10, s[0:3], 0 offen offset:768 */
   0xe0501400, 0x8000100a, /* buffer_load_dword v16, v10, s[0:3], 0 offen offset:1024 */
   0xe0501500, 0x8000110a, /* buffer_load_dword v17, v10, s[0:3], 0 offen offset:1280 */
   0xe0501600, 0x8000120a, /* buffer_load_dword v18, v10, s[0:3], 0 offen offset:1536 */
   0xe0501700, 0x8000130a, /* buffer_load_dword v19, v10, s[0:3], 0 offen offset:1792 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700004, 0x08010c00, /* buffer_store_dword v12, off, s[4:7], s8 offset:4 */
   0xe0700010, 0x08010d00, /* buffer_store_dword v13, off, s[4:7], s8 offset:16 */
   0xe070001c, 0x08010e00, /* buffer_store_dword v14, off, s[4:7], s8 offset:28 */
   0xe0700028, 0x08010f00, /* buffer_store_dword v15, off, s[4:7], s8 offset:40 */
   0xe0700034, 0x08011000, /* buffer_store_dword v16, off, s[4:7], s8 offset:52 */
   0xe0700040, 0x08011100, /* buffer_store_dword v17, off, s[4:7], s8 offset:64 */
   0xe070004c, 0x08011200, /* buffer_store_dword v18, off, s[4:7], s8 offset:76 */
   0xe0700058, 0x08011300, /* buffer_store_dword v19, off, s[4:7], s8 offset:88 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0x24140682,             /* v_lshlrev_b32 v10, 2, v3 */
   0xe0501000, 0x80000c0a, /* buffer_load_dword v12, v10, s[0:3], 0 offen */
   0xe0501100, 0x80000d0a, /* buffer_load_dword v13, v10, s[0:3], 0 offen offset:256 */
   0xe0501200, 0x80000e0a, /* buffer_load_dword v14, v10, s[0:3], 0 offen offset:512 */
   0xe0501300, 0x80000f0a, /* buffer_load_dword v15, v10, s[0:3], 0 offen offset:768 */
   0xe0501400, 0x8000100a, /* buffer_load_dword v16, v10, s[0:3], 0 offen offset:1024 */
   0xe0501500, 0x8000110a, /* buffer_load_dword v17, v10, s[0:3], 0 offen offset:1280 */
   0xe0501600, 0x8000120a, /* buffer_load_dword v18, v10, s[0:3], 0 offen offset:1536 */
   0xe0501700, 0x8000130a, /* buffer_load_dword v19, v10, s[0:3], 0 offen offset:1792 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xe0700008, 0x08010c00, /* buffer_store_dword v12, off, s[4:7], s8 offset:8 */
   0xe0700014, 0x08010d00, /* buffer_store_dword v13, off, s[4:7], s8 offset:20 */
   0xe0700020, 0x08010e00, /* buffer_store_dword v14, off, s[4:7], s8 offset:32 */
   0xe070002c, 0x08010f00, /* buffer_store_dword v15, off, s[4:7], s8 offset:44 */
   0xe0700038, 0x08011000, /* buffer_store_dword v16, off, s[4:7], s8 offset:56 */
   0xe0700044, 0x08011100, /* buffer_store_dword v17, off, s[4:7], s8 offset:68 */
   0xe0700050, 0x08011200, /* buffer_store_dword v18, off, s[4:7], s8 offset:80 */
   0xe070005c, 0x08011300, /* buffer_store_dword v19, off, s[4:7], s8 offset:92 */
   0xbf900022,             /* s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0) */
   0xbf900003,             /* s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP) */
   0xbf810000,             /* s_endpgm */
};
/* s[0:3] GSVS ring. */
static const uint32_t copy_pass_code[] = {
   0x24020082,             /* v_lshlrev_b32 v1, 2, v0 */
   0xe0501000, 0x80000401, /* buffer_load_dword v4, v1, s[0:3], 0 offen */
   0xe05010c0, 0x80000501, /* buffer_load_dword v5, v1, s[0:3], 0 offen offset:192 */
   0xe0501180, 0x80000601, /* buffer_load_dword v6, v1, s[0:3], 0 offen offset:384 */
   0xe0501240, 0x80000701, /* buffer_load_dword v7, v1, s[0:3], 0 offen offset:576 */
   0xe0501300, 0x80000801, /* buffer_load_dword v8, v1, s[0:3], 0 offen offset:768 */
   0xe05013c0, 0x80000901, /* buffer_load_dword v9, v1, s[0:3], 0 offen offset:960 */
   0xe0501480, 0x80000a01, /* buffer_load_dword v10, v1, s[0:3], 0 offen offset:1152 */
   0xe0501540, 0x80000b01, /* buffer_load_dword v11, v1, s[0:3], 0 offen offset:1344 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xc40008cf, 0x07060504, /* exp pos0 v4, v5, v6, v7 done */
   0xc400020f, 0x0b0a0908, /* exp param0 v8, v9, v10, v11 */
   0xbf810000,             /* s_endpgm */
};
enum { ES_B = 1024, CORNERS_B = 1280, STRIPS_B = 1792, COPY_B = 2304, ES_PASS_B = 2560, GS_PASS_B = 2816, COPY_PASS_B = 3584,
       CAPTURE_BYTES = 1 << 18 };

static struct pm4_buf *b = &rig.pm4;
static struct ws_bo *so_bo, *esgs_bo, *gsvs_bo;
struct record { uint32_t vertex, prim_invocation, instance; };
static struct record *captured;

static int set_up(void **state)
{
   rig_init_threads(&rig, *state);
   so_bo = rig_buffer(&rig, CAPTURE_BYTES);
   esgs_bo = rig_buffer(&rig, GS_RING_B);
   gsvs_bo = rig_buffer(&rig, GS_RING_B);
   captured = rig.dev->impl->bo_map(so_bo);
   memset(captured, 0xee, CAPTURE_BYTES);
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   memcpy(code + ES_B, es_code, sizeof es_code);
   memcpy(code + CORNERS_B, gs_corners_code, sizeof gs_corners_code);
   memcpy(code + STRIPS_B, strips_code, sizeof strips_code);
   memcpy(code + COPY_B, gs_copy_code, sizeof gs_copy_code);
   memcpy(code + ES_PASS_B, es_pass_code, sizeof es_pass_code);
   memcpy(code + GS_PASS_B, gs_pass_code, sizeof gs_pass_code);
   memcpy(code + COPY_PASS_B, copy_pass_code, sizeof copy_pass_code);
   return 0;
}

static int tear_down(void **state)
{
   rig.dev->impl->bo_unref(so_bo);
   rig.dev->impl->bo_unref(esgs_bo);
   rig.dev->impl->bo_unref(gsvs_bo);
   rig_finish(&rig);
   return 0;
}

/* Rings for `item` dwords per emitted vertex in each stream. */
static void begin_stages(unsigned gs_B, unsigned max_verts, unsigned item, unsigned streams)
{
   unsigned lane_dw = item * max_verts;
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_DX_RASTERIZATION_KILL(1));
   pm4_set_context_reg(b, R_028B54_VGT_SHADER_STAGES_EN,
                       S_028B54_ES_EN(V_028B54_ES_STAGE_REAL) | S_028B54_GS_EN(1) |
                          S_028B54_VS_EN(V_028B54_VS_STAGE_COPY_SHADER));
   pm4_set_context_reg(b, R_028A40_VGT_GS_MODE, S_028A40_MODE(V_028A40_GS_SCENARIO_G) | S_028A40_CUT_MODE(V_028A40_GS_CUT_128));
   pm4_set_context_reg(b, R_028A84_VGT_PRIMITIVEID_EN, 1);
   pm4_set_context_reg(b, R_028AAC_VGT_ESGS_RING_ITEMSIZE, 2);
   pm4_set_context_reg(b, R_028AB0_VGT_GSVS_RING_ITEMSIZE, lane_dw * streams);
   pm4_set_context_reg_seq(b, R_028A60_VGT_GSVS_RING_OFFSET_1, 3);
   for (unsigned i = 1; i < 4; i++)
      pm4_emit(b, lane_dw * (i < streams ? i : streams));
   pm4_set_context_reg(b, R_028A6C_VGT_GS_OUT_PRIM_TYPE, V_028A6C_POINTLIST);
   pm4_set_context_reg(b, R_028B38_VGT_GS_MAX_VERT_OUT, max_verts);
   pm4_set_context_reg_seq(b, R_028B5C_VGT_GS_VERT_ITEMSIZE, 4);
   for (unsigned i = 0; i < 4; i++)
      pm4_emit(b, i < streams ? item : 0);
   rig_program(&rig, 0xb320, ES_B, S_00B32C_USER_SGPR(4));
   rig_program(&rig, 0xb220, gs_B, S_00B22C_USER_SGPR(9));
   rig_program(&rig, R_00B120_SPI_SHADER_PGM_LO_VS, COPY_B, S_00B12C_USER_SGPR(8) | S_00B12C_SO_EN(1) | S_00B12C_SO_BASE0_EN(1));
   gs_rings(&rig, esgs_bo->va, gsvs_bo->va, lane_dw, 6);
   gs_capture(&rig, gsvs_bo->va, so_bo->va, CAPTURE_BYTES, 3);
}

static void sample(unsigned event, uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(event) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(3));
   pm4_emit_va(b, va);
}

/* ---- what a geometry program sees ------------------------------------------------------------------------------------- */

#define END 99
static const struct { unsigned type, count, corners; bool first; const char *name; uint8_t expect[40]; } inputs[] = {
   { V_008958_DI_PT_POINTLIST, 3, 1, 0, "points", { 0, 1, 2, END } },
   { V_008958_DI_PT_LINESTRIP, 3, 2, 0, "line strip", { 0, 1, 1, 2, END } },
   { V_008958_DI_PT_LINELOOP, 3, 2, 0, "line loop", { 0, 1, 1, 2, 2, 0, END } },
   { V_008958_DI_PT_TRILIST, 7, 3, 0, "triangles", { 0, 1, 2, 3, 4, 5, END } },
   { V_008958_DI_PT_TRISTRIP, 5, 3, 0, "strip", { 0, 1, 2, 2, 1, 3, 2, 3, 4, END } },
   { V_008958_DI_PT_TRIFAN, 5, 3, 0, "fan", { 0, 1, 2, 0, 2, 3, 0, 3, 4, END } },
   { V_008958_DI_PT_LINELIST_ADJ, 9, 4, 0, "lines, adjacency", { 0, 1, 2, 3, 4, 5, 6, 7, END } },
   { V_008958_DI_PT_LINESTRIP_ADJ, 6, 4, 0, "line strip, adjacency", { 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, END } },
   { V_008958_DI_PT_TRILIST_ADJ, 13, 6, 0, "triangles, adjacency", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, END } },
   { V_008958_DI_PT_TRISTRIP_ADJ, 7, 6, 0, "strip, adjacency, only", { 0, 1, 2, 5, 4, 3, END } },
   /* The table's order for the odd one is 4 0 2 5 6 8 (last corner provoking); geometry programs of GFX6-9 get it from its
    * second corner on. */
   { V_008958_DI_PT_TRISTRIP_ADJ, 10, 6, 0, "strip, adjacency",
     { 0, 1, 2, 6, 4, 3, 2, 5, 6, 8, 4, 0, 4, 2, 6, 9, 8, 7, END } },
};

static void primitive_inputs(void **state)
{
   for (unsigned i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
      unsigned n = 0;
      while (inputs[i].expect[n] != END)
         n++;
      memset(captured, 0xee, 4096);
      begin_stages(CORNERS_B, 6, 3, 1);
      pm4_set_sh_reg(b, R_00B230_SPI_SHADER_USER_DATA_GS_0 + 32, inputs[i].corners);
      rig_draw(&rig, inputs[i].type, inputs[i].count);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      for (unsigned k = 0; k < n; k++)
         if (captured[k].vertex != inputs[i].expect[k] || captured[k].prim_invocation != k / inputs[i].corners << 8)
            fail_msg("%s: corner %u is %u of primitive %x", inputs[i].name, k, captured[k].vertex, captured[k].prim_invocation);
      assert_int_equal(captured[n].vertex, 0xeeeeeeee);
   }
}

/* Order: instances of the draw, primitives, invocations; many waves, rings of few slots that are used again. Nothing depends on
 * the number of threads. */
static void many_waves(void **state)
{
   static uint64_t vertex_invocations[2];
   enum { TRIANGLES = 1000, INSTANCES = 2, INVOCATIONS = 3 };
   for (unsigned small = 0; small < 2; small++) {
      memset(captured, 0xee, CAPTURE_BYTES);
      begin_stages(CORNERS_B, 6, 3, 1);
      pm4_set_context_reg(b, R_028B90_VGT_GS_INSTANCE_CNT, S_028B90_ENABLE(1) | S_028B90_CNT(INVOCATIONS));
      pm4_set_sh_reg(b, R_00B230_SPI_SHADER_USER_DATA_GS_0 + 32, 3);
      if (small) {
         pm4_set_uconfig_reg_seq(b, R_030900_VGT_ESGS_RING_SIZE, 2);
         pm4_emit(b, 2 * 2), pm4_emit(b, 18 * 3); /* two and three waves */
      }
      pm4_packet(b, PKT3_NUM_INSTANCES, 1);
      pm4_emit(b, INSTANCES);
      pm4_event_write(b, V_028A90_PIPELINESTAT_START, 0);
      sample(V_028A90_SAMPLE_PIPELINESTAT, rig.scratch->va);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3 * TRIANGLES);
      sample(V_028A90_SAMPLE_PIPELINESTAT, rig.scratch->va + 88);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      for (unsigned k = 0; k < 3 * TRIANGLES * INSTANCES * INVOCATIONS; k++) {
         unsigned invocation = k / 3 % INVOCATIONS, prim = k / 3 / INVOCATIONS % TRIANGLES;
         assert_int_equal(captured[k].vertex, 3 * prim + k % 3);
         assert_int_equal(captured[k].prim_invocation, prim << 8 | invocation);
         assert_int_equal(captured[k].instance, k / 3 / INVOCATIONS / TRIANGLES);
      }
      uint64_t counts[22];
      memcpy(counts, rig.out, sizeof counts);
      assert_int_equal(counts[11 + 4] - counts[4], TRIANGLES * INSTANCES * INVOCATIONS);     /* GS invocations */
      assert_int_equal(counts[11 + 5] - counts[5], 3 * TRIANGLES * INSTANCES * INVOCATIONS); /* GS primitives: points */
      assert_int_equal(counts[11 + 6] - counts[6], TRIANGLES * INSTANCES);                   /* IA primitives */
      const uint64_t vertices = counts[11 + 3] - counts[3];
      assert_in_range(vertices, 3 * TRIANGLES * INSTANCES, 4 * TRIANGLES * INSTANCES);
      assert_true(!vertex_invocations[small] || vertex_invocations[small] == vertices);
      vertex_invocations[small] = vertices;
   }
}

/* ---- what it emits ---------------------------------------------------------------------------------------------------- */

/* The numbers of one primitive's stream 0, by type. */
static const struct { unsigned type; uint8_t expect[16]; } outputs[] = {
   { V_028A6C_POINTLIST, { 0, 1, 2, 3, 4, 5, 6, END } },
   { V_028A6C_LINESTRIP, { 0, 1, 1, 2, 2, 3, 4, 5, 5, 6, END } },
   { V_028A6C_TRISTRIP, { 0, 1, 2, 2, 1, 3, 4, 5, 6, END } },
};

static void strips_and_streams(void **state)
{
   enum { PRIMS = 700 };
   static const uint8_t lines[] = { 7, 8, 8, 9 };
   for (unsigned i = 0; i < 3; i++) {
      memset(captured, 0xee, CAPTURE_BYTES);
      begin_stages(STRIPS_B, 8, 1, 2);
      pm4_set_context_reg(b, R_028A6C_VGT_GS_OUT_PRIM_TYPE,
                          S_028A6C_OUTPRIM_TYPE(outputs[i].type) | S_028A6C_OUTPRIM_TYPE_1(V_028A6C_LINESTRIP) |
                             S_028A6C_UNIQUE_TYPE_PER_STREAM(1));
      /* Stream 1 goes to the second buffer, which here lies after the first: the program has one base only. */
      pm4_set_sh_reg(b, R_00B12C_SPI_SHADER_PGM_RSRC2_VS,
                     S_00B12C_USER_SGPR(8) | S_00B12C_SO_EN(1) | S_00B12C_SO_BASE0_EN(1));
      sample(V_028A90_SAMPLE_STREAMOUTSTATS1, rig.scratch->va);
      rig_draw(&rig, V_008958_DI_PT_POINTLIST, PRIMS);
      /* The same draw again for stream 1 alone. */
      pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
      pm4_emit(b, 2), pm4_emit(b, 0x10);
      rig_draw(&rig, V_008958_DI_PT_POINTLIST, PRIMS);
      sample(V_028A90_SAMPLE_STREAMOUTSTATS1, rig.scratch->va + 16);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      unsigned n = 0;
      for (unsigned prim = 0; prim < PRIMS; prim++)
         for (unsigned k = 0; outputs[i].expect[k] != END; k++)
            assert_int_equal(captured[n++].vertex, prim * 16 + outputs[i].expect[k]);
      for (unsigned prim = 1; prim < PRIMS; prim += 2)
         for (unsigned k = 0; k < 4; k++)
            assert_int_equal(captured[n++].vertex, prim * 16 + lines[k]);
      assert_int_equal(captured[n].vertex, 0xeeeeeeee);
      uint64_t counts[4];
      memcpy(counts, rig.out, sizeof counts);
      assert_int_equal(counts[2] - counts[0], PRIMS); /* needed: two lines of every second primitive */
      assert_int_equal(counts[3] - counts[1], PRIMS);
   }
}

static uint64_t hash_of_picture(void)
{
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_true(rig_count(&rig, 0x11223344) < RIG_SIZE * RIG_SIZE * 9 / 10);
   uint64_t hash = 14695981039346656037u;
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
      hash = (hash ^ rig.pixel[i]) * 1099511628211u;
   return hash;
}

/* A geometry program that passes triangles on leaves the picture that they leave without it, in the same order. */
static void same_pictures(void **state)
{
   static const unsigned types[] = { V_008958_DI_PT_TRILIST, V_008958_DI_PT_TRISTRIP, V_008958_DI_PT_TRIFAN,
                                     V_008958_DI_PT_QUADLIST, V_008958_DI_PT_POLYGON };
   uint32_t seed = 5;
   for (unsigned i = 0; i < 2000; i++) {
      uint32_t r[3];
      for (unsigned k = 0; k < 3; k++)
         r[k] = seed = seed * 1664525u + 1013904223u;
      rig.vertex[i] = rig_at((float)(r[0] >> 16) / 256, (float)(r[1] >> 16) / 256, r[2] | 0xff000000);
   }
   for (unsigned i = 0; i < 5; i++) {
      for (unsigned last = 0; last < 2; last++) {
         uint64_t hash[2];
         for (unsigned gs = 0; gs < 2; gs++) {
            rig_clear(&rig, 0x11223344);
            if (gs) {
               begin_stages(GS_PASS_B, 3, 8, 1);
               pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, 0);
               pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
               pm4_emit(b, 0), pm4_emit(b, 0);
               pm4_set_context_reg(b, R_028AAC_VGT_ESGS_RING_ITEMSIZE, 8);
               pm4_set_context_reg(b, R_028A6C_VGT_GS_OUT_PRIM_TYPE, V_028A6C_TRISTRIP);
               rig_program(&rig, 0xb320, ES_PASS_B, S_00B32C_USER_SGPR(8));
               rig_program(&rig, 0xb220, GS_PASS_B, S_00B22C_USER_SGPR(8));
               rig_program(&rig, R_00B120_SPI_SHADER_PGM_LO_VS, COPY_PASS_B, S_00B12C_USER_SGPR(8));
               pm4_set_sh_reg_seq(b, R_00B330_SPI_SHADER_USER_DATA_ES_0, 8);
               pm4_emit(b, (uint32_t)rig.vertices->va);
               pm4_emit(b, 32 << 16);
               pm4_emit(b, 1 << 20);
               pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 7 << 12 | 14 << 15);
               pm4_emit(b, (uint32_t)esgs_bo->va);
               pm4_emit(b, 1u << 31);
               pm4_emit(b, GS_RING_B);
               pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 1 << 19 | 3 << 21 | 1 << 23);
            } else {
               rig_begin(&rig);
            }
            pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(last) | S_028814_CULL_BACK(1));
            pm4_set_context_reg(b, R_028644_SPI_PS_INPUT_CNTL_0, S_028644_FLAT_SHADE(i & 1));
            rig_draw(&rig, types[i], 1999);
            hash[gs] = hash_of_picture();
         }
         assert_true(hash[0] == hash[1]);
      }
   }
}

/* ---- hostile ones ------------------------------------------------------------------------------------------------------- */

static void lost(void)
{
   assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
   rig.dev->impl->ctx_destroy(rig.ctx);
   rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
}

static void bad_rings(void **state)
{
   static const struct { uint32_t reg, value; bool lost; } rows[] = {
      { R_030900_VGT_ESGS_RING_SIZE, 0, true }, { R_030904_VGT_GSVS_RING_SIZE, 1, true },
      { R_030904_VGT_GSVS_RING_SIZE, 0xffffffff, false }, { R_028AAC_VGT_ESGS_RING_ITEMSIZE, 0, false },
      { R_028AAC_VGT_ESGS_RING_ITEMSIZE, 0x7fff, true }, { R_028AB0_VGT_GSVS_RING_ITEMSIZE, 0, false },
      { R_028B38_VGT_GS_MAX_VERT_OUT, 0, false }, { R_028B38_VGT_GS_MAX_VERT_OUT, 0x7ff, false },
      { R_028B5C_VGT_GS_VERT_ITEMSIZE, 0x7fff, false }, { R_028A6C_VGT_GS_OUT_PRIM_TYPE, 0x3f, false },
      { R_028A40_VGT_GS_MODE, 0x1, false }, { R_028A40_VGT_GS_MODE, 0x600003, false },
      { R_028B54_VGT_SHADER_STAGES_EN, 0xffffffff, false }, { R_028B54_VGT_SHADER_STAGES_EN, S_028B54_GS_EN(1), false },
      { R_028B90_VGT_GS_INSTANCE_CNT, 0xffffffff, false }, { R_00B320_SPI_SHADER_PGM_LO_ES, 0, false },
      { R_00B320_SPI_SHADER_PGM_LO_ES, 0xffffff, true }, { R_00B220_SPI_SHADER_PGM_LO_GS, 0xffffff, true },
      { R_00B330_SPI_SHADER_USER_DATA_ES_0, 0xdead0000, false }, { R_00B230_SPI_SHADER_USER_DATA_GS_0 + 16, 0xdead0000, false },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      begin_stages(CORNERS_B, 6, 3, 1);
      if (rows[i].reg >= 0x30000)
         pm4_set_uconfig_reg(b, rows[i].reg, rows[i].value);
      else if (rows[i].reg >= 0x28000)
         pm4_set_context_reg(b, rows[i].reg, rows[i].value);
      else
         pm4_set_sh_reg(b, rows[i].reg, rows[i].value);
      rig_draw(&rig, V_008958_DI_PT_TRILIST_ADJ, 600);
      if (rows[i].lost)
         lost();
      else
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   }
}

static void endless(void **state)
{
   tear_down(state);
   setenv("GLOAM_WATCHDOG_MS", "50", 1);
   set_up(state);
   unsetenv("GLOAM_WATCHDOG_MS");
   begin_stages(RIG_ENDLESS_B, 6, 3, 1);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   lost();
   begin_stages(CORNERS_B, 6, 3, 1);
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 0xffffffff);
   rig_draw(&rig, V_008958_DI_PT_TRISTRIP, 3000);
   lost();
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(primitive_inputs, set_up, tear_down),
      cmocka_unit_test_prestate_setup_teardown(many_waves, set_up, tear_down, (void *)"1"),
      cmocka_unit_test_prestate_setup_teardown(many_waves, set_up, tear_down, (void *)"2"),
      cmocka_unit_test_prestate_setup_teardown(many_waves, set_up, tear_down, (void *)"4"),
      cmocka_unit_test_prestate_setup_teardown(many_waves, set_up, tear_down, (void *)"7"),
      cmocka_unit_test_setup_teardown(strips_and_streams, set_up, tear_down),
      cmocka_unit_test_prestate_setup_teardown(same_pictures, set_up, tear_down, (void *)"1"),
      cmocka_unit_test_prestate_setup_teardown(same_pictures, set_up, tear_down, (void *)"4"),
      cmocka_unit_test_prestate_setup_teardown(same_pictures, set_up, tear_down, (void *)"7"),
      cmocka_unit_test_setup_teardown(bad_rings, set_up, tear_down),
      cmocka_unit_test_setup_teardown(endless, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
