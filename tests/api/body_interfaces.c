/* body_interfaces.c: the resources of programs by interface (OpenGL 4.6, 7.3.1; ARB_program_interface_query): names, properties,
 * locations, errors. */
#include <string.h>

#include "api_test.h"

typedef GLint (*get_location_index)(GLuint, GLenum, const GLchar *);
static get_location_index location_index;

static GLuint shader_of(GLenum stage, const char *source)
{
   const GLuint shader = glCreateShader(stage);
   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   return shader;
}

static GLuint linked(const char *vertex, const char *fragment, unsigned captured, const char *const *names, bool separable)
{
   const GLuint program = glCreateProgram();
   GLint status;
   if (vertex)
      glAttachShader(program, shader_of(GL_VERTEX_SHADER, vertex));
   if (fragment)
      glAttachShader(program, shader_of(GL_FRAGMENT_SHADER, fragment));
   if (captured)
      glTransformFeedbackVaryings(program, (GLsizei)captured, names, GL_INTERLEAVED_ATTRIBS);
   if (separable)
      glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &status);
   if (!status) {
      char log[1000] = "";
      glGetProgramInfoLog(program, sizeof(log), NULL, log);
      api_fail("link: %s", log);
   }
   return program;
}

struct row { GLenum interface; const char *name; GLenum property; GLint value; };

static GLint property_of(GLuint program, GLenum interface, const char *name, GLenum property)
{
   const GLuint index = glGetProgramResourceIndex(program, interface, name);
   GLint value = -12345;
   GLsizei length = -1;
   if (index == GL_INVALID_INDEX)
      api_fail("no resource '%s' of interface 0x%x", name, interface);
   glGetProgramResourceiv(program, interface, index, 1, &property, 1, &length, &value);
   api_expect("values of one property", length, 1);
   return value;
}

static void check_rows(GLuint program, const struct row *row, unsigned count)
{
   for (unsigned i = 0; i < count; i++, row++) {
      const GLint value = property_of(program, row->interface, row->name, row->property);
      if (value != row->value)
         api_fail("'%s': property 0x%x is %d, not %d", row->name, row->property, value, row->value);
   }
   api_expect_error(GL_NO_ERROR, "properties");
}
#define CHECK(program, rows) check_rows(program, rows, sizeof(rows) / sizeof((rows)[0]))

static const char vertex[] =
   "#version 330\nlayout(location = 0) in vec2 pos; layout(location = 2) in mat2 turn[2]; in float unused;\n"
   "struct S { vec3 a; float b[3]; }; uniform S one[2]; uniform vec4 shift;\n"
   "layout(std140) uniform Block { mat3 m; layout(row_major) mat2x3 r; vec4 list[4]; S inside[2]; };\n"
   "layout(std140) uniform Many { float f; vec2 g; } many[2];\n"
   "out Out { vec4 a; vec2 b; } o; flat out ivec2 k[2];\n"
   "void main() { gl_Position = vec4(turn[1] * pos + one[1].a.xy * one[0].b[2] + float(gl_VertexID) * 1e-30, 0.0, 1.0) + shift;\n"
   "   o.a = list[1] + vec4(m[0] + r[1], inside[1].b[1]); o.b = many[1].g + many[0].f; k[0] = k[1] = ivec2(1); }";
static const char fragment[] =
   "#version 330\nlayout(std140) uniform Many { float f; vec2 g; } many[2]; uniform sampler2D tex[2];\n"
   "in Out { vec4 a; vec2 b; } o; layout(location = 0, index = 0) out vec4 color; layout(location = 0, index = 1) out vec4 second;\n"
   "void main() { color = o.a + many[0].f + texture(tex[1], o.b); second = vec4(1.0); }";

