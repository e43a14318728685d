/* vgt_stages.c: which stages stand in front of the last vertex program, what they need from the registers, and the way of
 * primitives through them. Rings that have no room for a single wave end the context: the hardware would wait for ever.
 * Not simulated: geometry programs that keep their rings on chip (VGT_GS_MODE.ONCHIP). */
#include "hw_regs.h"
#include "util/ut_pages.h"
#include "winsys/sim/base/ints.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/vgt/stages.h"
#include "winsys/sim/vgt/vgt.h"

#define RING_SHARES 64      /* of a large ring */
#define OUT_PRIMS 8192      /* of a slice of a geometry program, at most if that is possible */
#define SLICE_PATCHES 16    /* at least */
#define PARTS 6             /* that a draw is cut into, at least */

static uint32_t ctx(const struct sim_gpu *gpu, uint32_t offset)
{
   return sim_ctx_reg(&gpu->regs, offset);
}

static uint32_t ring_slots(uint32_t size_256B, uint32_t wave_B)
{
   uint64_t size_B = (uint64_t)size_256B << 8;
   if (size_B > UINT32_MAX)
      size_B = UINT32_MAX & ~255u;
   return wave_B ? (uint32_t)(size_B / wave_B) : SIM_BATCH_VERTS;
}

/* Part of a ring that a thread works in. Batches end with it, so it must not depend on the number of threads. */
static uint32_t share_of(struct sim_stages *s, uint32_t slots, uint32_t most)
{
   uint32_t share = slots / RING_SHARES;
   share = share < 1 ? 1 : share < most ? share : most;
   s->shares = min_u32(s->shares, slots / share);
   return share;
}

static bool gs_init(struct sim_gpu *gpu, struct sim_stages *s)
{
   uint32_t mode = ctx(gpu, R_028A40_VGT_GS_MODE), type = ctx(gpu, R_028A6C_VGT_GS_OUT_PRIM_TYPE);
   if (G_028A40_MODE(mode) != V_028A40_GS_SCENARIO_G || (gpu->gfx_level >= 7 && G_028A40_ONCHIP(mode))) {
      sim_report(gpu, "geometry program with VGT_GS_MODE 0x%x is not simulated: draw ignored", mode);
      return false;
   }
   s->es_item_dw = G_028AAC_ITEMSIZE(ctx(gpu, R_028AAC_VGT_ESGS_RING_ITEMSIZE));
   s->gs_item_dw = G_028AAC_ITEMSIZE(ctx(gpu, R_028AB0_VGT_GSVS_RING_ITEMSIZE));
   const uint32_t es_size_256B = sim_moved_reg(gpu, R_0088C8_VGT_ESGS_RING_SIZE, R_030900_VGT_ESGS_RING_SIZE);
   const uint32_t gs_size_256B = sim_moved_reg(gpu, R_0088CC_VGT_GSVS_RING_SIZE, R_030904_VGT_GSVS_RING_SIZE);
   const uint32_t es_slots = ring_slots(es_size_256B, 256 * s->es_item_dw);
   const uint32_t gs_slots = ring_slots(gs_size_256B, 256 * s->gs_item_dw);
   if (!es_slots || !gs_slots) {
      sim_lose(gpu, "%s ring has no room for a wave", es_slots ? "GSVS" : "ESGS");
      return false;
   }
   s->es_share = share_of(s, es_slots, ES_SHARE_WAVES);
   s->gs_share = share_of(s, gs_slots, GS_SHARE_WAVES);
   s->max_verts = G_028B38_MAX_VERT_OUT(ctx(gpu, R_028B38_VGT_GS_MAX_VERT_OUT));
   if (s->max_verts > GS_MAX_VERTS)
      s->max_verts = GS_MAX_VERTS;
   uint32_t instances = ctx(gpu, R_028B90_VGT_GS_INSTANCE_CNT);
   s->instances = G_028B90_ENABLE(instances) && G_028B90_CNT(instances) ? G_028B90_CNT(instances) : 1;
   bool unique = G_028A6C_UNIQUE_TYPE_PER_STREAM(type);
   const uint32_t types[GS_STREAMS] = {
      G_028A6C_OUTPRIM_TYPE(type), unique ? G_028A6C_OUTPRIM_TYPE_1(type) : G_028A6C_OUTPRIM_TYPE(type),
      unique ? G_028A6C_OUTPRIM_TYPE_2(type) : G_028A6C_OUTPRIM_TYPE(type),
      unique ? G_028A6C_OUTPRIM_TYPE_3(type) : G_028A6C_OUTPRIM_TYPE(type),
   };
   for (unsigned i = 0; i < GS_STREAMS; i++) {
      s->stream[i].offset_dw = i ? ctx(gpu, R_028A60_VGT_GSVS_RING_OFFSET_1 + 4 * (i - 1)) & 0x7fff : 0;
      s->stream[i].lane_dw = G_028AAC_ITEMSIZE(ctx(gpu, R_028B5C_VGT_GS_VERT_ITEMSIZE + 4 * i)) * s->max_verts;
      s->stream[i].corners = types[i] <= V_028A6C_TRISTRIP ? (uint8_t)(types[i] + 1) : 1;
   }
   if (types[0] > V_028A6C_TRISTRIP)
      sim_report(gpu, "geometry program's primitive type %u is not simulated: points", types[0]);
   return sim_stage_init(gpu, &s->es_stage, SQ_ES) && sim_stage_init(gpu, &s->gs_stage, SQ_GS);
}

