/* test_legacy_vertices.c: vertices and primitives of the compatibility profile: packed attributes, evaluators. */
#include "ga_test_row.h"

#include "gl-api/legacy/ga_array_read.h"
#include "gl-api/legacy/ga_legacy.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *compat = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl33");
   ga_make_current(compat, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = compat;
   return 0;
}

static void assert_values(const GLfloat *values, unsigned count, const GLfloat *wanted)
{
   for (unsigned i = 0; i < count; i++)
      if (values[i] - wanted[i] > 1e-4f || wanted[i] - values[i] > 1e-4f)
         fail_msg("value %u is %g, not %g", i, (double)values[i], (double)wanted[i]);
}
#define VALUES(values, ...) \
   assert_values(values, sizeof((GLfloat[]){__VA_ARGS__}) / sizeof(GLfloat), (GLfloat[]){__VA_ARGS__})

/* ---- errors ---------------------------------------------------------------------------------------------------------------- */

static void errors(void **state)
{
   CONTEXT;
   const GLfloat points[16] = {0};
   GLfloat values[4];
   GLuint names[4];
   ROW(INVALID_ENUM, VertexP2ui, GL_FLOAT, 0);
   ROW(INVALID_ENUM, ColorP4ui, GL_UNSIGNED_INT_10F_11F_11F_REV, 0);
   ROW(INVALID_ENUM, MultiTexCoordP2ui, GL_TEXTURE0 + 8, GL_INT_2_10_10_10_REV, 0);
   ROW(INVALID_OPERATION, VertexPointer, 3, GL_INT_2_10_10_10_REV, 0, NULL);
   ROW(INVALID_OPERATION, TexCoordPointer, 1, GL_UNSIGNED_INT_2_10_10_10_REV, 0, NULL);
   ROW(INVALID_VALUE, VertexPointer, GL_BGRA, GL_INT_2_10_10_10_REV, 0, NULL);
   ROW(INVALID_ENUM, FogCoordPointer, GL_INT_2_10_10_10_REV, 0, NULL);
   ROW(INVALID_ENUM, Map1f, GL_MAP2_VERTEX_3, 0, 1, 3, 2, points);
   ROW(INVALID_ENUM, Map1f, GL_MAP1_VERTEX_4 + 1, 0, 1, 3, 2, points);
   ROW(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 2, 2, points);
   ROW(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, 0, points);
   ROW(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, GA_MAX_EVAL_ORDER + 1, points);
   ROW(INVALID_VALUE, Map1f, GL_MAP1_VERTEX_3, 1, 1, 3, 2, points);
   ROW(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 0, 1, 3, 2, 1, 1, 6, 2, points);
   ROW(INVALID_VALUE, Map2f, GL_MAP2_VERTEX_3, 0, 1, 3, 2, 0, 1, 2, 2, points);
   ROW(INVALID_ENUM, GetMapfv, GL_MAP1_GRID_DOMAIN, GL_ORDER, values);
   ROW(INVALID_ENUM, GetMapfv, GL_MAP1_VERTEX_3, GL_FLOAT, values);
   ROW(INVALID_VALUE, MapGrid1f, 0, 0, 1);
   ROW(INVALID_VALUE, MapGrid2f, 1, 0, 1, 0, 0, 1);
   ROW(INVALID_ENUM, EvalMesh1, GL_FILL, 0, 1);
   ROW(INVALID_ENUM, EvalMesh2, GL_QUADS, 0, 1, 0, 1);
   ROW(INVALID_ENUM, RenderMode, GL_FILL);
   ROW(INVALID_OPERATION, RenderMode, GL_SELECT);
   ROW(INVALID_OPERATION, RenderMode, GL_FEEDBACK);
   ROW(INVALID_VALUE, SelectBuffer, -1, names);
   ROW(INVALID_VALUE, FeedbackBuffer, -1, GL_2D, values);
   ROW(INVALID_ENUM, FeedbackBuffer, 4, GL_FLOAT, values);
   GL(PopName); /* without effect in GL_RENDER */
   GL(LoadName, 1);
   assert_gl_error(GL_NO_ERROR);
   GL(SelectBuffer, 4, names);
   GL(FeedbackBuffer, 4, GL_2D, values);
   GL(RenderMode, GL_SELECT);
   ROW(STACK_UNDERFLOW, PopName);
   ROW(INVALID_OPERATION, LoadName, 1);
   ROW(INVALID_OPERATION, SelectBuffer, 4, names);
   for (unsigned i = 0; i < GA_MAX_NAME_STACK_DEPTH; i++)
      GL(PushName, i);
   assert_gl_error(GL_NO_ERROR);
   ROW(STACK_OVERFLOW, PushName, 0);
   GL(RenderMode, GL_FEEDBACK);
   ROW(INVALID_OPERATION, FeedbackBuffer, 4, GL_2D, values);
   GL(RenderMode, GL_RENDER);
   GL(ActiveTexture, GL_TEXTURE1);
   ROW(INVALID_OPERATION, Map1f, GL_MAP1_VERTEX_3, 0, 1, 3, 2, points);
}

