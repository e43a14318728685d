/* body_tessellator.c: how patches are subdivided (OpenGL 4.6, 11.2.2): triangles cover their patch once and have the order of the
 * layout; the segments of edges for each spacing; patches that are discarded. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_desktop.h"
#include "api_tessellation.h"

static const char plain_vertex[] = TESS_GLSL "void main() { gl_Position = vec4(0.0); }";
static const char *const spacings[3] = {"equal_spacing", "fractional_odd_spacing", "fractional_even_spacing"};

static void patches(void)
{
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glPatchParameteri(GL_PATCH_VERTICES, 1);
}

/* ---- coverage --------------------------------------------------------------------------------------------------------------- */

/* Outer levels, then inner levels. */
static const GLfloat levels[][6] = {{1, 1, 1, 1, 1, 1}, {2, 2, 2, 2, 2, 2}, {1, 2, 3, 4, 5, 6},
                                    {3.5f, 7.25f, 1.0f, 2.9f, 1.0f, 5.5f},
                                    {5, 5, 5, 5, 1, 1}, {64, 13, 27.5f, 9.1f, 33.3f, 64}, {9, 4, 1, 6.5f, 20, 3}};
#define LEVELS (sizeof(levels) / sizeof(levels[0]))

/* Adds one step of red where front faces are, and one of green where back faces are. */
static void draw_coverage(void)
{
   static const char *const orders[2] = {"ccw", "cw"};
   patches();
   glEnable(GL_BLEND);
   glBlendFunc(GL_ONE, GL_ONE);
   for (unsigned i = 0; i < 2 * 3 * 2; i++) {
      const bool quads = i & 1;
      char evaluation[1000];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(%s, %s, %s) in; flat out int dummy; void main() {\n"
               "   vec2 at = %s; dummy = gl_PrimitiveID; gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }",
               quads ? "quads" : "triangles", spacings[i / 4], orders[i / 2 % 2],
               quads ? "gl_TessCoord.xy" : "gl_PrimitiveID == 0 ? gl_TessCoord.xy : 1.0 - gl_TessCoord.xy");
      const GLuint program = tess_program(plain_vertex,
         TESS_GLSL "layout(vertices = 1) out; uniform float level[6]; void main() {\n"
         "   for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = level[i]; for (int i = 0; i < 2; i++) "
         "gl_TessLevelInner[i] = level[4 + i]; }",
         evaluation, NULL,
         TESS_GLSL "flat in int dummy; out vec4 c; void main() { c = vec4(gl_FrontFacing ? 1.0 : 0.0, gl_FrontFacing ? "
            "0.0 : 1.0, 0.0, 1.0) / 255.0; }");
      const GLint level = glGetUniformLocation(program, "level");
      for (unsigned l = 0; l < LEVELS; l++) {
         glUniform1fv(level, 6, levels[l]);
         glDrawArrays(GL_PATCHES, 0, quads ? 1 : 2);
      }
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_coverage(uint8_t rgba[API_TEXELS][4])
{
   const uint8_t n = 2 * 3 * LEVELS;
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (const uint8_t[4]){n, n, 0, 2 * n}, 4);
}

/* ---- edges ------------------------------------------------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
   const GLfloat x = *(const GLfloat *)a, y = *(const GLfloat *)b;
   return x < y ? -1 : x > y;
}

/* OpenGL 4.6, 11.2.2: the number of segments of the clamped level. */
static unsigned segments(unsigned spacing, float level)
{
   const float least = spacing == 2 ? 2.0f : 1.0f, most = spacing == 1 ? 63.0f : 64.0f;
   const unsigned up = (unsigned)ceilf(fminf(fmaxf(level, least), most));
   return spacing == 0 ? up : (up & 1) == (spacing == 1) ? up : up + 1;
}

/* An isoline of points, for many levels at once: a patch each. */
static void draw_edges(void)
{
   enum { PATCHES = 150 };
   static const char *const names[] = {"at"};
   patches();
   for (unsigned spacing = 0; spacing < 3; spacing++) {
      char evaluation[500];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(isolines, %s, point_mode) in; out vec2 at;\n"
               "void main() { at = vec2(gl_TessCoord.x, float(gl_PrimitiveID)); gl_Position = vec4(0.0); }", spacings[spacing]);
      const GLuint program = glCreateProgram();
      tess_attach(program, GL_VERTEX_SHADER, plain_vertex);
      tess_attach(program, GL_TESS_CONTROL_SHADER, TESS_GLSL "layout(vertices = 1) out; void main() {\n"
         "   gl_TessLevelOuter[0] = 1.0; gl_TessLevelOuter[1] = float(gl_PrimitiveID) * 0.5 - 2.0; }");
      tess_attach(program, GL_TESS_EVALUATION_SHADER, evaluation);
      glTransformFeedbackVaryings(program, 1, names, GL_INTERLEAVED_ATTRIBS);
      api_link(program);
      GLuint buffer, query, written, wanted = 0;
      for (unsigned p = 0; p < PATCHES; p++)
         wanted += (float)p * 0.5f - 2.0f > 0.0f ? segments(spacing, (float)p * 0.5f - 2.0f) + 1 : 0;
      const GLsizeiptr size_B = (GLsizeiptr)(wanted * 2 * sizeof(GLfloat));
      glGenBuffers(1, &buffer);
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size_B, NULL, GL_DYNAMIC_READ);
      glGenQueries(1, &query);
      glEnable(GL_RASTERIZER_DISCARD);
      glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
      glBeginTransformFeedback(GL_POINTS);
      glDrawArrays(GL_PATCHES, 0, PATCHES);
      glEndTransformFeedback();
      glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
      glGetQueryObjectuiv(query, GL_QUERY_RESULT, &written);
      api_expect(spacings[spacing], (long)written, (long)wanted);
      const GLfloat (*got)[2] = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size_B, GL_MAP_READ_BIT);
      for (unsigned p = 0; p < PATCHES; p++) {
         const float level = (float)p * 0.5f - 2.0f;
         GLfloat at[70];
         unsigned n = 0;
         for (unsigned i = 0; i < wanted && n < 70; i++)
            if (got[i][1] == (GLfloat)p)
               at[n++] = got[i][0];
         const unsigned count = level > 0.0f ? segments(spacing, level) : 0;
         if (n != (count ? count + 1 : 0))
            api_fail("%s, level %g: %u points", spacings[spacing], level, n);
         qsort(at, n, sizeof(at[0]), by_value);
         /* Equal segments, and two that are shorter with fractional spacing; the halves mirror each other. */
         float full = 0.0f;
         unsigned shorter = 0;
         for (unsigned i = 0; i < count; i++)
            full = fmaxf(full, at[i + 1] - at[i]);
         for (unsigned i = 0; i < count; i++) {
            const float length = at[i + 1] - at[i], mirrored = at[count - i] - at[count - i - 1];
            if (fabsf(length - mirrored) > 1e-4f)
               api_fail("%s, level %g: segment %u from %g to %g", spacings[spacing], level, i, at[i], at[i + 1]);
            shorter += length < full - 1e-3f;
         }
         if (shorter > (spacing ? 2 : 0) || (count && (at[0] != 0.0f || at[n - 1] != 1.0f)))
            api_fail("%s, level %g: %u short segments, from %g to %g", spacings[spacing], level, shorter, at[0], at[n - 1]);
      }
      glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
      glDisable(GL_RASTERIZER_DISCARD);
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* ---- discarded patches ------------------------------------------------------------------------------------------------------ */

