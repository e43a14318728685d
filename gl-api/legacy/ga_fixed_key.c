/* ga_fixed_key.c: the state of fixed functions -> keys of their programs. */
#include <string.h>

#include "gl-api/context/ga_share.h"
#include "gl-api/legacy/ga_fixed.h"
#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/object/ga_format.h"

/* ---- the fragment stage ---------------------------------------------------------------------------------------------------- */

static uint8_t texel_of(const struct ga_texture *tex, const struct ga_format *format)
{
   switch (format->base_format) {
   case GL_ALPHA: return GA_TEXEL_ALPHA;
   case GL_INTENSITY: return GA_TEXEL_INTENSITY;
   case GL_RGBA: case GL_LUMINANCE_ALPHA: return GA_TEXEL_RGBA;
   case GL_DEPTH_COMPONENT: case GL_DEPTH_STENCIL:
      return tex->depth_mode == GL_ALPHA ? GA_TEXEL_ALPHA : tex->depth_mode == GL_INTENSITY ? GA_TEXEL_INTENSITY :
             tex->depth_mode == GL_RED ? GA_TEXEL_RED : GA_TEXEL_RGB;
   default: return GA_TEXEL_RGB;
   }
}

static uint8_t source_of(GLenum source, unsigned unit)
{
   switch (source) {
   case GL_TEXTURE: return (uint8_t)(GA_SOURCE_TEXTURE0 + unit);
   case GL_CONSTANT: return GA_SOURCE_CONSTANT;
   case GL_PRIMARY_COLOR: return GA_SOURCE_PRIMARY;
   case GL_PREVIOUS: return GA_SOURCE_PREVIOUS;
   case GL_ZERO: return GA_SOURCE_ZERO;
   case GL_ONE: return GA_SOURCE_ONE;
   default: return (uint8_t)(GA_SOURCE_TEXTURE0 + (source - GL_TEXTURE0));
   }
}

static unsigned arguments_of(uint8_t function)
{
   switch (function) {
   case GA_FUNCTION_REPLACE: return 1;
   case GA_FUNCTION_INTERPOLATE: case GA_FUNCTION_MODULATE_ADD: case GA_FUNCTION_MODULATE_SIGNED_ADD:
   case GA_FUNCTION_MODULATE_SUBTRACT: return 3;
   case GA_FUNCTION_ADD_PRODUCTS: case GA_FUNCTION_ADD_PRODUCTS_SIGNED: return 4;
   default: return 2;
   }
}

/* four: GL_COMBINE4_NV, whose sums have four arguments. */
static struct ga_fixed_combine combine_of(const struct ga_combine *from, unsigned unit, bool four)
{
   struct ga_fixed_combine to = {.scale = (uint8_t)from->scale};
   switch (from->function) {
   case GL_MODULATE: to.function = GA_FUNCTION_MODULATE; break;
   case GL_ADD: to.function = four ? GA_FUNCTION_ADD_PRODUCTS : GA_FUNCTION_ADD; break;
   case GL_ADD_SIGNED: to.function = four ? GA_FUNCTION_ADD_PRODUCTS_SIGNED : GA_FUNCTION_ADD_SIGNED; break;
   case GL_INTERPOLATE: to.function = GA_FUNCTION_INTERPOLATE; break;
   case GL_SUBTRACT: to.function = GA_FUNCTION_SUBTRACT; break;
   case GL_DOT3_RGB: to.function = GA_FUNCTION_DOT3_RGB; break;
   case GL_DOT3_RGBA: to.function = GA_FUNCTION_DOT3_RGBA; break;
   case GL_DOT3_RGB_EXT: to.function = GA_FUNCTION_DOT3_RGB; to.scale = 1; break; /* EXT_texture_env_dot3 ignores the scale */
   case GL_DOT3_RGBA_EXT: to.function = GA_FUNCTION_DOT3_RGBA; to.scale = 1; break;
   case GL_MODULATE_ADD_ATI: to.function = GA_FUNCTION_MODULATE_ADD; break;
   case GL_MODULATE_SIGNED_ADD_ATI: to.function = GA_FUNCTION_MODULATE_SIGNED_ADD; break;
   case GL_MODULATE_SUBTRACT_ATI: to.function = GA_FUNCTION_MODULATE_SUBTRACT; break;
   default: to.function = GA_FUNCTION_REPLACE; break;
   }
   for (unsigned i = 0; i < arguments_of(to.function); i++) {
      to.source[i] = source_of(from->source[i], unit);
      to.operand[i] = from->operand[i] == GL_SRC_COLOR ? GA_OPERAND_COLOR : from->operand[i] == GL_ONE_MINUS_SRC_COLOR ?
         GA_OPERAND_INVERSE_COLOR : from->operand[i] == GL_SRC_ALPHA ? GA_OPERAND_ALPHA : GA_OPERAND_INVERSE_ALPHA;
   }
   return to;
}

