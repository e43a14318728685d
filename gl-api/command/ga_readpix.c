/* ga_readpix.c: ReadPixels and ReadnPixels. Colour only, as OpenGL ES has it. The image is mapped and copied or converted row
 * by row into client memory. */
#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/command/ga_pixels.h"
#include "state/pipe_format_pack.h"

/* The pair that images with these components always have (ES 3.0, 4.3.2), the implementation's pair, and what
 * EXT_read_format_bgra adds. GL_NO_ERROR: fine. */
static GLenum check_format(struct ga_context *ctx, const struct ga_format *image, GLenum format, GLenum type)
{
   static const struct { GLenum components, format, type; } pairs[] = {
      { GL_UNSIGNED_NORMALIZED, GL_RGBA, GL_UNSIGNED_BYTE }, { GL_SIGNED_NORMALIZED, GL_RGBA, GL_BYTE },
      { GL_FLOAT, GL_RGBA, GL_FLOAT }, { GL_INT, GL_RGBA_INTEGER, GL_INT }, { GL_UNSIGNED_INT, GL_RGBA_INTEGER, GL_UNSIGNED_INT },
   };
   GLenum native_format, native_type, components = ga_format_component_type(image);
   ga_fbo_read_format(ctx, &native_format, &native_type);
   if (format == native_format && type == native_type)
      return GL_NO_ERROR;
   for (unsigned i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
      if (components == pairs[i].components && format == pairs[i].format && type == pairs[i].type)
         return GL_NO_ERROR;
   if (components == GL_UNSIGNED_NORMALIZED && format == GL_BGRA && (type == GL_UNSIGNED_BYTE || type == GL_UNSIGNED_SHORT_4_4_4_4_REV ||
                             type == GL_UNSIGNED_SHORT_1_5_5_5_REV))
      return GL_NO_ERROR;
   return ga_format_pixels_error(format, type);
}

/* sRGB images are read as they are stored (ES 3.0, 4.3.2), never decoded. */
static enum pipe_format stored_codes(enum pipe_format format)
{
   return pipe_format_is_srgb(format) ? pipe_format_linear(format) : format;
}

/* Where pixel (x, y) of the rectangle at (left, bottom) goes, and how far the next row up is. */
struct target {
   uint8_t *first;
   ptrdiff_t stride_B;
   GLint left, bottom;
   unsigned pixel_B;
};

static struct target client_target(struct ga_context *ctx, GLint x, GLint y, GLsizei height,
                                   const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout, uint8_t *data)
{
   struct target t = { data + layout->skip_B, (ptrdiff_t)layout->stride_B, x, y, pipe_format_block_size_B(pixels->meaning) };
   if (ctx->pack.invert_y) {
      t.first += (ptrdiff_t)(height - 1) * t.stride_B;
      t.stride_B = -t.stride_B;
   }
   return t;
}

/* Whether the driver can write the image's texels into client memory without a conversion. */
static bool reads_direct(struct ga_context *ctx, const struct ga_read_image *src, enum pipe_format client_format)
{
   enum pipe_format format = stored_codes(src->resource->t.format);
   bool hidden_alpha = src->format->base_format == GL_RGB && pipe_format_has_alpha(format);

   return format == client_format && !hidden_alpha && ctx->st.pipe->impl->texture_read;
}

/* Rows as they are stored, all inside the image, into client memory. */
static bool read_rows(struct ga_context *ctx, const struct ga_read_image *src, const struct pipe_box *box,
                      enum pipe_format client_format, const struct target *t)
{
   /* Components that the framebuffer lacks read 0, missing alpha 1 (ES 2.0, 4.3.1). */
   static const uint8_t opaque[4] = { PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_1 };
   enum pipe_format format = stored_codes(src->resource->t.format);
   bool hidden_alpha = src->format->base_format == GL_RGB && pipe_format_has_alpha(format);

   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_transfer *transfer;
   if (reads_direct(ctx, src, client_format)) {
      GLint first = src->y_inverted ? (GLint)src->height - 1 - box->y : box->y;
      uint8_t *out = t->first + (ptrdiff_t)((int64_t)first - t->bottom) * t->stride_B +
                     ((int64_t)box->x - t->left) * t->pixel_B;
      return pipe->impl->texture_read(pipe, src->resource, src->level, box, out,
                                      src->y_inverted ? -t->stride_B : t->stride_B, 0);
   }
   const uint8_t *in = pipe->impl->transfer_map(pipe, src->resource, src->level, PIPE_MAP_READ, box, &transfer);
   if (!in)
      return false;
   ptrdiff_t in_stride_B = transfer->stride_B;
   GLint y = box->y;
   if (src->y_inverted) {
      y = (GLint)src->height - box->y - box->height;
      in += (ptrdiff_t)(box->height - 1) * in_stride_B;
      in_stride_B = -in_stride_B;
   }
   uint8_t *out = t->first + (ptrdiff_t)((int64_t)y - t->bottom) * t->stride_B + ((int64_t)box->x - t->left) * t->pixel_B;
   pipe_convert_rect(client_format, out, t->stride_B, format, in, in_stride_B, box->width, box->height,
                     hidden_alpha ? opaque : NULL);
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* A map of a tiled image is a copy. On the simulated GPU the calling thread makes the copy: bands of rows stay in the cache until
 * they are converted. Other devices map the image at once. Bands end where tiles end. */
#define BAND_B (128 << 10)
#define TILE_ROWS 8

static int band_height(struct ga_context *ctx, const struct ga_read_image *src, unsigned width, enum pipe_format client_format)
{
   if (!ctx->screen->caps.is_software || reads_direct(ctx, src, client_format))
      return INT32_MAX;
   unsigned rows = BAND_B / pipe_format_stride_B(src->resource->t.format, width) / TILE_ROWS * TILE_ROWS;
   return rows ? (int)rows : TILE_ROWS;
}

/* The part of the rectangle inside the image; values outside are undefined: client memory keeps what it has. */
static bool read_rect(struct ga_context *ctx, const struct ga_read_image *src, GLint x, GLint y, GLsizei width,
                      GLsizei height, const struct ga_pixel_format *pixels, const struct ga_pixel_layout *layout,
                      uint8_t *data)
{
   int64_t x0 = x < 0 ? 0 : x, y0 = y < 0 ? 0 : y;
   int64_t x1 = (int64_t)x + width, y1 = (int64_t)y + height;
   x1 = x1 > src->width ? src->width : x1;
   y1 = y1 > src->height ? src->height : y1;
   if (x0 >= x1 || y0 >= y1)
      return true;
   const struct target t = client_target(ctx, x, y, height, pixels, layout, data);
   int64_t row = src->y_inverted ? src->height - y1 : y0, end = row + (y1 - y0);
   int64_t band = band_height(ctx, src, (unsigned)(x1 - x0), pixels->meaning);
   while (row < end) {
      int64_t next = row - row % TILE_ROWS + band;
      next = next < end ? next : end;
      const struct pipe_box box = { (int32_t)x0, (int32_t)row, (int32_t)src->layer, (int32_t)(x1 - x0), (int32_t)(next - row),
                                    1 };
      if (!read_rows(ctx, src, &box, pixels->meaning, &t))
         return false;
      row = next;
   }
   return true;
}

static void read_image(struct ga_context *ctx, const char *command, const struct ga_read_image *src, GLint x, GLint y,
                       GLsizei width, GLsizei height, GLenum format, GLenum type, int64_t room_B, void *data)
{
   if (src->resource->t.samples > 1) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer is multisampled", command);
      return;
   }
   GLenum error = check_format(ctx, src->format, format, type);
   const struct ga_pixel_format *pixels = ga_pixel_format(format, type);
   if (error != GL_NO_ERROR || !pixels || !pipe_can_convert(pixels->meaning, src->resource->t.format)) {
      ga_error(ctx, error != GL_NO_ERROR ? error : GL_INVALID_OPERATION, "%s: %s/%s cannot be read from a %s framebuffer",
               command, ga_enum_name(format), ga_enum_name(type), ga_enum_name(src->format->internal_format));
      return;
   }
   struct ga_pixel_layout layout = ga_pixel_layout(&ctx->pack, pixels, (uint32_t)width, (uint32_t)height, 2);
   if (room_B >= 0 && layout.end_B > (uint64_t)room_B) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes are needed, bufSize is %lld", command,
               (unsigned long long)layout.end_B, (long long)room_B);
      return;
   }
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_PACK];
   GA_HELD_PIXELS struct ga_pixel_memory memory = { 0 };
   if (!ga_pixel_memory_check(ctx, command, buffer, data, layout.end_B, ga_pixel_datum_B(type)) ||
       !ga_pixel_memory_get(ctx, command, buffer, data, layout.end_B, PIPE_MAP_WRITE, &memory))
      return;
   if (memory.data && !read_rect(ctx, src, x, y, width, height, pixels, &layout, memory.data)) {
      ga_context_check_reset(ctx);
      ga_oom(ctx, command);
   }
}

static void read_pixels(struct ga_context *ctx, const char *command, GLint x, GLint y, GLsizei width, GLsizei height,
                        GLenum format, GLenum type, int64_t room_B, void *data)
{
   if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", command, width, height);
      return;
   }
   struct ga_read_image src;
   if (!ga_fbo_read_image(ctx, command, GA_ATT_READ_BUFFER, &src))
      return;
   read_image(ctx, command, &src, x, y, width, height, format, type, room_B, data);
   pipe_resource_unref(src.resource);
}

void ga_ReadPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                   void *pixels)
{
   read_pixels(ctx, "glReadPixels", x, y, width, height, format, type, -1, pixels);
}

void ga_ReadnPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                    GLsizei bufSize, void *data)
{
   read_pixels(ctx, "glReadnPixels", x, y, width, height, format, type, bufSize < 0 ? 0 : bufSize, data);
}
