/* One packet kind at a time, and what must not bring the process down: unknown packets, wild addresses, endless programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

#define RED 0xff0000ffu
#define BACK 0x11223344u

static struct pm4_buf *b = &rig.pm4;

static int set_up(void **state)
{
   rig_init(&rig);
   rig_clear(&rig, BACK);
   return 0;
}

static void write_data(uint64_t va, uint32_t value)
{
   pm4_packet(b, PKT3_WRITE_DATA, 4);
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(5) | PM4_WRITE_DATA_CONTROL_WR_CONFIRM(1));
   pm4_emit_va(b, va);
   pm4_emit(b, value);
}

static void copy_data(unsigned src, uint64_t from, unsigned dst, uint64_t to, bool two)
{
   pm4_packet(b, PKT3_COPY_DATA, 5);
   pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(src) | PM4_COPY_DATA_CONTROL_DST_SEL(dst) |
                  PM4_COPY_DATA_CONTROL_COUNT_64(two));
   pm4_emit_va(b, from);
   pm4_emit_va(b, to);
}

static void memory_packets(void **state)
{
   uint64_t out = rig.scratch->va;
   rig.out[8] = 0x12345678;
   rig.out[9] = 0x9abcdef0;
   write_data(out, 0xcafe);
   copy_data(1, out + 32, 5, out + 4, true);
   copy_data(5, 77, 5, out + 12, false);
   pm4_set_context_reg(b, R_028C70_CB_COLOR0_INFO, 0xabc);
   copy_data(0, R_028C70_CB_COLOR0_INFO / 4, 5, out + 16, false);
   copy_data(1, out, 0, R_028C74_CB_COLOR0_ATTRIB / 4, false);
   copy_data(0, R_028C74_CB_COLOR0_ATTRIB / 4, 5, out + 20, false);
   /* fill, then copy */
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_SRC_SEL(2) | PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit(b, 0x55aa55aa), pm4_emit(b, 0);
   pm4_emit_va(b, out + 256);
   pm4_emit(b, 64);
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit_va(b, out + 256);
   pm4_emit_va(b, out + 512);
   pm4_emit(b, 30);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[0], 0xcafe);
   assert_int_equal(rig.out[1], 0x12345678);
   assert_int_equal(rig.out[2], 0x9abcdef0);
   assert_int_equal(rig.out[3], 77);
   assert_int_equal(rig.out[4], 0xabc);
   assert_int_equal(rig.out[5], 0xcafe);
   assert_int_equal(rig.out[64], 0x55aa55aa);
   assert_int_equal(rig.out[79], 0x55aa55aa);
   assert_int_equal(rig.out[80], 0);
   assert_int_equal(rig.out[128], 0x55aa55aa);
   assert_int_equal(rig.out[135], 0x55aa); /* 30 bytes */
}

static void emit_dma(bool is_fill, uint64_t from, uint64_t to, uint32_t bytes)
{
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_SRC_SEL(is_fill ? 2 : 0) | PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit_va(b, from);
   pm4_emit_va(b, to);
   pm4_emit(b, bytes);
}

/* Packets that continue each other may be executed as one, but never with another result. */
static void continued_dma(void **state)
{
   uint64_t out = rig.scratch->va;
   uint8_t *bytes = (uint8_t *)rig.out;
   memset(bytes, 0, 1024);
   memcpy(bytes, "0123456789abcdef", 16);
   emit_dma(false, out, out + 16, 16); /* the second reads what the first writes */
   emit_dma(false, out + 16, out + 32, 16);
   emit_dma(true, 0x04030201, out + 64, 6); /* the word starts anew with each packet */
   emit_dma(true, 0x04030201, out + 70, 6);
   emit_dma(true, 0x0d0c0b0a, out + 128, 32);
   emit_dma(true, 0x0d0c0b0a, out + 160, 32);
   emit_dma(true, 0x1d1c1b1a, out + 192, 32);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_memory_equal(bytes + 16, "0123456789abcdef0123456789abcdef", 32);
   assert_memory_equal(bytes + 64, "\1\2\3\4\1\2\1\2\3\4\1\2", 13);
   for (unsigned i = 0; i < 24; i++)
      assert_int_equal(rig.out[32 + i], i < 16 ? 0x0d0c0b0a : 0x1d1c1b1a);
   assert_int_equal(rig.out[56], 0);
}

