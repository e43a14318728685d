/* ga_texbuffer.c: glTexBuffer*, glTextureBuffer* (GL 4.6, 8.9). */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_buffer.h"

/* A range of a buffer, or all of it. */
struct range {
   bool all;
   GLintptr offset;
   GLsizeiptr size;
};

static bool check_range(struct ga_context *ctx, const char *command, struct ga_buffer *buffer, const struct range *range)
{
   const struct ga_buffer_state state = ga_buffer_state(ctx, buffer);
   const uint32_t align_B = ctx->screen->caps.texture_buffer_align_B ? ctx->screen->caps.texture_buffer_align_B : 1;
   pipe_resource_unref(state.resource);
   if (range->offset >= 0 && range->size > 0 && (uint64_t)range->offset <= state.size_B &&
       (uint64_t)range->size <= state.size_B - (uint64_t)range->offset && range->offset % (GLintptr)align_B == 0)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %lld bytes at offset %lld of a buffer of %llu bytes (offsets are multiples of %u)", command,
            (long long)range->size, (long long)range->offset, (unsigned long long)state.size_B, align_B);
   return false;
}

/* Takes over the reference to `tex`, which may be NULL: the error was raised. */
static void texture_buffer(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum no_buffer_texture,
                           GLenum internal_format, GLuint name, const struct range *range)
{
   if (!tex)
      return;
   struct ga_texture_buffer binding = { .internal_format = internal_format, .all = range->all,
                                        .format = ga_texture_buffer_format(ctx, internal_format) };
   binding.buffer = name ? ga_buffer_get(ctx, name, false) : NULL;
   if (tex->target != GA_TEX_BUFFER) {
      ga_error(ctx, no_buffer_texture, "%s: the texture is a %s", command, ga_enum_name(tex->traits->name));
   } else if (!ga_teximage_check_handles(ctx, command, tex)) {
      /* the error was raised */
   } else if (!binding.format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: internal format %s", command, ga_enum_name(internal_format));
   } else if (name && !binding.buffer) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: buffer %u does not exist", command, name);
   } else if (range->all || !name || check_range(ctx, command, binding.buffer, range)) {
      binding.offset_B = range->all || !name ? 0 : (uint64_t)range->offset;
      binding.size_B = range->all || !name ? 0 : (uint64_t)range->size;
      ga_texture_set_buffer(ctx, tex, &binding);
   }
   ga_buffer_unref(ctx, binding.buffer);
   ga_texture_unref(ctx, tex);
}

void ga_TexBuffer(struct ga_context *ctx, GLenum target, GLenum internalformat, GLuint buffer)
{
   static const char command[] = "glTexBuffer";
   texture_buffer(ctx, command, ga_resolve_bound_texture(ctx, command, target), GL_INVALID_ENUM, internalformat, buffer,
                  &(struct range){ true, 0, 0 });
}

void ga_TexBufferRange(struct ga_context *ctx, GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset, GLsizeiptr size)
{
   static const char command[] = "glTexBufferRange";
   texture_buffer(ctx, command, ga_resolve_bound_texture(ctx, command, target), GL_INVALID_ENUM, internalformat, buffer,
                  &(struct range){ false, offset, size });
}

void ga_TextureBuffer(struct ga_context *ctx, GLuint texture, GLenum internalformat, GLuint buffer)
{
   static const char command[] = "glTextureBuffer";
   texture_buffer(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, internalformat, buffer,
                  &(struct range){ true, 0, 0 });
}

void ga_TextureBufferRange(struct ga_context *ctx, GLuint texture, GLenum internalformat, GLuint buffer, GLintptr offset,
                           GLsizeiptr size)
{
   static const char command[] = "glTextureBufferRange";
   texture_buffer(ctx, command, ga_resolve_named_texture(ctx, command, texture), GL_INVALID_OPERATION, internalformat, buffer,
                  &(struct range){ false, offset, size });
}
