/* link.h: links SPIR-V modules of all stages to a program with matched interfaces, locations, default block layout and
 * introspection tables. The SPIR-V of the result follows the conventions of state/pipe_types.h. */
#ifndef GLSL_LINK_H
#define GLSL_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/glsl/front/glsl_front.h"

/* Settings of glBindAttribLocation, glBindFragDataLocationIndexed, glTransformFeedbackVaryings and
 * glProgramParameteri(GL_PROGRAM_SEPARABLE) for the next link. Setters return false when out of memory. */
struct glsl_bindings;
struct glsl_bindings *glsl_bindings_create(void);
struct glsl_bindings *glsl_bindings_copy(const struct glsl_bindings *from); /* NULL: no memory */
void glsl_bindings_destroy(struct glsl_bindings *b);
bool glsl_bindings_set_attrib(struct glsl_bindings *b, const char *name, uint32_t location);
bool glsl_bindings_set_output(struct glsl_bindings *b, const char *name, uint32_t location, uint32_t index);
bool glsl_bindings_set_feedback(struct glsl_bindings *b, const char *const *names, unsigned count, bool separate);
void glsl_bindings_set_separable(struct glsl_bindings *b, bool separable);

/* Locations of built-in variables of fixed functions. Attributes follow the 16 generic ones, of which gl_Vertex is the first. */
enum glsl_attrib { GLSL_ATTRIB_VERTEX = 16, GLSL_ATTRIB_NORMAL, GLSL_ATTRIB_COLOR, GLSL_ATTRIB_SECONDARY_COLOR, GLSL_ATTRIB_FOG_COORD,
   GLSL_ATTRIB_INDEX, GLSL_ATTRIB_EDGE_FLAG, GLSL_ATTRIB_TEX_COORD0, GLSL_ATTRIB_COUNT = GLSL_ATTRIB_TEX_COORD0 + 8 };
#define GLSL_VARYING_TEX_COORD0 24 /* to 31: the last of the application's varyings */

#define GLSL_NO_OFFSET ~0u
#define GLSL_NO_SLOT 0xff

/* A uniform, buffer variable, input or output of glGetActive* and glGetProgramResource*. Types are GL enum values. */
struct glsl_resource {
   char *name;               /* "lights[0].color", "m", "a[0]" or "Block.m[0]" as the specification spells active names */
   uint32_t type;            /* GL_FLOAT_VEC4 ... */
   uint32_t array_size;      /* 1 for non-arrays; 0: the unsized last array of a storage block */
   int32_t location;         /* of the first element; -1 for built-ins and members of blocks */
   uint32_t offset_B[PIPE_SHADER_TYPES]; /* uniforms: in each stage's default block; ~0u: not used there */
   uint8_t sampler_slot[PIPE_SHADER_TYPES]; /* samplers, images: first slot in the stage; 0xff: not used there */
   uint8_t columns, rows;    /* matrices: columns > 1; vectors: rows */
   uint8_t base;             /* enum glsl_base */
   bool is_array;
   uint8_t stages;           /* bit per stage that uses it */
   int32_t binding;          /* samplers, images: initial unit; -1: none given */
   int32_t block;            /* index of the uniform block, storage block or counter buffer that it is in; -1: none */
   uint32_t block_offset_B, array_stride_B, matrix_stride_B; /* there */
   bool row_major;
   uint32_t top_level_array_size, top_level_array_stride_B; /* buffer variables */
   uint8_t component, index; /* inputs, outputs; index 1: second source of blending */
   bool is_patch;
};
enum glsl_base { GLSL_FLOAT, GLSL_INT, GLSL_UINT, GLSL_BOOL, GLSL_DOUBLE, GLSL_INT64, GLSL_UINT64, GLSL_SAMPLER, GLSL_IMAGE,
                 GLSL_COUNTER };

