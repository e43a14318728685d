/* test_refused.c: the list of refused operations is exact. Every operation of GFX8's tables runs alone, in its plainest form:
 * it must end the wave if it is in `refused`, with a report of address, bytes and text, and must not if it is not. sq/README.md
 * (argument) must name each one. What is refused by form and not by operation has rows of its own. */
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
#include "winsys/sim/tc/tc.h"

#define CODE_VA SQ_RIG_VA
#define END 0xbf810000u
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Operations, and how sq/README.md writes them. */
static const struct { uint16_t op; const char *written; } refused[] = {
   { GCN_S_TRAP, "`s_trap`" }, { GCN_S_RFE_B64, "`s_rfe_b64`" }, { GCN_S_RFE_RESTORE_B64, "`s_rfe_restore_b64`" },
   { GCN_S_SETKILL, "`s_setkill`" }, { GCN_S_SETVSKIP, "`s_setvskip`" }, { GCN_S_CBRANCH_I_FORK, "`s_cbranch_i_fork`" },
   { GCN_S_CBRANCH_G_FORK, "`s_cbranch_g_fork`" }, { GCN_S_CBRANCH_JOIN, "`s_cbranch_join`" },
   { GCN_V_INTERP_P1LL_F16, "`v_interp_p1ll_f16`" }, { GCN_V_INTERP_P1LV_F16, "`v_interp_p1lv_f16`" },
   { GCN_V_INTERP_P2_F16, "`v_interp_p2_f16`" }, { GCN_DS_GWS_SEMA_RELEASE_ALL, "`ds_gws_*`" }, { GCN_DS_GWS_INIT, "`ds_gws_*`" },
   { GCN_DS_GWS_SEMA_V, "`ds_gws_*`" }, { GCN_DS_GWS_SEMA_BR, "`ds_gws_*`" }, { GCN_DS_GWS_SEMA_P, "`ds_gws_*`" },
   { GCN_DS_GWS_BARRIER, "`ds_gws_*`" }, { GCN_DS_ORDERED_COUNT, "`ds_ordered_count`" },
   { GCN_DS_CONDXCHG32_RTN_B64, "`ds_condxchg32_rtn_b64`" },
};

/* Forms that are refused of operations that are not. */
static const struct { uint32_t dw[2]; const char *text, *written; } forms[] = {
   { { 0xbf8d0001 }, "not supported: s_sethalt 1", "`s_sethalt 1`" },
   { { 0xd8010000, 0x00000200 }, "not supported: ds_add_u32 v0, v2 gds", "GDS forms" },
   { { 0xffffffff }, "illegal instruction", "undecodable words" },
   { { 0xbe801d04 }, "jump to an address outside the program", "`s_setpc_b64`" },
   { { 0xbf82fff0 }, "branch out of the program", "branch" },
};

static const char *readme;
static uint32_t vgpr[256][64], exports[SQ_EXP_COUNT][4][64];
static uint8_t lds[4096];

static int setup(void **state)
{
   return sq_rig_init(8, 0x10000);
}

/* Behind a v_nop, so that the address tells. */
static enum sq_result run(const uint32_t code[2], unsigned dwords, bool jit, struct sq_wave *w)
{
   static struct sq_attr attr[SQ_MAX_ATTRS];
   uint32_t program[5] = { 0x7e000000, code[0], dwords > 1 ? code[1] : END, END, END };
   memcpy(mem.base + CODE_VA, program, sizeof program);
   sq_cache_invalidate(cache);
   memset(vgpr, 0, sizeof vgpr);
   *w = (struct sq_wave){ .lanes = 16, .exec = 0xffff, .vgpr = vgpr, .attr = attr, .mem = &mem, .exp = exports,
                          .tc = tc, .lds = lds,
                          .lds_B = sizeof lds };
   w->sgpr[1] = 10u << 20 | 4u << 26; /* T#: 8_8_8_8 UINT, 2D, X Y Z W, at address 0 */
   w->sgpr[3] = 9u << 28 | 0xfac;
   const struct sq_program *p = sq_program_get(cache, CODE_VA, SQ_PS, 0xc0u << 12);
   enum sq_result r = jit ? sq_run_jit(p, w) : SQ_DONE;
   bool not_translated = r == SQ_FAULT && !strcmp(w->fault.text, "no jit"); /* s_setpc: the interpreter runs the program */
   return !jit || not_translated ? sq_run_interp(p, w) : r;
}

