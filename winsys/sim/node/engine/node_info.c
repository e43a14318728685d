/* node_info.c: queries of the device's properties, with the values that the kernel reports for the real chip. Memory sizes are the
 * simulated GPU's budget, and only rings that execute are reported: graphics and compute, no DMA, no video. */
#include <errno.h>
#include <string.h>

#include <libdrm/amdgpu_drm.h>

#include "hw-si/hwdb/hw_chips.h"
#include "winsys/sim/node/engine/node.h"

typedef int info_handler(const struct drm_amdgpu_info *in, void *out, size_t *size_B);
#define MAX_ANSWER_B 1024
#define ANSWER(type) type *a = out; *size_B = sizeof *a; memset(a, 0, sizeof *a)

/* Answers that are one number. False: another query. */
static bool number(uint32_t query, uint64_t *value)
{
   *value = 0;
   switch (query) {
   case AMDGPU_INFO_ACCEL_WORKING: *value = 1; return true;
   case AMDGPU_INFO_TIMESTAMP: /* as sim_gpu_timestamp() */
      *value = (uint64_t)((unsigned __int128)node_now_ns() * node_chip()->gpu_clock_khz / 1000000u);
      return true;
   case AMDGPU_INFO_VRAM_USAGE: case AMDGPU_INFO_VIS_VRAM_USAGE: *value = node_bo_used_B(false); return true;
   case AMDGPU_INFO_GTT_USAGE: *value = node_bo_used_B(true); return true;
   case AMDGPU_INFO_NUM_BYTES_MOVED: case AMDGPU_INFO_NUM_EVICTIONS: case AMDGPU_INFO_NUM_VRAM_CPU_PAGE_FAULTS:
   case AMDGPU_INFO_VRAM_LOST_COUNTER: case AMDGPU_INFO_RAS_ENABLED_FEATURES:
      return true;
   default: return false;
   }
}

static size_t number_B(uint32_t query)
{
   return query == AMDGPU_INFO_ACCEL_WORKING || query == AMDGPU_INFO_VRAM_LOST_COUNTER ? 4 : 8;
}

static int hw_ip_info(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   if (in->query_hw_ip.type >= AMDGPU_HW_IP_NUM || in->query_hw_ip.ip_instance >= AMDGPU_HW_IP_INSTANCE_MAX_COUNT)
      return -EINVAL;
   ANSWER(struct drm_amdgpu_info_hw_ip);
   unsigned rings = node_ring_count(in->query_hw_ip.type);
   if (!rings)
      return 0;
   a->hw_ip_version_major = node_chip()->gfx_level;
   a->ib_start_alignment = a->ib_size_alignment = 32;
   a->available_rings = (1u << rings) - 1;
   return 0;
}

static int hw_ip_count(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   if (in->query_hw_ip.type >= AMDGPU_HW_IP_NUM)
      return -EINVAL;
   ANSWER(uint32_t);
   *a = node_ring_count(in->query_hw_ip.type) ? 1 : 0;
   return 0;
}

static int fw_version(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   if (in->query_fw.ip_instance)
      return -EINVAL;
   ANSWER(struct drm_amdgpu_info_firmware);
   const struct hw_chip *chip = node_chip();
   switch (in->query_fw.fw_type) {
   case AMDGPU_INFO_FW_GFX_ME:
      *a = (struct drm_amdgpu_info_firmware){ chip->me_version, chip->me_feature };
      return 0;
   case AMDGPU_INFO_FW_GFX_PFP:
      *a = (struct drm_amdgpu_info_firmware){ chip->pfp_version, chip->pfp_feature };
      return 0;
   case AMDGPU_INFO_FW_GFX_MEC:
      if (in->query_fw.index > 1)
         return -EINVAL;
      *a = (struct drm_amdgpu_info_firmware){ chip->mec_version, chip->mec_feature };
      return 0;
   case AMDGPU_INFO_FW_SDMA:
      return in->query_fw.index > 1 ? -EINVAL : 0;
   default: /* blocks that are not there have version 0 */
      return in->query_fw.fw_type && in->query_fw.fw_type <= AMDGPU_INFO_FW_TOC ? 0 : -EINVAL;
   }
}

