/* test_sq.c: the shader core: rows of single instructions (sq_rows.h), control flow, programs made by LLVM, the program
 * cache, endless and illegal programs. Each program runs on the interpreter and, where there is one, on the JIT, whose
 * results must be the same to the bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <math.h>

#include <cmocka.h>

#include "winsys/sim/base/clock.h"
#include "winsys/sim/tests/sq_rig.h"
#include "winsys/sim/jit/jit.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/sq/sq_check.h"
#include "winsys/sim/sq/interp/sq_interp.h"
#include "winsys/sim/tc/tc.h"

#define CODE_VA SQ_RIG_VA
#define DATA_VA 0x200000ull
#define RSRC1_FLUSH32 (0xc0u << 12 | 1u << 21)  /* f32 denormals flushed, f64 and f16 kept, DX10_CLAMP */
#define RSRC1_DENORMALS (0xf0u << 12 | 1u << 21)

#include "winsys/sim/sq/tests/sq_llvm_code.h"
#include "winsys/sim/sq/tests/sq_rows.h"

static uint32_t vgpr[256][64], export_rows[SQ_EXP_COUNT][4][64];

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(8, 0x200000);
}

static const struct sq_program *load(const uint32_t *code, size_t dwords, enum sq_stage stage, uint32_t rsrc1)
{
   memcpy(mem.base + CODE_VA, code, dwords * 4);
   sq_cache_invalidate(cache);
   return sq_program_get(cache, CODE_VA, stage, rsrc1);
}

static struct sq_wave new_wave(unsigned lanes, uint64_t exec)
{
   memset(vgpr, 0, sizeof vgpr);
   memset(export_rows, 0, sizeof export_rows);
   return (struct sq_wave){ .lanes = lanes, .exec = exec, .vgpr = vgpr, .mem = &mem, .exp = export_rows };
}

static void run_row(const struct sq_row *r)
{
   uint32_t code[5];
   struct gcn_inst inst;
   char text[160];
   memcpy(code, r->code, sizeof r->code);
   assert_true(gcn_decode(8, r->code, 3, 0, &inst));
   gcn_print(8, &inst, text, sizeof text);
   if (strcmp(text, r->text) && strncmp(text, r->text, strcspn(r->text, " _")))
      fail_msg("%s is printed as %s", r->text, text);
   code[inst.size_B / 4] = 0xbf810000; /* s_endpgm */
   const struct sq_program *p = load(code, inst.size_B / 4 + 1, SQ_PS, r->denorm ? RSRC1_DENORMALS : RSRC1_FLUSH32);
   struct sq_wave w = new_wave(8, 5);
   for (unsigned i = 0; i < 8; i++) {
      for (unsigned k = 0; k < 3; k++)
         vgpr[k][i] = r->v[k];
      vgpr[3][i] = r->v3;
      vgpr[4][i] = 0xcafe;
   }
   memcpy(w.sgpr, r->s, sizeof r->s);
   w.sgpr[4] = r->s4;
   w.sgpr[GCN_SRC_VCC_LO] = (uint32_t)r->vcc;
   struct sq_state s = { .w = &w, .p = p, .mode = p->mode, .lane_mask = 0xff, .scc = r->scc_in };
   uint32_t saved = sq_fp_enter(&p->mode);
   bool ok = sq_interp_one(&s, &p->inst[0]);
   sq_fp_leave(saved);
   if (!ok)
      fail_msg("%s: %s", r->text, w.fault.text);

   uint64_t got = 0;
   switch (r->out) {
   case OUT_V3: got = vgpr[3][0]; break;
   case OUT_V34: got = vgpr[3][0] | (uint64_t)vgpr[4][0] << 32; break;
   case OUT_S4: got = w.sgpr[4]; break;
   case OUT_S45: got = w.sgpr[4] | (uint64_t)w.sgpr[5] << 32; break;
   case OUT_VCC: got = w.sgpr[GCN_SRC_VCC_LO] | (uint64_t)w.sgpr[GCN_SRC_VCC_HI] << 32; break;
   case OUT_EXEC: got = w.exec; break;
   case OUT_NOTHING: break;
   }
   if (got != r->want)
      fail_msg("%s: %#llx, expected %#llx", r->text, (unsigned long long)got, (unsigned long long)r->want);
   if (r->check_scc && s.scc != r->scc)
      fail_msg("%s: SCC %u", r->text, s.scc);
   if (r->out == OUT_V3 || r->out == OUT_V34) {
      if (vgpr[3][2] != vgpr[3][0] && strncmp(r->text, "v_mbcnt", 7)) /* the only opcode whose result depends on the lane */
         fail_msg("%s: lanes differ", r->text);
      if (vgpr[3][1] != r->v3)
         fail_msg("%s: inactive lane written", r->text);
   }
}

static void test_rows(void **state)
{
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
      run_row(&rows[i]);
   print_message("%zu rows\n", sizeof rows / sizeof *rows);
}

