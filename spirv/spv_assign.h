/* spv_assign.h: assigns Locations, Bindings and Offsets to a single module, as a linker does for a program. For tools and
 * tests; programs are linked by gl-api. */
#ifndef SPV_ASSIGN_H
#define SPV_ASSIGN_H

#include "spirv/spv_module.h"

/* Gives Locations to inputs and outputs, slots to samplers and images, offsets to loose uniforms, slots to blocks, in
 * declaration order, where the module has none that could be used. Returns the new module (malloc'ed), NULL when the
 * words are not a valid module or memory ran out. */
uint32_t *spv_assign(const uint32_t *words, size_t word_count, size_t *new_count, char *why, size_t why_size_B);

#endif
