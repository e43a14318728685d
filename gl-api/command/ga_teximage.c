/* ga_teximage.c: texture images from client memory: TexImage2D, TexSubImage2D, and the checks that all image commands share.
 * Known gap: pixel unpack buffers (not in OpenGL ES 2.0). */
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"

#include <stdlib.h>

#include "ga_entry.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/command/ga_pixels.h"
#include "state/pipe_format_pack.h"

/* ---- checks --------------------------------------------------------------------------------------------------------------- */

bool ga_teximage_check(struct ga_context *ctx, const char *command, struct ga_texture *tex, GLenum target, GLint level,
                       GLsizei width, GLsizei height, GLint border)
{
   if (!tex) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return false;
   }
   unsigned last = ga_texture_last_level(ctx, tex->target);
   if (level < 0 || (unsigned)level > last) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level is %d, must be 0 to %u", command, level, last);
      return false;
   }
   GLsizei limit = 1 << (last - level);
   if (width < 0 || height < 0 || width > limit || height > limit) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d, level %d may have up to %d x %d", command, width, height, level, limit,
               limit);
      return false;
   }
   if (tex->target == GA_TEX_CUBE && width != height) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: a cube face is %d x %d, must be square", command, width, height);
      return false;
   }
   if (border) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: border is %d, must be 0", command, border);
      return false;
   }
   if (tex->immutable) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the texture's storage is immutable", command);
      return false;
   }
   return true;
}

struct ga_teximage *ga_texsubimage_check(struct ga_context *ctx, const char *command, struct ga_texture *tex, unsigned face,
                                         GLint level, GLint x, GLint y, GLsizei width, GLsizei height)
{
   unsigned last = ga_texture_last_level(ctx, tex->target);
   if (level < 0 || (unsigned)level > last) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: level is %d, must be 0 to %u", command, level, last);
      return NULL;
   }
   struct ga_teximage *image = &tex->image[face][level];
   if (!image->format) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: level %d has no image", command, level);
      return NULL;
   }
   if (x < 0 || y < 0 || width < 0 || height < 0 || (int64_t)x + width > image->width || (int64_t)y + height > image->height) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: (%d, %d) %d x %d is not inside the image of %u x %u", command, x, y, width,
               height, image->width, image->height);
      return NULL;
   }
   if (image->format->compressed) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the image is compressed", command);
      return NULL;
   }
   return image;
}

/* ---- upload --------------------------------------------------------------------------------------------------------------- */

static GLenum base_of_pixels(GLenum format)
{
   return format == GL_BGRA ? GL_RGBA : format;
}

/* Pixels to be converted, and where they go. */
struct conversion {
   struct pipe_resource *res;
   unsigned level, layer, x, y, width, height;
   enum pipe_format format;       /* of the pixels */
   const uint8_t *src;
   uint64_t stride_B;
   const uint8_t *swizzle;
};

