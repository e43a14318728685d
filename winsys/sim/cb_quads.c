/* cb_quads.c: colours of waves whose quads lie anywhere (sc_pool.c). The commonest targets have kernels that take a quad as
 * two halves of two pixels; for the others quads are sorted into 4x4 blocks, which every kernel takes. */
#include <string.h>

#include "cb_int.h"

/* Covered lanes of the quads that lie on the surface. First pixels are even, and so are pitches, but not all heights. */
static uint64_t quads_inside(const struct tile_surf *s, const int32_t *x, const int32_t *y, unsigned quads, uint64_t mask)
{
   int32_t right = 0, bottom = 0;
   for (unsigned n = 0; n < quads; n++) {
      right = x[n] > right ? x[n] : right;
      bottom = y[n] > bottom ? y[n] : bottom;
   }
   if ((uint32_t)right < s->pitch_el && (uint32_t)bottom + 1 < s->height_el)
      return mask;
   for (unsigned n = 0; n < quads; n++) {
      uint32_t rows = (uint32_t)x[n] >= s->pitch_el || (uint32_t)y[n] >= s->height_el ? 0 : s->height_el - (uint32_t)y[n];
      uint64_t out = rows == 0 ? 15 : rows == 1 ? 12 : 0;
      mask &= ~(out << 4 * n);
   }
   return mask;
}

/* Micro tiles: elements from the first one of the slice. */
static void quad_elements(const struct tile_surf *s, const int32_t *x, const int32_t *y, uint32_t el[16])
{
   uint32_t tiles = s->pitch_el >> 3;
   for (unsigned n = 0; n < 16; n++) {
      uint32_t qx = (uint32_t)x[n], qy = (uint32_t)y[n];
      el[n] = ((qy >> 3) * tiles + (qx >> 3)) * 64 + ((qx & 2) << 1) + ((qy & 2) << 2) + ((qx & 4) << 2) + ((qy & 4) << 3);
   }
}

static void write_fast(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned quads,
                       uint64_t mask, const uint32_t (*exp)[64])
{
   const struct tile_surf *s = &t->surf;
   uint8_t *p[16];
   mask = quads_inside(s, x, y, quads, mask);
   if (s->mode == TILE_1D && !s->log2_samples) {
      uint32_t el[16];
      uint8_t *first = t->ptr + slice * s->slice_B;
      quad_elements(s, x, y, el);
      for (unsigned n = 0; n < 16; n++)
         p[n] = first + 4ull * el[n]; /* without lanes: not looked at */
   } else {
      for (unsigned n = 0; n < quads; n++)
         p[n] = mask >> 4 * n & 15 ? t->ptr + tile_offset_B(s, (uint32_t)x[n], (uint32_t)y[n], slice, 0) : t->ptr;
   }
   t->write_quads(t, p, s->mode == TILE_LINEAR ? (int64_t)s->pitch_el * 4 : 8, mask, exp);
}

/* Lanes of 4x4 blocks: exports as rows of 16. */
struct block { uint32_t exp[2][4][64]; };

static void write_blocks(const struct cb_state *cb, const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice,
                         unsigned quads, uint64_t mask, const uint32_t (*exp)[4][64])
{
   struct block b = { 0 };
   for (unsigned n = 0, end; n < quads; n = end) {
      unsigned bx = (unsigned)x[n] & ~3u, by = (unsigned)y[n] & ~3u, run = 0, taken = 0;
      for (end = n; end < quads && ((unsigned)x[end] & ~3u) == bx && ((unsigned)y[end] & ~3u) == by; end++) {
         unsigned to = ((unsigned)x[end] & 2) * 2 + ((unsigned)y[end] & 2) * 4, from = 4 * end;
         if (taken >> to & 1)
            break; /* another primitive's pixels of the same quad */
         taken |= 1u << to;
         run |= (unsigned)(mask >> from & 15) << to;
         for (unsigned e = 0; e < (t->dual_source ? 2u : 1u); e++)
            for (unsigned c = 0; c < 4; c++)
               memcpy(&b.exp[e][c][to], &exp[t->export_index + e][c][from], 16);
      }
      run = cb_inside(&t->surf, bx, by, run);
      if (run)
         t->write16(cb, t, bx, by, slice, 0, run, (const uint32_t (*)[64])b.exp[0], (const uint32_t (*)[64])b.exp[1]);
   }
}

void cb_write_quads(const struct cb_state *cb, const int32_t *x, const int32_t *y, unsigned layer, unsigned quads,
                    uint64_t mask, const uint32_t (*exp)[4][64], const uint8_t *exp_en)
{
   if (cb->resolves) {
      for (unsigned n = 0; n < quads; n++)
         cb_resolve_quad(cb, (unsigned)x[n], (unsigned)y[n], layer, mask >> 4 * n & 15);
      return;
   }
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      unsigned slice = cb_slice(t, layer);
      if (!exp_en[t->export_index])
         continue;
      if (t->write_quads)
         write_fast(t, x, y, slice, quads, mask, exp[t->export_index]);
      else
         write_blocks(cb, t, x, y, slice, quads, mask, exp);
   }
}
