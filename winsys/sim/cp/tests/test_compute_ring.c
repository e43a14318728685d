/* The compute ring: each of its packets does what it does; those of graphics end the context; what it and the graphics ring
 * do is ordered by fences, and by nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdatomic.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

/* Adds 1 to results[0] per thread. s[0:3]: V#. llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t cs_count[] = {
   0x7e020281,             /* v_mov_b32_e32 v1, 1 */
   0x7e040280,             /* v_mov_b32_e32 v2, 0 */
   0xe1082000, 0x80000102, /* buffer_atomic_add v1, v2, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};

static struct pm4_buf *b = &rig.pm4;
static uint32_t *results;

static int set_up(void **state)
{
   rig_init(&rig);
   rig.ring = WS_RING_COMPUTE;
   results = rig.pixel;
   rig_clear(&rig, 0);
   b->count = 0;
   memset(rig.out, 0, 4096);
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + 1024, cs_count, sizeof cs_count);
   return 0;
}

static uint64_t out_va(unsigned i) { return rig.scratch->va + 4 * i; }

/* Groups of 16 threads. */
static void prepare(void)
{
   pm4_set_sh_reg_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, (uint32_t)((rig.code->va + 1024) >> 8));
   pm4_emit(b, 0);
   pm4_set_sh_reg_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, S_00B848_VGPRS(0) | S_00B848_SGPRS(1) | S_00B848_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B84C_USER_SGPR(4));
   pm4_set_sh_reg_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   pm4_emit(b, 16), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_set_sh_reg_seq(b, R_00B900_COMPUTE_USER_DATA_0, 4);
   pm4_emit(b, (uint32_t)rig.colour->va);
   pm4_emit(b, 4 << 16);
   pm4_emit(b, 1 << 16);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15);
}

#define INITIATOR (S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1))

static void dispatch(uint32_t x)
{
   pm4_packet(b, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(b, x), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_emit(b, INITIATOR);
}

static void write_data(uint64_t va, uint32_t value)
{
   pm4_packet(b, PKT3_WRITE_DATA, 4);
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(5) | PM4_WRITE_DATA_CONTROL_WR_CONFIRM(1));
   pm4_emit_va(b, va);
   pm4_emit(b, value);
}

static void copy_data(unsigned src, uint64_t from, uint64_t to, bool two)
{
   pm4_packet(b, PKT3_COPY_DATA, 5);
   pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(src) | PM4_COPY_DATA_CONTROL_DST_SEL(5) | PM4_COPY_DATA_CONTROL_COUNT_64(two));
   pm4_emit_va(b, from);
   pm4_emit_va(b, to);
}

static void wait_equal(uint64_t va, uint32_t value)
{
   pm4_packet(b, PKT3_WAIT_REG_MEM, 6);
   pm4_emit(b, PM4_WAIT_REG_MEM_CONTROL_FUNCTION(3) | PM4_WAIT_REG_MEM_CONTROL_MEM_SPACE(1));
   pm4_emit_va(b, va);
   pm4_emit(b, value), pm4_emit(b, 0xffffffff), pm4_emit(b, 4);
}

static void event(unsigned type, unsigned index, uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, va ? 3 : 1);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(type) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(index));
   if (va)
      pm4_emit_va(b, va);
}

static void acquire(void)
{
   pm4_packet(b, PKT3_ACQUIRE_MEM, 6);
   pm4_emit(b, S_0301F0_SH_ICACHE_ACTION_ENA(1));
   pm4_emit(b, 0xffffffff), pm4_emit(b, 0xff);
   pm4_emit(b, 0), pm4_emit(b, 0), pm4_emit(b, 10);
}

static void release(uint64_t va, unsigned data_sel, uint64_t data)
{
   pm4_packet(b, PKT3_RELEASE_MEM, 6);
   pm4_emit(b, V_028A90_BOTTOM_OF_PIPE_TS | 5 << 8);
   pm4_emit(b, PM4_RELEASE_MEM_SELECT_DATA_SEL(data_sel));
   pm4_emit_va(b, va);
   pm4_emit_va(b, data);
}

