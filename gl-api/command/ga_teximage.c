/* ga_teximage.c: glTexImage*, glTexSubImage* and glTextureSubImage*. */
#include "gl-api/command/ga_teximage.h"

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
   ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d", command, width, height, depth);
   return false;
}

/* ---- glTexImage* ---------------------------------------------------------------------------------------------------- */

/* The end of the memory of a box of pixels, after the pointer that the command gets. Layers of 1D arrays are rows. */
static uint64_t memory_end_B(struct ga_context *ctx, const struct pixels *pixels, const struct pipe_box *box)
{
   const bool rows_are_layers = pixels->dims == 2 && box->depth > 1;
   const struct ga_pixel_layout layout = ga_pixel_layout(
      &ctx->unpack, ga_pixel_format(pixels->format, pixels->type), (uint32_t)box->width,
      (uint32_t)(rows_are_layers ? box->depth : box->height), pixels->dims);
   return ga_pixel_layout_end_B(&layout, rows_are_layers ? 1 : (uint32_t)box->depth);
}

/* Format and type are legal. False: the error was raised. */
static bool check_memory(struct ga_context *ctx, const char *command, const struct pixels *pixels, const struct pipe_box *box)
{
   return ga_pixel_memory_check(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], pixels->data,
                                memory_end_B(ctx, pixels, box), ga_pixel_datum_B(pixels->type));
}

static bool get_memory(struct ga_context *ctx, const char *command, const struct pixels *pixels, const struct pipe_box *box,
                       struct ga_pixel_memory *out)
{
   return ga_pixel_memory_get(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], pixels->data, memory_end_B(ctx, pixels, box),
                              PIPE_MAP_READ, out);
}

/* Pixels that were checked into a box of the image. */
static void upload(struct ga_context *ctx, const char *command, const struct ga_image_info *image, const struct pipe_box *box,
                   const struct pixels *pixels)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   const struct ga_pixel_format *format = ga_pixel_format(pixels->format, pixels->type);
   if (ga_teximage_upload_buffer(ctx, image, box, pixels->dims, format, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], (uintptr_t)pixels->data) ||
       !get_memory(ctx, command, pixels, box, &memory))
      return;
   if (!ga_teximage_upload(ctx, image, box, pixels->dims, format, memory.data))
      ga_oom(ctx, command);
}

/* NV_texture_compression_s3tc_update compresses in glTexImage2D and glTexSubImage2D, not in the commands for arrays. */
static bool compresses_in(const struct ga_context *ctx, const struct ga_format *format, unsigned dims)
{
   return dims == 2 || !ga_has(ctx, GA_FEATURE_es) || pipe_format_desc(format->st)->layout != PIPE_LAYOUT_S3TC;
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

   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   const struct pipe_box box = ga_target_box(traits, 0, 0, 0, width, height, depth);
   if (!check_memory(ctx, command, pixels, &box))
      return;
   if (!ga_teximage_define(ctx, image.tex, image.face, image.level, &spec)) {
      ga_oom(ctx, command);
      return;
   }
   /* Another context may have specified the image again. */
   if (ga_teximage_get(image.tex, image.face, image.level, &info) && info.format == spec.format &&
       ga_extent_contains(info.extent, &box))
      upload(ctx, command, &info, &box, pixels);
   if (!ga_texture_level_changed(ctx, image.tex, image.level))
      ga_oom(ctx, command);
}

/* A border of texels is not kept, as the device samples none: the image is what the border surrounds (GL 2.1, 3.8.1). */
static void tex_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLint internal_format, GLsizei width,
                      GLsizei height, GLsizei depth, GLint border, const struct pixels *pixels)
{
   const struct ga_border b = ga_border_of(ctx, target, border, pixels->dims);
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
   inner->skip_pixels += b.x;
   inner->skip_rows += b.y;
   inner->skip_images += b.z;
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

/* A part of an image that texels can replace. dims: of the command. */
static bool check_part(struct ga_context *ctx, const char *command, const struct ga_image_target *image, const struct pipe_box *box,
                       unsigned dims, struct ga_image_info *info)
{
   return ga_texsubimage_check_box(ctx, command, image, box, info) &&
          ga_texsubimage_check_texels(ctx, command, info, box, compresses_in(ctx, info->format, dims));
}

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
            no_pixels ? "no pixels go into this image" : why, ga_enum_name(image->internal_format),
            ga_enum_name(pixels->format), ga_enum_name(pixels->type));
   return false;
}

