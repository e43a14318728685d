/* Packets of the graphics ring, the rest of them (test_cp.c has data movement, fences and calls): every form of indexed,
 * indirect and multiple draws, predication by queries, statistics, register writes in all spaces, waits on every condition.
 * What a draw got is seen by stream output: a program that stores vertex id, the SGPRs that indirect draws write and the
 * instance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"
#include "hw-si/hwdb/hw_chips.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/core/sim_gpu.h"

static struct pm4_buf *b = &rig.pm4;
static struct ws_bo *so_bo, *data_bo;
struct record { uint32_t vertex, base_and_id, start_and_instance; };
static struct record *captured;
static uint32_t *data;

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. s[0:3]: V#; s4 base vertex, s5 start instance, s6 draw id; s8: stream-output
 * configuration, s9: write index, s10: offset. */
static const uint32_t capture_vs[] = {
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x928cff08, 0x00070010, /* s_bfe_u32 s12, s8, 0x70010 */
   0x320a0809,             /* v_add_u32 v5, vcc, s9, v4 */
   0x100a0a8c,             /* v_mul_u32_u24 v5, 12, v5 */
   0x8e0a820a,             /* s_lshl_b32 s10, s10, 2 */
   0x8604ff04, 0x0000ffff, /* s_and_b32 s4, s4, 0xffff */
   0x8e069006,             /* s_lshl_b32 s6, s6, 16 */
   0x87040604,             /* s_or_b32 s4, s4, s6 */
   0x7e0c0204,             /* v_mov_b32 v6, s4 */
   0x240e0690,             /* v_lshlrev_b32 v7, 16, v3 */
   0x280e0e05,             /* v_or_b32 v7, s5, v7 */
   0x7d98080c,             /* v_cmp_gt_u32 vcc, s12, v4 */
   0xbe8e206a,             /* s_and_saveexec_b64 s[14:15], vcc */
   0xe0701000, 0x0a000005, /* buffer_store_dword v0, v5, s[0:3], s10 offen */
   0xe0701004, 0x0a000605, /* buffer_store_dword v6, v5, s[0:3], s10 offen offset:4 */
   0xe0701008, 0x0a000705, /* buffer_store_dword v7, v5, s[0:3], s10 offen offset:8 */
   0xbefe010e,             /* s_mov_b64 exec, s[14:15] */
   0xc40008cf, 0x06060606, /* exp pos0 v6, v6, v6, v6 done */
   0xbf810000,             /* s_endpgm */
};
enum { CAPTURE_B = 1024, CAPTURE_BYTES = 1 << 16, DATA_B = 1 << 16 };

static int set_up(void **state)
{
   rig_init(&rig);
   so_bo = rig_buffer(&rig, CAPTURE_BYTES);
   data_bo = rig_buffer(&rig, DATA_B);
   captured = rig.dev->impl->bo_map(so_bo);
   data = rig.dev->impl->bo_map(data_bo);
   memset(captured, 0xee, CAPTURE_BYTES);
   memset(data, 0, DATA_B);
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + CAPTURE_B, capture_vs, sizeof capture_vs);
   return 0;
}

static int tear_down(void **state)
{
   rig.dev->impl->bo_unref(so_bo);
   rig.dev->impl->bo_unref(data_bo);
   rig_finish(&rig);
   return 0;
}

static void begin_capture(void)
{
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_DX_RASTERIZATION_KILL(1));
   pm4_set_sh_reg_seq(b, R_00B120_SPI_SHADER_PGM_LO_VS, 4);
   pm4_emit(b, (uint32_t)((rig.code->va + CAPTURE_B) >> 8));
   pm4_emit(b, 0);
   pm4_emit(b, S_00B128_VGPRS(3) | S_00B128_SGPRS(2) | S_00B128_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B12C_USER_SGPR(8) | S_00B12C_SO_EN(1) | S_00B12C_SO_BASE0_EN(1));
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 8);
   rig_raw_buffer(&rig, so_bo->va, CAPTURE_BYTES);
   for (unsigned i = 0; i < 4; i++)
      pm4_emit(b, 0);
   pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0, 2);
   pm4_emit(b, CAPTURE_BYTES / 4), pm4_emit(b, 3);
   pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
   pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_POINTLIST);
   pm4_packet(b, PKT3_SET_BASE, 3);
   pm4_emit(b, 1);
   pm4_emit_va(b, data_bo->va);
}

