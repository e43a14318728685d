/* ga_spirv.c: shaders in SPIR-V (OpenGL 4.6, 7.2 and 7.2.1): glShaderBinary, glSpecializeShader. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/glsl/spirv/gv_spirv.h"
#include "gl-api/program/ga_program.h"

#define MAX_SHADERS 16            /* of one glShaderBinary: more have two of a stage */
#define MAX_CONSTANTS 65536u      /* of one glSpecializeShader: a module cannot have more decorated constants in use */
#define MAGIC 0x07230203u

/* ---- glShaderBinary ------------------------------------------------------------------------------------------------- */

/* Shaders of different stages; takes a reference to each. The caller holds the lock. */
static bool look_up(struct ga_context *ctx, GLsizei count, const GLuint *names, struct ga_shader **shaders)
{
   unsigned stages = 0;
   for (GLsizei i = 0; i < count; i++) {
      struct ga_shader *shader = ga_shader_lookup(ctx, names[i], "glShaderBinary");
      if (!shader)
         return false;
      if (stages >> shader->stage & 1 || i == MAX_SHADERS) {
         ga_error(ctx, GL_INVALID_OPERATION, "glShaderBinary: two shaders of type %s", ga_enum_name(shader->type));
         return false;
      }
      stages |= 1u << shader->stage;
      shaders[i] = shader;
   }
   for (GLsizei i = 0; i < count; i++)
      atomic_fetch_add(&shaders[i]->refs, 1);
   return true;
}

static bool is_module(const void *binary, GLsizei length)
{
   uint32_t first;
   if (!binary || length < 20 || length % 4)
      return false;
   memcpy(&first, binary, sizeof first);
   return first == MAGIC || first == __builtin_bswap32(MAGIC);
}

/* The module replaces whatever the shader had. False: no memory. */
static bool set_module(struct ga_context *ctx, struct ga_shader *shader, const void *binary, size_t size_B)
{
   uint32_t *words = malloc(size_B);
   if (!words)
      return false;
   memcpy(words, binary, size_B);
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct glsl_module *old_module = shader->module;
   void *const old[] = { shader->source, shader->info_log, shader->spirv };
   shader->spirv = words;
   shader->spirv_words = size_B / 4;
   shader->source = shader->info_log = NULL;
   shader->module = NULL;
   shader->compiled = false;
   ga_unlock(ctx, &ctx->share->shaders.lock);
   glsl_module_unref(old_module);
   for (unsigned i = 0; i < sizeof old / sizeof *old; i++)
      free(old[i]);
   return true;
}

void ga_ShaderBinary(struct ga_context *ctx, GLsizei count, const GLuint *names, GLenum format, const void *binary,
                     GLsizei length)
{
   struct ga_shader *shaders[MAX_SHADERS];
   if (count < 0 || length < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glShaderBinary: count %d and length %d must not be negative", count, length);
      return;
   }
   ga_lock(ctx, &ctx->share->shaders.lock);
   const bool found = look_up(ctx, count, names, shaders);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (!found)
      return;
   bool done = true;
   if (format != GL_SHADER_BINARY_FORMAT_SPIR_V || !ga_has(ctx, GA_FEATURE_spirv))
      ga_error(ctx, GL_INVALID_ENUM, "glShaderBinary: %s is not a binary format of this context", ga_enum_name(format));
   else if (!is_module(binary, length))
      ga_error(ctx, GL_INVALID_VALUE, "glShaderBinary: %d bytes are not a SPIR-V module", length);
   else
      for (GLsizei i = 0; i < count && done; i++)
         done = set_module(ctx, shaders[i], binary, (size_t)length);
   if (!done)
      ga_oom(ctx, "glShaderBinary");
   for (GLsizei i = 0; i < count; i++)
      ga_shader_unref(ctx, shaders[i]);
}

/* ---- glSpecializeShader --------------------------------------------------------------------------------------------- */

/* The shader with a reference and a copy of its module, which other contexts may replace meanwhile. NULL: an error was raised. */
static struct ga_shader *take_module(struct ga_context *ctx, GLuint name, uint32_t **words, size_t *count)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_shader *shader = ga_shader_lookup(ctx, name, "glSpecializeShader");
   if (!shader)
      return NULL;
   if (!shader->spirv || shader->compiled) {
      ga_error(ctx, GL_INVALID_OPERATION, "glSpecializeShader: shader %u %s", name,
               shader->spirv ? "is specialized already" : "has no module in SPIR-V");
      return NULL;
   }
   *count = shader->spirv_words;
   *words = malloc(*count * sizeof **words);
   if (!*words) {
      ga_oom(ctx, "glSpecializeShader");
      return NULL;
   }
   memcpy(*words, shader->spirv, *count * sizeof **words);
   atomic_fetch_add(&shader->refs, 1);
   return shader;
}

static void specialize(struct ga_context *ctx, struct ga_shader *shader, const uint32_t *words, size_t word_count,
                       const char *entry, const struct gv_constant *constants, unsigned constant_count)
{
   struct glsl_limits limits;
   struct glsl_module *module;
   char *log;
   ga_glsl_limits(ctx, &limits);
   switch (glsl_specialize(shader->stage, words, word_count, entry, constants, constant_count, &limits, &module, &log)) {
   case GV_DONE:
      ga_shader_install(ctx, shader, module, log);
      return;
   case GV_NO_MEMORY:
      ga_oom(ctx, "glSpecializeShader");
      return;
   default:
      ga_error(ctx, GL_INVALID_VALUE, "glSpecializeShader: %s", log);
      free(log);
      return;
   }
}

void ga_SpecializeShader(struct ga_context *ctx, GLuint name, const GLchar *entry, GLuint count, const GLuint *indices,
                         const GLuint *values)
{
   uint32_t *words;
   size_t word_count;
   struct ga_shader *shader = take_module(ctx, name, &words, &word_count);
   if (!shader)
      return;
   struct gv_constant *constants = NULL;
   if (!entry || (count && (!indices || !values)) || count > MAX_CONSTANTS) {
      ga_error(ctx, GL_INVALID_VALUE, "glSpecializeShader: %u constants, or no entry point", count);
   } else if ((constants = malloc((count + 1) * sizeof *constants)) == NULL) {
      ga_oom(ctx, "glSpecializeShader");
   } else {
      for (GLuint i = 0; i < count; i++)
         constants[i] = (struct gv_constant){ indices[i], values[i] };
      specialize(ctx, shader, words, word_count, entry, constants, count);
   }
   free(constants);
   free(words);
   ga_shader_unref(ctx, shader);
}
