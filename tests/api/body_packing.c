/* body_packing.c: varyings that fit the limit of components only when they follow each other across locations: arrays of more
 * doubles than locations, vectors of three doubles, members of blocks. Through each stage, with dynamic indices, and captured. */
#include <stddef.h>

#include "api_capture.h"
#include "api_tessellation.h"

#define HEAD "#version 330 core\n#extension GL_ARB_gpu_shader_fp64 : require\n#extension GL_ARB_arrays_of_arrays : require\n"
#define TESS HEAD "#extension GL_ARB_tessellation_shader : require\n"
/* 96 + 24 components are flat, 6 smooth: 32 locations. `k` is an index, `s` a uniform. */
#define WHAT(flat_, io) "uniform double s; uniform int zero; " flat_ io " double a[48]; " \
   flat_ io " dvec3 v[4]; " io " vec3 w[2];\n"
#define FILL "for (int k = 0; k < 48; k++) a[k] = s * (k + 1 + zero); for (int k = 0; k < 4; k++) v[k] = dvec3(s, k, s * k);\n" \
   "for (int k = 0; k < 2; k++) w[k + zero] = vec3(k, 0.5, k + 2);\n"
#define CHECK "bool right(double a[48], dvec3 v[4], vec3 w[2]) { bool good = true; for (int k = 0; k < 48; k++) good = good &&" \
   " a[k + zero] == s * (k + 1); for (int k = 0; k < 4; k++) good = good && v[k] == dvec3(s, k, s * k);\n" \
   "return good && distance(w[0], vec3(0.0, 0.5, 2.0)) < 0.001 && distance(w[1], vec3(1.0, 0.5, 3.0)) < 0.001; }\n"
#define VERTEX HEAD "layout(location = 0) in vec2 pos; " WHAT("flat ", "out") "void main() { " FILL \
   "gl_Position = vec4(pos, 0.0, 1.0); }"
#define TO_NEXT HEAD "layout(location = 0) in vec2 pos; uniform double s; uniform int zero;\n" \
   "out double va[40]; out vec3 vw[12];" \
   "void main() { for (int k = 0; k < 40; k++) va[k + zero] = s * (k + 1);\n" \
   "for (int k = 0; k < 12; k++) vw[k + zero] = vec3(k, 0.5, k);" \
   "gl_Position = vec4(pos, 0.0, 1.0); }"
#define RECEIVED "bool received(int i) { bool good = true;\n" \
   "for (int k = 0; k < 40; k++) good = good && va[i][k + zero] == s * (k + 1);" \
   "for (int k = 0; k < 12; k++) good = good && vw[i + zero][k] == vec3(k, 0.5, k); return good && va[i][7] == s * 8; }\n"
static const char fragment[] = HEAD WHAT("flat ", "in") "out vec4 color;\n" CHECK
   "void main() { color = right(a, v, w) && a[int(gl_FragCoord.y)] == s * (int(gl_FragCoord.y) + 1) && v[3].z == s * 3 ?"
   " vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";

#define AT(name) glGetUniformLocation(program, name)

static void reference_green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][1] = rgba[i][3] = 255;
}

static void require(void)
{
   api_require("GL_ARB_gpu_shader_fp64");
   api_require("GL_ARB_arrays_of_arrays");
}

