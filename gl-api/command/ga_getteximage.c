/* ga_getteximage.c: glGetTexImage, glGetnTexImage, glGetTextureImage, glGetTextureSubImage and their forms for compressed images
 * (GL 4.6, 8.11.4). */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/command/ga_image_region.h"
#include "gl-api/object/ga_pixel_read.h"
#include "gl-api/object/ga_ycbcr.h"

/* Where the texels go. format GL_NONE: compressed blocks as they are. */
struct destination {
   GLenum format, type;
   int64_t room_B;      /* negative: unknown */
   void *data;
};

/* The image of a face as a source of pixels. */
static struct ga_read_image readable(const struct ga_image_info *info, int slice)
{
   return (struct ga_read_image){
      .resource = info->resource, .level = info->level, .layer = info->layer + (unsigned)slice, .format = info->format,
      .stored = info->format->st, .width = info->extent.width, .height = info->extent.height,
   };
}

static bool check_room(struct ga_context *ctx, const char *command, const struct destination *to, uint64_t end_B)
{
   if (to->room_B < 0 || end_B <= (uint64_t)to->room_B)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed, bufSize is %lld", command, (unsigned long long)end_B,
            (long long)to->room_B);
   return false;
}

/* ---- pixels ------------------------------------------------------------------------------------------------------------------ */

static bool check_pixels(struct ga_context *ctx, const char *command, const struct ga_format *image, const struct destination *to)
{
   if (ga_format_desktop_can_read(ctx, image, to->format) &&
       (ga_format_is_ycbcr(image) || ga_pixel_can_read(image, ga_pixel_format(to->format, to->type))))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s cannot be read as %s/%s", command, ga_enum_name(image->internal_format),
            ga_enum_name(to->format), ga_enum_name(to->type));
   return false;
}

