/* test_jit_facts.c: the facts that jit_facts.c derives about values hold for the interpreter's values: for every operation that
 * it handles, with the result of every other one as operand, in all denormal modes. The host code that these facts allow for
 * minimum, maximum and median gives the results of sq_math.h. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/jit/jit_host.h"
#include "winsys/sim/jit/tests/jit_test.h"
#include "winsys/sim/sq/interp/sq_interp.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { X = 256, Y = 257, ZERO = 128, FIVE = 133 /* a denormal */, HALF = 240, ONE = 242, MINUS_ONE = 243, TWO = 244, VCC = 106,
       LARGE = 20, MINUS_0 = 21, SMALL = 22, ANY = 23, MINUS_LARGE = 24 /* SGPRs */ };

/* In VOP3's form, X and Y for the operands. */
struct maker { const char *text; uint16_t op, src[3]; uint8_t abs, neg, omod, clamp; };

static const struct maker makers[] = {
   { "x", 0x141, { X } },
   { "x * y", 0x105, { X, Y } },
   { "x + 0.35", 0x101, { X, LARGE } },
   { "-0.35 - x", 0x102, { MINUS_LARGE, X } },
   { "-x * 1.0", 0x105, { X, ONE }, .neg = 1 },
   { "sqrt(|x|)", 0x167, { X }, .abs = 1 },
   { "x + y clamp", 0x101, { X, Y }, .clamp = 1 },
   { "min(x, 0)", 0x10a, { X, ZERO } },
   { "max(x, 0)", 0x10b, { X, ZERO } },
   { "max(x, -1)", 0x10b, { X, MINUS_ONE } },
   { "float(int x)", 0x145, { X } },
   { "0.35", 0x141, { LARGE } },
   /* those above are paired in host code, too */
   { "max(x, 0.35)", 0x10b, { X, LARGE } }, { "min(x, -0.35)", 0x10a, { X, MINUS_LARGE } },
   { "-0", 0x141, { MINUS_0 } }, { "denormal", 0x141, { FIVE } }, { "2^-66", 0x141, { SMALL } }, { "any scalar", 0x141, { ANY } },
   { "x + y", 0x101, { X, Y } }, { "|x| + |y|", 0x101, { X, Y }, .abs = 3 }, { "x - y", 0x102, { X, Y } },
   { "y - x", 0x103, { X, Y } }, { "x + 2^-66", 0x101, { X, SMALL } }, { "x - 0.35", 0x102, { X, LARGE } },
   { "x * x", 0x105, { X, X } }, { "x * -x", 0x105, { X, X }, .neg = 2 }, { "|x| * x", 0x105, { X, X }, .abs = 1 },
   { "legacy x * x", 0x104, { X, X } }, { "x * 2", 0x105, { X, TWO } }, { "legacy x * y", 0x104, { X, Y } },
   { "fma(x, y, 0.35)", 0x1cb, { X, Y, LARGE } }, { "fma(x, x, y)", 0x1cb, { X, X, Y } }, { "fma(x, y, x)", 0x1cb, { X, Y, X } },
   { "fma(x, 2, 0.35)", 0x1cb, { X, TWO, LARGE } }, { "fma(x, x, |y|)", 0x1cb, { X, X, Y }, .abs = 4 },
   { "mad(x, y, -0.35)", 0x1c1, { X, Y, MINUS_LARGE } }, { "mad(x, x, |y|)", 0x1c1, { X, X, Y }, .abs = 4 },
   { "sqrt(x)", 0x167, { X } }, { "1 / x", 0x162, { X } }, { "1 / |x|", 0x162, { X }, .abs = 1 }, { "rsq(x)", 0x164, { X } },
   { "exp2(x)", 0x160, { X } }, { "log2(x)", 0x161, { X } }, { "sin(x)", 0x169, { X } }, { "cos(x)", 0x16a, { X } },
   { "fract(x)", 0x15b, { X } }, { "trunc(x)", 0x15c, { X } }, { "ceil(x)", 0x15d, { X } }, { "rndne(x)", 0x15e, { X } },
   { "floor(x)", 0x15f, { X } }, { "ldexp(x, -4)", 0x288, { X, 196 } }, { "float(uint x)", 0x146, { X } },
   { "off_i4(x)", 0x14e, { X } }, { "ubyte0(x)", 0x151, { X } }, { "ubyte3(x)", 0x154, { X } }, { "float(half x)", 0x14b, { X } },
   { "min(x, y)", 0x10a, { X, Y } }, { "max(x, y)", 0x10b, { X, Y } }, { "max(x, -0)", 0x10b, { X, MINUS_0 } },
   { "min3(x, y, 1)", 0x1d0, { X, Y, ONE } }, { "max3(x, y, 0)", 0x1d3, { X, Y, ZERO } },
   { "med3(x, 0, 1)", 0x1d6, { X, ZERO, ONE } }, { "med3(x, y, 1)", 0x1d6, { X, Y, ONE } },
   { "med3(-0, x, y)", 0x1d6, { MINUS_0, X, Y } }, { "cndmask(x, y)", 0x100, { X, Y, VCC } },
   { "cndmask(0.35, x)", 0x100, { LARGE, X, VCC } }, { "|x|", 0x10b, { X, X }, .abs = 3 }, { "-x", 0x10a, { X, X }, .neg = 3 },
   { "x * y * 0.5", 0x105, { X, Y }, .omod = 3 }, { "max(x, 0) * 0.5", 0x10b, { X, ZERO }, .omod = 3 },
   { "min(x, y) * 2", 0x10a, { X, Y }, .omod = 1 }, { "x clamp", 0x10b, { X, X }, .clamp = 1 },
};
#define PAIRED 12

