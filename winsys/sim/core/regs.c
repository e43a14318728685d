/* regs.c: the register file: writes by offset, the derived state that a write invalidates, and the state after CLEAR_STATE. */
#include <stddef.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/hwdb/hw_regs_table.h"
#include "hw_regs.h"
#include "util/ut_debug.h"
#include "winsys/sim/core/gpu.h"

/* First byte offset of each run of context registers and what they feed. A run ends where the next begins. */
static const struct { uint32_t start; uint8_t dirty; } context_runs[] = {
   { 0x28000, SIM_DIRTY_DB },                      /* DB_RENDER_CONTROL, COUNT_CONTROL */
   { 0x28008, SIM_DIRTY_DB | SIM_DIRTY_SURFACE },  /* DB_DEPTH_VIEW */
   { 0x2800c, SIM_DIRTY_DB },
   { 0x28014, SIM_DIRTY_DB | SIM_DIRTY_SURFACE },  /* HTILE base */
   { 0x28018, SIM_DIRTY_DB },                      /* depth bounds, clear values */
   { 0x28030, SIM_DIRTY_PA },                      /* screen scissor */
   { 0x28038, SIM_DIRTY_DB | SIM_DIRTY_SURFACE },  /* DB_DEPTH_INFO .. DEPTH_SLICE */
   { 0x28060, SIM_DIRTY_ALL & ~SIM_DIRTY_SURFACE },
   { 0x28080, SIM_DIRTY_PIXEL },                   /* TA_BC_BASE_ADDR */
   { 0x28088, 0 },
   { 0x28200, SIM_DIRTY_PA },                      /* window offset and scissors */
   { 0x2820c, SIM_DIRTY_PIXEL },                   /* clip rectangles */
   { 0x28230, SIM_DIRTY_PA },                      /* edge rule, hardware screen offset */
   { 0x28238, SIM_DIRTY_CB },                      /* CB_TARGET_MASK, CB_SHADER_MASK */
   { 0x28240, SIM_DIRTY_PA },                      /* generic and viewport scissors */
   { 0x282d0, SIM_DIRTY_DB | SIM_DIRTY_PA },       /* viewport z ranges */
   { 0x28350, SIM_DIRTY_BACKENDS },                /* raster configuration */
   { 0x28358, SIM_DIRTY_ALL & ~SIM_DIRTY_SURFACE },
   { 0x28400, 0 },                                 /* VGT index limits and restart: read per draw */
   { 0x28414, SIM_DIRTY_CB },                      /* blend constant */
   { 0x28424, SIM_DIRTY_ALL & ~SIM_DIRTY_SURFACE },
   { 0x2842c, SIM_DIRTY_DB },                      /* stencil */
   { 0x2843c, SIM_DIRTY_PA },                      /* viewports, user clip planes */
   { 0x28644, SIM_DIRTY_PIXEL },                   /* SPI_PS_INPUT_CNTL_n */
   { 0x286c4, SIM_DIRTY_PIXEL | SIM_DIRTY_PA | SIM_DIRTY_VS },
   { 0x286cc, SIM_DIRTY_PIXEL },
   { 0x286ec, 0 },
   { 0x28700, SIM_DIRTY_PIXEL | SIM_DIRTY_PA | SIM_DIRTY_CB | SIM_DIRTY_DB },
   { 0x28754, SIM_DIRTY_CB },                      /* SX blend optimisation, CB_BLENDn_CONTROL */
   { 0x287c0, 0 },
   { 0x28800, SIM_DIRTY_DB | SIM_DIRTY_PIXEL },    /* DB_DEPTH_CONTROL, DB_EQAA */
   { 0x28808, SIM_DIRTY_CB | SIM_DIRTY_DB | SIM_DIRTY_PIXEL },
   { 0x28810, SIM_DIRTY_PA },                      /* PA_CL_*, PA_SU_* */
   { 0x28834, SIM_DIRTY_PA },
   { 0x28a00, SIM_DIRTY_PA },                      /* points, lines */
   { 0x28a10, 0 },                                 /* VGT: read per draw */
   { 0x28a48, SIM_DIRTY_PA | SIM_DIRTY_PIXEL | SIM_DIRTY_DB | SIM_DIRTY_CB }, /* PA_SC_MODE_CNTL_n */
   { 0x28a50, 0 },
   { 0x28abc, SIM_DIRTY_DB },                      /* HTILE, stencil result comparison */
   { 0x28ad0, 0 },
   { 0x28b70, SIM_DIRTY_DB | SIM_DIRTY_PIXEL },    /* DB_ALPHA_TO_MASK */
   { 0x28b74, 0 },
   { 0x28b78, SIM_DIRTY_PA },                      /* polygon offset */
   { 0x28b90, 0 },
   { 0x28bd4, SIM_DIRTY_ALL & ~SIM_DIRTY_SURFACE },/* antialiasing, guard band */
   { 0x28c5c, SIM_DIRTY_CB | SIM_DIRTY_SURFACE },  /* CB_COLORn_* */
   { 0x28e40, SIM_DIRTY_ALL & ~SIM_DIRTY_SURFACE },
};

void sim_regs_init_classes(struct sim_gpu *gpu)
{
   unsigned run = 0, runs = sizeof context_runs / sizeof context_runs[0];
   for (uint32_t offset = SIM_CONTEXT_START; offset < SIM_CONTEXT_END; offset += 4) {
      while (run + 1 < runs && context_runs[run + 1].start <= offset)
         run++;
      gpu->context_class[(offset - SIM_CONTEXT_START) / 4] = context_runs[run].dirty;
   }
}

