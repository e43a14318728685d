/* test_isa_flow.c: operations that steer a wave (SOPP): every branch, forwards and backwards, on every condition; ends, barriers,
 * messages; and those without effect, which must leave all registers and SCC alone. Expected values are the manual's words.
 * Interpreter and host code, of 16, 32 and 64 lanes. An operation of the table without a row fails the test.
 * usage: test_sim_isa_flow [6 | 7 | 8]   the generation whose encodings are run */
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

enum { CMP_SCC = 0xbf078008u /* s_cmp_lg_u32 s8, 0 */, SELECT_SCC = 0x85098081u /* s_cselect_b32 s9, 1, 0 */ };

static unsigned gfx = 8;
static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];
static const unsigned widths[] = { 16, 32, 64 };

enum kind { NEVER, ALWAYS, SCC0, SCC1, VCCZ, VCCNZ, EXECZ, EXECNZ, NOTHING, ENDS, MEETS, SENDS, ELSEWHERE };
static const struct { uint16_t op; enum kind kind; } rows[] = {
   { GCN_S_BRANCH, ALWAYS }, { GCN_S_CBRANCH_SCC0, SCC0 }, { GCN_S_CBRANCH_SCC1, SCC1 }, { GCN_S_CBRANCH_VCCZ, VCCZ },
   { GCN_S_CBRANCH_VCCNZ, VCCNZ }, { GCN_S_CBRANCH_EXECZ, EXECZ }, { GCN_S_CBRANCH_EXECNZ, EXECNZ },
   { GCN_S_CBRANCH_CDBGSYS, NEVER }, { GCN_S_CBRANCH_CDBGUSER, NEVER }, /* no debugger */
   { GCN_S_CBRANCH_CDBGSYS_OR_USER, NEVER }, { GCN_S_CBRANCH_CDBGSYS_AND_USER, NEVER },
   { GCN_S_NOP, NOTHING }, { GCN_S_WAKEUP, NOTHING }, { GCN_S_WAITCNT, NOTHING }, { GCN_S_SETHALT, NOTHING }, /* 0: go on */
   { GCN_S_SLEEP, NOTHING }, { GCN_S_SETPRIO, NOTHING }, { GCN_S_ICACHE_INV, NOTHING }, { GCN_S_INCPERFLEVEL, NOTHING },
   { GCN_S_DECPERFLEVEL, NOTHING }, { GCN_S_TTRACEDATA, NOTHING },
   { GCN_S_ENDPGM, ENDS }, { GCN_S_ENDPGM_SAVED, ENDS }, { GCN_S_BARRIER, MEETS },
   { GCN_S_SENDMSG, SENDS }, { GCN_S_SENDMSGHALT, SENDS },
   { GCN_S_SETKILL, ELSEWHERE }, { GCN_S_TRAP, ELSEWHERE },                         /* test_refused.c */
   { GCN_S_SET_GPR_IDX_OFF, ELSEWHERE }, { GCN_S_SET_GPR_IDX_MODE, ELSEWHERE },     /* test_isa_lanes.c */
};

static int setup(void **state)
{
   sq_jit_options = SQ_JIT_KEEP_REGISTERS; /* the tests look at registers afterwards */
   return sq_rig_init(gfx, 0x10000);
}

static uint32_t sopp(unsigned number, unsigned simm) { return 0x17fu << 23 | number << 16 | (simm & 0xffff); }
static uint32_t movk(unsigned reg, unsigned value) { return 0xbu << 28 | reg << 16 | value; }

static const struct sq_program *load(const uint32_t *code, unsigned dwords)
{
   memcpy(mem.base + CODE_VA, code, dwords * 4);
   sq_cache_invalidate(cache);
   return sq_program_get(cache, CODE_VA, SQ_CS, 0);
}

static struct sq_wave new_wave(unsigned lanes)
{
   struct sq_wave w = { .lanes = lanes, .exec = sq_first_lanes(lanes), .vgpr = vgpr, .mem = &mem, .exp = exports };
   for (unsigned r = 0; r < 102; r++)
      w.sgpr[r] = 0xa000 + r;
   for (unsigned r = 0; r < 256; r++)
      for (unsigned lane = 0; lane < 64; lane++)
         vgpr[r][lane] = 0x10000 * r + lane;
   w.sgpr[8] = 0;
   w.sgpr[GCN_SRC_M0] = 0xbeef;
   return w;
}

