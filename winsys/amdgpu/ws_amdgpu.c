/* ws_amdgpu.c: opens a render node, checks that it is an amdgpu device of GFX6-8, and fills its ws_info. Known gap: not run on
 * a real card yet. */
#include "winsys/amdgpu/ws_amdgpu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xf86drm.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_exit.h"

/* Chips by kernel family and the range of external revisions (AMDGPU_FAMILY_* of amdgpu_drm.h). */
static const struct {
   uint32_t family, first, last;
   enum ws_family chip;
   enum ws_gfx_level level;
   const char *name;
   bool fma_is_fast; /* v_fma_f32 at full rate: chips with double precision at half rate */
} chips[] = {
   {AMDGPU_FAMILY_SI, 0x05, 0x14, WS_TAHITI, WS_GFX6, "tahiti", true},
   {AMDGPU_FAMILY_SI, 0x15, 0x28, WS_PITCAIRN, WS_GFX6, "pitcairn"},
   {AMDGPU_FAMILY_SI, 0x29, 0x3b, WS_VERDE, WS_GFX6, "verde"},
   {AMDGPU_FAMILY_SI, 0x3c, 0x45, WS_OLAND, WS_GFX6, "oland"},
   {AMDGPU_FAMILY_SI, 0x46, 0xff, WS_HAINAN, WS_GFX6, "hainan"},
   {AMDGPU_FAMILY_CI, 0x14, 0x27, WS_BONAIRE, WS_GFX7, "bonaire"},
   {AMDGPU_FAMILY_CI, 0x28, 0x3b, WS_HAWAII, WS_GFX7, "hawaii", true},
   {AMDGPU_FAMILY_KV, 0x01, 0x80, WS_KAVERI, WS_GFX7, "kaveri"},
   {AMDGPU_FAMILY_KV, 0x81, 0xff, WS_KABINI, WS_GFX7, "kabini"},
   {AMDGPU_FAMILY_VI, 0x01, 0x13, WS_ICELAND, WS_GFX8, "iceland"},
   {AMDGPU_FAMILY_VI, 0x14, 0x27, WS_TONGA, WS_GFX8, "tonga"},
   {AMDGPU_FAMILY_VI, 0x3c, 0x4f, WS_FIJI, WS_GFX8, "fiji"},
   {AMDGPU_FAMILY_VI, 0x50, 0x59, WS_POLARIS10, WS_GFX8, "polaris10"},
   {AMDGPU_FAMILY_VI, 0x5a, 0x63, WS_POLARIS11, WS_GFX8, "polaris11"},
   {AMDGPU_FAMILY_VI, 0x64, 0x6d, WS_POLARIS12, WS_GFX8, "polaris12"},
   {AMDGPU_FAMILY_VI, 0x6e, 0xff, WS_VEGAM, WS_GFX8, "vegam"},
   {AMDGPU_FAMILY_CZ, 0x01, 0x60, WS_CARRIZO, WS_GFX8, "carrizo", true},
   {AMDGPU_FAMILY_CZ, 0x61, 0xff, WS_STONEY, WS_GFX8, "stoney"},
};

static int fail(char *why, size_t why_size_B, int error, const char *what)
{
   snprintf(why, why_size_B, "%s: %s", what, strerror(-error));
   return error;
}

