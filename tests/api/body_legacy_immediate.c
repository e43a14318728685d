/* body_legacy_immediate.c: glBegin to glEnd of the compatibility profile, compared with arrays that have the same vertices: very long
 * primitives, attributes and materials that change among vertices. */
#include <stdlib.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

static void read_picture(uint8_t rgba[API_TEXELS][4])
{
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
}

/* Texels that differ by more than `tolerance`. */
static unsigned differences(const uint8_t (*a)[4], const uint8_t (*b)[4], int tolerance)
{
   unsigned count = 0;
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         if (abs(a[i][c] - b[i][c]) > tolerance) {
            count++;
            break;
         }
   return count;
}

static bool is_empty(const uint8_t (*a)[4])
{
   unsigned sum = 0;
   for (unsigned i = 0; i < API_TEXELS; i++)
      sum += a[i][0] + a[i][1] + a[i][2];
   return sum == 0;
}

static void finish(void)
{
   api_expect_error(GL_NO_ERROR, "the body");
   api_checked();
   glDisable(GL_COLOR_LOGIC_OP);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

/* ---- long primitives ------------------------------------------------------------------------------------------------------- */

/* More vertices than streaming memory has room for at a time, in an odd number. Colours are combined by exclusive or: a primitive that
 * is missing, drawn twice, or of another provoking vertex or orientation changes the picture. */
#define MANY 20011

static struct { GLfloat position[2]; GLubyte color[4]; } many[MANY];

static void begin_end(GLenum mode, GLsizei count)
{
   glBegin(mode);
   for (GLsizei i = 0; i < count; i++) {
      glColor4ubv(many[i].color);
      glVertex2fv(many[i].position);
   }
   glEnd();
}

static void draw_long(void)
{
   static const GLenum modes[] = {GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS,
                                  GL_QUAD_STRIP};
   static uint8_t immediate[API_TEXELS][4], arrays[API_TEXELS][4];
   for (unsigned i = 0; i < MANY; i++) {
      many[i].position[0] = (GLfloat)(4 + api_random(100)) / 3.25f;
      many[i].position[1] = (GLfloat)(4 + api_random(100)) / 3.25f;
      for (unsigned c = 0; c < 4; c++)
         many[i].color[c] = (GLubyte)api_random(256);
   }
   glMatrixMode(GL_PROJECTION);
   glOrtho(0, API_SIZE, 0, API_SIZE, -1, 1);
   glShadeModel(GL_FLAT);
   glEnable(GL_COLOR_LOGIC_OP);
   glLogicOp(GL_XOR);
   glEnable(GL_CULL_FACE);
   glVertexPointer(2, GL_FLOAT, sizeof(many[0]), many[0].position);
   glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(many[0]), many[0].color);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_COLOR_ARRAY);
   for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
      glClear(GL_COLOR_BUFFER_BIT);
      begin_end(modes[i], MANY);
      begin_end(modes[i], 5);
      read_picture(immediate);
      glClear(GL_COLOR_BUFFER_BIT);
      glDrawArrays(modes[i], 0, MANY);
      glDrawArrays(modes[i], 0, 5);
      read_picture(arrays);
      api_expect("pictures without colours", is_empty((const uint8_t (*)[4])arrays), 0);
      if (differences((const uint8_t (*)[4])immediate, (const uint8_t (*)[4])arrays, 0))
         api_fail("mode %u: %u texels differ from those of arrays", modes[i],
                  differences((const uint8_t (*)[4])immediate, (const uint8_t (*)[4])arrays, 0));
   }
   finish();
}

/* ---- attributes ------------------------------------------------------------------------------------------------------------ */

#define STRIP 9

static const GLfloat strip[STRIP][2] = {{-0.9f, -0.9f}, {-0.9f, 0.9f}, {-0.5f, -0.8f}, {-0.4f, 0.7f}, {0, -0.9f}, {0.1f, 0.9f}, {0.5f, -0.7f},
                                        {0.6f, 0.8f}, {0.9f, -0.9f}};

