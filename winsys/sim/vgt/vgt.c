/* vgt.c: vertex grouper: takes a slice of a draw's indices apart into points, lines, triangles and patches, and collects
 * vertices into batches, each vertex once unless a stage needs copies. A batch then goes through the vertex program and the
 * primitive assembler; what geometry shaders and tessellation put in front of that is in vgt_gs.c and vgt_tess.c. Slices
 * are independent: indices that a strip or fan needs from before its slice are read again. */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/pa/pa.h"
#include "winsys/sim/sc/bin.h"
#include "winsys/sim/spi/spi.h"
#include "winsys/sim/vgt/stages.h"
#include "winsys/sim/vgt/vgt.h"

#define INDEX_BLOCK 384 /* indices processed together; a multiple of 3 */
#define STIPPLED_PRIMS 16 /* of a batch, before the bins' memory is looked at again: each line may become thousands */
#define LOOK_BACK 12    /* most earlier indices that a primitive depends on; a multiple of all primitive sizes but patches */

/* A batch whose primitives go straight to the bins may be more than these should hold. */
static bool make_room_in_bins(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   if (sim_bin_memory_B(g->gpu) < sim_bin_limit_B)
      return true;
   sim_bin_flush_tiles(g->gpu);
   g->spare_prim = NULL;
   g->failed = g->gpu->lost || !sim_bin_update_state(g->gpu) || (v->vgt->deadline_ns && !vgt_in_time(v));
   g->pixel = g->gpu->pixel;
   return !g->failed;
}

void vgt_end_batch(struct vgt *v)
{
   struct sim_geom *g = v->geom;
   struct sim_batch *b = v->b;
   if (b->num_prims && !g->failed && (!g->direct || make_room_in_bins(v))) {
      if (v->vgt->so)
         b->so = vgt_so_reserve(&v->so, v->stream, b->num_prims, b->corners);
      else
         b->so.stream = v->stream;
      bool drawn = v->vgt->raster_streams >> v->stream & 1;
      if ((drawn || b->so.allowed) && sim_spi_run_vertices(g, drawn && !g->pa->kill_all) && drawn)
         sim_pa_primitives(g);
      if (!v->vgt->stages)
         g->ia_primitives += b->num_prims;
   }
   b->num_verts = b->num_prims = b->first_of_instance = 0;
}

static inline void emit(struct vgt *v, unsigned corners, uint32_t i0, uint32_t i1, uint32_t i2, unsigned edges)
{
   struct sim_batch *b = v->b;
   if (v->replay_only)
      return;
   const uint32_t id[3] = { i0, i1, i2 };
   if (v->vgt->stages) {
      vgt_stages_primitive(v, corners, id);
      return;
   }
   const bool unshared = v->vgt->unshared; /* vertices belong to one primitive only */
   vgt_make_room(v, unshared ? corners : 3, 1);
   uint16_t *corner = b->corner + 3 * b->num_prims;
#pragma GCC unroll 3
   for (unsigned k = 0; k < 3; k++) {
      corner[k] = k >= corners ? corner[k - 1] : (uint16_t)(unshared ? vgt_new_slot(v, b, id[k]) : vgt_slot(v, b, id[k]));
      if (unshared)
         b->extra[0][corner[k]] = v->prim_id;
   }
   b->edge_flags[b->num_prims++] = (uint8_t)edges;
   v->prim_id += unshared;
}

/* Adjacency primitives: for lines the adjacent vertex, both corners, the adjacent vertex; for triangles each corner and the
 * vertex across the side that leads to the next corner. Only geometry shaders read adjacent vertices. */
static void emit_adjacency(struct vgt *v, unsigned count, const uint32_t *id)
{
   if (v->vgt->stages && !v->replay_only)
      vgt_stages_primitive(v, count, id);
   else if (count == 4)
      emit(v, 2, id[1], id[2], 0, v->seen == 4 ? 1 | SIM_EDGE_BEGINS : 1);
   else
      emit(v, 3, id[0], id[2], id[4], 7);
}

/* A triangle of a primitive that has several: they have one primitive id. */
static void emit_part(struct vgt *v, uint32_t i0, uint32_t i1, uint32_t i2, unsigned edges, bool last)
{
   const uint32_t prim_id = v->prim_id;
   emit(v, 3, i0, i1, i2, edges);
   if (!last)
      v->prim_id = prim_id;
}

/* Quads: the corner that gives flat values is the last or the first of both halves. Edge 1 of the first half and edge 2
 * of the second are inside. Edge k leads from corner k to the next. */
static void emit_quad(struct vgt *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
   if (v->vgt->provoking_last) {
      emit_part(v, a, b, d, 5, false);
      emit_part(v, b, c, d, 3, true);
   } else {
      emit_part(v, a, b, c, 3, false);
      emit_part(v, a, c, d, 6, true);
   }
}

