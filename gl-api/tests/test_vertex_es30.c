/* Vertex arrays of OpenGL ES 3.0: errors by table, formats of every type and their way to the pipe, current values. */
#include "ga_test_row.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_buffer.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static void use_buffer(struct ga_context *ctx)
{
   GLuint name;
   GL(GenBuffers, 1, &name);
   GL(BindBuffer, GL_ARRAY_BUFFER, name);
   GL(BufferData, GL_ARRAY_BUFFER, 256, NULL, GL_STATIC_DRAW);
}

static void errors(void **state)
{
   CONTEXT;
   static const GLint ints[4];
   static const GLuint uints[4];
   const GLuint max = (GLuint)ctx->limits.max_vertex_attribs;
   GLint value = 77;
   GLuint unsigned_value = 77, name;
   assert_true(max >= 16);
   ROW(INVALID_VALUE, VertexAttribIPointer, max, 4, GL_INT, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribIPointer, 0, 0, GL_INT, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribIPointer, 0, 5, GL_INT, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribIPointer, 0, 4, GL_INT, -1, NULL);
   ROW(INVALID_ENUM, VertexAttribIPointer, 0, 4, GL_FLOAT, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribIPointer, 0, 4, GL_HALF_FLOAT, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribIPointer, 0, 4, GL_FIXED, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribIPointer, 0, 4, GL_INT_2_10_10_10_REV, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribPointer, 0, 4, GL_DOUBLE, GL_FALSE, 0, NULL);
   ROW(INVALID_ENUM, VertexAttribPointer, 0, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0, NULL);
   ROW(INVALID_OPERATION, VertexAttribPointer, 0, 3, GL_INT_2_10_10_10_REV, GL_FALSE, 0, NULL);
   ROW(INVALID_OPERATION, VertexAttribPointer, 0, 1, GL_UNSIGNED_INT_2_10_10_10_REV, GL_TRUE, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribPointer, 0, GL_BGRA, GL_UNSIGNED_BYTE, GL_TRUE, 0, NULL);
   ROW(INVALID_VALUE, VertexAttribDivisor, max, 1);
   ROW(INVALID_VALUE, VertexAttribI4i, max, 0, 0, 0, 0);
   ROW(INVALID_VALUE, VertexAttribI4ui, max, 0, 0, 0, 0);
   ROW(INVALID_VALUE, VertexAttribI4iv, max, ints);
   ROW(INVALID_VALUE, VertexAttribI4uiv, max, uints);
   ROW(INVALID_VALUE, GetVertexAttribIiv, max, GL_CURRENT_VERTEX_ATTRIB, &value);
   ROW(INVALID_VALUE, GetVertexAttribIuiv, max, GL_CURRENT_VERTEX_ATTRIB, &unsigned_value);
   ROW(INVALID_ENUM, GetVertexAttribIiv, 0, BAD, &value);
   ROW(INVALID_ENUM, GetVertexAttribIuiv, 0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &unsigned_value);
   ROW(INVALID_ENUM, GetVertexAttribiv, 0, GL_VERTEX_ATTRIB_BINDING, &value); /* ES 3.1 */
   assert_true(value == 77 && unsigned_value == 77);
   /* Client arrays belong to the default vertex array. */
   GL(GenVertexArrays, 1, &name);
   GL(BindVertexArray, name);
   ROW(INVALID_OPERATION, VertexAttribIPointer, 0, 4, GL_INT, 0, ints);
   GL(VertexAttribIPointer, 0, 4, GL_INT, 0, NULL);
   assert_gl_error(GL_NO_ERROR);
}

/* The first component's letter and width name the format: R8_SNORM, R32G32_UINT ... */
static void formats(void **state)
{
   CONTEXT;
   static const struct { GLenum type; GLint size; char kind; enum pipe_format format; uint32_t packed_B; } rows[] = {
      {GL_BYTE, 3, 'f', PIPE_FORMAT_R8G8B8_SSCALED, 3}, {GL_BYTE, 4, 'n', PIPE_FORMAT_R8G8B8A8_SNORM, 4},
      {GL_UNSIGNED_BYTE, 1, 'i', PIPE_FORMAT_R8_UINT, 1}, {GL_SHORT, 2, 'i', PIPE_FORMAT_R16G16_SINT, 4},
      {GL_UNSIGNED_SHORT, 3, 'n', PIPE_FORMAT_R16G16B16_UNORM, 6}, {GL_INT, 2, 'f', PIPE_FORMAT_R32G32_SSCALED, 8},
      {GL_INT, 4, 'n', PIPE_FORMAT_R32G32B32A32_SNORM, 16}, {GL_INT, 3, 'i', PIPE_FORMAT_R32G32B32_SINT, 12},
      {GL_UNSIGNED_INT, 1, 'n', PIPE_FORMAT_R32_UNORM, 4}, {GL_UNSIGNED_INT, 4, 'i', PIPE_FORMAT_R32G32B32A32_UINT, 16},
      {GL_FIXED, 2, 'f', PIPE_FORMAT_R32G32_FIXED, 8}, {GL_FIXED, 2, 'n', PIPE_FORMAT_R32G32_FIXED, 8},
      {GL_HALF_FLOAT, 3, 'n', PIPE_FORMAT_R16G16B16_FLOAT, 6}, {GL_FLOAT, 1, 'f', PIPE_FORMAT_R32_FLOAT, 4},
      {GL_INT_2_10_10_10_REV, 4, 'f', PIPE_FORMAT_R10G10B10A2_SSCALED, 4},
      {GL_INT_2_10_10_10_REV, 4, 'n', PIPE_FORMAT_R10G10B10A2_SNORM, 4},
      {GL_UNSIGNED_INT_2_10_10_10_REV, 4, 'f', PIPE_FORMAT_R10G10B10A2_USCALED, 4},
      {GL_UNSIGNED_INT_2_10_10_10_REV, 4, 'n', PIPE_FORMAT_R10G10B10A2_UNORM, 4},
   };
   use_buffer(ctx);
   GL(EnableVertexAttribArray, 2);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      for (GLsizei stride = 0; stride < 2; stride++) {
         const bool integer = rows[i].kind == 'i';
         GLint v;
         if (integer)
            GL(VertexAttribIPointer, 2, rows[i].size, rows[i].type, stride * 37, (void *)12);
         else
            GL(VertexAttribPointer, 2, rows[i].size, rows[i].type, rows[i].kind == 'n', stride * 37, (void *)12);
         assert_true(ga_derive_vertex_arrays(ctx, "test"));
         const struct st_attrib *a = &ctx->st.attrib[2];
         assert_int_equal(a->format, rows[i].format);
         assert_int_equal(a->stride_B, stride ? 37 : rows[i].packed_B);
         assert_int_equal(a->offset_B, 12);
         GL(GetVertexAttribiv, 2, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &v);
         assert_int_equal(v, integer);
         GL(GetVertexAttribiv, 2, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &v);
         assert_int_equal(v, rows[i].kind == 'n');
      }
   }
   GL(VertexAttribDivisor, 2, 7);
   assert_true(ga_derive_vertex_arrays(ctx, "test"));
   assert_int_equal(ctx->st.attrib[2].divisor, 7);
   assert_gl_error(GL_NO_ERROR);
}

