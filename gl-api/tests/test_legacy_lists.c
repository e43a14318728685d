/* test_legacy_lists.c: display lists: names, contents, execution. */
#include "ga_test_row.h"

#include "gl-api/legacy/ga_legacy.h"
#include "gl-api/legacy/ga_list.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   struct ga_context *compat = ga_test_forced_context(t, NULL, GA_API_COMPAT, "gl46");
   ga_make_current(compat, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = compat;
   return 0;
}

/* ---- names (OpenGL 4.6 compatibility, 21.4) -------------------------------------------------------------------------------- */

static void names(void **state)
{
   CONTEXT;
   const GLuint first = GL(GenLists, 100000), second = GL(GenLists, 3);
   assert_true(first && second >= first + 100000);
   assert_true(GL(IsList, first) && GL(IsList, first + 99999) && GL(IsList, second + 2) && !GL(IsList, second + 3));
   assert_false(GL(IsList, 0));
   GL(CallList, first + 7); /* an empty list */
   GL(NewList, UINT32_MAX, GL_COMPILE);
   GL(EndList);
   GL(DeleteLists, first + 1, INT32_MAX);
   assert_true(GL(IsList, first) && !GL(IsList, first + 1) && !GL(IsList, second) && GL(IsList, UINT32_MAX));
   GL(DeleteLists, UINT32_MAX - 5, 100); /* ends at the highest name */
   assert_false(GL(IsList, UINT32_MAX));
   assert_true(GL(IsList, first));
   GL(DeleteLists, 0, 0);
   assert_int_equal(GL(GenLists, 0), 0);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(GL(GenLists, INT32_MAX), 0);
   assert_gl_error(GL_OUT_OF_MEMORY);
}

/* ---- memory ---------------------------------------------------------------------------------------------------------------- */

/* The definition that glEndList cannot keep leaves the list of the name as it is. */
static void out_of_memory(void **state)
{
   CONTEXT;
   GLfloat width;
   GL(NewList, 5, GL_COMPILE);
   GL(LineWidth, 3);
   GL(EndList);
   assert_gl_error(GL_NO_ERROR);
   GL(NewList, 5, GL_COMPILE);
   GL(LineWidth, 4);
   GL(CallLists, INT32_MAX, GL_4_BYTES, &width); /* 8 GB of names */
   GL(LineWidth, 5);
   GL(EndList);
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_true(GL(IsList, 5));
   assert_int_equal(ga_list_index(ctx), 0);
   GL(CallList, 5);
   GL(GetFloatv, GL_LINE_WIDTH, &width);
   assert_true(width == 3);
   GL(NewList, 6, GL_COMPILE);
   GL(CallLists, INT32_MAX, GL_4_BYTES, &width);
   GL(EndList);
   assert_gl_error(GL_OUT_OF_MEMORY);
   assert_false(GL(IsList, 6));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(names), TEST(out_of_memory),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
