/* Tessellation from packet to captured vertices: a local program that puts vertices into LDS, a hull program whose lanes
 * exchange results through LDS after a barrier and write factors, and an evaluation program (last or in front of a geometry
 * program) that stores what it is given. Which points come is the tessellator's business (test_tess.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/vgt/tests/gs_rig.h"
#include "winsys/sim/vgt/tess.h"

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. LDS by vertex of the group: vertex id | instance << 8. */
static const uint32_t ls_code[] = {
   0xbefc00c1,             /* s_mov_b32 m0, -1 */
   0x24080282,             /* v_lshlrev_b32 v4, 2, v1 */
   0x240a0688,             /* v_lshlrev_b32 v5, 8, v3 */
   0x280a0105,             /* v_or_b32 v5, v5, v0 */
   0xd81a0000, 0x00000504, /* ds_write_b32 v4, v5 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0xbf810000,             /* s_endpgm */
};
/* Three vertices a patch. v5, the vertex of the group, is counted as ACO does: waves begin at multiples of 64. Twice what the next one's input was goes off chip (s[0:3]). Factors (s[4:7]): s9..s14, the first
 * one greater by the patch's id; s8 bytes of them per patch. s15: off-chip offset, s16: offset of the factors. */
static const uint32_t hs_code[] = {
   0xbefc00c1,             /* s_mov_b32 m0, -1 */
   0x260402ff, 0x000000ff, /* v_and_b32 v2, 0xff, v1 */
   0xd1c80003, 0x02151101, /* v_bfe_u32 v3, v1, 8, 5 */
   0x10080483,             /* v_mul_u32_u24 v4, 3, v2 */
   0x7e300501,             /* v_readfirstlane_b32 s24, v1 */
   0x9299ff18, 0x00050008, /* s_bfe_u32 s25, s24, 0x50008 */
   0x9298ff18, 0x00080000, /* s_bfe_u32 s24, s24, 0x80000 */
   0x92188318,             /* s_mul_i32 s24, s24, 3 */
   0x80181918,             /* s_add_u32 s24, s24, s25 */
   0x8618ff18, 0xffffffc0, /* s_and_b32 s24, s24, 0xffffffc0 */
   0xd28c0005, 0x000030c1, /* v_mbcnt_lo_u32_b32 v5, -1, s24 */
   0xd28d0005, 0x00020ac1, /* v_mbcnt_hi_u32_b32 v5, -1, v5 */
   0x240c0a82,             /* v_lshlrev_b32 v6, 2, v5 */
   0xd86c0000, 0x07000006, /* ds_read_b32 v7, v6 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0x240e0e81,             /* v_lshlrev_b32 v7, 1, v7 */
   0xd81a1000, 0x00000706, /* ds_write_b32 v6, v7 offset:4096 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0xbf8a0000,             /* s_barrier */
   0x32100681,             /* v_add_u32 v8, vcc, 1, v3 */
   0x7d9a1083,             /* v_cmp_ne_u32 vcc, 3, v8 */
   0x00101080,             /* v_cndmask_b32 v8, 0, v8, vcc */
   0x32101104,             /* v_add_u32 v8, vcc, v4, v8 */
   0x24101082,             /* v_lshlrev_b32 v8, 2, v8 */
   0xd86c1000, 0x09000008, /* ds_read_b32 v9, v8 offset:4096 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0xe0701000, 0x0f000906, /* buffer_store_dword v9, v6, s[0:3], s15 offen */
   0x7d940680,             /* v_cmp_eq_u32 vcc, 0, v3 */
   0xbe94206a,             /* s_and_saveexec_b64 s[20:21], vcc */
   0xd285000a, 0x00001102, /* v_mul_lo_u32 v10, v2, s8 */
   0x7e220d00,             /* v_cvt_f32_u32 v17, v0 */
   0x02162209,             /* v_add_f32 v11, s9, v17 */
   0x7e18020a,             /* v_mov_b32 v12, s10 */
   0x7e1a020b,             /* v_mov_b32 v13, s11 */
   0x7e1c020c,             /* v_mov_b32 v14, s12 */
   0x7e1e020d,             /* v_mov_b32 v15, s13 */
   0x7e20020e,             /* v_mov_b32 v16, s14 */
   0xe0741004, 0x10010b0a, /* buffer_store_dwordx2 v[11:12], v10, s[4:7], s16 offen offset:4 */
   0xbf0a9008,             /* s_cmp_lt_u32 s8, 16 */
   0xbf850006,             /* s_cbranch_scc1 stored */
   0xe074100c, 0x10010d0a, /* buffer_store_dwordx2 v[13:14], v10, s[4:7], s16 offen offset:12 */
   0xbf0a9808,             /* s_cmp_lt_u32 s8, 24 */
   0xbf850002,             /* s_cbranch_scc1 stored */
   0xe0741014, 0x10010f0a, /* buffer_store_dwordx2 v[15:16], v10, s[4:7], s16 offen offset:20 */
   0x7d940480,             /* v_cmp_eq_u32 vcc, 0, v2 */
   0xbe96206a,             /* s_and_saveexec_b64 s[22:23], vcc */
   0x7e245881,             /* v_bfrev_b32 v18, 1 */
   0xe0700000, 0x10011200, /* buffer_store_dword v18, off, s[4:7], s16 */
   0xbf810000,             /* s_endpgm */
};
/* u, v, patch of the group << 16 | patch id, the patch's first vertex from off chip, to the buffer in s[4:7]. */
static const uint32_t tes_code[] = {
   0x100c048c,             /* v_mul_u32_u24 v6, 12, v2 */
   0xe0501000, 0x0b000f06, /* buffer_load_dword v15, v6, s[0:3], s11 offen */
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x928cff08, 0x00070010, /* s_bfe_u32 s12, s8, 0x70010 */
   0x320a0809,             /* v_add_u32 v5, vcc, s9, v4 */
   0x240a0a84,             /* v_lshlrev_b32 v5, 4, v5 */
   0x8e0a820a,             /* s_lshl_b32 s10, s10, 2 */
   0x7d98080c,             /* v_cmp_gt_u32 vcc, s12, v4 */
   0x7e180300,             /* v_mov_b32 v12, v0 */
   0x7e1a0301,             /* v_mov_b32 v13, v1 */
   0x241c0490,             /* v_lshlrev_b32 v14, 16, v2 */
   0x281c070e,             /* v_or_b32 v14, v14, v3 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xbe8e206a,             /* s_and_saveexec_b64 s[14:15], vcc */
   0xe07c1000, 0x0a010c05, /* buffer_store_dwordx4 v[12:15], v5, s[4:7], s10 offen */
   0xbefe010e,             /* s_mov_b64 exec, s[14:15] */
   0x7e0c0280,             /* v_mov_b32 v6, 0 */
   0xc40008cf, 0x06060606, /* exp pos0 v6, v6, v6, v6 done */
   0xbf810000,             /* s_endpgm */
};
/* u, v to the ESGS ring. */
static const uint32_t tes_es_code[] = {
   0xe0700000, 0x06000000, /* buffer_store_dword v0, off, s[0:3], s6 */
   0xe0700004, 0x06000100, /* buffer_store_dword v1, off, s[0:3], s6 offset:4 */
   0xbf810000,             /* s_endpgm */
};
enum { LS_B = 1024, HS_B = 1280, TES_B = 1792, TES_ES_B = 2048, GS_B = 2304, COPY_B = 2816, BUFFER_B = 1 << 22 };