/* ---- packets ---------------------------------------------------------------------------------------------------------- */

static void dispatches(void **state)
{
   const uint32_t sizes[8] = { 9, 9, 9, 9, 5, 2, 1, 1 };
   memcpy(rig.out + 16, sizes, sizeof sizes);
   prepare();
   event(V_028A90_PIPELINESTAT_START, 0, 0);
   dispatch(3);
   pm4_packet(b, PKT3_DISPATCH_INDIRECT, 3); /* by address */
   pm4_emit_va(b, out_va(20));
   pm4_emit(b, INITIATOR);
   event(V_028A90_CS_PARTIAL_FLUSH, 4, 0);
   copy_data(1, rig.colour->va, out_va(1), false);
   event(V_028A90_PIPELINESTAT_STOP, 0, 0);
   pm4_packet(b, PKT3_SET_BASE, 3); /* by offset */
   b->dw[b->count - 1] |= PKT3_SHADER_TYPE_S(1);
   pm4_emit(b, 1);
   pm4_emit_va(b, out_va(16));
   pm4_packet(b, PKT3_DISPATCH_INDIRECT, 2);
   pm4_emit(b, 16);
   pm4_emit(b, INITIATOR);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, out_va(100));
   release(out_va(2), 2, 0x123456789abcdef0ull);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[1], (3 + 10) * 16);
   assert_int_equal(results[0], (3 + 10 + 10) * 16);
   assert_int_equal(rig.out[2], 0x9abcdef0);
   assert_int_equal(rig.out[3], 0x12345678);
   assert_int_equal(rig.out[100 + 2 * 10], (3 + 10) * 16);
}

static void memory_and_registers(void **state)
{
   write_data(out_va(0), 0xcafe);
   copy_data(1, out_va(0), out_va(1), false);
   copy_data(5, 0x1111222233334444ull, out_va(2), true);
   copy_data(9, 0, out_va(4), true);
   pm4_set_uconfig_reg_seq(b, R_030E00_TA_CS_BC_BASE_ADDR, 1);
   pm4_emit(b, 0x77);
   copy_data(0, R_030E00_TA_CS_BC_BASE_ADDR / 4, out_va(6), false);
   pm4_set_sh_reg(b, R_00B900_COMPUTE_USER_DATA_0 + 4, 0x88);
   copy_data(0, (R_00B900_COMPUTE_USER_DATA_0 + 4) / 4, out_va(7), false);
   pm4_set_sh_reg(b, R_00B020_SPI_SHADER_PGM_LO_PS, 0x99); /* out of its reach */
   copy_data(0, R_00B020_SPI_SHADER_PGM_LO_PS / 4, out_va(8), false);
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_SRC_SEL(2) | PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit(b, 0x55aa55aa), pm4_emit(b, 0);
   pm4_emit_va(b, out_va(64));
   pm4_emit(b, 64);
   acquire();
   pm4_packet(b, PKT3_DMA_DATA, 6);
   pm4_emit(b, PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit_va(b, out_va(64));
   pm4_emit_va(b, out_va(128));
   pm4_emit(b, 40);
   release(out_va(10), 1, 0xffffffff00005678ull);
   release(out_va(12), 3, 0);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   const uint32_t want[] = { 0xcafe, 0xcafe, 0x33334444, 0x11112222 };
   assert_memory_equal(rig.out, want, sizeof want);
   assert_int_equal(rig.out[6], 0x77);
   assert_int_equal(rig.out[7], 0x88);
   assert_int_equal(rig.out[8], 0);
   assert_int_equal(rig.out[79], 0x55aa55aa);
   assert_int_equal(rig.out[80], 0);
   assert_int_equal(rig.out[137], 0x55aa55aa);
   assert_int_equal(rig.out[138], 0);
   assert_int_equal(rig.out[10], 0x5678);
   assert_int_equal(rig.out[11], 0);
   uint64_t clock[2];
   memcpy(&clock[0], rig.out + 4, 8);
   memcpy(&clock[1], rig.out + 12, 8);
   assert_true(clock[0] && clock[1] > clock[0]);
}

/* Called, chained and skipped. */
static void control_flow(void **state)
{
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, rig.ib->va + 4096);
   uint32_t *size = &b->dw[b->count];
   pm4_emit(b, 0);
   for (unsigned flag = 0; flag < 2; flag++) {
      pm4_packet(b, PKT3_COND_EXEC, 4);
      pm4_emit_va(b, out_va(32 + flag));
      pm4_emit(b, 0);
      pm4_emit(b, 5);
      write_data(out_va(2 + flag), 9);
   }
   wait_equal(out_va(1), 8);
   pm4_packet(b, PKT3_NOP, 2);
   pm4_emit(b, 1), pm4_emit(b, 2);
   pm4_packet(b, PKT3_INDIRECT_BUFFER, 3);
   pm4_emit_va(b, rig.ib->va + 8192);
   pm4_emit(b, PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(5) | PM4_INDIRECT_BUFFER_CONTROL_CHAIN(1));
   write_data(out_va(0), 1); /* not reached */
   struct pm4_buf called = { b->dw + 1024, 0, 64 }, chained = { b->dw + 2048, 0, 64 }, main = *b;
   *b = called;
   write_data(out_va(1), 8);
   called = *b, *b = chained;
   write_data(out_va(4), 7);
   *b = main;
   *size = called.count;
   rig.out[33] = 1;
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   const uint32_t want[] = { 0, 8, 0, 9, 7 };
   assert_memory_equal(rig.out, want, sizeof want);
}

