/* ga_uniform_blocks.c: uniform blocks of a linked program and the layout of their members (ES 3.0, 2.12.6; GL 4.6, 7.6.2), bindings of
 * storage blocks and counter buffers (GL 4.6, 7.7, 7.8). The binding of a block is state of the executable: linking again gives the blocks the bindings of the shaders. */
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_resource.h"

/* ---- resolving -------------------------------------------------------------------------------------------------------------- */

/* The program's last successful link, under the lock of the name space. NULL: an error was raised. */
static const struct ga_exec *linked_program(struct ga_context *ctx, GLuint program, const char *command)
{
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (prog && !prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
      return NULL;
   }
   return prog ? prog->exec : NULL;
}

/* The executable of a program that may not have been linked successfully; it then has no uniforms. False: an error was raised. */
static bool find_exec(struct ga_context *ctx, GLuint program, struct ga_exec **exec, const char *command)
{
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   *exec = prog && prog->linked ? prog->exec : NULL;
   return prog != NULL;
}

/* The executable that has the block. NULL: an error was raised. */
static struct ga_exec *find_block(struct ga_context *ctx, GLuint program, GLuint index, const char *command)
{
   struct ga_exec *exec;
   if (!find_exec(ctx, program, &exec, command))
      return NULL;
   if (exec && index < exec->linked->uniform_block_count)
      return exec;
   ga_error(ctx, GL_INVALID_VALUE, "%s: uniform block %u is not below the count of %u", command, index, exec ?
            exec->linked->uniform_block_count : 0);
   return NULL;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------ */

GLuint ga_GetUniformBlockIndex(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   const struct ga_interface blocks = {.kind = GA_RESOURCE_UNIFORM_BLOCK};
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = linked_program(ctx, program, "glGetUniformBlockIndex");
   return exec ? ga_resource_index(exec, &blocks, name) : GL_INVALID_INDEX;
}

void ga_UniformBlockBinding(struct ga_context *ctx, GLuint program, GLuint index, GLuint binding)
{
   static const char command[] = "glUniformBlockBinding";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_exec *exec = find_block(ctx, program, index, command);
   if (!exec)
      return;
   if (binding >= GA_MAX_UNIFORM_RANGES) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: binding %u is not below the limit of %u", command, binding, GA_MAX_UNIFORM_RANGES);
      return;
   }
   if (exec->block_binding[index] == binding)
      return;
   exec->block_binding[index] = (uint8_t)binding;
   atomic_fetch_add_explicit(&exec->block_seqno, 1, memory_order_release);
   ctx->dirty |= GA_DIRTY_UNIFORM_BUFFERS;
}

void ga_ShaderStorageBlockBinding(struct ga_context *ctx, GLuint program, GLuint index, GLuint binding)
{
   static const char command[] = "glShaderStorageBlockBinding";
   struct ga_exec *exec;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (!find_exec(ctx, program, &exec, command))
      return;
   const uint32_t count = exec ? exec->linked->storage_block_count : 0;
   if (index >= count || binding >= GA_MAX_STORAGE_RANGES) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: storage block %u is not below the count of %u, or binding %u below the limit of %u",
               command, index, count, binding,
               GA_MAX_STORAGE_RANGES);
      return;
   }
   if (exec->storage_binding[index] == binding)
      return;
   exec->storage_binding[index] = (uint8_t)binding;
   atomic_fetch_add_explicit(&exec->block_seqno, 1, memory_order_release);
   ctx->dirty |= GA_DIRTY_STORAGE_BUFFERS;
}

/* The uniforms of a counter buffer: their number, with their indices at `indices` unless it is NULL. */
static GLint buffer_counters(const struct glsl_linked *l, GLuint buffer, GLint *indices)
{
   GLint n = 0;
   for (uint32_t i = 0; i < l->uniform_count; i++) {
      if (l->uniforms[i].base != GLSL_COUNTER || l->uniforms[i].block != (int32_t)buffer)
         continue;
      if (indices)
         indices[n] = (GLint)i;
      n++;
   }
   return n;
}

void ga_GetActiveAtomicCounterBufferiv(struct ga_context *ctx, GLuint program, GLuint index, GLenum pname, GLint *params)
{
   static const char command[] = "glGetActiveAtomicCounterBufferiv";
   static const GLenum by[PIPE_SHADER_TYPES] = {
      [PIPE_SHADER_VERTEX] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER,
      [PIPE_SHADER_TESS_CTRL] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER,
      [PIPE_SHADER_TESS_EVAL] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER,
      [PIPE_SHADER_GEOMETRY] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER,
      [PIPE_SHADER_FRAGMENT] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER,
      [PIPE_SHADER_TASK] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TASK_SHADER_EXT,
      [PIPE_SHADER_MESH] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_MESH_SHADER_EXT,
      [PIPE_SHADER_COMPUTE] = GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER,
   };
   struct ga_exec *exec;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (!find_exec(ctx, program, &exec, command))
      return;
   const uint32_t count = exec ? exec->linked->counter_buffer_count : 0;
   if (index >= count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: counter buffer %u is not below the count of %u", command, index, count);
      return;
   }
   const struct glsl_block *block = &exec->linked->counter_buffers[index];
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (pname != by[stage] || ((stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH) && !ga_has(ctx, GA_FEATURE_mesh_shader)))
         continue;
      *params = block->stages >> stage & 1;
      return;
   }
   switch (pname) {
   case GL_ATOMIC_COUNTER_BUFFER_BINDING: *params = (GLint)block->binding; break;
   case GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE: *params = (GLint)block->size_B; break;
   case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS: *params = buffer_counters(exec->linked, index, NULL); break;
   case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES: buffer_counters(exec->linked, index, params); break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   }
}

