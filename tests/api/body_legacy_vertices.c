/* body_legacy_vertices.c: vertices of the compatibility profile: packed attributes, evaluators, selection and feedback. */
#include <string.h>

#include "api_test.h"
#include "legacy_reference.h"
#include <GL/gl.h>

/* Commands that the headers lack where the core profile's comes first. */
void glVertexP3uiv(GLenum type, const GLuint *value);
void glColorP3ui(GLenum type, GLuint color);
void glNormalP3ui(GLenum type, GLuint coords);

static GLuint pack(int x, int y, int z, int w)
{
   return ((GLuint)x & 1023) | ((GLuint)y & 1023) << 10 | ((GLuint)z & 1023) << 20 | ((GLuint)w & 3) << 30;
}

/* ---- types of arrays ------------------------------------------------------------------------------------------------------- */

/* A triangle over the lower left half of the picture, by glArrayElement from a list and at once, from memory and from a buffer. */
static void draw_element_types(void)
{
   static const GLbyte bytes[] = {-1, -1, 1, -1, -1, 1}, full_bytes[] = {-128, -128, 127, -128, -128, 127};
   static const GLshort shorts[] = {-1, -1, 1, -1, -1, 1}, full_shorts[] = {-32768, -32768, 32767, -32768, -32768, 32767};
   static const GLint ints[] = {-1, -1, 1, -1, -1, 1}, full_ints[] = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MIN, INT32_MIN, INT32_MAX},
      fixed[] = {-65536, -65536, 65536, -65536, -65536, 65536};
   static const GLfloat floats[] = {-1, -1, 1, -1, -1, 1};
   static const GLdouble doubles[] = {-1, -1, 1, -1, -1, 1};
   static const GLushort halves[] = {0xbc00, 0xbc00, 0x3c00, 0xbc00, 0xbc00, 0x3c00};
   const GLuint packed[] = {pack(-1, -1, 0, 1), pack(1, -1, 0, 1), pack(-1, 1, 0, 1)};
   const struct { GLenum type; GLboolean normalized; GLint size; GLsizei size_B; const void *data; } rows[] = {
      {GL_BYTE, GL_FALSE, 2, sizeof(bytes), bytes}, {GL_BYTE, GL_TRUE, 2, sizeof(full_bytes), full_bytes},
      {GL_SHORT, GL_FALSE, 2, sizeof(shorts), shorts}, {GL_SHORT, GL_TRUE, 2, sizeof(full_shorts), full_shorts},
      {GL_INT, GL_FALSE, 2, sizeof(ints), ints}, {GL_INT, GL_TRUE, 2, sizeof(full_ints), full_ints},
      {GL_FIXED, GL_FALSE, 2, sizeof(fixed), fixed}, {GL_FLOAT, GL_FALSE, 2, sizeof(floats), floats},
      {GL_DOUBLE, GL_FALSE, 2, sizeof(doubles), doubles}, {GL_HALF_FLOAT, GL_FALSE, 2, sizeof(halves), halves},
      {GL_INT_2_10_10_10_REV, GL_FALSE, 4, sizeof(packed), packed},
   };
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glEnableVertexAttribArray(0);
   for (unsigned i = 0; i < 4 * sizeof(rows) / sizeof(rows[0]); i++) {
      const unsigned row = i / 4;
      uint8_t rgba[API_TEXELS][4];
      glClear(GL_COLOR_BUFFER_BIT);
      glBindBuffer(GL_ARRAY_BUFFER, i & 1 ? buffer : 0);
      if (i & 1)
         glBufferData(GL_ARRAY_BUFFER, rows[row].size_B, rows[row].data, GL_STATIC_DRAW);
      glVertexAttribPointer(0, rows[row].size, rows[row].type, rows[row].normalized, 0, i & 1 ? NULL : rows[row].data);
      if (i & 2)
         glNewList(1, GL_COMPILE);
      glBegin(GL_TRIANGLES);
      for (GLint k = 0; k < 3; k++)
         glArrayElement(k);
      glEnd();
      if (i & 2) {
         glEndList();
         glCallList(1);
      }
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
      api_expect("inside", rgba[8 * API_SIZE + 8][3], 255);
      api_expect("its corner", rgba[(API_SIZE - 3) * API_SIZE + 1][3], 255);
      api_expect("outside", rgba[20 * API_SIZE + 20][3], 0);
   }
   api_expect_error(GL_NO_ERROR, "the body");
   glDeleteLists(1, 1);
   glDeleteBuffers(1, &buffer);
}

