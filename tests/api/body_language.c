/* body_language.c: extensions of the shading language on OpenGL 3.3: ARB_explicit_uniform_location, ARB_shading_language_420pack,
 * ARB_arrays_of_arrays, ARB_derivative_control, ARB_shader_precision, ARB_sample_shading, ARB_base_instance; parts of a program; calls. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static const char plain_vs[] = "#version 330 core\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* Every texel has this colour. */
static void fill(uint8_t rgba[API_TEXELS][4], uint8_t r, uint8_t g, uint8_t b)
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (uint8_t[4]){r, g, b, 255}, 4);
}

static void reference_green(uint8_t rgba[API_TEXELS][4]) { fill(rgba, 0, 255, 0); }

/* Both stages compile; true if they link. */
static bool links(const char *vs, const char *fs)
{
   const GLuint program = glCreateProgram();
   GLint ok;
   api_attach(program, GL_VERTEX_SHADER, vs);
   api_attach(program, GL_FRAGMENT_SHADER, fs);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   glDeleteProgram(program);
   return ok;
}

/* ---- uniform locations by layout ---------------------------------------------------------------------------------------- */

#define LOCATIONS "#version 330 core\n#extension GL_ARB_explicit_uniform_location : require\n"

static void draw_uniform_locations(void)
{
   static const char fs[] = LOCATIONS "layout(location = 3) uniform float r[2]; layout(location = 40) uniform vec2 gb;\n"
      "struct S { float a; vec3 b[2]; }; layout(location = 7) uniform S s; uniform float free;\n"
      "out vec4 color; void main() { color = vec4(r[1] + free, gb.x + s.a, gb.y + s.b[1].y, r[0]); }";
   static const struct { const char *name; GLint location; } named[] = {
      {"r", 3}, {"r[0]", 3}, {"r[1]", 4}, {"gb", 40}, {"s.a", 7}, {"s.b", 8}, {"s.b[0]", 8}, {"s.b[1]", 9},
   };
   GLint max = 0;
   api_require("GL_ARB_explicit_uniform_location");
   const GLuint program = api_program(plain_vs, NULL, fs);
   glGetIntegerv(GL_MAX_UNIFORM_LOCATIONS, &max);
   if (max < 1024)
      api_fail("%d uniform locations", max);
   for (unsigned i = 0; i < sizeof(named) / sizeof(named[0]); i++) {
      const GLint location = glGetUniformLocation(program, named[i].name);
      if (location != named[i].location)
         api_fail("%s has location %d", named[i].name, location);
   }
   const GLint other = glGetUniformLocation(program, "free");
   if (other < 0 || other == 3 || other == 4 || other == 40 || (other >= 7 && other <= 9))
      api_fail("the uniform without layout has location %d", other);
   glUniform1fv(3, 2, (GLfloat[2]){1, 0.25f});
   glUniform2f(40, 0.125f, 0.5f);
   glUniform1f(7, 0.125f);
   glUniform3fv(8, 2, (GLfloat[6]){9, 9, 9, 9, 0.25f, 9});
   glUniform1f(other, 0.5f);
   glUniform1f(39, 1); /* no uniform: an error that changes nothing */
   if (glGetError() != GL_INVALID_OPERATION)
      api_fail("a location without uniform raises no error");
   api_rectangle(-1, -1, 1, 1);
   /* One location for two uniforms; one uniform with two; a location beyond the limit. */
   char beyond[400];
   snprintf(beyond, sizeof(beyond), LOCATIONS "layout(location = %d) uniform vec4 a; out vec4 c; void main() { c = a; }", max);
   if (links(plain_vs, LOCATIONS "layout(location = 1) uniform vec4 a[2]; layout(location = 2) uniform vec4 b;\n"
                       "out vec4 c; void main() { c = a[1] + b; }"))
      api_fail("two uniforms share a location");
   if (links(LOCATIONS "layout(location = 1) uniform vec4 a; in vec2 pos; void main() { gl_Position = a + pos.xyxy; }",
             LOCATIONS "layout(location = 2) uniform vec4 a; out vec4 c; void main() { c = a; }"))
      api_fail("a uniform has two locations");
   if (!links(LOCATIONS "layout(location = 1) uniform vec4 a; in vec2 pos; void main() { gl_Position = a + pos.xyxy; }",
              LOCATIONS "layout(location = 1) uniform vec4 a; out vec4 c; void main() { c = a; }"))
      api_fail("a uniform of both stages with its location does not link");
}

