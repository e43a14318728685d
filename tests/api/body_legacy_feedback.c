/* body_legacy_feedback.c: selection, feedback and raster positions through the application's shaders, of draws with arguments from
 * buffers, with restarts of primitives; tokens of pixels (GL 2.1, 2.13, 5.2 and 5.3). Window coordinates are those of the viewport. */
#include <math.h>
#include <string.h>

#include "api_test.h"
#include <GL/gl.h>

#define COUNT(array) (sizeof array / sizeof array[0])
#define GLSL "#version 150 compatibility\n"

static void expect(const char *what, const GLfloat *got, const GLfloat *want, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      if (!(fabsf(got[i] - want[i]) <= 0.01f))
         api_fail("%s, value %u: %g, not %g", what, i, (double)got[i], (double)want[i]);
   api_checked();
}

static GLfloat values[256];

static void begin(GLenum type)
{
   memset(values, 0, sizeof values);
   glFeedbackBuffer(COUNT(values), type, values);
   glRenderMode(GL_FEEDBACK);
}

static void end(const char *what, const GLfloat *want, unsigned count)
{
   api_expect(what, glRenderMode(GL_RENDER), (long)count);
   expect(what, values, want, count);
   api_expect_error(GL_NO_ERROR, what);
}

/* A vertex buffer of points at x = -1/2, 0, 1/2 and so on, y = 0, as attribute 0. */
static void row_of_points(unsigned count)
{
   GLfloat position[16][2];
   for (unsigned i = 0; i < count; i++)
      memcpy(position[i], (GLfloat[2]){-0.5f + 0.5f * (GLfloat)i, 0}, sizeof position[i]);
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof position, position, GL_STATIC_DRAW);
   glVertexPointer(2, GL_FLOAT, 0, NULL);
   glEnableClientState(GL_VERTEX_ARRAY);
}

/* The shader moves vertices and gives colours, texture coordinates, and a distance to a plane that cuts the line in half. */
static void draw_vertex_shader(void)
{
   static const GLfloat whole[] = {GL_POINT_TOKEN, 16, 24, 0.5f, 0, 0.25f, 0.5f, 1, 1, 2, 3, 1, GL_POINT_TOKEN, 32, 24, 0.5f, 1, 0.25f, 0.5f, 1,
                                   1, 2, 3, 1};
   static const GLfloat half[] = {16, 24, 24, 24};
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex + vec4(0.5, 0.5, 0.0, 0.0);\n"
              "gl_FrontColor = vec4(gl_Vertex.x + 0.5, 0.25, 0.5, 1.0); gl_TexCoord[0] = vec4(1.0, 2.0, 3.0, 1.0);\n"
              "gl_ClipVertex = gl_Vertex; }");
   api_link(program);
   begin(GL_3D_COLOR_TEXTURE);
   glBegin(GL_POINTS);
   glVertex2f(-0.5f, 0);
   glVertex2f(0.5f, 0);
   glEnd();
   end("a vertex shader", whole, COUNT(whole));
   glClipPlane(GL_CLIP_PLANE1, (GLdouble[4]){-1, 0, 0, 0});
   glEnable(GL_CLIP_PLANE1);
   begin(GL_2D);
   glBegin(GL_LINES);
   glVertex2f(-0.5f, 0);
   glVertex2f(0.5f, 0);
   glEnd();
   api_expect("a clipped line", glRenderMode(GL_RENDER), 5);
   expect("clipped by gl_ClipVertex", values + 1, half, COUNT(half)); /* after the token of a line */
   glDisable(GL_CLIP_PLANE1);
   GLuint hits[8] = {0};
   glSelectBuffer(COUNT(hits), hits);
   glRenderMode(GL_SELECT);
   glInitNames();
   glPushName(5);
   glRectf(0.6f, 0, 0.9f, 0.1f); /* outside after the shader has moved it */
   glLoadName(6);
   glRectf(-1.4f, -1.4f, -1.3f, -1.3f); /* inside */
   api_expect("hits", glRenderMode(GL_RENDER), 1);
   api_expect("name", hits[3], 6);
}