static void index_type(unsigned type)
{
   pm4_packet(b, PKT3_INDEX_TYPE, 1);
   pm4_emit(b, type);
}

static void index_buffer(uint64_t va, uint32_t count)
{
   pm4_packet(b, PKT3_INDEX_BASE, 2);
   pm4_emit_va(b, va);
   pm4_packet(b, PKT3_INDEX_BUFFER_SIZE, 1);
   pm4_emit(b, count);
}

static void run_and_expect(const struct record *expect, unsigned count)
{
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned i = 0; i < count; i++)
      if (memcmp(&captured[i], &expect[i], sizeof *expect))
         fail_msg("vertex %u: %u %x %x", i, captured[i].vertex, captured[i].base_and_id, captured[i].start_and_instance);
   assert_int_equal(captured[count].vertex, 0xeeeeeeee);
}

/* ---- draws ------------------------------------------------------------------------------------------------------------ */

enum { SGPR_BASE = 0x4c + 4, SGPR_START = 0x4c + 5, SGPR_ID = 0x4c + 6, INDICES_B = 4096 };

static void index_sizes(void **state)
{
   uint8_t *bytes = (uint8_t *)data + INDICES_B;
   for (unsigned i = 0; i < 32; i++)
      bytes[i] = (uint8_t)(i + 1);
   begin_capture();
   index_type(2);
   index_buffer(data_bo->va + INDICES_B, 6);
   pm4_packet(b, PKT3_DRAW_INDEX_OFFSET_2, 4);
   pm4_emit(b, 6), pm4_emit(b, 3), pm4_emit(b, 5), pm4_emit(b, 0); /* two of them lie beyond the buffer */
   index_type(0);
   pm4_packet(b, PKT3_DRAW_INDEX_OFFSET_2, 4);
   pm4_emit(b, 6), pm4_emit(b, 3), pm4_emit(b, 1), pm4_emit(b, 0);
   index_type(1);
   pm4_packet(b, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(b, 1);
   pm4_emit_va(b, data_bo->va + INDICES_B + 4);
   pm4_emit(b, 1), pm4_emit(b, 0);
   static const struct record expect[] = { { 4 }, { 5 }, { 6 }, { 0 }, { 0 }, { 0x0807 }, { 0x08070605 } };
   run_and_expect(expect, 7);
}

static void indirect_indexed(void **state)
{
   uint16_t *index = (uint16_t *)(data + INDICES_B / 4);
   for (unsigned i = 0; i < 16; i++)
      index[i] = (uint16_t)(100 + i);
   const uint32_t args[2][6] = { { 2, 1, 3, 1000, 7 }, { 1, 2, 0, (uint32_t)-5, 9 } };
   memcpy(data + 16, args, sizeof args);
   begin_capture();
   index_type(0);
   index_buffer(data_bo->va + INDICES_B, 16);
   pm4_packet(b, PKT3_DRAW_INDEX_INDIRECT, 4);
   pm4_emit(b, 64), pm4_emit(b, SGPR_BASE), pm4_emit(b, SGPR_START), pm4_emit(b, 0);
   data[0] = 2;
   for (unsigned from_memory = 0; from_memory < 2; from_memory++) {
      pm4_packet(b, PKT3_DRAW_INDEX_INDIRECT_MULTI, 9);
      pm4_emit(b, 64), pm4_emit(b, SGPR_BASE), pm4_emit(b, SGPR_START);
      pm4_emit(b, SGPR_ID | 1u << 31 | from_memory << 30);
      pm4_emit(b, from_memory ? 5 : 1); /* the smaller of both counts */
      pm4_emit_va(b, data_bo->va);
      pm4_emit(b, 24), pm4_emit(b, 0);
   }
   static const struct record expect[] = {
      { 103, 1000, 7 }, { 104, 1000, 7 },
      { 103, 1000, 7 }, { 104, 1000, 7 },
      { 103, 1000, 7 }, { 104, 1000, 7 }, { 100, 0xfffb | 1 << 16, 9 }, { 100, 0xfffb | 1 << 16, 9 | 1 << 16 },
   };
   run_and_expect(expect, 8);
}

static void indirect_multi(void **state)
{
   const uint32_t args[3][4] = { { 1, 1, 10, 0 }, { 0, 1, 20, 0 }, { 2, 1, 30, 4 } };
   memcpy(data + 16, args, sizeof args);
   begin_capture();
   pm4_packet(b, PKT3_DRAW_INDIRECT, 4);
   pm4_emit(b, 64 + 32), pm4_emit(b, SGPR_BASE), pm4_emit(b, SGPR_START), pm4_emit(b, 2);
   pm4_packet(b, PKT3_DRAW_INDIRECT_MULTI, 9);
   pm4_emit(b, 64), pm4_emit(b, SGPR_BASE), pm4_emit(b, SGPR_START), pm4_emit(b, SGPR_ID | 1u << 31);
   pm4_emit(b, 3);
   pm4_emit_va(b, 0);
   pm4_emit(b, 16), pm4_emit(b, 2);
   static const struct record expect[] = { { 0, 30, 4 }, { 1, 30, 4 }, { 0, 10, 0 }, { 0, 30 | 2 << 16, 4 },
                                           { 1, 30 | 2 << 16, 4 } };
   run_and_expect(expect, 5);
}

/* An old driver's way to set three registers; how many instances sticks until it is changed. */
static void preamble_and_instances(void **state)
{
   begin_capture();
   pm4_packet(b, PKT3_DRAW_PREAMBLE, 3);
   pm4_emit(b, V_008958_DI_PT_LINESTRIP), pm4_emit(b, 0), pm4_emit(b, 0);
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 2);
   for (unsigned i = 0; i < 2; i++) {
      pm4_packet(b, PKT3_DRAW_INDEX_AUTO, 2);
      pm4_emit(b, 2), pm4_emit(b, 2);
   }
   static const struct record expect[] = { { 0 }, { 1 }, { 0, 0, 1 << 16 }, { 1, 0, 1 << 16 },
                                           { 0 }, { 1 }, { 0, 0, 1 << 16 }, { 1, 0, 1 << 16 } };
   run_and_expect(expect, 8);
}

