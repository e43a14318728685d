/* Triangles that need no clipping are looked at 16 at once, and small ones have a road of their own through the depth test and the
 * tiles, too. A polygon offset of nothing keeps them off it and changes nothing else, so the picture, the depth buffer and the
 * counters of both must be the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define RIG_SIZE 128
#include "winsys/sim/tests/draw_rig.h"

#define TRIANGLES 3000 /* more than a slice has */
#define LARGE_TRIANGLES 64
#define DEPTH_B (512u << 10)
#define DEPTH_SIZE_B (RIG_SIZE * RIG_SIZE * 5) /* with stencil after it */

static uint32_t seed;

static float random_float(void)
{
   seed = seed * 1664525u + 1013904223u;
   return (float)(seed >> 8) * 0x1p-24f;
}

/* Mostly of up to a few pixels, many of them long or tall; some are as large as the picture, or reach beyond it, some have corners
 * on pixel centres or none of two dimensions. */
static void make_triangles(bool perspective)
{
   static const float sizes[] = { 0.3f, 1, 2, 4, 8, 11, 14, 18 }, large[] = { 60, 127, 300 };
   seed = 7;
   for (unsigned i = 0; i < TRIANGLES; i++) {
      float size = i % 97 ? sizes[i % 8] : large[i / 97 % 3];
      float x = random_float() * (RIG_SIZE + 8) - 4, y = random_float() * (RIG_SIZE + 8) - 4;
      float width = i / 8 % 3 == 1 ? size * 0.4f : size, height = i / 8 % 3 == 2 ? size * 0.4f : size;
      for (unsigned k = 0; k < 3; k++) {
         float px = x + (random_float() - 0.5f) * width, py = y + (random_float() - 0.5f) * height;
         if (i % 16 > 12) {
            px = floorf(px) + 0.5f;
            py = floorf(py) + 0.5f;
         }
         struct rig_vertex *v = &rig.vertex[3 * i + k];
         *v = rig_at(px, py, (i * 3 + k) * 2654435761u);
         v->z = random_float() * 1.8f - 0.9f;
         v->w = perspective ? 0.5f + random_float() : 1;
         v->x *= v->w;
         v->y *= v->w;
         v->z *= v->w;
      }
   }
}

struct variant { unsigned depth_format, zfunc; bool stencil, late, cull, perspective, scissor, no_colour, blend, counts, narrow;
                 };

static void set_depth(const struct variant *v)
{
   struct pm4_buf *b = &rig.pm4;
   pm4_set_context_reg(b, R_02880C_DB_SHADER_CONTROL, S_02880C_Z_ORDER(v->late ? V_02880C_LATE_Z : V_02880C_EARLY_Z_THEN_LATE_Z));
   if (v->counts)
      pm4_set_context_reg(b, R_028004_DB_COUNT_CONTROL, S_028004_PERFECT_ZPASS_COUNTS(1) | S_028004_ZPASS_ENABLE(1));
   if (!v->depth_format)
      return;
   rig_depth(&rig, rig.vertices->va + DEPTH_B, v->depth_format, v->stencil);
   rig_float_reg(&rig, R_0282D0_PA_SC_VPORT_ZMIN_0, v->narrow ? 0.45f : 0); /* depths outside become equal */
   rig_float_reg(&rig, R_0282D4_PA_SC_VPORT_ZMAX_0, v->narrow ? 0.55f : 1);
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) |
                       S_028800_ZFUNC(v->zfunc) |
                                                        S_028800_STENCIL_ENABLE(v->stencil) |
                                                           S_028800_STENCILFUNC(V_028800_FRAG_GREATER));
   pm4_set_context_reg(b, R_028430_DB_STENCILREFMASK, S_028430_STENCILTESTVAL(3) | S_028430_STENCILMASK(255) |
                                                         S_028430_STENCILWRITEMASK(255) | S_028430_STENCILOPVAL(1));
   pm4_set_context_reg(b, R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(V_02842C_STENCIL_ADD_CLAMP));
}