static void reference_uniform_locations(uint8_t rgba[API_TEXELS][4]) { fill(rgba, 191, 64, 191); }

/* ---- ARB_shading_language_420pack ---------------------------------------------------------------------------------------- */

static void draw_pack420(void)
{
   static const char fs[] = "#version 330 core\n#extension GL_ARB_shading_language_420pack : require\n"
      "layout(std140, binding = 5) uniform Block { vec4 first; } block;\n"
      "layout(binding = 3) uniform sampler2D image[2];\n"
      "float unused_order(const in highp float); // continued \\\n this is still the comment\n"
      "out vec4 color;\n"
      "float twice(const float x) { return int(2) * x; }\n"
      "int three() { return 3; }\n"
      "float converted() { return three(); }\n"
      "struct S { float a; vec2 b[2]; };\n"
      "void main() {\n"
      "  const float k = twice(0.125) + block.first.x; /* a const of a dynamic value */\n"
      "  S s = { 0.5, { { 0.25, 0.5 }, vec2(1.0) } };\n"
      "  mat2 m = { { 1.0, 2.0 }, { 3.0, 4.0 } };\n"
      "  float list[] = { 1.0, 2.0, 3.0 };\n"
      "  vec4 v = { 0.0, 1.0, 2.0, 3.0 };\n"
      "  float f = 0.5; vec3 swizzled = f.xxx;\n"
      "  bool ok = k == 0.75 && s.a == 0.5 && s.b[0].y == 0.5 && m[1][0] == 3.0 && list.length() == 3 && v.length() == 4\n"
      "     && m.length() == 2 && swizzled == vec3(0.5) && converted() == 3.0;\n"
      "  ok = ok && texture(image[0], vec2(0.5)) == vec4(0.0, 0.0, 1.0, 1.0) && texture(image[1], vec2(0.5)) == vec4(1.0, 0.0, 0.0, 1.0);\n"
      "  color = vec4(ok ? 0.0 : 1.0, ok ? 1.0 : 0.0, 0.0, 1.0); }";
   static const GLubyte texels[2][4] = {{0, 0, 255, 255}, {255, 0, 0, 255}};
   static const GLfloat first[4] = {0.5f, 9, 9, 9};
   GLuint buffer, texture[2];
   GLint unit = -1, binding = -1;
   api_require("GL_ARB_shading_language_420pack");
   const GLuint program = api_program(plain_vs, NULL, fs);
   glGetActiveUniformBlockiv(program, glGetUniformBlockIndex(program, "Block"), GL_UNIFORM_BLOCK_BINDING, &binding);
   glGetUniformiv(program, glGetUniformLocation(program, "image[1]"), &unit);
   if (binding != 5 || unit != 4)
      api_fail("block binding %d, texture unit %d", binding, unit);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 5, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(first), first, GL_STATIC_DRAW);
   glGenTextures(2, texture);
   for (unsigned i = 0; i < 2; i++) {
      glActiveTexture(GL_TEXTURE3 + i);
      glBindTexture(GL_TEXTURE_2D, texture[i]);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels[i]);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   }
   api_rectangle(-1, -1, 1, 1);
}

/* ---- ARB_arrays_of_arrays ------------------------------------------------------------------------------------------------ */

