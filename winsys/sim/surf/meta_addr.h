/* meta_addr.h: addresses of CMASK and HTILE entries, which belong to 8x8 pixels each: 4 bits of CMASK, 32 bits of HTILE.
 *
 * Each pipe keeps the entries of its own tiles. They are stored in the order of that pipe's metadata cache, whose line holds 256
 * entries of CMASK or 512 of HTILE and covers a block of tiles; pieces of 256 bytes of the pipes alternate in memory. HTILE that
 * the texture unit reads, too (TC_COMPATIBLE, GFX8), has the order of the depth surface instead: each pipe keeps the
 * entries of its tiles, by place in a bank, then by bank.
 * Sources: CmaskAddrFromCoord and HtileAddrFromCoord of AMD's address library (Mesa, src/amd/addrlib), which
 * tests/test_meta_addr.c compares with. Known gaps: DB_HTILE_SURFACE.LINEAR, CB_COLORn_INFO.CMASK_IS_LINEAR, FULL_CACHE = 0. */
#ifndef SIM_META_ADDR_H
#define SIM_META_ADDR_H

#include "winsys/sim/surf/tile.h"

/* Bytes from one slice of CMASK to the next, with tile_max of CB_COLORn_CMASK_SLICE: the tiles of 128x128 pixels, padded to a
 * piece of each pipe. Of surf, the pipes are used. */
uint64_t meta_cmask_slice_of(const struct tile_surf *surf, uint32_t tile_max);
/* Bytes from one slice to the next: pitch and height in complete cache lines. CMASK: the least that a driver allocates. HTILE that is
 * TC_COMPATIBLE: without padding. Of surf, pitch, height and the pipes are used. */
uint64_t meta_cmask_slice_B(const struct tile_surf *surf);
uint64_t meta_htile_slice_B(const struct tile_surf *surf, unsigned log2_pipes, bool tc_compatible);
/* Bytes of all entries of slices [0, slices) from HTILE's base on, padding included. */
uint64_t meta_htile_size_B(const struct tile_surf *surf, uint64_t slice_B, bool tc_compatible, uint32_t slices);

/* Tile (tx, ty) is pixel (8 * tx, 8 * ty). CMASK: number of the 4-bit entry from the start of its slice. HTILE: offset in bytes
 * from the base of HTILE. */
uint64_t meta_cmask_entry(const struct tile_surf *surf, uint32_t tx, uint32_t ty);
uint64_t meta_htile_offset_B(const struct tile_surf *surf, uint64_t slice_B, bool tc_compatible, uint32_t tx, uint32_t ty,
                             uint32_t slice);

#endif
