/* es1_game.c: writes a frame of a small game in OpenGL ES 1.1: a maze with a texture and a lightmap, crates with a paletted texture,
 * spinning gems with lights and shadows on the floor, trees with tested alpha, sparks of point sprites, fog, an icon and bars over all. The
 * file is a line "width height" and RGBA rows from the bottom.
 *
 *   es1_game PICTURE FRAME */
#include <EGL/egl.h>
#include <GLES/gl.h>
#include <GLES/glext.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 240, CELLS = 8, TEXELS = 32, MAX_WALLS = CELLS * CELLS * 4, SPARKS = 24, ONE = 1 << 16 };
enum { BRICK, LIGHTMAP, CRATE, TREE, SPARK, ICON, TEXTURES };
enum { WALL_VERTICES, WALL_INDICES, BUFFERS };

static const char maze[CELLS][CELLS + 1] = {"########", "#......#", "#.##.#.#", "#....#.#", "#.#....#", "#.#.##.#", "#......#", "########"};
static const float places[3][2] = {{3.3f, 5.3f}, {3.9f, 4.4f}, {4.5f, 3.5f}};
static GLuint textures[TEXTURES], buffers[BUFFERS];
static GLsizei wall_indices;
static PFNGLDRAWTEXFOESPROC draw_tex;
static float seconds;

static GLfixed fixed(float value)
{
   return (GLfixed)(value * ONE);
}

/* ---- textures -------------------------------------------------------------------------------------------------------------------- */

static void image(unsigned name, GLenum format, GLenum type, const void *texels)
{
   glBindTexture(GL_TEXTURE_2D, textures[name]);
   glTexParameterx(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, name == BRICK);
   glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, name == BRICK ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
   if (name == LIGHTMAP) {
      glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
      glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
   }
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, TEXELS, TEXELS, 0, format, type, texels);
}

static float distance_to_center(int x, int y)
{
   const float dx = (float)x - TEXELS / 2.0f + 0.5f, dy = (float)y - TEXELS / 2.0f + 0.5f;
   return sqrtf(dx * dx + dy * dy) / (TEXELS / 2.0f);
}

/* 16 colours, then two texels a byte: planks. */
static void make_crate(void)
{
   static GLubyte data[16 * 3 + TEXELS * TEXELS / 2];
   for (unsigned i = 0; i < 16; i++) {
      data[3 * i] = (GLubyte)(60 + 11 * i);
      data[3 * i + 1] = (GLubyte)(40 + 8 * i);
      data[3 * i + 2] = (GLubyte)(20 + 4 * i);
   }
   for (int y = 0; y < TEXELS; y++)
      for (int x = 0; x < TEXELS; x += 2) {
         const bool frame = x < 4 || y < 4 || x >= TEXELS - 4 || y >= TEXELS - 4;
         const unsigned color = frame ? 15 : (unsigned)(4 + (x / 4 * 5 + y / 8) % 8);
         data[48 + (y * TEXELS + x) / 2] = (GLubyte)(color << 4 | color);
      }
   glBindTexture(GL_TEXTURE_2D, textures[CRATE]);
   glTexParameterx(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_PALETTE4_RGB8_OES, TEXELS, TEXELS, 0, sizeof(data), data);
}

static void make_textures(void)
{
   static GLushort brick[TEXELS * TEXELS], tree[TEXELS * TEXELS];
   static GLubyte light[TEXELS * TEXELS], spark[TEXELS * TEXELS * 2], icon[TEXELS * TEXELS * 4];
   for (int y = 0; y < TEXELS; y++)
      for (int x = 0; x < TEXELS; x++) {
         const int i = y * TEXELS + x, row = y / 8;
         const bool mortar = y % 8 == 0 || (x + row % 2 * 8) % 16 == 0;
         const float d = distance_to_center(x, y);
         brick[i] = mortar ? 0xad55 : (GLushort)((18 + x * 7 % 6) << 11 | (14 + y % 5) << 5 | 6);
         light[i] = (GLubyte)(d < 1 ? 255 - 175 * d : 80);
         const bool leaf = y > 8 ? d * TEXELS / 2 < (float)(TEXELS - y) * 0.7f : abs(x - TEXELS / 2) < 3;
         tree[i] = leaf ? (GLushort)(y > 8 ? 0x2a3f | x % 4 << 8 : 0x753f) : 0;
         spark[2 * i] = 255;
         spark[2 * i + 1] = (GLubyte)(d < 1 ? 255 * (1 - d) : 0);
         icon[4 * i] = (GLubyte)(x * 8);
         icon[4 * i + 1] = (GLubyte)(y * 8);
         icon[4 * i + 2] = (GLubyte)(d < 0.8f ? 200 : 40);
         icon[4 * i + 3] = 255;
      }
   glGenTextures(TEXTURES, textures);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   image(BRICK, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, brick);
   image(LIGHTMAP, GL_LUMINANCE, GL_UNSIGNED_BYTE, light);
   image(TREE, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, tree);
   image(SPARK, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, spark);
   image(ICON, GL_RGBA, GL_UNSIGNED_BYTE, icon);
   make_crate();
}

