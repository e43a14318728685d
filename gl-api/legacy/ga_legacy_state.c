/* ga_legacy_state.c: the initial state of the compatibility profile (GL 2.1, tables 6.5 ff.), fog, alpha test, clip planes. */
#include "gl-api/legacy/ga_assembly.h"
#include "gl-api/legacy/ga_legacy.h"

#include <stdlib.h>
#include <string.h>

#include "gl-api/legacy/ga_legacy_params.h"
#include "gl-api/legacy/ga_list.h"
#include "gl-api/legacy/ga_vertex_capture.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"

/* ---- life ------------------------------------------------------------------------------------------------------------------ */

static void set4(GLfloat to[4], GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   to[0] = x;
   to[1] = y;
   to[2] = z;
   to[3] = w;
}

static void init_lighting(struct ga_lighting *l)
{
   l->color_control = GL_SINGLE_COLOR;
   l->color_material_face = GL_FRONT_AND_BACK;
   l->color_material_mode = GL_AMBIENT_AND_DIFFUSE;
   l->shade_model = GL_SMOOTH;
   set4(l->ambient, 0.2f, 0.2f, 0.2f, 1);
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++) {
      struct ga_light *light = &l->light[i];
      const GLfloat first = i == 0;
      set4(light->ambient, 0, 0, 0, 1);
      set4(light->diffuse, first, first, first, 1);
      set4(light->specular, first, first, first, 1);
      light->position[2] = 1;
      light->spot_direction[2] = -1;
      light->spot_cutoff = 180;
      light->attenuation[0] = 1;
   }
   for (unsigned i = 0; i < 2; i++) {
      struct ga_material *m = &l->material[i];
      set4(m->ambient, 0.2f, 0.2f, 0.2f, 1);
      set4(m->diffuse, 0.8f, 0.8f, 0.8f, 1);
      set4(m->specular, 0, 0, 0, 1);
      set4(m->emission, 0, 0, 0, 1);
      m->indexes[1] = m->indexes[2] = 1;
   }
}

static void init_env(struct ga_texture_env *env)
{
   env->mode = GL_MODULATE;
   env->rgb = (struct ga_combine){GL_MODULATE, {GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT, GL_ZERO},
                                  {GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_COLOR}, 1};
   env->alpha = (struct ga_combine){GL_MODULATE, {GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT, GL_ZERO},
                                    {GL_SRC_ALPHA, GL_SRC_ALPHA, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA}, 1};
   for (unsigned i = 0; i < 4; i++) {
      env->gen_mode[i] = GL_EYE_LINEAR;
      if (i < 2)
         env->eye_plane[i][i] = env->object_plane[i][i] = 1;
   }
}

static void init_matrices(struct ga_legacy *l)
{
   l->modelview = (struct ga_matrix_stack){l->modelview_matrices, 0, GA_MODELVIEW_DEPTH};
   l->projection = (struct ga_matrix_stack){l->projection_matrices, 0, GA_PROJECTION_DEPTH};
   ga_matrix_identity(l->modelview_matrices[0]);
   ga_matrix_identity(l->projection_matrices[0]);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      l->texture[i] = (struct ga_matrix_stack){l->texture_matrices[i], 0, GA_TEXTURE_DEPTH};
      ga_matrix_identity(l->texture_matrices[i][0]);
      init_env(&l->env[i]);
   }
}

static void init_attributes(struct ga_context *ctx)
{
   set4(ctx->attrib_current[GLSL_ATTRIB_NORMAL].f, 0, 0, 1, 1);
   set4(ctx->attrib_current[GLSL_ATTRIB_COLOR].f, 1, 1, 1, 1);
   set4(ctx->attrib_current[GLSL_ATTRIB_INDEX].f, 1, 0, 0, 1);
   set4(ctx->attrib_current[GLSL_ATTRIB_EDGE_FLAG].f, 1, 0, 0, 1);
}

