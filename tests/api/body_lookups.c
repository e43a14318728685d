/* body_lookups.c: the texture functions of ESSL 3.00 (8.8) on float, int and uint samplers of each target. A row of the picture
 * per function; a third of it per sampler type, where each pixel has a different coordinate and level. Texels of all levels,
 * faces and layers differ; filters choose the nearest, so that the reference in C is exact. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api_test.h"

enum { COLUMNS = 10 /* of each of the three types */, SIZE_LEVEL = 2 };
enum kind { EXPLICIT, IMPLICIT, FETCH, SIZE };

struct function { const char *call; enum kind kind; int level, offset[3]; /* level: of IMPLICIT */ };

struct target {
   GLenum target;
   const char *sampler;     /* without its prefix */
   int size[3], levels;     /* layers are not halved */
   bool layers, cube;
   const struct function *functions;
};

/* S the sampler; uniform_level 2; p coordinate, q divisor, l level, at texel; gx, gy gradients of level l; v coordinate that grows by 1.2 texels of
 * level 1 per pixel. */
static const struct function functions_2d[] = {
   {"textureLod(S, p.xy, l)", EXPLICIT, 0, {0}},
   {"textureProjLod(S, vec3(p.xy * q, q), l)", EXPLICIT, 0, {0}},
   {"textureProjLod(S, vec4(p.xy * q, 9.0, q), l)", EXPLICIT, 0, {0}},
   {"textureGrad(S, p.xy, gx.xy, gy.xy)", EXPLICIT, 0, {0}},
   {"textureProjGrad(S, vec3(p.xy * q, q), gx.xy, gy.xy)", EXPLICIT, 0, {0}},
   {"textureProjGrad(S, vec4(p.xy * q, 9.0, q), gy.xy, gx.xy)", EXPLICIT, 0, {0}},
   {"textureLodOffset(S, p.xy, l, ivec2(-32, 31))", EXPLICIT, 0, {-32, 31}},
   {"textureGradOffset(S, p.xy, gx.xy, gy.xy, ivec2(3, -2))", EXPLICIT, 0, {3, -2}},
   {"textureProjLodOffset(S, vec3(p.xy * q, q), l, ivec2(-1, 5))", EXPLICIT, 0, {-1, 5}},
   {"textureProjLodOffset(S, vec4(p.xy * q, 9.0, q), l, ivec2(-1, 5))", EXPLICIT, 0, {-1, 5}},
   {"textureProjGradOffset(S, vec3(p.xy * q, q), gx.xy, gy.xy, ivec2(6, -7))", EXPLICIT, 0, {6, -7}},
   {"textureProjGradOffset(S, vec4(p.xy * q, 9.0, q), gx.xy, gy.xy, ivec2(6, -7))", EXPLICIT, 0, {6, -7}},
   {"texelFetch(S, at.xy, int(l))", FETCH, 0, {0}},
   {"texelFetchOffset(S, at.xy - ivec2(2, -3), int(l), ivec2(2, -3))", FETCH, 0, {0}},
   {"texture(S, v.xy)", IMPLICIT, 1, {0}},
   {"texture(S, v.xy, 1.0)", IMPLICIT, 2, {0}},
   {"texture(S, v.xy, -1.0)", IMPLICIT, 0, {0}},
   {"textureOffset(S, v.xy, ivec2(4, -5))", IMPLICIT, 1, {4, -5}},
   {"textureOffset(S, v.xy, ivec2(-3, 1), 1.0)", IMPLICIT, 2, {-3, 1}},
   {"textureProj(S, vec3(v.xy * 2.5, 2.5))", IMPLICIT, 1, {0}},
   {"textureProj(S, vec4(v.xy * 2.5, 9.0, 2.5), 1.0)", IMPLICIT, 2, {0}},
   {"textureProjOffset(S, vec3(v.xy * 0.5, 0.5), ivec2(31, -32))", IMPLICIT, 1, {31, -32}},
   {"textureProjOffset(S, vec4(v.xy * 0.5, 9.0, 0.5), ivec2(-7, -2), 1.0)", IMPLICIT, 2, {-7, -2}},
   {"vec4(textureSize(S, uniform_level), 1, 1) / 255.0", SIZE, 0, {0}},
   {NULL, 0, 0, {0}}};

