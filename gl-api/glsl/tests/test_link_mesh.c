/* test_link_mesh.c: linking of task and mesh shaders (EXT_mesh_shader, chapters 7 and X; GLSL_EXT_mesh_shader): stages, layouts,
 * interfaces, limits, queries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "link_test.h"

#define GL "450\n#extension GL_EXT_mesh_shader : require"
#define ES "320 es\n#extension GL_EXT_mesh_shader : require"
#define T0 "layout(local_size_x=4)in;"
#define M0 "layout(local_size_x=8,local_size_y=2)in;layout(triangles,max_vertices=4,max_primitives=2)out;"
#define MAIN "void main(){}"
#define F0 "precision highp float;out vec4 o;void main(){o=vec4(1);}"
#define OUT(text, write) MESH(M0 text "void main(){SetMeshOutputsEXT(4u,2u);" write "}")
#define IN(text, read) FS("precision highp float;" text "out vec4 o;void main(){o=" read ";}")

static const struct link_row rows[] = {
   /* stages (7.3) */
   { "7.3 mesh and fragment", GL, { MESH(M0 MAIN), FS(F0) }, NULL },
   { "7.3 task, mesh and fragment", GL, { TASK(T0 MAIN), MESH(M0 MAIN), FS(F0) }, NULL },
   { "7.3 mesh alone", GL, { MESH(M0 MAIN) }, NULL },
   { "7.3 task alone", GL, { TASK(T0 MAIN) }, "a task shader is attached, but no mesh shader" },
   { "7.3 task and fragment", GL, { TASK(T0 MAIN), FS(F0) }, "a task shader is attached, but no mesh shader" },
   { "7.3 mesh and vertex", GL, { VS(MAIN), MESH(M0 MAIN), FS(F0) }, "a mesh shader cannot be linked with vertex, tessellation and geometry" },
   { "7.3 mesh and evaluation", GL, { TES("layout(triangles)in;" MAIN), MESH(M0 MAIN) }, "a mesh shader cannot be linked with vertex" },
   { "7.3 mesh and geometry", GL, { GS("layout(points)in;layout(points,max_vertices=1)out;" MAIN), MESH(M0 MAIN) },
     "a mesh shader cannot be linked with vertex" },
   { "7.3 task and vertex", GL, { VS(MAIN), TASK(T0 MAIN) }, "a task shader cannot be linked with vertex" },
   { "7.3 mesh and compute", GL, { MESH(M0 MAIN), CS(T0 MAIN) }, "a compute shader cannot be linked with shaders of other stages" },
   { "ES 7.3 mesh and fragment", ES, { MESH(M0 MAIN), FS(F0) }, NULL },
   { "ES 7.3 mesh without fragment", ES, { MESH(M0 MAIN) }, "no fragment shader is attached" },
   /* layouts (GLSL 4.4.1.5, 4.4.2.5) */
   { "4.4.1.5 task without a size", GL, { TASK(MAIN), MESH(M0 MAIN) }, "a task shader needs layout(local_size_x = ...) in;" },
   { "4.4.1.5 mesh without a size", GL, { MESH("layout(points,max_vertices=1,max_primitives=1)out;" MAIN) },
     "a mesh shader needs layout(local_size_x = ...) in;" },
   { "4.4.2.5 no primitive", GL, { MESH(T0 "layout(max_vertices=1,max_primitives=1)out;" MAIN) }, "with points, lines or triangles" },
   { "4.4.2.5 no vertices", GL, { MESH(T0 "layout(points,max_primitives=1)out;" MAIN) }, "needs layout(max_vertices = ..., max_primitives = ...)" },
   { "4.4.2.5 no primitives", GL, { MESH(T0 "layout(points,max_vertices=1)out;" MAIN) }, "needs layout(max_vertices = ..., max_primitives = ...)" },
   { "4.4.2.5 indices", GL, { OUT("", "gl_PrimitiveTriangleIndicesEXT[1]=uvec3(0,1,2);") }, NULL },
   { "4.4.2.5 indices of another primitive", GL, { OUT("", "gl_PrimitiveLineIndicesEXT[1]=uvec2(0,1);") },
     "gl_PrimitiveLineIndicesEXT is not available: the shader's primitives have gl_PrimitiveTriangleIndicesEXT" },
   /* mesh outputs and fragment inputs (GLSL 4.3.4, 4.3.6) */
   { "4.3.4 by name", GL, { OUT("out vec4 a[];", "a[0]=vec4(1);"), IN("in vec4 a;", "a") }, NULL },
   { "4.3.4 primitive by name", GL, { OUT("perprimitiveEXT out vec4 a[];", "a[0]=vec4(1);"), IN("perprimitiveEXT in vec4 a;", "a") }, NULL },
   { "4.3.4 primitive by location", GL, { OUT("layout(location=3)perprimitiveEXT out vec4 a[];", "a[0]=vec4(1);"),
     IN("layout(location=3)perprimitiveEXT in vec4 b;", "b") }, NULL },
   { "4.3.4 primitive and vertex", GL, { OUT("perprimitiveEXT out vec4 a[];", "a[0]=vec4(1);"), IN("in vec4 a;", "a") },
     "the varying 'a' is perprimitiveEXT in the mesh shader (0:1), but not in the fragment shader (0:1)" },
   { "4.3.4 vertex and primitive", GL, { OUT("layout(location=0)out vec4 a[];", "a[0]=vec4(1);"),
     IN("layout(location=0)perprimitiveEXT in vec4 b;", "b") }, "is perprimitiveEXT in the fragment shader (0:1), but not in the mesh" },
   { "4.3.4 ES primitive and vertex", ES, { OUT("perprimitiveEXT out highp vec4 a[];", "a[0]=vec4(1);"), IN("in vec4 a;", "a") },
     "is perprimitiveEXT in the mesh" },
   { "4.3.9 blocks", GL, { OUT("perprimitiveEXT out B{vec4 a;int b;}c[];out D{vec4 e;}f[];", "c[1].a=vec4(1);f[3].e=vec4(1);"),
     IN("perprimitiveEXT in B{vec4 a;int b;}g;in D{vec4 e;};", "g.a*float(g.b)+e") }, NULL },
   { "4.3.9 primitive and vertex", GL, { OUT("perprimitiveEXT out B{vec4 a;}c[];", "c[1].a=vec4(1);"), IN("in B{vec4 a;};", "a") },
     "the block 'B' is perprimitiveEXT in the mesh shader (0:1), but not in the fragment shader (0:1)" },
   { "4.3.4 types", GL, { OUT("out vec3 a[];", "a[0]=vec3(1);"), IN("in vec4 a;", "a") }, "the varying 'a' is vec3 in the mesh shader" },
   { "4.3.4 array of a vertex", GL, { OUT("out vec4 a[][3];", "a[0][2]=vec4(1);"), IN("in vec4 a[3];", "a[2]") }, NULL },
   { "4.3.4 not declared", GL, { MESH(M0 MAIN), IN("in vec4 a;", "a") }, "the varying 'a' is used in the fragment shader (0:1), but not declared in the mesh" },
   { "4.4.1 a location of both", GL, { OUT("layout(location=0,component=0)out vec2 a[];layout(location=0,component=2)perprimitiveEXT out vec2 b[];",
     "a[0]=b[0]=vec2(1);") }, "only one of them is 'perprimitiveEXT'" },
   { "4.4.1 overlap", GL, { OUT("layout(location=0)out vec4 a[];layout(location=0)perprimitiveEXT out vec4 b[];", "a[0]=b[0]=vec4(1);") },
     "location 0 of 'b' is taken by another variable" },
   /* the payload (GLSL 4.3.X, EXT_mesh_shader X.4) */
   { "X.4 payload", GL, { TASK(T0 "struct S{vec4 a;uint b[3];};taskPayloadSharedEXT S s;void main(){s.b[2]=1u;EmitMeshTasksEXT(1u,1u,1u);}"),
     MESH(M0 "struct S{vec4 a;uint b[3];};taskPayloadSharedEXT S t;void main(){SetMeshOutputsEXT(t.b[2],0u);}") }, NULL },
   { "X.4 payload of the mesh shader alone", GL, { MESH(M0 "taskPayloadSharedEXT uint t;void main(){SetMeshOutputsEXT(t,0u);}") }, NULL },
   { "X.4 types", GL, { TASK(T0 "taskPayloadSharedEXT uint s;void main(){s=1u;EmitMeshTasksEXT(1u,1u,1u);}"),
     MESH(M0 "taskPayloadSharedEXT int t;void main(){SetMeshOutputsEXT(uint(t),0u);}") },
     "the variable with taskPayloadSharedEXT is uint in the task shader and int in the mesh shader" },
   { "X.4 nothing written", GL, { TASK(T0 "void main(){EmitMeshTasksEXT(1u,1u,1u);}"),
     MESH(M0 "taskPayloadSharedEXT uint t;void main(){SetMeshOutputsEXT(t,0u);}") }, "but the task shader declares none" },
   /* limits (tables 23.63, 23.64) */
   { "23.63 payload", GL, { TASK(T0 "taskPayloadSharedEXT vec4 s[1024];void main(){s[1]=vec4(1);}"), MESH(M0 MAIN) }, NULL },
   { "23.63 payload", GL, { TASK(T0 "taskPayloadSharedEXT uint s[4097];void main(){s[1]=1u;}"), MESH(M0 MAIN) },
     "takes 16388 bytes; the limit is 16384" },
   { "23.63 payload and shared", GL, { TASK(T0 "taskPayloadSharedEXT vec4 s[1024];shared vec4 t[1024];void main(){s[1]=t[1];}"), MESH(M0 MAIN) }, NULL },
   { "23.63 payload and shared", GL, { TASK(T0 "taskPayloadSharedEXT vec4 s[1024];shared vec4 t[1025];void main(){s[1]=t[1];}"), MESH(M0 MAIN) },
     "take 32784 bytes; the limit is 32768" },
   { "23.64 shared", GL, { MESH(M0 "shared vec4 s[2048];void main(){s[1]=vec4(1);}") }, NULL },
   { "23.64 shared", GL, { MESH(M0 "shared vec4 s[2049];void main(){s[1]=vec4(1);}") }, "take 32784 bytes; the limit is 32768" },
   { "23.64 components", GL, { OUT("out vec4 a[][16];perprimitiveEXT out vec4 b[][16];", "a[0][1]=b[0][1]=vec4(1);") }, NULL },
   { "23.64 components", GL, { OUT("out vec4 a[][16];perprimitiveEXT out vec4 b[][16];out float c[];", "a[0][1]=b[0][1]=vec4(1);c[0]=1.0;") },
     "the mesh shader writes 129 components for a vertex and a primitive; the limit is 128" },
   { "23.64 outputs", GL, { MESH(T0 "layout(points,max_vertices=256,max_primitives=1)out;out vec4 a[][8];void main(){a[0][1]=vec4(1);}") }, NULL },
   { "23.64 outputs", GL, { MESH(T0 "layout(points,max_vertices=256,max_primitives=1)out;out vec4 a[][8];out float b[];"
     "void main(){a[0][1]=vec4(1);b[0]=1.0;}") }, "outputs take 33792 bytes; the limit is 32768" },
   { "23.64 payload and outputs", GL, { MESH(T0 "layout(points,max_vertices=256,max_primitives=1)out;out vec4 a[][8];"
     "taskPayloadSharedEXT vec4 p[1025];void main(){a[0][1]=p[1];}") }, "take 49168 bytes; the limit is 49152" },
};

