/* body_limits.c: the limits of values between stages and of transform feedback: as many as the limit pass from stage to stage, one
 * more does not link, and constants of the shading language are the values of glGetIntegerv. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

#define ES "#version 320 es\nprecision highp float;\n"
#define CORE_45 "#version 450 core\n"
#define FETCH "GL_EXT_shader_framebuffer_fetch"
#define FETCH_ES "#version 320 es\n#extension " FETCH " : require\nprecision highp float;\n"
enum { VECTORS = 32, SOURCE = 2048, INSTANCES = 3 };

/* ---- programs: the column of a texel is the vector that it shows ----------------------------------------------------------- */

enum stages { NONE = 0, TESSELLATION = 1, GEOMETRY = 2 };

/* A block of `vectors` vectors for each vertex. The control, evaluation and geometry shaders reverse their order. */
#define BLOCK(n) "out " n " { vec4 v[N]; } o;\n"
#define INPUTS(n) "in " n " { vec4 v[N]; } i[];\n"
static const char vertex_main[] = "layout(location = 0) in vec2 pos;\n" BLOCK("Vertex")
   "void main() {\n   gl_Position = vec4(pos, 0.0, 1.0);\n"
   "   for (int k = 0; k < N; k++)\n"
   "      o.v[k] = vec4(float(k * 7 + gl_InstanceID * 11), float(250 - k * 7), (pos.y + 1.0) * float(k + 1) * 3.5, 255.0) / 255.0;\n}\n";
static const char control_main[] = "layout(vertices = 3) out;\n" INPUTS("Vertex") "out Control { vec4 v[N]; } o[];\n"
   "void main() {\n"
   "   for (int k = 0; k < N; k++)\n      o[gl_InvocationID].v[k] = i[gl_InvocationID].v[N - 1 - k];\n"
   "   gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
   "   gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0;\n}\n";
static const char evaluation_main[] = "layout(triangles) in;\n" INPUTS("Control") BLOCK("Evaluation")
   "void main() {\n   vec3 t = gl_TessCoord;\n"
   "   for (int k = 0; k < N; k++)\n"
   "      o.v[k] = t.x * i[0].v[N - 1 - k] + t.y * i[1].v[N - 1 - k] + t.z * i[2].v[N - 1 - k];\n"
   "   gl_Position = t.x * gl_in[0].gl_Position + t.y * gl_in[1].gl_Position + t.z * gl_in[2].gl_Position;\n}\n";
static const char geometry_main[] = "layout(triangles) in;\nlayout(triangle_strip, max_vertices = 3) out;\n" INPUTS("FROM")
   BLOCK("Geometry")
   "void main() {\n   for (int n = 0; n < 3; n++) {\n"
   "      for (int k = 0; k < N; k++)\n         o.v[k] = i[n].v[N - 1 - k];\n"
   "      gl_Position = gl_in[n].gl_Position;\n      PRIMITIVE\n      EmitVertex();\n   }\n}\n";

/* The text behind the header, with FROM and PRIMITIVE replaced. */
static void source(char out[SOURCE], const char *header, const char *text, unsigned vectors, const char *from, const char *primitive)
{
   size_t n = (size_t)snprintf(out, SOURCE, "%s#define N %u\n", header, vectors);
   for (const char *at = text; *at;) {
      const bool is_from = !strncmp(at, "FROM", 4), is_primitive = !strncmp(at, "PRIMITIVE", 9);
      const char *put = is_from ? from : primitive;
      if (!is_from && !is_primitive) {
         out[n++] = *at++;
         continue;
      }
      n += (size_t)snprintf(out + n, SOURCE - n, "%s", put);
      at += is_from ? 4 : 9;
   }
   out[n] = '\0';
}