/* Enough for several workers, with an odd end; the fill lies in the first half, its copy in the second. */
static void large_dma(void **state)
{
   enum { HALF = 3 << 20, BYTES = HALF - 4093, PACKET = 0x1fffe0 };
   struct ws_bo *bo = rig.dev->impl->bo_create(rig.dev, 2 * HALF, 4096, WS_DOMAIN_VRAM, WS_BO_CPU_ACCESS | WS_BO_ZERO);
   assert_non_null(bo);
   uint8_t *map = rig.dev->impl->bo_map(bo);
   for (unsigned copy = 0; copy < 2; copy++)
      for (uint32_t at = 0; at < BYTES; at += PACKET) {
         uint32_t part = BYTES - at < PACKET ? BYTES - at : PACKET;
         emit_dma(!copy, copy ? bo->va + at : 0x44332211, bo->va + copy * HALF + at, part);
      }
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned half = 0; half < 2; half++) {
      for (uint32_t i = 0; i < BYTES; i++)
         if (map[half * HALF + i] != 0x11 * (1 + i % 4))
            fail_msg("half %u byte %u is %02x", half, i, map[half * HALF + i]);
      for (uint32_t i = BYTES; i < HALF; i++)
         assert_int_equal(map[half * HALF + i], 0);
   }
   rig.dev->impl->bo_unref(bo);
}

/* Rows of an image, more than wait at a time: some read what others write, or write what others read or write. */
static void rows_dma(void **state)
{
   enum { ROWS = 600, ROW = 4096, PART = 3000, BYTES = (ROWS + 2) * ROW };
   struct ws_bo *bo = rig.dev->impl->bo_create(rig.dev, 2 * BYTES, 4096, WS_DOMAIN_VRAM, WS_BO_CPU_ACCESS | WS_BO_ZERO);
   uint8_t *map = bo ? rig.dev->impl->bo_map(bo) : NULL, *want = malloc(2 * BYTES);
   assert_non_null(map);
   assert_non_null(want);
   for (uint32_t i = 0; i < 2 * BYTES; i++)
      map[i] = (uint8_t)(i * 2654435761u >> 24);
   memcpy(want, map, 2 * BYTES);
   for (uint32_t i = 0; i < ROWS; i++) {
      uint32_t from = i * ROW, to = BYTES + from;
      if (i % 100 == 99) /* of what the last one wrote */
         from = BYTES + (i - 1) * ROW + 5;
      if (i % 100 == 60) /* over what was read a while ago */
         to = (i - 30) * ROW + 7;
      if (i % 100 == 30) /* half of the last one's */
         to -= ROW / 2;
      emit_dma(false, bo->va + from, bo->va + to, PART);
      memmove(want + to, want + from, PART);
   }
   emit_dma(false, bo->va, bo->va + 100, PART); /* onto itself */
   memmove(want + 100, want, PART);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_memory_equal(map, want, 2 * BYTES);
   free(want);
   rig.dev->impl->bo_unref(bo);
}

static void end_of_pipe_and_waits(void **state)
{
   uint64_t out = rig.scratch->va;
   pm4_packet(b, PKT3_EVENT_WRITE_EOP, 5);
   pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
   pm4_emit(b, (uint32_t)out);
   pm4_emit(b, PM4_EVENT_WRITE_EOP_SELECT_DATA_SEL(2));
   pm4_emit_va(b, 0x1122334455667788);
   pm4_packet(b, PKT3_EVENT_WRITE_EOP, 5);
   pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
   pm4_emit(b, (uint32_t)out + 8);
   pm4_emit(b, PM4_EVENT_WRITE_EOP_SELECT_DATA_SEL(3));
   pm4_emit_va(b, 0);
   pm4_packet(b, PKT3_WAIT_REG_MEM, 6);
   pm4_emit(b, 3 | 1 << 4);
   pm4_emit_va(b, out);
   pm4_emit(b, 0x55660000), pm4_emit(b, 0xffff0000), pm4_emit(b, 10);
   /* the stream-output handshake */
   pm4_set_uconfig_reg(b, R_0300FC_CP_STRMOUT_CNTL, 0);
   pm4_event_write(b, V_028A90_SO_VGTSTREAMOUT_FLUSH, 0);
   pm4_packet(b, PKT3_WAIT_REG_MEM, 6);
   pm4_emit(b, 3);
   pm4_emit_va(b, R_0300FC_CP_STRMOUT_CNTL / 4);
   pm4_emit(b, 1), pm4_emit(b, 1), pm4_emit(b, 4);
   write_data(out + 16, 1);
   uint64_t before = rig.dev->impl->timestamp(rig.dev);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   uint64_t value, clock;
   memcpy(&value, rig.out, 8);
   memcpy(&clock, rig.out + 2, 8);
   assert_true(value == 0x1122334455667788);
   assert_true(clock >= before && clock <= rig.dev->impl->timestamp(rig.dev));
   assert_int_equal(rig.out[4], 1);
}

