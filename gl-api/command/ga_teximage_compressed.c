/* ga_teximage_compressed.c: glCompressedTexImage*, glCompressedTexSubImage*, glCompressedTextureSubImage*. */
#include "gl-api/command/ga_image_region.h"
#include "gl-api/command/ga_teximage_paletted.h"

#include "ga_entry.h"
#include "gl-api/object/ga_pixels.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"

/* Blocks in client memory or in the bound pixel buffer. */
struct blocks {
   unsigned dims;       /* of the command */
   GLenum format;
   GLsizei size_B;
   const void *data;
};

static bool check_size_B(struct ga_context *ctx, const char *command, enum pipe_format format, const struct pipe_box *box,
                         GLsizei size_B)
{
   uint64_t slice_B = pipe_format_image_size_B(format, (unsigned)box->width, (unsigned)box->height);
   uint64_t needed_B = slice_B * (unsigned)box->depth;
   if (size_B >= 0 && (uint64_t)size_B == needed_B)
      return true;
   ga_error(ctx, GL_INVALID_VALUE, "%s: imageSize is %d, %d x %d x %d takes %llu", command, size_B, box->width, box->height,
            box->depth, (unsigned long long)needed_B);
   return false;
}

/* Where the blocks of a box are, from blocks->data on. */
static struct ga_pixel_layout layout_of(const struct ga_context *ctx, enum pipe_format format, const struct pipe_box *box,
                                        const struct blocks *blocks, uint64_t *end_B)
{
   const struct ga_pixel_layout layout =
      ga_block_layout(&ctx->unpack, format, (uint32_t)box->width, (uint32_t)box->height, blocks->dims);
   *end_B = ga_pixel_layout_end_B(&layout, (uint32_t)box->depth);
   return layout;
}

static bool check_memory(struct ga_context *ctx, const char *command, const struct blocks *blocks, uint64_t end_B)
{
   return ga_block_store_check(ctx, command, &ctx->unpack, blocks->dims) &&
          ga_pixel_memory_check(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], blocks->data, end_B, 1);
}

static bool get_memory(struct ga_context *ctx, const char *command, const struct blocks *blocks, uint64_t end_B,
                       struct ga_pixel_memory *out)
{
   return ga_pixel_memory_get(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], blocks->data, end_B, PIPE_MAP_READ, out);
}

/* Into every part of the region. False: out of memory. */
static bool upload(struct ga_context *ctx, const struct ga_image_region *region, const struct ga_pixel_memory *memory,
                   const struct ga_pixel_layout *layout)
{
   bool ok = true;
   for (unsigned i = 0; memory->data && ok && i < region->count; i++)
      ok = ga_teximage_upload_blocks(ctx, &region->part[i].image, &region->part[i].box, memory->data + layout->skip_B + i * layout->image_B,
                                     (size_t)layout->stride_B, (size_t)layout->image_B);
   return ok;
}

/* ---- glCompressedTexImage* ------------------------------------------------------------------------------------------------- */

/* ES 3.0, 3.8.6. Dimensions that a command lacks are 1. */
static void compressed_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, GLsizei width,
                             GLsizei height, GLsizei depth, GLint border, const struct blocks *blocks)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (!ga_resolve_image_or_proxy(ctx, command, target, level, blocks->dims, false, &image))
      return;
   const struct ga_format *format = ga_format_compressed(ctx, blocks->format);
   if (!format) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not a compressed format of this context", command, ga_enum_name(blocks->format));
      return;
   }
   if (width < 0 || height < 0 || depth < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d: a size is negative", command, width, height, depth);
      return;
   }
   const struct ga_target_traits *traits = image.tex->traits;
   struct ga_image_spec spec = {
      .extent = ga_target_extent(traits, (uint32_t)width, (uint32_t)height, (uint32_t)depth),
      .internal_format = blocks->format,
      .format = format,
   };
   const struct pipe_box box = ga_target_box(traits, 0, 0, 0, width, height, depth);
   uint64_t end_B;
   const struct ga_pixel_layout layout = layout_of(ctx, format->blocks, &box, blocks, &end_B);
   if (image.tex->proxy) {
      if (ga_teximage_check_border(ctx, command, border) && ga_teximage_check_format(ctx, command, traits, format) &&
          check_size_B(ctx, command, format->blocks, &box, blocks->size_B))
         ga_proxy_image(ctx, &image, &spec);
      return;
   }
   if (!ga_teximage_check(ctx, command, &image, spec.extent, border) ||
       !ga_teximage_check_format(ctx, command, traits, format) ||
       !check_size_B(ctx, command, format->blocks, &box, blocks->size_B) || !check_memory(ctx, command, blocks, end_B))
      return;
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!get_memory(ctx, command, blocks, end_B, &memory))
      return;
   GA_HELD_REGION struct ga_image_region region = { 0 };
   bool ok = ga_teximage_define(ctx, image.tex, image.face, image.level, &spec);
   if (ok && ga_region_of_image(&image, &spec, &region))
      ok = upload(ctx, &region, &memory, &layout);
   if (!ok || !ga_texture_level_changed(ctx, image.tex, image.level))
      ga_oom(ctx, command);
}

