/* body_legacy_lists.c: display lists of the compatibility profile: random programs in lists and outside of them, nested lists, lists that
 * change while they are called, contents at the time of compilation. */
#include <stdlib.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

/* ---- random programs ------------------------------------------------------------------------------------------------------- */

enum op { BEGIN, END, VERTEX, COLOR, NORMAL, TEX_COORD, ATTRIB, MATERIAL, ENABLE, DISABLE, TRANSLATE, PUSH, POP, RECT, ARRAYS, ELEMENTS, ELEMENT,
   CALL, BAD_BEGIN, OPS };

struct step { enum op op; GLuint a; GLfloat v[4]; };

#define STEPS 60
#define INNER 77                    /* the name of a list of vertices and attributes */

static const GLfloat points[8][2] = {{-0.8f, -0.8f}, {0.3f, -0.7f}, {-0.6f, 0.4f}, {0.7f, 0.8f}, {-0.1f, -0.2f}, {0.9f, -0.4f}, {0.2f, 0.6f},
                                     {-0.9f, 0.9f}};
static const GLubyte point_colors[8][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}, {0, 255, 255, 255},
                                           {255, 0, 255, 255}, {90, 90, 90, 255}, {30, 160, 220, 255}};
static const GLubyte order[7] = {0, 3, 5, 255, 1, 6, 2};

static GLfloat number(void)
{
   return (GLfloat)api_random(33) / 16 - 1;
}

static void make(struct step *steps)
{
   static const GLenum modes[] = {GL_POINTS, GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS,
                                  GL_QUAD_STRIP, GL_POLYGON};
   static const GLenum capabilities[] = {GL_LIGHTING, GL_COLOR_MATERIAL, GL_CULL_FACE};
   static const uint8_t outside[] = {BEGIN, BEGIN, BEGIN, BEGIN, COLOR, COLOR, NORMAL, TEX_COORD, ATTRIB, MATERIAL, ENABLE, DISABLE, TRANSLATE,
                                     PUSH, POP, RECT, ARRAYS, ELEMENTS, ELEMENT, CALL, BAD_BEGIN, END};
   static const uint8_t inside[] = {VERTEX, VERTEX, VERTEX, VERTEX, VERTEX, VERTEX, VERTEX, VERTEX, COLOR, COLOR, NORMAL, TEX_COORD, ATTRIB,
                                    MATERIAL, ELEMENT, CALL, END, END};
   bool in = false;
   for (unsigned i = 0; i < STEPS; i++) {
      struct step *s = &steps[i];
      s->op = i == STEPS - 1 ? in ? END : COLOR : in ? inside[api_random(sizeof(inside))] : outside[api_random(sizeof(outside))];
      in = s->op == BEGIN || (in && s->op != END);
      for (unsigned c = 0; c < 4; c++)
         s->v[c] = number();
      s->a = s->op == BEGIN || s->op == ARRAYS || s->op == ELEMENTS ? modes[api_random(10)] :
         s->op == ENABLE || s->op == DISABLE ? capabilities[api_random(3)] : api_random(8);
   }
}

static void run(const struct step *s)
{
   const GLfloat color[4] = {0.5f + s->v[0] / 2, 0.5f + s->v[1] / 2, 0.5f + s->v[2] / 2, 1};
   switch (s->op) {
   case BEGIN: glBegin(s->a); break;
   case END: glEnd(); break;
   case VERTEX: glVertex3f(s->v[0], s->v[1], 0); break;
   case COLOR: glColor4fv(color); break;
   case NORMAL: glNormal3f(s->v[0], s->v[1], 1); break;
   case TEX_COORD: glMultiTexCoord2f(GL_TEXTURE0 + s->a % 2, s->v[0], s->v[1]); break;
   case ATTRIB: glVertexAttrib4fv(3 + s->a % 2, s->v); break;
   case MATERIAL: glMaterialfv(s->a % 2 ? GL_FRONT : GL_FRONT_AND_BACK, s->a & 4 ? GL_EMISSION : GL_AMBIENT_AND_DIFFUSE, color); break;
   case ENABLE: glEnable(s->a); break;
   case DISABLE: glDisable(s->a); break;
   case TRANSLATE: glTranslatef(s->v[0] / 4, s->v[1] / 4, 0); break;
   case PUSH: glPushAttrib(GL_CURRENT_BIT | GL_LIGHTING_BIT); break;
   case POP: glPopAttrib(); break;
   case RECT: glRectf(s->v[0], s->v[1], s->v[2], s->v[3]); break;
   case ARRAYS: glDrawArrays(s->a, 1, 7); break;
   case ELEMENTS: glDrawElements(s->a, 7, GL_UNSIGNED_BYTE, order); break;
   case ELEMENT: glArrayElement((GLint)s->a); break;
   case CALL: glCallList(INNER); break;
   default: glBegin(GL_FILL); break;
   }
}

