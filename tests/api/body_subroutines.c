/* body_subroutines.c: subroutine uniforms (OpenGL 4.6, 7.10; ARB_shader_subroutine): calls of each stage, selections that
 * binding a program resets, queries, errors. */
#include <string.h>

#include "api_test.h"

static const char vertex[] =
   "#version 330 core\n#extension GL_ARB_shader_subroutine : require\n"
   "layout(location = 0) in vec2 pos; uniform float scale; out vec2 at;\n"
   "subroutine vec2 Place(vec2 p); subroutine uniform Place place;\n"
   "subroutine(Place) vec2 same(vec2 p) { return p; }\n"
   "subroutine(Place) vec2 mirrored(vec2 p) { return vec2(-p.x, p.y); }\n"
   "void main() { at = pos; gl_Position = vec4(place(pos) * scale, 0.0, 1.0); }";
static const char fragment[] =
   "#version 330 core\n#extension GL_ARB_shader_subroutine : require\n"
   "in vec2 at; out vec4 color; uniform float alpha;\n"
   "subroutine vec3 Paint(float x); subroutine float Value();\n"
   "subroutine uniform Paint paint[2]; subroutine uniform Value value;\n"
   "subroutine(Paint) vec3 red(float x) { return vec3(x, 0.0, 0.0); }\n"
   "subroutine(Paint) vec3 green(float x) { return vec3(0.0, x, 0.0); }\n"
   "subroutine(Paint) vec3 blue(float x) { return vec3(0.0, 0.0, x); }\n"
   "subroutine(Value) float half_of() { return 0.6; }\nsubroutine(Value) float all_of() { return 1.0; }\n"
   "void main() { color = vec4(at.x < 0.0 ? paint[0](value()) : paint[1](value()), alpha); }";

static GLuint program, names[5];
static GLint paint, value;
static GLuint selected[3]; /* by location */
static const char *const functions[5] = {"red", "green", "blue", "half_of", "all_of"};

static void select_fragment(unsigned left, unsigned right, unsigned of)
{
   selected[paint] = names[left];
   selected[paint + 1] = names[right];
   selected[value] = names[of];
   glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 3, selected);
}

static void make_program(void)
{
   static const GLfloat corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
   program = api_program(vertex, NULL, fragment);
   glUniform1f(glGetUniformLocation(program, "scale"), 1);
   glUniform1f(glGetUniformLocation(program, "alpha"), 1);
   paint = glGetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "paint");
   value = glGetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "value");
   for (unsigned i = 0; i < 5; i++)
      names[i] = glGetSubroutineIndex(program, GL_FRAGMENT_SHADER, functions[i]);
   api_vertices(corners, sizeof(corners));
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
}

static void draw_rows(int first, int count)
{
   glEnable(GL_SCISSOR_TEST);
   glScissor(0, first, API_SIZE, count);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glDisable(GL_SCISSOR_TEST);
}

/* Rows of four: selections in both stages, uniforms that change beside them, and a second context with another selection. */
static void draw_selections(void)
{
   api_require("GL_ARB_shader_subroutine");
   make_program();
   const GLuint same = glGetSubroutineIndex(program, GL_VERTEX_SHADER, "same");
   const GLuint mirrored = glGetSubroutineIndex(program, GL_VERTEX_SHADER, "mirrored");
   glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, &same);
   select_fragment(0, 1, 4);
   draw_rows(0, 4);
   select_fragment(2, 0, 3);
   draw_rows(4, 4);
   glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, &mirrored);
   draw_rows(8, 4);
   glUniform1f(glGetUniformLocation(program, "alpha"), 0.2f);
   draw_rows(12, 4);
   api_use_second(true);
   glUseProgram(program);
   glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, &same);
   select_fragment(1, 1, 4);
   api_use_second(false);
   draw_rows(16, 4); /* as before */
   GLuint current = 0;
   glGetUniformSubroutineuiv(GL_VERTEX_SHADER, 0, &current);
   api_expect("the vertex shader's selection", (long)current, (long)mirrored);
   api_expect_error(GL_NO_ERROR, "drawing");
}

static void reference_selections(uint8_t rgba[API_TEXELS][4])
{
   static const uint8_t rows[5][2][4] = {
      {{255, 0, 0, 255}, {0, 255, 0, 255}}, {{0, 0, 153, 255}, {153, 0, 0, 255}}, {{153, 0, 0, 255}, {0, 0, 153, 255}},
      {{153, 0, 0, 51}, {0, 0, 153, 51}}, {{153, 0, 0, 51}, {0, 0, 153, 51}}};
   for (unsigned y = 0; y < 20; y++)
      for (unsigned x = 0; x < API_SIZE; x++)
         memcpy(rgba[y * API_SIZE + x], rows[y / 4][x >= API_SIZE / 2], 4);
}

static bool is_compatible(GLuint index, unsigned first, unsigned count)
{
   for (unsigned i = first; i < first + count; i++)
      if (names[i] == index)
         return true;
   return false;
}

