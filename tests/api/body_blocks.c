/* body_blocks.c: uniform blocks (ES 3.0, 2.12.6): layouts, members of every kind, blocks of two stages, ranges that change between
 * draws, reads beyond a range. */
#include <stdio.h>
#include <string.h>

#include "api_test.h"

static const char vertex_text[] = "#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }";

/* ---- members of a block: a texel of the first row per scalar ----------------------------------------------------------------- */

#define MEMBERS                                                                                       \
   "float f; vec2 v2; vec3 v3; float g; float fa[3]; mat3x2 m; layout(row_major) mat3x2 r; S s[2];"    \
   " uvec2 u; ivec4 iv[2]; layout(row_major) mat2x4 ra[2]; bvec3 b; mat2 n[2];"

/* Scalars: the expression, the active uniform that it is in, its place in the layout std140 and in that uniform. `one` is 1. */
static const struct scalar {
   const char *expression, *uniform;
   unsigned std140_B, element, column, row;
} scalars[] = {
   {"f", "f", 0, 0, 0, 0}, {"v2.y", "v2", 12, 0, 0, 1}, {"v3.x", "v3", 16, 0, 0, 0}, {"v3[one + 1]", "v3", 24, 0, 0, 2},
   {"g", "g", 28, 0, 0, 0}, {"fa[0]", "fa", 32, 0, 0, 0}, {"fa[one]", "fa", 48, 1, 0, 0}, {"fa[2 * one]", "fa", 64, 2, 0, 0},
   {"m[0][0]", "m", 80, 0, 0, 0}, {"m[one][0]", "m", 96, 0, 1, 0}, {"m[2][one]", "m", 116, 0, 2, 1},
   {"r[0][0]", "r", 128, 0, 0, 0}, {"r[1][0]", "r", 132, 0, 1, 0}, {"r[one + 1][one]", "r", 152, 0, 2, 1},
   {"r[one].y", "r", 148, 0, 1, 1},
   {"s[0].i", "s[0].i", 160, 0, 0, 0}, {"s[one].d.z", "s[1].d", 216, 0, 0, 2}, {"s[0].on", "s[0].on", 188, 0, 0, 0},
   {"s[one].i", "s[1].i", 192, 0, 0, 0}, {"s[one].on", "s[1].on", 220, 0, 0, 0},
   {"u.x", "u", 224, 0, 0, 0}, {"u[one]", "u", 228, 0, 0, 1}, {"iv[one].w", "iv", 268, 1, 0, 3}, {"iv[0].z", "iv", 248, 0, 0, 2},
   {"ra[0][1][3]", "ra", 324, 0, 1, 3}, {"ra[one][0][2]", "ra", 368, 1, 0, 2}, {"ra[one][one][one]", "ra", 356, 1, 1, 1},
   {"b.x", "b", 400, 0, 0, 0}, {"b[2]", "b", 408, 0, 0, 2}, {"n[one][0].y", "n", 452, 1, 0, 1}, {"n[one][one].x", "n", 464, 1, 1, 0},
};
enum { SCALARS = sizeof(scalars) / sizeof(scalars[0]), STD140_B = 480 };
_Static_assert(SCALARS < API_SIZE, "a texel per scalar");

static unsigned value_of(unsigned i)
{
   const char *name = scalars[i].uniform, *dot = strchr(name, '.');
   bool truth = strcmp(name, "b") == 0 || (dot && strcmp(dot, ".on") == 0);
   return truth ? i % 2 : 1 + i * 41 % 250;
}

static GLint parameter(GLuint program, const char *name, GLenum pname)
{
   GLuint index;
   GLint value;
   glGetUniformIndices(program, 1, &name, &index);
   if (index == GL_INVALID_INDEX)
      api_fail("%s is not active", name);
   glGetActiveUniformsiv(program, 1, &index, pname, &value);
   return value;
}

/* The byte of a scalar by the queries of its uniform. */
static unsigned place_of(GLuint program, const struct scalar *s)
{
   unsigned array = (unsigned)parameter(program, s->uniform, GL_UNIFORM_ARRAY_STRIDE),
            matrix = (unsigned)parameter(program, s->uniform, GL_UNIFORM_MATRIX_STRIDE);
   unsigned at = (unsigned)parameter(program, s->uniform, GL_UNIFORM_OFFSET) + s->element * array;
   if (!matrix)
      return at + s->row * 4;
   return parameter(program, s->uniform, GL_UNIFORM_IS_ROW_MAJOR) ? at + s->row * matrix + s->column * 4 :
                                                                    at + s->column * matrix + s->row * 4;
}