static const struct function functions_3d[] = {
   {"textureLod(S, p.xyz, l)", EXPLICIT, 0, {0}},
   {"textureProjLod(S, vec4(p.xyz * q, q), l)", EXPLICIT, 0, {0}},
   {"textureGrad(S, p.xyz, gx.xyz, gy.xyz)", EXPLICIT, 0, {0}},
   {"textureProjGrad(S, vec4(p.xyz * q, q), gx.xyz, gy.xyz)", EXPLICIT, 0, {0}},
   {"textureLodOffset(S, p.xyz, l, ivec3(-8, 7, 1))", EXPLICIT, 0, {-8, 7, 1}},
   {"textureGradOffset(S, p.xyz, gx.xyz, gy.xyz, ivec3(3, -2, -5))", EXPLICIT, 0, {3, -2, -5}},
   {"textureProjLodOffset(S, vec4(p.xyz * q, q), l, ivec3(-1, 5, 2))", EXPLICIT, 0, {-1, 5, 2}},
   {"textureProjGradOffset(S, vec4(p.xyz * q, q), gx.xyz, gy.xyz, ivec3(6, -7, 3))", EXPLICIT, 0, {6, -7, 3}},
   {"texelFetch(S, at.xyz, int(l))", FETCH, 0, {0}},
   {"texelFetchOffset(S, at.xyz - ivec3(2, -3, 1), int(l), ivec3(2, -3, 1))", FETCH, 0, {0}},
   {"texture(S, vec3(v.xy, 0.3))", IMPLICIT, 1, {0}},
   {"texture(S, vec3(v.xy, 0.3), 1.0)", IMPLICIT, 2, {0}},
   {"textureOffset(S, vec3(v.xy, 0.3), ivec3(4, -5, 1))", IMPLICIT, 1, {4, -5, 1}},
   {"textureOffset(S, vec3(v.xy, 0.3), ivec3(-3, 1, 1), -1.0)", IMPLICIT, 0, {-3, 1, 1}},
   {"textureProj(S, vec4(v.xy, 0.3, 1.0) * 2.5)", IMPLICIT, 1, {0}},
   {"textureProjOffset(S, vec4(v.xy, 0.3, 1.0) * 0.5, ivec3(7, 2, -1), 1.0)", IMPLICIT, 2, {7, 2, -1}},
   {"vec4(textureSize(S, uniform_level), 1) / 255.0", SIZE, 0, {0}},
   {NULL, 0, 0, {0}}};

static const struct function functions_array[] = {
   {"textureLod(S, p.xyz, l)", EXPLICIT, 0, {0}},
   {"textureGrad(S, p.xyz, gx.xy, gy.xy)", EXPLICIT, 0, {0}},
   {"textureLodOffset(S, p.xyz, l, ivec2(-8, 7))", EXPLICIT, 0, {-8, 7}},
   {"textureGradOffset(S, p.xyz, gx.xy, gy.xy, ivec2(3, -2))", EXPLICIT, 0, {3, -2}},
   {"texelFetch(S, at.xyz, int(l))", FETCH, 0, {0}},
   {"texelFetchOffset(S, at.xyz - ivec3(2, -3, 0), int(l), ivec2(2, -3))", FETCH, 0, {0}},
   {"texture(S, vec3(v.xy, 0.3))", IMPLICIT, 1, {0}},
   {"texture(S, vec3(v.xy, 0.3), 1.0)", IMPLICIT, 2, {0}},
   {"textureOffset(S, vec3(v.xy, 0.3), ivec2(4, -5))", IMPLICIT, 1, {4, -5}},
   {"textureOffset(S, vec3(v.xy, 0.3), ivec2(-3, 1), -1.0)", IMPLICIT, 0, {-3, 1}},
   {"vec4(textureSize(S, uniform_level), 1) / 255.0", SIZE, 0, {0}},
   {NULL, 0, 0, {0}}};

static const struct function functions_cube[] = {
   {"textureLod(S, p.xyz, l)", EXPLICIT, 0, {0}},
   {"textureGrad(S, p.xyz, gx.xyz, gy.xyz)", EXPLICIT, 0, {0}},
   {"textureGrad(S, p.xyz, gy.xyz, -gx.xyz)", EXPLICIT, 0, {0}},
   {"vec4(textureSize(S, uniform_level), 1, 1) / 255.0", SIZE, 0, {0}},
   {NULL, 0, 0, {0}}};

