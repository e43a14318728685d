/* ga_getteximage.c: glGetTexImage, glGetnTexImage, glGetTextureImage, glGetTextureSubImage and their forms for compressed images
 * (GL 4.6, 8.11.4). */
#include <string.h>

#include "ga_entry.h"
#include "gl-api/command/ga_teximage.h"
#include "gl-api/object/ga_pixel_read.h"
#include "gl-api/object/ga_format.h"

/* Where the texels go. format GL_NONE: compressed blocks as they are. */
struct destination {
   GLenum format, type;
   int64_t room_B;      /* negative: unknown */
   void *data;
};

/* What is read: a box in every image from `image` on. z of the box counts slices or layers of one image. */
struct source {
   const struct ga_image_target *image;
   unsigned faces;
   struct pipe_box box;
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
   if (ga_format_desktop_can_read(ctx, image, to->format) && ga_pixel_can_read(image, ga_pixel_format(to->format, to->type)))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: %s cannot be read as %s/%s", command, ga_enum_name(image->internal_format),
            ga_enum_name(to->format), ga_enum_name(to->type));
   return false;
}

/* `first` is the image of the first face. */
static void read_pixels(struct ga_context *ctx, const char *command, const struct source *from, const struct ga_image_info *first,
                        const struct destination *to)
{
   const struct ga_target_traits *traits = from->image->tex->traits;
   const struct ga_pixel_format *pixels = ga_pixel_format(to->format, to->type);
   const bool rows_are_layers = traits->array && traits->dims == 1;
   const unsigned slices = (unsigned)from->box.depth * from->faces;
   const unsigned dims = rows_are_layers ? 2 : traits->dims + (unsigned)traits->array + (from->faces > 1);
   const uint32_t height = rows_are_layers ? slices : (uint32_t)from->box.height;
   struct ga_pixel_layout layout = ga_pixel_layout(&ctx->pack, pixels, (uint32_t)from->box.width, height, dims);
   const uint64_t end_B = ga_pixel_layout_end_B(&layout, rows_are_layers ? 1 : slices);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!check_pixels(ctx, command, first->format, to) || !check_room(ctx, command, to, end_B) ||
       !ga_pixel_memory_check(ctx, command, buffer, to->data, end_B, ga_pixel_datum_B(to->type)) ||
       !ga_pixel_memory_get(ctx, command, buffer, to->data, end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   const uint64_t step_B = rows_are_layers ? layout.stride_B : layout.image_B;
   uint8_t *data = memory.data;
   for (unsigned i = 0; i < slices; i++, data += step_B) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      const unsigned face = from->image->face + i / (unsigned)from->box.depth;
      if (!ga_teximage_get(from->image->tex, face, from->image->level, &info) || info.format != first->format || !info.resource ||
          !ga_extent_equal(info.extent, first->extent))
         return; /* another context has specified the image again */
      const struct ga_read_image src = readable(&info, from->box.z + (int)(i % (unsigned)from->box.depth));
      if (!ga_pixel_read(ctx, &src, from->box.x, from->box.y, from->box.width, from->box.height, pixels, &layout, data)) {
         ga_oom(ctx, command);
         return;
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

static void read_blocks(struct ga_context *ctx, const char *command, const struct source *from, const struct ga_image_info *first,
                        const struct destination *to)
{
   const enum pipe_format format = first->format->blocks;
   if (!first->format->compressed) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image has no compressed blocks", command);
      return;
   }
   const struct pipe_box *box = &from->box;
   const struct pipe_format_desc *desc = pipe_format_desc(format);
   if (box->x % desc->block_width || box->y % desc->block_height ||
       (box->width % desc->block_width && (uint32_t)(box->x + box->width) != first->extent.width) ||
       (box->height % desc->block_height && (uint32_t)(box->y + box->height) != first->extent.height)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the region cuts through blocks", command);
      return;
   }
   const struct ga_target_traits *traits = from->image->tex->traits;
   const unsigned slices = (unsigned)box->depth * from->faces;
   const unsigned dims = traits->dims + (unsigned)traits->array + (from->faces > 1);
   const struct ga_pixel_layout layout = ga_block_layout(&ctx->pack, format, (uint32_t)box->width, (uint32_t)box->height, dims);
   const uint64_t end_B = ga_pixel_layout_end_B(&layout, slices);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!ga_block_store_check(ctx, command, &ctx->pack, dims) || !check_room(ctx, command, to, end_B) ||
       !ga_pixel_memory_check(ctx, command, buffer, to->data, end_B, 1) ||
       !ga_pixel_memory_get(ctx, command, buffer, to->data, end_B, PIPE_MAP_WRITE, &memory) || !memory.data)
      return;
   for (unsigned i = 0; i < slices; i++) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      if (!ga_teximage_get(from->image->tex, from->image->face + i / (unsigned)box->depth, from->image->level, &info) ||
          info.format != first->format || !info.resource || !ga_extent_equal(info.extent, first->extent))
         return;
      struct pipe_box slice = *box;
      slice.z += (int)(i % (unsigned)box->depth);
      slice.depth = 1;
      if (!copy_blocks(ctx, &info, &slice, memory.data + layout.skip_B + i * layout.image_B, (size_t)layout.stride_B)) {
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
      ga_error(ctx, error, "%s: %s/%s are no pixels", command, ga_enum_name(to->format), ga_enum_name(to->type));
   return error == GL_NO_ERROR;
}

static bool check_target(struct ga_context *ctx, const char *command, const struct ga_texture *tex, GLenum error)
{
   if (tex->traits->faces && !tex->traits->multisample)
      return true;
   ga_error(ctx, error, "%s: images of %s cannot be read", command, ga_enum_name(tex->traits->name));
   return false;
}

static void read_source(struct ga_context *ctx, const char *command, const struct source *from, const struct ga_image_info *first,
                        const struct destination *to)
{
   if (!from->box.width || !from->box.height || !from->box.depth)
      return;
   if (to->format == GL_NONE)
      read_blocks(ctx, command, from, first, to);
   else
      read_pixels(ctx, command, from, first, to);
}

/* All of a level. An image that was never specified has no texels. */
static void read_level(struct ga_context *ctx, const char *command, const struct ga_image_target *image, unsigned faces,
                       const struct destination *to)
{
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (!ga_teximage_get(image->tex, image->face, image->level, &info)) {
      if (to->format == GL_NONE)
         ga_error(ctx, GL_INVALID_OPERATION, "%s: level %u has no image", command, image->level);
      return;
   }
   const struct ga_extent e = info.extent;
   const struct source from = { image, faces, { 0, 0, 0, (int32_t)e.width, (int32_t)e.height, (int32_t)ga_extent_slices(e) } };
   read_source(ctx, command, &from, &info, to);
}

static unsigned dims_of_target(GLenum target)
{
   unsigned face;
   int index = ga_target_of_image(target, &face);
   return index < 0 ? 0 : ga_target_table[index].dims + (unsigned)ga_target_table[index].array;
}

static void bound_image(struct ga_context *ctx, const char *command, GLenum target, GLint level, const struct destination *to)
{
   GA_HELD_TARGET struct ga_image_target image = { 0 };
   if (ga_resolve_image(ctx, command, target, level, dims_of_target(target), &image) &&
       check_target(ctx, command, image.tex, GL_INVALID_ENUM) && check_names(ctx, command, to))
      read_level(ctx, command, &image, 1, to);
}

/* A cube map has all its faces, alike. */
static bool check_faces(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned level, unsigned first, unsigned count)
{
   struct ga_extent extent = { 0 };
   for (unsigned face = first; tex->traits->faces > 1 && face < first + count; face++) {
      GA_HELD_IMAGE struct ga_image_info info = { 0 };
      if (!ga_teximage_get(tex, face, level, &info) || (face > first && !ga_extent_equal(extent, info.extent))) {
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the cube map is not complete", command);
         return false;
      }
      extent = info.extent;
   }
   return true;
}

static void named_image(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct destination *to)
{
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, name), 0, (unsigned)level };
   if (!image.tex || !check_target(ctx, command, image.tex, GL_INVALID_OPERATION) ||
       !ga_texture_check_level(ctx, command, image.tex, level) || !check_names(ctx, command, to) ||
       !check_faces(ctx, command, image.tex, image.level, 0, image.tex->traits->faces))
      return;
   read_level(ctx, command, &image, image.tex->traits->faces, to);
}

