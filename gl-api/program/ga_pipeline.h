/* ga_pipeline.h: program pipeline objects (GL 4.6, 7.4): a program per stage. They belong to one context; ctx->program, when there is
 * one, wins over the bound pipeline. */
#ifndef GA_PIPELINE_H
#define GA_PIPELINE_H

#include "gl-api/context/ga_context.h"

struct ga_pipeline {
   GLuint name;
   char *label;                                   /* KHR_debug */
   struct ga_program *program[PIPE_SHADER_TYPES]; /* counted or NULL */
   struct ga_exec *exec[PIPE_SHADER_TYPES];       /* counted or NULL: of the program when it was given, or linked here since */
   struct ga_program *active;                     /* counted or NULL: glUniform* sets its uniforms */
   struct ga_exec *active_exec;                   /* counted or NULL: its executable */
   char *info_log;                                /* of the last validation; NULL: empty */
   bool validated;                                /* result of the last validation */
};

/* The object of a generated name, made when the name has none yet. NULL: out of memory. */
struct ga_pipeline *ga_pipeline_get(struct ga_context *ctx, GLuint name);
/* A bound pipeline is unbound. */
void ga_pipeline_delete(struct ga_context *ctx, GLuint name);
void ga_pipeline_finish_context(struct ga_context *ctx);

/* NULL: none. */
void ga_pipeline_bind(struct ga_context *ctx, struct ga_pipeline *pipeline);
/* stages: bit per enum pipe_shader_type. prog with its executable, or NULL: the stages become empty. */
void ga_pipeline_use_stages(struct ga_context *ctx, struct ga_pipeline *pipeline, unsigned stages, struct ga_program *prog,
                            struct ga_exec *exec);
void ga_pipeline_set_active(struct ga_context *ctx, struct ga_pipeline *pipeline, struct ga_program *prog, struct ga_exec *exec);
/* The program has a new executable: it becomes part of the context's pipelines with the program (GL 4.6, 7.3). */
void ga_pipelines_relinked(struct ga_context *ctx, struct ga_program *prog, struct ga_exec *exec);
/* Whether the interfaces between the pipeline's programs match exactly (ES 3.1, 7.4.1); if not, why (at most `size` bytes) says it.
 * GA_FEATURE_pipeline_interfaces: such a pipeline cannot draw; elsewhere the inputs that do not match are undefined. */
bool ga_pipeline_interfaces_match(const struct ga_pipeline *pipeline, char *why, size_t size);
/* Why the pipeline cannot draw (GL 4.6, 11.1.3.11), apart from interfaces and conflicts of samplers; NULL: it can, or there is no pipeline. */
const char *ga_pipeline_problem(const struct ga_pipeline *pipeline);

#endif
