/* sc_cover.h: which pixels of an 8x8 block a primitive covers. Sides are integers on the subpixel grid, so this is exact. */
#ifndef SIM_SC_COVER_H
#define SIM_SC_COVER_H

#include "winsys/sim/sc.h"

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

/* A side that crosses the tile: value at the tile's first pixel and steps per pixel; inside is >= 0. What crosses has
 * values below 2^31 all over the tile, because positions are limited (SIM_GUARD_SUBPIXELS). `lanes`: of the first 4x4 block,
 * relative to its first pixel. */
struct side { int32_t at, dx, dy; v16i lanes; };

/* The value at the first pixel's sample, per step to the next pixel as the others; rounded down, which
 * keeps its sign. sx, sy: from the centre. */
static inline int64_t side_value(const struct sim_prim *p, unsigned e, int tx, int ty, int sx, int sy)
{
   int64_t x = (int64_t)tx * SIM_PLACES + SIM_PLACES / 2 + sx, y = (int64_t)ty * SIM_PLACES + SIM_PLACES / 2 + sy;
   return (p->ea[e] * x + p->eb[e] * y + p->ec[e]) >> SIM_PLACE_BITS;
}

/* Sides that cut the box (in pixels of the tile). -1: the box lies outside one of them. */
static inline int collect_sides(const struct sim_prim *p, int tx, int ty, int sx, int sy, int x0, int y0, int x1, int y1,
                                struct side *sides)
{
   int n = 0;
   for (unsigned e = 0; e < p->num_edges; e++) {
      int64_t at = side_value(p, e, tx, ty, sx, sy), a = p->ea[e], b = p->eb[e];
      int64_t most = at + a * (a > 0 ? x1 - 1 : x0) + b * (b > 0 ? y1 - 1 : y0);
      int64_t least = at + a * (a > 0 ? x0 : x1 - 1) + b * (b > 0 ? y0 : y1 - 1);
      if (most < 0)
         return -1;
      if (least < 0)
         sides[n++] = (struct side){ (int32_t)at, p->ea[e], p->eb[e], vi_set(p->ea[e]) * lane_x + vi_set(p->eb[e]) * lane_y };
   }
   return n;
}

/* Covered lanes of the 8x8 block at (bx, by) of the tile. */
static inline uint64_t cover_block(const struct side *sides, int n, int bx, int by)
{
   v16i worst[4] = { { 0 } };
   for (int i = 0; i < n; i++) {
      int32_t dx = sides[i].dx, dy = sides[i].dy;
      int32_t at = (int32_t)((uint32_t)sides[i].at + (uint32_t)dx * (uint32_t)bx + (uint32_t)dy * (uint32_t)by);
      int64_t most = (int64_t)at + (dx > 0 ? 7ll * dx : 0) + (dy > 0 ? 7ll * dy : 0);
      int64_t least = (int64_t)at + (dx < 0 ? 7ll * dx : 0) + (dy < 0 ? 7ll * dy : 0);
      if (most < 0)
         return 0;
      if (least >= 0)
         continue;
      v16i value = vi_set(at) + sides[i].lanes;
      worst[0] |= value;
      worst[1] |= value + vi_set(4 * dx);
      worst[2] |= value + vi_set(4 * dy);
      worst[3] |= value + vi_set(4 * dx + 4 * dy);
   }
   uint64_t outside = sign_mask(worst[0]) | (uint64_t)sign_mask(worst[1]) << 16 | (uint64_t)sign_mask(worst[2]) << 32 |
                      (uint64_t)sign_mask(worst[3]) << 48;
   return ~outside;
}

/* For primitives that touch few blocks, most of them in part: all values of up to three sides, without asking first whether
 * they matter. */
struct small_sides { int32_t at[3], dx[3], dy[3]; v16i lanes[3][4]; /* by 4x4 block */ };

static inline void small_sides_init(struct small_sides *s, const struct side *sides, int n)
{
   for (int i = 0; i < 3; i++) {
      const struct side none = { 0 }, *side = i < n ? &sides[i] : &none;
      s->at[i] = side->at;
      s->dx[i] = side->dx;
      s->dy[i] = side->dy;
      s->lanes[i][0] = side->lanes;
      s->lanes[i][1] = side->lanes + vi_set(4 * side->dx);
      s->lanes[i][2] = side->lanes + vi_set(4 * side->dy);
      s->lanes[i][3] = side->lanes + vi_set(4 * side->dx + 4 * side->dy);
   }
}

static inline uint64_t small_cover(const struct small_sides *s, int bx, int by)
{
   v16i worst[4] = { { 0 } };
#pragma GCC unroll 3
   for (int i = 0; i < 3; i++) {
      v16i at = vi_set((int32_t)((uint32_t)s->at[i] + (uint32_t)s->dx[i] * (uint32_t)bx + (uint32_t)s->dy[i] * (uint32_t)by));
#pragma GCC unroll 4
      for (int part = 0; part < 4; part++)
         worst[part] |= at + s->lanes[i][part];
   }
   return ~(sign_mask(worst[0]) | (uint64_t)sign_mask(worst[1]) << 16 | (uint64_t)sign_mask(worst[2]) << 32 |
            (uint64_t)sign_mask(worst[3]) << 48);
}

/* The 64 blocks of a tile, a bit each, row by row. touched: not wholly outside of a side or of the box; cut: of these, those
 * that a side goes through; border: those that are not wholly in the box. */
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

/* The box is not empty. */
static inline struct tile_blocks sort_blocks(const struct side *sides, int n, int x0, int y0, int x1, int y1)
{
   static const v16i block_x = { 0, 8, 16, 24, 32, 40, 48, 56, 0, 8, 16, 24, 32, 40, 48, 56 };
   static const v16i block_y = { 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8 };
   const int left = x0 / BLOCK, right = (x1 + BLOCK - 1) / BLOCK, top = y0 / BLOCK, bottom = (y1 + BLOCK - 1) / BLOCK;
   struct tile_blocks b = { .touched = block_columns(left, right) & block_rows(top, bottom) };
   b.border = b.touched &
              ~(block_columns((x0 + BLOCK - 1) / BLOCK, x1 / BLOCK) & block_rows((y0 + BLOCK - 1) / BLOCK, y1 / BLOCK));
   uint64_t out = 0, cut = 0;
   for (int i = 0; i < n; i++) {
      const int32_t dx = sides[i].dx, dy = sides[i].dy;
      const v16i first = vi_set(sides[i].at) + vi_set(dx) * block_x + vi_set(dy) * block_y;
      const v16i most = first + vi_set((dx > 0 ? 7 * dx : 0) + (dy > 0 ? 7 * dy : 0));
      const v16i least = first + vi_set((dx < 0 ? 7 * dx : 0) + (dy < 0 ? 7 * dy : 0));
      for (int row = top & ~1; row < bottom; row += 2) {
         const v16i down = vi_set(dy * (BLOCK * row));
         out |= (uint64_t)sign_mask(most + down) << 8 * row;
         cut |= (uint64_t)sign_mask(least + down) << 8 * row;
      }
   }
   b.touched &= ~out;
   b.cut = cut & b.touched;
   return b;
}

#endif
