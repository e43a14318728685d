/* Sampler objects and sampling parameters of ES 3.0: names, errors, queries, and what a draw is given. */
#include "ga_test.h"

#include "gl-api/context/ga_share.h"
#include "gl-api/object/ga_sampler.h"
#include "gl-api/object/ga_texture.h"
#include "gl-api/program/ga_program.h"

struct world { struct ga_test *t; struct ga_context *ctx; };
#define CONTEXT struct ga_context *ctx = ((struct world *)*state)->ctx

static int setup_forced(void **state, enum ga_api api, const char *version)
{
   struct world *w = calloc(1, sizeof(*w));
   void *test;
   ga_test_setup(&test);
   w->t = test;
   w->ctx = ga_test_forced_context(w->t, w->t->ctx, api, version);
   ga_make_current(w->ctx, &w->t->drawable, &w->t->drawable);
   *state = w;
   return 0;
}

static int setup_es30(void **state)
{
   return setup_forced(state, GA_API_ES2, "es30");
}

static int setup_es32(void **state)
{
   return setup_forced(state, GA_API_ES2, "es32");
}

static int setup_gl45(void **state)
{
   return setup_forced(state, GA_API_CORE, "gl45");
}

static int teardown(void **state)
{
   struct world *w = *state;
   void *test = w->t;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(w->ctx);
   ga_make_current(w->t->ctx, &w->t->drawable, &w->t->drawable);
   free(w);
   return ga_test_teardown(&test);
}