/* ---- predication ------------------------------------------------------------------------------------------------------- */

enum { CLEAR, ZPASS, PRIMCOUNT, BOOL64 };
#define VALID (1ull << 63)

static void predicate(uint64_t va, unsigned op, bool visible, bool goes_on)
{
   pm4_packet(b, PKT3_SET_PREDICATION, 2);
   pm4_emit(b, (uint32_t)va);
   pm4_emit(b, PM4_SET_PREDICATION_CONTROL_OP(op) | PM4_SET_PREDICATION_CONTROL_DRAW_VISIBLE(visible) |
                  PM4_SET_PREDICATION_CONTROL_ADDR_HI((uint32_t)(va >> 32)) | PM4_SET_PREDICATION_CONTROL_CONTINUE(goes_on));
}

static void predicated_write(unsigned i)
{
   pm4_emit(b, PKT3(PKT3_WRITE_DATA, 3, 1));
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
   pm4_emit_va(b, rig.scratch->va + 4 * i);
   pm4_emit(b, 1);
}

static void predication(void **state)
{
   /* Begin and end of every render backend: nothing passed, the last backend counted something. Then streams: needed and
    * written at begin and end, equal and not. */
   uint64_t zpass[2][32], prims[2][4] = { { VALID | 5, VALID | 5, VALID | 9, VALID | 9 },
                                          { VALID | 5, VALID | 5, VALID | 9, VALID | 8 } };
   for (unsigned i = 0; i < 32; i++)
      zpass[0][i] = zpass[1][i] = VALID | 77;
   zpass[1][2 * 7 + 1]++;
   uint64_t va[6];
   memcpy(data, zpass, sizeof zpass);
   memcpy(data + 256, prims, sizeof prims);
   data[512] = 0, data[513] = 0, data[516] = 0, data[517] = 1; /* the high half counts too */
   for (unsigned i = 0; i < 2; i++) {
      va[i] = data_bo->va + i * sizeof zpass[0];
      va[2 + i] = data_bo->va + 1024 + i * sizeof prims[0];
      va[4 + i] = data_bo->va + 2048 + i * 16;
   }
   unsigned n = 0;
   bool expect[64];
   b->count = 0;
   for (unsigned op = ZPASS; op <= BOOL64; op++) {
      for (unsigned second = 0; second < 2; second++) {
         for (unsigned first = 0; first < 2; first++) {
            for (unsigned visible = 0; visible < 2; visible++) {
               /* An overflow is what is not visible. */
               bool one = op == PRIMCOUNT ? !first : first, both = op == PRIMCOUNT ? !(first | second) : first | second;
               predicate(va[2 * (op - 1) + first], op, visible, false);
               expect[n] = one == visible;
               predicated_write(n++);
               predicate(va[2 * (op - 1) + second], op, visible, true);
               expect[n] = both == visible;
               predicated_write(n++);
            }
         }
      }
   }
   predicate(0, CLEAR, true, false);
   expect[n] = true;
   predicated_write(n++);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned i = 0; i < n; i++)
      if (rig.out[i] != expect[i])
         fail_msg("predicate %u: %u", i, rig.out[i]);
}

