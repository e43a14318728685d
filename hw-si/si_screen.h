/* si_screen.h: state shared by all contexts of a device: chip facts, formats, the shader compiler, shader memory, border
 * colours, the driver's own shaders. It is either constant after creation or protected by a lock that no draw takes. */
#ifndef SI_SCREEN_H
#define SI_SCREEN_H

#include <pthread.h>

#include "hw-si/addr/surf.h"
#include "hw-si/compiler/compile.h"
#include "state/pipe.h"
#include "winsys/winsys.h"

/* Named facts of a chip, filled once in si_info.c; no other file compares generations. */
#define SI_MAX_SE 4

/* PA_SC_RASTER_CONFIG and PA_SC_RASTER_CONFIG_1 (si_raster_config.c). */
struct si_raster_config {
   uint32_t config[SI_MAX_SE], config_1; /* config: of each shader engine */
   bool is_harvested;              /* some render backends are disabled: shader engines may differ */
};
void si_raster_config_init(struct si_raster_config *raster, const struct ws_info *ws);

struct si_info {
   struct surf_chip surf;
   unsigned gfx_level;             /* only for the pm4 library, which pads by generation */
   uint32_t filler_dw;             /* a packet of one dword that does nothing (GFX6 has only type 2) */
   bool has_ib_chain;              /* INDIRECT_BUFFER.CHAIN works (GFX7+) */
   bool has_clear_state;           /* CLEAR_STATE works (GFX7+) */
   bool has_uconfig;               /* draw registers moved to the user-config space (GFX7+) */
   bool has_dma_data;              /* DMA_DATA instead of CP_DMA (GFX7+) */
   bool has_8bit_indices;          /* INDEX_TYPE 2 (GFX8) */
   bool has_rsrc3;                 /* SPI_SHADER_PGM_RSRC3_*: CU masks (GFX7+) */
   bool dcc_blocks_are_64B;        /* of compressed blocks: chips without dedicated video memory */
   bool has_cb_dcc;                /* CB_COLORn_DCC_CONTROL and DCC_BASE exist (GFX8) */
   bool has_raster_config_1;       /* PA_SC_RASTER_CONFIG_1 exists (GFX7+) */
   bool fmask_has_pitch;           /* CB_COLORn_PITCH.FMASK_TILE_MAX exists (GFX7+) */
   bool db_uses_tile_index;        /* Z_INFO.TILE_MODE_INDEX (GFX6), else tiling parameters in DB_DEPTH_INFO */
   bool num_records_is_bytes;      /* V#.NUM_RECORDS counts bytes even with a stride (GFX8) */
   bool sampler_compat_mode;       /* S#.COMPAT_MODE exists (GFX8) */
   bool has_filter_mode;           /* S#.FILTER_MODE takes the least or the greatest texel (GFX7+) */
   bool aniso_mask_in_t7;          /* T# word 7 is an AND mask for S# word 0 (GFX6-7) */
   bool zpass_enable_bits;         /* DB_COUNT_CONTROL enables counting by field (GFX7+), not by a disable bit */
   bool eop_twice;                 /* EVENT_WRITE_EOP must be sent twice (GFX7-8 hardware bug) */
   bool has_ia_multi_vgt_index;    /* IA_MULTI_VGT_PARAM takes write index 1 (GFX7+) */
   bool border_color_hi;           /* TA_BC_BASE_ADDR_HI exists (GFX7+) */
   bool has_tess_distribution;     /* VGT_TESS_DISTRIBUTION exists (GFX8) */
   bool has_gs_onchip;             /* VGT_GS_ONCHIP_CNTL exists (GFX7+) */
   bool add_tid_widens_stride;     /* with ADD_TID_ENABLE, V#.DATA_FORMAT is the upper part of the stride (GFX8) */
   /* IA_MULTI_VGT_PARAM (si_multi_vgt.c): draws that need PARTIAL_VS_WAVE_ON. */
   bool gs_partial_vs_wave;        /* geometry shaders */
   bool tess_gs_partial_vs_wave;   /* tessellation together with geometry shaders */
   bool eoi_partial_vs_wave;       /* SWITCH_ON_EOI */
   bool eoi_gs_partial_vs_wave;    /* SWITCH_ON_EOI together with geometry shaders */
   uint32_t gs_table_depth;        /* entries of the VGT's table of GS waves */
   uint32_t gs_vertex_reuse;       /* vertices of an ES wave that the VGT may hold back for reuse */
   uint32_t num_se;                /* shader engines */
   /* Tessellation (si_tess.c). */
   uint32_t offchip_blocks, offchip_block_dw; /* the off-chip buffer */
   bool offchip_count_minus_1;     /* VGT_HS_OFFCHIP_PARAM has the number of blocks minus 1 (GFX8) */
   bool hs_group_is_wave;          /* threadgroups of more than a wave fail (GFX6) */
   bool tess_prim_id_one_patch;    /* primitive ids of several instances are right with one patch per threadgroup only */
   bool ls_rsrc2_twice;            /* SPI_SHADER_PGM_RSRC2_LS must be written twice (GFX7 hardware bug) */
   bool has_ls_hs_config_index;    /* VGT_LS_HS_CONFIG takes write index 2 (GFX7+) */
   uint32_t ls_lds_unit_B;         /* of SPI_SHADER_PGM_RSRC2_LS.LDS_SIZE */
   uint32_t tess_odd_reuse_depth;  /* vertex_reuse_depth with fractional odd spacing */
   bool has_prim_filter;           /* PA_SU_PRIM_FILTER_CNTL excludes edges */
   bool has_dispatch_order;        /* COMPUTE_DISPATCH_INITIATOR.ORDER_MODE exists (GFX7+) */
   bool has_compute_se23;          /* COMPUTE_STATIC_THREAD_MGMT_SE2 and SE3 exist (GFX7+) */
   uint32_t max_lds_B;             /* of a workgroup */
   bool l2_writes_back;            /* an L2 invalidate without write-back loses dirty lines */
   uint32_t vertex_reuse_depth;    /* VGT_VERTEX_REUSE_BLOCK_CNTL.VTX_REUSE_DEPTH */
   uint32_t primgroups_in_wave;    /* IA_MULTI_VGT_PARAM.MAX_PRIMGRP_IN_WAVE; 0: no such field (before GFX8) */
   uint32_t max_dma_B;             /* one CP DMA packet */
   uint32_t num_rb;                /* render backends with a slot in ZPASS_DONE, disabled ones included */
   uint32_t enabled_rb_mask;
   struct si_raster_config raster;
   enum surf_mode tiling;          /* of images that may have any layout */
   bool clears_by_dma;             /* filling and copying memory is cheaper than drawing over it */
};

