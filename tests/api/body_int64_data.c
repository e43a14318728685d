/* body_int64_data.c: 64-bit integers as data (ARB_gpu_shader_int64): uniforms of every type by every command, queries and errors,
 * blocks, values between stages, transform feedback. */
#include <stdio.h>
#include <string.h>

#include "api_capture.h"
#include "api_compute.h"

#define HEAD "#version 430 core\n#extension GL_ARB_gpu_shader_int64 : require\n"
#define AT(name) glGetUniformLocation(program, name)

/* ---- uniforms ----------------------------------------------------------------------------------------------------------------- */

/* libOpenGL has no commands of extensions. */
struct commands {
#define SET(n, TYPE, type, ...) \
   PFNGLUNIFORM##n##TYPE##ARBPROC Uniform##n##type; \
   PFNGLUNIFORM##n##TYPE##VARBPROC Uniform##n##type##v; \
   PFNGLPROGRAMUNIFORM##n##TYPE##ARBPROC ProgramUniform##n##type; \
   PFNGLPROGRAMUNIFORM##n##TYPE##VARBPROC ProgramUniform##n##type##v;
#define ALL_SETS(X, TYPE, type) \
   X(1, TYPE, type, v[0]) \
   X(2, TYPE, type, v[0], v[1]) \
   X(3, TYPE, type, v[0], v[1], v[2]) \
   X(4, TYPE, type, v[0], v[1], v[2], v[3])
   ALL_SETS(SET, I64, i64)
   ALL_SETS(SET, UI64, ui64)
   PFNGLGETUNIFORMI64VARBPROC GetUniformi64v;
   PFNGLGETUNIFORMUI64VARBPROC GetUniformui64v;
   PFNGLGETNUNIFORMI64VARBPROC GetnUniformi64v;
   PFNGLGETNUNIFORMUI64VARBPROC GetnUniformui64v;
};

static void *command(const char *name, const char *suffix)
{
   char full[64];
   snprintf(full, sizeof(full), "gl%s%s", name, suffix);
   __eglMustCastToProperFunctionPointerType found = eglGetProcAddress(full);
   if (!found)
      api_fail("%s is missing", full);
   void *pointer;
   memcpy(&pointer, &found, sizeof(pointer));
   return pointer;
}