static const uint32_t numbers[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 1,
                                    0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800001, 0x3eb33333, 0xbeb33333,
                                    0x7f7fffff, 0xff7fffff, 0x1e800000, 0x9e800001, 0x7f800001, 0x20000000,
                                    0x3eb33334, 0xa0123456 };

static uint32_t vgpr[2][256][64], exports[2][SQ_EXP_COUNT][4][64];

static unsigned vop3(uint32_t *to, const struct maker *m, unsigned dst, unsigned x, unsigned y)
{
   uint32_t src[3];
   for (unsigned i = 0; i < 3; i++)
      src[i] = m->src[i] == X ? 256 + x : m->src[i] == Y ? 256 + y : m->src[i];
   to[0] = 0xd0000000 | (uint32_t)m->op << 16 | (uint32_t)m->clamp << 15 | (uint32_t)m->abs << 8 | dst;
   to[1] = src[0] | src[1] << 9 | src[2] << 18 | (uint32_t)m->omod << 27 | (uint32_t)m->neg << 29;
   return 2;
}

static unsigned constants(uint32_t *to)
{
   static const struct { unsigned sgpr; uint32_t value; } list[] = {
      { LARGE, 0x3eb33333 }, { MINUS_0, 0x80000000 }, { SMALL, 0x1e800000 }, { MINUS_LARGE, 0xbeb33333 },
   };
   for (unsigned i = 0; i < COUNT(list); i++) {
      to[2 * i] = 0xbe8000ff | list[i].sgpr << 16;
      to[2 * i + 1] = list[i].value;
   }
   return 2 * COUNT(list);
}

static unsigned export(uint32_t *to, unsigned param, unsigned a, unsigned b, unsigned c, unsigned d)
{
   to[0] = 0xc400000f | (32 + param) << 4;
   to[1] = a | b << 8 | c << 16 | d << 24;
   return 2;
}

static const struct sq_program *load(const uint32_t *code, size_t n, unsigned denorm, bool dx10_clamp)
{
   return jit_test_load(0, code, n, SQ_VS, (0xc0u | denorm << 4) << 12 | (uint32_t)dx10_clamp << 21);
}

