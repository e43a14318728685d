/* tile_map.c: see tile_map.h. The numbers are read off tile_offset_B(), bit by bit of each coordinate, on a surface of one
 * macro tile; tests/test_tile.c checks that sums and exclusive ors of them give every address. */
#include "winsys/sim/surf/tile_map.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/base/ints.h"

/* Kinds that are kept. Programs use a handful. */
#define KEPT 64
static struct tile_map *_Atomic kept[KEPT];

/* What of tile_surf makes a difference. */
static struct tile_surf kind_of(const struct tile_surf *s)
{
   struct tile_surf k;
   memset(&k, 0, sizeof(k));
   k.mode = TILE_2D;
   k.micro = s->micro;
   k.el_B = s->el_B;
   k.log2_samples = s->log2_samples;
   memcpy(k.xbit, s->xbit, sizeof(k.xbit));
   memcpy(k.ybit, s->ybit, sizeof(k.ybit));
   k.depth_order = s->depth_order;
   k.pipe_config = s->pipe_config;
   k.log2_pipes = s->log2_pipes;
   k.log2_banks = s->log2_banks;
   k.log2_bank_w = s->log2_bank_w;
   k.log2_bank_h = s->log2_bank_h;
   k.log2_aspect = s->log2_aspect;
   k.split_B = s->split_B;
   return k;
}

bool tile_map_fits(const struct tile_map *map, const struct tile_surf *s)
{
   struct tile_surf k = kind_of(s);
   return !memcmp(&map->kind, &k, sizeof(k));
}

/* Of a coordinate with one bit set: what it flips and which part it goes to. */
static uint32_t flip_of(const struct tile_map *map, const struct tile_surf *s, uint32_t x, uint32_t y, uint32_t sample,
                        uint32_t *part)
{
   uint32_t el = 0;
   for (unsigned n = 0; n < 3; n++)
      el |= (x >> n & 1) << s->xbit[n] | (y >> n & 1) << s->ybit[n];
   uint32_t el_B = s->depth_order ? ((el << s->log2_samples) + sample) * s->el_B : (sample * 64 + el) * s->el_B;
   *part = map->log2_parts ? el_B / s->split_B : 0;
   uint64_t add = (uint64_t)((x >> map->shift_x) + (y >> map->shift_y) + *part) * map->macro_B;
   return (uint32_t)(tile_offset_B(s, x, y, 0, sample) - add);
}

/* One axis: bit by bit, then all values of up to `bits` bits. */
static uint32_t *make_axis(const struct tile_map *map, const struct tile_surf *s, bool y_axis, uint32_t nibble[4][16],
                           uint32_t part[8], uint32_t *mask)
{
   uint32_t of_bit[14], of_part[14];
   unsigned bits = 3;
   for (unsigned b = 0; b < 14; b++) {
      of_bit[b] = flip_of(map, s, y_axis ? 0 : 1u << b, y_axis ? 1u << b : 0, 0, &of_part[b]);
      if (of_bit[b])
         bits = b >= bits ? b + 1 : bits;
   }
   for (unsigned i = 0; i < 8; i++)
      part[i] = (i & 1 ? of_part[0] : 0) + (i & 2 ? of_part[1] : 0) + (i & 4 ? of_part[2] : 0);
   for (unsigned n = 0; n < 4; n++)
      for (unsigned i = 0; i < 16; i++) {
         nibble[n][i] = 0;
         for (unsigned b = 0; b < 4 && 4 * n + b < 14; b++)
            nibble[n][i] ^= i >> b & 1 ? of_bit[4 * n + b] : 0;
      }
   *mask = (1u << bits) - 1;
   uint32_t *table = malloc(sizeof(*table) << bits);
   for (uint32_t i = 0; table && i <= *mask; i++)
      table[i] = nibble[0][i & 15] ^ nibble[1][i >> 4 & 15] ^ nibble[2][i >> 8 & 15] ^ nibble[3][i >> 12];
   return table;
}