/* ---- events, registers, waits ------------------------------------------------------------------------------------------ */

static void statistics(uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_SAMPLE_PIPELINESTAT) | 2 << 8);
   pm4_emit_va(b, va);
}

/* Counters stand still outside START and STOP. One triangle is drawn, one lies outside, one is culled. */
static void pipeline_statistics(void **state)
{
   const float x[3] = { 10, 1000, 10 };
   for (unsigned i = 0; i < 3; i++) {
      rig.vertex[3 * i] = rig_at(x[i], 10, 0xff0000ff);
      rig.vertex[3 * i + 1 + (i == 2)] = rig_at(x[i], 42, 0xff0000ff);
      rig.vertex[3 * i + 2 - (i == 2)] = rig_at(x[i] + 32, 10, 0xff0000ff);
   }
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(1) | S_028814_CULL_BACK(1) | S_028814_FACE(1));
   for (unsigned i = 0; i < 4; i++) {
      pm4_event_write(b, i & 1 ? V_028A90_PIPELINESTAT_START : V_028A90_PIPELINESTAT_STOP, 0);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 9);
      statistics(rig.scratch->va + 88 * i);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   uint64_t count[4][11];
   memcpy(count, rig.out, sizeof count);
   unsigned pixels = rig_count(&rig, 0xff0000ff);
   assert_true(pixels > 400 && pixels < 600);
   static const unsigned expect[11] = { 0, 0, 3, 9, 0, 0, 3, 9 };
   for (unsigned i = 0; i < 11; i++) {
      assert_int_equal(count[1][i], count[2][i]);
      assert_int_equal(count[1][i] - count[0][i], count[3][i] - count[2][i]);
      if (i == 0)
         assert_int_equal(count[1][i] - count[0][i], pixels);
      else if (i != 1) /* primitives after the clipper: whether culling comes before it is the hardware's choice */
         assert_int_equal(count[1][i] - count[0][i], expect[i]);
   }
   assert_in_range(count[1][1] - count[0][1], 1, 2);
}

static void copy_reg_to(uint32_t reg, uint64_t va)
{
   pm4_packet(b, PKT3_COPY_DATA, 5);
   pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(0) | PM4_COPY_DATA_CONTROL_DST_SEL(1));
   pm4_emit_va(b, reg / 4);
   pm4_emit_va(b, va);
}

static void copy_reg(uint32_t reg, unsigned i)
{
   copy_reg_to(reg, rig.scratch->va + 4 * i);
}

