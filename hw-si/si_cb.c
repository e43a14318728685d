/* si_cb.c: colour targets. A surface packs CB_COLORn_* once; emission only adds the register offset of slot n (0x3c).
 * FMASK registers repeat the colour ones, as the hardware requires where there is none (facts C4, E). DCC: si_dcc.c. */
#include "si_context.h"

#include "hw_regs.h"
#include "pipe_format_desc.h"

#define CB_STRIDE 0x3c

enum { BASE, PITCH, SLICE, VIEW, INFO, ATTRIB, DCC_CONTROL, CMASK, CMASK_SLICE, FMASK, FMASK_SLICE, CLEAR0, CLEAR1,
       DCC_BASE };

/* Export formats of a pixel shader for this buffer: plain, with blending, when alpha is needed though the buffer has none
 * (alpha to coverage), and blending with source alpha. Narrower is faster; 16-bit normalised exports cannot blend. */
static void choose_export(struct si_surface *s, const struct si_format *f)
{
   uint8_t normal, blend, alpha, blend_alpha;
   unsigned n = f->cb_number;
   bool is_uint = n == V_028C70_NUMBER_UINT, is_sint = n == V_028C70_NUMBER_SINT;
   bool alpha_only = f->cb_format != 0 && f->cb_swap == V_028C70_SWAP_ALT_REV;

   normal = V_028714_SPI_SHADER_FP16_ABGR;
   if (is_uint)
      normal = V_028714_SPI_SHADER_UINT16_ABGR;
   else if (is_sint)
      normal = V_028714_SPI_SHADER_SINT16_ABGR;
   blend = alpha = blend_alpha = normal;

   switch (f->cb_format) {
   case V_028C70_COLOR_16:
   case V_028C70_COLOR_16_16:
   case V_028C70_COLOR_16_16_16_16:
      if (n == V_028C70_NUMBER_UNORM || n == V_028C70_NUMBER_SNORM) {
         normal = alpha = n == V_028C70_NUMBER_UNORM ? V_028714_SPI_SHADER_UNORM16_ABGR
                                                     : V_028714_SPI_SHADER_SNORM16_ABGR;
         blend_alpha = V_028714_SPI_SHADER_32_ABGR;
         blend = f->cb_format == V_028C70_COLOR_16_16_16_16 ? V_028714_SPI_SHADER_32_ABGR
                 : f->cb_format == V_028C70_COLOR_16_16     ? V_028714_SPI_SHADER_32_GR
                 : alpha_only                               ? V_028714_SPI_SHADER_32_AR
                                                            : V_028714_SPI_SHADER_32_R;
         if (f->cb_format == V_028C70_COLOR_16)
            blend_alpha = V_028714_SPI_SHADER_32_AR;
         if (f->cb_format == V_028C70_COLOR_16_16 && f->cb_swap >= V_028C70_SWAP_ALT && f->cb_swap != V_028C70_SWAP_STD_REV)
            blend = V_028714_SPI_SHADER_32_ABGR; /* luminance-alpha order: red and alpha */
      }
      break;
   case V_028C70_COLOR_32:
      normal = blend = alpha_only ? V_028714_SPI_SHADER_32_AR : V_028714_SPI_SHADER_32_R;
      alpha = blend_alpha = V_028714_SPI_SHADER_32_AR;
      break;
   case V_028C70_COLOR_32_32:
      normal = blend = f->cb_swap == V_028C70_SWAP_STD || f->cb_swap == V_028C70_SWAP_STD_REV
                          ? V_028714_SPI_SHADER_32_GR : V_028714_SPI_SHADER_32_ABGR;
      alpha = blend_alpha = V_028714_SPI_SHADER_32_ABGR;
      break;
   case V_028C70_COLOR_32_32_32_32:
      normal = blend = alpha = blend_alpha = V_028714_SPI_SHADER_32_ABGR;
      break;
   default:
      break;
   }
   s->spi_normal = normal;
   s->spi_blend = blend;
   s->spi_alpha = alpha;
   s->spi_blend_alpha = blend_alpha;
   s->number_class = is_sint ? SI_NUMBER_SINT : is_uint ? SI_NUMBER_UINT : SI_NUMBER_FLOAT;
}

