/* vgt.c: vertex grouper: fetches indices, takes primitives apart into points, lines and triangles, and collects vertices
 * into batches, each vertex once. A batch then goes through the vertex program and the primitive assembler.
 * Missing: geometry shaders, tessellation, stream output (reported, nothing is drawn). */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/gpu.h"

struct vgt {
   struct sim_gpu *gpu;
   struct sim_batch *b;
   unsigned prim_type;
   bool provoking_last;
   uint32_t instance, index_offset;
   /* Primitive assembly: corners seen since the last restart, and those that strips and fans need again. */
   uint32_t seen, first, second, last[3];
};

static void begin_batch(struct sim_batch *b)
{
   b->num_verts = b->num_prims = 0;
   if (++b->stamp == 0) {
      memset(b->reuse, 0, sizeof b->reuse);
      b->stamp = 1;
   }
}

/* What the bins refer to is bounded: a long draw works them off in between. */
static bool have_room(struct sim_gpu *gpu)
{
   if (gpu->arena.in_use_B < SIM_ARENA_LIMIT_B)
      return true;
   sim_bin_flush(gpu);
   return !gpu->lost && sim_spi_update_pixel_state(gpu);
}

static void end_batch(struct vgt *v)
{
   struct sim_batch *b = v->b;
   if (b->num_prims && !v->gpu->lost && have_room(v->gpu) && sim_spi_run_vertices(v->gpu, b, v->instance)) {
      v->gpu->ia_primitives += b->num_prims;
      sim_pa_primitives(v->gpu, b);
   }
   begin_batch(b);
}

static inline unsigned slot_of(struct sim_batch *b, uint32_t id)
{
   unsigned h = (id ^ id >> 10) & 1023;
   if (b->reuse[h].stamp == b->stamp && b->reuse[h].id == id)
      return b->reuse[h].slot;
   unsigned slot = b->num_verts++;
   b->index[slot] = id;
   b->reuse[h].id = id;
   b->reuse[h].stamp = b->stamp;
   b->reuse[h].slot = slot;
   return slot;
}

static inline void emit(struct vgt *v, unsigned corners, uint32_t i0, uint32_t i1, uint32_t i2, unsigned edges)
{
   struct sim_batch *b = v->b;
   if (b->num_verts + 3 > SIM_BATCH_VERTS || b->num_prims == SIM_BATCH_PRIMS)
      end_batch(v);
   uint16_t *corner = b->corner + 3 * b->num_prims;
   corner[0] = (uint16_t)slot_of(b, i0);
   corner[1] = corners > 1 ? (uint16_t)slot_of(b, i1) : corner[0];
   corner[2] = corners > 2 ? (uint16_t)slot_of(b, i2) : corner[1];
   b->edge_flags[b->num_prims++] = (uint8_t)edges;
}

/* Quads: the corner that gives flat values is the last or the first of both halves. Edge 1 of the first half and edge 2
 * of the second are inside. Edge k leads from corner k to the next. */
static void emit_quad(struct vgt *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
   if (v->provoking_last) {
      emit(v, 3, a, b, d, 5);
      emit(v, 3, b, c, d, 3);
   } else {
      emit(v, 3, a, b, c, 3);
      emit(v, 3, a, c, d, 6);
   }
}

static void restart(struct vgt *v)
{
   if (v->prim_type == V_008958_DI_PT_LINELOOP && v->seen > 1)
      emit(v, 2, v->last[0], v->first, 0, 1);
   v->seen = 0;
}