static void set_state(const struct variant *v, bool offset)
{
   struct pm4_buf *b = &rig.pm4;
   set_depth(v);
   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(1) | S_028814_CULL_BACK(v->cull) |
                                                          S_028814_POLY_OFFSET_FRONT_ENABLE(offset) |
                                                             S_028814_POLY_OFFSET_BACK_ENABLE(offset));
   if (v->no_colour)
      pm4_set_context_reg(b, R_028238_CB_TARGET_MASK, 0);
   if (v->blend)
      pm4_set_context_reg(b, R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(1) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) |
                                                            S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA));
   if (v->scissor) {
      pm4_set_context_reg_seq(b, R_028240_PA_SC_GENERIC_SCISSOR_TL, 2);
      pm4_emit(b, S_028240_WINDOW_OFFSET_DISABLE(1) | 17 | 3 << 16);
      pm4_emit(b, 101 | 90 << 16);
   }
}

struct result { uint32_t pixel[RIG_SIZE * RIG_SIZE]; uint8_t depth[DEPTH_SIZE_B]; uint64_t passed, statistics[11]; };

static void event(unsigned type, unsigned index, uint32_t offset_B)
{
   pm4_packet(&rig.pm4, PKT3_EVENT_WRITE, 3);
   pm4_emit(&rig.pm4, type | index << 8);
   pm4_emit_va(&rig.pm4, rig.scratch->va + offset_B);
}

static void plain_event(unsigned type)
{
   pm4_packet(&rig.pm4, PKT3_EVENT_WRITE, 1);
   pm4_emit(&rig.pm4, type);
}

/* What is drawn: the small triangles at once, or large ones one by one, with their pixels finished in between or not. */
enum what { SMALL, LARGE, LARGE_APART };

static void draw(const struct variant *v, bool offset, enum what what, struct result *to)
{
   uint8_t *depth = (uint8_t *)rig.vertex + DEPTH_B;
   memset(depth, v->depth_format == V_028040_Z_32_FLOAT ? 0x3f : 0xc0, RIG_SIZE * RIG_SIZE * 4); /* about 0.75 */
   memset(depth + RIG_SIZE * RIG_SIZE * 4, 0, RIG_SIZE * RIG_SIZE);
   memset(rig.out, 0, 4096);
   rig_clear(&rig, 0x20406080);
   rig_begin(&rig);
   set_state(v, offset);
   if (v->counts)
      plain_event(V_028A90_PIPELINESTAT_START);
   if (what == SMALL)
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3 * TRIANGLES);
   for (unsigned i = 0; what != SMALL && i < LARGE_TRIANGLES; i++) {
      pm4_set_context_reg(&rig.pm4, R_028408_VGT_INDX_OFFSET, 3 * i);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      if (what == LARGE_APART)
         plain_event(V_028A90_PS_PARTIAL_FLUSH | 4 << 8);
   }
   event(V_028A90_ZPASS_DONE, 1, 0);
   event(V_028A90_SAMPLE_PIPELINESTAT, 2, 256);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   memcpy(to->pixel, rig.pixel, sizeof to->pixel);
   memcpy(to->depth, depth, sizeof to->depth);
   memcpy(&to->passed, rig.out, 8);
   memcpy(to->statistics, (uint8_t *)rig.out + 256, sizeof to->statistics);
}

