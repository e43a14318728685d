/* ga_legacy_params.h: values of commands that take floats or integers, one or several. */
#ifndef GA_LEGACY_PARAMS_H
#define GA_LEGACY_PARAMS_H

#include "gl-api/context/ga_context.h"

struct ga_values { const GLfloat *f; const GLint *i; const GLdouble *d; bool scalar; /* one value: vectors are not legal */ };

static inline GLfloat ga_values_float(const struct ga_values *v, unsigned index)
{
   return v->f ? v->f[index] : v->d ? (GLfloat)v->d[index] : (GLfloat)v->i[index];
}

/* Integers of colours represent -1 to 1 by their range (GL 2.1, table 2.9). */
static inline GLfloat ga_values_color(const struct ga_values *v, unsigned index)
{
   return v->i ? (GLfloat)((2.0 * v->i[index] + 1.0) / 4294967295.0) : ga_values_float(v, index);
}

/* The value as an enumerant. */
static inline GLenum ga_values_enum(const struct ga_values *v)
{
   return v->i ? (GLenum)v->i[0] : ga_values_float(v, 0) >= 0 ? (GLenum)ga_values_float(v, 0) : GL_NONE;
}

/* Writes values to where a query wants them: floats or integers. */
static inline void ga_values_put(const GLfloat *from, unsigned count, bool color, GLfloat *f, GLint *i)
{
   for (unsigned n = 0; n < count; n++) {
      const double scaled = color ? (4294967295.0 * from[n] - 1.0) / 2.0 : from[n];
      if (f)
         f[n] = from[n];
      else
         i[n] = scaled >= 2147483647.0 ? INT32_MAX : scaled <= -2147483648.0 ? INT32_MIN : (GLint)(scaled + (scaled < 0 ? -0.5 : 0.5));
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
/* ga_GetNAMEfv and ga_GetNAMEiv: get(ctx, object, pname, floats or NULL, integers or NULL, command). */
#define GA_GETTERS(name, get) \
   void ga_Get##name##fv(struct ga_context *ctx, GLenum object, GLenum pname, GLfloat *params) \
   { \
      get(ctx, object, pname, params, NULL, "glGet" #name "fv"); \
   } \
   void ga_Get##name##iv(struct ga_context *ctx, GLenum object, GLenum pname, GLint *params) \
   { \
      get(ctx, object, pname, NULL, params, "glGet" #name "iv"); \
   }

/* Materials follow the current colour (ga_lighting.c). */
void ga_color_material_track(struct ga_context *ctx);
void ga_color_material_enable(struct ga_context *ctx, bool value);
/* Capabilities of a texture unit (ga_texenv.c). False: the active unit has none, and there is no error to read it. */
bool ga_env_enabled(const struct ga_context *ctx, unsigned target);
void ga_env_enable(struct ga_context *ctx, unsigned target, bool value);
bool ga_texgen_enabled(const struct ga_context *ctx, unsigned coordinate);
void ga_texgen_enable(struct ga_context *ctx, unsigned coordinate, bool value);
/* A light (ga_legacy_state.c). */
void ga_light_enable(struct ga_context *ctx, unsigned light, bool value);

#endif
