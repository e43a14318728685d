/* body_indirect.c: ARB_draw_indirect, ARB_multi_draw_indirect, ARB_indirect_parameters and ARB_shader_draw_parameters on OpenGL 3.3:
 * points whose texel, row and colour show the vertex, the instance and the number of the draw. */
#include <string.h>

#include "api_capture.h"

typedef void (*multi_count_arrays)(GLenum, const void *, GLintptr, GLsizei, GLsizei);
typedef void (*multi_count_elements)(GLenum, GLenum, const void *, GLintptr, GLsizei, GLsizei);

static void expect_no_error(const char *what)
{
   const GLenum error = glGetError();
   if (error)
      api_fail("%s: error 0x%x", what, error);
}

/* A vertex is the point of column `pos`; an instance is the row `val`, which advances per instance. */
static const char vertex[] =
   "#version 330 core\n#extension GL_ARB_shader_draw_parameters : require\nin float pos; in float val; uniform int row; flat out vec4 c;\n"
   "void main() { gl_Position = vec4((vec2(pos, val + float(row)) + 0.5) / 16.0 - 1.0, 0.0, 1.0);\n"
   "c = vec4(gl_VertexID, gl_InstanceID * 16 + gl_BaseInstanceARB, 50 + gl_BaseVertexARB, 255 - gl_DrawIDARB) / 255.0; }";
static const char fragment[] = "#version 330 core\nflat in vec4 c; out vec4 color; void main() { color = c; }";

static GLuint buffer_of(GLenum target, const void *data, unsigned bytes)
{
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glBindBuffer(target, buffer);
   glBufferData(target, bytes, data, GL_DYNAMIC_DRAW);
   return buffer;
}

static GLuint begin(void)
{
   GLfloat numbers[2 * API_SIZE];
   api_require("GL_ARB_draw_indirect");
   api_require("GL_ARB_multi_draw_indirect");
   api_require("GL_ARB_shader_draw_parameters");
   for (unsigned i = 0; i < 2 * API_SIZE; i++)
      numbers[i] = (GLfloat)(i % API_SIZE);
   const GLuint program = api_program(vertex, NULL, fragment);
   api_vertices(numbers, sizeof numbers);
   for (GLuint i = 0; i < 2; i++) {
      glEnableVertexAttribArray(i);
      glVertexAttribPointer(i, 1, GL_FLOAT, GL_FALSE, 0, NULL);
      glVertexAttribDivisor(i, i);
   }
   return program;
}

static void row(GLuint program, GLint first)
{
   glUniform1i(glGetUniformLocation(program, "row"), first);
}

/* The texels of a draw; base: of the instances; bias 0 without indices. */
static void points(uint8_t rgba[API_TEXELS][4], unsigned y, const uint32_t *vertices, uint32_t count, uint32_t instances, uint32_t base,
                   uint32_t bias, unsigned draw)
{
   for (uint32_t i = 0; i < instances; i++)
      for (uint32_t k = 0; k < count; k++) {
         uint8_t *texel = rgba[(y + base + i) * API_SIZE + vertices[k] % API_SIZE];
         texel[0] = (uint8_t)vertices[k];
         texel[1] = (uint8_t)(16 * i + base);
         texel[2] = (uint8_t)(50 + bias);
         texel[3] = (uint8_t)(255 - draw);
      }
}

static void range(uint8_t rgba[API_TEXELS][4], unsigned y, uint32_t first, uint32_t count, uint32_t instances, uint32_t base, unsigned draw)
{
   uint32_t vertices[API_SIZE];
   for (uint32_t i = 0; i < count; i++)
      vertices[i] = first + i;
   points(rgba, y, vertices, count, instances, base, 0, draw);
}

/* ---- one draw of a command, several, numbers of draws in a buffer -------------------------------------------------------------- */

