/* ga_buffer_ranges.c: indexed binding points of buffers: glBindBufferBase, glBindBufferRange (GL 4.6, 6.1.1) and those commands for a
 * run of binding points (ARB_multi_bind). */
#include "gl-api/command/ga_buffers.h"
#include "gl-api/command/ga_create.h"

#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/program/ga_transform_feedback.h"

/* The binding points of a target; *count is their number. NULL: an error was raised. */
static struct ga_buffer_range *resolve(struct ga_context *ctx, GLenum target, GLuint *count, const char *command)
{
   struct ga_buffer_range *ranges = ga_buffer_ranges(ctx, target, count);
   if (!ranges)
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   else if (target == GL_TRANSFORM_FEEDBACK_BUFFER && ctx->xfb->active)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active", command);
   else
      return ranges;
   return NULL;
}

/* Alignments that a range's start must have (GL 4.6, table 6.5). */
static GLintptr range_alignment(const struct ga_context *ctx, GLenum target)
{
   return target == GL_UNIFORM_BUFFER ? ctx->limits.uniform_buffer_align_B :
          target == GL_SHADER_STORAGE_BUFFER ? GA_STORAGE_ALIGNMENT_B : 4;
}

static bool legal_range(struct ga_context *ctx, GLenum target, GLintptr offset, GLsizeiptr size, const char *command)
{
   if (offset >= 0 && size > 0 && offset % range_alignment(ctx, target) == 0 &&
       (target != GL_TRANSFORM_FEEDBACK_BUFFER || size % 4 == 0))
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld must be a multiple of the alignment of the target, and size %lld positive",
            command, (long long)offset, (long long)size);
   return false;
}

/* ---- one binding point ------------------------------------------------------------------------------------------------------- */

/* Binds to an indexed and to the generic binding point of a target. size 0: up to the end of the buffer. */
static void bind_indexed(struct ga_context *ctx, GLenum target, GLuint index, GLuint name, uint64_t offset, uint64_t size,
                         const char *command)
{
   GLuint count;
   struct ga_buffer *buf;
   struct ga_buffer_range *ranges = resolve(ctx, target, &count, command);
   if (!ranges)
      return;
   if (index >= count) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below the count of %u", command, index, count);
      return;
   }
   if (!ga_resolve_to_bind(ctx, name, &buf, command))
      return;
   ga_buffer_assign(ctx, ga_buffer_binding(ctx, target), buf);
   ga_buffer_bind_range(ctx, &ranges[index], buf, offset, size);
   ga_buffer_unref(ctx, buf);
}

void ga_BindBufferBase(struct ga_context *ctx, GLenum target, GLuint index, GLuint name)
{
   bind_indexed(ctx, target, index, name, 0, 0, "glBindBufferBase");
}

void ga_BindBufferRange(struct ga_context *ctx, GLenum target, GLuint index, GLuint name, GLintptr offset, GLsizeiptr size)
{
   static const char command[] = "glBindBufferRange";
   if (!name && offset % range_alignment(ctx, target))
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld is not aligned", command, (long long)offset);
   else if (!name || legal_range(ctx, target, offset, size, command))
      bind_indexed(ctx, target, index, name, (uint64_t)offset, (uint64_t)size, command);
}

/* EXT_transform_feedback: the range ends where the buffer does. */
void ga_BindBufferOffsetEXT(struct ga_context *ctx, GLenum target, GLuint index, GLuint name, GLintptr offset)
{
   static const char command[] = "glBindBufferOffsetEXT";
   if (target != GL_TRANSFORM_FEEDBACK_BUFFER)
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   else if (offset < 0 || offset % 4)
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld is negative or not a multiple of 4", command, (long long)offset);
   else
      bind_indexed(ctx, target, index, name, (uint64_t)offset, 0, command);
}

/* ---- runs of binding points: generic binding points stay as they are --------------------------------------------------------- */

/* offsets NULL: the buffers are bound to their end. Each wrong element raises its error and leaves its binding point as it is. */
static void bind_run(struct ga_context *ctx, GLenum target, GLuint first, GLsizei count, const GLuint *names,
                     const GLintptr *offsets, const GLsizeiptr *sizes, const char *command)
{
   GLuint limit;
   struct ga_buffer_range *ranges = resolve(ctx, target, &limit, command);
   if (!ranges || !ga_legal_run(ctx, first, count, limit, command))
      return;
   for (GLsizei i = 0; i < count; i++) {
      const GLuint name = names ? names[i] : 0;
      const bool is_range = name && offsets;
      struct ga_buffer *buf = NULL;
      if ((is_range && !legal_range(ctx, target, offsets[i], sizes[i], command)) ||
          (name && !(buf = ga_resolve_named(ctx, name, command))))
         continue;
      ga_buffer_bind_range(ctx, &ranges[first + (GLuint)i], buf, is_range ? (uint64_t)offsets[i] : 0,
                           is_range ? (uint64_t)sizes[i] : 0);
      ga_buffer_unref(ctx, buf);
   }
}

void ga_BindBuffersBase(struct ga_context *ctx, GLenum target, GLuint first, GLsizei count, const GLuint *buffers)
{
   bind_run(ctx, target, first, count, buffers, NULL, NULL, "glBindBuffersBase");
}

void ga_BindBuffersRange(struct ga_context *ctx, GLenum target, GLuint first, GLsizei count, const GLuint *buffers,
                         const GLintptr *offsets, const GLsizeiptr *sizes)
{
   bind_run(ctx, target, first, count, buffers, offsets, sizes, "glBindBuffersRange");
}