void sim_regs_clear_state(struct sim_gpu *gpu)
{
   memset(gpu->regs.context, 0, sizeof gpu->regs.context);
   const struct hw_clear_state *clear = &hw_clear_states[gpu->gfx_level - 6];
   for (unsigned i = 0; i < clear->count; i++)
      if (clear->regs[i].offset >= SIM_CONTEXT_START && clear->regs[i].offset < SIM_CONTEXT_END)
         gpu->regs.context[(clear->regs[i].offset - SIM_CONTEXT_START) / 4] = clear->regs[i].value;
   for (unsigned se = 0; se < 4; se++) /* the kernel has put the first one's into the clear state */
      gpu->regs.raster_config[se] = gpu->chip->pa_sc_raster_config[0];
   gpu->dirty = SIM_DIRTY_ALL;
}

uint32_t sim_gfx_index(const struct sim_gpu *gpu)
{
   return sim_moved_reg(gpu, R_00802C_GRBM_GFX_INDEX, R_030800_GRBM_GFX_INDEX);
}

static void set_raster_config(struct sim_gpu *gpu, uint32_t value)
{
   uint32_t index = sim_gfx_index(gpu);
   for (unsigned se = 0; se < 4; se++)
      if (G_00802C_SE_BROADCAST_WRITES(index) || G_00802C_SE_INDEX(index) == se)
         gpu->regs.raster_config[se] = value;
   gpu->dirty |= SIM_DIRTY_BACKENDS;
}

/* Whose commands ran before is unknown to a stream: it must set what it needs. Starting from the same state every time
 * makes a stream that does not fail. */
void sim_regs_reset(struct sim_gpu *gpu)
{
   memset(&gpu->regs, 0, gpu->perf_written ? sizeof gpu->regs : offsetof(struct sim_regs, perf));
   sim_reg_write(gpu, gpu->gfx_level == 6 ? R_00802C_GRBM_GFX_INDEX : R_030800_GRBM_GFX_INDEX,
                 S_00802C_SE_BROADCAST_WRITES(1) | S_00802C_SH_BROADCAST_WRITES(1) | S_00802C_INSTANCE_BROADCAST_WRITES(1));
   gpu->perf_written = false;
   gpu->counts_pipeline = gpu->so_stopped = false;
   sim_regs_clear_state(gpu);
}

static bool in(uint32_t offset, uint32_t start, uint32_t end)
{
   return offset >= start && offset < end;
}

static uint32_t *find(struct sim_regs *r, uint32_t offset)
{
   const struct { uint32_t start, end, *at; } spaces[] = {
      { SIM_CONTEXT_START, SIM_CONTEXT_END, r->context }, { SIM_SH_START, SIM_SH_END, r->sh },
      { SIM_CONFIG_START, SIM_CONFIG_END, r->config }, { SIM_UCONFIG_START, SIM_UCONFIG_END, r->uconfig },
      { SIM_PERF_START, SIM_PERF_END, r->perf },
   };
   for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
      if (in(offset, spaces[i].start, spaces[i].end))
         return &spaces[i].at[(offset - spaces[i].start) / 4];
   return NULL;
}

/* SIM_DIRTY_* of a register with a new value. */
static uint32_t feeds(const struct sim_gpu *gpu, uint32_t offset)
{
   if (in(offset, SIM_CONTEXT_START, SIM_CONTEXT_END))
      return gpu->context_class[(offset - SIM_CONTEXT_START) / 4];
   if (in(offset, R_00B030_SPI_SHADER_USER_DATA_PS_0, R_00B030_SPI_SHADER_USER_DATA_PS_0 + 64))
      return SIM_DIRTY_PS_SGPR;
   if (in(offset, SIM_SH_START, 0xb100))
      return SIM_DIRTY_PIXEL;
   if (in(offset, R_00B120_SPI_SHADER_PGM_LO_VS, 0xb130))
      return SIM_DIRTY_VS;
   return offset == R_00802C_GRBM_GFX_INDEX || offset == R_030800_GRBM_GFX_INDEX ? SIM_DIRTY_BACKENDS : 0;
}

bool sim_reg_write(struct sim_gpu *gpu, uint32_t offset, uint32_t value)
{
   uint32_t *reg = find(&gpu->regs, offset);
   if (!reg)
      return false;
   if (*reg != value) {
      *reg = value;
      gpu->dirty |= feeds(gpu, offset);
   }
   gpu->perf_written |= offset >= SIM_PERF_START;
   if (offset == R_028350_PA_SC_RASTER_CONFIG)
      set_raster_config(gpu, value);
   if ((ut_debug_flags() & UT_DEBUG_SIM) && !hw_reg_find(gpu->gfx_level, offset))
      sim_report(gpu, "unknown register 0x%x <- 0x%x", offset, value);
   return true;
}

uint32_t sim_moved_reg(const struct sim_gpu *gpu, uint32_t gfx6, uint32_t gfx7)
{
   return sim_reg_read(gpu, gpu->gfx_level == 6 ? gfx6 : gfx7);
}

uint32_t sim_reg_read(const struct sim_gpu *gpu, uint32_t offset)
{
   const uint32_t *reg = find((struct sim_regs *)&gpu->regs, offset);
   return reg ? *reg : 0;
}