static const struct target targets[] = {
   {GL_TEXTURE_2D, "sampler2D", {16, 8, 1}, 5, false, false, functions_2d},
   {GL_TEXTURE_3D, "sampler3D", {8, 16, 4}, 5, false, false, functions_3d},
   {GL_TEXTURE_2D_ARRAY, "sampler2DArray", {8, 16, 5}, 5, true, false, functions_array},
   {GL_TEXTURE_CUBE_MAP, "samplerCube", {8, 8, 6}, 4, true, true, functions_cube},
};

/* ---- texels ---------------------------------------------------------------------------------------------------------------- */

static int size_of(const struct target *t, int level, unsigned axis)
{
   const int size = axis == 2 && t->layers ? t->size[2] : t->size[axis] >> level;
   return size ? size : 1;
}

static void texel(int level, int x, int y, int z, uint8_t rgba[4])
{
   rgba[0] = (uint8_t)(x * 13 + level * 50);
   rgba[1] = (uint8_t)(y * 14 + level * 31 + 5);
   rgba[2] = (uint8_t)(z * 41 + x);
   rgba[3] = (uint8_t)(255 - ((x + 2 * y + 3 * z + level) & 127));
}

static void make_texture(const struct target *t, unsigned type)
{
   static const GLenum internal[3] = {GL_RGBA8, GL_RGBA8I, GL_RGBA8UI}, types[3] = {GL_UNSIGNED_BYTE, GL_BYTE, GL_UNSIGNED_BYTE};
   static uint8_t data[16 * 16 * 6][4];
   const GLenum format = type ? GL_RGBA_INTEGER : GL_RGBA;
   GLuint texture;
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE0 + type);
   glBindTexture(t->target, texture);
   for (int level = 0; level < t->levels; level++) {
      const int width = size_of(t, level, 0), height = size_of(t, level, 1), depth = size_of(t, level, 2);
      for (int i = 0; i < width * height * depth; i++) {
         texel(level, i % width, i / width % height, i / width / height, data[i]);
         for (unsigned c = 0; c < 4 && type == 1; c++)
            data[i][c] -= 128;
      }
      for (int face = 0; t->cube && face < 6; face++)
         glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face, level, (GLint)internal[type], width, height, 0, format,
                      types[type], data[face * width * height]);
      if (t->target == GL_TEXTURE_2D)
         glTexImage2D(t->target, level, (GLint)internal[type], width, height, 0, format, types[type], data);
      else if (!t->cube)
         glTexImage3D(t->target, level, (GLint)internal[type], width, height, depth, 0, format, types[type], data);
   }
   glTexParameteri(t->target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
   glTexParameteri(t->target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

/* ---- coordinates: of column k ---------------------------------------------------------------------------------------------- */

static int level_of(const struct target *t, unsigned k) { return (int)(k * 3 + k / 4) % t->levels; }

/* In texels of level 0, away from the edges of texels of every level; beyond the image, too. */
static double place_of(const struct target *t, unsigned k, unsigned axis)
{
   const int n = (int)(k * (5 + 2 * axis) + axis) % (3 * t->size[axis]) - t->size[axis];
   return t->cube ? (n + t->size[axis]) % t->size[axis] + 0.4 : n + 0.4;
}

static int layer_of(const struct target *t, unsigned k) { return (int)(k * 7 + 1) % (t->size[2] + (t->cube ? 0 : 2)) - (t->cube ? 0 : 1); }

/* Of a cube map: the direction of (s, t) of a face, and its derivatives (ES 3.0, 3.8.10). */
static void direction(int face, const double st[2], double along, GLfloat p[3], GLfloat ds[3], GLfloat dt[3])
{
   static const struct { int8_t major[3], s[3], t[3]; } faces[6] = {
      {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},
      {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}}, {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}}, {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}}};
   const double scale = 2.5;
   for (unsigned i = 0; i < 3; i++) {
      p[i] = (GLfloat)(scale * (faces[face].major[i] + faces[face].s[i] * (2 * st[0] - 1) + faces[face].t[i] * (2 * st[1] - 1)));
      ds[i] = (GLfloat)(scale * 2 * along * faces[face].s[i]);
      dt[i] = (GLfloat)(scale * along * faces[face].t[i]);
   }
}

