/* test_dma.c: fills by CP DMA that wait for the tiles of a draw (dma.c): memory is what it is when each packet is done before
 * the next one, for every reader at every time. Each stream is run with and without packets after its fills that wait for
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "hw-si/pm4/pm4.h"

#define RIG_SIZE 512
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/tests/draw_rig.h"

#define COLOUR_B (RIG_SIZE * RIG_SIZE * 4)
#define ROOM_B (64u << 10)               /* in front of the colours, and after the depths */
#define MOST_B (1u << 20)
#define RED 0xff0000ffu

/* Layouts of both surfaces; 2D needs a base address that is a multiple of all pipes and banks. */
enum { LAYOUT_1D, LAYOUT_2D, LAYOUTS };
static const struct { const char *name; uint32_t colour_index, z_info, depth_info; } layouts[LAYOUTS] = {
   [LAYOUT_1D] = { "1D", 13, 0, S_02803C_ARRAY_MODE(V_02803C_ARRAY_1D_TILED_THIN1) },
   [LAYOUT_2D] = { "2D", 14, S_028040_TILE_SPLIT(2) /* 256 bytes: a tile is in one piece */,
                   S_02803C_ARRAY_MODE(V_02803C_ARRAY_2D_TILED_THIN1) | S_02803C_PIPE_CONFIG(12) | S_02803C_NUM_BANKS(3) },
};
static unsigned layout;

static struct ws_bo *surfaces;           /* room, colours, depths, room */
static uint8_t *bytes;
static uint64_t colour_va, depth_va;
#define SURFACES_B (2 * COLOUR_B + 2 * ROOM_B)

/* state: the test's layout. */
static int set_up(void **state)
{
   rig_init(&rig);
   surfaces = rig.dev->impl->bo_create(rig.dev, SURFACES_B, ROOM_B, WS_DOMAIN_VRAM, WS_BO_LOW_4G | WS_BO_CPU_ACCESS);
   assert_non_null(surfaces);
   bytes = rig.dev->impl->bo_map(surfaces);
   colour_va = surfaces->va + ROOM_B;
   depth_va = colour_va + COLOUR_B;
   return 0;
}

static int tear_down(void **state)
{
   rig.dev->impl->bo_unref(surfaces);
   rig_finish(&rig);
   return 0;
}

static void begin(void)
{
   for (uint32_t i = 0; i < SURFACES_B; i++)
      bytes[i] = (uint8_t)(i * 7 + (i >> 9));
   memset(rig.out, 0, 4096);
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028C60_CB_COLOR0_BASE, (uint32_t)(colour_va >> 8));
   pm4_set_context_reg(&rig.pm4, R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(layouts[layout].colour_index));
   rig_depth(&rig, depth_va, V_028040_Z_32_FLOAT, false);
   pm4_set_context_reg(&rig.pm4, R_028040_DB_Z_INFO, S_028040_FORMAT(V_028040_Z_32_FLOAT) | layouts[layout].z_info);
   pm4_set_context_reg(&rig.pm4, R_02803C_DB_DEPTH_INFO, layouts[layout].depth_info);
   pm4_set_context_reg(&rig.pm4, R_028800_DB_DEPTH_CONTROL,
                       S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(V_028800_FRAG_LESS));
}

static void fill(uint64_t to, uint32_t data, uint32_t size_B)
{
   if (size_B > MOST_B) { /* a packet has bits for less than 2 MB */
      fill(to, data, MOST_B);
      fill(to + MOST_B, data, size_B - MOST_B);
      return;
   }
   pm4_packet(&rig.pm4, PKT3_DMA_DATA, 6);
   pm4_emit(&rig.pm4, PM4_DMA_DATA_CONTROL_SRC_SEL(2) | PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit_va(&rig.pm4, data);
   pm4_emit_va(&rig.pm4, to);
   pm4_emit(&rig.pm4, size_B);
}

static void copy(uint64_t to, uint64_t from, uint32_t size_B)
{
   pm4_packet(&rig.pm4, PKT3_DMA_DATA, 6);
   pm4_emit(&rig.pm4, PM4_DMA_DATA_CONTROL_CP_SYNC(1));
   pm4_emit_va(&rig.pm4, from);
   pm4_emit_va(&rig.pm4, to);
   pm4_emit(&rig.pm4, size_B);
}

static void write_word(uint64_t va, uint32_t value)
{
   pm4_packet(&rig.pm4, PKT3_WRITE_DATA, 4);
   pm4_emit(&rig.pm4, PM4_WRITE_DATA_CONTROL_DST_SEL(5));
   pm4_emit_va(&rig.pm4, va);
   pm4_emit(&rig.pm4, value);
}

/* Both surfaces, as drivers clear them. */
static void clear(void)
{
   fill(colour_va, 0x11223344, COLOUR_B);
   fill(depth_va, 0x3f800000, COLOUR_B); /* 1.0 */
}

static unsigned used;

static void triangle(float x0, float y0, float x1, float y1, float x2, float y2, uint32_t colour)
{
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)rig.vertices->va + 32 * used);
   rig.vertex[used++] = rig_at(x0, y0, colour);
   rig.vertex[used++] = rig_at(x1, y1, colour);
   rig.vertex[used++] = rig_at(x2, y2, colour);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
}

