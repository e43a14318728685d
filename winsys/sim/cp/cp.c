/* cp.c: the command processor's packet loop: register writes, calls and chains of command buffers, and dispatch of the
 * rest to cp_draw.c, cp_mem.c and cp_sync.c. Packets are executed strictly in order, so cache and ordering packets
 * only execute the bins. Unknown packets and registers are reported with their address. */
#include <string.h>

#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/base/perf.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/hazard/hazard.h"
#include "winsys/sim/sc/bin.h"

#define MAX_DEPTH 4
#define MAX_CHAINS 100000 /* a chain that leads back to itself must end */

void sim_cp_begin(struct cp_state *cp)
{
   cp->index_type = 0;
   cp->index_base = cp->indirect_base = cp->dispatch_base = 0;
   cp->index_count_max = 0;
   cp->num_instances = 1;
   cp->predicate_skip = cp->predicate_visible = false;
}

static void set_registers(struct sim_gpu *gpu, const struct cp_packet *p, uint32_t start)
{
   uint32_t offset = start + 4 * (p->body[0] & 0xffff), end = pm4_reg_space_end(p->opcode);
   for (uint32_t i = 1; i < p->dw; i++, offset += 4) {
      if (gpu->cp->compute_ring && start == SIM_SH_START && offset < R_00B800_COMPUTE_DISPATCH_INITIATOR) {
         sim_report(gpu, "graphics register 0x%x on a compute ring", offset);
         continue;
      }
      if (offset >= end) {
         sim_report(gpu, "write to 0x%x beyond the registers of %s", offset, pm4_packet_find(p->opcode)->name);
         return;
      }
      if (!sim_reg_write(gpu, offset, p->body[i])) {
         sim_report(gpu, "unknown register 0x%x <- 0x%x", offset, p->body[i]);
         return;
      }
   }
}

/* Context registers from consecutive words of memory. */
static void load_registers(struct sim_gpu *gpu, const struct cp_packet *p)
{
   sim_bin_flush(gpu); /* a pending draw may write them */
   uint32_t offset = SIM_CONTEXT_START + 4 * PM4_GET_LOAD_CONTEXT_REG_INDEX_START_OFFSET_DW(p->body[2]);
   uint32_t count = PM4_GET_LOAD_CONTEXT_REG_INDEX_COUNT_NUM_DW(p->body[3]);
   const uint32_t *value = count ? sim_mem_ptr(gpu->mem, cp_word_va(p->body), 4ull * count, SIM_MEM_READ) : NULL;
   for (uint32_t i = 0; value && i < count; i++, offset += 4)
      if (offset >= pm4_reg_space_end(PKT3_SET_CONTEXT_REG) || !sim_reg_write(gpu, offset, value[i])) {
         sim_report(gpu, "unknown register 0x%x <- 0x%x", offset, value[i]);
         return;
      }
}

static bool engine_reads(const struct sim_gpu *gpu, const struct pm4_packet_info *info)
{
   if (gpu->cp->const_engine)
      return info->engines & PM4_CONSTANT;
   return !gpu->cp->compute_ring || info->engines & (gpu->gfx_level == 6 ? PM4_COMPUTE_GFX6 : PM4_COMPUTE);
}

/* Validates opcode, ring and length of a packet against the table. */
static bool well_formed(struct sim_gpu *gpu, const struct cp_packet *p)
{
   const struct pm4_packet_info *info = pm4_packet_find(p->opcode);
   if (!info || gpu->gfx_level < info->first_level || gpu->gfx_level > info->last_level) {
      sim_lose(gpu, "unknown packet 0x%02x at 0x%llx", p->opcode, (unsigned long long)p->va);
      return false;
   }
   if (!engine_reads(gpu, info)) {
      sim_lose(gpu, "%s at 0x%llx is %s", info->name, (unsigned long long)p->va,
               gpu->cp->const_engine ? "not for the constant engine" : "for graphics rings");
      return false;
   }
   if (p->dw < info->min_words && p->opcode != PKT3_NOP) {
      sim_lose(gpu, "%s at 0x%llx has %u body dwords", info->name, (unsigned long long)p->va, p->dw);
      return false;
   }
   return true;
}

struct ib { uint64_t va; uint32_t dw; };

