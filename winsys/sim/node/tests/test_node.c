/* The node's kernel interface, called as the shim calls it: errors by table, buffers and addresses, submissions and fences,
 * syncobjs, PRIME, and random ioctls, which must not crash. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <libdrm/amdgpu_drm.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hw-si/pm4/pm4_build.h"
#include "winsys/sim/node/engine/node_api.h"

extern const struct node_engine gloam_node_engine;

static struct node_file *node;

static int call(unsigned long request, void *arg)
{
   return gloam_node_engine.ioctl(node, request, arg);
}

static int setup(void **state)
{
   node = gloam_node_engine.open();
   return node ? 0 : -1;
}

static int teardown(void **state)
{
   gloam_node_engine.close(node);
   return 0;
}

static uint32_t make_bo(uint64_t size_B)
{
   union drm_amdgpu_gem_create arg = { .in = { size_B, 4096, AMDGPU_GEM_DOMAIN_GTT, 0 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_CREATE, &arg), 0);
   return arg.out.handle;
}

static int va_op(uint32_t op, uint32_t handle, uint64_t va, uint64_t offset_B, uint64_t size_B)
{
   struct drm_amdgpu_gem_va arg = { handle, 0, op, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE, va, offset_B, size_B };
   return call(DRM_IOCTL_AMDGPU_GEM_VA, &arg);
}

static void *map_bo(uint32_t handle, uint64_t size_B)
{
   union drm_amdgpu_gem_mmap arg = { .in = { handle, 0 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_MMAP, &arg), 0);
   void *p = gloam_node_engine.mmap(node, NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED, arg.out.addr_ptr);
   assert_ptr_not_equal(p, MAP_FAILED);
   return p;
}

static uint32_t make_ctx(void)
{
   union drm_amdgpu_ctx arg = { .in = { .op = AMDGPU_CTX_OP_ALLOC_CTX } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CTX, &arg), 0);
   return arg.out.alloc.ctx_id;
}

static void errors(void **state)
{
   uint64_t answer;
   struct drm_amdgpu_info no_pointer = { 0, 8, AMDGPU_INFO_TIMESTAMP },
      no_size = { (uintptr_t)&answer, 0, AMDGPU_INFO_TIMESTAMP },
      bad_pointer = { 16, 8, AMDGPU_INFO_TIMESTAMP }, no_query = { (uintptr_t)&answer, 8, 0x7fff },
      bad_ip = { (uintptr_t)&answer, 8, AMDGPU_INFO_HW_IP_INFO, .query_hw_ip = { 99, 0 } },
      bad_register = { (uintptr_t)&answer, 8, AMDGPU_INFO_READ_MMR_REG, .read_mmr_reg = { 0x1234, 1, 0xffffffff, 0 } };
   union drm_amdgpu_gem_create bad_flags = { .in = { 4096, 0, AMDGPU_GEM_DOMAIN_GTT, 1ull << 40 } },
      bad_domain = { .in = { 4096, 0, 1 << 9, 0 } }, huge = { .in = { 1ull << 60, 0, AMDGPU_GEM_DOMAIN_VRAM, 0 } };
   union drm_amdgpu_gem_mmap no_bo = { .in = { 77, 0 } };
   struct drm_gem_close no_close = { 77, 0 };
   struct drm_amdgpu_gem_va no_op = { .operation = 9, .va_address = 1 << 21, .map_size = 4096 },
      reserved = { .operation = AMDGPU_VA_OP_MAP, .va_address = 4096, .map_size = 4096 },
      no_va_bo = { .handle = 77, .operation = AMDGPU_VA_OP_MAP, .va_address = 1 << 21, .map_size = 4096 };
   union drm_amdgpu_ctx bad_ctx = { .in = { .op = AMDGPU_CTX_OP_FREE_CTX, .ctx_id = 9 } },
      bad_op = { .in = { .op = 99 } }, high = { .in = { .op = AMDGPU_CTX_OP_ALLOC_CTX, .priority = AMDGPU_CTX_PRIORITY_HIGH } };
   union drm_amdgpu_cs no_ctx = { .in = { .ctx_id = 9, .num_chunks = 1 } };
   union drm_amdgpu_wait_cs wait_no_ctx = { .in = { .ctx_id = 9 } };
   struct drm_syncobj_destroy no_syncobj = { 77, 0 };
   struct drm_prime_handle no_export = { .handle = 77 }, no_fd = { .fd = -1 };
   struct drm_amdgpu_gem_userptr unwatched = { .addr = 4096, .size = 4096 };
   struct drm_get_cap no_cap = { 0x999, 0 };
   const struct { unsigned long request; void *arg; int error; } rows[] = {
      { DRM_IOCTL_AMDGPU_INFO, &no_pointer, EINVAL }, { DRM_IOCTL_AMDGPU_INFO, &no_size, EINVAL },
      { DRM_IOCTL_AMDGPU_INFO, &bad_pointer, EFAULT }, { DRM_IOCTL_AMDGPU_INFO, &no_query, EINVAL },
      { DRM_IOCTL_AMDGPU_INFO, &bad_ip, EINVAL }, { DRM_IOCTL_AMDGPU_INFO, &bad_register, EFAULT },
      { DRM_IOCTL_AMDGPU_GEM_CREATE, &bad_flags, EINVAL }, { DRM_IOCTL_AMDGPU_GEM_CREATE, &bad_domain, EINVAL },
      { DRM_IOCTL_AMDGPU_GEM_CREATE, &huge, ENOMEM }, { DRM_IOCTL_AMDGPU_GEM_MMAP, &no_bo, ENOENT },
      { DRM_IOCTL_GEM_CLOSE, &no_close, EINVAL }, { DRM_IOCTL_AMDGPU_GEM_VA, &no_op, EINVAL },
      { DRM_IOCTL_AMDGPU_GEM_VA, &reserved, EINVAL }, { DRM_IOCTL_AMDGPU_GEM_VA, &no_va_bo, ENOENT },
      { DRM_IOCTL_AMDGPU_CTX, &bad_ctx, EINVAL }, { DRM_IOCTL_AMDGPU_CTX, &bad_op, EINVAL },
      { DRM_IOCTL_AMDGPU_CTX, &high, EACCES }, { DRM_IOCTL_AMDGPU_CS, &no_ctx, EINVAL },
      { DRM_IOCTL_AMDGPU_WAIT_CS, &wait_no_ctx, EINVAL }, { DRM_IOCTL_SYNCOBJ_DESTROY, &no_syncobj, EINVAL },
      { DRM_IOCTL_PRIME_HANDLE_TO_FD, &no_export, ENOENT }, { DRM_IOCTL_PRIME_FD_TO_HANDLE, &no_fd, EBADF },
      { DRM_IOCTL_AMDGPU_GEM_USERPTR, &unwatched, EACCES }, { DRM_IOCTL_GET_CAP, &no_cap, EINVAL },
      { DRM_IOCTL_MODE_GETRESOURCES, &no_cap, EACCES }, { DRM_IOCTL_GEM_FLINK, &no_cap, EACCES },
      { DRM_IO(0x7f), NULL, EINVAL }, { 0x5401 /* TCGETS */, NULL, ENOTTY }, { DRM_IOCTL_VERSION, (void *)8, EFAULT },
   };
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      int result = call(rows[i].request, rows[i].arg);
      if (result != -rows[i].error)
         fail_msg("row %u: %s instead of %s", i, strerror(-result), strerror(rows[i].error));
   }
}