static void test_rows(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
      check_row(&rows[i], NULL);
}

/* "Transform feedback is not supported to capture the outputs of task and mesh shaders." */
static void test_feedback(void **state)
{
   (void)state;
   const struct link_row row = { "4.4.2.1", GL, { OUT("out vec4 a[];", "a[0]=vec4(1);"), IN("in vec4 a;", "a") }, "not from mesh shaders" };
   const char *name = "a";
   struct glsl_bindings *bind = glsl_bindings_create();
   assert_true(bind && glsl_bindings_set_feedback(bind, &name, 1, false));
   check_row(&row, bind);
   glsl_bindings_destroy(bind);
}

/* Separable programs may have a task shader alone, but none with a fragment shader and without a mesh shader. Interfaces of programs
 * match as those within a program. */
static void test_separable(void **state)
{
   (void)state;
   static const struct link_row links[] = {
      { "7.3 task alone", GL, { TASK(T0 MAIN) }, NULL },
      { "7.3 task and fragment", GL, { TASK(T0 MAIN), FS(F0) }, "a task shader is attached, but no mesh shader" },
      { "7.3 task and vertex", GL, { VS("out gl_PerVertex{vec4 gl_Position;};" MAIN), TASK(T0 MAIN) }, "a task shader cannot be linked with vertex" },
   };
   struct glsl_bindings *bind = glsl_bindings_create();
   assert_non_null(bind);
   glsl_bindings_set_separable(bind, true);
   for (unsigned i = 0; i < sizeof links / sizeof *links; i++)
      check_row(&links[i], bind);
   const struct sources mesh = { OUT("layout(location=0)perprimitiveEXT out vec4 a[];layout(location=1)out vec2 b[];", "a[0]=vec4(1);b[0]=vec2(1);") };
   const struct sources good = { IN("layout(location=0)perprimitiveEXT in vec4 a;layout(location=1)in vec2 b;", "a+b.xyxy") };
   const struct sources bad = { IN("layout(location=0)in vec4 a;layout(location=1)in vec2 b;", "a+b.xyxy") };
   struct glsl_linked *const m = must_link(GL, &mesh, bind), *const g = must_link(GL, &good, bind), *const b = must_link(GL, &bad, bind);
   char why[256];
   assert_true(glsl_interfaces_match(m, g, why, sizeof why));
   assert_false(glsl_interfaces_match(m, b, why, sizeof why));
   assert_non_null(strstr(why, "perprimitiveEXT"));
   glsl_linked_unref(m);
   glsl_linked_unref(g);
   glsl_linked_unref(b);
   glsl_bindings_destroy(bind);
}

