/* cmd_uniforms.c: uniforms of the default block (OpenGL 4.6, 7.6). */
#include <stdio.h>

#include "commands.h"

/* The location is 10 times the number of components, plus one of these for the type; arrays have 2 elements. */
enum { FLOAT = 1, INT, UINT, DOUBLE, BOOL, SAMPLER, INT64, UINT64, NONE = 5000 };

static const char vertex[] = "void main() { gl_Position = vec4(0.0); }";
static const char fragment[] =
   "layout(location = 11) uniform float f1; layout(location = 21) uniform vec2 f2;"
   "layout(location = 31) uniform vec3 f3; layout(location = 41) uniform vec4 f4;"
   "layout(location = 12) uniform int i1; layout(location = 22) uniform ivec2 i2;"
   "layout(location = 32) uniform ivec3 i3; layout(location = 42) uniform ivec4 i4;"
   "layout(location = 13) uniform uint u1; layout(location = 23) uniform uvec2 u2;"
   "layout(location = 33) uniform uvec3 u3; layout(location = 43) uniform uvec4 u4;"
   "layout(location = 15) uniform bool b1; layout(location = 16) uniform sampler2D s1;"
   "layout(location = 122) uniform mat2 m22; layout(location = 123) uniform mat2x3 m23;"
   "layout(location = 124) uniform mat2x4 m24; layout(location = 132) uniform mat3x2 m32;"
   "layout(location = 133) uniform mat3 m33; layout(location = 134) uniform mat3x4 m34;"
   "layout(location = 142) uniform mat4x2 m42; layout(location = 143) uniform mat4x3 m43;"
   "layout(location = 144) uniform mat4 m44;"
   "layout(location = 0) out vec4 color;"
   "vec4 doubles();"
   "vec4 integers();"
   "void main() {"
   "   vec4 f = f4 + vec4(f1 + f2.x + f3.y);"
   "   ivec4 i = i4 + ivec4(i1 + i2.x + i3.y);"
   "   uvec4 u = u4 + uvec4(u1 + u2.x + u3.y);"
   "   float m = m22[0].x + m23[0].x + m24[0].x + m32[0].x + m33[0].x + m34[0].x + m42[0].x + m43[0].x + m44[0].x;"
   "   color = f + vec4(i) + vec4(u) + vec4(m) + (b1 ? texture(s1, f2) : vec4(0.0)) + doubles() + integers();"
   "}\n";
static const char no_doubles[] = "vec4 doubles() { return vec4(0.0); }\n";
static const char with_doubles[] =
   "layout(location = 14) uniform double d1; layout(location = 24) uniform dvec2 d2;"
   "layout(location = 34) uniform dvec3 d3; layout(location = 44) uniform dvec4 d4;"
   "layout(location = 222) uniform dmat2 n22; layout(location = 223) uniform dmat2x3 n23;"
   "layout(location = 224) uniform dmat2x4 n24; layout(location = 232) uniform dmat3x2 n32;"
   "layout(location = 233) uniform dmat3 n33; layout(location = 234) uniform dmat3x4 n34;"
   "layout(location = 242) uniform dmat4x2 n42; layout(location = 243) uniform dmat4x3 n43;"
   "layout(location = 244) uniform dmat4 n44;"
   "vec4 doubles() { return vec4(d1 + d2.x + d3.y + d4.z + n22[0].x + n23[0].x + n24[0].x + n32[0].x + n33[0].x + n34[0].x +"
   "                             n42[0].x + n43[0].x + n44[0].x); }\n";
static const char no_integers[] = "vec4 integers() { return vec4(0.0); }\n";
static const char with_integers[] =
   "layout(location = 17) uniform int64_t l1; layout(location = 27) uniform i64vec2 l2;"
   "layout(location = 37) uniform i64vec3 l3; layout(location = 47) uniform i64vec4 l4;"
   "layout(location = 18) uniform uint64_t k1; layout(location = 28) uniform u64vec2 k2;"
   "layout(location = 38) uniform u64vec3 k3; layout(location = 48) uniform u64vec4 k4;"
   "vec4 integers() { return vec4(l4 + l1 + l2.x + l3.y) + vec4(k4 + k1 + k2.x + k3.y); }\n";

