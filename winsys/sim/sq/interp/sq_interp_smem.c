/* sq_interp_smem.c: scalar memory: loads through a pointer (unchecked but for mapping: an unmapped address reads zero and
 * is recorded) or a V#, scalar stores, and the clock. Caches do not exist here. */
#include <string.h>
#include <time.h>

#include "winsys/sim/mem/mem.h"
#include "winsys/sim/mem/mem_stores.h"
#include "winsys/sim/sq/interp/sq_interp.h"
#include "winsys/sim/tc/tc.h"

void sq_load_dwords(struct sim_mem *mem, uint64_t va, unsigned dwords, uint32_t *out)
{
   const uint32_t *p = sim_mem_ptr(mem, va, dwords * 4, SIM_MEM_READ);
   if (p) {
      memcpy(out, p, dwords * 4);
      return;
   }
   for (unsigned i = 0; i < dwords; i++) { /* partly mapped: the mapped dwords are read */
      p = sim_mem_check(mem, va + 4 * i, 4, SIM_MEM_READ) ? sim_mem_ptr(mem, va + 4 * i, 4, SIM_MEM_READ) : NULL;
      out[i] = p ? *p : 0;
   }
}

static void put_result(struct sq_state *s, struct gcn_operand dst, const uint32_t *v)
{
   for (unsigned i = 0; i < dst.dwords; i++)
      sq_write32(s, dst.code + i, v[i]);
}

bool sq_exec_smem(struct sq_state *s, const struct gcn_inst *inst)
{
   struct sq_wave *w = s->w;
   uint32_t v[16] = { 0 };
   switch (inst->op) {
   case GCN_S_DCACHE_INV: case GCN_S_DCACHE_WB: case GCN_S_DCACHE_INV_VOL: case GCN_S_DCACHE_WB_VOL:
   case GCN_S_ATC_PROBE: case GCN_S_ATC_PROBE_BUFFER:
      return true;
   case GCN_S_MEMTIME: case GCN_S_MEMREALTIME: {
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
      uint64_t ticks = inst->op == GCN_S_MEMTIME ? ns : ns / 40; /* 25 MHz reference clock */
      v[0] = (uint32_t)ticks;
      v[1] = (uint32_t)(ticks >> 32);
      put_result(s, inst->dst[0], v);
      return true;
   }
   default: break;
   }
   uint32_t offset = inst->smem_imm ? (uint32_t)inst->simm : sq_read32(s, inst->src[1].code, 0);
   bool buffer = inst->src[0].dwords == 4;
   bool store = gcn_op_infos[inst->op].flags & GCN_FLAG_STORE;
   if (buffer && !store) {
      uint32_t rsrc[4];
      for (unsigned i = 0; i < 4; i++)
         rsrc[i] = sq_read32(s, inst->src[0].code + i, 0);
      tc_scalar_buffer_load(w->mem, s->p->gfx_level, rsrc, offset & ~3u, inst->dst[0].dwords, v);
      put_result(s, inst->dst[0], v);
      return true;
   }
   uint64_t base = sq_read64(s, inst->src[0].code, 0), end = UINT64_MAX;
   if (buffer) { /* stored through a V#: base and size only, as scalar memory sees them */
      uint32_t stride = sq_read32(s, inst->src[0].code + 1, 0) >> 16 & 0x3fff;
      uint64_t records = sq_read32(s, inst->src[0].code + 2, 0);
      base &= UINT64_C(0xffffffffffff);
      end = base + (stride ? records * stride : records);
   }
   uint64_t va = (base + offset) & ~UINT64_C(3) & UINT64_C(0xffffffffffff);
   if (!store) {
      sq_load_dwords(w->mem, va, inst->dst[0].dwords, v);
      put_result(s, inst->dst[0], v);
      return true;
   }
   struct gcn_operand data = inst->src[2];
   for (unsigned i = 0; i < data.dwords; i++) {
      uint32_t *p = va + 4 * i + 4 <= end ? sim_mem_ptr(w->mem, va + 4 * i, 4, SIM_MEM_WRITE) : NULL;
      if (p) {
         sim_stores_note(p, 4);
         *p = sq_read32(s, data.code + i, 0);
      }
   }
   return true;
}
