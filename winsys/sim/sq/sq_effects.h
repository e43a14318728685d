/* sq_effects.h: the VGPRs that an instruction reads and writes, and sets of registers. Private to sq_*.c and jit_*.c. */
#ifndef SQ_EFFECTS_H
#define SQ_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "hw-si/gcn/gcn.h"

/* VGPRs that an instruction touches. */
struct sq_effects {
   uint64_t read[4], write[4];
   bool cross_lane; /* lanes read other lanes' registers, active or not */
   bool quad_only;  /* but none outside their quad */
   bool partial;    /* active lanes may keep (parts of) what the register held */
   bool all;        /* indexed: any register */
};
void sq_effects(const struct gcn_inst *inst, struct sq_effects *e);

static inline bool sq_bit(const uint64_t *set, unsigned i) { return set[i / 64] >> (i & 63) & 1; }
static inline void sq_set_bit(uint64_t *set, unsigned i) { set[i / 64] |= UINT64_C(1) << (i & 63); }

#endif
