/* link_priv.h: what the linker's files share. One rule of linking lives in each link_*.c; link.c calls them in order.
 * A rule reports through link_error and goes on: the log lists everything that is wrong. */
#ifndef LINK_PRIV_H
#define LINK_PRIV_H

#include "gl-api/glsl/link.h"
#include "spirv/spv_edit.h"
#include "spirv/spv_layout.h"
#include "spirv/spv_module.h"

struct link_var { /* a module-scope variable: attribute, varying, uniform, fragment output */
   uint32_t id;
   const char *name;        /* borrowed from the module */
   uint32_t type;           /* type id behind the pointer */
   uint32_t storage;        /* SpvStorageClass */
   uint32_t builtin;        /* SpvBuiltIn; ~0u: none */
   bool used;               /* some function reads or writes it */
   bool invariant;
   bool precise_known;      /* precision was in the side table */
   uint8_t precision;
   uint32_t first_resource; /* uniforms: index of its first glsl_resource; ~0u: not active */
};

struct link_stage {
   bool present;
   const struct glsl_module *module;
   struct spv_module m;
   struct spv_edit *edit;
   struct link_var *var;
   unsigned var_count;
};

struct link {
   struct link_stage stage[ST_STAGE_COUNT];
   const struct glsl_limits *limits;
   const struct glsl_bindings *bind;
   struct glsl_linked *out;
   bool es;
   bool failed, no_memory;
   char *log;
   size_t log_length, log_size;
};

void link_error(struct link *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void link_warning(struct link *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct link_var *link_find_var(const struct link_stage *s, uint32_t storage, const char *name);
/* The side table's entry for a global or a member ("light.color"), or NULL. */
const struct glsl_symbol *link_find_symbol(const struct link_stage *s, const char *name);
/* ... of a resource ("lights[2].on"), whose indices are not part of the entry's name. */
const struct glsl_symbol *link_find_resource_symbol(const struct link_stage *s, const char *name);
/* "in the vertex shader (0:12)": where a stage declares something, for messages; buffer of the caller. */
const char *link_place(const struct link_stage *s, const char *name, char *text, size_t size);
/* Same type by GLSL's rules, across modules. */
bool link_same_type(const struct spv_module *a, uint32_t type_a, const struct spv_module *b, uint32_t type_b);
/* "vec4", "mat3[2]" for messages; buffer of the caller. */
const char *link_type_name(const struct spv_module *m, uint32_t type, char *text, size_t size);
/* vec4 slots that a varying or attribute takes: one a column and element. */
uint32_t link_slots(const struct spv_module *m, uint32_t type);
const char *link_stage_name(enum st_stage stage);

#define LINK_PLACE_SIZE 96

static inline bool link_is_builtin(const struct link_var *v)
{
   return v->builtin != ~0u || (v->name[0] == 'g' && v->name[1] == 'l' && v->name[2] == '_');
}

/* One thing to place in a grid of four columns (ESSL 1.00, appendix A.7). */
struct link_packed {
   uint8_t columns;  /* 1..4: components of a row */
   uint32_t rows;    /* matrix columns times array elements */
   uint32_t row, column; /* result */
   uint32_t tag;     /* the caller's */
};
/* Places `count` items by the specification's algorithm in at most max_rows rows; false: they do not fit. Sorts them. */
bool link_pack(struct link_packed *item, unsigned count, uint32_t max_rows);

/* The rules, in this order. */
void link_interface(struct link *l, struct link_stage *producer, struct link_stage *consumer);
void link_varying_locations(struct link *l, struct link_stage *producer, struct link_stage *consumer);
void link_attributes(struct link *l);
void link_fragment_outputs(struct link *l);
void link_uniforms(struct link *l);
void link_uniform_limits(struct link *l);

/* Location asked for `name`, or -1. */
int32_t link_bound_attrib(const struct glsl_bindings *b, const char *name);

#endif
