/* ga_array_read.c: vertex arrays, read by the CPU: for glArrayElement, display lists, selection, feedback. */
#include "gl-api/legacy/ga_array_read.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "state/pipe_format_float.h"

void ga_arrays_close(struct ga_arrays *arrays)
{
   for (unsigned i = 0; i < GA_ATTRIB_SLOTS; i++)
      free(arrays->at[i].copy);
}

/* False: out of memory. */
static bool open_array(struct ga_context *ctx, unsigned slot, struct ga_array *a)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[slot];
   const struct ga_vertex_binding *binding = &ctx->vao->binding[attrib->binding];
   const uintptr_t offset = binding->offset + attrib->relative_offset_B;
   *a = (struct ga_array){.format = &attrib->format, .stride_B = binding->stride_B};
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

bool ga_arrays_open_slots(struct ga_context *ctx, struct ga_arrays *arrays, uint32_t mask, const char *command)
{
   memset(arrays, 0, sizeof(*arrays));
   arrays->mask = ctx->vao->enabled & mask;
   bool ok = true;
   for (uint32_t left = arrays->mask; left && ok; left &= left - 1)
      ok = open_array(ctx, (unsigned)__builtin_ctz(left), &arrays->at[__builtin_ctz(left)]);
   if (ok)
      return true;
   ga_arrays_close(arrays);
   ga_oom(ctx, command);
   return false;
}

bool ga_arrays_open(struct ga_context *ctx, struct ga_arrays *arrays, const char *command)
{
   return ga_arrays_open_slots(ctx, arrays, ~0u, command);
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

void ga_array_element(const struct ga_array *a, GLuint index, GLfloat out[4])
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
