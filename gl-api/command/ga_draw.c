/* ga_draw.c: drawing commands (ES 2.0, 2.8): validation of their arguments and of the sources of a draw. */
#include "gl-api/command/ga_draw.h"
#include "gl-api/command/ga_transform_feedbacks.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/program/ga_program.h"

#include <string.h>

void ga_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *operation)
{
   if (!ctx->renders)
      ctx->hooks->render_feedback_draw(ctx, info, user_indices, operation);
   else if (!ctx->cap_blackhole && !st_draw(&ctx->st, info, user_indices)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, operation);
   }
}

struct instances {
   GLsizei count;
   GLuint base, draw_id; /* draw_id: among the draws of a command */
};
#define ONE_INSTANCE (struct instances){1, 0, 0}
#define DRAW_OF_SEVERAL(i) (struct instances){1, 0, (GLuint)(i)}

static uint64_t captured_vertices(GLenum mode, GLsizei count, GLsizei instances)
{
   return ga_feedback_vertices(mode, (uint64_t)count) * (uint64_t)instances;
}

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

/* A draw that may be done: the counts are positive. */
static void emit_arrays(struct ga_context *ctx, const char *command, GLenum mode, GLint first, GLsizei count, struct instances instances)
{
   const struct pipe_draw_info info = {
      .mode = (enum pipe_prim_type)mode,
      .start = (uint32_t)first,
      .count = (uint32_t)count,
      .start_instance = instances.base,
      .instance_count = (uint32_t)instances.count,
      .draw_id = instances.draw_id,
   };
   ga_draw(ctx, &info, NULL, command);
}

static void draw_arrays(struct ga_context *ctx, const char *command, GLenum mode, GLint first, GLsizei count, struct instances instances)
{
   const bool ready = ga_draw_is_ready(ctx, mode);
   if (!ready && !ga_draw_legal_mode(ctx, mode, command))
      return;
   if ((first | count | instances.count) < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: first %d, count %d and instances %d must not be negative", command, first, count,
               instances.count);
      return;
   }
   if ((!ready && !ga_draw_legal_state(ctx, mode, false, captured_vertices(mode, count, instances.count), command)) ||
       !ga_update_draw(ctx, command) || count == 0 || instances.count == 0 || !ga_draw_has_sources(ctx, mode, command))
      return;
   emit_arrays(ctx, command, mode, first, count, instances);
   ga_feedback_count(ctx, mode, (uint64_t)count, (uint64_t)instances.count);
}

void ga_draw_vertices(struct ga_context *ctx, const struct pipe_draw_info *info, const char *command)
{
   const bool ready = ga_draw_is_ready(ctx, info->mode);
   if ((!ready && (!ga_draw_legal_mode(ctx, info->mode, command) ||
                   !ga_draw_legal_state(ctx, info->mode, false, ga_feedback_vertices(info->mode, info->count), command))) ||
       !ga_update_draw(ctx, command) || !info->count || !ga_draw_has_sources(ctx, info->mode, command))
      return;
   ga_draw(ctx, info, NULL, command);
   ga_feedback_count(ctx, info->mode, info->count, 1);
}

void ga_DrawArrays(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count)
{
   draw_arrays(ctx, "glDrawArrays", mode, first, count, ONE_INSTANCE);
}

void ga_DrawArraysInstanced(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
   draw_arrays(ctx, "glDrawArraysInstanced", mode, first, count, (struct instances){instances, 0, 0});
}

void ga_DrawArraysInstancedBaseInstance(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, GLsizei instances,
                                        GLuint base_instance)
{
   draw_arrays(ctx, "glDrawArraysInstancedBaseInstance", mode, first, count, (struct instances){instances, base_instance, 0});
}

unsigned ga_draw_index_size(const struct ga_context *ctx, GLenum type)
{
   switch (type) {
   case GL_UNSIGNED_BYTE: return 1;
   case GL_UNSIGNED_SHORT: return 2;
   case GL_UNSIGNED_INT:
      return ga_has(ctx, GA_FEATURE_element_index_uint) ? 4 : 0;
   default: return 0;
   }
}

/* The fixed index wins over glPrimitiveRestartIndex (GL 4.3, 10.3.6). */
void ga_draw_restart(const struct ga_context *ctx, struct pipe_draw_info *info)
{
   const uint32_t highest = UINT32_MAX >> (32 - 8 * info->index_size_B);
   info->primitive_restart = ctx->cap_restart_fixed || (ctx->cap_restart && ctx->restart_index <= highest);
   info->restart_index = ctx->cap_restart_fixed ? highest : ctx->cap_restart ? ctx->restart_index : 0;
}

