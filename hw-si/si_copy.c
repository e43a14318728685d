/* si_copy.c: copies of bytes: buffers by CP DMA, image regions by a rectangle whose pixel shader fetches texels as
 * unsigned integers of the same size. Depth/stencil planes are exported as what they are. What no unit can copy (formats
 * without a renderable stand-in) the CPU does, after waiting. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"
#include "pipe_format_desc.h"
#include "util/ut_debug.h"

/* ---- CP DMA ---- */

enum { SEL_MEMORY = 0, SEL_DATA = 2 };

static void emit_dma(struct si_context *ctx, uint64_t dst, uint64_t src_or_data, uint32_t size_B, unsigned src_sel,
                     bool sync)
{
   struct pm4_buf *b = &ctx->cs.buf;

   if (ctx->screen->info.has_dma_data) {
      pm4_packet(b, PKT3_DMA_DATA, 6);
      pm4_emit(b, PM4_DMA_DATA_CONTROL_SRC_SEL(src_sel) | PM4_DMA_DATA_CONTROL_CP_SYNC(sync));
      pm4_emit_va(b, src_or_data);
      pm4_emit_va(b, dst);
      pm4_emit(b, PM4_DMA_DATA_COMMAND_BYTE_COUNT(size_B));
   } else {
      pm4_packet(b, PKT3_CP_DMA, 5);
      pm4_emit(b, (uint32_t)src_or_data);
      pm4_emit(b, PM4_CP_DMA_WORD1_SRC_HI(src_or_data >> 32) | PM4_CP_DMA_WORD1_SRC_SEL(src_sel) |
                     PM4_CP_DMA_WORD1_CP_SYNC(sync));
      pm4_emit_va(b, dst);
      pm4_emit(b, PM4_CP_DMA_COMMAND_BYTE_COUNT(size_B));
   }
}

/* The DMA engine neither waits for shaders nor knows their caches: finish and write back before, forget after. */
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

static void dma_run(struct si_context *ctx, uint64_t dst_va, struct ws_bo *src, uint64_t src_or_data, uint64_t size_B)
{
   while (size_B) {
      uint32_t part = size_B < ctx->screen->info.max_dma_B ? size_B : ctx->screen->info.max_dma_B;
      if (!si_cs_begin(ctx)) /* room for another packet */
         return;
      emit_dma(ctx, dst_va, src_or_data, part, src ? SEL_MEMORY : SEL_DATA, true);
      dst_va += part;
      if (src)
         src_or_data += part;
      size_B -= part;
   }
}

