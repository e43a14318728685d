/* test_jit_flow.c: random structured programs (nested if/else, divergent loops, lanes that leave for good) on both engines.
 * The shapes are those that LLVM makes of divergent control flow: s_*_saveexec, masks in SGPR pairs, execz branches. */
#include <stdio.h>
#include <string.h>

#include "winsys/sim/jit/tests/jit_test.h"

struct generator { uint32_t code[2048], x; unsigned n, depth, loops; };

enum { VCC = 106, EXEC = 126 };

static void put(struct generator *g, uint32_t dw) { g->code[g->n++] = dw; }
static unsigned pick(struct generator *g, unsigned n) { return (jit_test_random(&g->x) >> 7) % n; }

static uint32_t sop1(unsigned op, unsigned dst, unsigned src) { return 0xbe800000 | dst << 16 | op << 8 | src; }
static uint32_t sop2(unsigned op, unsigned dst, unsigned a, unsigned b) { return 0x80000000 | op << 23 | dst << 16 | b << 8 | a; }
static uint32_t vop2(unsigned op, unsigned dst, unsigned a, unsigned b) { return op << 25 | dst << 17 | b << 9 | (256 + a); }
static uint32_t vopc(unsigned op, unsigned a, unsigned b) { return 0x7c000000 | op << 17 | b << 9 | (256 + a); }

enum { S_MOV_B64 = 1, S_AND_SAVEEXEC = 32, S_OR_SAVEEXEC = 33, S_AND_B64 = 13, S_OR_B64 = 15, S_XOR_B64 = 17, S_ANDN2_B64 = 19 };
enum { CNDMASK = 0, V_ADD_F32 = 1, V_MUL_F32 = 5, V_AND = 19, V_OR = 20, V_XOR = 21, V_MAC = 22, V_ADD_U32 = 25 };
enum { CMP_LT_F32 = 0x41, CMP_NGE_F32 = 0x49, CMP_LT_I32 = 0xc1, CMP_NE_U32 = 0xcd, CMP_GT_U32 = 0xcc };

/* v0..v3 are floats and v4..v7 integers, or the bits of floats now and then. v8 and up count loops. */
static void arithmetic(struct generator *g)
{
   static const uint8_t floats[] = { CNDMASK, V_ADD_F32, V_MUL_F32, V_MAC };
   static const uint8_t ints[] = { CNDMASK, V_XOR, V_OR, V_ADD_U32, V_AND };
   for (unsigned i = pick(g, 5); i-- > 0;) {
      bool f = pick(g, 2);
      unsigned first = f ? 0 : 4, op = f ? floats[pick(g, sizeof floats)] : ints[pick(g, sizeof ints)];
      put(g, vop2(op, first + pick(g, 4), (pick(g, 4) ? first : 4 - first) + pick(g, 4), first + pick(g, 4)));
   }
}

static void compare(struct generator *g)
{
   static const uint8_t floats[] = { CMP_LT_F32, CMP_NGE_F32 }, ints[] = { CMP_LT_I32, CMP_NE_U32, CMP_GT_U32 };
   bool f = pick(g, 2);
   unsigned first = f ? 0 : 4;
   put(g, vopc(f ? floats[pick(g, sizeof floats)] : ints[pick(g, sizeof ints)], first + pick(g, 4), first + pick(g, 4)));
}

/* A branch over what follows; returns where to patch the distance. */
static unsigned branch_execz(struct generator *g)
{
   put(g, 0xbf880000);
   return g->n - 1;
}

static void land(struct generator *g, unsigned at) { g->code[at] |= (g->n - at - 1) & 0xffff; }

static void body(struct generator *g);