static GLint stage_value(GLenum stage, GLenum pname)
{
   GLint got = -1;
   glGetProgramStageiv(program, stage, pname, &got);
   return got;
}

static GLint uniform_value(GLuint index, GLenum pname)
{
   GLint got[8] = {-1};
   glGetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, index, pname, got);
   return got[0];
}

static void draw_queries(void)
{
   GLint limit = 0, list[8];
   GLuint current = 0;
   char name[16];
   GLsizei length;
   api_require("GL_ARB_shader_subroutine");
   make_program();
   glGetIntegerv(GL_MAX_SUBROUTINES, &limit);
   api_expect("256 subroutines", limit >= 256, true);
   glGetIntegerv(GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS, &limit);
   api_expect("1024 locations", limit >= 1024, true);
   api_expect("subroutines", stage_value(GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINES), 5);
   api_expect("uniforms", stage_value(GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORMS), 2);
   api_expect("locations", stage_value(GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS), 3);
   api_expect("longest function", stage_value(GL_FRAGMENT_SHADER, GL_ACTIVE_SUBROUTINE_MAX_LENGTH), 8);
   api_expect("no geometry shader", stage_value(GL_GEOMETRY_SHADER, GL_ACTIVE_SUBROUTINES), 0);
   api_expect("an element", glGetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "paint[1]"), paint + 1);
   api_expect("no element", glGetSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "paint[2]"), -1);
   api_expect("no function", (long)glGetSubroutineIndex(program, GL_FRAGMENT_SHADER, "same"), (long)GL_INVALID_INDEX);
   for (GLuint i = 0; i < 2; i++) {
      glGetActiveSubroutineUniformName(program, GL_FRAGMENT_SHADER, i, sizeof(name), &length, name);
      const bool array = !strncmp(name, "paint", 5);
      api_expect("size", uniform_value(i, GL_UNIFORM_SIZE), array ? 2 : 1);
      api_expect("compatible functions", uniform_value(i, GL_NUM_COMPATIBLE_SUBROUTINES), array ? 3 : 2);
      glGetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, i, GL_COMPATIBLE_SUBROUTINES, list);
      for (int k = 0; k < (array ? 3 : 2); k++)
         api_expect("a compatible function", is_compatible((GLuint)list[k], array ? 0 : 3, array ? 3 : 2), true);
   }
   glGetActiveSubroutineName(program, GL_FRAGMENT_SHADER, names[1], sizeof(name), &length, name);
   api_expect("the name of a function", strcmp(name, "green"), 0);
   api_expect("its length", length, 5);
   /* A bind selects functions of the right types. */
   select_fragment(2, 2, 4);
   glUseProgram(program);
   for (GLint i = 0; i < 3; i++) {
      glGetUniformSubroutineuiv(GL_FRAGMENT_SHADER, i, &current);
      api_expect("a selected function", is_compatible(current, i == value ? 3 : 0, i == value ? 2 : 3), true);
   }
   api_expect_error(GL_NO_ERROR, "queries");
}

static void draw_errors(void)
{
   static const GLuint large[3] = {1000, 1000, 1000};
   GLuint got = 0;
   GLint number = -7;
   char name[16];
   api_require("GL_ARB_shader_subroutine");
   make_program();
   select_fragment(0, 1, 3);
   api_expect_error(GL_NO_ERROR, "a selection");
   glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 2, selected);
   api_expect_error(GL_INVALID_VALUE, "not all locations");
   glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 3, large);
   api_expect_error(GL_INVALID_VALUE, "an index beyond");
   glUniformSubroutinesuiv(GL_GEOMETRY_SHADER, 0, selected);
   api_expect_error(GL_INVALID_OPERATION, "a stage without a shader");
   glGetUniformSubroutineuiv(GL_FRAGMENT_SHADER, 3, &got);
   api_expect_error(GL_INVALID_VALUE, "a location beyond");
   select_fragment(3, 1, 3);
   api_expect_error(GL_INVALID_OPERATION, "a function of another type");
   glGetUniformSubroutineuiv(GL_FRAGMENT_SHADER, paint, &got);
   api_expect("the selection before the errors", (long)got, (long)names[0]);
   glGetActiveSubroutineUniformiv(program, GL_FRAGMENT_SHADER, 2, GL_UNIFORM_SIZE, &number);
   api_expect_error(GL_INVALID_VALUE, "a uniform beyond");
   glGetActiveSubroutineName(program, GL_FRAGMENT_SHADER, 5, sizeof(name), NULL, name);
   api_expect_error(GL_INVALID_VALUE, "a function beyond");
   glGetProgramStageiv(program, GL_FRAGMENT_SHADER, GL_ACTIVE_UNIFORMS, &number);
   api_expect_error(GL_INVALID_ENUM, "no value of a stage");
   glGetSubroutineIndex(glCreateProgram(), GL_FRAGMENT_SHADER, "red");
   api_expect_error(GL_INVALID_OPERATION, "a program that is not linked");
   glUseProgram(0);
   glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 3, selected);
   api_expect_error(GL_INVALID_OPERATION, "no program");
}

