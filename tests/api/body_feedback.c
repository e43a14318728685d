/* body_feedback.c: transform feedback (OpenGL ES 3.0, 2.15): order and destination of captured values, errors. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "api_capture.h"

/* A linked and used program that captures these outputs. */
static GLuint capturing(const char *vertex, const char *fragment, GLsizei count, const char *const *names, GLenum mode)
{
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, vertex);
   api_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link_capturing(program, count, names, mode);
   return program;
}

static GLuint make_buffer(GLsizeiptr size)
{
   static GLubyte fill[4096];
   GLuint buffer;
   memset(fill, 0xcd, sizeof(fill));
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, fill, GL_DYNAMIC_READ);
   return buffer;
}

static void read_buffer(GLuint buffer, GLintptr offset, GLsizeiptr size, void *to)
{
   glBindBuffer(GL_COPY_READ_BUFFER, buffer);
   const void *map = glMapBufferRange(GL_COPY_READ_BUFFER, offset, size, GL_MAP_READ_BIT);
   if (!map)
      api_fail("a captured buffer cannot be mapped");
   memcpy(to, map, (size_t)size);
   glUnmapBuffer(GL_COPY_READ_BUFFER);
}

static const char discard_fragment[] = "#version 300 es\nprecision highp float; out vec4 c; void main() { c = vec4(1.0); }";

/* ---- interleaved: types, offsets, draws that follow each other, pauses. The vertices are drawn again as points of a texel ----------------------------------------------------- */

static const char interleaved_vertex[] =
   "#version 300 es\n"
   "out vec3 color; flat out ivec2 whole; flat out uint bits; out float list[3]; out float pair[2]; out mat2x3 matrix; out vec4 unread;\n"
   "void main() {\n"
   "   int i = gl_VertexID;\n"
   "   gl_Position = vec4((float(i % 32) + 0.5) / 16.0 - 1.0, (float(i / 32) + 0.5) / 16.0 - 1.0, 0.25, 1.0);\n"
   "   gl_PointSize = 1.0;\n"
   "   color = vec3(float(i % 251), float(i * 7 % 251), float(i * 13 % 251)) / 255.0;\n"
   "   whole = ivec2(-i, i * 65537);\n   bits = 0xffffff00u ^ uint(i);\n"
   "   list[0] = float(i); list[1] = float(i) + 0.5; list[2] = -float(i);\n   pair[0] = 7.0; pair[1] = float(i) + 0.5;\n"
   "   matrix = mat2x3(float(i), 1.0, 2.0, 3.0, 4.0, float(i) * 0.25);\n   unread = vec4(float(i));\n}";
struct vertex { GLfloat position[4], color[3]; GLint whole[2]; GLuint bits; GLfloat element, list[3], matrix[6]; };
static const char *const interleaved_names[] = {"gl_Position", "color", "whole", "bits", "pair[1]", "list", "matrix"};

static struct vertex vertex_of(int i)
{
   const GLfloat f = (GLfloat)i;
   return (struct vertex){
      .position = {((GLfloat)(i % 32) + 0.5f) / 16.0f - 1.0f, ((GLfloat)(i / 32) + 0.5f) / 16.0f - 1.0f, 0.25f, 1.0f},
      .color = {(GLfloat)(i % 251) / 255.0f, (GLfloat)(i * 7 % 251) / 255.0f, (GLfloat)(i * 13 % 251) / 255.0f},
      .whole = {-i, i * 65537}, .bits = 0xffffff00u ^ (GLuint)i, .element = f + 0.5f, .list = {f, f + 0.5f, -f},
      .matrix = {f, 1, 2, 3, 4, f * 0.25f}};
}

/* Colours come from a division, which is not exact. */
static void check_vertex(const struct vertex *got, int i, int place)
{
   struct vertex wanted = vertex_of(i);
   for (unsigned c = 0; c < 3; c++)
      if (fabsf(got->color[c] - wanted.color[c]) < 1e-5f)
         wanted.color[c] = got->color[c];
   if (memcmp(got, &wanted, sizeof(wanted)) != 0)
      for (unsigned w = 0; w < sizeof(wanted) / 4; w++)
         if (((const GLuint *)(const void *)got)[w] != ((const GLuint *)(const void *)&wanted)[w])
            api_fail("place %d, vertex %d, word %u: 0x%x, not 0x%x", place, i, w, ((const GLuint *)(const void *)got)[w],
                     ((const GLuint *)(const void *)&wanted)[w]);
}

