/* ga_transform_feedback.c: transform feedback objects: lifetime and the states active and paused. */
#include "gl-api/program/ga_transform_feedback.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/program/ga_program.h"

/* References that the object holds while it is active. */
static void release_capture(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      pipe_so_target_unref(xfb->target[i]);
      xfb->target[i] = NULL;
   }
   if (xfb->program)
      atomic_fetch_sub(&xfb->program->captures, 1);
   ga_exec_unref(xfb->exec);
   ga_program_unref(ctx, xfb->program);
   xfb->exec = NULL;
   xfb->program = NULL;
}

static void release_counted(struct ga_transform_feedback *xfb)
{
   for (unsigned i = 0; i < GA_MAX_STREAMS; i++) {
      pipe_so_target_unref(xfb->counted[i]);
      xfb->counted[i] = NULL;
   }
}

static void destroy(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   release_capture(ctx, xfb);
   release_counted(xfb);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      ga_buffer_bind_range(ctx, &xfb->range[i], NULL, 0, 0);
   free(xfb->label);
   free(xfb);
}

bool ga_transform_feedback_init_context(struct ga_context *ctx)
{
   ctx->default_xfb = calloc(1, sizeof(*ctx->xfb));
   if (!ctx->default_xfb || !ut_names_init(&ctx->xfbs))
      return false;
   ga_transform_feedback_bind(ctx, ctx->default_xfb);
   return true;
}

void ga_transform_feedback_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   st_end_stream_output(&ctx->st);
   for (struct ga_transform_feedback *xfb; (xfb = ut_names_next(&ctx->xfbs, &cursor, NULL));)
      destroy(ctx, xfb);
   ut_names_finish(&ctx->xfbs);
   if (ctx->default_xfb)
      destroy(ctx, ctx->default_xfb);
   ctx->default_xfb = ctx->xfb = NULL;
   ctx->feedback_ranges = NULL;
}

struct ga_transform_feedback *ga_transform_feedback_get(struct ga_context *ctx, GLuint name)
{
   struct ga_transform_feedback *xfb = name ? ut_names_lookup(&ctx->xfbs, name) : ctx->default_xfb;
   if (xfb)
      return xfb;
   xfb = calloc(1, sizeof(*xfb));
   if (!xfb || !ut_names_insert(&ctx->xfbs, name, xfb)) {
      free(xfb);
      return NULL;
   }
   xfb->name = name;
   return xfb;
}

void ga_transform_feedback_delete(struct ga_context *ctx, GLuint name)
{
   struct ga_transform_feedback *xfb = ut_names_lookup(&ctx->xfbs, name);
   ut_names_remove(&ctx->xfbs, name);
   if (!xfb)
      return;
   if (ctx->xfb == xfb)
      ga_transform_feedback_bind(ctx, ctx->default_xfb);
   destroy(ctx, xfb);
}

void ga_transform_feedback_bind(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   ctx->xfb = xfb;
   ctx->feedback_ranges = xfb->range;
   ctx->dirty |= GA_DIRTY_STREAM_OUTPUT;
}

/* ---- states ------------------------------------------------------------------------------------------------------------------ */

/* Bytes of a range that the buffer has at the moment. */
static uint64_t bytes_of(const struct ga_buffer_range *range, uint64_t buffer_size_B)
{
   const uint64_t rest_B = range->offset_B < buffer_size_B ? buffer_size_B - range->offset_B : 0;
   return range->size_B && range->size_B < rest_B ? range->size_B : rest_B;
}

/* The target of one buffer, and how many vertices fit. */
static enum ga_feedback_result make_target(struct ga_context *ctx, struct ga_transform_feedback *xfb, unsigned i, uint32_t stride_B)
{
   const struct ga_buffer_range *range = &xfb->range[i];
   if (!range->buffer)
      return GA_FEEDBACK_NO_BUFFER;
   struct pipe_context *pipe = ctx->st.pipe;
   struct ga_buffer_state state = ga_buffer_state(ctx, range->buffer);
   const uint64_t size_B = bytes_of(range, state.size_B) & ~(uint64_t)3;
   if (size_B / stride_B < xfb->vertices_left)
      xfb->vertices_left = size_B / stride_B;
   xfb->no_room |= !size_B;
   if (size_B)
      xfb->target[i] = pipe->impl->create_so_target(pipe, state.resource, (uint32_t)range->offset_B, (uint32_t)size_B);
   pipe_resource_unref(state.resource);
   return xfb->target[i] || !size_B ? GA_FEEDBACK_OK : GA_FEEDBACK_NO_MEMORY;
}

enum ga_feedback_result ga_transform_feedback_begin(struct ga_context *ctx, struct ga_transform_feedback *xfb, GLenum mode)
{
   struct ga_program *prog;
   struct ga_exec *exec = ga_feedback_exec(ctx, &prog);
   const struct glsl_linked *linked = exec->linked;
   enum ga_feedback_result result = GA_FEEDBACK_OK;
   xfb->vertices_left = UINT64_MAX;
   xfb->vertices = linked->stage[PIPE_SHADER_GEOMETRY].spirv || linked->stage[PIPE_SHADER_TESS_EVAL].spirv ? GA_FEEDBACK_UNKNOWN : 0;
   xfb->no_room = false;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS && result == GA_FEEDBACK_OK; i++)
      if (linked->feedback_stream[i] >= 0 && linked->feedback_stride_B[i])
         result = make_target(ctx, xfb, i, linked->feedback_stride_B[i]);
   if (result != GA_FEEDBACK_OK) {
      release_capture(ctx, xfb);
      return result;
   }
   xfb->active = true;
   xfb->paused = false;
   xfb->mode = mode;
   xfb->program = ga_program_ref(prog);
   xfb->exec = ga_exec_ref(exec);
   atomic_fetch_add(&xfb->program->captures, 1);
   ctx->dirty |= GA_DIRTY_STREAM_OUTPUT;
   return GA_FEEDBACK_OK;
}

void ga_transform_feedback_pause(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   xfb->paused = true;
   st_end_stream_output(&ctx->st);
}

void ga_transform_feedback_resume(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   xfb->paused = false;
   ctx->dirty |= GA_DIRTY_STREAM_OUTPUT;
}

void ga_transform_feedback_end(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   st_end_stream_output(&ctx->st);
   xfb->active = xfb->paused = false;
   release_counted(xfb);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      const int stream = xfb->exec->linked->feedback_stream[i];
      if (xfb->target[i] && stream >= 0 && !xfb->counted[stream])
         xfb->counted[stream] = pipe_so_target_ref(xfb->target[i]);
   }
   xfb->captured = xfb->no_room ? 0 : xfb->vertices;
   xfb->ended = true;
   release_capture(ctx, xfb);
}

uint64_t ga_feedback_vertices(GLenum mode, uint64_t count)
{
   switch (mode) {
   case GL_LINES: return count & ~(uint64_t)1;
   case GL_LINE_STRIP: return count < 2 ? 0 : 2 * (count - 1);
   case GL_LINE_LOOP: return count < 2 ? 0 : 2 * count;
   case GL_TRIANGLES: return count - count % 3;
   case GL_TRIANGLE_STRIP:
   case GL_TRIANGLE_FAN: return count < 3 ? 0 : 3 * (count - 2);
   default: return count;
   }
}
