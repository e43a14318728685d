/* shader_cache.c: si_compile with a cache on disk (to come: for now it only compiles). */
#include "hw-si/compiler/si_compile.h"

bool si_compile(struct si_compiler *c, const struct st_shader_state *shader, const struct si_shader_key *key,
                const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B)
{
   return si_compile_spirv(c, shader, key, opt, bin, why, why_size_B);
}
