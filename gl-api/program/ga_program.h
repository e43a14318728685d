/* ga_program.h: shader and program objects. GLSL goes through glsl/front/glsl_front.h (source -> SPIR-V) and glsl/link.h
 * (stages -> one linked program with reflection). */
#ifndef GA_PROGRAM_H
#define GA_PROGRAM_H

#include "gl-api/context/ga_context.h"
#include "gl-api/glsl/link.h"
#include "util/ut_index.h"

/* Shaders and programs share a name space. `refs` counts the name itself (until glDelete*) and each
 * attachment (shaders) or context where the object is current (programs). The name stays valid until the last reference is
 * dropped (ES 2.0, 2.10.1 and 2.10.3).
 * The lock of the name space, share->shaders.lock, guards all fields that change: it is held for a few copies of pointers, never
 * while compiling or linking. */
struct ga_shader {
   GLuint name;
   bool is_program;                /* false; first fields are common with ga_program */
   atomic_int refs;
   char *label;                    /* KHR_debug; NULL: none; free() it with the object */
   bool delete_pending;
   GLenum type;
   enum pipe_shader_type stage;
   char *source, *info_log;        /* malloc'ed; NULL: empty */
   uint32_t *spirv;                /* glShaderBinary's module, malloc'ed; NULL: GL_SPIR_V_BINARY is false */
   size_t spirv_words;
   bool compiled;
   struct glsl_module *module;     /* result of a successful compile; counted */
};

/* For ga_derive_textures: which unit and which kind of sampler feeds a slot. */
struct ga_sampler_use { enum ga_texture_target target; uint8_t unit; bool shadow, integer, used; };

#define GA_NAMED_LISTS 4            /* uniforms, buffer variables, inputs, outputs */

/* A successful link with its uniforms' values. Outlives a failed relink of its program, and a relink in another context
 * while this one draws with it. Counted (atomic). */
struct ga_exec {
   atomic_int refs;
   bool fixed_function;             /* made in place of missing shaders (legacy/ga_fixed_program.c): of no program object */
   bool assembly;                   /* of an assembly program (legacy/ga_assembly_draw.c): of no program object */
   struct glsl_linked *linked;
   struct ut_index names[GA_NAMED_LISTS]; /* of the variables of `linked` (ga_resource_name.c) */
   uint8_t *storage[PIPE_SHADER_TYPES]; /* default uniform block (linked->default_block_B); NULL: empty */
   atomic_uint seqno[PIPE_SHADER_TYPES]; /* of storage[stage]: incremented when a uniform changes */
   atomic_uint sampler_seqno;       /* of sampler[][].unit */
   uint8_t *block_binding;          /* by uniform block: glUniformBlockBinding */
   uint8_t *storage_binding;        /* by storage block: glShaderStorageBlockBinding; after block_binding */
   atomic_uint block_seqno;         /* of both */
   struct ga_sampler_use sampler[PIPE_SHADER_TYPES][PIPE_MAX_SAMPLERS];
   uint8_t image_unit[PIPE_SHADER_TYPES][PIPE_MAX_SHADER_IMAGES]; /* by image slot; changes count in sampler_seqno */
   uint32_t image_is_buffer[PIPE_SHADER_TYPES]; /* bit per image slot: of a type of buffer textures */
   uint32_t image_is_ms[PIPE_SHADER_TYPES];     /* bit per image slot: of a type of multisampled textures */
   bool has_handles[PIPE_SHADER_TYPES]; /* uniforms of the default block are handles of samplers or images */
};

/* The upper half of a sampler or image uniform in the default block whose lower half is the number of a unit; the driver's handles have 0
 * there. Elements of arrays are GA_HANDLE_STEP_B apart. */
