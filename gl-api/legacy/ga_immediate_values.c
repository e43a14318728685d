/* ga_immediate_values.c: commands for the attributes of vertices: every type and number of components (GL 2.1, 2.7). */
#include "gl-api/legacy/ga_legacy.h"

#include "state/pipe_format_float.h"

/* Integers of colours and normals represent -1 to 1, or 0 to 1, by their range (GL 2.1, table 2.9). */
static GLfloat plain_f(GLfloat v) { return v; }
static GLfloat plain_d(GLdouble v) { return (GLfloat)v; }
static GLfloat plain_i(GLint v) { return (GLfloat)v; }
static GLfloat plain_s(GLshort v) { return v; }
static GLfloat plain_ub(GLubyte v) { return v; }
static GLfloat unit_b(GLbyte v) { return (2.0f * v + 1.0f) / 255.0f; }
static GLfloat unit_s(GLshort v) { return (2.0f * v + 1.0f) / 65535.0f; }
static GLfloat unit_i(GLint v) { return (GLfloat)((2.0 * v + 1.0) / 4294967295.0); }
static GLfloat unit_ub(GLubyte v) { return v / 255.0f; }
static GLfloat unit_us(GLushort v) { return v / 65535.0f; }
static GLfloat unit_ui(GLuint v) { return (GLfloat)(v / 4294967295.0); }

/* A command of 1 to 4 components and one that reads them from memory; w is that of vectors without it. */
#define ONE_OF(name, vector, type, slot, c) \
   void ga_##name(struct ga_context *ctx, type x) { ga_legacy_attrib(ctx, slot, c(x), 0, 0, 1); } \
   void ga_##vector(struct ga_context *ctx, const type *v) { ga_legacy_attrib(ctx, slot, c(v[0]), 0, 0, 1); }
#define TWO_OF(name, vector, type, slot, c) \
   void ga_##name(struct ga_context *ctx, type x, type y) { ga_legacy_attrib(ctx, slot, c(x), c(y), 0, 1); } \
   void ga_##vector(struct ga_context *ctx, const type *v) { ga_legacy_attrib(ctx, slot, c(v[0]), c(v[1]), 0, 1); }
#define THREE_OF(name, vector, type, slot, c) \
   void ga_##name(struct ga_context *ctx, type x, type y, type z) { ga_legacy_attrib(ctx, slot, c(x), c(y), c(z), 1); } \
   void ga_##vector(struct ga_context *ctx, const type *v) { ga_legacy_attrib(ctx, slot, c(v[0]), c(v[1]), c(v[2]), 1); }
#define FOUR_OF(name, vector, type, slot, c) \
   void ga_##name(struct ga_context *ctx, type x, type y, type z, type w) { ga_legacy_attrib(ctx, slot, c(x), c(y), c(z), c(w)); } \
   void ga_##vector(struct ga_context *ctx, const type *v) { ga_legacy_attrib(ctx, slot, c(v[0]), c(v[1]), c(v[2]), c(v[3])); }
#define ONE(name, type, slot, c) ONE_OF(name, name##v, type, slot, c)
#define TWO(name, type, slot, c) TWO_OF(name, name##v, type, slot, c)
#define THREE(name, type, slot, c) THREE_OF(name, name##v, type, slot, c)
#define FOUR(name, type, slot, c) FOUR_OF(name, name##v, type, slot, c)

