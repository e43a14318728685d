/* ga_resource.c: the active resources of an executable by interface, and their properties. */
#include "gl-api/program/ga_resource.h"

#include <string.h>

/* ---- interfaces and properties ----------------------------------------------------------------------------------------------- */

static const struct ga_interface interfaces[] = {
#define GA_INTERFACE(name, kind, stage, feature) {GL_##name, GA_RESOURCE_##kind, PIPE_SHADER_##stage, GA_FEATURE_##feature},
#include "gl-api/program/ga_interface.def"
#undef GA_INTERFACE
};

/* Short names of kinds for the rows. */
enum {
   UNIFORM = GA_RESOURCE_UNIFORM, BUFFER_VARIABLE = GA_RESOURCE_BUFFER_VARIABLE, INPUT = GA_RESOURCE_INPUT,
   OUTPUT = GA_RESOURCE_OUTPUT, UNIFORM_BLOCK = GA_RESOURCE_UNIFORM_BLOCK, STORAGE_BLOCK = GA_RESOURCE_STORAGE_BLOCK,
   COUNTER_BUFFER = GA_RESOURCE_COUNTER_BUFFER, VARYING = GA_RESOURCE_VARYING, FEEDBACK_BUFFER = GA_RESOURCE_FEEDBACK_BUFFER,
   SUBROUTINE = GA_RESOURCE_SUBROUTINE, SUBROUTINE_UNIFORM = GA_RESOURCE_SUBROUTINE_UNIFORM,
};
static const struct ga_property properties[] = {
#define GA_PROPERTY(name, kinds, feature) {GL_##name, kinds, GA_FEATURE_##feature},
#include "gl-api/program/ga_property.def"
#undef GA_PROPERTY
};

const struct ga_interface *ga_find_interface(const struct ga_context *ctx, GLenum name)
{
   for (unsigned i = 0; i < sizeof(interfaces) / sizeof(interfaces[0]); i++)
      if (interfaces[i].name == name && ga_has(ctx, interfaces[i].feature))
         return &interfaces[i];
   return NULL;
}

const struct ga_property *ga_find_property(const struct ga_context *ctx, GLenum name)
{
   for (unsigned i = 0; i < sizeof(properties) / sizeof(properties[0]); i++)
      if (properties[i].name == name && ga_has(ctx, properties[i].feature))
         return &properties[i];
   return NULL;
}

/* ---- lists ------------------------------------------------------------------------------------------------------------------- */

/* Variables of an interface that has some. Attributes are the inputs of programs with a vertex shader. */
const struct glsl_resource *ga_resource_variables(const struct glsl_linked *l, unsigned kind, uint32_t *count)
{
   const bool attribs = l->stage[PIPE_SHADER_VERTEX].spirv != NULL;
   switch (kind) {
   case UNIFORM: *count = l->uniform_count; return l->uniforms;
   case BUFFER_VARIABLE: *count = l->buffer_variable_count; return l->buffer_variables;
   case INPUT: *count = attribs ? l->attrib_count : l->input_count; return attribs ? l->attribs : l->inputs;
   case OUTPUT: *count = l->output_count; return l->outputs;
   default: *count = 0; return NULL;
   }
}

static const struct glsl_block *blocks(const struct glsl_linked *l, unsigned kind, uint32_t *count)
{
   switch (kind) {
   case UNIFORM_BLOCK: *count = l->uniform_block_count; return l->uniform_blocks;
   case STORAGE_BLOCK: *count = l->storage_block_count; return l->storage_blocks;
   case COUNTER_BUFFER: *count = l->counter_buffer_count; return l->counter_buffers;
   default: *count = 0; return NULL;
   }
}

/* Active transform feedback buffers are those that something is captured to, in order of their bindings. */
static uint32_t feedback_buffers(const struct glsl_linked *l)
{
   uint32_t count = 0;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      count += l->feedback_stream[i] >= 0;
   return count;
}

static unsigned feedback_binding(const struct glsl_linked *l, uint32_t index)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      if (l->feedback_stream[i] >= 0 && index-- == 0)
         return i;
   return 0;
}

