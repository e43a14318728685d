/* ga_copyteximage.c: texture images from the framebuffer: CopyTexImage2D, CopyTexSubImage2D. The device copies where it can
 * (same format: bytes; other colour formats: blit); formats whose components must be rearranged go over the CPU. */
#include <stdlib.h>

#include "ga_entry.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/tables/ga_format.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_texture.h"
#include "state/pipe_format_pack.h"

/* ES 2.0, table 3.9: which components of the framebuffer an image needs. */
static bool components_there(GLenum base_format, const struct ga_format *source)
{
   bool alpha = source->alpha > 0 || source->base_format == GL_RGBA;
   switch (base_format) {
   case GL_ALPHA: case GL_LUMINANCE_ALPHA: case GL_RGBA: return alpha;
   case GL_LUMINANCE: return source->red > 0;
   case GL_RGB: return source->red > 0 && source->green > 0 && source->blue > 0;
   default: return false;
   }
}

/* The image format that CopyTexImage2D makes: the framebuffer's own where the base format is the same, else 8 bits. NULL: not
 * an internal format. */
static const struct ga_format *format_of_copy(struct ga_context *ctx, GLenum internal_format, const struct ga_format *source)
{
   switch (internal_format) {
   case GL_RGBA:
      if (source->internal_format == GL_RGBA4 || source->internal_format == GL_RGB5_A1)
         return ga_format_sized(ctx, source->internal_format);
      return ga_format_sized(ctx, GL_RGBA8);
   case GL_RGB:
      return ga_format_sized(ctx, source->internal_format == GL_RGB565 ? GL_RGB565 : GL_RGB8);
   case GL_ALPHA: return ga_format_sized(ctx, GL_ALPHA8);
   case GL_LUMINANCE: return ga_format_sized(ctx, GL_LUMINANCE8);
   case GL_LUMINANCE_ALPHA: return ga_format_sized(ctx, GL_LUMINANCE8_ALPHA8);
   case GL_RGBA8: case GL_RGBA4: case GL_RGB5_A1: case GL_RGB8: case GL_RGB565: case GL_ALPHA8: case GL_LUMINANCE8:
   case GL_LUMINANCE8_ALPHA8: case GL_LUMINANCE4_ALPHA4: /* OES_required_internalformat */
      return ga_format_sized(ctx, internal_format);
   default: return NULL;
   }
}

/* A rectangle inside both images. `src_y` counts rows as they are stored. */
struct rect { int src_x, src_y, dst_x, dst_y, width, height; };

/* Over the CPU. Through memory of its own where both are one image: the two maps would overlap. */
static bool copy_mapped(struct ga_context *ctx, const struct ga_read_image *src, struct pipe_resource *dst, unsigned dst_level,
                        unsigned dst_layer, const struct ga_format *dst_format, const struct rect *r)
{
   struct pipe_context *pipe = ctx->st.pipe;
   struct pipe_transfer *from, *to;
   const struct pipe_box src_box = { r->src_x, r->src_y, (int32_t)src->layer, r->width, r->height, 1 };
   const struct pipe_box dst_box = { r->dst_x, r->dst_y, (int32_t)dst_layer, r->width, r->height, 1 };
   size_t row_B = pipe_format_stride_B(dst->t.format, r->width);
   uint8_t *rows = malloc(row_B * r->height);
   if (!rows)
      return false;
   const uint8_t *in = pipe->impl->transfer_map(pipe, src->resource, src->level, PIPE_MAP_READ, &src_box, &from);
   if (in) {
      ptrdiff_t stride_B = from->stride_B;
      if (src->y_inverted) {
         in += (r->height - 1) * stride_B;
         stride_B = -stride_B;
      }
      pipe_convert_rect(dst->t.format, rows, row_B, src->resource->t.format, in, stride_B, r->width, r->height,
                        ga_format_store_swizzle(dst_format));
      pipe->impl->transfer_unmap(pipe, from);
   }
   void *out = in ? pipe->impl->transfer_map(pipe, dst, dst_level, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_RANGE, &dst_box, &to) : NULL;
   if (out) {
      pipe_convert_rect(dst->t.format, out, to->stride_B, dst->t.format, rows, row_B, r->width, r->height, NULL);
      pipe->impl->transfer_unmap(pipe, to);
   }
   free(rows);
   return out;
}

