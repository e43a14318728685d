/* ga_program.c: program objects (ES 2.0 2.10.3, 2.10.4, 6.1.8): attaching, linking, use, queries of the program itself.
 * Uniforms are in ga_uniform.c, introspection in ga_introspect.c, what drawing needs in ga_program_draw.c. */
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

#include <stdlib.h>
#include <string.h>

/* ---- executables ---------------------------------------------------------------------------------------------------- */

static enum ga_texture_target target_of(uint32_t type)
{
   switch (type) {
   case GL_SAMPLER_CUBE:
   case GL_SAMPLER_CUBE_SHADOW: return GA_TEX_CUBE;
   case GL_SAMPLER_3D: return GA_TEX_3D;
   case GL_SAMPLER_2D_ARRAY:
   case GL_SAMPLER_2D_ARRAY_SHADOW: return GA_TEX_2D_ARRAY;
   case GL_SAMPLER_1D:
   case GL_SAMPLER_1D_SHADOW: return GA_TEX_1D;
   case GL_SAMPLER_2D_RECT: return GA_TEX_RECT;
   case GL_SAMPLER_BUFFER: return GA_TEX_BUFFER;
   default: return GA_TEX_2D;
   }
}

static bool is_shadow(uint32_t type)
{
   return type == GL_SAMPLER_1D_SHADOW || type == GL_SAMPLER_2D_SHADOW || type == GL_SAMPLER_CUBE_SHADOW ||
          type == GL_SAMPLER_2D_ARRAY_SHADOW;
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
   for (uint32_t i = 0; i < linked->uniform_count; i++) {
      const struct glsl_resource *r = &linked->uniforms[i];
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         for (uint32_t e = 0; r->base == GLSL_SAMPLER && r->sampler_slot[stage] != 0xff && e < r->array_size; e++)
            exec->sampler[stage][r->sampler_slot[stage] + e] =
               (struct ga_sampler_use){ .target = target_of(r->type), .shadow = is_shadow(r->type), .used = true };
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
   glsl_linked_unref(exec->linked);
   free(exec);
}

bool ga_exec_samplers_conflict(const struct ga_exec *exec)
{
   uint8_t kind[GA_MAX_TEXTURE_UNITS] = { 0 }; /* target + 1 */
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      for (unsigned slot = 0; slot < exec->linked->sampler_count[stage]; slot++) {
         const struct ga_sampler_use *use = &exec->sampler[stage][slot];
         if (!use->used)
            continue;
         if (kind[use->unit] && kind[use->unit] != use->target + 1)
            return true;
         kind[use->unit] = (uint8_t)(use->target + 1);
      }
   }
   return false;
}

/* ---- objects -------------------------------------------------------------------------------------------------------- */

GLuint ga_CreateProgram(struct ga_context *ctx)
{
   struct ga_program *prog = calloc(1, sizeof *prog);
   uint32_t name = 0;
   if (prog && (prog->bind = glsl_bindings_create())) {
      atomic_init(&prog->refs, 1);
      prog->is_program = true;
      pthread_mutex_lock(&ctx->share->lock);
      if (ut_names_gen(&ctx->share->shaders, 1, &name)) {
         prog->name = name;
         if (!ut_names_insert(&ctx->share->shaders, name, prog)) {
            ut_names_remove(&ctx->share->shaders, name);
            name = 0;
         }
      } else {
         name = 0;
      }
      pthread_mutex_unlock(&ctx->share->lock);
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
   GA_SHARE_GUARD(ctx);
   struct ga_program *prog = name ? ga_program_lookup(ctx, name, "glDeleteProgram") : NULL;
   if (!prog || prog->delete_pending)
      return;
   prog->delete_pending = true;
   ga_program_unref(ctx, prog);
}

GLboolean ga_IsProgram(struct ga_context *ctx, GLuint name)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_shader *object = ut_names_lookup(&ctx->share->shaders, name);
   return object && object->is_program;
}

void ga_AttachShader(struct ga_context *ctx, GLuint program, GLuint name)
{
   GA_SHARE_GUARD(ctx);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glAttachShader");
   struct ga_shader *shader = prog ? ga_shader_lookup(ctx, name, "glAttachShader") : NULL;
   if (!shader)
      return;
   unsigned *count = &prog->attached_count[shader->stage];
   struct ga_shader **list = prog->attached[shader->stage];
   /* One shader a stage: ES 2.0 2.10.3, and all that the linker knows. */
   if (*count) {
      ga_error(ctx, GL_INVALID_OPERATION, "glAttachShader: %s",
               list[0] == shader ? "the shader is attached already" : "a shader of this type is attached already");
      return;
   }
   atomic_fetch_add(&shader->refs, 1);
   list[(*count)++] = shader;
}

void ga_DetachShader(struct ga_context *ctx, GLuint program, GLuint name)
{
   GA_SHARE_GUARD(ctx);
   struct ga_program *prog = ga_program_lookup(ctx, program, "glDetachShader");
   struct ga_shader *shader = prog ? ga_shader_lookup(ctx, name, "glDetachShader") : NULL;
   if (!shader)
      return;
   unsigned *count = &prog->attached_count[shader->stage];
   struct ga_shader **list = prog->attached[shader->stage];
   for (unsigned i = 0; i < *count; i++) {
      if (list[i] != shader)
         continue;
      list[i] = list[--*count];
      ga_shader_unref(ctx, shader);
      return;
   }
   ga_error(ctx, GL_INVALID_OPERATION, "glDetachShader: shader %u is not attached to program %u", name, program);
}

