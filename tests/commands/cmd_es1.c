/* cmd_es1.c: OpenGL ES 1.1: commands with fixed-point numbers, those that it alone has, and what common commands do not take there
 * (OpenGL ES 1.1.12; extensions of OpenGL ES 1.1). */
#include "commands.h"

enum { ONE = 1 << 16 };
static const GLfixed vx[16] = {ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE};
static const GLfloat vf[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

/* ES 1.1, 2.10 and 2.11 */
static void transforms(void)
{
   GLfloat f[4];
   GLfixed x[4], mantissa[16];
   GLint exponent[16];
   gl.MatrixMode(GL_PROJECTION);
   OK(LoadMatrixx, vx);
   NO_ERROR(LoadMatrixx);
   OK(MultMatrixx, vx);
   NO_ERROR(MultMatrixx);
   OK(Rotatex, 30 * ONE, 0, ONE, 0);
   NO_ERROR(Rotatex);
   OK(Scalex, ONE, 2 * ONE, ONE);
   NO_ERROR(Scalex);
   OK(Translatex, ONE, 2 * ONE, ONE);
   NO_ERROR(Translatex);
   OK(Frustumf, -1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustumf, -1, 1, -1, 1, 0, 2);
   ERR(INVALID_VALUE, Frustumf, -1, 1, -1, 1, 1, -2);
   ERR(INVALID_VALUE, Frustumf, 1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustumf, -1, 1, 1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustumf, -1, 1, -1, 1, 2, 2);
   OK(Frustumx, -ONE, ONE, -ONE, ONE, ONE, 2 * ONE);
   ERR(INVALID_VALUE, Frustumx, -ONE, ONE, -ONE, ONE, 0, 2 * ONE);
   ERR(INVALID_VALUE, Frustumx, ONE, ONE, -ONE, ONE, ONE, 2 * ONE);
   ERR(INVALID_VALUE, Frustumx, -ONE, ONE, ONE, ONE, ONE, 2 * ONE);
   ERR(INVALID_VALUE, Frustumx, -ONE, ONE, -ONE, ONE, ONE, ONE);
   OK(Orthof, -1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Orthof, 1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Orthof, -1, 1, 1, 1, -1, 1);
   ERR(INVALID_VALUE, Orthof, -1, 1, -1, 1, 1, 1);
   OK(Orthox, -ONE, ONE, -ONE, ONE, -ONE, ONE);
   ERR(INVALID_VALUE, Orthox, ONE, ONE, -ONE, ONE, -ONE, ONE);
   ERR(INVALID_VALUE, Orthox, -ONE, ONE, ONE, ONE, -ONE, ONE);
   ERR(INVALID_VALUE, Orthox, -ONE, ONE, -ONE, ONE, ONE, ONE);
   gl.LoadIdentity();
   OK(QueryMatrixxOES, mantissa, exponent);
   NO_ERROR(QueryMatrixxOES);
   EXPECT(mantissa[0] == ONE / 2 ? exponent[0] : mantissa[0] == ONE ? exponent[0] + 1 : 99, 1);
   gl.MatrixMode(GL_MODELVIEW);
   ERR(INVALID_ENUM, MatrixMode, GL_COLOR);
   OK(ClipPlanef, GL_CLIP_PLANE1, vf);
   ERR(INVALID_ENUM, ClipPlanef, GL_CLIP_PLANE0 + 8, vf);
   OK(ClipPlanex, GL_CLIP_PLANE1, vx);
   ERR(INVALID_ENUM, ClipPlanex, GL_CLIP_PLANE0 + 8, vx);
   OK(GetClipPlanef, GL_CLIP_PLANE1, f);
   ERR(INVALID_ENUM, GetClipPlanef, GL_CLIP_PLANE0 + 8, f);
   OK(GetClipPlanex, GL_CLIP_PLANE1, x);
   EXPECT(x[0], ONE);
   ERR(INVALID_ENUM, GetClipPlanex, GL_CLIP_PLANE0 + 8, x);
}

/* ES 1.1, 2.12 */
static void lighting(void)
{
   GLfixed x[4];
   OK(Lightx, GL_LIGHT0, GL_SPOT_CUTOFF, 45 * ONE);
   ERR(INVALID_VALUE, Lightx, GL_LIGHT0, GL_SPOT_CUTOFF, 91 * ONE);
   ERR(INVALID_VALUE, Lightx, GL_LIGHT0, GL_SPOT_EXPONENT, 129 * ONE);
   ERR(INVALID_VALUE, Lightx, GL_LIGHT0, GL_LINEAR_ATTENUATION, -ONE);
   ERR(INVALID_ENUM, Lightx, GL_LIGHT0, GL_DIFFUSE, ONE);
   ERR(INVALID_ENUM, Lightx, GL_LIGHT0 + 8, GL_SPOT_CUTOFF, ONE);
   ERR(INVALID_ENUM, Lightx, GL_LIGHT0, BAD, ONE);
   OK(Lightxv, GL_LIGHT0, GL_DIFFUSE, vx);
   ERR(INVALID_ENUM, Lightxv, GL_LIGHT0, BAD, vx);
   ERR(INVALID_ENUM, Lightxv, GL_LIGHT0 + 8, GL_DIFFUSE, vx);
   OK(GetLightxv, GL_LIGHT0, GL_DIFFUSE, x);
   EXPECT(x[0], ONE);
   ERR(INVALID_ENUM, GetLightxv, GL_LIGHT0, BAD, x);
   ERR(INVALID_ENUM, GetLightxv, GL_LIGHT0 + 8, GL_DIFFUSE, x);
   OK(Materialx, GL_FRONT_AND_BACK, GL_SHININESS, 8 * ONE);
   ERR(INVALID_VALUE, Materialx, GL_FRONT_AND_BACK, GL_SHININESS, 129 * ONE);
   ERR(INVALID_ENUM, Materialx, GL_FRONT, GL_SHININESS, ONE);
   ERR(INVALID_ENUM, Materialx, GL_FRONT_AND_BACK, GL_DIFFUSE, ONE);
   OK(Materialxv, GL_FRONT_AND_BACK, GL_DIFFUSE, vx);
   ERR(INVALID_ENUM, Materialxv, GL_BACK, GL_DIFFUSE, vx);
   ERR(INVALID_ENUM, Materialxv, GL_FRONT_AND_BACK, BAD, vx);
   ERR(INVALID_ENUM, Materialf, GL_FRONT, GL_SHININESS, 1);
   ERR(INVALID_ENUM, Materialfv, GL_FRONT_AND_BACK, GL_COLOR_INDEXES, vf);
   OK(GetMaterialxv, GL_FRONT, GL_SHININESS, x);
   EXPECT(x[0], 8 * ONE);
   ERR(INVALID_ENUM, GetMaterialxv, GL_FRONT_AND_BACK, GL_SHININESS, x);
   ERR(INVALID_ENUM, GetMaterialxv, GL_FRONT, GL_COLOR_INDEXES, x);
   OK(LightModelx, GL_LIGHT_MODEL_TWO_SIDE, 1);
   ERR(INVALID_ENUM, LightModelx, GL_LIGHT_MODEL_AMBIENT, ONE);
   ERR(INVALID_ENUM, LightModelx, GL_LIGHT_MODEL_LOCAL_VIEWER, 1);
   OK(LightModelxv, GL_LIGHT_MODEL_AMBIENT, vx);
   ERR(INVALID_ENUM, LightModelxv, BAD, vx);
   ERR(INVALID_ENUM, LightModelf, GL_LIGHT_MODEL_COLOR_CONTROL, (GLfloat)GL_SINGLE_COLOR);
}

/* ES 1.1, 2.7 and 2.8; OES_point_size_array */
static void arrays(void)
{
   void *pointer;
   OK(Color4x, ONE, 0, 0, ONE);
   NO_ERROR(Color4x);
   OK(Normal3x, 0, 0, ONE);
   NO_ERROR(Normal3x);
   OK(MultiTexCoord4x, GL_TEXTURE1, ONE, 0, 0, ONE);
   NO_ERROR(MultiTexCoord4x);
   OK(PointSizePointerOES, GL_FIXED, 0, vx);
   ERR(INVALID_ENUM, PointSizePointerOES, GL_SHORT, 0, vx);
   ERR(INVALID_VALUE, PointSizePointerOES, GL_FLOAT, -1, vx);
   OK(GetPointerv, GL_POINT_SIZE_ARRAY_POINTER_OES, &pointer);
   EXPECT(pointer == vx, 1);
   OK(EnableClientState, GL_POINT_SIZE_ARRAY_OES);
   OK(IsEnabled, GL_POINT_SIZE_ARRAY_OES);
   OK(DisableClientState, GL_POINT_SIZE_ARRAY_OES);
   ERR(INVALID_ENUM, EnableClientState, GL_EDGE_FLAG_ARRAY);
   ERR(INVALID_ENUM, GetPointerv, GL_INDEX_ARRAY_POINTER, &pointer);
   OK(VertexPointer, 3, GL_BYTE, 4, vx);
   OK(VertexPointer, 2, GL_FIXED, 0, vx);
   ERR(INVALID_ENUM, VertexPointer, 3, GL_INT, 0, vx);
   ERR(INVALID_ENUM, VertexPointer, 3, GL_DOUBLE, 0, vx);
   ERR(INVALID_VALUE, VertexPointer, 1, GL_FLOAT, 0, vx);
   OK(ColorPointer, 4, GL_FIXED, 0, vx);
   ERR(INVALID_VALUE, ColorPointer, 3, GL_UNSIGNED_BYTE, 0, vx);
   ERR(INVALID_ENUM, ColorPointer, 4, GL_BYTE, 0, vx);
   OK(NormalPointer, GL_FIXED, 0, vx);
   ERR(INVALID_ENUM, NormalPointer, GL_UNSIGNED_BYTE, 0, vx);
   OK(TexCoordPointer, 2, GL_BYTE, 0, vx);
   ERR(INVALID_VALUE, TexCoordPointer, 1, GL_FLOAT, 0, vx);
   OK(VertexPointer, 4, GL_FLOAT, 0, vf);
   gl.EnableClientState(GL_VERTEX_ARRAY);
   OK(DrawArrays, GL_TRIANGLES, 0, 3);
   ERR(INVALID_ENUM, DrawArrays, GL_QUADS, 0, 4);
   ERR(INVALID_ENUM, DrawArrays, GL_POLYGON, 0, 4);
   make_buffer(GL_ARRAY_BUFFER, 16);
   OK(BufferData, GL_ARRAY_BUFFER, 16, NULL, GL_DYNAMIC_DRAW);
   ERR(INVALID_ENUM, BufferData, GL_ARRAY_BUFFER, 16, NULL, GL_STREAM_DRAW);
   ERR(INVALID_ENUM, BufferData, GL_PIXEL_PACK_BUFFER, 16, NULL, GL_STATIC_DRAW);
   gl.BindBuffer(GL_ARRAY_BUFFER, 0);
}

/* ES 1.1, 3.3 to 3.5, 4.1 and 4.2 */
static void fragments(void)
{
   OK(AlphaFuncx, GL_LESS, ONE / 2);
   ERR(INVALID_ENUM, AlphaFuncx, BAD, ONE);
   OK(ClearColorx, ONE, 0, 0, ONE);
   NO_ERROR(ClearColorx);
   OK(ClearDepthx, ONE / 2);
   NO_ERROR(ClearDepthx);
   OK(DepthRangex, 0, ONE);
   NO_ERROR(DepthRangex);
   OK(LineWidthx, 2 * ONE);
   ERR(INVALID_VALUE, LineWidthx, 0);
   OK(PointSizex, 2 * ONE);
   ERR(INVALID_VALUE, PointSizex, 0);
   OK(PolygonOffsetx, ONE, ONE);
   NO_ERROR(PolygonOffsetx);
   OK(SampleCoveragex, ONE / 2, GL_TRUE);
   NO_ERROR(SampleCoveragex);
   OK(PointParameterx, GL_POINT_SIZE_MAX, 8 * ONE);
   ERR(INVALID_VALUE, PointParameterx, GL_POINT_SIZE_MIN, -ONE);
   ERR(INVALID_ENUM, PointParameterx, GL_POINT_DISTANCE_ATTENUATION, ONE);
   ERR(INVALID_ENUM, PointParameterx, GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT);
   OK(PointParameterxv, GL_POINT_DISTANCE_ATTENUATION, vx);
   ERR(INVALID_VALUE, PointParameterxv, GL_POINT_FADE_THRESHOLD_SIZE, &(GLfixed){-ONE});
   ERR(INVALID_ENUM, PointParameterxv, BAD, vx);
   ERR(INVALID_ENUM, BlendFunc, GL_CONSTANT_COLOR, GL_ZERO);
   ERR(INVALID_ENUM, Enable, GL_POLYGON_SMOOTH);
   ERR(INVALID_ENUM, Enable, GL_COLOR_SUM);
   ERR(INVALID_ENUM, Hint, GL_POLYGON_SMOOTH_HINT, GL_NICEST);
   OK(Hint, GL_POINT_SMOOTH_HINT, GL_NICEST);
   OK(Fogx, GL_FOG_MODE, GL_LINEAR);
   OK(Fogx, GL_FOG_END, 8 * ONE);
   ERR(INVALID_VALUE, Fogx, GL_FOG_DENSITY, -ONE);
   ERR(INVALID_ENUM, Fogx, GL_FOG_COLOR, ONE);
   ERR(INVALID_ENUM, Fogx, GL_FOG_MODE, ONE);
   ERR(INVALID_ENUM, Fogx, GL_FOG_INDEX, ONE);
   OK(Fogxv, GL_FOG_COLOR, vx);
   ERR(INVALID_ENUM, Fogxv, BAD, vx);
   ERR(INVALID_ENUM, Fogf, GL_FOG_COORD_SRC, (GLfloat)GL_FOG_COORD);
}

/* ES 1.1, 3.7; OES_draw_texture, OES_texture_cube_map, OES_compressed_paletted_texture */
static void textures(void)
{
   GLfixed x[4];
   GLubyte data[3 * 16 + 8 + 2 + 1] = {0};
   GLuint texture;
   gl.GenTextures(1, &texture);
   gl.BindTexture(GL_TEXTURE_2D, texture);
   OK(TexEnvx, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   OK(TexEnvx, GL_TEXTURE_ENV, GL_RGB_SCALE, 2 * ONE);
   ERR(INVALID_VALUE, TexEnvx, GL_TEXTURE_ENV, GL_RGB_SCALE, 3 * ONE);
   ERR(INVALID_ENUM, TexEnvx, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, ONE);
   ERR(INVALID_ENUM, TexEnvx, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, ONE);
   ERR(INVALID_ENUM, TexEnvx, BAD, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   OK(TexEnvx, GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
   ERR(INVALID_VALUE, TexEnvx, GL_POINT_SPRITE, GL_COORD_REPLACE, 2);
   OK(TexEnvxv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, vx);
   ERR(INVALID_ENUM, TexEnvxv, GL_TEXTURE_ENV, BAD, vx);
   OK(GetTexEnvxv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, x);
   EXPECT(x[0], ONE);
   OK(GetTexEnvxv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, x);
   EXPECT(x[0], GL_COMBINE);
   ERR(INVALID_ENUM, GetTexEnvxv, GL_TEXTURE_ENV, BAD, x);
   ERR(INVALID_ENUM, GetTexEnvxv, BAD, GL_TEXTURE_ENV_MODE, x);
   OK(TexParameterx, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ERR(INVALID_ENUM, TexParameterx, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, ONE);
   ERR(INVALID_ENUM, TexParameterx, GL_TEXTURE_2D, BAD, GL_NEAREST);
   ERR(INVALID_ENUM, TexParameterx, GL_TEXTURE_3D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   ERR(INVALID_ENUM, TexParameterx, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP);
   ERR(INVALID_VALUE, TexParameterx, GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY, ONE / 2);
   OK(TexParameterxv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, &(GLfixed){GL_CLAMP_TO_EDGE});
   ERR(INVALID_ENUM, TexParameterxv, GL_TEXTURE_2D, BAD, vx);
   ERR(INVALID_ENUM, TexParameterxv, GL_TEXTURE_3D, GL_TEXTURE_WRAP_S, vx);
   OK(GetTexParameterxv, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, x);
   EXPECT(x[0], GL_CLAMP_TO_EDGE);
   ERR(INVALID_ENUM, GetTexParameterxv, GL_TEXTURE_2D, BAD, x);
   ERR(INVALID_ENUM, GetTexParameterxv, GL_TEXTURE_3D, GL_TEXTURE_WRAP_S, x);
   OK(TexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, (const GLint[]){0, 0, 4, 4});
   ERR(INVALID_ENUM, TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, 4);
   OK(TexGenxOES, GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, GL_NORMAL_MAP);
   ERR(INVALID_ENUM, TexGenxOES, GL_S, GL_TEXTURE_GEN_MODE, GL_NORMAL_MAP);
   ERR(INVALID_ENUM, TexGenxOES, GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, TexGenxOES, GL_TEXTURE_GEN_STR_OES, BAD, GL_NORMAL_MAP);
   OK(TexGenxvOES, GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, &(GLfixed){GL_REFLECTION_MAP});
   ERR(INVALID_ENUM, TexGenxvOES, GL_TEXTURE_GEN_STR_OES, GL_OBJECT_PLANE, vx);
   ERR(INVALID_ENUM, TexGenxvOES, BAD, GL_TEXTURE_GEN_MODE, vx);
   OK(GetTexGenxvOES, GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, x);
   EXPECT(x[0], GL_REFLECTION_MAP);
   ERR(INVALID_ENUM, GetTexGenxvOES, GL_S, GL_TEXTURE_GEN_MODE, x);
   ERR(INVALID_ENUM, GetTexGenxvOES, GL_TEXTURE_GEN_STR_OES, GL_EYE_PLANE, x);
   ERR(INVALID_ENUM, Enable, GL_TEXTURE_GEN_S);
   ERR(INVALID_ENUM, Enable, GL_TEXTURE_3D);
   ERR(INVALID_ENUM, TexImage2D, GL_TEXTURE_3D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   /* 16 colours of 3 bytes, then indices of 4x4, 2x2 and 1x1. */
   OK(CompressedTexImage2D, GL_TEXTURE_2D, -2, GL_PALETTE4_RGB8_OES, 4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, 1, GL_PALETTE4_RGB8_OES, 4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, -30, GL_PALETTE4_RGB8_OES, 4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, -1, GL_PALETTE4_RGB8_OES, 4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, 0, GL_PALETTE4_RGB8_OES, -4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, CompressedTexImage2D, GL_TEXTURE_2D, -2, GL_PALETTE4_RGB8_OES, 4, 4, 1, (GLsizei)sizeof(data), data);
   ERR(INVALID_ENUM, CompressedTexImage2D, GL_TEXTURE_2D, 0, BAD, 4, 4, 0, (GLsizei)sizeof(data), data);
   ERR(INVALID_VALUE, TexImage2D, GL_TEXTURE_2D, 0, GL_PALETTE4_RGB8_OES, 4, 4, 0, GL_PALETTE4_RGB8_OES, GL_UNSIGNED_BYTE, NULL);
   ERR(INVALID_OPERATION, CompressedTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_PALETTE4_RGB8_OES, 8, data);
}

/* OES_draw_texture */
static void drawn_textures(void)
{
   const GLshort s[] = {0, 0, 0, 4, 4}, no_s[] = {0, 0, 0, 0, 4};
   const GLint i[] = {0, 0, 0, 4, 4}, no_i[] = {0, 0, 0, 4, -1};
   const GLfloat f[] = {0, 0, 0, 4, 4}, no_f[] = {0, 0, 0, 4, 0};
   const GLfixed x[] = {0, 0, 0, 4 * ONE, 4 * ONE}, no_x[] = {0, 0, 0, -ONE, ONE};
   GLuint fbo;
   OK(DrawTexsOES, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, DrawTexsOES, 0, 0, 0, 0, 4);
   OK(DrawTexsvOES, s);
   ERR(INVALID_VALUE, DrawTexsvOES, no_s);
   OK(DrawTexiOES, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, DrawTexiOES, 0, 0, 0, 4, -1);
   OK(DrawTexivOES, i);
   ERR(INVALID_VALUE, DrawTexivOES, no_i);
   OK(DrawTexfOES, 0, 0, 0, 4, 4);
   ERR(INVALID_VALUE, DrawTexfOES, 0, 0, 0, 4, 0);
   OK(DrawTexfvOES, f);
   ERR(INVALID_VALUE, DrawTexfvOES, no_f);
   OK(DrawTexxOES, 0, 0, 0, 4 * ONE, 4 * ONE);
   ERR(INVALID_VALUE, DrawTexxOES, 0, 0, 0, -ONE, ONE);
   OK(DrawTexxvOES, x);
   ERR(INVALID_VALUE, DrawTexxvOES, no_x);
   gl.GenFramebuffers(1, &fbo);
   gl.BindFramebuffer(GL_FRAMEBUFFER, fbo);
   ERR(INVALID_FRAMEBUFFER_OPERATION, DrawTexfOES, 0, 0, 0, 4, 4);
   gl.BindFramebuffer(GL_FRAMEBUFFER, default_fbo);
   gl.DeleteFramebuffers(1, &fbo);
}

/* ES 1.1, 6.1 */
static void gets(void)
{
   GLfixed x[16] = {0};
   GLint i[16] = {0};
   OK(GetFixedv, GL_MODELVIEW_MATRIX, x);
   EXPECT(x[0], ONE);
   ERR(INVALID_ENUM, GetFixedv, BAD, x);
   ERR(INVALID_ENUM, GetIntegerv, GL_CURRENT_PROGRAM, i);
   ERR(INVALID_ENUM, GetIntegerv, GL_STENCIL_BACK_FUNC, i);
   ERR(INVALID_ENUM, GetIntegerv, GL_MAX_VERTEX_ATTRIBS, i);
   ERR(INVALID_ENUM, GetIntegerv, GL_BLEND_COLOR, i);
   OK(GetIntegerv, GL_MAX_LIGHTS, i);
   EXPECT(i[0] >= 8, 1);
   OK(GetIntegerv, GL_MAX_CLIP_PLANES, i);
   EXPECT(i[0] >= 6, 1);
   OK(GetIntegerv, GL_MAX_TEXTURE_UNITS, i);
   EXPECT(i[0] >= 2, 1);
   ERR(INVALID_ENUM, GetString, GL_SHADING_LANGUAGE_VERSION);
   ERR(INVALID_OPERATION, CreateProgram);
   ERR(INVALID_OPERATION, Begin, GL_TRIANGLES);
   ERR(INVALID_OPERATION, GenLists, 1);
}

void cmd_es1(void)
{
   transforms();
   lighting();
   arrays();
   fragments();
   textures();
   drawn_textures();
   gets();
}
