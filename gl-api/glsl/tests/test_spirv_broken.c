/* test_spirv_broken.c: glsl_specialize() of bad modules: a row per rule that a module can break; modules that are cut off, or whose
 * words are changed at random, give an error or a module that links or does not. A module in the other byte order is good. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "spirv_test.h"

/* Each row changes one thing of a good module. */
static void spoil_header(struct text *t, unsigned row)
{
   static const uint32_t words[][2] = { { 0, 1 }, { 1, 0x10400 }, { 1, 0x10301 }, { 1, 0xff00 }, { 3, 0 }, { 3, 1u << 30 }, { 3, 5 } };
   t->w[words[row][0]] = words[row][1];
}

static void test_rules(void **state)
{
   static const struct { const char *error; uint16_t op; uint8_t count; uint32_t w[8]; bool after; } rows[] = {
      { "capability 6", SpvOpCapability, 1, { SpvCapabilityKernel }, false },
      { "SPV_a", SpvOpExtension, 2, { 0x5f565053, 'a' }, false },
      { "instruction set x", SpvOpExtInstImport, 2, { 30, 'x' }, false },
      { "memory model", SpvOpMemoryModel, 2, { SpvAddressingModelPhysical32, SpvMemoryModelGLSL450 }, false },
      { "descriptor set 1", SpvOpDecorate, 3, { 2, SpvDecorationDescriptorSet, 1 }, false },
      { "has words of another", SpvOpDecorate, 1, { 2 }, false },
      { "has words of another", SpvOpExtension, 1, { 0x61616161 }, false }, /* a string without an end */
      { "has words of another", SpvOpTypeInt, 4, { 30, 32, 1, 1 }, true },
      { "not supported", SpvOpTypeEvent, 1, { 30 }, true },
      { "not supported", 0x7fff, 1, { 30 }, true },
      { "integers of 16 bits", SpvOpTypeInt, 3, { 30, 16, 1 }, true },
      { "floats of 16 bits", SpvOpTypeFloat, 2, { 30, 16 }, true },
      { "storage class 5", SpvOpTypePointer, 3, { 30, SpvStorageClassCrossWorkgroup, 4 }, true },
      { "image type", SpvOpTypeImage, 8, { 30, 4, SpvDim2D, 0, 0, 0, 0, 0 }, true },
      { "is defined twice", SpvOpTypeVoid, 1, { 4 }, true },
      { "is out of range", SpvOpTypeVoid, 1, { 64 }, true },
      { "result id 0", SpvOpTypeVoid, 1, { 0 }, true },
      { "id 40 is not defined", SpvOpTypeVector, 3, { 30, 40, 2 }, true },
      { "id 0 is not defined", SpvOpTypeVector, 3, { 30, 0, 2 }, true },
      { "malformed", SpvOpTypeVector, 3, { 30, 31, 2 }, true }, /* a type before its component type */
      { "malformed", SpvOpTypeStruct, 2, { 30, 30 }, true },    /* of itself */
      { "operation 128", SpvOpSpecConstantOp, 5, { 4, 31, SpvOpIAdd, 10, 45 }, true },
      { "operation 129", SpvOpSpecConstantOp, 5, { 4, 31, SpvOpFAdd, 10, 11 }, true },
      { "operation 81", SpvOpSpecConstantOp, 5, { 4, 31, SpvOpCompositeExtract, 10, 1 }, true },
      { "operation 169", SpvOpSpecConstantOp, 4, { 4, 31, SpvOpSelect, 10 }, true },
   };
   struct glsl_module *module;
   char *log;
   for (unsigned i = 0; i < 7; i++) {
      struct text t;
      begin(&t);
      types(&t);
      end(&t);
      spoil_header(&t, i);
      specialize(PIPE_SHADER_COMPUTE, t.w, t.count, NULL, 0, &module, &log);
      assert_null(module);
      free(log);
   }
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct text t;
      uint32_t w[9] = { 0 };
      memcpy(w + 1, rows[i].w, sizeof rows[i].w);
      begin(&t);
      if (!rows[i].after)
         put(&t, rows[i].op, w, rows[i].count + 1u);
      types(&t);
      if (rows[i].after)
         put(&t, rows[i].op, w, rows[i].count + 1u);
      if (rows[i].w[0] != 31 && rows[i].w[1] != 31)
         PUT(&t, SpvOpUndef, 4, 31);
      else if (rows[i].w[1] == 31 && rows[i].op == SpvOpTypeVector)
         PUT(&t, SpvOpTypeInt, 31, 32, 0);
      end(&t);
      assert_int_equal(specialize(PIPE_SHADER_COMPUTE, t.w, t.count, NULL, 0, &module, &log), GV_DONE);
      if (module || !strstr(log, rows[i].error))
         fail_msg("row %u (%s): %s", i, rows[i].error, log);
      free(log);
   }
}

