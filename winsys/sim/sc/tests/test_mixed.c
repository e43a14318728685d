/* Waves that hold quads of several primitives (sc_queue.c): small triangles, points and lines that overlap are drawn in one
 * submission and again one by one, which leaves a wave to every primitive. The pictures must be the same to the byte, however
 * many lanes, whatever instruction set and engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/core/gpu.h"
#include "winsys/sim/sq/sq_cache.h"
#include "winsys/sim/tests/draw_rig.h"

#define TRIANGLES 120
#define POINTS 30
#define LINES 30
#define PRIMITIVES (TRIANGLES + POINTS + LINES)
#define COLOUR_B (RIG_SIZE * RIG_SIZE * 4)
#define KILL_B 1024            /* program in the code buffer */
#define DEPTH_B (512 << 10)    /* depth in the vertex buffer */

/* As rig_ps, but pixels whose green is 0.5 or more are dropped. llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t kill_ps[] = {
   0xbefc0000,             /* s_mov_b32 m0, s0 */
   0xd4080000, 0xd40c0100, 0xd4100200, 0xd4140300, /* v_interp_p1_f32 v2..v5, v0, attr0.x..w */
   0xd4090001, 0xd40d0101, 0xd4110201, 0xd4150301, /* v_interp_p2_f32 */
   0x7c8806f0,             /* v_cmp_gt_f32 vcc, 0.5, v3 */
   0x86fe6a7e,             /* s_and_b64 exec, exec, vcc */
   0xc400180f, 0x05040302, /* exp mrt0 v2, v3, v4, v5 done vm */
   0xbf810000,             /* s_endpgm */
};

struct variant {
   const char *name;
   unsigned format, export, tile;
   unsigned depth_format; /* V_028040_Z_*, 0: none */
   unsigned zfunc;
   bool blend, late, kill, flat, stencil, real;
};
#define PLAIN V_028C70_COLOR_8_8_8_8, V_028714_SPI_SHADER_32_ABGR
static const struct variant variants[] = {
   { "copy", PLAIN, 8 },
   { "copy, linear", PLAIN, 0 },
   { "copy, tiled", PLAIN, 13 },
   { "copy, 565", V_028C70_COLOR_5_6_5, V_028714_SPI_SHADER_32_ABGR, 8 },
   { "copy, 565 tiled", V_028C70_COLOR_5_6_5, V_028714_SPI_SHADER_32_ABGR, 13 },
   { "copy, floats", V_028C70_COLOR_32, V_028714_SPI_SHADER_32_R, 8, .real = true }, /* every rounding shows */
   { "copy, always, early", PLAIN, 8, V_028040_Z_16, V_028800_FRAG_ALWAYS },
   { "copy, always, late", PLAIN, 13, V_028040_Z_16, V_028800_FRAG_ALWAYS, .late = true },
   { "copy, less, late", PLAIN, 8, V_028040_Z_32_FLOAT, V_028800_FRAG_LESS, .late = true },
   { "copy, kill", PLAIN, 8, .kill = true },
   { "blend", PLAIN, 8, .blend = true },
   { "blend, tiled", PLAIN, 13, .blend = true },
   { "blend, display tiles", PLAIN, 9, .blend = true },
   { "blend, 565", V_028C70_COLOR_5_6_5, V_028714_SPI_SHADER_32_ABGR, 8, .blend = true },
   { "blend, 565 tiled", V_028C70_COLOR_5_6_5, V_028714_SPI_SHADER_32_ABGR, 13, .blend = true },
   { "flat", PLAIN, 13, .blend = true, .flat = true },
   { "less, early", PLAIN, 13, V_028040_Z_16, V_028800_FRAG_LESS, .blend = true },
   { "lequal, early", PLAIN, 8, V_028040_Z_32_FLOAT, V_028800_FRAG_LEQUAL, .blend = true },
   { "lequal, early, 24 bits", PLAIN, 8, V_028040_Z_24, V_028800_FRAG_LEQUAL },
   { "less, late", PLAIN, 13, V_028040_Z_16, V_028800_FRAG_LESS, .blend = true, .late = true },
   { "kill", PLAIN, 13, .blend = true, .kill = true },
   { "kill, depth", PLAIN, 8, V_028040_Z_32_FLOAT, V_028800_FRAG_LEQUAL, .blend = true, .kill = true },
   { "stencil counts", PLAIN, 8, V_028040_Z_16, V_028800_FRAG_LEQUAL, .blend = true, .stencil = true },
};

static uint8_t wanted[COLOUR_B];

static float next(uint32_t *seed)
{
   *seed = *seed * 1664525u + 1013904223u;
   return (float)(*seed >> 8) / (float)(1 << 24);
}