void ga_GetActiveUniformBlockName(struct ga_context *ctx, GLuint program, GLuint index, GLsizei size, GLsizei *length, GLchar *name)
{
   static const char command[] = "glGetActiveUniformBlockName";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = find_block(ctx, program, index, command);
   if (!exec)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d is negative", command, size);
   else
      ga_copy_string(exec->linked->uniform_blocks[index].name, size, length, name);
}

/* The number of active uniforms of a block, with their indices at `indices` unless it is NULL. */
static GLint block_uniforms(const struct glsl_linked *l, GLuint block, GLint *indices)
{
   struct ga_values values = {indices, 0, INT32_MAX};
   ga_block_variables(l, GA_RESOURCE_UNIFORM_BLOCK, block, &values);
   return values.count;
}

/* The stage that a GL_UNIFORM_BLOCK_REFERENCED_BY_* enum names, with the feature that brings it; -1: none. */
static int referenced_by(const struct ga_context *ctx, GLenum pname)
{
   static const struct { GLenum pname; enum pipe_shader_type stage; enum ga_feature feature; } rows[] = {
      {GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER, PIPE_SHADER_VERTEX, GA_FEATURE_uniform_buffer},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER, PIPE_SHADER_FRAGMENT, GA_FEATURE_uniform_buffer},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER, PIPE_SHADER_GEOMETRY, GA_FEATURE_desktop},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER, PIPE_SHADER_GEOMETRY, GA_FEATURE_desktop},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER, PIPE_SHADER_TESS_CTRL, GA_FEATURE_tessellation_shader},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER, PIPE_SHADER_TESS_EVAL, GA_FEATURE_tessellation_shader},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_TASK_SHADER_EXT, PIPE_SHADER_TASK, GA_FEATURE_mesh_shader},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_MESH_SHADER_EXT, PIPE_SHADER_MESH, GA_FEATURE_mesh_shader},
      {GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER, PIPE_SHADER_COMPUTE, GA_FEATURE_compute_shader},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      if (rows[i].pname == pname && ga_has(ctx, rows[i].feature))
         return (int)rows[i].stage;
   return -1;
}

void ga_GetActiveUniformBlockiv(struct ga_context *ctx, GLuint program, GLuint index, GLenum pname, GLint *params)
{
   static const char command[] = "glGetActiveUniformBlockiv";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = find_block(ctx, program, index, command);
   if (!exec)
      return;
   const struct glsl_block *block = &exec->linked->uniform_blocks[index];
   const int stage = referenced_by(ctx, pname);
   if (stage >= 0) {
      *params = block->stages >> stage & 1;
      return;
   }
   switch (pname) {
   case GL_UNIFORM_BLOCK_BINDING: *params = exec->block_binding[index]; break;
   case GL_UNIFORM_BLOCK_DATA_SIZE: *params = (GLint)block->size_B; break;
   case GL_UNIFORM_BLOCK_NAME_LENGTH: *params = (GLint)strlen(block->name) + 1; break;
   case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS: *params = block_uniforms(exec->linked, index, NULL); break;
   case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES: block_uniforms(exec->linked, index, params); break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   }
}

/* ---- uniforms ------------------------------------------------------------------------------------------------------------------ */

void ga_GetUniformIndices(struct ga_context *ctx, GLuint program, GLsizei count, const GLchar *const *names, GLuint *indices)
{
   static const char command[] = "glGetUniformIndices";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_interface uniforms = {.kind = GA_RESOURCE_UNIFORM};
   const struct ga_exec *exec = linked_program(ctx, program, command);
   if (!exec)
      return;
   if (count < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
   for (GLsizei i = 0; i < count; i++)
      indices[i] = ga_resource_index(exec, &uniforms, names[i]);
}

/* The property that a parameter of an active uniform is (ES 3.0, table 2.10); GL_NONE: the context has no such parameter. */
static GLenum uniform_property(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_UNIFORM_TYPE: return GL_TYPE;
   case GL_UNIFORM_SIZE: return GL_ARRAY_SIZE;
   case GL_UNIFORM_NAME_LENGTH: return GL_NAME_LENGTH;
   case GL_UNIFORM_BLOCK_INDEX: return GL_BLOCK_INDEX;
   case GL_UNIFORM_OFFSET: return GL_OFFSET;
   case GL_UNIFORM_ARRAY_STRIDE: return GL_ARRAY_STRIDE;
   case GL_UNIFORM_MATRIX_STRIDE: return GL_MATRIX_STRIDE;
   case GL_UNIFORM_IS_ROW_MAJOR: return GL_IS_ROW_MAJOR;
   case GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX:
      return ga_has(ctx, GA_FEATURE_shader_atomic_counters) ? GL_ATOMIC_COUNTER_BUFFER_INDEX : GL_NONE;
   default: return GL_NONE;
   }
}

void ga_GetActiveUniformsiv(struct ga_context *ctx, GLuint program, GLsizei count, const GLuint *indices, GLenum pname,
                            GLint *params)
{
   static const char command[] = "glGetActiveUniformsiv";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_exec *exec;
   if (!find_exec(ctx, program, &exec, command))
      return;
   const uint32_t uniforms = exec ? exec->linked->uniform_count : 0;
   if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
      return;
   }
   for (GLsizei i = 0; i < count; i++)
      if (indices[i] >= uniforms) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: uniform %u is not below the count of %u", command, indices[i], uniforms);
         return;
      }
   const GLenum property = uniform_property(ctx, pname);
   if (!property) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   for (GLsizei i = 0; i < count; i++)
      params[i] = ga_variable_value(exec->linked, GA_RESOURCE_UNIFORM, &exec->linked->uniforms[indices[i]], property);
}
