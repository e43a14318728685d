/* ga_image_unit.c: image units and their formats. */
#include "gl-api/object/ga_image_unit.h"

#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* OpenGL 4.6, table 8.26; ES 3.1, table 8.27. */
static const struct ga_image_format formats[] = {
   {GL_RGBA32F, PIPE_FORMAT_R32G32B32A32_FLOAT, true},
   {GL_RGBA16F, PIPE_FORMAT_R16G16B16A16_FLOAT, true},
   {GL_RG32F, PIPE_FORMAT_R32G32_FLOAT, false},
   {GL_RG16F, PIPE_FORMAT_R16G16_FLOAT, false},
   {GL_R11F_G11F_B10F, PIPE_FORMAT_R11G11B10_FLOAT, false},
   {GL_R32F, PIPE_FORMAT_R32_FLOAT, true},
   {GL_R16F, PIPE_FORMAT_R16_FLOAT, false},
   {GL_RGBA32UI, PIPE_FORMAT_R32G32B32A32_UINT, true},
   {GL_RGBA16UI, PIPE_FORMAT_R16G16B16A16_UINT, true},
   {GL_RGB10_A2UI, PIPE_FORMAT_R10G10B10A2_UINT, false},
   {GL_RGBA8UI, PIPE_FORMAT_R8G8B8A8_UINT, true},
   {GL_RG32UI, PIPE_FORMAT_R32G32_UINT, false},
   {GL_RG16UI, PIPE_FORMAT_R16G16_UINT, false},
   {GL_RG8UI, PIPE_FORMAT_R8G8_UINT, false},
   {GL_R32UI, PIPE_FORMAT_R32_UINT, true},
   {GL_R16UI, PIPE_FORMAT_R16_UINT, false},
   {GL_R8UI, PIPE_FORMAT_R8_UINT, false},
   {GL_RGBA32I, PIPE_FORMAT_R32G32B32A32_SINT, true},
   {GL_RGBA16I, PIPE_FORMAT_R16G16B16A16_SINT, true},
   {GL_RGBA8I, PIPE_FORMAT_R8G8B8A8_SINT, true},
   {GL_RG32I, PIPE_FORMAT_R32G32_SINT, false},
   {GL_RG16I, PIPE_FORMAT_R16G16_SINT, false},
   {GL_RG8I, PIPE_FORMAT_R8G8_SINT, false},
   {GL_R32I, PIPE_FORMAT_R32_SINT, true},
   {GL_R16I, PIPE_FORMAT_R16_SINT, false},
   {GL_R8I, PIPE_FORMAT_R8_SINT, false},
   {GL_RGBA16, PIPE_FORMAT_R16G16B16A16_UNORM, false},
   {GL_RGB10_A2, PIPE_FORMAT_R10G10B10A2_UNORM, false},
   {GL_RGBA8, PIPE_FORMAT_R8G8B8A8_UNORM, true},
   {GL_RG16, PIPE_FORMAT_R16G16_UNORM, false},
   {GL_RG8, PIPE_FORMAT_R8G8_UNORM, false},
   {GL_R16, PIPE_FORMAT_R16_UNORM, false},
   {GL_R8, PIPE_FORMAT_R8_UNORM, false},
   {GL_RGBA16_SNORM, PIPE_FORMAT_R16G16B16A16_SNORM, false},
   {GL_RGBA8_SNORM, PIPE_FORMAT_R8G8B8A8_SNORM, true},
   {GL_RG16_SNORM, PIPE_FORMAT_R16G16_SNORM, false},
   {GL_RG8_SNORM, PIPE_FORMAT_R8G8_SNORM, false},
   {GL_R16_SNORM, PIPE_FORMAT_R16_SNORM, false},
   {GL_R8_SNORM, PIPE_FORMAT_R8_SNORM, false},
};

const struct ga_image_format *ga_image_format(const struct ga_context *ctx, GLenum format)
{
   for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
      if (formats[i].format == format)
         return formats[i].es || ga_has(ctx, GA_FEATURE_image_formats) ? &formats[i] : NULL;
   return NULL;
}

const struct ga_image_format *ga_image_format_of(struct ga_context *ctx, struct ga_texture *tex, unsigned level)
{
   if (tex->traits->faces) {
      GA_HELD_IMAGE struct ga_image_info info = {0};
      return ga_teximage_get(tex, 0, level, &info) && info.resource ? ga_image_format(ctx, info.format->internal_format) : NULL;
   }
   const struct ga_texture_buffer b = ga_texture_get_buffer(ctx, tex);
   const bool there = b.buffer != NULL;
   ga_buffer_unref(ctx, b.buffer);
   return there ? ga_image_format(ctx, b.internal_format) : NULL;
}

void ga_image_unit_bind(struct ga_context *ctx, struct ga_image_unit *unit, struct ga_texture *tex, GLint level, bool layered,
                        GLint layer, GLenum access, const struct ga_image_format *format)
{
   struct ga_texture *old = unit->texture;
   unit->texture = tex ? ga_texture_ref(tex) : NULL;
   unit->level = level;
   unit->layered = layered;
   unit->layer = layer;
   unit->access = access;
   unit->format = format;
   ctx->dirty |= GA_DIRTY_TEXTURES;
   ga_texture_unref(ctx, old);
}

void ga_image_unit_reset(struct ga_context *ctx, struct ga_image_unit *unit)
{
   const GLenum format = ga_has(ctx, GA_FEATURE_es) ? GL_R32UI : GL_R8; /* OpenGL 4.6, table 23.45; ES 3.1, table 20.32 */
   ga_image_unit_bind(ctx, unit, NULL, 0, false, 0, GL_READ_ONLY, ga_image_format(ctx, format));
}

void ga_image_units_release(struct ga_context *ctx, const struct ga_texture *tex)
{
   for (unsigned i = 0; i < GA_MAX_IMAGE_UNITS; i++)
      if (ctx->image_unit[i].texture && (!tex || ctx->image_unit[i].texture == tex))
         ga_image_unit_reset(ctx, &ctx->image_unit[i]);
}
