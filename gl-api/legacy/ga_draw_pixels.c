/* ga_draw_pixels.c: glBitmap, glDrawPixels and glCopyPixels: pixels at the raster position (GL 2.1, 3.6, 3.7 and 4.3.3). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_pixels.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/legacy/ga_pixel_rect.h"
#include "gl-api/object/ga_pixel_transfer.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_pixel_read.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

static const struct ga_pixel_store packed = {.alignment = 1};

/* ---- bitmaps --------------------------------------------------------------------------------------------------------------------- */

/* A byte of 0 or 255 for each bit; malloc'ed. NULL: an error was raised, or there is no memory to read. */
static uint8_t *unpack_bits(struct ga_context *ctx, GLsizei width, GLsizei height, const GLubyte *bitmap)
{
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   const struct ga_pixel_layout layout = ga_pixel_layout(&ctx->unpack, ga_pixel_format(GL_COLOR_INDEX, GL_BITMAP), (uint32_t)width,
                                                         (uint32_t)height, 2);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   if (!ga_pixel_memory_check(ctx, "glBitmap", buffer, bitmap, layout.end_B, 1) ||
       !ga_pixel_memory_get(ctx, "glBitmap", buffer, bitmap, layout.end_B, PIPE_MAP_READ, &memory) || !memory.data)
      return NULL;
   uint8_t *bytes = malloc((size_t)width * (size_t)height);
   if (!bytes)
      ga_oom(ctx, "glBitmap");
   for (GLsizei y = 0; bytes && y < height; y++) {
      const uint8_t *row = memory.data + layout.skip_B + layout.stride_B * (uint64_t)y;
      for (GLsizei x = 0; x < width; x++)
         bytes[(size_t)y * (size_t)width + (size_t)x] = ga_bit_get(&ctx->unpack, row, (unsigned)x) ? 255 : 0;
   }
   return bytes;
}

struct bitmap { GLsizei width, height; GLfloat origin[2], move[2]; GLuint present; };

/* The window coordinate of a bitmap's corner: GL 2.1, 3.7, rounds it down. It first goes to the 1/256 of a pixel that vertices are rounded to,
 * as matrices leave the raster position of an integer a little below it. */
static GLfloat bitmap_corner(GLfloat position, GLfloat origin)
{
   return floorf(roundf((position - origin) * 256) / 256);
}

static void draw_bits(struct ga_context *ctx, const struct bitmap *b, const uint8_t *bytes)
{
   const struct ga_raster *r = &ctx->legacy->raster;
   GA_HELD_IMAGE struct ga_image_info image = {0};
   const struct pipe_box box = {0, 0, 0, b->width, b->height, 1};
   const GLfloat x = bitmap_corner(r->position[0], b->origin[0]), y = bitmap_corner(r->position[1], b->origin[1]);
   if (ga_pixels_are_quads(ctx, GA_PIXELS_BITMAP))
      ga_pixel_quads(ctx, "glBitmap", GA_PIXELS_BITMAP, &(struct ga_pixel_quads){b->width, b->height, bytes, x, y, {1, 1}});
   else if (ga_pixel_texture(ctx, GL_R8, b->width, b->height, &image) &&
            ga_teximage_store(ctx, &image, &box, 2, &packed, ga_pixel_format(GL_RED, GL_UNSIGNED_BYTE), bytes))
      ga_pixel_rect(ctx, "glBitmap", GA_PIXELS_BITMAP, x, y, x + (GLfloat)b->width, y + (GLfloat)b->height);
   else
      ga_oom(ctx, "glBitmap");
}

static void draw_bitmap(struct ga_context *ctx, const struct bitmap *b, const uint8_t *bytes)
{
   struct ga_raster *r = &ctx->legacy->raster;
   if (!ga_pixel_framebuffer(ctx, "glBitmap") || !r->valid)
      return;
   if (b->present && b->width && b->height)
      draw_bits(ctx, b, bytes);
   r->position[0] += b->move[0];
   r->position[1] += b->move[1];
}

