/* ga_vertex_attribs.c: current values of vertex attributes and the queries of attributes (ES 2.0, 2.7 and 6.1.8; GL 4.6, 10.2). */
#include "gl-api/command/ga_vertex_attribs.h"

#include <math.h>
#include <string.h>

#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/object/ga_buffer.h"

/* ---- current values ------------------------------------------------------------------------------------------------------- */

static void set_current(struct ga_context *ctx, GLuint index, union ga_attrib_value value, bool wide, const char *command)
{
   if (!ga_legal_attrib(ctx, index, command))
      return;
   if (ctx->hooks && !wide && ctx->hooks->attrib(ctx, index, &value)) /* attribute 0 is a vertex there */
      return;
   ctx->attrib_current[index] = value;
   ctx->attribs_wide = (ctx->attribs_wide & ~(1u << index)) | (uint32_t)wide << index;
   ctx->attribs_changed |= 1u << index;
   ctx->dirty |= GA_DIRTY_CURRENT_ATTRIBS;
}

void ga_set_attrib_float(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w, const char *command)
{
   set_current(ctx, index, (union ga_attrib_value){.f = {x, y, z, w}}, false, command);
}

void ga_set_attrib_double(struct ga_context *ctx, GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w, const char *command)
{
   set_current(ctx, index, (union ga_attrib_value){.d = {x, y, z, w}}, true, command);
}

void ga_VertexAttrib1f(struct ga_context *ctx, GLuint index, GLfloat x)
{
   ga_set_attrib_float(ctx, index, x, 0, 0, 1, "glVertexAttrib1f");
}

void ga_VertexAttrib2f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y)
{
   ga_set_attrib_float(ctx, index, x, y, 0, 1, "glVertexAttrib2f");
}

void ga_VertexAttrib3f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z)
{
   ga_set_attrib_float(ctx, index, x, y, z, 1, "glVertexAttrib3f");
}

void ga_VertexAttrib4f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   ga_set_attrib_float(ctx, index, x, y, z, w, "glVertexAttrib4f");
}

void ga_VertexAttrib1fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   ga_set_attrib_float(ctx, index, v[0], 0, 0, 1, "glVertexAttrib1fv");
}

void ga_VertexAttrib2fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   ga_set_attrib_float(ctx, index, v[0], v[1], 0, 1, "glVertexAttrib2fv");
}

void ga_VertexAttrib3fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   ga_set_attrib_float(ctx, index, v[0], v[1], v[2], 1, "glVertexAttrib3fv");
}

void ga_VertexAttrib4fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   ga_set_attrib_float(ctx, index, v[0], v[1], v[2], v[3], "glVertexAttrib4fv");
}

void ga_set_attrib_bits(struct ga_context *ctx, GLuint index, GLuint x, GLuint y, GLuint z, GLuint w, const char *command)
{
   set_current(ctx, index, (union ga_attrib_value){.ui = {x, y, z, w}}, false, command);
}

void ga_VertexAttribI4i(struct ga_context *ctx, GLuint index, GLint x, GLint y, GLint z, GLint w)
{
   ga_set_attrib_bits(ctx, index, (GLuint)x, (GLuint)y, (GLuint)z, (GLuint)w, "glVertexAttribI4i");
}

void ga_VertexAttribI4ui(struct ga_context *ctx, GLuint index, GLuint x, GLuint y, GLuint z, GLuint w)
{
   ga_set_attrib_bits(ctx, index, x, y, z, w, "glVertexAttribI4ui");
}

void ga_VertexAttribI4iv(struct ga_context *ctx, GLuint index, const GLint *v)
{
   ga_set_attrib_bits(ctx, index, (GLuint)v[0], (GLuint)v[1], (GLuint)v[2], (GLuint)v[3], "glVertexAttribI4iv");
}

void ga_VertexAttribI4uiv(struct ga_context *ctx, GLuint index, const GLuint *v)
{
   ga_set_attrib_bits(ctx, index, v[0], v[1], v[2], v[3], "glVertexAttribI4uiv");
}

/* ---- queries ----------------------------------------------------------------------------------------------------------- */

