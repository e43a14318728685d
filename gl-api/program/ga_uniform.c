/* ga_uniform.c: values of uniforms (ES 2.0 2.10.4, 6.1.8; GL 4.6, 7.6). To set one: resolve the executable, look the location up,
 * compare types, copy into the block of each stage that uses it, increment the block's seqno. Layout of the blocks:
 * spirv/spv_layout.h, so elements and matrix columns are 16 bytes apart, those of more than two scalars of 64 bits 32. */
#include <math.h>
#include <string.h>

#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_pipeline.h"

/* ---- resolving -------------------------------------------------------------------------------------------------------- */

/* The executable of the active program (GL 4.6, 7.6.1), borrowed: the current one or, without one, that of glActiveShaderProgram.
 * NULL: GL_INVALID_OPERATION was raised. */
static struct ga_exec *current_exec(struct ga_context *ctx, const char *command)
{
   const struct ga_pipeline *pipeline = ctx->pipeline;
   const struct ga_program *prog = ctx->program ? ctx->program : pipeline ? pipeline->active : NULL;
   struct ga_exec *exec = ctx->program ? ctx->exec : pipeline ? pipeline->active_exec : NULL;
   if (prog && prog->linked && exec)
      return exec;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no linked program is in use (glUseProgram)", command);
   return NULL;
}

/* The executable of a program, with a reference for the caller; NULL: an error was raised. */
static struct ga_exec *named_exec(struct ga_context *ctx, GLuint program, const char *command)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return NULL;
   if (prog->linked)
      return ga_exec_ref(prog->exec);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
   return NULL;
}

/* The resource of a location with the element it starts at; NULL: nothing to do (location -1) or an error was raised. */
static const struct glsl_resource *find_uniform(struct ga_context *ctx, const struct ga_exec *exec, GLint location,
                                                GLsizei count, uint32_t *element, const char *command)
{
   if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
      return NULL;
   }
   if (location == -1)
      return NULL;
   const struct glsl_linked *l = exec->linked;
   const uint32_t uniform = (uint32_t)location < l->uniform_locations ? l->location[location].uniform : GLSL_LOCATION_FREE;
   if (uniform == GLSL_LOCATION_INACTIVE)
      return NULL; /* values for it are ignored (ARB_explicit_uniform_location) */
   if (uniform == GLSL_LOCATION_FREE) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: location %d is not one of an active uniform", command, location);
      return NULL;
   }
   const struct glsl_resource *r = &l->uniforms[uniform];
   *element = l->location[location].element;
   if (count > 1 && !r->is_array) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %d values for '%s', which is not an array", command, count, r->name);
      return NULL;
   }
   return r;
}

/* Bytes between the columns of a matrix, and between the elements of an array of vectors. */
static size_t vector_step_B(const struct glsl_resource *r) { return r->rows * glsl_scalar_B(r->base) > 16 ? 32 : 16; }

/* ---- values ----------------------------------------------------------------------------------------------------------- */

static void mark_changed(struct ga_context *ctx, atomic_uint *seqno)
{
   /* Not a read-modify-write: the application serialises changes of one program (GL 4.6, 5.3.1). */
   atomic_store_explicit(seqno, atomic_load_explicit(seqno, memory_order_relaxed) + 1, memory_order_release);
   ctx->dirty |= GA_DIRTY_UNIFORMS;
}

/* The unit of a slot of a sampler or image uniform. */
static uint8_t *unit_of(struct ga_exec *exec, const struct glsl_resource *r, unsigned stage, uint32_t element)
{
   const unsigned slot = r->sampler_slot[stage] + element;
   return r->base == GLSL_IMAGE ? &exec->image_unit[stage][slot] : &exec->sampler[stage][slot].unit;
}

/* Values of handles: of units, or of the application. */
static void set_handles(struct ga_context *ctx, struct ga_exec *exec, const struct glsl_resource *r, uint32_t element, GLsizei count,
                        const GLint *units, const GLuint64 *values)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!glsl_is_handle(r, stage))
         continue;
      uint8_t *to = exec->storage[stage] + r->offset_B[stage] + element * GA_HANDLE_STEP_B;
      for (GLsizei i = 0; i < count; i++, to += GA_HANDLE_STEP_B) {
         const uint64_t value = units ? (uint64_t)GA_HANDLE_OF_UNIT << 32 | (uint32_t)units[i] : values[i];
         memcpy(to, &value, sizeof value);
      }
      mark_changed(ctx, &exec->seqno[stage]);
   }
}

