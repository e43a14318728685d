/* ga_cleartexture.c: glClearTexImage, glClearTexSubImage (GL 4.6, 8.21; EXT_clear_texture). */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_format.h"

struct clear {
   GLenum format, type;
   const void *data;
};

/* Pixels of any format and type go into images of their class, in OpenGL ES, too. */
static GLenum pixels_error(const struct ga_context *ctx, const struct ga_format *image, const struct clear *c)
{
   GLenum error = GL_NO_ERROR;
   if (!ga_has(ctx, GA_FEATURE_es))
      error = ga_format_desktop_pixels_error(ctx, c->format, c->type);
   else if (c->format != GL_STENCIL_INDEX && ga_format_pixels_error(ctx, c->format, c->type) == GL_INVALID_ENUM)
      error = GL_INVALID_ENUM;
   /* A type that does not go with depth and stencil is GL_INVALID_ENUM only for images that have them. */
   if ((error == GL_NO_ERROR && (!ga_pixel_format(c->format, c->type) || !ga_format_desktop_class_fits(ctx, image, c->format))) ||
       (c->format == GL_DEPTH_STENCIL && !ga_format_is_depth_stencil(image)))
      error = GL_INVALID_OPERATION;
   return error;
}

/* The texel that the pixel at c->data becomes in an image; zeros without one. False: the error was raised. */
static bool make_texel(struct ga_context *ctx, const char *command, const struct ga_format *image, const struct clear *c,
                       uint8_t texel[16])
{
   const GLenum error = pixels_error(ctx, image, c);
   if (error != GL_NO_ERROR) {
      ga_error(ctx, error, "%s: %s cannot be cleared with %s/%s", command, ga_enum_name(image->internal_format),
               ga_enum_name(c->format), ga_enum_name(c->type));
      return false;
   }
   memset(texel, 0, 16);
   if (c->data)
      ga_teximage_texel(image, ga_pixel_format(c->format, c->type), c->data, texel);
   return true;
}

static bool check_texture(struct ga_context *ctx, const char *command, const struct ga_texture *tex)
{
   if (tex->traits->faces)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture is a buffer texture", command);
   return false;
}

/* One image; box NULL: all of it. False: the error was raised. */
static bool clear_image(struct ga_context *ctx, const char *command, const struct ga_image_target *image, const struct pipe_box *box,
                        const struct clear *c)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   uint8_t texel[16];
   if (!ga_teximage_get(image->tex, image->face, image->level, &info)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: level %u has no image", command, image->level);
      return false;
   }
   const struct pipe_box all = { 0, 0, 0, (int32_t)info.extent.width, (int32_t)info.extent.height, (int32_t)ga_extent_slices(info.extent) };
   if (info.format->compressed || ga_format_is_generic_compressed(info.internal_format)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is compressed", command);
      return false;
   }
   if (!make_texel(ctx, command, info.format, c, texel))
      return false;
   if (box && !ga_extent_contains(info.extent, box)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the region is not inside the image", command);
      return false;
   }
   if (ga_teximage_clear(ctx, &info, box ? box : &all, texel))
      return true;
   ga_oom(ctx, command);
   return false;
}

void ga_ClearTexImage(struct ga_context *ctx, GLuint texture, GLint level, GLenum format, GLenum type, const void *data)
{
   static const char command[] = "glClearTexImage";
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, texture), 0, (unsigned)level };
   const struct clear c = { format, type, data };
   if (!image.tex || !check_texture(ctx, command, image.tex) || !ga_texture_check_level(ctx, command, image.tex, level))
      return;
   for (; image.face < image.tex->traits->faces; image.face++)
      if (!clear_image(ctx, command, &image, NULL, &c))
         return;
}

void ga_ClearTexSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                         GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *data)
{
   static const char command[] = "glClearTexSubImage";
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, texture), 0, (unsigned)level };
   const struct clear c = { format, type, data };
   if (!image.tex || !check_texture(ctx, command, image.tex) || !ga_texture_check_level(ctx, command, image.tex, level))
      return;
   if (width < 0 || height < 0 || depth < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: size %d x %d x %d", command, width, height, depth);
      return;
   }
   if (image.tex->traits->faces == 1) {
      const struct pipe_box box = ga_target_box(image.tex->traits, xoffset, yoffset, zoffset, width, height, depth);
      clear_image(ctx, command, &image, &box, &c);
      return;
   }
   if (zoffset < 0 || zoffset + (int64_t)depth > image.tex->traits->faces) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: faces %d to %d", command, zoffset, zoffset + depth - 1);
      return;
   }
   const struct pipe_box box = { xoffset, yoffset, 0, width, height, 1 };
   for (GLsizei i = 0; i < depth; i++) {
      image.face = (unsigned)(zoffset + i);
      if (!clear_image(ctx, command, &image, &box, &c))
         return;
   }
}