static inline void corner(struct vgt *v, uint32_t i)
{
   uint32_t n = v->seen++, a = v->last[1], b = v->last[0]; /* a came before b */
   switch (v->prim_type) {
   case V_008958_DI_PT_POINTLIST:
      emit(v, 1, i, 0, 0, 0);
      return;
   case V_008958_DI_PT_LINELIST:
      if (n & 1)
         emit(v, 2, b, i, 0, 1);
      break;
   case V_008958_DI_PT_LINELOOP:
   case V_008958_DI_PT_LINESTRIP:
      if (n)
         emit(v, 2, b, i, 0, 1);
      break;
   case V_008958_DI_PT_TRILIST:
   case V_008958_DI_PT_RECTLIST:
      if (n % 3 == 2)
         emit(v, 3, a, b, i, 7);
      break;
   case V_008958_DI_PT_TRISTRIP:
      /* Every second one turns round; the provoking corner keeps its place. */
      if (n >= 2 && !(n & 1))
         emit(v, 3, a, b, i, 7);
      else if (n >= 2 && v->provoking_last)
         emit(v, 3, b, a, i, 7);
      else if (n >= 2)
         emit(v, 3, a, i, b, 7);
      break;
   case V_008958_DI_PT_TRIFAN:
      if (n >= 2 && v->provoking_last)
         emit(v, 3, v->first, b, i, 7);
      else if (n >= 2)
         emit(v, 3, b, i, v->first, 7);
      break;
   case V_008958_DI_PT_POLYGON:
      if (n >= 2 && v->provoking_last)
         emit(v, 3, b, i, v->first, 1);
      else if (n >= 2)
         emit(v, 3, v->first, b, i, 2);
      break;
   case V_008958_DI_PT_QUADLIST:
      if (n % 4 == 3)
         emit_quad(v, v->last[2], a, b, i);
      break;
   case V_008958_DI_PT_QUADSTRIP:
      /* Around the quad: oldest, a, i, b. The newest corner is the last one, the oldest the first. */
      if (n >= 3 && (n & 1) && v->provoking_last)
         emit_quad(v, b, v->last[2], a, i);
      else if (n >= 3 && (n & 1))
         emit_quad(v, v->last[2], a, i, b);
      break;
   case V_008958_DI_PT_LINELIST_ADJ:
      if (n % 4 == 3)
         emit(v, 2, a, b, 0, 1);
      break;
   case V_008958_DI_PT_LINESTRIP_ADJ:
      if (n >= 3)
         emit(v, 2, a, b, 0, 1);
      break;
   case V_008958_DI_PT_TRILIST_ADJ:
      if (n % 6 == 0)
         v->first = i;
      else if (n % 6 == 2)
         v->second = i;
      else if (n % 6 == 4)
         emit(v, 3, v->first, v->second, i, 7);
      return;
   case V_008958_DI_PT_TRISTRIP_ADJ:
      if (n & 1)
         return; /* the corners of the strip are the even ones */
      if (n >= 4 && !(n & 2))
         emit(v, 3, a, b, i, 7);
      else if (n >= 4 && v->provoking_last)
         emit(v, 3, b, a, i, 7);
      else if (n >= 4)
         emit(v, 3, a, i, b, 7);
      break;
   }
   if (n == 0)
      v->first = i;
   v->last[2] = a;
   v->last[1] = b;
   v->last[0] = i;
}

static unsigned corners_of(unsigned prim_type)
{
   switch (prim_type) {
   case V_008958_DI_PT_POINTLIST:
      return 1;
   case V_008958_DI_PT_LINELIST:
   case V_008958_DI_PT_LINESTRIP:
   case V_008958_DI_PT_LINELOOP:
   case V_008958_DI_PT_LINELIST_ADJ:
   case V_008958_DI_PT_LINESTRIP_ADJ:
      return 2;
   case V_008958_DI_PT_TRILIST:
   case V_008958_DI_PT_TRISTRIP:
   case V_008958_DI_PT_TRIFAN:
   case V_008958_DI_PT_TRILIST_ADJ:
   case V_008958_DI_PT_TRISTRIP_ADJ:
   case V_008958_DI_PT_RECTLIST:
   case V_008958_DI_PT_QUADLIST:
   case V_008958_DI_PT_QUADSTRIP:
   case V_008958_DI_PT_POLYGON:
      return 3;
   default:
      return 0;
   }
}

