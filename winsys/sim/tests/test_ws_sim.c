/* The winsys on the simulated GPU: devices, buffers, sharing, fork. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/wait.h>
#include <unistd.h>

#include "hw-si/pm4/pm4_build.h"
#include "winsys/winsys.h"

static void one_device_per_chip(void **state)
{
   char why[128];
   struct ws_device *a = ws_sim_open(NULL, why, sizeof why), *b = ws_sim_open("polaris10", why, sizeof why);
   assert_non_null(a);
   assert_ptr_equal(a, b);
   assert_string_equal(a->info.chip, "polaris10");
   assert_string_equal(a->info.llvm_cpu, "gfx803");
   assert_int_equal(a->info.gfx_level, WS_GFX8);
   assert_int_equal(a->info.pci_device, 0x67df);
   ws_device_unref(b);
   ws_device_unref(a);
   assert_null(ws_sim_open("voodoo", why, sizeof why));
   assert_non_null(strstr(why, "voodoo"));
   assert_null(ws_sim_open("voodoo", NULL, 0));
}

static void buffers(void **state)
{
   struct ws_device *dev = ws_sim_open(NULL, NULL, 0);
   struct ws_bo *bo = dev->impl->bo_create(dev, 100, 256, WS_DOMAIN_GTT, WS_BO_LOW_4G | WS_BO_CPU_ACCESS);
   assert_true(bo->va && bo->va < 1ull << 32 && bo->size_B >= 100);
   uint8_t *p = dev->impl->bo_map(bo);
   p[99] = 7;
   assert_ptr_equal(dev->impl->bo_map(bo), p);
   assert_true(dev->impl->bo_wait(bo, 0, WS_USAGE_WRITE));
   assert_null(dev->impl->bo_create(dev, 1ull << 50, 256, WS_DOMAIN_VRAM, 0));
   char why[128];
   int fd = dev->impl->bo_export(bo, why, sizeof why);
   assert_true(fd >= 0);
   struct ws_bo *again = dev->impl->bo_import(dev, fd, why, sizeof why);
   assert_ptr_equal(again, bo); /* the same object is the same buffer */
   close(fd);
   assert_int_equal(p[99], 7);
   struct ws_metadata md = { .tiling = 5 }, got;
   assert_false(dev->impl->bo_get_metadata(bo, &got));
   assert_true(dev->impl->bo_set_metadata(bo, &md));
   assert_true(dev->impl->bo_get_metadata(bo, &got));
   assert_int_equal(got.tiling, 5);
   dev->impl->bo_unref(again);
   dev->impl->bo_unref(bo);
   dev->impl->bo_unref(NULL);
   ws_device_unref(dev);
}

/* Submits `dw` dwords of NOPs and waits. */
static bool submit_nops(struct ws_device *dev)
{
   struct ws_bo *ib = dev->impl->bo_create(dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_LOW_4G);
   struct pm4_buf b = { dev->impl->bo_map(ib), 0, 1024 };
   pm4_packet(&b, PKT3_NOP, 3);
   pm4_emit(&b, 1), pm4_emit(&b, 2), pm4_emit(&b, 3);
   pm4_pad(&b, 8, 8);
   struct ws_ctx *ctx = dev->impl->ctx_create(dev, 0);
   struct ws_submit_bo bos[] = { { ib, WS_USAGE_WRITE } };
   struct ws_submit submit = { .ib_va = ib->va, .ib_dw = b.count, .bos = bos, .bo_count = 1 };
   struct ws_fence *fence = NULL;
   bool ok = dev->impl->submit(ctx, &submit, &fence) == 0 && dev->impl->fence_wait(fence, WS_SYNC_FOREVER) &&
             dev->impl->bo_wait(ib, 0, WS_USAGE_WRITE) && dev->impl->ctx_reset_status(ctx) == WS_RESET_NONE;
   dev->impl->fence_unref(fence);
   dev->impl->bo_unref(ib);
   dev->impl->ctx_destroy(ctx);
   return ok;
}

static void submissions_complete(void **state)
{
   struct ws_device *dev = ws_sim_open(NULL, NULL, 0);
   for (unsigned i = 0; i < 100; i++)
      assert_true(submit_nops(dev));
   ws_device_unref(dev);
}

static void a_forked_child_works_on_a_device_of_its_own(void **state)
{
#ifdef __SANITIZE_THREAD__
   skip(); /* the sanitizer refuses threads in a forked child */
#endif
   struct ws_device *dev = ws_sim_open(NULL, NULL, 0);
   assert_true(submit_nops(dev));
   pid_t pid = fork();
   if (pid == 0) {
      struct ws_ctx *stale = dev->impl->ctx_create(dev, 0);
      struct ws_submit nothing = { 0 };
      bool refused = dev->impl->submit(stale, &nothing, NULL) < 0;
      struct ws_device *own = ws_sim_open(NULL, NULL, 0);
      bool works = own && own != dev && submit_nops(own);
      ws_device_unref(own);
      ws_device_unref(dev);
      _exit(refused && works ? 0 : 1);
   }
   int status;
   assert_int_equal(waitpid(pid, &status, 0), pid);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 0);
   assert_true(submit_nops(dev));
   ws_device_unref(dev);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_device_per_chip), cmocka_unit_test(buffers), cmocka_unit_test(submissions_complete),
      cmocka_unit_test(a_forked_child_works_on_a_device_of_its_own),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
