/* ga_program.h: shader and program objects. GLSL goes through glsl/glsl_front.h (source -> SPIR-V) and glsl/link.h
 * (stages -> one linked program with reflection). */
#ifndef GA_PROGRAM_H
#define GA_PROGRAM_H

#include "gl-api/ga_context.h"
#include "gl-api/glsl/link.h"

struct ga_shader {
   GLuint name;
   bool is_program;                /* false; first fields are common with ga_program */
   atomic_int refs;
   char *label;                    /* KHR_debug; NULL: none; free() it with the object */
   bool delete_pending;
   GLenum type;
   enum st_stage stage;
   char *source, *info_log;        /* concatenated; never NULL */
   bool compiled;
   struct glsl_module *module;     /* result of a successful compile; counted: programs keep the one they linked */
};

struct ga_program {
   GLuint name;
   bool is_program;                /* true */
   atomic_int refs;
   char *label;                    /* KHR_debug; same place as in ga_shader */
   bool delete_pending, validated, linked;
   char *info_log;
   struct ga_shader *attached[ST_STAGE_COUNT][8];
   unsigned attached_count[ST_STAGE_COUNT];
   struct glsl_bindings *bind;     /* BindAttribLocation requests for the next link */
   struct glsl_linked *exe;        /* last successful link: interface, SPIR-V; counted, contexts that use it keep it */
   uint8_t *storage[ST_STAGE_COUNT]; /* default uniform block per stage (size in exe) */
   uint8_t *sampler_unit;          /* texture unit per sampler slot: [stage * ST_MAX_SAMPLERS + slot] */
   uint32_t storage_stamp;         /* uniforms changed */
};

struct ga_program *ga_program_ref(struct ga_program *prog);
void ga_program_unref(struct ga_context *ctx, struct ga_program *prog);
/* NULL and the specified error (INVALID_VALUE: no such name; INVALID_OPERATION: a shader) raised. */
struct ga_program *ga_program_lookup(struct ga_context *ctx, GLuint name, const char *operation);

/* Share group destruction: frees what share->shaders still holds, a ga_shader or ga_program (without its name). */
void ga_program_free_shared(struct ga_context *ctx, void *shader_or_program);
/* Context destruction: what this context keeps for programs (ctx->program was unbound before). */
void ga_program_finish_context(struct ga_context *ctx);

/* For ga_update_textures: which unit and which kind of sampler feeds a slot. */
struct ga_sampler_use { enum ga_texture_target target; uint8_t unit; bool shadow, used; };
const struct ga_sampler_use *ga_program_samplers(struct ga_program *prog, enum st_stage stage, unsigned *count);

#endif