/* Queries that Linux 6.2 to 6.12 added: answered from their minor version on, refused before. */
static void newer_queries(void **state)
{
   struct drm_version version = { 0 };
   assert_int_equal(call(DRM_IOCTL_VERSION, &version), 0);
   int minor = version.version_minor;
   const char *wanted = getenv("GLOAM_SIM_DRM_MINOR");
   assert_int_equal(minor, wanted ? atoi(wanted) : 59);

   uint32_t ibs[AMDGPU_HW_IP_NUM] = { 0 };
   struct drm_amdgpu_info max_ibs = { (uintptr_t)ibs, sizeof ibs, 0x22 };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &max_ibs), minor >= 54 ? 0 : -EINVAL);
   assert_int_equal(ibs[AMDGPU_HW_IP_GFX], minor >= 54 ? 192 : 0);
   assert_int_equal(ibs[AMDGPU_HW_IP_COMPUTE], minor >= 54 ? 125 : 0);

   struct { uint64_t addr; uint32_t status, vmhub; } fault = { 1, 1, 1 };
   struct drm_amdgpu_info gpuvm_fault = { (uintptr_t)&fault, sizeof fault, 0x23 };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &gpuvm_fault), minor >= 55 ? 0 : -EINVAL);
   assert_int_equal(fault.addr, minor >= 55 ? 0 : 1); /* none happened */

   /* The structure grows: clocks after tcc_disabled_mask. */
   enum { BEFORE_50_B = offsetof(struct drm_amdgpu_info_device, tcc_disabled_mask) + 8 };
   union {
      struct drm_amdgpu_info_device device;
      struct { uint8_t before[BEFORE_50_B]; uint64_t since_50[8]; };
   } dev;
   memset(&dev, 0xee, sizeof dev);
   struct drm_amdgpu_info device = { (uintptr_t)&dev, sizeof dev, AMDGPU_INFO_DEV_INFO };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &device), 0);
   assert_int_equal(dev.since_50[0], minor >= 50 ? dev.device.max_engine_clock : 0xeeeeeeeeeeeeeeeeull);
   assert_int_equal(dev.since_50[2], minor >= 50 ? 0 : 0xeeeeeeeeeeeeeeeeull);

   uint32_t mhz = 0;
   struct drm_amdgpu_info sensor = { (uintptr_t)&mhz, sizeof mhz, AMDGPU_INFO_SENSOR, .sensor_info = { 0xa } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &sensor), minor >= 50 ? 0 : -EINVAL);
   assert_int_equal(mhz, minor >= 50 ? dev.device.max_engine_clock / 1000 : 0);

   union drm_amdgpu_gem_create dcc = { .in = { 4096, 0, AMDGPU_GEM_DOMAIN_GTT, 1 << 16 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_CREATE, &dcc), minor >= 58 ? 0 : -EINVAL);
   if (minor >= 58) {
      struct drm_gem_close close = { dcc.out.handle, 0 };
      assert_int_equal(call(DRM_IOCTL_GEM_CLOSE, &close), 0);
   }
}

