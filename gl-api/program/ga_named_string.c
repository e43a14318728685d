/* ga_named_string.c: named strings of a share group (ARB_shading_language_include, 2.11.1 and 6.1.10), which shaders include. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_program.h"

/* The location that a name leads to, malloc'ed. NULL: an error was raised. */
static char *location_of(struct ga_context *ctx, GLint length, const GLchar *name, const char *operation)
{
   const size_t n = !name ? 0 : length < 0 ? strlen(name) : (size_t)length;
   if (!name || !glsl_path_valid(name, n, true)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the name %s", operation,
               name ? "is not a path of names after single slashes that begins with '/' and does not end with it" : "is NULL");
      return NULL;
   }
   char *location = malloc(glsl_path_room("", n));
   if (location)
      glsl_path_location("", name, n, location);
   else
      ga_oom(ctx, operation);
   return location;
}

/* The string at a location; NULL: an error was raised. The caller holds the lock. */
static const struct glsl_named_string *string_at(struct ga_context *ctx, const char *location, const char *operation)
{
   bool exists;
   const struct glsl_named_string *string = glsl_include_find(ctx->share->named_strings.tree, location, &exists);
   if (!string)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no string is named %s", operation, *location ? location : "/");
   return string;
}

/* text NULL: removes the string. The caller holds the lock. */
static void change(struct ga_context *ctx, const char *location, const char *text, size_t length, const char *operation)
{
   struct glsl_include_tree **tree = &ctx->share->named_strings.tree;
   struct glsl_include_tree *changed = glsl_include_change(*tree, location, text, length);
   if (!changed) {
      ga_oom(ctx, operation);
      return;
   }
   glsl_include_tree_unref(*tree);
   *tree = changed;
}

void ga_NamedStringARB(struct ga_context *ctx, GLenum type, GLint name_length, const GLchar *name, GLint length, const GLchar *string)
{
   if (type != GL_SHADER_INCLUDE_ARB) {
      ga_error(ctx, GL_INVALID_ENUM, "glNamedStringARB: the type is %s; it must be GL_SHADER_INCLUDE_ARB", ga_enum_name(type));
      return;
   }
   if (!string) {
      ga_error(ctx, GL_INVALID_VALUE, "glNamedStringARB: the string is NULL");
      return;
   }
   char *location = location_of(ctx, name_length, name, "glNamedStringARB");
   if (!location)
      return;
   ga_lock(ctx, &ctx->share->named_strings.lock);
   change(ctx, location, string, length < 0 ? strlen(string) : (size_t)length, "glNamedStringARB");
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   free(location);
}

void ga_DeleteNamedStringARB(struct ga_context *ctx, GLint name_length, const GLchar *name)
{
   char *location = location_of(ctx, name_length, name, "glDeleteNamedStringARB");
   if (!location)
      return;
   ga_lock(ctx, &ctx->share->named_strings.lock);
   if (string_at(ctx, location, "glDeleteNamedStringARB"))
      change(ctx, location, NULL, 0, "glDeleteNamedStringARB");
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   free(location);
}

GLboolean ga_IsNamedStringARB(struct ga_context *ctx, GLint name_length, const GLchar *name)
{
   if (!name || !glsl_path_valid(name, name_length < 0 ? strlen(name) : (size_t)name_length, true))
      return GL_FALSE;
   char *location = location_of(ctx, name_length, name, "glIsNamedStringARB");
   if (!location)
      return GL_FALSE;
   bool exists;
   ga_lock(ctx, &ctx->share->named_strings.lock);
   const bool found = glsl_include_find(ctx->share->named_strings.tree, location, &exists) != NULL;
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   free(location);
   return found;
}

void ga_GetNamedStringARB(struct ga_context *ctx, GLint name_length, const GLchar *name, GLsizei size, GLint *length, GLchar *text)
{
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glGetNamedStringARB: size %d is negative", size);
      return;
   }
   char *location = location_of(ctx, name_length, name, "glGetNamedStringARB");
   if (!location)
      return;
   ga_lock(ctx, &ctx->share->named_strings.lock);
   const struct glsl_named_string *string = string_at(ctx, location, "glGetNamedStringARB");
   if (string) {
      const size_t room = size && text ? (size_t)size - 1 : 0, n = string->length < room ? string->length : room;
      if (size && text) {
         memcpy(text, string->text, n);
         text[n] = '\0';
      }
      if (length)
         *length = (GLint)n;
   }
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   free(location);
}