/* What a program leaves behind. */
struct result { uint8_t rgba[API_TEXELS][4]; GLfloat state[64]; GLenum errors[4]; };

static void reset(void)
{
   static const GLfloat gray[4] = {0.3f, 0.4f, 0.5f, 1}, black[4] = {0, 0, 0, 1}, zero[4] = {0};
   glDisable(GL_LIGHTING);
   glDisable(GL_COLOR_MATERIAL);
   glDisable(GL_CULL_FACE);
   glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, gray);
   glMaterialfv(GL_FRONT_AND_BACK, GL_EMISSION, black);
   glColor4f(0.9f, 0.1f, 0.2f, 1);
   glNormal3f(0, 0, 1);
   glVertexAttrib4fv(3, zero);
   glVertexAttrib4fv(4, zero);
   glMultiTexCoord2f(GL_TEXTURE0, 0, 0);
   glMultiTexCoord2f(GL_TEXTURE1, 0, 0);
   glLoadIdentity();
   glClear(GL_COLOR_BUFFER_BIT);
}

static void take(struct result *r)
{
   memset(r, 0, sizeof(*r));
   for (unsigned i = 0; i < 4; i++)
      r->errors[i] = glGetError();
   while (glGetError() != GL_NO_ERROR)
      continue;
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, r->rgba);
   glGetFloatv(GL_CURRENT_COLOR, r->state);
   glGetFloatv(GL_CURRENT_NORMAL, r->state + 4);
   glGetVertexAttribfv(3, GL_CURRENT_VERTEX_ATTRIB, r->state + 8);
   glGetVertexAttribfv(4, GL_CURRENT_VERTEX_ATTRIB, r->state + 12);
   for (GLenum unit = 0; unit < 2; unit++) {
      glActiveTexture(GL_TEXTURE0 + unit);
      glGetFloatv(GL_CURRENT_TEXTURE_COORDS, r->state + 16 + 4 * unit);
   }
   glActiveTexture(GL_TEXTURE0);
   glGetMaterialfv(GL_FRONT, GL_DIFFUSE, r->state + 24);
   glGetMaterialfv(GL_BACK, GL_AMBIENT, r->state + 28);
   glGetMaterialfv(GL_FRONT, GL_EMISSION, r->state + 32);
   glGetFloatv(GL_MODELVIEW_MATRIX, r->state + 36);
   GLint depth;
   glGetIntegerv(GL_ATTRIB_STACK_DEPTH, &depth);
   for (; depth > 0; depth--)
      glPopAttrib();
}

static void check(const char *how, unsigned program, const struct result *got, const struct result *wanted)
{
   for (unsigned i = 0; i < 64; i++)
      if (got->state[i] - wanted->state[i] > 1e-5f || wanted->state[i] - got->state[i] > 1e-5f)
         api_fail("program %u, %s: value %u of the state is %g, not %g", program, how, i, (double)got->state[i], (double)wanted->state[i]);
   if (got->errors[0] != wanted->errors[0])
      api_fail("program %u, %s: error 0x%x, not 0x%x", program, how, got->errors[0], wanted->errors[0]);
   unsigned differ = 0;
   for (unsigned i = 0; i < API_TEXELS; i++)
      for (unsigned c = 0; c < 4; c++)
         differ += abs(got->rgba[i][c] - wanted->rgba[i][c]) > 1;
   if (differ)
      api_fail("program %u, %s: %u channels of the picture differ", program, how, differ);
}

/* The same random commands, at once and in lists: the same picture, state and errors. */
static void draw_programs(void)
{
   static struct step steps[STEPS];
   static struct result wanted, got;
   glVertexPointer(2, GL_FLOAT, 0, points);
   glColorPointer(4, GL_UNSIGNED_BYTE, 0, point_colors);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnable(GL_LIGHT0);
   glEnable(GL_PRIMITIVE_RESTART);
   glPrimitiveRestartIndex(255);
   glNewList(INNER, GL_COMPILE);
   glVertex2f(0.1f, -0.3f);
   glColor3f(0.2f, 0.8f, 0.3f);
   glVertex2f(-0.4f, 0.5f);
   glEndList();
   for (unsigned program = 0; program < 150; program++) {
      make(steps);
      reset();
      for (unsigned i = 0; i < STEPS; i++)
         run(&steps[i]);
      take(&wanted);
      for (unsigned execute = 0; execute < 2; execute++) {
         reset();
         if (!execute) /* other values than those of the execution */
            glColor4f(0, 0.7f, 0.7f, 1);
         glNewList(1, execute ? GL_COMPILE_AND_EXECUTE : GL_COMPILE);
         for (unsigned i = 0; i < STEPS; i++)
            run(&steps[i]);
         glEndList();
         if (execute) {
            take(&got);
            check("compiled and executed", program, &got, &wanted);
         } else {
            api_expect_error(GL_NO_ERROR, "compilation");
         }
         for (unsigned again = 0; again < 2; again++) {
            reset();
            glCallList(1);
            take(&got);
            check("called", program, &got, &wanted);
         }
      }
   }
   glMatrixMode(GL_MODELVIEW);
   reset();
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_checked();
}

