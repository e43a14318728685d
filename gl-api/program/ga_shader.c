/* ga_shader.c: shader objects (ES 2.0 2.10.1, 2.10.2, 6.1.8): source, compiling, queries. */
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

#include <stdlib.h>
#include <string.h>

/* ---- lifetime ------------------------------------------------------------------------------------------------------- */

bool ga_stage_of_shader(const struct ga_context *ctx, GLenum type, enum pipe_shader_type *stage)
{
   switch (type) {
   case GL_VERTEX_SHADER: *stage = PIPE_SHADER_VERTEX; return true;
   case GL_FRAGMENT_SHADER: *stage = PIPE_SHADER_FRAGMENT; return true;
   case GL_GEOMETRY_SHADER: *stage = PIPE_SHADER_GEOMETRY; return ga_has(ctx, GA_FEATURE_geometry_shader);
   case GL_TESS_CONTROL_SHADER: *stage = PIPE_SHADER_TESS_CTRL; return ga_has(ctx, GA_FEATURE_tessellation_shader);
   case GL_TESS_EVALUATION_SHADER: *stage = PIPE_SHADER_TESS_EVAL; return ga_has(ctx, GA_FEATURE_tessellation_shader);
   case GL_COMPUTE_SHADER: *stage = PIPE_SHADER_COMPUTE; return ga_has(ctx, GA_FEATURE_compute_shader);
   case GL_TASK_SHADER_EXT: *stage = PIPE_SHADER_TASK; return ga_has(ctx, GA_FEATURE_mesh_shader);
   case GL_MESH_SHADER_EXT: *stage = PIPE_SHADER_MESH; return ga_has(ctx, GA_FEATURE_mesh_shader);
   default: return false;
   }
}

static void free_shader(struct ga_shader *shader)
{
   glsl_module_unref(shader->module);
   free(shader->source);
   free(shader->spirv);
   free(shader->info_log);
   free(shader->label);
   free(shader);
}

static void free_program(struct ga_program *prog)
{
   ga_exec_unref(prog->exec);
   glsl_bindings_destroy(prog->bind);
   free(prog->info_log);
   free(prog->label);
   free(prog);
}

/* Drops a reference. True: it was the last, the name is free, and the caller frees the object. Only the last one takes the lock:
 * the name is valid, and may be looked up, until then. */
static bool drop_ref(struct ga_context *ctx, atomic_int *refs, GLuint name)
{
   int count = atomic_load_explicit(refs, memory_order_relaxed);
   while (count > 1)
      if (atomic_compare_exchange_weak_explicit(refs, &count, count - 1, memory_order_release, memory_order_relaxed))
         return false;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   if (atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) != 1)
      return false;
   ut_names_remove(&ctx->share->shaders.names, name);
   return true;
}

void ga_shader_unref(struct ga_context *ctx, struct ga_shader *shader)
{
   if (shader && drop_ref(ctx, &shader->refs, shader->name))
      free_shader(shader);
}

struct ga_program *ga_program_ref(struct ga_program *prog)
{
   if (prog)
      atomic_fetch_add(&prog->refs, 1);
   return prog;
}

void ga_program_unref(struct ga_context *ctx, struct ga_program *prog)
{
   if (!prog || !drop_ref(ctx, &prog->refs, prog->name))
      return;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      for (unsigned i = 0; i < prog->attached_count[stage]; i++)
         ga_shader_unref(ctx, prog->attached[stage][i]);
   free_program(prog);
   ga_program_sweep(ctx);
}

/* Every shader that a program holds still has its own name in the table, so each object frees only itself. */
void ga_program_free_shared(struct ga_context *ctx, void *shader_or_program)
{
   struct ga_shader *shader = shader_or_program;
   if (shader->is_program)
      free_program(shader_or_program);
   else
      free_shader(shader);
}

static struct ga_shader *lookup(struct ga_context *ctx, GLuint name, bool program, const char *operation)
{
   struct ga_shader *object = ut_names_lookup(&ctx->share->shaders.names, name);
   if (!object)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a shader or program object", operation, name);
   else if (object->is_program != program)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u is a %s", operation, name, program ? "shader" : "program");
   else
      return object;
   return NULL;
}

