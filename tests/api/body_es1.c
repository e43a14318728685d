/* body_es1.c: OpenGL ES 1.1: lighting and matrices in fixed point, texture environments, clip planes, sizes and sprites of points,
 * drawn textures, palettes, fog, a share group with OpenGL. */
#include <math.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>
#include <GL/glext.h>

#define ONE 0x10000
#define SRC1_RGB 0x8581
#define SRC1_ALPHA 0x8589
#define COORD_REPLACE 0x8862
#define POINT_SPRITE 0x8861
#define POINT_SIZE_ARRAY 0x8B9C
#define TEXTURE_CROP_RECT 0x8B9D
#define PALETTE4_RGB8 0x8B90
#define PALETTE8_RGBA8 0x8B96

#define PROC(name, parameters) void (*name) parameters = (void (*) parameters)eglGetProcAddress(#name)

/* ---- helpers --------------------------------------------------------------------------------------------------------------- */

/* A rectangle over the whole framebuffer, at a depth of eye coordinates, with vertices of bytes. */
static void fill(int z)
{
   const GLbyte corners[] = {-1, -1, (GLbyte)z, 0, 1, -1, (GLbyte)z, 0, -1, 1, (GLbyte)z, 0, 1, 1, (GLbyte)z, 0};
   glEnableClientState(GL_VERTEX_ARRAY);
   glVertexPointer(3, GL_BYTE, 4, corners);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* The texel has this colour, with an error of two steps. */
static void expect_at(const char *what, int x, int y, float r, float g, float b, float a)
{
   const float wanted[] = {r, g, b, a};
   GLubyte got[4];
   glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < 4; i++)
      if (fabsf((float)got[i] - wanted[i] * 255) > 2)
         api_fail("%s: channel %u at %d, %d is %u, not %g", what, i, x, y, got[i], (double)(wanted[i] * 255));
   api_checked();
}

static void texture(GLsizei width, GLsizei height, const GLubyte *rgba)
{
   GLuint name;
   glGenTextures(1, &name);
   glBindTexture(GL_TEXTURE_2D, name);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   if (rgba)
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   glEnable(GL_TEXTURE_2D);
}

/* ---- bodies ---------------------------------------------------------------------------------------------------------------- */

/* ES 1.1, 2.12.1: a directional light of half the intensity along the normal. */
static void draw_lighting(void)
{
   PROC(glLightxv, (GLenum, GLenum, const GLfixed *));
   PROC(glMaterialxv, (GLenum, GLenum, const GLfixed *));
   PROC(glLightModelxv, (GLenum, const GLfixed *));
   PROC(glNormal3x, (GLfixed, GLfixed, GLfixed));
   const GLfixed black[] = {0, 0, 0, ONE}, half[] = {ONE / 2, ONE / 2, ONE / 2, ONE}, color[] = {ONE, ONE / 2, ONE / 4, ONE};
   const GLfixed emission[] = {0, 0, ONE / 4, ONE}, towards[] = {0, 0, ONE, 0};
   glLightModelxv(GL_LIGHT_MODEL_AMBIENT, black);
   glLightxv(GL_LIGHT0, GL_DIFFUSE, half);
   glLightxv(GL_LIGHT0, GL_SPECULAR, black);
   glLightxv(GL_LIGHT0, GL_POSITION, towards);
   glMaterialxv(GL_FRONT_AND_BACK, GL_DIFFUSE, color);
   glMaterialxv(GL_FRONT_AND_BACK, GL_EMISSION, emission);
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glNormal3x(0, 0, ONE);
   fill(0);
   expect_at("a lit rectangle", 16, 16, 0.5f, 0.25f, 0.375f, 1);
}

static void draw_matrices(void)
{
   PROC(glOrthox, (GLfixed, GLfixed, GLfixed, GLfixed, GLfixed, GLfixed));
   PROC(glTranslatex, (GLfixed, GLfixed, GLfixed));
   PROC(glScalex, (GLfixed, GLfixed, GLfixed));
   PROC(glColor4x, (GLfixed, GLfixed, GLfixed, GLfixed));
   PROC(glGetFixedv, (GLenum, GLfixed *));
   GLfixed m[16];
   glMatrixMode(GL_PROJECTION);
   glOrthox(-2 * ONE, 2 * ONE, -2 * ONE, 2 * ONE, -ONE, ONE);
   glMatrixMode(GL_MODELVIEW);
   glTranslatex(ONE, -ONE, 0);
   glScalex(ONE / 2, ONE, ONE);
   glGetFixedv(GL_MODELVIEW_MATRIX, m);
   api_expect("scale", m[0], ONE / 2);
   api_expect("translation", m[13], -ONE);
   glColor4x(0, ONE, 0, ONE);
   fill(0); /* x 0.5 to 1.5, y -2 to 0 of 4: texels 20 to 27, 0 to 15 */
   expect_at("inside", 20, 0, 0, 1, 0, 1);
   expect_at("inside", 27, 15, 0, 1, 0, 1);
   expect_at("left of it", 19, 8, 0, 0, 0, 0);
   expect_at("above it", 24, 16, 0, 0, 0, 0);
}

