/* test_spv.c: reads, lays out and edits a hand-assembled module; then replaces each of its words in turn: the reader refuses or
 * accepts the module without invalid accesses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spirv/spv_edit.h"
#include "spirv/spv_layout.h"

#define OP(op, n) SPV_OP(SpvOp##op, n)
#define STR4(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

enum { ID_MAIN = 1, ID_VOID, ID_FN, ID_FLOAT, ID_VEC3, ID_MAT3, ID_U32, ID_FOUR, ID_ARR, ID_STRUCT, ID_PTR, ID_VAR, ID_LABEL,
       ID_IMG, ID_SIMG, ID_BOUND };

/* struct { float a; vec3 b[4]; mat3 m; sampler2D s[4]; float z; } uniform */
enum { ID_SARR = ID_BOUND, BOUND };
static const uint32_t module[] = {
   SpvMagicNumber, 0x10000, 0, BOUND, 0,
   OP(Capability, 2), SpvCapabilityShader,
   OP(MemoryModel, 3), SpvAddressingModelLogical, SpvMemoryModelGLSL450,
   OP(EntryPoint, 6), SpvExecutionModelFragment, ID_MAIN, STR4('m', 'a', 'i', 'n'), 0, ID_VAR,
   OP(ExecutionMode, 3), ID_MAIN, SpvExecutionModeOriginLowerLeft,
   OP(Name, 3), ID_VAR, STR4('u', 0, 0, 0),
   OP(MemberName, 4), ID_STRUCT, 1, STR4('b', 0, 0, 0),
   OP(Decorate, 4), ID_VAR, SpvDecorationBinding, 7,
   OP(Decorate, 3), ID_VAR, SpvDecorationRelaxedPrecision,
   OP(TypeVoid, 2), ID_VOID,
   OP(TypeFunction, 3), ID_FN, ID_VOID,
   OP(TypeFloat, 3), ID_FLOAT, 32,
   OP(TypeVector, 4), ID_VEC3, ID_FLOAT, 3,
   OP(TypeMatrix, 4), ID_MAT3, ID_VEC3, 3,
   OP(TypeInt, 4), ID_U32, 32, 0,
   OP(Constant, 4), ID_U32, ID_FOUR, 4,
   OP(TypeArray, 4), ID_ARR, ID_VEC3, ID_FOUR,
   OP(TypeImage, 9), ID_IMG, ID_FLOAT, SpvDim2D, 0, 0, 0, 1, SpvImageFormatUnknown,
   OP(TypeSampledImage, 3), ID_SIMG, ID_IMG,
   OP(TypeArray, 4), ID_SARR, ID_SIMG, ID_FOUR,
   OP(TypeStruct, 7), ID_STRUCT, ID_FLOAT, ID_ARR, ID_MAT3, ID_SARR, ID_FLOAT,
   OP(TypePointer, 4), ID_PTR, SpvStorageClassUniformConstant, ID_STRUCT,
   OP(Variable, 4), ID_PTR, ID_VAR, SpvStorageClassUniformConstant,
   OP(Function, 5), ID_VOID, ID_MAIN, 0, ID_FN,
   OP(Label, 2), ID_LABEL,
   OP(Return, 1),
   OP(FunctionEnd, 1),
};
#define WORDS (sizeof(module) / sizeof(module[0]))