/* ---- packed attributes ----------------------------------------------------------------------------------------------------- */

static void draw_packed(void)
{
   static const GLfloat position[4] = {0, 0.5f, 1, 0};
   const struct { GLuint position, color, normal; } vertices[] = {{pack(4, 4, 0, 1), pack(1023, 100, 0, 3), pack(0, 0, 511, 0)},
      {pack(12, 4, 0, 1), pack(0, 1023, 100, 3), pack(0, 400, 300, 0)}, {pack(8, 14, 0, 1), pack(100, 0, 1023, 3), pack(0, -400, 300, 0)}};
   glMatrixMode(GL_PROJECTION);
   glOrtho(0, 32, 0, 16, -1, 1);
   glMatrixMode(GL_MODELVIEW);
   glBegin(GL_TRIANGLES);
   for (unsigned i = 0; i < 3; i++) {
      glColorP3ui(GL_UNSIGNED_INT_2_10_10_10_REV, vertices[i].color);
      glVertexP3uiv(GL_UNSIGNED_INT_2_10_10_10_REV, &vertices[i].position);
   }
   glEnd();
   glTranslatef(16, 0, 0);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_COLOR_ARRAY);
   glVertexPointer(4, GL_UNSIGNED_INT_2_10_10_10_REV, sizeof(vertices[0]), &vertices[0].position);
   glColorPointer(GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, sizeof(vertices[0]), &vertices[0].color);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glLightfv(GL_LIGHT0, GL_POSITION, position);
   glTranslatef(0, 16, 0);
   glScalef(1, -1, 1);
   glTranslatef(-12, 0, 0);
   glBegin(GL_TRIANGLES);
   for (unsigned i = 0; i < 3; i++) {
      glNormalP3ui(GL_INT_2_10_10_10_REV, vertices[i].normal);
      glVertexP3uiv(GL_UNSIGNED_INT_2_10_10_10_REV, &vertices[i].position);
   }
   glEnd();
   glVertexPointer(3, GL_UNSIGNED_INT_2_10_10_10_REV, 0, vertices);
   api_expect_error(GL_INVALID_OPERATION, "three packed components");
}

/* ---- evaluators ------------------------------------------------------------------------------------------------------------ */

static void draw_curves(void)
{
   static const GLfloat curve[4][3] = {{-0.9f, -0.9f, 0}, {-0.53f, 1.61f, 0}, {0.42f, -1.73f, 0}, {0.91f, 0.81f, 0}};
   static const GLdouble colors[2][4] = {{1, 0, 0, 1}, {0, 1, 0.5, 1}};
   glMap1f(GL_MAP1_VERTEX_3, 0, 1, 3, 4, curve[0]);
   glMap1d(GL_MAP1_COLOR_4, 0, 1, 4, 2, colors[0]);
   glEnable(GL_MAP1_VERTEX_3);
   glEnable(GL_MAP1_COLOR_4);
   glMapGrid1f(12, 0, 1);
   glPointSize(3);
   glEvalMesh1(GL_POINT, 0, 12);
   glDisable(GL_MAP1_COLOR_4);
   glColor3f(0, 0, 1);
   glPointSize(2);
   glBegin(GL_POINTS);
   for (unsigned i = 0; i < 3; i++)
      glEvalCoord1f(0.3f + 0.2f * (float)i);
   glEnd();
}

