/* body_varyings.c: varyings from the vertex to the fragment shader in ESSL 3.00, and fragment outputs of integers to several
 * buffers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

/* ---- varyings of each kind: a row of the picture per component, over a triangle whose w differs ---------------------------- */

enum { SMOOTH = 24, FLAT_FIRST = SMOOTH };
static const GLfloat triangle[3][4] = {{-1, -1, 0, 1}, {6, -2, 0, 2}, {-4, 12, 0, 4}};

static const char varying_vertex[] =
   "#version 300 es\nin vec4 pos;\nuniform int zero;\n"
   "struct S { vec2 a; float b; };\n"
   "out float fa[6];\nsmooth out mat3x2 m;\nout S s;\nout vec4 v4;\ncentroid out vec2 c;\nout vec3 va[1];\n"
   "flat out ivec3 iv;\nflat out uvec2 uv;\nflat out int ia[2];\nflat out float ff;\n"
   "float value(int k) { return 0.1 + 0.08 * float((k * 7 + gl_VertexID * 5) % 11); }\n"
   "int whole(int k) { return (k * 7 + gl_VertexID * 50) % 256; }\n"
   "void main() {\n   gl_Position = pos;\n   for (int k = 0; k < 6; k++) fa[k + zero] = value(k);\n"
   "   for (int k = 0; k < 6; k++) m[k / 2][k % 2] = value(k + 6);\n   s = S(vec2(value(12), value(13)), value(14));\n"
   "   for (int k = 0; k < 4; k++) v4[k] = value(k + 15);\n   c = vec2(value(19), value(20));\n"
   "   va[zero] = vec3(value(21), value(22), value(23));\n   iv = ivec3(-whole(24), whole(25), whole(26));\n"
   "   uv = uvec2(whole(27), whole(28) + (1 << 31));\n   ia[0] = whole(29);\n   ia[zero + 1] = -whole(30);\n   ff = float(whole(31));\n"
   "}\n";
static const char varying_fragment[] =
   "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform int zero;\n"
   "struct S { vec2 a; float b; };\n"
   "in float fa[6];\nin mat3x2 m;\nin S s;\nsmooth in vec4 v4;\ncentroid in vec2 c;\nin vec3 va[1];\n"
   "flat in ivec3 iv;\nflat in uvec2 uv;\nflat in int ia[2];\nflat in float ff;\nout vec4 color;\n"
   "float pick(int k) {\n   if (k < 6) return fa[k];\n   if (k < 12) return m[(k - 6) / 2][k % 2];\n   if (k < 14) return s.a[k - 12];\n"
   "   if (k == 14) return s.b;\n   if (k < 19) return v4[k - 15];\n   if (k < 21) return c[k - 19];\n"
   "   if (k < 24) return va[zero][k - 21];\n   int i;\n   if (k < 27) i = k == 24 ? -iv[0] : iv[k - 24];\n"
   "   else if (k < 29) i = int(uv[k - 27] & 0x7fffffffu);\n   else if (k < 31) i = abs(ia[k - 29]);\n   else i = int(ff);\n"
   "   return float(i) / 255.0;\n}\n"
   "void main() { color = vec4(pick(int(gl_FragCoord.y)), float(iv.x <= 0 && ia[1] <= 0), float(uv.y >> 31), 1.0); }\n";

static void draw_varyings(void)
{
   api_program(varying_vertex, NULL, varying_fragment);
   api_vertices(triangle, sizeof(triangle));
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3);
}

static double cross(double ax, double ay, double bx, double by) { return ax * by - ay * bx; }

static void reference_varyings(uint8_t rgba[API_TEXELS][4])
{
   double x[3], y[3];
   for (unsigned v = 0; v < 3; v++) {
      x[v] = triangle[v][0] / triangle[v][3];
      y[v] = triangle[v][1] / triangle[v][3];
   }
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const double px = (i % API_SIZE + 0.5) / 16 - 1, py = (i / API_SIZE + 0.5) / 16 - 1;
      double share[3], sum = 0;
      for (unsigned v = 0; v < 3; v++) { /* clip coordinates: weights over w */
         const unsigned a = (v + 1) % 3, b = (v + 2) % 3;
         share[v] = cross(x[a] - px, y[a] - py, x[b] - px, y[b] - py) / triangle[v][3];
         sum += share[v];
      }
      if (share[0] / sum < 0 || share[1] / sum < 0 || share[2] / sum < 0)
         continue;
      const unsigned k = i / API_SIZE;
      double value = 0;
      for (unsigned v = 0; v < 3; v++)
         value += share[v] / sum * (0.1 + 0.08 * ((k * 7 + v * 5) % 11));
      if (k >= FLAT_FIRST) /* the last vertex provokes (ES 3.0, 2.17) */
         value = (k * 7 + 2 * 50) % 256 / 255.0;
      rgba[i][0] = (uint8_t)floor(value * 255 + 0.5);
      rgba[i][1] = rgba[i][2] = rgba[i][3] = 255;
   }
}

/* ---- more flat and smooth varyings than rows, which the packing of the specification fits into 15 vectors ------------------ */

enum { VECTORS = 15 };

