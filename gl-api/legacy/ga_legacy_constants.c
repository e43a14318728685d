/* ga_legacy_constants.c: state of fixed functions -> the constants that shaders read as built-in uniforms (GLSL 1.20, 7.5). */
#include <math.h>
#include <string.h>

#include "gl-api/legacy/ga_legacy.h"

/* The four forms of a matrix. inverse NULL: it is computed. */
struct forms { GLfloat *plain, *inverse, *transpose, *inverse_transpose; };

static void fill_forms(struct forms to, const GLfloat m[16], const GLfloat *inverse)
{
   memcpy(to.plain, m, 16 * sizeof(GLfloat));
   if (inverse)
      memcpy(to.inverse, inverse, 16 * sizeof(GLfloat));
   else
      ga_matrix_invert(to.inverse, m);
   ga_matrix_transpose(to.transpose, m);
   ga_matrix_transpose(to.inverse_transpose, to.inverse);
}

/* Whether the forms of a matrix are those of another one than before. Programs change one stack between draws. */
static bool changed(const struct ga_legacy *l, struct forms old, const GLfloat m[16])
{
   return !l->has_constants || memcmp(old.plain, m, 16 * sizeof(GLfloat)) != 0;
}

static void fill_matrices(struct glsl_legacy_constants *c, const struct ga_legacy *l)
{
   struct forms to[GLSL_MATRICES];
   GLfloat product[16], product_inverse[16];
   for (unsigned i = 0; i < GLSL_MATRICES; i++)
      to[i] = (struct forms){c->matrix[i][GLSL_PLAIN], c->matrix[i][GLSL_INVERSE], c->matrix[i][GLSL_TRANSPOSE],
                             c->matrix[i][GLSL_INVERSE_TRANSPOSE]};
   const GLfloat *const from[] = {ga_matrix_top(&l->modelview), ga_matrix_top(&l->projection)};
   const bool new_modelview = changed(l, to[GLSL_MODELVIEW], from[0]), new_projection = changed(l, to[GLSL_PROJECTION], from[1]);
   if (new_modelview)
      fill_forms(to[GLSL_MODELVIEW], from[0], NULL);
   if (new_projection)
      fill_forms(to[GLSL_PROJECTION], from[1], NULL);
   if (new_modelview || new_projection) {
      ga_matrix_multiply(product, from[1], from[0]);
      ga_matrix_multiply(product_inverse, to[GLSL_MODELVIEW].inverse, to[GLSL_PROJECTION].inverse);
      fill_forms(to[GLSL_MODELVIEW_PROJECTION], product, product_inverse);
   }
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      const struct forms texture = {c->texture_matrix[GLSL_PLAIN][i], c->texture_matrix[GLSL_INVERSE][i],
                                    c->texture_matrix[GLSL_TRANSPOSE][i], c->texture_matrix[GLSL_INVERSE_TRANSPOSE][i]};
      if (changed(l, texture, ga_matrix_top(&l->texture[i])))
         fill_forms(texture, ga_matrix_top(&l->texture[i]), NULL);
   }
   /* Normals are transformed by the inverse transpose; rescaling undoes its scale along z (GL 2.1, 2.11.3). */
   const GLfloat *inverse = c->matrix[GLSL_MODELVIEW][GLSL_INVERSE];
   for (unsigned column = 0; column < 3; column++)
      memcpy(c->normal_matrix[column], &c->matrix[GLSL_MODELVIEW][GLSL_INVERSE_TRANSPOSE][4 * column], 3 * sizeof(GLfloat));
   const GLfloat length = sqrtf(inverse[2] * inverse[2] + inverse[6] * inverse[6] + inverse[10] * inverse[10]);
   c->normal_scale = length > 0 ? 1.0f / length : 1.0f;
}

/* Of a colour of the material and one of a light. Alpha is the material's (ARB_vertex_program, state.lightprod). */
static void product(GLfloat out[4], const GLfloat material[4], const GLfloat light[4])
{
   for (unsigned i = 0; i < 3; i++)
      out[i] = material[i] * light[i];
   out[3] = material[3];
}

static void normalize(GLfloat v[3])
{
   const GLfloat length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
   for (unsigned i = 0; length > 0 && i < 3; i++)
      v[i] /= length;
}