static struct pm4_buf *b = &rig.pm4;
static struct ws_bo *so_bo, *offchip_bo, *factor_bo, *esgs_bo, *gsvs_bo;
static uint32_t *captured;
static struct tess_result result;

static int set_up(void **state)
{
   rig_init_threads(&rig, *state);
   so_bo = rig_buffer(&rig, BUFFER_B);
   offchip_bo = rig_buffer(&rig, GS_RING_B);
   factor_bo = rig_buffer(&rig, 1 << 16);
   esgs_bo = rig_buffer(&rig, GS_RING_B);
   gsvs_bo = rig_buffer(&rig, GS_RING_B);
   captured = rig.dev->impl->bo_map(so_bo);
   memset(captured, 0xee, BUFFER_B);
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   memcpy(code + LS_B, ls_code, sizeof ls_code);
   memcpy(code + HS_B, hs_code, sizeof hs_code);
   memcpy(code + TES_B, tes_code, sizeof tes_code);
   memcpy(code + TES_ES_B, tes_es_code, sizeof tes_es_code);
   memcpy(code + GS_B, gs_corners_code, sizeof gs_corners_code);
   memcpy(code + COPY_B, gs_copy_code, sizeof gs_copy_code);
   return 0;
}

static int tear_down(void **state)
{
   struct ws_bo *bos[] = { so_bo, offchip_bo, factor_bo, esgs_bo, gsvs_bo };
   for (unsigned i = 0; i < 5; i++)
      rig.dev->impl->bo_unref(bos[i]);
   rig_finish(&rig);
   return 0;
}

