/* ga_texlevel.c: glGetTexLevelParameter*, glGetTextureLevelParameter* (GL 4.6, 8.11.3). */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_buffer.h"
#include "gl-api/object/ga_format.h"

static GLint type_of(const struct ga_format *format, unsigned bits)
{
   return bits ? (GLint)ga_format_component_type(format) : GL_NONE;
}

/* Images of a generic compressed format that are not compressed have the base format instead (GL 4.6, 8.5). */
static GLenum internal_format(const struct ga_image_info *info)
{
   return ga_format_is_generic_compressed(info->internal_format) ? info->format->base_format : info->internal_format;
}

static uint64_t compressed_size_B(const struct ga_image_info *info)
{
   return pipe_format_image_size_B(info->format->blocks, info->extent.width, info->extent.height) *
          ga_extent_slices(info->extent);
}

/* Of the compatibility profile. */
static bool legacy_parameter(const struct ga_context *ctx, const struct ga_format *f, GLenum pname, GLint *value)
{
   *value = 0;
   switch (ga_has(ctx, GA_FEATURE_compatibility_profile) ? pname : GL_NONE) {
   case GL_TEXTURE_LUMINANCE_SIZE: *value = f ? f->luminance : 0; return true;
   case GL_TEXTURE_INTENSITY_SIZE: *value = f ? f->intensity : 0; return true;
   case GL_TEXTURE_LUMINANCE_TYPE: *value = f ? (GLint)type_of(f, f->luminance) : GL_NONE; return true;
   case GL_TEXTURE_INTENSITY_TYPE: *value = f ? (GLint)type_of(f, f->intensity) : GL_NONE; return true;
   case GL_TEXTURE_BORDER: return true; /* images have none: glTexImage* drops it */
   default: return false;
   }
}

/* Values of the format. False: no such parameter. */
static bool format_parameter(const struct ga_context *ctx, const struct ga_format *f, GLenum pname, GLint *value)
{
   const bool shared = f && f->st == PIPE_FORMAT_R9G9B9E5_FLOAT;
   *value = 0;
   switch (pname) {
   case GL_TEXTURE_RED_SIZE: *value = f ? f->red : 0; return true;
   case GL_TEXTURE_GREEN_SIZE: *value = f ? f->green : 0; return true;
   case GL_TEXTURE_BLUE_SIZE: *value = f ? f->blue : 0; return true;
   case GL_TEXTURE_ALPHA_SIZE: *value = f ? f->alpha : 0; return true;
   case GL_TEXTURE_DEPTH_SIZE: *value = f ? f->depth : 0; return true;
   case GL_TEXTURE_STENCIL_SIZE: *value = f ? f->stencil : 0; return true;
   case GL_TEXTURE_SHARED_SIZE: *value = shared ? 5 : 0; return true;
   case GL_TEXTURE_RED_TYPE: *value = f ? type_of(f, f->red) : GL_NONE; return true;
   case GL_TEXTURE_GREEN_TYPE: *value = f ? type_of(f, f->green) : GL_NONE; return true;
   case GL_TEXTURE_BLUE_TYPE: *value = f ? type_of(f, f->blue) : GL_NONE; return true;
   case GL_TEXTURE_ALPHA_TYPE: *value = f ? type_of(f, f->alpha) : GL_NONE; return true;
   case GL_TEXTURE_DEPTH_TYPE: *value = f ? type_of(f, f->depth) : GL_NONE; return true;
   case GL_TEXTURE_COMPRESSED: *value = f && f->compressed; return true;
   default: return legacy_parameter(ctx, f, pname, value);
   }
}

static bool image_parameter(struct ga_context *ctx, const struct ga_image_info *info, GLenum pname, GLint *value)
{
   const bool multisample = ga_has(ctx, GA_FEATURE_texture_multisample);
   const struct ga_extent e = info->extent;
   switch (pname) {
   case GL_TEXTURE_WIDTH: *value = (GLint)e.width; return true;
   case GL_TEXTURE_HEIGHT: *value = (GLint)e.height; return true;
   case GL_TEXTURE_DEPTH: *value = (GLint)ga_extent_slices(e); return true;
   case GL_TEXTURE_INTERNAL_FORMAT: *value = (GLint)internal_format(info); return true;
   case GL_TEXTURE_SAMPLES: *value = info->samples; return multisample;
   case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: *value = info->fixed_locations || !info->samples; return multisample;
   default: return format_parameter(ctx, info->format, pname, value);
   }
}

/* 1D arrays have their layers as height (GL 4.6, 8.11.3). */
static void command_extent(const struct ga_target_traits *traits, struct ga_image_info *info)
{
   if (traits->array && traits->dims == 1 && info->format)
      info->extent = (struct ga_extent){ info->extent.width, info->extent.layers, 1, 1 };
}

