/* tc_bilinear.h: the bilinear filter of texels of four unorm channels of 8 bits, exact: sums of texels times two 8-bit weights,
 * rounded once. First down, in 16 bits, of texels that are moved down by 128 times 256; then across, in 32 bits. These sums are
 * low by 2^23, which the last step makes good. Part of the files compiled once per instruction set, with PX_NATIVE_LANES. */
#ifndef SIM_TC_BILINEAR_H
#define SIM_TC_BILINEAR_H

#include <stdbool.h>

#include "winsys/sim/px/px_simd.h"

/* Constants, which the compiler would otherwise make anew from general registers for every part, where registers are many. */
struct filter_constants { vu bytes, words, first_bytes, first_words, one_byte, one_word, next_word; vf scale, unbias; };

PX_INLINE void filter_constants(struct filter_constants *k)
{
#define LOW_BYTES(n) ((n) & 3) * 0x04040404u
#define LOW_WORDS(n) (((n) & 3) * 0x00040004u | 0x80008000u)
   *k = (struct filter_constants){ (vu)PX_EACH_LANE(LOW_BYTES), (vu)PX_EACH_LANE(LOW_WORDS), vu_set(0x00ff00ff), vu_set(0xffff),
                                   vu_set(0x01010101), vu_set(0x00010001), vu_set(257), vf_set(1.0f / (255 * 65536)),
                                   vf_set(8388608.0f / (255 * 65536)) };
#ifdef __AVX512F__
#define IN_REGISTER(x) __asm__("" : "+v"(x))
   IN_REGISTER(k->bytes); IN_REGISTER(k->words); IN_REGISTER(k->first_bytes); IN_REGISTER(k->first_words); IN_REGISTER(k->scale);
   IN_REGISTER(k->one_word); IN_REGISTER(k->next_word); IN_REGISTER(k->one_byte); IN_REGISTER(k->unbias);
#endif
}

struct weights { nv down, across; };

/* Of positions in 1/256 texels. */
PX_INLINE struct weights filter_weights(const struct filter_constants *k, vi x, vi y)
{
#ifdef __AVX2__
   /* Multiply-adds of bytes: 256 does not fit a byte, so weights 256 and 0 become 255 and 1, which is the same for two equal rows,
    * and equal they are where the weight is 0. */
   const vu down = (vu)NV(max_epu8)(NV(shuffle_epi8)((nv)y, (nv)k->bytes), (nv)k->one_byte);
   const vu across = (vu)NV(shuffle_epi8)((nv)x, (nv)k->words);
   return (struct weights){ .down = NV(add_epi8)((nv)(down ^ k->first_bytes), (nv)k->one_word),
                            .across = NV(add_epi16)((nv)(across ^ k->first_words), (nv)k->next_word) };
#else
   x &= 255;
   y &= 255;
   return (struct weights){ .down = (nv)(y | y << 16), .across = (nv)((256 - x) | x << 16) };
#endif
}

/* Channels 0 and 2, and 1 and 3. Where the lower texel has no weight it must be equal to the upper one. */
PX_INLINE void filter_down(vu upper, vu lower, nv weights, vu *even, vu *odd)
{
#ifdef __AVX2__
   upper ^= 0x80808080;
   lower ^= 0x80808080;
   *even = (vu)NV(maddubs_epi16)(weights, (nv)((upper & 0xff00ff) | (vu)NV(slli_epi16)((nv)lower, 8)));
   *odd = (vu)NV(maddubs_epi16)(weights, (nv)((vu)NV(srli_epi16)((nv)upper, 8) | (lower & 0xff00ff00)));
#else
   const nv rest = _mm_sub_epi16(_mm_set1_epi16(256), weights);
   *even = (vu)_mm_add_epi16(_mm_mullo_epi16((nv)(upper & 0xff00ff), rest), _mm_mullo_epi16((nv)(lower & 0xff00ff), weights)) ^ 0x80008000;
   upper = (vu)_mm_srli_epi16((nv)upper, 8);
   lower = (vu)_mm_srli_epi16((nv)lower, 8);
   *odd = (vu)_mm_add_epi16(_mm_mullo_epi16((nv)upper, rest), _mm_mullo_epi16((nv)lower, weights)) ^ 0x80008000;
#endif
}

/* Of filter_down()'s words: left, right. */
PX_INLINE vf filter_across(const struct filter_constants *k, nv pair, nv weights)
{
   const nv sum = NV(madd_epi16)(pair, weights);
#ifdef __AVX2__
   return (vf)NV(fmadd_ps)(NV(cvtepi32_ps)(sum), (nvf)k->scale, (nvf)k->unbias);
#else
   return vf_from_i((vi)sum + (1 << 23)) * k->scale;
#endif
}

/* Texels: upper left, upper right, lower left, lower right. Channel 3 only if `last` says so. */
PX_INLINE void filter_texels(const struct filter_constants *k, const vu texel[4], vi x, vi y, bool last, vf out[4])
{
   const struct weights w = filter_weights(k, x, y);
   vu even[2], odd[2]; /* channels 0 and 2, 1 and 3; left, right */
   for (unsigned n = 0; n < 2; n++)
      filter_down(texel[n], texel[2 + n], w.down, &even[n], &odd[n]);
   out[0] = filter_across(k, (nv)((even[0] & 0xffff) | even[1] << 16), w.across);
   out[1] = filter_across(k, (nv)((odd[0] & 0xffff) | odd[1] << 16), w.across);
   out[2] = filter_across(k, (nv)(even[0] >> 16 | (even[1] & 0xffff0000)), w.across);
   out[3] = last ? filter_across(k, (nv)(odd[0] >> 16 | (odd[1] & 0xffff0000)), w.across) : vf_set(0);
}

#endif
