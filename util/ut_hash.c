/* ut_hash.c: see ut_hash.h. */
#include "util/ut_hash.h"

#include <string.h>

static uint64_t mix(uint64_t h)
{
   h ^= h >> 32;
   h *= 0xd6e8feb86659fd93ull;
   h ^= h >> 32;
   h *= 0xd6e8feb86659fd93ull;
   h ^= h >> 32;
   return h;
}

uint64_t ut_hash64(const void *data, size_t size_B, uint64_t seed)
{
   const uint8_t *bytes = data;
   uint64_t h = seed ^ 0xcbf29ce484222325ull ^ mix(size_B);
   while (size_B >= 8) {
      uint64_t word;
      memcpy(&word, bytes, 8);
      h = (h ^ mix(word)) * 0x100000001b3ull;
      h = (h << 27) | (h >> 37);
      bytes += 8;
      size_B -= 8;
   }
   if (size_B) {
      uint64_t word = 0;
      memcpy(&word, bytes, size_B);
      h = (h ^ mix(word)) * 0x100000001b3ull;
   }
   return mix(h);
}

struct ut_hash128 ut_hash128(const void *data, size_t size_B, struct ut_hash128 seed)
{
   return (struct ut_hash128){ut_hash64(data, size_B, seed.lo),
                              ut_hash64(data, size_B, seed.hi ^ 0x9e3779b97f4a7c15ull)};
}