static void test_interfaces(void **state)
{
   /* Without its Location or Binding, each of these modules is refused. */
   static const struct { unsigned module; uint32_t decoration; const char *error; } rows[] = {
      { 0, SpvDecorationLocation, "no Location" }, { 1, SpvDecorationBinding, "no Binding" }, { 9, SpvDecorationBinding, "no " },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct words *from = &modules[rows[i].module].words;
      uint32_t *words = malloc(from->count * 4), at = SPV_FIRST_AT;
      struct glsl_module *module;
      char *log;
      memcpy(words, from->words, from->count * 4);
      for (; at < from->count; at += words[at] >> 16)
         if ((words[at] & 0xffff) == SpvOpDecorate && words[at + 2] == rows[i].decoration)
            words[at + 2] = SpvDecorationRelaxedPrecision;
      specialize(modules[rows[i].module].stage, words, from->count, NULL, 0, &module, &log);
      if (module || !strstr(log, rows[i].error))
         fail_msg("row %u: %s", i, log);
      free(log);
      free(words);
   }
}

/* Each module is good with the number of a decoration or an execution mode that it has, and not with this one. */
static void test_limits(void **state)
{
   static const struct { unsigned module; uint16_t op; uint32_t key, value; unsigned word; } rows[] = {
      { 0, SpvOpDecorate, SpvDecorationLocation, 32, 3 }, { 1, SpvOpDecorate, SpvDecorationBinding, 119, 3 },
      { 7, SpvOpDecorate, SpvDecorationBinding, 96, 3 }, { 9, SpvOpDecorate, SpvDecorationBinding, 96, 3 },
      { 9, SpvOpDecorate, SpvDecorationOffset, 32768, 3 }, { 9, SpvOpDecorate, SpvDecorationOffset, 6, 3 },
      { 2, SpvOpDecorate, SpvDecorationXfbBuffer, 4, 3 }, { 2, SpvOpDecorate, SpvDecorationXfbStride, 30, 3 },
      { 2, SpvOpDecorate, SpvDecorationOffset, 10, 3 }, { 2, SpvOpMemberDecorate, SpvDecorationOffset, 3, 4 },
      { 3, SpvOpExecutionMode, SpvExecutionModeOutputVertices, 33, 3 },
      { 3, SpvOpExecutionMode, SpvExecutionModeOutputVertices, 0, 3 },
      { 5, SpvOpExecutionMode, SpvExecutionModeOutputVertices, 257, 3 },
      { 5, SpvOpExecutionMode, SpvExecutionModeInvocations, 33, 3 },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      const struct words *from = &modules[rows[i].module].words;
      uint32_t *words = malloc(from->count * 4), at = SPV_FIRST_AT, changed = 0;
      struct glsl_module *module;
      char *log;
      memcpy(words, from->words, from->count * 4);
      for (; at < from->count; at += words[at] >> 16) {
         const uint32_t key_at = at + (rows[i].op == SpvOpMemberDecorate ? 3 : 2);
         if ((words[at] & 0xffff) == rows[i].op && words[key_at] == rows[i].key) {
            words[at + rows[i].word] = rows[i].value;
            changed++;
         }
      }
      assert_true(changed > 0);
      specialize(modules[rows[i].module].stage, words, from->count, NULL, 0, &module, &log);
      if (module || (!strstr(log, " the limit of ") && !strstr(log, "it must be") && !strstr(log, "multiple of 4")))
         fail_msg("row %u: %s", i, log);
      free(log);
      free(words);
   }
   /* Sizes of work groups that are specialization constants. */
   for (uint32_t size = 0; size < 1026; size += 1025) {
      const struct gv_constant constant = { 1, size };
      struct glsl_module *module;
      char *log;
      specialize(PIPE_SHADER_COMPUTE, WORDS(work_comp), &constant, 1, &module, &log);
      assert_null(module);
      free(log);
   }
}

