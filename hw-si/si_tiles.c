/* si_tiles.c: bytes of complete micro tiles, by CP DMA. A row of tiles is a run of bytes in images of 1D tiling, so a copy needs no texture
 * unit, and an upload into a busy image no wait: the CPU tiles the texels in streaming memory. */
#include "si_context.h"

#include "pipe_format_desc.h"

#define MIN_RUN_B 256
#define MAX_SLICE_B (64u << 20)

bool si_covers_full_tiles(const struct surf_level *l, unsigned x, unsigned y, unsigned width, unsigned height)
{
   return x % 8 == 0 && y % 8 == 0 && (width % 8 == 0 || x + width == l->width_el) &&
          (height % 8 == 0 || y + height == l->rows_el);
}

static bool has_plain_tiles(const struct si_context *ctx, const struct si_resource *res, unsigned level)
{
   return ctx->screen->info.clears_by_dma && !res->is_buffer && !res->has_depth_plane && !res->has_stencil_plane && !res->dcc_offset_B &&
          res->surf.level[level].mode == SURF_1D && res->surf.samples == 1;
}

static uint64_t row_of_tiles_B(const struct si_resource *res, uint32_t width_el)
{
   return (uint64_t)surf_align_u32(width_el, 8) * 8 * res->surf.bytes_per_el;
}

bool si_copy_tiles(struct si_context *ctx, struct si_resource *dst, unsigned dst_level, unsigned dst_x, unsigned dst_y, unsigned dst_z,
                   struct si_resource *src, unsigned src_level, const struct surf_box *el)
{
   const struct surf_level *to = &dst->surf.level[dst_level], *from = &src->surf.level[src_level];
   const uint64_t run_B = row_of_tiles_B(dst, el->width);

   if (!has_plain_tiles(ctx, dst, dst_level) || !has_plain_tiles(ctx, src, src_level) || run_B < MIN_RUN_B ||
       dst->surf.bytes_per_el != src->surf.bytes_per_el || dst->surf.tile.micro_mode != src->surf.tile.micro_mode ||
       !si_covers_full_tiles(to, dst_x, dst_y, el->width, el->height) ||
       !si_covers_full_tiles(from, el->x, el->y, el->width, el->height))
      return false;
   for (uint32_t z = 0; z < el->depth; z++)
      if (!si_dma_rows(ctx, dst, dst->va + surf_address(&dst->surf, dst_level, dst_x, dst_y, dst_z + z, 0),
                       row_of_tiles_B(dst, to->pitch_el), src->bo,
                       src->va + surf_address(&src->surf, src_level, el->x, el->y, el->z + z, 0),
                       row_of_tiles_B(src, from->pitch_el), run_B, (el->height + 7) / 8))
         return false;
   return true;
}

bool si_write_tiles(struct si_context *ctx, struct si_resource *dst, unsigned level, const struct surf_box *el, const uint8_t *rows,
                    size_t stride_B, size_t layer_B)
{
   const struct surf_level *to = &dst->surf.level[level];
   const uint64_t run_B = row_of_tiles_B(dst, el->width);
   const uint32_t runs = (el->height + 7) / 8;

   if (!has_plain_tiles(ctx, dst, level) || run_B < MIN_RUN_B || run_B * runs > MAX_SLICE_B ||
       !si_covers_full_tiles(to, el->x, el->y, el->width, el->height))
      return false;
   struct surf_layout tiles = dst->surf;
   tiles.level[0] = (struct surf_level){
      .slice_B = run_B * runs, .pitch_el = surf_align_u32(el->width, 8), .height_el = 8 * runs, .width_el = el->width,
      .rows_el = el->height, .slices = 1, .mode = SURF_1D, .tile_index = to->tile_index,
   };
   for (uint32_t z = 0; z < el->depth; z++, rows += layer_B) {
      const struct surf_box all = {.width = el->width, .height = el->height, .depth = 1};
      uint64_t va;
      uint8_t *map = si_upload_alloc(ctx, (uint32_t)(run_B * runs), 256, &va);
      if (!map)
         return false;
      surf_write(&tiles, 0, map, &all, rows, (ptrdiff_t)stride_B, 0, surf_stores_past_caches(run_B * runs, SURF_NOT_KNOWN));
      if (!si_dma_rows(ctx, dst, dst->va + surf_address(&dst->surf, level, el->x, el->y, el->z + z, 0), row_of_tiles_B(dst, to->pitch_el),
                       NULL, va, run_B, run_B, runs))
         return false;
   }
   return true;
}