static void fill_light(struct glsl_light_source *to, const struct ga_light *from)
{
   memcpy(to->ambient, from->ambient, sizeof(to->ambient));
   memcpy(to->diffuse, from->diffuse, sizeof(to->diffuse));
   memcpy(to->specular, from->specular, sizeof(to->specular));
   memcpy(to->position, from->position, sizeof(to->position));
   memcpy(to->spot_direction, from->spot_direction, sizeof(to->spot_direction));
   /* The half vector of an infinite light and an infinite viewer. */
   memcpy(to->half_vector, from->position, 3 * sizeof(GLfloat));
   normalize(to->half_vector);
   to->half_vector[2] += 1;
   normalize(to->half_vector);
   to->half_vector[3] = 1;
   to->spot_exponent = from->spot_exponent;
   to->spot_cutoff = from->spot_cutoff;
   to->spot_cos_cutoff = from->spot_cutoff == 180 ? -1 : cosf(from->spot_cutoff * (GLfloat)(3.14159265358979323846 / 180));
   to->constant_attenuation = from->attenuation[0];
   to->linear_attenuation = from->attenuation[1];
   to->quadratic_attenuation = from->attenuation[2];
}

static void fill_lighting(struct glsl_legacy_constants *c, const struct ga_lighting *l)
{
   memcpy(c->light_model_ambient, l->ambient, sizeof(c->light_model_ambient));
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++)
      fill_light(&c->light[i], &l->light[i]);
   for (unsigned side = 0; side < 2; side++) {
      const struct ga_material *m = &l->material[side];
      struct glsl_material *to = &c->material[side];
      memcpy(to->emission, m->emission, sizeof(to->emission));
      memcpy(to->ambient, m->ambient, sizeof(to->ambient));
      memcpy(to->diffuse, m->diffuse, sizeof(to->diffuse));
      memcpy(to->specular, m->specular, sizeof(to->specular));
      to->shininess = m->shininess;
      product(c->scene_color[side], m->ambient, l->ambient);
      for (unsigned i = 0; i < 3; i++)
         c->scene_color[side][i] += m->emission[i];
      c->scene_color[side][3] = m->diffuse[3];
      for (unsigned i = 0; i < GA_MAX_LIGHTS; i++) {
         product(c->light_product[side][i].ambient, m->ambient, l->light[i].ambient);
         product(c->light_product[side][i].diffuse, m->diffuse, l->light[i].diffuse);
         product(c->light_product[side][i].specular, m->specular, l->light[i].specular);
      }
   }
}

static void fill_others(struct glsl_legacy_constants *c, const struct ga_context *ctx)
{
   const struct ga_legacy *l = ctx->legacy;
   memcpy(c->fog.color, l->fog.color, sizeof(c->fog.color));
   c->fog.density = l->fog.density;
   c->fog.start = l->fog.start;
   c->fog.end = l->fog.end;
   c->fog.scale = 1.0f / (l->fog.end - l->fog.start);
   c->point = (struct glsl_point){ctx->point_size, l->points.size_min, l->points.size_max, ctx->point_fade_threshold,
                                  l->points.attenuation[0], l->points.attenuation[1], l->points.attenuation[2], 0};
   memcpy(c->clip_plane, l->transform.clip_plane, sizeof(c->clip_plane));
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      memcpy(c->texture_env_color[i], l->env[i].color, sizeof(c->texture_env_color[i]));
      for (unsigned k = 0; k < 4; k++) {
         memcpy(c->eye_plane[k][i], l->env[i].eye_plane[k], sizeof(c->eye_plane[k][i]));
         memcpy(c->object_plane[k][i], l->env[i].object_plane[k], sizeof(c->object_plane[k][i]));
      }
   }
}

bool ga_legacy_matrices(struct ga_context *ctx)
{
   fill_matrices(&ctx->state_constants.legacy, ctx->legacy);
   ctx->legacy->has_constants = true;
   ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   return true;
}

bool ga_legacy_constants(struct ga_context *ctx)
{
   fill_lighting(&ctx->state_constants.legacy, &ctx->legacy->lighting);
   fill_others(&ctx->state_constants.legacy, ctx);
   ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   return true;
}
