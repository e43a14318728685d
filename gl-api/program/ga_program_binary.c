/* ga_program_binary.c: program binaries (ES 3.0, 2.11.5; OES_get_program_binary). A binary is the linked program (link_binary.c)
 * for one build of the driver, device and kind of context. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_program.h"
#include "util/ut_hash.h"

/* The cache key of a linked program beside the build: another device or another set of features refuses the binary. */
static uint64_t config_of(const struct ga_context *ctx)
{
   const char *device = ctx->screen->name ? ctx->screen->name : "";
   const uint64_t hash = ut_hash64(&ctx->limits, sizeof ctx->limits, ut_hash64(device, strlen(device), 1));
   return ut_hash64(&ctx->features, sizeof ctx->features, hash);
}

GLint ga_program_binary_length(const struct ga_context *ctx, const struct ga_program *prog)
{
   return prog->linked ? (GLint)glsl_linked_save(prog->exec->linked, config_of(ctx), NULL, 0) : 0;
}

void ga_GetProgramBinary(struct ga_context *ctx, GLuint name, GLsizei size, GLsizei *length, GLenum *format, void *binary)
{
   static const char command[] = "glGetProgramBinary";
   struct ga_exec *exec = NULL;
   ga_lock(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, name, command);
   const bool linked = prog && prog->linked;
   if (linked)
      exec = ga_exec_ref(prog->exec);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   const size_t needed_B = exec ? glsl_linked_save(exec->linked, config_of(ctx), NULL, 0) : 0;
   if (prog && size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d is negative", command, size);
   } else if (prog && !linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, name);
   } else if (prog && (size_t)size < needed_B) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: size %d; the binary has %zu bytes", command, size, needed_B);
   } else if (prog) {
      glsl_linked_save(exec->linked, config_of(ctx), binary, (size_t)size);
      *format = GA_PROGRAM_BINARY_FORMAT;
      if (length)
         *length = (GLsizei)needed_B;
   }
   ga_exec_unref(exec);
}

/* The executable of a binary; NULL: *log says why (NULL: out of memory). */
static struct ga_exec *load(struct ga_context *ctx, const void *binary, size_t size_B, char **log)
{
   const char *why;
   char driver[512] = "";
   struct glsl_linked *linked = glsl_linked_load(binary, size_B, config_of(ctx), &why);
   struct ga_exec *exec = linked ? ga_exec_create(linked) : NULL;
   *log = NULL;
   if (exec && ga_program_prepare(ctx, exec, driver, sizeof driver)) {
      *log = strdup("");
      if (*log)
         return exec;
   } else if (exec) {
      *log = strdup(driver);
   } else if (!linked && why) {
      *log = malloc(strlen(why) + 40);
      if (*log)
         sprintf(*log, "ERROR: the binary is refused: %s\n", why);
   }
   ga_exec_unref(exec);
   return NULL;
}

/* Contents that this context cannot use raise no error: the program is not linked then, and its log says why. */
void ga_ProgramBinary(struct ga_context *ctx, GLuint name, GLenum format, const void *binary, GLsizei length)
{
   static const char command[] = "glProgramBinary";
   char *log;
   ga_lock(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, name, command);
   if (prog && format != GA_PROGRAM_BINARY_FORMAT) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: format 0x%x is not the binary format of this context", command, format);
      prog = NULL;
   } else if (prog && length < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: length %d is negative", command, length);
      prog = NULL;
   } else if (prog && ga_program_captured(ctx, prog, command)) {
      prog = NULL;
   }
   ga_program_ref(prog);
   ga_unlock(ctx, &ctx->share->shaders.lock);
   if (!prog)
      return;
   struct ga_exec *exec = load(ctx, binary, binary ? (size_t)length : 0, &log);
   if (log)
      ga_program_install(ctx, prog, exec, log);
   else
      ga_oom(ctx, command);
   ga_program_unref(ctx, prog);
}

void ga_ProgramParameteri(struct ga_context *ctx, GLuint name, GLenum pname, GLint value)
{
   static const char command[] = "glProgramParameteri";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   struct ga_program *prog = ga_program_lookup(ctx, name, command);
   if (!prog)
      return;
   const bool separable = pname == GL_PROGRAM_SEPARABLE && ga_has(ctx, GA_FEATURE_separate_shader_objects);
   const bool retrievable = pname == GL_PROGRAM_BINARY_RETRIEVABLE_HINT && ga_has(ctx, GA_FEATURE_program_binary_hint);
   if (!separable && !retrievable)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (value != GL_TRUE && value != GL_FALSE)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d is not GL_TRUE or GL_FALSE", command, value);
   else if (separable)
      glsl_bindings_set_separable(prog->bind, value);
   else
      prog->retrievable_next = value;
}
