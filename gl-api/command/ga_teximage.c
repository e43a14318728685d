/* ga_teximage.c: glTexImage* and glTexSubImage*. */
#include "gl-api/command/ga_teximage.h"

#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"

/* Pixels of a glTex(Sub)Image* command. */
struct pixels {
   unsigned dims;   /* of the command */
   GLenum format, type;
   const void *data;
};

static bool check_size(struct ga_context *ctx, const char *command, GLsizei width, GLsizei height, GLsizei depth)
{
   if (width >= 0 && height >= 0 && depth >= 0)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d", command, width, height, depth);
   return false;
}

/* ---- glTexImage* ---------------------------------------------------------------------------------------------------- */

static bool check_depth_target(struct ga_context *ctx, const char *command, const struct ga_texture *tex,
                               const struct ga_format *format)
{
   /* OES_depth_texture adds depth formats to TEXTURE_2D only. */
   if (tex->target != GA_TEX_CUBE || !format->depth_renderable || ga_has(ctx, GA_FEATURE_cube_map_depth))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: cube maps cannot have depth formats", command);
   return false;
}

static void tex_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLint internal_format,
                      GLsizei width, GLsizei height, GLsizei depth, GLint border, const struct pixels *pixels)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GLenum error;
   const char *why;
   if (!ga_resolve_image(ctx, command, target, level, pixels->dims, &image) || !check_size(ctx, command, width, height, depth))
      return;
   const struct ga_target_traits *traits = image.tex->traits;
   struct ga_image_spec spec = {
      .extent = ga_target_extent(traits, (uint32_t)width, (uint32_t)height, (uint32_t)depth),
      .internal_format = (GLenum)internal_format,
   };
   if (!ga_teximage_check(ctx, command, &image, spec.extent, border))
      return;
   spec.format = ga_format_teximage(ctx, spec.internal_format, pixels->format, pixels->type, &error, &why);
   if (!spec.format) {
      ga_error(ctx, error, "%s: %s (internal format %s, format %s, type %s)", command, why, ga_enum_name(spec.internal_format),
               ga_enum_name(pixels->format), ga_enum_name(pixels->type));
      return;
   }
   if (!check_depth_target(ctx, command, image.tex, spec.format))
      return;

   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   const struct pipe_box box = ga_target_box(traits, 0, 0, 0, width, height, depth);
   bool ok = ga_teximage_define(ctx, image.tex, image.face, image.level, &spec);
   /* Another context may have specified the image again. */
   if (ok && ga_teximage_get(image.tex, image.face, image.level, &info) && info.format == spec.format &&
       ga_extent_contains(info.extent, &box))
      ok = ga_teximage_upload(ctx, &info, &box, pixels->dims, ga_pixel_format(pixels->format, pixels->type), pixels->data);
   if (!ok)
      ga_oom(ctx, command);
}

void ga_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                   GLint border, GLenum format, GLenum type, const void *pixels)
{
   tex_image(ctx, "glTexImage2D", target, level, internalformat, width, height, 1, border,
             &(struct pixels){ 2, format, type, pixels });
}

/* ---- glTexSubImage* ------------------------------------------------------------------------------------------------- */

/* Pixels that may go into an image: those that TexImage takes for its internal format, of any type. */
static bool check_pixels(struct ga_context *ctx, const char *command, const struct ga_image_info *image,
                         const struct pixels *pixels)
{
   GLenum error;
   const char *why;
   if (ga_format_teximage(ctx, image->internal_format, pixels->format, pixels->type, &error, &why))
      return true;
   bool no_pixels = error == GL_INVALID_VALUE;
   ga_error(ctx, no_pixels ? GL_INVALID_OPERATION : error, "%s: %s (image %s, format %s, type %s)", command,
            no_pixels ? "no pixels go into this image" : why, ga_enum_name(image->internal_format),
            ga_enum_name(pixels->format), ga_enum_name(pixels->type));
   return false;
}

static void tex_subimage(struct ga_context *ctx, const char *command, const struct ga_image_target *image,
                         const struct pipe_box *box, const struct pixels *pixels)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (!ga_texsubimage_check(ctx, command, image, box, &info) || !check_pixels(ctx, command, &info, pixels))
      return;
   if (!ga_teximage_upload(ctx, &info, box, pixels->dims, ga_pixel_format(pixels->format, pixels->type), pixels->data))
      ga_oom(ctx, command);
}

void ga_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                      GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glTexSubImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, target, level, 2, &image))
      return;
   const struct pipe_box box = ga_target_box(image.tex->traits, xoffset, yoffset, 0, width, height, 1);
   tex_subimage(ctx, command, &image, &box, &(struct pixels){ 2, format, type, pixels });
}
