/* test_viewport.c: errors of the commands of ARB_viewport_array (GL 4.6, 13.8.1 and 14.9.2), which change nothing, and the
 * viewports that the state tracker gets. */
#include <stdlib.h>

#include "ga_test.h"

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *core = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   ga_make_current(core, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = core;
   return 0;
}

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx
#define N PIPE_MAX_VIEWPORTS

static const GLfloat floats[4 * N] = {0, 0, 1, 1, 0, 0, 1, 1}, negative_width[8] = {0, 0, 1, 1, 0, 0, -1, 1},
   negative_height[8] = {0, 0, 1, 1, 0, 0, 1, -0.5f};
static const GLint ints[4 * N], int_width[8] = {0, 0, 1, 1, 0, 0, -1, 1}, int_height[4] = {0, 0, 1, INT32_MIN};
static const GLdouble doubles[2 * N];

enum command { VIEWPORT_ARRAY, VIEWPORT, VIEWPORT_V, RANGE_ARRAY, RANGE, SCISSOR_ARRAY, SCISSOR, SCISSOR_V, ENABLE, DISABLE, IS_ENABLED,
   GET_FLOAT, GET_DOUBLE, GET_INTEGER };

static void call(struct ga_context *ctx, enum command command, GLuint first, GLsizei count, const void *data, GLenum name)
{
   const GLfloat *f = data;
   const GLint *i = data;
   GLfloat f_out[4];
   GLdouble d_out[4];
   GLint i_out[4];
   switch (command) {
   case VIEWPORT_ARRAY: GL(ViewportArrayv, first, count, f); break;
   case VIEWPORT: GL(ViewportIndexedf, first, f[0], f[1], f[2], f[3]); break;
   case VIEWPORT_V: GL(ViewportIndexedfv, first, f); break;
   case RANGE_ARRAY: GL(DepthRangeArrayv, first, count, data); break;
   case RANGE: GL(DepthRangeIndexed, first, 0.25, 0.5); break;
   case SCISSOR_ARRAY: GL(ScissorArrayv, first, count, i); break;
   case SCISSOR: GL(ScissorIndexed, first, i[0], i[1], i[2], i[3]); break;
   case SCISSOR_V: GL(ScissorIndexedv, first, i); break;
   case ENABLE: GL(Enablei, name, first); break;
   case DISABLE: GL(Disablei, name, first); break;
   case IS_ENABLED: assert_false(GL(IsEnabledi, name, first)); break;
   case GET_FLOAT: GL(GetFloati_v, name, first, f_out); break;
   case GET_DOUBLE: GL(GetDoublei_v, name, first, d_out); break;
   case GET_INTEGER: GL(GetIntegeri_v, name, first, i_out); break;
   }
}

static void errors(void **state)
{
   CONTEXT;
   static const struct { enum command command; GLuint first; GLsizei count; const void *data; GLenum name, error; } rows[] = {
      {VIEWPORT_ARRAY, 0, N + 1, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, N, 1, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, 1, N, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, UINT32_MAX, 2, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, 0, -1, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, 0, 2, negative_width, 0, GL_INVALID_VALUE},
      {VIEWPORT_ARRAY, 3, 2, negative_height, 0, GL_INVALID_VALUE},
      {VIEWPORT, N, 0, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT, 0, 0, negative_width + 4, 0, GL_INVALID_VALUE},
      {VIEWPORT_V, UINT32_MAX, 0, floats, 0, GL_INVALID_VALUE},
      {VIEWPORT_V, 2, 0, negative_height + 4, 0, GL_INVALID_VALUE},
      {RANGE_ARRAY, 0, N + 1, doubles, 0, GL_INVALID_VALUE},
      {RANGE_ARRAY, N - 1, 2, doubles, 0, GL_INVALID_VALUE},
      {RANGE_ARRAY, 0, -1, doubles, 0, GL_INVALID_VALUE},
      {RANGE, N, 0, NULL, 0, GL_INVALID_VALUE},
      {SCISSOR_ARRAY, 1, N, ints, 0, GL_INVALID_VALUE},
      {SCISSOR_ARRAY, 0, -1, ints, 0, GL_INVALID_VALUE},
      {SCISSOR_ARRAY, 0, 2, int_width, 0, GL_INVALID_VALUE},
      {SCISSOR, N, 0, ints, 0, GL_INVALID_VALUE},
      {SCISSOR, 0, 0, int_height, 0, GL_INVALID_VALUE},
      {SCISSOR_V, N, 0, ints, 0, GL_INVALID_VALUE},
      {SCISSOR_V, 0, 0, int_width + 4, 0, GL_INVALID_VALUE},
      {ENABLE, N, 0, NULL, GL_SCISSOR_TEST, GL_INVALID_VALUE},
      {ENABLE, 0, 0, NULL, GL_DEPTH_TEST, GL_INVALID_ENUM},
      {DISABLE, N, 0, NULL, GL_SCISSOR_TEST, GL_INVALID_VALUE},
      {IS_ENABLED, N, 0, NULL, GL_SCISSOR_TEST, GL_INVALID_VALUE},
      {GET_FLOAT, N, 0, NULL, GL_VIEWPORT, GL_INVALID_VALUE},
      {GET_DOUBLE, N, 0, NULL, GL_DEPTH_RANGE, GL_INVALID_VALUE},
      {GET_INTEGER, N, 0, NULL, GL_SCISSOR_BOX, GL_INVALID_VALUE},
      {GET_FLOAT, 0, 0, NULL, GL_MAX_VIEWPORTS, GL_INVALID_ENUM},
      /* Nothing is set. */
      {VIEWPORT_ARRAY, N, 0, floats, 0, GL_NO_ERROR},
      {RANGE_ARRAY, 0, 0, doubles, 0, GL_NO_ERROR},
      {SCISSOR_ARRAY, N, 0, ints, 0, GL_NO_ERROR},
   };
   ctx->dirty = 0;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      call(ctx, rows[i].command, rows[i].first, rows[i].count, rows[i].data, rows[i].name);
      const GLenum error = ga_GetError(ctx);
      if (error != rows[i].error)
         fail_msg("row %u: %s, not %s", i, ga_enum_name(error), ga_enum_name(rows[i].error));
      for (GLuint v = 0; v < N; v++) {
         GLfloat viewport[4];
         GLint box[4];
         GLdouble range[2];
         GL(GetFloati_v, GL_VIEWPORT, v, viewport);
         GL(GetIntegeri_v, GL_SCISSOR_BOX, v, box);
         GL(GetDoublei_v, GL_DEPTH_RANGE, v, range);
         if (viewport[2] != 64 || viewport[3] != 48 || box[2] != 64 || box[3] != 48 || range[0] != 0 || range[1] != 1 || ctx->dirty)
            fail_msg("row %u changes viewport %u", i, v);
      }
   }
}

