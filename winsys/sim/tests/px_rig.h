/* px_rig.h: surfaces for draw_rig.h: tiled and multisampled colour and depth, their registers, sample positions, and pixel
 * programs of a test's own. Where an element lies comes from tile.h, whose own test has addresses of AMD's address library. */
#ifndef PX_RIG_H
#define PX_RIG_H

#define RIG_SIZE 64
#include "winsys/sim/tests/draw_rig.h"
#include "hw-si/hwdb/hw_chips.h"
#include "winsys/sim/surf/meta_addr.h"
#include "winsys/sim/surf/tile.h"

struct px_surf { struct ws_bo *bo; uint8_t *map; struct tile_surf t; uint32_t slices; };

static inline struct tile_chip px_chip(void)
{
   const struct hw_chip *chip = hw_chip_find("polaris10");
   return (struct tile_chip){ 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config };
}

enum { PX_COLOUR_1D = 13, PX_COLOUR_2D = 14, PX_DEPTH_1D = 5 }; /* tile mode indices of every GFX7 and GFX8 chip */

static inline void px_surf_init(struct rig *r, struct px_surf *s, unsigned index, unsigned el_B, unsigned log2_samples,
                                uint32_t slices, uint8_t fill)
{
   struct tile_chip chip = px_chip();
   bool known = tile_from_index(&chip, index, el_B, log2_samples, &s->t);
   assert(known), (void)known;
   s->t.pitch_el = s->t.height_el = RIG_SIZE;
   s->slices = slices;
   tile_align(&s->t);
   const struct ws_device_impl *impl = r->dev->impl;
   s->bo = impl->bo_create(r->dev, s->t.slice_B * slices, 1 << 16, WS_DOMAIN_VRAM, WS_BO_LOW_4G | WS_BO_CPU_ACCESS);
   assert(s->bo);
   s->map = impl->bo_map(s->bo);
   memset(s->map, fill, s->t.slice_B * slices);
}

static inline void px_surf_free(struct rig *r, struct px_surf *s)
{
   r->dev->impl->bo_unref(s->bo);
}

static inline uint64_t px_get(const struct px_surf *s, unsigned x, unsigned y, unsigned slice, unsigned sample)
{
   uint64_t v = 0;
   memcpy(&v, s->map + tile_offset_B(&s->t, x, y, slice, sample), s->t.el_B < 8 ? s->t.el_B : 8);
   return v;
}

/* Metadata's registers; all zero: none. */
struct px_meta { uint32_t info; uint64_t cmask, dcc; uint32_t words[2]; };

static inline void px_bind_colour(struct rig *r, unsigned n, const struct px_surf *s, unsigned index, uint32_t info,
                                  const struct px_meta *meta)
{
   struct pm4_buf *b = &r->pm4;
   uint32_t tiles = s->t.pitch_el * s->t.height_el / 64;
   pm4_set_context_reg_seq(b, R_028C60_CB_COLOR0_BASE + 0x3c * n, 14);
   pm4_emit(b, (uint32_t)(s->bo->va >> 8));
   pm4_emit(b, s->t.pitch_el / 8 - 1);
   pm4_emit(b, tiles - 1);
   pm4_emit(b, S_028C6C_SLICE_MAX(s->slices - 1));
   pm4_emit(b, info | (meta ? meta->info : 0));
   pm4_emit(b, S_028C74_TILE_MODE_INDEX(index) | S_028C74_NUM_SAMPLES(s->t.log2_samples) |
                  S_028C74_NUM_FRAGMENTS(s->t.log2_samples));
   pm4_emit(b, 0);
   pm4_emit(b, meta ? (uint32_t)(meta->cmask >> 8) : 0);
   pm4_emit(b, (uint32_t)(meta_cmask_slice_B(&s->t) / 128) - 1);
   pm4_emit(b, (uint32_t)(s->bo->va >> 8));
   pm4_emit(b, tiles - 1);
   pm4_emit(b, meta ? meta->words[0] : 0);
   pm4_emit(b, meta ? meta->words[1] : 0);
   pm4_emit(b, meta ? (uint32_t)(meta->dcc >> 8) : 0);
}

#define PX_RGBA8 (S_028C70_FORMAT(V_028C70_COLOR_8_8_8_8) | S_028C70_NUMBER_TYPE(V_028C70_NUMBER_UNORM) | S_028C70_BLEND_CLAMP(1))

/* Depth, 1D-tiled, and stencil (or NULL). */
static inline void px_bind_depth(struct rig *r, const struct px_surf *z, const struct px_surf *stencil, unsigned format,
                                 uint32_t control, uint64_t htile)
{
   struct pm4_buf *b = &r->pm4;
   uint32_t z_va = (uint32_t)(z->bo->va >> 8), s_va = stencil ? (uint32_t)(stencil->bo->va >> 8) : 0;
   pm4_set_context_reg(b, R_028008_DB_DEPTH_VIEW, S_028008_SLICE_MAX(z->slices - 1));
   pm4_set_context_reg(b, R_028014_DB_HTILE_DATA_BASE, (uint32_t)(htile >> 8));
   pm4_set_context_reg_seq(b, R_02803C_DB_DEPTH_INFO, 9);
   pm4_emit(b, S_02803C_ARRAY_MODE(V_02803C_ARRAY_1D_TILED_THIN1));
   pm4_emit(b, S_028040_FORMAT(format) | S_028040_NUM_SAMPLES(z->t.log2_samples) | S_028040_TILE_SURFACE_ENABLE(htile != 0));
   pm4_emit(b, S_028044_FORMAT(stencil != NULL));
   pm4_emit(b, z_va), pm4_emit(b, s_va), pm4_emit(b, z_va), pm4_emit(b, s_va);
   pm4_emit(b, (z->t.pitch_el / 8 - 1) | (z->t.height_el / 8 - 1) << 11);
   pm4_emit(b, z->t.pitch_el * z->t.height_el / 64 - 1);
   pm4_set_context_reg(b, R_028800_DB_DEPTH_CONTROL, control);
   rig_float_reg(r, R_0282D4_PA_SC_VPORT_ZMAX_0, 1);
}