/* ES 1.1, tables 3.17 ff. */
static void draw_environments(void)
{
   static const GLubyte texel[] = {204, 153, 51, 102};
   PROC(glTexEnvx, (GLenum, GLenum, GLfixed));
   PROC(glTexEnvxv, (GLenum, GLenum, const GLfixed *));
   const GLfixed constant[] = {ONE / 2, ONE / 4, ONE, ONE / 2};
   texture(1, 1, texel);
   glColor4f(0.5f, 0.25f, 0.75f, 1);
   fill(0);
   expect_at("modulated", 16, 16, 0.4f, 0.15f, 0.15f, 0.4f);
   glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL);
   fill(0);
   expect_at("a decal", 16, 16, 0.62f, 0.39f, 0.53f, 1);
   glTexEnvxv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, constant);
   glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
   glTexEnvx(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_ADD_SIGNED);
   glTexEnvx(GL_TEXTURE_ENV, SRC1_RGB, GL_CONSTANT);
   glTexEnvx(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_MODULATE);
   glTexEnvx(GL_TEXTURE_ENV, SRC1_ALPHA, GL_CONSTANT);
   glTexEnvx(GL_TEXTURE_ENV, GL_ALPHA_SCALE, 2 * ONE);
   fill(0);
   expect_at("added with a sign", 16, 16, 0.8f, 0.35f, 0.7f, 0.4f);
}

static void draw_clip_planes(void)
{
   PROC(glClipPlanex, (GLenum, const GLfixed *));
   const GLfixed left[] = {-ONE, 0, 0, 0}, lower[] = {0, -ONE, 0, ONE / 2};
   glClipPlanex(GL_CLIP_PLANE0, left);
   glClipPlanex(GL_CLIP_PLANE0 + 5, lower);
   glEnable(GL_CLIP_PLANE0);
   glEnable(GL_CLIP_PLANE0 + 5);
   fill(0);
   expect_at("left", 8, 8, 1, 1, 1, 1);
   expect_at("right", 24, 8, 0, 0, 0, 0);
   expect_at("above", 8, 28, 0, 0, 0, 0);
   expect_at("below the plane", 8, 22, 1, 1, 1, 1);
}

/* OES_point_size_array, OES_point_sprite */
static void draw_points(void)
{
   static const GLubyte texels[] = {255, 0, 0, 255, 0, 255, 0, 255};
   static const GLfixed positions[] = {-ONE / 2, 0, ONE / 2, 0}, sizes[] = {4 * ONE, 12 * ONE};
   PROC(glPointSizePointerOES, (GLenum, GLsizei, const void *));
   glEnableClientState(GL_VERTEX_ARRAY);
   glVertexPointer(2, GL_FIXED, 0, positions);
   glEnableClientState(POINT_SIZE_ARRAY);
   glPointSizePointerOES(GL_FIXED, 0, sizes);
   texture(2, 1, texels);
   glEnable(POINT_SPRITE);
   glTexEnvi(POINT_SPRITE, COORD_REPLACE, GL_TRUE);
   glDrawArrays(GL_POINTS, 0, 2); /* centres 8, 16 and 24, 16 */
   expect_at("the small sprite's left", 6, 16, 1, 0, 0, 1);
   expect_at("its right", 9, 16, 0, 1, 0, 1);
   expect_at("beside it", 4, 16, 0, 0, 0, 0);
   expect_at("the large sprite's left", 19, 21, 1, 0, 0, 1);
   expect_at("its right", 28, 11, 0, 1, 0, 1);
   expect_at("beside it", 31, 16, 0, 0, 0, 0);
}

