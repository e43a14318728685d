/* ga_draw_indirect.c: draws whose arguments are in a buffer (OpenGL 4.6, 10.4; ES 3.1, 10.5). The device reads them; the ranges that
 * it reads are checked here. */
#include "gl-api/command/ga_draw.h"
#include "gl-api/command/ga_transform_feedbacks.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_vao.h"

/* A command's arguments. */
struct source {
   const char *command;
   GLenum mode, index_type;         /* index_type GL_NONE: without indices */
   uintptr_t offset_B;              /* of the first draw */
   GLsizei draws, stride_B;         /* stride_B 0: tightly packed */
   const GLintptr *count_offset_B;  /* of the number of draws, of which at most `draws` are drawn; NULL: `draws` */
};

static unsigned arguments_size_B(const struct source *s) { return s->index_type == GL_NONE ? 16 : 20; }

static uint32_t stride_B(const struct source *s)
{
   return s->stride_B ? (uint32_t)s->stride_B : arguments_size_B(s);
}

static bool legal_arguments(struct ga_context *ctx, const struct source *s)
{
   if (!ga_draw_is_ready(ctx, s->mode) && !ga_draw_legal_mode(ctx, s->mode, s->command))
      return false;
   if (s->index_type != GL_NONE && !ga_draw_index_size(ctx, s->index_type)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", s->command, ga_enum_name(s->index_type));
      return false;
   }
   if (s->offset_B % 4 || (s->count_offset_B && (*s->count_offset_B % 4 || *s->count_offset_B < 0))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: an offset is negative or not a multiple of 4", s->command);
      return false;
   }
   if (s->draws < 0 || s->stride_B < 0 || s->stride_B % 4) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d draws, stride %d", s->command, s->draws, s->stride_B);
      return false;
   }
   return true;
}

/* ES 3.1, 10.5: neither the default vertex array object nor arrays in client memory. The compatibility profile takes both (GL 4.6, 10.4). */
static bool legal_arrays(struct ga_context *ctx, const struct source *s)
{
   const struct ga_vao *vao = ctx->vao;
   const bool taken = vao->name || (ga_has(ctx, GA_FEATURE_default_vertex_array) && !ga_has(ctx, GA_FEATURE_es));
   const char *missing = taken ? NULL : "vertex array object";
   for (uint32_t left = vao->enabled; left && !missing; left &= left - 1)
      if (!vao->binding[vao->attrib[__builtin_ctz(left)].binding].buffer && ga_has(ctx, GA_FEATURE_es))
         missing = "buffer for an enabled array";
   if (!missing && s->index_type != GL_NONE && !vao->element_buffer)
      missing = "element array buffer";
   if (!missing)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: no %s is bound", s->command, missing);
   return false;
}

bool ga_draw_arguments(struct ga_context *ctx, enum ga_buffer_target slot, uint64_t offset_B, uint64_t size_B, const char *command,
                       struct ga_buffer_state *state)
{
   struct ga_buffer *buf = ctx->buffer[slot];
   const char *why = "no buffer is bound";
   if (buf) {
      *state = ga_buffer_state(ctx, buf);
      if (offset_B > state->size_B || size_B > state->size_B - offset_B)
         why = "the range exceeds the buffer";
      else if (ga_buffer_range_blocked(state, offset_B, size_B))
         why = "the range is mapped";
      else
         return true;
      pipe_resource_unref(state->resource);
   }
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s: %s", command,
            slot == GA_BUFFER_PARAMETER ? "GL_PARAMETER_BUFFER" : "GL_DRAW_INDIRECT_BUFFER", why);
   return false;
}

/* False: nothing can be drawn; an error or a message was raised. */
static bool index_source(struct ga_context *ctx, const struct source *s, struct pipe_draw_info *info)
{
   if (s->index_type == GL_NONE)
      return true;
   if (ctx->index_mapped) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: element array buffer %u is mapped", s->command, ctx->vao->element_buffer->name);
      return false;
   }
   if (!ctx->index_resource) {
      ga_draw_undefined_indices(ctx, s->command, "the element array buffer has no storage");
      return false;
   }
   info->index_size_B = (uint8_t)ga_draw_index_size(ctx, s->index_type);
   info->index_buffer = ctx->index_resource;
   ga_draw_restart(ctx, info);
   return true;
}

