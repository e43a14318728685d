/* capture.h: writing submissions to files, for gloam-dump. */
#ifndef SIM_CAPTURE_H
#define SIM_CAPTURE_H

#include <stdbool.h>
#include <stdint.h>

struct sim_mem;

/* Does nothing unless GLOAM_CAPTURE names a folder. */
void sim_capture(const struct sim_mem *mem, const char *chip, bool compute_ring, uint64_t ib_va, uint32_t ib_dw);

#endif