static void draw_arrays_of_arrays(void)
{
   static const char vs[] = "#version 330 core\n#extension GL_ARB_arrays_of_arrays : require\n"
      "in vec2 pos; out vec2 passed[2][3];\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0);\n"
      "  for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) passed[i][j] = vec2(i + 1, j + 1); }";
   static const char fs[] = "#version 330 core\n#extension GL_ARB_arrays_of_arrays : require\n"
      "in vec2 passed[2][3]; uniform float u[3][2]; uniform int one; out vec4 color;\n"
      "layout(std140) uniform B { vec4 rows[2][2]; };\n"
      "float[2][3] made(float x) { return float[2][3](float[3](x, 1.0, 2.0), float[3](3.0, 4.0, x)); }\n"
      "void main() {\n"
      "  float a[2][3] = made(7.0), copy[2][3]; copy = a; copy[one][2] += 1.0;\n"
      "  bool ok = a.length() == 2 && a[0].length() == 3 && a[0][0] == 7.0 && copy[1][2] == 8.0 && a != copy;\n"
      "  ok = ok && abs(passed[one][2].x - 2.0) < 0.001 && abs(passed[one][2].y - 3.0) < 0.001;\n"
      "  for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) ok = ok && u[i][j] == float(10 * i + j);\n"
      "  ok = ok && rows[one][0].y == 9.0;\n"
      "  color = vec4(ok ? 0.0 : 1.0, ok ? 1.0 : 0.0, 0.0, 1.0); }";
   GLfloat rows[4][4] = {{0}};
   GLuint buffer;
   api_require("GL_ARB_arrays_of_arrays");
   const GLuint program = api_program(vs, NULL, fs);
   for (int i = 0; i < 3; i++) {
      char name[20];
      snprintf(name, sizeof(name), "u[%d]", i);
      glUniform1fv(glGetUniformLocation(program, name), 2, (GLfloat[2]){10.0f * (GLfloat)i, 10.0f * (GLfloat)i + 1});
   }
   glUniform1i(glGetUniformLocation(program, "one"), 1);
   if (glGetUniformLocation(program, "u[1][1]") < 0 || glGetUniformLocation(program, "u[1][2]") >= 0)
      api_fail("locations of elements");
   rows[2][1] = 9;
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(rows), rows, GL_STATIC_DRAW);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- ARB_derivative_control, ARB_shader_precision --------------------------------------------------------------------------- */

/* The square of a coordinate: differences of a quad's rows and columns are known for the fine functions. A coarse one is one of
 * the fine ones of its quad. */
