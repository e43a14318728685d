#include "program_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

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

void expect_raised(GLenum error, const char *what)
{
   if (raised != error)
      fail_msg("%s: %s, expected %s", what, ga_enum_name(raised), ga_enum_name(error));
   raised = GL_NO_ERROR;
}
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

int setup(void **state)
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

int teardown(void **state)
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

struct ga_context *context(void **state)
{
   return &((struct world *)*state)->ctx[0];
}

GLint shader_iv(struct ga_context *ctx, GLuint name, GLenum pname)
{
   GLint value = -7;
   OK(ga_GetShaderiv(ctx, name, pname, &value));
   return value;
}

GLint program_iv(struct ga_context *ctx, GLuint name, GLenum pname)
{
   GLint value = -7;
   OK(ga_GetProgramiv(ctx, name, pname, &value));
   return value;
}

GLuint make_shader(struct ga_context *ctx, GLenum type, const char *source)
{
   const GLuint shader = ga_CreateShader(ctx, type);
   OK(ga_ShaderSource(ctx, shader, 1, &source, NULL));
   OK(ga_CompileShader(ctx, shader));
   return shader;
}

GLuint make_program(struct ga_context *ctx, const char *vs, const char *fs)
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