/* ---- packed attributes ----------------------------------------------------------------------------------------------------- */

static void packed(void **state)
{
   CONTEXT;
   GLfloat v[4];
   GLint size;
   GL(ColorP3ui, GL_UNSIGNED_INT_2_10_10_10_REV, 1023u | 0u << 10 | 1023u << 20);
   GL(GetFloatv, GL_CURRENT_COLOR, v);
   VALUES(v, 1, 0, 1, 1);
   GL(NormalP3ui, GL_INT_2_10_10_10_REV, 512u | 511u << 10); /* -1, 1, 0 */
   GL(GetFloatv, GL_CURRENT_NORMAL, v);
   assert_values(v, 3, (GLfloat[]){-1, 1, 0});
   const GLuint coords = 1023u | 5u << 10 | 7u << 20 | 2u << 30;
   GL(MultiTexCoordP4uiv, GL_TEXTURE0, GL_INT_2_10_10_10_REV, &coords);
   GL(GetFloatv, GL_CURRENT_TEXTURE_COORDS, v);
   VALUES(v, -1, 5, 7, -2);
   GL(Begin, GL_POINTS);
   GL(VertexP3ui, GL_UNSIGNED_INT_2_10_10_10_REV, coords);
   VALUES(ctx->legacy->immediate.v.data, 1023, 5, 7, 1);
   GL(End);
   GL(NormalPointer, GL_INT_2_10_10_10_REV, 0, NULL);
   GL(ColorPointer, GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, 0, NULL);
   GL(GetIntegerv, GL_COLOR_ARRAY_SIZE, &size);
   assert_int_equal(size, GL_BGRA);
   assert_gl_error(GL_NO_ERROR);
   const GLuint bgra = 1023u | 0u << 10 | 0u << 20 | 3u << 30;
   GL(ColorPointer, GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, 0, &bgra);
   GL(EnableClientState, GL_COLOR_ARRAY);
   GL(ArrayElement, 0);
   GL(GetFloatv, GL_CURRENT_COLOR, v);
   VALUES(v, 0, 0, 1, 1);
}

/* The core profile has the extension's commands for generic attributes only. */
static void packed_core(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *core = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   assert_null(core->dispatch->VertexP3ui);
   assert_non_null(core->dispatch->VertexAttribP3ui);
   ga_context_destroy(core);
   core = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl21");
   assert_non_null(core->dispatch->VertexP3ui);
   ga_context_destroy(core);
}

/* ---- evaluators ------------------------------------------------------------------------------------------------------------ */

static void curves(void **state)
{
   CONTEXT;
   static const GLfloat curve[3][5] = {{0, 0, 0, 9, 9}, {1, 2, 0, 9, 9}, {2, 0, 4, 9, 9}};
   static const GLdouble colors[2][4] = {{0, 0, 0, 1}, {1, 0.5, 0, 1}};
   const struct ga_immediate *im = &ctx->legacy->immediate;
   GLfloat v[16];
   GLint n[4];
   GL(GetMapfv, GL_MAP1_NORMAL, GL_COEFF, v);
   assert_values(v, 3, (GLfloat[]){0, 0, 1});
   GL(Map1f, GL_MAP1_VERTEX_3, 1, 3, 5, 3, curve[0]);
   GL(Map1d, GL_MAP1_COLOR_4, 1, 3, 4, 2, colors[0]);
   GL(GetMapfv, GL_MAP1_VERTEX_3, GL_COEFF, v);
   assert_values(v, 9, (GLfloat[]){0, 0, 0, 1, 2, 0, 2, 0, 4});
   GL(GetMapiv, GL_MAP1_VERTEX_3, GL_ORDER, n);
   assert_int_equal(n[0], 3);
   GL(GetMapfv, GL_MAP1_VERTEX_3, GL_DOMAIN, v);
   assert_values(v, 2, (GLfloat[]){1, 3});
   GL(Enable, GL_MAP1_VERTEX_3);
   GL(Enable, GL_MAP1_COLOR_4);
   assert_true(GL(IsEnabled, GL_MAP1_COLOR_4) && !GL(IsEnabled, GL_MAP2_COLOR_4));
   GL(Color3f, 0, 1, 0);
   GL(Begin, GL_LINE_STRIP);
   GL(Vertex2f, 7, 7);
   GL(EvalCoord1f, 2);
   assert_int_equal(im->v.count, 2);
   VALUES(im->v.data, 7, 7, 0, 1, 0, 1, 0, 1); /* a vertex before has the current colour */
   VALUES(im->v.data + 8, 1, 1, 1, 1, 0.5f, 0.25f, 0, 1);
   GL(EvalPoint1, 1);
   VALUES(im->v.data + 16 + 4, 0, 0, 0, 1); /* the end of the grid: u = 1 */
   GL(End);
   GL(GetFloatv, GL_CURRENT_COLOR, v);
   VALUES(v, 0, 1, 0, 1);
   GL(PushAttrib, GL_EVAL_BIT);
   GL(MapGrid1d, 4, 1, 3);
   GL(Disable, GL_MAP1_COLOR_4);
   GL(Enable, GL_AUTO_NORMAL);
   GL(GetIntegerv, GL_MAP1_GRID_SEGMENTS, n);
   assert_int_equal(n[0], 4);
   GL(GetFloatv, GL_MAP1_GRID_DOMAIN, v);
   assert_values(v, 2, (GLfloat[]){1, 3});
   fake_clear_log(ga_test_pipe(ctx));
   GL(EvalMesh1, GL_LINE, 0, 4);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "draw"));
   assert_int_equal(im->v.count, 5);
   GL(PopAttrib);
   GL(GetIntegerv, GL_MAP1_GRID_SEGMENTS, n);
   assert_int_equal(n[0], 1);
   assert_true(GL(IsEnabled, GL_MAP1_COLOR_4) && !GL(IsEnabled, GL_AUTO_NORMAL));
   assert_gl_error(GL_NO_ERROR);
}

