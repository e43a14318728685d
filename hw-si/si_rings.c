/* si_rings.c: the memory between the stages of a geometry shader (facts D1). ES waves write the vertices that the geometry
 * shader reads to the ESGS ring; GS waves write the vertices that they emit to the GSVS ring, from where the copy shader takes
 * them. The VGT assigns the offsets in both. A context has one pair of rings, which only grows: another size takes effect at
 * the start of the next submission, after a VGT_FLUSH, which resets the VGT's positions in the rings. */
#include "si_context.h"

#include <string.h>

#include "hw_regs.h"

#define WAVE_LANES 64
#define GS_WAVES_PER_SE 32
#define RING_MAX_SE_B ((64u << 20) - 1024) /* of a shader engine: below 64 MB */

/* Bytes per dword of an item, for each vertex that a wave reads or writes: room for twice the waves that run at a time. */
static uint64_t ring_size_B(const struct si_context *ctx, uint64_t lane_B)
{
   return 2ull * GS_WAVES_PER_SE * ctx->screen->info.num_se * WAVE_LANES * lane_B;
}

static unsigned input_vertices(enum pipe_prim_type prim)
{
   switch (prim) {
   case PIPE_PRIM_POINTS: return 1;
   case PIPE_PRIM_LINES: return 2;
   case PIPE_PRIM_LINES_ADJACENCY: return 4;
   case PIPE_PRIM_TRIANGLES_ADJACENCY: return 6;
   default: return 3;
   }
}

uint32_t si_gsvs_lane_dw(const struct si_gs_info *gs)
{
   uint32_t dw = 0;

   for (unsigned i = 0; i < 4; i++)
      dw += (uint32_t)gs->gsvs_vertex_dw[i] * gs->max_vertices;
   return dw;
}

static uint64_t esgs_size_B(const struct si_context *ctx, const struct si_gs_info *gs)
{
   const struct si_info *info = &ctx->screen->info;
   uint64_t item_B = 4ull * gs->esgs_item_dw;
   uint64_t least_B = item_B * info->gs_vertex_reuse * info->num_se * WAVE_LANES;
   uint64_t size_B = ring_size_B(ctx, item_B * input_vertices(gs->input_prim));

   return size_B > least_B ? size_B : least_B;
}

/* Makes a larger buffer. False: no memory, the ring is as before. */
static bool grow(struct si_context *ctx, struct ws_bo **ring, uint64_t size_B)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   uint32_t num_se = ctx->screen->info.num_se, align_B = 256 * num_se;
   struct ws_bo *bo;

   size_B = (size_B + align_B - 1) / align_B * align_B;
   if (size_B > (uint64_t)RING_MAX_SE_B * num_se)
      size_B = (uint64_t)RING_MAX_SE_B * num_se;
   if (!size_B)
      size_B = align_B;
   bo = ws->bo_create(ctx->ws, size_B, 256, WS_DOMAIN_VRAM, 0);
   if (!bo)
      return false;
   if (*ring)
      ws->bo_unref(*ring); /* the winsys holds a reference for submitted commands */
   *ring = bo;
   return true;
}

static bool is_too_small(const struct ws_bo *ring, uint64_t size_B, uint64_t max_B)
{
   return !ring || ring->size_B < (size_B < max_B ? size_B : max_B);
}

bool si_update_rings(struct si_context *ctx)
{
   const struct si_code *code = ctx->hw[SI_HW_GS].code;
   uint64_t max_B = (uint64_t)RING_MAX_SE_B * ctx->screen->info.num_se, esgs_B, gsvs_B;
   struct si_rings *r = &ctx->rings;
   bool more_esgs, more_gsvs;

   if (!code)
      return true;
   esgs_B = esgs_size_B(ctx, &code->bin.gs);
   gsvs_B = ring_size_B(ctx, 4ull * si_gsvs_lane_dw(&code->bin.gs));
   more_esgs = is_too_small(r->esgs, esgs_B, max_B);
   more_gsvs = is_too_small(r->gsvs, gsvs_B, max_B);
   if (!more_esgs && !more_gsvs)
      return true;
   si_submit(ctx);
   if ((more_esgs && !grow(ctx, &r->esgs, esgs_B)) || (more_gsvs && !grow(ctx, &r->gsvs, gsvs_B))) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for the rings of a geometry shader: draw dropped");
      return false;
   }
   ctx->internal_dirty = true;
   return true;
}