/* Units of samplers, or of images. */
static void set_units(struct ga_context *ctx, struct ga_exec *exec, const struct glsl_resource *r, uint32_t element, GLsizei count,
                      const GLint *unit, const char *command)
{
   const GLint limit = r->base == GLSL_IMAGE ? GA_MAX_IMAGE_UNITS : ctx->limits.max_combined_texture_units;
   for (GLsizei i = 0; i < count; i++) {
      if (unit[i] < 0 || unit[i] >= limit) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: unit %d for '%s'", command, unit[i], r->name);
         return;
      }
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (GLsizei i = 0; r->sampler_slot[stage] != 0xff && i < count; i++)
         *unit_of(exec, r, stage, element + (uint32_t)i) = (uint8_t)unit[i];
   mark_changed(ctx, &exec->sampler_seqno);
   set_handles(ctx, exec, r, element, count, unit, NULL);
}

/* Any non-zero value is true. -0.0f is zero. */
static void copy_bools(uint32_t *to, const uint32_t *from, unsigned rows, bool is_float)
{
   for (unsigned k = 0; k < rows; k++)
      to[k] = is_float ? (from[k] & 0x7fffffffu) != 0 : from[k] != 0;
}

static void set_vectors(struct ga_context *ctx, struct ga_exec *exec, GLint location, GLsizei count, const void *values, unsigned rows,
                        uint8_t base, const char *command)
{
   uint32_t element;
   const struct glsl_resource *r = find_uniform(ctx, exec, location, count, &element, command);
   if (!r)
      return;
   const bool is_image = r->base == GLSL_IMAGE && !ga_has(ctx, GA_FEATURE_es); /* ES 3.1, 7.6.1: layouts alone give images their units */
   const bool to_bool = r->base == GLSL_BOOL && glsl_scalar_B(base) == 4;
   const bool to_unit = (r->base == GLSL_SAMPLER || is_image) && base == GLSL_INT;
   if (r->columns != 1 || r->rows != rows || !(r->base == base || to_bool || to_unit)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: '%s' is of type %s", command, r->name, ga_enum_name(r->type));
      return;
   }
   /* Values beyond the end of the array are ignored. */
   if ((uint32_t)count > r->array_size - element)
      count = (GLsizei)(r->array_size - element);
   if (to_unit) {
      set_units(ctx, exec, r, element, count, values, command);
      return;
   }
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (r->offset_B[stage] == ~0u)
         continue;
      const size_t step_B = vector_step_B(r), size_B = rows * glsl_scalar_B(base);
      uint8_t *to = exec->storage[stage] + r->offset_B[stage] + element * step_B;
      const uint8_t *from = values;
      for (GLsizei i = 0; i < count; i++, to += step_B, from += size_B) {
         if (to_bool)
            copy_bools((uint32_t *)(void *)to, (const uint32_t *)(const void *)from, rows, base == GLSL_FLOAT);
         else
            memcpy(to, from, size_B);
      }
      mark_changed(ctx, &exec->seqno[stage]);
   }
}

static void set_matrices(struct ga_context *ctx, struct ga_exec *exec, GLint location, GLsizei count, GLboolean transpose,
                         const void *values, unsigned columns, unsigned rows, uint8_t base, const char *command)
{
   if (transpose && !ga_has(ctx, GA_FEATURE_uniform_transpose)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: OpenGL ES 2.0 does not transpose", command);
      return;
   }
   uint32_t element;
   const struct glsl_resource *r = find_uniform(ctx, exec, location, count, &element, command);
   if (!r)
      return;
   if (r->columns != columns || r->rows != rows || r->base != base) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: '%s' is of type %s", command, r->name, ga_enum_name(r->type));
      return;
   }
   if ((uint32_t)count > r->array_size - element)
      count = (GLsizei)(r->array_size - element);
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (r->offset_B[stage] == ~0u)
         continue;
      const size_t step_B = vector_step_B(r), unit_B = glsl_scalar_B(base);
      uint8_t *to = exec->storage[stage] + r->offset_B[stage] + element * columns * step_B;
      const uint8_t *from = values;
      for (GLsizei i = 0; i < count; i++, from += columns * rows * unit_B)
         for (unsigned c = 0; c < columns; c++, to += step_B)
            for (unsigned k = 0; k < rows; k++)
               memcpy(to + k * unit_B, from + (transpose ? k * columns + c : c * rows + k) * unit_B, unit_B);
      mark_changed(ctx, &exec->seqno[stage]);
   }
}