static const struct row rows[] = {
   {GL_PROGRAM_INPUT, "pos", GL_TYPE, GL_FLOAT_VEC2},
   {GL_PROGRAM_INPUT, "pos", GL_LOCATION, 0},
   {GL_PROGRAM_INPUT, "pos", GL_REFERENCED_BY_VERTEX_SHADER, 1},
   {GL_PROGRAM_INPUT, "pos", GL_REFERENCED_BY_FRAGMENT_SHADER, 0},
   {GL_PROGRAM_INPUT, "pos", GL_REFERENCED_BY_COMPUTE_SHADER, 0},
   {GL_PROGRAM_INPUT, "pos", GL_REFERENCED_BY_TESS_CONTROL_SHADER, 0},
   {GL_PROGRAM_INPUT, "pos", GL_IS_PER_PATCH, 0},
   {GL_PROGRAM_INPUT, "turn", GL_LOCATION, 2},
   {GL_PROGRAM_INPUT, "turn[0]", GL_ARRAY_SIZE, 2},
   {GL_PROGRAM_INPUT, "turn", GL_NAME_LENGTH, 8},
   {GL_PROGRAM_INPUT, "gl_VertexID", GL_LOCATION, -1},
   {GL_PROGRAM_INPUT, "gl_VertexID", GL_TYPE, GL_INT},
   {GL_PROGRAM_OUTPUT, "color", GL_LOCATION, 0},
   {GL_PROGRAM_OUTPUT, "color", GL_TYPE, GL_FLOAT_VEC4},
   {GL_PROGRAM_OUTPUT, "second", GL_REFERENCED_BY_FRAGMENT_SHADER, 1},
   {GL_PROGRAM_OUTPUT, "second", GL_REFERENCED_BY_GEOMETRY_SHADER, 0},
   {GL_UNIFORM, "shift", GL_OFFSET, -1},
   {GL_UNIFORM, "shift", GL_BLOCK_INDEX, -1},
   {GL_UNIFORM, "shift", GL_ARRAY_STRIDE, -1},
   {GL_UNIFORM, "shift", GL_MATRIX_STRIDE, -1},
   {GL_UNIFORM, "shift", GL_IS_ROW_MAJOR, 0},
   {GL_UNIFORM, "shift", GL_ATOMIC_COUNTER_BUFFER_INDEX, -1},
   {GL_UNIFORM, "one[0].b", GL_ARRAY_SIZE, 3},
   {GL_UNIFORM, "one[1].a", GL_TYPE, GL_FLOAT_VEC3},
   {GL_UNIFORM, "tex", GL_TYPE, GL_SAMPLER_2D},
   {GL_UNIFORM, "tex[0]", GL_REFERENCED_BY_VERTEX_SHADER, 0},
   {GL_UNIFORM, "m", GL_OFFSET, 0},
   {GL_UNIFORM, "m", GL_MATRIX_STRIDE, 16},
   {GL_UNIFORM, "m", GL_LOCATION, -1},
   {GL_UNIFORM, "m", GL_ARRAY_STRIDE, 0},
   {GL_UNIFORM, "r", GL_IS_ROW_MAJOR, 1},
   {GL_UNIFORM, "r", GL_OFFSET, 48},
   {GL_UNIFORM, "list", GL_OFFSET, 96},
   {GL_UNIFORM, "list[0]", GL_ARRAY_STRIDE, 16},
   {GL_UNIFORM, "list", GL_MATRIX_STRIDE, 0},
   {GL_UNIFORM, "inside[1].b", GL_OFFSET, 160 + 64 + 16},
   {GL_UNIFORM, "Many.g", GL_OFFSET, 8},
   {GL_UNIFORM_BLOCK, "Block", GL_BUFFER_DATA_SIZE, 160 + 128},
   {GL_UNIFORM_BLOCK, "Block", GL_NUM_ACTIVE_VARIABLES, 7},
   {GL_UNIFORM_BLOCK, "Block", GL_REFERENCED_BY_FRAGMENT_SHADER, 0},
   {GL_UNIFORM_BLOCK, "Many[1]", GL_BUFFER_BINDING, 5},
   {GL_UNIFORM_BLOCK, "Many[1]", GL_NAME_LENGTH, 8},
   {GL_UNIFORM_BLOCK, "Many", GL_NUM_ACTIVE_VARIABLES, 2},
   {GL_UNIFORM_BLOCK, "Many[0]", GL_REFERENCED_BY_FRAGMENT_SHADER, 1},
   {GL_UNIFORM_BLOCK, "Many[1]", GL_REFERENCED_BY_FRAGMENT_SHADER, 0},
   {GL_UNIFORM_BLOCK, "Many[1]", GL_REFERENCED_BY_VERTEX_SHADER, 1},
   {GL_TRANSFORM_FEEDBACK_VARYING, "Out.b", GL_TYPE, GL_FLOAT_VEC2},
   {GL_TRANSFORM_FEEDBACK_VARYING, "k", GL_ARRAY_SIZE, 2},
   {GL_TRANSFORM_FEEDBACK_VARYING, "Out.a", GL_NAME_LENGTH, 6},
};

