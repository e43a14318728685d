/* test_program.c: shader and program objects and their introspection against the error and state tables of ES 2.0 (2.10, 6.1.8,
 * table 6.15 ff.), on a pipe without a driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program_world.h"

/* ---- objects ------------------------------------------------------------------------------------------------------------ */

static void test_shader_objects(void **state)
{
   struct ga_context *ctx = context(state);
   char text[64];
   GLsizei length;
   GLint range[2], precision;

   EXPECT(GL_INVALID_ENUM, assert_int_equal(ga_CreateShader(ctx, GL_GEOMETRY_SHADER), 0));
   EXPECT(GL_INVALID_ENUM, assert_int_equal(ga_CreateShader(ctx, 0), 0));
   const GLuint s = ga_CreateShader(ctx, GL_VERTEX_SHADER), p = ga_CreateProgram(ctx);
   assert_true(s != 0 && p != 0 && s != p);
   assert_true(ga_IsShader(ctx, s) && !ga_IsShader(ctx, p) && !ga_IsShader(ctx, 0) && !ga_IsShader(ctx, 99));
   assert_true(ga_IsProgram(ctx, p) && !ga_IsProgram(ctx, s) && !ga_IsProgram(ctx, 0));
   assert_int_equal(shader_iv(ctx, s, GL_SHADER_TYPE), GL_VERTEX_SHADER);
   assert_int_equal(shader_iv(ctx, s, GL_COMPILE_STATUS), GL_FALSE);
   assert_int_equal(shader_iv(ctx, s, GL_DELETE_STATUS), GL_FALSE);
   assert_int_equal(shader_iv(ctx, s, GL_INFO_LOG_LENGTH), 0);
   assert_int_equal(shader_iv(ctx, s, GL_SHADER_SOURCE_LENGTH), 0);
   EXPECT(GL_INVALID_ENUM, ga_GetShaderiv(ctx, s, GL_LINK_STATUS, range));

   /* Each command distinguishes unknown names from names of the other kind. */
   const char *source = "x";
   EXPECT(GL_INVALID_VALUE, ga_ShaderSource(ctx, 99, 1, &source, NULL));
   EXPECT(GL_INVALID_OPERATION, ga_ShaderSource(ctx, p, 1, &source, NULL));
   EXPECT(GL_INVALID_VALUE, ga_ShaderSource(ctx, s, -1, &source, NULL));
   EXPECT(GL_INVALID_VALUE, ga_CompileShader(ctx, 99));
   EXPECT(GL_INVALID_OPERATION, ga_CompileShader(ctx, p));
   EXPECT(GL_INVALID_VALUE, ga_DeleteShader(ctx, 99));
   EXPECT(GL_INVALID_OPERATION, ga_DeleteShader(ctx, p));
   OK(ga_DeleteShader(ctx, 0));
   OK(ga_DeleteProgram(ctx, 0));
   EXPECT(GL_INVALID_VALUE, ga_GetShaderiv(ctx, 99, GL_SHADER_TYPE, range));
   EXPECT(GL_INVALID_OPERATION, ga_GetShaderiv(ctx, p, GL_SHADER_TYPE, range));
   EXPECT(GL_INVALID_OPERATION, ga_DeleteProgram(ctx, s));
   EXPECT(GL_INVALID_VALUE, ga_DeleteProgram(ctx, 99));

   /* Source: pieces with and without lengths, NULs that a length counts. */
   const char *piece[] = { "void main()", "{gl_Position=vec4(0.0);}\0\0", "// tail" };
   const GLint lengths[] = { -1, 26, 2 };
   OK(ga_ShaderSource(ctx, s, 3, piece, lengths));
   assert_int_equal(shader_iv(ctx, s, GL_SHADER_SOURCE_LENGTH), 11 + 24 + 2 + 1);
   OK(ga_GetShaderSource(ctx, s, sizeof text, &length, text));
   assert_string_equal(text, "void main(){gl_Position=vec4(0.0);}//");
   assert_int_equal(length, 37);
   OK(ga_GetShaderSource(ctx, s, 5, &length, text));
   assert_string_equal(text, "void");
   assert_int_equal(length, 4);
   text[0] = 'x';
   OK(ga_GetShaderSource(ctx, s, 0, &length, text));
   assert_int_equal(length, 0);
   assert_int_equal(text[0], 'x');
   EXPECT(GL_INVALID_VALUE, ga_GetShaderSource(ctx, s, -1, &length, text));
   EXPECT(GL_INVALID_VALUE, ga_GetShaderInfoLog(ctx, s, -1, &length, text));
   EXPECT(GL_INVALID_OPERATION, ga_GetShaderInfoLog(ctx, p, 1, &length, text));

   OK(ga_CompileShader(ctx, s));
   assert_int_equal(shader_iv(ctx, s, GL_COMPILE_STATUS), GL_TRUE);
   source = "void main(){\nx;\n}";
   OK(ga_ShaderSource(ctx, s, 1, &source, NULL));
   assert_int_equal(shader_iv(ctx, s, GL_COMPILE_STATUS), GL_TRUE); /* until the next compile */
   OK(ga_CompileShader(ctx, s));
   assert_int_equal(shader_iv(ctx, s, GL_COMPILE_STATUS), GL_FALSE);
   assert_true(shader_iv(ctx, s, GL_INFO_LOG_LENGTH) > 10);
   OK(ga_GetShaderInfoLog(ctx, s, sizeof text, &length, text));
   assert_int_equal(strncmp(text, "0:2(1): error: 'x' is not declared", 34), 0);

   OK(ga_ReleaseShaderCompiler(ctx));
   EXPECT(GL_INVALID_ENUM, ga_ShaderBinary(ctx, 1, &s, 0x1234, "", 1));
   EXPECT(GL_INVALID_VALUE, ga_ShaderBinary(ctx, -1, &s, 0x1234, "", 1));
   EXPECT(GL_INVALID_VALUE, ga_ShaderBinary(ctx, 1, &s, 0x1234, "", -1));
   OK(ga_GetShaderPrecisionFormat(ctx, GL_FRAGMENT_SHADER, GL_MEDIUM_FLOAT, range, &precision));
   assert_true(range[0] == 127 && range[1] == 127 && precision == 23);
   OK(ga_GetShaderPrecisionFormat(ctx, GL_VERTEX_SHADER, GL_HIGH_INT, range, &precision));
   assert_true(range[0] == 31 && range[1] == 30 && precision == 0);
   EXPECT(GL_INVALID_ENUM, ga_GetShaderPrecisionFormat(ctx, GL_HIGH_INT, GL_HIGH_INT, range, &precision));
   EXPECT(GL_INVALID_ENUM, ga_GetShaderPrecisionFormat(ctx, GL_VERTEX_SHADER, GL_FLOAT, range, &precision));
}