static void graphics_packets_are_refused(void **state)
{
   static const struct { uint8_t opcode, words; } packets[] = {
      { PKT3_CLEAR_STATE, 1 }, { PKT3_INDEX_BUFFER_SIZE, 1 }, { PKT3_SET_PREDICATION, 2 }, { PKT3_DRAW_INDIRECT, 4 },
      { PKT3_DRAW_INDEX_INDIRECT, 4 }, { PKT3_INDEX_BASE, 2 }, { PKT3_DRAW_INDEX_2, 5 }, { PKT3_CONTEXT_CONTROL, 2 },
      { PKT3_INDEX_TYPE, 1 }, { PKT3_DRAW_INDIRECT_MULTI, 9 }, { PKT3_DRAW_INDEX_AUTO, 2 }, { PKT3_NUM_INSTANCES, 1 },
      { PKT3_STRMOUT_BUFFER_UPDATE, 5 }, { PKT3_DRAW_INDEX_OFFSET_2, 4 }, { PKT3_DRAW_PREAMBLE, 3 },
      { PKT3_DRAW_INDEX_INDIRECT_MULTI, 9 }, { PKT3_PFP_SYNC_ME, 1 }, { PKT3_SURFACE_SYNC, 4 }, { PKT3_EVENT_WRITE_EOP, 5 },
      { PKT3_EVENT_WRITE_EOS, 4 }, { PKT3_SET_CONTEXT_REG, 2 }, { PKT3_SET_CONFIG_REG, 2 },
   };
   for (unsigned i = 0; i < sizeof packets / sizeof packets[0]; i++) {
      b->count = 0;
      write_data(out_va(0), i + 1);
      pm4_packet(b, packets[i].opcode, packets[i].words);
      for (unsigned k = 0; k < packets[i].words; k++)
         pm4_emit(b, 0);
      write_data(out_va(0), 0);
      if (rig_run(&rig) != WS_RESET_GUILTY || rig.out[0] != i + 1)
         fail_msg("packet 0x%x", packets[i].opcode);
      rig.dev->impl->ctx_destroy(rig.ctx);
      rig.ctx = rig.dev->impl->ctx_create(rig.dev, NULL);
   }
}