/* All register spaces, the index in the offset's top bits left off; CLEAR_STATE brings context registers back. */
static void registers(void **state)
{
   b->count = 0;
   pm4_set_config_reg_seq(b, R_008988_VGT_TF_RING_SIZE, 1);
   pm4_emit(b, 11);
   pm4_set_sh_reg_index(b, 0xb118, 3, 12);
   pm4_set_sh_reg_compute_seq(b, R_00B900_COMPUTE_USER_DATA_0, 2);
   pm4_emit(b, 13), pm4_emit(b, 14);
   pm4_set_context_reg_index(b, R_028AA8_IA_MULTI_VGT_PARAM, 1, 15);
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, 16);
   /* four dwords to one register, one after the other, and to registers side by side */
   for (unsigned one = 0; one < 2; one++) {
      pm4_packet(b, PKT3_WRITE_DATA, 5);
      pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(0) | PM4_WRITE_DATA_CONTROL_ONE_ADDR(one));
      pm4_emit_va(b, (R_00B130_SPI_SHADER_USER_DATA_VS_0 + 16 * one) / 4);
      pm4_emit(b, 20), pm4_emit(b, 21);
   }
   const uint32_t read[] = { R_008988_VGT_TF_RING_SIZE, 0xb118, R_00B900_COMPUTE_USER_DATA_0, R_00B900_COMPUTE_USER_DATA_0 + 4,
                             R_028AA8_IA_MULTI_VGT_PARAM, R_030908_VGT_PRIMITIVE_TYPE, R_00B130_SPI_SHADER_USER_DATA_VS_0,
                             R_00B130_SPI_SHADER_USER_DATA_VS_0 + 4, R_00B130_SPI_SHADER_USER_DATA_VS_0 + 16,
                             R_00B130_SPI_SHADER_USER_DATA_VS_0 + 20, R_028A18_VGT_HOS_MAX_TESS_LEVEL, R_036020_CP_PERFMON_CNTL };
   pm4_set_uconfig_reg(b, R_036020_CP_PERFMON_CNTL, 17);
   pm4_set_context_reg(b, R_028A18_VGT_HOS_MAX_TESS_LEVEL, 1);
   pm4_packet(b, PKT3_CLEAR_STATE, 1);
   pm4_emit(b, 0);
   pm4_set_context_reg_index(b, R_028AA8_IA_MULTI_VGT_PARAM, 1, 15);
   for (unsigned i = 0; i < sizeof read / sizeof read[0]; i++)
      copy_reg(read[i], i);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   static const uint32_t expect[] = { 11, 12, 13, 14, 15, 16, 20, 21, 21, 0 };
   for (unsigned i = 0; i < sizeof expect / sizeof expect[0]; i++)
      assert_int_equal(rig.out[i], expect[i]);
   assert_int_not_equal(rig.out[10], 1);
   assert_int_equal(rig.out[11], 17);
   b->count = 0; /* and nothing of it is left for the next one */
   for (unsigned i = 0; i < sizeof read / sizeof read[0]; i++)
      copy_reg(read[i], i);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned i = 0; i < sizeof read / sizeof read[0]; i++)
      if (read[i] < 0x28000 || read[i] >= 0x29000)
         assert_int_equal(rig.out[i], 0);
}

