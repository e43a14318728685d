/* ga_list_arrays.c: vertices of arrays as commands: glArrayElement, and draws that a display list compiles with the contents of the arrays
 * at the time (GL 2.1, 2.8 and 5.4). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vertex_format.h"
#include "state/pipe_format_float.h"

/* ---- reading --------------------------------------------------------------------------------------------------------------- */

/* An enabled array in memory. */
struct array {
   const struct ga_vertex_format *format;
   const uint8_t *data;
   uint8_t *copy;                   /* of a buffer; malloc'ed or NULL */
   uint64_t size_B;                 /* readable bytes; UINT64_MAX: client memory */
   uint32_t stride_B;
};

struct arrays { uint32_t mask; struct array at[GA_ATTRIB_SLOTS]; };

static void close_arrays(struct arrays *arrays)
{
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      free(arrays->at[i].copy);
}

/* False: out of memory. */
static bool open_array(struct ga_context *ctx, unsigned slot, struct array *a)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[slot];
   const struct ga_vertex_binding *binding = &ctx->vao->binding[attrib->binding];
   const uintptr_t offset = binding->offset + attrib->relative_offset_B;
   *a = (struct array){.format = &attrib->format, .stride_B = binding->stride_B};
   if (!binding->buffer) {
      a->data = binding->detached ? NULL : (const uint8_t *)offset;
      a->size_B = a->data ? UINT64_MAX : 0;
      return true;
   }
   const struct ga_buffer_state state = ga_buffer_state(ctx, binding->buffer);
   bool ok = true;
   if (state.resource && offset < state.size_B) {
      a->size_B = state.size_B - offset;
      a->copy = malloc(a->size_B);
      ok = a->copy && ga_buffer_read(ctx, state.resource, offset, a->size_B, a->copy);
      a->data = a->copy;
   }
   pipe_resource_unref(state.resource);
   return ok;
}

/* The vertex's slot comes last: it completes the vertex. */
static bool open_arrays(struct ga_context *ctx, struct arrays *arrays, const char *command)
{
   memset(arrays, 0, sizeof(*arrays));
   arrays->mask = ctx->vao->enabled;
   bool ok = true;
   for (uint32_t left = arrays->mask; left && ok; left &= left - 1)
      ok = open_array(ctx, (unsigned)__builtin_ctz(left), &arrays->at[__builtin_ctz(left)]);
   if (ok)
      return true;
   close_arrays(arrays);
   ga_oom(ctx, command);
   return false;
}

static double number(const uint8_t *at, GLenum type, bool normalized)
{
   union { GLbyte b; GLubyte ub; GLshort s; GLushort us; GLint i; GLuint ui; GLfloat f; GLdouble d; } v;
   switch (type) {
   case GL_BYTE: memcpy(&v, at, 1); return normalized ? (2.0 * v.b + 1) / 255 : v.b;
   case GL_UNSIGNED_BYTE: memcpy(&v, at, 1); return normalized ? v.ub / 255.0 : v.ub;
   case GL_SHORT: memcpy(&v, at, 2); return normalized ? (2.0 * v.s + 1) / 65535 : v.s;
   case GL_UNSIGNED_SHORT: memcpy(&v, at, 2); return normalized ? v.us / 65535.0 : v.us;
   case GL_INT: memcpy(&v, at, 4); return normalized ? (2.0 * v.i + 1) / 4294967295.0 : v.i;
   case GL_UNSIGNED_INT: memcpy(&v, at, 4); return normalized ? v.ui / 4294967295.0 : v.ui;
   case GL_DOUBLE: memcpy(&v, at, 8); return v.d;
   case GL_HALF_FLOAT: memcpy(&v, at, 2); return (double)pipe_half_to_float(v.us);
   default: memcpy(&v, at, 4); return (double)v.f;
   }
}

/* An element of an array; missing components are 0, 0, 1. */
static void element(const struct array *a, GLuint index, GLfloat out[4])
{
   const bool bgra = a->format->size == GL_BGRA;
   const unsigned components = bgra ? 4 : (unsigned)a->format->size, component_B = a->format->size_B / components;
   const uint64_t offset = (uint64_t)index * a->stride_B;
   out[0] = out[1] = out[2] = 0;
   out[3] = 1;
   if (!a->data || a->size_B < a->format->size_B || offset > a->size_B - a->format->size_B)
      return;
   if (ga_is_2_10_10_10(a->format->type)) {
      GLuint value;
      memcpy(&value, a->data + offset, 4);
      ga_vertex_unpack(a->format->type, a->format->class == GA_VERTEX_NORMALIZED, components, value, out);
      if (bgra) {
         const GLfloat red = out[2];
         out[2] = out[0];
         out[0] = red;
      }
      return;
   }
   for (unsigned i = 0; i < components; i++)
      out[bgra && i < 3 ? 2 - i : i] =
         (GLfloat)number(a->data + offset + i * component_B, a->format->type, a->format->class == GA_VERTEX_NORMALIZED);
}