static void test_read(void **state)
{
   struct spv_module m;
   char why[128] = "";
   assert_true(spv_module_init(&m, module, WORDS, why, sizeof(why)));
   assert_string_equal(spv_name(&m, ID_VAR), "u");
   assert_string_equal(spv_member_name(&m, ID_STRUCT, 1), "b");
   assert_string_equal(spv_member_name(&m, ID_STRUCT, 0), "");
   assert_int_equal(spv_decoration_value(&m, ID_VAR, SpvDecorationBinding, 99), 7);
   assert_int_equal(spv_decoration_value(&m, ID_VAR, SpvDecorationLocation, 99), 99);
   assert_true(spv_has_decoration(&m, ID_VAR, SpvDecorationRelaxedPrecision));
   assert_int_equal(m.variable_count, 1);
   assert_int_equal(m.function_count, 1);
   assert_int_equal(m.block_count, 1);
   const struct spv_entry_point *entry = spv_find_entry(&m, SpvExecutionModelFragment);
   assert_non_null(entry);
   assert_string_equal(entry->name, "main");
   assert_int_equal(entry->interface_count, 1);
   assert_int_equal(entry->interface[0], ID_VAR);
   assert_true(spv_find_execution_mode(&m, ID_MAIN, SpvExecutionModeOriginLowerLeft) != 0);
   assert_true(spv_find_execution_mode(&m, ID_MAIN, SpvExecutionModeDepthReplacing) == 0);
   assert_int_equal(spv_pointee(&m, ID_VAR).kind, SPV_KIND_STRUCT);

   static const struct { uint32_t member, offset_B, slot; } rows[] = {
      { 0, 0, 0 }, { 1, 16, 0 }, { 2, 16 + 64, 0 }, { 3, 80 + 48, 0 }, { 4, 128, 4 },
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      assert_int_equal(spv_layout_member_offset_B(&m, ID_STRUCT, rows[i].member), rows[i].offset_B);
      assert_int_equal(spv_layout_member_slot(&m, ID_STRUCT, rows[i].member), rows[i].slot);
   }
   assert_int_equal(spv_layout_size_B(&m, ID_STRUCT), 144);
   assert_int_equal(spv_layout_slots(&m, ID_STRUCT), 4);
   spv_module_finish(&m);
}

static void test_edit(void **state)
{
   struct spv_module m, n;
   char why[128] = "";
   assert_true(spv_module_init(&m, module, WORDS, why, sizeof(why)));
   struct spv_edit *e = spv_edit_create(&m);
   spv_edit_undecorate(e, ID_VAR, SPV_NO_MEMBER, SpvDecorationBinding);
   spv_edit_decorate1(e, ID_VAR, SpvDecorationOffset, 64);
   assert_int_equal(spv_edit_new_id(e), BOUND);
   size_t count;
   uint32_t *words = spv_edit_finish(e, &count);
   assert_non_null(words);
   assert_int_equal(count, WORDS);
   assert_true(spv_module_init(&n, words, count, why, sizeof(why)));
   assert_int_equal(spv_decoration_value(&n, ID_VAR, SpvDecorationBinding, 99), 99);
   assert_int_equal(spv_decoration_value(&n, ID_VAR, SpvDecorationOffset, 99), 64);
   assert_int_equal(n.bound, BOUND + 1);
   assert_int_equal(n.function_count, 1);
   spv_module_finish(&n);
   free(words);
   spv_edit_destroy(e);
   spv_module_finish(&m);
}

static void try_damaged(const uint32_t *words, size_t count)
{
   struct spv_module m;
   char why[128];
   if (!spv_module_init(&m, words, count, why, sizeof(why)))
      return;
   for (uint32_t id = 0; id < m.bound && id < 64; id++) {
      spv_layout_size_B(&m, id);
      spv_layout_slots(&m, id);
      spv_name(&m, id);
   }
   spv_output_locations(&m);
   spv_module_finish(&m);
}

static void test_damage(void **state)
{
   static const uint32_t values[] = { 0, 1, 2, 3, 4, 16, 0xff, 0xffff, 0x10000, 0x40000, 0x7fffffff, 0xffffffff };
   for (size_t i = 0; i < WORDS; i++) {
      for (unsigned v = 0; v < sizeof(values) / sizeof(values[0]) + 32; v++) {
         uint32_t *copy = malloc(sizeof(module)); /* exact size: lets a memory checker see overruns */
         memcpy(copy, module, sizeof(module));
         copy[i] = v < 32 ? copy[i] ^ 1u << v : values[v - 32];
         try_damaged(copy, WORDS);
         free(copy);
      }
   }
   for (size_t n = 0; n < WORDS; n++)
      try_damaged(module, n);
}