/* Uses a program whose only sampler is on unit 3. */
static void use_program(struct ga_context *ctx)
{
   static const char *const source[2] = {
      "attribute vec4 pos; void main() { gl_Position = pos; }",
      "precision mediump float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.5)); }",
   };
   GLuint program = GL(CreateProgram);
   for (unsigned i = 0; i < 2; i++) {
      GLuint shader = GL(CreateShader, i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      GL(ShaderSource, shader, 1, &source[i], NULL);
      GL(CompileShader, shader);
      GL(AttachShader, program, shader);
      GL(DeleteShader, shader);
   }
   GL(LinkProgram, program);
   GL(UseProgram, program);
   GLint location = GL(GetUniformLocation, program, "s");
   GL(Uniform1i, location, 3);
   GL(DeleteProgram, program);
   GL(ActiveTexture, GL_TEXTURE3);
   assert_gl_error(GL_NO_ERROR);
}

static void draw(struct ga_context *ctx)
{
   GL(DrawArrays, GL_TRIANGLES, 0, 3);
   assert_gl_error(GL_NO_ERROR);
}

static struct pipe_sampler_view *drawn_view(struct ga_context *ctx)
{
   draw(ctx);
   return ga_test_pipe(ctx)->view[PIPE_SHADER_FRAGMENT][0];
}

static const struct pipe_sampler_state *drawn_sampler(struct ga_context *ctx)
{
   draw(ctx);
   return &ga_test_pipe(ctx)->sampler[PIPE_SHADER_FRAGMENT][0];
}

static void image(struct ga_context *ctx, GLint level, GLsizei size)
{
   static const uint8_t texels[64 * 64 * 4];
   GL(TexImage2D, GL_TEXTURE_2D, level, GL_RGBA, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
   assert_gl_error(GL_NO_ERROR);
}

/* A mipmapped texture of 16 x 16 texels on the active unit. */
static GLuint texture(struct ga_context *ctx)
{
   GLuint tex;
   GL(GenTextures, 1, &tex);
   GL(BindTexture, GL_TEXTURE_2D, tex);
   for (GLint level = 0; level < 5; level++)
      image(ctx, level, 16 >> level);
   return tex;
}

/* ---- names and errors ------------------------------------------------------------------------------------------------------ */

static void names(void **state)
{
   CONTEXT;
   GLuint s[3] = {0};
   GL(GenSamplers, -1, s);
   assert_gl_error(GL_INVALID_VALUE);
   GL(GenSamplers, 3, s);
   assert_true(GL(IsSampler, s[0]) && GL(IsSampler, s[2]) && !GL(IsSampler, 0) && !GL(IsSampler, s[2] + 1));
   GL(BindSampler, 32, s[0]);
   assert_gl_error(GL_INVALID_VALUE);
   GL(BindSampler, 0, s[2] + 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(SamplerParameteri, 0, GL_TEXTURE_WRAP_S, GL_REPEAT);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(SamplerParameteri, s[2] + 1, GL_TEXTURE_WRAP_S, GL_REPEAT);
   assert_gl_error(GL_INVALID_OPERATION);
   GLint i = 77;
   GL(GetSamplerParameteriv, s[2] + 1, GL_TEXTURE_WRAP_S, &i);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(GetSamplerParameteriv, s[0], GL_TEXTURE_BASE_LEVEL, &i);
   assert_gl_error(GL_INVALID_ENUM);
   assert_int_equal(i, 77);
   GL(BindSampler, 31, s[1]);
   GL(ActiveTexture, GL_TEXTURE31);
   GL(GetIntegerv, GL_SAMPLER_BINDING, &i);
   assert_int_equal(i, (GLint)s[1]);
   GLuint gone[4] = {s[1], s[1], 0, s[2] + 9};
   GL(DeleteSamplers, -1, gone);
   assert_gl_error(GL_INVALID_VALUE);
   GL(DeleteSamplers, 4, gone);
   assert_gl_error(GL_NO_ERROR);
   assert_null(ctx->unit[31].sampler);
   GL(GetIntegerv, GL_SAMPLER_BINDING, &i);
   assert_int_equal(i, 0);
   assert_false(GL(IsSampler, s[1]));
   GLchar label[8];
   GL(BindSampler, 2, s[2]); /* gives the name its object */
   GL(ObjectLabel, GL_SAMPLER, s[2], -1, "five");
   GL(GetObjectLabel, GL_SAMPLER, s[2], sizeof(label), NULL, label);
   assert_string_equal(label, "five");
   GL(DeleteSamplers, 3, s);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- parameters ------------------------------------------------------------------------------------------------------------- */

struct row { GLenum pname; GLint value; GLenum error; };

/* Each row through all commands of a sampler object and of a texture. */
static void check_rows(struct ga_context *ctx, const struct row *rows, unsigned count)
{
   GLuint s;
   GL(GenSamplers, 1, &s);
   for (unsigned k = 0; k < count; k++) {
      const struct row *r = &rows[k];
      for (unsigned way = 0; way < 8; way++) {
         GLint i = r->value;
         GLfloat f = (GLfloat)i;
         switch (way) {
         case 0: GL(SamplerParameteri, s, r->pname, i); break;
         case 1: GL(SamplerParameterf, s, r->pname, f); break;
         case 2: GL(SamplerParameteriv, s, r->pname, &i); break;
         case 3: GL(SamplerParameterfv, s, r->pname, &f); break;
         case 4: GL(TexParameteri, GL_TEXTURE_2D, r->pname, i); break;
         case 5: GL(TexParameterf, GL_TEXTURE_2D, r->pname, f); break;
         case 6: GL(TexParameteriv, GL_TEXTURE_2D, r->pname, &i); break;
         case 7: GL(TexParameterfv, GL_TEXTURE_2D, r->pname, &f); break;
         }
         assert_gl_error(r->error);
         if (r->error)
            continue;
         GLint got = r->value + 1;
         GLfloat got_f = -1;
         if (way < 4) {
            GL(GetSamplerParameteriv, s, r->pname, &got);
            GL(GetSamplerParameterfv, s, r->pname, &got_f);
         } else {
            GL(GetTexParameteriv, GL_TEXTURE_2D, r->pname, &got);
            GL(GetTexParameterfv, GL_TEXTURE_2D, r->pname, &got_f);
         }
         assert_gl_error(GL_NO_ERROR);
         assert_int_equal(got, r->value);
         assert_true(got_f == (GLfloat)r->value);
      }
   }
   GL(DeleteSamplers, 1, &s);
}

static void parameters(void **state)
{
   CONTEXT;
   static const struct row rows[] = {
      {GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST, 0},
      {GL_TEXTURE_MIN_FILTER, GL_REPEAT, GL_INVALID_ENUM},
      {GL_TEXTURE_MIN_FILTER, -1, GL_INVALID_ENUM},
      {GL_TEXTURE_MAG_FILTER, GL_NEAREST, 0},
      {GL_TEXTURE_MAG_FILTER, GL_LINEAR_MIPMAP_LINEAR, GL_INVALID_ENUM},
      {GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT, 0},
      {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE, 0},
      {GL_TEXTURE_WRAP_R, GL_CLAMP_TO_EDGE, 0},
      {GL_TEXTURE_WRAP_R, GL_CLAMP, GL_INVALID_ENUM},
      {GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE, 0},
      {GL_TEXTURE_COMPARE_MODE, GL_NONE, 0},
      {GL_TEXTURE_COMPARE_MODE, GL_LESS, GL_INVALID_ENUM},
      {GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT, 0},
      {GL_TEXTURE_SRGB_DECODE_EXT, GL_DECODE_EXT, 0},
      {GL_TEXTURE_SRGB_DECODE_EXT, GL_TRUE, GL_INVALID_ENUM},
      {GL_TEXTURE_COMPARE_FUNC, GL_NOTEQUAL, 0},
      {GL_TEXTURE_COMPARE_FUNC, GL_NONE, GL_INVALID_ENUM},
      {GL_TEXTURE_MIN_LOD, -3, 0},
      {GL_TEXTURE_MAX_LOD, 7, 0},
      {GL_TEXTURE_LOD_BIAS, 1, GL_INVALID_ENUM}, /* desktop only */
   };
   static const struct row texture_rows[] = {
      {GL_TEXTURE_SWIZZLE_R, GL_ALPHA, 0}, {GL_TEXTURE_SWIZZLE_G, GL_ZERO, 0},
      {GL_TEXTURE_SWIZZLE_B, GL_ONE, 0}, {GL_TEXTURE_SWIZZLE_A, GL_RED, 0},
      {GL_TEXTURE_SWIZZLE_A, GL_RGBA, GL_INVALID_ENUM}, {GL_TEXTURE_SWIZZLE_RGBA, GL_RED, GL_INVALID_ENUM},
      {GL_TEXTURE_BASE_LEVEL, 3, 0}, {GL_TEXTURE_MAX_LEVEL, 2, 0}, {GL_TEXTURE_BASE_LEVEL, -1, GL_INVALID_VALUE},
      {GL_TEXTURE_MAX_LEVEL, -5, GL_INVALID_VALUE}, {GL_TEXTURE_IMMUTABLE_FORMAT, 1, GL_INVALID_ENUM},
   };
   check_rows(ctx, rows, sizeof(rows) / sizeof(rows[0]));
   for (unsigned k = 0; k < sizeof(texture_rows) / sizeof(texture_rows[0]); k++) {
      const struct row *r = &texture_rows[k];
      GLfloat f = (GLfloat)r->value;
      GLint i = 0;
      GL(TexParameterfv, GL_TEXTURE_2D, r->pname, &f);
      assert_gl_error(r->error);
      if (r->error)
         continue;
      GL(GetTexParameteriv, GL_TEXTURE_2D, r->pname, &i);
      assert_int_equal(i, r->value);
   }
   GLint i = 0;
   GLfloat f = 0;
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT, &i);
   assert_gl_error(GL_NO_ERROR);
   assert_int_equal(i, GL_FALSE);
   /* Levels of detail are floats: rounded for integer queries. */
   GL(TexParameterf, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 2.75f);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, &i);
   GL(GetTexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, &f);
   assert_true(i == 3 && f == 2.75f);
   assert_gl_error(GL_NO_ERROR);
}

/* ES 3.2, 8.10: colours in four types; a single value is not a colour. */
static void border(void **state)
{
   CONTEXT;
   static const GLint full[4] = {2147483647, -2147483647, 0, 1 << 30}, ints[4] = {-5, 6, 70000, 8};
   static const GLuint uints[4] = {0xffffffffu, 2, 3, 4};
   static const GLfloat floats[4] = {2.5f, -1, 0.25f, 1};
   GLint i[4];
   GLuint u[4];
   GLfloat f[4];
   GLuint s;
   GL(GenSamplers, 1, &s);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1);
   assert_gl_error(GL_INVALID_ENUM);
   GL(SamplerParameterf, s, GL_TEXTURE_BORDER_COLOR, 1);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, floats);
   GL(GetTexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, f);
   assert_memory_equal(f, floats, sizeof(f));
   GL(TexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, full);
   GL(GetTexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, f);
   assert_true(f[0] == 1 && f[1] == -1 && f[2] == 0 && f[3] > 0.4999f && f[3] < 0.5001f);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, i);
   assert_true(i[0] == 2147483647 && i[2] == 0);
   GL(TexParameterIiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, ints);
   GL(GetTexParameterIiv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, i);
   assert_memory_equal(i, ints, sizeof(i));
   GL(SamplerParameterIuiv, s, GL_TEXTURE_BORDER_COLOR, uints);
   GL(GetSamplerParameterIuiv, s, GL_TEXTURE_BORDER_COLOR, u);
   assert_memory_equal(u, uints, sizeof(u));
   assert_gl_error(GL_NO_ERROR);
   GL(DeleteSamplers, 1, &s);
}

