/* test_vertices.c: vertex attributes of each type, size and normalization, in client memory and buffers; index types; vertex array
 * objects; draws see buffer contents in the order of the calls. */
#include "pixel_test.h"

static const struct { GLenum type; int size_B; float scale; bool is_signed; } types[] = {
   {GL_BYTE, 1, 127, true}, {GL_UNSIGNED_BYTE, 1, 255, false}, {GL_SHORT, 2, 32767, true},
   {GL_UNSIGNED_SHORT, 2, 65535, false}, {GL_FIXED, 4, 65536, true}, {GL_FLOAT, 4, 1, true},
};

static void store(uint8_t *to, GLenum type, float value)
{
   switch (type) {
   case GL_BYTE: *(int8_t *)to = (int8_t)value; break;
   case GL_UNSIGNED_BYTE: *to = (uint8_t)value; break;
   case GL_SHORT: memcpy(to, &(int16_t){(int16_t)value}, 2); break;
   case GL_UNSIGNED_SHORT: memcpy(to, &(uint16_t){(uint16_t)value}, 2); break;
   case GL_FIXED: memcpy(to, &(int32_t){(int32_t)(value * 65536)}, 4); break;
   default: memcpy(to, &value, 4); break;
   }
}

/* The shader returns val * scale + bias, which maps the range of each type to 0 .. 1. */
static void attribute_formats(void **state)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   static const float parts[4] = {0.25f, 0.5f, 0.75f, 1.0f}; /* of the range of the type */
   GLuint program = pixel_program("attribute vec4 pos, val; uniform float scale; varying vec4 v;\n"
                                  "void main() { gl_Position = pos; v = val * scale; }",
                                  "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   GLint scale = glGetUniformLocation(program, "scale");
   GLuint buffer;
   glGenBuffers(1, &buffer);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   for (int k = 0; k < 6 * 4 * 2 * 2 * 2; k++) {
      unsigned t = k % 6, size = k / 6 % 4 + 1, normalized = k / 24 % 2, in_buffer = k / 48 % 2, padded = k / 96;
      unsigned element_B = size * types[t].size_B, stride_B = padded ? ((element_B + 3) & ~3u) + 4 : element_B;
      uint8_t data[256] = {0};
      bool integer = types[t].size_B < 4;
      float wanted[4] = {0, 0, 0, 1};
      for (unsigned vertex = 0; vertex < 3; vertex++)
         for (unsigned i = 0; i < size; i++)
            store(data + 8 + vertex * stride_B + i * types[t].size_B, types[t].type,
                  parts[i] * (integer ? types[t].scale : 1));
      for (unsigned i = 0; i < size; i++) /* the stored value: integers are rounded */
         wanted[i] = integer ? (float)(int)(parts[i] * types[t].scale) / types[t].scale : parts[i];
      bool divide = integer && !normalized;
      if (divide)
         wanted[3] = size == 4 ? wanted[3] : 1 / types[t].scale;
      glUniform1f(scale, divide ? 1 / types[t].scale : 1);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
      if (in_buffer) {
         glBindBuffer(GL_ARRAY_BUFFER, buffer);
         glBufferData(GL_ARRAY_BUFFER, 8 + 3 * stride_B, data, GL_STATIC_DRAW);
      }
      glVertexAttribPointer(1, size, types[t].type, normalized, padded ? stride_B : 0,
                            in_buffer ? (void *)8 : data + 8);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      char what[80];
      snprintf(what, sizeof(what), "type %x, size %u, normalised %u, buffer %u, padded %u", types[t].type, size,
               normalized, in_buffer, padded);
      pixel_expect(pixel_read(2, 2), wanted, what);
   }
   glDeleteBuffers(1, &buffer);
}

/* Signed values reach the negative end: -scale and -scale - 1 are both about -1 (ES 2.0, 2.1.2 allows either mapping). */
static void negative_values(void **state)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   static const int8_t data[12] = {-127, -64, 0, 64, -127, -64, 0, 64, -127, -64, 0, 64};
   pixel_program("attribute vec4 pos, val; varying vec4 v; void main() { gl_Position = pos; v = val * 0.5 + 0.5; }",
                 "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }");
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glVertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, 0, data);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   pixel_expect(pixel_read(2, 2), (float[]){0, 0.25f, 0.5f, 0.752f}, "signed bytes");
}

static const GLfloat grid[] = { /* 3 x 3 points, the corners of four quarters */
   -1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1};

/* Draws quarter `q` (bit 0 right, bit 1 top) with indices of one type from client memory or a buffer. */
static void draw_quarter(unsigned q, GLenum type, bool buffer, bool offset)
{
   unsigned base = (q & 1) + (q >> 1) * 3, corner[6] = {base, base + 1, base + 3, base + 3, base + 1, base + 4};
   uint8_t bytes[64] = {0};
   unsigned size_B = type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4, start_B = offset ? 8 : 0;
   for (unsigned i = 0; i < 6; i++)
      memcpy(bytes + start_B + i * size_B, &corner[i], size_B); /* little-endian, as all supported hosts */
   if (buffer)
      glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(bytes), bytes, GL_STREAM_DRAW);
   glDrawElements(GL_TRIANGLES, 6, type, buffer ? (void *)(uintptr_t)start_B : bytes + start_B);
}

