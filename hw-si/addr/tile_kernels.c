/* tile_kernels.c: the 64 elements of a micro tile and eight rows, in vectors. Compiled once per instruction set, TILE_ISA naming it.
 *
 * Bits of an element's number inside a tile, from the lowest: x0, y0, x1, y1, x2, y2. So two rows take turns by pairs of elements, and
 * 64 adjacent bytes are 8x8, 8x4, 4x4, 4x2 or 2x2 elements of 1 to 16 bytes. Rows are moved by vectors of 16 to 64 bytes, of which a
 * lane has 16; elements of 1 to 4 bytes are first interleaved inside lanes, which gives four vectors whose lanes number l are a line. */
#include "tile_runs.h"

#include <string.h>

#ifdef __SSE2__

#include <immintrin.h>

/* Prefetch distances in rows. Stores to eight rows are more streams than prefetchers of CPUs follow. */
#define AHEAD_B 512
#define WRITE_AHEAD_B 256

#if defined(__AVX512BW__)
#define LANES 4
typedef __m512i vec;
#define V(op) _mm512_##op
#define LOAD _mm512_loadu_si512
#define STORE _mm512_storeu_si512
#define STREAM(at, v) _mm512_stream_si512((__m512i *)(at), v)
#define PICK32(a, b, which) _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), which))
#elif defined(__AVX2__)
#define LANES 2
typedef __m256i vec;
#define V(op) _mm256_##op
#define LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define STORE(at, v) _mm256_storeu_si256((__m256i *)(at), v)
#define STREAM(at, v) _mm256_stream_si256((__m256i *)(at), v)
#define PICK32(a, b, which) _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), which))
#else
#define LANES 1
typedef __m128i vec;
#define V(op) _mm_##op
#define LOAD(at) _mm_loadu_si128((const __m128i *)(at))
#define STORE(at, v) _mm_storeu_si128((__m128i *)(at), v)
#define STREAM(at, v) _mm_stream_si128((__m128i *)(at), v)
#define PICK32(a, b, which) _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), which))
#endif
#define VEC_B (16 * LANES)

struct four { vec v[4]; };

/* Non-temporal stores save the read of each cache line before it is overwritten. They are fast when they fill complete lines in order. */
static inline void put(uint8_t *at, vec value, bool stream)
{
   if (stream)
      STREAM(at, value);
   else
      STORE(at, value);
}

/* ---- lines of 64 bytes ---- */

/* Line l has lane l of each vector. line_B: from `at` to line l, a function of l. */
#if LANES == 4
/* Its own inverse. */
static inline struct four transpose(struct four in)
{
   const vec a = _mm512_shuffle_i64x2(in.v[0], in.v[1], 0x44), b = _mm512_shuffle_i64x2(in.v[2], in.v[3], 0x44),
             c = _mm512_shuffle_i64x2(in.v[0], in.v[1], 0xee), d = _mm512_shuffle_i64x2(in.v[2], in.v[3], 0xee);
   return (struct four){{_mm512_shuffle_i64x2(a, b, 0x88), _mm512_shuffle_i64x2(a, b, 0xdd), _mm512_shuffle_i64x2(c, d, 0x88),
                         _mm512_shuffle_i64x2(c, d, 0xdd)}};
}
#endif

static inline void put_lines(uint8_t *tile, unsigned lane1_B, unsigned lane2_B, struct four in, bool stream)
{
#if LANES == 4
   const struct four line = transpose(in);
   put(tile, line.v[0], stream);
   put(tile + lane1_B, line.v[1], stream);
   put(tile + lane2_B, line.v[2], stream);
   put(tile + lane2_B + lane1_B, line.v[3], stream);
#elif LANES == 2
   (void)lane2_B;
   put(tile, _mm256_permute2x128_si256(in.v[0], in.v[1], 0x20), stream);
   put(tile + 32, _mm256_permute2x128_si256(in.v[2], in.v[3], 0x20), stream);
   put(tile + lane1_B, _mm256_permute2x128_si256(in.v[0], in.v[1], 0x31), stream);
   put(tile + lane1_B + 32, _mm256_permute2x128_si256(in.v[2], in.v[3], 0x31), stream);
#else
   (void)lane1_B;
   (void)lane2_B;
   for (unsigned i = 0; i < 4; i++)
      put(tile + 16 * i, in.v[i], stream);
#endif
}

