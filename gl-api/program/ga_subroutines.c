/* ga_subroutines.c: subroutines and subroutine uniforms of a program's stages, and the functions that a context selects for its
 * draws (OpenGL 4.6, 7.10; ARB_shader_subroutine). The selection is state of the context: each bind of a program or a pipeline and
 * each link of the current program selects a compatible function for each uniform. */
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_resource.h"

_Static_assert(GA_MAX_SUBROUTINE_LOCATIONS == GLSL_MAX_SUBROUTINE_LOCATIONS && GLSL_MAX_SUBROUTINES <= UINT8_MAX + 1, "");

/* False: GL_INVALID_ENUM was raised. */
static bool find_stage(struct ga_context *ctx, GLenum type, enum pipe_shader_type *stage, const char *command)
{
   if (ga_stage_of_shader(ctx, type, stage))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not a shader type of this context", command, ga_enum_name(type));
   return false;
}

/* The program's stage, read under the lock of the name space. False: an error was raised. linked NULL: there is no successful link. */
static bool find_linked(struct ga_context *ctx, GLuint program, GLenum type, enum pipe_shader_type *stage,
                        const struct glsl_linked **linked, const char *command)
{
   if (!find_stage(ctx, type, stage, command))
      return false;
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   *linked = prog && prog->linked ? prog->exec->linked : NULL;
   return prog != NULL;
}

/* The same of a program that must have been linked. */
static const struct glsl_linked *must_find(struct ga_context *ctx, GLuint program, GLenum type, enum pipe_shader_type *stage,
                                           const char *command)
{
   const struct glsl_linked *linked = NULL;
   if (find_linked(ctx, program, type, stage, &linked, command) && !linked)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
   return linked;
}

/* ---- queries of programs -------------------------------------------------------------------------------------------------- */

GLint ga_GetSubroutineUniformLocation(struct ga_context *ctx, GLuint program, GLenum type, const GLchar *name)
{
   enum pipe_shader_type stage;
   uint32_t element;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct glsl_linked *l = must_find(ctx, program, type, &stage, "glGetSubroutineUniformLocation");
   for (uint32_t i = 0; l && name && i < l->subroutine_uniform_count[stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][i];
      if (ga_names_element(u->name, u->is_array, u->array_size, name, &element))
         return u->location + (GLint)element;
   }
   return -1;
}

GLuint ga_GetSubroutineIndex(struct ga_context *ctx, GLuint program, GLenum type, const GLchar *name)
{
   enum pipe_shader_type stage;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct glsl_linked *l = must_find(ctx, program, type, &stage, "glGetSubroutineIndex");
   for (uint32_t i = 0; l && name && i < l->subroutine_count[stage]; i++)
      if (!strcmp(l->subroutines[stage][i].name, name))
         return l->subroutines[stage][i].index;
   return GL_INVALID_INDEX;
}

uint32_t ga_subroutine_place(const struct glsl_linked *l, unsigned stage, GLuint index)
{
   uint32_t i = 0;
   while (l && i < l->subroutine_count[stage] && l->subroutines[stage][i].index != index)
      i++;
   return i;
}

static bool is_compatible(const struct glsl_subroutine_uniform *u, const struct glsl_subroutine *f)
{
   return f->types >> (u->type & 63) & 1;
}

/* The indices of the functions that a uniform may select, to `values` unless it is NULL; returns their number. */
static GLint list_compatible(const struct glsl_linked *l, unsigned stage, const struct glsl_subroutine_uniform *u, GLint *values)
{
   GLint count = 0;
   for (uint32_t i = 0; i < l->subroutine_count[stage]; i++) {
      if (!is_compatible(u, &l->subroutines[stage][i]))
         continue;
      if (values)
         values[count] = (GLint)l->subroutines[stage][i].index;
      count++;
   }
   return count;
}

