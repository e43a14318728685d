/* cp_strmout.c: STRMOUT_BUFFER_UPDATE: sets or saves how far a stream-output buffer is filled. */
#include "hw-si/pm4/pm4.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/vgt/vgt.h"

bool sim_cp_strmout(struct sim_gpu *gpu, const struct cp_packet *p)
{
   enum { FROM_PACKET, FROM_REGISTER, FROM_MEMORY, NONE };
   if (p->opcode != PKT3_STRMOUT_BUFFER_UPDATE)
      return false;
   uint32_t control = p->body[0];
   unsigned buffer = PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_BUFFER(control);
   bool bytes = PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_DATA_TYPE_BYTES(control);
   uint32_t reg = sim_so_filled_reg(gpu, buffer);
   sim_bin_flush(gpu);
   if (PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_STORE_FILLED_SIZE(control)) {
      uint32_t filled = sim_reg_read(gpu, reg) * (bytes ? 4 : 1);
      sim_cp_write(gpu, cp_word_va(p->body + 1), &filled, 4);
   }
   switch (PM4_GET_STRMOUT_BUFFER_UPDATE_CONTROL_SOURCE(control)) {
   case FROM_MEMORY: {
      uint32_t offset = 0;
      sim_cp_load(gpu, cp_word_va(p->body + 3), &offset, 4);
      sim_reg_write(gpu, reg, bytes ? offset / 4 : offset);
      break;
   }
   case FROM_PACKET: /* DATA_TYPE is the unit of values in memory: this one is in dwords, as the register is */
      sim_reg_write(gpu, reg, p->body[3]);
      break;
   default: /* FROM_REGISTER, NONE: the register keeps its value */
      break;
   }
   return true;
}
