/* cmd_older_commands.c: commands of extensions of OpenGL 1.x in the compatibility profile: EXT_vertex_array,
 * EXT_compiled_vertex_array, NV_half_float, MESA_window_pos, EXT_stencil_two_side, ATI_separate_stencil, and enumerants of extensions in other commands,
 * NV_ES1_1_compatibility. */
#include "commands.h"

static const GLfloat vf[4] = {1, 2, 0.5f, 4};
static const GLdouble vd[4] = {1, 2, 0.5, 4};
static const GLint vi[4] = {1, 2, 0, 4};
static const GLshort vs[16] = {1, 2, 0, 4};
static const GLbyte vb[16];
static const GLubyte vub[16];

/* Display lists and vertices take the commands of OpenGL ES 1.1 (NV_ES1_1_compatibility); chapter es1 has all of them. */
static void fixed_point(void)
{
   enum { ONE = 1 << 16 };
   static const GLfixed vx[16] = {ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE};
   OK(Color4x, ONE, 0, 0, ONE);
   OK(LoadMatrixx, vx);
   OK(Orthof, -1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Orthof, 1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Frustumx, -ONE, ONE, -ONE, ONE, 0, 2 * ONE);
   ERR(INVALID_VALUE, Lightx, GL_LIGHT0, GL_SPOT_CUTOFF, 91 * ONE);
   ERR(INVALID_ENUM, Fogx, GL_FOG_MODE, ONE);
   ERR(INVALID_ENUM, GetFixedv, BAD, (GLfixed[16]){0});
   ERR(INVALID_OPERATION, PointSizePointerOES, GL_FIXED, 0, vx); /* no part of it */
   ERR(INVALID_OPERATION, QueryMatrixxOES, (GLfixed[16]){0}, (GLint[16]){0});
   const GLuint list = gl.GenLists(1);
   gl.NewList(list, GL_COMPILE);
   gl.Fogxv(GL_FOG_COLOR, vx);
   gl.Materialxv(GL_FRONT_AND_BACK, GL_DIFFUSE, vx);
   gl.MultiTexCoord4x(GL_TEXTURE1, ONE, 0, 0, ONE);
   gl.EndList();
   OK(CallList, list);
   gl.DeleteLists(list, 1);
}

/* A value of glGetIntegerv. */
static GLint value_of(GLenum name)
{
   GLint value = -1;
   gl.GetIntegerv(name, &value);
   return value;
}