/* The vector unit has a case for every operation of the table but these (sq/README.md). */
static void test_coverage(void **state)
{
   static const uint16_t missing[] = { GCN_V_INTERP_P1LL_F16, GCN_V_INTERP_P1LV_F16, GCN_V_INTERP_P2_F16 };
   for (unsigned op = 1; op < GCN_OP_COUNT; op++) {
      const struct gcn_op_info *info = &gcn_op_infos[op];
      struct gcn_inst inst = { .op = (uint16_t)op, .enc = info->enc };
      bool expected = true;
      for (unsigned i = 0; i < sizeof missing / sizeof *missing; i++)
         expected = expected && op != missing[i];
      if (sq_interp_supports(&inst) != expected)
         fail_msg("%s", info->name);
   }
}

/* Cross-lane operations, where each lane has its own value. */
static void test_lanes(void **state)
{
   static const struct { uint32_t code[2]; uint64_t exec; uint32_t want[8]; } list[] = {
      /* v_mov_b32_dpp v3, v0 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf */
      { { 0x7e0602fa, 0xff00b100 }, 0xff, { 1, 0, 3, 2, 5, 4, 7, 6 } },
      /* quad_perm:[0,0,0,0] bank_mask:0x1 */
      { { 0x7e0602fa, 0xf1000000 }, 0xff, { 0, 0, 0, 0, 99, 99, 99, 99 } },
      /* row_shr:1 without and with bound_ctrl */
      { { 0x7e0602fa, 0xff011100 }, 0xff, { 99, 0, 1, 2, 3, 4, 5, 6 } },
      { { 0x7e0602fa, 0xff091100 }, 0xff, { 0, 0, 1, 2, 3, 4, 5, 6 } },
      /* an inactive source lane counts as outside */
      { { 0x7e0602fa, 0xff091100 }, 0xfd, { 0, 99, 0, 2, 3, 4, 5, 6 } },
      /* row_half_mirror */
      { { 0x7e0602fa, 0xff014100 }, 0xff, { 7, 6, 5, 4, 3, 2, 1, 0 } },
      /* ds_swizzle_b32 v3, v0 offset:swizzle(QUAD_PERM,3,2,1,0); offset:0x041f is xor 1 */
      { { 0xd87a801b, 0x03000000 }, 0xff, { 3, 2, 1, 0, 7, 6, 5, 4 } },
      { { 0xd87a041f, 0x03000000 }, 0xff, { 1, 0, 3, 2, 5, 4, 7, 6 } },
      /* ds_bpermute_b32 v3, v1, v0: v1 = 4 * (7 - lane) */
      { { 0xd87e0000, 0x03000001 }, 0xff, { 7, 6, 5, 4, 3, 2, 1, 0 } },
   };
   for (unsigned k = 0; k < sizeof list / sizeof *list; k++) {
      uint32_t code[3] = { list[k].code[0], list[k].code[1], 0xbf810000 };
      const struct sq_program *p = load(code, 3, SQ_PS, RSRC1_FLUSH32);
      struct sq_wave w = new_wave(8, list[k].exec);
      for (unsigned i = 0; i < 8; i++) {
         vgpr[0][i] = i;
         vgpr[1][i] = 4 * (7 - i);
         vgpr[3][i] = 99;
      }
      assert_int_equal(sq_run_interp(p, &w), SQ_DONE);
      for (unsigned i = 0; i < 8; i++) {
         if (vgpr[3][i] != list[k].want[i])
            fail_msg("row %u lane %u: %u", k, i, vgpr[3][i]);
      }
   }
}

/* Divergent loop: v1 = sum of 1..v0 per lane.
 *    v_mov_b32_e32 v1, 0
 *    s_mov_b64 s[0:1], exec
 *  loop:
 *    v_cmp_ne_u32_e32 vcc, 0, v0
 *    s_and_b64 exec, exec, vcc
 *    s_cbranch_execz done
 *    v_add_u32_e32 v1, vcc, v1, v0
 *    v_add_u32_e32 v0, vcc, -1, v0
 *    s_branch loop
 *  done:
 *    s_mov_b64 exec, s[0:1]
 *    exp mrt0 v1, off, off, off done vm
 *    s_endpgm */
static const uint32_t loop_code[] = { 0x7e020280, 0xbe80017e, 0x7d9a0080, 0x86fe6a7e, 0xbf880003, 0x32020101, 0x320000c1,
                                      0xbf82fffa, 0xbefe0100, 0xc4001801, 0x00000001, 0xbf810000 };