#define RESET_GLSL "#version 330 core\n#extension GL_ARB_shader_subroutine : require\n" \
   "#extension GL_ARB_separate_shader_objects : require\n"

static void select_vertex(GLuint index)
{
   glUniformSubroutinesuiv(GL_VERTEX_SHADER, 1, &index);
}

static void expect_vertex(const char *what, GLuint wanted)
{
   GLuint got = 77;
   glGetUniformSubroutineuiv(GL_VERTEX_SHADER, 0, &got);
   api_expect(what, (long)got, (long)wanted);
}

/* A stage keeps its selection while another program is linked, and while the pipeline gets another program for another stage. */
static void draw_resets(void)
{
   static const char *const vertex = RESET_GLSL "subroutine vec4 kind(); subroutine uniform kind k; out gl_PerVertex { vec4 gl_Position; };\n"
      "subroutine(kind) vec4 one() { return vec4(1.0); } subroutine(kind) vec4 two() { return vec4(2.0); }\n"
      "void main() { gl_Position = k(); }";
   static const char *const fragment = RESET_GLSL "out vec4 c; void main() { c = vec4(1.0); }";
   GLuint pipeline;
   api_require("GL_ARB_shader_subroutine");
   make_program();
   for (unsigned i = 0; i < 2; i++) {
      const GLuint index = glGetSubroutineIndex(program, GL_VERTEX_SHADER, i ? "same" : "mirrored");
      select_vertex(index);
      const GLuint other = glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &fragment);
      expect_vertex("another program was linked", index);
      glDeleteProgram(other);
   }
   glUseProgram(0);
   const GLuint programs[3] = {glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &vertex), glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &fragment),
                               glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1, &fragment)};
   glGenProgramPipelines(1, &pipeline);
   glBindProgramPipeline(pipeline);
   glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, programs[0]);
   for (unsigned i = 0; i < 4; i++) {
      select_vertex(i / 2);
      glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, programs[1 + i % 2]);
      expect_vertex("the pipeline has another fragment program", i / 2);
   }
   api_expect_error(GL_NO_ERROR, "selections");
}

/* Indices of layouts (ARB_explicit_uniform_location) are those of all queries. */
static void draw_indices(void)
{
   static const char source[] =
      "#version 330 core\n#extension GL_ARB_shader_subroutine : require\n#extension GL_ARB_explicit_uniform_location : require\n"
      "out vec4 color; subroutine vec4 Color(); subroutine uniform Color pick;\n"
      "layout(index = 4) subroutine(Color) vec4 first() { return vec4(1.0); }\n"
      "layout(index = 1) subroutine(Color) vec4 second() { return vec4(0.5); }\n"
      "void main() { color = pick(); }";
   static const struct { const char *name; GLuint index; } functions[] = {{"first", 4}, {"second", 1}};
   static const GLenum length = GL_NAME_LENGTH;
   GLint value = 0;
   api_require("GL_ARB_shader_subroutine");
   api_require("GL_ARB_explicit_uniform_location");
   api_require("GL_ARB_program_interface_query");
   program = api_program("#version 330 core\nvoid main() { gl_Position = vec4(0.0); }", NULL, source);
   for (unsigned i = 0; i < 2; i++) {
      char name[16] = "";
      const GLuint index = functions[i].index;
      api_expect("glGetSubroutineIndex", (long)glGetSubroutineIndex(program, GL_FRAGMENT_SHADER, functions[i].name), (long)index);
      api_expect("the index of the resource", (long)glGetProgramResourceIndex(program, GL_FRAGMENT_SUBROUTINE, functions[i].name),
                 (long)index);
      glGetProgramResourceName(program, GL_FRAGMENT_SUBROUTINE, index, sizeof(name), NULL, name);
      api_expect("the name of the resource", strcmp(name, functions[i].name), 0);
      glGetProgramResourceiv(program, GL_FRAGMENT_SUBROUTINE, index, 1, &length, 1, NULL, &value);
      api_expect("the length of the name", value, (long)strlen(functions[i].name) + 1);
   }
   api_expect_error(GL_NO_ERROR, "indices of layouts");
   glGetProgramResourceiv(program, GL_FRAGMENT_SUBROUTINE, 2, 1, &length, 1, NULL, &value);
   api_expect_error(GL_INVALID_VALUE, "an index between");
}

const struct api_body api_bodies_subroutines[] = {
   {"subroutine-selections", CORE, 33, 1, 0, draw_selections, reference_selections},
   {"subroutine-queries", CORE, 33, 0, 0, draw_queries, NULL},
   {"subroutine-errors", CORE, 33, 0, 0, draw_errors, NULL},
   {"subroutine-indices", CORE, 33, 0, 0, draw_indices, NULL},
   {"subroutine-resets", CORE, 33, 0, 0, draw_resets, NULL},
   {0}};