/* ---- the maze -------------------------------------------------------------------------------------------------------------------- */

struct wall_vertex { GLshort position[3]; GLbyte normal[3], unused; GLshort texel[2]; };

static bool is_wall(int x, int z)
{
   return x < 0 || z < 0 || x >= CELLS || z >= CELLS || maze[z][x] == '#';
}

/* Walls of the open cells, as quads of two triangles. */
static void make_walls(void)
{
   static struct wall_vertex vertices[MAX_WALLS * 4];
   static GLushort indices[MAX_WALLS * 6];
   static const int corners[6] = {0, 1, 2, 0, 2, 3}, sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
   GLsizei walls = 0;
   for (int z = 0; z < CELLS; z++)
      for (int x = 0; x < CELLS; x++)
         for (int side = 0; side < 4 && !is_wall(x, z); side++) {
            const int dx = sides[side][0], dz = sides[side][1];
            if (!is_wall(x + dx, z + dz))
               continue;
            for (int corner = 0; corner < 4; corner++) {
               const int along = corner == 1 || corner == 2 ? 1 : -1, up = corner >= 2;
               vertices[walls * 4 + corner] = (struct wall_vertex){
                  {(GLshort)(2 * x + 1 + dx - dz * along), (GLshort)(2 * up), (GLshort)(2 * z + 1 + dz + dx * along)},
                  {(GLbyte)(-127 * dx), 0, (GLbyte)(-127 * dz)}, 0, {(GLshort)(along > 0), (GLshort)up}};
            }
            for (int i = 0; i < 6; i++)
               indices[walls * 6 + i] = (GLushort)(walls * 4 + corners[i]);
            walls++;
         }
   wall_indices = walls * 6;
   glGenBuffers(BUFFERS, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[WALL_VERTICES]);
   glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(walls * 4 * (GLsizei)sizeof(vertices[0])), vertices, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[WALL_INDICES]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(wall_indices * (GLsizei)sizeof(indices[0])), indices, GL_STATIC_DRAW);
}

static void second_unit(bool on)
{
   glActiveTexture(GL_TEXTURE1);
   glClientActiveTexture(GL_TEXTURE1);
   if (on) {
      glEnable(GL_TEXTURE_2D);
      glEnableClientState(GL_TEXTURE_COORD_ARRAY);
      glBindTexture(GL_TEXTURE_2D, textures[LIGHTMAP]);
      glTexEnvx(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE);
      glTexEnvx(GL_TEXTURE_ENV, GL_COMBINE_RGB, GL_MODULATE);
      glTexEnvx(GL_TEXTURE_ENV, GL_RGB_SCALE, fixed(2));
   } else {
      glDisable(GL_TEXTURE_2D);
      glDisableClientState(GL_TEXTURE_COORD_ARRAY);
   }
   glActiveTexture(GL_TEXTURE0);
   glClientActiveTexture(GL_TEXTURE0);
}

static void draw_walls(void)
{
   const GLsizei stride = sizeof(struct wall_vertex);
   glEnable(GL_TEXTURE_2D);
   glBindTexture(GL_TEXTURE_2D, textures[BRICK]);
   second_unit(true);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[WALL_VERTICES]);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[WALL_INDICES]);
   glVertexPointer(3, GL_SHORT, stride, (void *)offsetof(struct wall_vertex, position));
   glNormalPointer(GL_BYTE, stride, (void *)offsetof(struct wall_vertex, normal));
   for (GLenum unit = 2; unit-- > 0;) {
      glClientActiveTexture(GL_TEXTURE0 + unit);
      glTexCoordPointer(2, GL_SHORT, stride, (void *)offsetof(struct wall_vertex, texel));
   }
   glMatrixMode(GL_TEXTURE);
   glPushMatrix();
   glScalex(fixed(2), fixed(2), ONE);
   glDrawElements(GL_TRIANGLES, wall_indices, GL_UNSIGNED_SHORT, NULL);
   glPopMatrix();
   glMatrixMode(GL_MODELVIEW);
   second_unit(false);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

