/* tc_atomic.h: the read-modify-write operations of images and buffers on one dword (or qword), atomic between threads. */
#ifndef SIM_TC_ATOMIC_H
#define SIM_TC_ATOMIC_H

#include <string.h>

#include "winsys/sim/tc/tc.h"

static inline float tc_float(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }
static inline double tc_double(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }

/* For a dword and a qword. tc_atomic_apply: one value by the ISA's definition; `cmp` is the comparand of CMPSWAP and FCMPSWAP.
 * The other function applies it to aligned memory and returns the value before. */
#define TC_DEFINE_ATOMIC(apply, update, value, integer, number)                                                           \
   static inline value apply(unsigned op, value old, value src, value cmp)                                                \
   {                                                                                                                      \
      switch (op) {                                                                                                       \
      case TC_SWAP: return src;                                                                                           \
      case TC_CMPSWAP: return old == cmp ? src : old;                                                                     \
      case TC_ADD: return old + src;                                                                                      \
      case TC_SUB: return old - src;                                                                                      \
      case TC_SMIN: return (integer)old < (integer)src ? old : src;                                                       \
      case TC_UMIN: return old < src ? old : src;                                                                         \
      case TC_SMAX: return (integer)old > (integer)src ? old : src;                                                       \
      case TC_UMAX: return old > src ? old : src;                                                                         \
      case TC_AND: return old & src;                                                                                      \
      case TC_OR: return old | src;                                                                                       \
      case TC_XOR: return old ^ src;                                                                                      \
      case TC_INC: return old >= src ? 0 : old + 1;                                                                       \
      case TC_DEC: return old == 0 || old > src ? src : old - 1;                                                          \
      case TC_RSUB: return src - old;                                                                                     \
      case TC_FCMPSWAP: return number(old) == number(cmp) ? src : old;                                                    \
      case TC_FMIN: return number(src) < number(old) ? src : old;                                                         \
      case TC_FMAX: return number(src) > number(old) ? src : old;                                                         \
      default: return old;                                                                                                \
      }                                                                                                                   \
   }                                                                                                                      \
   static inline value update(value *p, unsigned op, value src, value cmp)                                                \
   {                                                                                                                      \
      value old = __atomic_load_n(p, __ATOMIC_RELAXED);                                                                   \
      while (!__atomic_compare_exchange_n(p, &old, apply(op, old, src, cmp), false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))  \
         ;                                                                                                                \
      return old;                                                                                                         \
   }

TC_DEFINE_ATOMIC(tc_atomic_apply, tc_atomic_dword, uint32_t, int32_t, tc_float)
TC_DEFINE_ATOMIC(tc_atomic_apply64, tc_atomic_qword, uint64_t, int64_t, tc_double)

#endif
