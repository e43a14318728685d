/* ints.h: the least, the greatest, alignment and logarithms of integers. */
#ifndef SIM_INTS_H
#define SIM_INTS_H

#include <stdint.h>

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline uint32_t min_u32(uint32_t a, uint32_t b) { return a < b ? a : b; }
static inline uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }
static inline uint64_t align_u64(uint64_t v, uint64_t a) { return (v + a - 1) / a * a; }
static inline unsigned log2_u32(uint32_t v) { return v ? 31u - (unsigned)__builtin_clz(v) : 0; } /* rounded down */

#endif