/* ---- quads and boxes of client arrays -------------------------------------------------------------------------------------------- */

static void quad(const GLfloat corners[12])
{
   static const GLbyte texels[8] = {0, 0, 1, 0, 0, 1, 1, 1};
   glVertexPointer(3, GL_FLOAT, 0, corners);
   glTexCoordPointer(2, GL_BYTE, 0, texels);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static void draw_floor(void)
{
   const GLfloat size = 2 * CELLS, corners[12] = {0, 0, size, size, 0, size, 0, 0, 0, size, 0, 0};
   static const GLubyte colors[16] = {90, 80, 60, 255, 60, 90, 60, 255, 60, 60, 90, 255, 90, 60, 90, 255};
   glDisable(GL_TEXTURE_2D);
   glDisable(GL_LIGHTING);
   glDisableClientState(GL_NORMAL_ARRAY);
   glEnableClientState(GL_COLOR_ARRAY);
   glColorPointer(4, GL_UNSIGNED_BYTE, 0, colors);
   quad(corners);
   glDisableClientState(GL_COLOR_ARRAY);
   glEnableClientState(GL_NORMAL_ARRAY);
   glEnable(GL_LIGHTING);
}

static void draw_crates(void)
{
   glEnable(GL_TEXTURE_2D);
   glBindTexture(GL_TEXTURE_2D, textures[CRATE]);
   glDisableClientState(GL_NORMAL_ARRAY);
   for (int i = 0; i < 3; i++) {
      glPushMatrix();
      glTranslatef(2 * places[i][0] + 0.8f, 0.4f, 2 * places[i][1] - 0.6f);
      for (int side = 0; side < 5; side++) { /* the top last */
         static const GLfloat corners[12] = {-0.4f, -0.4f, 0.4f, 0.4f, -0.4f, 0.4f, -0.4f, 0.4f, 0.4f, 0.4f, 0.4f, 0.4f};
         if (side == 4)
            glRotatex(fixed(-90), ONE, 0, 0);
         glNormal3x(0, 0, ONE);
         quad(corners);
         glRotatex(fixed(90), 0, ONE, 0);
      }
      glPopMatrix();
   }
   glEnableClientState(GL_NORMAL_ARRAY);
}

/* ---- gems ------------------------------------------------------------------------------------------------------------------------ */

static void draw_gem(void)
{
   static const GLfloat vertices[] = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, -1, -1, 0, 0, 0, -1, 0};
   static const GLubyte fan[2][6] = {{0, 1, 2, 3, 4, 1}, {5, 1, 4, 3, 2, 1}};
   glVertexPointer(3, GL_FLOAT, 0, vertices);
   glNormalPointer(GL_FLOAT, 0, vertices);
   for (unsigned i = 0; i < 2; i++)
      glDrawElements(GL_TRIANGLE_FAN, 6, GL_UNSIGNED_BYTE, fan[i]);
}

static void place_gem(int i)
{
   glTranslatef(2 * places[i][0], 0.9f, 2 * places[i][1]);
   glRotatef(seconds * 90 + 40 * (float)i, 0.2f, 1, 0.1f);
   glScalef(0.5f, 0.7f, 0.5f);
}

/* Black on the floor, once a pixel. */
static void draw_shadows(void)
{
   static const GLfloat flat[16] = {1, 0, 0, 0, -0.4f, 0, 0.3f, 0, 0, 0, 1, 0, 0, 0.02f, 0, 1};
   glDisable(GL_LIGHTING);
   glDisable(GL_TEXTURE_2D);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_EQUAL, 0, 255);
   glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glColor4x(0, 0, 0, ONE / 2);
   for (int i = 0; i < 3; i++) {
      glPushMatrix();
      glMultMatrixf(flat);
      place_gem(i);
      draw_gem();
      glPopMatrix();
   }
   glDisable(GL_BLEND);
   glDisable(GL_STENCIL_TEST);
   glEnable(GL_LIGHTING);
}

static void draw_gems(void)
{
   static const GLfloat colors[3][4] = {{0.9f, 0.2f, 0.2f, 1}, {0.2f, 0.8f, 0.3f, 1}, {0.3f, 0.4f, 1, 1}}, white[4] = {1, 1, 1, 1};
   static const GLfixed black[4] = {0, 0, 0, ONE};
   glEnable(GL_NORMALIZE);
   glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, white);
   glMaterialx(GL_FRONT_AND_BACK, GL_SHININESS, fixed(20));
   for (int i = 0; i < 3; i++) {
      glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, colors[i]);
      glShadeModel(i == 1 ? GL_FLAT : GL_SMOOTH);
      glPushMatrix();
      place_gem(i);
      draw_gem();
      glPopMatrix();
   }
   glShadeModel(GL_SMOOTH);
   glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, white);
   glMaterialxv(GL_FRONT_AND_BACK, GL_SPECULAR, black);
}

