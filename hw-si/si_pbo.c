/* si_pbo.c: copies between buffers and textures with conversion of the format. A linear texture stands between them: CP DMA
 * copies rows of the buffer, the blitter converts. Layers go one by one. */
#include "si_context.h"

#include "pipe_format_desc.h"

/* A linear texture of one layer in the format of the buffer. NULL: no memory. */
static struct pipe_resource *make_rows(struct si_context *ctx, const struct pipe_buffer_texture_copy *c)
{
   struct pipe_resource_template t = {
      .target = PIPE_TEXTURE_2D, .format = c->buffer_format, .width = c->box.width, .height = c->box.height, .depth = 1,
      .layers = 1, .bind = PIPE_BIND_SAMPLER_VIEW | PIPE_BIND_RENDER_TARGET | PIPE_BIND_LINEAR,
   };

   return si_resource_create(&ctx->screen->base, &t);
}

/* Whether the blitter can sample one and draw to the other. */
static bool can_convert(const struct si_context *ctx, enum pipe_format from, enum pipe_format to)
{
   return ctx->screen->format[from].is_sampled && ctx->screen->format[to].is_renderable &&
          pipe_format_is_pure_int(from) == pipe_format_is_pure_int(to) && !pipe_format_is_compressed(from) &&
          !pipe_format_is_depth_or_stencil(from);
}

static bool is_empty(const struct pipe_box *box)
{
   return box->width <= 0 || box->height <= 0 || box->depth <= 0;
}

static uint64_t layer_va(const struct pipe_buffer_texture_copy *c, int layer)
{
   return si_resource(c->buffer)->va + c->offset_B + (uint64_t)layer * c->layer_stride_B;
}

bool si_copy_buffer_to_texture(struct pipe_context *base, const struct pipe_buffer_texture_copy *c)
{
   struct si_context *ctx = si_context(base);
   struct pipe_blit_info blit = {.dst = {c->texture, c->level, c->box, c->texture_format}, .mask = 0xf};
   uint64_t row_B = pipe_format_stride_B(c->buffer_format, c->box.width), pitch_B;
   struct pipe_resource *rows;

   if (is_empty(&c->box))
      return true;
   if (ctx->lost || !can_convert(ctx, c->buffer_format, c->texture_format) || !(rows = make_rows(ctx, c)))
      return false;
   pitch_B = (uint64_t)si_resource(rows)->surf.level[0].pitch_el * si_resource(rows)->surf.bytes_per_el;
   blit.src = (struct pipe_blit_side){rows, 0, {0, 0, 0, c->box.width, c->box.height, 1}, c->buffer_format};
   blit.dst.box.depth = 1;
   for (int i = 0; i < c->box.depth; i++) {
      si_dma_rows(ctx, si_resource(rows), si_resource(rows)->va, pitch_B, si_resource(c->buffer)->bo, layer_va(c, i),
                  c->stride_B, row_B, c->box.height);
      blit.dst.box.z = c->box.z + i;
      si_blit(base, &blit);
   }
   pipe_resource_unref(rows);
   return true;
}

bool si_copy_texture_to_buffer(struct pipe_context *base, const struct pipe_buffer_texture_copy *c)
{
   struct si_context *ctx = si_context(base);
   struct pipe_blit_info blit = {.src = {c->texture, c->level, c->box, c->texture_format}, .mask = 0xf};
   uint64_t row_B = pipe_format_stride_B(c->buffer_format, c->box.width), pitch_B;
   struct pipe_resource *rows;

   if (is_empty(&c->box))
      return true;
   if (ctx->lost || !can_convert(ctx, c->texture_format, c->buffer_format) || !(rows = make_rows(ctx, c)))
      return false;
   pitch_B = (uint64_t)si_resource(rows)->surf.level[0].pitch_el * si_resource(rows)->surf.bytes_per_el;
   blit.dst = (struct pipe_blit_side){rows, 0, {0, 0, 0, c->box.width, c->box.height, 1}, c->buffer_format};
   blit.src.box.depth = 1;
   for (int i = 0; i < c->box.depth; i++) {
      blit.src.box.z = c->box.z + i;
      si_blit(base, &blit);
      si_dma_rows(ctx, si_resource(c->buffer), layer_va(c, i), c->stride_B, si_resource(rows)->bo, si_resource(rows)->va, pitch_B,
                  row_B, c->box.height);
   }
   si_buffer_written(si_resource(c->buffer), c->offset_B,
                     c->offset_B + (c->box.depth - 1) * c->layer_stride_B + (uint64_t)(c->box.height - 1) * c->stride_B + row_B);
   pipe_resource_unref(rows);
   return true;
}