static void draw_derivatives(void)
{
   static const char fs[] = "#version 330 core\n#extension GL_ARB_derivative_control : require\nout vec4 color;\n"
      "void main() { vec2 p = floor(gl_FragCoord.xy); float f = p.x * p.x + 3.0 * p.y * p.y + p.x * p.y;\n"
      "  vec2 q = floor(p / 2.0) * 2.0;\n"
      "  float dx = 2.0 * q.x + 1.0 + p.y, dy = 3.0 * (2.0 * q.y + 1.0) + p.x;\n"
      "  bool fine = dFdxFine(f) == dx && dFdyFine(f) == dy && fwidthFine(f) == dx + dy;\n"
      "  float cx = dFdxCoarse(f) - (2.0 * q.x + 1.0 + q.y), cy = dFdyCoarse(f) - (3.0 * (2.0 * q.y + 1.0) + q.x);\n"
      "  bool coarse = (cx == 0.0 || cx == 1.0) && (cy == 0.0 || cy == 1.0) && fwidthCoarse(f) == dFdxCoarse(f) + dFdyCoarse(f);\n"
      "  color = vec4(fine ? 0.0 : 1.0, fine && coarse ? 1.0 : 0.0, coarse ? 0.0 : 1.0, 1.0); }";
   api_require("GL_ARB_derivative_control");
   api_program(plain_vs, NULL, fs);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_precision(void)
{
   static const char fs[] = "#version 330 core\n#extension GL_ARB_shader_precision : require\nuniform float zero, big; out vec4 color;\n"
      "void main() { float infinite = 1.0 / zero, nan = zero / zero;\n"
      "  bool ok = isinf(infinite) && isinf(-1.0 / zero) && 1.0 / zero > 3.0e38 && -1.0 / zero < -3.0e38 && isnan(nan)\n"
      "     && !(nan == nan) && isinf(big * big) && abs(sqrt(big) - 1.0e15) < 4.0e9 && 7.0 / 3.0 * 3.0 - 7.0 < 1.0e-5;\n"
      "  color = vec4(ok ? 0.0 : 1.0, ok ? 1.0 : 0.0, 0.0, 1.0); }";
   api_require("GL_ARB_shader_precision");
   const GLuint program = api_program(plain_vs, NULL, fs);
   glUniform1f(glGetUniformLocation(program, "big"), 1e30f);
   api_rectangle(-1, -1, 1, 1);
}

/* ---- ARB_sample_shading ------------------------------------------------------------------------------------------------------ */

/* Sample i of a pixel in column x is written if bit i of x is set: red. Green: the mean of the samples' numbers; blue: that
 * gl_SamplePosition is the place in the pixel where an input is evaluated (OpenGL 4.6, 14.3.1.1). gl_FragCoord may be any place in
 * the pixel (GLSL 4.60, 7.1.5). */
static void draw_samples(void)
{
   static const char vs[] = "#version 330 core\nin vec2 pos; out vec2 place;\n"
      "void main() { gl_Position = vec4(pos, 0.0, 1.0); place = pos * 16.0 + 16.0; }";
   static const char fs[] = "#version 330 core\n#extension GL_ARB_sample_shading : require\nin vec2 place; out vec4 color;\n"
      "void main() { gl_SampleMask[0] = int(gl_FragCoord.x);\n"
      "  bool at = all(lessThan(abs(fract(place) - gl_SamplePosition), vec2(0.01))) && floor(gl_FragCoord.xy) == floor(place);\n"
      "  color = vec4(1.0, float(gl_SampleID) / 8.0, at ? 1.0 : 0.0, 1.0); }";
   GLuint framebuffer, color;
   GLint bound, samples = 0;
   GLfloat share = -1;
   api_require("GL_ARB_sample_shading");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenRenderbuffers(1, &color);
   glBindRenderbuffer(GL_RENDERBUFFER, color);
   glRenderbufferStorageMultisample(GL_RENDERBUFFER, 4, GL_RGBA8, API_SIZE, API_SIZE);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
   glGetIntegerv(GL_SAMPLES, &samples);
   if (samples != 4)
      api_skip("4 samples");
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SAMPLE_SHADING);
   glMinSampleShading(1.0f);
   glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE, &share);
   if (share != 1.0f || !glIsEnabled(GL_SAMPLE_SHADING))
      api_fail("sample shading of %g", (double)share);
   api_program(vs, NULL, fs);
   api_rectangle(-1, -1, 3, 3);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)bound);
   glBlitFramebuffer(0, 0, API_SIZE, API_SIZE, 0, 0, API_SIZE, API_SIZE, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)bound);
}

static void reference_samples(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         double covered = 0, ids = 0;
         for (unsigned i = 0; i < 4; i++)
            if (x >> i & 1) {
               covered += 1;
               ids += i / 8.0;
            }
         const uint8_t full = (uint8_t)(covered / 4 * 255 + 0.5);
         memcpy(rgba[y * API_SIZE + x], (uint8_t[4]){full, (uint8_t)(ids / 4 * 255 + 0.5), full, full}, 4);
      }
}

/* ---- ARB_base_instance --------------------------------------------------------------------------------------------------------- */