void si_dma(struct si_context *ctx, struct si_resource *dst, uint64_t dst_va, struct ws_bo *src, uint64_t src_or_data,
            uint64_t size_B)
{
   if (!begin_dma(ctx, dst, src))
      return;
   dma_run(ctx, dst_va, src, src_or_data, size_B);
   end_dma(ctx);
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

/* One layer as copies see it. 3D textures keep their type: their slices are not array layers for the texture unit. */
bool si_blit_source(struct si_context *ctx, struct si_resource *res, enum pipe_format format, unsigned level,
                    unsigned layer, bool linear, uint32_t slot[SI_TEXTURE_SLOT_DW], uint8_t *target)
{
   struct pipe_view_template t = {.target = PIPE_TEXTURE_2D, .format = format, .first_level = level, .last_level = level,
                                  .first_layer = layer, .last_layer = layer, .swizzle = {0, 1, 2, 3}};
   unsigned filter = linear ? V_008F38_SQ_TEX_XY_FILTER_BILINEAR : V_008F38_SQ_TEX_XY_FILTER_POINT;

   if (res->base.t.target == PIPE_TEXTURE_3D)
      t.target = PIPE_TEXTURE_3D;
   memset(slot, 0, SI_TEXTURE_SLOT_DW * 4);
   if (!si_make_texture_desc(ctx->screen, res, &t, slot))
      return false;
   *target = t.target;
   slot[12] = S_008F30_CLAMP_X(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) | S_008F30_CLAMP_Y(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) |
              S_008F30_CLAMP_Z(V_008F30_SQ_TEX_CLAMP_LAST_TEXEL) | S_008F30_TRUNC_COORD(!linear) |
              S_008F30_COMPAT_MODE(ctx->screen->info.sampler_compat_mode);
   slot[13] = S_008F34_MAX_LOD(0xfff);
   slot[14] = S_008F38_XY_MAG_FILTER(filter) | S_008F38_XY_MIN_FILTER(filter) | S_008F38_DISABLE_LSB_CEIL(1) |
              S_008F38_FILTER_PREC_FIX(1);
   return true;
}

/* A target on the stack: references nothing, lives as long as the call. */
bool si_blit_target(struct si_context *ctx, struct si_resource *res, enum pipe_format format, unsigned level,
                    unsigned layer, struct si_surface *s)
{
   memset(s, 0, sizeof(*s));
   s->base.resource = &res->base;
   s->base.t = (struct pipe_view_template){.target = PIPE_TEXTURE_2D, .format = format, .first_level = level,
                                           .last_level = level, .first_layer = layer, .last_layer = layer};
   s->base.width = si_level_width(&res->base, level);
   s->base.height = si_level_height(&res->base, level);
   return pipe_format_is_depth_or_stencil(format) ? si_init_db_surface(ctx, s) : si_init_cb_surface(ctx, s);
}

static uint32_t f32(float v)
{
   return ((union pipe_color_union){.f = {v}}).ui[0];
}

static bool copy_slice(struct si_context *ctx, struct si_resource *dst, enum pipe_format dst_format, unsigned dst_level,
                       unsigned dst_x, unsigned dst_y, unsigned dst_z, struct si_resource *src,
                       enum pipe_format src_format, unsigned src_level, const struct surf_box *box, unsigned src_z,
                       unsigned zs_part)
{
   uint32_t slot[SI_TEXTURE_SLOT_DW];
   struct si_surface target;
   struct si_rect r = {.vs_kind = SI_BLIT_VS_TEX, .texture = slot, .texture_res = src};

   r.ps.kind = SI_BLIT_PS_TEX;
   r.ps.use_texel_fetch = 1;
   if (!si_blit_source(ctx, src, src_format, src_level, src_z, false, slot, &r.ps.target) ||
       !si_blit_target(ctx, dst, dst_format, dst_level, dst_z, &target))
      return false;
   r.ps.dst = zs_part;
   if (zs_part) {
      r.zs = &target;
      r.write_depth = zs_part == 1;
      r.write_stencil = zs_part == 2;
      r.stencil_writemask = 0xff;
      r.ps.is_int = zs_part == 2 ? 2 : 0;
   } else {
      r.cb[0] = &target;
      r.cb_count = 1;
      r.target_mask = 0xf;
      r.ps.is_int = target.number_class;
      r.ps.col_format = target.spi_normal;
   }
   r.width = surf_max_u32(target.base.width, dst_x + box->width);
   r.height = surf_max_u32(target.base.height, dst_y + box->height);
   r.x0 = dst_x;
   r.y0 = dst_y;
   r.x1 = dst_x + box->width;
   r.y1 = dst_y + box->height;
   r.attrib[0] = f32(box->x);
   r.attrib[1] = f32(box->y);
   r.attrib[2] = f32(box->x + box->width);
   r.attrib[3] = f32(box->y + box->height);
   r.attrib[4] = f32(r.ps.target == PIPE_TEXTURE_3D ? src_z : 0);
   r.attrib[5] = f32(0);
   return si_draw_rect(ctx, &r);
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

/* Whether the region starts at a tile and ends with one or with the level: then its tiles hold nothing else. */
static bool whole_tiles(const struct surf_level *l, unsigned x, unsigned y, unsigned width, unsigned height)
{
   return x % 8 == 0 && y % 8 == 0 && (width % 8 == 0 || x + width == l->width_el) &&
          (height % 8 == 0 || y + height == l->rows_el);
}

/* Whole micro tiles between images of the same element: rows of tiles are runs of bytes in both. */
static bool copy_tiles(struct si_context *ctx, struct si_resource *dst, unsigned dst_level, unsigned dst_x,
                       unsigned dst_y, unsigned dst_z, struct si_resource *src, unsigned src_level,
                       const struct surf_box *el)
{
   const struct surf_level *to = &dst->surf.level[dst_level], *from = &src->surf.level[src_level];
   uint64_t to_row_B = (uint64_t)to->pitch_el * 8 * dst->surf.bytes_per_el;
   uint64_t from_row_B = (uint64_t)from->pitch_el * 8 * src->surf.bytes_per_el;
   uint64_t run_B = (uint64_t)surf_align_u32(el->width, 8) * 8 * dst->surf.bytes_per_el;
   uint32_t runs = (el->height + 7) / 8;
   uint64_t to_va, from_va;

   if (!ctx->screen->info.clears_by_dma || to->mode != SURF_1D || from->mode != SURF_1D || dst->surf.samples > 1 ||
       src->surf.samples > 1 || dst->surf.bytes_per_el != src->surf.bytes_per_el ||
       dst->surf.tile.micro_mode != src->surf.tile.micro_mode || run_B < 256 ||
       !whole_tiles(to, dst_x, dst_y, el->width, el->height) || !whole_tiles(from, el->x, el->y, el->width, el->height))
      return false;
   to_va = dst->va + surf_address(&dst->surf, dst_level, dst_x, dst_y, dst_z, 0);
   from_va = src->va + surf_address(&src->surf, src_level, el->x, el->y, el->z, 0);
   if (run_B == to_row_B && run_B == from_row_B) {
      run_B *= runs;
      runs = 1;
   }
   if (!begin_dma(ctx, dst, src->bo))
      return false;
   for (; runs; runs--, to_va += to_row_B, from_va += from_row_B)
      dma_run(ctx, to_va, src->bo, from_va, run_B);
   end_dma(ctx);
   return true;
}

void si_resource_copy_region(struct pipe_context *base, struct pipe_resource *dst, unsigned dst_level, unsigned dst_x,
                             unsigned dst_y, unsigned dst_z, struct pipe_resource *src, unsigned src_level,
                             const struct pipe_box *src_box)
{
   struct si_context *ctx = si_context(base);
   struct si_resource *d = si_resource(dst), *s = si_resource(src);
   const struct pipe_format_desc *df = pipe_format_desc(dst->t.format), *sf = pipe_format_desc(src->t.format);
   struct pipe_box dst_box = {dst_x, dst_y, dst_z, src_box->width, src_box->height, src_box->depth};
   bool zs = d->has_depth_plane || d->has_stencil_plane, overlap;

   if (ctx->lost || src_box->width <= 0 || src_box->height <= 0 || src_box->depth <= 0)
      return;
   if (d->is_buffer && s->is_buffer) {
      si_copy_buffer(ctx, d, dst_x, s, src_box->x, src_box->width);
      return;
   }
   overlap = dst == src && dst_level == src_level; /* reading what is being written is not defined for the units */
   if (overlap || zs != (s->has_depth_plane || s->has_stencil_plane) || (zs && src->t.format != dst->t.format) ||
       d->is_buffer || s->is_buffer || (!zs && raw_format(df->block_size_B) == PIPE_FORMAT_NONE)) {
      copy_by_cpu(ctx, dst, dst_level, &dst_box, src, src_level, src_box);
      return;
   }
   struct surf_box el = {
      .x = src_box->x / sf->block_width, .y = src_box->y / sf->block_height,
      .width = (src_box->width + sf->block_width - 1) / sf->block_width,
      .height = (src_box->height + sf->block_height - 1) / sf->block_height,
   };
   enum pipe_format raw = raw_format(df->block_size_B);
   for (int z = 0; z < src_box->depth; z++) {
      bool ok = true;
      el.z = src_box->z + z;
      if (!zs && copy_tiles(ctx, d, dst_level, dst_x / df->block_width, dst_y / df->block_height, dst_z + z, s, src_level,
                            &el))
         continue;
      if (!zs) {
         ok = copy_slice(ctx, d, raw, dst_level, dst_x / df->block_width, dst_y / df->block_height, dst_z + z, s, raw,
                         src_level, &el, src_box->z + z, 0);
      } else {
         if (d->has_depth_plane)
            ok = copy_slice(ctx, d, dst->t.format, dst_level, dst_x, dst_y, dst_z + z, s, src->t.format, src_level, &el,
                            src_box->z + z, 1);
         if (d->has_stencil_plane)
            ok = copy_slice(ctx, d, dst->t.format, dst_level, dst_x, dst_y, dst_z + z, s, PIPE_FORMAT_S8_UINT, src_level,
                            &el, src_box->z + z, 2) && ok;
      }
      if (!ok && !ctx->lost) {
         copy_by_cpu(ctx, dst, dst_level, &dst_box, src, src_level, src_box);
         return;
      }
   }
}
