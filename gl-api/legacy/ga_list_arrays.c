/* ga_list_arrays.c: vertices of arrays as commands: glArrayElement, and draws that a display list compiles with the contents of the arrays
 * at the time (GL 2.1, 2.8 and 5.4). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_array_read.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_buffer.h"

/* Passes the attributes of a vertex on; generic attribute 0 hides the conventional one. */
static void vertex(struct ga_context *ctx, const struct ga_arrays *arrays, GLuint index,
                   void (*set)(struct ga_context *ctx, unsigned slot, const GLfloat value[4]))
{
   const uint32_t position = 1u << GLSL_ATTRIB_VERTEX | 1u;
   GLfloat value[4];
   for (uint32_t left = arrays->mask & ~position; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      ga_array_element(&arrays->at[slot], index, value);
      set(ctx, slot, value);
   }
   if (!(arrays->mask & position))
      return;
   ga_array_element(&arrays->at[arrays->mask & 1 ? 0 : GLSL_ATTRIB_VERTEX], index, value);
   set(ctx, 0, value);
}

/* ---- glArrayElement -------------------------------------------------------------------------------------------------------- */

static void set_now(struct ga_context *ctx, unsigned slot, const GLfloat value[4])
{
   ga_legacy_attrib(ctx, slot, value[0], value[1], value[2], value[3]);
}

static void array_element(struct ga_context *ctx, GLint index, void (*set)(struct ga_context *ctx, unsigned slot, const GLfloat value[4]))
{
   struct ga_arrays arrays;
   if (index < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glArrayElement: index %d is negative", index);
      return;
   }
   if (!ga_arrays_open(ctx, &arrays, "glArrayElement"))
      return;
   vertex(ctx, &arrays, (GLuint)index, set);
   ga_arrays_close(&arrays);
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
   struct ga_arrays arrays;
   const unsigned size = indexed ? ga_draw_index_size(ctx, type) : 1;
   if (!ga_draw_legal_mode(ctx, mode, command))
      return;
   if (!size) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command, ga_enum_name(type));
      return;
   }
   if (first < 0 || count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: first %d and count %d must not be negative", command, first, count);
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
   if ((!indexed || indices) && ga_arrays_open(ctx, &arrays, command)) {
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
      ga_arrays_close(&arrays);
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
      ga_error(ctx, GL_INVALID_VALUE, "glDrawRangeElements: start %u is above end %u", start, end);
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
