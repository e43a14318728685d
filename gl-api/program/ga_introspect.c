/* ga_introspect.c: queries of the attributes and uniforms of a linked program by name and index (ES 2.0 2.10.4). */
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

GLint ga_GetAttribLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, "glGetAttribLocation");
   if (!prog)
      return -1;
   if (!prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "glGetAttribLocation: program %u is not linked", program);
      return -1;
   }
   const struct glsl_linked *l = prog->exec->linked;
   for (uint32_t i = 0; name && i < l->attrib_count; i++)
      if (!strcmp(l->attribs[i].name, name))
         return l->attribs[i].location;
   return -1;
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

GLint ga_GetUniformLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_program *prog = ga_program_lookup(ctx, program, "glGetUniformLocation");
   size_t base_length;
   uint32_t element;
   if (!prog)
      return -1;
   if (!prog->linked) {
      ga_error(ctx, GL_INVALID_OPERATION, "glGetUniformLocation: program %u is not linked", program);
      return -1;
   }
   if (!name || !parse_subscript(name, &base_length, &element))
      return -1;
   const bool subscript = name[base_length] == '[';
   const struct glsl_linked *l = prog->exec->linked;
   for (uint32_t i = 0; i < l->uniform_count; i++) {
      const struct glsl_resource *r = &l->uniforms[i];
      if (r->location < 0 || (subscript && !r->is_array) || strncmp(r->name, name, base_length) != 0)
         continue;
      /* Arrays are listed as "a[0]" and found as "a", "a[0]", "a[1]" ... */
      if (strcmp(r->name + base_length, r->is_array ? "[0]" : "") == 0)
         return element < r->array_size ? r->location + (GLint)element : -1;
   }
   return -1;
}
