/* body_tessellation.c: ARB_tessellation_shader (OpenGL 4.6, 11.2): levels without a control shader, draws of patches, geometry
 * shaders after it, transform feedback and queries, program pipelines, limits and errors. body_tess_values.c has the values
 * that pass between the stages, body_tessellator.c the subdivision of patches. In most bodies patch n, a quad, covers texel (n %
 * 32, n / 32). */
#include <stdio.h>
#include <string.h>

#include "api_desktop.h"
#include "api_tessellation.h"

/* ---- what the bodies share -------------------------------------------------------------------------------------------------- */

void tess_attach(GLuint program, GLenum stage, const char *source)
{
   api_require("GL_ARB_tessellation_shader");
   api_attach(program, stage, source);
}

GLuint tess_program(const char *vertex, const char *control, const char *evaluation, const char *geometry, const char *fragment)
{
   const GLuint program = glCreateProgram();
   tess_attach(program, GL_VERTEX_SHADER, vertex);
   if (control)
      tess_attach(program, GL_TESS_CONTROL_SHADER, control);
   if (evaluation)
      tess_attach(program, GL_TESS_EVALUATION_SHADER, evaluation);
   if (geometry)
      tess_attach(program, GL_GEOMETRY_SHADER, geometry);
   tess_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link(program);
   return program;
}

bool tess_has_statistics(void)
{
   GLint count = 0;
   glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++)
      if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), "GL_ARB_pipeline_statistics_query"))
         return true;
   return false;
}

/* Colour of texel n: bytes r, g, b. */
void tess_fill(uint8_t rgba[API_TEXELS][4], void (*color)(int n, int rgb[3]))
{
   for (int n = 0; n < API_TEXELS; n++) {
      int rgb[3];
      color(n, rgb);
      for (unsigned i = 0; i < 3; i++)
         rgba[n][i] = (uint8_t)rgb[i];
      rgba[n][3] = 255;
   }
}

void tess_patches(GLint vertices)
{
   GLuint array;
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glPatchParameteri(GL_PATCH_VERTICES, vertices);
}

/* ---- without a control shader ----------------------------------------------------------------------------------------------- */

