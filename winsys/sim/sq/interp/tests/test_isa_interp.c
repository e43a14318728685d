/* test_isa_interp.c: interpolation (VINTRP): P0 + P10 * i and what comes on top of it, P20 * j, each a multiplication and an
 * addition with a rounding of its own (GCN3 ISA document, 9.2), and the parameters as they are; every channel, first and last
 * attribute, other values in each lane, with denormals kept and flushed. Interpreter and host code, of 16, 32 and 64 lanes.
 * An operation of the table that is not tested here fails.
 * usage: test_sim_isa_interp [6 | 7 | 8]   the generation whose encodings are run */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"
#include "winsys/sim/tests/sq_rig.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"

#define CODE_VA SQ_RIG_VA
#define END 0xbf810000u
#define COUNT(a) (sizeof(a) / sizeof *(a))

static unsigned gfx = 8;
static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];
static struct sq_attr attr[SQ_MAX_ATTRS];
static const unsigned widths[] = { 16, 32, 64 };
static const uint64_t masks[] = { UINT64_MAX, 0x8001ff00f0f0c3a5 };

static const float values[] = { 0, 1, -0.0f, 0.1f, -3.7f, 1e-40f, 16777217, 0x1p-126f, INFINITY, -1e38f, 0.33333334f, NAN, 1e-20f,
                                3e38f, -2.5e-39f, 1.0000001f, -7 };

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(gfx, 0x10000);
}

static uint32_t vintrp(unsigned number, unsigned vdst, unsigned vsrc, unsigned attribute, unsigned chan)
{
   return (gfx >= 8 ? 0x35u : 0x32u) << 26 | vdst << 18 | number << 16 | attribute << 10 | chan << 8 | vsrc;
}

static float flushed(float x, bool flush) { return flush && fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

/* a * b + c, rounded twice. */
static float step(float a, float b, float c, bool flush)
{
   volatile float product = flushed(a, flush) * flushed(b, flush);
   product = flushed(product, flush);
   volatile float sum = product + flushed(c, flush);
   return flushed(sum, flush);
}

static float number_of(unsigned seed, unsigned lane) { return values[(seed * 5 + lane * 7 + lane / 17) % COUNT(values)]; }

static float as_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

static void fill(void)
{
   for (unsigned a = 0; a < SQ_MAX_ATTRS; a++)
      for (unsigned c = 0; c < 4; c++)
         for (unsigned lane = 0; lane < SQ_MAX_LANES; lane++) {
            attr[a].chan[c].p0[lane] = number_of(a + c, lane);
            attr[a].chan[c].p10[lane] = number_of(a + c + 3, lane / 2);
            attr[a].chan[c].p20[lane] = number_of(a + c + 6, lane / 3);
         }
   for (unsigned r = 0; r < 256; r++)
      for (unsigned lane = 0; lane < 64; lane++) {
         float v = number_of(r + 1, lane);
         memcpy(&vgpr[r][lane], &v, 4);
      }
}

enum { P1, P2, MOV_P10, MOV_P20, MOV_P0, BOTH, KINDS };
static const char *const names[KINDS] = { "p1", "p2", "mov p10", "mov p20", "mov p0", "p1 and p2" };
enum { I = 0, J = 1, RESULT = 8 };

static float expected(unsigned kind, unsigned attribute, unsigned chan, unsigned lane, bool flush)
{
   float p0 = attr[attribute].chan[chan].p0[lane], p10 = attr[attribute].chan[chan].p10[lane],
         p20 = attr[attribute].chan[chan].p20[lane];
   float i = number_of(I + 1, lane), j = number_of(J + 1, lane), old = number_of(RESULT + chan + 1, lane);
   switch (kind) {
   case P1: return step(p10, i, p0, flush);
   case P2: return step(p20, j, old, flush);
   case MOV_P10: return p10;
   case MOV_P20: return p20;
   case MOV_P0: return p0;
   default: return step(p20, j, step(p10, i, p0, flush), flush);
   }
}

/* Four channels, in v[RESULT] and up. */
static void check(unsigned kind, unsigned attribute, bool flush)
{
   uint32_t code[9];
   unsigned n = 0;
   for (unsigned chan = 0; chan < 4; chan++) {
      unsigned number = kind >= MOV_P10 && kind <= MOV_P0 ? 2 : kind == P2 ? 1 : 0;
      code[n++] = vintrp(number, RESULT + chan, number == 2 ? kind - MOV_P10 : kind == P2 ? J : I, attribute, chan);
      if (kind == BOTH)
         code[n++] = vintrp(1, RESULT + chan, J, attribute, chan);
   }
   code[n++] = END;
   memcpy(mem.base + CODE_VA, code, n * 4);
   sq_cache_invalidate(cache);
   const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_PS, (flush ? 0xc0u : 0xf0u) << 12);
   for (unsigned k = 0; k < 2 * COUNT(widths) * COUNT(masks); k++) {
      unsigned lanes = widths[k / 2 % COUNT(widths)];
      uint64_t exec = masks[k / 2 / COUNT(widths)] & sq_first_lanes(lanes);
      struct sq_wave w = { .lanes = lanes, .exec = exec, .vgpr = vgpr, .attr = attr, .mem = &mem, .exp = exports };
      fill();
      enum sq_result r = k & 1 ? sq_run_jit(p, &w) : sq_run_interp(p, &w);
      if (r != SQ_DONE)
         fail_msg("%s: %s", names[kind], w.fault.text);
      for (unsigned chan = 0; chan < 4; chan++)
         for (unsigned lane = 0; lane < lanes; lane++) {
            float want = exec >> lane & 1 ? expected(kind, attribute, chan, lane, flush) : number_of(RESULT + chan + 1, lane);
            float got = as_float(vgpr[RESULT + chan][lane]);
            if (isnan(want) ? !isnan(got) : memcmp(&got, &want, 4))
               fail_msg("%s, attribute %u.%u, %s, %u lanes%s, lane %u: %a, expected %a", names[kind], attribute, chan,
                        k & 1 ? "host code" : "interpreter", lanes, flush ? ", denormals flushed" : "", lane, (double)got,
                        (double)want);
         }
   }
}

static void test_interpolation(void **state)
{
   for (unsigned kind = 0; kind < KINDS; kind++)
      for (unsigned k = 0; k < 4; k++)
         check(kind, k & 1 ? SQ_MAX_ATTRS - 1 : 0, k >> 1);
}

static void test_every_operation(void **state)
{
   static const uint16_t tested[] = { GCN_V_INTERP_P1_F32, GCN_V_INTERP_P2_F32, GCN_V_INTERP_MOV_F32 };
   const struct gcn_op_table *table = &gcn_op_tables[gfx - 6][GCN_VINTRP];
   for (unsigned n = 0; n < table->count; n++)
      if (table->ops[n] != GCN_OP_NONE && (n >= COUNT(tested) || table->ops[n] != tested[n]))
         fail_msg("no test: %s", gcn_op_infos[table->ops[n]].name);
}

int main(int argc, char **argv)
{
   if (!sq_rig_gfx(argc, argv, &gfx))
      return 2;
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_operation), cmocka_unit_test(test_interpolation) };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