enum { MARGIN_B = 64 };

static void check_untouched(GLuint buffer, GLintptr offset, GLsizeiptr size)
{
   GLubyte bytes[MARGIN_B];
   read_buffer(buffer, offset, size, bytes);
   for (GLsizeiptr i = 0; i < size; i++)
      if (bytes[i] != 0xcd)
         api_fail("byte %ld of the buffer was written", (long)(offset + i));
}

static void draw_interleaved(void)
{
   static struct vertex captured[API_TEXELS];
   const GLsizeiptr size = (GLsizeiptr)sizeof(captured);
   GLuint array, written, buffer, query;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
   static GLubyte fill[MARGIN_B + sizeof(captured) + MARGIN_B];
   memset(fill, 0xcd, sizeof(fill));
   glBufferData(GL_COPY_WRITE_BUFFER, sizeof(fill), fill, GL_DYNAMIC_COPY);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   capturing(interleaved_vertex, discard_fragment, 7, interleaved_names, GL_INTERLEAVED_ATTRIBS);
   glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, MARGIN_B, size);
   glGenQueries(1, &query);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
   glDrawArrays(GL_POINTS, 0, 100);
   glDrawArrays(GL_POINTS, 600, 1);
   glPauseTransformFeedback();
   glDrawArrays(GL_POINTS, 700, 300);
   glFlush();
   glResumeTransformFeedback();
   glDrawArrays(GL_POINTS, 101, 500);
   glFinish();
   glDrawArraysInstanced(GL_POINTS, 601, 211, 2);
   glDrawArrays(GL_POINTS, 1023, 1);
   glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   glEndTransformFeedback();
   glDrawArrays(GL_POINTS, 0, 1024);
   glDisable(GL_RASTERIZER_DISCARD);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
   api_expect("primitives written", written, 1024);
   read_buffer(buffer, MARGIN_B, size, captured);
   for (int i = 0; i < API_TEXELS; i++)
      check_vertex(&captured[i], i < 100 ? i : i == 100 ? 600 : i < 601 ? i : i < 1023 ? 601 + (i - 601) % 211 : i, i);
   check_untouched(buffer, 0, MARGIN_B);
   check_untouched(buffer, MARGIN_B + size, MARGIN_B);

   const GLuint show = api_program("#version 300 es\nin vec4 pos; in vec4 val; out vec4 v;"
                                   "void main() { gl_Position = pos; gl_PointSize = 1.0; v = val; }", NULL,
                                   "#version 300 es\nprecision highp float; in vec4 v; out vec4 c; void main() { c = v; }");
   glUseProgram(show);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(struct vertex), (void *)(uintptr_t)MARGIN_B);
   glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(struct vertex),
                         (void *)(uintptr_t)(MARGIN_B + offsetof(struct vertex, color)));
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_POINTS, 0, API_TEXELS);
}

