/* ga_immediate.c: glBegin and glEnd (GL 2.1, 2.6): attributes of vertices and their current values. */
#include "gl-api/legacy/ga_legacy.h"

#include <string.h>

#include "gl-api/command/ga_draw.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy_params.h"
#include "gl-api/legacy/ga_list.h"

/* ---- attributes ------------------------------------------------------------------------------------------------------------ */

static void set_current(struct ga_context *ctx, unsigned slot, const GLfloat value[4])
{
   memcpy(ctx->attrib_current[slot].f, value, 4 * sizeof(GLfloat));
   ctx->attribs_wide &= ~(1u << slot);
   ctx->attribs_changed |= 1u << slot;
   ctx->dirty |= GA_DIRTY_CURRENT_ATTRIBS;
   if (slot == GLSL_ATTRIB_COLOR && ctx->legacy->lighting.color_material)
      ga_color_material_track(ctx);
}

void ga_generic_attrib(struct ga_context *ctx, unsigned index, const GLfloat value[4])
{
   const struct ga_immediate *im = &ctx->legacy->immediate;
   if (index && index < GLSL_ATTRIB_VERTEX && im->inside && im->fixed_vertex && ctx->legacy->vertices == &im->v)
      set_current(ctx, index, value);
   else
      ga_legacy_attrib(ctx, index, value[0], value[1], value[2], value[3]);
}

void ga_set_current_values(struct ga_context *ctx, uint32_t mask, const GLfloat *values)
{
   for (uint32_t left = mask; left; left &= left - 1, values += 4)
      if (!(left & 1))
         set_current(ctx, (unsigned)__builtin_ctz(left), values);
}

void ga_legacy_attrib_slow(struct ga_context *ctx, unsigned slot, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   const GLfloat value[4] = {x, y, z, w};
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (ctx->legacy->vertices != &im->v)
      ga_list_build_attrib(ctx, ga_list_build(ctx), slot, value);
   else if (!im->inside)
      set_current(ctx, slot, value);
   else if (!(im->v.mask >> slot & 1) ? ga_immediate_widen(ctx, slot, ctx->attrib_current[slot].f) : ga_immediate_room(ctx))
      ga_legacy_attrib(ctx, slot, x, y, z, w);
}

void ga_immediate_vertex(struct ga_context *ctx, uint32_t mask, const GLfloat (*value)[4])
{
   struct ga_vertices *v = &ctx->legacy->immediate.v;
   GLfloat before[4 * GA_ATTRIB_SLOTS];
   for (uint32_t left = mask & ~v->mask; left; left &= left - 1)
      if (!ga_immediate_widen(ctx, (unsigned)__builtin_ctz(left), ctx->attrib_current[__builtin_ctz(left)].f))
         return;
   memcpy(before, v->vertex, v->floats * sizeof(GLfloat));
   for (uint32_t left = mask; left; left &= left - 1) {
      const unsigned slot = (unsigned)__builtin_ctz(left);
      memcpy(v->vertex + 4 * v->place[slot], value[slot], 4 * sizeof(GLfloat));
   }
   if (ga_immediate_room(ctx))
      ga_vertices_add(v);
   memcpy(v->vertex, before, v->floats * sizeof(GLfloat));
}

/* ---- primitives ------------------------------------------------------------------------------------------------------------ */

static bool is_fixed_vertex(const struct ga_context *ctx)
{
   const struct ga_exec *exec = ctx->stage_exec[PIPE_SHADER_VERTEX];
   return (!exec || exec == ctx->legacy->fixed[PIPE_SHADER_VERTEX]) && !ga_assembly_enabled(ctx, AP_VERTEX);
}

/* The state whose errors glBegin raises may have changed. */
static bool is_unchecked(const struct ga_context *ctx, GLenum mode)
{
   const bool programs = ga_assembly_enabled(ctx, AP_VERTEX) || ga_assembly_enabled(ctx, AP_FRAGMENT);
   const uint32_t bits = GA_DIRTY_DRAW_CHECKS | (programs ? GA_DIRTY_FIXED_FUNCTION : 0);
   return !(ctx->draw_modes >> mode & 1) || ctx->dirty & bits & ~(uint32_t)GA_DIRTY_VERTEX_ARRAYS ||
          ctx->share_seqno != atomic_load_explicit(&ctx->share->seqno, memory_order_relaxed);
}

/* glBegin raises the errors of state that do not let its primitives be drawn (OpenGL 4.6 compatibility, 10.4, 11.1.3.11 and 9.4.4). Arrays
 * and attributes are derived when the vertices are complete. */
static bool legal_state(struct ga_context *ctx, GLenum mode, const char *command)
{
   const uint32_t later = ctx->dirty & (GA_DIRTY_VERTEX_ARRAYS | GA_DIRTY_CURRENT_ATTRIBS);
   if (!is_unchecked(ctx, mode))
      return true;
   ctx->dirty &= ~later;
   const bool legal = ga_draw_legal_state(ctx, mode, false, 0, command) && ga_update_draw(ctx, command);
   ctx->dirty |= later;
   return legal;
}

