/* ga_buffer_clear.c: ranges of buffers that are filled with one texel (GL 4.6, 6.2.1) or invalidated (GL 4.6, 6.5). */
#include <string.h>

#include "gl-api/command/ga_buffers.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* A range of a buffer, or all of it. */
struct range {
   bool all;
   GLintptr offset;
   GLsizeiptr size;
};

static const struct range everything = {true, 0, 0};

/* Replaces a range that stands for all of the buffer. False: an error was raised. */
static bool legal_range(struct ga_context *ctx, const struct ga_buffer *buf, const struct ga_buffer_state *state, struct range *range,
                        const char *command)
{
   if (range->all)
      *range = (struct range){true, 0, (GLsizeiptr)state->size_B};
   if (!ga_range_in_buffer(ctx, state->size_B, range->offset, range->size, command))
      return false;
   const bool blocked = ga_buffer_range_blocked(state, (uint64_t)range->offset, (uint64_t)range->size);
   if (blocked)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: a part of the range of buffer %u is mapped", command, buf->name);
   return !blocked;
}

/* ---- clears ------------------------------------------------------------------------------------------------------------------ */

struct fill {
   GLenum internal_format, format, type;
   const void *data;                /* a pixel; NULL: zeros */
};

/* The texel that a buffer of fill->internal_format is filled with. Returns its bytes; 0: an error was raised. */
static unsigned make_texel(struct ga_context *ctx, const struct fill *fill, uint8_t texel[16], const char *command)
{
   const enum pipe_format stored = ga_texture_buffer_format(ctx, fill->internal_format);
   const struct ga_format *format = stored ? ga_format_sized(ctx, fill->internal_format) : NULL;
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: internalformat %s is not accepted by this command", command,
               ga_enum_name(fill->internal_format));
      return 0;
   }
   const struct ga_pixel_format *pixels = ga_pixel_format(fill->format, fill->type);
   if (!pixels || ga_format_desktop_pixels_error(ctx, fill->format, fill->type) != GL_NO_ERROR ||
       pipe_format_is_depth_or_stencil(pixels->client_format)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %s/%s", command, ga_enum_name(fill->format), ga_enum_name(fill->type));
      return 0;
   }
   if (!ga_format_desktop_class_fits(ctx, format, fill->format)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s from %s", command, ga_enum_name(fill->internal_format), ga_enum_name(fill->format));
      return 0;
   }
   struct ga_format image = *format;
   image.st = stored;
   memset(texel, 0, 16);
   if (fill->data)
      ga_teximage_texel(&image, pixels, fill->data, texel);
   return pipe_format_block_size_B(stored);
}

static void clear(struct ga_context *ctx, struct ga_buffer *buf, struct range range, const struct fill *fill, const char *command)
{
   uint8_t texel[16];
   const unsigned texel_B = make_texel(ctx, fill, texel, command);
   if (!texel_B)
      return;
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if (!legal_range(ctx, buf, &state, &range, command))
      ;
   else if (range.offset % texel_B || range.size % texel_B)
      ga_error(ctx, GL_INVALID_VALUE, "%s: offset %lld and size %lld are not multiples of %u", command, (long long)range.offset,
               (long long)range.size, texel_B);
   else if (range.size > 0)
      ctx->st.pipe->impl->clear_buffer(ctx->st.pipe, state.resource, (uint32_t)range.offset, (uint32_t)range.size, texel, texel_B);
   pipe_resource_unref(state.resource);
}

static void clear_bound(struct ga_context *ctx, GLenum target, struct range range, const struct fill *fill, const char *command)
{
   struct ga_buffer **slot = ga_resolve_binding(ctx, target, command);
   if (slot && !*slot) /* GL 4.6, 6.2.1, unlike other commands on bound buffers */
      ga_error(ctx, GL_INVALID_VALUE, "%s: no buffer is bound to %s", command, ga_enum_name(target));
   else if (slot)
      clear(ctx, *slot, range, fill, command);
}

static void clear_named(struct ga_context *ctx, GLuint name, struct range range, const struct fill *fill, const char *command)
{
   struct ga_buffer *buf = ga_resolve_named(ctx, name, command);
   if (buf)
      clear(ctx, buf, range, fill, command);
   ga_buffer_unref(ctx, buf);
}

void ga_ClearBufferData(struct ga_context *ctx, GLenum target, GLenum internalformat, GLenum format, GLenum type, const void *data)
{
   clear_bound(ctx, target, everything, &(struct fill){internalformat, format, type, data}, "glClearBufferData");
}

void ga_ClearBufferSubData(struct ga_context *ctx, GLenum target, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                           GLenum format, GLenum type, const void *data)
{
   clear_bound(ctx, target, (struct range){false, offset, size}, &(struct fill){internalformat, format, type, data},
               "glClearBufferSubData");
}

void ga_ClearNamedBufferData(struct ga_context *ctx, GLuint buffer, GLenum internalformat, GLenum format, GLenum type,
                             const void *data)
{
   clear_named(ctx, buffer, everything, &(struct fill){internalformat, format, type, data}, "glClearNamedBufferData");
}

void ga_ClearNamedBufferSubData(struct ga_context *ctx, GLuint buffer, GLenum internalformat, GLintptr offset, GLsizeiptr size,
                                GLenum format, GLenum type, const void *data)
{
   clear_named(ctx, buffer, (struct range){false, offset, size}, &(struct fill){internalformat, format, type, data},
               "glClearNamedBufferSubData");
}

/* ---- invalidation ------------------------------------------------------------------------------------------------------------ */

/* The driver drops all bytes or none: a part of a buffer stays as it is. */
static void invalidate(struct ga_context *ctx, GLuint name, struct range range, const char *command)
{
   struct ga_buffer *buf = name ? ga_buffer_get(ctx, name, false) : NULL;
   if (!buf) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %u is not a buffer object", command, name);
      return;
   }
   struct ga_buffer_state state = ga_buffer_state(ctx, buf);
   if (legal_range(ctx, buf, &state, &range, command) && state.resource && !state.map.transfer && range.offset == 0 &&
       (uint64_t)range.size == state.size_B)
      ctx->st.pipe->impl->invalidate_resource(ctx->st.pipe, state.resource);
   pipe_resource_unref(state.resource);
   ga_buffer_unref(ctx, buf);
}

void ga_InvalidateBufferData(struct ga_context *ctx, GLuint buffer)
{
   invalidate(ctx, buffer, everything, "glInvalidateBufferData");
}

void ga_InvalidateBufferSubData(struct ga_context *ctx, GLuint buffer, GLintptr offset, GLsizeiptr length)
{
   invalidate(ctx, buffer, (struct range){false, offset, length}, "glInvalidateBufferSubData");
}