/* fragment: uses i.v[column]. */
static GLuint make_program(const char *header, unsigned vectors, unsigned stages, const char *fragment_header, const char *fragment,
                           const char *primitive)
{
   const char *last = stages & GEOMETRY ? "Geometry" : stages & TESSELLATION ? "Evaluation" : "Vertex";
   const GLuint program = glCreateProgram();
   char text[SOURCE];
   source(text, header, vertex_main, vectors, "", "");
   api_attach(program, GL_VERTEX_SHADER, text);
   if (stages & TESSELLATION) {
      source(text, header, control_main, vectors, "", "");
      api_attach(program, GL_TESS_CONTROL_SHADER, text);
      source(text, header, evaluation_main, vectors, "", "");
      api_attach(program, GL_TESS_EVALUATION_SHADER, text);
   }
   if (stages & GEOMETRY) {
      source(text, header, geometry_main, vectors, stages & TESSELLATION ? "Evaluation" : "Vertex", primitive);
      api_attach(program, GL_GEOMETRY_SHADER, text);
   }
   source(text, fragment_header, fragment, vectors, last, "");
   api_attach(program, GL_FRAGMENT_SHADER, text);
   return program;
}

static void draw_squares(unsigned stages, GLsizei instances)
{
   static const GLfloat corners[6][2] = { { -1, -1 }, { 1, -1 }, { -1, 1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } };
   api_vertices(corners, sizeof corners);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   if (stages & TESSELLATION)
      glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArraysInstanced(stages & TESSELLATION ? GL_PATCHES : GL_TRIANGLES, 0, 6, instances);
   api_expect_error(GL_NO_ERROR, "draw");
}

static const char fragment_main[] = "in FROM { vec4 v[N]; } i;\nlayout(location = 0) out vec4 c;\n"
                                    "void main() { c = i.v[int(gl_FragCoord.x)]; }\n";

static void draw_vectors(const char *header, unsigned stages)
{
   const GLuint program = make_program(header, VECTORS, stages, header, fragment_main, "");
   api_link(program);
   draw_squares(stages, 1);
}

static void draw_es(void) { draw_vectors(ES, NONE); }
static void draw_es_geometry(void) { draw_vectors(ES, GEOMETRY); }
static void draw_es_tessellation(void) { draw_vectors(ES, TESSELLATION); }
static void draw_es_all(void) { draw_vectors(ES, TESSELLATION | GEOMETRY); }
static void draw_core(void) { draw_vectors(CORE_45, NONE); }
static void draw_core_geometry(void) { draw_vectors(CORE_45, GEOMETRY); }
static void draw_core_tessellation(void) { draw_vectors(CORE_45, TESSELLATION); }
static void draw_core_all(void) { draw_vectors(CORE_45, TESSELLATION | GEOMETRY); }

/* The vector k of an instance at row y. */
static void vector(double v[4], unsigned k, unsigned instance, unsigned y)
{
   const double value[4] = { k * 7 + instance * 11, 250 - (double)k * 7, (y + 0.5) / 16 * (k + 1) * 3.5, 255 };
   memcpy(v, value, sizeof value);
}

static void vectors_reference(uint8_t rgba[API_TEXELS][4], bool reversed)
{
   for (unsigned p = 0; p < API_TEXELS; p++) {
      double v[4];
      vector(v, reversed ? VECTORS - 1 - p % API_SIZE : p % API_SIZE, 0, p / API_SIZE);
      for (unsigned i = 0; i < 4; i++)
         rgba[p][i] = (uint8_t)(v[i] + 0.5);
   }
}

static void reference(uint8_t rgba[API_TEXELS][4]) { vectors_reference(rgba, false); }
static void reference_reversed(uint8_t rgba[API_TEXELS][4]) { vectors_reference(rgba, true); }

/* ---- fragments that read the framebuffer: primitives over each other -------------------------------------------------------- */