static void read_pixels(struct ga_context *ctx, const char *command, const struct ga_image_region *from, const struct destination *to)
{
   const struct ga_pixel_format *pixels = ga_pixel_format(to->format, to->type);
   if (!check_pixels(ctx, command, from->part[0].image.format, to))
      return;
   const struct pipe_box memory_box = ga_region_memory_box(from);
   const struct ga_pixel_layout layout = ga_pixel_box_layout(&ctx->pack, pixels, &memory_box, from->dims);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!check_room(ctx, command, to, layout.end_B) ||
       !ga_pixel_memory_check(ctx, command, buffer, to->data, layout.end_B, ga_pixel_type_size_B(to->type)) ||
       !ga_pixel_memory_get(ctx, command, buffer, to->data, layout.end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   uint8_t *data = memory.data;
   for (unsigned i = 0; i < from->count; i++) {
      const struct pipe_box *box = &from->part[i].box;
      for (int z = 0; z < box->depth; z++, data += layout.slice_B) {
         if (ga_format_is_ycbcr(from->part[i].image.format)) {
            if (from->part[i].image.blocks)
               ga_ycbcr_read(&from->part[i].image, box, (unsigned)(box->z + z), &ctx->pack, pixels, &layout, data);
            continue;
         }
         const struct ga_read_image src = readable(&from->part[i].image, box->z + z);
         if (src.resource && !ga_pixel_read(ctx, &src, box->x, box->y, box->width, box->height, pixels, &layout, data)) {
            ga_oom(ctx, command);
            return;
         }
      }
   }
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------------ */

static bool copy_blocks(struct ga_context *ctx, const struct ga_image_info *info, const struct pipe_box *box, uint8_t *out, size_t stride_B)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_transfer *transfer;
   const enum pipe_format format = info->format->blocks;
   const size_t row_B = pipe_format_stride_B(format, (unsigned)box->width);
   if (ga_format_is_decoded(info->format)) {
      for (unsigned row = 0; row < pipe_format_rows(format, (unsigned)box->height); row++)
         memcpy(out + row * stride_B, ga_blocks_at(info, (unsigned)box->x, (unsigned)box->y, (unsigned)box->z) + row * info->blocks->row_B,
                row_B);
      return true;
   }
   struct pipe_box place = *box;
   place.z += (int32_t)info->layer;
   const uint8_t *in = pipe->impl->transfer_map(pipe, info->resource, info->level, PIPE_MAP_READ, &place, &transfer);
   if (!in)
      return false;
   for (unsigned row = 0; row < pipe_format_rows(format, (unsigned)box->height); row++)
      memcpy(out + row * stride_B, in + (size_t)row * transfer->stride_B, row_B);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

static void read_blocks(struct ga_context *ctx, const char *command, const struct ga_image_region *from, const struct destination *to)
{
   const struct ga_image_info *first = &from->part[0].image;
   const enum pipe_format format = first->format->blocks;
   if (!first->format->compressed) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is not compressed", command);
      return;
   }
   const struct pipe_box *box = &from->part[0].box;
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   if (box->x % desc->block_width || box->y % desc->block_height ||
       (box->width % desc->block_width && (uint32_t)(box->x + box->width) != first->extent.width) ||
       (box->height % desc->block_height && (uint32_t)(box->y + box->height) != first->extent.height)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the region cuts through blocks of %d x %d", command, desc->block_width, desc->block_height);
      return;
   }
   const struct pipe_box memory_box = ga_region_memory_box(from);
   const struct ga_pixel_layout layout = ga_block_layout(&ctx->pack, format, (uint32_t)box->width, (uint32_t)box->height, from->dims);
   const uint64_t end_B = ga_pixel_layout_end_B(&layout, (uint32_t)memory_box.depth);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!ga_block_store_check(ctx, command, &ctx->pack, from->dims) || !check_room(ctx, command, to, end_B) ||
       !ga_pixel_memory_check(ctx, command, buffer, to->data, end_B, 1) ||
       !ga_pixel_memory_get(ctx, command, buffer, to->data, end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   uint8_t *data = memory.data + layout.skip_B;
   for (unsigned i = 0; i < from->count; i++)
      for (int z = 0; z < from->part[i].box.depth; z++, data += layout.image_B) {
         struct pipe_box slice = from->part[i].box;
         slice.z += z;
         slice.depth = 1;
         if (from->part[i].image.resource && !copy_blocks(ctx, &from->part[i].image, &slice, data, (size_t)layout.stride_B)) {
            ga_oom(ctx, command);
            return;
         }
      }
}

/* ---- commands ---------------------------------------------------------------------------------------------------------------- */

static bool check_names(struct ga_context *ctx, const char *command, const struct destination *to)
{
   GLenum error = to->format == GL_NONE ? GL_NO_ERROR : ga_format_desktop_pixels_error(ctx, to->format, to->type);
   if ((to->format == GL_STENCIL_INDEX && !ga_has(ctx, GA_FEATURE_stencil8_texture)) || to->format == GL_COLOR_INDEX)
      error = GL_INVALID_ENUM;
   if (error != GL_NO_ERROR)
      ga_error(ctx, error, "%s: %s/%s is not a format and type of pixels", command, ga_enum_name(to->format),
               ga_enum_name(to->type));
   return error == GL_NO_ERROR;
}

static bool check_target(struct ga_context *ctx, const char *command, const struct ga_texture *tex)
{
   if (tex->traits->faces && !tex->traits->multisample)
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: images of %s cannot be read", command, ga_enum_name(tex->traits->name));
   return false;
}

/* All parts are alike. */
static void read_region(struct ga_context *ctx, const char *command, const struct ga_image_region *from, const struct destination *to)
{
   const struct pipe_box *box = &from->part[0].box;
   if (!from->count || !box->width || !box->height || !box->depth)
      return;
   if (to->format == GL_NONE)
      read_blocks(ctx, command, from, to);
   else
      read_pixels(ctx, command, from, to);
}

static unsigned dims_of_target(GLenum target)
{
   unsigned face;
   int index = ga_target_of_image(target, &face);
   return index < 0 ? 0 : ga_target_command_dims(&ga_target_table[index]);
}

/* An image that was never specified has no pixels; reading its blocks is an error. False: there is no image. */
static bool is_specified(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned face, unsigned level,
                         const struct destination *to)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (ga_teximage_get(tex, face, level, &info))
      return true;
   if (to->format == GL_NONE)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: level %u has no image", command, level);
   return false;
}

static void bound_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, const struct destination *to)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (ga_resolve_image(ctx, command, target, level, dims_of_target(target), &image) && check_names(ctx, command, to) &&
       is_specified(ctx, command, image.tex, image.face, image.level, to) && ga_region_of_image(&image, NULL, &region))
      read_region(ctx, command, &region, to);
}

