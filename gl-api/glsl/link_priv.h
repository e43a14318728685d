/* link_priv.h: shared by the linker's files. Each link_*.c implements one rule; link.c calls them in order. A rule reports errors
 * by link_error and continues: the log lists all errors. */
#ifndef LINK_PRIV_H
#define LINK_PRIV_H

#include "gl-api/glsl/link.h"
#include "spirv/spv_edit.h"
#include "spirv/spv_layout.h"
#include "spirv/spv_module.h"
#include "util/ut_index.h"

#define LINK_NONE ~0u
#define LINK_PLACE_SIZE 96

struct link_var { /* a module-scope variable: attribute, varying, uniform, block, fragment output */
   uint32_t id;
   const char *name;        /* borrowed from the module; blocks without instance name: "" */
   const char *block_name;  /* NULL: not a block */
   uint32_t type;           /* type id of the pointee */
   uint32_t inner;          /* type without the array over the vertices of a primitive or patch */
   uint32_t storage;        /* SpvStorageClass */
   uint32_t builtin;        /* SpvBuiltIn; ~0u: none */
   const struct glsl_symbol *symbol; /* NULL: built-ins without a declaration */
   bool used;               /* statically used */
   bool whole;              /* other instructions than access chains use it */
   uint32_t first_chain;    /* of link_stage.chain; LINK_NONE: no access chain begins at it */
   bool invariant;
   bool patch, per_vertex, per_primitive; /* per_vertex: an array over vertices or over the primitives of a mesh */
   bool needed;             /* outputs: the next stage, feedback or the other invocations of a patch read it */
   uint32_t index;          /* fragment outputs: 1 is the second source of blending */
   uint32_t location, component; /* location ~0u: none (yet) */
   bool packed;             /* scalars follow each other across locations (decoration CPacked) */
   const struct link_var *from;  /* inputs: the previous stage's output */
   uint32_t first_resource; /* uniforms: index of its first glsl_resource; ~0u: not active */
   uint32_t offset_B;       /* uniforms: in the stage's default block */
};

struct link_chain { uint32_t at, next; }; /* position of an access chain; the next one of the same variable, or LINK_NONE */

struct link_stage {
   bool present;
   const struct glsl_module *module;
   struct spv_module m;
   struct spv_edit *edit;
   struct link_var *var;
   unsigned var_count;
   struct ut_index var_index, symbol_index; /* of var by link_var_name, of module->symbols */
   struct link_chain *chain;
   uint32_t chain_count;
   uint32_t *words;         /* edited words, or NULL: those of the module */
};

struct link {
   struct link_stage stage[PIPE_SHADER_TYPES];
   struct glsl_module *joined[PIPE_SHADER_TYPES]; /* several shaders of a stage as one module; NULL: one shader */
   const struct glsl_limits *limits;
   const struct glsl_bindings *bind;
   struct glsl_linked *out;
   bool es, is_spirv;
   bool separable;
   int version;             /* the newest of all shaders */
   uint32_t resource_room[5]; /* capacity of the lists of `out`, by enum link_list */
   uint32_t storage_slots[PIPE_SHADER_TYPES]; /* shader buffers in use */
   struct link_capture *capture; /* transform feedback, link_feedback.c */
   unsigned capture_count;
   bool failed, no_memory;
   char *log;
   size_t log_length, log_size;
};

