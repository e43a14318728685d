/* test_random.c: the decoder against LLVM's disassembler for gfx803 on random code: the same text and size, or both refuse.
 * Half of the words are random in all bits, half are a valid encoding with random fields. Deterministic. The table `differences`
 * lists known differences with their reasons; any other difference fails the test.
 * usage: test_gcn_random [WORDS [SEED]] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <llvm/Config/llvm-config.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include "hw-si/gcn/gcn_tables.h"

static unsigned num_words = 2000000, bad, compared_dpp;
static uint64_t seed = 1;
static LLVMDisasmContextRef llvm;

static uint32_t random32(uint64_t *state) /* splitmix64 */
{
   uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
   z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
   z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
   return (uint32_t)((z ^ z >> 31) >> 16);
}

/* An encoding: its fixed bits, its random bits, position and width of the opcode. */
static const struct form { uint32_t fixed, random; uint8_t enc, shift, bits; } forms[] = {
   { 0x17du << 23, 0x007fffff, GCN_SOP1, 8, 8 },
   { 0x17eu << 23, 0x007fffff, GCN_SOPC, 16, 7 },
   { 0x17fu << 23, 0x007fffff, GCN_SOPP, 16, 7 },
   { 0xbu << 28, 0x0fffffff, GCN_SOPK, 23, 5 },
   { 2u << 30, 0x3fffffff, GCN_SOP2, 23, 7 },
   { 0x30u << 26, 0x03ffffff, GCN_SMEM, 18, 8 },
   { 0x3fu << 25, 0x01ffffff, GCN_VOP1, 9, 8 },
   { 0x3eu << 25, 0x01ffffff, GCN_VOPC, 17, 8 },
   { 0, 0x7fffffff, GCN_VOP2, 25, 6 },
   { 0x34u << 26, 0x03ffffff, GCN_VOP3, 16, 10 },
   { 0x35u << 26, 0x03ffffff, GCN_VINTRP, 16, 2 },
   { 0x36u << 26, 0x03ffffff, GCN_DS, 17, 8 },
   { 0x38u << 26, 0x03ffffff, GCN_MUBUF, 18, 7 },
   { 0x3au << 26, 0x03ffffff, GCN_MTBUF, 15, 4 },
   { 0x3cu << 26, 0x03ffffff, GCN_MIMG, 18, 7 },
   { 0x37u << 26, 0x03ffffff, GCN_FLAT, 18, 7 },
   { 0x31u << 26, 0x03ffffff, GCN_EXP, 0, 0 },
};
#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint32_t op_mask(const struct form *f)
{
   return ((1u << f->bits) - 1) << f->shift;
}

/* An existing operation of the encoding; all other fields are random, sometimes with few bits set. */
static void random_form(uint64_t *state, uint32_t code[3])
{
   const struct form *f = &forms[random32(state) % COUNT(forms)];
   const struct gcn_op_table *table = &gcn_op_tables[2][f->enc];
   uint32_t style = random32(state), op_bits = op_mask(f);
   unsigned op;
   for (unsigned k = 0; k < 3; k++) {
      code[k] = random32(state);
      if (style >> k & 1)
         code[k] &= random32(state) & random32(state);
   }
   do
      op = random32(state) % table->count;
   while (table->ops[op] == GCN_OP_NONE);
   code[0] = f->fixed | (code[0] & f->random & ~op_bits) | (op << f->shift & op_bits);
   if (f->enc == GCN_VOP3 && style >> 8 & 1) { /* constants and special registers */
      unsigned field = 9 * (random32(state) % 3);
      code[1] = (code[1] & ~(511u << field)) | (random32(state) % 160 + 96) << field;
   }
   if (f->enc == GCN_VOP1 || f->enc == GCN_VOP2 || f->enc == GCN_VOPC) {
      switch (style >> 8 & 7) { /* too rare by chance */
      case 0: case 1: code[0] = (code[0] & ~511u) | GCN_SRC_SDWA; break;
      case 2: case 3: code[0] = (code[0] & ~511u) | GCN_SRC_DPP; break;
      default: break;
      }
   }
}

