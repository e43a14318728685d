/* si_blit.c: scaling and converting copies (blit) and mipmap generation, on top of si_blit_pass.c. Layers are
 * drawn one by one. Depth and stencil go in two passes, one plane each. */
#include "si_blitter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipe_format_desc.h"

/* The renderable format with the same bits (red for luminance, alpha and intensity). Correct only when both the source and
 * the destination are seen through it. */
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
   scale = (s->src1 - s->src0) / (float)((int64_t)s->dst1 - s->dst0);
   if (s->dst0 < low) {
      s->src0 += scale * (float)((int64_t)low - s->dst0);
      s->dst0 = low;
   }
   if (s->dst1 > high) {
      s->src1 -= scale * (float)((int64_t)s->dst1 - high);
      s->dst1 = high;
   }
   return s->dst0 < s->dst1;
}

/* ---- scaling without a filter --------------------------------------------------------------------------------------------- */

__extension__ typedef __int128 wide; /* a product of two distances */

static wide floor_div(wide a, wide b)
{
   return a / b - (a % b < 0);
}

/* The texel at the exact position of a pixel's centre: floor(src + (2 * (pixel - dst) + 1) * src_size / (2 * dst_size)). Both numbers
 * are rounded down, so the positions of up to 2^14 pixels come out too low by 2^14 units at most: start is that much higher.
 * That is less than the distance of any position from the texel's end, for destinations of up to 2^16 pixels. */
static struct si_blit_scale exact_scale(int dst, int dst_size, int src, int src_size)
{
   const wide one = (wide)1 << 32;
   wide d0 = dst, d = dst_size, s0 = src, s = src_size;
   if (d < 0) {
      d0 += d;
      s0 += s;
      d = -d;
      s = -s;
   }
   return (struct si_blit_scale){ (int64_t)(s0 * one + floor_div((s - 2 * d0 * s) * one, 2 * d) + (1 << 14) + 1),
                                  (int64_t)floor_div(s * one, d) };
}

struct pass {
   enum pipe_format src_format, dst_format;
   enum si_blit_dst part;
};

/* The span has coordinates beyond 2^22, where a float has at most one bit of fraction. */
static bool exceeds_float_int(const struct span *s)
{
   return fabsf(s->src0) > 1 << 22 || fabsf(s->src1) > 1 << 22;
}

static bool blit_layer(struct si_context *ctx, const struct pipe_blit_info *info, const struct pass *pass,
                       const struct span *x, const struct span *y, unsigned dst_layer, float src_z)
{
   const struct pipe_box *from = &info->src.box, *to = &info->dst.box;
   bool unscaled = abs(from->width) == abs(to->width) && abs(from->height) == abs(to->height);
   bool linear = info->filter == PIPE_TEX_FILTER_LINEAR && pass->part != SI_BLIT_DST_STENCIL &&
                 !pipe_format_is_pure_int(pass->src_format);
   bool is_3d = info->src.resource->t.target == PIPE_TEXTURE_3D;
   struct si_blit_pass p = {
      .src = si_resource(info->src.resource), .dst = si_resource(info->dst.resource),
      .src_format = pass->src_format, .dst_format = pass->dst_format, .src_level = info->src.level,
      .dst_level = info->dst.level, .dst_layer = dst_layer, .part = pass->part,
      .linear = linear, .texel_fetch = !linear || (unscaled && !is_3d),
      .scaled = !linear && (!unscaled || exceeds_float_int(x) || exceeds_float_int(y)),
      .dst_x0 = x->dst0, .dst_y0 = y->dst0, .dst_x1 = x->dst1, .dst_y1 = y->dst1,
      .src_x0 = x->src0, .src_y0 = y->src0, .src_x1 = x->src1, .src_y1 = y->src1, .src_z = src_z,
      .color_mask = info->mask & 0xf, .alpha_one = info->alpha_one && pass->part == SI_BLIT_DST_COLOR,
      .predicate = info->render_condition_enable, .scissor_enable = info->scissor_enable, .scissor = info->scissor,
   };

   if (p.scaled) {
      p.scale[0] = exact_scale(to->x, to->width, from->x, from->width);
      p.scale[1] = exact_scale(to->y, to->height, from->y, from->height);
   }
   /* Between images of the same number of samples each sample is copied (GL 4.5, 18.3.1). */
   unsigned samples = info->src.resource->t.samples;
   if (samples <= 1 || info->dst.resource->t.samples != samples)
      return si_draw_blit_pass(ctx, &p);
   for (p.sample = 1; p.sample <= samples; p.sample++)
      if (!si_draw_blit_pass(ctx, &p))
         return false;
   return true;
}

/* ---- copies of bytes ---- */

static bool runs_upwards(const struct span *s, int low, int high)
{
   return s->src1 - s->src0 == (float)(s->dst1 - s->dst0) && s->src0 >= (float)low && s->src1 <= (float)high;
}

