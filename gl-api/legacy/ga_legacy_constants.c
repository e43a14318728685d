/* ga_legacy_constants.c: state of fixed functions -> the constants that shaders read as built-in uniforms (GLSL 1.20, 7.5). */
#include <math.h>
#include <string.h>

#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy.h"

/* Constants that are derived when a stage reads them: a bit for each group that is up to date. */
enum ga_legacy_constant { COPIES = 1 /* of some matrices */, NORMALS = 2, FORMS = 4, LIGHTS = 8 };

/* Bytes of struct glsl_state_constants up to the last that the draw reads. Parameters of assembly programs may be any of them. */
static size_t read_B(const struct ga_context *ctx)
{
   size_t most_B = 0;
   for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
      most_B = ctx->st.state_constants_read_B[stage] > most_B ? ctx->st.state_constants_read_B[stage] : most_B;
   for (unsigned target = 0; target < AP_TARGETS; target++)
      most_B = ctx->legacy->assembly->code[target] ? sizeof(struct glsl_state_constants) : most_B;
   return most_B;
}
#define READS(bytes, member) ((bytes) > offsetof(struct glsl_state_constants, legacy.member))

/* ---- matrices -------------------------------------------------------------------------------------------------------------- */

typedef GLfloat matrix[16];

/* True: it is another one than before. */
static bool copy_matrix(matrix to, const matrix from)
{
   if (!memcmp(to, from, sizeof(matrix)))
      return false;
   memcpy(to, from, sizeof(matrix));
   return true;
}

/* Normals are transformed by the inverse transpose; rescaling undoes its scale along z (GL 2.1, 2.11.3). */
static void fill_normals(struct glsl_legacy_constants *c)
{
   matrix inverse;
   ga_matrix_invert(inverse, c->matrix[GLSL_MODELVIEW]);
   for (unsigned column = 0; column < 3; column++)
      for (unsigned row = 0; row < 3; row++)
         c->normal_matrix[column][row] = inverse[4 * row + column];
   const GLfloat length = sqrtf(inverse[2] * inverse[2] + inverse[6] * inverse[6] + inverse[10] * inverse[10]);
   c->normal_scale = length > 0 ? 1.0f / length : 1.0f;
}

static void fill_transposes(const matrix *plain, matrix *inverse, matrix *transpose, matrix *inverse_transpose, unsigned count)
{
   for (unsigned i = 0; i < count; i++) {
      ga_matrix_transpose(transpose[i], plain[i]);
      ga_matrix_transpose(inverse_transpose[i], inverse[i]);
   }
}

static void fill_forms(struct glsl_legacy_constants *c)
{
   matrix *inverse = c->matrix_form[GLSL_INVERSE - 1], *texture_inverse = c->texture_matrix_form[GLSL_INVERSE - 1];
   ga_matrix_invert(inverse[GLSL_MODELVIEW], c->matrix[GLSL_MODELVIEW]);
   ga_matrix_invert(inverse[GLSL_PROJECTION], c->matrix[GLSL_PROJECTION]);
   ga_matrix_multiply(inverse[GLSL_MODELVIEW_PROJECTION], inverse[GLSL_MODELVIEW], inverse[GLSL_PROJECTION]);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      ga_matrix_invert(texture_inverse[i], c->texture_matrix[i]);
   fill_transposes(c->matrix, inverse, c->matrix_form[GLSL_TRANSPOSE - 1], c->matrix_form[GLSL_INVERSE_TRANSPOSE - 1], GLSL_MATRICES);
   fill_transposes(c->texture_matrix, texture_inverse, c->texture_matrix_form[GLSL_TRANSPOSE - 1],
                   c->texture_matrix_form[GLSL_INVERSE_TRANSPOSE - 1], GA_MAX_TEXTURE_COORDS);
}

bool ga_legacy_matrices(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   struct glsl_legacy_constants *c = &ctx->state_constants.legacy;
   const size_t bytes = read_B(ctx);
   const bool first = !(l->constants & COPIES), modelview = copy_matrix(c->matrix[GLSL_MODELVIEW], ga_matrix_top(&l->modelview));
   bool others = copy_matrix(c->matrix[GLSL_PROJECTION], ga_matrix_top(&l->projection));
   if (first || modelview || others)
      ga_matrix_multiply(c->matrix[GLSL_MODELVIEW_PROJECTION], c->matrix[GLSL_PROJECTION], c->matrix[GLSL_MODELVIEW]);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS && READS(bytes, texture_matrix); i++)
      others |= copy_matrix(c->texture_matrix[i], ga_matrix_top(&l->texture[i]));
   const uint8_t stale = modelview ? NORMALS | FORMS : others ? FORMS : 0;
   const uint8_t wanted = (READS(bytes, normal_matrix) ? NORMALS : 0) | (READS(bytes, matrix_form) ? FORMS : 0);
   l->constants = (uint8_t)((l->constants | COPIES) & ~stale);
   const uint8_t missing = wanted & (uint8_t)~l->constants;
   if (missing & NORMALS)
      fill_normals(c);
   if (missing & FORMS)
      fill_forms(c);
   l->constants |= missing;
   if (first || modelview || others || missing)
      ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   return true;
}

/* ---- lighting -------------------------------------------------------------------------------------------------------------- */

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

static void fill_material(struct glsl_material *to, const struct ga_material *from)
{
   memcpy(to->emission, from->emission, sizeof(to->emission));
   memcpy(to->ambient, from->ambient, sizeof(to->ambient));
   memcpy(to->diffuse, from->diffuse, sizeof(to->diffuse));
   memcpy(to->specular, from->specular, sizeof(to->specular));
   to->shininess = from->shininess;
}

static void fill_products(struct glsl_legacy_constants *c, const struct ga_lighting *l)
{
   for (unsigned side = 0; side < 2; side++) {
      const struct ga_material *m = &l->material[side];
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

static void fill_lighting(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   struct glsl_legacy_constants *c = &ctx->state_constants.legacy;
   memcpy(c->light_model_ambient, l->lighting.ambient, sizeof(c->light_model_ambient));
   for (unsigned side = 0; side < 2; side++)
      fill_material(&c->material[side], &l->lighting.material[side]);
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++) {
      const struct ga_light *light = &l->lighting.light[i];
      if (l->constants & LIGHTS && !memcmp(light, &l->constant_light[i], sizeof(*light)))
         continue;
      fill_light(&c->light[i], light);
      l->constant_light[i] = *light;
   }
   l->constants |= LIGHTS;
   if (READS(read_B(ctx), scene_color))
      fill_products(c, &l->lighting);
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

bool ga_legacy_constants(struct ga_context *ctx)
{
   fill_lighting(ctx);
   fill_others(&ctx->state_constants.legacy, ctx);
   memcpy(ctx->st.clip_planes, ctx->legacy->transform.clip_plane, sizeof(ctx->st.clip_planes));
   ctx->st.dirty |= ST_DIRTY_CLIP;
   ctx->st.dirty |= ST_DIRTY_STATE_CONSTANTS;
   return true;
}
