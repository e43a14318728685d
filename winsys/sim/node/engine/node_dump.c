/* node_dump.c: GLOAM_DEBUG=pm4: command buffers as they are about to run, decoded, with those that they chain to. */
#include <stdio.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "util/ut_debug.h"
#include "winsys/sim/node/engine/node.h"

#define MAX_CHAINS 10000

static void write_stderr(void *user, const char *text, size_t length)
{
   fwrite(text, 1, length, user);
}

/* Where a chain at the end of a command buffer leads; dw 0: nowhere. */
static struct sim_ib next_of(const uint32_t *words, uint32_t count)
{
   struct sim_ib next = { 0 };
   struct pm4_iter it;
   pm4_iter_init(&it, node_chip()->gfx_level, words, count);
   while (pm4_iter_next(&it))
      if (it.type == 3 && it.opcode == PKT3_INDIRECT_BUFFER && it.body_dw >= 3 &&
          PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(it.body[2]))
         next = (struct sim_ib){ it.body[0] | (uint64_t)(it.body[1] & 0xffff) << 32,
                                  PM4_GET_INDIRECT_BUFFER_CONTROL_SIZE_DW(it.body[2]) };
   return next;
}

void node_dump(struct node_file *file, const struct node_job *job)
{
   if (!(ut_debug_flags() & UT_DEBUG_PM4))
      return;
   ut_log("pm4", "submission %llu on ring %u: %u buffers", (unsigned long long)job->seq, job->ring, job->bo_count);
   for (unsigned i = 0; i < job->ib_count; i++) {
      struct sim_ib ib = job->ib[i];
      for (unsigned chains = 0; ib.dw && chains < MAX_CHAINS; chains++) {
         if (!sim_mem_check(&file->vm.mem, ib.va, 4ull * ib.dw, SIM_MEM_READ)) {
            ut_log("pm4", "command buffer at 0x%llx is not mapped", (unsigned long long)ib.va);
            break;
         }
         const uint32_t *words = (const uint32_t *)(file->vm.mem.base + ib.va);
         ut_log("pm4", "command buffer at 0x%llx", (unsigned long long)ib.va);
         pm4_print(&(struct pm4_sink){ write_stderr, stderr }, node_chip()->gfx_level, words, ib.dw);
         ib = next_of(words, ib.dw);
      }
   }
}
