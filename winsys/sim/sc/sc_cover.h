/* sc_cover.h: which pixels of an 8x8 block a primitive covers. Sides are integers on the subpixel grid, so this is exact. */
#ifndef SIM_SC_COVER_H
#define SIM_SC_COVER_H

#include "winsys/sim/geom/prim.h"
#include "winsys/sim/sc/sc_int.h"

/* Bit per negative lane. */
static inline uint32_t sign_mask(v16i v)
{
#ifdef __AVX512F__
   return _cvtmask16_u32(_mm512_movepi32_mask((__m512i)v));
#else
   return v_bits(v);
#endif
}

/* Lanes of an 8x8 block at and right of column n, at and below row n. */
static const uint64_t columns_from[9] = { ~0ull, 0xfffffafafffffafaull, 0xfffff0f0fffff0f0ull, 0xffffa0a0ffffa0a0ull,
   0xffff0000ffff0000ull, 0xfafa0000fafa0000ull, 0xf0f00000f0f00000ull, 0xa0a00000a0a00000ull, 0 };
static const uint64_t rows_from[9] = { ~0ull, 0xffffffffffccffccull, 0xffffffffff00ff00ull, 0xffffffffcc00cc00ull,
   0xffffffff00000000ull, 0xffccffcc00000000ull, 0xff00ff0000000000ull, 0xcc00cc0000000000ull, 0 };

static inline int clamp8(int v)
{
   return v < 0 ? 0 : v > 8 ? 8 : v;
}

static inline uint64_t columns_mask(int x0, int x1)
{
   return columns_from[clamp8(x0)] & ~columns_from[clamp8(x1)];
}

static inline uint64_t rows_mask(int y0, int y1)
{
   return rows_from[clamp8(y0)] & ~rows_from[clamp8(y1)];
}

/* Sides that cross the tile, one after another, then zeros: values at the tile's first pixel and steps per pixel;
 * inside is >= 0. Sides that cross have values below 2^31 all over the tile, because positions are limited (SIM_GUARD_SUBPIXELS). */
struct sides { _Alignas(16) int32_t at[4], dx[4], dy[4]; };

/* Sides that cut the box (in pixels of the tile). -1: the box lies outside one of them. Values are those at the first pixel's
 * sample, per step to the next pixel as the others; rounded down, which keeps their sign. sx, sy: from the centre. */
static inline int collect_sides(const struct sim_prim *p, int tx, int ty, int sx, int sy, int x0, int y0, int x1, int y1,
                                struct sides *sides)
{
   const int x = tx * SIM_PLACES + SIM_PLACES / 2 + sx, y = ty * SIM_PLACES + SIM_PLACES / 2 + sy;
   int n = 0;
   *sides = (struct sides){ { 0 }, { 0 }, { 0 } };
   for (unsigned e = 0; e < p->num_edges; e++) {
      const int64_t a = p->ea[e], b = p->eb[e], at = (a * x + b * y + p->ec[e]) >> SIM_PLACE_BITS;
      int64_t most = at + a * (a > 0 ? x1 - 1 : x0) + b * (b > 0 ? y1 - 1 : y0);
      int64_t least = at + a * (a > 0 ? x0 : x1 - 1) + b * (b > 0 ? y0 : y1 - 1);
      if (most < 0)
         return -1;
      if (least < 0) {
         sides->at[n] = (int32_t)at;
         sides->dx[n] = p->ea[e];
         sides->dy[n++] = p->eb[e];
      }
   }
   return n;
}

/* Bits of the lanes of four 4x4 blocks that are not negative. */
static inline uint64_t not_negative(const v16i part[4])
{
#ifdef __AVX512F__
   const __mmask32 upper = _mm512_kunpackw(sign_mask(part[1]), sign_mask(part[0]));
   const __mmask32 lower = _mm512_kunpackw(sign_mask(part[3]), sign_mask(part[2]));
   return ~_cvtmask64_u64(_mm512_kunpackd(lower, upper));
#else
   return ~(sign_mask(part[0]) | (uint64_t)sign_mask(part[1]) << 16 | (uint64_t)sign_mask(part[2]) << 32 |
            (uint64_t)sign_mask(part[3]) << 48);
#endif
}

/* All values of n sides, three or four, without asking first whether they matter. */
struct small_sides { v16i lanes[4][4]; /* by 4x4 block */ };

