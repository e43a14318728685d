/* body_mesh_program.c: programs of task and mesh shaders (EXT_mesh_shader, chapter 7): parameters, resources, subroutines, stages of
 * pipelines, and what does not link. */
#include <string.h>

#include "api_mesh.h"

#define HEAD "#version 450 core\n#extension GL_EXT_mesh_shader : require\n"
#define TASK HEAD "layout(local_size_x = 2, local_size_z = 3) in;\n"
#define MESH HEAD "layout(local_size_x = 4, local_size_y = 2) in; layout(lines, max_vertices = 6, max_primitives = 5) out;\n"
#define NOTHING "void main() {}"

static const char task[] = TASK
   "uniform vec4 shared_value; layout(std140, binding = 0) uniform Block { vec4 both; };\n"
   "layout(binding = 0) uniform atomic_uint count; layout(std430, binding = 0) buffer Store { vec4 stored; };\n"
   "taskPayloadSharedEXT vec4 payload;\n"
   "void main() { payload = shared_value + both; atomicCounterIncrement(count); stored = payload; EmitMeshTasksEXT(1u, 1u, 1u); }";
static const char mesh[] = MESH
   "uniform vec4 shared_value; layout(std140, binding = 0) uniform Block { vec4 both; }; uniform float mesh_value;\n"
   "taskPayloadSharedEXT vec4 payload;\n"
   "layout(location = 1) out vec4 at[]; layout(location = 3) perprimitiveEXT out float id[];\n"
   "void main() { SetMeshOutputsEXT(6u, 5u); uint i = gl_LocalInvocationIndex % 5u;\n"
   "   gl_MeshVerticesEXT[i].gl_Position = payload + shared_value * mesh_value; at[i] = both; id[i] = 1.0;\n"
   "   gl_PrimitiveLineIndicesEXT[i] = uvec2(i, i + 1u); }";
static const char fragment[] = HEAD
   "layout(location = 1) in vec4 at; layout(location = 3) perprimitiveEXT in float id; out vec4 color;\n"
   "void main() { color = at * id; }";

static GLint parameter(GLuint program, GLenum name)
{
   GLint values[3] = {-1, -1, -1};
   glGetProgramiv(program, name, values);
   return values[0];
}

static GLuint make(const char *task_text, const char *mesh_text, const char *fragment_text)
{
   const GLuint program = glCreateProgram();
   if (task_text)
      api_attach(program, GL_TASK_SHADER_EXT, task_text);
   if (mesh_text)
      api_attach(program, GL_MESH_SHADER_EXT, mesh_text);
   if (fragment_text)
      api_attach(program, GL_FRAGMENT_SHADER, fragment_text);
   api_link(program);
   return program;
}

static void expect_size(GLuint program, GLenum name, GLint x, GLint y, GLint z)
{
   GLint size[3] = {0};
   glGetProgramiv(program, name, size);
   api_expect("the size in x", size[0], x);
   api_expect("the size in y", size[1], y);
   api_expect("the size in z", size[2], z);
}

static void draw_parameters(void)
{
   GLint type = 0;
   api_require("GL_EXT_mesh_shader");
   const GLuint shader = glCreateShader(GL_MESH_SHADER_EXT), other = glCreateShader(GL_TASK_SHADER_EXT);
   glGetShaderiv(shader, GL_SHADER_TYPE, &type);
   api_expect("the type of a mesh shader", type, GL_MESH_SHADER_EXT);
   glGetShaderiv(other, GL_SHADER_TYPE, &type);
   api_expect("the type of a task shader", type, GL_TASK_SHADER_EXT);
   const GLuint program = make(task, mesh, fragment);
   expect_size(program, GL_TASK_WORK_GROUP_SIZE_EXT, 2, 1, 3);
   expect_size(program, GL_MESH_WORK_GROUP_SIZE_EXT, 4, 2, 1);
   api_expect("vertices", parameter(program, GL_MESH_VERTICES_OUT_EXT), 6);
   api_expect("primitives", parameter(program, GL_MESH_PRIMITIVES_OUT_EXT), 5);
   api_expect("type of output", parameter(program, GL_MESH_OUTPUT_TYPE_EXT), GL_LINES);
   api_expect_error(GL_NO_ERROR, "parameters of both stages");
   const GLuint alone = make(NULL, MESH NOTHING, NULL);
   parameter(alone, GL_MESH_VERTICES_OUT_EXT);
   api_expect_error(GL_NO_ERROR, "a mesh shader alone");
   parameter(alone, GL_TASK_WORK_GROUP_SIZE_EXT);
   api_expect_error(GL_INVALID_OPERATION, "the size of a task shader that the program lacks");
   static const GLenum names[] = {GL_MESH_WORK_GROUP_SIZE_EXT, GL_MESH_VERTICES_OUT_EXT, GL_MESH_PRIMITIVES_OUT_EXT,
                                  GL_MESH_OUTPUT_TYPE_EXT, GL_TASK_WORK_GROUP_SIZE_EXT};
   const GLuint not_linked = glCreateProgram();
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      parameter(not_linked, names[i]);
      api_expect_error(GL_INVALID_OPERATION, "a parameter of a program that is not linked");
   }
}

