/* abi.h: the contract between compiled shaders (compiler/) and the code that programs registers (si_shader_regs.c,
 * si_descriptor.c, si_draw.c): contents of the user SGPRs, descriptors, rings, exports, variant keys and binaries. The same
 * for GFX6-8; hw facts B1-B4 describe the system SGPRs and VGPRs that the hardware adds.
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
   SI_SGPR_INTERNAL = 0,  /* enum si_internal_slot: rings, stream-output buffers, driver constants */
   SI_SGPR_BUFFERS = 1,   /* V# (4 dwords) [SI_NUM_CONST_BUFFERS], then V# [SI_NUM_SHADER_BUFFERS] */
   SI_SGPR_TEXTURES = 2,  /* [SI_NUM_SAMPLERS] of 16 dwords: T# at 0..7, enum si_sampler_flags at 8, S# at 12..15;
                             then images T# (8 dwords) [SI_NUM_SHADER_IMAGES];
                             then T# (8 dwords) of chroma planes [SI_NUM_SAMPLERS][2];
                             PS: then T# of the framebuffer [PIPE_MAX_ATTACHMENTS]: colour buffers, depth, stencil */
   SI_SGPR_STATE = 3,     /* bits: enum si_vs_state, si_ps_state */
   SI_SGPR_COMMON_COUNT = 4,

   /* API vertex shader, in whichever hardware stage it runs (VS, ES, LS). */
   SI_SGPR_VS_BASE_VERTEX = 4,
   SI_SGPR_VS_START_INSTANCE = 5,
   SI_SGPR_VS_DRAW_ID = 6,
   SI_SGPR_VS_VERTEX_BUFFERS = 7, /* V# [vertex elements], one per attribute in element order */
   SI_SGPR_VS_COUNT = 8,
   SI_SGPR_VS_INSTANCE = 8,       /* key.fetch.single_primitive_draw: the instance and primitive */
   SI_SGPR_VS_PRIMITIVE = 9,
   SI_SGPR_VS_PART_COUNT = 10,

   /* Blit vertex shader (rectangle lists): no pointers; data in SGPRs from 2 on. */
   SI_SGPR_BLIT_XY1 = 2,  /* x1 | y1 << 16, signed 16 bits each, pixels */
   SI_SGPR_BLIT_XY2 = 3,  /* x2 | y2 << 16 (exclusive) */
   SI_SGPR_BLIT_DEPTH = 4,
   SI_SGPR_BLIT_COLOR = 5, /* r g b a; or texture coordinates x1 y1 x2 y2, then z, w */
   SI_SGPR_BLIT_COUNT_POS = 5, SI_SGPR_BLIT_COUNT_COLOR = 9, SI_SGPR_BLIT_COUNT_TEX = 11,

   /* Tessellation: enum si_tess_layout. */
   SI_SGPR_TCS_LAYOUT = 4, SI_SGPR_TCS_COUNT = 5,
   SI_SGPR_TCS_LEVELS = 5, SI_SGPR_TCS_FIXED_COUNT = 11, /* the driver's control shader: outer levels 0..3, inner levels 0..1 */
   SI_SGPR_TES_LAYOUT = 4, SI_SGPR_TES_COUNT = 5,

   SI_SGPR_GS_COUNT = SI_SGPR_COMMON_COUNT,
   SI_SGPR_COPY_COUNT = SI_SGPR_COMMON_COUNT, /* copy shader of a geometry shader: reads SI_SGPR_INTERNAL and _STATE only */

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

/* Bytes of SI_SGPR_TCS_LAYOUT and SI_SGPR_TES_LAYOUT, by their shift. */
enum si_tess_layout {
   SI_TESS_NUM_PATCHES = 0,  /* of a full threadgroup */
   SI_TESS_IN_POINTS = 8,    /* control points of an input patch */
   SI_TESS_OUT_POINTS = 16,  /* control points of an output patch */
};