static void identity(void **state)
{
   char name[16] = "";
   struct drm_version version = { .name = name, .name_len = sizeof name };
   assert_int_equal(call(DRM_IOCTL_VERSION, &version), 0);
   assert_string_equal(name, "amdgpu");
   assert_int_equal(version.version_major, 3);
   struct drm_amdgpu_info_device dev;
   struct drm_amdgpu_info info = { (uintptr_t)&dev, sizeof dev, AMDGPU_INFO_DEV_INFO };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &info), 0);
   assert_int_equal(dev.device_id, 0x67df);
   assert_int_equal(dev.family, AMDGPU_FAMILY_VI);
   uint32_t tile_modes[32];
   info = (struct drm_amdgpu_info){ (uintptr_t)tile_modes, sizeof tile_modes, AMDGPU_INFO_READ_MMR_REG,
                                    .read_mmr_reg = { 0x2644, 32, 0xffffffff, 0 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_INFO, &info), 0);
   assert_int_equal(tile_modes[0], 0x00800310);
}

static void addresses(void **state)
{
   const uint64_t va = 1ull << 32;
   uint32_t bo = make_bo(16384), other = make_bo(4096);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 16384), 0);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, other, va + 8192, 0, 4096), -EINVAL); /* taken */
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, other, va + 16384, 0, 8192), -EINVAL); /* longer than the buffer */
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, other, va + 16384, 1, 4096), -EINVAL);
   assert_int_equal(va_op(AMDGPU_VA_OP_UNMAP, other, va, 0, 4096), -ENOENT);
   assert_int_equal(va_op(AMDGPU_VA_OP_REPLACE, other, va + 4096, 0, 4096), 0); /* in the middle of the first */
   assert_int_equal(va_op(AMDGPU_VA_OP_UNMAP, bo, va + 8192, 0, 8192), 0);      /* its tail */
   assert_int_equal(va_op(AMDGPU_VA_OP_CLEAR, 0, va, 0, 16384), 0);
   assert_int_equal(va_op(AMDGPU_VA_OP_UNMAP, other, va + 4096, 0, 4096), -ENOENT);
   struct drm_gem_close close_bo = { bo, 0 }, close_other = { other, 0 };
   assert_int_equal(call(DRM_IOCTL_GEM_CLOSE, &close_bo), 0);
   assert_int_equal(call(DRM_IOCTL_GEM_CLOSE, &close_other), 0);
   assert_int_equal(call(DRM_IOCTL_GEM_CLOSE, &close_bo), -EINVAL);
}

