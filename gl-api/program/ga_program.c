/* ga_program.c: program objects (ES 2.0 2.10.3, 2.10.4, 6.1.8): attaching, linking, use.
 * Queries of the program itself are in ga_program_query.c, uniforms in ga_uniform.c, introspection in ga_introspect.c, translation for
 * draws in derive/ga_program_draw.c. */
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_pipeline.h"
#include "gl-api/program/ga_resource.h"
#include "gl-api/object/ga_target.h"
#include "gl-api/program/ga_transform_feedback.h"

#include <stdlib.h>
#include <string.h>

/* ---- executables ---------------------------------------------------------------------------------------------------- */

/* unit: of a layout qualifier, whose limit the compiler checks. */
struct ga_sampler_use ga_sampler_use_of(uint32_t type, uint32_t unit)
{
   bool shadow = false;
   int target = ga_target_of_sampler(type, &shadow);
   const GLenum *kinds = target >= 0 ? ga_target_table[target].sampler : NULL;
   return (struct ga_sampler_use){ .target = (enum ga_texture_target)target, .unit = (uint8_t)unit, .shadow = shadow, .used = kinds != NULL,
                                   .integer = kinds && (type == kinds[2] || type == kinds[3]) };
}

bool ga_is_image_buffer(uint32_t type)
{
   return type == GL_IMAGE_BUFFER || type == GL_INT_IMAGE_BUFFER || type == GL_UNSIGNED_INT_IMAGE_BUFFER;
}

bool ga_is_image_ms(uint32_t type)
{
   return type == GL_IMAGE_2D_MULTISAMPLE || type == GL_INT_IMAGE_2D_MULTISAMPLE || type == GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE ||
          type == GL_IMAGE_2D_MULTISAMPLE_ARRAY || type == GL_INT_IMAGE_2D_MULTISAMPLE_ARRAY ||
          type == GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY;
}

/* Samplers and images refer to units when a program was linked (ARB_bindless_texture, 2.14.6). */
static void init_handles(struct ga_exec *exec, const struct glsl_resource *r)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (uint32_t e = 0; glsl_is_handle(r, stage) && e < r->array_size; e++) {
         const uint32_t words[2] = { r->binding < 0 ? 0 : (uint32_t)r->binding + e, GA_HANDLE_OF_UNIT };
         memcpy(exec->storage[stage] + r->offset_B[stage] + e * GA_HANDLE_STEP_B, words, sizeof words);
         exec->has_handles[stage] = true;
      }
   }
}

struct ga_exec *ga_exec_create(struct glsl_linked *linked)
{
   struct ga_exec *exec = calloc(1, sizeof *exec);
   if (!exec) {
      glsl_linked_unref(linked);
      return NULL;
   }
   atomic_init(&exec->refs, 1);
   exec->linked = linked;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const uint32_t size_B = linked->default_block_B[stage];
      if (!size_B)
         continue;
      exec->storage[stage] = calloc(1, size_B);
      if (!exec->storage[stage]) {
         ga_exec_unref(exec);
         return NULL;
      }
      if (linked->initial[stage])
         memcpy(exec->storage[stage], linked->initial[stage], size_B);
   }
   exec->block_binding = malloc(linked->uniform_block_count + linked->storage_block_count + 1);
   if (!exec->block_binding || !ga_resource_names_init(exec)) {
      ga_exec_unref(exec);
      return NULL;
   }
   for (uint32_t i = 0; i < linked->uniform_block_count; i++)
      exec->block_binding[i] = (uint8_t)linked->uniform_blocks[i].binding;
   exec->storage_binding = exec->block_binding + linked->uniform_block_count;
   for (uint32_t i = 0; i < linked->storage_block_count; i++)
      exec->storage_binding[i] = (uint8_t)linked->storage_blocks[i].binding;
   for (uint32_t i = 0; i < linked->uniform_count; i++) {
      const struct glsl_resource *r = &linked->uniforms[i];
      init_handles(exec, r);
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         for (uint32_t e = 0; r->base == GLSL_SAMPLER && r->sampler_slot[stage] != 0xff && e < r->array_size; e++) {
            struct ga_sampler_use *use = &exec->sampler[stage][r->sampler_slot[stage] + e];
            *use = ga_sampler_use_of(r->type, r->binding < 0 ? 0 : (uint32_t)r->binding + e);
            use->used &= linked->samplers_used[stage] >> (r->sampler_slot[stage] + e) & 1;
         }
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         for (uint32_t e = 0; r->base == GLSL_IMAGE && r->sampler_slot[stage] != 0xff && e < r->array_size; e++) {
            exec->image_unit[stage][r->sampler_slot[stage] + e] = (uint8_t)(r->binding < 0 ? 0 : (uint32_t)r->binding + e);
            exec->image_is_buffer[stage] |= (uint32_t)ga_is_image_buffer(r->type) << (r->sampler_slot[stage] + e);
            exec->image_is_ms[stage] |= (uint32_t)ga_is_image_ms(r->type) << (r->sampler_slot[stage] + e);
         }
   }
   return exec;
}

