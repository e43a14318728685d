/* body_attribs.c: vertex input (ES 3.0, 2.8 and 2.9): every type, size and conversion of an attribute at many strides and offsets,
 * from buffers and from client memory; current values; divisors; gl_VertexID and gl_InstanceID; primitive restart. */
#include <math.h>
#include <string.h>

#include "api_test.h"

#define HEAD "#version 300 es\nprecision highp float; precision highp int;\n"
static const char fragment_text[] = HEAD "flat in vec4 v; out vec4 color; void main() { color = v; }";

/* ---- types: a run of texels for each, a texel per vertex ---------------------------------------------------------------------- */

enum class { REAL, NORMALIZED, INTEGER };
enum { RUN = 11, FIRST = 3 };

static const struct type { GLenum name; unsigned bytes; bool is_signed, integer; } types[] = {
   {GL_BYTE, 1, true, true}, {GL_UNSIGNED_BYTE, 1, false, true}, {GL_SHORT, 2, true, true}, {GL_UNSIGNED_SHORT, 2, false, true},
   {GL_INT, 4, true, true}, {GL_UNSIGNED_INT, 4, false, true}, {GL_FIXED, 4, true, false}, {GL_FLOAT, 4, true, false},
   {GL_HALF_FLOAT, 2, true, false}, {GL_INT_2_10_10_10_REV, 4, true, false}, {GL_UNSIGNED_INT_2_10_10_10_REV, 4, false, false},
};

struct row { const struct type *type; unsigned size; enum class class; unsigned stride, offset; bool client; };
static struct row rows[API_TEXELS / RUN];
static unsigned row_count;
static uint8_t memory[4096];

static bool packed_type(const struct type *t)
{
   return t->name == GL_INT_2_10_10_10_REV || t->name == GL_UNSIGNED_INT_2_10_10_10_REV;
}

static unsigned row_bytes(const struct row *r)
{
   return packed_type(r->type) ? 4 : r->size * r->type->bytes;
}

static void add_row(const struct type *t, unsigned size, enum class class)
{
   struct row *r = &rows[row_count++];
   *r = (struct row){t, size, class, 0, t->bytes * api_random(7), row_count % 3 == 0};
   if (row_count % 4)
      r->stride = (row_bytes(r) + t->bytes - 1) / t->bytes * t->bytes + t->bytes * api_random(6);
}

static void list_rows(void)
{
   row_count = 0;
   for (unsigned i = 0; i < sizeof(types) / sizeof(types[0]); i++)
      for (unsigned size = packed_type(&types[i]) ? 4 : 1; size <= 4; size++) {
         add_row(&types[i], size, REAL);
         if (types[i].integer || packed_type(&types[i]))
            add_row(&types[i], size, NORMALIZED);
         if (types[i].integer)
            add_row(&types[i], size, INTEGER);
      }
}

static int64_t integer_at(const struct type *t, const uint8_t *at)
{
   uint32_t bits = 0;
   memcpy(&bits, at, t->bytes);
   const unsigned unused = 32 - 8 * t->bytes;
   return t->is_signed ? (int32_t)(bits << unused) >> unused : (int64_t)bits;
}

static double half_at(const uint8_t *at)
{
   uint16_t h;
   memcpy(&h, at, 2);
   const double m = (h & 0x3ff) / 1024.0;
   const double v = h >> 10 & 31 ? ldexp(1 + m, (h >> 10 & 31) - 15) : ldexp(m, -14);
   return h & 0x8000 ? -v : v;
}

static double normalized(double value, unsigned bits, bool is_signed)
{
   const double v = value / (ldexp(1, (int)bits - is_signed) - 1);
   return v < -1 ? -1 : v;
}

static double packed_at(const struct row *r, const uint8_t *at, unsigned component)
{
   const unsigned bits = component == 3 ? 2 : 10;
   uint32_t word;
   memcpy(&word, at, 4);
   word = word >> component * 10 << (32 - bits);
   const double value = r->type->is_signed ? (int32_t)word >> (32 - bits) : (double)(word >> (32 - bits));
   return r->class == NORMALIZED ? normalized(value, bits, r->type->is_signed) : value;
}

static double component_at(const struct row *r, const uint8_t *at, unsigned component)
{
   const struct type *t = r->type;
   float f;
   if (component >= r->size)
      return component == 3;
   if (packed_type(t))
      return packed_at(r, at, component);
   at += component * t->bytes;
   switch (t->name) {
   case GL_FLOAT: memcpy(&f, at, 4); return (double)f;
   case GL_HALF_FLOAT: return half_at(at);
   case GL_FIXED: return (double)integer_at(t, at) / 65536;
   default: return r->class == NORMALIZED ? normalized((double)integer_at(t, at), 8 * t->bytes, t->is_signed)
                                          : (double)integer_at(t, at);
   }
}