#define SI_NUM_CONST_BUFFERS 17
#define SI_NUM_SHADER_BUFFERS PIPE_SHADER_BUFFER_SLOTS
#define SI_NUM_SAMPLERS 32
#define SI_NUM_SHADER_IMAGES 32
#define SI_TEXTURE_SLOT_DW 16
#define SI_SAMPLER_FLAGS_DW 8
/* Of a slot that a handle addresses; by component, from the shift on. Shaders have those of bound slots in their keys. */
enum si_sampler_flags { SI_SAMPLER_COMPARE_ZERO = 0 /* key.compare_zero */, SI_SAMPLER_SRGB_FETCH = 4 /* key.srgb_fetch */ };
/* Handles (ARB_bindless_texture) are addresses below 4 GB: of a slot as in SI_SGPR_TEXTURES, or of the T# of an image. */
#define SI_HANDLE_SLOT_DW SI_TEXTURE_SLOT_DW
#define SI_IMAGE_HEIGHT_DW 7 /* of the T# of a 3D image, whose HEIGHT is padded: texels; the texture unit ignores it */
#define SI_IMAGES_DW (SI_NUM_SAMPLERS * SI_TEXTURE_SLOT_DW)      /* start of the images in the texture set */
#define SI_PLANES_DW (SI_IMAGES_DW + SI_NUM_SHADER_IMAGES * 8)   /* start of the chroma planes */
#define SI_TARGETS_DW (SI_PLANES_DW + SI_NUM_SAMPLERS * 2 * 8)   /* start of the framebuffer */
#define SI_TEXTURE_SET_DW (SI_TARGETS_DW + PIPE_MAX_ATTACHMENTS * 8)

/* The array at SI_SGPR_INTERNAL: V# of 4 dwords each. A ring has one descriptor per way of addressing it (hw facts D1):
 * the writers of the ESGS and GSVS rings use swizzled V# with ADD_TID, the readers plain ones. */
enum si_internal_slot {
   SI_INTERNAL_ESGS_WRITE = 0,   /* ES: element 4, index stride 64 */
   SI_INTERNAL_ESGS_READ = 1,    /* GS: raw */
   SI_INTERNAL_GSVS_WRITE0 = 2,  /* .. 5, GS: one per stream, element 4, index stride 16 */
   SI_INTERNAL_GSVS_READ = 6,    /* copy shader: raw */
   SI_INTERNAL_TESS_FACTORS = 7, /* TCS: raw */
   SI_INTERNAL_OFFCHIP = 8,      /* TCS writes, TES reads: raw */
   SI_INTERNAL_STREAMOUT0 = 9,   /* .. 12, last vertex stage: raw, one per stream-output buffer */
   SI_INTERNAL_DRIVER_CONST = 13, /* enum si_driver_const */
   SI_INTERNAL_COUNT = 14
};
/* Layout of the buffer that SI_INTERNAL_DRIVER_CONST describes, in bytes. */
enum si_driver_const { SI_DRIVER_CONST_CLIP_PLANES_B = 0 /* 8 x vec4 */, SI_DRIVER_CONST_SAMPLE_POS_B = 128 /* vec2 [4 pixels][8 samples] */,
   SI_DRIVER_CONST_STIPPLE_B = 384 /* 32 rows of pipe_context_impl.set_polygon_stipple */, SI_DRIVER_CONST_SIZE_B = 512 };

/* ---- exports -------------------------------------------------------------------------------------------------------
 * Last vertex stage: POS0 always; then, packed without holes, the misc vector (psize, edge flag, layer, viewport index)
 * and clip distances. Parameters: only varyings that are written; their order is the binary's `param` table.
 * Pixel shader: colour export k goes to the k-th colour buffer with a format (compact), in the format of
 * key.ps.col_format; then MRTZ when depth/stencil/mask is written; the last export carries DONE and VM. */
#define SI_PARAM_NONE 0xff

/* Hardware stages, in the order of the pipeline. */
enum si_hw_stage { SI_HW_LS, SI_HW_HS, SI_HW_ES, SI_HW_GS, SI_HW_VS, SI_HW_PS, SI_HW_CS };

/* ---- interfaces in memory ------------------------------------------------------------------------------------------
 * A vertex takes 16 bytes per location that its reader reads, in order of location. Writer and reader get the same mask in
 * their keys, so that each can be compiled alone. All numbers are dwords.
 *    ESGS ring: hw facts D1.
 *    LDS of a tessellation threadgroup: vertices of all input patches, si_lds_vertex_dw() each; then per patch its output
 *    vertices, and its patch values (si_tcs_info.lds_patch_dw). The padding spreads vertices over the banks.
 *    Off-chip buffer, from the threadgroup's offset: per patch its output vertices and its patch values, unpadded. */