/* As the type of its uniform has it in memory. */
static void store(uint8_t *to, GLuint program, unsigned i)
{
   const GLint type = parameter(program, scalars[i].uniform, GL_UNIFORM_TYPE);
   const GLfloat real = (GLfloat)value_of(i);
   GLuint bits = value_of(i);
   if (type == GL_BOOL || type == GL_BOOL_VEC3)
      bits = bits ? 0x80 : 0; /* any bit set is true */
   else if (type != GL_INT && type != GL_INT_VEC4 && type != GL_UNSIGNED_INT_VEC2)
      memcpy(&bits, &real, sizeof(bits));
   memcpy(to, &bits, sizeof(bits));
}

static void draw_layout(const char *layout, bool std140)
{
   static char text[8192];
   int length = snprintf(text, sizeof(text), "#version 300 es\nprecision highp float; precision highp int;\n"
                         "struct S { int i; vec3 d; bool on; };\nlayout(%s) uniform Block { " MEMBERS " };\n"
                         "uniform int one; out vec4 color;\nfloat scalar(int number) {\n", layout);
   for (unsigned i = 0; i < SCALARS; i++)
      length += snprintf(text + length, sizeof(text) - (size_t)length, "   if (number == %u) return float(%s);\n", i,
                         scalars[i].expression);
   snprintf(text + length, sizeof(text) - (size_t)length,
            "   return 0.0; }\nvoid main() { color = vec4(scalar(int(gl_FragCoord.x)) / 255.0); }");
   GLuint program = api_program(vertex_text, NULL, text), buffer;
   GLint size;
   uint8_t bytes[1024] = {0};
   glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_DATA_SIZE, &size);
   if (size > (GLint)sizeof(bytes) || (std140 && size != STD140_B))
      api_fail("the block has %d bytes", size);
   for (unsigned i = 0; i < SCALARS; i++) {
      unsigned at = place_of(program, &scalars[i]);
      if (at + 4 > (unsigned)size || (std140 && at != scalars[i].std140_B))
         api_fail("%s is at byte %u", scalars[i].expression, at);
      store(&bytes[at], program, i);
   }
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_UNIFORM_BUFFER, 5, buffer);
   glBufferData(GL_UNIFORM_BUFFER, size, bytes, GL_STATIC_DRAW);
   glUniformBlockBinding(program, 0, 5);
   glUniform1i(glGetUniformLocation(program, "one"), 1);
   api_rectangle(-1, -1, 1, 1);
}

static void draw_std140(void)
{
   draw_layout("std140", true);
}

static void draw_shared(void)
{
   draw_layout("shared", false);
}

static void draw_packed(void)
{
   draw_layout("packed", false);
}

static void reference_layout(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memset(rgba[i], i % API_SIZE < SCALARS ? (int)value_of(i % API_SIZE) : 0, 4);
}

/* ---- as many blocks as every implementation has, ranges of one buffer that move from draw to draw ---------------------------- */

enum { BLOCKS = 12, STEP_B = 256, RANGES = 40 };

static unsigned shade(unsigned range, unsigned component)
{
   return (range * 29 + component * 71 + 5) % 256;
}

