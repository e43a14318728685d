/* Primitives with several samples per pixel: sorted blocks, tests of all samples together and waves of quads of several
 * primitives (sc_samples.c) give the same bytes as the simple way, which takes every block of every primitive by itself. A clip
 * rule that leaves all pixels selects the latter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define PRIMITIVES 150
#define ALL_PIXELS 0x8000 /* those in all four rectangles, which are as large as can be */

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t ps_coverage[] = { /* of v2 = SAMPLE_COVERAGE, as colour */
   0x7e040d02,                         /* v_cvt_f32_u32 v2, v2 */
   0x0a0404ff, 0x3b808081,             /* v_mul_f32 v2, 1.0 / 255, v2 */
   0xc400180f, 0x02020202, 0xbf810000,
};
static const uint32_t ps_mask[] = {    /* white, with the sample mask in s0 */
   0x7e080200, 0x7e0a02f2,             /* v_mov_b32 v4, s0; v_mov_b32 v5, 1.0 */
   0xc4000084, 0x00040000,             /* exp mrtz off, off, v4, off */
   0xc400180f, 0x05050505, 0xbf810000,
};
static const uint32_t ps_depth[] = {   /* depth and colour of v2 = SAMPLE_COVERAGE / 255 */
   0x7e040d02, 0x0a0404ff, 0x3b808081,
   0xc4000081, 0x00000002,             /* exp mrtz v2, off, off, off */
   0xc400180f, 0x02020202, 0xbf810000,
};

enum program { COLOURS, CENTROID, COVERAGE, MASK, DEPTH };
static const struct variant {
   const char *name;
   unsigned depth, zfunc;           /* V_028040_Z_*, 0: none */
   bool stencil, blend, late, to_mask;
   enum program program;
} variants[] = {
   { "copy", 0, 0 },
   { "blend", 0, 0, .blend = true },
   { "less, copy", V_028040_Z_32_FLOAT, V_028800_FRAG_LESS },
   { "less, blend", V_028040_Z_16, V_028800_FRAG_LESS, .blend = true },
   { "gequal, blend", V_028040_Z_24, V_028800_FRAG_GEQUAL, .blend = true },
   { "gequal, late", V_028040_Z_24, V_028800_FRAG_GEQUAL, .blend = true, .late = true },
   { "stencil", V_028040_Z_24, V_028800_FRAG_LEQUAL, .stencil = true, .blend = true },
   { "stencil, late", V_028040_Z_16, V_028800_FRAG_LESS, .stencil = true, .late = true },
   { "centroid", V_028040_Z_32_FLOAT, V_028800_FRAG_LEQUAL, .blend = true, .program = CENTROID },
   { "coverage", 0, 0, .blend = true, .program = COVERAGE },
   { "coverage, less", V_028040_Z_24, V_028800_FRAG_LESS, .program = COVERAGE },
   { "mask", V_028040_Z_16, V_028800_FRAG_LESS, .blend = true, .late = true, .program = MASK },
   { "depth", V_028040_Z_32_FLOAT, V_028800_FRAG_LESS, .blend = true, .late = true, .program = DEPTH },
   { "alpha to mask", V_028040_Z_24, V_028800_FRAG_LESS, .blend = true, .to_mask = true },
};
#define VARIANTS (sizeof variants / sizeof *variants)

struct targets { struct px_surf colour, z, stencil; };

static uint32_t seed;
static float next(void)
{
   seed = seed * 1664525u + 1013904223u;
   return (float)(seed >> 8) / (float)(1 << 24);
}

/* Small ones and a few that cover blocks; many overlap. */
static void make_vertices(void)
{
   for (unsigned n = 0; n < PRIMITIVES; n++) {
      const float cx = RIG_SIZE * next(), cy = RIG_SIZE * next(), size = n % 13 ? 7 : 80;
      for (unsigned k = 0; k < 3; k++) {
         struct rig_vertex v = rig_at(cx + (next() - 0.5f) * size, cy + (next() - 0.5f) * size, 0);
         v.z = 2 * next() - 1;
         v.r = next(), v.g = next(), v.b = next(), v.a = next();
         rig.vertex[3 * n + k] = v;
      }
   }
}

static void program(const struct variant *v, unsigned log2_samples)
{
   const uint32_t mask = 0x5a & ((1u << (1u << log2_samples)) - 1);
   uint32_t control = S_02880C_Z_ORDER(v->late ? V_02880C_LATE_Z : V_02880C_EARLY_Z_THEN_LATE_Z);
   switch (v->program) {
   case CENTROID:
      pm4_set_context_reg(&rig.pm4, R_0286CC_SPI_PS_INPUT_ENA, PX_CENTROID);
      pm4_set_context_reg(&rig.pm4, R_0286D0_SPI_PS_INPUT_ADDR, PX_CENTROID);
      break;
   case COVERAGE:
      PX_PROGRAM(&rig, ps_coverage, PX_CENTRE | PX_COVERAGE, NULL, 0);
      break;
   case MASK:
      PX_PROGRAM(&rig, ps_mask, PX_CENTRE | PX_COVERAGE, &mask, 1);
      pm4_set_context_reg(&rig.pm4, R_028710_SPI_SHADER_Z_FORMAT, V_028710_SPI_SHADER_32_ABGR);
      control |= S_02880C_MASK_EXPORT_ENABLE(1);
      break;
   case DEPTH:
      PX_PROGRAM(&rig, ps_depth, PX_CENTRE | PX_COVERAGE, NULL, 0);
      pm4_set_context_reg(&rig.pm4, R_028710_SPI_SHADER_Z_FORMAT, V_028710_SPI_SHADER_32_ABGR);
      control |= S_02880C_Z_EXPORT_ENABLE(1);
      break;
   default:
      break;
   }
   pm4_set_context_reg(&rig.pm4, R_02880C_DB_SHADER_CONTROL, control);
}