int amdgpu_fill_info(struct amdgpu_dev *dev, char *why, size_t why_size_B)
{
   struct ws_info *info = &dev->base.info;
   struct amdgpu_gpu_info *gpu = &dev->gpu;
   int r = amdgpu_query_gpu_info(dev->handle, gpu);
   if (r)
      return fail(why, why_size_B, r, "device information");
   unsigned i = 0;
   while (i < sizeof(chips) / sizeof(chips[0]) &&
          (chips[i].family != gpu->family_id || gpu->chip_external_rev < chips[i].first ||
           gpu->chip_external_rev > chips[i].last))
      i++;
   if (i == sizeof(chips) / sizeof(chips[0])) {
      snprintf(why, why_size_B, "chip family %u revision 0x%x is not GFX6, GFX7 or GFX8", gpu->family_id,
               gpu->chip_external_rev);
      return -ENODEV;
   }
   info->gfx_level = chips[i].level;
   info->family = chips[i].chip;
   snprintf(info->chip, sizeof(info->chip), "%s", chips[i].name);
   snprintf(info->llvm_cpu, sizeof(info->llvm_cpu), "%s", hw_llvm_cpu(chips[i].name));
   info->fma_is_fast = chips[i].fma_is_fast;
   const char *marketing = amdgpu_get_marketing_name(dev->handle);
   snprintf(info->name, sizeof(info->name), "%s (%s)", marketing ? marketing : "AMD GPU", chips[i].name);

   drmDevicePtr drm = NULL;
   if (drmGetDevice2(dev->fd, 0, &drm) == 0) {
      if (drm->bustype == DRM_BUS_PCI) {
         info->pci_vendor = drm->deviceinfo.pci->vendor_id;
         info->pci_device = drm->deviceinfo.pci->device_id;
         info->pci_domain = drm->businfo.pci->domain;
         info->pci_bus = drm->businfo.pci->bus;
         info->pci_dev = drm->businfo.pci->dev;
         info->pci_func = drm->businfo.pci->func;
      }
      drmFreeDevice(&drm);
   }
   struct drm_amdgpu_info_device device = {0};
   if ((r = amdgpu_query_info(dev->handle, AMDGPU_INFO_DEV_INFO, sizeof(device), &device)))
      return fail(why, why_size_B, r, "AMDGPU_INFO_DEV_INFO");
   info->num_se = gpu->num_shader_engines;
   info->num_sh_per_se = gpu->num_shader_arrays_per_engine;
   info->num_cu = gpu->cu_active_number;
   info->num_rb = gpu->rb_pipes;
   info->enabled_rb_mask = gpu->enabled_rb_pipes_mask;
   info->num_tcc = device.num_tcc_blocks;
   for (unsigned se = 0; se < 4; se++)
      for (unsigned sh = 0; sh < 2; sh++)
         info->cu_mask[se][sh] = gpu->cu_bitmap[se][sh];
   info->gb_addr_config = gpu->gb_addr_cfg;
   info->mc_arb_ramcfg = gpu->mc_arb_ramcfg;
   memcpy(info->gb_tile_mode, gpu->gb_tile_mode, sizeof(info->gb_tile_mode));
   memcpy(info->gb_macrotile_mode, gpu->gb_macro_tile_mode, sizeof(info->gb_macrotile_mode));
   info->gpu_clock_khz = gpu->gpu_counter_freq;

   struct drm_amdgpu_memory_info memory = {0};
   if ((r = amdgpu_query_info(dev->handle, AMDGPU_INFO_MEMORY, sizeof(memory), &memory)))
      return fail(why, why_size_B, r, "AMDGPU_INFO_MEMORY");
   info->vram_B = memory.vram.total_heap_size;
   info->gart_B = memory.gtt.total_heap_size;
   info->max_alloc_B = memory.vram.max_allocation > memory.gtt.max_allocation ? memory.vram.max_allocation
                                                                              : memory.gtt.max_allocation;

   struct drm_amdgpu_info_hw_ip gfx = {0}, compute = {0};
   if ((r = amdgpu_query_hw_ip_info(dev->handle, AMDGPU_HW_IP_GFX, 0, &gfx)))
      return fail(why, why_size_B, r, "graphics engine");
   if (!gfx.available_rings) {
      snprintf(why, why_size_B, "the chip has no graphics ring");
      return -ENODEV;
   }
   if (amdgpu_query_hw_ip_info(dev->handle, AMDGPU_HW_IP_COMPUTE, 0, &compute) == 0)
      info->ring_count[WS_RING_COMPUTE] = (uint32_t)__builtin_popcount(compute.available_rings);
   info->ring_count[WS_RING_GFX] = (uint32_t)__builtin_popcount(gfx.available_rings);
   info->ib_align_B = 256;
   info->ib_pad_dw = 8;
   uint32_t version;
   if ((r = amdgpu_query_firmware_version(dev->handle, AMDGPU_INFO_FW_GFX_PFP, 0, 0, &version, &info->pfp_feature)) ||
       (r = amdgpu_query_firmware_version(dev->handle, AMDGPU_INFO_FW_GFX_ME, 0, 0, &version, &info->me_feature)))
      return fail(why, why_size_B, r, "firmware version");
   info->has_sync_file = true;
   info->has_priorities = true;
   info->has_semaphores = info->has_dmabuf_export = info->has_dmabuf_import = true;
   snprintf(info->dmabuf_note, sizeof(info->dmabuf_note), "amdgpu BO");
   return 0;
}

/* libdrm drops the last reference of a device before it takes the device from its list, where another thread's
 * amdgpu_device_initialize() still finds it. This lock keeps the two apart. Threads take it inside the fork gate. */
static pthread_mutex_t references_lock = PTHREAD_MUTEX_INITIALIZER;

static int reference_device(struct amdgpu_dev *dev)
{
   uint32_t major, minor;
   pthread_mutex_lock(&references_lock);
   int r = amdgpu_device_initialize(dev->fd, &major, &minor, &dev->handle);
   pthread_mutex_unlock(&references_lock);
   return r;
}