void ga_PrimitiveRestartIndex(struct ga_context *ctx, GLuint index)
{
   ctx->restart_index = index;
}

void ga_draw_undefined_indices(struct ga_context *ctx, const char *command, const char *why)
{
   ga_debug_message(ctx, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, 2, GL_DEBUG_SEVERITY_HIGH,
                    "%s: %s; nothing is drawn", command, why);
}

/* Where indices are, and their type. */
struct indices {
   GLenum type;
   unsigned size_B; /* of one; 0: not an index type */
   const void *at;  /* in client memory, or the offset in the element array buffer */
};

static struct indices indices_of(const struct ga_context *ctx, GLenum type, const void *at)
{
   return (struct indices){type, ga_draw_index_size(ctx, type), at};
}

/* A draw that may be done, but for its range of the element array buffer: the counts are positive. */
static void emit_elements(struct ga_context *ctx, const char *command, GLenum mode, GLsizei count, const struct indices *indices,
                          struct instances instances, GLint base_vertex)
{
   const bool has_buffer = ctx->vao->element_buffer;
   const uintptr_t offset = (uintptr_t)indices->at;
   struct pipe_draw_info info = {
      .mode = (enum pipe_prim_type)mode,
      .index_size_B = (uint8_t)indices->size_B,
      .count = (uint32_t)count,
      .start_instance = instances.base,
      .instance_count = (uint32_t)instances.count,
      .index_bias = base_vertex,
      .draw_id = instances.draw_id,
   };
   ga_draw_restart(ctx, &info);
   if (has_buffer) {
      /* Indices outside the buffer read as 0 on the device (robust access). A start that is out of range or misaligned is undefined. */
      if (!ctx->index_resource || offset >= ctx->index_size_B || offset % indices->size_B != 0) {
         ga_draw_undefined_indices(ctx, command, "the offset is outside the element array buffer, or not aligned to the index type");
         return;
      }
      info.index_buffer = ctx->index_resource;
      info.index_offset_B = (uint32_t)offset;
   } else if (!indices->at) {
      ga_draw_undefined_indices(ctx, command, "no element array buffer and no indices");
      return;
   }
   ga_draw(ctx, &info, has_buffer ? NULL : indices->at, command);
}

static bool legal_index_type(struct ga_context *ctx, const struct indices *indices, const char *command)
{
   if (!indices->size_B)
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command, ga_enum_name(indices->type));
   return indices->size_B;
}

/* After ga_update_draw. */
static bool indices_readable(struct ga_context *ctx, const char *command)
{
   const struct ga_buffer *buf = ctx->vao->element_buffer;
   if (!buf || !ctx->index_mapped)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: element array buffer %u is mapped", command, buf->name);
   return false;
}

static void draw_elements(struct ga_context *ctx, const char *command, GLenum mode, GLsizei count, GLenum type, const void *at,
                          struct instances instances, GLint base_vertex)
{
   const bool ready = ga_draw_is_ready(ctx, mode);
   const struct indices indices = indices_of(ctx, type, at);
   if (!ready && !ga_draw_legal_mode(ctx, mode, command))
      return;
   if ((count | instances.count) < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d and instances %d must not be negative", command, count, instances.count);
      return;
   }
   if (!legal_index_type(ctx, &indices, command) ||
       (!ready && !ga_draw_legal_state(ctx, mode, true, 0, command)) ||
       !ga_update_draw(ctx, command) || !indices_readable(ctx, command) || count == 0 || instances.count == 0 ||
       !ga_draw_has_sources(ctx, mode, command))
      return;
   emit_elements(ctx, command, mode, count, &indices, instances, base_vertex);
}

void ga_DrawElements(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
   draw_elements(ctx, "glDrawElements", mode, count, type, indices, ONE_INSTANCE, 0);
}

void ga_DrawElementsInstanced(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                              GLsizei instances)
{
   draw_elements(ctx, "glDrawElementsInstanced", mode, count, type, indices, (struct instances){instances, 0, 0}, 0);
}

