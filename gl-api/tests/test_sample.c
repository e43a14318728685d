/* What a draw is given to sample: views and samplers per slot, incomplete textures, units in conflict, textures shared between
 * contexts. Programs are real ones. */
#include "ga_test.h"

#include "gl-api/program/ga_program.h"
#include "gl-api/object/ga_texture.h"

static const char vertex_shader[] =
   "attribute vec4 pos; uniform sampler2D height; void main() { gl_Position = pos + texture2DLod(height, pos.xy, 0.0); }";
static const char fragment_shader[] =
   "precision mediump float; uniform sampler2D flat2d; uniform samplerCube sky;\n"
   "void main() { gl_FragColor = texture2D(flat2d, vec2(0.5)) + textureCube(sky, vec3(1.0)); }";

static GLuint shader(struct ga_context *ctx, GLenum type, const char *source)
{
   GLuint name = GL(CreateShader, type);
   GLint ok = 0;
   GL(ShaderSource, name, 1, &source, NULL);
   GL(CompileShader, name);
   GL(GetShaderiv, name, GL_COMPILE_STATUS, &ok);
   assert_true(ok);
   return name;
}

static void set_unit(struct ga_context *ctx, GLuint program, const char *sampler, GLint unit)
{
   GLint location = GL(GetUniformLocation, program, sampler);
   GL(Uniform1i, location, unit);
}

/* Uses a program with three samplers: height on unit 2 (vertex stage), flat2d on 0, sky on 1. */
static GLuint use_program(struct ga_context *ctx)
{
   GLuint program = GL(CreateProgram), vs = shader(ctx, GL_VERTEX_SHADER, vertex_shader),
          fs = shader(ctx, GL_FRAGMENT_SHADER, fragment_shader);
   GLint ok = 0;
   GL(AttachShader, program, vs);
   GL(AttachShader, program, fs);
   GL(LinkProgram, program);
   GL(DeleteShader, vs);
   GL(DeleteShader, fs);
   GL(GetProgramiv, program, GL_LINK_STATUS, &ok);
   assert_true(ok);
   GL(UseProgram, program);
   set_unit(ctx, program, "flat2d", 0);
   set_unit(ctx, program, "sky", 1);
   set_unit(ctx, program, "height", 2);
   assert_gl_error(GL_NO_ERROR);
   return program;
}

/* What the slot of a sampler shows. Slots are the linker's business: found by the unit. */
static struct pipe_sampler_view *view_at(struct ga_context *ctx, enum pipe_shader_type stage, unsigned unit, unsigned *slot)
{
   unsigned count;
   const struct ga_sampler_use *use = ga_exec_samplers(ctx->exec, stage, &count);
   for (*slot = 0; *slot < count; ++*slot) {
      if (use[*slot].used && use[*slot].unit == unit)
         return ga_test_pipe(ctx)->view[stage][*slot];
   }
   fail_msg("no sampler on unit %u", unit);
   return NULL;
}

static void image(struct ga_context *ctx, GLenum target, GLint level, GLsizei size, GLenum format)
{
   static const uint8_t data[64 * 64 * 4];
   GL(TexImage2D, target, level, format, size, size, 0, format, GL_UNSIGNED_BYTE, data);
   assert_gl_error(GL_NO_ERROR);
}

static void draw(struct ga_context *ctx)
{
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_NO_ERROR);
}

