/* gf_type.h: types. Basic types are rows of one constant table; arrays are unique per element and length. Equal types are equal
 * pointers. */
#ifndef GF_TYPE_H
#define GF_TYPE_H

#include "gf_core.h"

enum gf_base { GF_VOID, GF_BOOL, GF_INT, GF_UINT, GF_FLOAT, GF_DOUBLE, GF_INT64, GF_UINT64, GF_SAMPLER, GF_IMAGE,
               GF_ATOMIC,
               GF_STRUCT, GF_BLOCK, GF_ARRAY, GF_ERROR };
enum gf_dim { GF_1D, GF_2D, GF_3D, GF_CUBE, GF_RECT, GF_BUFFER, GF_EXTERNAL };

#define GF_UNSIZED -1

struct gf_type {
   uint8_t base;
   uint8_t rows, cols;           /* vectors: rows; matrices: cols > 1. Scalars 1, 1 */
   uint8_t dim, sampled;         /* samplers and images: enum gf_dim, enum gf_base of a texel */
   bool arrayed, shadow, ms;
   const char *name;
   const struct gf_type *elem;   /* arrays */
   int length;                   /* arrays: elements or GF_UNSIZED */
   struct gf_record *record;     /* structs and blocks */
};

enum gf_type_id {
#define GF_TYPE(id, base, rows, cols) GF_TY_##id,
#define GF_OPAQUE(id, base, sampled, dim, arrayed, shadow, ms) GF_TY_##id,
#include "gf_type.def"
#undef GF_TYPE
#undef GF_OPAQUE
   GF_TY_COUNT,
};
extern const struct gf_type gf_types[GF_TY_COUNT];
#define GF_T(id) (&gf_types[GF_TY_##id])

const struct gf_type *gf_vector(enum gf_base base, unsigned rows);                /* also scalars: rows 1 */
const struct gf_type *gf_matrix(enum gf_base base, unsigned cols, unsigned rows); /* cols 1: a vector */
const struct gf_type *gf_array(struct gf_ctx *c, const struct gf_type *elem, int length);
const struct gf_type *gf_type_named(const char *name, size_t length);             /* a basic type, or NULL */

static inline bool gf_is_numeric(const struct gf_type *t) { return t->base >= GF_INT && t->base <= GF_UINT64; }
static inline bool gf_is_basic(const struct gf_type *t) { return t->base >= GF_BOOL && t->base <= GF_UINT64; }
static inline bool gf_is_integer(const struct gf_type *t)
{
   return t->base == GF_INT || t->base == GF_UINT || t->base == GF_INT64 || t->base == GF_UINT64;
}
static inline bool gf_is_scalar(const struct gf_type *t) { return gf_is_basic(t) && t->rows == 1 && t->cols == 1; }
static inline bool gf_is_vector(const struct gf_type *t) { return gf_is_basic(t) && t->rows > 1 && t->cols == 1; }
static inline bool gf_is_matrix(const struct gf_type *t) { return t->cols > 1; }
static inline bool gf_is_real(const struct gf_type *t) { return t->base == GF_FLOAT || t->base == GF_DOUBLE; }
static inline bool gf_is_opaque(const struct gf_type *t) { return t->base >= GF_SAMPLER && t->base <= GF_ATOMIC; }

const struct gf_type *gf_bare(const struct gf_type *t);        /* without its arrays */
bool gf_contains(const struct gf_type *t, bool (*what)(const struct gf_type *)); /* the type, or a member at any depth */
bool gf_has_unsized(const struct gf_type *t);
unsigned gf_components(const struct gf_type *t);               /* scalars in it, at any depth; saturates */
unsigned gf_locations(const struct gf_type *t, bool vertex_input); /* locations that an input or output takes */
const char *gf_type_text(struct gf_ctx *c, const struct gf_type *t);

#endif
