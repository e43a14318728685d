/* shader_cache.h: compiled shaders on disk. Private to this folder. */
#ifndef SI_SHADER_CACHE_H
#define SI_SHADER_CACHE_H

#include "hw-si/compiler/compile.h"

/* False: not there, damaged, or no cache. On success *bin is the caller's. */
bool si_cache_load(const struct si_cache_key *key, struct si_shader_binary *bin);
/* Failure to store is no error. */
void si_cache_store(const struct si_cache_key *key, const struct si_shader_binary *bin);

#endif
