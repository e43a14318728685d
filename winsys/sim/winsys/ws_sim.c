/* ws_sim.c: the simulated GPU as a winsys: opening, one reference-counted device per chip and process, and its ws_info. */
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
#include "winsys/sim/core/sim_gpu.h"
#include "winsys/sim/winsys/ws_sim.h"

#define EXIT_LIMIT_NS (20ull * 1000 * 1000 * 1000) /* how long exit() waits for one ring */

/* Devices of this process; in a child of fork() also those of its parent, which have another `pid`. */
static struct ws_sim_device *device_list;
static UT_LOCK_DEFINE(list_lock, UT_LOCK_SIM_DEVICES, NULL)

__attribute__((constructor(101))) static void install_fork_handler(void)
{
   ut_fork_install();
}

/* A device whose last reference is gone is about to leave the list. */
static bool ref_if_alive(struct ws_sim_device *dev)
{
   unsigned refs = atomic_load(&dev->base.refs);
   while (refs)
      if (atomic_compare_exchange_weak(&dev->base.refs, &refs, refs + 1))
         return true;
   return false;
}

/* A device of this process that exit() has not waited for yet, with a reference that is never dropped; or NULL. */
static struct ws_sim_device *next_device_at_exit(void)
{
   ut_lock(&list_lock);
   struct ws_sim_device *dev = device_list;
   while (dev && (dev->pid != getpid() || dev->finished_at_exit || !ref_if_alive(dev)))
      dev = dev->next;
   if (dev)
      dev->finished_at_exit = true;
   ut_unlock(&list_lock);
   return dev;
}

/* exit() waits for commands that run: their target may be a buffer of another process. */
static void finish_before_exit(void)
{
   static atomic_bool done;
   if (atomic_exchange(&done, true))
      return;
   for (struct ws_sim_device *dev; (dev = next_device_at_exit());)
      for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
         ws_sim_queue_wait(&dev->queue[ring], ws_sim_queue_last(&dev->queue[ring]), EXIT_LIMIT_NS);
   ut_fork_stop(ut_exit_destroys_statics()); /* other threads go on, and must not use LLVM while exit() destroys its statics */
}

static void register_exit_handler(void)
{
   ut_exit_register(finish_before_exit);
}

static void free_device(struct ws_sim_device *dev)
{
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++) /* all rings first: commands of one may wait for another's */
      ws_sim_queue_finish(&dev->queue[ring]);
   for (unsigned ring = 0; ring < WS_RING_COUNT; ring++)
      sim_gpu_destroy(dev->queue[ring].gpu);
   sim_heap_destroy(dev->heap);
   pthread_mutex_destroy(&dev->share_lock);
   free(dev);
}

static void device_destroy(struct ws_device *ws)
{
   struct ws_sim_device *dev = ws_sim_device(ws);
   ut_lock(&list_lock);
   struct ws_sim_device **link = &device_list;
   while (*link != dev)
      link = &(*link)->next;
   *link = dev->next;
   ut_unlock(&list_lock);
   if (dev->pid == getpid()) /* else the parent's: its threads do not exist here, its locks may be held by them */
      free_device(dev);
}

static bool query_usage(struct ws_device *ws, struct ws_memory_usage *usage)
{
   *usage = (struct ws_memory_usage){ .vram_used_B = sim_heap_used_B(ws_sim_device(ws)->heap) };
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
   .bo_adopt = ws_sim_bo_adopt,
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
   while (row < sizeof families / sizeof families[0] && strcmp(families[row].chip, chip->base))
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
      .maps_vram_cheaply = true,
      .has_dmabuf_export = true,
      .has_dmabuf_import = true,
   };
   memcpy(info->cu_mask, chip->cu_mask, sizeof info->cu_mask);
   memcpy(info->gb_tile_mode, chip->gb_tile_mode, sizeof info->gb_tile_mode);
   memcpy(info->gb_macrotile_mode, chip->gb_macrotile_mode, sizeof info->gb_macrotile_mode);
   snprintf(info->chip, sizeof info->chip, "%s", chip->base);
   snprintf(info->llvm_cpu, sizeof info->llvm_cpu, "%s", hw_llvm_cpu(chip->base));
   unsigned threads = sim_gpu_threads(dev->queue[WS_RING_GFX].gpu);
   snprintf(info->name, sizeof info->name, "simulated GPU (%s, %u thread%s, %s)", chip->name, threads,
            threads == 1 ? "" : "s", ut_isa_name(ut_cpu_isa()));
   snprintf(info->dmabuf_note, sizeof info->dmabuf_note, "%s", sim_heap_export_kind());
   if (dev->strict_dmabuf && strcmp(info->dmabuf_note, "udmabuf"))
      info->has_dmabuf_export = false;
   return true;
}

static struct ws_sim_device *device_create(const struct hw_chip *chip, char *why, size_t why_size_B)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, register_exit_handler);
   struct ws_sim_device *dev = calloc(1, sizeof *dev);
   snprintf(why, why_size_B, "no memory");
   if (!dev)
      return NULL;
   dev->heap = sim_heap_create(sim_memory_budget_B());
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
free_heap:
   sim_heap_destroy(dev->heap);
free_dev:
   free(dev);
   return NULL;
}

/* A reference to the device of this process and chip, or NULL. list_lock is held. */
static struct ws_sim_device *find_device(const struct hw_chip *chip)
{
   struct ws_sim_device *dev = device_list;
   while (dev && (dev->pid != getpid() || dev->chip != chip || !ref_if_alive(dev)))
      dev = dev->next;
   return dev;
}

/* Makes the device and adds it to the list. The lock is not held meanwhile; if another thread was faster, its device is
 * returned. */
static struct ws_sim_device *add_device(const struct hw_chip *chip, char *why, size_t why_size_B)
{
   struct ws_sim_device *made = device_create(chip, why, why_size_B);
   if (!made)
      return NULL;
   ut_lock(&list_lock);
   struct ws_sim_device *dev = find_device(chip);
   if (!dev) {
      made->next = device_list;
      device_list = made;
   }
   ut_unlock(&list_lock);
   if (!dev)
      return made;
   free_device(made);
   return dev;
}

struct ws_device *ws_sim_open(const char *chip_name, char *why, size_t why_size_B)
{
   char ignored[1];
   if (!why || !why_size_B) {
      why = ignored;
      why_size_B = sizeof ignored;
   }
   if (!chip_name)
      chip_name = ut_env_str(UT_ENV_SIM_CHIP);
   const struct hw_chip *chip = hw_chip_find(chip_name);
   if (!chip) {
      char names[160];
      snprintf(why, why_size_B, "the simulated GPU has no chip \"%.32s\" (it can be %s)", chip_name,
               hw_chip_names(names, sizeof names));
      return NULL;
   }
   ut_lock(&list_lock);
   struct ws_sim_device *dev = find_device(chip);
   ut_unlock(&list_lock);
   if (!dev)
      dev = add_device(chip, why, why_size_B);
   return dev ? &dev->base : NULL;
}
