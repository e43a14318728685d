/* ga_param.h: values of parameters of textures and samplers: as a command hands them over, and as a query returns them
 * (ES 3.0, 2.3.1 and 6.1.2). */
#ifndef GA_PARAM_H
#define GA_PARAM_H

#include "gl-api/context/ga_context.h"

/* The type of a command's values: i/iv, f/fv, Iiv, Iuiv, x/xv (16.16 fixed point; enumerants and integers are not scaled). */
enum ga_param_type { GA_PARAM_INT, GA_PARAM_FLOAT, GA_PARAM_PURE_INT, GA_PARAM_PURE_UINT, GA_PARAM_FIXED };

/* Values that a command sets. */
struct ga_param {
   enum ga_param_type type;
   bool vector;                     /* false: the command takes one value only */
   const void *values;
};

/* The value of a parameter, in the type that it is kept in. */
struct ga_param_value {
   enum { GA_VALUE_INT, GA_VALUE_FLOAT, GA_VALUE_COLOR } kind; /* a color is converted as a fraction of the full range */
   unsigned count;
   union pipe_color_union v;
};

/* The first value as an enumerant or integer. Floats are rounded; -1, which is not an enumerant, stands for those out of range. */
GLint ga_param_int(const struct ga_param *param);
/* Element i as an integer. */
GLint ga_param_int_at(const struct ga_param *param, unsigned i);
GLfloat ga_param_float(const struct ga_param *param);
/* Four values as a color: integers of glTexParameteriv are fractions, those of Iiv and Iuiv keep their bits. */
union pipe_color_union ga_param_color(const struct ga_param *param);

/* Writes a value to the caller's memory in the type of the command. */
void ga_param_return(const struct ga_param_value *value, enum ga_param_type type, void *params);

#endif
