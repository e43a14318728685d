/* gv_spirv.c: glsl_specialize(): an application's module through all steps. */
#include <stdio.h>

#include "gl-api/glsl/spirv/gv_priv.h"

static bool is_swapped(const uint32_t *words, size_t count)
{
   return count && words[0] == __builtin_bswap32(SpvMagicNumber);
}

/* A module of the other byte order, in this machine's; NULL: no memory. */
static uint32_t *swap(const uint32_t *words, size_t count)
{
   uint32_t *copy = malloc(count * sizeof *copy);
   for (size_t i = 0; copy && i < count; i++)
      copy[i] = __builtin_bswap32(words[i]);
   return copy;
}

static enum gv_result run(struct gv *g, const char *entry, const struct gv_constant *constants, unsigned constant_count,
                          struct glsl_module **module)
{
   size_t count;
   if (!gv_check(g))
      return GV_DONE;
   enum gv_result result = gv_find_entry(g, entry);
   if (result == GV_NO_ENTRY) {
      gv_fail(g, "the module has no entry point '%.100s' for the stage", entry);
      return result;
   }
   uint32_t *words = gv_specialize(g, constants, constant_count, &count, &result);
   uint32_t *split = words ? gv_split_blocks(g, words, count, &count) : NULL;
   if (words && !g->failed)
      *module = gv_make_module(g, split ? split : words, count);
   free(split);
   free(words);
   return result;
}

enum gv_result glsl_specialize(enum pipe_shader_type stage, const uint32_t *words, size_t word_count, const char *entry,
                               const struct gv_constant *constants, unsigned constant_count, const struct glsl_limits *limits,
                               struct glsl_module **module, char **log)
{
   uint32_t *swapped = is_swapped(words, word_count) ? swap(words, word_count) : NULL;
   struct gv g = { .stage = stage, .limits = limits, .words = swapped ? swapped : words,
                   .word_count = word_count > UINT32_MAX ? UINT32_MAX : (uint32_t)word_count };
   *module = NULL;
   *log = NULL;
   enum gv_result result = GV_NO_MEMORY;
   if (swapped || !is_swapped(words, word_count))
      result = run(&g, entry, constants, constant_count, module);
   free(swapped);
   if (g.no_memory)
      result = GV_NO_MEMORY;
   if (result != GV_NO_MEMORY && (g.failed ? asprintf(log, "error: %s\n", g.why) < 0 : (*log = strdup("")) == NULL)) {
      *log = NULL;
      result = GV_NO_MEMORY;
   }
   if (result == GV_NO_MEMORY) {
      glsl_module_unref(*module);
      *module = NULL;
   }
   return result;
}
