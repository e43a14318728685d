/* ga_test.h: a context on the recording pipe of state/tests, current on the calling thread, with a surface of 64 x 48
 * pixels (RGBA8, depth 24, stencil 8). Commands go through the dispatch table, as an application's do. */
#ifndef GA_TEST_H
#define GA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fake_pipe.h"
#include "gl-api/context/ga_context.h"

struct ga_test {
   struct fake_screen *screen;
   struct ga_context *ctx;
   struct ga_drawable drawable;
};

/* cmocka's setup and teardown; *state is the struct ga_test. Teardown fails the test when anything is left alive. */
int ga_test_setup(void **state);
int ga_test_setup_debug(void **state); /* a debug context */
int ga_test_setup_es30(void **state);  /* a context of GLOAM_FORCE_VERSION=es30 */
int ga_test_teardown(void **state);
struct ga_context *ga_test_context(struct ga_test *t, struct ga_context *share);

/* A context of a version that is not advertised yet, as GLOAM_FORCE_VERSION gives it: "es30", "gl45". */
struct ga_context *ga_test_forced_context(struct ga_test *t, struct ga_context *share, enum ga_api api, const char *version);

/* glName(...) of ctx, as a member of its dispatch table. */
#define GL(name, ...) (ctx->dispatch->name(ctx, ##__VA_ARGS__))

/* Complete levels 0 .. last in one miptree, with a reference for the caller. */
struct pipe_resource *ga_test_finalize(struct ga_context *ctx, struct ga_texture *tex, unsigned last);

#define assert_gl_error(expected) ga_test_assert_error(ctx, expected, __FILE__, __LINE__)
void ga_test_assert_error(struct ga_context *ctx, GLenum expected, const char *file, int line);

static inline struct fake_context *ga_test_pipe(struct ga_context *ctx)
{
   return fake_context(ctx->st.pipe);
}

#endif
