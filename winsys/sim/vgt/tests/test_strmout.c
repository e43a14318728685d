/* Stream output, and through it the order in which every primitive type gives its vertices: a vertex program that stores
 * vertex id, primitive id and instance id where the hardware's SGPRs say. Expected orders are those of the tables in the
 * OpenGL specification (10.1) for either provoking corner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

static struct pm4_buf *b = &rig.pm4;
static struct ws_bo *so_bo, *index_bo;
struct record { uint32_t vertex, primitive, instance; };
static struct record *captured;
static uint32_t *indices;

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. s[0:3]: V# of the buffer; s8: configuration; s9: write index; s10: offset. */
static const uint32_t capture_vs[] = {
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0x928cff08, 0x00070010, /* s_bfe_u32 s12, s8, 0x70010 */
   0x320a0809,             /* v_add_u32 v5, vcc, s9, v4 */
   0x100a0a8c,             /* v_mul_u32_u24 v5, 12, v5 */
   0x8e0a820a,             /* s_lshl_b32 s10, s10, 2 */
   0x7d98080c,             /* v_cmp_gt_u32 vcc, s12, v4 */
   0xbe8e206a,             /* s_and_saveexec_b64 s[14:15], vcc */
   0xe0701000, 0x0a000005, /* buffer_store_dword v0, v5, s[0:3], s10 offen */
   0xe0701004, 0x0a000205, /* buffer_store_dword v2, v5, s[0:3], s10 offen offset:4 */
   0xe0701008, 0x0a000305, /* buffer_store_dword v3, v5, s[0:3], s10 offen offset:8 */
   0xbefe010e,             /* s_mov_b64 exec, s[14:15] */
   0x7e0c0280,             /* v_mov_b32 v6, 0 */
   0xc40008cf, 0x06060606, /* exp pos0 v6, v6, v6, v6 done */
   0xbf810000,             /* s_endpgm */
};
enum { CAPTURE_B = 1024, CAPTURE_BYTES = 1 << 20 };

static int set_up(void **state)
{
   rig_init_threads(&rig, *state);
   so_bo = rig_buffer(&rig, CAPTURE_BYTES);
   index_bo = rig_buffer(&rig, 1 << 20);
   captured = rig.dev->impl->bo_map(so_bo);
   indices = rig.dev->impl->bo_map(index_bo);
   memset(captured, 0xee, CAPTURE_BYTES);
   uint8_t *code = rig.dev->impl->bo_map(rig.code);
   memcpy(code + CAPTURE_B, capture_vs, sizeof capture_vs);
   return 0;
}

static int tear_down(void **state)
{
   rig.dev->impl->bo_unref(so_bo);
   rig.dev->impl->bo_unref(index_bo);
   rig_finish(&rig);
   return 0;
}

static void update(unsigned buffer, unsigned source, uint64_t from, uint64_t store, bool bytes)
{
   pm4_packet(b, PKT3_STRMOUT_BUFFER_UPDATE, 5);
   pm4_emit(b, PM4_STRMOUT_BUFFER_UPDATE_CONTROL_STORE_FILLED_SIZE(store != 0) |
                  PM4_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(source) |
                  PM4_STRMOUT_BUFFER_UPDATE_CONTROL_DATA_TYPE_BYTES(bytes) |
                  PM4_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(buffer));
   pm4_emit_va(b, store);
   pm4_emit_va(b, from);
}

static void begin_capture(uint32_t size_dw)
{
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028A84_VGT_PRIMITIVEID_EN, 1);
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_DX_RASTERIZATION_KILL(1));
   pm4_set_sh_reg_seq(b, R_00B120_SPI_SHADER_PGM_LO_VS, 4);
   pm4_emit(b, (uint32_t)((rig.code->va + CAPTURE_B) >> 8));
   pm4_emit(b, 0);
   pm4_emit(b, S_00B128_VGPRS(3) | S_00B128_SGPRS(2) | S_00B128_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B12C_USER_SGPR(8) | S_00B12C_SO_EN(1) | S_00B12C_SO_BASE0_EN(1));
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 4);
   rig_raw_buffer(&rig, so_bo->va, CAPTURE_BYTES);
   pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0, 2);
   pm4_emit(b, size_dw), pm4_emit(b, 3);
   pm4_set_context_reg_seq(b, R_028B94_VGT_STRMOUT_CONFIG, 2);
   pm4_emit(b, 1), pm4_emit(b, 1);
   update(0, 0, 0, 0, false);
}

