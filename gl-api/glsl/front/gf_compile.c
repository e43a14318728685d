/* gf_compile.c: the door: makes a compilation, runs it, hands its log out. A compilation that is given up lands here.
 * */
#include "gf_front.h"

#include <stdlib.h>
#include <string.h>

#include "gf_emit.h"

#define MAX_SOURCE_B ((size_t)16 << 20)
#define ARENA_CAP_B ((size_t)512 << 20)

static void finish(struct gf_ctx *c)
{
   gf_arena_finish(&c->arena);
   free(c);
}

static void run(struct gf_ctx *c, const char *source, size_t length, struct gf_result *result)
{
   if (setjmp(c->give_up))
      return;
   if (length > MAX_SOURCE_B) {
      gf_error(c, (struct gf_loc){ 0, 1, 1 }, "a source of %zu bytes is too long", length);
      return;
   }
   gf_pp_start(c, source, length);
   gf_parse(c);
   if (!c->errors && !c->options->check_only)
      gf_emit_module(c->parser, &result->spirv, &result->spirv_words);
}

bool gf_compile(enum st_stage stage, const char *source, size_t length, const struct gf_options *options,
                struct gf_result *result)
{
   *result = (struct gf_result){ 0 };
   struct gf_ctx *c = calloc(1, sizeof(*c));
   if (!c)
      return false;
   c->arena.cap_B = ARENA_CAP_B;
   c->options = options;
   c->stage = stage;
   c->stage_bit = 1u << stage;
   run(c, source, length, result);

   static const char no_memory[] = "0:1(1): error: the shader needs too much memory\n";
   const size_t n = c->log.count;
   result->log = malloc(n + sizeof(no_memory));
   if (result->log) {
      if (n)
         memcpy(result->log, c->log.at, n);
      result->log[n] = 0;
      if (c->out_of_memory)
         strcpy(result->log + n, no_memory);
   }
   result->lacks = c->lacks ? strdup(c->lacks) : NULL;
   result->ok = c->errors == 0 && !c->out_of_memory;
   result->es = c->es;
   result->version = c->version;
   finish(c);
   return result->log != NULL;
}
