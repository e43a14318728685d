/* test_link_blocks.c: uniforms of the default block in all stages (locations, bindings, initial values, unsized arrays),
 * uniform and storage blocks, atomic counters, subroutine uniforms. Rules are of GLSL 4.60 and OpenGL 4.6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "link_test.h"

#define V0 "void main(){gl_Position=vec4(0);}"
#define F0 "out vec4 o;void main(){o=vec4(0);}"
#define C0 "layout(local_size_x=1) in;"
#define USE(what) "void main(){gl_Position=vec4(" what ");}"
#define FUSE(what) "out vec4 o;void main(){o=vec4(" what ");}"

static const struct link_row rows[] = {
   /* loose uniforms */
   { "4.4.3 locations agree", "450", { VS("layout(location=3) uniform float u;" USE("u")),
      FS("layout(location=3) uniform float u;" FUSE("u")) }, NULL },
   { "4.4.3 locations differ", "450", { VS("layout(location=3) uniform float u;" USE("u")),
      FS("layout(location=4) uniform float u;" FUSE("u")) }, "location 3 in the vertex shader (0:1) and 4 in the fragment" },
   { "4.4.3 locations overlap", "450", { VS("layout(location=3) uniform float u[2];" USE("u[1]")),
      FS("layout(location=4) uniform float v;" FUSE("v")) }, "share location 4" },
   { "4.4.3 the last", "450", { VS("layout(location=81918) uniform float u[2];" USE("u[1]")) }, NULL },
   { "4.4.3 beyond the last", "450", { VS("layout(location=81919) uniform float u[2];" USE("u[1]")) }, "the limit is 81920" },
   { "4.4.3 a large array beyond the last", "450", { VS("layout(location=12000) uniform float u[70000];" V0) },
     "has location 12000; the limit is 81920" },
   { "4.4.6 bindings differ", "450", { VS("layout(binding=3) uniform sampler2D u;" USE("texture(u,vec2(0))")),
      FS("layout(binding=4) uniform sampler2D u;" FUSE("texture(u,vec2(0))")) }, "binding 3 in the vertex shader (0:1) and 4" },
   { "4.3.5 initial values agree", "450", { VS("uniform vec2 u=vec2(1,2);" USE("u,u")),
     FS("uniform vec2 u=vec2(1,2);" FUSE("u,u")) },
     NULL },
   { "4.3.5 initial values differ", "450", { VS("uniform vec2 u=vec2(1,2);" USE("u,u")),
     FS("uniform vec2 u=vec2(1,3);" FUSE("u,u")) },
     "another initial value" },
   { "4.1.9 one declares a size", "450", { VS("uniform float u[];" USE("u[1]")), FS("uniform float u[4];"
      "" FUSE("u[3]")) }, NULL },
   { "4.1.9 none does", "450", { VS("uniform float u[];" USE("u[1]")), FS("uniform float u[];" FUSE("u[3]")) }, NULL },
   { "4.1.9 too small", "450", { VS("uniform float u[];" USE("u[5]")), FS("uniform float u[4];" FUSE("u[3]")) }, "float[6]" },
   { "ESSL 3.00 4.5.4 precision, used or not", "300 es", { VS("uniform highp float u;" V0),
      FS("precision mediump float;uniform float u;" FUSE("u")) }, "another precision" },
   { "4.3.5 images", "450", { FS("layout(r32f) uniform image2D i[2];void main(){imageStore(i[1],ivec2(0),vec4(1));}") }, NULL },
   { "4.3.5 too many images", "450", { FS("layout(r32f) uniform image2D i[33];"
      "void main(){imageStore(i[1],ivec2(0),vec4(1));}") },
     "no room for the uniform 'i': the limit is 32 images" },
   /* uniform blocks */
   { "4.3.9 the same block", "450", { VS("uniform B{vec4 a;mat3 b;} x;" USE("x.a")),
     FS("uniform B{vec4 a;mat3 b;} y;" FUSE("y.b[1],1")) },
     NULL },
   { "4.3.9 member type", "450", { VS("uniform B{vec4 a;};" USE("a")), FS("uniform B{\nvec3 a;};" FUSE("a,1")) },
     "the member 'a' of the uniform block 'B' is vec4 in the vertex shader (0:1) and vec3 in the fragment shader (0:2)" },
   { "4.3.9 bool and uint", "450", { VS("uniform B{bool a;};" USE("a")), FS("uniform B{uint a;};" FUSE("a")) },
     "the member 'a'" },
   { "4.3.9 member name", "450", { VS("uniform B{vec4 a;};" USE("a")), FS("uniform B{vec4 b;};" FUSE("b")) }, "is 'a' in" },
   { "4.3.9 member count", "450", { VS("uniform B{vec4 a;};" USE("a")), FS("uniform B{vec4 a,b;};" FUSE("b")) },
     "has 1 members" },
   { "4.4.5 offsets", "450", { VS("layout(std140) uniform B{vec4 a;layout(offset=32) vec4 b;};" USE("b")),
      FS("layout(std140) uniform B{vec4 a;layout(offset=48) vec4 b;};" FUSE("b")) }, "at byte 32 in the vertex shader (0:1)" },
   { "4.4.5 layouts", "450", { VS("layout(std140) uniform B{vec4 a;};" USE("a")),
     FS("layout(shared) uniform B{vec4 a;};" FUSE("a")) },
     "is std140 in" },
   { "4.4.5 row_major", "450", { VS("uniform B{layout(row_major) mat4 a;};" USE("a[0]")),
     FS("uniform B{mat4 a;};" FUSE("a[0]")) },
     "is row_major in the vertex shader" },
   { "4.4.5 row_major, no matrix", "310 es", { VS("layout(row_major) uniform B{vec4 a;};" USE("a")),
     FS("precision highp float;layout(column_major) uniform B{vec4 a;};" FUSE("a")) },
     "is row_major in the vertex shader" },
   { "7.6.2 active blocks without a use", "310 es", { CS(C0 "layout(std140) uniform B{vec4 a;} b[16];void main(){}") },
     "has 16 active uniform blocks" },
   { "7.6.2 as many active blocks as the limit", "310 es", { CS(C0 "layout(std140) uniform B{vec4 a;} b[15];void main(){}") },
     NULL },
   { "4.4.5 bindings", "450", { VS("layout(binding=1) uniform B{vec4 a;};" USE("a")),
     FS("layout(binding=2) uniform B{vec4 a;};" FUSE("a")) },
     "has binding 1" },
   { "4.3.9 array sizes", "450", { VS("uniform B{vec4 a;} x[2];" USE("x[0].a")),
     FS("uniform B{vec4 a;} x[3];" FUSE("x[0].a")) }, "is B[2]" },
   { "4.3.9 instance names", "450", { VS("uniform B{vec4 a;} x;" USE("x.a")), FS("uniform B{vec4 a;};" FUSE("a")) },
     "instance name" },
   { "4.3.9 a member without instance name, a uniform", "450", { VS("uniform B{vec4 a;};" USE("a")),
     FS("uniform vec4 a;" FUSE("a")) }, "'a' is a member of the uniform block 'B' in the vertex shader (0:1), and something else" },
   { "4.3.9 a uniform, a member without instance name", "450", { VS("uniform vec4 a;" USE("a")),
     FS("uniform B{vec4 a;};" FUSE("a")) }, "and something else in the vertex shader" },
   { "4.3.9 members of two blocks without instance names", "450", { VS("uniform B{float u;vec4 a;};" USE("a")),
     FS("uniform C{vec4 a;};" FUSE("a")) }, "and something else in the fragment shader" },
   { "ESSL 3.00 4.3.7 precision", "300 es", { VS("uniform B{highp int i;lowp float a;} x;" USE("x.a")),
     FS("precision highp float;uniform B{mediump int i;float a;} x;" FUSE("float(x.i)+x.a")) }, NULL },
   { "4.3.9 a member with an instance name", "450", { VS("uniform B{vec4 a;} x;" USE("x.a")), FS("uniform vec4 a;" FUSE("a")) },
     NULL },
   { "7.6.2 size", "450", { VS("uniform B{vec4 a[4097];};" USE("a[0]")) }, "65552 bytes" },
   { "7.6.2 count", "450", { VS("uniform B{vec4 a;} x[16];" USE("x[0].a")) }, "16 uniform blocks; the limit is 15" },
   /* storage blocks */
   { "4.3.7 the same block", "450", { VS("buffer B{vec4 a;float b[];} x;" USE("x.b[3]")),
     FS("buffer B{vec4 a;float b[];} x;" FUSE("x.a")) },
     NULL },
   { "4.3.7 other members", "450", { VS("buffer B{vec4 a;};" USE("a")), FS("buffer B{vec2 a;};" FUSE("a,a")) },
     "of the storage block 'B'" },
   { "4.3.7 a uniform block of its name", "450", { VS("buffer B{vec4 a;};" USE("a")),
     FS("uniform B{vec2 c;};" FUSE("c,c")) }, NULL },
   { "7.8 count", "450", { CS(C0 "buffer B{vec4 a;} x[25];void main(){x[0].a=vec4(1);}") },
     "25 storage blocks; the limit is 24" },
   /* atomic counters */
   { "4.4.6.1 shared", "450", { VS("layout(binding=0) uniform atomic_uint c;" USE("atomicCounter(c)")),
      FS("layout(binding=0) uniform atomic_uint c;" FUSE("atomicCounter(c)")) }, NULL },
   { "4.4.6.1 overlap", "450", { VS("layout(binding=0,offset=4) uniform atomic_uint c;" USE("atomicCounter(c)")),
      FS("layout(binding=0,offset=0) uniform atomic_uint d[2];" FUSE("atomicCounter(d[0])")) }, "share byte 4 of binding 0" },
   { "4.4.6.1 bindings", "450", { VS("layout(binding=0) uniform atomic_uint c;" USE("atomicCounter(c)")),
      FS("layout(binding=1) uniform atomic_uint c;" FUSE("atomicCounter(c)")) }, "binding 0 in the vertex shader (0:1) and 1" },
   { "4.4.6.1 offsets", "450", { VS("layout(binding=0,offset=4) uniform atomic_uint c;" USE("atomicCounter(c)")),
      FS("layout(binding=0,offset=8) uniform atomic_uint c;" FUSE("atomicCounter(c)")) }, "offset 4" },
   { "4.3.5 a counter and a float", "320 es", { VS("layout(binding=0) uniform atomic_uint c;" USE("atomicCounter(c)")),
      FS("precision mediump float; uniform float c; out vec4 o; void main() { o = vec4(c); }") }, "'c' is an atomic counter" },
   { "7.7 counters of a stage", "450", { FS("layout(binding=0) uniform atomic_uint c[4000];layout(binding=1) uniform atomic_uint d[97];"
      FUSE("atomicCounter(c[1])+atomicCounter(d[1])")) }, "the fragment shader uses 4097 atomic counters; the limit is 4096" },
   { "7.7 counters of all stages", "450", { VS("layout(binding=0) uniform atomic_uint c[2049];" USE("atomicCounter(c[1])")),
      FS("layout(binding=0) uniform atomic_uint c[2049];" FUSE("atomicCounter(c[1])")) }, "4098 atomic counters together" },
   { "7.7 as many as there may be", "450", { VS("layout(binding=0) uniform atomic_uint c[2048];" USE("atomicCounter(c[1])")),
      FS("layout(binding=0) uniform atomic_uint c[2048];" FUSE("atomicCounter(c[1])")) }, NULL },
};