/* Offset and size as a command gives them. */
struct region {
   GLint x, y, z;
   GLsizei width, height, depth;
};

static void named_subimage(struct ga_context *ctx, const char *command, GLuint name, GLint level, const struct region *r,
                           const struct destination *to)
{
   GA_HELD_TARGET struct ga_image_target image = { ctx, ga_resolve_named_texture(ctx, command, name), 0, (unsigned)level };
   GA_HELD_IMAGE struct ga_image_info info = { 0 };
   if (!image.tex || !check_target(ctx, command, image.tex, GL_INVALID_OPERATION) ||
       !ga_texture_check_level(ctx, command, image.tex, level) || !check_names(ctx, command, to))
      return;
   struct source from = { &image, 1, ga_target_box(image.tex->traits, r->x, r->y, r->z, r->width, r->height, r->depth) };
   const unsigned dims = image.tex->traits->dims + (unsigned)image.tex->traits->array + (image.tex->traits->faces > 1);
   bool inside = r->width >= 0 && r->height >= 0 && r->depth >= 0 && (dims > 1 || (!r->y && r->height == 1)) &&
                 (dims > 2 || (!r->z && r->depth == 1));
   if (image.tex->traits->faces > 1) {
      inside &= r->z >= 0 && r->z + (int64_t)r->depth <= image.tex->traits->faces;
      if (inside && !check_faces(ctx, command, image.tex, image.level, 0, image.tex->traits->faces))
         return;
      image.face = inside ? (unsigned)r->z : 0;
      from.faces = (unsigned)r->depth;
      from.box.z = 0;
      from.box.depth = 1;
   }
   if (!inside || !ga_teximage_get(image.tex, image.face < 6 ? image.face : 0, image.level, &info) ||
       !ga_extent_contains(info.extent, &from.box)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: (%d, %d, %d) %d x %d x %d is not inside level %d", command, r->x, r->y, r->z, r->width,
               r->height, r->depth, level);
      return;
   }
   if (from.faces)
      read_source(ctx, command, &from, &info, to);
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
   named_image(ctx, "glGetTextureImage", texture, level, &(struct destination){ format, type, room(bufSize), pixels });
}

void ga_GetTextureSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                           GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, GLsizei bufSize, void *pixels)
{
   named_subimage(ctx, "glGetTextureSubImage", texture, level,
                  &(struct region){ xoffset, yoffset, zoffset, width, height, depth },
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
   named_image(ctx, "glGetCompressedTextureImage", texture, level, &(struct destination){ GL_NONE, GL_NONE, room(bufSize), pixels });
}

void ga_GetCompressedTextureSubImage(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                     GLsizei width, GLsizei height, GLsizei depth, GLsizei bufSize, void *pixels)
{
   named_subimage(ctx, "glGetCompressedTextureSubImage", texture, level,
                  &(struct region){ xoffset, yoffset, zoffset, width, height, depth },
                  &(struct destination){ GL_NONE, GL_NONE, room(bufSize), pixels });
}
