/* ga_pipelines.c: commands of program pipeline objects (GL 4.6, 7.4; ES 3.1, 7.4; EXT_separate_shader_objects for ES) and of programs
 * with one shader. The EXT commands and those without suffix are the same under two names. */
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/command/ga_create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_transform_feedback.h"
#include "gl-api/program/ga_program.h"

/* ---- stages ----------------------------------------------------------------------------------------------------------------- */

static const struct stage_row { GLbitfield bit; GLenum type; enum ga_feature feature; } stage_rows[PIPE_SHADER_TYPES] = {
   [PIPE_SHADER_VERTEX] = {GL_VERTEX_SHADER_BIT, GL_VERTEX_SHADER, GA_FEATURE_separate_shader_objects},
   [PIPE_SHADER_FRAGMENT] = {GL_FRAGMENT_SHADER_BIT, GL_FRAGMENT_SHADER, GA_FEATURE_separate_shader_objects},
   [PIPE_SHADER_GEOMETRY] = {GL_GEOMETRY_SHADER_BIT, GL_GEOMETRY_SHADER, GA_FEATURE_geometry_shader},
   [PIPE_SHADER_TESS_CTRL] = {GL_TESS_CONTROL_SHADER_BIT, GL_TESS_CONTROL_SHADER, GA_FEATURE_tessellation_shader},
   [PIPE_SHADER_TESS_EVAL] = {GL_TESS_EVALUATION_SHADER_BIT, GL_TESS_EVALUATION_SHADER, GA_FEATURE_tessellation_shader},
   [PIPE_SHADER_TASK] = {GL_TASK_SHADER_BIT_EXT, GL_TASK_SHADER_EXT, GA_FEATURE_mesh_shader},
   [PIPE_SHADER_MESH] = {GL_MESH_SHADER_BIT_EXT, GL_MESH_SHADER_EXT, GA_FEATURE_mesh_shader},
   [PIPE_SHADER_COMPUTE] = {GL_COMPUTE_SHADER_BIT, GL_COMPUTE_SHADER, GA_FEATURE_compute_shader},
};

/* Bits of enum pipe_shader_type. False: a bit names no stage of this context. */
static bool stages_of(const struct ga_context *ctx, GLbitfield bits, unsigned *stages)
{
   const bool all = bits == GL_ALL_SHADER_BITS;
   *stages = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!ga_has(ctx, stage_rows[stage].feature) || !(bits & stage_rows[stage].bit))
         continue;
      *stages |= 1u << stage;
      bits &= ~stage_rows[stage].bit;
   }
   return all || !bits;
}

/* ---- names and binding ------------------------------------------------------------------------------------------------------ */

static void gen(struct ga_context *ctx, GLsizei n, GLuint *names, const char *command)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
   else if (!ut_names_gen(&ctx->pipelines, (uint32_t)n, names))
      ga_oom(ctx, command);
}

static bool make(struct ga_context *ctx, GLuint name)
{
   return ga_pipeline_get(ctx, name) != NULL;
}

static const struct ga_object_kind pipelines = {make, ga_pipeline_delete};

void ga_CreateProgramPipelines(struct ga_context *ctx, GLsizei n, GLuint *names)
{
   ga_create_objects(ctx, &ctx->pipelines, &pipelines, n, names, "glCreateProgramPipelines");
}

static void delete(struct ga_context *ctx, GLsizei n, const GLuint *names, const char *command)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_pipeline_delete(ctx, names[i]);
}

/* The object of a generated name; the first command that needs it makes it. NULL: an error was raised, `error` for another name. */
static struct ga_pipeline *get_or(struct ga_context *ctx, GLenum error, GLuint name, const char *command)
{
   if (!name || !ut_names_is_reserved(&ctx->pipelines, name)) {
      ga_error(ctx, error, "%s: %u is not a name from glGenProgramPipelines", command, name);
      return NULL;
   }
   struct ga_pipeline *pipeline = ga_pipeline_get(ctx, name);
   if (!pipeline)
      ga_oom(ctx, command);
   return pipeline;
}

static struct ga_pipeline *get(struct ga_context *ctx, GLuint name, const char *command)
{
   return get_or(ctx, GL_INVALID_OPERATION, name, command);
}