/* Executes one packet. Returns how many dwords after it to skip; a chain replaces *next. */
static uint32_t execute(struct sim_gpu *gpu, const struct cp_packet *p, unsigned depth, struct ib *next)
{
   uint32_t space = pm4_reg_space_start(p->opcode);
   if (gpu->hazard)
      sim_hazard_packet(gpu->hazard, p);
   if (gpu->dma->count > gpu->dma->waiting && p->opcode != PKT3_DMA_DATA && p->opcode != PKT3_CP_DMA) {
      if (gpu->cp->compute_ring)
         sim_dma_finish(gpu); /* no draw follows */
      else
         sim_dma_end(gpu);
   }
   if (space) {
      set_registers(gpu, p, space);
      return 0;
   }
   /* No effect here: order is strict, memory is flat, nothing needs to be prepared. */
   if (p->opcode == PKT3_NOP || p->opcode == PKT3_CONTEXT_CONTROL || p->opcode == PKT3_PFP_SYNC_ME)
      return 0;
   if (gpu->cp->packets++ % 16 == 15 && sim_is_late(gpu)) {
      sim_lose_late(gpu);
      return 0;
   }
   switch (p->opcode) {
   case PKT3_CLEAR_STATE:
      sim_regs_clear_state(gpu);
      return 0;
   case PKT3_LOAD_CONTEXT_REG_INDEX:
      load_registers(gpu, p);
      return 0;
   case PKT3_COND_EXEC: {
      sim_bin_flush(gpu);
      const uint32_t *flag = sim_mem_ptr(gpu->mem, cp_word_va(p->body), 4, SIM_MEM_READ);
      return flag && *flag ? 0 : PM4_GET_COND_EXEC_SKIP_DW_COUNT(p->body[3]);
   }
   case PKT3_INDIRECT_BUFFER:
   case PKT3_INDIRECT_BUFFER_CONST:
   case PKT3_INDIRECT_BUFFER_SI: {
      struct ib ib = { cp_va(p->body[0], p->body[1]), PM4_GET_INDIRECT_BUFFER_CONTROL_SIZE_DW(p->body[2]) };
      if (gpu->gfx_level == 6 && PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(p->body[2])) {
         sim_lose(gpu, "%s at 0x%llx: GFX6 cannot chain command buffers", pm4_packet_find(p->opcode)->name,
                  (unsigned long long)p->va);
         return 0;
      }
      bool engine = gpu->cp->const_engine;
      gpu->cp->const_engine = p->opcode == PKT3_INDIRECT_BUFFER_CONST;
      if (PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(p->body[2]) && gpu->cp->const_engine == engine) {
         *next = ib;
         return 0;
      }
      sim_cp_run(gpu, ib.va, ib.dw, depth + 1);
      gpu->cp->const_engine = engine;
      return 0;
   }
   }
   unsigned before = sim_perf_enter(SIM_PERF_SETUP, 0);
   bool done = sim_cp_draw(gpu, p);
   sim_perf_leave(before);
   if (!done && !sim_cp_dispatch(gpu, p) && !sim_cp_memory(gpu, p) && !sim_cp_sync(gpu, p) && !sim_cp_strmout(gpu, p) &&
       !sim_cp_const(gpu, p))
      sim_lose(gpu, "%s at 0x%llx is not supported", pm4_packet_find(p->opcode)->name, (unsigned long long)p->va);
   return 0;
}

/* Returns the command buffer that a chain leads to; va 0: the end. */
static struct ib run_one(struct sim_gpu *gpu, struct ib ib, unsigned depth)
{
   struct ib next = { 0 };
   const uint32_t *dw = ib.dw ? sim_mem_ptr(gpu->mem, ib.va, (uint64_t)ib.dw * 4, SIM_MEM_READ) : NULL;
   if (!dw || (ib.va & 3)) {
      if (ib.dw)
         sim_lose(gpu, "command buffer at 0x%llx is not mapped", (unsigned long long)ib.va);
      return next;
   }
   gpu->commands_base = ib.va;
   struct pm4_iter it;
   pm4_iter_init(&it, gpu->gfx_level, dw, ib.dw);
   while (!gpu->lost && !next.va && pm4_iter_next(&it)) {
      if (it.type != 3)
         continue;
      if (it.predicate && gpu->cp->predicate_skip)
         continue;
      struct cp_packet p = { ib.va + 4 * it.offset, it.opcode, it.compute, it.body, it.body_dw };
      if (!well_formed(gpu, &p))
         break;
      it.next += execute(gpu, &p, depth, &next);
   }
   if (it.error)
      sim_lose(gpu, "%s at 0x%llx", it.error, (unsigned long long)(ib.va + 4 * it.offset));
   return next;
}

uint32_t *sim_cp_put_call(const struct sim_gpu *gpu, uint32_t *to, uint64_t va, uint32_t dw)
{
   *to++ = PKT3(gpu->gfx_level == 6 ? PKT3_INDIRECT_BUFFER_SI : PKT3_INDIRECT_BUFFER, 2, 0);
   *to++ = (uint32_t)va;
   *to++ = (uint32_t)(va >> 32) & 0xffff;
   *to++ = PM4_INDIRECT_BUFFER_CONTROL_SIZE_DW(dw) | PM4_INDIRECT_BUFFER_CONTROL_VALID(1);
   return to;
}

void sim_cp_run(struct sim_gpu *gpu, uint64_t va, uint32_t dw, unsigned depth)
{
   if (depth > MAX_DEPTH) {
      sim_lose(gpu, "command buffers call each other too deeply");
      return;
   }
   uint64_t caller = gpu->commands_base;
   struct ib ib = { va, dw };
   for (unsigned chains = 0; ib.va && !gpu->lost; chains++) {
      if (chains > MAX_CHAINS)
         sim_lose(gpu, "endless chain of command buffers at 0x%llx", (unsigned long long)ib.va);
      ib = run_one(gpu, ib, depth);
   }
   gpu->commands_base = caller;
}