static GLint property(GLuint program, GLenum interface, const char *name, GLenum property)
{
   const GLuint index = glGetProgramResourceIndex(program, interface, name);
   GLint value = -1;
   glGetProgramResourceiv(program, interface, index, 1, &property, 1, NULL, &value);
   return value;
}

static void draw_resources(void)
{
   static const struct { GLenum interface; const char *name; GLint task, mesh; } rows[] = {
      {GL_UNIFORM, "shared_value", 1, 1}, {GL_UNIFORM, "mesh_value", 0, 1}, {GL_UNIFORM, "count", 1, 0}, {GL_UNIFORM_BLOCK, "Block", 1, 1},
      {GL_SHADER_STORAGE_BLOCK, "Store", 1, 0}, {GL_BUFFER_VARIABLE, "stored", 1, 0}, {GL_PROGRAM_OUTPUT, "color", 0, 0}};
   GLint value = -1;
   api_require("GL_EXT_mesh_shader");
   const GLuint program = make(task, mesh, fragment);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      api_expect(rows[i].name, property(program, rows[i].interface, rows[i].name, GL_REFERENCED_BY_TASK_SHADER_EXT), rows[i].task);
      api_expect(rows[i].name, property(program, rows[i].interface, rows[i].name, GL_REFERENCED_BY_MESH_SHADER_EXT), rows[i].mesh);
   }
   glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_TASK_SHADER_EXT, &value);
   api_expect("the block in the task shader", value, 1);
   glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_MESH_SHADER_EXT, &value);
   api_expect("the block in the mesh shader", value, 1);
   glGetActiveUniformBlockiv(program, 0, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER, &value);
   api_expect("the block in the vertex shader", value, 0);
   void (*counters)(GLuint, GLuint, GLenum, GLint *) =
      (void (*)(GLuint, GLuint, GLenum, GLint *))eglGetProcAddress("glGetActiveAtomicCounterBufferiv");
   counters(program, 0, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TASK_SHADER_EXT, &value);
   api_expect("the counters in the task shader", value, 1);
   counters(program, 0, GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_MESH_SHADER_EXT, &value);
   api_expect("the counters in the mesh shader", value, 0);
   api_expect_error(GL_NO_ERROR, "resources");
}

/* 7.3: what keeps a program from linking. */
static void draw_links(void)
{
   static const char vertex[] = "#version 450 core\nvoid main() { gl_Position = vec4(0.0); }";
   static const struct { const char *what, *vertex, *task, *mesh, *fragment; bool separable, links; } rows[] = {
      {"mesh", NULL, NULL, MESH NOTHING, NULL, false, true},
      {"task and mesh", NULL, TASK NOTHING, MESH NOTHING, NULL, false, true},
      {"task", NULL, TASK NOTHING, NULL, NULL, false, false},
      {"task, separable", NULL, TASK NOTHING, NULL, NULL, true, true},
      {"task and fragment, separable", NULL, TASK NOTHING, NULL, HEAD NOTHING, true, false},
      {"vertex and mesh", vertex, NULL, MESH NOTHING, NULL, false, false},
      {"vertex and task, separable", vertex, TASK NOTHING, NULL, NULL, true, false},
      {"primitive against vertex", NULL, NULL, mesh, HEAD "layout(location = 3) in float id; out vec4 c; void main() { c = vec4(id); }",
       false, false},
      {"no size", NULL, NULL, HEAD "layout(points, max_vertices = 1, max_primitives = 1) out;" NOTHING, NULL, false, false},
      {"no primitive", NULL, NULL, HEAD "layout(local_size_x = 1) in; layout(max_vertices = 1, max_primitives = 1) out;" NOTHING, NULL,
       false, false}};
   api_require("GL_EXT_mesh_shader");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const GLuint program = glCreateProgram();
      const struct { GLenum type; const char *text; } parts[] = {{GL_VERTEX_SHADER, rows[i].vertex}, {GL_TASK_SHADER_EXT, rows[i].task},
         {GL_MESH_SHADER_EXT, rows[i].mesh}, {GL_FRAGMENT_SHADER, rows[i].fragment}};
      for (unsigned k = 0; k < 4; k++) {
         if (!parts[k].text)
            continue;
         const GLuint shader = glCreateShader(parts[k].type); /* some may fail to compile instead */
         glShaderSource(shader, 1, &parts[k].text, NULL);
         glCompileShader(shader);
         glAttachShader(program, shader);
      }
      glProgramParameteri(program, GL_PROGRAM_SEPARABLE, rows[i].separable);
      glLinkProgram(program);
      api_expect(rows[i].what, parameter(program, GL_LINK_STATUS), rows[i].links);
   }
}

