/* test_calls.c: chains of calls in modules. A call takes no stack, so the depth of a chain is bounded by the number of
 * instructions alone (SL_MAX_EMITTED); recursion and chains beyond it are refused with a reason. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/compiler/tests/harness.h"

#define STACK_B (512u << 10) /* LLVM needs most of it; a frame of 100 bytes per call would take more than all */

struct module { uint32_t *w; size_t count; };

static void op(struct module *m, uint32_t code, unsigned operands, ...)
{
   va_list ap;
   m->w[m->count++] = (operands + 1) << 16 | code;
   va_start(ap, operands);
   for (unsigned i = 0; i < operands; i++)
      m->w[m->count++] = va_arg(ap, uint32_t);
   va_end(ap);
}

/* A compute shader whose function i calls function i + 1; the last one calls function `back`, or none if that is negative.
 * branches: each function has a second block. */
static struct module chain(uint32_t depth, int back, bool branches)
{
   enum { VOID = 1, TYPE, FIRST };
   struct module m = { malloc((64 + (size_t)depth * 24) * 4), 0 };
   const uint32_t label = FIRST + depth; /* two ids and the call's result per function */
   m.w[m.count++] = SpvMagicNumber;
   m.w[m.count++] = 0x10300;
   m.w[m.count++] = 0;
   m.w[m.count++] = label + 3 * depth;
   m.w[m.count++] = 0;
   op(&m, SpvOpCapability, 1, SpvCapabilityShader);
   op(&m, SpvOpMemoryModel, 2, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
   op(&m, SpvOpEntryPoint, 4, SpvExecutionModelGLCompute, FIRST, 0x6e69616d /* "main" */, 0);
   op(&m, SpvOpExecutionMode, 5, FIRST, SpvExecutionModeLocalSize, 1, 1, 1);
   op(&m, SpvOpTypeVoid, 1, VOID);
   op(&m, SpvOpTypeFunction, 2, TYPE, VOID);
   for (uint32_t i = 0; i < depth; i++) {
      const bool calls = i + 1 < depth || back >= 0;
      op(&m, SpvOpFunction, 4, VOID, FIRST + i, 0, TYPE);
      op(&m, SpvOpLabel, 1, label + 3 * i);
      if (branches) {
         op(&m, SpvOpBranch, 1, label + 3 * i + 1);
         op(&m, SpvOpLabel, 1, label + 3 * i + 1);
      }
      if (calls)
         op(&m, SpvOpFunctionCall, 3, VOID, label + 3 * i + 2, FIRST + (i + 1 < depth ? i + 1 : (uint32_t)back));
      op(&m, SpvOpReturn, 0);
      op(&m, SpvOpFunctionEnd, 0);
   }
   return m;
}

struct job { struct module m; bool compiled; char why[512]; };

static void *compile(void *data)
{
   struct job *j = data;
   struct si_compiler *c = si_compiler_create("gfx803", j->why, sizeof(j->why));
   struct si_shader_key key;
   struct si_shader_binary bin;
   struct si_compile_options opt = { .no_cache = true };
   struct pipe_shader_state shader = { .stage = PIPE_SHADER_COMPUTE, .spirv = j->m.w, .spirv_words = j->m.count };
   default_key(&key, PIPE_SHADER_COMPUTE);
   key.hw_stage = SI_HW_CS;
   j->compiled = si_compile(c, &shader, &key, &opt, &bin, j->why, sizeof(j->why));
   if (j->compiled)
      si_shader_binary_finish(&bin);
   si_compiler_destroy(c);
   return NULL;
}

static bool run(struct module m, const char *reason)
{
   struct job j = { .m = m };
   pthread_attr_t attr;
   pthread_t thread;
   pthread_attr_init(&attr);
   pthread_attr_setstacksize(&attr, STACK_B);
   assert_int_equal(pthread_create(&thread, &attr, compile, &j), 0);
   pthread_join(thread, NULL);
   pthread_attr_destroy(&attr);
   free(m.w);
   if (reason && !strstr(j.why, reason))
      fail_msg("the reason is \"%s\"", j.why);
   return j.compiled;
}

static void test_chains(void **state)
{
   static const uint32_t depths[] = { 1, 2, 28, 33, 1000, 30000 };
   (void)state;
   for (unsigned i = 0; i < sizeof(depths) / sizeof(depths[0]); i++)
      assert_true(run(chain(depths[i], -1, false), NULL));
   for (unsigned i = 0; i < 5; i++)
      assert_true(run(chain(depths[i], -1, true), NULL));
}

static void test_refused(void **state)
{
   (void)state;
   assert_false(run(chain(130000, -1, false), "120000 instructions"));
   assert_false(run(chain(130000, -1, true), "120000 instructions"));
   assert_false(run(chain(1, 0, false), "recursion"));
   assert_false(run(chain(2000, 1000, false), "recursion"));
   assert_false(run(chain(2000, 0, true), "recursion"));
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_chains), cmocka_unit_test(test_refused) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
