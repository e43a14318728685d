/* vgt_gs.c: geometry programs. Vertices go through the export program, which stores them in the ESGS ring; geometry waves,
 * one lane per primitive and invocation, read them there and store what they emit in the GSVS ring; messages tell which
 * vertices those are and where strips end. They come out as a batch for the copy program, which reads the ring by the
 * dword offset in its v0. Order: primitives, their invocations, what each emitted. */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/vgt/stages.h"
#include "winsys/sim/vgt/vgt.h"

/* A wave's vertices take 64 dwords of the ring for each of theirs. */
static uint32_t es_slot_B(const struct sim_stages *s)
{
   return 256 * s->es_item_dw;
}

void vgt_gs_make_room(struct vgt *v, unsigned n)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   uint32_t slots = v->vgt->stages->es_slots, limit = slots < SIM_BATCH_VERTS / 64 ? slots * 64 : SIM_BATCH_VERTS;
   if (m->es.num_verts + n > limit || m->es.num_prims == SIM_BATCH_PRIMS)
      vgt_gs_flush(v);
}

void vgt_gs_add(struct vgt *v, unsigned n, const uint16_t *slot, uint32_t prim_id)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   uint32_t prim = m->es.num_prims++;
   for (unsigned k = 0; k < GS_MAX_CORNERS; k++)
      m->gs_corner[prim][k] = k < n ? slot[k] : 0;
   m->gs_prim_id[prim] = prim_id;
}

/* Leaves the batch's vertices from *base_B on in the ring. */
static bool run_es(struct vgt *v, uint32_t *base_B)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   struct sq_wave *w = &g->worker->wave;
   uint32_t count = m->es.num_verts, slots = (count + 63) / 64;
   if (m->es_next + slots > s->es_slots)
      m->es_next = 0;
   *base_B = m->es_next * es_slot_B(s);
   m->es_next += slots;
   for (unsigned first = 0; first < count;) {
      unsigned left = count - first, in_slot = 64 - first % 64, lanes = sim_stage_lanes(g->gpu, &s->es_stage, left);
      unsigned live = left < lanes ? left : lanes;
      if (live > in_slot)
         live = in_slot;
      unsigned sgpr = sim_stage_begin(&s->es_stage, w);
      if (G_00B32C_OC_LDS_EN(s->es_stage.rsrc2)) {
         w->sgpr[sgpr++] = m->es.offchip_offset_B;
         w->sgpr[sgpr++] = 0;
      }
      w->sgpr[sgpr++] = *base_B + first / 64 * es_slot_B(s) + first % 64 * 4;
      sim_spi_vertex_inputs(g->gpu, &m->es, w, first, live);
      if (!sim_stage_run(g, &s->es_stage, lanes, live, 4, sgpr))
         return false;
      first += live;
   }
   if (s->tess)
      vgt_count(v, &g->gpu->ds_invocations, count);
   else
      g->vs_invocations += count;
   return true;
}

/* s_sendmsg of a geometry wave. */
static void on_message(struct sq_wave *w, uint32_t imm, uint32_t m0)
{
   enum { MSG_GS = 2, MSG_GS_DONE = 3, CUT = 1, EMIT = 2 };
   struct gs_emitted *e = w->user;
   unsigned id = imm & 15, op = imm >> 4 & 3, stream = imm >> 8 & 3;
   if (id != MSG_GS && id != MSG_GS_DONE)
      return;
   for (uint64_t left = w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint16_t *count = &e->count[stream][lane];
      if ((op & EMIT) && *count < e->max_verts)
         ++*count;
      if ((op & CUT) && *count < GS_MAX_VERTS)
         e->cut[stream][lane][*count / 64] |= 1ull << *count % 64;
   }
}

/* ---- what was emitted ------------------------------------------------------------------------------------------------ */

static void emit(struct vgt *v, unsigned corners, const uint32_t *at, bool begins, bool unshared_vertices)
{
   struct sim_batch *b = v->b;
   vgt_make_room(v, 3);
   uint16_t *corner = b->corner + 3 * b->num_prims;
   for (unsigned k = 0; k < 3; k++)
      corner[k] = k >= corners ? corner[k - 1] :
                  (uint16_t)(unshared_vertices ? vgt_new_slot(v, b, at[k]) : vgt_slot(v, b, at[k]));
   b->edge_flags[b->num_prims++] = begins ? 7 | SIM_EDGE_BEGINS : 7;
   vgt_count(v, &v->geom->gpu->gs_primitives, 1);
}