/* All video memory is visible to the CPU. Sizes are not larger than the chip's. */
static uint64_t vram_B(void)
{
   uint64_t chip_B = node_chip()->vram_B, budget_B = node_memory_B();
   return chip_B && chip_B < budget_B ? chip_B : budget_B;
}

static int vram_gtt(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   ANSWER(struct drm_amdgpu_info_vram_gtt);
   a->vram_size = a->vram_cpu_accessible_size = vram_B();
   a->gtt_size = node_memory_B();
   return 0;
}

static int memory(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   ANSWER(struct drm_amdgpu_memory_info);
   uint64_t vram = vram_B(), gtt = node_memory_B();
   a->vram = a->cpu_accessible_vram = (struct drm_amdgpu_heap_info){ vram, vram, node_bo_used_B(false), vram / 4 * 3 };
   a->gtt = (struct drm_amdgpu_heap_info){ gtt, gtt, node_bo_used_B(true), gtt / 4 * 3 };
   return 0;
}

/* ---- registers ------------------------------------------------------------------------------------------------------------ */

enum { ANY = 0xffffffff };
/* Dword offsets, in the order of the kernel's lists of registers that may be read. */
static bool read_register(uint32_t dw, unsigned se, uint32_t *value)
{
   const struct hw_chip *chip = node_chip();
   unsigned of_se = se < chip->num_se ? se : 0;
   if (dw >= 0x2644 && dw < 0x2644 + 32)
      *value = chip->gb_tile_mode[dw - 0x2644];
   else if (dw >= 0x2664 && dw < 0x2664 + 16 && chip->gfx_level >= 7)
      *value = chip->gb_macrotile_mode[dw - 0x2664];
   else if (dw == 0x263e)
      *value = chip->gb_addr_config;
   else if (dw == 0x9d8)
      *value = chip->mc_arb_ramcfg;
   else if (dw == 0xa0d4)
      *value = chip->pa_sc_raster_config[of_se];
   else if (dw == 0xa0d5 && chip->gfx_level >= 7)
      *value = chip->pa_sc_raster_config_1[of_se];
   else if (dw == 0x263d || dw == 0x2004 /* GRBM_STATUS: idle */ || dw == 0x2005 || dw == 0x2006 || dw == 0x200e || dw == 0x200f)
      *value = 0;
   else
      return false;
   return true;
}

static int read_mmr_reg(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   uint32_t *value = out, count = in->read_mmr_reg.count, instance = in->read_mmr_reg.instance;
   unsigned se = instance & AMDGPU_INFO_MMR_SE_INDEX_MASK;
   unsigned sh = instance >> AMDGPU_INFO_MMR_SH_INDEX_SHIFT & AMDGPU_INFO_MMR_SH_INDEX_MASK;
   if ((se != AMDGPU_INFO_MMR_SE_INDEX_MASK && se >= 4) || (sh != AMDGPU_INFO_MMR_SH_INDEX_MASK && sh >= 2))
      return -EINVAL;
   if (!count || count > 128)
      return -EINVAL;
   for (uint32_t i = 0; i < count; i++)
      if (!read_register(in->read_mmr_reg.dword_offset + i, se, &value[i]))
         return -EFAULT; /* the kernel's word for a register that is not on its list */
   *size_B = count * sizeof *value;
   return 0;
}

/* ---- queries of newer headers than this libdrm's --------------------------------------------------------------------------- */

enum { INFO_MAX_IBS = 0x22, INFO_GPUVM_FAULT = 0x23, SENSOR_PEAK_PSTATE_GFX_SCLK = 0xa, SENSOR_PEAK_PSTATE_GFX_MCLK = 0xb };

/* The fields after drm_amdgpu_info_device's tcc_disabled_mask. Clocks since minor version 50; the rest, since 52 and 53, is 0 on
 * chips before GFX11. */