/* count, instances, first, base instance; with a word between the draws for commands that take a stride of 20 */
static const GLuint arrays[][5] = {
   { 5, 2, 3, 1, 77 }, { 4, 1, 0, 0, 77 }, { 3, 2, 9, 2, 77 }, { 0, 1, 0, 0, 77 }, { 6, 1, 20, 3, 77 }, { 2, 0, 5, 0, 77 },
};
/* count, instances, first index, base vertex, base instance */
static const GLuint elements[][5] = {
   { 4, 1, 2, 4, 0 }, { 3, 2, 0, 1, 1 }, { 0, 1, 0, 0, 0 }, { 5, 1, 1, 0, 4 }, { 1, 0, 0, 0, 0 },
};
static const GLubyte bytes[] = { 1, 7, 2, 11, 8, 20, 3 };
static const GLushort shorts[] = { 21, 5, 6, 3, 12, 25, 1 };
static const GLuint ints[] = { 0, 40, 15, 0xffffffff, 9, 17, 4 };

static void draw_indirect(void)
{
   const GLuint program = begin();
   GLint bound = 0;
   const GLuint buffer = buffer_of(GL_DRAW_INDIRECT_BUFFER, NULL, sizeof arrays + sizeof elements);
   glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
   if (bound != (GLint)buffer)
      api_fail("GL_DRAW_INDIRECT_BUFFER_BINDING is %d", bound);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, sizeof arrays, arrays);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, sizeof arrays, sizeof elements, elements);
   const char *const at = (const char *)NULL + sizeof arrays;
   row(program, 0);
   glDrawArraysIndirect(GL_POINTS, NULL);
   glDrawArraysIndirect(GL_POINTS, (const char *)NULL + 3 * sizeof arrays[0]); /* no vertices */
   glDrawArrays(GL_POINTS, 30, 2); /* without a buffer of arguments: one instance, row 0 */
   buffer_of(GL_ELEMENT_ARRAY_BUFFER, shorts, sizeof shorts);
   row(program, 3);
   glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, at);
   buffer_of(GL_ELEMENT_ARRAY_BUFFER, bytes, sizeof bytes);
   glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_BYTE, at + sizeof elements[0]);
   buffer_of(GL_ELEMENT_ARRAY_BUFFER, ints, sizeof ints);
   glEnable(GL_PRIMITIVE_RESTART);
   glPrimitiveRestartIndex(0xffffffff);
   glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, at + 3 * sizeof elements[0]);
   row(program, 8);
   glMultiDrawArraysIndirect(GL_POINTS, NULL, 6, 20);
   row(program, 14);
   glMultiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, at, 5, 0);
   row(program, 20);
   glMultiDrawArrays(GL_POINTS, (const GLint[]){ 4, 0, 9 }, (const GLsizei[]){ 3, 0, 5 }, 3);
   glMultiDrawElementsBaseVertex(GL_POINTS, (const GLsizei[]){ 1, 1 }, GL_UNSIGNED_INT,
                                 (const void *const[]){ NULL, (const char *)NULL + 4 }, 2, (const GLint[]){ 18, -20 });
   expect_no_error("indirect draws");
}

static uint32_t without_restart(const void *indices, unsigned size, const GLuint *draw, uint32_t *vertices)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < draw[0]; i++) {
      const uint32_t at = draw[2] + i;
      const uint32_t index = size == 1 ? ((const GLubyte *)indices)[at] : size == 2 ? ((const GLushort *)indices)[at] : ((const GLuint *)indices)[at];
      if (index != 0xffffffff)
         vertices[n++] = index + draw[3];
   }
   return n;
}

static void indexed(uint8_t rgba[API_TEXELS][4], unsigned y, const void *indices, unsigned size, unsigned which, unsigned draw)
{
   const GLuint *e = elements[which];
   uint32_t vertices[API_SIZE];
   const uint32_t n = without_restart(indices, size, e, vertices);
   points(rgba, y, vertices, n, e[1], e[4], e[3], draw);
}

static void indirect_reference(uint8_t rgba[API_TEXELS][4])
{
   range(rgba, 0, 3, 5, 2, 1, 0);
   range(rgba, 0, 30, 2, 1, 0, 0);
   indexed(rgba, 3, shorts, 2, 0, 0);
   indexed(rgba, 3, bytes, 1, 1, 0);
   indexed(rgba, 3, ints, 4, 3, 0);
   for (unsigned i = 0; i < 6; i++)
      range(rgba, 8, arrays[i][2], arrays[i][0], arrays[i][1], arrays[i][3], i);
   for (unsigned i = 0; i < 5; i++)
      indexed(rgba, 14, ints, 4, i, i);
   range(rgba, 20, 4, 3, 1, 0, 0);
   range(rgba, 20, 9, 5, 1, 0, 2);
   points(rgba, 20, (const uint32_t[]){ 18 }, 1, 1, 0, 18, 0);
   points(rgba, 20, (const uint32_t[]){ 20 }, 1, 1, 0, (uint32_t)-20, 1);
}

