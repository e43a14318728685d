/* si_copy.c: copies of bytes. Buffers go by CP DMA. Image regions are drawn: the pixel shader fetches texels as unsigned
 * integers of the same size (si_blit_pass.c); depth and stencil planes are exported in their own formats. The CPU copies
 * formats that have no renderable format of their size, after waiting. */
#include "si_blitter.h"

#include <stdlib.h>
#include <string.h>

#include "pipe_format_desc.h"
#include "util/ut_debug.h"

/* ---- CP DMA ---- */

/* Copies from `src`, or (is_fill) stores the 32-bit word `src` over and over. */
static void emit_dma(struct si_context *ctx, uint64_t dst, uint64_t src, uint32_t size_B, bool is_fill)
{
   struct pm4_buf *b = &ctx->cs.buf;

   if (ctx->screen->info.has_dma_data)
      pm4_dma_data(b, &(struct pm4_dma_data){
         .src = src, .dst = dst, .byte_count = size_B, .cp_sync = true,
         .src_sel = is_fill ? PM4_DMA_DATA_SRC_SEL_DATA : PM4_DMA_DATA_SRC_SEL_MEMORY});
   else
      pm4_cp_dma(b, &(struct pm4_cp_dma){
         .src = src, .dst = dst, .byte_count = size_B, .cp_sync = true,
         .src_sel = is_fill ? PM4_CP_DMA_SRC_SEL_DATA : PM4_CP_DMA_SRC_SEL_MEMORY});
}

/* CP DMA neither waits for shaders nor is it coherent with their caches: wait and write back before, invalidate after. */
static bool begin_dma(struct si_context *ctx, struct si_resource *dst, struct ws_bo *src)
{
   if (!si_cs_begin(ctx))
      return false;
   if (ctx->targets_written)
      ctx->flush |= SI_FLUSH_CB | SI_FLUSH_DB;
   ctx->flush |= SI_WAIT_PS | SI_INV_L2;
   si_emit_cache_flush(ctx);
   ctx->targets_written = false;
   si_cs_add_bo(ctx, dst->bo, WS_USAGE_WRITE);
   if (src)
      si_cs_add_bo(ctx, src, WS_USAGE_READ);
   return true;
}

static void end_dma(struct si_context *ctx)
{
   ctx->flush |= SI_INV_L1 | SI_INV_L2 | SI_INV_KCACHE | SI_WAIT_PFP;
}

static void dma_run(struct si_context *ctx, uint64_t dst_va, uint64_t src_or_data, uint64_t size_B, bool is_fill)
{
   while (size_B) {
      uint32_t part = size_B < ctx->screen->info.max_dma_B ? size_B : ctx->screen->info.max_dma_B;
      if (!si_cs_begin(ctx)) /* room for another packet */
         return;
      emit_dma(ctx, dst_va, src_or_data, part, is_fill);
      dst_va += part;
      if (!is_fill)
         src_or_data += part;
      size_B -= part;
   }
}

void si_dma(struct si_context *ctx, struct si_resource *dst, uint64_t dst_va, struct ws_bo *src, uint64_t src_or_data,
            uint64_t size_B)
{
   if (!begin_dma(ctx, dst, src))
      return;
   dma_run(ctx, dst_va, src_or_data, size_B, !src);
   end_dma(ctx);
}

bool si_dma_rows(struct si_context *ctx, struct si_resource *dst, uint64_t dst_va, uint64_t dst_stride_B, struct ws_bo *src,
                 uint64_t src_va, uint64_t src_stride_B, uint64_t row_B, uint32_t rows)
{
   if (row_B == dst_stride_B && row_B == src_stride_B) {
      row_B *= rows;
      rows = rows ? 1 : 0;
   }
   if (!begin_dma(ctx, dst, src))
      return false;
   for (; rows; rows--, dst_va += dst_stride_B, src_va += src_stride_B)
      dma_run(ctx, dst_va, src_va, row_B, false);
   end_dma(ctx);
   return true;
}

