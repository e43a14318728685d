/* each_packet_draw.c: packets that draw and dispatch, or prepare it, for test_each_packet.c: seen by the statistics. */
#include "winsys/sim/cp/tests/each_packet.h"

static void primitive_type(unsigned type)
{
   if (level == 6)
      pm4_set_config_reg(b, R_008958_VGT_PRIMITIVE_TYPE, type);
   else
      pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, type);
}

/* Points that leave no pixels. The statistics of the draws after them are between places 0 and 1. */
static void begin_draws(void)
{
   pm4_packet(b, PKT3_CONTEXT_CONTROL, 2);
   pm4_emit(b, 0x80000000), pm4_emit(b, 0x80000000);
   if (level > 6) {
      pm4_packet(b, PKT3_CLEAR_STATE, 1);
      pm4_emit(b, 0);
   }
   primitive_type(V_008958_DI_PT_POINTLIST);
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_DX_RASTERIZATION_KILL(1));
   sh_reg(R_00B120_SPI_SHADER_PGM_LO_VS, (BASE + CODE_B) >> 8);
   sh_reg(R_00B120_SPI_SHADER_PGM_LO_VS + 4, 0);
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 1);
   event(V_028A90_PIPELINESTAT_START, 0, 0);
   statistics(0);
}

/* Index lists: what restarts is not a point, so the primitives say which indices were read. */
static void restart_at(uint32_t index)
{
   pm4_set_context_reg(b, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, index);
   pm4_set_context_reg(b, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
   primitive_type(V_008958_DI_PT_LINESTRIP);
}

static void index_type(unsigned type)
{
   pm4_packet(b, PKT3_INDEX_TYPE, 1);
   pm4_emit(b, type);
}

static void index_base(uint64_t va)
{
   pm4_packet(b, PKT3_INDEX_BASE, 2);
   pm4_emit_va(b, va);
}

static void index_buffer_size(uint32_t count)
{
   pm4_packet(b, PKT3_INDEX_BUFFER_SIZE, 1);
   pm4_emit(b, count);
}

static void draw_offset(uint32_t max, uint32_t offset, uint32_t count)
{
   pm4_packet(b, PKT3_DRAW_INDEX_OFFSET_2, 4);
   pm4_emit(b, max), pm4_emit(b, offset), pm4_emit(b, count), pm4_emit(b, 0);
}

/* Line strips: the primitives of eight indices 1 2 3 R 4 5 R 6. An R does not count in IA_VERTICES. */
static const uint32_t strip[] = { 1, 2, 3, 9, 4, 5, 9, 6 };

static void indices_16(void)
{
   for (unsigned i = 0; i < COUNT(strip); i++)
      ((uint16_t *)data)[i] = (uint16_t)strip[i];
}

/* ---- draws ------------------------------------------------------------------------------------------------------------ */

static void end_draws(uint64_t vertices, uint64_t primitives)
{
   statistics(1);
   go();
   expect("vertices", counted(0, IA_VERTICES), vertices);
   expect("primitives", counted(0, IA_PRIMITIVES), primitives);
}

void p_draw_index_auto(void)
{
   begin_draws();
   draw_auto(7), draw_auto(0), draw_auto(2);
   end_draws(9, 9);
}

void p_num_instances(void)
{
   begin_draws();
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 3);
   draw_auto(5), draw_auto(1); /* it sticks */
   end_draws(18, 18);
}

void p_index_type(void)
{
   begin_draws();
   restart_at(9);
   for (unsigned i = 0; i < 8; i++)
      data[i] = i == 2 ? 9 : i; /* as 16-bit indices: 0 0 1 0 9 0 3 0 ... */
   index_base(DATA_VA);
   index_type(1);
   draw_offset(8, 0, 8);
   index_type(0);
   draw_offset(8, 0, 8);
   end_draws(7 + 7, (1 + 4) + (3 + 2));
}

/* GFX8 has bytes, too. */
void p_index_base(void)
{
   begin_draws();
   restart_at(9);
   indices_16();
   memcpy(data + 64, (const uint8_t[]){ 1, 9, 2, 3, 9, 4, 5, 6 }, 8);
   index_type(0);
   index_base(DATA_VA + 4); /* 3 R 4 5 R 6 */
   draw_offset(6, 0, 6);
   if (level == 8) {
      index_type(2);
      index_base(DATA_VA + 256);
      draw_offset(8, 0, 8);
   }
   end_draws(level == 8 ? 4 + 6 : 4, 1 + (level == 8 ? 1 + 2 : 0));
}

