/* test_isa_lanes.c: what crosses lanes or goes through an index: DPP with every control, LDS's lane moves, v_readlane and its
 * sisters, indexed registers of all three kinds, the program counter, the mode register. Expected values are the manual's
 * formulas in plain C; lanes beyond the launched ones count as inactive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "winsys/sim/tests/sq_rig.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_math.h"

#define CODE_VA SQ_RIG_VA
#define END 0xbf810000
#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];
static const unsigned widths[] = { 16, 32, 64 };
static const uint64_t masks[] = { UINT64_MAX, 0x5555555555555555, 0x8001ff00f0f0c3a5, 0xfffffffe7ffffffe };

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(8, 0x10000);
}

static uint32_t mark(unsigned reg, unsigned lane) { return 0x10000 * (reg + 1) + lane; }

static const struct sq_program *load(const uint32_t *code, unsigned dwords, uint32_t rsrc1)
{
   memcpy(mem.base + CODE_VA, code, dwords * 4);
   sq_cache_invalidate(cache);
   return sq_program_get(cache, CODE_VA, SQ_CS, rsrc1);
}

/* Every register holds its number and its lane's; s2.. are given. */
static struct sq_wave new_wave(unsigned lanes, uint64_t exec, uint32_t m0, uint32_t s2, uint32_t s3)
{
   struct sq_wave w = { .lanes = lanes, .exec = exec & sq_first_lanes(lanes), .vgpr = vgpr, .mem = &mem, .exp = exports };
   for (unsigned r = 0; r < 256; r++)
      for (unsigned i = 0; i < 64; i++)
         vgpr[r][i] = mark(r, i);
   for (unsigned r = 0; r < 102; r++)
      w.sgpr[r] = 0xa000 + r;
   w.sgpr[2] = s2;
   w.sgpr[3] = s3;
   w.sgpr[GCN_SRC_M0] = m0;
   return w;
}

static void expect(const char *what, unsigned k, unsigned lane, uint32_t got, uint32_t want)
{
   if (got != want)
      fail_msg("%s %#x, lane %u: %#x, expected %#x", what, k, lane, got, want);
}

/* ---- DPP -------------------------------------------------------------------------------------------------------------- */

/* Lane that is read, -1: none (GcnSdwaDpp). */
static int dpp_source(unsigned ctrl, int lane)
{
   int row = lane / 16 * 16, n = lane % 16, by = (int)ctrl & 15;
   if (ctrl < 0x100)
      return lane / 4 * 4 + (int)(ctrl >> lane % 4 * 2 & 3);
   if (ctrl < 0x110)
      return n + by > 15 ? -1 : lane + by;
   if (ctrl < 0x120)
      return n - by < 0 ? -1 : lane - by;
   if (ctrl < 0x130)
      return row + (n + 16 - by) % 16;
   switch (ctrl) {
   case 0x130: return lane == 63 ? -1 : lane + 1;
   case 0x134: return (lane + 1) % 64;
   case 0x138: return lane - 1;
   case 0x13c: return (lane + 63) % 64;
   case 0x140: return row + 15 - n;
   case 0x141: return lane / 8 * 8 + 7 - lane % 8;
   case 0x142: return row ? row - 1 : -1;
   default: return lane >= 32 ? 31 : -1;
   }
}

static unsigned dpp_controls(uint16_t list[512])
{
   static const uint16_t rest[] = { 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143 };
   unsigned n = 0;
   for (unsigned c = 0; c < 0x130; c++)
      if (c < 0x100 || c & 15)
         list[n++] = (uint16_t)c;
   for (unsigned i = 0; i < COUNT(rest); i++)
      list[n++] = rest[i];
   return n;
}