/* Patch n is a cell; an outer level of 0, below 0, or NaN, discards it, an inner level does not. Isolines look at two levels,
 * triangles at three. */
static void draw_discards(void)
{
   patches();
   for (unsigned domain = 0; domain < 3; domain++) {
      static const char *const domains[3] = {"triangles", "quads", "isolines"};
      char evaluation[1000];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(%s%s) in; flat in int number[]; flat out vec4 color; "
         "uniform int first; void main() {\n"
               "   int n = gl_PrimitiveID + first; color = vec4(1.0, float(n) / 255.0, 0.0, 1.0);\n"
               "   gl_Position = vec4((vec2(n %% 32, n / 32) + %s) / 16.0 - 1.0, 0.0, 1.0); }", domains[domain],
               domain == 2 ? ", point_mode" : "", domain == 0 ? "gl_TessCoord.xy * "
                  "2.0" : domain == 1 ? "gl_TessCoord.xy" : "vec2(0.5)");
      const GLuint program = tess_program(TESS_GLSL "flat out int id; void main() { id = gl_VertexID; }",
         TESS_GLSL "layout(vertices = 1) out; flat in int id[]; flat out int number[]; uniform float zero;\n"
         "void main() {\n"
         "   int which = id[0] / 4 % 6, kind = id[0] % 4; float bad = kind == 0 ? 0.0 : kind == 1 ? -1.0 : kind == 2 ? "
         "zero / zero : 1.0;\n"
         "   number[gl_InvocationID] = id[0]; for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = which == i ? bad : 1.0;\n"
         "   for (int i = 0; i < 2; i++) gl_TessLevelInner[i] = which == 4 + i ? bad : 1.0; }",
         evaluation, NULL, TESS_FRAGMENT);
      glUniform1i(glGetUniformLocation(program, "first"), (GLint)(64 * domain));
      glDrawArrays(GL_PATCHES, 0, 24);
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_discards(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, 4 * API_TEXELS);
   for (unsigned domain = 0; domain < 3; domain++)
      for (unsigned i = 0; i < 24; i++) {
         const unsigned outer = domain == 0 ? 3 : domain == 1 ? 4 : 2, n = 64 * domain + i;
         if (i / 4 >= outer || i % 4 == 3)
            memcpy(rgba[n], (const uint8_t[4]){255, (uint8_t)n, 0, 255}, 4);
      }
}

const struct api_body api_bodies_tessellator[] = {
   {"tessellator-coverage", CORE, 33, 0, 0, draw_coverage, reference_coverage},
   {"tessellator-edges", CORE, 33, 0, 0, draw_edges, NULL},
   {"tessellator-discards", CORE, 33, 1, 0, draw_discards, reference_discards},
   {0},
};
