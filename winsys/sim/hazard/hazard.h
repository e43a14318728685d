/* hazard.h: GLOAM_DEBUG=hazard: errors that hardware shows and the simulated GPU does not: missing cache flushes, invalidations,
 * waits and decompressions, and registers that were never written. Packets are checked before they are executed. */
#ifndef SIM_HAZARD_H
#define SIM_HAZARD_H

struct cp_packet;
struct sim_gpu;
struct sim_hazard;

/* NULL: not enabled, or no memory. */
struct sim_hazard *sim_hazard_create(struct sim_gpu *gpu);
void sim_hazard_destroy(struct sim_hazard *h);
void sim_hazard_begin(struct sim_hazard *h); /* a submission */
void sim_hazard_packet(struct sim_hazard *h, const struct cp_packet *p);
unsigned sim_hazard_count(const struct sim_hazard *h); /* reports so far */

#endif