/* The layout of a primitive begins with its position and the attributes of those before it: current values that changed since the last
 * draw, and that draws read. Primitives which differ in such values are one draw, and current values are not uploaded for each. */
static void begin_layout(struct ga_context *ctx)
{
   struct ga_vertices *v = &ctx->legacy->immediate.v;
   const uint32_t legacy = ~0u << (GLSL_ATTRIB_VERTEX + 1) & ~ctx->attribs_wide;
   v->count = v->room = 0;
   v->mask = v->floats = 0;
   ga_vertices_add_slot(v, 0, ctx->attrib_current[0].f);
   for (uint32_t left = ctx->attribs_changed & ctx->st.attribs_read & legacy; left; left &= left - 1)
      ga_vertices_add_slot(v, (unsigned)__builtin_ctz(left), ctx->attrib_current[__builtin_ctz(left)].f);
}

bool ga_immediate_begin(struct ga_context *ctx, GLenum mode, const char *command)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (im->inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "%s: between glBegin and glEnd", command);
      return false;
   }
   if (!ga_draw_legal_mode(ctx, mode, command) || !legal_state(ctx, mode, command))
      return false;
   im->inside = true;
   im->loop_open = false;
   im->mode = mode;
   im->fixed_vertex = is_fixed_vertex(ctx);
   begin_layout(ctx);
   ga_legacy_dispatch(ctx);
   return true;
}

void ga_Begin(struct ga_context *ctx, GLenum mode)
{
   ga_immediate_begin(ctx, mode, "glBegin");
}

/* The material of the last vertices remains. */
static void set_materials(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   const struct ga_vertices *v = &l->immediate.v;
   for (unsigned side = 0; side < 2; side++) {
      for (unsigned i = 0; i < GA_MATERIAL_PARAMETERS; i++) {
         const unsigned slot = GA_MATERIAL_SLOT(side, i);
         unsigned count;
         GLfloat *to = ga_material_values(&l->lighting.material[side], i, &count);
         if (l->vertex_materials >> slot & 1)
            memcpy(to, v->vertex + 4 * v->place[slot], count * sizeof(*to));
      }
   }
   for (uint32_t left = v->mask & ~l->vertex_materials & ~1u; left; left &= left - 1)
      set_current(ctx, (unsigned)__builtin_ctz(left), v->vertex + 4 * v->place[__builtin_ctz(left)]);
   l->vertex_materials = 0;
   ctx->dirty |= GA_DIRTY_LIGHTING | GA_DIRTY_FIXED_FUNCTION;
}

bool ga_immediate_material(struct ga_context *ctx, unsigned side, enum ga_material_parameter parameter, const GLfloat value[4])
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_immediate *im = &l->immediate;
   const unsigned slot = GA_MATERIAL_SLOT(side, parameter);
   if (!im->inside)
      return false;
   if (!im->fixed_vertex || !ctx->renders) {
      ga_immediate_split(ctx);
      return false;
   }
   if (!(im->v.mask >> slot & 1)) {
      unsigned count;
      GLfloat before[4] = {0};
      const GLfloat *from = ga_material_values(&l->lighting.material[side], parameter, &count);
      memcpy(before, from, count * sizeof(GLfloat));
      if (!ga_immediate_widen(ctx, slot, before))
         return true;
      l->vertex_materials |= 1u << slot;
      ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
   }
   memcpy(im->v.vertex + 4 * im->v.place[slot], value, 4 * sizeof(GLfloat));
   return true;
}

void ga_End(struct ga_context *ctx)
{
   struct ga_immediate *im = &ctx->legacy->immediate;
   if (!im->inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "glEnd: no glBegin");
      return;
   }
   ga_array_elements_close(ctx);
   ga_immediate_finish(ctx);
   im->inside = false;
   if (ctx->legacy->vertex_materials)
      set_materials(ctx);
   else
      ga_set_current_values(ctx, im->v.mask, im->v.vertex);
   im->v.mask = 0;
   ga_legacy_dispatch(ctx);
}

/* Ends the primitive and begins another one of the same mode. */
void ga_PrimitiveRestartNV(struct ga_context *ctx)
{
   const struct ga_immediate *im = &ctx->legacy->immediate;
   if (!im->inside) {
      ga_error(ctx, GL_INVALID_OPERATION, "glPrimitiveRestartNV: not between glBegin and glEnd");
      return;
   }
   const GLenum mode = im->mode;
   ga_End(ctx);
   ga_immediate_begin(ctx, mode, "glPrimitiveRestartNV");
}

/* ---- rectangles (GL 2.1, 2.10) --------------------------------------------------------------------------------------------- */

void ga_Rectf(struct ga_context *ctx, GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2)
{
   if (!ga_immediate_begin(ctx, GL_POLYGON, "glRect"))
      return;
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
