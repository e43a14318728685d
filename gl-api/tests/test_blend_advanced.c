/* KHR_blend_equation_advanced: which commands take the equations, what a draw needs, what the pipe gets. */
#include "ga_test.h"

#define CONTEXT struct ga_context *ctx = ((struct ga_test *)*state)->ctx

static const GLenum equations[15] = { GL_MULTIPLY, GL_SCREEN, GL_OVERLAY, GL_DARKEN, GL_LIGHTEN, GL_COLORDODGE, GL_COLORBURN,
   GL_HARDLIGHT, GL_SOFTLIGHT, GL_DIFFERENCE, GL_EXCLUSION, GL_HSL_HUE, GL_HSL_SATURATION, GL_HSL_COLOR, GL_HSL_LUMINOSITY };

static GLuint shader(struct ga_context *ctx, GLenum type, const char *source)
{
   GLuint name = GL(CreateShader, type);
   GLint ok;
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(GetShaderiv, name, GL_COMPILE_STATUS, &ok);
   assert_true(ok);
   return name;
}

static void use_program(struct ga_context *ctx, const char *fragment)
{
   GLuint program = GL(CreateProgram);
   GLint ok;
   const bool es3 = strncmp(fragment, "#version 300", 12) == 0;
   GL(AttachShader, program, shader(ctx, GL_VERTEX_SHADER, es3 ? "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }"
                                                               : "void main() { gl_Position = vec4(0.0); }"));
   GL(AttachShader, program, shader(ctx, GL_FRAGMENT_SHADER, fragment));
   GL(LinkProgram, program);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   GL(UseProgram, program);
}

#define FRAGMENT(layouts) "#version 300 es\n#extension GL_KHR_blend_equation_advanced : require\n" layouts \
   "\nout lowp vec4 c; void main() { c = vec4(0.5); }"

static void draw(struct ga_context *ctx, GLenum error)
{
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(error);
}

static void commands(void **state)
{
   CONTEXT;
   GLint rgb, alpha;
   for (unsigned i = 0; i < 15; i++) {
      GL(BlendEquation, equations[i]);
      assert_gl_error(GL_NO_ERROR);
      GL(GetIntegerv, GL_BLEND_EQUATION_RGB, &rgb);
      GL(GetIntegerv, GL_BLEND_EQUATION_ALPHA, &alpha);
      assert_true(rgb == (GLint)equations[i] && alpha == rgb);
      GL(BlendEquationSeparate, equations[i], equations[i]);
      assert_gl_error(GL_INVALID_ENUM);
      GL(BlendEquationSeparate, GL_FUNC_ADD, equations[i]);
      assert_gl_error(GL_INVALID_ENUM);
      GL(BlendEquationi, 1, equations[i]);
      assert_gl_error(GL_NO_ERROR);
      GL(BlendEquationSeparatei, 1, equations[i], GL_FUNC_ADD);
      assert_gl_error(GL_INVALID_ENUM);
   }
   GL(BlendEquation, 0x929D); /* between two of them */
   assert_gl_error(GL_INVALID_ENUM);
   GL(BlendBarrier);
   GL(FramebufferFetchBarrierEXT);
   assert_gl_error(GL_NO_ERROR);
}

static void shaders(void **state)
{
   CONTEXT;
   GL(Enable, GL_BLEND);
   use_program(ctx, FRAGMENT("layout(blend_support_screen, blend_support_hsl_color) out;"));
   for (unsigned i = 0; i < 15; i++) {
      const bool named = equations[i] == GL_SCREEN || equations[i] == GL_HSL_COLOR;
      GL(BlendEquation, equations[i]);
      draw(ctx, named ? GL_NO_ERROR : GL_INVALID_OPERATION);
      assert_int_equal(ctx->st.blend.equation, PIPE_EQUATION_MULTIPLY + i);
      assert_int_equal(ctx->st.blend.rt[0].enable, 0);
   }
   use_program(ctx, FRAGMENT("layout(blend_support_all_equations) out;"));
   for (unsigned i = 0; i < 15; i++) {
      GL(BlendEquation, equations[i]);
      draw(ctx, GL_NO_ERROR);
   }
   use_program(ctx, FRAGMENT(""));
   draw(ctx, GL_INVALID_OPERATION);
   GL(Clear, GL_COLOR_BUFFER_BIT);
   assert_gl_error(GL_NO_ERROR);
   GL(Disable, GL_BLEND);
   draw(ctx, GL_NO_ERROR);
   assert_int_equal(ctx->st.blend.equation, PIPE_EQUATION_NONE);
   GL(Enable, GL_BLEND);
   GL(BlendEquation, GL_FUNC_SUBTRACT);
   draw(ctx, GL_NO_ERROR);
   assert_int_equal(ctx->st.blend.rt[0].rgb_func, PIPE_BLEND_SUBTRACT);
}