bool ga_legacy_init(struct ga_context *ctx)
{
   if (!ga_has(ctx, GA_FEATURE_fixed_function))
      return true;
   struct ga_legacy *l = ctx->legacy = calloc(1, sizeof(*l));
   if (!l || !ga_assembly_init(l) || !(l->inside = malloc(sizeof(*l->inside))) || !(l->save = malloc(sizeof(*l->save))))
      return false;
   ctx->hooks = &ga_legacy_hooks;
   l->outside = ctx->dispatch;
   ga_dispatch_inside(l->inside, l->outside);
   ga_dispatch_save(l->save, l->outside);
   init_lighting(&l->lighting);
   init_matrices(l);
   init_attributes(ctx);
   l->fog = (struct ga_fog){.mode = GL_EXP, .coord_source = GL_FRAGMENT_DEPTH, .distance_mode = GL_EYE_PLANE_ABSOLUTE_NV,
                             .density = 1, .end = 1};
   l->alpha.func = GL_ALWAYS;
   l->transform.matrix_mode = GL_MODELVIEW;
   l->points = (struct ga_points){.size_max = ctx->limits.point_size[1], .attenuation = {1, 0, 0}};
   l->stipples = (struct ga_stipples){.line_factor = 1, .line_pattern = 0xffff};
   memset(l->stipples.polygon_pattern, 0xff, sizeof(l->stipples.polygon_pattern));
   l->clamp_vertex_color = GL_TRUE;
   l->clamp_fragment_color = GL_FIXED_ONLY;
   l->hint_perspective = l->hint_point_smooth = l->hint_fog = GL_DONT_CARE;
   ga_eval_init(l);
   l->render.mode = GL_RENDER;
   l->render.feedback.type = GL_2D;
   ga_vao_init(&l->immediate.vao, 0);
   l->vertices = &l->immediate.v;
   l->raster = (struct ga_raster){.valid = true, .position = {0, 0, 0, 1}, .color = {1, 1, 1, 1}, .secondary = {0, 0, 0, 1}, .index = 1};
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      l->raster.coords[i][3] = 1;
   l->pixel_zoom[0] = l->pixel_zoom[1] = 1;
   ga_pixel_transfer_init(l);
   l->index_mask = UINT32_MAX;
   ctx->st.state_constants.size_B = sizeof(ctx->state_constants);
   return true;
}

void ga_legacy_finish(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   if (!l)
      return;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      ga_exec_unref(l->fixed[i]);
   ga_assembly_finish(ctx);
   ga_capture_finish(ctx);
   ga_lists_finish(ctx);
   ga_attrib_stacks_finish(ctx);
   ga_texture_unref(ctx, l->pixel_texture);
   ga_eval_finish(l);
   ga_array_elements_close(ctx);
   free(l->element_arrays);
   free(l->fixed_last);
   ga_immediate_release(ctx);
   ga_list_chunk_release(ctx);
   free(l->inside);
   free(l->save);
   free(l);
   ctx->legacy = NULL;
   ctx->hooks = NULL;
}

void ga_legacy_dispatch(struct ga_context *ctx)
{
   struct ga_legacy *l = ctx->legacy;
   if (ctx->dispatch != &ga_dispatch_lost)
      ctx->dispatch = l->lists ? l->save : l->immediate.inside ? l->inside : l->outside;
}

/* ---- fog ------------------------------------------------------------------------------------------------------------------- */

static bool is_fog_mode(GLenum mode) { return mode == GL_LINEAR || mode == GL_EXP || mode == GL_EXP2; }
static bool is_fog_distance(GLenum mode) { return mode == GL_EYE_RADIAL_NV || mode == GL_EYE_PLANE || mode == GL_EYE_PLANE_ABSOLUTE_NV; }
static bool is_fog_source(GLenum source) { return source == GL_FOG_COORD || source == GL_FRAGMENT_DEPTH; }

