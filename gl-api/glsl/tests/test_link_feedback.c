/* test_link_feedback.c: transform feedback: rows of captured names with the table that must come out, the errors of names,
 * and layout qualifiers (OpenGL 4.6 11.1.2.1, GLSL 4.60 4.4.2.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "link_test.h"

#define MAX_NAMES 8
#define OUTPUTS "out vec3 a;out float b[3];out B{vec2 c;mat2 d;} x;out U{vec4 e;};out dvec3 g;out struct{float h;vec2 i;} s;" \
   "void main(){gl_Position=vec4(1);gl_PointSize=1.0;gl_ClipDistance[5]=1.0;" \
   "a=vec3(1);b[1]=1.0;x.d=mat2(1);e=vec4(1);g=dvec3(1);s.i=vec2(1);}"

/* buffer, byte offset, components, of which built-in (0: a varying) and first component; count 0 ends the list */
struct piece { unsigned buffer, offset_B, count, builtin, first; };

static const struct row {
   const char *rule;
   bool separate;
   const char *name[MAX_NAMES];
   const char *error;
   struct piece piece[8];
   unsigned stride_B[PIPE_MAX_SO_BUFFERS];
} rows[] = {
   { "one", false, { "a" }, NULL, { { 0, 0, 3, 0, 0 } }, { 12 } },
   { "interleaved", false, { "a", "gl_Position", "b" }, NULL, { { 0, 0, 3, 0, 0 }, { 0, 12, 4, PIPE_SO_POSITION, 0 },
      { 0, 28, 1, 0, 0 }, { 0, 32, 1, 0, 0 }, { 0, 36, 1, 0, 0 } }, { 40 } },
   { "an element", false, { "b[2]" }, NULL, { { 0, 0, 1, 0, 0 } }, { 4 } },
   { "members", false, { "B.d", "e", "s.i" },
     NULL, { { 0, 0, 2, 0, 0 }, { 0, 8, 2, 0, 0 }, { 0, 16, 4, 0, 0 }, { 0, 32, 2, 0, 0 } },
     { 40 } },
   { "doubles", false, { "g" }, NULL, { { 0, 0, 4, 0, 0 }, { 0, 16, 2, 0, 0 } }, { 24 } },
   { "clip distances", false, { "gl_ClipDistance[5]", "gl_PointSize" }, NULL, { { 0, 0, 1, PIPE_SO_CLIP_DISTANCE1, 1 },
      { 0, 4, 1, PIPE_SO_POINT_SIZE, 0 } }, { 8 } },
   { "gaps", false, { "gl_SkipComponents3", "a", "gl_SkipComponents2" }, NULL, { { 0, 12, 3, 0, 0 } }, { 32 } },
   { "next buffer", false, { "a", "gl_NextBuffer", "gl_NextBuffer", "e" },
     NULL, { { 0, 0, 3, 0, 0 }, { 2, 0, 4, 0, 0 } }, { 12, 0, 16 } },
   { "separate", true, { "a", "e" }, NULL, { { 0, 0, 3, 0, 0 }, { 1, 0, 4, 0, 0 } }, { 12, 16 } },
   { "no such output", false, { "nobody" }, "captures 'nobody'", { { 0 } }, { 0 } },
   { "no such element", false, { "b[3]" }, "captures 'b[3]'", { { 0 } }, { 0 } },
   { "no such member", false, { "B.z" }, "captures 'B.z'", { { 0 } }, { 0 } },
   { "a structure", false, { "s" }, "a structure or a block", { { 0 } }, { 0 } },
   { "twice", false, { "a", "e", "a" }, "'a' twice", { { 0 } }, { 0 } },
   { "five buffers", true, { "a", "e", "b[0]", "b[1]", "b[2]" }, "more than 4 buffers", { { 0 } }, { 0 } },
   { "gap in separate mode", true, { "a", "gl_SkipComponents1" }, "interleaved capture only", { { 0 } }, { 0 } },
   { "too wide for a buffer", true, { "g" }, "6 components of 'g'", { { 0 } }, { 0 } },
   { "garbage", false, { "b[99999999999999999999" }, "captures", { { 0 } }, { 0 } },
};