/* Patches of 1, 2, .. 32 vertices, whose values pass through; the default levels choose how many vertices are made. */
static void draw_default_levels(void)
{
   const GLuint program = tess_program(
      TESS_GLSL "out vec3 v; flat out ivec2 k; uniform int base, points; void main() { int i = gl_VertexID;\n"
      "   v = vec3(float(i % points), float(points), 1.0); k = ivec2(base + i / points, i); gl_Position = vec4(float(i)); "
      "gl_PointSize = float(points); }",
      NULL,
      TESS_GLSL "layout(quads, equal_spacing) in; in vec3 v[]; flat in ivec2 k[]; flat out vec4 color; uniform int "
         "points; uniform vec2 inner;\n"
      "void main() {\n"
      "   int last = gl_PatchVerticesIn - 1, n = k[0].x;\n"
      "   bool ok = gl_PatchVerticesIn == points && v[last] == vec3(float(last), float(points), 1.0) && k[last].x == n &&\n"
      "      gl_in[last].gl_Position.y == float(k[last].y) && gl_in[0].gl_PointSize == float(points) && "
      "gl_TessLevelInner[0] == inner.x &&\n"
      "      gl_TessLevelInner[1] == inner.y && gl_TessLevelOuter[3] == 4.0 && gl_PrimitiveID == k[0].y / points;\n"
      "   color = vec4(ok ? 1.0 : 0.0, float(points) / 255.0, 0.0, 1.0);\n"
      "   gl_Position = vec4((vec2(n % 32, n / 32) + gl_TessCoord.xy) / 16.0 - 1.0, 0.0, 1.0);\n"
      "}", NULL, TESS_FRAGMENT);
   GLfloat inner[2] = {2.0f, 3.0f}, outer[4] = {1.0f, 2.0f, 3.0f, 4.0f}, got[4];
   glGetFloatv(GL_PATCH_DEFAULT_OUTER_LEVEL, got);
   api_expect("initial outer level", (long)(got[0] + got[1] + got[2] + got[3]), 4);
   desktop.PatchParameterfv(GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
   for (GLint points = 1; points <= 32; points++) {
      tess_patches(points);
      inner[1] = (GLfloat)(points % 4 + 1);
      desktop.PatchParameterfv(GL_PATCH_DEFAULT_INNER_LEVEL, inner);
      glUniform1i(glGetUniformLocation(program, "base"), 32 * (points - 1));
      glUniform1i(glGetUniformLocation(program, "points"), points);
      glUniform2fv(glGetUniformLocation(program, "inner"), 1, inner);
      glDrawArrays(GL_PATCHES, 0, 32 * points + points - 1); /* an incomplete patch at the end */
   }
   glGetFloatv(GL_PATCH_DEFAULT_OUTER_LEVEL, got);
   api_expect("outer levels", memcmp(got, outer, sizeof(outer)), 0);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void default_levels_color(int n, int rgb[3])
{
   rgb[0] = 255;
   rgb[1] = n / 32 + 1;
   rgb[2] = 0;
}

static void reference_default_levels(uint8_t rgba[API_TEXELS][4])
{
   tess_fill(rgba, default_levels_color);
}

/* ---- draws ------------------------------------------------------------------------------------------------------------------ */

static const char draws_control[] = TESS_GLSL "layout(vertices = 2) out; flat in ivec4 place[]; flat out ivec4 passed[];\n"
   "void main() { passed[gl_InvocationID] = place[gl_InvocationID]; " TESS_LEVELS_ONE "}";
static const char draws_evaluation[] = TESS_GLSL "layout(quads) in; flat in ivec4 passed[]; flat out vec4 color;\n"
   "void main() {\n"
   "   int n = passed[0].x; bool ok = passed[1].x == n + 1 && gl_PrimitiveID == passed[0].y;\n"
   "   color = vec4(ok ? 1.0 : 0.0, float(passed[0].z) / 255.0, float(passed[1].w) / 255.0, 1.0); n /= 2;\n" TESS_CELL "}";

/* Rows of 32 patches of two vertices: arrays, indices of each type, base vertices, instances, indirect commands, restart.
 * gl_PrimitiveID begins at 0 in each instance, and continues after a restart. */
static void draw_draws(void)
{
   static const char vertex[] = TESS_GLSL "layout(location = 0) in vec4 pos; layout(location = 1) in float val; flat out "
      "ivec4 place;\n"
      "uniform int row, first, rows; void main() { int i = int(pos.x); int in_row = i - first;\n"
      "   place = ivec4(64 * (row + gl_InstanceID * rows) + in_row, in_row / 2 + int(pos.y), row, int(val)); }";
   const GLuint program = tess_program(vertex, draws_control, draws_evaluation, NULL, TESS_FRAGMENT);
   const GLint row = glGetUniformLocation(program, "row"), first = glGetUniformLocation(program, "first"),
               rows = glGetUniformLocation(program, "rows");
   static GLfloat data[256][4];
   static const GLfloat per_instance[4] = {10.0f, 20.0f, 30.0f, 40.0f};
   static GLubyte bytes[64];
   static GLushort shorts[64];
   static GLuint words[100];
   GLuint buffers[3];
   for (unsigned i = 0; i < 256; i++) {
      data[i][0] = (GLfloat)i;
      data[i][3] = 1.0f;
   }
   for (unsigned i = 0; i < 64; i++)
      bytes[i] = (GLubyte)(shorts[i] = (GLushort)(words[i] = i));
   api_vertices(data, sizeof(data));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glGenBuffers(3, buffers);
   glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof(per_instance), per_instance, GL_STATIC_DRAW);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 0, NULL);
   glVertexAttribDivisor(1, 1);
   glEnableVertexAttribArray(1);
   glPatchParameteri(GL_PATCH_VERTICES, 2);
   glUniform1i(rows, 1);
   glUniform1i(row, 0);
   glDrawArrays(GL_PATCHES, 0, 64);
   glUniform1i(row, 1);
   glUniform1i(first, 70);
   glDrawArrays(GL_PATCHES, 70, 65);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(words), NULL, GL_STATIC_DRAW);
   glUniform1i(first, 0);
   glUniform1i(row, 2);
   glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof(bytes), bytes);
   glDrawElements(GL_PATCHES, 64, GL_UNSIGNED_BYTE, NULL);
   glUniform1i(row, 3);
   glUniform1i(first, 100);
   glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof(shorts), shorts);
   glDrawElementsBaseVertex(GL_PATCHES, 64, GL_UNSIGNED_SHORT, NULL, 100);
   glUniform1i(row, 4);
   glUniform1i(first, 0);
   glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof(words), words);
   glDrawElementsInstanced(GL_PATCHES, 64, GL_UNSIGNED_INT, NULL, 3);
   glUniform1i(row, 7);
   glUniform1i(rows, 2);
   glDrawArraysInstanced(GL_PATCHES, 0, 64, 4); /* rows 7, 9, 11, 13 */
   glUniform1i(rows, 1);
   glUniform1i(row, 8);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[2]);
   static const GLuint arrays_command[] = {64, 1, 0, 0}, elements_command[] = {64, 2, 0, 50, 0};
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(arrays_command), arrays_command, GL_STATIC_DRAW);
   glDrawArraysIndirect(GL_PATCHES, NULL);
   glUniform1i(row, 15);
   glUniform1i(first, 50);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof(elements_command), elements_command, GL_STATIC_DRAW);
   glDrawElementsIndirect(GL_PATCHES, GL_UNSIGNED_INT, NULL);
   /* Runs of 20, 7 and 38 indices: the last of 7 belongs to no patch. */
   GLuint n = 0;
   for (GLuint i = 0; i < 20; i++)
      words[n++] = i;
   words[n++] = 1000;
   for (GLuint i = 20; i < 27; i++)
      words[n++] = i;
   words[n++] = 1000;
   for (GLuint i = 26; i < 64; i++)
      words[n++] = i;
   glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, 0, sizeof(words), words);
   glUniform1i(first, 0);
   glUniform1i(row, 20);
   glEnable(GL_PRIMITIVE_RESTART);
   desktop.PrimitiveRestartIndex(1000);
   glDrawElements(GL_PATCHES, (GLsizei)n, GL_UNSIGNED_INT, NULL);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_draws(uint8_t rgba[API_TEXELS][4])
{
   static const struct { uint8_t row, uniform, instance; } rows[] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {4, 4, 0},
      {5, 4, 1},
      {6, 4, 2}, {7, 7, 0}, {9, 7, 1}, {11, 7, 2}, {13, 7, 3}, {8, 8, 0}, {15, 15, 0}, {16, 15, 1}, {20, 20, 0}};
   memset(rgba, 0, 4 * API_TEXELS);
   for (unsigned r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         const uint8_t texel[4] = {255, rows[r].uniform, (uint8_t)(10 * (rows[r].instance + 1)), 255};
         memcpy(rgba[API_SIZE * rows[r].row + x], texel, 4);
      }
}

