/* db_int.h: the depth block's state, made from registers by db.c and used by the kernels of db_test.c. */
#ifndef SIM_DB_INT_H
#define SIM_DB_INT_H

#include "winsys/sim/db/db.h"
#include "winsys/sim/mem/mem.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/surf/tile_map.h"

enum db_zformat { DB_Z_NONE, DB_Z16, DB_Z24, DB_Z32F };

struct db_stencil {
   uint8_t func, ref, mask, write_mask, op_val;
   uint8_t fail, zpass, zfail; /* V_02842C_STENCIL_* */
};

struct db_plane {
   const uint8_t *read;  /* host addresses of the surface */
   uint8_t *write;
   struct tile_surf surf;
};

typedef void (*db_blocks_fn)(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer,
                             const struct db_z_plane *plane, bool front);

typedef void (*db_samples_fn)(const struct db_state *db, struct db_samples *block, unsigned count, unsigned layer,
                              const struct db_places *places, const struct db_z_plane *plane, const float *z,
                              const uint8_t *stencil_ref, bool front);

typedef uint64_t (*db_quads_fn)(const struct db_state *db, const struct db_quads *quads, unsigned count, unsigned slice,
                                unsigned viewport, uint64_t mask, const struct db_z_plane *plane);

/* Functions of each instruction set. */
#define DB_KERNELS(ROW) ROW(db_blocks_fn, db_blocks) ROW(db_samples_fn, db_samples) ROW(db_quads_fn, db_quads)
struct db_ops { DB_KERNELS(PX_FIELD) };
DB_KERNELS(PX_DECLARE)
PX_DECLARE_OPS(db_ops)

struct db_state {
   const struct db_ops *ops;
   uint8_t zformat;
   bool z_test, z_write, stencil_test, stencil_write, bounds_test, clamp, pass_all, pass_none;
   bool z_clear, stencil_clear; /* DB_RENDER_CONTROL: what is written is the clear value */
   uint8_t zfunc, log2_samples, stencil_clear_value;
   bool z_copy, s_copy, copy_covered; /* to a colour buffer; of the sample that is covered, or copy_sample */
   uint8_t copy_sample;
   uint16_t slice_start, slices;
   float bounds_min, bounds_max, clear_depth;
   float zmin[16], zmax[16];    /* viewport depth ranges */
   struct db_plane z, s;
   struct db_stencil face[2];   /* front, back */
};
_Static_assert(sizeof(struct db_state) <= DB_STATE_SIZE_B, "db_state outgrew its room in snapshots");

/* As cb_slice. The viewport is in the upper half of `layer`. */
static inline unsigned db_slice(const struct db_state *db, unsigned layer)
{
   unsigned slice = (layer & 0xffff) + db->slice_start;
   return slice < db->slices ? slice : db->slice_start;
}

#endif