static void test_byte_order(void **state)
{
   const struct words *from = &modules[1].words;
   uint32_t *words = malloc(from->count * 4);
   struct glsl_module *module, *same = good(1);
   char *log;
   for (size_t i = 0; i < from->count; i++)
      words[i] = __builtin_bswap32(from->words[i]);
   specialize(PIPE_SHADER_VERTEX, words, from->count, NULL, 0, &module, &log);
   assert_non_null(module);
   assert_int_equal(module->spirv_words, same->spirv_words);
   assert_memory_equal(module->spirv, same->spirv, same->spirv_words * 4);
   glsl_module_unref(module);
   glsl_module_unref(same);
   free(log);
   free(words);
}

static void test_cut_off(void **state)
{
   for (unsigned i = 0; i < MODULES; i++) {
      for (size_t count = 0; count < modules[i].words.count; count++) {
         uint32_t *words = malloc(count * 4 + 1); /* of this size: reading further is an error of the sanitizer */
         struct glsl_module *module;
         char *log;
         memcpy(words, modules[i].words.words, count * 4);
         specialize(modules[i].stage, words, count, NULL, 0, &module, &log);
         assert_null(module);
         free(log);
         free(words);
      }
   }
}

static uint32_t random_state = 7;

static uint32_t next_random(void)
{
   random_state = random_state * 1664525u + 1013904223u;
   return random_state >> 8;
}

static void test_damaged(void **state)
{
   struct glsl_bindings *bind = glsl_bindings_create();
   unsigned made = 0, linked_count = 0, rounds = 1500;
   for (unsigned round = 0; round < rounds * MODULES; round++) {
      const unsigned i = round % MODULES;
      const size_t count = modules[i].words.count;
      uint32_t *words = malloc(count * 4);
      memcpy(words, modules[i].words.words, count * 4);
      for (unsigned n = 1 + next_random() % 3; n; n--) {
         uint32_t *word = &words[next_random() % 16 ? 5 + next_random() % (count - 5) : next_random() % 5];
         switch (next_random() % 5) {
         case 0: *word = next_random() << 8 | next_random(); break;
         case 1: *word += next_random() % 5 - 2; break;
         case 2: *word = words[next_random() % count]; break;
         case 3: *word = (*word & 0xffff0000) | next_random() % 400; break;
         default: *word = next_random() % 64; break;
         }
      }
      struct glsl_module *module;
      char *log;
      specialize(modules[i].stage, words, count, NULL, 0, &module, &log);
      free(log);
      made += module != NULL;
      if (module) {
         struct glsl_linked *l = glsl_link(&module, 1, bind, &desktop_limits, false, &log);
         assert_non_null(log);
         linked_count += l != NULL;
         glsl_linked_unref(l);
         free(log);
      }
      glsl_module_unref(module);
      free(words);
   }
   assert_in_range(made, rounds, rounds * MODULES - rounds);
   assert_true(linked_count > 100);
   glsl_bindings_destroy(bind);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules), cmocka_unit_test(test_interfaces), cmocka_unit_test(test_limits), cmocka_unit_test(test_byte_order),
      cmocka_unit_test(test_cut_off), cmocka_unit_test(test_damaged) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