static void draw_fetch(unsigned stages, unsigned vectors, const char *fragment)
{
   api_require(FETCH);
   const GLuint program = make_program(ES, vectors, stages, FETCH_ES, fragment, "gl_PrimitiveID = gl_PrimitiveIDIn + 3;");
   api_link(program);
   glClearColor(0, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   draw_squares(stages, INSTANCES);
}

static const char mix_fragment[] = "in FROM { vec4 v[N]; } i;\nlayout(location = 0) inout vec4 c;\n"
   "void main() { c = vec4(1.0 - mix(c, i.v[int(gl_FragCoord.x)], 0.5).xyz, 1.0); }\n";
/* 31 vectors and the number of the primitive are as many inputs. The last column shows the number. */
static const char number_fragment[] = "in FROM { vec4 v[N]; } i;\nlayout(location = 0) inout vec4 c;\n"
   "void main() {\n   int x = int(gl_FragCoord.x);\n   vec4 v = x < N ? i.v[x] : vec4(float(gl_PrimitiveID * 20) / 255.0);\n"
   "   c = vec4(1.0 - mix(c, v, 0.5).xyz, 1.0);\n}\n";

static void draw_fetch_geometry(void) { draw_fetch(GEOMETRY, VECTORS, mix_fragment); }
static void draw_fetch_tessellation(void) { draw_fetch(TESSELLATION, VECTORS, mix_fragment); }
static void draw_fetch_number(void) { draw_fetch(GEOMETRY, VECTORS - 1, number_fragment); }

static void mixed_reference(uint8_t rgba[API_TEXELS][4], unsigned vectors, bool reversed)
{
   for (unsigned p = 0; p < API_TEXELS; p++) {
      const unsigned x = p % API_SIZE, y = p / API_SIZE;
      double c[3] = { 0 };
      for (unsigned n = 0; n < INSTANCES; n++) {
         const double number = x + y < API_SIZE ? 60 : 80; /* a centre on the diagonal belongs to either triangle */
         double v[4] = { number, number, number, 255 };
         if (x < vectors)
            vector(v, reversed ? vectors - 1 - x : x, n, y);
         for (unsigned i = 0; i < 3; i++)
            c[i] = floor(255 - (c[i] + v[i]) / 2 + 0.5);
      }
      for (unsigned i = 0; i < 4; i++)
         rgba[p][i] = i < 3 ? (uint8_t)c[i] : 255;
   }
}

static void reference_fetch_geometry(uint8_t rgba[API_TEXELS][4]) { mixed_reference(rgba, VECTORS, true); }
static void reference_fetch_tessellation(uint8_t rgba[API_TEXELS][4]) { mixed_reference(rgba, VECTORS, false); }
static void reference_fetch_number(uint8_t rgba[API_TEXELS][4]) { mixed_reference(rgba, VECTORS - 1, true); }

/* ---- one more than the limit ------------------------------------------------------------------------------------------------ */

static void expect_link_error(GLuint program, const char *what)
{
   char log[1024] = "";
   GLint linked = GL_TRUE;
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (linked || !log[0])
      api_fail("%s: %s", what, linked ? "links" : "does not link, without a message");
   glDeleteProgram(program);
   api_checked();
}

static void too_many(const char *header)
{
   static const char *const names[] = { "fragment", "tessellation", "geometry", "tessellation and geometry" };
   for (unsigned stages = 0; stages < 4; stages++)
      expect_link_error(make_program(header, VECTORS + 1, stages, header, fragment_main, ""), names[stages]);
}

static void draw_es_above(void) { too_many(ES); }
static void draw_core_above(void) { too_many(CORE_45); }

/* ---- built-in inputs of the fragment shader, which may count (OpenGL ES 3.2 and OpenGL 4.5, 11.1.2.1) ------------------------ */

/* 31 vectors beside each, in a third of the picture each. The last column shows a vector again. */
static void built_ins(const char *header)
{
   static const struct { const char *output, *condition; } rows[] = {
      { "gl_PrimitiveID = 7;", "gl_PrimitiveID != 7" }, { "gl_Layer = 0;", "gl_Layer != 0" }, { "", "gl_PointCoord.x > 1.0e6" } };
   for (unsigned n = 0; n < 3; n++) {
      char fragment[SOURCE];
      snprintf(fragment, sizeof fragment, "in FROM { vec4 v[N]; } i;\nlayout(location = 0) out vec4 c;\n"
               "void main() { c = %s ? vec4(1.0) : i.v[min(int(gl_FragCoord.x), N - 1)]; }\n", rows[n].condition);
      api_link(make_program(header, VECTORS - 1, GEOMETRY, header, fragment, rows[n].output));
      glEnable(GL_SCISSOR_TEST);
      glScissor(0, (GLint)n * 11, API_SIZE, 11);
      draw_squares(GEOMETRY, 1);
      glDisable(GL_SCISSOR_TEST);
   }
}

static void draw_es_built_ins(void) { built_ins(ES); }
static void draw_core_built_ins(void) { built_ins(CORE_45); }

static void reference_built_ins(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned p = 0; p < API_TEXELS; p++) {
      const unsigned last = VECTORS - 2, x = p % API_SIZE < last ? p % API_SIZE : last;
      double v[4];
      vector(v, last - x, 0, p / API_SIZE);
      for (unsigned i = 0; i < 4; i++)
         rgba[p][i] = (uint8_t)(v[i] + 0.5);
   }
}