struct row { enum tess_domain domain; enum tess_spacing spacing; enum tess_topology topology; float factor[6]; unsigned patches;
             };

/* `group` patches share LDS. */
static void begin_tess(const struct row *t, unsigned group, bool gs)
{
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_DX_RASTERIZATION_KILL(1));
   uint32_t stages = S_028B54_LS_EN(1) | S_028B54_HS_EN(1) | S_028B54_DYNAMIC_HS(1);
   if (gs)
      stages |= S_028B54_ES_EN(V_028B54_ES_STAGE_DS) | S_028B54_GS_EN(1) | S_028B54_VS_EN(V_028B54_VS_STAGE_COPY_SHADER);
   else
      stages |= S_028B54_VS_EN(V_028B54_VS_STAGE_DS);
   pm4_set_context_reg(b, R_028B54_VGT_SHADER_STAGES_EN, stages);
   pm4_set_context_reg(b, R_028B58_VGT_LS_HS_CONFIG, S_028B58_NUM_PATCHES(group) | S_028B58_HS_NUM_INPUT_CP(3) |
                                                        S_028B58_HS_NUM_OUTPUT_CP(3));
   pm4_set_context_reg(b, R_028B6C_VGT_TF_PARAM, S_028B6C_TYPE(t->domain) | S_028B6C_PARTITIONING(t->spacing) |
                                                    S_028B6C_TOPOLOGY(t->topology));
   rig_float_reg(&rig, R_028A18_VGT_HOS_MAX_TESS_LEVEL, 64);
   rig_float_reg(&rig, R_028A1C_VGT_HOS_MIN_TESS_LEVEL, 0);
   pm4_set_uconfig_reg(b, R_030938_VGT_TF_RING_SIZE, 4096);
   pm4_set_uconfig_reg(b, R_03093C_VGT_HS_OFFCHIP_PARAM, S_03093C_OFFCHIP_BUFFERING(7) | S_03093C_OFFCHIP_GRANULARITY(0));
   pm4_set_uconfig_reg(b, R_030940_VGT_TF_MEMORY_BASE, (uint32_t)(factor_bo->va >> 8));
   rig_program(&rig, 0xb520, LS_B, S_00B52C_LDS_SIZE(16));
   rig_program(&rig, 0xb420, HS_B, S_00B42C_USER_SGPR(15) | S_00B42C_OC_LDS_EN(1));
   pm4_set_sh_reg_seq(b, R_00B430_SPI_SHADER_USER_DATA_HS_0, 15);
   rig_raw_buffer(&rig, offchip_bo->va, GS_RING_B);
   rig_raw_buffer(&rig, factor_bo->va, 1 << 16);
   pm4_emit(b, 4 * tess_num_factors(t->domain));
   for (unsigned i = 0; i < 6; i++)
      pm4_emit_float(b, t->factor[i]);
   if (gs) {
      rig_program(&rig, 0xb320, TES_ES_B, S_00B32C_USER_SGPR(4) | S_00B32C_OC_LDS_EN(1));
      rig_program(&rig, 0xb220, GS_B, S_00B22C_USER_SGPR(9));
   }
   rig_program(&rig, R_00B120_SPI_SHADER_PGM_LO_VS, gs ? COPY_B : TES_B, S_00B12C_USER_SGPR(8) | S_00B12C_SO_EN(1) |
           S_00B12C_SO_BASE0_EN(1) | S_00B12C_OC_LDS_EN(!gs));
   gs_capture(&rig, gs ? gsvs_bo->va : offchip_bo->va, so_bo->va, BUFFER_B, gs ? 3 : 4);
}

