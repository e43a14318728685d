/* test_jit.c: host code against the interpreter, bit by bit: every row of sq_rows.h on random and
 * special values, all lane counts, several EXEC masks; programs made by LLVM; both with and without the single-lane
 * analysis. Random control flow: test_jit_flow.c. Meson runs all of it for each instruction set of the host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "winsys/sim/jit/tests/jit_test.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/interp/sq_interp.h"
#include "winsys/sim/sq/sq_check.h"

#include "winsys/sim/sq/tests/sq_llvm_code.h"
#include "winsys/sim/sq/tests/sq_rows.h"

struct registers { uint32_t vgpr[256][64], exp[SQ_EXP_COUNT][4][64]; };

static struct sim_mem mem;
static struct sq_cache *caches[16]; /* by options */
static struct registers both[2];
static uint8_t lds[2][256];

uint32_t jit_test_random(uint32_t *x)
{
   *x ^= *x << 13;
   *x ^= *x >> 17;
   return *x ^= *x << 5;
}

bool jit_test_nans;

static uint32_t random_value(uint32_t *x)
{
   static const uint32_t special[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
                                       1, 0x80000001, 0x007fffff, 0x00800000, 0x3effffff, 0x3f000000, 0x40490fdb, 0x4b000001,
                                       0x4f000000, 0xcf000001, 0x4f800000, 0x43800000, 0x477fe000, 0x38800000, 0x33000001,
                                       0x7fffffff, 0xffffffff, 31, 32, 2, 0x3c003c00, 0x7c00fc00, 0x00010001, 0x7e00,
                                       0x7f7fffff };
   uint32_t r = jit_test_random(x);
   if (jit_test_nans && r & 3)
      return (r & 0x80000000) | (r & 4 ? 0x7f800000 | (r & 8 ? r >> 8 & 0x7fffff : 0) : r & 16 ? 0x7c017c01 | (r & 0x83ff83ff) : 0);
   switch (r >> 28 & 3) {
   case 0: return special[r % (sizeof special / sizeof *special)];
   case 1: return r >> 16 & 0xff;
   case 2: return sq_f2u(((float)(int32_t)r) * 0x1p-28f);
   default: return r;
   }
}

unsigned jit_test_most_lanes(void)
{
   return ut_cpu_isa() == UT_ISA_AVX512 ? 64 : ut_cpu_isa() == UT_ISA_AVX2 ? 32 : 16;
}

static int setup(void **state)
{
   assert_true(sim_mem_init(&mem, 1ull << 30));
   assert_true(sim_mem_commit(&mem, CODE_VA, 0x200000));
   sim_mem_set_access(&mem, CODE_VA, 0x200000, SIM_MEM_READ | SIM_MEM_WRITE);
   for (unsigned i = 0; i < 16; i++)
      if (!(caches[i] = sq_cache_create(&mem)))
         return -1;
   return 0;
}

static int teardown(void **state)
{
   for (unsigned i = 0; i < 16; i++)
      sq_cache_destroy(caches[i]);
   sim_mem_finish(&mem);
   return 0;
}

const struct sq_program *jit_test_load(unsigned options, const uint32_t *code, size_t dwords, enum sq_stage stage, uint32_t rsrc1)
{
   memcpy(mem.base + CODE_VA, code, dwords * 4);
   sq_cache_invalidate(caches[options]);
   return sq_program_get(caches[options], CODE_VA, stage, rsrc1);
}

static void compare_waves(const struct sq_wave w[2], unsigned options, const char *what)
{
   unsigned lanes = w[0].lanes;
   assert_memory_equal(w[0].exp_en, w[1].exp_en, sizeof w->exp_en);
   assert_true(w[0].exp_compr == w[1].exp_compr);
   if (w[0].exp_valid != w[1].exp_valid)
      fail_msg("%s, %u lanes: valid %#llx, expected %#llx", what, lanes, (unsigned long long)w[1].exp_valid,
               (unsigned long long)w[0].exp_valid);
   for (unsigned t = 0; t < SQ_EXP_COUNT; t++)
      for (unsigned k = 0; k < 4; k++)
         for (unsigned i = 0; i < lanes; i++)
            if (!sq_check_same_export(t, w->exp_compr >> t & 1, both[1].exp[t][k][i], both[0].exp[t][k][i]))
               fail_msg("%s, %u lanes, options %u: export %u.%u lane %u: %#x, expected %#x", what, lanes, options, t, k, i,
                        both[1].exp[t][k][i], both[0].exp[t][k][i]);
   if (!(options & SQ_JIT_KEEP_REGISTERS))
      return;
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < lanes; i++)
         if (both[0].vgpr[r][i] != both[1].vgpr[r][i])
            fail_msg("%s, %u lanes, options %u: v%u lane %u: %#x, expected %#x", what, lanes, options, r, i,
                     both[1].vgpr[r][i], both[0].vgpr[r][i]);
   for (unsigned s = 0; s < GCN_SRC_EXEC_LO; s++)
      if (w[0].sgpr[s] != w[1].sgpr[s])
         fail_msg("%s, %u lanes, options %u: s%u: %#x, expected %#x", what, lanes, options, s, w[1].sgpr[s], w[0].sgpr[s]);
   assert_true(w[0].exec == w[1].exec);
}

