/* test_spirv.c: glsl_specialize(): modules of glslang link in all stages; specialization constants and what is computed of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "spirv_test.h"

static struct glsl_linked *link_two_or_more(const unsigned *which, unsigned count)
{
   struct glsl_module *module[PIPE_SHADER_TYPES];
   struct glsl_bindings *bind = glsl_bindings_create();
   char *log;
   for (unsigned i = 0; i < count; i++)
      module[i] = good(which[i]);
   struct glsl_linked *linked = glsl_link(module, count, bind, &desktop_limits, false, &log);
   if (!linked)
      fail_msg("%s", log);
   free(log);
   check_modules(linked);
   for (unsigned i = 0; i < count; i++)
      glsl_module_unref(module[i]);
   glsl_bindings_destroy(bind);
   return linked;
}

/* ---- programs ------------------------------------------------------------------------------------------------------- */

static const struct glsl_resource *located(const struct glsl_linked *l, int32_t location)
{
   for (unsigned i = 0; i < l->uniform_count; i++)
      if (l->uniforms[i].location == location)
         return &l->uniforms[i];
   fail_msg("no uniform has the location %d", location);
   return NULL;
}

static void test_programs(void **state)
{
   struct glsl_linked *l = link_two_or_more((const unsigned[]){ 1, 7 }, 2);
   assert_int_equal(located(l, 4)->type, GL_FLOAT_MAT4);
   assert_int_equal(located(l, 10)->type, GL_FLOAT);
   assert_int_equal(located(l, 11)->array_size, 2);
   assert_int_equal(located(l, 13)->type, GL_BOOL);
   assert_int_equal(located(l, 20)->type, GL_BOOL);
   assert_non_null(l->initial[PIPE_SHADER_VERTEX]);
   assert_int_equal(located(l, 30)->binding, 1);
   assert_int_equal(located(l, 30)->type, GL_SAMPLER_2D_ARRAY_SHADOW);
   assert_int_equal(l->uniform_block_count, 2);
   assert_int_equal(l->uniform_blocks[0].binding, 3);
   assert_int_equal(l->uniform_blocks[1].binding, 4);
   assert_int_equal(l->uniform_blocks[0].size_B, 96);
   for (unsigned i = 0; i < l->uniform_count; i++)
      assert_string_equal(l->uniforms[i].name, "");
   assert_string_equal(l->uniform_blocks[0].name, "");
   glsl_linked_unref(l);

   l = link_two_or_more((const unsigned[]){ 2 }, 1);
   assert_int_equal(l->varying_count, 3);
   assert_int_equal(l->feedback_stride_B[1], 32);
   assert_int_equal(l->feedback_stream[0], 0);
   glsl_linked_unref(l);

   l = link_two_or_more((const unsigned[]){ 0, 3, 4, 5, 6 }, 5);
   assert_int_equal(l->patch_vertices, 3);
   assert_int_equal(l->geometry.input, GL_TRIANGLES);
   glsl_linked_unref(l);

   l = link_two_or_more((const unsigned[]){ 9 }, 1);
   assert_int_equal(l->storage_block_count, 1);
   assert_int_equal(l->storage_blocks[0].binding, 2);
   assert_int_equal(l->counter_buffer_count, 1);
   glsl_linked_unref(l);
}

/* The members of a block and variables, or members of another block, match by location. */
static void test_blocks(void **state)
{
   glsl_linked_unref(link_two_or_more((const unsigned[]){ 1, 10 }, 2));
   glsl_linked_unref(link_two_or_more((const unsigned[]){ 1, 11, 10 }, 3));
   struct glsl_module *module = good(11);
   struct spv_module m;
   char why[128];
   unsigned inputs = 0;
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   for (uint32_t i = 0; i < m.variable_count; i++) {
      const uint32_t id = m.variable[i], location = spv_decoration_value(&m, id, SpvDecorationLocation, SPV_NONE);
      if (location == SPV_NONE || spv_def(&m, id).w[3] != SpvStorageClassInput)
         continue;
      assert_in_range(location, 2, 4);
      assert_int_equal(spv_pointee(&m, id).kind, SPV_KIND_ARRAY);
      assert_int_equal(spv_pointee(&m, id).count, 3);
      inputs++;
   }
   assert_int_equal(inputs, 3);
   spv_module_finish(&m);
   glsl_module_unref(module);
}