void si_copy_buffer(struct si_context *ctx, struct si_resource *dst, uint64_t dst_B, struct si_resource *src,
                    uint64_t src_B, uint64_t size_B)
{
   if (!size_B)
      return;
   si_dma(ctx, dst, dst->va + dst_B, src->bo, src->va + src_B, size_B);
   si_buffer_written(dst, dst_B, dst_B + size_B);
}

void si_clear_buffer(struct pipe_context *base, struct pipe_resource *base_res, uint32_t offset_B, uint32_t size_B,
                     const void *value, unsigned value_size_B)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *res = si_resource(base_res);
   uint8_t pattern[16];

   if (!size_B || !value_size_B || value_size_B > 16)
      return;
   for (unsigned i = 0; i < 16; i++)
      pattern[i] = ((const uint8_t *)value)[i % value_size_B];
   if (4 % value_size_B == 0 && !(offset_B & 3) && !(size_B & 3)) {
      uint32_t data;
      memcpy(&data, pattern, 4);
      si_dma(ctx, res, res->va + offset_B, NULL, data, size_B);
   } else {
      uint8_t *map;
      si_wait_resource(ctx, res, WS_USAGE_WRITE, true);
      map = si_resource_map(res);
      if (!map) {
         si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: buffer clear dropped");
         return;
      }
      for (uint32_t i = 0; i < size_B; i++)
         map[offset_B + i] = pattern[i % value_size_B];
   }
   si_buffer_written(res, offset_B, (uint64_t)offset_B + size_B);
}

/* ---- images ---- */

static enum pipe_format raw_format(unsigned bytes)
{
   switch (bytes) {
   case 1: return PIPE_FORMAT_R8_UINT;
   case 2: return PIPE_FORMAT_R16_UINT;
   case 4: return PIPE_FORMAT_R32_UINT;
   case 8: return PIPE_FORMAT_R32G32_UINT;
   case 16: return PIPE_FORMAT_R32G32B32A32_UINT;
   default: return PIPE_FORMAT_NONE;
   }
}

/* One slice between formats of the same size of element; el is in elements of the source. */
static bool copy_slice(struct si_context *ctx, struct si_blit_pass *p, unsigned dst_x, unsigned dst_y, const struct surf_box *el)
{
   p->texel_fetch = true;
   p->color_mask = 0xf;
   p->dst_x0 = dst_x;
   p->dst_y0 = dst_y;
   p->dst_x1 = dst_x + el->width;
   p->dst_y1 = dst_y + el->height;
   p->src_x0 = el->x;
   p->src_y0 = el->y;
   p->src_x1 = el->x + el->width;
   p->src_y1 = el->y + el->height;
   p->src_z = el->z;
   return si_draw_blit_pass(ctx, p);
}

static void copy_by_cpu(struct si_context *ctx, struct pipe_resource *dst, unsigned dst_level,
                        const struct pipe_box *dst_box, struct pipe_resource *src, unsigned src_level,
                        const struct pipe_box *src_box)
{
   struct pipe_transfer *from;
   void *rows = si_transfer_map(&ctx->base, src, src_level, PIPE_MAP_READ, src_box, &from);

   if (!rows) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: copy dropped");
      return;
   }
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "copy of %s by the CPU", pipe_format_name(src->t.format));
   if (si_wait_resource(ctx, si_resource(dst), WS_USAGE_WRITE, true))
      si_texture_subdata(&ctx->base, dst, dst_level, dst_box, rows, from->stride_B, from->layer_stride_B);
   si_transfer_unmap(&ctx->base, from);
}

