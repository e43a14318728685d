/* body_queries.c: queries that extensions add to OpenGL 3.3: inverted conditions (ARB_conditional_render_inverted),
 * ARB_pipeline_statistics_query, ARB_transform_feedback_overflow_query. */
#include <string.h>

#include "api_test.h"

static const char plain_vs[] = "#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";
static const char color_fs[] = "#version 330 core\nuniform vec4 c; out vec4 color; void main() { color = c; }";

/* ---- inverted conditions ------------------------------------------------------------------------------------------------ */

static const GLenum inverted[4] = {GL_QUERY_WAIT_INVERTED, GL_QUERY_NO_WAIT_INVERTED, GL_QUERY_BY_REGION_WAIT_INVERTED,
                                   GL_QUERY_BY_REGION_NO_WAIT_INVERTED};

/* Band 2 i: the condition is a query that counted samples, band 2 i + 1: one that counted none. Without a wait the draw may
 * happen in either case, so such a draw has the background's colour where the condition forbids it. */
static void draw_inverted(void)
{
   GLuint ids[2], result;
   api_require("GL_ARB_conditional_render_inverted");
   const GLuint program = api_program(plain_vs, NULL, color_fs);
   const GLint color = glGetUniformLocation(program, "c");
   glGenQueries(2, ids);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < 2; i++) {
      glScissor(0, 0, i ? 0 : 1, 1);
      glBeginQuery(GL_SAMPLES_PASSED, ids[i]);
      api_rectangle(-1, -1, 1, 1);
      glEndQuery(GL_SAMPLES_PASSED);
      glGetQueryObjectuiv(ids[i], GL_QUERY_RESULT, &result);
      if (result != 1 - i)
         api_fail("query %u counts %u samples", i, result);
   }
   for (unsigned i = 0; i < 8; i++) {
      const bool waits = !(i / 2 & 1), forbidden = !(i & 1);
      glScissor(0, (GLint)i * 4, API_SIZE, 4);
      glUniform4f(color, 0, forbidden && !waits ? 0 : (float)(i + 1) / 8, 0, forbidden && !waits ? 0 : 1);
      glBeginConditionalRender(ids[i & 1], inverted[i / 2]);
      api_rectangle(-1, -1, 1, 1);
      glEndConditionalRender();
      api_expect_error(GL_NO_ERROR, "an inverted condition");
   }
}

static void reference_inverted(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned band = i / API_SIZE / 4;
      if (band & 1)
         memcpy(rgba[i], (uint8_t[4]){0, (uint8_t)((band + 1) / 8.0 * 255 + 0.5), 0, 255}, 4);
   }
   memset(rgba[0], 0, 4);
}

/* ---- pipeline statistics --------------------------------------------------------------------------------------------------- */

static const char quad_gs[] = "#version 330 core\nlayout(points) in; layout(triangle_strip, max_vertices = 8) out;\n"
   "void main() { for (int i = 0; i < 8; i++) { if (i == 4) EndPrimitive();\n"
   "  gl_Position = vec4(float(i & 1) * 2.0 - 1.0, float(i & 2) - 1.0, 0.0, 1.0); EmitVertex(); } }";

static const struct { GLenum target; GLuint64 arrays, geometry; } statistics[] = {
   {GL_VERTICES_SUBMITTED, 6, 3},
   {GL_PRIMITIVES_SUBMITTED, 2, 3},
   {GL_VERTEX_SHADER_INVOCATIONS, 6, 3},
   {GL_GEOMETRY_SHADER_INVOCATIONS, 0, 3},
   {GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED_ARB, 0, 12},
   {GL_CLIPPING_INPUT_PRIMITIVES, 2, 12},
   {GL_CLIPPING_OUTPUT_PRIMITIVES, 2, 12},
   {GL_FRAGMENT_SHADER_INVOCATIONS, API_TEXELS, 6 * API_TEXELS},
};
#define STATISTICS (sizeof(statistics) / sizeof(statistics[0]))

static void count(bool geometry)
{
   GLuint ids[STATISTICS];
   glGenQueries(STATISTICS, ids);
   for (unsigned i = 0; i < STATISTICS; i++)
      glBeginQuery(statistics[i].target, ids[i]);
   /* Clears do not count. */
   glClear(GL_COLOR_BUFFER_BIT);
   if (geometry)
      glDrawArrays(GL_POINTS, 0, 3);
   else
      glDrawArrays(GL_TRIANGLES, 0, 6);
   glClear(GL_COLOR_BUFFER_BIT);
   for (unsigned i = 0; i < STATISTICS; i++)
      glEndQuery(statistics[i].target);
   for (unsigned i = 0; i < STATISTICS; i++) {
      GLuint64 value = 0;
      glGetQueryObjectui64v(ids[i], GL_QUERY_RESULT, &value);
      const GLuint64 wanted = geometry ? statistics[i].geometry : statistics[i].arrays;
      /* Helpers of quads and repeated vertices may count (GL 4.6, 4.2.4). */
      const GLuint64 most = statistics[i].target == GL_FRAGMENT_SHADER_INVOCATIONS ? wanted * 2 : wanted;
      if (value < wanted || value > most)
         api_fail("statistic %u of a draw with%s geometry shader: %llu, not %llu", i, geometry ? "" : "out",
                  (unsigned long long)value, (unsigned long long)wanted);
   }
   glDeleteQueries(STATISTICS, ids);
}