static void tex_subimage(struct ga_context *ctx, const char *command, const struct ga_image_target *image,
                         const struct pipe_box *box, const struct pixels *pixels)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (check_part(ctx, command, image, box, pixels->dims, &info) && check_pixels(ctx, command, &info, pixels) &&
       check_memory(ctx, command, pixels, box)) {
      upload(ctx, command, &info, box, pixels);
      if (!ga_texture_level_changed(ctx, image->tex, image->level))
         ga_oom(ctx, command);
   }
}

/* Offset and size as a command gives them; dimensions that it lacks are 0 and 1. */
struct region {
   GLint x, y, z;
   GLsizei width, height, depth;
};

static void bound_subimage(struct ga_context *ctx, const char *command, GLenum target, GLint level, const struct region *r,
                           const struct pixels *pixels)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, target, level, pixels->dims, &image))
      return;
   const struct pipe_box box = ga_target_box(image.tex->traits, r->x, r->y, r->z, r->width, r->height, r->depth);
   tex_subimage(ctx, command, &image, &box, pixels);
}

/* One face after the other for a cube map, whose faces are images of their own (GL 4.6, 8.6). */
static void named_subimage(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct region *r,
                           const struct pixels *pixels)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   bool faces;
   if (!ga_resolve_image_of_name(ctx, command, name, level, pixels->dims, r->z, &image, &faces))
      return;
   if (!faces) {
      const struct pipe_box box = ga_target_box(image.tex->traits, r->x, r->y, r->z, r->width, r->height, r->depth);
      tex_subimage(ctx, command, &image, &box, pixels);
      return;
   }
   if (r->depth < 0 || r->z + r->depth > image.tex->traits->faces) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: faces %d to %d", command, r->z, r->z + r->depth - 1);
      return;
   }
   const struct pipe_box box = { r->x, r->y, 0, r->width, r->height, 1 }, all = { r->x, r->y, 0, r->width, r->height, r->depth };
   for (GLsizei i = 0; i < r->depth; i++) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      const struct ga_image_target face = { ctx, image.tex, image.face + (unsigned)i, image.level };
      if (!check_part(ctx, command, &face, &box, pixels->dims, &info) || !check_pixels(ctx, command, &info, pixels))
         return;
   }
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!r->depth || !check_memory(ctx, command, pixels, &all) || !get_memory(ctx, command, pixels, &all, &memory) || !memory.data)
      return;
   const struct ga_pixel_format *format = ga_pixel_format(pixels->format, pixels->type);
   const uint8_t *data = memory.data;
   for (GLsizei i = 0; i < r->depth; i++, image.face++) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      if (!check_part(ctx, command, &image, &box, pixels->dims, &info) || !check_pixels(ctx, command, &info, pixels))
         return; /* another context has specified the face again */
      if (!ga_teximage_upload(ctx, &info, &box, 3, format, data)) {
         ga_oom(ctx, command);
         return;
      }
      data += ga_pixel_layout(&ctx->unpack, format, (uint32_t)r->width, (uint32_t)r->height, 3).image_B;
   }
}

void ga_TexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                      GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage1D", target, level, &(struct region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct pixels){ 1, format, type, pixels });
}

void ga_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                      GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage2D", target, level, &(struct region){ xoffset, yoffset, 0, width, height, 1 },
                  &(struct pixels){ 2, format, type, pixels });
}

void ga_TexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                      GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   bound_subimage(ctx, "glTexSubImage3D", target, level, &(struct region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct pixels){ 3, format, type, pixels });
}

void ga_TextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                          GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage1D", texture, level, &(struct region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct pixels){ 1, format, type, pixels });
}

void ga_TextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                          GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage2D", texture, level, &(struct region){ xoffset, yoffset, 0, width, height, 1 },
                  &(struct pixels){ 2, format, type, pixels });
}

void ga_TextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                          GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   named_subimage(ctx, "glTextureSubImage3D", texture, level,
                  &(struct region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct pixels){ 3, format, type, pixels });
}
