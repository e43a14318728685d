/* test_amdgpu_contexts.c: buffers that several contexts use, on the render-node stand-in. A submission that waits for a sync file stays
 * pending until the test writes to the pipe of the sync file. The kernel does not order submissions of other contexts after it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <sys/mman.h>
#include <unistd.h>

#include "hw-si/pm4/pm4_build.h"
#include "winsys/winsys.h"

enum { CONTEXTS = 6, SLOT_DW = 32 };

static struct ws_device *dev;
static const struct ws_device_impl *impl;
static struct ws_bo *code, *buffer; /* commands; the buffer that they write to */
static struct ws_ctx *ctx[CONTEXTS];
static volatile uint32_t *words;
static int ends[2];
static struct ws_fence *gate;

static int set_up(void **state)
{
   char why[256] = "";
   dev = ws_amdgpu_open("/dev/dri/renderD128", why, sizeof(why));
   assert_non_null(dev);
   impl = dev->impl;
   code = impl->bo_create(dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS | WS_BO_LOW_4G);
   buffer = impl->bo_create(dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS);
   words = impl->bo_map(buffer);
   memset((void *)words, 0, 4096);
   for (unsigned i = 0; i < CONTEXTS; i++)
      assert_non_null(ctx[i] = impl->ctx_create(dev, NULL));
   assert_int_equal(pipe(ends), 0);
   assert_non_null(gate = impl->fence_import(dev, ends[0]));
   return 0;
}

static int tear_down(void **state)
{
   impl->fence_unref(gate);
   for (unsigned i = 0; i < CONTEXTS; i++)
      impl->ctx_destroy(ctx[i]);
   impl->bo_unref(buffer);
   impl->bo_unref(code);
   ws_device_unref(dev);
   close(ends[0]);
   close(ends[1]);
   return 0;
}

static void open_gate(void)
{
   assert_int_equal(write(ends[1], "x", 1), 1);
}

/* Writes `value` to word `word` of the buffer, which is listed with `usage`. */
static struct ws_fence *write_word(unsigned context, unsigned word, uint32_t value, uint32_t usage, struct ws_fence *wait)
{
   struct pm4_buf b = {(uint32_t *)impl->bo_map(code) + SLOT_DW * context, 0, SLOT_DW};
   pm4_packet(&b, PKT3_WRITE_DATA, 4);
   pm4_emit(&b, PM4_WRITE_DATA_CONTROL_DST_SEL(dev->info.gfx_level == WS_GFX6 ? 1 : 5));
   pm4_emit_va(&b, buffer->va + 4 * word);
   pm4_emit(&b, value);
   pm4_pad(&b, dev->info.gfx_level, 8);
   const struct ws_submit_bo bos[] = {{code, WS_USAGE_READ}, {buffer, usage}};
   const struct ws_submit_ib ib = {code->va + 4 * SLOT_DW * context, b.count};
   const struct ws_submit submit = {.ibs = &ib, .ib_count = 1, .bos = bos, .bo_count = 2, .wait = &wait, .wait_count = wait != NULL};
   struct ws_fence *fence = NULL;
   assert_int_equal(impl->submit(ctx[context], &submit, &fence), 0);
   return fence;
}

/* A buffer is busy until the submissions of all contexts that read it have completed, not the newest one only. */
static void busy_with_the_oldest(void **state)
{
   struct ws_fence *first = write_word(0, 0, 7, WS_USAGE_READ, gate), *second = write_word(1, 1, 8, WS_USAGE_READ, NULL);
   assert_true(impl->fence_wait(second, WS_SYNC_FOREVER)); /* readers do not wait for each other */
   assert_int_equal(words[1], 8);
   assert_false(impl->bo_wait(buffer, 0, WS_USAGE_WRITE));
   assert_true(impl->bo_wait(buffer, 0, WS_USAGE_READ));
   open_gate();
   assert_true(impl->bo_wait(buffer, WS_SYNC_FOREVER, WS_USAGE_WRITE));
   assert_int_equal(words[0], 7);
   impl->fence_unref(first);
   impl->fence_unref(second);
}

/* Submissions of different contexts that write a buffer run in their order. */
static void writers_are_ordered(void **state)
{
   struct ws_fence *first = write_word(0, 0, 1, WS_USAGE_WRITE, gate), *second = write_word(1, 0, 2, WS_USAGE_WRITE, NULL),
                   *third = write_word(2, 0, 3, WS_USAGE_READ, NULL);
   assert_false(impl->fence_wait(second, 20000000));
   assert_false(impl->fence_wait(third, 0));
   open_gate();
   assert_true(impl->fence_wait(third, WS_SYNC_FOREVER) && impl->bo_wait(buffer, WS_SYNC_FOREVER, WS_USAGE_WRITE));
   assert_int_equal(words[0], 3);
   impl->fence_unref(first);
   impl->fence_unref(second);
   impl->fence_unref(third);
}

/* More contexts than a buffer has entries for: none is forgotten. */
static void many_contexts(void **state)
{
   struct ws_fence *fences[CONTEXTS];
   open_gate();
   for (unsigned round = 0; round < 50; round++) {
      for (unsigned i = 0; i < CONTEXTS; i++)
         fences[i] = write_word(i, i, 100 * round + i, WS_USAGE_READ, gate);
      assert_true(impl->bo_wait(buffer, WS_SYNC_FOREVER, WS_USAGE_WRITE));
      for (unsigned i = 0; i < CONTEXTS; i++) {
         assert_int_equal(words[i], 100 * round + i);
         assert_true(impl->fence_wait(fences[i], 0));
         impl->fence_unref(fences[i]);
      }
   }
}

/* Commands write to memory of the application. */
static void adopted(void **state)
{
   char why[128];
   struct ws_bo *own = buffer;
   uint32_t *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   assert_true(memory != MAP_FAILED);
   memory[1] = 11;
   assert_null(impl->bo_adopt(dev, memory + 1, 4096, why, sizeof(why)));
   buffer = impl->bo_adopt(dev, memory, 4097, why, sizeof(why));
   assert_non_null(buffer);
   assert_int_equal(buffer->size_B, 8192);
   assert_ptr_equal(impl->bo_map(buffer), memory);
   struct ws_fence *fence = write_word(0, 0, 5, WS_USAGE_WRITE, NULL);
   assert_true(impl->fence_wait(fence, WS_SYNC_FOREVER));
   assert_int_equal(memory[0], 5);
   assert_int_equal(memory[1], 11);
   impl->fence_unref(fence);
   impl->bo_unref(buffer);
   buffer = own;
   assert_int_equal(memory[0], 5);
   munmap(memory, 8192);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(busy_with_the_oldest, set_up, tear_down),
      cmocka_unit_test_setup_teardown(writers_are_ordered, set_up, tear_down),
      cmocka_unit_test_setup_teardown(many_contexts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(adopted, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
