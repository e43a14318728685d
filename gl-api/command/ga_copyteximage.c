/* ga_copyteximage.c: glCopyTexImage*, glCopyTexSubImage*, glCopyTextureSubImage*: texture images from the read framebuffer. */
#include "gl-api/command/ga_image_region.h"

#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_ycbcr.h"

/* ES 2.0, table 3.9: which components of the framebuffer an image needs. Desktop GL fills missing ones in (GL 4.6, 8.6). */
static bool source_has_components(const struct ga_context *ctx, GLenum base_format, const struct ga_format *source)
{
   bool alpha = source->alpha > 0 || source->base_format == GL_RGBA;
   if (!ga_has(ctx, GA_FEATURE_es))
      return base_format == GL_DEPTH_STENCIL ? source->depth && source->stencil : true;
   switch (base_format) {
   case GL_ALPHA: case GL_LUMINANCE_ALPHA: case GL_RGBA: return alpha;
   case GL_LUMINANCE: case GL_RED: return source->red > 0;
   case GL_RG: return source->red > 0 && source->green > 0;
   case GL_RGB: return source->red > 0 && source->green > 0 && source->blue > 0;
   default: return false;
   }
}

static bool is_float(const struct ga_format *format)
{
   return ga_format_component_type(format) == GL_FLOAT;
}

/* Kinds of components and their encoding, which CopyTexImage and CopyTexSubImage do not convert (ES 3.0, 3.8.5). Desktop GL converts
 * between float, fixed-point and sRGB. NULL: the formats are compatible. */
static const char *kind_mismatch(struct ga_context *ctx, const struct ga_format *image, const struct ga_format *source)
{
   if (ga_format_is_ycbcr(image)) /* MESA_ycbcr_texture */
      return "colours are not converted to YCbCr";
   if (pipe_format_is_pure_uint(image->st) != pipe_format_is_pure_uint(source->st) ||
       pipe_format_is_pure_sint(image->st) != pipe_format_is_pure_sint(source->st))
      return "integer components go into integers of their sign only";
   if (!ga_has(ctx, GA_FEATURE_es))
      return NULL;
   if (is_float(image) != is_float(source))
      return "fixed-point and float components are not converted";
   if (pipe_format_is_snorm(image->st) != pipe_format_is_snorm(source->st))
      return "signed and unsigned normalized components are not converted";
   if (pipe_format_is_srgb(image->st) != pipe_format_is_srgb(source->st))
      return "the framebuffer and the image differ in sRGB encoding";
   return image->st == PIPE_FORMAT_R9G9B9E5_FLOAT ? "shared exponents are not made" : NULL;
}

static bool same_size(uint8_t image, uint8_t source)
{
   return !image || image == source;
}

/* The rule on sizes of components in contexts with sized internal formats. NULL: fine. */
static const char *size_mismatch(struct ga_context *ctx, GLenum internal_format, const struct ga_format *image,
                                 const struct ga_format *source)
{
   if (!ga_has(ctx, GA_FEATURE_es) || !ga_has(ctx, GA_FEATURE_sized_internal_formats))
      return NULL;
   if (internal_format == image->base_format)
      return source->internal_format == GL_RGB10_A2 ? "no image of an unsized format has 10-bit components" : NULL;
   switch (image->base_format) {
   case GL_RED: case GL_RG: case GL_RGB: case GL_RGBA:
      return same_size(image->red, source->red) && same_size(image->green, source->green) &&
             same_size(image->blue, source->blue) && same_size(image->alpha, source->alpha)
                ? NULL : "the components differ in size from the framebuffer's";
   default: return NULL;
   }
}