static void blit_part(struct pipe_context *base, const struct pipe_blit_info *info, const struct pipe_box *part, int dx, int dy)
{
   struct pipe_blit_info p = *info;

   if (part->width <= 0 || part->height <= 0)
      return;
   p.scissor_enable = false;
   p.dst.box = *part;
   p.src.box = (struct pipe_box){part->x + dx, part->y + dy, info->src.box.z, part->width, part->height, info->src.box.depth};
   si_blit(base, &p);
}

/* Where neither size nor format changes, complete tiles go as bytes, and only what is around them is drawn. */
static bool blit_tiles(struct si_context *ctx, const struct pipe_blit_info *info, const struct span *x, const struct span *y)
{
   struct pipe_resource *dst = info->dst.resource, *src = info->src.resource;
   const int src_w = (int)si_level_width(src, info->src.level), src_h = (int)si_level_height(src, info->src.level);

   if (info->mask != 0xf || info->alpha_one || (info->render_condition_enable && ctx->render_cond) || info->src.format != info->dst.format ||
       info->src.box.depth != info->dst.box.depth || (dst == src && info->dst.level == info->src.level) ||
       pipe_format_is_compressed(dst->t.format) || pipe_format_is_compressed(src->t.format) ||
       !runs_upwards(x, 0, src_w) || !runs_upwards(y, 0, src_h))
      return false;
   const int dx = (int)x->src0 - x->dst0, dy = (int)y->src0 - y->dst0;
   if (dx % 8 || dy % 8)
      return false;
   const bool to_right = x->dst1 == (int)si_level_width(dst, info->dst.level) && x->dst1 + dx == src_w;
   const bool to_bottom = y->dst1 == (int)si_level_height(dst, info->dst.level) && y->dst1 + dy == src_h;
   const int left = (x->dst0 + 7) & ~7, right = to_right ? x->dst1 : x->dst1 & ~7;
   const int top = (y->dst0 + 7) & ~7, bottom = to_bottom ? y->dst1 : y->dst1 & ~7;
   if (left >= right || top >= bottom)
      return false;
   const int z = info->dst.box.z, depth = info->dst.box.depth;
   const struct surf_box el = {(uint32_t)(left + dx), (uint32_t)(top + dy), (uint32_t)info->src.box.z, (uint32_t)(right - left),
                               (uint32_t)(bottom - top), (uint32_t)depth};
   if (!si_copy_tiles(ctx, si_resource(dst), info->dst.level, left, top, z, si_resource(src), info->src.level, &el))
      return false;
   const int width = x->dst1 - x->dst0, height = bottom - top;
   const struct pipe_box around[] = {
      {x->dst0, y->dst0, z, width, top - y->dst0, depth}, {x->dst0, bottom, z, width, y->dst1 - bottom, depth},
      {x->dst0, top, z, left - x->dst0, height, depth}, {right, top, z, x->dst1 - right, height, depth},
   };
   for (unsigned i = 0; i < sizeof(around) / sizeof(around[0]); i++)
      blit_part(&ctx->base, info, &around[i], dx, dy);
   return true;
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

   if (ctx->lost || layers <= 0 || src_layers <= 0)
      return;
   if (info->scissor_enable)
      sc = info->scissor;
   if (!clip_span(&x, sc.minx > 0 ? sc.minx : 0, sc.maxx < w ? sc.maxx : w) ||
       !clip_span(&y, sc.miny > 0 ? sc.miny : 0, sc.maxy < h ? sc.maxy : h))
      return;
   if (blit_tiles(ctx, info, &x, &y))
      return;
   if (info->mask & 0xf && !pipe_format_is_depth_or_stencil(info->dst.format)) {
      passes[0] = (struct pass){info->src.format, info->dst.format, SI_BLIT_DST_COLOR};
      if (same_storage(info) && !ctx->screen->format[info->dst.format].is_renderable)
         passes[0].src_format = passes[0].dst_format = storage_format(ctx->screen, info->dst.format);
      count = 1;
   } else {
      if (info->mask & 1 << 4 && dst->has_depth_plane)
         passes[count++] = (struct pass){info->src.resource->t.format, info->dst.resource->t.format, SI_BLIT_DST_DEPTH};
      if (info->mask & 1 << 5 && dst->has_stencil_plane)
         passes[count++] = (struct pass){PIPE_FORMAT_S8_UINT, info->dst.resource->t.format, SI_BLIT_DST_STENCIL};
   }
   for (unsigned p = 0; p < count; p++) {
      for (int i = 0; i < layers; i++) {
         /* 3D sources are sampled at the centre of the range of slices that maps to the destination's slice. */
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
   const bool depth = pipe_format_is_depth_or_stencil(view_format);
   struct pipe_blit_info info = {.mask = depth ? 1 << 4 : 0xf, .filter = PIPE_TEX_FILTER_LINEAR};
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