static void test_rules(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check_row(&rows[i], NULL);
}

static void test_uniforms(void **state)
{
   const struct sources s = {
      VS("uniform float a;layout(location=2) uniform struct{vec2 x;float y[3];} s;uniform float c=7.5;"
         "uniform vec4 unused=vec4(1);float f(){return unused.x;}" USE("a,s.x,s.y[1]+c")),
      FS("layout(location=1) uniform vec4 b=vec4(1,2,3,4);uniform float c;layout(binding=6) uniform sampler2D t[2];"
         "uniform mat2 m=mat2(1,2,3,4);" FUSE("b+c+texture(t[1],m[0])")) };
   struct glsl_linked *l = must_link("450", &s, NULL);
   static const struct { const char *name; int location; } want[] = { { "a", 0 }, { "b", 1 }, { "s.x", 2 }, { "s.y[0]", 3 },
                                                                     { "c", 6 }, { "t[0]", 7 }, { "m", 9 } };
   for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
      assert_int_equal(find_resource(l->uniforms, l->uniform_count, want[i].name)->location, want[i].location);
   for (uint32_t i = 0; i < l->uniform_count; i++) /* an initial value does not make a uniform active */
      assert_string_not_equal(l->uniforms[i].name, "unused");
   for (uint32_t i = 0; i < l->uniform_locations; i++) {
      const struct glsl_location at = l->location[i];
      assert_int_equal(l->uniforms[at.uniform].location + (int)at.element, i);
   }
   const struct glsl_resource *b = find_resource(l->uniforms, l->uniform_count, "b"),
                              *c = find_resource(l->uniforms, l->uniform_count, "c"),
                              *t = find_resource(l->uniforms, l->uniform_count, "t[0]"),
                              *m = find_resource(l->uniforms, l->uniform_count, "m");
   assert_int_equal(t->binding, 6);
   assert_int_equal(t->stages, 1 << PIPE_SHADER_FRAGMENT);
   assert_int_equal(c->stages, 1 << PIPE_SHADER_VERTEX | 1 << PIPE_SHADER_FRAGMENT);
   float value[4];
   memcpy(value, l->initial[PIPE_SHADER_FRAGMENT] + b->offset_B[PIPE_SHADER_FRAGMENT], 16);
   assert_true(value[0] == 1 && value[1] == 2 && value[2] == 3 && value[3] == 4);
   memcpy(value, l->initial[PIPE_SHADER_FRAGMENT] + m->offset_B[PIPE_SHADER_FRAGMENT] + 16, 8);
   assert_true(value[0] == 3 && value[1] == 4);
   /* one stage's initializer is the other's too */
   for (unsigned stage = 0; stage < 2; stage++) {
      const enum pipe_shader_type at = stage ? PIPE_SHADER_FRAGMENT : PIPE_SHADER_VERTEX;
      memcpy(value, l->initial[at] + c->offset_B[at], 4);
      assert_true(value[0] == 7.5f);
   }
   glsl_linked_unref(l);
}