static void draw_counted(void)
{
   static const GLuint counts[] = { 99, 2, 1000, 0 };
   const GLuint program = begin();
   api_require("GL_ARB_indirect_parameters");
   const multi_count_arrays from_arrays = (multi_count_arrays)eglGetProcAddress("glMultiDrawArraysIndirectCountARB");
   const multi_count_elements from_elements = (multi_count_elements)eglGetProcAddress("glMultiDrawElementsIndirectCountARB");
   buffer_of(GL_DRAW_INDIRECT_BUFFER, NULL, sizeof arrays + sizeof elements);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, 0, sizeof arrays, arrays);
   glBufferSubData(GL_DRAW_INDIRECT_BUFFER, sizeof arrays, sizeof elements, elements);
   buffer_of(0x80EE /* GL_PARAMETER_BUFFER */, counts, sizeof counts);
   buffer_of(GL_ELEMENT_ARRAY_BUFFER, shorts, sizeof shorts);
   row(program, 0);
   from_arrays(GL_POINTS, NULL, 4, 6, 20); /* 2 of 6 */
   row(program, 5);
   from_arrays(GL_POINTS, (const char *)NULL + 2 * sizeof arrays[0], 8, 3, 20); /* 3, not 1000 */
   row(program, 10);
   from_arrays(GL_POINTS, NULL, 12, 6, 20); /* none */
   from_elements(GL_POINTS, GL_UNSIGNED_SHORT, (const char *)NULL + sizeof arrays, 4, 5, 0);
   row(program, 14);
   from_elements(GL_POINTS, GL_UNSIGNED_SHORT, (const char *)NULL + sizeof arrays, 8, 4, 0);
   expect_no_error("counted draws");
}

static void counted_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < 2; i++)
      range(rgba, 0, arrays[i][2], arrays[i][0], arrays[i][1], arrays[i][3], i);
   for (unsigned i = 0; i < 3; i++)
      range(rgba, 5, arrays[2 + i][2], arrays[2 + i][0], arrays[2 + i][1], arrays[2 + i][3], i);
   for (unsigned i = 0; i < 2; i++)
      indexed(rgba, 10, shorts, 2, i, i);
   for (unsigned i = 0; i < 4; i++)
      indexed(rgba, 14, shorts, 2, i, i);
}

/* ---- arguments and indices that the device wrote -------------------------------------------------------------------------------- */

/* Transform feedback of three points writes three draws and their indices: { 4 + i, 1, 2 i, i } and 8 i .. 8 i + 3. */
static GLuint capture(GLuint buffers[2])
{
   static const char *const names[] = { "draw", "gl_NextBuffer", "indices" };
   static const char source[] =
      "#version 330 core\nflat out uvec4 draw; flat out uvec4 indices;\n"
      "void main() { uint i = uint(gl_VertexID); draw = uvec4(4u + i, 1u, 2u * i, i); indices = uvec4(8u * i) + uvec4(0, 1, 2, 3);\n"
      "gl_Position = vec4(0.0); }";
   const GLuint program = glCreateProgram();
   api_attach(program, GL_VERTEX_SHADER, source);
   api_link_capturing(program, 3, names, GL_INTERLEAVED_ATTRIBS);
   glEnable(GL_RASTERIZER_DISCARD);
   for (GLuint i = 0; i < 2; i++) {
      buffers[i] = buffer_of(GL_TRANSFORM_FEEDBACK_BUFFER, NULL, 48);
      glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i]);
   }
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 3);
   glEndTransformFeedback();
   glDisable(GL_RASTERIZER_DISCARD);
   return program;
}