static void test_same_picture(void **state)
{
   (void)state;
   static const struct variant rows[] = {
      { 0 },
      { .perspective = true, .scissor = true },
      { .blend = true, .cull = true },
      { .depth_format = V_028040_Z_16, .zfunc = V_028800_FRAG_LESS },
      { .depth_format = V_028040_Z_16, .zfunc = V_028800_FRAG_LEQUAL, .perspective = true, .counts = true },
      { .depth_format = V_028040_Z_24, .zfunc = V_028800_FRAG_GREATER, .scissor = true, .blend = true },
      { .depth_format = V_028040_Z_24, .zfunc = V_028800_FRAG_LESS, .stencil = true, .counts = true },
      { .depth_format = V_028040_Z_32_FLOAT, .zfunc = V_028800_FRAG_LESS, .perspective = true },
      { .depth_format = V_028040_Z_32_FLOAT, .zfunc = V_028800_FRAG_LEQUAL, .late = true, .counts = true },
      { .depth_format = V_028040_Z_16, .zfunc = V_028800_FRAG_LESS, .no_colour = true, .counts = true },
      { .depth_format = V_028040_Z_24, .zfunc = V_028800_FRAG_NOTEQUAL, .no_colour = true, .cull = true },
      { .depth_format = V_028040_Z_24, .zfunc = V_028800_FRAG_LESS, .no_colour = true, .stencil = true },
   };
   static struct result plain, small;
   for (unsigned threads = 1; threads <= 3; threads += 2) {
      char text[2] = { (char)('0' + threads), 0 };
      setenv("GLOAM_THREADS", text, 1);
      rig_init(&rig);
      for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
         make_triangles(rows[i].perspective);
         draw(&rows[i], true, SMALL, &plain);
         draw(&rows[i], false, SMALL, &small);
         if (memcmp(&plain.pixel, &small.pixel, sizeof plain.pixel) || memcmp(plain.depth, small.depth, sizeof plain.depth))
            fail_msg("row %u, %u threads: another picture", i, threads);
         /* Counters go on from draw to draw, so what both have in common is that they grow by the same. */
         if (rows[i].counts) {
            static struct result again;
            draw(&rows[i], false, SMALL, &again);
            assert_int_equal(again.passed - small.passed, small.passed - plain.passed);
            assert_true(small.passed != plain.passed);
            for (unsigned k = 0; k < 11; k++)
               assert_int_equal(again.statistics[k] - small.statistics[k], small.statistics[k] - plain.statistics[k]);
         }
         unsigned drawn = 0;
         for (unsigned k = 0; k < RIG_SIZE * RIG_SIZE; k++)
            drawn += small.pixel[k] != 0x20406080;
         if (rows[i].no_colour ? drawn != 0 : drawn < 400)
            fail_msg("row %u: %u pixels are drawn", i, drawn);
      }
      rig_finish(&rig);
   }
   unsetenv("GLOAM_THREADS");
}

/* Tilted ones that cut each other, some of one depth, some of the same as others. */
static void make_large(bool perspective)
{
   seed = 11;
   for (unsigned i = 0; i < LARGE_TRIANGLES; i++) {
      float depth = i % 4 == 3 ? floorf(random_float() * 8) / 4 - 1 : random_float() * 1.8f - 0.9f;
      float tilt = i % 4 == 3 ? 0 : i % 4 == 2 ? 1 : 0.1f;
      for (unsigned k = 0; k < 3; k++) {
         struct rig_vertex *v = &rig.vertex[3 * i + k];
         *v = rig_at((random_float() * 3 - 1) * RIG_SIZE, (random_float() * 3 - 1) * RIG_SIZE, (i * 3 + k) * 2654435761u);
         v->z = depth + (random_float() - 0.5f) * tilt;
         v->w = perspective ? 0.5f + random_float() : 1;
         v->x *= v->w;
         v->y *= v->w;
         v->z *= v->w;
      }
   }
}

/* What hides what is remembered while a tile is worked on; finished pixels end that, and must make no difference. */
static void test_hidden(void **state)
{
   (void)state;
   static const unsigned formats[] = { V_028040_Z_16, V_028040_Z_24, V_028040_Z_32_FLOAT };
   static struct result together, apart;
   rig_init(&rig);
   for (unsigned i = 0; i < 8 * 3 * 5; i++) {
      const struct variant v = { .depth_format = formats[i / 8 % 3], .zfunc = i % 8, .perspective = i / 24 & 1,
                                 .no_colour = i / 24 == 1,
                                 .late = i / 24 == 2, .stencil = i / 24 == 3, .narrow = i / 24 == 4, .blend = i & 1,
                                 .counts = true };
      const uint64_t before = apart.passed;
      make_large(v.perspective);
      draw(&v, false, LARGE, &together);
      uint64_t passed = together.passed - before;
      draw(&v, false, LARGE_APART, &apart);
      if (memcmp(&together.pixel, &apart.pixel, sizeof apart.pixel) || memcmp(together.depth, apart.depth, sizeof apart.depth))
         fail_msg("row %u: another picture", i);
      if (i)
         assert_int_equal(apart.passed - together.passed, passed);
   }
   rig_finish(&rig);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_same_picture), cmocka_unit_test(test_hidden) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
