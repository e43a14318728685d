/* ga_list_images.c: commands with images in display lists: glDrawPixels, glTexImage*, glTexSubImage* and their compressed forms. A list
 * has the pixels as they are at the time, in tightly packed rows; all errors but those of a pixel buffer are those of the
 * execution. */
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_select.h"
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_desc.h"

enum command { DRAW_PIXELS, TEX_IMAGE, TEX_SUBIMAGE, TEXTURE_SUBIMAGE, COMPRESSED_IMAGE, COMPRESSED_SUBIMAGE, COMPRESSED_TEXTURE_SUBIMAGE };

struct image {
   uint32_t command, dims;
   GLenum target;                   /* or the name of a texture */
   GLint level, internal_format, border;
   GLint x, y, z;
   GLsizei width, height, depth;
   GLenum format, type;
   GLsizei size_B;                  /* compressed */
   uint32_t swap_bytes, present;
   struct ga_list_selection selection;
};

/* ---- execution --------------------------------------------------------------------------------------------------------------- */

static void run_texture_pixels(struct ga_context *ctx, const struct image *i, const void *data)
{
   if (i->dims == 1)
      ga_TextureSubImage1D(ctx, i->target, i->level, i->x, i->width, i->format, i->type, data);
   else if (i->dims == 2)
      ga_TextureSubImage2D(ctx, i->target, i->level, i->x, i->y, i->width, i->height, i->format, i->type, data);
   else
      ga_TextureSubImage3D(ctx, i->target, i->level, i->x, i->y, i->z, i->width, i->height, i->depth, i->format, i->type, data);
}

static void run_texture_blocks(struct ga_context *ctx, const struct image *i, const void *data)
{
   if (i->dims == 1)
      ga_CompressedTextureSubImage1D(ctx, i->target, i->level, i->x, i->width, i->format, i->size_B, data);
   else if (i->dims == 2)
      ga_CompressedTextureSubImage2D(ctx, i->target, i->level, i->x, i->y, i->width, i->height, i->format, i->size_B, data);
   else
      ga_CompressedTextureSubImage3D(ctx, i->target, i->level, i->x, i->y, i->z, i->width, i->height, i->depth, i->format, i->size_B, data);
}

static void run_pixels(struct ga_context *ctx, const struct image *i, const void *data)
{
   if (i->command == DRAW_PIXELS)
      ga_DrawPixels(ctx, i->width, i->height, i->format, i->type, data);
   else if (i->command == TEX_IMAGE && i->dims == 1)
      ga_TexImage1D(ctx, i->target, i->level, i->internal_format, i->width, i->border, i->format, i->type, data);
   else if (i->command == TEX_IMAGE && i->dims == 2)
      ga_TexImage2D(ctx, i->target, i->level, i->internal_format, i->width, i->height, i->border, i->format, i->type, data);
   else if (i->command == TEX_IMAGE)
      ga_TexImage3D(ctx, i->target, i->level, i->internal_format, i->width, i->height, i->depth, i->border, i->format, i->type, data);
   else if (i->dims == 1)
      ga_TexSubImage1D(ctx, i->target, i->level, i->x, i->width, i->format, i->type, data);
   else if (i->dims == 2)
      ga_TexSubImage2D(ctx, i->target, i->level, i->x, i->y, i->width, i->height, i->format, i->type, data);
   else
      ga_TexSubImage3D(ctx, i->target, i->level, i->x, i->y, i->z, i->width, i->height, i->depth, i->format, i->type, data);
}

static void run_blocks(struct ga_context *ctx, const struct image *i, const void *data)
{
   const GLenum format = (GLenum)i->internal_format;
   if (i->command == COMPRESSED_IMAGE && i->dims == 1)
      ga_CompressedTexImage1D(ctx, i->target, i->level, format, i->width, i->border, i->size_B, data);
   else if (i->command == COMPRESSED_IMAGE && i->dims == 2)
      ga_CompressedTexImage2D(ctx, i->target, i->level, format, i->width, i->height, i->border, i->size_B, data);
   else if (i->command == COMPRESSED_IMAGE)
      ga_CompressedTexImage3D(ctx, i->target, i->level, format, i->width, i->height, i->depth, i->border, i->size_B, data);
   else if (i->dims == 1)
      ga_CompressedTexSubImage1D(ctx, i->target, i->level, i->x, i->width, i->format, i->size_B, data);
   else if (i->dims == 2)
      ga_CompressedTexSubImage2D(ctx, i->target, i->level, i->x, i->y, i->width, i->height, i->format, i->size_B, data);
   else
      ga_CompressedTexSubImage3D(ctx, i->target, i->level, i->x, i->y, i->z, i->width, i->height, i->depth, i->format, i->size_B, data);
}