struct ga_shader *ga_shader_lookup(struct ga_context *ctx, GLuint name, const char *operation)
{
   return lookup(ctx, name, false, operation);
}

struct ga_program *ga_program_lookup(struct ga_context *ctx, GLuint name, const char *operation)
{
   return (struct ga_program *)lookup(ctx, name, true, operation);
}

GLuint ga_shader_name(struct ga_context *ctx, void *shader_or_program, GLuint *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ut_names *names = &ctx->share->shaders.names;
   uint32_t fresh;
   if (!ut_names_gen(names, 1, &fresh))
      return 0;
   *name = fresh;
   if (ut_names_insert(names, fresh, shader_or_program))
      return fresh;
   ut_names_remove(names, fresh);
   return 0;
}

GLuint ga_CreateShader(struct ga_context *ctx, GLenum type)
{
   enum pipe_shader_type stage;
   if (!ga_stage_of_shader(ctx, type, &stage)) {
      ga_error(ctx, GL_INVALID_ENUM, "glCreateShader: %s is not a shader type of this context", ga_enum_name(type));
      return 0;
   }
   struct ga_shader *shader = calloc(1, sizeof *shader);
   uint32_t name = 0;
   if (shader) {
      atomic_init(&shader->refs, 1);
      shader->type = type;
      shader->stage = stage;
      name = ga_shader_name(ctx, shader, &shader->name);
   }
   if (!name) {
      free(shader);
      ga_oom(ctx, "glCreateShader");
   }
   return name;
}

void ga_DeleteShader(struct ga_context *ctx, GLuint name)
{
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_shader *shader = name ? ga_shader_lookup(ctx, name, "glDeleteShader") : NULL;
   if (shader && shader->delete_pending)
      shader = NULL;
   if (shader)
      shader->delete_pending = true;
   ga_unlock(ctx, &ctx->share->shaders.lock);
   ga_shader_unref(ctx, shader); /* the name's */
}

GLboolean ga_IsShader(struct ga_context *ctx, GLuint name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_shader *object = ut_names_lookup(&ctx->share->shaders.names, name);
   return object && !object->is_program;
}

/* ---- source and compiling ------------------------------------------------------------------------------------------- */

/* The strings one after another, malloc'ed; NULL: out of memory. Lengths that count the terminator are common: a string ends at
 * its first NUL. */
static char *join(GLsizei count, const GLchar *const *string, const GLint *length)
{
   size_t total = 0;
   for (GLsizei i = 0; i < count; i++)
      total += length && length[i] >= 0 ? (size_t)length[i] : strlen(string[i]);
   char *source = malloc(total + 1), *end = source;
   if (!source)
      return NULL;
   for (GLsizei i = 0; i < count; i++) {
      const size_t n = length && length[i] >= 0 ? strnlen(string[i], (size_t)length[i]) : strlen(string[i]);
      memcpy(end, string[i], n);
      end += n;
   }
   *end = '\0';
   return source;
}

static bool legal_source(struct ga_context *ctx, GLsizei count, const GLchar *const *string)
{
   if (count < 0 || (count > 0 && !string)) {
      ga_error(ctx, GL_INVALID_VALUE, "glShaderSource: count %d is negative, or the strings are NULL", count);
      return false;
   }
   for (GLsizei i = 0; i < count; i++) {
      if (!string[i]) {
         ga_error(ctx, GL_INVALID_OPERATION, "glShaderSource: string %d is NULL", i);
         return false;
      }
   }
   return true;
}

void ga_ShaderSource(struct ga_context *ctx, GLuint name, GLsizei count, const GLchar *const *string,
                     const GLint *length)
{
   char *source = NULL;
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_shader *shader = ga_shader_lookup(ctx, name, "glShaderSource");
   if (shader)
      atomic_fetch_add(&shader->refs, 1);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (!shader)
      return;
   if (legal_source(ctx, count, string)) {
      source = join(count, string, length);
      if (!source)
         ga_oom(ctx, "glShaderSource");
   }
   if (source) {
      ga_lock(ctx, &ctx->share->shaders.lock);
      char *old = shader->source;
      uint32_t *old_spirv = shader->spirv;
      shader->source = source;
      shader->spirv = NULL;
      ga_unlock(ctx, &ctx->share->shaders.lock);
      free(old);
      free(old_spirv);
   }
   ga_shader_unref(ctx, shader);
}

