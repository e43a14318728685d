/* poison.c: garbage for what hardware leaves undefined (poison.h). */
#include "winsys/sim/core/poison.h"

#include <pthread.h>
#include <string.h>

#include "hw-si/gcn/gcn.h"
#include "util/ut_debug.h"
#include "winsys/sim/sq/sq.h"

#define SEED 0x9e3779b9u
#define ROWS 256
#define WORDS (ROWS * SQ_MAX_LANES)

bool sim_poison_on;
static uint32_t garbage[WORDS];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A bijection of 32 bits in which each bit of n changes about half of the result's bits. */
static uint32_t mix(uint32_t n)
{
   n ^= n >> 16;
   n *= 0x7feb352du;
   n ^= n >> 15;
   n *= 0x846ca68bu;
   return n ^ n >> 16;
}

static void init(void)
{
   for (uint32_t i = 0; i < WORDS; i++)
      garbage[i] = mix(SEED + i);
   sim_poison_on = ut_debug_flags() & UT_DEBUG_POISON;
}

void sim_poison_init(void)
{
   pthread_once(&once, init);
}

void sim_poison_fill(void *to, size_t size_B)
{
   size_t left_B = size_B & ~(size_t)3;
   for (char *at = to; left_B;) {
      size_t n_B = left_B < sizeof garbage ? left_B : sizeof garbage;
      memcpy(at, garbage, n_B);
      at += n_B;
      left_B -= n_B;
   }
}

void sim_poison_vgprs(struct sq_wave *w)
{
   memcpy(w->vgpr, garbage, sizeof garbage);
}

void sim_poison_sgprs(struct sq_wave *w)
{
   memcpy(w->sgpr, garbage + 7, 104 * sizeof *w->sgpr);
   memcpy(w->sgpr + GCN_SRC_VCC_LO, garbage + 111, 2 * sizeof *w->sgpr);
   w->sgpr[GCN_SRC_M0] = garbage[113];
}