struct ga_exec *ga_exec_ref(struct ga_exec *exec)
{
   if (exec)
      atomic_fetch_add_explicit(&exec->refs, 1, memory_order_relaxed);
   return exec;
}

void ga_exec_unref(struct ga_exec *exec)
{
   if (!exec || atomic_fetch_sub_explicit(&exec->refs, 1, memory_order_acq_rel) != 1)
      return;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      free(exec->storage[stage]);
   free(exec->block_binding);
   ga_resource_names_finish(exec);
   glsl_linked_unref(exec->linked);
   free(exec);
}

bool ga_samplers_conflict(struct ga_exec *const exec[PIPE_SHADER_TYPES])
{
   uint8_t kind[GA_MAX_TEXTURE_UNITS] = { 0 }; /* target + 1 */
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned slot = 0; exec[stage] && slot < exec[stage]->linked->sampler_count[stage]; slot++) {
         const struct ga_sampler_use *use = &exec[stage]->sampler[stage][slot];
         if (!use->used)
            continue;
         if (kind[use->unit] && kind[use->unit] != use->target + 1)
            return true;
         kind[use->unit] = (uint8_t)(use->target + 1);
      }
   }
   return false;
}

bool ga_exec_samplers_conflict(struct ga_exec *exec)
{
   struct ga_exec *stages[PIPE_SHADER_TYPES];
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      stages[stage] = exec;
   return ga_samplers_conflict(stages);
}

/* ---- objects -------------------------------------------------------------------------------------------------------- */

GLuint ga_CreateProgram(struct ga_context *ctx)
{
   struct ga_program *prog = calloc(1, sizeof *prog);
   uint32_t name = 0;
   if (prog && (prog->bind = glsl_bindings_create())) {
      atomic_init(&prog->refs, 1);
      prog->is_program = true;
      name = ga_shader_name(ctx, prog, &prog->name);
   }
   if (!name) {
      if (prog)
         glsl_bindings_destroy(prog->bind);
      free(prog);
      ga_oom(ctx, "glCreateProgram");
   }
   return name;
}

void ga_DeleteProgram(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = name ? ga_program_lookup(ctx, name, "glDeleteProgram") : NULL;
   if (prog && prog->delete_pending)
      prog = NULL;
   if (prog)
      prog->delete_pending = true;
   ga_unlock(ctx, &ctx->share->shaders.lock);
   ga_program_unref(ctx, prog); /* the name's */
}

GLboolean ga_IsProgram(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_shader *object = ut_names_lookup(&ctx->share->shaders.names, name);
   return object && object->is_program;
}

