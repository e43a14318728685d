/* draw_rig.h: for tests of the machine: a device, buffers, two hand-assembled programs and the registers that a draw needs,
 * spoken in packets as a driver would. The programs: the vertex program reads position and colour (32 bytes) of vertex
 * v0 through the V# in s[0:3]; the pixel program exports the interpolated colour. */
#ifndef DRAW_RIG_H
#define DRAW_RIG_H

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw-si/pm4/pm4_build.h"
#include "hw_regs.h"
#include "winsys/sim/winsys/ws_sim.h"

#ifndef RIG_SIZE
#define RIG_SIZE 256 /* pixels, square RGBA8, linear */
#endif
struct rig_vertex { float x, y, z, w, r, g, b, a; };

struct rig {
   struct ws_device *dev;
   struct ws_ctx *ctx;
   struct ws_bo *ib, *code, *vertices, *colour, *scratch;
   struct pm4_buf pm4;
   struct rig_vertex *vertex;
   enum ws_ring ring;
   uint32_t *pixel, *out; /* mapped colour buffer; scratch for what the commands write */
};

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803 */
static const uint32_t rig_vs[] = {
   0xe05c2000, 0x80000400, /* buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen */
   0xe05c2010, 0x80000800, /* buffer_load_dwordx4 v[8:11], v0, s[0:3], 0 idxen offset:16 */
   0xbf8c0f70,             /* s_waitcnt vmcnt(0) */
   0xc40008cf, 0x07060504, /* exp pos0 v4, v5, v6, v7 done */
   0xc400020f, 0x0b0a0908, /* exp param0 v8, v9, v10, v11 */
   0xbf810000,             /* s_endpgm */
};
static const uint32_t rig_ps[] = {
   0xbefc0000,             /* s_mov_b32 m0, s0 */
   0xd4080000,             /* v_interp_p1_f32 v2, v0, attr0.x */
   0xd40c0100,             /* v_interp_p1_f32 v3, v0, attr0.y */
   0xd4100200,             /* v_interp_p1_f32 v4, v0, attr0.z */
   0xd4140300,             /* v_interp_p1_f32 v5, v0, attr0.w */
   0xd4090001,             /* v_interp_p2_f32 v2, v1, attr0.x */
   0xd40d0101,             /* v_interp_p2_f32 v3, v1, attr0.y */
   0xd4110201,             /* v_interp_p2_f32 v4, v1, attr0.z */
   0xd4150301,             /* v_interp_p2_f32 v5, v1, attr0.w */
   0xc400180f, 0x05040302, /* exp mrt0 v2, v3, v4, v5 done vm */
   0xbf810000,             /* s_endpgm */
};
static const uint32_t rig_endless[] = {
   0xbf82ffff,             /* s_branch -1 */
   0xbf810000,             /* s_endpgm */
};
enum { RIG_VS_B = 0, RIG_PS_B = 256, RIG_ENDLESS_B = 512, RIG_GARBAGE_B = 768 };

static inline struct ws_bo *rig_buffer(struct rig *r, uint64_t size_B)
{
   struct ws_bo *bo = r->dev->impl->bo_create(r->dev, size_B, 256, WS_DOMAIN_VRAM, WS_BO_LOW_4G | WS_BO_CPU_ACCESS);
   assert(bo);
   return bo;
}

static inline void rig_init(struct rig *r)
{
   memset(r, 0, sizeof *r);
   r->dev = ws_sim_open("polaris10", NULL, 0);
   assert(r->dev);
   r->ctx = r->dev->impl->ctx_create(r->dev, NULL);
   r->ib = rig_buffer(r, 1 << 20);
   r->code = rig_buffer(r, 4096);
   r->vertices = rig_buffer(r, 1 << 20);
   r->colour = rig_buffer(r, RIG_SIZE * RIG_SIZE * 4);
   r->scratch = rig_buffer(r, 4096);
   r->pm4 = (struct pm4_buf){ r->dev->impl->bo_map(r->ib), 0, (1 << 20) / 4 };
   r->vertex = r->dev->impl->bo_map(r->vertices);
   r->pixel = r->dev->impl->bo_map(r->colour);
   r->out = r->dev->impl->bo_map(r->scratch);
   uint8_t *code = r->dev->impl->bo_map(r->code);
   memcpy(code + RIG_VS_B, rig_vs, sizeof rig_vs);
   memcpy(code + RIG_PS_B, rig_ps, sizeof rig_ps);
   memcpy(code + RIG_ENDLESS_B, rig_endless, sizeof rig_endless);
   memset(code + RIG_GARBAGE_B, 0xff, 64);
}