static void begin_geometry(unsigned corners)
{
   const unsigned lane_dw = 18;
   pm4_set_context_reg(b, R_028A40_VGT_GS_MODE, S_028A40_MODE(V_028A40_GS_SCENARIO_G));
   pm4_set_context_reg(b, R_028AAC_VGT_ESGS_RING_ITEMSIZE, 2);
   pm4_set_context_reg(b, R_028AB0_VGT_GSVS_RING_ITEMSIZE, lane_dw);
   pm4_set_context_reg(b, R_028A6C_VGT_GS_OUT_PRIM_TYPE, V_028A6C_POINTLIST);
   pm4_set_context_reg(b, R_028B38_VGT_GS_MAX_VERT_OUT, 6);
   pm4_set_context_reg(b, R_028B5C_VGT_GS_VERT_ITEMSIZE, 3);
   gs_rings(&rig, esgs_bo->va, gsvs_bo->va, lane_dw, corners);
}

static void pipeline_statistics(uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_SAMPLE_PIPELINESTAT) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(2));
   pm4_emit_va(b, va);
}

/* Factors as the hull program writes them for a patch. */
static bool tessellated(const struct row *t, unsigned patch)
{
   const struct tess_mode mode = { t->domain, t->spacing, t->topology, 0, 64 };
   float f[6];
   memcpy(f, t->factor, sizeof f);
   f[0] += (float)patch;
   return tess_run(&mode, f, &result);
}

static const struct row rows[] = {
   { TESS_TRIANGLES, TESS_INTEGER, TESS_CW, { 1, 1, 1, 1 }, 1 },
   { TESS_TRIANGLES, TESS_ODD, TESS_CCW, { 2.5f, 3, 1, 4.5f }, 20 },
   { TESS_QUADS, TESS_EVEN, TESS_CW, { 3, 2, 7, 5, 4.5f, 3 }, 9 },
   { TESS_QUADS, TESS_POW2, TESS_CCW, { -2, 2, 7, 5, 4.5f, 3 }, 5 }, /* the first patches are culled */
   { TESS_QUADS, TESS_INTEGER, TESS_POINTS, { 3, 2, 7, 5, 4, 3 }, 4 },
   { TESS_ISOLINES, TESS_INTEGER, TESS_LINES, { 3, 5 }, 40 },
   { TESS_TRIANGLES, TESS_INTEGER, TESS_CW, { 60, 64, 64, 64 }, 3 }, /* more points than a batch holds */
   { TESS_TRIANGLES, TESS_INTEGER, TESS_CW, { 1, 2, 1, 2 }, 150 },    /* groups of several waves: patches in two of them */
};

static void points_of_patches(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      static const unsigned groups[] = { 1, 6, 11, 16, 43, 64 };
      for (unsigned k = 0; k < sizeof groups / sizeof *groups; k++) {
         const unsigned group = groups[k];
         const struct row *t = &rows[i];
         memset(captured, 0xee, BUFFER_B);
         begin_tess(t, group, false);
         pm4_packet(b, PKT3_NUM_INSTANCES, 1);
         pm4_emit(b, 2);
         pm4_event_write(b, V_028A90_PIPELINESTAT_START, 0);
         pipeline_statistics(rig.scratch->va);
         rig_draw(&rig, V_008958_DI_PT_PATCH, 3 * t->patches + 2);
         pipeline_statistics(rig.scratch->va + 88);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         const uint32_t *at = captured;
         for (unsigned n = 0; n < 2 * t->patches; n++) {
            unsigned patch = n % t->patches, instance = n / t->patches;
            if (!tessellated(t, patch))
               continue;
            for (unsigned c = 0; c < result.num_prims * result.corners; c++, at += 4) {
               assert_memory_equal(at, &result.u[result.corner[c]], 4);
               assert_memory_equal(at + 1, &result.v[result.corner[c]], 4);
               assert_int_equal(at[2] & 0xffff, patch);
               assert_in_range(at[2] >> 16, 0, group - 1); /* of its group; where those begin is the machine's choice */
               assert_int_equal(at[3], 2 * (3 * patch + 1) | instance << 9); /* from the second vertex */
            }
         }
         assert_int_equal(*at, 0xeeeeeeee);
         uint64_t counts[22];
         memcpy(counts, rig.out, sizeof counts);
         assert_int_equal(counts[11 + 8] - counts[8], 2 * t->patches);
         assert_int_equal(counts[11 + 9] - counts[9], (at - captured) / 4);
      }
   }
}