static inline unsigned si_ring_slot(uint64_t ring_locations, unsigned location)
{
   return (unsigned)__builtin_popcountll(ring_locations & ((1ull << location) - 1));
}

static inline unsigned si_lds_vertex_dw(uint64_t locations)
{
   return 4 * (unsigned)__builtin_popcountll(locations) + 1;
}

/* ---- keys ----------------------------------------------------------------------------------------------------------
 * State for which one API shader is compiled to different machine code. A part that the role does not have is zero: keys are
 * compared with memcmp. */

/* Vertex fetch: API vertex shaders, in VS, ES or LS. */
struct si_fetch_key {
   uint32_t instance_divisor_is_one, instance_divisor_is_other; /* bit per attribute location: divisors */
   uint32_t divisor[32];            /* for is_other */
   uint8_t element_of_location[32]; /* vertex element index feeding a location; 0xff: (0,0,0,1) */
   uint8_t fetch_fix[32];           /* SI_FETCH_ENTRY: formats that buffer_load_format delivers only in part */
   uint8_t single_primitive_draw;   /* the draw is one primitive and instance of another draw; SGPRs hold their numbers */
};

enum si_point_size { SI_POINT_SIZE_NONE, SI_POINT_SIZE_EXPORTED, SI_POINT_SIZE_SMOOTH /* a pixel larger */ };

/* Exports: whatever runs in VS, the last vertex stage: an API vertex shader, a tessellation evaluation shader, or the copy
 * shader of a geometry shader. */
struct si_export_key {
   uint64_t builtin_params;         /* bit per enum pipe_varying: built-in outputs that the pixel shader interpolates */
   uint8_t clip_plane_mask;         /* legacy user clip planes to turn into distances */
   uint8_t point_size;              /* enum si_point_size */
   uint8_t edge_flag;               /* API vertex shader: attribute PIPE_ATTRIB_EDGE_FLAG is exported */
   uint32_t not_exported;           /* bit per Location: not read; 0 while all outputs and builtin_params have parameters */
};

enum si_clamp { SI_CLAMP_NONE, SI_CLAMP_UNORM, SI_CLAMP_SNORM };

struct si_ps_key {
   uint32_t col_format;             /* nibble per colour buffer, V_028714_SPI_SHADER_*: 0 = no buffer */
   uint8_t int8_mask, int10_mask;   /* clamp integer outputs to the buffer's range */
   uint8_t broadcast_count;         /* gl_FragColor: how many buffers get it (0/1: one) */
   uint8_t clamp_color, alpha_func /* pipe_compare_func; 7 = always */, alpha_to_one, two_side;
   uint8_t alpha_samples;           /* the first output's alpha becomes a mask of so many samples; 0: DB_ALPHA_TO_MASK does it, or nothing */
   uint8_t alpha_dither;            /* with alpha_samples: pipe_blend_state.alpha_to_coverage_dither */
   uint8_t poly_stipple;            /* enum pipe_face: fragments of these faces are killed where the stipple pattern has no bit */
   uint8_t flat_colors, per_sample;
   uint8_t smooth_point;            /* alpha is multiplied by the part of the pixel that is in the circle of the point */
   uint8_t smooth_faces;            /* with smooth_samples: enum pipe_face */
   uint8_t smooth_samples;          /* smooth lines and polygons: alpha is multiplied by the covered part of so many samples; 0: not */
   uint8_t dual_source;             /* outputs of Index 1 are export 1, the second source of blending */
   uint8_t target_samples;          /* the shader reads the colour buffers, which are multisampled */
   uint8_t one_sample;              /* multisampled buffers without multisampling: gl_SampleID is 0, gl_SampleMaskIn 1 */
   uint8_t sample_grid;             /* locations of samples depend on the pixel's place in its quad */
   uint8_t equation;                /* enum pipe_blend_equation, computed by the shader for buffer 0 */
   uint8_t equation_clamp;          /* enum si_clamp: range of its operands */
};