static void command_buffers_call_and_chain(void **state)
{
   uint64_t out = rig.scratch->va;
   uint32_t *called = rig.out + 256, *chained = rig.out + 512; /* in the scratch buffer, 1 KB apart */
   struct pm4_buf c = { called, 0, 64 }, d = { chained, 0, 64 };
   for (unsigned i = 0; i < 2; i++) {
      struct pm4_buf *t = i ? &d : &c;
      pm4_packet(t, PKT3_WRITE_DATA, 4);
      pm4_emit(t, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
      pm4_emit_va(t, out + 4 * i);
      pm4_emit(t, 100 + i);
   }
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, out + 1024);
   pm4_emit(b, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(c.count) | PM4_INDIRECT_BUFFER_CONTROL_VALID(1));
   write_data(out + 8, 200);
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, out + 2048);
   pm4_emit(b, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(d.count) | PM4_INDIRECT_BUFFER_CONTROL_CHAIN(1) |
                  PM4_INDIRECT_BUFFER_CONTROL_VALID(1));
   write_data(out + 12, 300); /* dead: a chain does not come back */
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[0], 100);
   assert_int_equal(rig.out[1], 101);
   assert_int_equal(rig.out[2], 200);
   assert_int_equal(rig.out[3], 0);
}

static void conditional_execution(void **state)
{
   uint64_t out = rig.scratch->va;
   rig.out[0] = 0;
   rig.out[1] = 1;
   for (unsigned i = 0; i < 2; i++) {
      pm4_packet(b, PKT3_COND_EXEC, 4);
      pm4_emit_va(b, out + 4 * i);
      pm4_emit(b, 0), pm4_emit(b, 5);
      write_data(out + 16 + 4 * i, 1);
   }
   /* predication by a boolean: draw if it is set */
   for (unsigned i = 0; i < 2; i++) {
      uint64_t flag = i;
      memcpy(rig.out + 64 + 4 * i, &flag, 8);
      pm4_packet(b, PKT3_SET_PREDICATION, 2);
      pm4_emit(b, (uint32_t)out + 256 + 16 * i);
      pm4_emit(b, PM4_SET_PREDICATION_CONTROL_OP(3) | PM4_SET_PREDICATION_CONTROL_DRAW_VISIBLE(1));
      pm4_emit(b, PKT3(PKT3_WRITE_DATA, 3, 1));
      pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
      pm4_emit_va(b, out + 32 + 4 * i);
      pm4_emit(b, 1);
   }
   pm4_packet(b, PKT3_SET_PREDICATION, 2);
   pm4_emit_va(b, 0);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[4], 0);
   assert_int_equal(rig.out[5], 1);
   assert_int_equal(rig.out[8], 0);
   assert_int_equal(rig.out[9], 1);
}

static void rectangle(void)
{
   rig.vertex[0] = rig_at(10, 20, RED);
   rig.vertex[1] = rig_at(10, 50, RED);
   rig.vertex[2] = rig_at(100, 20, RED);
}

