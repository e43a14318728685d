/* Compression metadata as a driver sees them: it fills them (as radeonsi's fast clears do), draws, decompresses, and memory
 * must hold what the hardware's would. Surfaces have random contents where metadata must hide them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define RED 0xff0000ffu
#define JUNK 0x5a5a5a5au
#define CLEARED 0x80604020u

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803: the texel of the pixel (v2, v3 = POS_X, POS_Y) from the image in s[0:7] */
static const uint32_t ps_load[] = {
   0x7e040f02, 0x7e060f03,             /* v_cvt_u32_f32 v2, v2; v_cvt_u32_f32 v3, v3 */
   0xf0001f00, 0x00000402,             /* image_load v[4:7], v[2:3], s[0:7] dmask:0xf unorm */
   0xbf8c0f70,                         /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x07060504, 0xbf810000, /* exp mrt0 v4, v5, v6, v7 done vm; s_endpgm */
};

static struct ws_bo *meta_bo;
static uint8_t *meta;
#define META_B 65536

static int set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   /* DCC's alignment: below it the address holds the image's swizzle. */
   meta_bo = rig.dev->impl->bo_create(rig.dev, META_B, 1 << 16, WS_DOMAIN_VRAM, WS_BO_LOW_4G | WS_BO_CPU_ACCESS);
   assert_non_null(meta_bo);
   meta = rig.dev->impl->bo_map(meta_bo);
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   rig.dev->impl->bo_unref(meta_bo);
   rig_finish(&rig);
   return 0;
}

static void run(void)
{
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}

/* A fill of the complete metadata buffer by the command processor. */
static void fill_meta(uint32_t value)
{
   pm4_packet(&rig.pm4, PKT3_DMA_DATA, 6);
   pm4_emit(&rig.pm4, 2u << 29 | 1u << 31); /* from data, synchronised */
   pm4_emit(&rig.pm4, value);
   pm4_emit(&rig.pm4, 0);
   pm4_emit_va(&rig.pm4, meta_bo->va);
   pm4_emit(&rig.pm4, META_B);
}

static void mode(unsigned value)
{
   pm4_set_context_reg(&rig.pm4, R_028808_CB_COLOR_CONTROL, S_028808_MODE(value) | S_028808_ROP3(0xcc));
}

/* A rectangle, `first` its vertex. */
static void box(unsigned first, float x0, float y0, float x1, float y1, uint32_t rgba, float z)
{
   const float at[3][2] = { { x0, y0 }, { x0, y1 }, { x1, y0 } };
   for (unsigned k = 0; k < 3; k++) {
      rig.vertex[first + k] = rig_at(at[k][0], at[k][1], rgba);
      rig.vertex[first + k].z = 2 * z - 1;
   }
}

static void draw_box(unsigned first)
{
   pm4_set_sh_reg(&rig.pm4, R_00B130_SPI_SHADER_USER_DATA_VS_0, (uint32_t)(rig.vertices->va + 32 * first));
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
}

static bool in_box(unsigned x, unsigned y)
{
   return x >= 10 && x < 30 && y >= 20 && y < 25;
}

/* ---- CMASK -------------------------------------------------------------------------------------------------------------- */

/* Fast clear, then a draw somewhere, or only the elimination. */
static void cmask_fast_clear(void **state)
{
   (void)state;
   static const unsigned layouts[2] = { PX_COLOUR_1D, PX_COLOUR_2D };
   for (unsigned l = 0; l < 2; l++) {
      for (unsigned draws = 0; draws < 2; draws++) {
         for (unsigned log2 = 0; log2 <= 3; log2++) {
            struct px_surf c;
            px_surf_init(&rig, &c, layouts[l], 4, log2, 2, 0x5a);
            const struct px_meta m = { S_028C70_FAST_CLEAR(1) | S_028C70_COMPRESSION(log2 != 0), meta_bo->va, 0, { CLEARED } };
            box(0, 10, 20, 30, 25, RED, 0.5f);
            rig_begin(&rig);
            px_samples(&rig, log2, 0);
            fill_meta(0);
            px_bind_colour(&rig, 0, &c, layouts[l], PX_RGBA8, &m);
            mode(draws ? V_028808_CB_NORMAL : log2 ? V_028808_CB_FMASK_DECOMPRESS : V_028808_CB_ELIMINATE_FAST_CLEAR);
            draw_box(0);
            run();
            for (unsigned y = 0; y < RIG_SIZE; y++)
               for (unsigned x = 0; x < RIG_SIZE; x++)
                  for (unsigned s = 0; s < 1u << log2; s++) {
                     assert_int_equal(px_get(&c, x, y, 0, s), draws && in_box(x, y) ? RED : CLEARED);
                     assert_int_equal(px_get(&c, x, y, 1, s), CLEARED);
                  }
            px_surf_free(&rig, &c);
         }
      }
   }
}