static inline void small_sides_init(struct small_sides *to, const struct sides *s, int n)
{
#pragma GCC unroll 4
   for (int i = 0; i < n; i++) {
      to->lanes[i][0] = vi_set(s->dx[i]) * lane_x + vi_set(s->dy[i]) * lane_y;
      to->lanes[i][1] = to->lanes[i][0] + vi_set(4 * s->dx[i]);
      to->lanes[i][2] = to->lanes[i][0] + vi_set(4 * s->dy[i]);
      to->lanes[i][3] = to->lanes[i][1] + vi_set(4 * s->dy[i]);
   }
}

/* at: of each side at the block's first pixel, `step` numbers apart. */
PX_INLINE uint64_t small_cover(const struct small_sides *s, int n, const int32_t *at, unsigned step)
{
   v16i worst[4];
#pragma GCC unroll 4
   for (int part = 0; part < 4; part++) {
      worst[part] = vi_set(at[0]) + s->lanes[0][part];
#pragma GCC unroll 4
      for (int i = 1; i < n; i++)
         worst[part] |= vi_set(at[i * step]) + s->lanes[i][part];
   }
   return not_negative(worst);
}

/* The 64 blocks of a tile, a bit each, row by row. touched: not completely outside of a side or of the box; cut: those
 * that a side goes through; border: those that are partly outside of the box. */
struct tile_blocks { uint64_t touched, cut, border; };

/* Blocks [n0, n1) of a row, in all rows; none if n1 is less, as where a box lies inside of a block. */
static inline uint64_t block_columns(int n0, int n1)
{
   return n0 < n1 ? ((1u << n1) - (1u << n0)) * 0x0101010101010101ull : 0;
}

static inline uint64_t block_rows(int n0, int n1)
{
   return sq_first_lanes(8 * (unsigned)n1) & ~sq_first_lanes(8 * (unsigned)n0);
}

/* Lanes of the tile's blocks inside of a box: those of block k, if it touches the box, are columns[k % 8] & rows[k / 8]. */
struct box_lanes { _Alignas(64) uint64_t columns[8], rows[8]; };

static inline void box_lanes_init(struct box_lanes *b, int x0, int y0, int x1, int y1)
{
   memset(b, 0xff, sizeof *b);
   b->columns[x0 / BLOCK] = columns_from[x0 % BLOCK];
   b->columns[(x1 - 1) / BLOCK] &= ~columns_from[(x1 - 1) % BLOCK + 1];
   b->rows[y0 / BLOCK] = rows_from[y0 % BLOCK];
   b->rows[(y1 - 1) / BLOCK] &= ~rows_from[(y1 - 1) % BLOCK + 1];
}

/* Values of sides at the first pixels of the tile's blocks. */
struct side_values { _Alignas(64) int32_t at[4][64]; };

/* The box is not empty. beyond: how much more than s->at a side is in other places of a pixel, at most; NULL: they have one. values:
 * those of the rows that the box touches. */
PX_INLINE struct tile_blocks sort_blocks(const struct sides *s, const int32_t *beyond, int n, int x0, int y0, int x1, int y1,
                                         struct side_values *values)
{
   const int left = x0 / BLOCK, right = (x1 + BLOCK - 1) / BLOCK, top = y0 / BLOCK, bottom = (y1 + BLOCK - 1) / BLOCK;
   struct tile_blocks b = { .touched = block_columns(left, right) & block_rows(top, bottom) };
   b.border = b.touched &
              ~(block_columns((x0 + BLOCK - 1) / BLOCK, x1 / BLOCK) & block_rows((y0 + BLOCK - 1) / BLOCK, y1 / BLOCK));
   uint64_t out = 0, cut = 0;
   for (int i = 0; i < n; i++) {
      const int32_t dx = s->dx[i], dy = s->dy[i];
      const v16i first = vi_set(s->at[i]) + vi_set(dx) * block_x + vi_set(dy) * block_y;
      const v16i most = vi_set((dx > 0 ? 7 * dx : 0) + (dy > 0 ? 7 * dy : 0) + (beyond ? beyond[i] : 0));
      const v16i least = vi_set((dx < 0 ? 7 * dx : 0) + (dy < 0 ? 7 * dy : 0));
      for (int row = top & ~1; row < bottom; row += 2) {
         const v16i value = first + vi_set(dy * (BLOCK * row));
         memcpy(&values->at[i][8 * row], &value, sizeof value);
         out |= (uint64_t)sign_mask(value + most) << 8 * row;
         cut |= (uint64_t)sign_mask(value + least) << 8 * row;
      }
   }
   b.touched &= ~out;
   b.cut = cut & b.touched;
   return b;
}

#endif
