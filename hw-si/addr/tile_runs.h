/* tile_runs.h: copies between rows of elements and runs of complete 8x8 micro tiles in thin order. */
#ifndef TILE_RUNS_H
#define TILE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `tiles` tiles that follow each other in memory, from left to right, and eight rows that are stride_B apart. stream: the stores of
 * large copies go past the caches; tiles are then aligned to 64 bytes. */
typedef void (*tile_read_fn)(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles);
typedef void (*tile_write_fn)(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream);

/* By log2 of the bytes of an element, 0 to 4. */
struct tile_ops {
   tile_read_fn read[5];
   tile_write_fn write[5];
   /* Adjacent bytes; prefetches as many bytes from `next` on. */
   void (*copy_past_caches)(uint8_t *to, const uint8_t *from, size_t size_B, const uint8_t *next);
};

/* base runs on each host, the others on x86 with those instructions. */
extern const struct tile_ops tile_ops_base, tile_ops_avx2, tile_ops_avx512;

/* The fastest for this host. Constant during a process. */
const struct tile_ops *tile_ops(void);

/* As ops->read[size], with stores past the caches. */
void tile_read_stream(const struct tile_ops *ops, unsigned size, const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles);

/* Orders stores past the caches before a release to another thread. */
void tile_stores_done(void);

#endif