static void draw_packed(void)
{
   char vs[4000], fs[4000];
   int v = snprintf(vs, sizeof(vs), "#version 300 es\nin vec4 pos;\n");
   int f = snprintf(fs, sizeof(fs), "#version 300 es\nprecision highp float;\nprecision highp int;\nout vec4 color;\n");
   for (unsigned k = 0; k < VECTORS; k++) {
      v += snprintf(vs + v, sizeof(vs) - (size_t)v, "out vec3 s%u; flat out int i%u;\n", k, k);
      f += snprintf(fs + f, sizeof(fs) - (size_t)f, "in vec3 s%u; flat in int i%u;\n", k, k);
   }
   v += snprintf(vs + v, sizeof(vs) - (size_t)v, "void main() {\n   gl_Position = pos;\n");
   f += snprintf(fs + f, sizeof(fs) - (size_t)f, "void main() {\n   int y = int(gl_FragCoord.y);\n   vec4 c = vec4(0.0);\n");
   for (unsigned k = 0; k < VECTORS; k++) {
      v += snprintf(vs + v, sizeof(vs) - (size_t)v, "   s%u = vec3(%u, %u, %u) / 255.0; i%u = %u;\n", k, k * 3, k * 5 + 1, k * 7 + 2,
                    k, k * 11 + 3);
      f += snprintf(fs + f, sizeof(fs) - (size_t)f, "   if (y == %u) c = vec4(s%u, float(i%u) / 255.0);\n", k, k, k);
   }
   snprintf(vs + v, sizeof(vs) - (size_t)v, "}\n");
   snprintf(fs + f, sizeof(fs) - (size_t)f, "   color = c;\n}\n");
   api_program(vs, NULL, fs);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_packed(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < VECTORS * API_SIZE; i++) {
      const unsigned k = i / API_SIZE;
      const uint8_t texel[4] = {(uint8_t)(k * 3), (uint8_t)(k * 5 + 1), (uint8_t)(k * 7 + 2), (uint8_t)(k * 11 + 3)};
      memcpy(rgba[i], texel, 4);
   }
}

/* ---- integer outputs: four buffers of different types are written at once and then fetched by samplers of their types ------ */

static const struct { GLenum internal_format, format, type; } targets[4] = {
   {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE}, {GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT},
   {GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT}, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}};

static const char output_fragment[] =
   "#version 300 es\nprecision highp float;\nprecision highp int;\n"
   "layout(location = 2) out highp uint single;\nlayout(location = 0) out highp uvec4 bytes;\n"
   "layout(location = 3) out vec4 color;\nlayout(location = 1) out highp ivec4 shorts;\n"
   "void main() {\n   int x = int(gl_FragCoord.x), y = int(gl_FragCoord.y);\n   bytes = uvec4(x, y, x * y & 255, 255 - x);\n"
   "   shorts = ivec4(x - y, -1000 * x, y * 1000, -32768 + x);\n   single = uint(x) << 27 | uint(y * x) << 8 | 255u;\n"
   "   color = vec4(float(x * 8), float(y * 8), 255.0, 51.0) / 255.0;\n}\n";
static const char fetch_fragment[] =
   "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform highp usampler2D bytes, single;\n"
   "uniform highp isampler2D shorts;\nuniform sampler2D color;\nout vec4 result;\n"
   "void main() {\n   ivec2 at = ivec2(gl_FragCoord.xy);\n   uvec4 b = texelFetch(bytes, at, 0);\n   ivec4 s = texelFetch(shorts, at, 0);\n"
   "   uint u = texelFetch(single, at, 0).r;\n   vec4 c = texelFetch(color, at, 0);\n"
   "   bool good = s == ivec4(at.x - at.y, -1000 * at.x, at.y * 1000, -32768 + at.x) && (u & 255u) == 255u;\n"
   "   if (at.y < 8) result = vec4(b) / 255.0;\n   else if (at.y < 16) result = vec4(s.x + 64, -s.y / 1000, s.z / 1000, good) / 255.0;\n"
   "   else if (at.y < 24) result = vec4(u >> 27, u >> 8 & 255u, u >> 16 & 3u, textureSize(single, 0).y) / 255.0;\n"
   "   else result = c;\n}\n";

static void draw_outputs(void)
{
   static const char vertex[] = "#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }";
   static const char *const samplers[4] = {"bytes", "shorts", "single", "color"};
   static const GLenum buffers[4] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3};
   GLint before;
   GLuint fbo, textures[4];
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenTextures(4, textures);
   for (unsigned t = 0; t < 4; t++) {
      glActiveTexture(GL_TEXTURE0 + t);
      glBindTexture(GL_TEXTURE_2D, textures[t]);
      glTexImage2D(GL_TEXTURE_2D, 0, (GLint)targets[t].internal_format, API_SIZE, API_SIZE, 0, targets[t].format, targets[t].type,
                   NULL);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
      glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[t], GL_TEXTURE_2D, textures[t], 0);
   }
   glDrawBuffers(4, buffers);
   if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      api_fail("the framebuffer of four formats is incomplete");
   api_program(vertex, NULL, output_fragment);
   api_rectangle(-1, -1, 1, 1);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)before);
   const GLuint program = api_program(vertex, NULL, fetch_fragment);
   for (int t = 0; t < 4; t++)
      glUniform1i(glGetUniformLocation(program, samplers[t]), t);
   api_rectangle(-1, -1, 1, 1);
}

static void reference_outputs(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, y = i / API_SIZE;
      const unsigned texel[4][4] = {{x, y, x * y & 255, 255 - x}, {x - y + 64, x, y, 1}, {x, x * y & 255, x * y >> 8 & 3, API_SIZE},
                                    {x * 8, y * 8, 255, 51}};
      for (unsigned c = 0; c < 4; c++)
         rgba[i][c] = (uint8_t)texel[y / 8][c];
   }
}

const struct api_body api_bodies_varyings[] = {
   {"varying-kinds", GLES, 30, 1, 0, draw_varyings, reference_varyings},
   {"varying-packing", GLES, 30, 0, 0, draw_packed, reference_packed},
   {"integer-outputs", GLES, 30, 0, 0, draw_outputs, reference_outputs},
   {0}};
