/* ga_teximage.c: glTexImage*, glTexSubImage* and glTextureSubImage*. */
#include "gl-api/command/ga_image_region.h"

#include "ga_entry.h"
#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"

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
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d: a size is negative", command, width, height, depth);
   return false;
}

/* ---- glTexImage* ---------------------------------------------------------------------------------------------------- */

/* The pixels of a region in memory. Format and type are legal. */
static struct ga_pixel_layout layout_of(const struct ga_context *ctx, const struct pixels *pixels, const struct pipe_box *memory_box)
{
   return ga_pixel_box_layout(&ctx->unpack, ga_pixel_format(pixels->format, pixels->type), memory_box, pixels->dims);
}

/* Format and type are legal. False: the error was raised. */
static bool check_memory(struct ga_context *ctx, const char *command, const struct pixels *pixels, const struct pipe_box *memory_box)
{
   return ga_pixel_memory_check(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], pixels->data,
                                layout_of(ctx, pixels, memory_box).end_B, ga_pixel_type_size_B(pixels->type));
}

/* Pixels that were checked into every part of the region. */
static void upload(struct ga_context *ctx, const char *command, const struct ga_image_region *region, const struct pixels *pixels)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   const struct ga_pixel_format *format = ga_pixel_format(pixels->format, pixels->type);
   const struct pipe_box memory_box = ga_region_memory_box(region);
   const struct ga_pixel_layout layout = layout_of(ctx, pixels, &memory_box);
   for (unsigned i = 0; i < region->count; i++) {
      const struct ga_region_part *part = &region->part[i];
      const uint64_t offset_B = i * layout.image_B;
      if (ga_teximage_upload_buffer(ctx, &part->image, &part->box, pixels->dims, format, buffer, (uintptr_t)pixels->data + offset_B))
         continue;
      if (!memory.data && !ga_pixel_memory_get(ctx, command, buffer, pixels->data, layout.end_B, PIPE_MAP_READ, &memory))
         return;
      if (!memory.data) /* no pixels */
         return;
      if (!ga_teximage_upload(ctx, &part->image, &part->box, pixels->dims, format, memory.data + offset_B)) {
         ga_oom(ctx, command);
         return;
      }
   }
}

/* NV_texture_compression_s3tc_update compresses in glTexImage2D and glTexSubImage2D, not in the commands for arrays. */
static bool compresses_in(const struct ga_context *ctx, const struct ga_format *format, unsigned dims)
{
   return dims == 2 || !ga_has(ctx, GA_FEATURE_es) || pipe_format_desc(format->st)->layout != PIPE_LAYOUT_S3TC;
}

/* MESA_ycbcr_texture: format and internal format are both YCBCR_MESA, and there is no border. */
static bool check_ycbcr(struct ga_context *ctx, const char *command, GLint internal_format, GLint border, GLenum format)
{
   const bool image = internal_format == GL_YCBCR_MESA, pixels = format == GL_YCBCR_MESA;
   if (!ga_has(ctx, GA_FEATURE_ycbcr_texture) || (!image && !pixels) || (image && pixels && !border))
      return true;
   if (image != pixels)
      ga_error(ctx, GL_INVALID_ENUM, "%s: internal format %s, format %s", command, ga_enum_name((GLenum)internal_format), ga_enum_name(format));
   else
      ga_error(ctx, GL_INVALID_VALUE, "%s: border is %d, must be 0", command, border);
   return false;
}

static void specify_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLint internal_format,
                          GLsizei width, GLsizei height, GLsizei depth, GLint border, const struct pixels *pixels)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GLenum error;
   const char *why;
   if (!ga_resolve_image_or_proxy(ctx, command, target, level, pixels->dims, false, &image) || !check_size(ctx, command, width, height, depth))
      return;
   const struct ga_target_traits *traits = image.tex->traits;
   struct ga_image_spec spec = {
      .extent = ga_target_extent(traits, (uint32_t)width, (uint32_t)height, (uint32_t)depth),
      .internal_format = (GLenum)internal_format,
   };
   const bool proxy = image.tex->proxy;
   if (proxy ? !ga_teximage_check_border(ctx, command, border) : !ga_teximage_check(ctx, command, &image, spec.extent, border))
      return;
   spec.format = ga_format_teximage(ctx, spec.internal_format, pixels->format, pixels->type, &error, &why);
   if (!spec.format) {
      ga_error(ctx, error, "%s: %s (internal format %s, format %s, type %s)", command, why, ga_enum_name(spec.internal_format),
               ga_enum_name(pixels->format), ga_enum_name(pixels->type));
      return;
   }
   if (!compresses_in(ctx, spec.format, pixels->dims)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: texels are not compressed to %s", command, ga_enum_name(spec.internal_format));
      return;
   }
   if (!ga_teximage_check_format(ctx, command, image.tex->traits, spec.format))
      return;
   if (proxy) {
      ga_proxy_image(ctx, &image, &spec);
      return;
   }

   GA_HELD_REGION struct ga_image_region region = { 0 };
   const struct pipe_box box = ga_target_box(traits, 0, 0, 0, width, height, depth);
   if (!check_memory(ctx, command, pixels, &box))
      return;
   if (!ga_teximage_define(ctx, image.tex, image.face, image.level, &spec)) {
      ga_oom(ctx, command);
      return;
   }
   if (ga_region_of_image(&image, &spec, &region))
      upload(ctx, command, &region, pixels);
   if (!ga_texture_level_changed(ctx, image.tex, image.level))
      ga_oom(ctx, command);
}