void ga_BindAttribLocation(struct ga_context *ctx, GLuint program, GLuint index, const GLchar *name)
{
   GA_SHARE_GUARD(ctx);
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
      ga_error(ctx, GL_INVALID_OPERATION, "glBindAttribLocation: the name %s is reserved", name);
      return;
   }
   if (!glsl_bindings_set_attrib(prog->bind, name, index))
      ga_oom(ctx, "glBindAttribLocation");
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

/* What a link looks at, taken under the lock: other contexts may go on with the program and its shaders. */
struct link_input {
   struct glsl_module *module[PIPE_SHADER_TYPES]; /* counted */
   unsigned count;
   struct glsl_bindings *bind;
   bool uncompiled, no_memory;
};

static void take_input(const struct ga_program *prog, struct link_input *in)
{
   *in = (struct link_input){ .bind = glsl_bindings_copy(prog->bind) };
   in->no_memory = !in->bind;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      if (!prog->attached_count[stage])
         continue;
      struct glsl_module *module = prog->attached[stage][0]->module;
      if (module)
         in->module[in->count++] = glsl_module_ref(module);
      else
         in->uncompiled = true;
   }
}

static void drop_input(struct link_input *in)
{
   for (unsigned i = 0; i < in->count; i++)
      glsl_module_unref(in->module[i]);
   glsl_bindings_destroy(in->bind);
}

/* The program that results, or NULL; *log says why (NULL: out of memory). */
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

/* Makes the program's executable the one that this context draws with. The share group is locked. An executable that is
 * current already may have other values: another context may have set uniforms. */
static void install(struct ga_context *ctx, struct ga_program *prog)
{
   struct ga_exec *before = ctx->exec, *exec = prog ? prog->exec : NULL;
   if (exec == before) {
      ctx->dirty |= GA_DIRTY_UNIFORMS;
      return;
   }
   ctx->exec = ga_exec_ref(exec);
   ga_exec_unref(before);
   ctx->dirty |= GA_DIRTY_PROGRAM;
}

void ga_LinkProgram(struct ga_context *ctx, GLuint name)
{
   struct link_input in;
   char *log;
   ga_share_lock(ctx);
   struct ga_program *prog = ga_program_ref(ga_program_lookup(ctx, name, "glLinkProgram"));
   if (prog)
      take_input(prog, &in);
   ga_share_unlock(ctx);
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
   ga_share_lock(ctx);
   free(prog->info_log);
   prog->info_log = log;
   prog->linked = exec != NULL;
   prog->validated = false;
   if (exec) {
      /* Becomes current at once where the program is (2.10.3), in this context; others see it when they bind the program
       * again. A failed link leaves the old one there. */
      ga_exec_unref(prog->exec);
      prog->exec = exec;
      if (ctx->program == prog)
         install(ctx, prog);
   }
   ga_share_unlock(ctx);
   ga_program_unref(ctx, prog);
}

void ga_UseProgram(struct ga_context *ctx, GLuint name)
{
   GA_SHARE_GUARD(ctx);
   struct ga_program *prog = name ? ga_program_lookup(ctx, name, "glUseProgram") : NULL;
   if (name && !prog)
      return;
   if (prog && !prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "glUseProgram: program %u is not linked", name);
      return;
   }
   /* Also when it is current already: another context may have changed it. */
   install(ctx, prog);
   if (prog == ctx->program)
      return;
   struct ga_program *before = ctx->program;
   ctx->program = ga_program_ref(prog);
   ga_program_unref(ctx, before);
}

void ga_ValidateProgram(struct ga_context *ctx, GLuint name)
{
   GA_SHARE_GUARD(ctx);
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

/* ---- queries -------------------------------------------------------------------------------------------------------- */

static GLint longest_name(const struct glsl_resource *r, uint32_t count)
{
   size_t longest = 0;
   for (uint32_t i = 0; i < count; i++) {
      const size_t length = strlen(r[i].name) + 1;
      longest = length > longest ? length : longest;
   }
   return (GLint)longest;
}

void ga_GetProgramiv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *params)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetProgramiv");
   if (!prog)
      return;
   const struct glsl_linked *linked = prog->linked ? prog->exec->linked : NULL;
   switch (pname) {
   case GL_DELETE_STATUS: *params = prog->delete_pending; break;
   case GL_LINK_STATUS: *params = prog->linked; break;
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
   case GL_ACTIVE_UNIFORM_MAX_LENGTH: *params = linked ? longest_name(linked->uniforms, linked->uniform_count) : 0; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "glGetProgramiv: %s", ga_enum_name(pname));
   }
}

void ga_GetProgramInfoLog(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLchar *text)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetProgramInfoLog");
   if (!prog)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGetProgramInfoLog: size %d", size);
   else
      ga_copy_string(prog->info_log, size, length, text);
}

void ga_GetAttachedShaders(struct ga_context *ctx, GLuint name, GLsizei max, GLsizei *count, GLuint *shaders)
{
   GA_SHARE_GUARD(ctx);
   const struct ga_program *prog = ga_program_lookup(ctx, name, "glGetAttachedShaders");
   if (!prog)
      return;
   if (max < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetAttachedShaders: size %d", max);
      return;
   }
   GLsizei n = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (unsigned i = 0; i < prog->attached_count[stage] && n < max; i++)
         shaders[n++] = prog->attached[stage][i]->name;
   if (count)
      *count = n;
}
