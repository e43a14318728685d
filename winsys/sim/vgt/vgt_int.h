/* vgt_int.h: what the parts of the vertex grouper share: the assembler's state while a slice of a draw is worked on, and how
 * vertices get their places in a batch. Private to vgt*.c. */
#ifndef SIM_VGT_INT_H
#define SIM_VGT_INT_H

#include "winsys/sim/core/gpu.h"
#include "winsys/sim/vgt/vgt.h"

#define VGT_HISTORY 16 /* indices that are kept; strips with adjacency read ten back */

struct vgt {
   const struct sim_vgt *vgt;
   struct sim_geom *geom;
   struct sim_batch *b; /* in front of the last vertex program */
   uint32_t instance;
   bool replay_only;    /* indices before the slice are replayed; nothing is emitted */
   /* Primitive assembly: corners seen since the last restart, the first of them, the newest ones by number. */
   uint32_t seen, first, past[VGT_HISTORY];
   uint32_t prim_id;    /* where vgt->in_order */
   uint32_t max_prims;  /* of a batch */
   /* What lies in the batch in front of the last vertex program. */
   unsigned stream;     /* whose vertices */
};

/* Sends the batch through the last vertex program to stream output and primitive assembly, and empties it. */
void vgt_end_batch(struct vgt *v);

static inline unsigned vgt_new_slot(struct vgt *v, struct sim_batch *b, uint32_t id)
{
   unsigned slot = b->num_verts++;
   b->index[slot] = id;
   b->instance[slot] = v->instance;
   return slot;
}

/* The slot of a vertex that may have one already. */
static inline unsigned vgt_slot(struct vgt *v, struct sim_batch *b, uint32_t id)
{
   uint16_t *reuse = &b->reuse[(id ^ id >> 12) & 4095];
   if (*reuse < b->num_verts && *reuse >= b->first_of_instance && b->index[*reuse] == id)
      return *reuse;
   unsigned slot = vgt_new_slot(v, b, id);
   *reuse = (uint16_t)slot;
   return slot;
}

/* Room for another primitive with so many new vertices. */
static inline void vgt_make_room(struct vgt *v, unsigned verts)
{
   if (v->b->num_verts + verts > SIM_BATCH_VERTS || v->b->num_prims >= v->max_prims)
      vgt_end_batch(v);
}

#endif
