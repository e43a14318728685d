/* body_tess_values.c: ARB_tessellation_shader: values that pass between the stages of tessellation: arrays, blocks, matrices,
 * integers, doubles, values of patches, outputs of other invocations, clip distances. Patch n, a quad, covers texel (n % 32, n /
 * 32). */
#include <string.h>

#include "api_tessellation.h"

/* ---- values between the stages ---------------------------------------------------------------------------------------------- */

/* Arrays, a block, a matrix and integers from vertex to control shader; per-vertex and patch outputs of every kind, read by other
 * invocations after barriers, in loops, with dynamic indices; uniforms, a uniform block and a texture in both stages. */
static void draw_values(void)
{
   static const GLfloat block[8] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f};
   static const GLubyte texels[4][4] = {{10, 0, 0, 255}, {20, 0, 0, 255}, {30, 0, 0, 255}, {40, 0, 0, 255}};
   GLuint buffer, texture;
   const GLuint program = tess_program(
      TESS_GLSL "out Data { vec3 place; mat2 turn; } data; out float list[3]; flat out uvec2 bits;\n"
      "void main() {\n"
      "   data.place = vec3(float(gl_VertexID), 0.5, 2.0); data.turn = mat2(float(gl_VertexID), 1.0, 2.0, 3.0);\n"
      "   list = float[3](1.0, float(gl_VertexID % 3), 3.0); bits = uvec2(0xffff0000u | uint(gl_VertexID), 7u);\n"
      "   gl_Position = vec4(float(gl_VertexID), 0.0, 0.0, 1.0);\n"
      "}",
      TESS_ARRAYS "layout(vertices = 4) out;\n"
      "in Data { vec3 place; mat2 turn; } data[]; in float list[][3]; flat in uvec2 bits[];\n"
      "out Point { float own; ivec2 ids; } point[]; out vec2 shared_[]; out float steps[][2];\n"
      "patch out float sums[3]; patch out Info { uvec2 bits; float inner; } info;\n"
      "uniform float loose; uniform sampler2D image; layout(std140) uniform Scale { vec4 value[2]; };\n"
      "void main() {\n"
      "   int i = gl_InvocationID; point[gl_InvocationID].own = data[i % 3].place.x - float(3 * gl_PrimitiveID);\n"
      "   point[gl_InvocationID].ids = ivec2(gl_PrimitiveID, gl_PatchVerticesIn);\n"
      "   steps[gl_InvocationID][i % 2] = float(i); steps[gl_InvocationID][1 - i % 2] = loose;\n"
      "   gl_out[gl_InvocationID].gl_Position = gl_in[(i + 1) % 3].gl_Position;\n"
      "   barrier();\n"
      "   shared_[gl_InvocationID] = vec2(point[(i + 1) % 4].own, steps[3 - i][1]);\n"
      "   barrier();\n"
      "   if (i == 2) {\n"
      "      float sum = 0.0; for (int k = 0; k < 4; k++) sum += shared_[k].x + list[k % 3][k % 3];\n"
      "      sums[0] = sum; for (int k = 1; k < 3; k++) sums[k] = value[k - 1][k] + texelFetch(image, "
      "ivec2(gl_PrimitiveID % 4, 0), 0).r * 255.0;\n"
      "      info.bits = bits[2]; info.inner = data[1].turn[0].x;\n"
      "   }\n"
      TESS_LEVELS_ONE
      "}",
      TESS_ARRAYS "layout(quads, equal_spacing) in;\n"
      "in Point { float own; ivec2 ids; } point[]; in vec2 shared_[]; in float steps[][2];\n"
      "patch in float sums[3]; patch in Info { uvec2 bits; float inner; } info;\n"
      "uniform float loose; uniform sampler2D image; layout(std140) uniform Scale { vec4 value[2]; }; flat out vec4 color;\n"
      "void main() {\n"
      "   int n = gl_PrimitiveID, k = n % 4; float texel = texelFetch(image, ivec2(k, 0), 0).r * 255.0;\n"
      "   bool ok = point[k].ids == ivec2(n, 3) && gl_PatchVerticesIn == 4 && info.bits == uvec2(0xffff0000u | uint(3 * n "
      "+ 2), 7u) &&\n"
      "      info.inner == float(3 * n + 1) && gl_in[k].gl_Position.x == float(3 * n + (k + 1) % 3) &&\n"
      "      shared_[k] == vec2(float((k + 1) % 4 % 3), (3 - k) % 2 == 1 ? float(3 - k) : loose) &&\n"
      "      sums[2] == value[1].z + texel && gl_TessLevelOuter[k] == 1.0 && gl_TessLevelInner[k % 2] == 1.0;\n"
      "   color = vec4(sums[0] * 4.0, sums[1], float(n % 256), ok ? 255.0 : 0.0) / 255.0;\n" TESS_CELL "}",
      NULL, TESS_FRAGMENT);
   tess_patches(3);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 3, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(block), block, GL_STATIC_DRAW);
   glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Scale"), 3);
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE5);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glUniform1i(glGetUniformLocation(program, "image"), 5);
   glUniform1f(glGetUniformLocation(program, "loose"), 0.25f);
   glDrawArrays(GL_PATCHES, 0, 3 * API_TEXELS);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

