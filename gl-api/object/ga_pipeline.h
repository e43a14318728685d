/* ga_pipeline.h: program pipeline objects (GL 4.6, 7.4): a program per stage. They belong to one context; ctx->program, when there is
 * one, wins over the bound pipeline. */
#ifndef GA_PIPELINE_H
#define GA_PIPELINE_H

#include "gl-api/context/ga_context.h"

struct ga_pipeline {
   GLuint name;
   char *label;                                   /* KHR_debug */
   struct ga_program *program[PIPE_SHADER_TYPES]; /* counted or NULL */
   struct ga_program *active;                     /* counted or NULL: glUniform* sets its uniforms */
};

/* The object of a generated name, made when the name has none yet. NULL: out of memory. */
struct ga_pipeline *ga_pipeline_get(struct ga_context *ctx, GLuint name);
/* A bound pipeline is unbound. */
void ga_pipeline_delete(struct ga_context *ctx, GLuint name);
void ga_pipeline_finish_context(struct ga_context *ctx);

/* NULL: none. */
void ga_pipeline_bind(struct ga_context *ctx, struct ga_pipeline *pipeline);
/* stages: bit per enum pipe_shader_type. prog NULL: the stages become empty. */
void ga_pipeline_use_stages(struct ga_context *ctx, struct ga_pipeline *pipeline, unsigned stages, struct ga_program *prog);
void ga_pipeline_set_active(struct ga_context *ctx, struct ga_pipeline *pipeline, struct ga_program *prog);

#endif