void ga_glsl_limits(const struct ga_context *ctx, struct glsl_limits *limits)
{
   const struct ga_limits *l = &ctx->limits;
   *limits = (struct glsl_limits){
      .max_vertex_attribs = l->max_vertex_attribs,
      .max_vertex_uniform_vectors = l->max_vertex_uniform_vectors,
      .max_varying_vectors = l->max_varying_vectors,
      .max_vertex_texture_units = l->max_vertex_texture_units,
      .max_combined_texture_units = l->max_combined_texture_units,
      .max_texture_units = l->max_texture_units,
      .max_fragment_uniform_vectors = l->max_fragment_uniform_vectors,
      .max_draw_buffers = l->max_draw_buffers,
      .max_feedback_components = (int)ctx->screen->caps.max_stream_output_components,
      .max_feedback_separate_components = (int)ctx->screen->caps.max_stream_output_components,
      .max_uniform_blocks = l->max_uniform_blocks,
      .max_combined_uniform_blocks = l->max_combined_uniform_blocks,
      .max_uniform_block_B = l->max_uniform_block_B,
      .max_uniform_locations = GA_MAX_UNIFORM_LOCATIONS,
      .max_uniform_bindings = GA_MAX_UNIFORM_RANGES,
      .max_storage_blocks = l->max_storage_blocks,
      .max_combined_storage_blocks = l->max_combined_storage_blocks,
      .max_storage_bindings = GA_MAX_STORAGE_RANGES,
      .max_counter_bindings = GA_MAX_COUNTER_RANGES,
      .max_counters = GA_MAX_COUNTERS,
      .max_images = GA_MAX_STAGE_IMAGES,
      .max_image_units = GA_MAX_IMAGE_UNITS,
      .max_geometry_components = l->max_geometry_components,
      .compat = ga_has(ctx, GA_FEATURE_compatibility_language),
      .max_version = ga_glsl_version(ctx->api, ctx->version),
      .max_es_version = ga_has(ctx, GA_FEATURE_es) ? 0 : ga_glsl_es_version(&ctx->features),
      .extensions = ctx->extensions,
      .es_extensions = ctx->es_extensions,
   };
}

void ga_shader_install(struct ga_context *ctx, struct ga_shader *shader, struct glsl_module *module, char *log)
{
   if (!module)
      ga_debug_message(ctx, GL_DEBUG_SOURCE_SHADER_COMPILER, GL_DEBUG_TYPE_OTHER, 0, GL_DEBUG_SEVERITY_MEDIUM,
                       "shader %u does not compile: %s", shader->name, log);
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct glsl_module *old_module = shader->module;
   char *old_log = shader->info_log;
   shader->module = module;
   shader->info_log = log;
   shader->compiled = module != NULL;
   ga_unlock(ctx, &ctx->share->shaders.lock);
   glsl_module_unref(old_module);
   free(old_log);
}

/* Other contexts may give the shader another source or delete it meanwhile: the source at the time of the call is compiled. */
void ga_shader_compile(struct ga_context *ctx, GLuint name, struct glsl_includes *includes, const char *operation)
{
   struct glsl_limits limits;
   struct glsl_module *module;
   char *log, *source = NULL;
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_shader *shader = ga_shader_lookup(ctx, name, operation);
   if (shader && shader->spirv) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: shader %u has a module in SPIR-V", operation, name);
      shader = NULL;
   }
   if (shader) {
      atomic_fetch_add(&shader->refs, 1);
      source = strdup(shader->source ? shader->source : "");
   }
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (!shader)
      return;
   ga_glsl_limits(ctx, &limits);
   const bool ok = source && glsl_compile_including(shader->stage, source, strlen(source), ga_has(ctx, GA_FEATURE_es), &limits,
                                                    includes, &module, &log);
   free(source);
   if (!ok) {
      ga_shader_unref(ctx, shader);
      ga_oom(ctx, operation);
      return;
   }
   ga_shader_install(ctx, shader, module, log);
   ga_shader_unref(ctx, shader);
}

