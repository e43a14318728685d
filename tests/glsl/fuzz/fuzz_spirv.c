/* fuzz_spirv.c: the input as a stage, the values of three specialization constants and a module in SPIR-V. A specialized
 * module is accepted by the SPIR-V reader, and links or gives an error; any other has an error in its log. */
#include "fuzz_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link.h"
#include "gl-api/glsl/spirv/gv_spirv.h"
#include "spirv/spv_module.h"

#define HEADER_B 4 /* stage, and the low bytes of three values */

static void fail(const char *what, const char *log)
{
   fprintf(stderr, "%s\n%s\n", what, log);
   abort();
}

static const struct glsl_limits limits = { .max_version = 460, .max_vertex_attribs = 16, .max_vertex_uniform_vectors = 1024,
   .max_varying_vectors = 32, .max_vertex_texture_units = 16, .max_combined_texture_units = 96, .max_texture_units = 16,
   .max_fragment_uniform_vectors = 1024, .max_draw_buffers = 8 };

static void check_link(struct glsl_module *module)
{
   struct spv_module m;
   char why[128], *log;
   if (!spv_module_init(&m, module->spirv, module->spirv_words, why, sizeof(why)))
      fail("a module that cannot be read", why);
   spv_module_finish(&m);
   struct glsl_bindings *bind = glsl_bindings_create();
   if (!bind)
      abort();
   struct glsl_linked *linked = glsl_link(&module, 1, bind, &limits, false, &log);
   if (!log || (!linked && !*log))
      fail("not linked without an error", "");
   glsl_linked_unref(linked);
   glsl_bindings_destroy(bind);
   free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   bool es;
   if (size < HEADER_B || size > FUZZ_MAX_B)
      return 0;
   const size_t count = (size - HEADER_B) / 4;
   uint32_t *words = malloc(count * 4 + 1);
   if (!words)
      abort();
   memcpy(words, data + HEADER_B, count * 4);
   const struct gv_constant constants[] = { { 3, data[1] }, { 8, data[2] }, { 7, (uint32_t)data[3] << 24 } };
   const enum pipe_shader_type stage = fuzz_stage(data[0], &es);
   for (unsigned with = 0; with < 2; with++) {
      struct glsl_module *module;
      char *log;
      if (glsl_specialize(stage, words, count, "main", constants, with * 3, &limits, &module, &log) == GV_NO_MEMORY)
         fail("no memory", "");
      if (!module && !strstr(log, "error: "))
         fail("refused without an error", log);
      free(log);
      if (module)
         check_link(module);
      glsl_module_unref(module);
   }
   free(words);
   return 0;
}