static void waits_and_releases(void **state)
{
   static const struct { unsigned function; uint32_t value, reference; } passing[] = {
      { 0, 1, 2 }, { 1, 1, 2 }, { 2, 2, 2 }, { 3, 2, 2 }, { 4, 1, 2 }, { 5, 2, 2 }, { 6, 3, 2 },
   };
   uint64_t out = rig.scratch->va;
   b->count = 0;
   for (unsigned i = 0; i < 7; i++) {
      data[i] = passing[i].value | 0xabcd0000;
      pm4_packet(b, PKT3_WAIT_REG_MEM, 6);
      pm4_emit(b, passing[i].function | 1 << 4);
      pm4_emit_va(b, data_bo->va + 4 * i);
      pm4_emit(b, passing[i].reference), pm4_emit(b, 0xffff), pm4_emit(b, 4);
   }
   pm4_packet(b, PKT3_EVENT_WRITE_EOS, 4);
   pm4_emit(b, V_028A90_PS_DONE | 6 << 8);
   pm4_emit(b, (uint32_t)out);
   pm4_emit(b, PM4_EVENT_WRITE_EOS_SELECT_ADDR_HI((uint32_t)(out >> 32)) | PM4_EVENT_WRITE_EOS_SELECT_COMMAND(2));
   pm4_emit(b, 0x1234);
   pm4_packet(b, PKT3_RELEASE_MEM, 6);
   pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
   pm4_emit(b, PM4_RELEASE_MEM_SELECT_DATA_SEL(1));
   pm4_emit_va(b, out + 4);
   pm4_emit_va(b, 0x5678);
   pm4_packet(b, PKT3_ACQUIRE_MEM, 6);
   for (unsigned i = 0; i < 6; i++)
      pm4_emit(b, i == 1 ? 0xffffffff : 0);
   pm4_packet(b, PKT3_SURFACE_SYNC, 4);
   for (unsigned i = 0; i < 4; i++)
      pm4_emit(b, i == 1 ? 0xffffffff : 0);
   pm4_packet(b, PKT3_PFP_SYNC_ME, 1);
   pm4_emit(b, 0);
   for (unsigned i = 0; i < 2; i++) {
      pm4_packet(b, PKT3_COPY_DATA, 5);
      pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(9) | PM4_COPY_DATA_CONTROL_DST_SEL(5) | PM4_COPY_DATA_CONTROL_COUNT_64(1));
      pm4_emit_va(b, 0);
      pm4_emit_va(b, out + 8 + 8 * i);
   }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   uint64_t clock[2];
   memcpy(clock, rig.out + 2, sizeof clock);
   assert_int_equal(rig.out[0], 0x1234);
   assert_int_equal(rig.out[1], 0x5678);
   assert_true(clock[0] && clock[0] <= clock[1] && clock[1] <= rig.dev->impl->timestamp(rig.dev));
}

/* Calls inside calls, up to the depth that is allowed; one that calls itself ends the context. */
static void nested_calls(void **state)
{
   struct pm4_buf level[3];
   for (unsigned i = 0; i < 3; i++) {
      level[i] = (struct pm4_buf){ data + 256 * (i + 1), 0, 256 };
      struct pm4_buf *c = &level[i];
      if (i) {
         pm4_packet(c, PKT3_INDIRECT_BUFFER, 3);
         pm4_emit_va(c, data_bo->va + 1024 * i);
         pm4_emit(c, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(level[i - 1].count));
      }
      pm4_packet(c, PKT3_WRITE_DATA, 4);
      pm4_emit(c, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
      pm4_emit_va(c, rig.scratch->va + 4 * i);
      pm4_emit(c, 7 + i);
   }
   b->count = 0;
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, data_bo->va + 1024 * 3);
   pm4_emit(b, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(level[2].count));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned i = 0; i < 3; i++)
      assert_int_equal(rig.out[i], 7 + i);
   struct pm4_buf self = { data + 2048, 0, 256 };
   pm4_packet(&self, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(&self, data_bo->va + 8192);
   pm4_emit(&self, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(4));
   b->count = 0;
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, data_bo->va + 8192);
   pm4_emit(b, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(4));
   assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
}

/* GFX6 has CP DMA in another spelling, its own call packet, one-dword filler of type 2, and no UCONFIG space. */
static void cp_dma(bool fill, uint64_t from, uint64_t to, uint32_t command)
{
   pm4_packet(b, PKT3_CP_DMA, 5);
   pm4_emit(b, (uint32_t)from);
   pm4_emit(b, PM4_CP_DMA_WORD1_SRC_HI((uint32_t)(from >> 32)) | PM4_CP_DMA_WORD1_SRC_SEL(fill ? 2 : 0) |
            PM4_CP_DMA_WORD1_CP_SYNC(1));
   pm4_emit_va(b, to);
   pm4_emit(b, command);
}