/* A point becomes a triangle; fans of the draw's mode do not matter. */
static void draw_geometry_shader(void)
{
   static const GLfloat want[] = {GL_POLYGON_TOKEN, 3, 8, 16, 0.5f, 1, 0, 0, 1, 24, 16, 0.5f, 1, 0, 0, 1, 8, 24, 0.5f, 1, 0, 0, 1};
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, GLSL "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }");
   api_attach(program, GL_GEOMETRY_SHADER, GLSL "layout(points) in; layout(triangle_strip, max_vertices = 3) out;\n"
              "void main() { gl_FrontColor = gl_in[0].gl_FrontColor; gl_Position = gl_in[0].gl_Position; EmitVertex();\n"
              "gl_FrontColor = gl_in[0].gl_FrontColor; gl_Position = gl_in[0].gl_Position + vec4(1.0, 0.0, 0.0, 0.0); EmitVertex();\n"
              "gl_FrontColor = gl_in[0].gl_FrontColor; gl_Position = gl_in[0].gl_Position + vec4(0.0, 0.5, 0.0, 0.0); EmitVertex(); }");
   api_link(program);
   begin(GL_3D_COLOR);
   glColor3f(1, 0, 0);
   glBegin(GL_POINTS);
   glVertex2f(-0.5f, 0);
   glVertex2f(5, 0); /* outside */
   glEnd();
   end("a geometry shader", want, COUNT(want));
}

/* Two strips of lines in one draw. */
static void draw_restarts(void)
{
   static const GLushort indices[] = {0, 1, 2, 0xffff, 3, 2};
   static const GLfloat want[] = {GL_LINE_RESET_TOKEN, 8, 16, 16, 16, GL_LINE_TOKEN, 16, 16, 24, 16, GL_LINE_RESET_TOKEN, 32, 16, 24, 16};
   row_of_points(4);
   glEnable(GL_PRIMITIVE_RESTART);
   glPrimitiveRestartIndex(0xffff);
   for (unsigned client = 0; client < 2; client++) {
      GLuint buffer;
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, client ? 0 : buffer);
      if (!client)
         glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
      begin(GL_2D);
      glDrawElements(GL_LINE_STRIP, COUNT(indices), GL_UNSIGNED_SHORT, client ? indices : NULL);
      end(client ? "restarts of client indices" : "restarts", want, COUNT(want));
   }
}

static void draw_arguments(void)
{
   static const GLuint arrays[4] = {2, 1, 1, 0}, elements[5] = {2, 1, 1, 1, 0};
   static const GLubyte indices[4] = {0, 1, 0, 2};
   static const GLfloat from_1[] = {GL_LINE_RESET_TOKEN, 16, 16, 24, 16}, from_2[] = {GL_LINE_RESET_TOKEN, 24, 16, 16, 16};
   api_require("GL_ARB_draw_indirect");
   row_of_points(4);
   GLuint buffer[2];
   glGenBuffers(2, buffer);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer[0]);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arrays, arrays, GL_STATIC_DRAW);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, 40, NULL, GL_STATIC_DRAW);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, sizeof arrays, arrays);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 16, sizeof elements, elements);
   begin(GL_2D);
   glDrawArraysIndirect(GL_LINES, NULL);
   end("glDrawArraysIndirect", from_1, COUNT(from_1));
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   begin(GL_2D);
   glDrawElementsIndirect(GL_LINES, GL_UNSIGNED_BYTE, (const void *)16);
   end("glDrawElementsIndirect", from_2, COUNT(from_2));
}

