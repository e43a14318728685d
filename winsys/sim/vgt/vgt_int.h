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
   uint32_t prim_id;    /* of the next primitive; where vertices are not shared, or further stages follow */
   uint32_t max_prims;  /* of a batch */
   /* What lies in the batch in front of the last vertex program. */
   unsigned stream;     /* whose vertices */
   struct sim_so so;    /* stream output: the next primitives' places */
   uint32_t thread;     /* of the machine: its share of the rings */
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

/* Room for primitives with so many new vertices. */
static inline void vgt_make_room(struct vgt *v, unsigned verts, unsigned prims)
{
   if (v->b->num_verts + verts > SIM_BATCH_VERTS || v->b->num_prims + prims > v->max_prims)
      vgt_end_batch(v);
}

/* vgt_strips.c. Indices are those of an instance, whose draw has `restarts` and so on. */
uint32_t vgt_primitive_indices(const struct sim_vgt *vgt);            /* of lists; 1: one more gives another primitive */
bool vgt_find_strips(struct sim_vgt *vgt);                            /* vgt->strips; false: no memory */
struct sim_strip vgt_strip_at(const struct sim_vgt *vgt, uint32_t n); /* that index n lies in */
uint32_t vgt_ids_before(const struct sim_vgt *vgt, struct sim_strip strip, uint32_t n); /* strip: that of n */
uint32_t vgt_parts_before(const struct sim_vgt *vgt, uint32_t n);     /* draw.count: all */

/* vgt_strmout.c */
unsigned vgt_raster_streams(const struct sim_gpu *gpu);               /* bit per stream that is drawn */
bool vgt_so_begin(const struct sim_gpu *gpu, struct sim_so *so);      /* false: there is no stream output */
void vgt_so_end(struct sim_gpu *gpu, const struct sim_so *so);        /* registers and counters */
struct sim_so_wave vgt_so_reserve(struct sim_so *so, unsigned stream, uint64_t prims, unsigned corners);
/* Places in v->so for primitives of a slice, after those of all slices before it. last: the slice has no others. */
struct vgt_so_claim { uint64_t prims; unsigned corners; };
void vgt_so_claim(struct vgt *v, const struct vgt_so_claim claim[SIM_SO_STREAMS], bool last);
void vgt_so_end_turn(struct sim_geom *g);                             /* of a slice that may have made no last claim */

#endif
