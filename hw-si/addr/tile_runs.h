/* tile_runs.h: copies between rows of elements and runs of complete 8x8 micro tiles in thin order. */
#ifndef TILE_RUNS_H
#define TILE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `tiles` tiles that follow each other in memory, from left to right, and eight rows that are stride_B apart. stream: the stores of
 * large copies do not read cache lines first; tiles are then aligned to 16 bytes. */
typedef void (*tile_read_fn)(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream);
typedef void (*tile_write_fn)(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream);

/* By log2 of the bytes of an element, 0 to 4. */
extern const tile_read_fn tile_read[5];
extern const tile_write_fn tile_write[5];

/* Whether a copy of size_B bytes should store without reading cache lines first: it would displace much of the last-level cache. */
bool tile_copy_streams(uint64_t size_B);

/* Orders non-temporal stores before a release to another thread. */
void tile_stores_done(void);

#endif
