/* body_votes.c: votes of invocations (EXT_shader_group_vote), their clock (ARB_shader_clock, EXT_shader_clock), functions of three values
 * (AMD_shader_trinary_minmax); colour buffers that keep sRGB values as they are
 * (EXT_sRGB_write_control); base vertices by the names of EXT_draw_elements_base_vertex. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_srgb.h"
#include "api_test.h"

static const char vertex_300[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

static void expect_no_error(const char *what)
{
   GLenum error = glGetError();
   if (error)
      api_fail("%s: error 0x%x", what, error);
}

/* ---- votes ------------------------------------------------------------------------------------------------------------------ */

/* Which invocations vote together is the implementation's choice: red, green and blue are rules that hold for each group, alpha
 * are votes of equal conditions. */
static void draw_votes(void)
{
   static const char fragment[] =
      "#version 300 es\n#extension GL_EXT_shader_group_vote : require\nprecision highp float; uniform bool yes, no; out vec4 c;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); int row = at.y / 8;\n"
      "bool own = row == 0 ? (at.x & 1) == 1 : row == 1 ? at.x > 11 : row == 2 ? (at.x * 7 + at.y * 5) % 13 != 0 : yes;\n"
      "bool some = anyInvocationEXT(own), every = allInvocationsEXT(own), same = allInvocationsEqualEXT(own);\n"
      "bool equal = anyInvocationEXT(yes) && !anyInvocationEXT(no) && allInvocationsEXT(yes) && !allInvocationsEXT(no) &&\n"
      "   allInvocationsEqualEXT(yes) && allInvocationsEqualEXT(no);\n"
      "if (at.x > 20) equal = equal && !anyInvocationEXT(at.x <= 20) && allInvocationsEXT(at.x > 20);\n"
      "c = vec4(some || !own, own || !every, same == (every || !some), equal); }";
   api_require("GL_EXT_shader_group_vote");
   const GLuint program = api_program(vertex_300, NULL, fragment);
   glUniform1i(glGetUniformLocation(program, "yes"), 1);
   api_rectangle(-1, -1, 1, 1);
   expect_no_error("votes");
}

static void votes_reference(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 255, API_TEXELS * 4);
}

/* ---- clock, functions of three values ---------------------------------------------------------------------------------------- */

/* A later reading is not less than an earlier one. `readings`: three of them, as vectors of two words. */
static void compare_clocks(const char *head, const char *readings)
{
   char vertex[256], fragment[1024];
   snprintf(vertex, sizeof(vertex), "%sin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", head);
   snprintf(fragment, sizeof(fragment), "%sprecision highp float; precision highp int; uniform int steps; out vec4 c;\n"
            "bool before(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x <= b.x); }\n"
            "void main() { float x = gl_FragCoord.x; %s\n"
            "c = vec4(before(first, second), before(second, third), x < 50.0, 1.0); }", head, readings);
   api_program(vertex, NULL, fragment);
   api_rectangle(-1, -1, 1, 1);
   expect_no_error("clock");
}

#define STEPS "for (int i = 0; i < steps; i++) x = sin(x) + 1.0;"

static void draw_clock(void)
{
   api_require("GL_ARB_shader_clock");
   compare_clocks("#version 330\n#extension GL_ARB_shader_clock : require\n",
                  "uvec2 first = clock2x32ARB(); " STEPS " uvec2 second = clock2x32ARB(), third = clock2x32ARB();");
}

static void draw_clock_ext(void)
{
   api_require("GL_EXT_shader_clock");
   compare_clocks("#version 310 es\n#extension GL_EXT_shader_clock : require\n",
                  "uvec2 first = clock2x32EXT(); " STEPS " uvec2 second = clock2x32EXT(), third = clock2x32EXT();");
}