/* A parameter that only some contexts have. False: GL_INVALID_ENUM. */
static bool has_parameter(const struct ga_context *ctx, GLenum pname)
{
   switch (pname) {
   case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: return ga_has(ctx, GA_FEATURE_instanced_arrays);
   case GL_VERTEX_ATTRIB_ARRAY_INTEGER: return ga_has(ctx, GA_FEATURE_vertex_attrib_integer);
   case GL_VERTEX_ATTRIB_ARRAY_LONG: return ga_has(ctx, GA_FEATURE_vertex_attrib_64bit);
   case GL_VERTEX_ATTRIB_BINDING:
   case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: return ga_has(ctx, GA_FEATURE_vertex_attrib_binding);
   default: return true;
   }
}

/* The integer-valued parameters of ES 2.0, table 6.4, and GL 4.6, table 23.3. False: GL_INVALID_ENUM was raised. */
static bool attrib_parameter(struct ga_context *ctx, const struct ga_vao *vao, GLuint index, GLenum pname, GLint *value,
                             const char *command)
{
   const struct ga_vertex_attrib *attrib = &vao->attrib[index];
   const struct ga_vertex_binding *binding = &vao->binding[attrib->binding];
   bool known = has_parameter(ctx, pname);
   switch (known ? pname : GL_NONE) {
   case GL_VERTEX_ATTRIB_ARRAY_ENABLED: *value = vao->enabled >> index & 1; break;
   case GL_VERTEX_ATTRIB_ARRAY_SIZE: *value = attrib->format.size; break;
   case GL_VERTEX_ATTRIB_ARRAY_STRIDE: *value = attrib->stride; break;
   case GL_VERTEX_ATTRIB_ARRAY_TYPE: *value = (GLint)attrib->format.type; break;
   case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: *value = attrib->format.class == GA_VERTEX_NORMALIZED; break;
   case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: *value = binding->buffer ? (GLint)binding->buffer->name : 0; break;
   case GL_VERTEX_ATTRIB_ARRAY_DIVISOR: *value = (GLint)binding->divisor; break;
   case GL_VERTEX_ATTRIB_ARRAY_INTEGER: *value = attrib->format.class == GA_VERTEX_INTEGER; break;
   case GL_VERTEX_ATTRIB_ARRAY_LONG: *value = attrib->format.class == GA_VERTEX_DOUBLE; break;
   case GL_VERTEX_ATTRIB_BINDING: *value = attrib->binding; break;
   case GL_VERTEX_ATTRIB_RELATIVE_OFFSET: *value = (GLint)attrib->relative_offset_B; break;
   default:
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return false;
   }
   return true;
}

/* False: an error was raised. In the compatibility profile attribute 0 has no current value (OpenGL 4.6 compatibility profile,
 * 10.5). */
static bool legal_query(struct ga_context *ctx, GLuint index, GLenum pname, const char *command)
{
   if (!ga_legal_attrib(ctx, index, command))
      return false;
   if (pname != GL_CURRENT_VERTEX_ATTRIB || index || !ga_has(ctx, GA_FEATURE_immediate_mode))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: attribute 0 has no current value in the compatibility profile", command);
   return false;
}

/* A component of a current value; those of glVertexAttribI* are read as floats. */
static GLdouble current(const struct ga_context *ctx, GLuint index, unsigned component)
{
   const union ga_attrib_value *value = &ctx->attrib_current[index];
   return ctx->attribs_wide >> index & 1 ? value->d[component] : (GLdouble)value->f[component];
}

void ga_GetVertexAttribfv(struct ga_context *ctx, GLuint index, GLenum pname, GLfloat *params)
{
   GLint value;
   if (!legal_query(ctx, index, pname, "glGetVertexAttribfv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      for (unsigned i = 0; i < 4; i++)
         params[i] = (GLfloat)current(ctx, index, i);
   } else if (attrib_parameter(ctx, ctx->vao, index, pname, &value, "glGetVertexAttribfv")) {
      *params = (GLfloat)value;
   }
}

/* Current values of glVertexAttribI*: bits as they were given. */
static void get_integer(struct ga_context *ctx, GLuint index, GLenum pname, GLint *params, const char *command)
{
   if (!legal_query(ctx, index, pname, command))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB)
      memcpy(params, ctx->attrib_current[index].ui, sizeof(ctx->attrib_current[index].ui));
   else
      attrib_parameter(ctx, ctx->vao, index, pname, params, command);
}

void ga_GetVertexAttribIiv(struct ga_context *ctx, GLuint index, GLenum pname, GLint *params)
{
   get_integer(ctx, index, pname, params, "glGetVertexAttribIiv");
}

void ga_GetVertexAttribIuiv(struct ga_context *ctx, GLuint index, GLenum pname, GLuint *params)
{
   get_integer(ctx, index, pname, (GLint *)params, "glGetVertexAttribIuiv");
}

