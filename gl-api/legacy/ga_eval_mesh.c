/* ga_eval_mesh.c: vertices of evaluators: glEvalCoord, glEvalPoint, glEvalMesh (GL 2.1, 5.1). Their attributes are those of one vertex:
 * current values stay as they are. */
#include "gl-api/legacy/ga_eval.h"

#include <math.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"

/* ---- polynomials ----------------------------------------------------------------------------------------------------------- */

/* Bernstein polynomials of degree order - 1 at t, and their derivatives. */
struct basis { double value[GA_MAX_EVAL_ORDER], slope[GA_MAX_EVAL_ORDER]; };

static void make_basis(struct basis *b, GLint order, double t)
{
   const GLint degree = order - 1;
   b->value[0] = 1;
   b->slope[0] = 0;
   for (GLint n = 1; n <= degree; n++) {
      if (n == degree) /* the slope is made of the polynomials of one degree less */
         for (GLint i = 0; i <= n; i++)
            b->slope[i] = degree * ((i ? b->value[i - 1] : 0) - (i < n ? b->value[i] : 0));
      b->value[n] = t * b->value[n - 1];
      for (GLint i = n - 1; i > 0; i--)
         b->value[i] = t * b->value[i - 1] + (1 - t) * b->value[i];
      b->value[0] *= 1 - t;
   }
}

static void map_bases(struct basis b[2], const struct ga_map *map, const GLfloat at[2])
{
   for (unsigned i = 0; i < 2; i++)
      make_basis(&b[i], map->order[i], ((double)at[i] - (double)map->from[i]) / ((double)map->to[i] - (double)map->from[i]));
}

/* The sum of the control points with these weights. */
static void blend(const struct ga_map *map, unsigned kind, const double *u, const double *v, double out[4])
{
   const GLfloat *p = ga_map_points(map, kind);
   const unsigned components = ga_map_components(kind);
   memset(out, 0, 4 * sizeof(*out));
   for (GLint i = 0; i < map->order[0]; i++) {
      for (GLint k = 0; k < map->order[1]; k++) {
         const double weight = u[i] * v[k];
         for (unsigned c = 0; c < components; c++)
            out[c] += weight * (double)*p++;
      }
   }
}

/* ---- a vertex -------------------------------------------------------------------------------------------------------------- */

static unsigned slot_of(unsigned kind)
{
   switch (kind) {
   case GA_MAP_COLOR: return GLSL_ATTRIB_COLOR;
   case GA_MAP_INDEX: return GLSL_ATTRIB_INDEX;
   case GA_MAP_NORMAL: return GLSL_ATTRIB_NORMAL;
   case GA_MAP_VERTEX_3: case GA_MAP_VERTEX_4: return 0;
   default: return GLSL_ATTRIB_TEX_COORD0;
   }
}

/* The value of the map's attribute; missing components are 0, 0, 1. */
static void evaluate(const struct ga_map *map, unsigned kind, const GLfloat at[2], GLfloat out[4])
{
   struct basis b[2];
   double value[4];
   map_bases(b, map, at);
   blend(map, kind, b[0].value, b[1].value, value);
   for (unsigned i = 0; i < 4; i++)
      out[i] = i < ga_map_components(kind) ? (GLfloat)value[i] : (GLfloat)(i == 3);
}

/* GL_AUTO_NORMAL: the cross product of the derivatives of the surface. */
static void surface_normal(const struct ga_map *map, unsigned kind, const GLfloat at[2], GLfloat out[4])
{
   struct basis b[2];
   double p[4], d[2][4], n[3];
   map_bases(b, map, at);
   blend(map, kind, b[0].value, b[1].value, p);
   blend(map, kind, b[0].slope, b[1].value, d[0]);
   blend(map, kind, b[0].value, b[1].slope, d[1]);
   for (unsigned i = 0; i < 2 && kind == GA_MAP_VERTEX_4; i++) /* of x / w; the factor 1 / w^2 changes no direction */
      for (unsigned c = 0; c < 3; c++)
         d[i][c] = d[i][c] * p[3] - p[c] * d[i][3];
   for (unsigned i = 0; i < 2; i++)
      for (unsigned c = 0; c < 3 && map->to[i] < map->from[i]; c++)
         d[i][c] = -d[i][c];
   for (unsigned c = 0; c < 3; c++)
      n[c] = d[0][(c + 1) % 3] * d[1][(c + 2) % 3] - d[0][(c + 2) % 3] * d[1][(c + 1) % 3];
   const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
   for (unsigned c = 0; c < 3; c++)
      out[c] = (GLfloat)(length > 0 ? n[c] / length : n[c]);
   out[3] = 1;
}