static bool convert_mapped(struct pipe_context *pipe, const struct conversion *c)
{
   const struct pipe_box box = { (int32_t)c->x, (int32_t)c->y, (int32_t)c->layer, (int32_t)c->width, (int32_t)c->height, 1 };
   struct pipe_transfer *transfer;
   void *map = pipe->impl->transfer_map(pipe, c->res, c->level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &box, &transfer);
   if (!map)
      return false;
   pipe_convert_rect(c->res->t.format, map, transfer->stride_B, c->format, c->src, (ptrdiff_t)c->stride_B, c->width, c->height,
                     c->swizzle);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* The simulated device tiles images with this very thread: bands of converted rows that are still in the cache then, instead of
 * a second copy of the whole image. Bands end where tiles do. */
#define BAND_B (128 << 10)
#define TILE_ROWS 8

static bool convert_bands(struct pipe_context *pipe, const struct conversion *c)
{
   size_t row_B = pipe_format_stride_B(c->res->t.format, c->width);
   unsigned rows = (unsigned)(BAND_B / row_B / TILE_ROWS * TILE_ROWS);
   rows = rows ? rows : TILE_ROWS;
   uint8_t *band = calloc(rows < c->height ? rows : c->height, row_B); /* packing depth keeps the bits beside it */
   if (!band)
      return false;
   for (unsigned row = 0; row < c->height;) {
      unsigned end = (c->y + row) / TILE_ROWS * TILE_ROWS + rows - c->y;
      end = end < c->height ? end : c->height;
      const struct pipe_box box = { (int32_t)c->x, (int32_t)(c->y + row), (int32_t)c->layer, (int32_t)c->width,
                                  (int32_t)(end - row), 1 };
      pipe_convert_rect(c->res->t.format, band, (ptrdiff_t)row_B, c->format, c->src + row * c->stride_B, (ptrdiff_t)c->stride_B,
                        c->width, end - row, c->swizzle);
      pipe->impl->texture_subdata(pipe, c->res, c->level, &box, band, (unsigned)row_B, 0);
      row = end;
   }
   free(band);
   return true;
}

bool ga_teximage_upload(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, unsigned x, unsigned y,
                        unsigned width, unsigned height, const struct ga_pixel_format *pixels, const void *data)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct ga_format *format = tex->image[face][level].format;
   GA_HELD struct pipe_resource *held = NULL;
   struct conversion c = { .x = x, .y = y, .width = width, .height = height, .format = pixels->meaning,
                           .swizzle = ga_format_store_swizzle(format) };
   if (!data || !width || !height || !ga_teximage_place(ctx, tex, face, level, &held, &c.level, &c.layer))
      return true;
   c.res = held;
   struct ga_pixel_layout layout = ga_pixel_layout(&ctx->unpack, pixels, width, height);
   c.src = (const uint8_t *)data + layout.skip_B;
   c.stride_B = layout.stride_B;

   /* The bytes are those that the device keeps: nothing to convert. */
   if (pixels->same == c.res->t.format && base_of_pixels(pixels->format) == format->base_format &&
       layout.stride_B <= UINT32_MAX) {
      const struct pipe_box box = { (int32_t)x, (int32_t)y, (int32_t)c.layer, (int32_t)width, (int32_t)height, 1 };
      pipe->impl->texture_subdata(pipe, c.res, c.level, &box, c.src, (unsigned)layout.stride_B, 0);
      return true;
   }
   return ctx->screen->caps.is_software ? convert_bands(pipe, &c) : convert_mapped(pipe, &c);
}

/* ---- commands ------------------------------------------------------------------------------------------------------------- */

void ga_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                   GLint border, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glTexImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   if (!ga_teximage_check(ctx, command, tex, target, level, width, height, border))
      return;
   GLenum error;
   const char *why;
   const struct ga_format *image_format = ga_format_teximage(ctx, internalformat, format, type, &error, &why);
   if (!image_format) {
      ga_error(ctx, error, "%s: %s (internal format %s, format %s, type %s)", command, why, ga_enum_name(internalformat),
               ga_enum_name(format), ga_enum_name(type));
      return;
   }
   if (tex->target == GA_TEX_CUBE && image_format->depth_renderable && !ga_has(ctx, GA_FEATURE_cube_map_depth)) {
      /* OES_depth_texture speaks of TEXTURE_2D only. */
      ga_error(ctx, GL_INVALID_OPERATION, "%s: cube maps cannot have depth formats", command);
      return;
   }
   if (!ga_teximage_define(ctx, tex, face, level, width, height, internalformat, image_format) ||
       !ga_teximage_upload(ctx, tex, face, level, 0, 0, width, height, ga_pixel_format(format, type), pixels))
      ga_oom(ctx, command);
}

/* Pixels that may go into an image: those that TexImage2D would take for its internal format, of any type. */
static bool check_pixels(struct ga_context *ctx, const char *command, const struct ga_teximage *image, GLenum format,
                         GLenum type)
{
   GLenum error;
   const char *why;
   if (ga_format_teximage(ctx, image->internal_format, format, type, &error, &why))
      return true;
   ga_error(ctx, error == GL_INVALID_VALUE ? GL_INVALID_OPERATION : error, "%s: %s (image %s, format %s, type %s)", command,
            error == GL_INVALID_VALUE ? "no pixels go into this image" : why, ga_enum_name(image->internal_format),
            ga_enum_name(format), ga_enum_name(type));
   return false;
}

void ga_TexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLsizei width,
                      GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glTexSubImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   if (!tex) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   const struct ga_teximage *image = ga_texsubimage_check(ctx, command, tex, face, level, xoffset, yoffset, width, height);
   if (!image || !check_pixels(ctx, command, image, format, type))
      return;
   if (!ga_teximage_upload(ctx, tex, face, level, xoffset, yoffset, width, height, ga_pixel_format(format, type), pixels))
      ga_oom(ctx, command);
}