static bool copy_image(struct ga_context *ctx, const struct ga_read_image *src, struct ga_texture *tex, unsigned face,
                       unsigned level, const struct rect *r)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const struct ga_format *format = tex->image[face][level].format;
   GA_HELD struct pipe_resource *dst = NULL;
   unsigned dst_level, dst_layer;
   if (!ga_teximage_place(ctx, tex, face, level, &dst, &dst_level, &dst_layer))
      return true;
   bool same_image = dst == src->resource && dst_level == src->level && dst_layer == src->layer;
   if (same_image || ga_format_store_swizzle(format) || src->resource->t.samples > 1)
      return copy_mapped(ctx, src, dst, dst_level, dst_layer, format, r);

   const struct pipe_box src_box = { r->src_x, r->src_y, (int32_t)src->layer, r->width, r->height, 1 };
   if (dst->t.format == src->resource->t.format && !src->y_inverted) {
      pipe->impl->resource_copy_region(pipe, dst, dst_level, r->dst_x, r->dst_y, dst_layer, src->resource, src->level,
                                       &src_box);
      return true;
   }
   struct pipe_blit_info blit = {
      .dst = { dst, dst_level, { r->dst_x, r->dst_y, (int32_t)dst_layer, r->width, r->height, 1 }, dst->t.format },
      .src = { src->resource, src->level, src_box, src->resource->t.format },
      .mask = 0xf,
      .filter = PIPE_TEX_FILTER_NEAREST,
   };
   if (src->y_inverted) {
      blit.src.box.y += r->height;
      blit.src.box.height = -r->height;
   }
   pipe->impl->blit(pipe, &blit);
   return true;
}

/* Clips to the framebuffer: what lies outside leaves the image as it is (ES 2.0: undefined). False: nothing left. */
static bool clip(const struct ga_read_image *src, GLint x, GLint y, GLsizei width, GLsizei height, int dst_x, int dst_y,
                 struct rect *out)
{
   int64_t x0 = x < 0 ? 0 : x, y0 = y < 0 ? 0 : y;
   int64_t x1 = (int64_t)x + width, y1 = (int64_t)y + height;
   x1 = x1 > src->width ? src->width : x1;
   y1 = y1 > src->height ? src->height : y1;
   if (x0 >= x1 || y0 >= y1)
      return false;
   *out = (struct rect){ (int)x0, (int)(src->y_inverted ? src->height - y1 : y0), dst_x + (int)(x0 - x),
                         dst_y + (int)(y0 - y), (int)(x1 - x0), (int)(y1 - y0) };
   return true;
}

/* The framebuffer image that goes into an image of this base format, held by `held`. False: the error was raised. */
static bool source_image(struct ga_context *ctx, const char *command, GLenum base_format, struct ga_read_image *src,
                         struct pipe_resource **held)
{
   if (!ga_fbo_read_image(ctx, command, GA_ATT_COLOR0, src))
      return false;
   *held = src->resource;
   if (components_there(base_format, src->format))
      return true;
   ga_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer (%s) lacks components of %s", command,
            ga_enum_name(src->format->internal_format), ga_enum_name(base_format));
   return false;
}

void ga_CopyTexImage2D(struct ga_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                       GLsizei width, GLsizei height, GLint border)
{
   static const char command[] = "glCopyTexImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   struct ga_read_image src;
   GA_HELD struct pipe_resource *held = NULL; /* it may be the one replaced */
   struct rect r;
   if (!ga_teximage_check(ctx, command, tex, target, level, width, height, border))
      return;
   static const struct ga_format any;
   const struct ga_format *format = format_of_copy(ctx, internalformat, &any);
   if (!format) {
      GLenum error = internalformat == GL_DEPTH_COMPONENT || internalformat == GL_DEPTH_STENCIL ? GL_INVALID_OPERATION :
                     GL_INVALID_ENUM;
      ga_error(ctx, error, "%s: internal format %s", command, ga_enum_name(internalformat));
      return;
   }
   if (!source_image(ctx, command, format->base_format, &src, &held))
      return;
   bool ok = ga_teximage_define(ctx, tex, face, level, width, height, internalformat,
                                format_of_copy(ctx, internalformat, src.format));
   if (ok && clip(&src, x, y, width, height, 0, 0, &r))
      ok = copy_image(ctx, &src, tex, face, level, &r);
   if (!ok)
      ga_oom(ctx, command);
}

void ga_CopyTexSubImage2D(struct ga_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset, GLint x, GLint y,
                          GLsizei width, GLsizei height)
{
   static const char command[] = "glCopyTexSubImage2D";
   unsigned face;
   struct ga_texture *tex = ga_teximage_target(ctx, target, &face);
   GA_TEXTURE_GUARD(ctx, tex);
   struct ga_read_image src;
   GA_HELD struct pipe_resource *held = NULL;
   struct rect r;
   if (!tex) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: no such target: %s", command, ga_enum_name(target));
      return;
   }
   const struct ga_teximage *image = ga_texsubimage_check(ctx, command, tex, face, level, xoffset, yoffset, width, height);
   if (!image || !source_image(ctx, command, image->format->base_format, &src, &held))
      return;
   if (clip(&src, x, y, width, height, xoffset, yoffset, &r) && !copy_image(ctx, &src, tex, face, level, &r))
      ga_oom(ctx, command);
}