static void draw_from(struct ga_context *ctx, const struct source *s, struct pipe_resource *arguments, struct pipe_resource *count)
{
   struct pipe_draw_info info = { .mode = (enum pipe_prim_type)s->mode, .instance_count = 1 };
   const struct pipe_draw_indirect_info indirect = {
      .buffer = arguments,
      .offset_B = (uint32_t)s->offset_B,
      .stride_B = stride_B(s),
      .draw_count = (uint32_t)s->draws,
      .count_buffer = count,
      .count_offset_B = count ? (uint32_t)*s->count_offset_B : 0,
   };
   info.indirect = &indirect;
   if (!ga_update_draw(ctx, s->command) || !index_source(ctx, s, &info) || !s->draws || !ga_draw_has_sources(ctx, s->mode, s->command))
      return;
   ga_draw(ctx, &info, NULL, s->command);
   ga_feedback_count(ctx, s->mode, GA_FEEDBACK_UNKNOWN, 1);
}

static void draw_indirect(struct ga_context *ctx, const struct source *s)
{
   struct ga_buffer_state arguments = { 0 }, count = { 0 };
   if (!legal_arguments(ctx, s) || !legal_arrays(ctx, s))
      return;
   const uint64_t last_B = s->draws ? (uint64_t)(s->draws - 1) * stride_B(s) + arguments_size_B(s) : 0;
   if (!ga_draw_arguments(ctx, GA_BUFFER_DRAW_INDIRECT, s->offset_B, last_B, s->command, &arguments))
      return;
   if (!s->count_offset_B || ga_draw_arguments(ctx, GA_BUFFER_PARAMETER, (uint64_t)*s->count_offset_B, 4, s->command, &count)) {
      /* In ES 3.1 the number of vertices, which transform feedback depends on, is not known. */
      if (ga_draw_is_ready(ctx, s->mode) || ga_draw_legal_state(ctx, s->mode, true, 0, s->command))
         draw_from(ctx, s, arguments.resource, count.resource);
      pipe_resource_unref(count.resource);
   }
   pipe_resource_unref(arguments.resource);
}

void ga_DrawArraysIndirect(struct ga_context *ctx, GLenum mode, const void *indirect)
{
   draw_indirect(ctx, &(struct source){ "glDrawArraysIndirect", mode, GL_NONE, (uintptr_t)indirect, 1, 0, NULL });
}

void ga_DrawElementsIndirect(struct ga_context *ctx, GLenum mode, GLenum type, const void *indirect)
{
   draw_indirect(ctx, &(struct source){ "glDrawElementsIndirect", mode, type, (uintptr_t)indirect, 1, 0, NULL });
}

void ga_MultiDrawArraysIndirect(struct ga_context *ctx, GLenum mode, const void *indirect, GLsizei draws, GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawArraysIndirect", mode, GL_NONE, (uintptr_t)indirect, draws, stride, NULL });
}

void ga_MultiDrawElementsIndirect(struct ga_context *ctx, GLenum mode, GLenum type, const void *indirect, GLsizei draws,
                                  GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawElementsIndirect", mode, type, (uintptr_t)indirect, draws, stride, NULL });
}

void ga_MultiDrawArraysIndirectCount(struct ga_context *ctx, GLenum mode, const void *indirect, GLintptr count, GLsizei most,
                                     GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawArraysIndirectCount", mode, GL_NONE, (uintptr_t)indirect, most, stride, &count });
}

void ga_MultiDrawElementsIndirectCount(struct ga_context *ctx, GLenum mode, GLenum type, const void *indirect, GLintptr count,
                                       GLsizei most, GLsizei stride)
{
   draw_indirect(ctx, &(struct source){ "glMultiDrawElementsIndirectCount", mode, type, (uintptr_t)indirect, most, stride, &count });
}
