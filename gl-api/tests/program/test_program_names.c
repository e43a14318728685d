/* test_program_names.c: which variables names find (OpenGL 4.6, 7.3.1), on lists made by hand against a walk over all of them, and of a
 * linked program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gl-api/program/ga_resource.h"
#include "program_world.h"
#include "util/ut_hash.h"

/* ---- lists ------------------------------------------------------------------------------------------------------------------- */

enum { MOST = 96 };
struct list {
   struct glsl_resource r[MOST];
   uint32_t count;
   char name[MOST][24];
};

/* array_size 0 of an array: unsized, in a storage block. */
static void add(struct list *l, const char *name, uint32_t array_size, bool located)
{
   static int32_t location;
   assert_true(l->count < MOST);
   strcpy(l->name[l->count], name);
   const size_t length = strlen(name);
   l->r[l->count] = (struct glsl_resource){ .name = l->name[l->count], .array_size = array_size, .columns = 1, .rows = 1,
                                            .is_array = length >= 3 && !strcmp(name + length - 3, "[0]"), .location = located ? location : -1 };
   location += 10;
   l->count++;
}

/* Names whose hash values are those of `like`, also modulo the most buckets that the list may have. */
static void add_colliding(struct list *l, const char *like, unsigned count)
{
   const uint64_t mask = 127, want = ut_hash64(like, strlen(like), 0) & mask;
   char name[24];
   for (unsigned i = 0; count; i++) {
      const int length = snprintf(name, sizeof name, "u%u", i);
      if ((ut_hash64(name, (size_t)length, 0) & mask) != want)
         continue;
      if (count-- & 1)
         strcpy(name + length, "[0]");
      add(l, name, name[length] ? 3 : 1, true);
   }
}

static void fill(struct list *l)
{
   static const struct { const char *name; uint32_t array_size; bool located; } rows[] = {
      { "a[0]", 4, true }, { "ab", 1, true }, { "b", 1, true }, { "s[0].m[0]", 3, true }, { "s[0].n", 1, true }, { "s[1].m[0]", 3, true },
      { "s[1].n", 1, true }, { "t[0][0]", 2, true }, { "t[1][0]", 2, true }, { "Block.v[0]", 5, false }, { "Block.w", 1, false },
      { "", 1, true }, { "", 4, true }, { "unsized[0]", 0, false }, { "located_unsized[0]", 0, true }, { "gl_DepthRange.near", 1, false },
      { "c", 1, false }, { "twice", 1, false }, { "twice", 1, true }, { "[0]", 2, true }, { "one[0]", 1, true },
   };
   l->count = 0;
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      add(l, rows[i].name, rows[i].array_size, rows[i].located);
   add_colliding(l, "a", 12);
   add_colliding(l, "s[1].m", 12);
}

/* ---- walks ------------------------------------------------------------------------------------------------------------------- */

static GLuint walk_index(const struct list *l, const char *name)
{
   const size_t length = strlen(name);
   for (uint32_t i = 0; length && i < l->count; i++) {
      const char *known = l->r[i].name;
      if (!strncmp(known, name, length) && (!known[length] || !strcmp(known + length, "[0]")))
         return i;
   }
   return GL_INVALID_INDEX;
}

static GLint walk_location(const struct list *l, const char *name)
{
   uint32_t element;
   for (uint32_t i = 0; i < l->count; i++)
      if (l->r[i].location >= 0 && ga_names_element(l->r[i].name, l->r[i].is_array, l->r[i].array_size, name, &element))
         return l->r[i].location + (GLint)element;
   return -1;
}

static void compare(const struct ga_exec *exec, unsigned kind, const struct list *l, const char *name, unsigned found[2])
{
   const struct ga_interface in = { .kind = (uint16_t)kind };
   const GLuint index = ga_resource_index(exec, &in, name);
   const GLint location = ga_resource_location(exec, &in, name);
   if (index != walk_index(l, name) || location != walk_location(l, name))
      fail_msg("\"%s\" is %u at %d, not %u at %d", name, index, location, walk_index(l, name), walk_location(l, name));
   found[0] += index != GL_INVALID_INDEX;
   found[1] += location >= 0;
}