/* With so many threads; NULL: as many as the environment says. */
static inline void rig_init_threads(struct rig *r, const char *threads)
{
   const char *now = getenv("GLOAM_THREADS");
   char *before = now ? strdup(now) : NULL;
   if (threads)
      setenv("GLOAM_THREADS", threads, 1);
   rig_init(r);
   if (threads && before)
      setenv("GLOAM_THREADS", before, 1);
   else if (threads)
      unsetenv("GLOAM_THREADS");
   free(before);
}

static inline void rig_finish(struct rig *r)
{
   const struct ws_device_impl *impl = r->dev->impl;
   impl->ctx_destroy(r->ctx);
   impl->bo_unref(r->ib);
   impl->bo_unref(r->code);
   impl->bo_unref(r->vertices);
   impl->bo_unref(r->colour);
   impl->bo_unref(r->scratch);
   ws_device_unref(r->dev);
}

/* The device of a test program whose tests each have one of their own, and its fixtures. */
static struct rig rig;

static inline int rig_set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   return 0;
}

static inline int rig_tear_down(void **state)
{
   (void)state;
   rig_finish(&rig);
   return 0;
}

static inline void rig_float_reg(struct rig *r, uint32_t reg, float value)
{
   pm4_set_context_reg_seq(&r->pm4, reg, 1);
   pm4_emit_float(&r->pm4, value);
}

/* The V# of a buffer of words, of which offsets count bytes. */
static inline void rig_raw_buffer(struct rig *r, uint64_t va, uint32_t size_B)
{
   pm4_emit_va(&r->pm4, va);
   pm4_emit(&r->pm4, size_B);
   pm4_emit(&r->pm4, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 4 << 12 | 4 << 15);
}

/* The program at an offset of the code becomes that of a stage. */
static inline void rig_program(struct rig *r, uint32_t pgm_lo_reg, unsigned offset_B, uint32_t rsrc2)
{
   pm4_set_sh_reg_seq(&r->pm4, pgm_lo_reg, 4);
   pm4_emit(&r->pm4, (uint32_t)((r->code->va + offset_B) >> 8));
   pm4_emit(&r->pm4, 0);
   pm4_emit(&r->pm4, S_00B128_VGPRS(7) | S_00B128_SGPRS(3) | S_00B128_FLOAT_MODE(0xc0));
   pm4_emit(&r->pm4, rsrc2);
}

/* Starts a stream: everything that a draw into the colour buffer needs. The viewport maps clip space to the buffer, y
 * growing with the rows. */