static unsigned encoding(uint32_t w)
{
   for (unsigned i = 0; i < COUNT(forms); i++) { /* SOP2 and VOP2 have the shortest prefixes and come last */
      if ((w & ~forms[i].random) == forms[i].fixed)
         return forms[i].enc;
   }
   return GCN_EXP + 1;
}

/* Invalid selectors: LLVM's printer ends the process, gcn_decode() refuses them. */
static bool ends_llvm(const uint32_t code[3])
{
   uint32_t s = code[1];
   unsigned enc = encoding(code[0]);
   bool dst = enc != GCN_VOPC && ((s >> 8 & 7) == 7 || (s >> 11 & 3) == 3), src1 = enc != GCN_VOP1 && (s >> 24 & 7) == 7;
   return code[0] >> 31 == 0 && (code[0] & 511) == GCN_SRC_SDWA && (dst || (s >> 16 & 7) == 7 || src1);
}

struct reading { unsigned size_B; char text[400]; }; /* 0 and "-": refused */

static struct reading ours(const uint32_t code[3])
{
   struct reading r = { 0, "-" };
   struct gcn_inst inst;
   if (gcn_decode(8, code, 3, 0, &inst)) {
      assert_true(gcn_print(8, &inst, r.text, sizeof r.text) < sizeof r.text);
      r.size_B = inst.size_B;
   }
   return r;
}

/* Text with remarks ("Invalid register", "isn't aligned") cannot be assembled: counts as refused. */
static struct reading theirs(const uint32_t code[3])
{
   struct reading r = { 0, "-" };
   char line[400];
   size_t size = LLVMDisasmInstruction(llvm, (uint8_t *)code, 12, 0, line, sizeof line);
   if (!size || strstr(line, "/*") || strstr(line, "; Warning"))
      return r;
   size_t first = strspn(line, " \t"), end = strlen(line);
   while (end > first && line[end - 1] == ' ')
      end--;
   memcpy(r.text, line + first, end - first);
   r.text[end - first] = 0;
   r.size_B = (unsigned)size;
   return r;
}

static bool agree(const struct reading *a, const struct reading *b)
{
   return a->size_B == b->size_B && !strcmp(a->text, b->text);
}

/* Clears every bit without an effect on gcn_decode(): fields of operands that the operation does not have. The hardware ignores
 * them, LLVM requires zero. */
static void clear_unused(uint32_t code[3], const struct reading *with)
{
   for (unsigned bit = 0; bit < with->size_B * 8; bit++) {
      uint32_t old = code[bit / 32];
      if (!(old >> bit % 32 & 1))
         continue;
      code[bit / 32] = old & ~(1u << bit % 32);
      struct reading r = ours(code);
      if (!agree(&r, with))
         code[bit / 32] = old;
   }
}

enum { ABS = 0x700, NEG = 7u << 29, OMOD = 3 << 27 }; /* of VOP3 */

static bool is_float(unsigned type) { return type == GCN_T_F16 || type == GCN_T_F32 || type == GCN_T_F64; }

/* Restores the modifiers of float operands in a VOP3 code. */
static void keep_on_floats(const uint32_t code[3], uint32_t without[3])
{
   struct gcn_inst inst;
   if (!gcn_decode(8, without, 3, 0, &inst))
      return;
   const struct gcn_op_info *info = &gcn_op_infos[inst.op];
   if (info->num_dst && is_float(info->dst[0]))
      without[1] |= code[1] & OMOD;
   for (unsigned i = 0; i < 3 && i < info->num_src; i++)
      if (is_float(info->src[i])) {
         without[0] |= code[0] & 0x100u << i;
         without[1] |= code[1] & 1u << (29 + i);
      }
}

