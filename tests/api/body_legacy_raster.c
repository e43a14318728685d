/* body_legacy_raster.c: rasterization that only the compatibility profile has: polygon stipple, edge flags, provoking
 * vertices, colours of back faces; its queries. Vertices are in window coordinates. */
#include <fenv.h>
#include <string.h>

#include "legacy_reference.h"
#include <GL/gl.h>

/* Names that the headers lack where the core profile's comes first. */
#define GL_MAX_VARYING_FLOATS 0x8B4B
#define GL_MAX_TEXTURE_COORDS 0x8871
#define GL_RGBA_SIGNED_COMPONENTS_EXT 0x8C3C
#define GL_CURRENT_RASTER_TEXTURE_COORDS 0x0B06
#define GL_FOG_COORD_ARRAY 0x8457
#define GL_SECONDARY_COLOR_ARRAY 0x845E
void glGetnPolygonStipple(GLsizei bufSize, GLubyte *pattern);
void glClientActiveTexture(GLenum texture);
void glMultiTexCoord4f(GLenum target, GLfloat s, GLfloat t, GLfloat r, GLfloat q);

/* ---- polygon stipple (OpenGL 4.6 compatibility, 14.6.2) --------------------------------------------------------------------------- */

/* Rows from the bottom; no two are equal, and none is symmetric. */
static bool stipple_bit(int x, int y)
{
   return (0x9e3779b9u * (unsigned)(y % 32 + 1) ^ 0x3u << (y % 32 % 30)) >> (31 - x % 32) & 1;
}

static void stipple_rows(GLubyte rows[128])
{
   memset(rows, 0, 128);
   for (int i = 0; i < 32 * 32; i++)
      rows[i / 8] |= (GLubyte)(stipple_bit(i % 32, i / 32) << (7 - i % 8));
}

static void draw_polygon_stipple(void)
{
   GLubyte rows[128];
   const GLuint list = glGenLists(1);
   stipple_rows(rows);
   legacy_window_coordinates();
   glNewList(list, GL_COMPILE);
   glPolygonStipple(rows);
   glEndList();
   memset(rows, 0, sizeof(rows)); /* the list has its own */
   glPolygonStipple(rows);
   glCallList(list);
   glEnable(GL_POLYGON_STIPPLE);
   glColor3f(1, 0, 0);
   glRecti(0, 0, 32, 16);
   glColor3f(0, 1, 0);
   glBegin(GL_TRIANGLE_STRIP);
   glVertex2i(0, 16);
   glVertex2i(16, 16);
   glVertex2i(0, 32);
   glVertex2i(16, 32);
   glEnd();
   /* Back faces are not filled: lines and points have no stipple, nor have lines and points of polygons. */
   glColor3f(0, 0, 1);
   glPolygonMode(GL_BACK, GL_LINE);
   glBegin(GL_QUADS); /* clockwise */
   glVertex2f(17.5625f, 17.53125f);
   glVertex2f(17.5625f, 24.53125f);
   glVertex2f(30.5625f, 24.53125f);
   glVertex2f(30.5625f, 17.53125f);
   glVertex2i(20, 19);
   glVertex2i(29, 19);
   glVertex2i(29, 23);
   glVertex2i(20, 23);
   glEnd();
   glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
   glPointSize(4);
   glBegin(GL_POINTS);
   glVertex2i(20, 28);
   glEnd();
   glBegin(GL_LINES);
   glVertex2f(24.5f, 28.5f);
   glVertex2f(31.5f, 28.5f);
   glEnd();
   glDisable(GL_POLYGON_STIPPLE);
   glRecti(24, 30, 32, 32);
   glPushAttrib(GL_POLYGON_STIPPLE_BIT);
   glPolygonStipple(rows);
   glPopAttrib();
   glEnable(GL_POLYGON_STIPPLE);
   glClearColor(1, 1, 0, 1); /* clears and pixels have no stipple */
   glEnable(GL_SCISSOR_TEST);
   glScissor(16, 24, 2, 2);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glColor3f(1, 0, 1); /* the pattern is still that of the list */
   glRecti(16, 30, 24, 32);
}

