/* ga_texture_buffer.c: textures whose texels are in a buffer object (GL 4.6, 8.9). */
#include <string.h>

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_texture.h"
#include "state/pipe_format_desc.h"

#define NONE (-1)

/* GL 4.6, table 8.16. */
static const struct { GLenum internal_format; enum pipe_format format; int feature; } formats[] = {
   {GL_R8, PIPE_FORMAT_R8_UNORM, NONE},
   {GL_R16, PIPE_FORMAT_R16_UNORM, GA_FEATURE_texture_norm16},
   {GL_R16F, PIPE_FORMAT_R16_FLOAT, NONE},
   {GL_R32F, PIPE_FORMAT_R32_FLOAT, NONE},
   {GL_R8I, PIPE_FORMAT_R8_SINT, NONE},
   {GL_R16I, PIPE_FORMAT_R16_SINT, NONE},
   {GL_R32I, PIPE_FORMAT_R32_SINT, NONE},
   {GL_R8UI, PIPE_FORMAT_R8_UINT, NONE},
   {GL_R16UI, PIPE_FORMAT_R16_UINT, NONE},
   {GL_R32UI, PIPE_FORMAT_R32_UINT, NONE},
   {GL_RG8, PIPE_FORMAT_R8G8_UNORM, NONE},
   {GL_RG16, PIPE_FORMAT_R16G16_UNORM, GA_FEATURE_texture_norm16},
   {GL_RG16F, PIPE_FORMAT_R16G16_FLOAT, NONE},
   {GL_RG32F, PIPE_FORMAT_R32G32_FLOAT, NONE},
   {GL_RG8I, PIPE_FORMAT_R8G8_SINT, NONE},
   {GL_RG16I, PIPE_FORMAT_R16G16_SINT, NONE},
   {GL_RG32I, PIPE_FORMAT_R32G32_SINT, NONE},
   {GL_RG8UI, PIPE_FORMAT_R8G8_UINT, NONE},
   {GL_RG16UI, PIPE_FORMAT_R16G16_UINT, NONE},
   {GL_RG32UI, PIPE_FORMAT_R32G32_UINT, NONE},
   {GL_RGB32F, PIPE_FORMAT_R32G32B32_FLOAT, GA_FEATURE_texture_buffer_rgb32},
   {GL_RGB32I, PIPE_FORMAT_R32G32B32_SINT, GA_FEATURE_texture_buffer_rgb32},
   {GL_RGB32UI, PIPE_FORMAT_R32G32B32_UINT, GA_FEATURE_texture_buffer_rgb32},
   {GL_RGBA8, PIPE_FORMAT_R8G8B8A8_UNORM, NONE},
   {GL_RGBA16, PIPE_FORMAT_R16G16B16A16_UNORM, GA_FEATURE_texture_norm16},
   {GL_RGBA16F, PIPE_FORMAT_R16G16B16A16_FLOAT, NONE},
   {GL_RGBA32F, PIPE_FORMAT_R32G32B32A32_FLOAT, NONE},
   {GL_RGBA8I, PIPE_FORMAT_R8G8B8A8_SINT, NONE},
   {GL_RGBA16I, PIPE_FORMAT_R16G16B16A16_SINT, NONE},
   {GL_RGBA32I, PIPE_FORMAT_R32G32B32A32_SINT, NONE},
   {GL_RGBA8UI, PIPE_FORMAT_R8G8B8A8_UINT, NONE},
   {GL_RGBA16UI, PIPE_FORMAT_R16G16B16A16_UINT, NONE},
   {GL_RGBA32UI, PIPE_FORMAT_R32G32B32A32_UINT, NONE},
};

/* ARB_texture_buffer_object: the formats of alpha, luminance and intensity of OpenGL 3.0, in the compatibility profile. */
static const struct ga_format *legacy_format(struct ga_context *ctx, GLenum internal_format)
{
   const struct ga_format *f = ga_has(ctx, GA_FEATURE_compatibility_profile) ? ga_format_sized(ctx, internal_format) : NULL;
   if (!f || f->internal_format != internal_format || f->compressed || pipe_format_is_snorm(f->st) || pipe_format_is_srgb(f->st))
      return NULL;
   return f->base_format == GL_ALPHA || f->base_format == GL_LUMINANCE || f->base_format == GL_LUMINANCE_ALPHA ||
          f->base_format == GL_INTENSITY ? f : NULL;
}

void ga_texture_buffer_swizzle(struct ga_context *ctx, GLenum internal_format, uint8_t out[4])
{
   static const uint8_t identity[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W};
   const struct ga_format *f = legacy_format(ctx, internal_format);
   memcpy(out, f ? f->swizzle : identity, sizeof(identity));
}

enum pipe_format ga_texture_buffer_format(struct ga_context *ctx, GLenum internal_format)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (formats[i].internal_format == internal_format)
         return formats[i].feature == NONE || ga_has(ctx, (enum ga_feature)formats[i].feature) ? formats[i].format : PIPE_FORMAT_NONE;
   const struct ga_format *f = legacy_format(ctx, internal_format);
   return f ? f->st : PIPE_FORMAT_NONE;
}

void ga_texture_set_buffer(struct ga_context *ctx, struct ga_texture *tex, const struct ga_texture_buffer *buffer)
{
   pthread_mutex_lock(&tex->lock);
   struct ga_buffer *old = tex->buffer.buffer;
   tex->buffer = *buffer;
   ga_buffer_ref(buffer->buffer);
   ga_texture_changed(ctx, tex, true);
   pthread_mutex_unlock(&tex->lock);
   ga_buffer_unref(ctx, old);
}

struct ga_texture_buffer ga_texture_get_buffer(struct ga_context *ctx, struct ga_texture *tex)
{
   GA_GUARD(ctx, &tex->lock);
   struct ga_texture_buffer buffer = tex->buffer;
   ga_buffer_ref(buffer.buffer);
   return buffer;
}
