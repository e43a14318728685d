/* ga_vertex_arrays.c: commands of vertex array objects (ES 2.0, 2.8; OES_vertex_array_object; GL 4.6, 10.3). Each command resolves the
 * bound object or a name to a vertex array; the VertexArray ones share the second half. */
#include "gl-api/command/ga_buffers.h"
#include "gl-api/command/ga_create.h"
#include "gl-api/command/ga_vertex_attribs.h"

/* ---- names ------------------------------------------------------------------------------------------------------------------ */

void ga_GenVertexArrays(struct ga_context *ctx, GLsizei n, GLuint *arrays)
{
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glGenVertexArrays: n %d is negative", n);
   else if (!ut_names_gen(&ctx->vaos, (uint32_t)n, arrays))
      ga_oom(ctx, "glGenVertexArrays");
}

static bool make(struct ga_context *ctx, GLuint name)
{
   return ga_vao_get(ctx, name) != NULL;
}

static const struct ga_object_kind vertex_arrays = {make, ga_vao_delete};

void ga_CreateVertexArrays(struct ga_context *ctx, GLsizei n, GLuint *arrays)
{
   ga_create_objects(ctx, &ctx->vaos, &vertex_arrays, n, arrays, "glCreateVertexArrays");
}

void ga_BindVertexArray(struct ga_context *ctx, GLuint name)
{
   struct ga_vao *vao = ctx->default_vao;
   if (ctx->vao->name == name)
      return;
   if (name != 0) {
      if (!ut_names_is_reserved(&ctx->vaos, name)) {
         ga_error(ctx, GL_INVALID_OPERATION, "glBindVertexArray: %u was not generated", name);
         return;
      }
      vao = ga_vao_get(ctx, name);
      if (!vao) {
         ga_oom(ctx, "glBindVertexArray");
         return;
      }
   }
   ga_vao_bind(ctx, vao);
}

void ga_DeleteVertexArrays(struct ga_context *ctx, GLsizei n, const GLuint *arrays)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteVertexArrays: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_vao_delete(ctx, arrays[i]);
}

GLboolean ga_IsVertexArray(struct ga_context *ctx, GLuint name)
{
   return ut_names_lookup(&ctx->vaos, name) != NULL;
}

/* ---- resolving and validation ----------------------------------------------------------------------------------------------- */

struct ga_vao *ga_resolve_named_vao(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_vao *vao = ut_names_lookup(&ctx->vaos, name);
   if (!vao)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %u is not a vertex array object", command, name);
   return vao;
}

bool ga_legal_attrib(struct ga_context *ctx, GLuint index, const char *command)
{
   if (index < (GLuint)ctx->limits.max_vertex_attribs)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: index %u", command, index);
   return false;
}

/* The bound object for commands of ARB_vertex_attrib_binding, which do not take the default one in the core profile and in OpenGL
 * ES (GL 4.6, 10.3.1; ES 3.1, 10.3.1). NULL: GL_INVALID_OPERATION was raised. */
static struct ga_vao *bound(struct ga_context *ctx, const char *command)
{
   if (ctx->vao->name || (ga_has(ctx, GA_FEATURE_default_vertex_array) && !ga_has(ctx, GA_FEATURE_es)))
      return ctx->vao;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound", command);
   return NULL;
}

static bool legal_binding(struct ga_context *ctx, GLuint binding, const char *command)
{
   if (binding < GA_MAX_VERTEX_BINDINGS)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: binding %u", command, binding);
   return false;
}

/* False: an error was raised. */
static bool legal_format(struct ga_context *ctx, GLint size, GLenum type, enum ga_vertex_class class,
                         struct ga_vertex_format *format, const char *command)
{
   switch (ga_vertex_format(ctx, size, type, class, format)) {
   case GA_VERTEX_FORMAT_OK: return true;
   case GA_VERTEX_FORMAT_TYPE: ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command,
                                        ga_enum_name(type)); break;
   case GA_VERTEX_FORMAT_SIZE: ga_error(ctx, GL_INVALID_VALUE, "%s: size %d", command, size); break;
   case GA_VERTEX_FORMAT_MIXED:
      ga_error(ctx, GL_INVALID_OPERATION, "%s: size %d with type %s", command, size, ga_enum_name(type));
      break;
   }
   return false;
}

