/* body_mesh_state.c: EXT_mesh_shader: which draws the current programs allow, pipelines with both kinds of stages, what queries count. */
#include "api_desktop.h"
#include "api_mesh.h"

static const char quad_mesh[] = "layout(local_size_x = 1) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n" PIXEL
   "void main() { SetMeshOutputsEXT(4u, 2u); pixel(0u, 0u, gl_WorkGroupID.x, 32u); }\n";
static const char red[] = FRAGMENT "void main() { c = vec4(1.0, 0.0, 0.0, 1.0); }\n";
static const char triangle[] = "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }\n";

static void expect_picture(const char *what, unsigned r, unsigned g, unsigned b, unsigned a)
{
   static uint8_t got[API_TEXELS][4];
   const uint8_t wanted[4] = {(uint8_t)r, (uint8_t)g, (uint8_t)b, (uint8_t)a};
   glReadPixels(0, 0, API_SIZE, API_SIZE, GL_RGBA, GL_UNSIGNED_BYTE, got);
   for (unsigned i = 0; i < API_TEXELS; i++)
      if (memcmp(got[i], wanted, 4))
         api_fail("%s: texel %u %u is %u %u %u %u", what, i % API_SIZE, i / API_SIZE, got[i][0], got[i][1], got[i][2], got[i][3]);
   api_checked();
}

/* ---- programs and draws ------------------------------------------------------------------------------------------------------ */

static void draw_vertices_four_ways(GLenum error, const char *what)
{
   static const GLuint arguments[] = {3, 1, 0, 0, 0};
   static const GLushort indices[] = {0, 1, 2};
   GLuint array, buffers[2];
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(2, buffers);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[0]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffers[1]);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, arguments, GL_STATIC_DRAW);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   api_expect_error(error, what);
   glDrawArraysInstanced(GL_TRIANGLES, 0, 0, 2);
   api_expect_error(error, what);
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
   api_expect_error(error, what);
   glDrawArraysIndirect(GL_TRIANGLES, NULL);
   api_expect_error(error, what);
}

/* GL 4.6, 11.1.3.11: programs that cannot be executed; EXT_mesh_shader, X.6: no mesh shader. Such draws change nothing. */
static void draw_wrong_programs(void)
{
   static const GLuint arguments[] = {32, 1, 1};
   char source[2][8192];
   GLuint buffer, pipeline, query, value = 0;
   api_require("GL_EXT_mesh_shader");
   make_program(NULL, quad_mesh, red);
   draw_vertices_four_ways(GL_INVALID_OPERATION, "vertices with a mesh shader");
   expect_picture("vertices with a mesh shader", 0, 0, 0, 0);
   mesh_source(source[0], triangle);
   mesh_source(source[1], red);
   api_program(source[0], NULL, source[1]);
   glGenBuffers(1, &buffer);
   glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
   glBufferData(GL_DRAW_INDIRECT_BUFFER, sizeof arguments, arguments, GL_STATIC_DRAW);
   glGenQueries(1, &query);
   glBeginQuery(GL_MESH_SHADER_INVOCATIONS_EXT, query);
   draw_tasks(32, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "tasks with a vertex shader");
   draw_tasks(~0u, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "too many tasks with a vertex shader");
   draw_tasks_indirect(0);
   api_expect_error(GL_INVALID_OPERATION, "tasks from a buffer with a vertex shader");
   multi_draw_indirect(0, 1, 0);
   api_expect_error(GL_INVALID_OPERATION, "several tasks from a buffer with a vertex shader");
   glEndQuery(GL_MESH_SHADER_INVOCATIONS_EXT);
   glGetQueryObjectuiv(query, GL_QUERY_RESULT, &value);
   api_expect("invocations", (long)value, 0);
   expect_picture("tasks with a vertex shader", 0, 0, 0, 0);
   /* A pipeline with a task shader alone draws neither. */
   mesh_source(source[0], "layout(local_size_x = 1) in; void main() { EmitMeshTasksEXT(1u, 1u, 1u); }\n");
   const char *const text = source[0];
   const GLuint task = glCreateShaderProgramv(GL_TASK_SHADER_EXT, 1, &text);
   glUseProgram(0);
   glGenProgramPipelines(1, &pipeline);
   glUseProgramStages(pipeline, GL_TASK_SHADER_BIT_EXT, task);
   glBindProgramPipeline(pipeline);
   api_expect_error(GL_NO_ERROR, "a pipeline with a task shader");
   draw_tasks(32, 1, 1);
   api_expect_error(GL_INVALID_OPERATION, "tasks without a mesh shader");
   draw_vertices_four_ways(GL_INVALID_OPERATION, "vertices with a task shader");
   /* What draws afterwards. */
   make_program(NULL, quad_mesh, red);
   draw_tasks(32, 1, 1);
   api_expect_error(GL_NO_ERROR, "tasks with a mesh shader");
}