static enum sq_result run(const struct sq_program *p, struct sq_wave *w, bool jit)
{
   return jit ? sq_run_jit(p, w) : sq_run_interp(p, w);
}

/* ---- branches --------------------------------------------------------------------------------------------------------- */

static bool taken(enum kind kind, bool scc, uint64_t vcc, uint64_t exec)
{
   switch (kind) {
   case ALWAYS: return true;
   case SCC0: return !scc;
   case SCC1: return scc;
   case VCCZ: return vcc == 0;
   case VCCNZ: return vcc != 0;
   case EXECZ: return exec == 0;
   case EXECNZ: return exec != 0;
   default: return false;
   }
}

/* s20 is 1 where the branch is taken, s21 is 7 where it led backwards. */
static void check_branch(enum kind kind, unsigned number, const char *name)
{
   const uint32_t forwards[] = { CMP_SCC, movk(20, 1), movk(21, 5), sopp(number, 1), movk(20, 2), END };
   const uint32_t backwards[] = { CMP_SCC, movk(20, 1), 0xbf820002 /* s_branch to the fifth */, movk(21, 7), END, movk(21, 5),
                                  sopp(number, 0xfffc), movk(20, 2), END };
   for (unsigned back = 0; back < 2; back++) {
      const struct sq_program *p = back ? load(backwards, COUNT(backwards)) : load(forwards, COUNT(forwards));
      for (unsigned i = 0; i < COUNT(widths); i++) {
         const uint64_t all = sq_first_lanes(widths[i]), masks[] = { 0, 1, UINT64_C(1) << (widths[i] - 1), all };
         for (unsigned k = 0; k < 2 * 2 * COUNT(masks) * COUNT(masks); k++) {
            bool jit = k & 1, scc = k & 2;
            uint64_t vcc = masks[k / 4 % COUNT(masks)], exec = masks[k / 4 / COUNT(masks)];
            struct sq_wave w = new_wave(widths[i]);
            w.exec = exec;
            w.sgpr[8] = scc ? 0x80000000 : 0;
            w.sgpr[GCN_SRC_VCC_LO] = (uint32_t)vcc;
            w.sgpr[GCN_SRC_VCC_HI] = (uint32_t)(vcc >> 32);
            enum sq_result r = run(p, &w, jit);
            bool yes = taken(kind, scc, vcc, exec);
            if (r != SQ_DONE || w.sgpr[20] != (yes ? 1 : 2) || w.sgpr[21] != (yes && back ? 7 : 5))
               fail_msg("%s %s, %s, %u lanes, SCC %u, VCC %#llx, EXEC %#llx: %s%s", name, back ? "backwards" : "forwards",
                        jit ? "host code" : "interpreter", widths[i], scc, (unsigned long long)vcc, (unsigned long long)exec,
                        w.sgpr[20] == 1 ? "taken" : "not taken", r == SQ_DONE ? "" : w.fault.text);
         }
      }
   }
}

/* ---- the others ------------------------------------------------------------------------------------------------------- */

static void check_nothing(unsigned number, const char *name)
{
   static uint32_t want[256][64];
   for (unsigned simm = 0; simm <= 6; simm += 2) {
      const uint32_t code[] = { CMP_SCC, sopp(number, simm), SELECT_SCC, END };
      const struct sq_program *p = load(code, COUNT(code));
      struct gcn_inst inst;
      if (!gcn_decode(gfx, &code[1], 1, 0, &inst))
         continue;
      for (unsigned k = 0; k < 4 * COUNT(widths); k++) {
         unsigned lanes = widths[k / 4];
         struct sq_wave w = new_wave(lanes);
         w.exec &= 0x8421;
         w.sgpr[8] = k >> 1 & 1;
         struct sq_wave before = w;
         memcpy(want, vgpr, sizeof want);
         enum sq_result r = run(p, &w, k & 1);
         before.sgpr[9] = before.sgpr[8];
         if (r != SQ_DONE || memcmp(w.sgpr, before.sgpr, (GCN_SRC_M0 + 1) * sizeof *w.sgpr) || w.exec != before.exec ||
             memcmp(vgpr, want, sizeof want))
            fail_msg("%s %u, %s, %u lanes: has an effect", name, simm, k & 1 ? "host code" : "interpreter", lanes);
      }
   }
}