/* 2.10.1, 2.10.3: deletion waits for attachments and for contexts. */
static void test_lifetimes(void **state)
{
   struct ga_context *ctx = context(state), *other = &((struct world *)*state)->ctx[1];
   const GLuint v = make_shader(ctx, GL_VERTEX_SHADER, V0), v2 = make_shader(ctx, GL_VERTEX_SHADER, V0);
   const GLuint f = make_shader(ctx, GL_FRAGMENT_SHADER, F0), p = ga_CreateProgram(ctx);
   GLuint list[4];
   GLsizei count;

   EXPECT(GL_INVALID_VALUE, ga_AttachShader(ctx, 99, v));
   EXPECT(GL_INVALID_VALUE, ga_AttachShader(ctx, p, 99));
   EXPECT(GL_INVALID_OPERATION, ga_AttachShader(ctx, v, v));
   EXPECT(GL_INVALID_OPERATION, ga_AttachShader(ctx, p, p));
   EXPECT(GL_INVALID_OPERATION, ga_DetachShader(ctx, p, v));
   OK(ga_AttachShader(ctx, p, v));
   EXPECT(GL_INVALID_OPERATION, ga_AttachShader(ctx, p, v));
   EXPECT(GL_INVALID_OPERATION, ga_AttachShader(ctx, p, v2)); /* one of a kind in ES 2.0 */
   OK(ga_AttachShader(ctx, p, f));
   assert_int_equal(program_iv(ctx, p, GL_ATTACHED_SHADERS), 2);
   OK(ga_GetAttachedShaders(ctx, p, 4, &count, list));
   assert_int_equal(count, 2);
   assert_true(list[0] == v && list[1] == f);
   OK(ga_GetAttachedShaders(ctx, p, 1, &count, list));
   assert_int_equal(count, 1);
   EXPECT(GL_INVALID_VALUE, ga_GetAttachedShaders(ctx, p, -1, &count, list));

   OK(ga_DeleteShader(ctx, v));
   OK(ga_DeleteShader(ctx, v)); /* once more changes nothing */
   assert_true(ga_IsShader(ctx, v));
   assert_int_equal(shader_iv(ctx, v, GL_DELETE_STATUS), GL_TRUE);
   OK(ga_LinkProgram(ctx, p));
   OK(ga_DetachShader(ctx, p, v));
   assert_false(ga_IsShader(ctx, v));
   EXPECT(GL_INVALID_VALUE, ga_GetShaderiv(ctx, v, GL_DELETE_STATUS, &(GLint){ 0 }));

   OK(ga_UseProgram(ctx, p));
   OK(ga_UseProgram(other, p));
   OK(ga_DeleteProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_DELETE_STATUS), GL_TRUE);
   OK(ga_UseProgram(ctx, 0));
   assert_true(ga_IsProgram(ctx, p)); /* the other context draws with it */
   OK(ga_DeleteShader(ctx, f));
   assert_true(ga_IsShader(ctx, f));
   OK(ga_UseProgram(other, 0));
   assert_false(ga_IsProgram(ctx, p));
   assert_false(ga_IsShader(ctx, f)); /* its last program was deleted */
   assert_true(ga_IsShader(ctx, v2));
}