/* 32 floats, which fit eight vectors, and the number of the primitive: column k shows float k. */
static void floats(const char *header)
{
   char vertex[SOURCE], fragment[SOURCE];
   int v = snprintf(vertex, sizeof vertex, "%slayout(location = 0) in vec2 pos;\n", header);
   int f = snprintf(fragment, sizeof fragment, "%slayout(location = 0) out vec4 c;\n", header);
   for (int k = 0; k < VECTORS; k++) {
      v += snprintf(vertex + v, sizeof vertex - (size_t)v, "out float f%d;\n", k);
      f += snprintf(fragment + f, sizeof fragment - (size_t)f, "in float f%d;\n", k);
   }
   v += snprintf(vertex + v, sizeof vertex - (size_t)v, "void main() {\ngl_Position = vec4(pos, 0.0, 1.0);\n");
   f += snprintf(fragment + f, sizeof fragment - (size_t)f, "void main() {\nfloat a = 0.0; int x = int(gl_FragCoord.x);\n");
   for (int k = 0; k < VECTORS; k++) {
      v += snprintf(vertex + v, sizeof vertex - (size_t)v, "f%d = %d.0;\n", k, k * 8);
      f += snprintf(fragment + f, sizeof fragment - (size_t)f, "if (x == %d) a = f%d;\n", k, k);
   }
   snprintf(vertex + v, sizeof vertex - (size_t)v, "}\n");
   snprintf(fragment + f, sizeof fragment - (size_t)f, "c = vec4(a / 255.0, gl_PrimitiveID < 2, 0.0, 1.0);\n}\n");
   api_program(vertex, NULL, fragment);
   draw_squares(NONE, 1);
}

static void draw_es_floats(void) { floats(ES); }
static void draw_core_floats(void) { floats(CORE_45); }

static void reference_floats(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned p = 0; p < API_TEXELS; p++)
      memcpy(rgba[p], (const uint8_t[4]){ (uint8_t)(p % API_SIZE * 8), 255, 0, 255 }, 4);
}

/* A separable program with 32 outputs, and one that reads 31 of them and the number of the primitive, which is as many inputs. In
 * OpenGL ES such interfaces do not match (3.2, 7.4.1). */