/* Commands that write a word, on a ring; the user fence, a syncobj and the wait report their end. */
static void submission(void **state)
{
   const uint64_t va = 1ull << 33;
   const uint32_t types[] = { AMDGPU_HW_IP_GFX, AMDGPU_HW_IP_COMPUTE };
   uint32_t bo = make_bo(8192), fence_bo = make_bo(4096), ctx = make_ctx();
   uint32_t *words = map_bo(bo, 8192);
   volatile uint64_t *fence = map_bo(fence_bo, 4096);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 8192), 0);
   for (unsigned i = 0; i < 2; i++) {
      const uint32_t commands[] = { PKT3(PKT3_WRITE_DATA, 3, 0), 5 << 8, (uint32_t)(va + 4096), (uint32_t)((va + 4096) >> 32),
                                    0xcafe + i };
      memcpy(words, commands, sizeof commands);
      struct drm_syncobj_create syncobj = { 0 };
      assert_int_equal(call(DRM_IOCTL_SYNCOBJ_CREATE, &syncobj), 0);
      struct drm_amdgpu_bo_list_entry entry = { bo, 0 };
      struct drm_amdgpu_bo_list_in list = { ~0u, ~0u, 1, sizeof entry, (uintptr_t)&entry };
      struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va, .ib_bytes = sizeof commands, .ip_type = types[i] };
      struct drm_amdgpu_cs_chunk_fence user = { fence_bo, 8 * i };
      struct drm_amdgpu_cs_chunk_sem sem = { syncobj.handle };
      struct drm_amdgpu_cs_chunk chunk[] = {
         { AMDGPU_CHUNK_ID_BO_HANDLES, sizeof list / 4, (uintptr_t)&list }, { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib },
         { AMDGPU_CHUNK_ID_FENCE, sizeof user / 4, (uintptr_t)&user }, { AMDGPU_CHUNK_ID_SYNCOBJ_OUT, 1, (uintptr_t)&sem },
      };
      uint64_t pointers[] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1], (uintptr_t)&chunk[2], (uintptr_t)&chunk[3] };
      union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx, .num_chunks = 4, .chunks = (uintptr_t)pointers } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), 0);
      assert_int_equal(cs.out.handle, 1); /* each ring counts for itself */
      union drm_amdgpu_wait_cs wait = { .in = { cs.out.handle, UINT64_MAX, types[i], 0, 0, ctx } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_WAIT_CS, &wait), 0);
      assert_int_equal(wait.out.status, 0);
      assert_int_equal(words[1024], 0xcafe + i);
      assert_int_equal(fence[i], 1);
      wait = (union drm_amdgpu_wait_cs){ .in = { 2, 0, types[i], 0, 0, ctx } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_WAIT_CS, &wait), -EINVAL); /* not submitted yet */
      struct drm_syncobj_handle export = { .handle = syncobj.handle, .flags = DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE };
      assert_int_equal(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &export), 0);
      struct pollfd p = { export.fd, POLLIN, 0 };
      assert_int_equal(poll(&p, 1, 1000), 1);
      close(export.fd);
   }
   union drm_amdgpu_gem_wait_idle idle = { .in = { bo, 0, 0 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, &idle), 0);
   assert_int_equal(idle.out.status, 0);
   munmap(words, 8192);
}