void ga_ReleaseShaderCompiler(struct ga_context *ctx)
{
   /* A hint: the tables of the front end are small and shared by the process. */
}

/* ---- queries -------------------------------------------------------------------------------------------------------- */

void ga_copy_string(const char *from, GLsizei size, GLsizei *length, GLchar *to)
{
   size_t n = 0;
   if (size > 0 && to) {
      n = from ? strnlen(from, (size_t)size - 1) : 0;
      memcpy(to, from ? from : "", n);
      to[n] = '\0';
   }
   if (length)
      *length = (GLsizei)n;
}

static GLint query_length(const char *text)
{
   return text && *text ? (GLint)strlen(text) + 1 : 0;
}

/* KHR_parallel_shader_compile: shaders are compiled and programs linked by the thread of the command, whatever the limit. */
void ga_MaxShaderCompilerThreadsKHR(struct ga_context *ctx, GLuint count)
{
   ctx->compiler_threads = count;
}

void ga_GetShaderiv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *params)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_shader *shader = ga_shader_lookup(ctx, name, "glGetShaderiv");
   if (!shader)
      return;
   switch (pname) {
   case GL_SHADER_TYPE: *params = (GLint)shader->type; break;
   case GL_DELETE_STATUS: *params = shader->delete_pending; break;
   case GL_COMPILE_STATUS: *params = shader->compiled; break;
   case GL_INFO_LOG_LENGTH: *params = query_length(shader->info_log); break;
   case GL_SHADER_SOURCE_LENGTH: *params = query_length(shader->source); break;
   case GL_SPIR_V_BINARY:
      if (ga_has(ctx, GA_FEATURE_spirv))
         *params = shader->spirv != NULL;
      else
         ga_error(ctx, GL_INVALID_ENUM, "glGetShaderiv: %s is not accepted by this command", ga_enum_name(pname));
      break;
   case GL_COMPLETION_STATUS_KHR: /* glCompileShader compiles before it returns */
      if (ga_has(ctx, GA_FEATURE_parallel_shader_compile)) {
         *params = GL_TRUE;
         break;
      } /* fallthrough */
   default: ga_error(ctx, GL_INVALID_ENUM, "glGetShaderiv: %s is not accepted by this command", ga_enum_name(pname));
   }
}

void ga_GetShaderInfoLog(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLchar *text)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_shader *shader = ga_shader_lookup(ctx, name, "glGetShaderInfoLog");
   if (!shader)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGetShaderInfoLog: size %d is negative", size);
   else
      ga_copy_string(shader->info_log, size, length, text);
}

void ga_GetShaderSource(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLchar *text)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_shader *shader = ga_shader_lookup(ctx, name, "glGetShaderSource");
   if (!shader)
      return;
   if (size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGetShaderSource: size %d is negative", size);
   else
      ga_copy_string(shader->source, size, length, text);
}

/* Every precision is carried out in 32 bits. */
void ga_GetShaderPrecisionFormat(struct ga_context *ctx, GLenum shader_type, GLenum precision_type, GLint *range,
                                 GLint *precision)
{
   if (shader_type != GL_VERTEX_SHADER && shader_type != GL_FRAGMENT_SHADER) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetShaderPrecisionFormat: %s is not accepted by this command", ga_enum_name(shader_type));
      return;
   }
   switch (precision_type) {
   case GL_LOW_FLOAT:
   case GL_MEDIUM_FLOAT:
   case GL_HIGH_FLOAT:
      range[0] = range[1] = 127;
      *precision = 23;
      break;
   case GL_LOW_INT:
   case GL_MEDIUM_INT:
   case GL_HIGH_INT:
      range[0] = 31;
      range[1] = 30;
      *precision = 0;
      break;
   default:
      ga_error(ctx, GL_INVALID_ENUM, "glGetShaderPrecisionFormat: %s is not accepted by this command",
               ga_enum_name(precision_type));
   }
}