static inline struct four get_lines(const uint8_t *tile, unsigned lane1_B, unsigned lane2_B)
{
#if LANES == 4
   return transpose((struct four){{LOAD(tile), LOAD(tile + lane1_B), LOAD(tile + lane2_B), LOAD(tile + lane2_B + lane1_B)}});
#elif LANES == 2
   (void)lane2_B;
   const vec a = LOAD(tile), b = LOAD(tile + 32), c = LOAD(tile + lane1_B), d = LOAD(tile + lane1_B + 32);
   return (struct four){{_mm256_permute2x128_si256(a, c, 0x20), _mm256_permute2x128_si256(a, c, 0x31),
                         _mm256_permute2x128_si256(b, d, 0x20), _mm256_permute2x128_si256(b, d, 0x31)}};
#else
   (void)lane1_B;
   (void)lane2_B;
   return (struct four){{LOAD(tile), LOAD(tile + 16), LOAD(tile + 32), LOAD(tile + 48)}};
#endif
}

/* ---- to tiles, elements of 1 to 4 bytes ---- */

static inline struct four get_rows(const uint8_t *row, ptrdiff_t stride_B)
{
   return (struct four){{LOAD(row), LOAD(row + stride_B), LOAD(row + 2 * stride_B), LOAD(row + 3 * stride_B)}};
}

static inline void put_rows(uint8_t *row, ptrdiff_t stride_B, struct four in)
{
   for (unsigned y = 0; y < 4; y++)
      STORE(row + y * stride_B, in.v[y]);
}

/* Of 2 * LANES tiles. */
static inline void write_group_1(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   struct four r = get_rows(rows, stride_B), s = get_rows(rows + 4 * stride_B, stride_B), even, odd;
   vec ab = V(unpacklo_epi16)(r.v[0], r.v[1]), cd = V(unpacklo_epi16)(r.v[2], r.v[3]);
   vec ef = V(unpacklo_epi16)(s.v[0], s.v[1]), gh = V(unpacklo_epi16)(s.v[2], s.v[3]);
   even = (struct four){{V(unpacklo_epi64)(ab, cd), V(unpackhi_epi64)(ab, cd), V(unpacklo_epi64)(ef, gh), V(unpackhi_epi64)(ef, gh)}};
   ab = V(unpackhi_epi16)(r.v[0], r.v[1]), cd = V(unpackhi_epi16)(r.v[2], r.v[3]);
   ef = V(unpackhi_epi16)(s.v[0], s.v[1]), gh = V(unpackhi_epi16)(s.v[2], s.v[3]);
   odd = (struct four){{V(unpacklo_epi64)(ab, cd), V(unpackhi_epi64)(ab, cd), V(unpacklo_epi64)(ef, gh), V(unpackhi_epi64)(ef, gh)}};
   put_lines(tile, 128, 256, even, stream);
   put_lines(tile + 64, 128, 256, odd, stream);
}

/* Of LANES tiles. */
static inline void write_group_2(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 64) {
      const struct four r = get_rows(rows + y * stride_B, stride_B);
      put_lines(tile, 128, 256, (struct four){{V(unpacklo_epi32)(r.v[0], r.v[1]), V(unpacklo_epi32)(r.v[2], r.v[3]),
                                               V(unpackhi_epi32)(r.v[0], r.v[1]), V(unpackhi_epi32)(r.v[2], r.v[3])}}, stream);
   }
}

/* Of LANES / 2 tiles, at least one. */
static inline void write_group_4(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 128)
      for (unsigned x_B = 0; x_B < 32; x_B += VEC_B) {
         const struct four r = get_rows(rows + y * stride_B + x_B, stride_B);
         put_lines(tile + 4 * x_B, 64, 256, (struct four){{V(unpacklo_epi64)(r.v[0], r.v[1]), V(unpackhi_epi64)(r.v[0], r.v[1]),
                                                       V(unpacklo_epi64)(r.v[2], r.v[3]), V(unpackhi_epi64)(r.v[2], r.v[3])}}, stream);
      }
}

/* ---- elements of 8 and 16 bytes: four rows of VEC_B bytes are as many bytes of the tile ---- */