static void indices(void **state)
{
   static const GLenum index_types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
   GLuint buffers[2];
   glGenBuffers(2, buffers);
   pixel_flat_program();
   glVertexAttrib4f(1, 1, 1, 1, 1);
   glEnableVertexAttribArray(0);
   for (int k = 0; k < 3 * 2 * 2 * 2; k++) {
      bool vertex_buffer = k / 3 % 2, index_buffer = k / 6 % 2, offset = k / 12;
      glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer ? buffers[0] : 0);
      if (vertex_buffer)
         glBufferData(GL_ARRAY_BUFFER, sizeof(grid), grid, GL_STATIC_DRAW);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, vertex_buffer ? NULL : grid);
      glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer ? buffers[1] : 0);
      for (unsigned q = 0; q < 4; q++) {
         glClear(GL_COLOR_BUFFER_BIT);
         draw_quarter(q, index_types[k % 3], index_buffer, offset);
         for (unsigned p = 0; p < 4; p++)
            if ((pixel_read(p & 1 ? 6 : 1, p >> 1 ? 6 : 1)[0] > 128) != (p == q))
               fail_msg("combination %d, quarter %u at %u", k, q, p);
      }
   }
   glDeleteBuffers(2, buffers);
}

/* A draw sees the buffer contents at the time of the call, also when the buffer changes later. */
static void order_of_updates(void **state)
{
   PFNGLMAPBUFFEROESPROC map = (PFNGLMAPBUFFEROESPROC)eglGetProcAddress("glMapBufferOES");
   PFNGLUNMAPBUFFEROESPROC unmap = (PFNGLUNMAPBUFFEROESPROC)eglGetProcAddress("glUnmapBufferOES");
   GLuint buffer;
   pixel_flat_program();
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glEnableVertexAttribArray(0);
   glClear(GL_COLOR_BUFFER_BIT);
   for (int x = 0; x < SIZE; x++) {
      float left = x * 0.25f - 1, right = left + 0.25f;
      const GLfloat column[] = {left, -1, right, -1, left, 1, right, 1};
      if (x % 4 == 0) {
         glBufferData(GL_ARRAY_BUFFER, sizeof(column), column, GL_DYNAMIC_DRAW);
      } else if (x % 4 == 1) {
         glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(column), column);
      } else if (x % 4 == 2) {
         memcpy(map(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES), column, sizeof(column));
         assert_true(unmap(GL_ARRAY_BUFFER));
      } else {
         glBufferData(GL_ARRAY_BUFFER, 4096, NULL, GL_STREAM_DRAW);
         glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(column), column);
      }
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glVertexAttrib4f(1, (x + 1) / 8.0f, 0, 0, 1);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   }
   glDeleteBuffers(1, &buffer);
   for (int x = 0; x < SIZE; x++)
      pixel_expect(pixel_read(x, 4), (float[]){(x + 1) / 8.0f, 0, 0, 1}, "column");
}

static void vertex_array_objects(void **state)
{
   PFNGLGENVERTEXARRAYSOESPROC gen = (PFNGLGENVERTEXARRAYSOESPROC)eglGetProcAddress("glGenVertexArraysOES");
   PFNGLBINDVERTEXARRAYOESPROC bind = (PFNGLBINDVERTEXARRAYOESPROC)eglGetProcAddress("glBindVertexArrayOES");
   PFNGLDELETEVERTEXARRAYSOESPROC delete = (PFNGLDELETEVERTEXARRAYSOESPROC)eglGetProcAddress("glDeleteVertexArraysOES");
   GLuint vaos[2], buffers[2];
   pixel_flat_program();
   gen(2, vaos);
   glGenBuffers(2, buffers);
   for (int i = 0; i < 2; i++) {
      const GLfloat left = i ? 0 : -1, half[] = {left, -1, left + 1, -1, left, 1, left + 1, 1};
      bind(vaos[i]);
      glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
      glBufferData(GL_ARRAY_BUFFER, sizeof(half), half, GL_STATIC_DRAW);
      glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
      glEnableVertexAttribArray(0);
   }
   for (int i = 0; i < 2; i++) {
      glClear(GL_COLOR_BUFFER_BIT);
      glVertexAttrib4f(1, 1, 1, 1, 1);
      bind(vaos[i]);
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      assert_int_equal(pixel_read(1, 1)[0] > 128, i == 0);
      assert_int_equal(pixel_read(6, 1)[0] > 128, i == 1);
   }
   /* A vertex array object that is not bound keeps a reference to the deleted buffer. */
   glDeleteBuffers(1, &buffers[0]);
   bind(vaos[0]);
   glClear(GL_COLOR_BUFFER_BIT);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   assert_true(pixel_read(1, 1)[0] > 128);
   delete(2, vaos);
   glDeleteBuffers(1, &buffers[1]);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
   const struct CMUnitTest tests[] = {
      TEST(attribute_formats), TEST(negative_values), TEST(indices), TEST(order_of_updates), TEST(vertex_array_objects),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
