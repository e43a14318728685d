/* test_program_uniforms.c: uniforms of programs, and what draws get of them, against the error and state tables of ES 2.0 (2.10.4,
 * 6.1.8), on a pipe without a driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "program_world.h"

/* ---- uniforms ----------------------------------------------------------------------------------------------------------- */

static const char *const type_names[] = { "float", "vec2", "vec3", "vec4", "int", "ivec2", "ivec3", "ivec4", "bool", "bvec2",
                                          "bvec3", "bvec4", "mat2", "mat3", "mat4", "sampler2D" };
#define TYPES 16

enum setter { S1F, S2F, S3F, S4F, S1I, S2I, S3I, S4I, SM2, SM3, SM4, SETTERS };
/* Which setter takes which type, in type_names' order (ES 2.0 2.10.4, "Uniform..."; 1 = allowed). */
static const char allowed[SETTERS][TYPES + 1] = {
   [S1F] = "1000000010000000", [S2F] = "0100000001000000", [S3F] = "0010000000100000", [S4F] = "0001000000010000",
   [S1I] = "0000100010000001", [S2I] = "0000010001000000", [S3I] = "0000001000100000", [S4I] = "0000000100010000",
   [SM2] = "0000000000001000", [SM3] = "0000000000000100", [SM4] = "0000000000000010",
};
static const unsigned components[SETTERS] = { 1, 2, 3, 4, 1, 2, 3, 4, 4, 9, 16 };

static void set(struct ga_context *ctx, enum setter setter, GLint location, GLsizei count, const GLfloat *f,
                const GLint *i)
{
   switch (setter) {
   case S1F: ga_Uniform1fv(ctx, location, count, f); break;
   case S2F: ga_Uniform2fv(ctx, location, count, f); break;
   case S3F: ga_Uniform3fv(ctx, location, count, f); break;
   case S4F: ga_Uniform4fv(ctx, location, count, f); break;
   case S1I: ga_Uniform1iv(ctx, location, count, i); break;
   case S2I: ga_Uniform2iv(ctx, location, count, i); break;
   case S3I: ga_Uniform3iv(ctx, location, count, i); break;
   case S4I: ga_Uniform4iv(ctx, location, count, i); break;
   case SM2: ga_UniformMatrix2fv(ctx, location, count, GL_FALSE, f); break;
   case SM3: ga_UniformMatrix3fv(ctx, location, count, GL_FALSE, f); break;
   default: ga_UniformMatrix4fv(ctx, location, count, GL_FALSE, f); break;
   }
}

/* A program with uniforms u0 .. u15 of every type and arrays v0 .. v15 of 3 of them, all used in both stages. */
static GLuint uniform_program(struct ga_context *ctx)
{
   static const char *const use[TYPES] = { "%s", "%s.x", "%s.x", "%s.x", "float(%s)", "float(%s.x)", "float(%s.x)", "float(%s.x)",
      "float(%s)", "float(%s.x)", "float(%s.x)", "float(%s.x)", "%s[0].x", "%s[0].x", "%s[0].x", "texture2D(%s,vec2(0.0)).x" };
   static char vs[8192], fs[8192];
   char name[16], declarations[4096] = "", body[4096] = "0.0";
   for (unsigned t = 0; t < TYPES; t++) {
      sprintf(declarations + strlen(declarations), "uniform %s u%u;uniform %s v%u[3];", type_names[t], t, type_names[t], t);
      for (unsigned k = 0; k < 2; k++) {
         sprintf(name, k ? "v%u[1]" : "u%u", t);
         strcat(body, "+");
         sprintf(body + strlen(body), use[t], name);
      }
   }
   sprintf(vs, "precision highp float;precision highp int;%svoid main(){gl_Position=vec4(%s);}", declarations, body);
   sprintf(fs, "precision highp float;precision highp int;%svoid main(){gl_FragColor=vec4(%s);}", declarations, body);
   const GLuint p = make_program(ctx, vs, fs);
   char log[256];
   ga_GetProgramInfoLog(ctx, p, sizeof log, NULL, log);
   if (!program_iv(ctx, p, GL_LINK_STATUS))
      fail_msg("%s", log);
   return p;
}

