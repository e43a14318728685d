/* ga_semaphores.c: commands of semaphore objects (EXT_semaphore, EXT_semaphore_fd). A signal submits the commands before it.
 * Their caches are written back at the end, so buffers and textures need nothing else; images have one layout in all uses. */
#include <unistd.h>

#include "ga_entry.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_semaphore.h"
#include "gl-api/object/ga_texture.h"

void ga_GenSemaphoresEXT(struct ga_context *ctx, GLsizei n, GLuint *semaphores)
{
   static const char command[] = "glGenSemaphoresEXT";
   if (n < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: n %d is negative", command, n);
   else
      ga_gen_names(ctx, &ctx->share->semaphores.lock, &ctx->share->semaphores.names, n, semaphores, command);
}

void ga_DeleteSemaphoresEXT(struct ga_context *ctx, GLsizei n, const GLuint *semaphores)
{
   if (n < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glDeleteSemaphoresEXT: n %d is negative", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++)
      ga_semaphore_delete(ctx, semaphores[i]);
}

/* As of sampler objects, a name from glGenSemaphoresEXT is one. */
GLboolean ga_IsSemaphoreEXT(struct ga_context *ctx, GLuint semaphore)
{
   return ga_semaphore_exists(ctx, semaphore);
}

/* Handles of OPAQUE_FD have no parameters (table 4.3). */
void ga_SemaphoreParameterui64vEXT(struct ga_context *ctx, GLuint semaphore, GLenum pname, const GLuint64 *params)
{
   (void)semaphore, (void)params;
   ga_error(ctx, GL_INVALID_ENUM, "glSemaphoreParameterui64vEXT: %s is not accepted by this command", ga_enum_name(pname));
}

void ga_GetSemaphoreParameterui64vEXT(struct ga_context *ctx, GLuint semaphore, GLenum pname, GLuint64 *params)
{
   (void)semaphore, (void)params;
   ga_error(ctx, GL_INVALID_ENUM, "glGetSemaphoreParameterui64vEXT: %s is not accepted by this command", ga_enum_name(pname));
}

/* fd belongs to the GL after success alone. */
void ga_ImportSemaphoreFdEXT(struct ga_context *ctx, GLuint semaphore, GLenum handleType, GLint fd)
{
   static const char command[] = "glImportSemaphoreFdEXT";
   struct pipe_screen *screen = ctx->screen;
   struct pipe_semaphore *imported;
   if (handleType != GL_HANDLE_TYPE_OPAQUE_FD_EXT) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: handle type %s is not accepted by this command", command, ga_enum_name(handleType));
   } else if (!ga_semaphore_exists(ctx, semaphore)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a name from glGenSemaphoresEXT", command, semaphore);
   } else if (!(imported = screen->impl->semaphore_from_fd(screen, fd))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: descriptor %d is not a semaphore of this device", command, fd);
   } else {
      const GLenum error = ga_semaphore_import(ctx, semaphore, imported); /* another context may have deleted the name */
      if (error == GL_NO_ERROR) {
         close(fd);
      } else {
         screen->impl->semaphore_destroy(screen, imported);
         ga_error(ctx, error, "%s: semaphore %u", command, semaphore);
      }
   }
}

/* Table 4.4. */
static bool is_layout(GLenum layout)
{
   return layout == GL_NONE || (layout >= GL_LAYOUT_GENERAL_EXT && layout <= GL_LAYOUT_TRANSFER_DST_EXT) ||
          layout == GL_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_EXT || layout == GL_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY_EXT;
}

struct barriers { GLuint buffer_count, texture_count; const GLuint *buffers, *textures; const GLenum *layouts; };

static bool legal_barriers(struct ga_context *ctx, const char *command, const struct barriers *b)
{
   for (GLuint i = 0; i < b->buffer_count; i++)
      if (!ga_buffer_lookup(ctx, b->buffers[i])) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: buffer %u does not exist", command, b->buffers[i]);
         return false;
      }
   for (GLuint i = 0; i < b->texture_count; i++) {
      struct ga_texture *tex = ga_texture_lookup(ctx, b->textures[i]);
      ga_texture_unref(ctx, tex);
      if (!tex) {
         ga_error(ctx, GL_INVALID_VALUE, "%s: texture %u does not exist", command, b->textures[i]);
         return false;
      }
      if (!is_layout(b->layouts[i])) {
         ga_error(ctx, GL_INVALID_ENUM, "%s: layout %s is not accepted by this command", command, ga_enum_name(b->layouts[i]));
         return false;
      }
   }
   return true;
}

/* Waits for or signals a semaphore with state. A wait without a signal is undefined; here it is an error, and nothing waits. */
static void operate(struct ga_context *ctx, const char *command, bool signal, GLuint name, const struct barriers *barriers)
{
   struct pipe_context *pipe = ctx->st.pipe;
   if (!ga_semaphore_exists(ctx, name)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a semaphore", command, name);
      return;
   }
   if (!legal_barriers(ctx, command, barriers))
      return;
   struct ga_semaphore *object = ga_semaphore_get(ctx, name);
   if (!object)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: semaphore %u has no state; glImportSemaphoreFdEXT gives it some", command, name);
   else if (signal && !pipe->impl->semaphore_signal(pipe, object->semaphore))
      ga_oom(ctx, command);
   else if (!signal && !pipe->impl->semaphore_wait(pipe, object->semaphore))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no signal of semaphore %u was submitted", command, name);
   ga_semaphore_unref(object);
}

void ga_WaitSemaphoreEXT(struct ga_context *ctx, GLuint semaphore, GLuint numBufferBarriers, const GLuint *buffers,
                         GLuint numTextureBarriers, const GLuint *textures, const GLenum *srcLayouts)
{
   operate(ctx, "glWaitSemaphoreEXT", false, semaphore,
           &(struct barriers){numBufferBarriers, numTextureBarriers, buffers, textures, srcLayouts});
}

void ga_SignalSemaphoreEXT(struct ga_context *ctx, GLuint semaphore, GLuint numBufferBarriers, const GLuint *buffers,
                           GLuint numTextureBarriers, const GLuint *textures, const GLenum *dstLayouts)
{
   operate(ctx, "glSignalSemaphoreEXT", true, semaphore,
           &(struct barriers){numBufferBarriers, numTextureBarriers, buffers, textures, dstLayouts});
}
