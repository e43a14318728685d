/* tc_atomic.h: the read-modify-write operations of images and buffers on one dword (or qword), atomic between threads. */
#ifndef SIM_TC_ATOMIC_H
#define SIM_TC_ATOMIC_H

#include <string.h>

#include "winsys/sim/tc/tc.h"

static inline float tc_float(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }
static inline double tc_double(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }

/* One value by the ISA's definition; `cmp` is the comparand of CMPSWAP and FCMPSWAP. */
static inline uint32_t tc_atomic_apply(unsigned op, uint32_t old, uint32_t src, uint32_t cmp)
{
   switch (op) {
   case TC_SWAP: return src;
   case TC_CMPSWAP: return old == cmp ? src : old;
   case TC_ADD: return old + src;
   case TC_SUB: return old - src;
   case TC_SMIN: return (int32_t)old < (int32_t)src ? old : src;
   case TC_UMIN: return old < src ? old : src;
   case TC_SMAX: return (int32_t)old > (int32_t)src ? old : src;
   case TC_UMAX: return old > src ? old : src;
   case TC_AND: return old & src;
   case TC_OR: return old | src;
   case TC_XOR: return old ^ src;
   case TC_INC: return old >= src ? 0 : old + 1;
   case TC_DEC: return old == 0 || old > src ? src : old - 1;
   case TC_RSUB: return src - old;
   case TC_FCMPSWAP: return tc_float(old) == tc_float(cmp) ? src : old;
   case TC_FMIN: return tc_float(src) < tc_float(old) ? src : old;
   case TC_FMAX: return tc_float(src) > tc_float(old) ? src : old;
   default: return old;
   }
}

/* p: aligned to 4. Returns the value before. */
static inline uint32_t tc_atomic_dword(uint32_t *p, unsigned op, uint32_t src, uint32_t cmp)
{
   uint32_t old = __atomic_load_n(p, __ATOMIC_RELAXED);
   while (!__atomic_compare_exchange_n(p, &old, tc_atomic_apply(op, old, src, cmp), false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED))
      ;
   return old;
}

static inline uint64_t tc_atomic_apply64(unsigned op, uint64_t old, uint64_t src, uint64_t cmp)
{
   switch (op) {
   case TC_SWAP: return src;
   case TC_CMPSWAP: return old == cmp ? src : old;
   case TC_ADD: return old + src;
   case TC_SUB: return old - src;
   case TC_SMIN: return (int64_t)old < (int64_t)src ? old : src;
   case TC_UMIN: return old < src ? old : src;
   case TC_SMAX: return (int64_t)old > (int64_t)src ? old : src;
   case TC_UMAX: return old > src ? old : src;
   case TC_AND: return old & src;
   case TC_OR: return old | src;
   case TC_XOR: return old ^ src;
   case TC_INC: return old >= src ? 0 : old + 1;
   case TC_DEC: return old == 0 || old > src ? src : old - 1;
   case TC_RSUB: return src - old;
   case TC_FCMPSWAP: return tc_double(old) == tc_double(cmp) ? src : old;
   case TC_FMIN: return tc_double(src) < tc_double(old) ? src : old;
   case TC_FMAX: return tc_double(src) > tc_double(old) ? src : old;
   default: return old;
   }
}

/* p: aligned to 8. */
static inline uint64_t tc_atomic_qword(uint64_t *p, unsigned op, uint64_t src, uint64_t cmp)
{
   uint64_t old = __atomic_load_n(p, __ATOMIC_RELAXED);
   while (!__atomic_compare_exchange_n(p, &old, tc_atomic_apply64(op, old, src, cmp), false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED))
      ;
   return old;
}

#endif