/* Both sides of the interface have the same locations; values of primitives share no row with those of vertices. */
static void test_locations(void **state)
{
   (void)state;
   const struct sources s = { OUT("out float a[][20];perprimitiveEXT out float b[];out float c[];out float d[];perprimitiveEXT out float e[][9];out vec4 unread[];",
      "a[0][1]=b[0]=c[0]=d[0]=e[0][2]=1.0;unread[0]=vec4(1);"),
      IN("in float a[20];perprimitiveEXT in float b;in float c;flat in float d;perprimitiveEXT in float e[9];", "vec4(a[1]+b+c+d+e[2])") };
   static const char *const names[] = { "a", "b", "c", "d", "e" };
   struct glsl_linked *l = must_link(GL, &s, NULL);
   uint32_t at[5];
   for (unsigned i = 0; i < 5; i++) {
      at[i] = decoration_of(l, PIPE_SHADER_MESH, names[i], SpvDecorationLocation);
      assert_true(at[i] < PIPE_MAX_VARYINGS);
      assert_int_equal(at[i], decoration_of(l, PIPE_SHADER_FRAGMENT, names[i], SpvDecorationLocation));
   }
   assert_true(at[1] < at[0] || at[1] >= at[0] + 20);
   assert_true(at[1] != at[2] && at[1] != at[3] && at[2] != at[3]);
   assert_true((at[4] + 9 <= at[0] || at[4] >= at[0] + 20) && (at[2] < at[4] || at[2] >= at[4] + 9));
   assert_int_equal(decoration_of(l, PIPE_SHADER_MESH, "unread", SpvDecorationLocation), ~0u);
   glsl_linked_unref(l);
}

