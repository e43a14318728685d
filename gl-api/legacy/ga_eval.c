/* ga_eval.c: state of evaluators: maps and grids (GL 2.1, 5.1). */
#include "gl-api/legacy/ga_eval.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/legacy/ga_legacy_params.h"

/* ---- maps ------------------------------------------------------------------------------------------------------------------ */

/* GL 2.1, table 5.1. */
static const struct { uint8_t components; GLfloat initial[4]; } kinds[GA_MAPS] = {
   [GA_MAP_COLOR] = {4, {1, 1, 1, 1}},
   [GA_MAP_INDEX] = {1, {1}},
   [GA_MAP_NORMAL] = {3, {0, 0, 1}},
   [GA_MAP_TEX_COORD_1] = {1, {0}},
   [GA_MAP_TEX_COORD_1 + 1] = {2, {0, 0}},
   [GA_MAP_TEX_COORD_1 + 2] = {3, {0, 0, 0}},
   [GA_MAP_TEX_COORD_4] = {4, {0, 0, 0, 1}},
   [GA_MAP_VERTEX_3] = {3, {0, 0, 0}},
   [GA_MAP_VERTEX_4] = {4, {0, 0, 0, 1}},
};

unsigned ga_map_components(unsigned kind)
{
   return kinds[kind].components;
}

const GLfloat *ga_map_points(const struct ga_map *map, unsigned kind)
{
   return map->points ? map->points : kinds[kind].initial;
}

/* The map of a target. False: not a target of these dimensions. */
static bool kind_of(GLenum target, unsigned dimensions, unsigned *kind)
{
   const GLenum first = dimensions == 1 ? GL_MAP1_COLOR_4 : GL_MAP2_COLOR_4;
   *kind = target - first;
   return target >= first && target - first < GA_MAPS;
}

void ga_eval_init(struct ga_legacy *legacy)
{
   for (unsigned i = 0; i < 2 * GA_MAPS; i++)
      legacy->map[i / GA_MAPS][i % GA_MAPS] = (struct ga_map){.order = {1, 1}, .to = {1, 1}};
   for (unsigned i = 0; i < 2; i++)
      legacy->eval.grid[i] = (struct ga_map_grid){.segments = {1, 1}, .to = {1, 1}};
}

void ga_eval_finish(struct ga_legacy *legacy)
{
   for (unsigned i = 0; i < 2 * GA_MAPS; i++)
      free(legacy->map[i / GA_MAPS][i % GA_MAPS].points);
}

bool ga_map_enabled(const struct ga_context *ctx, GLenum target)
{
   const unsigned two = target >= GL_MAP2_COLOR_4;
   return ctx->legacy->eval.enabled[two] >> (target - (two ? GL_MAP2_COLOR_4 : GL_MAP1_COLOR_4)) & 1;
}

void ga_map_enable(struct ga_context *ctx, GLenum target, bool value)
{
   const unsigned two = target >= GL_MAP2_COLOR_4, kind = target - (two ? GL_MAP2_COLOR_4 : GL_MAP1_COLOR_4);
   uint16_t *bits = &ctx->legacy->eval.enabled[two];
   *bits = (uint16_t)((*bits & ~(1u << kind)) | (unsigned)value << kind);
}

/* Arguments of glMap1 and glMap2; one dimension has order[1] = 1. */
struct definition { GLenum target; GLint stride[2], order[2]; GLdouble from[2], to[2]; unsigned dimensions; };

/* GL_NO_ERROR, or the error of the arguments. */
static GLenum check(const struct definition *d, unsigned *kind)
{
   if (!kind_of(d->target, d->dimensions, kind))
      return GL_INVALID_ENUM;
   for (unsigned i = 0; i < d->dimensions; i++)
      if (d->order[i] < 1 || d->order[i] > GA_MAX_EVAL_ORDER || d->stride[i] < (GLint)kinds[*kind].components)
         return GL_INVALID_VALUE;
   return GL_NO_ERROR;
}

static size_t values_of(const struct definition *d)
{
   unsigned kind;
   size_t count = 0;
   if (check(d, &kind))
      return 0;
   for (unsigned i = 0; i < d->dimensions; i++)
      count += (size_t)d->stride[i] * (size_t)(d->order[i] - 1);
   return count + kinds[kind].components;
}

