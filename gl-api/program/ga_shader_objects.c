/* ga_shader_objects.c: commands of ARB_shader_objects that take the name of a shader or of a program. The others are aliases of
 * OpenGL's (tables/gl_registry.py). */
#include "gl-api/program/ga_program.h"
#include "gl-api/context/ga_share.h"

/* GL_PROGRAM_OBJECT_ARB, GL_SHADER_OBJECT_ARB, or 0: GL_INVALID_VALUE was raised. */
static GLenum object_type(struct ga_context *ctx, GLhandleARB name, const char *command)
{
   GLenum type = ga_IsProgram(ctx, name) ? GL_PROGRAM_OBJECT_ARB : ga_IsShader(ctx, name) ? GL_SHADER_OBJECT_ARB : 0;
   if (!type)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a shader or program object", command, name);
   return type;
}

void ga_DeleteObjectARB(struct ga_context *ctx, GLhandleARB name)
{
   switch (name ? object_type(ctx, name, "glDeleteObjectARB") : 0) {
   case GL_PROGRAM_OBJECT_ARB: ga_DeleteProgram(ctx, name); break;
   case GL_SHADER_OBJECT_ARB: ga_DeleteShader(ctx, name); break;
   }
}

GLhandleARB ga_GetHandleARB(struct ga_context *ctx, GLenum pname)
{
   if (pname == GL_PROGRAM_OBJECT_ARB)
      return ctx->program ? ctx->program->name : 0;
   ga_error(ctx, GL_INVALID_ENUM, "glGetHandleARB: %s is not accepted by this command", ga_enum_name(pname));
   return 0;
}

void ga_GetInfoLogARB(struct ga_context *ctx, GLhandleARB name, GLsizei size, GLsizei *length, GLcharARB *text)
{
   switch (object_type(ctx, name, "glGetInfoLogARB")) {
   case GL_PROGRAM_OBJECT_ARB: ga_GetProgramInfoLog(ctx, name, size, length, text); break;
   case GL_SHADER_OBJECT_ARB: ga_GetShaderInfoLog(ctx, name, size, length, text); break;
   }
}

void ga_GetObjectParameterivARB(struct ga_context *ctx, GLhandleARB name, GLenum pname, GLint *params)
{
   const GLenum type = object_type(ctx, name, "glGetObjectParameterivARB");
   if (type && pname == GL_OBJECT_TYPE_ARB)
      *params = (GLint)type;
   else if (type == GL_PROGRAM_OBJECT_ARB)
      ga_GetProgramiv(ctx, name, pname, params);
   else if (type)
      ga_GetShaderiv(ctx, name, pname, params);
}

void ga_GetObjectParameterfvARB(struct ga_context *ctx, GLhandleARB name, GLenum pname, GLfloat *params)
{
   GLint value[3]; /* a program has GL_COMPUTE_WORK_GROUP_SIZE, three values */
   GLint unset = (GLint)0x80000000;
   value[0] = value[1] = value[2] = unset;
   ga_GetObjectParameterivARB(ctx, name, pname, value);
   for (unsigned i = 0; i < 3 && value[i] != unset; i++)
      params[i] = (GLfloat)value[i];
}