/* Instance i draws column i with element base + i / divisor of the instanced array. gl_InstanceID begins at 0. */
static void draw_base_instance(void)
{
   static const char vs[] = "#version 330 core\nin vec2 pos; in float val; flat out vec2 shade;\n"
      "void main() { gl_Position = vec4((pos.x + float(gl_InstanceID) * 2.0) / 8.0 - 1.0, pos.y, 0.0, 1.0);\n"
      "  shade = vec2(val, float(gl_InstanceID) / 8.0); }";
   static const char fs[] = "#version 330 core\nflat in vec2 shade; out vec4 color; void main() { color = vec4(shade, 0.0, 1.0); }";
   static const struct { GLfloat corner[6][2], value[16]; GLushort index[4]; } data = {
      {{9, 9}, {9, 9}, {0, -1}, {2, -1}, {0, 1}, {2, 1}},
      {0, 0.0625f, 0.125f, 0.1875f, 0.25f, 0.3125f, 0.375f, 0.4375f, 0.5f, 0.5625f, 0.625f, 0.6875f, 0.75f, 0.8125f, 0.875f, 1},
      {0, 1, 2, 3},
   };
   GLuint indices;
   api_require("GL_ARB_base_instance");
   api_program(vs, NULL, fs);
   api_vertices(&data, sizeof(data));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 0, (void *)sizeof(data.corner));
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glVertexAttribDivisor(1, 1);
   glGenBuffers(1, &indices);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(data.index), data.index, GL_STATIC_DRAW);
   glViewport(0, 0, API_SIZE, API_SIZE / 4);
   glDrawArraysInstancedBaseInstance(GL_TRIANGLE_STRIP, 2, 4, 8, 5);
   glViewport(0, API_SIZE / 4, API_SIZE, API_SIZE / 4);
   glDrawElementsInstancedBaseVertexBaseInstance(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 8, 2, 7);
   glVertexAttribDivisor(1, 3);
   glViewport(0, API_SIZE / 2, API_SIZE, API_SIZE / 4);
   glDrawArraysInstancedBaseInstance(GL_TRIANGLE_STRIP, 2, 4, 8, 1);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (void *)sizeof(data.corner[0]));
   glViewport(0, API_SIZE * 3 / 4, API_SIZE, API_SIZE / 4);
   glDrawElementsInstancedBaseInstance(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 0, 1); /* no instance: nothing */
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (void *)(2 * sizeof(data.corner[0])));
   glDrawElementsInstancedBaseInstance(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 8, 12);
}

static void reference_base_instance(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned y = 0; y < API_SIZE; y++)
      for (unsigned x = 0; x < API_SIZE; x++) {
         static const unsigned base[4] = {5, 7, 1, 12}, divisor[4] = {1, 1, 3, 3};
         const unsigned band = y / (API_SIZE / 4), instance = x / 4, element = base[band] + instance / divisor[band];
         const double value = element == 15 ? 1.0 : element / 16.0;
         memcpy(rgba[y * API_SIZE + x], (uint8_t[4]){(uint8_t)(value * 255 + 0.5), (uint8_t)(instance / 8.0 * 255 + 0.5), 0, 255}, 4);
      }
}

/* ---- several shaders of a stage (GL 3.3, 2.11.2) ------------------------------------------------------------------------------- */

static void draw_parts(void)
{
   static const struct { GLenum type; const char *source; } parts[] = {
      {GL_VERTEX_SHADER, "#version 330 core\nvec4 place(vec2 p); layout(location = 0) in vec2 pos; void main() { gl_Position = place(pos); }"},
      {GL_FRAGMENT_SHADER, "#version 330 core\nvec4 tint(); out vec4 color; void main() { color = tint(); }"},
      {GL_VERTEX_SHADER, "#version 330 core\nvec4 place(vec2 p) { return vec4(p, 0.0, 1.0); }"},
      {GL_FRAGMENT_SHADER, "#version 330 core\nuniform float one; vec4 tint() { return vec4(0.0, one, 0.0, 1.0); }"},
   };
   const GLuint program = glCreateProgram();
   GLuint shaders[4];
   GLint linked = 0;
   for (unsigned i = 0; i < 4; i++) {
      shaders[i] = glCreateShader(parts[i].type);
      glShaderSource(shaders[i], 1, &parts[i].source, NULL);
      glCompileShader(shaders[i]);
      glAttachShader(program, shaders[i]);
   }
   if (glGetError())
      api_fail("two shaders of a stage");
   glAttachShader(program, shaders[2]);
   if (glGetError() != GL_INVALID_OPERATION)
      api_fail("a shader is attached twice");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   if (!linked)
      api_fail("four shaders do not link");
   glUseProgram(program);
   glUniform1f(glGetUniformLocation(program, "one"), 1);
   api_rectangle(-1, -1, 1, 1);
   glDetachShader(program, shaders[3]);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   if (linked)
      api_fail("a function without definition links");
}

/* ---- chains of calls: the language forbids recursion only (GLSL 4.60, 6.1.1) --------------------------------------------------- */

