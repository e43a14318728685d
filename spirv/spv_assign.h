/* spv_assign.h: places for a module that stands alone: what a linker would decide for a program, decided for one stage.
 * For tools and tests; programs go through gl-api's linker. */
#ifndef SPV_ASSIGN_H
#define SPV_ASSIGN_H

#include "spirv/spv_module.h"

/* Gives Locations to inputs and outputs, slots to samplers and images, offsets to loose uniforms, slots to blocks, in
 * declaration order, where the module has none that could be used. Returns the new module (malloc'ed), NULL when the
 * words are no module or memory ran out. */
uint32_t *spv_assign(const uint32_t *words, size_t word_count, size_t *new_count, char *why, size_t why_size_B);

#endif