/* What is cleared is cleared once: what is drawn later stays, and so does what the CPU wrote. */
static void cleared_once(void **state)
{
   (void)state;
   struct px_surf c;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 0, 1, 0x5a);
   struct px_meta m = { S_028C70_FAST_CLEAR(1), meta_bo->va, 0, { CLEARED } };
   box(0, 10, 20, 30, 25, RED, 0.5f);
   box(3, 0, 0, 1, 1, RED, 0.5f);
   rig_begin(&rig);
   fill_meta(0);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   draw_box(0);
   pm4_packet(&rig.pm4, PKT3_EVENT_WRITE, 1);
   pm4_emit(&rig.pm4, V_028A90_FLUSH_AND_INV_CB_META);
   m.words[0] = JUNK;
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   draw_box(3);
   mode(V_028808_CB_ELIMINATE_FAST_CLEAR);
   draw_box(3);
   run();
   assert_int_equal(px_get(&c, 0, 0, 0, 0), RED);
   assert_int_equal(px_get(&c, 15, 22, 0, 0), RED);
   assert_int_equal(px_get(&c, 50, 50, 0, 0), CLEARED);
   /* A second clear while the same surface stays bound. */
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   draw_box(3);
   fill_meta(0);
   draw_box(3);
   run();
   assert_int_equal(px_get(&c, 0, 0, 0, 0), RED);
   assert_int_equal(px_get(&c, 15, 22, 0, 0), JUNK);
   px_surf_free(&rig, &c);
}

/* CMASK 0xc: one fragment has all samples. That is how drivers begin, and how DCC clears leave it. */
static void one_fragment(void **state)
{
   (void)state;
   for (unsigned draws = 0; draws < 2; draws++) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x5a);
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            uint32_t value = x << 8 | y;
            memcpy(c.map + tile_offset_B(&c.t, x, y, 0, 0), &value, 4);
         }
      const struct px_meta m = { S_028C70_FAST_CLEAR(1) | S_028C70_COMPRESSION(1), meta_bo->va, 0, { CLEARED } };
      box(0, 10, 20, 30, 25, RED, 0.5f);
      rig_begin(&rig);
      px_samples(&rig, 2, 0);
      fill_meta(0xcccccccc);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
      mode(draws ? V_028808_CB_NORMAL : V_028808_CB_FMASK_DECOMPRESS);
      draw_box(0);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++)
            for (unsigned s = 0; s < 4; s++)
               assert_int_equal(px_get(&c, x, y, 0, s), draws && in_box(x, y) ? RED : x << 8 | y);
      px_surf_free(&rig, &c);
   }
}

/* ---- DCC ---------------------------------------------------------------------------------------------------------------- */

/* By key: R8G8B8A8 in memory; with alpha in the low bits. */
static const struct { uint32_t key, std, rev; } dcc_rows[] = {
   { 0x00000000, 0, 0 }, { 0x40404040, 0xff000000, 0x000000ff }, { 0x80808080, 0x00ffffff, 0xffffff00 },
   { 0xc0c0c0c0, 0xffffffff, 0xffffffff }, { 0x20202020, CLEARED, CLEARED }, { 0xffffffff, JUNK, JUNK },
};

