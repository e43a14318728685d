/* tile_runs.c: the 64 elements of a micro tile and eight rows. Bits of an element's number inside a tile, from the lowest: x0, y0, x1,
 * y1, x2, y2. So the two elements of a pair are adjacent, and the bytes of 2x1, 4x2 or 4x4 elements are 16 bytes or a multiple. */
#include "tile_runs.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* ---- pairs of elements ---- */

struct pair16 { uint8_t b[16]; };
struct pair32 { uint8_t b[32]; };

/* The pair number p holds x1 x2. */
#define TILE_PAIR(y, p) ((((y) & 1) << 1 | ((y) & 2) << 2 | ((y) & 4) << 3 | ((p) & 1) << 2 | ((p) & 2) << 3) / 2)

#define DEFINE_READ(T, el_B)                                                                                           \
   static void read_##el_B(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)        \
   {                                                                                                                   \
      (void)stream;                                                                                                    \
      for (; tiles; tiles--, tile += 64 * (el_B), rows += 8 * (el_B))                                                  \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            for (unsigned p = 0; p < 4; p++)                                                                           \
               memcpy(rows + y * stride_B + p * sizeof(T), tile + TILE_PAIR(y, p) * sizeof(T), sizeof(T));             \
   }
DEFINE_READ(struct pair16, 8)
DEFINE_READ(struct pair32, 16)

#ifdef __SSE2__

/* ---- moves of 16 bytes: two rows are interleaved, so that tiles are written in the order of their addresses ---- */

#define RUN_TILES 30 /* of 256 bytes: 7.5 KB */
#define AHEAD_B 512  /* prefetch distance */

/* Non-temporal stores save the read of each cache line before it is overwritten. They are fast when they fill complete lines in order. */
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

static inline __m128i get_half(const uint8_t *at)
{
   return _mm_loadl_epi64((const __m128i *)at);
}

static inline void put_halves(uint8_t *low, uint8_t *high, __m128i value)
{
   _mm_storel_epi64((__m128i *)low, value);
   _mm_storel_epi64((__m128i *)high, _mm_unpackhi_epi64(value, value));
}

static inline void write_one_1(uint8_t *tile, const uint8_t *row, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 32, row += 4 * stride_B) {
      __m128i ab = _mm_unpacklo_epi16(get_half(row), get_half(row + stride_B));
      __m128i cd = _mm_unpacklo_epi16(get_half(row + 2 * stride_B), get_half(row + 3 * stride_B));
      put(tile, _mm_unpacklo_epi64(ab, cd), stream);
      put(tile + 16, _mm_unpackhi_epi64(ab, cd), stream);
   }
}

static inline void write_one_2(uint8_t *tile, const uint8_t *row, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 64, row += 4 * stride_B) {
      __m128i a = get(row), b = get(row + stride_B), c = get(row + 2 * stride_B), d = get(row + 3 * stride_B);
      put(tile, _mm_unpacklo_epi32(a, b), stream);
      put(tile + 16, _mm_unpacklo_epi32(c, d), stream);
      put(tile + 32, _mm_unpackhi_epi32(a, b), stream);
      put(tile + 48, _mm_unpackhi_epi32(c, d), stream);
   }
}

static inline void write_one_4(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
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

/* Elements of 8 or 16 bytes, two of a row at a time. */
static inline void write_pairs(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, unsigned el_B, bool stream)
{
#pragma GCC unroll 32
   for (unsigned i = 0; i < 32; i++, tile += 2 * el_B) {
      unsigned y = (i & 1) | (i & 4) >> 1 | (i & 16) >> 2, x = (i & 2) | (i & 8) >> 1;
      const uint8_t *pair = rows + y * stride_B + x * el_B;
      put(tile, get(pair), stream);
      if (el_B == 16)
         put(tile + 16, get(pair + 16), stream);
   }
}

static inline void write_one_8(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   write_pairs(tile, rows, stride_B, 8, stream);
}

static inline void write_one_16(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   write_pairs(tile, rows, stride_B, 16, stream);
}

#define DEFINE_WRITE(el_B)                                                                                             \
   static inline void write_run_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream) \
   {                                                                                                                   \
      for (; tiles; tiles--, tile += 64 * (el_B), rows += 8 * (el_B)) {                                                \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            __builtin_prefetch(rows + y * stride_B + AHEAD_B);                                                         \
         write_one_##el_B(tile, rows, stride_B, stream);                                                               \
      }                                                                                                                \
   }                                                                                                                   \
   static void write_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)       \
   {                                                                                                                   \
      if (stream)                                                                                                      \
         write_run_##el_B(tile, rows, stride_B, tiles, true);                                                          \
      else                                                                                                             \
         write_run_##el_B(tile, rows, stride_B, tiles, false);                                                         \
   }
DEFINE_WRITE(2)
DEFINE_WRITE(4)
DEFINE_WRITE(8)
DEFINE_WRITE(16)