/* A number of an interface: the error, else the value. */
static const struct count { GLenum interface, parameter; GLint value; GLenum error; } counts[] = {
   {GL_PROGRAM_INPUT, GL_ACTIVE_RESOURCES, 3, 0},
   {GL_PROGRAM_INPUT, GL_MAX_NAME_LENGTH, 12, 0},
   {GL_PROGRAM_OUTPUT, GL_ACTIVE_RESOURCES, 2, 0},
   {GL_UNIFORM_BLOCK, GL_ACTIVE_RESOURCES, 3, 0},
   {GL_UNIFORM_BLOCK, GL_MAX_NUM_ACTIVE_VARIABLES, 7, 0},
   {GL_UNIFORM, GL_ACTIVE_RESOURCES, 15, 0},
   {GL_TRANSFORM_FEEDBACK_VARYING, GL_ACTIVE_RESOURCES, 5, 0},
   {GL_PROGRAM_INPUT, GL_MAX_NUM_ACTIVE_VARIABLES, 0, GL_INVALID_OPERATION},
   {GL_UNIFORM, GL_MAX_NUM_ACTIVE_VARIABLES, 0, GL_INVALID_OPERATION},
};

static void check_counts(GLuint program)
{
   for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
      GLint value = 0;
      glGetProgramInterfaceiv(program, counts[i].interface, counts[i].parameter, &value);
      api_expect_error(counts[i].error, "glGetProgramInterfaceiv");
      if (value != counts[i].value)
         api_fail("interface 0x%x: 0x%x is %d, not %d", counts[i].interface, counts[i].parameter, value, counts[i].value);
   }
}

static void check_names(GLuint program)
{
   char name[6] = "xxxxx";
   GLsizei length = -1;
   api_expect("a[1] is not a name", (GLint)glGetProgramResourceIndex(program, GL_UNIFORM, "list[1]"), (GLint)GL_INVALID_INDEX);
   api_expect("a structure", (GLint)glGetProgramResourceIndex(program, GL_UNIFORM, "one"), (GLint)GL_INVALID_INDEX);
   api_expect("an unused input", (GLint)glGetProgramResourceIndex(program, GL_PROGRAM_INPUT, "unused"), (GLint)GL_INVALID_INDEX);
   api_expect("a step", (GLint)glGetProgramResourceIndex(program, GL_TRANSFORM_FEEDBACK_VARYING, "gl_SkipComponents2"),
              (GLint)GL_INVALID_INDEX);
   api_expect("location of an element", glGetProgramResourceLocation(program, GL_PROGRAM_INPUT, "turn[1]"), 4);
   api_expect("as an attribute", glGetAttribLocation(program, "turn[1]"), 4);
   api_expect("beyond the end", glGetProgramResourceLocation(program, GL_PROGRAM_INPUT, "turn[2]"), -1);
   api_expect("spaces", glGetProgramResourceLocation(program, GL_UNIFORM, "tex[ 0]"), -1);
   api_expect("zeros", glGetProgramResourceLocation(program, GL_UNIFORM, "tex[01]"), -1);
   api_expect("an element of a uniform", glGetProgramResourceLocation(program, GL_UNIFORM, "one[1].b[2]"),
              glGetUniformLocation(program, "one[1].b[2]"));
   api_expect("a built-in", glGetProgramResourceLocation(program, GL_PROGRAM_INPUT, "gl_VertexID"), -1);
   api_expect("the second source", location_index(program, GL_PROGRAM_OUTPUT, "second"), 1);
   api_expect("the first source", location_index(program, GL_PROGRAM_OUTPUT, "color"), 0);
   glGetProgramResourceName(program, GL_PROGRAM_OUTPUT, glGetProgramResourceIndex(program, GL_PROGRAM_OUTPUT, "color"), 4, &length, name);
   api_expect("a name of three letters", length == 3 && !strcmp(name, "col") && name[4] == 'x', 1);
   glGetProgramResourceName(program, GL_TRANSFORM_FEEDBACK_VARYING, 1, 6, NULL, name);
   api_expect("a name without a length", !strcmp(name, "gl_Sk"), 1);
   api_expect_error(GL_NO_ERROR, "names");
}

