/* fuzz_libfuzzer.c: libFuzzer's way to a target's mutations; one of four is its own, of bytes. */
#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
   uint64_t random = seed;
   return fuzz_random(&random) % 4 ? fuzz_mutate(&random, data, size, max) : LLVMFuzzerMutate(data, size, max);
}