/* What a draw captured is drawn with its count in feedback. */
static void draw_captured(void)
{
   static const char *const name = "gl_Position";
   static const GLfloat want[] = {GL_POINT_TOKEN, 8, 16, GL_POINT_TOKEN, 16, 16, GL_POINT_TOKEN, 24, 16};
   api_require("GL_ARB_transform_feedback2");
   row_of_points(3);
   GLuint object, buffer;
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex; }");
   glTransformFeedbackVaryings(program, 1, &name, GL_INTERLEAVED_ATTRIBS);
   api_link(program);
   glGenTransformFeedbacks(1, &object);
   glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, object);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 1024, NULL, GL_STATIC_DRAW);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 3);
   glEndTransformFeedback();
   glUseProgram(0);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexPointer(4, GL_FLOAT, 0, NULL);
   begin(GL_2D);
   glDrawTransformFeedback(GL_POINTS, object);
   end("glDrawTransformFeedback", want, COUNT(want));
}

static void expect_raster(const char *what, GLenum pname, const GLfloat *want)
{
   GLfloat got[4];
   glGetFloatv(pname, got);
   expect(what, got, want, 4);
}

/* The current raster position is lit, has generated coordinates, and goes through a vertex shader. */
static void draw_raster(void)
{
   static const GLfloat ambient[4] = {0, 0, 0, 1}, diffuse[4] = {0.25f, 0.5f, 1, 0.75f}, plane[4] = {2, 0, 0, 3}, direction[4] = {0, 0, 1, 0};
   glEnable(GL_LIGHTING);
   glEnable(GL_LIGHT0);
   glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
   glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
   glMaterialfv(GL_FRONT, GL_SPECULAR, ambient);
   glLightfv(GL_LIGHT0, GL_AMBIENT, ambient);
   glLightfv(GL_LIGHT0, GL_POSITION, direction);
   glNormal3f(0, 0.6f, 0.8f);
   glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
   glTexGenfv(GL_S, GL_OBJECT_PLANE, plane);
   glEnable(GL_TEXTURE_GEN_S);
   glTexCoord4f(9, 8, 7, 1);
   glRasterPos2f(0.5f, -0.5f);
   expect_raster("lit position", GL_CURRENT_RASTER_POSITION, (GLfloat[4]){24, 8, 0.5f, 1});
   expect_raster("lit colour", GL_CURRENT_RASTER_COLOR, (GLfloat[4]){0.2f, 0.4f, 0.8f, 0.75f});
   expect_raster("generated coordinates", GL_CURRENT_RASTER_TEXTURE_COORDS, (GLfloat[4]){4, 8, 7, 1});
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, "uniform float bend; attribute vec4 own; void main() { gl_Position = gl_Vertex * vec4(bend, 1.0, 1.0, 1.0);\n"
              "gl_FrontColor = own; gl_TexCoord[0] = gl_MultiTexCoord0.yxzw; gl_FogFragCoord = 6.0; }");
   api_link(program);
   glUniform1f(glGetUniformLocation(program, "bend"), -0.5f);
   glVertexAttrib4f((GLuint)glGetAttribLocation(program, "own"), 0.5f, 0, 0.25f, 1);
   glRasterPos2f(0.5f, -0.5f);
   expect_raster("position of a shader", GL_CURRENT_RASTER_POSITION, (GLfloat[4]){12, 8, 0.5f, 1});
   expect_raster("colour of a shader", GL_CURRENT_RASTER_COLOR, (GLfloat[4]){0.5f, 0, 0.25f, 1});
   expect_raster("coordinates of a shader", GL_CURRENT_RASTER_TEXTURE_COORDS, (GLfloat[4]){8, 9, 7, 1});
   glRasterPos2f(2.5f, 0);
   GLboolean valid;
   glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID, &valid);
   api_expect("valid", valid, GL_FALSE);
   glUseProgram(0);
   glDisable(GL_LIGHTING);
   glDisable(GL_TEXTURE_GEN_S);
   glColor3f(0, 1, 0);
   glRasterPos2f(0, 0);
   expect_raster("colour", GL_CURRENT_RASTER_COLOR, (GLfloat[4]){0, 1, 0, 1});
   glRecti(-1, -1, 1, 1); /* draws go on as before */
}

static void reference_green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (uint8_t[4]){0, 255, 0, 255}, 4);
}

