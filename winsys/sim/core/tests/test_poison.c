/* GLOAM_DEBUG=poison: registers and LDS that a launch does not initialise and fresh buffers hold garbage, the same in every run;
 * inputs and buffers that are asked for as zero are untouched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "winsys/sim/tests/draw_rig.h"

/* Element t: v9, s12, LDS[t], v0 of thread t. Then lanes without a thread store their v9. llvm-mc-19 -mcpu=gfx803 */
static const uint32_t cs_leak[] = {
   0x7e080309,             /* v_mov_b32_e32 v4, v9 */
   0x7e0a020c,             /* v_mov_b32_e32 v5, s12 */
   0xbefc00c1,             /* s_mov_b32 m0, -1 */
   0x24020082,             /* v_lshlrev_b32_e32 v1, 2, v0 */
   0xd86c0000, 0x06000001, /* ds_read_b32 v6, v1 */
   0x7e0e0300,             /* v_mov_b32_e32 v7, v0 */
   0xbf8c007f,             /* s_waitcnt lgkmcnt(0) */
   0xe07c2000, 0x80000400, /* buffer_store_dwordx4 v[4:7], v0, s[0:3], 0 idxen */
   0xbefe057e,             /* s_not_b64 exec, exec */
   0xd28c0004, 0x000100c1, /* v_mbcnt_lo_u32_b32 v4, -1, 0 */
   0xd28d0004, 0x000208c1, /* v_mbcnt_hi_u32_b32 v4, -1, v4 */
   0xe0702000, 0x80000904, /* buffer_store_dword v9, v4, s[0:3], 0 idxen */
   0xbf810000,             /* s_endpgm */
};
enum { LIVE = 40, LANES = 64 };
struct element { uint32_t vgpr, sgpr, lds, thread; };

static unsigned distinct(const struct element *e, size_t member_B, unsigned first, unsigned end)
{
   unsigned count = 0;
   for (unsigned i = first; i < end; i++) {
      uint32_t v = *(const uint32_t *)((const char *)&e[i] + member_B);
      unsigned k = first;
      while (k < i && *(const uint32_t *)((const char *)&e[k] + member_B) != v)
         k++;
      count += k == i && v;
   }
   return count;
}

/* Groups write the same elements: what they leave is independent of their number. */
static void leak(unsigned groups, struct element out[LANES])
{
   struct pm4_buf *b = &rig.pm4;
   rig_clear(&rig, 0);
   b->count = 0;
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + 1024, cs_leak, sizeof cs_leak);
   pm4_set_sh_reg_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, (uint32_t)((rig.code->va + 1024) >> 8));
   pm4_emit(b, 0);
   pm4_set_sh_reg_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, S_00B848_VGPRS(3) | S_00B848_SGPRS(1) | S_00B848_FLOAT_MODE(0xc0));
   pm4_emit(b, S_00B84C_USER_SGPR(4) | S_00B84C_LDS_SIZE(1));
   pm4_set_sh_reg_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   pm4_emit(b, LIVE), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_set_sh_reg_seq(b, R_00B900_COMPUTE_USER_DATA_0, 4);
   pm4_emit(b, (uint32_t)rig.colour->va);
   pm4_emit(b, sizeof(struct element) << 16);
   pm4_emit(b, 1 << 12);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15);
   pm4_packet(b, PKT3_DISPATCH_DIRECT, 4);
   pm4_emit(b, groups), pm4_emit(b, 1), pm4_emit(b, 1);
   pm4_emit(b, S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1));
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   memcpy(out, rig.pixel, LANES * sizeof *out);
}

static void registers_and_lds(void **state)
{
   static const char *const engines[] = { "interp", "jit" };
   struct element first[LANES], again[LANES];
   for (unsigned i = 0; i < 2; i++) {
      setenv("GLOAM_SIM_EXEC", engines[i], 1);
      rig_set_up(state);
      leak(1, i ? again : first);
      assert_int_equal(distinct(i ? again : first, offsetof(struct element, vgpr), 0, LANES), LANES);
      assert_int_equal(distinct(i ? again : first, offsetof(struct element, lds), 0, LIVE), LIVE);
      assert_int_equal(distinct(i ? again : first, offsetof(struct element, sgpr), 0, LIVE), 1);
      for (unsigned t = 0; t < LIVE; t++)
         assert_int_equal((i ? again : first)[t].thread, t);
      leak(100, again);
      assert_memory_equal(first, again, sizeof first);
      rig_tear_down(state);
   }
   unsetenv("GLOAM_SIM_EXEC");
}

static void buffers(void **state)
{
   rig_set_up(state);
   const struct ws_device_impl *impl = rig.dev->impl;
   for (unsigned zero = 0; zero < 2; zero++) {
      struct ws_bo *bo = impl->bo_create(rig.dev, 3 * 4096, 4096, WS_DOMAIN_VRAM, WS_BO_CPU_ACCESS | (zero ? WS_BO_ZERO : 0));
      assert_non_null(bo);
      const uint32_t *word = impl->bo_map(bo);
      unsigned zeros = 0;
      for (unsigned i = 0; i < 3 * 1024; i++)
         zeros += !word[i];
      if (zero)
         assert_int_equal(zeros, 3 * 1024);
      else
         assert_true(zeros < 4);
      impl->bo_unref(bo);
   }
   rig_tear_down(state);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(registers_and_lds), cmocka_unit_test(buffers) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
