/* cb.h: colour buffers: blending, logic op, write mask, format conversion. State objects and blocks as in db.h. */
#ifndef SIM_CB_H
#define SIM_CB_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/surf/tile.h"

struct sim_mem;
struct sim_regs;
struct cb_state;
#define CB_STATE_SIZE_B 2048

struct cb_info { uint8_t active_mask; /* bit per colour buffer that is written */ uint8_t log2_samples;
                 uint8_t reads_dst; /* bit per buffer whose old value matters */
                 struct tile_lines lines; /* of the first one, first slice */ };

/* expanded: buffers (bit per number) whose metadata (meta.h) have been expanded since the last flush; the others of the
 * state are now, and added. NULL: metadata are not looked at. */
void cb_state_init(struct cb_state *cb, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level,
                   const uint32_t *gb_tile_mode, const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config,
                   struct cb_info *info, uint32_t *expanded);

/* Whether a program that exports these targets (bit per number) gives every active buffer its colour. */
bool cb_takes_exports(const struct cb_state *cb, uint32_t targets);

/* Writes what a pixel wave of an 8x8 block exported, to all active buffers (export -> buffer mapping as SPI_SHADER_COL_FORMAT and
 * CB_SHADER_MASK say): every step-th sample from `sample` on. exp: by export target, as in sq_wave. cover: lanes by sample.
 * Dual-source blending takes export 1. */
void cb_write(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned sample, unsigned step,
              const uint64_t *cover, const uint32_t (*exp)[4][64], const uint8_t *exp_en);

/* The same for a wave of quads from anywhere: lanes 4n to 4n + 3 are the pixels of the quad at (x[n], y[n]), in the order x0 y0. A
 * quad may be there twice, a pixel only where no old value matters: the later stays. All of x and y is read. */
void cb_write_quads(const struct cb_state *cb, const int32_t *x, const int32_t *y, unsigned layer, unsigned sample, unsigned step,
                    unsigned quads, const uint64_t *mask, const uint32_t (*exp)[4][64], const uint8_t *exp_en);

/* Alpha of buffer 0's export; 1 where it has none. exp: rows of export target 0. */
float cb_exported_alpha(const struct cb_state *cb, const uint32_t (*exp)[64], unsigned lane);

/* One colour for all pixels (cb_constant.c), from what a program exported, the same in all lanes: written to any blocks of the same
 * state. exp has to stay as it is as long. Results for one colour are kept for the next time: all zero at first. */
struct cb_constant;
struct cb_constant *cb_constant_create(void);
bool cb_can_write_constant(const struct cb_state *cb);
void cb_constant_init(const struct cb_state *cb, const uint32_t (*exp)[4][64], const uint8_t *exp_en, struct cb_constant *paint);
void cb_constant(const struct cb_state *cb, struct cb_constant *paint, unsigned x, unsigned y, unsigned layer, unsigned sample,
                 uint64_t mask);
/* All pixels of one or more 8x8 blocks beside each other, the first at (x, y); one sample per pixel. True: as runs of memory. */
bool cb_constant_row(const struct cb_state *cb, struct cb_constant *paint, unsigned x, unsigned y, unsigned layer, unsigned blocks);

#endif