static inline void rig_begin(struct rig *r)
{
   struct pm4_buf *b = &r->pm4;
   uint64_t cb = r->colour->va;
   b->count = 0;
   pm4_packet(b, PKT3_CONTEXT_CONTROL, 2);
   pm4_emit(b, 0x80000000), pm4_emit(b, 0x80000000);
   pm4_packet(b, PKT3_CLEAR_STATE, 1);
   pm4_emit(b, 0);
   pm4_set_context_reg_seq(b, R_028C60_CB_COLOR0_BASE, 6);
   pm4_emit(b, (uint32_t)(cb >> 8));
   pm4_emit(b, RIG_SIZE / 8 - 1);
   pm4_emit(b, RIG_SIZE * RIG_SIZE / 64 - 1);
   pm4_emit(b, 0);
   pm4_emit(b, S_028C70_FORMAT(V_028C70_COLOR_8_8_8_8) | S_028C70_NUMBER_TYPE(V_028C70_NUMBER_UNORM) |
                  S_028C70_BLEND_CLAMP(1) | S_028C70_SIMPLE_FLOAT(1));
   pm4_emit(b, S_028C74_TILE_MODE_INDEX(8) | S_028C74_FMASK_TILE_MODE_INDEX(8));
   pm4_set_context_reg(b, R_028238_CB_TARGET_MASK, 15);
   pm4_set_context_reg(b, R_02823C_CB_SHADER_MASK, 15);
   pm4_set_context_reg(b, R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(0xcc));
   pm4_set_context_reg(b, R_028714_SPI_SHADER_COL_FORMAT, V_028714_SPI_SHADER_32_ABGR);
   pm4_set_context_reg(b, R_02870C_SPI_SHADER_POS_FORMAT, 4);
   pm4_set_context_reg(b, R_0286C4_SPI_VS_OUT_CONFIG, 0);
   pm4_set_context_reg(b, R_0286CC_SPI_PS_INPUT_ENA, 2); /* perspective, centre */
   pm4_set_context_reg(b, R_0286D0_SPI_PS_INPUT_ADDR, 2);
   pm4_set_context_reg(b, R_0286D8_SPI_PS_IN_CONTROL, 1);
   pm4_set_context_reg(b, R_028644_SPI_PS_INPUT_CNTL_0, 0);
   pm4_set_context_reg(b, R_0286D4_SPI_INTERP_CONTROL_0, S_0286D4_FLAT_SHADE_ENA(1));
   pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, 0);
   pm4_set_context_reg(b, R_028818_PA_CL_VTE_CNTL, 0x43f);
   pm4_set_context_reg(b, R_028BE4_PA_SU_VTX_CNTL, S_028BE4_PIX_CENTER(1) | S_028BE4_ROUND_MODE(2) | S_028BE4_QUANT_MODE(5));
   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(1));
   pm4_set_context_reg(b, R_02820C_PA_SC_CLIPRECT_RULE, 0xffff);
   pm4_set_context_reg_seq(b, R_028240_PA_SC_GENERIC_SCISSOR_TL, 2);
   pm4_emit(b, S_028240_WINDOW_OFFSET_DISABLE(1));
   pm4_emit(b, RIG_SIZE | RIG_SIZE << 16);
   const float half = RIG_SIZE / 2, viewport[6] = { half, half, half, half, 0.5f, 0.5f };
   pm4_set_context_reg_seq(b, R_02843C_PA_CL_VPORT_XSCALE, 6);
   for (unsigned i = 0; i < 6; i++)
      pm4_emit_float(b, viewport[i]);
   rig_float_reg(r, R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 1);
   rig_float_reg(r, R_028BEC_PA_CL_GB_VERT_DISC_ADJ, 1);
   rig_float_reg(r, R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ, 1);
   rig_float_reg(r, R_028BF4_PA_CL_GB_HORZ_DISC_ADJ, 1);
   pm4_set_context_reg(b, R_028A00_PA_SU_POINT_SIZE, 8 | 8 << 16);
   pm4_set_context_reg(b, R_028A08_PA_SU_LINE_CNTL, 8);
   pm4_set_context_reg(b, R_028C38_PA_SC_AA_MASK_X0Y0_X1Y0, 0xffffffff);
   /* programs */
   pm4_set_sh_reg_seq(b, R_00B120_SPI_SHADER_PGM_LO_VS, 4);
   pm4_emit(b, (uint32_t)((r->code->va + RIG_VS_B) >> 8));
   pm4_emit(b, 0);
   pm4_emit(b, S_00B128_VGPRS(3) | S_00B128_SGPRS(1) | S_00B128_FLOAT_MODE(0xc0) | S_00B128_DX10_CLAMP(1));
   pm4_emit(b, 4 << 1);
   pm4_set_sh_reg_seq(b, R_00B020_SPI_SHADER_PGM_LO_PS, 4);
   pm4_emit(b, (uint32_t)((r->code->va + RIG_PS_B) >> 8));
   pm4_emit(b, 0);
   pm4_emit(b, S_00B128_VGPRS(1) | S_00B128_SGPRS(1) | S_00B128_FLOAT_MODE(0xc0) | S_00B128_DX10_CLAMP(1));
   pm4_emit(b, 0);
   /* V#: 32-byte records; the range counts bytes on GFX8 */
   pm4_set_sh_reg_seq(b, R_00B130_SPI_SHADER_USER_DATA_VS_0, 4);
   pm4_emit(b, (uint32_t)r->vertices->va);
   pm4_emit(b, 32 << 16);
   pm4_emit(b, 1 << 20);
   pm4_emit(b, 4 | 5 << 3 | 6 << 6 | 7 << 9 | 7 << 12 | 14 << 15);
   pm4_packet(b, PKT3_NUM_INSTANCES, 1);
   pm4_emit(b, 1);
}

