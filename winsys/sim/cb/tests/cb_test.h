/* cb_test.h: what the tests of the colour block share: memory, registers, exports, and the formats of targets. */
#ifndef CB_TEST_H
#define CB_TEST_H

#include "winsys/sim/tests/px_test.h"

#include <math.h>

#include "hw_regs.h"
#include "util/ut_cpu.h"

#include "winsys/sim/core/regs.h"

#define MEM_B 0x40000u
static struct sim_mem *mem;
static struct sim_regs regs;
static uint32_t exports[9][4][64];
static uint8_t exp_en[64];

static inline void set(uint32_t reg, uint32_t v) { regs.context[(reg - SIM_CONTEXT_START) / 4] = v; }

/* The kernels of an instruction set in place of the host's. */
static inline void use_kernels(struct cb_target *t, const struct cb_ops *ops)
{
   t->steps = ops->cb_steps;
   t->locate = ops->cb_locate;
   if (t->write64)
      t->write64 = t->blend ? ops->cb_blend8888 : ops->cb_copy8888;
   if (t->affine)
      t->affine = ops->cb_affine;
}

/* One sample of a block. */
static inline void write_one(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned sample, uint64_t mask,
                             const uint32_t (*exp)[4][64])
{
   uint64_t cover[CB_MAX_SAMPLES];
   cover[sample] = mask;
   cb_write(cb, x, y, layer, sample, CB_MAX_SAMPLES, cover, exp, exp_en);
}

static const struct { uint8_t format, number; } targets[] = {
   { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_5_6_5, 0 },
   { V_028C70_COLOR_8, 0 }, { V_028C70_COLOR_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 6 }, { V_028C70_COLOR_8_8_8_8, 1 },
   { V_028C70_COLOR_2_10_10_10, 0 }, { V_028C70_COLOR_16_16_16_16, 7 }, { V_028C70_COLOR_32_32_32_32, 7 },
   { V_028C70_COLOR_10_11_11, 7 }, { V_028C70_COLOR_1_5_5_5, 0 }, { V_028C70_COLOR_4_4_4_4, 0 }, { V_028C70_COLOR_32, 7 },
   { V_028C70_COLOR_16_16, 0 }, { V_028C70_COLOR_8_8_8_8, 4 }, { V_028C70_COLOR_16_16_16_16, 5 },
   { V_028C70_COLOR_32_32_32_32, 4 },
};

#endif
