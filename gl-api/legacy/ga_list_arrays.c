/* ga_list_arrays.c: vertices of arrays as commands: glArrayElement, and draws that a display list compiles with the contents of the arrays
 * at the time (GL 2.1, 2.8 and 5.4). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_array_read.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"

/* GL_COMPILE_AND_EXECUTE. */
#define EXECUTE(name, ...) \
   do { \
      const struct ga_dispatch *commands = ga_list_executes(ctx); \
      if (commands && commands->name) \
         commands->name(ctx, __VA_ARGS__); \
      else if (commands) \
         ga_missing(ctx, "gl" #name); \
   } while (0)

/* ---- glArrayElement -------------------------------------------------------------------------------------------------------- */

/* The attributes of vertices: generic attribute 0 hides the conventional position. */
static uint32_t mask_of(const struct ga_arrays *arrays)
{
   return (arrays->mask & ~(1u << GLSL_ATTRIB_VERTEX)) | (arrays->mask >> GLSL_ATTRIB_VERTEX & 1);
}

/* A vertex that has all of the attributes is written at once. False: it is not such a vertex. */
static bool write_vertex(struct ga_context *ctx, const struct ga_arrays *arrays, GLuint index)
{
   const uint32_t mask = mask_of(arrays), generic = (1u << GLSL_ATTRIB_VERTEX) - 2; /* ga_generic_attrib may set those */
   struct ga_vertices *v = ctx->legacy->vertices;
   if (!(mask & 1) || mask & (generic | ~v->mask) || v->count == v->room)
      return false;
   for (uint32_t left = mask & ~1u; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      ga_array_element(&arrays->at[slot], index, v->vertex + 4 * v->place[slot]);
   }
   ga_array_element(&arrays->at[arrays->mask & 1 ? 0 : GLSL_ATTRIB_VERTEX], index, v->vertex + 4 * v->place[0]);
   ga_vertices_add(v);
   return true;
}

/* Passes the attributes of a vertex on. */
static void vertex(struct ga_context *ctx, const struct ga_arrays *arrays, GLuint index)
{
   const uint32_t position = 1u << GLSL_ATTRIB_VERTEX | 1u;
   GLfloat value[4];
   if (write_vertex(ctx, arrays, index))
      return;
   for (uint32_t left = arrays->mask & ~position; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      ga_array_element(&arrays->at[slot], index, value);
      ga_generic_attrib(ctx, slot, value);
   }
   if (!(arrays->mask & position))
      return;
   ga_array_element(&arrays->at[arrays->mask & 1 ? 0 : GLSL_ATTRIB_VERTEX], index, value);
   ga_legacy_attrib(ctx, 0, value[0], value[1], value[2], value[3]);
}

/* Arrays cannot change between glBegin and glEnd: they are opened by the first vertex there. NULL: GL_OUT_OF_MEMORY was raised. */
static const struct ga_arrays *arrays_of_primitive(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   if (l->element_arrays_open)
      return l->element_arrays;
   if (!l->element_arrays && !(l->element_arrays = malloc(sizeof(*l->element_arrays)))) {
      ga_oom(ctx, "glArrayElement");
      return NULL;
   }
   l->element_arrays_open = ga_arrays_open(ctx, l->element_arrays, "glArrayElement");
   return l->element_arrays_open ? l->element_arrays : NULL;
}

void ga_array_elements_close(struct ga_context *ctx)
{
   if (ctx->legacy->element_arrays_open)
      ga_arrays_close(ctx->legacy->element_arrays);
   ctx->legacy->element_arrays_open = false;
}

/* The index that restarts a primitive (NV_primitive_restart): no vertex. */
static bool restarts(const struct ga_context *ctx, GLint index) { return ctx->cap_restart && (GLuint)index == ctx->restart_index; }

void ga_ArrayElement(struct ga_context *ctx, GLint index)
{
   struct ga_arrays arrays;
   if (ctx->legacy->immediate.inside && restarts(ctx, index)) {
      ga_PrimitiveRestartNV(ctx);
   } else if (index < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glArrayElement: index %d is negative", index);
   } else if (ctx->legacy->immediate.inside) {
      const struct ga_arrays *open = arrays_of_primitive(ctx);
      if (open)
         vertex(ctx, open, (GLuint)index);
   } else if (ga_arrays_open(ctx, &arrays, "glArrayElement")) {
      vertex(ctx, &arrays, (GLuint)index);
      ga_arrays_close(&arrays);
   }
}

void ga_save_ArrayElement(struct ga_context *ctx, GLint index)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_arrays arrays;
   if (restarts(ctx, index) && l->save->PrimitiveRestartNV) { /* as the state of the time has it */
      l->save->PrimitiveRestartNV(ctx);
      return;
   }
   if (index < 0) {
      ga_list_error(ctx, GL_INVALID_VALUE, "glArrayElement", "index %d is negative", index);
      return;
   }
   if (!ga_arrays_open(ctx, &arrays, "glArrayElement"))
      return;
   l->vertices = ga_list_build_vertices(ga_list_build(ctx));
   vertex(ctx, &arrays, (GLuint)index);
   l->vertices = &l->immediate.v;
   ga_arrays_close(&arrays);
   EXECUTE(ArrayElement, index);
}