static void unreference_device(struct amdgpu_dev *dev)
{
   pthread_mutex_lock(&references_lock);
   amdgpu_device_deinitialize(dev->handle);
   pthread_mutex_unlock(&references_lock);
}

static void device_destroy(struct ws_device *base)
{
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   unreference_device(dev);
   close(dev->fd);
   free(dev);
}

/* Submissions complete without this process; only threads in LLVM have to be waited for. */
static void stop_before_exit(void)
{
   ut_fork_stop(ut_exit_destroys_statics());
}

static void register_exit_handler(void)
{
   ut_exit_register(stop_before_exit);
}

struct ws_device *ws_amdgpu_open(const char *path, char *why, size_t why_size_B)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, register_exit_handler);
   UT_FORK_GUARD();
   struct amdgpu_dev *dev = calloc(1, sizeof(*dev));
   if (!dev) {
      snprintf(why, why_size_B, "out of memory");
      return NULL;
   }
   dev->base.impl = &amdgpu_device_impl;
   atomic_init(&dev->base.refs, 1);
   dev->fd = open(path, O_RDWR | O_CLOEXEC);
   if (dev->fd < 0) {
      int error = errno;
      snprintf(why, why_size_B, "%s: %s%s", path, strerror(error),
               error == EACCES ? " (is the user in the group that owns the node, often render or video?)" : "");
      goto free_dev;
   }
   drmVersionPtr version = drmGetVersion(dev->fd);
   bool is_amdgpu = version && !strcmp(version->name, "amdgpu");
   if (!is_amdgpu)
      snprintf(why, why_size_B, "%s: driven by %s, not amdgpu", path, version ? version->name : "no DRM driver");
   drmFreeVersion(version);
   if (!is_amdgpu)
      goto close_fd;
   int r = reference_device(dev);
   if (r) {
      fail(why, why_size_B, r, "amdgpu_device_initialize");
      goto close_fd;
   }
   if (amdgpu_fill_info(dev, why, why_size_B) == 0)
      return &dev->base;
   unreference_device(dev);
close_fd:
   close(dev->fd);
free_dev:
   free(dev);
   return NULL;
}

static bool query_usage(struct ws_device *base, struct ws_memory_usage *usage)
{
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   return amdgpu_query_info(dev->handle, AMDGPU_INFO_VRAM_USAGE, 8, &usage->vram_used_B) == 0 &&
          amdgpu_query_info(dev->handle, AMDGPU_INFO_GTT_USAGE, 8, &usage->gtt_used_B) == 0 &&
          amdgpu_query_info(dev->handle, AMDGPU_INFO_NUM_EVICTIONS, 8, &usage->evictions) == 0 &&
          amdgpu_query_info(dev->handle, AMDGPU_INFO_NUM_BYTES_MOVED, 8, &usage->moved_B) == 0;
}

static uint64_t timestamp(struct ws_device *base)
{
   struct amdgpu_dev *dev = (struct amdgpu_dev *)base;
   uint64_t ticks = 0;
   amdgpu_query_info(dev->handle, AMDGPU_INFO_TIMESTAMP, 8, &ticks);
   return ticks;
}

const struct ws_device_impl amdgpu_device_impl = {
   .destroy = device_destroy, .query_usage = query_usage, .timestamp = timestamp,
   .bo_create = amdgpu_bo_make, .bo_ref = amdgpu_bo_ref_impl, .bo_unref = amdgpu_bo_unref_impl,
   .bo_map = amdgpu_bo_map_impl, .bo_wait = amdgpu_bo_wait_impl, .bo_export = amdgpu_bo_export_impl,
   .bo_import = amdgpu_bo_import_impl, .bo_adopt = amdgpu_bo_adopt_impl, .bo_set_metadata = amdgpu_bo_set_metadata_impl,
   .bo_get_metadata = amdgpu_bo_get_metadata_impl, .ctx_create = amdgpu_ctx_make, .ctx_destroy = amdgpu_ctx_free,
   .ctx_reset_status = amdgpu_ctx_reset, .submit = amdgpu_submit_impl, .fence_ref = amdgpu_fence_ref_impl,
   .fence_unref = amdgpu_fence_unref_impl, .fence_wait = amdgpu_fence_wait_impl,
   .fence_export = amdgpu_fence_export_impl, .fence_import = amdgpu_fence_import_impl,
   .semaphore_import = amdgpu_semaphore_import_impl, .semaphore_destroy = amdgpu_semaphore_destroy_impl,
   .semaphore_signal = amdgpu_semaphore_signal_impl, .semaphore_take = amdgpu_semaphore_take_impl,
};
