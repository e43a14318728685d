/* shader_cache.h: the shader cache on disk. Private to this folder. */
#ifndef SI_SHADER_CACHE_H
#define SI_SHADER_CACHE_H

#include "hw-si/compiler/compile.h"

/* False: a miss, a damaged file, or no cache. On success the caller owns *bin. */
bool si_cache_load(const struct si_cache_key *key, struct si_shader_binary *bin);
/* A failure to store is ignored. */
void si_cache_store(const struct si_cache_key *key, const struct si_shader_binary *bin);

/* One of the driver's own shaders: a kind, the facts that its code depends on (bytes without padding), and the compile. */
struct si_own_shader {
   const char *kind;
   const void *facts;
   size_t facts_B;
   bool (*compile)(struct si_compiler *c, const void *facts, struct si_shader_binary *bin, char *why, size_t why_size_B);
};
/* Compiles it, or finds it in the cache. False with a reason in `why`. */
bool si_compile_own(struct si_compiler *c, const struct si_own_shader *own, struct si_shader_binary *bin, char *why,
                    size_t why_size_B);

#endif
