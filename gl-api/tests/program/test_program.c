/* test_program.c: shader and program objects against the error and state tables of ES 2.0 (2.10, 6.1.8, table 6.15 ff.), on
 * a pipe without a driver. The context here has only the fields that these files use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_pipe.h"
#include "gl-api/context/ga_share.h"
#include "gl-api/derive/ga_derive.h"
#include "gl-api/object/ga_transform_feedback.h"
#include "gl-api/program/ga_program.h"

/* ---- a context -------------------------------------------------------------------------------------------------------- */

static GLenum raised;

void ga_error(struct ga_context *ctx, GLenum error, const char *format, ...)
{
   if (raised == GL_NO_ERROR)
      raised = error;
}

void ga_debug_message(struct ga_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                      const char *format, ...)
{
}

void ga_debug_deliver(struct ga_context *ctx)
{
}

bool ga_namespace_init(struct ga_namespace *ns)
{
   pthread_mutex_init(&ns->lock, NULL);
   return ut_names_init(&ns->names);
}

void ga_namespace_finish(struct ga_namespace *ns)
{
   ut_names_finish(&ns->names);
   pthread_mutex_destroy(&ns->lock);
}

static void expect(GLenum error, const char *what)
{
   if (raised != error)
      fail_msg("%s: %s, expected %s", what, ga_enum_name(raised), ga_enum_name(error));
   raised = GL_NO_ERROR;
}
#define EXPECT(error, call) do { call; expect(error, #call); } while (0)
#define OK(call) EXPECT(GL_NO_ERROR, call)

struct world {
   struct fake_screen *screen;
   struct ga_share share;
   struct ga_context ctx[2];
   struct ga_transform_feedback xfb; /* not active */
};

static void init_context(struct world *w, struct ga_context *ctx)
{
   memset(ctx, 0, sizeof *ctx);
   ctx->api = GA_API_ES2;
   ctx->version = 20;
   ctx->share = &w->share;
   ctx->xfb = &w->xfb;
   ctx->screen = &w->screen->base;
   ctx->depth_range[0][1] = 1.0;
   ctx->limits = (struct ga_limits){ .max_vertex_attribs = 16, .max_varying_vectors = 16,
      .max_vertex_uniform_vectors = 256, .max_fragment_uniform_vectors = 224, .max_texture_units = 16,
      .max_vertex_texture_units = 16, .max_combined_texture_units = 32, .max_draw_buffers = 8 };
   ga_features_init(&ctx->features, &w->screen->base, ctx->api, ctx->version, &(struct ga_feature_flags){ false });
   struct pipe_screen *screen = &w->screen->base;
   assert_true(st_context_init(&ctx->st, screen->impl->context_create(screen, 0)));
}

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   w->screen = fake_screen_create();
   assert_true(ga_namespace_init(&w->share.shaders));
   init_context(w, &w->ctx[0]);
   init_context(w, &w->ctx[1]);
   raised = GL_NO_ERROR;
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   for (unsigned i = 0; i < 2; i++) {
      struct ga_context *ctx = &w->ctx[i];
      ga_program_unref(ctx, ctx->program);
      ga_exec_unref(ctx->exec);
      for (unsigned stage = 0; stage < PIPE_SHADER_TYPES; stage++)
         ga_exec_unref(ctx->stage_exec[stage]);
      ga_program_finish_context(ctx);
      assert_int_equal(fake_context(ctx->st.pipe)->objects, 0);
   }
   uint64_t cursor = 0;
   for (void *object; (object = ut_names_next(&w->share.shaders.names, &cursor, NULL));)
      ga_program_free_shared(&w->ctx[0], object);
   ga_namespace_finish(&w->share.shaders);
   for (unsigned i = 0; i < 2; i++) {
      struct pipe_context *pipe = w->ctx[i].st.pipe;
      st_context_finish(&w->ctx[i].st);
      pipe->impl->destroy(pipe);
   }
   fake_screen_destroy(w->screen);
   free(w);
   return 0;
}

static struct ga_context *context(void **state)
{
   return &((struct world *)*state)->ctx[0];
}

static GLint shader_iv(struct ga_context *ctx, GLuint name, GLenum pname)
{
   GLint value = -7;
   OK(ga_GetShaderiv(ctx, name, pname, &value));
   return value;
}

static GLint program_iv(struct ga_context *ctx, GLuint name, GLenum pname)
{
   GLint value = -7;
   OK(ga_GetProgramiv(ctx, name, pname, &value));
   return value;
}

static GLuint make_shader(struct ga_context *ctx, GLenum type, const char *source)
{
   const GLuint shader = ga_CreateShader(ctx, type);
   OK(ga_ShaderSource(ctx, shader, 1, &source, NULL));
   OK(ga_CompileShader(ctx, shader));
   return shader;
}