/* Around the corner that four tiles share, so small and many that most pixels are covered several times. */
static void make_vertices(void)
{
   uint32_t seed = 4711;
   for (unsigned n = 0; n < PRIMITIVES; n++) {
      float cx = 40 + 48 * next(&seed), cy = 40 + 48 * next(&seed), size = n % 11 ? 6 : 22;
      float z = (float)(int)(next(&seed) * 4) / 4; /* ties */
      for (unsigned k = 0; k < 3; k++) {
         struct rig_vertex v = rig_at(cx + (next(&seed) - 0.5f) * size, cy + (next(&seed) - 0.5f) * size, 0);
         float w = n % 3 ? 0.5f + next(&seed) : 0.7f; /* the same at all corners: divided by nowhere */
         v.z = n % 2 ? z : next(&seed);
         v.x *= w, v.y *= w, v.z *= w, v.w = w;
         v.r = next(&seed), v.g = next(&seed), v.b = next(&seed), v.a = next(&seed);
         rig.vertex[3 * n + k] = v;
      }
   }
}

static void begin(const struct variant *v)
{
   struct pm4_buf *b = &rig.pm4;
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028C70_CB_COLOR0_INFO,
                       S_028C70_FORMAT(v->format) | S_028C70_BLEND_CLAMP(!v->real) |
                          S_028C70_NUMBER_TYPE(v->real ? V_028C70_NUMBER_FLOAT : V_028C70_NUMBER_UNORM));
   pm4_set_context_reg(b, R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(v->tile));
   pm4_set_context_reg(b, R_028714_SPI_SHADER_COL_FORMAT, v->export);
   pm4_set_context_reg(b, R_028780_CB_BLEND0_CONTROL,
                       S_028780_ENABLE(v->blend) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) |
                          S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA));
   pm4_set_context_reg(b, R_028644_SPI_PS_INPUT_CNTL_0, S_028644_FLAT_SHADE(v->flat));
   pm4_set_context_reg(b, R_028A00_PA_SU_POINT_SIZE, 5 * 8 | 5 * 8 << 16);
   if (v->kill) {
      uint64_t va = rig.code->va + KILL_B;
      pm4_set_sh_reg_seq(b, R_00B020_SPI_SHADER_PGM_LO_PS, 1);
      pm4_emit(b, (uint32_t)(va >> 8));
   }
   pm4_set_context_reg(b, R_02880C_DB_SHADER_CONTROL, S_02880C_Z_ORDER(v->late ? V_02880C_LATE_Z : V_02880C_EARLY_Z_THEN_LATE_Z) |
                                                         S_02880C_KILL_ENABLE(v->kill));
   if (!v->depth_format)
      return;
   rig_depth(&rig, rig.vertices->va + DEPTH_B, v->depth_format, v->stencil);
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL,
                       S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(v->zfunc) |
                          S_028800_STENCIL_ENABLE(v->stencil) | S_028800_STENCILFUNC(V_028800_FRAG_GREATER));
   /* Up to three times per pixel. */
   pm4_set_context_reg(b, R_028430_DB_STENCILREFMASK, S_028430_STENCILTESTVAL(3) | S_028430_STENCILMASK(255) |
                                                         S_028430_STENCILWRITEMASK(255) | S_028430_STENCILOPVAL(1));
   pm4_set_context_reg(b, R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(V_02842C_STENCIL_ADD_CLAMP));
}

static void clear(const struct variant *v)
{
   memset(rig.pixel, 0x55, COLOUR_B);
   /* about 0.75 */
   memset((uint8_t *)rig.vertex + DEPTH_B, v->depth_format == V_028040_Z_32_FLOAT ? 0x3f : 0xbf, RIG_SIZE * RIG_SIZE * 4);
   memset((uint8_t *)rig.vertex + DEPTH_B + RIG_SIZE * RIG_SIZE * 4, 0, RIG_SIZE * RIG_SIZE);
}

static void draw(unsigned first, unsigned count, unsigned type)
{
   pm4_set_context_reg(&rig.pm4, R_028408_VGT_INDX_OFFSET, 3 * first);
   rig_draw(&rig, type, count);
}

