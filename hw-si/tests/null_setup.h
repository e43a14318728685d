/* null_setup.h: a screen and a context on the winsys without a GPU, for tests with cmocka. */
#ifndef NULL_SETUP_H
#define NULL_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hw-si/si.h"
#include "hw-si/si_context.h"
#include "null_ws.h"

struct setup {
   struct null_ws *ws;
   struct pipe_screen *screen;
   struct pipe_context *ctx;
};

static inline void begin(struct setup *s, const char *chip)
{
   char why[128] = "";

   s->ws = null_ws_open(chip);
   s->screen = si_screen_create(&s->ws->base, why, sizeof(why));
   if (!s->screen)
      fail_msg("%s", why);
   s->ctx = s->screen->impl->context_create(s->screen, 0);
   assert_non_null(s->ctx);
}

/* Everything that was made is gone again. */
static inline void end(struct setup *s)
{
   s->ctx->impl->destroy(s->ctx);
   s->screen->impl->destroy(s->screen);
   assert_int_equal(s->ws->live_bos, 0);
   ws_device_unref(&s->ws->base);
}

static inline struct pipe_resource *make_texture(struct setup *s, enum pipe_format format, uint32_t width, uint32_t height,
                                          uint32_t bind)
{
   struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = format, .width = width, .height = height,
                                      .depth = 1, .layers = 1, .bind = bind};
   struct pipe_resource *res = s->screen->impl->resource_create(s->screen, &t);

   assert_non_null(res);
   return res;
}

static inline struct pipe_surface *make_surface(struct setup *s, struct pipe_resource *res)
{
   struct pipe_view_template t = {.target = PIPE_TEXTURE_2D, .format = res->t.format};
   struct pipe_surface *surf = s->ctx->impl->create_surface(s->ctx, res, &t);

   assert_non_null(surf);
   return surf;
}

static inline uint32_t reg(const struct setup *s, uint32_t offset)
{
   return s->ws->at_draw[offset / 4];
}

static inline void bind_targets(struct setup *s, unsigned count, struct pipe_surface **cbufs, struct pipe_surface *zs)
{
   struct pipe_framebuffer_state fb = {.layers = 1, .samples = 1, .color_count = count, .zsbuf = zs};
   struct pipe_surface *any = count ? cbufs[0] : zs;

   fb.width = any->width;
   fb.height = any->height;
   for (unsigned i = 0; i < count; i++)
      fb.cbufs[i] = cbufs[i];
   s->ctx->impl->set_framebuffer(s->ctx, &fb);
}

static inline void unbind_targets(struct setup *s)
{
   struct pipe_framebuffer_state fb = {0};
   s->ctx->impl->set_framebuffer(s->ctx, &fb);
}

static inline struct pipe_resource *make_buffer(struct setup *s, uint32_t size_B, uint32_t bind)
{
   struct pipe_resource_template t = {.target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1,
                                      .depth = 1, .layers = 1, .bind = bind};
   struct pipe_resource *res = s->screen->impl->resource_create(s->screen, &t);

   assert_non_null(res);
   return res;
}

#endif
