/* si_blit.c: scaling and converting copies (blit) and mipmap generation, on top of si_blitter.c's rectangle. Layers are
 * drawn one by one. Depth and stencil go in two passes, one plane each. Gap: multisample resolve. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"

static uint32_t f32(float v)
{
   return ((union pipe_color_union){.f = {v}}).ui[0];
}

/* A format with the same bits whose first channel is red: luminance, alpha and intensity drawn as what they are stored
 * as. Only right when source and destination both use it. */
static enum pipe_format storage_format(const struct si_screen *screen, enum pipe_format format)
{
   const struct pipe_format_desc *d = pipe_format_desc(format);

   if (screen->format[format].is_renderable)
      return format;
   for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
      const struct pipe_format_desc *o = pipe_format_desc(i);
      if (screen->format[i].is_renderable && screen->format[i].is_sampled && o->block_size_B == d->block_size_B &&
          o->channel_count == d->channel_count && o->colorspace == d->colorspace &&
          !memcmp(o->channel, d->channel, sizeof(o->channel)))
         return i;
   }
   return PIPE_FORMAT_NONE;
}

struct span { int dst0, dst1; float src0, src1; };

/* One axis: the destination runs upwards, the source may run downwards. */
static struct span make_span(int dst, int dst_size, int src, int src_size)
{
   if (dst_size < 0)
      return (struct span){dst + dst_size, dst, src + src_size, src};
   return (struct span){dst, dst + dst_size, src, src + src_size};
}

/* Rectangles of the blitter have 16-bit corners, and targets end: cut both sides in proportion. */
static bool clip_span(struct span *s, int low, int high)
{
   float scale;

   if (s->dst0 >= s->dst1)
      return false;
   scale = (s->src1 - s->src0) / (float)(s->dst1 - s->dst0);
   if (s->dst0 < low) {
      s->src0 += scale * (float)(low - s->dst0);
      s->dst0 = low;
   }
   if (s->dst1 > high) {
      s->src1 -= scale * (float)(s->dst1 - high);
      s->dst1 = high;
   }
   return s->dst0 < s->dst1;
}

struct pass {
   enum pipe_format src_format, dst_format;
   uint8_t zs_part; /* 0 colour, 1 depth, 2 stencil */
};

static bool blit_layer(struct si_context *ctx, const struct pipe_blit_info *info, const struct pass *pass,
                       const struct span *x, const struct span *y, unsigned dst_layer, float src_layer)
{
   struct si_resource *src = si_resource(info->src.resource), *dst = si_resource(info->dst.resource);
   bool linear = info->filter == PIPE_TEX_FILTER_LINEAR && !pass->zs_part && !pipe_format_is_pure_int(pass->src_format);
   float w = si_level_width(&src->base, info->src.level), h = si_level_height(&src->base, info->src.level);
   uint32_t slot[SI_TEXTURE_SLOT_DW];
   struct si_surface target;
   struct si_rect r = {.vs_kind = SI_BLIT_VS_TEX, .texture = slot, .texture_res = src};

   r.ps.kind = SI_BLIT_PS_TEX;
   if (!si_blit_source(ctx, src, pass->src_format, info->src.level, (unsigned)src_layer, linear, slot, &r.ps.target) ||
       !si_blit_target(ctx, dst, pass->dst_format, info->dst.level, dst_layer, &target))
      return false;
   r.ps.dst = pass->zs_part;
   r.ps.use_texel_fetch = x->src1 - x->src0 == (float)(x->dst1 - x->dst0) &&
                          y->src1 - y->src0 == (float)(y->dst1 - y->dst0) && r.ps.target != PIPE_TEXTURE_3D;
   if (pass->zs_part) {
      r.zs = &target;
      r.write_depth = pass->zs_part == 1;
      r.write_stencil = pass->zs_part == 2;
      r.stencil_writemask = 0xff;
      r.ps.is_int = pass->zs_part == 2 ? 2 : 0;
   } else {
      r.cb[0] = &target;
      r.cb_count = 1;
      r.target_mask = info->mask & 0xf;
      r.ps.is_int = target.number_class;
      r.ps.col_format = target.spi_normal;
      if (info->alpha_one) /* destination keeps alpha: SEL_1 delivers it */
         slot[3] = (slot[3] & C_008F1C_DST_SEL_W) | S_008F1C_DST_SEL_W(V_008F1C_SQ_SEL_1);
   }
   r.width = target.base.width;
   r.height = target.base.height;
   r.x0 = x->dst0;
   r.x1 = x->dst1;
   r.y0 = y->dst0;
   r.y1 = y->dst1;
   if (r.ps.use_texel_fetch)
      w = h = 1;
   r.attrib[0] = f32(x->src0 / w);
   r.attrib[1] = f32(y->src0 / h);
   r.attrib[2] = f32(x->src1 / w);
   r.attrib[3] = f32(y->src1 / h);
   r.attrib[4] = f32(r.ps.target == PIPE_TEXTURE_3D ? src_layer / (float)si_level_layers(&src->base, info->src.level) : 0);
   r.attrib[5] = f32(0);
   r.scissor_enable = info->scissor_enable;
   r.scissor = info->scissor;
   return si_draw_rect(ctx, &r);
}

