/* cb_write.c: where the pixels of waves lie, and which kernel writes them. Kernels take 16 lanes whose elements follow each other, as
 * those of 4x4 blocks do in most tiled layouts; other pixels pass through a copy in the order of lanes. */
#include <string.h>

#include "winsys/sim/cb/cb_int.h"

/* ---- pixels anywhere ---------------------------------------------------------------------------------------------------- */

/* A wave's elements in the order of lanes, and where they come from: at[l] of each l that is a multiple of `run`, if any lane of its
 * run is covered; a run's elements follow each other there too. */
struct copy { unsigned run; uint8_t *at[64]; _Alignas(64) uint8_t px[64 * 16]; };

/* Sixteen quads of pixels: four lanes each. */
struct quads { int32_t x[16], y[16]; };

static void find(struct copy *c, const struct cb_target *t, const struct quads *q, unsigned slice, unsigned sample, uint64_t mask)
{
   const struct tile_surf *s = &t->surf;
   const bool linear = s->mode == TILE_LINEAR, pairs = linear || (!s->xbit[0] && !(s->depth_order && s->log2_samples));
   uint8_t *const first = t->ptr + slice * s->slice_B;
   c->run = pairs ? 2 : 1;
   if (cb_has_blocks(s)) {
      uint32_t el[16];
      c->run = 4;
      t->locate(s, q->x, q->y, slice, sample, mask, el);
      for (unsigned n = 0; n < 16; n++)
         c->at[4 * n] = first + (size_t)el[n] * s->el_B;
      return;
   }
   for (unsigned n = 0; n < 16; n++) {
      const unsigned x = (unsigned)q->x[n], y = (unsigned)q->y[n];
      uint8_t **at = c->at + 4 * n;
      if (!(mask >> 4 * n & 15))
         continue;
      if (linear) {
         at[0] = first + ((uint64_t)y * s->pitch_el + x) * s->el_B;
         at[2] = at[0] + (size_t)s->pitch_el * s->el_B;
         continue;
      }
      for (unsigned l = 0; l < 4; l += c->run)
         at[l] = t->ptr + tile_offset_B(s, x + (l & 1), y + (l >> 1), slice, sample);
   }
}

/* By the size of a run, which is constant in each loop. */
#define BY_RUN(c, el_B, function, ...) \
   switch ((c)->run * (el_B)) { \
   case 1: function(1, __VA_ARGS__); break; \
   case 2: function(2, __VA_ARGS__); break; \
   case 4: function(4, __VA_ARGS__); break; \
   case 8: function(8, __VA_ARGS__); break; \
   case 16: function(16, __VA_ARGS__); break; \
   case 32: function(32, __VA_ARGS__); break; \
   default: function(64, __VA_ARGS__); \
   }

static inline __attribute__((always_inline)) void fetch_runs(unsigned run_B, struct copy *c, uint64_t mask)
{
   for (unsigned l = 0, at = 0; l < 64; l += c->run, at += run_B)
      if (mask >> l & ((1u << c->run) - 1))
         memcpy(c->px + at, c->at[l], run_B);
}

/* A quad may be there twice: pixels that are not covered are not written. */
static inline __attribute__((always_inline)) void put_runs(unsigned run_B, const struct copy *c, unsigned el_B, uint64_t mask)
{
   const unsigned all = (1u << c->run) - 1;
   for (unsigned l = 0, at = 0; l < 64; l += c->run, at += run_B) {
      const unsigned bits = mask >> l & all;
      if (bits == all)
         memcpy(c->at[l], c->px + at, run_B);
      for (unsigned i = 0; i < c->run && bits != all; i++)
         if (bits >> i & 1)
            memcpy(c->at[l] + i * el_B, c->px + at + i * el_B, el_B);
   }
}

static void fetch(struct copy *c, unsigned el_B, uint64_t mask) { BY_RUN(c, el_B, fetch_runs, c, mask) }
static void put(const struct copy *c, unsigned el_B, uint64_t mask) { BY_RUN(c, el_B, put_runs, c, el_B, mask) }

static struct cb_pixels pixels_at(uint8_t *p, unsigned el_B, uint64_t mask)
{
   return (struct cb_pixels){ { p, p + 16 * el_B, p + 32 * el_B, p + 48 * el_B }, mask };
}

