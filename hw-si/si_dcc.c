/* si_dcc.c: imported images that another process compresses (DCC of GFX8; the kernel's metadata have the place of the keys). Views and
 * targets of the image's own format use the keys. Whatever reads or writes the plain bytes (the CPU, image units, views and targets of
 * other formats, whose clear keys would mean other values) decompresses in place before: all keys then say "uncompressed", which both
 * processes understand. This driver's own images have no DCC. */
#include "si_blitter.h"

#include "hw_regs.h"
#include "pipe_format_desc.h"

bool si_dcc_applies(const struct si_resource *res, enum pipe_format format)
{
   const enum pipe_format own = res->base.t.format;

   return res->dcc_offset_B && (format == own || pipe_format_linear(format) == own || pipe_format_linear(own) == format);
}

void si_expand_dcc(struct si_context *ctx, struct si_resource *res)
{
   struct si_surface s = {
      .base = {.resource = &res->base, .width = res->base.t.width, .height = res->base.t.height,
               .t = {.target = PIPE_TEXTURE_2D, .format = res->base.t.format}}};
   struct si_rect r = {.cb = {&s}, .cb_count = 1, .width = s.base.width, .height = s.base.height, .x1 = (int)s.base.width,
                       .y1 = (int)s.base.height, .vs_kind = SI_BLIT_VS_COLOR, .target_mask = 0xf, .layers = 1, .decompress_dcc = true};

   if (!res->dcc_offset_B || !si_init_cb_surface(ctx, &s))
      return;
   r.ps.col_format = s.spi_normal;
   r.ps.is_int = s.number_class;
   si_draw_rect(ctx, &r);
}

void si_expand_plain_targets(struct si_context *ctx, struct si_surface *const *cbufs, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      struct si_resource *res = cbufs[i] ? si_resource(cbufs[i]->base.resource) : NULL;
      if (res && res->dcc_offset_B && !si_dcc_applies(res, cbufs[i]->base.t.format))
         si_expand_dcc(ctx, res);
   }
}

void si_expand_plain_bindings(struct si_context *ctx)
{
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++) {
      const struct si_stage *st = &ctx->stage[stage];
      for (uint32_t mask = st->view_mask; mask; mask &= mask - 1) {
         const struct pipe_sampler_view *view = st->view[__builtin_ctz(mask)];
         if (!si_dcc_applies(si_resource(view->resource), view->t.format))
            si_expand_dcc(ctx, si_resource(view->resource));
      }
      for (uint32_t mask = st->image_mask; mask; mask &= mask - 1)
         si_expand_dcc(ctx, si_resource(st->image[__builtin_ctz(mask)].resource));
   }
   si_expand_plain_residents(ctx);
   si_expand_plain_targets(ctx, (struct si_surface *const *)ctx->fb.state.cbufs, ctx->fb.state.color_count);
}
