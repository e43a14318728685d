/* vgt_strips.c: how many primitives the indices before a slice give, so that slices can be worked on at the same time. Primitive
 * restart makes strips of any length, so a table has their state every SIM_SLICE indices. */
#include <stdlib.h>

#include "hw_regs.h"
#include "winsys/sim/vgt/stages.h"

/* A strip (or list) gives a primitive at its corner number `least` (from 1 on) and every `step` corners after that; another one
 * at its end if it has `closes` corners. parts: points, lines or triangles of each; corners: theirs. */
static const struct rule { uint8_t least, step, closes, parts, corners; } rules[] = {
   [V_008958_DI_PT_POINTLIST] = { 1, 1, 0, 1, 1 },
   [V_008958_DI_PT_LINELIST] = { 2, 2, 0, 1, 2 },
   [V_008958_DI_PT_LINESTRIP] = { 2, 1, 0, 1, 2 },
   [V_008958_DI_PT_LINELOOP] = { 2, 1, 2, 1, 2 },
   [V_008958_DI_PT_TRILIST] = { 3, 3, 0, 1, 3 },
   [V_008958_DI_PT_RECTLIST] = { 3, 3, 0, 1, 3 },
   [V_008958_DI_PT_TRISTRIP] = { 3, 1, 0, 1, 3 },
   [V_008958_DI_PT_TRIFAN] = { 3, 1, 0, 1, 3 },
   [V_008958_DI_PT_POLYGON] = { 4, 1, 3, 1, 3 }, /* all of them are one primitive */
   [V_008958_DI_PT_QUADLIST] = { 4, 4, 0, 2, 3 },
   [V_008958_DI_PT_QUADSTRIP] = { 4, 2, 0, 2, 3 },
   [V_008958_DI_PT_LINELIST_ADJ] = { 4, 4, 0, 1, 2 },
   [V_008958_DI_PT_LINESTRIP_ADJ] = { 4, 1, 0, 1, 2 },
   [V_008958_DI_PT_TRILIST_ADJ] = { 6, 6, 0, 1, 3 },
   [V_008958_DI_PT_TRISTRIP_ADJ] = { 8, 2, 6, 1, 3 },
};

unsigned sim_vgt_corners(unsigned prim_type)
{
   return prim_type < sizeof rules / sizeof rules[0] ? rules[prim_type].corners : 0;
}

uint32_t vgt_primitive_indices(const struct sim_vgt *vgt)
{
   return vgt->prim_type == V_008958_DI_PT_PATCH ? vgt->stages->in_corners : rules[vgt->prim_type].step;
}

/* Adds the first `seen` corners of a strip; ended: it has no more. */
static void add_strip(const struct sim_vgt *vgt, struct sim_strip *s, uint32_t seen, bool ended)
{
   if (vgt->prim_type == V_008958_DI_PT_PATCH) {
      s->ids += seen / vgt->stages->in_corners;
      return;
   }
   const struct rule *r = &rules[vgt->prim_type];
   const uint32_t open = seen < r->least ? 0 : (seen - r->least) / r->step + 1, closing = ended && r->closes && seen >= r->closes;
   s->ids += (vgt->prim_type == V_008958_DI_PT_POLYGON ? 0 : open) + closing;
   s->parts += (open + closing) * r->parts;
}

static void end_strip(const struct sim_vgt *vgt, struct sim_strip *s, uint32_t at)
{
   add_strip(vgt, s, at - s->start, true);
   s->start = at + 1;
}

/* From the strip at index `from` to the one at `to`. Indices that cannot be read are 0. */
static void advance(const struct sim_vgt *vgt, struct sim_strip *s, uint32_t from, uint32_t to)
{
   for (uint32_t i = from; i < to && i < vgt->readable; i++)
      if (sim_vgt_fetch(vgt, i) == vgt->restart_at)
         end_strip(vgt, s, i);
   if (!vgt->restart_at && to > vgt->readable && to > from) {
      end_strip(vgt, s, from > vgt->readable ? from : vgt->readable);
      s->start = to;
   }
}

bool vgt_find_strips(struct sim_vgt *vgt)
{
   const uint32_t count = vgt->draw.count, entries = count / SIM_SLICE + 1;
   if (!vgt->restarts || count <= SIM_SLICE)
      return true;
   vgt->strips = malloc(entries * sizeof *vgt->strips);
   if (!vgt->strips)
      return false;
   struct sim_strip s = { 0 };
   vgt->strips[0] = s;
   for (uint32_t n = 1; n < entries; n++) {
      advance(vgt, &s, (n - 1) * SIM_SLICE, n * SIM_SLICE);
      vgt->strips[n] = s;
   }
   return true;
}

struct sim_strip vgt_strip_at(const struct sim_vgt *vgt, uint32_t n)
{
   struct sim_strip s = { 0 };
   const uint32_t from = vgt->strips ? n / SIM_SLICE : 0;
   if (vgt->strips)
      s = vgt->strips[from];
   if (vgt->restarts)
      advance(vgt, &s, from * SIM_SLICE, n);
   return s;
}

uint32_t vgt_ids_before(const struct sim_vgt *vgt, struct sim_strip strip, uint32_t n)
{
   add_strip(vgt, &strip, n - strip.start, false);
   return strip.ids;
}

uint32_t vgt_parts_before(const struct sim_vgt *vgt, uint32_t n)
{
   struct sim_strip s = vgt_strip_at(vgt, n);
   add_strip(vgt, &s, n - s.start, n == vgt->draw.count);
   return s.parts;
}
