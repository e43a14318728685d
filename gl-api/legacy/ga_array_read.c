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

/* ---- elements -------------------------------------------------------------------------------------------------------------- */

#define LOADER(name, type, value) \
   static void load_##name(const struct ga_array *a, const uint8_t *at, GLfloat out[4]) \
   { \
      GLfloat read[4] = {0, 0, 0, 1}; \
      for (unsigned i = 0; i < a->components; i++) { \
         type v; \
         memcpy(&v, at + i * sizeof(v), sizeof(v)); \
         read[i] = (GLfloat)(value); \
      } \
      memcpy(out, read, sizeof(read)); \
   }
LOADER(b, GLbyte, v)
LOADER(ub, GLubyte, v)
LOADER(s, GLshort, v)
LOADER(us, GLushort, v)
LOADER(i, GLint, v)
LOADER(ui, GLuint, v)
LOADER(d, GLdouble, v)
LOADER(half, GLushort, pipe_half_to_float(v))
LOADER(fixed, GLint, v / 65536.0)
LOADER(unit_b, GLbyte, (2.0 * v + 1) / 255)
LOADER(unit_ub, GLubyte, v / 255.0)
LOADER(unit_s, GLshort, (2.0 * v + 1) / 65535)
LOADER(unit_us, GLushort, v / 65535.0)
LOADER(unit_i, GLint, (2.0 * v + 1) / 4294967295.0)
LOADER(unit_ui, GLuint, v / 4294967295.0)

/* The most common ones, without a loop: by components. One store, which ga_vertices_add loads as it is. */
typedef GLfloat vector __attribute__((vector_size(16)));
#define FLOATS(n, ...) \
   static void load_f##n(const struct ga_array *a, const uint8_t *at, GLfloat out[4]) \
   { \
      (void)a; \
      GLfloat v[n]; \
      memcpy(v, at, sizeof(v)); \
      const vector read = {__VA_ARGS__}; \
      memcpy(out, &read, sizeof(read)); \
   }
FLOATS(1, v[0], 0, 0, 1)
FLOATS(2, v[0], v[1], 0, 1)
FLOATS(3, v[0], v[1], v[2], 1)
FLOATS(4, v[0], v[1], v[2], v[3])

static void swap_red_and_blue(GLfloat v[4])
{
   const GLfloat red = v[2];
   v[2] = v[0];
   v[0] = red;
}

static void load_packed(const struct ga_array *a, const uint8_t *at, GLfloat out[4])
{
   GLuint value;
   memcpy(&value, at, sizeof(value));
   ga_vertex_unpack(a->format->type, a->format->class == GA_VERTEX_NORMALIZED, a->components, value, out);
   if (a->format->size == GL_BGRA)
      swap_red_and_blue(out);
}

static void load_bgra(const struct ga_array *a, const uint8_t *at, GLfloat out[4])
{
   load_unit_ub(a, at, out);
   swap_red_and_blue(out);
}

/* [normalized]; floating-point types are not. */
static const struct loader { GLenum type; void (*load[2])(const struct ga_array *a, const uint8_t *at, GLfloat out[4]); } loaders[] = {
   {GL_BYTE, {load_b, load_unit_b}}, {GL_UNSIGNED_BYTE, {load_ub, load_unit_ub}}, {GL_SHORT, {load_s, load_unit_s}},
   {GL_UNSIGNED_SHORT, {load_us, load_unit_us}}, {GL_INT, {load_i, load_unit_i}}, {GL_UNSIGNED_INT, {load_ui, load_unit_ui}},
   {GL_DOUBLE, {load_d, load_d}}, {GL_HALF_FLOAT, {load_half, load_half}}, {GL_FIXED, {load_fixed, load_fixed}},
   {GL_INT_2_10_10_10_REV, {load_packed, load_packed}}, {GL_UNSIGNED_INT_2_10_10_10_REV, {load_packed, load_packed}},
   {GL_UNSIGNED_INT_10F_11F_11F_REV, {load_packed, load_packed}},
};

static void choose_loader(struct ga_array *a)
{
   static void (*const floats[])(const struct ga_array *, const uint8_t *, GLfloat *) = {load_f1, load_f2, load_f3, load_f4};
   const struct ga_vertex_format *format = a->format;
   a->components = format->size == GL_BGRA ? 4 : (unsigned)format->size;
   a->load = floats[a->components - 1];
   for (unsigned i = 0; i < sizeof(loaders) / sizeof(loaders[0]); i++)
      if (loaders[i].type == format->type)
         a->load = loaders[i].load[format->class == GA_VERTEX_NORMALIZED];
   if (format->size == GL_BGRA && format->type == GL_UNSIGNED_BYTE)
      a->load = load_bgra;
}

/* ---- arrays ---------------------------------------------------------------------------------------------------------------- */

/* Elements of `size_B` readable bytes. */
static uint64_t count_of(const struct ga_array *a, uint64_t size_B)
{
   if (size_B < a->format->size_B)
      return 0;
   return a->stride_B ? (size_B - a->format->size_B) / a->stride_B + 1 : UINT64_MAX;
}

/* False: out of memory. */
static bool open_array(struct ga_context *ctx, unsigned slot, struct ga_array *a)
{
   const struct ga_vertex_attrib *attrib = &ctx->vao->attrib[slot];
   const struct ga_vertex_binding *binding = &ctx->vao->binding[attrib->binding];
   const uintptr_t offset = binding->offset + attrib->relative_offset_B;
   *a = (struct ga_array){.format = &attrib->format, .stride_B = binding->stride_B};
   choose_loader(a);
   if (!binding->buffer) {
      a->data = binding->detached || !binding->offset ? NULL : (const uint8_t *)offset; /* as draws: ga_vertex_draw.c */
      a->count = a->data ? UINT64_MAX : 0;
      return true;
   }
   const struct ga_buffer_state state = ga_buffer_state(ctx, binding->buffer);
   bool ok = true;
   if (state.resource && offset < state.size_B) {
      const uint64_t size_B = state.size_B - offset;
      a->copy = malloc(size_B);
      ok = a->copy && ga_buffer_read(ctx, state.resource, offset, size_B, a->copy);
      a->data = a->copy;
      a->count = count_of(a, size_B);
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