/* clockARB() is there with 64-bit integers, and is the same clock. */
static void draw_clock_wide(void)
{
   api_require("GL_ARB_shader_clock");
   api_require("GL_ARB_gpu_shader_int64");
   compare_clocks("#version 400\n#extension GL_ARB_shader_clock : require\n#extension GL_ARB_gpu_shader_int64 : require\n",
                  "uvec2 first = clock2x32ARB(); " STEPS " uint64_t ticks = clockARB(); uvec2 third = clock2x32ARB();\n"
                  "uvec2 second = unpackUint2x32(clockARB() < ticks ? 0UL : ticks);");
}

static void draw_three(void)
{
   api_require("GL_AMD_shader_trinary_minmax");
   api_program("#version 330\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 330\n#extension GL_AMD_shader_trinary_minmax : require\nout vec4 c;\n"
      "void main() { ivec2 at = ivec2(gl_FragCoord.xy); ivec3 i = ivec3(at.x - 15, 7 - at.y, (at.x * at.y) % 17 - 8);\n"
      "int low = min(i.x, min(i.y, i.z)), high = max(i.x, max(i.y, i.z)), middle = i.x + i.y + i.z - low - high;\n"
      "uvec3 u = uvec3(i + 32) * 50000000u; vec3 f = vec3(i) * 0.5; ivec3 got = ivec3(min3(i.x, i.y, i.z), max3(i.x, i.y, i.z),\n"
      "   mid3(i.x, i.y, i.z)), wanted = ivec3(low, high, middle);\n"
      "c = vec4(got == wanted, uvec3(min3(u.x, u.y, u.z), max3(u.x, u.y, u.z), mid3(u.x, u.y, u.z)) == uvec3(wanted + 32) * 50000000u,\n"
      "   vec3(min3(f.x, f.y, f.z), max3(f.x, f.y, f.z), mid3(f.x, f.y, f.z)) == vec3(wanted) * 0.5,\n"
      "   mid3(f.xyz, f.yzx, f.zxy) == vec3(middle) * 0.5); }");
   api_rectangle(-1, -1, 1, 1);
   expect_no_error("functions of three values");
}

/* ---- sRGB writes: the lower half of the picture with conversion, the upper one without ------------------------------------- */

static void draw_srgb(void)
{
   GLuint framebuffer, texture;
   GLint outer = 0;
   uint8_t pixels[API_TEXELS][4];
   api_require("GL_EXT_sRGB_write_control");
   if (!glIsEnabled(GL_FRAMEBUFFER_SRGB_EXT))
      api_fail("FRAMEBUFFER_SRGB is off initially");
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &outer);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_SRGB8_ALPHA8, API_SIZE, API_SIZE);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClearColor(0.2f, 0.4f, 0.6f, 0.5f);
   glEnable(GL_BLEND);
   glEnable(GL_SCISSOR_TEST);
   glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
   api_program(vertex_300, NULL, "#version 300 es\nprecision highp float; out vec4 c;\n"
               "void main() { c = vec4(gl_FragCoord.xy / 64.0, 0.25, 0.5); }");
   for (unsigned half = 0; half < 2; half++) {
      glScissor(0, (GLint)half * API_SIZE / 2, API_SIZE, API_SIZE / 2);
      if (half)
         glDisable(GL_FRAMEBUFFER_SRGB_EXT);
      glClear(GL_COLOR_BUFFER_BIT);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_BLEND);
   glDisable(GL_SCISSOR_TEST);
   glEnable(GL_FRAMEBUFFER_SRGB_EXT);
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)outer);
   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, API_SIZE, API_SIZE);
   glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
   api_program(vertex_300, NULL, "#version 300 es\nprecision highp float; uniform highp sampler2D tex; out vec4 c;\n"
               "void main() { c = texelFetch(tex, ivec2(gl_FragCoord.xy), 0); }");
   api_rectangle(-1, -1, 1, 1);
   expect_no_error("sRGB");
}