/* Elements of one byte: 16 of a row are those of two tiles. */
static inline void write_two_1(uint8_t *tile, const uint8_t *row, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 32, row += 4 * stride_B) {
      __m128i a = get(row), b = get(row + stride_B), c = get(row + 2 * stride_B), d = get(row + 3 * stride_B);
      __m128i ab = _mm_unpacklo_epi16(a, b), cd = _mm_unpacklo_epi16(c, d);
      put(tile, _mm_unpacklo_epi64(ab, cd), stream);
      put(tile + 16, _mm_unpackhi_epi64(ab, cd), stream);
      ab = _mm_unpackhi_epi16(a, b);
      cd = _mm_unpackhi_epi16(c, d);
      put(tile + 64, _mm_unpacklo_epi64(ab, cd), stream);
      put(tile + 80, _mm_unpackhi_epi64(ab, cd), stream);
   }
}

static void write_1(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   for (; tiles >= 2; tiles -= 2, tile += 128, rows += 16)
      write_two_1(tile, rows, stride_B, stream);
   if (tiles)
      write_one_1(tile, rows, stride_B, stream);
}

/* Pairs of two rows that take turns, 16 bits each, to one row after the other. */
static inline __m128i split_words(__m128i rows)
{
   return _mm_shuffle_epi32(_mm_shufflehi_epi16(_mm_shufflelo_epi16(rows, 0xd8), 0xd8), 0xd8);
}

static void read_1(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   (void)stream;
   for (; tiles; tiles--, rows += 8) {
      uint8_t *row = rows;
      for (unsigned y = 0; y < 8; y += 4, tile += 32, row += 4 * stride_B) {
         __m128i left = get(tile), right = get(tile + 16);
         put_halves(row, row + stride_B, split_words(_mm_unpacklo_epi64(left, right)));
         put_halves(row + 2 * stride_B, row + 3 * stride_B, split_words(_mm_unpackhi_epi64(left, right)));
      }
   }
}

static void read_2(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   (void)stream;
   for (; tiles; tiles--, tile += 128, rows += 16) {
      uint8_t *row = rows;
      for (unsigned y = 0; y < 8; y += 2, row += 2 * stride_B) {
         const uint8_t *at = tile + ((y & 2) << 3 | (y & 4) << 4);
         __m128i left = _mm_shuffle_epi32(get(at), 0xd8), right = _mm_shuffle_epi32(get(at + 32), 0xd8);
         put(row, _mm_unpacklo_epi64(left, right), false);
         put(row + stride_B, _mm_unpackhi_epi64(left, right), false);
      }
   }
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

/* Non-temporal stores are issued for two rows of a run of RUN_TILES tiles at a time: the run stays in the L1 cache for its other rows,
 * and eight streams of stores at once are more than hardware prefetchers follow. */
static void read_4(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)
{
   stream = stream && !(((uintptr_t)rows | (uintptr_t)stride_B) & 15);
   while (tiles) {
      uint32_t run = tiles < RUN_TILES ? tiles : RUN_TILES;
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

/* A sixteenth of the last-level cache, and at least 2 MB. */
bool tile_copy_streams(uint64_t size_B)
{
   static _Atomic uint64_t threshold_B;
   uint64_t threshold = atomic_load_explicit(&threshold_B, memory_order_relaxed);
   if (!threshold) {
      const long cache_B = sysconf(_SC_LEVEL3_CACHE_SIZE);
      threshold = cache_B > 32 << 20 ? (uint64_t)cache_B / 16 : 2 << 20;
      atomic_store_explicit(&threshold_B, threshold, memory_order_relaxed);
   }
   return size_B >= threshold;
}

void tile_stores_done(void)
{
   _mm_sfence();
}

#else /* host without SSE2 */

bool tile_copy_streams(uint64_t size_B)
{
   (void)size_B;
   return false;
}

DEFINE_READ(uint16_t, 1)
DEFINE_READ(uint32_t, 2)
DEFINE_READ(uint64_t, 4)

#define DEFINE_WRITE(T, el_B)                                                                                          \
   static void write_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)       \
   {                                                                                                                   \
      (void)stream;                                                                                                    \
      for (; tiles; tiles--, tile += 64 * (el_B), rows += 8 * (el_B))                                                  \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            for (unsigned p = 0; p < 4; p++)                                                                           \
               memcpy(tile + TILE_PAIR(y, p) * sizeof(T), rows + y * stride_B + p * sizeof(T), sizeof(T));             \
   }
DEFINE_WRITE(uint16_t, 1)
DEFINE_WRITE(uint32_t, 2)
DEFINE_WRITE(uint64_t, 4)
DEFINE_WRITE(struct pair16, 8)
DEFINE_WRITE(struct pair32, 16)

void tile_stores_done(void)
{
}

#endif

const tile_read_fn tile_read[5] = { read_1, read_2, read_4, read_8, read_16 };
const tile_write_fn tile_write[5] = { write_1, write_2, write_4, write_8, write_16 };