void ga_GetNamedStringivARB(struct ga_context *ctx, GLint name_length, const GLchar *name, GLenum pname, GLint *params)
{
   if (pname != GL_NAMED_STRING_LENGTH_ARB && pname != GL_NAMED_STRING_TYPE_ARB) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetNamedStringivARB: %s is not accepted by this command", ga_enum_name(pname));
      return;
   }
   char *location = location_of(ctx, name_length, name, "glGetNamedStringivARB");
   if (!location)
      return;
   ga_lock(ctx, &ctx->share->named_strings.lock);
   const struct glsl_named_string *string = string_at(ctx, location, "glGetNamedStringivARB");
   if (string)
      *params = pname == GL_NAMED_STRING_LENGTH_ARB ? (GLint)string->length + 1 : GL_SHADER_INCLUDE_ARB;
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   free(location);
}

/* ---- compiling ------------------------------------------------------------------------------------------------------ */

/* The named strings at the time of the call, and search paths. False: no memory. */
static bool includes_of(struct ga_context *ctx, GLsizei count, const GLchar *const *path, const size_t *lengths,
                        struct glsl_includes **includes)
{
   ga_lock(ctx, &ctx->share->named_strings.lock);
   struct glsl_include_tree *tree = glsl_include_tree_ref(ctx->share->named_strings.tree);
   ga_unlock(ctx, &ctx->share->named_strings.lock);
   *includes = tree ? glsl_includes_create(tree, (unsigned)count, path, lengths) : NULL;
   return *includes || !tree;
}

static void compile(struct ga_context *ctx, GLuint shader, GLsizei count, const GLchar *const *path, const size_t *lengths,
                    const char *operation)
{
   struct glsl_includes *includes;
   if (!includes_of(ctx, count, path, lengths, &includes)) {
      ga_oom(ctx, operation);
      return;
   }
   ga_shader_compile(ctx, shader, includes, operation);
   glsl_includes_unref(includes);
}

void ga_CompileShader(struct ga_context *ctx, GLuint shader)
{
   compile(ctx, shader, 0, NULL, NULL, "glCompileShader");
}

/* Whether each path is valid; lengths[] receives their lengths in bytes. Else an error was raised. */
static bool legal_paths(struct ga_context *ctx, GLsizei count, const GLchar *const *path, const GLint *length, size_t *lengths)
{
   for (GLsizei i = 0; i < count; i++) {
      lengths[i] = !path[i] ? 0 : length && length[i] >= 0 ? (size_t)length[i] : strlen(path[i]);
      if (path[i] && glsl_path_valid(path[i], lengths[i], true))
         continue;
      ga_error(ctx, GL_INVALID_VALUE, "glCompileShaderIncludeARB: path %d %s", i,
               path[i] ? "is not one of names after single slashes that begins with '/' and does not end with it" : "is NULL");
      return false;
   }
   return true;
}

void ga_CompileShaderIncludeARB(struct ga_context *ctx, GLuint shader, GLsizei count, const GLchar *const *path, const GLint *length)
{
   if (count < 0 || (count > 0 && !path)) {
      ga_error(ctx, GL_INVALID_VALUE, "glCompileShaderIncludeARB: count %d is negative, or the paths are NULL", count);
      return;
   }
   if (!ga_IsShader(ctx, shader)) {
      ga_error(ctx, GL_INVALID_OPERATION, "glCompileShaderIncludeARB: %u is not a shader object", shader);
      return;
   }
   size_t *lengths = calloc((size_t)count + 1, sizeof(*lengths));
   if (!lengths) {
      ga_oom(ctx, "glCompileShaderIncludeARB");
      return;
   }
   if (legal_paths(ctx, count, path, length, lengths))
      compile(ctx, shader, count, path, lengths, "glCompileShaderIncludeARB");
   free(lengths);
}