void ga_GetActiveSubroutineUniformiv(struct ga_context *ctx, GLuint program, GLenum type, GLuint index, GLenum pname,
                                      GLint *values)
{
   static const char command[] = "glGetActiveSubroutineUniformiv";
   enum pipe_shader_type stage;
   const struct glsl_linked *l;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (!find_linked(ctx, program, type, &stage, &l, command))
      return;
   const uint32_t count = l ? l->subroutine_uniform_count[stage] : 0;
   if (index >= count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below the count of %u", command, index, count);
      return;
   }
   const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][index];
   switch (pname) {
   case GL_NUM_COMPATIBLE_SUBROUTINES: *values = list_compatible(l, stage, u, NULL); break;
   case GL_COMPATIBLE_SUBROUTINES: list_compatible(l, stage, u, values); break;
   case GL_UNIFORM_SIZE: *values = (GLint)u->array_size; break;
   case GL_UNIFORM_NAME_LENGTH: *values = (GLint)strlen(u->name) + 1; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   }
}

static void copy_name(struct ga_context *ctx, GLuint program, GLenum type, bool uniform, GLuint index, GLsizei size,
                      GLsizei *length, GLchar *name, const char *command)
{
   enum pipe_shader_type stage;
   const struct glsl_linked *l;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (!find_linked(ctx, program, type, &stage, &l, command))
      return;
   const uint32_t count = !l ? 0 : uniform ? l->subroutine_uniform_count[stage] : l->subroutine_count[stage];
   const uint32_t place = uniform ? index : ga_subroutine_place(l, stage, index);
   if (place >= count || size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below the count of %u, or the size %d is negative", command, index,
               count, size);
   else
      ga_copy_string(uniform ? l->subroutine_uniforms[stage][place].name : l->subroutines[stage][place].name, size, length, name);
}

void ga_GetActiveSubroutineUniformName(struct ga_context *ctx, GLuint program, GLenum type, GLuint index, GLsizei size,
                                       GLsizei *length, GLchar *name)
{
   copy_name(ctx, program, type, true, index, size, length, name, "glGetActiveSubroutineUniformName");
}

void ga_GetActiveSubroutineName(struct ga_context *ctx, GLuint program, GLenum type, GLuint index, GLsizei size, GLsizei *length,
                                GLchar *name)
{
   copy_name(ctx, program, type, false, index, size, length, name, "glGetActiveSubroutineName");
}

static GLint longest_name(const struct glsl_linked *l, unsigned stage, bool uniforms)
{
   const uint32_t count = uniforms ? l->subroutine_uniform_count[stage] : l->subroutine_count[stage];
   size_t longest = 0;
   for (uint32_t i = 0; i < count; i++) {
      const size_t length = strlen(uniforms ? l->subroutine_uniforms[stage][i].name : l->subroutines[stage][i].name) + 1;
      longest = length > longest ? length : longest;
   }
   return (GLint)longest;
}

void ga_GetProgramStageiv(struct ga_context *ctx, GLuint program, GLenum type, GLenum pname, GLint *values)
{
   static const char command[] = "glGetProgramStageiv";
   static const struct glsl_linked none;
   enum pipe_shader_type stage;
   const struct glsl_linked *l;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (!find_linked(ctx, program, type, &stage, &l, command))
      return;
   l = l ? l : &none;
   switch (pname) {
   case GL_ACTIVE_SUBROUTINES: *values = (GLint)l->subroutine_count[stage]; break;
   case GL_ACTIVE_SUBROUTINE_UNIFORMS: *values = (GLint)l->subroutine_uniform_count[stage]; break;
   case GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS: *values = (GLint)l->subroutine_locations[stage]; break;
   case GL_ACTIVE_SUBROUTINE_MAX_LENGTH: *values = longest_name(l, stage, false); break;
   case GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH: *values = longest_name(l, stage, true); break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   }
}

/* ---- the selection of the context ----------------------------------------------------------------------------------------- */

static void select_defaults(struct ga_context *ctx, const struct glsl_linked *l, unsigned stage)
{
   memset(ctx->subroutine[stage], 0, l->subroutine_locations[stage]);
   for (uint32_t i = 0; i < l->subroutine_uniform_count[stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][i];
      for (uint32_t k = l->subroutine_count[stage]; k-- > 0;)
         if (is_compatible(u, &l->subroutines[stage][k]))
            memset(&ctx->subroutine[stage][u->location], (int)l->subroutines[stage][k].index, u->array_size);
   }
   ctx->subroutines_dirty |= (uint8_t)(1u << stage);
}