static inline uint32_t past(const struct vgt *v, uint32_t n)
{
   return v->past[n % VGT_HISTORY];
}

/* Triangle k of a strip with adjacency: corners 2k, 2k + 2, 2k + 4. The vertices across the sides that it shares with the
 * strip are corners of the triangles before and after it, unless it is the first or the last. Odd triangles swap two corners.
 * (OpenGL 4.6, table 10.1; geometry shaders get odd triangles with the corner first that is second in the table.) */
static void strip_adjacency(struct vgt *v, uint32_t k, bool last)
{
   uint32_t n = 2 * k;
   uint32_t before = past(v, k ? n - 2 : n + 1), after = past(v, last ? n + 5 : n + 6), outside = past(v, n + 3);
   if (k & 1) {
      if (v->vgt->provoking_last && !v->vgt->stages)
         emit_adjacency(v, 6, (uint32_t[]){ past(v, n + 2), before, past(v, n), outside, past(v, n + 4), after });
      else
         emit_adjacency(v, 6, (uint32_t[]){ past(v, n), outside, past(v, n + 4), after, past(v, n + 2), before });
   } else {
      emit_adjacency(v, 6, (uint32_t[]){ past(v, n), before, past(v, n + 2), after, past(v, n + 4), outside });
   }
}

/* The triangle that ends at corner n of a polygon. Its sides are shown that are the polygon's. */
static void polygon_part(struct vgt *v, uint32_t n, bool last)
{
   bool begins = n == 2;
   if (v->vgt->provoking_last)
      emit_part(v, past(v, n - 1), past(v, n), v->first, 1 | (unsigned)last << 1 | (unsigned)begins << 2, last);
   else
      emit_part(v, v->first, past(v, n - 1), past(v, n), (unsigned)begins | 2 | (unsigned)last << 2, last);
}

static void patch(struct vgt *v, uint32_t n, uint32_t i)
{
   uint32_t corners = v->vgt->stages->in_corners, *corner = v->geom->worker->stage_mem->patch_corner;
   corner[n % corners] = i;
   if (n % corners == corners - 1 && !v->replay_only)
      vgt_stages_primitive(v, corners, corner);
}

static void restart(struct vgt *v)
{
   if (v->vgt->prim_type == V_008958_DI_PT_LINELOOP && v->seen > 1)
      emit(v, 2, past(v, v->seen - 1), v->first, 0, 1);
   if (v->vgt->prim_type == V_008958_DI_PT_TRISTRIP_ADJ && v->seen >= 6)
      strip_adjacency(v, (v->seen - 6) / 2, true);
   if (v->vgt->prim_type == V_008958_DI_PT_POLYGON && v->seen >= 3)
      polygon_part(v, v->seen - 1, true);
   v->seen = 0;
}

static inline void corner(struct vgt *v, uint32_t i)
{
   uint32_t n = v->seen++, a = past(v, n - 2), b = past(v, n - 1); /* a came before b */
   v->past[n % VGT_HISTORY] = i;
   if (n == 0)
      v->first = i;
   switch (v->vgt->prim_type) {
   case V_008958_DI_PT_POINTLIST:
      emit(v, 1, i, 0, 0, 0);
      break;
   case V_008958_DI_PT_LINELIST:
      if (n & 1)
         emit(v, 2, b, i, 0, 1);
      break;
   case V_008958_DI_PT_LINELOOP:
   case V_008958_DI_PT_LINESTRIP:
      if (n)
         emit(v, 2, b, i, 0, n == 1 ? 1 | SIM_EDGE_BEGINS : 1);
      break;
   case V_008958_DI_PT_TRILIST:
   case V_008958_DI_PT_RECTLIST:
      if (n % 3 == 2)
         emit(v, 3, a, b, i, 7);
      break;
   case V_008958_DI_PT_TRISTRIP:
      /* Odd strip triangles swap two corners; the provoking corner keeps its place. */
      if (n >= 2 && !(n & 1))
         emit(v, 3, a, b, i, 7);
      else if (n >= 2 && v->vgt->provoking_last)
         emit(v, 3, b, a, i, 7);
      else if (n >= 2)
         emit(v, 3, a, i, b, 7);
      break;
   case V_008958_DI_PT_TRIFAN:
      if (n >= 2 && v->vgt->provoking_last)
         emit(v, 3, v->first, b, i, 7);
      else if (n >= 2)
         emit(v, 3, b, i, v->first, 7);
      break;
   case V_008958_DI_PT_POLYGON:
      if (n >= 3) /* it goes on, so the triangle before this corner's is not the last one */
         polygon_part(v, n - 1, false);
      break;
   case V_008958_DI_PT_QUADLIST:
      if (n % 4 == 3)
         emit_quad(v, past(v, n - 3), a, b, i);
      break;
   case V_008958_DI_PT_QUADSTRIP:
      /* Around the quad: oldest, a, i, b. The newest corner is the last one, the oldest the first. */
      if (n >= 3 && (n & 1) && v->vgt->provoking_last)
         emit_quad(v, b, past(v, n - 3), a, i);
      else if (n >= 3 && (n & 1))
         emit_quad(v, past(v, n - 3), a, i, b);
      break;
   case V_008958_DI_PT_LINELIST_ADJ:
      if (n % 4 == 3)
         emit_adjacency(v, 4, (uint32_t[]){ past(v, n - 3), a, b, i });
      break;
   case V_008958_DI_PT_LINESTRIP_ADJ:
      if (n >= 3)
         emit_adjacency(v, 4, (uint32_t[]){ past(v, n - 3), a, b, i });
      break;
   case V_008958_DI_PT_TRILIST_ADJ:
      if (n % 6 == 5)
         emit_adjacency(v, 6, (uint32_t[]){ past(v, n - 5), past(v, n - 4), past(v, n - 3), a, b, i });
      break;
   case V_008958_DI_PT_TRISTRIP_ADJ:
      if (n >= 7 && (n & 1)) /* it goes on, so the triangle before this corner's is not the last one */
         strip_adjacency(v, (n - 7) / 2, false);
      break;
   case V_008958_DI_PT_PATCH:
      patch(v, n, i);
      break;
   }
}