static void draw_fragments(void)
{
   require();
   GLuint program = api_program(VERTEX, NULL, fragment);
   glUniform1d(AT("s"), 1.0 / 7);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_geometry(void)
{
   static const char geometry[] = HEAD
      "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in double va[][40]; in vec3 vw[][12];\n"
      WHAT("flat ", "out") RECEIVED "void main() { for (int i = 0; i < 3; i++) { " FILL " if (!received(i)) a[1] = 0.0lf;\n"
      "gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
   require();
   GLuint program = api_program(TO_NEXT, geometry, fragment);
   glUniform1d(AT("s"), 1.0 / 7);
   api_rectangle(-1, -1, 1, 1);
}

/* The control shader passes an array of doubles for each vertex, and one for the patch. */
static void draw_tessellation(void)
{
   static const char control[] = TESS
      "layout(vertices = 3) out; uniform double s; uniform int zero; in double va[][40]; in vec3 vw[][12];\n"
      "out double ta[][36]; out dvec3 tv[][5]; out float tf[]; patch out double ppa[40]; patch out dvec3 ppv[5];\n" RECEIVED
      "void main() { int i = gl_InvocationID; for (int k = 0; k < 36; k++) ta[gl_InvocationID][k + zero] = va[i][k] + i;\n"
      "for (int k = 0; k < 5; k++) tv[gl_InvocationID][k + zero] = dvec3(va[i][k], k, i);\n"
      "tf[gl_InvocationID] = received(i) ? 1.0 : 0.0;\n"
      "for (int k = 0; k < 40; k++) ppa[k + zero] = s * k; for (int k = 0; k < 5; k++) ppv[k].yz = dvec2(s * k, k);\n"
      "for (int k = 0; k < 5; k++) ppv[k + zero].x = s; gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position;\n"
      "gl_TessLevelInner[0] = 3.0; for (int k = 0; k < 3; k++) gl_TessLevelOuter[k] = 2.0; }";
   static const char evaluation[] = TESS
      "layout(triangles) in; in double ta[][36]; in dvec3 tv[][5]; in float tf[];\n"
      "patch in double ppa[40]; patch in dvec3 ppv[5];\n"
      WHAT("flat ", "out") "void main() { bool good = true; " FILL
      "for (int i = 0; i < 3; i++) { good = good && tf[i + zero] == 1.0;\n"
      "for (int k = 0; k < 36; k++) good = good && ta[i][k + zero] == s * (k + 1) + i;\n"
      "for (int k = 0; k < 5; k++) good = good && tv[i + zero][k] == dvec3(s * (k + 1), k, i); }\n"
      "for (int k = 0; k < 40; k++) good = good && ppa[k + zero] == s * k;\n"
      "for (int k = 0; k < 5; k++) good = good && ppv[k] == dvec3(s, s * k, k); if (!good) a[1] = 0.0lf;\n"
      "gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z *"
      " gl_in[2].gl_Position; }";
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1};
   require();
   GLuint program = tess_program(TO_NEXT, control, evaluation, NULL, fragment);
   glUniform1d(AT("s"), 1.0 / 7);
   tess_patches(3);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_PATCHES, 0, 6);
}

/* Parts of arrays that lie across locations. */
static void draw_feedback(void)
{
   enum { COUNT = 3 };
   static const char *const names[] = {"v", "a[37]", "w[1]"};
   static struct { double v[4][3], a; float w[3]; } __attribute__((packed)) got[COUNT];
   const double s = 1.0 / 7;
   require();
   GLuint program = api_capturing(VERTEX, NULL, fragment, 3, names);
   glUniform1d(AT("s"), s);
   api_capture(COUNT, got, sizeof(got));
   for (unsigned i = 0; i < COUNT; i++) {
      api_expect_double("an element of the doubles", i, got[i].a, s * 38, 0);
      for (unsigned k = 0; k < 4; k++) {
         api_expect_double("x of a dvec3", i, got[i].v[k][0], s, 0);
         api_expect_double("y of a dvec3", i, got[i].v[k][1], k, 0);
         api_expect_double("z of a dvec3", i, got[i].v[k][2], s * k, 0);
      }
      api_expect("an element of the vec3", got[i].w[0] == 1 && got[i].w[1] == 0.5f && got[i].w[2] == 3, 1);
   }
}

/* The limit is one of components: a vector more does not link. */
static void draw_limit(void)
{
#define MANY_OUT(type) "#version 330 core\nout vec3 a[42]; out " type " b; void main() { for (int k = 0; k < 42; k++) a[k] = vec3(k);\n" \
   "b = " type "(3.0); gl_Position = vec4(0.0); }"
#define MANY_IN(type) "#version 330 core\nin vec3 a[42]; in " type " b; out vec4 color;\n" \
   "void main() { color = vec4(b.xy, 0.0, 0.0); for (int k = 0; k < 42; k++) color += a[k].xyzz; }"
   static const char *const sources[2][2] = {{MANY_OUT("vec2"), MANY_IN("vec2")}, {MANY_OUT("vec3"), MANY_IN("vec3")}};
   GLint components, linked;
   glGetIntegerv(GL_MAX_VARYING_COMPONENTS, &components);
   if (components != 128)
      api_skip("another limit of components");
   for (unsigned i = 0; i < 2; i++) {
      GLuint program = glCreateProgram();
      api_attach(program, GL_VERTEX_SHADER, sources[i][0]);
      api_attach(program, GL_FRAGMENT_SHADER, sources[i][1]);
      glLinkProgram(program);
      glGetProgramiv(program, GL_LINK_STATUS, &linked);
      api_expect(i ? "129 components link" : "128 components link", linked, i == 0);
      glDeleteProgram(program);
   }
}

/* ---- blocks: 74 components, of which each array element would take a location ------------------------------------------------- */

#define BLOCK_TESS "#version 330 core\n#extension GL_ARB_tessellation_shader : require\n" BLOCK_TYPES
#define BLOCK_HEAD "#version 330 core\n" BLOCK_TYPES
#define BLOCK_TYPES "uniform int zero; struct Inner { vec3 p; float q[3]; };\n"
#define BLOCK(io, name) io " Block { float a[48]; vec2 v[10]; Inner s; } " name ";\n"
#define BLOCK_FILL "for (int k = 0; k < 48; k++) o.a[k] = float(k); for (int k = 0; k < 10; k++) o.v[k] = vec2(k, k + 100);\n" \
   "o.s.p = vec3(1.0, 2.0, 3.0); for (int k = 0; k < 3; k++) o.s.q[k + zero] = float(k + 4); o.a[zero + 31] = 31.0;\n"