/* The picture shows v * scale + bias in each channel; of integers, all their bytes combined. */
static double scale_of(const struct row *r)
{
   if (r->class == NORMALIZED)
      return r->type->is_signed ? 0.5 : 1;
   if (r->type->integer)
      return 1 / ldexp(1, (int)(8 * r->type->bytes));
   return packed_type(r->type) ? 1.0 / 1024 : 0.25;
}

static double bias_of(const struct row *r)
{
   return r->type->is_signed ? 0.5 : 0;
}

static void fill_memory(void)
{
   for (unsigned i = 0; i < sizeof(memory); i++)
      memory[i] = (uint8_t)api_random(256);
}

/* Floating-point types get small values, so that every one of them differs in the picture. */
static void fill_floats(const struct row *r)
{
   const unsigned stride = r->stride ? r->stride : row_bytes(r);
   for (unsigned i = 0; i < (FIRST + RUN) * r->size; i++) {
      uint8_t *at = memory + r->offset + i / r->size * stride + i % r->size * r->type->bytes;
      const float f = (float)api_random(401) / 100 - 2;
      const int32_t fixed = (int32_t)(f * 65536);
      const uint16_t half = (uint16_t)(api_random(2) << 15 | (api_random(17)) << 10 | api_random(1024));
      if (r->type->name == GL_FLOAT)
         memcpy(at, &f, 4);
      else if (r->type->name == GL_FIXED)
         memcpy(at, &fixed, 4);
      else if (r->type->name == GL_HALF_FLOAT)
         memcpy(at, &half, 2);
   }
}

static uint8_t pictured[API_TEXELS][4];

static void picture_row(unsigned number)
{
   const struct row *r = &rows[number];
   const unsigned stride = r->stride ? r->stride : row_bytes(r);
   for (unsigned k = 0; k < RUN; k++)
      for (unsigned c = 0; c < 4; c++) {
         const double v = component_at(r, memory + r->offset + (FIRST + k) * stride, c);
         const int64_t i = (int64_t)v;
         double shown = v * scale_of(r) + bias_of(r);
         if (r->class == INTEGER)
            shown = (double)((i ^ i >> 8 ^ i >> 16 ^ i >> 24) & 255) / 255;
         pictured[number * RUN + k][c] = (uint8_t)lrint(255 * (shown < 0 ? 0 : shown > 1 ? 1 : shown));
      }
}

/* Vertex n is the texel base + n; 32 texels a row. */
#define PLACE "uniform int base; void place(int n) { int t = base + n;" \
   " gl_Position = vec4((vec2(t % 32, t / 32) + 0.5) / 16.0 - 1.0, 0.0, 1.0); gl_PointSize = 1.0; }\n"

static void draw_types(void)
{
   static const char real_text[] = HEAD PLACE "in vec4 val; flat out vec4 v; uniform float scale, bias;\n"
      "void main() { place(gl_VertexID); v = val * scale + bias; }";
   static const char int_text[] = HEAD PLACE "in ivec4 val; flat out vec4 v;\n"
      "void main() { place(gl_VertexID); v = vec4((val ^ val >> 8 ^ val >> 16 ^ val >> 24) & 255) / 255.0; }";
   static const char uint_text[] = HEAD PLACE "in uvec4 val; flat out vec4 v;\n"
      "void main() { place(gl_VertexID); v = vec4((val ^ val >> 8 ^ val >> 16 ^ val >> 24) & 255u) / 255.0; }";
   const GLuint programs[3] = {api_program(real_text, NULL, fragment_text), api_program(int_text, NULL, fragment_text),
                               api_program(uint_text, NULL, fragment_text)};
   GLuint buffer;
   glGenBuffers(1, &buffer);
   list_rows();
   glEnableVertexAttribArray(1);
   for (unsigned i = 0; i < row_count; i++) {
      const struct row *r = &rows[i];
      const GLuint program = programs[r->class != INTEGER ? 0 : r->type->is_signed ? 1 : 2];
      fill_memory();
      if (!r->type->integer && !packed_type(r->type))
         fill_floats(r);
      glBindBuffer(GL_ARRAY_BUFFER, r->client ? 0 : buffer);
      if (!r->client)
         glBufferData(GL_ARRAY_BUFFER, sizeof(memory), memory, GL_STREAM_DRAW);
      const void *at = r->client ? memory + r->offset : (const void *)(uintptr_t)r->offset;
      if (r->class == INTEGER)
         glVertexAttribIPointer(1, (GLint)r->size, r->type->name, (GLsizei)r->stride, at);
      else
         glVertexAttribPointer(1, (GLint)r->size, r->type->name, r->class == NORMALIZED, (GLsizei)r->stride, at);
      glUseProgram(program);
      glUniform1i(glGetUniformLocation(program, "base"), (GLint)(i * RUN) - FIRST);
      glUniform1f(glGetUniformLocation(program, "scale"), (GLfloat)scale_of(r));
      glUniform1f(glGetUniformLocation(program, "bias"), (GLfloat)bias_of(r));
      glDrawArrays(GL_POINTS, FIRST, RUN);
      picture_row(i);
   }
}