static void some_triangles(void)
{
   triangle(10, 10, 300, 40, 60, 250, RED);
   triangle(200, 5, 210, 6, 202, 14, 0xff00ff00);
   triangle(330, 500, 500, 330, 505, 505, 0xffff0000);
}

/* ---- the streams ---------------------------------------------------------------------------------------------------- */

static void cleared_and_drawn(void)
{
   clear();
   some_triangles();
}

static void drawn_in_between(void)
{
   some_triangles();
   fill(colour_va, 0xaabbccdd, COLOUR_B);
   some_triangles();
   clear();
   triangle(0, 0, 500, 3, 3, 500, RED);
}

static void nothing_drawn(void) { clear(); }

static void fills_of_other_sizes(void)
{
   fill(surfaces->va, 0x01020304, ROOM_B + COLOUR_B);          /* begins earlier */
   fill(depth_va, 0x3f000000, COLOUR_B + ROOM_B);              /* ends later */
   some_triangles();
}

static void one_fill_of_all(void)
{
   fill(surfaces->va + 4, 0x3f40ffff, SURFACES_B - 16);
   some_triangles();
}

static void two_colours(void)
{
   fill(colour_va, 0x01010101, COLOUR_B / 2);
   fill(colour_va + COLOUR_B / 2, 0x02020202, COLOUR_B / 2);
   some_triangles();
}

static void not_all(void)
{
   fill(colour_va, 0x55667788, COLOUR_B - 256);
   fill(depth_va + 4096, 0x3f800000, COLOUR_B - 4096);
   some_triangles();
}

static void odd_places(void)
{
   fill(colour_va - 2, 0x55667788, COLOUR_B + 4);
   fill(depth_va + 2, 0x3f803f80, COLOUR_B);
   some_triangles();
}

static void twice(void)
{
   clear();
   fill(colour_va, 0x77777777, COLOUR_B);
   some_triangles();
}

static void written_by_others(void)
{
   clear();
   write_word(colour_va + 4 * 77, 0xfeedbeef);
   copy(colour_va + 4096, surfaces->va, 4096);
   some_triangles();
}

static void read_by_others(void)
{
   clear();
   copy(rig.scratch->va, depth_va + 8000, 64);
   pm4_packet(&rig.pm4, PKT3_COPY_DATA, 5);
   pm4_emit(&rig.pm4, PM4_COPY_DATA_CONTROL_SRC_SEL(1) | PM4_COPY_DATA_CONTROL_DST_SEL(5));
   pm4_emit_va(&rig.pm4, colour_va + 4096);
   pm4_emit_va(&rig.pm4, rig.scratch->va + 128);
   some_triangles();
}

static void read_for_indices(void)
{
   fill(colour_va, 0x02010001, COLOUR_B); /* triangles of 1, 0, 1 and 2, 1, 0 and so on */
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)rig.vertices->va + 32 * used);
   rig.vertex[used++] = rig_at(20, 20, RED);
   rig.vertex[used++] = rig_at(400, 30, RED);
   rig.vertex[used++] = rig_at(30, 400, RED);
   rig_draw_indexed(&rig, V_008958_DI_PT_TRILIST, 2, colour_va + 512, 12, 12);
}

/* Points, all in one place: position and colour are what the depths were filled with. */
static void read_by_vertex_programs(void)
{
   clear();
   pm4_set_context_reg(&rig.pm4, R_028800_DB_DEPTH_CONTROL, S_028800_Z_ENABLE(1) | S_028800_ZFUNC(V_028800_FRAG_LEQUAL));
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)depth_va);
   rig_float_reg(&rig, R_02843C_PA_CL_VPORT_XSCALE, 40);
   rig_draw(&rig, V_008958_DI_PT_POINTLIST, 9000); /* enough for several threads */
}

static void other_surface_is_drawn_on(void)
{
   clear();
   pm4_set_context_reg(&rig.pm4, R_028C60_CB_COLOR0_BASE, (uint32_t)(rig.colour->va >> 8));
   pm4_set_context_reg(&rig.pm4, R_028800_DB_DEPTH_CONTROL, 0);
   some_triangles();
   pm4_set_context_reg(&rig.pm4, R_028C60_CB_COLOR0_BASE, (uint32_t)(colour_va >> 8));
   some_triangles();
}

/* ---- */

static void want_all_done(void) { write_word(rig.scratch->va + 2048, 1); }

static uint8_t expected[SURFACES_B];
static uint32_t expected_out[512];

