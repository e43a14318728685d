/* link_types.h: SPIR-V types as GL enums and as text. */
#ifndef LINK_TYPES_H
#define LINK_TYPES_H

#include "gl-api/glsl/link_priv.h"

/* Fills type, base, columns, rows, array_size, is_array for a basic type or an array of one, and marks every stage as
 * not using it; the name stays. */
void link_resource_type(const struct spv_module *m, uint32_t type, struct glsl_resource *r);
/* Turns an integer type into a bool (glsl_symbol.is_bool) or an atomic counter. */
void link_resource_bool(struct glsl_resource *r);
void link_resource_handle(struct glsl_resource *r, const char *type); /* uvec2 into the sampler or image (glsl_symbol.opaque) */
/* What the symbol says about the type; NULL: nothing. */
void link_resource_symbol(struct glsl_resource *r, const struct glsl_symbol *symbol);
void link_resource_counter(struct glsl_resource *r);

#endif
