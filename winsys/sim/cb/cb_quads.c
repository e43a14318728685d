/* cb_quads.c: colours of waves whose quads lie anywhere (sc_queue.c). The commonest targets have kernels for that (cb_fast.c);
 * for the others quads are sorted into 4x4 blocks, which every kernel takes. */
#include <string.h>

#include "winsys/sim/cb/cb_int.h"

/* Lanes of 4x4 blocks: exports as rows of 16. */
struct block { uint32_t exp[2][4][64]; };

/* The first lane of a quad in its 4x4 block. */
static unsigned lane_of(int32_t x, int32_t y)
{
   return ((unsigned)x & 2) * 2 + ((unsigned)y & 2) * 4;
}

static void write_blocks(const struct cb_state *cb, const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice,
                         unsigned sample, unsigned quads, uint64_t mask, const uint32_t (*exp)[4][64])
{
   struct block b = { 0 };
   for (unsigned n = 0, end; n < quads; n = end) {
      unsigned bx = (unsigned)x[n] & ~3u, by = (unsigned)y[n] & ~3u, run = 0, taken = 0;
      for (end = n; end < quads && ((unsigned)x[end] & ~3u) == bx && ((unsigned)y[end] & ~3u) == by; end++) {
         unsigned to = lane_of(x[end], y[end]), from = 4 * end;
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
         t->write16(cb, t, bx, by, slice, sample, run, (const uint32_t (*)[64])b.exp[0], (const uint32_t (*)[64])b.exp[1]);
   }
}

void cb_write_quads(const struct cb_state *cb, const int32_t *x, const int32_t *y, unsigned layer, unsigned sample, unsigned step,
                    unsigned quads, const uint64_t *mask, const uint32_t (*exp)[4][64], const uint8_t *exp_en)
{
   for (unsigned n = 0; n < quads && cb->resolves && !sample; n++)
      cb_resolve_block(cb, (unsigned)x[n] & ~3u, (unsigned)y[n] & ~3u, layer, 16, (mask[0] >> 4 * n & 15) << lane_of(x[n], y[n]));
   for (unsigned n = 0; n < cb->count && !cb->resolves; n++) {
      const struct cb_target *t = &cb->target[n];
      const unsigned slice = cb_slice(t, layer);
      if (!exp_en[t->export_index])
         continue;
      if (t->write_quads)
         t->write_quads(t, x, y, slice, sample, step, quads, mask, exp[t->export_index]);
      for (unsigned i = sample; i < 1u << t->surf.log2_samples && !t->write_quads; i += step)
         write_blocks(cb, t, x, y, slice, i, quads, mask[i], exp);
   }
}