/* A module with other execution modes: pairs of a mode and its literal. */
static struct glsl_module *with_modes(unsigned which, const uint32_t (*add)[2], unsigned add_count)
{
   struct spv_module m;
   struct glsl_module *module;
   char why[128], *log;
   size_t count;
   assert_true(spv_module_init(&m, modules[which].words.words, modules[which].words.count, why, sizeof why));
   struct spv_edit *edit = spv_edit_create(&m);
   uint32_t at = SPV_FIRST_AT, behind_entry = 0;
   for (struct spv_inst in; spv_next(&m, &at, &in);) {
      if (in.op == SpvOpEntryPoint)
         behind_entry = at;
      if (in.op == SpvOpExecutionMode)
         spv_edit_drop(edit, in.at);
   }
   for (unsigned i = 0; i < add_count; i++) {
      const bool literal = add[i][0] == SpvExecutionModeOutputVertices;
      const uint32_t words[] = { SPV_OP(SpvOpExecutionMode, literal ? 4 : 3), m.entry[0].function, add[i][0], add[i][1] };
      spv_edit_insert(edit, behind_entry, words, literal ? 4 : 3);
   }
   uint32_t *words = spv_edit_finish(edit, &count);
   assert_non_null(words);
   specialize(modules[which].stage, words, count, NULL, 0, &module, &log);
   if (!module)
      fail_msg("%s", log);
   free(log);
   free(words);
   spv_edit_destroy(edit);
   spv_module_finish(&m);
   return module;
}

/* Execution modes of tessellation count in either of the two modules. */
static void test_tess_modes(void **state)
{
   static const uint32_t all[][2] = { { SpvExecutionModeQuads, 0 }, { SpvExecutionModeSpacingFractionalOdd, 0 },
      { SpvExecutionModeVertexOrderCw, 0 }, { SpvExecutionModePointMode, 0 }, { SpvExecutionModeOutputVertices, 5 } };
   struct glsl_bindings *bind = glsl_bindings_create();
   char *log;
   for (unsigned split = 0; split <= 5; split++) { /* the first ones are in the control shader's module */
      struct glsl_module *stages[] = { good(0), with_modes(3, all, split), with_modes(4, all + split, 5 - split) };
      struct glsl_linked *l = glsl_link(stages, 3, bind, &desktop_limits, false, &log);
      if (!l)
         fail_msg("%s", log);
      free(log);
      assert_int_equal(l->patch_vertices, 5);
      assert_int_equal(l->tessellation.mode, GL_QUADS);
      assert_int_equal(l->tessellation.spacing, GL_FRACTIONAL_ODD);
      assert_int_equal(l->tessellation.order, GL_CW);
      assert_true(l->tessellation.point_mode);
      struct spv_module m;
      char why[128];
      const struct pipe_shader_state *evaluation = &l->stage[PIPE_SHADER_TESS_EVAL]; /* what the driver reads */
      assert_true(spv_module_init(&m, evaluation->spirv, evaluation->spirv_words, why, sizeof why));
      for (unsigned i = 0; i < 4; i++)
         assert_int_not_equal(spv_find_execution_mode(&m, m.entry[0].function, all[i][0]), 0);
      spv_module_finish(&m);
      glsl_linked_unref(l);
      for (unsigned i = 0; i < 3; i++)
         glsl_module_unref(stages[i]);
   }
   struct glsl_module *stages[] = { good(0), with_modes(3, all + 4, 1), with_modes(4, all + 1, 1) };
   assert_null(glsl_link(stages, 3, bind, &desktop_limits, false, &log));
   assert_non_null(strstr(log, "lacks layout(...) in;"));
   free(log);
   for (unsigned i = 0; i < 3; i++)
      glsl_module_unref(stages[i]);
   glsl_bindings_destroy(bind);
}

static void test_kinds(void **state)
{
   static const struct { unsigned first, second; const char *error; } rows[] = {
      { 0, 1, "two vertex shaders" }, { 0, MODULES, "some are in GLSL" } };
   struct glsl_bindings *bind = glsl_bindings_create();
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct glsl_module *pair[] = { good(rows[i].first), rows[i].second < MODULES ? good(rows[i].second) :
         compile_version("450", PIPE_SHADER_FRAGMENT, "out vec4 c;void main(){c=vec4(1);}") };
      char *log;
      assert_null(glsl_link(pair, 2, bind, &desktop_limits, false, &log));
      assert_non_null(strstr(log, rows[i].error));
      free(log);
      glsl_module_unref(pair[0]);
      glsl_module_unref(pair[1]);
   }
   glsl_bindings_destroy(bind);
}