/* OpenGL 4.6, 7.3.1.1: an element of a block array is referenced by its index, and all are by a dynamic index. */
static void test_referenced_elements(void **state)
{
   const struct sources s = {
      VS("layout(std140) uniform A{float k;} a[3];layout(std140) uniform B{float k;} b[2][2];" USE("a[2].k+b[1][0].k")),
      FS("layout(std140) uniform A{float k;} a[3];layout(std140) uniform C{float k;} c[2];uniform int j;" FUSE("a[0].k+c[j].k")) };
   static const struct { const char *name; bool vertex, fragment; } want[] = {
      { "A[0]", false, true }, { "A[1]", false, false }, { "A[2]", true, false }, { "B[0][0]", false, false },
      { "B[0][1]", false, false }, { "B[1][0]", true, false }, { "B[1][1]", false, false }, { "C[0]", false, true },
      { "C[1]", false, true } };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->uniform_block_count, sizeof want / sizeof *want);
   for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
      assert_string_equal(l->uniform_blocks[i].name, want[i].name);
      assert_int_equal(l->uniform_blocks[i].stages, want[i].vertex << PIPE_SHADER_VERTEX | want[i].fragment << PIPE_SHADER_FRAGMENT);
      assert_int_not_equal(l->uniform_blocks[i].slot[want[i].name[0] == 'C' ? PIPE_SHADER_FRAGMENT : PIPE_SHADER_VERTEX], GLSL_NO_SLOT);
   }
   glsl_linked_unref(l);
}

