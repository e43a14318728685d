/* si_draw_indirect.c: draws whose arguments the command processor reads from memory. It writes the base vertex, the start
 * instance and, for several draws of a packet, the number of the draw to user SGPRs of the stage where the API's vertex
 * shader runs, and the number of instances to its state.
 *
 * The packets with several draws need firmware of the command processor from 2015 or later (Mesa's ac_gpu_info checks the same). */
#include "si_context.h"

#include "hw_regs.h"

#define SET_BASE_INDIRECT 1 /* BASE_INDEX of SET_BASE */
#define SH_START_B 0xb000   /* of the registers that packets count from there */

static uint32_t sgpr_offset_dw(enum si_hw_stage hw, unsigned index)
{
   return (si_user_data_reg(hw) + 4 * index - SH_START_B) >> 2;
}

static uint64_t find_count(struct si_context *ctx, const struct pipe_draw_indirect_info *at)
{
   if (!at->count_buffer)
      return 0;
   si_cs_add_bo(ctx, si_resource(at->count_buffer)->bo, WS_USAGE_READ);
   return si_resource(at->count_buffer)->va + at->count_offset_B;
}

/* The body is the same with and without indices. */
static void emit_multi(struct si_context *ctx, const struct pipe_draw_info *info, enum si_hw_stage hw, bool predicate)
{
   const struct pipe_draw_indirect_info *at = info->indirect;
   const struct pm4_draw_indirect_multi auto_index = {
      .offset = at->offset_B, .base_vertex_reg_offset_dw = sgpr_offset_dw(hw, SI_SGPR_VS_BASE_VERTEX),
      .start_instance_reg_offset_dw = sgpr_offset_dw(hw, SI_SGPR_VS_START_INSTANCE),
      .draw_id_reg_offset_dw = sgpr_offset_dw(hw, SI_SGPR_VS_DRAW_ID), .draw_id_enable = true,
      .count_indirect = at->count_buffer != NULL, .max_count = at->draw_count, .count_addr = find_count(ctx, at),
      .stride = at->stride_B, .initiator = V_0287F0_DI_SRC_SEL_AUTO_INDEX, .predicate = predicate};
   const struct pm4_draw_index_indirect_multi indexed = {
      .offset = auto_index.offset, .base_vertex_reg_offset_dw = auto_index.base_vertex_reg_offset_dw,
      .start_instance_reg_offset_dw = auto_index.start_instance_reg_offset_dw,
      .draw_id_reg_offset_dw = auto_index.draw_id_reg_offset_dw, .draw_id_enable = true,
      .count_indirect = auto_index.count_indirect, .max_count = auto_index.max_count, .count_addr = auto_index.count_addr,
      .stride = auto_index.stride, .initiator = V_0287F0_DI_SRC_SEL_DMA, .predicate = predicate};

   if (info->index_size_B)
      pm4_draw_index_indirect_multi(&ctx->cs.buf, &indexed);
   else
      pm4_draw_indirect_multi(&ctx->cs.buf, &auto_index);
}

static void emit_one(struct si_context *ctx, const struct pipe_draw_info *info, enum si_hw_stage hw, bool predicate)
{
   const uint32_t base_vertex = sgpr_offset_dw(hw, SI_SGPR_VS_BASE_VERTEX);
   const uint32_t start_instance = sgpr_offset_dw(hw, SI_SGPR_VS_START_INSTANCE);

   if (info->index_size_B)
      pm4_draw_index_indirect(&ctx->cs.buf, &(struct pm4_draw_index_indirect){
         .offset = info->indirect->offset_B, .base_vertex_reg_offset_dw = base_vertex,
         .start_instance_reg_offset_dw = start_instance, .initiator = V_0287F0_DI_SRC_SEL_DMA, .predicate = predicate});
   else
      pm4_draw_indirect(&ctx->cs.buf, &(struct pm4_draw_indirect){
         .offset = info->indirect->offset_B, .base_vertex_reg_offset_dw = base_vertex,
         .start_instance_reg_offset_dw = start_instance, .initiator = V_0287F0_DI_SRC_SEL_AUTO_INDEX, .predicate = predicate});
}

void si_emit_draw_indirect(struct si_context *ctx, const struct pipe_draw_info *info, const struct si_indices *ib, bool predicate)
{
   const struct pipe_draw_indirect_info *at = info->indirect;
   const enum si_hw_stage hw = si_vertex_hw(&ctx->map);
   const bool several = at->draw_count > 1 || at->count_buffer;
   struct pm4_buf *b = &ctx->cs.buf;

   si_cs_add_bo(ctx, si_resource(at->buffer)->bo, WS_USAGE_READ);
   pm4_set_base(b, &(struct pm4_set_base){.index = SET_BASE_INDIRECT, .addr = si_resource(at->buffer)->va});
   if (info->index_size_B) {
      si_emit_index_type(ctx, ib->type);
      pm4_index_base(b, &(struct pm4_index_base){.addr = ib->va});
      pm4_index_buffer_size(b, &(struct pm4_index_buffer_size){.num_indices = ib->max_count});
   } else {
      ctx->last.index_type = ~0u; /* draws without indices clobber INDEX_TYPE on GFX7+ */
   }
   if (several)
      emit_multi(ctx, info, hw, predicate);
   else
      emit_one(ctx, info, hw, predicate);
   ctx->last.instances = ~0u;
   si_forget_sgprs(ctx, hw, 1u << SI_SGPR_VS_BASE_VERTEX | 1u << SI_SGPR_VS_START_INSTANCE |
                               (several ? 1u << SI_SGPR_VS_DRAW_ID : 0));
}
