/* compile.h: compiles SPIR-V to GCN machine code. No device; the only allocation that outlives a call is the result.
 * Thread-safe: LLVM state is per thread or locked inside; nothing is initialised before the first call. */
#ifndef SI_COMPILE_H
#define SI_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "hw-si/compiler/abi.h"
#include "state/pipe_types.h"

struct si_compiler;

struct si_compile_options {
   bool dump_spirv, dump_ir, dump_isa; /* to stderr (GLOAM_DEBUG=spirv,ir,isa) */
   bool no_cache;
   bool *no_memory; /* may be NULL; set when a compile runs out of memory: a retry may succeed */
};

/* llvm_cpu as in ws_info ("gfx803"). NULL: out of memory, or LLVM lacks that target. */
struct si_compiler *si_compiler_create(const char *llvm_cpu, char *why, size_t why_size_B);
void si_compiler_destroy(struct si_compiler *c);
/* For devices where v_fma_f32 is as fast as v_mad_f32. Call before the first compile. */
void si_compiler_prefer_fma(struct si_compiler *c);

/* Facts of a module that do not depend on a key, gathered once at create_shader. */
struct si_shader_info {
   enum pipe_shader_type stage;
   uint32_t inputs_read;       /* bit per Location below 32 */
   uint64_t ring_locations;    /* geometry, control: bit per enum pipe_varying read of the input vertices: for si_shader_key */
   struct si_tess_key tess;    /* evaluation: likewise */
   uint8_t tess_spacing;       /* evaluation: enum si_tess_spacing */
   bool tess_is_ccw;
   uint8_t output_prim;        /* geometry and evaluation: enum pipe_prim_type, without order in a strip */
   uint64_t builtin_params;    /* fragment: bit per enum pipe_varying that a built-in input interpolates; likewise */
   uint32_t outputs_written;   /* bit per Location; fragment: bit per colour buffer */
   uint32_t samplers_used, const_buffers_used, shader_buffers_used, images_used; /* bit per slot */
   uint8_t output_int_mask, output_uint_mask; /* fragment: colour outputs of integer type */
   bool writes_z, writes_stencil, writes_samplemask, uses_kill, uses_derivatives, reads_frag_coord, reads_point_coord,
      reads_front_face, writes_point_size, writes_position, uses_vertex_id, uses_instance_id, writes_memory,
      uses_primitive_id /* as an input, of all stages but fragment */, reads_targets /* the framebuffer, as input attachments */,
      uses_handles /* of samplers and images that are not in slots */,
      reads_samples /* gl_SampleID, gl_SamplePosition, gl_SampleMaskIn or `sample` inputs */,
      locates_samples /* may read where they are */;
   uint8_t clip_distances, cull_distances;
};
bool si_shader_scan(const struct pipe_shader_state *shader, struct si_shader_info *info, char *why, size_t why_size_B);

/* Compiles one variant, or finds it in the cache on disk. On success fills *bin (free with si_shader_binary_finish) and returns
 * true. On failure `why` has the reason. Any SPIR-V words may be passed. */
bool si_compile(struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                const struct si_compile_options *opt, struct si_shader_binary *bin, char *why, size_t why_size_B);

/* The driver's own shaders, written as LLVM IR: blit vertex shaders (rectangle lists from SGPRs, abi.h) and blit fragment
 * shaders. */
enum si_blit_vs { SI_BLIT_VS_POS, SI_BLIT_VS_COLOR, SI_BLIT_VS_TEX };
enum si_blit_ps { SI_BLIT_PS_COLOR /* flat colour of param 0 */, SI_BLIT_PS_TEX /* samples slot 0, param 0 = coords */,
                  SI_BLIT_PS_QUERY /* the result of a query to a buffer */ };
enum si_blit_dst { SI_BLIT_DST_COLOR = 0 /* all buffers in col_format */, SI_BLIT_DST_DEPTH = 1 << 0,
                   SI_BLIT_DST_STENCIL = 1 << 1 };
/* The memory after slot 0 for a scaled fetch, per axis (x, y), in 1/2^32 texels: the texel of a pixel is the whole part of
 * start + step * pixel. */
struct si_blit_scale { int64_t start, step; };
/* How the samples of a query become its result. VALID: samples without bit 63 do not count. */
enum si_query_sum { SI_QUERY_SUM, SI_QUERY_SUM_VALID, SI_QUERY_OVERFLOW /* of {needed, written} */, SI_QUERY_LAST /* end sample */ };
/* The memory at SI_SGPR_TEXTURES for SI_BLIT_PS_QUERY: this structure, then a struct si_query_samples for each block of samples. */
struct si_query_params {
   uint32_t dst[4];         /* V# of the result's 4 or 8 bytes */
   uint32_t max[2];         /* larger results are clamped to this; low half first */
   uint32_t blocks;
   uint32_t step_B, begin_B, end_B; /* of the samples of a count */
   uint32_t clock_khz;
};
struct si_query_samples { uint32_t desc[4]; uint32_t counts; };
struct si_blit_ps_key {
   uint8_t kind;            /* enum si_blit_ps */
   uint8_t target;          /* enum pipe_texture_target sampled */
   uint8_t is_int;          /* 0 float, 1 sint, 2 uint */
   uint8_t dst;             /* enum si_blit_dst; depth and stencil may be combined */
   uint8_t use_texel_fetch; /* exact copies: integer coordinates, no filter */
   uint8_t scaled;          /* fetch of the texel that struct si_blit_scale gives for the pixel */
   uint8_t samples;         /* of the source, 0: single-sampled; averaged, or sample 0 of integers, depth and stencil */
   uint8_t one_sample;      /* fetch of the sample whose number follows the two struct si_blit_scale */
   uint8_t query_sum;       /* enum si_query_sum */
   uint8_t query_bool;      /* the result is 0 or 1 */
   uint8_t query_time;      /* the sum is in ticks, the result in nanoseconds */
   uint8_t query_wide;      /* 8 bytes, else 4 */
   uint32_t col_format;
};
bool si_compile_blit_vs(struct si_compiler *c, enum si_blit_vs kind, bool layered, struct si_shader_binary *bin, char *why,
                        size_t why_size_B);
bool si_compile_blit_ps(struct si_compiler *c, const struct si_blit_ps_key *key, struct si_shader_binary *bin, char *why,
                        size_t why_size_B);
/* All inputs of si_compile as bytes: equal keys give equal binaries. The caller frees the data. False: out of memory. */
struct si_cache_key { uint8_t *data; size_t size_B; };
bool si_cache_key_make(const struct si_compiler *c, const struct pipe_shader_state *shader, const struct si_shader_key *key,
                       struct si_cache_key *out);

void si_shader_binary_finish(struct si_shader_binary *bin);

#endif
