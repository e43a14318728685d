/* cp_mem.c: packets that move data: WRITE_DATA, COPY_DATA, CP DMA. All of them see memory as it is after everything
 * that was drawn before. */
#include <string.h>

#include "hw-si/pm4/pm4.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/dma/dma.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/spi/spi.h"

void sim_cp_store(void *to, const void *data, size_t size_B)
{
   const uint8_t *from = data;
   if (size_B == 8 && !((uintptr_t)to & 7)) {
      uint64_t value;
      memcpy(&value, from, 8);
      atomic_store_explicit((_Atomic uint64_t *)to, value, memory_order_release);
      return;
   }
   for (size_t i = 0; i < size_B; i += 4) {
      uint32_t value;
      memcpy(&value, from + i, 4);
      atomic_store_explicit((_Atomic uint32_t *)((uint8_t *)to + i), value, memory_order_release);
   }
}

void sim_cp_load(struct sim_gpu *gpu, uint64_t va, void *to, size_t size_B)
{
   const void *from = sim_mem_ptr(gpu->mem, va, size_B, SIM_MEM_READ);
   if (from)
      memcpy(to, from, size_B);
}

void sim_cp_write(struct sim_gpu *gpu, uint64_t va, const void *data, size_t size_B)
{
   void *to = sim_mem_ptr(gpu->mem, va, size_B, SIM_MEM_WRITE);
   if (to)
      sim_cp_store(to, data, size_B);
}

static void write_data(struct sim_gpu *gpu, const struct cp_packet *p)
{
   enum { REG = 0, MEM_GRBM = 1, L2 = 2, GDS = 3, MEM = 5 };
   unsigned dst = PM4_GET_WRITE_DATA_CONTROL_DST_SEL(p->body[0]);
   bool one_address = PM4_GET_WRITE_DATA_CONTROL_ONE_ADDR(p->body[0]);
   if (dst == REG) {
      bool said = false;
      for (uint32_t i = 3; i < p->dw; i++) {
         uint32_t offset = 4 * (p->body[1] + (one_address ? 0 : i - 3));
         if (!sim_reg_write(gpu, offset, p->body[i]) && !said) {
            sim_report(gpu, "WRITE_DATA to unknown register 0x%x", offset);
            said = true;
         }
      }
      return;
   }
   if (dst == GDS) {
      sim_report(gpu, "WRITE_DATA to GDS ignored");
      return;
   }
   uint64_t va = cp_word_va(p->body + 1);
   uint32_t count = p->dw - 3;
   if (!count)
      return;
   sim_bin_flush(gpu);
   uint32_t *out = sim_mem_ptr(gpu->mem, va, one_address ? 4 : 4ull * count, SIM_MEM_WRITE);
   if (!out)
      return;
   for (uint32_t i = 0; i < count; i++)
      sim_cp_store(out + (one_address ? 0 : i), &p->body[3 + i], 4);
}

static void copy_data(struct sim_gpu *gpu, const struct cp_packet *p)
{
   enum { REG = 0, MEM = 1, L2 = 2, GDS = 3, PERF = 4, MEM5_OR_IMMEDIATE = 5, CLOCK = 9 };
   unsigned src = PM4_GET_COPY_DATA_CONTROL_SRC_SEL(p->body[0]), dst = PM4_GET_COPY_DATA_CONTROL_DST_SEL(p->body[0]);
   unsigned size_B = PM4_GET_COPY_DATA_CONTROL_COUNT_64(p->body[0]) ? 8 : 4;
   uint64_t value = 0;
   switch (src) {
   case REG:
   case PERF:
      value = sim_reg_read(gpu, 4 * p->body[1]);
      if (size_B == 8)
         value |= (uint64_t)sim_reg_read(gpu, 4 * p->body[1] + 4) << 32;
      break;
   case MEM:
   case L2:
      sim_bin_flush(gpu);
      sim_cp_load(gpu, cp_word_va(p->body + 1), &value, size_B);
      break;
   case MEM5_OR_IMMEDIATE:
      value = p->body[1] | (uint64_t)p->body[2] << 32;
      break;
   case CLOCK:
      value = sim_gpu_timestamp(gpu);
      break;
   default:
      sim_report(gpu, "COPY_DATA from %u ignored", src);
      return;
   }
   switch (dst) {
   case REG:
      if (!sim_reg_write(gpu, 4 * p->body[3], (uint32_t)value) ||
          (size_B == 8 && !sim_reg_write(gpu, 4 * p->body[3] + 4, (uint32_t)(value >> 32))))
         sim_report(gpu, "COPY_DATA to unknown register 0x%x", 4 * p->body[3]);
      break;
   case MEM:
   case L2:
   case MEM5_OR_IMMEDIATE:
      sim_bin_flush(gpu);
      sim_cp_write(gpu, cp_word_va(p->body + 3), &value, size_B);
      break;
   default:
      sim_report(gpu, "COPY_DATA to %u ignored", dst);
   }
}

