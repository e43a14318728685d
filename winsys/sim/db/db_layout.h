/* db_layout.h: layout of depth surfaces, from registers. */
#ifndef SIM_DB_LAYOUT_H
#define SIM_DB_LAYOUT_H

#include "winsys/sim/surf/tile.h"

/* Layout of the depth (or stencil) plane, without its size. GFX6 finds it by tile index; GFX7-8 spell it out in DB_DEPTH_INFO.
 * tile_split: of DB_Z_INFO or DB_STENCIL_INFO. False: linear, or a mode that does not exist. */
bool db_plane_layout(const struct tile_chip *chip, uint32_t db_depth_info, unsigned el_B, unsigned log2_samples,
                     unsigned tile_index, unsigned tile_split, struct tile_surf *s);

#endif