/* ---- trees and sparks ------------------------------------------------------------------------------------------------------------ */

static void draw_trees(void)
{
   glEnable(GL_TEXTURE_2D);
   glBindTexture(GL_TEXTURE_2D, textures[TREE]);
   glEnable(GL_ALPHA_TEST);
   glAlphaFuncx(GL_GREATER, ONE / 2);
   glDisable(GL_LIGHTING);
   glColor4ub(255, 255, 255, 255);
   for (int i = 0; i < 2; i++) {
      const GLfloat x = 6.2f + 5.5f * (float)i, z = 7.5f + 0.7f * (float)i;
      const GLfloat corners[12] = {x - 0.7f, 0, z, x + 0.7f, 0, z, x - 0.7f, 1.9f, z, x + 0.7f, 1.9f, z};
      quad(corners);
   }
   glDisable(GL_ALPHA_TEST);
}

/* The first half has an array of sizes, the others one size that the distance attenuates. */
static void draw_sparks(void)
{
   static GLfixed positions[SPARKS][3], sizes[SPARKS];
   static GLubyte colors[SPARKS][4];
   static const GLfloat attenuation[3] = {0, 0, 0.02f}, none[3] = {1, 0, 0};
   for (int i = 0; i < SPARKS; i++) {
      const float a = (float)i * 0.9f + seconds, h = (float)(i % 8) / 8;
      positions[i][0] = fixed(7.5f + cosf(a) * (0.3f + h));
      positions[i][1] = fixed(0.2f + 1.6f * h);
      positions[i][2] = fixed(9 + sinf(a) * (0.3f + h));
      sizes[i] = fixed(6 + (float)(i % 5) * 2);
      memcpy(colors[i], (GLubyte[4]){255, (GLubyte)(120 + 5 * i), 60, 255}, 4);
   }
   glBindTexture(GL_TEXTURE_2D, textures[SPARK]);
   glEnable(GL_POINT_SPRITE_OES);
   glTexEnvx(GL_POINT_SPRITE_OES, GL_COORD_REPLACE_OES, GL_TRUE);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE);
   glDepthMask(GL_FALSE);
   glEnableClientState(GL_COLOR_ARRAY);
   glVertexPointer(3, GL_FIXED, 0, positions);
   glColorPointer(4, GL_UNSIGNED_BYTE, 0, colors);
   glPointSizePointerOES(GL_FIXED, 0, sizes);
   glEnableClientState(GL_POINT_SIZE_ARRAY_OES);
   glDrawArrays(GL_POINTS, 0, SPARKS / 2);
   glDisableClientState(GL_POINT_SIZE_ARRAY_OES);
   glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
   glPointSizex(fixed(8));
   glDrawArrays(GL_POINTS, SPARKS / 2, SPARKS / 2);
   glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, none);
   glDisableClientState(GL_COLOR_ARRAY);
   glDepthMask(GL_TRUE);
   glDisable(GL_BLEND);
   glDisable(GL_POINT_SPRITE_OES);
}

/* ---- the frame ------------------------------------------------------------------------------------------------------------------- */

static void draw_overlay(void)
{
   static const GLint crop[4] = {0, 0, TEXELS, TEXELS};
   glDisable(GL_FOG);
   glDisable(GL_DEPTH_TEST);
   glBindTexture(GL_TEXTURE_2D, textures[ICON]);
   glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, crop);
   glColor4ub(255, 255, 255, 255);
   draw_tex(8, HEIGHT - 56, 0, 48, 48);
   glDisable(GL_TEXTURE_2D);
   for (GLenum mode = GL_MODELVIEW; mode <= GL_PROJECTION; mode++) {
      glMatrixMode(mode);
      glLoadIdentity();
   }
   glOrthox(0, fixed(WIDTH), 0, fixed(HEIGHT), -ONE, ONE);
   const GLfloat bar[12] = {10, 10, 0, 110, 10, 0, 10, 20, 0, 110, 20, 0}, frame[12] = {8.5f, 8.5f, 0, 111.5f, 8.5f, 0, 111.5f, 21.5f, 0, 8.5f, 21.5f, 0};
   glEnable(GL_SCISSOR_TEST);
   glScissor(10, 10, 73, 10);
   glColor4x(ONE, ONE / 4, ONE / 8, ONE);
   quad(bar);
   glDisable(GL_SCISSOR_TEST);
   glColor4x(ONE, ONE, ONE, ONE);
   glVertexPointer(3, GL_FLOAT, 0, frame);
   glDrawArrays(GL_LINE_LOOP, 0, 4);
}

