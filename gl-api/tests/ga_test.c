#include "ga_test.h"

#include "gl-api/object/ga_texture.h"

static struct pipe_resource *image(struct fake_screen *screen, enum pipe_format format, unsigned bind)
{
   const struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = format, .width = 64, .height = 48,
                                            .depth = 1, .layers = 1, .bind = bind};
   return screen->base.impl->resource_create(&screen->base, &t);
}

static struct ga_context *context(struct ga_test *t, struct ga_context *share, bool debug)
{
   const struct ga_context_desc desc = {.api = GA_API_ES2, .major = 2, .debug = debug, .lose_context_on_reset = true};
   enum ga_create_result result;
   struct ga_context *ctx = ga_context_create(&t->screen->base, &desc, share, &result);
   assert_int_equal(result, GA_CREATE_OK);
   assert_non_null(ctx);
   return ctx;
}

struct ga_context *ga_test_forced_context(struct ga_test *t, struct ga_context *share, enum ga_api api, const char *version)
{
   const struct ga_context_desc desc = {.api = api, .major = version[2] - '0'};
   enum ga_create_result result;
   setenv("GLOAM_FORCE_VERSION", version, 1);
   struct ga_context *ctx = ga_context_create(&t->screen->base, &desc, share, &result);
   unsetenv("GLOAM_FORCE_VERSION");
   assert_int_equal(result, GA_CREATE_OK);
   return ctx;
}

struct ga_context *ga_test_context(struct ga_test *t, struct ga_context *share)
{
   return context(t, share, false);
}

static int setup(void **state, bool debug)
{
   struct ga_test *t = calloc(1, sizeof(*t));
   *state = t;
   t->screen = fake_screen_create();
   t->drawable = (struct ga_drawable){
      .width = 64,
      .height = 48,
      .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .depth_stencil_format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
      .color = image(t->screen, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_RENDER_TARGET),
      .depth_stencil = image(t->screen, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL),
      .seqno = 1,
   };
   t->ctx = context(t, NULL, debug);
   ga_make_current(t->ctx, &t->drawable, &t->drawable);
   return 0;
}

int ga_test_setup(void **state)
{
   return setup(state, false);
}

int ga_test_setup_debug(void **state)
{
   return setup(state, true);
}

int ga_test_setup_es30(void **state)
{
   setup(state, false);
   struct ga_test *t = *state;
   struct ga_context *es30 = ga_test_forced_context(t, NULL, GA_API_ES2, "es30");
   ga_make_current(es30, &t->drawable, &t->drawable);
   ga_context_destroy(t->ctx);
   t->ctx = es30;
   return 0;
}

int ga_test_teardown(void **state)
{
   struct ga_test *t = *state;
   ga_make_current(NULL, NULL, NULL);
   ga_context_destroy(t->ctx);
   pipe_resource_unref(t->drawable.color);
   pipe_resource_unref(t->drawable.depth_stencil);
   fake_screen_destroy(t->screen);
   free(t);
   return 0;
}

void ga_test_assert_error(struct ga_context *ctx, GLenum expected, const char *file, int line)
{
   GLenum error = ga_GetError(ctx);
   if (error != expected) {
      print_error("%s instead of %s\n", ga_enum_name(error), ga_enum_name(expected));
      _assert_int_equal(error, expected, file, line);
   }
}

struct pipe_resource *ga_test_finalize(struct ga_context *ctx, struct ga_texture *tex, unsigned last)
{
   const struct ga_level_range levels = { ga_texture_storage_seqno(tex), 0, last, last };
   struct pipe_resource *miptree;
   assert_int_equal(ga_texture_finalize(ctx, tex, &levels, &miptree), GA_FINALIZED);
   return miptree;
}
