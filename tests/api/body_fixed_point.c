/* body_fixed_point.c: the commands of OpenGL ES 1.1 in a context of OpenGL (NV_ES1_1_compatibility): numbers of 16.16 bits, and floats
 * where OpenGL has doubles. */
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

#define COMMANDS(X) \
   X(AlphaFuncx, GLenum, GLfixed) X(ClearColorx, GLfixed, GLfixed, GLfixed, GLfixed) X(ClearDepthx, GLfixed) \
   X(ClipPlanef, GLenum, const GLfloat *) X(ClipPlanex, GLenum, const GLfixed *) X(Color4x, GLfixed, GLfixed, GLfixed, GLfixed) \
   X(DepthRangex, GLfixed, GLfixed) X(Fogx, GLenum, GLfixed) X(Fogxv, GLenum, const GLfixed *) \
   X(Frustumf, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat) \
   X(Frustumx, GLfixed, GLfixed, GLfixed, GLfixed, GLfixed, GLfixed) X(GetClipPlanef, GLenum, GLfloat *) \
   X(GetClipPlanex, GLenum, GLfixed *) X(GetFixedv, GLenum, GLfixed *) X(GetLightxv, GLenum, GLenum, GLfixed *) \
   X(GetMaterialxv, GLenum, GLenum, GLfixed *) X(GetTexEnvxv, GLenum, GLenum, GLfixed *) \
   X(GetTexParameterxv, GLenum, GLenum, GLfixed *) X(LightModelx, GLenum, GLfixed) X(LightModelxv, GLenum, const GLfixed *) \
   X(Lightx, GLenum, GLenum, GLfixed) X(Lightxv, GLenum, GLenum, const GLfixed *) X(LineWidthx, GLfixed) \
   X(LoadMatrixx, const GLfixed *) X(Materialx, GLenum, GLenum, GLfixed) X(Materialxv, GLenum, GLenum, const GLfixed *) \
   X(MultMatrixx, const GLfixed *) X(MultiTexCoord4x, GLenum, GLfixed, GLfixed, GLfixed, GLfixed) \
   X(Normal3x, GLfixed, GLfixed, GLfixed) X(Orthof, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat) \
   X(Orthox, GLfixed, GLfixed, GLfixed, GLfixed, GLfixed, GLfixed) X(PointParameterx, GLenum, GLfixed) \
   X(PointParameterxv, GLenum, const GLfixed *) X(PointSizex, GLfixed) X(PolygonOffsetx, GLfixed, GLfixed) \
   X(Rotatex, GLfixed, GLfixed, GLfixed, GLfixed) X(SampleCoveragex, GLfixed, GLboolean) X(Scalex, GLfixed, GLfixed, GLfixed) \
   X(TexEnvx, GLenum, GLenum, GLfixed) X(TexEnvxv, GLenum, GLenum, const GLfixed *) X(TexParameterx, GLenum, GLenum, GLfixed) \
   X(TexParameterxv, GLenum, GLenum, const GLfixed *) X(Translatex, GLfixed, GLfixed, GLfixed)
#define POINTER(name, ...) static void (*name)(__VA_ARGS__);
COMMANDS(POINTER)

enum { ONE = 1 << 16, FIFTH = 0x3333 };