/* Outputs: a vec3 at 3; three floats that follow each other from component 2 of location 5; an array of blocks whose member 1 has
 * three rows from location 12; three rows at 62, the last of which is beyond the mask. An input at 20 does not count. */
static void test_output_locations(void **state)
{
   enum { MAIN = 1, VOID, FN, FLOAT, VEC3, U32, THREE, FLOATS, ROWS, BLOCK, BLOCKS, OUT_VEC3, OUT_FLOATS, OUT_ROWS, OUT_BLOCKS, IN_VEC3,
          PLAIN, PACKED, IN_BLOCK, LAST, INPUT, LABEL, END };
   static const uint32_t outputs[] = {
      SpvMagicNumber, 0x10000, 0, END, 0,
      OP(Capability, 2), SpvCapabilityShader,
      OP(MemoryModel, 3), SpvAddressingModelLogical, SpvMemoryModelGLSL450,
      OP(EntryPoint, 10), SpvExecutionModelVertex, MAIN, STR4('m', 'a', 'i', 'n'), 0, PLAIN, PACKED, IN_BLOCK, LAST, INPUT,
      OP(Decorate, 4), PLAIN, SpvDecorationLocation, 3,
      OP(Decorate, 4), PACKED, SpvDecorationLocation, 5,
      OP(Decorate, 4), PACKED, SpvDecorationComponent, 2,
      OP(Decorate, 3), PACKED, SpvDecorationCPacked,
      OP(Decorate, 3), BLOCK, SpvDecorationBlock,
      OP(MemberDecorate, 5), BLOCK, 1, SpvDecorationLocation, 12,
      OP(Decorate, 4), LAST, SpvDecorationLocation, 62,
      OP(Decorate, 4), INPUT, SpvDecorationLocation, 20,
      OP(TypeVoid, 2), VOID,
      OP(TypeFunction, 3), FN, VOID,
      OP(TypeFloat, 3), FLOAT, 32,
      OP(TypeVector, 4), VEC3, FLOAT, 3,
      OP(TypeInt, 4), U32, 32, 0,
      OP(Constant, 4), U32, THREE, 3,
      OP(TypeArray, 4), FLOATS, FLOAT, THREE,
      OP(TypeArray, 4), ROWS, VEC3, THREE,
      OP(TypeStruct, 4), BLOCK, FLOAT, ROWS,
      OP(TypeArray, 4), BLOCKS, BLOCK, THREE,
      OP(TypePointer, 4), OUT_VEC3, SpvStorageClassOutput, VEC3,
      OP(TypePointer, 4), OUT_FLOATS, SpvStorageClassOutput, FLOATS,
      OP(TypePointer, 4), OUT_ROWS, SpvStorageClassOutput, ROWS,
      OP(TypePointer, 4), OUT_BLOCKS, SpvStorageClassOutput, BLOCKS,
      OP(TypePointer, 4), IN_VEC3, SpvStorageClassInput, VEC3,
      OP(Variable, 4), OUT_VEC3, PLAIN, SpvStorageClassOutput,
      OP(Variable, 4), OUT_FLOATS, PACKED, SpvStorageClassOutput,
      OP(Variable, 4), OUT_BLOCKS, IN_BLOCK, SpvStorageClassOutput,
      OP(Variable, 4), OUT_ROWS, LAST, SpvStorageClassOutput,
      OP(Variable, 4), IN_VEC3, INPUT, SpvStorageClassInput,
      OP(Function, 5), VOID, MAIN, 0, FN,
      OP(Label, 2), LABEL,
      OP(Return, 1),
      OP(FunctionEnd, 1),
   };
   struct spv_module m;
   char why[100];
   assert_true(spv_module_init(&m, outputs, sizeof outputs / sizeof *outputs, why, sizeof why));
   assert_true(spv_output_locations(&m) == (1ull << 3 | 3ull << 5 | 7ull << 12 | 3ull << 62));
   spv_module_finish(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read), cmocka_unit_test(test_edit), cmocka_unit_test(test_damage),
      cmocka_unit_test(test_output_locations),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