/* Bytes of a scalar of a numeric or boolean base. */
static inline uint32_t glsl_scalar_B(uint8_t base) { return base >= GLSL_DOUBLE && base <= GLSL_UINT64 ? 8 : 4; }

/* The uniform of the default block is a handle of a sampler or image in this stage (layout(bindless_sampler), layout(bindless_image)). */
static inline bool glsl_is_handle(const struct glsl_resource *r, unsigned stage)
{
   return (r->base == GLSL_SAMPLER || r->base == GLSL_IMAGE) && r->offset_B[stage] != GLSL_NO_OFFSET;
}

/* A uniform block, a storage block, or the atomic counters of one binding. Arrays of blocks: one per element. */
struct glsl_block {
   char *name;               /* "Lights", "Lights[2]"; NULL: counters */
   uint32_t binding;         /* initial binding */
   uint32_t size_B;
   uint32_t first;           /* index of the first block of its array, which glsl_resource.block names; else its own */
   uint8_t stages;           /* bit per stage that uses it */
   uint8_t slot[PIPE_SHADER_TYPES]; /* constant buffer 1 .. PIPE_CONST_SLOT_STATE - 1, or shader buffer; 0xff: not used there */
};

/* A variable or block at an interface with another program; built-ins have none. */
struct glsl_declared {
   char *name;               /* "color flat highp vec4[2]": the name, a space, and the type and qualifiers to match */
   uint32_t type_at;         /* offset of the type and qualifiers */
   int32_t location;         /* by layout; -1: matched by name */
   uint8_t component;
   bool is_block;
};

struct glsl_varying {        /* captured by transform feedback */
   char *name;               /* as requested: "a[2]", "gl_SkipComponents3" ... */
   uint32_t type, array_size; /* gl_NextBuffer: no type and 0; gl_SkipComponents3: no type and 3 */
   uint32_t offset_B;
   uint8_t buffer;
};

#define GLSL_MAX_SUBROUTINES 256            /* of a stage, and of the indices: the least that OpenGL 4.6 allows (table 23.66) */
#define GLSL_MAX_SUBROUTINE_LOCATIONS 1024  /* of a stage: likewise */

struct glsl_subroutine_uniform {
   char *name;
   int32_t location;         /* of the first element */
   uint32_t array_size;
   uint32_t offset_B;        /* of the index (uint) in the stage's default block; ~0u: not used */
   uint8_t type;             /* number of the subroutine type in the stage */
   bool is_array;
};

/* Locations without active uniform: free ones, and those that the layout of an inactive uniform gives. */
#define GLSL_LOCATION_FREE UINT32_MAX
#define GLSL_LOCATION_INACTIVE (UINT32_MAX - 1)

struct glsl_linked { /* immutable; atomic reference count (ref, unref) */
   int refs;
   struct pipe_shader_state stage[PIPE_SHADER_TYPES]; /* spirv NULL: stage absent */
   struct glsl_resource *uniforms, *attribs;
   uint32_t uniform_count, attrib_count;
   uint32_t uniform_locations;      /* locations 0 .. n-1 */
   struct glsl_location { uint32_t uniform, element; } *location; /* by location; uniform: or GLSL_LOCATION_* */
   uint32_t default_block_B[PIPE_SHADER_TYPES];
   uint32_t sampler_count[PIPE_SHADER_TYPES], image_count[PIPE_SHADER_TYPES];
   uint32_t samplers_used[PIPE_SHADER_TYPES]; /* bit per sampler slot: elements of arrays that no constant index names are unused */
   uint8_t *initial[PIPE_SHADER_TYPES]; /* initial bytes of the default blocks (uniform initialisers), or NULL = zero */
   uint32_t attribs_used;           /* bit per attribute location */
   uint16_t blend_equations;        /* bit per enum pipe_blend_equation that the fragment shader supports */
   uint8_t views;                   /* that the vertex shader is for (OVR_multiview), at least 1 */
   bool reads_coherently;           /* the fragment shader reads colours that earlier primitives of the draw wrote */
   bool reads_primitive_id;         /* the fragment shader reads gl_PrimitiveID */
   uint16_t state_read_B[PIPE_SHADER_TYPES]; /* bytes of constant buffer PIPE_CONST_SLOT_STATE up to the last that the stage reads; 0: none */
   uint64_t legacy_inputs;          /* bit per location of the built-in varyings that the fragment shader reads */

