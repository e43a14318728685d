/* ga_vao.c: vertex attributes and vertex array objects (ES 2.0, 2.7 and 2.8; OES_vertex_array_object). A draw reads them in
 * derive/ga_vertex_draw.c. */
#include "gl-api/object/ga_vao.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/context/ga_share.h"

/* ---- formats ------------------------------------------------------------------------------------------------------------ */

#define SIZES(kind, suffix) {PIPE_FORMAT_R##kind##_##suffix, PIPE_FORMAT_R##kind##G##kind##_##suffix,  \
                             PIPE_FORMAT_R##kind##G##kind##B##kind##_##suffix,                        \
                             PIPE_FORMAT_R##kind##G##kind##B##kind##A##kind##_##suffix}

struct attrib_type { uint8_t size_B; uint16_t scaled[4], normalized[4]; };

/* ES 2.0, table 2.4. NULL: not a type of vertex attributes. */
static const struct attrib_type *attrib_type(GLenum type)
{
   static const struct attrib_type byte = {1, SIZES(8, SSCALED), SIZES(8, SNORM)};
   static const struct attrib_type ubyte = {1, SIZES(8, USCALED), SIZES(8, UNORM)};
   static const struct attrib_type int16 = {2, SIZES(16, SSCALED), SIZES(16, SNORM)};
   static const struct attrib_type uint16 = {2, SIZES(16, USCALED), SIZES(16, UNORM)};
   static const struct attrib_type fixed = {4, SIZES(32, FIXED), SIZES(32, FIXED)};
   static const struct attrib_type float16 = {2, SIZES(16, FLOAT), SIZES(16, FLOAT)};
   static const struct attrib_type float32 = {4, SIZES(32, FLOAT), SIZES(32, FLOAT)};
   switch (type) {
   case GL_BYTE: return &byte;
   case GL_UNSIGNED_BYTE: return &ubyte;
   case GL_SHORT: return &int16;
   case GL_UNSIGNED_SHORT: return &uint16;
   case GL_FIXED: return &fixed;
   case GL_HALF_FLOAT_OES: return &float16; /* OES_vertex_half_float */
   case GL_FLOAT: return &float32;
   default: return NULL;
   }
}

/* ---- objects -------------------------------------------------------------------------------------------------------------- */

void ga_vao_init(struct ga_vao *vao, GLuint name)
{
   *vao = (struct ga_vao){.name = name};
   for (unsigned i = 0; i < GA_MAX_ATTRIBS; i++)
      vao->attrib[i] = (struct ga_vertex_attrib){.type = GL_FLOAT, .size = 4, .stride_B = 16,
                                                 .format = PIPE_FORMAT_R32G32B32A32_FLOAT};
}

void ga_vao_finish(struct ga_context *ctx, struct ga_vao *vao)
{
   for (unsigned i = 0; i < GA_MAX_ATTRIBS; i++)
      ga_buffer_unref(ctx, vao->attrib[i].buffer);
   ga_buffer_unref(ctx, vao->element_buffer);
   free(vao->label);
}

static void destroy(struct ga_context *ctx, struct ga_vao *vao)
{
   ga_vao_finish(ctx, vao);
   free(vao);
}

void ga_vao_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   for (struct ga_vao *vao; (vao = ut_names_next(&ctx->vaos, &cursor, NULL));)
      destroy(ctx, vao);
   ut_names_finish(&ctx->vaos);
   if (ctx->default_vao)
      destroy(ctx, ctx->default_vao);
   ctx->vao = ctx->default_vao = NULL;
   for (unsigned i = 0; i < GA_MAX_ATTRIBS; i++) {
      pipe_resource_unref(ctx->attrib_resource[i]);
      ctx->attrib_resource[i] = NULL;
   }
   pipe_resource_unref(ctx->index_resource);
   ctx->index_resource = NULL;
}

void ga_vao_detach_buffer(struct ga_context *ctx, struct ga_buffer *buf)
{
   struct ga_vao *vao = ctx->vao;
   for (unsigned i = 0; i < GA_MAX_ATTRIBS; i++)
      if (vao->attrib[i].buffer == buf) {
         ga_buffer_assign(ctx, &vao->attrib[i].buffer, NULL);
         vao->attrib[i].detached = true;
         ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
      }
   if (vao->element_buffer == buf) {
      ga_buffer_assign(ctx, &vao->element_buffer, NULL);
      ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
   }
}

