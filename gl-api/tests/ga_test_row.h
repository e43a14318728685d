/* ga_test_row.h: rows of error tables: a call, the error that it must raise; nothing else may change (ES 2.0,
 * 2.5: "the command ... is ignored so that it has no effect on GL state"). */
#ifndef GA_TEST_ROW_H
#define GA_TEST_ROW_H

#include "ga_test.h"
#include "gl-api/object/ga_fbo.h"
#include "gl-api/object/ga_vao.h"

struct ga_row_snapshot {
   struct ga_context ctx;
   struct ga_vao vao;
   struct ga_fbo fbo;
};

static inline void ga_row_take(struct ga_context *ctx, struct ga_row_snapshot *s)
{
   ga_fbo_status(ctx, ctx->draw_fbo); /* a cache, not state */
   s->ctx = *ctx;
   s->vao = *ctx->vao;
   s->fbo = *ctx->draw_fbo;
}

static inline void ga_row_compare(struct ga_context *ctx, const struct ga_row_snapshot *before, GLenum expected, const char *call,
                                  int line)
{
   GLenum error = ga_GetError(ctx);
   if (error != expected) {
      print_error("%s: %s instead of %s\n", call, ga_enum_name(error), ga_enum_name(expected));
      _assert_int_equal(error, expected, __FILE__, line);
   }
   if (memcmp(ctx, &before->ctx, sizeof(*ctx)) || memcmp(ctx->vao, &before->vao, sizeof(*ctx->vao)) ||
       memcmp(ctx->draw_fbo, &before->fbo, sizeof(*ctx->draw_fbo))) {
      print_error("%s changed state\n", call);
      _fail(__FILE__, line);
   }
}

#define ROW(error, name, ...)                                                                  \
   do {                                                                                        \
      static struct ga_row_snapshot before_;                                                   \
      ga_row_take(ctx, &before_);                                                              \
      GL(name, ##__VA_ARGS__);                                                                 \
      ga_row_compare(ctx, &before_, GL_##error, "gl" #name "(" #__VA_ARGS__ ")", __LINE__); \
   } while (0)

enum { BAD = 0x1234 };

#endif