static void reference_interleaved(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
   for (int i = 0; i < API_TEXELS; i++) {
      if (i == 100 || (i > 811 && i < 1023)) /* vertices 600 .. 811 were captured twice instead */
         continue;
      const uint8_t texel[4] = {(uint8_t)(i % 251), (uint8_t)(i * 7 % 251), (uint8_t)(i * 13 % 251), 255};
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- separate buffers, two objects that take turns -------------------------------------------------------------------------- */

static const char separate_vertex[] =
   "#version 300 es\nuniform int add; flat out int a; out vec2 b; flat out uvec3 c; out mat4 d;\n"
   "void main() { int i = gl_VertexID + add; gl_Position = vec4(0.0); a = i; b = vec2(float(i), -float(i)); c = uvec3(i, i + 1, i + 2);\n"
   "   d = mat4(float(i)); }";

static void draw_separate(void)
{
   static const char *const names[] = {"a", "b", "c", "d"};
   static const GLsizeiptr bytes[] = {4, 8, 12, 64};
   GLuint feedback[2], buffers[2][4], array;
   GLint limit;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, &limit);
   const GLsizei count = limit >= 16 ? 4 : 3;
   const GLuint program = capturing(separate_vertex, discard_fragment, count, names, GL_SEPARATE_ATTRIBS);
   const GLint add = glGetUniformLocation(program, "add");
   glEnable(GL_RASTERIZER_DISCARD);
   glGenTransformFeedbacks(2, feedback);
   for (unsigned f = 0; f < 2; f++) {
      glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback[f]);
      for (GLsizei i = 0; i < count; i++) {
         buffers[f][i] = make_buffer(30 * bytes[i] + 8);
         glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)i, buffers[f][i]);
      }
      glBeginTransformFeedback(GL_TRIANGLES);
      glPauseTransformFeedback();
   }
   for (int round = 0; round < 5; round++) /* 30 vertices in each, by turns */
      for (int f = 0; f < 2; f++) {
         glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback[f]);
         glResumeTransformFeedback();
         glUniform1i(add, 1000 * f + 6 * round);
         glDrawArrays(GL_TRIANGLES, 0, round % 2 ? 6 : 8); /* two vertices too many for a triangle */
         glPauseTransformFeedback();
      }
   for (unsigned f = 0; f < 2; f++) {
      glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback[f]);
      glEndTransformFeedback();
      GLint a[30];
      GLfloat b[60], d[30 * 16];
      GLuint c[90];
      read_buffer(buffers[f][0], 0, sizeof(a), a);
      read_buffer(buffers[f][1], 0, sizeof(b), b);
      read_buffer(buffers[f][2], 0, sizeof(c), c);
      if (count > 3)
         read_buffer(buffers[f][3], 0, sizeof(d), d);
      for (int i = 0; i < 30; i++) {
         const int wanted = 1000 * (int)f + i;
         api_expect("a", a[i], wanted);
         api_expect("b", b[2 * i] == (GLfloat)wanted && b[2 * i + 1] == -(GLfloat)wanted, true);
         api_expect("c", c[3 * i] == (GLuint)wanted && c[3 * i + 2] == (GLuint)wanted + 2, true);
         for (unsigned k = 0; count > 3 && k < 16; k++)
            api_expect("d", d[16 * i + k] == (k % 5 ? 0.0f : (GLfloat)wanted), true);
      }
      for (GLsizei i = 0; i < count; i++)
         check_untouched(buffers[f][i], 30 * bytes[i], 8);
   }
   glDisable(GL_RASTERIZER_DISCARD);
   glDeleteTransformFeedbacks(2, feedback);
   api_expect("the default object", glGetError(), GL_NO_ERROR);
}

/* ---- the vertices of strips, loops and fans ---------------------------------------------------------------------------------- */

static const struct shape { GLenum mode, primitive; GLsizei vertices, written; GLint order[12]; } shapes[] = {
   {GL_POINTS, GL_POINTS, 3, 3, {0, 1, 2}},
   {GL_LINES, GL_LINES, 5, 2, {0, 1, 2, 3}},
   {GL_LINE_STRIP, GL_LINES, 4, 3, {0, 1, 1, 2, 2, 3}},
   {GL_LINE_LOOP, GL_LINES, 4, 4, {0, 1, 1, 2, 2, 3, 3, 0}},
   {GL_TRIANGLES, GL_TRIANGLES, 8, 2, {0, 1, 2, 3, 4, 5}},
   {GL_TRIANGLE_STRIP, GL_TRIANGLES, 6, 4, {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5}},
   {GL_TRIANGLE_FAN, GL_TRIANGLES, 5, 3, {0, 1, 2, 0, 2, 3, 0, 3, 4}},
};

/* The same vertices in the same sense of rotation. */
static bool same_primitive(const GLint *a, const GLint *b, int size)
{
   for (int turn = 0; turn < (size == 3 ? 3 : 1); turn++) {
      bool same = true;
      for (int k = 0; k < size; k++)
         same &= a[k] == b[(k + turn) % size];
      if (same)
         return true;
   }
   return false;
}

static void draw_shapes(void)
{
   static const char *const names[] = {"id"};
   GLuint array, query, written;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenQueries(1, &query);
   capturing("#version 300 es\nflat out int id; void main() { id = gl_VertexID; gl_Position = vec4(0.0); gl_PointSize = 1.0; }",
             discard_fragment, 1, names, GL_INTERLEAVED_ATTRIBS);
   glEnable(GL_RASTERIZER_DISCARD);
   for (unsigned i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
      const struct shape *s = &shapes[i];
      const int size = s->primitive == GL_POINTS ? 1 : s->primitive == GL_LINES ? 2 : 3;
      const GLuint buffer = make_buffer(sizeof(s->order));
      GLint order[12];
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
      glBeginTransformFeedback(s->primitive);
      glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
      glDrawArrays(s->mode, 0, s->vertices);
      glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
      glEndTransformFeedback();
      glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
      api_expect("written", written, s->written);
      read_buffer(buffer, 0, sizeof(order), order);
      for (int k = 0; k < s->written; k++)
         if (!same_primitive(&order[k * size], &s->order[k * size], size))
            api_fail("mode 0x%x, primitive %d: %d %d %d", s->mode, k, order[k * size], order[k * size + 1], order[k * size + 2]);
      glDeleteBuffers(1, &buffer);
   }
   glDisable(GL_RASTERIZER_DISCARD);
}