static bool tess_init(struct sim_gpu *gpu, struct sim_stages *s)
{
   uint32_t config = ctx(gpu, R_028B58_VGT_LS_HS_CONFIG), param = ctx(gpu, R_028B6C_VGT_TF_PARAM);
   uint32_t offchip = sim_moved_reg(gpu, R_0089B0_VGT_HS_OFFCHIP_PARAM, R_03093C_VGT_HS_OFFCHIP_PARAM);
   s->patches = G_028B58_NUM_PATCHES(config);
   s->in_corners = G_028B58_HS_NUM_INPUT_CP(config);
   s->out_corners = G_028B58_HS_NUM_OUTPUT_CP(config);
   if (!s->patches || !s->in_corners || !s->out_corners || G_028B6C_TYPE(param) > V_028B6C_TESS_QUAD ||
       G_028B6C_PARTITIONING(param) > V_028B6C_PART_FRAC_EVEN || G_028B6C_TOPOLOGY(param) > V_028B6C_OUTPUT_TRIANGLE_CCW) {
      sim_report(gpu, "tessellation with VGT_LS_HS_CONFIG 0x%x, VGT_TF_PARAM 0x%x: draw ignored", config, param);
      return false;
   }
   s->mode = (struct tess_mode){ (enum tess_domain)G_028B6C_TYPE(param), (enum tess_spacing)G_028B6C_PARTITIONING(param),
                                 (enum tess_topology)G_028B6C_TOPOLOGY(param),
                                 sim_ctx_float(&gpu->regs, R_028A1C_VGT_HOS_MIN_TESS_LEVEL),
                                 sim_ctx_float(&gpu->regs, R_028A18_VGT_HOS_MAX_TESS_LEVEL) };
   s->offchip_block_B = 32768u >> G_03093C_OFFCHIP_GRANULARITY(offchip);
   uint32_t offchip_blocks = gpu->gfx_level == 6 ? G_0089B0_OFFCHIP_BUFFERING(offchip) : G_03093C_OFFCHIP_BUFFERING(offchip);
   if (gpu->gfx_level >= 8)
      offchip_blocks++;
   s->dynamic_hs = G_028B54_DYNAMIC_HS(ctx(gpu, R_028B54_VGT_SHADER_STAGES_EN));
   s->factor_va = (uint64_t)sim_moved_reg(gpu, R_0089B8_VGT_TF_MEMORY_BASE, R_030940_VGT_TF_MEMORY_BASE) << 8;
   const uint32_t factor_ring_B = 4 * G_008988_SIZE(sim_moved_reg(gpu, R_008988_VGT_TF_RING_SIZE, R_030938_VGT_TF_RING_SIZE));
   s->factor_block_B = 4 * (s->dynamic_hs + s->patches * tess_num_factors(s->mode.domain));
   if (!offchip_blocks || s->factor_block_B > factor_ring_B) {
      sim_lose(gpu, "%s has no room for a group of %u patches", offchip_blocks ? "tessellation factor ring" : "off-chip buffer",
               s->patches);
      return false;
   }
   s->shares = min_u32(s->shares, min_u32(offchip_blocks, factor_ring_B / s->factor_block_B));
   if (!sim_stage_init(gpu, &s->ls_stage, SQ_LS) || !sim_stage_init(gpu, &s->hs_stage, SQ_HS))
      return false;
   s->lds_B = G_00B52C_LDS_SIZE(s->ls_stage.rsrc2) * (gpu->gfx_level == 6 ? 256 : 512);
   if (s->lds_B > STAGE_LDS_B)
      s->lds_B = STAGE_LDS_B;
   return true;
}

