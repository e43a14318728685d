/* ga_param.c: conversions of parameter values between the types of commands and those that they are kept in. */
#include "gl-api/object/ga_param.h"

#include <math.h>
#include <string.h>

GLint ga_param_int_at(const struct ga_param *param, unsigned i)
{
   if (param->type != GA_PARAM_FLOAT)
      return ((const GLint *)param->values)[i];
   GLfloat value = ((const GLfloat *)param->values)[i];
   return value > -1e9f && value < 1e9f ? (GLint)lroundf(value) : -1;
}

GLint ga_param_int(const struct ga_param *param)
{
   return ga_param_int_at(param, 0);
}

GLfloat ga_param_float(const struct ga_param *param)
{
   switch (param->type) {
   case GA_PARAM_FLOAT: return *(const GLfloat *)param->values;
   case GA_PARAM_FIXED: return (GLfloat)*(const GLfixed *)param->values / 65536.0f;
   case GA_PARAM_PURE_UINT: return (GLfloat)*(const GLuint *)param->values;
   default: return (GLfloat)*(const GLint *)param->values;
   }
}

/* ES 3.0, 2.1.6.1, equation 2.2. */
static GLfloat fraction(GLint value)
{
   GLdouble f = value / 2147483647.0;
   return (GLfloat)(f < -1 ? -1 : f);
}

union pipe_color_union ga_param_color(const struct ga_param *param)
{
   union pipe_color_union color;
   memcpy(&color, param->values, sizeof(color));
   for (unsigned i = 0; param->type == GA_PARAM_INT && i < 4; i++)
      color.f[i] = fraction(color.i[i]);
   return color;
}

/* The nearest integer; 0 for NaN. */
static GLint nearest(GLdouble value)
{
   return isnan(value) ? 0 : value <= INT32_MIN ? INT32_MIN : value >= INT32_MAX ? INT32_MAX : (GLint)rint(value);
}

static void return_int(const struct ga_param_value *value, unsigned i, bool pure, GLint *out)
{
   if (value->kind == GA_VALUE_INT || (value->kind == GA_VALUE_COLOR && pure))
      *out = value->v.i[i];
   else
      *out = nearest(value->kind == GA_VALUE_COLOR ? value->v.f[i] * 2147483647.0 : value->v.f[i]);
}

void ga_param_return(const struct ga_param_value *value, enum ga_param_type type, void *params)
{
   for (unsigned i = 0; i < value->count; i++) {
      if (type == GA_PARAM_FIXED && value->kind != GA_VALUE_INT)
         ((GLfixed *)params)[i] = nearest(value->v.f[i] * 65536.0);
      else if (type != GA_PARAM_FLOAT)
         return_int(value, i, type != GA_PARAM_INT, (GLint *)params + i);
      else
         ((GLfloat *)params)[i] = value->kind == GA_VALUE_INT ? (GLfloat)value->v.i[i] : value->v.f[i];
   }
}