/* One lane's strips. Vertex n of it begins at dword `first` + 16 n of the ring. */
static void emit_strips(struct vgt *v, unsigned corners, uint32_t first, unsigned count, const uint64_t *cut,
                        bool unshared_vertices)
{
   unsigned in_strip = 0;
   for (unsigned n = 0; n < count; n++) {
      uint32_t c = first + 16 * n, b = c - 16, a = c - 32;
      if (cut[n / 64] >> n % 64 & 1)
         in_strip = 0;
      if (++in_strip < corners)
         continue;
      const bool turned = corners == 3 && !(in_strip & 1), begins = in_strip == corners;
      if (!turned)
         emit(v, corners, corners == 3 ? (uint32_t[]){ a, b, c } : corners == 2 ? (uint32_t[]){ b, c, c } : &c, begins,
              unshared_vertices);
      else if (v->vgt->provoking_last)
         emit(v, 3, (uint32_t[]){ b, a, c }, begins, unshared_vertices);
      else
         emit(v, 3, (uint32_t[]){ a, c, b }, begins, unshared_vertices);
   }
}

static void take_emitted(struct vgt *v, unsigned live, uint32_t slot_dw)
{
   const struct sim_stages *s = v->vgt->stages;
   const struct gs_emitted *e = &v->geom->worker->stage_mem->emitted;
   for (unsigned i = 0; i < GS_STREAMS; i++) {
      if (!(s->streams >> i & 1))
         continue;
      unsigned corners = s->stream[i].corners;
      if (v->stream != i || v->b->corners != corners)
         vgt_end_batch(v);
      v->stream = i;
      v->b->corners = corners;
      bool unshared_vertices = v->vgt->captured_streams >> i & 1;
      for (unsigned lane = 0; lane < live && !v->geom->failed; lane++) {
         uint32_t first = slot_dw + 64 * s->stream[i].offset_dw + lane / 16 * 16 * s->stream[i].lane_dw + lane % 16;
         emit_strips(v, corners, first, e->count[i][lane], e->cut[i][lane], unshared_vertices);
      }
   }
}

/* ---- waves ------------------------------------------------------------------------------------------------------------ */

/* Lanes from `first` on: primitives and their invocations. Vertex offsets are dwords into the ESGS ring. */
static void gs_vgprs(const struct sim_stages *s, const struct sim_stage_mem *m, struct sq_wave *w, unsigned first,
                     unsigned live, uint32_t es_base_B)
{
   static const uint8_t row[GS_MAX_CORNERS] = { 0, 1, 3, 4, 5, 6 };
   for (unsigned lane = 0; lane < live; lane++) {
      uint32_t prim = (first + lane) / s->instances;
      for (unsigned k = 0; k < GS_MAX_CORNERS; k++) {
         uint32_t slot = m->gs_corner[prim][k];
         w->vgpr[row[k]][lane] = (es_base_B + slot / 64 * es_slot_B(s)) / 4 + slot % 64;
      }
      w->vgpr[2][lane] = m->gs_prim_id[prim];
      w->vgpr[7][lane] = (first + lane) % s->instances;
   }
}

static bool run_gs_wave(struct vgt *v, unsigned first, unsigned lanes, unsigned live, uint32_t es_base_B)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   struct sq_wave *w = &g->worker->wave;
   if (m->gs_next >= s->gs_slots) {
      vgt_end_batch(v); /* the copy program has read what the next waves write over */
      m->gs_next = 0;
   }
   uint32_t slot_B = m->gs_next++ * 256 * s->gs_item_dw;
   unsigned words = (s->max_verts + 63) / 64;
   m->emitted.max_verts = s->max_verts;
   for (unsigned i = 0; i < GS_STREAMS; i++) {
      memset(m->emitted.count[i], 0, sizeof m->emitted.count[i]);
      for (unsigned lane = 0; lane < live; lane++)
         memset(m->emitted.cut[i][lane], 0, 8 * words);
   }
   unsigned sgpr = sim_stage_begin(&s->gs_stage, w);
   w->sgpr[sgpr++] = slot_B;
   w->sgpr[sgpr++] = m->gs_wave_id++ & 0xffff;
   gs_vgprs(s, m, w, first, live, es_base_B);
   w->sendmsg = on_message;
   w->user = &m->emitted;
   bool ok = sim_stage_run(g, &s->gs_stage, lanes, live, 8, sgpr);
   w->sendmsg = NULL;
   w->user = NULL;
   if (ok)
      take_emitted(v, live, slot_B / 4);
   return ok;
}

void vgt_gs_flush(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   uint32_t total = m->es.num_prims * s->instances, es_base_B;
   if (total && vgt_in_time(v) && run_es(v, &es_base_B)) {
      for (uint32_t first = 0; first < total && vgt_in_time(v);) {
         unsigned left = total - first, lanes = sim_stage_lanes(g->gpu, &s->gs_stage, left);
         unsigned live = left < lanes ? left : lanes;
         if (!run_gs_wave(v, first, lanes, live, es_base_B))
            break;
         first += live;
      }
      vgt_count(v, &g->gpu->gs_invocations, total);
   }
   m->es.num_verts = m->es.num_prims = m->es.first_of_instance = 0;
}