/* The first vertices have the values that were current before. */
static void draw_late_attributes(void)
{
   static uint8_t late[API_TEXELS][4], all[API_TEXELS][4];
   static const GLfloat before[4] = {0.2f, 0.4f, 0.8f, 1};
   GLfloat color[STRIP][4], current[4];
   for (unsigned first = 0; first <= STRIP; first++) {
      for (unsigned i = 0; i < STRIP; i++) {
         const GLfloat after[4] = {(GLfloat)i / STRIP, 1 - (GLfloat)i / STRIP, 0.5f, 1};
         memcpy(color[i], i < first ? before : after, sizeof(color[i]));
      }
      glClear(GL_COLOR_BUFFER_BIT);
      glColor4fv(before);
      glBegin(GL_TRIANGLE_STRIP);
      for (unsigned i = 0; i < STRIP; i++) {
         if (i >= first)
            glColor4fv(color[i]);
         glVertex2fv(strip[i]);
      }
      glEnd();
      read_picture(late);
      glGetFloatv(GL_CURRENT_COLOR, current);
      api_expect("the current colour", memcmp(current, color[STRIP - 1], sizeof(current)) != 0, 0);
      glClear(GL_COLOR_BUFFER_BIT);
      glVertexPointer(2, GL_FLOAT, 0, strip);
      glColorPointer(4, GL_FLOAT, 0, color);
      glEnableClientState(GL_VERTEX_ARRAY);
      glEnableClientState(GL_COLOR_ARRAY);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, STRIP);
      glDisableClientState(GL_COLOR_ARRAY);
      read_picture(all);
      if (differences((const uint8_t (*)[4])late, (const uint8_t (*)[4])all, 1))
         api_fail("colours from vertex %u on: another picture than that of arrays", first);
   }
   finish();
}

/* ---- materials ------------------------------------------------------------------------------------------------------------- */

/* Each vertex is lit with the material of its time (OpenGL 4.6 compatibility, 12.2.2): emission alone gives its colour. `period`: vertices
 * between changes. Triangles are combined by exclusive or, so that none may be drawn twice. */
static void strip_of_materials(GLenum mode, unsigned period, bool lit)
{
   glBegin(mode);
   for (unsigned i = 0; i < STRIP; i++) {
      const unsigned step = i / period;
      const GLfloat color[4] = {(GLfloat)step / STRIP, 1 - (GLfloat)step / STRIP, step % 2 ? 0.25f : 0.75f, 1};
      if (lit && i % period == 0)
         glMaterialfv(GL_FRONT_AND_BACK, GL_EMISSION, color);
      else if (!lit)
         glColor4fv(color);
      glVertex2fv(strip[i]);
   }
   glEnd();
}

static void draw_materials(void)
{
   static const GLenum modes[] = {GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUAD_STRIP, GL_LINE_STRIP, GL_LINE_LOOP, GL_TRIANGLES, GL_POLYGON};
   static uint8_t lit[API_TEXELS][4], plain[API_TEXELS][4];
   static const GLfloat black[4] = {0, 0, 0, 1};
   GLfloat emission[4];
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
   glEnable(GL_COLOR_LOGIC_OP);
   glLogicOp(GL_XOR);
   for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
      for (unsigned period = 1; period <= 5; period++) {
         for (unsigned flat = 0; flat < 2; flat++) {
            glShadeModel(flat ? GL_FLAT : GL_SMOOTH);
            glMaterialfv(GL_FRONT_AND_BACK, GL_EMISSION, black);
            glEnable(GL_LIGHTING);
            glClear(GL_COLOR_BUFFER_BIT);
            strip_of_materials(modes[i], period, true);
            read_picture(lit);
            glDisable(GL_LIGHTING);
            glClear(GL_COLOR_BUFFER_BIT);
            strip_of_materials(modes[i], period, false);
            read_picture(plain);
            api_expect("pictures without colours", is_empty((const uint8_t (*)[4])plain), 0);
            if (differences((const uint8_t (*)[4])lit, (const uint8_t (*)[4])plain, 0) > API_TEXELS / 50)
               api_fail("mode %u, a material for %u vertices: %u texels differ from those of colours", modes[i], period,
                        differences((const uint8_t (*)[4])lit, (const uint8_t (*)[4])plain, 0));
         }
      }
   }
   glGetMaterialfv(GL_BACK, GL_EMISSION, emission);
   api_expect("the last material", emission[1] < 0.89f && emission[1] > 0.88f, 1);
   finish();
}

/* gl_PrimitiveID counts from each glBegin on (OpenGL 4.6 compatibility, 11.3.4.4), also where draws follow each other without a change of
 * state, and in display lists. */