#define GA_HANDLE_OF_UNIT UINT32_MAX
#define GA_HANDLE_STEP_B 16
/* How a sampler uniform of this type uses a unit; whether an image type is one of buffer or multisampled textures. */
struct ga_sampler_use ga_sampler_use_of(uint32_t type, uint32_t unit);
bool ga_is_image_buffer(uint32_t type);
bool ga_is_image_ms(uint32_t type);
/* Makes draws use a copy of the stage's default block, until another executable is bound. NULL: out of memory. */
uint8_t *ga_program_copy_block(struct ga_context *ctx, unsigned stage);

#define GA_MAX_STAGE_SHADERS 8      /* attached to a program; GL has no limit */

struct ga_program {
   GLuint name;
   bool is_program;                /* true */
   atomic_int refs;
   char *label;                    /* KHR_debug; same place as in ga_shader */
   bool delete_pending, validated;
   bool retrievable, retrievable_next; /* PROGRAM_BINARY_RETRIEVABLE_HINT: of the last link, for the next one */
   atomic_bool linked;
   atomic_int captures;            /* active transform feedback objects, of any context: it may not be linked meanwhile */
   char *info_log;                 /* NULL: empty */
   struct ga_shader *attached[PIPE_SHADER_TYPES][GA_MAX_STAGE_SHADERS];
   unsigned attached_count[PIPE_SHADER_TYPES];
   struct glsl_bindings *bind;     /* BindAttribLocation requests for the next link */
   struct ga_exec *exec;           /* last successful link, or NULL; `linked` says whether it was the last one */
};

struct ga_program *ga_program_ref(struct ga_program *prog);
void ga_program_unref(struct ga_context *ctx, struct ga_program *prog); /* NULL is fine; the lock is not held */
/* The caller holds share->shaders.lock while it uses the object, or takes a reference before it unlocks. NULL: the specified
 * error (INVALID_VALUE: no such name; INVALID_OPERATION: a shader) was raised. */
struct ga_program *ga_program_lookup(struct ga_context *ctx, GLuint name, const char *operation);
struct ga_shader *ga_shader_lookup(struct ga_context *ctx, GLuint name, const char *operation);
void ga_shader_unref(struct ga_context *ctx, struct ga_shader *shader); /* NULL is fine; the lock is not held */
/* Makes exec (a reference of the caller's; NULL: linking failed) the program's executable, here at once where the program is current
 * (ES 3.0, 2.11.3). Takes over exec and the log. */
void ga_program_install(struct ga_context *ctx, struct ga_program *prog, struct ga_exec *exec, char *log);
/* The format of glGetProgramBinary: opaque to applications. Contents that others wrote under the same number are refused. */
#define GA_PROGRAM_BINARY_FORMAT GL_PROGRAM_BINARY_FORMAT_MESA
GLint ga_program_binary_length(const struct ga_context *ctx, const struct ga_program *prog);
/* Whether an active transform feedback object, even one of another context, uses the program: GL_INVALID_OPERATION was raised. */
bool ga_program_captured(struct ga_context *ctx, const struct ga_program *prog, const char *command);
/* GL_TRANSFORM_FEEDBACK_* of glGetProgramiv; linked NULL: the initial values. */
GLint ga_feedback_parameter(const struct glsl_linked *linked, GLenum pname);
/* Gives a new object a name and stores it at *name, under the lock. 0: out of memory. */
GLuint ga_shader_name(struct ga_context *ctx, void *shader_or_program, GLuint *name);

struct ga_exec *ga_exec_create(struct glsl_linked *linked); /* takes over the reference; NULL: out of memory */
struct ga_exec *ga_exec_ref(struct ga_exec *exec);
void ga_exec_unref(struct ga_exec *exec);

