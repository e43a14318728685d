/* ga_transform_feedback.c: transform feedback objects: lifetime and the states active and paused. */
#include "gl-api/object/ga_transform_feedback.h"

#include <stdlib.h>

#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/program/ga_program.h"

static void destroy(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      ga_buffer_bind_range(ctx, &xfb->range[i], NULL, 0, 0);
   ga_program_unref(ctx, xfb->program);
   free(xfb->label);
   free(xfb);
}

bool ga_transform_feedback_init_context(struct ga_context *ctx)
{
   ctx->default_xfb = ctx->xfb = calloc(1, sizeof(*ctx->xfb));
   return ctx->xfb && ut_names_init(&ctx->xfbs);
}

void ga_transform_feedback_finish_context(struct ga_context *ctx)
{
   uint64_t cursor = 0;
   for (struct ga_transform_feedback *xfb; (xfb = ut_names_next(&ctx->xfbs, &cursor, NULL));)
      destroy(ctx, xfb);
   ut_names_finish(&ctx->xfbs);
   if (ctx->default_xfb)
      destroy(ctx, ctx->default_xfb);
   ctx->default_xfb = ctx->xfb = NULL;
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
      ctx->xfb = ctx->default_xfb;
   destroy(ctx, xfb);
}

void ga_transform_feedback_bind(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   ctx->xfb = xfb;
}

/* ---- states ------------------------------------------------------------------------------------------------------------------ */

bool ga_transform_feedback_begin(struct ga_context *ctx, struct ga_transform_feedback *xfb, struct ga_program *prog, GLenum mode)
{
   if (xfb->active || !prog)
      return false;
   xfb->active = true;
   xfb->paused = false;
   xfb->mode = mode;
   xfb->program = ga_program_ref(prog);
   return true;
}

bool ga_transform_feedback_pause(struct ga_transform_feedback *xfb)
{
   if (!xfb->active || xfb->paused)
      return false;
   xfb->paused = true;
   return true;
}

/* Only with the program that was current at the begin. */
bool ga_transform_feedback_resume(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   if (!xfb->active || !xfb->paused || ctx->program != xfb->program)
      return false;
   xfb->paused = false;
   return true;
}

bool ga_transform_feedback_end(struct ga_context *ctx, struct ga_transform_feedback *xfb)
{
   if (!xfb->active)
      return false;
   xfb->active = xfb->paused = false;
   ga_program_unref(ctx, xfb->program);
   xfb->program = NULL;
   return true;
}