/* v0, v1, v2: all pairs of numbers, one after the other. */
static struct sq_wave wave(unsigned k, unsigned lanes, unsigned round)
{
   struct sq_wave w = { .lanes = lanes, .exec = sq_first_lanes(lanes), .vgpr = vgpr[k], .exp = exports[k] };
   w.sgpr[ANY] = numbers[round % COUNT(numbers)];
   w.sgpr[VCC] = 0x5a3c96f0;
   memset(vgpr[k], 0xff, sizeof vgpr[k]);
   for (unsigned i = 0; i < 64; i++) {
      unsigned n = 64 * round + i, high = n / COUNT(numbers);
      vgpr[k][0][i] = numbers[n % COUNT(numbers)];
      vgpr[k][1][i] = numbers[(high + n) % COUNT(numbers)];
      vgpr[k][2][i] = numbers[(3 * high + 5 * n) % COUNT(numbers)];
   }
   return w;
}

static unsigned facts_of(uint32_t u, bool denormals_count)
{
   uint32_t magnitude = u & 0x7fffffff;
   bool nan = magnitude > 0x7f800000, denormal = magnitude && magnitude < 0x00800000;
   unsigned f = (denormal && !denormals_count ? 0 : JIT_NO_DENORMAL) | (nan ? 0 : JIT_NO_NAN);
   return f | (u == 0x80000000 ? 0 : JIT_NO_MINUS_0) | (u ? JIT_NO_PLUS_0 : 0) | (u >> 31 && !nan ? 0 : JIT_POSITIVE) |
          (sq_abs(sq_u2f(u)) >= 0x1p-64f && magnitude < 0x7f800000 ? JIT_LARGE : 0);
}

/* Facts that are claimed of maker b's result, fed with a's. */
static void check_facts(unsigned a, unsigned b, unsigned denorm, bool dx10_clamp, unsigned *known)
{
   uint32_t code[32];
   unsigned n = constants(code);
   n += vop3(code + n, &makers[a], 4, 0, 1);
   n += vop3(code + n, &makers[a], 5, 1, 0);
   n += vop3(code + n, &makers[b], 6, 4, 5);
   n += vop3(code + n, &makers[0], 7, 6, 6);
   n += export(code + n, 0, 6, 7, 7, 7);
   code[n++] = 0xbf810000;
   const struct sq_program *p = load(code, n, denorm, dx10_clamp);
   struct jit_flow flow;
   const char *why;
   assert_true(jit_flow(p, false, false, &flow, &why));
   unsigned claimed = flow.facts[p->num_inst - 3][0];
   jit_flow_finish(&flow);
   known[0] |= claimed;
   for (unsigned round = 0; round < COUNT(numbers) * COUNT(numbers) / 64; round++) {
      struct sq_wave w = wave(0, 64, round);
      assert_int_equal(sq_run_interp(p, &w), SQ_DONE);
      for (unsigned i = 0; i < 64; i++)
         if (claimed & ~facts_of(vgpr[0][6][i], denorm & 1))
            fail_msg("%s of %s, denormals %u: %#x (of %#x) is not what is claimed, %#x", makers[b].text, makers[a].text, denorm,
                     vgpr[0][6][i], vgpr[0][4][i], claimed);
   }
}

void test_facts(void **state)
{
   unsigned known = 0;
   for (unsigned a = 0; a < COUNT(makers); a++)
      for (unsigned b = 0; b < COUNT(makers); b++)
         for (unsigned denorm = 0; denorm < 4; denorm++)
            if (denorm == 0 || ((a + b) % 3 == denorm - 1 && (denorm == 3 || JIT_HOST_FLUSHES_APART)))
               check_facts(a, b, denorm, (a + b) % 5, &known);
   assert_int_equal(known, JIT_NO_DENORMAL | JIT_NO_NAN | JIT_NO_MINUS_0 | JIT_NO_PLUS_0 | JIT_POSITIVE | JIT_LARGE);
}

/* One operand is v4, made by the first maker, the others v10 and v30 and following. */
enum { FIRST = 4, SECOND = 10, THIRD = 30, RESULTS = 50 };