static void dcc_keys(void **state)
{
   (void)state;
   for (unsigned k = 0; k < 6; k++) {
      for (unsigned how = 0; how < 3; how++) {
         for (unsigned rev = 0; rev < 2; rev++) {
            struct px_surf c;
            px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 0, 2, 0x5a);
            const struct px_meta m = { S_028C70_DCC_ENABLE(1), 0, meta_bo->va, { CLEARED } };
            box(0, 10, 20, 30, 25, RED, 0.5f);
            rig_begin(&rig);
            fill_meta(dcc_rows[k].key);
            px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8 | S_028C70_COMP_SWAP(rev ? V_028C70_SWAP_STD_REV : 0), &m);
            mode(how == 0 ? V_028808_CB_NORMAL : how == 1 ? V_028808_CB_ELIMINATE_FAST_CLEAR : 6 /* DCC decompress */);
            draw_box(0);
            run();
            for (unsigned y = 0; y < RIG_SIZE; y++)
               for (unsigned x = 0; x < RIG_SIZE; x++) {
                  uint32_t want = rev ? dcc_rows[k].rev : dcc_rows[k].std, red = rev ? 0xff0000ff : RED;
                  assert_int_equal(px_get(&c, x, y, 0, 0), how == 0 && in_box(x, y) ? red : want);
                  assert_int_equal(px_get(&c, x, y, 1, 0), want);
               }
            px_surf_free(&rig, &c);
         }
      }
   }
}

/* Keys cleared by format: one in each number type; 128 bits: the clear words are colour and alpha. */
static void dcc_formats(void **state)
{
   (void)state;
   static const struct { unsigned el_B, format, num; uint32_t key; uint64_t low, high; } rows[] = {
      { 4, V_028C70_COLOR_32, V_028C70_NUMBER_FLOAT, 0xc0c0c0c0, 0x3f800000, 0 },
      { 4, V_028C70_COLOR_32, V_028C70_NUMBER_UINT, 0xc0c0c0c0, 0xffffffff, 0 },
      { 4, V_028C70_COLOR_32, V_028C70_NUMBER_SINT, 0xc0c0c0c0, 0x7fffffff, 0 },
      { 8, V_028C70_COLOR_16_16_16_16, V_028C70_NUMBER_FLOAT, 0x40404040, 0x3c00000000000000, 0 },
      { 8, V_028C70_COLOR_16_16_16_16, V_028C70_NUMBER_SNORM, 0x80808080, 0x00007fff7fff7fff, 0 },
      { 2, V_028C70_COLOR_5_6_5, V_028C70_NUMBER_UNORM, 0xc0c0c0c0, 0xffff, 0 },
      { 1, V_028C70_COLOR_8, V_028C70_NUMBER_UNORM, 0x20202020, CLEARED & 255, 0 },
      { 16, V_028C70_COLOR_32_32_32_32, V_028C70_NUMBER_FLOAT, 0x20202020, CLEARED * 0x100000001ull, CLEARED | 7ull << 32 },
   };
   for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
      struct px_surf c;
      px_surf_init(&rig, &c, PX_COLOUR_2D, rows[k].el_B, 0, 1, 0x5a);
      const struct px_meta m = { S_028C70_DCC_ENABLE(1), 0, meta_bo->va, { CLEARED, 7 } };
      box(0, 0, 0, 1, 1, 0, 0.5f);
      rig_begin(&rig);
      fill_meta(rows[k].key);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, S_028C70_FORMAT(rows[k].format) | S_028C70_NUMBER_TYPE(rows[k].num), &m);
      draw_box(0);
      run();
      for (unsigned y = 1; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            uint64_t high = 0;
            assert_int_equal(px_get(&c, x, y, 0, 0), rows[k].low);
            if (rows[k].el_B == 16)
               memcpy(&high, c.map + tile_offset_B(&c.t, x, y, 0, 0) + 8, 8);
            assert_int_equal(high, rows[k].high);
         }
      px_surf_free(&rig, &c);
   }
}

