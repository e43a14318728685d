/* si_streamout.c: stream output (transform feedback; facts D3). The last vertex stage stores vertices itself; the VGT
 * assigns the offsets and counts how far each buffer is filled. A run of draws begins with the offsets, from the packet or
 * from memory, and ends by storing the filled sizes to memory, which the next run appends to. Submissions, the driver's
 * own rectangles and shaders without stream output end a run; the next draw begins another. */
#include "si_context.h"

#include <stdlib.h>
#include <string.h>

#include "hw_regs.h"

struct si_so_target {
   struct pipe_stream_output_target base;
   struct ws_bo *filled;       /* dword: how far the buffer is filled, in dwords from its start */
   uint32_t stride_dw;         /* of the vertices in it */
   bool captured;              /* a run of draws ended: `filled` is right */
};

static struct si_so_target *so_target(struct pipe_stream_output_target *target)
{
   return (struct si_so_target *)target;
}

struct pipe_stream_output_target *si_create_so_target(struct pipe_context *base, struct pipe_resource *buffer, uint32_t offset_B,
                                                      uint32_t size_B)
{
   struct si_context *ctx = si_context(base);
   struct si_so_target *t = calloc(1, sizeof(*t));

   if (!t)
      return NULL;
   t->filled = ctx->ws->impl->bo_create(ctx->ws, 4, 256, WS_DOMAIN_VRAM, WS_BO_ZERO);
   if (!t->filled) {
      free(t);
      return NULL;
   }
   t->base = (struct pipe_stream_output_target){.buffer = pipe_resource_ref(buffer), .offset_B = offset_B, .size_B = size_B,
                                                .ctx = base};
   atomic_init(&t->base.refs, 1);
   si_resource_use(si_resource(buffer), ctx);
   return &t->base;
}

void si_so_target_destroy(struct pipe_context *base, struct pipe_stream_output_target *target)
{
   si_context(base)->ws->impl->bo_unref(so_target(target)->filled);
   pipe_resource_unref(target->buffer);
   free(target);
}

bool si_so_target_vertices(struct pipe_context *base, struct pipe_stream_output_target *target, uint32_t *count)
{
   struct si_context *ctx = si_context(base);
   struct si_so_target *t = so_target(target);

   *count = 0;
   if (!t->captured || !t->stride_dw)
      return true;
   if (si_cs_bo_usage(ctx, t->filled))
      si_submit_to_wait(ctx);
   const uint32_t *filled_dw = ctx->ws->impl->bo_map(t->filled);
   if (!filled_dw || !ctx->ws->impl->bo_wait(t->filled, WS_SYNC_FOREVER, WS_USAGE_READ))
      return false;
   *count = (*filled_dw - t->base.offset_B / 4) / t->stride_dw;
   return true;
}

void si_set_stream_output_targets(struct pipe_context *base, unsigned count, struct pipe_stream_output_target **targets,
                                  const uint32_t *offsets_B)
{
   struct si_context *ctx = si_context(base);
   struct si_streamout *so = &ctx->so;

   si_end_streamout(ctx);
   so->mask = so->append = 0;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      struct pipe_stream_output_target *old = so->target[i], *t = i < count ? targets[i] : NULL;
      so->target[i] = pipe_so_target_ref(t);
      pipe_so_target_unref(old);
      if (!t)
         continue;
      so->mask |= 1u << i;
      bool append = offsets_B[i] == ~0u;
      if (append && so_target(t)->captured)
         so->append |= 1u << i;
      else
         so->start_B[i] = t->offset_B + (append ? 0 : offsets_B[i]);
      si_buffer_written(si_resource(t->buffer), t->offset_B, (uint64_t)t->offset_B + t->size_B);
   }
   ctx->internal_dirty = true;
}

void si_release_streamout(struct si_context *ctx)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      pipe_so_target_unref(ctx->so.target[i]);
}