/* Memory that goes away under a job that does not say that it uses it. */
static void vanishing(void **state)
{
   enum { SIZE_B = 1 << 20, COPIES = 40, DW = 7 };
   const uint64_t va = 1ull << 33, data_va = 5ull << 32;
   uint32_t bo = make_bo(4096), data = make_bo(SIZE_B), ctx = make_ctx();
   uint32_t *words = map_bo(bo, 4096);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 4096), 0);
   for (unsigned i = 0; i < COPIES; i++) {
      const uint32_t copy[DW] = { PKT3(PKT3_DMA_DATA, 5, 0), 0, (uint32_t)data_va, (uint32_t)(data_va >> 32),
                                  (uint32_t)data_va + SIZE_B / 2, (uint32_t)(data_va >> 32), SIZE_B / 2 };
      memcpy(words + DW * i, copy, sizeof copy);
   }
   struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va, .ib_bytes = 4 * DW * COPIES, .ip_type = AMDGPU_HW_IP_GFX };
   struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib };
   uint64_t pointer = (uintptr_t)&chunk;
   for (unsigned round = 0; round < 50; round++) {
      assert_int_equal(va_op(AMDGPU_VA_OP_MAP, data, data_va, 0, SIZE_B), 0);
      union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx, .num_chunks = 1, .chunks = (uintptr_t)&pointer } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), 0);
      usleep(20 * round);
      assert_int_equal(va_op(AMDGPU_VA_OP_UNMAP, data, data_va, 0, SIZE_B), 0);
      union drm_amdgpu_wait_cs wait = { .in = { cs.out.handle, UINT64_MAX, AMDGPU_HW_IP_GFX, 0, 0, ctx } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_WAIT_CS, &wait), 0);
   }
   munmap(words, 4096);
}

/* A stream that makes no sense loses the context, and only that. */
static void lost_context(void **state)
{
   const uint64_t va = 3ull << 32;
   uint32_t bo = make_bo(4096), ctx = make_ctx(), other = make_ctx();
   uint32_t *words = map_bo(bo, 4096);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 4096), 0);
   words[0] = PKT3(0xfe, 0, 0);
   struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va, .ib_bytes = 8, .ip_type = AMDGPU_HW_IP_GFX };
   struct drm_amdgpu_cs_chunk chunk = { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib };
   uint64_t pointer = (uintptr_t)&chunk;
   union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx, .num_chunks = 1, .chunks = (uintptr_t)&pointer } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), 0);
   union drm_amdgpu_wait_cs wait = { .in = { 1, UINT64_MAX, AMDGPU_HW_IP_GFX, 0, 0, ctx } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_WAIT_CS, &wait), -ETIME);
   union drm_amdgpu_ctx query = { .in = { .op = AMDGPU_CTX_OP_QUERY_STATE2, .ctx_id = ctx } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CTX, &query), 0);
   assert_true(query.out.state.flags & AMDGPU_CTX_QUERY2_FLAGS_GUILTY);
   cs = (union drm_amdgpu_cs){ .in = { .ctx_id = ctx, .num_chunks = 1, .chunks = (uintptr_t)&pointer } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), -ECANCELED);
   ib.ib_bytes = 0;
   cs = (union drm_amdgpu_cs){ .in = { .ctx_id = other, .num_chunks = 1, .chunks = (uintptr_t)&pointer } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), 0);
   munmap(words, 4096);
}

static void timelines(void **state)
{
   struct drm_syncobj_create s = { 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_CREATE, &s), 0);
   uint64_t point = 3, seen = 9;
   struct drm_syncobj_timeline_wait wait = { (uintptr_t)&s.handle, (uintptr_t)&point, 0, 1, 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait), -EINVAL); /* nothing there to wait for */
   wait.flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait), -ETIME);
   struct drm_syncobj_timeline_array array = { (uintptr_t)&s.handle, (uintptr_t)&point, 1, 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &array), 0);
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait), 0);
   array.points = (uintptr_t)&seen;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_QUERY, &array), 0);
   assert_int_equal(seen, 3);
   struct drm_syncobj_handle handle = { .handle = s.handle };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &handle), 0);
   struct drm_syncobj_handle again = { .fd = handle.fd };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &again), 0);
   assert_int_not_equal(again.handle, s.handle);
   close(handle.fd);
   struct drm_syncobj_array reset = { (uintptr_t)&again.handle, 1, 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_RESET, &reset), 0); /* by the other name */
   wait.flags = 0;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, &wait), -EINVAL);
   for (point = 1; point < 1000; point++) /* more than are kept of a shared one */
      assert_int_equal(call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, &(struct drm_syncobj_timeline_array){ (uintptr_t)&s.handle,
            (uintptr_t)&point, 1, 0 }), 0);
   array.handles = (uintptr_t)&again.handle;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_QUERY, &array), 0);
   assert_int_equal(seen, 999);
}

