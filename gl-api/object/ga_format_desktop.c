/* ga_format_desktop.c: formats of desktop GL. There internal format, pixel format and type are free within classes, so rules decide
 * and not rows. */
#include "gl-api/object/ga_format.h"
#include "gl-api/object/ga_ycbcr.h"
#include "state/pipe_format_pack.h"

/* Pixels go into images of their own class (GL 4.6, 8.4.4 and 8.5). */
enum format_class { CLASS_NONE, CLASS_COLOR, CLASS_INTEGER, CLASS_DEPTH, CLASS_DEPTH_STENCIL, CLASS_STENCIL, CLASS_INDEX, CLASS_YCBCR };

static enum format_class class_of(const struct ga_context *ctx, GLenum format)
{
   switch (format) {
   case GL_RED: case GL_GREEN: case GL_BLUE: case GL_RG: case GL_RGB: case GL_RGBA: case GL_BGR: case GL_BGRA: return CLASS_COLOR;
   case GL_ABGR_EXT: return ga_has(ctx, GA_FEATURE_abgr_pixels) ? CLASS_COLOR : CLASS_NONE;
   case GL_ALPHA: case GL_LUMINANCE: case GL_LUMINANCE_ALPHA: case GL_INTENSITY: /* the last is of images alone */
      return ga_has(ctx, GA_FEATURE_luminance_alpha) ? CLASS_COLOR : CLASS_NONE;
   case GL_RED_INTEGER: case GL_GREEN_INTEGER: case GL_BLUE_INTEGER: case GL_RG_INTEGER: case GL_RGB_INTEGER: case GL_RGBA_INTEGER:
   case GL_BGR_INTEGER: case GL_BGRA_INTEGER: return ga_has(ctx, GA_FEATURE_texture_integer) ? CLASS_INTEGER : CLASS_NONE;
   case GL_ALPHA_INTEGER: case GL_LUMINANCE_INTEGER_EXT: case GL_LUMINANCE_ALPHA_INTEGER_EXT: /* EXT_texture_integer */
      return ga_has(ctx, GA_FEATURE_luminance_alpha) && ga_has(ctx, GA_FEATURE_texture_integer) ? CLASS_INTEGER : CLASS_NONE;
   case GL_DEPTH_COMPONENT: return CLASS_DEPTH;
   case GL_DEPTH_STENCIL: return ga_has(ctx, GA_FEATURE_packed_depth_stencil) ? CLASS_DEPTH_STENCIL : CLASS_NONE;
   case GL_STENCIL_INDEX: return CLASS_STENCIL;
   case GL_COLOR_INDEX: return ga_has(ctx, GA_FEATURE_pixel_transfer) ? CLASS_INDEX : CLASS_NONE;
   case GL_YCBCR_MESA: return ga_has(ctx, GA_FEATURE_ycbcr_texture) ? CLASS_YCBCR : CLASS_NONE;
   default: return CLASS_NONE;
   }
}

/* ---- pixels ----------------------------------------------------------------------------------------------------------------- */

/* Packed types are accepted for few formats (GL 4.6, table 8.8): elsewhere they are GL_INVALID_OPERATION. */
static bool is_packed(const struct ga_context *ctx, GLenum type)
{
   switch (type) {
   case GL_UNSIGNED_SHORT_8_8_MESA: case GL_UNSIGNED_SHORT_8_8_REV_MESA: return ga_has(ctx, GA_FEATURE_ycbcr_texture);
   case GL_UNSIGNED_BYTE_3_3_2: case GL_UNSIGNED_BYTE_2_3_3_REV: case GL_UNSIGNED_SHORT_5_6_5: case GL_UNSIGNED_SHORT_5_6_5_REV:
   case GL_UNSIGNED_SHORT_4_4_4_4: case GL_UNSIGNED_SHORT_4_4_4_4_REV: case GL_UNSIGNED_SHORT_5_5_5_1:
   case GL_UNSIGNED_SHORT_1_5_5_5_REV: case GL_UNSIGNED_INT_8_8_8_8: case GL_UNSIGNED_INT_8_8_8_8_REV:
   case GL_UNSIGNED_INT_10_10_10_2: case GL_UNSIGNED_INT_2_10_10_10_REV: case GL_UNSIGNED_INT_24_8:
   case GL_UNSIGNED_INT_10F_11F_11F_REV: case GL_UNSIGNED_INT_5_9_9_9_REV: case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: return true;
   default: return false;
   }
}

/* Rows of the table that other APIs bring. */
static bool is_foreign(const struct ga_context *ctx, GLenum format, GLenum type)
{
   return type == GL_HALF_FLOAT_OES || (type == GL_BITMAP && !ga_has(ctx, GA_FEATURE_pixel_transfer)) || (type == GL_UNSIGNED_INT_2_10_10_10_REV && format == GL_RGB);
}