static void geometry_behind(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const struct row *t = &rows[i];
      memset(captured, 0xee, BUFFER_B);
      tessellated(t, 8);
      begin_tess(t, 7, true);
      begin_geometry(result.corners);
      rig_draw(&rig, V_008958_DI_PT_PATCH, 3 * t->patches);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      const uint32_t *at = captured;
      for (unsigned patch = 0; patch < t->patches; patch++) {
         if (!tessellated(t, patch))
            continue;
         for (unsigned k = 0; k < result.num_prims * result.corners; k++, at += 3) {
            assert_memory_equal(at, &result.u[result.corner[k]], 4);
            assert_int_equal(at[1], patch << 8);
            assert_memory_equal(at + 2, &result.v[result.corner[k]], 4);
         }
      }
      assert_int_equal(*at, 0xeeeeeeee);
   }
}

static void hostile(void **state)
{
   static const struct { uint32_t reg, value; bool lost; } bad[] = {
      { R_028B58_VGT_LS_HS_CONFIG, 0, false }, { R_028B58_VGT_LS_HS_CONFIG, 0xffffffff, false },
      { R_028B58_VGT_LS_HS_CONFIG, S_028B58_NUM_PATCHES(255) | S_028B58_HS_NUM_INPUT_CP(63) | S_028B58_HS_NUM_OUTPUT_CP(63),
        false },
      { R_028B6C_VGT_TF_PARAM, 0xffffffff, false }, { R_028B6C_VGT_TF_PARAM, 0x20 /* isolines as lines */, false },
      { R_028A18_VGT_HOS_MAX_TESS_LEVEL, 0x7fc00000, false }, { R_028A18_VGT_HOS_MAX_TESS_LEVEL, 0, false },
      { R_028A1C_VGT_HOS_MIN_TESS_LEVEL, 0x7f800000, false },
      { R_030938_VGT_TF_RING_SIZE, 0, true }, { R_030940_VGT_TF_MEMORY_BASE, 0xdead00, false },
      { R_03093C_VGT_HS_OFFCHIP_PARAM, 0xffffffff, false }, { R_00B520_SPI_SHADER_PGM_LO_LS, 0, false },
      { R_00B420_SPI_SHADER_PGM_LO_HS, 0xffffff, true }, { 0xb52c, S_00B52C_LDS_SIZE(0), false },
      { R_028B54_VGT_SHADER_STAGES_EN, S_028B54_HS_EN(1), false },
   };
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      begin_tess(&rows[2], 7, false);
      if (bad[i].reg >= 0x30000)
         pm4_set_uconfig_reg(b, bad[i].reg, bad[i].value);
      else if (bad[i].reg >= 0x28000)
         pm4_set_context_reg(b, bad[i].reg, bad[i].value);
      else
         pm4_set_sh_reg(b, bad[i].reg, bad[i].value);
      rig_draw(&rig, V_008958_DI_PT_PATCH, 60);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 60); /* no patches */
      assert_int_equal(rig_run(&rig), bad[i].lost ? WS_RESET_GUILTY : WS_RESET_NONE);
      if (bad[i].lost) {
         rig.dev->impl->ctx_destroy(rig.ctx);
         rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
      }
   }
}

/* With random registers programs of two threads store at one place, which the thread sanitizer would report. */
#ifdef __SANITIZE_THREAD__
#define RANDOM_REGISTERS_THREADS (void *)"1"
#else
#define RANDOM_REGISTERS_THREADS NULL
#endif

/* Any values in the registers that stages read, within what a draw could find there: whatever comes of it, the process
 * stays and the next context draws. */