size_t ga_map1_values(GLenum target, GLint stride, GLint order)
{
   return values_of(&(struct definition){target, {stride}, {order, 1}, .dimensions = 1});
}

size_t ga_map2_values(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder)
{
   return values_of(&(struct definition){target, {ustride, vstride}, {uorder, vorder}, .dimensions = 2});
}

static void define(struct ga_context *ctx, const struct definition *d, const GLfloat *f, const GLdouble *points, const char *command)
{
   unsigned kind;
   const GLenum error = check(d, &kind);
   if (error) {
      ga_error(ctx, error, "%s: target %s, order %d x %d, stride %d, %d", command, ga_enum_name(d->target), d->order[0], d->order[1],
               d->stride[0], d->stride[1]);
      return;
   }
   if (d->from[0] == d->to[0] || (d->dimensions == 2 && d->from[1] == d->to[1])) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the ends of the domain are equal", command);
      return;
   }
   if (ctx->active_unit != 0) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: the active texture unit is %u", command, ctx->active_unit);
      return;
   }
   const size_t components = kinds[kind].components;
   GLfloat *to = malloc((size_t)d->order[0] * (size_t)d->order[1] * components * sizeof(*to)), *at = to;
   if (!to) {
      ga_oom(ctx, command);
      return;
   }
   for (GLint u = 0; u < d->order[0]; u++) {
      for (GLint v = 0; v < d->order[1]; v++) {
         const size_t place = (size_t)u * (size_t)d->stride[0] + (size_t)v * (size_t)d->stride[1];
         for (size_t c = 0; c < components; c++)
            *at++ = f ? f[place + c] : (GLfloat)points[place + c];
      }
   }
   struct ga_map *map = &ctx->legacy->map[d->dimensions - 1][kind];
   free(map->points);
   *map = (struct ga_map){.order = {d->order[0], d->order[1]}, .from = {(GLfloat)d->from[0], (GLfloat)d->from[1]},
                          .to = {(GLfloat)d->to[0], (GLfloat)d->to[1]}, .points = to};
}

void ga_Map1f(struct ga_context *ctx, GLenum target, GLfloat u1, GLfloat u2, GLint stride, GLint order, const GLfloat *points)
{
   const struct definition d = {target, {stride, 0}, {order, 1}, {(GLdouble)u1, 0}, {(GLdouble)u2, 1}, 1};
   define(ctx, &d, points, NULL, "glMap1f");
}

void ga_Map1d(struct ga_context *ctx, GLenum target, GLdouble u1, GLdouble u2, GLint stride, GLint order, const GLdouble *points)
{
   const struct definition d = {target, {stride, 0}, {order, 1}, {u1, 0}, {u2, 1}, 1};
   define(ctx, &d, NULL, points, "glMap1d");
}

void ga_Map2f(struct ga_context *ctx, GLenum target, GLfloat u1, GLfloat u2, GLint ustride, GLint uorder, GLfloat v1, GLfloat v2,
              GLint vstride, GLint vorder, const GLfloat *points)
{
   const struct definition d = {target, {ustride, vstride}, {uorder, vorder}, {(GLdouble)u1, (GLdouble)v1}, {(GLdouble)u2, (GLdouble)v2}, 2};
   define(ctx, &d, points, NULL, "glMap2f");
}

void ga_Map2d(struct ga_context *ctx, GLenum target, GLdouble u1, GLdouble u2, GLint ustride, GLint uorder, GLdouble v1, GLdouble v2,
              GLint vstride, GLint vorder, const GLdouble *points)
{
   const struct definition d = {target, {ustride, vstride}, {uorder, vorder}, {u1, v1}, {u2, v2}, 2};
   define(ctx, &d, NULL, points, "glMap2d");
}

/* ---- queries --------------------------------------------------------------------------------------------------------------- */

