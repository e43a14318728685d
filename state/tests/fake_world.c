#include "fake_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct fake_world *fake_world_open(void)
{
   static struct fake_world w;
   memset(&w, 0, sizeof w);
   w.screen = fake_screen_create();
   w.ctx = fake_context(w.screen->base.impl->context_create(&w.screen->base, 0));
   assert_true(st_context_init(&w.st, &w.ctx->base));
   w.st.viewport_count = 1;
   assert_true(st_validate(&w.st, ST_DIRTY_ALL));
   fake_clear_log(w.ctx);
   return &w;
}

void fake_world_close(struct fake_world *w)
{
   st_context_finish(&w->st);
   w->ctx->base.impl->destroy(&w->ctx->base);
   fake_screen_destroy(w->screen);
}

struct pipe_resource *fake_buffer(struct fake_world *w, const void *data, uint32_t size_B)
{
   struct pipe_resource *res = w->screen->base.impl->resource_create(&w->screen->base, &(struct pipe_resource_template){
      .target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = size_B, .height = 1, .depth = 1, .layers = 1 });
   memcpy(fake_resource(res)->data, data, size_B);
   return res;
}

const char *fake_list(struct fake_world *w)
{
   static char text[256];
   const struct pipe_draw_info *last = &w->ctx->draw;
   const uint32_t *index = (const uint32_t *)(fake_resource(last->index_buffer)->data + last->index_offset_B);
   const uint32_t vertices = last->mode == PIPE_PRIM_TRIANGLES_ADJACENCY ? 6 : last->count;
   size_t length = 0;
   for (uint32_t i = 0; i < last->start + last->count; i++)
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%u", i && i % vertices == 0 ? " " : "", index[i]);
   return text;
}

unsigned fake_draws(struct fake_world *w)
{
   unsigned n = 0;
   for (const char *at = w->ctx->log; (at = strstr(at, "draw ")); at++)
      n++;
   return n;
}
