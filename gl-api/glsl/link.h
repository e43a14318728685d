/* link.h: linking: SPIR-V modules of all stages in; one program with matched interfaces, locations, default-block
 * layout and introspection tables out. The SPIR-V in the result obeys the conventions of state/st_types.h. */
#ifndef GLSL_LINK_H
#define GLSL_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/glsl/glsl_front.h"

/* Requests that glBindAttribLocation & co. left for the next link. */
struct glsl_bindings;
struct glsl_bindings *glsl_bindings_create(void);
struct glsl_bindings *glsl_bindings_copy(const struct glsl_bindings *from); /* NULL: no memory */
void glsl_bindings_destroy(struct glsl_bindings *b);
bool glsl_bindings_set_attrib(struct glsl_bindings *b, const char *name, uint32_t location); /* false: no memory */

/* A uniform, attribute ... as glGetActive* lists it. Types are GL enum values. */
struct glsl_resource {
   char *name;               /* "lights[0].color", "m" or "a[0]" as the specification spells active names */
   uint32_t type;            /* GL_FLOAT_VEC4 ... */
   uint32_t array_size;      /* 1 for non-arrays */
   int32_t location;         /* of the first element; -1 for built-ins */
   uint32_t offset_B[ST_STAGE_COUNT]; /* uniforms: in each stage's default block; ~0u: not used there */
   uint8_t sampler_slot[ST_STAGE_COUNT]; /* samplers: first slot in the stage; 0xff: not used there */
   uint8_t columns, rows;    /* matrices: columns > 1; vectors: rows */
   uint8_t base;             /* enum glsl_base */
   bool is_array;
};
enum glsl_base { GLSL_FLOAT, GLSL_INT, GLSL_UINT, GLSL_BOOL, GLSL_DOUBLE, GLSL_SAMPLER };

struct glsl_linked { /* counted (atomic) through ref/unref; immutable */
   int refs;
   struct st_shader_state stage[ST_STAGE_COUNT]; /* spirv NULL: stage absent */
   struct glsl_resource *uniforms, *attribs;
   uint32_t uniform_count, attrib_count;
   uint32_t uniform_locations;      /* locations 0 .. n-1 */
   struct glsl_location { uint32_t uniform, element; } *location; /* by location; uniform ~0u: hole */
   uint32_t default_block_B[ST_STAGE_COUNT];
   uint32_t sampler_count[ST_STAGE_COUNT];
   uint8_t *initial[ST_STAGE_COUNT]; /* initial bytes of the default blocks (uniform initialisers), or NULL = zero */
   uint32_t attribs_used;           /* bit per attribute location */
   uint32_t depth_range_B[ST_STAGE_COUNT]; /* gl_DepthRange (near, far, diff) in the default block; ~0u: not used */
};

/* Links. modules: the attached shaders' modules (any order). Returns NULL on failure. *log as in glsl_compile. */
struct glsl_linked *glsl_link(struct glsl_module *const *modules, unsigned count, const struct glsl_bindings *bind,
                              const struct glsl_limits *limits, bool es, char **log);
struct glsl_linked *glsl_linked_ref(struct glsl_linked *l);
void glsl_linked_unref(struct glsl_linked *l);

#endif
