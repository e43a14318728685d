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
   if (m->es.num_verts + n > 64 * v->vgt->stages->es_share || m->es.num_prims == SIM_BATCH_PRIMS)
      vgt_gs_flush(v, false);
}

void vgt_gs_add(struct vgt *v, unsigned n, const uint16_t *slot, uint32_t prim_id)
{
   struct sim_stage_mem *m = v->geom->worker->stage_mem;
   uint32_t prim = m->es.num_prims++;
   for (unsigned k = 0; k < n; k++)
      m->gs_corner[k][prim] = slot[k];
   m->gs_corners = n;
   m->gs_prim_id[prim] = prim_id;
}

/* Where the thread's share of the ESGS ring begins. */
static uint32_t es_base_B(const struct vgt *v)
{
   return v->thread * v->vgt->stages->es_share * es_slot_B(v->vgt->stages);
}

/* Leaves the batch's vertices in the ring. */
static bool run_es(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   struct sq_wave *w = &g->worker->wave;
   const uint32_t count = m->es.num_verts, base_B = es_base_B(v);
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
      w->sgpr[sgpr++] = base_B + first / 64 * es_slot_B(s) + first % 64 * 4;
      sim_spi_vertex_inputs(g->gpu, &m->es, w, first, live);
      if (!sim_stage_run(g, &s->es_stage, lanes, live, 4, sgpr))
         return false;
      first += live;
   }
   if (s->tess)
      g->ds_invocations += count;
   else
      g->vs_invocations += count;
   return true;
}

/* ---- what a wave emits ------------------------------------------------------------------------------------------------ */

/* From now on each lane has what it emitted for itself. */
static void spread(struct gs_emitted *e, unsigned stream)
{
   const unsigned words = e->max_verts < GS_MAX_VERTS ? e->max_verts / 64 + 1 : GS_MAX_VERTS / 64;
   e->uniform[stream] = false;
   for (unsigned lane = 1; lane < SQ_MAX_LANES; lane++) {
      e->count[stream][lane] = e->count[stream][0];
      memcpy(e->cut[stream][lane], e->cut[stream][0], 8 * words);
   }
}

/* s_sendmsg of a geometry wave. */
static void on_message(struct sq_wave *w, uint32_t imm, uint32_t m0)
{
   enum { MSG_GS = 2, MSG_GS_DONE = 3, CUT = 1, EMIT = 2 };
   struct gs_emitted *e = w->user;
   unsigned id = imm & 15, op = imm >> 4 & 3, stream = imm >> 8 & 3;
   if (id != MSG_GS && id != MSG_GS_DONE)
      return;
   if (e->uniform[stream] && w->exec != sq_first_lanes(e->lanes))
      spread(e, stream);
   for (uint64_t left = e->uniform[stream] ? 1 : w->exec; left; left &= left - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(left);
      uint16_t *count = &e->count[stream][lane];
      if ((op & EMIT) && *count < e->max_verts)
         ++*count;
      if ((op & CUT) && *count < GS_MAX_VERTS)
         e->cut[stream][lane][*count / 64] |= 1ull << *count % 64;
   }
}

/* ---- strips ----------------------------------------------------------------------------------------------------------- */

static unsigned strip_prims(unsigned corners, unsigned verts)
{
   return verts < corners ? 0 : verts - corners + 1;
}

/* Of the strip that begins at vertex n. */
static unsigned strip_end(const uint64_t *cut, unsigned n, unsigned count)
{
   while (++n < count) {
      const uint64_t cuts = cut[n / 64] >> n % 64;
      if (cuts)
         return n + (unsigned)__builtin_ctzll(cuts) < count ? n + (unsigned)__builtin_ctzll(cuts) : count;
      n |= 63;
   }
   return count;
}

static uint64_t emitted_prims(const struct gs_emitted *e, unsigned stream, unsigned corners)
{
   uint64_t prims = 0;
   for (unsigned lane = 0; lane < (e->uniform[stream] ? 1 : e->lanes); lane++) {
      const unsigned count = e->count[stream][lane];
      for (unsigned n = 0, end; n < count; n = end) {
         end = strip_end(e->cut[stream][lane], n, count);
         prims += strip_prims(corners, end - n);
      }
   }
   return e->uniform[stream] ? prims * e->lanes : prims;
}

/* Vertex n of a strip is at dword first + 16 n of the ring. Odd triangles swap two corners; the provoking one keeps its place. */
static void emit_strip(struct vgt *v, unsigned corners, uint32_t first, unsigned verts, bool unshared_vertices)
{
   static const uint8_t orders[3][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 } };
   struct sim_batch *b = v->b;
   const unsigned prims = strip_prims(corners, verts), odd = corners < 3 ? 0 : v->vgt->provoking_last ? 2 : 1;
   const unsigned at_once = unshared_vertices ? 1 : v->max_prims;
   v->geom->gs_primitives += prims;
   for (unsigned done = 0, count; done < prims; done += count) {
      count = prims - done < at_once ? prims - done : at_once;
      vgt_make_room(v, count + corners - 1, count);
      uint16_t slot = (uint16_t)b->num_verts, *corner = b->corner + 3 * b->num_prims;
      b->num_verts += count + corners - 1;
      for (unsigned i = 0; i < count + corners - 1; i++)
         b->index[slot + i] = first + 16 * (done + i);
      for (unsigned i = done; i < done + count; i++, slot++, corner += 3) {
         const uint8_t *order = orders[i & 1 ? odd : 0];
         for (unsigned k = 0; k < corners; k++) {
            corner[k] = (uint16_t)(slot + (unshared_vertices ? k : order[k]));
            if (unshared_vertices)
               b->index[corner[k]] = first + 16 * (i + order[k]);
         }
         for (unsigned k = corners; k < 3; k++)
            corner[k] = corner[k - 1];
         b->edge_flags[b->num_prims++] = i ? 7 : 7 | SIM_EDGE_BEGINS;
      }
   }
}

