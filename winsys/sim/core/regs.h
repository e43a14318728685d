/* regs.h: the register file. One array per space, indexed by (byte offset - start) / 4. Register names and fields are
 * those of the generated hw_regs.h (R_028C70_CB_COLOR0_INFO, G_028C70_FORMAT(x)). */
#ifndef SIM_REGS_H
#define SIM_REGS_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_CONFIG_START 0x8000u
#define SIM_CONFIG_END 0xb000u
#define SIM_SH_START 0xb000u
#define SIM_SH_END 0xc000u
#define SIM_CONTEXT_START 0x28000u
#define SIM_CONTEXT_END 0x29000u
#define SIM_UCONFIG_START 0x30000u
#define SIM_UCONFIG_END 0x32000u
#define SIM_PERF_START 0x34000u /* of UCONFIG: performance counters; nothing counts, they stay what was written */
#define SIM_PERF_END 0x38000u

struct sim_regs {
   uint32_t config[(SIM_CONFIG_END - SIM_CONFIG_START) / 4];
   uint32_t sh[(SIM_SH_END - SIM_SH_START) / 4];
   uint32_t context[(SIM_CONTEXT_END - SIM_CONTEXT_START) / 4];
   uint32_t uconfig[(SIM_UCONFIG_END - SIM_UCONFIG_START) / 4];
   uint32_t raster_config[4];   /* PA_SC_RASTER_CONFIG of each shader engine; in `context` is the last one written */
   uint32_t perf[(SIM_PERF_END - SIM_PERF_START) / 4]; /* the last: seldom written, so seldom reset */
};

/* Constant offsets fold to one load. */
static inline uint32_t sim_ctx_reg(const struct sim_regs *r, uint32_t byte_offset)
{
   return r->context[(byte_offset - SIM_CONTEXT_START) / 4];
}
static inline float sim_ctx_float(const struct sim_regs *r, uint32_t byte_offset)
{
   union { uint32_t bits; float f; } v = { sim_ctx_reg(r, byte_offset) };
   return v.f;
}
static inline uint32_t sim_sh_reg(const struct sim_regs *r, uint32_t byte_offset)
{
   return r->sh[(byte_offset - SIM_SH_START) / 4];
}

struct sim_gpu;
void sim_regs_init_classes(struct sim_gpu *gpu);
void sim_regs_reset(struct sim_gpu *gpu); /* zero, and context registers as after CLEAR_STATE */
void sim_regs_clear_state(struct sim_gpu *gpu);
/* By absolute byte offset. False: no such register space. */
bool sim_reg_write(struct sim_gpu *gpu, uint32_t offset, uint32_t value);
uint32_t sim_gfx_index(const struct sim_gpu *gpu); /* GRBM_GFX_INDEX: which shader engines writes reach */
uint32_t sim_reg_read(const struct sim_gpu *gpu, uint32_t offset);
uint32_t sim_moved_reg(const struct sim_gpu *gpu, uint32_t gfx6, uint32_t gfx7); /* of the offset of the chip's generation */

#endif