static void test_queries(void **state)
{
   (void)state;
   const struct sources s = {
      TASK("layout(local_size_x=4,local_size_z=2)in;struct S{vec3 a;uint b[3];};taskPayloadSharedEXT S s;shared uint t[5];uniform vec4 u;"
           "layout(std140,binding=1)uniform B{vec4 v;};void main(){t[1]=1u;s.a=u.xyz+v.xyz*float(t[1]);EmitMeshTasksEXT(1u,1u,1u);}"),
      MESH(M0 "uniform vec4 u;layout(std430,binding=2)buffer D{vec4 w[];}d;layout(binding=0)uniform atomic_uint n;"
              "void main(){SetMeshOutputsEXT(atomicCounterIncrement(n),1u);gl_MeshVerticesEXT[0].gl_Position=u+d.w[1];}"),
      FS("layout(std140,binding=1)uniform B{vec4 v;};out vec4 o;void main(){o=v;}") };
   const unsigned task = 1 << PIPE_SHADER_TASK, mesh = 1 << PIPE_SHADER_MESH, fragment = 1 << PIPE_SHADER_FRAGMENT;
   struct glsl_linked *l = must_link(GL, &s, NULL);
   assert_int_equal(l->task.size[0], 4);
   assert_int_equal(l->task.size[1], 1);
   assert_int_equal(l->task.size[2], 2);
   assert_int_equal(l->task.shared_B, 20);
   assert_int_equal(l->task.payload_B, 24);
   assert_int_equal(l->mesh.size[0], 8);
   assert_int_equal(l->mesh.size[1], 2);
   assert_int_equal(l->mesh.size[2], 1);
   assert_int_equal(l->mesh.shared_B, 0);
   assert_int_equal(l->mesh.max_vertices, 4);
   assert_int_equal(l->mesh.max_primitives, 2);
   assert_int_equal(l->mesh.output, GL_TRIANGLES);
   assert_int_equal(find_resource(l->uniforms, l->uniform_count, "u")->stages, task | mesh);
   assert_int_equal(find_resource(l->uniforms, l->uniform_count, "n")->stages, mesh);
   assert_int_equal(find_resource(l->buffer_variables, l->buffer_variable_count, "D.w[0]")->stages, mesh);
   assert_int_equal(l->uniform_block_count, 1);
   assert_int_equal(l->uniform_blocks[0].stages, task | fragment);
   assert_int_equal(l->storage_block_count, 1);
   assert_int_equal(l->storage_blocks[0].stages, mesh);
   assert_int_equal(l->storage_blocks[0].binding, 2);
   assert_int_equal(l->counter_buffers[0].stages, mesh);
   assert_true(l->storage_blocks[0].slot[PIPE_SHADER_MESH] != l->counter_buffers[0].slot[PIPE_SHADER_MESH]);
   glsl_linked_unref(l);
}