static const GLfloat vf[16] = {1, 2, 3, 4};
static const GLint vi[16] = {1, 2, 3, 4};
static const GLuint vui[16] = {1, 2, 3, 4};
static const GLdouble vd[16] = {1, 2, 3, 4};
static const GLint64 vi64[16] = {1, 2, 3, 4};
static const GLuint64 vui64[16] = {1, 2, 3, 4};
static GLuint program, unlinked;
static bool has_int64;

#define UNPACK(...) __VA_ARGS__

/* Commands for n components of a type at `location`, whose names end in `end`; `other` has another number of components, `foreign` another type. */
#define VECTOR(n, suffix, end, location, other, foreign, args) \
   OK(Uniform##n##suffix##end, location, UNPACK args); \
   OK(Uniform##n##suffix##end, -1, UNPACK args); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##end, NONE, UNPACK args); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##end, other, UNPACK args); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##end, foreign, UNPACK args); \
   OK(Uniform##n##suffix##v##end, location, 1, v##suffix); \
   OK(Uniform##n##suffix##v##end, -1, 1, v##suffix); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##v##end, NONE, 1, v##suffix); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##v##end, other, 1, v##suffix); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##v##end, foreign, 1, v##suffix); \
   ERR(INVALID_VALUE, Uniform##n##suffix##v##end, location, -1, v##suffix); \
   ERR(INVALID_OPERATION, Uniform##n##suffix##v##end, location, 2, v##suffix); \
   OK(ProgramUniform##n##suffix##end, program, location, UNPACK args); \
   ERR(INVALID_VALUE, ProgramUniform##n##suffix##end, 1000, location, UNPACK args); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##end, unlinked, location, UNPACK args); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##end, program, NONE, UNPACK args); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##end, program, other, UNPACK args); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##end, program, foreign, UNPACK args); \
   OK(ProgramUniform##n##suffix##v##end, program, location, 1, v##suffix); \
   ERR(INVALID_VALUE, ProgramUniform##n##suffix##v##end, 1000, location, 1, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##v##end, unlinked, location, 1, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##v##end, program, NONE, 1, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##v##end, program, other, 1, v##suffix); \
   ERR(INVALID_VALUE, ProgramUniform##n##suffix##v##end, program, location, -1, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniform##n##suffix##v##end, program, location, 2, v##suffix)

#define VECTORS(suffix, end, type, other_type) \
   VECTOR(1, suffix, end, 10 + type, 20 + type, 10 + other_type, (1)); \
   VECTOR(2, suffix, end, 20 + type, 30 + type, 20 + other_type, (1, 2)); \
   VECTOR(3, suffix, end, 30 + type, 40 + type, 30 + other_type, (1, 2, 3)); \
   VECTOR(4, suffix, end, 40 + type, 10 + type, 40 + other_type, (1, 2, 3, 4))

#define MATRIX(shape, suffix, location, other) \
   OK(UniformMatrix##shape##suffix##v, location, 1, GL_TRUE, v##suffix); \
   OK(UniformMatrix##shape##suffix##v, -1, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, UniformMatrix##shape##suffix##v, NONE, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, UniformMatrix##shape##suffix##v, other, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_VALUE, UniformMatrix##shape##suffix##v, location, -1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, UniformMatrix##shape##suffix##v, location, 2, GL_FALSE, v##suffix); \
   OK(ProgramUniformMatrix##shape##suffix##v, program, location, 1, GL_TRUE, v##suffix); \
   ERR(INVALID_VALUE, ProgramUniformMatrix##shape##suffix##v, 1000, location, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniformMatrix##shape##suffix##v, unlinked, location, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniformMatrix##shape##suffix##v, program, NONE, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniformMatrix##shape##suffix##v, program, other, 1, GL_FALSE, v##suffix); \
   ERR(INVALID_VALUE, ProgramUniformMatrix##shape##suffix##v, program, location, -1, GL_FALSE, v##suffix); \
   ERR(INVALID_OPERATION, ProgramUniformMatrix##shape##suffix##v, program, location, 2, GL_FALSE, v##suffix)

#define MATRICES(suffix, base) \
   MATRIX(2, suffix, base + 22, base + 33); \
   MATRIX(3, suffix, base + 33, base + 44); \
   MATRIX(4, suffix, base + 44, base + 22); \
   MATRIX(2x3, suffix, base + 23, base + 32); \
   MATRIX(3x2, suffix, base + 32, base + 23); \
   MATRIX(2x4, suffix, base + 24, base + 42); \
   MATRIX(4x2, suffix, base + 42, base + 24); \
   MATRIX(3x4, suffix, base + 34, base + 43); \
   MATRIX(4x3, suffix, base + 43, base + 34)

static void conversions(void)
{
   OK(Uniform1f, 15, 2);
   OK(Uniform1i, 15, 2);
   OK(Uniform1ui, 15, 2);
   OK(Uniform1i, 16, 3);
   ERR(INVALID_OPERATION, Uniform1f, 16, 3);
   ERR(INVALID_OPERATION, Uniform1ui, 16, 3);
   ERR(INVALID_VALUE, Uniform1i, 16, 10000);
   ERR(INVALID_VALUE, Uniform1i, 16, -1);
   ERR(INVALID_VALUE, ProgramUniform1i, program, 16, -1);
   if (has_int64) {
      ERR(INVALID_OPERATION, Uniform1i64ARB, 16, 3);
      ERR(INVALID_OPERATION, Uniform1ui64ARB, 13, 3);
   }
}

static void without_program(void)
{
   gl.UseProgram(0);
   ERR(INVALID_OPERATION, Uniform1f, 11, 1);
   ERR(INVALID_OPERATION, Uniform4fv, 41, 1, vf);
   ERR(INVALID_OPERATION, Uniform2i, 22, 1, 2);
   ERR(INVALID_OPERATION, Uniform3uiv, 33, 1, vui);
   ERR(INVALID_OPERATION, UniformMatrix4fv, 144, 1, GL_FALSE, vf);
   if (desktop())
      ERR(INVALID_OPERATION, UniformMatrix2x4dv, 224, 1, GL_FALSE, vd);
   if (has_int64) {
      ERR(INVALID_OPERATION, Uniform1i64ARB, 17, 1);
      ERR(INVALID_OPERATION, Uniform3ui64vARB, 38, 1, vui64);
   }
}

static void values(void)
{
   GLfloat f[16];
   GLint i[16];
   GLuint u[16];
   const GLuint shader = make_shader(GL_VERTEX_SHADER, vertex);
   gl.ProgramUniform4f(program, 41, 1, 2, 3, 4);
   OK(GetUniformfv, program, 41, f);
   EXPECT(f[3], 4);
   ERR(INVALID_VALUE, GetUniformfv, 1000, 41, f);
   ERR(INVALID_OPERATION, GetUniformfv, shader, 41, f);
   ERR(INVALID_OPERATION, GetUniformfv, unlinked, 41, f);
   ERR(INVALID_OPERATION, GetUniformfv, program, NONE, f);
   ERR(INVALID_OPERATION, GetUniformfv, program, -1, f);
   OK(GetUniformiv, program, 42, i);
   ERR(INVALID_VALUE, GetUniformiv, 1000, 42, i);
   ERR(INVALID_OPERATION, GetUniformiv, unlinked, 42, i);
   ERR(INVALID_OPERATION, GetUniformiv, program, NONE, i);
   OK(GetUniformuiv, program, 43, u);
   ERR(INVALID_VALUE, GetUniformuiv, 1000, 43, u);
   ERR(INVALID_OPERATION, GetUniformuiv, unlinked, 43, u);
   ERR(INVALID_OPERATION, GetUniformuiv, program, NONE, u);
   OK(GetnUniformfv, program, 41, 16, f);
   ERR(INVALID_OPERATION, GetnUniformfv, program, 41, 15, f);
   ERR(INVALID_OPERATION, GetnUniformfv, program, NONE, 16, f);
   ERR(INVALID_VALUE, GetnUniformfv, 1000, 41, 16, f);
   OK(GetnUniformiv, program, 42, 16, i);
   ERR(INVALID_OPERATION, GetnUniformiv, program, 42, 15, i);
   ERR(INVALID_OPERATION, GetnUniformiv, program, NONE, 16, i);
   ERR(INVALID_VALUE, GetnUniformiv, 1000, 42, 16, i);
   OK(GetnUniformuiv, program, 43, 16, u);
   ERR(INVALID_OPERATION, GetnUniformuiv, program, 43, 15, u);
   ERR(INVALID_OPERATION, GetnUniformuiv, program, NONE, 16, u);
   ERR(INVALID_VALUE, GetnUniformuiv, 1000, 43, 16, u);
   if (desktop()) {
      GLdouble d[16];
      OK(GetUniformdv, program, 44, d);
      ERR(INVALID_VALUE, GetUniformdv, 1000, 44, d);
      ERR(INVALID_OPERATION, GetUniformdv, unlinked, 44, d);
      ERR(INVALID_OPERATION, GetUniformdv, program, NONE, d);
      OK(GetnUniformdv, program, 44, 32, d);
      ERR(INVALID_OPERATION, GetnUniformdv, program, 44, 31, d);
      ERR(INVALID_OPERATION, GetnUniformdv, program, NONE, 32, d);
      ERR(INVALID_VALUE, GetnUniformdv, 1000, 44, 32, d);
   }
   if (has_int64) {
      GLint64 l[4];
      GLuint64 k[4];
      gl.ProgramUniform2i64ARB(program, 27, -1, INT64_MIN);
      OK(GetUniformi64vARB, program, 27, l);
      EXPECT(l[1] == INT64_MIN, 1);
      OK(GetUniformui64vARB, program, 48, k);
      EXPECT(k[3], 4);
      OK(GetnUniformi64vARB, program, 47, 32, l);
      OK(GetnUniformui64vARB, program, 41, 32, k);
      EXPECT(k[3], 4);
      ERR(INVALID_VALUE, GetUniformi64vARB, 1000, 47, l);
      ERR(INVALID_OPERATION, GetUniformi64vARB, unlinked, 47, l);
      ERR(INVALID_OPERATION, GetUniformi64vARB, program, NONE, l);
      ERR(INVALID_VALUE, GetUniformui64vARB, 1000, 48, k);
      ERR(INVALID_OPERATION, GetUniformui64vARB, unlinked, 48, k);
      ERR(INVALID_OPERATION, GetUniformui64vARB, program, NONE, k);
      ERR(INVALID_OPERATION, GetnUniformi64vARB, program, 47, 31, l);
      ERR(INVALID_OPERATION, GetnUniformi64vARB, program, NONE, 32, l);
      ERR(INVALID_VALUE, GetnUniformi64vARB, 1000, 47, 32, l);
      ERR(INVALID_OPERATION, GetnUniformui64vARB, program, 48, 31, k);
      ERR(INVALID_OPERATION, GetnUniformui64vARB, program, NONE, 32, k);
      ERR(INVALID_VALUE, GetnUniformui64vARB, 1000, 48, 32, k);
   }
   OK(GetUniformLocation, program, "f4");
   EXPECT(gl.GetUniformLocation(program, "f4"), 41);
   EXPECT(gl.GetUniformLocation(program, "none"), -1);
   ERR(INVALID_VALUE, GetUniformLocation, 1000, "f4");
   ERR(INVALID_OPERATION, GetUniformLocation, shader, "f4");
   ERR(INVALID_OPERATION, GetUniformLocation, unlinked, "f4");
   gl.DeleteShader(shader);
}

void cmd_uniforms(void)
{
   char source[8192];
   has_int64 = has_extension("GL_ARB_gpu_shader_int64");
   snprintf(source, sizeof(source), "%s%s%s%s", has_int64 ? "#extension GL_ARB_gpu_shader_int64 : require\n" : "", fragment,
            desktop() ? with_doubles : no_doubles, has_int64 ? with_integers : no_integers);
   program = make_program(vertex, source);
   unlinked = gl.CreateProgram();
   gl.UseProgram(program);
   VECTORS(f, , FLOAT, INT);
   VECTORS(i, , INT, UINT);
   VECTORS(ui, , UINT, FLOAT);
   MATRICES(f, 100);
   if (desktop()) {
      VECTORS(d, , DOUBLE, FLOAT);
      MATRICES(d, 200);
   }
   if (has_int64) {
      VECTORS(i64, ARB, INT64, INT);
      VECTORS(ui64, ARB, UINT64, INT64);
   }
   conversions();
   without_program();
   values();
}