static uint32_t raw_index(const struct sim_vgt *vgt, uint32_t n)
{
   uint16_t half;
   uint32_t word;
   switch (vgt->draw.index_B) {
   case 1:
      return vgt->indices[n];
   case 2:
      memcpy(&half, vgt->indices + 2 * (size_t)n, 2);
      return half;
   default:
      memcpy(&word, vgt->indices + 4 * (size_t)n, 4);
      return word;
   }
}

uint32_t sim_vgt_fetch(const struct sim_vgt *vgt, uint32_t n)
{
   if (!vgt->draw.index_B)
      return n;
   return n < vgt->readable ? raw_index(vgt, n) : 0;
}

static void fetch_block(const struct sim_vgt *vgt, uint32_t n, unsigned count, uint32_t *out)
{
   uint32_t add = vgt->index_offset;
   unsigned readable = !vgt->draw.index_B ? 0 : n >= vgt->readable ? 0 : vgt->readable - n < count ? vgt->readable - n : count;
   if (!vgt->draw.index_B) {
      for (unsigned i = 0; i < count; i++)
         out[i] = n + i + add;
      return;
   }
   if (vgt->draw.index_B == 2 && readable) {
      const uint8_t *from = vgt->indices + 2 * (size_t)n;
      for (unsigned i = 0; i < readable; i++) {
         uint16_t half;
         memcpy(&half, from + 2 * i, 2);
         out[i] = half + add;
      }
   } else {
      for (unsigned i = 0; i < readable; i++)
         out[i] = raw_index(vgt, n + i) + add;
   }
   for (unsigned i = readable; i < count; i++)
      out[i] = add;
}

/* Complete triangles of a list: the most common draw. */
static void triangles(struct vgt *v, const uint32_t *id, unsigned count)
{
   struct sim_batch *b = v->b;
   for (unsigned i = 0; i + 3 <= count; i += 3) {
      vgt_make_room(v, 3, 1);
      uint16_t *corner = b->corner + 3 * b->num_prims;
      for (unsigned k = 0; k < 3; k++)
         corner[k] = (uint16_t)vgt_slot(v, b, id[i + k]);
      b->edge_flags[b->num_prims++] = 7;
   }
}

/* Complete points, lines or triangles of a list, which share no vertices. */
static void unshared_list(struct vgt *v, const uint32_t *id, unsigned count)
{
   struct sim_batch *b = v->b;
   const unsigned corners = b->corners;
   while (count >= corners) {
      vgt_make_room(v, corners, 1);
      const unsigned at = b->num_verts, room = (SIM_BATCH_VERTS - at) / corners, room_prims = v->max_prims - b->num_prims;
      unsigned prims = count / corners;
      prims = prims < room ? prims : room;
      prims = prims < room_prims ? prims : room_prims;
      const unsigned verts = prims * corners;
      memcpy(b->index + at, id, 4 * verts);
      for (unsigned i = 0; i < verts; i++)
         b->instance[at + i] = v->instance;
      uint16_t *corner = b->corner + 3 * b->num_prims;
      for (unsigned i = 0; i < prims; i++, corner += 3)
         for (unsigned k = 0; k < 3; k++)
            corner[k] = (uint16_t)(at + corners * i + (k < corners ? k : corners - 1));
      for (unsigned i = 0; i < verts && b->ids; i++)
         b->extra[0][at + i] = v->prim_id + i / corners;
      memset(b->edge_flags + b->num_prims, corners == 3 ? 7 : corners - 1, prims);
      b->num_verts += verts;
      b->num_prims += prims;
      v->prim_id += prims;
      id += verts;
      count -= verts;
   }
}

