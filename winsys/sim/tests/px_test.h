/* px_test.h: GPU memory for pixel tests: a mapped range between unmapped pages of the host, so that any access outside
 * faults the test; and a small deterministic random generator. */
#ifndef PX_TEST_H
#define PX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "hw_chips.h"

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/db/db_int.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/surf/tests/fmt_reference.h"
#include "winsys/sim/tc/tc_int.h"

#define PX_VA 0x100000u /* start of the mapped range */

static uint32_t px_seed = 1;
static inline uint32_t px_rand(void)
{
   px_seed = px_seed * 1664525u + 1013904223u;
   uint32_t x = px_seed;
   x ^= x >> 16;
   x *= 0x7feb352du;
   return x ^ x >> 15;
}
static inline float px_randf(float lo, float hi) { return lo + (hi - lo) * (float)(px_rand() >> 8) * 0x1p-24f; }

static inline struct sim_mem *px_mem_create(uint32_t size_B)
{
   struct sim_mem *m = calloc(1, sizeof(*m));
   m->size_B = 1ull << 33;
   m->page = calloc(1, m->size_B >> SIM_PAGE_SHIFT);
   m->base = mmap(0, m->size_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   assert_true(m->base != MAP_FAILED);
   size_B = (size_B + 4095) & ~4095u;
   assert_int_equal(mprotect(m->base + PX_VA, size_B, PROT_READ | PROT_WRITE), 0);
   memset(m->page + (PX_VA >> SIM_PAGE_SHIFT), SIM_MEM_READ | SIM_MEM_WRITE, size_B >> SIM_PAGE_SHIFT);
   return m;
}

static inline void px_mem_destroy(struct sim_mem *m)
{
   munmap(m->base, m->size_B);
   free(m->page);
   free(m);
}

/* Entries of polaris10's tile table. */
enum { PX_TILE_LINEAR = 8, PX_TILE_1D = 13, PX_TILE_1D_DISPLAY = 9, PX_TILE_2D = 14, PX_TILE_2D_DISPLAY = 10,
       PX_TILE_1D_DEPTH = 5, PX_TILE_2D_DEPTH = 0, PX_TILE_1D_THICK = 18, PX_TILE_2D_THICK = 20, PX_TILE_3D_XTHICK = 26 };

#endif
