/* gf_xfb.c: checks transform feedback layouts of one shader: conflicting strides, captured bytes that overlap or exceed the
 * stride, doubles that are not aligned (GLSL 4.60 4.4.2). */
#include "gf_front.h"
#include "gf_parser.h"

static bool is_wide(const struct gf_type *t) { return t->base == GF_DOUBLE || t->base == GF_INT64 ||
                                               t->base == GF_UINT64; }

static int round_up(int x, int to) { return (x + to - 1) / to * to; }

/* The end of a value that is captured at byte `at`: each component follows at its alignment. */
static int end_of(const struct gf_type *t, int at)
{
   if (t->base == GF_ARRAY) {
      for (int i = 0; i < t->length && i < 4096; i++)
         at = end_of(t->elem, at);
      return at;
   }
   for (unsigned i = 0; t->record && i < t->record->count; i++)
      at = end_of(t->record->members[i].type, at);
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

int gf_xfb_buffer(const struct gf_parser *p, const struct gf_qual *q)
{
   return gf_has_layout(&q->layout, GF_L_xfb_buffer) ? q->layout.value[GF_L_xfb_buffer] : default_buffer(p);
}

int gf_xfb_limit_B(const struct gf_parser *p)
{
   const struct glsl_limits *limits = p->c->options->limits;
   return 4 * (limits && limits->max_feedback_components ? limits->max_feedback_components : 64);
}

static void note_range(struct gf_parser *p, int buffer, const struct gf_type *type, int from, struct gf_loc at)
{
   const bool wide = gf_contains(type, is_wide);
   const int end = end_of(type, from), to = wide ? round_up(end, 8) : end; /* the space of doubles is a multiple of 8 */
   for (unsigned i = 0; i < p->xfb.count; i++) {
      if (p->xfb.at[i].buffer == buffer && from < p->xfb.at[i].to && to > p->xfb.at[i].from)
         gf_error(p->c, at, "the captured bytes %d to %d of buffer %d overlap others", from, to - 1, buffer);
   }
   if (p->xfb.count == p->xfb.room)
      p->xfb.at = gf_grow(p->c, p->xfb.at, p->xfb.count, &p->xfb.room, sizeof(*p->xfb.at));
   p->xfb.at[p->xfb.count].buffer = buffer;
   p->xfb.at[p->xfb.count].from = from;
   p->xfb.at[p->xfb.count].to = to;
   p->xfb.at[p->xfb.count].wide = wide;
   p->xfb.at[p->xfb.count++].at = at;
}

/* The members without an offset of a block with one follow each other. */
static void note_block(struct gf_parser *p, int buffer, const struct gf_record *r, int from)
{
   const int first = from;
   for (unsigned i = 0; i < r->count; i++) {
      const struct gf_layouts *own = &r->members[i].qual.layout;
      const struct gf_type *type = r->members[i].type;
      from = gf_has_layout(own, GF_L_xfb_offset) ? own->value[GF_L_xfb_offset] : round_up(from, gf_contains(type, is_wide) ? 8 :
         4);
      if (!gf_has_layout(own, GF_L_xfb_offset) && first % 8 && gf_contains(type, is_wide))
         gf_error(p->c, r->members[i].loc, "xfb_offset %d of a block with doubles is not a multiple of 8", first);
      if (!gf_has_layout(own, GF_L_xfb_offset))
         note_range(p, buffer, type, from, r->members[i].loc);
      from = end_of(type, from);
   }
}

/* type NULL: the default of outputs. buffer: that of the layout, of the block or the default. */
void gf_xfb_note(struct gf_parser *p, const struct gf_qual *q, const struct gf_type *type, bool block, int buffer,
                 struct gf_loc at)
{
   const struct gf_layouts *l = &q->layout;
   if (!gf_has_layout(l, GF_L_xfb_buffer) && !gf_has_layout(l, GF_L_xfb_offset) && !gf_has_layout(l, GF_L_xfb_stride))
      return;
   p->xfb_mode = true;
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
   if (block && gf_bare(type)->record)
      note_block(p, buffer, gf_bare(type)->record, l->value[GF_L_xfb_offset]);
   else
      note_range(p, buffer, type, l->value[GF_L_xfb_offset], at);
}

void gf_xfb_check(struct gf_parser *p)
{
   for (unsigned i = 0; i < p->xfb.count; i++) {
      const int stride = p->xfb_stride[p->xfb.at[i].buffer], most = gf_xfb_limit_B(p);
      if (stride && p->xfb.at[i].to > stride)
         gf_error(p->c, p->xfb.at[i].at, "the captured bytes end at %d, beyond xfb_stride = %d", p->xfb.at[i].to, stride);
      else if (!stride && p->xfb.at[i].to > most)
         gf_error(p->c, p->xfb.at[i].at, "the captured bytes end at %d, beyond the largest stride of %d bytes", p->xfb.at[i].to,
                  most);
      if (p->xfb.at[i].wide && stride % 8)
         gf_error(p->c, p->xfb.at[i].at, "doubles are captured with the stride %d, which is not a multiple of 8", stride);
   }
}