/* Passes the attributes of a vertex on; generic attribute 0 hides the conventional one. */
static void vertex(struct ga_context *ctx, const struct arrays *arrays, GLuint index,
                   void (*set)(struct ga_context *ctx, unsigned slot, const GLfloat value[4]))
{
   const uint32_t position = 1u << GLSL_ATTRIB_VERTEX | 1u;
   GLfloat value[4];
   for (uint32_t left = arrays->mask & ~position; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      element(&arrays->at[slot], index, value);
      set(ctx, slot, value);
   }
   if (!(arrays->mask & position))
      return;
   element(&arrays->at[arrays->mask & 1 ? 0 : GLSL_ATTRIB_VERTEX], index, value);
   set(ctx, 0, value);
}

/* ---- glArrayElement -------------------------------------------------------------------------------------------------------- */

static void set_now(struct ga_context *ctx, unsigned slot, const GLfloat value[4])
{
   ga_legacy_attrib(ctx, slot, value[0], value[1], value[2], value[3]);
}

static void array_element(struct ga_context *ctx, GLint index, void (*set)(struct ga_context *ctx, unsigned slot, const GLfloat value[4]))
{
   struct arrays arrays;
   if (index < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glArrayElement: %d", index);
      return;
   }
   if (!open_arrays(ctx, &arrays, "glArrayElement"))
      return;
   vertex(ctx, &arrays, (GLuint)index, set);
   close_arrays(&arrays);
}

void ga_ArrayElement(struct ga_context *ctx, GLint index)
{
   array_element(ctx, index, set_now);
}

void ga_save_ArrayElement(struct ga_context *ctx, GLint index)
{
   array_element(ctx, index, ga_list_add_attrib);
   if (ga_list_executes(ctx))
      ga_ArrayElement(ctx, index);
}

/* ---- draws in lists -------------------------------------------------------------------------------------------------------- */

/* The arguments' errors are those of the command outside of lists; indices NULL: consecutive vertices. */
static void save_draw(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, GLenum type, const void *indices, bool indexed,
                      const char *command)
{
   struct arrays arrays;
   const unsigned size = indexed ? ga_draw_index_size(ctx, type) : 1;
   if (!ga_draw_legal_mode(ctx, mode, command))
      return;
   if (!size) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s", command, ga_enum_name(type));
      return;
   }
   if (first < 0 || count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: first %d, count %d", command, first, count);
      return;
   }
   uint8_t *copy = NULL;
   if (indexed && ctx->vao->element_buffer && count) {
      const struct ga_buffer_state state = ga_buffer_state(ctx, ctx->vao->element_buffer);
      const uint64_t offset = (uintptr_t)indices, size_B = (uint64_t)count * size;
      const bool inside = state.resource && offset <= state.size_B && size_B <= state.size_B - offset;
      copy = inside ? malloc(size_B) : NULL;
      const bool ok = copy && ga_buffer_read(ctx, state.resource, offset, size_B, copy);
      pipe_resource_unref(state.resource);
      if (!ok) {
         free(copy);
         return;
      }
      indices = copy;
   }
   if ((!indexed || indices) && open_arrays(ctx, &arrays, command)) {
      const struct ga_dispatch *save = ctx->legacy->save;
      save->Begin(ctx, mode);
      for (GLsizei i = 0; i < count; i++) {
         GLuint index = (GLuint)(first + i);
         if (indexed && size == 4)
            memcpy(&index, (const uint8_t *)indices + 4 * (size_t)i, 4);
         else if (indexed)
            index = size == 1 ? ((const uint8_t *)indices)[i] : ((const uint16_t *)indices)[i];
         vertex(ctx, &arrays, index, ga_list_add_attrib);
         if (ga_list_executes(ctx))
            vertex(ctx, &arrays, index, set_now);
      }
      save->End(ctx);
      close_arrays(&arrays);
   }
   free(copy);
}

void ga_save_DrawArrays(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count)
{
   save_draw(ctx, mode, first, count, GL_NONE, NULL, false, "glDrawArrays");
}

void ga_save_DrawElements(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
   save_draw(ctx, mode, 0, count, type, indices, true, "glDrawElements");
}

void ga_save_DrawRangeElements(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                               const void *indices)
{
   if (end < start)
      ga_error(ctx, GL_INVALID_VALUE, "glDrawRangeElements: start %u, end %u", start, end);
   else
      save_draw(ctx, mode, 0, count, type, indices, true, "glDrawRangeElements");
}

void ga_save_MultiDrawArrays(struct ga_context *ctx, GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws)
{
   for (GLsizei i = 0; i < draws; i++)
      save_draw(ctx, mode, first[i], count[i], GL_NONE, NULL, false, "glMultiDrawArrays");
}

void ga_save_MultiDrawElements(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                               GLsizei draws)
{
   for (GLsizei i = 0; i < draws; i++)
      save_draw(ctx, mode, 0, count[i], type, indices[i], true, "glMultiDrawElements");
}