void si_make_streamout_descs(const struct si_context *ctx, uint32_t desc[PIPE_MAX_SO_BUFFERS * 4])
{
   for (uint32_t mask = ctx->so.mask; mask; mask &= mask - 1) {
      const struct pipe_stream_output_target *t = ctx->so.target[__builtin_ctz(mask)];
      si_make_buffer_desc(ctx->screen, si_resource(t->buffer)->va, t->offset_B + t->size_B, 0, si_raw_buffer_word3(),
                          desc + 4 * __builtin_ctz(mask));
   }
}

/* The API shader whose outputs are captured. */
static const struct pipe_stream_output_info *captured_outputs(const struct si_context *ctx)
{
   unsigned api = ctx->map.api[SI_HW_VS];

   return api == SI_STAGE_OFF || !ctx->stage[api].shader ? NULL : &ctx->stage[api].shader->state.so;
}

/* Waits until the VGT has finished the vertices of earlier draws: then its filled sizes are right. */
static void emit_vgt_flush(struct si_context *ctx)
{
   bool uconfig = ctx->screen->info.has_uconfig;
   uint32_t reg = uconfig ? R_0300FC_CP_STRMOUT_CNTL : R_0084FC_CP_STRMOUT_CNTL;
   struct pm4_buf *b = &ctx->cs.buf;

   if (uconfig)
      pm4_set_uconfig_reg(b, reg, 0);
   else
      pm4_set_config_reg(b, reg, 0);
   pm4_event_write(b, V_028A90_SO_VGTSTREAMOUT_FLUSH, PM4_EVENT_WRITE_EVENT_INDEX_OTHER);
   pm4_wait_reg_mem(b, &(struct pm4_wait_reg_mem){
      .function = PM4_WAIT_REG_MEM_FUNCTION_EQUAL, .mem_space = PM4_WAIT_REG_MEM_MEM_SPACE_REGISTER, .addr = reg >> 2,
      .reference = S_0084FC_OFFSET_UPDATE_DONE(1), .mask = S_0084FC_OFFSET_UPDATE_DONE(1), .poll_interval = 4});
}

/* VGT_STRMOUT_BUFFER_CONFIG: the bound buffers that each stream fills, a nibble per stream. A buffer without any output, only
 * with components to skip, is stream 0's. */
static uint32_t buffer_config(const struct si_streamout *so, const struct pipe_stream_output_info *info)
{
   uint32_t config = 0, filled = 0;

   for (unsigned i = 0; i < info->count; i++) {
      config |= (1u << info->out[i].buffer & so->mask) << (4 * info->out[i].stream);
      filled |= 1u << info->out[i].buffer;
   }
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      if (info->stride_dw[i] && !(filled >> i & 1))
         config |= 1u << i & so->mask;
   return config;
}

/* The VGT counts the primitives of draws only while stream output is enabled; it may be without buffers. */
static void emit_enable(struct si_context *ctx, bool enable, uint32_t buffers)
{
   pm4_set_context_reg_seq(&ctx->cs.buf, R_028B94_VGT_STRMOUT_CONFIG, 2);
   pm4_emit(&ctx->cs.buf, S_028B94_STREAMOUT_0_EN(enable) | S_028B94_STREAMOUT_1_EN(enable) | S_028B94_STREAMOUT_2_EN(enable) |
                             S_028B94_STREAMOUT_3_EN(enable));
   pm4_emit(&ctx->cs.buf, buffers);
   ctx->so.enabled = enable;
}