void jit_test_compare(const struct sq_program *p, unsigned options, unsigned lanes, uint64_t exec, uint32_t seed,
                      const char *what)
{
   struct sq_attr attr[4];
   struct sq_wave w[2];
   uint32_t x = seed * 2654435761u | 1;
   sq_jit_options = options;
   for (unsigned i = 0; i < sizeof attr / 4; i++)
      ((uint32_t *)attr)[i] = sq_f2u((float)(int32_t)jit_test_random(&x) * 0x1p-30f);
   memset(&w[0], 0, sizeof w[0]);
   w[0] = (struct sq_wave){ .lanes = lanes, .exec = exec, .mem = &mem, .attr = attr };
   for (unsigned i = 0; i < 106; i++)
      w[0].sgpr[i] = random_value(&x);
   w[0].sgpr[GCN_SRC_VCC_LO] = jit_test_random(&x);
   w[0].sgpr[GCN_SRC_M0] = jit_test_random(&x) & 7;
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < 64; i++)
         both[0].vgpr[r][i] = i < lanes ? random_value(&x) : 0;
   memset(both[0].exp, 0x55, sizeof both[0].exp);
   both[1] = both[0];
   w[1] = w[0];
   enum sq_result result[2];
   for (unsigned k = 0; k < 2; k++) {
      w[k].vgpr = both[k].vgpr;
      w[k].exp = both[k].exp;
      memset(lds[k], 0, sizeof lds[k]);
      w[k].lds = lds[k];
      w[k].lds_B = sizeof lds[k];
      result[k] = k ? sq_run_jit(p, &w[k]) : sq_run_interp(p, &w[k]);
   }
   if (result[0] != result[1])
      fail_msg("%s: result %u (%s), expected %u (%s)", what, result[1], w[1].fault.text, result[0], w[0].fault.text);
   if (result[0] == SQ_DONE)
      compare_waves(w, options, what);
   assert_memory_equal(lds[0], lds[1], sizeof lds[0]);
}

static const unsigned lane_counts[] = { 8, 16, 32, 64 };

static void compare_all_masks(const struct sq_program *p, unsigned options, unsigned lanes, const char *what)
{
   uint64_t masks[] = { UINT64_MAX, 0x5555555555555555, 0x00ff3c0180f0c3a5, 0, 0x8000000100010000 };
   for (unsigned i = 0; i < sizeof masks / sizeof *masks; i++)
      for (unsigned seed = 0; seed < 2; seed++)
         jit_test_compare(p, options, lanes, masks[i], 7 * i + seed + 1, what);
}

/* Rows whose program the JIT leaves to the interpreter. */
static bool is_left_out(const char *text)
{
   return !strncmp(text, "s_set_gpr", 9) || !strncmp(text, "s_movrel", 8) || !strncmp(text, "s_setpc", 7) ||
          !strncmp(text, "s_swappc", 8);
}

/* Several rows in one program, each followed by copies of what it wrote: v[10+2k:11+2k], s[20+2k..] (result), VCC after them. */
static size_t emit_row(uint32_t *code, const struct sq_row *r, unsigned k)
{
   struct gcn_inst inst;
   size_t n = 0;
   assert_true(gcn_decode(8, r->code, 3, 0, &inst));
   memcpy(code, r->code, inst.size_B);
   n = inst.size_B / 4;
   code[n++] = 0x7e000303 | (10 + 2 * k) << 17; /* v_mov_b32 v, v3 */
   code[n++] = 0x7e000304 | (11 + 2 * k) << 17;
   code[n++] = 0xbe800104 | (20 + 4 * k) << 16; /* s_mov_b64 s, s[4:5] */
   code[n++] = 0xbe80016a | (22 + 4 * k) << 16; /* s_mov_b64 s, vcc */
   code[n++] = 0xbefe0110;                      /* s_mov_b64 exec, s[16:17] */
   return n;
}

