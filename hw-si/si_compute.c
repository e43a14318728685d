/* si_compute.c: dispatches of compute shaders on the graphics ring. Waves of a dispatch run beside those of draws: a wait for pixel
 * shaders waits for compute shaders, too (si_flush.c). */
#include "si_context.h"

#include "hw_regs.h"

#define WAVE_THREADS 64
#define SET_BASE_INDIRECT 1 /* BASE_INDEX of SET_BASE */

/* Chooses the code of the bound compute shader. False: there is none; the debug callback got the reason the first time. */
static bool update_shader(struct si_context *ctx)
{
   const struct si_shader *shader = ctx->stage[PIPE_SHADER_COMPUTE].shader;

   if (!shader)
      return false;
   if (!shader->valid) {
      si_message(ctx, PIPE_DEBUG_SHADER, "shader cannot be used: %s", shader->why);
      return false;
   }
   return si_update_compute_code(ctx) && si_update_compute_scratch(ctx);
}

static void emit_program(struct si_context *ctx, const struct si_code *code, const uint32_t block[3])
{
   const uint32_t waves = (block[0] * block[1] * block[2] + WAVE_THREADS - 1) / WAVE_THREADS;
   struct pm4_buf *b = &ctx->cs.buf;

   pm4_set_sh_reg_compute_seq(b, R_00B830_COMPUTE_PGM_LO, 2);
   pm4_emit(b, code->regs.pgm_lo);
   pm4_emit(b, code->regs.pgm_hi);
   pm4_set_sh_reg_compute_seq(b, R_00B848_COMPUTE_PGM_RSRC1, 2);
   pm4_emit(b, code->regs.rsrc1);
   pm4_emit(b, code->regs.rsrc2);
   pm4_set_sh_reg_compute(b, R_00B854_COMPUTE_RESOURCE_LIMITS, S_00B854_SIMD_DEST_CNTL(waves % 4 == 0));
   pm4_set_sh_reg_compute(b, R_00B860_COMPUTE_TMPRING_SIZE, code->bin.scratch_B_per_wave ? ctx->compute_scratch.tmpring_size : 0);
   pm4_set_sh_reg_compute_seq(b, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   for (unsigned i = 0; i < 3; i++)
      pm4_emit(b, S_00B81C_NUM_THREAD_FULL(block[i]));
   si_cs_add_bo(ctx, code->block->bo, WS_USAGE_READ);
   if (code->bin.scratch_B_per_wave)
      si_cs_add_bo(ctx, ctx->compute_scratch.bo, WS_USAGE_READ | WS_USAGE_WRITE);
}

/* The CP copies the size of the grid, which the shader reads, and launches the grid of the size that memory holds at that time. */
static void emit_indirect(struct si_context *ctx, const struct pipe_grid_info *info, uint32_t initiator, bool predicate)
{
   struct si_resource *res = si_resource(info->indirect);
   struct pm4_buf *b = &ctx->cs.buf;

   si_cs_add_bo(ctx, res->bo, WS_USAGE_READ);
   for (unsigned i = 0; i < 3; i++)
      pm4_copy_data(b, &(struct pm4_copy_data){
         .src_sel = PM4_COPY_DATA_SRC_SEL_MEMORY, .dst_sel = PM4_COPY_DATA_DST_SEL_REGISTER,
         .src = res->va + info->indirect_offset_B + 4 * i,
         .dst = (si_user_data_reg(SI_HW_CS) + 4 * (SI_SGPR_CS_GRID + i)) >> 2});
   pm4_set_base(b, &(struct pm4_set_base){.index = SET_BASE_INDIRECT, .addr = res->va, .compute = true});
   pm4_dispatch_indirect(b, &(struct pm4_dispatch_indirect){.offset = info->indirect_offset_B, .initiator = initiator,
                                                           .predicate = predicate, .compute = true});
   si_forget_sgprs(ctx, SI_HW_CS, 7u << SI_SGPR_CS_GRID);
}

static void emit_direct(struct si_context *ctx, const struct pipe_grid_info *info, uint32_t initiator, bool predicate)
{
   pm4_dispatch_direct(&ctx->cs.buf, &(struct pm4_dispatch_direct){.dim_x = info->grid[0], .dim_y = info->grid[1],
                                                                   .dim_z = info->grid[2], .initiator = initiator,
                                                                   .predicate = predicate, .compute = true});
}

void si_launch_grid(struct pipe_context *base, const struct pipe_grid_info *info)
{
   struct si_context *ctx = si_context(base);
   struct si_stage *st = &ctx->stage[PIPE_SHADER_COMPUTE];
   const uint32_t initiator = S_00B800_COMPUTE_SHADER_EN(1) | S_00B800_FORCE_START_AT_000(1) |
                              S_00B800_ORDER_MODE(ctx->screen->info.has_dispatch_order);
   const struct si_code *code;
   bool predicate;

   if (ctx->lost || (!info->indirect && (!info->grid[0] || !info->grid[1] || !info->grid[2])) || !update_shader(ctx))
      return;
   si_update_residents(ctx);
   if (ctx->has_plain_dcc)
      si_expand_plain_bindings(ctx);
   if (!si_emit_render_condition(ctx, &predicate) || !si_cs_begin(ctx))
      return;
   if (ctx->targets_written && (st->shader->info.samplers_used || st->shader->info.images_used || st->shader->info.uses_handles))
      si_flush_targets(ctx);
   if (!si_upload_descriptors(ctx, PIPE_SHADER_COMPUTE, SI_HW_CS, st->shader)) {
      si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for descriptors: dispatch dropped");
      return;
   }
   code = ctx->hw[SI_HW_CS].code;
   if (ctx->flush)
      si_emit_cache_flush(ctx);
   emit_program(ctx, code, info->block);
   for (unsigned i = 0; i < 3; i++) {
      if (!info->indirect)
         si_set_sgpr(ctx, SI_HW_CS, SI_SGPR_CS_GRID + i, info->grid[i]);
      si_set_sgpr(ctx, SI_HW_CS, SI_SGPR_CS_BLOCK + i, info->block[i]);
   }
   si_emit_sgprs(ctx, SI_HW_CS);
   if (info->indirect)
      emit_indirect(ctx, info, initiator, predicate);
   else
      emit_direct(ctx, info, initiator, predicate);
   ctx->dispatched = true;
   si_submit_when_full(ctx);
}