/* ---- calls ----------------------------------------------------------------------------------------------------------------- */

static GLfloat translation(void)
{
   GLfloat m[16];
   glGetFloatv(GL_MODELVIEW_MATRIX, m);
   return m[12];
}

/* Levels that the implementation has, those beyond are ignored; all types of names; lists that delete and redefine lists. */
static void draw_calls(void)
{
   static const GLubyte bytes[] = {1, 2, 0, 1, 0, 3}, wide[] = {0, 0, 1, 0, 0, 2};
   static const GLfloat floats[] = {1.75f, 2.25f};
   static const GLshort shorts[] = {-1, 0};
   GLint limit;
   glGetIntegerv(GL_MAX_LIST_NESTING, &limit);
   const GLuint first = glGenLists(200);
   for (GLuint i = 0; i < 100; i++) { /* each calls the next */
      glNewList(first + i, GL_COMPILE);
      glTranslatef(1, 0, 0);
      glCallList(first + i + 1);
      glEndList();
   }
   glCallList(first);
   api_expect("levels", (long)translation() >= limit && (long)translation() <= 100, 1);
   glLoadIdentity();
   glNewList(first, GL_COMPILE); /* itself */
   glTranslatef(1, 0, 0);
   glCallList(first);
   glEndList();
   glCallList(first);
   api_expect("levels of itself", (long)translation() >= limit, 1);
   for (GLuint i = 1; i < 4; i++) {
      glNewList(first + i, GL_COMPILE);
      glTranslatef(i == 1 ? 1 : i == 2 ? 100 : 10000, 0, 0);
      glEndList();
   }
   glLoadIdentity();
   glListBase(first);
   glCallLists(2, GL_UNSIGNED_BYTE, bytes);
   glCallLists(2, GL_FLOAT, floats);
   glCallLists(2, GL_2_BYTES, bytes + 2);
   glCallLists(2, GL_3_BYTES, wide);
   glListBase(first + 2);
   glCallLists(2, GL_SHORT, shorts); /* 1 and 2 */
   api_expect("names of all types", (long)translation(), 101 + 101 + 10001 + 101 + 101);
   api_expect_error(GL_NO_ERROR, "calls");
   glListBase(0);
   glDeleteLists(first, 200);
   glCallList(first + 1);
   api_expect("a list that is gone", glIsList(first + 1), 0);
   api_expect_error(GL_NO_ERROR, "a list that is gone");
   glLoadIdentity();
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

/* A list has the vertices of its time, whatever becomes of arrays and buffers. */
static void draw_contents(void)
{
   GLfloat corner[4][2] = {{-0.75f, -0.75f}, {0.75f, -0.75f}, {-0.75f, 0.75f}, {0.75f, 0.75f}};
   GLuint indices[4] = {10, 11, 12, 13}, buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corner), corner, GL_STATIC_DRAW);
   glVertexPointer(2, GL_FLOAT, 0, NULL);
   glEnableClientState(GL_VERTEX_ARRAY);
   glNewList(1, GL_COMPILE);
   glColor3f(1, 0, 0);
   glDrawElementsBaseVertex(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_INT, indices, -10);
   glColor3f(0, 0, 1);
   glPushMatrix();
   glScalef(0.5f, 0.5f, 1);
   for (unsigned i = 0; i < 2; i++) {
      glBegin(GL_TRIANGLES);
      for (unsigned k = 0; k < 3; k++)
         glVertex2fv(corner[i + k]);
      glEnd();
   }
   glPopMatrix();
   glEndList();
   memset(corner, 0, sizeof(corner));
   memset(indices, 0, sizeof(indices));
   glBufferData(GL_ARRAY_BUFFER, 8, NULL, GL_STATIC_DRAW);
   glDeleteBuffers(1, &buffer);
   glDisableClientState(GL_VERTEX_ARRAY);
   glCallList(1);
   api_use_second(true);
   api_expect("a list of the share group", glIsList(1), 1);
   glDeleteLists(1, 1);
   api_use_second(false);
   glCallList(1);
   api_expect_error(GL_NO_ERROR, "the body");
}