/* ---- errors ------------------------------------------------------------------------------------------------------------------ */

static const char *const one_name[] = {"id"};
static GLuint program, other, buffer, feedback;

static void begin(void) { glBeginTransformFeedback(GL_TRIANGLES); }
static void begin_mode(void) { glBeginTransformFeedback(GL_TRIANGLE_STRIP); }
static void end(void) { glEndTransformFeedback(); }
static void pause(void) { glPauseTransformFeedback(); }
static void resume(void) { glResumeTransformFeedback(); }
static void use(void) { glUseProgram(program); }
static void use_other(void) { glUseProgram(other); }
static void use_none(void) { glUseProgram(0); }
static void link_it(void) { glLinkProgram(program); }
static void link_other(void) { glLinkProgram(other); }
static void bind_first(void) { glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback); }
static void bind_default(void) { glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0); }
static void bind_unknown(void) { glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 12345); }
static void bind_target(void) { glBindTransformFeedback(GL_TRANSFORM_FEEDBACK_BUFFER, 0); }
static void delete_first(void) { glDeleteTransformFeedbacks(1, &feedback); }
static void delete_less(void) { glDeleteTransformFeedbacks(-1, &feedback); }
static void gen_less(void) { glGenTransformFeedbacks(-1, &feedback); }
static void base(void) { glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer); }
static void no_base(void) { glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0); }
static void base_beyond(void) { glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 4, buffer); }
static void range(void) { glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 4, 24); }
static void range_offset(void) { glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 2, 24); }
static void range_size(void) { glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 4, 23); }
static void range_empty(void) { glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 4, 0); }
static void triangle(void) { glDrawArrays(GL_TRIANGLES, 0, 3); }
static void triangle_and_more(void) { glDrawArrays(GL_TRIANGLES, 0, 5); }
static void two_triangles(void) { glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2); }
static void strip(void) { glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); }
static void points(void) { glDrawArrays(GL_POINTS, 0, 3); }
static void indices(void) { glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, (const GLushort[3]){0, 1, 2}); }
static void range_of_indices(void) { glDrawRangeElements(GL_TRIANGLES, 0, 2, 3, GL_UNSIGNED_SHORT, (const GLushort[3]){0, 1, 2}); }
static void varyings_less(void) { glTransformFeedbackVaryings(other, -1, one_name, GL_INTERLEAVED_ATTRIBS); }
static void varyings_many(void)
{
   static const char *const many[] = {"a", "b", "c", "d", "e"};
   glTransformFeedbackVaryings(other, 5, many, GL_SEPARATE_ATTRIBS);
}
static void varyings_mode(void) { glTransformFeedbackVaryings(other, 1, one_name, GL_TRIANGLES); }
static void varyings_none(void) { glTransformFeedbackVaryings(0x7fffff, 1, one_name, GL_SEPARATE_ATTRIBS); }
static void varying(void)
{
   GLsizei length = 9, size = 9;
   GLenum type = 9;
   char name[3];
   glGetTransformFeedbackVarying(program, 0, sizeof(name), &length, &size, &type, name);
   api_expect("length, size, type", length == 2 && size == 1 && type == GL_INT && !strcmp(name, "id"), true);
}
static void varying_beyond(void) { glGetTransformFeedbackVarying(program, 1, 0, NULL, &(GLsizei){0}, &(GLenum){0}, &(char){0}); }

/* Which geometry shaders (ES 3.2) have lifted. */
#define BEFORE_32 0x80000000u