static void draw_statistics(void)
{
   static const GLfloat corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, -1}, {-1, 1}, {1, 1}};
   GLint bits = 0;
   api_require("GL_ARB_pipeline_statistics_query");
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGetQueryiv(GL_VERTICES_SUBMITTED, GL_QUERY_COUNTER_BITS, &bits);
   if (bits < 32)
      api_fail("%d bits", bits);
   api_program(plain_vs, NULL, color_fs);
   count(false);
   api_program(plain_vs, quad_gs, color_fs);
   count(true);
   api_expect_error(GL_NO_ERROR, "statistics");
}

/* Indices that restart primitives do not count as vertices. */
static void draw_restarts(void)
{
   static const GLfloat corners[6][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, -1}, {-1, 1}, {1, 1}};
   static const GLushort indices[8] = {0, 1, 2, 0xffff, 3, 4, 5, 0xffff};
   GLuint buffer, id;
   GLuint64 value = 0;
   api_require("GL_ARB_pipeline_statistics_query");
   api_program(plain_vs, NULL, color_fs);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
   glEnable(GL_PRIMITIVE_RESTART);
   glPrimitiveRestartIndex(0xffff);
   glGenQueries(1, &id);
   glBeginQuery(GL_VERTICES_SUBMITTED, id);
   glDrawElementsInstanced(GL_TRIANGLE_STRIP, 8, GL_UNSIGNED_SHORT, NULL, 2);
   glEndQuery(GL_VERTICES_SUBMITTED);
   glGetQueryObjectui64v(id, GL_QUERY_RESULT, &value);
   if (value != 12)
      api_fail("%llu vertices, not 12", (unsigned long long)value);
   api_expect_error(GL_NO_ERROR, "restarts");
}

/* ---- overflow of transform feedback ------------------------------------------------------------------------------------------ */

/* Points written to a buffer with room for four: three fit, six do not. Band i is drawn if the condition says so. */
static void draw_overflow(void)
{
   static const GLenum targets[2] = {GL_TRANSFORM_FEEDBACK_OVERFLOW, GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW};
   static const char *const names[] = {"gl_Position"};
   GLuint buffer, ids[2][2], vertices;
   api_require("GL_ARB_transform_feedback_overflow_query");
   const GLuint capture = api_program(plain_vs, NULL, color_fs);
   glTransformFeedbackVaryings(capture, 1, names, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(capture);
   const GLuint program = api_program(plain_vs, NULL, color_fs);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4 * 16, NULL, GL_DYNAMIC_READ);
   glGenQueries(4, ids[0]);
   glGenVertexArrays(1, &vertices);
   glBindVertexArray(vertices);
   for (unsigned i = 0; i < 2; i++) { /* the second time it overflows */
      glUseProgram(capture);
      for (unsigned n = 0; n < 2; n++)
         glBeginQuery(targets[n], ids[i][n]);
      glEnable(GL_RASTERIZER_DISCARD);
      glBeginTransformFeedback(GL_POINTS);
      glDrawArrays(GL_POINTS, 0, i ? 6 : 3);
      glEndTransformFeedback();
      glDisable(GL_RASTERIZER_DISCARD);
      for (unsigned n = 0; n < 2; n++)
         glEndQuery(targets[n]);
      for (unsigned n = 0; n < 2; n++) {
         GLuint result = 77;
         glGetQueryObjectuiv(ids[i][n], GL_QUERY_RESULT, &result);
         if (result != i)
            api_fail("overflow query %u after %u points: %u", n, i ? 6 : 3, result);
      }
   }
   glUseProgram(program);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned i = 0; i < 4; i++) {
      glScissor(0, (GLint)i * 8, API_SIZE, 8);
      glUniform4f(glGetUniformLocation(program, "c"), 0, (float)(i + 1) / 4, 0, 1);
      glBeginConditionalRender(ids[i & 1][i >> 1], GL_QUERY_WAIT);
      api_rectangle(-1, -1, 1, 1);
      glEndConditionalRender();
   }
   api_expect_error(GL_NO_ERROR, "overflow queries");
}

static void reference_overflow(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned band = i / API_SIZE / 8;
      if (band & 1)
         memcpy(rgba[i], (uint8_t[4]){0, (uint8_t)((band + 1) / 4.0 * 255 + 0.5), 0, 255}, 4);
   }
}

const struct api_body api_bodies_queries[] = {
   {"conditions-inverted", CORE, 33, 1, 1, draw_inverted, reference_inverted},
   {"pipeline-statistics", CORE, 33, 0, 0, draw_statistics, NULL},
   {"statistics-restarts", CORE, 33, 0, 0, draw_restarts, NULL},
   {"overflow-queries", CORE, 33, 1, 0, draw_overflow, reference_overflow},
   {0},
};