/* ---- geometry shaders after it ---------------------------------------------------------------------------------------------- */

/* Points, lines and triangles of the tessellator become layers of a texture: one layer per domain, whose texels count. */
static void draw_geometry(void)
{
   static const struct { const char *layout, *input, *corners; GLint count; } kinds[] = {
      {"quads, point_mode", "points", "1", 25}, {"isolines", "lines", "2", 16}, {"triangles", "triangles", "3", 24}};
   GLuint texture, framebuffer, target;
   glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, (GLint *)&target);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D_ARRAY, texture);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, API_SIZE, API_SIZE, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   tess_patches(1);
   for (int k = 0; k < 3; k++) {
      char evaluation[1000], geometry[1500];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(%s) in; flat in int number[]; flat out int n; patch in "
         "vec2 p; out vec3 at;\n"
               "void main() { n = number[0] + int(p.x); at = gl_TessCoord; gl_Position = vec4(gl_TessCoord.xy, 0.0, 1.0); }",
               kinds[k].layout);
      snprintf(geometry, sizeof(geometry), TESS_GLSL "layout(%s) in; layout(points, max_vertices = 1) out;\n"
               "flat in int n[]; in vec3 at[]; flat out vec4 color; uniform int layer;\n"
               "void main() {\n"
               "   int id = gl_PrimitiveIDIn; bool ok = n[0] == id + 3; for (int i = 0; i < %s; i++) ok = ok && "
               "gl_in[i].gl_Position.xy == at[i].xy;\n"
               "   gl_Position = vec4((vec2(id %% 32, id / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0); gl_Layer = layer;\n"
               "   color = vec4(ok ? 1.0 / 255.0 : 0.0, float(id %% 256) / 255.0, float(layer + 1) / 255.0, 1.0); EmitVertex();\n"
               "}", kinds[k].input, kinds[k].corners);
      const GLuint program = tess_program(
         TESS_GLSL "flat out int id; void main() { id = gl_VertexID; }",
         TESS_GLSL "layout(vertices = 1) out; flat in int id[]; flat out int number[]; patch out vec2 p;\n"
         "void main() { number[gl_InvocationID] = id[0]; p = vec2(3.0, 0.0);\n"
         "   for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = 4.0; for (int i = 0; i < 2; i++) gl_TessLevelInner[i] = 4.0; }",
         evaluation, geometry, TESS_FRAGMENT);
      glUniform1i(glGetUniformLocation(program, "layer"), k);
      glEnable(GL_BLEND); /* red counts the primitives of the patch */
      glBlendFunc(GL_ONE, GL_ONE);
      glDrawArrays(GL_PATCHES, 0, 200);
      glDisable(GL_BLEND);
   }
   glBindFramebuffer(GL_FRAMEBUFFER, target);
   for (int k = 0; k < 3; k++) {
      static GLubyte got[API_TEXELS][4];
      GLuint read;
      glGenFramebuffers(1, &read);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
      glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0, k);
      glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
      glBindFramebuffer(GL_READ_FRAMEBUFFER, target);
      /* The tessellator's triangles of level 4: an outer ring of 3 x 6, an inner one of 3 x 2. isolines: 4 lines of 4 parts. */
      const int count = kinds[k].count;
      for (int n = 0; n < API_TEXELS; n++)
         if (got[n][0] != (n < 200 ? count : 0))
            api_fail("%s: patch %d has %d primitives, not %d", kinds[k].layout, n, got[n][0], n < 200 ? count : 0);
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* ---- transform feedback and queries ----------------------------------------------------------------------------------------- */