static void reference(uint8_t rgba[API_TEXELS][4])
{
   memcpy(rgba, pictured, sizeof(pictured));
}

/* ---- instances: a row of texels for each -------------------------------------------------------------------------------------- */

enum { INSTANCES = 16 };

static void draw_instances(void)
{
   static const uint8_t order[8] = {7, 2, 3, 0, 1, 6, 5, 4};
   static GLubyte per_vertex[16], per_one[INSTANCES], per_two[INSTANCES], per_five[INSTANCES];
   for (unsigned i = 0; i < INSTANCES; i++) {
      per_vertex[i] = (GLubyte)(i * 9 + 3);
      per_one[i] = (GLubyte)(i * 5 + 7);
      per_two[i] = (GLubyte)(i * 11 + 1);
      per_five[i] = (GLubyte)(i * 40 + 13);
   }
   GLuint buffer, program = api_program(HEAD PLACE
      "layout(location = 2) in float every; layout(location = 3) in float one; layout(location = 4) in float two;\n"
      "layout(location = 5) in uint five; flat out vec4 v;\n"
      "void main() { place(gl_VertexID + gl_InstanceID * 32); v = vec4(every, one, two, float(five)) / 255.0; }", NULL, fragment_text);
   const GLint base = glGetUniformLocation(program, "base");
   const GLubyte *const arrays[] = {per_vertex, per_one, per_two, per_five};
   static const GLuint divisors[] = {0, 1, 2, 5};
   glGenBuffers(1, &buffer);
   for (unsigned from_buffer = 0; from_buffer < 2; from_buffer++) {
      glBindBuffer(GL_ARRAY_BUFFER, from_buffer ? buffer : 0);
      if (from_buffer)
         glBufferData(GL_ARRAY_BUFFER, 4 * INSTANCES, NULL, GL_STATIC_DRAW);
      for (unsigned k = 0; k < 4; k++) {
         const void *at = from_buffer ? (const void *)(uintptr_t)(k * INSTANCES) : arrays[k];
         if (from_buffer)
            glBufferSubData(GL_ARRAY_BUFFER, k * INSTANCES, INSTANCES, arrays[k]);
         if (k < 3)
            glVertexAttribPointer(2 + k, 1, GL_UNSIGNED_BYTE, GL_FALSE, 0, at);
         else
            glVertexAttribIPointer(2 + k, 1, GL_UNSIGNED_BYTE, 0, at);
         glVertexAttribDivisor(2 + k, divisors[k]);
         glEnableVertexAttribArray(2 + k);
      }
      glUniform1i(base, (GLint)from_buffer * 16 * API_SIZE);
      glDrawArraysInstanced(GL_POINTS, 5, 8, INSTANCES);
      glDrawElementsInstanced(GL_POINTS, 5, GL_UNSIGNED_BYTE, order, INSTANCES);
   }
   memset(pictured, 0, sizeof(pictured));
   for (unsigned i = 0; i < API_TEXELS; i++) {
      const unsigned x = i % API_SIZE, instance = i / API_SIZE % INSTANCES;
      const bool drawn = (x >= 5 && x < 13) || x == 7 || x == 2 || x == 3 || x == 0 || x == 1;
      const uint8_t values[4] = {per_vertex[x % 16], per_one[instance], per_two[instance / 2], per_five[instance / 5]};
      if (drawn)
         memcpy(pictured[i], values, 4);
   }
}

/* ---- current values ----------------------------------------------------------------------------------------------------------- */