struct tile_map *tile_map_create(const struct tile_surf *s)
{
   if (s->mode != TILE_2D || (!s->log2_bank_w && (s->pipe_config == 7 || s->pipe_config == 14)))
      return 0;
   struct tile_map *map = calloc(1, sizeof(*map));
   if (!map)
      return 0;
   struct tile_surf k = map->kind = kind_of(s);
   uint32_t tile_B = (uint32_t)64 * s->el_B << s->log2_samples;
   map->log2_parts = tile_B > s->split_B ? log2_u32(tile_B / s->split_B) : 0;
   map->shift_x = log2_u32(tile_macro_w_el(s));
   map->shift_y = log2_u32(tile_macro_h_el(s));
   k.pitch_el = tile_macro_w_el(s);
   k.height_el = tile_macro_h_el(s);
   map->macro_B = (uint32_t)((uint64_t)k.pitch_el * k.height_el * (tile_B >> map->log2_parts) / 64);
   if (tile_base_align_B(s) != map->macro_B || map->macro_B >> (s->log2_pipes + s->log2_banks) < 256) {
      free(map); /* parameters that the address library never makes: addresses would carry into the banks */
      return 0;
   }
   for (unsigned n = 0; n < 1u << s->log2_samples && n < 16; n++)
      map->flip_sample[n] = flip_of(map, &k, 0, 0, n, &map->part_sample[n]);
   map->flip_x = make_axis(map, &k, false, map->nibble_x, map->part_x, &map->mask_x);
   map->flip_y = make_axis(map, &k, true, map->nibble_y, map->part_y, &map->mask_y);
   if (!map->flip_x || !map->flip_y) {
      tile_map_destroy(map);
      return 0;
   }
   return map;
}

void tile_map_destroy(struct tile_map *map)
{
   if (!map)
      return;
   free(map->flip_x);
   free(map->flip_y);
   free(map);
}

const struct tile_map *tile_map_find(const struct tile_surf *s)
{
   if (s->mode != TILE_2D)
      return NULL;
   struct tile_map *made = NULL;
   for (unsigned i = 0; i < KEPT; i++) {
      struct tile_map *map = atomic_load_explicit(&kept[i], memory_order_acquire);
      if (!map) {
         if (!made && !(made = tile_map_create(s)))
            return NULL;
         if (atomic_compare_exchange_strong(&kept[i], &map, made))
            return made;
      }
      if (tile_map_fits(map, s)) {
         tile_map_destroy(made);
         return map;
      }
   }
   tile_map_destroy(made);
   return NULL;
}

/* ---- lines of tiles ------------------------------------------------------------------------------------------------------ */

/* Coordinate n's bits of an element of a micro tile. */
static uint32_t coordinate(const uint8_t bit[3], uint32_t el)
{
   return (el >> bit[0] & 1) | (el >> bit[1] & 1) << 1 | (el >> bit[2] & 1) << 2;
}

static struct tile_lines macro_lines(const struct tile_surf *s, struct tile_lines l, uint32_t slice)
{
   const struct tile_map *map = s->map;
   if (!map || map->log2_parts || s->pitch_el >> map->shift_x << map->shift_x != s->pitch_el ||
       s->height_el >> map->shift_y << map->shift_y != s->height_el || (uint64_t)l.rows * l.row_B != s->slice_B)
      return (struct tile_lines){ 0 };
   l.map = map;
   l.pieces = l.block_B > TILE_INTERLEAVE_B ? l.block_B / TILE_INTERLEAVE_B : 1;
   for (unsigned n = 0; n < l.pieces; n++) {
      const uint32_t el = n * TILE_INTERLEAVE_B / s->el_B;
      l.piece_flip[n] = map->flip_x[coordinate(s->xbit, el) & map->mask_x] ^ map->flip_y[coordinate(s->ybit, el) & map->mask_y];
   }
   l.flip = tile_map_flip_slice(s, slice);
   l.macro_row_B = tile_map_row_B(map, s);
   return l;
}

struct tile_lines tile_lines_of(const struct tile_surf *s, const uint8_t *level, uint32_t slice)
{
   const struct tile_lines l = { level + slice * s->slice_B, 64u * s->el_B, 8 * s->pitch_el * s->el_B, s->height_el / 8 };
   if (s->log2_samples || (s->mode != TILE_1D && s->mode != TILE_2D))
      return (struct tile_lines){ 0 };
   return s->mode == TILE_1D ? l : macro_lines(s, l, slice);
}
