/* px_memory.h: 16 elements of 1 to 16 bytes that follow each other in memory, as dwords by lane. Part of the files compiled once
 * per instruction set. Stores of some lanes write the others as they were: the caller's thread owns all of the elements. */
#ifndef SIM_PX_MEMORY_H
#define SIM_PX_MEMORY_H

#include "winsys/sim/px/px_simd.h"

PX_INLINE vu vu_load_8(const uint8_t *p)
{
   union px_u r;
   const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
#if defined(__AVX512F__)
   r.v = (vu)_mm512_cvtepu8_epi32(v);
#elif defined(__AVX2__)
   r.p[0] = (px_pu)_mm256_cvtepu8_epi32(v);
   r.p[1] = (px_pu)_mm256_cvtepu8_epi32(_mm_srli_si128(v, 8));
#else
   const __m128i none = _mm_setzero_si128(), half[2] = { _mm_unpacklo_epi8(v, none), _mm_unpackhi_epi8(v, none) };
   for (unsigned i = 0; i < 4; i++)
      r.p[i] = (px_pu)(i & 1 ? _mm_unpackhi_epi16(half[i >> 1], none) : _mm_unpacklo_epi16(half[i >> 1], none));
#endif
   return r.v;
}

/* Values of 8 bits. lanes: 0 or -1. */
PX_INLINE void vu_store_8(uint8_t *p, vu v, vu old, vi lanes)
{
   const union px_u now = { .v = vu_sel(lanes, v, old) };
#if defined(__AVX512F__)
   _mm_storeu_si128((__m128i *)(void *)p, _mm512_cvtepi32_epi8((__m512i)now.v));
#elif defined(__AVX2__)
   const __m256i words = _mm256_permute4x64_epi64(_mm256_packus_epi32((__m256i)now.p[0], (__m256i)now.p[1]), 0xd8);
   _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1)));
#else
   const __m128i low = _mm_packs_epi32((__m128i)now.p[0], (__m128i)now.p[1]);
   const __m128i high = _mm_packs_epi32((__m128i)now.p[2], (__m128i)now.p[3]);
   _mm_storeu_si128((__m128i *)(void *)p, _mm_packus_epi16(low, high));
#endif
}

typedef uint16_t px_words __attribute__((vector_size(2 * PX_LANES)));

PX_INLINE vu vu_load_16(const uint8_t *p)
{
   px_words v;
   memcpy(&v, p, sizeof v);
   return __builtin_convertvector(v, vu);
}

/* Values of 16 bits. bits: by lane. */
PX_INLINE void vu_store_16(uint8_t *p, vu v, vu old, unsigned bits)
{
   const px_words now = __builtin_convertvector(vu_sel(v_mask(bits), v, old), px_words);
   memcpy(p, &now, sizeof now);
}

/* ---- elements of several dwords, in parts of the host's width --------------------------------------------------------- */

#if PX_PART == 16
#define PX_EVEN (px_pu){ 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30 }
#define PX_ZIP_LOW (px_pu){ 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23 }
#elif PX_PART == 8
#define PX_EVEN (px_pu){ 0, 2, 4, 6, 8, 10, 12, 14 }
#define PX_ZIP_LOW (px_pu){ 0, 8, 1, 9, 2, 10, 3, 11 }
#else
#define PX_EVEN (px_pu){ 0, 2, 4, 6 }
#define PX_ZIP_LOW (px_pu){ 0, 4, 1, 5 }
#endif

/* Of two parts that follow each other: the even dwords, the odd ones. And back. */
PX_INLINE px_pu px_even(px_pu a, px_pu b) { return __builtin_shuffle(a, b, PX_EVEN); }
PX_INLINE px_pu px_odd(px_pu a, px_pu b) { return __builtin_shuffle(a, b, PX_EVEN + 1); }
PX_INLINE px_pu px_zip_low(px_pu a, px_pu b) { return __builtin_shuffle(a, b, PX_ZIP_LOW); }
PX_INLINE px_pu px_zip_high(px_pu a, px_pu b) { return __builtin_shuffle(a, b, PX_ZIP_LOW + PX_PART / 2); }