static bool same_storage(const struct pipe_blit_info *info)
{
   return info->src.format == info->dst.format;
}

void si_blit(struct pipe_context *base, const struct pipe_blit_info *info)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *dst = si_resource(info->dst.resource);
   struct span x = make_span(info->dst.box.x, info->dst.box.width, info->src.box.x, info->src.box.width);
   struct span y = make_span(info->dst.box.y, info->dst.box.height, info->src.box.y, info->src.box.height);
   int w = si_level_width(&dst->base, info->dst.level), h = si_level_height(&dst->base, info->dst.level);
   struct pipe_scissor_state sc = {0, 0, (uint16_t)w, (uint16_t)h};
   int layers = info->dst.box.depth, src_layers = info->src.box.depth;
   struct pass passes[2];
   unsigned count = 0;

   if (ctx->lost || layers <= 0 || src_layers <= 0 || (info->render_condition_enable && !si_render_condition_passes(ctx)))
      return;
   if (info->scissor_enable)
      sc = info->scissor;
   if (!clip_span(&x, sc.minx > 0 ? sc.minx : 0, sc.maxx < w ? sc.maxx : w) ||
       !clip_span(&y, sc.miny > 0 ? sc.miny : 0, sc.maxy < h ? sc.maxy : h))
      return;
   if (info->mask & 0xf && !pipe_format_is_depth_or_stencil(info->dst.format)) {
      passes[0] = (struct pass){info->src.format, info->dst.format, 0};
      if (same_storage(info) && !ctx->screen->format[info->dst.format].is_renderable)
         passes[0].src_format = passes[0].dst_format = storage_format(ctx->screen, info->dst.format);
      count = 1;
   } else {
      if (info->mask & 1 << 4 && dst->has_depth_plane)
         passes[count++] = (struct pass){info->src.resource->t.format, info->dst.resource->t.format, 1};
      if (info->mask & 1 << 5 && dst->has_stencil_plane)
         passes[count++] = (struct pass){PIPE_FORMAT_S8_UINT, info->dst.resource->t.format, 2};
   }
   for (unsigned p = 0; p < count; p++) {
      for (int i = 0; i < layers; i++) {
         /* Slices of 3D sources are sampled at the middle of what falls on the destination's slice. */
         float z = info->src.box.z + (info->src.resource->t.target == PIPE_TEXTURE_3D
                                         ? ((float)i + 0.5f) * (float)src_layers / (float)layers
                                         : (float)(int)((float)i * (float)src_layers / (float)layers));
         if (!blit_layer(ctx, info, &passes[p], &x, &y, info->dst.box.z + i, z)) {
            si_message(ctx, PIPE_DEBUG_ERROR, "blit from %s to %s is not possible", pipe_format_name(info->src.format),
                       pipe_format_name(info->dst.format));
            return;
         }
      }
   }
}

void si_generate_mipmap(struct pipe_context *base, struct pipe_resource *res, enum pipe_format view_format,
                        unsigned base_level, unsigned last_level, unsigned first_layer, unsigned last_layer)
{
   struct pipe_blit_info info = {.mask = 0xf, .filter = PIPE_TEX_FILTER_LINEAR};
   bool is_3d = res->t.target == PIPE_TEXTURE_3D;

   info.src.resource = info.dst.resource = res;
   info.src.format = info.dst.format = view_format;
   for (unsigned level = base_level + 1; level <= last_level && level <= res->t.last_level; level++) {
      info.src.level = level - 1;
      info.dst.level = level;
      info.src.box = (struct pipe_box){0, 0, is_3d ? 0 : (int)first_layer, (int)si_level_width(res, level - 1),
                                       (int)si_level_height(res, level - 1),
                                       is_3d ? (int)si_level_layers(res, level - 1) : (int)(last_layer - first_layer + 1)};
      info.dst.box = (struct pipe_box){0, 0, info.src.box.z, (int)si_level_width(res, level),
                                       (int)si_level_height(res, level),
                                       is_3d ? (int)si_level_layers(res, level) : info.src.box.depth};
      si_blit(base, &info);
   }
}