static void reference_polygon_stipple(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++) {
         const bool frame = x >= 17 && x <= 30 && y >= 17 && y <= 24 && (x == 17 || x == 30 || y == 17 || y == 24);
         if (y < 16 && stipple_bit(x, y))
            legacy_put(rgba, x, y, 255, 0, 0);
         else if (y >= 16 && x < 16 && stipple_bit(x, y))
            legacy_put(rgba, x, y, 0, 255, 0);
         else if (frame || (y == 28 && x >= 24 && x < 31) || (y >= 30 && x >= 24) || (x >= 18 && x < 22 && y >= 26 && y < 30))
            legacy_put(rgba, x, y, 0, 0, 255);
         else if (x >= 20 && x < 29 && y >= 19 && y < 23 && stipple_bit(x, y))
            legacy_put(rgba, x, y, 0, 0, 255);
         else if (x >= 16 && x < 24 && y >= 30 && stipple_bit(x, y))
            legacy_put(rgba, x, y, 255, 0, 255);
         if (x >= 16 && x < 18 && y >= 24 && y < 26)
            legacy_put(rgba, x, y, 255, 255, 0);
      }
}

/* Pixel storage: rows of another length, skipped bits, the order of bits, pixel buffers. */
static void draw_stipple_storage(void)
{
   GLubyte rows[128], got[64 * 8], wide[40 * 8], zeros[128] = {0};
   GLuint buffer;
   stipple_rows(rows);
   memset(got, 0xa5, sizeof(got));
   glGetPolygonStipple(got);
   for (unsigned i = 0; i < 128; i++)
      api_expect("the initial pattern", got[i], 0xff);
   api_expect("a byte after it", got[128], 0xa5);
   /* Rows of 50 pixels are 7 bytes, aligned to 8; 3 rows and 5 pixels are skipped, from the lowest bit on. */
   memset(wide, 0, sizeof(wide));
   for (int y = 0; y < 32; y++)
      for (int x = 0; x < 32; x++)
         wide[(y + 3) * 8 + (x + 5) / 8] |= (GLubyte)(stipple_bit(x, y) << (x + 5) % 8);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 50);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, 5);
   glPixelStorei(GL_UNPACK_LSB_FIRST, GL_TRUE);
   glPolygonStipple(wide);
   glGetPolygonStipple(got);
   api_expect("the pattern of parts of rows", memcmp(got, rows, 128), 0);
   glPixelStorei(GL_PACK_ALIGNMENT, 8);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 9);
   glPixelStorei(GL_PACK_LSB_FIRST, GL_TRUE);
   memset(got, 0, sizeof(got));
   glGetPolygonStipple(got);
   for (int i = 0; i < 32 * 32; i++)
      api_expect("a bit after 9 skipped pixels", got[i / 32 * 8 + (i % 32 + 9) / 8] >> (i % 32 + 9) % 8 & 1, stipple_bit(i % 32, i / 32));
   glPixelStorei(GL_PACK_ALIGNMENT, 1);
   glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
   glPixelStorei(GL_PACK_LSB_FIRST, GL_FALSE);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
   glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
   glPixelStorei(GL_UNPACK_LSB_FIRST, GL_FALSE);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, 128 + 5, NULL, GL_STATIC_DRAW);
   glBufferSubData(GL_PIXEL_UNPACK_BUFFER, 5, 128, rows);
   glPolygonStipple((const GLubyte *)6);
   api_expect_error(GL_INVALID_OPERATION, "a pattern that reaches beyond the buffer");
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   glPolygonStipple(zeros);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
   glPolygonStipple((const GLubyte *)5);
   glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
   glBufferSubData(GL_PIXEL_PACK_BUFFER, 0, 128, zeros);
   glGetPolygonStipple((GLubyte *)4);
   glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 4, 128, got);
   api_expect("the pattern in a buffer", memcmp(got, rows, 128), 0);
   glGetPolygonStipple((GLubyte *)6);
   api_expect_error(GL_INVALID_OPERATION, "no room for the pattern in the buffer");
   glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   api_expect("GL_POLYGON_STIPPLE", glIsEnabled(GL_POLYGON_STIPPLE), GL_FALSE);
}