/* The plainest form of an encoding: fixed bits and operands, where the opcode lies. */
static const struct plain { uint8_t enc, shift; uint32_t w0, w1; } plains[] = {
   { GCN_SOP1, 8, 0x17du << 23 | 12 << 16 | 4, 0 }, { GCN_SOP2, 23, 2u << 30 | 12 << 16 | 8 << 8 | 4, 0 },
   { GCN_SOPK, 23, 0xbu << 28 | 12 << 16, 0 }, { GCN_SOPC, 16, 0x17eu << 23 | 8 << 8 | 4, 0 }, { GCN_SOPP, 16, 0x17fu << 23, 0 },
   { GCN_SMEM, 18, 0x30u << 26 | 1 << 17 | 32 << 6 | 4, 0 }, { GCN_VOP1, 9, 0x3fu << 25 | 16 << 17 | 256, 0 },
   { GCN_VOP2, 25, 16 << 17 | 4 << 9 | 256, 0 }, { GCN_VOPC, 17, 0x3eu << 25 | 4 << 9 | 256, 0 },
   { GCN_VOP3, 16, 0x34u << 26 | 20, 256 | (256 + 4) << 9 | (256u + 8) << 18 }, { GCN_VINTRP, 16, 0x35u << 26 | 16 << 18, 0 },
   { GCN_DS, 17, 0x36u << 26, 16u << 24 | 8 << 16 | 4 << 8 }, { GCN_MUBUF, 18, 0x38u << 26, 128u << 24 | 4 << 8 },
   { GCN_MTBUF, 15, 0x3au << 26 | 4 << 19 | 4 << 23, 128u << 24 | 4 << 8 }, { GCN_MIMG, 18, 0x3cu << 26 | 1 << 8, 4 << 8 },
   { GCN_FLAT, 18, 0x37u << 26, 16u << 24 | 4 << 8 }, { GCN_EXP, 0, 0x31u << 26 | 9 << 4, 0 },
};

/* The second dword and the sources vary until the decoder takes it: masks instead of VGPRs, no source at all, scalar places. */
static bool make(const struct plain *f, unsigned number, unsigned op, uint32_t code[2], struct gcn_inst *inst)
{
   static const uint32_t changes0[] = { 0, 0x300, 0xff00ff, 0x1ff, 0x1fffff, 0x7f0000, 0x10000, 0xfe00 };
   static const uint32_t second[] = { 256 | (256 + 4) << 9 | 22u << 18, 256 | 4 << 9, 256, 256 | (256 + 4) << 9, 0,
                                      4 | 8 << 9, 256 << 9, 2 | 256 << 9, 256 << 9 | (256u + 8) << 18, 4 << 8, 2u << 16 | 4 << 8,
                                      16u << 24, 4, 32 << 6 };
   for (unsigned i = 0; i < COUNT(changes0); i++)
      for (unsigned k = 0; k <= COUNT(second); k++) {
         code[0] = ((f->w0 & (i ? ~changes0[i] : UINT32_MAX)) | (i == 1 ? 0x300 : 0)) |
                   (f->enc == GCN_EXP ? 0 : number << f->shift);
         if ((f->enc == GCN_DS || f->enc == GCN_MUBUF) && i == 6)
            code[0] = f->w0 | 1 << 16 | number << f->shift; /* some exist for GDS only, or for LDS */
         code[1] = k ? second[k - 1] : f->w1;
         if (gcn_decode(8, code, 2, 0, inst) && inst->op == op)
            return true;
      }
   return false;
}