/* Four samples in two splits: the driver clears the keys of the first split and says that all samples are in fragment 0. */
static void dcc_of_samples(void **state)
{
   (void)state;
   struct px_surf c;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x5a);
   uint64_t keys_B = c.t.slice_B / 256;
   const struct px_meta m = { S_028C70_DCC_ENABLE(1) | S_028C70_FAST_CLEAR(1) | S_028C70_COMPRESSION(1), meta_bo->va + 32768,
                              meta_bo->va, { CLEARED } };
   memset(meta, 0xff, keys_B);
   memset(meta, 0x40, keys_B * c.t.split_B / (64 * 4 * 4));
   memset(meta + 32768, 0xcc, 32768);
   box(0, 10, 20, 30, 25, RED, 0.5f);
   rig_begin(&rig);
   px_samples(&rig, 2, 0);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   draw_box(0);
   run();
   for (unsigned y = 0; y < RIG_SIZE; y++)
      for (unsigned x = 0; x < RIG_SIZE; x++)
         for (unsigned s = 0; s < 4; s++)
            assert_int_equal(px_get(&c, x, y, 0, s), in_box(x, y) ? RED : 0xff000000);
   px_surf_free(&rig, &c);
}

/* ---- read by the texture unit ------------------------------------------------------------------------------------------- */

static void image(const struct px_surf *s, unsigned index, unsigned format, unsigned num, bool alpha_on_msb, uint32_t word[8])
{
   memset(word, 0, 32);
   word[0] = (uint32_t)(s->bo->va >> 8);
   word[1] = format << 20 | num << 26;
   word[2] = (RIG_SIZE - 1) | (RIG_SIZE - 1) << 14;
   word[3] = 4 | 5 << 3 | 6 << 6 | 7 << 9 | index << 20 | 9u << 28;
   word[4] = (s->t.pitch_el - 1) << 13;
   word[6] = 1 << 21 | (uint32_t)alpha_on_msb << 22;
   word[7] = (uint32_t)(meta_bo->va >> 8);
}

static uint32_t load(const uint32_t word[8], const struct px_surf *to)
{
   box(0, 0, 0, RIG_SIZE, RIG_SIZE, 0, 0.5f);
   px_bind_colour(&rig, 0, to, PX_COLOUR_1D, PX_RGBA8, NULL);
   PX_PROGRAM(&rig, ps_load, PX_CENTRE | PX_X | PX_Y, word, 8);
   draw_box(0);
   run();
   return (uint32_t)px_get(to, 33, 44, 0, 0);
}

/* Cleared by a fill and sampled without a draw in between; cleared again while the descriptor stays the same. */
static void images_of_dcc(void **state)
{
   (void)state;
   struct px_surf from, to;
   uint32_t word[8];
   px_surf_init(&rig, &from, PX_COLOUR_2D, 4, 0, 1, 0x5a);
   px_surf_init(&rig, &to, PX_COLOUR_1D, 4, 0, 1, 0);
   for (unsigned rev = 0; rev < 2; rev++) {
      image(&from, PX_COLOUR_2D, 10, 0, !rev, word);
      for (unsigned k = 0; k < 4; k++) {
         rig_begin(&rig);
         fill_meta(dcc_rows[k].key);
         assert_int_equal(load(word, &to), rev ? dcc_rows[k].rev : dcc_rows[k].std);
      }
   }
   px_surf_free(&rig, &from);
   px_surf_free(&rig, &to);
}

static void images_of_htile(void **state)
{
   (void)state;
   struct px_surf from, to;
   uint32_t word[8];
   px_surf_init(&rig, &from, PX_DEPTH_1D, 4, 0, 1, 0x5a);
   px_surf_init(&rig, &to, PX_COLOUR_1D, 4, 0, 1, 0x33);
   image(&from, PX_DEPTH_1D, 4, 7, false, word);
   static const struct { uint32_t htile, red; } rows[] = { { 0, 0 }, { 0xfffc0000 | 0xf0, 0xff },
                                                           { 0x3fffull << 18 | 0x3fff << 4, 0xff } };
   for (unsigned k = 0; k < 3; k++) {
      rig_begin(&rig);
      fill_meta(rows[k].htile);
      assert_int_equal(load(word, &to) & 255, rows[k].red);
   }
   px_surf_free(&rig, &from);
   px_surf_free(&rig, &to);
}