/* Outside of glBegin and glEnd, vertices have no effect. */
#define VERTEX(suffix, type, c) \
   TWO(Vertex2##suffix, type, 0, c) THREE(Vertex3##suffix, type, 0, c) FOUR(Vertex4##suffix, type, 0, c)
VERTEX(s, GLshort, plain_s)
VERTEX(i, GLint, plain_i)
VERTEX(f, GLfloat, plain_f)
VERTEX(d, GLdouble, plain_d)

#define COLOR(suffix, type, c) \
   THREE(Color3##suffix, type, GLSL_ATTRIB_COLOR, c) FOUR(Color4##suffix, type, GLSL_ATTRIB_COLOR, c) \
   THREE(SecondaryColor3##suffix, type, GLSL_ATTRIB_SECONDARY_COLOR, c)
COLOR(b, GLbyte, unit_b)
COLOR(s, GLshort, unit_s)
COLOR(i, GLint, unit_i)
COLOR(f, GLfloat, plain_f)
COLOR(d, GLdouble, plain_d)
COLOR(ub, GLubyte, unit_ub)
COLOR(us, GLushort, unit_us)
COLOR(ui, GLuint, unit_ui)

THREE(Normal3b, GLbyte, GLSL_ATTRIB_NORMAL, unit_b)
THREE(Normal3s, GLshort, GLSL_ATTRIB_NORMAL, unit_s)
THREE(Normal3i, GLint, GLSL_ATTRIB_NORMAL, unit_i)
THREE(Normal3f, GLfloat, GLSL_ATTRIB_NORMAL, plain_f)
THREE(Normal3d, GLdouble, GLSL_ATTRIB_NORMAL, plain_d)

ONE(FogCoordf, GLfloat, GLSL_ATTRIB_FOG_COORD, plain_f)
ONE(FogCoordd, GLdouble, GLSL_ATTRIB_FOG_COORD, plain_d)

ONE(Indexs, GLshort, GLSL_ATTRIB_INDEX, plain_s)
ONE(Indexi, GLint, GLSL_ATTRIB_INDEX, plain_i)
ONE(Indexf, GLfloat, GLSL_ATTRIB_INDEX, plain_f)
ONE(Indexd, GLdouble, GLSL_ATTRIB_INDEX, plain_d)
ONE(Indexub, GLubyte, GLSL_ATTRIB_INDEX, plain_ub)

void ga_EdgeFlag(struct ga_context *ctx, GLboolean flag)
{
   ga_legacy_attrib(ctx, GLSL_ATTRIB_EDGE_FLAG, flag != 0, 0, 0, 1);
}

void ga_EdgeFlagv(struct ga_context *ctx, const GLboolean *flag)
{
   ga_EdgeFlag(ctx, *flag);
}

#define TEX_COORD(suffix, type, c) \
   ONE(TexCoord1##suffix, type, GLSL_ATTRIB_TEX_COORD0, c) TWO(TexCoord2##suffix, type, GLSL_ATTRIB_TEX_COORD0, c) \
   THREE(TexCoord3##suffix, type, GLSL_ATTRIB_TEX_COORD0, c) FOUR(TexCoord4##suffix, type, GLSL_ATTRIB_TEX_COORD0, c)
TEX_COORD(s, GLshort, plain_s)
TEX_COORD(i, GLint, plain_i)
TEX_COORD(f, GLfloat, plain_f)
TEX_COORD(d, GLdouble, plain_d)

/* An illegal unit has no effect: it is not specified which error it raises between glBegin and glEnd. */
static void multi(struct ga_context *ctx, GLenum target, GLfloat x, GLfloat y, GLfloat z, GLfloat w)
{
   if (target >= GL_TEXTURE0 && target < GL_TEXTURE0 + GA_MAX_TEXTURE_COORDS)
      ga_legacy_attrib(ctx, GLSL_ATTRIB_TEX_COORD0 + (target - GL_TEXTURE0), x, y, z, w);
   else
      ga_error(ctx, GL_INVALID_ENUM, "glMultiTexCoord: %s is not accepted by this command", ga_enum_name(target));
}

#define MULTI_OF(suffix, vector, type, c) \
   void ga_MultiTexCoord1##suffix(struct ga_context *ctx, GLenum t, type x) { multi(ctx, t, c(x), 0, 0, 1); } \
   void ga_MultiTexCoord2##suffix(struct ga_context *ctx, GLenum t, type x, type y) { multi(ctx, t, c(x), c(y), 0, 1); } \
   void ga_MultiTexCoord3##suffix(struct ga_context *ctx, GLenum t, type x, type y, type z) { multi(ctx, t, c(x), c(y), c(z), 1); } \
   void ga_MultiTexCoord4##suffix(struct ga_context *ctx, GLenum t, type x, type y, type z, type w) \
   { \
      multi(ctx, t, c(x), c(y), c(z), c(w)); \
   } \
   void ga_MultiTexCoord1##vector(struct ga_context *ctx, GLenum t, const type *v) { multi(ctx, t, c(v[0]), 0, 0, 1); } \
   void ga_MultiTexCoord2##vector(struct ga_context *ctx, GLenum t, const type *v) { multi(ctx, t, c(v[0]), c(v[1]), 0, 1); } \
   void ga_MultiTexCoord3##vector(struct ga_context *ctx, GLenum t, const type *v) { multi(ctx, t, c(v[0]), c(v[1]), c(v[2]), 1); } \
   void ga_MultiTexCoord4##vector(struct ga_context *ctx, GLenum t, const type *v) \
   { \
      multi(ctx, t, c(v[0]), c(v[1]), c(v[2]), c(v[3])); \
   }
#define MULTI(suffix, type, c) MULTI_OF(suffix, suffix##v, type, c)
MULTI(s, GLshort, plain_s)
MULTI(i, GLint, plain_i)
MULTI(f, GLfloat, plain_f)
MULTI(d, GLdouble, plain_d)

/* ---- half floats (NV_half_float) ------------------------------------------------------------------------------------------------ */

TWO_OF(Vertex2hNV, Vertex2hvNV, GLhalfNV, 0, pipe_half_to_float)
THREE_OF(Vertex3hNV, Vertex3hvNV, GLhalfNV, 0, pipe_half_to_float)
FOUR_OF(Vertex4hNV, Vertex4hvNV, GLhalfNV, 0, pipe_half_to_float)
THREE_OF(Normal3hNV, Normal3hvNV, GLhalfNV, GLSL_ATTRIB_NORMAL, pipe_half_to_float)
THREE_OF(Color3hNV, Color3hvNV, GLhalfNV, GLSL_ATTRIB_COLOR, pipe_half_to_float)
FOUR_OF(Color4hNV, Color4hvNV, GLhalfNV, GLSL_ATTRIB_COLOR, pipe_half_to_float)
THREE_OF(SecondaryColor3hNV, SecondaryColor3hvNV, GLhalfNV, GLSL_ATTRIB_SECONDARY_COLOR, pipe_half_to_float)
ONE_OF(FogCoordhNV, FogCoordhvNV, GLhalfNV, GLSL_ATTRIB_FOG_COORD, pipe_half_to_float)
ONE_OF(TexCoord1hNV, TexCoord1hvNV, GLhalfNV, GLSL_ATTRIB_TEX_COORD0, pipe_half_to_float)
TWO_OF(TexCoord2hNV, TexCoord2hvNV, GLhalfNV, GLSL_ATTRIB_TEX_COORD0, pipe_half_to_float)
THREE_OF(TexCoord3hNV, TexCoord3hvNV, GLhalfNV, GLSL_ATTRIB_TEX_COORD0, pipe_half_to_float)
FOUR_OF(TexCoord4hNV, TexCoord4hvNV, GLhalfNV, GLSL_ATTRIB_TEX_COORD0, pipe_half_to_float)
MULTI_OF(hNV, hvNV, GLhalfNV, pipe_half_to_float)