static void check_values(GLuint program)
{
   static const GLenum properties[] = {GL_NUM_ACTIVE_VARIABLES, GL_BUFFER_BINDING, GL_ACTIVE_VARIABLES};
   static const GLenum gap[] = {GL_TYPE, GL_ARRAY_SIZE};
   GLint values[12], block_of;
   GLsizei length = -1;
   const GLuint block = glGetProgramResourceIndex(program, GL_UNIFORM_BLOCK, "Block");
   values[9] = -7;
   glUniformBlockBinding(program, block, 3);
   glGetProgramResourceiv(program, GL_UNIFORM_BLOCK, block, 3, properties, 12, &length, values);
   api_expect("all values", length, 9);
   for (unsigned i = 2; i < 9; i++) {
      glGetProgramResourceiv(program, GL_UNIFORM, (GLuint)values[i], 1, (const GLenum[]){GL_BLOCK_INDEX}, 1, NULL, &block_of);
      api_expect("the block of a variable", block_of, (GLint)block);
   }
   api_expect("the binding", values[1], 3);
   api_expect("after them", values[9], -7);
   values[2] = -7;
   glGetProgramResourceiv(program, GL_UNIFORM_BLOCK, block, 3, properties, 2, &length, values);
   api_expect("room for two", length == 2 && values[2] == -7, 1);
   glGetProgramResourceiv(program, GL_UNIFORM, glGetProgramResourceIndex(program, GL_UNIFORM, "Many.g"), 1,
                          (const GLenum[]){GL_BLOCK_INDEX}, 1, NULL, values);
   api_expect("the block", values[0], (GLint)glGetProgramResourceIndex(program, GL_UNIFORM_BLOCK, "Many"));
   glGetProgramResourceiv(program, GL_TRANSFORM_FEEDBACK_VARYING, 1, 2, gap, 2, NULL, values);
   api_expect("gl_SkipComponents2", values[0] == GL_NONE && values[1] == 2, 1);
   glGetProgramResourceiv(program, GL_TRANSFORM_FEEDBACK_VARYING, 3, 2, gap, 2, NULL, values);
   api_expect("gl_NextBuffer", values[0] == GL_NONE && values[1] == 0, 1);
   api_expect_error(GL_NO_ERROR, "values");
}

static void check_errors(GLuint program)
{
   static const GLenum offset = GL_OFFSET, texture = GL_TEXTURE_2D, both[] = {GL_OFFSET, GL_TEXTURE_2D}, length = GL_NAME_LENGTH;
   GLint value = 5;
   GLsizei count = 6;
   char name[8] = "name";
   const GLuint unlinked = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
#define ERROR(error, call) do { call; api_expect_error(error, #call); } while (0)
   ERROR(GL_INVALID_VALUE, glGetProgramInterfaceiv(12345, GL_UNIFORM, GL_ACTIVE_RESOURCES, &value));
   ERROR(GL_INVALID_OPERATION, glGetProgramInterfaceiv(shader, GL_UNIFORM, GL_ACTIVE_RESOURCES, &value));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceIndex(12345, GL_UNIFORM, "x"));
   ERROR(GL_INVALID_OPERATION, glGetProgramResourceIndex(shader, GL_UNIFORM, "x"));
   ERROR(GL_INVALID_ENUM, glGetProgramResourceIndex(program, GL_TEXTURE_2D, "x"));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceName(program, GL_UNIFORM, 1000, 8, &count, name));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceName(program, GL_UNIFORM, 0, -1, &count, name));
   ERROR(GL_INVALID_ENUM, glGetProgramResourceName(program, GL_BUFFER_BINDING, 0, 8, &count, name));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceiv(program, GL_UNIFORM, 1000, 1, &offset, 1, &count, &value));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceiv(program, GL_UNIFORM, 0, 0, &offset, 1, &count, &value));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceiv(program, GL_UNIFORM, 0, 1, &offset, -1, &count, &value));
   ERROR(GL_INVALID_ENUM, glGetProgramResourceiv(program, GL_UNIFORM, 0, 1, &texture, 1, &count, &value));
   ERROR(GL_INVALID_OPERATION, glGetProgramResourceiv(program, GL_PROGRAM_INPUT, 0, 1, &offset, 1, &count, &value));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceiv(unlinked, GL_UNIFORM, 0, 1, &length, 1, &count, &value));
   ERROR(GL_INVALID_ENUM, glGetProgramResourceLocation(program, GL_UNIFORM_BLOCK, "Block"));
   ERROR(GL_INVALID_OPERATION, glGetProgramResourceLocation(unlinked, GL_UNIFORM, "x"));
   ERROR(GL_INVALID_VALUE, glGetProgramResourceLocation(12345, GL_UNIFORM, "x"));
   ERROR(GL_INVALID_ENUM, location_index(program, GL_PROGRAM_INPUT, "pos"));
   ERROR(GL_INVALID_OPERATION, location_index(unlinked, GL_PROGRAM_OUTPUT, "x"));
   glGetProgramResourceiv(program, GL_PROGRAM_INPUT, 0, 2, both, 1, &count, &value);
   api_expect("two wrong properties", glGetError() != GL_NO_ERROR, 1);
   api_expect("unchanged", value == 5 && count == 6 && !strcmp(name, "name"), 1);
   glGetProgramInterfaceiv(unlinked, GL_UNIFORM, GL_ACTIVE_RESOURCES, &value);
   api_expect("a program without a link", value, 0);
   api_expect_error(GL_NO_ERROR, "a program without a link");
}