/* Blocks of outputs are listed without the array over vertices or primitives. Distances without a size have that of
 * their uses: others would cull. */
static void test_outputs(void **state)
{
   (void)state;
   const struct sources s = { OUT("layout(location=2)perprimitiveEXT out vec3 a[];out B{mat2 b;}c[];",
      "a[1]=vec3(1);c[3].b=mat2(1);gl_MeshVerticesEXT[0].gl_CullDistance[1]=1.0;gl_MeshVerticesEXT[0].gl_ClipDistance[5]=1.0;"
      "gl_MeshPrimitivesEXT[0].gl_Layer=1;") };
   struct glsl_linked *l = must_link(GL, &s, NULL);
   assert_int_equal(find_resource(l->outputs, l->output_count, "B.b")->type, GL_FLOAT_MAT2);
   assert_int_equal(find_resource(l->outputs, l->output_count, "gl_MeshPerVertexEXT.gl_CullDistance[0]")->array_size, 2);
   assert_int_equal(find_resource(l->outputs, l->output_count, "gl_MeshPerVertexEXT.gl_ClipDistance[0]")->array_size, 6);
   assert_int_equal(find_resource(l->outputs, l->output_count, "gl_MeshPerPrimitiveEXT.gl_Layer")->stages, 1 << PIPE_SHADER_MESH);
   for (uint32_t i = 0; i < l->output_count; i++)
      assert_null(strstr(l->outputs[i].name, "gl_PrimitiveID"));
   glsl_linked_unref(l);
}

/* Layouts may be spread over the shaders of a stage, and must not contradict each other (GLSL 4.4.1.5, 4.4.2.5). */
static void test_several_shaders(void **state)
{
   (void)state;
   static const struct { const char *a, *b, *error; } cases[] = {
      { T0 "layout(lines)out;out vec4 v[];void f();void main(){f();v[2]=vec4(1);}",
        "layout(max_vertices=3,max_primitives=5)out;out vec4 v[];void f(){v[1]=vec4(2);gl_PrimitiveLineIndicesEXT[4]=uvec2(0,1);}", NULL },
      { T0 "layout(points)out;" MAIN, "layout(lines,max_vertices=3,max_primitives=5)out;", "differ in their output primitive" },
      { M0 MAIN, "layout(max_vertices=3)out;", "differ in their max_vertices" },
      { M0 MAIN, "layout(max_primitives=3)out;", "differ in their max_primitives" },
      { M0 MAIN, "layout(local_size_x=3)in;", "differ in their local size" },
      { M0 "taskPayloadSharedEXT uint a;" MAIN, "taskPayloadSharedEXT uint b;", "'a' and 'b' have taskPayloadSharedEXT" },
      { M0 "taskPayloadSharedEXT uint a;" MAIN, "taskPayloadSharedEXT int a;", "'a'" },
      { M0 "out vec4 a[];" MAIN, "perprimitiveEXT out vec4 a[];", "'a'" },
      { T0 "layout(points)out;out vec4 v[3];void main(){v[2]=vec4(1);}", "layout(max_vertices=4,max_primitives=5)out;", "'v' has 3 elements" },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct glsl_module *module[] = { compile_version(GL, PIPE_SHADER_MESH, cases[i].a), compile_version(GL, PIPE_SHADER_MESH, cases[i].b) };
      char *log;
      struct glsl_linked *l = glsl_link(module, 2, NULL, &desktop_limits, false, &log);
      if (!l == !cases[i].error || (cases[i].error && !strstr(log, cases[i].error)))
         fail_msg("case %u: %s", i, log);
      if (l) {
         assert_int_equal(l->mesh.max_vertices, 3);
         assert_int_equal(l->mesh.max_primitives, 5);
         assert_int_equal(l->mesh.output, GL_LINES);
      }
      check_modules(l);
      glsl_linked_unref(l);
      glsl_module_unref(module[0]);
      glsl_module_unref(module[1]);
      free(log);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows), cmocka_unit_test(test_feedback), cmocka_unit_test(test_separable),
      cmocka_unit_test(test_locations), cmocka_unit_test(test_queries),
      cmocka_unit_test(test_outputs), cmocka_unit_test(test_several_shaders) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