static GLint feedback_index(const struct glsl_linked *l, unsigned binding)
{
   GLint index = 0;
   for (unsigned i = 0; i < binding; i++)
      index += l->feedback_stream[i] >= 0;
   return l->feedback_stream[binding] >= 0 ? index : -1;
}

uint32_t ga_resource_count(const struct ga_exec *exec, const struct ga_interface *in)
{
   const struct glsl_linked *l = exec ? exec->linked : NULL;
   uint32_t count = 0;
   if (!l)
      return 0;
   switch (in->kind) {
   case VARYING: return l->varying_count;
   case FEEDBACK_BUFFER: return feedback_buffers(l);
   case SUBROUTINE: return l->subroutine_count[in->stage];
   case SUBROUTINE_UNIFORM: return l->subroutine_uniform_count[in->stage];
   default:
      if (in->kind & GA_RESOURCE_VARIABLES)
         ga_resource_variables(l, in->kind, &count);
      else
         blocks(l, in->kind, &count);
      return count;
   }
}

const char *ga_resource_name(const struct ga_exec *exec, const struct ga_interface *in, uint32_t index)
{
   const struct glsl_linked *l = exec->linked;
   uint32_t count;
   switch (in->kind) {
   case VARYING: return l->varyings[index].name;
   case SUBROUTINE: return l->subroutines[in->stage][index].name;
   case SUBROUTINE_UNIFORM: return l->subroutine_uniforms[in->stage][index].name;
   default:
      return in->kind & GA_RESOURCE_VARIABLES ? ga_resource_variables(l, in->kind, &count)[index].name : blocks(l, in->kind, &count)[index].name;
   }
}

/* Steps and gaps of transform feedback are resources that no name finds. */
static bool is_marker(const struct ga_exec *exec, const struct ga_interface *in, uint32_t index)
{
   return in->kind == VARYING && exec->linked->varyings[index].type == GL_NONE;
}

GLuint ga_resource_index(const struct ga_exec *exec, const struct ga_interface *in, const char *name)
{
   const uint32_t count = name && *name ? ga_resource_count(exec, in) : 0;
   if (count && in->kind & GA_RESOURCE_VARIABLES)
      return ga_find_variable(exec, in->kind, name);
   for (uint32_t i = 0; i < count; i++)
      if (ga_names_first(ga_resource_name(exec, in, i), name) && !is_marker(exec, in, i))
         return in->kind == SUBROUTINE ? exec->linked->subroutines[in->stage][i].index : i;
   return GL_INVALID_INDEX;
}

uint32_t ga_resource_place(const struct ga_exec *exec, const struct ga_interface *in, GLuint index)
{
   return in->kind == SUBROUTINE && exec ? ga_subroutine_place(exec->linked, in->stage, index) : index;
}

/* Locations of an element of an array: one of a uniform; one a column else, two where scalars of 64 bits of varyings take two. */
static uint32_t element_locations(const struct glsl_linked *l, const struct glsl_resource *list, const struct glsl_resource *r)
{
   if (list == l->uniforms)
      return 1;
   return r->columns * (glsl_scalar_B(r->base) == 8 && r->rows > 2 && list != l->attribs ? 2u : 1u);
}

static GLint variable_location(const struct ga_exec *exec, unsigned kind, const char *name)
{
   uint32_t count, element;
   const struct glsl_resource *list = ga_resource_variables(exec->linked, kind, &count);
   const GLuint index = ga_find_located(exec, kind, name, &element);
   if (index == GL_INVALID_INDEX)
      return -1;
   return list[index].location + (GLint)(element * element_locations(exec->linked, list, &list[index]));
}