/* ARB_bindless_texture, 2.14.4. */
static void set_handle_values(struct ga_context *ctx, struct ga_exec *exec, GLint location, GLsizei count, const GLuint64 *values,
                              const char *command)
{
   uint32_t element;
   const struct glsl_resource *r = find_uniform(ctx, exec, location, count, &element, command);
   bool is_handle = false;
   for (unsigned stage = 0; r && stage < PIPE_SHADER_TYPES; stage++)
      is_handle |= glsl_is_handle(r, stage);
   if (r && !is_handle)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: '%s' is not a sampler or image with layout(bindless_sampler) or layout(bindless_image)",
               command, r->name);
   if (!is_handle)
      return;
   if ((uint32_t)count > r->array_size - element)
      count = (GLsizei)(r->array_size - element);
   set_handles(ctx, exec, r, element, count, NULL, values);
}

void ga_UniformHandleui64vARB(struct ga_context *ctx, GLint location, GLsizei count, const GLuint64 *value)
{
   struct ga_exec *exec = current_exec(ctx, "glUniformHandleui64vARB");
   if (exec)
      set_handle_values(ctx, exec, location, count, value, "glUniformHandleui64vARB");
}

void ga_UniformHandleui64ARB(struct ga_context *ctx, GLint location, GLuint64 value)
{
   struct ga_exec *exec = current_exec(ctx, "glUniformHandleui64ARB");
   if (exec)
      set_handle_values(ctx, exec, location, 1, &value, "glUniformHandleui64ARB");
}

void ga_ProgramUniformHandleui64vARB(struct ga_context *ctx, GLuint program, GLint location, GLsizei count, const GLuint64 *values)
{
   struct ga_exec *exec = named_exec(ctx, program, "glProgramUniformHandleui64vARB");
   if (exec)
      set_handle_values(ctx, exec, location, count, values, "glProgramUniformHandleui64vARB");
   ga_exec_unref(exec);
}

void ga_ProgramUniformHandleui64ARB(struct ga_context *ctx, GLuint program, GLint location, GLuint64 value)
{
   struct ga_exec *exec = named_exec(ctx, program, "glProgramUniformHandleui64ARB");
   if (exec)
      set_handle_values(ctx, exec, location, 1, &value, "glProgramUniformHandleui64ARB");
   ga_exec_unref(exec);
}

/* ---- commands: glUniform* resolve the current program, glProgramUniform* a name --------------------------------------------- */

