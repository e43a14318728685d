/* cmd_legacy_state.c: matrices, lighting, texture environments, fog, stacks (OpenGL 4.6 compatibility profile, chapters 12, 14.6,
 * 16 and 21). */
#include "commands.h"

static const GLfloat vf[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const GLdouble vd[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const GLint vi[16] = {1, 0, 0, 1};

static void matrices(void)
{
   OK(MatrixMode, GL_TEXTURE);
   ERR(INVALID_ENUM, MatrixMode, BAD);
   OK(MatrixMode, GL_PROJECTION);
   OK(LoadIdentity);
   NO_ERROR(LoadIdentity);
   OK(LoadMatrixf, vf);
   NO_ERROR(LoadMatrixf);
   OK(LoadMatrixd, vd);
   NO_ERROR(LoadMatrixd);
   OK(LoadTransposeMatrixf, vf);
   NO_ERROR(LoadTransposeMatrixf);
   OK(LoadTransposeMatrixd, vd);
   NO_ERROR(LoadTransposeMatrixd);
   OK(MultMatrixf, vf);
   NO_ERROR(MultMatrixf);
   OK(MultMatrixd, vd);
   NO_ERROR(MultMatrixd);
   OK(MultTransposeMatrixf, vf);
   NO_ERROR(MultTransposeMatrixf);
   OK(MultTransposeMatrixd, vd);
   NO_ERROR(MultTransposeMatrixd);
   OK(Rotatef, 30, 0, 1, 0);
   NO_ERROR(Rotatef);
   OK(Rotated, 30, 0, 1, 0);
   NO_ERROR(Rotated);
   OK(Scalef, 1, 2, 3);
   NO_ERROR(Scalef);
   OK(Scaled, 1, 2, 3);
   NO_ERROR(Scaled);
   OK(Translatef, 1, 2, 3);
   NO_ERROR(Translatef);
   OK(Translated, 1, 2, 3);
   NO_ERROR(Translated);
   OK(Frustum, -1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustum, -1, 1, -1, 1, 0, 2);
   ERR(INVALID_VALUE, Frustum, -1, 1, -1, 1, 1, -2);
   ERR(INVALID_VALUE, Frustum, 1, 1, -1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustum, -1, 1, 1, 1, 1, 2);
   ERR(INVALID_VALUE, Frustum, -1, 1, -1, 1, 2, 2);
   OK(Ortho, -1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Ortho, 1, 1, -1, 1, -1, 1);
   ERR(INVALID_VALUE, Ortho, -1, 1, 1, 1, -1, 1);
   ERR(INVALID_VALUE, Ortho, -1, 1, -1, 1, 1, 1);
   OK(PushMatrix);
   OK(PopMatrix);
   ERR(STACK_UNDERFLOW, PopMatrix);
   GLint depth = 0;
   gl.GetIntegerv(GL_MAX_PROJECTION_STACK_DEPTH, &depth);
   for (GLint i = 1; i < depth; i++)
      gl.PushMatrix();
   ERR(STACK_OVERFLOW, PushMatrix);
   for (GLint i = 1; i < depth; i++)
      gl.PopMatrix();
   gl.LoadIdentity();
   gl.MatrixMode(GL_MODELVIEW);
   OK(ClipPlane, GL_CLIP_PLANE1, vd);
   ERR(INVALID_ENUM, ClipPlane, GL_CLIP_PLANE0 + 8, vd);
   GLdouble plane[4];
   OK(GetClipPlane, GL_CLIP_PLANE1, plane);
   ERR(INVALID_ENUM, GetClipPlane, GL_CLIP_PLANE0 + 8, plane);
}

static void lighting(void)
{
   GLfloat f[4];
   GLint i[4];
   OK(ShadeModel, GL_FLAT);
   ERR(INVALID_ENUM, ShadeModel, BAD);
   OK(ColorMaterial, GL_FRONT, GL_DIFFUSE);
   ERR(INVALID_ENUM, ColorMaterial, BAD, GL_DIFFUSE);
   ERR(INVALID_ENUM, ColorMaterial, GL_FRONT, GL_SHININESS);
   OK(Lightf, GL_LIGHT0, GL_SPOT_EXPONENT, 128);
   ERR(INVALID_ENUM, Lightf, GL_LIGHT0 + 8, GL_SPOT_EXPONENT, 1);
   ERR(INVALID_ENUM, Lightf, GL_LIGHT0, BAD, 1);
   ERR(INVALID_ENUM, Lightf, GL_LIGHT0, GL_POSITION, 1);
   ERR(INVALID_VALUE, Lightf, GL_LIGHT0, GL_SPOT_EXPONENT, 129);
   ERR(INVALID_VALUE, Lightf, GL_LIGHT0, GL_SPOT_CUTOFF, 91);
   ERR(INVALID_VALUE, Lightf, GL_LIGHT0, GL_CONSTANT_ATTENUATION, -1);
   OK(Lighti, GL_LIGHT0, GL_SPOT_CUTOFF, 180);
   ERR(INVALID_ENUM, Lighti, GL_LIGHT0 + 8, GL_SPOT_CUTOFF, 1);
   ERR(INVALID_ENUM, Lighti, GL_LIGHT0, BAD, 1);
   ERR(INVALID_VALUE, Lighti, GL_LIGHT0, GL_SPOT_CUTOFF, -1);
   OK(Lightfv, GL_LIGHT0, GL_POSITION, vf);
   ERR(INVALID_ENUM, Lightfv, GL_LIGHT0 + 8, GL_POSITION, vf);
   ERR(INVALID_ENUM, Lightfv, GL_LIGHT0, BAD, vf);
   OK(Lightiv, GL_LIGHT0, GL_AMBIENT, vi);
   ERR(INVALID_ENUM, Lightiv, GL_LIGHT0 + 8, GL_AMBIENT, vi);
   ERR(INVALID_ENUM, Lightiv, GL_LIGHT0, BAD, vi);
   OK(GetLightfv, GL_LIGHT0, GL_AMBIENT, f);
   ERR(INVALID_ENUM, GetLightfv, GL_LIGHT0 + 8, GL_AMBIENT, f);
   ERR(INVALID_ENUM, GetLightfv, GL_LIGHT0, BAD, f);
   OK(GetLightiv, GL_LIGHT0, GL_AMBIENT, i);
   ERR(INVALID_ENUM, GetLightiv, GL_LIGHT0 + 8, GL_AMBIENT, i);
   ERR(INVALID_ENUM, GetLightiv, GL_LIGHT0, BAD, i);
   OK(LightModelf, GL_LIGHT_MODEL_TWO_SIDE, 1);
   ERR(INVALID_ENUM, LightModelf, BAD, 1);
   ERR(INVALID_ENUM, LightModelf, GL_LIGHT_MODEL_AMBIENT, 1);
   OK(LightModeli, GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
   ERR(INVALID_ENUM, LightModeli, BAD, 1);
   ERR(INVALID_ENUM, LightModeli, GL_LIGHT_MODEL_COLOR_CONTROL, BAD);
   OK(LightModelfv, GL_LIGHT_MODEL_AMBIENT, vf);
   ERR(INVALID_ENUM, LightModelfv, BAD, vf);
   OK(LightModeliv, GL_LIGHT_MODEL_AMBIENT, vi);
   ERR(INVALID_ENUM, LightModeliv, BAD, vi);
   OK(Materialf, GL_FRONT, GL_SHININESS, 128);
   ERR(INVALID_ENUM, Materialf, BAD, GL_SHININESS, 1);
   ERR(INVALID_ENUM, Materialf, GL_FRONT, BAD, 1);
   ERR(INVALID_VALUE, Materialf, GL_FRONT, GL_SHININESS, 129);
   ERR(INVALID_VALUE, Materialf, GL_FRONT, GL_SHININESS, -1);
   OK(Materiali, GL_BACK, GL_SHININESS, 5);
   ERR(INVALID_ENUM, Materiali, BAD, GL_SHININESS, 1);
   ERR(INVALID_ENUM, Materiali, GL_FRONT, BAD, 1);
   ERR(INVALID_VALUE, Materiali, GL_FRONT, GL_SHININESS, 129);
   OK(Materialfv, GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, vf);
   ERR(INVALID_ENUM, Materialfv, BAD, GL_AMBIENT, vf);
   ERR(INVALID_ENUM, Materialfv, GL_FRONT, BAD, vf);
   OK(Materialiv, GL_FRONT_AND_BACK, GL_COLOR_INDEXES, vi);
   ERR(INVALID_ENUM, Materialiv, BAD, GL_AMBIENT, vi);
   ERR(INVALID_ENUM, Materialiv, GL_FRONT, BAD, vi);
   OK(GetMaterialfv, GL_FRONT, GL_AMBIENT, f);
   ERR(INVALID_ENUM, GetMaterialfv, BAD, GL_AMBIENT, f);
   ERR(INVALID_ENUM, GetMaterialfv, GL_FRONT, BAD, f);
   OK(GetMaterialiv, GL_FRONT, GL_AMBIENT, i);
   ERR(INVALID_ENUM, GetMaterialiv, BAD, GL_AMBIENT, i);
   ERR(INVALID_ENUM, GetMaterialiv, GL_FRONT, BAD, i);
}

static void environments(void)
{
   GLfloat f[4];
   GLdouble d[4];
   GLint i[4];
   OK(TexEnvf, GL_TEXTURE_ENV, GL_RGB_SCALE, 2);
   ERR(INVALID_ENUM, TexEnvf, BAD, GL_RGB_SCALE, 2);
   ERR(INVALID_ENUM, TexEnvf, GL_TEXTURE_ENV, BAD, 2);
   ERR(INVALID_VALUE, TexEnvf, GL_TEXTURE_ENV, GL_RGB_SCALE, 3);
   OK(TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   ERR(INVALID_ENUM, TexEnvi, BAD, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   ERR(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, BAD, GL_COMBINE);
   ERR(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, BAD);
   ERR(INVALID_ENUM, TexEnvi, GL_TEXTURE_ENV, GL_COMBINE_RGB, BAD);
   OK(TexEnvi, GL_POINT_SPRITE, GL_COORD_REPLACE, GL_TRUE);
   OK(TexEnvfv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, vf);
   ERR(INVALID_ENUM, TexEnvfv, BAD, GL_TEXTURE_ENV_COLOR, vf);
   ERR(INVALID_ENUM, TexEnvfv, GL_TEXTURE_ENV, BAD, vf);
   OK(TexEnviv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, vi);
   ERR(INVALID_ENUM, TexEnviv, BAD, GL_TEXTURE_ENV_COLOR, vi);
   ERR(INVALID_ENUM, TexEnviv, GL_TEXTURE_ENV, BAD, vi);
   OK(GetTexEnvfv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, f);
   ERR(INVALID_ENUM, GetTexEnvfv, BAD, GL_TEXTURE_ENV_COLOR, f);
   ERR(INVALID_ENUM, GetTexEnvfv, GL_TEXTURE_ENV, BAD, f);
   OK(GetTexEnviv, GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, i);
   ERR(INVALID_ENUM, GetTexEnviv, BAD, GL_TEXTURE_ENV_MODE, i);
   ERR(INVALID_ENUM, GetTexEnviv, GL_TEXTURE_ENV, BAD, i);
   OK(TexGeni, GL_S, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, TexGeni, BAD, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, TexGeni, GL_S, BAD, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, TexGeni, GL_R, GL_TEXTURE_GEN_MODE, GL_SPHERE_MAP);
   ERR(INVALID_ENUM, TexGeni, GL_S, GL_TEXTURE_GEN_MODE, BAD);
   ERR(INVALID_ENUM, TexGeni, GL_S, GL_EYE_PLANE, 1);
   OK(TexGenf, GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   ERR(INVALID_ENUM, TexGenf, BAD, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   ERR(INVALID_ENUM, TexGenf, GL_T, BAD, GL_OBJECT_LINEAR);
   OK(TexGend, GL_T, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
   ERR(INVALID_ENUM, TexGend, BAD, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   ERR(INVALID_ENUM, TexGend, GL_T, BAD, GL_OBJECT_LINEAR);
   OK(TexGenfv, GL_S, GL_OBJECT_PLANE, vf);
   ERR(INVALID_ENUM, TexGenfv, BAD, GL_OBJECT_PLANE, vf);
   ERR(INVALID_ENUM, TexGenfv, GL_S, BAD, vf);
   OK(TexGendv, GL_S, GL_EYE_PLANE, vd);
   ERR(INVALID_ENUM, TexGendv, BAD, GL_OBJECT_PLANE, vd);
   ERR(INVALID_ENUM, TexGendv, GL_S, BAD, vd);
   OK(TexGeniv, GL_S, GL_OBJECT_PLANE, vi);
   ERR(INVALID_ENUM, TexGeniv, BAD, GL_OBJECT_PLANE, vi);
   ERR(INVALID_ENUM, TexGeniv, GL_S, BAD, vi);
   OK(GetTexGenfv, GL_S, GL_OBJECT_PLANE, f);
   ERR(INVALID_ENUM, GetTexGenfv, BAD, GL_OBJECT_PLANE, f);
   ERR(INVALID_ENUM, GetTexGenfv, GL_S, BAD, f);
   OK(GetTexGendv, GL_S, GL_OBJECT_PLANE, d);
   ERR(INVALID_ENUM, GetTexGendv, BAD, GL_OBJECT_PLANE, d);
   ERR(INVALID_ENUM, GetTexGendv, GL_S, BAD, d);
   OK(GetTexGeniv, GL_S, GL_TEXTURE_GEN_MODE, i);
   ERR(INVALID_ENUM, GetTexGeniv, BAD, GL_TEXTURE_GEN_MODE, i);
   ERR(INVALID_ENUM, GetTexGeniv, GL_S, BAD, i);
   OK(Fogf, GL_FOG_DENSITY, 2);
   ERR(INVALID_ENUM, Fogf, BAD, 2);
   ERR(INVALID_ENUM, Fogf, GL_FOG_COLOR, 2);
   ERR(INVALID_VALUE, Fogf, GL_FOG_DENSITY, -2);
   OK(Fogi, GL_FOG_MODE, GL_LINEAR);
   ERR(INVALID_ENUM, Fogi, BAD, 2);
   ERR(INVALID_ENUM, Fogi, GL_FOG_MODE, BAD);
   OK(Fogfv, GL_FOG_COLOR, vf);
   ERR(INVALID_ENUM, Fogfv, BAD, vf);
   OK(Fogiv, GL_FOG_COLOR, vi);
   ERR(INVALID_ENUM, Fogiv, BAD, vi);
}

static void fragments(void)
{
   OK(AlphaFunc, GL_GREATER, 0.5f);
   ERR(INVALID_ENUM, AlphaFunc, BAD, 0.5f);
   OK(LineStipple, 2, 0x5555);
   NO_ERROR(LineStipple);
   OK(IndexMask, 5);
   NO_ERROR(IndexMask);
   OK(ClearIndex, 5);
   NO_ERROR(ClearIndex);
   OK(ClearAccum, 1, 1, 1, 1);
   NO_ERROR(ClearAccum);
}

static void stacks(void)
{
   GLint depth = 0;
   OK(PushAttrib, GL_ALL_ATTRIB_BITS);
   OK(PopAttrib);
   ERR(STACK_UNDERFLOW, PopAttrib);
   gl.GetIntegerv(GL_MAX_ATTRIB_STACK_DEPTH, &depth);
   for (GLint i = 0; i < depth; i++)
      gl.PushAttrib(0);
   ERR(STACK_OVERFLOW, PushAttrib, GL_ALL_ATTRIB_BITS);
   for (GLint i = 0; i < depth; i++)
      gl.PopAttrib();
   OK(PushClientAttrib, GL_CLIENT_ALL_ATTRIB_BITS);
   OK(PopClientAttrib);
   ERR(STACK_UNDERFLOW, PopClientAttrib);
   gl.GetIntegerv(GL_MAX_CLIENT_ATTRIB_STACK_DEPTH, &depth);
   for (GLint i = 0; i < depth; i++)
      gl.PushClientAttrib(0);
   ERR(STACK_OVERFLOW, PushClientAttrib, GL_CLIENT_ALL_ATTRIB_BITS);
   for (GLint i = 0; i < depth; i++)
      gl.PopClientAttrib();
}

void cmd_legacy_state(void)
{
   if (!compat())
      return;
   matrices();
   lighting();
   environments();
   fragments();
   stacks();
}