struct device_since_50 {
   uint64_t min_engine_clock, min_memory_clock;
   uint32_t tcp_cache_size, num_sqc_per_wgp, sqc_data_cache_size, sqc_inst_cache_size, gl1c_cache_size, gl2c_cache_size;
   uint64_t mall_size;
   uint32_t enabled_rb_pipes_mask_hi, shadow_size, shadow_alignment, csa_size, csa_alignment, pad;
};
#define BEFORE_50_B (offsetof(struct drm_amdgpu_info_device, tcc_disabled_mask) + 8)
union device { struct drm_amdgpu_info_device device; struct { uint8_t before[BEFORE_50_B]; struct device_since_50 since_50; }; };
struct gpuvm_fault { uint64_t addr; uint32_t status, vmhub; };

/* The first fault of the file's address space: its page, and VM_CONTEXT1_PROTECTION_FAULT_STATUS.RW. */
static int gpuvm_fault(struct node_file *file, void *out, size_t *size_B)
{
   ANSWER(struct gpuvm_fault);
   uint64_t va = atomic_load(&file->vm.mem.fault_va);
   if (va) {
      a->addr = (va - 1) & ~(NODE_PAGE_B - 1);
      a->status = atomic_load(&file->vm.mem.fault_flags) & SIM_MEM_WRITE ? 1u << 24 : 0;
   }
   return 0;
}

/* By kind of ring. */
static int max_ibs(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   uint32_t *count = out;
   for (unsigned type = 0; type < AMDGPU_HW_IP_NUM; type++)
      count[type] = type == AMDGPU_HW_IP_GFX ? NODE_MAX_IBS : type == AMDGPU_HW_IP_COMPUTE ? 125 : type == AMDGPU_HW_IP_VCN_JPEG ? 16 : 49;
   *size_B = AMDGPU_HW_IP_NUM * sizeof *count;
   return 0;
}

/* ---- the chip ----------------------------------------------------------------------------------------------------------- */

static int dev_info(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   union device *all = out;
   memset(all, 0, sizeof *all);
   struct drm_amdgpu_info_device *a = &all->device;
   const struct hw_chip *chip = node_chip();
   a->device_id = chip->device_id;
   a->chip_rev = 1;
   a->external_rev = chip->external_rev;
   a->pci_rev = chip->pci_rev;
   a->family = chip->family;
   a->num_shader_engines = chip->num_se;
   a->num_shader_arrays_per_engine = chip->num_sh_per_se;
   a->gpu_counter_freq = chip->gpu_clock_khz;
   a->max_engine_clock = chip->max_engine_khz;
   a->max_memory_clock = chip->max_memory_khz;
   a->cu_active_number = chip->num_cu;
   for (unsigned se = 0; se < 4; se++)
      for (unsigned sh = 0; sh < 2; sh++)
         a->cu_bitmap[se][sh] = a->cu_ao_bitmap[se][sh] = chip->cu_mask[se][sh];
   a->enabled_rb_pipes_mask = chip->enabled_rb_mask;
   a->num_rb_pipes = chip->num_rb;
   a->num_hw_gfx_contexts = 8;
   a->virtual_address_offset = 2 * NODE_VA_RESERVED_B;
   a->virtual_address_max = NODE_VA_MAX - NODE_VA_RESERVED_B;
   a->virtual_address_alignment = NODE_PAGE_B;
   a->pte_fragment_size = 2u << 20;
   a->gart_page_size = NODE_PAGE_B;
   a->ce_ram_size = 32768;
   a->vram_type = AMDGPU_VRAM_TYPE_GDDR5;
   a->vram_bit_width = chip->vram_bit_width;
   a->vce_harvest_config = 2;
   a->gc_double_offchip_lds_buf = chip->double_offchip_lds_buf;
   a->wave_front_size = 64;
   a->num_shader_visible_vgprs = 256;
   a->num_cu_per_sh = (chip->num_cu + chip->num_se * chip->num_sh_per_se - 1) / (chip->num_se * chip->num_sh_per_se);
   a->num_tcc_blocks = chip->num_tcc;
   a->max_gs_waves_per_vgt = 32;
   *size_B = offsetof(union device, since_50);
   if (node_drm_minor() >= 50) {
      *size_B = sizeof *all;
      all->since_50.min_engine_clock = a->max_engine_clock; /* clocks do not change */
      all->since_50.min_memory_clock = a->max_memory_clock;
   }
   if (node_drm_minor() >= 51) { /* PCIe 3.0, 16 lanes */
#if HAVE_PCIE_GEN
      a->pcie_gen = 3;
      a->pcie_num_lanes = 16;
#else /* the names in libdrm 2.4.114 */
      a->_pad = 3;
      a->_pad1 = 16;
#endif
   }
   return 0;
}