static bool is_compressed(const struct image *i)
{
   return i->command >= COMPRESSED_IMAGE;
}

static void run_selected(struct ga_context *ctx, const struct image *i, const void *data)
{
   const struct ga_list_selection *to = &i->selection;
   struct ga_selection s;
   if (to->kind == GA_LIST_SELECT_TEXTURE ? ga_select_texture(ctx, &s, to->command, to->name, to->target) :
                                            ga_select_texture_unit(ctx, &s, to->command, to->name))
      is_compressed(i) ? run_blocks(ctx, i, data) : run_pixels(ctx, i, data);
   ga_select_end(ctx, &s);
}

static void run(struct ga_context *ctx, const struct image *i, const void *data)
{
   static const char *const names[] = {"glDrawPixels", "glTexImage", "glTexSubImage", "glTextureSubImage", "glCompressedTexImage",
                                       "glCompressedTexSubImage", "glCompressedTextureSubImage"};
   if (ctx->legacy->immediate.inside)
      ga_missing(ctx, i->selection.kind ? i->selection.command : names[i->command]);
   else if (i->selection.kind)
      run_selected(ctx, i, data);
   else if (i->command == TEXTURE_SUBIMAGE)
      run_texture_pixels(ctx, i, data);
   else if (i->command == COMPRESSED_TEXTURE_SUBIMAGE)
      run_texture_blocks(ctx, i, data);
   else if (is_compressed(i))
      run_blocks(ctx, i, data);
   else
      run_pixels(ctx, i, data);
}

/* The pixels are those of the list, whatever glPixelStore and the pixel buffer are now. */
void ga_list_play_image(struct ga_context *ctx, const uint8_t *at)
{
   struct image i;
   memcpy(&i, at, sizeof(i));
   const struct ga_pixel_store unpack = ctx->unpack;
   struct ga_buffer *const buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   ga_pixel_store_init(&ctx->unpack);
   ctx->unpack.alignment = 1;
   ctx->unpack.swap_bytes = i.swap_bytes;
   ctx->buffer[GA_BUFFER_PIXEL_UNPACK] = NULL;
   run(ctx, &i, i.present ? at + sizeof(i) : NULL);
   ctx->unpack = unpack;
   ctx->buffer[GA_BUFFER_PIXEL_UNPACK] = buffer;
}

/* ---- compilation ------------------------------------------------------------------------------------------------------------- */

/* The memory that a list stores: rows, or all bytes. */
struct source { struct ga_pixel_layout layout; size_t row_B, rows, slices; uint64_t end_B; unsigned datum_B; bool bits; };

static struct source source_of(const struct ga_context *ctx, const struct image *i)
{
   struct source s = {.datum_B = 1};
   if (i->width <= 0 || i->height <= 0 || i->depth <= 0)
      return s;
   if (is_compressed(i)) {
      s.row_B = s.end_B = i->size_B > 0 ? (size_t)i->size_B : 0;
      s.rows = s.slices = 1;
   } else if (ga_format_desktop_pixels_error(ctx, i->format, i->type) == GL_NO_ERROR) {
      const struct ga_pixel_format *f = ga_pixel_format(i->format, i->type);
      s.bits = i->type == GL_BITMAP;
      s.layout = ga_pixel_layout(&ctx->unpack, f, (uint32_t)i->width, (uint32_t)i->height, i->dims);
      s.row_B = s.bits ? ((size_t)i->width + 7) / 8 : ga_pixel_size_B(i->format, i->type) * (size_t)i->width;
      s.rows = (size_t)i->height;
      s.slices = (size_t)i->depth;
      s.end_B = ga_pixel_layout_end_B(&s.layout, (uint32_t)i->depth);
      s.datum_B = ga_pixel_type_size_B(i->type);
   }
   return s;
}