static void arrays(void)
{
   OK(VertexPointerEXT, 3, GL_SHORT, 0, 4, vs);
   ERR(INVALID_VALUE, VertexPointerEXT, 1, GL_SHORT, 0, 4, vs);
   ERR(INVALID_ENUM, VertexPointerEXT, 3, GL_BYTE, 0, 4, vs);
   ERR(INVALID_VALUE, VertexPointerEXT, 3, GL_SHORT, -1, 4, vs);
   ERR(INVALID_VALUE, VertexPointerEXT, 3, GL_SHORT, 0, -1, vs);
   OK(NormalPointerEXT, GL_BYTE, 0, 4, vb);
   ERR(INVALID_ENUM, NormalPointerEXT, GL_UNSIGNED_BYTE, 0, 4, vb);
   ERR(INVALID_VALUE, NormalPointerEXT, GL_BYTE, -1, 4, vb);
   ERR(INVALID_VALUE, NormalPointerEXT, GL_BYTE, 0, -1, vb);
   OK(ColorPointerEXT, 4, GL_UNSIGNED_BYTE, 0, 4, vub);
   ERR(INVALID_VALUE, ColorPointerEXT, 2, GL_UNSIGNED_BYTE, 0, 4, vub);
   ERR(INVALID_ENUM, ColorPointerEXT, 4, BAD, 0, 4, vub);
   ERR(INVALID_VALUE, ColorPointerEXT, 4, GL_UNSIGNED_BYTE, -1, 4, vub);
   ERR(INVALID_VALUE, ColorPointerEXT, 4, GL_UNSIGNED_BYTE, 0, -1, vub);
   OK(IndexPointerEXT, GL_SHORT, 0, 4, vs);
   ERR(INVALID_ENUM, IndexPointerEXT, GL_UNSIGNED_INT, 0, 4, vs);
   ERR(INVALID_VALUE, IndexPointerEXT, GL_SHORT, -1, 4, vs);
   ERR(INVALID_VALUE, IndexPointerEXT, GL_SHORT, 0, -1, vs);
   OK(TexCoordPointerEXT, 2, GL_FLOAT, 0, 4, vf);
   ERR(INVALID_VALUE, TexCoordPointerEXT, 5, GL_FLOAT, 0, 4, vf);
   ERR(INVALID_ENUM, TexCoordPointerEXT, 2, GL_BYTE, 0, 4, vf);
   ERR(INVALID_VALUE, TexCoordPointerEXT, 2, GL_FLOAT, -1, 4, vf);
   ERR(INVALID_VALUE, TexCoordPointerEXT, 2, GL_FLOAT, 0, -1, vf);
   OK(EdgeFlagPointerEXT, 0, 4, vub);
   ERR(INVALID_VALUE, EdgeFlagPointerEXT, -1, 4, vub);
   ERR(INVALID_VALUE, EdgeFlagPointerEXT, 0, -1, vub);
   OK(Enable, GL_NORMAL_ARRAY);
   OK(IsEnabled, GL_NORMAL_ARRAY);
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_TRUE);
   EXPECT(value_of(GL_NORMAL_ARRAY), GL_TRUE);
   gl.PushAttrib(GL_ENABLE_BIT);
   OK(Disable, GL_NORMAL_ARRAY);
   gl.PopAttrib(); /* arrays are client state */
   EXPECT(gl.IsEnabled(GL_NORMAL_ARRAY), GL_FALSE);
   EXPECT(value_of(GL_VERTEX_ARRAY_COUNT_EXT), 0);
   OK(LockArraysEXT, 1, 3);
   EXPECT(value_of(GL_ARRAY_ELEMENT_LOCK_FIRST_EXT), 1);
   EXPECT(value_of(GL_ARRAY_ELEMENT_LOCK_COUNT_EXT), 3);
   ERR(INVALID_OPERATION, LockArraysEXT, 0, 4);
   OK(UnlockArraysEXT);
   ERR(INVALID_OPERATION, UnlockArraysEXT);
   ERR(INVALID_VALUE, LockArraysEXT, -1, 4);
   ERR(INVALID_VALUE, LockArraysEXT, 0, 0);
   ERR(INVALID_VALUE, LockArraysEXT, 0, -4);
}