static void indirect_draws(void **state)
{
   rectangle();
   rig_begin(&rig);
   static const uint32_t args[2][4] = { { 3, 1, 5, 6 }, { 3, 1, 7, 8 } };
   memcpy(rig.out, args, sizeof args);
   rig.out[16] = 2;
   pm4_set_uconfig_reg_index(b, R_030908_VGT_PRIMITIVE_TYPE, 1, V_008958_DI_PT_RECTLIST);
   pm4_packet(b, PKT3_SET_BASE, 3);
   pm4_emit(b, 1);
   pm4_emit_va(b, rig.scratch->va);
   pm4_packet(b, PKT3_DRAW_INDIRECT, 4);
   pm4_emit(b, 0);
   pm4_emit(b, 0x4c + 8), pm4_emit(b, 0x4c + 9), pm4_emit(b, 2);
   copy_data(0, (R_00B130_SPI_SHADER_USER_DATA_VS_0 + 32) / 4, 5, rig.scratch->va + 128, true);
   pm4_packet(b, PKT3_DRAW_INDIRECT_MULTI, 9);
   pm4_emit(b, 0);
   pm4_emit(b, 0x4c + 8), pm4_emit(b, 0x4c + 9), pm4_emit(b, (0x4c + 10) | 3u << 30);
   pm4_emit(b, 100);
   pm4_emit_va(b, rig.scratch->va + 64);
   pm4_emit(b, 16), pm4_emit(b, 2);
   copy_data(0, (R_00B130_SPI_SHADER_USER_DATA_VS_0 + 32) / 4, 5, rig.scratch->va + 136, true);
   copy_data(0, (R_00B130_SPI_SHADER_USER_DATA_VS_0 + 40) / 4, 5, rig.scratch->va + 144, false);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 90 * 30);
   assert_int_equal(rig.out[32], 5);
   assert_int_equal(rig.out[33], 6);
   assert_int_equal(rig.out[34], 7);
   assert_int_equal(rig.out[35], 8);
   assert_int_equal(rig.out[36], 1);
}

/* Streams that hardware would hang on: the context is lost and says so, the next one works. */
static const struct { uint32_t dw[8]; unsigned count; } hopeless[] = {
   { { 0xc000fe00, 0 }, 2 },                         /* unknown packet */
   { { 0x00001234 }, 1 },                            /* type 0 */
   { { 0xc0ff6900, 0 }, 2 },                         /* cut short */
   { { 0xc0002d00, 3 }, 2 },                         /* too short a body */
   { { 0xc0023f00, 0x100, 0, 0x10 }, 4 },            /* command buffer that is not mapped */
   { { 0xc0053c00, 0x3, 0xc03f, 0, 1, 1, 4 }, 7 },   /* register wait that never ends */
};

static void hopeless_streams(void **state)
{
   for (unsigned i = 0; i < sizeof hopeless / sizeof hopeless[0]; i++) {
      b->count = 0;
      for (unsigned k = 0; k < hopeless[i].count; k++)
         pm4_emit(b, hopeless[i].dw[k]);
      assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
      assert_int_equal(rig_run(&rig), WS_RESET_INNOCENT); /* refused: the context is lost */
      rig.dev->impl->ctx_destroy(rig.ctx);
      rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
   }
   rig_clear(&rig, BACK);
   rectangle();
   rig_begin(&rig);
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig_count(&rig, RED), 90 * 30);
}

static void bad_programs(void **state)
{
   static const struct { uint32_t reg; unsigned offset_B; } rows[] = {
      { R_00B020_SPI_SHADER_PGM_LO_PS, RIG_ENDLESS_B }, { R_00B120_SPI_SHADER_PGM_LO_VS, RIG_ENDLESS_B },
      { R_00B020_SPI_SHADER_PGM_LO_PS, RIG_GARBAGE_B }, { R_00B120_SPI_SHADER_PGM_LO_VS, RIG_GARBAGE_B },
   };
   for (unsigned i = 0; i < 4; i++) {
      rectangle();
      rig_begin(&rig);
      pm4_set_sh_reg(b, rows[i].reg, (uint32_t)((rig.code->va + rows[i].offset_B) >> 8));
      rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
      assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
      rig.dev->impl->ctx_destroy(rig.ctx);
      rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
   }
   rectangle();
   rig_begin(&rig);
   pm4_set_sh_reg(b, R_00B020_SPI_SHADER_PGM_LO_PS, 0xffffff); /* unmapped */
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_GUILTY);
   assert_int_equal(rig_count(&rig, BACK), RIG_SIZE * RIG_SIZE);
}

int main(void)
{
   setenv("GLOAM_WATCHDOG_MS", "100", 1);
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(memory_packets, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(continued_dma, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(large_dma, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(rows_dma, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(end_of_pipe_and_waits, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(command_buffers_call_and_chain, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(conditional_execution, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(indirect_draws, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(hopeless_streams, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(bad_programs, set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