/* False: an error was raised. *bytes: malloc'ed or NULL. */
static bool take_bitmap(struct ga_context *ctx, struct bitmap *b, const GLubyte *bits, uint8_t **bytes)
{
   *bytes = NULL;
   if (b->width < 0 || b->height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glBitmap: %d x %d: a size is negative", b->width, b->height);
      return false;
   }
   if (!b->width || !b->height || (!bits && !ctx->buffer[GA_BUFFER_PIXEL_UNPACK]))
      return true;
   *bytes = unpack_bits(ctx, b->width, b->height, bits);
   b->present = *bytes != NULL;
   return b->present;
}

void ga_Bitmap(struct ga_context *ctx, GLsizei width, GLsizei height, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove,
               const GLubyte *bits)
{
   struct bitmap b = {width, height, {xorig, yorig}, {xmove, ymove}, 0};
   uint8_t *bytes;
   if (take_bitmap(ctx, &b, bits, &bytes))
      draw_bitmap(ctx, &b, bytes);
   free(bytes);
}

/* The bits as they are at the time. */
void ga_save_Bitmap(struct ga_context *ctx, GLsizei width, GLsizei height, GLfloat xorig, GLfloat yorig, GLfloat xmove, GLfloat ymove,
                    const GLubyte *bits)
{
   struct bitmap b = {width, height, {xorig, yorig}, {xmove, ymove}, 0};
   uint8_t *bytes;
   if (!take_bitmap(ctx, &b, bits, &bytes))
      return;
   const size_t size_B = bytes ? (size_t)width * (size_t)height : 0;
   uint8_t *to = ga_list_add(ctx, GA_LIST_BITMAP, sizeof(b) + size_B);
   if (to)
      memcpy(to, &b, sizeof(b));
   if (to && size_B)
      memcpy(to + sizeof(b), bytes, size_B);
   if (ga_list_executes(ctx))
      draw_bitmap(ctx, &b, bytes);
   free(bytes);
}

void ga_list_play_bitmap(struct ga_context *ctx, const uint8_t *at)
{
   struct bitmap b;
   memcpy(&b, at, sizeof(b));
   draw_bitmap(ctx, &b, at + sizeof(b));
}

/* ---- pixels that were unpacked or read ------------------------------------------------------------------------------------------- */

/* Depth in red, stencil in green. NULL: out of memory. */
static float (*depth_and_stencil(enum ga_transfer kind, size_t count, const void *data))[2]
{
   const float *depth = data;
   const uint8_t *stencil = data;
   const struct { float depth; uint32_t stencil; } *both = data;
   float (*to)[2] = calloc(count, sizeof(*to));
   for (size_t i = 0; to && i < count; i++) {
      to[i][0] = kind == GA_TRANSFER_DEPTH ? depth[i] : kind == GA_TRANSFER_DEPTH_STENCIL ? both[i].depth : 0;
      to[i][1] = kind == GA_TRANSFER_STENCIL ? stencil[i] : kind == GA_TRANSFER_DEPTH_STENCIL ? (float)(both[i].stencil & 0xff) : 0;
   }
   return to;
}

static void zoomed(struct ga_context *ctx, const char *command, enum ga_pixel_kind kind, GLsizei width, GLsizei height)
{
   const struct ga_legacy *l = ctx->legacy;
   const GLfloat x = l->raster.position[0], y = l->raster.position[1];
   ga_pixel_rect(ctx, command, kind, x, y, x + l->pixel_zoom[0] * (GLfloat)width, y + l->pixel_zoom[1] * (GLfloat)height);
}

static enum ga_pixel_kind pixel_kind(enum ga_transfer kind)
{
   return kind == GA_TRANSFER_DEPTH ? GA_PIXELS_DEPTH : kind == GA_TRANSFER_STENCIL ? GA_PIXELS_STENCIL
          : kind == GA_TRANSFER_DEPTH_STENCIL ? GA_PIXELS_DEPTH_STENCIL : GA_PIXELS_IMAGE;
}

