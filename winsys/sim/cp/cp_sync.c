/* cp_sync.c: events, end-of-pipe writes, waits, predication. A wait that never comes true ends with the watchdog. */
#include <time.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/sc/bin.h"

#define VALID (1ull << 63) /* of counters that the GPU has written */

static uint64_t load64(struct sim_gpu *gpu, uint64_t va)
{
   uint64_t value = 0;
   sim_cp_load(gpu, va, &value, 8);
   return value;
}

/* Each render backend writes its own count; here the first enabled one has done all the work. */
static void zpass_done(struct sim_gpu *gpu, uint64_t va)
{
   uint64_t count = gpu->zpass_total | VALID;
   for (unsigned rb = 0; rb < 32; rb++) {
      if (!(gpu->chip->enabled_rb_mask >> rb & 1))
         continue;
      sim_cp_write(gpu, va + 16 * rb, &count, 8);
      count = VALID;
   }
}

static void pipeline_statistics(struct sim_gpu *gpu, uint64_t va)
{
   const uint64_t counts[11] = {
      gpu->ps_invocations_total, gpu->clip_primitives, gpu->clip_invocations, gpu->vs_invocations,
      gpu->gs_invocations, gpu->gs_primitives, gpu->ia_primitives, gpu->ia_vertices, gpu->hs_invocations,
      gpu->ds_invocations, gpu->cs_invocations_total,
   };
   sim_cp_write(gpu, va, counts, sizeof counts);
}

static void event(struct sim_gpu *gpu, const struct cp_packet *p)
{
   unsigned type = PM4_GET_EVENT_WRITE_EVENT_EVENT_TYPE(p->body[0]);
   uint64_t va = p->dw >= 3 ? cp_word_va(p->body + 1) : 0;
   switch (type) {
   case V_028A90_ZPASS_DONE:
      sim_bin_flush(gpu);
      zpass_done(gpu, va);
      break;
   case V_028A90_SAMPLE_PIPELINESTAT:
      sim_bin_flush(gpu);
      pipeline_statistics(gpu, va);
      break;
   case V_028A90_SO_VGTSTREAMOUT_FLUSH:
      /* Streams poll this bit before they read stream-output offsets. */
      sim_reg_write(gpu, gpu->gfx_level == 6 ? R_0084FC_CP_STRMOUT_CNTL : R_0300FC_CP_STRMOUT_CNTL,
                    S_0300FC_OFFSET_UPDATE_DONE(1));
      break;
   case V_028A90_SAMPLE_STREAMOUTSTATS:
   case V_028A90_SAMPLE_STREAMOUTSTATS1:
   case V_028A90_SAMPLE_STREAMOUTSTATS2:
   case V_028A90_SAMPLE_STREAMOUTSTATS3: {
      unsigned stream = type == V_028A90_SAMPLE_STREAMOUTSTATS ? 0 : type; /* the others are numbered by stream */
      const uint64_t counts[2] = { VALID | gpu->so_needed[stream], VALID | gpu->so_written[stream] };
      sim_cp_write(gpu, va, counts, sizeof counts);
      break;
   }
   case V_028A90_PIPELINESTAT_START:
   case V_028A90_PIPELINESTAT_STOP:
      if (gpu->counts_pipeline != (type == V_028A90_PIPELINESTAT_START))
         sim_bin_flush(gpu); /* earlier draws count as they did */
      gpu->counts_pipeline = type == V_028A90_PIPELINESTAT_START;
      gpu->so_stopped = !gpu->counts_pipeline;
      gpu->dirty |= SIM_DIRTY_PIXEL;
      break;
   case V_028A90_VGT_FLUSH:
   case V_028A90_VS_PARTIAL_FLUSH:
   case V_028A90_VGT_STREAMOUT_SYNC:
   case V_028A90_VGT_STREAMOUT_RESET:
      break; /* vertex work is never ahead of the packets; most counters run always */
   default:
      sim_bin_flush_tiles(gpu); /* flushes of pixel caches, PS_PARTIAL_FLUSH */
      break;
   }
}

static void end_of_pipe(struct sim_gpu *gpu, uint64_t va, unsigned data_sel, uint64_t data)
{
   sim_bin_flush(gpu);
   switch (data_sel) {
   case 0:
      break;
   case 1:
      sim_cp_write(gpu, va & ~3ull, &data, 4);
      break;
   case 2:
      sim_cp_write(gpu, va & ~7ull, &data, 8);
      break;
   case 3:
      data = sim_gpu_timestamp(gpu);
      sim_cp_write(gpu, va & ~7ull, &data, 8);
      break;
   default:
      sim_report(gpu, "end-of-pipe data kind %u ignored", data_sel);
   }
}

static void cache_flush(struct sim_gpu *gpu, uint32_t coher_cntl)
{
   sim_bin_flush_tiles(gpu);
   if (G_0301F0_SH_ICACHE_ACTION_ENA(coher_cntl)) {
      gpu->vs = NULL; /* with the bins empty, the last reference to a program */
      sq_cache_collect(gpu->programs);
      sq_cache_invalidate(gpu->programs);
      gpu->dirty |= SIM_DIRTY_PIXEL | SIM_DIRTY_VS;
   }
}

