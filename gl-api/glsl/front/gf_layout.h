/* gf_layout.h: layout(...): shared by the files of its grammar, of its legal uses and of the defaults of interfaces. */
#ifndef GF_LAYOUT_H
#define GF_LAYOUT_H

#include "gf_parser.h"

static inline int gf_layout_value(const struct gf_layouts *l, unsigned id) { return l->value ? l->value[id] : 0; }

static inline bool gf_any_layout(const struct gf_layouts *l, unsigned first, unsigned last)
{
   for (unsigned id = first; id <= last; id++) {
      if (gf_has_layout(l, id))
         return true;
   }
   return false;
}

/* gf_layout.c */
const char *gf_layout_text(unsigned id); /* the identifier */
void gf_layout_put(struct gf_parser *p, struct gf_layouts *l, unsigned id, int v);
/* Unsets the identifiers that id overrides, itself among them. False: id overrides none. */
bool gf_layout_override(struct gf_layouts *l, unsigned id);

/* gf_layout_check.c: errors of "layout(...) in;" and the like. False: the declaration has no such interface. */
bool gf_layout_check_default(struct gf_parser *p, const struct gf_qual *q);

#endif
