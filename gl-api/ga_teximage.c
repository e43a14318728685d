/* ga_teximage.c: texture images from client memory: TexImage2D, TexSubImage2D, and the checks that all image commands share.
 * Known gap: pixel unpack buffers (not in OpenGL ES 2.0). */
#include "gl-api/ga_texture.h"

#include "ga_entry.h"
#include "gl-api/ga_format.h"
#include "gl-api/ga_pixels.h"
#include "state/st_format_pack.h"

/* ---- checks ------------------------------------------------------------------------------------------------------------------ */

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

/* ---- upload ------------------------------------------------------------------------------------------------------------------ */

static GLenum base_of_pixels(GLenum format)
{
   return format == GL_BGRA ? GL_RGBA : format;
}

bool ga_teximage_upload(struct ga_context *ctx, struct ga_texture *tex, unsigned face, unsigned level, unsigned x, unsigned y,
                        unsigned width, unsigned height, const struct ga_pixel_format *pixels, const void *data)
{
   struct st_context *pipe = ctx->st.pipe;
   const struct ga_format *format = tex->image[face][level].format;
   struct st_resource *res;
   unsigned res_level, layer;
   if (!data || !width || !height || !ga_teximage_place(tex, face, level, &res, &res_level, &layer))
      return true;
   struct ga_pixel_layout layout = ga_pixel_layout(&ctx->unpack, pixels, width, height);
   const uint8_t *src = (const uint8_t *)data + layout.skip_B;
   const struct st_box box = { (int32_t)x, (int32_t)y, (int32_t)layer, (int32_t)width, (int32_t)height, 1 };

   /* The bytes are those that the device keeps: nothing to convert. */
   if (pixels->same == res->t.format && base_of_pixels(pixels->format) == format->base_format &&
       layout.stride_B <= UINT32_MAX) {
      pipe->impl->texture_subdata(pipe, res, res_level, &box, src, (unsigned)layout.stride_B, 0);
      return true;
   }
   struct st_transfer *transfer;
   void *map = pipe->impl->transfer_map(pipe, res, res_level, ST_MAP_WRITE | ST_MAP_DISCARD_RANGE, &box, &transfer);
   if (!map)
      return false;
   st_convert_rect(res->t.format, map, transfer->stride_B, pixels->meaning, src, (ptrdiff_t)layout.stride_B, width, height,
                   ga_format_store_swizzle(format));
   pipe->impl->transfer_unmap(pipe, transfer);
   return true;
}

/* ---- commands ---------------------------------------------------------------------------------------------------------------- */

void ga_TexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width, GLsizei height,
                   GLint border, GLenum format, GLenum type, const void *pixels)
{
   static const char command[] = "glTexImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
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
   if (tex->target == GA_TEX_CUBE && image_format->depth_renderable && ctx->api == GA_API_ES2 && ctx->version < 30) {
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
