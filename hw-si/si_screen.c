/* si_screen.c: makes the screen on a winsys device and takes it down. */
#include "si_context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/si.h"
#include "util/ut_hash.h"

static void screen_destroy(struct pipe_screen *base)
{
   struct si_screen *screen = si_screen(base);

   si_screen_free_blit_shaders(screen);
   si_screen_free_shared_code(screen);
   si_compiler_destroy(screen->compiler);
   if (screen->border_bo)
      screen->ws->impl->bo_unref(screen->border_bo);
   pthread_mutex_destroy(&screen->compile_lock);
   pthread_mutex_destroy(&screen->border_lock);
   si_handles_finish(screen);
   ws_device_unref(screen->ws);
   free(screen);
}

static uint64_t rest(uint64_t size_B, uint64_t used_B)
{
   return size_B > used_B ? size_B - used_B : 0;
}

/* Where video memory is memory of the CPU, there is one heap. */
static void query_memory(struct pipe_screen *base, struct pipe_memory_info *info)
{
   struct ws_device *ws = si_screen(base)->ws;
   const uint64_t host_B = ws->info.maps_vram_cheaply ? 0 : ws->info.gart_B;
   struct ws_memory_usage usage = {0};

   ws->impl->query_usage(ws, &usage);
   *info = (struct pipe_memory_info){
      .device_B = ws->info.vram_B, .device_free_B = rest(ws->info.vram_B, usage.vram_used_B),
      .host_B = host_B, .host_free_B = rest(host_B, usage.gtt_used_B), .evictions = usage.evictions, .evicted_B = usage.moved_B,
   };
}

static uint64_t get_timestamp_ns(struct pipe_screen *base)
{
   struct ws_device *ws = si_screen(base)->ws;
   uint64_t khz = ws->info.gpu_clock_khz ? ws->info.gpu_clock_khz : 1;
   uint64_t ticks = ws->impl->timestamp(ws);

   return ticks / khz * 1000000 + ticks % khz * 1000000 / khz;
}

static const struct pipe_screen_impl screen_impl = {
   .destroy = screen_destroy,
   .is_format_supported = si_is_format_supported,
   .resource_create = si_resource_create,
   .resource_from_handle = si_resource_from_handle,
   .resource_from_memory = si_resource_from_memory,
   .memory_from_fd = si_memory_from_fd,
   .memory_destroy = si_memory_destroy,
   .resource_from_memory_object = si_resource_from_memory_object,
   .resource_get_handle = si_resource_get_handle,
   .resource_destroy = si_resource_destroy,
   .context_create = si_context_create,
   .fence_wait = si_fence_wait,
   .fence_get_fd = si_fence_get_fd,
   .fence_from_fd = si_fence_from_fd,
   .fence_destroy = si_fence_destroy,
   .semaphore_from_fd = si_semaphore_from_fd,
   .semaphore_destroy = si_semaphore_destroy,
   .delete_handle = si_delete_handle,
   .compile_shaders = si_compile_shaders,
   .query_memory = query_memory,
   .get_timestamp_ns = get_timestamp_ns,
   .get_modifiers = si_get_modifiers,
};

/* Those of the simulated GPU are stable between processes of one build on one machine. */
void si_uuids(const struct ws_info *info, uint8_t device[16], uint8_t driver[16])
{
   const uint32_t bus[4] = {info->pci_domain, info->pci_bus, info->pci_dev, info->pci_func};

   if (info->is_simulated) {
      struct { uint32_t vendor, device; char chip[16]; } id = {info->pci_vendor, info->pci_device, {0}};
      memcpy(id.chip, info->chip, sizeof(id.chip));
      struct ut_hash128 hash = ut_hash128(&id, sizeof(id), (struct ut_hash128){1, 2});
      memcpy(device, &hash, 16);
      hash = ut_hash128(GLOAM_VERSION, strlen(GLOAM_VERSION), (struct ut_hash128){3, 4});
      memcpy(driver, &hash, 16);
   } else {
      memcpy(device, bus, 16);
      memcpy(driver, "AMD-MESA-DRV\0\0\0", 16);
   }
}

struct pipe_screen *si_screen_create(struct ws_device *dev, char *why, size_t why_size_B)
{
   struct si_screen *screen = calloc(1, sizeof(*screen));

   if (!screen) {
      snprintf(why, why_size_B, "out of memory for the screen");
      return NULL;
   }
   if (!si_info_init(&screen->info, &dev->info, why, why_size_B)) {
      free(screen);
      return NULL;
   }
   screen->ws = ws_device_ref(dev);
   screen->base.impl = &screen_impl;
   pthread_mutex_init(&screen->compile_lock, NULL);
   pthread_mutex_init(&screen->border_lock, NULL);
   si_handles_init(&screen->handles);
   screen->border_bo = dev->impl->bo_create(dev, SI_BORDER_COLORS * 16, 256, WS_DOMAIN_VRAM, WS_BO_CPU_ACCESS | WS_BO_ZERO);
   screen->border_map = screen->border_bo ? dev->impl->bo_map(screen->border_bo) : NULL;
   if (!screen->border_map) {
      snprintf(why, why_size_B, "out of memory for the border color table");
      screen_destroy(&screen->base);
      return NULL;
   }
   atomic_init(&screen->next_context, 1);
   si_formats_init(screen->format);
   si_caps_init(screen);
   si_uuids(&dev->info, screen->base.device_uuid, screen->base.driver_uuid);
   return &screen->base;
}