static void sample(uint64_t va)
{
   pm4_packet(b, PKT3_EVENT_WRITE, 3);
   pm4_emit(b, PM4_EVENT_WRITE_EVENT_EVENT_TYPE(V_028A90_SAMPLE_STREAMOUTSTATS) | PM4_EVENT_WRITE_EVENT_EVENT_INDEX(3));
   pm4_emit_va(b, va);
}

static uint64_t out64(unsigned i)
{
   uint64_t value;
   memcpy(&value, rig.out + 2 * i, 8);
   assert_true(value >> 63);
   return value & ~(1ull << 63);
}

/* ---- orders ---------------------------------------------------------------------------------------------------------- */

#define END 99
static const struct {
   unsigned type, count, corners;
   bool first;
   const char *name;
   uint8_t expect[40];
   unsigned parts; /* triangles that are one primitive; 0: each by itself */
} orders[] = {
   { V_008958_DI_PT_POINTLIST, 3, 1, 0, "points", { 0, 1, 2, END } },
   { V_008958_DI_PT_LINELIST, 5, 2, 0, "lines", { 0, 1, 2, 3, END } },
   { V_008958_DI_PT_LINESTRIP, 4, 2, 0, "line strip", { 0, 1, 1, 2, 2, 3, END } },
   { V_008958_DI_PT_LINELOOP, 4, 2, 0, "line loop", { 0, 1, 1, 2, 2, 3, 3, 0, END } },
   { V_008958_DI_PT_TRILIST, 8, 3, 0, "triangles", { 0, 1, 2, 3, 4, 5, END } },
   { V_008958_DI_PT_TRISTRIP, 6, 3, 0, "strip", { 0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, END } },
   { V_008958_DI_PT_TRISTRIP, 6, 3, 1, "strip, first", { 0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4, END } },
   { V_008958_DI_PT_TRIFAN, 5, 3, 0, "fan", { 0, 1, 2, 0, 2, 3, 0, 3, 4, END } },
   { V_008958_DI_PT_TRIFAN, 5, 3, 1, "fan, first", { 1, 2, 0, 2, 3, 0, 3, 4, 0, END } },
   { V_008958_DI_PT_POLYGON, 5, 3, 1, "polygon", { 0, 1, 2, 0, 2, 3, 0, 3, 4, END }, 3 },
   { V_008958_DI_PT_QUADLIST, 9, 3, 0, "quads", { 0, 1, 3, 1, 2, 3, 4, 5, 7, 5, 6, 7, END }, 2 },
   { V_008958_DI_PT_QUADLIST, 4, 3, 1, "quads, first", { 0, 1, 2, 0, 2, 3, END }, 2 },
   { V_008958_DI_PT_QUADSTRIP, 6, 3, 0, "quad strip", { 2, 0, 3, 0, 1, 3, 4, 2, 5, 2, 3, 5, END }, 2 },
   { V_008958_DI_PT_LINELIST_ADJ, 9, 2, 0, "lines, adjacency", { 1, 2, 5, 6, END } },
   { V_008958_DI_PT_LINESTRIP_ADJ, 6, 2, 0, "line strip, adjacency", { 1, 2, 2, 3, 3, 4, END } },
   { V_008958_DI_PT_TRILIST_ADJ, 13, 3, 0, "triangles, adjacency", { 0, 2, 4, 6, 8, 10, END } },
   { V_008958_DI_PT_TRISTRIP_ADJ, 5, 3, 0, "strip, adjacency, cut", { END } },
   { V_008958_DI_PT_TRISTRIP_ADJ, 6, 3, 0, "strip, adjacency, one", { 0, 2, 4, END } },
   { V_008958_DI_PT_TRISTRIP_ADJ, 7, 3, 0, "strip, adjacency, odd", { 0, 2, 4, END } },
   { V_008958_DI_PT_TRISTRIP_ADJ, 10, 3, 0, "strip, adjacency", { 0, 2, 4, 4, 2, 6, 4, 6, 8, END } },
};

