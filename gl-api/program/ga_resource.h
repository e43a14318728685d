/* ga_resource.h: the active resources of an executable by interface: names, indices, properties (OpenGL 4.6, 7.3.1). The rules for
 * arguments are those of the caller. ga_interface.def and ga_property.def list interfaces and properties. */
#ifndef GA_RESOURCE_H
#define GA_RESOURCE_H

#include "gl-api/program/ga_program.h"

enum ga_resource_kind {
   GA_RESOURCE_UNIFORM = 1 << 0,
   GA_RESOURCE_BUFFER_VARIABLE = 1 << 1,
   GA_RESOURCE_INPUT = 1 << 2,
   GA_RESOURCE_OUTPUT = 1 << 3,
   GA_RESOURCE_UNIFORM_BLOCK = 1 << 4,
   GA_RESOURCE_STORAGE_BLOCK = 1 << 5,
   GA_RESOURCE_COUNTER_BUFFER = 1 << 6,
   GA_RESOURCE_VARYING = 1 << 7,
   GA_RESOURCE_FEEDBACK_BUFFER = 1 << 8,
   GA_RESOURCE_SUBROUTINE = 1 << 9,
   GA_RESOURCE_SUBROUTINE_UNIFORM = 1 << 10,
};
#define GA_RESOURCE_VARIABLES \
   (GA_RESOURCE_UNIFORM | GA_RESOURCE_BUFFER_VARIABLE | GA_RESOURCE_INPUT | GA_RESOURCE_OUTPUT)
#define GA_RESOURCE_UNNAMED (GA_RESOURCE_COUNTER_BUFFER | GA_RESOURCE_FEEDBACK_BUFFER)

struct ga_interface { GLenum name; uint16_t kind; uint8_t stage; uint16_t feature; };
struct ga_property { GLenum name; uint16_t kinds, feature; };
/* NULL: the context has no such interface or property. */
const struct ga_interface *ga_find_interface(const struct ga_context *ctx, GLenum name);
const struct ga_property *ga_find_property(const struct ga_context *ctx, GLenum name);

/* The variables of a kind of GA_RESOURCE_VARIABLES. */
const struct glsl_resource *ga_resource_variables(const struct glsl_linked *l, unsigned kind, uint32_t *count);
/* Indices of names, exec->names; false: out of memory. ga_exec_create and ga_exec_unref call these. */
bool ga_resource_names_init(struct ga_exec *exec);
void ga_resource_names_finish(struct ga_exec *exec);
/* The variable with this name, or with that of the array of which it is the first element; GL_INVALID_INDEX: none. */
GLuint ga_find_variable(const struct ga_exec *exec, unsigned kind, const char *name);
/* The same of variables that have locations, also by the names of other elements. */
GLuint ga_find_located(const struct ga_exec *exec, unsigned kind, const char *name, uint32_t *element);

/* exec NULL: the program has no successful link, hence no resources. */
uint32_t ga_resource_count(const struct ga_exec *exec, const struct ga_interface *in);
const char *ga_resource_name(const struct ga_exec *exec, const struct ga_interface *in, uint32_t index); /* not of unnamed kinds */
/* The resource with this name, or with the name of the array of which it is the first element; GL_INVALID_INDEX: none. */
GLuint ga_resource_index(const struct ga_exec *exec, const struct ga_interface *in, const char *name);
/* The place of a resource in its list, which the functions below take; ga_resource_count() or more: none. Subroutines may have indices of
 * layouts, other resources are counted. */
uint32_t ga_resource_place(const struct ga_exec *exec, const struct ga_interface *in, GLuint index);
uint32_t ga_subroutine_place(const struct glsl_linked *l, unsigned stage, GLuint index);
/* The location of a variable, or of an element of an array; -1: none. */
GLint ga_resource_location(const struct ga_exec *exec, const struct ga_interface *in, const char *name);

/* Values of a property are appended to `at`, up to its room. */
struct ga_values { GLint *at; GLsizei count, room; };
void ga_resource_values(const struct ga_exec *exec, const struct ga_interface *in, uint32_t index, GLenum property,
                        struct ga_values *values);
/* GL_MAX_NUM_ACTIVE_VARIABLES or GL_MAX_NUM_COMPATIBLE_SUBROUTINES: the largest number that a resource has. */
GLint ga_resource_most(const struct ga_exec *exec, const struct ga_interface *in, GLenum property);

/* One value of a variable. */
GLint ga_variable_value(const struct glsl_linked *l, unsigned kind, const struct glsl_resource *r, GLenum property);
/* Indices of the active variables of a block or buffer, to `values`; blocks of one array have the same. */
void ga_block_variables(const struct glsl_linked *l, unsigned kind, uint32_t index, struct ga_values *values);

#endif