/* Tightly packed rows of values of the kind. */
static void draw_texels(struct ga_context *ctx, const char *command, enum ga_transfer kind, GLsizei width, GLsizei height, const void *data)
{
   const struct ga_legacy *l = ctx->legacy;
   const enum ga_pixel_kind pixels = pixel_kind(kind);
   const struct pipe_box box = {0, 0, 0, width, height, 1};
   GA_HELD_IMAGE struct ga_image_info image = {0};
   if (ga_pixels_are_quads(ctx, pixels)) {
      ga_pixel_quads(ctx, command, pixels, &(struct ga_pixel_quads){width, height, data, l->raster.position[0], l->raster.position[1],
                                                                    {l->pixel_zoom[0], l->pixel_zoom[1]}});
      return;
   }
   const bool color = pixels == GA_PIXELS_IMAGE;
   float (*values)[2] = color ? NULL : depth_and_stencil(kind, (size_t)width * (size_t)height, data);
   if ((color || values) && ga_pixel_texture(ctx, color ? GL_RGBA32F : GL_RG32F, width, height, &image) &&
       ga_teximage_store(ctx, &image, &box, 2, &packed, ga_pixel_format(color ? GL_RGBA : GL_RG, GL_FLOAT), color ? data : values))
      zoomed(ctx, command, pixels, width, height);
   else
      ga_oom(ctx, command);
   free(values);
}

/* The draw framebuffer has the buffers that pixels of the kind go to. */
static bool has_buffers(struct ga_context *ctx, const char *command, enum ga_transfer kind)
{
   const struct ga_format *depth = ga_fbo_format(ctx, ctx->draw_fbo, GA_ATT_DEPTH);
   const struct ga_format *stencil = ga_fbo_format(ctx, ctx->draw_fbo, GA_ATT_STENCIL);
   const bool needs_depth = kind == GA_TRANSFER_DEPTH || kind == GA_TRANSFER_DEPTH_STENCIL;
   const bool needs_stencil = kind == GA_TRANSFER_STENCIL || kind == GA_TRANSFER_DEPTH_STENCIL;
   if ((!needs_depth || (depth && depth->depth)) && (!needs_stencil || (stencil && stencil->stencil)))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer lacks %s", command, needs_stencil ? "stencil" : "depth");
   return false;
}

/* ---- glDrawPixels ---------------------------------------------------------------------------------------------------------------- */

/* The image that keeps the components' precision. */
static GLenum image_format(GLenum type)
{
   switch (type) {
   case GL_FLOAT: case GL_HALF_FLOAT: case GL_UNSIGNED_INT_10F_11F_11F_REV: case GL_UNSIGNED_INT_5_9_9_9_REV: case GL_BYTE: case GL_SHORT:
   case GL_INT: return GL_RGBA32F;
   case GL_UNSIGNED_SHORT: case GL_UNSIGNED_INT: case GL_UNSIGNED_INT_10_10_10_2: case GL_UNSIGNED_INT_2_10_10_10_REV: return GL_RGBA16;
   default: return GL_RGBA8;
   }
}