static void if_else(struct generator *g, unsigned save)
{
   bool skip = pick(g, 2), other = pick(g, 2);
   compare(g);
   put(g, sop1(S_AND_SAVEEXEC, save, VCC));
   if (other)
      put(g, sop2(S_XOR_B64, save, EXEC, save));
   unsigned at = skip ? branch_execz(g) : 0;
   body(g);
   if (skip)
      land(g, at);
   if (!other) {
      put(g, sop2(S_OR_B64, EXEC, EXEC, save));
      return;
   }
   put(g, sop1(S_OR_SAVEEXEC, save, save));
   put(g, sop2(S_XOR_B64, EXEC, EXEC, save));
   at = branch_execz(g);
   body(g);
   land(g, at);
   put(g, sop2(S_OR_B64, EXEC, EXEC, save));
}

/* Lanes leave one by one, as in LLVM's loops: those that are done are gathered in a mask. */
static void loop(struct generator *g, unsigned save)
{
   unsigned count = 8 + g->loops++ % 8;
   put(g, sop1(S_MOV_B64, save, 128)); /* done = 0 */
   put(g, 0x7e000280 | count << 17);   /* v_mov_b32 count, 0 */
   unsigned top = g->n;
   body(g);
   put(g, 0x32000081 | count << 17 | count << 9);              /* v_add_u32 count, vcc, 1, count */
   put(g, 0x26000083 + (pick(g, 4) << 0) + (18u << 17) + ((4 + pick(g, 4)) << 9)); /* v_and_b32 v18, 3..6, v? */
   put(g, vopc(CMP_GT_U32, count, 18));
   put(g, sop2(S_OR_B64, save, VCC, save));
   put(g, sop2(S_ANDN2_B64, EXEC, EXEC, save));
   put(g, 0xbf890000 | ((top - g->n - 1) & 0xffff));           /* s_cbranch_execnz */
   put(g, sop2(S_OR_B64, EXEC, EXEC, save));
}

static void body(struct generator *g)
{
   arithmetic(g);
   if (g->depth < 4 && g->n < 900) {
      unsigned save = 20 + 2 * g->depth++;
      switch (pick(g, 5)) {
      case 0: case 1: if_else(g, save); break;
      case 2: loop(g, save); break;
      case 3:
         if (g->depth == 1) { /* lanes that never come back */
            compare(g);
            put(g, sop2(S_AND_B64, EXEC, EXEC, VCC));
         }
         break;
      default: break;
      }
      g->depth--;
   }
   arithmetic(g);
}

void test_random_flow(void **state)
{
   static const unsigned lane_counts[] = { 8, 16, 32, 64 };
   for (unsigned k = 0; k < 40; k++) {
      struct generator g = { .x = 12345 + 77 * k };
      unsigned lanes = lane_counts[k % 4] < jit_test_most_lanes() ? lane_counts[k % 4] : jit_test_most_lanes();
      char what[40];
      for (unsigned i = 0; i < 3; i++)
         body(&g);
      put(&g, 0xc400000f | 0 << 4);         /* exp mrt0 v0..v3 */
      put(&g, 0x03020100);
      put(&g, 0xc400181f);                  /* exp mrt1 v4..v7 done vm */
      put(&g, 0x07060504);
      put(&g, 0xbf810000);
      snprintf(what, sizeof what, "random program %u", k);
      for (unsigned options = 0; options < 4; options++) {
         if (options == SQ_JIT_MERGE_ALWAYS)
            continue; /* 3 says more */
         unsigned form = (k & 1 ? SQ_JIT_LEAST_EFFORT : 0) | (k & 8 ? SQ_JIT_OTHER_FORM : 0);
         const struct sq_program *p = jit_test_load(options | form, g.code, g.n, SQ_PS, RSRC1_FLUSH32);
         for (unsigned seed = 1; seed < 6; seed++) {
            uint32_t x = seed * 7919 + k;
            uint64_t exec = seed == 1 ? UINT64_MAX : (uint64_t)jit_test_random(&x) << 32 | jit_test_random(&x);
            jit_test_compare(p, options | form, lanes, exec, seed, what);
         }
      }
   }
}
