/* si_blit_pass.c: draws one rectangle that copies a layer of an image to another. si_blit.c and si_copy.c are built on it.
 * The pixel shader samples or fetches texels; colour, depth and stencil are separate passes. */
#include "si_blitter.h"

#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"
#include "state/pipe_format_float.h"

/* T# and S# of slot 0 for one layer. 3D textures keep their type: their slices are not array layers for the texture unit. */
static bool make_source(struct si_context *ctx, const struct si_blit_pass *p, uint32_t slot[SI_TEXTURE_SLOT_DW], uint8_t *target)
{
   unsigned layer = (unsigned)p->src_z;
   struct pipe_view_template t = {.target = PIPE_TEXTURE_2D, .format = p->src_format, .first_level = p->src_level,
                                  .last_level = p->src_level, .first_layer = layer, .last_layer = layer,
                                  .swizzle = {0, 1, 2, 3}};
   unsigned filter = p->linear ? V_008F38_SQ_TEX_XY_FILTER_BILINEAR : V_008F38_SQ_TEX_XY_FILTER_POINT;

   if (p->src->base.t.target == PIPE_TEXTURE_3D)
      t.target = PIPE_TEXTURE_3D;
   memset(slot, 0, SI_TEXTURE_SLOT_DW * 4);
   if (!si_make_texture_desc(ctx->screen, p->src, &t, slot))
      return false;
   *target = t.target;
   if (p->alpha_one)
      slot[3] = (slot[3] & C_008F1C_DST_SEL_W) | S_008F1C_DST_SEL_W(V_008F1C_SQ_SEL_1);
   slot[12] = S_008F30_CLAMP_X(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) | S_008F30_CLAMP_Y(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) |
              S_008F30_CLAMP_Z(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) | S_008F30_TRUNC_COORD(!p->linear) |
              S_008F30_COMPAT_MODE(ctx->screen->info.sampler_compat_mode);
   slot[13] = S_008F34_MAX_LOD(0xfff);
   slot[14] = S_008F38_XY_MAG_FILTER(filter) | S_008F38_XY_MIN_FILTER(filter) | S_008F38_DISABLE_LSB_CEIL(1) |
              S_008F38_FILTER_PREC_FIX(1);
   return true;
}

/* A target on the caller's stack: it holds no reference. */
static bool make_target(struct si_context *ctx, struct si_resource *res, enum pipe_format format, unsigned level, unsigned layer,
                        struct si_surface *s)
{
   memset(s, 0, sizeof(*s));
   s->base.resource = &res->base;
   s->base.t = (struct pipe_view_template){.target = PIPE_TEXTURE_2D, .format = format, .first_level = level, .last_level = level,
                                           .first_layer = layer, .last_layer = layer};
   s->base.width = si_level_width(&res->base, level);
   s->base.height = si_level_height(&res->base, level);
   return pipe_format_is_depth_or_stencil(format) ? si_init_db_surface(ctx, s) : si_init_cb_surface(ctx, s);
}

/* Texture coordinates of the corners: texels for fetches, normalised for sampling. */
static void set_coordinates(const struct si_blit_pass *p, struct si_rect *r)
{
   const struct pipe_resource *src = &p->src->base;
   float w = 1, h = 1, layers = 1;

   if (!p->texel_fetch) {
      w = si_level_width(src, p->src_level);
      h = si_level_height(src, p->src_level);
      layers = si_level_layers(src, p->src_level);
   }
   r->attrib[0] = pipe_float_bits(p->src_x0 / w);
   r->attrib[1] = pipe_float_bits(p->src_y0 / h);
   r->attrib[2] = pipe_float_bits(p->src_x1 / w);
   r->attrib[3] = pipe_float_bits(p->src_y1 / h);
   r->attrib[4] = pipe_float_bits(src->t.target == PIPE_TEXTURE_3D ? p->src_z / layers : 0);
   r->attrib[5] = pipe_float_bits(0);
}

/* The colour block resolves pixel by pixel between images whose micro tiles have the same order. It takes integers' first sample, as
 * the shader does, but exports of 16 normalised bits are not possible (radeonsi avoids them for R16G16). */
