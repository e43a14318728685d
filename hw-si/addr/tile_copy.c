/* tile_copy.c: CPU copies between tiled images and rows of elements. Complete 8x8 micro tiles in thin order are copied by
 * unrolled loops over pairs of elements: x0 is the lowest address bit, so the two elements of a pair are adjacent in memory.
 * All other elements are copied one by one, with surf_address(). */
#include "surf.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

struct pair16 { uint8_t b[16]; };
struct pair32 { uint8_t b[32]; };

/* Element offsets inside a thin tile: bit 0 x0, 1 y0, 2 x1, 3 y1, 4 x2, 5 y2; the pair number holds x1 x2. */
#define TILE_PAIR(y, p) ((((y) & 1) << 1 | ((y) & 2) << 2 | ((y) & 4) << 3 | ((p) & 1) << 2 | ((p) & 2) << 3) / 2)

#define DEFINE_TILE(T, NAME)                                                                                           \
   static void read_tile_##NAME(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)                                   \
   {                                                                                                                   \
      for (unsigned y = 0; y < 8; y++)                                                                                 \
         for (unsigned p = 0; p < 4; p++)                                                                              \
            memcpy(rows + y * stride_B + p * sizeof(T), tile + TILE_PAIR(y, p) * sizeof(T), sizeof(T));                \
   }                                                                                                                   \
   static void write_tile_##NAME(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B)                                  \
   {                                                                                                                   \
      for (unsigned y = 0; y < 8; y++)                                                                                 \
         for (unsigned p = 0; p < 4; p++)                                                                              \
            memcpy(tile + TILE_PAIR(y, p) * sizeof(T), rows + y * stride_B + p * sizeof(T), sizeof(T));                \
   }
DEFINE_TILE(uint16_t, 1)
DEFINE_TILE(uint32_t, 2)
DEFINE_TILE(uint64_t, 4)
DEFINE_TILE(struct pair16, 8)
DEFINE_TILE(struct pair32, 16)

#ifdef __SSE2__
/* Elements of 4 bytes use 16-byte moves: two rows are interleaved into quads of 2x2. Copies of STREAM_B bytes or more use
 * non-temporal stores: these save the read of each cache line before it is overwritten, and an image of that size would not
 * stay in the cache. Non-temporal stores are fast when they fill complete cache lines in order. Into a tile, they are issued per
 * 4x4 elements. Into rows, they are issued for two rows of a run of RUN_TILES tiles at a time: the run stays in the L1 cache
 * for its other rows, and eight streams of stores at once are more than hardware prefetchers follow. */
#define STREAM_B (2u << 20)
#define RUN_TILES 30 /* of 256 bytes: 7.5 KB */
#define AHEAD_B 512  /* prefetch distance */

static inline void put(uint8_t *at, __m128i value, bool stream)
{
   if (stream)
      _mm_stream_si128((__m128i *)at, value);
   else
      _mm_storeu_si128((__m128i *)at, value);
}

static inline __m128i get(const uint8_t *at)
{
   return _mm_loadu_si128((const __m128i *)at);
}

static inline void write_tile_4_sse(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y++)
      __builtin_prefetch(rows + y * stride_B + AHEAD_B);
   for (unsigned y = 0; y < 8; y += 4)
      for (unsigned half = 0; half < 2; half++, tile += 64) {
         const uint8_t *row = rows + y * stride_B + 16 * half;
         __m128i a = get(row), b = get(row + stride_B), c = get(row + 2 * stride_B), d = get(row + 3 * stride_B);
         put(tile, _mm_unpacklo_epi64(a, b), stream);
         put(tile + 16, _mm_unpackhi_epi64(a, b), stream);
         put(tile + 32, _mm_unpacklo_epi64(c, d), stream);
         put(tile + 48, _mm_unpackhi_epi64(c, d), stream);
      }
}