static void test_link_and_use(void **state)
{
   struct ga_context *ctx = context(state);
   char text[128];
   GLsizei length;
   const GLuint empty = ga_CreateProgram(ctx);

   OK(ga_LinkProgram(ctx, empty));
   assert_int_equal(program_iv(ctx, empty, GL_LINK_STATUS), GL_FALSE);
   assert_true(program_iv(ctx, empty, GL_INFO_LOG_LENGTH) > 1);
   EXPECT(GL_INVALID_OPERATION, ga_UseProgram(ctx, empty));
   EXPECT(GL_INVALID_VALUE, ga_UseProgram(ctx, 99));
   EXPECT(GL_INVALID_VALUE, ga_LinkProgram(ctx, 99));
   EXPECT(GL_INVALID_OPERATION, assert_int_equal(ga_GetUniformLocation(ctx, empty, "u"), -1));
   EXPECT(GL_INVALID_OPERATION, assert_int_equal(ga_GetAttribLocation(ctx, empty, "a"), -1));
   EXPECT(GL_INVALID_VALUE, ga_GetActiveUniform(ctx, empty, 0, sizeof text, &length, NULL, NULL, text));
   EXPECT(GL_INVALID_ENUM, ga_GetProgramiv(ctx, empty, GL_COMPILE_STATUS, &(GLint){ 0 }));
   OK(ga_ValidateProgram(ctx, empty));
   assert_int_equal(program_iv(ctx, empty, GL_VALIDATE_STATUS), GL_FALSE);

   /* An attached shader that did not compile. */
   const GLuint bad = make_shader(ctx, GL_VERTEX_SHADER, "x"), p = make_program(ctx, V0, F0), q = ga_CreateProgram(ctx);
   OK(ga_AttachShader(ctx, q, bad));
   OK(ga_LinkProgram(ctx, q));
   assert_int_equal(program_iv(ctx, q, GL_LINK_STATUS), GL_FALSE);
   OK(ga_GetProgramInfoLog(ctx, q, sizeof text, &length, text));
   assert_non_null(strstr(text, "not compiled"));
   EXPECT(GL_INVALID_VALUE, ga_GetProgramInfoLog(ctx, q, -1, &length, text));

   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_TRUE);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_UNIFORMS), 0);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_UNIFORM_MAX_LENGTH), 0);
   assert_int_equal(program_iv(ctx, p, GL_INFO_LOG_LENGTH), 0);
   OK(ga_UseProgram(ctx, p));
   OK(ga_ValidateProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_VALIDATE_STATUS), GL_TRUE);
   assert_true(derive_program(ctx));
   void *cso = ctx->st.shader[PIPE_SHADER_VERTEX];
   assert_non_null(cso);
   assert_non_null(ctx->st.shader[PIPE_SHADER_FRAGMENT]);

   /* A link that fails leaves the old code where it is in use (2.10.3), and the program unusable. */
   GLuint list[2];
   OK(ga_GetAttachedShaders(ctx, p, 2, NULL, list));
   OK(ga_DetachShader(ctx, p, list[1]));
   OK(ga_LinkProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_FALSE);
   assert_true(derive_program(ctx));
   assert_ptr_equal(ctx->st.shader[PIPE_SHADER_VERTEX], cso);
   EXPECT(GL_INVALID_OPERATION, ga_Uniform1f(ctx, 0, 1.0f));
   EXPECT(GL_INVALID_OPERATION, ga_UseProgram(ctx, p));

   OK(ga_UseProgram(ctx, 0));
   assert_false(derive_program(ctx));
   expect_raised(GL_NO_ERROR, "drawing without a program");
   assert_null(ctx->st.shader[PIPE_SHADER_VERTEX]);
}

