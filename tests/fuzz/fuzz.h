/* fuzz.h: the interface between a fuzz target and its driver: libFuzzer (-Dfuzz=true; fuzz_libfuzzer.c), or fuzz_main.c, which runs a
 * corpus and a number of mutations that are always the same as a test. A target is one source with LLVMFuzzerTestOneInput; a
 * second source generates and mutates its inputs. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#define FUZZ_MAX_B 65536 /* of an input */

/* The target. It returns for any bytes; a failed check ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* An input of so many parts (FUZZ_MAX_UNITS at most) that make sense; its size, FUZZ_MAX_B at most. */
#define FUZZ_MAX_UNITS 24
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data);
/* Changes an input in place; its new size. */
size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max);

static inline uint32_t fuzz_random(uint64_t *state) /* splitmix64 */
{
   uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
   z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
   z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
   return (uint32_t)((z ^ z >> 31) >> 16);
}

#endif