/* ---- draws in lists -------------------------------------------------------------------------------------------------------- */

/* Arguments of a draw. indexed: `indices` is in client memory or an offset in the element array buffer, and `first` is added. */
struct draw {
   const char *command;
   GLenum mode, type;
   GLint first;
   GLsizei count;
   bool indexed;
   const void *indices;
};

/* The errors of arguments are those of the command outside of lists; the list has them, and its execution raises them. */
static bool legal(struct ga_context *ctx, const struct draw *d)
{
   if (!ga_draw_is_mode(ctx, d->mode))
      ga_list_error(ctx, GL_INVALID_ENUM, d->command, "mode %s is not accepted by this command", ga_enum_name(d->mode));
   else if (d->indexed && !ga_draw_index_size(ctx, d->type))
      ga_list_error(ctx, GL_INVALID_ENUM, d->command, "type %s is not accepted by this command", ga_enum_name(d->type));
   else if (d->count < 0 || (d->first < 0 && !d->indexed))
      ga_list_error(ctx, GL_INVALID_VALUE, d->command, "first %d and count %d must not be negative", d->first, d->count);
   else
      return true;
   return false;
}

/* The indices of a draw in memory: *copy is to be freed. NULL: there are none. */
static const uint8_t *indices_of(struct ga_context *ctx, const struct draw *d, unsigned size, uint8_t **copy)
{
   *copy = NULL;
   if (!ctx->vao->element_buffer || !d->count)
      return d->indices;
   const struct ga_buffer_state state = ga_buffer_state(ctx, ctx->vao->element_buffer);
   const uint64_t offset = (uintptr_t)d->indices, size_B = (uint64_t)d->count * size;
   const bool inside = state.resource && offset <= state.size_B && size_B <= state.size_B - offset;
   *copy = inside ? malloc(size_B) : NULL;
   if (*copy && !ga_buffer_read(ctx, state.resource, offset, size_B, *copy)) {
      free(*copy);
      *copy = NULL;
   }
   pipe_resource_unref(state.resource);
   return *copy;
}

static GLuint index_at(const uint8_t *indices, unsigned size, GLsizei i)
{
   GLuint index;
   GLushort half;
   switch (size) {
   case 4: memcpy(&index, indices + 4 * (size_t)i, 4); return index;
   case 2: memcpy(&half, indices + 2 * (size_t)i, 2); return half;
   default: return indices[i];
   }
}

static void save_vertex(struct ga_context *ctx, const struct ga_arrays *arrays, uint32_t mask, GLuint index)
{
   GLfloat *to = ga_list_arrays_vertex(ctx);
   for (uint32_t left = mask; left; left &= left - 1, to += 4) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      ga_array_element(&arrays->at[slot || arrays->mask & 1 ? slot : GLSL_ATTRIB_VERTEX], index, to);
   }
}

/* Primitives restart as the state of the time has it. */
static void save_vertices(struct ga_context *ctx, const struct draw *d, const struct ga_arrays *arrays, const uint8_t *indices, unsigned size)
{
   struct pipe_draw_info info = {.index_size_B = (uint8_t)size};
   const uint32_t mask = mask_of(arrays);
   if (d->indexed)
      ga_draw_restart(ctx, &info);
   if (!ga_list_arrays_begin(ctx, d->command, d->mode, mask, (uint32_t)d->count))
      return;
   for (GLsizei i = 0; i < d->count; i++) {
      const GLuint index = d->indexed ? index_at(indices, size, i) : (GLuint)i;
      if (!info.primitive_restart || index != info.restart_index) {
         save_vertex(ctx, arrays, mask, index + (GLuint)d->first);
         continue;
      }
      ga_list_arrays_end(ctx);
      if (!ga_list_arrays_begin(ctx, d->command, d->mode, mask, (uint32_t)(d->count - i)))
         return;
   }
   ga_list_arrays_end(ctx);
}

static void save_draw(struct ga_context *ctx, struct draw d)
{
   struct ga_arrays arrays;
   uint8_t *copy = NULL;
   const unsigned size = d.indexed ? ga_draw_index_size(ctx, d.type) : 0;
   if (!legal(ctx, &d))
      return;
   const uint8_t *indices = d.indexed ? indices_of(ctx, &d, size, &copy) : NULL;
   if (!d.count || !(ctx->vao->enabled & (1u << GLSL_ATTRIB_VERTEX | 1u)) || (d.indexed && !indices))
      ga_list_error(ctx, GL_NO_ERROR, d.command, "no vertices");
   else if ((!d.indexed || indices) && ga_arrays_open(ctx, &arrays, d.command)) {
      save_vertices(ctx, &d, &arrays, indices, size);
      ga_arrays_close(&arrays);
   }
   free(copy);
}