/* ---- specialization ------------------------------------------------------------------------------------------------- */

/* The value of a constant of the result: a number, or 0 and 1. */
static uint32_t value_of(const struct glsl_module *module, uint32_t id)
{
   struct spv_module m;
   char why[128];
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   const struct spv_inst in = spv_def(&m, id);
   const uint32_t value = in.op == SpvOpConstant ? in.w[3] : in.op == SpvOpConstantTrue ? 1 :
                          in.op == SpvOpConstantFalse ? 0 : 0xbad;
   spv_module_finish(&m);
   return value;
}

static void add_capability(struct text *t, uint32_t capability)
{
   memmove(t->w + 7, t->w + 5, (t->count - 5) * 4);
   t->w[5] = SPV_OP(SpvOpCapability, 2);
   t->w[6] = capability;
   t->count += 2;
}

static void test_operations(void **state)
{
   static const struct { uint16_t op; bool boolean; int32_t a, b, result; } rows[] = {
      { SpvOpIAdd, false, 20, 3, 23 }, { SpvOpISub, false, 3, 20, -17 }, { SpvOpIMul, false, -4, 3, -12 },
      { SpvOpUDiv, false, -1, 2, INT32_MAX }, { SpvOpSDiv, false, -7, 2, -3 }, { SpvOpSDiv, false, INT32_MIN, -1, INT32_MIN },
      { SpvOpUMod, false, 20, 3, 2 }, { SpvOpSRem, false, -7, 3, -1 }, { SpvOpSMod, false, -7, 3, 2 },
      { SpvOpSMod, false, 7, -3, -2 },
      { SpvOpShiftRightLogical, false, -1, 28, 15 }, { SpvOpShiftRightArithmetic, false, -16, 2, -4 },
      { SpvOpShiftLeftLogical, false, 3, 4, 48 }, { SpvOpBitwiseOr, false, 5, 2, 7 }, { SpvOpBitwiseXor, false, 7, 2, 5 },
      { SpvOpBitwiseAnd, false, 6, 3, 2 }, { SpvOpIEqual, true, 3, 3, 1 }, { SpvOpINotEqual, true, 3, 3, 0 },
      { SpvOpULessThan, true, -1, 1, 0 }, { SpvOpSLessThan, true, -1, 1, 1 }, { SpvOpUGreaterThan, true, -1, 1, 1 },
      { SpvOpSGreaterThan, true, -1, 1, 0 }, { SpvOpULessThanEqual, true, 2, 2, 1 }, { SpvOpSGreaterThanEqual, true, 2, 3, 0 },
      { SpvOpUDiv, false, 1, 0, 0 }, { SpvOpSMod, false, 1, 0, 0 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct text t;
      struct glsl_module *module;
      char *log;
      const struct gv_constant constants[] = { { 0, (uint32_t)rows[i].a }, { 1, (uint32_t)rows[i].b } };
      begin(&t);
      types(&t);
      PUT(&t, SpvOpSpecConstantOp, rows[i].boolean ? 5 : 4, 12, rows[i].op, 10, 11);
      PUT(&t, SpvOpSpecConstantOp, 4, 13, SpvOpSNegate, 10);
      PUT(&t, SpvOpSpecConstantOp, 4, 14, SpvOpNot, 11);
      PUT(&t, SpvOpSpecConstantComposite, 7, 15, 10, 11);
      PUT(&t, SpvOpSpecConstantOp, 7, 16, SpvOpIAdd, 15, 15);
      PUT(&t, SpvOpSpecConstantOp, 4, 17, SpvOpCompositeExtract, 16, 1);
      PUT(&t, SpvOpSpecConstantOp, 7, 18, SpvOpVectorShuffle, 15, 16, 3, 0);
      PUT(&t, SpvOpSpecConstantOp, 4, 19, SpvOpCompositeExtract, 18, 0);
      PUT(&t, SpvOpSpecConstantOp, 7, 20, SpvOpCompositeInsert, 11, 15, 0);
      PUT(&t, SpvOpSpecConstantOp, 4, 21, SpvOpCompositeExtract, 20, 0);
      PUT(&t, SpvOpSpecConstantOp, 5, 22, SpvOpSLessThan, 10, 11);
      PUT(&t, SpvOpSpecConstantOp, 4, 23, SpvOpSelect, 22, 10, 11);
      PUT(&t, SpvOpSpecConstantOp, 5, 24, SpvOpLogicalNot, 22);
      PUT(&t, SpvOpConstantNull, 7, 25);
      PUT(&t, SpvOpSpecConstantOp, 4, 26, SpvOpCompositeExtract, 25, 1);
      PUT(&t, SpvOpSpecConstantOp, 8, 27, SpvOpSLessThan, 15, 25);
      PUT(&t, SpvOpSpecConstantOp, 7, 28, SpvOpSelect, 27, 15, 16);
      PUT(&t, SpvOpSpecConstantOp, 4, 29, SpvOpCompositeExtract, 28, 0);
      end(&t);
      assert_int_equal(specialize(PIPE_SHADER_COMPUTE, t.w, t.count, constants, 2, &module, &log), GV_DONE);
      if (!module)
         fail_msg("%s", log);
      free(log);
      const uint32_t a = (uint32_t)rows[i].a, b = (uint32_t)rows[i].b, less = rows[i].a < rows[i].b;
      if (value_of(module, 12) != (uint32_t)rows[i].result)
         fail_msg("row %u: %d", i, (int)value_of(module, 12));
      const uint32_t expected[] = { 0 - a, ~b, 2 * b, 2 * b, b, less, less ? a : b, !less, rows[i].a < 0 ? a : 2 * a };
      static const uint32_t ids[] = { 13, 14, 17, 19, 21, 22, 23, 24, 29 };
      for (unsigned k = 0; k < sizeof ids / sizeof *ids; k++)
         if (value_of(module, ids[k]) != expected[k])
            fail_msg("row %u: constant %u is %d", i, ids[k], (int)value_of(module, ids[k]));
      glsl_module_unref(module);
   }
}

/* A constant of 64 bits. */
static int64_t wide_value_of(const struct glsl_module *module, uint32_t id)
{
   struct spv_module m;
   char why[128];
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   const struct spv_inst in = spv_def(&m, id);
   assert_true(in.op == SpvOpConstant && in.count == 5);
   const uint64_t value = in.w[3] | (uint64_t)in.w[4] << 32;
   spv_module_finish(&m);
   return (int64_t)value;
}

/* Integers of 64 bits: operations, comparisons, conversions from and to 32 bits, a specialized constant. */
static void test_wide_operations(void **state)
{
   static const struct { uint16_t op; bool boolean; int64_t a, b, result; } rows[] = {
      { SpvOpIAdd, false, UINT32_MAX, 1, INT64_C(1) << 32 }, { SpvOpISub, false, 0, INT64_C(1) << 40, -(INT64_C(1) << 40) },
      { SpvOpIMul, false, -4, INT64_C(3) << 33, -(INT64_C(3) << 35) }, { SpvOpUDiv, false, -1, 2, INT64_MAX },
      { SpvOpSDiv, false, -(INT64_C(7) << 32), 2, -(INT64_C(7) << 31) }, { SpvOpSDiv, false, INT64_MIN, -1, INT64_MIN },
      { SpvOpUMod, false, (INT64_C(1) << 32) + 1, 10, 7 }, { SpvOpSRem, false, -(INT64_C(1) << 32), 10, -6 },
      { SpvOpSMod, false, -(INT64_C(1) << 32), 10, 4 }, { SpvOpShiftRightLogical, false, -1, 60, 15 },
      { SpvOpShiftRightArithmetic, false, INT64_MIN, 62, -2 }, { SpvOpShiftLeftLogical, false, 3, 40, INT64_C(3) << 40 },
      { SpvOpBitwiseOr, false, INT64_C(5) << 32, 2, (INT64_C(5) << 32) + 2 }, { SpvOpBitwiseXor, false, -1, 0xff, -256 },
      { SpvOpIEqual, true, INT64_C(1) << 32, 0, 0 }, { SpvOpULessThan, true, -1, INT64_C(1) << 32, 0 },
      { SpvOpSLessThan, true, -1, INT64_C(1) << 32, 1 }, { SpvOpSGreaterThan, true, INT64_C(1) << 31, -1, 1 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct text t;
      struct glsl_module *module;
      char *log;
      const struct gv_constant constants[] = { { 0, (uint32_t)-5 } };
      const uint64_t a = (uint64_t)rows[i].a, b = (uint64_t)rows[i].b;
      begin(&t);
      types(&t);
      PUT(&t, SpvOpTypeInt, 30, 64, 1);
      PUT(&t, SpvOpTypeVector, 31, 30, 2);
      PUT(&t, SpvOpConstant, 30, 32, (uint32_t)a, (uint32_t)(a >> 32));
      PUT(&t, SpvOpConstant, 30, 33, (uint32_t)b, (uint32_t)(b >> 32));
      PUT(&t, SpvOpSpecConstantOp, rows[i].boolean ? 5 : 30, 34, rows[i].op, 32, 33);
      PUT(&t, SpvOpSpecConstantOp, 30, 35, SpvOpSConvert, 10);
      PUT(&t, SpvOpSpecConstantOp, 30, 36, SpvOpUConvert, 10);
      PUT(&t, SpvOpSpecConstantOp, 4, 37, SpvOpSConvert, 32);
      PUT(&t, SpvOpSpecConstantOp, 30, 38, SpvOpNot, 32);
      PUT(&t, SpvOpConstantComposite, 31, 39, 32, 33);
      PUT(&t, SpvOpSpecConstantOp, 31, 40, SpvOpIAdd, 39, 39);
      PUT(&t, SpvOpSpecConstantOp, 30, 41, SpvOpCompositeExtract, 40, 1);
      end(&t);
      add_capability(&t, SpvCapabilityInt64);
      assert_int_equal(specialize(PIPE_SHADER_COMPUTE, t.w, t.count, constants, 1, &module, &log), GV_DONE);
      if (!module)
         fail_msg("%s", log);
      free(log);
      const int64_t result = rows[i].boolean ? (int64_t)value_of(module, 34) : wide_value_of(module, 34);
      if (result != rows[i].result)
         fail_msg("row %u: %lld", i, (long long)result);
      assert_true(wide_value_of(module, 35) == -5 && wide_value_of(module, 36) == UINT32_MAX - 4);
      assert_int_equal(value_of(module, 37), (uint32_t)a);
      assert_true(wide_value_of(module, 38) == ~rows[i].a && (uint64_t)wide_value_of(module, 41) == 2 * b);
      glsl_module_unref(module);
   }
}

/* 1.1 and 2^-25 as halves, and a replaced part of an array of structures. */
static void test_float_operations(void **state)
{
   struct text t;
   struct glsl_module *module;
   char *log;
   const uint32_t half_word = 0x3f8ccccd; /* 1.1f */
   begin(&t);
   types(&t);
   PUT(&t, SpvOpTypeFloat, 30, 32);
   PUT(&t, SpvOpTypeVector, 31, 30, 2);
   PUT(&t, SpvOpConstant, 30, 32, half_word);
   PUT(&t, SpvOpConstant, 30, 33, 0x33000000); /* 2^-25 */
   PUT(&t, SpvOpConstantComposite, 31, 34, 32, 33);
   PUT(&t, SpvOpSpecConstantOp, 31, 35, SpvOpQuantizeToF16, 34);
   PUT(&t, SpvOpSpecConstantOp, 30, 36, SpvOpCompositeExtract, 35, 0);
   PUT(&t, SpvOpSpecConstantOp, 30, 37, SpvOpCompositeExtract, 35, 1);
   PUT(&t, SpvOpTypeStruct, 38, 4, 31);
   PUT(&t, SpvOpConstant, 4, 39, 2);
   PUT(&t, SpvOpTypeArray, 40, 38, 39);
   PUT(&t, SpvOpConstantNull, 40, 41);
   PUT(&t, SpvOpSpecConstantOp, 40, 42, SpvOpCompositeInsert, 32, 41, 1, 1, 0);
   PUT(&t, SpvOpSpecConstantOp, 40, 43, SpvOpCompositeInsert, 10, 42, 0, 0);
   PUT(&t, SpvOpSpecConstantOp, 30, 44, SpvOpCompositeExtract, 43, 1, 1, 0);
   PUT(&t, SpvOpSpecConstantOp, 4, 45, SpvOpCompositeExtract, 43, 0, 0);
   end(&t);
   assert_int_equal(specialize(PIPE_SHADER_COMPUTE, t.w, t.count, NULL, 0, &module, &log), GV_DONE);
   if (!module)
      fail_msg("%s", log);
   free(log);
   assert_int_equal(value_of(module, 36), 0x3f8cc000);
   assert_int_equal(value_of(module, 37), 0);
   assert_int_equal(value_of(module, 44), half_word);
   assert_int_equal(value_of(module, 45), 20);
   glsl_module_unref(module);
}

/* Doubles: 1/3 becomes a float, and a float a double. */
static void test_double_operations(void **state)
{
   struct text t;
   struct glsl_module *module;
   char *log, why[128];
   const double third = 1.0 / 3;
   uint32_t words[2];
   memcpy(words, &third, 8);
   begin(&t);
   PUT(&t, SpvOpTypeFloat, 30, 32);
   PUT(&t, SpvOpTypeFloat, 31, 64);
   types(&t);
   PUT(&t, SpvOpConstant, 31, 32, words[0], words[1]);
   PUT(&t, SpvOpSpecConstantOp, 30, 33, SpvOpFConvert, 32);
   PUT(&t, SpvOpSpecConstantOp, 31, 34, SpvOpFConvert, 33);
   end(&t);
   add_capability(&t, SpvCapabilityFloat64);
   assert_int_equal(specialize(PIPE_SHADER_COMPUTE, t.w, t.count, NULL, 0, &module, &log), GV_DONE);
   if (!module)
      fail_msg("%s", log);
   free(log);
   struct spv_module m;
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   const float narrow = (float)third;
   const double wide = narrow;
   assert_memory_equal(spv_def(&m, 33).w + 3, &narrow, 4);
   assert_memory_equal(spv_def(&m, 34).w + 3, &wide, 8);
   spv_module_finish(&m);
   glsl_module_unref(module);
}

static void test_constants(void **state)
{
   struct glsl_module *module;
   char *log;
   const struct gv_constant values[] = { { 3, 5 }, { 8, 1 }, { 3, 4 } }, missing = { 99, 0 };
   assert_int_equal(specialize(PIPE_SHADER_FRAGMENT, WORDS(constants_frag), values, 3, &module, &log), GV_DONE);
   assert_non_null(module);
   free(log);
   struct spv_module m;
   char why[128];
   uint32_t length = 0, at;
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   at = m.types_at;
   for (struct spv_inst in; spv_next(&m, &at, &in);)
      if (in.op == SpvOpTypeArray)
         assert_true(spv_const_u32(&m, in.w[3], &length));
   assert_int_equal(length, 8); /* the last value of an index counts */
   spv_module_finish(&m);
   glsl_module_unref(module);

   assert_int_equal(specialize(PIPE_SHADER_FRAGMENT, WORDS(constants_frag), &missing, 1, &module, &log), GV_NO_CONSTANT);
   assert_null(module);
   free(log);
   assert_int_equal(specialize(PIPE_SHADER_VERTEX, WORDS(constants_frag), NULL, 0, &module, &log), GV_NO_ENTRY);
   assert_null(module);
   free(log);
}

/* The work group's size is a constant, which a decoration marks. */
static void test_work_group(void **state)
{
   struct glsl_module *module;
   char *log;
   const struct gv_constant size = { 1, 48 };
   uint32_t at = SPV_FIRST_AT, found = 0;
   struct spv_module m;
   char why[128];
   specialize(PIPE_SHADER_COMPUTE, WORDS(work_comp), &size, 1, &module, &log);
   free(log);
   assert_true(spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof why));
   for (struct spv_inst in; spv_next(&m, &at, &in);) {
      if (in.op == SpvOpExecutionMode && in.w[2] == SpvExecutionModeLocalSize) {
         assert_int_equal(in.w[3], 48);
         found++;
      }
   }
   assert_int_equal(found, 1);
   spv_module_finish(&m);
   glsl_module_unref(module);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_programs), cmocka_unit_test(test_blocks), cmocka_unit_test(test_tess_modes), cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_operations), cmocka_unit_test(test_wide_operations), cmocka_unit_test(test_float_operations), cmocka_unit_test(test_double_operations),
      cmocka_unit_test(test_constants), cmocka_unit_test(test_work_group) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