static void red_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], (uint8_t[4]){255, 0, 0, 255}, 4);
}

/* ---- pipelines with stages of both kinds of draws --------------------------------------------------------------------------------- */

static GLuint single(GLenum type, const char *text)
{
   char source[8192], log[1024];
   GLint linked = 0;
   mesh_source(source, text);
   const char *const at = source;
   const GLuint program = glCreateShaderProgramv(type, 1, &at);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (!linked)
      api_fail("a program of type 0x%x does not link: %s", type, log);
   return program;
}

/* Task and mesh shaders take the place of the vertex shader in draws of tasks, and only there (overview). Only the interfaces between
 * stages of the same draw have to match: the task shader has no inputs. */
static void draw_both_stages(void)
{
   static const char *const vertex = "layout(location = 1) out vec4 value;\nout gl_PerVertex { vec4 gl_Position; };\n"
      "void main() { value = vec4(0.0, 1.0, 0.0, 1.0);\n"
      "   gl_Position = vec4(vec2((gl_VertexID & 1) - 1, (gl_VertexID >> 1) * 2 - 1), 0.0, 1.0); }\n"; /* the left half */
   static const char *const task = "layout(local_size_x = 1) in; taskPayloadSharedEXT uint first;\n"
      "void main() { first = 16u; EmitMeshTasksEXT(32u, 1u, 1u); }\n";
   static const char *const mesh = "layout(local_size_x = 1) in; layout(triangles, max_vertices = 4, max_primitives = 2) out;\n"
      "layout(location = 1) out vec4 value[]; taskPayloadSharedEXT uint first;\n" PIXEL
      "void main() { SetMeshOutputsEXT(4u, 2u); pixel(0u, first, gl_WorkGroupID.x, 16u);\n"
      "   for (uint i = 0u; i < 4u; i++) value[i] = vec4(0.0, 0.0, 1.0, 1.0); }\n";
   static const char *const fragment = FRAGMENT "layout(location = 1) in vec4 value; void main() { c = value; }\n";
   GLuint pipeline, array;
   GLint valid = 0;
   api_require("GL_EXT_mesh_shader");
   glGenProgramPipelines(1, &pipeline);
   glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, single(GL_VERTEX_SHADER, vertex));
   glUseProgramStages(pipeline, GL_TASK_SHADER_BIT_EXT, single(GL_TASK_SHADER_EXT, task));
   glUseProgramStages(pipeline, GL_MESH_SHADER_BIT_EXT, single(GL_MESH_SHADER_EXT, mesh));
   glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, single(GL_FRAGMENT_SHADER, fragment));
   glBindProgramPipeline(pipeline);
   glValidateProgramPipeline(pipeline);
   glGetProgramPipelineiv(pipeline, GL_VALIDATE_STATUS, &valid);
   api_expect("the pipeline is valid", valid, 1);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   for (unsigned i = 0; i < 2; i++) {
      glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
      api_expect_error(GL_NO_ERROR, "vertices");
      draw_tasks(1, 1, 1);
      api_expect_error(GL_NO_ERROR, "tasks");
   }
}

static void both_reference(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      memcpy(rgba[i], i % API_SIZE < 16 ? (uint8_t[4]){0, 255, 0, 255} : (uint8_t[4]){0, 0, 255, 255}, 4);
}