/* A descriptor lives longer than all handles. */
static void syncobj_descriptors(void **state)
{
   struct drm_syncobj_create s = { .flags = DRM_SYNCOBJ_CREATE_SIGNALED };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_CREATE, &s), 0);
   struct drm_syncobj_handle handle = { .handle = s.handle };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &handle), 0);
   struct drm_syncobj_destroy destroy = { s.handle, 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_DESTROY, &destroy), 0);
   handle.handle = 0;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &handle), 0);
   struct drm_syncobj_wait wait = { (uintptr_t)&handle.handle, 0, 1, 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_WAIT, &wait), 0);
   close(handle.fd);
   struct drm_prime_handle buffer = { .handle = make_bo(4096), .flags = DRM_CLOEXEC | DRM_RDWR };
   assert_int_equal(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, &buffer), 0);
   struct drm_syncobj_handle wrong = { .fd = buffer.fd };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &wrong), -EINVAL);
   close(buffer.fd);
   wrong.fd = -1;
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &wrong), -EINVAL);
}

#define USERPTR_PAGES 1024
struct writer { volatile uint32_t *pages; atomic_bool quit; atomic_uint writes; };

static void *write_on(void *data)
{
   struct writer *w = data;
   for (; !atomic_load(&w->quit); w->writes++)
      w->pages[w->writes % USERPTR_PAGES * 1024]++;
   return NULL;
}

/* No write of another thread is lost while the pages change hands. */
static void userptr(void **state)
{
   int uffd = (int)syscall(SYS_userfaultfd, 1 /* UFFD_USER_MODE_ONLY */);
   if (uffd < 0)
      skip();
   close(uffd);
   for (unsigned i = 0; i < 10; i++) {
      struct writer w = { .pages = mmap(NULL, USERPTR_PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) };
      assert_ptr_not_equal(w.pages, MAP_FAILED);
      pthread_t thread;
      assert_int_equal(pthread_create(&thread, NULL, write_on, &w), 0);
      while (!atomic_load(&w.writes))
         sched_yield();
      struct drm_amdgpu_gem_userptr arg = { (uintptr_t)w.pages, USERPTR_PAGES * 4096, AMDGPU_GEM_USERPTR_READONLY, 0 };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_USERPTR, &arg), 0);
      atomic_store(&w.quit, true);
      pthread_join(thread, NULL);
      uint32_t sum = 0;
      for (unsigned page = 0; page < USERPTR_PAGES; page++)
         sum += w.pages[page * 1024];
      assert_int_equal(sum, atomic_load(&w.writes));
      assert_int_equal(call(DRM_IOCTL_GEM_CLOSE, &(struct drm_gem_close){ .handle = arg.handle }), 0);
      munmap((void *)(uintptr_t)w.pages, USERPTR_PAGES * 4096);
   }
}

static void prime(void **state)
{
   uint32_t bo = make_bo(12288);
   ((char *)map_bo(bo, 12288))[5000] = 42;
   struct drm_amdgpu_gem_metadata md = { bo, AMDGPU_GEM_METADATA_OP_SET_METADATA,
                                         { .tiling_info = 0x1234, .data_size_bytes = 8, .data = { 7, 8 } } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_METADATA, &md), 0);
   struct drm_prime_handle out = { .handle = bo, .flags = DRM_CLOEXEC | DRM_RDWR };
   assert_int_equal(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), 0);
   assert_int_equal(lseek(out.fd, 0, SEEK_END), 12288);
   struct node_file *first = node;
   node = gloam_node_engine.open(); /* another open file, as another driver in the process would have */
   struct drm_prime_handle in = { .fd = out.fd }, twice = { .fd = out.fd };
   assert_int_equal(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
   assert_int_equal(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, &twice), 0);
   assert_int_equal(in.handle, twice.handle);
   assert_int_equal(((char *)map_bo(in.handle, 12288))[5000], 42);
   md = (struct drm_amdgpu_gem_metadata){ in.handle, AMDGPU_GEM_METADATA_OP_GET_METADATA, { 0 } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_METADATA, &md), 0);
   assert_int_equal(md.data.tiling_info, 0x1234);
   assert_int_equal(md.data.data[1], 8);
   gloam_node_engine.close(node);
   node = first;
   int unsealed = memfd_create("other", 0);
   assert_int_equal(ftruncate(unsealed, 4096), 0);
   in.fd = unsealed;
   assert_int_equal(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), -EINVAL);
   close(unsealed);
   close(out.fd);
}