/* In order: each step starts from the state that the one before left. */
static const struct step { const char *what; void (*call)(void); GLenum error; } steps[] = {
   {"not active: end", end, GL_INVALID_OPERATION}, {"pause", pause, GL_INVALID_OPERATION},
   {"resume", resume, GL_INVALID_OPERATION}, {"mode", begin_mode, GL_INVALID_ENUM},
   {"no program", use_none, 0}, {"begin without a program", begin, GL_INVALID_OPERATION},
   {"a program that captures nothing", use_other, 0}, {"begin with it", begin, GL_INVALID_OPERATION}, {"use", use, 0},
   {"bind", bind_first, 0}, {"no buffer", begin, GL_INVALID_OPERATION},
   {"target", bind_target, GL_INVALID_ENUM}, {"unknown name", bind_unknown, GL_INVALID_OPERATION},
   {"n < 0", delete_less, GL_INVALID_VALUE}, {"n < 0", gen_less, GL_INVALID_VALUE},
   {"index", base_beyond, GL_INVALID_VALUE}, {"offset", range_offset, GL_INVALID_VALUE}, {"size", range_size, GL_INVALID_VALUE},
   {"empty", range_empty, GL_INVALID_VALUE}, {"base", base, 0}, {"no buffer", no_base, 0}, {"range", range, 0},
   {"begin", begin, 0}, {"active: begin", begin, GL_INVALID_OPERATION}, {"resume", resume, GL_INVALID_OPERATION},
   {"bind", bind_default, GL_INVALID_OPERATION}, {"delete", delete_first, GL_INVALID_OPERATION},
   {"use", use_other, GL_INVALID_OPERATION}, {"use", use, GL_INVALID_OPERATION}, {"link", link_it, GL_INVALID_OPERATION},
   {"link another", link_other, 0}, {"base", base, GL_INVALID_OPERATION}, {"range", range, GL_INVALID_OPERATION},
   {"no buffer", no_base, GL_INVALID_OPERATION},
   {"points", points, GL_INVALID_OPERATION}, {"indices", indices, GL_INVALID_OPERATION | BEFORE_32},
   {"a range of indices", range_of_indices, GL_INVALID_OPERATION | BEFORE_32},
   {"a triangle", triangle_and_more, 0}, {"a strip does not fit", strip, GL_INVALID_OPERATION | BEFORE_32},
   {"instances do not fit", two_triangles, GL_INVALID_OPERATION | BEFORE_32}, {"a second triangle", triangle, 0},
   {"full", triangle, GL_INVALID_OPERATION | BEFORE_32},
   {"pause", pause, 0}, {"paused: pause", pause, GL_INVALID_OPERATION}, {"begin", begin, GL_INVALID_OPERATION},
   {"points", points, 0}, {"indices", indices, 0}, {"delete", delete_first, GL_INVALID_OPERATION},
   {"base", base, GL_INVALID_OPERATION}, {"use another", use_other, 0}, {"link", link_it, GL_INVALID_OPERATION},
   {"resume with another", resume, GL_INVALID_OPERATION}, {"bind another", bind_default, 0},
   {"delete", delete_first, GL_INVALID_OPERATION}, {"link", link_it, GL_INVALID_OPERATION}, {"bind", bind_first, 0},
   {"use", use, 0}, {"resume", resume, 0}, {"end", end, 0}, {"end", end, GL_INVALID_OPERATION}, {"link", link_it, 0},
   {"begin again", begin, 0}, {"from the start", two_triangles, 0}, {"pause", pause, 0}, {"end of a paused one", end, 0},
   {"delete", delete_first, 0},
   {"count", varyings_less, GL_INVALID_VALUE}, {"too many", varyings_many, GL_INVALID_VALUE},
   {"mode", varyings_mode, GL_INVALID_ENUM}, {"no program", varyings_none, GL_INVALID_VALUE}, {"varying", varying, 0},
   {"index", varying_beyond, GL_INVALID_VALUE},
};

static void draw_errors(void)
{
   static const char vertex[] = "#version 300 es\nflat out int id; void main() { id = gl_VertexID; gl_Position = vec4(0.0); }";
   GLint minor;
   other = capturing(vertex, discard_fragment, 0, NULL, GL_INTERLEAVED_ATTRIBS);
   program = capturing(vertex, discard_fragment, 1, one_name, GL_INTERLEAVED_ATTRIBS);
   buffer = make_buffer(64);
   glGenTransformFeedbacks(1, &feedback);
   api_expect("not bound yet", glIsTransformFeedback(feedback), GL_FALSE);
   glEnable(GL_RASTERIZER_DISCARD);
   glGetIntegerv(GL_MINOR_VERSION, &minor);
   for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
      if (steps[i].error & BEFORE_32 && minor >= 2)
         continue;
      steps[i].call();
      const GLenum error = glGetError(), wanted = steps[i].error & ~(GLenum)BEFORE_32;
      if (error != wanted)
         api_fail("step %u, %s: error 0x%x, not 0x%x", i, steps[i].what, error, wanted);
   }
   GLint order[8];
   read_buffer(buffer, 0, sizeof(order), order);
   for (int i = 0; i < 8; i++)
      api_expect("captured", order[i], i < 1 || i > 6 ? (GLint)0xcdcdcdcd : (i - 1) % 3);
   glDisable(GL_RASTERIZER_DISCARD);
}