static void draw_pixel_tokens(void)
{
   static const GLubyte byte[4] = {0};
   static const GLfloat want[] = {GL_DRAW_PIXEL_TOKEN, 16, 16, GL_BITMAP_TOKEN, 16, 16, GL_COPY_PIXEL_TOKEN, 16, 16};
   glRasterPos2f(0, 0);
   begin(GL_2D);
   glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, byte);
   glBitmap(1, 1, 0, 0, 0, 0, byte);
   glCopyPixels(0, 0, 1, 1, GL_COLOR);
   end("tokens of pixels", want, COUNT(want));
}

#define EXPECT(got, ...) expect("values", got, (GLfloat[]){__VA_ARGS__}, COUNT(((GLfloat[]){__VA_ARGS__})))

/* ---- selection ------------------------------------------------------------------------------------------------------------- */

static void draw_selection(void)
{
   glViewport(0, 0, 64, 48);
   GLuint hits[32];
   const GLuint list = glGenLists(1);
   glSelectBuffer(32, hits);
   glPushName(5); /* without effect */
   api_expect("count", glRenderMode(GL_SELECT), 0);
   glInitNames();
   glPushName(1);
   glRectf(2, 2, 3, 3); /* outside */
   glPushName(2);
   glBegin(GL_TRIANGLES); /* z from -1 to 1, of which half is outside */
   glVertex3f(0, 0, -1);
   glVertex3f(0.5f, 0, 3);
   glVertex3f(0, 0.5f, -1);
   glEnd();
   glLoadName(3);
   glRasterPos3f(0, 0, 0);
   glNewList(list, GL_COMPILE);
   glPopName();
   glLoadName(9);
   glBegin(GL_LINES);
   glVertex2f(-3, 0);
   glVertex2f(3, 0);
   glEnd();
   glEndList();
   glCallList(list);
   glClear(GL_COLOR_BUFFER_BIT);
   api_expect("count", glRenderMode(GL_SELECT), 3);
   static const GLuint wanted[] = {2, 0, UINT32_MAX, 1, 2, 2, 0x80000000u, 0x80000000u, 1, 3, 1, 0x80000000u, 0x80000000u, 9};
   for (unsigned i = 0; i < COUNT(wanted); i++)
      api_expect("word of a hit", hits[i], wanted[i]);
   glSelectBuffer(2, hits);
   api_expect_error(GL_INVALID_OPERATION, "the end");
   glRectf(0, 0, 1, 1);
   glEnable(GL_CULL_FACE);
   glCullFace(GL_FRONT_AND_BACK);
   api_expect("count", glRenderMode(GL_SELECT), 1);
   api_expect("names", hits[0], 0);
   glRectf(0, 0, 1, 1);
   api_expect("count", glRenderMode(GL_RENDER), 0);
   glDisable(GL_CULL_FACE);
   glSelectBuffer(2, hits);
   glRenderMode(GL_SELECT);
   glRectf(0, 0, 1, 1);
   api_expect("count", glRenderMode(GL_RENDER), -1);
   api_expect_error(GL_NO_ERROR, "the end");
}

/* ---- feedback -------------------------------------------------------------------------------------------------------------- */