/* Every step-th sample from `sample` on, of lanes that lie on the surface. */
static void write_copies(const struct cb_target *t, const struct cb_source *from, const struct quads *q, unsigned slice,
                         unsigned sample, unsigned step, const uint64_t *cover)
{
   const struct tile_surf *s = &t->surf;
   const unsigned end = 1u << s->log2_samples;
   const bool quads = s->el_B == 4 && cb_has_blocks(s); /* of dwords that follow each other */
   struct copy c;
   bool written = false;
   for (unsigned i = sample; i < end; i += step) {
      if (!cover[i])
         continue;
      if (t->reads_dst || !quads)
         find(&c, t, q, slice, i, cover[i]);
      if (t->reads_dst)
         fetch(&c, s->el_B, cover[i]);
      const struct cb_pixels px = pixels_at(c.px, s->el_B, t->reads_dst ? cover[i] : UINT64_MAX);
      if (t->reads_dst || !written)
         cb_write_pixels(t, from, &px, 1);
      written = true;
      if (!quads) {
         put(&c, s->el_B, cover[i]);
         continue;
      }
      t->put_quads(t, q->x, q->y, slice, i, t->reads_dst ? CB_MAX_SAMPLES : step, cover, c.px);
      if (!t->reads_dst)
         return;
   }
}

static struct quads quads_of_block(unsigned x, unsigned y)
{
   struct quads q;
   for (unsigned n = 0; n < 16; n++) {
      q.x[n] = (int32_t)(x + (n << 1 & 2) + (n & 4));
      q.y[n] = (int32_t)(y + (n & 2) + (n >> 1 & 4));
   }
   return q;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------------- */

/* Of a surface that has blocks. */
static struct cb_pixels pixels_of_block(const struct cb_target *t, unsigned x, unsigned y, unsigned slice, unsigned sample,
                                        uint64_t mask)
{
   const struct tile_surf *s = &t->surf;
   if (t->planes)
      return pixels_at(t->ptr + tile_block_offset_B(s, x, y, slice, sample), s->el_B, mask);
   struct cb_pixels px = { .mask = mask };
   for (unsigned n = 0; n < 4; n++)
      px.part[n] = t->ptr + tile_block_offset_B(s, x + (n << 2 & 4), y + (n << 1 & 4), slice, sample);
   return px;
}

#define NEVER_INLINE __attribute__((noinline))

static NEVER_INLINE void write_block_copies(const struct cb_target *t, const struct cb_source *from, unsigned x, unsigned y,
                                            unsigned slice, unsigned sample, unsigned step, const uint64_t *cover)
{
   const struct quads q = quads_of_block(x, y);
   uint64_t inside[CB_MAX_SAMPLES];
   for (unsigned i = sample; i < 1u << t->surf.log2_samples; i += step)
      inside[i] = cb_lanes_inside(&t->surf, x, y, cover[i]);
   write_copies(t, from, &q, slice, sample, step, inside);
}

static NEVER_INLINE void write_in_steps(const struct cb_target *t, const struct cb_source *from, unsigned x, unsigned y,
                                        unsigned slice, unsigned sample, unsigned step, const uint64_t *cover)
{
   struct cb_pixels px[CB_MAX_SAMPLES];
   unsigned count = 0;
   for (unsigned i = sample; i < 1u << t->surf.log2_samples; i += step)
      if (cover[i])
         px[count++] = pixels_of_block(t, x, y, slice, i, cover[i]);
   if (count)
      t->steps(t, px, count, from->exp, from->exp1);
}

void cb_write_target(const struct cb_target *t, const struct cb_source *from, unsigned x, unsigned y, unsigned slice,
                     unsigned sample, unsigned step, const uint64_t *cover)
{
   const struct tile_surf *s = &t->surf;
   if (from->write64 ? !t->planes : !cb_has_blocks(s))
      write_block_copies(t, from, x, y, slice, sample, step, cover);
   else if (x >= s->pitch_el || y >= s->height_el) /* which are multiples of 8 */
      return;
   else if (!from->write64)
      write_in_steps(t, from, x, y, slice, sample, step, cover);
   else
      for (unsigned i = sample; i < 1u << s->log2_samples; i += step)
         if (cover[i])
            from->write64(t, t->ptr + tile_block_offset_B(s, x, y, slice, i), cover[i], from->exp);
}

static void resolve_block(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, uint64_t mask)
{
   const struct cb_target *from = &cb->target[0], *to = &cb->target[1];
   const struct quads q = quads_of_block(x, y);
   const unsigned slice = cb_slice(to, layer), from_slice = cb_slice(from, layer), samples = 1u << from->surf.log2_samples;
   struct cb_pixels px[CB_MAX_SAMPLES], out;
   struct copy copies[CB_MAX_SAMPLES], copy;
   mask = cb_lanes_inside(&from->surf, x, y, cb_lanes_inside(&to->surf, x, y, mask));
   if (!mask)
      return;
   for (unsigned i = 0; i < samples; i++) {
      if (cb_has_blocks(&from->surf)) {
         px[i] = pixels_of_block(from, x, y, from_slice, i, mask);
         continue;
      }
      find(&copies[i], from, &q, from_slice, i, mask);
      fetch(&copies[i], from->surf.el_B, mask);
      px[i] = pixels_at(copies[i].px, from->surf.el_B, mask);
   }
   if (cb_has_blocks(&to->surf)) {
      out = pixels_of_block(to, x, y, slice, 0, mask);
      cb->resolve(cb, px, &out);
      return;
   }
   find(&copy, to, &q, slice, 0, mask);
   out = pixels_at(copy.px, to->surf.el_B, mask);
   cb->resolve(cb, px, &out);
   put(&copy, to->surf.el_B, mask);
}

static void write_quads(const struct cb_target *t, const int32_t *x, const int32_t *y, unsigned slice, unsigned sample,
                        unsigned step, unsigned quads, const uint64_t *mask, const uint32_t (*exp)[4][64])
{
   const struct tile_surf *s = &t->surf;
   const struct cb_source from = cb_source_of(t, exp);
   struct quads q;
   uint64_t inside = 0, cover[CB_MAX_SAMPLES];
   memcpy(q.x, x, sizeof q.x);
   memcpy(q.y, y, sizeof q.y);
   for (unsigned n = 0; n < quads; n++) { /* first pixels are even, and so are pitches, but not all heights */
      const uint64_t lanes = (unsigned)x[n] >= s->pitch_el || (unsigned)y[n] >= s->height_el ? 0
                             : (unsigned)y[n] + 1 < s->height_el                             ? 15
                                                                                              : 3;
      inside |= lanes << 4 * n;
   }
   for (unsigned i = sample; i < 1u << s->log2_samples; i += step)
      cover[i] = mask[i] & inside;
   write_copies(t, &from, &q, slice, sample, step, cover);
}

/* ---- entry points ------------------------------------------------------------------------------------------------------- */

static NEVER_INLINE void write_targets(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned sample,
                                       unsigned step, const uint64_t *cover, const uint32_t (*exp)[4][64], const uint8_t *exp_en)
{
   if (cb->resolves) {
      if (!sample)
         resolve_block(cb, x, y, layer, cover[sample]);
      return;
   }
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      const struct cb_source from = cb_source_of(t, exp);
      if (exp_en[t->export_index])
         cb_write_target(t, &from, x, y, cb_slice(t, layer), sample, step, cover);
   }
}