static void draw_current(void)
{
   GLuint program = api_program(HEAD PLACE
      "layout(location = 2) in vec4 f; layout(location = 3) in ivec4 i; layout(location = 4) in uvec4 u; flat out vec4 v;\n"
      "void main() { place(gl_VertexID); v = (f + vec4(i) + vec4(u >> 24)) / 255.0; }", NULL, fragment_text);
   memset(pictured, 0, sizeof(pictured));
   for (int step = 0; step < 64; step++) {
      const GLfloat f = (GLfloat)(step % 5);
      glVertexAttrib3f(2, f, f + 1, f + 2);
      if (step % 2)
         glVertexAttribI4i(3, -step, step, 0, 50);
      else
         glVertexAttribI4iv(3, (const GLint[4]){-step, step, 0, 50});
      glVertexAttribI4ui(4, 0xc8000000u, 0x14ffffffu, 0xffu << 24, (GLuint)step << 24);
      glUniform1i(glGetUniformLocation(program, "base"), step * 16);
      glDrawArrays(GL_POINTS, 2, 3);
      for (int k = 2; k < 5; k++) {
         const int values[4] = {step % 5 - step + 200, step % 5 + 1 + step + 20, step % 5 + 2 + 255, 1 + 50 + step};
         for (unsigned c = 0; c < 4; c++)
            pictured[step * 16 + k][c] = (uint8_t)(values[c] > 255 ? 255 : values[c]);
      }
   }
   GLint got[4];
   glGetVertexAttribIiv(3, GL_CURRENT_VERTEX_ATTRIB, got);
   if (got[0] != -63 || got[1] != 63 || got[3] != 50)
      api_fail("the current value is %d %d %d %d", got[0], got[1], got[2], got[3]);
}

/* ---- restart: strips of one cell each; a quarter of the picture for each type and place of the indices ------------------------- */

enum { CELLS = 8, CORNERS = CELLS + 1, FAR = 255, VERTICES = 300 };

static uint32_t corner(unsigned x, unsigned y)
{
   return y * CORNERS + x;
}

static unsigned cell_indices(uint32_t *to, unsigned cell, uint32_t restart, bool wide)
{
   const unsigned x = cell % CELLS, y = cell / CELLS;
   to[0] = corner(x, y);
   to[1] = corner(x + 1, y);
   to[2] = corner(x, y + 1);
   to[3] = corner(x + 1, y + 1);
   if (wide && cell == 27) /* the restart index of bytes is a vertex here: the same corner */
      to[3] = FAR;
   to[4] = restart;
   return 5;
}

static void draw_quarter(unsigned quarter, unsigned bytes, bool client)
{
   static const GLenum index_types[] = {0, GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, 0, GL_UNSIGNED_INT};
   uint32_t list[CELLS * CELLS * 5];
   uint8_t raw[sizeof(list)];
   unsigned count = 0;
   GLuint buffer = 0;
   glViewport(16 * (quarter % 2), 16 * (quarter / 2), 16, 16);
   for (unsigned cell = 0; cell < CELLS * CELLS; cell++) {
      const bool on = cell == 27 || api_random(2);
      if (on)
         count += cell_indices(&list[count], cell, bytes == 4 ? ~0u : (1u << 8 * bytes) - 1, bytes > 1);
      for (unsigned i = 0; i < 4 && on; i++) {
         const unsigned x = 16 * (quarter % 2) + cell % CELLS * 2 + i % 2, y = 16 * (quarter / 2) + cell / CELLS * 2 + i / 2;
         memset(pictured[y * API_SIZE + x], 255, 4);
      }
   }
   for (unsigned i = 0; i < count; i++)
      memcpy(raw + i * bytes, &list[i], bytes); /* little-endian */
   if (!client) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
      glBufferData(GL_ELEMENT_ARRAY_BUFFER, count * bytes, raw, GL_STATIC_DRAW);
   }
   glDrawElements(GL_TRIANGLE_STRIP, (GLsizei)count, index_types[bytes], client ? raw : NULL);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

static void draw_restart(void)
{
   static GLfloat corners[VERTICES][2];
   GLuint buffer;
   memset(pictured, 0, sizeof(pictured));
   api_program("#version 300 es\nin vec2 pos; void main() { gl_Position = vec4(pos, 0.0, 1.0); }", NULL,
               HEAD "out vec4 color; void main() { color = vec4(1.0); }");
   for (unsigned i = 0; i < CORNERS * CORNERS; i++) {
      corners[i][0] = (GLfloat)(i % CORNERS) * 2 / CELLS - 1;
      corners[i][1] = (GLfloat)(i / CORNERS) * 2 / CELLS - 1;
   }
   memcpy(corners[FAR], corners[corner(27 % CELLS + 1, 27 / CELLS + 1)], sizeof(corners[0]));
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   draw_quarter(0, 1, false);
   draw_quarter(1, 2, false);
   draw_quarter(2, 4, false);
   draw_quarter(3, 1, true);
   glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
   glViewport(0, 0, API_SIZE, API_SIZE);
}

