/* vgt.c: vertex grouper: takes a slice of a draw's indices apart into points, lines and triangles, and collects vertices
 * into batches, each vertex once. A batch then goes through the vertex program and the primitive assembler. Slices know
 * nothing of each other: what a strip or fan needs from before its slice is read again.
 * Missing: geometry shaders, tessellation, stream output (reported, nothing is drawn). */
#include <string.h>

#include "hw_regs.h"
#include "winsys/sim/gpu.h"

#define BLOCK 384       /* indices looked at together; whole triangles */
#define LOOK_BACK 12    /* indices that decide what the next one completes, at most; whole lists of every kind */

struct vgt {
   const struct sim_vgt *vgt;
   struct sim_geom *geom;
   struct sim_batch *b;
   uint32_t instance;
   bool mute;           /* only seeing what came before the slice */
   /* Primitive assembly: corners seen since the last restart, and those that strips and fans need again. */
   uint32_t seen, first, second, last[3];
};

static void end_batch(struct vgt *v)
{
   struct sim_batch *b = v->b;
   if (b->num_prims && !v->geom->failed && sim_spi_run_vertices(v->geom)) {
      v->geom->ia_primitives += b->num_prims;
      sim_pa_primitives(v->geom);
   }
   b->num_verts = b->num_prims = b->first_of_instance = 0;
}

static inline unsigned slot_of(struct vgt *v, uint32_t id)
{
   struct sim_batch *b = v->b;
   uint16_t *reuse = &b->reuse[(id ^ id >> 12) & 4095];
   if (*reuse < b->num_verts && *reuse >= b->first_of_instance && b->index[*reuse] == id)
      return *reuse;
   unsigned slot = b->num_verts++;
   b->index[slot] = id;
   b->instance[slot] = v->instance;
   *reuse = (uint16_t)slot;
   return slot;
}

static inline void make_room(struct vgt *v)
{
   if (v->b->num_verts + 3 > SIM_BATCH_VERTS || v->b->num_prims == SIM_BATCH_PRIMS)
      end_batch(v);
}

static inline void emit(struct vgt *v, unsigned corners, uint32_t i0, uint32_t i1, uint32_t i2, unsigned edges)
{
   struct sim_batch *b = v->b;
   if (v->mute)
      return;
   make_room(v);
   uint16_t *corner = b->corner + 3 * b->num_prims;
   corner[0] = (uint16_t)slot_of(v, i0);
   corner[1] = corners > 1 ? (uint16_t)slot_of(v, i1) : corner[0];
   corner[2] = corners > 2 ? (uint16_t)slot_of(v, i2) : corner[1];
   b->edge_flags[b->num_prims++] = (uint8_t)edges;
}

/* Quads: the corner that gives flat values is the last or the first of both halves. Edge 1 of the first half and edge 2
 * of the second are inside. Edge k leads from corner k to the next. */
static void emit_quad(struct vgt *v, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
   if (v->vgt->provoking_last) {
      emit(v, 3, a, b, d, 5);
      emit(v, 3, b, c, d, 3);
   } else {
      emit(v, 3, a, b, c, 3);
      emit(v, 3, a, c, d, 6);
   }
}

static void restart(struct vgt *v)
{
   if (v->vgt->prim_type == V_008958_DI_PT_LINELOOP && v->seen > 1)
      emit(v, 2, v->last[0], v->first, 0, 1);
   v->seen = 0;
}

static inline void corner(struct vgt *v, uint32_t i)
{
   uint32_t n = v->seen++, a = v->last[1], b = v->last[0]; /* a came before b */
   switch (v->vgt->prim_type) {
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
      if (n >= 2 && v->vgt->provoking_last)
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
      if (n >= 3 && (n & 1) && v->vgt->provoking_last)
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
         v->last[0] = i;
      else if (n % 6 == 5)
         emit(v, 3, v->first, v->second, b, 7);
      return;
   case V_008958_DI_PT_TRISTRIP_ADJ:
      if (n & 1)
         return; /* the corners of the strip are the even ones */
      if (n >= 4 && !(n & 2))
         emit(v, 3, a, b, i, 7);
      else if (n >= 4 && v->vgt->provoking_last)
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

unsigned sim_vgt_corners(unsigned prim_type)
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
   if (vgt->draw.index_B == 2) {
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

/* Whole triangles of a list, which is what most draws are. */
static void triangles(struct vgt *v, const uint32_t *id, unsigned count)
{
   struct sim_batch *b = v->b;
   for (unsigned i = 0; i + 3 <= count; i += 3) {
      make_room(v);
      uint16_t *corner = b->corner + 3 * b->num_prims;
      for (unsigned k = 0; k < 3; k++)
         corner[k] = (uint16_t)slot_of(v, id[i + k]);
      b->edge_flags[b->num_prims++] = 7;
   }
}

/* Where the strip (or list) that index n belongs to began. */
static uint32_t strip_start(const struct sim_vgt *vgt, uint32_t n)
{
   if (!vgt->restarts)
      return 0;
   uint32_t slice = n / SIM_SLICE;
   for (uint32_t i = n; i > slice * SIM_SLICE; i--)
      if (sim_vgt_fetch(vgt, i - 1) == vgt->restart_at)
         return i;
   return vgt->strip_start[slice];
}

/* Sees again what the corners from n on need. */
static void look_back(struct vgt *v, uint32_t n)
{
   const struct sim_vgt *vgt = v->vgt;
   uint32_t start = strip_start(vgt, n), since = n - start, back = since < LOOK_BACK ? since : since % LOOK_BACK + LOOK_BACK;
   v->seen = since - back;
   if (v->seen)
      v->first = sim_vgt_fetch(vgt, start) + vgt->index_offset;
   v->mute = true;
   for (uint32_t i = n - back; i < n; i++)
      corner(v, sim_vgt_fetch(vgt, i) + vgt->index_offset);
   v->mute = false;
}

/* Indices [n, end) of one instance. */
static void some_indices(struct vgt *v, uint32_t n, uint32_t end)
{
   const struct sim_vgt *vgt = v->vgt;
   bool list = vgt->prim_type == V_008958_DI_PT_TRILIST || vgt->prim_type == V_008958_DI_PT_RECTLIST;
   uint32_t id[BLOCK];
   v->seen = 0;
   if (n)
      look_back(v, n);
   while (n < end && !v->geom->failed) {
      unsigned count = end - n < BLOCK ? end - n : BLOCK;
      fetch_block(vgt, n, count, id);
      if (list && !vgt->restarts && n % 3 == 0) {
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

void sim_vgt_slice(struct sim_geom *g, const struct sim_vgt *vgt, uint64_t first, uint64_t end)
{
   struct vgt v = { .vgt = vgt, .geom = g, .b = g->batch };
   struct sim_batch *b = g->batch;
   uint32_t count = vgt->draw.count;
   b->corners = vgt->corners;
   b->rects = vgt->rects;
   b->num_verts = b->num_prims = b->first_of_instance = 0;
   while (first < end && !g->failed) {
      uint32_t n = (uint32_t)(first % count);
      uint32_t stop = end - first < count - n ? n + (uint32_t)(end - first) : count;
      v.instance = (uint32_t)(first / count);
      b->first_of_instance = b->num_verts;
      some_indices(&v, n, stop);
      if (stop == count)
         restart(&v); /* closes a loop */
      first += stop - n;
   }
   end_batch(&v);
}
