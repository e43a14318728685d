/* test_tessellation.c: parameters of patches, draws of them and binaries of their programs on the recording pipe: OpenGL 4.6,
 * 7.5, 10.1.15, 10.4, 11.2.2. */
#include "ga_test.h"

static int setup(void **state)
{
   ga_test_setup(state);
   struct ga_test *t = *state;
   t->screen->base.caps.has_tessellation = true;
   t->screen->base.caps.max_patch_vertices = 32;
   struct ga_context *core = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   ga_make_current(core, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = core;
   GLuint array;
   core->dispatch->GenVertexArrays(core, 1, &array);
   core->dispatch->BindVertexArray(core, array);
   return 0;
}

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static GLint get(struct ga_context *ctx, GLenum pname)
{
   GLint value[4] = {-77, -77, -77, -77};
   GL(GetIntegerv, pname, value);
   return value[0];
}

static void expect_levels(struct ga_context *ctx, const GLfloat outer[4], const GLfloat inner[2])
{
   GLfloat got[4];
   GL(GetFloatv, GL_PATCH_DEFAULT_OUTER_LEVEL, got);
   assert_memory_equal(got, outer, 16);
   GL(GetFloatv, GL_PATCH_DEFAULT_INNER_LEVEL, got);
   assert_memory_equal(got, inner, 8);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- parameters ----------------------------------------------------------------------------------------------------------- */

static void vertices(void **state)
{
   CONTEXT;
   assert_int_equal(get(ctx, GL_PATCH_VERTICES), 3);
   assert_int_equal(get(ctx, GL_MAX_PATCH_VERTICES), 32);
   static const GLint bad[] = {0, -1, INT32_MIN, 33, INT32_MAX};
   for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
      GL(PatchParameteri, GL_PATCH_VERTICES, bad[i]);
      assert_gl_error(GL_INVALID_VALUE);
      assert_int_equal(get(ctx, GL_PATCH_VERTICES), 3);
   }
   for (GLint count = 1; count <= 32; count++) {
      GL(PatchParameteri, GL_PATCH_VERTICES, count);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(get(ctx, GL_PATCH_VERTICES), count);
   }
   static const GLenum names[] = {GL_PATCH_DEFAULT_OUTER_LEVEL, GL_PATCH_DEFAULT_INNER_LEVEL, GL_PATCHES, 0};
   for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      GL(PatchParameteri, names[i], 4);
      assert_gl_error(GL_INVALID_ENUM);
   }
   assert_int_equal(get(ctx, GL_PATCH_VERTICES), 32);
}

static void levels(void **state)
{
   CONTEXT;
   static const GLfloat ones[4] = {1, 1, 1, 1}, outer[4] = {-2, 0.5f, 100, 3}, inner[2] = {7.25f, 0};
   expect_levels(ctx, ones, ones);
   GL(PatchParameterfv, GL_PATCH_DEFAULT_OUTER_LEVEL, outer); /* values outside the range are for draws to clamp */
   expect_levels(ctx, outer, ones);
   GL(PatchParameterfv, GL_PATCH_DEFAULT_INNER_LEVEL, inner);
   expect_levels(ctx, outer, inner);
   GL(PatchParameterfv, GL_PATCH_VERTICES, ones);
   assert_gl_error(GL_INVALID_ENUM);
   GL(PatchParameterfv, 0, ones);
   assert_gl_error(GL_INVALID_ENUM);
   expect_levels(ctx, outer, inner);
   assert_int_equal(get(ctx, GL_PATCH_VERTICES), 3);
}