static void srgb_reference(uint8_t rgba[API_TEXELS][4])
{
   static const double clear[4] = { 0.2, 0.4, 0.6, 0.5 };
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double src[4] = { (i % API_SIZE + 0.5) / 64, (i / API_SIZE + 0.5) / 64, 0.25, 0.5 };
      for (unsigned c = 0; c < 4; c++) {
         const double v = src[c] + clear[c] * 0.5;
         rgba[i][c] = (uint8_t)((i < API_TEXELS / 2 && c < 3 ? api_srgb_encode(v) : v) * 255 + 0.5);
      }
   }
}

/* ---- base vertices: columns of 8 texels from one index buffer ---------------------------------------------------------------- */

static void draw_base_vertex(void)
{
   float points[16][2];
   static const GLushort indices[4] = { 0, 1, 2, 3 };
   api_require("GL_EXT_draw_elements_base_vertex");
   PFNGLDRAWELEMENTSBASEVERTEXEXTPROC plain =
      (PFNGLDRAWELEMENTSBASEVERTEXEXTPROC)eglGetProcAddress("glDrawElementsBaseVertexEXT");
   PFNGLDRAWRANGEELEMENTSBASEVERTEXEXTPROC range =
      (PFNGLDRAWRANGEELEMENTSBASEVERTEXEXTPROC)eglGetProcAddress("glDrawRangeElementsBaseVertexEXT");
   PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXEXTPROC instanced =
      (PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXEXTPROC)eglGetProcAddress("glDrawElementsInstancedBaseVertexEXT");
   PFNGLMULTIDRAWELEMENTSBASEVERTEXEXTPROC multi =
      (PFNGLMULTIDRAWELEMENTSBASEVERTEXEXTPROC)eglGetProcAddress("glMultiDrawElementsBaseVertexEXT");
   for (unsigned i = 0; i < 16; i++) {
      points[i][0] = (float)(i / 4 + i % 2) / 2 - 1;
      points[i][1] = i % 4 / 2 ? 1 : -1;
   }
   api_program("#version 300 es\nin vec2 pos; flat out int id; void main() { gl_Position = vec4(pos, 0.0, 1.0); id = gl_VertexID; }",
               NULL, "#version 300 es\nprecision highp float; flat in highp int id; out vec4 c;\n"
               "void main() { c = vec4(float(id) / 255.0, gl_FragCoord.x / 32.0, 0.0, 1.0); }");
   api_vertices(points, sizeof points);
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   plain(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 0);
   range(GL_TRIANGLE_STRIP, 0, 3, 4, GL_UNSIGNED_SHORT, NULL, 4);
   instanced(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, NULL, 1, 8);
   multi(GL_TRIANGLE_STRIP, (const GLsizei[]){ 4 }, GL_UNSIGNED_SHORT, (const void *const[]){ NULL }, 1, (const GLint[]){ 12 });
   expect_no_error("base vertex");
}

/* The last vertex of a triangle provokes: 2 or 3 of each column, by the side of the diagonal. */
static void base_vertex_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double x = (i % API_SIZE % 8 + 0.5) / 8, y = (i / API_SIZE + 0.5) / API_SIZE;
      rgba[i][0] = (uint8_t)(i % API_SIZE / 8 * 4 + (x + y < 1 ? 2 : 3));
      rgba[i][1] = (uint8_t)((i % API_SIZE + 0.5) / API_SIZE * 255 + 0.5);
      rgba[i][2] = 0;
      rgba[i][3] = 255;
   }
}

const struct api_body api_bodies_votes[] = {
   { "votes", GLES, 30, 0, 0, draw_votes, votes_reference },
   { "shader-clock", CORE, 33, 0, 0, draw_clock, votes_reference },
   { "shader-clock-ext", GLES, 31, 0, 0, draw_clock_ext, votes_reference },
   { "shader-clock-wide", CORE, 40, 0, 0, draw_clock_wide, votes_reference },
   { "trinary-minmax", CORE, 33, 0, 0, draw_three, votes_reference },
   { "srgb-write-control", GLES, 30, 1, 0, draw_srgb, srgb_reference },
   { "base-vertex-ext", GLES, 30, 1, 0, draw_base_vertex, base_vertex_reference },
   { NULL },
};