static void primitive_orders(void **state)
{
   for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
      unsigned n = 0;
      while (orders[i].expect[n] != END)
         n++;
      memset(captured, 0xee, 4096);
      begin_capture(3000);
      pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(!orders[i].first));
      sample(rig.scratch->va);
      rig_draw(&rig, orders[i].type, orders[i].count);
      sample(rig.scratch->va + 16);
      update(0, 3, 0, rig.scratch->va + 64, false);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      for (unsigned k = 0; k < n; k++)
         if (captured[k].vertex != orders[i].expect[k] ||
             captured[k].primitive != k / orders[i].corners / (orders[i].parts ? orders[i].parts : 1))
            fail_msg("%s: vertex %u is %u of primitive %u", orders[i].name, k, captured[k].vertex, captured[k].primitive);
      assert_int_equal(captured[n].vertex, 0xeeeeeeee);
      assert_int_equal(out64(2) - out64(0), n / orders[i].corners);
      assert_int_equal(out64(3) - out64(1), n / orders[i].corners);
      assert_int_equal(rig.out[16], 3 * n);
   }
}

/* Restarts, an index offset, and instances: primitive ids continue after a restart and begin again with an instance. */
static void indexed_instances(void **state)
{
   static const uint32_t in[] = { 7, 8, 9, 10, 0xffffffff, 3, 4, 0xffffffff, 5, 6, 7 };
   static const uint32_t expect[] = { 7, 8, 9, 9, 8, 10, 5, 6, 7 };
   memcpy(indices, in, sizeof in);
   begin_capture(3000);
   rig_restart_at(&rig, 0xffffffff);
   pm4_set_context_reg(b, R_028408_VGT_INDX_OFFSET, 100);
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 3);
   rig_draw_indexed(&rig, V_008958_DI_PT_TRISTRIP, 1, index_bo->va, 11, 11);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned k = 0; k < 27; k++) {
      assert_int_equal(captured[k].vertex, expect[k % 9] + 100);
      assert_int_equal(captured[k].primitive, k % 9 / 3);
      assert_int_equal(captured[k].instance, k / 9);
   }
   assert_int_equal(captured[27].vertex, 0xeeeeeeee);
}

/* A primitive that does not fit completely is counted, not written; what other buffers have room for does not matter. */
static void overflow(void **state)
{
   begin_capture(3 * 3 * 5 + 8);
   sample(rig.scratch->va);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 12);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 12);
   sample(rig.scratch->va + 16);
   update(0, 3, 0, rig.scratch->va + 64, true);
   /* A second buffer with room for two triangles. */
   pm4_set_context_reg_seq(b, R_028AE0_VGT_STRMOUT_BUFFER_SIZE_1, 2);
   pm4_emit(b, 4 * 3 * 2), pm4_emit(b, 4);
   pm4_set_context_reg(b, R_028B98_VGT_STRMOUT_BUFFER_CONFIG, 3);
   update(0, 0, 0, 0, false);
   update(1, 0, 0, 0, false);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 12);
   sample(rig.scratch->va + 32);
   update(0, 3, 0, rig.scratch->va + 68, false);
   update(1, 3, 0, rig.scratch->va + 72, false);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(out64(2) - out64(0), 8);
   assert_int_equal(out64(3) - out64(1), 5);
   assert_int_equal(out64(4) - out64(2), 4);
   assert_int_equal(out64(5) - out64(3), 2);
   assert_int_equal(rig.out[16], 4 * 3 * 3 * 5);
   assert_int_equal(rig.out[17], 3 * 3 * 2);
   assert_int_equal(rig.out[18], 4 * 3 * 2);
   for (unsigned k = 0; k < 15; k++)
      assert_int_equal(captured[k].vertex, k % 12);
   assert_int_equal(captured[15].vertex, 0xeeeeeeee);
}