static void check(const struct row *row)
{
   struct glsl_bindings *bind = glsl_bindings_create();
   const struct sources s = { VS(OUTPUTS) };
   unsigned count = 0, pieces = 0;
   char *log;
   while (count < MAX_NAMES && row->name[count])
      count++;
   assert_true(glsl_bindings_set_feedback(bind, row->name, count, row->separate));
   struct glsl_linked *l = link_sources("450", &s, bind, &log);
   if ((l == NULL) != (row->error != NULL) || (row->error && !strstr(log, row->error)))
      fail_msg("%s: %s\n%s", row->rule, l ? "links" : "does not link", log);
   free(log);
   glsl_bindings_destroy(bind);
   if (!l)
      return;
   const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_VERTEX].so;
   for (; pieces < 8 && row->piece[pieces].count; pieces++) {
      const struct piece *want = &row->piece[pieces];
      const struct pipe_stream_output *have = &so->out[pieces];
      if (pieces >= so->count || have->buffer != want->buffer || have->dst_offset_dw * 4u != want->offset_B ||
          have->num_components != want->count || have->builtin != want->builtin || have->start_component != want->first)
         fail_msg("%s: piece %u", row->rule, pieces);
   }
   assert_int_equal(so->count, pieces);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      assert_int_equal(so->stride_dw[i] * 4u, row->stride_B[i]);
   assert_int_equal(l->varying_count, count);
   glsl_linked_unref(l);
}

static void test_names(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
      check(&rows[i]);
}

/* A captured variable has a location although no fragment shader reads it; that of an element is after the array's first. */
static void test_places(void **state)
{
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *const names[] = { "b[2]", "B.d" };
   const struct sources s = { VS(OUTPUTS) };
   assert_true(glsl_bindings_set_feedback(bind, names, 2, false));
   struct glsl_linked *l = must_link("450", &s, bind);
   const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_VERTEX].so;
   assert_int_equal(so->out[0].location, decoration_of(l, PIPE_SHADER_VERTEX, "b", SpvDecorationLocation) + 2);
   assert_int_equal(so->out[1].location, decoration_of(l, PIPE_SHADER_VERTEX, "B", SpvDecorationLocation) + 1);
   assert_int_equal(so->out[2].location, so->out[1].location + 1);
   assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, "a", SpvDecorationLocation), ~0u);
   assert_int_equal(l->varyings[1].type, GL_FLOAT_MAT2);
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

/* Every component of every varying is a variable that is captured by itself: as many pieces as a program can have. */
static void test_most_pieces(void **state)
{
   enum { COUNT = 4 * 32 };
   static char source[COUNT * 80], name[COUNT][8];
   const char *names[COUNT];
   char *end = source;
   for (unsigned i = 0; i < COUNT; i++) {
      snprintf(name[i], sizeof name[i], "v%u", i);
      names[i] = name[i];
      end += sprintf(end, "layout(location=%u,component=%u) out float v%u;", i / 4, i % 4, i);
   }
   end += sprintf(end, "void main(){");
   for (unsigned i = 0; i < COUNT; i++)
      end += sprintf(end, "v%u=%u.0;", i, i);
   sprintf(end, "}");
   struct glsl_bindings *bind = glsl_bindings_create();
   const struct sources s = { VS(source) };
   assert_true(glsl_bindings_set_feedback(bind, names, COUNT, false));
   struct glsl_linked *l = must_link("450", &s, bind);
   const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_VERTEX].so;
   assert_int_equal(so->count, COUNT);
   for (unsigned i = 0; i < COUNT; i++)
      assert_int_equal(so->out[i].dst_offset_dw, i);
   assert_int_equal(so->stride_dw[0], COUNT);
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