/* Four patches of levels 1 .. 4 as points, lines and triangles: captured vertices, and the counts of queries. */
static void draw_feedback(void)
{
   static const struct { const char *layout; GLenum mode; unsigned corners; GLuint prims; } kinds[] = {
      {"quads, point_mode", GL_POINTS, 1, 4 + 9 + 16 + 25}, {"isolines", GL_LINES, 2, 1 + 4 + 9 + 16},
      {"quads", GL_TRIANGLES, 3, 2 * (1 + 4 + 9 + 16)}};
   static const char *const names[] = {"at", "gl_Position", "id"};
   struct { GLfloat at[3], position[4]; GLint id; } *got;
   tess_patches(2);
   for (unsigned k = 0; k < 3; k++) {
      char evaluation[1000];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(%s) in; out vec3 at; flat out int id;\n"
               "void main() { at = gl_TessCoord; id = gl_PrimitiveID; gl_Position = vec4(gl_TessCoord.xy, "
               "float(gl_PrimitiveID), 1.0); }",
               kinds[k].layout);
      const GLuint program = glCreateProgram();
      tess_attach(program, GL_VERTEX_SHADER, TESS_GLSL "void main() { gl_Position = vec4(0.0); }");
      tess_attach(program, GL_TESS_CONTROL_SHADER, TESS_GLSL "layout(vertices = 1) out; void main() {\n"
         "   for (int i = 0; i < 4; i++) gl_TessLevelOuter[i] = float(gl_PrimitiveID % 4 + 1);\n"
         "   for (int i = 0; i < 2; i++) gl_TessLevelInner[i] = float(gl_PrimitiveID % 4 + 1); }");
      tess_attach(program, GL_TESS_EVALUATION_SHADER, evaluation);
      glTransformFeedbackVaryings(program, 3, names, GL_INTERLEAVED_ATTRIBS);
      api_link(program);
      GLuint buffer, queries[3], results[3];
      const GLenum targets[3] = {GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN,
                                 GL_TESS_CONTROL_SHADER_PATCHES};
      const GLsizeiptr size_B = (GLsizeiptr)(2 * kinds[k].prims * kinds[k].corners * sizeof(*got));
      glGenBuffers(1, &buffer);
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size_B, NULL, GL_DYNAMIC_READ);
      glGenQueries(3, queries);
      for (unsigned q = 0; q < 3; q++)
         if (q < 2 || tess_has_statistics())
            glBeginQuery(targets[q], queries[q]);
      glEnable(GL_RASTERIZER_DISCARD);
      glBeginTransformFeedback(kinds[k].mode);
      glDrawArraysInstanced(GL_PATCHES, 0, 8, 2);
      glEndTransformFeedback();
      glDisable(GL_RASTERIZER_DISCARD);
      for (unsigned q = 0; q < 3; q++)
         if (q < 2 || tess_has_statistics()) {
            glEndQuery(targets[q]);
            glGetQueryObjectuiv(queries[q], GL_QUERY_RESULT, &results[q]);
         }
      api_expect("primitives generated", results[0], 2 * kinds[k].prims);
      api_expect("primitives written", results[1], 2 * kinds[k].prims);
      if (tess_has_statistics())
         api_expect("patches", results[2], 8);
      got = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size_B, GL_MAP_READ_BIT);
      unsigned of_patch[4] = {0};
      for (unsigned i = 0; i < 2 * kinds[k].prims * kinds[k].corners; i++) {
         const int id = got[i].id, level = id + 1;
         if (id < 0 || id > 3 || got[i].position[2] != (GLfloat)id || got[i].position[3] != 1.0f)
            api_fail("%s: vertex %u of patch %d, position %g %g", kinds[k].layout, i, id, got[i].position[2], got[i].position[3]);
         of_patch[id]++;
         for (unsigned c = 0; c < 2; c++) {
            const GLfloat step = got[i].at[c] * (GLfloat)level;
            if (got[i].at[c] != got[i].position[c] || step < -0.001f || step > (GLfloat)level + 0.001f ||
                (step - (GLfloat)(int)(step + 0.5f)) * (step - (GLfloat)(int)(step + 0.5f)) > 1e-6f)
               api_fail("%s: vertex %u of patch %d at %g", kinds[k].layout, i, id, got[i].at[c]);
         }
      }
      for (int id = 0; id < 4; id++) {
         const unsigned n = (unsigned)(id + 1), prims = k == 0 ? (n + 1) * (n + 1) : k == 1 ? n * n : 2 * n * n;
         api_expect("vertices of a patch", of_patch[id], 2 * prims * kinds[k].corners);
      }
      glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
      glDeleteBuffers(1, &buffer);
   }
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* ---- program pipelines ------------------------------------------------------------------------------------------------------ */

