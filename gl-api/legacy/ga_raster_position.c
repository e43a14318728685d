/* ga_raster_position.c: the current raster position and its associated values: colours, texture coordinates, distance
 * (GL 2.1, 2.13). */
#include "gl-api/legacy/ga_vertex_capture.h"

#include <math.h>
#include <string.h>

#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/program/ga_program.h"

/* ---- positions ------------------------------------------------------------------------------------------------------------------- */

#define RECORD_FLOATS (GA_CAPTURE_COORDS + 4 * GA_MAX_TEXTURE_COORDS)

/* Depth clamping replaces the near and the far plane (OpenGL 4.6 compatibility, 13.7). */
static bool inside_volume(const struct ga_context *ctx, const GLfloat *record)
{
   const GLfloat *clip = record + GA_CAPTURE_CLIP;
   bool inside = clip[3] > 0;
   for (unsigned i = 0; i < 2; i++)
      inside &= clip[i] >= -clip[3] && clip[i] <= clip[3];
   inside &= ctx->cap_clamp_near || clip[2] >= (ctx->clip_depth_mode == GL_ZERO_TO_ONE ? 0 : -clip[3]);
   inside &= ctx->cap_clamp_far || clip[2] <= clip[3];
   for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++)
      if (ctx->clip_distances >> i & 1)
         inside &= record[GA_CAPTURE_DISTANCES + i] >= 0;
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

static void set_colors(struct ga_context *ctx, const GLfloat *color, const GLfloat *secondary)
{
   struct ga_raster *r = &ctx->legacy->raster;
   for (unsigned i = 0; i < 4; i++) {
      r->color[i] = clamp01(color[i]);
      r->secondary[i] = clamp01(secondary[i]);
   }
   r->index = ctx->attrib_current[GLSL_ATTRIB_INDEX].f[0];
}

/* The vertex stage is that of fixed functions, which only multiplies by matrices. */
static bool is_transform(const struct ga_context *ctx)
{
   const struct ga_exec *vertex = ctx->stage_exec[PIPE_SHADER_VERTEX];
   bool generated = ctx->legacy->lighting.enabled || ga_assembly_enabled(ctx, AP_VERTEX);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      generated |= ctx->legacy->env[i].gen_enabled;
   return (!vertex || vertex->fixed_function) && !generated;
}

/* The record of such a vertex, without a draw. */
static void transform(const struct ga_context *ctx, const GLfloat object[4], GLfloat *record)
{
   const struct ga_legacy *l = ctx->legacy;
   GLfloat eye[4];
   ga_matrix_apply(eye, ga_matrix_top(&l->modelview), object);
   ga_matrix_apply(record + GA_CAPTURE_CLIP, ga_matrix_top(&l->projection), eye);
   memcpy(record + GA_CAPTURE_FRONT, ctx->attrib_current[GLSL_ATTRIB_COLOR].f, 4 * sizeof(GLfloat));
   memcpy(record + GA_CAPTURE_SECONDARY, ctx->attrib_current[GLSL_ATTRIB_SECONDARY_COLOR].f, 4 * sizeof(GLfloat));
   record[GA_CAPTURE_FOG] = l->fog.coord_source == GL_FOG_COORD ? ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] :
      l->fog.distance_mode == GL_EYE_RADIAL_NV ? sqrtf(eye[0] * eye[0] + eye[1] * eye[1] + eye[2] * eye[2]) :
      l->fog.distance_mode == GL_EYE_PLANE ? eye[2] : fabsf(eye[2]);
   for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++) {
      const GLfloat *p = l->transform.clip_plane[i];
      record[GA_CAPTURE_DISTANCES + i] = p[0] * eye[0] + p[1] * eye[1] + p[2] * eye[2] + p[3] * eye[3];
   }
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      ga_matrix_apply(record + GA_CAPTURE_COORDS + 4 * i, ga_matrix_top(&l->texture[i]),
                      ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + i].f);
}

static void set_position(struct ga_context *ctx, const GLfloat *record)
{
   struct ga_legacy *l = ctx->legacy;
   struct ga_raster *r = &l->raster;
   GLfloat clip[4];
   memcpy(clip, record + GA_CAPTURE_CLIP, sizeof(clip));
   r->valid = l->raster_unclipped || inside_volume(ctx, record);
   if (!r->valid)
      return;
   if (ctx->clip_origin == GL_UPPER_LEFT)
      clip[1] = -clip[1];
   for (unsigned i = 0; i < 2; i++)
      r->position[i] = ctx->viewport[0][i] + (clip[i] / clip[3] + 1) * 0.5f * ctx->viewport[0][2 + i];
   r->position[2] = window_depth(ctx, clip);
   r->position[3] = clip[3];
   r->distance = record[GA_CAPTURE_FOG];
   set_colors(ctx, record + GA_CAPTURE_FRONT, record + GA_CAPTURE_SECONDARY);
   memcpy(r->coords, record + GA_CAPTURE_COORDS, sizeof(r->coords));
   ga_render_feedback_raster(ctx, GL_NONE);
}

/* Through the vertex shader, if there is one (GL 2.1, 2.13). */
static void raster_pos(struct ga_context *ctx, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   const GLfloat object[4] = {x, y, z, w};
   GLfloat record[RECORD_FLOATS];
   struct ga_capture captured;
   if (is_transform(ctx)) {
      transform(ctx, object, record);
      set_position(ctx, record);
   } else if (ga_capture_vertex(ctx, object, &captured, "glRasterPos")) {
      set_position(ctx, captured.values);
      ga_capture_drop(&captured);
   }
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
   set_colors(ctx, ctx->attrib_current[GLSL_ATTRIB_COLOR].f, ctx->attrib_current[GLSL_ATTRIB_SECONDARY_COLOR].f);
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
