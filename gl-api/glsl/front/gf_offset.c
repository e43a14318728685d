/* gf_offset.c: offsets of members of uniform and buffer blocks: std140 and std430 (GLSL 4.60 4.4.5, OpenGL 4.6 7.6.2.2). Layouts
 * that are up to the implementation (shared, packed) are std430, as in Mesa's drivers. */
#include "gf_parser.h"

#define HUGE_B (INT64_C(1) << 40) /* above any limit; sums of members do not overflow */

static int64_t round_up(int64_t v, int64_t to) { return (v + to - 1) / to * to; }

int gf_align_of(const struct gf_type *t, bool std430, bool row_major)
{
   const struct gf_type *bare = gf_bare(t);
   if (gf_is_matrix(bare)) {
      const int a = gf_align_of(gf_vector((enum gf_base)bare->base, row_major ? bare->cols : bare->rows), std430, false);
      return std430 ? a : (int)round_up(a, 16);
   }
   if (bare->record) {
      int most = std430 ? 1 : 16;
      for (unsigned i = 0; i < bare->record->count; i++) {
         const int a = gf_align_of(bare->record->members[i].type, std430, row_major);
         most = a > most ? a : most;
      }
      return most;
   }
   if (bare->base == GF_SAMPLER || bare->base == GF_IMAGE) /* a handle: uvec2 (ARB_bindless_texture) */
      return t->base == GF_ARRAY && !std430 ? 16 : 8;
   const int unit = bare->base == GF_DOUBLE || bare->base == GF_INT64 || bare->base == GF_UINT64 ? 8 : 4;
   const int a = bare->rows == 1 ? unit : bare->rows == 2 ? 2 * unit : 4 * unit;
   return t->base == GF_ARRAY && !std430 ? (int)round_up(a, 16) : a;
}

int64_t gf_stride_of(const struct gf_type *t, bool std430, bool row_major)
{
   const int a = gf_align_of(t, std430, row_major);
   if (t->base == GF_ARRAY)
      return round_up(gf_size_of(t->elem, std430, row_major), a);
   return round_up(gf_size_of(gf_vector((enum gf_base)t->base, row_major ? t->cols : t->rows), std430, false), a);
}

int64_t gf_size_of(const struct gf_type *t, bool std430, bool row_major)
{
   if (t->base == GF_ARRAY) {
      const int64_t n = t->length > 0 ? t->length : 0, stride = gf_stride_of(t, std430, row_major);
      return stride > INT32_MAX || stride * n > HUGE_B ? HUGE_B : stride * n;
   }
   if (gf_is_matrix(t))
      return (row_major ? t->rows : t->cols) * gf_stride_of(t, std430, row_major);
   if (t->record) {
      int64_t at = 0;
      for (unsigned i = 0; i < t->record->count; i++) {
         const struct gf_type *m = t->record->members[i].type;
         at = round_up(at, gf_align_of(m, std430, row_major)) + gf_size_of(m, std430, row_major);
      }
      return round_up(at, gf_align_of(t, std430, row_major));
   }
   if (t->base == GF_SAMPLER || t->base == GF_IMAGE)
      return 8;
   return (int64_t)t->rows * (t->base == GF_DOUBLE || t->base == GF_INT64 || t->base == GF_UINT64 ? 8 : 4);
}

/* Whether `yes` applies, by the layout of the member, the block or the default. `no` is its opposite. */
static bool in_force(const struct gf_layouts *const *by, unsigned count, unsigned yes, unsigned no)
{
   for (unsigned i = 0; i < count; i++) {
      if (gf_has_layout(by[i], yes) || gf_has_layout(by[i], no))
         return gf_has_layout(by[i], yes);
   }
   return false;
}

void gf_place_members(struct gf_parser *p, struct gf_record *r)
{
   const struct gf_layouts *b = &r->qual.layout, *d = &p->defaults[r->qual.storage];
   const bool own = gf_has_layout(b, GF_L_shared) || gf_has_layout(b, GF_L_packed);
   const bool std140 = !own && (gf_has_layout(b, GF_L_std140) || (gf_has_layout(d, GF_L_std140) && !gf_has_layout(b,
      GF_L_std430)));
   const bool fixed = std140 || (!own && (gf_has_layout(b, GF_L_std430) || gf_has_layout(d, GF_L_std430)));
   const bool std430 = !std140;
   int64_t next = 0;
   r->std430 = std430;
   if (!fixed && gf_has_layout(b, GF_L_align) && r->count)
      gf_error(p->c, r->members[0].loc, "align needs a block with layout(std140) or layout(std430)");
   for (unsigned i = 0; i < r->count; i++) {
      struct gf_member *m = &r->members[i];
      const struct gf_layouts *l = &m->qual.layout, *const by[] = { l, b, d };
      if (gf_has_layout(l, GF_L_offset) && !gf_at_least(p->c, 440, 0) && !gf_ext_on(p->c, GF_ARB_enhanced_layouts))
         gf_error(p->c, m->loc, "offsets of members of blocks %s", GF_NEEDS(p->c, 440, 0, 0, 0, { GF_ARB_enhanced_layouts }));
      if (!fixed && (gf_has_layout(l, GF_L_offset) || gf_has_layout(l, GF_L_align)))
         gf_error(p->c, m->loc, "offset and align need a block with layout(std140) or layout(std430)");
      m->row_major = in_force(by, 3, GF_L_row_major, GF_L_column_major);
      const int align = gf_align_of(m->type, std430, m->row_major);
      int64_t at = round_up(next, align);
      if (gf_has_layout(l, GF_L_offset)) {
         at = l->value[GF_L_offset];
         if (at % align)
            gf_error(p->c, m->loc, "offset %d of '%s' is not a multiple of %d", (int)at, m->name->text, align);
         if (at < next)
            gf_error(p->c, m->loc, "offset %d of '%s' lies within the member before it", (int)at, m->name->text);
      }
      const int more = gf_has_layout(l, GF_L_align) ? l->value[GF_L_align] : gf_has_layout(b, GF_L_align)
         ? b->value[GF_L_align] : 0;
      at = round_up(at, more > align ? more : align);
      next = at + gf_size_of(m->type, std430, m->row_major);
      if (next > INT32_MAX) {
         gf_error(p->c, m->loc, "block '%s' has more than %d bytes", r->name, INT32_MAX);
         return;
      }
      m->offset = (int)at;
   }
}
