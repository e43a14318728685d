/* si_scratch.c: scratch memory, which holds what does not fit into a shader's registers, mostly arrays with computed
 * indices. A context has a buffer for draws and one for dispatches; the hardware gives every running wave a slot of it. The
 * buffer's address is part of the machine code (facts B1), so a larger buffer means new copies of the code that uses it, made
 * when it is next bound. */
#include "si_context.h"

#include "hw_regs.h"

#define SCRATCH_MAX_B (64ull << 20) /* above it, fewer waves run at a time */
#define WAVES_PER_CU 32
#define WAVE_UNIT_B 1024

/* Makes the buffer large enough for waves of wave_B. Slots of two sizes in one buffer would overlap while waves of both
 * run: another size is always another buffer. */
static bool grow(struct si_context *ctx, struct si_scratch *scratch, uint32_t wave_B)
{
   const struct ws_device_impl *ws = ctx->ws->impl;
   uint64_t waves = (uint64_t)WAVES_PER_CU * (ctx->ws->info.num_cu ? ctx->ws->info.num_cu : 1);
   struct ws_bo *bo;

   wave_B = (wave_B + WAVE_UNIT_B - 1) & ~(uint32_t)(WAVE_UNIT_B - 1);
   if (waves * wave_B > SCRATCH_MAX_B)
      waves = SCRATCH_MAX_B / wave_B ? SCRATCH_MAX_B / wave_B : 1;
   bo = ws->bo_create(ctx->ws, waves * wave_B, 256, WS_DOMAIN_VRAM, 0);
   if (!bo)
      return false;
   if (scratch->bo)
      ws->bo_unref(scratch->bo); /* the buffer list holds a reference for recorded commands */
   *scratch = (struct si_scratch){bo, wave_B, S_0286E8_WAVES(waves) | S_0286E8_WAVESIZE(wave_B / WAVE_UNIT_B)};
   return true;
}

/* Gives the code of the hardware stages first .. last scratch memory. *larger: the buffer is another one. */
static bool update(struct si_context *ctx, struct si_scratch *scratch, enum si_hw_stage first, enum si_hw_stage last, bool *larger)
{
   uint32_t wave_B = 0;

   *larger = false;
   for (unsigned hw = first; hw <= last; hw++)
      if (ctx->hw[hw].code && ctx->hw[hw].code->bin.scratch_B_per_wave > wave_B)
         wave_B = ctx->hw[hw].code->bin.scratch_B_per_wave;
   if (!wave_B)
      return true;
   if (wave_B > scratch->wave_B) {
      if (!grow(ctx, scratch, wave_B)) {
         si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for scratch (%u bytes per wave): draw dropped", wave_B);
         return false;
      }
      *larger = true;
   }
   for (unsigned hw = first; hw <= last; hw++) {
      struct si_code *code = ctx->hw[hw].code;
      if (!code || !code->bin.scratch_B_per_wave || code->scratch_va == scratch->bo->va)
         continue;
      if (!si_code_set_scratch(ctx->screen, code, scratch->bo->va)) {
         si_message(ctx, PIPE_DEBUG_NO_MEMORY, "out of memory for machine code: draw dropped");
         return false;
      }
      si_pack_code_address(code);
      if (hw <= SI_HW_PS)
         ctx->dirty |= SI_DIRTY_HW(hw);
   }
   return true;
}

bool si_update_scratch(struct si_context *ctx)
{
   bool larger, ok = update(ctx, &ctx->scratch, SI_HW_LS, SI_HW_PS, &larger);

   ctx->dirty |= larger ? SI_DIRTY_SCRATCH : 0;
   return ok;
}

bool si_update_compute_scratch(struct si_context *ctx)
{
   bool larger;

   return update(ctx, &ctx->compute_scratch, SI_HW_CS, SI_HW_CS, &larger);
}

void si_emit_scratch(struct si_context *ctx)
{
   pm4_set_context_reg(&ctx->cs.buf, R_0286E8_SPI_TMPRING_SIZE, ctx->scratch.tmpring_size);
   if (ctx->scratch.bo)
      si_cs_add_bo(ctx, ctx->scratch.bo, WS_USAGE_READ | WS_USAGE_WRITE);
}

void si_release_scratch(struct si_context *ctx)
{
   struct si_scratch *all[] = {&ctx->scratch, &ctx->compute_scratch};

   for (unsigned i = 0; i < 2; i++) {
      if (all[i]->bo)
         ctx->ws->impl->bo_unref(all[i]->bo);
      *all[i] = (struct si_scratch){0};
   }
}