GLint ga_resource_location(const struct ga_exec *exec, const struct ga_interface *in, const char *name)
{
   const struct glsl_linked *l = exec->linked;
   uint32_t element;
   if (in->kind != SUBROUTINE_UNIFORM)
      return variable_location(exec, in->kind, name);
   for (uint32_t i = 0; i < l->subroutine_uniform_count[in->stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[in->stage][i];
      if (ga_names_element(u->name, u->is_array, u->array_size, name, &element))
         return u->location + (GLint)element;
   }
   return -1;
}

/* ---- properties -------------------------------------------------------------------------------------------------------------- */

static int referenced_by(GLenum property)
{
   switch (property) {
   case GL_REFERENCED_BY_VERTEX_SHADER: return PIPE_SHADER_VERTEX;
   case GL_REFERENCED_BY_TESS_CONTROL_SHADER: return PIPE_SHADER_TESS_CTRL;
   case GL_REFERENCED_BY_TESS_EVALUATION_SHADER: return PIPE_SHADER_TESS_EVAL;
   case GL_REFERENCED_BY_GEOMETRY_SHADER: return PIPE_SHADER_GEOMETRY;
   case GL_REFERENCED_BY_FRAGMENT_SHADER: return PIPE_SHADER_FRAGMENT;
   case GL_REFERENCED_BY_COMPUTE_SHADER: return PIPE_SHADER_COMPUTE;
   case GL_REFERENCED_BY_TASK_SHADER_EXT: return PIPE_SHADER_TASK;
   case GL_REFERENCED_BY_MESH_SHADER_EXT: return PIPE_SHADER_MESH;
   default: return -1;
   }
}

GLint ga_variable_value(const struct glsl_linked *l, unsigned kind, const struct glsl_resource *r, GLenum property)
{
   const bool in_buffer = r->block >= 0, counter = r->base == GLSL_COUNTER;
   const int stage = referenced_by(property);
   if (stage >= 0)
      return r->stages >> stage & 1;
   switch (property) {
   case GL_NAME_LENGTH: return (GLint)strlen(r->name) + 1;
   case GL_TYPE: return (GLint)r->type;
   case GL_ARRAY_SIZE: return (GLint)r->array_size;
   case GL_OFFSET: return in_buffer ? (GLint)r->block_offset_B : -1;
   case GL_BLOCK_INDEX: return counter ? -1 : r->block;
   case GL_ATOMIC_COUNTER_BUFFER_INDEX: return counter ? r->block : -1;
   case GL_ARRAY_STRIDE: return in_buffer ? (GLint)r->array_stride_B : -1;
   case GL_MATRIX_STRIDE: return in_buffer ? (GLint)r->matrix_stride_B : -1;
   case GL_IS_ROW_MAJOR: return in_buffer && r->row_major;
   case GL_TOP_LEVEL_ARRAY_SIZE: return (GLint)r->top_level_array_size;
   case GL_TOP_LEVEL_ARRAY_STRIDE: return (GLint)r->top_level_array_stride_B;
   case GL_LOCATION: return r->location;
   case GL_LOCATION_COMPONENT: return r->component;
   case GL_LOCATION_INDEX:
      return kind == OUTPUT && r->location >= 0 && l->stage[PIPE_SHADER_FRAGMENT].spirv ? r->index : -1;
   case GL_IS_PER_PATCH: return r->is_patch;
   default: return 0;
   }
}

static void put(struct ga_values *values, GLint value)
{
   if (values->at && values->count < values->room)
      values->at[values->count] = value;
   if (!values->at || values->count < values->room)
      values->count++;
}

void ga_block_variables(const struct glsl_linked *l, unsigned kind, uint32_t index, struct ga_values *values)
{
   uint32_t count;
   if (kind == FEEDBACK_BUFFER) {
      for (uint32_t i = 0; i < l->varying_count; i++)
         if (l->varyings[i].type != GL_NONE && l->varyings[i].buffer == feedback_binding(l, index))
            put(values, (GLint)i);
      return;
   }
   const struct glsl_block *all = blocks(l, kind, &count);
   const uint32_t first = kind == COUNTER_BUFFER ? index : all[index].first;
   const struct glsl_resource *r = ga_resource_variables(l, kind == STORAGE_BLOCK ? BUFFER_VARIABLE : UNIFORM, &count);
   for (uint32_t i = 0; i < count; i++)
      if (r[i].block == (int32_t)first && (r[i].base == GLSL_COUNTER) == (kind == COUNTER_BUFFER))
         put(values, (GLint)i);
}

static GLint block_variable_count(const struct glsl_linked *l, unsigned kind, uint32_t index)
{
   struct ga_values counted = {0};
   ga_block_variables(l, kind, index, &counted);
   return counted.count;
}

static GLint block_value(const struct ga_exec *exec, unsigned kind, uint32_t index, GLenum property)
{
   const struct glsl_linked *l = exec->linked;
   uint32_t count;
   const struct glsl_block *block = &blocks(l, kind, &count)[index];
   const int stage = referenced_by(property);
   if (stage >= 0)
      return block->stages >> stage & 1;
   switch (property) {
   case GL_NAME_LENGTH: return (GLint)strlen(block->name) + 1;
   case GL_BUFFER_BINDING:
      return kind == UNIFORM_BLOCK ? exec->block_binding[index] : kind == STORAGE_BLOCK ? exec->storage_binding[index] : (GLint)block->binding;
   case GL_BUFFER_DATA_SIZE: return (GLint)block->size_B;
   default: return block_variable_count(l, kind, index);
   }
}

static GLint varying_value(const struct glsl_linked *l, uint32_t index, GLenum property)
{
   const struct glsl_varying *v = &l->varyings[index];
   switch (property) {
   case GL_NAME_LENGTH: return (GLint)strlen(v->name) + 1;
   case GL_TYPE: return (GLint)v->type;
   case GL_ARRAY_SIZE: return (GLint)v->array_size;
   case GL_OFFSET: return (GLint)v->offset_B;
   default: return feedback_index(l, v->buffer);
   }
}

static GLint feedback_value(const struct glsl_linked *l, uint32_t index, GLenum property)
{
   const unsigned binding = feedback_binding(l, index);
   switch (property) {
   case GL_BUFFER_BINDING: return (GLint)binding;
   case GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE: return (GLint)l->feedback_stride_B[binding];
   default: return block_variable_count(l, FEEDBACK_BUFFER, index);
   }
}

static void compatible(const struct glsl_linked *l, unsigned stage, const struct glsl_subroutine_uniform *u, struct ga_values *values)
{
   for (uint32_t i = 0; i < l->subroutine_count[stage]; i++)
      if (l->subroutines[stage][i].types >> (u->type & 63) & 1)
         put(values, (GLint)i);
}

static void subroutine_values(const struct glsl_linked *l, unsigned stage, uint32_t index, GLenum property, struct ga_values *values)
{
   const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][index];
   struct ga_values counted = {0};
   switch (property) {
   case GL_NAME_LENGTH: put(values, (GLint)strlen(u->name) + 1); break;
   case GL_ARRAY_SIZE: put(values, (GLint)u->array_size); break;
   case GL_LOCATION: put(values, u->location); break;
   case GL_COMPATIBLE_SUBROUTINES: compatible(l, stage, u, values); break;
   default:
      compatible(l, stage, u, &counted);
      put(values, counted.count);
   }
}

