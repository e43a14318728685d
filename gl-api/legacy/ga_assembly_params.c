/* ga_assembly_params.c: environment and local parameters (ARB_vertex_program, 2.14.1; EXT_gpu_program_parameters), and values of
 * program objects. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_assembly.h"

/* ---- environment parameters: of the context --------------------------------------------------------------------------------- */

static GLfloat (*environment(struct ga_context *ctx, GLenum target, GLuint index, GLsizei count, const char *command))[4]
{
   enum ap_target which;
   if (!ga_assembly_target(ctx, target, &which, command))
      return NULL;
   if (count <= 0 || index >= AP_MAX_ENV || (GLuint)count > AP_MAX_ENV - index) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d parameters from %u: there are %u", command, count, index, AP_MAX_ENV);
      return NULL;
   }
   return &ctx->legacy->assembly->env[which][index];
}

static void set_env(struct ga_context *ctx, GLenum target, GLuint index, GLsizei count, const GLfloat *value, const char *command)
{
   GLfloat(*to)[4] = environment(ctx, target, index, count, command);
   if (!to)
      return;
   memcpy(to, value, (size_t)count * sizeof(*to));
   ctx->dirty |= GA_DIRTY_PROGRAM_PARAMETERS;
}

/* ---- local parameters: of the bound program ---------------------------------------------------------------------------------- */

static struct ga_assembly *program_of(struct ga_context *ctx, GLenum target, GLuint index, GLsizei count, const char *command)
{
   enum ap_target which;
   if (!ga_assembly_target(ctx, target, &which, command))
      return NULL;
   if (count <= 0 || index >= AP_MAX_LOCALS || (GLuint)count > AP_MAX_LOCALS - index) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d parameters from %u: there are %u", command, count, index, AP_MAX_LOCALS);
      return NULL;
   }
   return ctx->legacy->assembly->bound[which];
}

static void set_local(struct ga_context *ctx, GLenum target, GLuint index, GLsizei count, const GLfloat *value, const char *command)
{
   struct ga_assembly *p = program_of(ctx, target, index, count, command);
   if (!p)
      return;
   ga_lock(ctx, &ctx->share->assembly.lock);
   if (!p->local)
      p->local = calloc(AP_MAX_LOCALS, sizeof(*p->local));
   const bool done = p->local;
   if (done)
      memcpy(&p->local[index], value, (size_t)count * sizeof(*p->local));
   ga_unlock(ctx, &ctx->share->assembly.lock);
   if (!done) {
      ga_oom(ctx, command);
      return;
   }
   atomic_fetch_add_explicit(&p->local_seqno, 1, memory_order_release);
   ga_share_changed(ctx);
   ctx->dirty |= GA_DIRTY_PROGRAM_PARAMETERS;
}

/* ---- commands: all forms of both --------------------------------------------------------------------------------------------- */