/* Direct3D 11's standard positions, in sixteenths of a pixel from the centre. */
static const int8_t px_places[5][16][2] = {
   { { 0, 0 } },
   { { 4, 4 }, { -4, -4 } },
   { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
   { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } },
   { { 1, 1 }, { -1, -3 }, { -3, 2 }, { 4, -1 }, { -5, -2 }, { 2, 5 }, { 5, 3 }, { 3, -5 },
     { -2, 6 }, { 0, -7 }, { -4, -6 }, { -6, 4 }, { -8, 0 }, { 7, -4 }, { 6, 7 }, { -7, -8 } },
};

static inline void px_place(struct rig *r, unsigned pixel, unsigned log2_samples, const int8_t places[16][2])
{
   uint32_t locs[4] = { 0 };
   for (unsigned i = 0; i < 1u << log2_samples; i++)
      locs[i / 4] |= ((uint32_t)places[i][0] & 15) << 8 * (i % 4) | ((uint32_t)places[i][1] & 15) << (8 * (i % 4) + 4);
   pm4_set_context_reg_seq(&r->pm4, R_028BF8_PA_SC_AA_SAMPLE_LOCS_PIXEL_X0Y0_0 + 16 * pixel, 4);
   for (unsigned k = 0; k < 4; k++)
      pm4_emit(&r->pm4, locs[k]);
}

static inline void px_samples(struct rig *r, unsigned log2_samples, unsigned log2_passes)
{
   struct pm4_buf *b = &r->pm4;
   pm4_set_context_reg(b, R_028A48_PA_SC_MODE_CNTL_0, S_028A48_MSAA_ENABLE(log2_samples != 0));
   pm4_set_context_reg(b, R_028A4C_PA_SC_MODE_CNTL_1, S_028A4C_PS_ITER_SAMPLE(log2_passes != 0));
   pm4_set_context_reg(b, R_028804_DB_EQAA, S_028804_MAX_ANCHOR_SAMPLES(log2_samples) | S_028804_PS_ITER_SAMPLES(log2_passes) |
                                               S_028804_MASK_EXPORT_NUM_SAMPLES(log2_samples) |
                                               S_028804_ALPHA_TO_MASK_NUM_SAMPLES(log2_samples));
   pm4_set_context_reg(b, R_028BE0_PA_SC_AA_CONFIG, S_028BE0_MSAA_NUM_SAMPLES(log2_samples) |
                                                       S_028BE0_MSAA_EXPOSED_SAMPLES(log2_samples) | S_028BE0_MAX_SAMPLE_DIST(8));
   pm4_set_context_reg_seq(b, R_028BD4_PA_SC_CENTROID_PRIORITY_0, 2);
   pm4_emit(b, 0x76543210), pm4_emit(b, 0xfedcba98);
   for (unsigned k = 0; k < 4; k++)
      px_place(r, k, log2_samples, px_places[log2_samples]);
}

/* A pixel program of the test's own, with the inputs of the bits in `inputs` and these user SGPRs. */
static inline void px_program(struct rig *r, const uint32_t *code, size_t size_B, uint32_t inputs, const uint32_t *sgpr,
                              unsigned sgprs)
{
   static const unsigned place_B = 2048;
   struct pm4_buf *b = &r->pm4;
   memcpy((uint8_t *)r->dev->impl->bo_map(r->code) + place_B, code, size_B);
   pm4_set_context_reg(b, R_0286CC_SPI_PS_INPUT_ENA, inputs);
   pm4_set_context_reg(b, R_0286D0_SPI_PS_INPUT_ADDR, inputs);
   pm4_set_sh_reg_seq(b, R_00B020_SPI_SHADER_PGM_LO_PS, 4);
   pm4_emit(b, (uint32_t)((r->code->va + place_B) >> 8));
   pm4_emit(b, 0);
   pm4_emit(b, S_00B128_VGPRS(3) | S_00B128_SGPRS(1) | S_00B128_FLOAT_MODE(0xc0) | S_00B128_DX10_CLAMP(1));
   pm4_emit(b, sgprs << 1);
   if (sgprs) {
      pm4_set_sh_reg_seq(b, R_00B030_SPI_SHADER_USER_DATA_PS_0, sgprs);
      for (unsigned i = 0; i < sgprs; i++)
         pm4_emit(b, sgpr[i]);
   }
}
#define PX_PROGRAM(r, code, inputs, sgpr, sgprs) px_program(r, code, sizeof(code), inputs, sgpr, sgprs)
enum { PX_CENTRE = 1 << 1, PX_CENTROID = 1 << 2, PX_SAMPLE = 1 << 0, PX_X = 1 << 8, PX_Y = 1 << 9, PX_ANCILLARY = 1 << 13,
       PX_COVERAGE = 1 << 14 };

/* All of the target. */
static inline void px_rect(struct rig *r, unsigned first, float z, uint32_t rgba)
{
   const float at[3][2] = { { 0, 0 }, { 0, RIG_SIZE }, { RIG_SIZE, 0 } };
   for (unsigned k = 0; k < 3; k++) {
      r->vertex[first + k] = rig_at(at[k][0], at[k][1], rgba);
      r->vertex[first + k].z = 2 * z - 1; /* the rig's viewport: window z is half of z and one half */
   }
}

#endif
