/* vgt_strmout.c: stream output's bookkeeping. Programs store their vertices themselves; the hardware tells them where the
 * next ones go and how many fit, and counts. A primitive is written only when all buffers of its stream have room for it.
 * How far a buffer is filled stands in VGT_STRMOUT_BUFFER_FILLED_SIZE_n, in dwords. */
#include <sched.h>

#include "hw_regs.h"
#include "winsys/sim/vgt/vgt_int.h"

uint32_t sim_so_filled_reg(const struct sim_gpu *gpu, unsigned buffer)
{
   return (gpu->gfx_level == 6 ? R_008960_VGT_STRMOUT_BUFFER_FILLED_SIZE_0 : R_030910_VGT_STRMOUT_BUFFER_FILLED_SIZE_0) +
          4 * buffer;
}

unsigned vgt_raster_streams(const struct sim_gpu *gpu)
{
   uint32_t config = sim_ctx_reg(&gpu->regs, R_028B94_VGT_STRMOUT_CONFIG);
   return G_028B94_USE_RAST_STREAM_MASK(config) ? G_028B94_RAST_STREAM_MASK(config) : 15 & 1u << G_028B94_RAST_STREAM(config);
}

bool vgt_so_begin(const struct sim_gpu *gpu, struct sim_so *so)
{
   const struct sim_regs *r = &gpu->regs;
   *so = (struct sim_so){ .streams = sim_ctx_reg(r, R_028B94_VGT_STRMOUT_CONFIG) & 15 };
   if (!so->streams)
      return false;
   for (unsigned i = 0; i < SIM_SO_STREAMS; i++) {
      so->buffers[i] = so->streams >> i & 1 ? sim_ctx_reg(r, R_028B98_VGT_STRMOUT_BUFFER_CONFIG) >> 4 * i & 15 : 0;
      so->stored |= (so->buffers[i] != 0) << i;
   }
   for (unsigned i = 0; i < SIM_SO_BUFFERS; i++) {
      so->size_dw[i] = sim_ctx_reg(r, R_028AD0_VGT_STRMOUT_BUFFER_SIZE_0 + 16 * i);
      so->stride_dw[i] = G_028AD4_STRIDE(sim_ctx_reg(r, R_028AD4_VGT_STRMOUT_VTX_STRIDE_0 + 16 * i));
      so->filled_dw[i] = sim_reg_read(gpu, sim_so_filled_reg(gpu, i));
   }
   return true;
}

void vgt_so_end(struct sim_gpu *gpu, const struct sim_so *so)
{
   unsigned buffers = 0;
   for (unsigned i = 0; i < SIM_SO_STREAMS; i++) {
      buffers |= so->buffers[i];
      gpu->so_needed[i] += gpu->so_stopped ? 0 : so->needed[i];
      gpu->so_written[i] += gpu->so_stopped ? 0 : so->written[i];
   }
   for (unsigned i = 0; i < SIM_SO_BUFFERS; i++)
      if (buffers >> i & 1)
         sim_reg_write(gpu, sim_so_filled_reg(gpu, i), so->filled_dw[i]);
}

struct sim_so_wave vgt_so_reserve(struct sim_so *so, unsigned stream, uint64_t prims, unsigned corners)
{
   struct sim_so_wave wave = { .stream = stream };
   if (!(so->streams >> stream & 1))
      return wave;
   uint64_t written = so->buffers[stream] ? prims : 0;
   for (unsigned i = 0; i < SIM_SO_BUFFERS; i++) {
      const uint32_t filled_dw = so->filled_dw[i], step_dw = so->stride_dw[i] * corners;
      const uint32_t room_dw = so->size_dw[i] > filled_dw ? so->size_dw[i] - filled_dw : 0;
      wave.offset_dw[i] = filled_dw;
      if (so->buffers[stream] >> i & 1 && step_dw && written > room_dw / step_dw)
         written = room_dw / step_dw;
   }
   for (unsigned i = 0; i < SIM_SO_BUFFERS; i++)
      if (so->buffers[stream] >> i & 1)
         so->filled_dw[i] += (uint32_t)written * corners * so->stride_dw[i];
   wave.allowed = (uint32_t)written * corners;
   so->needed[stream] += prims;
   so->written[stream] += written;
   return wave;
}

/* Slices are started in order, so the one whose turn it is runs on some thread. */
static void wait_for_turn(const struct sim_geom *g)
{
   while (g->turn && atomic_load_explicit(g->turn, memory_order_acquire) != g->number)
      sched_yield();
}

void vgt_so_end_turn(struct sim_geom *g)
{
   wait_for_turn(g);
   if (g->turn)
      atomic_store_explicit(g->turn, g->number + 1, memory_order_release);
   g->turn = NULL;
}

void vgt_so_claim(struct vgt *v, const struct vgt_so_claim claim[SIM_SO_STREAMS], bool last)
{
   struct sim_so *so = v->vgt->so;
   wait_for_turn(v->geom);
   v->so = *so;
   for (unsigned i = 0; i < SIM_SO_STREAMS; i++)
      vgt_so_reserve(so, i, claim[i].prims, claim[i].corners);
   if (last)
      vgt_so_end_turn(v->geom);
}