/* Interface between control and evaluation shader: HS, and the evaluation shader in VS or ES. */
enum si_tess_domain { SI_TESS_TRIANGLES, SI_TESS_QUADS, SI_TESS_ISOLINES };
enum si_tess_spacing { SI_TESS_EQUAL, SI_TESS_FRACTIONAL_ODD, SI_TESS_FRACTIONAL_EVEN };
struct si_tess_key {
   uint64_t vertex_locations;       /* bit per enum pipe_varying that the evaluation shader reads */
   uint64_t patch_locations;        /* the same for patch values: enum pipe_patch_varying */
   uint8_t domain;                  /* enum si_tess_domain: number and order of the tess factors */
};

/* A YUV image in a sampler slot, packed from struct pipe_yuv; 0: RGB. Bits: 0-1 planes, 2-3 matrix, 4 full range, 5 shift_x,
 * 6 shift_y, 8-12 bits. */
#define SI_YUV_KEY(planes, matrix, full_range, shift_x, shift_y, bits) \
   ((uint16_t)((planes) | (matrix) << 2 | (full_range) << 4 | (shift_x) << 5 | (shift_y) << 6 | (bits) << 8))

#define SI_YUV_KEY_PLANES(key) ((key) & 3u)
#define SI_YUV_KEY_MATRIX(key) ((enum pipe_yuv_matrix)((key) >> 2 & 3u))
#define SI_YUV_KEY_FULL_RANGE(key) ((key) >> 4 & 1u)
#define SI_YUV_KEY_SHIFT(key, axis) ((key) >> (5 + (axis)) & 1u)
#define SI_YUV_KEY_BITS(key) ((key) >> 8 & 31u)

struct si_shader_key {
   uint8_t hw_stage;                /* enum si_hw_stage */
   uint64_t ring_locations;         /* ES, GS: bit per enum pipe_varying that the geometry shader reads; LS, HS: that the
                                       control shader reads */
   struct si_tess_key tess;
   uint8_t strip_adjacency;         /* GS: inputs are triangle strips with adjacency */
   struct si_fetch_key fetch;
   struct si_export_key exp;
   struct si_ps_key ps;
   uint16_t yuv[SI_NUM_SAMPLERS];   /* SI_YUV_KEY of the sampler slots that the shader uses */
   uint32_t magnify_to_half;        /* bit per sampler slot: magnification includes levels of detail up to 0.5 */
   uint32_t compare_zero[4];        /* by component: bit per sampler slot where it is 0 in comparisons of four components */
   uint32_t srgb_fetch[4];          /* by component: bit per sampler slot whose fetched texels the shader decodes from sRGB */
};
/* FIXED_POINT: the V# says 32-bit SINT. UNORM32 ...: it says 32-bit UINT or SINT, and the shader converts. 3X8, 3X16: the V# describes one component (8 or 16 bits), the shader loads three.
 * SNORM_A2 ...: 2_10_10_10 with signed alpha. BGRA: x and z are swapped by the shader. DOUBLE: the V#
 * describes the two words of one component, the shader loads each component and converts it to 32 bits. */
enum si_fetch_fix { SI_FETCH_NONE, SI_FETCH_FIXED_POINT /* 16.16 */, SI_FETCH_BGRA, SI_FETCH_SNORM_A2, SI_FETCH_SSCALED_A2,
   SI_FETCH_SINT_A2, SI_FETCH_3X8, SI_FETCH_3X16, SI_FETCH_UNALIGNED, SI_FETCH_DOUBLE, SI_FETCH_UNORM32, SI_FETCH_SNORM32,
   SI_FETCH_USCALED32, SI_FETCH_SSCALED32 };
/* The shader converts 32-bit integers to floating-point values. */
static inline bool si_fetch_converts(enum si_fetch_fix fix)
{
   return fix == SI_FETCH_FIXED_POINT || fix >= SI_FETCH_UNORM32;
}
/* An entry of si_fetch_key.fetch_fix: the fix, and where the shader converts the number of components in memory, else 1. */
#define SI_FETCH_ENTRY(fix, components) ((uint8_t)((fix) | ((components) - 1) << 6))
#define SI_FETCH_FIX(entry) ((enum si_fetch_fix)((entry) & 0x3f))
#define SI_FETCH_COMPONENTS(entry) (((entry) >> 6) + 1u)

