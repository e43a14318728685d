/* pa_out.c: primitives after setup, on their way to the bins. */
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/sc/bin.h"

struct sim_prim *sim_geom_new_prim(struct sim_geom *g)
{
   struct sim_prim *p = g->spare_prim;
   if (!p)
      p = g->spare_prim = sim_geom_alloc(g, sizeof *p);
   if (p) {
      p->state = g->pixel;
      p->num_params = (uint8_t)g->pa->num_params;
   }
   return p;
}

struct sim_prim *sim_geom_new_small(struct sim_geom *g)
{
   return sim_geom_alloc(g, SIM_SMALL_PRIM_B);
}

void sim_geom_add(struct sim_geom *g, const struct sim_prim *p)
{
   g->spare_prim = NULL;
   if (g->direct) {
      const struct sim_prim_ref ref = { p, p->x0, p->y0, p->x1, p->y1 };
      sim_bin_add(g->gpu, g->pixel, g->pa->use_layer, &ref);
      return;
   }
   if (!g->last || g->last->count == SIM_PRIM_NODE_REFS) {
      struct sim_prim_node *node = sim_geom_alloc(g, sizeof *node);
      if (!node)
         return;
      node->next = NULL;
      node->count = 0;
      if (g->last)
         g->last->next = node;
      else
         g->first = node;
      g->last = node;
   }
   g->last->ref[g->last->count++] = (struct sim_prim_ref){ p, p->x0, p->y0, p->x1, p->y1 };
}