static void set_coordinates(const struct target *t, GLuint program)
{
   GLfloat p[COLUMNS][4], gx[COLUMNS][3], gy[COLUMNS][3];
   GLint at[COLUMNS][4];
   for (unsigned k = 0; k < COLUMNS; k++) {
      const int level = level_of(t, k);
      const double pixel = 1.2 * (1 << level); /* in texels of level 0: chooses the level */
      double unit[3];
      for (unsigned axis = 0; axis < 3; axis++) {
         unit[axis] = place_of(t, k, axis) / t->size[axis];
         gx[k][axis] = axis == 0 ? (GLfloat)(pixel / t->size[0]) : 0;
         gy[k][axis] = axis == 1 ? (GLfloat)(pixel / 2 / t->size[1]) : 0;
         at[k][axis] = (int)(k * 3 + axis) % size_of(t, level, axis);
         p[k][axis] = (GLfloat)unit[axis];
      }
      if (t->layers)
         p[k][2] = (GLfloat)(layer_of(t, k) + 0.3);
      if (t->cube)
         direction(layer_of(t, k), unit, pixel / t->size[0], p[k], gx[k], gy[k]);
      p[k][3] = 0.5f + (GLfloat)k;
      at[k][3] = level;
   }
   glUniform4fv(glGetUniformLocation(program, "points"), COLUMNS, p[0]);
   glUniform3fv(glGetUniformLocation(program, "grad_x"), COLUMNS, gx[0]);
   glUniform3fv(glGetUniformLocation(program, "grad_y"), COLUMNS, gy[0]);
   glUniform4iv(glGetUniformLocation(program, "texels"), COLUMNS, at[0]);
   glUniform2f(glGetUniformLocation(program, "pixel"), 2.4f / (GLfloat)t->size[0], 2.4f / (GLfloat)t->size[1]);
}

/* ---- drawing --------------------------------------------------------------------------------------------------------------- */

/* The call with the sampler's name in the place of S. */
static int add_call(char *text, size_t size, const char *call, const char *sampler)
{
   const char *at = strstr(call, "(S") + 1;
   return snprintf(text, size, "%.*s%s%s", (int)(at - call), call, sampler, at + 1);
}