static void test_layouts(void **state)
{
   const struct sources s = { VS(
      "layout(xfb_buffer=1,xfb_stride=64) out;layout(xfb_offset=4) out vec3 a;layout(xfb_buffer=0,xfb_offset=8) out vec2 b;"
      "layout(xfb_buffer=1,xfb_offset=16) out B{vec2 c;layout(xfb_offset=32) float d;float e;};out vec4 unseen;"
      "void main(){a=vec3(1);b=vec2(1);c=vec2(1);d=e=1.0;}") };
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *const names[] = { "unseen" };
   assert_true(glsl_bindings_set_feedback(bind, names, 1, false)); /* has no say */
   struct glsl_linked *l = must_link("450", &s, bind);
   const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_VERTEX].so;
   static const struct { const char *name; unsigned buffer, offset_B; } want[] = {
      { "a", 1, 4 }, { "b", 0, 8 }, { "c", 1, 16 }, { "d", 1, 32 }, { "e", 1, 36 } };
   assert_int_equal(l->varying_count, 5);
   for (unsigned i = 0; i < 5; i++) {
      assert_string_equal(l->varyings[i].name, want[i].name);
      assert_int_equal(l->varyings[i].buffer, want[i].buffer);
      assert_int_equal(l->varyings[i].offset_B, want[i].offset_B);
      assert_int_equal(so->out[i].dst_offset_dw * 4, want[i].offset_B);
   }
   assert_int_equal(so->stride_dw[0] * 4, 16);
   assert_int_equal(so->stride_dw[1] * 4, 64);
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

/* Aggregates are captured by their basic parts, doubles at multiples of 8 bytes. */
static void test_parts(void **state)
{
   const struct sources s = { VS(
      "struct S{float f;dvec2 d;vec2 a[2];};layout(xfb_buffer=0,xfb_offset=8) out S s[2];layout(xfb_buffer=2,xfb_stride=32) out;"
      "layout(xfb_buffer=3,xfb_offset=0) out B{float c;double e;} b;"
      "void main(){s[0].f=s[1].f=1.0;b.c=1.0;b.e=1.0;}") };
   struct glsl_linked *l = must_link("450", &s, NULL);
   static const struct { const char *name; unsigned buffer, offset_B; } want[] = {
      { "s[0].f", 0, 8 }, { "s[0].d", 0, 16 }, { "s[0].a", 0, 32 }, { "s[1].f", 0, 48 }, { "s[1].d", 0, 56 }, { "s[1].a", 0, 72 },
      { "B.c", 3, 0 }, { "B.e", 3, 8 } };
   assert_int_equal(l->varying_count, sizeof want / sizeof *want);
   for (unsigned i = 0; i < l->varying_count; i++) {
      assert_string_equal(l->varyings[i].name, want[i].name);
      assert_int_equal(l->varyings[i].buffer, want[i].buffer);
      assert_int_equal(l->varyings[i].offset_B, want[i].offset_B);
   }
   assert_int_equal(l->feedback_stride_B[0], 88);
   assert_int_equal(l->feedback_stride_B[2], 32); /* of a buffer without captures */
   assert_int_equal(l->feedback_stream[2], -1);
   assert_int_equal(l->stage[PIPE_SHADER_VERTEX].so.stride_dw[2], 0);
   assert_int_equal(l->feedback_stride_B[3], 16);
   glsl_linked_unref(l);
}

