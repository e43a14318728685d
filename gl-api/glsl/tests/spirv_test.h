/* spirv_test.h: what the tests of glsl_specialize() share: the modules of glslang, and a module that a test writes word by word.
 * Include after cmocka. */
#ifndef SPIRV_TEST_H
#define SPIRV_TEST_H

#include "gl-api/glsl/spirv/gv_spirv.h"
#include "link_test.h"
#include "spirv/spv_edit.h"
#include "tests/api/spirv_modules.h"

#define WORDS(name) spirv_##name, sizeof(spirv_##name) / 4
struct words { const uint32_t *words; size_t count; };
static const struct { enum pipe_shader_type stage; struct words words; } modules[] = {
   { PIPE_SHADER_VERTEX, { WORDS(plain_vert) } }, { PIPE_SHADER_VERTEX, { WORDS(shading_vert) } },
   { PIPE_SHADER_VERTEX, { WORDS(capture_vert) } }, { PIPE_SHADER_TESS_CTRL, { WORDS(stages_tesc) } },
   { PIPE_SHADER_TESS_EVAL, { WORDS(stages_tese) } }, { PIPE_SHADER_GEOMETRY, { WORDS(stages_geom) } },
   { PIPE_SHADER_FRAGMENT, { WORDS(stages_frag) } }, { PIPE_SHADER_FRAGMENT, { WORDS(shading_frag) } },
   { PIPE_SHADER_FRAGMENT, { WORDS(constants_frag) } }, { PIPE_SHADER_COMPUTE, { WORDS(work_comp) } },
   { PIPE_SHADER_FRAGMENT, { WORDS(loose_frag) } }, { PIPE_SHADER_GEOMETRY, { WORDS(blocks_geom) } },
};
#define MODULES (sizeof modules / sizeof *modules)

static inline enum gv_result specialize(enum pipe_shader_type stage, const uint32_t *words, size_t count,
                                        const struct gv_constant *constants, unsigned constant_count, struct glsl_module **module,
                                        char **log)
{
   const enum gv_result result = glsl_specialize(stage, words, count, "main", constants, constant_count, &desktop_limits,
                                                module, log);
   assert_int_not_equal(result, GV_NO_MEMORY);
   assert_non_null(*log);
   if (*module) {
      struct spv_module m;
      char why[128];
      assert_true(spv_module_init(&m, (*module)->spirv, (*module)->spirv_words, why, sizeof why));
      spv_module_finish(&m);
   } else {
      assert_non_null(strstr(*log, "error: "));
   }
   return result;
}

static inline struct glsl_module *good(unsigned i)
{
   struct glsl_module *module;
   char *log;
   specialize(modules[i].stage, modules[i].words.words, modules[i].words.count, NULL, 0, &module, &log);
   if (!module)
      fail_msg("module %u: %s", i, log);
   free(log);
   return module;
}

/* A module of a compute shader. Ids: 1 main, 2 void, 3 its type, 4 int, 5 bool, 6 a label, 7 vec2 of int, 8 bvec2; 10 and 11
 * constants of int with the indices 0 and 1. */
struct text { uint32_t w[512]; unsigned count; };

#define PUT(t, op, ...) put(t, op, (const uint32_t[]){ 0, ##__VA_ARGS__ }, sizeof((const uint32_t[]){ 0, ##__VA_ARGS__ }) / 4)
static inline void put(struct text *t, uint16_t op, const uint32_t *words, unsigned count)
{
   assert_true(t->count + count <= sizeof t->w / 4);
   memcpy(t->w + t->count, words, count * 4);
   t->w[t->count] = SPV_OP(op, count);
   t->count += count;
}

static inline void begin(struct text *t)
{
   static const uint32_t header[] = { SpvMagicNumber, 0x10000, 0, 64, 0 };
   memcpy(t->w, header, sizeof header);
   t->count = 5;
   PUT(t, SpvOpCapability, SpvCapabilityShader);
   PUT(t, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
   PUT(t, SpvOpEntryPoint, SpvExecutionModelGLCompute, 1, 0x6e69616d, 0);
   PUT(t, SpvOpExecutionMode, 1, SpvExecutionModeLocalSize, 1, 1, 1);
   PUT(t, SpvOpDecorate, 10, SpvDecorationSpecId, 0);
   PUT(t, SpvOpDecorate, 11, SpvDecorationSpecId, 1);
}

static inline void types(struct text *t)
{
   PUT(t, SpvOpTypeVoid, 2);
   PUT(t, SpvOpTypeFunction, 3, 2);
   PUT(t, SpvOpTypeInt, 4, 32, 1);
   PUT(t, SpvOpTypeBool, 5);
   PUT(t, SpvOpTypeVector, 7, 4, 2);
   PUT(t, SpvOpTypeVector, 8, 5, 2);
   PUT(t, SpvOpSpecConstant, 4, 10, 20);
   PUT(t, SpvOpSpecConstant, 4, 11, 3);
}

static inline void end(struct text *t)
{
   PUT(t, SpvOpFunction, 2, 1, 0, 3);
   PUT(t, SpvOpLabel, 6);
   PUT(t, SpvOpReturn);
   PUT(t, SpvOpFunctionEnd);
}

#endif