static void draw_subroutines(void)
{
   static const char text[] = MESH "subroutine float Value(); subroutine uniform Value value;\n"
      "subroutine(Value) float one() { return 1.0; }\nsubroutine(Value) float two() { return 2.0; }\n"
      "void main() { SetMeshOutputsEXT(1u, 0u); gl_MeshVerticesEXT[0].gl_Position = vec4(value()); }";
   GLint count = -1;
   api_require("GL_EXT_mesh_shader");
   const GLuint program = make(NULL, text, NULL);
   glGetProgramInterfaceiv(program, GL_MESH_SUBROUTINE_EXT, GL_ACTIVE_RESOURCES, &count);
   api_expect("subroutines of the mesh shader", count, 2);
   glGetProgramInterfaceiv(program, GL_MESH_SUBROUTINE_UNIFORM_EXT, GL_ACTIVE_RESOURCES, &count);
   api_expect("subroutine uniforms of the mesh shader", count, 1);
   glGetProgramInterfaceiv(program, GL_TASK_SUBROUTINE_EXT, GL_ACTIVE_RESOURCES, &count);
   api_expect("subroutines of the task shader", count, 0);
   glGetProgramInterfaceiv(program, GL_TASK_SUBROUTINE_UNIFORM_EXT, GL_ACTIVE_RESOURCES, &count);
   api_expect("subroutine uniforms of the task shader", count, 0);
   const GLuint two = glGetSubroutineIndex(program, GL_MESH_SHADER_EXT, "two");
   api_expect("the index of the resource", (long)glGetProgramResourceIndex(program, GL_MESH_SUBROUTINE_EXT, "two"), (long)two);
   api_expect("the location", glGetProgramResourceLocation(program, GL_MESH_SUBROUTINE_UNIFORM_EXT, "value"),
              glGetSubroutineUniformLocation(program, GL_MESH_SHADER_EXT, "value"));
   api_expect_error(GL_NO_ERROR, "queries of subroutines");
}

static void draw_pipelines(void)
{
   GLuint pipeline = 0;
   GLint name = -1;
   api_require("GL_EXT_mesh_shader");
   glGenProgramPipelines(1, &pipeline);
   const char *const texts[] = {task, mesh};
   const GLuint t = glCreateShaderProgramv(GL_TASK_SHADER_EXT, 1, &texts[0]), m = glCreateShaderProgramv(GL_MESH_SHADER_EXT, 1, &texts[1]);
   api_expect("the task program links", parameter(t, GL_LINK_STATUS), 1);
   api_expect("the mesh program links", parameter(m, GL_LINK_STATUS), 1);
   glUseProgramStages(pipeline, GL_TASK_SHADER_BIT_EXT, t);
   glUseProgramStages(pipeline, GL_MESH_SHADER_BIT_EXT, m);
   glGetProgramPipelineiv(pipeline, GL_TASK_SHADER_EXT, &name);
   api_expect("the task program", name, (long)t);
   glGetProgramPipelineiv(pipeline, GL_MESH_SHADER_EXT, &name);
   api_expect("the mesh program", name, (long)m);
   glGetProgramPipelineiv(pipeline, GL_VERTEX_SHADER, &name);
   api_expect("the vertex program", name, 0);
   api_expect_error(GL_NO_ERROR, "stages of a pipeline");
   glUseProgramStages(pipeline, 0x100, m);
   api_expect_error(GL_INVALID_VALUE, "a bit of no stage");
   glUseProgramStages(pipeline, GL_ALL_SHADER_BITS, 0);
   glGetProgramPipelineiv(pipeline, GL_MESH_SHADER_EXT, &name);
   api_expect("no mesh program", name, 0);
}

/* Contexts take the names of the extension where they offer it, and else none of them. */
static void draw_names(void)
{
   static const GLenum types[] = {GL_TASK_SHADER_EXT, GL_MESH_SHADER_EXT}, bits[] = {GL_TASK_SHADER_BIT_EXT, GL_MESH_SHADER_BIT_EXT};
   GLint count = 0;
   GLuint pipeline = 0;
   bool offered = false;
   glGetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (GLint i = 0; i < count; i++)
      offered |= strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), "GL_EXT_mesh_shader") == 0;
   glGenProgramPipelines(1, &pipeline);
   for (unsigned i = 0; i < 2; i++) {
      api_expect("a shader", glCreateShader(types[i]) != 0, offered);
      api_expect_error(offered ? GL_NO_ERROR : GL_INVALID_ENUM, "the type of a shader");
      glUseProgramStages(pipeline, bits[i], 0);
      api_expect_error(offered ? GL_NO_ERROR : GL_INVALID_VALUE, "the bit of a stage");
   }
   parameter(glCreateProgram(), GL_MESH_VERTICES_OUT_EXT);
   api_expect_error(offered ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "a parameter of a program");
}

const struct api_body api_bodies_mesh_program[] = {
   {"mesh-program-names", CORE, 45, 0, 0, draw_names, NULL},
   {"mesh-program-parameters", CORE, 45, 0, 0, draw_parameters, NULL},
   {"mesh-program-resources", CORE, 45, 0, 0, draw_resources, NULL},
   {"mesh-program-links", CORE, 45, 0, 0, draw_links, NULL},
   {"mesh-program-subroutines", CORE, 45, 0, 0, draw_subroutines, NULL},
   {"mesh-program-pipelines", CORE, 45, 0, 0, draw_pipelines, NULL},
   {0}};