bool si_init_cb_surface(struct si_context *ctx, struct si_surface *s)
{
   const struct si_screen *screen = ctx->screen;
   const struct si_resource *res = si_resource(s->base.resource);
   const struct si_format *f = &screen->format[s->base.t.format];
   const struct pipe_format_desc *d = pipe_format_desc(s->base.t.format);
   const struct surf_level *l = &res->surf.level[s->base.t.first_level];
   uint32_t n = f->cb_number, pitch, slice, attrib, log2_samples;
   bool norm = n == V_028C70_NUMBER_UNORM || n == V_028C70_NUMBER_SNORM || n == V_028C70_NUMBER_SRGB;
   bool is_int = n == V_028C70_NUMBER_UINT || n == V_028C70_NUMBER_SINT;
   uint64_t va = res->va + l->offset_B;

   if (!f->is_renderable || d->block_size_B != res->surf.bytes_per_el)
      return false;
   pitch = l->pitch_el / 8 - 1;
   slice = (uint32_t)((uint64_t)l->pitch_el * l->height_el / 64 - 1);
   log2_samples = surf_log2(surf_max_u32(1, res->base.t.samples));
   attrib = S_028C74_NUM_SAMPLES(log2_samples) | S_028C74_NUM_FRAGMENTS(log2_samples) | S_028C74_TILE_MODE_INDEX(l->tile_index) | S_028C74_FMASK_TILE_MODE_INDEX(l->tile_index) |
            S_028C74_FORCE_DST_ALPHA_1(d->swizzle[3] == PIPE_SWIZZLE_1);
   s->cb[BASE] = (uint32_t)(va >> 8);
   s->cb[PITCH] = S_028C64_TILE_MAX(pitch);
   if (screen->info.fmask_has_pitch)
      s->cb[PITCH] |= S_028C64_FMASK_TILE_MAX(pitch);
   s->cb[SLICE] = S_028C68_TILE_MAX(slice);
   s->cb[VIEW] = S_028C6C_SLICE_START(s->base.t.first_layer) | S_028C6C_SLICE_MAX(s->base.t.last_layer);
   s->cb[INFO] = S_028C70_FORMAT(f->cb_format) | S_028C70_NUMBER_TYPE(n) | S_028C70_COMP_SWAP(f->cb_swap) |
                 S_028C70_BLEND_CLAMP(norm) | S_028C70_BLEND_BYPASS(is_int) | S_028C70_SIMPLE_FLOAT(1) |
                 S_028C70_ROUND_MODE(!norm);
   s->cb[ATTRIB] = attrib;
   s->cb[DCC_CONTROL] = s->cb[DCC_BASE] = 0;
   s->has_dcc = si_dcc_applies(res, s->base.t.format);
   if (s->has_dcc) {
      s->cb[INFO] |= S_028C70_DCC_ENABLE(1);
      s->cb[DCC_CONTROL] = S_028C78_MAX_UNCOMPRESSED_BLOCK_SIZE(V_028C78_MAX_BLOCK_SIZE_256B) | S_028C78_INDEPENDENT_64B_BLOCKS(1) |
                           S_028C78_MIN_COMPRESSED_BLOCK_SIZE(screen->info.dcc_blocks_are_64B ? V_028C78_MIN_BLOCK_SIZE_64B
                                                                                              : V_028C78_MIN_BLOCK_SIZE_32B);
      s->cb[DCC_BASE] = (uint32_t)((res->va + res->dcc_offset_B) >> 8);
   }
   s->cb[CMASK] = s->cb[BASE];
   s->cb[CMASK_SLICE] = 0;
   s->cb[FMASK] = s->cb[BASE];
   s->cb[FMASK_SLICE] = S_028C88_TILE_MAX(slice);
   s->cb[CLEAR0] = s->cb[CLEAR1] = 0;
   choose_export(s, f);
   s->is_int8 = is_int && d->channel[0].size == 8;
   s->is_int10 = is_int && f->cb_format == V_028C70_COLOR_2_10_10_10;
   s->is_blendable = f->is_blendable;
   s->desc_seq = res->desc_seq;
   return true;
}

void si_emit_cb(struct si_context *ctx, unsigned index, const struct si_surface *s)
{
   struct pm4_buf *b = &ctx->cs.buf;

   if (!s) {
      pm4_set_context_reg(b, R_028C70_CB_COLOR0_INFO + index * CB_STRIDE, 0);
      return;
   }
   uint32_t base = R_028C60_CB_COLOR0_BASE + index * CB_STRIDE;
   if (s->has_dcc && !ctx->writes_dcc) {
      pm4_set_context_reg(b, R_028424_CB_DCC_CONTROL, S_028424_OVERWRITE_COMBINER_MRT_SHARING_DISABLE(1) |
                                                         S_028424_OVERWRITE_COMBINER_WATERMARK(4));
      ctx->writes_dcc = true;
   }
   if (ctx->screen->info.has_cb_dcc) {
      pm4_set_context_reg_seq(b, base, DCC_BASE + 1);
      pm4_emit_array(b, s->cb, DCC_BASE + 1);
   } else { /* two runs: GFX6 and GFX7 have no register at DCC_CONTROL's offset */
      pm4_set_context_reg_seq(b, base, DCC_CONTROL);
      pm4_emit_array(b, s->cb, DCC_CONTROL);
      pm4_set_context_reg_seq(b, base + 4 * CMASK, DCC_BASE - CMASK);
      pm4_emit_array(b, s->cb + CMASK, DCC_BASE - CMASK);
   }
   si_cs_add_bo(ctx, si_resource(s->base.resource)->bo, WS_USAGE_READ | WS_USAGE_WRITE);
}
