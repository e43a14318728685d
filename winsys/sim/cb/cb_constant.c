/* cb_constant.c: one colour for many pixels. Its bytes in memory are computed once, by the kernels that convert single pixels;
 * then complete blocks are only filled. Where old values matter each channel may be a line of its own (cb_affine.c); otherwise pixels are
 * written as any others are, and only the program is spared. */
#include <stdlib.h>
#include <string.h>

#include "winsys/sim/cb/cb_int.h"
#include "winsys/sim/px/px_ops.h"
#include "winsys/sim/surf/tile_map.h"

#define RUN_B 1024u   /* shorter runs are filled sooner without a call */
#define FEW_BLOCKS 16 /* fewer blocks do not pay for the search for a line */

/* The key of an affine function. */
struct key {
   uint32_t color[4], con[4], mask;
   struct cb_blend blend, alpha;
   uint8_t channel[4], export_format;
   bool blends, force_alpha_1;
};

enum way { WAY_NONE, WAY_FILL, WAY_EACH, WAY_MAYBE_LINE, WAY_LINE };

struct cb_constant {
   const uint32_t (*exp)[4][64];
   px_fill_run *fill_run;
   struct {
      enum way way, known_way;  /* the latter: of the key's line */
      unsigned blocks;
      struct key key;
      union { _Alignas(64) uint8_t pattern[64]; struct cb_affine line; };
   } target[8];
};

struct cb_constant *cb_constant_create(void)
{
   struct cb_constant *paint = aligned_alloc(64, sizeof *paint);
   if (!paint)
      return NULL;
   memset(paint, 0, sizeof *paint);
   paint->fill_run = px_host_fill_run();
   return paint;
}

bool cb_can_write_constant(const struct cb_state *cb)
{
   for (unsigned n = 0; n < cb->count; n++)
      if (cb->target[n].dual_source)
         return false;
   return cb->count > 0 && !cb->resolves;
}

static void find_pattern(const struct cb_target *t, const struct cb_source *from, uint8_t pattern[64])
{
   _Alignas(64) uint8_t px[16 * 16];
   const struct cb_pixels pixels = { { px }, 1 };
   cb_write_pixels(t, from, &pixels, 1);
   for (unsigned at = 0; at < 64; at += t->surf.el_B)
      memcpy(pattern + at, px, t->surf.el_B);
}

static struct key key_of(const struct cb_target *t, const uint32_t (*e)[64])
{
   struct key key;
   memset(&key, 0, sizeof key);
   for (unsigned c = 0; c < 4; c++)
      key.color[c] = e[c][0];
   memcpy(key.con, t->const_rgba, sizeof key.con);
   key.mask = t->mem_mask[0];
   key.blend = t->color;
   key.alpha = t->alpha;
   memcpy(key.channel, t->channel, sizeof key.channel);
   key.export_format = t->export_format;
   key.blends = t->blend;
   key.force_alpha_1 = t->force_alpha_1;
   return key;
}

void cb_constant_init(const struct cb_state *cb, const uint32_t (*exp)[4][64], const uint8_t *exp_en, struct cb_constant *paint)
{
   paint->exp = exp;
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      const struct cb_source from = cb_source_of(t, exp);
      enum way *way = &paint->target[n].way;
      if (!exp_en[t->export_index]) {
         *way = WAY_NONE;
      } else if (!t->reads_dst) {
         *way = WAY_FILL;
         paint->target[n].known_way = WAY_NONE;
         find_pattern(t, &from, paint->target[n].pattern);
      } else if (!t->affine) {
         *way = WAY_EACH;
      } else {
         const struct key key = key_of(t, from.exp);
         bool known = paint->target[n].known_way != WAY_NONE && !memcmp(&key, &paint->target[n].key, sizeof key);
         *way = known ? paint->target[n].known_way : WAY_MAYBE_LINE;
         paint->target[n].blocks = 0;
         paint->target[n].key = key;
         paint->target[n].known_way = known ? *way : WAY_NONE;
      }
   }
}

static void fill(uint8_t *to, const uint8_t *pattern, unsigned size_B)
{
   for (; size_B >= 64; size_B -= 64, to += 64)
      memcpy(to, pattern, 64);
   memcpy(to, pattern, size_B);
}