static bool legal_pixels(struct ga_context *ctx, const char *command, GLsizei width, GLsizei height, GLenum format, GLenum type)
{
   GLenum error = ga_format_desktop_pixels_error(ctx, format, type);
   /* Integers are GL_INVALID_OPERATION whatever the type is (GL 4.6 compatibility, 18.1.1). */
   if (error == GL_INVALID_ENUM && ga_format_is_integer_pixels(ctx, format))
      error = GL_INVALID_OPERATION;
   if (format == GL_YCBCR_MESA) /* of texture images alone */
      error = GL_INVALID_ENUM;
   if (width < 0 || height < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d: a size is negative", command, width, height);
   else if (error)
      ga_error(ctx, error, "%s: %s, %s", command, ga_enum_name(format), ga_enum_name(type));
   else if (!ga_transfer_kind(ga_pixel_format(format, type)))
      ga_error(ctx, GL_INVALID_OPERATION, "%s: integer pixels cannot be drawn to these buffers", command);
   else
      return has_buffers(ctx, command, ga_transfer_kind(ga_pixel_format(format, type)));
   return false;
}

void ga_DrawPixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glDrawPixels";
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   GA_HELD_IMAGE struct ga_image_info image = {0};
   if (!legal_pixels(ctx, command, width, height, format, type) || !width || !height)
      return;
   const struct ga_pixel_format *f = ga_pixel_format(format, type);
   const struct ga_pixel_layout layout = ga_pixel_layout(&ctx->unpack, f, (uint32_t)width, (uint32_t)height, 2);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   if (!ga_pixel_memory_check(ctx, command, buffer, pixels, layout.end_B, ga_pixel_type_size_B(type)) || !ctx->legacy->raster.valid ||
       !ga_pixel_memory_get(ctx, command, buffer, pixels, layout.end_B, PIPE_MAP_READ, &memory) || !memory.data)
      return;
   const struct pipe_box box = {0, 0, 0, width, height, 1};
   const enum ga_transfer kind = ga_transfer_kind(f);
   if (kind == GA_TRANSFER_COLOR && !ga_transfer_for_unpack(ctx, f) && !ga_pixels_are_quads(ctx, GA_PIXELS_IMAGE)) {
      if (ga_pixel_texture(ctx, image_format(type), width, height, &image) && ga_teximage_upload(ctx, &image, &box, 2, f, memory.data))
         zoomed(ctx, command, GA_PIXELS_IMAGE, width, height);
      else
         ga_oom(ctx, command);
      return;
   }
   const struct ga_unpacked from = {&ctx->unpack, f, memory.data, 2, (unsigned)width, (unsigned)height, 1};
   void *texels = ga_transfer_unpack(ctx, kind, &from);
   if (texels)
      draw_texels(ctx, command, kind, width, height, texels);
   else
      ga_oom(ctx, command);
   free(texels);
}

/* ---- glCopyPixels ---------------------------------------------------------------------------------------------------------------- */

/* The image that keeps the values of a buffer. */
static GLenum copy_format(const struct ga_format *source)
{
   return ga_format_component_type(source) != GL_UNSIGNED_NORMALIZED ? GL_RGBA32F : ga_format_component_bits(source) > 8 ? GL_RGBA16 : GL_RGBA8;
}

/* Pixels of the read framebuffer after the operations; malloc'ed. NULL: out of memory. */
static void *read_texels(struct ga_context *ctx, const struct ga_read_image *src, enum ga_transfer kind, GLint x, GLint y, GLsizei width,
                         GLsizei height)
{
   const struct ga_pixel_layout layout = {.stride_B = (uint64_t)ga_transferred_size_B(kind) * (uint64_t)width};
   const struct ga_pixel_store pack = ctx->pack;
   uint8_t *texels = calloc((size_t)width * (size_t)height, ga_transferred_size_B(kind));
   ctx->pack = packed;
   const bool ok = texels && ga_pixel_read(ctx, src, x, y, width, height, ga_transferred_format(kind), &layout, texels);
   ctx->pack = pack;
   if (ok)
      return texels;
   free(texels);
   return NULL;
}

static void copy_pixels(struct ga_context *ctx, const char *command, const struct ga_read_image *src, enum ga_transfer kind, GLint x, GLint y,
                        GLsizei width, GLsizei height)
{
   if (kind == GA_TRANSFER_COLOR && !ga_pixels_are_quads(ctx, GA_PIXELS_IMAGE)) {
      GA_HELD_IMAGE struct ga_image_info image = {0};
      const GLenum format = ga_transfer_for_copy(ctx, src->format) ? GL_RGBA32F : copy_format(src->format);
      if (ga_pixel_texture(ctx, format, width, height, &image) && ga_teximage_copy(ctx, src, x, y, width, height, &image, 0, 0, 0))
         zoomed(ctx, command, GA_PIXELS_IMAGE, width, height);
      else
         ga_oom(ctx, command);
      return;
   }
   void *texels = read_texels(ctx, src, kind, x, y, width, height);
   if (texels)
      draw_texels(ctx, command, kind, width, height, texels);
   else
      ga_oom(ctx, command);
   free(texels);
}