/* Known differences from LLVM, with the reason. `text` occurs in LLVM's output. Without `clear`, gcn_decode() refuses the code.
 * With `clear`, both must agree after those bits are cleared; only_refused: and gcn_decode() refuses the original code. */
static const struct difference {
   const char *text;
   uint8_t enc;
   bool only_refused;
   uint32_t clear[2];
   const char *why;
} differences[] = {
   { "src_shared_", 0, true, { 0 }, "apertures are sources since GFX9; the codes are reserved before" },
   { "src_private_", 0, true, { 0 }, "as above" },
   { "src_pops_exiting_wave_id", 0, true, { 0 }, "since GFX9" },
   { "null", 0, true, { 0 }, "code 125 is a register since GFX10" },
   { "ttmp[8:15]", 0, true, { 0 }, "trap registers end with 11 before GFX9" },
   { "ttmp[0:15]", GCN_SMEM, true, { 0 }, "as above" },
   { "exp invalid_target_", GCN_EXP, true, { 0 }, "no such target" },
   { "invalid_param_", GCN_VINTRP, true, { 0 }, "v_interp_mov_f32 has three parameters" },
   { "flat_", GCN_FLAT, false, { 0x02001fff, 0x00800000 }, "the offset came with GFX9; LLVM does not know TFE" },
   { "image_", GCN_MIMG, true, { 0, 0xff00 }, "data beyond v255: LLVM names only the first register" },
   { "image_atomic_", GCN_MIMG, true, { 0 }, "DMASK says how much data an atomic has: 1 or 3, for cmpswap 3 or 15" },
   { "image_atomic_", GCN_MIMG, false, { 1 << 16, 0 }, "LLVM has no tuples for some sizes of data with an additional TFE dword" },
   { "src_", 0, true, { 0 }, "src_vccz, src_execz, src_scc are neither VGPR nor mask nor destination; valid uses: test_decode.c" },
   { "v_ldexp_f16_dpp", GCN_VOP2, true, { 0, 0x00c00000 }, "an integer has no sign modifiers, and DPP no sign extension" },
   { "", GCN_VOP3, true, { ABS, NEG | OMOD }, "modifiers of integers: no effect, compilers do not emit them" },
   { "v_nop", GCN_VOP1, false, { 0x1ff, 0 }, "v_nop has no source; the field is ignored" },
};

static unsigned hits[COUNT(differences)];

static bool explained(const uint32_t code[3], const struct reading *our, const struct reading *their)
{
   unsigned enc = encoding(code[0]);
   for (unsigned i = 0; i < COUNT(differences); i++) {
      const struct difference *d = &differences[i];
      if (!strstr(their->text, d->text) || (d->enc && d->enc != enc) || (d->only_refused && our->size_B))
         continue;
      if (d->clear[0] || d->clear[1]) {
         uint32_t without[3] = { code[0] & ~d->clear[0], code[1] & ~d->clear[1], code[2] };
         if (d->enc == GCN_VOP3)
            keep_on_floats(code, without);
         struct reading a = ours(without), b = theirs(without);
         if (!agree(&a, &b))
            continue;
      }
      hits[i]++;
      return true;
   }
   return false;
}

/* LLVM has comparisons with DPP since GFX11. Here they are compared with an operation of VOP2 on the same types, from the second
 * operand on: "v_cmp_lt_i32_dpp vcc, v1, v2 row_shl:1 ..." and "v_max_i32_dpp v4, v1, v2 row_shl:1 ...". */