static void draw_core_separable(void)
{
   static const char vertex[] = "layout(location = 0) in vec2 pos;\nlayout(location = 0) out vec4 v[N];\n"
      "out gl_PerVertex { vec4 gl_Position; };\n"
      "void main() {\n   gl_Position = vec4(pos, 0.0, 1.0);\n"
      "   for (int k = 0; k < N; k++)\n      v[k] = vec4(float(k * 8), float(250 - k * 8), 0.0, 255.0) / 255.0;\n}\n";
   static const char fragment[] = "layout(location = 1) in vec4 v[N];\nlayout(location = 0) out vec4 c;\n"
      "void main() { c = v[min(int(gl_FragCoord.x), N - 1)]; if (gl_PrimitiveID < 2) c.b = 1.0; }\n";
   static const GLenum stages[2] = { GL_VERTEX_SHADER, GL_FRAGMENT_SHADER };
   GLuint pipeline;
   glGenProgramPipelines(1, &pipeline);
   for (unsigned i = 0; i < 2; i++) {
      char text[SOURCE], log[1024] = "";
      const char *const at = text;
      GLint linked = GL_FALSE;
      source(text, CORE_45, i ? fragment : vertex, i ? VECTORS - 1 : VECTORS, "", "");
      const GLuint program = glCreateShaderProgramv(stages[i], 1, &at);
      glGetProgramiv(program, GL_LINK_STATUS, &linked);
      glGetProgramInfoLog(program, sizeof log, NULL, log);
      if (!linked)
         api_fail("a program of stage 0x%x does not link: %s", stages[i], log);
      glUseProgramStages(pipeline, i ? GL_FRAGMENT_SHADER_BIT : GL_VERTEX_SHADER_BIT, program);
   }
   glUseProgram(0);
   glBindProgramPipeline(pipeline);
   draw_squares(NONE, 1);
}

static void reference_separable(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned p = 0; p < API_TEXELS; p++) {
      const unsigned k = p % API_SIZE + 1 < VECTORS ? p % API_SIZE + 1 : VECTORS - 1;
      memcpy(rgba[p], (const uint8_t[4]){ (uint8_t)(k * 8), (uint8_t)(250 - k * 8), 255, 255 }, 4);
   }
}

/* ---- transform feedback ----------------------------------------------------------------------------------------------------- */

enum { POINTS = 5, MOST = 128 };

/* Vertex n has the components n * limit, n * limit + 1, ... */
static GLuint feedback_program(const char *header, GLint limit, GLint vectors, unsigned count, const char *const *names)
{
   const GLuint program = glCreateProgram();
   char head[128], text[SOURCE];
   snprintf(head, sizeof head, "%s#define LIMIT %d\n", header, limit);
   source(text, head, "out vec4 v[N];\nvoid main() {\n   float base = float(gl_VertexID * LIMIT), last = base + float(LIMIT - 4);\n"
          "   for (int k = 0; k < N; k++)\n      v[k] = base + vec4(4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3);\n"
          "   gl_Position = last + vec4(0.0, 1.0, 2.0, 3.0);\n   gl_PointSize = 1.0;\n}\n", (unsigned)vectors, "", "");
   api_attach(program, GL_VERTEX_SHADER, text);
   snprintf(text, sizeof text, "%slayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n", header);
   api_attach(program, GL_FRAGMENT_SHADER, text);
   glTransformFeedbackVaryings(program, (GLsizei)count, names, GL_INTERLEAVED_ATTRIBS);
   return program;
}

static void expect_captured(GLuint program, GLint limit, const char *what)
{
   static const GLfloat fill[POINTS * MOST];
   GLuint buffer;
   api_link(program);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof fill, fill, GL_STREAM_READ);
   glEnable(GL_RASTERIZER_DISCARD);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, POINTS);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   const GLfloat *value = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof fill, GL_MAP_READ_BIT);
   for (GLint i = 0; i < POINTS * limit; i++)
      if (!value || value[i] != (GLfloat)i)
         api_fail("%s: component %d of vertex %d is %g", what, i % limit, i / limit, value ? (double)value[i] : -1.0);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   glDeleteBuffers(1, &buffer);
   api_expect_error(GL_NO_ERROR, what);
}