static void bind(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_pipeline *pipeline = NULL;
   if (ga_feedback_captures(ctx))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active and not paused", command);
   else if (!name || (pipeline = get(ctx, name, command)))
      ga_pipeline_bind(ctx, pipeline);
}

/* ---- programs --------------------------------------------------------------------------------------------------------------- */

static unsigned stages_with_code(const struct ga_exec *exec)
{
   unsigned stages = 0;
   for (unsigned stage = 0; exec && stage < PIPE_SHADER_TYPES; stage++)
      stages |= exec->linked->stage[stage].spirv ? 1u << stage : 0;
   return stages;
}

static void use_stages(struct ga_context *ctx, GLuint name, GLbitfield bits, GLuint program, const char *command)
{
   unsigned stages;
   struct ga_exec *exec = NULL;
   if (!stages_of(ctx, bits, &stages)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: stages 0x%x has bits that are not of shader stages", command, bits);
      return;
   }
   struct ga_program *prog = program ? ga_program_ref_linked(ctx, program, &exec, command) : NULL;
   struct ga_pipeline *pipeline = NULL;
   if (program && !prog)
      return;
   if (exec && !exec->linked->separable)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not separable", command, program);
   else
      pipeline = get(ctx, name, command);
   if (pipeline && pipeline == ctx->pipeline && ga_feedback_captures(ctx))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active and not paused", command);
   else if (pipeline) { /* a stage without code in the program is as if the program were 0 (GL 4.6, 7.4) */
      const unsigned present = stages & stages_with_code(exec);
      ga_pipeline_use_stages(ctx, pipeline, present, prog, exec);
      ga_pipeline_use_stages(ctx, pipeline, stages & ~present, NULL, NULL);
   }
   ga_exec_unref(exec);
   ga_program_unref(ctx, prog);
}

static void set_active(struct ga_context *ctx, GLuint name, GLuint program, const char *command)
{
   struct ga_exec *exec = NULL;
   struct ga_program *prog = program ? ga_program_ref_linked(ctx, program, &exec, command) : NULL;
   struct ga_pipeline *pipeline = program && !prog ? NULL : get(ctx, name, command);
   if (pipeline)
      ga_pipeline_set_active(ctx, pipeline, prog, exec);
   ga_exec_unref(exec);
   ga_program_unref(ctx, prog);
}

/* Links a program with the shader, and appends the shader's log to the program's. */
static void link_single(struct ga_context *ctx, GLuint program, GLuint shader)
{
   GLint compiled = GL_FALSE;
   ga_GetShaderiv(ctx, shader, GL_COMPILE_STATUS, &compiled);
   ga_ProgramParameteri(ctx, program, GL_PROGRAM_SEPARABLE, GL_TRUE);
   if (compiled) {
      ga_AttachShader(ctx, program, shader);
      ga_LinkProgram(ctx, program);
      ga_DetachShader(ctx, program, shader);
   }
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glCreateShaderProgramv");
   const struct ga_shader *object = ga_shader_lookup(ctx, shader, "glCreateShaderProgramv");
   if (!prog || !object || !object->info_log)
      return;
   const size_t length = prog->info_log ? strlen(prog->info_log) : 0;
   char *log = realloc(prog->info_log, length + strlen(object->info_log) + 1);
   if (!log) {
      ga_oom(ctx, "glCreateShaderProgramv");
      return;
   }
   strcpy(log + length, object->info_log);
   prog->info_log = log;
}

static GLuint create_program(struct ga_context *ctx, GLenum type, GLsizei count, const GLchar *const *strings, const char *command)
{
   if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
      return 0;
   }
   const GLuint shader = ga_CreateShader(ctx, type);
   if (!shader)
      return 0;
   ga_ShaderSource(ctx, shader, count, strings, NULL);
   ga_CompileShader(ctx, shader);
   const GLuint program = ga_CreateProgram(ctx);
   if (program)
      link_single(ctx, program, shader);
   ga_DeleteShader(ctx, shader);
   return program;
}

/* ---- queries and validation --------------------------------------------------------------------------------------------------- */

