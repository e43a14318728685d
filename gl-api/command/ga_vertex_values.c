/* ga_vertex_values.c: commands of desktop OpenGL for current values of vertex attributes: every type and number of components
 * (GL 3.3, 2.7). */
#include "gl-api/command/ga_vertex_attribs.h"

#include "gl-api/object/ga_vertex_format.h"

/* ---- conversions ------------------------------------------------------------------------------------------------------------- */

static GLfloat snorm8(GLbyte v) { return ga_snorm(v, 8); }
static GLfloat snorm16(GLshort v) { return ga_snorm(v, 16); }
static GLfloat snorm32(GLint v) { return ga_snorm(v, 32); }
static GLfloat unorm8(GLubyte v) { return ga_unorm(v, 8); }
static GLfloat unorm16(GLushort v) { return ga_unorm(v, 16); }
static GLfloat unorm32(GLuint v) { return ga_unorm(v, 32); }

/* ---- floating point --------------------------------------------------------------------------------------------------------- */

/* One to three components, of which missing ones are 0, 0, 1, as values and as a vector: C type, how they are set, as what. */
#define ONE_TO_THREE(name, suffix, type, set, as) \
   void ga_##name##1##suffix(struct ga_context *ctx, GLuint index, type x) \
   { \
      set(ctx, index, (as)x, 0, 0, 1, "gl" #name "1" #suffix); \
   } \
   void ga_##name##2##suffix(struct ga_context *ctx, GLuint index, type x, type y) \
   { \
      set(ctx, index, (as)x, (as)y, 0, 1, "gl" #name "2" #suffix); \
   } \
   void ga_##name##3##suffix(struct ga_context *ctx, GLuint index, type x, type y, type z) \
   { \
      set(ctx, index, (as)x, (as)y, (as)z, 1, "gl" #name "3" #suffix); \
   } \
   void ga_##name##1##suffix##v(struct ga_context *ctx, GLuint index, const type *v) \
   { \
      set(ctx, index, (as)v[0], 0, 0, 1, "gl" #name "1" #suffix "v"); \
   } \
   void ga_##name##2##suffix##v(struct ga_context *ctx, GLuint index, const type *v) \
   { \
      set(ctx, index, (as)v[0], (as)v[1], 0, 1, "gl" #name "2" #suffix "v"); \
   } \
   void ga_##name##3##suffix##v(struct ga_context *ctx, GLuint index, const type *v) \
   { \
      set(ctx, index, (as)v[0], (as)v[1], (as)v[2], 1, "gl" #name "3" #suffix "v"); \
   }

#define SCALARS(suffix, type) \
   ONE_TO_THREE(VertexAttrib, suffix, type, ga_set_attrib_float, GLfloat) \
   void ga_VertexAttrib4##suffix(struct ga_context *ctx, GLuint index, type x, type y, type z, type w) \
   { \
      ga_set_attrib_float(ctx, index, (GLfloat)x, (GLfloat)y, (GLfloat)z, (GLfloat)w, "glVertexAttrib4" #suffix); \
   }

SCALARS(s, GLshort)
SCALARS(d, GLdouble)

/* Four components: glVertexAttrib4<name>, C type, conversion. */
#define VECTOR4(name, type, convert) \
   void ga_VertexAttrib4##name(struct ga_context *ctx, GLuint index, const type *v) \
   { \
      ga_set_attrib_float(ctx, index, convert(v[0]), convert(v[1]), convert(v[2]), convert(v[3]), "glVertexAttrib4" #name); \
   }

VECTOR4(bv, GLbyte, (GLfloat))
VECTOR4(sv, GLshort, (GLfloat))
VECTOR4(iv, GLint, (GLfloat))
VECTOR4(ubv, GLubyte, (GLfloat))
VECTOR4(usv, GLushort, (GLfloat))
VECTOR4(uiv, GLuint, (GLfloat))
VECTOR4(dv, GLdouble, (GLfloat))
VECTOR4(Nbv, GLbyte, snorm8)
VECTOR4(Nsv, GLshort, snorm16)
VECTOR4(Niv, GLint, snorm32)
VECTOR4(Nubv, GLubyte, unorm8)
VECTOR4(Nusv, GLushort, unorm16)
VECTOR4(Nuiv, GLuint, unorm32)

void ga_VertexAttrib4Nub(struct ga_context *ctx, GLuint index, GLubyte x, GLubyte y, GLubyte z, GLubyte w)
{
   ga_set_attrib_float(ctx, index, unorm8(x), unorm8(y), unorm8(z), unorm8(w), "glVertexAttrib4Nub");
}

/* ---- integers --------------------------------------------------------------------------------------------------------------- */

ONE_TO_THREE(VertexAttribI, i, GLint, ga_set_attrib_bits, GLuint)
ONE_TO_THREE(VertexAttribI, ui, GLuint, ga_set_attrib_bits, GLuint)

/* Four components of smaller types, sign- or zero-extended. */
#define INTEGER4(name, type) \
   void ga_VertexAttribI4##name(struct ga_context *ctx, GLuint index, const type *v) \
   { \
      ga_set_attrib_bits(ctx, index, (GLuint)v[0], (GLuint)v[1], (GLuint)v[2], (GLuint)v[3], "glVertexAttribI4" #name); \
   }

INTEGER4(bv, GLbyte)
INTEGER4(sv, GLshort)
INTEGER4(ubv, GLubyte)
INTEGER4(usv, GLushort)

/* ---- doubles (ARB_vertex_attrib_64bit) -------------------------------------------------------------------------------------- */

#define DOUBLES(components, params, ...) \
   void ga_VertexAttribL##components##d(struct ga_context *ctx, GLuint index, params) \
   { \
      ga_set_attrib_double(ctx, index, __VA_ARGS__, "glVertexAttribL" #components "d"); \
   }
#define PAIR(a, b) a, b
#define TRIPLE(a, b, c) a, b, c
#define QUAD(a, b, c, d) a, b, c, d

DOUBLES(1, GLdouble x, x, 0, 0, 1)
DOUBLES(2, PAIR(GLdouble x, GLdouble y), x, y, 0, 1)
DOUBLES(3, TRIPLE(GLdouble x, GLdouble y, GLdouble z), x, y, z, 1)
DOUBLES(4, QUAD(GLdouble x, GLdouble y, GLdouble z, GLdouble w), x, y, z, w)

#define DOUBLE_VECTOR(components, ...) \
   void ga_VertexAttribL##components##dv(struct ga_context *ctx, GLuint index, const GLdouble *v) \
   { \
      ga_set_attrib_double(ctx, index, __VA_ARGS__, "glVertexAttribL" #components "dv"); \
   }

DOUBLE_VECTOR(1, v[0], 0, 0, 1)
DOUBLE_VECTOR(2, v[0], v[1], 0, 1)
DOUBLE_VECTOR(3, v[0], v[1], v[2], 1)
DOUBLE_VECTOR(4, v[0], v[1], v[2], v[3])

/* ---- packed (ARB_vertex_type_2_10_10_10_rev, ARB_vertex_type_10f_11f_11f_rev) -------------------------------------------------- */

static void set_packed(struct ga_context *ctx, GLuint index, unsigned components, GLenum type, GLboolean normalized, GLuint value,
                       const char *command)
{
   const bool floats = type == GL_UNSIGNED_INT_10F_11F_11F_REV && components < 4 && ga_has(ctx, GA_FEATURE_vertex_type_10f_11f_11f_rev);
   if (!ga_is_2_10_10_10(type) && !floats) {
      ga_error(ctx, GL_INVALID_ENUM, "%s: type %s is not accepted by this command", command, ga_enum_name(type));
      return;
   }
   GLfloat v[4];
   ga_vertex_unpack(type, normalized, components, value, v);
   ga_set_attrib_float(ctx, index, v[0], v[1], v[2], v[3], command);
}

#define PACKED(components) \
   void ga_VertexAttribP##components##ui(struct ga_context *ctx, GLuint index, GLenum type, GLboolean normalized, GLuint value) \
   { \
      set_packed(ctx, index, components, type, normalized, value, "glVertexAttribP" #components "ui"); \
   } \
   void ga_VertexAttribP##components##uiv(struct ga_context *ctx, GLuint index, GLenum type, GLboolean normalized, \
                                          const GLuint *value) \
   { \
      set_packed(ctx, index, components, type, normalized, value[0], "glVertexAttribP" #components "uiv"); \
   }

PACKED(1)
PACKED(2)
PACKED(3)
PACKED(4)