static bool is_refused(unsigned op)
{
   for (unsigned i = 0; i < COUNT(refused); i++)
      if (refused[i].op == op)
         return true;
   return false;
}

static void check_report(const struct sq_wave *w, const uint32_t code[2], unsigned dwords, const char *text)
{
   if (w->fault.va != CODE_VA + 4 || w->fault.dw[0] != code[0] || (dwords > 1 && w->fault.dw[1] != code[1]) ||
       strcmp(w->fault.text, text))
      fail_msg("%s: reported as %#llx: %08x %08x %s", text, (unsigned long long)w->fault.va, w->fault.dw[0],
               w->fault.dw[1], w->fault.text);
}

static void every_operation(void **state)
{
   unsigned ran = 0, ended = 0, wrong = 0;
   for (unsigned i = 0; i < COUNT(plains); i++)
      for (unsigned n = 0; n < gcn_op_tables[2][plains[i].enc].count; n++) {
         unsigned op = gcn_op_tables[2][plains[i].enc].ops[n];
         uint32_t code[2];
         struct gcn_inst inst;
         if (op == GCN_OP_NONE || (op == GCN_V_READFIRSTLANE_B32 && plains[i].enc == GCN_VOP3)) /* no long form, as in LLVM */
            continue;
         if (!make(&plains[i], n, op, code, &inst)) {
            print_message("no form found of %s (encoding %u)\n", gcn_op_infos[op].name, plains[i].enc);
            wrong++;
            continue;
         }
         struct sq_wave w;
         unsigned dwords = inst.size_B / 4;
         char text[96] = "not supported: ";
         gcn_print(8, &inst, text + 15, sizeof w.fault.text - 15);
         enum sq_result r = run(code, dwords, false, &w);
         if (is_refused(op)) {
            ended++;
            if (r != SQ_FAULT)
               print_message("runs, but is said to be refused: %s\n", text + 15), wrong++;
            else
               check_report(&w, code, dwords, text);
         } else if (r != SQ_DONE && !strncmp(w.fault.text, "not supported", 13)) {
            print_message("%s\n", w.fault.text);
            wrong++;
         }
         ran++;
      }
   print_message("%u operations in their encodings, %u refused\n", ran, ended);
   assert_int_equal(wrong, 0);
   assert_true(ended >= COUNT(refused));
}

static void refused_on_both_engines(void **state)
{
   for (unsigned jit = 0; jit < 2; jit++)
      for (unsigned i = 0; i < COUNT(forms); i++) {
         struct sq_wave w;
         unsigned dwords = forms[i].dw[1] ? 2 : 1;
         assert_int_equal(run(forms[i].dw, dwords, jit, &w), SQ_FAULT);
         check_report(&w, forms[i].dw, dwords, forms[i].text);
      }
}

static void readme_names_them(void **state)
{
   static char text[1 << 16];
   FILE *f = fopen(readme, "r");
   assert_non_null(f);
   size_t size = fread(text, 1, sizeof text - 1, f);
   fclose(f);
   text[size] = 0;
   char *list = strstr(text, "## What ends a wave with SQ_FAULT"), *end = list ? strstr(list + 3, "\n## ") : NULL;
   assert_true(list && end);
   *end = 0;
   for (unsigned i = 0; i < COUNT(refused); i++)
      if (!strstr(list, refused[i].written))
         fail_msg("%s is not in %s", refused[i].written, readme);
   for (unsigned i = 0; i < COUNT(forms); i++)
      if (!strstr(list, forms[i].written))
         fail_msg("%s is not in %s", forms[i].written, readme);
}

int main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation), cmocka_unit_test(refused_on_both_engines), cmocka_unit_test(readme_names_them),
   };
   readme = argc > 1 ? argv[1] : "winsys/sim/sq/README.md";
   return cmocka_run_group_tests(tests, setup, sq_rig_tear_down);
}