/* Address bits of byte x_B of row y (below 4) of a tile: pairs of elements, then y0, x1, y1, x2. */
static inline unsigned wide_B(unsigned el_B, unsigned x_B, unsigned y)
{
   return (x_B & (2 * el_B - 1)) | (y & 1) * 2 * el_B | (x_B & 2 * el_B) * 2 | (y & 2) * 4 * el_B | (x_B & 4 * el_B) * 4;
}

/* Vector i of the four that `interleave` makes is there, in bytes from the tile. */
static inline unsigned vector_B(unsigned el_B, unsigned x_B, unsigned i)
{
   return VEC_B > 2 * el_B ? x_B * 4 + i * VEC_B : wide_B(el_B, x_B, i);
}

static inline struct four interleave(unsigned el_B, struct four in)
{
   (void)el_B;
   const vec a = in.v[0], b = in.v[1], c = in.v[2], d = in.v[3];
#if LANES == 4
   const vec low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
   if (el_B == 8)
      return (struct four){{_mm512_permutex2var_epi64(a, low, b), _mm512_permutex2var_epi64(c, low, d),
                            _mm512_permutex2var_epi64(a, high, b), _mm512_permutex2var_epi64(c, high, d)}};
   return (struct four){{_mm512_shuffle_i64x2(a, b, 0x44), _mm512_shuffle_i64x2(a, b, 0xee), _mm512_shuffle_i64x2(c, d, 0x44),
                         _mm512_shuffle_i64x2(c, d, 0xee)}};
#elif LANES == 2
   if (el_B == 8)
      return (struct four){{_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31),
                            _mm256_permute2x128_si256(c, d, 0x20), _mm256_permute2x128_si256(c, d, 0x31)}};
#endif
   return (struct four){{a, b, c, d}};
}

static inline struct four separate(unsigned el_B, struct four in)
{
#if LANES == 4
   if (el_B == 8)
      return (struct four){{_mm512_shuffle_i64x2(in.v[0], in.v[2], 0x88), _mm512_shuffle_i64x2(in.v[0], in.v[2], 0xdd),
                            _mm512_shuffle_i64x2(in.v[1], in.v[3], 0x88), _mm512_shuffle_i64x2(in.v[1], in.v[3], 0xdd)}};
#endif
   return interleave(el_B, in); /* its own inverse */
}

static inline void write_wide(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, unsigned el_B, bool stream)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 32 * el_B)
      for (unsigned x_B = 0; x_B < 8 * el_B; x_B += VEC_B) {
         const struct four out = interleave(el_B, get_rows(rows + y * stride_B + x_B, stride_B));
         for (unsigned i = 0; i < 4; i++)
            put(tile + vector_B(el_B, x_B, i), out.v[i], stream);
      }
}

static inline void read_wide(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, unsigned el_B)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 32 * el_B)
      for (unsigned x_B = 0; x_B < 8 * el_B; x_B += VEC_B) {
         struct four in;
         for (unsigned i = 0; i < 4; i++)
            in.v[i] = LOAD(tile + vector_B(el_B, x_B, i));
         put_rows(rows + y * stride_B + x_B, stride_B, separate(el_B, in));
      }
}

static inline void write_group_8(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   write_wide(tile, rows, stride_B, 8, stream);
}

static inline void write_group_16(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, bool stream)
{
   write_wide(tile, rows, stride_B, 16, stream);
}

static inline void read_group_8(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)
{
   read_wide(tile, rows, stride_B, 8);
}

static inline void read_group_16(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)
{
   read_wide(tile, rows, stride_B, 16);
}

/* ---- to rows, elements of 1 to 4 bytes ---- */

/* Pairs of two rows that take turns, 16 bits each, to one row after the other. */
static inline vec split_words(vec rows)
{
#if LANES == 4
   return _mm512_shuffle_epi8(rows, _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15)));
#elif LANES == 2
   return _mm256_shuffle_epi8(rows, _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15)));
#else
   return _mm_shuffle_epi32(_mm_shufflehi_epi16(_mm_shufflelo_epi16(rows, 0xd8), 0xd8), 0xd8);
#endif
}