static void oldest_generation(void **state)
{
   /* The machine alone: there is no device of that generation yet. */
   enum { BASE = 1 << 20, SIZE_B = 1 << 16, IB_B = 0x8000, CALLED_B = 0x4000, OUT_B = 0x2000 };
   struct sim_mem mem;
   assert_true(sim_mem_init(&mem, 1ull << 30) && sim_mem_commit(&mem, BASE, SIZE_B));
   sim_mem_set_access(&mem, BASE, SIZE_B, SIM_MEM_READ | SIM_MEM_WRITE);
   struct sim_gpu *gpu = sim_gpu_create(hw_chip_find("pitcairn"), &mem);
   assert_non_null(gpu);
   const uint32_t *at = (const uint32_t *)(mem.base + BASE), *out = at + OUT_B / 4;
   struct pm4_buf saved = *b, called = { (uint32_t *)(mem.base + BASE + CALLED_B), 0, 64 };
   *b = (struct pm4_buf){ (uint32_t *)(mem.base + BASE + IB_B), 0, 1024 };
   pm4_packet(&called, PKT3_WRITE_DATA, 4);
   pm4_emit(&called, PM4_WRITE_DATA_CONTROL_DST_SEL(1));
   pm4_emit_va(&called, BASE + OUT_B + 12);
   pm4_emit(&called, 0x600d);
   cp_dma(true, 0x11223344, BASE, 16);
   cp_dma(false, BASE, BASE + 64, 10);
   cp_dma(false, BASE, R_00B130_SPI_SHADER_USER_DATA_VS_0, 4 | PM4_CP_DMA_COMMAND_DAS(1));
   cp_dma(false, 0, 0, 0); /* only waits */
   copy_reg_to(R_00B130_SPI_SHADER_USER_DATA_VS_0, BASE + OUT_B);
   pm4_packet(b, PKT3_INDIRECT_BUFFER_SI, 3);
   pm4_emit_va(b, BASE + CALLED_B);
   pm4_emit(b, PM4_INDIRECT_BUFFER_SI_CONTROL_SIZE_DW(called.count));
   pm4_set_config_reg(b, R_0084FC_CP_STRMOUT_CNTL, 0);
   pm4_event_write(b, V_028A90_SO_VGTSTREAMOUT_FLUSH, 0);
   copy_reg_to(R_0084FC_CP_STRMOUT_CNTL, BASE + OUT_B + 4);
   pm4_packet(b, PKT3_STRMOUT_BUFFER_UPDATE, 5);
   pm4_emit(b, PM4_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(2));
   pm4_emit_va(b, 0);
   pm4_emit(b, 55), pm4_emit(b, 0);
   copy_reg_to(R_008968_VGT_STRMOUT_BUFFER_FILLED_SIZE_2, BASE + OUT_B + 8);
   pm4_pad(b, 6, 8);
   char why[200] = "";
   bool ran = sim_gpu_run(gpu, BASE + IB_B, b->count, why, sizeof why);
   b->count = 0;
   pm4_set_uconfig_reg(b, R_030908_VGT_PRIMITIVE_TYPE, 0);
   bool knows_uconfig = sim_gpu_run(gpu, BASE + IB_B, b->count, why, sizeof why);
   *b = saved;
   assert_true(ran && !knows_uconfig);
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(at[i], 0x11223344);
   assert_int_equal(at[4], 0);
   assert_int_equal(at[17], 0x11223344);
   assert_int_equal(at[18], 0x3344);
   assert_int_equal(out[0], 0x11223344);
   assert_int_equal(out[1] & 1, 1);
   assert_int_equal(out[2], 55);
   assert_int_equal(out[3], 0x600d);
   sim_gpu_destroy(gpu);
   sim_mem_finish(&mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(index_sizes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(indirect_indexed, set_up, tear_down),
      cmocka_unit_test_setup_teardown(indirect_multi, set_up, tear_down),
      cmocka_unit_test_setup_teardown(preamble_and_instances, set_up, tear_down),
      cmocka_unit_test_setup_teardown(predication, set_up, tear_down),
      cmocka_unit_test_setup_teardown(pipeline_statistics, set_up, tear_down),
      cmocka_unit_test_setup_teardown(registers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(waits_and_releases, set_up, tear_down),
      cmocka_unit_test_setup_teardown(nested_calls, set_up, tear_down),
      cmocka_unit_test_setup_teardown(oldest_generation, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
