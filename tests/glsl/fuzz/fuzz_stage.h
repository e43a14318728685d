/* fuzz_stage.h: inputs of the two fuzz targets here (fuzz_pp.c, fuzz_shader.c): a letter (v f g c t e: the stage; as a capital:
 * of desktop GL) and a source. */
#ifndef FUZZ_STAGE_H
#define FUZZ_STAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "state/pipe_types.h"
#include "tests/fuzz/fuzz.h"

/* fuzz_mutate.c */
enum pipe_shader_type fuzz_stage(uint8_t letter, bool *es);

#endif