static void desktop(void **state)
{
   CONTEXT;
   GLuint s;
   GL(CreateSamplers, 1, &s);
   static const struct row rows[] = {
      {GL_TEXTURE_LOD_BIAS, 2, 0}, {GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER, 0}, {GL_TEXTURE_WRAP_S, GL_CLAMP, GL_INVALID_ENUM},
      {GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE, 0},
   };
   check_rows(ctx, rows, sizeof(rows) / sizeof(rows[0]));
   static const GLint order[4] = {GL_BLUE, GL_ONE, GL_RED, GL_GREEN};
   GLint got[4];
   GL(TexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, order);
   GL(GetTexParameteriv, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, got);
   assert_memory_equal(got, order, sizeof(got));
   GL(TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   assert_gl_error(GL_INVALID_ENUM);
   GL(TexParameteri, GL_TEXTURE_RECTANGLE, GL_TEXTURE_BASE_LEVEL, 1);
   assert_gl_error(GL_INVALID_OPERATION);
   GL(TexParameteri, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_WRAP_S, GL_REPEAT);
   assert_gl_error(GL_INVALID_ENUM);
   GL(DeleteSamplers, 1, &s);
   assert_gl_error(GL_NO_ERROR);
}

/* ---- what a draw is given --------------------------------------------------------------------------------------------------- */

static void sampler_wins(void **state)
{
   CONTEXT;
   GLuint s;
   use_program(ctx);
   texture(ctx);
   GL(GenSamplers, 1, &s);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   assert_int_equal(drawn_sampler(ctx)->wrap_s, PIPE_TEX_WRAP_CLAMP_TO_EDGE);
   GL(SamplerParameteri, s, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
   GL(SamplerParameterf, s, GL_TEXTURE_MAX_LOD, 2.5f);
   GL(BindSampler, 2, s); /* another unit */
   assert_int_equal(drawn_sampler(ctx)->wrap_s, PIPE_TEX_WRAP_CLAMP_TO_EDGE);
   GL(BindSampler, 3, s);
   assert_int_equal(drawn_sampler(ctx)->wrap_s, PIPE_TEX_WRAP_MIRROR_REPEAT);
   assert_true(drawn_sampler(ctx)->max_lod == 2.5f && drawn_sampler(ctx)->mip_filter == PIPE_TEX_MIPFILTER_LINEAR);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT); /* changes nothing */
   assert_int_equal(drawn_sampler(ctx)->wrap_s, PIPE_TEX_WRAP_MIRROR_REPEAT);
   GL(SamplerParameteri, s, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
   assert_int_equal(drawn_sampler(ctx)->wrap_s, PIPE_TEX_WRAP_CLAMP_TO_EDGE);

   /* Completeness is that of the sampler's filter. */
   GLuint flat;
   GL(GenTextures, 1, &flat);
   GL(BindTexture, GL_TEXTURE_2D, flat);
   image(ctx, 0, 16);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   assert_null(drawn_view(ctx));
   GL(SamplerParameteri, s, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   assert_non_null(drawn_view(ctx));
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   assert_non_null(drawn_view(ctx));
   GL(DeleteSamplers, 1, &s);
   assert_null(drawn_view(ctx));
}

/* Another context changes a sampler object: the next draw here sees it, and a draw that does not use it derives nothing. */
static void shared(void **state)
{
   CONTEXT;
   struct world *w = *state;
   struct ga_context *mine = ctx, *theirs = ga_test_forced_context(w->t, ctx, GA_API_ES2, "es30");
   GLuint s;
   use_program(ctx);
   texture(ctx);
   GL(GenSamplers, 1, &s);
   GL(BindSampler, 3, s);
   assert_int_equal(drawn_sampler(ctx)->wrap_t, PIPE_TEX_WRAP_REPEAT);
   ctx = theirs;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   GL(SamplerParameteri, s, GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT);
   assert_gl_error(GL_NO_ERROR);
   ctx = mine;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   assert_int_equal(drawn_sampler(ctx)->wrap_t, PIPE_TEX_WRAP_MIRROR_REPEAT);
   GL(BindSampler, 3, 0);
   draw(ctx);
   ctx = theirs;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   GL(SamplerParameteri, s, GL_TEXTURE_WRAP_T, GL_REPEAT);
   /* Deleted here while bound there: the unit there keeps it. */
   ctx = mine;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   fake_clear_log(ga_test_pipe(ctx));
   draw(ctx);
   assert_null(strstr(ga_test_pipe(ctx)->log, "sampler"));
   GL(BindSampler, 3, s);
   ctx = theirs;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   GL(DeleteSamplers, 1, &s);
   ctx = mine;
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
   assert_non_null(ctx->unit[3].sampler);
   assert_int_equal(drawn_sampler(ctx)->wrap_t, PIPE_TEX_WRAP_REPEAT);
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(theirs);
   ga_make_current(ctx, &w->t->drawable, &w->t->drawable);
}

static void levels(void **state)
{
   CONTEXT;
   use_program(ctx);
   texture(ctx);
   struct pipe_sampler_view *view = drawn_view(ctx);
   assert_true(view->t.first_level == 0 && view->t.last_level == 4);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3);
   view = drawn_view(ctx);
   assert_true(view->t.first_level == 1 && view->t.last_level == 3);
   image(ctx, 4, 8); /* out of range: of no effect */
   assert_non_null(drawn_view(ctx));
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 4);
   assert_null(drawn_view(ctx));
   /* Base level beyond the last: mipmaps are incomplete, the base level alone is not. */
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 3);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
   assert_null(drawn_view(ctx));
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   view = drawn_view(ctx);
   assert_true(view && view->t.first_level == 3 && view->t.last_level == 3);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 900);
   assert_null(drawn_view(ctx));
   /* Mipmaps are generated from the base level to the maximum level (ES 3.0, 3.8.10.4). */
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
   fake_clear_log(ga_test_pipe(ctx));
   GL(GenerateMipmap, GL_TEXTURE_2D);
   assert_gl_error(GL_NO_ERROR);
   assert_non_null(strstr(ga_test_pipe(ctx)->log, "generate_mipmap R8G8B8A8_UNORM 1-2"));
}