/* Of maps for one attribute, the one with most components counts. */
static void eval_coord(struct ga_context *ctx, unsigned dimensions, GLfloat u, GLfloat v)
{
   const struct ga_legacy *l = ctx->legacy;
   const struct ga_map *maps = l->map[dimensions - 1];
   const uint16_t enabled = l->eval.enabled[dimensions - 1];
   const GLfloat at[2] = {u, v};
   const unsigned vertex = enabled >> GA_MAP_VERTEX_4 & 1 ? GA_MAP_VERTEX_4 : GA_MAP_VERTEX_3;
   GLfloat value[GA_ATTRIB_SLOTS][4];
   uint32_t mask = 0;
   if (!l->immediate.inside || !(enabled >> vertex & 1))
      return;
   for (unsigned kind = 0; kind < GA_MAPS; kind++) {
      if (!(enabled >> kind & 1))
         continue;
      evaluate(&maps[kind], kind, at, value[slot_of(kind)]);
      mask |= 1u << slot_of(kind);
   }
   if (dimensions == 2 && l->eval.auto_normal) {
      surface_normal(&maps[vertex], vertex, at, value[GLSL_ATTRIB_NORMAL]);
      mask |= 1u << GLSL_ATTRIB_NORMAL;
   }
   ga_immediate_vertex(ctx, mask, (const GLfloat (*)[4])value);
}

#define COORDS(suffix, type) \
   void ga_EvalCoord1##suffix(struct ga_context *ctx, type u) { eval_coord(ctx, 1, (GLfloat)u, 0); } \
   void ga_EvalCoord1##suffix##v(struct ga_context *ctx, const type *u) { eval_coord(ctx, 1, (GLfloat)u[0], 0); } \
   void ga_EvalCoord2##suffix(struct ga_context *ctx, type u, type v) { eval_coord(ctx, 2, (GLfloat)u, (GLfloat)v); } \
   void ga_EvalCoord2##suffix##v(struct ga_context *ctx, const type *u) { eval_coord(ctx, 2, (GLfloat)u[0], (GLfloat)u[1]); }

COORDS(f, GLfloat)
COORDS(d, GLdouble)

/* ---- grids ----------------------------------------------------------------------------------------------------------------- */

/* The coordinate of a point of the grid; the last one is exactly the end of the domain. */
static GLfloat grid_at(const struct ga_map_grid *grid, unsigned axis, GLint index)
{
   if (index == grid->segments[axis])
      return grid->to[axis];
   return grid->from[axis] + (GLfloat)index * (grid->to[axis] - grid->from[axis]) / (GLfloat)grid->segments[axis];
}

static void eval_point(struct ga_context *ctx, unsigned dimensions, GLint i, GLint j)
{
   const struct ga_map_grid *grid = &ctx->legacy->eval.grid[dimensions - 1];
   eval_coord(ctx, dimensions, grid_at(grid, 0, i), dimensions == 2 ? grid_at(grid, 1, j) : 0);
}

void ga_EvalPoint1(struct ga_context *ctx, GLint i)
{
   eval_point(ctx, 1, i, 0);
}

void ga_EvalPoint2(struct ga_context *ctx, GLint i, GLint j)
{
   eval_point(ctx, 2, i, j);
}

void ga_EvalMesh1(struct ga_context *ctx, GLenum mode, GLint i1, GLint i2)
{
   if (mode != GL_POINT && mode != GL_LINE) {
      ga_error(ctx, GL_INVALID_ENUM, "glEvalMesh1: %s is not accepted by this command", ga_enum_name(mode));
      return;
   }
   if (!ga_immediate_begin(ctx, mode == GL_POINT ? GL_POINTS : GL_LINE_STRIP, "glEvalMesh1"))
      return;
   for (int64_t i = i1; i <= i2; i++)
      eval_point(ctx, 1, (GLint)i, 0);
   ga_End(ctx);
}

/* A strip along one axis: across false: along the first one. */
static void mesh_lines(struct ga_context *ctx, const GLint from[2], const GLint to[2], bool across)
{
   for (int64_t k = from[!across]; k <= to[!across]; k++) {
      if (!ga_immediate_begin(ctx, GL_LINE_STRIP, "glEvalMesh2"))
         return;
      for (int64_t i = from[across]; i <= to[across]; i++)
         eval_point(ctx, 2, (GLint)(across ? k : i), (GLint)(across ? i : k));
      ga_End(ctx);
   }
}

void ga_EvalMesh2(struct ga_context *ctx, GLenum mode, GLint i1, GLint i2, GLint j1, GLint j2)
{
   const GLint from[2] = {i1, j1}, to[2] = {i2, j2};
   switch (mode) {
   case GL_POINT:
      if (!ga_immediate_begin(ctx, GL_POINTS, "glEvalMesh2"))
         return;
      for (int64_t j = j1; j <= j2; j++)
         for (int64_t i = i1; i <= i2; i++)
            eval_point(ctx, 2, (GLint)i, (GLint)j);
      ga_End(ctx);
      break;
   case GL_LINE:
      mesh_lines(ctx, from, to, false);
      mesh_lines(ctx, from, to, true);
      break;
   case GL_FILL:
      for (int64_t j = j1; j < j2; j++) {
         if (!ga_immediate_begin(ctx, GL_QUAD_STRIP, "glEvalMesh2"))
            return;
         for (int64_t i = i1; i <= i2; i++) {
            eval_point(ctx, 2, (GLint)i, (GLint)j);
            eval_point(ctx, 2, (GLint)i, (GLint)(j + 1));
         }
         ga_End(ctx);
      }
      break;
   default:
      ga_error(ctx, GL_INVALID_ENUM, "glEvalMesh2: %s is not accepted by this command", ga_enum_name(mode));
   }
}