/* The window is 64 x 48 pixels. */
static void draw_primitives(void)
{
   glViewport(0, 0, 64, 48);
   GLfloat v[64];
   glFeedbackBuffer(64, GL_2D, v);
   glRenderMode(GL_FEEDBACK);
   glPassThrough(7);
   glBegin(GL_POINTS);
   glVertex2f(0, 0);
   glVertex2f(2, 0); /* clipped */
   glEnd();
   glBegin(GL_LINE_STRIP);
   glVertex2f(-2, 0);
   glVertex2f(0, 0);
   glVertex2f(0, 1);
   glEnd();
   glRectf(-1, -1, 1, 1);
   api_expect("count", glRenderMode(GL_FEEDBACK), 2 + 3 + 5 + 5 + 10);
   EXPECT(v, GL_PASS_THROUGH_TOKEN, 7, GL_POINT_TOKEN, 32, 24, GL_LINE_RESET_TOKEN, 0, 24, 32, 24, GL_LINE_TOKEN, 32, 24, 32, 48,
          GL_POLYGON_TOKEN, 4, 0, 0, 64, 0, 64, 48, 0, 48);
   glBegin(GL_TRIANGLES); /* a corner is cut off */
   glVertex2f(0, -1);
   glVertex2f(2, -1);
   glVertex2f(0, 1);
   glEnd();
   api_expect("count", glRenderMode(GL_RENDER), 10);
   EXPECT(v, GL_POLYGON_TOKEN, 4);
   glFeedbackBuffer(3, GL_3D, v);
   glRenderMode(GL_FEEDBACK);
   glBegin(GL_POINTS);
   glVertex2f(0, 0);
   glEnd();
   api_expect("count", glRenderMode(GL_RENDER), -1);
   EXPECT(v, GL_POINT_TOKEN, 32, 24);
   glFeedbackBuffer(64, GL_2D, v);
   glRenderMode(GL_FEEDBACK);
   glRasterPos2f(0.5f, 0.5f);
   glBitmap(8, 1, 0, 0, 2, 0, (GLubyte[1]){255});
   glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, (GLubyte[4]){0});
   api_expect("count", glRenderMode(GL_RENDER), 6);
   EXPECT(v, GL_BITMAP_TOKEN, 48, 36, GL_DRAW_PIXEL_TOKEN, 50, 36);
   api_expect_error(GL_NO_ERROR, "the end");
}

/* Colours, texture coordinates, w; arrays with indices; flat shading; lit backs. */
static void draw_vertices(void)
{
   glViewport(0, 0, 64, 48);
   static const struct { GLfloat position[4]; GLubyte color[4]; GLfloat coords[2]; } vertices[] = {
      {{0, 0, 0, 2}, {255, 0, 0, 255}, {1, 2}}, {{2, 0, 0, 2}, {0, 255, 0, 255}, {3, 4}}, {{2, 2, 0, 2}, {0, 0, 255, 0}, {5, 6}}};
   static const GLushort order[] = {9, 2, 1, 0};
   GLfloat v[64];
   glVertexPointer(4, GL_FLOAT, sizeof(vertices[0]), vertices[0].position);
   glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(vertices[0]), vertices[0].color);
   glTexCoordPointer(2, GL_FLOAT, sizeof(vertices[0]), vertices[0].coords);
   glEnableClientState(GL_VERTEX_ARRAY);
   glEnableClientState(GL_COLOR_ARRAY);
   glEnableClientState(GL_TEXTURE_COORD_ARRAY);
   glFeedbackBuffer(64, GL_4D_COLOR_TEXTURE, v);
   glRenderMode(GL_FEEDBACK);
   glShadeModel(GL_FLAT);
   glDrawElements(GL_LINES, 2, GL_UNSIGNED_SHORT, order + 1);
   api_expect("count", glRenderMode(GL_FEEDBACK), 25);
   EXPECT(v, GL_LINE_RESET_TOKEN, 64, 48, 0.5f, 2, 0, 1, 0, 1, 5, 6, 0, 1, 64, 24, 0.5f, 2, 0, 1, 0, 1, 3, 4, 0, 1);
   glShadeModel(GL_SMOOTH);
   glDisableClientState(GL_COLOR_ARRAY);
   glEnable(GL_LIGHTING);
   glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
   glMaterialfv(GL_BACK, GL_EMISSION, (GLfloat[4]){0.5f, 0, 0, 1});
   glMaterialfv(GL_BACK, GL_AMBIENT, (GLfloat[4]){0, 0, 0, 1});
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, order + 1);
   api_expect("count", glRenderMode(GL_RENDER), 2 + 3 * 12);
   EXPECT(v + 2 + 4, 0.5f, 0, 0, 1);
   api_expect_error(GL_NO_ERROR, "the end");
}