static void draw_target(const struct target *t)
{
   static char fs[12000];
   int n = snprintf(fs, sizeof(fs), "#version 300 es\nprecision highp float;\nprecision highp int;\nuniform highp %s sf;\n"
                    "uniform highp i%s si;\nuniform highp u%s su;\nuniform vec4 points[%d];\nuniform vec3 grad_x[%d], grad_y[%d];\n"
                    "uniform ivec4 texels[%d];\nuniform vec2 pixel;\nuniform int row, uniform_level;\nout vec4 color;\n"
                    "void main() {\n   int x = int(gl_FragCoord.x), k = x %% %d;\n   vec3 p = points[k].xyz, gx = grad_x[k], "
                    "gy = grad_y[k];\n   float q = points[k].w, l = float(texels[k].w);\n   ivec4 at = texels[k];\n"
                    "   vec2 v = (gl_FragCoord.xy + 0.1) * pixel;\n   vec4 f = vec4(0.0);\n   ivec4 i = ivec4(-128);\n"
                    "   uvec4 u = uvec4(0);\n   switch (row) {\n",
                    t->sampler, t->sampler, t->sampler, COLUMNS, COLUMNS, COLUMNS, COLUMNS, COLUMNS);
   unsigned rows = 0;
   for (; t->functions[rows].call; rows++) {
      static const char *const results[3] = {"f", "i", "u"}, *const samplers[3] = {"sf", "si", "su"};
      const bool size = t->functions[rows].kind == SIZE;
      n += snprintf(fs + n, sizeof(fs) - (size_t)n, "   case %u:\n", rows);
      for (unsigned type = 0; type < 3; type++) {
         n += snprintf(fs + n, sizeof(fs) - (size_t)n, "      %s = %s", size ? "f" : results[type], size && type ? "f.wzyx + " : "");
         n += add_call(fs + n, sizeof(fs) - (size_t)n, t->functions[rows].call, samplers[type]);
         n += snprintf(fs + n, sizeof(fs) - (size_t)n, ";\n");
      }
      n += snprintf(fs + n, sizeof(fs) - (size_t)n, "%s      break;\n",
                    size ? "      i = ivec4(round(f * 255.0)) - 128;\n      u = uvec4(round(f * 255.0));\n" : "");
   }
   snprintf(fs + n, sizeof(fs) - (size_t)n, "   }\n   color = x < %d ? f : x < %d ? vec4(i + 128) / 255.0 : vec4(u) / 255.0;\n}\n",
            COLUMNS, 2 * COLUMNS);
   const GLuint program = api_program("#version 300 es\nin vec4 pos; void main() { gl_Position = pos; }", NULL, fs);
   for (unsigned type = 0; type < 3; type++) {
      static const char *const samplers[3] = {"sf", "si", "su"};
      make_texture(t, type);
      glUniform1i(glGetUniformLocation(program, samplers[type]), (GLint)type);
   }
   set_coordinates(t, program);
   glUniform1i(glGetUniformLocation(program, "uniform_level"), SIZE_LEVEL); /* llvmpipe takes that of the first pixel */
   glEnable(GL_SCISSOR_TEST);
   for (unsigned row = 0; row < rows; row++) {
      glUniform1i(glGetUniformLocation(program, "row"), (GLint)row);
      glScissor(0, (GLint)row, 3 * COLUMNS, 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
}

static int wrap(int i, int size) { return (i % size + size) % size; }

static void reference_texel(const struct target *t, const struct function *f, unsigned x, unsigned row, uint8_t rgba[4])
{
   const unsigned k = x % COLUMNS;
   const int level = f->kind == SIZE ? SIZE_LEVEL : f->kind == IMPLICIT ? f->level : level_of(t, k);
   int at[3];
   for (unsigned axis = 0; axis < 3; axis++) {
      const int size = size_of(t, level, axis);
      double place = place_of(t, k, axis) / t->size[axis] * size;
      if (f->kind == IMPLICIT)
         place = axis == 2 ? 0.3 * size : ((axis ? row : x) + 0.6) * 2.4 / t->size[axis] * size;
      at[axis] = wrap((int)floor(place) + f->offset[axis], size);
      if (axis == 2 && t->layers) {
         const int layer = f->kind == IMPLICIT ? 0 : layer_of(t, k);
         at[2] = layer < 0 ? 0 : layer >= size ? size - 1 : layer;
      }
      if (f->kind == FETCH)
         at[axis] = (int)(k * 3 + axis) % size;
   }
   texel(level, at[0], at[1], at[2], rgba);
   if (f->kind == SIZE) { /* of the three types, added with the components turned around each time */
      const int width = size_of(t, level, 0), height = size_of(t, level, 1);
      const int depth = t->target == GL_TEXTURE_3D || (t->layers && !t->cube) ? size_of(t, level, 2) : 1;
      const int sizes[4] = {width, height, depth, 1};
      for (unsigned c = 0; c < 4; c++)
         rgba[c] = (uint8_t)(2 * sizes[c] + sizes[3 - c]);
   }
}

static void reference_target(const struct target *t, uint8_t rgba[API_TEXELS][4])
{
   for (unsigned row = 0; t->functions[row].call; row++)
      for (unsigned x = 0; x < 3 * COLUMNS; x++)
         reference_texel(t, &t->functions[row], x, row, rgba[row * API_SIZE + x]);
}

static void draw_2d(void) { draw_target(&targets[0]); }
static void draw_3d(void) { draw_target(&targets[1]); }
static void draw_array(void) { draw_target(&targets[2]); }
static void draw_cube(void) { draw_target(&targets[3]); }
static void reference_2d(uint8_t rgba[API_TEXELS][4]) { reference_target(&targets[0], rgba); }
static void reference_3d(uint8_t rgba[API_TEXELS][4]) { reference_target(&targets[1], rgba); }
static void reference_array(uint8_t rgba[API_TEXELS][4]) { reference_target(&targets[2], rgba); }
static void reference_cube(uint8_t rgba[API_TEXELS][4]) { reference_target(&targets[3], rgba); }

const struct api_body api_bodies_lookups[] = {
   {"lookups-2d", GLES, 30, 0, 0, draw_2d, reference_2d},
   {"lookups-3d", GLES, 30, 0, 0, draw_3d, reference_3d},
   {"lookups-array", GLES, 30, 0, 0, draw_array, reference_array},
   {"lookups-cube", GLES, 30, 0, 0, draw_cube, reference_cube},
   {0}};
