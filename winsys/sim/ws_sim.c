/* ws_sim.c: the simulated GPU as a winsys: opening, one counted device per chip and process, and what it says of itself. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw-si/hwdb/hw_chips.h"
#include "util/ut_cpu.h"
#include "util/ut_env.h"
#include "util/ut_exit.h"
#include "util/ut_fork.h"
#include "winsys/sim/sim_gpu.h"
#include "winsys/sim/ws_sim.h"

/* Devices of this process. A forked child finds its parent's here and passes them over; `pid` tells. */
static struct { pthread_mutex_t lock; struct ws_sim_device *first; } table = { PTHREAD_MUTEX_INITIALIZER, NULL };

static void lock_table(void)
{
   pthread_mutex_lock(&table.lock);
}

static void unlock_table(void)
{
   pthread_mutex_unlock(&table.lock);
}

/* A fork while another thread holds the lock would leave it locked in the child for ever. */
__attribute__((constructor)) static void survive_fork(void)
{
   pthread_atfork(lock_table, unlock_table, unlock_table);
}

/* A program may exit while commands run. They are waited for, as buffers of other processes may be their target; not for ever. */
static void finish_before_exit(void)
{
   static atomic_bool done;
   if (atomic_exchange(&done, true))
      return;
   const uint64_t patience_ns = 20ull * 1000 * 1000 * 1000;
   lock_table();
   for (struct ws_sim_device *dev = table.first; dev; dev = dev->next) {
      if (dev->pid != getpid())
         continue;
      for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
         ws_sim_queue_wait(&dev->queue[ring], ws_sim_queue_last(&dev->queue[ring]), patience_ns);
   }
   unlock_table();
   ut_fork_stop(); /* other threads go on, but must not meet LLVM half taken down */
}

static void register_exit_handler(void)
{
   ut_exit_register(finish_before_exit);
}

static void device_destroy(struct ws_device *ws)
{
   struct ws_sim_device *dev = ws_sim_device(ws);
   lock_table();
   struct ws_sim_device **link = &table.first;
   while (*link != dev)
      link = &(*link)->next;
   *link = dev->next;
   unlock_table();
   if (dev->pid != getpid())
      return; /* a child's copy: its threads do not exist and its memory goes with the process */
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++) /* their work may wait for each other's, so each ends by itself */
      ws_sim_queue_finish(&dev->queue[ring]);
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
      sim_gpu_destroy(dev->queue[ring].gpu);
   sim_heap_destroy(dev->heap);
   pthread_mutex_destroy(&dev->share_lock);
   free(dev);
}

static bool query_usage(struct ws_device *ws, uint64_t *vram_used_B, uint64_t *gtt_used_B)
{
   *vram_used_B = sim_heap_used_B(ws_sim_device(ws)->heap);
   *gtt_used_B = 0;
   return true;
}

static uint64_t timestamp(struct ws_device *ws)
{
   return sim_gpu_timestamp(ws_sim_device(ws)->queue[WS_RING_GFX].gpu);
}

static const struct ws_device_impl impl = {
   .destroy = device_destroy,
   .query_usage = query_usage,
   .timestamp = timestamp,
   .bo_create = ws_sim_bo_create,
   .bo_ref = ws_sim_bo_ref,
   .bo_unref = ws_sim_bo_unref,
   .bo_map = ws_sim_bo_map,
   .bo_wait = ws_sim_bo_wait,
   .bo_export = ws_sim_bo_export,
   .bo_import = ws_sim_bo_import,
   .bo_set_metadata = ws_sim_bo_set_metadata,
   .bo_get_metadata = ws_sim_bo_get_metadata,
   .ctx_create = ws_sim_ctx_create,
   .ctx_destroy = ws_sim_ctx_destroy,
   .ctx_reset_status = ws_sim_ctx_reset_status,
   .submit = ws_sim_submit,
   .fence_ref = ws_sim_fence_ref,
   .fence_unref = ws_sim_fence_unref,
   .fence_wait = ws_sim_fence_wait,
   .fence_export = ws_sim_fence_export,
   .fence_import = ws_sim_fence_import,
};

static const struct { const char *chip; enum ws_family family; } families[] = {
   { "tahiti", WS_TAHITI }, { "pitcairn", WS_PITCAIRN }, { "verde", WS_VERDE },
   { "oland", WS_OLAND }, { "hainan", WS_HAINAN }, { "bonaire", WS_BONAIRE },
   { "hawaii", WS_HAWAII }, { "kaveri", WS_KAVERI }, { "kabini", WS_KABINI },
   { "tonga", WS_TONGA }, { "iceland", WS_ICELAND }, { "fiji", WS_FIJI },
   { "carrizo", WS_CARRIZO }, { "stoney", WS_STONEY }, { "polaris10", WS_POLARIS10 },
   { "polaris11", WS_POLARIS11 }, { "polaris12", WS_POLARIS12 }, { "vegam", WS_VEGAM },
};

