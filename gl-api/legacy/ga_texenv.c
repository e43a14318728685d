/* ga_texenv.c: texture environments and generation of texture coordinates (GL 2.1, 2.11.4 and 3.8.13). */
#include "gl-api/legacy/ga_legacy.h"

#include <string.h>

#include "gl-api/legacy/ga_legacy_params.h"

static struct ga_texture_env *current(const struct ga_context *ctx)
{
   return ctx->active_unit < GA_MAX_TEXTURE_COORDS ? &ctx->legacy->env[ctx->active_unit] : NULL;
}

/* NULL: GL_INVALID_OPERATION was raised. */
static struct ga_texture_env *env_of(struct ga_context *ctx, const char *command)
{
   struct ga_texture_env *env = current(ctx);
   if (!env)
      ga_error(ctx, GL_INVALID_OPERATION, "%s: texture unit %u has no environment", command, ctx->active_unit);
   return env;
}

/* ---- capabilities ---------------------------------------------------------------------------------------------------------- */

static void set_bit(struct ga_context *ctx, uint8_t *bits, unsigned index, bool value)
{
   *bits = (uint8_t)((*bits & ~(1u << index)) | (unsigned)value << index);
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

bool ga_env_enabled(const struct ga_context *ctx, unsigned target)
{
   const struct ga_texture_env *env = current(ctx);
   return env && env->enabled >> target & 1;
}

void ga_env_enable(struct ga_context *ctx, unsigned target, bool value)
{
   struct ga_texture_env *env = env_of(ctx, "glEnable");
   if (env)
      set_bit(ctx, &env->enabled, target, value);
}

bool ga_texgen_enabled(const struct ga_context *ctx, unsigned coordinate)
{
   const struct ga_texture_env *env = current(ctx);
   return env && env->gen_enabled >> coordinate & 1;
}

void ga_texgen_enable(struct ga_context *ctx, unsigned coordinate, bool value)
{
   struct ga_texture_env *env = env_of(ctx, "glEnable");
   if (env)
      set_bit(ctx, &env->gen_enabled, coordinate, value);
}

bool ga_texgen_str_enabled(const struct ga_context *ctx)
{
   return ga_texgen_enabled(ctx, 0);
}

void ga_texgen_str_enable(struct ga_context *ctx, bool value)
{
   for (unsigned i = 0; i < 3; i++)
      ga_texgen_enable(ctx, i, value);
}

/* ---- glTexEnv -------------------------------------------------------------------------------------------------------------- */

/* What the enumerant of a parameter may be. */
static bool is_mode(GLenum v)
{
   return v == GL_MODULATE || v == GL_REPLACE || v == GL_DECAL || v == GL_BLEND || v == GL_ADD || v == GL_COMBINE ||
          v == GL_REPLACE_EXT || v == GL_COMBINE4_NV;
}
static bool is_alpha_function(GLenum v)
{
   return v == GL_REPLACE || v == GL_MODULATE || v == GL_ADD || v == GL_ADD_SIGNED || v == GL_INTERPOLATE || v == GL_SUBTRACT ||
          v == GL_MODULATE_ADD_ATI || v == GL_MODULATE_SIGNED_ADD_ATI || v == GL_MODULATE_SUBTRACT_ATI;
}
static bool is_rgb_function(GLenum v)
{
   return is_alpha_function(v) || v == GL_DOT3_RGB || v == GL_DOT3_RGBA || v == GL_DOT3_RGB_EXT || v == GL_DOT3_RGBA_EXT;
}
static bool is_source(GLenum v)
{
   return v == GL_TEXTURE || v == GL_CONSTANT || v == GL_PRIMARY_COLOR || v == GL_PREVIOUS || v == GL_ZERO || v == GL_ONE ||
          (v >= GL_TEXTURE0 && v < GL_TEXTURE0 + GA_MAX_TEXTURE_COORDS);
}
static bool is_alpha_operand(GLenum v) { return v == GL_SRC_ALPHA || v == GL_ONE_MINUS_SRC_ALPHA; }
static bool is_rgb_operand(GLenum v) { return is_alpha_operand(v) || v == GL_SRC_COLOR || v == GL_ONE_MINUS_SRC_COLOR; }

/* The field of a parameter that is an enumerant, and its legal values; NULL: it is none. */
static GLenum *enum_parameter(struct ga_texture_env *env, GLenum pname, bool (**legal)(GLenum))
{
   static bool (*const checks[])(GLenum) = {is_source, is_source, is_rgb_operand, is_alpha_operand};
   const struct { GLenum first; GLenum *field; } groups[] = {{GL_SRC0_RGB, env->rgb.source}, {GL_SRC0_ALPHA, env->alpha.source},
                                                             {GL_OPERAND0_RGB, env->rgb.operand}, {GL_OPERAND0_ALPHA, env->alpha.operand}};
   for (unsigned i = 0; i < 4; i++) {
      if (pname < groups[i].first || pname > groups[i].first + 3)
         continue;
      *legal = checks[i];
      return groups[i].field + (pname - groups[i].first);
   }
   switch (pname) {
   case GL_TEXTURE_ENV_MODE: *legal = is_mode; return &env->mode;
   case GL_COMBINE_RGB: *legal = is_rgb_function; return &env->rgb.function;
   case GL_COMBINE_ALPHA: *legal = is_alpha_function; return &env->alpha.function;
   default: return NULL;
   }
}

static GLfloat *scale_parameter(struct ga_texture_env *env, GLenum pname)
{
   return pname == GL_RGB_SCALE ? &env->rgb.scale : pname == GL_ALPHA_SCALE ? &env->alpha.scale : NULL;
}

/* A parameter of GL_TEXTURE_ENV. Returns the error. */
static GLenum set_environment(struct ga_texture_env *env, GLenum pname, const struct ga_values *values)
{
   bool (*legal)(GLenum);
   GLenum *field = enum_parameter(env, pname, &legal);
   GLfloat *scale = scale_parameter(env, pname);
   const GLfloat value = ga_values_float(values, 0);
   if (field && legal(ga_values_enum(values))) {
      *field = ga_values_enum(values) == GL_REPLACE_EXT ? GL_REPLACE : ga_values_enum(values); /* EXT_texture has a number of its own */
   } else if (scale && (value == 1 || value == 2 || value == 4)) {
      *scale = value;
   } else if (scale) {
      return GL_INVALID_VALUE;
   } else if (pname == GL_TEXTURE_ENV_COLOR && !values->scalar) {
      for (unsigned i = 0; i < 4; i++)
         env->color[i] = ga_values_color(values, i);
   } else {
      return GL_INVALID_ENUM;
   }
   return GL_NO_ERROR;
}

/* The bias of each unit, also of those that only shaders sample; NULL: another parameter. */
static GLfloat *bias_parameter(const struct ga_context *ctx, GLenum target, GLenum pname)
{
   const bool bias = target == GL_TEXTURE_FILTER_CONTROL && pname == GL_TEXTURE_LOD_BIAS && ga_has(ctx, GA_FEATURE_texture_lod_bias_env);
   return bias ? &ctx->legacy->lod_bias[ctx->active_unit] : NULL;
}

static void set_env(struct ga_context *ctx, GLenum target, GLenum pname, const struct ga_values *values, const char *command)
{
   GLfloat *bias = bias_parameter(ctx, target, pname);
   if (bias) {
      *bias = ga_values_float(values, 0);
      ctx->dirty |= GA_DIRTY_TEXTURES;
      return;
   }
   struct ga_texture_env *env = env_of(ctx, command);
   GLenum error = GL_INVALID_ENUM;
   if (!env)
      return;
   if (target == GL_TEXTURE_ENV) {
      error = set_environment(env, pname, values);
   } else if (target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE) {
      const GLfloat value = ga_values_unscaled(values);
      error = value != 0 && value != 1 ? GL_INVALID_VALUE : GL_NO_ERROR;
      if (!error)
         ctx->legacy->points.coord_replace[ctx->active_unit] = value == 1;
   }
   if (error)
      ga_error(ctx, error, "%s: %s, %s, %g", command, ga_enum_name(target), ga_enum_name(pname), (double)ga_values_float(values, 0));
   else
      ctx->dirty |= GA_DIRTY_FIXED_FUNCTION | GA_DIRTY_TEXTURES | (target == GL_POINT_SPRITE ? GA_DIRTY_RASTER : 0);
}

GA_SETTER(TexEnv, f, GLfloat, set_env)
GA_SETTER(TexEnv, i, GLint, set_env)
GA_SETTER(TexEnv, x, GLfixed, set_env)

static void put_color(struct ga_context *ctx, const GLfloat color[4], const struct ga_results *to)
{
   GLfloat out[4];
   for (unsigned i = 0; i < 4; i++)
      out[i] = ga_legacy_query_color(ctx, color[i]);
   ga_values_put(out, 4, GA_VALUE_COLOR_PART, to);
}

static void get_env(struct ga_context *ctx, GLenum target, GLenum pname, const struct ga_results *to, const char *command)
{
   const GLfloat *bias = bias_parameter(ctx, target, pname);
   struct ga_texture_env *env = bias ? NULL : env_of(ctx, command);
   bool (*legal)(GLenum);
   if (bias)
      ga_values_put(bias, 1, GA_VALUE_NUMBER, to);
   if (!env)
      return;
   const GLenum *field = target == GL_TEXTURE_ENV ? enum_parameter(env, pname, &legal) : NULL;
   const GLfloat *scale = target == GL_TEXTURE_ENV ? scale_parameter(env, pname) : NULL;
   if (field)
      ga_values_put(&(GLfloat){(GLfloat)*field}, 1, GA_VALUE_ENUMERANT, to);
   else if (scale)
      ga_values_put(scale, 1, GA_VALUE_NUMBER, to);
   else if (target == GL_TEXTURE_ENV && pname == GL_TEXTURE_ENV_COLOR)
      put_color(ctx, env->color, to);
   else if (target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE)
      ga_values_put(&(GLfloat){ctx->legacy->points.coord_replace[ctx->active_unit]}, 1, GA_VALUE_ENUMERANT, to);
   else
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(target),
               ga_enum_name(pname));
}

