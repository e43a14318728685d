/* test_jit_lds.c: dwords of LDS in host code against the interpreter: lanes in a row, in rows of 16, 16 of them at one dword,
 * anywhere, some or all outside, on random masks. Registers and all of LDS must be the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/gcn/gcn_tables.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/tests/sq_rig.h"

#define LDS_B 4096u
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define DS(op, offset1, offset0) 0x36u << 26 | (op) << 17 | (offset1) << 8 | (offset0)
#define REGS(dst, data1, data0, address) (uint32_t)(dst) << 24 | (data1) << 16 | (data0) << 8 | (address)
enum { WRITE = 13, WRITE2, WRITE2ST64, READ = 54, READ2, READ2ST64 };

static uint32_t vgpr[2][256][64], exports[SQ_EXP_COUNT][4][64];
static uint8_t before[LDS_B], lds[2][LDS_B];

static int setup(void **state)
{
   (void)state;
   sq_jit_options = SQ_JIT_KEEP_REGISTERS;
   return sq_rig_init(8, 0x10000);
}

static void addresses(uint32_t row[64])
{
   const uint32_t kind = sq_below(6), start = sq_below(3) ? 4 * sq_below(200) :
                                            sq_below(2) ? LDS_B - 4 * sq_below(80) : (uint32_t)-4 * sq_below(40);
   for (unsigned i = 0; i < 64; i++) {
      static const uint32_t per_lane[] = {4, 4, 0, 8}, per_part[] = {64, 0, 128, 4};
      row[i] = kind < 4 ? start + i % 16 * per_lane[kind] + i / 16 * per_part[kind] :
               kind == 4 ? start + 4 * sq_below(20) : sq_next();
   }
   if (!sq_below(4)) /* all but one */
      row[sq_below(64)] = sq_below(2) ? sq_next() : 4 * sq_below(200);
}

static void random_wave(struct sq_wave *w)
{
   static const uint64_t masks[] = { UINT64_MAX, UINT64_MAX, 0x5555555555555555, 0xffff0000, 0, 0x8000000100010000, 2 };
   w->exec = (sq_below(4) ? masks[sq_below(COUNT(masks))] : (uint64_t)sq_next() << 32 | sq_next()) & sq_first_lanes(w->lanes);
   w->sgpr[GCN_SRC_M0] = sq_below(4) ? UINT32_MAX : sq_below(2) ? sq_below(LDS_B) : sq_below(9);
   w->lds_B = sq_below(8) ? LDS_B : 4 * sq_below(3);
   for (unsigned r = 0; r < 16; r++)
      for (unsigned i = 0; i < 64; i++)
         vgpr[0][r][i] = sq_next();
   addresses(vgpr[0][0]);
   memcpy(vgpr[1], vgpr[0], sizeof vgpr[0]);
   for (unsigned i = 0; i < LDS_B / 4; i++)
      memcpy(before + 4 * i, &(uint32_t){ sq_next() }, 4);
}

static void compare(const struct sq_program *p, const struct sq_wave *wave, const char *what)
{
   for (unsigned jit = 0; jit < 2; jit++) {
      struct sq_wave w = *wave;
      w.vgpr = vgpr[jit];
      w.lds = memcpy(lds[jit], before, LDS_B);
      if ((jit ? sq_run_jit(p, &w) : sq_run_interp(p, &w)) != SQ_DONE)
         fail_msg("engine %u: %s", jit, w.fault.text);
   }
   for (unsigned r = 0; r < 16; r++)
      for (unsigned i = 0; i < wave->lanes; i++)
         if (vgpr[1][r][i] != vgpr[0][r][i])
            fail_msg("%s, %u lanes, exec %#llx, addresses %#x %#x: v%u lane %u: %#x, expected %#x", what, wave->lanes,
                     (unsigned long long)wave->exec, vgpr[0][0][0], vgpr[0][0][1], r, i, vgpr[1][r][i], vgpr[0][r][i]);
   for (unsigned i = 0; i < LDS_B; i++)
      if (lds[1][i] != lds[0][i])
         fail_msg("%s, %u lanes, exec %#llx, addresses %#x %#x: byte %#x", what, wave->lanes, (unsigned long long)wave->exec,
                  vgpr[0][0][0], vgpr[0][0][1], i);
}

static void compare_waves(const char *what, uint32_t word, uint32_t registers)
{
   static const uint8_t lanes[] = { 64, 32, 16, 8 };
   const uint32_t code[] = { word, registers, 0xbf810000 };
   memcpy(mem.base + SQ_RIG_VA, code, sizeof code);
   sq_cache_invalidate(cache);
   const struct sq_program *p = sq_program_get(cache, SQ_RIG_VA, SQ_CS, 0xf0u << 12);
   for (unsigned n = 0; n < 4000; n++) {
      struct sq_wave w = { .lanes = lanes[n % 4], .mem = &mem, .exp = exports, .tc = tc };
      random_wave(&w);
      compare(p, &w, what);
   }
}

static void test_reads(void **state)
{
   (void)state;
   compare_waves("read", DS(READ, 0, 0), REGS(4, 0, 0, 0));
   compare_waves("read offset:260", DS(READ, 1, 4), REGS(4, 0, 0, 0));
   compare_waves("read over its address", DS(READ, 0, 8), REGS(0, 0, 0, 0));
   compare_waves("read2", DS(READ2, 16, 0), REGS(4, 0, 0, 0));
   compare_waves("read2 over its address", DS(READ2, 3, 1), REGS(0, 0, 0, 0));
   compare_waves("read2st64", DS(READ2ST64, 4, 1), REGS(4, 0, 0, 0));
}

/* Rows of two dwords that overlap, or not. */
static void test_writes(void **state)
{
   (void)state;
   compare_waves("write", DS(WRITE, 0, 4), REGS(0, 0, 2, 0));
   compare_waves("write2 63 apart", DS(WRITE2, 63, 0), REGS(0, 3, 2, 0));
   compare_waves("write2 64 apart", DS(WRITE2, 64, 0), REGS(0, 3, 2, 0));
   compare_waves("write2 backwards", DS(WRITE2, 0, 5), REGS(0, 3, 2, 0));
   compare_waves("write2st64", DS(WRITE2ST64, 0, 4), REGS(0, 3, 2, 0));
   compare_waves("write2st64 at one place", DS(WRITE2ST64, 1, 1), REGS(0, 3, 2, 0));
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_reads), cmocka_unit_test(test_writes) };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