/* Each stage from a separate program; then without the control program; the middle stages of one program. */
static void draw_pipelines(void)
{
   static const char per_vertex[] = "gl_PerVertex { vec4 gl_Position; }";
   char source[5][1500];
   GLuint program[5], pipeline;
   GLint value;
   static const GLenum stages[5] = {GL_VERTEX_SHADER, GL_TESS_CONTROL_SHADER, GL_TESS_EVALUATION_SHADER, GL_FRAGMENT_SHADER,
                                    GL_TESS_EVALUATION_SHADER};
   static const GLbitfield bits[4] = {GL_VERTEX_SHADER_BIT, GL_TESS_CONTROL_SHADER_BIT, GL_TESS_EVALUATION_SHADER_BIT,
                                      GL_FRAGMENT_SHADER_BIT};
   snprintf(source[0], sizeof(source[0]), TESS_SEPARATE "out %s; layout(location = 3) out vec2 v; uniform float row;\n"
            "void main() { v = vec2(float(gl_VertexID), row); gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }", per_vertex);
   snprintf(source[1], sizeof(source[1]), TESS_SEPARATE "layout(vertices = 2) out; in %s gl_in[gl_MaxPatchVertices]; out "
      "%s gl_out[];\n"
            "layout(location = 3) in vec2 v[]; layout(location = 3) out vec2 w[]; layout(location = 1) patch out vec4 p;\n"
            "void main() { w[gl_InvocationID] = v[gl_InvocationID]; p = vec4(0.25); gl_out[gl_InvocationID].gl_Position = "
            "gl_in[0].gl_Position;\n"
            TESS_LEVELS_ONE "}", per_vertex, per_vertex);
   for (unsigned fixed = 0; fixed < 2; fixed++)
      snprintf(source[fixed ? 4 : 2], sizeof(source[2]), TESS_SEPARATE "layout(quads) in; in %s "
         "gl_in[gl_MaxPatchVertices]; out %s;\n"
               "layout(location = 3) in vec2 w[]; %s layout(location = 0) flat out vec4 color;\n"
               "void main() { int n = gl_PrimitiveID + 32 * int(w[0].y); bool ok = w[1].x == w[0].x + 1.0 && int(w[0].x) "
               "/ 2 == gl_PrimitiveID;\n"
               "   color = vec4(ok ? 1.0 : 0.0, %s, 0.0, 1.0);\n"
               "   gl_Position = vec4((vec2(n %% 32, n / 32) + gl_TessCoord.xy) / 16.0 - 1.0, 0.0, gl_in[0].gl_Position.w); }",
               per_vertex, per_vertex, fixed ? "" : "layout(location = 1) patch in vec4 p;", fixed ? "0.75" : "p.x");
   snprintf(source[3], sizeof(source[3]), TESS_SEPARATE "layout(location = 0) flat in vec4 color; out vec4 c; void main() "
      "{ c = color; }");
   tess_patches(2);
   glGenProgramPipelines(1, &pipeline);
   glBindProgramPipeline(pipeline);
   for (unsigned i = 0; i < 5; i++) {
      const char *text = source[i];
      char log[1000] = "";
      program[i] = glCreateShaderProgramv(stages[i], 1, &text);
      glGetProgramiv(program[i], GL_LINK_STATUS, &value);
      glGetProgramInfoLog(program[i], sizeof(log), NULL, log);
      if (!value)
         api_fail("program %u does not link: %s", i, log);
      if (i < 4)
         glUseProgramStages(pipeline, bits[i], program[i]);
   }
   glGetProgramPipelineiv(pipeline, GL_TESS_CONTROL_SHADER, &value);
   api_expect("the control program", value, (long)program[1]);
   const GLint row = glGetUniformLocation(program[0], "row");
   glProgramUniform1f(program[0], row, 0.0f);
   glDrawArrays(GL_PATCHES, 0, 64);
   glProgramUniform1f(program[0], row, 1.0f);
   glUseProgramStages(pipeline, GL_TESS_CONTROL_SHADER_BIT, 0);
   glUseProgramStages(pipeline, GL_TESS_EVALUATION_SHADER_BIT, program[4]);
   glDrawArrays(GL_PATCHES, 0, 64);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
   glUseProgramStages(pipeline, GL_TESS_EVALUATION_SHADER_BIT, 0);
   glDrawArrays(GL_PATCHES, 0, 64);
   api_expect("patches without an evaluation program", (long)glGetError(), GL_INVALID_OPERATION);
   glUseProgramStages(pipeline, GL_TESS_CONTROL_SHADER_BIT, program[1]);
   glUseProgramStages(pipeline, GL_TESS_EVALUATION_SHADER_BIT, program[2]);
   glProgramUniform1f(program[0], row, 2.0f);
   glDrawArrays(GL_PATCHES, 0, 64);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_pipelines(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, 4 * API_TEXELS);
   for (unsigned n = 0; n < 3 * API_SIZE; n++)
      memcpy(rgba[n], (const uint8_t[4]){255, n / 32 == 1 ? 191 : 64, 0, 255}, 4);
}