/* 13: transform feedback captures vertices of other draws only; what those after the draw of tasks capture follows. */
static void draw_captured(void)
{
   static const char *const vertex = "layout(location = 0) out float value;\nout gl_PerVertex { vec4 gl_Position; };\n"
      "void main() { value = float(gl_VertexID) + 1.0; gl_Position = vec4(2.0, 2.0, 2.0, 1.0); }\n";
   static const char *const name = "value";
   static const GLfloat zeros[4];
   char source[8192];
   GLuint pipeline, array, buffer;
   GLint linked = 0;
   api_require("GL_EXT_mesh_shader");
   const GLuint program = glCreateProgram();
   glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
   mesh_source(source, vertex);
   api_attach(program, GL_VERTEX_SHADER, source);
   glTransformFeedbackVaryings(program, 1, &name, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   api_expect("the program links", linked, 1);
   glGenProgramPipelines(1, &pipeline);
   glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, program);
   glUseProgramStages(pipeline, GL_MESH_SHADER_BIT_EXT, single(GL_MESH_SHADER_EXT, quad_mesh));
   glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, single(GL_FRAGMENT_SHADER, red));
   glBindProgramPipeline(pipeline);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glGenBuffers(1, &buffer);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof zeros, zeros, GL_STATIC_DRAW);
   glBeginTransformFeedback(GL_POINTS);
   glDrawArrays(GL_POINTS, 0, 1);
   draw_tasks(32, 1, 1);
   glDrawArrays(GL_POINTS, 1, 1);
   glEndTransformFeedback();
   api_expect_error(GL_NO_ERROR, "draws");
   const GLfloat *values = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof zeros, GL_MAP_READ_BIT);
   for (unsigned i = 0; i < 4; i++)
      api_expect("a captured value", (long)values[i], i < 2 ? (long)i + 1 : 0);
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
}

/* ---- what queries count -------------------------------------------------------------------------------------------------------- */

/* 8 work groups of two triangles in room for six: four are culled by the shader, four are outside, and 8 make 4 rows. */
static const char counted_task[] = "layout(local_size_x = 2) in; void main() { EmitMeshTasksEXT(4u, 1u, 1u); }\n";
static const char counted_mesh[] = "layout(local_size_x = 5) in; layout(triangles, max_vertices = 12, max_primitives = 6) out;\n" PIXEL
   "void main() {\n"
   "   SetMeshOutputsEXT(4u, 2u);\n"
   "   if (gl_LocalInvocationIndex == 0u) pixel(0u, 0u, gl_WorkGroupID.x == 3u ? 40u : gl_WorkGroupID.x, 32u);\n"
   "   if (gl_LocalInvocationIndex < 2u)\n"
   "      gl_MeshPrimitivesEXT[gl_LocalInvocationIndex].gl_CullPrimitiveEXT = gl_WorkGroupID.x == 2u;\n"
   "}\n";

static const struct { GLenum target; GLuint least, most; } counted[] = {
   {GL_PRIMITIVES_GENERATED, 0, 0},
   {GL_TASK_SHADER_INVOCATIONS_EXT, 4, 4},
   {GL_MESH_SHADER_INVOCATIONS_EXT, 40, 40},
   {GL_MESH_PRIMITIVES_GENERATED_EXT, 16, 16}, /* all that are emitted */
   {GL_VERTICES_SUBMITTED, 0, 0},
   {GL_PRIMITIVES_SUBMITTED, 0, 0},
   {GL_VERTEX_SHADER_INVOCATIONS, 0, 0},
   {GL_COMPUTE_SHADER_INVOCATIONS, 0, 0},
   {GL_CLIPPING_INPUT_PRIMITIVES, 12, 16}, /* those that the shader culls need not reach clipping */
   {GL_CLIPPING_OUTPUT_PRIMITIVES, 8, 8},
   {GL_FRAGMENT_SHADER_INVOCATIONS, 128, 4 * 128}, /* helpers of quads may count (GL 4.6, 4.2.4) */
   {GL_SAMPLES_PASSED, 128, 128},
};

static void begin_and_end(GLuint *queries, unsigned first, unsigned end)
{
   for (unsigned i = first; i < end; i++)
      glBeginQuery(counted[i].target, queries[i]);
   draw_tasks(2, 1, 1);
   for (unsigned i = first; i < end; i++)
      glEndQuery(counted[i].target);
}