/* sums[0]: 1 + 2 + 0 + 0 of the points' own values, and list[0][0], list[1][1], list[2][2], list[0][0]. */
static void values_color(int n, int rgb[3])
{
   rgb[0] = 4 * (1 + 2 + 0 + 0 + 1 + (3 * n + 1) % 3 + 3 + 1);
   rgb[1] = 2 + 10 * (n % 4 + 1);
   rgb[2] = n % 256;
}

static void reference_values(uint8_t rgba[API_TEXELS][4])
{
   tess_fill(rgba, values_color);
}

/* A control shader with 32 output points, of which each reads another one's array of 8 vectors after a barrier: the
 * threadgroup's memory is nearly full, and its lanes are several waves. */
static void draw_many_values(void)
{
   tess_program(TESS_GLSL "out vec4 v[8]; void main() { for (int i = 0; i < 8; i++) v[i] = vec4(gl_VertexID, i, "
      "gl_VertexID % 7, 1.0); }",
      TESS_ARRAYS "layout(vertices = 32) out; in vec4 v[][8]; out vec4 w[][8]; patch out vec4 all[4];\n"
      "void main() {\n"
      "   int id = gl_InvocationID;\n"
      "   for (int i = 0; i < 8; i++) w[gl_InvocationID][i] = v[id][7 - i] * 2.0;\n"
      "   barrier();\n"
      "   vec4 sum = vec4(0.0); for (int i = 0; i < 8; i++) sum += w[31 - id][(i + id) % 8];\n"
      "   barrier();\n"
      "   w[gl_InvocationID][0] = sum;\n"
      "   if (id % 8 == 3) all[id / 8] = vec4(float(id));\n"
      TESS_LEVELS_ONE
      "}",
      TESS_ARRAYS "layout(quads) in; in vec4 w[][8]; patch in vec4 all[4]; flat out vec4 color;\n"
      "void main() {\n"
      "   int n = gl_PrimitiveID, k = n % 32, other = 31 - k; vec4 sum = w[k][0];\n"
      "   bool ok = sum.x == 16.0 * float(32 * n + other) && sum.y == 56.0 && sum.z == 16.0 * float((32 * n + other) % 7) &&\n"
      "      sum.w == 16.0 && all[k / 8].x == float(k / 8 * 8 + 3) && (k == 0 || w[k][k % 7 + 1].y == 2.0 * float(6 - k % 7));\n"
      "   color = vec4(ok ? 1.0 : 0.0, sum.z / 255.0, float(k) / 255.0, 1.0);\n" TESS_CELL "}",
      NULL, TESS_FRAGMENT);
   tess_patches(32);
   glDrawArrays(GL_PATCHES, 0, 32 * API_TEXELS);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void many_values_color(int n, int rgb[3])
{
   rgb[0] = 255;
   rgb[1] = 16 * ((32 * n + 31 - n % 32) % 7);
   rgb[2] = n % 32;
}

static void reference_many_values(uint8_t rgba[API_TEXELS][4])
{
   tess_fill(rgba, many_values_color);
}

/* Doubles of each size: from the vertex shader, of other invocations, and of the patch. */
static void draw_doubles(void)
{
   api_require("GL_ARB_gpu_shader_fp64");
   tess_program(
      TESS_DOUBLES "out double a; out dvec3 b; out dmat2x4 c;\n"
      "void main() { double i = double(gl_VertexID) + 1.0LF / 4294967296.0LF; a = i; b = dvec3(i, i * 2.0LF, i * 3.0LF);\n"
      "   c = dmat2x4(dvec4(i), dvec4(1.0LF, i, 2.0LF, -i)); }",
      TESS_DOUBLES "layout(vertices = 3) out; in double a[]; in dvec3 b[]; in dmat2x4 c[];\n"
      "out dvec3 d[]; out dvec2 e[]; patch out dvec4 f[2]; patch out double g;\n"
      "void main() {\n"
      "   d[gl_InvocationID] = b[gl_InvocationID] + a[0]; barrier();\n"
      "   e[gl_InvocationID] = d[(gl_InvocationID + 1) % 3].zx;\n"
      "   if (gl_InvocationID == 1) { f[0] = c[2][1]; f[gl_PatchVerticesIn - 2] = c[1][0]; g = a[2]; }\n"
      TESS_LEVELS_ONE "}",
      TESS_DOUBLES "layout(quads) in; in dvec3 d[]; in dvec2 e[]; patch in dvec4 f[2]; patch in double g; flat out vec4 color;\n"
      "void main() {\n"
      "   int n = gl_PrimitiveID, k = n % 3; double small = 1.0LF / 4294967296.0LF, i = double(3 * n) + small, o = "
      "double((k + 1) % 3) + i;\n"
      "   bool ok = d[k] == dvec3(i + double(k), (i + double(k)) * 2.0LF, (i + double(k)) * 3.0LF) + i && e[k] == dvec2(o "
      "* 3.0LF + i, o + i) &&\n"
      "      f[0] == dvec4(1.0LF, i + 2.0LF, 2.0LF, -(i + 2.0LF)) && f[1] == dvec4(i + 1.0LF) && g == i + 2.0LF;\n"
      "   color = vec4(ok ? 1.0 : 0.0, float(n % 256) / 255.0, 0.0, 1.0);\n" TESS_CELL "}",
      NULL, TESS_FRAGMENT);
   tess_patches(3);
   glDrawArrays(GL_PATCHES, 0, 3 * API_TEXELS);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void doubles_color(int n, int rgb[3])
{
   rgb[0] = 255;
   rgb[1] = n % 256;
   rgb[2] = 0;
}

static void reference_doubles(uint8_t rgba[API_TEXELS][4])
{
   tess_fill(rgba, doubles_color);
}

/* ---- clip and cull distances ------------------------------------------------------------------------------------------------ */

/* Cells are cut at half of their width by a clip distance that passes through all stages. */
static void draw_clip(void)
{
   tess_program(TESS_GLSL "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\n"
      "void main() { gl_Position = vec4(0.0); gl_ClipDistance[0] = float(gl_VertexID / 2 % 2) * 2.0 - 1.0; "
      "gl_ClipDistance[1] = 1.0; }",
      TESS_GLSL "layout(vertices = 2) out;\n"
      "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; } gl_in[gl_MaxPatchVertices];\n"
      "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; } gl_out[];\n"
      "void main() { int i = gl_InvocationID; gl_out[gl_InvocationID].gl_Position = gl_in[i].gl_Position;\n"
      "   gl_out[gl_InvocationID].gl_ClipDistance[0] = gl_in[i].gl_ClipDistance[0];\n"
      "   gl_out[gl_InvocationID].gl_ClipDistance[1] = gl_in[i].gl_ClipDistance[1] + float(i);\n"
      TESS_LEVELS_ONE "}",
      TESS_GLSL "layout(quads) in; flat out vec4 color;\n"
      "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; } gl_in[gl_MaxPatchVertices];\n"
      "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\n"
      "void main() { int n = gl_PrimitiveID; color = vec4(gl_in[1].gl_ClipDistance[1] / 4.0, gl_in[0].gl_ClipDistance[0], "
      "0.0, 1.0);\n"
      "   gl_ClipDistance[0] = gl_in[0].gl_ClipDistance[0]; gl_ClipDistance[1] = 8.0 - float(n / 32) - "
      "gl_TessCoord.y;\n" TESS_CELL "}",
      NULL, TESS_FRAGMENT);
   tess_patches(2);
   glEnable(GL_CLIP_DISTANCE0);
   glEnable(GL_CLIP_DISTANCE0 + 1);
   glDrawArrays(GL_PATCHES, 0, 2 * API_TEXELS);
   api_expect("error", (long)glGetError(), GL_NO_ERROR);
}

static void reference_clip(uint8_t rgba[API_TEXELS][4])
{
   memset(rgba, 0, 4 * API_TEXELS);
   for (unsigned n = 1; n < 8 * API_SIZE; n += 2)
      memcpy(rgba[n], (const uint8_t[4]){128, 255, 0, 255}, 4);
}

const struct api_body api_bodies_tess_values[] = {
   {"tess-values", CORE, 33, 1, 0, draw_values, reference_values},
   {"tess-many-values", CORE, 33, 1, 0, draw_many_values, reference_many_values},
   {"tess-doubles", CORE, 33, 1, 0, draw_doubles, reference_doubles},
   {"tess-clip", CORE, 33, 1, 0, draw_clip, reference_clip},
   {0},
};