static inline void read_group_1(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)
{
   const struct four even = get_lines(tile, 128, 256), odd = get_lines(tile + 64, 128, 256);
   for (unsigned i = 0; i < 4; i += 2, rows += 4 * stride_B) {
      const vec ab = split_words(V(unpacklo_epi64)(even.v[i], even.v[i + 1])), cd = split_words(V(unpackhi_epi64)(even.v[i], even.v[i + 1]));
      const vec ab2 = split_words(V(unpacklo_epi64)(odd.v[i], odd.v[i + 1])), cd2 = split_words(V(unpackhi_epi64)(odd.v[i], odd.v[i + 1]));
      put_rows(rows, stride_B, (struct four){{V(unpacklo_epi64)(ab, ab2), V(unpackhi_epi64)(ab, ab2), V(unpacklo_epi64)(cd, cd2),
                                              V(unpackhi_epi64)(cd, cd2)}});
   }
}

static inline void read_group_2(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 64) {
      const struct four in = get_lines(tile, 128, 256);
      put_rows(rows + y * stride_B, stride_B, (struct four){{PICK32(in.v[0], in.v[2], 0x88), PICK32(in.v[0], in.v[2], 0xdd),
                                                             PICK32(in.v[1], in.v[3], 0x88), PICK32(in.v[1], in.v[3], 0xdd)}});
   }
}

static inline void read_group_4(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B)
{
   for (unsigned y = 0; y < 8; y += 4, tile += 128)
      for (unsigned x_B = 0; x_B < 32; x_B += VEC_B) {
         const struct four in = get_lines(tile + 4 * x_B, 64, 256);
         put_rows(rows + y * stride_B + x_B, stride_B, (struct four){{V(unpacklo_epi64)(in.v[0], in.v[1]), V(unpackhi_epi64)(in.v[0], in.v[1]),
                                                                      V(unpacklo_epi64)(in.v[2], in.v[3]), V(unpackhi_epi64)(in.v[2], in.v[3])}});
      }
}

/* ---- runs of tiles ---- */

#if LANES == 1
static inline void put_halves(uint8_t *low, uint8_t *high, vec value)
{
   _mm_storel_epi64((__m128i *)low, value);
   _mm_storel_epi64((__m128i *)high, _mm_unpackhi_epi64(value, value));
}

static inline vec get_half(const uint8_t *at)
{
   return _mm_loadl_epi64((const __m128i *)at);
}

/* Elements of one byte: the last of an odd number of tiles has rows of 8 bytes. */
static void write_rest(uint8_t *tile, const uint8_t *row, ptrdiff_t stride_B, uint32_t tiles, unsigned size, bool stream)
{
   (void)size;
   (void)stream;
   for (unsigned y = 0; tiles && y < 8; y += 4, tile += 32, row += 4 * stride_B) {
      const vec ab = _mm_unpacklo_epi16(get_half(row), get_half(row + stride_B));
      const vec cd = _mm_unpacklo_epi16(get_half(row + 2 * stride_B), get_half(row + 3 * stride_B));
      STORE(tile, _mm_unpacklo_epi64(ab, cd));
      STORE(tile + 16, _mm_unpackhi_epi64(ab, cd));
   }
}

static void read_rest(const uint8_t *tile, uint8_t *row, ptrdiff_t stride_B, uint32_t tiles, unsigned size)
{
   (void)size;
   for (unsigned y = 0; tiles && y < 8; y += 4, tile += 32, row += 4 * stride_B) {
      const vec left = LOAD(tile), right = LOAD(tile + 16);
      put_halves(row, row + stride_B, split_words(_mm_unpacklo_epi64(left, right)));
      put_halves(row + 2 * stride_B, row + 3 * stride_B, split_words(_mm_unpackhi_epi64(left, right)));
   }
}
#else
/* Tiles that are no group. */
static inline void write_rest(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, unsigned size, bool stream)
{
   if (tiles)
      tile_ops_base.write[size](tile, rows, stride_B, tiles, stream);
}

static inline void read_rest(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, unsigned size)
{
   if (tiles)
      tile_ops_base.read[size](tile, rows, stride_B, tiles);
}
#endif

/* Tiles of a group: a row of it is one vector, or a multiple. */
#define GROUP(size) (8u << (size) < VEC_B ? VEC_B / (8u << (size)) : 1u)

