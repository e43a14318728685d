/* tc_rgba8_block.c: tc_rgba8.h for compressed images, whose decoded blocks only windows make faster. Compiled once per instruction set
 * (px_ops.h). */
#define TC_SOURCE TC_SOURCE_BLOCK
#define TC_RGBA8 PX(tc_rgba8_block)
#ifdef __AVX512F__
#include "winsys/sim/tc/rgba8/tc_rgba8.h"
#else
#include "winsys/sim/tc/tc_int.h"

void TC_RGBA8(const struct tc_entry *e, const uint32_t (*addr)[64], uint32_t (*data)[64], uint64_t exec, unsigned lanes)
{
   PX(tc_sample)(e, addr, data, exec, lanes);
}
#endif