void ga_GenVertexArrays(struct ga_context *ctx, GLsizei n, GLuint *arrays)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenVertexArrays: n %d", n);
   else if (!ut_names_gen(&ctx->vaos, (uint32_t)n, arrays))
      ga_oom(ctx, "glGenVertexArrays");
}

void ga_BindVertexArray(struct ga_context *ctx, GLuint name)
{
   if (ctx->vao->name == name)
      return;
   struct ga_vao *vao = ctx->default_vao;
   if (name != 0) {
      if (!ut_names_is_reserved(&ctx->vaos, name)) {
         ga_error(ctx, GL_INVALID_OPERATION, "glBindVertexArray: %u was not generated", name);
         return;
      }
      vao = ut_names_lookup(&ctx->vaos, name);
      if (!vao) {
         vao = malloc(sizeof(*vao));
         if (!vao || !ut_names_insert(&ctx->vaos, name, vao)) {
            free(vao);
            ga_oom(ctx, "glBindVertexArray");
            return;
         }
         ga_vao_init(vao, name);
      }
   }
   ctx->vao = vao;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

void ga_DeleteVertexArrays(struct ga_context *ctx, GLsizei n, const GLuint *arrays)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteVertexArrays: n %d", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct ga_vao *vao = ut_names_lookup(&ctx->vaos, arrays[i]);
      ut_names_remove(&ctx->vaos, arrays[i]);
      if (!vao)
         continue;
      if (ctx->vao == vao)
         ga_BindVertexArray(ctx, 0);
      destroy(ctx, vao);
   }
}

GLboolean ga_IsVertexArray(struct ga_context *ctx, GLuint name)
{
   return ut_names_lookup(&ctx->vaos, name) != NULL;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------------ */

static bool legal_index(struct ga_context *ctx, GLuint index, const char *command)
{
   if (index < (GLuint)ctx->limits.max_vertex_attribs)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: index %u", command, index);
   return false;
}

void ga_VertexAttribPointer(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLboolean normalized,
                            GLsizei stride, const void *pointer)
{
   if (!legal_index(ctx, index, "glVertexAttribPointer"))
      return;
   const struct attrib_type *layout = attrib_type(type);
   if (!layout) {
      ga_error(ctx, GL_INVALID_ENUM, "glVertexAttribPointer: type %s", ga_enum_name(type));
      return;
   }
   if (size < 1 || size > 4 || stride < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glVertexAttribPointer: size %d, stride %d", size, stride);
      return;
   }
   /* OES_vertex_array_object leaves client arrays to the default object. */
   if (ctx->vao->name != 0 && !ctx->buffer[GA_BUFFER_ARRAY] && pointer) {
      ga_error(ctx, GL_INVALID_OPERATION, "glVertexAttribPointer: client memory in vertex array object %u",
               ctx->vao->name);
      return;
   }
   struct ga_vertex_attrib *attrib = &ctx->vao->attrib[index];
   attrib->type = type;
   attrib->size = size;
   attrib->stride = stride;
   attrib->normalized = normalized;
   attrib->detached = false;
   attrib->format = normalized ? layout->normalized[size - 1] : layout->scaled[size - 1];
   attrib->stride_B = stride ? (uint32_t)stride : (uint32_t)(layout->size_B * size);
   attrib->pointer = pointer;
   if (attrib->buffer != ctx->buffer[GA_BUFFER_ARRAY])
      ga_buffer_assign(ctx, &attrib->buffer, ctx->buffer[GA_BUFFER_ARRAY]);
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

void ga_VertexAttribDivisor(struct ga_context *ctx, GLuint index, GLuint divisor)
{
   if (!legal_index(ctx, index, "glVertexAttribDivisor"))
      return;
   ctx->vao->attrib[index].divisor = divisor;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

static void set_enabled(struct ga_context *ctx, GLuint index, bool enabled, const char *command)
{
   if (!legal_index(ctx, index, command) || (ctx->vao->enabled >> index & 1) == enabled)
      return;
   ctx->vao->enabled ^= 1u << index;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

void ga_EnableVertexAttribArray(struct ga_context *ctx, GLuint index)
{
   set_enabled(ctx, index, true, "glEnableVertexAttribArray");
}

void ga_DisableVertexAttribArray(struct ga_context *ctx, GLuint index)
{
   set_enabled(ctx, index, false, "glDisableVertexAttribArray");
}

/* ---- current values ------------------------------------------------------------------------------------------------------- */

static void set_current(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w,
                        const char *command)
{
   if (!legal_index(ctx, index, command))
      return;
   GLfloat *value = ctx->attrib_current[index];
   value[0] = x;
   value[1] = y;
   value[2] = z;
   value[3] = w;
   ctx->dirty |= GA_DIRTY_CURRENT_ATTRIBS;
}

void ga_VertexAttrib1f(struct ga_context *ctx, GLuint index, GLfloat x)
{
   set_current(ctx, index, x, 0, 0, 1, "glVertexAttrib1f");
}

void ga_VertexAttrib2f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y)
{
   set_current(ctx, index, x, y, 0, 1, "glVertexAttrib2f");
}

void ga_VertexAttrib3f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z)
{
   set_current(ctx, index, x, y, z, 1, "glVertexAttrib3f");
}

void ga_VertexAttrib4f(struct ga_context *ctx, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   set_current(ctx, index, x, y, z, w, "glVertexAttrib4f");
}

void ga_VertexAttrib1fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], 0, 0, 1, "glVertexAttrib1fv");
}

