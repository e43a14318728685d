/* ga_current.c: the context of a thread, and flushing it. api/ga_context.c creates, binds and destroys contexts. */
#include "gl-api/context/ga_context.h"

#include "gl-api/context/ga_debug.h"

_Thread_local struct ga_context *ga_current __attribute__((tls_model("initial-exec")));

void ga_forget_current(void)
{
   ga_current = NULL;
}

struct ga_context *ga_get_current(void)
{
   return ga_current;
}

/* ---- flushing -------------------------------------------------------------------------------------------------------------- */

void ga_flush(struct ga_context *ctx, struct pipe_fence **fence)
{
   struct pipe_context *pipe = ctx->st.pipe;
   pipe->impl->flush(pipe, fence, 0);
   ga_context_check_reset(ctx);
   ga_debug_deliver(ctx);
}

void ga_finish(struct ga_context *ctx)
{
   struct pipe_fence *fence = NULL;
   struct pipe_context *pipe = ctx->st.pipe;
   pipe->impl->flush(pipe, &fence, PIPE_FLUSH_FINISH);
   if (fence) {
      ctx->screen->impl->fence_wait(ctx->screen, fence, UINT64_MAX);
      pipe_fence_unref(fence);
   }
   ga_context_check_reset(ctx);
   ga_debug_deliver(ctx);
}

void ga_Flush(struct ga_context *ctx)
{
   ga_flush(ctx, NULL);
}

void ga_Finish(struct ga_context *ctx)
{
   ga_finish(ctx);
}

/* ---- for egl/ ------------------------------------------------------------------------------------------------------------- */

struct pipe_context *ga_pipe(struct ga_context *ctx)
{
   return ctx->st.pipe;
}

int ga_context_version(const struct ga_context *ctx)
{
   return ctx->version;
}

bool ga_contexts_share(const struct ga_context *a, const struct ga_context *b)
{
   return a->share == b->share;
}

enum ga_api ga_context_api(const struct ga_context *ctx)
{
   return ctx->api;
}
