/* ga_introspect.c: queries of the attributes, uniforms and fragment outputs of a linked program by name and index (ES 2.0 2.10.4;
 * ES 3.0 2.12.4, 2.12.6, 3.9.2). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

static void get_active(struct ga_context *ctx, const struct glsl_resource *list, uint32_t list_count, GLuint index,
                       GLsizei size, GLsizei *length, GLint *array_size, GLenum *type, GLchar *name,
                       const char *command)
{
   if (index >= list_count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u of %u", command, index, list_count);
      return;
   }
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d", command, size);
      return;
   }
   const struct glsl_resource *r = &list[index];
   ga_copy_string(r->name, size, length, name);
   if (array_size)
      *array_size = (GLint)r->array_size;
   if (type)
      *type = r->type;
}

void ga_GetActiveAttrib(struct ga_context *ctx, GLuint program, GLuint index, GLsizei size, GLsizei *length,
                        GLint *array_size, GLenum *type, GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, "glGetActiveAttrib");
   if (!prog)
      return;
   const struct glsl_linked *l = prog->linked ? prog->exec->linked : NULL;
   get_active(ctx, l ? l->attribs : NULL, l ? l->attrib_count : 0, index, size, length, array_size, type, name,
              "glGetActiveAttrib");
}

void ga_GetActiveUniform(struct ga_context *ctx, GLuint program, GLuint index, GLsizei size, GLsizei *length,
                         GLint *array_size, GLenum *type, GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, "glGetActiveUniform");
   if (!prog)
      return;
   const struct glsl_linked *l = prog->linked ? prog->exec->linked : NULL;
   get_active(ctx, l ? l->uniforms : NULL, l ? l->uniform_count : 0, index, size, length, array_size, type, name,
              "glGetActiveUniform");
}

void ga_GetActiveUniformName(struct ga_context *ctx, GLuint program, GLuint index, GLsizei size, GLsizei *length, GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, "glGetActiveUniformName");
   if (!prog)
      return;
   const struct glsl_linked *l = prog->linked ? prog->exec->linked : NULL;
   get_active(ctx, l ? l->uniforms : NULL, l ? l->uniform_count : 0, index, size, length, NULL, NULL, name,
              "glGetActiveUniformName");
}

/* Splits "name[12]" into the length of "name" and 12; without a subscript the element is 0. False: no valid subscript. */
static bool parse_subscript(const char *name, size_t *base_length, uint32_t *element)
{
   const size_t length = strlen(name);
   *base_length = length;
   *element = 0;
   if (!length || name[length - 1] != ']')
      return true;
   const char *open = strrchr(name, '[');
   if (!open)
      return false;
   const char *digit = open + 1;
   if (*digit == ']' || (*digit == '0' && digit[1] != ']'))
      return false;
   for (; *digit >= '0' && *digit <= '9'; digit++) {
      if (*element > 1u << 24)
         return false;
      *element = *element * 10 + (uint32_t)(*digit - '0');
   }
   *base_length = (size_t)(open - name);
   return digit == name + length - 1;
}

/* The resource is an array, and its name is `name` followed by "[0]". */
static bool names_array(const struct glsl_resource *r, const char *name)
{
   const size_t length = strlen(name);
   return r->is_array && strncmp(r->name, name, length) == 0 && strcmp(r->name + length, "[0]") == 0;
}

/* The resource with a location that `name` spells, or NULL. Arrays are listed as "a[0]" and found as "a", "a[0]", "a[1]" ..., the
 * innermost ones of arrays of arrays as "a[1][0]" and found as "a[1]", "a[1][0]" ...; *index: the element. */
static const struct glsl_resource *find_located(const struct glsl_resource *list, uint32_t count, const char *name, uint32_t *index)
{
   size_t base_length;
   uint32_t element;
   if (!name || !parse_subscript(name, &base_length, &element))
      return NULL;
   const bool subscript = name[base_length] == '[';
   for (uint32_t i = 0; i < count; i++) {
      if (list[i].location >= 0 && names_array(&list[i], name)) {
         *index = 0;
         return &list[i];
      }
   }
   for (uint32_t i = 0; i < count; i++) {
      const struct glsl_resource *r = &list[i];
      if (r->location < 0 || (subscript && !r->is_array) || strncmp(r->name, name, base_length) != 0)
         continue;
      if (strcmp(r->name + base_length, r->is_array ? "[0]" : "") == 0) {
         *index = element;
         return element < r->array_size ? r : NULL;
      }
   }
   return NULL;
}

/* -1: no such resource, or no location. */
static GLint find_location(const struct glsl_resource *list, uint32_t count, const char *name)
{
   uint32_t element;
   const struct glsl_resource *r = find_located(list, count, name, &element);
   return r ? r->location + (GLint)element : -1;
}

/* The linked program of a name. NULL: the specified error was raised. The caller holds the lock of the name space. */
static const struct glsl_linked *linked_program(struct ga_context *ctx, GLuint program, const char *command)
{
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return NULL;
   if (prog->linked)
      return prog->exec->linked;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
   return NULL;
}

GLint ga_GetAttribLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct glsl_linked *l = linked_program(ctx, program, "glGetAttribLocation");
   return l ? find_location(l->attribs, l->attrib_count, name) : -1;
}

GLint ga_GetUniformLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct glsl_linked *l = linked_program(ctx, program, "glGetUniformLocation");
   return l ? find_location(l->uniforms, l->uniform_count, name) : -1;
}

/* The user-defined output of the fragment shader, or NULL: outputs are those of the last stage. */
static const struct glsl_resource *find_output(struct ga_context *ctx, GLuint program, const char *command, const GLchar *name,
                                               uint32_t *element)
{
   const struct glsl_linked *l = linked_program(ctx, program, command);
   return l && l->stage[PIPE_SHADER_FRAGMENT].spirv ? find_located(l->outputs, l->output_count, name, element) : NULL;
}

GLint ga_GetFragDataLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   uint32_t element;
   const struct glsl_resource *r = find_output(ctx, program, "glGetFragDataLocation", name, &element);
   return r ? r->location + (GLint)element : -1;
}

GLint ga_GetFragDataIndex(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   uint32_t element;
   const struct glsl_resource *r = find_output(ctx, program, "glGetFragDataIndex", name, &element);
   return r ? r->index : -1;
}
