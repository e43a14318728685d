/* sc_backends.c: which render backends pixels go to. The machine has one of everything, so that only a mistake matters here: pixels that
 * PA_SC_RASTER_CONFIG sends to a backend that the chip has disabled would be lost, and so would draws while GRBM_GFX_INDEX selects
 * one shader engine. Both end the context. */
#include "hw-si/hwdb/hw_chips.h"
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/sc/sc.h"

/* *_MAP fields: 0 is the first of two only, 3 the second only. */
static bool takes(uint32_t map, unsigned which)
{
   return which ? map != 0 : map != 3;
}

/* The first disabled backend that the shader engine sends pixels to, or -1. */
static int lost_backend(const struct hw_chip *chip, unsigned se, uint32_t config)
{
   unsigned per_se = chip->num_rb / chip->num_se, packers = per_se > 2 ? 2 : 1, per_packer = per_se / packers;
   for (unsigned packer = 0; packer < packers; packer++) {
      if (packers > 1 && !takes(G_028350_PKR_MAP(config), packer))
         continue;
      uint32_t map = packer ? G_028350_RB_MAP_PKR1(config) : G_028350_RB_MAP_PKR0(config);
      for (unsigned rb = 0; rb < per_packer; rb++) {
         unsigned number = se * per_se + packer * per_packer + rb;
         if ((per_packer == 1 || takes(map, rb)) && !(chip->enabled_rb_mask >> number & 1))
            return (int)number;
      }
   }
   return -1;
}

bool sc_check_backends(struct sim_gpu *gpu)
{
   const struct hw_chip *chip = gpu->chip;
   uint32_t config_1 = gpu->gfx_level >= 7 ? sim_ctx_reg(&gpu->regs, R_028354_PA_SC_RASTER_CONFIG_1) : 0;
   if (!G_00802C_SE_BROADCAST_WRITES(sim_gfx_index(gpu)))
      sim_lose(gpu, "a draw while GRBM_GFX_INDEX selects shader engine %u", G_00802C_SE_INDEX(sim_gfx_index(gpu)));
   for (unsigned se = 0; se < chip->num_se && !gpu->lost; se++) {
      uint32_t config = gpu->regs.raster_config[se];
      if ((chip->num_se > 2 && !takes(G_028354_SE_PAIR_MAP(config_1), se / 2)) ||
          (chip->num_se > 1 && !takes(G_028350_SE_MAP(config), se % 2)))
         continue;
      int rb = lost_backend(chip, se, config);
      if (rb >= 0)
         sim_lose(gpu, "PA_SC_RASTER_CONFIG 0x%08x of shader engine %u sends pixels to render backend %d, which is disabled", config,
                  se, rb);
   }
   gpu->dirty &= ~(uint32_t)SIM_DIRTY_BACKENDS;
   return !gpu->lost;
}