/* Both forms of the DMA packet in one structure. */
struct dma { unsigned src_sel, dst_sel; uint64_t src, dst; uint32_t data, command; };

static void dma_registers(struct sim_gpu *gpu, const struct dma *d, uint32_t bytes)
{
   bool from_reg = PM4_GET_DMA_DATA_COMMAND_SAS(d->command), to_reg = PM4_GET_DMA_DATA_COMMAND_DAS(d->command);
   bool src_fixed = PM4_GET_DMA_DATA_COMMAND_SAIC(d->command), dst_fixed = PM4_GET_DMA_DATA_COMMAND_DAIC(d->command);
   bool said = false;
   for (uint32_t i = 0; i < bytes; i += 4) {
      uint32_t value = d->data, part_B = bytes - i < 4 ? bytes - i : 4;
      if (d->src_sel != 2 && from_reg) {
         value = sim_reg_read(gpu, (uint32_t)d->src + (src_fixed ? 0 : i));
      } else if (d->src_sel != 2) {
         sim_cp_load(gpu, d->src + (src_fixed ? 0 : i), &value, part_B);
      }
      if (to_reg) {
         uint32_t offset = (uint32_t)d->dst + (dst_fixed ? 0 : i);
         if (!sim_reg_write(gpu, offset, value) && !said) {
            sim_report(gpu, "DMA to unknown register 0x%x", offset);
            said = true;
         }
      } else {
         void *p = sim_mem_ptr(gpu->mem, d->dst + (dst_fixed ? 0 : i), part_B, SIM_MEM_WRITE);
         if (p)
            memcpy(p, &value, part_B);
      }
   }
}

static void dma(struct sim_gpu *gpu, const struct dma *d)
{
   uint32_t bytes = PM4_GET_DMA_DATA_COMMAND_BYTE_COUNT(d->command);
   if (!bytes)
      return; /* only waits for earlier copies */
   if (d->src_sel == 1 || d->dst_sel == 1) {
      sim_report(gpu, "DMA with GDS ignored");
      return;
   }
   bool fill = d->src_sel == 2;
   uint32_t special = PM4_DMA_DATA_COMMAND_SAS(1) | PM4_DMA_DATA_COMMAND_DAS(1) | PM4_DMA_DATA_COMMAND_SAIC(1) |
                      PM4_DMA_DATA_COMMAND_DAIC(1);
   if (!fill && d->src == d->dst && !(d->command & special)) { /* a prefetch into L2 */
      sim_spi_prefetch(gpu, d->src);
      return;
   }
   sim_bin_flush_tiles(gpu);
   if (d->command & special) {
      sim_dma_finish(gpu);
      dma_registers(gpu, d, bytes);
      return;
   }
   sim_dma_finish_range(gpu, d->dst, bytes);
   if (!fill)
      sim_dma_finish_range(gpu, d->src, bytes);
   uint8_t *to = sim_mem_ptr(gpu->mem, d->dst, bytes, SIM_MEM_WRITE);
   const uint8_t *from = fill ? NULL : sim_mem_ptr(gpu->mem, d->src, bytes, SIM_MEM_READ);
   if (!to)
      return;
   /* An unmapped source reads zero. */
   sim_dma_add(gpu, (struct sim_span){ to, from, fill ? d->data : 0, bytes });
}

bool sim_cp_memory(struct sim_gpu *gpu, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   switch (p->opcode) {
   case PKT3_WRITE_DATA:
      write_data(gpu, p);
      return true;
   case PKT3_COPY_DATA:
      copy_data(gpu, p);
      return true;
   case PKT3_DMA_DATA:
      dma(gpu, &(struct dma){ PM4_GET_DMA_DATA_CONTROL_SRC_SEL(b[0]), PM4_GET_DMA_DATA_CONTROL_DST_SEL(b[0]),
                              cp_va(b[1], b[2]), cp_va(b[3], b[4]), b[1], b[5] });
      return true;
   case PKT3_CP_DMA:
      dma(gpu, &(struct dma){ PM4_GET_CP_DMA_WORD1_SRC_SEL(b[1]), PM4_GET_CP_DMA_WORD1_DST_SEL(b[1]),
                              cp_va(b[0], PM4_GET_CP_DMA_WORD1_SRC_HI(b[1])), cp_va(b[2], b[3]), b[0], b[4] });
      return true;
   default:
      return false;
   }
}