/* A capture goes on where another ended, by memory; the count of a draw comes from it. */
static void goes_on(void **state)
{
   uint64_t out = rig.scratch->va;
   begin_capture(3000);
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 5);
   update(0, 3, 0, out, false);
   update(0, 0, 600, 0, false); /* of another buffer */
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 1);
   update(0, 2, out, 0, false);
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 2);
   update(0, 3, 0, out, false);
   pm4_packet(b, PKT3_COPY_DATA, 5);
   pm4_emit(b, PM4_COPY_DATA_CONTROL_SRC_SEL(1) | PM4_COPY_DATA_CONTROL_DST_SEL(0));
   pm4_emit_va(b, out);
   pm4_emit_va(b, R_028B2C_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE / 4);
   pm4_set_context_reg(b, R_028B28_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, 0);
   pm4_set_context_reg(b, R_028B30_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE, 3);
   update(0, 0, 900, 0, false);
   pm4_packet(b, PKT3_DRAW_INDEX_AUTO, 2);
   pm4_emit(b, 0);
   pm4_emit(b, 2 | S_0287F0_USE_OPAQUE(1));
   update(0, 3, 0, out + 4, false);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned k = 0; k < 7; k++)
      assert_int_equal(captured[k].vertex, k < 5 ? k : k - 5);
   assert_int_equal(captured[7].vertex, 0xeeeeeeee);
   assert_int_equal(captured[200].vertex, 0);
   assert_int_equal(rig.out[0], 21);
   assert_int_equal(rig.out[1], 900 + 21); /* seven points */
}

/* ---- slices ---------------------------------------------------------------------------------------------------------- */

enum { INDICES = 13000, MAX_STRIPS = 200, INSTANCES = 2, CUT = 0xffff };

/* Strips of random lengths with a restart index after each. Returns their number and leaves their ends. */
static unsigned make_strips(uint32_t seed, uint32_t *end)
{
   unsigned strips = 0;
   for (uint32_t i = 0, left = 40; i < INDICES; i++, left--) {
      seed = seed * 1664525u + 1013904223u;
      indices[i] = left ? seed >> 20 : CUT;
      if (!left || i == INDICES - 1) {
         end[strips++] = i;
         left = (seed >> 16) % 300 + 1;
      }
   }
   return strips;
}

static void draw_strips(unsigned type, unsigned instances, uint32_t first, uint32_t count)
{
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, instances);
   rig_draw_indexed(&rig, type, 1, index_bo->va + 4 * first, count, count);
}

/* A long draw with restarts, in slices, gives what a draw for each of its strips gives, but that primitive ids go on. Then again
 * with room for less than half of it. */
static void slices_go_on(void **state)
{
   static struct record expected[CAPTURE_BYTES / sizeof(struct record)];
   uint32_t end[MAX_STRIPS];
   for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
      const unsigned strips = make_strips(i, end), corners = orders[i].corners;
      assert_in_range(strips, 50, MAX_STRIPS);
      begin_capture(CAPTURE_BYTES / 4);
      sample(rig.scratch->va);
      for (unsigned k = 0; k < strips; k++) {
         const uint32_t first = k ? end[k - 1] + 1 : 0;
         draw_strips(orders[i].type, 1, first, end[k] + (indices[end[k]] != CUT) - first);
         sample(rig.scratch->va + 16 * (k + 1));
      }
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      const uint64_t prims = out64(2 * strips) - out64(0);
      uint32_t ids = 0;
      for (unsigned k = 0, at = 0; k < strips; k++) {
         const unsigned stop = (unsigned)(out64(2 * (k + 1)) - out64(0)) * corners;
         for (; at < stop; at++) {
            expected[at] = captured[at];
            expected[at].primitive += ids;
         }
         ids = stop ? expected[stop - 1].primitive + 1 : 0;
      }
      assert_in_range(prims, 1000, CAPTURE_BYTES / sizeof(struct record) / corners / INSTANCES);
      for (unsigned part = 0; part < 2; part++) {
         const uint64_t room = part ? INSTANCES * prims * 2 / 5 : INSTANCES * prims;
         memset(captured, 0xee, CAPTURE_BYTES);
         begin_capture((uint32_t)room * corners * 3 + part);
         rig_restart_at(&rig, CUT);
         sample(rig.scratch->va);
         draw_strips(orders[i].type, INSTANCES, 0, INDICES);
         sample(rig.scratch->va + 16);
         update(0, 3, 0, rig.scratch->va + 64, false);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         assert_int_equal(out64(2) - out64(0), INSTANCES * prims);
         assert_int_equal(out64(3) - out64(1), room);
         assert_int_equal(rig.out[16], room * corners * 3);
         for (unsigned k = 0; k < room * corners; k++) {
            const struct record *want = &expected[k % (prims * corners)];
            if (captured[k].vertex != want->vertex || captured[k].primitive != want->primitive ||
                captured[k].instance != k / (prims * corners))
               fail_msg("%s: vertex %u is %u of primitive %u, not %u of %u", orders[i].name, k, captured[k].vertex,
                        captured[k].primitive, want->vertex, want->primitive);
         }
         assert_int_equal(captured[room * corners].vertex, 0xeeeeeeee);
      }
   }
}