static void draw(const struct variant *v, unsigned layout, unsigned log2_samples, unsigned log2_passes, uint32_t clip_rule,
                 struct targets *t)
{
   struct pm4_buf *b = &rig.pm4;
   const uint32_t control = S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(v->zfunc) |
                            S_028800_STENCIL_ENABLE(v->stencil) | S_028800_STENCILFUNC(V_028800_FRAG_GREATER);
   const bool low = v->depth == V_028040_Z_32_FLOAT || v->zfunc == V_028800_FRAG_GEQUAL; /* 0.75 as a float, otherwise 0.25 */
   px_surf_init(&rig, &t->colour, layout, 4, log2_samples, 1, 0x33);
   px_surf_init(&rig, &t->z, PX_DEPTH_1D, v->depth == V_028040_Z_16 ? 2 : 4, log2_samples, 1, low ? 0x3f : 0xbf);
   px_surf_init(&rig, &t->stencil, PX_DEPTH_1D, 1, log2_samples, 1, 0);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &t->colour, layout, PX_RGBA8, NULL);
   px_samples(&rig, log2_samples, log2_passes);
   if (v->depth)
      px_bind_depth(&rig, &t->z, v->stencil ? &t->stencil : NULL, v->depth, control, 0);
   if (v->stencil) { /* up to three times per sample */
      pm4_set_context_reg(b, R_028430_DB_STENCILREFMASK, S_028430_STENCILTESTVAL(3) | S_028430_STENCILMASK(255) |
                                                            S_028430_STENCILWRITEMASK(255) | S_028430_STENCILOPVAL(1));
      pm4_set_context_reg(b, R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(V_02842C_STENCIL_ADD_CLAMP) |
                                                             S_02842C_STENCILZFAIL(V_02842C_STENCIL_INVERT));
   }
   program(v, log2_samples);
   pm4_set_context_reg(b, R_028B70_DB_ALPHA_TO_MASK, v->to_mask ? 1 | 0xaa00 : 0xaa00);
   pm4_set_context_reg(b, R_028780_CB_BLEND0_CONTROL,
                       S_028780_ENABLE(v->blend) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) |
                          S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA));
   pm4_set_context_reg(b, R_02820C_PA_SC_CLIPRECT_RULE, clip_rule);
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3 * PRIMITIVES);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

static void drop(struct targets *t)
{
   px_surf_free(&rig, &t->colour);
   px_surf_free(&rig, &t->z);
   px_surf_free(&rig, &t->stencil);
}

static bool same(const struct px_surf *a, const struct px_surf *b)
{
   return !memcmp(a->map, b->map, a->t.slice_B);
}

static void as_blocks_one_by_one(void **state)
{
   (void)state;
   seed = 11;
   for (unsigned n = 0; n < VARIANTS; n++) {
      for (unsigned log2 = 1; log2 <= 3; log2++) {
         for (unsigned passes = 0; passes <= log2; passes += log2) {
            const unsigned layout = next() < 0.5f ? PX_COLOUR_1D : PX_COLOUR_2D;
            struct targets sorted, simple;
            make_vertices();
            draw(&variants[n], layout, log2, passes, 0xffff, &sorted);
            draw(&variants[n], layout, log2, passes, ALL_PIXELS, &simple);
            if (!same(&sorted.colour, &simple.colour) || !same(&sorted.z, &simple.z) || !same(&sorted.stencil, &simple.stencil))
               fail_msg("%s, %u samples, %u passes: colour %d, depth %d, stencil %d", variants[n].name, 1u << log2, 1u << passes,
                        same(&sorted.colour, &simple.colour), same(&sorted.z, &simple.z), same(&sorted.stencil, &simple.stencil));
            unsigned drawn = 0;
            for (uint64_t at = 0; at < sorted.colour.t.slice_B; at++)
               drawn += sorted.colour.map[at] != 0x33;
            if (drawn < sorted.colour.t.slice_B / 50)
               fail_msg("%s, %u samples: %u bytes of colour were drawn", variants[n].name, 1u << log2, drawn);
            drop(&sorted);
            drop(&simple);
         }
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test_setup_teardown(as_blocks_one_by_one, rig_set_up, rig_tear_down) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