/* ---- HTILE -------------------------------------------------------------------------------------------------------------- */

static uint32_t as_stored(unsigned format, float z)
{
   uint32_t bits;
   memcpy(&bits, &z, 4);
   return format == V_028040_Z_32_FLOAT ? bits : (uint32_t)lrint(z * (format == V_028040_Z_16 ? 65535.0 : 16777215.0));
}

static void depth_fast_clear(void **state)
{
   (void)state;
   static const unsigned formats[3] = { V_028040_Z_16, V_028040_Z_24, V_028040_Z_32_FLOAT };
   for (unsigned f = 0; f < 3; f++) {
      for (unsigned log2 = 0; log2 <= 2; log2 += 2) {
         for (unsigned draws = 0; draws < 2; draws++) {
            struct px_surf c, z, s;
            px_surf_init(&rig, &c, PX_COLOUR_2D, 4, log2, 1, 0);
            px_surf_init(&rig, &z, PX_DEPTH_1D, formats[f] == V_028040_Z_16 ? 2 : 4, log2, 2, 0x11);
            px_surf_init(&rig, &s, PX_DEPTH_1D, 1, log2, 2, 0x11);
            box(0, 10, 20, 30, 25, RED, 0.25f);    /* passes against the clear value */
            box(3, 0, 20, RIG_SIZE, 25, RED, 0.75f); /* does not */
            rig_begin(&rig);
            px_samples(&rig, log2, 0);
            px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, NULL);
            fill_meta(0x1fff << 18 | 0xf0); /* both cleared */
            px_bind_depth(&rig, &z, &s, formats[f],
                          !draws ? 0 : S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(1) |
                             S_028800_STENCIL_ENABLE(1) | S_028800_STENCILFUNC(2 /* equal */), meta_bo->va);
            pm4_set_context_reg(&rig.pm4, R_028028_DB_STENCIL_CLEAR, 0x42);
            rig_float_reg(&rig, R_02802C_DB_DEPTH_CLEAR, 0.5f);
            pm4_set_context_reg(&rig.pm4, R_028430_DB_STENCILREFMASK, 0x42 | 0xff00 | 0xff0000 | 1 << 24);
            pm4_set_context_reg(&rig.pm4, R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(8 /* add, wrapping */));
            if (!draws) /* in-place decompression, as radeonsi does it */
               pm4_set_context_reg(&rig.pm4, R_028000_DB_RENDER_CONTROL, S_028000_DEPTH_COMPRESS_DISABLE(1) |
                                                                            S_028000_STENCIL_COMPRESS_DISABLE(1));
            draw_box(0);
            draw_box(3);
            run();
            for (unsigned y = 0; y < RIG_SIZE; y++) {
               for (unsigned x = 0; x < RIG_SIZE; x++) {
                  for (unsigned i = 0; i < 1u << log2; i++) {
                     bool drawn = draws && in_box(x, y);
                     uint32_t got = (uint32_t)px_get(&z, x, y, 0, i), want = as_stored(formats[f], drawn ? 0.25f : 0.5f);
                     assert_int_equal(got & (formats[f] == V_028040_Z_24 ? 0xffffff : ~0u), want);
                     assert_int_equal(px_get(&s, x, y, 0, i), drawn ? 0x43 : 0x42);
                     assert_int_equal(px_get(&s, x, y, 1, i), 0x42);
                     assert_int_equal(px_get(&c, x, y, 0, i), in_box(x, y) || (!draws && y >= 20 && y < 25) ? RED : 0);
                  }
               }
            }
            px_surf_free(&rig, &c);
            px_surf_free(&rig, &z);
            px_surf_free(&rig, &s);
         }
      }
   }
}

