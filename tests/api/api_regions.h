/* api_regions.h: regions of texture images, inside, at the edges and outside of them, for bodies that pass all of them to a command. */
#ifndef API_REGIONS_H
#define API_REGIONS_H

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "api_desktop.h"
#include "api_test.h"

struct region { int at[3], size[3]; };

enum region_kind { REGION_INSIDE, REGION_OUTSIDE, REGION_NEGATIVE /* a size */ };

/* A texture of the body, in the dimensions of commands: layers and faces are the last one. */
struct shape {
   GLenum target;
   unsigned dims;     /* by name: 3 for a cube map */
   int size[3];       /* of level 0; dimensions that it lacks are 1 */
   unsigned levels, shrinks; /* shrinks: dimensions that halve from level to level */
};

static inline int shape_size(const struct shape *s, unsigned level, unsigned dim)
{
   const int size = dim < s->shrinks ? s->size[dim] >> level : s->size[dim];
   return size > 0 ? size : 1;
}

/* Offset and size in one dimension; ALL, LAST and PAST (one more than the last offset) stand for the image's. */
enum { ALL = 1000, LAST, PAST, REST /* all but the first and the last */ };
struct span { int at, size; enum region_kind kind; };

static const struct span region_spans[] = {
   {0, ALL, REGION_INSIDE}, {0, 1, REGION_INSIDE}, {LAST, 1, REGION_INSIDE}, {1, REST, REGION_INSIDE}, {0, 0, REGION_INSIDE},
   {PAST, 0, REGION_INSIDE}, {-1, 1, REGION_OUTSIDE}, {PAST, 1, REGION_OUTSIDE}, {LAST, 2, REGION_OUTSIDE}, {1, ALL, REGION_OUTSIDE},
   {0, -1, REGION_NEGATIVE},
};
/* Sums of offset and size beyond 32 bits. */
static const struct span region_overflows[] = {
   {1, INT_MAX, REGION_OUTSIDE}, {INT_MAX, 1, REGION_OUTSIDE}, {INT_MAX, INT_MAX, REGION_OUTSIDE}, {INT_MIN, 1, REGION_OUTSIDE},
   {LAST, INT_MAX, REGION_OUTSIDE}, {1, INT_MIN, REGION_NEGATIVE},
};

static inline void region_place(const struct span *span, int size, int *at, int *extent)
{
   *at = span->at == LAST ? size - 1 : span->at == PAST ? size : span->at;
   *extent = span->size == ALL ? size : span->size == REST ? (size > 2 ? size - 2 : size - 1) : span->size;
}

/* Calls `visit` with one dimension at each of the spans, while the others are complete, or the last texel. */
static inline void regions_of(const struct shape *s, unsigned level, const struct span *spans, unsigned count,
                              void (*visit)(void *data, unsigned level, const struct region *r, enum region_kind kind), void *data)
{
   for (unsigned dim = 0; dim < s->dims; dim++)
      for (unsigned i = 0; i < count; i++)
         for (unsigned other = 0; other < 2; other++) {
            struct region r = {{0, 0, 0}, {1, 1, 1}};
            for (unsigned d = 0; d < s->dims; d++)
               region_place(d == dim ? &spans[i] : &region_spans[other ? 2 : 0], shape_size(s, level, d), &r.at[d], &r.size[d]);
            visit(data, level, &r, spans[i].kind);
         }
}

#define REGIONS(list) list, sizeof(list) / sizeof(list[0])

/* Targets of images of colours. */
static const struct shape region_shapes[] = {
   {GL_TEXTURE_1D, 1, {16, 1, 1}, 2, 1},           {GL_TEXTURE_1D_ARRAY, 2, {16, 5, 1}, 2, 1},
   {GL_TEXTURE_2D, 2, {16, 12, 1}, 2, 2},          {GL_TEXTURE_RECTANGLE, 2, {16, 12, 1}, 1, 2},
   {GL_TEXTURE_CUBE_MAP, 3, {12, 12, 6}, 2, 2},    {GL_TEXTURE_2D_ARRAY, 3, {16, 12, 5}, 2, 2},
   {GL_TEXTURE_CUBE_MAP_ARRAY, 3, {12, 12, 12}, 2, 2}, {GL_TEXTURE_3D, 3, {16, 12, 6}, 2, 3},
};
enum { REGION_SHAPES = sizeof(region_shapes) / sizeof(region_shapes[0]), REGION_TEXELS = 16 * 12 * 12 };

/* The picture of a body without a failed check. */
static inline void region_draw(void)
{
   GLint drawn = 0;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
   glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)drawn);
   glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
   glClear(GL_COLOR_BUFFER_BIT);
}

static inline void region_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){51, 102, 153, 204}, 4);
}

#endif
