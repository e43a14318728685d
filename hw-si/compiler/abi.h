/* abi.h: the contract between compiled shaders (compiler/) and the code that programs registers (si_shader_regs.c,
 * si_descriptor.c, si_draw.c): which user SGPR holds what, which VGPRs a wave starts with, where results are exported.
 * Everything here is GFX6-8 alike; `hw/` facts B1-B4 say what the hardware adds behind the user SGPRs.
 *
 * Pointers in SGPRs are 32 bits wide; their high half is 0, because the winsys places such buffers below 4 GB
 * (WS_BO_LOW_4G). */
#ifndef SI_ABI_H
#define SI_ABI_H

#include <stdbool.h>
#include <stdint.h>

#include "state/pipe_types.h"

/* ---- user SGPRs ---------------------------------------------------------------------------------------------------
 * Common to every stage. Each pointer leads to an array of descriptors in memory. */
enum si_sgpr {
   SI_SGPR_INTERNAL = 0,  /* struct si_internal_desc: rings, stream-output buffers, driver constants */
   SI_SGPR_BUFFERS = 1,   /* V# (4 dwords) [SI_NUM_CONST_BUFFERS], then V# [SI_NUM_SHADER_BUFFERS] */
   SI_SGPR_TEXTURES = 2,  /* [SI_NUM_SAMPLERS] of 16 dwords: T# at 0..7, FMASK T#'s first half at 8..11, S# at 12..15;
                             then images T# (8 dwords) [SI_NUM_SHADER_IMAGES] */
   SI_SGPR_STATE = 3,     /* bits: enum si_vs_state / si_ps_state */
   SI_SGPR_COMMON_COUNT = 4,

   /* API vertex shader, in whichever hardware stage it runs (VS, ES, LS). */
   SI_SGPR_VS_BASE_VERTEX = 4,
   SI_SGPR_VS_START_INSTANCE = 5,
   SI_SGPR_VS_DRAW_ID = 6,
   SI_SGPR_VS_VERTEX_BUFFERS = 7, /* V# [vertex elements], one per attribute in element order */
   SI_SGPR_VS_COUNT = 8,

   /* Blit vertex shader (rectangle lists): no pointers; data in SGPRs from 2 on (document 004's order). */
   SI_SGPR_BLIT_XY1 = 2,  /* x1 | y1 << 16, signed 16 bits each, pixels */
   SI_SGPR_BLIT_XY2 = 3,  /* x2 | y2 << 16 (exclusive) */
   SI_SGPR_BLIT_DEPTH = 4,
   SI_SGPR_BLIT_COLOR = 5, /* r g b a; or texture coordinates x1 y1 x2 y2, then z, w */
   SI_SGPR_BLIT_COUNT_POS = 5, SI_SGPR_BLIT_COUNT_COLOR = 9, SI_SGPR_BLIT_COUNT_TEX = 11,

   SI_SGPR_TCS_OFFCHIP_LAYOUT = 4, SI_SGPR_TCS_OFFCHIP_ADDR = 5, SI_SGPR_TCS_COUNT = 6,
   SI_SGPR_TES_OFFCHIP_LAYOUT = 4, SI_SGPR_TES_OFFCHIP_ADDR = 5, SI_SGPR_TES_COUNT = 6,
   SI_SGPR_GS_COUNT = 4,

   SI_SGPR_PS_FB_HEIGHT = 4,  /* float: framebuffer height, for y-inverted gl_FragCoord */
   SI_SGPR_PS_ALPHA_REF = 5,  /* float */
   SI_SGPR_PS_COUNT = 6,

   SI_SGPR_CS_GRID = 4,       /* x y z */
   SI_SGPR_CS_BLOCK = 7,
   SI_SGPR_CS_COUNT = 10,
};

enum si_vs_state { SI_VS_STATE_INDEXED = 1 << 0, SI_VS_STATE_CLAMP_COLOR = 1 << 1, SI_VS_STATE_PROVOKING_FIRST = 1 << 2 };
enum si_ps_state { SI_PS_STATE_Y_INVERTED = 1 << 0, SI_PS_STATE_CLAMP_COLOR = 1 << 1,
                   SI_PS_STATE_POINT_COORD_UPPER = 1 << 2 };

#define SI_NUM_CONST_BUFFERS 16
#define SI_NUM_SHADER_BUFFERS 16
#define SI_NUM_SAMPLERS 32
#define SI_NUM_SHADER_IMAGES 16
#define SI_TEXTURE_SLOT_DW 16

/* What SI_SGPR_INTERNAL points to. V# of 4 dwords each. RW slot 3 is the first stream-output buffer (document 003). */
enum si_internal_slot { SI_INTERNAL_ESGS_RING = 0, SI_INTERNAL_GSVS_RING = 1, SI_INTERNAL_TESS_RING = 2,
   SI_INTERNAL_STREAMOUT0 = 3, /* .. 6 */ SI_INTERNAL_DRIVER_CONST = 7, SI_INTERNAL_COUNT = 8 };
