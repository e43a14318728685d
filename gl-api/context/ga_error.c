/* ga_error.c: the error flag (GL 4.6, 2.3.1), the message with its reason, and loss of the device. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gl-api/context/ga_context.h"
#include "gl-api/context/ga_debug.h"
#include "gl-api/context/ga_legacy_hooks.h"
#include "util/ut_debug.h"

void ga_error(struct ga_context *ctx, GLenum error, const char *format, ...)
{
   /* KHR_no_error: such a context reports no other error; the command that raised it has no effect. */
   if (ctx->no_error && error != GL_OUT_OF_MEMORY && error != GL_CONTEXT_LOST)
      return;
   if (ctx->error == GL_NO_ERROR)
      ctx->error = error;

   bool log = ut_debug_flags() & (UT_DEBUG_ERROR | UT_DEBUG_API);
   if (!log && !ga_debug_wants(ctx->debug))
      return;
   char text[512];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   const char *reason = ctx->called_as ? strchr(text, ':') : NULL; /* after the name of the command that raises the error */
   const char *name = reason ? ctx->called_as : "";
   reason = reason ? reason : text;
   if (log)
      ut_log("gl", "%s in %s%s", ga_enum_name(error), name, reason);
   ga_debug_message(ctx, GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, error, GL_DEBUG_SEVERITY_HIGH, "%s in %s%s",
                    ga_enum_name(error), name, reason);
}

void ga_missing(struct ga_context *ctx, const char *name)
{
   if (!ctx) {
      if (ut_debug_flags() & (UT_DEBUG_ERROR | UT_DEBUG_API))
         ut_log("gl", "%s without a current context", name);
      return;
   }
   if (ctx->dispatch == &ga_dispatch_lost)
      ga_error(ctx, GL_CONTEXT_LOST, "%s: the context is lost (see glGetGraphicsResetStatus): create another one", name);
   else if (ctx->hooks && ctx->hooks->between_begin_end(ctx))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: between glBegin and glEnd", name);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: not available in this context (OpenGL%s %d.%d)", name,
               ga_has(ctx, GA_FEATURE_es) ? " ES" : "", ctx->version / 10, ctx->version % 10);
}

GLenum ga_GetError(struct ga_context *ctx)
{
   GLenum error = ctx->error;
   ctx->error = GL_NO_ERROR;
   return error;
}

/* ---- reset (EXT_robustness, KHR_robustness) -------------------------------------------------------------------------- */

void ga_context_check_reset(struct ga_context *ctx)
{
   if (ctx->dispatch == &ga_dispatch_lost)
      return;
   switch (ctx->st.pipe->impl->get_reset_status(ctx->st.pipe)) {
   case PIPE_RESET_NONE: return;
   case PIPE_RESET_GUILTY: ctx->reset_status = GL_GUILTY_CONTEXT_RESET; break;
   case PIPE_RESET_INNOCENT: ctx->reset_status = GL_INNOCENT_CONTEXT_RESET; break;
   case PIPE_RESET_UNKNOWN: ctx->reset_status = GL_UNKNOWN_CONTEXT_RESET; break;
   }
   ctx->dispatch = &ga_dispatch_lost;
   ga_error(ctx, GL_CONTEXT_LOST, "this context: the device was reset (%s): create another context",
            ga_enum_name(ctx->reset_status));
}

/* A status is returned once: the reset is complete by then, the context stays lost (KHR_robustness, 2.6). */
GLenum ga_GetGraphicsResetStatus(struct ga_context *ctx)
{
   ga_context_check_reset(ctx);
   if (ctx->reset_strategy != GL_LOSE_CONTEXT_ON_RESET)
      return GL_NO_ERROR;
   GLenum status = ctx->reset_status;
   ctx->reset_status = GL_NO_ERROR;
   return status;
}