/* size_B: of the memory of the one of d, f and n that is not NULL. */
static void get_map(struct ga_context *ctx, GLenum target, GLenum query, GLint64 size_B, GLdouble *d, GLfloat *f, GLint *n,
                    const char *command)
{
   unsigned kind, dimensions = 1;
   if (!kind_of(target, 1, &kind)) {
      dimensions = 2;
      if (!kind_of(target, 2, &kind)) {
         ga_error(ctx, GL_INVALID_ENUM, "%s: target %s is not accepted by this command", command, ga_enum_name(target));
         return;
      }
   }
   const struct ga_map *map = &ctx->legacy->map[dimensions - 1][kind];
   const GLfloat orders[2] = {(GLfloat)map->order[0], (GLfloat)map->order[1]};
   const GLfloat domain[4] = {map->from[0], map->to[0], map->from[1], map->to[1]};
   const GLfloat *from = NULL;
   size_t count = 0;
   switch (query) {
   case GL_COEFF:
      from = ga_map_points(map, kind);
      count = (size_t)map->order[0] * (size_t)map->order[1] * kinds[kind].components;
      break;
   case GL_ORDER: from = orders; count = dimensions; break;
   case GL_DOMAIN: from = domain; count = 2 * dimensions; break;
   default: ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(query)); break;
   }
   const GLint64 needed_B = (GLint64)(count * (d ? sizeof(*d) : sizeof(*f)));
   if (count && needed_B > size_B)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: %lld bytes are needed, bufSize is %lld", command, (long long)needed_B, (long long)size_B);
   else if (d)
      for (size_t i = 0; i < count; i++)
         d[i] = (GLdouble)from[i];
   else if (count)
      ga_values_put(from, (unsigned)count, GA_VALUE_NUMBER, &(struct ga_results){.f = f, .i = n});
}

#define GET_MAP(suffix, type, ...)                                                                                                   \
   void ga_GetMap##suffix(struct ga_context *ctx, GLenum target, GLenum query, type *v)                                              \
   {                                                                                                                                 \
      get_map(ctx, target, query, INT64_MAX, __VA_ARGS__, "glGetMap" #suffix);                                                       \
   }                                                                                                                                 \
   void ga_GetnMap##suffix(struct ga_context *ctx, GLenum target, GLenum query, GLsizei bufSize, type *v)                            \
   {                                                                                                                                 \
      get_map(ctx, target, query, bufSize, __VA_ARGS__, "glGetnMap" #suffix);                                                        \
   }

GET_MAP(dv, GLdouble, v, NULL, NULL)
GET_MAP(fv, GLfloat, NULL, v, NULL)
GET_MAP(iv, GLint, NULL, NULL, v)

/* ---- grids ----------------------------------------------------------------------------------------------------------------- */

static void set_grid(struct ga_context *ctx, unsigned dimensions, const struct ga_map_grid *grid, const char *command)
{
   if (grid->segments[0] < 1 || grid->segments[1] < 1)
      ga_error(ctx, GL_INVALID_VALUE, "%s: %d x %d segments", command, grid->segments[0], grid->segments[1]);
   else
      ctx->legacy->eval.grid[dimensions - 1] = *grid;
}

void ga_MapGrid1f(struct ga_context *ctx, GLint un, GLfloat u1, GLfloat u2)
{
   set_grid(ctx, 1, &(struct ga_map_grid){{un, 1}, {u1, 0}, {u2, 1}}, "glMapGrid1f");
}

void ga_MapGrid1d(struct ga_context *ctx, GLint un, GLdouble u1, GLdouble u2)
{
   set_grid(ctx, 1, &(struct ga_map_grid){{un, 1}, {(GLfloat)u1, 0}, {(GLfloat)u2, 1}}, "glMapGrid1d");
}

void ga_MapGrid2f(struct ga_context *ctx, GLint un, GLfloat u1, GLfloat u2, GLint vn, GLfloat v1, GLfloat v2)
{
   set_grid(ctx, 2, &(struct ga_map_grid){{un, vn}, {u1, v1}, {u2, v2}}, "glMapGrid2f");
}

void ga_MapGrid2d(struct ga_context *ctx, GLint un, GLdouble u1, GLdouble u2, GLint vn, GLdouble v1, GLdouble v2)
{
   set_grid(ctx, 2, &(struct ga_map_grid){{un, vn}, {(GLfloat)u1, (GLfloat)v1}, {(GLfloat)u2, (GLfloat)v2}}, "glMapGrid2d");
}