/* Submits the first 5 dwords of a buffer at va. syncobj: to wait for, 0: none. */
static void submit_words(uint32_t bo, uint32_t ctx, uint64_t va, uint32_t syncobj)
{
   struct drm_amdgpu_bo_list_entry entry = { bo, 0 };
   struct drm_amdgpu_bo_list_in list = { ~0u, ~0u, 1, sizeof entry, (uintptr_t)&entry };
   struct drm_amdgpu_cs_chunk_ib ib = { .va_start = va, .ib_bytes = 20, .ip_type = AMDGPU_HW_IP_GFX };
   struct drm_amdgpu_cs_chunk_sem sem = { syncobj };
   struct drm_amdgpu_cs_chunk chunk[] = { { AMDGPU_CHUNK_ID_BO_HANDLES, sizeof list / 4, (uintptr_t)&list },
                                          { AMDGPU_CHUNK_ID_IB, sizeof ib / 4, (uintptr_t)&ib },
                                          { AMDGPU_CHUNK_ID_SYNCOBJ_IN, 1, (uintptr_t)&sem } };
   uint64_t pointers[] = { (uintptr_t)&chunk[0], (uintptr_t)&chunk[1], (uintptr_t)&chunk[2] };
   union drm_amdgpu_cs cs = { .in = { .ctx_id = ctx, .num_chunks = syncobj ? 3 : 2, .chunks = (uintptr_t)pointers } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_CS, &cs), 0);
}

static void put_write(uint32_t *words, uint64_t to, uint32_t value)
{
   const uint32_t commands[] = { PKT3(PKT3_WRITE_DATA, 3, 0), 5 << 8, (uint32_t)to, (uint32_t)(to >> 32), value };
   memcpy(words, commands, sizeof commands);
}

/* Jobs of two open files on one buffer run in the order of their submission, also if the first one waits for something else. */
static void order_of_files(void **state)
{
   const uint64_t va = 1ull << 33;
   uint32_t bo = make_bo(8192);
   uint32_t *words = map_bo(bo, 8192);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 8192), 0);
   put_write(words, va + 4096, 1);
   put_write(words + 512, va + 4096, 2);
   int ends[2];
   assert_int_equal(pipe(ends), 0);
   struct drm_syncobj_create syncobj = { 0 };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_CREATE, &syncobj), 0);
   struct drm_syncobj_handle file = { .handle = syncobj.handle, .fd = ends[0],
                                      .flags = DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE };
   assert_int_equal(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &file), 0);
   submit_words(bo, make_ctx(), va, syncobj.handle);
   struct drm_prime_handle out = { .handle = bo, .flags = DRM_CLOEXEC | DRM_RDWR };
   assert_int_equal(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), 0);
   struct node_file *first = node;
   node = gloam_node_engine.open();
   struct drm_prime_handle in = { .fd = out.fd };
   assert_int_equal(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), 0);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, in.handle, va, 0, 8192), 0);
   submit_words(in.handle, make_ctx(), va + 2048, 0);
   usleep(20000);
   assert_int_equal(((volatile uint32_t *)words)[1024], 0);
   assert_int_equal(write(ends[1], "x", 1), 1);
   union drm_amdgpu_gem_wait_idle wait = { .in = { in.handle, 0, UINT64_MAX } };
   assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, &wait), 0);
   assert_int_equal(((volatile uint32_t *)words)[1024], 2);
   gloam_node_engine.close(node);
   node = first;
   close(out.fd);
   close(ends[0]);
   close(ends[1]);
}

/* Two contexts write a word, and nothing orders them: the order of submission, or (GLOAM_SIM_ORDER=reverse) the reverse. A fence orders
 * them in both. */
