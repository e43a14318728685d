/* si_fb.c: surfaces and the framebuffer: export formats and masks that follow from the bound targets, and the cache flush
 * when targets change, after which the old ones can be sampled. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

static bool pack_surface(struct si_context *ctx, struct si_surface *s)
{
   return pipe_format_is_depth_or_stencil(s->base.t.format) ? si_init_db_surface(ctx, s) : si_init_cb_surface(ctx, s);
}

struct pipe_surface *si_create_surface(struct pipe_context *base, struct pipe_resource *res,
                                       const struct pipe_view_template *tmpl)
{
   struct si_context *ctx = si_context(base);
   struct si_surface *s = calloc(1, sizeof(*s));

   if (!s)
      return NULL;
   s->base.t = *tmpl;
   s->base.ctx = base;
   s->base.width = si_level_width(res, tmpl->first_level);
   s->base.height = si_level_height(res, tmpl->first_level);
   s->base.resource = res;
   atomic_init(&s->base.refs, 1);
   if (!pack_surface(ctx, s)) {
      free(s);
      return NULL;
   }
   ctx->has_plain_dcc |= si_resource(res)->dcc_offset_B && !s->has_dcc;
   pipe_resource_ref(res);
   si_resource_use(si_resource(res), ctx);
   return &s->base;
}

void si_surface_destroy(struct pipe_context *ctx, struct pipe_surface *surface)
{
   (void)ctx;
   pipe_resource_unref(surface->resource);
   free(surface);
}

static void derive(struct si_context *ctx)
{
   struct si_framebuffer *fb = &ctx->fb;

   fb->target_mask = fb->spi_normal = fb->spi_blend = fb->spi_alpha = fb->spi_blend_alpha = 0;
   fb->int8_mask = fb->int10_mask = fb->blendable_mask = fb->bound_mask = 0;
   for (unsigned i = 0; i < fb->state.color_count; i++) {
      const struct si_surface *s = (struct si_surface *)fb->state.cbufs[i];
      if (!s)
         continue;
      fb->target_mask |= 0xfu << (4 * i);
      fb->spi_normal |= (uint32_t)s->spi_normal << (4 * i);
      fb->spi_blend |= (uint32_t)s->spi_blend << (4 * i);
      fb->spi_alpha |= (uint32_t)s->spi_alpha << (4 * i);
      fb->spi_blend_alpha |= (uint32_t)s->spi_blend_alpha << (4 * i);
      fb->int8_mask |= s->is_int8 << i;
      fb->int10_mask |= s->is_int10 << i;
      fb->blendable_mask |= s->is_blendable << i;
      fb->bound_mask |= 1 << i;
   }
}

void si_set_framebuffer(struct pipe_context *base, const struct pipe_framebuffer_state *state)
{
   struct si_context *ctx = si_context(base);
   struct pipe_framebuffer_state old = ctx->fb.state;

   if (!memcmp(&old, state, sizeof(old)))
      return;
   if (ctx->targets_written)
      si_flush_targets(ctx);
   ctx->fb.state = *state;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      ctx->fb.state.cbufs[i] = i < state->color_count ? pipe_surface_ref(state->cbufs[i]) : NULL;
   ctx->fb.state.zsbuf = pipe_surface_ref(state->zsbuf);
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      pipe_surface_unref(old.cbufs[i]);
   if (old.zsbuf != state->zsbuf)
      ctx->dirty |= SI_DIRTY_POLY_OFFSET | SI_DIRTY_DSA;
   pipe_surface_unref(old.zsbuf);
   derive(ctx);
   ctx->dirty |= SI_DIRTY_FRAMEBUFFER | SI_DIRTY_CB_STATE | SI_DIRTY_MSAA | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND;
   if (old.y_inverted != state->y_inverted)
      ctx->dirty |= SI_DIRTY_RASTER;
   if (old.samples != state->samples)
      ctx->internal_dirty = true; /* positions of samples */
   ctx->shaders_dirty = true;
}

void si_fb_release(struct si_context *ctx)
{
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      pipe_surface_unref(ctx->fb.state.cbufs[i]);
   pipe_surface_unref(ctx->fb.state.zsbuf);
   memset(&ctx->fb, 0, sizeof(ctx->fb));
}

static void emit_surface(struct si_context *ctx, unsigned index, struct si_surface *s)
{
   if (s && s->desc_seq != si_resource(s->base.resource)->desc_seq)
      pack_surface(ctx, s); /* the resource became linear for export */
   si_emit_cb(ctx, index, s);
}

void si_emit_targets(struct si_context *ctx, struct si_surface *const *cbufs, unsigned count, struct si_surface *zs,
                     uint32_t width, uint32_t height)
{
   struct pm4_buf *b = &ctx->cs.buf;

   for (unsigned i = 0; i < count; i++)
      emit_surface(ctx, i, cbufs[i]);
   for (unsigned i = count; i < ctx->fb.emitted_count; i++)
      si_emit_cb(ctx, i, NULL);
   ctx->fb.emitted_count = count;
   si_emit_db(ctx, zs);
   pm4_set_context_reg_seq(b, R_028204_PA_SC_WINDOW_SCISSOR_TL, 2);
   pm4_emit(b, S_028204_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(b, S_028208_BR_X(width) | S_028208_BR_Y(height));
}

void si_emit_framebuffer(struct si_context *ctx)
{
   const struct pipe_framebuffer_state *fb = &ctx->fb.state;
   struct si_surface *cbufs[PIPE_MAX_COLOR_BUFS];

   for (unsigned i = 0; i < fb->color_count; i++)
      cbufs[i] = (struct si_surface *)fb->cbufs[i];
   si_emit_targets(ctx, cbufs, fb->color_count, (struct si_surface *)fb->zsbuf, fb->width, fb->height);
}