static void write_tiles_4(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   if (stream)
      for (; tiles; tiles--, tile += 256, rows += 32)
         write_tile_4_sse(tile, rows, stride_B, true);
   else
      for (; tiles; tiles--, tile += 256, rows += 32)
         write_tile_4_sse(tile, rows, stride_B, false);
}

/* Two rows of a run of tiles. Each of the four calls per run prefetches a quarter of the next run. */
static inline void read_two_rows_4(const uint8_t *tile, unsigned y, uint8_t *row, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   const uint8_t *at = tile + ((y & 2) << 4 | (y & 4) << 5), *next = tile + RUN_TILES * 256 + y * 32;
   for (; tiles; tiles--, at += 256, next += 256, row += 32) {
      __m128i a = get(at), b = get(at + 16), c = get(at + 64), d = get(at + 80);
      __builtin_prefetch(next);
      put(row, _mm_unpacklo_epi64(a, b), stream);
      put(row + 16, _mm_unpacklo_epi64(c, d), stream);
      put(row + stride_B, _mm_unpackhi_epi64(a, b), stream);
      put(row + stride_B + 16, _mm_unpackhi_epi64(c, d), stream);
   }
}

static void read_tiles_4(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   stream = stream && !(((uintptr_t)rows | (uintptr_t)stride_B) & 15);
   while (tiles) {
      uint32_t run = surf_min_u32(tiles, RUN_TILES);
      for (unsigned y = 0; y < 8; y += 2) {
         if (stream)
            read_two_rows_4(tile, y, rows + y * stride_B, stride_B, run, true);
         else
            read_two_rows_4(tile, y, rows + y * stride_B, stride_B, run, false);
      }
      tiles -= run;
      tile += run * 256;
      rows += run * 32;
   }
}
#endif

typedef void (*read_tile_fn)(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B);
typedef void (*write_tile_fn)(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B);
static const read_tile_fn read_tile[5] = {read_tile_1, read_tile_2, read_tile_4, read_tile_8, read_tile_16};
static const write_tile_fn write_tile[5] = {write_tile_1, write_tile_2, write_tile_4, write_tile_8, write_tile_16};

/* With constant sizes the compiler emits single moves. */
static inline void copy_el(void *dst, const void *src, unsigned bytes_per_el)
{
   switch (bytes_per_el) {
   case 1: memcpy(dst, src, 1); break;
   case 2: memcpy(dst, src, 2); break;
   case 4: memcpy(dst, src, 4); break;
   case 8: memcpy(dst, src, 8); break;
   default: memcpy(dst, src, 16); break;
   }
}

/* Elements x0 <= x < x1, y0 <= y < y1 of one slice, in any tiling mode. read: from the image to `rows`, else to the image. */
static void copy_elements(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                          ptrdiff_t stride_B, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, uint32_t slice,
                          bool read)
{
   for (uint32_t y = y0; y < y1; y++) {
      uint8_t *row = rows + (ptrdiff_t)(y - y0) * stride_B;
      for (uint32_t x = x0; x < x1; x++, row += s->bytes_per_el) {
         uint8_t *el = image + surf_address(s, level, x, y, slice, 0);
         if (read)
            copy_el(row, el, s->bytes_per_el);
         else
            copy_el(el, row, s->bytes_per_el);
      }
   }
}