/* Many vertices of lists stay in order; with primitive ids, and without. */
static void long_captures(void **state)
{
   enum { COUNT = 20001 };
   static const unsigned types[] = { V_008958_DI_PT_POINTLIST, V_008958_DI_PT_LINELIST, V_008958_DI_PT_TRILIST };
   for (unsigned corners = 1; corners <= 3; corners++)
      for (unsigned ids = 0; ids < 2; ids++) {
         memset(captured, 0xee, CAPTURE_BYTES);
         begin_capture(CAPTURE_BYTES / 4);
         pm4_set_context_reg(b, R_028A84_VGT_PRIMITIVEID_EN, ids);
         pm4_set_context_reg(b, R_028A8C_VGT_PRIMITIVEID_RESET, 7);
         pm4_packet(b, PKT3_NUM_INSTANCES, 1);
         pm4_emit(b, INSTANCES);
         rig_draw(&rig, types[corners - 1], COUNT);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         const unsigned whole = COUNT / corners * corners;
         for (unsigned k = 0; k < INSTANCES * whole; k++) {
            assert_int_equal(captured[k].vertex, k % whole);
            assert_int_equal(captured[k].instance, k / whole);
            assert_int_equal(captured[k].primitive, ids ? k % whole / corners + 7 : 0);
         }
         assert_int_equal(captured[INSTANCES * whole].vertex, 0xeeeeeeee);
      }
}

/* Nothing is stored that no buffer is there for; primitives are counted all the same. */
static void only_counted(void **state)
{
   begin_capture(3000);
   pm4_set_context_reg(b, R_028B98_VGT_STRMOUT_BUFFER_CONFIG, 0);
   sample(rig.scratch->va);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 12);
   sample(rig.scratch->va + 16);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(out64(2) - out64(0), 4);
   assert_int_equal(out64(3) - out64(1), 0);
   assert_int_equal(captured[0].vertex, 0xeeeeeeee);
}

/* PIPELINESTAT_STOP holds these counters, too: what a driver draws for itself does not count. */
static void counters_stopped(void **state)
{
   begin_capture(3000);
   sample(rig.scratch->va);
   pm4_event_write(&rig.pm4, V_028A90_PIPELINESTAT_STOP, 0);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 12);
   sample(rig.scratch->va + 16);
   pm4_event_write(&rig.pm4, V_028A90_PIPELINESTAT_START, 0);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 9);
   sample(rig.scratch->va + 32);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned i = 0; i < 2; i++) {
      assert_int_equal(out64(2 + i) - out64(i), 0);
      assert_int_equal(out64(4 + i) - out64(2 + i), 3);
   }
   assert_int_equal(captured[11].vertex, 11); /* stored all the same */
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(primitive_orders, set_up, tear_down),
      cmocka_unit_test_setup_teardown(indexed_instances, set_up, tear_down),
      cmocka_unit_test_setup_teardown(overflow, set_up, tear_down),
      cmocka_unit_test_setup_teardown(goes_on, set_up, tear_down),
      cmocka_unit_test_setup_teardown(long_captures, set_up, tear_down),
      cmocka_unit_test_prestate_setup_teardown(long_captures, set_up, tear_down, (void *)"4"),
      cmocka_unit_test_prestate_setup_teardown(slices_go_on, set_up, tear_down, (void *)"1"),
      cmocka_unit_test_prestate_setup_teardown(slices_go_on, set_up, tear_down, (void *)"2"),
      cmocka_unit_test_prestate_setup_teardown(slices_go_on, set_up, tear_down, (void *)"4"),
      cmocka_unit_test_prestate_setup_teardown(slices_go_on, set_up, tear_down, (void *)"7"),
      cmocka_unit_test_setup_teardown(only_counted, set_up, tear_down),
      cmocka_unit_test_setup_teardown(counters_stopped, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
