/* si_state.h: what the state tracker creates and binds: state objects, views, targets, shaders. si_context.h has the bindings. */
#ifndef SI_STATE_H
#define SI_STATE_H

#include "si_resource.h"
#include "si_screen.h"

/* ---- constant state objects: packets made at creation ---- */
struct si_blend {
   struct pipe_blend_state state;
   uint32_t target_mask;         /* colour write mask, nibble per buffer */
   uint32_t rop3;
   uint8_t enable_mask, need_src_alpha_mask; /* bit per buffer */
   bool dual_source;
   uint16_t pm4_dw;
   uint32_t pm4[16];
};

struct si_dsa {
   struct pipe_depth_stencil_alpha_state state;
   uint16_t pm4_dw;
   uint32_t pm4[16];
   bool writes_depth, writes_stencil;
};

struct si_raster {
   struct pipe_rasterizer_state state;
   uint32_t pa_cl_clip_cntl;     /* without the shader's part */
   uint16_t pm4_dw;
   uint32_t pm4[40];
};

struct si_velems {
   unsigned count;
   struct pipe_vertex_element el[PIPE_MAX_ATTRIBS];
   struct { uint32_t word3; uint8_t size_B; bool convert; } fmt[PIPE_MAX_ATTRIBS];
   uint32_t buffers_used;        /* bit per vertex buffer */
   struct si_fetch_key fetch;    /* of all locations; a shader takes those it reads into its key */
};

struct si_sampler { uint32_t word[4]; bool magnify_to_half, skip_srgb; uint8_t compare_zero; };

struct si_view {
   struct pipe_sampler_view base;
   uint32_t desc_seq;            /* si_resource.desc_seq when desc was packed */
   uint32_t desc[8];             /* T#, or V# in the first four words for buffers */
};

enum si_number_class { SI_NUMBER_FLOAT, SI_NUMBER_SINT, SI_NUMBER_UINT }; /* si_blit_ps_key.is_int */

/* A colour or depth target with its registers packed. */
struct si_surface {
   struct pipe_surface base;
   uint32_t desc_seq;            /* si_resource.desc_seq when the registers were packed */
   uint32_t cb[14];              /* CB_COLOR0_BASE .. DCC_BASE */
   uint32_t db_z_info, db_stencil_info, db_depth_info, db_depth_view, db_depth_size, db_depth_slice;
   uint64_t z_va, stencil_va;
   uint8_t spi_normal, spi_blend, spi_alpha, spi_blend_alpha; /* export formats */
   uint8_t is_int8, is_int10, number_class; /* enum si_number_class */
   bool is_blendable;
   bool has_dcc;                 /* the registers name DCC keys */
};

/* ---- shaders ---- */
struct si_variant {
   struct si_variant *next;      /* of the same shader, most recently used first */
   uint64_t hash;
   struct si_shader_key key;
   struct si_code *code;         /* NULL: it could not be compiled, and is not tried again */
};

struct si_shader {               /* made by create_shader */
   struct pipe_shader_state state; /* owns the SPIR-V */
   struct si_shader_info info;
   bool valid;                   /* scanned */
   char why[160];
   struct si_variant *variants;
   unsigned variant_count;
};

#endif
