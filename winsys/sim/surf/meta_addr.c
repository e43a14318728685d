/* meta_addr.c: see meta_addr.h. */
#include "winsys/sim/surf/meta_addr.h"

#include "winsys/sim/base/ints.h"
#include "winsys/sim/surf/tile_pipe.h"

enum { CMASK_TILES = 256, HTILE_TILES = 512 };

/* The block of tiles whose entries fill one cache line of each pipe: as square as powers of two allow. */
struct line { uint32_t w, h; };

static struct line line_of(uint32_t line_tiles, unsigned log2_pipes)
{
   struct line l = { line_tiles, 1 };
   while (l.w > l.h * 2 << log2_pipes) {
      l.w /= 2;
      l.h *= 2;
   }
   l.h <<= log2_pipes;
   return l;
}

static uint64_t padded_tiles(const struct tile_surf *s, uint32_t line_tiles, unsigned log2_pipes)
{
   struct line l = line_of(line_tiles, log2_pipes);
   return align_u64(s->pitch_el / 8, l.w) * align_u64(s->height_el / 8, l.h);
}

uint64_t meta_cmask_slice_of(const struct tile_surf *s, uint32_t tile_max)
{
   return align_u64((tile_max + UINT64_C(1)) * CMASK_TILES / 2, (uint64_t)TILE_INTERLEAVE_B << s->log2_pipes);
}

/* The height is increased by lines until a slice ends at a piece of the last pipe. */
uint64_t meta_cmask_slice_B(const struct tile_surf *s)
{
   struct line l = line_of(CMASK_TILES, s->log2_pipes);
   uint64_t row = align_u64(s->pitch_el / 8, l.w) * l.h / 2, size = padded_tiles(s, CMASK_TILES, s->log2_pipes) / 2;
   while (size % ((uint64_t)TILE_INTERLEAVE_B << s->log2_pipes))
      size += row;
   return size;
}

uint64_t meta_htile_slice_B(const struct tile_surf *s, unsigned log2_pipes, bool tc_compatible)
{
   return 4 * (tc_compatible ? (uint64_t)(s->pitch_el / 8) * (s->height_el / 8) : padded_tiles(s, HTILE_TILES, log2_pipes));
}

/* Number of a tile among those of its pipe in a group of 4x4 tiles, by pipe configuration. Bits of the number are exclusive ors
 * of coordinate bits in units of tiles. log2_count: of such tiles; where `bits` is more, the number also counts neighbouring
 * groups, and the groups' own number loses these bits. */
enum { X0, X1, X1Y1, X1Y0 };
static const struct order { uint8_t log2_count, bits, bit[3]; } orders[18] = {
   [0] = { 3, 3, { X1Y0, X1Y1, X1 } },  /* P2; 1 to 3 are not configurations */
   [1] = { 3, 3, { X1Y0, X1Y1, X1 } },
   [2] = { 3, 3, { X1Y0, X1Y1, X1 } },
   [3] = { 3, 3, { X1Y0, X1Y1, X1 } },
   [4] = { 2, 2, { X1Y1, X1 } },        /* P4_8x16 */
   [5] = { 2, 2, { X1Y0, X1 } },        /* P4_16x16 */
   [6] = { 2, 2, { X1Y0, X1Y1 } },      /* P4_16x32 */
   [7] = { 2, 3, { X1Y0, X1Y1, X1 } },  /* P4_32x32 */
   [8] = { 1, 1, { X1 } },              /* P8_16x16_8x16 */
   [9] = { 1, 1, { X0 } },              /* P8_16x32_8x16 */
   [10] = { 1, 2, { X1Y1, X1 } },       /* P8_32x32_8x16 */
   [11] = { 1, 1, { X0 } },             /* P8_16x32_16x16 */
   [12] = { 1, 2, { X1Y0, X1 } },       /* P8_32x32_16x16 */
   [13] = { 1, 2, { X1Y0, X1Y1 } },     /* P8_32x32_16x32 */
   [14] = { 1, 3, { X1Y0, X1Y1, X1 } }, /* P8_32x64_32x32 */
   [16] = { 0, 2, { X1Y1, X1 } },       /* P16_32x32_8x16 */
   [17] = { 0, 2, { X1Y0, X1 } },       /* P16_32x32_16x16 */
};