static void draw_written(void)
{
   GLint current;
   GLuint captured[2];
   begin();
   api_require("GL_ARB_transform_feedback3");
   glGetIntegerv(GL_CURRENT_PROGRAM, &current);
   capture(captured);
   glUseProgram((GLuint)current);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, captured[0]);
   row((GLuint)current, 0);
   glMultiDrawArraysIndirect(GL_POINTS, NULL, 3, 0);
   /* Copied arguments, with the indices just captured: the word after a draw's arguments is its base instance. */
   const GLuint copy = buffer_of(GL_COPY_WRITE_BUFFER, NULL, 20);
   glClearBufferSubData(GL_COPY_WRITE_BUFFER, GL_R32UI, 0, 20, GL_RED_INTEGER, GL_UNSIGNED_INT, &(GLuint){ 3 });
   glBindBuffer(GL_COPY_READ_BUFFER, captured[0]);
   glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 16, 0, 16); /* 5, 1, 2, 1, then 3 */
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, copy);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, captured[1]);
   row((GLuint)current, 5);
   glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
   expect_no_error("arguments written by the device");
}

static void written_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < 3; i++)
      range(rgba, 0, 2 * i, 4 + i, 1, i, i);
   points(rgba, 5, (const uint32_t[]){ 3, 4, 9, 10, 11 }, 5, 1, 3, 1, 0);
}

/* ---- errors --------------------------------------------------------------------------------------------------------------------- */

static void draw_errors(void)
{
   const char *const base = NULL;
   GLuint other;
   begin();
   const GLuint buffer = buffer_of(GL_DRAW_INDIRECT_BUFFER, arrays, sizeof arrays);
   glDrawArraysIndirect(0x0010, NULL);
   api_expect_error(GL_INVALID_ENUM, "mode");
   glDrawArraysIndirect(GL_POINTS, base + 2);
   api_expect_error(GL_INVALID_VALUE, "offset");
   glDrawArraysIndirect(GL_POINTS, base + sizeof arrays - 12);
   api_expect_error(GL_INVALID_OPERATION, "beyond the buffer");
   glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_INT, NULL);
   api_expect_error(GL_INVALID_OPERATION, "no index buffer");
   buffer_of(GL_ELEMENT_ARRAY_BUFFER, ints, sizeof ints);
   glDrawElementsIndirect(GL_POINTS, GL_FLOAT, NULL);
   api_expect_error(GL_INVALID_ENUM, "type");
   glMultiDrawArraysIndirect(GL_POINTS, NULL, -1, 0);
   api_expect_error(GL_INVALID_VALUE, "number of draws");
   glMultiDrawArraysIndirect(GL_POINTS, NULL, 1, 18);
   api_expect_error(GL_INVALID_VALUE, "stride");
   glMultiDrawArraysIndirect(GL_POINTS, NULL, 7, 20);
   api_expect_error(GL_INVALID_OPERATION, "draws beyond the buffer");
   glMultiDrawArraysIndirect(GL_POINTS, NULL, 0, 0);
   api_expect_error(GL_NO_ERROR, "no draws");
   glMapBufferRange(GL_DRAW_INDIRECT_BUFFER, 0, 16, GL_MAP_READ_BIT);
   glDrawArraysIndirect(GL_POINTS, NULL);
   api_expect_error(GL_INVALID_OPERATION, "mapped");
   glUnmapBuffer(GL_DRAW_INDIRECT_BUFFER);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
   glDrawArraysIndirect(GL_POINTS, NULL);
   api_expect_error(GL_INVALID_OPERATION, "no buffer");
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
   glBindVertexArray(0);
   glDrawArraysIndirect(GL_POINTS, NULL);
   api_expect_error(GL_INVALID_OPERATION, "no vertex array object");
   glGenVertexArrays(1, &other);
   glBindVertexArray(other);
}

static void nothing(uint8_t rgba[API_TEXELS][4])
{
   (void)rgba;
}

const struct api_body api_bodies_indirect[] = {
   { "indirect", CORE, 33, 0, 0, draw_indirect, indirect_reference },
   { "indirect-counted", CORE, 33, 0, 0, draw_counted, counted_reference },
   { "indirect-written", CORE, 33, 0, 0, draw_written, written_reference },
   { "indirect-errors", CORE, 33, 0, 0, draw_errors, nothing },
   { NULL },
};