/* The size of a block takes a step per level of nested structures, not twice as many per level. */
static void test_nested_structures(void **state)
{
   enum { LEVELS = 30 };
   char text[4096], path[2 * LEVELS + 2] = "";
   int used = snprintf(text, sizeof text, C0 "struct S0{dvec4 a;};");
   for (int i = 1; i < LEVELS; i++) {
      used += snprintf(text + used, sizeof text - (size_t)used, "struct S%d{S%d a;};", i, i - 1);
      strcat(path, ".a");
   }
   snprintf(text + used, sizeof text - (size_t)used, "buffer B{S%d s;};void main(){s%s.a=dvec4(1);}", LEVELS - 1, path);
   const struct sources s = { CS(text) };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->storage_blocks[0].size_B, 32);
   glsl_linked_unref(l);
}

static void test_blocks(void **state)
{
   const struct sources s = {
      VS("struct P{vec3 a;float b[2];};layout(std140,binding=4) uniform L{float k;P p[2];"
      "layout(row_major) mat3x2 m;bool on;} l[2];"
         "layout(std140) uniform Unused{vec4 never;};layout(packed) uniform Gone{vec4 gone;};"
         USE("l[1].k+l[0].m[0][0]")),
      FS("struct Q{vec2 a;float b;};layout(std430,binding=3) buffer D{vec3 head;Q q[4];mat2 tail[];} d;"
         FUSE("d.head,d.q[2].b+d.tail[1][0].x")) };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->uniform_block_count, 3);
   assert_string_equal(l->uniform_blocks[0].name, "L[0]");
   assert_string_equal(l->uniform_blocks[1].name, "L[1]");
   assert_string_equal(l->uniform_blocks[2].name, "Unused");
   assert_int_equal(l->uniform_blocks[0].binding, 4);
   assert_int_equal(l->uniform_blocks[1].binding, 5);
   assert_int_equal(l->uniform_blocks[0].slot[PIPE_SHADER_VERTEX], 1);
   assert_int_equal(l->uniform_blocks[1].slot[PIPE_SHADER_VERTEX], 2);
   assert_int_equal(l->uniform_blocks[2].slot[PIPE_SHADER_VERTEX], GLSL_NO_SLOT);
   assert_int_equal(l->uniform_blocks[0].slot[PIPE_SHADER_FRAGMENT], GLSL_NO_SLOT);
   assert_int_equal(l->uniform_blocks[0].size_B, 160);
   assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, "l", SpvDecorationBinding), 1);
   static const struct { const char *name; uint32_t type, size, offset_B, array_B, matrix_B; bool row_major; } want[] = {
      { "L.k", GL_FLOAT, 1, 0, 0, 0, false },
      { "L.p[0].a", GL_FLOAT_VEC3, 1, 16, 0, 0, false }, { "L.p[0].b[0]", GL_FLOAT, 2, 32, 16, 0, false },
      { "L.p[1].a", GL_FLOAT_VEC3, 1, 64, 0, 0, false }, { "L.p[1].b[0]", GL_FLOAT, 2, 80, 16, 0, false },
      { "L.m", GL_FLOAT_MAT3x2, 1, 112, 0, 16, true }, { "L.on", GL_BOOL, 1, 144, 0, 0, false },
      { "never", GL_FLOAT_VEC4, 1, 0, 0, 0, false } };
   for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
      const struct glsl_resource *r = find_resource(l->uniforms, l->uniform_count, want[i].name);
      assert_int_equal(r->type, want[i].type);
      assert_int_equal(r->array_size, want[i].size);
      assert_int_equal(r->block_offset_B, want[i].offset_B);
      assert_int_equal(r->array_stride_B, want[i].array_B);
      assert_int_equal(r->matrix_stride_B, want[i].matrix_B);
      assert_int_equal(r->row_major, want[i].row_major);
      assert_int_equal(r->location, -1);
      assert_int_equal(r->block, i == 7 ? 2 : 0);
   }
   assert_int_equal(l->uniform_count, 8);
   assert_int_equal(l->storage_block_count, 1);
   assert_int_equal(l->storage_blocks[0].binding, 3);
   assert_int_equal(l->storage_blocks[0].slot[PIPE_SHADER_FRAGMENT], 0);
   assert_int_equal(l->storage_blocks[0].size_B, 96);
   static const struct { const char *name; uint32_t size, offset_B, top, top_B; } buffers[] = {
      { "D.head", 1, 0, 1, 0 }, { "D.q[0].a", 1, 16, 4, 16 }, { "D.q[0].b", 1, 24, 4, 16 }, { "D.tail[0]", 0, 80, 1, 0 } };
   assert_int_equal(l->buffer_variable_count, 4);
   for (unsigned i = 0; i < 4; i++) {
      const struct glsl_resource *r = &l->buffer_variables[i];
      assert_string_equal(r->name, buffers[i].name);
      assert_int_equal(r->array_size, buffers[i].size);
      assert_int_equal(r->block_offset_B, buffers[i].offset_B);
      assert_int_equal(r->top_level_array_size, buffers[i].top);
      assert_int_equal(r->top_level_array_stride_B, buffers[i].top_B);
   }
   glsl_linked_unref(l);
}

