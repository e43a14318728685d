/* test_draws.c: pixels and errors of draw extensions of OpenGL ES 2.0: multiple draws in one call, base vertices, instances,
 * occlusion queries, clamped polygon offset. */
#include "pixel_test.h"

#define EXPECT_ERROR(error, call)                                                    \
   do {                                                                              \
      call;                                                                          \
      GLenum found_ = glGetError();                                                  \
      if (found_ != (error))                                                         \
         fail_msg("%s: 0x%x instead of 0x%x", #call, found_, (unsigned)(error));     \
   } while (0)
#define PROC(type, name) const type name = (type)(void (*)(void))eglGetProcAddress(#name)

/* Four quads of two triangles: vertices 4 * i .. 4 * i + 3 are column i of the picture. */
static const float strip[] = {
   -1, -1, -0.5f, -1, -1, 1, -0.5f, 1,     -0.5f, -1, 0, -1, -0.5f, 1, 0, 1,
   0, -1, 0.5f, -1, 0, 1, 0.5f, 1,         0.5f, -1, 1, -1, 0.5f, 1, 1, 1,
};

static const char green_vs[] = "attribute vec4 pos; void main() { gl_Position = pos; }";
static const char green_fs[] = "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }";

/* The mask of green columns. */
static unsigned columns(void)
{
   unsigned mask = 0;
   for (int i = 0; i < 4; i++)
      mask |= (pixel_read(2 * i, 3)[1] == 255 ? 1u : 0) << i;
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   return mask;
}

static void use_strip(bool in_buffer)
{
   static GLuint buffer;
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   if (in_buffer) {
      glGenBuffers(1, &buffer);
      glBindBuffer(GL_ARRAY_BUFFER, buffer);
      glBufferData(GL_ARRAY_BUFFER, sizeof strip, strip, GL_STATIC_DRAW);
   }
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, in_buffer ? NULL : strip);
   glEnableVertexAttribArray(0);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void base_vertex(void **state)
{
   static const GLushort indices[] = {0, 1, 2, 3, 4, 5, 6, 7};
   PROC(PFNGLDRAWELEMENTSBASEVERTEXOESPROC, glDrawElementsBaseVertexOES);
   pixel_program(green_vs, green_fs);
   EXPECT_ERROR(GL_INVALID_ENUM, glDrawElementsBaseVertexOES(99, 4, GL_UNSIGNED_SHORT, indices, 0));
   EXPECT_ERROR(GL_INVALID_ENUM, glDrawElementsBaseVertexOES(GL_TRIANGLES, 3, GL_FLOAT, indices, 0));
   EXPECT_ERROR(GL_INVALID_VALUE, glDrawElementsBaseVertexOES(GL_TRIANGLES, -1, GL_UNSIGNED_SHORT, indices, 0));
   for (unsigned in_buffer = 0; in_buffer < 2; in_buffer++) {
      use_strip(in_buffer);
      for (int i = 0; i < 4; i++) {
         glDrawElementsBaseVertexOES(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, indices, 4 * i);
         assert_int_equal(columns(), 1u << i);
      }
      glDrawElementsBaseVertexOES(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, indices + 4, -4);
      assert_int_equal(columns(), 1);
      glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, indices + 4);
      assert_int_equal(columns(), 2);
   }
}

static void multi_draws(void **state)
{
   static const GLubyte indices[] = {0, 1, 2, 3, 8, 9, 10, 11};
   static const GLint first[] = {4, 0, 12}, base[] = {0, 4, 4};
   static const GLsizei four[] = {4, 0, 4}, bad[] = {4, -1, 4};
   static const void *const starts[] = {indices, indices, indices + 4};
   PROC(PFNGLMULTIDRAWARRAYSEXTPROC, glMultiDrawArraysEXT);
   PROC(PFNGLMULTIDRAWELEMENTSEXTPROC, glMultiDrawElementsEXT);
   PROC(PFNGLMULTIDRAWELEMENTSBASEVERTEXEXTPROC, glMultiDrawElementsBaseVertexEXT);
   pixel_program(green_vs, green_fs);
   use_strip(false);
   EXPECT_ERROR(GL_INVALID_ENUM, glMultiDrawArraysEXT(99, first, four, 3));
   EXPECT_ERROR(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, first, four, -1));
   EXPECT_ERROR(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, first, bad, 3));
   EXPECT_ERROR(GL_INVALID_VALUE, glMultiDrawElementsEXT(GL_TRIANGLE_STRIP, bad, GL_UNSIGNED_BYTE, (const void **)starts, 3));
   assert_int_equal(columns(), 0); /* an error in one draw suppresses all */
   glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, first, four, 3);
   assert_int_equal(columns(), 1 << 1 | 1 << 3);
   glMultiDrawElementsEXT(GL_TRIANGLE_STRIP, four, GL_UNSIGNED_BYTE, (const void **)starts, 3);
   assert_int_equal(columns(), 1 << 0 | 1 << 2);
   glMultiDrawElementsBaseVertexEXT(GL_TRIANGLE_STRIP, four, GL_UNSIGNED_BYTE, starts, 3, base);
   assert_int_equal(columns(), 1 << 0 | 1 << 3);
   glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, first, four, 0);
   assert_int_equal(columns(), 0);
}