/* 13.Y: clipping and later stages count what mesh shaders make, earlier ones do not. One query alone counts as all together. */
static void draw_counted(void)
{
   enum { MESH = 4, ALL = sizeof counted / sizeof counted[0] };
   const unsigned all = mesh_context_is_es() ? MESH : ALL;
   GLuint queries[ALL], value;
   api_require("GL_EXT_mesh_shader");
   make_program(counted_task, counted_mesh, red);
   glGenQueries((GLsizei)all, queries);
   for (unsigned alone = 0; alone <= all; alone++) {
      if (alone < all)
         begin_and_end(queries, alone, alone + 1);
      else
         begin_and_end(queries, 0, all);
      for (unsigned i = alone < all ? alone : 0; i < (alone < all ? alone + 1 : all); i++) {
         glGetQueryObjectuiv(queries[i], GL_QUERY_RESULT, &value);
         if (value < counted[i].least || value > counted[i].most)
            api_fail("query 0x%x%s: %u, not %u to %u", counted[i].target, alone < all ? " alone" : "", value, counted[i].least,
                     counted[i].most);
      }
   }
   api_checked();
   api_expect_error(GL_NO_ERROR, "queries");
   /* Compute shaders and vertices before and after a draw count; the draw between them does not. */
   if (all == MESH)
      return;
   char source[3][8192];
   mesh_source(source[0], triangle);
   mesh_source(source[1], red);
   mesh_source(source[2], "layout(local_size_x = 3) in; void main() {}\n");
   const GLuint mesh = make_program(counted_task, counted_mesh, red), vertex = api_program(source[0], NULL, source[1]);
   const GLuint compute = glCreateProgram();
   GLuint array;
   api_attach(compute, GL_COMPUTE_SHADER, source[2]);
   api_link(compute);
   glGenVertexArrays(1, &array);
   glBindVertexArray(array);
   glBeginQuery(GL_COMPUTE_SHADER_INVOCATIONS, queries[7]);
   glBeginQuery(GL_PRIMITIVES_SUBMITTED, queries[5]);
   for (unsigned i = 0; i < 2; i++) {
      glUseProgram(compute);
      glDispatchCompute(5, 1, 1);
      glUseProgram(vertex);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glUseProgram(mesh);
      draw_tasks(2, 1, 1);
   }
   glEndQuery(GL_COMPUTE_SHADER_INVOCATIONS);
   glEndQuery(GL_PRIMITIVES_SUBMITTED);
   glGetQueryObjectuiv(queries[7], GL_QUERY_RESULT, &value);
   api_expect("compute shader invocations", (long)value, 2 * 15);
   glGetQueryObjectuiv(queries[5], GL_QUERY_RESULT, &value);
   api_expect("primitives submitted", (long)value, 2);
   api_expect_error(GL_NO_ERROR, "queries");
}

/* gl_CullPrimitiveEXT that is not written is false, also where the memory of an earlier draw had another value. */
static void draw_cull_default(void)
{
   char text[2048];
   api_require("GL_EXT_mesh_shader");
   for (unsigned i = 0; i < 2; i++) {
      snprintf(text, sizeof text, "layout(local_size_x = 64) in; layout(triangles, max_vertices = 128, max_primitives = %u) out;\n" PIXEL
         "void main() {\n"
         "   uint i = gl_LocalInvocationIndex;\n"
         "   SetMeshOutputsEXT(128u, 64u);\n"
         "   if (i < 32u) pixel(2u * i, 0u, i, 32u);\n"
         "   if (%s) gl_MeshPrimitivesEXT[i].gl_CullPrimitiveEXT = true;\n"
         "}\n", i ? 200 : 64, i ? "gl_WorkGroupID.x > 0u" : "true");
      make_program(NULL, text, red);
      if (i == 0)
         draw_tasks(4, 1, 1);
   }
   expect_picture("culled", 0, 0, 0, 0);
   draw_tasks(2, 1, 1);
   api_expect_error(GL_NO_ERROR, "draws");
}

/* In the compatibility profile fixed functions take vertices where a program lacks a vertex shader: no error. */
static void draw_fixed_vertices(void)
{
   api_require("GL_EXT_mesh_shader");
   make_program(NULL, quad_mesh, red);
   api_rectangle(-1, -1, 1, 0);
   api_expect_error(GL_NO_ERROR, "vertices of fixed functions");
   draw_tasks(32, 1, 1);
   api_expect_error(GL_NO_ERROR, "tasks");
}

const struct api_body api_bodies_mesh_state[] = {
   {"mesh-wrong-programs", CORE, 46, 0, 0, draw_wrong_programs, red_reference},
   {"mesh-both-stages", CORE, 46, 0, 0, draw_both_stages, both_reference},
   {"mesh-counted", CORE, 46, 0, 0, draw_counted, NULL},
   {"mesh-captured", CORE, 46, 0, 0, draw_captured, red_reference},
   {"mesh-cull-default", CORE, 46, 0, 0, draw_cull_default, red_reference},
   {"mesh-fixed-vertices", COMPATIBILITY, 46, 0, 0, draw_fixed_vertices, red_reference},
   {"es32-mesh-wrong-programs", GLES, 32, 0, 0, draw_wrong_programs, red_reference},
   {"es32-mesh-both-stages", GLES, 32, 0, 0, draw_both_stages, both_reference},
   {"es32-mesh-cull-default", GLES, 32, 0, 0, draw_cull_default, red_reference},
   {"es32-mesh-counted", GLES, 32, 0, 0, draw_counted, NULL},
   {NULL},
};
