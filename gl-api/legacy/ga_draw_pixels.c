/* ga_draw_pixels.c: pixels and bitmaps at the raster position (GL 2.1, 3.6 and 3.7; 4.3.3). They become a texture of the context's own
 * and a rectangle in window coordinates that is drawn with fixed functions, whatever program is current. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_pixels.h"
#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_param.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/tables/ga_format.h"

/* ---- the texture ----------------------------------------------------------------------------------------------------------------- */

static bool set_parameter(struct ga_context *ctx, struct ga_texture *tex, GLenum pname, GLint value)
{
   const char *why;
   return ga_texture_set_parameter(ctx, tex, pname, &(struct ga_param){.type = GA_PARAM_INT, .values = &value}, &why) == GL_NO_ERROR;
}

/* Gives the context's texture this size. *image: to write texels to; its references are the caller's. False: out of memory. */
static bool define(struct ga_context *ctx, GLenum internal_format, GLsizei width, GLsizei height, struct ga_image_info *image)
{
   struct ga_texture **tex = &ctx->legacy->pixel_texture;
   const struct ga_format *format = ga_format_sized(ctx, internal_format);
   if (!*tex) {
      *tex = ga_texture_create(0, GA_TEX_2D);
      if (!*tex)
         return false;
      set_parameter(ctx, *tex, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      set_parameter(ctx, *tex, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      set_parameter(ctx, *tex, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      set_parameter(ctx, *tex, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   }
   const struct ga_image_spec spec = {.extent = ga_target_extent((*tex)->traits, (uint32_t)width, (uint32_t)height, 1),
                                      .internal_format = internal_format, .format = format};
   return format && ga_teximage_define(ctx, *tex, 0, 0, &spec) && ga_teximage_get(*tex, 0, 0, image);
}

/* ---- the rectangle --------------------------------------------------------------------------------------------------------------- */

/* State of the context that the rectangle is drawn without. */
struct saved {
   struct ga_exec *exec[PIPE_SHADER_TYPES];
   struct ga_texture *bound;
   struct ga_sampler *sampler;
   GLfloat viewport[4];
   GLdouble depth_range[2];
   union ga_attrib_value attribs[GA_ATTRIB_SLOTS];
};

#define DIRTY (GA_DIRTY_PROGRAM | GA_DIRTY_TEXTURES | GA_DIRTY_VIEWPORT | GA_DIRTY_DEPTH_RANGE | GA_DIRTY_RASTER | \
               GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_CURRENT_ATTRIBS)

static void enter(struct ga_context *ctx, enum ga_pixel_kind kind, struct saved *s)
{
   const struct ga_raster *r = &ctx->legacy->raster;
   for (unsigned i = 0; i < PIPE_SHADER_COMPUTE; i++) {
      s->exec[i] = ctx->stage_exec[i];
      ctx->stage_exec[i] = NULL;
   }
   s->bound = ctx->unit[0].bound[GA_TEX_2D];
   s->sampler = ctx->unit[0].sampler;
   ctx->unit[0].bound[GA_TEX_2D] = ctx->legacy->pixel_texture;
   ctx->unit[0].sampler = NULL;
   memcpy(s->viewport, ctx->viewport[0], sizeof(s->viewport));
   memcpy(s->depth_range, ctx->depth_range[0], sizeof(s->depth_range));
   memcpy(s->attribs, ctx->attrib_current, sizeof(s->attribs));
   memcpy(ctx->viewport[0], (GLfloat[4]){0, 0, (GLfloat)ctx->draw_fbo->width, (GLfloat)ctx->draw_fbo->height}, sizeof(s->viewport));
   ctx->depth_range[0][0] = 0;
   ctx->depth_range[0][1] = 1;
   memcpy(ctx->attrib_current[GLSL_ATTRIB_COLOR].f, r->color, sizeof(r->color));
   memcpy(ctx->attrib_current[GLSL_ATTRIB_SECONDARY_COLOR].f, r->secondary, sizeof(r->secondary));
   ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] = r->distance;
   ctx->legacy->pixels = kind;
   ctx->dirty |= DIRTY;
}

static void leave(struct ga_context *ctx, const struct saved *s)
{
   ctx->legacy->pixels = GA_PIXELS_NONE;
   for (unsigned i = 0; i < PIPE_SHADER_COMPUTE; i++) {
      ga_exec_unref(ctx->stage_exec[i]);
      ctx->stage_exec[i] = s->exec[i];
   }
   ctx->unit[0].bound[GA_TEX_2D] = s->bound;
   ctx->unit[0].sampler = s->sampler;
   memcpy(ctx->viewport[0], s->viewport, sizeof(s->viewport));
   memcpy(ctx->depth_range[0], s->depth_range, sizeof(s->depth_range));
   memcpy(ctx->attrib_current, s->attribs, sizeof(s->attribs));
   ctx->dirty |= DIRTY;
}

/* Draws the texture from (x0, y0) to (x1, y1) of the window, at the depth of the raster position. */
static void rectangle(struct ga_context *ctx, enum ga_pixel_kind kind, GLfloat x0, GLfloat y0, GLfloat x1, GLfloat y1)
{
   struct saved saved;
   if (ga_fbo_status(ctx, ctx->draw_fbo) != GL_FRAMEBUFFER_COMPLETE) {
      ga_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: the framebuffer is incomplete", kind == GA_PIXELS_BITMAP ? "glBitmap" : "glDrawPixels");
      return;
   }
   enter(ctx, kind, &saved);
   const GLfloat *viewport = ctx->viewport[0], z = 2 * ctx->legacy->raster.position[2] - 1;
   ga_Begin(ctx, GL_TRIANGLE_STRIP);
   for (unsigned i = 0; i < 4; i++) {
      const GLfloat s = i & 1, t = (GLfloat)(i / 2);
      ga_legacy_attrib(ctx, GLSL_ATTRIB_TEX_COORD0, s, t, 0, 1);
      ga_legacy_attrib(ctx, 0, 2 * (s ? x1 : x0) / viewport[2] - 1, 2 * (t ? y1 : y0) / viewport[3] - 1, z, 1);
   }
   ga_End(ctx);
   leave(ctx, &saved);
}

static void zoomed(struct ga_context *ctx, GLsizei width, GLsizei height)
{
   const struct ga_raster *r = &ctx->legacy->raster;
   const GLfloat x = r->position[0], y = r->position[1];
   rectangle(ctx, GA_PIXELS_IMAGE, x, y, x + ctx->legacy->pixel_zoom[0] * (GLfloat)width, y + ctx->legacy->pixel_zoom[1] * (GLfloat)height);
}

void ga_PixelZoom(struct ga_context *ctx, GLfloat x, GLfloat y)
{
   ctx->legacy->pixel_zoom[0] = x;
   ctx->legacy->pixel_zoom[1] = y;
}

/* ---- bitmaps --------------------------------------------------------------------------------------------------------------------- */

static bool bit_of(const struct ga_pixel_store *store, const uint8_t *row, GLsizei x)
{
   const unsigned at = (unsigned)(store->skip_pixels + x);
   return row[at / 8] >> (store->lsb_first ? at % 8 : 7 - at % 8) & 1;
}

/* A byte of 0 or 255 for each bit; malloc'ed. NULL: an error was raised, or there is no memory to read. */
static uint8_t *unpack_bits(struct ga_context *ctx, GLsizei width, GLsizei height, const GLubyte *bitmap)
{
   const struct ga_pixel_store *store = &ctx->unpack;
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   const uint64_t bits = (uint64_t)(store->row_length ? store->row_length : width), unit = 8u * (unsigned)store->alignment;
   const uint64_t stride_B = (bits + unit - 1) / unit * (unsigned)store->alignment;
   const uint64_t end_B = stride_B * (uint64_t)(store->skip_rows + height - 1) + ((uint64_t)(store->skip_pixels + width) + 7) / 8;
   if (!ga_pixel_memory_get(ctx, "glBitmap", ctx->buffer[GA_BUFFER_PIXEL_UNPACK], bitmap, end_B, PIPE_MAP_READ, &memory) || !memory.data)
      return NULL;
   uint8_t *bytes = malloc((size_t)width * (size_t)height);
   if (!bytes)
      ga_oom(ctx, "glBitmap");
   for (GLsizei y = 0; bytes && y < height; y++)
      for (GLsizei x = 0; x < width; x++)
         bytes[(size_t)y * (size_t)width + (size_t)x] = bit_of(store, memory.data + stride_B * (uint64_t)(store->skip_rows + y), x) ? 255 : 0;
   return bytes;
}

struct bitmap { GLsizei width, height; GLfloat origin[2], move[2]; GLuint present; };

static void draw_bitmap(struct ga_context *ctx, const struct bitmap *b, const uint8_t *bytes)
{
   struct ga_raster *r = &ctx->legacy->raster;
   if (!r->valid)
      return;
   if (b->present && b->width && b->height) {
      GA_HELD_IMAGE struct ga_image_info image = {0};
      const struct pipe_box box = {0, 0, 0, b->width, b->height, 1};
      const struct ga_pixel_store unpack = ctx->unpack;
      const GLfloat x = floorf(r->position[0] - b->origin[0]), y = floorf(r->position[1] - b->origin[1]);
      ga_pixel_store_init(&ctx->unpack);
      ctx->unpack.alignment = 1;
      const bool ok = define(ctx, GL_LUMINANCE8, b->width, b->height, &image) &&
                      ga_teximage_upload(ctx, &image, &box, 2, ga_pixel_format(GL_LUMINANCE, GL_UNSIGNED_BYTE), bytes);
      ctx->unpack = unpack;
      if (ok)
         rectangle(ctx, GA_PIXELS_BITMAP, x, y, x + (GLfloat)b->width, y + (GLfloat)b->height);
      else
         ga_oom(ctx, "glBitmap");
   }
   r->position[0] += b->move[0];
   r->position[1] += b->move[1];
}

/* False: an error was raised. *bytes: malloc'ed or NULL. */
static bool take_bitmap(struct ga_context *ctx, struct bitmap *b, const GLubyte *bits, uint8_t **bytes)
{
   *bytes = NULL;
   if (b->width < 0 || b->height < 0) {
      ga_error(ctx, GL_INVALID_VALUE, "glBitmap: %d x %d", b->width, b->height);
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

/* ---- glDrawPixels ---------------------------------------------------------------------------------------------------------------- */

/* The image that keeps the components' precision. */
static GLenum image_format(GLenum type)
{
   return type == GL_UNSIGNED_BYTE ? GL_RGBA8 : GL_RGBA16;
}

static bool legal_pixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type)
{
   const GLenum error = ga_format_desktop_pixels_error(ctx, format, type);
   if (width < 0 || height < 0)
      ga_error(ctx, GL_INVALID_VALUE, "glDrawPixels: %d x %d", width, height);
   else if (error)
      ga_error(ctx, error, "glDrawPixels: %s, %s", ga_enum_name(format), ga_enum_name(type));
   else if (!ga_format_desktop_class_fits(ctx, ga_format_sized(ctx, GL_RGBA8), format))
      ga_error(ctx, GL_INVALID_OPERATION, "glDrawPixels: %s is not implemented", ga_enum_name(format));
   else
      return true;
   return false;
}

void ga_DrawPixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glDrawPixels";
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   GA_HELD_IMAGE struct ga_image_info image = {0};
   if (!legal_pixels(ctx, width, height, format, type) || !width || !height)
      return;
   const struct ga_pixel_format *f = ga_pixel_format(format, type);
   const struct ga_pixel_layout layout = ga_pixel_layout(&ctx->unpack, f, (uint32_t)width, (uint32_t)height, 2);
   struct ga_buffer *buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   if (!ga_pixel_memory_check(ctx, command, buffer, pixels, layout.end_B, ga_pixel_datum_B(type)) || !ctx->legacy->raster.valid ||
       !ga_pixel_memory_get(ctx, command, buffer, pixels, layout.end_B, PIPE_MAP_READ, &memory) || !memory.data)
      return;
   const struct pipe_box box = {0, 0, 0, width, height, 1};
   if (define(ctx, image_format(type), width, height, &image) && ga_teximage_upload(ctx, &image, &box, 2, f, memory.data))
      zoomed(ctx, width, height);
   else
      ga_oom(ctx, command);
}

/* ---- glCopyPixels ---------------------------------------------------------------------------------------------------------------- */

void ga_CopyPixels(struct ga_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum type)
{
   static const char command[] = "glCopyPixels";
   GA_HELD struct pipe_resource *held = NULL;
   GA_HELD_IMAGE struct ga_image_info image = {0};
   struct ga_read_image src;
   if (type != GL_COLOR && type != GL_DEPTH && type != GL_STENCIL && type != GL_DEPTH_STENCIL)
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s", command, ga_enum_name(type));
   else if (width < 0 || height < 0)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", command, width, height);
   else if (type != GL_COLOR)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %s is not implemented", command, ga_enum_name(type));
   else if (width && height && ga_fbo_read_image(ctx, command, GA_ATT_READ_BUFFER, &src)) {
      held = src.resource;
      if (held->t.samples > 1)
         ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer is multisampled", command);
      else if (!ctx->legacy->raster.valid)
         return;
      else if (define(ctx, GL_RGBA8, width, height, &image) && ga_teximage_copy(ctx, &src, x, y, width, height, &image, 0, 0, 0))
         zoomed(ctx, width, height);
      else
         ga_oom(ctx, command);
   }
}

/* ---- glDrawPixels in lists ------------------------------------------------------------------------------------------------------- */

struct pixels { GLsizei width, height; GLenum format, type; GLuint swap_bytes, present; };

/* The pixels as they are at the time, rows one behind the other. Other errors are those of the execution. */
void ga_save_DrawPixels(struct ga_context *ctx, GLsizei width, GLsizei height, GLenum format, GLenum type, const void *data)
{
   static const char command[] = "glDrawPixels";
   GA_HELD_PIXELS struct ga_pixel_memory memory = {0};
   struct pixels p = {width, height, format, type, ctx->unpack.swap_bytes, false};
   const bool legal = width > 0 && height > 0 && ga_format_desktop_pixels_error(ctx, format, type) == GL_NO_ERROR;
   size_t row_B = 0;
   struct ga_pixel_layout layout = {0};
   if (legal) {
      layout = ga_pixel_layout(&ctx->unpack, ga_pixel_format(format, type), (uint32_t)width, (uint32_t)height, 2);
      row_B = ga_pixel_size_B(format, type) * (size_t)width;
      if (!ga_pixel_memory_get(ctx, command, ctx->buffer[GA_BUFFER_PIXEL_UNPACK], data, layout.end_B, PIPE_MAP_READ, &memory))
         return;
      p.present = memory.data != NULL;
   }
   uint8_t *to = ga_list_add(ctx, GA_LIST_PIXELS, sizeof(p) + (p.present ? row_B * (size_t)height : 0));
   if (to)
      memcpy(to, &p, sizeof(p));
   for (GLsizei y = 0; to && p.present && y < height; y++)
      memcpy(to + sizeof(p) + row_B * (size_t)y, memory.data + layout.skip_B + layout.stride_B * (uint64_t)y, row_B);
   if (ga_list_executes(ctx))
      ga_DrawPixels(ctx, width, height, format, type, data);
}

void ga_list_play_pixels(struct ga_context *ctx, const uint8_t *at)
{
   struct pixels p;
   memcpy(&p, at, sizeof(p));
   const struct ga_pixel_store unpack = ctx->unpack;
   struct ga_buffer *const buffer = ctx->buffer[GA_BUFFER_PIXEL_UNPACK];
   ga_pixel_store_init(&ctx->unpack);
   ctx->unpack.alignment = 1;
   ctx->unpack.swap_bytes = p.swap_bytes;
   ctx->buffer[GA_BUFFER_PIXEL_UNPACK] = NULL;
   ga_DrawPixels(ctx, p.width, p.height, p.format, p.type, p.present ? at + sizeof(p) : NULL);
   ctx->unpack = unpack;
   ctx->buffer[GA_BUFFER_PIXEL_UNPACK] = buffer;
}