/* A format in the hardware's words. Zero means that the unit cannot do it. */
struct si_format {
   uint8_t img_data, img_num;      /* T# DATA_FORMAT, NUM_FORMAT */
   uint8_t buf_data, buf_num;      /* V# */
   uint8_t cb_format, cb_number, cb_swap;
   uint8_t fetch_fix;              /* enum si_fetch_fix for vertex data */
   uint8_t z_format;               /* DB_Z_INFO.FORMAT */
   bool has_stencil, is_sampled, is_renderable, is_blendable, is_vertex;
};

#define SI_BORDER_COLORS 4096
#define SI_BLIT_VS_COUNT 3
#define SI_MAX_BLIT_PS 256
#define SI_SHARED_BUCKETS 128

/* A piece of shader memory. Blocks are filled from the front and freed when their last shader is. */
struct si_code_block {
   struct ws_bo *bo;
   uint8_t *map;
   uint32_t used_B;
   unsigned users;
};

/* Machine code in GPU memory with the registers that select it (si_shader_regs.c packs them). */
struct si_code {
   struct si_shader_binary bin;
   struct si_code_block *block;
   uint64_t va;
   uint64_t scratch_va;            /* written into the code; 0: none yet */
   struct si_stage_regs {
      uint32_t pgm_lo, pgm_hi, rsrc1, rsrc2;
      uint32_t spi_vs_out_config, spi_pos_format, pa_cl_vs_out_cntl, vgt_primitiveid_en, vgt_gs_mode, vgt_reuse_off;
      uint32_t gsvs_ring_offset[3], gs_out_prim_type, esgs_ring_itemsize, gsvs_ring_itemsize, gs_instance_cnt;
      uint32_t ps_input_ena, ps_input_addr, ps_in_control, baryc_cntl, z_format, col_format, cb_shader_mask;
      uint32_t db_shader_control;
   } regs;

   /* Shared code (si_code_share.c), all under the compile lock. key.data NULL: not shared, one owner. */
   struct si_cache_key key;        /* of the source and the shader key; owned */
   uint64_t hash, idle_since;
   unsigned users;
   struct si_code *next;           /* of its bucket */
};

/* Handles of all contexts (si_bindless.c). */
struct si_handle_table {
   pthread_mutex_t lock;           /* guards what follows, but `moved` */
   struct handle_chunk *chunks;    /* the newest one may have free slots */
   struct si_handle *oldest, *newest; /* slots without a handle, which commands may still read */
   unsigned retired;               /* how many */
   atomic_uint moved;              /* counts images that got another place or layout */
};