GLenum ga_format_desktop_pixels_error(const struct ga_context *ctx, GLenum format, GLenum type)
{
   const enum format_class pixels = class_of(ctx, format);
   if (pixels == CLASS_NONE)
      return GL_INVALID_ENUM;
   if (ga_pixel_format(format, type) && !is_foreign(ctx, format, type))
      return GL_NO_ERROR;
   return is_packed(ctx, type) && pixels != CLASS_DEPTH_STENCIL ? GL_INVALID_OPERATION : GL_INVALID_ENUM;
}

bool ga_format_is_integer_pixels(const struct ga_context *ctx, GLenum format)
{
   return class_of(ctx, format) == CLASS_INTEGER;
}

/* ---- images ----------------------------------------------------------------------------------------------------------------- */

bool ga_format_is_generic_compressed(GLenum internal_format)
{
   switch (internal_format) {
   case GL_COMPRESSED_RED: case GL_COMPRESSED_RG: case GL_COMPRESSED_RGB: case GL_COMPRESSED_RGBA: case GL_COMPRESSED_SRGB:
   case GL_COMPRESSED_SRGB_ALPHA: case GL_COMPRESSED_ALPHA: case GL_COMPRESSED_LUMINANCE: case GL_COMPRESSED_LUMINANCE_ALPHA:
   case GL_COMPRESSED_INTENSITY: case GL_COMPRESSED_SLUMINANCE: case GL_COMPRESSED_SLUMINANCE_ALPHA: return true;
   default: return false;
   }
}

const struct ga_format *ga_format_desktop_image(struct ga_context *ctx, GLenum internal_format)
{
   static const GLenum of_components[] = {GL_NONE, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_RGB, GL_RGBA};
   if (internal_format >= 1 && internal_format <= 4 && ga_has(ctx, GA_FEATURE_compatibility_profile)) /* GL 2.1, 3.8.1 */
      internal_format = of_components[internal_format];
   for (unsigned i = 0; i < ga_format_desktop_count; i++) {
      const struct ga_format_desktop *row = &ga_format_desktop_table[i];
      if (row->internal_format == internal_format && ga_format_gate_open(ctx, &row->gate))
         return ga_format_sized(ctx, ga_format_table[row->image].internal_format);
   }
   const struct ga_format *image = ga_format_sized(ctx, internal_format);
   /* Texels are not compressed to ETC2 and ASTC (GL 4.6, 8.5: formats without online compression). */
   const bool can_make = image && (!image->compressed || pipe_compressed_from(image->blocks));
   return can_make && ga_format_texturable(ctx, image) && class_of(ctx, image->base_format) != CLASS_NONE ? image : NULL;
}

bool ga_format_desktop_class_fits(const struct ga_context *ctx, const struct ga_format *image, GLenum format)
{
   const enum format_class pixels = class_of(ctx, format);
   switch (class_of(ctx, image->base_format)) {
   case CLASS_COLOR: /* maps make colours of indices (GL 2.1, 3.6.5) */
      return pipe_format_is_pure_int(image->st) ? pixels == CLASS_INTEGER : pixels == CLASS_COLOR || pixels == CLASS_INDEX;
   case CLASS_DEPTH:
   case CLASS_DEPTH_STENCIL: return pixels == CLASS_DEPTH || pixels == CLASS_DEPTH_STENCIL;
   case CLASS_STENCIL: return pixels == CLASS_STENCIL;
   case CLASS_YCBCR: return pixels == CLASS_YCBCR;
   default: return false;
   }
}

bool ga_format_desktop_can_read(const struct ga_context *ctx, const struct ga_format *image, GLenum format)
{
   switch (class_of(ctx, format)) {
   case CLASS_COLOR:
      return !ga_format_is_depth_stencil(image) && !pipe_format_is_pure_int(image->st) && !ga_format_is_ycbcr(image);
   case CLASS_YCBCR: return ga_format_is_ycbcr(image);
   case CLASS_INTEGER: return !ga_format_is_depth_stencil(image) && pipe_format_is_pure_int(image->st);
   case CLASS_DEPTH: return image->depth;
   case CLASS_STENCIL: return image->stencil;
   case CLASS_DEPTH_STENCIL: return image->depth && image->stencil;
   default: return false;
   }
}

const struct ga_format *ga_format_desktop_teximage(struct ga_context *ctx, GLenum internal_format, GLenum format, GLenum type,
                                                   GLenum *error, const char **why)
{
   const struct ga_format *image = ga_format_desktop_image(ctx, internal_format);
   *error = ga_format_desktop_pixels_error(ctx, format, type);
   if (*error != GL_NO_ERROR) {
      *why = *error == GL_INVALID_ENUM ? "no such pixel format or type" : "the type is not accepted for the format";
   } else if (!image && ga_format_compressed(ctx, internal_format)) {
      *error = GL_INVALID_OPERATION;
      *why = "texels are not compressed to this format";
   } else if (!image) {
      *error = GL_INVALID_VALUE;
      *why = "no such internal format";
   } else if (!ga_format_desktop_class_fits(ctx, image, format)) {
      *error = GL_INVALID_OPERATION;
      *why = "internal format and format are of different classes";
   } else {
      return image;
   }
   return NULL;
}
