/* ga_copyteximage.c: glCopyTexImage2D, glCopyTexSubImage2D: texture images from the read framebuffer. */
#include "gl-api/command/ga_teximage.h"

#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"

/* ES 2.0, table 3.9: which components of the framebuffer an image needs. */
static bool components_there(GLenum base_format, const struct ga_format *source)
{
   bool alpha = source->alpha > 0 || source->base_format == GL_RGBA;
   switch (base_format) {
   case GL_ALPHA: case GL_LUMINANCE_ALPHA: case GL_RGBA: return alpha;
   case GL_LUMINANCE: return source->red > 0;
   case GL_RGB: return source->red > 0 && source->green > 0 && source->blue > 0;
   default: return false;
   }
}

/* The image format that CopyTexImage2D makes: the framebuffer's own where the base format is the same, else 8 bits. NULL: not
 * an internal format. */
static const struct ga_format *format_of_copy(struct ga_context *ctx, GLenum internal_format, const struct ga_format *source)
{
   switch (internal_format) {
   case GL_RGBA:
      if (source->internal_format == GL_RGBA4 || source->internal_format == GL_RGB5_A1)
         return ga_format_sized(ctx, source->internal_format);
      return ga_format_sized(ctx, GL_RGBA8);
   case GL_RGB:
      return ga_format_sized(ctx, source->internal_format == GL_RGB565 ? GL_RGB565 : GL_RGB8);
   case GL_ALPHA: return ga_format_sized(ctx, GL_ALPHA8);
   case GL_LUMINANCE: return ga_format_sized(ctx, GL_LUMINANCE8);
   case GL_LUMINANCE_ALPHA: return ga_format_sized(ctx, GL_LUMINANCE8_ALPHA8);
   case GL_RGBA8: case GL_RGBA4: case GL_RGB5_A1: case GL_RGB8: case GL_RGB565: case GL_ALPHA8: case GL_LUMINANCE8:
   case GL_LUMINANCE8_ALPHA8: case GL_LUMINANCE4_ALPHA4: /* OES_required_internalformat */
      return ga_format_sized(ctx, internal_format);
   default: return NULL;
   }
}

/* The framebuffer image that goes into an image of this base format; *held is its reference. False: the error was raised. */
static bool source_image(struct ga_context *ctx, const char *command, GLenum base_format, struct ga_read_image *src,
                         struct pipe_resource **held)
{
   if (!ga_fbo_read_image(ctx, command, GA_ATT_COLOR0, src))
      return false;
   *held = src->resource;
   if (components_there(base_format, src->format))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer (%s) lacks components of %s", command,
            ga_enum_name(src->format->internal_format), ga_enum_name(base_format));
   return false;
}

void ga_CopyTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                       GLsizei width, GLsizei height, GLint border)
{
   static const char command[] = "glCopyTexImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GA_HELD struct pipe_resource *held = NULL;
   struct ga_read_image src;
   if (!ga_resolve_image(ctx, command, target, level, 2, &image))
      return;
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", command, width, height);
      return;
   }
   struct ga_image_spec spec = {
      .extent = ga_target_extent(image.tex->traits, (uint32_t)width, (uint32_t)height, 1),
      .internal_format = internalformat,
   };
   if (!ga_teximage_check(ctx, command, &image, spec.extent, border))
      return;
   static const struct ga_format any;
   const struct ga_format *format = format_of_copy(ctx, internalformat, &any);
   if (!format) {
      bool depth = internalformat == GL_DEPTH_COMPONENT || internalformat == GL_DEPTH_STENCIL;
      ga_error(ctx, depth ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: internal format %s", command,
               ga_enum_name(internalformat));
      return;
   }
   if (!source_image(ctx, command, format->base_format, &src, &held))
      return;
   spec.format = format_of_copy(ctx, internalformat, src.format);
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   const struct pipe_box box = { 0, 0, 0, width, height, 1 };
   bool ok = ga_teximage_define(ctx, image.tex, image.face, image.level, &spec);
   if (ok && ga_teximage_get(image.tex, image.face, image.level, &info) && info.format == spec.format &&
       ga_extent_contains(info.extent, &box))
      ok = ga_teximage_copy(ctx, &src, x, y, width, height, &info, 0, 0, 0);
   if (!ok)
      ga_oom(ctx, command);
}

static void copy_subimage(struct ga_context *ctx, const char *command, const struct ga_image_target *image,
                          const struct pipe_box *box, GLint x, GLint y, GLsizei width, GLsizei height)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   GA_HELD struct pipe_resource *held = NULL;
   struct ga_read_image src;
   if (!ga_texsubimage_check(ctx, command, image, box, &info) ||
       !source_image(ctx, command, info.format->base_format, &src, &held))
      return;
   if (!ga_teximage_copy(ctx, &src, x, y, width, height, &info, box->x, box->y, (unsigned)box->z))
      ga_oom(ctx, command);
}

void ga_CopyTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                          GLsizei width, GLsizei height)
{
   static const char command[] = "glCopyTexSubImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, target, level, 2, &image))
      return;
   const struct pipe_box box = ga_target_box(image.tex->traits, xoffset, yoffset, 0, width, height, 1);
   copy_subimage(ctx, command, &image, &box, x, y, width, height);
}
