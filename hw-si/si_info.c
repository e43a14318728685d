/* si_info.c: the one file that depends on generations and families, beside the table of si_raster_config.c. It turns them
 * into named facts (struct si_info). */
#include "si_screen.h"

#include <stdio.h>
#include <string.h>

#include "hw-si/pm4/pm4_build.h"
#include "util/ut_debug.h"

static enum surf_mode default_tiling(const struct ws_info *ws)
{
   uint32_t flags = ut_debug_flags();
   if (flags & UT_DEBUG_TILING_LINEAR)
      return SURF_LINEAR;
   if (flags & UT_DEBUG_TILING_1D)
      return SURF_1D;
   return ws->prefers_untiled && !(flags & UT_DEBUG_TILING_2D) ? SURF_1D : SURF_2D;
}

/* Blocks of the off-chip buffer. */
static uint32_t offchip_blocks(const struct ws_info *ws, uint32_t num_se)
{
   const bool twice = ws->gfx_level >= WS_GFX7 && ws->family != WS_CARRIZO && ws->family != WS_STONEY;
   const uint32_t blocks = num_se * (twice ? 127 : 63), most = ws->gfx_level >= WS_GFX7 ? 508 : 126;

   return blocks < most ? blocks : most;
}

bool si_info_init(struct si_info *info, const struct ws_info *ws, char *why, size_t why_size_B)
{
   if (ws->gfx_level < WS_GFX6 || ws->gfx_level > WS_GFX8) {
      snprintf(why, why_size_B, "graphics generation %d of %s is not supported (GFX6 to GFX8 are)", ws->gfx_level,
               ws->chip);
      return false;
   }
   bool gfx7 = ws->gfx_level >= WS_GFX7, gfx8 = ws->gfx_level >= WS_GFX8;
   const uint32_t num_se = ws->num_se ? ws->num_se : 1;
   bool polaris = ws->family >= WS_POLARIS10 && ws->family <= WS_VEGAM;
   bool two_se = ws->family == WS_TAHITI || ws->family == WS_PITCAIRN || ws->family == WS_BONAIRE;
   bool small = ws->family == WS_OLAND || ws->family == WS_HAINAN || ws->family == WS_KAVERI || ws->family == WS_KABINI ||
                ws->family == WS_ICELAND || ws->family == WS_CARRIZO || ws->family == WS_STONEY;

   *info = (struct si_info){
      .gfx_level = ws->gfx_level,
      .surf = {.has_macro_table = gfx7, .gb_addr_config = ws->gb_addr_config},
      .filler_dw = gfx7 ? PKT3_NOP_PAD : PKT2_NOP_PAD,
      .has_ib_chain = gfx7,
      .has_clear_state = gfx7,
      .has_uconfig = gfx7,
      .has_dma_data = gfx7,
      .has_8bit_indices = gfx8,
      .has_rsrc3 = gfx7,
      .has_raster_config_1 = gfx7,
      .fmask_has_pitch = gfx7,
      .primgroups_in_wave = gfx8 ? 2 : 0,
      .has_cb_dcc = gfx8,
      .dcc_blocks_are_64B = ws->family == WS_CARRIZO || ws->family == WS_STONEY,
      .db_uses_tile_index = !gfx7,
      .num_records_is_bytes = gfx8,
      .sampler_compat_mode = gfx8,
      .has_filter_mode = gfx7,
      .aniso_mask_in_t7 = !gfx8,
      .zpass_enable_bits = gfx7,
      .eop_twice = gfx7,
      .has_ia_multi_vgt_index = gfx7,
      .border_color_hi = gfx7,
      .has_tess_distribution = gfx8,
      .has_gs_onchip = gfx7,
      .has_dispatch_order = gfx7,
      .has_compute_se23 = gfx7,
      .max_lds_B = gfx7 ? 64 * 1024 : 32 * 1024,
      .add_tid_widens_stride = gfx8,
      .gs_partial_vs_wave = polaris || ws->family == WS_TONGA || ws->family == WS_FIJI,
      .tess_gs_partial_vs_wave = two_se,
      .eoi_partial_vs_wave = ws->family == WS_HAWAII,
      .eoi_gs_partial_vs_wave = gfx8,
      .gs_table_depth = small ? 16 : 32,
      .gs_vertex_reuse = gfx8 ? 32 : 16,
      .num_se = num_se,
      .offchip_blocks = offchip_blocks(ws, num_se),
      .offchip_block_dw = ws->family == WS_HAWAII ? 4096 : 8192, /* Hawaii fails with more than 256 blocks of 8192 */
      .offchip_count_minus_1 = gfx8,
      .hs_group_is_wave = !gfx7,
      .tess_prim_id_one_patch = !gfx7 && num_se == 1,
      .ls_rsrc2_twice = gfx7 && !gfx8 && ws->family != WS_HAWAII,
      .has_ls_hs_config_index = gfx7,
      .ls_lds_unit_B = gfx7 ? 512 : 256,
      .tess_odd_reuse_depth = 14,
      .has_prim_filter = gfx7,
      .l2_writes_back = gfx8,
      .vertex_reuse_depth = polaris ? 30 : 14,
      .max_dma_B = 0x1fffe0,
      .num_rb = ws->num_rb ? ws->num_rb : 1,
      .enabled_rb_mask = ws->enabled_rb_mask ? ws->enabled_rb_mask : 1,
      .tiling = default_tiling(ws),
      .clears_by_dma = ws->prefers_dma_fill,
   };
   si_raster_config_init(&info->raster, ws);
   memcpy(info->surf.gb_tile_mode, ws->gb_tile_mode, sizeof(ws->gb_tile_mode));
   memcpy(info->surf.gb_macrotile_mode, ws->gb_macrotile_mode, sizeof(ws->gb_macrotile_mode));
   return true;
}
