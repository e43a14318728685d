/* db.h: depth and stencil. A db_state is made once from a register snapshot and then immutable; workers on different
 * screen tiles use it at the same time (a tile's pixels belong to one worker).
 * Lanes of a block are as in sq.h: bits x0 y0 x1 y1 x2 y2; (x, y) is its top left pixel. */
#ifndef SIM_DB_H
#define SIM_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/sim/surf/tile.h"

struct sim_mem;
struct sim_regs;

struct db_state; /* opaque: layout in db.c; size below so that snapshots embed it */
#define DB_STATE_SIZE_B 512

/* Does the state test, write or count anything (active), write (writes)? Early: may run before the pixel shader
 * (DB_SHADER_CONTROL, Z_ORDER). quads: db_test_quads may be called. nearer: depths only ever become less, 1; only ever become
 * more, -1; 0: or neither, or more than depth is asked for. A depth that is more than `step` behind the one in memory does not
 * pass then; depths of the first viewport are limited to lo..hi before. */
struct db_info { bool active, early, writes, counts_samples, copies /* db_copy_to_color */, quads; uint8_t log2_samples;
                 float nearer, step, lo, hi;
                 struct tile_lines lines; /* of depth that is tested, first slice */ };

/* expanded: as in cb.h; depth is bit 8, stencil bit 9. tables: chip facts as in tc_cache_create. A surface
 * outside mapped memory makes an inactive state that passes nothing and records a fault. */
void db_state_init(struct db_state *db, struct sim_mem *mem, const struct sim_regs *regs, unsigned gfx_level,
                   const uint32_t *gb_tile_mode, const uint32_t *gb_macrotile_mode, uint32_t gb_addr_config,
                   struct db_info *info, uint32_t *expanded);

/* Depth over the screen: (z + (dz_dx * dx + dz_dy * dy)) + offset with dx = (x + at_x) - ref_x, rounded after each step; (at_x,
 * at_y) is the sample's place in the pixel. In this order a polygon offset of the least step changes every depth: added before
 * the interpolation, it is lost or doubled where the sum lies halfway between two numbers. */
struct db_z_plane { float z, dz_dx, dz_dy, ref_x, ref_y, at_x, at_y, offset; };

/* Tests and updates 8x8 blocks of one primitive, none of them twice, of surfaces with one sample per pixel. front: which face's
 * stencil state. layer: slice offset, plus the viewport's number << 16 (whose depth range clamps). */
struct db_block { unsigned x, y; uint64_t mask; /* covered; then those that passed: what an occlusion counter counts */ };
void db_test_blocks(const struct db_state *db, struct db_block *block, unsigned count, unsigned layer,
                    const struct db_z_plane *plane, bool front);

/* The same with any number of samples. cover: by sample; samples that the surface does not have do not pass. places: where all
 * samples are in their pixels; the plane's place does not count. z: window depth by lane of the block (before the clamp to the viewport's
 * range, which is done here), or NULL: as the plane says. stencil_ref: exported references by lane, or NULL. */
#define DB_MAX_SAMPLES 16
struct db_samples { unsigned x, y; _Alignas(64) uint64_t cover[DB_MAX_SAMPLES]; };
struct db_places { float x[DB_MAX_SAMPLES], y[DB_MAX_SAMPLES]; unsigned count; };
void db_test_samples(const struct db_state *db, struct db_samples *block, unsigned count, unsigned layer,
                     const struct db_places *places, const struct db_z_plane *plane, const float *z, const uint8_t *stencil_ref,
                     bool front);

/* DB_RENDER_CONTROL's DEPTH_COPY and STENCIL_COPY: what colour buffer 0 gets instead of the program's export: depth in red, as a
 * float, and stencil in green. row: the four components of a block's lanes. sample: of the colour buffer. */
void db_copy_to_color(const struct db_state *db, unsigned x, unsigned y, unsigned layer, unsigned sample,
                      uint32_t (*row)[64]);

/* The same for up to sixteen quads of pixels of a triangle, wherever they are; four lanes each. Only where db_info.quads: no
 * stencil, one sample. All of x and y are read, but nothing of the surface in quads without covered pixels. */
#define DB_MAX_QUADS 16
struct db_quads { _Alignas(64) uint32_t x[DB_MAX_QUADS], y[DB_MAX_QUADS]; };
uint64_t db_test_quads(const struct db_state *db, const struct db_quads *quads, unsigned count, unsigned layer, uint64_t mask,
                       const struct db_z_plane *plane);

#endif