/* Depth of the buffer's size, then stencil, in micro tiles from va on. */
static inline void rig_depth(struct rig *r, uint64_t va, unsigned z_format, bool stencil)
{
   struct pm4_buf *b = &r->pm4;
   const uint32_t z = (uint32_t)(va >> 8), s = (uint32_t)((va + RIG_SIZE * RIG_SIZE * 4) >> 8);
   pm4_set_context_reg(b, R_028040_DB_Z_INFO, S_028040_FORMAT(z_format));
   pm4_set_context_reg(b, R_028044_DB_STENCIL_INFO, S_028044_FORMAT(stencil));
   pm4_set_context_reg(b, R_02803C_DB_DEPTH_INFO, S_02803C_ARRAY_MODE(V_02803C_ARRAY_1D_TILED_THIN1));
   pm4_set_context_reg(b, R_028058_DB_DEPTH_SIZE, S_028058_PITCH_TILE_MAX(RIG_SIZE / 8 - 1) |
                       S_028058_HEIGHT_TILE_MAX(RIG_SIZE / 8 - 1));
   pm4_set_context_reg(b, R_02805C_DB_DEPTH_SLICE, RIG_SIZE * RIG_SIZE / 64 - 1);
   pm4_set_context_reg(b, R_028048_DB_Z_READ_BASE, z);
   pm4_set_context_reg(b, R_028050_DB_Z_WRITE_BASE, z);
   pm4_set_context_reg(b, R_02804C_DB_STENCIL_READ_BASE, s);
   pm4_set_context_reg(b, R_028054_DB_STENCIL_WRITE_BASE, s);
   rig_float_reg(r, R_0282D4_PA_SC_VPORT_ZMAX_0, 1);
}

static inline void rig_draw(struct rig *r, unsigned prim_type, uint32_t count)
{
   pm4_set_uconfig_reg_index(&r->pm4, R_030908_VGT_PRIMITIVE_TYPE, 1, prim_type);
   pm4_packet(&r->pm4, PKT3_DRAW_INDEX_AUTO, 2);
   pm4_emit(&r->pm4, count);
   pm4_emit(&r->pm4, 2);
}

/* index_type: 0 of 16 bits, 1 of 32, 2 of 8; from `readable` on they are zero. */
static inline void rig_draw_indexed(struct rig *r, unsigned prim_type, unsigned index_type, uint64_t va, uint32_t readable,
                                    uint32_t count)
{
   pm4_set_uconfig_reg_index(&r->pm4, R_030908_VGT_PRIMITIVE_TYPE, 1, prim_type);
   pm4_packet(&r->pm4, PKT3_INDEX_TYPE, 1);
   pm4_emit(&r->pm4, index_type);
   pm4_packet(&r->pm4, PKT3_DRAW_INDEX_2, 5);
   pm4_emit(&r->pm4, readable);
   pm4_emit_va(&r->pm4, va);
   pm4_emit(&r->pm4, count);
   pm4_emit(&r->pm4, 0);
}

/* Strips end at this index. */
static inline void rig_restart_at(struct rig *r, uint32_t index)
{
   pm4_set_context_reg(&r->pm4, R_02840C_VGT_MULTI_PRIM_IB_RESET_INDX, index);
   pm4_set_context_reg(&r->pm4, R_028A94_VGT_MULTI_PRIM_IB_RESET_EN, 1);
}

