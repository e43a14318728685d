/* gf_compile.c: entry point: runs a compilation and returns its log, module and side tables. gf_give_up jumps to here. */
#include "gf_front.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "gf_emit.h"

#define MAX_SOURCE_B ((size_t)16 << 20)
#define ARENA_CAP_B ((size_t)512 << 20)
#define STACK_B ((size_t)256 << 10)

/* Moves the log to result->link_log: these errors make linking fail, not compiling. */
static void check_alone(struct gf_ctx *c)
{
   const unsigned from = c->log.count;
   gf_check_alone(c->parser);
   if (!c->errors || !c->options->link_apart)
      return;
   c->link_log = gf_printf(c, "%.*s", (int)(c->log.count - from), c->log.at + from);
   c->log.count = from;
   c->errors = 0;
}

static void run(struct gf_ctx *c, const char *source, size_t length, struct gf_result *result)
{
   if (setjmp(c->give_up))
      return;
   if (length > MAX_SOURCE_B) {
      gf_error(c, (struct gf_loc){ 0, 1, 1 }, "the source has %zu bytes; the compiler's limit is %zu", length, MAX_SOURCE_B);
      return;
   }
   gf_pp_start(c, source, length, c->options->includes);
   gf_parse(c);
   for (unsigned i = 0; i < c->options->more_count && !c->errors; i++) {
      gf_units_next(c);
      const struct gf_source *more = &c->options->more[i];
      gf_pp_start(c, more->text, more->length, more->includes);
      gf_parse(c);
   }
   if (c->options->more_count && !c->errors)
      gf_units_join(c);
   if (c->options->link_alone && !c->errors)
      check_alone(c);
   if (c->errors || c->options->check_only)
      return;
   gf_list_symbols(c->parser);
   if (!c->link_log)
      gf_emit_module(c->parser, &result->spirv, &result->spirv_words);
}

/* Copies items whose first member is a name, and the names. *done: number of items whose names are copied. NULL: count is 0, or
 * out of memory. */
static void *copy_named(const void *items, unsigned count, size_t item_B, unsigned *done)
{
   char *copy = count ? calloc(count, item_B) : NULL;
   for (unsigned i = 0; copy && i < count; i++) {
      const char *from = (const char *)items + i * item_B;
      char *name;
      memcpy(&name, from, sizeof name);
      name = strdup(name);
      if (!name)
         break;
      memcpy(copy + i * item_B, from, item_B);
      memcpy(copy + i * item_B, &name, sizeof name);
      *done = i + 1;
   }
   return copy;
}

static bool copy_symbols(const struct gf_ctx *c, struct gf_result *result)
{
   _Static_assert(!offsetof(struct glsl_symbol, name), "");
   result->symbols = copy_named(c->symbols.at, c->symbols.count, sizeof *result->symbols, &result->symbol_count);
   return result->symbol_count == c->symbols.count;
}

static bool copy_subroutines(const struct gf_ctx *c, struct gf_result *result)
{
   _Static_assert(!offsetof(struct glsl_subroutine, name), "");
   result->subroutines = copy_named(c->subroutines.at, c->subroutines.count, sizeof *result->subroutines,
                                    &result->subroutine_count);
   return result->subroutine_count == c->subroutines.count;
}

static bool copy_text(const char *text, char **out)
{
   *out = text ? strdup(text) : NULL;
   return !text || *out;
}

static bool hand_out(struct gf_ctx *c, struct gf_result *result)
{
   result->too_deep = c->too_deep;
   result->ok = c->errors == 0;
   result->es = c->es;
   result->version = c->version;
   for (unsigned i = 0; c->parser && i < 4; i++)
      result->xfb_stride[i] = c->parser->xfb_stride[i];
   result->xfb_mode = c->parser && c->parser->xfb_mode;
   result->blend_equations = c->parser ? gf_blend_equations(c->parser) : 0;
   result->views = c->parser ? gf_views(c->parser) : 1;
   result->reads_coherently = c->parser && c->parser->reads_coherently;
   result->invariant_all = c->pp && gf_pp_pragma_invariant_all(c);
   result->log = malloc(c->log.count + 1);
   if (!result->log)
      return false;
   if (c->log.count)
      memcpy(result->log, c->log.at, c->log.count);
   result->log[c->log.count] = 0;
   return copy_text(c->lacks, &result->lacks) && copy_text(c->link_log, &result->link_log) &&
          (!result->ok || (copy_symbols(c, result) && copy_subroutines(c, result)));
}

bool gf_compile(enum pipe_shader_type stage, const char *source, size_t length, const struct gf_options *options,
                struct gf_result *result)
{
   *result = (struct gf_result){ 0 };
   struct gf_ctx *c = calloc(1, sizeof(*c));
   if (!c) {
      result->no_memory = true;
      return false;
   }
   c->arena.cap_B = ARENA_CAP_B;
   c->options = options;
   c->stage = stage;
   c->stage_bit = 1u << stage;
   c->stack_floor = (uintptr_t)__builtin_frame_address(0) - (options->stack_B ? options->stack_B : STACK_B);
   run(c, source, length, result);
   const bool done = !c->out_of_memory && hand_out(c, result);
   gf_arena_finish(&c->arena);
   free(c);
   if (!done) {
      gf_result_finish(result);
      result->no_memory = true;
   }
   return done;
}

void gf_result_finish(struct gf_result *r)
{
   for (unsigned i = 0; i < r->symbol_count; i++)
      free(r->symbols[i].name);
   free(r->symbols);
   for (unsigned i = 0; i < r->subroutine_count; i++)
      free(r->subroutines[i].name);
   free(r->subroutines);
   free(r->log);
   free(r->link_log);
   free(r->lacks);
   free(r->spirv);
   *r = (struct gf_result){ 0 };
}