static void test_counters(void **state)
{
   const struct sources s = { CS(C0 "layout(binding=2) uniform atomic_uint a,b[3];"
      "layout(binding=1,offset=12) uniform atomic_uint c;"
      "buffer B{uint x;};void main(){x=atomicCounterIncrement(a)+atomicCounter(b[1])+atomicCounterDecrement(c);}") };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->counter_buffer_count, 2);
   const unsigned two = l->counter_buffers[0].binding == 2 ? 0 : 1;
   assert_int_equal(l->counter_buffers[two].size_B, 16);
   assert_int_equal(l->counter_buffers[!two].size_B, 16);
   const struct glsl_resource *b = find_resource(l->uniforms, l->uniform_count, "b[0]");
   assert_int_equal(b->type, GL_UNSIGNED_INT_ATOMIC_COUNTER);
   assert_int_equal(b->array_size, 3);
   assert_int_equal(b->block_offset_B, 4);
   assert_int_equal(b->block, two);
   assert_int_equal(find_resource(l->uniforms, l->uniform_count, "c")->block_offset_B, 12);
   /* after the storage block */
   assert_int_equal(l->counter_buffers[0].slot[PIPE_SHADER_COMPUTE] + l->counter_buffers[1].slot[PIPE_SHADER_COMPUTE], 1 + 2);
   glsl_linked_unref(l);
}

