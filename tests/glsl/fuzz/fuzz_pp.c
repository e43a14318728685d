/* fuzz_pp.c: the input's source through scanner, preprocessor and lexer alone: tokens until the end, or an error that gives
 * up; never more tokens than the bound allows. */
#include "fuzz_stage.h"

#include <stdlib.h>

#include "gl-api/glsl/front/gf_core.h"
#include "gl-api/glsl/front/gf_front.h"
#include "gl-api/glsl/front/gf_lex.h"

#define MAX_TOKENS (64u << 20) /* far above what the preprocessor lets through */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   struct gf_options options = { .es = true };
   if (!size || size > FUZZ_MAX_B)
      return 0;
   struct gf_ctx *c = calloc(1, sizeof(*c));
   if (!c)
      abort();
   bool es;
   c->stage = fuzz_stage(data[0], &es);
   options.es = es;
   c->options = &options;
   c->stage_bit = 1u << c->stage;
   c->arena.cap_B = (size_t)256 << 20;
   c->stack_floor = (uintptr_t)__builtin_frame_address(0) - ((size_t)1 << 20);
   /* The source may include itself. */
   const char *const point = "/";
   struct glsl_includes *includes = glsl_includes_create(glsl_include_change(NULL, "/a", (const char *)data + 1, size - 1), 1, &point,
                                                         &(size_t){ 1 });
   if (!includes)
      abort();
   if (!setjmp(c->give_up)) {
      struct gf_token t;
      unsigned count = 0;
      gf_pp_start(c, (const char *)data + 1, size - 1, includes);
      do {
         gf_lex_next(c, &t);
         if (++count > MAX_TOKENS)
            abort();
      } while (t.kind != GF_T_EOF);
   }
   gf_arena_finish(&c->arena);
   glsl_includes_unref(includes);
   free(c);
   return 0;
}