static bool refuse(struct pipe_context *pipe, void *csos[PIPE_SHADER_TYPES], char *why, size_t why_size_B)
{
   snprintf(why, why_size_B, "ERROR: too many registers");
   return false;
}

/* A failure of the code generator is a link error with its message. */
static void test_driver_refuses(void **state)
{
   struct ga_context *ctx = context(state);
   struct pipe_context_impl impl = *ctx->st.pipe->impl;
   const struct pipe_context_impl *real = ctx->st.pipe->impl;
   char text[128];
   impl.prepare_shaders = refuse;
   ctx->st.pipe->impl = &impl;
   const GLuint p = make_program(ctx, V0, F0);
   ctx->st.pipe->impl = real;
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_FALSE);
   OK(ga_GetProgramInfoLog(ctx, p, sizeof text, NULL, text));
   assert_non_null(strstr(text, "too many registers"));
   OK(ga_LinkProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_TRUE);
}

/* Many programs come and go: the context's shaders go with them. */
static void test_nothing_is_left(void **state)
{
   struct ga_context *ctx = context(state);
   int most = 0;
   for (unsigned i = 0; i < 50; i++) {
      const GLuint p = make_program(ctx, V0, F0);
      OK(ga_UseProgram(ctx, p));
      assert_true(derive_program(ctx));
      OK(ga_DeleteProgram(ctx, p));
      const int objects = fake_context(ctx->st.pipe)->objects;
      most = objects > most ? objects : most;
   }
   assert_true(most <= 6);
   GLuint list[20];
   for (unsigned i = 0; i < 20; i++)
      list[i] = make_program(ctx, V0, F0);
   for (unsigned i = 0; i < 20; i++)
      OK(ga_DeleteProgram(ctx, list[i]));
   assert_true(fake_context(ctx->st.pipe)->objects <= 2); /* the one in use */
}

/* ---- introspection ------------------------------------------------------------------------------------------------------ */

/* An element of an array that no shader uses conflicts with no other sampler. */
static void test_unused_elements(void **state)
{
   struct ga_context *ctx = context(state);
   const GLuint p = make_program(ctx, "attribute vec4 a;void main(){gl_Position=a;}",
      "precision highp float;uniform sampler2D s[3];uniform samplerCube c;"
      "void main(){gl_FragColor=texture2D(s[0],vec2(0))+texture2D(s[2],vec2(0))+textureCube(c,vec3(1));}");
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_TRUE);
   OK(ga_UseProgram(ctx, p));
   OK(ga_Uniform1iv(ctx, ga_GetUniformLocation(ctx, p, "s"), 3, (const GLint[]){ 0, 1, 2 }));
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 1));
   assert_true(derive_program(ctx));
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 2));
   ctx->dirty |= GA_DIRTY_TEXTURES;
   EXPECT(GL_INVALID_OPERATION, assert_false(derive_program(ctx)));
}

