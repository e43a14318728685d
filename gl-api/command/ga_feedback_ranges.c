/* ga_feedback_ranges.c: transform feedback objects by name: creation, buffer ranges, queries (GL 4.6, 13.3). */
#include "gl-api/command/ga_buffers.h"
#include "gl-api/command/ga_create.h"
#include "gl-api/object/ga_buffer_binding.h"
#include "gl-api/program/ga_transform_feedback.h"

static bool make(struct ga_context *ctx, GLuint name)
{
   return ga_transform_feedback_get(ctx, name) != NULL;
}

static const struct ga_object_kind feedback_objects = {make, ga_transform_feedback_delete};

void ga_CreateTransformFeedbacks(struct ga_context *ctx, GLsizei n, GLuint *ids)
{
   ga_create_objects(ctx, &ctx->xfbs, &feedback_objects, n, ids, "glCreateTransformFeedbacks");
}

/* Name 0 is the default object. NULL: GL_INVALID_OPERATION was raised. */
static struct ga_transform_feedback *named(struct ga_context *ctx, GLuint name, const char *command)
{
   struct ga_transform_feedback *xfb = name ? ut_names_lookup(&ctx->xfbs, name) : ctx->default_xfb;
   if (!xfb)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback object %u does not exist", command, name);
   return xfb;
}

static bool legal_index(struct ga_context *ctx, GLuint index, const char *command)
{
   if (index < PIPE_MAX_SO_BUFFERS)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: index %u is not below GL_MAX_TRANSFORM_FEEDBACK_BUFFERS (%d)", command, index,
            PIPE_MAX_SO_BUFFERS);
   return false;
}

/* size 0: up to the end of the buffer. No binding point of the context changes. */
static void bind_range(struct ga_context *ctx, GLuint name, GLuint index, GLuint buffer, uint64_t offset, uint64_t size,
                       const char *command)
{
   struct ga_transform_feedback *xfb = named(ctx, name, command);
   if (!xfb || !legal_index(ctx, index, command))
      return;
   struct ga_buffer *buf = buffer ? ga_buffer_get(ctx, buffer, false) : NULL;
   if (buffer && !buf)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a buffer object", command, buffer);
   else if (xfb->active)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: transform feedback is active", command);
   else
      ga_buffer_bind_range(ctx, &xfb->range[index], buf, offset, size);
   ga_buffer_unref(ctx, buf);
}

void ga_TransformFeedbackBufferBase(struct ga_context *ctx, GLuint xfb, GLuint index, GLuint buffer)
{
   bind_range(ctx, xfb, index, buffer, 0, 0, "glTransformFeedbackBufferBase");
}

void ga_TransformFeedbackBufferRange(struct ga_context *ctx, GLuint xfb, GLuint index, GLuint buffer, GLintptr offset, GLsizeiptr size)
{
   static const char command[] = "glTransformFeedbackBufferRange";
   if (!named(ctx, xfb, command))
      return;
   if (buffer && (offset < 0 || size <= 0 || offset % 4 || size % 4))
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld must be a multiple of 4 and size %lld a positive one", command,
               (long long)offset, (long long)size);
   else
      bind_range(ctx, xfb, index, buffer, (uint64_t)offset, (uint64_t)size, command);
}

void ga_GetTransformFeedbackiv(struct ga_context *ctx, GLuint name, GLenum pname, GLint *param)
{
   static const char command[] = "glGetTransformFeedbackiv";
   const struct ga_transform_feedback *xfb = named(ctx, name, command);
   if (!xfb)
      return;
   if (pname == GL_TRANSFORM_FEEDBACK_PAUSED || pname == GL_TRANSFORM_FEEDBACK_ACTIVE)
      *param = pname == GL_TRANSFORM_FEEDBACK_PAUSED ? xfb->paused : xfb->active;
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
}

void ga_GetTransformFeedbacki_v(struct ga_context *ctx, GLuint name, GLenum pname, GLuint index, GLint *param)
{
   static const char command[] = "glGetTransformFeedbacki_v";
   const struct ga_transform_feedback *xfb = named(ctx, name, command);
   if (!xfb)
      return;
   if (pname != GL_TRANSFORM_FEEDBACK_BUFFER_BINDING)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (legal_index(ctx, index, command))
      *param = xfb->range[index].buffer ? (GLint)xfb->range[index].buffer->name : 0;
}

void ga_GetTransformFeedbacki64_v(struct ga_context *ctx, GLuint name, GLenum pname, GLuint index, GLint64 *param)
{
   static const char command[] = "glGetTransformFeedbacki64_v";
   const struct ga_transform_feedback *xfb = named(ctx, name, command);
   if (!xfb)
      return;
   if (pname != GL_TRANSFORM_FEEDBACK_BUFFER_START && pname != GL_TRANSFORM_FEEDBACK_BUFFER_SIZE)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
   else if (legal_index(ctx, index, command))
      *param = (GLint64)(pname == GL_TRANSFORM_FEEDBACK_BUFFER_START ? xfb->range[index].offset_B : xfb->range[index].size_B);
}