static void set_lights(void)
{
   static const GLfloat lamp[4] = {8, 1.8f, 9, 1}, lamp_color[4] = {1, 0.8f, 0.5f, 1}, sun[4] = {0.3f, 1, 0.4f, 0};
   static const GLfixed ambient[4] = {ONE / 3, ONE / 3, ONE / 3, ONE}, sun_color[4] = {ONE / 3, ONE / 3, ONE / 2, ONE};
   glLightModelxv(GL_LIGHT_MODEL_AMBIENT, ambient);
   glLightfv(GL_LIGHT0, GL_POSITION, lamp);
   glLightfv(GL_LIGHT0, GL_DIFFUSE, lamp_color);
   glLightx(GL_LIGHT0, GL_QUADRATIC_ATTENUATION, fixed(0.04f));
   glLightfv(GL_LIGHT1, GL_POSITION, sun);
   glLightxv(GL_LIGHT1, GL_DIFFUSE, sun_color);
}

static void draw_frame(void)
{
   static const GLfixed fog_color[4] = {ONE / 5, ONE / 5, ONE / 4, ONE};
   static const GLenum enabled[] = {GL_DEPTH_TEST, GL_LIGHTING, GL_LIGHT0, GL_LIGHT1, GL_FOG};
   glViewport(0, 0, WIDTH, HEIGHT);
   glClearColorx(fog_color[0], fog_color[1], fog_color[2], ONE);
   glClearDepthx(ONE);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   for (unsigned i = 0; i < sizeof(enabled) / sizeof(enabled[0]); i++)
      glEnable(enabled[i]);
   glFogx(GL_FOG_MODE, GL_EXP2);
   glFogx(GL_FOG_DENSITY, fixed(0.06f));
   glFogxv(GL_FOG_COLOR, fog_color);
   glMatrixMode(GL_PROJECTION);
   glLoadIdentity();
   glFrustumf(-0.4f, 0.4f, -0.3f, 0.3f, 0.5f, 40);
   glMatrixMode(GL_MODELVIEW);
   glLoadIdentity();
   glRotatex(fixed(12), ONE, 0, 0);
   glTranslatex(fixed(-7.1f), fixed(-1.6f), fixed(-13.8f));
   set_lights();
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_NORMAL_ARRAY);
   glEnableClientState(GL_TEXTURE_COORD_ARRAY);
   draw_walls();
   draw_floor();
   draw_shadows();
   draw_crates();
   glDisable(GL_TEXTURE_2D);
   glDisableClientState(GL_TEXTURE_COORD_ARRAY);
   draw_gems();
   glDisableClientState(GL_NORMAL_ARRAY);
   glEnableClientState(GL_TEXTURE_COORD_ARRAY);
   draw_trees();
   draw_sparks();
   draw_overlay();
}

static bool make_context(void)
{
   static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
      EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_DEPTH_SIZE, 24, EGL_STENCIL_SIZE, 8, EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE}, version[] = {EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE};
   const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
   EGLConfig config;
   EGLint count = 0;
   if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) || !eglChooseConfig(display, wanted, &config, 1, &count) || !count)
      return false;
   const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
   const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
   return surface && context && eglMakeCurrent(display, surface, surface, context);
}

int main(int argc, char **argv)
{
   static unsigned char rgba[WIDTH * HEIGHT * 4];
   if (argc != 3)
      return 2;
   if (!make_context()) {
      fprintf(stderr, "no context: EGL error 0x%x\n", (unsigned)eglGetError());
      return 1;
   }
   printf("%s, %s\n", glGetString(GL_VENDOR), glGetString(GL_VERSION));
   draw_tex = (PFNGLDRAWTEXFOESPROC)eglGetProcAddress("glDrawTexfOES");
   seconds = (float)atoi(argv[2]) / 30;
   make_textures();
   make_walls();
   draw_frame();
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
   const GLenum error = glGetError();
   if (error) {
      fprintf(stderr, "GL error 0x%x\n", error);
      return 1;
   }
   FILE *file = fopen(argv[1], "wb");
   if (!file)
      return 2;
   fprintf(file, "%d %d\n", WIDTH, HEIGHT);
   fwrite(rgba, 1, sizeof(rgba), file);
   return fclose(file) ? 2 : 0;
}
