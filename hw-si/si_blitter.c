/* si_blitter.c: one rectangle. Clears, copies and blits differ in targets, pixel shader and vertex data only; the vertex
 * shader takes its corners from user SGPRs (document 004). The registers written here belong to atoms, which become dirty:
 * bound state is never saved or restored. */
#include "si_blitter.h"

#include <string.h>

#include "hw_regs.h"
#include "state/pipe_format_float.h"

#define ATOMS_USED (SI_DIRTY_BLEND | SI_DIRTY_CB_STATE | SI_DIRTY_DSA | SI_DIRTY_STENCIL_REF | SI_DIRTY_DB_RENDER | \
                    SI_DIRTY_RASTER | SI_DIRTY_VIEWPORT | SI_DIRTY_SCISSOR | SI_DIRTY_WINDOW_RECTANGLES | SI_DIRTY_CLIP | SI_DIRTY_VS | SI_DIRTY_PS | \
                    SI_DIRTY_SPI_MAP | SI_DIRTY_MSAA)

static bool is_bound(const struct si_context *ctx, const struct si_rect *r)
{
   const struct pipe_framebuffer_state *fb = &ctx->fb.state;

   if (r->cb_count != fb->color_count || (const struct pipe_surface *)r->zs != fb->zsbuf)
      return false;
   for (unsigned i = 0; i < r->cb_count; i++)
      if ((const struct pipe_surface *)r->cb[i] != fb->cbufs[i])
         return false;
   return true;
}

static unsigned target_samples(const struct si_rect *r)
{
   const struct si_surface *s = r->cb_count && r->cb[0] ? r->cb[0] : r->zs;

   for (unsigned i = 1; i < r->cb_count && !s; i++)
      s = r->cb[i];
   return s ? surf_max_u32(1, s->base.resource->t.samples) : 1;
}

static void emit_output_state(struct si_context *ctx, const struct si_rect *r)
{
   struct pm4_buf *b = &ctx->cs.buf;
   uint32_t depth = 0, ops = 0, ref;

   pm4_set_context_reg_seq(b, R_028780_CB_BLEND0_CONTROL, 8);
   for (unsigned i = 0; i < 8; i++)
      pm4_emit(b, 0);
   pm4_set_context_reg(b, R_028B70_DB_ALPHA_TO_MASK, 0);
   pm4_set_context_reg(b, R_028238_CB_TARGET_MASK, r->target_mask);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL,
                       S_028808_MODE(r->decompress_dcc ? V_028808_CB_DCC_DECOMPRESS
                                     : r->resolve      ? V_028808_CB_RESOLVE
                                     : r->target_mask  ? V_028808_CB_NORMAL : V_028808_CB_DISABLE) |
                          S_028808_ROP3(V_028808_ROP3_COPY));
   if (r->write_depth)
      depth |= S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(V_028800_FRAG_ALWAYS);
   if (r->write_stencil) {
      depth |= S_028800_STENCIL_ENABLE(1) | S_028800_STENCILFUNC(V_028800_FRAG_ALWAYS);
      ops = S_02842C_STENCILFAIL(V_02842C_STENCIL_REPLACE_TEST) | S_02842C_STENCILZPASS(V_02842C_STENCIL_REPLACE_TEST) |
            S_02842C_STENCILZFAIL(V_02842C_STENCIL_REPLACE_TEST);
   }
   ref = S_028430_STENCILTESTVAL(r->stencil_ref) | S_028430_STENCILMASK(0xff) |
         S_028430_STENCILWRITEMASK(r->stencil_writemask) | S_028430_STENCILOPVAL(1);
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, depth);
   pm4_set_context_reg_seq(b, R_02842C_DB_STENCIL_CONTROL, 3);
   pm4_emit(b, ops);
   pm4_emit(b, ref);
   pm4_emit(b, ref);
}

static void emit_raster_state(struct si_context *ctx, const struct si_rect *r, const struct si_code *vs)
{
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(1));
   pm4_set_context_reg(b, R_028BE4_PA_SU_VTX_CNTL,
                       S_028BE4_PIX_CENTER(1) | S_028BE4_ROUND_MODE(V_028BE4_X_ROUND_TO_EVEN) |
                          S_028BE4_QUANT_MODE(V_028BE4_X_16_8_FIXED_POINT_1_256TH));
   pm4_set_context_reg(b, R_028A48_PA_SC_MODE_CNTL_0,
                       S_028A48_MSAA_ENABLE(target_samples(r) > 1) | S_028A48_VPORT_SCISSOR_ENABLE(1));
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_CLIP_DISABLE(1) | S_028810_DX_CLIP_SPACE_DEF(1));
   pm4_set_context_reg(b, R_02881C_PA_CL_VS_OUT_CNTL, vs->regs.pa_cl_vs_out_cntl);
   pm4_set_context_reg_seq(b, R_0282D0_PA_SC_VPORT_ZMIN_0, 2);
   pm4_emit_float(b, 0);
   pm4_emit_float(b, 1);
   if (ctx->window_rectangles.include || ctx->window_rectangles.count)
      pm4_set_context_reg(b, R_02820C_PA_SC_CLIPRECT_RULE, S_02820C_CLIP_RULE(0xffff));
   pm4_set_context_reg_seq(b, R_028250_PA_SC_VPORT_SCISSOR_0_TL, 2);
   if (r->scissor_enable) {
      pm4_emit(b, S_028250_TL_X(r->scissor.minx) | S_028250_TL_Y(r->scissor.miny) | S_028250_WINDOW_OFFSET_DISABLE(1));
      pm4_emit(b, S_028254_BR_X(r->scissor.maxx) | S_028254_BR_Y(r->scissor.maxy));
   } else {
      pm4_emit(b, S_028250_WINDOW_OFFSET_DISABLE(1));
      pm4_emit(b, S_028254_BR_X(16384) | S_028254_BR_Y(16384));
   }
}

