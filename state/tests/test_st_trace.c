/* The log of pipe.h: calls reach the driver unchanged, lines reach stderr, and all memory is freed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_pipe.h"
#include "state/st_context.h"
#include "state/pipe_trace.h"

static void test_trace(void **state)
{
   FILE *file = tmpfile();
   int saved = dup(2);
   assert_non_null(file);
   fflush(stderr);
   dup2(fileno(file), 2);

   struct fake_screen *screen = fake_screen_create();
   assert_true(pipe_trace_screen(&screen->base));
   struct pipe_context *ctx = screen->base.impl->context_create(&screen->base, 0);
   struct st_context front = { .viewport_count = 1 };
   bool ok = st_context_init(&front, ctx) &&
             st_draw(&front, &(struct pipe_draw_info){ .mode = PIPE_PRIM_LINES, .start = 5, .count = 77,
                                                           .instance_count = 1 }, NULL);
   bool drawn = fake_context(ctx)->draw.count == 77;
   bool absent = !ctx->impl->launch_grid; /* what the driver lacks */
   st_context_finish(&front);
   ctx->impl->destroy(ctx);

   dup2(saved, 2);
   close(saved);
   fake_screen_destroy(screen);
   assert_true(ok && drawn && absent);
   char text[16384];
   rewind(file);
   size_t n = fread(text, 1, sizeof text - 1, file);
   fclose(file);
   text[n] = 0;
   static const char *const lines[] = { "context_create flags 0x0", "create_blend: rt0 enable 0", "bind_depth_stencil_alpha", "set_viewports 0:",
                                        "draw mode 1, start 5 count 77", "delete_rasterizer", "destroy context" };
   for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
      if (!strstr(text, lines[i]))
         fail_msg("no line \"%s\" in:\n%s", lines[i], text);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_trace) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