static void test_lists(void **state)
{
   static const char *const ends[] = { "", "[0]", "[1]", "[2]", "[3]", "[4]", "[00]", "[01]", "[]", "[x]", "[0", "]", "[0][0]", "[1][0]", ".n", "[1].n",
                                       "[4294967296]" };
   static struct list l;
   struct glsl_linked linked = { .uniforms = l.r, .buffer_variables = l.r, .outputs = l.r };
   struct ga_exec exec = { .linked = &linked };
   unsigned found[2] = { 0, 0 };
   fill(&l);
   linked.uniform_count = linked.buffer_variable_count = linked.output_count = l.count;
   assert_true(ga_resource_names_init(&exec));
   for (uint32_t i = 0; i < l.count; i++)
      for (size_t length = 0; length <= strlen(l.name[i]); length++)
         for (unsigned e = 0; e < sizeof ends / sizeof ends[0]; e++) {
            char name[64];
            snprintf(name, sizeof name, "%.*s%s", (int)length, l.name[i], ends[e]);
            compare(&exec, GA_RESOURCE_UNIFORM, &l, name, found);
            compare(&exec, GA_RESOURCE_BUFFER_VARIABLE, &l, name, found);
            compare(&exec, GA_RESOURCE_OUTPUT, &l, name, found);
         }
   assert_true(found[0] > 3 * l.count && found[1] > 3 * l.count);
   const struct ga_interface input = { .kind = GA_RESOURCE_INPUT }, uniform = { .kind = GA_RESOURCE_UNIFORM };
   assert_int_equal(ga_resource_index(&exec, &input, "b"), GL_INVALID_INDEX); /* an empty list */
   assert_int_equal(ga_resource_location(&exec, &input, "b"), -1);
   assert_int_equal(ga_resource_index(&exec, &uniform, NULL), GL_INVALID_INDEX);
   assert_int_equal(ga_resource_location(&exec, &uniform, NULL), -1);
   assert_int_equal(ga_resource_index(NULL, &uniform, "b"), GL_INVALID_INDEX);
   ga_resource_names_finish(&exec);
}

/* ---- a program --------------------------------------------------------------------------------------------------------------- */

static void test_program(void **state)
{
   enum { COUNT = 200 };
   struct ga_context *ctx = context(state);
   static char source[16384];
   int at = sprintf(source, "precision highp float; struct S { vec4 m[3]; float n; }; uniform S s[2]; uniform float a[4];");
   for (unsigned i = 0; i < COUNT; i++)
      at += sprintf(source + at, "uniform float u%u;", i);
   at += sprintf(source + at, "void main() { float v = s[0].m[2].x + s[1].m[2].x + s[0].n + s[1].n + a[3];");
   for (unsigned i = 0; i < COUNT; i++)
      at += sprintf(source + at, "v += u%u;", i);
   sprintf(source + at, "gl_Position = vec4(v); }");
   ctx->limits.max_vertex_uniform_vectors = 1024;
   const GLuint p = make_program(ctx, source, F0);
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_TRUE);
   const GLint a = ga_GetUniformLocation(ctx, p, "a"), m = ga_GetUniformLocation(ctx, p, "s[1].m");
   assert_true(a >= 0 && m >= 0);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "a[0]"), a);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "a[3]"), a + 3);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "a[4]"), -1);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "s[1].m[2]"), m + 2);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "s[1].m[3]"), -1);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "s[2].m[0]"), -1);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "s[1]"), -1);
   assert_int_equal(ga_GetUniformLocation(ctx, p, "s"), -1);
   GLint previous[COUNT];
   for (unsigned i = 0; i < COUNT; i++) {
      char name[16];
      sprintf(name, "u%u", i);
      previous[i] = ga_GetUniformLocation(ctx, p, name);
      assert_true(previous[i] >= 0);
      for (unsigned k = 0; k < i; k++)
         assert_int_not_equal(previous[i], previous[k]);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lists),
      cmocka_unit_test_setup_teardown(test_program, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