/* The window of a surface, which is stored from the top: its height is no multiple of the pattern's. */
static void draw_stipple_window(void)
{
   enum { WIDTH = 40, HEIGHT = 45 };
   static const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8,
                                   EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
   static const EGLint size[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT, EGL_NONE};
   static GLubyte pixels[HEIGHT][WIDTH][4];
   const EGLDisplay display = eglGetCurrentDisplay();
   const EGLContext context = eglGetCurrentContext();
   EGLConfig config;
   EGLint count;
   GLubyte rows[128];
   GLint target;
   eglChooseConfig(display, wanted, &config, 1, &count);
   const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
   if (!eglMakeCurrent(display, surface, surface, context))
      api_fail("no surface");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, WIDTH, HEIGHT);
   glClear(GL_COLOR_BUFFER_BIT);
   stipple_rows(rows);
   glPolygonStipple(rows);
   glEnable(GL_POLYGON_STIPPLE);
   glRectf(-1, -1, 1, 1);
   glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
         api_expect("red of a pixel", pixels[y][x][0], stipple_bit(x, y) ? 255 : 0);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
   eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
   eglDestroySurface(display, surface);
}

/* ---- edge flags (10.5, 14.6.4) -------------------------------------------------------------------------------------------------------- */

/* Corners of rectangles in the diamonds of pixels, beside their centres. A side has the pixels from its first corner to the one before its last. */
static void side(uint8_t rgba[API_TEXELS][4], int x0, int y0, int x1, int y1, uint8_t r, uint8_t g, uint8_t b)
{
   const int dx = (x1 > x0) - (x1 < x0), dy = (y1 > y0) - (y1 < y0);
   for (; x0 != x1 || y0 != y1; x0 += dx, y0 += dy)
      legacy_put(rgba, x0, y0, r, g, b);
}

static const int corners[4][2] = {{0, 0}, {6, 0}, {6, 6}, {0, 6}};

static void corner(int x, int y, unsigned k)
{
   glVertex2f((float)(x + corners[k][0]) + 0.5625f, (float)(y + corners[k][1]) + 0.53125f);
}

struct flagged { GLfloat at[2]; GLboolean flag, pad[3]; };