static void test_views(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLuint program = use_program(ctx), tex[3];
   unsigned slot;
   draw(ctx); /* nothing is specified: all slots empty */
   assert_null(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot));
   assert_null(view_at(ctx, PIPE_SHADER_FRAGMENT, 1, &slot));
   assert_null(view_at(ctx, PIPE_SHADER_VERTEX, 2, &slot));

   GL(GenTextures, 3, tex);
   GL(BindTexture, GL_TEXTURE_2D, tex[0]);
   image(ctx, GL_TEXTURE_2D, 0, 4, GL_LUMINANCE_ALPHA);
   draw(ctx); /* its filter uses mipmaps */
   assert_null(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot));
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
   draw(ctx);
   struct pipe_sampler_view *view = view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot);
   assert_non_null(view);
   assert_int_equal(view->t.format, PIPE_FORMAT_R8G8_UNORM);
   assert_memory_equal(view->t.swizzle, ((uint8_t[4]){ PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y }), 4);
   assert_int_equal(view->t.target, PIPE_TEXTURE_2D);
   assert_true(view->t.first_level == 0 && view->t.last_level == 0);
   assert_int_equal(ga_test_pipe(ctx)->sampler[PIPE_SHADER_FRAGMENT][slot].wrap_s, PIPE_TEX_WRAP_MIRROR_REPEAT);
   assert_int_equal(ga_test_pipe(ctx)->sampler[PIPE_SHADER_FRAGMENT][slot].mip_filter, PIPE_TEX_MIPFILTER_NONE);

   /* Again without change: not a word to the driver but the draw. */
   fake_clear_log(ga_test_pipe(ctx));
   draw(ctx);
   assert_null(strstr(ga_test_pipe(ctx)->log, "sampler"));
   /* New texels, same view. */
   image(ctx, GL_TEXTURE_2D, 0, 4, GL_LUMINANCE_ALPHA);
   draw(ctx);
   assert_ptr_equal(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot), view);

   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   GL(GenerateMipmap, GL_TEXTURE_2D);
   draw(ctx);
   assert_int_equal(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot)->t.last_level, 2);

   GL(ActiveTexture, GL_TEXTURE1);
   GL(BindTexture, GL_TEXTURE_CUBE_MAP, tex[1]);
   GL(TexParameteri, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   for (unsigned face = 0; face < 6; face++) {
      draw(ctx);
      assert_null(view_at(ctx, PIPE_SHADER_FRAGMENT, 1, &slot));
      image(ctx, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, 8, GL_RGB);
   }
   GL(ActiveTexture, GL_TEXTURE2);
   GL(BindTexture, GL_TEXTURE_2D, tex[2]);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   image(ctx, GL_TEXTURE_2D, 0, 2, GL_ALPHA);
   draw(ctx);
   view = view_at(ctx, PIPE_SHADER_FRAGMENT, 1, &slot);
   assert_int_equal(view->t.target, PIPE_TEXTURE_CUBE);
   assert_int_equal(view->t.last_layer, 5);
   assert_int_equal(view->t.swizzle[3], PIPE_SWIZZLE_1);
   view = view_at(ctx, PIPE_SHADER_VERTEX, 2, &slot);
   assert_int_equal(view->t.swizzle[0], PIPE_SWIZZLE_0);
   assert_int_equal(view->t.swizzle[3], PIPE_SWIZZLE_X);

   GL(DeleteTextures, 3, tex);
   draw(ctx);
   assert_null(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot));
   GL(UseProgram, 0);
   GL(DeleteProgram, program);
}

static void test_conflict(void **state)
{
   struct ga_context *ctx = ((struct ga_test *)*state)->ctx;
   GLuint program = use_program(ctx);
   set_unit(ctx, program, "sky", 0);
   for (unsigned i = 0; i < 2; i++) { /* every time */
      GL(DrawArrays, GL_TRIANGLES, 0, 3);
      assert_gl_error(GL_INVALID_OPERATION);
   }
   set_unit(ctx, program, "height", 3);
   set_unit(ctx, program, "flat2d", 3); /* two of one type may share */
   draw(ctx);
   GL(UseProgram, 0);
   GL(DeleteProgram, program);
}

/* Two contexts sample one texture: each through its own view. The texture goes before, between and after them. */
static void test_shared(void **state)
{
   struct ga_test *t = *state;
   struct ga_context *first = t->ctx, *second = ga_test_context(t, first), *ctx = first;
   GLuint tex[2];
   unsigned slot;
   GL(GenTextures, 2, tex);
   for (unsigned i = 0; i < 2; i++) {
      ctx = first;
      ga_make_current(first, &t->drawable, &t->drawable);
      if (i == 0)
         use_program(ctx);
      GL(BindTexture, GL_TEXTURE_2D, tex[i]);
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
      image(ctx, GL_TEXTURE_2D, 0, 4, GL_RGBA);
      draw(ctx);
      struct pipe_sampler_view *mine = view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot);
      ctx = second;
      ga_make_current(second, &t->drawable, &t->drawable);
      if (i == 0)
         use_program(ctx);
      GL(BindTexture, GL_TEXTURE_2D, tex[i]);
      draw(ctx);
      struct pipe_sampler_view *theirs = view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot);
      assert_ptr_equal(mine->resource, theirs->resource);
      assert_ptr_equal(mine->ctx, first->st.pipe);
      assert_ptr_equal(theirs->ctx, second->st.pipe);
      /* Larger now: the first context sees it after binding again. */
      image(ctx, GL_TEXTURE_2D, 0, 16, GL_RGBA);
      draw(ctx);
      ctx = first;
      ga_make_current(first, &t->drawable, &t->drawable);
      GL(BindTexture, GL_TEXTURE_2D, tex[i]);
      draw(ctx);
      assert_int_equal(view_at(ctx, PIPE_SHADER_FRAGMENT, 0, &slot)->resource->t.width, 16);
      if (i == 0) { /* deleted here while bound there, whose views are there */
         GL(DeleteTextures, 1, &tex[0]);
         ctx = second;
         ga_make_current(second, &t->drawable, &t->drawable);
         GL(BindTexture, GL_TEXTURE_2D, 0); /* the last reference: the first context's view is left to it */
         ctx = first;
         ga_make_current(first, &t->drawable, &t->drawable);
         assert_true(first->texture_views_died);
         draw(ctx);
         assert_false(first->texture_views_died);
      }
   }
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(second); /* before the texture that it has a view of */
   ga_make_current(first, &t->drawable, &t->drawable);
}

#define T(name) cmocka_unit_test_setup_teardown(name, ga_test_setup, ga_test_teardown)
int main(void)
{
   const struct CMUnitTest tests[] = { T(test_views), T(test_conflict), T(test_shared) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