/* Each instance is one column: `val`, of divisor 1, moves it. With divisor 2, two instances share a value. */
static void instances(void **state)
{
   static const GLubyte indices[] = {0, 1, 2, 3};
   static const float offset[4] = {0, 0.5f, 1, 1.5f}, shade[2] = {1, 0};
   PROC(PFNGLDRAWARRAYSINSTANCEDEXTPROC, glDrawArraysInstancedEXT);
   PROC(PFNGLDRAWELEMENTSINSTANCEDEXTPROC, glDrawElementsInstancedEXT);
   PROC(PFNGLVERTEXATTRIBDIVISOREXTPROC, glVertexAttribDivisorEXT);
   GLint value;
   GLuint program =
      pixel_program("attribute vec4 pos; attribute float val, shade; varying float s;\n"
                    "void main() { gl_Position = pos + vec4(val, 0.0, 0.0, 0.0); s = shade; }",
                    "precision highp float; varying float s; void main() { gl_FragColor = vec4(0.0, s, 1.0, 1.0); }");
   GLuint where = (GLuint)glGetAttribLocation(program, "shade");
   EXPECT_ERROR(GL_INVALID_VALUE, glVertexAttribDivisorEXT(16, 1));
   EXPECT_ERROR(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, -1));
   EXPECT_ERROR(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, -1, 3, 1));
   EXPECT_ERROR(GL_INVALID_ENUM, glDrawArraysInstancedEXT(99, 0, 3, 1));
   EXPECT_ERROR(GL_INVALID_VALUE, glDrawElementsInstancedEXT(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices, -1));
   for (unsigned in_buffer = 0; in_buffer < 2; in_buffer++) {
      use_strip(in_buffer);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, 0, offset);
      glVertexAttribPointer(where, 1, GL_FLOAT, GL_FALSE, 0, shade);
      glEnableVertexAttribArray(1);
      glEnableVertexAttribArray(where);
      glVertexAttribDivisorEXT(1, 1);
      glVertexAttribDivisorEXT(where, 2);
      glGetVertexAttribiv(where, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_EXT, &value);
      assert_int_equal(value, 2);
      glDrawArraysInstancedEXT(GL_TRIANGLE_STRIP, 0, 4, 4);
      for (int i = 0; i < 4; i++) {
         const float wanted[4] = {0, i < 2, 1, 1};
         pixel_expect(pixel_read(2 * i, 5), wanted, "instance");
      }
      columns();
      glDrawElementsInstancedEXT(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, indices, 1);
      assert_int_equal(columns(), 1);
      glDrawElementsInstancedEXT(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_BYTE, indices, 2);
      assert_int_equal(columns(), 3);
      glDrawArraysInstancedEXT(GL_TRIANGLE_STRIP, 0, 4, 0);
      assert_int_equal(columns(), 0);
      glVertexAttribDivisorEXT(1, 0);
      glVertexAttribDivisorEXT(where, 0);
   }
}

/* ---- occlusion queries ---------------------------------------------------------------------------------------------------- */

static PFNGLBEGINQUERYEXTPROC begin_query;
static PFNGLENDQUERYEXTPROC end_query;
static PFNGLGETQUERYOBJECTUIVEXTPROC get_query_object;

static void load_query_functions(void)
{
   begin_query = (PFNGLBEGINQUERYEXTPROC)eglGetProcAddress("glBeginQueryEXT");
   end_query = (PFNGLENDQUERYEXTPROC)eglGetProcAddress("glEndQueryEXT");
   get_query_object = (PFNGLGETQUERYOBJECTUIVEXTPROC)eglGetProcAddress("glGetQueryObjectuivEXT");
}