static void columns(void)
{
   for (int i = 0; i < 4; i++) {
      const GLfloat x = -1 + 0.5f * (GLfloat)i;
      glBegin(GL_TRIANGLES);
      for (int k = 0; k < 2; k++) { /* the lower and the upper half */
         glVertex2f(x, (GLfloat)(k - 1));
         glVertex2f(x + 0.5f, (GLfloat)(k - 1));
         glVertex2f(x, (GLfloat)k);
      }
      glEnd();
   }
}

static void draw_primitive_ids(void)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "#version 150 compatibility\nvoid main() { gl_Position = gl_Vertex; }");
   api_attach(program, GL_FRAGMENT_SHADER, "#version 150 compatibility\n"
              "void main() { gl_FragColor = gl_PrimitiveID == 0 ? vec4(1, 0, 0, 1) : gl_PrimitiveID == 1 ? vec4(0, 1, 0, 1) : vec4(0, 0, 1, 1); }");
   api_link(program);
   glNewList(1, GL_COMPILE);
   columns();
   glEndList();
   for (unsigned list = 0; list < 2; list++) {
      glClear(GL_COLOR_BUFFER_BIT);
      if (list)
         glCallList(1);
      else
         columns();
      for (int i = 0; i < 4; i++) {
         for (int k = 0; k < 2 && (!list || i == 0); k++) { /* lists may number the primitives of several glBegin on */
            uint8_t rgba[4];
            glReadPixels(8 * i + 1, 16 * k + 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
            api_expect("red of primitive 0", rgba[0], k ? 0 : 255);
            api_expect("green of primitive 1", rgba[1], k ? 255 : 0);
         }
      }
   }
   glDeleteLists(1, 1);
   api_expect_error(GL_NO_ERROR, "the body");
}

/* ---- errors of glBegin ------------------------------------------------------------------------------------------------------ */

/* glBegin raises the error of draws, and no primitive begins (OpenGL 4.6 compatibility, 10.7). */
static void refused(GLenum mode, GLenum wanted, const char *what)
{
   glBegin(mode);
   api_expect_error(wanted, what);
   glEnd();
   api_expect_error(GL_INVALID_OPERATION, "glEnd after a glBegin with an error");
}

static void draw_begin_errors(void)
{
   static const GLenum both[2] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
   GLuint framebuffer, texture[2];
   GLint before;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
   glGenFramebuffers(1, &framebuffer);
   glGenTextures(2, texture);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   refused(GL_TRIANGLES, GL_INVALID_FRAMEBUFFER_OPERATION, "glBegin without attachments");
   for (unsigned i = 0; i < 2; i++) {
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
      glFramebufferTexture2D(GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, texture[i], 0);
   }
   glDrawBuffers(2, both);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE);
   glRectf(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "a draw to two buffers");
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC1_ALPHA);
   refused(GL_QUADS, GL_INVALID_OPERATION, "glBegin with a second source and two buffers");
   refused(GL_QUADS, GL_INVALID_OPERATION, "glBegin with a second source and two buffers, again");
   glBlendFunc(GL_ONE, GL_ZERO);
   glDisable(GL_BLEND);
   glRectf(-1, -1, 1, 1);
   api_expect_error(GL_NO_ERROR, "a draw without blending");
   const GLuint program = api_program("#version 330 compatibility\nvoid main() { gl_Position = gl_Vertex; }",
      "#version 330 compatibility\nlayout(triangles) in; layout(points, max_vertices = 1) out;\n"
      "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
      "#version 330 compatibility\nvoid main() { gl_FragColor = vec4(1.0); }");
   refused(GL_LINES, GL_INVALID_OPERATION, "glBegin of lines with a geometry shader of triangles");
   glBegin(GL_TRIANGLE_FAN);
   glEnd();
   api_expect_error(GL_NO_ERROR, "glBegin of a triangle fan");
   glUseProgram(0);
   glDeleteProgram(program);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   glDeleteFramebuffers(1, &framebuffer);
   glDeleteTextures(2, texture);
}

#define BODY(name, draw) {name, COMPATIBILITY, 21, 2, 0, draw, NULL}

const struct api_body api_bodies_legacy_immediate[] = {
   BODY("legacy-long-primitives", draw_long),
   BODY("legacy-late-attributes", draw_late_attributes),
   BODY("legacy-vertex-materials", draw_materials),
   {"legacy-primitive-ids", COMPATIBILITY, 32, 2, 0, draw_primitive_ids, NULL},
   {"legacy-begin-errors", COMPATIBILITY, 33, 0, 0, draw_begin_errors, NULL},
   {0},
};