static bool fill_info(struct ws_sim_device *dev, const struct hw_chip *chip)
{
   struct ws_info *info = &dev->base.info;
   unsigned row = 0;
   while (row < sizeof families / sizeof families[0] && strcmp(families[row].chip, chip->name))
      row++;
   if (row == sizeof families / sizeof families[0])
      return false;
   uint64_t budget_B = sim_heap_budget_B(dev->heap);
   *info = (struct ws_info){
      .gfx_level = (enum ws_gfx_level)chip->gfx_level,
      .family = families[row].family,
      .is_simulated = true,
      .pci_vendor = 0x1002,
      .pci_device = chip->device_id,
      .num_se = chip->num_se,
      .num_sh_per_se = chip->num_sh_per_se,
      .num_cu = chip->num_cu,
      .num_rb = chip->num_rb,
      .enabled_rb_mask = chip->enabled_rb_mask,
      .num_tcc = chip->num_tcc,
      .gb_addr_config = chip->gb_addr_config,
      .mc_arb_ramcfg = chip->mc_arb_ramcfg,
      .vram_B = budget_B,
      .gart_B = budget_B,
      .max_alloc_B = budget_B,
      .gpu_clock_khz = chip->gpu_clock_khz,
      .pfp_feature = chip->pfp_feature,
      .me_feature = chip->me_feature,
      .ib_align_B = 256,
      .ib_pad_dw = 8,
      .ring_count = { [WS_RING_GFX] = 1, [WS_RING_COMPUTE] = 1 },
      .prefers_untiled = true,
      .prefers_dma_fill = true,
      .fma_is_fast = true,
      .cpu_visible_all = true,
      .has_dmabuf_export = true,
      .has_dmabuf_import = true,
   };
   memcpy(info->cu_mask, chip->cu_mask, sizeof info->cu_mask);
   memcpy(info->gb_tile_mode, chip->gb_tile_mode, sizeof info->gb_tile_mode);
   memcpy(info->gb_macrotile_mode, chip->gb_macrotile_mode, sizeof info->gb_macrotile_mode);
   memcpy(info->pa_sc_raster_config, chip->pa_sc_raster_config, sizeof info->pa_sc_raster_config);
   memcpy(info->pa_sc_raster_config_1, chip->pa_sc_raster_config_1, sizeof info->pa_sc_raster_config_1);
   snprintf(info->chip, sizeof info->chip, "%s", chip->name);
   snprintf(info->llvm_cpu, sizeof info->llvm_cpu, "%s", hw_llvm_cpu(chip->name));
   unsigned threads = sim_gpu_threads(dev->queue[WS_RING_GFX].gpu);
   snprintf(info->name, sizeof info->name, "simulated GPU (%s, %u thread%s, %s)", chip->name, threads,
            threads == 1 ? "" : "s", ut_isa_name(ut_cpu_isa()));
   snprintf(info->dmabuf_note, sizeof info->dmabuf_note, "%s", sim_heap_export_kind());
   if (dev->strict_dmabuf && strcmp(info->dmabuf_note, "udmabuf"))
      info->has_dmabuf_export = false;
   return true;
}

/* Three quarters of what the machine or the cgroup allows, so that the budget answers before the kernel does. */
static uint64_t memory_budget_B(void)
{
   int64_t set_MB = ut_env_int(UT_ENV_SIM_MEMORY_MB);
   return set_MB > 0 ? (uint64_t)set_MB << 20 : ut_memory_limit_B() / 4 * 3;
}

static struct ws_sim_device *device_create(const struct hw_chip *chip, char *why, size_t why_size_B)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, register_exit_handler);
   struct ws_sim_device *dev = calloc(1, sizeof *dev);
   if (!dev)
      goto no_memory;
   dev->heap = sim_heap_create(memory_budget_B());
   if (!dev->heap) {
      snprintf(why, why_size_B, "no address space for the simulated GPU (see ulimit -v)");
      goto free_dev;
   }
   dev->chip = chip;
   dev->queue[WS_RING_GFX].gpu = sim_gpu_create(chip, sim_heap_mem(dev->heap));
   if (!dev->queue[WS_RING_GFX].gpu)
      goto free_heap;
   dev->base.impl = &impl;
   dev->strict_dmabuf = !strcmp(ut_env_str(UT_ENV_DMABUF), "strict");
   dev->pid = getpid();
   atomic_init(&dev->base.refs, 1);
   atomic_init(&dev->next_unique, 1);
   if (!fill_info(dev, chip)) {
      snprintf(why, why_size_B, "chip %s has no family", chip->name);
      goto free_gpu;
   }
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
      ws_sim_queue_init(&dev->queue[ring], dev, ring);
   pthread_mutex_init(&dev->share_lock, NULL);
   return dev;

free_gpu:
   sim_gpu_destroy(dev->queue[WS_RING_GFX].gpu);
   sim_heap_destroy(dev->heap);
   free(dev);
   return NULL;
free_heap:
   sim_heap_destroy(dev->heap);
   free(dev);
   dev = NULL;
   goto no_memory;
free_dev:
   free(dev);
   return NULL;
no_memory:
   snprintf(why, why_size_B, "no memory");
   return NULL;
}

/* A device whose last reference is gone is about to leave the table. */
static bool ref_if_alive(struct ws_sim_device *dev)
{
   unsigned refs = atomic_load(&dev->base.refs);
   while (refs)
      if (atomic_compare_exchange_weak(&dev->base.refs, &refs, refs + 1))
         return true;
   return false;
}

struct ws_device *ws_sim_open(const char *chip_name, char *why, size_t why_size_B)
{
   char nowhere[1];
   if (!why || !why_size_B) {
      why = nowhere;
      why_size_B = sizeof nowhere;
   }
   if (!chip_name)
      chip_name = ut_env_str(UT_ENV_SIM_CHIP);
   const struct hw_chip *chip = hw_chip_find(chip_name);
   if (!chip) {
      char names[160];
      snprintf(why, why_size_B, "the simulated GPU knows no chip \"%.32s\" (it can be %s)", chip_name,
               hw_chip_names(names, sizeof names));
      return NULL;
   }
   lock_table();
   struct ws_sim_device *dev = table.first;
   while (dev && (dev->pid != getpid() || strcmp(dev->base.info.chip, chip->name) || !ref_if_alive(dev)))
      dev = dev->next;
   if (!dev && (dev = device_create(chip, why, why_size_B))) {
      dev->next = table.first;
      table.first = dev;
   }
   unlock_table();
   return dev ? &dev->base : NULL;
}