PX_INLINE px_pu px_load(const uint8_t *p)
{
   px_pu v;
   memcpy(&v, p, sizeof v);
   return v;
}

/* lanes: 0 or -1. */
PX_INLINE void px_store(uint8_t *p, px_pu v, px_pu lanes)
{
   v = (v & lanes) | (px_load(p) & ~lanes);
   memcpy(p, &v, sizeof v);
}

PX_INLINE void vu_load_64(const uint8_t *p, vu out[2])
{
   union px_u r[2];
   for (unsigned i = 0; i < 16 / PX_PART; i++, p += 2 * sizeof(px_pu)) {
      const px_pu low = px_load(p), high = px_load(p + sizeof(px_pu));
      r[0].p[i] = px_even(low, high);
      r[1].p[i] = px_odd(low, high);
   }
   out[0] = r[0].v;
   out[1] = r[1].v;
}

PX_INLINE void vu_store_64(uint8_t *p, const vu v[2], unsigned bits)
{
   const union px_u in[2] = { { .v = v[0] }, { .v = v[1] } };
   const union px_u lanes = { .v = (vu)v_mask(bits) };
   for (unsigned i = 0; i < 16 / PX_PART; i++, p += 2 * sizeof(px_pu)) {
      const px_pu mask = lanes.p[i];
      px_store(p, px_zip_low(in[0].p[i], in[1].p[i]), px_zip_low(mask, mask));
      px_store(p + sizeof(px_pu), px_zip_high(in[0].p[i], in[1].p[i]), px_zip_high(mask, mask));
   }
}

PX_INLINE void vu_load_128(const uint8_t *p, vu out[4])
{
   union px_u r[4];
   for (unsigned i = 0; i < 16 / PX_PART; i++, p += 4 * sizeof(px_pu)) {
      px_pu in[4];
      for (unsigned k = 0; k < 4; k++)
         in[k] = px_load(p + k * sizeof(px_pu));
      const px_pu even[2] = { px_even(in[0], in[1]), px_even(in[2], in[3]) };
      const px_pu odd[2] = { px_odd(in[0], in[1]), px_odd(in[2], in[3]) };
      r[0].p[i] = px_even(even[0], even[1]);
      r[1].p[i] = px_even(odd[0], odd[1]);
      r[2].p[i] = px_odd(even[0], even[1]);
      r[3].p[i] = px_odd(odd[0], odd[1]);
   }
   for (unsigned k = 0; k < 4; k++)
      out[k] = r[k].v;
}

/* A half of a part of lanes: two parts of memory. */
PX_INLINE void px_store_128(uint8_t *p, px_pu even, px_pu odd, px_pu lanes)
{
   px_store(p, px_zip_low(even, odd), px_zip_low(lanes, lanes));
   px_store(p + sizeof even, px_zip_high(even, odd), px_zip_high(lanes, lanes));
}

PX_INLINE void vu_store_128(uint8_t *p, const vu v[4], unsigned bits)
{
   const union px_u in[4] = { { .v = v[0] }, { .v = v[1] }, { .v = v[2] }, { .v = v[3] } };
   const union px_u lanes = { .v = (vu)v_mask(bits) };
   for (unsigned i = 0; i < 16 / PX_PART; i++, p += 4 * sizeof(px_pu)) {
      const px_pu x = in[0].p[i], y = in[1].p[i], z = in[2].p[i], w = in[3].p[i], mask = lanes.p[i];
      px_store_128(p, px_zip_low(x, z), px_zip_low(y, w), px_zip_low(mask, mask));
      px_store_128(p + 2 * sizeof x, px_zip_high(x, z), px_zip_high(y, w), px_zip_high(mask, mask));
   }
}

#endif