/* ---- limits, queries, errors ------------------------------------------------------------------------------------------------ */

static void draw_limits(void)
{
   static const struct { GLenum name; GLint least; } limits[] = {
      {GL_MAX_PATCH_VERTICES, 32}, {GL_MAX_TESS_GEN_LEVEL, 64}, {GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS, 1024},
      {GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, 1024}, {GL_MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS, 16},
      {GL_MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS, 16}, {GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS, 128},
      {GL_MAX_TESS_PATCH_COMPONENTS, 120},
      {GL_MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, 4096}, {GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS, 128},
      {GL_MAX_TESS_CONTROL_UNIFORM_BLOCKS, 12}, {GL_MAX_TESS_EVALUATION_UNIFORM_BLOCKS, 12},
      {GL_MAX_TESS_CONTROL_INPUT_COMPONENTS, 128},
      {GL_MAX_TESS_EVALUATION_INPUT_COMPONENTS, 128}, {GL_MAX_COMBINED_TESS_CONTROL_UNIFORM_COMPONENTS, 12 * 4096 + 1024},
      {GL_MAX_COMBINED_TESS_EVALUATION_UNIFORM_COMPONENTS, 12 * 4096 + 1024}, {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, 80}};
   GLint value;
   for (unsigned i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
      value = -1;
      glGetIntegerv(limits[i].name, &value);
      if (value < limits[i].least)
         api_fail("limit 0x%x is %d, at least %d is demanded", limits[i].name, value, limits[i].least);
   }
   glGetIntegerv(GL_PATCH_VERTICES, &value);
   api_expect("initial vertices", value, 3);
   glPatchParameteri(GL_PATCH_VERTICES, 32);
   glPatchParameteri(GL_PATCH_VERTICES, 0);
   api_expect_error(GL_INVALID_VALUE, "no vertices");
   glPatchParameteri(GL_PATCH_VERTICES, 33);
   api_expect_error(GL_INVALID_VALUE, "33 vertices");
   glPatchParameteri(GL_PATCH_DEFAULT_OUTER_LEVEL, 3);
   api_expect_error(GL_INVALID_ENUM, "a name of levels");
   desktop.PatchParameterfv(GL_PATCH_VERTICES, (const GLfloat[]){3.0f, 3.0f, 3.0f, 3.0f});
   api_expect_error(GL_INVALID_ENUM, "a name of vertices");
   glGetIntegerv(GL_PATCH_VERTICES, &value);
   api_expect("vertices", value, 32);

   static const struct { const char *layout; GLint mode, spacing, order, points; } layouts[] = {
      {"triangles", GL_TRIANGLES, GL_EQUAL, GL_CCW, 0}, {"quads, fractional_odd_spacing, "
         "cw", GL_QUADS, GL_FRACTIONAL_ODD, GL_CW, 0},
      {"isolines, fractional_even_spacing, ccw, point_mode", GL_ISOLINES, GL_FRACTIONAL_EVEN, GL_CCW, 1}};
   for (unsigned i = 0; i < 3; i++) {
      char evaluation[200];
      snprintf(evaluation, sizeof(evaluation), TESS_GLSL "layout(%s) in; void main() { gl_Position = vec4(0.0); "
         "}", layouts[i].layout);
      const GLuint program = tess_program(TESS_GLSL "void main() {}", i == 2 ? NULL : TESS_GLSL "layout(vertices = 7) "
         "out; void main() {}",
                                          evaluation, NULL, TESS_FRAGMENT_PLAIN);
      glGetProgramiv(program, GL_TESS_GEN_MODE, &value);
      api_expect("mode", value, layouts[i].mode);
      glGetProgramiv(program, GL_TESS_GEN_SPACING, &value);
      api_expect("spacing", value, layouts[i].spacing);
      glGetProgramiv(program, GL_TESS_GEN_VERTEX_ORDER, &value);
      api_expect("order", value, layouts[i].order);
      glGetProgramiv(program, GL_TESS_GEN_POINT_MODE, &value);
      api_expect("point mode", value, layouts[i].points);
      glGetProgramiv(program, GL_TESS_CONTROL_OUTPUT_VERTICES, &value);
      if (i == 2)
         api_expect_error(GL_INVALID_OPERATION, "output vertices without control shader");
      else
         api_expect("output vertices", value, 7);
      glBeginTransformFeedback(GL_POINTS);
      api_expect_error(GL_INVALID_OPERATION, "feedback of nothing");
      glDrawArrays(GL_TRIANGLES, 0, 3);
      api_expect_error(GL_INVALID_OPERATION, "triangles with tessellation");
   }
   const GLuint plain = tess_program(TESS_GLSL "void main() {}", NULL, NULL, NULL, TESS_FRAGMENT_PLAIN);
   glGetProgramiv(plain, GL_TESS_GEN_MODE, &value);
   api_expect_error(GL_INVALID_OPERATION, "a mode without evaluation shader");
   tess_patches(3);
   glDrawArrays(GL_PATCHES, 0, 3);
   api_expect_error(GL_INVALID_OPERATION, "patches without tessellation");
   tess_program(TESS_GLSL "void main() {}", NULL, TESS_GLSL "layout(triangles) in; void main() {}",
                TESS_GLSL "layout(points) in; layout(points, max_vertices = 1) out; void main() {}", TESS_FRAGMENT_PLAIN);
   glDrawArrays(GL_PATCHES, 0, 3);
   api_expect_error(GL_INVALID_OPERATION, "triangles for a geometry shader of points");
}

