/* gf_xfb.c: checks transform feedback layouts of one shader: conflicting strides, captured bytes that overlap or exceed the
 * stride. */
#include "gf_parser.h"

static bool is_wide(const struct gf_type *t) { return t->base == GF_DOUBLE || t->base == GF_INT64 ||
                                               t->base == GF_UINT64; }

static int round_up(int x, int to) { return (x + to - 1) / to * to; }

/* Bytes that a value takes when captured. */
static int size_of(const struct gf_type *t, int at)
{
   if (t->base == GF_ARRAY) {
      for (int i = 0; i < t->length && i < 4096; i++)
         at = size_of(t->elem, at);
      return at;
   }
   for (unsigned i = 0; t->record && i < t->record->count; i++)
      at = size_of(t->record->members[i].type, at);
   if (t->record)
      return at;
   const int unit = is_wide(t) ? 8 : 4;
   return round_up(at, unit) + t->rows * t->cols * unit;
}

static int default_buffer(const struct gf_parser *p)
{
   const struct gf_layouts *d = &p->defaults[GF_S_OUT];
   return gf_has_layout(d, GF_L_xfb_buffer) ? d->value[GF_L_xfb_buffer] : 0;
}

static void note_range(struct gf_parser *p, int buffer, int from, int to, struct gf_loc at)
{
   for (unsigned i = 0; i < p->xfb.count; i++) {
      if (p->xfb.at[i].buffer == buffer && from < p->xfb.at[i].to && to > p->xfb.at[i].from)
         gf_error(p->c, at, "the captured bytes %d to %d of buffer %d overlap others", from, to - 1, buffer);
   }
   if (p->xfb.count == p->xfb.room)
      p->xfb.at = gf_grow(p->c, p->xfb.at, p->xfb.count, &p->xfb.room, sizeof(*p->xfb.at));
   p->xfb.at[p->xfb.count].buffer = buffer;
   p->xfb.at[p->xfb.count].from = from;
   p->xfb.at[p->xfb.count].to = to;
   p->xfb.at[p->xfb.count++].at = at;
}

void gf_xfb_note(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block, struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   if (!gf_has_layout(l, GF_L_xfb_buffer) && !gf_has_layout(l, GF_L_xfb_offset) && !gf_has_layout(l, GF_L_xfb_stride))
      return;
   const int buffer = gf_has_layout(l, GF_L_xfb_buffer) ? l->value[GF_L_xfb_buffer] : default_buffer(p);
   if (buffer < 0 || buffer > 3)
      return;
   if (gf_has_layout(l, GF_L_xfb_stride)) {
      const int stride = l->value[GF_L_xfb_stride];
      if (p->xfb_stride[buffer] && p->xfb_stride[buffer] != stride)
         gf_error(p->c, at, "xfb_stride = %d contradicts the earlier %d", stride, p->xfb_stride[buffer]);
      p->xfb_stride[buffer] = stride;
   }
   if (!gf_has_layout(l, GF_L_xfb_offset) || !type)
      return;
   int from = l->value[GF_L_xfb_offset];
   if (block && gf_bare(type)->record) {
      const struct gf_record *r = gf_bare(type)->record;
      for (unsigned i = 0; i < r->count; i++) {
         if (gf_has_layout(&r->members[i].qual.layout, GF_L_xfb_offset))
            continue;
         if (gf_contains(r->members[i].type, is_wide) && l->value[GF_L_xfb_offset] % 8)
            gf_error(p->c, r->members[i].loc, "xfb_offset %d is not a multiple of 8", from);
         const int to = size_of(r->members[i].type, from);
         note_range(p, buffer, from, to, r->members[i].loc);
         from = to;
      }
   } else {
      note_range(p, buffer, from, size_of(type, from), at);
   }
}

void gf_xfb_check(struct gf_parser *p)
{
   for (unsigned i = 0; i < p->xfb.count; i++) {
      const int stride = p->xfb_stride[p->xfb.at[i].buffer];
      if (stride && p->xfb.at[i].to > stride)
         gf_error(p->c, p->xfb.at[i].at, "the captured bytes end at %d, behind the stride %d", p->xfb.at[i].to, stride);
      else if (!stride && p->xfb.at[i].to > 64 * 4)
         gf_error(p->c, p->xfb.at[i].at, "the captured bytes end at %d, behind the largest stride", p->xfb.at[i].to);
   }
}
