/* cp_draw.c: draw packets. Each is reduced to count, instances and the address of the indices; indirect ones load these from
 * memory and write base vertex and start instance to the SGPRs that the packet names. */
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/cp/cp.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/vgt/vgt.h"

static unsigned index_size_B(struct sim_gpu *gpu)
{
   switch (gpu->cp->index_type & 3) {
   case 0: return 2;
   case 1: return 4;
   case 2:
      if (gpu->gfx_level == 8)
         return 1;
   }
   sim_report(gpu, "index type %u at an indexed draw (on GFX7+ a draw without indices destroys it)", gpu->cp->index_type);
   return 2;
}

static void auto_draw(struct sim_gpu *gpu, uint32_t count, uint32_t initiator)
{
   if (G_0287F0_USE_OPAQUE(initiator)) {
      uint32_t stride = sim_reg_read(gpu, R_028B30_VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE);
      uint32_t filled = sim_reg_read(gpu, R_028B2C_VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE);
      uint32_t offset = sim_reg_read(gpu, R_028B28_VGT_STRMOUT_DRAW_OPAQUE_OFFSET);
      count = stride && filled > offset ? (filled - offset) / stride : 0;
   }
   sim_vgt_draw(gpu, &(struct sim_draw){ .count = count, .instances = gpu->cp->num_instances });
   if (gpu->gfx_level >= 7)
      gpu->cp->index_type = 3;
}

static void indexed_draw(struct sim_gpu *gpu, uint64_t va, uint32_t max, uint32_t first, uint32_t count)
{
   unsigned size_B = index_size_B(gpu);
   uint32_t readable = first < max ? max - first : 0;
   sim_vgt_draw(gpu, &(struct sim_draw){ .count = count, .instances = gpu->cp->num_instances, .index_B = size_B,
                                         .index_va = va + (uint64_t)first * size_B, .index_max = readable });
}

/* One draw whose arguments are in memory. The registers that the packet names are user SGPRs. */
static void indirect_draw(struct sim_gpu *gpu, uint64_t va, const uint32_t *regs, bool indexed, const uint32_t *draw_id)
{
   uint32_t args[5] = { 0 };
   unsigned count = indexed ? 5 : 4;
   sim_cp_load(gpu, va, args, 4 * count);
   uint32_t base_vertex = indexed ? args[3] : args[2], start_instance = indexed ? args[4] : args[3];
   if (regs[0] & 0xffff)
      sim_reg_write(gpu, SIM_SH_START + 4 * (regs[0] & 0xffff), base_vertex);
   if (regs[1] & 0xffff)
      sim_reg_write(gpu, SIM_SH_START + 4 * (regs[1] & 0xffff), start_instance);
   if (draw_id)
      sim_reg_write(gpu, SIM_SH_START + 4 * (regs[2] & 0xffff), *draw_id);
   gpu->cp->num_instances = args[1];
   if (!args[0] || !args[1])
      return;
   if (indexed)
      indexed_draw(gpu, gpu->cp->index_base, gpu->cp->index_count_max, args[2], args[0]);
   else
      sim_vgt_draw(gpu, &(struct sim_draw){ .count = args[0], .instances = args[1] });
}

static void indirect_multi(struct sim_gpu *gpu, const uint32_t *b, bool indexed)
{
   uint32_t count = b[4], stride_B = b[7];
   bool with_id = PM4_GET_DRAW_INDIRECT_MULTI_DRAW_ID_REG_DRAW_ID_ENABLE(b[3]);
   if (PM4_GET_DRAW_INDIRECT_MULTI_DRAW_ID_REG_COUNT_INDIRECT(b[3])) {
      uint32_t limit = 0;
      sim_cp_load(gpu, cp_va(b[5], b[6]), &limit, 4);
      if (count > limit)
         count = limit;
   }
   uint64_t deadline_ns = sim_draw_deadline_ns(gpu);
   for (uint32_t i = 0; i < count && !gpu->lost; i++) {
      indirect_draw(gpu, gpu->cp->indirect_base + b[0] + (uint64_t)i * stride_B, b + 1, indexed, with_id ? &i : NULL);
      if (i % 1024 == 1023 && sim_draw_is_late(gpu, deadline_ns))
         sim_lose(gpu, "%u draws of one packet take too long", count);
   }
}

bool sim_cp_draw(struct sim_gpu *gpu, const struct cp_packet *p)
{
   const uint32_t *b = p->body;
   switch (p->opcode) {
   case PKT3_SET_BASE:
      if ((b[0] & 15) == 1)
         *(p->compute ? &gpu->cp->dispatch_base : &gpu->cp->indirect_base) = cp_va(b[1], b[2]);
      return true;
   case PKT3_INDEX_BUFFER_SIZE:
      gpu->cp->index_count_max = b[0];
      return true;
   case PKT3_INDEX_BASE:
      gpu->cp->index_base = cp_va(b[0], b[1]);
      return true;
   case PKT3_INDEX_TYPE:
      gpu->cp->index_type = PM4_GET_INDEX_TYPE_TYPE_INDEX_TYPE(b[0]);
      if (PM4_GET_INDEX_TYPE_TYPE_SWAP_MODE(b[0]))
         sim_report(gpu, "byte-swapped indices are not simulated");
      return true;
   case PKT3_NUM_INSTANCES:
      gpu->cp->num_instances = b[0] ? b[0] : 1;
      return true;
   case PKT3_DRAW_PREAMBLE:
      sim_reg_write(gpu, R_030908_VGT_PRIMITIVE_TYPE, b[0]);
      sim_reg_write(gpu, R_028AA8_IA_MULTI_VGT_PARAM, b[1]);
      sim_reg_write(gpu, R_028B58_VGT_LS_HS_CONFIG, b[2]);
      return true;
   case PKT3_DRAW_INDEX_AUTO:
      auto_draw(gpu, b[0], b[1]);
      return true;
   case PKT3_DRAW_INDEX_2:
      indexed_draw(gpu, cp_va(b[1], b[2]), b[0], 0, b[3]);
      return true;
   case PKT3_DRAW_INDEX_OFFSET_2:
      indexed_draw(gpu, gpu->cp->index_base, b[0], b[1], b[2]);
      return true;
   case PKT3_DRAW_INDIRECT:
   case PKT3_DRAW_INDEX_INDIRECT:
      sim_bin_flush(gpu); /* the arguments may be a shader's output */
      indirect_draw(gpu, gpu->cp->indirect_base + b[0], b + 1, p->opcode == PKT3_DRAW_INDEX_INDIRECT, NULL);
      return true;
   case PKT3_DRAW_INDIRECT_MULTI:
   case PKT3_DRAW_INDEX_INDIRECT_MULTI:
      sim_bin_flush(gpu);
      indirect_multi(gpu, b, p->opcode == PKT3_DRAW_INDEX_INDIRECT_MULTI);
      return true;
   default:
      return false;
   }
}