/* One plane of multisampled images. */
static void copy_plane_samples(uint8_t *dst, const struct surf_layout *to, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                               const uint8_t *src, const struct surf_layout *from, const struct pipe_box *box)
{
   for (int z = 0; z < box->depth; z++)
      for (int y = 0; y < box->height; y++)
         for (int x = 0; x < box->width; x++)
            for (unsigned i = 0; i < from->samples; i++)
               memcpy(dst + surf_address(to, 0, dst_x + x, dst_y + y, dst_z + z, i),
                      src + surf_address(from, 0, box->x + x, box->y + y, box->z + z, i), from->bytes_per_el);
}

/* Multisampled images of one number of samples: the CPU copies each sample, as pixel shaders of copies write all samples of a pixel. */
static void copy_samples(struct si_context *ctx, struct si_resource *dst, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                         struct si_resource *src, const struct pipe_box *box)
{
   struct si_image_map to, from;

   if (!si_wait_resource(ctx, src, WS_USAGE_READ, true) || !si_wait_resource(ctx, dst, WS_USAGE_WRITE, true))
      return;
   if (ut_debug_flags() & UT_DEBUG_PERF)
      ut_log("perf", "copy of %u samples of %s by the CPU", src->base.t.samples, pipe_format_name(src->base.t.format));
   if (!si_image_map(ctx, src, 0, box->z, box->depth, true, &from)) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: copy dropped");
      return;
   }
   if (si_image_map(ctx, dst, 0, dst_z, box->depth, true, &to)) {
      copy_plane_samples(to.plane[0], &dst->surf, dst_x, dst_y, dst_z, from.plane[0], &src->surf, box);
      if (src->has_stencil_plane && src->has_depth_plane)
         copy_plane_samples(to.plane[1], &dst->stencil, dst_x, dst_y, dst_z, from.plane[1], &src->stencil, box);
      si_image_unmap(ctx, &to, true);
   } else {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory: copy dropped");
   }
   si_image_unmap(ctx, &from, false);
}

/* The region of the destination: as many blocks, up to the edge of the level. */
static struct pipe_box box_of_target(const struct pipe_resource *dst, unsigned level, unsigned x, unsigned y, unsigned z,
                                     const struct pipe_format_desc *src_format, const struct pipe_box *src_box)
{
   const struct pipe_format_desc *desc = pipe_format_desc(dst->t.format);
   unsigned width = (src_box->width + src_format->block_width - 1) / src_format->block_width * desc->block_width;
   unsigned height = (src_box->height + src_format->block_height - 1) / src_format->block_height * desc->block_height;

   if (desc->block_width > 1)
      width = surf_min_u32(width, si_level_width(dst, level) - x);
   if (desc->block_height > 1)
      height = surf_min_u32(height, si_level_height(dst, level) - y);
   return (struct pipe_box){x, y, z, width, height, src_box->depth};
}

