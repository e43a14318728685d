/* si_clear.c: clears as fills where that is possible and faster (si_clear_fill.c), else as rectangles. Colour buffers that take
 * the same bits through the same export format share one rectangle; the first rectangle also clears depth and stencil. Buffer
 * objects are filled by CP DMA (si_copy.c). */
#include "si_blitter.h"

#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

static void clip_rect(struct si_rect *r, const struct pipe_scissor_state *s)
{
   r->x0 = s->minx > r->x0 ? s->minx : r->x0;
   r->y0 = s->miny > r->y0 ? s->miny : r->y0;
   r->x1 = s->maxx < r->x1 ? s->maxx : r->x1;
   r->y1 = s->maxy < r->y1 ? s->maxy : r->y1;
}

/* Takes from `todo` the buffers that can share a rectangle with the lowest one, and fills the colour part of r. */
static unsigned take_group(const struct si_context *ctx, const struct pipe_clear_info *info, unsigned todo,
                           struct si_rect *r)
{
   unsigned first = __builtin_ctz(todo), taken = 0;
   const struct si_surface *lead = (struct si_surface *)ctx->fb.state.cbufs[first];

   r->target_mask = 0;
   memset(&r->ps, 0, sizeof(r->ps));
   for (unsigned i = first; i < ctx->fb.state.color_count; i++) {
      const struct si_surface *s = (struct si_surface *)ctx->fb.state.cbufs[i];
      if (!(todo >> i & 1) || s->number_class != lead->number_class ||
          memcmp(&info->color[i], &info->color[first], sizeof(info->color[i])))
         continue;
      taken |= 1u << i;
      r->target_mask |= (info->colormask[i] & 0xfu) << (4 * i);
      r->ps.col_format |= (uint32_t)s->spi_normal << (4 * i);
   }
   r->ps.is_int = lead->number_class;
   memcpy(r->attrib, &info->color[first], 16);
   return taken;
}

static bool covers(const struct si_rect *r, const struct pipe_surface *s)
{
   return r->x0 <= 0 && r->y0 <= 0 && (uint32_t)r->x1 >= s->width && (uint32_t)r->y1 >= s->height;
}

/* Attachments of a layered framebuffer may have different numbers of layers; a clear reaches all layers of each. */
static unsigned cleared_layers(const struct si_rect *r, const struct si_surface *s)
{
   return r->layered ? s->base.t.last_layer - s->base.t.first_layer + 1u : 1;
}

/* Clears by fills where possible. Returns the colour buffers that are still to be drawn; depth and stencil: r->write_*. */
static unsigned fill_levels(struct si_context *ctx, const struct pipe_clear_info *info, unsigned todo, struct si_rect *r)
{
   if (ctx->lost || ctx->render_cond) /* fills cannot be predicated */
      return todo;
   for (unsigned i = 0; i < r->cb_count; i++)
      if (todo >> i & 1 && covers(r, &r->cb[i]->base) &&
          si_fill_color(ctx, r->cb[i], &info->color[i], info->colormask[i], cleared_layers(r, r->cb[i])))
         todo &= ~(1u << i);
   if (r->write_depth && covers(r, &r->zs->base))
      r->write_depth = !si_fill_depth(ctx, r->zs, info->depth, cleared_layers(r, r->zs));
   if (r->write_stencil && covers(r, &r->zs->base))
      r->write_stencil = !si_fill_stencil(ctx, r->zs, info->stencil, info->stencil_writemask, cleared_layers(r, r->zs));
   return todo;
}

void si_clear(struct pipe_context *base, const struct pipe_clear_info *info)
{
   struct si_context *ctx = si_context(base);
   const struct pipe_framebuffer_state *fb = &ctx->fb.state;
   struct si_rect r = {.cb_count = fb->color_count, .zs = (struct si_surface *)fb->zsbuf, .width = fb->width,
                       .height = fb->height, .x1 = fb->width, .y1 = fb->height, .vs_kind = SI_BLIT_VS_COLOR,
                       .depth = (float)info->depth, .stencil_ref = info->stencil,
                       .stencil_writemask = info->stencil_writemask, .layered = fb->layers > 1, .layers = fb->layers,
                       .predicate = true};
   unsigned todo = info->buffers & ctx->fb.bound_mask;

   for (unsigned i = 0; i < fb->color_count; i++) {
      r.cb[i] = (struct si_surface *)fb->cbufs[i];
      if (!(info->colormask[i] & 0xf))
         todo &= ~(1u << i);
   }
   if (info->scissor_enable)
      clip_rect(&r, &info->scissor);
   r.write_depth = info->buffers & PIPE_CLEAR_DEPTH && fb->zsbuf && pipe_format_has_depth(fb->zsbuf->t.format);
   r.write_stencil = info->buffers & PIPE_CLEAR_STENCIL && fb->zsbuf && pipe_format_has_stencil(fb->zsbuf->t.format) &&
                     info->stencil_writemask;
   todo = fill_levels(ctx, info, todo, &r);
   if (!todo && (r.write_depth || r.write_stencil)) {
      si_draw_rect(ctx, &r);
      return;
   }
   while (todo) {
      todo &= ~take_group(ctx, info, todo, &r);
      si_draw_rect(ctx, &r);
      r.write_depth = r.write_stencil = false;
   }
}

static void surface_rect(struct si_surface *s, unsigned x, unsigned y, unsigned width, unsigned height,
                         struct si_rect *r)
{
   *r = (struct si_rect){.width = s->base.width, .height = s->base.height, .x0 = x, .y0 = y, .x1 = x + width,
                         .y1 = y + height, .vs_kind = SI_BLIT_VS_COLOR};
   r->layers = s->base.t.last_layer - s->base.t.first_layer + 1;
   r->layered = r->layers > 1;
}

void si_clear_render_target(struct pipe_context *base, struct pipe_surface *dst, const union pipe_color_union *color,
                            unsigned x, unsigned y, unsigned width, unsigned height)
{
   struct si_surface *s = (struct si_surface *)dst;
   struct si_rect r;

   surface_rect(s, x, y, width, height, &r);
   r.cb[0] = s;
   r.cb_count = 1;
   r.target_mask = 0xf;
   r.ps.col_format = s->spi_normal;
   r.ps.is_int = s->number_class;
   memcpy(r.attrib, color, 16);
   si_draw_rect(si_context(base), &r);
}

void si_clear_depth_stencil(struct pipe_context *base, struct pipe_surface *dst, unsigned buffers, double depth,
                            unsigned stencil, unsigned x, unsigned y, unsigned width, unsigned height)
{
   struct si_rect r;

   surface_rect((struct si_surface *)dst, x, y, width, height, &r);
   r.zs = (struct si_surface *)dst;
   r.write_depth = buffers & PIPE_CLEAR_DEPTH && pipe_format_has_depth(dst->t.format);
   r.write_stencil = buffers & PIPE_CLEAR_STENCIL && pipe_format_has_stencil(dst->t.format);
   r.depth = (float)depth;
   r.stencil_ref = stencil;
   r.stencil_writemask = 0xff;
   si_draw_rect(si_context(base), &r);
}