/* ---- two rings -------------------------------------------------------------------------------------------------------- */

/* Commands from dword `first` of the IB on; `wait` may be NULL. */
static struct ws_fence *submit(enum ws_ring ring, uint32_t first, struct ws_fence *wait)
{
   struct ws_submit_bo bos[] = { { rig.ib, WS_USAGE_READ }, { rig.scratch, WS_USAGE_READ | WS_USAGE_WRITE } };
   struct ws_submit s = { .ring = ring, .ibs = &(struct ws_submit_ib){ rig.ib->va + 4 * first, b->count - first }, .ib_count = 1,
                          .bos = bos, .bo_count = 2,
                          .wait = &wait, .wait_count = wait != NULL };
   struct ws_fence *fence = NULL;
   assert_int_equal(rig.dev->impl->submit(rig.ctx, &s, &fence), 0);
   assert_non_null(fence);
   return fence;
}

static void finish(struct ws_fence *fence)
{
   assert_true(rig.dev->impl->fence_wait(fence, WS_SYNC_FOREVER));
   rig.dev->impl->fence_unref(fence);
}

/* Graphics waits for what compute writes later: neither stands in the other's way. */
static void rings_run_side_by_side(void **state)
{
   assert_int_equal(rig.dev->info.ring_count[WS_RING_COMPUTE], 1);
   wait_equal(out_va(0), 5);
   write_data(out_va(1), 6);
   struct ws_fence *graphics = submit(WS_RING_GFX, 0, NULL);
   assert_false(rig.dev->impl->fence_wait(graphics, 1000000));
   uint32_t first = b->count;
   write_data(out_va(0), 5);
   struct ws_fence *compute = submit(WS_RING_COMPUTE, first, NULL);
   finish(compute);
   finish(graphics);
   assert_int_equal(rig.out[1], 6);
}

/* A chain of fences through both rings, the first of which waits for us. */
static void fences_order_rings(void **state)
{
   enum { STEPS = 40 };
   struct ws_fence *fence = NULL;
   wait_equal(out_va(0), 1);
   for (unsigned i = 0; i < STEPS; i++) {
      uint32_t first = i ? b->count : 0;
      copy_data(1, out_va(8 + i), out_va(9 + i), false); /* what the step before has left */
      struct ws_fence *next = submit(i & 1 ? WS_RING_GFX : WS_RING_COMPUTE, first, fence);
      rig.dev->impl->fence_unref(fence);
      fence = next;
   }
   assert_false(rig.dev->impl->fence_wait(fence, 1000000));
   assert_false(rig.dev->impl->bo_wait(rig.scratch, 0, WS_USAGE_READ)); /* both rings are going to write it */
   rig.out[8] = 4711;
   atomic_store((_Atomic uint32_t *)&rig.out[0], 1);
   finish(fence);
   assert_true(rig.dev->impl->bo_wait(rig.scratch, 0, WS_USAGE_WRITE));
   assert_int_equal(rig.out[8 + STEPS], 4711);
   assert_int_equal(rig.dev->impl->ctx_reset_status(rig.ctx), WS_RESET_NONE);
}

/* What is queued on both rings, each waiting for the other, is done before the device goes. */
static void device_goes_last(void **state)
{
   struct ws_fence *fence = NULL;
   for (unsigned i = 0; i < 20; i++) {
      uint32_t first = b->count;
      write_data(out_va(i), i);
      struct ws_fence *next = submit(i & 1 ? WS_RING_GFX : WS_RING_COMPUTE, first, fence);
      rig.dev->impl->fence_unref(fence);
      fence = next;
   }
   rig.dev->impl->fence_unref(fence);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(dispatches, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(memory_and_registers, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(control_flow, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(graphics_packets_are_refused, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(rings_run_side_by_side, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(fences_order_rings, set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(device_goes_last, set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