static void copy_rows(const struct ga_context *ctx, const struct image *i, const struct source *s, const uint8_t *from, uint8_t *to)
{
   static const struct ga_pixel_store packed = {.alignment = 1};
   for (size_t y = 0; y < s->rows * s->slices; y++, to += s->row_B) {
      const uint8_t *row = from + s->layout.skip_B + y / s->rows * s->layout.image_B + y % s->rows * s->layout.stride_B;
      if (!s->bits)
         memcpy(to, row, s->row_B);
      for (GLsizei x = 0; s->bits && x < i->width; x++)
         ga_bit_put(&packed, to, (unsigned)x, ga_bit_get(&ctx->unpack, row, (unsigned)x));
   }
}

void ga_list_select(struct ga_context *ctx, enum ga_list_select_kind kind, const char *command, GLuint name, GLenum target)
{
   ctx->legacy->list_selection = (struct ga_list_selection){kind, name, target, command};
   ctx->called_as = command;
}

static void save(struct ga_context *ctx, const char *command, struct image i, const void *data)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   const struct source s = source_of(ctx, &i);
   if (!ga_pixel_memory_check(ctx, command, buffer, data, s.end_B, s.datum_B) ||
       !ga_pixel_memory_get(ctx, command, buffer, data, s.end_B, PIPE_MAP_READ, &memory))
      return;
   i.present = memory.data != NULL;
   i.swap_bytes = ctx->unpack.swap_bytes;
   uint8_t *to = ga_list_add(ctx, GA_LIST_IMAGE, sizeof(i) + (i.present ? s.row_B * s.rows * s.slices : 0));
   if (to)
      memcpy(to, &i, sizeof(i));
   if (to && i.present)
      copy_rows(ctx, &i, &s, memory.data, to + sizeof(i));
   if (ga_list_executes(ctx))
      run(ctx, &i, data);
}

void ga_save_DrawPixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   save(ctx, "glDrawPixels", (struct image){.command = DRAW_PIXELS, .dims = 2, .width = width, .height = height, .depth = 1,
                                            .format = format, .type = type}, pixels);
}

bool ga_list_proxy(GLenum target)
{
   switch (target) {
   case GL_PROXY_TEXTURE_1D: case GL_PROXY_TEXTURE_2D: case GL_PROXY_TEXTURE_3D: case GL_PROXY_TEXTURE_CUBE_MAP:
   case GL_PROXY_TEXTURE_RECTANGLE: case GL_PROXY_TEXTURE_1D_ARRAY: case GL_PROXY_TEXTURE_2D_ARRAY: case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY:
   case GL_PROXY_TEXTURE_2D_MULTISAMPLE: case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY:
      return true;
   default: return false;
   }
}

static void save_image(struct ga_context *ctx, const char *command, const struct image *i, const void *pixels)
{
   struct image selected = *i;
   selected.selection = ctx->legacy->list_selection;
   if (i->command != TEXTURE_SUBIMAGE && i->command != COMPRESSED_TEXTURE_SUBIMAGE && ga_list_proxy(i->target))
      run(ctx, &selected, pixels);
   else
      save(ctx, command, selected, pixels);
}

void ga_save_TexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border, GLenum format,
                        GLenum type, const void *pixels)
{
   save_image(ctx, "glTexImage1D", &(struct image){TEX_IMAGE, 1, target, level, internalformat, border, 0, 0, 0, width, 1, 1, format, type},
              pixels);
}

void ga_save_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height, GLint border,
                        GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTexImage2D",
              &(struct image){TEX_IMAGE, 2, target, level, internalformat, border, 0, 0, 0, width, height, 1, format, type}, pixels);
}

void ga_save_TexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                        GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTexImage3D",
              &(struct image){TEX_IMAGE, 3, target, level, internalformat, border, 0, 0, 0, width, height, depth, format, type}, pixels);
}

void ga_save_TexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type,
                           const void *pixels)
{
   save_image(ctx, "glTexSubImage1D", &(struct image){TEX_SUBIMAGE, 1, target, level, 0, 0, xoffset, 0, 0, width, 1, 1, format, type}, pixels);
}

