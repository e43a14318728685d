/* test_check.c: the mode that compares both engines (sq_check.c) on a program that writes memory and LDS on both sides of a barrier:
 * memory is changed once, and each kind of difference is found. Host code that errs is the interpreter with an error added. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/sq_check.h"
#include "winsys/sim/sq/sq_internal.h"
#include "winsys/sim/tests/sq_rig.h"

#define DATA_VA 0x200000ull
enum { LANES = 16, LDS_B = 1024, M0 = 124 };

/* buffer_atomic_add v1, v0, s[0:3], s4 idxen glc; buffer_store_dword v2, v0, s[0:3], s5 idxen; ds_write_b32 v3, v2; s_barrier;
 * ds_read_b32 v4, v3; ds_add_u32 v3, v2; buffer_store_dword v4, v0, s[0:3], s6 idxen; buffer_store_short v2, v0, s[0:3], s5
 * idxen; s_endpgm */
static const uint32_t code[] = { 0xe1086000, 0x04000100, 0xe0702000, 0x05000200, 0xd81a0000, 0x00000203, 0xbf8a0000,
                                 0xd86c0000, 0x04000003, 0xd8000000, 0x00000203, 0xe0702000, 0x06000400, 0xe0682000, 0x05000200,
                                 0xbf810000 };

static uint32_t vgpr[256][SQ_MAX_LANES], exports[SQ_EXP_COUNT][4][SQ_MAX_LANES];
static uint8_t lds[LDS_B];
static enum { FAITHFUL, VALUE, PLACE, EXTRA, MISSING, LDS, BARRIER, END } error;

static uint32_t *data(void)
{
   return (uint32_t *)(void *)(mem.base + DATA_VA);
}

static enum sq_result host(const struct sq_program *p, struct sq_wave *w)
{
   const bool second = w->resume.pc != 0;
   vgpr[2][5] ^= error == VALUE && !second;
   vgpr[0][5] ^= error == PLACE && !second ? 8 : 0;
   w->exec &= error == MISSING && !second ? ~UINT64_C(32) : UINT64_MAX;
   enum sq_result result = sq_run_interp(p, w);
   if (error == EXTRA && second) {
      sim_stores_note(&data()[200], 4);
      data()[200] = 1;
   }
   lds[100] ^= error == LDS && second;
   w->resume.pc += error == BARRIER && result == SQ_BARRIER;
   return error == END && !second ? SQ_DONE : result;
}

static struct sq_wave begin(void)
{
   struct sq_wave w = { .lanes = LANES, .exec = 0xffff, .vgpr = vgpr, .exp = exports, .mem = &mem, .tc = tc, .lds = lds,
                        .lds_B = LDS_B, .in_group = true };
   memset(lds, 0, sizeof lds);
   for (unsigned i = 0; i < 256; i++)
      data()[i] = 1000 + i;
   w.sgpr[0] = (uint32_t)DATA_VA;
   w.sgpr[1] = 16 << 16; /* stride */
   w.sgpr[2] = LANES * 16;
   w.sgpr[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15; /* xyzw, uint, 32 */
   w.sgpr[5] = 4;
   w.sgpr[6] = 8;
   w.sgpr[M0] = 0xffffffff;
   for (unsigned i = 0; i < LANES; i++) {
      vgpr[0][i] = i;
      vgpr[1][i] = 50;
      vgpr[2][i] = 70000 + i;
      vgpr[3][i] = 4 * i;
   }
   return w;
}

/* Runs both parts; false: a difference was found. */
static bool run(void)
{
   bool equal;
   struct sq_wave w = begin();
   memcpy(mem.base + SQ_RIG_VA, code, sizeof code);
   sq_cache_invalidate(cache);
   const struct sq_program *p = sq_program_get(cache, SQ_RIG_VA, SQ_CS, 0xc0u << 12);
   assert_true(sq_program_info(p)->writes_memory);
   enum sq_result result = sq_run_check(p, host, &w, &equal);
   if (!equal)
      return false;
   assert_int_equal(result, SQ_BARRIER);
   result = sq_run_check(p, host, &w, &equal);
   if (!equal)
      return false;
   assert_int_equal(result, SQ_DONE);
   return true;
}

static void test_equal(void **state)
{
   (void)state;
   error = FAITHFUL;
   assert_true(run());
   for (unsigned i = 0; i < LANES; i++) {
      uint32_t in_lds;
      memcpy(&in_lds, lds + 4 * i, 4);
      assert_int_equal(data()[4 * i], 1000 + 4 * i + 50); /* once, not twice */
      assert_int_equal(data()[4 * i + 1], 70000 + i);
      assert_int_equal(data()[4 * i + 2], 70000 + i);
      assert_int_equal(data()[4 * i + 3], 1000 + 4 * i + 3);
      assert_int_equal(in_lds, 2 * (70000 + i));
   }
}

static void test_differences(void **state)
{
   (void)state;
   for (error = VALUE; error <= END; error++)
      if (run())
         fail_msg("error %d was not found", error);
}

static int setup(void **state)
{
   (void)state;
   sim_stores_on = true;
   return sq_rig_init(8, 0x200000);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equal),
      cmocka_unit_test(test_differences),
   };
   return cmocka_run_group_tests_name("sq_check", tests, setup, sq_rig_tear_down);
}
