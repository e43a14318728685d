/* ga_raster_position.c: the current raster position and what goes with it: colours, texture coordinates, distance (GL 2.1, 2.13). */
#include "gl-api/legacy/ga_legacy.h"

#include <math.h>
#include <string.h>

/* ---- the vertex stage for one vertex -------------------------------------------------------------------------------------------- */

static GLfloat dot(const GLfloat *a, const GLfloat *b, unsigned n)
{
   GLfloat sum = 0;
   for (unsigned i = 0; i < n; i++)
      sum += a[i] * b[i];
   return sum;
}

static void normalize(GLfloat v[3])
{
   const GLfloat length = sqrtf(dot(v, v, 3));
   for (unsigned i = 0; length > 0 && i < 3; i++)
      v[i] /= length;
}

static void eye_normal(const struct ga_context *ctx, GLfloat n[3])
{
   const GLfloat *object = ctx->attrib_current[GLSL_ATTRIB_NORMAL].f;
   GLfloat inverse[16];
   ga_matrix_invert(inverse, ga_matrix_top(&ctx->legacy->modelview));
   for (unsigned i = 0; i < 3; i++)
      n[i] = dot(inverse + 4 * i, object, 3);
   const GLfloat length = sqrtf(inverse[2] * inverse[2] + inverse[6] * inverse[6] + inverse[10] * inverse[10]);
   if (ctx->legacy->transform.normalize)
      normalize(n);
   else if (ctx->legacy->transform.rescale_normal && length > 0)
      for (unsigned i = 0; i < 3; i++)
         n[i] /= length;
}

/* The direction to the light; *attenuation: with the spot's. */
static void direction_to(const struct ga_light *light, const GLfloat p[3], GLfloat l[3], GLfloat *attenuation)
{
   *attenuation = 1;
   memcpy(l, light->position, 3 * sizeof(*l));
   if (light->position[3] != 0) {
      for (unsigned i = 0; i < 3; i++)
         l[i] = light->position[i] / light->position[3] - p[i];
      const GLfloat r = sqrtf(dot(l, l, 3));
      *attenuation = 1 / (light->attenuation[0] + r * (light->attenuation[1] + r * light->attenuation[2]));
   }
   normalize(l);
   if (light->spot_cutoff == 180)
      return;
   GLfloat spot[3];
   memcpy(spot, light->spot_direction, sizeof(spot));
   normalize(spot);
   const GLfloat s = -dot(l, spot, 3);
   *attenuation *= s < cosf(light->spot_cutoff * (GLfloat)(3.14159265358979323846 / 180)) || s <= 0 ? 0 : powf(s, light->spot_exponent);
}

/* GL 2.1, 2.14.1, for the front. */
static void lit(const struct ga_context *ctx, const GLfloat eye[4], GLfloat primary[4], GLfloat secondary[4])
{
   const struct ga_lighting *g = &ctx->legacy->lighting;
   const struct ga_material *m = &g->material[0];
   GLfloat n[3], p[3] = {eye[0] / eye[3], eye[1] / eye[3], eye[2] / eye[3]}, specular[3] = {0, 0, 0};
   eye_normal(ctx, n);
   for (unsigned c = 0; c < 3; c++)
      primary[c] = m->emission[c] + m->ambient[c] * g->ambient[c];
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++) {
      const struct ga_light *light = &g->light[i];
      GLfloat l[3], h[3], v[3] = {0, 0, 1}, a;
      if (!(g->lights >> i & 1))
         continue;
      direction_to(light, p, l, &a);
      if (g->local_viewer) {
         for (unsigned c = 0; c < 3; c++)
            v[c] = -p[c];
         normalize(v);
      }
      for (unsigned c = 0; c < 3; c++)
         h[c] = l[c] + v[c];
      normalize(h);
      const GLfloat d = fmaxf(dot(n, l, 3), 0), s = d > 0 ? powf(fmaxf(dot(n, h, 3), 0), m->shininess) : 0;
      for (unsigned c = 0; c < 3; c++) {
         primary[c] += a * (light->ambient[c] * m->ambient[c] + d * light->diffuse[c] * m->diffuse[c]);
         specular[c] += a * s * light->specular[c] * m->specular[c];
      }
   }
   const bool separate = g->color_control == GL_SEPARATE_SPECULAR_COLOR;
   for (unsigned c = 0; c < 3; c++) {
      primary[c] += separate ? 0 : specular[c];
      secondary[c] = separate ? specular[c] : 0;
   }
   primary[3] = m->diffuse[3];
   secondary[3] = 0;
}

