/* test_jit_nan.c: which results host code makes canonical (jit_nan.c), and that both engines leave the same bits of NaNs of any sign and
 * payload that go through moves, selections, branches and conversions to stores and exports. */
#include <stdio.h>
#include <string.h>

#include "winsys/sim/base/nan.h"
#include "winsys/sim/jit/tests/jit_test.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define V(n) (256u + (n))
#define VOP1(op, dst, src) (0x7e000000u | (dst) << 17 | (op) << 9 | (src))
#define VOP2(op, dst, a, b) ((uint32_t)(op) << 25 | (dst) << 17 | (b) << 9 | (a))
#define VOPC(op, a, b) (0x7c000000u | (op) << 17 | (b) << 9 | (a))
#define VOP3(op, dst, a, b) (0xd0000000u | (op) << 16 | (dst)), ((uint32_t)(a) | (uint32_t)(b) << 9)
#define MOV(dst, src) VOP1(1, dst, V(src))
#define MUL(dst, a, b) VOP2(5, dst, V(a), b)
#define ADD(dst, a, b) VOP2(1, dst, V(a), b)
#define PKRTZ(dst, a, b) VOP3(0x296u, dst, V(a), V(b))
#define EXPORT(target, a) 0xc4000001u | (target) << 4, (a)
#define EXPORT_HALVES(target, a) 0xc4000403u | (target) << 4, (a)
#define STORE(a) 0xe0702000u, 0x80000000u | (a) << 8 /* buffer_store_dword v, v0, s[0:3], 0 idxen */
#define SAMPLE 0xf0800f00u, 0x00410a00u | 4 /* image_sample v[10:13], v[4:5], s[4:11], s[8:11] */
#define END 0xbf810000u
enum { MRT0 = 0, MRTZ = 8, POS0 = 12, POS1 = 13, PARAM0 = 32 };