void ga_AttachShader(struct ga_context *ctx, GLuint program, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glAttachShader");
   struct ga_shader *shader = prog ? ga_shader_lookup(ctx, name, "glAttachShader") : NULL;
   if (!shader)
      return;
   unsigned *count = &prog->attached_count[shader->stage];
   struct ga_shader **list = prog->attached[shader->stage];
   bool attached = *count && ga_has(ctx, GA_FEATURE_es); /* one shader per stage: ES 2.0, 2.10.3 */
   for (unsigned i = 0; i < *count; i++)
      attached |= list[i] == shader;
   if (attached) {
      ga_error(ctx, GL_INVALID_OPERATION, "glAttachShader: the shader, or another one of its type, is attached already");
      return;
   }
   if (*count == GA_MAX_STAGE_SHADERS) {
      ga_oom(ctx, "glAttachShader");
      return;
   }
   atomic_fetch_add(&shader->refs, 1);
   list[(*count)++] = shader;
}

/* Takes the shader out of the program's list, with the list's reference. False: it is not attached. */
static bool take_attached(struct ga_program *prog, const struct ga_shader *shader)
{
   unsigned *count = &prog->attached_count[shader->stage];
   struct ga_shader **list = prog->attached[shader->stage];
   for (unsigned i = 0; i < *count; i++) {
      if (list[i] != shader)
         continue;
      list[i] = list[--*count];
      return true;
   }
   return false;
}

void ga_DetachShader(struct ga_context *ctx, GLuint program, GLuint name)
{
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glDetachShader");
   struct ga_shader *shader = prog ? ga_shader_lookup(ctx, name, "glDetachShader") : NULL;
   const bool attached = shader && take_attached(prog, shader);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (attached)
      ga_shader_unref(ctx, shader);
   else if (shader)
      ga_error(ctx, GL_INVALID_OPERATION, "glDetachShader: shader %u is not attached to program %u", name, program);
}

void ga_BindAttribLocation(struct ga_context *ctx, GLuint program, GLuint index, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glBindAttribLocation");
   if (!prog)
      return;
   if (index >= (GLuint)ctx->limits.max_vertex_attribs) {
      ga_error(ctx, GL_INVALID_VALUE, "glBindAttribLocation: location %u, the limit is %d", index,
               ctx->limits.max_vertex_attribs);
      return;
   }
   if (!name)
      return;
   if (!strncmp(name, "gl_", 3)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glBindAttribLocation: names that begin with gl_ are reserved: %s", name);
      return;
   }
   if (!glsl_bindings_set_attrib(prog->bind, name, index))
      ga_oom(ctx, "glBindAttribLocation");
}

/* Colour numbers of fragment outputs for the next link (OpenGL 4.6, 15.2.3; EXT_blend_func_extended for OpenGL ES). index: 1 is
 * the second source of blending, of which the limit of draw buffers is max_dual_source_draw_buffers. */
static void bind_frag_data(struct ga_context *ctx, const char *command, GLuint program, GLuint color, GLuint index,
                           const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return;
   const GLuint limit = index ? GA_MAX_DUAL_SOURCE_DRAW_BUFFERS : (GLuint)ctx->limits.max_draw_buffers;
   if (index > 1 || color >= limit) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: colour number %u of index %u", command, color, index);
      return;
   }
   if (!name)
      return;
   if (!strncmp(name, "gl_", 3)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: names that begin with gl_ are reserved: %s", command, name);
      return;
   }
   if (!glsl_bindings_set_output(prog->bind, name, color, index))
      ga_oom(ctx, command);
}

void ga_BindFragDataLocation(struct ga_context *ctx, GLuint program, GLuint color, const GLchar *name)
{
   bind_frag_data(ctx, "glBindFragDataLocation", program, color, 0, name);
}

void ga_BindFragDataLocationIndexed(struct ga_context *ctx, GLuint program, GLuint color, GLuint index, const GLchar *name)
{
   bind_frag_data(ctx, "glBindFragDataLocationIndexed", program, color, index, name);
}

/* ---- linking -------------------------------------------------------------------------------------------------------- */