GA_GETTERS(TexEnv, get_env)

/* ---- glTexGen -------------------------------------------------------------------------------------------------------------- */

/* GL_S .. GL_Q as 0 to 3; -1: GL_INVALID_ENUM was raised. GL_TEXTURE_GEN_STR_OES is 0, whose mode the others follow. */
static int coordinate_of(struct ga_context *ctx, GLenum coord, const char *command)
{
   const bool str = ga_has(ctx, GA_FEATURE_texture_gen_str);
   if (str ? coord == GL_TEXTURE_GEN_STR_OES : coord >= GL_S && coord <= GL_Q)
      return str ? 0 : (int)(coord - GL_S);
   ga_error(ctx, GL_INVALID_ENUM, "%s: coordinate %s is not accepted by this command", command, ga_enum_name(coord));
   return -1;
}

static bool is_gen_mode(int coordinate, GLenum mode)
{
   return mode == GL_OBJECT_LINEAR || mode == GL_EYE_LINEAR || (mode == GL_SPHERE_MAP && coordinate < 2) ||
          ((mode == GL_REFLECTION_MAP || mode == GL_NORMAL_MAP) && coordinate < 3);
}

static void set_gen(struct ga_context *ctx, GLenum coord, GLenum pname, const struct ga_values *values, const char *command)
{
   struct ga_texture_env *env = env_of(ctx, command);
   const int c = env ? coordinate_of(ctx, coord, command) : -1;
   if (c < 0)
      return;
   const bool str = ga_has(ctx, GA_FEATURE_texture_gen_str);
   const GLenum mode = ga_values_enum(values);
   if (pname == GL_TEXTURE_GEN_MODE && (str ? mode == GL_REFLECTION_MAP || mode == GL_NORMAL_MAP : is_gen_mode(c, mode))) {
      for (int i = c; i <= (str ? 2 : c); i++)
         env->gen_mode[i] = mode;
   } else if (!str && (pname == GL_OBJECT_PLANE || pname == GL_EYE_PLANE) && !values->scalar) {
      GLfloat v[4], *to = pname == GL_EYE_PLANE ? env->eye_plane[c] : env->object_plane[c];
      for (unsigned i = 0; i < 4; i++)
         v[i] = ga_values_float(values, i);
      if (pname == GL_EYE_PLANE)
         ga_matrix_plane(v, ga_matrix_top(&ctx->legacy->modelview), v);
      memcpy(to, v, sizeof(v));
   } else {
      ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(coord),
               ga_enum_name(pname));
      return;
   }
   ctx->dirty |= GA_DIRTY_FIXED_FUNCTION;
}