static bool compare_dpp(uint32_t code[3])
{
   const enum gcn_op compared = (enum gcn_op)gcn_op_tables[2][GCN_VOPC].ops[code[0] >> 17 & 255];
   enum gcn_op other = GCN_V_MAX_I32;
   if (encoding(code[0]) != GCN_VOPC || (code[0] & 511) != GCN_SRC_DPP || compared == GCN_OP_NONE)
      return false;
   const struct gcn_op_info *info = &gcn_op_infos[compared];
   bool class = info->src[0] != info->src[1];
   switch (info->src[0]) {
   case GCN_T_F32: other = GCN_V_MAX_F32; break;
   case GCN_T_F16: other = GCN_V_MAX_F16; break;
   case GCN_T_F64: case GCN_T_I64: case GCN_T_U64:
      assert_int_equal(ours(code).size_B, 0);
      return true;
   default: break;
   }
   struct reading a = ours(code);
   if (class && code[1] & 0x00c00000) { /* modifiers of the integer mask */
      assert_int_equal(a.size_B, 0);
      return true;
   }
   unsigned number = 0;
   while (gcn_op_tables[2][GCN_VOP2].ops[number] != other)
      number++;
   uint32_t vop2[3] = { (code[0] & 0x1ffff) | number << 25 | 4 << 17, code[1] & ~0x00060000u, code[2] };
   struct reading b = theirs(vop2);
   const char *mine = strstr(a.text, "_dpp vcc"), *their = strstr(b.text, "_dpp v4");
   bool same = a.size_B == b.size_B && (!a.size_B || (mine && their && !strcmp(mine + 8, their + 7)));
   compared_dpp += a.size_B != 0;
   if (!same && bad++ < 100)
      print_message("%08x %08x ours: %s (%u) | llvm of VOP2: %s (%u)\n", code[0], code[1], a.text, a.size_B, b.text, b.size_B);
   return true;
}

static void compare(uint32_t code[3])
{
   if (compare_dpp(code))
      return;
   struct reading a = ours(code), b = theirs(code);
   if (a.size_B && !b.size_B) {
      clear_unused(code, &a);
      b = theirs(code);
   }
   if (!agree(&a, &b) && !explained(code, &a, &b) && bad++ < 100)
      print_message("%08x %08x %08x ours: %s (%u) | llvm: %s (%u)\n", code[0], code[1], code[2], a.text, a.size_B, b.text,
                    b.size_B);
}

static void test_random(void **state)
{
   uint64_t x = seed;
   for (unsigned i = 0; i < num_words; i++) {
      uint32_t code[3];
      if (i & 1)
         random_form(&x, code);
      else
         for (unsigned k = 0; k < 3; k++)
            code[k] = random32(&x);
      if (ends_llvm(code)) {
         struct reading a = ours(code);
         assert_false(a.size_B && strncmp(a.text, "v_nop", 5) && strcmp(a.text, "v_clrexcp"));
      } else {
         compare(code);
      }
   }
   if (bad)
      fail_msg("%u of %u words differ", bad, num_words);
}

/* Fails if a row matches no difference. */
static void test_differences(void **state)
{
   print_message("%7u comparisons with DPP\n", compared_dpp);
   assert_true(compared_dpp || num_words < 2000000);
   for (unsigned i = 0; i < COUNT(differences); i++) {
      print_message("%7u %-26s %s\n", hits[i], differences[i].text, differences[i].why);
      assert_true(hits[i] || num_words < 2000000);
   }
}

int main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_random), cmocka_unit_test(test_differences) };
   if (argc > 1)
      num_words = (unsigned)strtoul(argv[1], NULL, 0);
   if (argc > 2)
      seed = strtoull(argv[2], NULL, 0);
   LLVMInitializeAMDGPUTargetInfo();
   LLVMInitializeAMDGPUTargetMC();
   LLVMInitializeAMDGPUDisassembler();
   if (LLVM_VERSION_MAJOR != 19)
      return 77; /* other versions print some operands differently */
   llvm = LLVMCreateDisasmCPU("amdgcn", "gfx803", NULL, 0, NULL, NULL);
   if (!llvm)
      return 1;
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   LLVMDisasmDispose(llvm);
   return failed;
}
