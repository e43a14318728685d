/* ga_immediate.c: glBegin and glEnd (GL 2.1, 2.6). Vertices are collected in client memory and drawn as arrays by glEnd. */
#include "gl-api/legacy/ga_legacy.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/legacy/ga_legacy_params.h"

/* ---- vertices -------------------------------------------------------------------------------------------------------------- */

static unsigned floats_of(uint32_t mask)
{
   return 4 * (unsigned)__builtin_popcount(mask);
}

/* Where the attribute begins in a vertex. */
static unsigned place_of(uint32_t mask, unsigned slot)
{
   return floats_of(mask & ((1u << slot) - 1));
}

/* False: GL_OUT_OF_MEMORY was raised. */
static bool reserve(struct ga_context *ctx, size_t floats)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (floats <= im->room)
      return true;
   const size_t room = floats * 2 > 4096 ? floats * 2 : 4096;
   GLfloat *grown = realloc(im->data, room * sizeof(*grown));
   if (!grown) {
      ga_oom(ctx, "glVertex");
      return false;
   }
   im->data = grown;
   im->room = room;
   return true;
}

/* Vertices so far get an attribute more: the current value, which they were specified with. */
static void widen(struct ga_context *ctx, unsigned slot)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const uint32_t mask = im->mask | 1u << slot;
   const unsigned before = floats_of(im->mask), after = floats_of(mask), place = place_of(mask, slot);
   if (!reserve(ctx, (size_t)(im->count + 1) * after))
      return;
   for (uint32_t i = im->count; i-- > 0;) {
      GLfloat *from = im->data + (size_t)i * before, *to = im->data + (size_t)i * after;
      memmove(to + place + 4, from + place, (before - place) * sizeof(*to));
      memmove(to, from, place * sizeof(*to));
      memcpy(to + place, ctx->attrib_current[slot].f, 4 * sizeof(*to));
   }
   im->mask = mask;
}

static void add_vertex(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const unsigned size = floats_of(im->mask);
   if (im->count == UINT32_MAX / 2 || !reserve(ctx, (size_t)(im->count + 1) * size))
      return;
   GLfloat *to = im->data + (size_t)im->count * size;
   for (uint32_t left = im->mask; left; left &= left - 1, to += 4)
      memcpy(to, ctx->attrib_current[__builtin_ctz(left)].f, 4 * sizeof(*to));
   im->count++;
}

void ga_immediate_vertex(struct ga_context *ctx, uint32_t mask, const GLfloat (*value)[4])
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   for (uint32_t left = mask & ~im->mask; left; left &= left - 1)
      widen(ctx, (unsigned)__builtin_ctz(left));
   const uint32_t before = im->count;
   add_vertex(ctx);
   if (im->count == before) /* out of memory */
      return;
   GLfloat *to = im->data + (size_t)before * floats_of(im->mask);
   for (uint32_t left = mask & im->mask; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      memcpy(to + place_of(im->mask, slot), value[slot], 4 * sizeof(*to));
   }
}

void ga_legacy_attrib(struct ga_context *ctx, unsigned slot, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (im->inside && !(im->mask >> slot & 1))
      widen(ctx, slot);
   GLfloat *to = ctx->attrib_current[slot].f;
   to[0] = x;
   to[1] = y;
   to[2] = z;
   to[3] = w;
   ctx->attribs_wide &= ~(1u << slot);
   ctx->dirty |= GA_DIRTY_CURRENT_ATTRIBS;
   if (slot == 0 && im->inside)
      add_vertex(ctx);
   else if (slot == GLSL_ATTRIB_COLOR && ctx->legacy->lighting.color_material)
      ga_color_material_track(ctx);
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

static void describe(struct ga_immediate *im)
{
   const uint32_t stride_B = floats_of(im->mask) * (uint32_t)sizeof(GLfloat);
   im->vao.enabled = im->mask;
   for (uint32_t left = im->mask; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      struct ga_vertex_binding *binding = &im->vao.binding[slot];
      binding->offset = (uintptr_t)(im->data + place_of(im->mask, slot));
      binding->stride_B = stride_B;
   }
}

static void draw(struct ga_context *ctx, uint32_t count)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   struct ga_vao *bound = ctx->vao;
   describe(im);
   ctx->vao = &im->vao;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
   ga_draw_vertices(ctx, im->mode, 0, (GLsizei)count, "glEnd");
   ctx->vao = bound;
   ctx->dirty |= GA_DIRTY_VERTEX_ARRAYS;
}

void ga_Begin(struct ga_context *ctx, GLenum mode)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (im->inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "glBegin: between glBegin and glEnd");
      return;
   }
   if (!ga_draw_legal_mode(ctx, mode, "glBegin"))
      return;
   im->inside = true;
   im->mode = mode;
   im->mask = 1;
   im->count = 0;
   ga_legacy_dispatch(ctx);
}

void ga_End(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (!im->inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "glEnd: no glBegin");
      return;
   }
   im->inside = false;
   ga_legacy_dispatch(ctx);
   if (im->count)
      draw(ctx, im->count);
}

/* How many of the last vertices the next primitive of the mode needs again; the first of a fan or polygon stays in front. */
static uint32_t carried_vertices(GLenum mode, uint32_t count)
{
   switch (mode) {
   case GL_POINTS: return 0;
   case GL_LINES: return count % 2;
   case GL_TRIANGLES: return count % 3;
   case GL_QUADS: return count % 4;
   case GL_LINE_STRIP: return 1;
   case GL_TRIANGLE_STRIP: return 2 + count % 2;
   case GL_QUAD_STRIP: return 2 + count % 2;
   default: return count; /* loops, fans, polygons: the material of the end holds for all */
   }
}

void ga_immediate_split(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   const uint32_t keep = im->inside ? carried_vertices(im->mode, im->count) : 0;
   if (!im->inside || im->count <= keep)
      return;
   const size_t size = floats_of(im->mask);
   const bool list = im->mode == GL_LINES || im->mode == GL_TRIANGLES || im->mode == GL_QUADS;
   im->inside = false;
   draw(ctx, list ? im->count - keep : im->count);
   im->inside = true;
   memmove(im->data, im->data + (im->count - keep) * size, keep * size * sizeof(*im->data));
   im->count = keep;
}

/* ---- rectangles (GL 2.1, 2.10) --------------------------------------------------------------------------------------------- */

void ga_Rectf(struct ga_context *ctx, GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2)
{
   ga_Begin(ctx, GL_POLYGON);
   ga_legacy_attrib(ctx, 0, x1, y1, 0, 1);
   ga_legacy_attrib(ctx, 0, x2, y1, 0, 1);
   ga_legacy_attrib(ctx, 0, x2, y2, 0, 1);
   ga_legacy_attrib(ctx, 0, x1, y2, 0, 1);
   ga_End(ctx);
}

#define RECT(suffix, type) \
   void ga_Rect##suffix(struct ga_context *ctx, type x1, type y1, type x2, type y2) \
   { \
      ga_Rectf(ctx, (GLfloat)x1, (GLfloat)y1, (GLfloat)x2, (GLfloat)y2); \
   } \
   RECTV(suffix, type)
#define RECTV(suffix, type) \
   void ga_Rect##suffix##v(struct ga_context *ctx, const type *v1, const type *v2) \
   { \
      ga_Rectf(ctx, (GLfloat)v1[0], (GLfloat)v1[1], (GLfloat)v2[0], (GLfloat)v2[1]); \
   }

RECT(d, GLdouble)
RECT(i, GLint)
RECT(s, GLshort)
RECTV(f, GLfloat)