static void draw_edge_flags(void)
{
   const GLuint list = glGenLists(1);
   static struct flagged vertices[6];
   GLuint buffer;
   GLboolean flag;
   legacy_window_coordinates();
   glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
   glColor3f(1, 0, 0);
   for (unsigned i = 0; i < 4; i++) { /* quads: all but one side, in a list every second one */
      if (i & 1)
         glNewList(list, GL_COMPILE);
      glBegin(GL_QUADS);
      for (unsigned k = 0; k < 4; k++) {
         glEdgeFlag(k != i);
         corner(1 + 8 * (int)i, 1, k);
      }
      glEnd();
      if (i & 1) {
         glEndList();
         glCallList(list);
      }
   }
   glColor3f(0, 1, 0);
   for (unsigned i = 0; i < 2; i++) { /* two triangles with a common side; a polygon */
      glBegin(i ? GL_POLYGON : GL_TRIANGLES);
      for (unsigned k = 0; k < 6; k++) {
         if (i && (k == 3 || k == 4))
            continue;
         glEdgeFlag(i ? k != 1 : k != 2 && k != 3);
         corner(1 + 8 * (int)i, 9, k < 3 ? k : k == 3 ? 0 : k - 2);
      }
      glEnd();
   }
   glEdgeFlag(GL_FALSE);
   glGetBooleanv(GL_EDGE_FLAG, &flag);
   api_expect("GL_EDGE_FLAG", flag, GL_FALSE);
   glBegin(GL_TRIANGLE_FAN); /* sides of fans are boundaries, whatever their flags are */
   corner(17, 9, 0);
   corner(17, 9, 1);
   corner(17, 9, 2);
   corner(17, 9, 3);
   glEnd();
   glRecti(25, 9, 31, 15); /* glRect sends vertices of a polygon: no side is a boundary */
   /* Arrays: of the client, and of a buffer with an index array. The current flag is used without an array. */
   static const GLubyte indices[6] = {0, 1, 2, 0, 2, 3}, around[4] = {2, 3, 0, 1};
   for (unsigned k = 0; k < 4; k++)
      vertices[k] = (struct flagged){{1.5625f + (float)corners[k][0], 17.53125f + (float)corners[k][1]}, k != 2, {0}};
   glColor3f(0, 0, 1);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_EDGE_FLAG_ARRAY);
   glVertexPointer(2, GL_FLOAT, sizeof(vertices[0]), vertices[0].at);
   glEdgeFlagPointer(sizeof(vertices[0]), &vertices[0].flag);
   glDrawArrays(GL_QUADS, 0, 4);
   for (unsigned k = 0; k < 4; k++) {
      vertices[k].at[0] += 8;
      vertices[k].flag = k != 0;
   }
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
   glVertexPointer(2, GL_FLOAT, sizeof(vertices[0]), NULL);
   glEdgeFlagPointer(sizeof(vertices[0]), (const void *)8);
   glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, indices);
   glTranslatef(16, 0, 0);
   glDrawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, around);
   glDisableClientState(GL_EDGE_FLAG_ARRAY);
   glTranslatef(-8, 0, 0);
   glDrawArrays(GL_QUADS, 0, 4); /* the current flag is FALSE */
   glLoadIdentity();
   /* Points of the vertices whose flags are TRUE. */
   glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
   glPointSize(3);
   glColor3f(1, 1, 0);
   glBegin(GL_QUADS);
   for (unsigned k = 0; k < 4; k++) {
      glEdgeFlag(k & 1);
      corner(1, 24, k);
   }
   glEnd();
   /* Filled polygons have no flags. */
   glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
   glColor3f(0, 1, 1);
   glEdgeFlag(GL_FALSE);
   glRecti(10, 25, 15, 31);
   /* With the application's shader. */
   glUseProgram(0);
   api_program("#version 120\nvoid main() { gl_Position = ftransform(); }", NULL,
               "#version 120\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }");
   glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
   glBegin(GL_POLYGON);
   for (unsigned k = 0; k < 4; k++) {
      glEdgeFlag(k == 0 || k == 2);
      corner(17, 24, k);
   }
   glEnd();
}

static void reference_edge_flags(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < 4; i++)
      for (int k = 0; k < 4; k++) {
         const int *a = corners[k], *b = corners[(k + 1) % 4];
         if (k != i)
            side(rgba, 1 + 8 * i + a[0], 1 + a[1], 1 + 8 * i + b[0], 1 + b[1], 255, 0, 0);
         if (i == 0)
            side(rgba, 1 + a[0], 9 + a[1], 1 + b[0], 9 + b[1], 0, 255, 0);
         if (i == 1 && k != 1)
            side(rgba, 9 + a[0], 9 + a[1], 9 + b[0], 9 + b[1], 0, 255, 0);
         if (i == 2)
            side(rgba, 17 + a[0], 9 + a[1], 17 + b[0], 9 + b[1], 0, 255, 0);
         if (i == 0 && k != 2)
            side(rgba, 1 + a[0], 17 + a[1], 1 + b[0], 17 + b[1], 0, 0, 255);
         /* Triangles 0 1 2 and 0 2 3: corner 0 begins a side of each, which is no boundary. */
         if (i == 1 && k != 0)
            side(rgba, 9 + a[0], 17 + a[1], 9 + b[0], 17 + b[1], 0, 0, 255);
         if (i == 3 && k != 0)
            side(rgba, 25 + a[0], 17 + a[1], 25 + b[0], 17 + b[1], 0, 0, 255);
         if (i == 2 && (k == 0 || k == 2))
            side(rgba, 17 + a[0], 24 + a[1], 17 + b[0], 24 + b[1], 255, 0, 255);
         if (i == 0 && k & 1)
            for (int n = 0; n < 9; n++)
               legacy_put(rgba, 1 + a[0] + n % 3 - 1, 24 + a[1] + n / 3 - 1, 255, 255, 0);
      }
   for (int i = 1; i < 6; i++) { /* diagonals: of the fan, and of the second triangle with indices */
      legacy_put(rgba, 17 + i, 9 + i, 0, 255, 0);
      legacy_put(rgba, 9 + i, 17 + i, 0, 0, 255);
   }
   for (int i = 0; i < 5 * 6; i++)
      legacy_put(rgba, 10 + i % 5, 25 + i / 5, 0, 255, 255);
}