/* Clearing one plane leaves the other: HTILE's bits are written apart. */
static void one_plane_cleared(void **state)
{
   (void)state;
   for (unsigned stencil = 0; stencil < 2; stencil++) {
      struct px_surf z, s;
      px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 0, 1, 0x11);
      px_surf_init(&rig, &s, PX_DEPTH_1D, 1, 0, 1, 0x11);
      for (unsigned i = 0; i < META_B / 4; i++)
         ((uint32_t *)(void *)meta)[i] = stencil ? 0xfffff00fu | 0xf0 : 0x300 | 0xf0;
      box(0, 0, 0, 1, 1, RED, 0.25f);
      rig_begin(&rig);
      px_bind_depth(&rig, &z, &s, V_028040_Z_32_FLOAT, 0, meta_bo->va);
      pm4_set_context_reg(&rig.pm4, R_028028_DB_STENCIL_CLEAR, 0x42);
      rig_float_reg(&rig, R_02802C_DB_DEPTH_CLEAR, 0.5f);
      pm4_set_context_reg(&rig.pm4, R_028000_DB_RENDER_CONTROL, S_028000_DEPTH_COMPRESS_DISABLE(1) |
                                                                   S_028000_STENCIL_COMPRESS_DISABLE(1));
      draw_box(0);
      run();
      assert_int_equal(px_get(&z, 40, 40, 0, 0), stencil ? 0x11111111 : as_stored(V_028040_Z_32_FLOAT, 0.5f));
      assert_int_equal(px_get(&s, 40, 40, 0, 0), stencil ? 0x42 : 0x11);
      px_surf_free(&rig, &z);
      px_surf_free(&rig, &s);
   }
}

static void fill_part(uint64_t at_B, uint64_t size_B, uint32_t value)
{
   for (uint64_t i = 0; i < size_B / 4; i++)
      ((uint32_t *)(void *)(meta + at_B))[i] = value;
}

/* Slices are cleared apart: where the address library of the drivers says that they are, for 8 pipes and 8x8 tiles. */
static void one_slice_cleared(void **state)
{
   (void)state;
   static const struct { uint32_t htile_surface, slice_B; } rows[] = {
      { 0, 64 * 64 * 4 }, { S_028ABC_TC_COMPATIBLE(1), 8 * 8 * 4 },
   };
   for (unsigned k = 0; k < 2; k++) {
      for (unsigned slice = 0; slice < 3; slice++) {
         struct px_surf z;
         px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 0, 3, 0x11);
         fill_part(0, META_B, 0xfffc000f);
         fill_part(slice * rows[k].slice_B, rows[k].slice_B, 0x1fff << 18 | 0x1fff << 4);
         box(0, 0, 0, 1, 1, RED, 0.25f);
         rig_begin(&rig);
         px_bind_depth(&rig, &z, NULL, V_028040_Z_32_FLOAT, 0, meta_bo->va);
         pm4_set_context_reg(&rig.pm4, R_02803C_DB_DEPTH_INFO, S_02803C_ARRAY_MODE(V_02803C_ARRAY_1D_TILED_THIN1) |
                                                                  S_02803C_PIPE_CONFIG(V_02803C_ADDR_SURF_P8_32x32_16x16));
         pm4_set_context_reg(&rig.pm4, R_028ABC_DB_HTILE_SURFACE, rows[k].htile_surface);
         rig_float_reg(&rig, R_02802C_DB_DEPTH_CLEAR, 0.5f);
         pm4_set_context_reg(&rig.pm4, R_028000_DB_RENDER_CONTROL, S_028000_DEPTH_COMPRESS_DISABLE(1));
         draw_box(0);
         run();
         for (unsigned s = 0; s < 3; s++)
            for (unsigned at = 0; at < RIG_SIZE; at += 17)
               assert_int_equal(px_get(&z, at, RIG_SIZE - 1 - at, s, 0),
                                s == slice ? as_stored(V_028040_Z_32_FLOAT, 0.5f) : 0x11111111);
         px_surf_free(&rig, &z);
      }
   }
}