static void get_double(struct ga_context *ctx, GLuint index, GLenum pname, GLdouble *params, const char *command)
{
   GLint value;
   if (!legal_query(ctx, index, pname, command))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      for (unsigned i = 0; i < 4; i++)
         params[i] = current(ctx, index, i);
   } else if (attrib_parameter(ctx, ctx->vao, index, pname, &value, command)) {
      *params = value;
   }
}

void ga_GetVertexAttribdv(struct ga_context *ctx, GLuint index, GLenum pname, GLdouble *params)
{
   get_double(ctx, index, pname, params, "glGetVertexAttribdv");
}

void ga_GetVertexAttribLdv(struct ga_context *ctx, GLuint index, GLenum pname, GLdouble *params)
{
   get_double(ctx, index, pname, params, "glGetVertexAttribLdv");
}

/* A current value is a handle in two unsigned integers (glVertexAttribL1ui64ARB). */
void ga_GetVertexAttribLui64vARB(struct ga_context *ctx, GLuint index, GLenum pname, GLuint64EXT *params)
{
   static const char command[] = "glGetVertexAttribLui64vARB";
   GLint value;
   if (!legal_query(ctx, index, pname, command))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      const uint32_t *v = ctx->attrib_current[index].ui;
      params[0] = v[0] | (GLuint64EXT)v[1] << 32;
      params[1] = params[2] = 0;
      params[3] = 1;
   } else if (attrib_parameter(ctx, ctx->vao, index, pname, &value, command)) {
      *params = (GLuint64EXT)value;
   }
}

static GLint rounded(GLdouble value)
{
   if (!(value > -2147483648.0))
      return isnan(value) ? 0 : INT32_MIN;
   return value >= 2147483647.0 ? INT32_MAX : (GLint)lround(value);
}

void ga_GetVertexAttribiv(struct ga_context *ctx, GLuint index, GLenum pname, GLint *params)
{
   GLint value;
   if (!legal_query(ctx, index, pname, "glGetVertexAttribiv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      for (unsigned i = 0; i < 4; i++)
         params[i] = rounded(current(ctx, index, i));
   } else if (attrib_parameter(ctx, ctx->vao, index, pname, &value, "glGetVertexAttribiv")) {
      *params = value;
   }
}

void ga_GetVertexAttribPointerv(struct ga_context *ctx, GLuint index, GLenum pname, void **pointer)
{
   if (!ga_legal_attrib(ctx, index, "glGetVertexAttribPointerv"))
      return;
   if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribPointerv: %s is not accepted by this command", ga_enum_name(pname));
      return;
   }
   *pointer = (void *)ctx->vao->attrib[index].pointer;
}

/* ---- queries of vertex arrays by name (GL 4.6, 10.5) ---------------------------------------------------------------------------- */

void ga_GetVertexArrayiv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *param)
{
   static const char command[] = "glGetVertexArrayiv";
   const struct ga_vao *vao = ga_resolve_named_vao(ctx, name, command);
   if (!vao)
      return;
   if (pname == GL_ELEMENT_ARRAY_BUFFER_BINDING)
      *param = vao->element_buffer ? (GLint)vao->element_buffer->name : 0;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

/* Not every parameter of glGetVertexAttribiv is one of glGetVertexArrayIndexediv. */
void ga_GetVertexArrayIndexediv(struct ga_context *ctx, GLuint name, GLuint index, GLenum pname, GLint *param)
{
   static const char command[] = "glGetVertexArrayIndexediv";
   const struct ga_vao *vao = ga_resolve_named_vao(ctx, name, command);
   if (!vao || !ga_legal_attrib(ctx, index, command))
      return;
   if (pname == GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING || pname == GL_VERTEX_ATTRIB_BINDING)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else
      attrib_parameter(ctx, vao, index, pname, param, command);
}

void ga_GetVertexArrayIndexed64iv(struct ga_context *ctx, GLuint name, GLuint index, GLenum pname, GLint64 *param)
{
   static const char command[] = "glGetVertexArrayIndexed64iv";
   const struct ga_vao *vao = ga_resolve_named_vao(ctx, name, command);
   if (!vao || !ga_legal_attrib(ctx, index, command))
      return;
   if (pname == GL_VERTEX_BINDING_OFFSET)
      *param = (GLint64)vao->binding[index].offset;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}