static void begin_streamout(struct si_context *ctx, const struct pipe_stream_output_info *info)
{
   struct si_streamout *so = &ctx->so;
   struct pm4_buf *b = &ctx->cs.buf;

   emit_vgt_flush(ctx);
   for (uint32_t mask = so->mask; mask; mask &= mask - 1) {
      unsigned i = __builtin_ctz(mask);
      struct si_so_target *t = so_target(so->target[i]);
      bool append = so->append >> i & 1;
      t->stride_dw = info->stride_dw[i];
      pm4_set_context_reg_seq(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i, 2);
      pm4_emit(b, (t->base.offset_B + t->base.size_B) / 4);
      pm4_emit(b, t->stride_dw);
      pm4_strmout_buffer_update(b, &(struct pm4_strmout_buffer_update){
         .source = append ? PM4_STRMOUT_BUFFER_UPDATE_SOURCE_MEMORY : PM4_STRMOUT_BUFFER_UPDATE_SOURCE_PACKET,
         .buffer = i, .src = append ? t->filled->va : so->start_B[i] / 4});
      si_cs_add_bo(ctx, t->filled, WS_USAGE_READ | WS_USAGE_WRITE);
      si_cs_add_bo(ctx, si_resource(t->base.buffer)->bo, WS_USAGE_READ | WS_USAGE_WRITE);
   }
   emit_enable(ctx, true, buffer_config(so, info));
   so->active = true;
}

void si_end_streamout(struct si_context *ctx)
{
   struct si_streamout *so = &ctx->so;
   struct pm4_buf *b = &ctx->cs.buf;

   if (!so->active) {
      if (so->enabled)
         emit_enable(ctx, false, 0);
      return;
   }
   emit_vgt_flush(ctx);
   for (uint32_t mask = so->mask; mask; mask &= mask - 1) {
      unsigned i = __builtin_ctz(mask);
      pm4_strmout_buffer_update(b, &(struct pm4_strmout_buffer_update){
         .store_filled_size = true, .source = PM4_STRMOUT_BUFFER_UPDATE_SOURCE_NONE, .buffer = i,
         .dst = so_target(so->target[i])->filled->va});
      so_target(so->target[i])->captured = true;
      pm4_set_context_reg(b, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i, 0);
   }
   emit_enable(ctx, false, 0);
   so->append = so->mask;
   so->active = false;
   ctx->flush |= SI_WAIT_VS | SI_INV_KCACHE | SI_INV_L1 | SI_INV_L2 | SI_WAIT_PFP; /* the vertices are used now */
}

void si_update_streamout(struct si_context *ctx)
{
   const struct pipe_stream_output_info *info = captured_outputs(ctx);
   bool wanted = ctx->so.mask && info && info->count;

   si_pause_overflow_queries(ctx, !wanted);
   if (wanted && !ctx->so.active)
      begin_streamout(ctx, info);
   else if (!wanted && ctx->so.active)
      si_end_streamout(ctx);
   if (!wanted && ctx->so.enabled != (ctx->so.generated_queries != 0))
      emit_enable(ctx, !ctx->so.enabled, 0);
}

void si_emit_draw_opaque(struct si_context *ctx, struct pipe_stream_output_target *target, bool predicate)
{
   struct si_so_target *t = so_target(target);
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_context_reg(b, R_028B28_VGT_STRMOUT_DRAW_OPAQUE_OFFSET, t->base.offset_B / 4);
   pm4_set_context_reg(b, R_028B30_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE, t->stride_dw);
   pm4_copy_data(b, &(struct pm4_copy_data){
      .src_sel = PM4_COPY_DATA_SRC_SEL_MEMORY, .dst_sel = PM4_COPY_DATA_DST_SEL_REGISTER, .wr_confirm = true,
      .src = t->filled->va, .dst = R_028B2C_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE >> 2});
   si_cs_add_bo(ctx, t->filled, WS_USAGE_READ);
   pm4_draw_index_auto(b, &(struct pm4_draw_index_auto){
      .initiator = V_0287F0_DI_SRC_SEL_AUTO_INDEX | S_0287F0_USE_OPAQUE(1), .predicate = predicate});
   ctx->last.index_type = ~0u; /* DRAW_INDEX_AUTO clobbers INDEX_TYPE on GFX7+ */
}