/* Layout of the buffer behind SI_INTERNAL_DRIVER_CONST, in bytes. */
enum si_driver_const { SI_DRIVER_CONST_CLIP_PLANES_B = 0 /* 8 x vec4 */, SI_DRIVER_CONST_SAMPLE_POS_B = 128 /* 16 x vec2 */,
   SI_DRIVER_CONST_SIZE_B = 256 };

/* ---- exports -------------------------------------------------------------------------------------------------------
 * Last vertex stage: POS0 always; then, packed without holes, the misc vector (psize, edge flag, layer, viewport index)
 * and clip distances. Parameters: only varyings that are written; their order is the binary's `param` table.
 * Pixel shader: colour export k goes to the k-th colour buffer with a format (compact), in the format of
 * key.ps.col_format; then MRTZ when depth/stencil/mask is written; the last export carries DONE and VM. */
#define SI_PARAM_NONE 0xff
enum si_hw_stage { SI_HW_LS, SI_HW_HS, SI_HW_ES, SI_HW_GS, SI_HW_VS, SI_HW_PS, SI_HW_CS };

/* Everything that makes one API shader become several pieces of machine code. Zero-initialise: compared with memcmp. */
struct si_shader_key {
   uint8_t hw_stage;
   union {
      struct {
         uint32_t instance_divisor_is_one, instance_divisor_is_other; /* bit per attribute location: divisors */
         uint32_t divisor[32];         /* for is_other */
         uint8_t element_of_location[32]; /* vertex element index feeding a location; 0xff: (0,0,0,1) */
         uint8_t fetch_fix[32];        /* enum si_fetch_fix: formats that buffer_load_format cannot deliver whole */
         uint8_t clip_plane_mask;      /* legacy user clip planes to turn into distances */
         uint8_t export_point_size;
      } vs;
      struct {
         uint32_t col_format;          /* nibble per colour buffer, V_028714_SPI_SHADER_*: 0 = no buffer */
         uint8_t int8_mask, int10_mask; /* clamp integer outputs to the buffer's range */
         uint8_t broadcast_count;      /* gl_FragColor: how many buffers get it (0/1: one) */
         uint8_t clamp_color, alpha_func /* pipe_compare_func; 7 = always */, alpha_to_one, two_side, poly_stipple;
         uint8_t flat_colors, per_sample;
         uint8_t dual_source;          /* outputs of Index 1 are export 1, the second source of blending */
      } ps;
   } u;
};
/* FIXED_POINT: the V# says 32-bit SINT. 3X8, 3X16: the V# describes one component (8 or 16 bits), the shader loads three.
 * SNORM_A2 ...: 2_10_10_10 with signed alpha. BGRA: x and z are swapped by the shader. DOUBLE: not supported yet. */
enum si_fetch_fix { SI_FETCH_NONE, SI_FETCH_FIXED_POINT /* 16.16 */, SI_FETCH_BGRA, SI_FETCH_SNORM_A2, SI_FETCH_SSCALED_A2,
   SI_FETCH_SINT_A2, SI_FETCH_3X8, SI_FETCH_3X16, SI_FETCH_UNALIGNED, SI_FETCH_DOUBLE };

/* One piece of machine code and everything register code must know of it. Owned by whoever compiled it. */
struct si_shader_binary {
   uint32_t *code;          /* padded for the instruction prefetch */
   uint32_t code_B;
   uint32_t rsrc1, rsrc2;   /* SPI_SHADER_PGM_RSRC1/2 as LLVM reports them, USER_SGPR filled in */
   uint32_t scratch_B_per_wave, lds_B;
   /* Where the code wants words 0 and 1 of the scratch buffer's V# (relocations): patch before use when there are any. */
   struct si_scratch_reloc { uint32_t offset_B; uint8_t dword; } scratch_reloc[16];
   uint32_t num_scratch_relocs;
   uint16_t num_vgprs, num_sgprs;
   struct { /* vertex stages */
      uint8_t num_params;                   /* exported parameters */
      uint8_t param[PIPE_VARYING_COUNT];    /* location -> parameter number or SI_PARAM_NONE */
      uint8_t num_pos_exports, writes_psize, writes_edgeflag, writes_layer, writes_viewport;
      uint8_t clip_dist_mask, cull_dist_mask;
      uint8_t uses_vertex_id, uses_instance_id, uses_primitive_id, uses_draw_id, uses_base_instance;
      uint8_t vgpr_comp_cnt;
   } vs;
   struct { /* pixel */
      uint32_t input_ena, input_addr;       /* SPI_PS_INPUT_ENA/ADDR */
      uint8_t num_inputs;                   /* interpolated attributes, in SPI_PS_INPUT_CNTL order */
      struct si_ps_input { uint8_t location, flat, is_color, default_val; } input[32];
      uint32_t col_format_exported;         /* compact: SPI_SHADER_COL_FORMAT */
      uint8_t z_format;                     /* SPI_SHADER_Z_FORMAT */
      uint8_t writes_z, writes_stencil, writes_samplemask, uses_kill, early_fragment_tests, writes_memory;
      uint8_t colors_written; /* bit per colour buffer that gets an export (the k-th export goes to the k-th set bit) */
      uint8_t uses_sample_shading, reads_frag_coord;
   } ps;
   struct { uint16_t block[3]; } cs;
};

#endif
