/* ga_teximage_compressed.c: glCompressedTexImage2D, glCompressedTexSubImage2D, glCompressedTextureSubImage2D. */
#include "gl-api/command/ga_teximage.h"

#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"
#include "state/pipe_format_desc.h"

static bool check_size_B(struct ga_context *ctx, const char *command, enum pipe_format blocks, GLsizei width, GLsizei height,
                         GLsizei size_B)
{
   uint64_t needed_B = pipe_format_image_size_B(blocks, (unsigned)width, (unsigned)height);
   if (size_B >= 0 && (uint64_t)size_B == needed_B)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: imageSize is %d, %d x %d takes %llu", command, size_B, width, height,
            (unsigned long long)needed_B);
   return false;
}

void ga_CompressedTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                             GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   static const char command[] = "glCompressedTexImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, target, level, 2, &image))
      return;
   const struct ga_format *format = ga_format_compressed(ctx, internalformat);
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such compressed format: %s", command, ga_enum_name(internalformat));
      return;
   }
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", command, width, height);
      return;
   }
   struct ga_image_spec spec = {
      .extent = ga_target_extent(image.tex->traits, (uint32_t)width, (uint32_t)height, 1),
      .internal_format = internalformat,
      .format = format,
   };
   if (!ga_teximage_check(ctx, command, &image, spec.extent, border) ||
       !check_size_B(ctx, command, format->blocks, width, height, imageSize))
      return;
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   const struct pipe_box box = { 0, 0, 0, width, height, 1 };
   bool ok = ga_teximage_define(ctx, image.tex, image.face, image.level, &spec);
   if (ok && ga_teximage_get(image.tex, image.face, image.level, &info) && info.format == format &&
       ga_extent_contains(info.extent, &box))
      ok = ga_teximage_upload_blocks(ctx, &info, &box, data);
   if (!ok)
      ga_oom(ctx, command);
}

/* EXT_texture_compression_s3tc: complete blocks; blocks at the far sides of the image may extend beyond it. */
static bool check_blocks(struct ga_context *ctx, const char *command, const struct ga_image_info *image,
                         const struct pipe_box *box)
{
   /* OES_compressed_ETC1_RGB8_texture has no partial updates. */
   if (image->format->blocks != image->format->st) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: ETC1 images cannot be changed in part", command);
      return false;
   }
   const struct pipe_format_desc *desc = pipe_format_desc(image->format->st);
   const int block_width = desc->block_width, block_height = desc->block_height;
   if (!(box->x % block_width) && !(box->y % block_height) &&
       (!(box->width % block_width) || (uint32_t)(box->x + box->width) == image->extent.width) &&
       (!(box->height % block_height) || (uint32_t)(box->y + box->height) == image->extent.height))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: (%d, %d) %d x %d cuts through blocks of %d x %d", command, box->x, box->y,
            box->width, box->height, block_width, block_height);
   return false;
}

static void compressed_subimage(struct ga_context *ctx, const char *command, const struct ga_image_target *image,
                                const struct pipe_box *box, GLenum format, GLsizei size_B, const void *data)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (!ga_texsubimage_check_box(ctx, command, image, box, &info))
      return;
   if (info.internal_format != format) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image has another format", command);
      return;
   }
   if (!check_blocks(ctx, command, &info, box) ||
       !check_size_B(ctx, command, info.format->blocks, box->width, box->height, size_B))
      return;
   if (!ga_teximage_upload_blocks(ctx, &info, box, data))
      ga_oom(ctx, command);
}

static bool check_format(struct ga_context *ctx, const char *command, GLenum format)
{
   if (ga_format_compressed(ctx, format))
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: no such compressed format: %s", command, ga_enum_name(format));
   return false;
}

void ga_CompressedTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                                GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   static const char command[] = "glCompressedTexSubImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image(ctx, command, target, level, 2, &image) || !check_format(ctx, command, format))
      return;
   const struct pipe_box box = ga_target_box(image.tex->traits, xoffset, yoffset, 0, width, height, 1);
   compressed_subimage(ctx, command, &image, &box, format, imageSize, data);
}

void ga_CompressedTextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                    GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   static const char command[] = "glCompressedTextureSubImage2D";
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   bool face;
   if (!ga_resolve_image_of_name(ctx, command, texture, level, 2, 0, &image, &face) || !check_format(ctx, command, format))
      return;
   const struct pipe_box box = ga_target_box(image.tex->traits, xoffset, yoffset, 0, width, height, 1);
   compressed_subimage(ctx, command, &image, &box, format, imageSize, data);
}