/* Function i calls function i - 1 and adds 1 or, where `branches`, returns early for negative arguments. */
static void draw_calls(void)
{
   static char source[1000 * 80 + 400];
   for (unsigned branches = 0; branches < 2; branches++) {
      const unsigned depth = branches ? 100 : 1000;
      size_t at = (size_t)snprintf(source, sizeof(source),
                                   "#version 330 core\nout vec4 color; int f0(int x) { return x + 1; }\n");
      for (unsigned i = 1; i < depth; i++)
         at += (size_t)snprintf(source + at, sizeof(source) - at, "int f%u(int x) { %sreturn f%u(x) + 1; }\n", i,
                                branches ? "if (x < 0) return 0; " : "", i - 1);
      snprintf(source + at, sizeof(source) - at, "void main() { int x = int(gl_FragCoord.x), y = f%u(x);\n"
               "color = y == x + %u ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }", depth - 1, depth);
      api_program(plain_vs, NULL, source);
      api_rectangle(branches ? 0 : -1, -1, branches ? 1 : 0, 1);
   }
}

/* Shaders of one stage name instances of a block as they like, and other blocks alike (GLSL 4.60, 4.3.9). */
static void draw_block_names(void)
{
   static const GLfloat values[2][4] = {{0, 1, 0, 0}, {0, 0, 0, 1}};
   static const char *const sources[2] = {
      "#version 330 core\nuniform A { vec4 x; } a; vec4 other(); out vec4 color; void main() { color = a.x + other(); }",
      "#version 330 core\nuniform A { vec4 x; } b; uniform B { vec4 x; } a; vec4 other() { return b.x * 0.5 + a.x; }"};
   const GLuint program = glCreateProgram();
   GLuint buffer[2];
   api_attach(program, GL_VERTEX_SHADER, plain_vs);
   api_attach(program, GL_FRAGMENT_SHADER, sources[0]);
   api_attach(program, GL_FRAGMENT_SHADER, sources[1]);
   api_link(program);
   glGenBuffers(2, buffer);
   for (GLuint i = 0; i < 2; i++) {
      glBindBufferBase(GL_UNIFORM_BUFFER, i, buffer[i]);
      glBufferData(GL_UNIFORM_BUFFER, sizeof(values[i]), values[i], GL_STATIC_DRAW);
      glUniformBlockBinding(program, glGetUniformBlockIndex(program, i ? "B" : "A"), i);
   }
   GLint blocks;
   glGetProgramiv(program, GL_ACTIVE_UNIFORM_BLOCKS, &blocks);
   api_expect("active uniform blocks", blocks, 2);
   api_rectangle(-1, -1, 1, 1);
}

/* Long straight code: a sum of 14,000 terms. */
static void draw_large(void)
{
   static const char step[] = "a += h;\n";
   static char source[200000];
   size_t at = (size_t)snprintf(source, sizeof(source), "#version 330 core\nout vec4 color; uniform float h; void main() { float a = 0.0;\n");
   for (unsigned i = 0; i < 14000; i++, at += sizeof(step) - 1)
      memcpy(source + at, step, sizeof(step) - 1);
   snprintf(source + at, sizeof(source) - at, "color = a == 7000.0 ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }");
   const GLuint program = api_program(plain_vs, NULL, source);
   glUniform1f(glGetUniformLocation(program, "h"), 0.5f);
   api_rectangle(-1, -1, 1, 1);
}

const struct api_body api_bodies_language[] = {
   {"uniform-locations", CORE, 33, 1, 0, draw_uniform_locations, reference_uniform_locations},
   {"pack420", CORE, 33, 0, 0, draw_pack420, reference_green},
   {"arrays-of-arrays", CORE, 33, 0, 0, draw_arrays_of_arrays, reference_green},
   {"derivative-control", CORE, 33, 0, 0, draw_derivatives, reference_green},
   {"shader-precision", CORE, 33, 0, 0, draw_precision, reference_green},
   {"sample-shading", CORE, 33, 1, 0, draw_samples, reference_samples},
   {"base-instance", CORE, 33, 1, 0, draw_base_instance, reference_base_instance},
   {"several-shaders", CORE, 33, 0, 0, draw_parts, reference_green},
   {"deep-calls", CORE, 33, 0, 0, draw_calls, reference_green},
   {"block-instances", CORE, 33, 0, 0, draw_block_names, reference_green},
   {"large-shaders", CORE, 33, 0, 0, draw_large, reference_green},
   {0},
};