#define STREAM(name) { #name, name }
static const struct { const char *name; void (*emit)(void); } streams[] = {
   STREAM(cleared_and_drawn), STREAM(drawn_in_between), STREAM(nothing_drawn), STREAM(fills_of_other_sizes),
   STREAM(one_fill_of_all), STREAM(two_colours), STREAM(not_all), STREAM(odd_places), STREAM(twice),
   STREAM(written_by_others), STREAM(read_by_others), STREAM(read_for_indices),
   STREAM(read_by_vertex_programs), STREAM(other_surface_is_drawn_on),
};

/* Adds a packet that waits for all earlier work after each fill and draw. */
static void interleave(struct pm4_buf *b)
{
   static uint32_t dw[1 << 16];
   const struct pm4_buf before = *b;
   memcpy(dw, b->dw, 4 * b->count);
   b->count = 0;
   struct pm4_iter it;
   pm4_iter_init(&it, 8, dw, before.count);
   for (uint32_t at = 0; pm4_iter_next(&it); at = it.next) {
      memcpy(b->dw + b->count, dw + at, 4 * (it.next - at));
      b->count += it.next - at;
      if (it.type == 3 && (it.opcode == PKT3_DMA_DATA || it.opcode == PKT3_DRAW_INDEX_AUTO))
         want_all_done();
   }
}

/* Surfaces that were filled by tiles until now. */
static uint64_t filled_by_tiles(void)
{
   return ((struct ws_sim_device *)rig.dev)->queue[WS_RING_GFX].gpu->dma->all_fills;
}

static void the_same_as_one_by_one(void **state)
{
   const uint64_t before = filled_by_tiles();
   layout = *(const unsigned *)*state;
   for (unsigned n = 0; n < sizeof streams / sizeof streams[0]; n++) {
      for (unsigned one_by_one = 2; one_by_one-- > 0;) {
         used = 0;
         begin();
         streams[n].emit();
         if (one_by_one)
            interleave(&rig.pm4);
         assert_int_equal(rig_run(&rig), WS_RESET_NONE);
         if (one_by_one) {
            memcpy(expected, bytes, SURFACES_B);
            memcpy(expected_out, rig.out, sizeof expected_out);
         }
      }
      for (uint32_t i = 0; i < SURFACES_B; i++)
         if (bytes[i] != expected[i])
            fail_msg("%s, %s: byte 0x%x is 0x%02x, not 0x%02x", streams[n].name, layouts[layout].name, i, bytes[i], expected[i]);
      for (unsigned i = 0; i < 512; i++)
         if (rig.out[i] != expected_out[i])
            fail_msg("%s, %s: word %u is 0x%x, not 0x%x", streams[n].name, layouts[layout].name, i, rig.out[i], expected_out[i]);
   }
   static uint64_t fills[LAYOUTS];
   fills[layout] = filled_by_tiles() - before;
   assert_true(fills[layout] >= 8);
   assert_int_equal(fills[layout], fills[LAYOUT_1D]); /* of the first test */
}

/* What those comparisons cannot show: that a clear is deferred until its tiles are drawn on, and that readers see it. */
static void cleared_values(void **state)
{
   layout = *(const unsigned *)*state;
   used = 0;
   begin();
   const uint64_t before = filled_by_tiles();
   cleared_and_drawn();
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(filled_by_tiles() - before, 2);
   uint32_t cleared = 0, red = 0, far = 0;
   for (uint32_t i = 0; i < COLOUR_B; i += 4) {
      uint32_t colour, depth;
      memcpy(&colour, bytes + ROOM_B + i, 4);
      memcpy(&depth, bytes + ROOM_B + COLOUR_B + i, 4);
      cleared += colour == 0x11223344;
      red += colour == RED;
      far += depth == 0x3f800000;
      if (layout == LAYOUT_1D) /* the same pixel */
         assert_true((colour == 0x11223344) == (depth == 0x3f800000));
   }
   assert_int_equal(cleared, far);
   assert_in_range(red, 30000, 36000);
   assert_in_range(cleared, RIG_SIZE * RIG_SIZE - 52000, RIG_SIZE * RIG_SIZE - 40000);

   begin();
   read_by_others();
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   assert_int_equal(rig.out[3], 0x3f800000);
   assert_int_equal(rig.out[32], 0x11223344);

   used = 0;
   begin();
   read_by_vertex_programs();
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   uint32_t white = 0;
   for (uint32_t i = 0; i < COLOUR_B; i += 4) {
      uint32_t colour;
      memcpy(&colour, bytes + ROOM_B + i, 4);
      white += colour == 0xffffffff;
   }
   assert_int_equal(white, 1);
}

static unsigned each_layout[LAYOUTS] = { LAYOUT_1D, LAYOUT_2D };
#define TEST(test, layout) { #test " " #layout, test, set_up, tear_down, &each_layout[layout] }

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(the_same_as_one_by_one, LAYOUT_1D), TEST(the_same_as_one_by_one, LAYOUT_2D),
      TEST(cleared_values, LAYOUT_1D), TEST(cleared_values, LAYOUT_2D),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