static void reference_contents(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * sizeof(rgba[0]));
   for (unsigned y = 4; y < API_SIZE - 4; y++) {
      for (unsigned x = 4; x < API_SIZE - 4; x++) {
         const bool inner = x >= 10 && x < API_SIZE - 10 && y >= 10 && y < API_SIZE - 10;
         rgba[y * API_SIZE + x][inner ? 2 : 0] = 255;
         rgba[y * API_SIZE + x][3] = 255;
      }
   }
}

/* Primitives of all modes with shared vertices, whose places, colours and order matter. Quads and polygons are convex, and
 * their colours are linear, so that it does not matter which diagonals part them. */
static void primitives(void)
{
   static const GLenum modes[] = {GL_QUAD_STRIP, GL_TRIANGLE_FAN, GL_POLYGON, GL_TRIANGLE_STRIP, GL_QUADS, GL_LINE_LOOP, GL_LINE_STRIP,
                                  GL_TRIANGLES, GL_POINTS, GL_QUAD_STRIP, GL_TRIANGLE_STRIP};
   static const GLfloat octagon[8][2] = {{0.4f, 0.9f}, {-0.4f, 0.9f}, {-0.9f, 0.4f}, {-0.9f, -0.4f}, {-0.4f, -0.9f}, {0.4f, -0.9f},
                                         {0.9f, -0.4f}, {0.9f, 0.4f}};
   static const uint8_t zigzag[8] = {0, 1, 7, 2, 6, 3, 5, 4};
   for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
      const bool strip = modes[i] == GL_QUAD_STRIP, convex = strip || modes[i] == GL_QUADS || modes[i] == GL_POLYGON;
      glBegin(modes[i]);
      for (unsigned k = 0; k < 8; k++) {
         const unsigned at = strip ? zigzag[k] : convex ? k : (k + i) % 8;
         if (convex)
            glColor3f(0.5f + octagon[at][0] / 2, 0.5f + octagon[at][1] / 2, (GLfloat)i / 10);
         else
            glColor4ubv(point_colors[(at + 3) % 8]);
         glEdgeFlag(k % 3 != 0);
         glVertex2fv(convex ? octagon[at] : points[at]);
      }
      glEnd();
      if (i == 6)
         glBegin(GL_FILL); /* an error between them */
   }
}

/* However a list stores its vertices, each state draws what it draws without a list. */
static void draw_merged(void)
{
   static uint8_t wanted[API_TEXELS][4], got[API_TEXELS][4];
   glNewList(1, GL_COMPILE);
   primitives();
   glEndList();
   glLineStipple(1, 0x3535);
   for (unsigned i = 0; i < 64; i++) {
      glShadeModel(i & 1 ? GL_FLAT : GL_SMOOTH);
      glProvokingVertex(i & 2 ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
      glPolygonMode(GL_FRONT_AND_BACK, i & 4 ? GL_LINE : GL_FILL);
      (i & 8 ? glEnable : glDisable)(GL_LINE_STIPPLE);
      (i & 16 ? glEnable : glDisable)(GL_CULL_FACE);
      (i & 32 ? glEnable : glDisable)(GL_BLEND);
      glBlendFunc(GL_ONE_MINUS_DST_COLOR, GL_ONE); /* depends on the order */
      for (unsigned list = 0; list < 2; list++) {
         glClear(GL_COLOR_BUFFER_BIT);
         if (list)
            glCallList(1);
         else
            primitives();
         api_expect_error(GL_INVALID_ENUM, "the error between primitives");
         glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, list ? got : wanted);
      }
      unsigned differ = 0;
      for (unsigned k = 0; k < API_TEXELS; k++)
         for (unsigned c = 0; c < 4; c++)
            differ += abs(got[k][c] - wanted[k][c]) > 3;
      if (differ)
         api_fail("state %u: %u channels of the picture that the list draws differ", i, differ);
   }
   glDeleteLists(1, 1);
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   api_checked();
}

#define BODY(name, version, draw, reference) {name, COMPATIBILITY, version, 2, 0, draw, reference}

const struct api_body api_bodies_legacy_lists[] = {
   BODY("legacy-list-programs", 32, draw_programs, NULL),
   BODY("legacy-list-calls", 21, draw_calls, NULL),
   BODY("legacy-list-merged", 32, draw_merged, NULL),
   BODY("legacy-list-contents", 32, draw_contents, reference_contents),
   {0},
};