static bool buffer_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint *value)
{
   const struct ga_texture_buffer b = ga_texture_get_buffer(ctx, tex);
   GA_HELD struct pipe_resource *resource = NULL;
   uint64_t size_B = b.size_B;
   if (b.buffer && b.all) {
      const struct ga_buffer_state state = ga_buffer_state(ctx, b.buffer);
      resource = state.resource;
      size_B = state.size_B;
   }
   const GLint name = b.buffer ? (GLint)b.buffer->name : 0;
   ga_buffer_unref(ctx, b.buffer);
   const unsigned texel_B = pipe_format_block_size_B(b.format);
   uint64_t texels = texel_B ? size_B / texel_B : 0;
   texels = texels < ctx->screen->caps.max_texture_buffer_size ? texels : ctx->screen->caps.max_texture_buffer_size;
   const struct ga_format *format = b.format ? ga_format_sized(ctx, b.internal_format) : NULL;
   switch (pname) {
   case GL_TEXTURE_WIDTH: *value = (GLint)texels; return true;
   case GL_TEXTURE_HEIGHT:
   case GL_TEXTURE_DEPTH: *value = b.format ? 1 : 0; return true;
   case GL_TEXTURE_INTERNAL_FORMAT: *value = b.internal_format ? (GLint)b.internal_format : GL_R8; return true;
   case GL_TEXTURE_SAMPLES: *value = 0; return true;
   case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS: *value = GL_TRUE; return true;
   case GL_TEXTURE_BUFFER_DATA_STORE_BINDING: *value = name; return true;
   case GL_TEXTURE_BUFFER_OFFSET: *value = (GLint)b.offset_B; return ga_has(ctx, GA_FEATURE_texture_buffer_range);
   case GL_TEXTURE_BUFFER_SIZE: *value = name ? (GLint)size_B : 0; return ga_has(ctx, GA_FEATURE_texture_buffer_range);
   default: return format_parameter(ctx, format, pname, value);
   }
}

/* What other targets answer for the parameters of buffer textures. */
static bool no_buffer_parameter(struct ga_context *ctx, GLenum pname, GLint *value)
{
   *value = 0;
   return (pname == GL_TEXTURE_BUFFER_DATA_STORE_BINDING && ga_has(ctx, GA_FEATURE_texture_buffer)) ||
          ((pname == GL_TEXTURE_BUFFER_OFFSET || pname == GL_TEXTURE_BUFFER_SIZE) && ga_has(ctx, GA_FEATURE_texture_buffer_range));
}

/* False: the error was raised. */
static bool level_parameter(struct ga_context *ctx, const char *command, const struct ga_image_target *image, GLenum pname, GLint *value)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   const struct ga_target_traits *traits = image->tex->traits;
   if (!traits->faces) {
      if (buffer_parameter(ctx, image->tex, pname, value))
         return true;
   } else {
      if (!ga_teximage_get(image->tex, image->face, image->level, &info))
         info.internal_format = ga_has(ctx, GA_FEATURE_core_profile) || ga_has(ctx, GA_FEATURE_es) ? GL_RGBA : 1;
      command_extent(traits, &info);
      if (pname == GL_TEXTURE_COMPRESSED_IMAGE_SIZE && ga_has(ctx, GA_FEATURE_texture_get_image)) {
         if (info.format && info.format->compressed && !image->tex->proxy) {
            *value = (GLint)compressed_size_B(&info);
            return true;
         }
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is not compressed", command);
         return false;
      }
      if (image_parameter(ctx, &info, pname, value) || no_buffer_parameter(ctx, pname, value))
         return true;
   }
   ga_error(ctx, GL_INVALID_ENUM, "%s: parameter %s is not accepted by this command", command, ga_enum_name(pname));
   return false;
}

/* The image of a target or a proxy target; buffer textures have one level. */
static bool resolve(struct ga_context *ctx, const char *command, GLenum target, GLint level, struct ga_image_target *out)
{
   unsigned face;
   int index = ga_target_of_image(target, &face);
   for (int i = 0; index < 0 && i < GA_TEX_TARGET_COUNT; i++)
      index = ga_target_table[i].proxy == target && target ? i : index;
   if (target == GL_TEXTURE_BUFFER && ga_target_offered(ctx, GA_TEX_BUFFER)) {
      struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[GA_TEX_BUFFER];
      if (!ga_texture_check_level(ctx, command, tex, level))
         return false;
      *out = (struct ga_image_target){ ctx, ga_texture_ref(tex), 0, 0 };
      return true;
   }
   const unsigned dims = index < 0 ? 0 : ga_target_command_dims(&ga_target_table[index]);
   return ga_resolve_image_or_proxy(ctx, command, target, level, dims, true, out);
}

static bool bound_level(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLenum pname, GLint *value)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   return resolve(ctx, command, target, level, &image) && level_parameter(ctx, command, &image, pname, value);
}

static bool named_level(struct ga_context *ctx, const char *command, GLuint name, GLint level, GLenum pname, GLint *value)
{
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, name), 0, (unsigned)level };
   return image.tex && ga_texture_check_level(ctx, command, image.tex, level) && level_parameter(ctx, command, &image, pname, value);
}

void ga_GetTexLevelParameteriv(struct ga_context *ctx, GLenum target, GLint level, GLenum pname, GLint *params)
{
   GLint value;
   if (bound_level(ctx, "glGetTexLevelParameteriv", target, level, pname, &value))
      params[0] = value;
}

void ga_GetTexLevelParameterfv(struct ga_context *ctx, GLenum target, GLint level, GLenum pname, GLfloat *params)
{
   GLint value;
   if (bound_level(ctx, "glGetTexLevelParameterfv", target, level, pname, &value))
      params[0] = (GLfloat)value;
}

void ga_GetTextureLevelParameteriv(struct ga_context *ctx, GLuint texture, GLint level, GLenum pname, GLint *params)
{
   GLint value;
   if (named_level(ctx, "glGetTextureLevelParameteriv", texture, level, pname, &value))
      params[0] = value;
}

void ga_GetTextureLevelParameterfv(struct ga_context *ctx, GLuint texture, GLint level, GLenum pname, GLfloat *params)
{
   GLint value;
   if (named_level(ctx, "glGetTextureLevelParameterfv", texture, level, pname, &value))
      params[0] = (GLfloat)value;
}
