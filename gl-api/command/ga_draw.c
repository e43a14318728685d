/* ga_draw.c: drawing commands (ES 2.0, 2.8): validation of their arguments and of the sources of a draw. */
#include "gl-api/command/ga_draw.h"
#include "gl-api/command/ga_transform_feedbacks.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"
#include "gl-api/program/ga_program.h"

#include <string.h>

/* GL's primitive numbers are Gallium's. */
bool ga_draw_legal_mode(struct ga_context *ctx, GLenum mode, const char *operation)
{
   if (mode <= GL_TRIANGLE_FAN || (mode <= GL_POLYGON && ga_has(ctx, GA_FEATURE_quads)) ||
       (mode >= GL_LINES_ADJACENCY && mode <= GL_TRIANGLE_STRIP_ADJACENCY && ga_has(ctx, GA_FEATURE_geometry_shader)) ||
       (mode == GL_PATCHES && ga_has(ctx, GA_FEATURE_tessellation_shader)))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: mode %s", operation, ga_enum_name(mode));
   return false;
}

/* The input layout of geometry shaders that take a mode's primitives (OpenGL 4.6, table 11.1). */
static GLenum geometry_input(GLenum mode)
{
   switch (mode) {
   case GL_POINTS: return GL_POINTS;
   case GL_LINES: case GL_LINE_LOOP: case GL_LINE_STRIP: return GL_LINES;
   case GL_LINES_ADJACENCY: case GL_LINE_STRIP_ADJACENCY: return GL_LINES_ADJACENCY;
   case GL_TRIANGLES_ADJACENCY: case GL_TRIANGLE_STRIP_ADJACENCY: return GL_TRIANGLES_ADJACENCY;
   default: return GL_TRIANGLES;
   }
}

/* OpenGL 4.6, 11.2, 11.3.1 and 13.3: the primitives that tessellation and a geometry shader take, and those that transform feedback
 * captures. */
bool ga_draw_stages_accept(struct ga_context *ctx, GLenum mode, bool indexed, uint64_t count, uint64_t instances, const char *command)
{
   const struct ga_exec *geometry = ctx->stage_exec[PIPE_SHADER_GEOMETRY], *evaluation = ctx->stage_exec[PIPE_SHADER_TESS_EVAL];
   if (!ga_draw_patches_accepted(ctx, mode, command))
      return false;
   const GLenum arrives = evaluation ? ga_tess_primitive(evaluation->linked) : geometry_input(mode);
   if (geometry && geometry->linked->geometry.input != arrives) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s are not what the geometry shader takes", command, ga_enum_name(arrives));
      return false;
   }
   return ga_feedback_allows(ctx, mode, indexed, count, instances, command);
}

/* A default vertex array object, which the core profile lacks, draws nothing (GL 3.3, 2.10). */
bool ga_draw_has_vertex_array(struct ga_context *ctx, const char *operation)
{
   if (ctx->vao->name || ga_has(ctx, GA_FEATURE_default_vertex_array))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no vertex array object is bound", operation);
   return false;
}

/* Without a program ES 2.0 leaves results undefined, and so it does for arrays without memory: nothing is drawn. */
bool ga_draw_has_sources(struct ga_context *ctx, const char *operation)
{
   if (!ctx->st.shader[PIPE_SHADER_VERTEX])
      return false;
   uint32_t missing = ctx->attribs_unreadable & ctx->st.attribs_read;
   if (!missing)
      return true;
   ga_debug_message(ctx, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, 1, GL_DEBUG_SEVERITY_HIGH,
                    "%s: attribute %d is enabled but has no data; nothing is drawn", operation, __builtin_ctz(missing));
   return false;
}