static void query_rules(void **state)
{
   PROC(PFNGLGENQUERIESEXTPROC, glGenQueriesEXT);
   PROC(PFNGLDELETEQUERIESEXTPROC, glDeleteQueriesEXT);
   PROC(PFNGLISQUERYEXTPROC, glIsQueryEXT);
   PROC(PFNGLGETQUERYIVEXTPROC, glGetQueryivEXT);
   enum { ANY = GL_ANY_SAMPLES_PASSED_EXT, CONSERVATIVE = GL_ANY_SAMPLES_PASSED_CONSERVATIVE_EXT };
   GLuint id[2], result;
   GLint current;
   load_query_functions();
   EXPECT_ERROR(GL_INVALID_VALUE, glGenQueriesEXT(-1, id));
   EXPECT_ERROR(GL_INVALID_VALUE, glDeleteQueriesEXT(-1, id));
   glGenQueriesEXT(2, id);
   assert_false(glIsQueryEXT(id[0])); /* a query object exists after the first begin */
   EXPECT_ERROR(GL_INVALID_ENUM, begin_query(GL_TEXTURE_2D, id[0]));
   EXPECT_ERROR(GL_INVALID_OPERATION, begin_query(ANY, 0));
   EXPECT_ERROR(GL_INVALID_OPERATION, begin_query(ANY, id[1] + 100));
   EXPECT_ERROR(GL_INVALID_OPERATION, end_query(ANY));
   EXPECT_ERROR(GL_INVALID_OPERATION, get_query_object(id[0], GL_QUERY_RESULT_EXT, &result));
   begin_query(ANY, id[0]);
   assert_true(glIsQueryEXT(id[0]));
   EXPECT_ERROR(GL_INVALID_OPERATION, begin_query(ANY, id[1]));
   EXPECT_ERROR(GL_INVALID_OPERATION, begin_query(CONSERVATIVE, id[1]));
   EXPECT_ERROR(GL_INVALID_OPERATION, end_query(CONSERVATIVE));
   EXPECT_ERROR(GL_INVALID_OPERATION, get_query_object(id[0], GL_QUERY_RESULT_EXT, &result));
   EXPECT_ERROR(GL_INVALID_ENUM, glGetQueryivEXT(ANY, GL_QUERY_RESULT_EXT, &current));
   EXPECT_ERROR(GL_INVALID_ENUM, glGetQueryivEXT(GL_TEXTURE_2D, GL_CURRENT_QUERY_EXT, &current));
   glGetQueryivEXT(ANY, GL_CURRENT_QUERY_EXT, &current);
   assert_int_equal(current, id[0]);
   glGetQueryivEXT(CONSERVATIVE, GL_CURRENT_QUERY_EXT, &current);
   assert_int_equal(current, 0);
   end_query(ANY);
   EXPECT_ERROR(GL_INVALID_ENUM, get_query_object(id[0], GL_CURRENT_QUERY_EXT, &result));
   get_query_object(id[0], GL_QUERY_RESULT_EXT, &result);
   assert_int_equal(result, 0);
   EXPECT_ERROR(GL_INVALID_OPERATION, begin_query(CONSERVATIVE, id[0])); /* of another target */
   begin_query(CONSERVATIVE, id[1]);
   glDeleteQueriesEXT(2, id); /* deletes the active query as well, which can still be ended */
   assert_false(glIsQueryEXT(id[1]));
   end_query(CONSERVATIVE);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void
draw_behind(void) { pixel_fill(1, 1, 1, 1, 0.5f); }
static void draw_in_front(void) { pixel_fill(1, 1, 1, 1, -0.5f); }
static void draw_nothing(void) { }
static void clear_all(void) { glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT); }
static void draw_one_pixel(void)
{
   glEnable(GL_SCISSOR_TEST);
   glScissor(7, 7, 1, 1);
   draw_in_front();
   glDisable(GL_SCISSOR_TEST);
}
static void draw_scissored(void)
{
   glEnable(GL_SCISSOR_TEST);
   glScissor(2, 2, 0, 5);
   draw_in_front();
   glDisable(GL_SCISSOR_TEST);
}
static void draw_split(void) /* the draws are in two submissions */
{
   draw_in_front();
   glFinish();
   draw_behind();
}
static void draw_masked(void) /* write masks do not affect the count */
{
   glColorMask(0, 0, 0, 0);
   draw_in_front();
   glColorMask(1, 1, 1, 1);
}
static void stencil_fails(void)
{
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_NEVER, 0, 0xff);
   draw_in_front();
   glDisable(GL_STENCIL_TEST);
}
static void read_back(void) { pixel_read(1, 1); }  static void occlusion(void **state)
{
   static const struct { void (*draw)(void); const char *name; bool with_depth, without; } rows[] = {
      {draw_nothing, "nothing", false, false}, {draw_behind, "behind", false, true}, {draw_in_front, "in front", true, true},
      {draw_one_pixel, "one pixel", true, true}, {draw_scissored, "empty scissor", false, false},
      {clear_all, "clear", false, false}, {draw_split, "two submissions", true, true}, {draw_masked, "colour mask", true, true},
      {stencil_fails, "stencil", false, false}, {read_back, "readback", false, false}, {draw_behind, "behind again", false, true},
   };
   PROC(PFNGLGENQUERIESEXTPROC, glGenQueriesEXT);
   PROC(PFNGLDELETEQUERIESEXTPROC, glDeleteQueriesEXT);
   GLuint id[2];
   load_query_functions();
   glGenQueriesEXT(2, id);
   pixel_flat_program();
   for (unsigned i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++)
      for (unsigned t = 0; t < 2; t++) {
         const GLenum target = t ? GL_ANY_SAMPLES_PASSED_CONSERVATIVE_EXT : GL_ANY_SAMPLES_PASSED_EXT;
         bool depth = i % 2;
         GLuint result = 77, available = 0;
         glClearDepthf(0.5f);
         clear_all();
         (depth ? glEnable : glDisable)(GL_DEPTH_TEST);
         begin_query(target, id[t]);
         rows[i / 2].draw();
         end_query(target);
         draw_in_front(); /* after the end of the query */
         while (!available)
            get_query_object(id[t], GL_QUERY_RESULT_AVAILABLE_EXT, &available);
         get_query_object(id[t], GL_QUERY_RESULT_EXT, &result);
         if (result != (depth ? rows[i / 2].with_depth : rows[i / 2].without))
            fail_msg("%s, %s depth test: %u", rows[i / 2].name, depth ? "with" : "without", result);
      }
   glDeleteQueriesEXT(2, id);
}

