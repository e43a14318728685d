/* tile_map.h: addresses in 2D-tiled (macro-tiled) surfaces for code that needs many of them. All bits of an address below a
 * macro tile's stride are exclusive ors of bits of x, y, sample and slice; what is above is a sum. So a column, a row, a
 * sample and a slice each have a number to add and a number to flip, and a texel's offset is the sum of the former plus the
 * exclusive or of the latter. A map holds these numbers for one kind of surface, whatever its size.
 * Not mapped: the pipe configurations whose bank function has an OR in it (tile.c's bank_of() users). */
#ifndef SIM_TILE_MAP_H
#define SIM_TILE_MAP_H

#include "winsys/sim/surf/tile.h"

struct tile_map {
   struct tile_surf kind;          /* made from this one; size and swizzle do not matter */
   uint8_t shift_x, shift_y;       /* log2 of the macro tile's size in elements */
   uint8_t log2_parts;             /* tiles are split in so many parts, each in a plane of its own */
   uint32_t macro_B;               /* from one macro tile to the next */
   uint32_t mask_x, mask_y;        /* flip_x[x & mask_x] */
   uint32_t nibble_x[4][16], nibble_y[4][16]; /* the same by four bits of x: the exclusive or of all four */
   uint32_t part_x[8], part_y[8];  /* of x & 7: number of the part; their sum counts */
   uint32_t flip_sample[16], part_sample[16];
   uint32_t *flip_x, *flip_y;
};

/* NULL: no memory, or a surface that has none. */
struct tile_map *tile_map_create(const struct tile_surf *s);
void tile_map_destroy(struct tile_map *map);
/* Would tile_map_create give the same? */
bool tile_map_fits(const struct tile_map *map, const struct tile_surf *s);

/* The map of a kind of surface that the process has for good; NULL: none, or too many kinds. Thread-safe. */
const struct tile_map *tile_map_find(const struct tile_surf *s);

/* What belongs to a surface's size: bytes from one row of macro tiles to the next, and from one part to the next. */
static inline uint32_t tile_map_row_B(const struct tile_map *map, const struct tile_surf *s)
{
   return (s->pitch_el >> map->shift_x) * map->macro_B;
}
static inline uint32_t tile_map_part_B(const struct tile_map *map, const struct tile_surf *s)
{
   return (uint32_t)(s->slice_B >> map->log2_parts);
}

/* A slice is slice_B further and flips this; the surface's swizzle is in it. */
static inline uint32_t tile_map_flip_slice(const struct tile_surf *s, uint32_t slice)
{
   uint32_t banks = 1u << s->log2_banks, bank = ((banks / 2 - 1) * slice + s->bank_swizzle) & (banks - 1);
   return bank << (8 + s->log2_pipes) | (uint32_t)(s->pipe_swizzle & ((1u << s->log2_pipes) - 1)) << 8;
}

/* The one-element form, the definition of the vector code's. */
static inline uint64_t tile_map_offset_B(const struct tile_map *map, const struct tile_surf *s, uint32_t x, uint32_t y,
                                         uint32_t slice, uint32_t sample)
{
   uint64_t add = (uint64_t)(x >> map->shift_x) * map->macro_B + (uint64_t)(y >> map->shift_y) * tile_map_row_B(map, s) +
                  (uint64_t)(map->part_x[x & 7] + map->part_y[y & 7] + map->part_sample[sample & 15]) * tile_map_part_B(map, s);
   return slice * s->slice_B + add + (map->flip_x[x & map->mask_x] ^ map->flip_y[y & map->mask_y] ^
                                      map->flip_sample[sample & 15] ^ tile_map_flip_slice(s, slice));
}

/* Piece n of block (x, y), in blocks: block_B / pieces bytes. 2D only. */
static inline uint8_t *tile_piece(const struct tile_lines *l, uint32_t x, uint32_t y, unsigned n)
{
   const struct tile_map *map = l->map;
   x *= 8;
   y *= 8;
   return (uint8_t *)(uintptr_t)l->first + (uint64_t)(x >> map->shift_x) * map->macro_B +
          (uint64_t)(y >> map->shift_y) * l->macro_row_B +
          (map->flip_x[x & map->mask_x] ^ map->flip_y[y & map->mask_y] ^ l->flip ^ l->piece_flip[n]);
}

#endif
