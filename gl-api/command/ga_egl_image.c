/* ga_egl_image.c: glEGLImageTarget* (OES_EGL_image, OES_EGL_image_external, EXT_EGL_image_storage, EXT_EGL_image_storage_compression):
 * textures and renderbuffers that show an EGLImage. egl/ installs the function that finds the image of a handle. */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_format.h"

static bool (*image_lookup)(struct ga_context *ctx, void *egl_image, struct ga_image *out);

void ga_set_image_lookup(bool (*lookup)(struct ga_context *ctx, void *egl_image, struct ga_image *out))
{
   image_lookup = lookup;
}

/* The image of a handle, with a reference, and its format. False: the error was raised. */
static bool find_image(struct ga_context *ctx, const char *command, void *handle, struct ga_image *image,
                       const struct ga_format **format)
{
   if (!image_lookup || !image_lookup(ctx, handle, image)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the handle is not an EGLImage of this display", command);
      return false;
   }
   *format = image->gl_format;
   if (!*format)
      *format = ga_format_of_st(image->yuv.coding.planes ? PIPE_FORMAT_R8G8B8X8_UNORM : image->format); /* YUV is sampled as RGB */
   if (*format)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: images of format %s cannot be used", command, pipe_format_name(image->format));
   ga_image_unref(image);
   return false;
}

/* Makes the image the storage of a texture, or raises the error. */
static void import(struct ga_context *ctx, const char *command, struct ga_texture *tex, void *handle, bool immutable)
{
   struct ga_image image;
   const struct ga_format *format;
   const char *why = NULL;
   if (tex->immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
      return;
   }
   if (!ga_teximage_check_handles(ctx, command, tex) || !find_image(ctx, command, handle, &image, &format))
      return;
   if (!format->texture.any[0])
      why = "the image cannot be sampled";
   else if (image.yuv.coding.planes && tex->target != GA_TEX_EXTERNAL)
      why = "an image in YUV can only be GL_TEXTURE_EXTERNAL_OES";
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command, why);
      ga_image_unref(&image);
      return;
   }
   const struct ga_image_spec spec = {
      .extent = { image.width, image.height, 1, 1 },
      .internal_format = image.gl_format ? image.internal_format : immutable ? format->internal_format : format->base_format,
      .format = format,
   };
   ga_texture_import(ctx, tex, &image, &spec, immutable);
}

/* The texture that is bound to a target that takes images. NULL: the error was raised. */
static struct ga_texture *bound_texture(struct ga_context *ctx, const char *command, GLenum target)
{
   if (target == GL_TEXTURE_2D)
      return ctx->unit[ctx->active_unit].bound[GA_TEX_2D];
   if (target == GL_TEXTURE_EXTERNAL_OES && ga_has(ctx, GA_FEATURE_egl_image_external))
      return ctx->unit[ctx->active_unit].bound[GA_TEX_EXTERNAL];
   ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
   return NULL;
}

void ga_EGLImageTargetTexture2DOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetTexture2DOES";
   struct ga_texture *tex = bound_texture(ctx, command, target);
   if (tex)
      import(ctx, command, tex, handle, false);
}

/* EXT_EGL_image_storage has no attributes, EXT_EGL_image_storage_compression has one. No image is compressed at a fixed rate, so that
 * each of its values permits all images. False: the error was raised. */
static bool check_attribs(struct ga_context *ctx, const char *command, const GLint *attribs)
{
   const bool compression = ga_has(ctx, GA_FEATURE_egl_image_storage_compression);
   return ga_texstorage_check_attribs(ctx, command, attribs, compression ? GL_SURFACE_COMPRESSION_FIXED_RATE_DEFAULT_EXT : 0);
}

/* Targets that the command takes, but no image: images are two-dimensional and of one layer (EXT_EGL_image_storage). */
static bool matches_no_image(const struct ga_context *ctx, GLenum target)
{
   switch (target) {
   case GL_TEXTURE_1D:
   case GL_TEXTURE_1D_ARRAY: return ga_has(ctx, GA_FEATURE_texture_1d);
   case GL_TEXTURE_CUBE_MAP_ARRAY: return ga_has(ctx, GA_FEATURE_texture_cube_map_array);
   case GL_TEXTURE_2D_ARRAY:
   case GL_TEXTURE_3D:
   case GL_TEXTURE_CUBE_MAP: return true;
   default: return false;
   }
}

static void refuse_target(struct ga_context *ctx, const char *command, GLenum target, void *handle)
{
   struct ga_image image;
   const struct ga_format *format;
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is two-dimensional, target %s is not", command, ga_enum_name(target));
   ga_image_unref(&image);
}

void ga_EGLImageTargetTexStorageEXT(struct ga_context *ctx, GLenum target, GLeglImageOES handle, const GLint *attribs)
{
   static const char command[] = "glEGLImageTargetTexStorageEXT";
   if (matches_no_image(ctx, target)) {
      if (check_attribs(ctx, command, attribs))
         refuse_target(ctx, command, target, handle);
      return;
   }
   struct ga_texture *tex = bound_texture(ctx, command, target);
   if (!tex || !check_attribs(ctx, command, attribs))
      return;
   if (!tex->name)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the default texture has no immutable storage", command);
   else
      import(ctx, command, tex, handle, true);
}

void ga_EGLImageTargetTextureStorageEXT(struct ga_context *ctx, GLuint name, GLeglImageOES handle, const GLint *attribs)
{
   static const char command[] = "glEGLImageTargetTextureStorageEXT";
   struct ga_texture *tex = ga_texture_lookup(ctx, name);
   if (!tex)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture %u does not exist", command, name);
   else if (tex->target != GA_TEX_2D && tex->target != GA_TEX_EXTERNAL)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's target takes no image", command);
   else if (check_attribs(ctx, command, attribs))
      import(ctx, command, tex, handle, true);
   ga_texture_unref(ctx, tex);
}

void ga_EGLImageTargetRenderbufferStorageOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetRenderbufferStorageOES";
   struct ga_image image;
   const struct ga_format *format;
   if (target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
      return;
   }
   if (!ctx->renderbuffer) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", command);
      return;
   }
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   if (!image.yuv.coding.planes && ga_format_gate_open(ctx, &format->render))
      ga_renderbuffer_from_image(ctx, ctx->renderbuffer, &image, format);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image cannot be rendered to", command);
   ga_image_unref(&image);
}