/* Boundary edges of quads, as lines and as points. */
static void draw_edges(void)
{
   glViewport(0, 0, 64, 48);
   GLfloat v[64];
   glFeedbackBuffer(64, GL_2D, v);
   glRenderMode(GL_FEEDBACK);
   glPolygonMode(GL_FRONT, GL_LINE);
   glPolygonMode(GL_BACK, GL_POINT);
   for (unsigned i = 0; i < 2; i++) {
      glBegin(GL_QUADS);
      glEdgeFlag(GL_FALSE);
      glVertex2f(-1, -1);
      glEdgeFlag(GL_TRUE);
      glVertex2f(i ? -1 : 1, i ? 1 : -1);
      glVertex2f(1, 1);
      glEdgeFlag(GL_FALSE);
      glVertex2f(i ? 1 : -1, i ? -1 : 1);
      glEnd();
   }
   api_expect("count", glRenderMode(GL_RENDER), 5 + 5 + 3 + 3);
   EXPECT(v, GL_LINE_RESET_TOKEN, 64, 0, 64, 48, GL_LINE_TOKEN, 64, 48, 0, 48, GL_POINT_TOKEN, 0, 48, GL_POINT_TOKEN, 64, 48);
}

/* Vertex i is at window position (4 i, 4 (i i mod 7)) of a viewport of 64 x 64 pixels, with red i / 16. */
static void numbered_vertices(GLenum mode, unsigned count)
{
   glBegin(mode);
   for (unsigned i = 0; i < count; i++) {
      glColor4f((GLfloat)i / 16, 0, 0, 1);
      glVertex2f((GLfloat)i / 8 - 1, (GLfloat)(i * i % 7) / 8 - 1);
   }
   glEnd();
}
#define NUMBERED(i, color) 4 * (i), 4 * ((i) * (i) % 7), 0.5f, (color) / 16.0f, 0, 0, 1
#define VERTEX(i) NUMBERED(i, i)
#define TRIANGLE(a, b, c, color) GL_POLYGON_TOKEN, 3, NUMBERED(a, color), NUMBERED(b, color), NUMBERED(c, color)

static void expect_numbered(GLenum mode, unsigned count, const char *what, const GLfloat *want, unsigned values_wanted)
{
   begin(GL_3D_COLOR);
   numbered_vertices(mode, count);
   end(what, want, values_wanted);
}

/* Without a geometry shader the adjacent vertices have no effect (OpenGL 4.6, 10.1.11 to 10.1.14). */
static void draw_adjacency(void)
{
   static const GLfloat triangles[] = {GL_POLYGON_TOKEN, 3, VERTEX(0), VERTEX(2), VERTEX(4), GL_POLYGON_TOKEN, 3, VERTEX(6), VERTEX(8), VERTEX(10)};
   static const GLfloat strip[] = {GL_POLYGON_TOKEN, 3, VERTEX(0), VERTEX(2), VERTEX(4), GL_POLYGON_TOKEN, 3, VERTEX(4), VERTEX(2), VERTEX(6)};
   GLuint hits[16];
   glViewport(0, 0, 64, 64);
   expect_numbered(GL_TRIANGLES_ADJACENCY, 13, "GL_TRIANGLES_ADJACENCY", triangles, COUNT(triangles));
   expect_numbered(GL_TRIANGLE_STRIP_ADJACENCY, 9, "GL_TRIANGLE_STRIP_ADJACENCY", strip, COUNT(strip));
   glSelectBuffer(COUNT(hits), hits);
   glRenderMode(GL_SELECT);
   for (GLenum mode = GL_LINES_ADJACENCY; mode <= GL_TRIANGLE_STRIP_ADJACENCY; mode++) {
      numbered_vertices(mode, 3); /* no primitive */
      api_expect("hits of incomplete primitives", glRenderMode(GL_SELECT), 0);
      numbered_vertices(mode, 6);
      api_expect("hits", glRenderMode(GL_SELECT), 1);
   }
   glRenderMode(GL_RENDER);
   api_expect_error(GL_NO_ERROR, "the end");
}

