/* geom.c: memory of a draw's vertices and primitives. */
#include "winsys/sim/geom/geom.h"

#include "winsys/sim/core/gpu.h"

void *sim_geom_alloc(struct sim_geom *g, size_t size_B)
{
   void *p = sim_arena_alloc(&g->worker->arena, size_B);
   if (!p)
      g->failed = g->no_memory = true;
   return p;
}