/* ---- client arrays as capabilities (10.3.3, 23.10) ------------------------------------------------------------------------------------- */

static void draw_array_capabilities(void)
{
   static const GLenum arrays[] = {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_INDEX_ARRAY, GL_TEXTURE_COORD_ARRAY, GL_EDGE_FLAG_ARRAY,
                                   GL_FOG_COORD_ARRAY, GL_SECONDARY_COLOR_ARRAY};
   GLboolean value;
   GLint number;
   for (unsigned i = 0; i < sizeof(arrays) / sizeof(arrays[0]); i++) {
      api_expect("an array at first", glIsEnabled(arrays[i]), GL_FALSE);
      glEnableClientState(arrays[i]);
      api_expect("an enabled array", glIsEnabled(arrays[i]), GL_TRUE);
      glPushAttrib(GL_ALL_ATTRIB_BITS);
      glDisableClientState(arrays[i]);
      glPopAttrib(); /* not state of the server */
      glGetBooleanv(arrays[i], &value);
      api_expect("glGetBooleanv", value, GL_FALSE);
      glEnableClientState(arrays[i]);
      glGetIntegerv(arrays[i], &number);
      api_expect("glGetIntegerv", number, 1);
      glDisableClientState(arrays[i]);
   }
   glClientActiveTexture(GL_TEXTURE3);
   glEnableClientState(GL_TEXTURE_COORD_ARRAY);
   glClientActiveTexture(GL_TEXTURE0);
   api_expect("coordinates of unit 0", glIsEnabled(GL_TEXTURE_COORD_ARRAY), GL_FALSE);
   glClientActiveTexture(GL_TEXTURE3);
   api_expect("coordinates of unit 3", glIsEnabled(GL_TEXTURE_COORD_ARRAY), GL_TRUE);
   glGetIntegerv(GL_MAX_VARYING_FLOATS, &number);
   if (number < 32)
      api_fail("%d varying floats", number);
}

/* Queries of units that have no coordinates, and integers of floats in all rounding modes. */
static void draw_queries(void)
{
   static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
   static const GLenum names[] = {GL_CURRENT_TEXTURE_COORDS, GL_CURRENT_RASTER_TEXTURE_COORDS, GL_TEXTURE_MATRIX};
   GLint units, images, number;
   GLfloat floats[16];
   glGetIntegerv(GL_MAX_TEXTURE_COORDS, &units);
   glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &images);
   if (images > units) {
      glActiveTexture(GL_TEXTURE0 + (GLenum)units);
      for (unsigned i = 0; i < 3; i++) {
         glGetFloatv(names[i], floats);
         api_expect_error(GL_INVALID_OPERATION, "a value of coordinates that the unit lacks");
      }
      glActiveTexture(GL_TEXTURE0);
   }
   for (unsigned i = 0; i < 4; i++) {
      fesetround(modes[i]);
      for (int k = 0; k < 4; k++) {
         static const float values[4] = {2.3f, 2.8f, -2.2f, -2.7f};
         static const int nearest[4] = {2, 3, -2, -3};
         glFogf(GL_FOG_START, values[k]);
         glGetIntegerv(GL_FOG_START, &number);
         api_expect("the nearest integer", number, nearest[k]);
      }
   }
   fesetround(FE_TONEAREST);
}

/* Raster positions beyond the near and far planes (13.7, 13.8). */
static void draw_raster_depth(void)
{
   static const struct { float z, depth[2]; } rows[] = {{0, {0.5f, 0.5f}}, {-3, {0.75f, 0.25f}}, {3, {0.25f, 0.75f}}, {0.5f, {0.375f, 0.625f}}};
   GLboolean valid;
   GLfloat position[4];
   for (unsigned down = 0; down < 2; down++) {
      glDepthRange(down ? 0.75 : 0.25, down ? 0.25 : 0.75);
      for (unsigned clamp = 0; clamp < 2; clamp++)
         for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
            const bool beyond = rows[i].z < -1 || rows[i].z > 1;
            (clamp ? glEnable : glDisable)(GL_DEPTH_CLAMP);
            glRasterPos3f(0, 0, -rows[i].z);
            glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
            api_expect("a valid raster position", valid, clamp || !beyond);
            glGetFloatv(GL_CURRENT_RASTER_POSITION, position);
            if (valid)
               api_expect("depth of the raster position, in thousandths", (long)(position[2] * 1000 + 0.5f), (long)(rows[i].depth[down] * 1000 + 0.5f));
         }
   }
   glEnable(GL_DEPTH_CLAMP);
   glRasterPos3f(1.5f, 0, 0);
   glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
   api_expect("beside the viewport", valid, GL_FALSE);
}

