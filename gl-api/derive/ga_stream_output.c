/* ga_stream_output.c: the row of ga_derive.def for transform feedback. */
#include <string.h>

#include "gl-api/derive/ga_derive.h"
#include "gl-api/program/ga_transform_feedback.h"

/* A buffer without room keeps every vertex out of all buffers (GL 4.6, 13.3.3), and then there is nothing to capture to. */
bool ga_derive_stream_output(struct ga_context *ctx, const char *operation)
{
   const struct ga_transform_feedback *xfb = ctx->xfb;
   ctx->st.so_count = ga_feedback_captures(ctx) && !xfb->no_room ? PIPE_MAX_SO_BUFFERS : 0;
   memcpy(ctx->st.so_target, xfb->target, sizeof(ctx->st.so_target));
   ctx->st.dirty |= ST_DIRTY_SO;
   return true;
}