static void check_dpp(const uint16_t *ctrl, unsigned count, uint32_t flags)
{
   /* v_mov_b32_dpp v[20 + k], v4 */
   uint32_t code[64 * 2 + 1], rows = flags >> 28, banks = flags >> 24 & 15;
   bool bound = flags >> 19 & 1;
   unsigned n = 0;
   for (unsigned k = 0; k < count; k++) {
      code[n++] = 0x7e0002fa | (20 + k) << 17;
      code[n++] = 4 | (uint32_t)ctrl[k] << 8 | flags;
   }
   code[n++] = END;
   const struct sq_program *p = load(code, n, 0);
   for (unsigned run = 0; run < 2 * COUNT(widths) * COUNT(masks); run++) {
      struct sq_wave w = new_wave(widths[run / 2 % 3], masks[run / 6], 0, 0, 0);
      assert_int_equal(run & 1 ? sq_run_jit(p, &w) : sq_run_interp(p, &w), SQ_DONE);
      for (unsigned k = 0; k < count; k++)
         for (unsigned lane = 0; lane < w.lanes; lane++) {
            int from = dpp_source(ctrl[k], (int)lane);
            bool valid = from >= 0 && w.exec >> from & 1;
            bool written = w.exec >> lane & 1 && rows >> lane / 16 & 1 && banks >> lane / 4 % 4 & 1 && (valid || bound);
            expect("DPP control", ctrl[k], lane, vgpr[20 + k][lane], !written ? mark(20 + k, lane) : valid ? mark(4,
                  (unsigned)from) : 0);
         }
   }
}

/* Comparisons: the bits of lanes that are not written are zero. v4 of the lane that is read, or zero, is compared with v5. */
static uint64_t compare_bits(const struct sq_wave *w, unsigned ctrl, uint32_t flags, uint64_t exec)
{
   uint64_t bits = 0;
   for (unsigned lane = 0; lane < w->lanes; lane++) {
      int from = dpp_source(ctrl, (int)lane);
      bool valid = from >= 0 && exec >> from & 1, bound = flags >> 19 & 1;
      bool on = exec >> lane & 1 && flags >> 28 >> lane / 16 & 1 && flags >> 24 >> lane / 4 % 4 & 1 && (valid || bound);
      bits |= (uint64_t)(on && (valid ? mark(4, (unsigned)from) : 0) < mark(4, 0) + 2 * lane % 16) << lane;
   }
   return bits;
}

static void check_dpp_compare(unsigned ctrl, uint32_t flags, bool cmpx)
{
   /* v_cmp_lt_u32_dpp vcc, v4, v5 or v_cmpx_lt_u32_dpp; s_mov_b64 s[20:21], vcc; v_cmp_lt_u32_dpp vcc, v4, v5 under the new EXEC;
    * v_cndmask_b32 v6, v7, v8, vcc; s_mov_b64 exec, -1; v_cndmask_b32 v9, v7, v8, vcc */
   const uint32_t opcode = cmpx ? 0xd9 : 0xc9, dpp = 4 | (uint32_t)ctrl << 8 | flags;
   const uint32_t code[] = { 0x7c000afa | opcode << 17, dpp, 0xbe94016a, 0x7c000afa | 0xc9 << 17, dpp, 0x000c1107, 0xbefe01c1,
                             0x00121107, END };
   const struct sq_program *p = load(code, COUNT(code), 0);
   for (unsigned run = 0; run < 2 * COUNT(widths) * COUNT(masks); run++) {
      struct sq_wave w = new_wave(widths[run / 2 % 3], masks[run / 6], 0, 0, 0);
      for (unsigned lane = 0; lane < 64; lane++)
         vgpr[5][lane] = mark(4, 0) + 2 * lane % 16;
      uint64_t exec = w.exec;
      w.sgpr[GCN_SRC_VCC_LO] = w.sgpr[GCN_SRC_VCC_LO + 1] = UINT32_MAX;
      assert_int_equal(run & 1 ? sq_run_jit(p, &w) : sq_run_interp(p, &w), SQ_DONE);
      uint64_t first = compare_bits(&w, ctrl, flags, exec), second = compare_bits(&w, ctrl, flags, cmpx ? first : exec);
      exec = cmpx ? first : exec;
      expect("first mask", ctrl, 0, w.sgpr[20], (uint32_t)first);
      expect("first mask", ctrl, 32, w.sgpr[21], (uint32_t)(first >> 32));
      expect("second mask", ctrl, 0, w.sgpr[GCN_SRC_VCC_LO], (uint32_t)second);
      expect("second mask", ctrl, 32, w.sgpr[GCN_SRC_VCC_LO + 1], (uint32_t)(second >> 32));
      for (unsigned lane = 0; lane < w.lanes; lane++) {
         uint32_t selected = mark(second >> lane & 1 ? 8 : 7, lane);
         expect("select under EXEC", ctrl, lane, vgpr[6][lane], exec >> lane & 1 ? selected : mark(6, lane));
         expect("select of all lanes", ctrl, lane, vgpr[9][lane], selected);
      }
   }
}