/* The most common case is one sample of the only buffer. Both are tail calls, which save no registers. */
void cb_write(const struct cb_state *cb, unsigned x, unsigned y, unsigned layer, unsigned sample, unsigned step,
              const uint64_t *cover, const uint32_t (*exp)[4][64], const uint8_t *exp_en)
{
   const struct cb_target *t = &cb->target[0];
   if (cb->only_plane && !sample && exp_en[t->export_index] && x < t->surf.pitch_el && y < t->surf.height_el)
      t->write64(t, t->ptr + tile_block_offset_B(&t->surf, x, y, cb_slice(t, layer), 0), cover[0], exp[t->export_index]);
   else
      write_targets(cb, x, y, layer, sample, step, cover, exp, exp_en);
}

void cb_write_quads(const struct cb_state *cb, const int32_t *x, const int32_t *y, unsigned layer, unsigned sample, unsigned step,
                    unsigned quads, const uint64_t *mask, const uint32_t (*exp)[4][64], const uint8_t *exp_en)
{
   for (unsigned n = 0; n < quads && cb->resolves && !sample; n++) {
      const unsigned right = (unsigned)x[n] & 6, down = (unsigned)y[n] & 6; /* in its 8x8 block */
      const unsigned first = (right & 2) << 1 | (right & 4) << 2 | (down & 2) << 2 | (down & 4) << 3;
      resolve_block(cb, (unsigned)x[n] & ~7u, (unsigned)y[n] & ~7u, layer, (mask[0] >> 4 * n & 15) << first);
   }
   for (unsigned n = 0; n < cb->count && !cb->resolves; n++) {
      const struct cb_target *t = &cb->target[n];
      if (exp_en[t->export_index])
         write_quads(t, x, y, cb_slice(t, layer), sample, step, quads, mask, exp);
   }
}
