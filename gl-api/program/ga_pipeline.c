/* ga_pipeline.c: program pipeline objects: lifetime and operations. */
#include "gl-api/program/ga_pipeline.h"

#include <stdlib.h>

#include "gl-api/program/ga_program.h"

static void assign(struct ga_context *ctx, struct ga_program **slot, struct ga_program *prog)
{
   struct ga_program *old = *slot;
   *slot = ga_program_ref(prog);
   ga_program_unref(ctx, old);
}

static void assign_exec(struct ga_exec **slot, struct ga_exec *exec)
{
   struct ga_exec *old = *slot;
   *slot = ga_exec_ref(exec);
   ga_exec_unref(old);
}

static void destroy(struct ga_context *ctx, struct ga_pipeline *pipeline)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      ga_exec_unref(pipeline->exec[stage]);
      ga_program_unref(ctx, pipeline->program[stage]);
   }
   ga_exec_unref(pipeline->active_exec);
   ga_program_unref(ctx, pipeline->active);
   free(pipeline->info_log);
   free(pipeline->label);
   free(pipeline);
}

struct ga_pipeline *ga_pipeline_get(struct ga_context *ctx, GLuint name)
{
   struct ga_pipeline *pipeline = ut_names_lookup(&ctx->pipelines, name);
   if (pipeline)
      return pipeline;
   pipeline = calloc(1, sizeof(*pipeline));
   if (!pipeline || !ut_names_insert(&ctx->pipelines, name, pipeline)) {
      free(pipeline);
      return NULL;
   }
   pipeline->name = name;
   return pipeline;
}

void ga_pipeline_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_pipeline *pipeline = ut_names_lookup(&ctx->pipelines, name);
   ut_names_remove(&ctx->pipelines, name);
   if (!pipeline)
      return;
   if (ctx->pipeline == pipeline)
      ga_pipeline_bind(ctx, NULL);
   destroy(ctx, pipeline);
}

void ga_pipeline_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   ctx->pipeline = NULL;
   for (struct ga_pipeline *pipeline; (pipeline = ut_names_next(&ctx->pipelines, &cursor, NULL));)
      destroy(ctx, pipeline);
   ut_names_finish(&ctx->pipelines);
}

/* ---- operations ------------------------------------------------------------------------------------------------------------- */

/* The bound pipeline is another one, or has other programs. */
static void bound_changed(struct ga_context *ctx, unsigned stages)
{
   ctx->dirty |= GA_DIRTY_PROGRAM;
   ga_program_update_stages(ctx, ctx->program ? 0 : stages);
}

void ga_pipeline_bind(struct ga_context *ctx, struct ga_pipeline *pipeline)
{
   if (ctx->pipeline == pipeline)
      return;
   ctx->pipeline = pipeline;
   bound_changed(ctx, GA_ALL_STAGES);
}

void ga_pipeline_use_stages(struct ga_context *ctx, struct ga_pipeline *pipeline, unsigned stages, struct ga_program *prog,
                            struct ga_exec *exec)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!(stages & 1u << stage))
         continue;
      assign(ctx, &pipeline->program[stage], prog);
      assign_exec(&pipeline->exec[stage], exec);
   }
   if (ctx->pipeline == pipeline)
      bound_changed(ctx, stages);
}

void ga_pipeline_set_active(struct ga_context *ctx, struct ga_pipeline *pipeline, struct ga_program *prog, struct ga_exec *exec)
{
   assign(ctx, &pipeline->active, prog);
   assign_exec(&pipeline->active_exec, exec);
}

void ga_pipelines_relinked(struct ga_context *ctx, struct ga_program *prog, struct ga_exec *exec)
{
   uint64_t cursor = 0;
   for (struct ga_pipeline *pipeline; (pipeline = ut_names_next(&ctx->pipelines, &cursor, NULL));) {
      if (pipeline->active == prog)
         assign_exec(&pipeline->active_exec, exec);
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         if (pipeline->program[stage] == prog)
            assign_exec(&pipeline->exec[stage], exec);
   }
   ctx->dirty |= GA_DIRTY_PROGRAM;
}

/* ---- rules ------------------------------------------------------------------------------------------------------------------ */

static bool has_stage(const struct ga_exec *exec, unsigned stage)
{
   return exec && exec->linked->stage[stage].spirv;
}

/* Every stage that a program was linked with draws with it, or none. */
static bool is_split(const struct ga_pipeline *pipeline, unsigned stage)
{
   const struct ga_exec *exec = pipeline->exec[stage];
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      if (has_stage(exec, i) && pipeline->exec[i] != exec)
         return true;
   return false;
}

/* Draws of vertices, and those of mesh shaders, which replace the stages before the fragment shader (EXT_mesh_shader, overview). */
enum draws { OF_VERTICES, OF_MESHES, KINDS_OF_DRAWS };

static bool runs_stage(enum draws draws, unsigned stage)
{
   const bool is_mesh = stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH;
   return stage == PIPE_SHADER_FRAGMENT || (stage < PIPE_SHADER_FRAGMENT && is_mesh == (draws == OF_MESHES));
}

/* Another program draws a stage between two stages of the same one. */
static bool is_interrupted(const struct ga_pipeline *pipeline, unsigned stage)
{
   const struct ga_exec *exec = pipeline->exec[stage];
   const enum draws draws = runs_stage(OF_MESHES, stage) ? OF_MESHES : OF_VERTICES;
   bool other = false;
   for (unsigned i = stage + 1; i <= PIPE_SHADER_FRAGMENT; i++) {
      if (!has_stage(pipeline->exec[i], i) || !runs_stage(draws, i))
         continue;
      if (pipeline->exec[i] == exec && other)
         return true;
      other |= pipeline->exec[i] != exec;
   }
   return false;
}

static bool draws_match(const struct ga_pipeline *pipeline, enum draws draws, char *why, size_t size)
{
   const struct ga_exec *previous = NULL;
   for (unsigned stage = 0; stage <= PIPE_SHADER_FRAGMENT; stage++) {
      const struct ga_exec *exec = pipeline->exec[stage];
      if (!has_stage(exec, stage) || !runs_stage(draws, stage))
         continue;
      if (previous && previous != exec && !glsl_interfaces_match(previous->linked, exec->linked, why, size))
         return false;
      previous = exec;
   }
   return true;
}

bool ga_pipeline_interfaces_match(const struct ga_pipeline *pipeline, char *why, size_t size)
{
   return !pipeline || (draws_match(pipeline, OF_VERTICES, why, size) && draws_match(pipeline, OF_MESHES, why, size));
}

const char *ga_pipeline_problem(const struct ga_pipeline *pipeline)
{
   bool empty = true, begins = false;
   for (unsigned stage = 0; pipeline && stage < PIPE_SHADER_TYPES; stage++) {
      if (!has_stage(pipeline->exec[stage], stage))
         continue;
      empty = false;
      begins |= stage == PIPE_SHADER_VERTEX || stage == PIPE_SHADER_TASK || stage == PIPE_SHADER_MESH;
      if (!begins && stage < PIPE_SHADER_FRAGMENT)
         return "it has a stage after the vertex shader, but no vertex shader";
      if (!pipeline->exec[stage]->linked->separable)
         return "a program is not separable any more";
      if (is_split(pipeline, stage))
         return "a program draws some, but not all of the stages that it was linked with";
      if (is_interrupted(pipeline, stage))
         return "another program draws a stage between two stages of one program";
   }
   return pipeline && empty ? "it has no program" : NULL;
}