GA_SETTER(TexGen, f, GLfloat, set_gen)
GA_SETTER(TexGen, i, GLint, set_gen)
GA_SETTER(TexGen, d, GLdouble, set_gen)

void ga_TexGenxOES(struct ga_context *ctx, GLenum coord, GLenum pname, GLfixed param)
{
   set_gen(ctx, coord, pname, &(struct ga_values){.x = &param, .scalar = true}, "glTexGenxOES");
}

void ga_TexGenxvOES(struct ga_context *ctx, GLenum coord, GLenum pname, const GLfixed *params)
{
   set_gen(ctx, coord, pname, &(struct ga_values){.x = params}, "glTexGenxvOES");
}

/* The values of a parameter and their number; 0: an error was raised. */
static unsigned get_gen(struct ga_context *ctx, GLenum coord, GLenum pname, GLfloat out[4], const char *command)
{
   const struct ga_texture_env *env = env_of(ctx, command);
   const int c = env ? coordinate_of(ctx, coord, command) : -1;
   if (c < 0)
      return 0;
   if (pname == GL_TEXTURE_GEN_MODE) {
      out[0] = (GLfloat)env->gen_mode[c];
      return 1;
   }
   if ((pname == GL_OBJECT_PLANE || pname == GL_EYE_PLANE) && !ga_has(ctx, GA_FEATURE_texture_gen_str)) {
      memcpy(out, pname == GL_EYE_PLANE ? env->eye_plane[c] : env->object_plane[c], 4 * sizeof(GLfloat));
      return 4;
   }
   ga_error(ctx, GL_INVALID_ENUM, "%s: %s, %s: one of these is not accepted by this command", command, ga_enum_name(coord),
            ga_enum_name(pname));
   return 0;
}

