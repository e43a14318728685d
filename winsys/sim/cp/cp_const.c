/* cp_const.c: the constant engine: a second reader of commands beside the one that draws, with 32 KB of memory of its own,
 * where old drivers kept descriptors and dumped them from before each draw. Here it runs ahead by as much as it is given: its
 * command buffers are executed where they are called. So waiting for it takes no time, and counters count nothing.
 * Known gap: what waits for the drawing engine does not wait, which shows if a dump overwrites what an earlier draw reads of
 * the same submission; the bins are emptied before each dump for that. */
#include <string.h>

#include "hw-si/pm4/pm4.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/sc/bin.h"

/* Within the memory, in bytes. */
static bool inside(struct sim_gpu *gpu, uint32_t offset_B, uint32_t dwords)
{
   if (offset_B <= sizeof gpu->cp->const_ram && dwords <= (sizeof gpu->cp->const_ram - offset_B) / 4)
      return true;
   sim_report(gpu, "constant engine: %u dwords at 0x%x are more than its memory", dwords, offset_B);
   return false;
}

bool sim_cp_const(struct sim_gpu *gpu, const struct cp_packet *p)
{
   uint8_t *ram = (uint8_t *)gpu->cp->const_ram;
   uint32_t offset_B, dwords;
   switch (p->opcode) {
   case PKT3_LOAD_CONST_RAM: {
      dwords = PM4_GET_LOAD_CONST_RAM_SIZE_NUM_DW(p->body[2]);
      offset_B = PM4_GET_LOAD_CONST_RAM_START_OFFSET_B(p->body[3]) & ~3u;
      const void *from = sim_mem_ptr(gpu->mem, cp_word_va(p->body), 4ull * dwords, SIM_MEM_READ);
      if (inside(gpu, offset_B, dwords) && from)
         memcpy(ram + offset_B, from, 4 * dwords);
      return true;
   }
   case PKT3_WRITE_CONST_RAM:
      offset_B = PM4_GET_WRITE_CONST_RAM_START_OFFSET_B(p->body[0]) & ~3u;
      if (inside(gpu, offset_B, p->dw - 1))
         memcpy(ram + offset_B, p->body + 1, 4 * (p->dw - 1));
      return true;
   case PKT3_DUMP_CONST_RAM: {
      offset_B = PM4_GET_DUMP_CONST_RAM_START_OFFSET_B(p->body[0]) & ~3u;
      dwords = PM4_GET_DUMP_CONST_RAM_SIZE_NUM_DW(p->body[1]);
      void *to = sim_mem_ptr(gpu->mem, cp_word_va(p->body + 2), 4ull * dwords, SIM_MEM_WRITE);
      sim_bin_flush(gpu); /* draws that wait there may read what is overwritten */
      if (inside(gpu, offset_B, dwords) && to)
         sim_cp_store(to, ram + offset_B, 4 * dwords);
      return true;
   }
   case PKT3_INCREMENT_CE_COUNTER: case PKT3_INCREMENT_DE_COUNTER: case PKT3_WAIT_ON_CE_COUNTER:
   case PKT3_WAIT_ON_DE_COUNTER_DIFF:
      return true;
   default:
      return false;
   }
}