/* GL 2.1, 2.11.4. */
static void coordinates(const struct ga_context *ctx, unsigned unit, const GLfloat object[4], const GLfloat eye[4], GLfloat out[4])
{
   const struct ga_texture_env *env = &ctx->legacy->env[unit];
   GLfloat n[3], u[3] = {eye[0], eye[1], eye[2]}, f[3];
   eye_normal(ctx, n);
   normalize(u);
   for (unsigned i = 0; i < 3; i++)
      f[i] = u[i] - 2 * dot(n, u, 3) * n[i];
   const GLfloat m = 2 * sqrtf(dot(f, f, 2) + (f[2] + 1) * (f[2] + 1));
   memcpy(out, ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + unit].f, 4 * sizeof(*out));
   for (unsigned i = 0; i < 4; i++) {
      if (!(env->gen_enabled >> i & 1))
         continue;
      switch (env->gen_mode[i]) {
      case GL_OBJECT_LINEAR: out[i] = dot(env->object_plane[i], object, 4); break;
      case GL_EYE_LINEAR: out[i] = dot(env->eye_plane[i], eye, 4); break;
      case GL_SPHERE_MAP: out[i] = f[i & 1] / m + 0.5f; break;
      case GL_REFLECTION_MAP: out[i] = f[i % 3]; break;
      default: out[i] = n[i % 3]; break;
      }
   }
   ga_matrix_apply(out, ga_matrix_top(&ctx->legacy->texture[unit]), out);
}

/* ---- positions ------------------------------------------------------------------------------------------------------------------- */

static bool inside_volume(const struct ga_context *ctx, const GLfloat eye[4], const GLfloat clip[4])
{
   bool inside = clip[3] > 0;
   for (unsigned i = 0; i < 3; i++)
      inside &= clip[i] >= -clip[3] && clip[i] <= clip[3];
   for (unsigned i = 0; i < GLSL_MAX_CLIP_PLANES; i++)
      if (ctx->clip_distances >> i & 1)
         inside &= dot(ctx->legacy->transform.clip_plane[i], eye, 4) >= 0;
   return inside;
}

static GLfloat clamp01(GLfloat v)
{
   return v > 0 ? v < 1 ? v : 1 : 0;
}

/* The current colours, or those of lighting. */
static void set_colors(struct ga_context *ctx, const GLfloat *eye)
{
   struct ga_raster *r = &ctx->legacy->raster;
   if (eye && ctx->legacy->lighting.enabled) {
      lit(ctx, eye, r->color, r->secondary);
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
   ga_matrix_apply(eye, ga_matrix_top(&l->modelview), object);
   ga_matrix_apply(clip, ga_matrix_top(&l->projection), eye);
   r->valid = inside_volume(ctx, eye, clip);
   if (!r->valid)
      return;
   const GLfloat n = (GLfloat)ctx->depth_range[0][0], f = (GLfloat)ctx->depth_range[0][1];
   for (unsigned i = 0; i < 2; i++)
      r->position[i] = ctx->viewport[0][i] + (clip[i] / clip[3] + 1) * 0.5f * ctx->viewport[0][2 + i];
   r->position[2] = (clip[2] / clip[3] * (f - n) + f + n) * 0.5f;
   r->position[3] = clip[3];
   r->distance = l->fog.coord_source == GL_FOG_COORD ? ctx->attrib_current[GLSL_ATTRIB_FOG_COORD].f[0] : fabsf(eye[2]);
   set_colors(ctx, eye);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      coordinates(ctx, i, object, eye, r->coords[i]);
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
   set_colors(ctx, NULL);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      memcpy(r->coords[i], ctx->attrib_current[GLSL_ATTRIB_TEX_COORD0 + i].f, sizeof(r->coords[i]));
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