/* Earlier versions have no largest stride. */
static bool legal_stride(struct ga_context *ctx, GLsizei stride, const char *command)
{
   if (stride >= 0 && (stride <= GA_MAX_VERTEX_STRIDE_B || !ga_has(ctx, GA_FEATURE_vertex_attrib_stride_limit)))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: stride %d", command, stride);
   return false;
}

/* ---- glVertexAttribPointer -------------------------------------------------------------------------------------------------- */

static void set_pointer(struct ga_context *ctx, GLuint index, GLint size, GLenum type, enum ga_vertex_class class, GLsizei stride,
                        const void *pointer, const char *command)
{
   struct ga_vertex_format format;
   struct ga_buffer *buf = ctx->buffer[GA_BUFFER_ARRAY];
   if (!ga_legal_attrib(ctx, index, command) || !legal_format(ctx, size, type, class, &format, command))
      return;
   if (!legal_stride(ctx, stride, command))
      return;
   if (ctx->vao->name == 0 && !ga_has(ctx, GA_FEATURE_default_vertex_array)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound", command);
      return;
   }
   /* OES_vertex_array_object leaves client arrays to the default object. */
   if (ctx->vao->name != 0 && !buf && pointer) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: client memory in vertex array object %u", command, ctx->vao->name);
      return;
   }
   ga_vao_pointer(ctx, ctx->vao, index, &format, stride, pointer, buf);
}

void ga_VertexAttribPointer(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLboolean normalized,
                            GLsizei stride, const void *pointer)
{
   set_pointer(ctx, index, size, type, normalized ? GA_VERTEX_NORMALIZED : GA_VERTEX_FLOAT, stride, pointer,
               "glVertexAttribPointer");
}

void ga_VertexAttribIPointer(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, index, size, type, GA_VERTEX_INTEGER, stride, pointer, "glVertexAttribIPointer");
}

void ga_VertexAttribLPointer(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLsizei stride, const void *pointer)
{
   set_pointer(ctx, index, size, type, GA_VERTEX_DOUBLE, stride, pointer, "glVertexAttribLPointer");
}

/* The divisor of an attribute is that of the binding point of its number (GL 4.6, 10.3.4). */
void ga_VertexAttribDivisor(struct ga_context *ctx, GLuint index, GLuint divisor)
{
   if (!ga_legal_attrib(ctx, index, "glVertexAttribDivisor"))
      return;
   ga_vao_attrib_binding(ctx, ctx->vao, index, index);
   ga_vao_divisor(ctx, ctx->vao, index, divisor);
}

/* ---- enabling --------------------------------------------------------------------------------------------------------------- */

static void enable(struct ga_context *ctx, struct ga_vao *vao, GLuint index, bool enabled, const char *command)
{
   if (vao && ga_legal_attrib(ctx, index, command))
      ga_vao_enable(ctx, vao, index, enabled);
}

void ga_EnableVertexAttribArray(struct ga_context *ctx, GLuint index)
{
   enable(ctx, ctx->vao, index, true, "glEnableVertexAttribArray");
}

void ga_DisableVertexAttribArray(struct ga_context *ctx, GLuint index)
{
   enable(ctx, ctx->vao, index, false, "glDisableVertexAttribArray");
}

void ga_EnableVertexArrayAttrib(struct ga_context *ctx, GLuint name, GLuint index)
{
   static const char command[] = "glEnableVertexArrayAttrib";
   enable(ctx, ga_resolve_named_vao(ctx, name, command), index, true, command);
}

void ga_DisableVertexArrayAttrib(struct ga_context *ctx, GLuint name, GLuint index)
{
   static const char command[] = "glDisableVertexArrayAttrib";
   enable(ctx, ga_resolve_named_vao(ctx, name, command), index, false, command);
}

/* ---- formats (ARB_vertex_attrib_binding) ------------------------------------------------------------------------------------- */