static const struct { const char *what; uint32_t code[14]; uint8_t single, half; /* bit per instruction */ } programs[] = {
   { "exported", { MUL(2, 0, 1), EXPORT(MRT0, 2), END }, 1, 0 },
   { "exported as a parameter", { MUL(2, 0, 1), EXPORT(PARAM0, 2), END }, 1, 0 },
   { "exported as a position", { MUL(2, 0, 1), EXPORT(POS0, 2), END }, 0, 0 },
   { "exported beside a position", { MUL(2, 0, 1), EXPORT(POS1, 2), END }, 1, 0 },
   { "exported as a depth", { MUL(2, 0, 1), EXPORT(MRTZ, 2), END }, 1, 0 },
   { "stored", { MUL(2, 0, 1), STORE(2), END }, 1, 0 },
   { "not used", { MUL(2, 0, 1), END }, 0, 0 },
   { "overwritten", { MUL(2, 0, 1), MOV(2, 1), EXPORT(MRT0, 2), END }, 0, 0 },
   { "only the last", { MUL(2, 0, 1), ADD(2, 2, 2), EXPORT(MRT0, 2), END }, 2, 0 },
   { "moved", { MUL(2, 0, 1), MOV(3, 2), ADD(4, 3, 3), EXPORT(MRT0, 4), END }, 4, 0 },
   { "moved and stored", { MUL(2, 0, 1), MOV(3, 2), STORE(3), END }, 1, 0 },
   { "selected", { MUL(2, 0, 1), VOP2(0, 3, V(2), 1), EXPORT(MRT0, 3), END }, 1, 0 },
   { "compared", { MUL(2, 0, 1), VOPC(0x41, V(2), 1), END }, 0, 0 },
   { "compared as an integer", { MUL(2, 0, 1), VOPC(0xc1, V(2), 1), END }, 1, 0 },
   { "a class: any NaN", { MUL(2, 0, 1), 0xd0100000, V(2) | 131 << 9, END }, 0, 0 },
   { "a class: quiet", { MUL(2, 0, 1), 0xd0100000, V(2) | 130 << 9, END }, 1, 0 },
   { "an integer's source", { MUL(2, 0, 1), VOP2(25, 3, V(2), 1), END }, 1, 0 },
   { "read by a scalar", { MUL(2, 0, 1), 0x7e000502, END }, 1, 0 }, /* v_readfirstlane_b32 s0, v2 */
   { "without its sign", { MUL(2, 0, 1), VOP2(19, 3, 255, 2), 0x7fffffff, ADD(4, 3, 3), EXPORT(MRT0, 4), END }, 4, 0 },
   { "without its sign, stored", { MUL(2, 0, 1), VOP2(19, 3, 255, 2), 0x7fffffff, STORE(3), END }, 1, 0 },
   { "other bits removed", { MUL(2, 0, 1), VOP2(19, 3, 255, 2), 0xff, ADD(4, 3, 3), EXPORT(MRT0, 4), END }, 5, 0 },
   { "coordinates", { MUL(4, 0, 1), MUL(5, 0, 1), SAMPLE, EXPORT(MRT0, 10), END }, 0, 0 },
   { "packed", { MUL(2, 0, 1), PKRTZ(3, 2, 2), EXPORT_HALVES(MRT0, 3), END }, 0, 0 },
   { "packed and stored", { MUL(2, 0, 1), PKRTZ(3, 2, 2), STORE(3), END }, 0, 2 },
   { "half of a float", { MUL(2, 0, 1), VOP1(11, 3, V(2)), END }, 1, 0 }, /* v_cvt_f32_f16 */
   { "halves as a float", { PKRTZ(2, 0, 1), ADD(3, 2, 2), END }, 0, 1 },
   { "halves as halves", { PKRTZ(2, 0, 1), VOP1(11, 3, V(2)), EXPORT(MRT0, 3), END }, 2, 0 },
   { "an accumulator", { ADD(2, 2, 1), 0xbf89fffe, EXPORT(MRT0, 2), END }, 1, 0 }, /* s_cbranch_execnz */
   { "an accumulator of halves", { ADD(2, 2, 1), 0xbf89fffe, PKRTZ(3, 2, 2), EXPORT_HALVES(MRT0, 3), END }, 0, 0 },
   { "stored in front of the loop", { STORE(2), ADD(2, 2, 1), 0xbf89fffc, END }, 2, 0 },
   { "never a NaN", { 0xd1058002, V(0) | V(1) << 9, EXPORT(MRT0, 2), END }, 0, 0 },                 /* v_mul_f32 clamp */
   { "an integer", { VOP1(5, 2, V(0)), EXPORT(MRT0, 2), END }, 0, 0 },                              /* v_cvt_f32_i32 */
   { "by a part", { MUL(2, 0, 1), 0x7e0602f9, 0x00050602, ADD(4, 3, 3), EXPORT(MRT0, 4), END }, 5, 0 }, /* v_mov, WORD_1 */
};

static unsigned length(const uint32_t *code)
{
   unsigned n = 0;
   while (code[n] != END)
      n++;
   return n + 1;
}

void test_canonical_results(void **state)
{
   (void)state;
   for (unsigned k = 0; k < COUNT(programs); k++) {
      const struct sq_program *p = jit_test_load(0, programs[k].code, length(programs[k].code), SQ_PS, RSRC1_FLUSH32);
      struct jit_flow flow;
      const char *why;
      if (!jit_flow(p, false, false, &flow, &why))
         fail_msg("%s: %s", programs[k].what, why);
      unsigned single = 0, half = 0;
      for (uint32_t i = 0; i < p->num_inst && i < 8; i++) {
         single |= (flow.canonical[i] & JIT_NAN_32 ? 1u : 0) << i;
         half |= (flow.canonical[i] & JIT_NAN_16 ? 1u : 0) << i;
      }
      jit_flow_finish(&flow);
      /* Of stores, exports and the like nothing is asked. */
      if (single != programs[k].single || half != programs[k].half)
         fail_msg("%s: of floats %#x, of halves %#x", programs[k].what, single, half);
   }
}

/* ---- bits ------------------------------------------------------------------------------------------------------------- */