#define BLOCK_RIGHT(i) "bool good = " i ".s.p == vec3(1.0, 2.0, 3.0) && abs(" i ".a[zero + 29] - 29.0) < 0.01;\n" \
   "for (int k = 0; k < 48; k++) good = good && abs(" i ".a[k] - float(k)) < 0.01;\n" \
   "for (int k = 0; k < 10; k++) good = good && distance(" i ".v[k], vec2(k, k + 100)) < 0.01;\n" \
   "for (int k = 0; k < 3; k++) good = good && abs(" i ".s.q[k + zero] - float(k + 4)) < 0.01;\n"
static const char block_vertex[] = BLOCK_HEAD "layout(location = 0) in vec2 pos;" BLOCK("out", "o")
   "void main() { " BLOCK_FILL "gl_Position = vec4(pos, 0.0, 1.0); }";
static const char block_geometry[] = BLOCK_HEAD "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out;" BLOCK("in", "i[]") BLOCK("out", "o")
   "void main() { for (int n = 0; n < 3; n++) { " BLOCK_FILL BLOCK_RIGHT("i[n]") "if (!good || i[1].a[7] != 7.0) o.a[5] = -1.0;\n"
   "gl_Position = gl_in[n].gl_Position; EmitVertex(); } }";
static const char block_fragment[] = BLOCK_HEAD BLOCK("in", "i") "out vec4 color; void main() { " BLOCK_RIGHT("i")
   "color = good && abs(i.a[int(gl_FragCoord.x)] - floor(gl_FragCoord.x)) < 0.01 ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";

static void draw_block(void)
{
   api_program(block_vertex, NULL, block_fragment);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_geometry_block(void)
{
   api_program(block_vertex, block_geometry, block_fragment);
   api_rectangle(-1, -1, 1, 1);
}

/* A control shader passes the block of each vertex. */
static void draw_tessellation_block(void)
{
   static const char control[] = BLOCK_TESS "layout(vertices = 3) out;" BLOCK("in", "i[]")
      BLOCK("out", "o[]") "void main() { o[gl_InvocationID].s = i[gl_InvocationID].s; o[gl_InvocationID].v = i[gl_InvocationID].v;\n"
      "for (int k = 0; k < 48; k++) o[gl_InvocationID].a[k + zero] = i[gl_InvocationID].a[k + zero];\n"
      "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
      "gl_TessLevelInner[0] = 3.0; for (int k = 0; k < 3; k++) gl_TessLevelOuter[k] = 2.0; }";
   static const char evaluation[] = BLOCK_TESS "layout(triangles) in;" BLOCK("in", "i[]")
      BLOCK("out", "o") "void main() { " BLOCK_FILL "for (int n = 0; n < 3; n++) { " BLOCK_RIGHT("i[n + zero]") "if (!good) o.a[5] = -1.0; }\n"
      "gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z *"
      " gl_in[2].gl_Position; }";
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, 1};
   api_require("GL_ARB_tessellation_shader");
   tess_program(block_vertex, control, evaluation, NULL, block_fragment);
   tess_patches(3);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_PATCHES, 0, 6);
}

static void draw_block_feedback(void)
{
   static const char *const names[] = {"Block.v[3]", "Block.a[37]", "Block.s.q[2]", "Block.s.p"};
   static const GLfloat want[] = {3, 103, 37, 6, 1, 2, 3};
   GLfloat got[2][7];
   api_capturing(block_vertex, NULL, block_fragment, 4, names);
   api_capture(2, got, sizeof(got));
   for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < 7; k++)
         api_expect("a captured component", (long)got[i][k], (long)want[k]);
}

const struct api_body api_bodies_packing[] = {
   {"packing-block", CORE, 33, 0, 0, draw_block, reference_green},
   {"packing-block-geometry", CORE, 33, 0, 0, draw_geometry_block, reference_green},
   {"packing-block-tessellation", CORE, 33, 0, 0, draw_tessellation_block, reference_green},
   {"packing-block-feedback", CORE, 33, 0, 0, draw_block_feedback, NULL},
   {"packing-fragments", CORE, 33, 0, 0, draw_fragments, reference_green},
   {"packing-geometry", CORE, 33, 0, 0, draw_geometry, reference_green},
   {"packing-tessellation", CORE, 33, 0, 0, draw_tessellation, reference_green},
   {"packing-feedback", CORE, 33, 0, 0, draw_feedback, NULL},
   {"packing-limit", CORE, 33, 0, 0, draw_limit, NULL},
   {0}};