static void reference_nothing(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, API_TEXELS * 4);
}

/* ---- 30 matrices of two columns: 120 components, which fit into 31 vectors two columns in each ------------------------------ */

enum { MATRICES = 30, CAPTURED = 16 }; /* the last ones: OpenGL 3.3 requires 64 components */

static void draw_matrices(void)
{
   static char vs[4000], fs[4000], texts[MATRICES][8];
   const char *names[MATRICES];
   static GLfloat got[3][CAPTURED][4];
   GLuint array;
   int v = snprintf(vs, sizeof(vs), "#version 330 core\n"), f = snprintf(fs, sizeof(fs), "#version 330 core\nout vec4 color;\n");
   for (int k = 0; k < MATRICES; k++) {
      v += snprintf(vs + v, sizeof(vs) - (size_t)v, "out mat2 m%d;\n", k);
      f += snprintf(fs + f, sizeof(fs) - (size_t)f, "in mat2 m%d;\n", k);
      snprintf(texts[k], sizeof(texts[k]), "m%d", k);
      names[k] = texts[k];
   }
   v += snprintf(vs + v, sizeof(vs) - (size_t)v, "void main() {\n   float i = float(gl_VertexID);\n"
                 "   gl_Position = vec4(i == 1.0 ? 3.0 : -1.0, i == 2.0 ? 3.0 : -1.0, 0.0, 1.0);\n");
   f += snprintf(fs + f, sizeof(fs) - (size_t)f, "void main() {\n   vec4 c = vec4(0.0);\n   int y = int(gl_FragCoord.y);\n");
   for (int k = 0; k < MATRICES; k++) {
      v += snprintf(vs + v, sizeof(vs) - (size_t)v, "   m%d = mat2(%d.0, %d.0, %d.0, i);\n", k, k, k + 50, k + 100);
      f += snprintf(fs + f, sizeof(fs) - (size_t)f, "   if (y == %d) c = vec4(m%d[0], m%d[1].x, 255.0) / 255.0;\n", k, k, k);
   }
   snprintf(vs + v, sizeof(vs) - (size_t)v, "}\n");
   snprintf(fs + f, sizeof(fs) - (size_t)f, "   color = c;\n}\n");
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   capturing(vs, fs, CAPTURED, names + MATRICES - CAPTURED, GL_INTERLEAVED_ATTRIBS);
   const GLuint buffer = make_buffer(sizeof(got));
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBeginTransformFeedback(GL_TRIANGLES);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glEndTransformFeedback();
   read_buffer(buffer, 0, sizeof(got), got);
   for (int i = 0; i < 3; i++)
      for (int n = 0; n < CAPTURED; n++) {
         const int k = MATRICES - CAPTURED + n;
         const GLfloat wanted[4] = {(GLfloat)k, (GLfloat)k + 50, (GLfloat)k + 100, (GLfloat)i};
         for (int c = 0; c < 4; c++)
            if (got[i][n][c] != wanted[c])
               api_fail("vertex %d, matrix %d, component %d: %g, not %g", i, k, c, (double)got[i][n][c], (double)wanted[c]);
      }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_matrices(uint8_t rgba[API_TEXELS][4])
{
   for (int i = 0; i < MATRICES * API_SIZE; i++) {
      const int k = i / API_SIZE;
      memcpy(rgba[i], (const uint8_t[4]){(uint8_t)k, (uint8_t)(k + 50), (uint8_t)(k + 100), 255}, 4);
   }
}

const struct api_body api_bodies_feedback[] = {
   {"feedback-interleaved", GLES, 30, 1, 0, draw_interleaved, reference_interleaved},
   {"feedback-separate", GLES, 30, 0, 0, draw_separate, reference_nothing},
   {"feedback-primitives", GLES, 30, 0, 0, draw_shapes, reference_nothing},
   {"feedback-errors", GLES, 30, 0, 0, draw_errors, reference_nothing},
   {"feedback-matrices", CORE, 33, 1, 0, draw_matrices, reference_matrices},
   {0}};
