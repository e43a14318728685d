/* ga_syncs.c: commands of sync objects (GL 4.6, 4.1; ES 3.0, 5.2). */
#include "gl-api/object/ga_sync.h"

GLsync ga_FenceSync(struct ga_context *ctx, GLenum condition, GLbitfield flags)
{
   if (condition != GL_SYNC_GPU_COMMANDS_COMPLETE) {
      ga_error(ctx, GL_INVALID_ENUM, "glFenceSync: condition %s is not accepted by this command", ga_enum_name(condition));
      return NULL;
   }
   if (flags) {
      ga_error(ctx, GL_INVALID_VALUE, "glFenceSync: flags 0x%x", flags);
      return NULL;
   }
   struct ga_sync *sync = ga_sync_create(ctx);
   if (!sync)
      ga_oom(ctx, "glFenceSync");
   return sync ? ga_sync_handle(sync) : NULL;
}

/* With a reference for the caller; NULL: GL_INVALID_VALUE was raised. */
static struct ga_sync *resolve(struct ga_context *ctx, GLsync handle, const char *command)
{
   struct ga_sync *sync = ga_sync_get(ctx, handle);
   if (!sync)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %p is not a sync object", command, (void *)handle);
   return sync;
}

/* A reset is seen here: nothing else may be called until the sync is signalled. */
static bool is_lost(struct ga_context *ctx)
{
   ga_context_check_reset(ctx);
   return ctx->dispatch == &ga_dispatch_lost;
}

GLboolean ga_IsSync(struct ga_context *ctx, GLsync handle)
{
   struct ga_sync *sync = ga_sync_get(ctx, handle);
   ga_sync_unref(sync);
   return sync != NULL;
}

void ga_DeleteSync(struct ga_context *ctx, GLsync handle)
{
   struct ga_sync *sync = handle ? resolve(ctx, handle, "glDeleteSync") : NULL;
   if (sync)
      ga_sync_delete(ctx, sync);
   ga_sync_unref(sync);
}

/* The commands before a fence were submitted when it was made, so GL_SYNC_FLUSH_COMMANDS_BIT asks for nothing more. */
GLenum ga_ClientWaitSync(struct ga_context *ctx, GLsync handle, GLbitfield flags, GLuint64 timeout)
{
   static const char command[] = "glClientWaitSync";
   GLenum result = GL_ALREADY_SIGNALED;
   if (flags & ~(GLbitfield)GL_SYNC_FLUSH_COMMANDS_BIT) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: flags 0x%x", command, flags);
      return GL_WAIT_FAILED;
   }
   struct ga_sync *sync = resolve(ctx, handle, command);
   if (!sync)
      return GL_WAIT_FAILED;
   if (!ga_sync_wait(ctx, sync, 0))
      result = timeout && ga_sync_wait(ctx, sync, timeout) ? GL_CONDITION_SATISFIED : GL_TIMEOUT_EXPIRED;
   ga_sync_unref(sync);
   if (result == GL_ALREADY_SIGNALED)
      return result;
   return is_lost(ctx) ? GL_WAIT_FAILED : result;
}

void ga_WaitSync(struct ga_context *ctx, GLsync handle, GLbitfield flags, GLuint64 timeout)
{
   if (flags || timeout != GL_TIMEOUT_IGNORED) {
      ga_error(ctx, GL_INVALID_VALUE, "glWaitSync: flags 0x%x, timeout %llu", flags, (unsigned long long)timeout);
      return;
   }
   struct ga_sync *sync = resolve(ctx, handle, "glWaitSync");
   if (sync)
      ctx->st.pipe->impl->fence_server_wait(ctx->st.pipe, sync->fence);
   ga_sync_unref(sync);
}

void ga_GetSynciv(struct ga_context *ctx, GLsync handle, GLenum pname, GLsizei count, GLsizei *length, GLint *values)
{
   static const char command[] = "glGetSynciv";
   GLint value = 0;
   struct ga_sync *sync = resolve(ctx, handle, command);
   if (!sync)
      return;
   bool legal = true;
   switch (pname) {
   case GL_OBJECT_TYPE: value = GL_SYNC_FENCE; break;
   case GL_SYNC_STATUS: value = ga_sync_wait(ctx, sync, 0) || is_lost(ctx) ? GL_SIGNALED : GL_UNSIGNALED; break;
   case GL_SYNC_CONDITION: value = GL_SYNC_GPU_COMMANDS_COMPLETE; break;
   case GL_SYNC_FLAGS: break;
   default: legal = false;
   }
   ga_sync_unref(sync);
   if (!legal) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   } else if (count < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: count %d is negative", command, count);
   } else {
      if (count > 0)
         values[0] = value;
      if (length)
         *length = count > 0;
   }
}