/* A cube map has all its faces, alike. */
static bool check_faces(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned level)
{
   struct ga_extent extent = { 0 };
   const struct ga_format *format = NULL;
   for (unsigned face = 0; tex->traits->faces > 1 && face < tex->traits->faces; face++) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      if (!ga_teximage_get(tex, face, level, &info) || (face && (format != info.format || !ga_extent_equal(extent, info.extent)))) {
         ga_error(ctx, GL_INVALID_OPERATION, "%s: level %u of the cube map lacks faces, or they differ in size or format", command, level);
         return false;
      }
      extent = info.extent;
      format = info.format;
   }
   return true;
}

/* r NULL: all of the level. */
static void named_image(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct ga_region *r,
                        const struct destination *to)
{
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, name), 0, (unsigned)level };
   GA_HELD_REGION struct ga_image_region region = { 0 };
   if (!image.tex || !check_target(ctx, command, image.tex) || !ga_texture_check_level(ctx, command, image.tex, level) ||
       !check_names(ctx, command, to) || !check_faces(ctx, command, image.tex, image.level))
      return;
   const unsigned dims = ga_target_command_dims(image.tex->traits) + (image.tex->traits->faces > 1);
   if (r && ((dims < 2 && r->height != 1) || (dims < 3 && r->depth != 1))) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d of a level with %u dimensions", command, r->width, r->height, r->depth, dims);
      return;
   }
   if (!r && !is_specified(ctx, command, image.tex, 0, image.level, to))
      return;
   const struct ga_region_command c = { ctx, command, GL_INVALID_VALUE, GL_INVALID_VALUE };
   if (ga_region_of_texture(&c, image.tex, image.level, r, &region))
      read_region(ctx, command, &region, to);
}

static int64_t room(GLsizei size)
{
   return size < 0 ? 0 : size;
}

void ga_GetTexImage(struct ga_context *ctx, GLenum target, GLint level, GLenum format, GLenum type, void *pixels)
{
   bound_image(ctx, "glGetTexImage", target, level, &(struct destination){ format, type, -1, pixels });
}

void ga_GetnTexImage(struct ga_context *ctx, GLenum target, GLint level, GLenum format, GLenum type, GLsizei bufSize, void *pixels)
{
   bound_image(ctx, "glGetnTexImage", target, level, &(struct destination){ format, type, room(bufSize), pixels });
}

void ga_GetTextureImage(struct ga_context *ctx, GLuint texture, GLint level, GLenum format, GLenum type, GLsizei bufSize,
                        void *pixels)
{
   named_image(ctx, "glGetTextureImage", texture, level, NULL, &(struct destination){ format, type, room(bufSize), pixels });
}

void ga_GetTextureSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                           GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, GLsizei bufSize, void *pixels)
{
   named_image(ctx, "glGetTextureSubImage", texture, level,
               &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
               &(struct destination){ format, type, room(bufSize), pixels });
}

void ga_GetCompressedTexImage(struct ga_context *ctx, GLenum target, GLint level, void *img)
{
   bound_image(ctx, "glGetCompressedTexImage", target, level, &(struct destination){ GL_NONE, GL_NONE, -1, img });
}

void ga_GetnCompressedTexImage(struct ga_context *ctx, GLenum target, GLint lod, GLsizei bufSize, void *pixels)
{
   bound_image(ctx, "glGetnCompressedTexImage", target, lod, &(struct destination){ GL_NONE, GL_NONE, room(bufSize), pixels });
}

void ga_GetCompressedTextureImage(struct ga_context *ctx, GLuint texture, GLint level, GLsizei bufSize, void *pixels)
{
   named_image(ctx, "glGetCompressedTextureImage", texture, level, NULL,
               &(struct destination){ GL_NONE, GL_NONE, room(bufSize), pixels });
}

void ga_GetCompressedTextureSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                     GLsizei width, GLsizei height, GLsizei depth, GLsizei bufSize, void *pixels)
{
   named_image(ctx, "glGetCompressedTextureSubImage", texture, level,
               &(struct ga_region){ xoffset, yoffset, zoffset, width, height, depth },
               &(struct destination){ GL_NONE, GL_NONE, room(bufSize), pixels });
}