/* The beginning of each line, and provoking vertices (table 13.2). */
static void draw_adjacent_lines(void)
{
   static const GLfloat lines[] = {GL_LINE_RESET_TOKEN, NUMBERED(1, 2), NUMBERED(2, 2), GL_LINE_RESET_TOKEN, NUMBERED(5, 6), NUMBERED(6, 6)};
   static const GLfloat line_strip[] = {GL_LINE_RESET_TOKEN, NUMBERED(1, 2), NUMBERED(2, 2), GL_LINE_TOKEN, NUMBERED(2, 3), NUMBERED(3, 3)};
   static const GLfloat triangles[] = {TRIANGLE(0, 2, 4, 4), TRIANGLE(6, 8, 10, 10)}, strip[] = {TRIANGLE(0, 2, 4, 4), TRIANGLE(4, 2, 6, 6)};
   static const GLfloat first[] = {TRIANGLE(0, 2, 4, 0), TRIANGLE(4, 2, 6, 2)};
   glViewport(0, 0, 64, 64);
   glShadeModel(GL_FLAT);
   expect_numbered(GL_LINES_ADJACENCY, 10, "GL_LINES_ADJACENCY", lines, COUNT(lines));
   expect_numbered(GL_LINE_STRIP_ADJACENCY, 5, "GL_LINE_STRIP_ADJACENCY", line_strip, COUNT(line_strip));
   expect_numbered(GL_TRIANGLES_ADJACENCY, 12, "the last vertices of triangles", triangles, COUNT(triangles));
   expect_numbered(GL_TRIANGLE_STRIP_ADJACENCY, 8, "the last vertices of a strip", strip, COUNT(strip));
   glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
   expect_numbered(GL_TRIANGLE_STRIP_ADJACENCY, 8, "the first vertices of a strip", first, COUNT(first));
   glProvokingVertex(GL_LAST_VERTEX_CONVENTION);
}

/* A draw that has nothing to draw feeds nothing back: its vertices are memory of the application, and its indices would be beyond the end
 * of their buffer. */
static void draw_no_indices(void)
{
   static const GLfloat position[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, 4, "\0\1\2", GL_STATIC_DRAW);
   glVertexPointer(2, GL_FLOAT, 0, position);
   glEnableClientState(GL_VERTEX_ARRAY);
   begin(GL_2D);
   glDrawElements(GL_TRIANGLES, 30, GL_UNSIGNED_BYTE, (const void *)0x100000);
   end("no indices", NULL, 0);
   begin(GL_2D);
   glDrawElements(GL_POINTS, 2, GL_UNSIGNED_BYTE, NULL);
   static const GLfloat want[] = {GL_POINT_TOKEN, 0, 0, GL_POINT_TOKEN, API_SIZE, 0};
   end("indices", want, COUNT(want));
}

#define BODY(name, version, draw, reference) {name, COMPATIBILITY, version, 1, 0, draw, reference}

const struct api_body api_bodies_legacy_feedback[] = {
   BODY("legacy-feedback-vertex-shader", 21, draw_vertex_shader, NULL),
   BODY("legacy-feedback-geometry-shader", 32, draw_geometry_shader, NULL),
   BODY("legacy-feedback-restarts", 32, draw_restarts, NULL),
   BODY("legacy-feedback-arguments", 32, draw_arguments, NULL),
   BODY("legacy-feedback-captured", 32, draw_captured, NULL),
   BODY("legacy-raster-positions", 21, draw_raster, reference_green),
   BODY("legacy-feedback-pixels", 21, draw_pixel_tokens, NULL),
   BODY("legacy-select-names", 21, draw_selection, NULL),
   BODY("legacy-feedback-primitives", 21, draw_primitives, NULL),
   BODY("legacy-feedback-vertices", 21, draw_vertices, NULL),
   BODY("legacy-feedback-edges", 21, draw_edges, NULL),
   BODY("legacy-feedback-adjacency", 32, draw_adjacency, NULL),
   BODY("legacy-feedback-adjacent-lines", 32, draw_adjacent_lines, NULL),
   BODY("legacy-feedback-no-indices", 21, draw_no_indices, NULL),
   {0},
};
