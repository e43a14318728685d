/* test_vertices.c: what the primitive assembler makes of a batch's vertices, on every instruction set that this host has: places as
 * of corners one by one (sim_pa_project), and clip codes as written down here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "util/ut_cpu.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/vgt/vgt.h"

#define ROUNDS 200

static uint32_t seed = 5;

static uint32_t random_bits(void)
{
   seed = seed * 1664525u + 1013904223u;
   return seed >> 8;
}

static float random_float(float around)
{
   return ((float)random_bits() * 0x1p-23f - 1) * around;
}

static float coordinate(void)
{
   static const float special[] = { 0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-40f, 1e30f };
   return random_bits() % 16 ? random_float(random_bits() % 4 ? 1.5f : 1e5f) : special[random_bits() % 9];
}

static void make_state(struct sim_pa_state *pa)
{
   *pa = (struct sim_pa_state){ .grid_bits = 8, .grid = 256, .grid_step = 1, .inv_subpixel = 1 / 256.0f, .guard = 32000,
                                .pixel_offset = random_bits() & 1 ? 0 : 128, .gb_disc_x = 1 + random_float(0.5f), .gb_disc_y = 1 };
   uint32_t bits = random_bits();
   pa->xy_is_window = !(bits & 7);
   pa->z_is_window = !(bits & 56);
   pa->w_is_reciprocal = !(bits & 0x1c0);
   pa->clip_disable = !(bits & 0xe00);
   pa->clip_halfz = bits >> 12 & 1;
   pa->clip_near = bits >> 13 & 3;
   pa->clip_far = bits >> 15 & 3;
   pa->use_viewport = bits >> 17 & 1;
   if (bits >> 18 & 1) {
      pa->grid = 16;
      pa->grid_step = 16;
   }
   for (unsigned i = 0; i < 16; i++) {
      pa->xscale[i] = random_float(500);
      pa->yscale[i] = random_float(500);
      pa->zscale[i] = random_float(1);
      pa->xoffset[i] = random_float(500);
      pa->yoffset[i] = random_float(500);
      pa->zoffset[i] = random_float(1);
      pa->gb_clip_x[i] = 1 + random_float(0.9f);
      pa->gb_clip_y[i] = random_bits() & 3 ? 20 : INFINITY;
   }
}

static uint32_t code_of(const struct sim_pa_state *pa, unsigned vp, const struct sim_corner *c)
{
   uint32_t code = 0;
   if (c->fx == INT32_MIN || (!pa->w_is_reciprocal && !pa->xy_is_window && !(c->w > 0)))
      code |= SIM_OUT_GUARD;
   if (pa->clip_disable)
      return code;
   code |= c->x < -(c->w * pa->gb_disc_x) ? SIM_OUT_LEFT : 0;
   code |= c->x > c->w * pa->gb_disc_x ? SIM_OUT_RIGHT : 0;
   code |= c->y < -(c->w * pa->gb_disc_y) ? SIM_OUT_BOTTOM : 0;
   code |= c->y > c->w * pa->gb_disc_y ? SIM_OUT_TOP : 0;
   code |= fabsf(c->x) > c->w * pa->gb_clip_x[vp] || fabsf(c->y) > c->w * pa->gb_clip_y[vp] ? SIM_OUT_GUARD : 0;
   code |= pa->clip_near && c->z < (pa->clip_halfz ? 0 : -c->w) ? SIM_OUT_NEAR : 0;
   code |= pa->clip_far && c->z > c->w ? SIM_OUT_FAR : 0;
   return code;
}

static bool same(float a, float b)
{
   return !memcmp(&a, &b, 4) || (isnan(a) && isnan(b));
}

static void one_by_one(void **state)
{
   (void)state;
   static struct sim_vertices v;
   sim_vertices_func *const funcs[] = { pa_vertices_base,
#ifdef __x86_64__
      pa_vertices_avx2, pa_vertices_avx512,
#endif
   };
   for (unsigned round = 0; round < ROUNDS; round++) {
      struct sim_pa_state pa;
      make_state(&pa);
      const unsigned count = round % 3 ? 1 + random_bits() % 70 : 16;
      const bool inside = round % 5 == 0; /* for once, all of them */
      for (unsigned i = 0; i < SIM_BATCH_VERTS; i++) {
         const bool tame = inside && i < count;
         v.x[i] = tame ? 0 : coordinate();
         v.y[i] = tame ? 0 : coordinate();
         v.z[i] = tame ? 0.5f : coordinate();
         v.w[i] = tame ? 1 : coordinate();
         v.viewport[i] = random_bits();
      }
      for (unsigned isa = 0; isa < sizeof funcs / sizeof funcs[0] && isa <= (unsigned)ut_cpu_isa(); isa++) {
         memset(v.place, 0x55, sizeof v.place);
         memset(v.code, 0x55, sizeof v.code);
         bool any = funcs[isa](&pa, &v, count), wanted = false;
         for (unsigned i = 0; i < count; i++) {
            const unsigned vp = pa.use_viewport ? v.viewport[i] & 15 : 0;
            struct sim_corner c = { .x = v.x[i], .y = v.y[i], .z = v.z[i], .w = v.w[i] };
            sim_pa_project(&pa, vp, &c);
            const uint32_t code = code_of(&pa, vp, &c);
            wanted |= code != 0;
            if (v.place[i].fx != c.fx || v.place[i].fy != c.fy || !same(v.place[i].rw, c.rw) || !same(v.place[i].sz, c.sz))
               fail_msg("round %u, instruction set %u: vertex %u lies elsewhere", round, isa, i);
            if (v.code[i] != code)
               fail_msg("round %u, instruction set %u: code of vertex %u is %x, not %x", round, isa, i, v.code[i], code);
         }
         assert_int_equal(any, wanted);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(one_by_one) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