static void set_format(struct ga_context *ctx, struct ga_vao *vao, GLuint index, GLint size, GLenum type,
                       enum ga_vertex_class class, GLuint relative_offset, const char *command)
{
   struct ga_vertex_format format;
   if (!vao || !ga_legal_attrib(ctx, index, command) || !legal_format(ctx, size, type, class, &format, command))
      return;
   if (relative_offset > GA_MAX_RELATIVE_OFFSET_B)
      ga_error(ctx, GL_INVALID_VALUE, "%s: relative offset %u", command, relative_offset);
   else
      ga_vao_format(ctx, vao, index, &format, relative_offset);
}

void ga_VertexAttribFormat(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLboolean normalized, GLuint offset)
{
   static const char command[] = "glVertexAttribFormat";
   set_format(ctx, bound(ctx, command), index, size, type, normalized ? GA_VERTEX_NORMALIZED : GA_VERTEX_FLOAT, offset,
              command);
}

void ga_VertexAttribIFormat(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLuint offset)
{
   static const char command[] = "glVertexAttribIFormat";
   set_format(ctx, bound(ctx, command), index, size, type, GA_VERTEX_INTEGER, offset, command);
}

void ga_VertexAttribLFormat(struct ga_context *ctx, GLuint index, GLint size, GLenum type, GLuint offset)
{
   static const char command[] = "glVertexAttribLFormat";
   set_format(ctx, bound(ctx, command), index, size, type, GA_VERTEX_DOUBLE, offset, command);
}

void ga_VertexArrayAttribFormat(struct ga_context *ctx, GLuint name, GLuint index, GLint size, GLenum type, GLboolean normalized,
                                GLuint offset)
{
   static const char command[] = "glVertexArrayAttribFormat";
   set_format(ctx, ga_resolve_named_vao(ctx, name, command), index, size, type, normalized ? GA_VERTEX_NORMALIZED : GA_VERTEX_FLOAT, offset,
              command);
}

void ga_VertexArrayAttribIFormat(struct ga_context *ctx, GLuint name, GLuint index, GLint size, GLenum type, GLuint offset)
{
   static const char command[] = "glVertexArrayAttribIFormat";
   set_format(ctx, ga_resolve_named_vao(ctx, name, command), index, size, type, GA_VERTEX_INTEGER, offset, command);
}

void ga_VertexArrayAttribLFormat(struct ga_context *ctx, GLuint name, GLuint index, GLint size, GLenum type, GLuint offset)
{
   static const char command[] = "glVertexArrayAttribLFormat";
   set_format(ctx, ga_resolve_named_vao(ctx, name, command), index, size, type, GA_VERTEX_DOUBLE, offset, command);
}

/* ---- binding points --------------------------------------------------------------------------------------------------------- */

static void attrib_binding(struct ga_context *ctx, struct ga_vao *vao, GLuint index, GLuint binding, const char *command)
{
   if (vao && ga_legal_attrib(ctx, index, command) && legal_binding(ctx, binding, command))
      ga_vao_attrib_binding(ctx, vao, index, binding);
}

void ga_VertexAttribBinding(struct ga_context *ctx, GLuint index, GLuint binding)
{
   static const char command[] = "glVertexAttribBinding";
   attrib_binding(ctx, bound(ctx, command), index, binding, command);
}

void ga_VertexArrayAttribBinding(struct ga_context *ctx, GLuint name, GLuint index, GLuint binding)
{
   static const char command[] = "glVertexArrayAttribBinding";
   attrib_binding(ctx, ga_resolve_named_vao(ctx, name, command), index, binding, command);
}

static void binding_divisor(struct ga_context *ctx, struct ga_vao *vao, GLuint binding, GLuint divisor, const char *command)
{
   if (vao && legal_binding(ctx, binding, command))
      ga_vao_divisor(ctx, vao, binding, divisor);
}

void ga_VertexBindingDivisor(struct ga_context *ctx, GLuint binding, GLuint divisor)
{
   static const char command[] = "glVertexBindingDivisor";
   binding_divisor(ctx, bound(ctx, command), binding, divisor, command);
}

void ga_VertexArrayBindingDivisor(struct ga_context *ctx, GLuint name, GLuint binding, GLuint divisor)
{
   static const char command[] = "glVertexArrayBindingDivisor";
   binding_divisor(ctx, ga_resolve_named_vao(ctx, name, command), binding, divisor, command);
}

