/* px_native.h: integer vectors of the host's own width, for code that uses specific instructions and works inside their
 * 128-bit parts, so that it reads the same for every width. Part of the files compiled once per instruction set. */
#ifndef SIM_PX_NATIVE_H
#define SIM_PX_NATIVE_H

#include "winsys/sim/px/px_simd.h"

#if defined(__AVX512F__)
#define PARTS 4 /* 128-bit parts in a host vector */
typedef __m512i nv;
#define NV(op) _mm512_##op
#define NV_SI(op) _mm512_##op##_si512
#elif defined(__AVX2__)
#define PARTS 2
typedef __m256i nv;
#define NV(op) _mm256_##op
#define NV_SI(op) _mm256_##op##_si256
#else
#define PARTS 1
typedef __m128i nv;
#define NV(op) _mm_##op
#define NV_SI(op) _mm_##op##_si128
#endif
#define GROUPS (PX_LANES / 4 / PARTS) /* host vectors for all lanes */
union px_nv { nv n[GROUPS]; vi i; vu u; vf f; };

#endif