/* NV_half_float: each has a command with components and one that reads them; no error but that of a unit. */
#define HALF(name, ...) \
   do { \
      OK(name##hNV, __VA_ARGS__); \
      NO_ERROR(name##hNV); \
      OK(name##hvNV, half); \
      NO_ERROR(name##hvNV); \
   } while (0)
#define HALF_UNIT(name, ...) \
   do { \
      OK(name##hNV, GL_TEXTURE1, __VA_ARGS__); \
      NO_ERROR(name##hNV); \
      OK(name##hvNV, GL_TEXTURE1, half); \
      NO_ERROR(name##hvNV); \
   } while (0)

static void half_floats(void)
{
   enum { ONE = 0x3c00, HALF_ONE = 0x3800, MINUS_TWO = 0xc000, LEAST = 0x0001 /* 2^-24 */ };
   static const GLhalfNV half[4] = {ONE, HALF_ONE, MINUS_TWO, LEAST};
   GLfloat f[4];
   HALF(Vertex2, ONE, HALF_ONE);
   HALF(Vertex3, ONE, HALF_ONE, MINUS_TWO);
   HALF(Vertex4, ONE, HALF_ONE, MINUS_TWO, ONE);
   HALF(Color3, ONE, HALF_ONE, 0);
   HALF(Color4, ONE, HALF_ONE, 0, HALF_ONE);
   gl.GetFloatv(GL_CURRENT_COLOR, f);
   EXPECT(f[0] == 1 && f[1] == 0.5f && f[2] == -2 && f[3] == 0x1p-24f, true);
   HALF(Normal3, 0, MINUS_TWO, ONE);
   gl.Normal3hNV(0, MINUS_TWO, ONE);
   gl.GetFloatv(GL_CURRENT_NORMAL, f);
   EXPECT(f[0] == 0 && f[1] == -2 && f[2] == 1, true);
   HALF(SecondaryColor3, ONE, HALF_ONE, 0);
   HALF(FogCoord, MINUS_TWO);
   gl.FogCoordhNV(MINUS_TWO);
   gl.GetFloatv(GL_CURRENT_FOG_COORD, f);
   EXPECT(f[0] == -2, true);
   HALF(TexCoord1, ONE);
   HALF(TexCoord2, ONE, HALF_ONE);
   HALF(TexCoord3, ONE, HALF_ONE, MINUS_TWO);
   HALF(TexCoord4, ONE, HALF_ONE, MINUS_TWO, ONE);
   HALF_UNIT(MultiTexCoord1, ONE);
   HALF_UNIT(MultiTexCoord2, ONE, HALF_ONE);
   HALF_UNIT(MultiTexCoord3, ONE, HALF_ONE, MINUS_TWO);
   HALF_UNIT(MultiTexCoord4, ONE, HALF_ONE, MINUS_TWO, ONE);
   gl.NewList(1, GL_COMPILE);
   gl.Color4hNV(HALF_ONE, ONE, ONE, ONE);
   gl.MultiTexCoord2hNV(GL_TEXTURE0, HALF_ONE, MINUS_TWO);
   gl.EndList();
   gl.CallList(1);
   gl.GetFloatv(GL_CURRENT_COLOR, f);
   EXPECT(f[0] == 0.5f && f[3] == 1, true);
   gl.GetFloatv(GL_CURRENT_TEXTURE_COORDS, f);
   EXPECT(f[0] == 0.5f && f[1] == -2 && f[2] == 0 && f[3] == 1, true);
}

static void positions(void)
{
   GLfloat position[4] = {0};
   OK(WindowPos4fMESA, 1, 2, 0.5f, 4);
   gl.GetFloatv(GL_CURRENT_RASTER_POSITION, position);
   EXPECT(position[0], 1);
   EXPECT(position[3], 4);
   NO_ERROR(WindowPos4fMESA);
   OK(WindowPos4fvMESA, vf);
   NO_ERROR(WindowPos4fvMESA);
   OK(WindowPos4dMESA, 1, 2, 0.5, 4);
   NO_ERROR(WindowPos4dMESA);
   OK(WindowPos4dvMESA, vd);
   NO_ERROR(WindowPos4dvMESA);
   OK(WindowPos4iMESA, 1, 2, 0, 4);
   NO_ERROR(WindowPos4iMESA);
   OK(WindowPos4ivMESA, vi);
   NO_ERROR(WindowPos4ivMESA);
   OK(WindowPos4sMESA, 1, 2, 0, 4);
   NO_ERROR(WindowPos4sMESA);
   OK(WindowPos4svMESA, vs);
   NO_ERROR(WindowPos4svMESA);
}

static void stencil(void)
{
   OK(StencilFuncSeparateATI, GL_LESS, GL_GREATER, 3, 7);
   EXPECT(value_of(GL_STENCIL_FUNC), GL_LESS);
   EXPECT(value_of(GL_STENCIL_BACK_FUNC), GL_GREATER);
   EXPECT(value_of(GL_STENCIL_BACK_REF), 3);
   ERR(INVALID_ENUM, StencilFuncSeparateATI, BAD, GL_LESS, 1, 2);
   ERR(INVALID_ENUM, StencilFuncSeparateATI, GL_LESS, BAD, 1, 2);
   OK(ActiveStencilFaceEXT, GL_BACK);
   ERR(INVALID_ENUM, ActiveStencilFaceEXT, GL_FRONT_AND_BACK);
   gl.StencilFunc(GL_EQUAL, 5, 1);
   gl.StencilOp(GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP);
   gl.StencilMask(9);
   EXPECT(value_of(GL_ACTIVE_STENCIL_FACE_EXT), GL_BACK);
   EXPECT(value_of(GL_STENCIL_FUNC), GL_EQUAL);
   EXPECT(value_of(GL_STENCIL_FAIL), GL_INVERT);
   EXPECT(value_of(GL_STENCIL_WRITEMASK), 9);
   EXPECT(value_of(GL_STENCIL_BACK_FUNC), GL_GREATER); /* of OpenGL 2.0 */
   gl.ActiveStencilFaceEXT(GL_FRONT);
   EXPECT(value_of(GL_STENCIL_FUNC), GL_LESS);
   gl.StencilFunc(GL_NEVER, 0, 1);
   EXPECT(value_of(GL_STENCIL_BACK_FUNC), GL_NEVER);
   gl.ActiveStencilFaceEXT(GL_BACK);
   EXPECT(value_of(GL_STENCIL_FUNC), GL_EQUAL);
   gl.ActiveStencilFaceEXT(GL_FRONT);
}

/* Enumerants that extensions add to commands of OpenGL 2.1, and values that later versions lack. */
static void enumerants(void)
{
   GLint i = 0;
   OK(TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE_EXT);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE4_NV);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGB_EXT);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_DOT3_RGBA_EXT);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE_ADD_ATI);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_MODULATE_SUBTRACT_ATI);
   ERR(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB_EXT);
   gl.GetTexEnviv(GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, &i);
   EXPECT(i, GL_ZERO);
   gl.GetTexEnviv(GL_TEXTURE_ENV, GL_OPERAND3_RGB_NV, &i);
   EXPECT(i, GL_ONE_MINUS_SRC_COLOR);
   gl.GetTexEnviv(GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, &i);
   EXPECT(i, GL_ONE_MINUS_SRC_ALPHA);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_PREVIOUS);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_SOURCE3_ALPHA_NV, GL_ONE);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, GL_SRC_ALPHA);
   ERR(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_OPERAND3_ALPHA_NV, GL_SRC_COLOR);
   EXPECT(value_of(GL_FOG_DISTANCE_MODE_NV), GL_EYE_PLANE_ABSOLUTE_NV);
   OK(Fogi, GL_FOG_DISTANCE_MODE_NV, GL_EYE_RADIAL_NV);
   EXPECT(value_of(GL_FOG_DISTANCE_MODE_NV), GL_EYE_RADIAL_NV);
   OK(Fogi, GL_FOG_DISTANCE_MODE_NV, GL_EYE_PLANE);
   ERR(INVALID_ENUM, Fogi, GL_FOG_DISTANCE_MODE_NV, BAD);
   EXPECT(value_of(GL_MAX_SHININESS_NV), 128);
   EXPECT(value_of(GL_MAX_SPOT_EXPONENT_NV), 128);
   OK(Enable, GL_RASTER_POSITION_UNCLIPPED_IBM);
   gl.RasterPos2i(5, 0); /* outside of the view volume */
   EXPECT(value_of(GL_CURRENT_RASTER_POSITION_VALID), GL_TRUE);
   OK(Disable, GL_RASTER_POSITION_UNCLIPPED_IBM);
   gl.RasterPos2i(5, 0);
   EXPECT(value_of(GL_CURRENT_RASTER_POSITION_VALID), GL_FALSE);
}

void cmd_older_commands(void)
{
   if (!compat())
      return;
   fixed_point();
   arrays();
   half_floats();
   positions();
   stencil();
   enumerants();
}
