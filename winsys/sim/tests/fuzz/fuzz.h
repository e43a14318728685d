/* fuzz.h: what the two fuzz targets (fuzz_pm4.c, fuzz_shader.c) give to whoever drives them: libFuzzer (-Dfuzz=true), or
 * fuzz_main.c, which runs a corpus and a number of mutations that are always the same as a test.
 *
 * An input is a header of FUZZ_HEADER_B bytes and then dwords: packets, or instructions. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#define FUZZ_HEADER_B 8
#define FUZZ_MAX_B 32768

/* The target. Whatever the bytes are, it returns; what must not happen ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* A packet or an instruction that makes sense, at most FUZZ_UNIT_DW dwords; how many. */
#define FUZZ_UNIT_DW 24
unsigned fuzz_unit(uint64_t *random, uint32_t *dw);
/* How many dwords the unit at dw[0] has (count: how many there are). */
unsigned fuzz_unit_size(const uint32_t *dw, size_t count);

/* fuzz_mutate.c */
uint32_t fuzz_random(uint64_t *state);
uint32_t fuzz_number(uint64_t *state); /* small, or special, or anything */
/* An input of `units` units; its size. */
size_t fuzz_make(uint64_t *random, unsigned units, uint8_t *data);
/* Changes an input in place; its new size. */
size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max);

#endif