#define UNIFORM(n, letter, suffix, gl_type, base, params, ...)                                                         \
   void ga_Uniform##n##letter##v##suffix(struct ga_context *ctx, GLint location, GLsizei count, const gl_type *value)  \
   {                                                                                                                   \
      struct ga_exec *exec = current_exec(ctx, "glUniform" #n #letter "v" #suffix);                                    \
      if (exec)                                                                                                        \
         set_vectors(ctx, exec, location, count, value, n, base, "glUniform" #n #letter "v" #suffix);                  \
   }                                                                                                                   \
   void ga_Uniform##n##letter##suffix(struct ga_context *ctx, GLint location, params)                                  \
   {                                                                                                                   \
      const gl_type value[n] = { __VA_ARGS__ };                                                                        \
      struct ga_exec *exec = current_exec(ctx, "glUniform" #n #letter #suffix);                                        \
      if (exec)                                                                                                        \
         set_vectors(ctx, exec, location, 1, value, n, base, "glUniform" #n #letter #suffix);                          \
   }                                                                                                                   \
   void ga_ProgramUniform##n##letter##v##suffix(struct ga_context *ctx, GLuint program, GLint location, GLsizei count, \
                                        const gl_type *value)                                                          \
   {                                                                                                                   \
      struct ga_exec *exec = named_exec(ctx, program, "glProgramUniform" #n #letter "v" #suffix);                      \
      if (exec)                                                                                                        \
         set_vectors(ctx, exec, location, count, value, n, base, "glProgramUniform" #n #letter "v" #suffix);           \
      ga_exec_unref(exec);                                                                                             \
   }                                                                                                                   \
   void ga_ProgramUniform##n##letter##suffix(struct ga_context *ctx, GLuint program, GLint location, params)           \
   {                                                                                                                   \
      const gl_type value[n] = { __VA_ARGS__ };                                                                        \
      struct ga_exec *exec = named_exec(ctx, program, "glProgramUniform" #n #letter #suffix);                          \
      if (exec)                                                                                                        \
         set_vectors(ctx, exec, location, 1, value, n, base, "glProgramUniform" #n #letter #suffix);                   \
      ga_exec_unref(exec);                                                                                             \
   }
#define PARAMS1(type) type a
#define PARAMS2(type) type a, type b
#define PARAMS3(type) type a, type b, type c
#define PARAMS4(type) type a, type b, type c, type d
#define UNIFORMS(letter, suffix, gl_type, base)                            \
   UNIFORM(1, letter, suffix, gl_type, base, PARAMS1(gl_type), a)          \
   UNIFORM(2, letter, suffix, gl_type, base, PARAMS2(gl_type), a, b)       \
   UNIFORM(3, letter, suffix, gl_type, base, PARAMS3(gl_type), a, b, c)    \
   UNIFORM(4, letter, suffix, gl_type, base, PARAMS4(gl_type), a, b, c, d)

UNIFORMS(f, , GLfloat, GLSL_FLOAT)
UNIFORMS(i, , GLint, GLSL_INT)
UNIFORMS(ui, , GLuint, GLSL_UINT)
UNIFORMS(d, , GLdouble, GLSL_DOUBLE)
UNIFORMS(i64, ARB, GLint64, GLSL_INT64)
UNIFORMS(ui64, ARB, GLuint64, GLSL_UINT64)

#define UNIFORM_MATRIX(size, letter, gl_type, base, columns, rows)                                                   \
   void ga_UniformMatrix##size##letter##v(struct ga_context *ctx, GLint location, GLsizei count, GLboolean transpose, \
                                          const gl_type *value)                                                      \
   {                                                                                                                 \
      static const char command[] = "glUniformMatrix" #size #letter "v";                                             \
      struct ga_exec *exec = current_exec(ctx, command);                                                             \
      if (exec)                                                                                                      \
         set_matrices(ctx, exec, location, count, transpose, value, columns, rows, base, command);                   \
   }                                                                                                                 \
   void ga_ProgramUniformMatrix##size##letter##v(struct ga_context *ctx, GLuint program, GLint location, GLsizei count, \
                                                 GLboolean transpose, const gl_type *value)                          \
   {                                                                                                                 \
      static const char command[] = "glProgramUniformMatrix" #size #letter "v";                                      \
      struct ga_exec *exec = named_exec(ctx, program, command);                                                      \
      if (exec)                                                                                                      \
         set_matrices(ctx, exec, location, count, transpose, value, columns, rows, base, command);                   \
      ga_exec_unref(exec);                                                                                           \
   }
#define UNIFORM_MATRICES(letter, gl_type, base)       \
   UNIFORM_MATRIX(2, letter, gl_type, base, 2, 2)     \
   UNIFORM_MATRIX(3, letter, gl_type, base, 3, 3)     \
   UNIFORM_MATRIX(4, letter, gl_type, base, 4, 4)     \
   UNIFORM_MATRIX(2x3, letter, gl_type, base, 2, 3)   \
   UNIFORM_MATRIX(3x2, letter, gl_type, base, 3, 2)   \
   UNIFORM_MATRIX(2x4, letter, gl_type, base, 2, 4)   \
   UNIFORM_MATRIX(4x2, letter, gl_type, base, 4, 2)   \
   UNIFORM_MATRIX(3x4, letter, gl_type, base, 3, 4)   \
   UNIFORM_MATRIX(4x3, letter, gl_type, base, 4, 3)

UNIFORM_MATRICES(f, GLfloat, GLSL_FLOAT)
UNIFORM_MATRICES(d, GLdouble, GLSL_DOUBLE)

/* ---- reading back --------------------------------------------------------------------------------------------------- */

/* Values of the integer types. */
static const struct { int64_t least; uint64_t most; } integer_range[] = {
   [GLSL_INT] = {INT32_MIN, INT32_MAX}, [GLSL_UINT] = {0, UINT32_MAX},
   [GLSL_INT64] = {INT64_MIN, INT64_MAX}, [GLSL_UINT64] = {0, UINT64_MAX},
};

/* The nearest integer of a type. */
static uint64_t round_to(uint8_t to_base, double value)
{
   const int64_t least = integer_range[to_base].least;
   const uint64_t most = integer_range[to_base].most;
   value = round(value);
   if (value != value)
      return 0;
   if (value <= (double)least)
      return (uint64_t)least;
   if (value >= (double)most)
      return most;
   return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t clamp_to(uint8_t to_base, uint64_t bits, bool is_signed)
{
   const int64_t least = integer_range[to_base].least;
   const uint64_t most = integer_range[to_base].most;
   if (is_signed && (int64_t)bits < 0)
      return (int64_t)bits < least ? (uint64_t)least : bits;
   return bits > most ? most : bits;
}

/* A value of another type than asked for: the nearest one that fits (ES 3.0 2.3.1: floats are rounded to an integer). */
static void convert(void *to, uint8_t to_base, const void *from, uint8_t base)
{
   const bool is_real = base == GLSL_FLOAT || base == GLSL_DOUBLE, is_signed = base == GLSL_INT || base == GLSL_INT64;
   double value = 0;
   uint64_t bits = 0;
   float f;
   if (to_base == base) {
      memcpy(to, from, glsl_scalar_B(base)); /* NaNs keep their bits */
      return;
   }
   memcpy(base == GLSL_DOUBLE ? (void *)&value : (void *)&bits, from, glsl_scalar_B(base));
   memcpy(&f, &bits, sizeof f);
   if (base == GLSL_INT)
      bits = (uint64_t)(int32_t)bits;
   if (to_base == GLSL_FLOAT) {
      f = is_real ? (float)value : is_signed ? (float)(int64_t)bits : (float)bits; /* one rounding */
      memcpy(to, &f, sizeof f);
      return;
   }
   if (base != GLSL_DOUBLE)
      value = is_real ? (double)f : is_signed ? (double)(int64_t)bits : (double)bits;
   if (to_base == GLSL_DOUBLE) {
      memcpy(to, &value, sizeof value);
      return;
   }
   bits = is_real ? round_to(to_base, value) : clamp_to(to_base, bits, is_signed);
   memcpy(to, &bits, glsl_scalar_B(to_base));
}

/* Robust queries say how much room there is; others pass INT32_MAX. */
static void get_uniform(struct ga_context *ctx, GLuint program, GLint location, GLsizei size_B, void *params,
                        uint8_t to_base, const char *command)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return;
   if (!prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
      return;
   }
   const struct glsl_linked *l = prog->exec->linked;
   if (location < 0 || (uint32_t)location >= l->uniform_locations || l->location[location].uniform >= GLSL_LOCATION_INACTIVE) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: location %d is not one of an active uniform", command, location);
      return;
   }
   const struct glsl_resource *r = &l->uniforms[l->location[location].uniform];
   const uint32_t element = l->location[location].element;
   if (size_B < (GLsizei)(r->columns * r->rows * glsl_scalar_B(to_base))) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: '%s' does not fit into %d bytes", command, r->name, size_B);
      return;
   }
   uint8_t *to = params;
   unsigned stage = 0;
   if (r->base == GLSL_SAMPLER || r->base == GLSL_IMAGE) {
      const struct ga_exec *exec = prog->exec;
      while (r->sampler_slot[stage] == 0xff && !glsl_is_handle(r, stage))
         stage++;
      if (glsl_is_handle(r, stage)) {
         uint64_t value;
         memcpy(&value, exec->storage[stage] + r->offset_B[stage] + element * GA_HANDLE_STEP_B, sizeof value);
         value = value >> 32 == GA_HANDLE_OF_UNIT ? (uint32_t)value : value;
         convert(to, to_base, &value, GLSL_UINT64);
         return;
      }
      while (r->sampler_slot[stage] == 0xff)
         stage++;
      const uint32_t unit = *unit_of(prog->exec, r, stage, element);
      convert(to, to_base, &unit, GLSL_INT);
      return;
   }
   while (r->offset_B[stage] == ~0u)
      stage++;
   const uint8_t *from = prog->exec->storage[stage] + r->offset_B[stage] + element * r->columns * vector_step_B(r);
   for (unsigned c = 0; c < r->columns; c++, from += vector_step_B(r)) {
      for (unsigned k = 0; k < r->rows; k++, to += glsl_scalar_B(to_base))
         convert(to, to_base, from + k * glsl_scalar_B(r->base), r->base);
   }
}

#define GET_UNIFORM(letter, suffix, gl_type, base)                                                                             \
   void ga_GetUniform##letter##v##suffix(struct ga_context *ctx, GLuint program, GLint location, gl_type *params)              \
   {                                                                                                                           \
      get_uniform(ctx, program, location, INT32_MAX, params, base, "glGetUniform" #letter "v" #suffix);                        \
   }                                                                                                                           \
   void ga_GetnUniform##letter##v##suffix(struct ga_context *ctx, GLuint program, GLint location, GLsizei size_B, gl_type *params) \
   {                                                                                                                           \
      get_uniform(ctx, program, location, size_B, params, base, "glGetnUniform" #letter "v" #suffix);                          \
   }

GET_UNIFORM(f, , GLfloat, GLSL_FLOAT)
GET_UNIFORM(i, , GLint, GLSL_INT)
GET_UNIFORM(ui, , GLuint, GLSL_UINT)
GET_UNIFORM(d, , GLdouble, GLSL_DOUBLE)
GET_UNIFORM(i64, ARB, GLint64, GLSL_INT64)
GET_UNIFORM(ui64, ARB, GLuint64, GLSL_UINT64)
