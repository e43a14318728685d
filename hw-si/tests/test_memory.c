/* Memory that recorded commands keep: a program that never flushes, and deletes each texture after its use, must not fill the memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "hw-si/si_context.h"
#include "hw-si/tests/sim_scene.h"

enum { SIZE = 1024, IMAGES = 1500 };

#define LIMIT_B (3ull << 30)

static uint64_t used_B(void)
{
   struct ws_memory_usage usage = {0};
   struct ws_device *ws = si_screen(screen)->ws;
   ws->impl->query_usage(ws, &usage);
   return usage.vram_used_B + usage.gtt_used_B;
}

/* 6 GB go through images that are copied from and deleted. */
static void test_deleted_images(void **state)
{
   struct pipe_resource *dst = sim_resource(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, PIPE_BIND_SAMPLER_VIEW);
   const struct pipe_box box = {0, 0, 0, 64, 64, 1};
   uint64_t most_B = 0;
   (void)state;
   for (unsigned i = 0; i < IMAGES; i++) {
      struct pipe_resource *src = sim_resource(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, PIPE_BIND_SAMPLER_VIEW);
      for (unsigned copies = 0; copies < 4; copies++)
         ctx->impl->resource_copy_region(ctx, dst, 0, 64 * copies, 0, 0, src, 0, &box);
      pipe_resource_unref(src);
      if (used_B() > most_B)
         most_B = used_B();
   }
   pipe_resource_unref(dst);
   assert_in_range(most_B, SIZE * SIZE * 4, LIMIT_B);
}

/* What a screen says is unused does not have the memory of its images. */
static void test_unused_memory(void **state)
{
   struct pipe_memory_info before, with, after;
   (void)state;
   screen->impl->query_memory(screen, &before);
   struct pipe_resource *image = sim_resource(PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, SIZE, SIZE, PIPE_BIND_SAMPLER_VIEW);
   screen->impl->query_memory(screen, &with);
   pipe_resource_unref(image);
   screen->impl->query_memory(screen, &after);
   assert_int_equal(before.device_B, screen->caps.video_memory_B);
   assert_int_equal(before.device_free_B - with.device_free_B, SIZE * SIZE * 4);
   assert_int_equal(before.device_free_B, after.device_free_B);
   assert_int_equal(before.host_B, 0); /* the simulated GPU has one heap */
   assert_int_equal(before.host_free_B, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_deleted_images), cmocka_unit_test(test_unused_memory) };
   if (!sim_open())
      return 1;
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   sim_close();
   return failed;
}