static void need(void)
{
   if (!strstr((const char *)glGetString(GL_EXTENSIONS), "GL_NV_ES1_1_compatibility"))
      api_skip("GL_NV_ES1_1_compatibility");
#define LOAD(name, ...) \
   if (!(name = (void (*)(__VA_ARGS__))eglGetProcAddress("gl" #name))) \
      api_fail("there is no gl" #name);
   COMMANDS(LOAD)
}

/* ---- matrices and colours, also in a list ------------------------------------------------------------------------------------------ */

static void box(void)
{
   Color4x(ONE, FIFTH, 0, ONE);
   glPushMatrix();
   Translatex(8 * ONE, 4 * ONE, 0);
   Scalex(2 * ONE, 3 * ONE, ONE);
   glRectf(0, 0, 4, 4);
   glPopMatrix();
}

static void draw_picture(void)
{
   const GLfixed up[16] = {ONE, 0, 0, 0, 0, ONE, 0, 0, 0, 0, ONE, 0, 0, 14 * ONE, 0, ONE};
   need();
   ClearColorx(0, 0, ONE, ONE);
   glClear(GL_COLOR_BUFFER_BIT);
   glMatrixMode(GL_PROJECTION);
   Orthox(0, API_SIZE * ONE, 0, API_SIZE * ONE, -ONE, ONE);
   glMatrixMode(GL_MODELVIEW);
   box();
   const GLuint list = glGenLists(1);
   glNewList(list, GL_COMPILE);
   box();
   glBegin(GL_TRIANGLE_STRIP); /* colours among vertices are those of vertices */
   Color4x(0, ONE, 0, ONE);
   glVertex2f(20, 0);
   glVertex2f(24, 0);
   Color4x(0, ONE, 0, ONE);
   glVertex2f(20, 4);
   glVertex2f(24, 4);
   glEnd();
   glEndList();
   MultMatrixx(up);
   glColor4f(1, 1, 1, 1);
   glCallList(list);
   api_expect_error(GL_NO_ERROR, "drawing");
   GLfloat color[4];
   glGetFloatv(GL_CURRENT_COLOR, color);
   api_expect("green of the current colour", (long)(color[1] * 255), 255);
}

static void put(uint8_t rgba[API_TEXELS][4], unsigned x0, unsigned y0, unsigned x1, unsigned y1, const uint8_t color[4])
{
   for (unsigned y = y0; y < y1; y++)
      for (unsigned x = x0; x < x1; x++)
         memcpy(rgba[y * API_SIZE + x], color, 4);
}

static void reference_picture(uint8_t rgba[API_TEXELS][4])
{
   put(rgba, 0, 0, API_SIZE, API_SIZE, (const uint8_t[]){0, 0, 255, 255});
   put(rgba, 8, 4, 16, 16, (const uint8_t[]){255, 51, 0, 255});
   put(rgba, 8, 18, 16, 30, (const uint8_t[]){255, 51, 0, 255});
   put(rgba, 20, 14, 24, 18, (const uint8_t[]){0, 255, 0, 255});
}

/* ---- values: numbers are scaled, enumerants and booleans are not ------------------------------------------------------------------- */

static void expect_float(GLenum pname, GLfloat wanted)
{
   GLfloat value[16] = {-77};
   GLfixed fixed[16] = {-77};
   glGetFloatv(pname, value);
   GetFixedv(pname, fixed);
   if (value[0] - wanted > 1e-4f || wanted - value[0] > 1e-4f)
      api_fail("0x%x is %g, not %g", pname, value[0], wanted);
   if (fixed[0] - (GLfixed)(wanted * ONE) > 8 || (GLfixed)(wanted * ONE) - fixed[0] > 8)
      api_fail("0x%x is 0x%x in fixed point, not 0x%x", pname, (unsigned)fixed[0], (unsigned)(wanted * ONE));
   api_checked();
}

static void draw_state(void)
{
   need();
   AlphaFuncx(GL_LESS, ONE / 2);
   expect_float(GL_ALPHA_TEST_REF, 0.5f);
   ClearDepthx(ONE / 4);
   expect_float(GL_DEPTH_CLEAR_VALUE, 0.25f);
   DepthRangex(ONE / 4, ONE / 2);
   expect_float(GL_DEPTH_RANGE, 0.25f);
   LineWidthx(2 * ONE);
   expect_float(GL_LINE_WIDTH, 2);
   PointSizex(3 * ONE + ONE / 2);
   expect_float(GL_POINT_SIZE, 3.5f);
   PolygonOffsetx(ONE / 2, -2 * ONE);
   expect_float(GL_POLYGON_OFFSET_FACTOR, 0.5f);
   expect_float(GL_POLYGON_OFFSET_UNITS, -2);
   SampleCoveragex(ONE / 2, GL_TRUE);
   expect_float(GL_SAMPLE_COVERAGE_VALUE, 0.5f);
   PointParameterx(GL_POINT_SIZE_MAX_ARB, 8 * ONE);
   expect_float(GL_POINT_SIZE_MAX_ARB, 8);
   PointParameterxv(GL_POINT_DISTANCE_ATTENUATION_ARB, (const GLfixed[]){ONE / 2, 0, 0});
   expect_float(GL_POINT_DISTANCE_ATTENUATION_ARB, 0.5f);
   Fogx(GL_FOG_MODE, GL_LINEAR);
   GLint mode;
   glGetIntegerv(GL_FOG_MODE, &mode);
   api_expect("fog mode", mode, GL_LINEAR);
   Fogx(GL_FOG_END, 8 * ONE);
   expect_float(GL_FOG_END, 8);
   Fogxv(GL_FOG_COLOR, (const GLfixed[]){FIFTH, 0, 0, 0});
   expect_float(GL_FOG_COLOR, 0.2f);
   Normal3x(-ONE, 0, 0);
   expect_float(GL_CURRENT_NORMAL, -1);
   MultiTexCoord4x(GL_TEXTURE0, 4 * ONE, 0, 0, ONE);
   expect_float(GL_CURRENT_TEXTURE_COORDS, 4);
   LoadMatrixx((const GLfixed[16]){-3 * ONE});
   expect_float(GL_MODELVIEW_MATRIX, -3);
   glLoadIdentity();
   Rotatex(60 * ONE, 0, 0, ONE);
   expect_float(GL_MODELVIEW_MATRIX, 0.5f);
   glMatrixMode(GL_PROJECTION);
   Frustumx(-ONE, ONE, -ONE, ONE, 2 * ONE, 4 * ONE);
   expect_float(GL_PROJECTION_MATRIX, 2);
   glLoadIdentity();
   Frustumf(-1, 1, -1, 1, 3, 4);
   expect_float(GL_PROJECTION_MATRIX, 3);
   glLoadIdentity();
   Orthof(-4, 4, -1, 1, -1, 1);
   expect_float(GL_PROJECTION_MATRIX, 0.25f);
   api_expect_error(GL_NO_ERROR, "commands");
   Frustumx(-ONE, ONE, -ONE, ONE, 0, ONE);
   api_expect_error(GL_INVALID_VALUE, "glFrustumx with near 0");
   PointSizex(0);
   api_expect_error(GL_INVALID_VALUE, "glPointSizex(0)");
   expect_float(GL_POINT_SIZE, 3.5f);
}

static void draw_objects(void)
{
   GLfixed x[4];
   GLfloat f[4];
   GLuint texture;
   need();
   ClipPlanex(GL_CLIP_PLANE1, (const GLfixed[]){ONE, 2 * ONE, 0, -ONE});
   GetClipPlanef(GL_CLIP_PLANE1, f);
   api_expect("plane", f[1] == 2 && f[3] == -1, 1);
   ClipPlanef(GL_CLIP_PLANE1, (const GLfloat[]){0.5f, 0, 0, 4});
   GetClipPlanex(GL_CLIP_PLANE1, x);
   api_expect("plane x", x[0], ONE / 2);
   api_expect("plane w", x[3], 4 * ONE);
   Lightx(GL_LIGHT0, GL_SPOT_CUTOFF, 45 * ONE);
   GetLightxv(GL_LIGHT0, GL_SPOT_CUTOFF, x);
   api_expect("cutoff", x[0], 45 * ONE);
   Lightxv(GL_LIGHT0, GL_DIFFUSE, (const GLfixed[]){FIFTH, ONE, 0, ONE});
   glGetLightfv(GL_LIGHT0, GL_DIFFUSE, f);
   api_expect("diffuse", f[0] > 0.1999f && f[0] < 0.2001f && f[1] == 1, 1);
   Materialx(GL_FRONT_AND_BACK, GL_SHININESS, 8 * ONE);
   GetMaterialxv(GL_FRONT, GL_SHININESS, x);
   api_expect("shininess", x[0], 8 * ONE);
   Materialxv(GL_FRONT_AND_BACK, GL_AMBIENT, (const GLfixed[]){ONE, 0, 0, ONE});
   glGetMaterialfv(GL_BACK, GL_AMBIENT, f);
   api_expect("ambient", f[0] == 1 && f[1] == 0, 1);
   LightModelx(GL_LIGHT_MODEL_TWO_SIDE, GL_TRUE);
   GLboolean two_sides = GL_FALSE;
   glGetBooleanv(GL_LIGHT_MODEL_TWO_SIDE, &two_sides);
   api_expect("two sides", two_sides, GL_TRUE);
   LightModelxv(GL_LIGHT_MODEL_AMBIENT, (const GLfixed[]){ONE / 2, 0, 0, ONE});
   expect_float(GL_LIGHT_MODEL_AMBIENT, 0.5f);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   TexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
   GetTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, x);
   api_expect("mode", x[0], GL_REPLACE);
   TexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, (const GLfixed[]){ONE / 2, 0, 0, ONE});
   GetTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, x);
   api_expect("environment colour", x[0], ONE / 2);
   TexParameterx(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GetTexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, x);
   api_expect("filter", x[0], GL_NEAREST);
   TexParameterxv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, (const GLfixed[]){GL_CLAMP_TO_EDGE});
   GLint wrap;
   glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, &wrap);
   api_expect("wrap", wrap, GL_CLAMP_TO_EDGE);
   api_expect_error(GL_NO_ERROR, "commands");
   Materialx(GL_FRONT_AND_BACK, GL_SHININESS, 129 * ONE);
   api_expect_error(GL_INVALID_VALUE, "glMaterialx with shininess 129");
   ClipPlanex(GL_CLIP_PLANE0 + 99, x);
   api_expect_error(GL_INVALID_ENUM, "glClipPlanex with a plane too high");
}

#define BODY(name) {"fixed-point-" #name, COMPATIBILITY, 21, 1, 0, draw_##name, reference_##name}

const struct api_body api_bodies_fixed_point[] = {
   BODY(picture),
   {"fixed-point-state", COMPATIBILITY, 21, 0, 0, draw_state, NULL},
   {"fixed-point-objects", COMPATIBILITY, 21, 0, 0, draw_objects, NULL},
   {0},
};
