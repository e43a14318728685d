/* cp_dispatch.c: dispatch packets. Earlier draws are finished first: a dispatch may read their results, and the machine runs one
 * after the other anyway. On a compute ring of GFX7 and later DISPATCH_INDIRECT has an address instead of an offset. */
#include <string.h>

#include "hw-si/pm4/pm4.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/spi/spi.h"

bool sim_cp_dispatch(struct sim_gpu *gpu, const struct cp_packet *p)
{
   uint32_t dim[3] = { 0 }, initiator;
   switch (p->opcode) {
   case PKT3_DISPATCH_DIRECT:
      memcpy(dim, p->body, sizeof dim);
      initiator = p->body[3];
      break;
   case PKT3_DISPATCH_INDIRECT: {
      sim_bin_flush(gpu); /* the sizes may be a shader's output */
      bool by_address = gpu->cp->compute_ring && gpu->gfx_level >= 7 && p->dw >= 3;
      uint64_t va = by_address ? cp_word_va(p->body) : gpu->cp->dispatch_base + p->body[0];
      sim_cp_load(gpu, va, dim, sizeof dim);
      initiator = p->body[by_address ? 2 : 1];
      break;
   }
   default:
      return false;
   }
   sim_bin_flush(gpu);
   sim_spi_dispatch(gpu, dim, initiator);
   return true;
}