void ga_CompressedTexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                             GLint border, GLsizei imageSize, const void *data)
{
   compressed_image(ctx, "glCompressedTexImage1D", target, level, width, 1, 1, border,
                    &(struct blocks){ 1, internalformat, imageSize, data });
}

void ga_CompressedTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                             GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   if (ga_is_paletted(ctx, internalformat))
      ga_paletted_image(ctx, &(struct ga_paletted_image){target, internalformat, level, border, width, height, imageSize, data});
   else
      compressed_image(ctx, "glCompressedTexImage2D", target, level, width, height, 1, border,
                       &(struct blocks){ 2, internalformat, imageSize, data });
}

void ga_CompressedTexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                             GLsizei height, GLsizei depth, GLint border, GLsizei imageSize, const void *data)
{
   compressed_image(ctx, "glCompressedTexImage3D", target, level, width, height, depth, border,
                    &(struct blocks){ 3, internalformat, imageSize, data });
}

/* ---- glCompressedTexSubImage* ---------------------------------------------------------------------------------------------- */

/* ES 3.0, 3.8.6; EXT_texture_compression_s3tc: complete blocks; blocks at the far sides of the image may extend beyond it. */
bool ga_teximage_check_blocks(struct ga_context *ctx, const char *command, const struct ga_image_info *image, const struct pipe_box *box)
{
   /* OES_compressed_ETC1_RGB8_texture has no partial updates; EXT_compressed_ETC1_RGB8_sub_texture adds them. */
   if (image->format->internal_format == GL_ETC1_RGB8_OES && !ga_has(ctx, GA_FEATURE_etc1_sub_texture)) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: ETC1 images cannot be changed in part", command);
      return false;
   }
   const struct pipe_format_desc *desc = pipe_format_desc(image->format->blocks);
   const int block_width = desc->block_width, block_height = desc->block_height;
   if (!(box->x % block_width) && !(box->y % block_height) &&
       (!(box->width % block_width) || (uint32_t)(box->x + box->width) == image->extent.width) &&
       (!(box->height % block_height) || (uint32_t)(box->y + box->height) == image->extent.height))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: (%d, %d) %d x %d cuts through blocks of %d x %d", command, box->x, box->y,
            box->width, box->height, block_width, block_height);
   return false;
}

/* Pixels and images without compression have such a name. */
static bool is_uncompressed(struct ga_context *ctx, GLenum name)
{
   switch (name) {
   case GL_RED: case GL_RG: case GL_RGB: case GL_RGBA: case GL_ALPHA: case GL_LUMINANCE: case GL_LUMINANCE_ALPHA:
   case GL_DEPTH_COMPONENT: case GL_DEPTH_STENCIL: case GL_STENCIL_INDEX: return true;
   default: return ga_format_sized(ctx, name);
   }
}

/* The format exists, and images of the target can have it. No image has blocks of another (ES 3.2, 8.7); ES 2.0, 3.7.3 has an
 * error of its own for formats without compression. */