void ga_VertexAttrib2fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], 0, 1, "glVertexAttrib2fv");
}

void ga_VertexAttrib3fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], v[2], 1, "glVertexAttrib3fv");
}

void ga_VertexAttrib4fv(struct ga_context *ctx, GLuint index, const GLfloat *v)
{
   set_current(ctx, index, v[0], v[1], v[2], v[3], "glVertexAttrib4fv");
}

/* ---- queries ----------------------------------------------------------------------------------------------------------- */

/* The integer-valued parameters of ES 2.0, table 6.4. False: INVALID_ENUM was raised. */
static bool attrib_parameter(struct ga_context *ctx, GLuint index, GLenum pname, GLint *value, const char *command)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[index];
   switch (pname) {
   case GL_VERTEX_ATTRIB_ARRAY_ENABLED: *value = ctx->vao->enabled >> index & 1; return true;
   case GL_VERTEX_ATTRIB_ARRAY_SIZE: *value = attrib->size; return true;
   case GL_VERTEX_ATTRIB_ARRAY_STRIDE: *value = attrib->stride; return true;
   case GL_VERTEX_ATTRIB_ARRAY_TYPE: *value = (GLint)attrib->type; return true;
   case GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: *value = attrib->normalized; return true;
   case GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: *value = attrib->buffer ? (GLint)attrib->buffer->name : 0; return true;
   case GL_VERTEX_ATTRIB_ARRAY_DIVISOR:
      *value = (GLint)attrib->divisor;
      if (ga_has(ctx, GA_FEATURE_instanced_arrays))
         return true;
      break;
   }
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(pname));
   return false;
}

void ga_GetVertexAttribfv(struct ga_context *ctx, GLuint index, GLenum pname, GLfloat *params)
{
   GLint value;
   if (!legal_index(ctx, index, "glGetVertexAttribfv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB)
      memcpy(params, ctx->attrib_current[index], sizeof(ctx->attrib_current[index]));
   else if (attrib_parameter(ctx, index, pname, &value, "glGetVertexAttribfv"))
      *params = (GLfloat)value;
}

static GLint rounded(GLfloat value)
{
   if (!(value > -2147483648.0f))
      return isnan(value) ? 0 : INT32_MIN;
   return value >= 2147483648.0f ? INT32_MAX : (GLint)lrintf(value);
}

void ga_GetVertexAttribiv(struct ga_context *ctx, GLuint index, GLenum pname, GLint *params)
{
   GLint value;
   if (!legal_index(ctx, index, "glGetVertexAttribiv"))
      return;
   if (pname == GL_CURRENT_VERTEX_ATTRIB) {
      for (unsigned i = 0; i < 4; i++)
         params[i] = rounded(ctx->attrib_current[index][i]);
   } else if (attrib_parameter(ctx, index, pname, &value, "glGetVertexAttribiv")) {
      *params = value;
   }
}

void ga_GetVertexAttribPointerv(struct ga_context *ctx, GLuint index, GLenum pname, void **pointer)
{
   if (!legal_index(ctx, index, "glGetVertexAttribPointerv"))
      return;
   if (pname != GL_VERTEX_ATTRIB_ARRAY_POINTER) {
      ga_error(ctx, GL_INVALID_ENUM, "glGetVertexAttribPointerv: %s", ga_enum_name(pname));
      return;
   }
   *pointer = (void *)ctx->vao->attrib[index].pointer;
}
