/* ga_introspect.c: queries of the attributes, uniforms and fragment outputs of a linked program by name and index (ES 2.0 2.10.4;
 * ES 3.0 2.12.4, 2.12.6, 3.9.2), and of its interfaces (OpenGL 4.6, 7.3.1). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/program/ga_resource.h"

static void get_active(struct ga_context *ctx, const struct glsl_resource *list, uint32_t list_count, GLuint index,
                       GLsizei size, GLsizei *length, GLint *array_size, GLenum *type, GLchar *name,
                       const char *command)
{
   if (index >= list_count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below the count of %u", command, index, list_count);
      return;
   }
   if (size < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d is negative", command, size);
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

/* The executable of a linked program. NULL: the specified error was raised. The caller holds the lock of the name space. */
static const struct ga_exec *linked_program(struct ga_context *ctx, GLuint program, const char *command)
{
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   if (!prog)
      return NULL;
   if (prog->linked)
      return prog->exec;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
   return NULL;
}

static GLint location_of(const struct ga_exec *exec, unsigned kind, const char *name)
{
   const struct ga_interface in = {.kind = (uint16_t)kind};
   return ga_resource_location(exec, &in, name);
}

GLint ga_GetAttribLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = linked_program(ctx, program, "glGetAttribLocation");
   return exec && exec->linked->stage[PIPE_SHADER_VERTEX].spirv ? location_of(exec, GA_RESOURCE_INPUT, name) : -1;
}

GLint ga_GetUniformLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = linked_program(ctx, program, "glGetUniformLocation");
   return exec ? location_of(exec, GA_RESOURCE_UNIFORM, name) : -1;
}

/* Whether the program has a fragment shader, whose outputs the commands are about: outputs are those of the last stage. */
static bool has_colors(const struct ga_exec *exec)
{
   return exec && exec->linked->stage[PIPE_SHADER_FRAGMENT].spirv;
}

GLint ga_GetFragDataLocation(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec = linked_program(ctx, program, "glGetFragDataLocation");
   return has_colors(exec) ? location_of(exec, GA_RESOURCE_OUTPUT, name) : -1;
}

static GLint color_index(struct ga_context *ctx, GLuint program, const GLchar *name, const char *command)
{
   uint32_t element;
   const struct ga_exec *exec = linked_program(ctx, program, command);
   if (!has_colors(exec))
      return -1;
   const GLuint found = ga_find_located(exec, GA_RESOURCE_OUTPUT, name, &element);
   return found != GL_INVALID_INDEX ? exec->linked->outputs[found].index : -1;
}

GLint ga_GetFragDataIndex(struct ga_context *ctx, GLuint program, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   return color_index(ctx, program, name, "glGetFragDataIndex");
}

/* ---- program interfaces ------------------------------------------------------------------------------------------------------ */

/* The interface, and the executable of the program: NULL where the last link failed. NULL: an error was raised. */
static const struct ga_interface *find_interface(struct ga_context *ctx, GLuint program, GLenum name, const struct ga_exec **exec,
                                                 const char *command)
{
   const struct ga_program *prog = ga_program_lookup(ctx, program, command);
   const struct ga_interface *in = prog ? ga_find_interface(ctx, name) : NULL;
   if (prog && !in)
      ga_error(ctx, GL_INVALID_ENUM, "%s: interface %s is not accepted by this command", command, ga_enum_name(name));
   *exec = prog && prog->linked ? prog->exec : NULL;
   return in;
}

static const struct ga_interface *find_named(struct ga_context *ctx, GLuint program, GLenum name, const struct ga_exec **exec,
                                             const char *command)
{
   const struct ga_interface *in = find_interface(ctx, program, name, exec, command);
   if (!in || !(in->kind & GA_RESOURCE_UNNAMED))
      return in;
   ga_error(ctx, GL_INVALID_ENUM, "%s: the resources of %s have no names", command, ga_enum_name(name));
   return NULL;
}

/* Kinds of interfaces that a parameter is for; 0: no parameter of glGetProgramInterfaceiv. */
static unsigned kinds_with(GLenum pname)
{
   const unsigned all = GA_RESOURCE_SUBROUTINE_UNIFORM * 2 - 1;
   switch (pname) {
   case GL_ACTIVE_RESOURCES: return all;
   case GL_MAX_NAME_LENGTH: return all & ~GA_RESOURCE_UNNAMED;
   case GL_MAX_NUM_ACTIVE_VARIABLES: return GA_RESOURCE_UNIFORM_BLOCK | GA_RESOURCE_STORAGE_BLOCK | GA_RESOURCE_UNNAMED;
   case GL_MAX_NUM_COMPATIBLE_SUBROUTINES: return GA_RESOURCE_SUBROUTINE_UNIFORM;
   default: return 0;
   }
}