static uint64_t number_in_pipe(const struct order *o, uint32_t tx, uint32_t ty, uint64_t group)
{
   const uint8_t value[] = { [X0] = tx & 1, [X1] = tx >> 1 & 1, [X1Y1] = (tx ^ ty) >> 1 & 1, [X1Y0] = (tx >> 1 ^ ty) & 1 };
   uint64_t number = group << o->log2_count >> o->bits << o->bits;
   for (unsigned n = 0; n < o->bits; n++)
      number |= (uint64_t)value[o->bit[n]] << n;
   return number;
}

/* Number of the entry, of el_bits each, in a slice. */
static uint64_t entry(const struct tile_surf *s, uint32_t line_tiles, unsigned el_bits, uint32_t tx, uint32_t ty)
{
   struct line l = line_of(line_tiles, s->log2_pipes);
   uint64_t lines_x = align_u64(s->pitch_el / 8, l.w) / l.w;
   uint64_t line = tx / l.w + ty / l.h * lines_x, group = tx % l.w / 4 + ty % l.h / 4 * (l.w / 4);
   uint64_t n = line * line_tiles + number_in_pipe(&orders[s->pipe_config < 18 ? s->pipe_config : 0], tx, ty, group);
   uint64_t piece = TILE_INTERLEAVE_B * 8 / el_bits; /* entries of one pipe that follow each other */
   return n % piece + ((n / piece << s->log2_pipes) + tile_pipe(s->pipe_config, 8 * tx, 8 * ty)) * piece;
}

uint64_t meta_cmask_entry(const struct tile_surf *s, uint32_t tx, uint32_t ty)
{
   return entry(s, CMASK_TILES, 4, tx, ty);
}

/* The pipe keeps an entry for each tile of its part of the depth surface: for each of the tiles that follow each other in a bank
 * one of every bank. */
static uint64_t compatible_offset_B(const struct tile_surf *s, uint32_t tx, uint32_t ty, uint32_t slice)
{
   uint64_t at = tile_offset_B(s, 8 * tx, 8 * ty, slice, 0), piece = at / TILE_INTERLEAVE_B;
   uint64_t pipe = piece & ((1u << s->log2_pipes) - 1), bank = piece >> s->log2_pipes & ((1u << s->log2_banks) - 1);
   uint64_t in_bank = at % TILE_INTERLEAVE_B + (piece >> s->log2_pipes >> s->log2_banks) * TILE_INTERLEAVE_B;
   uint64_t n = (in_bank / ((uint64_t)64 * s->el_B << s->log2_samples) << s->log2_banks) + bank;
   return 4 * n % TILE_INTERLEAVE_B + (pipe + (4 * n / TILE_INTERLEAVE_B << s->log2_pipes)) * TILE_INTERLEAVE_B;
}

uint64_t meta_htile_size_B(const struct tile_surf *s, uint64_t slice_B, bool tc_compatible, uint32_t slices)
{
   return align_u64(slice_B * slices, tc_compatible ? (uint64_t)TILE_INTERLEAVE_B << s->log2_pipes : 4);
}

uint64_t meta_htile_offset_B(const struct tile_surf *s, uint64_t slice_B, bool tc_compatible, uint32_t tx, uint32_t ty,
                             uint32_t slice)
{
   if (!tc_compatible)
      return slice * slice_B + 4 * entry(s, HTILE_TILES, 32, tx, ty);
   if (s->mode != TILE_2D || (uint32_t)64 * s->el_B << s->log2_samples > s->split_B) /* not what the texture unit can read */
      return slice * slice_B + 4ull * (ty * (s->pitch_el / 8) + tx);
   return compatible_offset_B(s, tx, ty, slice);
}
