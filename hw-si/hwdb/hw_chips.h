/* hw_chips.h: chips, with the properties that the kernel reports for them, and context register values after CLEAR_STATE. */
#ifndef HW_CHIPS_H
#define HW_CHIPS_H

#include <stddef.h>
#include <stdint.h>

struct hw_chip {
   const char *name;            /* "polaris10" */
   const char *base;            /* name of the chip with all of its render backends */
   unsigned gfx_level, family;  /* family: AMDGPU_FAMILY_* */
   uint32_t device_id, external_rev, pci_rev;
   unsigned num_se, num_sh_per_se, num_cu, num_rb, num_tcc;
   uint32_t enabled_rb_mask, cu_mask[4][2];
   uint32_t gpu_clock_khz;
   uint64_t vram_B;
   uint32_t pfp_feature, me_feature, mec_feature, pfp_version, me_version, mec_version; /* firmware */
   uint32_t max_engine_khz, max_memory_khz, vram_bit_width, double_offchip_lds_buf;
   uint32_t gb_addr_config, mc_arb_ramcfg, pa_sc_raster_config[4], pa_sc_raster_config_1[4];
   uint32_t gb_tile_mode[32], gb_macrotile_mode[16];
};
extern const struct hw_chip hw_chips[];
extern const unsigned hw_chip_count;
const struct hw_chip *hw_chip_find(const char *name); /* NULL: not in hw_chips */
/* LLVM's processor name ("gfx803") of a GFX6-8 chip, which need not be in hw_chips. NULL: unknown chip. */
const char *hw_llvm_cpu(const char *chip);
const char *hw_chip_names(char *text, size_t size_B); /* the names in hw_chips, separated by commas; returns text */

struct hw_clear { uint32_t offset, value; }; /* byte offset */
struct hw_clear_state { const struct hw_clear *regs; unsigned count; };
extern const struct hw_clear_state hw_clear_states[3]; /* by gfx_level - 6, sorted by offset */

#endif