/* ---- binaries ------------------------------------------------------------------------------------------------------ */

/* API vertex shader, in VS, ES or LS. */
struct si_vs_info {
   uint8_t uses_vertex_id, uses_instance_id, uses_primitive_id, uses_draw_id, uses_base_instance;
};

/* Exports of the last vertex stage. */
struct si_export_info {
   uint8_t num_params;                  /* exported parameters */
   uint8_t param[PIPE_VARYING_COUNT];   /* location -> parameter number or SI_PARAM_NONE */
   uint8_t num_pos_exports, writes_psize, writes_edgeflag, writes_layer, writes_viewport;
   uint8_t clip_dist_mask, cull_dist_mask;
};

/* Geometry shader in GS, and its copy shader, which has max_vertices only. Item sizes in dwords, as the VGT registers take
 * them (hw facts D1). */
struct si_gs_info {
   uint16_t esgs_item_dw;               /* per vertex: VGT_ESGS_RING_ITEMSIZE */
   uint16_t max_vertices;               /* VGT_GS_MAX_VERT_OUT */
   uint16_t gsvs_vertex_dw[4];          /* per emitted vertex of a stream: VGT_GS_VERT_ITEMSIZE* */
   uint8_t invocations;
   uint8_t input_prim, output_prim;     /* enum pipe_prim_type */
};

/* Tessellation control shader in HS; that of the driver has as many output as input points, and no outputs in LDS. */
struct si_tcs_info {
   uint8_t out_points;                  /* control points of an output patch; 0: as many as of an input patch */
   uint16_t lds_vertex_dw;              /* an input vertex in LDS */
   uint16_t lds_patch_dw;               /* an output patch in LDS */
   uint16_t offchip_vertex_dw, offchip_values_dw; /* an output vertex, and the patch values, in the off-chip buffer */
   uint8_t factors;                     /* tess factors per patch in the factor ring */
};

struct si_ps_info {
   uint32_t input_ena, input_addr;      /* SPI_PS_INPUT_ENA/ADDR */
   uint8_t num_inputs;                  /* interpolated attributes, in SPI_PS_INPUT_CNTL order */
   struct si_ps_input { uint8_t location, flat, is_color, default_val; } input[32];
   uint32_t col_format_exported;        /* compact: SPI_SHADER_COL_FORMAT */
   uint8_t z_format;                    /* SPI_SHADER_Z_FORMAT */
   uint8_t writes_z, writes_stencil, writes_samplemask, uses_kill, early_fragment_tests;
   uint8_t reads_zs;                    /* depth or stencil of the framebuffer, before the tests replace them */
   uint8_t colors_written; /* bit per colour buffer that gets an export (the k-th export goes to the k-th set bit) */
   uint8_t uses_sample_shading;         /* runs once for each sample */
   uint8_t reads_driver_consts;         /* sample positions, stipple pattern */
   uint8_t reads_frag_coord;
};

struct si_cs_info {
   uint16_t block[3];                   /* threads per group */
};

/* The machine code of a shader variant and the facts that its registers depend on. Owned by the caller of the compile. */
struct si_shader_binary {
   uint32_t *code;          /* padded for the instruction prefetch */
   uint32_t code_B;
   uint32_t rsrc1, rsrc2;   /* SPI_SHADER_PGM_RSRC1/2, complete */
   uint32_t scratch_B_per_wave, lds_B;
   /* Offsets of words 0 and 1 of the scratch buffer's V# in the code (relocations): patched before use. */
   struct si_scratch_reloc { uint32_t offset_B; uint8_t dword; } scratch_reloc[16];
   uint32_t num_scratch_relocs;
   uint16_t num_vgprs, num_sgprs;
   uint8_t vgpr_comp_cnt;   /* LS, ES, VS: index of the last input VGPR that is loaded; in rsrc1 as well */
   uint8_t writes_memory;   /* stores to storage blocks */
   struct si_vs_info vs;
   struct si_export_info exp;
   struct si_tcs_info tcs;
   struct si_gs_info gs;
   struct si_ps_info ps;
   struct si_cs_info cs;
};

#endif
