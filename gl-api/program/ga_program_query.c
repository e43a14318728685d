/* ga_program_query.c: queries of program objects themselves (GL 4.6, 7.14): parameters, information log, attached shaders. */
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

#include <string.h>

static GLint longest_name(const struct glsl_resource *r, uint32_t count)
{
   size_t longest = 0;
   for (uint32_t i = 0; i < count; i++) {
      const size_t length = strlen(r[i].name) + 1;
      longest = length > longest ? length : longest;
   }
   return (GLint)longest;
}

static GLint longest_block(const struct glsl_linked *l)
{
   size_t longest = 0;
   for (uint32_t i = 0; i < l->uniform_block_count; i++) {
      const size_t length = strlen(l->uniform_blocks[i].name) + 1;
      longest = length > longest ? length : longest;
   }
   return (GLint)longest;
}

/* A parameter that only some contexts have. False: GL_INVALID_ENUM. */
static bool has_parameter(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_ACTIVE_UNIFORM_BLOCKS:
   case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH: return ga_has(ctx, GA_FEATURE_uniform_buffer);
   case GL_PROGRAM_SEPARABLE: return ga_has(ctx, GA_FEATURE_separate_shader_objects);
   case GL_COMPUTE_WORK_GROUP_SIZE: return ga_has(ctx, GA_FEATURE_compute_shader);
   case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS: return ga_has(ctx, GA_FEATURE_shader_atomic_counters);
   case GL_TESS_CONTROL_OUTPUT_VERTICES:
   case GL_TESS_GEN_MODE:
   case GL_TESS_GEN_SPACING:
   case GL_TESS_GEN_VERTEX_ORDER:
   case GL_TESS_GEN_POINT_MODE: return ga_has(ctx, GA_FEATURE_tessellation_shader);
   case GL_TASK_WORK_GROUP_SIZE_EXT:
   case GL_MESH_WORK_GROUP_SIZE_EXT:
   case GL_MESH_VERTICES_OUT_EXT:
   case GL_MESH_PRIMITIVES_OUT_EXT:
   case GL_MESH_OUTPUT_TYPE_EXT: return ga_has(ctx, GA_FEATURE_mesh_shader);
   case GL_COMPLETION_STATUS_KHR: return ga_has(ctx, GA_FEATURE_parallel_shader_compile);
   default: return true;
   }
}

static GLint geometry_parameter(const struct glsl_linked *linked, GLenum pname)
{
   switch (pname) {
   case GL_GEOMETRY_VERTICES_OUT: return (GLint)linked->geometry.max_vertices;
   case GL_GEOMETRY_INPUT_TYPE: return linked->geometry.input;
   case GL_GEOMETRY_OUTPUT_TYPE: return linked->geometry.output;
   default: return (GLint)linked->geometry.invocations;
   }
}

static GLint tessellation_parameter(const struct glsl_linked *linked, GLenum pname)
{
   switch (pname) {
   case GL_TESS_CONTROL_OUTPUT_VERTICES: return (GLint)linked->patch_vertices;
   case GL_TESS_GEN_MODE: return linked->tessellation.mode;
   case GL_TESS_GEN_SPACING: return linked->tessellation.spacing;
   case GL_TESS_GEN_VERTEX_ORDER: return linked->tessellation.order;
   default: return linked->tessellation.point_mode;
   }
}

/* Of the task or the mesh shader of a program that has one (EXT_mesh_shader, 7.14). */
static void mesh_parameter(const struct glsl_linked *linked, GLenum pname, GLint *params)
{
   const uint32_t *size = pname == GL_TASK_WORK_GROUP_SIZE_EXT ? linked->task.size : linked->mesh.size;
   switch (pname) {
   case GL_MESH_VERTICES_OUT_EXT: *params = (GLint)linked->mesh.max_vertices; break;
   case GL_MESH_PRIMITIVES_OUT_EXT: *params = (GLint)linked->mesh.max_primitives; break;
   case GL_MESH_OUTPUT_TYPE_EXT: *params = linked->mesh.output; break;
   default:
      for (unsigned i = 0; i < 3; i++)
         params[i] = (GLint)size[i];
   }
}