/* ---- numbers of vertices that lie far after the start of a client array: the low bytes of gl_VertexID, an attribute ------------ */

enum { FAR_VERTICES = 200000 };

static void draw_numbers(void)
{
   static GLubyte bytes[FAR_VERTICES][3];
   static const uint32_t firsts[] = {0, 1, 255, 65530, 131071, 199968};
   GLuint program = api_program(HEAD PLACE "uniform int first; in vec4 val; flat out vec4 v;\n"
      "void main() { place(gl_VertexID - first); v = vec4(val.z, vec3((ivec3(gl_VertexID) >> ivec3(0, 8, 16)) & 255) / 255.0); }", NULL,
      fragment_text);
   for (unsigned i = 0; i < FAR_VERTICES; i++)
      bytes[i][2] = (GLubyte)(i * 7 + i / 256);
   memset(pictured, 0, sizeof(pictured));
   glVertexAttribPointer(1, 3, GL_UNSIGNED_BYTE, GL_TRUE, 0, bytes);
   glEnableVertexAttribArray(1);
   for (unsigned y = 0; y < 4 * sizeof(firsts) / sizeof(firsts[0]); y++) {
      const uint32_t first = firsts[y / 4];
      GLuint indices[16];
      glUniform1i(glGetUniformLocation(program, "base"), (GLint)y * API_SIZE);
      glUniform1i(glGetUniformLocation(program, "first"), (GLint)first);
      for (unsigned k = 0; k < 16; k++)
         indices[k] = first + k * 2;
      if (y % 2)
         glDrawElements(GL_POINTS, 16, GL_UNSIGNED_INT, indices);
      else
         glDrawArrays(GL_POINTS, (GLint)first, API_SIZE);
      for (unsigned x = 0; x < API_SIZE; x += 1 + y % 2) {
         const uint32_t n = first + x;
         memcpy(pictured[y * API_SIZE + x], (uint8_t[]){bytes[n][2], (uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16)}, 4);
      }
   }
}

/* ---- reads beyond the end of a buffer are zeros, as robust access requires ------------------------------------------------------ */

static void draw_beyond(void)
{
   static GLubyte bytes[API_SIZE * 4];
   GLuint buffer, program = api_program(HEAD PLACE "in vec4 val; flat out vec4 v; void main() { place(gl_VertexID); v = val; }", NULL,
                                        HEAD "flat in vec4 v; out vec4 color; void main() { color = vec4(v.rgb, 1.0); }");
   memset(bytes, 200, sizeof(bytes));
   memset(pictured, 0, sizeof(pictured));
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glEnableVertexAttribArray(1);
   for (unsigned y = 0; y < API_SIZE; y++) {
      const unsigned vertices = (y * 7) % 20, offset = 4 * (y % 3), stride = 4 + 4 * (y % 2);
      const unsigned size = offset + (vertices ? (vertices - 1) * stride + 4 : 0);
      glBufferData(GL_ARRAY_BUFFER, size, NULL, GL_STATIC_DRAW);
      glBufferSubData(GL_ARRAY_BUFFER, 0, size < sizeof(bytes) ? size : sizeof(bytes), bytes);
      if (size > sizeof(bytes))
         glBufferSubData(GL_ARRAY_BUFFER, size - sizeof(bytes), sizeof(bytes), bytes);
      glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, (GLsizei)stride, (const void *)(uintptr_t)offset);
      glUniform1i(glGetUniformLocation(program, "base"), (GLint)y * API_SIZE);
      if (vertices)
         glDrawArrays(GL_POINTS, 0, API_SIZE);
      for (unsigned x = 0; vertices && x < API_SIZE; x++) {
         memset(pictured[y * API_SIZE + x], x < vertices ? 200 : 0, 3);
         pictured[y * API_SIZE + x][3] = 255;
      }
   }
}

const struct api_body api_bodies_attribs[] = {
   {"attribs-types", GLES, 30, 1, 0, draw_types, reference},
   {"attribs-instances", GLES, 30, 0, 0, draw_instances, reference},
   {"attribs-vertex-numbers", GLES, 30, 0, 0, draw_numbers, reference},
   {"attribs-current", GLES, 30, 0, 0, draw_current, reference},
   {"attribs-restart", GLES, 30, 0, 0, draw_restart, reference},
   {"attribs-beyond-the-end", GLES, 30, 0, 0, draw_beyond, reference},
   {0}
};
