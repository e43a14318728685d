/* ut_hash.h: a 64-bit hash of bytes (FNV-1a over 8-byte words with a finaliser) for tables inside a process. It does not
 * resist chosen input. ut_hash128 is two independent 64-bit hashes, for cache file names; the cache compares contents. */
#ifndef UT_HASH_H
#define UT_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t ut_hash64(const void *data, size_t size_B, uint64_t seed);
struct ut_hash128 { uint64_t lo, hi; };
struct ut_hash128 ut_hash128(const void *data, size_t size_B, struct ut_hash128 seed);

#endif