/* set: the programs set the mode that the rows want; they begin in the other one. */
static void compare_rows(unsigned first_lanes, unsigned last_lanes, bool set)
{
   enum { PER_PROGRAM = 16 };
   for (unsigned denorm = 0; denorm < 2; denorm++) {
      for (size_t at = 0; at < sizeof rows / sizeof *rows;) {
         uint32_t code[PER_PROGRAM * 9 + 4];
         char what[200];
         size_t n = 0, first = at;
         code[n++] = 0xbe90017e; /* s_mov_b64 s[16:17], exec */
         if (set) {
            code[n++] = 0xba000901; /* s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3 or 0 */
            code[n++] = denorm ? 3 : 0;
         }
         for (unsigned k = 0; k < PER_PROGRAM && at < sizeof rows / sizeof *rows; at++)
            if (rows[at].denorm == denorm && !is_left_out(rows[at].text))
               n += emit_row(code + n, &rows[at], k++);
         code[n++] = 0xbf810000;
         snprintf(what, sizeof what, "rows %zu..%zu (%s ...)", first, at - 1, rows[first].text);
         for (unsigned l = first_lanes; l <= last_lanes; l++) {
            if (lane_counts[l] > jit_test_most_lanes())
               continue;
            unsigned options = SQ_JIT_KEEP_REGISTERS | (l & 1 ? SQ_JIT_MERGE_ALWAYS | SQ_JIT_LEAST_EFFORT : 0);
            const struct sq_program *p = jit_test_load(options, code, n, SQ_PS, denorm != set ? RSRC1_DENORMALS : RSRC1_FLUSH32);
            compare_all_masks(p, options, lane_counts[l], what);
         }
      }
   }
}

static void test_rows_narrow(void **state) { compare_rows(0, 1, false); }
static void test_rows_wide(void **state) { compare_rows(2, 3, false); }
static void test_rows_in_other_mode(void **state) { compare_rows(1, 1, true); }

#define LLVM_PROGRAM(name, stage, rsrc1) { #name, name, sizeof name / 4, stage, rsrc1 }

static void test_llvm_programs(void **state)
{
   static const struct { const char *name; const uint32_t *code; size_t dwords; enum sq_stage stage; uint32_t rsrc1; } list[] = {
      LLVM_PROGRAM(ps_loop, SQ_PS, RSRC1_FLUSH32),
      LLVM_PROGRAM(ps_math, SQ_PS, RSRC1_DENORMALS),
      LLVM_PROGRAM(vs_div, SQ_VS, RSRC1_DENORMALS),
      LLVM_PROGRAM(ps_flushdiv, SQ_PS, RSRC1_FLUSH32),
      LLVM_PROGRAM(ps_index, SQ_PS, RSRC1_FLUSH32),
   };
   for (unsigned k = 0; k < sizeof list / sizeof *list; k++)
      for (unsigned options = 0; options < 4; options++) {
         const struct sq_program *p = jit_test_load(options, list[k].code, list[k].dwords, list[k].stage, list[k].rsrc1);
         compare_all_masks(p, options, lane_counts[(k + options) % 4], list[k].name);
      }
}

static enum sq_result run_engine(const struct sq_program *p, struct sq_wave *w, bool jit)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS;
   w->vgpr = both[0].vgpr;
   w->exp = both[0].exp;
   w->mem = &mem;
   return jit ? sq_run_jit(p, w) : sq_run_interp(p, w);
}

/* What LLVM makes of an exact division where denormals are flushed: they are kept around its steps. */
static void test_mode(void **state)
{
   /* v_mul_f32 v2, v0, v1; s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3; v_fma_f32 v3, v0, v1, 0;
    * s_getreg_b32 s0, hwreg(HW_REG_MODE); s_mov_b32 s1, 0; s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s1;
    * v_mul_f32 v4, v0, v1; s_getreg_b32 s2, hwreg(HW_REG_MODE, 4, 4);
    * s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1; v_add_f32 v5, v0, v1; s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS), 1 */
   static const uint32_t code[] = { 0x0a040300, 0xba000901, 3, 0xd1cb0003, 0x02020300, 0xb880f801, 0xbe810080, 0xb9010901,
                                    0x0a080300, 0xb8821901, 0xba000801, 1, 0x020a0300, 0xba00f803, 1, 0xbf810000 };
   static const struct { unsigned reg; uint32_t want; } results[] = { { 2, 0 }, { 3, 0x00400000 }, { 4, 0 } };
   for (unsigned l = 0; l < 4; l++)
      for (unsigned jit = 0; jit < 2; jit++) {
         struct sq_wave w = { .lanes = lane_counts[l], .exec = UINT64_MAX };
         for (unsigned i = 0; i < 64; i++) {
            both[0].vgpr[0][i] = 0x00400000; /* denormal */
            both[0].vgpr[1][i] = 0x3f800000;
         }
         both[0].vgpr[0][1] = 0x00800000;
         assert_int_equal(run_engine(jit_test_load(2, code, sizeof code / 4, SQ_PS, RSRC1_FLUSH32), &w, jit), SQ_DONE);
         for (unsigned k = 0; k < sizeof results / sizeof *results; k++)
            assert_int_equal(both[0].vgpr[results[k].reg][0], results[k].want);
         assert_int_equal(both[0].vgpr[5][0], 0x3f800000); /* the denormal is nothing */
         assert_int_equal(both[0].vgpr[5][1], 0x3f800001); /* rounded up */
         assert_int_equal(w.sgpr[0], 0xf0 | 1 << 8);
         assert_int_equal(w.sgpr[2], 0xc);
      }
}