#define COMMANDS(kind, set) \
   void ga_Program##kind##Parameter4fARB(struct ga_context *ctx, GLenum target, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w) \
   { \
      set(ctx, target, index, 1, (GLfloat[4]){x, y, z, w}, "glProgram" #kind "Parameter4fARB"); \
   } \
   void ga_Program##kind##Parameter4dARB(struct ga_context *ctx, GLenum target, GLuint index, GLdouble x, GLdouble y, GLdouble z, \
                                         GLdouble w) \
   { \
      set(ctx, target, index, 1, (GLfloat[4]){(GLfloat)x, (GLfloat)y, (GLfloat)z, (GLfloat)w}, "glProgram" #kind "Parameter4dARB"); \
   } \
   void ga_Program##kind##Parameter4fvARB(struct ga_context *ctx, GLenum target, GLuint index, const GLfloat *params) \
   { \
      set(ctx, target, index, 1, params, "glProgram" #kind "Parameter4fvARB"); \
   } \
   void ga_Program##kind##Parameter4dvARB(struct ga_context *ctx, GLenum target, GLuint index, const GLdouble *params) \
   { \
      const GLfloat f[4] = {(GLfloat)params[0], (GLfloat)params[1], (GLfloat)params[2], (GLfloat)params[3]}; \
      set(ctx, target, index, 1, f, "glProgram" #kind "Parameter4dvARB"); \
   } \
   void ga_Program##kind##Parameters4fvEXT(struct ga_context *ctx, GLenum target, GLuint index, GLsizei count, const GLfloat *params) \
   { \
      set(ctx, target, index, count, params, "glProgram" #kind "Parameters4fvEXT"); \
   }
COMMANDS(Env, set_env)
COMMANDS(Local, set_local)

/* One parameter. False: an error was raised. */
static bool get_env(struct ga_context *ctx, GLenum target, GLuint index, GLfloat out[4], const char *command)
{
   GLfloat(*from)[4] = environment(ctx, target, index, 1, command);
   if (from)
      memcpy(out, *from, sizeof(*from));
   return from;
}

static bool get_local(struct ga_context *ctx, GLenum target, GLuint index, GLfloat out[4], const char *command)
{
   const struct ga_assembly *p = program_of(ctx, target, index, 1, command);
   if (!p)
      return false;
   GA_GUARD(ctx, &ctx->share->assembly.lock);
   for (unsigned i = 0; i < 4; i++)
      out[i] = p->local ? p->local[index][i] : 0;
   return true;
}

#define GETTERS(kind, get) \
   void ga_GetProgram##kind##ParameterfvARB(struct ga_context *ctx, GLenum target, GLuint index, GLfloat *params) \
   { \
      get(ctx, target, index, params, "glGetProgram" #kind "ParameterfvARB"); \
   } \
   void ga_GetProgram##kind##ParameterdvARB(struct ga_context *ctx, GLenum target, GLuint index, GLdouble *params) \
   { \
      GLfloat f[4]; \
      if (!get(ctx, target, index, f, "glGetProgram" #kind "ParameterdvARB")) \
         return; \
      for (unsigned i = 0; i < 4; i++) \
         params[i] = f[i]; \
   }
GETTERS(Env, get_env)
GETTERS(Local, get_local)

/* ---- values of program objects ------------------------------------------------------------------------------------------------ */

/* Every program that loads is within the native limits, which are the same. */
static bool limit(enum ap_target target, GLenum pname, GLint *value)
{
   switch (pname) {
   case GL_MAX_PROGRAM_INSTRUCTIONS_ARB: case GL_MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB: *value = AP_MAX_INSTRUCTIONS; return true;
   case GL_MAX_PROGRAM_TEMPORARIES_ARB: case GL_MAX_PROGRAM_NATIVE_TEMPORARIES_ARB: *value = AP_MAX_TEMPS; return true;
   case GL_MAX_PROGRAM_PARAMETERS_ARB: case GL_MAX_PROGRAM_NATIVE_PARAMETERS_ARB: *value = AP_MAX_PARAMS; return true;
   case GL_MAX_PROGRAM_ATTRIBS_ARB: case GL_MAX_PROGRAM_NATIVE_ATTRIBS_ARB:
      *value = target == AP_VERTEX ? AP_MAX_VERTEX_ATTRIBS : AP_MAX_FRAGMENT_ATTRIBS;
      return true;
   case GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB: case GL_MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB:
      *value = target == AP_VERTEX ? AP_MAX_ADDRESS : 0;
      return true;
   case GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB: *value = AP_MAX_LOCALS; return true;
   case GL_MAX_PROGRAM_ENV_PARAMETERS_ARB: *value = AP_MAX_ENV; return true;
   case GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB: case GL_MAX_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB:
   case GL_MAX_PROGRAM_TEX_INSTRUCTIONS_ARB: case GL_MAX_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB:
   case GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB: case GL_MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB:
      *value = AP_MAX_INSTRUCTIONS;
      return target == AP_FRAGMENT;
   default: return false;
   }
}

static bool count(enum ap_target target, const struct ap_counts *c, GLenum pname, GLint *value)
{
   switch (pname) {
   case GL_PROGRAM_INSTRUCTIONS_ARB: case GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB: *value = (GLint)c->instructions; return true;
   case GL_PROGRAM_TEMPORARIES_ARB: case GL_PROGRAM_NATIVE_TEMPORARIES_ARB: *value = (GLint)c->temps; return true;
   case GL_PROGRAM_PARAMETERS_ARB: case GL_PROGRAM_NATIVE_PARAMETERS_ARB: *value = (GLint)c->params; return true;
   case GL_PROGRAM_ATTRIBS_ARB: case GL_PROGRAM_NATIVE_ATTRIBS_ARB: *value = (GLint)c->attribs; return true;
   case GL_PROGRAM_ADDRESS_REGISTERS_ARB: case GL_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB: *value = (GLint)c->address; return true;
   case GL_PROGRAM_ALU_INSTRUCTIONS_ARB: case GL_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB: *value = (GLint)c->alu; break;
   case GL_PROGRAM_TEX_INSTRUCTIONS_ARB: case GL_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB: *value = (GLint)c->tex; break;
   case GL_PROGRAM_TEX_INDIRECTIONS_ARB: case GL_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB: *value = (GLint)c->indirections; break;
   default: return false;
   }
   return target == AP_FRAGMENT;
}

void ga_GetProgramivARB(struct ga_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   enum ap_target which;
   GLint value;
   if (!ga_assembly_target(ctx, target, &which, "glGetProgramivARB"))
      return;
   const struct ga_assembly *p = ctx->legacy->assembly->bound[which], *unselected = ctx->legacy->assembly->unselected[which];
   ga_lock(ctx, &ctx->share->assembly.lock);
   const struct ap_counts counts = p->code ? ap_program_counts(p->code->program) : (struct ap_counts){0};
   const GLint length = p->length;
   ga_unlock(ctx, &ctx->share->assembly.lock);
   switch (pname) {
   case GL_PROGRAM_LENGTH_ARB: *params = length; return;
   case GL_PROGRAM_FORMAT_ARB: *params = GL_PROGRAM_FORMAT_ASCII_ARB; return;
   case GL_PROGRAM_BINDING_ARB: *params = (GLint)(unselected ? unselected : p)->name; return; /* of the target, not of the program */
   case GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB: *params = GL_TRUE; return;
   }
   if (limit(which, pname, &value) || count(which, &counts, pname, &value))
      *params = value;
   else
      ga_error(ctx, GL_INVALID_ENUM, "glGetProgramivARB: %s is not a value of %s", ga_enum_name(pname), ga_enum_name(target));
}