static bool check_format(struct ga_context *ctx, const char *command, const struct ga_target_traits *traits, GLenum name)
{
   const struct ga_format *format = ga_format_compressed(ctx, name);
   if (format)
      return ga_teximage_check_format(ctx, command, traits, format);
   /* Images with palettes cannot be changed in part (OES_compressed_paletted_texture). */
   const bool mismatch = (ga_has(ctx, GA_FEATURE_compressed_update_mismatch) && is_uncompressed(ctx, name)) || ga_is_paletted(ctx, name);
   ga_error(ctx, mismatch ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s: %s is not a compressed format of this context",
            command, ga_enum_name(name));
   return false;
}

static void compressed_subimage(struct ga_context *ctx, const char *command, const struct ga_image_region *region, const struct blocks *blocks)
{
   if (!check_format(ctx, command, region->tex->traits, blocks->format))
      return;
   for (unsigned i = 0; i < region->count; i++) {
      if (region->part[i].image.internal_format != blocks->format) {
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the image has another format", command);
         return;
      }
      if (!ga_teximage_check_blocks(ctx, command, &region->part[i].image, &region->part[i].box))
         return;
   }
   if (!region->count) {
      if (blocks->size_B)
         ga_error(ctx, GL_INVALID_VALUE, "%s: imageSize is %d, must be 0 for no faces", command, blocks->size_B);
      return;
   }
   uint64_t end_B;
   const enum pipe_format format = region->part[0].image.format->blocks;
   const struct pipe_box memory_box = ga_region_memory_box(region);
   const struct ga_pixel_layout layout = layout_of(ctx, format, &memory_box, blocks, &end_B);
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!check_size_B(ctx, command, format, &memory_box, blocks->size_B) || !check_memory(ctx, command, blocks, end_B) ||
       !get_memory(ctx, command, blocks, end_B, &memory))
      return;
   if (!upload(ctx, region, &memory, &layout) || !ga_texture_level_changed(ctx, region->tex, region->level))
      ga_oom(ctx, command);
}

static void bound_subimage(struct ga_context *ctx, const char *command, GLenum target, GLint level, const struct ga_region *r,
                           const struct blocks *blocks)
{
   /* The format is checked before the region: a target whose images cannot have it is GL_INVALID_OPERATION, whatever the region. */
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_resolve_image(ctx, command, target, level, blocks->dims, &image) &&
       check_format(ctx, command, image.tex->traits, blocks->format) &&
       ga_region_of_target(ctx, command, target, level, blocks->dims, r, &region))
      compressed_subimage(ctx, command, &region, blocks);
}

static void named_subimage(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct ga_region *r,
                           const struct blocks *blocks)
{
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_region_of_name(ctx, command, name, level, blocks->dims, r, &region))
      compressed_subimage(ctx, command, &region, blocks);
}

void ga_CompressedTexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                GLsizei imageSize, const void *data)
{
   bound_subimage(ctx, "glCompressedTexSubImage1D", target, level, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct blocks){ 1, format, imageSize, data });
}

void ga_CompressedTextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width,
                                    GLenum format, GLsizei imageSize, const void *data)
{
   named_subimage(ctx, "glCompressedTextureSubImage1D", texture, level, &(struct ga_region){ xoffset, 0, 0, width, 1, 1 },
                  &(struct blocks){ 1, format, imageSize, data });
}

void ga_CompressedTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                                GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   bound_subimage(ctx, "glCompressedTexSubImage2D", target, level, &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 },
                  &(struct blocks){ 2, format, imageSize, data });
}

void ga_CompressedTexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei imageSize, const void *data)
{
   bound_subimage(ctx, "glCompressedTexSubImage3D", target, level,
                  &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct blocks){ 3, format, imageSize, data });
}

void ga_CompressedTextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                    GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   named_subimage(ctx, "glCompressedTextureSubImage2D", texture, level,
                  &(struct ga_region){ xoffset, yoffset, 0, width, height, 1 }, &(struct blocks){ 2, format, imageSize, data });
}

void ga_CompressedTextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset,
                                    GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei imageSize,
                                    const void *data)
{
   named_subimage(ctx, "glCompressedTextureSubImage3D", texture, level,
                  &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct blocks){ 3, format, imageSize, data });
}