static void swizzle(void **state)
{
   CONTEXT;
   use_program(ctx);
   texture(ctx);
   static const GLenum to[4] = {GL_ALPHA, GL_ONE, GL_RED, GL_ZERO};
   for (unsigned i = 0; i < 4; i++)
      GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R + i, (GLint)to[i]);
   assert_memory_equal(drawn_view(ctx)->t.swizzle,
                       ((uint8_t[4]){PIPE_SWIZZLE_W, PIPE_SWIZZLE_1, PIPE_SWIZZLE_X, PIPE_SWIZZLE_0}), 4);
   /* The swizzle takes the components that the format has: luminance and alpha are kept in two channels. */
   static const uint8_t texels[4 * 4 * 2];
   GL(TexImage2D, GL_TEXTURE_2D, 0, GL_LUMINANCE_ALPHA, 4, 4, 0, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, texels);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
   assert_memory_equal(drawn_view(ctx)->t.swizzle,
                       ((uint8_t[4]){PIPE_SWIZZLE_Y, PIPE_SWIZZLE_1, PIPE_SWIZZLE_X, PIPE_SWIZZLE_0}), 4);
}

/* The device returns border colours unswizzled, so the state has them as the shader sees them. */
static void border_state(void **state)
{
   CONTEXT;
   static const GLfloat color[4] = {0.1f, 0.2f, 0.3f, 0.4f};
   static const uint8_t texels[4 * 4 * 4];
   static const struct { GLenum format; GLfloat want[4]; } rows[] = {
      {GL_RGBA, {0.1f, 0.2f, 0.3f, 0.4f}}, {GL_RGB, {0.1f, 0.2f, 0.3f, 1}}, {GL_LUMINANCE, {0.1f, 0.1f, 0.1f, 1}},
      {GL_LUMINANCE_ALPHA, {0.1f, 0.1f, 0.1f, 0.4f}}, {GL_ALPHA, {0, 0, 0, 0.4f}},
   };
   use_program(ctx);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
   GL(TexParameterfv, GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, color);
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      GL(TexImage2D, GL_TEXTURE_2D, 0, (GLint)rows[i].format, 4, 4, 0, rows[i].format, GL_UNSIGNED_BYTE, texels);
      assert_memory_equal(drawn_sampler(ctx)->border_color.f, rows[i].want, sizeof(rows[i].want));
   }
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_G, GL_ALPHA);
   GL(TexParameteri, GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, GL_ZERO);
   assert_memory_equal(drawn_sampler(ctx)->border_color.f, ((GLfloat[4]){0, 0.4f, 0, 0}), 16);
}

#define TEST(name, version) cmocka_unit_test_setup_teardown(name, setup_##version, teardown)
int main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(names, es30), TEST(parameters, es30), TEST(border, es32), TEST(desktop, gl45), TEST(sampler_wins, es30),
      TEST(shared, es30), TEST(levels, es30), TEST(swizzle, es30), TEST(border_state, es32),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