/* The commands of ARB_gpu_shader_int64, or those that AMD_gpu_shader_int64 has of them under other names. */
static struct commands find_commands(const char *suffix)
{
   struct commands c;
#define FIND(member, name) { void *found = command(name, suffix); memcpy(&c.member, &found, sizeof(found)); }
#define FIND_SET(n, TYPE, type, ...) \
   FIND(Uniform##n##type, "Uniform" #n #type) \
   FIND(Uniform##n##type##v, "Uniform" #n #type "v") \
   FIND(ProgramUniform##n##type, "ProgramUniform" #n #type) \
   FIND(ProgramUniform##n##type##v, "ProgramUniform" #n #type "v")
   ALL_SETS(FIND_SET, I64, i64)
   ALL_SETS(FIND_SET, UI64, ui64)
   FIND(GetUniformi64v, "GetUniformi64v")
   FIND(GetUniformui64v, "GetUniformui64v")
   if (!strcmp(suffix, "ARB")) {
      FIND(GetnUniformi64v, "GetnUniformi64v")
      FIND(GetnUniformui64v, "GetnUniformui64v")
   }
   return c;
}

#define UNIFORMS \
   "uniform int64_t i1[2]; uniform i64vec2 i2[2]; uniform i64vec3 i3[2]; uniform i64vec4 i4[2];\n" \
   "uniform uint64_t ui1[2]; uniform u64vec2 ui2[2]; uniform u64vec3 ui3[2]; uniform u64vec4 ui4[2];\n"
#define READ(name, n) \
   "for (int c = 0; c < " #n "; c++) result[at++] = " name
#define SUMS 40 /* values of all uniforms */

static const char *const reader =
   "layout(local_size_x = 1) in; layout(std430, binding = 1) buffer R { uint64_t result[]; };\n" UNIFORMS
   "void main() { uint at = 0u; for (int k = 0; k < 2; k++) { result[at++] = uint64_t(i1[k]);\n"
   READ("uint64_t(i2[k][c]); ", 2) READ("uint64_t(i3[k][c]);\n", 3) READ("uint64_t(i4[k][c]); ", 4)
   "result[at++] = ui1[k]; " READ("ui2[k][c]; ", 2) READ("ui3[k][c]; ", 3) READ("ui4[k][c]; ", 4) "} }";

static GLuint reading_program(const char *head)
{
   char source[4096];
   snprintf(source, sizeof(source), "%s%s", head, reader);
   return api_compute_program(source);
}

static void expect_results(GLuint buffer, const uint64_t *want)
{
   uint64_t got[SUMS];
   glDispatchCompute(1, 1, 1);
   api_read_words(buffer, (uint32_t *)(void *)got, 2 * SUMS);
   for (unsigned i = 0; i < SUMS; i++)
      if (got[i] != want[i])
         api_fail("component %u of the uniforms is %llx instead of %llx", i, (unsigned long long)got[i], (unsigned long long)want[i]);
}

static uint64_t value_of(uint64_t i) { return i * UINT64_C(0x9e3779b97f4a7c15); }

/* Every type by every command. */
static void set_all(const char *head, const char *suffix)
{
   const struct commands c = find_commands(suffix);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, 8 * SUMS, NULL), program = reading_program(head);
   char name[16];
   uint64_t want[SUMS];
   for (unsigned by = 0; by < 3; by++) {
      for (unsigned i = 0; i < SUMS; i++)
         want[i] = value_of(i + by * SUMS);
      const GLuint64 *ui64_at = want;
      const GLint64 *i64_at = (const GLint64 *)want;
      /* One element, by the value or a pointer, of the current or a named program. */
#define ELEMENT(n, TYPE, type, ...) { \
         snprintf(name, sizeof(name), "%.*s%u[%u]", (int)strlen(#type) - 2, #type, n, k); \
         const GLint location = AT(name); \
         const __typeof__(*type##_at) *v = type##_at; \
         if (by == 0 && k == 0) \
            c.Uniform##n##type(location, __VA_ARGS__); \
         else if (by == 0) \
            c.ProgramUniform##n##type##v(program, location, 1, v); \
         else if (by == 1 && k == 0) \
            c.Uniform##n##type##v(location, 1, v); \
         else if (by == 1) \
            c.ProgramUniform##n##type(program, location, __VA_ARGS__); \
         else { /* both elements at once, the second one last; values beyond the end are ignored */ \
            uint64_t both[4 * n] = {0}; \
            memcpy(both, k ? v - SUMS / 2 : v, n * sizeof(*v)); \
            memcpy(both + n, v, n * sizeof(*v)); \
            snprintf(name, sizeof(name), "%.*s%u", (int)strlen(#type) - 2, #type, n); \
            c.Uniform##n##type##v(AT(name), 4, (const void *)both); \
         } \
         ui64_at += n; \
         i64_at += n; \
      }
      for (unsigned k = 0; k < 2; k++) {
         ALL_SETS(ELEMENT, I64, i64)
         ALL_SETS(ELEMENT, UI64, ui64)
      }
      api_expect_error(GL_NO_ERROR, "setting uniforms");
      expect_results(buffer, want);
      GLuint64 got[4];
      GLint64 signed_got[4];
      c.GetUniformui64v(program, AT("ui3[1]"), got);
      c.GetUniformi64v(program, AT("i4[0]"), signed_got);
      for (unsigned i = 0; i < 3; i++)
         api_expect("a component that is read back", got[i] == want[SUMS / 2 + 13 + i], 1);
      for (unsigned i = 0; i < 4; i++)
         api_expect("a signed component that is read back", (uint64_t)signed_got[i] == want[6 + i], 1);
   }
   api_checked();
}

static void draw_uniforms(void)
{
   api_require("GL_ARB_gpu_shader_int64");
   set_all(HEAD, "ARB");
}

/* AMD_gpu_shader_int64 has the types under another name of the extension, and commands with the suffix NV. */
static void draw_amd(void)
{
   api_require("GL_AMD_gpu_shader_int64");
   set_all("#version 430 core\n#extension GL_AMD_gpu_shader_int64 : require\n", "NV");
}

static void expect_location_error(const struct commands *c, GLuint program)
{
   const GLint64 v[4] = {1, 2, 3, 4};
   c->Uniform1i64(AT("truth"), 1);
   api_expect_error(GL_INVALID_OPERATION, "a bool, which commands of 64 bits do not set");
   c->Uniform1ui64(AT("truth"), 1);
   api_expect_error(GL_INVALID_OPERATION, "a bool, as an unsigned integer");
   c->Uniform1i64(AT("number"), 1);
   api_expect_error(GL_INVALID_OPERATION, "an int");
   glUniform1i(AT("one"), 1);
   api_expect_error(GL_INVALID_OPERATION, "an int for an int64_t");
   c->Uniform1ui64(AT("one"), 1);
   api_expect_error(GL_INVALID_OPERATION, "unsigned for an int64_t");
   c->Uniform2i64v(AT("i3"), 1, v);
   api_expect_error(GL_INVALID_OPERATION, "two components for three");
   c->Uniform1i64v(AT("one"), 2, v);
   api_expect_error(GL_INVALID_OPERATION, "two values, no array");
   c->Uniform1i64v(AT("i1"), -1, v);
   api_expect_error(GL_INVALID_VALUE, "a negative count");
   c->ProgramUniform1i64(12345, 0, 1);
   api_expect_error(GL_INVALID_VALUE, "no program");
   c->Uniform1i64(-1, 1);
   api_expect_error(GL_NO_ERROR, "location -1");
}

/* Types in queries, conversions of values, errors, the sizes of values, initial values. */
static void draw_queries(void)
{
   static const struct { const char *name; GLenum type; } types[] = {
      {"i1[0]", GL_INT64_ARB}, {"i2[0]", GL_INT64_VEC2_ARB}, {"i3[0]", GL_INT64_VEC3_ARB}, {"i4[0]", GL_INT64_VEC4_ARB},
      {"ui1[0]", GL_UNSIGNED_INT64_ARB}, {"ui2[0]", GL_UNSIGNED_INT64_VEC2_ARB}, {"ui3[0]", GL_UNSIGNED_INT64_VEC3_ARB},
      {"ui4[0]", GL_UNSIGNED_INT64_VEC4_ARB},
   };
   static const char source[] = HEAD UNIFORMS
      "uniform int64_t one = -5L; uniform u64vec3 initial[2] = u64vec3[](u64vec3(1UL << 63), u64vec3(1UL, 2UL, 1UL << 40));\n"
      "uniform double real; uniform float narrow; uniform bool truth; uniform int number; flat out u64vec3 sum;\n"
      "void main() { sum = u64vec3(i1[1] + i2[1].x + i3[1].x + i4[1].x + one + number) + ui1[1] + ui2[1].y + ui3[1] + ui4[1].w + initial[1];\n"
      "gl_Position = vec4(truth ? 0.0 : float(real) + narrow); }";
   const struct commands c = find_commands("ARB");
   static const char *const sum = "sum";
   GLint64 v[4] = {INT64_MIN, -3, (INT64_C(1) << 40) + 1, INT64_MAX}, back[4];
   GLuint64 u[4];
   GLint i[4];
   GLuint ui[4];
   GLfloat f[4];
   GLdouble d[4];
   api_require("GL_ARB_gpu_shader_int64");
   const GLuint program = api_capturing(source, NULL, NULL, 1, &sum);
   for (unsigned k = 0; k < sizeof(types) / sizeof(types[0]); k++) {
      static const GLenum property = GL_TYPE;
      GLuint index = glGetProgramResourceIndex(program, GL_UNIFORM, types[k].name);
      glGetActiveUniformsiv(program, 1, &index, GL_UNIFORM_TYPE, i);
      api_expect(types[k].name, i[0], (long)types[k].type);
      glGetProgramResourceiv(program, GL_UNIFORM, index, 1, &property, 1, NULL, i);
      api_expect(types[k].name, i[0], (long)types[k].type);
   }
   GLenum type = 0;
   GLsizei size;
   char name[8];
   glGetTransformFeedbackVarying(program, 0, sizeof(name), NULL, &size, &type, name);
   api_expect("the type of a captured output", type, GL_UNSIGNED_INT64_VEC3_ARB);
   c.GetUniformi64v(program, AT("one"), back);
   api_expect("an initial value", back[0], -5);
   c.GetUniformui64v(program, AT("initial[1]"), u);
   api_expect("an initial component", u[2] == UINT64_C(1) << 40 && u[1] == 2, 1);

   c.Uniform4i64v(AT("i4[1]"), 1, v);
   glGetUniformiv(program, AT("i4[1]"), i);
   api_expect("a small value as an int", i[1], -3);
   glGetUniformfv(program, AT("i4[1]"), f);
   api_expect("as floats", f[0] == -0x1p63f && f[1] == -3 && f[2] == 0x1p40f && f[3] == 0x1p63f, 1);
   glGetUniformdv(program, AT("i4[1]"), d);
   api_expect("as doubles", d[0] == -0x1p63 && d[2] == 0x1p40 + 1 && d[3] == 0x1p63, 1);
   c.Uniform2ui64(AT("ui2[1]"), 7, UINT64_MAX);
   glGetUniformuiv(program, AT("ui2[1]"), ui);
   api_expect("as an unsigned integer", ui[0], 7);
   glUniform1i(AT("number"), -7);
   c.GetUniformi64v(program, AT("number"), back);
   api_expect("an int as 64 bits", back[0], -7);
   glUniform1d(AT("real"), -2.75);
   c.GetUniformi64v(program, AT("real"), back);
   api_expect("a double as an integer: rounded", back[0], -3);
   glUniform1f(AT("narrow"), 0x1.8p40f);
   c.GetUniformui64v(program, AT("narrow"), u);
   api_expect("a float as an integer", u[0] == UINT64_C(3) << 39, 1);
   glUniform1i(AT("truth"), 4);
   c.GetUniformui64v(program, AT("truth"), u);
   api_expect("a bool as an integer", (long)u[0], 1);
   api_expect_error(GL_NO_ERROR, "values and queries");

   expect_location_error(&c, program);
   c.GetnUniformi64v(program, AT("i4[1]"), 32, back);
   api_expect_error(GL_NO_ERROR, "a value that fits");
   for (unsigned k = 0; k < 4; k++)
      api_expect("a component after errors", back[k] == v[k], 1);
   c.GetnUniformi64v(program, AT("i4[1]"), 31, back);
   api_expect_error(GL_INVALID_OPERATION, "a value that does not fit");
   c.GetnUniformui64v(program, AT("ui3"), 23, u);
   api_expect_error(GL_INVALID_OPERATION, "an unsigned value that does not fit");
   c.GetUniformi64v(program, 100000, back);
   api_expect_error(GL_INVALID_OPERATION, "a location beyond");
   glUseProgram(0);
   c.Uniform1i64(0, 1);
   api_expect_error(GL_INVALID_OPERATION, "no program in use");
}

/* ---- blocks --------------------------------------------------------------------------------------------------------------------- */

#define MEMBERS "int a; int64_t b; i64vec2 c; float d; u64vec3 e; int64_t f[2]; T t[2];"

static void expect_offsets(GLuint program, GLenum interface, const GLint *wanted)
{
   static const char *const names[] = {"a", "b", "c", "d", "e", "f[0]", "t[0].i", "t[0].v", "t[0].u", "t[1].v"};
   for (unsigned i = 0; i < 10; i++) {
      static const GLenum offset = GL_OFFSET;
      GLint at = -1;
      glGetProgramResourceiv(program, interface, glGetProgramResourceIndex(program, interface, names[i]), 1, &offset, 1, NULL, &at);
      api_expect(names[i], at, wanted[i]);
   }
}

/* A uniform block of layout std140 and a storage block of layout std430, whose members move from one to the other. */
static void draw_blocks(void)
{
   static const char source[] = HEAD
      "layout(local_size_x = 2) in; struct T { int i; i64vec3 v; uint64_t u; }; layout(std140, binding = 0) uniform B { " MEMBERS " };\n"
      "layout(std430, binding = 1) buffer O { " MEMBERS " } o;\n"
      "void main() { uint k = gl_LocalInvocationIndex; if (k == 0u) { o.a = a - 1; o.b = b * 3L; o.c = c.yx; o.d = d + float(f[1]);\n"
      "o.e[2] = e.x; o.e.xy = e.yz; } o.f[k] = f[1u - k] ^ 1L; o.t[k] = t[1u - k]; o.t[k].v.zx += 1L; }";
   static const GLint std140[] = {0, 8, 16, 32, 64, 96, 128, 160, 184, 224}, std430[] = {0, 8, 16, 32, 64, 88, 128, 160, 184, 224};
   union { uint64_t u[32]; GLint i[64]; GLfloat f[64]; } in, out;
   api_require("GL_ARB_gpu_shader_int64");
   for (unsigned i = 0; i < 32; i++)
      in.u[i] = value_of(i + 1);
   in.i[0] = 77;
   in.f[8] = 0.5f;
   in.u[14] = 9; /* f[1] */
   api_compute_buffer(GL_UNIFORM_BUFFER, 0, sizeof(in), &in);
   const GLuint buffer = api_compute_buffer(GL_SHADER_STORAGE_BUFFER, 1, sizeof(out), NULL), program = api_compute_program(source);
   expect_offsets(program, GL_UNIFORM, std140);
   static const char *const stored[] = {"O.a", "O.b", "O.c", "O.d", "O.e", "O.f[0]", "O.t[0].i", "O.t[0].v", "O.t[0].u"};
   for (unsigned i = 0; i < 9; i++) {
      static const GLenum offset = GL_OFFSET;
      GLint at = -1;
      glGetProgramResourceiv(program, GL_BUFFER_VARIABLE, glGetProgramResourceIndex(program, GL_BUFFER_VARIABLE, stored[i]), 1, &offset, 1, NULL, &at);
      api_expect(stored[i], at, std430[i]);
   }
   glDispatchCompute(1, 1, 1);
   api_read_words(buffer, (uint32_t *)(void *)&out, sizeof(out) / 4);
   api_expect("int", out.i[0], 76);
   api_expect("int64_t", out.u[1] == in.u[1] * 3, 1);
   api_expect("i64vec2", out.u[2] == in.u[3] && out.u[3] == in.u[2], 1);
   api_expect("float", out.f[8] == 9.5f, 1);
   api_expect("u64vec3", out.u[8] == in.u[9] && out.u[9] == in.u[10] && out.u[10] == in.u[8], 1);
   api_expect("array", out.u[11] == (in.u[14] ^ 1) && out.u[12] == (in.u[12] ^ 1), 1);
   for (unsigned k = 0; k < 2; k++) {
      const uint64_t *to = out.u + 16 + 8 * k, *from = in.u + 24 - 8 * k;
      api_expect("int of a struct", out.i[32 + 16 * k], in.i[48 - 16 * k]);
      api_expect("i64vec3 of a struct", to[4] == from[4] + 1 && to[5] == from[5] && to[6] == from[6] + 1, 1);
      api_expect("uint64_t of a struct", to[7] == from[7], 1);
   }
   api_expect_error(GL_NO_ERROR, "blocks");
}

/* ---- between stages --------------------------------------------------------------------------------------------------------- */

#define PASSED "i64vec3 v; uint64_t a[3]; float f; u64vec2 w; int64_t one;"
#define CHECK "bool right(i64vec3 v, uint64_t a[3], float f, u64vec2 w, int64_t one, int64_t s) { return v == i64vec3(s, -1L, s * 3L) &&\n" \
   "a[0] == uint64_t(s) && a[1] == 5UL && a[2] == ~0UL && f == 0.5 && w == u64vec2(s, 1UL << 63) && one == -s; }\n"
#define FILL "v = i64vec3(s, -1L, s * 3L); a[0] = uint64_t(s); a[1] = 5UL; a[2] = ~0UL; f = 0.5; w = u64vec2(s, 1UL << 63); one = -s; "
#define FLAT(direction) "flat " direction " i64vec3 v; flat " direction " uint64_t a[3]; flat " direction " float f; flat " direction \
   " u64vec2 w; flat " direction " int64_t one;\n"

static const char fragment[] = HEAD FLAT("in") "uniform int64_t s; out vec4 color;\n" CHECK
   "void main() { color = right(v, a, f, w, one, s) ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0); }";
static const char to_block[] = HEAD "layout(location = 0) in vec2 pos; uniform int64_t s; out P { " PASSED " } p;\n"
   "void main() { i64vec3 v; uint64_t a[3]; float f; u64vec2 w; int64_t one; " FILL
   "p.v = v; p.a = a; p.f = f; p.w = w; p.one = one; gl_Position = vec4(pos, 0.0, 1.0); }";

static void set_s(GLuint program, int64_t s)
{
   const struct commands c = find_commands("ARB");
   c.Uniform1i64(AT("s"), s);
}

/* Left without, right with a geometry shader. */
static void draw_varyings(void)
{
   static const char vertex[] = HEAD "layout(location = 0) in vec2 pos; uniform int64_t s; " FLAT("out")
      "void main() { " FILL " gl_Position = vec4(pos, 0.0, 1.0); }";
   static const char geometry[] = HEAD
      "layout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in P { " PASSED " } p[]; uniform int64_t s; " FLAT("out") CHECK
      "void main() { for (int i = 0; i < 3; i++) { v = p[i].v; for (int k = 0; k < 3; k++) a[k] = p[i].a[k]; w = p[i].w; one = p[i].one;\n"
      "f = right(p[i].v, p[i].a, p[i].f, p[i].w, p[i].one, s) ? p[i].f : 0.0; gl_Position = gl_in[i].gl_Position; EmitVertex(); } }";
   api_require("GL_ARB_gpu_shader_int64");
   set_s(api_program(vertex, NULL, fragment), INT64_C(0x123456789abcdef0));
   api_rectangle(-1, -1, 0, 1);
   set_s(api_program(to_block, geometry, fragment), -7);
   api_rectangle(0, -1, 1, 1);
}

/* Through both tessellation stages, per vertex and per patch. */
static void draw_tessellation(void)
{
   static const char control[] = HEAD
      "layout(vertices = 3) out; in P { " PASSED " } p[]; out P { " PASSED " } q[]; patch out i64vec2 all; uniform int64_t s; " CHECK
      "void main() {\n"
      "#define I gl_InvocationID\n"
      "q[I].v = p[I].v; q[I].a = p[I].a; q[I].f = p[I].f; q[I].w = p[I].w; q[I].one = p[I].one;\n"
      "bool good = right(p[I].v, p[I].a, p[I].f, p[I].w, p[I].one, s); if (I == 0) all = i64vec2(s << 1, good ? 1L : 0L);\n"
      "gl_out[I].gl_Position = gl_in[I].gl_Position; gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 2.0;\n"
      "gl_TessLevelInner[0] = 1.0; }";
   static const char evaluation[] = HEAD
      "layout(triangles) in; in P { " PASSED " } q[]; patch in i64vec2 all; uniform int64_t s; " FLAT("out")
      "void main() { v = q[1].v; for (int k = 0; k < 3; k++) a[k] = q[2].a[k]; f = all == i64vec2(s << 1, 1L) ? q[0].f : 0.0; w = q[0].w; one = q[2].one;\n"
      "gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position; }";
   static const GLfloat corners[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
   api_require("GL_ARB_gpu_shader_int64");
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, to_block);
   api_attach(program, GL_TESS_CONTROL_SHADER, control);
   api_attach(program, GL_TESS_EVALUATION_SHADER, evaluation);
   api_attach(program, GL_FRAGMENT_SHADER, fragment);
   api_link(program);
   set_s(program, INT64_MIN + 12345);
   api_vertices(corners, sizeof(corners));
   glEnableVertexAttribArray(0);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glPatchParameteri(GL_PATCH_VERTICES, 3);
   glDrawArrays(GL_PATCHES, 0, 6);
   api_expect_error(GL_NO_ERROR, "tessellation");
}

static void reference_green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (uint8_t[4]){0, 255, 0, 255}, 4);
}

/* Captured by name, and by xfb_offset beside words of 32 bits. */
static void draw_feedback(void)
{
   static const char named[] = HEAD "flat out i64vec3 v; flat out uint64_t a[2]; flat out uvec2 pair; uniform int64_t s;\n"
      "void main() { int64_t n = int64_t(gl_VertexID); v = i64vec3(s + n, s * n, n); a[0] = uint64_t(-n); a[1] = uint64_t(s);\n"
      "pair = uvec2(1u, uint(n)); gl_Position = vec4(0.0); }";
   static const char placed[] = "#version 440 core\n#extension GL_ARB_gpu_shader_int64 : require\n"
      "layout(xfb_buffer = 0, xfb_stride = 40) out; layout(xfb_offset = 4) flat out uint u; layout(xfb_offset = 16) flat out i64vec2 w;\n"
      "layout(xfb_offset = 32) flat out uint64_t last; uniform int64_t s;\n"
      "void main() { int64_t n = int64_t(gl_VertexID); u = uint(n) + 7u; w = i64vec2(s, s >> gl_VertexID); last = uint64_t(n) << 60; gl_Position = vec4(0.0); }";
   static const char *const varyings[] = {"v", "pair", "a"};
   const int64_t s = INT64_C(-0x123456789abcdef);
   api_require("GL_ARB_gpu_shader_int64");
   struct { int64_t v[3]; uint32_t pair[2]; uint64_t a[2]; } got[3];
   set_s(api_capturing(named, NULL, NULL, 3, varyings), s);
   api_capture(3, got, sizeof(got));
   for (int n = 0; n < 3; n++) {
      api_expect("a captured vector", got[n].v[0] == s + n && got[n].v[1] == s * n && got[n].v[2] == n, 1);
      api_expect("a captured pair", got[n].pair[0] == 1 && got[n].pair[1] == (uint32_t)n, 1);
      api_expect("a captured array", got[n].a[0] == (uint64_t)-(int64_t)n && got[n].a[1] == (uint64_t)s, 1);
   }
   struct { uint32_t none, u; uint64_t skipped; int64_t w[2]; uint64_t last; } by_place[3];
   set_s(api_capturing(placed, NULL, NULL, 0, NULL), s);
   api_capture(3, by_place, sizeof(by_place));
   for (int n = 0; n < 3; n++)
      api_expect("a capture by offset", by_place[n].u == 7u + (uint32_t)n && by_place[n].w[0] == s && by_place[n].w[1] == s >> n &&
                 by_place[n].last == (uint64_t)n << 60, 1);
}

const struct api_body api_bodies_int64_data[] = {
   {"int64-uniforms", CORE, 43, 0, 0, draw_uniforms, NULL},
   {"int64-amd", CORE, 43, 0, 0, draw_amd, NULL},
   {"int64-queries", CORE, 43, 0, 0, draw_queries, NULL},
   {"int64-blocks", CORE, 43, 0, 0, draw_blocks, NULL},
   {"int64-varyings", CORE, 43, 0, 0, draw_varyings, reference_green},
   {"int64-tessellation", CORE, 43, 0, 0, draw_tessellation, reference_green},
   {"int64-feedback", CORE, 44, 0, 0, draw_feedback, NULL},
   {0}};