void ga_subroutines_reset(struct ga_context *ctx, unsigned stages)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      if (stages >> stage & 1 && ga_exec_has_subroutines(ctx->stage_exec[stage], stage))
         select_defaults(ctx, ctx->stage_exec[stage]->linked, stage);
}

void ga_subroutines_write(const struct ga_context *ctx, const struct glsl_linked *l, unsigned stage, uint8_t *block)
{
   for (uint32_t i = 0; i < l->subroutine_uniform_count[stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][i];
      for (uint32_t k = 0; u->offset_B != GLSL_NO_OFFSET && k < u->array_size; k++)
         memcpy(block + u->offset_B + 16 * k, &(uint32_t){ctx->subroutine[stage][(uint32_t)u->location + k]}, 4);
   }
}

static const struct glsl_subroutine *function_of(const struct glsl_linked *l, unsigned stage, GLuint index)
{
   for (uint32_t i = 0; i < l->subroutine_count[stage]; i++)
      if (l->subroutines[stage][i].index == index)
         return &l->subroutines[stage][i];
   return NULL;
}

/* The functions are in order of their indices. */
static GLuint index_end(const struct glsl_linked *l, unsigned stage)
{
   const uint32_t count = l->subroutine_count[stage];
   return count ? l->subroutines[stage][count - 1].index + 1 : 0;
}

/* Values at locations without a uniform have no effect. */
static GLenum selection_error(const struct glsl_linked *l, unsigned stage, GLsizei count, const GLuint *indices)
{
   for (GLsizei i = 0; i < count; i++)
      if (indices[i] >= index_end(l, stage))
         return GL_INVALID_VALUE;
   for (uint32_t i = 0; i < l->subroutine_uniform_count[stage]; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[stage][i];
      for (uint32_t k = 0; k < u->array_size; k++) {
         const struct glsl_subroutine *f = function_of(l, stage, indices[(uint32_t)u->location + k]);
         if (!f || !is_compatible(u, f))
            return GL_INVALID_OPERATION;
      }
   }
   return GL_NO_ERROR;
}

/* The executable that the context draws with in a stage. NULL: an error was raised. */
static const struct glsl_linked *active_program(struct ga_context *ctx, GLenum type, enum pipe_shader_type *stage, const char *command)
{
   if (!find_stage(ctx, type, stage, command))
      return NULL;
   const struct ga_exec *exec = ga_stage_program(ctx, *stage);
   if (exec)
      return exec->linked;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no program is active for %s", command, ga_enum_name(type));
   return NULL;
}

void ga_UniformSubroutinesuiv(struct ga_context *ctx, GLenum type, GLsizei count, const GLuint *indices)
{
   static const char command[] = "glUniformSubroutinesuiv";
   enum pipe_shader_type stage;
   const struct glsl_linked *l = active_program(ctx, type, &stage, command);
   if (!l)
      return;
   if (count < 0 || (uint32_t)count != l->subroutine_locations[stage]) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d, there are %u locations", command, count, l->subroutine_locations[stage]);
      return;
   }
   const GLenum error = selection_error(l, stage, count, indices);
   if (error) {
      ga_error(ctx, error, "%s: an index is that of no subroutine, or of one of another type", command);
      return;
   }
   for (GLsizei i = 0; i < count; i++)
      ctx->subroutine[stage][i] = (uint8_t)indices[i];
   ctx->subroutines_dirty |= (uint8_t)(1u << stage);
   ctx->dirty |= GA_DIRTY_UNIFORMS;
}

void ga_GetUniformSubroutineuiv(struct ga_context *ctx, GLenum type, GLint location, GLuint *params)
{
   static const char command[] = "glGetUniformSubroutineuiv";
   enum pipe_shader_type stage;
   const struct glsl_linked *l = active_program(ctx, type, &stage, command);
   if (!l)
      return;
   if (location < 0 || (uint32_t)location >= l->subroutine_locations[stage])
      ga_error(ctx, GL_INVALID_VALUE, "%s: location %d is not below the count of %u", command, location,
               l->subroutine_locations[stage]);
   else
      *params = ctx->subroutine[stage][location];
}