bool sim_stages_init(struct sim_gpu *gpu, struct sim_stages *s, unsigned prim_type)
{
   uint32_t en = ctx(gpu, R_028B54_VGT_SHADER_STAGES_EN);
   s->tess = G_028B54_HS_EN(en);
   s->gs = G_028B54_GS_EN(en);
   unsigned vs = s->gs ? V_028B54_VS_STAGE_COPY_SHADER : s->tess ? V_028B54_VS_STAGE_DS : V_028B54_VS_STAGE_REAL;
   unsigned es = !s->gs ? V_028B54_ES_STAGE_OFF : s->tess ? V_028B54_ES_STAGE_DS : V_028B54_ES_STAGE_REAL;
   if (G_028B54_LS_EN(en) != s->tess || G_028B54_ES_EN(en) != es || G_028B54_VS_EN(en) != vs) {
      sim_report(gpu, "VGT_SHADER_STAGES_EN 0x%x is not a valid set of stages: draw ignored", en);
      return false;
   }
   if (s->tess != (prim_type == V_008958_DI_PT_PATCH)) {
      sim_report(gpu, "primitive type %u %s tessellation: draw ignored", prim_type, s->tess ? "with" : "without");
      return false;
   }
   s->streams = vgt_raster_streams(gpu) | (ctx(gpu, R_028B94_VGT_STRMOUT_CONFIG) & 15);
   s->shares = UINT32_MAX;
   return (!s->gs || gs_init(gpu, s)) && (!s->tess || tess_init(gpu, s));
}

bool vgt_in_time(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   g->failed = g->failed || sim_draw_is_late(g->gpu, v->vgt->deadline_ns);
   return !g->failed;
}

/* A slice is a group of patches, or what makes no more primitives than memory should hold. With stream output it takes all of its
 * places at once, so that the next slice can go on: a thread's share of the rings holds it. */
uint32_t vgt_stages_slice(const struct sim_vgt *vgt, uint64_t total)
{
   const struct sim_stages *s = vgt->stages;
   const uint32_t per_prim = vgt_primitive_indices(vgt);
   if (s->tess)
      return (vgt->so || s->patches >= SLICE_PATCHES ? 1 : SLICE_PATCHES / s->patches) * s->patches * s->in_corners;
   uint32_t prims = OUT_PRIMS / (s->max_verts * s->instances + 1);
   prims = prims < 64 ? 64 : min_u32(prims, SIM_BATCH_PRIMS) / 64 * 64;
   if (vgt->so) {
      prims = min_u32(prims, 64 * s->gs_share / s->instances);
      prims = min_u32(prims, (64 * s->es_share - GS_MAX_CORNERS) / per_prim);
   }
   const uint64_t part = (total / PARTS / per_prim + 63) / 64 * 64;
   prims = part < prims ? (uint32_t)part : prims;
   return (prims ? prims : 1) * per_prim;
}

/* ---- the way of primitives ------------------------------------------------------------------------------------------- */

bool vgt_stages_begin(struct vgt *v)
{
   struct sim_worker *w = v->geom->worker;
   if (!w->stage_mem) {
      w->stage_mem = ut_pages_alloc(sizeof *w->stage_mem, 64);
      if (!w->stage_mem) {
         v->geom->failed = v->geom->no_memory = true;
         return false;
      }
   }
   struct sim_stage_mem *m = w->stage_mem;
   const struct sim_stages *s = v->vgt->stages;
   m->es.num_verts = m->es.num_prims = m->es.first_of_instance = m->num_patches = 0;
   m->gs_corners = 0;
   m->es.ids = false;
   m->es.kind = s->tess ? SIM_BATCH_TESS : SIM_BATCH_DRAW;
   m->has_result = false;
   v->b->kind = s->gs ? SIM_BATCH_COPY : SIM_BATCH_TESS;
   v->b->ids = false;
   v->b->rects = false;
   return true;
}

void vgt_stages_primitive(struct vgt *v, unsigned n, const uint32_t *id)
{
   struct sim_geom *g = v->geom;
   g->ia_primitives++;
   if (g->failed)
      return;
   if (v->vgt->stages->tess) {
      vgt_tess_add(v, id);
   } else {
      uint16_t slot[GS_MAX_CORNERS];
      vgt_gs_make_room(v, n);
      for (unsigned k = 0; k < n; k++)
         slot[k] = (uint16_t)vgt_slot(v, &g->worker->stage_mem->es, id[k]);
      vgt_gs_add(v, n, slot, v->prim_id);
   }
   v->prim_id++;
}

/* A group of patches belongs to one instance; instances do not share vertices. */
void vgt_stages_end_instance(struct vgt *v)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   if (v->vgt->stages->tess)
      vgt_tess_flush(v, false);
   m->es.first_of_instance = m->es.num_verts;
}

void vgt_stages_end(struct vgt *v)
{
   if (v->vgt->stages->tess)
      vgt_tess_flush(v, true);
   else
      vgt_gs_flush(v, true);
}
