/* cb_quads.c: colours of waves whose quads lie anywhere (sc_pool.c). The commonest targets have kernels that take a quad as
 * two halves of two pixels; for the others quads are sorted into 4x4 blocks, which every kernel takes. */
#include <string.h>

#include "cb_int.h"

/* Covered lanes of quad n that lie on the surface; its first pixel is aligned, and so are pitches, but not all heights. */
static unsigned quad_inside(const struct tile_surf *s, unsigned x, unsigned y, unsigned lanes)
{
   if (x >= s->pitch_el || y >= s->height_el)
      return 0;
   return y + 1 == s->height_el ? lanes & 3 : lanes;
}

static uint64_t quad_offset_B(const struct tile_surf *s, unsigned x, unsigned y, unsigned slice)
{
   if (s->mode == TILE_1D && !s->log2_samples) {
      unsigned el = ((y >> 3) * (s->pitch_el >> 3) + (x >> 3)) * 64 + ((x & 2) << 1) + ((y & 2) << 2) + ((x & 4) << 2) + ((y & 4) << 3);
      return slice * s->slice_B + (uint64_t)el * s->el_B;
   }
   return tile_offset_B(s, x, y, slice, 0);
}

static void write_fast(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned quads,
                       uint64_t mask, const uint32_t (*exp)[64])
{
   const struct tile_surf *s = &t->surf;
   uint8_t *p[16] = { NULL };
   uint64_t inside = 0;
   for (unsigned n = 0; n < quads; n++) {
      unsigned lanes = quad_inside(s, (unsigned)x[n], (unsigned)y[n], mask >> 4 * n & 15);
      if (!lanes)
         continue;
      inside |= (uint64_t)lanes << 4 * n;
      p[n] = t->ptr + quad_offset_B(s, (unsigned)x[n], (unsigned)y[n], slice);
   }
   t->write_quads(t, p, s->mode == TILE_LINEAR ? (int64_t)s->pitch_el * s->el_B : 2 * s->el_B, inside, exp);
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
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      unsigned slice = layer + t->slice_start;
      if (!exp_en[t->export_index] || slice >= t->slices)
         continue;
      if (t->write_quads)
         write_fast(t, x, y, slice, quads, mask, exp[t->export_index]);
      else
         write_blocks(cb, t, x, y, slice, quads, mask, exp);
   }
}