static void copy_slice_1d(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                          ptrdiff_t stride_B, const struct surf_box *box, uint32_t slice, bool read)
{
   unsigned bpe = s->bytes_per_el, size = surf_log2(bpe);
   uint32_t x1 = box->x + box->width, y1 = box->y + box->height;
   uint32_t full_x0 = surf_align_u32(box->x, 8), full_x1 = x1 & ~7u;

   for (uint32_t y = box->y; y < y1;) {
      uint32_t next = surf_min_u32((y | 7) + 1, y1);
      uint8_t *row = rows + (ptrdiff_t)(y - box->y) * stride_B;
      if (next - y == 8 && full_x0 < full_x1) {
         uint8_t *tile = image + surf_address(s, level, full_x0, y, slice, 0);
         uint8_t *at = row + (size_t)(full_x0 - box->x) * bpe;
         copy_elements(s, level, image, row, stride_B, box->x, y, full_x0, next, slice, read);
         uint32_t x = full_x0;
#ifdef __SSE2__
         if (bpe == 4) { /* tiles start at multiples of 256 bytes */
            bool stream = (uint64_t)box->width * box->height * 4 >= STREAM_B;
            if (read)
               read_tiles_4(tile, at, stride_B, (full_x1 - full_x0) / 8, stream);
            else
               write_tiles_4(tile, at, stride_B, (full_x1 - full_x0) / 8, stream);
            x = full_x1;
         }
#endif
         for (; x < full_x1; x += 8, tile += 64 * bpe, at += 8 * bpe) {
            if (read)
               read_tile[size](tile, at, stride_B);
            else
               write_tile[size](tile, at, stride_B);
         }
         copy_elements(s, level, image, row + (size_t)(full_x1 - box->x) * bpe, stride_B, full_x1, y, x1, next, slice,
                       read);
      } else {
         copy_elements(s, level, image, row, stride_B, box->x, y, x1, next, slice, read);
      }
      y = next;
   }
}

static void copy_slice_linear(const struct surf_layout *s, unsigned level, uint8_t *image, uint8_t *rows,
                              ptrdiff_t stride_B, const struct surf_box *box, uint32_t slice, bool read)
{
   size_t pitch_B = (size_t)s->level[level].pitch_el * s->bytes_per_el, row_B = (size_t)box->width * s->bytes_per_el;
   uint8_t *at = image + surf_address(s, level, box->x, box->y, slice, 0);
   uint32_t height = box->height;

   if ((ptrdiff_t)pitch_B == stride_B && row_B == pitch_B) {
      row_B *= height;
      height = height ? 1 : 0;
   }
   for (uint32_t y = 0; y < height; y++, at += pitch_B, rows += stride_B) {
      if (read)
         memcpy(rows, at, row_B);
      else
         memcpy(at, rows, row_B);
   }
}

static void copy(const struct surf_layout *s, unsigned level, uint8_t *image, const struct surf_box *box, uint8_t *rows,
                 ptrdiff_t row_stride_B, size_t slice_stride_B, bool read)
{
   const struct surf_level *l = &s->level[level];

   for (uint32_t z = 0; z < box->depth; z++, rows += slice_stride_B) {
      if (l->mode == SURF_LINEAR)
         copy_slice_linear(s, level, image, rows, row_stride_B, box, box->z + z, read);
      else if (l->mode == SURF_1D && s->tile.micro_mode != 0 && s->samples == 1)
         copy_slice_1d(s, level, image, rows, row_stride_B, box, box->z + z, read);
      else
         copy_elements(s, level, image, rows, row_stride_B, box->x, box->y, box->x + box->width, box->y + box->height,
                       box->z + z, read);
   }
}

void surf_read(const struct surf_layout *s, unsigned level, const void *image, const struct surf_box *box, void *rows,
               ptrdiff_t row_stride_B, size_t slice_stride_B)
{
   copy(s, level, (uint8_t *)image, box, rows, row_stride_B, slice_stride_B, true);
#ifdef __SSE2__
   _mm_sfence(); /* orders non-temporal stores before a release to another thread */
#endif
}

void surf_write(const struct surf_layout *s, unsigned level, void *image, const struct surf_box *box, const void *rows,
                ptrdiff_t row_stride_B, size_t slice_stride_B)
{
   copy(s, level, image, box, (uint8_t *)rows, row_stride_B, slice_stride_B, false);
#ifdef __SSE2__
   _mm_sfence(); /* orders non-temporal stores before the submission that reads the image */
#endif
}
