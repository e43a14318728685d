/* nan.h: the NaN that floating point operations of the simulated GPU give: quiet, positive, without a payload. Hosts differ in
 * the sign and the payload of a NaN, and so do orders of operands, which compilers choose. So a block makes NaNs canonical where
 * arithmetic may have made them and their bits can be seen. Moves, selections, loads and integer operations keep bits. */
#ifndef SIM_NAN_H
#define SIM_NAN_H

#include <stdint.h>

#define SIM_NAN_16 0x7e00u
#define SIM_NAN_32 0x7fc00000u
#define SIM_NAN_64 UINT64_C(0x7ff8000000000000)

/* Bits of a float, a double. */
static inline uint32_t sim_canonical_32(uint32_t u) { return (u & 0x7fffffff) > 0x7f800000 ? SIM_NAN_32 : u; }
static inline uint64_t sim_canonical_64(uint64_t u)
{
   return (u & INT64_MAX) > UINT64_C(0x7ff0000000000000) ? SIM_NAN_64 : u;
}

#endif