/* ---- provoking vertices of flat quads, polygons and strips; colours of back faces in all polygon modes (13.4, 12.2.3, 14.6.4) ------------ */

static bool is_quads(GLenum mode)
{
   return mode == GL_QUADS || mode == GL_QUAD_STRIP;
}

/* Each primitive in a cell of 8 texels, whose vertices have colours 32, 64 and so on. */
static const struct flat_row { GLenum mode; unsigned vertices, parts; uint8_t first[2], last[2]; } flat_rows[] = {
   {GL_QUADS, 4, 1, {0}, {3}}, {GL_POLYGON, 4, 1, {0}, {0}}, {GL_TRIANGLE_STRIP, 4, 2, {0, 1}, {2, 3}},
   {GL_TRIANGLE_FAN, 4, 2, {1, 2}, {2, 3}}, {GL_QUAD_STRIP, 6, 2, {0, 2}, {3, 5}}};
enum { FLAT_ROWS = sizeof(flat_rows) / sizeof(flat_rows[0]) };

static void flat_vertex(unsigned k, float x, float y)
{
   glColor3ub((GLubyte)(32 * (k + 1)), (GLubyte)(255 - 32 * k), 0);
   glVertex2f(x, y);
}

static void draw_flat_quads(void)
{
   static const float around[4][2] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
   legacy_window_coordinates();
   glShadeModel(GL_FLAT);
   for (unsigned first = 0; first < 2; first++) {
      if (first)
         glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
      for (unsigned i = 0; i < FLAT_ROWS; i++) {
         const struct flat_row *row = &flat_rows[i];
         if (first && is_quads(row->mode)) /* GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION may be either value */
            continue;
         const float x = (float)(i % 4 * 8), y = (float)(i / 4 * 8 + 16 * first);
         glBegin(row->mode);
         for (unsigned k = 0; k < row->vertices; k++) {
            if (row->mode == GL_TRIANGLE_STRIP) /* halves: below and above the diagonal from the upper left corner */
               flat_vertex(k, x + (k & 1 ? 8 : 0), y + (k & 2 ? 8 : 0));
            else if (row->mode == GL_QUAD_STRIP) /* two quads side by side */
               flat_vertex(k, x + (float)(k / 2 * 4), y + (k & 1 ? 8 : 0));
            else
               flat_vertex(k, x + around[k][0], y + around[k][1]);
         }
         glEnd();
      }
   }
}

static void reference_flat_quads(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int t = 0; t < API_TEXELS; t++) {
      const int x = t % 32, y = t / 32, i = x / 8 + y % 16 / 8 * 4, cx = x % 8, cy = y % 8, first = y / 16;
      if (i >= FLAT_ROWS || (first && is_quads(flat_rows[i].mode)))
         continue;
      const struct flat_row *row = &flat_rows[i];
      const unsigned part = row->mode == GL_QUAD_STRIP ? cx >= 4 : row->mode == GL_TRIANGLE_STRIP ? cx + cy >= 8 : row->mode == GL_TRIANGLE_FAN && cy > cx;
      const unsigned k = (first ? row->first : row->last)[part];
      const bool border = (row->mode == GL_TRIANGLE_STRIP && cx + cy == 7) || (row->mode == GL_TRIANGLE_FAN && cx == cy);
      legacy_put(rgba, x, y, (uint8_t)(32 * (k + 1)), (uint8_t)(255 - 32 * k), 0);
      if (border) /* centres on the common side belong to either triangle */
         glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba[t]);
   }
}