/* GFX6-7 compare all bits of the restart index, GFX8 those of the index type. */
static uint32_t restart_index(const struct sim_gpu *gpu, unsigned index_B)
{
   uint32_t value = sim_ctx_reg(&gpu->regs, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX);
   return gpu->gfx_level == 8 && index_B < 4 ? value & ((1u << (8 * index_B)) - 1) : value;
}

static void fetch_indices(struct vgt *v, const struct sim_draw *d)
{
   struct sim_gpu *gpu = v->gpu;
   uint32_t readable = d->count < d->index_max ? d->count : d->index_max;
   const uint8_t *p = readable ? sim_mem_ptr(gpu->mem, d->index_va, (uint64_t)readable * d->index_B, SIM_MEM_READ) : NULL;
   if (!p)
      readable = 0;
   bool restarts = G_028A94_RESET_EN(sim_ctx_reg(&gpu->regs, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN));
   uint32_t restart_at = restart_index(gpu, d->index_B);
   for (uint32_t n = 0; n < d->count && !gpu->lost; n++) {
      uint32_t i = 0; /* indices beyond the buffer read as zero */
      if (n < readable) {
         if (d->index_B == 2) {
            uint16_t half;
            memcpy(&half, p + 2 * (size_t)n, 2);
            i = half;
         } else if (d->index_B == 4) {
            memcpy(&i, p + 4 * (size_t)n, 4);
         } else {
            i = p[n];
         }
      }
      if (restarts && i == restart_at)
         restart(v);
      else
         corner(v, i + v->index_offset);
   }
}

void sim_vgt_draw(struct sim_gpu *gpu, const struct sim_draw *draw)
{
   uint32_t stages = sim_ctx_reg(&gpu->regs, R_028B54_VGT_SHADER_STAGES_EN);
   if (G_028B54_LS_EN(stages) || G_028B54_HS_EN(stages) || G_028B54_ES_EN(stages) || G_028B54_GS_EN(stages)) {
      sim_report(gpu, "geometry shaders and tessellation are not simulated: draw ignored");
      return;
   }
   if (sim_ctx_reg(&gpu->regs, R_028B94_VGT_STRMOUT_CONFIG) & 15)
      sim_report(gpu, "stream output is not simulated: nothing is captured");
   struct vgt v = {
      .gpu = gpu,
      .b = gpu->batch,
      .prim_type = gpu->gfx_level == 6 ? G_030908_PRIM_TYPE(gpu->regs.config[(R_008958_VGT_PRIMITIVE_TYPE -
                                                                              SIM_CONFIG_START) / 4])
                                       : G_030908_PRIM_TYPE(sim_uconfig_reg(&gpu->regs, R_030908_VGT_PRIMITIVE_TYPE)),
      .index_offset = sim_ctx_reg(&gpu->regs, R_028408_VGT_INDX_OFFSET),
   };
   unsigned corners = corners_of(v.prim_type);
   if (!corners) {
      sim_report(gpu, "primitive type %u is not simulated: draw ignored", v.prim_type);
      return;
   }
   if (!sim_spi_update_vs(gpu) || !sim_spi_update_pixel_state(gpu))
      return;
   sim_pa_update(gpu);
   v.provoking_last = gpu->pa.provoking_last;
   v.b->corners = corners;
   v.b->rects = v.prim_type == V_008958_DI_PT_RECTLIST;
   for (v.instance = 0; v.instance < draw->instances && !gpu->lost; v.instance++) {
      begin_batch(v.b);
      v.seen = 0;
      if (draw->index_B) {
         fetch_indices(&v, draw);
      } else {
         for (uint32_t n = 0; n < draw->count && !gpu->lost; n++)
            corner(&v, n + v.index_offset);
      }
      restart(&v);
      end_batch(&v);
      gpu->ia_vertices += draw->count;
   }
}
