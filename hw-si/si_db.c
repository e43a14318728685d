/* si_db.c: depth/stencil targets and how the depth unit runs (counting, shader-controlled order). Hierarchical depth and
 * its metadata stay off. Planes are separate, 8-bit stencil beside depth; both have one pitch and one number of rows, from which
 * the depth unit derives the size of a slice. Slices of a stencil plane may be smaller than the 256 bytes of a base address, so a
 * surface has the address of its level and selects slices by DB_DEPTH_VIEW. */
#include "si_context.h"

#include "hw_regs.h"

bool si_init_db_surface(struct si_context *ctx, struct si_surface *s)
{
   const struct si_info *info = &ctx->screen->info;
   const struct si_resource *res = si_resource(s->base.resource);
   const struct si_format *f = &ctx->screen->format[s->base.t.format];
   const struct surf_level *l = &res->surf.level[s->base.t.first_level];
   const struct surf_tile *t = &res->surf.tile;
   unsigned array_mode = l->mode == SURF_2D ? V_02803C_ARRAY_2D_TILED_THIN1 : V_02803C_ARRAY_1D_TILED_THIN1;

   const struct surf_level *stencil = &res->stencil.level[s->base.t.first_level];

   if (!res->has_depth_plane && !res->has_stencil_plane)
      return false;
   s->db_depth_view = S_028008_SLICE_START(s->base.t.first_layer) | S_028008_SLICE_MAX(s->base.t.last_layer);
   s->db_depth_size = S_028058_PITCH_TILE_MAX(l->pitch_el / 8 - 1) | S_028058_HEIGHT_TILE_MAX(l->height_el / 8 - 1);
   s->db_depth_slice = S_02805C_SLICE_TILE_MAX((uint64_t)l->pitch_el * l->height_el / 64 - 1);
   s->db_depth_info = S_02803C_ADDR5_SWIZZLE_MASK(1);
   s->z_va = res->va + l->offset_B;
   s->stencil_va = res->has_stencil_plane ? res->va + res->stencil_offset_B + stencil->offset_B : s->z_va;
   s->db_z_info = S_028040_NUM_SAMPLES(surf_log2(surf_max_u32(1, res->base.t.samples)));
   if (res->has_depth_plane)
      s->db_z_info |= S_028040_FORMAT(f->z_format);
   if (res->has_stencil_plane)
      s->db_stencil_info = S_028044_FORMAT(V_028044_STENCIL_8);
   if (info->db_uses_tile_index) {
      unsigned s_index = res->has_stencil_plane ? res->stencil.level[s->base.t.first_level].tile_index : l->tile_index;
      s->db_z_info |= S_028040_TILE_MODE_INDEX(l->tile_index);
      s->db_stencil_info |= S_028044_TILE_MODE_INDEX(s_index);
   } else {
      s->db_depth_info |= S_02803C_ARRAY_MODE(array_mode) | S_02803C_PIPE_CONFIG(t->pipe_config) |
                          S_02803C_BANK_WIDTH(surf_log2(t->bank_w)) | S_02803C_BANK_HEIGHT(surf_log2(t->bank_h)) |
                          S_02803C_MACRO_TILE_ASPECT(surf_log2(t->aspect)) |
                          S_02803C_NUM_BANKS(surf_log2(t->banks) - 1);
      s->db_z_info |= S_028040_TILE_SPLIT(surf_log2(t->tile_split_B / 64));
      if (res->has_stencil_plane)
         s->db_stencil_info |= S_028044_TILE_SPLIT(surf_log2(res->stencil.tile.tile_split_B / 64));
   }
   s->desc_seq = res->desc_seq;
   return true;
}

void si_emit_db(struct si_context *ctx, const struct si_surface *s)
{
   struct pm4_buf *b = &ctx->cs.buf;

   if (!s) {
      pm4_set_context_reg_seq(b, R_028040_DB_Z_INFO, 2);
      pm4_emit(b, S_028040_FORMAT(V_028040_Z_INVALID));
      pm4_emit(b, S_028044_FORMAT(V_028044_STENCIL_INVALID));
      return;
   }
   pm4_set_context_reg(b, R_028008_DB_DEPTH_VIEW, s->db_depth_view);
   pm4_set_context_reg(b, R_028014_DB_HTILE_DATA_BASE, 0);
   pm4_set_context_reg_seq(b, R_02803C_DB_DEPTH_INFO, 9);
   pm4_emit(b, s->db_depth_info);
   pm4_emit(b, s->db_z_info);
   pm4_emit(b, s->db_stencil_info);
   pm4_emit(b, (uint32_t)(s->z_va >> 8)); /* read, then write */
   pm4_emit(b, (uint32_t)(s->stencil_va >> 8));
   pm4_emit(b, (uint32_t)(s->z_va >> 8));
   pm4_emit(b, (uint32_t)(s->stencil_va >> 8));
   pm4_emit(b, s->db_depth_size);
   pm4_emit(b, s->db_depth_slice);
   si_cs_add_bo(ctx, si_resource(s->base.resource)->bo, WS_USAGE_READ | WS_USAGE_WRITE);
}

static uint32_t count_control(const struct si_context *ctx)
{
   bool counting = ctx->occlusion_count && !ctx->internal_draw;
   unsigned log2_samples = surf_log2(surf_max_u32(1, ctx->fb.state.samples));

   if (!ctx->screen->info.zpass_enable_bits)
      return counting ? S_028004_PERFECT_ZPASS_COUNTS(1) | S_028004_SAMPLE_RATE(log2_samples)
                      : S_028004_ZPASS_INCREMENT_DISABLE(1);
   return counting ? S_028004_PERFECT_ZPASS_COUNTS(1) | S_028004_SAMPLE_RATE(log2_samples) | S_028004_ZPASS_ENABLE(1) | S_028004_SLICE_EVEN_ENABLE(1) |
                        S_028004_SLICE_ODD_ENABLE(1)
                   : 0;
}

void si_emit_db_render(struct si_context *ctx)
{
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg_seq(b, R_028000_DB_RENDER_CONTROL, 2);
   pm4_emit(b, 0);
   pm4_emit(b, count_control(ctx));
   pm4_set_context_reg_seq(b, R_02800C_DB_RENDER_OVERRIDE, 2);
   pm4_emit(b, S_02800C_FORCE_HIZ_ENABLE(V_02800C_FORCE_DISABLE) | S_02800C_FORCE_HIS_ENABLE0(V_02800C_FORCE_DISABLE) |
                  S_02800C_FORCE_HIS_ENABLE1(V_02800C_FORCE_DISABLE));
   pm4_emit(b, 0);
   pm4_set_context_reg(b, R_02880C_DB_SHADER_CONTROL, ctx->db_shader_control);
}
