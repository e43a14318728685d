/* isa.h: what the tests of single operations share. A row names an operation and computes, in plain C, what the manual says
 * it does to one lane (or, for scalar operations, to the wave). The harness (test_isa.c) encodes the operation in every form
 * it has, runs it on edge cases on the interpreter and on host code, and compares. Nothing here comes from the simulator. */
#ifndef ISA_H
#define ISA_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "hw-si/gcn/gcn.h"

struct isa_vec {
   uint64_t s[3], s2_hi;   /* sources: bits, modifiers applied; upper half of a 128-bit third source */
   uint64_t old;           /* destination before */
   uint64_t exec;
   bool carry, scc, clamp; /* lane's bit of the mask that is read; SCC before; CLAMP of integer operations */
   uint8_t denorm32, denorm16; /* bit 0: denormal inputs are kept, bit 1: results */
   unsigned lane;

   uint64_t d, d_hi;       /* result */
   bool mask, keeps;       /* lane's bit of the mask that is written; scalar: the destination is not written */
   bool any;               /* the manual does not say */
   uint64_t new_exec;
};

struct isa_row {
   uint16_t op;
   void (*ref)(struct isa_vec *v);
   float ulp, absolute;    /* tolerance */
};

extern const struct isa_row isa_valu[], isa_valu16[], isa_valu64[], isa_vcmp[], isa_salu[];
extern const unsigned isa_valu_count, isa_valu16_count, isa_valu64_count, isa_vcmp_count, isa_salu_count;

/* ---- values ----------------------------------------------------------------------------------------------------------- */

static inline uint32_t isa_bits(float x) { uint32_t u; memcpy(&u, &x, 4); return u; }
static inline float isa_float(uint32_t u) { float x; memcpy(&x, &u, 4); return x; }
static inline uint64_t isa_bits64(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static inline double isa_double(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
static inline float isa_half(uint32_t h) { uint16_t u = (uint16_t)h; _Float16 x; memcpy(&x, &u, 2); return (float)x; }
static inline uint32_t isa_half_bits(double d) { _Float16 x = (_Float16)d; uint16_t u; memcpy(&u, &x, 2); return u; }

/* The NaN that floating point instructions give. */
static inline uint64_t isa_canonical(unsigned type, uint64_t bits)
{
   switch (type) {
   case GCN_T_F64: return isnan(isa_double(bits)) ? UINT64_C(0x7ff8000000000000) : bits;
   case GCN_T_F32: return isnan(isa_float((uint32_t)bits)) ? 0x7fc00000 : bits;
   case GCN_T_F16: return isnan(isa_half((uint32_t)bits)) ? 0x7e00 : bits;
   default: return bits;
   }
}

static inline float isa_flush(float x, bool keep)
{
   return !keep && x != 0.0f && fabsf(x) < 0x1p-126f ? copysignf(0.0f, x) : x;
}
static inline double isa_flush64(double x, bool keep)
{
   return !keep && x != 0.0 && fabs(x) < 0x1p-1022 ? copysign(0.0, x) : x;
}
static inline float isa_flush16(float x, bool keep)
{
   return !keep && x != 0.0f && fabsf(x) < 0x1p-14f ? copysignf(0.0f, x) : x;
}

/* Sources as values, results as bits. K: kept, whatever the mode. */
#define U(k) ((uint32_t)v->s[k])
#define S(k) ((int32_t)v->s[k])
#define Q(k) (v->s[k])
#define SQ(k) ((int64_t)v->s[k])
#define W(k) ((uint32_t)(uint16_t)v->s[k])
#define SW(k) ((int32_t)(int16_t)v->s[k])
#define FK(k) isa_float(U(k))
#define F(k) isa_flush(FK(k), v->denorm32 & 1)
#define DK(k) isa_double(Q(k))
#define D(k) isa_flush64(DK(k), v->denorm16 & 1)
#define HK(k) isa_half(U(k))
#define H(k) isa_flush16(HK(k), v->denorm16 & 1)
#define fx(x) isa_flush(x, v->denorm32 & 2)
#define mid(x) isa_flush(fx(x), v->denorm32 & 1) /* between two operations */
#define fo(x) isa_bits(fx(x))
#define dox(x) isa_bits64(isa_flush64(x, v->denorm16 & 2))
#define ho(x) isa_half_bits(isa_flush16(isa_half(isa_half_bits(x)), v->denorm16 & 2))

#endif