#define DEFINE(el_B, size)                                                                                             \
   static inline void write_run_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream) \
   {                                                                                                                   \
      const unsigned n = GROUP(size);                                                                                  \
      for (; tiles >= n; tiles -= n, tile += n * 64 * (el_B), rows += n * 8 * (el_B)) {                                \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            __builtin_prefetch(rows + y * stride_B + AHEAD_B);                                                         \
         write_group_##el_B(tile, rows, stride_B, stream);                                                             \
      }                                                                                                                \
      write_rest(tile, rows, stride_B, tiles, size, stream);                                                           \
   }                                                                                                                   \
   static void write_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)       \
   {                                                                                                                   \
      if (stream)                                                                                                      \
         write_run_##el_B(tile, rows, stride_B, tiles, true);                                                          \
      else                                                                                                             \
         write_run_##el_B(tile, rows, stride_B, tiles, false);                                                         \
   }                                                                                                                   \
   static void read_##el_B(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles)                     \
   {                                                                                                                   \
      const unsigned n = GROUP(size);                                                                                  \
      for (; tiles >= n; tiles -= n, tile += n * 64 * (el_B), rows += n * 8 * (el_B)) {                                \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            __builtin_prefetch(rows + y * stride_B + WRITE_AHEAD_B, 1);                                                \
         read_group_##el_B(tile, rows, stride_B);                                                                      \
      }                                                                                                                \
      read_rest(tile, rows, stride_B, tiles, size);                                                                    \
   }

/* Complete cache lines in the order of their addresses, but for both ends. */
static void copy_past_caches(uint8_t *to, const uint8_t *from, size_t size_B, const uint8_t *next)
{
   size_t at = -(uintptr_t)to & 63;
   at = at < size_B ? at : size_B;
   memcpy(to, from, at);
   for (; at + 64 <= size_B; at += 64) {
      __builtin_prefetch(next + at);
      for (unsigned i = 0; i < 64; i += VEC_B)
         STREAM(to + at + i, LOAD(from + at + i));
   }
   memcpy(to + at, from + at, size_B - at);
}

DEFINE(1, 0)
DEFINE(2, 1)
DEFINE(4, 2)
DEFINE(8, 3)
DEFINE(16, 4)

#else /* host without SSE2: pairs of elements */

struct pair16 { uint8_t b[16]; };
struct pair32 { uint8_t b[32]; };

/* The pair number p holds x1 x2. */
#define TILE_PAIR(y, p) ((((y) & 1) << 1 | ((y) & 2) << 2 | ((y) & 4) << 3 | ((p) & 1) << 2 | ((p) & 2) << 3) / 2)

#define DEFINE(T, el_B)                                                                                                \
   static void read_##el_B(const uint8_t *tile, uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles)                     \
   {                                                                                                                   \
      for (; tiles; tiles--, tile += 64 * (el_B), rows += 8 * (el_B))                                                  \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            for (unsigned p = 0; p < 4; p++)                                                                           \
               memcpy(rows + y * stride_B + p * sizeof(T), tile + TILE_PAIR(y, p) * sizeof(T), sizeof(T));             \
   }                                                                                                                   \
   static void write_##el_B(uint8_t *tile, const uint8_t *rows, ptrdiff_t stride_B, uint32_t tiles, bool stream)       \
   {                                                                                                                   \
      (void)stream;                                                                                                    \
      for (; tiles; tiles--, tile += 64 * (el_B), rows += 8 * (el_B))                                                  \
         for (unsigned y = 0; y < 8; y++)                                                                              \
            for (unsigned p = 0; p < 4; p++)                                                                           \
               memcpy(tile + TILE_PAIR(y, p) * sizeof(T), rows + y * stride_B + p * sizeof(T), sizeof(T));             \
   }

static void copy_past_caches(uint8_t *to, const uint8_t *from, size_t size_B, const uint8_t *next)
{
   (void)next;
   memcpy(to, from, size_B);
}

DEFINE(uint16_t, 1)
DEFINE(uint32_t, 2)
DEFINE(uint64_t, 4)
DEFINE(struct pair16, 8)
DEFINE(struct pair32, 16)

#endif

#define NAME2(name, isa) name##_##isa
#define NAME1(name, isa) NAME2(name, isa)

const struct tile_ops NAME1(tile_ops, TILE_ISA) = {{read_1, read_2, read_4, read_8, read_16}, {write_1, write_2, write_4, write_8, write_16},
                                                  copy_past_caches};
