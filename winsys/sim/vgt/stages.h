/* stages.h: geometry shaders and tessellation: what a draw needs of them from the registers, and the memory that a thread
 * works in:
 *   vgt.c (primitives) -> [vgt_tess.c: local, hull program -> tess.c -> points] -> [vgt_gs.c: export program -> geometry
 *   program -> what it emitted] -> the batch in front of the last vertex program
 * The rings between programs are the driver's memory. The hardware only hands out places in them and never looks inside; the
 * same is done here, where each thread has a share of every ring that it uses again and again. Private to vgt*.c. */
#ifndef SIM_STAGES_H
#define SIM_STAGES_H

#include "winsys/sim/spi/spi.h"
#include "winsys/sim/vgt/tess.h"
#include "winsys/sim/vgt/vgt.h"
#include "winsys/sim/vgt/vgt_int.h"

#define GS_STREAMS 4
#define GS_MAX_VERTS 1024
#define GS_MAX_CORNERS 6
#define TESS_MAX_PATCHES 256
#define TESS_MAX_CORNERS 64
#define STAGE_LDS_B 65536
#define GS_SHARE_WAVES 8   /* waves of geometry programs whose vertices are kept at the same time, at most */
#define ES_SHARE_WAVES (SIM_BATCH_VERTS / 64)

struct sim_stages {
   bool tess, gs;
   struct sim_stage ls_stage, hs_stage, es_stage, gs_stage;
   uint32_t shares;                       /* of the rings: threads that can work at the same time */
   /* Geometry program. Shares are in slots of one wave each. */
   uint32_t es_item_dw, es_share;         /* dwords per vertex */
   uint32_t gs_item_dw, gs_share;         /* dwords per primitive, of all streams */
   uint32_t max_verts, instances;
   struct { uint32_t offset_dw, lane_dw; uint8_t corners; } stream[GS_STREAMS]; /* per lane: dwords before it, of it */
   unsigned streams;                      /* bit per stream that is stored or counted */
   /* Tessellation. */
   uint32_t patches, in_corners, out_corners, lds_B;
   uint32_t offchip_block_B;
   uint64_t factor_va;
   uint32_t factor_block_B;               /* of a group of patches */
   bool dynamic_hs;                       /* a control word in front of a group's factors */
   struct tess_mode mode;
};

/* Vertices that a geometry wave emitted. cut: bit n: a strip ends before vertex n. */
struct gs_emitted {
   uint32_t max_verts, slot_dw;           /* where its slot begins in the ring */
   unsigned lanes;
   bool uniform[GS_STREAMS];              /* all lanes have emitted the same as the first one, which alone has it here */
   uint16_t count[GS_STREAMS][SQ_MAX_LANES];
   uint64_t cut[GS_STREAMS][SQ_MAX_LANES][GS_MAX_VERTS / 64];
};

struct sim_stage_mem {
   struct sim_batch es;                   /* vertices in front of the geometry program; its corners are these: */
   uint16_t gs_corner[GS_MAX_CORNERS][SIM_BATCH_PRIMS];
   uint32_t gs_prim_id[SIM_BATCH_PRIMS];
   unsigned gs_corners;
   uint32_t gs_wave_id;
   struct gs_emitted emitted[GS_SHARE_WAVES];

   uint32_t patch_corner[TESS_MAX_CORNERS]; /* of the patch that is being assembled */
   uint32_t patch_index[TESS_MAX_PATCHES * TESS_MAX_CORNERS], patch_id[TESS_MAX_PATCHES];
   uint32_t num_patches;
   struct tess_result result;             /* of the factors below */
   uint32_t factor[6];
   bool has_result, culled;
   _Alignas(16) uint8_t lds[STAGE_LDS_B];
};

/* vgt_stages.c. False: the draw cannot be; it was said why. */
bool sim_stages_init(struct sim_gpu *gpu, struct sim_stages *s, unsigned prim_type);
uint32_t vgt_stages_slice(const struct sim_vgt *vgt, uint64_t total); /* indices of a slice; `total` those of the draw */
bool vgt_stages_begin(struct vgt *v);                                 /* memory of the thread */
void vgt_stages_primitive(struct vgt *v, unsigned n, const uint32_t *id);
void vgt_stages_end_instance(struct vgt *v);
void vgt_stages_end(struct vgt *v);
bool vgt_in_time(struct vgt *v);

/* vgt_gs.c: a primitive of vertices that are already in the export batch. */
void vgt_gs_make_room(struct vgt *v, unsigned n);
void vgt_gs_add(struct vgt *v, unsigned n, const uint16_t *slot, uint32_t prim_id);
void vgt_gs_flush(struct vgt *v, bool last);                          /* last: nothing follows in this slice */

/* vgt_tess.c */
void vgt_tess_add(struct vgt *v, const uint32_t *id);
void vgt_tess_flush(struct vgt *v, bool last);

#endif
