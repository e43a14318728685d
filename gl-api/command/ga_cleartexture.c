/* ga_cleartexture.c: glClearTexImage, glClearTexSubImage (GL 4.6, 8.21; EXT_clear_texture). */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/command/ga_image_region.h"
#include "gl-api/object/ga_ycbcr.h"

struct clear {
   GLenum format, type;
   const void *data;
};

/* Pixels of any format and type go into images of their class, in OpenGL ES, too. */
static GLenum pixels_error(const struct ga_context *ctx, const struct ga_format *image, const struct clear *to)
{
   GLenum error = GL_NO_ERROR;
   if (!ga_has(ctx, GA_FEATURE_es))
      error = ga_format_desktop_pixels_error(ctx, to->format, to->type);
   else if (to->format != GL_STENCIL_INDEX && ga_format_pixels_error(ctx, to->format, to->type) == GL_INVALID_ENUM)
      error = GL_INVALID_ENUM;
   /* A type that is not accepted for depth and stencil is GL_INVALID_ENUM only for images that have them. */
   if ((error == GL_NO_ERROR && (!ga_pixel_format(to->format, to->type) || !ga_format_desktop_class_fits(ctx, image, to->format))) ||
       (to->format == GL_DEPTH_STENCIL && !ga_format_is_depth_stencil(image)))
      error = GL_INVALID_OPERATION;
   return error;
}

/* The texel that the pixel at to->data becomes in an image; zeros without one. False: the error was raised. */
static bool make_texel(struct ga_context *ctx, const char *command, const struct ga_format *image, const struct clear *to,
                       uint8_t texel[16])
{
   const GLenum error = pixels_error(ctx, image, to);
   if (error != GL_NO_ERROR) {
      ga_error(ctx, error, "%s: %s cannot be cleared with %s/%s", command, ga_enum_name(image->internal_format),
               ga_enum_name(to->format), ga_enum_name(to->type));
      return false;
   }
   memset(texel, 0, 16);
   if (to->data)
      ga_teximage_texel(image, ga_pixel_format(to->format, to->type), to->data, texel);
   return true;
}

/* The texel of a part. False: the error was raised. */
static bool check_part(struct ga_context *ctx, const char *command, const struct ga_image_info *image, const struct clear *to,
                       uint8_t texel[16])
{
   if (ga_format_is_ycbcr(image->format)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: one pixel has not the chroma of a pair of texels", command);
      return false;
   }
   if (!image->format->compressed && !ga_format_is_generic_compressed(image->internal_format))
      return make_texel(ctx, command, image->format, to, texel);
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is compressed", command);
   return false;
}

/* r NULL: all of the level. */
static void clear(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct ga_region *r, const struct clear *to)
{
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, name), 0, (unsigned)level };
   GA_HELD_REGION struct ga_image_region region = { 0 };
   uint8_t texel[6][16];
   if (!image.tex)
      return;
   if (!image.tex->traits->faces) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture is a buffer texture", command);
      return;
   }
   const struct ga_region_command c = { ctx, command, GL_INVALID_OPERATION, GL_INVALID_OPERATION };
   if (!ga_texture_check_level(ctx, command, image.tex, level) || !ga_region_of_texture(&c, image.tex, image.level, r, &region))
      return;
   for (unsigned i = 0; i < region.count; i++)
      if (!check_part(ctx, command, &region.part[i].image, to, texel[i]))
         return;
   bool ok = true;
   for (unsigned i = 0; i < region.count && ok; i++)
      ok = ga_teximage_clear(ctx, &region.part[i].image, &region.part[i].box, texel[i]);
   if (!ok)
      ga_oom(ctx, command);
}

void ga_ClearTexImage(struct ga_context *ctx, GLuint texture, GLint level, GLenum format, GLenum type, const void *data)
{
   clear(ctx, "glClearTexImage", texture, level, NULL, &(struct clear){ format, type, data });
}

void ga_ClearTexSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                         GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *data)
{
   clear(ctx, "glClearTexSubImage", texture, level, &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
         &(struct clear){ format, type, data });
}