static void check_end(unsigned number, const char *name)
{
   const uint32_t code[] = { movk(20, 1), sopp(number, 0), movk(20, 2), END };
   const struct sq_program *p = load(code, COUNT(code));
   for (unsigned k = 0; k < 2 * COUNT(widths); k++) {
      struct sq_wave w = new_wave(widths[k / 2]);
      if (run(p, &w, k & 1) != SQ_DONE || w.sgpr[20] != 1)
         fail_msg("%s, %s: goes on", name, k & 1 ? "host code" : "interpreter");
   }
}

/* A wave of a group stops here, and goes on when it is run again; one that runs alone does not wait. */
static void check_barrier(unsigned number)
{
   const uint32_t code[] = { CMP_SCC, movk(20, 1), sopp(number, 0), movk(20, 2), SELECT_SCC, END };
   const struct sq_program *p = load(code, COUNT(code));
   for (unsigned k = 0; k < 4 * COUNT(widths); k++) {
      struct sq_wave w = new_wave(widths[k / 4]);
      w.in_group = k & 2;
      w.sgpr[8] = 1;
      if (w.in_group) {
         assert_int_equal(run(p, &w, k & 1), SQ_BARRIER);
         assert_int_equal(w.sgpr[20], 1);
      }
      assert_int_equal(run(p, &w, k & 1), SQ_DONE);
      assert_int_equal(w.sgpr[20], 2);
      assert_int_equal(w.sgpr[9], 1);
   }
}

static unsigned messages;
static uint32_t message[2];

static void receive(struct sq_wave *w, uint32_t imm, uint32_t m0)
{
   (void)w;
   messages++;
   message[0] = imm, message[1] = m0;
}

static void check_message(unsigned number, const char *name)
{
   static const uint16_t simms[] = { 0x12, 0x22, 0x132, 0x3 }; /* cut, emit, emit and cut in stream 1, done */
   for (unsigned i = 0; i < COUNT(simms); i++) {
      const uint32_t code[] = { sopp(number, simms[i]), END };
      const struct sq_program *p = load(code, COUNT(code));
      for (unsigned k = 0; k < 2 * COUNT(widths); k++) {
         struct sq_wave w = new_wave(widths[k / 2]);
         w.sendmsg = receive;
         messages = 0;
         if (run(p, &w, k & 1) != SQ_DONE || messages != 1 || message[0] != simms[i] || message[1] != 0xbeef)
            fail_msg("%s %#x, %s: %u messages, %#x with M0 %#x", name, simms[i], k & 1 ? "host code" : "interpreter", messages,
                     message[0], message[1]);
      }
   }
}

static void test_every_operation(void **state)
{
   const struct gcn_op_table *table = &gcn_op_tables[gfx - 6][GCN_SOPP];
   unsigned missing = 0;
   for (unsigned n = 0; n < table->count; n++) {
      unsigned op = table->ops[n], i = 0;
      const char *name = gcn_op_infos[op].name;
      if (op == GCN_OP_NONE)
         continue;
      while (i < COUNT(rows) && rows[i].op != op)
         i++;
      if (i == COUNT(rows)) {
         print_message("no test: %s\n", name);
         missing++;
         continue;
      }
      switch (rows[i].kind) {
      case NOTHING: check_nothing(n, name); break;
      case ENDS: check_end(n, name); break;
      case MEETS: check_barrier(n); break;
      case SENDS: check_message(n, name); break;
      case ELSEWHERE: break;
      default: check_branch(rows[i].kind, n, name); break;
      }
   }
   assert_int_equal(missing, 0);
}

int main(int argc, char **argv)
{
   if (!sq_rig_gfx(argc, argv, &gfx))
      return 2;
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_operation) };
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