void p_draw_index_2(void)
{
   begin_draws();
   restart_at(9);
   indices_16();
   index_type(0);
   pm4_packet(b, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(b, 8), pm4_emit_va(b, DATA_VA);
   pm4_emit(b, 8), pm4_emit(b, 0);
   end_draws(6, 2 + 1);
}

/* From the third index on; beyond the limit indices are zero. */
void p_draw_index_offset_2(void)
{
   begin_draws();
   restart_at(9);
   indices_16();
   index_type(0);
   index_base(DATA_VA);
   draw_offset(8, 2, 6); /* 3 R 4 5 R 6 */
   draw_offset(4, 0, 8); /* 1 2 3 R 0 0 0 0 */
   end_draws(4 + 7, 1 + 2 + 3);
}

void p_draw_preamble(void)
{
   begin_draws();
   pm4_packet(b, PKT3_DRAW_PREAMBLE, 3);
   pm4_emit(b, V_008958_DI_PT_TRILIST), pm4_emit(b, 0x1234), pm4_emit(b, 0x5678);
   draw_auto(9);
   read_reg(R_028AA8_IA_MULTI_VGT_PARAM, 100);
   read_reg(R_028B58_VGT_LS_HS_CONFIG, 101);
   end_draws(9, 3);
   expect("IA_MULTI_VGT_PARAM", out[100], 0x1234);
   expect("VGT_LS_HS_CONFIG", out[101], 0x5678);
}

enum { SGPR_REG = (R_00B130_SPI_SHADER_USER_DATA_VS_0 - 0xb000) / 4 };

static void indirect(unsigned opcode, uint32_t offset)
{
   pm4_packet(b, opcode, 4);
   pm4_emit(b, offset), pm4_emit(b, SGPR_REG + 2), pm4_emit(b, SGPR_REG + 3), pm4_emit(b, opcode == PKT3_DRAW_INDIRECT ? 2 : 0);
}

static void read_sgprs(void)
{
   for (unsigned i = 0; i < 3; i++)
      read_reg(R_00B130_SPI_SHADER_USER_DATA_VS_0 + 8 + 4 * i, 100 + i);
}

void p_draw_indirect(void)
{
   memcpy(data, (const uint32_t[]){ 0, 0, 0, 0, 6, 2, 77, 88 }, 32);
   begin_draws();
   set_base(DATA_VA, false);
   indirect(PKT3_DRAW_INDIRECT, 16);
   read_sgprs();
   end_draws(12, 12);
   expect("base vertex", out[100], 77);
   expect("start instance", out[101], 88);
}

/* Indices 3 R 4 5 R 6 of those in the buffer, of which only seven are there. */
void p_draw_index_indirect(void)
{
   memcpy(data + 16, (const uint32_t[]){ 6, 3, 2, 77, 88 }, 20);
   begin_draws();
   restart_at(9);
   indices_16();
   index_type(0);
   index_base(DATA_VA);
   index_buffer_size(6); /* the second R and the 6 after it are zeros: 3 R 4 5 0 0 */
   set_base(DATA_VA + 64, false);
   indirect(PKT3_DRAW_INDEX_INDIRECT, 0);
   read_sgprs();
   end_draws(3 * 5, 3 * 3);
   expect("base vertex", out[100], 77);
   expect("start instance", out[101], 88);
}

static void multi(unsigned opcode, uint32_t count, bool from_memory, uint32_t stride)
{
   pm4_packet(b, opcode, 9);
   pm4_emit(b, 0), pm4_emit(b, SGPR_REG + 2), pm4_emit(b, SGPR_REG + 3);
   pm4_emit(b, (SGPR_REG + 4) | 1u << 31 | (uint32_t)from_memory << 30);
   pm4_emit(b, count), pm4_emit_va(b, DATA_VA + 256), pm4_emit(b, stride);
   pm4_emit(b, opcode == PKT3_DRAW_INDIRECT_MULTI ? 2 : 0);
}

void p_draw_indirect_multi(void)
{
   for (unsigned i = 0; i < 4; i++)
      memcpy(data + 6 * i, (const uint32_t[]){ 1 + i, 1, 10 + i, 20 + i }, 16);
   data[64] = 2;
   begin_draws();
   set_base(DATA_VA, false);
   multi(PKT3_DRAW_INDIRECT_MULTI, 3, false, 24);
   multi(PKT3_DRAW_INDIRECT_MULTI, 3, true, 24);
   read_sgprs();
   end_draws(1 + 2 + 3 + 1 + 2, 9);
   expect("base vertex", out[100], 11);
   expect("start instance", out[101], 21);
   expect("draw id", out[102], 1);
}

void p_draw_index_indirect_multi(void)
{
   for (unsigned i = 0; i < 4; i++)
      memcpy(data + 16 + 5 * i, (const uint32_t[]){ 3 + i, 1, i, 10 + i, 20 + i }, 20);
   data[64] = 3;
   begin_draws();
   restart_at(9);
   indices_16();
   index_type(0);
   index_base(DATA_VA);
   index_buffer_size(8);
   set_base(DATA_VA + 64, false);
   multi(PKT3_DRAW_INDEX_INDIRECT_MULTI, 4, true, 20); /* 1 2 3; 2 3 R 4; 3 R 4 5 R */
   read_sgprs();
   end_draws(3 + 3 + 3, 2 + 1 + 1);
   expect("base vertex", out[100], 12);
   expect("start instance", out[101], 22);
   expect("draw id", out[102], 2);
}

void p_index_buffer_size(void)
{
   memcpy(data + 16, (const uint32_t[]){ 8, 1, 0, 0, 0 }, 20);
   for (unsigned i = 0; i < 8; i++)
      ((uint16_t *)data)[i] = 9;
   begin_draws();
   restart_at(9);
   index_type(0);
   index_base(DATA_VA);
   set_base(DATA_VA + 64, false);
   index_buffer_size(8); /* all restart */
   indirect(PKT3_DRAW_INDEX_INDIRECT, 0);
   index_buffer_size(3); /* five zeros */
   indirect(PKT3_DRAW_INDEX_INDIRECT, 0);
   end_draws(5, 4);
}

/* ---- compute ---------------------------------------------------------------------------------------------------------- */

#define INITIATOR (S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1))

void begin_dispatch(void)
{
   sh_reg(R_00B830_COMPUTE_PGM_LO, (BASE + CODE_B) >> 8);
   sh_reg(R_00B830_COMPUTE_PGM_LO + 4, 0);
   sh_reg(R_00B81C_COMPUTE_NUM_THREAD_X, 4);
   sh_reg(R_00B81C_COMPUTE_NUM_THREAD_X + 4, 1);
   sh_reg(R_00B81C_COMPUTE_NUM_THREAD_X + 8, 1);
   event(V_028A90_PIPELINESTAT_START, 0, 0);
   statistics(0);
}

void dispatch(uint32_t x, uint32_t y, uint32_t z)
{
   pm4_packet(b, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(b, x), pm4_emit(b, y), pm4_emit(b, z), pm4_emit(b, INITIATOR);
}

static void end_dispatch(uint64_t threads)
{
   statistics(1);
   go();
   expect("threads", counted(0, CS_INVOCATIONS), threads);
}

void p_dispatch_direct(void)
{
   begin_dispatch();
   dispatch(2, 3, 5), dispatch(0, 1, 1);
   end_dispatch(120);
}

void p_dispatch_indirect(void)
{
   memcpy(data, (const uint32_t[]){ 0, 3, 2, 1 }, 16);
   begin_dispatch();
   set_base(DATA_VA, true);
   pm4_packet(b, PKT3_DISPATCH_INDIRECT, 2);
   pm4_emit(b, 4), pm4_emit(b, INITIATOR);
   if (on_compute && level > 6) {
      pm4_packet(b, PKT3_DISPATCH_INDIRECT, 3);
      pm4_emit_va(b, DATA_VA + 4), pm4_emit(b, INITIATOR);
   }
   end_dispatch(on_compute && level > 6 ? 48 : 24);
}

/* One base for draws, one for dispatches; other indices have other uses. */
void p_set_base(void)
{
   memcpy(data, (const uint32_t[]){ 3, 2, 1, 0, 5, 1, 1, 1 }, 32);
   begin_dispatch();
   set_base(DATA_VA + 16, !on_compute ? false : true);
   set_base(DATA_VA, true);
   pm4_packet(b, PKT3_SET_BASE, 3);
   pm4_emit(b, 3), pm4_emit_va(b, DATA_VA + 16);
   pm4_packet(b, PKT3_DISPATCH_INDIRECT, 2);
   pm4_emit(b, 0), pm4_emit(b, INITIATOR);
   end_dispatch(24);
}
