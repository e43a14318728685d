/* fuzz_unit.h: what the two fuzz targets here (fuzz_pm4.c, fuzz_shader.c) and their mutations share.
 *
 * An input is a header of FUZZ_HEADER_B bytes and then dwords: packets, or instructions. */
#ifndef FUZZ_UNIT_H
#define FUZZ_UNIT_H

#include "tests/fuzz/fuzz.h"

#define FUZZ_HEADER_B 8

/* A packet or an instruction that makes sense, at most FUZZ_UNIT_DW dwords; how many. */
#define FUZZ_UNIT_DW 24
unsigned fuzz_unit(uint64_t *random, uint32_t *dw);
/* How many dwords the unit at dw[0] has (count: how many there are). */
unsigned fuzz_unit_size(const uint32_t *dw, size_t count);

/* fuzz_mutate.c */
uint32_t fuzz_number(uint64_t *state); /* small, or special, or anything */

#endif