static void validate(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_pipeline *pipeline = get(ctx, name, command);
   if (!pipeline)
      return;
   char mismatch[500];
   const char *why = ga_pipeline_problem(pipeline);
   bool valid = !why;
   if (!why && ga_samplers_conflict(pipeline->exec)) {
      why = "samplers of different types use the same texture unit";
      valid = false;
   }
   if (!why && !ga_pipeline_interfaces_match(pipeline, mismatch, sizeof(mismatch))) {
      why = mismatch;
      valid = !ga_has(ctx, GA_FEATURE_pipeline_interfaces);
   }
   char *log = NULL;
   if (why && asprintf(&log, "%s: %s\n", valid ? "warning" : "error", why) < 0) {
      ga_oom(ctx, command);
      return;
   }
   free(pipeline->info_log);
   pipeline->info_log = log;
   pipeline->validated = valid;
}

static GLint program_name(const struct ga_program *prog)
{
   return prog ? (GLint)prog->name : 0;
}

static void get_parameter(struct ga_context *ctx, GLuint name, GLenum pname, GLint *params, const char *command)
{
   const struct ga_pipeline *pipeline = get(ctx, name, command);
   if (!pipeline)
      return;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (stage_rows[stage].type == pname && ga_has(ctx, stage_rows[stage].feature)) {
         *params = program_name(pipeline->program[stage]);
         return;
      }
   }
   switch (pname) {
   case GL_ACTIVE_PROGRAM: *params = program_name(pipeline->active); break;
   case GL_VALIDATE_STATUS: *params = pipeline->validated; break;
   case GL_INFO_LOG_LENGTH: *params = pipeline->info_log ? (GLint)strlen(pipeline->info_log) + 1 : 0; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   }
}

static void get_log(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLchar *text, const char *command)
{
   const struct ga_pipeline *pipeline = get_or(ctx, GL_INVALID_VALUE, name, command); /* OpenGL ES 3.2, 7.12 */
   if (!pipeline)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: bufSize %d is negative", command, size);
   else
      ga_copy_string(pipeline->info_log ? pipeline->info_log : "", size, length, text);
}

/* ---- commands --------------------------------------------------------------------------------------------------------------- */

/* A command under its name and with the suffix EXT. */
#define BOTH(name, parameters, call, ...)    \
   void ga_##name parameters                 \
   {                                         \
      call(__VA_ARGS__, "gl" #name);         \
   }                                         \
   void ga_##name##EXT parameters            \
   {                                         \
      call(__VA_ARGS__, "gl" #name "EXT");   \
   }

BOTH(GenProgramPipelines, (struct ga_context *ctx, GLsizei n, GLuint *names), gen, ctx, n, names)
BOTH(DeleteProgramPipelines, (struct ga_context *ctx, GLsizei n, const GLuint *names), delete, ctx, n, names)
BOTH(BindProgramPipeline, (struct ga_context *ctx, GLuint pipeline), bind, ctx, pipeline)
BOTH(UseProgramStages, (struct ga_context *ctx, GLuint pipeline, GLbitfield stages, GLuint program), use_stages, ctx,
     pipeline, stages, program)
BOTH(ActiveShaderProgram, (struct ga_context *ctx, GLuint pipeline, GLuint program), set_active, ctx, pipeline, program)
BOTH(ValidateProgramPipeline, (struct ga_context *ctx, GLuint pipeline), validate, ctx, pipeline)
BOTH(GetProgramPipelineiv, (struct ga_context *ctx, GLuint pipeline, GLenum pname, GLint *params), get_parameter, ctx,
     pipeline, pname, params)
BOTH(GetProgramPipelineInfoLog, (struct ga_context *ctx, GLuint pipeline, GLsizei size, GLsizei *length, GLchar *text),
     get_log, ctx, pipeline, size, length, text)

GLuint ga_CreateShaderProgramv(struct ga_context *ctx, GLenum type, GLsizei count, const GLchar *const *strings)
{
   return create_program(ctx, type, count, strings, "glCreateShaderProgramv");
}

GLuint ga_CreateShaderProgramvEXT(struct ga_context *ctx, GLenum type, GLsizei count, const GLchar **strings)
{
   return create_program(ctx, type, count, strings, "glCreateShaderProgramvEXT");
}

GLboolean ga_IsProgramPipeline(struct ga_context *ctx, GLuint pipeline)
{
   return ut_names_lookup(&ctx->pipelines, pipeline) != NULL;
}

GLboolean ga_IsProgramPipelineEXT(struct ga_context *ctx, GLuint pipeline)
{
   return ga_IsProgramPipeline(ctx, pipeline);
}