/* False: GL_INVALID_VALUE was raised. */
static bool legal_place(struct ga_context *ctx, GLintptr offset, GLsizei stride, const char *command)
{
   if (offset >= 0)
      return legal_stride(ctx, stride, command);
   ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld", command, (long long)offset);
   return false;
}

/* A generated name becomes a buffer here, as in glBindBuffer. */
static void vertex_buffer(struct ga_context *ctx, struct ga_vao *vao, GLuint binding, GLuint name, GLintptr offset, GLsizei stride,
                          const char *command)
{
   struct ga_buffer *buf;
   if (!vao || !legal_binding(ctx, binding, command) || !legal_place(ctx, offset, stride, command) ||
       !ga_resolve_generated(ctx, name, &buf, command))
      return;
   ga_vao_vertex_buffer(ctx, vao, binding, buf, (uintptr_t)offset, (uint32_t)stride);
   ga_buffer_unref(ctx, buf);
}

void ga_BindVertexBuffer(struct ga_context *ctx, GLuint binding, GLuint buffer, GLintptr offset, GLsizei stride)
{
   static const char command[] = "glBindVertexBuffer";
   vertex_buffer(ctx, bound(ctx, command), binding, buffer, offset, stride, command);
}

void ga_VertexArrayVertexBuffer(struct ga_context *ctx, GLuint name, GLuint binding, GLuint buffer, GLintptr offset,
                                GLsizei stride)
{
   static const char command[] = "glVertexArrayVertexBuffer";
   vertex_buffer(ctx, ga_resolve_named_vao(ctx, name, command), binding, buffer, offset, stride, command);
}

/* ARB_multi_bind: each wrong element raises its error and leaves its binding point as it is. */
static void vertex_buffers(struct ga_context *ctx, struct ga_vao *vao, GLuint first, GLsizei count, const GLuint *buffers,
                           const GLintptr *offsets, const GLsizei *strides, const char *command)
{
   if (!vao || !ga_legal_run(ctx, first, count, GA_MAX_VERTEX_BINDINGS, command))
      return;
   for (GLsizei i = 0; i < count; i++) {
      struct ga_buffer *buf = NULL;
      if (!buffers) {
         ga_vao_vertex_buffer(ctx, vao, first + (GLuint)i, NULL, 0, GA_BINDING_STRIDE_B);
         continue;
      }
      if (!legal_place(ctx, offsets[i], strides[i], command) ||
          (buffers[i] && !(buf = ga_resolve_named(ctx, buffers[i], command))))
         continue;
      ga_vao_vertex_buffer(ctx, vao, first + (GLuint)i, buf, (uintptr_t)offsets[i], (uint32_t)strides[i]);
      ga_buffer_unref(ctx, buf);
   }
}

void ga_BindVertexBuffers(struct ga_context *ctx, GLuint first, GLsizei count, const GLuint *buffers, const GLintptr *offsets,
                          const GLsizei *strides)
{
   static const char command[] = "glBindVertexBuffers";
   vertex_buffers(ctx, bound(ctx, command), first, count, buffers, offsets, strides, command);
}

void ga_VertexArrayVertexBuffers(struct ga_context *ctx, GLuint name, GLuint first, GLsizei count, const GLuint *buffers,
                                 const GLintptr *offsets, const GLsizei *strides)
{
   static const char command[] = "glVertexArrayVertexBuffers";
   vertex_buffers(ctx, ga_resolve_named_vao(ctx, name, command), first, count, buffers, offsets, strides, command);
}

void ga_VertexArrayElementBuffer(struct ga_context *ctx, GLuint name, GLuint buffer)
{
   static const char command[] = "glVertexArrayElementBuffer";
   struct ga_vao *vao = ga_resolve_named_vao(ctx, name, command);
   struct ga_buffer *buf = vao && buffer ? ga_resolve_named(ctx, buffer, command) : NULL;
   if (vao && (buf || !buffer))
      ga_vao_element_buffer(ctx, vao, buf);
   ga_buffer_unref(ctx, buf);
}