static void test_loop(void **state)
{
   static const unsigned lanes[] = { 8, 16, 32, 64 };
   const struct sq_program *p = load(loop_code, sizeof loop_code / 4, SQ_PS, RSRC1_FLUSH32);
   assert_true(sq_program_info(p)->has_loop);
   assert_int_equal(sq_program_info(p)->mrt_mask, 1);
   for (unsigned k = 0; k < 4; k++) {
      for (unsigned jit = 0; jit < 2; jit++) {
         struct sq_wave w = new_wave(lanes[k], sq_first_lanes(lanes[k]) & ~UINT64_C(2));
         for (unsigned i = 0; i < lanes[k]; i++)
            vgpr[0][i] = i;
         assert_int_equal(jit ? sq_run(p, &w) : sq_run_interp(p, &w), SQ_DONE);
         for (unsigned i = 0; i < lanes[k]; i++)
            assert_int_equal(export_rows[0][0][i], i == 1 ? 0 : i * (i + 1) / 2);
         assert_int_equal(w.exp_en[0], 1);
         assert_true(w.exp_valid == (sq_first_lanes(lanes[k]) & ~UINT64_C(2)));
      }
   }
}

static uint64_t now_ns(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#define MS 1000000u

static void test_endless(void **state)
{
   /* When it must end, and how long it may run, from now on; which of them counts. 0: does not say so. */
   static const struct { int64_t deadline_ms; uint64_t limit_ms, least_ms; } row[] = {
      { 20, 0, 20 }, { 0, 20, 20 }, { 20, 60000, 20 }, { 60000, 20, 20 }, { -5, 60000, 0 }, { -5, 0, 0 },
   };
   static const uint32_t code[] = { 0xbf82ffff, 0xbf810000 }; /* s_branch to itself */
   const struct sq_program *p = load(code, 2, SQ_VS, 0);
   struct sq_wave w = new_wave(64, UINT64_MAX);
   for (unsigned i = 0; i < sizeof row / sizeof *row; i++)
      for (unsigned jit = 0; jit < 2; jit++) {
         const uint64_t start_ns = now_ns();
         w.deadline_ns = row[i].deadline_ms ? sim_run_ns() + (uint64_t)(row[i].deadline_ms * MS) : 0;
         w.limit_ns = row[i].limit_ms * MS;
         assert_int_equal(jit ? sq_run(p, &w) : sq_run_interp(p, &w), SQ_TIMEOUT);
         /* 1 ms: the resolution at which stalls are found */
         assert_in_range(now_ns() - start_ns + MS, row[i].least_ms * MS, 30000 * (uint64_t)MS);
      }
   atomic_bool cancel = true;
   w.deadline_ns = 0;
   w.cancel = &cancel;
   assert_int_equal(sq_run_interp(p, &w), SQ_TIMEOUT);
   assert_int_equal(sq_run(p, &w), SQ_TIMEOUT);
}

static void test_illegal(void **state)
{
   static const uint32_t illegal[] = { 0x7e020280, 0xffffffff };
   static const uint32_t attribute[] = { 0xd4088000, 0xbf810000 }; /* v_interp_p1_f32 v2, v0, attr32.x */
   static const uint32_t unsupported[] = { 0xbf920001, 0xbf810000 }; /* s_trap 1 */
   static const uint32_t halt[] = { 0xbf8d0001, 0xbf810000 }, no_halt[] = { 0xbf8d0000, 0xbf810000 };
   static const uint32_t skipped[] = { 0xbf820001, 0xffffffff, 0xbf810000 }; /* illegal, but never executed */
   static const uint32_t middle[] = { 0xbf820001, 0x020000ff, 0xbf810000, 0xbf82fffd, 0xbf810000 };
   static const uint32_t away[] = { 0xbe801d00, 0xbf810000 }; /* s_setpc_b64 s[0:1] */
   struct sq_wave w = new_wave(8, 255);
   assert_int_equal(sq_run(load(illegal, 2, SQ_VS, 0), &w), SQ_FAULT);
   assert_true(w.fault.va == CODE_VA + 4 && w.fault.dw[0] == 0xffffffff);
   assert_string_equal(w.fault.text, "illegal instruction");
   assert_int_equal(sq_run(load(unsupported, 2, SQ_VS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "not supported: s_trap 1");
   assert_int_equal(sq_run(load(attribute, 2, SQ_PS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "attribute number beyond 31");
   assert_int_equal(sq_run(load(halt, 2, SQ_VS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "not supported: s_sethalt 1");
   assert_true(w.fault.va == CODE_VA && w.fault.dw[0] == halt[0]);
   assert_int_equal(sq_run(load(no_halt, 2, SQ_VS, 0), &w), SQ_DONE);
   assert_int_equal(sq_run(load(skipped, 3, SQ_VS, 0), &w), SQ_DONE);
   load(middle, 5, SQ_VS, 0);
   assert_int_equal(sq_run(load(away, 2, SQ_VS, 0), &w), SQ_FAULT);
   assert_int_equal(sq_run(sq_program_get(cache, 1ull << 40, SQ_VS, 0), &w), SQ_FAULT);
   assert_string_equal(w.fault.text, "code address not mapped");
   assert_int_equal(atomic_load(&mem.fault_count), 0);

   uint32_t x = 2463534242u, noise[256];
   for (unsigned k = 0; k < 400; k++) { /* whatever the bits, it ends */
      for (unsigned i = 0; i < 256; i++) {
         x ^= x << 13;
         x ^= x >> 17;
         x ^= x << 5;
         noise[i] = k & 1 ? x & 0x7fffffff : x;
      }
      atomic_bool cancel = true;
      w = new_wave(16, 0xffff);
      w.cancel = &cancel;
      sq_run_interp(load(noise, 256, SQ_PS, x & 0xaff000), &w);
   }
}

/* A part that fetches loads the address of the rest from memory and jumps there, the rest jumps to where its user SGPRs say. Linked
 * they are one program, which is compiled; without user SGPRs the interpreter follows the jumps. */
static void test_link(void **state)
{
   enum { REST_VA = CODE_VA + 0x10000, LAST_VA = CODE_VA + 0x30000, ADDRESS_VA = CODE_VA + 0x20000 };
   static const uint32_t first[] = {
      0xc0060200, 0x00000008,             /* s_load_dwordx2 s[8:9], s[0:1], 0x8 */
      0x7e020281,                         /* v_mov_b32 v1, 1 */
      0xbf8c007f,                         /* s_waitcnt lgkmcnt(0) */
      0xbe801d08,                         /* s_setpc_b64 s[8:9] */
   };
   static const uint32_t rest[] = {
      0xbe8a0002, 0xbe8b0003,             /* s_mov_b32 s10, s2; s_mov_b32 s11, s3 */
      0x32020282,                         /* v_add_u32 v1, vcc, 2, v1 */
      0xbe841c00,                         /* s_getpc_b64 s[4:5] */
      0xbe801d0a,                         /* s_setpc_b64 s[10:11] */
   };
   static const uint32_t last[] = { 0x32020284, 0xbf810000 }; /* v_add_u32 v1, vcc, 4, v1; s_endpgm */
   const uint64_t address = REST_VA;
   memcpy(mem.base + REST_VA, rest, sizeof rest);
   memcpy(mem.base + LAST_VA, last, sizeof last);
   memcpy(mem.base + ADDRESS_VA + 8, &address, 8);
   const uint32_t user[4] = { ADDRESS_VA, 0, LAST_VA, 0 };
   const struct sq_program *alone = load(first, sizeof first / 4, SQ_VS, 0), *p = sq_program_link(cache, alone, user, 4);
   assert_ptr_not_equal(p, alone);
   assert_ptr_equal(sq_program_link(cache, alone, user, 4), p);
   assert_ptr_equal(sq_program_link(cache, alone, user, 0), alone);
   assert_int_equal(p->num_segments, 3);
   assert_false(p->leaves);
   assert_true(alone->leaves && sq_program_info(alone)->jumps && sq_program_info(p)->jumps);
   for (unsigned k = 0; k < 3; k++) {
      struct sq_wave w = new_wave(8, 255);
      memcpy(w.sgpr, user, sizeof user);
      assert_int_equal(k == 0 ? sq_run_interp(alone, &w) : k == 1 ? sq_run_interp(p, &w) : sq_run_jit(p, &w), SQ_DONE);
      for (unsigned l = 0; l < 8; l++)
         assert_int_equal(vgpr[1][l], 7);
      assert_int_equal(w.sgpr[4], REST_VA + 16);
   }
   /* Another address is another program, and so is other code after the jump. */
   const uint32_t other[4] = { ADDRESS_VA, 0, REST_VA, 0 };
   assert_ptr_not_equal(sq_program_link(cache, alone, other, 4), p);
   const uint32_t longer[] = { 0x32020288, 0xbf810000 }; /* 8 */
   memcpy(mem.base + LAST_VA, longer, sizeof longer);
   sq_cache_invalidate(cache);
   const struct sq_program *now = sq_program_link(cache, sq_program_get(cache, CODE_VA, SQ_VS, 0), user, 4);
   struct sq_wave w = new_wave(8, 255);
   memcpy(w.sgpr, user, sizeof user);
   assert_int_equal(sq_run_jit(now, &w), SQ_DONE);
   assert_int_equal(vgpr[1][0], 11);
}

static void test_cache(void **state)
{
   uint32_t code[] = { 0xb0040001, 0xbf810000 }; /* s_movk_i32 s4, 1 */
   const struct sq_program *a = load(code, 2, SQ_VS, 0);
   assert_ptr_equal(sq_program_get(cache, CODE_VA, SQ_VS, 0), a);
   sq_cache_invalidate(cache);
   assert_ptr_equal(sq_program_get(cache, CODE_VA, SQ_VS, 0), a);
   code[0]++;
   memcpy(mem.base + CODE_VA, code, sizeof code);
   assert_ptr_equal(sq_program_get(cache, CODE_VA, SQ_VS, 0), a); /* not looked at before an invalidation */
   sq_cache_invalidate(cache);
   const struct sq_program *b = sq_program_get(cache, CODE_VA, SQ_VS, 0);
   assert_ptr_not_equal(b, a);
   struct sq_wave w = new_wave(8, 255);
   assert_int_equal(sq_run(b, &w), SQ_DONE);
   assert_int_equal(w.sgpr[4], 2);
   assert_int_equal(sq_run(a, &w), SQ_DONE);
   assert_int_equal(w.sgpr[4], 1);
   assert_ptr_not_equal(sq_program_get(cache, CODE_VA, SQ_VS, 1u << 21), b);
}

/* Loads, stores and atomics on LDS and through pointers. */
static void test_memory(void **state)
{
   /* s_load_dwordx2 s[4:5], s[0:1], 0x8; ds_write_b32 v0, v1 offset:4; ds_add_rtn_u32 v2, v0, v1 offset:4;
    * ds_read2_b32 v[4:5], v0 offset1:1; flat_store_dword v[6:7], v1; flat_atomic_add v8, v[6:7], v1 glc */
   static const uint32_t code[] = { 0xc0060100, 0x00000008, 0xd81a0004, 0x00000100, 0xd8400004, 0x02000100, 0xd86e0100,
                                    0x04000000, 0xdc700000, 0x00000106, 0xdd090000, 0x08000106, 0xbf810000 };
   const struct sq_program *p = load(code, sizeof code / 4, SQ_CS, RSRC1_FLUSH32);
   uint8_t lds[64] = { 0 };
   uint32_t *data = (uint32_t *)(mem.base + DATA_VA);
   struct sq_wave w = new_wave(8, 0xf);
   memset(data, 0, 64);
   data[2] = 0x1234;
   data[3] = 0x5678;
   w.lds = lds;
   w.lds_B = sizeof lds;
   w.sgpr[0] = (uint32_t)DATA_VA;
   w.sgpr[GCN_SRC_M0] = UINT32_MAX;
   for (unsigned i = 0; i < 8; i++) {
      vgpr[0][i] = i == 3 ? 1000 : 8 * i; /* lane 3 is outside */
      vgpr[1][i] = i + 1;
      vgpr[6][i] = (uint32_t)DATA_VA + 0x100 + 4 * i;
      vgpr[4][i] = 7;
   }
   assert_int_equal(sq_run(p, &w), SQ_DONE);
   assert_int_equal(w.sgpr[4], 0x1234);
   assert_int_equal(w.sgpr[5], 0x5678);
   for (unsigned i = 0; i < 3; i++) {
      assert_int_equal(vgpr[2][i], i + 1);
      assert_int_equal(vgpr[4][i], 0);
      assert_int_equal(vgpr[5][i], 2 * (i + 1));
      assert_int_equal(vgpr[8][i], i + 1);
      assert_int_equal(data[64 + i], 2 * (i + 1));
   }
   assert_int_equal(vgpr[2][3], 0);
   assert_int_equal(vgpr[4][4], 7);
   assert_int_equal(data[64 + 5], 0);
}

static void test_interp(void **state)
{
   /* v_interp_p1_f32 v2, v0, attr1.y; v_interp_p2_f32 v2, v1, attr1.y; v_interp_mov_f32 v3, p0, attr0.w */
   static const uint32_t code[] = { 0xd4080500, 0xd4090501, 0xd40e0302, 0xbf810000 };
   const struct sq_program *p = load(code, 4, SQ_PS, RSRC1_FLUSH32);
   struct sq_attr attr[2];
   sq_attr_fill(&attr[0], 3, 9, 0, 0);
   sq_attr_fill(&attr[1], 1, 1, 2, 4);
   attr[1].chan[1].p10[5] = 6; /* another primitive's lane */
   attr[0].chan[3].p0[7] = 8;
   struct sq_wave w = new_wave(16, 0xffff);
   w.attr = attr;
   for (unsigned i = 0; i < 16; i++) {
      vgpr[0][i] = sq_f2u(0.25f * (float)i);
      vgpr[1][i] = sq_f2u(0.5f);
   }
   assert_int_equal(sq_run(p, &w), SQ_DONE);
   for (unsigned i = 0; i < 16; i++) {
      assert_true(sq_u2f(vgpr[2][i]) == 3.0f + (i == 5 ? 1.5f : 0.5f) * (float)i);
      assert_true(sq_u2f(vgpr[3][i]) == (i == 7 ? 8.0f : 9.0f));
   }
   assert_int_equal(sq_program_info(p)->interp_read[0], 8);
   assert_int_equal(sq_program_info(p)->interp_read[1], 2);
   assert_int_equal(sq_program_info(p)->interp_read[2], 0);
}

/* On the interpreter (jit 0) or whatever sq_run chooses. */
static enum sq_result run_one(const struct sq_program *p, struct sq_wave *w, unsigned jit)
{
   return jit ? sq_run(p, w) : sq_run_interp(p, w);
}

/* Buffer instructions through the real texture unit. */
static void test_vmem(void **state)
{
   /* s_buffer_load_dwordx2 s[8:9], s[0:3], 0x10; buffer_load_dwordx2 v[2:3], v0, s[0:3], 0 idxen offset:4;
    * buffer_load_ubyte v4, v0, s[0:3], 0 offen; buffer_atomic_add v1, v0, s[0:3], s4 idxen glc;
    * buffer_store_dword v2, v0, s[0:3], s5 idxen; buffer_load_format_xyzw v[5:8], v0, s[0:3], 0 idxen */
   static const uint32_t code[] = { 0xc0260200, 0x00000010, 0xe0542004, 0x80000200, 0xe0401000, 0x80000400, 0xe1086000,
                                    0x04000100, 0xe0702000, 0x05000200, 0xe00c2000, 0x80000500, 0xbf810000 };
   static const uint32_t zero[32];
   struct tc_cache *tc = tc_cache_create(&mem, 8, zero, zero, 0);
   const struct sq_program *p = load(code, sizeof code / 4, SQ_VS, RSRC1_FLUSH32);
   for (unsigned jit = 0; jit < 2; jit++) {
      uint32_t *data = (uint32_t *)(mem.base + DATA_VA);
      for (unsigned i = 0; i < 64; i++)
         data[i] = 0x01020300 + i;
      struct sq_wave w = new_wave(16, 0x0fff);
      w.tc = tc;
      w.sgpr[0] = (uint32_t)DATA_VA;
      w.sgpr[1] = 16 << 16; /* stride */
      w.sgpr[2] = 8 * 16;   /* bytes: elements 8 and up are out of range */
      w.sgpr[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 14 << 15; /* xyzw, uint, 32_32_32_32 */
      w.sgpr[4] = 0;
      w.sgpr[5] = 12;
      for (unsigned i = 0; i < 16; i++) {
         vgpr[0][i] = i;
         vgpr[1][i] = 100;
         vgpr[2][i] = 7;
      }
      assert_int_equal(run_one(p, &w, jit), SQ_DONE);
      assert_int_equal(w.sgpr[8], 0x01020304);
      assert_int_equal(w.sgpr[9], 0x01020305);
      for (unsigned i = 0; i < 12; i++) {
         bool in = i < 8;
         assert_int_equal(vgpr[2][i], in ? 0x01020301 + 4 * i : 0);
         assert_int_equal(vgpr[3][i], in ? 0x01020302 + 4 * i : 0);
         assert_int_equal(vgpr[4][i], (0x01020300u + i / 4) >> i % 4 * 8 & 255);
         assert_int_equal(vgpr[1][i], in ? 0x01020300 + 4 * i : 0);
         assert_int_equal(data[4 * i], 0x01020300 + 4 * i + (in ? 100 : 0));
         assert_int_equal(data[4 * i + 3], in ? 0x01020301 + 4 * i : 0x01020303 + 4 * i);
         assert_int_equal(vgpr[5][i], in ? 0x01020300 + 4 * i + 100 : 0);
         assert_int_equal(vgpr[8][i], in ? 0x01020301 + 4 * i : 0);
      }
      assert_int_equal(vgpr[2][13], 7);
   }
   tc_cache_destroy(tc);
}

#define PROGRAM(code, stage, rsrc1) load(code, sizeof code / 4, stage, rsrc1)

static void test_llvm_loop(void **state)
{
   const struct sq_program *p = PROGRAM(ps_loop, SQ_PS, RSRC1_FLUSH32);
   struct sq_attr attr;
   sq_attr_fill(&attr, 0, -2.25f, 3.5f, 0.0f);
   sq_attr_fill(&attr, 1, -1.5f, 0.0f, 3.25f);
   assert_true(sq_program_info(p)->uses_kill && sq_program_info(p)->has_loop);
   for (unsigned jit = 0; jit < 2; jit++) {
      struct sq_wave w = new_wave(64, UINT64_MAX);
      w.attr = &attr;
      for (unsigned i = 0; i < 64; i++) {
         vgpr[0][i] = sq_f2u((float)(i % 8) / 7.0f);
         vgpr[1][i] = sq_f2u((float)(i / 8) / 7.0f);
      }
      assert_int_equal(run_one(p, &w, jit), SQ_DONE);
      uint64_t alive = 0;
      for (unsigned i = 0; i < 64; i++) {
         float x = 3.5f * ((float)(i % 8) / 7.0f) + -2.25f, y = 3.25f * ((float)(i / 8) / 7.0f) + -1.5f;
         if (!(x * x + y * y < 4.0f))
            continue;
         alive |= UINT64_C(1) << i;
         float zx = x, zy = y;
         unsigned n = 0;
         while (n < 50) {
            float a = zx * zx, b = zy * zy;
            if (a + b > 4.0f)
               break;
            float c = zx * zy;
            zx = a - b + x;
            zy = c * 2.0f + y;
            n++;
         }
         if (sq_u2f(export_rows[0][0][i]) != (float)n)
            fail_msg("lane %u: %g, expected %u", i, (double)sq_u2f(export_rows[0][0][i]), n);
      }
      assert_true(alive && ~alive && w.exp_valid == alive);
      assert_int_equal(w.exp_en[0], 15);
   }
}

static bool near_half(uint32_t h, double want)
{
   double got = (double)sq_f16_to_f32(h);
   return fabs(got - want) <= fabs(want) * 0x1p-9 + 1e-6;
}

static void test_llvm_math(void **state)
{
   const struct sq_program *p = PROGRAM(ps_math, SQ_PS, RSRC1_DENORMALS);
   for (unsigned jit = 0; jit < 2; jit++) {
      struct sq_wave w = new_wave(16, 0xffff);
      for (unsigned i = 0; i < 16; i++)
         vgpr[0][i] = sq_f2u(0.37f * (float)(i + 1));
      assert_int_equal(run_one(p, &w, jit), SQ_DONE);
      assert_true(w.exp_compr == 1);
      for (unsigned i = 0; i < 16; i++) {
         double x = (double)(0.37f * (float)(i + 1));
         assert_true(near_half(export_rows[0][0][i] & 0xffff, 1.0 / x));
         assert_true(near_half(export_rows[0][0][i] >> 16, sqrt(x)));
         assert_true(near_half(export_rows[0][1][i] & 0xffff, log2(x)));
         assert_true(near_half(export_rows[0][1][i] >> 16, exp2(x) / x));
      }
   }
}

static void test_llvm_division(void **state)
{
   static const float values[] = { 1.0f, -3.0f, 0.1f, 1e30f, 1e-30f, 7.5f, 1e-38f, 3e38f, 0.0f, INFINITY, 1e-42f, 12345.678f };
   enum { N = sizeof values / sizeof *values };
   const struct sq_program *p = PROGRAM(vs_div, SQ_VS, RSRC1_DENORMALS);
   uint32_t x = 99;
   for (unsigned jit = 0; jit < 2; jit++) {
      for (unsigned round = 0; round < N * N; round += 16) {
         struct sq_wave w = new_wave(16, 0xffff);
         uint32_t in[4][16];
         for (unsigned i = 0; i < 16; i++) {
            x = x * 1664525 + 1013904223;
            vgpr[0][i] = in[0][i] = x;
            vgpr[1][i] = in[1][i] = (x >> (i + 3)) + 1;
            vgpr[2][i] = in[2][i] = sq_f2u(values[(round + i) % N]);
            vgpr[3][i] = in[3][i] = sq_f2u(values[(round + i) / N % N]);
         }
         assert_int_equal(run_one(p, &w, jit), SQ_DONE);
         for (unsigned i = 0; i < 16; i++) {
            float f = sq_u2f(in[2][i]), g = sq_u2f(in[3][i]), want = f / g;
            uint32_t (*pos)[64] = export_rows[SQ_EXP_POS0], (*param)[64] = export_rows[SQ_EXP_PARAM0];
            assert_true(sq_u2f(pos[0][i]) == (float)(in[0][i] / in[1][i]));
            assert_true(sq_u2f(pos[1][i]) == (float)((int32_t)in[0][i] % (int32_t)in[1][i]));
            if (sq_f2u(want) != pos[2][i] && want == want)
               fail_msg("%a / %a = %a, expected %a", (double)f, (double)g, (double)sq_u2f(pos[2][i]), (double)want);
            assert_true(sq_isnan(want) == sq_isnan(sq_u2f(pos[2][i])));
            assert_int_equal(param[0][i], (uint32_t)((uint64_t)in[0][i] * in[1][i] >> 32));
            float want64 = (float)((double)f / (double)g);
            assert_true(want64 != want64 || sq_f2u(want64) == param[1][i]);
            assert_true(sq_u2f(param[2][i]) == floorf(f));
         }
      }
   }
   assert_int_equal(sq_program_info(p)->param_mask, 1);
}

/* Precise division where denormals are flushed: the program changes MODE around it. Indexed registers: v_movrels. */
static void test_llvm_mode_and_index(void **state)
{
   for (unsigned jit = 0; jit < 2; jit++) {
      const struct sq_program *p = PROGRAM(ps_flushdiv, SQ_PS, RSRC1_FLUSH32);
      struct sq_wave w = new_wave(8, 255);
      for (unsigned i = 0; i < 8; i++) {
         vgpr[0][i] = sq_f2u(3.1f * (float)(i + 1));
         vgpr[1][i] = sq_f2u(i == 7 ? 0x1p-130f : 0.7f * (float)(i + 2));
      }
      assert_int_equal(run_one(p, &w, jit), SQ_DONE);
      for (unsigned i = 0; i < 7; i++)
         assert_true(sq_u2f(export_rows[0][0][i]) == 3.1f * (float)(i + 1) / (0.7f * (float)(i + 2)));
      assert_int_equal(export_rows[0][1][7], 0); /* flushed again */

      p = PROGRAM(ps_index, SQ_PS, RSRC1_FLUSH32);
      w = new_wave(8, 255);
      w.sgpr[0] = 3;
      for (unsigned i = 0; i < 8; i++) {
         vgpr[0][i] = sq_f2u(10.0f);
         vgpr[1][i] = i;
      }
      assert_int_equal(run_one(p, &w, jit), SQ_DONE);
      for (unsigned i = 0; i < 8; i++) {
         assert_true(sq_u2f(export_rows[0][0][i]) == 13.0f);
         assert_true(sq_u2f(export_rows[0][1][i]) == 10.0f + (float)(i < 5 ? i : 5));
      }
   }
}

/* ---- GLOAM_SIM_EXEC=check finds every kind of difference ------------------------------------------------------------------- */

static int fault_kind;
enum { NO_FAULT, WRONG_VALUE, WRONG_HELPER, WRONG_ENABLE, WRONG_LANES, WRONG_RESULT };

/* Host code with one mistake: the interpreter, and then something else. */
static enum sq_result mistaken(const struct sq_program *p, struct sq_wave *w)
{
   enum sq_result result = sq_run_interp(p, w);
   switch (fault_kind) {
   case WRONG_VALUE: w->exp[0][1][11] ^= 1; break;
   case WRONG_HELPER: w->exp[0][1][3] ^= 1; break; /* lane 3 is outside EXEC: not visible */
   case WRONG_ENABLE: w->exp_en[0] ^= 8; break;
   case WRONG_LANES: w->exp_valid ^= 1 << 5; break;
   case WRONG_RESULT: return SQ_FAULT;
   }
   return result;
}

static void test_check(void **state)
{
   const struct sq_program *p = PROGRAM(ps_math, SQ_PS, RSRC1_DENORMALS);
   for (fault_kind = NO_FAULT; fault_kind <= WRONG_RESULT; fault_kind++) {
      struct sq_wave w = new_wave(16, 0xfff7);
      bool equal, expected = fault_kind == NO_FAULT || fault_kind == WRONG_HELPER;
      for (unsigned i = 0; i < 16; i++)
         vgpr[0][i] = sq_f2u(0.37f * (float)(i + 1));
      assert_int_equal(sq_run_check(p, mistaken, &w, &equal), expected ? SQ_DONE : SQ_FAULT);
      assert_int_equal(equal, expected);
   }
}

/* Programs whose colour is the same in every lane, and some that are not (s_mov_b64 s[2:3], exec; v_mbcnt; an input; half of
 * the export from an input). All end with the same packed export. */
static void test_uniform_exports(void **state)
{
#define PACK 0xd2960000, 0x00020300 /* v_cvt_pkrtz_f16_f32 v0, v0, v1 */
#define EXPORT 0xc4001c0f, 0x00000100, 0xbf810000 /* exp mrt0 v0, v0, v1, v1 done compr vm */
   static const uint32_t constant[] = { 0x7e000202, 0x7e0202f2, PACK, EXPORT };         /* v0 = s2; v1 = 1.0 */
   static const uint32_t one_input[] = { 0x7e0202f2, PACK, EXPORT };                    /* v1 = 1.0 */
   static const uint32_t other_half[] = { 0x7e000202, 0xd2960000, 0x00020100, EXPORT }; /* v0 = pack(v0, v0) */
   static const uint32_t lane_number[] = { 0xd28c0001, 0x000100c1, 0x7e000202, PACK, EXPORT };
   static const uint32_t reads_exec[] = { 0xbe82017e, 0x7e000202, 0x7e0202f2, PACK, EXPORT };
   static const uint32_t narrows_exec[] = { 0x86fe027e, 0x7e000202, 0x7e0202f2, PACK, EXPORT };
   static const struct { const uint32_t *code; size_t dw; bool uniform; } rows[] = {
      { constant, sizeof constant / 4, true },       { one_input, sizeof one_input / 4, false },
      { other_half, sizeof other_half / 4, false },  { lane_number, sizeof lane_number / 4, false },
      { reads_exec, sizeof reads_exec / 4, false },  { narrows_exec, sizeof narrows_exec / 4, false },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      const struct sq_program *p = load(rows[i].code, rows[i].dw, SQ_PS, RSRC1_FLUSH32);
      if (sq_program_info(p)->uniform_exports != rows[i].uniform)
         fail_msg("row %u", i);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_coverage),
      cmocka_unit_test(test_lanes),
      cmocka_unit_test(test_loop),
      cmocka_unit_test(test_endless),
      cmocka_unit_test(test_illegal),
      cmocka_unit_test(test_link), cmocka_unit_test(test_cache),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_interp),
      cmocka_unit_test(test_vmem),
      cmocka_unit_test(test_uniform_exports),
      cmocka_unit_test(test_llvm_loop),
      cmocka_unit_test(test_llvm_math),
      cmocka_unit_test(test_llvm_division),
      cmocka_unit_test(test_llvm_mode_and_index),
      cmocka_unit_test(test_check),
   };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