static void test_uniform_types(void **state)
{
   struct ga_context *ctx = context(state);
   const GLuint p = uniform_program(ctx);
   OK(ga_UseProgram(ctx, p));
   assert_true(derive_program(ctx));
   for (unsigned t = 0; t < TYPES; t++) {
      for (unsigned s = 0; s < SETTERS; s++) {
         GLfloat f[48], got_f[16];
         GLint i[48], got_i[16];
         char name[16];
         for (unsigned k = 0; k < 48; k++) {
            i[k] = t == TYPES - 1 ? (GLint)(k + s) % 32 : (GLint)(k + 7 * s + t) - 20;
            f[k] = (float)i[k] + 0.25f;
         }
         sprintf(name, "u%u", t);
         const GLint u = ga_GetUniformLocation(ctx, p, name);
         sprintf(name, "v%u", t);
         const GLint v = ga_GetUniformLocation(ctx, p, name);
         assert_true(u >= 0 && v >= 0);
         const bool want = allowed[s][t] == '1', boolean = t >= 8 && t < 12, floats = s < S1I || s >= SM2;

         set(ctx, s, u, 1, f, i);
         expect_raised(want ? GL_NO_ERROR : GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, u, 2, f, i); /* not an array */
         expect_raised(GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, v, 3, f, i);
         expect_raised(want ? GL_NO_ERROR : GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, v, -1, f, i);
         expect_raised(GL_INVALID_VALUE, "negative count");
         set(ctx, s, -1, 1, f, i);
         expect_raised(GL_NO_ERROR, "location -1");
         set(ctx, s, 100000, 1, f, i);
         expect_raised(GL_INVALID_OPERATION, "location out of range");
         set(ctx, s, -2, 1, f, i);
         expect_raised(GL_INVALID_OPERATION, "location -2");
         if (!want)
            continue;
         const unsigned n = components[s];
         for (unsigned e = 0; e < 3; e++) {
            OK(ga_GetUniformfv(ctx, p, v + (GLint)e, got_f));
            OK(ga_GetUniformiv(ctx, p, v + (GLint)e, got_i));
            for (unsigned k = 0; k < n; k++) {
               const float value = floats ? f[e * n + k] : (float)i[e * n + k];
               assert_float_equal(got_f[k], boolean ? value != 0 : value, 0);
               assert_int_equal(got_i[k], boolean ? value != 0 : lrintf(value));
            }
         }
         /* From the middle past the end: elements of the array are set, the rest is ignored. */
         set(ctx, s, v + 1, 3, f, i);
         expect_raised(GL_NO_ERROR, "past the end");
         OK(ga_GetUniformiv(ctx, p, v + 2, got_i));
         const float value = floats ? f[n] : (float)i[n];
         assert_int_equal(got_i[0], boolean ? value != 0 : lrintf(value));
      }
   }
   /* The single-value forms. */
   static const GLfloat want_f[4] = { 1.5f, -2.5f, 3.5f, 4.5f };
   GLfloat got_f[4];
   OK(ga_Uniform4f(ctx, ga_GetUniformLocation(ctx, p, "u3"), 1.5f, -2.5f, 3.5f, 4.5f));
   OK(ga_GetUniformfv(ctx, p, ga_GetUniformLocation(ctx, p, "u3"), got_f));
   assert_memory_equal(got_f, want_f, sizeof want_f);
   OK(ga_Uniform3f(ctx, ga_GetUniformLocation(ctx, p, "u2"), 1.5f, -2.5f, 3.5f));
   OK(ga_GetUniformfv(ctx, p, ga_GetUniformLocation(ctx, p, "u2"), got_f));
   assert_memory_equal(got_f, want_f, 12);
   GLint got_i[4];
   OK(ga_Uniform4i(ctx, ga_GetUniformLocation(ctx, p, "u7"), 1, -2, 3, INT32_MIN));
   OK(ga_GetUniformiv(ctx, p, ga_GetUniformLocation(ctx, p, "u7"), got_i));
   assert_true(got_i[0] == 1 && got_i[1] == -2 && got_i[2] == 3 && got_i[3] == INT32_MIN);
   OK(ga_Uniform2f(ctx, ga_GetUniformLocation(ctx, p, "u9"), -0.0f, 0.001f));
   OK(ga_GetUniformiv(ctx, p, ga_GetUniformLocation(ctx, p, "u9"), got_i));
   assert_true(got_i[0] == 0 && got_i[1] == 1);
}