/* Without the device's tessellation there are neither commands nor values. */
static void absent(void **state)
{
   struct ga_test *t = *state;
   t->screen->base.caps.has_tessellation = false;
   struct ga_context *with = t->ctx, *ctx = ga_test_forced_context(t, NULL, GA_API_CORE, "gl33");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GLint value = -7;
   GL(GetIntegerv, GL_PATCH_VERTICES, &value);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(value, -7);
   assert_null(ctx->dispatch->PatchParameteri);
   assert_null(ctx->dispatch->PatchParameterfv);
   assert_int_equal(GL(CreateShader, GL_TESS_CONTROL_SHADER), 0);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DrawArrays, GL_PATCHES, 0, 3);
   assert_gl_error(GL_INVALID_ENUM);
   ga_make_current(with, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* ---- programs ------------------------------------------------------------------------------------------------------------- */

#define HEAD "#version 330 core\n#extension GL_ARB_tessellation_shader : require\n"
static const char vertex[] = "#version 330 core\nin vec4 pos; void main() { gl_Position = pos; }";
static const char control[] = HEAD "layout(vertices = 5) out; uniform float level; patch out vec4 all;\n"
   "void main() { gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position; all = vec4(level);\n"
   "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = gl_TessLevelOuter[3] = level;\n"
   "gl_TessLevelInner[0] = gl_TessLevelInner[1] = level; }";
static const char evaluation[] = HEAD "layout(quads, fractional_even_spacing, cw, point_mode) in;\n"
   "uniform vec4 shift; patch in vec4 all;\n"
   "void main() { gl_Position = gl_in[0].gl_Position + shift + all; }";
static const char alone[] = HEAD "layout(triangles) in; void main() { gl_Position = gl_in[0].gl_Position; }";
static const char fragment[] = "#version 330 core\nout vec4 c; void main() { c = vec4(1.0); }";

static void attach(struct ga_context *ctx, GLuint program, GLenum type, const char *source)
{
   const GLuint name = GL(CreateShader, type);
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(AttachShader, program, name);
   GL(DeleteShader, name);
}

static GLint program_value(struct ga_context *ctx, GLuint program, GLenum pname)
{
   GLint value = -77;
   GL(GetProgramiv, program, pname, &value);
   return value;
}

static GLint location(struct ga_context *ctx, GLuint program, const char *name)
{
   return GL(GetUniformLocation, program, name);
}

/* control: may be NULL. */
static GLuint make_program(struct ga_context *ctx, const char *control_source, const char *evaluation_source)
{
   const GLuint program = GL(CreateProgram);
   attach(ctx, program, GL_VERTEX_SHADER, vertex);
   if (control_source)
      attach(ctx, program, GL_TESS_CONTROL_SHADER, control_source);
   attach(ctx, program, GL_TESS_EVALUATION_SHADER, evaluation_source);
   attach(ctx, program, GL_FRAGMENT_SHADER, fragment);
   GL(LinkProgram, program);
   assert_int_equal(program_value(ctx, program, GL_LINK_STATUS), 1);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

static void expect_layouts(struct ga_context *ctx, GLuint program)
{
   assert_int_equal(program_value(ctx, program, GL_TESS_CONTROL_OUTPUT_VERTICES), 5);
   assert_int_equal(program_value(ctx, program, GL_TESS_GEN_MODE), GL_QUADS);
   assert_int_equal(program_value(ctx, program, GL_TESS_GEN_SPACING), GL_FRACTIONAL_EVEN);
   assert_int_equal(program_value(ctx, program, GL_TESS_GEN_VERTEX_ORDER), GL_CW);
   assert_int_equal(program_value(ctx, program, GL_TESS_GEN_POINT_MODE), 1);
   assert_gl_error(GL_NO_ERROR);
}

/* A binary keeps the layouts of all stages; uniforms have their initial values. */
static void binary(void **state)
{
   CONTEXT;
   GLenum format;
   GLfloat value[4] = {9, 9, 9, 9};
   const GLuint program = make_program(ctx, control, evaluation), other = GL(CreateProgram);
   expect_layouts(ctx, program);
   GLint size = program_value(ctx, program, GL_PROGRAM_BINARY_LENGTH);
   assert_true(size > 0);
   uint8_t *bytes = malloc((size_t)size);
   GL(UseProgram, program);
   GL(Uniform4f, location(ctx, program, "shift"), 1, 2, 3, 4);
   GL(GetProgramBinary, program, size, &size, &format, bytes);
   GL(ProgramBinary, other, format, bytes, size);
   assert_int_equal(program_value(ctx, other, GL_LINK_STATUS), 1);
   expect_layouts(ctx, other);
   assert_int_equal(program_value(ctx, other, GL_ACTIVE_UNIFORMS), 2);
   assert_int_equal(location(ctx, other, "level"), location(ctx, program, "level"));
   GL(GetUniformfv, other, location(ctx, other, "shift"), value);
   assert_memory_equal(value, ((GLfloat[4]){0}), 16);
   GL(UseProgram, other);
   GL(PatchParameteri, GL_PATCH_VERTICES, 4);
   GL(DrawArrays, GL_PATCHES, 0, 8);
   assert_gl_error(GL_NO_ERROR);
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_INVALID_OPERATION);
   free(bytes);
}

/* A program without tessellation has none of its values. */
static void no_layouts(void **state)
{
   CONTEXT;
   static const GLenum names[] = {GL_TESS_CONTROL_OUTPUT_VERTICES, GL_TESS_GEN_MODE, GL_TESS_GEN_SPACING,
                                  GL_TESS_GEN_VERTEX_ORDER, GL_TESS_GEN_POINT_MODE};
   const GLuint plain = GL(CreateProgram), default_levels = make_program(ctx, NULL, alone);
   for (unsigned linked = 0; linked < 2; linked++) {
      for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
         assert_int_equal(program_value(ctx, plain, names[i]), -77);
         assert_gl_error(GL_INVALID_OPERATION);
      }
      attach(ctx, plain, GL_VERTEX_SHADER, vertex);
      attach(ctx, plain, GL_FRAGMENT_SHADER, fragment);
      GL(LinkProgram, plain);
   }
   assert_int_equal(program_value(ctx, default_levels, names[0]), -77);
   assert_gl_error(GL_INVALID_OPERATION);
   assert_int_equal(program_value(ctx, default_levels, GL_TESS_GEN_MODE), GL_TRIANGLES);
   GL(UseProgram, plain);
   GL(DrawArrays, GL_PATCHES, 0, 3);
   assert_gl_error(GL_INVALID_OPERATION);
}

/* Draws give the pipe what has been set; without changes nothing is set again. */
static void draws(void **state)
{
   CONTEXT;
   static const GLfloat outer[4] = {2, 3, 4, 5}, inner[2] = {6, 7};
   GL(UseProgram, make_program(ctx, NULL, alone));
   GL(PatchParameteri, GL_PATCH_VERTICES, 3);
   GL(PatchParameterfv, GL_PATCH_DEFAULT_OUTER_LEVEL, outer);
   GL(PatchParameterfv, GL_PATCH_DEFAULT_INNER_LEVEL, inner);
   GL(DrawArrays, GL_PATCHES, 0, 6);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(ctx->st.patch_vertices, 3);
   assert_memory_equal(ctx->st.tess_outer, outer, sizeof(outer));
   assert_memory_equal(ctx->st.tess_inner, inner, sizeof(inner));
   assert_false(ctx->dirty & GA_DIRTY_PATCH);
   GL(PatchParameteri, GL_PATCH_VERTICES, 0);
   assert_gl_error(GL_INVALID_VALUE);
   assert_false(ctx->dirty & GA_DIRTY_PATCH);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, ga_test_teardown)
   const struct CMUnitTest tests[] = {TEST(vertices), TEST(levels), TEST(absent), TEST(binary), TEST(no_layouts), TEST(draws)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