static void paint(void)
{
   glClearColor(0, 1, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
}

static void draw_queries(void)
{
   static const char *const captured[] = {"Out.b", "gl_SkipComponents2", "k", "gl_NextBuffer", "Out.a"};
   api_require("GL_ARB_program_interface_query");
   api_require("GL_ARB_transform_feedback3");
   location_index = (get_location_index)eglGetProcAddress("glGetProgramResourceLocationIndex");
   const GLuint program = linked(vertex, fragment, 5, captured, false);
   glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Many[1]"), 5);
   CHECK(program, rows);
   check_counts(program);
   check_names(program);
   check_values(program);
   check_errors(program);
   paint();
}

/* Inputs and outputs of separable programs have the locations of their layouts. */
static void draw_separable(void)
{
   static const struct row outputs[] = {
      {GL_PROGRAM_OUTPUT, "given", GL_LOCATION, 3},
      {GL_PROGRAM_OUTPUT, "given", GL_REFERENCED_BY_VERTEX_SHADER, 1},
      {GL_PROGRAM_OUTPUT, "open", GL_LOCATION, -1},
      {GL_PROGRAM_OUTPUT, "open[0]", GL_ARRAY_SIZE, 2},
      {GL_PROGRAM_OUTPUT, "Out.x", GL_TYPE, GL_FLOAT},
      {GL_PROGRAM_OUTPUT, "gl_Position", GL_LOCATION, -1},
   };
   static const struct row inputs[] = {
      {GL_PROGRAM_INPUT, "given", GL_LOCATION, 3},
      {GL_PROGRAM_INPUT, "given", GL_REFERENCED_BY_FRAGMENT_SHADER, 1},
      {GL_PROGRAM_INPUT, "given", GL_REFERENCED_BY_VERTEX_SHADER, 0},
      {GL_PROGRAM_INPUT, "Out.x", GL_LOCATION, -1},
      {GL_PROGRAM_OUTPUT, "color", GL_LOCATION, 0},
   };
   api_require("GL_ARB_program_interface_query");
   api_require("GL_ARB_separate_shader_objects");
   location_index = (get_location_index)eglGetProcAddress("glGetProgramResourceLocationIndex");
#define SEPARATE "#version 330\n#extension GL_ARB_separate_shader_objects : require\n"
   const GLuint first = linked(SEPARATE "in vec4 pos; layout(location = 3) out vec3 given; out vec2 open[2]; out Out { float x; } o;\n"
      "out gl_PerVertex { vec4 gl_Position; };\n"
      "void main() { gl_Position = pos; given = pos.xyz; open[0] = open[1] = pos.xy; o.x = pos.w; }", NULL, 0, NULL, true);
   const GLuint second = linked(NULL, SEPARATE "layout(location = 3) in vec3 given; in Out { float x; } o; out vec4 color;\n"
      "void main() { color = vec4(given, o.x); }", 0, NULL, true);
   CHECK(first, outputs);
   CHECK(second, inputs);
   api_expect("no colour index", location_index(first, GL_PROGRAM_OUTPUT, "given"), -1);
   api_expect("an element", glGetProgramResourceLocation(first, GL_PROGRAM_OUTPUT, "open[1]"), -1);
   api_expect("a location by layout", glGetProgramResourceLocation(second, GL_PROGRAM_INPUT, "given"), 3);
   api_expect("no attribute", glGetAttribLocation(second, "given"), -1);
   api_expect_error(GL_NO_ERROR, "separable programs");
   paint();
}

static void green(uint8_t rgba[API_TEXELS][4])
{
   for (unsigned i = 0; i < API_TEXELS; i++)
      rgba[i][1] = rgba[i][3] = 255;
}

const struct api_body api_bodies_interfaces[] = {
   {"interface-queries", CORE, 33, 0, 0, draw_queries, green},
   {"interface-separable", CORE, 33, 0, 0, draw_separable, green},
   {0},
};