static void random_registers(void **state)
{
   static const uint32_t regs[] = {
      R_028B54_VGT_SHADER_STAGES_EN, R_028B58_VGT_LS_HS_CONFIG, R_028B6C_VGT_TF_PARAM, R_028A18_VGT_HOS_MAX_TESS_LEVEL,
      R_028A1C_VGT_HOS_MIN_TESS_LEVEL, R_028A40_VGT_GS_MODE, R_028AAC_VGT_ESGS_RING_ITEMSIZE, R_028AB0_VGT_GSVS_RING_ITEMSIZE,
      R_028A60_VGT_GSVS_RING_OFFSET_1, R_028A6C_VGT_GS_OUT_PRIM_TYPE, R_028B38_VGT_GS_MAX_VERT_OUT,
      R_028B5C_VGT_GS_VERT_ITEMSIZE, R_028B60_VGT_GS_VERT_ITEMSIZE_1, R_028B90_VGT_GS_INSTANCE_CNT, R_028B94_VGT_STRMOUT_CONFIG,
      R_028B98_VGT_STRMOUT_BUFFER_CONFIG, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0, R_028AD4_VGT_STRMOUT_VTX_STRIDE_0,
      R_028AE4_VGT_STRMOUT_VTX_STRIDE_1, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, R_028A84_VGT_PRIMITIVEID_EN,
      R_028AA0_VGT_INSTANCE_STEP_RATE_0, R_0286C4_SPI_VS_OUT_CONFIG, R_02881C_PA_CL_VS_OUT_CNTL, 0xb12c, 0xb22c, 0xb32c, 0xb42c,
      0xb52c, R_030938_VGT_TF_RING_SIZE, R_03093C_VGT_HS_OFFCHIP_PARAM, R_030900_VGT_ESGS_RING_SIZE, R_030904_VGT_GSVS_RING_SIZE,
   };
   static const unsigned types[] = { V_008958_DI_PT_PATCH, V_008958_DI_PT_TRILIST, V_008958_DI_PT_TRISTRIP_ADJ,
                                     V_008958_DI_PT_POINTLIST, V_008958_DI_PT_RECTLIST, 30 };
   tear_down(state);
   setenv("GLOAM_WATCHDOG_MS", "30", 1);
   set_up(state);
   unsetenv("GLOAM_WATCHDOG_MS");
   uint32_t seed = 12345;
   for (unsigned round = 0; round < 150; round++) {
      struct row t = rows[round % 7];
      bool gs = round & 1;
      begin_tess(&t, 1 + round % 20, gs);
      if (gs)
         begin_geometry(3);
      if (round & 4)
         pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, 0);
      for (unsigned k = 0; k < 1 + round % 3; k++) {
         seed = seed * 1664525u + 1013904223u;
         uint32_t reg = regs[(seed >> 16) % (sizeof regs / sizeof regs[0])];
         seed = seed * 1664525u + 1013904223u;
         uint32_t value = seed ^ seed >> 16;
         if (seed >> 30)
            value &= 0x3f;
         if (reg >= 0x30000)
            pm4_set_uconfig_reg(b, reg, value);
         else if (reg >= 0x28000)
            pm4_set_context_reg(b, reg, value);
         else
            pm4_set_sh_reg(b, reg, value);
      }
      rig_draw(&rig, types[(seed >> 8) % 8 < 6 ? (seed >> 8) % 8 : 0], 40 + round);
      rig_draw(&rig, V_008958_DI_PT_PATCH, 40 + round);
      if (rig_run(&rig) != WS_RESET_NONE) {
         rig.dev->impl->ctx_destroy(rig.ctx);
         rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
      }
   }
   tear_down(state);
   set_up(state);
   points_of_patches(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate_setup_teardown(points_of_patches, set_up, tear_down, (void *)"1"),
      cmocka_unit_test_prestate_setup_teardown(points_of_patches, set_up, tear_down, (void *)"2"),
      cmocka_unit_test_prestate_setup_teardown(points_of_patches, set_up, tear_down, (void *)"4"),
      cmocka_unit_test_prestate_setup_teardown(points_of_patches, set_up, tear_down, (void *)"7"),
      cmocka_unit_test_setup_teardown(geometry_behind, set_up, tear_down),
      cmocka_unit_test_prestate_setup_teardown(geometry_behind, set_up, tear_down, (void *)"7"),
      cmocka_unit_test_setup_teardown(hostile, set_up, tear_down),
      cmocka_unit_test_prestate_setup_teardown(random_registers, set_up, tear_down, RANDOM_REGISTERS_THREADS),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