/* Shaders are left attached and deleted, as programs do. */
static GLuint make_program(struct ga_context *ctx, const char *vs, const char *fs)
{
   const GLuint program = ga_CreateProgram(ctx);
   const GLuint shader[2] = { make_shader(ctx, GL_VERTEX_SHADER, vs), make_shader(ctx, GL_FRAGMENT_SHADER, fs) };
   for (unsigned i = 0; i < 2; i++) {
      OK(ga_AttachShader(ctx, program, shader[i]));
      OK(ga_DeleteShader(ctx, shader[i]));
   }
   OK(ga_LinkProgram(ctx, program));
   return program;
}

#define V0 "void main(){gl_Position=vec4(0.0);}"
#define F0 "void main(){gl_FragColor=vec4(0.0);}"

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
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
   void *cso = ctx->st.shader[PIPE_SHADER_VERTEX];
   assert_non_null(cso);
   assert_non_null(ctx->st.shader[PIPE_SHADER_FRAGMENT]);

   /* A link that fails leaves the old code where it is in use (2.10.3), and the program unusable. */
   GLuint list[2];
   OK(ga_GetAttachedShaders(ctx, p, 2, NULL, list));
   OK(ga_DetachShader(ctx, p, list[1]));
   OK(ga_LinkProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_LINK_STATUS), GL_FALSE);
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
   assert_ptr_equal(ctx->st.shader[PIPE_SHADER_VERTEX], cso);
   EXPECT(GL_INVALID_OPERATION, ga_Uniform1f(ctx, 0, 1.0f));
   EXPECT(GL_INVALID_OPERATION, ga_UseProgram(ctx, p));

   OK(ga_UseProgram(ctx, 0));
   assert_false(ga_derive_program(ctx, "glDrawArrays"));
   expect(GL_NO_ERROR, "drawing without a program");
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
      assert_true(ga_derive_program(ctx, "glDrawArrays"));
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
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 2));
   ctx->dirty |= GA_DIRTY_TEXTURES;
   EXPECT(GL_INVALID_OPERATION, assert_false(ga_derive_program(ctx, "glDrawArrays")));
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
      expect(GL_NO_ERROR, names[i].name);
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
   expect(GL_NO_ERROR, "unknown attributes");

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
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
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
         expect(want ? GL_NO_ERROR : GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, u, 2, f, i); /* not an array */
         expect(GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, v, 3, f, i);
         expect(want ? GL_NO_ERROR : GL_INVALID_OPERATION, type_names[t]);
         set(ctx, s, v, -1, f, i);
         expect(GL_INVALID_VALUE, "negative count");
         set(ctx, s, -1, 1, f, i);
         expect(GL_NO_ERROR, "location -1");
         set(ctx, s, 100000, 1, f, i);
         expect(GL_INVALID_OPERATION, "location out of range");
         set(ctx, s, -2, 1, f, i);
         expect(GL_INVALID_OPERATION, "location -2");
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
         expect(GL_NO_ERROR, "past the end");
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
   EXPECT(GL_INVALID_OPERATION, assert_false(ga_derive_program(ctx, "glDrawArrays")));
   OK(ga_ValidateProgram(ctx, p));
   assert_int_equal(program_iv(ctx, p, GL_VALIDATE_STATUS), GL_FALSE);
   OK(ga_Uniform1i(ctx, ga_GetUniformLocation(ctx, p, "c"), 3));
   assert_true(ctx->dirty & GA_DIRTY_UNIFORMS);
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
   assert_int_equal(use[use[0].target == GA_TEX_CUBE ? 0 : 1].unit, 3);
   assert_int_equal(ctx->st.attribs_read, 1);
   assert_true(ctx->dirty & GA_DIRTY_TEXTURES);

   /* A uniform reaches both blocks and marks both stages. */
   ctx->st.constants_dirty = 0;
   ctx->st.dirty = 0;
   OK(ga_Uniform4f(ctx, ga_GetUniformLocation(ctx, p, "u"), 1, 2, 3, 4));
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
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
   assert_int_equal(ctx->st.state_constants_read, 1 << PIPE_SHADER_VERTEX);
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
   assert_true(ga_derive_program(ctx, "glDrawArrays"));
   assert_ptr_equal(ctx->st.constants[PIPE_SHADER_VERTEX].data, ctx->exec->storage[PIPE_SHADER_VERTEX]);
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
   assert_true(ga_derive_program(ctx, "test"));
   ctx->st.constants_dirty = 0;
   OK(ga_ProgramUniform3f(ctx, p, f, 4, 5, 6));
   assert_true(ga_derive_program(ctx, "test"));
   assert_int_equal(ctx->st.constants_dirty, 1 << PIPE_SHADER_FRAGMENT);
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
      cmocka_unit_test_setup_teardown(test_uniform_types, setup, teardown),
      cmocka_unit_test_setup_teardown(test_uniform_errors, setup, teardown),
      cmocka_unit_test_setup_teardown(test_draw_state, setup, teardown),
      cmocka_unit_test_setup_teardown(test_program_uniforms, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