static const uint32_t dpp_flags[] = { 0xff000000, 0xff080000, 0xa5000000, 0x3c080000 };

static void test_dpp_compares(void **state)
{
   uint16_t list[512];
   unsigned n = dpp_controls(list);
   for (unsigned i = 0; i < n; i += i < 0xff ? 17 : 1)
      for (unsigned f = 0; f < 2 * COUNT(dpp_flags); f++)
         check_dpp_compare(list[i], dpp_flags[f / 2], f & 1);
}

static void test_dpp(void **state)
{
   uint16_t list[512];
   unsigned n = dpp_controls(list);
   for (unsigned i = 0; i < n; i += 48)
      for (unsigned f = 0; f < COUNT(dpp_flags); f++)
         check_dpp(&list[i], n - i < 48 ? n - i : 48, dpp_flags[f]);
   print_message("%u controls\n", n);
}

/* ---- moves between lanes ---------------------------------------------------------------------------------------------- */

static unsigned swizzle_source(unsigned offset, unsigned lane)
{
   if (offset & 0x8000)
      return lane / 4 * 4 + (offset >> lane % 4 * 2 & 3);
   return lane / 32 * 32 + ((((lane & 31) & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31));
}

static void test_lds_moves(void **state)
{
   static const uint16_t offsets[] = { 0x8000, 0x801b, 0x80ff, 0x80b1, 0x001f, 0x041f, 0x7c1f, 0x03e0, 0x0010, 0x2a15, 0x7fff };
   for (unsigned run = 0; run < 2 * COUNT(widths) * COUNT(masks); run++)
      for (unsigned k = 0; k < COUNT(offsets) + 2; k++) {
         bool moves = k >= COUNT(offsets), back = k == COUNT(offsets);
         /* ds_swizzle_b32 v20, v4; ds_bpermute_b32 v20, v5, v4 offset:8; ds_permute_b32 v20, v5, v4 offset:8 */
         uint32_t code[] = { !moves ? 0xd87a0000u | offsets[k] : back ? 0xd87e0008 : 0xd87c0008, moves ? 20u << 24 | 4 << 8 | 5 :
                             20u << 24 | 4, END };
         const struct sq_program *p = load(code, 3, 0);
         struct sq_wave w = new_wave(widths[run / 2 % 3], masks[run / 6], 0, 0, 0);
         uint32_t want[64] = { 0 };
         for (unsigned lane = 0; lane < 64; lane++)
            vgpr[5][lane] = 4 * (lane * 13 % 61) + (lane & 3) + (lane == 7 ? 0x1000 : 0);
         for (unsigned lane = 0; lane < w.lanes; lane++) {
            unsigned other = moves ? (vgpr[5][lane] + 8) / 4 % 64 : swizzle_source(offsets[k], lane);
            if (moves && !back) {
               if (w.exec >> lane & 1)
                  want[other] = mark(4, lane);
            } else {
               want[lane] = w.exec >> other & 1 ? mark(4, other) : 0;
            }
         }
         assert_int_equal(run & 1 ? sq_run_jit(p, &w) : sq_run_interp(p, &w), SQ_DONE);
         for (unsigned lane = 0; lane < w.lanes; lane++)
            expect("lane move", k, lane, vgpr[20][lane], w.exec >> lane & 1 ? want[lane] : mark(20, lane));
      }
}

static void test_one_lane(void **state)
{
   /* v_readfirstlane_b32 s20, v4; v_readlane_b32 s21, v4, s2; v_writelane_b32 v5, s2, 9 */
   static const uint32_t code[] = { 0x7e280504, 0xd2890015, 0x00000504, 0xd28a0005, 0x00011202, END };
   const struct sq_program *p = load(code, COUNT(code), 0);
   for (unsigned run = 0; run < 2 * COUNT(widths) * (COUNT(masks) + 1); run++) {
      unsigned lane = run * 11 % 16;
      uint64_t exec = run / 6 < COUNT(masks) ? masks[run / 6] : 0;
      struct sq_wave w = new_wave(widths[run / 2 % 3], exec, 0, lane | 64 * (run % 3), 0);
      assert_int_equal(run & 1 ? sq_run_jit(p, &w) : sq_run_interp(p, &w), SQ_DONE);
      unsigned first = 0;
      while (first < 63 && exec && !(exec >> first & 1))
         first++;
      expect("v_readfirstlane", run, first, w.sgpr[20], mark(4, first)); /* without active lanes: lane 0 */
      expect("v_readlane", run, lane, w.sgpr[21], mark(4, lane));
      for (unsigned i = 0; i < w.lanes; i++)
         expect("v_writelane", run, i, vgpr[5][i], i == 9 ? lane | 64 * (run % 3) : mark(5, i));
   }
}

/* ---- indices, modes, program counter: the interpreter runs these programs ---------------------------------------------- */

static void test_relative(void **state)
{
   /* v_movrels_b32 v3, v4; v_movreld_b32 v20, v4; v_movrelsd_b32 v30, v4; s_movrels_b32 s40, s2; s_movrels_b64 s[42:43], s[2:3];
    * s_movreld_b32 s50, s2; s_movreld_b64 s[60:61], s[2:3] */
   static const uint32_t code[] = { 0x7e066f04, 0x7e286d04, 0x7e3c7104, 0xbea82a02, 0xbeaa2b02, 0xbeb22c02, 0xbebc2d02, END };
   const struct sq_program *p = load(code, COUNT(code), 0);
   for (unsigned m0 = 0; m0 < 8; m0 += 2)
      for (unsigned sq = 0; sq < 2; sq++) {
         struct sq_wave w = new_wave(16, 0xfff7, m0, 22, 33);
         uint32_t s[128];
         memcpy(s, w.sgpr, sizeof s);
         assert_int_equal(sq ? sq_run(p, &w) : sq_run_interp(p, &w), SQ_DONE);
         for (unsigned i = 0; i < 16; i++) {
            bool on = i != 3;
            expect("v_movrels", m0, i, vgpr[3][i], mark(on ? 4 + m0 : 3, i));
            expect("v_movreld", m0, i, vgpr[20 + m0][i], mark(on ? 4 : 20 + m0, i));
            expect("v_movrelsd", m0, i, vgpr[30 + m0][i], mark(on ? 4 + m0 : 30 + m0, i));
         }
         expect("s_movrels_b32", m0, 0, w.sgpr[40], s[2 + m0]);
         expect("s_movrels_b64", m0, 1, w.sgpr[43], s[3 + m0]);
         expect("s_movreld_b32", m0, 0, w.sgpr[50 + m0], s[2]);
         expect("s_movreld_b64", m0, 1, w.sgpr[61 + m0], s[3]);
      }
}

static void test_gpr_index(void **state)
{
   /* s_set_gpr_idx_on s2, gpr_idx(SRC0); v_mov_b32 v3, v4; s_set_gpr_idx_mode gpr_idx(DST); v_mov_b32 v20, v4;
    * s_set_gpr_idx_idx s3; v_mov_b32 v20, v5; s_set_gpr_idx_mode gpr_idx(SRC1,DST); v_and_b32 v30, v4, v5; s_set_gpr_idx_off;
    * v_mov_b32 v40, v4; s_mov_b32 s20, m0 */
   static const uint32_t code[] = { 0xbf110102, 0x7e060304, 0xbf9d0008, 0x7e280304, 0xbe803203, 0x7e280305, 0xbf9d000a,
                                    0x263c0b04, 0xbf9c0000, 0x7e500304, 0xbe94007c, END };
   const struct sq_program *p = load(code, COUNT(code), 0);
   for (unsigned index = 0; index < 5; index++)
      for (unsigned sq = 0; sq < 2; sq++) {
         struct sq_wave w = new_wave(16, 0xffff, 0x12340000, 0xab00 + index, 0xcd00 + index + 5);
         assert_int_equal(sq ? sq_run(p, &w) : sq_run_interp(p, &w), SQ_DONE);
         for (unsigned i = 0; i < 16; i++) {
            expect("SRC0", index, i, vgpr[3][i], mark(4 + index, i));
            expect("DST", index, i, vgpr[20 + index][i], mark(4, i));
            expect("DST, other index", index, i, vgpr[25 + index][i], mark(5, i));
            expect("SRC1, DST", index, i, vgpr[35 + index][i], mark(4, i) & mark(10 + index, i));
            expect("off", index, i, vgpr[40][i], mark(4, i));
         }
         /* Mode in M0[15:12], index in M0[7:0]. */
         expect("M0", index, 0, w.sgpr[20], 0x1234a000 | (index + 5));
      }
}

static void test_program_counter(void **state)
{
   /* The callee is found because a branch that is never taken leads there. */
   static const uint32_t code[] = { 0xbf840001, /* s_cbranch_scc0 over the next */
                                     0xbf820006, /* s_branch callee: never run */
                                     0xbe941c00, /* s_getpc_b64 s[20:21]: address of the next */
                                     0x80169414, /* s_add_u32 s22, s20, 20 */
                                     0x82178015, /* s_addc_u32 s23, s21, 0 */
                                     0xbe981e16, /* s_swappc_b64 s[24:25], s[22:23] */
                                     0xb01a0007, /* s_movk_i32 s26, 7: after the call */
                                     END,
                                     0xb01b0009, /* callee: s_movk_i32 s27, 9 */
                                     0xbe801d18, /* s_setpc_b64 s[24:25] */
                                     END };
   const struct sq_program *p = load(code, COUNT(code), 0);
   for (unsigned sq = 0; sq < 2; sq++) {
      struct sq_wave w = new_wave(16, 1, 0, 0, 0);
      enum sq_result r = sq ? sq_run(p, &w) : sq_run_interp(p, &w);
      if (r != SQ_DONE)
         fail_msg("%s", w.fault.text);
      expect("s_getpc", 0, 0, w.sgpr[20], (uint32_t)CODE_VA + 12);
      expect("return address", 0, 0, w.sgpr[24], (uint32_t)CODE_VA + 24);
      expect("callee", 0, 0, w.sgpr[27], 9);
      expect("after the call", 0, 0, w.sgpr[26], 7);
   }
}

static void test_mode(void **state)
{
   /* s_getreg_b32 s20, MODE; s_setreg_imm32_b32 (MODE, 4, 2), 3; v_mul_f32 v3, v4, v5; s_setreg_imm32_b32 (MODE, 4, 2), 0;
    * v_mul_f32 v20, v4, v5; s_setreg_imm32_b32 (MODE, 0, 2), 1; v_add_f32 v30, v5, v6; s_getreg_b32 s21, (MODE, 0, 8);
    * s_mov_b32 s22, 0xffffffe2; s_setreg_b32 (MODE, 0, 2), s22; v_add_f32 v31, v5, v6; s_getreg_b32 s23, (MODE, 0, 4) */
   static const uint32_t code[] = { 0xb894f801, 0xba000901, 3, 0x0a060b04, 0xba000901, 0, 0x0a280b04, 0xba000801, 1, 0x023c0d05,
                                    0xb8953801, 0xbe9600ff, 0xffffffe2, 0xb9160801, 0x023e0d05, 0xb8971801, END };
   const struct sq_program *p = load(code, COUNT(code), 0xc5u << 12 | 1u << 21 | 1u << 23);
   for (unsigned sq = 0; sq < 2; sq++) {
      struct sq_wave w = new_wave(16, 0xffff, 0, 0, 0);
      for (unsigned i = 0; i < 16; i++) {
         vgpr[4][i] = 0x00400000; /* denormal */
         vgpr[5][i] = 0x3f800000;
         vgpr[6][i] = 0x33000000; /* 2^-25: less than half of 1's last place */
      }
      assert_int_equal(sq ? sq_run(p, &w) : sq_run_interp(p, &w), SQ_DONE);
      expect("MODE", 0, 0, w.sgpr[20], 0xc5 | 3 << 8); /* FLOAT_MODE, DX10_CLAMP, IEEE */
      expect("denormals kept", 0, 0, vgpr[3][0], 0x00400000);
      expect("denormals flushed", 0, 0, vgpr[20][0], 0);
      expect("rounded up", 0, 0, vgpr[30][0], 0x3f800001);
      expect("rounded down", 0, 0, vgpr[31][0], 0x3f800000);
      expect("MODE, low byte", 0, 0, w.sgpr[21], 0xc5);
      expect("MODE, four bits", 0, 0, w.sgpr[23], 0x6);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dpp),       cmocka_unit_test(test_dpp_compares),    cmocka_unit_test(test_lds_moves),
      cmocka_unit_test(test_one_lane),  cmocka_unit_test(test_relative),
      cmocka_unit_test(test_gpr_index), cmocka_unit_test(test_program_counter), cmocka_unit_test(test_mode),
   };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