/* Locations in each stage by itself, indices as given or the lowest that are free; where the stage keeps the choice. */
/* Each innermost array of an array of arrays is a uniform of its own. */
static void test_subroutine_arrays(void **state)
{
   const struct sources s = { CS(C0 "subroutine float F();subroutine(F) float a(){return 1.0;}subroutine(F) float b(){return 2.0;}"
      "subroutine uniform F many[2][3];buffer B{float x;};void main(){x=many[1][2]();}") };
   static const struct { const char *name; int location; } want[] = { { "many[0][0]", 0 }, { "many[1][0]", 3 } };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->subroutine_uniform_count[PIPE_SHADER_COMPUTE], 2);
   assert_int_equal(l->subroutine_locations[PIPE_SHADER_COMPUTE], 6);
   for (unsigned i = 0; i < 2; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[PIPE_SHADER_COMPUTE][i];
      assert_string_equal(u->name, want[i].name);
      assert_int_equal(u->location, want[i].location);
      assert_int_equal(u->array_size, 3);
      assert_int_equal(u->offset_B - l->subroutine_uniforms[PIPE_SHADER_COMPUTE][0].offset_B, 48 * i);
   }
   glsl_linked_unref(l);
}

static void test_subroutines(void **state)
{
   const struct sources s = { CS(C0 "subroutine float F(float x);subroutine vec2 G();"
      "layout(index=2) subroutine(F) float a(float x){return x;}"
      "subroutine(F) float b(float x){return x+x;}subroutine(G) vec2 c(){return vec2(1);}"
      "subroutine uniform F one;layout(location=3) subroutine uniform G two[2];subroutine uniform F unused;buffer B{float x;};"
      "void main(){x=one(1.0)+two[0]().x;}") };
   struct glsl_linked *l = must_link("450", &s, NULL);
   static const struct { const char *name; uint32_t index; uint64_t types; } functions[] = {
      { "b", 0, 1 }, { "c", 1, 2 }, { "a", 2, 1 } };
   static const struct { const char *name; int location; uint32_t size; bool used; } uniforms[] = {
      { "two[0]", 3, 2, true }, { "one", 0, 1, true }, { "unused", 1, 1, false } };
   assert_int_equal(l->subroutine_count[PIPE_SHADER_COMPUTE], 3);
   for (unsigned i = 0; i < 3; i++) {
      assert_string_equal(l->subroutines[PIPE_SHADER_COMPUTE][i].name, functions[i].name);
      assert_int_equal(l->subroutines[PIPE_SHADER_COMPUTE][i].index, functions[i].index);
      assert_int_equal(l->subroutines[PIPE_SHADER_COMPUTE][i].types, functions[i].types);
   }
   assert_int_equal(l->subroutine_uniform_count[PIPE_SHADER_COMPUTE], 3);
   for (unsigned i = 0; i < 3; i++) {
      const struct glsl_subroutine_uniform *u = &l->subroutine_uniforms[PIPE_SHADER_COMPUTE][i];
      assert_string_equal(u->name, uniforms[i].name);
      assert_int_equal(u->location, uniforms[i].location);
      assert_int_equal(u->array_size, uniforms[i].size);
      assert_int_equal(u->offset_B != GLSL_NO_OFFSET, uniforms[i].used);
      assert_true(!uniforms[i].used || u->offset_B < l->default_block_B[PIPE_SHADER_COMPUTE]);
   }
   assert_int_equal(l->subroutine_locations[PIPE_SHADER_COMPUTE], 5);
   assert_int_equal(l->uniform_locations, 0);
   glsl_linked_unref(l);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rules), cmocka_unit_test(test_uniforms),
                                       cmocka_unit_test(test_referenced_elements), cmocka_unit_test(test_blocks),
                                       cmocka_unit_test(test_nested_structures), cmocka_unit_test(test_counters),
                                       cmocka_unit_test(test_subroutines), cmocka_unit_test(test_subroutine_arrays) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