void ga_GetProgramiv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *params)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetProgramiv");
   if (!prog)
      return;
   const struct glsl_linked *linked = prog->linked ? prog->exec->linked : NULL;
   switch (has_parameter(ctx, pname) ? pname : GL_NONE) {
   case GL_DELETE_STATUS: *params = prog->delete_pending; break;
   case GL_LINK_STATUS: *params = prog->linked; break;
   case GL_PROGRAM_SEPARABLE: *params = linked && linked->separable; break;
   case GL_COMPLETION_STATUS_KHR: *params = GL_TRUE; break; /* glLinkProgram links before it returns */
   case GL_VALIDATE_STATUS: *params = prog->validated; break;
   case GL_INFO_LOG_LENGTH: *params = prog->info_log && *prog->info_log ? (GLint)strlen(prog->info_log) + 1 : 0; break;
   case GL_ATTACHED_SHADERS:
      *params = 0;
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         *params += (GLint)prog->attached_count[stage];
      break;
   case GL_ACTIVE_ATTRIBUTES: *params = linked ? (GLint)linked->attrib_count : 0; break;
   case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH: *params = linked ? longest_name(linked->attribs, linked->attrib_count) : 0; break;
   case GL_ACTIVE_UNIFORMS: *params = linked ? (GLint)linked->uniform_count : 0; break;
   case GL_ACTIVE_UNIFORM_BLOCKS: *params = linked ? (GLint)linked->uniform_block_count : 0; break;
   case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH: *params = linked ? longest_block(linked) : 0; break;
   case GL_ACTIVE_UNIFORM_MAX_LENGTH: *params = linked ? longest_name(linked->uniforms, linked->uniform_count) : 0; break;
   case GL_ACTIVE_ATOMIC_COUNTER_BUFFERS: *params = linked ? (GLint)linked->counter_buffer_count : 0; break;
   case GL_COMPUTE_WORK_GROUP_SIZE:
      if (!linked || !linked->stage[PIPE_SHADER_COMPUTE].spirv) {
         ga_error(ctx, GL_INVALID_OPERATION, "glGetProgramiv: program %u has no linked compute shader", name);
         break;
      }
      for (unsigned i = 0; i < 3; i++)
         params[i] = (GLint)linked->local_size[i];
      break;
   case GL_TASK_WORK_GROUP_SIZE_EXT:
   case GL_MESH_WORK_GROUP_SIZE_EXT:
   case GL_MESH_VERTICES_OUT_EXT:
   case GL_MESH_PRIMITIVES_OUT_EXT:
   case GL_MESH_OUTPUT_TYPE_EXT:
      if (!linked || !linked->stage[pname == GL_TASK_WORK_GROUP_SIZE_EXT ? PIPE_SHADER_TASK : PIPE_SHADER_MESH].spirv)
         ga_error(ctx, GL_INVALID_OPERATION, "glGetProgramiv: program %u has no linked shader of the stage of %s", name,
                  ga_enum_name(pname));
      else
         mesh_parameter(linked, pname, params);
      break;
   case GL_TESS_CONTROL_OUTPUT_VERTICES:
   case GL_TESS_GEN_MODE:
   case GL_TESS_GEN_SPACING:
   case GL_TESS_GEN_VERTEX_ORDER:
   case GL_TESS_GEN_POINT_MODE:
      if (!linked || !linked->stage[pname == GL_TESS_CONTROL_OUTPUT_VERTICES ? PIPE_SHADER_TESS_CTRL : PIPE_SHADER_TESS_EVAL].spirv)
         ga_error(ctx, GL_INVALID_OPERATION, "glGetProgramiv: program %u has no linked shader of the stage of %s", name,
                  ga_enum_name(pname));
      else
         *params = tessellation_parameter(linked, pname);
      break;
   case GL_PROGRAM_BINARY_LENGTH:
   case GL_PROGRAM_BINARY_RETRIEVABLE_HINT:
      if (ga_has(ctx, pname == GL_PROGRAM_BINARY_LENGTH ? GA_FEATURE_get_program_binary : GA_FEATURE_program_binary_hint)) {
         *params = pname == GL_PROGRAM_BINARY_LENGTH ? ga_program_binary_length(ctx, prog) : prog->retrievable;
         break;
      } /* fallthrough */
   case GL_GEOMETRY_VERTICES_OUT:
   case GL_GEOMETRY_INPUT_TYPE:
   case GL_GEOMETRY_OUTPUT_TYPE:
   case GL_GEOMETRY_SHADER_INVOCATIONS:
      if (ga_has(ctx, GA_FEATURE_geometry_shader)) {
         if (!linked || !linked->stage[PIPE_SHADER_GEOMETRY].spirv)
            ga_error(ctx, GL_INVALID_OPERATION, "glGetProgramiv: program %u has no linked geometry shader", name);
         else
            *params = geometry_parameter(linked, pname);
         break;
      } /* fallthrough */
   case GL_TRANSFORM_FEEDBACK_BUFFER_MODE:
   case GL_TRANSFORM_FEEDBACK_VARYINGS:
   case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH:
      if (ga_has(ctx, GA_FEATURE_transform_feedback)) {
         *params = ga_feedback_parameter(linked, pname);
         break;
      } /* fallthrough */
   default: ga_error(ctx, GL_INVALID_ENUM, "glGetProgramiv: %s is not accepted by this command", ga_enum_name(pname));
   }
}

void ga_GetProgramInfoLog(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLchar *text)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetProgramInfoLog");
   if (!prog)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGetProgramInfoLog: size %d is negative", size);
   else
      ga_copy_string(prog->info_log, size, length, text);
}

void ga_GetAttachedShaders(struct ga_context *ctx, GLuint name, GLsizei max, GLsizei *count, GLuint *shaders)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetAttachedShaders");
   if (!prog)
      return;
   if (max < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetAttachedShaders: size %d is negative", max);
      return;
   }
   GLsizei n = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (unsigned i = 0; i < prog->attached_count[stage] && n < max; i++)
         shaders[n++] = prog->attached[stage][i]->name;
   if (count)
      *count = n;
}