void ga_GetProgramInterfaceiv(struct ga_context *ctx, GLuint program, GLenum interface, GLenum pname, GLint *params)
{
   static const char command[] = "glGetProgramInterfaceiv";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_interface(ctx, program, interface, &exec, command);
   if (!in)
      return;
   const unsigned kinds = kinds_with(pname);
   if (!(kinds & in->kind)) {
      ga_error(ctx, kinds ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: %s of %s", command, ga_enum_name(pname),
               ga_enum_name(interface));
      return;
   }
   switch (pname) {
   case GL_ACTIVE_RESOURCES: *params = (GLint)ga_resource_count(exec, in); break;
   case GL_MAX_NAME_LENGTH: *params = ga_resource_most(exec, in, GL_NAME_LENGTH); break;
   case GL_MAX_NUM_ACTIVE_VARIABLES: *params = ga_resource_most(exec, in, GL_NUM_ACTIVE_VARIABLES); break;
   default: *params = ga_resource_most(exec, in, GL_NUM_COMPATIBLE_SUBROUTINES);
   }
}

GLuint ga_GetProgramResourceIndex(struct ga_context *ctx, GLuint program, GLenum interface, const GLchar *name)
{
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_named(ctx, program, interface, &exec, "glGetProgramResourceIndex");
   return in ? ga_resource_index(exec, in, name) : GL_INVALID_INDEX;
}

void ga_GetProgramResourceName(struct ga_context *ctx, GLuint program, GLenum interface, GLuint index, GLsizei size, GLsizei *length,
                               GLchar *name)
{
   static const char command[] = "glGetProgramResourceName";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_named(ctx, program, interface, &exec, command);
   if (!in)
      return;
   const uint32_t count = ga_resource_count(exec, in), place = ga_resource_place(exec, in, index);
   if (place >= count || size < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below the count of %u, or the size %d is negative", command, index,
               count, size);
   else
      ga_copy_string(ga_resource_name(exec, in, place), size, length, name);
}

/* The error of a list of properties. */
static GLenum illegal_properties(const struct ga_context *ctx, const struct ga_interface *in, GLsizei count, const GLenum *properties,
                                 GLenum *which)
{
   GLenum error = GL_NO_ERROR;
   for (GLsizei i = 0; i < count && error != GL_INVALID_ENUM; i++) {
      const struct ga_property *p = ga_find_property(ctx, properties[i]);
      if (p && (p->kinds & in->kind))
         continue;
      error = p ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
      *which = properties[i];
   }
   return error;
}

void ga_GetProgramResourceiv(struct ga_context *ctx, GLuint program, GLenum interface, GLuint index, GLsizei property_count,
                             const GLenum *properties, GLsizei size, GLsizei *length, GLint *params)
{
   static const char command[] = "glGetProgramResourceiv";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_interface(ctx, program, interface, &exec, command);
   if (!in)
      return;
   const uint32_t count = ga_resource_count(exec, in), place = ga_resource_place(exec, in, index);
   if (property_count <= 0 || size < 0 || place >= count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d properties, size %d, index %u of %u", command, property_count, size, index, count);
      return;
   }
   GLenum which = GL_NONE;
   const GLenum error = illegal_properties(ctx, in, property_count, properties, &which);
   if (error) {
      ga_error(ctx, error, "%s: %s of %s", command, ga_enum_name(which), ga_enum_name(interface));
      return;
   }
   struct ga_values values = {params, 0, size};
   for (GLsizei i = 0; i < property_count && params; i++)
      ga_resource_values(exec, in, place, properties[i], &values);
   if (length)
      *length = values.count;
}

GLint ga_GetProgramResourceLocation(struct ga_context *ctx, GLuint program, GLenum interface, const GLchar *name)
{
   static const char command[] = "glGetProgramResourceLocation";
   const unsigned located = GA_RESOURCE_UNIFORM | GA_RESOURCE_INPUT | GA_RESOURCE_OUTPUT | GA_RESOURCE_SUBROUTINE_UNIFORM;
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_interface(ctx, program, interface, &exec, command);
   if (!in)
      return -1;
   if (!(in->kind & located))
      ga_error(ctx, GL_INVALID_ENUM, "%s: the resources of %s have no locations", command, ga_enum_name(interface));
   else if (!exec)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", command, program);
   else if (name)
      return ga_resource_location(exec, in, name);
   return -1;
}

GLint ga_GetProgramResourceLocationIndex(struct ga_context *ctx, GLuint program, GLenum interface, const GLchar *name)
{
   static const char command[] = "glGetProgramResourceLocationIndex";
   GA_GUARD(ctx, &ctx->share->shaders.lock);
   const struct ga_exec *exec;
   const struct ga_interface *in = find_interface(ctx, program, interface, &exec, command);
   if (!in)
      return -1;
   if (in->kind == GA_RESOURCE_OUTPUT)
      return color_index(ctx, program, name, command);
   ga_error(ctx, GL_INVALID_ENUM, "%s: the resources of %s have no colour index", command, ga_enum_name(interface));
   return -1;
}