/* Programs that do not link. */
static void draw_links(void)
{
   static const struct { const char *what, *control, *evaluation; } rows[] = {
      {"a control shader alone", "layout(vertices = 3) out; void main() {}", NULL},
      {"no vertices", "void main() {}", "layout(quads) in; void main() {}"},
      {"no domain", "layout(vertices = 3) out; void main() {}", "layout(cw) in; void main() {}"},
      {"patch in one stage only", "layout(vertices = 3) out; out vec4 p[]; void main() { p[gl_InvocationID] = vec4(1.0); }",
       "layout(quads) in; patch in vec4 p; void main() { gl_Position = p; }"},
      {"other types", "layout(vertices = 3) out; out vec3 p[]; void main() { p[gl_InvocationID] = vec3(1.0); }",
       "layout(quads) in; in vec4 p[]; void main() { gl_Position = p[0]; }"},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLuint program = glCreateProgram();
      const char *stages[2] = {rows[i].control, rows[i].evaluation};
      GLint ok = GL_TRUE;
      tess_attach(program, GL_VERTEX_SHADER, TESS_GLSL "void main() { gl_Position = vec4(0.0); }");
      for (unsigned k = 0; k < 2 && ok; k++) {
         char source[1000];
         const char *text = source;
         const GLuint shader = glCreateShader(k ? GL_TESS_EVALUATION_SHADER : GL_TESS_CONTROL_SHADER);
         if (!stages[k])
            continue;
         snprintf(source, sizeof(source), TESS_GLSL "%s", stages[k]);
         glShaderSource(shader, 1, &text, NULL);
         glCompileShader(shader);
         glGetShaderiv(shader, GL_COMPILE_STATUS, &ok); /* a limit may be an error of the compiler */
         glAttachShader(program, shader);
      }
      glLinkProgram(program);
      glGetProgramiv(program, GL_LINK_STATUS, &ok);
      api_checked();
      if (ok)
         api_fail("%s: the program links", rows[i].what);
   }
}

const struct api_body api_bodies_tessellation[] = {
   {"tess-default-levels", CORE, 33, 1, 0, draw_default_levels, reference_default_levels},
   {"tess-draws", CORE, 33, 1, 0, draw_draws, reference_draws},
   {"tess-geometry", CORE, 33, 0, 0, draw_geometry, NULL},
   {"tess-feedback", CORE, 33, 0, 0, draw_feedback, NULL},
   {"tess-pipelines", CORE, 33, 1, 0, draw_pipelines, reference_pipelines},
   {"tess-limits", CORE, 33, 0, 0, draw_limits, NULL},
   {"tess-links", CORE, 33, 0, 0, draw_links, NULL},
   {0},
};