/* A lit surface with a normal per vertex, drawn by a list; a textured one below. */
static void draw_surface(void)
{
   static const GLfloat light[4] = {0.5f, 0.5f, 1, 0};
   static const GLfloat coords[2][2][2] = {{{0, 0}, {0, 2}}, {{2, 0}, {2, 2}}};
   static const GLubyte texels[4] = {255, 60, 60, 255};
   GLfloat surface[4][4][3];
   const GLuint list = glGenLists(1);
   GLuint texture;
   for (unsigned i = 0; i < 16; i++) {
      surface[i / 4][i % 4][0] = -0.9f + 0.6f * (float)(i / 4);
      surface[i / 4][i % 4][1] = -0.9f + 0.6f * (float)(i % 4);
      surface[i / 4][i % 4][2] = i == 5 || i == 6 || i == 9 ? 0.9f : 0;
   }
   glNewList(list, GL_COMPILE);
   glMap2f(GL_MAP2_VERTEX_3, 0, 1, 12, 4, 0, 1, 3, 4, surface[0][0]);
   glMapGrid2f(16, 0, 1, 16, 0, 1); /* fine: how a quad is split is not specified */
   glEvalMesh2(GL_FILL, 0, 16, 0, 16);
   glEndList();
   memset(surface, 0, sizeof(surface)); /* the list has its own */
   glEnable(GL_MAP2_VERTEX_3);
   glEnable(GL_AUTO_NORMAL);
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glLightfv(GL_LIGHT0, GL_POSITION, light);
   glViewport(0, 8, 32, 24);
   glCallList(list);
   glDisable(GL_LIGHTING);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE, 2, 2, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glEnable(GL_TEXTURE_2D);
   glMap2f(GL_MAP2_TEXTURE_COORD_2, 0, 1, 4, 2, 0, 1, 2, 2, coords[0][0]);
   glEnable(GL_MAP2_TEXTURE_COORD_2);
   glMapGrid2f(1, 0, 1, 1, 0, 1);
   glViewport(0, 0, 16, 8);
   glEvalMesh2(GL_FILL, 0, 1, 0, 1);
}

/* ---- selection and feedback ------------------------------------------------------------------------------------------------ */

static void triangle(float x, float y, float z)
{
   glBegin(GL_TRIANGLES);
   glColor3f(1, 0, 0);
   glVertex3f(x, y, z);
   glColor3f(0, 1, 0);
   glVertex3f(x + 0.5f, y, z);
   glColor3f(0, 0, 1);
   glVertex3f(x, y + 0.5f, z);
   glEnd();
}

static void draw_select(void)
{
   GLuint hits[32] = {0};
   glSelectBuffer(32, hits);
   glRenderMode(GL_SELECT);
   glInitNames();
   glPushName(7);
   triangle(2, 2, 0);
   glLoadName(8);
   triangle(-0.5f, 0, 0);
   triangle(0.2f, 0.1f, -1);
   glPushName(9);
   glRasterPos3f(0, 0, 1);
   api_expect("hits", glRenderMode(GL_RENDER), 2);
   api_expect("names", hits[0], 1);
   api_expect("z, lowest", hits[1], 0);
   api_expect("z, highest, upper bits", hits[2] >> 8, 0x7fffff + (hits[2] >> 31)); /* one half, rounded either way */
   api_expect("name", hits[3], 8);
   api_expect("names of the second", hits[4], 2);
   api_expect("its second name", hits[8], 9);
   glSelectBuffer(5, hits);
   glRenderMode(GL_SELECT);
   triangle(0, 0, 0);
   glInitNames();
   triangle(0, 0, 0);
   api_expect("too many hits", glRenderMode(GL_RENDER), -1);
   glPushName(1);
   api_expect_error(GL_NO_ERROR, "names when nothing is selected");
   triangle(-0.5f, 0, 0);
}