/* Sees again what the corners from n on need. */
static void look_back(struct vgt *v, uint32_t n)
{
   const struct sim_vgt *vgt = v->vgt;
   const struct sim_strip strip = vgt_strip_at(vgt, n);
   const uint32_t start = strip.start, since = n - start;
   uint32_t back = since < LOOK_BACK ? since : since % LOOK_BACK + LOOK_BACK;
   v->prim_id = vgt->first_prim_id + vgt_ids_before(vgt, strip, n);
   if (vgt->prim_type == V_008958_DI_PT_PATCH)
      back = since % vgt->stages->in_corners;
   v->seen = since - back;
   if (v->seen)
      v->first = sim_vgt_fetch(vgt, start) + vgt->index_offset;
   v->replay_only = true;
   for (uint32_t i = n - back; i < n; i++)
      corner(v, sim_vgt_fetch(vgt, i) + vgt->index_offset);
   v->replay_only = false;
}

/* Indices [n, end) of one instance. */
static void some_indices(struct vgt *v, uint32_t n, uint32_t end)
{
   const struct sim_vgt *vgt = v->vgt;
   const bool whole = !vgt->stages && !vgt->restarts;
   const bool points = whole && vgt->unshared && vgt->prim_type == V_008958_DI_PT_POINTLIST;
   const bool list = whole && (vgt->prim_type == V_008958_DI_PT_TRILIST || vgt->prim_type == V_008958_DI_PT_RECTLIST);
   uint32_t id[INDEX_BLOCK];
   v->seen = 0;
   v->prim_id = vgt->first_prim_id;
   if (n)
      look_back(v, n);
   while (n < end && !v->geom->failed) {
      unsigned count = end - n < INDEX_BLOCK ? end - n : INDEX_BLOCK;
      fetch_block(vgt, n, count, id);
      if (points || (list && vgt->unshared && n % 3 == 0)) {
         unshared_list(v, id, count);
      } else if (list && n % 3 == 0) {
         triangles(v, id, count);
      } else {
         for (unsigned i = 0; i < count; i++) {
            if (vgt->restarts && id[i] - vgt->index_offset == vgt->restart_at)
               restart(v);
            else
               corner(v, id[i]);
         }
      }
      n += count;
   }
}

/* The stream's first vertices are those of the draw. */
void sim_vgt_slice(struct sim_geom *g, const struct sim_vgt *vgt, uint64_t first, uint64_t end)
{
   struct vgt v;
   v.vgt = vgt;
   v.geom = g;
   v.b = g->batch;
   v.stream = 0;
   v.max_prims = vgt->in_order ? STIPPLED_PRIMS : SIM_BATCH_PRIMS;
   v.thread = (uint32_t)(g->worker - g->gpu->workers);
   v.replay_only = false;
   memset(v.past, 0, sizeof v.past);
   struct sim_batch *b = g->batch;
   uint32_t count = vgt->draw.count;
   b->corners = vgt->corners;
   b->rects = vgt->rects;
   b->so = (struct sim_so_wave){ 0 };
   b->kind = SIM_BATCH_DRAW;
   b->num_verts = b->num_prims = b->first_of_instance = 0;
   b->ids = vgt->ids;
   if (vgt->stages && !vgt_stages_begin(&v))
      return;
   if (vgt->so && !vgt->stages) {
      v.so = *vgt->so;
      vgt_so_reserve(&v.so, 0, first / count * vgt->parts + vgt_parts_before(vgt, (uint32_t)(first % count)), vgt->corners);
   }
   while (first < end && !g->failed) {
      uint32_t n = (uint32_t)(first % count);
      uint32_t stop = end - first < count - n ? n + (uint32_t)(end - first) : count;
      v.instance = (uint32_t)(first / count);
      b->first_of_instance = b->num_verts;
      some_indices(&v, n, stop);
      if (stop == count)
         restart(&v); /* closes a loop */
      first += stop - n;
      if (vgt->stages && first < end)
         vgt_stages_end_instance(&v);
   }
   if (vgt->stages)
      vgt_stages_end(&v);
   vgt_end_batch(&v);
}
