/* vgt_strmout.c: stream output's bookkeeping. Programs store their vertices themselves; the hardware tells them where the
 * next ones go and how many fit, and counts. A primitive is written only when all buffers of its stream have room for it.
 * How far a buffer is filled stands in VGT_STRMOUT_BUFFER_FILLED_SIZE_n, in dwords. */
#include "hw_regs.h"
#include "winsys/sim/core/gpu.h"
#include "winsys/sim/vgt/vgt.h"

uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer)
{
   return (gpu->gfx_level == 6 ? R_008960_VGT_STRMOUT_BUFFER_FILLED_SIZE_0 : R_030910_VGT_STRMOUT_BUFFER_FILLED_SIZE_0) +
          4 * buffer;
}

unsigned sim_so_raster_streams(const struct sim_gpu *gpu)
{
   uint32_t config = sim_ctx_reg(&gpu->regs, R_028B94_VGT_STRMOUT_CONFIG);
   return G_028B94_USE_RAST_STREAM_MASK(config) ? G_028B94_RAST_STREAM_MASK(config) : 15 & 1u << G_028B94_RAST_STREAM(config);
}

void sim_so_reserve(struct sim_geom *g, unsigned stream, uint32_t prims, unsigned corners)
{
   struct sim_gpu *gpu = g->gpu;
   const struct sim_regs *r = &gpu->regs;
   g->batch->so = (struct sim_so_wave){ .stream = stream };
   if (!(sim_ctx_reg(r, R_028B94_VGT_STRMOUT_CONFIG) >> stream & 1))
      return;
   unsigned buffers = sim_ctx_reg(r, R_028B98_VGT_STRMOUT_BUFFER_CONFIG) >> 4 * stream & 15;
   uint32_t written = buffers ? prims : 0;
   for (unsigned i = 0; i < 4; i++) {
      uint32_t filled = sim_reg_read(gpu, sim_so_filled_reg(gpu, i));
      g->batch->so.offset_dw[i] = filled;
      if (!(buffers >> i & 1))
         continue;
      uint32_t size = sim_ctx_reg(r, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i);
      uint32_t stride = G_028AD4_STRIDE(sim_ctx_reg(r, R_028AD4_VGT_STRMOUT_VTX_STRIDE_0 + 16 * i));
      uint32_t room = size > filled ? size - filled : 0;
      if (stride && written > room / (stride * corners))
         written = room / (stride * corners);
   }
   for (unsigned i = 0; i < 4; i++) {
      uint32_t stride = G_028AD4_STRIDE(sim_ctx_reg(r, R_028AD4_VGT_STRMOUT_VTX_STRIDE_0 + 16 * i));
      if (buffers >> i & 1)
         sim_reg_write(gpu, sim_so_filled_reg(gpu, i), g->batch->so.offset_dw[i] + written * corners * stride);
   }
   g->batch->so.allowed = written * corners;
   if (gpu->so_stopped)
      return;
   gpu->so_needed[stream] += prims;
   gpu->so_written[stream] += written;
}
