/* fuzz.h: what the two fuzz targets (fuzz_pp.c, fuzz_shader.c) give to whoever drives them: libFuzzer (-Dfuzz=true), or
 * fuzz_main.c, which runs a corpus and a number of mutations that are always the same as a test.
 *
 * An input is a letter (v f g c t e: the stage; as a capital: of desktop GL) and a source. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "state/st_types.h"

#define FUZZ_MAX_B 65536

/* The target. Whatever the bytes are, it returns; what must not happen ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* fuzz_mutate.c */
enum st_stage fuzz_stage(uint8_t letter, bool *es);
uint32_t fuzz_random(uint64_t *state);
size_t fuzz_mutate(uint64_t *random, uint8_t *data, size_t size, size_t max); /* in place; its new size */

#endif