static void emit_wave(struct vgt *v, const struct gs_emitted *e, unsigned stream)
{
   const struct sim_stages *s = v->vgt->stages;
   const bool unshared_vertices = v->vgt->so && v->vgt->so->stored >> stream & 1;
   for (unsigned lane = 0; lane < e->lanes && !v->geom->failed; lane++) {
      const uint32_t slot_dw = e->slot_dw + 64 * s->stream[stream].offset_dw;
      const uint32_t first = slot_dw + lane / 16 * 16 * s->stream[stream].lane_dw + lane % 16;
      const unsigned from = e->uniform[stream] ? 0 : lane, count = e->count[stream][from];
      for (unsigned n = 0, end; n < count; n = end) {
         end = strip_end(e->cut[stream][from], n, count);
         emit_strip(v, s->stream[stream].corners, first + 16 * n, end - n, unshared_vertices);
      }
   }
}

/* Sends what so many waves emitted through the copy program. */
static void take_emitted(struct vgt *v, unsigned waves, bool last)
{
   const struct sim_stages *s = v->vgt->stages;
   const struct gs_emitted *e = v->geom->worker->stage_mem->emitted;
   if (v->vgt->so) {
      struct vgt_so_claim claim[SIM_SO_STREAMS] = { 0 };
      for (unsigned i = 0; i < GS_STREAMS; i++)
         for (unsigned n = 0; n < waves && s->streams >> i & 1; n++) {
            claim[i].corners = s->stream[i].corners;
            claim[i].prims += emitted_prims(&e[n], i, claim[i].corners);
         }
      vgt_so_claim(v, claim, last);
   }
   for (unsigned i = 0; i < GS_STREAMS; i++) {
      if (!(s->streams >> i & 1))
         continue;
      v->stream = i;
      v->b->corners = s->stream[i].corners;
      for (unsigned n = 0; n < waves; n++)
         emit_wave(v, &e[n], i);
      vgt_end_batch(v); /* the next waves write over what the copy program reads */
   }
}

/* ---- waves ------------------------------------------------------------------------------------------------------------ */

/* Lanes from `first` on: primitives and their invocations. Vertex offsets are dwords into the ESGS ring. */
static void gs_vgprs(const struct vgt *v, struct sq_wave *w, unsigned first, unsigned live)
{
   static const uint8_t row[GS_MAX_CORNERS] = { 0, 1, 3, 4, 5, 6 };
   const struct sim_stages *s = v->vgt->stages;
   const struct sim_stage_mem *m = v->geom->worker->stage_mem;
   const uint32_t base_dw = es_base_B(v) / 4, slot_dw = es_slot_B(s) / 4;
   uint32_t prim[SQ_MAX_LANES];
   for (unsigned lane = 0; lane < live; lane++) {
      prim[lane] = s->instances == 1 ? first + lane : (first + lane) / s->instances;
      w->vgpr[2][lane] = m->gs_prim_id[prim[lane]];
      w->vgpr[7][lane] = first + lane - prim[lane] * s->instances;
   }
   for (unsigned k = 0; k < GS_MAX_CORNERS; k++)
      for (unsigned lane = 0; lane < live; lane++) {
         const uint32_t slot = k < m->gs_corners ? m->gs_corner[k][prim[lane]] : 0;
         w->vgpr[row[k]][lane] = base_dw + slot / 64 * slot_dw + slot % 64;
      }
}

/* Wave n of those that are kept. How many lanes it has; 0: the draw failed. */
static unsigned run_gs_wave(struct vgt *v, unsigned n, unsigned first, unsigned left)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   struct gs_emitted *e = &m->emitted[n];
   struct sq_wave *w = &g->worker->wave;
   const unsigned lanes = sim_stage_lanes(g->gpu, &s->gs_stage, left), live = left < lanes ? left : lanes;
   const uint32_t slot_B = (v->thread * s->gs_share + n) * 256 * s->gs_item_dw;
   e->max_verts = s->max_verts;
   e->slot_dw = slot_B / 4;
   e->lanes = live;
   for (unsigned i = 0; i < GS_STREAMS; i++) {
      e->uniform[i] = true;
      e->count[i][0] = 0;
      memset(e->cut[i][0], 0, sizeof e->cut[i][0]);
   }
   unsigned sgpr = sim_stage_begin(&s->gs_stage, w);
   w->sgpr[sgpr++] = slot_B;
   w->sgpr[sgpr++] = m->gs_wave_id++ & 0xffff;
   gs_vgprs(v, w, first, live);
   w->sendmsg = on_message;
   w->user = e;
   bool ok = sim_stage_run(g, &s->gs_stage, lanes, live, 8, sgpr);
   w->sendmsg = NULL;
   w->user = NULL;
   return ok ? live : 0;
}

void vgt_gs_flush(struct vgt *v, bool last)
{
   struct sim_geom *g = v->geom;
   const struct sim_stages *s = v->vgt->stages;
   struct sim_stage_mem *m = g->worker->stage_mem;
   const uint32_t total = m->es.num_prims * s->instances;
   if (total && vgt_in_time(v) && run_es(v)) {
      g->gs_invocations += total;
      for (uint32_t first = 0; first < total && vgt_in_time(v);) {
         unsigned waves = 0;
         for (unsigned live = 1; live && waves < s->gs_share && first < total; waves++, first += live)
            live = run_gs_wave(v, waves, first, total - first);
         if (!g->failed)
            take_emitted(v, waves, last && first == total);
      }
   }
   m->es.num_verts = m->es.num_prims = m->es.first_of_instance = 0;
}