static void test_uniform_errors(void **state)
{
   struct ga_context *ctx = context(state);
   const GLuint p = uniform_program(ctx);
   const GLfloat identity[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
   GLfloat f[16];
   GLint i[16];
   EXPECT(GL_INVALID_OPERATION, ga_Uniform1f(ctx, -1, 1.0f)); /* no program in use */
   OK(ga_UseProgram(ctx, p));
   const GLint mat4 = ga_GetUniformLocation(ctx, p, "u14"), sampler = ga_GetUniformLocation(ctx, p, "u15");
   EXPECT(GL_INVALID_VALUE, ga_UniformMatrix4fv(ctx, mat4, 1, GL_TRUE, identity));
   EXPECT(GL_INVALID_VALUE, ga_Uniform1i(ctx, sampler, 32));
   EXPECT(GL_INVALID_VALUE, ga_Uniform1i(ctx, sampler, -1));
   EXPECT(GL_INVALID_OPERATION, ga_Uniform1f(ctx, sampler, 1.0f));
   OK(ga_Uniform1i(ctx, sampler, 31));
   OK(ga_GetUniformfv(ctx, p, sampler, f));
   assert_float_equal(f[0], 31.0f, 0);
   EXPECT(GL_INVALID_OPERATION, ga_GetUniformfv(ctx, p, -1, f));
   EXPECT(GL_INVALID_OPERATION, ga_GetUniformiv(ctx, p, 10000, i));
   EXPECT(GL_INVALID_VALUE, ga_GetUniformiv(ctx, 99, 0, i));
   /* EXT_robustness: room for all of the value or nothing. */
   OK(ga_UniformMatrix4fv(ctx, mat4, 1, GL_FALSE, identity));
   memset(f, 0xaa, sizeof f);
   EXPECT(GL_INVALID_OPERATION, ga_GetnUniformfv(ctx, p, mat4, 63, f));
   assert_int_equal(((uint8_t *)f)[0], 0xaa);
   OK(ga_GetnUniformfv(ctx, p, mat4, 64, f));
   assert_memory_equal(f, identity, 64);
   EXPECT(GL_INVALID_OPERATION, ga_GetnUniformiv(ctx, p, mat4, 0, i));
   OK(ga_GetnUniformiv(ctx, p, mat4, 64, i));
   assert_int_equal(i[5], 1);
   /* float -> int rounds and clamps */
   const GLint u = ga_GetUniformLocation(ctx, p, "u3");
   OK(ga_Uniform4f(ctx, u, 1.5f, -1.6f, 3e9f, -INFINITY));
   OK(ga_GetUniformiv(ctx, p, u, i));
   assert_true(i[0] == 2 && i[1] == -2 && i[2] == INT32_MAX && i[3] == INT32_MIN);
}

/* glProgramUniform* set values of a program that is not in use. */
static void test_program_uniforms(void **state)
{
   struct ga_context *ctx = context(state);
   const GLuint p = make_program(ctx,
      "attribute vec4 a;uniform mat2 m;uniform ivec2 i;void main(){gl_Position=a+vec4(m[0],vec2(i))+m[1].xyxy;}",
      "precision highp float;uniform vec3 f;uniform sampler2D s;void main(){gl_FragColor=texture2D(s,f.xy)+f.xyzz;}");
   const GLint m = ga_GetUniformLocation(ctx, p, "m"), i = ga_GetUniformLocation(ctx, p, "i"),
               f = ga_GetUniformLocation(ctx, p, "f"), s = ga_GetUniformLocation(ctx, p, "s");
   GLfloat got[4];
   GLint got_int[2];
   OK(ga_ProgramUniform3f(ctx, p, f, 1, 2, 3));
   OK(ga_GetUniformfv(ctx, p, f, got));
   assert_memory_equal(got, ((GLfloat[]){ 1, 2, 3 }), 12);
   OK(ga_ProgramUniform2iv(ctx, p, i, 1, (GLint[]){ -4, 5 }));
   OK(ga_GetUniformiv(ctx, p, i, got_int));
   assert_memory_equal(got_int, ((GLint[]){ -4, 5 }), 8);
   OK(ga_ProgramUniformMatrix2fv(ctx, p, m, 1, GL_FALSE, (GLfloat[]){ 1, 2, 3, 4 }));
   OK(ga_GetUniformfv(ctx, p, m, got));
   assert_memory_equal(got, ((GLfloat[]){ 1, 2, 3, 4 }), 16);
   OK(ga_ProgramUniform1i(ctx, p, s, 5));
   OK(ga_GetUniformiv(ctx, p, s, got_int));
   assert_int_equal(got_int[0], 5);
   assert_null(ctx->exec);
   EXPECT(GL_INVALID_OPERATION, ga_ProgramUniform2f(ctx, p, f, 1, 2));
   EXPECT(GL_INVALID_OPERATION, ga_ProgramUniform2ui(ctx, p, i, 1, 2));
   EXPECT(GL_INVALID_OPERATION, ga_ProgramUniformMatrix3fv(ctx, p, m, 1, GL_FALSE, (GLfloat[9]){ 0 }));
   EXPECT(GL_INVALID_VALUE, ga_ProgramUniform1f(ctx, 99, f, 1));
   EXPECT(GL_INVALID_OPERATION, ga_ProgramUniform1f(ctx, ga_CreateProgram(ctx), f, 1));
   EXPECT(GL_INVALID_OPERATION, ga_Uniform3f(ctx, f, 1, 2, 3)); /* nothing is in use */

   /* Where the program is current the new value reaches the block, and only that stage's is uploaded. */
   OK(ga_UseProgram(ctx, p));
   assert_true(derive_program(ctx));
   ctx->st.constants_dirty = 0;
   OK(ga_ProgramUniform3f(ctx, p, f, 4, 5, 6));
   assert_true(derive_program(ctx));
   assert_int_equal(ctx->st.constants_dirty, 1 << PIPE_SHADER_FRAGMENT);
}

/* ---- translation for draws ------------------------------------------------------------------------------------------------- */

static void test_draw_state(void **state)
{
   struct ga_context *ctx = context(state), *other = &((struct world *)*state)->ctx[1];
   const GLuint p = make_program(ctx,
      "attribute vec4 a;uniform vec4 u;void main(){gl_Position=a*u+gl_DepthRange.diff;}",
      "precision highp float;uniform vec4 u;uniform sampler2D s;uniform samplerCube c;"
      "void main(){gl_FragColor=u*texture2D(s,vec2(0.0))*textureCube(c,vec3(0.0));}");
   OK(ga_UseProgram(ctx, p));
   unsigned count;
   const struct ga_sampler_use *use = ga_exec_samplers(ctx->exec, PIPE_SHADER_FRAGMENT, &count);
   assert_int_equal(count, 2);
   assert_true(use[0].used && use[1].used && use[0].target != use[1].target);
   assert_ptr_not_equal(use, NULL);
   ga_exec_samplers(ctx->exec, PIPE_SHADER_VERTEX, &count);
   assert_int_equal(count, 0);

   /* Both samplers are at unit 0 now (2.10.4, "Samplers"). */
   EXPECT(GL_INVALID_OPERATION, assert_false(derive_program(ctx)));
   OK(ga_ValidateProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_VALIDATE_STATUS), GL_FALSE);
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 3));
   assert_true(ctx->dirty & GA_DIRTY_UNIFORMS);
   assert_true(derive_program(ctx));
   assert_int_equal(use[use[0].target == GA_TEX_CUBE ? 0 : 1].unit, 3);
   assert_int_equal(ctx->st.attribs_read, 1);
   assert_true(ctx->dirty & GA_DIRTY_TEXTURES);

   /* A uniform reaches both blocks and marks both stages. */
   ctx->st.constants_dirty = 0;
   ctx->st.dirty = 0;
   OK(ga_Uniform4f(ctx, ga_GetUniformLocation(ctx, p, "u"), 1, 2, 3, 4));
   assert_true(derive_program(ctx));
   assert_int_equal(ctx->st.constants_dirty, 1 << PIPE_SHADER_VERTEX | 1 << PIPE_SHADER_FRAGMENT);
   assert_true(ctx->st.dirty & ST_DIRTY_CONSTANTS);
   const float want[4] = { 1, 2, 3, 4 };
   const struct glsl_linked *l = ctx->exec->linked;
   for (unsigned k = 0; k < 2; k++) {
      const enum pipe_shader_type stage = k ? PIPE_SHADER_FRAGMENT : PIPE_SHADER_VERTEX;
      const struct glsl_resource *r = &l->uniforms[l->location[ga_GetUniformLocation(ctx, p, "u")].uniform];
      assert_memory_equal((const uint8_t *)ctx->st.constants[stage].data + r->offset_B[stage], want, sizeof want);
   }
   /* gl_DepthRange is not in the program's block. */
   assert_int_not_equal(ctx->st.state_constants_read_B[PIPE_SHADER_VERTEX], 0);
   assert_int_equal(ctx->st.state_constants_read_B[PIPE_SHADER_FRAGMENT], 0);
   assert_int_equal(l->default_block_B[PIPE_SHADER_VERTEX], 16);

   /* A relink elsewhere: this context's memory stays until it binds again. */
   OK(ga_UseProgram(other, p));
   OK(ga_LinkProgram(other, p));
   assert_memory_equal(ctx->st.constants[PIPE_SHADER_VERTEX].data, want, sizeof want);
   OK(ga_UseProgram(ctx, p));
   GLfloat got[4] = { 9, 9, 9, 9 };
   OK(ga_GetUniformfv(ctx, p, ga_GetUniformLocation(ctx, p, "u"), got));
   assert_float_equal(got[3], 0.0f, 0); /* a link sets all uniforms to 0 */
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 3));
   assert_true(derive_program(ctx));
   assert_ptr_equal(ctx->st.constants[PIPE_SHADER_VERTEX].data, ctx->exec->storage[PIPE_SHADER_VERTEX]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_uniform_types, setup, teardown),
      cmocka_unit_test_setup_teardown(test_uniform_errors, setup, teardown),
      cmocka_unit_test_setup_teardown(test_program_uniforms, setup, teardown),
      cmocka_unit_test_setup_teardown(test_draw_state, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