/* The range is a hint that nothing here needs: indices outside it are read as any other (ES 3.0, 2.9.3). */
static void draw_range(struct ga_context *ctx, const char *command, GLenum mode, GLuint start, GLuint end, GLsizei count,
                       GLenum type, const void *indices, GLint base_vertex)
{
   if (ga_draw_legal_mode(ctx, mode, command)) {
      if (end < start)
         ga_error(ctx, GL_INVALID_VALUE, "%s: start %u is above end %u", command, start, end);
      else
         draw_elements(ctx, command, mode, count, type, indices, ONE_INSTANCE, base_vertex);
   }
}

void ga_DrawRangeElements(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                          const void *indices)
{
   draw_range(ctx, "glDrawRangeElements", mode, start, end, count, type, indices, 0);
}

void ga_DrawRangeElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                    const void *indices, GLint base_vertex)
{
   draw_range(ctx, "glDrawRangeElementsBaseVertex", mode, start, end, count, type, indices, base_vertex);
}

void ga_DrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                               GLint base_vertex)
{
   draw_elements(ctx, "glDrawElementsBaseVertex", mode, count, type, indices, ONE_INSTANCE, base_vertex);
}

void ga_DrawElementsInstancedBaseVertex(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                        GLsizei instances, GLint base_vertex)
{
   draw_elements(ctx, "glDrawElementsInstancedBaseVertex", mode, count, type, indices, (struct instances){instances, 0, 0},
                 base_vertex);
}

void ga_DrawElementsInstancedBaseInstance(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                          GLsizei instances, GLuint base_instance)
{
   draw_elements(ctx, "glDrawElementsInstancedBaseInstance", mode, count, type, indices,
                 (struct instances){instances, base_instance, 0}, 0);
}

void ga_DrawElementsInstancedBaseVertexBaseInstance(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type,
                                                    const void *indices, GLsizei instances, GLint base_vertex,
                                                    GLuint base_instance)
{
   draw_elements(ctx, "glDrawElementsInstancedBaseVertexBaseInstance", mode, count, type, indices,
                 (struct instances){instances, base_instance, 0}, base_vertex);
}

/* ---- captured vertices (EXT_draw_transform_feedback; GL 4.6, 10.4) --------------------------------------------------------- */

/* The device counts the captured vertices. */
static void draw_feedback(struct ga_context *ctx, const char *command, GLenum mode, GLuint id, GLuint stream, GLsizei instances)
{
   const bool ready = ga_draw_is_ready(ctx, mode);
   if (!ready && !ga_draw_legal_mode(ctx, mode, command))
      return;
   const struct ga_transform_feedback *xfb = id ? ut_names_lookup(&ctx->xfbs, id) : ctx->default_xfb;
   if (instances < 0 || !xfb || stream >= GA_MAX_STREAMS) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: transform feedback object %u, stream %u, instances %d", command, id, stream, instances);
      return;
   }
   if (!xfb->ended) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback object %u has captured nothing", command, id);
      return;
   }
   const uint64_t captured = xfb->captured;
   if ((!ready && !ga_draw_legal_state(ctx, mode, false, ga_feedback_vertices(mode, captured) * (uint64_t)instances, command)) || !ga_update_draw(ctx, command) ||
       !captured || !xfb->counted[stream] || instances == 0 || !ga_draw_has_sources(ctx, mode, command))
      return;
   const struct pipe_draw_info info = {
      .mode = (enum pipe_prim_type)mode,
      .count = captured == GA_FEEDBACK_UNKNOWN ? 0 : captured < UINT32_MAX ? (uint32_t)captured : UINT32_MAX,
      .instance_count = (uint32_t)instances,
      .count_from_so = xfb->counted[stream],
   };
   ga_draw(ctx, &info, NULL, command);
   ga_feedback_count(ctx, mode, captured, (uint64_t)instances);
}

void ga_DrawTransformFeedback(struct ga_context *ctx, GLenum mode, GLuint id)
{
   draw_feedback(ctx, "glDrawTransformFeedback", mode, id, 0, 1);
}

void ga_DrawTransformFeedbackInstanced(struct ga_context *ctx, GLenum mode, GLuint id, GLsizei instances)
{
   draw_feedback(ctx, "glDrawTransformFeedbackInstanced", mode, id, 0, instances);
}

void ga_DrawTransformFeedbackStream(struct ga_context *ctx, GLenum mode, GLuint id, GLuint stream)
{
   draw_feedback(ctx, "glDrawTransformFeedbackStream", mode, id, stream, 1);
}

void ga_DrawTransformFeedbackStreamInstanced(struct ga_context *ctx, GLenum mode, GLuint id, GLuint stream, GLsizei instances)
{
   draw_feedback(ctx, "glDrawTransformFeedbackStreamInstanced", mode, id, stream, instances);
}