bool si_copy_region_by_gpu(struct si_context *ctx, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x, unsigned dst_y,
                           unsigned dst_z, struct pipe_resource *src, unsigned src_level, const struct pipe_box *src_box)
{
   struct si_resource *d = si_resource(dst), *s = si_resource(src);
   const struct pipe_format_desc *df = pipe_format_desc(dst->t.format), *sf = pipe_format_desc(src->t.format);
   const bool zs = d->has_depth_plane || d->has_stencil_plane;
   const bool overlap = dst == src && dst_level == src_level; /* the texture unit must not read what the colour unit writes */

   if (overlap || zs != (s->has_depth_plane || s->has_stencil_plane) || (zs && src->t.format != dst->t.format) ||
       d->is_buffer || s->is_buffer || (!zs && raw_format(df->block_size_B) == PIPE_FORMAT_NONE))
      return false;
   struct surf_box el = {
      .x = src_box->x / sf->block_width, .y = src_box->y / sf->block_height, .depth = 1,
      .width = (src_box->width + sf->block_width - 1) / sf->block_width,
      .height = (src_box->height + sf->block_height - 1) / sf->block_height,
   };
   enum pipe_format raw = raw_format(df->block_size_B);
   for (int z = 0; z < src_box->depth; z++) {
      bool ok = true;
      el.z = src_box->z + z;
      if (!zs && si_copy_tiles(ctx, d, dst_level, dst_x / df->block_width, dst_y / df->block_height, dst_z + z, s, src_level,
                               &el))
         continue;
      struct si_blit_pass p = {.src = s, .dst = d, .src_format = raw, .dst_format = raw, .src_level = src_level,
                               .dst_level = dst_level, .dst_layer = dst_z + z};
      if (!zs) {
         ok = copy_slice(ctx, &p, dst_x / df->block_width, dst_y / df->block_height, &el);
      } else {
         p.dst_format = dst->t.format;
         p.src_format = src->t.format;
         p.part = SI_BLIT_DST_DEPTH;
         if (d->has_depth_plane)
            ok = copy_slice(ctx, &p, dst_x, dst_y, &el);
         p.src_format = PIPE_FORMAT_S8_UINT;
         p.part = SI_BLIT_DST_STENCIL;
         if (d->has_stencil_plane)
            ok = copy_slice(ctx, &p, dst_x, dst_y, &el) && ok;
      }
      if (!ok && !ctx->lost)
         return false;
   }
   return true;
}

static bool is_plain_image(const struct si_resource *res)
{
   return !res->is_buffer && !res->has_depth_plane && !res->has_stencil_plane && !res->is_unmapped && !res->is_shared;
}

/* A copy that is drawn has a surface for each slice, and the simulated GPU completes one before it begins the next. The CPU moves all
 * slices of idle images sooner, unless the DMA engine moves complete tiles. */
static bool is_slow_to_draw(struct si_context *ctx, struct si_resource *dst, const struct surf_level *to, unsigned dst_x, unsigned dst_y,
                            struct si_resource *src, const struct surf_level *from, const struct pipe_box *src_box)
{
   const struct pipe_format_desc *df = pipe_format_desc(dst->base.t.format), *sf = pipe_format_desc(src->base.t.format);
   const unsigned width = (src_box->width + sf->block_width - 1) / sf->block_width;
   const unsigned height = (src_box->height + sf->block_height - 1) / sf->block_height;

   if (!ctx->screen->info.clears_by_dma || src_box->depth == 1 || !is_plain_image(dst) || !is_plain_image(src))
      return false;
   if (si_covers_full_tiles(to, dst_x / df->block_width, dst_y / df->block_height, width, height) &&
       si_covers_full_tiles(from, src_box->x / sf->block_width, src_box->y / sf->block_height, width, height))
      return false;
   return si_resource_idle(ctx, src, WS_USAGE_READ) && si_resource_idle(ctx, dst, WS_USAGE_WRITE);
}

void si_resource_copy_region(struct pipe_context *base, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                             unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                             const struct pipe_box *src_box)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *d = si_resource(dst), *s = si_resource(src);

   if (ctx->lost || src_box->width <= 0 || src_box->height <= 0 || src_box->depth <= 0)
      return;
   if (d->is_buffer && s->is_buffer) {
      si_copy_buffer(ctx, d, dst_x, s, src_box->x, src_box->width);
   } else if (src->t.samples > 1) {
      copy_samples(ctx, d, dst_x, dst_y, dst_z, s, src_box);
   } else if (is_slow_to_draw(ctx, d, &d->surf.level[dst_level], dst_x, dst_y, s, &s->surf.level[src_level], src_box) ||
              !si_copy_region_by_gpu(ctx, dst, dst_level, dst_x, dst_y, dst_z, src, src_level, src_box)) {
      const struct pipe_box dst_box = box_of_target(dst, dst_level, dst_x, dst_y, dst_z, pipe_format_desc(src->t.format), src_box);
      copy_by_cpu(ctx, dst, dst_level, &dst_box, src, src_level, src_box);
   }
   si_submit_when_full(ctx);
}