/* The framebuffer image that goes into an image of this format; *held is its reference. False: the error was raised. */
static bool source_image(struct ga_context *ctx, const char *command, const struct ga_format *image, struct ga_read_image *src,
                         struct pipe_resource **held)
{
   const enum ga_attachment_index which = ga_has(ctx, GA_FEATURE_es)  ? GA_ATT_READ_BUFFER
                                          : image->depth              ? GA_ATT_DEPTH
                                          : image->stencil            ? GA_ATT_STENCIL
                                                                      : GA_ATT_READ_BUFFER;
   if (which == GA_ATT_DEPTH && image->stencil) { /* both are needed (GL 4.6, 8.6) */
      if (!ga_fbo_read_image(ctx, command, GA_ATT_STENCIL, src))
         return false;
      pipe_resource_unref(src->resource);
   }
   if (!ga_fbo_read_image(ctx, command, which, src))
      return false;
   *held = src->resource;
   if (src->resource->t.samples > 1) { /* OpenGL ES 3.0, 3.8.5 */
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer is multisampled", command);
      return false;
   }
   const char *why = source_has_components(ctx, image->base_format, src->format) ? kind_mismatch(ctx, image, src->format) :
                                                                         "the framebuffer lacks components";
   if (!why)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s (framebuffer %s, image %s)", command, why,
            ga_enum_name(src->format->internal_format), ga_enum_name(image->internal_format));
   return false;
}

/* Pixels from (x, y) on into the part of a region. A box has slices in 1D arrays only, whose layers are rows of the framebuffer. */
static bool copy_pixels(struct ga_context *ctx, const struct ga_read_image *src, const struct ga_region_part *part, GLint x, GLint y)
{
   const struct pipe_box *box = &part->box;
   bool ok = true;
   for (int32_t z = 0; ok && z < box->depth && y <= INT32_MAX - z; z++)
      ok = ga_teximage_copy(ctx, src, x, y + z, box->width, box->height, &part->image, box->x, box->y, (unsigned)(box->z + z));
   return ok;
}

/* height: 1 for dims 1. */
static void copy_image(struct ga_context *ctx, const char *command, unsigned dims, GLenum target, GLint level, GLenum internalformat,
                       GLint x, GLint y, GLsizei width, GLsizei height, GLint border)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GA_HELD struct pipe_resource *held = NULL;
   struct ga_read_image src;
   if (!ga_resolve_image(ctx, command, target, level, dims, &image))
      return;
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d has a negative side", command, width, height);
      return;
   }
   struct ga_image_spec spec = {
      .extent = ga_target_extent(image.tex->traits, (uint32_t)width, (uint32_t)height, 1),
      .internal_format = internalformat,
   };
   if (!ga_teximage_check(ctx, command, &image, spec.extent, border))
      return;
   const struct ga_format *format = ga_format_copy(ctx, internalformat, NULL);
   if (!format) {
      /* Formats that exist and that no framebuffer has; shared exponents: ES 3.0, table 3.15. Desktop GL has formats that texels are not
       * compressed to (GL 4.6, table 8.14). */
      bool known = internalformat == GL_DEPTH_COMPONENT || internalformat == GL_DEPTH_STENCIL ||
                   (internalformat == GL_RGB9_E5 && ga_format_sized(ctx, internalformat)) ||
                   (!ga_has(ctx, GA_FEATURE_es) && ga_format_compressed(ctx, internalformat));
      ga_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: internal format %s", command,
               ga_enum_name(internalformat));
      return;
   }
   if (!source_image(ctx, command, format, &src, &held))
      return;
   if (!ga_teximage_check_format(ctx, command, image.tex->traits, format))
      return;
   spec.format = ga_format_copy(ctx, internalformat, src.format);
   const char *why = size_mismatch(ctx, internalformat, spec.format, src.format);
   if (why) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s (framebuffer %s, internal format %s)", command, why,
               ga_enum_name(src.format->internal_format), ga_enum_name(internalformat));
      return;
   }
   GA_HELD_REGION struct ga_image_region region = { 0 };
   bool ok = ga_teximage_define(ctx, image.tex, image.face, image.level, &spec);
   if (ok && ga_region_of_image(&image, &spec, &region))
      ok = copy_pixels(ctx, &src, &region.part[0], x, y);
   if (!ok || !ga_texture_level_changed(ctx, image.tex, image.level))
      ga_oom(ctx, command);
}