   struct glsl_resource *buffer_variables;
   struct glsl_resource *inputs, *outputs; /* of the first stage but vertex (see attribs), of the last stage */
   uint32_t buffer_variable_count, input_count, output_count;
   struct glsl_block *uniform_blocks, *storage_blocks, *counter_buffers;
   uint32_t uniform_block_count, storage_block_count, counter_buffer_count;
   struct glsl_declared *declared_inputs, *declared_outputs; /* separable programs: of the first and of the last stage */
   uint32_t declared_input_count, declared_output_count;
   struct glsl_varying *varyings;
   uint32_t varying_count;
   uint32_t feedback_stride_B[PIPE_MAX_SO_BUFFERS];
   int8_t feedback_stream[PIPE_MAX_SO_BUFFERS]; /* -1: the buffer is not used */
   bool feedback_separate;
   bool separable;                  /* GL_PROGRAM_SEPARABLE when it was linked */

   /* Subroutines of a stage: functions in order of `index`, and uniforms. */
   struct glsl_subroutine *subroutines[PIPE_SHADER_TYPES];
   struct glsl_subroutine_uniform *subroutine_uniforms[PIPE_SHADER_TYPES];
   uint32_t subroutine_count[PIPE_SHADER_TYPES], subroutine_uniform_count[PIPE_SHADER_TYPES];
   uint32_t subroutine_locations[PIPE_SHADER_TYPES];

   uint32_t local_size[3];          /* compute */
   struct { uint32_t size[3];       /* of a work group */
            uint32_t shared_B, payload_B; } task; /* bytes of its shared variables; of its variable with taskPayloadSharedEXT */
   struct { uint32_t size[3], shared_B, payload_B;
            uint32_t max_vertices, max_primitives; /* of a work group */
            uint16_t output; /* GL_POINTS, GL_LINES, GL_TRIANGLES */ } mesh;
   uint32_t patch_vertices;         /* tessellation control: output vertices; 0: no such stage */
   struct { uint16_t input, output; /* GL_TRIANGLES_ADJACENCY, GL_TRIANGLE_STRIP ... */
            uint32_t max_vertices, invocations; } geometry;
   struct { uint16_t mode, spacing, order; /* GL_QUADS, GL_FRACTIONAL_EVEN, GL_CCW ... */
            bool point_mode; } tessellation;
};

/* Links by the rules of the shaders' language. modules: those of the attached shaders, in any order. es: the context is one of OpenGL ES.
 * Returns NULL on failure. *log as in glsl_compile. */
struct glsl_linked *glsl_link(struct glsl_module *const *modules, unsigned count, const struct glsl_bindings *bind,
                              const struct glsl_limits *limits, bool es, char **log);
/* A linked program as bytes for another process of the same build. config: the cache key of the device and limits; loading with
 * another one fails. Writes when `to` has room; returns the size. */
size_t glsl_linked_save(const struct glsl_linked *l, uint64_t config, void *to, size_t size_B);
/* NULL: *why has the reason, NULL: out of memory. */
struct glsl_linked *glsl_linked_load(const void *from, size_t size_B, uint64_t config, const char **why);
/* Whether the outputs of a separable program match the inputs of the next one exactly; if not, why (at most `size` bytes) says it. */
bool glsl_interfaces_match(const struct glsl_linked *producer, const struct glsl_linked *consumer, char *why, size_t size);
struct glsl_linked *glsl_linked_ref(struct glsl_linked *l);
void glsl_linked_unref(struct glsl_linked *l);

#endif