void ga_draw(struct ga_context *ctx, const struct pipe_draw_info *info, const void *user_indices, const char *operation)
{
   if (!ctx->renders)
      ctx->hooks->render_feedback_draw(ctx, info, user_indices, operation);
   else if (!st_draw(&ctx->st, info, user_indices)) {
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

static void draw_arrays(struct ga_context *ctx, const char *command, GLenum mode, GLint first, GLsizei count,
                        struct instances instances)
{
   if (!ga_draw_legal_mode(ctx, mode, command))
      return;
   if (first < 0 || count < 0 || instances.count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: first %d, count %d, instances %d", command, first, count, instances.count);
      return;
   }
   if (!ga_draw_has_vertex_array(ctx, command) ||
       !ga_draw_stages_accept(ctx, mode, false, (uint64_t)count, (uint64_t)instances.count, command) || !ga_update_draw(ctx, command) ||
       count == 0 || instances.count == 0 || !ga_draw_has_sources(ctx, command))
      return;
   const struct pipe_draw_info info = {
      .mode = (enum pipe_prim_type)mode,
      .start = (uint32_t)first,
      .count = (uint32_t)count,
      .start_instance = instances.base,
      .instance_count = (uint32_t)instances.count,
      .draw_id = instances.draw_id,
   };
   ga_draw(ctx, &info, NULL, command);
   ga_feedback_count(ctx, mode, (uint64_t)count, (uint64_t)instances.count);
}

void ga_draw_vertices(struct ga_context *ctx, GLenum mode, GLint first, GLsizei count, const char *command)
{
   draw_arrays(ctx, command, mode, first, count, ONE_INSTANCE);
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

static void draw_elements(struct ga_context *ctx, const char *command, GLenum mode, GLsizei count, GLenum type,
                          const void *indices, struct instances instances, GLint base_vertex)
{
   if (!ga_draw_legal_mode(ctx, mode, command))
      return;
   if (count < 0 || instances.count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d, instances %d", command, count, instances.count);
      return;
   }
   unsigned size = ga_draw_index_size(ctx, type);
   if (!size) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s", command, ga_enum_name(type));
      return;
   }
   if (!ga_draw_has_vertex_array(ctx, command) ||
       !ga_draw_stages_accept(ctx, mode, true, (uint64_t)count, (uint64_t)instances.count, command) || !ga_update_draw(ctx, command))
      return;
   struct ga_buffer *buf = ctx->vao->element_buffer;
   if (buf && ctx->index_mapped) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: element array buffer %u is mapped", command, buf->name);
      return;
   }
   if (count == 0 || instances.count == 0 || !ga_draw_has_sources(ctx, command))
      return;

   uintptr_t offset = (uintptr_t)indices;
   struct pipe_draw_info info = {
      .mode = (enum pipe_prim_type)mode,
      .index_size_B = (uint8_t)size,
      .count = (uint32_t)count,
      .start_instance = instances.base,
      .instance_count = (uint32_t)instances.count,
      .index_bias = base_vertex,
      .draw_id = instances.draw_id,
   };
   ga_draw_restart(ctx, &info);
   if (buf) {
      /* Indices outside the buffer read as 0 on the device (robust access); a start outside or astride has no meaning. */
      if (!ctx->index_resource || offset >= ctx->index_size_B || offset % size != 0) {
         ga_draw_undefined_indices(ctx, command, "the offset is outside the element array buffer, or not aligned to the index type");
         return;
      }
      info.index_buffer = ctx->index_resource;
      info.index_offset_B = (uint32_t)offset;
   } else if (!indices) {
      ga_draw_undefined_indices(ctx, command, "no element array buffer and no indices");
      return;
   }
   ga_draw(ctx, &info, buf ? NULL : indices, command);
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
         ga_error(ctx, GL_INVALID_VALUE, "%s: start %u, end %u", command, start, end);
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

/* ---- what transform feedback captured (EXT_draw_transform_feedback; GL 4.6, 10.4) ------------------------------------------ */

/* The device counts the captured vertices. */
static void draw_feedback(struct ga_context *ctx, const char *command, GLenum mode, GLuint id, GLuint stream, GLsizei instances)
{
   if (!ga_draw_legal_mode(ctx, mode, command))
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
   if (!ga_draw_stages_accept(ctx, mode, false, captured, (uint64_t)instances, command) || !ga_update_draw(ctx, command) ||
       !captured || !xfb->counted[stream] || instances == 0 || !ga_draw_has_sources(ctx, command))
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

/* ---- several at once (EXT_multi_draw_arrays) ------------------------------------------------------------------------------- */

static bool legal_counts(struct ga_context *ctx, const char *command, const GLsizei *count, GLsizei draws)
{
   GLsizei least = draws < 0 ? draws : 0;
   for (GLsizei i = 0; i < draws; i++)
      least = count[i] < least ? count[i] : least;
   if (least >= 0)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: a count is %d", command, least);
   return false;
}

void ga_MultiDrawArrays(struct ga_context *ctx, GLenum mode, const GLint *first, const GLsizei *count, GLsizei draws)
{
   static const char command[] = "glMultiDrawArrays";
   if (!ga_draw_legal_mode(ctx, mode, command) || !legal_counts(ctx, command, count, draws))
      return;
   for (GLsizei i = 0; i < draws; i++)
      if (count[i] > 0)
         draw_arrays(ctx, command, mode, first[i], count[i], DRAW_OF_SEVERAL(i));
}

/* IBM_multimode_draw_arrays: element i of mode is i * stride_B bytes behind the first. */
static GLenum mode_at(const GLenum *mode, GLsizei i, GLint stride_B)
{
   GLenum value;
   memcpy(&value, (const char *)mode + (ptrdiff_t)i * stride_B, sizeof(value));
   return value;
}

void ga_MultiModeDrawArraysIBM(struct ga_context *ctx, const GLenum *mode, const GLint *first, const GLsizei *count, GLsizei draws,
                               GLint mode_stride)
{
   for (GLsizei i = 0; i < draws; i++)
      if (count[i] > 0)
         ga_DrawArrays(ctx, mode_at(mode, i, mode_stride), first[i], count[i]);
}

void ga_MultiModeDrawElementsIBM(struct ga_context *ctx, const GLenum *mode, const GLsizei *count, GLenum type,
                                 const void *const *indices, GLsizei draws, GLint mode_stride)
{
   for (GLsizei i = 0; i < draws; i++)
      if (count[i] > 0)
         ga_DrawElements(ctx, mode_at(mode, i, mode_stride), count[i], type, indices[i]);
}

static void multi_draw_elements(struct ga_context *ctx, const char *command, GLenum mode, const GLsizei *count,
                                GLenum type, const void *const *indices, GLsizei draws, const GLint *base_vertex)
{
   if (!ga_draw_legal_mode(ctx, mode, command) || !legal_counts(ctx, command, count, draws))
      return;
   for (GLsizei i = 0; i < draws; i++)
      if (count[i] > 0)
         draw_elements(ctx, command, mode, count[i], type, indices[i], DRAW_OF_SEVERAL(i), base_vertex ? base_vertex[i] : 0);
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