static bool passes(unsigned function, uint32_t value, uint32_t reference)
{
   switch (function) {
   case 1: return value < reference;
   case 2: return value <= reference;
   case 3: return value == reference;
   case 4: return value != reference;
   case 5: return value >= reference;
   case 6: return value > reference;
   default: return true;
   }
}

/* Memory may be written by the CPU or by another device meanwhile, so look again for a while. */
static void wait_reg_mem(struct sim_gpu *gpu, const struct cp_packet *p)
{
   unsigned function = PM4_GET_WAIT_REG_MEM_CONTROL_FUNCTION(p->body[0]);
   bool memory = PM4_GET_WAIT_REG_MEM_CONTROL_MEM_SPACE(p->body[0]) == 1;
   uint64_t va = cp_word_va(p->body + 1);
   sim_bin_flush(gpu);
   const struct timespec pause = { 0, 100000 };
   for (uint64_t waited_ns = 0;; waited_ns += 100000) {
      uint32_t value = 0;
      if (memory) {
         const _Atomic uint32_t *from = sim_mem_ptr(gpu->mem, va, 4, SIM_MEM_READ);
         value = from ? atomic_load(from) : 0;
      } else {
         value = sim_reg_read(gpu, 4 * p->body[1]);
      }
      if (passes(function, value & p->body[4], p->body[3]))
         return;
      if (!memory || waited_ns > gpu->watchdog_ns || sim_run_ns() > gpu->end_ns) {
         sim_lose(gpu, "WAIT_REG_MEM at 0x%llx never passes: value 0x%x, reference 0x%x", (unsigned long long)p->va,
                  value & p->body[4], p->body[3]);
         return;
      }
      nanosleep(&pause, NULL);
   }
}

static void set_predication(struct sim_gpu *gpu, const struct cp_packet *p)
{
   enum { CLEAR, ZPASS, PRIMCOUNT, BOOL64 };
   uint32_t control = p->body[1];
   uint64_t va = (p->body[0] & ~15u) | (uint64_t)PM4_GET_SET_PREDICATION_CONTROL_ADDR_HI(control) << 32;
   bool draw_if_visible = PM4_GET_SET_PREDICATION_CONTROL_DRAW_VISIBLE(control);
   bool visible = false, goes_on = PM4_GET_SET_PREDICATION_CONTROL_CONTINUE(control);
   sim_bin_flush(gpu);
   switch (PM4_GET_SET_PREDICATION_CONTROL_OP(control)) {
   case ZPASS:
      for (unsigned rb = 0; rb < gpu->chip->num_rb; rb++)
         visible |= ((load64(gpu, va + 16 * rb + 8) - load64(gpu, va + 16 * rb)) & ~VALID) != 0;
      break;
   case PRIMCOUNT: {
      /* begin needed, begin written, end needed, end written: overflow when they grew differently. It counts as "not visible",
       * in any of the streams. */
      uint64_t needed = load64(gpu, va + 16) - load64(gpu, va), written = load64(gpu, va + 24) - load64(gpu, va + 8);
      visible = needed == written && (!goes_on || gpu->cp->predicate_visible);
      goes_on = false;
      break;
   }
   case BOOL64:
      visible = load64(gpu, va) != 0;
      break;
   default:
      gpu->cp->predicate_skip = false;
      return;
   }
   if (goes_on)
      visible |= gpu->cp->predicate_visible;
   gpu->cp->predicate_visible = visible;
   gpu->cp->predicate_skip = visible != draw_if_visible;
}

bool sim_cp_sync(struct sim_gpu *gpu, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   switch (p->opcode) {
   case PKT3_EVENT_WRITE:
      event(gpu, p);
      return true;
   case PKT3_EVENT_WRITE_EOP:
      end_of_pipe(gpu, b[1] | (uint64_t)PM4_GET_EVENT_WRITE_EOP_SELECT_ADDR_HI(b[2]) << 32,
                  PM4_GET_EVENT_WRITE_EOP_SELECT_DATA_SEL(b[2]), b[3] | (uint64_t)b[4] << 32);
      return true;
   case PKT3_EVENT_WRITE_EOS:
      end_of_pipe(gpu, b[1] | (uint64_t)PM4_GET_EVENT_WRITE_EOS_SELECT_ADDR_HI(b[2]) << 32, 1, b[3]);
      return true;
   case PKT3_RELEASE_MEM:
      end_of_pipe(gpu, cp_va(b[2], b[3]), PM4_GET_RELEASE_MEM_SELECT_DATA_SEL(b[1]),
                  b[4] | (uint64_t)b[5] << 32);
      return true;
   case PKT3_SURFACE_SYNC:
   case PKT3_ACQUIRE_MEM:
      cache_flush(gpu, b[0]);
      return true;
   case PKT3_WAIT_REG_MEM:
      wait_reg_mem(gpu, p);
      return true;
   case PKT3_SET_PREDICATION:
      set_predication(gpu, p);
      return true;
   default:
      return false;
   }
}
