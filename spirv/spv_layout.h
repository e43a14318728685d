/* spv_layout.h: layout of loose uniforms in their constant buffer and slots of samplers and images: the rule of
 * state/pipe_types.h, shared by the linker, which places variables, and the compiler, which loads them. Also counts locations.
 *
 * Scalar: 4 bytes (double, 64-bit integer: 8), aligned to itself. Vector: its components, aligned to 16. Array elements
 * and matrix columns: 16 bytes apart, or the element's size rounded up to 16. Struct: aligned to 16, size rounded up to
 * 16. Samplers and images take no bytes; they take slots, counted in declaration order, one each. */
#ifndef SPV_LAYOUT_H
#define SPV_LAYOUT_H

#include "spirv/spv_module.h"

#define SPV_LAYOUT_MAX_B (1u << 30) /* sizes saturate here: the caller's limit check refuses them */

uint32_t spv_layout_size_B(const struct spv_module *m, uint32_t type);
uint32_t spv_layout_align_B(const struct spv_module *m, uint32_t type); /* a power of two */
uint32_t spv_layout_stride_B(const struct spv_module *m, uint32_t type); /* between elements of an array / columns of a matrix */
uint32_t spv_layout_member_offset_B(const struct spv_module *m, uint32_t struct_type, uint32_t member);

/* Opaque objects (samplers, images) inside a type, and those before a member of a struct. */
uint32_t spv_layout_slots(const struct spv_module *m, uint32_t type);
uint32_t spv_layout_member_slot(const struct spv_module *m, uint32_t struct_type, uint32_t member);

/* Locations that an input or output of a type takes (GLSL 4.60, 4.4.1): a vector one, of 64-bit components from the third
 * on two; arrays, matrices and structs the sum of their parts. Saturates at SPV_LAYOUT_MAX_LOCATIONS. */
#define SPV_LAYOUT_MAX_LOCATIONS 4096
uint32_t spv_location_count(const struct spv_module *m, uint32_t type);
/* The same for vertex attributes of OpenGL (4.6, 11.1.1): every vector takes one. */
uint32_t spv_attribute_locations(const struct spv_module *m, uint32_t type);
/* Dwords of all scalars of a type, two for 64-bit ones. Saturates at 4 * SPV_LAYOUT_MAX_LOCATIONS. */
uint32_t spv_component_count(const struct spv_module *m, uint32_t type);
/* Locations 0 to 63 that the output variables of a last vertex-processing stage take, a bit for each. Those with the decoration
 * CPacked take the locations of their components. */
uint64_t spv_output_locations(const struct spv_module *m);

#endif