/* ---- several at once (EXT_multi_draw_arrays). All draws are checked before the first one. ----------------------------------- */

/* first NULL: draws with indices. */
static bool legal_counts(struct ga_context *ctx, const char *command, const GLint *first, const GLsizei *count, GLsizei draws)
{
   GLsizei least = draws < 0 ? draws : 0;
   GLint least_first = 0;
   for (GLsizei i = 0; i < draws; i++) {
      least = count[i] < least ? count[i] : least;
      least_first = first && count[i] > 0 && first[i] < least_first ? first[i] : least_first;
   }
   if (least < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: a count is %d, but must not be negative", command, least);
   else if (least_first < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: a first vertex is %d", command, least_first);
   return least >= 0 && least_first >= 0;
}

static uint64_t captured_by_all(GLenum mode, const GLsizei *count, GLsizei draws)
{
   uint64_t sum = 0;
   for (GLsizei i = 0; i < draws; i++)
      sum += captured_vertices(mode, count[i], 1);
   return sum;
}

void ga_MultiDrawArrays(struct ga_context *ctx, GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws)
{
   static const char command[] = "glMultiDrawArrays";
   const bool ready = ga_draw_is_ready(ctx, mode);
   if ((!ready && !ga_draw_legal_mode(ctx, mode, command)) || !legal_counts(ctx, command, first, count, draws) ||
       (!ready && !ga_draw_legal_state(ctx, mode, false, captured_by_all(mode, count, draws), command)) ||
       !ga_update_draw(ctx, command) || !draws || !ga_draw_has_sources(ctx, mode, command))
      return;
   for (GLsizei i = 0; i < draws; i++) {
      if (!count[i])
         continue;
      emit_arrays(ctx, command, mode, first[i], count[i], DRAW_OF_SEVERAL(i));
      ga_feedback_count(ctx, mode, (uint64_t)count[i], 1);
   }
}

static void multi_draw_elements(struct ga_context *ctx, const char *command, GLenum mode, const GLsizei *count, GLenum type,
                                const void *const *at, GLsizei draws, const GLint *base_vertex)
{
   const bool ready = ga_draw_is_ready(ctx, mode);
   struct indices indices = indices_of(ctx, type, NULL);
   if ((!ready && !ga_draw_legal_mode(ctx, mode, command)) || !legal_counts(ctx, command, NULL, count, draws) ||
       !legal_index_type(ctx, &indices, command) || (!ready && !ga_draw_legal_state(ctx, mode, true, 0, command)) ||
       !ga_update_draw(ctx, command) || !indices_readable(ctx, command) || !draws || !ga_draw_has_sources(ctx, mode, command))
      return;
   for (GLsizei i = 0; i < draws; i++) {
      indices.at = at[i];
      if (count[i])
         emit_elements(ctx, command, mode, count[i], &indices, DRAW_OF_SEVERAL(i), base_vertex ? base_vertex[i] : 0);
   }
}

void ga_MultiDrawElements(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                          const void *const *indices, GLsizei draws)
{
   multi_draw_elements(ctx, "glMultiDrawElements", mode, count, type, indices, draws, NULL);
}

void ga_MultiDrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, const GLsizei *count, GLenum type,
                                    const void *const *indices, GLsizei draws, const GLint *base_vertex)
{
   multi_draw_elements(ctx, "glMultiDrawElementsBaseVertex", mode, count, type, indices, draws, base_vertex);
}

/* IBM_multimode_draw_arrays: element i of mode is i * stride_B bytes after the first. */
static GLenum mode_at(const GLenum *mode, GLsizei i, GLint stride_B)
{
   GLenum value;
   memcpy(&value, (const char *)mode + (ptrdiff_t)i * stride_B, sizeof(value));
   return value;
}

/* The modes of draws with vertices. */
static bool legal_modes(struct ga_context *ctx, const char *command, const GLenum *mode, GLint stride_B, const GLsizei *count,
                        GLsizei draws, bool indexed)
{
   for (GLsizei i = 0; i < draws; i++) {
      const GLenum m = count[i] > 0 ? mode_at(mode, i, stride_B) : GL_NONE;
      if (count[i] > 0 && !ga_draw_is_ready(ctx, m) &&
          (!ga_draw_legal_mode(ctx, m, command) || !ga_draw_legal_state(ctx, m, indexed, 0, command)))
         return false;
   }
   return true;
}

void ga_MultiModeDrawArraysIBM(struct ga_context *ctx, const GLenum *mode, const GLint *first, const GLsizei *count, GLsizei draws,
                               GLint mode_stride)
{
   static const char command[] = "glMultiModeDrawArraysIBM";
   if (!legal_counts(ctx, command, first, count, draws) || !legal_modes(ctx, command, mode, mode_stride, count, draws, false))
      return;
   for (GLsizei i = 0; i < draws; i++)
      if (count[i])
         draw_arrays(ctx, command, mode_at(mode, i, mode_stride), first[i], count[i], ONE_INSTANCE);
}

void ga_MultiModeDrawElementsIBM(struct ga_context *ctx, const GLenum *mode, const GLsizei *count, GLenum type,
                                 const void *const *indices, GLsizei draws, GLint mode_stride)
{
   static const char command[] = "glMultiModeDrawElementsIBM";
   const struct indices common = indices_of(ctx, type, NULL);
   if (!legal_counts(ctx, command, NULL, count, draws) || !legal_index_type(ctx, &common, command) ||
       !legal_modes(ctx, command, mode, mode_stride, count, draws, true))
      return;
   for (GLsizei i = 0; i < draws; i++)
      if (count[i])
         draw_elements(ctx, command, mode_at(mode, i, mode_stride), count[i], type, indices[i], ONE_INSTANCE, 0);
}

/* ---- contexts without errors (KHR_no_error) --------------------------------------------------------------------------------- */

/* The state still has to be derived, and a mode that it does not allow would reach stages that cannot take it: such draws, and the first
 * ones after a change, are checked as in other contexts. */
static void unchecked_arrays(struct ga_context *ctx, const char *command, GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
   if (!ga_draw_is_ready(ctx, mode))
      draw_arrays(ctx, command, mode, first, count, (struct instances){instances, 0, 0});
   else if (ga_update_draw(ctx, command) && count > 0 && instances > 0 && ga_draw_has_sources(ctx, mode, command))
      emit_arrays(ctx, command, mode, first, count, (struct instances){instances, 0, 0});
}

static void unchecked_elements(struct ga_context *ctx, const char *command, GLenum mode, GLsizei count, GLenum type, const void *at,
                               GLsizei instances, GLint base_vertex)
{
   const struct indices indices = indices_of(ctx, type, at);
   if (!ga_draw_is_ready(ctx, mode))
      draw_elements(ctx, command, mode, count, type, at, (struct instances){instances, 0, 0}, base_vertex);
   else if (indices.size_B && ga_update_draw(ctx, command) && count > 0 && instances > 0 && ga_draw_has_sources(ctx, mode, command))
      emit_elements(ctx, command, mode, count, &indices, (struct instances){instances, 0, 0}, base_vertex);
}

static void unchecked_DrawArrays(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count)
{
   unchecked_arrays(ctx, "glDrawArrays", mode, first, count, 1);
}

static void unchecked_DrawArraysInstanced(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, GLsizei instances)
{
   unchecked_arrays(ctx, "glDrawArraysInstanced", mode, first, count, instances);
}

static void unchecked_DrawElements(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices)
{
   unchecked_elements(ctx, "glDrawElements", mode, count, type, indices, 1, 0);
}

static void unchecked_DrawElementsInstanced(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                            GLsizei instances)
{
   unchecked_elements(ctx, "glDrawElementsInstanced", mode, count, type, indices, instances, 0);
}

static void unchecked_DrawElementsBaseVertex(struct ga_context *ctx, GLenum mode, GLsizei count, GLenum type, const void *indices,
                                             GLint base_vertex)
{
   unchecked_elements(ctx, "glDrawElementsBaseVertex", mode, count, type, indices, 1, base_vertex);
}

static void unchecked_DrawRangeElements(struct ga_context *ctx, GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                        const void *indices)
{
   unchecked_elements(ctx, "glDrawRangeElements", mode, count, type, indices, 1, 0);
}

void ga_draw_unchecked(struct ga_dispatch *table)
{
#define REPLACE(name) table->name = table->name ? unchecked_##name : NULL
   REPLACE(DrawArrays);
   REPLACE(DrawArraysInstanced);
   REPLACE(DrawElements);
   REPLACE(DrawElementsInstanced);
   REPLACE(DrawElementsBaseVertex);
   REPLACE(DrawRangeElements);
#undef REPLACE
}