/* The least limit is 64 components; gloam and later versions of Mesa have 128. */
static void feedback(const char *header)
{
   static const char *const names[] = { "v", "gl_Position", "gl_PointSize" };
   GLuint array;
   GLint limit = 0;
   glGetIntegerv(GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, &limit);
   if (limit < 64 || limit > MOST || limit % 4)
      api_fail("GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS is %d", limit);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   expect_captured(feedback_program(header, limit, limit / 4, 1, names), limit, "vectors");
   expect_captured(feedback_program(header, limit, limit / 4 - 1, 2, names), limit, "vectors and gl_Position");
   expect_link_error(feedback_program(header, limit, limit / 4 - 1, 3, names), "a component more");
}

static void draw_es_feedback(void) { feedback(ES); }
static void draw_core_feedback(void) { feedback(CORE_45); }

/* ---- constants -------------------------------------------------------------------------------------------------------------- */

/* least: what the versions of the bodies demand (OpenGL ES 3.2, tables 21.40 to 21.52; OpenGL 4.5, tables 23.55 to 23.72). */
static const struct constant { const char *name; GLenum pname; GLint divisor, least; bool es, core; } constants[] = {
   { "gl_MaxVaryingVectors", GL_MAX_VARYING_VECTORS, 1, 15, false, true },
   { "gl_MaxVaryingComponents", 0x8B4B /* GL_MAX_VARYING_COMPONENTS */, 1, 60, false, true },
   { "gl_MaxVertexOutputVectors", GL_MAX_VERTEX_OUTPUT_COMPONENTS, 4, 16, true, false },
   { "gl_MaxVertexOutputComponents", GL_MAX_VERTEX_OUTPUT_COMPONENTS, 1, 64, false, true },
   { "gl_MaxFragmentInputVectors", GL_MAX_FRAGMENT_INPUT_COMPONENTS, 4, 15, true, false },
   { "gl_MaxFragmentInputComponents", GL_MAX_FRAGMENT_INPUT_COMPONENTS, 1, 128, false, true },
   { "gl_MaxGeometryInputComponents", GL_MAX_GEOMETRY_INPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxGeometryOutputComponents", GL_MAX_GEOMETRY_OUTPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxGeometryOutputVertices", GL_MAX_GEOMETRY_OUTPUT_VERTICES, 1, 256, true, true },
   { "gl_MaxGeometryTotalOutputComponents", GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, 1, 1024, true, true },
   { "gl_MaxTessControlInputComponents", GL_MAX_TESS_CONTROL_INPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxTessControlOutputComponents", GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxTessControlTotalOutputComponents", GL_MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, 1, 2048, true, true },
   { "gl_MaxTessEvaluationInputComponents", GL_MAX_TESS_EVALUATION_INPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxTessEvaluationOutputComponents", GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS, 1, 64, true, true },
   { "gl_MaxTessPatchComponents", GL_MAX_TESS_PATCH_COMPONENTS, 1, 120, true, true },
   { "gl_MaxVertexUniformVectors", GL_MAX_VERTEX_UNIFORM_VECTORS, 1, 256, true, true },
   { "gl_MaxVertexUniformComponents", GL_MAX_VERTEX_UNIFORM_COMPONENTS, 1, 1024, false, true },
   { "gl_MaxFragmentUniformVectors", GL_MAX_FRAGMENT_UNIFORM_VECTORS, 1, 256, true, true },
   { "gl_MaxFragmentUniformComponents", GL_MAX_FRAGMENT_UNIFORM_COMPONENTS, 1, 1024, false, true },
   { "gl_MaxGeometryUniformComponents", GL_MAX_GEOMETRY_UNIFORM_COMPONENTS, 1, 1024, true, true },
   { "gl_MaxTessControlUniformComponents", GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS, 1, 1024, true, true },
   { "gl_MaxTessEvaluationUniformComponents", GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, 1, 1024, true, true },
   { "gl_MaxComputeUniformComponents", GL_MAX_COMPUTE_UNIFORM_COMPONENTS, 1, 1024, true, true },
   { "gl_MaxPatchVertices", GL_MAX_PATCH_VERTICES, 1, 32, true, true },
   { "gl_MaxTransformFeedbackInterleavedComponents", GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, 1, 64, false, true },
   { "gl_MaxTransformFeedbackBuffers", GL_MAX_TRANSFORM_FEEDBACK_BUFFERS, 1, 4, false, true },
};

/* An array of -1 elements does not compile. */
static bool compiles(const char *header, const char *name, GLint value)
{
   char text[512];
   const char *const at = text;
   GLint compiled = GL_FALSE;
   const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
   snprintf(text, sizeof text, "%sfloat list[%s == %d ? 1 : -1];\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(list[0]); }\n",
            header, name, value);
   glShaderSource(shader, 1, &at, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
   glDeleteShader(shader);
   return compiled;
}

static void check_constants(const char *header, bool es)
{
   for (unsigned i = 0; i < sizeof constants / sizeof *constants; i++) {
      const struct constant *k = &constants[i];
      GLint value = 0;
      if (!(es ? k->es : k->core))
         continue;
      glGetIntegerv(k->pname, &value);
      value /= k->divisor;
      if (value < k->least)
         api_fail("%s: glGetIntegerv answers %d, the least value is %d", k->name, value, k->least);
      if (!compiles(header, k->name, value) || compiles(header, k->name, value + 1))
         api_fail("%s is not %d, which glGetIntegerv answers", k->name, value);
   }
   api_checked();
   api_expect_error(GL_NO_ERROR, "constants");
}

static void draw_es_constants(void) { check_constants(ES, true); }
static void draw_core_constants(void) { check_constants(CORE_45, false); }

const struct api_body api_bodies_limits[] = {
   { "limits-vectors", GLES, 32, 1, 0, draw_es, reference },
   { "limits-vectors-geometry", GLES, 32, 1, 0, draw_es_geometry, reference_reversed },
   { "limits-vectors-tessellation", GLES, 32, 1, 0, draw_es_tessellation, reference },
   { "limits-vectors-all", GLES, 32, 1, 0, draw_es_all, reference_reversed },
   { "limits-core-vectors", CORE, 45, 1, 0, draw_core, reference },
   { "limits-core-vectors-geometry", CORE, 45, 1, 0, draw_core_geometry, reference_reversed },
   { "limits-core-vectors-tessellation", CORE, 45, 1, 0, draw_core_tessellation, reference },
   { "limits-core-vectors-all", CORE, 45, 1, 0, draw_core_all, reference_reversed },
   { "limits-fetch-geometry", GLES, 32, 2, 0, draw_fetch_geometry, reference_fetch_geometry },
   { "limits-fetch-tessellation", GLES, 32, 2, 0, draw_fetch_tessellation, reference_fetch_tessellation },
   { "limits-fetch-number", GLES, 32, 2, 1, draw_fetch_number, reference_fetch_number },
   { "limits-built-ins", GLES, 32, 1, 0, draw_es_built_ins, reference_built_ins },
   { "limits-core-built-ins", CORE, 45, 1, 0, draw_core_built_ins, reference_built_ins },
   { "limits-floats", GLES, 32, 0, 0, draw_es_floats, reference_floats },
   { "limits-core-floats", CORE, 45, 0, 0, draw_core_floats, reference_floats },
   { "limits-core-separable", CORE, 45, 1, 0, draw_core_separable, reference_separable },
   { "limits-above", GLES, 32, 0, 0, draw_es_above, NULL },
   { "limits-core-above", CORE, 45, 0, 0, draw_core_above, NULL },
   { "limits-feedback", GLES, 32, 0, 0, draw_es_feedback, NULL },
   { "limits-core-feedback", CORE, 45, 0, 0, draw_core_feedback, NULL },
   { "limits-constants", GLES, 32, 0, 0, draw_es_constants, NULL },
   { "limits-core-constants", CORE, 45, 0, 0, draw_core_constants, NULL },
   { NULL },
};