static void order_of_contexts(void **state)
{
   const char *order = getenv("GLOAM_SIM_ORDER");
   const bool reverse = order && !strcmp(order, "reverse");
   const uint64_t va = 1ull << 33;
   uint32_t bo = make_bo(8192), ctx[2] = { make_ctx(), make_ctx() };
   uint32_t *words = map_bo(bo, 8192);
   assert_int_equal(va_op(AMDGPU_VA_OP_MAP, bo, va, 0, 8192), 0);
   put_write(words, va + 4096, 1);
   put_write(words + 512, va + 4096, 2);
   for (unsigned fenced = 0; fenced < 2; fenced++) {
      struct drm_syncobj_create syncobj = { 0 };
      assert_int_equal(call(DRM_IOCTL_SYNCOBJ_CREATE, &syncobj), 0);
      submit_words(bo, ctx[0], va, 0);
      union drm_amdgpu_fence_to_handle fence = { .in = { .fence = { ctx[0], AMDGPU_HW_IP_GFX, 0, 0, 1 + fenced },
                                                         .what = AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_FENCE_TO_HANDLE, &fence), 0);
      submit_words(bo, ctx[1], va + 2048, fenced ? fence.out.handle : 0);
      union drm_amdgpu_gem_wait_idle wait = { .in = { bo, 0, UINT64_MAX } };
      assert_int_equal(call(DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, &wait), 0);
      assert_int_equal(((volatile uint32_t *)words)[1024], reverse && !fenced ? 1 : 2);
   }
}

static uint32_t next_random(uint32_t *seed)
{
   *seed = *seed * 1664525u + 1013904223u;
   return *seed >> 8;
}

/* Any numbers: small ones often, as they hit handles and enumerations; pointers to memory and to nowhere. */
static void random_calls(void **state)
{
   static uint32_t scratch[1024];
   uint32_t seed = 12345;
#define NEXT next_random(&seed)
   for (unsigned n = 0; n < 20000; n++) {
      uint64_t arg[64];
      unsigned nr = NEXT % 3 ? 0x40 + NEXT % 0x17 : NEXT % 256, size_B = 8 * (1 + NEXT % 20);
      for (unsigned i = 0; i < 64; i++) {
         switch (NEXT % 5) {
         case 0: arg[i] = (uintptr_t)scratch; break;
         case 1: arg[i] = NEXT % 8; break;
         case 2: arg[i] = NEXT % 8 | (uint64_t)(NEXT % 8) << 32; break;
         case 3: arg[i] = (uint64_t)(NEXT % 64) << 12; break;
         default: arg[i] = (uint64_t)NEXT << 40 | NEXT;
         }
         scratch[NEXT % 1024] = NEXT % 3 ? NEXT % 8 : NEXT;
      }
      if (nr == 0xc3 || nr == 0xca || nr == 0x49 || nr == 0x52 || nr == 0x47)
         arg[1] = arg[2] = 0; /* timeouts: not for ever */
      if (nr == 0x51 || nr == 0x2e || nr == 0xc2)
         continue; /* adopts our own memory; takes our own descriptors */
      call(_IOC(_IOC_READ | _IOC_WRITE, DRM_IOCTL_BASE, nr, size_B), NEXT % 50 ? (void *)arg : (void *)(uintptr_t)NEXT);
   }
}

int main(void)
{
   setenv("GLOAM_SIM_CHIP", "polaris10", 1); /* whose identity is looked at */
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(errors, setup, teardown), cmocka_unit_test_setup_teardown(identity, setup, teardown),
      cmocka_unit_test_setup_teardown(newer_queries, setup, teardown),
      cmocka_unit_test_setup_teardown(addresses, setup, teardown), cmocka_unit_test_setup_teardown(submission, setup, teardown),
      cmocka_unit_test_setup_teardown(lost_context, setup, teardown), cmocka_unit_test_setup_teardown(timelines, setup, teardown),
      cmocka_unit_test_setup_teardown(syncobj_descriptors, setup, teardown),
      cmocka_unit_test_setup_teardown(userptr, setup, teardown), cmocka_unit_test_setup_teardown(vanishing, setup, teardown),
      cmocka_unit_test_setup_teardown(prime, setup, teardown), cmocka_unit_test_setup_teardown(order_of_files, setup, teardown),
      cmocka_unit_test_setup_teardown(order_of_contexts, setup, teardown), cmocka_unit_test_setup_teardown(random_calls, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