void ga_save_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width, GLsizei height,
                           GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTexSubImage2D",
              &(struct image){TEX_SUBIMAGE, 2, target, level, 0, 0, xoffset, yoffset, 0, width, height, 1, format, type}, pixels);
}

void ga_save_TexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset, GLsizei width,
                           GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTexSubImage3D",
              &(struct image){TEX_SUBIMAGE, 3, target, level, 0, 0, xoffset, yoffset, zoffset, width, height, depth, format, type}, pixels);
}

void ga_save_CompressedTexImage1D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLint border,
                                  GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexImage1D", &(struct image){COMPRESSED_IMAGE, 1, target, level, (GLint)internalformat, border, 0, 0, 0, width,
                                                             1, 1, 0, 0, size}, data);
}

void ga_save_CompressedTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height,
                                  GLint border, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexImage2D", &(struct image){COMPRESSED_IMAGE, 2, target, level, (GLint)internalformat, border, 0, 0, 0, width,
                                                             height, 1, 0, 0, size}, data);
}

void ga_save_CompressedTexImage3D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width, GLsizei height,
                                  GLsizei depth, GLint border, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexImage3D", &(struct image){COMPRESSED_IMAGE, 3, target, level, (GLint)internalformat, border, 0, 0, 0, width,
                                                             height, depth, 0, 0, size}, data);
}

void ga_save_CompressedTexSubImage1D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                     GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexSubImage1D", &(struct image){COMPRESSED_SUBIMAGE, 1, target, level, 0, 0, xoffset, 0, 0, width, 1, 1, format,
                                                                0, size}, data);
}

void ga_save_CompressedTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                     GLsizei height, GLenum format, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexSubImage2D", &(struct image){COMPRESSED_SUBIMAGE, 2, target, level, 0, 0, xoffset, yoffset, 0, width, height,
                                                                1, format, 0, size}, data);
}

void ga_save_CompressedTexSubImage3D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                     GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTexSubImage3D", &(struct image){COMPRESSED_SUBIMAGE, 3, target, level, 0, 0, xoffset, yoffset, zoffset, width,
                                                                height, depth, format, 0, size}, data);
}

void ga_save_TextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type,
                               const void *pixels)
{
   save_image(ctx, "glTextureSubImage1D", &(struct image){TEXTURE_SUBIMAGE, 1, texture, level, 0, 0, xoffset, 0, 0, width, 1, 1, format, type},
              pixels);
}

void ga_save_TextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                               GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTextureSubImage2D", &(struct image){TEXTURE_SUBIMAGE, 2, texture, level, 0, 0, xoffset, yoffset, 0, width, height, 1,
                                                          format, type}, pixels);
}

void ga_save_TextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                               GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type, const void *pixels)
{
   save_image(ctx, "glTextureSubImage3D", &(struct image){TEXTURE_SUBIMAGE, 3, texture, level, 0, 0, xoffset, yoffset, zoffset, width, height,
                                                          depth, format, type}, pixels);
}

void ga_save_CompressedTextureSubImage1D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLsizei width, GLenum format,
                                         GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTextureSubImage1D", &(struct image){COMPRESSED_TEXTURE_SUBIMAGE, 1, texture, level, 0, 0, xoffset, 0, 0, width,
                                                                    1, 1, format, 0, size}, data);
}

void ga_save_CompressedTextureSubImage2D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                                         GLsizei height, GLenum format, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTextureSubImage2D", &(struct image){COMPRESSED_TEXTURE_SUBIMAGE, 2, texture, level, 0, 0, xoffset, yoffset, 0,
                                                                    width, height, 1, format, 0, size}, data);
}

void ga_save_CompressedTextureSubImage3D(struct ga_context *ctx, GLuint texture, GLint level, GLint xoffset, GLint yoffset, GLint zoffset,
                                         GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLsizei size, const void *data)
{
   save_image(ctx, "glCompressedTextureSubImage3D", &(struct image){COMPRESSED_TEXTURE_SUBIMAGE, 3, texture, level, 0, 0, xoffset, yoffset,
                                                                    zoffset, width, height, depth, format, 0, size}, data);
}
