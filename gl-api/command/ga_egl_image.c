/* ga_egl_image.c: glEGLImageTarget* (OES_EGL_image): textures and renderbuffers that show an EGLImage. egl/ installs the function
 * that finds the image of a handle. */
#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"

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
      ga_error(ctx, GL_INVALID_VALUE, "%s: no such image", command);
      return false;
   }
   *format = ga_format_of_st(image->format);
   if (*format)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: images of format %s cannot be used", command, pipe_format_name(image->format));
   pipe_resource_unref(image->resource);
   return false;
}

void ga_EGLImageTargetTexture2DOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetTexture2DOES";
   struct ga_image image;
   const struct ga_format *format;
   if (target != GL_TEXTURE_2D) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   struct ga_texture *tex = ctx->unit[ctx->active_unit].bound[GA_TEX_2D];
   if (tex->immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
      return;
   }
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   if (!format->texture.any[0]) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image cannot be sampled", command);
      pipe_resource_unref(image.resource);
      return;
   }
   const struct ga_image_spec spec = {
      .extent = { image.width, image.height, 1, 1 },
      .internal_format = format->base_format,
      .format = format,
   };
   ga_texture_import(ctx, tex, image.resource, image.level, image.layer, &spec);
}

void ga_EGLImageTargetRenderbufferStorageOES(struct ga_context *ctx, GLenum target, GLeglImageOES handle)
{
   static const char command[] = "glEGLImageTargetRenderbufferStorageOES";
   struct ga_image image;
   const struct ga_format *format;
   if (target != GL_RENDERBUFFER) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   if (!ctx->renderbuffer) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", command);
      return;
   }
   if (!find_image(ctx, command, handle, &image, &format))
      return;
   if (ga_format_gate_open(ctx, &format->render))
      ga_renderbuffer_from_image(ctx, ctx->renderbuffer, &image, format);
   else
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image cannot be rendered to", command);
   pipe_resource_unref(image.resource);
}
