/* ga_texture_clear.c: a box of an image filled with one texel (GL 4.6, 8.21). */
#include <stdlib.h>
#include <string.h>

#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"
#include "state/pipe_format_pack.h"

/* Rows of a band of texels that are uploaded at once. */
#define BAND_B (64 << 10)

static bool fill(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *texel)
{
   struct pipe_context *pipe = ctx->st.pipe;
   const size_t texel_B = pipe_format_block_size_B(image->format->st), row_B = texel_B * (size_t)box->width;
   int rows = (int)(BAND_B / row_B);
   rows = rows < 1 ? 1 : rows < box->height ? rows : box->height;
   uint8_t *band = malloc(row_B * (size_t)rows);
   if (!band)
      return false;
   for (size_t i = 0; i < (size_t)rows * (size_t)box->width; i++)
      memcpy(band + i * texel_B, texel, texel_B);
   for (int z = 0; z < box->depth; z++)
      for (int y = 0; y < box->height; y += rows) {
         const int count = box->height - y < rows ? box->height - y : rows;
         const struct pipe_box part = { box->x, box->y + y, (int32_t)image->layer + box->z + z, box->width, count, 1 };
         pipe->impl->texture_subdata(pipe, image->resource, image->level, &part, band, (unsigned)row_B, 0);
      }
   free(band);
   return true;
}

/* Every sample of a slice. */
static void clear_slice(struct pipe_context *pipe, struct pipe_surface *surface, enum pipe_format format, const struct pipe_box *box,
                        const uint8_t *texel)
{
   const unsigned x = (unsigned)box->x, y = (unsigned)box->y, width = (unsigned)box->width, height = (unsigned)box->height;
   union pipe_color_union color;
   if (pipe_format_is_depth_or_stencil(format)) {
      float depth = 0;
      uint8_t stencil = 0;
      if (pipe_format_has_depth(format))
         pipe_unpack_z_float(format, &depth, texel, 1);
      if (pipe_format_has_stencil(format))
         pipe_unpack_s8(format, &stencil, texel, 1);
      pipe->impl->clear_depth_stencil(pipe, surface, PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, (double)depth, stencil, x, y, width, height);
      return;
   }
   if (pipe_format_is_pure_uint(format))
      pipe_unpack_uint(format, &color.ui, texel, 1);
   else if (pipe_format_is_pure_sint(format))
      pipe_unpack_sint(format, &color.i, texel, 1);
   else
      pipe_unpack_float(format, &color.f, texel, 1);
   pipe->impl->clear_render_target(pipe, surface, &color, x, y, width, height);
}

static bool clear_samples(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *texel)
{
   struct pipe_context *pipe = ctx->st.pipe;
   for (int z = 0; z < box->depth; z++) {
      const uint16_t layer = (uint16_t)((int)image->layer + box->z + z);
      const struct pipe_view_template t = { .target = PIPE_TEXTURE_2D, .format = image->format->st, .first_level = (uint8_t)image->level,
                                            .last_level = (uint8_t)image->level, .first_layer = layer, .last_layer = layer };
      struct pipe_surface *surface = pipe->impl->create_surface(pipe, image->resource, &t);
      if (!surface)
         return false;
      clear_slice(pipe, surface, image->format->st, box, texel);
      pipe_surface_unref(surface);
   }
   return true;
}

bool ga_teximage_clear(struct ga_context *ctx, const struct ga_image_info *image, const struct pipe_box *box, const uint8_t *texel)
{
   if (!image->resource || box->width <= 0 || box->height <= 0 || box->depth <= 0)
      return true;
   return image->samples > 1 ? clear_samples(ctx, image, box, texel) : fill(ctx, image, box, texel);
}