static void buffers(void **state)
{
   CONTEXT;
   static const GLenum both[2] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1 };
   GLuint framebuffer, texture[2];
   GL(GenFramebuffers, 1, &framebuffer);
   GL(BindFramebuffer, GL_FRAMEBUFFER, framebuffer);
   GL(GenTextures, 2, texture);
   for (unsigned i = 0; i < 2; i++) {
      GL(BindTexture, GL_TEXTURE_2D, texture[i]);
      GL(TexStorage2D, GL_TEXTURE_2D, 1, GL_RGBA8, 16, 16);
      GL(FramebufferTexture2D, GL_FRAMEBUFFER, both[i], GL_TEXTURE_2D, texture[i], 0);
   }
   use_program(ctx, FRAGMENT("layout(blend_support_all_equations) out;"));
   GL(Enable, GL_BLEND);
   GL(BlendEquation, GL_MULTIPLY);
   draw(ctx, GL_NO_ERROR);
   GL(DrawBuffers, 2, both);
   draw(ctx, GL_INVALID_OPERATION);
   GL(BlendEquationi, 0, GL_FUNC_ADD); /* the second buffer still asks for it */
   draw(ctx, GL_INVALID_OPERATION);
   GL(Disablei, GL_BLEND, 1);
   draw(ctx, GL_NO_ERROR);
   GL(BlendEquationi, 0, GL_MULTIPLY);
   draw(ctx, GL_INVALID_OPERATION);
   GL(DrawBuffers, 1, both);
   draw(ctx, GL_NO_ERROR);
}

/* KHR_blend_equation_advanced_coherent, EXT_shader_framebuffer_fetch: which draws the state tracker splits. */
static void coherence(void **state)
{
   CONTEXT;
   assert_true(GL(IsEnabled, GL_BLEND_ADVANCED_COHERENT_KHR));
   use_program(ctx, FRAGMENT("layout(blend_support_all_equations) out;"));
   draw(ctx, GL_NO_ERROR);
   assert_false(ctx->st.reads_coherently);
   GL(Enable, GL_BLEND);
   GL(BlendEquation, GL_SCREEN);
   draw(ctx, GL_NO_ERROR);
   assert_true(ctx->st.reads_coherently);
   GL(Disable, GL_BLEND_ADVANCED_COHERENT_KHR);
   draw(ctx, GL_NO_ERROR);
   assert_false(ctx->st.reads_coherently);
   GL(Disable, GL_BLEND);
   use_program(ctx, "#version 300 es\n#extension GL_EXT_shader_framebuffer_fetch : require\n"
                    "inout lowp vec4 c; void main() { c += vec4(0.5); }");
   GL(Clear, GL_COLOR_BUFFER_BIT);
   draw(ctx, GL_NO_ERROR);
   assert_true(ctx->st.reads_coherently);
   use_program(ctx, "#version 300 es\n#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n"
                    "layout(noncoherent) inout lowp vec4 c; void main() { c += vec4(0.5); }");
   draw(ctx, GL_NO_ERROR);
   assert_false(ctx->st.reads_coherently);
   use_program(ctx, "#extension GL_EXT_shader_framebuffer_fetch : require\n"
                    "void main() { gl_FragColor = gl_LastFragData[0]; }");
   draw(ctx, GL_NO_ERROR);
   assert_true(ctx->st.reads_coherently);
   use_program(ctx, "#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require\n"
                    "void main() { gl_FragColor = vec4(gl_LastFragDepthARM); }");
   draw(ctx, GL_NO_ERROR);
   assert_true(ctx->st.reads_coherently);
   use_program(ctx, "#extension GL_EXT_shader_framebuffer_fetch : require\nvoid main() { gl_FragColor = vec4(0.5); }");
   draw(ctx, GL_NO_ERROR);
   assert_false(ctx->st.reads_coherently);
}

static bool advertises(const struct ga_context *ctx, const char *name)
{
   const char *at = ctx->extensions;
   for (const size_t length = strlen(name); (at = strstr(at, name)); at += length)
      if (at[length] == ' ' || !at[length])
         return true;
   return false;
}

/* Contexts of OpenGL and OpenGL ES read coherently. */
static void coherent_contexts(void **state)
{
   static const struct { enum ga_api api; const char *version; } rows[] = {
      { GA_API_ES2, "es20" }, { GA_API_ES2, "es31" }, { GA_API_ES2, "es32" }, { GA_API_CORE, "gl33" }, { GA_API_CORE, "gl46" } };
   struct ga_test *t = *state;
   t->screen->base.caps.has_geometry = true;
   for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct ga_context *ctx = ga_test_forced_context(t, NULL, rows[i].api, rows[i].version);
      assert_true(advertises(ctx, "GL_EXT_shader_framebuffer_fetch"));
      assert_true(advertises(ctx, "GL_ARM_shader_framebuffer_fetch_depth_stencil"));
      assert_true(advertises(ctx, "GL_KHR_blend_equation_advanced_coherent"));
      ga_make_current(ctx, &t->drawable, &t->drawable);
      assert_true(GL(IsEnabled, GL_BLEND_ADVANCED_COHERENT_KHR));
      assert_gl_error(GL_NO_ERROR);
      ga_make_current(t->ctx, &t->drawable, &t->drawable);
      ga_context_destroy(ctx);
   }
}

static void without_the_extension(void **state)
{
   struct ga_test *t = *state;
   setenv("GLOAM_DISABLE", "blend_equation_advanced", 1);
   struct ga_context *ctx = ga_test_forced_context(t, NULL, GA_API_ES2, "es30");
   unsetenv("GLOAM_DISABLE");
   ga_make_current(ctx, &t->drawable, &t->drawable);
   GL(BlendEquation, GL_MULTIPLY);
   assert_gl_error(GL_INVALID_ENUM);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   ga_context_destroy(ctx);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, ga_test_setup_es30, ga_test_teardown)
   const struct CMUnitTest tests[] = { TEST(commands), TEST(shaders), TEST(buffers), TEST(coherence), TEST(coherent_contexts),
                                       TEST(without_the_extension) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
