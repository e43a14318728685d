/* The winsys on the simulated GPU: devices, buffers, sharing, fork. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw-si/pm4/pm4_build.h"
#include "hw_regs.h"
#include "winsys/winsys.h"

static void one_device_per_chip(void **state)
{
   char why[256];
   unsetenv("GLOAM_SIM_CHIP");
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
   assert_non_null(strstr(why, "hawaii")); /* what there is instead */
   assert_null(ws_sim_open("voodoo", NULL, 0));
   static const char *const others[][2] = { { "polaris12", "gfx803" }, { "stoney", "gfx810" }, { "bonaire", "gfx704" },
      { "hawaii", "gfx701" }, { "tahiti", "gfx600" }, { "pitcairn", "gfx601" }, { "verde", "gfx601" } };
   for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
      struct ws_device *dev = ws_sim_open(others[i][0], why, sizeof why);
      assert_non_null(dev);
      assert_string_equal(dev->info.llvm_cpu, others[i][1]);
      ws_device_unref(dev);
   }
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

/* The application's memory and the buffer's are the same bytes, from the start on and after the buffer's end. */
static void adopted(void **state)
{
   struct ws_device *dev = ws_sim_open(NULL, NULL, 0);
   const size_t page_B = 4096, size_B = 3 * page_B;
   char why[128];
   uint8_t *memory = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   assert_true(memory != MAP_FAILED);
   memset(memory, 3, size_B);
   assert_null(dev->impl->bo_adopt(dev, memory + 16, page_B, why, sizeof why)); /* not at the start of a page */
   assert_non_null(strstr(why, "page"));
   assert_null(dev->impl->bo_adopt(dev, memory, 0, why, sizeof why));
   assert_null(dev->impl->bo_adopt(dev, memory, UINT64_MAX, why, sizeof why));
   assert_int_equal(munmap(memory + 2 * page_B, page_B), 0);
   assert_null(dev->impl->bo_adopt(dev, memory, size_B, why, sizeof why)); /* the last page is not there */
   assert_non_null(strstr(why, "Bad address"));
   struct ws_bo *bo = dev->impl->bo_adopt(dev, memory, page_B + 1, why, sizeof why);
   assert_non_null(bo);
   assert_int_equal(bo->size_B, 2 * page_B);
   uint8_t *map = dev->impl->bo_map(bo);
   for (size_t i = 0; i < 2 * page_B; i++)
      assert_int_equal(map[i], 3);
   memory[page_B] = 9;
   assert_int_equal(map[page_B], 9);
   map[0] = 5;
   assert_int_equal(memory[0], 5);
   dev->impl->bo_unref(bo);
   assert_int_equal(memory[0], 5);
   memory[1] = 6;
   assert_int_equal(munmap(memory, 2 * page_B), 0);
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
   struct ws_ctx *ctx = dev->impl->ctx_create(dev, NULL);
   struct ws_submit_bo bos[] = { { ib, WS_USAGE_WRITE } };
   struct ws_submit submit = { .ibs = &(struct ws_submit_ib){ ib->va, b.count }, .ib_count = 1, .bos = bos, .bo_count = 1 };
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

/* Command buffers of one submission run in order, and the second finds the register that the first has set. */
static void several_command_buffers(const char *chip, unsigned gfx_level)
{
   struct ws_device *dev = ws_sim_open(chip, NULL, 0);
   struct ws_bo *bo = dev->impl->bo_create(dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_LOW_4G);
   uint32_t *words = dev->impl->bo_map(bo);
   struct ws_submit_ib ibs[WS_MAX_IBS];
   for (unsigned i = 0; i < WS_MAX_IBS; i++) {
      struct pm4_buf b = { words + 32 * i, 0, 32 };
      pm4_packet(&b, PKT3_COPY_DATA, 5); /* SPI_SHADER_USER_DATA_VS_0 to memory, then i to the register */
      pm4_emit(&b, PM4_COPY_DATA_CONTROL_SRC_SEL(0) | PM4_COPY_DATA_CONTROL_DST_SEL(gfx_level == 6 ? 1 : 5));
      pm4_emit_va(&b, R_00B130_SPI_SHADER_USER_DATA_VS_0 / 4);
      pm4_emit_va(&b, bo->va + 4 * (1000 - i));
      pm4_set_sh_reg(&b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 100 + i);
      pm4_pad(&b, gfx_level, 8);
      ibs[i] = (struct ws_submit_ib){ bo->va + 128 * i, b.count };
   }
   struct ws_ctx *ctx = dev->impl->ctx_create(dev, NULL);
   struct ws_submit_bo bos[] = { { bo, WS_USAGE_READ | WS_USAGE_WRITE } };
   struct ws_submit submit = { .ibs = ibs, .ib_count = WS_MAX_IBS, .bos = bos, .bo_count = 1 };
   assert_int_equal(dev->impl->submit(ctx, &submit, NULL), 0);
   assert_true(dev->impl->bo_wait(bo, WS_SYNC_FOREVER, WS_USAGE_WRITE));
   assert_int_equal(dev->impl->ctx_reset_status(ctx), WS_RESET_NONE);
   for (unsigned i = 1; i < WS_MAX_IBS; i++)
      assert_int_equal(words[1000 - i], 99 + i);
   dev->impl->ctx_destroy(ctx);
   dev->impl->bo_unref(bo);
   ws_device_unref(dev);
}

static void submissions_of_several_command_buffers(void **state)
{
   several_command_buffers("tahiti", 6);
   several_command_buffers("hawaii", 7);
   several_command_buffers("polaris10", 8);
}

struct flood { struct ws_device *dev; struct ws_ctx *ctx; struct ws_bo *ib, *flag; uint32_t dw, jobs; atomic_uint done; };

static void *flood_thread(void *data)
{
   struct flood *f = data;
   struct ws_submit_bo bos[] = { { f->ib, WS_USAGE_READ }, { f->flag, WS_USAGE_READ } };
   struct ws_submit submit = { .ibs = &(struct ws_submit_ib){ f->ib->va, f->dw }, .ib_count = 1, .bos = bos, .bo_count = 2 };
   for (unsigned i = 0; i < f->jobs; i++) {
      f->dev->impl->submit(f->ctx, &submit, NULL);
      atomic_fetch_add(&f->done, 1);
   }
   return NULL;
}

/* Commands that wait for a flag: further submissions block before the queue is very long. */
static void the_queue_is_bounded(void **state)
{
   struct flood f = { .dev = ws_sim_open(NULL, NULL, 0), .jobs = 300 };
   const struct ws_device_impl *impl = f.dev->impl;
   f.ctx = impl->ctx_create(f.dev, NULL);
   f.ib = impl->bo_create(f.dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS);
   f.flag = impl->bo_create(f.dev, 4096, 256, WS_DOMAIN_GTT, WS_BO_CPU_ACCESS);
   _Atomic uint32_t *flag = impl->bo_map(f.flag);
   atomic_store(flag, 0);
   struct pm4_buf b = { impl->bo_map(f.ib), 0, 1024 };
   pm4_packet(&b, PKT3_WAIT_REG_MEM, 6);
   pm4_emit(&b, 3 | 1 << 4);
   pm4_emit_va(&b, f.flag->va);
   pm4_emit(&b, 1), pm4_emit(&b, 1), pm4_emit(&b, 4);
   pm4_pad(&b, 8, 8);
   f.dw = b.count;
   pthread_t thread;
   assert_int_equal(pthread_create(&thread, NULL, flood_thread, &f), 0);
   unsigned before, now = 0;
   do { /* until it stands still */
      before = now;
      usleep(100000);
      now = atomic_load(&f.done);
   } while (now != before || !now);
   assert_in_range(now, 1, 64);
   atomic_store(flag, 1);
   pthread_join(thread, NULL);
   assert_int_equal(atomic_load(&f.done), f.jobs);
   assert_int_equal(impl->ctx_reset_status(f.ctx), WS_RESET_NONE);
   impl->ctx_destroy(f.ctx);
   impl->bo_unref(f.ib);
   impl->bo_unref(f.flag);
   ws_device_unref(f.dev);
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
      struct ws_ctx *stale = dev->impl->ctx_create(dev, NULL);
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
      cmocka_unit_test(one_device_per_chip), cmocka_unit_test(buffers), cmocka_unit_test(adopted), cmocka_unit_test(submissions_complete),
      cmocka_unit_test(submissions_of_several_command_buffers),
      cmocka_unit_test(the_queue_is_bounded),
      cmocka_unit_test(a_forked_child_works_on_a_device_of_its_own),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