static bool append_log(char **log, const char *text)
{
   const size_t before = *log ? strlen(*log) : 0;
   char *grown = realloc(*log, before + strlen(text) + 2);
   if (!grown)
      return false;
   strcpy(grown + before, text);
   strcat(grown + before, "\n");
   *log = grown;
   return true;
}

/* The inputs of a link, copied under the lock: other contexts may change the program and its shaders meanwhile. */
struct link_input {
   struct glsl_module *module[PIPE_SHADER_TYPES * GA_MAX_STAGE_SHADERS]; /* counted */
   unsigned count;
   struct glsl_bindings *bind;
   bool uncompiled, no_memory;
};

static void take_input(const struct ga_program *prog, struct link_input *in)
{
   *in = (struct link_input){ .bind = glsl_bindings_copy(prog->bind) };
   in->no_memory = !in->bind;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned i = 0; i < prog->attached_count[stage]; i++) {
         struct glsl_module *module = prog->attached[stage][i]->module;
         if (module)
            in->module[in->count++] = glsl_module_ref(module);
         else
            in->uncompiled = true;
      }
   }
}

static void drop_input(struct link_input *in)
{
   for (unsigned i = 0; i < in->count; i++)
      glsl_module_unref(in->module[i]);
   glsl_bindings_destroy(in->bind);
}

/* The linked executable; NULL: *log has the reason (NULL: out of memory). */
static struct ga_exec *link_program(struct ga_context *ctx, const struct link_input *in, char **log)
{
   struct glsl_limits limits;
   *log = NULL;
   if (in->no_memory)
      return NULL;
   if (in->uncompiled) {
      append_log(log, "ERROR: an attached shader is not compiled");
      return NULL;
   }
   ga_glsl_limits(ctx, &limits);
   struct glsl_linked *linked = glsl_link(in->module, in->count, in->bind, &limits, ga_has(ctx, GA_FEATURE_es), log);
   if (!linked)
      return NULL;
   struct ga_exec *exec = ga_exec_create(linked);
   char why[512] = "";
   if (exec && !ga_program_prepare(ctx, exec, why, sizeof why)) {
      append_log(log, why);
   } else if (exec) {
      return exec;
   } else {
      free(*log);
      *log = NULL;
   }
   ga_exec_unref(exec);
   return NULL;
}

static bool has_stage(const struct ga_exec *exec, unsigned stage)
{
   return exec && exec->linked->stage[stage].spirv;
}

/* An executable that is current already may have other values: another context may have set uniforms. */
void ga_program_update_stages(struct ga_context *ctx, unsigned named)
{
   ctx->dirty |= ctx->program ? GA_DIRTY_UNIFORMS : GA_DIRTY_UNIFORMS | GA_DIRTY_PROGRAM; /* of a pipeline the whole is checked */
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      struct ga_exec *exec = ctx->program ? ctx->exec : ctx->pipeline ? ctx->pipeline->exec[stage] : NULL;
      struct ga_exec *before = ctx->stage_exec[stage];
      if (!has_stage(exec, stage))
         exec = NULL;
      if (exec == before)
         continue;
      ctx->stage_exec[stage] = ga_exec_ref(exec);
      ga_exec_unref(before);
      ctx->dirty |= GA_DIRTY_PROGRAM;
      named |= 1u << stage;
   }
   ga_subroutines_reset(ctx, named);
}

struct ga_exec *ga_feedback_exec(const struct ga_context *ctx, struct ga_program **prog)
{
   static const enum pipe_shader_type stages[] = { PIPE_SHADER_GEOMETRY, PIPE_SHADER_TESS_EVAL, PIPE_SHADER_VERTEX };
   for (unsigned i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
      struct ga_exec *exec = ga_stage_program(ctx, stages[i]);
      if (!exec)
         continue;
      *prog = ctx->program ? ctx->program : ctx->pipeline->program[stages[i]];
      return exec;
   }
   *prog = NULL;
   return NULL;
}

