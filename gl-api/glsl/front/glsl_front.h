/* glsl_front.h: interface of the GLSL front end: source to SPIR-V with side tables, or an info log. Any bytes are accepted;
 * invalid source gives an error in the log. */
#ifndef GLSL_FRONT_H
#define GLSL_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gl-api/glsl/front/glsl_include.h"
#include "state/pipe_types.h"

#define GLSL_MAX_VIEWS 6 /* GL_MAX_VIEWS_OVR */
/* Limits of task and mesh shaders (EXT_mesh_shader, tables 23.63 and 23.64). */
#define GLSL_MESH_GROUP_INVOCATIONS 1024 /* of a work group, in each dimension and in all */
#define GLSL_MESH_MAX_VERTICES 256
#define GLSL_MESH_MAX_PRIMITIVES 256
#define GLSL_MESH_MAX_COMPONENTS 128    /* of a vertex and a primitive together */
#define GLSL_TASK_PAYLOAD_B 16384
#define GLSL_TASK_SHARED_B 32768        /* with the payload, too */
#define GLSL_MESH_SHARED_B 32768        /* with the payload, too */
#define GLSL_MESH_OUTPUT_B 32768
#define GLSL_MESH_PAYLOAD_AND_OUTPUT_B 49152
#define GLSL_MAX_UNIFORM_LOCATIONS 81920 /* where glsl_limits gives no other limit */

struct glsl_limits { int max_vertex_attribs, max_vertex_uniform_vectors, max_varying_vectors, max_vertex_texture_units,
   max_combined_texture_units, max_texture_units, max_fragment_uniform_vectors, max_draw_buffers;
   int max_version;        /* newest accepted #version (100, 300 ... of the API's family); 0: the newest of the front end */
   bool core_only;         /* a context of the core profile: no shaders of the compatibility profile */
   bool compat;            /* versions without a profile word are of the compatibility profile */
   int max_es_version;     /* newest #version of OpenGL ES that a context of OpenGL takes, too; 0: none */
   const char *extensions; /* available extensions, separated by spaces; NULL: all that the compiler implements */
   const char *es_extensions; /* those of shaders of OpenGL ES, if the context is one of OpenGL; NULL: as `extensions` */
   /* Limits of linking; 0: the maximum of the driver. Counts of blocks are per stage. */
   int max_feedback_components, max_feedback_separate_components, max_uniform_locations, max_uniform_blocks, max_storage_blocks,
      max_uniform_block_B, max_combined_uniform_blocks, max_combined_storage_blocks, max_uniform_bindings, max_storage_bindings,
      max_counter_bindings, max_counters, max_images, max_image_units, max_geometry_components /* of all vertices */;
};

enum glsl_precision { GLSL_PRECISION_NONE, GLSL_PRECISION_LOW, GLSL_PRECISION_MEDIUM, GLSL_PRECISION_HIGH };

enum glsl_storage { GLSL_STORAGE_OTHER, GLSL_STORAGE_IN, GLSL_STORAGE_OUT, GLSL_STORAGE_UNIFORM, GLSL_STORAGE_BUFFER };
enum glsl_packing { GLSL_PACKING_NONE, GLSL_PACKING_SHARED, GLSL_PACKING_PACKED, GLSL_PACKING_STD140, GLSL_PACKING_STD430 };

/* Properties that SPIR-V cannot represent, of a global variable, of a block (by block name), or of a member of a uniform or a
 * block ("light.color", no array indices; for blocks "Block.color"). Numbers are -1 where the source gives none. */
struct glsl_symbol {
   char *name;
   const char *opaque;     /* the name of the type of a sampler or image, constant; NULL: another type. Handles are uvec2 in SPIR-V */
   uint8_t precision;      /* enum glsl_precision */
   uint8_t storage;        /* enum glsl_storage */
   uint8_t packing;        /* blocks: enum glsl_packing */
   bool invariant;         /* by "invariant name;" or a qualifier */
   bool is_bool;           /* bool or bvec; uniforms of these types are uint in SPIR-V */
   bool is_block, unnamed; /* a block; without instance name */
   bool is_member, row_major;
   bool used, assigned;    /* statically, in any function */
   bool unsized;           /* an unsized array; its SPIR-V type has the size of its uses */
   bool redeclared;        /* a redeclared built-in */
   bool smooth;            /* explicit, so that glShadeModel has no effect */
   int8_t xfb_buffer, stream;
   int16_t subroutine;     /* subroutine uniforms: number of the subroutine type */
   int32_t binding, location, component;
   int32_t offset;         /* given by layout: members and atomic counters (these always have one) */
   int32_t xfb_offset, xfb_stride;
   uint32_t source, line;  /* place of the declaration: "source:line" */
};

/* A function that subroutine uniforms can select. */
struct glsl_subroutine {
   char *name;
   uint32_t index;         /* by layout, or the lowest free index */
   uint64_t types;         /* bit per subroutine type that it belongs to */
   uint32_t source, line;
};

/* A compiled shader, with an atomic reference count. */
struct glsl_module {
   int refs; /* use ref/unref */
   enum pipe_shader_type stage;
   int version;            /* 100, 300, 330 ... */
   bool es;
   bool is_spirv;          /* an application's module (spirv/gv_spirv.h): resources have no names */
   char *source;           /* desktop: for glsl_compile_together; NULL else */
   size_t source_length;
   struct glsl_includes *includes; /* counted; NULL: none */
   uint32_t *spirv;        /* NULL when link_log is set */
   size_t spirv_words;
   struct glsl_symbol *symbols;
   unsigned symbol_count;
   struct glsl_subroutine *subroutines;
   unsigned subroutine_count;
   int32_t xfb_stride[4];  /* by layout(xfb_stride) out; 0: not given */
   bool xfb_mode;          /* transform feedback is described by layouts (xfb_buffer, xfb_offset, xfb_stride) */
   bool invariant_all;     /* #pragma STDGL invariant(all) */
   uint16_t blend_equations; /* bit per enum pipe_blend_equation that layout(blend_support_*) names */
   uint8_t views;          /* of layout(num_views), at least 1 */
   bool reads_coherently;  /* destination colours, as earlier primitives of a draw wrote them */
   char *link_log;         /* link errors of the compiled shader (no main, recursion ...), or NULL */
};

/* The version is that of #version (missing: 100 in ES contexts, 110 else). *module is NULL on failure. *log (malloc'ed, never
 * NULL unless out of memory) belongs to the caller. Returns false only when out of memory. */
bool glsl_compile(enum pipe_shader_type stage, const char *source, size_t length, bool es, const struct glsl_limits *limits,
                  struct glsl_module **module, char **log);
/* The same of a shader that may include named strings; NULL: there are none. */
bool glsl_compile_including(enum pipe_shader_type stage, const char *source, size_t length, bool es, const struct glsl_limits *limits,
                            struct glsl_includes *includes, struct glsl_module **module, char **log);
/* Desktop shaders of one stage that are attached to one program, as one module. Errors are link errors: *module is NULL and *log
 * lists them. Returns false only when out of memory. */
bool glsl_compile_together(const struct glsl_module *const *parts, unsigned count, const struct glsl_limits *limits,
                           struct glsl_module **module, char **log);
struct glsl_module *glsl_module_ref(struct glsl_module *m);
void glsl_module_unref(struct glsl_module *m);

#endif