static void set_corner_sgprs(struct si_context *ctx, const struct si_rect *r)
{
   unsigned count = r->vs_kind == SI_BLIT_VS_COLOR ? 4 : r->vs_kind == SI_BLIT_VS_TEX ? 6 : 0;

   si_set_sgpr(ctx, SI_HW_VS, SI_SGPR_BLIT_XY1, (r->x0 & 0xffff) | (uint32_t)(r->y0 & 0xffff) << 16);
   si_set_sgpr(ctx, SI_HW_VS, SI_SGPR_BLIT_XY2, (r->x1 & 0xffff) | (uint32_t)(r->y1 & 0xffff) << 16);
   si_set_sgpr(ctx, SI_HW_VS, SI_SGPR_BLIT_DEPTH, pipe_float_bits(r->depth));
   for (unsigned i = 0; i < count; i++)
      si_set_sgpr(ctx, SI_HW_VS, SI_SGPR_BLIT_COLOR + i, r->attrib[i]);
}

static bool upload_texture(struct si_context *ctx, const struct si_rect *r)
{
   unsigned size_B = SI_TEXTURE_SLOT_DW * 4 + (r->ps.scaled || r->ps.one_sample ? 2 * sizeof(struct si_blit_scale) + 4 : 0);
   uint64_t va;
   uint32_t *set = si_upload_alloc(ctx, size_B, 64, &va);

   if (!set)
      return false;
   memcpy(set, r->texture, size_B);
   si_cs_add_bo(ctx, r->texture_res->bo, WS_USAGE_READ);
   si_set_sgpr(ctx, SI_HW_PS, SI_SGPR_TEXTURES, (uint32_t)va);
   return true;
}

bool si_draw_rect(struct si_context *ctx, const struct si_rect *r)
{
   uint32_t shader_control = ctx->db_shader_control;
   struct si_code *vs, *ps;
   bool bound = is_bound(ctx, r), predicate = false;

   if (r->x0 >= r->x1 || r->y0 >= r->y1 || ctx->lost)
      return true;
   si_expand_plain_targets(ctx, r->cb, r->cb_count);
   if (r->predicate && !si_emit_render_condition(ctx, &predicate))
      return true;
   vs = si_screen_blit_vs(ctx->screen, r->vs_kind, r->layered);
   ps = si_screen_blit_ps(ctx->screen, &r->ps);
   if (!vs || !ps || !si_cs_begin(ctx) || (r->texture && !upload_texture(ctx, r)) ||
       (r->query_write && !si_emit_query_samples(ctx, r->query_write))) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "blit, copy or clear dropped: no shader or no memory");
      return false;
   }
   if (ctx->targets_written && (!bound || r->texture))
      si_flush_targets(ctx);
   si_end_streamout(ctx);
   si_emit_cache_flush(ctx);

   ctx->internal_draw++;
   si_stop_statistics(ctx, true);
   if (!bound) {
      si_emit_targets(ctx, r->cb, r->cb_count, r->zs, r->width, r->height);
      ctx->dirty |= SI_DIRTY_FRAMEBUFFER;
   } else if (ctx->dirty & SI_DIRTY_FRAMEBUFFER) {
      si_emit_framebuffer(ctx);
      ctx->dirty &= ~SI_DIRTY_FRAMEBUFFER;
   }
   si_emit_samples(ctx, target_samples(r), false, false, r->sample ? 1u << (r->sample - 1) : 0xffff, NULL);
   emit_output_state(ctx, r);
   emit_raster_state(ctx, r, vs);
   ctx->db_shader_control = ps->regs.db_shader_control;
   si_emit_db_render(ctx);
   ctx->db_shader_control = shader_control;
   si_emit_code_vs(ctx, vs, true);
   si_emit_code_ps(ctx, ps);
   si_emit_inputs(ctx, vs, ps, false, 0);
   set_corner_sgprs(ctx, r);
   si_emit_sgprs(ctx, SI_HW_VS);
   si_emit_sgprs(ctx, SI_HW_PS);
   si_emit_draw_regs(ctx, V_008958_DI_PT_RECTLIST, si_multi_vgt_param(&ctx->screen->info, &(struct si_multi_vgt){0}), 0, false,
                     0, r->layered ? r->layers : 1);
   si_emit_draw_auto(ctx, 3, predicate);
   si_stop_statistics(ctx, false);
   ctx->internal_draw--;
   ctx->dirty |= ATOMS_USED;
   ctx->targets_written = true;
   if (!bound) /* not the bound framebuffer, so set_framebuffer will not flush it */
      si_flush_targets(ctx);
   return true;
}