static void draw_at_once(const struct variant *v)
{
   clear(v);
   begin(v);
   draw(0, 3 * TRIANGLES, V_008958_DI_PT_TRILIST);
   draw(TRIANGLES, POINTS, V_008958_DI_PT_POINTLIST);
   draw(TRIANGLES + POINTS, 2 * LINES, V_008958_DI_PT_LINELIST);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

static void draw_one_by_one(const struct variant *v)
{
   clear(v);
   for (unsigned n = 0; n < PRIMITIVES; n++) {
      begin(v);
      if (n < TRIANGLES) {
         draw(n, 3, V_008958_DI_PT_TRILIST);
      } else if (n < TRIANGLES + POINTS) { /* their vertices follow each other */
         pm4_set_context_reg(&rig.pm4, R_028408_VGT_INDX_OFFSET, 3 * TRIANGLES + (n - TRIANGLES));
         rig_draw(&rig, V_008958_DI_PT_POINTLIST, 1);
      } else {
         pm4_set_context_reg(&rig.pm4, R_028408_VGT_INDX_OFFSET, 3 * (TRIANGLES + POINTS) + 2 * (n - TRIANGLES - POINTS));
         rig_draw(&rig, V_008958_DI_PT_LINELIST, 2);
      }
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   }
}

static void start(const char *threads, const char *lanes, const char *cpu, const char *exec)
{
   setenv("GLOAM_THREADS", threads, 1);
   setenv("GLOAM_SIM_LANES", lanes, 1);
   setenv("GLOAM_SIM_CPU", cpu, 1);
   setenv("GLOAM_SIM_EXEC", exec, 1);
   rig_init(&rig);
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + KILL_B, kill_ps, sizeof kill_ps);
   make_vertices();
}

static void company_does_not_show(void **state)
{
   static const char *const settings[][4] = {
      { "1", "0", "", "jit" },  { "1", "64", "", "jit" },    { "1", "32", "", "jit" },    { "2", "16", "", "jit" },
      { "3", "0", "", "check" }, { "1", "0", "", "interp" }, { "1", "16", "", "interp" }, { "1", "0", "avx2", "jit" },
      { "2", "0", "sse", "jit" }, { "1", "16", "sse", "interp" },
   };
   for (unsigned n = 0; n < sizeof variants / sizeof variants[0]; n++) {
      const struct variant *v = &variants[n];
      start("1", "0", "", "jit");
      draw_one_by_one(v);
      memcpy(wanted, rig.pixel, COLOUR_B);
      unsigned drawn = 0;
      for (unsigned i = 0; i < COLOUR_B; i++)
         drawn += wanted[i] != 0x55;
      if (drawn < 1000)
         fail_msg("%s: only %u bytes drawn", v->name, drawn);
      rig_finish(&rig);
      for (unsigned k = 0; k < sizeof settings / sizeof settings[0]; k++) {
         start(settings[k][0], settings[k][1], settings[k][2], settings[k][3]);
         draw_at_once(v);
         const uint8_t *got = (const uint8_t *)rig.pixel;
         for (unsigned i = 0; i < COLOUR_B; i++)
            if (got[i] != wanted[i])
               fail_msg("%s, %s threads, %s lanes, %s %s: byte %u is %02x, not %02x", v->name, settings[k][0], settings[k][1],
                        settings[k][2], settings[k][3], i, got[i], wanted[i]);
         rig_finish(&rig);
      }
   }
}

/* Of the pixel program: those that were interpreted before there was host code. */
static unsigned count_waves(void)
{
   const struct sq_cache *programs = ws_sim_device(rig.dev)->queue[WS_RING_GFX].gpu->programs;
   unsigned waves = 0;
   for (unsigned i = 0; i < SQ_NUM_BUCKETS; i++)
      for (const struct sq_program *p = programs->bucket[i]; p; p = p->next)
         for (unsigned k = 0; k < 4 && p->stage == SQ_PS; k++)
            waves += p->interpreted[k];
   return waves;
}

/* Quads of overlapping primitives share waves as others do, also where colours are blended: their order is that of the exports. */
static void order_takes_no_waves(void **state)
{
   static const struct variant blend = { "blend", PLAIN, 8, .blend = true }, copy = { "copy", PLAIN, 8 };
   unsigned waves[2];
   for (unsigned n = 0; n < 2; n++) {
      const struct variant *v = n ? &blend : &copy;
      start("1", "0", "", "");
      for (unsigned k = 0; k < 64; k++) { /* 3 x 3 pixels each, beside each other by one pixel: three or more in each pixel */
         const float x = 20.5f + (float)(k % 8), y = 20.5f + (float)(k / 8);
         const float corner[3][2] = { { x, y }, { x + 4, y }, { x, y + 4 } };
         for (unsigned i = 0; i < 3; i++)
            rig.vertex[3 * k + i] = rig_at(corner[i][0], corner[i][1], 0x80402010u * k);
      }
      clear(v);
      begin(v);
      draw(0, 3 * 64, V_008958_DI_PT_TRILIST);
      assert_int_equal(rig_run(&rig), WS_RESET_NONE);
      waves[n] = count_waves();
      rig_finish(&rig);
   }
   assert_in_range(waves[0], 1, 64 * 4 / 16 + 4);
   assert_int_equal(waves[1], waves[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(company_does_not_show), cmocka_unit_test(order_takes_no_waves) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