/* What a border surrounds, as in glTexImage*. */
static void copy_inner(struct ga_context *ctx, const char *command, unsigned dims, GLenum target, GLint level, GLenum internalformat,
                       GLint x, GLint y, GLsizei width, GLsizei height, GLint border)
{
   const struct ga_border b = ga_border_of(ctx, target, border, dims);
   if (!b.x)
      copy_image(ctx, command, dims, target, level, internalformat, x, y, width, height, border);
   else if (ga_border_check(ctx, command, &b, width, height, 1))
      copy_image(ctx, command, dims, target, level, internalformat, ga_border_skip(x, b.x), ga_border_skip(y, b.y),
                 width - 2 * b.x, height - 2 * b.y, 0);
}

void ga_CopyTexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y, GLsizei width,
                       GLint border)
{
   copy_inner(ctx, "glCopyTexImage1D", 1, target, level, internalformat, x, y, width, 1, border);
}

void ga_CopyTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                       GLsizei width, GLsizei height, GLint border)
{
   copy_inner(ctx, "glCopyTexImage2D", 2, target, level, internalformat, x, y, width, height, border);
}

/* The region is one image: its depth is 1. */
static void copy_subimage(struct ga_context *ctx, const char *command, const struct ga_image_region *region, GLint x, GLint y)
{
   GA_HELD struct pipe_resource *held = NULL;
   const struct ga_region_part *part = &region->part[0];
   struct ga_read_image src;
   if (!ga_texsubimage_check_texels(ctx, command, &part->image, &part->box, !ga_has(ctx, GA_FEATURE_es)) ||
       !source_image(ctx, command, part->image.format, &src, &held))
      return;
   if (!copy_pixels(ctx, &src, part, x, y) || !ga_texture_level_changed(ctx, region->tex, region->level))
      ga_oom(ctx, command);
}

static void bound_subimage(struct ga_context *ctx, const char *command, GLenum target, GLint level, unsigned dims,
                           const struct ga_region *r, GLint x, GLint y)
{
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_region_of_target(ctx, command, target, level, dims, r, &region))
      copy_subimage(ctx, command, &region, x, y);
}

static void named_subimage(struct ga_context *ctx, const char *command, GLuint name, GLint level, unsigned dims,
                           const struct ga_region *r, GLint x, GLint y)
{
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_region_of_name(ctx, command, name, level, dims, r, &region))
      copy_subimage(ctx, command, &region, x, y);
}

void ga_CopyTexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width)
{
   bound_subimage(ctx, "glCopyTexSubImage1D", target, level, 1, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 }, x, y);
}

void ga_CopyTextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width)
{
   named_subimage(ctx, "glCopyTextureSubImage1D", texture, level, 1, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 }, x, y);
}

void ga_CopyTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                          GLsizei width, GLsizei height)
{
   bound_subimage(ctx, "glCopyTexSubImage2D", target, level, 2,
                  &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 }, x, y);
}

void ga_CopyTexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                          GLint x, GLint y, GLsizei width, GLsizei height)
{
   bound_subimage(ctx, "glCopyTexSubImage3D", target, level, 3,
                  &(struct ga_region){ xoffset, yoffset, zoffset, width, height, 1 }, x, y);
}

void ga_CopyTextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint x,
                              GLint y, GLsizei width, GLsizei height)
{
   named_subimage(ctx, "glCopyTextureSubImage2D", texture, level, 2,
                  &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 }, x, y);
}

void ga_CopyTextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                              GLint x, GLint y, GLsizei width, GLsizei height)
{
   named_subimage(ctx, "glCopyTextureSubImage3D", texture, level, 3,
                  &(struct ga_region){ xoffset, yoffset, zoffset, width, height, 1 }, x, y);
}