static void current_values(void **state)
{
   CONTEXT;
   GLint v[4];
   GLuint u[4];
   GL(VertexAttribI4i, 1, -1, 2, INT32_MIN, 7);
   GL(GetVertexAttribIiv, 1, GL_CURRENT_VERTEX_ATTRIB, v);
   assert_memory_equal(v, ((GLint[]){-1, 2, INT32_MIN, 7}), sizeof(v));
   GL(VertexAttribI4uiv, 1, ((GLuint[]){1, ~0u, 3, 4}));
   GL(GetVertexAttribIuiv, 1, GL_CURRENT_VERTEX_ATTRIB, u);
   assert_memory_equal(u, ((GLuint[]){1, ~0u, 3, 4}), sizeof(u));
   assert_true(ga_derive_current_attribs(ctx, "test"));
   assert_memory_equal(ctx->st.attrib[1].current, u, sizeof(u)); /* bits, not converted */
   GL(VertexAttrib1f, 1, 0.5f);
   assert_true(ga_derive_current_attribs(ctx, "test"));
   assert_memory_equal(ctx->st.attrib[1].current, ((float[]){0.5f, 0, 0, 1}), sizeof(v));
   assert_gl_error(GL_NO_ERROR);
}

/* The element array buffer and all arrays belong to the vertex array object; GL_ARRAY_BUFFER does not. */
static void objects(void **state)
{
   CONTEXT;
   GLuint names[2], element, bound;
   GL(GenVertexArrays, 2, names);
   assert_false(GL(IsVertexArray, names[0]));
   GL(BindVertexArray, names[0]);
   assert_true(GL(IsVertexArray, names[0]));
   use_buffer(ctx);
   GL(GenBuffers, 1, &element);
   GL(BindBuffer, GL_ELEMENT_ARRAY_BUFFER, element);
   GL(VertexAttribIPointer, 3, 2, GL_SHORT, 8, (void *)4);
   GL(EnableVertexAttribArray, 3);
   GL(VertexAttribDivisor, 3, 2);
   GL(VertexAttribI4i, 3, 1, 2, 3, 4); /* of the context */
   GL(BindVertexArray, names[1]);
   static const struct { GLenum pname; GLint first, second; } rows[] = {
      {GL_VERTEX_ATTRIB_ARRAY_ENABLED, 1, 0}, {GL_VERTEX_ATTRIB_ARRAY_SIZE, 2, 4}, {GL_VERTEX_ATTRIB_ARRAY_STRIDE, 8, 0},
      {GL_VERTEX_ATTRIB_ARRAY_TYPE, GL_SHORT, GL_FLOAT}, {GL_VERTEX_ATTRIB_ARRAY_INTEGER, 1, 0},
      {GL_VERTEX_ATTRIB_ARRAY_DIVISOR, 2, 0}, {GL_CURRENT_VERTEX_ATTRIB, 1, 1},
   };
   for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
      GLint v[4];
      GL(BindVertexArray, names[i % 2]);
      GL(GetVertexAttribIiv, 3, rows[i / 2].pname, v);
      assert_int_equal(v[0], i % 2 ? rows[i / 2].second : rows[i / 2].first);
      GL(GetIntegerv, GL_ELEMENT_ARRAY_BUFFER_BINDING, (GLint *)&bound);
      assert_int_equal(bound, i % 2 ? 0 : element);
   }
   /* A buffer that is deleted while another vertex array is bound stays in it. */
   GL(BindVertexArray, names[1]);
   GL(DeleteBuffers, 1, &element);
   GL(BindVertexArray, names[0]);
   GL(GetIntegerv, GL_ELEMENT_ARRAY_BUFFER_BINDING, (GLint *)&bound);
   assert_int_equal(bound, element);
   GL(DeleteVertexArrays, 2, names);
   GL(GetIntegerv, GL_VERTEX_ARRAY_BINDING, (GLint *)&bound);
   assert_int_equal(bound, 0);
   assert_gl_error(GL_NO_ERROR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_es30, ga_test_teardown)
   const struct CMUnitTest tests[] = {TEST(errors), TEST(formats), TEST(current_values), TEST(objects)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