/* Any layout of transform feedback replaces the names that the application gives. */
static void test_mode(void **state)
{
   const struct sources s = { VS("layout(xfb_buffer=1) out;out vec4 a;void main(){a=vec4(1);}") };
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *const names[] = { "a" };
   assert_true(glsl_bindings_set_feedback(bind, names, 1, true));
   struct glsl_linked *l = must_link("450", &s, bind);
   assert_int_equal(l->varying_count, 0);
   assert_false(l->feedback_separate); /* as the mode is queried */
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

/* Built-in outputs of a geometry shader. */
static void test_built_ins(void **state)
{
   const struct sources s = { VS("void main(){}"), GS("layout(points) in;layout(points,max_vertices=1) out;"
      "void main(){gl_Layer=3;gl_ViewportIndex=1;gl_PrimitiveID=7;gl_CullDistance[5]=1.0;EmitVertex();}") };
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *const names[] = { "gl_Layer", "gl_ViewportIndex", "gl_PrimitiveID", "gl_CullDistance[5]" };
   static const unsigned builtin[] = { PIPE_SO_LAYER, PIPE_SO_VIEWPORT_INDEX, PIPE_SO_PRIMITIVE_ID, PIPE_SO_CULL_DISTANCE1 };
   assert_true(glsl_bindings_set_feedback(bind, names, 4, false));
   struct glsl_linked *l = must_link("450", &s, bind);
   const struct pipe_stream_output_info *so = &l->stage[PIPE_SHADER_GEOMETRY].so;
   assert_int_equal(so->count, 4);
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(so->out[i].builtin, builtin[i]);
   assert_int_equal(so->out[3].start_component, 1);
   assert_int_equal(l->varyings[0].type, GL_INT);
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

static void test_streams(void **state)
{
   static const char gs[] = "layout(points) in;layout(points,max_vertices=2) out;out vec4 a;layout(stream=1) out vec4 b;"
                            "void main(){a=vec4(1);EmitStreamVertex(0);b=vec4(1);EmitStreamVertex(1);}";
   const struct sources s = { VS("void main(){}"), GS(gs) };
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *const apart[] = { "a", "gl_NextBuffer", "b" }, *const together[] = { "a", "b" };
   char *log;
   assert_true(glsl_bindings_set_feedback(bind, apart, 3, false));
   struct glsl_linked *l = must_link("450", &s, bind);
   assert_int_equal(l->feedback_stream[0], 0);
   assert_int_equal(l->feedback_stream[1], 1);
   assert_int_equal(l->feedback_stream[2], -1);
   assert_int_equal(l->stage[PIPE_SHADER_GEOMETRY].so.out[1].stream, 1);
   assert_int_equal(decoration_of(l, PIPE_SHADER_GEOMETRY, "b", SpvDecorationStream), 1);
   glsl_linked_unref(l);
   assert_true(glsl_bindings_set_feedback(bind, together, 2, false));
   assert_null(link_sources("450", &s, bind, &log));
   assert_non_null(strstr(log, "streams 0 and 1"));
   free(log);
   glsl_bindings_destroy(bind);
}

/* Two buffers with a variable and gaps: the limit of 128 components is each buffer's. */
static void test_width(void **state)
{
   enum { GAPS = 31 };
   const struct sources s = { VS("out vec4 a,b;void main(){a=vec4(1);b=vec4(1);}") };
   struct glsl_bindings *bind = glsl_bindings_create();
   const char *names[2 * GAPS + 4];
   unsigned count = 0;
   char *log;
   for (unsigned buffer = 0; buffer < 2; buffer++) {
      if (buffer)
         names[count++] = "gl_NextBuffer";
      names[count++] = buffer ? "b" : "a";
      for (unsigned i = 0; i < GAPS; i++)
         names[count++] = "gl_SkipComponents4";
   }
   assert_true(glsl_bindings_set_feedback(bind, names, count, false));
   struct glsl_linked *l = must_link("450", &s, bind);
   assert_int_equal(l->stage[PIPE_SHADER_VERTEX].so.stride_dw[0], 128);
   assert_int_equal(l->stage[PIPE_SHADER_VERTEX].so.stride_dw[1], 128);
   glsl_linked_unref(l);
   names[count++] = "gl_SkipComponents1";
   assert_true(glsl_bindings_set_feedback(bind, names, count, false));
   assert_null(link_sources("450", &s, bind, &log));
   assert_non_null(strstr(log, "128 components of a buffer"));
   free(log);
   glsl_bindings_destroy(bind);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_names), cmocka_unit_test(test_places),
                                       cmocka_unit_test(test_most_pieces), cmocka_unit_test(test_layouts),
                                       cmocka_unit_test(test_streams), cmocka_unit_test(test_parts), cmocka_unit_test(test_mode),
                                       cmocka_unit_test(test_built_ins), cmocka_unit_test(test_width) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