void si_emit_rings(struct si_context *ctx)
{
   const struct si_rings *r = &ctx->rings;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!r->esgs && !r->gsvs && !r->offchip)
      return;
   pm4_event_write(b, V_028A90_VS_PARTIAL_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_PARTIAL_FLUSH);
   pm4_event_write(b, V_028A90_VGT_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_OTHER);
   si_emit_tess_rings(ctx);
   if (!r->esgs || !r->gsvs)
      return;
   if (ctx->screen->info.has_uconfig)
      pm4_set_uconfig_reg_seq(b, R_030900_VGT_ESGS_RING_SIZE, 2);
   else
      pm4_set_config_reg_seq(b, R_0088C8_VGT_ESGS_RING_SIZE, 2);
   pm4_emit(b, (uint32_t)(r->esgs->size_B >> 8));
   pm4_emit(b, (uint32_t)(r->gsvs->size_B >> 8));
   si_cs_add_bo(ctx, r->esgs, WS_USAGE_READ | WS_USAGE_WRITE);
   si_cs_add_bo(ctx, r->gsvs, WS_USAGE_READ | WS_USAGE_WRITE);
}

/* V# whose address counts the lanes: a dword of `index_lanes` lanes (enum value of INDEX_STRIDE), then the next dword. */
static void make_write_desc(const struct si_context *ctx, uint64_t va, uint32_t records, uint32_t stride_B,
                            uint32_t index_stride, uint32_t desc[4])
{
   /* Where ADD_TID_ENABLE widens the stride, DATA_FORMAT holds its upper bits. */
   uint32_t word3 = si_raw_buffer_word3() & (ctx->screen->info.add_tid_widens_stride ? C_008F0C_DATA_FORMAT : ~0u);

   desc[0] = (uint32_t)va;
   desc[1] = S_008F04_BASE_ADDRESS_HI(va >> 32) | S_008F04_STRIDE(stride_B) | S_008F04_SWIZZLE_ENABLE(1);
   desc[2] = records;
   desc[3] = word3 | S_008F0C_ELEMENT_SIZE(1) /* 4 bytes */ | S_008F0C_INDEX_STRIDE(index_stride) | S_008F0C_ADD_TID_ENABLE(1);
}

void si_make_ring_descs(const struct si_context *ctx, uint32_t desc[SI_INTERNAL_COUNT * 4])
{
   const struct si_code *code = ctx->hw[SI_HW_GS].code;
   const struct si_rings *r = &ctx->rings;
   uint64_t va;

   if (!code || !r->esgs || !r->gsvs)
      return;
   make_write_desc(ctx, r->esgs->va, (uint32_t)r->esgs->size_B, 0, 3 /* 64 lanes */, desc + 4 * SI_INTERNAL_ESGS_WRITE);
   si_make_buffer_desc(ctx->screen, r->esgs->va, (uint32_t)r->esgs->size_B, 0, si_raw_buffer_word3(),
                       desc + 4 * SI_INTERNAL_ESGS_READ);
   si_make_buffer_desc(ctx->screen, r->gsvs->va, (uint32_t)r->gsvs->size_B, 0, si_raw_buffer_word3(),
                       desc + 4 * SI_INTERNAL_GSVS_READ);
   va = r->gsvs->va;
   for (unsigned i = 0; i < 4; i++) {
      uint32_t stride_B = 4u * code->bin.gs.gsvs_vertex_dw[i] * code->bin.gs.max_vertices;
      make_write_desc(ctx, va, WAVE_LANES, stride_B, 1 /* 16 lanes */, desc + 4 * (SI_INTERNAL_GSVS_WRITE0 + i));
      va += (uint64_t)stride_B * WAVE_LANES;
   }
}

void si_release_rings(struct si_context *ctx)
{
   const struct ws_device_impl *ws = ctx->ws->impl;

   if (ctx->rings.esgs)
      ws->bo_unref(ctx->rings.esgs);
   if (ctx->rings.gsvs)
      ws->bo_unref(ctx->rings.gsvs);
   ctx->rings.esgs = ctx->rings.gsvs = NULL;
}
