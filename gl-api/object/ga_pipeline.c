/* ga_pipeline.c: program pipeline objects: lifetime and operations. */
#include "gl-api/object/ga_pipeline.h"

#include <stdlib.h>

#include "gl-api/program/ga_program.h"

static void assign(struct ga_context *ctx, struct ga_program **slot, struct ga_program *prog)
{
   struct ga_program *old = *slot;
   *slot = ga_program_ref(prog);
   ga_program_unref(ctx, old);
}

static void destroy(struct ga_context *ctx, struct ga_pipeline *pipeline)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      ga_program_unref(ctx, pipeline->program[stage]);
   ga_program_unref(ctx, pipeline->active);
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

void ga_pipeline_bind(struct ga_context *ctx, struct ga_pipeline *pipeline)
{
   if (ctx->pipeline == pipeline)
      return;
   ctx->pipeline = pipeline;
   ctx->dirty |= GA_DIRTY_PROGRAM;
}

void ga_pipeline_use_stages(struct ga_context *ctx, struct ga_pipeline *pipeline, unsigned stages, struct ga_program *prog)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      if (stages & 1u << stage)
         assign(ctx, &pipeline->program[stage], prog);
   if (ctx->pipeline == pipeline)
      ctx->dirty |= GA_DIRTY_PROGRAM;
}

void ga_pipeline_set_active(struct ga_context *ctx, struct ga_pipeline *pipeline, struct ga_program *prog)
{
   assign(ctx, &pipeline->active, prog);
}