static void set_fog(struct ga_context *ctx, GLenum pname, const struct ga_values *values, const char *command)
{
   struct ga_fog *fog = &ctx->legacy->fog;
   const GLfloat value = ga_values_float(values, 0);
   const bool es1 = ga_has(ctx, GA_FEATURE_es1);
   if (pname == GL_FOG_MODE && is_fog_mode(ga_values_enum(values))) {
      fog->mode = ga_values_enum(values);
   } else if (pname == GL_FOG_COORD_SRC && !es1 && is_fog_source(ga_values_enum(values))) {
      fog->coord_source = ga_values_enum(values);
   } else if (pname == GL_FOG_DISTANCE_MODE_NV && is_fog_distance(ga_values_enum(values))) {
      fog->distance_mode = ga_values_enum(values);
   } else if (pname == GL_FOG_COLOR && !values->scalar) {
      for (unsigned i = 0; i < 4; i++)
         fog->color[i] = ga_values_color(values, i);
   } else if (pname == GL_FOG_DENSITY && !(value >= 0)) {
      ga_error(ctx, GL_INVALID_VALUE, "%s: the density of fog is %g, but must not be negative", command, (double)value);
      return;
   } else if (pname == GL_FOG_DENSITY || pname == GL_FOG_START || pname == GL_FOG_END || (pname == GL_FOG_INDEX && !es1)) {
      *(pname == GL_FOG_DENSITY ? &fog->density : pname == GL_FOG_START ? &fog->start : pname == GL_FOG_END ? &fog->end : &fog->index) = value;
   } else {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(pname));
      return;
   }
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

GA_GLOBAL_SETTER(Fog, f, GLfloat, set_fog)
GA_GLOBAL_SETTER(Fog, i, GLint, set_fog)
GA_GLOBAL_SETTER(Fog, x, GLfixed, set_fog)

/* ---- others ---------------------------------------------------------------------------------------------------------------- */

void ga_AlphaFunc(struct ga_context *ctx, GLenum func, GLfloat ref)
{
   if (func < GL_NEVER || func > GL_ALWAYS) {
      ga_error(ctx, GL_INVALID_ENUM, "glAlphaFunc: %s is not accepted by this command", ga_enum_name(func));
      return;
   }
   ctx->legacy->alpha.func = func;
   ctx->legacy->alpha.ref = ref; /* the test clamps it where colours are clamped */
   ctx->dirty |= GA_DIRTY_DEPTH_STENCIL;
}

void ga_LineStipple(struct ga_context *ctx, GLint factor, GLushort pattern)
{
   ctx->legacy->stipples.line_factor = factor < 1 ? 1 : factor > 256 ? 256 : factor;
   ctx->legacy->stipples.line_pattern = pattern;
   ctx->dirty |= GA_DIRTY_RASTER;
}

static bool legal_plane(struct ga_context *ctx, GLenum plane, const char *command)
{
   if (plane >= GL_CLIP_PLANE0 && plane < GL_CLIP_PLANE0 + GLSL_MAX_CLIP_PLANES)
      return true;
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s is not accepted by this command", command, ga_enum_name(plane));
   return false;
}

void ga_ClipPlane(struct ga_context *ctx, GLenum plane, const GLdouble *equation)
{
   if (!legal_plane(ctx, plane, "glClipPlane"))
      return;
   const GLfloat v[4] = {(GLfloat)equation[0], (GLfloat)equation[1], (GLfloat)equation[2], (GLfloat)equation[3]};
   ga_matrix_plane(ctx->legacy->transform.clip_plane[plane - GL_CLIP_PLANE0], ga_matrix_top(&ctx->legacy->modelview), v);
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

void ga_GetClipPlane(struct ga_context *ctx, GLenum plane, GLdouble *equation)
{
   if (!legal_plane(ctx, plane, "glGetClipPlane"))
      return;
   for (unsigned i = 0; i < 4; i++)
      equation[i] = (GLdouble)ctx->legacy->transform.clip_plane[plane - GL_CLIP_PLANE0][i];
}

void ga_light_enable(struct ga_context *ctx, unsigned light, bool value)
{
   uint8_t *lights = &ctx->legacy->lighting.lights;
   *lights = (uint8_t)((*lights & ~(1u << light)) | (unsigned)value << light);
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}