/* The same of CMASK, whose slices have a register. */
static void one_slice_of_cmask(void **state)
{
   (void)state;
   for (unsigned slice = 0; slice < 2; slice++) {
      struct px_surf c;
      const uint32_t slice_B = 16 * 128;
      px_surf_init(&rig, &c, PX_COLOUR_1D, 4, 0, 2, 0x5a);
      const struct px_meta m = { S_028C70_FAST_CLEAR(1), meta_bo->va, 0, { CLEARED } };
      fill_part(0, META_B, 0xffffffff);
      fill_part(slice * slice_B, slice_B, 0);
      box(0, 10, 20, 30, 25, RED, 0.5f);
      rig_begin(&rig);
      px_bind_colour(&rig, 0, &c, PX_COLOUR_1D, PX_RGBA8, &m);
      pm4_set_context_reg(&rig.pm4, R_028C80_CB_COLOR0_CMASK_SLICE, slice_B / 128 - 1);
      mode(V_028808_CB_ELIMINATE_FAST_CLEAR);
      draw_box(0);
      run();
      for (unsigned s = 0; s < 2; s++)
         for (unsigned at = 0; at < RIG_SIZE; at += 17)
            assert_int_equal(px_get(&c, at, RIG_SIZE - 1 - at, s, 0), s == slice ? CLEARED : JUNK);
      px_surf_free(&rig, &c);
   }
}

/* RADV's address of CMASK has the swizzle of the multisampled image in it. */
static void swizzled_cmask(void **state)
{
   (void)state;
   struct px_surf c;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 2, 1, 0x5a);
   const struct px_meta m = { S_028C70_FAST_CLEAR(1) | S_028C70_COMPRESSION(1), meta_bo->va + 0x3800, 0, { CLEARED } };
   fill_part(0, META_B, 0xffffffff);
   fill_part(0, 2048, 0);
   box(0, 10, 20, 30, 25, RED, 0.5f);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   mode(V_028808_CB_ELIMINATE_FAST_CLEAR);
   draw_box(0);
   run();
   for (unsigned at = 0; at < RIG_SIZE; at += 17)
      for (unsigned sample = 0; sample < 4; sample++)
         assert_int_equal(px_get(&c, at, RIG_SIZE - 1 - at, 0, sample), CLEARED);
   px_surf_free(&rig, &c);
}

/* Metadata that are not mapped are a fault and nothing else. */
static void unmapped(void **state)
{
   (void)state;
   struct px_surf c, z;
   px_surf_init(&rig, &c, PX_COLOUR_2D, 4, 0, 1, 0x5a);
   px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 0, 1, 0x11);
   const struct px_meta m = { S_028C70_FAST_CLEAR(1) | S_028C70_DCC_ENABLE(1), 0xf000000000, 0xf100000000, { CLEARED } };
   box(0, 10, 20, 30, 25, RED, 0.5f);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &c, PX_COLOUR_2D, PX_RGBA8, &m);
   px_bind_depth(&rig, &z, NULL, V_028040_Z_32_FLOAT, S_028800_Z_ENABLE(1) | S_028800_ZFUNC(7), 0xf200000000);
   draw_box(0);
   run();
   assert_int_equal(px_get(&c, 15, 22, 0, 0), RED);
   assert_int_equal(px_get(&c, 40, 40, 0, 0), JUNK);
   px_surf_free(&rig, &c);
   px_surf_free(&rig, &z);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(cmask_fast_clear, set_up, tear_down),
      cmocka_unit_test_setup_teardown(cleared_once, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_fragment, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dcc_keys, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dcc_formats, set_up, tear_down),
      cmocka_unit_test_setup_teardown(dcc_of_samples, set_up, tear_down),
      cmocka_unit_test_setup_teardown(images_of_dcc, set_up, tear_down),
      cmocka_unit_test_setup_teardown(images_of_htile, set_up, tear_down),
      cmocka_unit_test_setup_teardown(depth_fast_clear, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_plane_cleared, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_slice_cleared, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_slice_of_cmask, set_up, tear_down),
      cmocka_unit_test_setup_teardown(swizzled_cmask, set_up, tear_down),
      cmocka_unit_test_setup_teardown(unmapped, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