void ga_GetTexGenfv(struct ga_context *ctx, GLenum coord, GLenum pname, GLfloat *params)
{
   GLfloat v[4];
   ga_values_put(v, get_gen(ctx, coord, pname, v, "glGetTexGenfv"), GA_VALUE_NUMBER, &(struct ga_results){.f = params});
}

void ga_GetTexGeniv(struct ga_context *ctx, GLenum coord, GLenum pname, GLint *params)
{
   GLfloat v[4];
   ga_values_put(v, get_gen(ctx, coord, pname, v, "glGetTexGeniv"), GA_VALUE_NUMBER, &(struct ga_results){.i = params});
}

void ga_GetTexGenxvOES(struct ga_context *ctx, GLenum coord, GLenum pname, GLfixed *params)
{
   GLfloat v[4]; /* the mode alone: OpenGL ES has no planes */
   ga_values_put(v, get_gen(ctx, coord, pname, v, "glGetTexGenxvOES"), GA_VALUE_ENUMERANT, &(struct ga_results){.x = params});
}

void ga_GetTexGendv(struct ga_context *ctx, GLenum coord, GLenum pname, GLdouble *params)
{
   GLfloat v[4];
   const unsigned count = get_gen(ctx, coord, pname, v, "glGetTexGendv");
   for (unsigned i = 0; i < count; i++)
      params[i] = (GLdouble)v[i];
}