static const struct maker operations[8] = {
   { "min", 0x10a, { X, Y } }, { "max", 0x10b, { X, Y } }, { "min reversed", 0x10a, { Y, X } },
   { "max reversed", 0x10b, { Y, X } }, { "med3", 0x1d6, { X, Y, 0 } }, { "min3", 0x1d0, { X, Y, 0 } },
   { "max3", 0x1d3, { 0, X, Y } }, { "med3 reversed", 0x1d6, { 0, Y, X } },
};

static uint32_t expected(unsigned op, uint32_t a, uint32_t b, uint32_t c)
{
   switch (op) {
   case 0: case 2: return sq_min_bits(a, b);
   case 1: case 3: return sq_max_bits(a, b);
   case 5: return sq_min_bits(sq_min_bits(a, b), c);
   case 6: return sq_max_bits(sq_max_bits(a, b), c);
   default: return sq_med3_bits(a, b, c);
   }
}

static unsigned pairs_with(uint32_t *code, unsigned first)
{
   unsigned n = constants(code);
   n += vop3(code + n, &makers[first], FIRST, 0, 1);
   for (unsigned k = 0; k < PAIRED; k++) {
      n += vop3(code + n, &makers[k], SECOND + k, 1, 0);
      n += vop3(code + n, &makers[(first + k) % PAIRED], THIRD + k, 2, 0);
   }
   for (unsigned k = 0; k < PAIRED; k++) {
      for (unsigned op = 0; op < 8; op++) {
         struct maker m = operations[op];
         for (unsigned i = 0; op >= 4 && i < 3; i++)
            m.src[i] = m.src[i] ? m.src[i] : (uint16_t)(256 + THIRD + k);
         n += vop3(code + n, &m, RESULTS + op, FIRST, SECOND + k);
      }
      n += export(code + n, 2 * k, RESULTS, RESULTS + 1, RESULTS + 2, RESULTS + 3);
      n += export(code + n, 2 * k + 1, RESULTS + 4, RESULTS + 5, RESULTS + 6, RESULTS + 7);
   }
   code[n++] = 0xbf810000;
   return n;
}

static void check_pairs(const struct sq_program *p, unsigned first, unsigned lanes, unsigned denorm)
{
   for (unsigned round = 0; round < COUNT(numbers) * COUNT(numbers) / 64; round++) {
      struct sq_wave reference = wave(0, lanes, round), w = wave(1, lanes, round);
      assert_int_equal(sq_run_interp(p, &reference), SQ_DONE);
      assert_int_equal(sq_run_jit(p, &w), SQ_DONE);
      for (unsigned n = 0; n < PAIRED * 8 * lanes; n++) {
         unsigned i = n % lanes, op = n / lanes % 8, k = n / lanes / 8, target = 32 + 2 * k + op / 4;
         uint32_t a = vgpr[0][FIRST][i], b = vgpr[0][SECOND + k][i], c = vgpr[0][THIRD + k][i], r = sim_canonical_32(expected(op, a, b, c));
         if (exports[0][target][op % 4][i] != r || exports[1][target][op % 4][i] != r)
            fail_msg("%s of %s and %s, %u lanes, denormals %u: of %#x, %#x, %#x: %#x (interpreter %#x), expected %#x",
                     operations[op].text, makers[first].text, makers[k].text, lanes, denorm, a, b, c,
                     exports[1][target][op % 4][i], exports[0][target][op % 4][i], r);
      }
   }
}

void test_min_max(void **state)
{
   static uint32_t code[1024];
   sq_jit_options = 0;
   for (unsigned first = 0; first < PAIRED; first++) {
      unsigned n = pairs_with(code, first);
      for (unsigned denorm = 0; denorm < 4; denorm++) {
         if (denorm && first % 3 != denorm - 1) /* LLVM takes its time */
            continue;
         if (denorm % 3 && !JIT_HOST_FLUSHES_APART)
            continue;
         const struct sq_program *p = load(code, n, denorm, true);
         unsigned lanes = ut_cpu_isa() == UT_ISA_BASE ? 8 : denorm ? 16 : 16 << first % 3;
         lanes = lanes > jit_test_most_lanes() ? jit_test_most_lanes() : lanes;
         check_pairs(p, first, lanes, denorm);
      }
   }
}
