/* test_gl4.c: commands and values of OpenGL 4.3 to 4.6: versions of the shading language, vertices of 10- and 11-bit floats,
 * formats and extensions of shaders in SPIR-V. */
#include <stdlib.h>

#include "ga_test.h"

static struct ga_context *begin(struct ga_test *t, const char *version)
{
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_CORE, version);
   ga_make_current(ctx, &t->drawable, &t->drawable);
   return ctx;
}

static void end(struct ga_test *t, struct ga_context *ctx)
{
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

/* GL 4.6, 22.2: each version that #version takes once, an empty string for shaders without the directive. */
static void shading_language_versions(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = begin(t, "gl43");
   static const struct { const char *text; int compiles; } versions[] = {
      {"430", 1}, {"330", 1}, {"150", 1}, {"140", 1}, {"", 1}, {"310 es", 1}, {"300 es", 1}, {"100", 1}, {"440", 0}, {"320 es", 0}};
   GLint count = 0, found[sizeof(versions) / sizeof(versions[0])] = {0};
   GL(GetIntegerv, GL_NUM_SHADING_LANGUAGE_VERSIONS, &count);
   assert_gl_error(GL_NO_ERROR);
   for (GLint i = 0; i < count; i++) {
      const char *text = (const char *)GL(GetStringi, GL_SHADING_LANGUAGE_VERSION, (GLuint)i);
      assert_non_null(text);
      for (unsigned k = 0; k < sizeof(versions) / sizeof(versions[0]); k++)
         found[k] += strcmp(versions[k].text, text) == 0;
      char source[80];
      const char *const sources[] = {source};
      const int es = strstr(text, "es") || !strcmp(text, "100");
      snprintf(source, sizeof(source), "%s%s\n%svoid main() { }\n", *text ? "#version " : "", text, es ? "precision highp float;\n" : "");
      GLuint shader = GL(CreateShader, GL_VERTEX_SHADER);
      GLint compiled = 0;
      GL(ShaderSource, shader, 1, sources, NULL);
      GL(CompileShader, shader);
      GL(GetShaderiv, shader, GL_COMPILE_STATUS, &compiled);
      if (!compiled)
         fail_msg("version '%s' does not compile", text);
      GL(DeleteShader, shader);
   }
   for (unsigned k = 0; k < sizeof(versions) / sizeof(versions[0]); k++)
      assert_int_equal(found[k], versions[k].compiles);
   assert_gl_error(GL_NO_ERROR);
   assert_null(GL(GetStringi, GL_SHADING_LANGUAGE_VERSION, (GLuint)count));
   assert_gl_error(GL_INVALID_VALUE);
   end(t, ctx);
   ctx = begin(t, "gl42");
   assert_null(GL(GetStringi, GL_SHADING_LANGUAGE_VERSION, 0));
   assert_gl_error(GL_INVALID_ENUM);
   count = 77;
   GL(GetIntegerv, GL_NUM_SHADING_LANGUAGE_VERSIONS, &count);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(count, 77);
   end(t, ctx);
}

/* ARB_vertex_type_10f_11f_11f_rev: arrays have three components. A current value has as many as its command names, and 1 in w. */
static void small_float_vertices(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *ctx = begin(t, "gl44");
   const GLuint packed = 0x3c0u | 0x400u << 11 | 0x1e0u << 22; /* 1, 2, 1 */
   static const GLfloat wanted[4][4] = {{1, 0, 0, 1}, {1, 2, 0, 1}, {1, 2, 1, 1}, {1, 2, 1, 1}};
   GLuint buffer, vao;
   GLfloat got[4];
   GL(GenVertexArrays, 1, &vao);
   GL(BindVertexArray, vao);
   GL(GenBuffers, 1, &buffer);
   GL(BindBuffer, GL_ARRAY_BUFFER, buffer);
   GL(VertexAttribPointer, 0, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0, NULL);
   GL(VertexAttribFormat, 1, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_TRUE, 4);
   assert_gl_error(GL_NO_ERROR);
   GL(VertexAttribPointer, 0, 4, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0, NULL);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(VertexAttribFormat, 1, 2, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, 0);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(VertexAttribIPointer, 0, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, 0, NULL);
   assert_gl_error(GL_INVALID_ENUM);
   for (unsigned i = 0; i < 4; i++) {
      switch (i) {
      case 0: GL(VertexAttribP1ui, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, packed); break;
      case 1: GL(VertexAttribP2uiv, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_TRUE, &packed); break;
      case 2: GL(VertexAttribP3ui, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, packed); break;
      default:
         GL(VertexAttribP4ui, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, packed); /* the type has three components */
         assert_gl_error(GL_INVALID_ENUM);
      }
      GL(GetVertexAttribfv, 3, GL_CURRENT_VERTEX_ATTRIB, got);
      assert_memory_equal(got, wanted[i], sizeof(got));
   }
   assert_gl_error(GL_NO_ERROR);
   GL(DeleteBuffers, 1, &buffer);
   GL(DeleteVertexArrays, 1, &vao);
   end(t, ctx);
   setenv("GLOAM_DISABLE", "vertex_type_10f_11f_11f_rev", 1);
   ctx = begin(t, "gl43");
   unsetenv("GLOAM_DISABLE");
   GL(VertexAttribP3ui, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE, packed);
   assert_gl_error(GL_INVALID_ENUM);
   end(t, ctx);
}

/* GL 4.6, 7.2 and 22.2: the format of glShaderBinary, and extensions of SPIR-V. Contexts without the extensions have neither. */
static void spirv_values(void **state)
{
   struct ga_test *t = *state;
   static const uint32_t module[5] = {0x07230203, 0x10000, 0, 1, 0};
   for (unsigned has = 0; has < 2; has++) {
      if (!has)
         setenv("GLOAM_DISABLE", "spirv,spirv_extensions", 1);
      struct ga_context *ctx = begin(t, "gl45");
      unsetenv("GLOAM_DISABLE");
      GLint count = -1, format = -1, binary = -1;
      GL(GetIntegerv, GL_NUM_SHADER_BINARY_FORMATS, &count);
      GL(GetIntegerv, GL_SHADER_BINARY_FORMATS, &format);
      assert_gl_error(GL_NO_ERROR);
      assert_int_equal(count, has);
      assert_int_equal(format, has ? GL_SHADER_BINARY_FORMAT_SPIR_V : -1);
      count = -1;
      GL(GetIntegerv, GL_NUM_SPIR_V_EXTENSIONS, &count);
      assert_gl_error(has ? GL_NO_ERROR : GL_INVALID_ENUM);
      for (GLint i = 0; i < count; i++)
         assert_int_equal(strncmp((const char *)GL(GetStringi, GL_SPIR_V_EXTENSIONS, (GLuint)i), "SPV_", 4), 0);
      assert_null(GL(GetStringi, GL_SPIR_V_EXTENSIONS, has ? (GLuint)count : 0));
      assert_gl_error(has ? GL_INVALID_VALUE : GL_INVALID_ENUM);

      const GLuint shader = GL(CreateShader, GL_VERTEX_SHADER), other = GL(CreateShader, GL_VERTEX_SHADER);
      const GLuint both[2] = {shader, other};
      GL(GetShaderiv, shader, GL_SPIR_V_BINARY, &binary);
      assert_gl_error(has ? GL_NO_ERROR : GL_INVALID_ENUM);
      GL(ShaderBinary, 1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, module, 20);
      assert_gl_error(has ? GL_NO_ERROR : GL_INVALID_ENUM);
      if (has) {
         GL(ShaderBinary, 2, both, GL_SHADER_BINARY_FORMAT_SPIR_V, module, 20);
         assert_gl_error(GL_INVALID_OPERATION);
         GL(ShaderBinary, 1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, module, 18);
         assert_gl_error(GL_INVALID_VALUE);
         GL(ShaderBinary, 1, &shader, GL_SHADER_BINARY_FORMAT_SPIR_V, module + 1, 16);
         assert_gl_error(GL_INVALID_VALUE);
         GL(SpecializeShader, shader, "main", 0, NULL, NULL); /* a module without anything */
         assert_gl_error(GL_NO_ERROR);
         GL(GetShaderiv, shader, GL_COMPILE_STATUS, &binary);
         assert_int_equal(binary, GL_FALSE);
         GL(GetShaderiv, shader, GL_INFO_LOG_LENGTH, &binary);
         assert_true(binary > 1);
         GL(SpecializeShader, shader, NULL, 0, NULL, NULL);
         assert_gl_error(GL_INVALID_VALUE);
      }
      GL(DeleteShader, shader);
      GL(DeleteShader, other);
      end(t, ctx);
   }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)

int main(void)
{
   const struct CMUnitTest tests[] = {TEST(shading_language_versions), TEST(small_float_vertices), TEST(spirv_values)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