/* Faces are coloured by their material in each polygon mode. */
static void draw_two_side_modes(void)
{
   static const GLfloat red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1}, black[4] = {0, 0, 0, 1};
   static const GLenum modes[3] = {GL_FILL, GL_LINE, GL_POINT};
   legacy_window_coordinates();
   glEnable(GL_LIGHTING);
   glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
   glMaterialfv(GL_FRONT, GL_EMISSION, red);
   glMaterialfv(GL_BACK, GL_EMISSION, green);
   glPointSize(3);
   for (unsigned i = 0; i < 6; i++) {
      const float x = (float)(i % 3 * 10) + 2.5625f, y = (float)(i / 3 * 10) + 2.53125f;
      const unsigned back = i / 3;
      glPolygonMode(GL_FRONT_AND_BACK, modes[i % 3]);
      glBegin(GL_QUADS);
      glVertex2f(x, y);
      glVertex2f(back ? x : x + 6, back ? y + 6 : y);
      glVertex2f(x + 6, y + 6);
      glVertex2f(back ? x + 6 : x, back ? y : y + 6);
      glEnd();
   }
}

static void reference_two_side_modes(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < 6; i++)
      for (int t = 0; t < 81; t++) {
         const int x = t % 9 - 1, y = t / 9 - 1, mode = i % 3;
         const bool inside = x >= 0 && x <= 6 && y >= 0 && y <= 6;
         const bool edge = inside && (x == 0 || x == 6 || y == 0 || y == 6);
         const bool at_corner = (x <= 1 || x >= 5) && (y <= 1 || y >= 5);
         /* Filled: centres of texels right and above of the corner at 0.5625, 0.53125. */
         if (mode == 0 ? x >= 1 && x <= 6 && y >= 1 && y <= 6 : mode == 1 ? edge : at_corner)
            legacy_put(rgba, i % 3 * 10 + 2 + x, i / 3 * 10 + 2 + y, i < 3 ? 255 : 0, i < 3 ? 0 : 255, 0);
      }
}

/* EXT_packed_float: which components of the draw buffer have a sign. */
static void draw_signed_components(void)
{
   static const struct { GLenum format; GLboolean components[4]; } rows[] = {
      {GL_RGBA8, {0, 0, 0, 0}}, {GL_RGBA16F, {1, 1, 1, 1}}, {GL_R11F_G11F_B10F, {0, 0, 0, 0}}, {GL_RGBA32UI, {0, 0, 0, 0}},
      {GL_RGBA16I, {1, 1, 1, 1}}, {GL_RG16F, {1, 1, 0, 0}}};
   GLint target;
   GLuint framebuffer, renderbuffer;
   api_require("GL_EXT_packed_float");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target);
   glGenFramebuffers(1, &framebuffer);
   glGenRenderbuffers(1, &renderbuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GLboolean components[4] = {2, 2, 2, 2};
      glRenderbufferStorage(GL_RENDERBUFFER, rows[i].format, 4, 4);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
      glGetBooleanv(GL_RGBA_SIGNED_COMPONENTS_EXT, components);
      for (unsigned c = 0; c < 4; c++)
         api_expect("a signed component", components[c], rows[i].components[c]);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_raster[] = {
   BODY("legacy-polygon-stipple", 0, 0, draw_polygon_stipple, reference_polygon_stipple),
   BODY("legacy-stipple-storage", 0, 0, draw_stipple_storage, NULL),
   BODY("legacy-stipple-window", 0, 0, draw_stipple_window, NULL),
   BODY("legacy-edge-flags", 0, 0, draw_edge_flags, reference_edge_flags),
   BODY("legacy-array-capabilities", 0, 0, draw_array_capabilities, NULL),
   BODY("legacy-queries", 0, 0, draw_queries, NULL),
   {"legacy-signed-components", COMPATIBILITY, 32, 0, 0, draw_signed_components, NULL},
   {"legacy-raster-depth", COMPATIBILITY, 32, 0, 0, draw_raster_depth, NULL},
   {"legacy-flat-quads", COMPATIBILITY, 32, 1, 0, draw_flat_quads, reference_flat_quads},
   BODY("legacy-two-side-modes", 0, 0, draw_two_side_modes, reference_two_side_modes),
   {0},
};
