/* ga_raster_position.c: the current raster position and its associated values: colours, texture coordinates, distance
 * (GL 2.1, 2.13). */
#include "gl-api/legacy/ga_fixed_cpu.h"

#include <math.h>
#include <string.h>

/* ---- positions ------------------------------------------------------------------------------------------------------------------- */

/* Depth clamping replaces the near and the far plane (OpenGL 4.6 compatibility, 13.7). */
static bool inside_volume(const struct ga_context *ctx, const GLfloat eye[4], const GLfloat clip[4])
{
   bool inside = clip[3] > 0;
   for (unsigned i = 0; i < 2; i++)
      inside &= clip[i] >= -clip[3] && clip[i] <= clip[3];
   inside &= ctx->cap_clamp_near || clip[2] >= (ctx->clip_depth_mode == GL_ZERO_TO_ONE ? 0 : -clip[3]);
   inside &= ctx->cap_clamp_far || clip[2] <= clip[3];
   for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++)
      if (ctx->clip_distances >> i & 1)
         inside &= ga_cpu_clip_distance(ctx, eye, i) >= 0;
   return inside;
}

static GLfloat clamp01(GLfloat v)
{
   return v > 0 ? v < 1 ? v : 1 : 0;
}

/* Depth in the window (OpenGL 4.6 compatibility, 13.8); the range may run downwards. */
static GLfloat window_depth(const struct ga_context *ctx, const GLfloat clip[4])
{
   const GLfloat n = (GLfloat)ctx->depth_range[0][0], f = (GLfloat)ctx->depth_range[0][1], low = n < f ? n : f, high = n < f ? f : n;
   const GLfloat z = clip[2] / clip[3], depth = ctx->clip_depth_mode == GL_ZERO_TO_ONE ? z * (f - n) + n : (z * (f - n) + f + n) * 0.5f;
   if (!ctx->cap_clamp_near && !ctx->cap_clamp_far)
      return depth;
   return depth < low ? low : depth > high ? high : depth;
}

/* The current attributes with this position. */
static struct ga_cpu_vertex current_vertex(const struct ga_context *ctx, const GLfloat object[4])
{
   struct ga_cpu_vertex vertex = {{object}};
   for (unsigned i = 1; i < GA_ATTRIB_SLOTS; i++)
      vertex.attrib[i] = ctx->attrib_current[i].f;
   return vertex;
}

/* The current colours, or those of lighting. */
static void set_colors(struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat *eye)
{
   struct ga_raster *r = &ctx->legacy->raster;
   if (eye) {
      ga_cpu_colors(ctx, vertex, eye, 0, r->color, r->secondary);
   } else {
      memcpy(r->color, ctx->attrib_current[GLSL_ATTRIB_COLOR].f, sizeof(r->color));
      memcpy(r->secondary, ctx->attrib_current[GLSL_ATTRIB_SECONDARY_COLOR].f, sizeof(r->secondary));
   }
   for (unsigned i = 0; i < 4; i++) {
      r->color[i] = clamp01(r->color[i]);
      r->secondary[i] = clamp01(r->secondary[i]);
   }
   r->index = ctx->attrib_current[GLSL_ATTRIB_INDEX].f[0];
}

static void raster_pos(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_raster *r = &l->raster;
   const GLfloat object[4] = {x, y, z, w};
   GLfloat eye[4], clip[4];
   ga_cpu_position(ctx, object, eye, clip);
   r->valid = l->raster_unclipped || inside_volume(ctx, eye, clip);
   if (!r->valid)
      return;
   if (ctx->clip_origin == GL_UPPER_LEFT)
      clip[1] = -clip[1];
   for (unsigned i = 0; i < 2; i++)
      r->position[i] = ctx->viewport[0][i] + (clip[i] / clip[3] + 1) * 0.5f * ctx->viewport[0][2 + i];
   r->position[2] = window_depth(ctx, clip);
   r->position[3] = clip[3];
   r->distance = l->fog.coord_source == GL_FOG_COORD ? ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] :
                 l->fog.distance_mode == GL_EYE_RADIAL_NV ? sqrtf(eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2]) :
                 l->fog.distance_mode == GL_EYE_PLANE ? eye[2] : fabsf(eye[2]);
   const struct ga_cpu_vertex vertex = current_vertex(ctx, object);
   set_colors(ctx, &vertex, eye);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      ga_cpu_coordinates(ctx, &vertex, eye, i, r->coords[i]);
   ga_render_feedback_raster(ctx, GL_NONE);
}

/* In window coordinates, without transformation; z is clamped to 0 and 1 and put into the depth range (GL 2.1, 2.13). */
static void window_pos(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z)
{
   struct ga_raster *r = &ctx->legacy->raster;
   const GLfloat n = (GLfloat)ctx->depth_range[0][0], f = (GLfloat)ctx->depth_range[0][1];
   r->valid = true;
   r->position[0] = x;
   r->position[1] = y;
   r->position[2] = n + clamp01(z) * (f - n);
   r->position[3] = 1;
   r->distance = ctx->legacy->fog.coord_source == GL_FOG_COORD ? ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] : 0;
   set_colors(ctx, NULL, NULL);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      memcpy(r->coords[i], ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + i].f, sizeof(r->coords[i]));
   ga_render_feedback_raster(ctx, GL_NONE);
}

#define F (GLfloat)
#define POSITIONS(suffix, type) \
   void ga_RasterPos2##suffix(struct ga_context *ctx, type x, type y) { raster_pos(ctx, F x, F y, 0, 1); } \
   void ga_RasterPos3##suffix(struct ga_context *ctx, type x, type y, type z) { raster_pos(ctx, F x, F y, F z, 1); } \
   void ga_RasterPos4##suffix(struct ga_context *ctx, type x, type y, type z, type w) { raster_pos(ctx, F x, F y, F z, F w); } \
   void ga_RasterPos2##suffix##v(struct ga_context *ctx, const type *v) { raster_pos(ctx, F v[0], F v[1], 0, 1); } \
   void ga_RasterPos3##suffix##v(struct ga_context *ctx, const type *v) { raster_pos(ctx, F v[0], F v[1], F v[2], 1); } \
   void ga_RasterPos4##suffix##v(struct ga_context *ctx, const type *v) { raster_pos(ctx, F v[0], F v[1], F v[2], F v[3]); } \
   void ga_WindowPos2##suffix(struct ga_context *ctx, type x, type y) { window_pos(ctx, F x, F y, 0); } \
   void ga_WindowPos3##suffix(struct ga_context *ctx, type x, type y, type z) { window_pos(ctx, F x, F y, F z); } \
   void ga_WindowPos2##suffix##v(struct ga_context *ctx, const type *v) { window_pos(ctx, F v[0], F v[1], 0); } \
   void ga_WindowPos3##suffix##v(struct ga_context *ctx, const type *v) { window_pos(ctx, F v[0], F v[1], F v[2]); }

POSITIONS(s, GLshort)
POSITIONS(i, GLint)
POSITIONS(f, GLfloat)
POSITIONS(d, GLdouble)
