/* ga_teximage_compressed.c: CompressedTexImage2D and CompressedTexSubImage2D. S3TC blocks are stored as they come. The device has
 * no ETC: those blocks are decoded here, the API keeps treating the image as compressed. */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"
#include "state/pipe_format_desc.h"
#include "state/pipe_format_pack.h"

/* The pipe_format of the blocks that the application hands over: what is stored, but for what is decoded. */
static enum pipe_format block_format(const struct ga_format *format)
{
   return format->internal_format == GL_ETC1_RGB8_OES ? PIPE_FORMAT_ETC1_RGB8 : format->st;
}

/* Blocks to the texels at (x, y), which lie on block borders. False: no memory. */
static bool store_blocks(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, enum pipe_format blocks,
                         int x, int y, uint32_t width, uint32_t height, const uint8_t *data)
{
   struct pipe_context *pipe = ctx->st.pipe;
   GA_HELD struct pipe_resource *res = NULL;
   unsigned res_level, layer;
   if (!data || !width || !height || !ga_teximage_place(ctx, tex, face, level, &res, &res_level, &layer))
      return true;
   const struct pipe_box box = { x, y, (int32_t)layer, (int32_t)width, (int32_t)height, 1 };
   struct pipe_transfer *transfer;
   uint8_t *map = pipe->impl->transfer_map(pipe, res, res_level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &transfer);
   if (!map)
      return false;
   const size_t stride_B = pipe_format_stride_B(blocks, width);
   if (res->t.format == blocks) {
      const unsigned block_height = pipe_format_desc(blocks)->block_height;
      for (uint32_t row = 0; row < (height + block_height - 1) / block_height; row++)
         memcpy(map + (size_t)row * transfer->stride_B, data + row * stride_B, stride_B);
   } else {
      pipe_decode_etc1_image(map, transfer->stride_B, data, stride_B, width, height);
   }
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

static bool check_size(struct ga_context *ctx, const char *command, enum pipe_format blocks, GLsizei width, GLsizei height,
                       GLsizei imageSize)
{
   uint64_t size_B = pipe_format_image_size_B(blocks, width, height);
   if (imageSize >= 0 && (uint64_t)imageSize == size_B)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: imageSize is %d, %d x %d takes %llu", command, imageSize, width, height,
            (unsigned long long)size_B);
   return false;
}

void ga_CompressedTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                             GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   static const char command[] = "glCompressedTexImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   const struct ga_format *format = ga_format_compressed(ctx, internalformat);
   if (tex && !format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such compressed format: %s", command, ga_enum_name(internalformat));
      return;
   }
   if (!ga_teximage_check(ctx, command, tex, target, level, width, height, border))
      return;
   enum pipe_format blocks = block_format(format);
   if (!check_size(ctx, command, blocks, width, height, imageSize))
      return;
   if (!ga_teximage_define(ctx, tex, face, level, width, height, internalformat, format) ||
       !store_blocks(ctx, tex, face, level, blocks, 0, 0, width, height, data))
      ga_oom(ctx, command);
}

void ga_CompressedTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                                GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   static const char command[] = "glCompressedTexSubImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   if (!tex) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   if (!ga_format_compressed(ctx, format)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such compressed format: %s", command, ga_enum_name(format));
      return;
   }
   unsigned last = ga_texture_last_level(ctx, tex->target);
   if (level < 0 || (unsigned)level > last) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level is %d, must be 0 to %u", command, level, last);
      return;
   }
   const struct ga_teximage *image = &tex->image[face][level];
   if (image->format && (xoffset < 0 || yoffset < 0 || width < 0 || height < 0 || (int64_t)xoffset + width > image->width ||
                         (int64_t)yoffset + height > image->height)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: (%d, %d) %d x %d is not inside the image of %u x %u", command, xoffset, yoffset,
               width, height, image->width, image->height);
      return;
   }
   if (!image->format || image->internal_format != format) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s", command,
               image->format ? "the image has another format" : "the level has no image");
      return;
   }
   /* OES_compressed_ETC1_RGB8_texture: images of this format cannot be changed in part. */
   enum pipe_format blocks = block_format(image->format);
   if (blocks != image->format->st) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: ETC1 images are only specified whole", command);
      return;
   }
   /* EXT_texture_compression_s3tc: whole blocks, of which those at the image's far sides may hang over. */
   const struct pipe_format_desc *desc = pipe_format_desc(blocks);
   if (xoffset % desc->block_width || yoffset % desc->block_height ||
       (width % desc->block_width && xoffset + width != image->width) ||
       (height % desc->block_height && yoffset + height != image->height)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: (%d, %d) %d x %d cuts through blocks of %u x %u", command, xoffset, yoffset, width,
               height, desc->block_width, desc->block_height);
      return;
   }
   if (!check_size(ctx, command, blocks, width, height, imageSize))
      return;
   if (!store_blocks(ctx, tex, face, level, blocks, xoffset, yoffset, width, height, data))
      ga_oom(ctx, command);
}