/* Makes an executable (NULL: none), whose reference is taken over, that of the current program. */
static void set_exec(struct ga_context *ctx, struct ga_exec *exec)
{
   ga_exec_unref(ctx->exec);
   ctx->exec = exec;
}

/* Becomes current at once where the program is (2.10.3), in this context; others see it when they bind the program again. A failed
 * link leaves the old one there. */
void ga_program_install(struct ga_context *ctx, struct ga_program *prog, struct ga_exec *exec, char *log)
{
   struct ga_exec *old = NULL;
   ga_lock(ctx, &ctx->share->shaders.lock);
   char *old_log = prog->info_log;
   prog->info_log = log;
   prog->linked = exec != NULL;
   prog->validated = false;
   prog->retrievable = prog->retrievable_next;
   if (exec) {
      old = prog->exec;
      prog->exec = ga_exec_ref(exec);
   }
   ga_unlock(ctx, &ctx->share->shaders.lock);
   free(old_log);
   ga_exec_unref(old);
   if (exec && ctx->program == prog)
      set_exec(ctx, ga_exec_ref(exec));
   if (exec) {
      ga_pipelines_relinked(ctx, prog, exec);
      ga_program_update_stages(ctx, 0);
   }
   ga_exec_unref(exec);
}

bool ga_program_captured(struct ga_context *ctx, const struct ga_program *prog, const char *command)
{
   if (!atomic_load(&prog->captures))
      return false;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback uses program %u", command, prog->name);
   return true;
}

void ga_LinkProgram(struct ga_context *ctx, GLuint name)
{
   struct link_input in;
   char *log;
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, name, "glLinkProgram");
   if (prog && ga_program_captured(ctx, prog, "glLinkProgram"))
      prog = NULL;
   if (ga_program_ref(prog))
      take_input(prog, &in);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (!prog)
      return;
   struct ga_exec *exec = link_program(ctx, &in, &log);
   drop_input(&in);
   if (!log) {
      ga_program_unref(ctx, prog);
      ga_oom(ctx, "glLinkProgram");
      return;
   }
   if (!exec)
      ga_debug_message(ctx, GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DEBUG_TYPE_OTHER, 0, GL_DEBUG_SEVERITY_MEDIUM,
                       "program %u does not link: %s", name, log);
   ga_program_install(ctx, prog, exec, log);
   ga_program_unref(ctx, prog);
}

struct ga_program *ga_program_ref_linked(struct ga_context *ctx, GLuint name, struct ga_exec **exec, const char *command)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, name, command);
   if (prog && !prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, name);
      return NULL;
   }
   if (prog)
      *exec = ga_exec_ref(prog->exec);
   return ga_program_ref(prog);
}

void ga_UseProgram(struct ga_context *ctx, GLuint name)
{
   struct ga_exec *exec = NULL;
   if (ga_feedback_captures(ctx)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glUseProgram: transform feedback is active and not paused");
      return;
   }
   struct ga_program *before = ctx->program, *prog = name ? ga_program_ref_linked(ctx, name, &exec, "glUseProgram") : NULL;
   if (name && !prog)
      return;
   set_exec(ctx, exec);
   ctx->program = prog;
   ga_program_update_stages(ctx, GA_ALL_STAGES);
   ga_program_unref(ctx, before);
}

void ga_ValidateProgram(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, name, "glValidateProgram");
   if (!prog)
      return;
   const char *problem = !prog->linked ? "ERROR: the program is not linked\n" :
      ga_exec_samplers_conflict(prog->exec) ? "ERROR: samplers of different types use the same texture unit\n" : "";
   char *log = strdup(problem);
   if (!log) {
      ga_oom(ctx, "glValidateProgram");
      return;
   }
   free(prog->info_log);
   prog->info_log = log;
   prog->validated = !*problem;
}

GLenum ga_tess_primitive(const struct glsl_linked *linked)
{
   return linked->tessellation.point_mode             ? GL_POINTS
          : linked->tessellation.mode == GL_ISOLINES ? GL_LINES : GL_TRIANGLES;
}