static void test_introspection(void **state)
{
   struct ga_context *ctx = context(state);
   const GLuint p = make_program(ctx,
      "attribute vec2 a;attribute mat3 n;struct L{vec4 c;float w[3];};uniform L l[2];uniform mat4 mvp;uniform float unused;"
      "void main(){gl_Position=mvp*(l[1].c+vec4(n[0],l[0].w[2]))+a.xyxy*gl_DepthRange.diff;}",
      "precision highp float;uniform sampler2D s[2];uniform mat4 mvp;"
      "void main(){gl_FragColor=texture2D(s[1],mvp[0].xy);}");
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_TRUE);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_ATTRIBUTES), 2);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH), 2);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_UNIFORMS), 4 + 1 + 3 + 1);
   assert_int_equal(program_iv(ctx, p, GL_ACTIVE_UNIFORM_MAX_LENGTH), sizeof "gl_DepthRange.near");

   static const struct { const char *name; int location_of_first; } names[] = { /* offset from the first's location, -1 */
      { "mvp", 0 }, { "l[0].c", 0 }, { "l[1].w", 0 }, { "l[1].w[0]", 0 }, { "l[1].w[2]", 2 }, { "s", 0 }, { "s[1]", 1 },
      { "unused", -1 }, { "l", -1 }, { "l[0]", -1 }, { "l[2].c", -1 }, { "l[1].w[3]", -1 }, { "mvp[0]", -1 },
      { "s[2]", -1 }, { "s[01]", -1 }, { "s[ 1]", -1 }, { "s[-1]", -1 }, { "s[]", -1 }, { "s[99999999999]", -1 },
      { "s]", -1 }, { "s[1", -1 }, { "gl_DepthRange.near", -1 }, { "", -1 }, { "l[1].w[0][0]", -1 }, { "a", -1 },
   };
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
      char base[32];
      snprintf(base, sizeof base, "%s", names[i].name);
      char *subscript = strrchr(base, '[');
      if (names[i].location_of_first > 0 && subscript)
         *subscript = '\0';
      const GLint location = ga_GetUniformLocation(ctx, p, names[i].name), first = ga_GetUniformLocation(ctx, p, base);
      expect_raised(GL_NO_ERROR, names[i].name);
      if (names[i].location_of_first < 0 ? location != -1 : first < 0 || location != first + names[i].location_of_first)
         fail_msg("'%s' is at %d", names[i].name, location);
   }
   /* Each active uniform is found under its own name, except built-in ones. */
   for (GLint i = 0; i < program_iv(ctx, p, GL_ACTIVE_UNIFORMS); i++) {
      char name[32];
      GLsizei length;
      GLint size;
      GLenum type;
      OK(ga_GetActiveUniform(ctx, p, (GLuint)i, sizeof name, &length, &size, &type, name));
      assert_int_equal(length, strlen(name));
      assert_int_equal(ga_GetUniformLocation(ctx, p, name) >= 0, strncmp(name, "gl_", 3) != 0);
      if (!strcmp(name, "s[0]"))
         assert_true(size == 2 && type == GL_SAMPLER_2D);
      if (!strcmp(name, "mvp"))
         assert_true(size == 1 && type == GL_FLOAT_MAT4);
      OK(ga_GetActiveUniform(ctx, p, (GLuint)i, 3, &length, &size, &type, name));
      assert_int_equal(strlen(name), 2);
   }
   char name[8];
   EXPECT(GL_INVALID_VALUE, ga_GetActiveUniform(ctx, p, 9, 8, NULL, NULL, NULL, name));
   EXPECT(GL_INVALID_VALUE, ga_GetActiveUniform(ctx, p, 0, -1, NULL, NULL, NULL, name));
   EXPECT(GL_INVALID_VALUE, ga_GetActiveAttrib(ctx, p, 2, 8, NULL, NULL, NULL, name));
   EXPECT(GL_INVALID_VALUE, ga_GetActiveUniform(ctx, 99, 0, 8, NULL, NULL, NULL, name));
   assert_true(ga_GetAttribLocation(ctx, p, "a") >= 0);
   assert_int_equal(ga_GetAttribLocation(ctx, p, "b"), -1);
   assert_int_equal(ga_GetAttribLocation(ctx, p, "gl_Position"), -1);
   expect_raised(GL_NO_ERROR, "unknown attributes");

   EXPECT(GL_INVALID_VALUE, ga_BindAttribLocation(ctx, p, 16, "a"));
   EXPECT(GL_INVALID_OPERATION, ga_BindAttribLocation(ctx, p, 0, "gl_a"));
   const GLint before = ga_GetAttribLocation(ctx, p, "a");
   OK(ga_BindAttribLocation(ctx, p, 11, "a"));
   assert_int_equal(ga_GetAttribLocation(ctx, p, "a"), before); /* until the next link */
   OK(ga_LinkProgram(ctx, p));
   assert_int_equal(ga_GetAttribLocation(ctx, p, "a"), 11);
   OK(ga_BindAttribLocation(ctx, p, 14, "n"));
   OK(ga_LinkProgram(ctx, p)); /* three columns do not fit */
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_FALSE);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_shader_objects, setup, teardown),
      cmocka_unit_test_setup_teardown(test_lifetimes, setup, teardown),
      cmocka_unit_test_setup_teardown(test_link_and_use, setup, teardown),
      cmocka_unit_test_setup_teardown(test_driver_refuses, setup, teardown),
      cmocka_unit_test_setup_teardown(test_nothing_is_left, setup, teardown),
      cmocka_unit_test_setup_teardown(test_introspection, setup, teardown),
      cmocka_unit_test_setup_teardown(test_unused_elements, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