/* An enabled target whose texture is incomplete disables texturing of the unit (GL 2.1, 3.8.10). */
static struct ga_fixed_texture texture_of(struct ga_context *ctx, unsigned unit)
{
   static const uint8_t targets[GA_ENV_TARGETS] = {GA_TEX_1D, GA_TEX_2D, GA_TEX_RECT, GA_TEX_3D, GA_TEX_CUBE, GA_TEX_EXTERNAL};
   const unsigned enabled = ctx->legacy->env[unit].enabled;
   if (!enabled)
      return (struct ga_fixed_texture){0};
   const unsigned target = 31u - (unsigned)__builtin_clz(enabled);
   struct ga_texture *tex = ctx->unit[unit].bound[targets[target]];
   struct ga_sampler *sampler = ctx->unit[unit].sampler;
   unsigned base, last;
   GA_GUARD(ctx, &tex->lock);
   const struct ga_sampler_params *params = sampler ? &sampler->params : &tex->params;
   if (ga_texture_completeness(tex, ga_min_filter_uses_mipmaps(params->min_filter), &last) != GA_COMPLETE)
      return (struct ga_fixed_texture){0};
   ga_texture_levels(tex, &base, &last);
   const struct ga_format *format = ga_teximage_at(tex, 0, base)->format;
   return (struct ga_fixed_texture){
      .target = (uint8_t)(target + 1),
      .texel = texel_of(tex, format),
      .shadow = params->compare_mode != GL_NONE && target != GA_ENV_3D &&
                (format->base_format == GL_DEPTH_COMPONENT || format->base_format == GL_DEPTH_STENCIL),
   };
}

bool ga_fixed_textures_differ(struct ga_context *ctx)
{
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      const struct ga_fixed_texture *last = &ctx->legacy->fixed_texture[i], texture = texture_of(ctx, i);
      if (texture.target != last->target || texture.texel != last->texel || texture.shadow != last->shadow)
         return true;
   }
   return false;
}

static uint8_t mode_of(GLenum mode)
{
   switch (mode) {
   case GL_REPLACE: return GA_MODE_REPLACE;
   case GL_DECAL: return GA_MODE_DECAL;
   case GL_BLEND: return GA_MODE_BLEND;
   case GL_ADD: return GA_MODE_ADD;
   case GL_COMBINE: case GL_COMBINE4_NV: return GA_MODE_COMBINE;
   default: return GA_MODE_MODULATE;
   }
}

static uint8_t fog_of(const struct ga_fog *fog)
{
   return !fog->enabled ? GA_FOG_OFF : fog->mode == GL_LINEAR ? GA_FOG_LINEAR : fog->mode == GL_EXP ? GA_FOG_EXP : GA_FOG_EXP2;
}

static uint8_t fog_coord_of(const struct ga_fog *fog)
{
   return fog->coord_source == GL_FOG_COORD ? GA_FOG_ATTRIBUTE : fog->distance_mode == GL_EYE_RADIAL_NV ? GA_FOG_EYE_RADIAL :
          fog->distance_mode == GL_EYE_PLANE ? GA_FOG_EYE_PLANE : GA_FOG_EYE_PLANE_ABSOLUTE;
}

/* The colours of lighting have a secondary part (GL 2.1, 3.9). */
static bool sums_colors(const struct ga_legacy *l)
{
   return l->lighting.enabled ? l->lighting.color_control == GL_SEPARATE_SPECULAR_COLOR : l->color_sum;
}

void ga_fixed_fragment_key(struct ga_context *ctx, struct ga_fixed_fragment_key *key)
{
   struct ga_legacy *l = ctx->legacy;
   memset(key, 0, sizeof(*key));
   key->fog = fog_of(&l->fog);
   key->pixels = l->pixels == GA_PIXELS_TEXTURES ? GA_PIXELS_NONE : (uint8_t)l->pixels;
   if (l->pixels == GA_PIXELS_STENCIL || l->pixels == GA_PIXELS_DEPTH_STENCIL) { /* no colour is written */
      key->fog = GA_FOG_OFF;
      return;
   }
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      const struct ga_texture_env *env = &l->env[i];
      struct ga_fixed_unit *unit = &key->unit[i];
      l->fixed_texture[i] = unit->texture = texture_of(ctx, i);
      if (!unit->texture.target)
         continue;
      unit->mode = mode_of(env->mode);
      if (unit->mode != GA_MODE_COMBINE)
         continue;
      unit->rgb = combine_of(&env->rgb, i, env->mode == GL_COMBINE4_NV);
      unit->alpha = combine_of(&env->alpha, i, env->mode == GL_COMBINE4_NV);
   }
   key->color_sum = sums_colors(l);
}

uint64_t ga_fixed_fragment_inputs(const struct ga_fixed_fragment_key *key)
{
   uint64_t read = UINT64_C(1) << PIPE_VARYING_COLOR0;
   if (key->color_sum)
      read |= UINT64_C(1) << PIPE_VARYING_COLOR1;
   if (key->fog)
      read |= UINT64_C(1) << PIPE_VARYING_FOG;
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++)
      read |= (uint64_t)(key->unit[i].texture.target != 0) << (GLSL_VARYING_TEX_COORD0 + i);
   return read;
}