/* False: not a complete block, or its pixels are anywhere. */
static bool fill_block(const struct cb_target *t, const uint8_t *pattern, unsigned x, unsigned y, unsigned slice,
                       unsigned sample, uint64_t mask)
{
   const struct tile_surf *s = &t->surf;
   if (mask != UINT64_MAX || x + 8 > s->pitch_el || y + 8 > s->height_el || !(t->planes || s->mode == TILE_LINEAR))
      return false;
   uint8_t *p = t->ptr + tile_block_offset_B(s, x, y, slice, sample);
   if (t->planes)
      fill(p, pattern, 64u * s->el_B);
   for (unsigned row = 0; row < 8 && !t->planes; row++)
      fill(p + (size_t)row * s->pitch_el * s->el_B, pattern, 8u * s->el_B);
   return true;
}

void cb_constant(const struct cb_state *cb, struct cb_constant *paint, unsigned x, unsigned y, unsigned layer, unsigned sample,
                 uint64_t mask)
{
   uint64_t cover[CB_MAX_SAMPLES];
   cover[sample] = mask;
   for (unsigned n = 0; n < cb->count; n++) {
      const struct cb_target *t = &cb->target[n];
      struct cb_source from = cb_source_of(t, paint->exp);
      unsigned slice = cb_slice(t, layer);
      enum way *way = &paint->target[n].way;
      if (*way == WAY_NONE || sample >> t->surf.log2_samples)
         continue;
      if (*way == WAY_MAYBE_LINE && ++paint->target[n].blocks > FEW_BLOCKS)
         *way = paint->target[n].known_way = cb_affine_find(t, paint->exp, &paint->target[n].line) ? WAY_LINE : WAY_EACH;
      if (*way == WAY_FILL && fill_block(t, paint->target[n].pattern, x, y, slice, sample, mask))
         continue;
      if (*way == WAY_LINE)
         from = (struct cb_source){ t->affine, (const uint32_t (*)[64])(const void *)&paint->target[n].line, NULL };
      if (from.write64 && t->planes && x < t->surf.pitch_el && y < t->surf.height_el)
         from.write64(t, t->ptr + tile_block_offset_B(&t->surf, x, y, slice, sample), mask, from.exp);
      else
         cb_write_target(t, &from, x, y, slice, sample, CB_MAX_SAMPLES, cover);
   }
}

/* Neighbouring micro tiles, which are contiguous with 1D tiling. False: another layout, or they are too few. */
static bool fill_row(const struct cb_target *t, px_fill_run *fill_run, const uint8_t *pattern, unsigned x, unsigned y,
                     unsigned slice, unsigned blocks)
{
   const struct tile_surf *s = &t->surf;
   const uint32_t size_B = blocks * 64 * s->el_B;
   if (s->el_B > 8 || size_B < RUN_B || x + 8 * blocks > s->pitch_el || y + 8 > s->height_el)
      return false;
   if (s->mode == TILE_1D && !s->log2_samples) { /* tile_lines_of(), inline: the call takes a tenth of a fill's time */
      uint64_t pair;
      memcpy(&pair, pattern, sizeof pair);
      fill_run(t->ptr + slice * s->slice_B + ((size_t)(y / 8) * s->pitch_el * 8 + x / 8 * 64) * s->el_B, pair, size_B);
      return true;
   }
   const struct tile_lines l = tile_lines_of(s, t->ptr, slice);
   if (!l.first)
      return false;
   for (unsigned b = 0; b < blocks; b++)
      for (unsigned n = 0; n < l.pieces; n++)
         fill(tile_piece(&l, x / 8 + b, y / 8, n), pattern, l.block_B / l.pieces);
   return true;
}

bool cb_constant_row(const struct cb_state *cb, struct cb_constant *paint, unsigned x, unsigned y, unsigned layer, unsigned blocks)
{
   if (cb->count == 1 && paint->target[0].way == WAY_FILL &&
       fill_row(&cb->target[0], paint->fill_run, paint->target[0].pattern, x, y, cb_slice(&cb->target[0], layer), blocks))
      return true;
   for (unsigned n = 0; n < blocks; n++)
      cb_constant(cb, paint, x + 8 * n, y, layer, 0, UINT64_MAX);
   return false;
}