static void surfaces(void **state)
{
   CONTEXT;
   /* u along the vectors of points, v within: a plane z = x. */
   static const GLfloat plane[2][2][4] = {{{0, 0, 0, 1}, {0, 2, 0, 1}}, {{1, 0, 1, 1}, {1, 2, 1, 1}}};
   const struct ga_immediate *im = &ctx->legacy->immediate;
   GLfloat v[16];
   const GLuint list = GL(GenLists, 1);
   GL(NewList, list, GL_COMPILE);
   GL(Map2f, GL_MAP2_VERTEX_4, 0, 1, 8, 2, 0, 1, 4, 2, plane[0][0]);
   GL(EndList);
   GL(CallList, list);
   GL(GetMapfv, GL_MAP2_VERTEX_4, GL_COEFF, v);
   assert_values(v, 16, plane[0][0]);
   GL(Enable, GL_MAP2_VERTEX_4);
   GL(Enable, GL_AUTO_NORMAL);
   GL(Begin, GL_POINTS);
   GL(EvalCoord2d, 0.5, 0.25);
   VALUES(im->v.data, 0.5f, 0.5f, 0.5f, 1, -0.7071068f, 0, 0.7071068f, 1);
   GL(End);
   GL(MapGrid2f, 2, 0, 1, 3, 0, 1);
   GL(EvalMesh2, GL_FILL, 0, 2, 0, 3);
   assert_int_equal(im->mode, GL_QUAD_STRIP);
   assert_int_equal(im->v.count, 6);
   GL(EvalMesh2, GL_LINE, 0, 2, 0, 3);
   assert_int_equal(im->v.count, 4);
   GL(EvalMesh2, GL_POINT, 0, 2, 0, 3);
   assert_int_equal(im->v.count, 12);
   GL(Disable, GL_MAP2_VERTEX_4);
   GL(EvalMesh2, GL_POINT, 0, 2, 0, 3);
   assert_int_equal(im->v.count, 0); /* nothing without a map of vertices */
   assert_gl_error(GL_NO_ERROR);
}

/* ---- array elements -------------------------------------------------------------------------------------------------------- */

/* A primitive reads its buffers once, however many elements it has. */
static void array_elements(void **state)
{
   CONTEXT;
   static const GLfloat points[3][2] = {{1, 2}, {3, 4}, {5, 6}};
   GLuint buffer;
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(BufferData, GL_ARRAY_BUFFER, sizeof(points), points, GL_STATIC_DRAW);
   GL(VertexPointer, 2, GL_FLOAT, 0, NULL);
   GL(EnableClientState, GL_VERTEX_ARRAY);
   GL(Begin, GL_POINTS);
   GL(ArrayElement, 0);
   const uint8_t *copy = ctx->legacy->element_arrays->at[GLSL_ATTRIB_VERTEX].copy;
   assert_non_null(copy);
   for (unsigned i = 1; i < 30; i++) {
      GL(ArrayElement, i % 3);
      assert_ptr_equal(ctx->legacy->element_arrays->at[GLSL_ATTRIB_VERTEX].copy, copy);
      assert_true(ctx->legacy->element_arrays_open);
   }
   assert_int_equal(ctx->legacy->immediate.v.count, 30);
   VALUES(ctx->legacy->immediate.v.data + 29 * ctx->legacy->immediate.v.floats, 5, 6, 0, 1);
   GL(End);
   assert_false(ctx->legacy->element_arrays_open);
   GL(Begin, GL_POINTS); /* the contents of the time */
   GL(ArrayElement, 1);
   VALUES(ctx->legacy->immediate.v.data, 3, 4, 0, 1);
   GL(End);
   assert_gl_error(GL_NO_ERROR);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(errors), TEST(packed), TEST(packed_core), TEST(curves), TEST(surfaces), TEST(array_elements),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