/* Exports of 32 bits of what each operation gives, on operands that are NaNs mostly. */
static unsigned add_operation(uint32_t *code, unsigned k, unsigned *target)
{
   /* VOP3: operation and number of sources */
   static const struct { uint16_t op; uint8_t sources; } list[] = {
      { 0x101, 2 }, { 0x102, 2 }, { 0x103, 2 }, { 0x104, 2 }, { 0x105, 2 }, { 0x10a, 2 }, { 0x10b, 2 }, { 0x116, 2 },
      { 0x1c0, 3 }, { 0x1c1, 3 }, { 0x1cb, 3 }, { 0x1d0, 3 }, { 0x1d3, 3 }, { 0x1d6, 3 }, { 0x1c4, 3 }, { 0x1c5, 3 },
      { 0x1c6, 3 }, { 0x1c7, 3 }, { 0x15b, 1 }, { 0x15c, 1 }, { 0x15d, 1 }, { 0x15e, 1 }, { 0x15f, 1 }, { 0x160, 1 },
      { 0x161, 1 }, { 0x162, 1 }, { 0x164, 1 }, { 0x167, 1 }, { 0x169, 1 }, { 0x16a, 1 }, { 0x173, 1 }, { 0x14a, 1 },
      { 0x14b, 1 }, { 0x288, 2 }, { 0x296, 2 }, { 0x11f, 2 }, { 0x120, 2 }, { 0x121, 2 }, { 0x122, 2 }, { 0x12d, 2 },
      { 0x12e, 2 }, { 0x17d, 1 }, { 0x17e, 1 }, { 0x17f, 1 }, { 0x180, 1 }, { 0x181, 1 }, { 0x183, 1 }, { 0x185, 1 },
      { 0x1ea, 3 }, { 0x1ee, 3 }, { 0x1ef, 3 }, { 0x1e2, 3 }, { 0x1de, 3 },
   };
   const unsigned n = k % COUNT(list), form = k / COUNT(list);
   static const struct { uint32_t w0, w1; } forms[] = { { 0, 0 }, { 0x100, 7u << 29 }, { 0, 1u << 27 }, { 0x8000, 0 } };
   if (form >= COUNT(forms))
      return 0;
   code[0] = 0xd0000000 | (uint32_t)list[n].op << 16 | forms[form].w0 | 20;
   code[1] = V(0) | (list[n].sources > 1 ? V(1) << 9 : 0) | (list[n].sources > 2 ? V(2) << 18 : 0) | forms[form].w1;
   struct gcn_inst inst;
   if (!gcn_decode(8, code, 2, 0, &inst))
      return 0;
   const uint32_t rest[] = { EXPORT(PARAM0 + *target, 20) };
   memcpy(code + 2, rest, sizeof rest);
   ++*target;
   return 4;
}

/* What LLVM makes of a NaN depends on where it comes from: operations alone, of each other's results, and after moves. */
void test_nan_bits(void **state)
{
   (void)state;
   static uint32_t code[32 * 8 + 8];
   jit_test_nans = true;
   for (unsigned k = 0; k < 53 * 4;) {
      unsigned n = 0, target = 0;
      const unsigned first = k;
      while (target < 24 && k < 53 * 4)
         n += add_operation(code + n, k++, &target);
      code[n++] = END;
      char what[40];
      snprintf(what, sizeof what, "operations %u to %u", first, k - 1);
      const unsigned lanes = jit_test_most_lanes() < 32 ? 8 : 16;
      for (unsigned options = 0; options < 2; options++) {
         const struct sq_program *p = jit_test_load(options, code, n, SQ_VS, options ? RSRC1_DENORMALS : RSRC1_FLUSH32);
         for (unsigned seed = 0; seed < 8; seed++)
            jit_test_compare(p, options, lanes, ~0ull, seed, what);
      }
   }
   for (unsigned k = 0; k < COUNT(programs); k++) {
      bool memory = false;
      for (unsigned i = 0; i < length(programs[k].code); i++)
         memory |= programs[k].code[i] >> 26 == 0x38 || programs[k].code[i] >> 26 == 0x3c || programs[k].code[i] == 0xbf89fffe;
      const struct sq_program *p = jit_test_load(0, programs[k].code, length(programs[k].code), SQ_PS, RSRC1_FLUSH32);
      for (unsigned seed = 0; seed < 8 && !memory; seed++)
         jit_test_compare(p, 0, 16, seed & 1 ? 0x3c5a : ~0ull, seed, programs[k].what);
   }
   jit_test_nans = false;
}