static bool colour_block_resolves(const struct si_context *ctx, const struct si_blit_pass *p)
{
   const struct si_resource *src = p->src, *dst = p->dst;
   const struct si_format *f = &ctx->screen->format[p->dst_format];
   const bool norm = f->cb_number == V_028C70_NUMBER_UNORM || f->cb_number == V_028C70_NUMBER_SNORM;
   const bool norm16 = norm && (f->cb_format == V_028C70_COLOR_16 || f->cb_format == V_028C70_COLOR_16_16 ||
                                f->cb_format == V_028C70_COLOR_16_16_16_16);

   return p->part == SI_BLIT_DST_COLOR && src->base.t.samples > 1 && dst->base.t.samples <= 1 && !p->sample && f->is_renderable &&
          p->src_format == p->dst_format && p->color_mask == 0xf && !p->alpha_one && !norm16 && !src->dcc_offset_B &&
          !dst->dcc_offset_B && dst->surf.level[p->dst_level].mode != SURF_LINEAR &&
          src->surf.tile.micro_mode == dst->surf.tile.micro_mode && p->src_x0 == (float)p->dst_x0 && p->src_x1 == (float)p->dst_x1 &&
          p->src_y0 == (float)p->dst_y0 && p->src_y1 == (float)p->dst_y1 && p->dst_x1 <= (int)src->base.t.width &&
          p->dst_y1 <= (int)src->base.t.height;
}

static bool resolve(struct si_context *ctx, const struct si_blit_pass *p)
{
   struct si_surface from, to;
   struct si_rect r = {.cb = {&from, &to}, .cb_count = 2, .vs_kind = SI_BLIT_VS_COLOR, .target_mask = 0xf, .resolve = true,
                       .x0 = p->dst_x0, .y0 = p->dst_y0, .x1 = p->dst_x1, .y1 = p->dst_y1, .predicate = p->predicate,
                       .scissor_enable = p->scissor_enable, .scissor = p->scissor};

   if (!make_target(ctx, p->src, p->src_format, p->src_level, (unsigned)p->src_z, &from) ||
       !make_target(ctx, p->dst, p->dst_format, p->dst_level, p->dst_layer, &to))
      return false;
   r.width = to.base.width;
   r.height = to.base.height;
   r.ps.col_format = from.spi_normal;
   r.ps.is_int = from.number_class;
   return si_draw_rect(ctx, &r);
}

bool si_draw_blit_pass(struct si_context *ctx, const struct si_blit_pass *p)
{
   if (colour_block_resolves(ctx, p))
      return resolve(ctx, p);
   uint32_t slot[SI_TEXTURE_SLOT_DW + sizeof(p->scale) / 4 + 1];
   struct si_surface target;
   struct si_rect r = {.vs_kind = SI_BLIT_VS_TEX, .texture = slot, .texture_res = p->src, .predicate = p->predicate,
                       .x0 = p->dst_x0, .y0 = p->dst_y0, .x1 = p->dst_x1, .y1 = p->dst_y1,
                       .scissor_enable = p->scissor_enable, .scissor = p->scissor};

   if (!si_dcc_applies(p->src, p->src_format))
      si_expand_dcc(ctx, p->src);
   r.ps.kind = SI_BLIT_PS_TEX;
   r.ps.use_texel_fetch = p->texel_fetch;
   r.ps.samples = p->src->base.t.samples > 1 ? p->src->base.t.samples : 0;
   r.ps.scaled = p->scaled;
   memcpy(slot + SI_TEXTURE_SLOT_DW, p->scale, sizeof(p->scale));
   r.ps.one_sample = p->sample > 0;
   r.sample = p->sample;
   slot[SI_TEXTURE_SLOT_DW + sizeof(p->scale) / 4] = p->sample - 1u;
   r.ps.dst = p->part;
   if (!make_source(ctx, p, slot, &r.ps.target) || !make_target(ctx, p->dst, p->dst_format, p->dst_level, p->dst_layer, &target))
      return false;
   if (p->part == SI_BLIT_DST_COLOR) {
      r.cb[0] = &target;
      r.cb_count = 1;
      r.target_mask = p->color_mask;
      r.ps.is_int = target.number_class;
      r.ps.col_format = target.spi_normal;
   } else {
      r.zs = &target;
      r.write_depth = p->part == SI_BLIT_DST_DEPTH;
      r.write_stencil = p->part == SI_BLIT_DST_STENCIL;
      r.stencil_writemask = 0xff;
      r.ps.is_int = p->part == SI_BLIT_DST_STENCIL ? SI_NUMBER_UINT : SI_NUMBER_FLOAT;
   }
   /* Blocks of a compressed level that are addressed as texels may reach beyond its size in texels. */
   r.width = surf_max_u32(target.base.width, p->dst_x1);
   r.height = surf_max_u32(target.base.height, p->dst_y1);
   set_coordinates(p, &r);
   return si_draw_rect(ctx, &r);
}
