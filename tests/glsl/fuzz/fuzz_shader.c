/* fuzz_shader.c: the input as a shader, compiled by the front end as far as it goes. A shader that compiles has a
 * module that the SPIR-V reader accepts, or its log names the emitter's gap; any other has an error in its log. */
#include "fuzz_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/front/gf_front.h"
#include "spirv/spv_module.h"

static void fail(const char *what, const char *log)
{
   fprintf(stderr, "%s\n%s\n", what, log);
   abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   bool es;
   if (!size || size > FUZZ_MAX_B)
      return 0;
   const enum pipe_shader_type stage = fuzz_stage(data[0], &es);
   const struct gf_options options = { .es = es, .link_alone = true, .link_apart = true };
   struct gf_result r;
   if (!gf_compile(stage, (const char *)data + 1, size - 1, &options, &r))
      fail("no memory", "");
   if (!r.ok && !strstr(r.log, ": error: "))
      fail("refused without an error", r.log);
   if (r.ok && !r.spirv && !r.lacks && !r.link_log)
      fail("compiled without a module", r.log);
   if (r.spirv) {
      struct spv_module m;
      char why[128];
      if (!spv_module_init(&m, r.spirv, r.spirv_words, why, sizeof(why)))
         fail("a module that cannot be read", why);
      spv_module_finish(&m);
   }
   gf_result_finish(&r);
   return 0;
}
