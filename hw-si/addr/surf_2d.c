/* surf_2d.c: ARRAY_2D_TILED_THIN1. Macro tiles distribute micro tiles over memory pipes and banks. An address is the offset
 * inside one bank of one pipe, with the pipe and bank numbers inserted above bit 7. Tile swizzle is not used. */
#include "surf.h"

void surf_macro_tile_el(const struct surf_tile *t, uint32_t *width_el, uint32_t *height_el)
{
   *width_el = 8u * t->bank_w * t->pipes * t->aspect;
   *height_el = 8u * t->bank_h * t->banks / t->aspect;
}

uint32_t surf_legalise_2d(const struct surf_chip *chip, struct surf_tile *t, unsigned bytes_per_el, unsigned samples)
{
   uint32_t tile_B = surf_min_u32(t->tile_split_B, 64 * bytes_per_el * samples);
   uint32_t row_B = surf_row_size_B(chip);

   /* A bank holds at least one pipe interleave (256 bytes) of a macro tile, and at most one DRAM row. */
   t->bank_h = surf_max_u32(t->bank_h, 256 / (tile_B * t->bank_w));
   if (samples == 1)
      t->aspect = surf_max_u32(t->aspect, 256 / (tile_B * t->pipes * t->bank_w));
   while (tile_B * t->bank_w * t->bank_h > row_B && t->bank_w > 1)
      t->bank_w /= 2;
   while (tile_B * t->bank_w * t->bank_h > row_B && t->bank_h > 1)
      t->bank_h /= 2;
   return (uint32_t)t->pipes * t->banks * t->bank_w * t->bank_h * tile_B;
}

void surf_align_2d(const struct surf_tile *t, uint32_t *pitch_el, uint32_t *height_el)
{
   uint32_t w, h;

   surf_macro_tile_el(t, &w, &h);
   *pitch_el = surf_align_u32(*pitch_el, w);
   *height_el = surf_align_u32(*height_el, h);
}

/* By PIPE_CONFIG, for each bit of the pipe number: masks of the bits of x and y whose XOR it is. */
static const struct { uint8_t x, y; } pipe_bits[18][4] = {
#define B(n) (1u << (n))
   [0] = {{B(3), B(3)}},
   [4] = {{B(4), B(3)}, {B(3), B(4)}},
   [5] = {{B(3) | B(4), B(3)}, {B(4), B(4)}},
   [6] = {{B(3) | B(4), B(3)}, {B(4), B(5)}},
   [7] = {{B(3) | B(5), B(3)}, {B(5), B(5)}},
   [8] = {{B(4) | B(5), B(3)}, {B(3), B(5)}},
   [9] = {{B(4) | B(5), B(3)}, {B(3), B(4)}, {B(4), B(5)}},
   [10] = {{B(4) | B(5), B(3)}, {B(3), B(4)}, {B(5), B(5)}},
   [11] = {{B(3) | B(4), B(3)}, {B(5), B(4)}, {B(4), B(5)}},
   [12] = {{B(3) | B(4), B(3)}, {B(4), B(4)}, {B(5), B(5)}},
   [13] = {{B(3) | B(4), B(3)}, {B(4), B(6)}, {B(5), B(5)}},
   [14] = {{B(3) | B(5), B(3)}, {B(6), B(5)}, {B(5), B(6)}},
   [16] = {{B(4), B(3)}, {B(3), B(4)}, {B(5), B(6)}, {B(6), B(5)}},
   [17] = {{B(3) | B(4), B(3)}, {B(4), B(4)}, {B(5), B(6)}, {B(6), B(5)}},
#undef B
};

static uint32_t pipe_of(const struct surf_tile *t, uint32_t x, uint32_t y)
{
   uint32_t pipe = 0;

   for (unsigned i = 0; i < 4; i++) {
      uint32_t ones = __builtin_popcount(x & pipe_bits[t->pipe_config][i].x) +
                      __builtin_popcount(y & pipe_bits[t->pipe_config][i].y);
      pipe |= (ones & 1) << i;
   }
   return pipe;
}

static uint32_t bank_of(const struct surf_tile *t, uint32_t x, uint32_t y)
{
   uint32_t u = x / 8 / (t->bank_w * t->pipes), v = y / 8 / t->bank_h, bank;
#define U(n) (u >> (n) & 1)
#define V(n) (v >> (n) & 1)
   switch (t->banks) {
   case 16:
      bank = (U(0) ^ V(3)) | (U(1) ^ V(2) ^ V(3)) << 1 | (U(2) ^ V(1)) << 2 | (U(3) ^ V(0)) << 3;
      break;
   case 8:
      bank = (U(0) ^ V(2)) | (U(1) ^ V(1) ^ V(2)) << 1 | (U(2) ^ V(0)) << 2;
      break;
   case 4:
      bank = (U(0) ^ V(1)) | (U(1) ^ V(0)) << 1;
      break;
   default:
      bank = U(0) ^ V(0);
      break;
   }
#undef U
#undef V
   /* As AMD's addrlib: with BANK_WIDTH 1, P4_32x32 and P8_32x64_32x32 OR another term into bit 0. */
   if (t->bank_w == 1 && (t->pipe_config == 7 || t->pipe_config == 14))
      bank |= (bank & 1) ^ (x >> 4 & 1) ^ (x >> 5 & 1);
   return bank;
}

uint64_t surf_address_2d(const struct surf_layout *s, const struct surf_level *l, uint32_t x, uint32_t y,
                         uint32_t slice, uint32_t el_B)
{
   const struct surf_tile *t = &s->tile;
   uint32_t tile_B = 64u * s->bytes_per_el * s->samples, tiles = 1, tile_slice = 0;
   uint32_t pipe_log2 = surf_log2(t->pipes), bank_log2 = surf_log2(t->banks);
   uint32_t mw, mh;

   if (tile_B > t->tile_split_B) {
      tiles = tile_B / t->tile_split_B;
      tile_slice = el_B / t->tile_split_B;
      el_B %= t->tile_split_B;
      tile_B = t->tile_split_B;
   }
   surf_macro_tile_el(t, &mw, &mh);
   uint64_t macro_B = (uint64_t)tile_B * (mw / 8) * (mh / 8) / (t->pipes * t->banks);
   uint64_t row = l->pitch_el / mw, slice_B = row * (l->height_el / mh) * macro_B;
   uint64_t offset = slice_B * (tile_slice + (uint64_t)tiles * slice) + (y / mh * row + x / mw) * macro_B +
                     (y / 8 % t->bank_h * t->bank_w + x / 8 / t->pipes % t->bank_w) * tile_B + el_B;
   uint32_t bank = bank_of(t, x, y);

   bank ^= (t->banks / 2 - 1) * slice;
   bank ^= (t->banks / 2 + 1) * tile_slice;
   bank &= t->banks - 1;
   return (offset & 255) | (uint64_t)pipe_of(t, x, y) << 8 | (uint64_t)bank << (8 + pipe_log2) |
          offset >> 8 << (8 + pipe_log2 + bank_log2);
}