/* Limits and features of this context that the compiler and the linker check. */
void ga_glsl_limits(const struct ga_context *ctx, struct glsl_limits *limits);
/* The driver compiles the linked stages. False: `why` has the reason of the failure. */
bool ga_program_prepare(struct ga_context *ctx, struct ga_exec *exec, char *why, size_t why_size_B);
/* Deletes the driver's shaders of executables that have no other reference. */
void ga_program_sweep(struct ga_context *ctx);
/* Two samplers of different kinds use one texture unit: nothing can be drawn (ES 2.0 2.10.4). exec: of each stage, or NULL. */
bool ga_samplers_conflict(struct ga_exec *const exec[PIPE_SHADER_TYPES]);
bool ga_exec_samplers_conflict(struct ga_exec *exec);
/* Sets ctx->stage_exec from the current program or, without one, from the bound pipeline. named: bit per stage whose program the
 * command names; there, and where the executable is another one, subroutine uniforms get their defaults (OpenGL 4.6, 7.10). */
#define GA_ALL_STAGES ((1u << PIPE_SHADER_TYPES) - 1)
void ga_program_update_stages(struct ga_context *ctx, unsigned named);
/* GL_POINTS, GL_LINES or GL_TRIANGLES: the primitives that the evaluation shader makes of patches. */
GLenum ga_tess_primitive(const struct glsl_linked *linked);
/* The executable of a program object that a stage draws with; NULL: it has none, or draws with fixed functions or an assembly program. */
static inline struct ga_exec *ga_stage_program(const struct ga_context *ctx, enum pipe_shader_type stage)
{
   struct ga_exec *exec = ctx->stage_exec[stage];
   return exec && !exec->fixed_function && !exec->assembly ? exec : NULL;
}
/* The executable whose outputs transform feedback captures, and its program: of the last stage before rasterization. NULL: no program. */
struct ga_exec *ga_feedback_exec(const struct ga_context *ctx, struct ga_program **prog);
/* Takes over the log and the module of a compilation or specialization (NULL: the log has the error). The caller holds a
 * reference. */
/* glCompileShader, with the strings that the shader may include (NULL: none); errors name `operation`. */
void ga_shader_compile(struct ga_context *ctx, GLuint name, struct glsl_includes *includes, const char *operation);
void ga_shader_install(struct ga_context *ctx, struct ga_shader *shader, struct glsl_module *module, char *log);
/* The program of a name and its executable, with references for the caller. NULL: an error was raised. */
struct ga_program *ga_program_ref_linked(struct ga_context *ctx, GLuint name, struct ga_exec **exec, const char *command);
/* Whether `name` is that of a variable, of an array or of its first element; `known` is in a list of active resources. */
bool ga_names_first(const char *known, const char *name);
/* Whether `name` is that of a variable or of an element of the array whose first element is listed as `known` ("a[0]"). */
bool ga_names_element(const char *known, bool is_array, uint32_t array_size, const char *name, uint32_t *element);
/* Copies a string the way GL's queries do: at most size - 1 characters and a terminator. Arguments are valid. */
void ga_copy_string(const char *from, GLsizei size, GLsizei *length, GLchar *to);

/* False: the context has no such shader type. */
bool ga_stage_of_shader(const struct ga_context *ctx, GLenum type, enum pipe_shader_type *stage);

/* ---- ga_subroutines.c ---- */
static inline bool ga_exec_has_subroutines(const struct ga_exec *exec, unsigned stage)
{
   return exec && exec->linked->subroutine_locations[stage];
}
/* Selects a function for each subroutine uniform of the executables in ctx->stage_exec; stages: a bit each. */
void ga_subroutines_reset(struct ga_context *ctx, unsigned stages);
/* Stores the selected functions' indices in a copy of the stage's default block. */
void ga_subroutines_write(const struct ga_context *ctx, const struct glsl_linked *l, unsigned stage, uint8_t *block);

/* Share group destruction: frees an object that share->shaders still holds, a ga_shader or ga_program. */
void ga_program_free_shared(struct ga_context *ctx, void *shader_or_program);
/* Context destruction: frees the context's cache of shaders (ctx->program was unbound before). */
void ga_program_finish_context(struct ga_context *ctx);

/* For ga_derive_textures: the sampler slots of a stage. exec may be NULL. */
const struct ga_sampler_use *ga_exec_samplers(const struct ga_exec *exec, enum pipe_shader_type stage, unsigned *count);

#endif
