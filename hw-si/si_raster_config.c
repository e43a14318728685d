/* si_raster_config.c: which render backend shades which pixels (PA_SC_RASTER_CONFIG, PA_SC_RASTER_CONFIG_1).
 *
 * The hardware selects in steps, each time one of two: a pair of shader engines, an engine of the pair, a packer of the engine, a
 * backend of the packer. A *_MAP field of a step has 0 for the first one only, 3 for the second one only, and 1 or 2 for a pattern
 * of both. The patterns of chips with all of their backends are data of the family. Cards are sold with some backends disabled: a
 * step then takes the one that has any. Pixels of a disabled backend would be lost. */
#include "si_screen.h"

#include "hw_regs.h"

#define ONLY_FIRST 0
#define ONLY_SECOND 3

/* Values as Linux (gfx_v6_0.c, gfx_v7_0.c, gfx_v8_0.c) and Mesa (ac_gpu_info.c) program them. Families without a row have one backend. */
static const struct { enum ws_family family; uint32_t config, config_1; } families[] = {
   {WS_TAHITI, 0x2a00126a, 0}, {WS_PITCAIRN, 0x2a00126a, 0}, {WS_VERDE, 0x0000124a, 0}, {WS_OLAND, 0x00000082, 0},
   {WS_BONAIRE, 0x16000012, 0}, {WS_HAWAII, 0x3a00161a, 0x2e}, {WS_KAVERI, 0x00000002, 0}, {WS_TONGA, 0x16000012, 0x2a},
   {WS_ICELAND, 0x00000002, 0}, {WS_FIJI, 0x3a00161a, 0x2e}, {WS_CARRIZO, 0x00000002, 0}, {WS_POLARIS10, 0x16000012, 0x2a},
   {WS_POLARIS11, 0x16000012, 0}, {WS_POLARIS12, 0x16000012, 0}, {WS_VEGAM, 0x3a00161a, 0x2e},
};

/* Whether any of `count` backends from `first` on is enabled. */
static bool any_rb(const struct ws_info *ws, unsigned first, unsigned count)
{
   return (ws->enabled_rb_mask >> first & ((1u << count) - 1)) != 0;
}

/* The value of a step between two groups of `count` backends, the first of which starts at `first`. */
static uint32_t step(const struct ws_info *ws, unsigned first, unsigned count, uint32_t both)
{
   if (!any_rb(ws, first, count))
      return ONLY_SECOND;
   return any_rb(ws, first + count, count) ? both : ONLY_FIRST;
}

static uint32_t config_of_se(const struct ws_info *ws, unsigned num_se, unsigned se, uint32_t config)
{
   const unsigned per_se = ws->num_rb / num_se, sh = ws->num_sh_per_se ? ws->num_sh_per_se : 1, first = se * per_se;
   const unsigned per_packer = per_se / sh < 2 ? per_se / sh : 2;

   if (num_se > 1)
      config = (config & C_028350_SE_MAP) | S_028350_SE_MAP(step(ws, se / 2 * 2 * per_se, per_se, G_028350_SE_MAP(config)));
   if (per_se > 2) {
      config = (config & C_028350_PKR_MAP) | S_028350_PKR_MAP(step(ws, first, per_packer, G_028350_PKR_MAP(config)));
      config = (config & C_028350_RB_MAP_PKR1) |
               S_028350_RB_MAP_PKR1(step(ws, first + per_packer, 1, G_028350_RB_MAP_PKR1(config)));
   }
   if (per_se >= 2)
      config = (config & C_028350_RB_MAP_PKR0) | S_028350_RB_MAP_PKR0(step(ws, first, 1, G_028350_RB_MAP_PKR0(config)));
   return config;
}

void si_raster_config_init(struct si_raster_config *raster, const struct ws_info *ws)
{
   const unsigned num_se = ws->num_se ? ws->num_se : 1;
   uint32_t config = 0;

   *raster = (struct si_raster_config){0};
   for (unsigned i = 0; i < sizeof(families) / sizeof(families[0]); i++)
      if (families[i].family == ws->family) {
         config = families[i].config;
         raster->config_1 = families[i].config_1;
      }
   for (unsigned se = 0; se < SI_MAX_SE; se++)
      raster->config[se] = config;
   raster->is_harvested = ws->enabled_rb_mask && (unsigned)__builtin_popcount(ws->enabled_rb_mask) < ws->num_rb;
   if (!raster->is_harvested)
      return;
   for (unsigned se = 0; se < num_se; se++)
      raster->config[se] = config_of_se(ws, num_se, se, config);
   if (num_se > 2)
      raster->config_1 = (raster->config_1 & C_028354_SE_PAIR_MAP) |
                         S_028354_SE_PAIR_MAP(step(ws, 0, ws->num_rb / 2, G_028354_SE_PAIR_MAP(raster->config_1)));
}