/* Blocks that are not there: a structure of zeros. */
static int gds_config(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   *size_B = sizeof(struct drm_amdgpu_info_gds);
   return 0;
}

static int video_caps(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   *size_B = sizeof(struct drm_amdgpu_info_video_caps);
   return in->video_cap.type > AMDGPU_INFO_VIDEO_CAPS_ENCODE ? -EINVAL : 0;
}

static int sensor(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   ANSWER(uint32_t);
   uint32_t type = in->sensor_info.type;
   if ((type == SENSOR_PEAK_PSTATE_GFX_SCLK || type == SENSOR_PEAK_PSTATE_GFX_MCLK) && node_drm_minor() >= 50)
      type = type == SENSOR_PEAK_PSTATE_GFX_SCLK ? AMDGPU_INFO_SENSOR_GFX_SCLK : AMDGPU_INFO_SENSOR_GFX_MCLK;
   switch (type) {
   case AMDGPU_INFO_SENSOR_GFX_SCLK:
   case AMDGPU_INFO_SENSOR_STABLE_PSTATE_GFX_SCLK:
      *a = node_chip()->max_engine_khz / 1000;
      return 0;
   case AMDGPU_INFO_SENSOR_GFX_MCLK:
   case AMDGPU_INFO_SENSOR_STABLE_PSTATE_GFX_MCLK:
      *a = node_chip()->max_memory_khz / 1000;
      return 0;
   default:
      return -EINVAL; /* no thermometer */
   }
}

static int num_handles(const struct drm_amdgpu_info *in, void *out, size_t *size_B)
{
   return in->query_hw_ip.type == AMDGPU_HW_IP_UVD ? -ENODATA : -EINVAL;
}

static info_handler *const queries[] = {
   [AMDGPU_INFO_HW_IP_INFO] = hw_ip_info,
   [AMDGPU_INFO_HW_IP_COUNT] = hw_ip_count,
   [AMDGPU_INFO_FW_VERSION] = fw_version,
   [AMDGPU_INFO_GDS_CONFIG] = gds_config,
   [AMDGPU_INFO_VRAM_GTT] = vram_gtt,
   [AMDGPU_INFO_READ_MMR_REG] = read_mmr_reg,
   [AMDGPU_INFO_DEV_INFO] = dev_info,
   [AMDGPU_INFO_MEMORY] = memory,
   [AMDGPU_INFO_NUM_HANDLES] = num_handles,
   [AMDGPU_INFO_SENSOR] = sensor,
   [AMDGPU_INFO_VIDEO_CAPS] = video_caps,
   [INFO_MAX_IBS] = max_ibs,
};

int node_info(struct node_file *file, void *data)
{
   const struct drm_amdgpu_info *in = data;
   if (!in->return_size || !in->return_pointer)
      return -EINVAL;
   _Alignas(8) uint8_t answer[MAX_ANSWER_B] = { 0 };
   size_t size_B = sizeof(struct drm_amdgpu_info_firmware);
   uint64_t value;
   int error = 0;
   if (number(in->query, &value)) {
      size_B = number_B(in->query);
      memcpy(answer, &value, size_B);
   } else if (in->query == INFO_GPUVM_FAULT && node_drm_minor() >= 55) {
      error = gpuvm_fault(file, answer, &size_B);
   } else if (in->query >= sizeof queries / sizeof queries[0] || !queries[in->query] ||
              (in->query == INFO_MAX_IBS && node_drm_minor() < 54)) { /* Linux 6.5 */
      return -EINVAL;
   } else {
      error = queries[in->query](in, answer, &size_B);
   }
   return error ? error : node_copy_out(in->return_pointer, answer, size_B < in->return_size ? size_B : in->return_size);
}