void ga_resource_values(const struct ga_exec *exec, const struct ga_interface *in, uint32_t index, GLenum property,
                        struct ga_values *values)
{
   const struct glsl_linked *l = exec->linked;
   uint32_t count;
   if (property == GL_ACTIVE_VARIABLES)
      ga_block_variables(l, in->kind, index, values);
   else if (in->kind & GA_RESOURCE_VARIABLES)
      put(values, ga_variable_value(l, in->kind, &ga_resource_variables(l, in->kind, &count)[index], property));
   else if (in->kind == VARYING)
      put(values, varying_value(l, index, property));
   else if (in->kind == FEEDBACK_BUFFER)
      put(values, feedback_value(l, index, property));
   else if (in->kind == SUBROUTINE)
      put(values, (GLint)strlen(l->subroutines[in->stage][index].name) + 1);
   else if (in->kind == SUBROUTINE_UNIFORM)
      subroutine_values(l, in->stage, index, property, values);
   else
      put(values, block_value(exec, in->kind, index, property));
}

GLint ga_resource_most(const struct ga_exec *exec, const struct ga_interface *in, GLenum property)
{
   const uint32_t count = ga_resource_count(exec, in);
   GLint most = 0;
   for (uint32_t i = 0; i < count; i++) {
      GLint value = 0;
      struct ga_values one = {&value, 0, 1};
      ga_resource_values(exec, in, i, property, &one);
      most = value > most ? value : most;
   }
   return most;
}
