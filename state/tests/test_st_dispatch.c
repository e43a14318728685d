/* Dispatches, and the buffers and images that shaders write: only changes reach the driver, and all of it goes with the context. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fake_world.h"
#include "state/st_private.h"

static struct { char text[600]; size_t length; } seen;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
   va_list list;
   va_start(list, format);
   seen.length += (size_t)vsnprintf(seen.text + seen.length, sizeof seen.text - seen.length, format, list);
   va_end(list);
}

static void set_shader_buffers(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                               const struct pipe_shader_buffer *buffers, uint32_t writable_mask)
{
   assert_int_equal(count, 1);
   if (buffers && buffers->buffer)
      say("buffer %d.%u %u+%u%s;", stage, start, buffers->offset_B, buffers->size_B, writable_mask ? " w" : "");
   else
      say("buffer %d.%u none;", stage, start);
}

static void set_shader_images(struct pipe_context *ctx, enum pipe_shader_type stage, unsigned start, unsigned count,
                              const struct pipe_image_view *images)
{
   if (images && images->resource)
      say("image %d.%u level %u;", stage, start, images->level);
   else
      say("image %d.%u none %u;", stage, start, count);
}

static void launch_grid(struct pipe_context *ctx, const struct pipe_grid_info *info)
{
   say("grid %u %u %u;", info->grid[0], info->grid[1], info->grid[2]);
}

static const char *after_launch(struct st_context *st)
{
   seen.length = 0;
   seen.text[0] = 0;
   assert_true(st_launch_grid(st, &(struct pipe_grid_info){ .block = { 8, 1, 1 }, .grid = { 1, 2, 3 } }));
   return seen.text;
}

static void test_dispatch(void **state)
{
   struct fake_world *w = fake_world_open();
   struct st_context *st = &w->st;
   struct pipe_context_impl impl = *w->ctx->base.impl;
   const struct pipe_context_impl *before = w->ctx->base.impl;
   static const uint32_t words[16];
   struct pipe_resource *res = fake_buffer(w, words, sizeof words);
   impl.set_shader_buffers = set_shader_buffers;
   impl.set_shader_images = set_shader_images;
   impl.launch_grid = launch_grid;
   w->ctx->base.impl = &impl;

   assert_string_equal(after_launch(st), "grid 1 2 3;");
   st->shader_buffer[PIPE_SHADER_COMPUTE][3] = (struct pipe_shader_buffer){ res, 16, 32 };
   st->shader_buffers_used[PIPE_SHADER_COMPUTE] = 1u << 3 | 1u << 5;
   st->image[PIPE_SHADER_COMPUTE][0] = (struct pipe_image_view){ .resource = res, .level = 2 };
   st->image_count[PIPE_SHADER_COMPUTE] = 1;
   st->dirty |= ST_DIRTY_SHADER_BUFFERS | ST_DIRTY_IMAGES;
   assert_string_equal(after_launch(st), "buffer 7.3 16+32 w;image 7.0 level 2;grid 1 2 3;");
   st->dirty |= ST_DIRTY_SHADER_BUFFERS | ST_DIRTY_IMAGES; /* nothing differs */
   assert_string_equal(after_launch(st), "grid 1 2 3;");
   st->dirty |= ST_DIRTY_BLEND; /* a dispatch does not look at it */
   assert_string_equal(after_launch(st), "grid 1 2 3;");
   assert_true(st->dirty & ST_DIRTY_BLEND);
   st_invalidate(st);
   assert_string_equal(after_launch(st), "buffer 7.3 16+32 w;buffer 7.5 none;image 7.0 level 2;grid 1 2 3;");
   st->shader_buffers_used[PIPE_SHADER_COMPUTE] = 0;
   st->dirty |= ST_DIRTY_SHADER_BUFFERS;
   assert_string_equal(after_launch(st), "buffer 7.3 none;grid 1 2 3;");
   seen.length = 0;
   st_context_finish(st);
   assert_string_equal(seen.text, "image 7.0 none 1;");
   w->ctx->base.impl = before;
   pipe_resource_unref(res);
   fake_world_close(w);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dispatch),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