/* OES_draw_texture */
static void draw_textures(void)
{
   static const GLubyte texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255,
                                    255, 0, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255};
   static const GLint crop[] = {1, 0, 2, 2};
   PROC(glDrawTexiOES, (GLint, GLint, GLint, GLint, GLint));
   PROC(glDrawTexxOES, (GLfixed, GLfixed, GLfixed, GLfixed, GLfixed));
   texture(4, 2, texels);
   glTexParameteriv(GL_TEXTURE_2D, TEXTURE_CROP_RECT, crop);
   glMatrixMode(GL_MODELVIEW);
   glScalef(9, 9, 9); /* without effect */
   glDrawTexiOES(4, 8, 0, 8, 4);
   expect_at("left, bottom", 4, 8, 0, 1, 0, 1);
   expect_at("right, bottom", 11, 9, 0, 0, 1, 1);
   expect_at("left, top", 7, 11, 0, 1, 1, 1);
   expect_at("right, top", 8, 10, 1, 1, 1, 1);
   expect_at("beside", 12, 9, 0, 0, 0, 0);
   expect_at("below", 8, 7, 0, 0, 0, 0);
   glDrawTexxOES(20 * ONE, 20 * ONE, 0, 2 * ONE, 2 * ONE);
   expect_at("in fixed point", 20, 20, 0, 1, 0, 1);
   expect_at("in fixed point", 21, 21, 1, 1, 1, 1);
}

/* OES_compressed_paletted_texture */
static void draw_palettes(void)
{
   GLubyte four[48 + 4 + 1] = {0}, eight[1024 + 4] = {0};
   texture(0, 0, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   memcpy(four + 3 * 1, (const GLubyte[]){255, 128, 0}, 3);
   memcpy(four + 3 * 15, (const GLubyte[]){0, 64, 255}, 3);
   memcpy(four + 48, (const GLubyte[]){0x1f, 0xf1, 0x11, 0xff, 0xf0}, 5); /* rows of 4 texels, then 1x1 */
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, PALETTE4_RGB8, 4, 2, 0, 48 + 4, four);
   const GLfloat coords[] = {0, 0, 1, 0, 0, 1, 1, 1};
   glEnableClientState(GL_TEXTURE_COORD_ARRAY);
   glTexCoordPointer(2, GL_FLOAT, 0, coords);
   fill(0);
   expect_at("index 1", 2, 4, 1, 128 / 255.0f, 0, 1);
   expect_at("index 15", 10, 4, 0, 64 / 255.0f, 1, 1);
   expect_at("the second row", 2, 24, 1, 128 / 255.0f, 0, 1);
   expect_at("the second row", 30, 24, 0, 64 / 255.0f, 1, 1);
   memcpy(eight + 4 * 200, (const GLubyte[]){10, 20, 30, 40}, 4);
   memset(eight + 1024, 200, 4);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, PALETTE8_RGBA8, 2, 2, 0, 1024 + 4, eight);
   fill(0);
   expect_at("index 200", 16, 16, 10 / 255.0f, 20 / 255.0f, 30 / 255.0f, 40 / 255.0f);
}

/* ES 1.1, 3.8: halfway between start and end. */
static void draw_fog(void)
{
   PROC(glFogx, (GLenum, GLfixed));
   PROC(glFogxv, (GLenum, const GLfixed *));
   PROC(glOrthof, (GLfloat, GLfloat, GLfloat, GLfloat, GLfloat, GLfloat));
   const GLfixed color[] = {0, ONE, 0, ONE};
   glMatrixMode(GL_PROJECTION);
   glOrthof(-1, 1, -1, 1, 0, 4);
   glFogx(GL_FOG_MODE, GL_LINEAR);
   glFogx(GL_FOG_START, ONE);
   glFogx(GL_FOG_END, 3 * ONE);
   glFogxv(GL_FOG_COLOR, color);
   glEnable(GL_FOG);
   glColor4f(1, 0, 0, 1);
   fill(-2);
   expect_at("fog", 16, 16, 0.5f, 0.5f, 0, 1);
}

/* A texture of OpenGL ES 1.1 in a context of OpenGL of the share group, and back. */
static void draw_shared(void)
{
   static const GLubyte before[] = {255, 0, 0, 255}, after[] = {0, 0, 255, 255};
   GLint name;
   texture(1, 1, before);
   glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
   glFinish();
   api_use_other_api(true);
   api_expect("the name in the other context", glIsTexture((GLuint)name), GL_TRUE);
   glBindTexture(GL_TEXTURE_2D, (GLuint)name);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, after);
   glFinish();
   api_use_other_api(false);
   glBindTexture(GL_TEXTURE_2D, (GLuint)name);
   fill(0);
   expect_at("the other context's texel", 16, 16, 0, 0, 1, 1);
}

#define BODY(name, draw) {name, GLES, 11, 2, 0, draw, NULL}

const struct api_body api_bodies_es1[] = {
   BODY("es1-lighting", draw_lighting),
   BODY("es1-matrices", draw_matrices),
   BODY("es1-environments", draw_environments),
   BODY("es1-clip-planes", draw_clip_planes),
   BODY("es1-points", draw_points),
   BODY("es1-draw-texture", draw_textures),
   BODY("es1-palettes", draw_palettes),
   BODY("es1-fog", draw_fog),
   BODY("es1-shared", draw_shared),
   {0},
};