void ga_save_DrawArrays(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count)
{
   save_draw(ctx, (struct draw){"glDrawArrays", mode, GL_NONE, first, count, false, NULL});
   EXECUTE(DrawArrays, mode, first, count);
}

void ga_save_DrawElements(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
   save_draw(ctx, (struct draw){"glDrawElements", mode, type, 0, count, true, indices});
   EXECUTE(DrawElements, mode, count, type, indices);
}

void ga_save_DrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                    GLint base_vertex)
{
   save_draw(ctx, (struct draw){"glDrawElementsBaseVertex", mode, type, base_vertex, count, true, indices});
   EXECUTE(DrawElementsBaseVertex, mode, count, type, indices, base_vertex);
}

static void save_range(struct ga_context *ctx, GLuint start, GLuint end, struct draw d)
{
   if (end < start)
      ga_list_error(ctx, GL_INVALID_VALUE, d.command, "start %u is above end %u", start, end);
   else
      save_draw(ctx, d);
}

void ga_save_DrawRangeElements(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                               const void *indices)
{
   save_range(ctx, start, end, (struct draw){"glDrawRangeElements", mode, type, 0, count, true, indices});
   EXECUTE(DrawRangeElements, mode, start, end, count, type, indices);
}

void ga_save_DrawRangeElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                         const void *indices, GLint base_vertex)
{
   save_range(ctx, start, end, (struct draw){"glDrawRangeElementsBaseVertex", mode, type, base_vertex, count, true, indices});
   EXECUTE(DrawRangeElementsBaseVertex, mode, start, end, count, type, indices, base_vertex);
}

/* ---- several draws --------------------------------------------------------------------------------------------------------- */

/* Arrays of arguments; NULL: the command has none. */
struct draws {
   const GLint *first, *base_vertex;
   const GLsizei *count;
   const void *const *indices;
   const GLenum *modes;
   GLint mode_stride_B;
};

/* No draw of the command is done if one of them is an error. */
static void save_draws(struct ga_context *ctx, struct draw common, GLsizei draws, const struct draws *of)
{
   if (draws < 0)
      ga_list_error(ctx, GL_INVALID_VALUE, common.command, "the number of draws %d is negative", draws);
   for (unsigned pass = 0; pass < 2; pass++) {
      for (GLsizei i = 0; i < draws; i++) {
         struct draw d = common;
         d.first = of->first ? of->first[i] : of->base_vertex ? of->base_vertex[i] : 0;
         d.count = of->count[i];
         d.indices = of->indices ? of->indices[i] : NULL;
         if (of->modes && d.count > 0)
            memcpy(&d.mode, (const char *)of->modes + (ptrdiff_t)i * of->mode_stride_B, sizeof(d.mode));
         if (pass == 1)
            save_draw(ctx, d);
         else if (!legal(ctx, &d))
            return;
      }
   }
}

void ga_save_MultiDrawArrays(struct ga_context *ctx, GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws)
{
   save_draws(ctx, (struct draw){.command = "glMultiDrawArrays", .mode = mode}, draws, &(struct draws){.first = first, .count = count});
   EXECUTE(MultiDrawArrays, mode, first, count, draws);
}

void ga_save_MultiDrawElements(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type, const void *const *indices,
                               GLsizei draws)
{
   save_draws(ctx, (struct draw){.command = "glMultiDrawElements", .mode = mode, .type = type, .indexed = true}, draws,
              &(struct draws){.count = count, .indices = indices});
   EXECUTE(MultiDrawElements, mode, count, type, indices, draws);
}

void ga_save_MultiDrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                         const void *const *indices, GLsizei draws, const GLint *base_vertex)
{
   save_draws(ctx, (struct draw){.command = "glMultiDrawElementsBaseVertex", .mode = mode, .type = type, .indexed = true}, draws,
              &(struct draws){.count = count, .indices = indices, .base_vertex = base_vertex});
   EXECUTE(MultiDrawElementsBaseVertex, mode, count, type, indices, draws, base_vertex);
}

void ga_save_MultiModeDrawArraysIBM(struct ga_context *ctx, const GLenum *mode, const GLint *first, const GLsizei *count, GLsizei draws,
                                    GLint mode_stride_B)
{
   save_draws(ctx, (struct draw){.command = "glMultiModeDrawArraysIBM"}, draws,
              &(struct draws){.first = first, .count = count, .modes = mode, .mode_stride_B = mode_stride_B});
   EXECUTE(MultiModeDrawArraysIBM, mode, first, count, draws, mode_stride_B);
}

void ga_save_MultiModeDrawElementsIBM(struct ga_context *ctx, const GLenum *mode, const GLsizei *count, GLenum type,
                                      const void *const *indices, GLsizei draws, GLint mode_stride_B)
{
   save_draws(ctx, (struct draw){.command = "glMultiModeDrawElementsIBM", .type = type, .indexed = true}, draws,
              &(struct draws){.count = count, .indices = indices, .modes = mode, .mode_stride_B = mode_stride_B});
   EXECUTE(MultiModeDrawElementsIBM, mode, count, type, indices, draws, mode_stride_B);
}