/* Depth of 24 bits and stencil as the bytes of a colour, the highest of depth first (NV_copy_depth_to_color). */
static void copy_depth_as_color(struct ga_context *ctx, const char *command, const struct ga_read_image *src, GLint x, GLint y,
                                GLsizei width, GLsizei height, bool bgra)
{
   const size_t count = (size_t)width * (size_t)height;
   const struct ga_pixel_layout layout = {.stride_B = 4 * (uint64_t)width};
   const struct ga_pixel_store pack = ctx->pack;
   uint32_t *words = calloc(count, sizeof(*words));
   float(*colors)[4] = words ? malloc(count * sizeof(*colors)) : NULL;
   ctx->pack = packed;
   const bool ok = colors && ga_pixel_read(ctx, src, x, y, width, height, ga_pixel_format(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), &layout,
                                           (uint8_t *)words);
   ctx->pack = pack;
   for (size_t i = 0; ok && i < count; i++) {
      for (unsigned c = 0; c < 4; c++)
         colors[i][bgra && c < 3 ? 2 - c : c] = (float)(words[i] >> (24 - 8 * c) & 0xff) / 255;
   }
   if (ok)
      draw_texels(ctx, command, GA_TRANSFER_COLOR, width, height, colors);
   else
      ga_oom(ctx, command);
   free(words);
   free(colors);
}

static bool is_depth_as_color(const struct ga_context *ctx, GLenum type)
{
   return ga_has(ctx, GA_FEATURE_copy_depth_to_color) && (type == GL_DEPTH_STENCIL_TO_RGBA_NV || type == GL_DEPTH_STENCIL_TO_BGRA_NV);
}

static bool kind_of_copy(const struct ga_context *ctx, GLenum type, enum ga_transfer *kind, enum ga_attachment_index *source)
{
   *source = type == GL_COLOR ? GA_ATT_READ_BUFFER : type == GL_STENCIL ? GA_ATT_STENCIL : GA_ATT_DEPTH;
   *kind = type == GL_COLOR ? GA_TRANSFER_COLOR : type == GL_DEPTH ? GA_TRANSFER_DEPTH : type == GL_STENCIL ? GA_TRANSFER_STENCIL
           : type == GL_DEPTH_STENCIL || is_depth_as_color(ctx, type) ? GA_TRANSFER_DEPTH_STENCIL : GA_TRANSFER_NONE;
   return *kind != GA_TRANSFER_NONE;
}

void ga_CopyPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum type)
{
   static const char command[] = "glCopyPixels";
   enum ga_transfer kind;
   enum ga_attachment_index source;
   GA_HELD struct pipe_resource *held = NULL;
   struct ga_read_image src;
   if (!kind_of_copy(ctx, type, &kind, &source)) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(type));
   } else if (width < 0 || height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d: a size is negative", command, width, height);
   } else if (has_buffers(ctx, command, kind) && ga_fbo_read_image(ctx, command, source, &src)) {
      held = src.resource;
      src.clamp = src.clamp_transferred = src.sum = false;
      if (held->t.samples > 1)
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer is multisampled", command);
      else if (kind == GA_TRANSFER_COLOR && pipe_format_is_pure_int(src.stored))
         ga_error(ctx, GL_INVALID_OPERATION, "%s: integer pixels cannot be drawn to these buffers", command);
      else if (kind == GA_TRANSFER_DEPTH_STENCIL && !src.format->stencil)
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer to read has no stencil beside its depth", command);
      else if (!ctx->renders)
         ga_render_feedback_raster(ctx, GL_COPY_PIXEL_TOKEN);
      else if (width && height && ctx->legacy->raster.valid && is_depth_as_color(ctx, type))
         copy_depth_as_color(ctx, command, &src, x, y, width, height, type == GL_DEPTH_STENCIL_TO_BGRA_NV);
      else if (width && height && ctx->legacy->raster.valid)
         copy_pixels(ctx, command, &src, kind, x, y, width, height);
   }
}