/* Draws what came back: clipped triangles and lines at their window coordinates with their colours. */
static void draw_feedback(void)
{
   GLfloat values[512];
   glFeedbackBuffer(512, GL_3D_COLOR, values);
   glRenderMode(GL_FEEDBACK);
   glPassThrough(3);
   triangle(-0.9f, -0.9f, 0.5f);
   triangle(0.7f, 0.1f, -0.2f); /* partly outside */
   glBegin(GL_LINES);
   glVertex2f(-2, 0.83f);
   glVertex2f(0.53f, 0.83f);
   glEnd();
   glEnable(GL_CULL_FACE);
   glCullFace(GL_FRONT);
   triangle(-0.9f, -0.9f, 0.5f);
   glDisable(GL_CULL_FACE);
   const GLint count = glRenderMode(GL_RENDER);
   api_expect("pass through", (long)values[0], GL_PASS_THROUGH_TOKEN);
   glMatrixMode(GL_PROJECTION);
   glOrtho(0, API_SIZE, 0, API_SIZE, -1, 1);
   for (GLint i = 2; i < count;) {
      const GLint token = (GLint)values[i++];
      const GLint vertices = token == GL_POLYGON_TOKEN ? (GLint)values[i++] : 2;
      if (token != GL_POLYGON_TOKEN && token != GL_LINE_RESET_TOKEN && token != GL_LINE_TOKEN)
         api_fail("token 0x%x", token);
      glBegin(token == GL_POLYGON_TOKEN ? GL_POLYGON : GL_LINES);
      for (GLint k = 0; k < vertices; k++, i += 7) {
         glColor4fv(values + i + 3);
         glVertex3f(values[i], values[i + 1], 1 - 2 * values[i + 2]);
      }
      glEnd();
   }
}

/* Arguments of draws in a buffer, vertices in memory of the application (OpenGL 4.6 compatibility, 10.4). */
static void draw_indirect_arrays(void)
{
   static const GLfloat corners[4][2] = {{-1, -1}, {0, -1}, {-1, 1}, {0, 1}};
   static const GLuint indices[6] = {0, 1, 2, 2, 1, 3}, arguments[2][5] = {{6, 1, 0, 8, 0}, {3, 1, 0, 12, 0}}, plain[4] = {4, 1, 4, 0};
   GLfloat vertices[16][2] = {{0}};
   GLuint buffers[2];
   for (unsigned i = 0; i < 4; i++) { /* the left half from vertex 8 on, half of the right one from 12, a strip from 4 */
      memcpy(vertices[8 + i], corners[i], sizeof corners[i]);
      vertices[12 + i][0] = corners[i][0] + 1;
      vertices[12 + i][1] = corners[i][1];
      vertices[4 + i][0] = corners[i][0] / 2 + 1;
      vertices[4 + i][1] = corners[i][1] / 2 + 0.5f;
   }
   glEnableClientState(GL_VERTEX_ARRAY);
   glVertexPointer(2, GL_FLOAT, 0, vertices);
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[1]);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, arguments, GL_STATIC_DRAW);
   glColor3f(1, 0, 0);
   glMultiDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, NULL, 2, 0);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof plain, plain, GL_STATIC_DRAW);
   glColor3f(0, 1, 0);
   glDrawArraysIndirect(GL_TRIANGLE_STRIP, NULL);
   api_expect_error(GL_NO_ERROR, "indirect draws of arrays in memory");
}

static void reference_indirect_arrays(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < API_TEXELS; i++) {
      const int x = i % API_SIZE, y = i / API_SIZE, half = API_SIZE / 2;
      if (x >= half + half / 2 && y >= half)
         legacy_put(rgba, x, y, 0, 255, 0);
      else if (x < half || 2 * (x - half) + y < API_SIZE - 1)
         legacy_put(rgba, x, y, 255, 0, 0);
   }
}

#define BODY(name, tolerance, few, draw, reference) {name, COMPATIBILITY, 21, tolerance, few, draw, reference}

const struct api_body api_bodies_legacy_vertices[] = {
   {"legacy-element-types", COMPATIBILITY, 33, 2, 0, draw_element_types, NULL},
   BODY("legacy-packed", 2, 4, draw_packed, NULL),
   BODY("legacy-curves", 3, 4, draw_curves, legacy_reference_curves),
   BODY("legacy-surface", 6, 16, draw_surface, legacy_reference_surface),
   BODY("legacy-select", 2, 4, draw_select, NULL),
   BODY("legacy-feedback", 3, 8, draw_feedback, NULL),
   {"legacy-indirect-arrays", COMPATIBILITY, 43, 2, 32, draw_indirect_arrays, reference_indirect_arrays},
   {0},
};