/* ---- the vertex stage ------------------------------------------------------------------------------------------------------ */

static uint8_t tracked(const struct ga_lighting *l, unsigned side)
{
   if (!l->color_material || l->color_material_face == (side ? GL_FRONT : GL_BACK))
      return 0;
   switch (l->color_material_mode) {
   case GL_AMBIENT: return GA_TRACK_AMBIENT;
   case GL_DIFFUSE: return GA_TRACK_DIFFUSE;
   case GL_SPECULAR: return GA_TRACK_SPECULAR;
   case GL_EMISSION: return GA_TRACK_EMISSION;
   default: return GA_TRACK_AMBIENT | GA_TRACK_DIFFUSE;
   }
}

static void lighting_key(const struct ga_lighting *l, struct ga_fixed_vertex_key *key)
{
   if (!l->enabled)
      return;
   key->lighting = true;
   key->two_side = l->two_side;
   key->local_viewer = l->local_viewer;
   key->separate_specular = l->color_control == GL_SEPARATE_SPECULAR_COLOR;
   for (unsigned side = 0; side < 2; side++)
      key->tracked[side] = side <= l->two_side ? tracked(l, side) : 0;
   for (unsigned i = 0; i < GA_MAX_LIGHTS; i++) {
      const struct ga_light *light = &l->light[i];
      if (l->lights >> i & 1)
         key->light[i] = (uint8_t)(GA_LIGHT_ON | (light->position[3] != 0 ? GA_LIGHT_POSITIONAL : 0) |
                                   (light->spot_cutoff != 180 ? GA_LIGHT_SPOT : 0));
   }
}

static uint8_t gen_of(GLenum mode)
{
   switch (mode) {
   case GL_OBJECT_LINEAR: return GA_GEN_OBJECT;
   case GL_SPHERE_MAP: return GA_GEN_SPHERE;
   case GL_REFLECTION_MAP: return GA_GEN_REFLECTION;
   case GL_NORMAL_MAP: return GA_GEN_NORMAL;
   default: return GA_GEN_EYE;
   }
}

static bool attenuates(const struct ga_points *points)
{
   return points->attenuation[0] != 1 || points->attenuation[1] != 0 || points->attenuation[2] != 0;
}

static bool has_size_array(const struct ga_context *ctx)
{
   return ga_has(ctx, GA_FEATURE_point_size_array) && (ctx->vao->enabled >> GA_POINT_SIZE_ATTRIB & 1);
}

bool ga_fixed_point_size(const struct ga_context *ctx)
{
   return attenuates(&ctx->legacy->points) || has_size_array(ctx);
}

void ga_fixed_vertex_key(const struct ga_context *ctx, uint64_t read, struct ga_fixed_vertex_key *key)
{
   const struct ga_legacy *l = ctx->legacy;
   bool normals = false;
   memset(key, 0, sizeof(*key));
   if (l->pixels) {
      const struct ga_exec *fragment = ctx->stage_exec[PIPE_SHADER_FRAGMENT];
      key->raster = 1;
      key->pixels = fragment && fragment->fixed_function && l->pixels != GA_PIXELS_TEXTURES;
      key->coords = (uint8_t)(read >> GLSL_VARYING_TEX_COORD0 & 0xff);
      key->writes_secondary = read >> PIPE_VARYING_COLOR1 & 1;
      key->writes_fog = read >> PIPE_VARYING_FOG & 1;
      key->fog_coord = GA_FOG_ATTRIBUTE;
      return;
   }
   lighting_key(&l->lighting, key);
   if (key->lighting)
      key->materials = (uint16_t)l->vertex_materials;
   key->writes_fog = read >> PIPE_VARYING_FOG & 1;
   key->fog_coord = key->writes_fog ? fog_coord_of(&l->fog) : 0;
   key->writes_secondary = read >> PIPE_VARYING_COLOR1 & 1;
   key->attenuate_points = attenuates(&l->points);
   key->point_size_array = has_size_array(ctx);
   key->clip_planes = ctx->clip_distances;
   key->coords = (uint8_t)(read >> GLSL_VARYING_TEX_COORD0 & 0xff);
   for (unsigned i = 0; i < GA_MAX_TEXTURE_COORDS; i++) {
      if (!(key->coords >> i & 1))
         continue;
      key->texture_matrix |= (uint8_t)(!ga_matrix_is_identity(ga_matrix_top(&l->texture[i])) << i);
      for (unsigned c = 0; c < 4; c++) {
         key->gen[i][c] = l->env[i].gen_enabled >> c & 1 ? gen_of(l->env[i].gen_mode[c]) : GA_GEN_OFF;
         normals |= key->gen[i][c] >= GA_GEN_SPHERE;
      }
   }
   key->normalize = (key->lighting || normals) && l->transform.normalize;
   key->rescale = (key->lighting || normals) && l->transform.rescale_normal && !key->normalize;
}