static void draw_many(void)
{
   GLfloat values[4];
   static uint8_t bytes[RANGES * STEP_B];
   GLuint buffer, program = api_program(
      "#version 300 es\nlayout(std140) uniform V { vec4 c; } v[12]; uniform int k; in vec2 pos; flat out vec4 from_vertex;\n"
      "void main() { vec4 all[12] = vec4[](v[0].c, v[1].c, v[2].c, v[3].c, v[4].c, v[5].c, v[6].c, v[7].c, v[8].c, v[9].c,"
      " v[10].c, v[11].c); from_vertex = all[k]; gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
      "#version 300 es\nprecision highp float; layout(std140) uniform F { vec4 c; } f[12]; uniform highp int k;\n"
      "flat in vec4 from_vertex; out vec4 color;\n"
      "void main() { vec4 all[12] = vec4[](f[0].c, f[1].c, f[2].c, f[3].c, f[4].c, f[5].c, f[6].c, f[7].c, f[8].c, f[9].c,"
      " f[10].c, f[11].c); color = gl_FragCoord.x < 16.0 ? from_vertex : all[k]; }");
   for (unsigned i = 0; i < RANGES; i++) {
      for (unsigned c = 0; c < 4; c++)
         values[c] = (GLfloat)shade(i, c) / 255;
      memcpy(&bytes[i * STEP_B], values, sizeof(values));
   }
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_UNIFORM_BUFFER, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(bytes), bytes, GL_DYNAMIC_DRAW);
   for (unsigned i = 0; i < BLOCKS; i++) {
      char name[8];
      snprintf(name, sizeof(name), "V[%u]", i);
      glUniformBlockBinding(program, glGetUniformBlockIndex(program, name), i);
      snprintf(name, sizeof(name), "F[%u]", i);
      glUniformBlockBinding(program, glGetUniformBlockIndex(program, name), BLOCKS + i);
      glBindBufferRange(GL_UNIFORM_BUFFER, i, buffer, i * STEP_B, 16);
      glBindBufferRange(GL_UNIFORM_BUFFER, BLOCKS + i, buffer, (BLOCKS + i) * STEP_B, 16);
   }
   /* Row y: block y % 12 of each stage, whose range has moved by y. */
   glEnable(GL_SCISSOR_TEST);
   for (unsigned y = 0; y < API_SIZE; y++) {
      unsigned k = y % BLOCKS;
      glBindBufferRange(GL_UNIFORM_BUFFER, k, buffer, (k + y) % RANGES * STEP_B, 16);
      if (y % 2)
         glBindBufferRange(GL_UNIFORM_BUFFER, BLOCKS + k, buffer, (BLOCKS + k + y) % RANGES * STEP_B, 16);
      glUniform1i(glGetUniformLocation(program, "k"), (GLint)k);
      glScissor(0, (GLint)y, API_SIZE, 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
}

static void reference_many(uint8_t rgba[API_TEXELS][4])
{
   unsigned range[2 * BLOCKS];
   for (unsigned i = 0; i < 2 * BLOCKS; i++)
      range[i] = i;
   for (unsigned y = 0; y < API_SIZE; y++) {
      unsigned k = y % BLOCKS;
      range[k] = (k + y) % RANGES;
      if (y % 2)
         range[BLOCKS + k] = (BLOCKS + k + y) % RANGES;
      for (unsigned x = 0; x < API_SIZE; x++)
         for (unsigned c = 0; c < 4; c++)
            rgba[y * API_SIZE + x][c] = (uint8_t)shade(range[x < 16 ? k : BLOCKS + k], c);
   }
}

/* ---- bytes that change between draws, reads beyond the end ------------------------------------------------------------------- */

/* Column x reads element x; the range has 24. Row y is drawn after element y % 24 has changed. */
static unsigned element(unsigned y, unsigned x)
{
   unsigned version = x <= y % 24 ? y / 24 : y / 24 - 1;
   return x >= 24 ? 0 : (x * 9 + (version + 1) * 40) % 256;
}

static void draw_changing(void)
{
   GLuint buffer, program = api_program(vertex_text, NULL,
      "#version 300 es\nprecision highp float; layout(std140) uniform B { vec4 c[64]; }; out vec4 color;\n"
      "void main() { color = c[int(gl_FragCoord.x)]; }");
   static GLfloat start[64][4];
   for (unsigned i = 0; i < 64; i++)
      for (unsigned c = 0; c < 4; c++)
         start[i][c] = i < 24 ? (GLfloat)(i * 9 % 256) / 255 : 1;
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_UNIFORM_BUFFER, buffer);
   glBufferData(GL_UNIFORM_BUFFER, sizeof(start), start, GL_DYNAMIC_DRAW);
   glUniformBlockBinding(program, 0, 2);
   glBindBufferRange(GL_UNIFORM_BUFFER, 2, buffer, 0, 24 * 16);
   glEnable(GL_SCISSOR_TEST);
   for (unsigned y = 0; y < API_SIZE; y++) {
      unsigned i = y % 24;
      const GLfloat value = (GLfloat)element(y, i) / 255, values[4] = {value, value, value, value};
      if (y % 3)
         glBufferSubData(GL_UNIFORM_BUFFER, i * 16, 16, values);
      else {
         memcpy(glMapBufferRange(GL_UNIFORM_BUFFER, i * 16, 16, GL_MAP_WRITE_BIT), values, 16);
         glUnmapBuffer(GL_UNIFORM_BUFFER);
      }
      glScissor(0, (GLint)y, API_SIZE, 1);
      api_rectangle(-1, -1, 1, 1);
   }
   glDisable(GL_SCISSOR_TEST);
}

static void reference_changing(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memset(rgba[i], (int)element(i / API_SIZE, i % API_SIZE), 4);
}

const struct api_body api_bodies_blocks[] = {
   {"blocks-std140", GLES, 30, 0, 0, draw_std140, reference_layout},
   {"blocks-shared", GLES, 30, 0, 0, draw_shared, reference_layout},
   {"blocks-packed", GLES, 30, 0, 0, draw_packed, reference_layout},
   {"blocks-many", GLES, 30, 0, 0, draw_many, reference_many},
   {"blocks-changing", GLES, 30, 0, 0, draw_changing, reference_changing},
   {0}
};