/* ---- polygon offset ------------------------------------------------------------------------------------------------------- */

/* Polygon offset moves a rectangle; a second rectangle then passes the depth test or fails. */
static void offset_clamp(void **state)
{
   static const struct { float factor, units, clamp, z; bool covers; } rows[] = {
      /* Without the clamp, the flat rectangle at depth 0.5 moves by at least 2^24 / 2^24, out of the depth range. */
      {0, 16777216, 0, 0.9f, true}, {0, 16777216, 0.125f, 0.6f, true}, {0, 16777216, 0.125f, 0.65f, false},
      {0, 16777216, 8, 0.9f, true}, {0, 16777216, -0.125f, 0.9f, true}, /* the clamp limits the other direction only */
      {0, -16777216, 0, 0.1f, false}, {0, -16777216, -0.125f, 0.36f, true}, {0, -16777216, -0.125f, 0.4f, false},
      {0, -16777216, 0.125f, 0.1f, false}, {0, 0, 0.125f, 0.49f, true}, {0, 0, 0.125f, 0.51f, false},
   };
   PROC(PFNGLPOLYGONOFFSETCLAMPEXTPROC, glPolygonOffsetClampEXT);
   GLfloat value;
   pixel_flat_program();
   glEnable(GL_DEPTH_TEST);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      glClearDepthf(1);
      glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
      glEnable(GL_POLYGON_OFFSET_FILL);
      glPolygonOffsetClampEXT(rows[i].factor, rows[i].units, rows[i].clamp);
      glGetFloatv(GL_POLYGON_OFFSET_CLAMP_EXT, &value);
      assert_true(value == rows[i].clamp);
      pixel_fill(1, 0, 0, 1, 0);
      glDisable(GL_POLYGON_OFFSET_FILL);
      pixel_fill(0, 1, 0, 1, rows[i].z * 2 - 1);
      if ((pixel_read(3, 3)[1] == 255) != rows[i].covers)
         fail_msg("row %u: depth %.2f %s", i, rows[i].z, rows[i].covers ? "is hidden" : "covers");
   }
   glPolygonOffset(1, 2); /* resets the clamp */
   glGetFloatv(GL_POLYGON_OFFSET_CLAMP_EXT, &value);
   assert_true(value == 0);
}

#define T(name) cmocka_unit_test_setup_teardown(name, pixel_setup, pixel_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {T(base_vertex), T(multi_draws), T(instances), T(query_rules), T(occlusion),
                                      T(offset_clamp)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