struct si_screen {
   struct pipe_screen base;
   struct ws_device *ws;
   struct si_info info;
   struct si_format format[PIPE_FORMAT_COUNT];
   char name[160];

   pthread_mutex_t compile_lock;   /* compiler creation, code blocks, shared code, the blit shaders below */
   struct si_compiler *compiler;   /* made with the first shader */
   struct si_code_block *code;     /* block being filled */
   struct si_code *shared[SI_SHARED_BUCKETS]; /* si_code_share.c */
   unsigned idle_codes;            /* of these, without users; their size; a clock that orders them */
   size_t idle_B;
   uint64_t idle_clock;
   struct si_code *_Atomic blit_vs[SI_BLIT_VS_COUNT][2]; /* [kind][layered]; set once: read without the lock */
   struct { struct si_blit_ps_key key; struct si_code *code; } blit_ps[SI_MAX_BLIT_PS];
   _Atomic unsigned blit_ps_count; /* entries below it never change: read without the lock */

   pthread_mutex_t border_lock;
   struct ws_bo *border_bo;
   float (*border_map)[4];
   unsigned border_count;

   struct si_handle_table handles;

   _Atomic uint32_t next_context;  /* numbers for struct si_context.id */
   _Atomic uint64_t moved_B;       /* read and written by copies between images and the CPU's rows, all of them until now */
};

static inline struct si_screen *si_screen(struct pipe_screen *screen)
{
   return (struct si_screen *)screen;
}

/* si_info.c */
bool si_info_init(struct si_info *info, const struct ws_info *ws, char *why, size_t why_size_B);
/* si_caps.c */
void si_caps_init(struct si_screen *screen);
/* si_format.c */
void si_formats_init(struct si_format table[PIPE_FORMAT_COUNT]);
bool si_is_format_supported(struct pipe_screen *screen, enum pipe_format format, enum pipe_texture_target target, unsigned samples,
                            unsigned bind);
/* si_fence.c */
struct ws_fence;
/* Takes the reference; ws may be NULL: signalled. Returns NULL when out of memory: ws was waited for. */
struct pipe_fence *si_fence_new(struct si_screen *screen, struct ws_fence *ws);
struct ws_fence *si_fence_ws(struct pipe_fence *fence);
bool si_fence_wait(struct pipe_screen *screen, struct pipe_fence *fence, uint64_t timeout_ns);
int si_fence_get_fd(struct pipe_screen *screen, struct pipe_fence *fence);
struct pipe_fence *si_fence_from_fd(struct pipe_screen *screen, int fd);
struct pipe_semaphore *si_semaphore_from_fd(struct pipe_screen *screen, int fd);
void si_semaphore_destroy(struct pipe_screen *screen, struct pipe_semaphore *semaphore);
struct ws_semaphore *si_semaphore_ws(struct pipe_semaphore *semaphore);
void si_fence_destroy(struct pipe_screen *screen, struct pipe_fence *fence);
/* si_sampler.c: index of a border colour in the table; -1: table full */
int si_border_color_index(struct si_screen *screen, const float color[4]);
/* si_shader.c */
bool si_compile_shaders(struct pipe_screen *screen, const struct pipe_shader_state *const states[PIPE_SHADER_TYPES], char *why,
                        size_t why_size_B);
/* si_code.c: shader memory. Every call but si_code_free of NULL takes the compile lock itself, except _locked. */
struct si_compiler *si_screen_compiler_locked(struct si_screen *screen, char *why, size_t why_size_B);
struct si_code *si_code_upload_locked(struct si_screen *screen, const struct si_shader_binary *bin);
/* Another copy of the code, for a scratch buffer at this address. False: no memory, nothing changed. */
bool si_code_set_scratch(struct si_screen *screen, struct si_code *code, uint64_t scratch_va);
void si_code_free(struct si_screen *screen, struct si_code *code);
void si_code_destroy_locked(struct si_screen *screen, struct si_code *code);
struct si_code *si_screen_blit_vs(struct si_screen *screen, enum si_blit_vs kind, bool layered);
struct si_code *si_screen_blit_ps(struct si_screen *screen, const struct si_blit_ps_key *key);
void si_screen_free_blit_shaders(struct si_screen *screen);
/* si_code_share.c. find: NULL, or code with one more user. share: others may find it; takes the key's data, or leaves it
 * when the code cannot be shared. release: false: not shared code. */
struct si_code *si_code_find_locked(struct si_screen *screen, const struct si_cache_key *key);
void si_code_share_locked(struct si_screen *screen, struct si_code *code, struct si_cache_key *key);
bool si_code_release_locked(struct si_screen *screen, struct si_code *code);
void si_screen_free_shared_code(struct si_screen *screen);

#endif
