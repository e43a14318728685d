/* shader_cache.h: the shader cache on disk. Private to this folder. */
#ifndef SI_SHADER_CACHE_H
#define SI_SHADER_CACHE_H

#include "hw-si/compiler/compile.h"

/* False: a miss, a damaged file, or no cache. On success the caller owns *bin. */
bool si_cache_load(const struct si_cache_key *key, struct si_shader_binary *bin);
/* A failure to store is ignored. */
void si_cache_store(const struct si_cache_key *key, const struct si_shader_binary *bin);

#endif
