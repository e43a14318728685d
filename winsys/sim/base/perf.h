/* perf.h: GLOAM_DEBUG=perf: where the simulated GPU's time goes, by stage. A thread is in one stage at a time; what it enters
 * from there does not count for the outer one. Off: a test of a flag per wave, draw or tile. */
#ifndef SIM_PERF_H
#define SIM_PERF_H

#include <stdbool.h>
#include <stdint.h>

enum sim_perf_stage {
   SIM_PERF_CP,       /* packets, copies */
   SIM_PERF_VERTEX,   /* waves in front of the rasteriser */
   SIM_PERF_SETUP,    /* indices, assembly, clipping, edges, bins */
   SIM_PERF_TILE,     /* coverage, depth, packing of waves, colour */
   SIM_PERF_PIXEL,    /* pixel waves */
   SIM_PERF_COMPUTE,  /* compute waves */
   SIM_PERF_GROUPS,   /* and their launch */
   SIM_PERF_TEXTURE,  /* texture unit: images and buffers */
   SIM_PERF_COMPILE,  /* programs to host code */
   SIM_PERF_COUNT,
};

extern bool sim_perf_on;

void sim_perf_init(void); /* reads GLOAM_DEBUG */
/* Says what was counted since the last time, if that is long ago or `now`. At the end of a submission. */
void sim_perf_submitted(bool now);

/* What the thread was in before, for leave. units, lanes: waves and their live lanes, or tiles. */
unsigned sim_perf_switch(enum sim_perf_stage stage, unsigned lanes);
void sim_perf_back(unsigned before);

static inline unsigned sim_perf_enter(enum sim_perf_stage stage, uint64_t lanes)
{
   return __builtin_expect(sim_perf_on, 0) ? sim_perf_switch(stage, (unsigned)__builtin_popcountll(lanes)) : 0;
}

static inline void sim_perf_leave(unsigned before)
{
   if (__builtin_expect(before != 0, 0))
      sim_perf_back(before);
}

#endif
