/* ga_fixed_cpu.c: the vertex stage of fixed functions for single vertices on the CPU: raster positions, selection, feedback (GL 2.1, 2.11
 * to 2.14). */
#include "gl-api/legacy/ga_fixed_cpu.h"

#include <math.h>
#include <string.h>

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

static void eye_normal(const struct ga_context *ctx, const GLfloat object[3], GLfloat n[3])
{
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

/* The material of a side, with the vertex's colour where it follows it (GL 2.1, 2.14.3). */
static struct ga_material material_of(const struct ga_lighting *g, unsigned side, const GLfloat color[4])
{
   struct ga_material m = g->material[side];
   if (!g->color_material || g->color_material_face == (side ? GL_FRONT : GL_BACK))
      return m;
   const bool both = g->color_material_mode == GL_AMBIENT_AND_DIFFUSE;
   if (both || g->color_material_mode == GL_AMBIENT)
      memcpy(m.ambient, color, sizeof(m.ambient));
   if (both || g->color_material_mode == GL_DIFFUSE)
      memcpy(m.diffuse, color, sizeof(m.diffuse));
   if (g->color_material_mode == GL_SPECULAR)
      memcpy(m.specular, color, sizeof(m.specular));
   if (g->color_material_mode == GL_EMISSION)
      memcpy(m.emission, color, sizeof(m.emission));
   return m;
}

/* GL 2.1, 2.14.1. */
static void lit(const struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat eye[4], unsigned side, GLfloat primary[4],
                GLfloat secondary[4])
{
   const struct ga_lighting *g = &ctx->legacy->lighting;
   const struct ga_material material = material_of(g, side, vertex->attrib[GLSL_ATTRIB_COLOR]), *m = &material;
   GLfloat n[3], p[3] = {eye[0] / eye[3], eye[1] / eye[3], eye[2] / eye[3]}, specular[3] = {0, 0, 0};
   eye_normal(ctx, vertex->attrib[GLSL_ATTRIB_NORMAL], n);
   for (unsigned c = 0; c < 3; c++) {
      n[c] = side ? -n[c] : n[c];
      primary[c] = m->emission[c] + m->ambient[c] * g->ambient[c];
   }
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

void ga_cpu_colors(const struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat eye[4], unsigned side,
                   GLfloat primary[4], GLfloat secondary[4])
{
   if (ctx->legacy->lighting.enabled) {
      lit(ctx, vertex, eye, ctx->legacy->lighting.two_side ? side : 0, primary, secondary);
   } else {
      memcpy(primary, vertex->attrib[GLSL_ATTRIB_COLOR], 4 * sizeof(*primary));
      memcpy(secondary, vertex->attrib[GLSL_ATTRIB_SECONDARY_COLOR], 4 * sizeof(*secondary));
   }
}

/* GL 2.1, 2.11.4. */
void ga_cpu_coordinates(const struct ga_context *ctx, const struct ga_cpu_vertex *vertex, const GLfloat eye[4], unsigned unit,
                        GLfloat out[4])
{
   const GLfloat *object = vertex->attrib[0];
   const struct ga_texture_env *env = &ctx->legacy->env[unit];
   GLfloat n[3], u[3] = {eye[0], eye[1], eye[2]}, f[3];
   eye_normal(ctx, vertex->attrib[GLSL_ATTRIB_NORMAL], n);
   normalize(u);
   for (unsigned i = 0; i < 3; i++)
      f[i] = u[i] - 2 * dot(n, u, 3) * n[i];
   const GLfloat m = 2 * sqrtf(dot(f, f, 2) + (f[2] + 1) * (f[2] + 1));
   memcpy(out, vertex->attrib[GLSL_ATTRIB_TEX_COORD0 + unit], 4 * sizeof(*out));
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

void ga_cpu_position(const struct ga_context *ctx, const GLfloat object[4], GLfloat eye[4], GLfloat clip[4])
{
   ga_matrix_apply(eye, ga_matrix_top(&ctx->legacy->modelview), object);
   ga_matrix_apply(clip, ga_matrix_top(&ctx->legacy->projection), eye);
}

GLfloat ga_cpu_clip_distance(const struct ga_context *ctx, const GLfloat eye[4], unsigned plane)
{
   return dot(ctx->legacy->transform.clip_plane[plane], eye, 4);
}
