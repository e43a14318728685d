/* ga_legacy_params.h: values of commands that take floats, integers or fixed-point numbers, one or several. */
#ifndef GA_LEGACY_PARAMS_H
#define GA_LEGACY_PARAMS_H

#include "gl-api/context/ga_context.h"

struct ga_values { const GLfloat *f; const GLint *i; const GLdouble *d; const GLfixed *x; bool scalar; /* one value: vectors are not legal */ };

/* 16.16 fixed point (ES 1.1, 2.1.1). */
static inline GLfloat ga_from_fixed(GLfixed x)
{
   return (GLfloat)x / 65536.0f;
}

static inline GLfixed ga_to_fixed(GLdouble value)
{
   const GLdouble scaled = value * 65536.0;
   return scaled >= 2147483647.0 ? INT32_MAX : scaled <= -2147483648.0 ? INT32_MIN :
          scaled == scaled ? (GLfixed)(scaled + (scaled < 0 ? -0.5 : 0.5)) : 0;
}

static inline GLfloat ga_values_float(const struct ga_values *v, unsigned index)
{
   return v->f ? v->f[index] : v->d ? (GLfloat)v->d[index] : v->x ? ga_from_fixed(v->x[index]) : (GLfloat)v->i[index];
}

/* The first value as a boolean or a small integer, which fixed-point commands do not scale. */
static inline GLfloat ga_values_unscaled(const struct ga_values *v)
{
   return v->x ? (GLfloat)v->x[0] : ga_values_float(v, 0);
}

/* Integers of colours represent -1 to 1 by their range (GL 2.1, table 2.9). */
static inline GLfloat ga_values_color(const struct ga_values *v, unsigned index)
{
   return v->i ? (GLfloat)((2.0 * v->i[index] + 1.0) / 4294967295.0) : ga_values_float(v, index);
}

/* The value as an enumerant, which fixed-point commands do not scale. */
static inline GLenum ga_values_enum(const struct ga_values *v)
{
   return v->i ? (GLenum)v->i[0] : v->x ? (GLenum)v->x[0] : ga_values_float(v, 0) >= 0 ? (GLenum)ga_values_float(v, 0) : GL_NONE;
}

/* The memory of a query, by the type of its command; the others are NULL. */
struct ga_results { GLfloat *f; GLint *i; GLfixed *x; };

enum ga_value_kind { GA_VALUE_NUMBER, GA_VALUE_COLOR_PART /* integers are fractions */, GA_VALUE_ENUMERANT /* or boolean */ };

static inline void ga_values_put(const GLfloat *from, unsigned count, enum ga_value_kind kind, const struct ga_results *to)
{
   for (unsigned n = 0; n < count; n++) {
      const double scaled = kind == GA_VALUE_COLOR_PART ? (4294967295.0 * from[n] - 1.0) / 2.0 : from[n];
      if (to->f)
         to->f[n] = from[n];
      else if (to->x)
         to->x[n] = kind == GA_VALUE_ENUMERANT ? (GLfixed)from[n] : ga_to_fixed(from[n]);
      else
         to->i[n] = scaled >= 2147483647.0 ? INT32_MAX : scaled <= -2147483648.0 ? INT32_MIN : (GLint)(scaled + (scaled < 0 ? -0.5 : 0.5));
   }
}

/* ga_NAMEf, ga_NAMEfv and so on of commands with an object (a light, a face, a target) and without one:
 * set(ctx, object, pname, values, command), set(ctx, pname, values, command). */
#define GA_SETTER(name, suffix, type, set) \
   void ga_##name##suffix(struct ga_context *ctx, GLenum object, GLenum pname, type param) \
   { \
      set(ctx, object, pname, &(struct ga_values){.suffix = &param, .scalar = true}, "gl" #name #suffix); \
   } \
   void ga_##name##suffix##v(struct ga_context *ctx, GLenum object, GLenum pname, const type *params) \
   { \
      set(ctx, object, pname, &(struct ga_values){.suffix = params}, "gl" #name #suffix "v"); \
   }
#define GA_GLOBAL_SETTER(name, suffix, type, set) \
   void ga_##name##suffix(struct ga_context *ctx, GLenum pname, type param) \
   { \
      set(ctx, pname, &(struct ga_values){.suffix = &param, .scalar = true}, "gl" #name #suffix); \
   } \
   void ga_##name##suffix##v(struct ga_context *ctx, GLenum pname, const type *params) \
   { \
      set(ctx, pname, &(struct ga_values){.suffix = params}, "gl" #name #suffix "v"); \
   }
/* ga_GetNAMEfv, ga_GetNAMEiv and ga_GetNAMExv: get(ctx, object, pname, results, command). */
#define GA_GETTERS(name, get) \
   void ga_Get##name##fv(struct ga_context *ctx, GLenum object, GLenum pname, GLfloat *params) \
   { \
      get(ctx, object, pname, &(struct ga_results){.f = params}, "glGet" #name "fv"); \
   } \
   void ga_Get##name##iv(struct ga_context *ctx, GLenum object, GLenum pname, GLint *params) \
   { \
      get(ctx, object, pname, &(struct ga_results){.i = params}, "glGet" #name "iv"); \
   } \
   void ga_Get##name##xv(struct ga_context *ctx, GLenum object, GLenum pname, GLfixed *params) \
   { \
      get(ctx, object, pname, &(struct ga_results){.x = params}, "glGet" #name "xv"); \
   }

/* Materials follow the current colour (ga_lighting.c). */
void ga_color_material_track(struct ga_context *ctx);
void ga_color_material_enable(struct ga_context *ctx, bool value);
/* Capabilities of a texture unit (ga_texenv.c). False: the active unit has none, and there is no error to read it. */
bool ga_env_enabled(const struct ga_context *ctx, unsigned target);
void ga_env_enable(struct ga_context *ctx, unsigned target, bool value);
bool ga_texgen_enabled(const struct ga_context *ctx, unsigned coordinate);
void ga_texgen_enable(struct ga_context *ctx, unsigned coordinate, bool value);
bool ga_texgen_str_enabled(const struct ga_context *ctx); /* s, t and r together (OES_texture_cube_map) */
void ga_texgen_str_enable(struct ga_context *ctx, bool value);
/* A light (ga_legacy_state.c). */
void ga_light_enable(struct ga_context *ctx, unsigned light, bool value);

#endif