/* The state tracker gets each viewport with its own scissor box; a viewport without scissor test has the framebuffer's. */
static void derived(void **state)
{
   CONTEXT;
   GL(ViewportIndexedf, 3, 4.5f, 8, 16, 32);
   GL(DepthRangeIndexed, 3, 0.5, 0.25);
   GL(ScissorIndexed, 3, 1, 2, 3, 4);
   GL(Enablei, GL_SCISSOR_TEST, 3);
   GL(ScissorIndexed, 4, 5, 6, 7, 8);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(ctx->st.viewport_count, N);
   const struct pipe_viewport_state *vp = &ctx->st.viewport[3];
   assert_true(vp->scale[0] == 8 && vp->translate[0] == 12.5f && vp->scale[2] == -0.125f && vp->translate[2] == 0.375f);
   assert_true(!ctx->st.fb.y_inverted && vp->scale[1] == 16 && vp->translate[1] == 24);
   assert_true(ctx->st.raster.scissor);
   const struct pipe_scissor_state *box = ctx->st.scissor;
   assert_true(box[3].minx == 1 && box[3].maxx == 4 && box[3].miny == 2 && box[3].maxy == 6);
   for (unsigned i = 0; i < N; i++)
      assert_true(i == 3 || (box[i].minx == 0 && box[i].miny == 0 && box[i].maxx == 64 && box[i].maxy == 48));
}

/* Without the extension there is one viewport, and no capability but blending has an index. */
static void one_viewport(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_DISABLE", "viewport_array", 1);
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   unsetenv("GLOAM_DISABLE");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(Enablei, GL_SCISSOR_TEST, 0);
   assert_gl_error(GL_INVALID_ENUM);
   GL(Viewport, 1, 2, 3, 4);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(ctx->st.viewport_count, 1);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* OES_viewport_array: depth ranges are floats. */
static void depth_ranges_es(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_ES2, "es32");
   GLfloat range[2];
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(DepthRangeArrayfvOES, 1, N, floats);
   assert_gl_error(GL_INVALID_VALUE);
   GL(DepthRangeArrayfvOES, 0, -1, floats);
   assert_gl_error(GL_INVALID_VALUE);
   GL(DepthRangeIndexedfOES, N, 0.5f, 0.5f);
   assert_gl_error(GL_INVALID_VALUE);
   GL(DepthRangeArrayfvOES, 2, 2, (const GLfloat[]){0.25f, 0.5f, -1, 2});
   GL(DepthRangeIndexedfOES, 4, 0.75f, 0.125f);
   static const GLfloat wanted[N][2] = {[2] = {0.25f, 0.5f}, [3] = {0, 1}, [4] = {0.75f, 0.125f}};
   for (GLuint i = 2; i < 5; i++) {
      GL(GetFloati_v, GL_DEPTH_RANGE, i, range);
      assert_true(range[0] == wanted[i][0] && range[1] == wanted[i][1]);
   }
   assert_gl_error(GL_NO_ERROR);
   GLint value;
   GL(GetIntegerv, GL_PROVOKING_VERTEX, &value);
   assert_gl_error(GL_INVALID_ENUM);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {TEST(errors), TEST(derived), TEST(one_viewport), TEST(depth_ranges_es)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