/* Modes that are unknown before the program runs: the interpreter executes the program. */
static void test_unknown_mode(void **state)
{
   /* s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s0; and: s_cbranch_scc0 after s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3 */
   static const uint32_t unknown[] = { 0xb9000901, 0xbf810000 }, either[] = { 0xbf840002, 0xba000901, 3, 0xbf810000 };
   struct sq_wave w = { .lanes = 16, .exec = 1, .vgpr = both[0].vgpr, .exp = both[0].exp, .mem = &mem };
   assert_int_equal(sq_run_jit(jit_test_load(0, unknown, 2, SQ_PS, RSRC1_FLUSH32), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "no jit");
   assert_int_equal(sq_run_jit(jit_test_load(0, either, 4, SQ_PS, RSRC1_FLUSH32), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "no jit");
}

/* A multiplication by 1 flushes, however the 1 came to where it is. So does a subtraction of 0, and the addition of a product that
 * is 0. */
static void test_flush_by_one(void **state)
{
   /* v_mov_b32 v1, 1.0; v_mov_b32 v6, -1.0; s_mov_b32 s0, 1.0; s_mov_b32 s1, 0; s_cbranch_scc0 (next); v_mul_f32 v2, v1, v0;
    * v_cndmask_b32 v3, v0, 1.0, vcc; v_mul_f32 v4, v3, v0; v_mul_f32 v5, s0, v0; v_mul_f32 v7, v6, v0;
    * v_subrev_f32 v8, s1, v0; v_mul_f32 v9, src_execz, -0; v_add_f32 v9, v9, v0 */
   static const uint32_t code[] = { 0x7e0202f2, 0x7e0c02f3, 0xbe8000f2, 0xbe810080, 0xbf840000, 0x0a040101, 0xd1000003,
                                    0x01a9e500, 0x0a080103, 0x0a0a0000, 0x0a0e0106, 0x06100001, 0xd1050009, 0x400100fc,
                                    0x02120109, 0xbf810000 };
   static const struct { unsigned reg; uint32_t want; } results[] = { { 2, 0 }, { 4, 0 }, { 5, 0 }, { 7, 0x80000000 }, { 8, 0 },
                                                                      { 9, 0 } };
   for (unsigned l = 0; l < 4; l++)
      for (unsigned jit = 0; jit < 2; jit++) {
         struct sq_wave w = { .lanes = lane_counts[l], .exec = UINT64_MAX };
         w.sgpr[GCN_SRC_VCC_LO] = w.sgpr[GCN_SRC_VCC_HI] = 0x55555555;
         for (unsigned i = 0; i < 64; i++)
            both[0].vgpr[0][i] = 0x00400000 + i;
         assert_int_equal(run_engine(jit_test_load(2, code, sizeof code / 4, SQ_PS, RSRC1_FLUSH32), &w, jit), SQ_DONE);
         for (unsigned k = 0; k < sizeof results / sizeof *results; k++)
            for (unsigned i = 0; i < w.lanes; i++)
               if (both[0].vgpr[results[k].reg][i] != results[k].want)
                  fail_msg("jit %u, v%u lane %u: %#x", jit, results[k].reg, i, both[0].vgpr[results[k].reg][i]);
      }
}

/* Denormals among constants are flushed as those in registers are, and so are results of constants alone. */
static void test_flush_of_constants(void **state)
{
   /* v_sin_f32 v2, 24; v_rcp_f32 v3, 0x7fffff; v_mul_f32 v4, 24, 4.0; v_mov_b32 v5, 0x800000; v_mul_f32 v6, 0.5, v5;
    * v_add_f32 v7, 24, 48; v_sqrt_f32 v8, 0x7fffff */
   static const uint32_t code[] = { 0x7e045298, 0x7e0644ff, 0x007fffff, 0xd1050004, 0x0001ec98, 0x7e0a02ff, 0x00800000,
                                    0x0a0c0af0, 0xd1010007, 0x00016098, 0x7e104eff, 0x007fffff, 0xbf810000 };
   static const struct { unsigned reg; uint32_t want; } results[] = { { 2, 0 }, { 3, 0x7f800000 }, { 4, 0 }, { 6, 0 }, { 7, 0 },
                                                                      { 8, 0 } };
   for (unsigned l = 0; l < 4; l++)
      for (unsigned jit = 0; jit < 2; jit++) {
         struct sq_wave w = { .lanes = lane_counts[l], .exec = UINT64_MAX };
         assert_int_equal(run_engine(jit_test_load(2, code, sizeof code / 4, SQ_PS, RSRC1_FLUSH32), &w, jit), SQ_DONE);
         for (unsigned k = 0; k < sizeof results / sizeof *results; k++)
            for (unsigned i = 0; i < w.lanes; i++)
               if (both[0].vgpr[results[k].reg][i] != results[k].want)
                  fail_msg("jit %u, v%u lane %u: %#x", jit, results[k].reg, i, both[0].vgpr[results[k].reg][i]);
      }
}

/* v_fma_f32 is rounded once on every host: sums that nearly cancel, lie just beside the middle of two floats, or are too
 * small. */
static void test_fma_rounds_once(void **state)
{
   static const uint32_t code[] = { 0xd1cb0003, 0x040a0300, 0xbf810000 }; /* v_fma_f32 v3, v0, v1, v2 */
   uint32_t x = 1;
   for (unsigned round = 0; round < 4000; round++) {
      const unsigned jit = round & 1, lanes = lane_counts[round >> 1 & 3];
      struct sq_wave w = { .lanes = lanes, .exec = UINT64_MAX };
      uint32_t a[64], b[64], c[64];
      for (unsigned i = 0; i < 64; i++) {
         float fa, fb, fc;
         a[i] = random_value(&x);
         b[i] = random_value(&x);
         memcpy(&fa, &a[i], 4);
         memcpy(&fb, &b[i], 4);
         x = x * 1664525 + 1013904223;
         switch (x >> 28 & 3) {
         /* what the product's rounding lost */
         case 0: memcpy(&c[i], &(float){ -(fa * fb) }, 4); break;
         case 1: /* the product is the middle of two floats, the sum just beside it */
            memcpy(&a[i], &(float){ 1.0f + (float)((x & 62) | 1) * 0x1p-12f }, 4);
            b[i] = a[i];
            memcpy(&c[i], &(float){ ldexpf(x & 64 ? 1.0f : -1.0f, -60 - (int)(x >> 8 & 31)) }, 4);
            break;
         case 2: memcpy(&c[i], &(float){ ldexpf(x & 1 ? 1.0f : -1.0f, (int)(x >> 8 & 255) - 140) }, 4); break;
         default: c[i] = random_value(&x);
         }
         memcpy(&fc, &c[i], 4);
         both[0].vgpr[0][i] = a[i];
         both[0].vgpr[1][i] = b[i];
         both[0].vgpr[2][i] = c[i];
      }
      assert_int_equal(run_engine(jit_test_load(2, code, sizeof code / 4, SQ_PS, RSRC1_DENORMALS), &w, jit), SQ_DONE);
      for (unsigned i = 0; i < lanes; i++) {
         float f[3];
         uint32_t want;
         memcpy(&f[0], &a[i], 4);
         memcpy(&f[1], &b[i], 4);
         memcpy(&f[2], &c[i], 4);
         memcpy(&want, &(float){ fmaf(f[0], f[1], f[2]) }, 4);
         if (both[0].vgpr[3][i] != sim_canonical_32(want))
            fail_msg("jit %u: %08x * %08x + %08x is %08x, not %08x", jit, a[i], b[i], c[i], both[0].vgpr[3][i], want);
      }
   }
}

/* Lanes beyond the launched ones hold what v_writelane puts there: compilers save SGPRs in them. */
static void test_lanes_beyond(void **state)
{
   /* v_writelane_b32 v2, s0, 60; v_writelane_b32 v2, s1, s2; v_readlane_b32 s3, v2, 60; v_readlane_b32 s4, v2, s2 */
   static const uint32_t code[] = { 0xd28a0002, 0x00017800, 0xd28a0002, 0x00000401, 0xd2890003, 0x00017902,
                                    0xd2890004, 0x00000502, 0xbf810000 };
   for (unsigned l = 0; l < 4; l++)
      for (unsigned lane = 0; lane < 60; lane++)
         for (unsigned jit = 0; jit < 2; jit++) {
            struct sq_wave w = { .lanes = lane_counts[l], .exec = 1, .sgpr = { 1234, 5678, lane } };
            memset(both[0].vgpr[2], 0, sizeof both[0].vgpr[2]);
            assert_int_equal(run_engine(jit_test_load(2, code, sizeof code / 4, SQ_CS, RSRC1_FLUSH32), &w, jit), SQ_DONE);
            assert_int_equal(w.sgpr[3], 1234);
            assert_int_equal(w.sgpr[4], 5678);
            if (lane < w.lanes)
               assert_int_equal(both[0].vgpr[2][lane], 5678);
         }
}

/* What the wave lacks is said as the interpreter says it. */
static void test_refusals(void **state)
{
   static const uint32_t interp[] = { 0xd4080500, 0xbf810000 }, load[] = { 0xe0542004, 0x80000200, 0xbf810000 };
   static const uint32_t illegal[] = { 0x7e020280, 0xffffffff };
   struct sq_wave w = { .lanes = 16, .exec = 1, .vgpr = both[0].vgpr, .exp = both[0].exp, .mem = &mem };
   assert_int_equal(sq_run_jit(jit_test_load(0, interp, 2, SQ_PS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "interpolation without attributes");
   assert_int_equal(sq_run_jit(jit_test_load(0, load, 3, SQ_VS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "no texture unit");
   assert_int_equal(sq_run_jit(jit_test_load(0, illegal, 2, SQ_VS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "illegal instruction");
}

static sq_host_func *run_waves(const struct sq_program *p, unsigned lanes, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      struct sq_wave w = { .lanes = lanes, .exec = 1, .vgpr = both[0].vgpr, .exp = both[0].exp, .mem = &mem };
      assert_int_equal(sq_run(p, &w), SQ_DONE);
   }
   return p->host[sq_lanes_slot(lanes)];
}

/* The first waves are interpreted; what is used often, or has a loop, becomes host code; each lane count by itself. */
static void test_patience(void **state)
{
   static const uint32_t straight[] = { 0x7e000280, 0xbf810000 };                 /* v_mov_b32 v0, 0 */
   static const uint32_t loop[] = { 0xbe800080, 0xbf078000, 0xbf85fffd, 0xbf810000 }; /* s_mov s0, 0; scc = s0 != s0; loop */
   const struct sq_program *p = jit_test_load(0, straight, 2, SQ_VS, 0);
   assert_null(run_waves(p, 16, 512));
   sq_host_func *code = run_waves(p, 16, 1);
   assert_non_null(code);
   assert_ptr_not_equal(code, sq_run_interp);
   assert_ptr_equal(run_waves(p, 16, 1), code);
   assert_null(run_waves(p, 64, 1));
   code = run_waves(jit_test_load(0, loop, 4, SQ_VS, 0), 16, 1);
   assert_non_null(code);
   assert_ptr_not_equal(code, sq_run_interp);
}

#define P1(dst, i, attr) (0xd4000000u | (dst) << 18 | (attr) << 10 | (i))
#define P2(dst, j, attr) (0xd4010000u | (dst) << 18 | (attr) << 10 | (j))
#define MOV_P0(dst, attr) (0xd4020002u | (dst) << 18 | (attr) << 10)
#define MOV(dst, src) (0x7e000300u | (dst) << 17 | (src))
#define EXEC_IS_VCC 0xbefe016au
#define EXEC_IS_ALL 0xbefe01c1u

/* Which interpolations are done before a program starts, and that it cannot tell. */
static void test_values(void **state)
{
   static const struct { const char *what; unsigned values; uint32_t beside; bool inputs; uint32_t code[8]; } cases[] = {
      { "a pair", 1, 0, false, { P1(5, 2, 0), P2(5, 3, 0) } },
      { "the same twice", 1, 0, false, { P1(5, 2, 0), P2(5, 3, 0), P1(6, 2, 0), P2(6, 3, 0) } },
      { "by two places", 2, 0, false, { P1(8, 2, 1), P1(9, 4, 1), P2(9, 5, 1), P2(8, 3, 1) } },
      { "over i", 1, 0, false, { P1(2, 2, 0), P2(2, 3, 0) } },
      { "over j", 0, 4, false, { P1(3, 2, 0), P2(3, 3, 0) } },
      { "i read again", 1, 4, false, { P1(5, 2, 0), P2(5, 3, 0), MOV(6, 2) } },
      { "i changed", 0, 9, false, { MOV(2, 0), P1(5, 2, 0), P2(5, 3, 0) } },
      { "j changed between", 0, 5, false, { P1(5, 2, 0), MOV(3, 0), P2(5, 3, 0) } },
      { "a sum that is read", 0, 12, false, { P1(5, 2, 0), MOV(6, 5), P2(5, 3, 0) } },
      { "a sum that is lost", 0, 12, false, { P1(5, 2, 0), MOV(5, 2), P2(5, 3, 0) } },
      { "another attribute", 0, 12, false, { P1(5, 2, 0), P2(5, 3, 1) } },
      { "another register", 0, 20, false, { P1(5, 2, 0), P2(5, 4, 0) } },
      { "other lanes between", 0, 12, false, { P1(5, 2, 0), EXEC_IS_VCC, P2(5, 3, 0) } },
      { "other lanes before", 1, 0, false, { EXEC_IS_VCC, P1(2, 2, 0), P2(2, 3, 0) } },
      { "i of other lanes", 1, 0, true, { P1(5, 2, 0), P2(5, 3, 0), EXEC_IS_VCC, MOV(2, 5), EXEC_IS_ALL, MOV(6, 2),
                                          0xf8000001, 6 /* exp mrt0 v6, off, off, off */ } },
      { "a coefficient", 1, 0, false, { MOV_P0(5, 1) } },
   };
   for (unsigned n = 0; n < sizeof cases / sizeof *cases; n++) {
      uint32_t code[9];
      unsigned count = 0;
      while (count < 8 && cases[n].code[count])
         count++;
      memcpy(code, cases[n].code, sizeof cases[n].code);
      code[count] = 0xbf810000;
      for (unsigned options = 0; options <= SQ_JIT_KEEP_REGISTERS; options += SQ_JIT_KEEP_REGISTERS) {
         const struct sq_program *p = jit_test_load(options, code, count + 1, SQ_PS, RSRC1_FLUSH32);
         if (p->info.num_values != cases[n].values || p->info.inputs_beside != cases[n].beside)
            fail_msg("%s: %u values, registers %#x beside", cases[n].what, p->info.num_values, p->info.inputs_beside);
         compare_all_masks(p, options, lane_counts[n % 4], cases[n].what);
         if (!options && (p->host_wants != 0) != cases[n].inputs)
            fail_msg("%s: i and j are wanted: %u", cases[n].what, p->host_wants);
      }
   }
}

/* The launching block sets them. */
static void test_launched_values(void **state)
{
   static const uint32_t code[] = { MOV_P0(6, 0), P1(5, 2, 0), P2(5, 3, 0), 0xbf810000 };
   static _Alignas(64) float values[2][SQ_MAX_LANES];
   static struct sq_attr attr;
   const struct sq_program *p = jit_test_load(SQ_JIT_KEEP_REGISTERS, code, 4, SQ_PS, RSRC1_FLUSH32);
   struct sq_wave w = { .lanes = 16, .exec = 0xffff, .attr = &attr, .values = values };
   assert_int_equal(sq_wants(p, 16), SQ_WANTS_ROWS); /* while there is no host code */
   for (unsigned i = 0; i < 16; i++) {
      values[0][i] = (float)i; /* in order of registers: first what is made of i and j */
      values[1][i] = 100;
   }
   assert_int_equal(run_engine(p, &w, true), SQ_DONE);
   for (unsigned i = 0; i < 16; i++) {
      assert_true(sq_u2f(both[0].vgpr[5][i]) == (float)i);
      assert_true(sq_u2f(both[0].vgpr[6][i]) == 100);
   }
   assert_true(sq_wants(p, 16) & SQ_WANTS_VALUES);
   assert_int_equal(sq_wants(p, 32), SQ_WANTS_ROWS);
}

/* A large pixel program with a loop: three times a sum of 300 terms. lane_number: also v_readlane_b32 s2, v5, 0. */
static const struct sq_program *load_large_loop(bool lane_number)
{
   static uint32_t code[320];
   unsigned n = 0, first;
   code[n++] = 0xbe810083; /* s_mov_b32 s1, 3 */
   code[n++] = P1(5, 2, 0);
   code[n++] = P2(5, 3, 0);
   first = n;
   for (unsigned i = 0; i < 300; i++)
      code[n++] = 0x020c0b06; /* v_add_f32 v6, v6, v5 */
   code[n++] = 0x80818101; /* s_sub_u32 s1, s1, 1 */
   code[n++] = 0xbf078001; /* s_cmp_lg_u32 s1, 0 */
   code[n] = 0xbf850000 | (uint16_t)(first - n - 1); /* s_cbranch_scc1 */
   n++;
   if (lane_number) {
      code[n++] = 0xd2890002;
      code[n++] = 0x00010105;
   }
   code[n++] = 0xc400180f; /* exp mrt0 v6, v5, v6, v5 done vm */
   code[n++] = 0x05060506;
   code[n++] = 0xbf810000;
   return jit_test_load(0, code, n, SQ_PS, RSRC1_FLUSH32);
}

static void run_large_loop(const struct sq_program *p, uint64_t exec)
{
   static struct sq_attr attr;
   uint32_t x = 7;
   for (unsigned i = 0; i < sizeof attr / 4; i++)
      ((uint32_t *)&attr)[i] = sq_f2u((float)(int32_t)jit_test_random(&x) * 0x1p-30f);
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < 64; i++)
         both[0].vgpr[r][i] = sq_f2u((float)(int32_t)jit_test_random(&x) * 0x1p-31f);
   memset(both[0].exp, 0x55, sizeof both[0].exp);
   both[1] = both[0];
   struct sq_wave w[2];
   for (unsigned k = 0; k < 2; k++) {
      w[k] = (struct sq_wave){ .lanes = 64, .exec = exec, .mem = &mem, .attr = &attr, .vgpr = both[k].vgpr, .exp = both[k].exp };
      assert_int_equal(k ? sq_run(p, &w[k]) : sq_run_interp(p, &w[k]), SQ_DONE);
   }
   compare_waves(w, 0, "large loop");
}

static bool has_host_code(const struct sq_program *p, unsigned lanes)
{
   sq_host_func *f = atomic_load(&p->host[sq_lanes_slot(lanes)]);
   return f && f != sq_run_interp;
}

static void wait_for_code(const struct sq_program *p, unsigned lanes)
{
   for (unsigned i = 0; i < 60000 && !has_host_code(p, lanes); i++)
      usleep(1000);
   assert_true(has_host_code(p, lanes));
}

/* Code for 16 lanes comes first, and waves of 64 run in parts; code for 64 follows when there are enough of these. */
static void test_parts(void **state)
{
   sq_jit_options = 0;
   const struct sq_program *p = load_large_loop(false);
   run_large_loop(p, 0x00ff3c0180f0c3a5);
   wait_for_code(p, ut_cpu_isa() == UT_ISA_AVX512 ? 16 : 64);
   run_large_loop(p, 0xffff0000ffff0000);
   run_large_loop(p, UINT64_MAX);
   assert_int_equal(has_host_code(p, 64), ut_cpu_isa() != UT_ISA_AVX512);
   for (unsigned i = 0; i < 200000 && !atomic_load(&p->compiling[sq_lanes_slot(64)]) && !has_host_code(p, 64); i++)
      run_large_loop(p, UINT64_MAX);
   wait_for_code(p, 64);
   run_large_loop(p, 0x00ff3c0180f0c3a5);
   p = load_large_loop(true); /* the lane's number would be another one in a part */
   run_large_loop(p, UINT64_MAX);
   wait_for_code(p, 64);
   assert_false(has_host_code(p, 16));
}

/* Waves of a large loop wait for its code; that of a program which is prefetched is there before its first wave. */
static void test_requests(void **state)
{
   sq_jit_options = 0;
   const struct sq_program *p = load_large_loop(true);
   run_large_loop(p, 1);
   assert_true(has_host_code(p, 64));
   p = load_large_loop(true);
   sq_prefetch(p);
   wait_for_code(p, 64);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_narrow),
      cmocka_unit_test(test_rows_wide),
      cmocka_unit_test(test_rows_in_other_mode),
      cmocka_unit_test(test_mode),
      cmocka_unit_test(test_unknown_mode),
      cmocka_unit_test(test_llvm_programs),
      cmocka_unit_test(test_random_flow),
      cmocka_unit_test(test_facts),
      cmocka_unit_test(test_min_max),
      cmocka_unit_test(test_canonical_results),
      cmocka_unit_test(test_nan_bits),
      cmocka_unit_test(test_flush_by_one),
      cmocka_unit_test(test_flush_of_constants),
      cmocka_unit_test(test_fma_rounds_once),
      cmocka_unit_test(test_lanes_beyond),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_patience),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_launched_values),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_requests),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