/* RIG_SAVE=FOLDER: keeps what is submitted as inputs of fuzz/fuzz_pm4.c: a header, what lies in memory as packets that write
 * it there, then the commands. */
static inline void rig_save(const struct rig *r)
{
   static unsigned number;
   static uint32_t dw[8192]; /* an input has as many at most */
   const char *folder = getenv("RIG_SAVE");
   if (!folder || r->ring != WS_RING_GFX)
      return;
   const struct sim_mem *mem = sim_heap_mem(ws_sim_device(r->dev)->heap);
   const uint32_t *memory = (const uint32_t *)(const void *)mem->base;
   uint32_t n = 2; /* header */
   for (uint32_t i = (uint32_t)r->code->va / 4; i < 0x390000 / 4; i++) {
      uint32_t end = i;
      if (!(mem->page[i >> 10] & SIM_MEM_READ)) {
         i |= 1023;
         continue;
      }
      while (end - i < 256 && (end == i || end & 1023) && memory[end] && memory[end] != 0xeeeeeeee)
         end++;
      if (end == i || n + end - i + 4 > 3000)
         continue;
      dw[n++] = PKT3(PKT3_WRITE_DATA, end - i + 2, 0);
      dw[n++] = PM4_WRITE_DATA_CONTROL_DST_SEL(5);
      dw[n++] = 4 * i;
      dw[n++] = 0;
      for (; i < end; i++)
         dw[n++] = memory[i];
   }
   if (n + r->pm4.count > 8192)
      return;
   memcpy(dw + n, r->pm4.dw, 4 * r->pm4.count);
   char path[256];
   snprintf(path, sizeof path, "%s/%s_%02u", folder, program_invocation_short_name, number++);
   FILE *f = fopen(path, "wb");
   if (f) {
      fwrite(dw, 4, n + r->pm4.count, f);
      fclose(f);
   }
}

/* Submits and waits. The context's state afterwards. */
static inline enum ws_reset rig_run(struct rig *r)
{
   pm4_pad(&r->pm4, 8, 8);
   rig_save(r);
   struct ws_submit_bo bos[] = { { r->ib, WS_USAGE_READ }, { r->code, WS_USAGE_READ }, { r->vertices, WS_USAGE_READ },
                                 { r->colour, WS_USAGE_READ | WS_USAGE_WRITE }, { r->scratch, WS_USAGE_WRITE } };
   struct ws_submit submit = { .ring = r->ring, .ibs = &(struct ws_submit_ib){ r->ib->va, r->pm4.count }, .ib_count = 1,
                               .bos = bos, .bo_count = 5 };
   struct ws_fence *fence = NULL;
   if (r->dev->impl->submit(r->ctx, &submit, &fence))
      return WS_RESET_INNOCENT;
   r->dev->impl->fence_wait(fence, WS_SYNC_FOREVER);
   r->dev->impl->fence_unref(fence);
   return r->dev->impl->ctx_reset_status(r->ctx);
}

/* A vertex at window position (x, y), colour as 8-bit RGBA. */
static inline struct rig_vertex rig_at(float x, float y, uint32_t rgba)
{
   const float half = RIG_SIZE / 2;
   return (struct rig_vertex){ x / half - 1, y / half - 1, 0, 1, (float)(rgba & 255) / 255, (float)(rgba >> 8 & 255) / 255,
                               (float)(rgba >> 16 & 255) / 255, (float)(rgba >> 24) / 255 };
}

static inline uint32_t rig_get(const struct rig *r, unsigned x, unsigned y)
{
   return r->pixel[y * RIG_SIZE + x];
}

static inline void rig_clear(struct rig *r, uint32_t value)
{
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
      r->pixel[i] = value;
}

static inline unsigned rig_count(const struct rig *r, uint32_t value)
{
   unsigned n = 0;
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
      n += r->pixel[i] == value;
   return n;
}

#endif