/* A border of texels is not kept, as the device samples none: the image is what the border surrounds (GL 2.1, 3.8.1). */
static void tex_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLint internal_format, GLsizei width,
                      GLsizei height, GLsizei depth, GLint border, const struct pixels *pixels)
{
   const struct ga_border b = ga_border_of(ctx, target, border, pixels->dims);
   if (!check_ycbcr(ctx, command, internal_format, border, pixels->format))
      return;
   if (!b.x) {
      specify_image(ctx, command, target, level, internal_format, width, height, depth, border, pixels);
      return;
   }
   if (!ga_border_check(ctx, command, &b, width, height, depth))
      return;
   const struct ga_pixel_store unpack = ctx->unpack;
   struct ga_pixel_store *inner = &ctx->unpack;
   inner->row_length = inner->row_length ? inner->row_length : width;
   inner->image_height = inner->image_height ? inner->image_height : height;
   inner->skip_pixels = ga_border_skip(inner->skip_pixels, b.x);
   inner->skip_rows = ga_border_skip(inner->skip_rows, b.y);
   inner->skip_images = ga_border_skip(inner->skip_images, b.z);
   specify_image(ctx, command, target, level, internal_format, width - 2 * b.x, height - 2 * b.y, depth - 2 * b.z, 0, pixels);
   ctx->unpack = unpack;
}

void ga_TexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border,
                   GLenum format, GLenum type, const void *pixels)
{
   tex_image(ctx, "glTexImage1D", target, level, internalformat, width, 1, 1, border,
             &(struct pixels){ 1, format, type, pixels });
}

void ga_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                   GLint border, GLenum format, GLenum type, const void *pixels)
{
   tex_image(ctx, "glTexImage2D", target, level, internalformat, width, height, 1, border,
             &(struct pixels){ 2, format, type, pixels });
}

void ga_TexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                   GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels)
{
   tex_image(ctx, "glTexImage3D", target, level, internalformat, width, height, depth, border,
             &(struct pixels){ 3, format, type, pixels });
}

/* ---- glTexSubImage* ------------------------------------------------------------------------------------------------- */

/* Pixels that may go into an image, of any type that its internal format takes. */
static bool check_pixels(struct ga_context *ctx, const char *command, const struct ga_image_info *image,
                         const struct pixels *pixels)
{
   GLenum error;
   const char *why;
   if (ga_format_texsubimage(ctx, image->internal_format, pixels->format, pixels->type, &error, &why))
      return true;
   bool no_pixels = error == GL_INVALID_VALUE;
   ga_error(ctx, no_pixels ? GL_INVALID_OPERATION : error, "%s: %s (image %s, format %s, type %s)", command,
            no_pixels ? "the image takes no pixels" : why, ga_enum_name(image->internal_format),
            ga_enum_name(pixels->format), ga_enum_name(pixels->type));
   return false;
}

static void tex_subimage(struct ga_context *ctx, const char *command, const struct ga_image_region *region, const struct pixels *pixels)
{
   for (unsigned i = 0; i < region->count; i++) {
      const struct ga_image_info *image = &region->part[i].image;
      if (!ga_texsubimage_check_texels(ctx, command, image, &region->part[i].box, compresses_in(ctx, image->format, pixels->dims)) ||
          !check_pixels(ctx, command, image, pixels))
         return;
   }
   if (!region->count)
      return;
   const struct pipe_box memory_box = ga_region_memory_box(region);
   if (!check_memory(ctx, command, pixels, &memory_box))
      return;
   upload(ctx, command, region, pixels);
   if (!ga_texture_level_changed(ctx, region->tex, region->level))
      ga_oom(ctx, command);
}

static void bound_subimage(struct ga_context *ctx, const char *command, GLenum target, GLint level, const struct ga_region *r,
                           const struct pixels *pixels)
{
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_region_of_target(ctx, command, target, level, pixels->dims, r, &region))
      tex_subimage(ctx, command, &region, pixels);
}

static void named_subimage(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct ga_region *r,
                           const struct pixels *pixels)
{
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_region_of_name(ctx, command, name, level, pixels->dims, r, &region))
      tex_subimage(ctx, command, &region, pixels);
}

void ga_TexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                      GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage1D", target, level, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct pixels){ 1, format, type, pixels });
}

void ga_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                      GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage2D", target, level, &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 },
                  &(struct pixels){ 2, format, type, pixels });
}

void ga_TexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                      GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage3D", target, level, &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct pixels){ 3, format, type, pixels });
}

void ga_TextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                          GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage1D", texture, level, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct pixels){ 1, format, type, pixels });
}

void ga_TextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                          GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage2D", texture, level, &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 },
                  &(struct pixels){ 2, format, type, pixels });
}

void ga_TextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                          GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage3D", texture, level,
                  &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct pixels){ 3, format, type, pixels });
}