void link_error(struct link *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void link_warning(struct link *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- stages (link_stage.c) ---- */
void link_read_stage(struct link *l, const struct glsl_module *module);
void link_read_again(struct link *l, enum pipe_shader_type stage); /* after edits */
void link_drop_stage(struct link_stage *s);
/* The first entry of an index of the stage that may have this name. Names are hashed up to the first '.' or '[', so that the members
 * and elements of a variable are found with it. */
uint32_t link_first_entry(const struct ut_index *x, const char *name);
struct link_var *link_find_var(const struct link_stage *s, uint32_t storage, const char *name); /* not a block */
struct link_var *link_find_block(const struct link_stage *s, uint32_t storage, const char *name);
/* The side table's entry for a global or a member ("light.color"), or NULL. */
const struct glsl_symbol *link_find_symbol(const struct link_stage *s, const char *name);
/* The entry of a member of a block of this storage (enum glsl_storage). */
const struct glsl_symbol *link_find_member(const struct link_stage *s, unsigned storage, const char *block, const char *member);
/* The entry of a resource ("lights[2].on"); names of entries have no indices. */
const struct glsl_symbol *link_find_resource_symbol(const struct link_stage *s, const char *name);
/* "in the vertex shader (0:12)": the place of a declaration, for messages, in the caller's buffer. */
const char *link_place(const struct link_stage *s, const struct link_var *v, char *text, size_t size);
/* A block in two stages: its types without arrays, and the places of declaration. False: reported different numbers of members.
 * `what`: for messages, such as "uniform block". */
struct link_two { uint32_t type_a, type_b; char at_a[LINK_PLACE_SIZE], at_b[LINK_PLACE_SIZE]; };
bool link_two_blocks(struct link *l, const char *what, const struct link_stage *a, const struct link_var *va,
                     const struct link_stage *b, const struct link_var *vb, struct link_two *two);
/* Where a block of inputs or outputs begins by its layout, or LINK_NONE. After link_member_locations. */
uint32_t link_block_location(const struct link_stage *s, const struct link_var *v);
const char *link_stage_name(enum pipe_shader_type stage);
struct link_stage *link_previous(struct link *l, enum pipe_shader_type stage); /* the previous stage that is present, or NULL */
struct link_stage *link_next(struct link *l, enum pipe_shader_type stage);
struct link_stage *link_last_vertex(struct link *l);   /* geometry, tessellation evaluation or vertex; NULL: none */
/* The literals of an execution mode; false: the stage lacks the mode. */
bool link_mode(const struct link_stage *s, uint32_t mode, uint32_t *literals, unsigned count);

/* ---- types (link_types.c) ---- */
/* Same type by GLSL's rules, across modules. */
bool link_same_type(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b);
/* The same, with any names of structures. */
bool link_same_shape(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b);
/* "vec4", "mat3[2]" for messages; buffer of the caller. */
const char *link_type_name(const struct spv_module *m, uint32_t type, char *text, size_t size);
/* Locations that a varying takes: one a column and element, two for dvec3 and dvec4 unless they are attributes. */
uint32_t link_slots(const struct spv_module *m, uint32_t type, bool attribute);
uint32_t link_components(const struct spv_module *m, uint32_t type); /* words when captured or counted */
uint32_t link_bare(const struct spv_module *m, uint32_t type); /* element type, without arrays */

static inline bool link_is_builtin(const struct link_var *v)
{
   const char *name = v->block_name ? v->block_name : v->name;
   return v->builtin != ~0u || (name[0] == 'g' && name[1] == 'l' && name[2] == '_');
}
/* A fragment shader's view of a destination colour (front/gf_emit_fetch.c), no uniform. */
static inline bool link_is_attachment(const struct link_stage *s, const struct link_var *v)
{
   return v->storage == SpvStorageClassUniformConstant && spv_has_decoration(&s->m, v->id, SpvDecorationInputAttachmentIndex);
}
static inline const char *link_var_name(const struct link_var *v) { return v->block_name ? v->block_name : v->name; }

/* ---- resources (link_resources.c) ---- */
enum link_list { LINK_UNIFORMS, LINK_BUFFER_VARIABLES, LINK_INPUTS, LINK_OUTPUTS, LINK_ATTRIBS };
/* A new entry, with everything but its name filled for this type; NULL: no memory. Takes over `name`. */
struct glsl_resource *link_add_resource(struct link *l, enum link_list list, const struct spv_module *m, uint32_t type,
                                        char *name);

/* An item of the packing algorithm, in a grid of four columns (ESSL 1.00, appendix A.7). */
struct link_packed {
   uint8_t columns;  /* 1..4: components of a row */
   uint32_t rows;    /* matrix columns times array elements */
   uint32_t components; /* of all rows together, without the gaps at the ends of rows */
   uint8_t align;    /* components; 4: the item takes full rows */
   uint32_t row, column; /* result */
   uint32_t tag;     /* for the caller */
};
/* Places `count` items by the specification's algorithm in at most max_rows rows, LINK_MAX_ROWS at most, of which `used` has the
 * components in use; false: they do not fit. Sorts the items. */
#define LINK_MAX_ROWS 4096
#define LINK_MAX_PATCH_VECTORS 30 /* gl_MaxTessPatchComponents / 4 */
bool link_pack(struct link_packed *item, unsigned count, uint32_t max_rows, uint8_t *used);
/* Places items one after the other, from one row into the next, in rows of which no component is in use. Does not sort. */
bool link_pack_dense(struct link_packed *item, unsigned count, uint32_t max_rows, uint8_t *used);

/* The rules, in this order. */
void link_program_stages(struct link *l);
void link_aliasing(struct link *l);
void link_modes(struct link *l);
void link_array_sizes(struct link *l);
void link_member_locations(struct link *l);
void link_interface(struct link *l, struct link_stage *producer, struct link_stage *consumer);
void link_feedback_names(struct link *l);
void link_varying_locations(struct link *l, struct link_stage *producer, struct link_stage *consumer);
/* Lists the declarations of a separable program's external interface, before it gets locations. */
void link_external_declarations(struct link *l);
/* Locations of the external interface: variables that separable programs pass to each other. */
void link_external_locations(struct link *l);
void link_feedback(struct link *l);
void link_attributes(struct link *l);
void link_fragment_outputs(struct link *l);
void link_uniforms(struct link *l);
void link_uniform_locations(struct link *l);
/* ---- uses of elements (link_uses.c) ---- */
struct link_uses { const struct link_stage *s; bool whole; uint32_t first_chain; };
#define LINK_NO_USES ((struct link_uses){ .first_chain = LINK_NONE })
struct link_uses link_find_uses(const struct link_stage *s, const struct link_var *v);
/* path: indices from the variable to the part, of elements or LINK_ANY_MEMBER. */
#define LINK_ANY_MEMBER UINT32_MAX
#define LINK_MAX_DEPTH 32 /* deeper parts count as used */
bool link_uses_part(const struct link_uses *uses, const uint32_t *path, unsigned depth);

/* ---- built-ins of fixed functions (link_legacy.c) ---- */
uint32_t link_state_offset_B(const char *name); /* of a built-in uniform in struct glsl_state_constants; LINK_NONE: it is none */
void link_legacy_attributes(struct link *l);
uint32_t link_legacy_location(const char *name); /* of a value that passes between stages of vertices; LINK_NONE: it is none */
void link_legacy_varyings(struct link *l);       /* after the names of transform feedback, before its places */
/* Marks the rows of varyings that gl_TexCoord of this storage takes; `used` has LINK_MAX_ROWS elements. */
void link_legacy_reserve(const struct link_stage *s, uint32_t storage, uint8_t *used);

void link_initial_values(struct link *l);
bool link_same_initial(struct link *l, const struct link_stage *a, const struct link_var *va, const struct link_stage *b,
                       const struct link_var *vb);
void link_blocks(struct link *l);
void link_counters(struct link *l);
void link_subroutines(struct link *l);
void link_uniform_limits(struct link *l);
void link_external_resources(struct link *l);
/* Resources of modules in SPIR-V have empty names: those of the linker are its own (link_resources.c). */
void link_remove_names(struct glsl_linked *out);
/* Lists an active attribute; location LINK_NONE: a built-in. */
void link_list_attribute(struct link *l, const struct link_var *v, uint32_t location);

/* The limit of the context, or a default where it gives none. */
static inline uint32_t link_limit(int limit, uint32_t otherwise) { return limit > 0 ? (uint32_t)limit : otherwise; }

/* ---- requests (link_bind.c) ---- */
int32_t link_bound_attrib(const struct glsl_bindings *b, const char *name); /* location, or -1 */
int32_t link_bound_output(const struct glsl_bindings *b, const char *name, uint32_t *index);
const char *link_bound_varying(const struct glsl_bindings *b, unsigned i); /* NULL: no more */
bool link_bound_separate(const struct glsl_bindings *b);
bool link_bound_separable(const struct glsl_bindings *b);

#endif
