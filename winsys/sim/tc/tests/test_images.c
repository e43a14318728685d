/* test_images.c: pixel programs that look at images, by packets alone: every image type with its layers and samples, one texel
 * of every class of format, gathering of floats and of integers, the level of detail inside triangles, at their edges and
 * across the faces of a cube, and programs that turn all lanes on. Results go to a target of 128 bits as they are. Filters and
 * every format's every number type: test_tc*.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/surf/tests/bptc_vectors.h"
#include "winsys/sim/tests/px_rig.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
enum { LINEAR = 8 }; /* tile mode index of every GFX7 and GFX8 chip */

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. s[0:7]: T#, s[8:11]: S#, or s8, s9 slice and sample; v2, v3: position. */
static const uint32_t ps_load[] = {
   0x7e040f02,              /* v_cvt_u32_f32 v2, v2 */
   0x7e060f03,              /* v_cvt_u32_f32 v3, v3 */
   0x7e080208,              /* v_mov_b32 v4, s8 */
   0xf0001f00, 0x00000402,  /* image_load v[4:7], v[2:5], s[0:7] dmask:0xf unorm */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x07060504,  /* exp mrt0 v4, v5, v6, v7 done vm */
   0xbf810000,              /* s_endpgm */
};
static const uint32_t ps_load_layer[] = {
   0x7e040f02,              /* v_cvt_u32_f32 v2, v2 */
   0x7e060f03,              /* v_cvt_u32_f32 v3, v3 */
   0x7e080208,              /* v_mov_b32 v4, s8 */
   0x7e0a0209,              /* v_mov_b32 v5, s9 */
   0xf0005f00, 0x00000402,  /* image_load v[4:7], v[2:5], s[0:7] dmask:0xf unorm da */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x07060504,  /* exp mrt0 v4, v5, v6, v7 done vm */
   0xbf810000,              /* s_endpgm */
};
static const uint32_t ps_gather[] = {
   0x0a04040c,              /* v_mul_f32 v2, s12, v2 */
   0x0a06060c,              /* v_mul_f32 v3, s12, v3 */
   0xf11c0200, 0x00400402,  /* image_gather4_lz v[4:7], v[2:3], s[0:7], s[8:11] dmask:0x2 */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x07060504,  /* exp mrt0 v4, v5, v6, v7 done vm */
   0xbf810000,              /* s_endpgm */
};
static const uint32_t ps_quad_lod[] = {
   0xbe90017e,              /* s_mov_b64 s[16:17], exec */
   0xbefe077e,              /* s_wqm_b64 exec, exec */
   0x0a04040c,              /* v_mul_f32 v2, s12, v2 */
   0x0a06060d,              /* v_mul_f32 v3, s13, v3 */
   0xf1800300, 0x00400402,  /* image_get_lod v[4:5], v[2:3], s[0:7], s[8:11] dmask:0x3 */
   0xbefe0110,              /* s_mov_b64 exec, s[16:17] */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x05040504,  /* exp mrt0 v4, v5, v4, v5 done vm */
   0xbf810000,              /* s_endpgm */
};
static const uint32_t ps_cube_lod[] = {
   0x7e0802f2,              /* v_mov_b32 v4, 1.0 */
   0x7e0a020d,              /* v_mov_b32 v5, s13 */
   0x7e0c020f,              /* v_mov_b32 v6, s15 */
   0x2c0a040c,              /* v_mac_f32 v5, s12, v2 */
   0x2c0c060e,              /* v_mac_f32 v6, s14, v3 */
   0xd1c40009, 0x041a0b04,  /* v_cubeid_f32 v9, v4, v5, v6 */
   0xd1c7000a, 0x041a0b04,  /* v_cubema_f32 v10, v4, v5, v6 */
   0xd1c5000b, 0x041a0b04,  /* v_cubesc_f32 v11, v4, v5, v6 */
   0xd1c6000c, 0x041a0b04,  /* v_cubetc_f32 v12, v4, v5, v6 */
   0xd162010a, 0x0000010a,  /* v_rcp_f32_e64 v10, |v10| */
   0x7e1a02ff, 0x3fc00000,  /* v_mov_b32 v13, 0x3fc00000 */
   0xd1c10007, 0x0436150b,  /* v_mad_f32 v7, v11, v10, v13 */
   0xd1c10008, 0x0436150c,  /* v_mad_f32 v8, v12, v10, v13 */
   0xf1804300, 0x00400e07,  /* image_get_lod v[14:15], v[7:9], s[0:7], s[8:11] dmask:0x3 da */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0xc400180f, 0x07090f0e,  /* exp mrt0 v14, v15, v9, v7 done vm */
   0xbf810000,              /* s_endpgm */
};
static const uint32_t ps_needs_64_lanes[] = {
   0xbe84017e,              /* s_mov_b64 s[4:5], exec */
   0xbefe01c1,              /* s_mov_b64 exec, -1 */
   0x7e0802f2,              /* v_mov_b32 v4, 1.0 */
   0x7e0a02f4,              /* v_mov_b32 v5, 2.0 */
   0xbe860d7e,              /* s_bcnt1_i32_b64 s6, exec */
   0xd2890007, 0x00017f05,  /* v_readlane_b32 s7, v5, 63 */
   0xbefe0104,              /* s_mov_b64 exec, s[4:5] */
   0x7e0a0c06,              /* v_cvt_f32_u32 v5, s6 */
   0x7e0c0207,              /* v_mov_b32 v6, s7 */
   0x020e0504,              /* v_add_f32 v7, v4, v2 */
   0xc400180f, 0x07060504,  /* exp mrt0 v4, v5, v6, v7 done vm */
   0xbf810000,              /* s_endpgm */
};

static struct px_surf target;

static int set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   px_surf_init(&rig, &target, PX_COLOUR_1D, 16, 0, 1, 0);
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   px_surf_free(&rig, &target);
   rig_finish(&rig);
   return 0;
}

/* ---- descriptors -------------------------------------------------------------------------------------------------------- */

struct image { unsigned type, data_format, num_format, width, height, depth, pitch, index, last_level; };

static void descriptor(const struct px_surf *s, const struct image *i, uint32_t rsrc[8])
{
   memset(rsrc, 0, 32);
   rsrc[0] = (uint32_t)(s->bo->va >> 8);
   rsrc[1] = S_008F14_DATA_FORMAT(i->data_format) | S_008F14_NUM_FORMAT(i->num_format);
   rsrc[2] = S_008F18_WIDTH(i->width - 1) | S_008F18_HEIGHT(i->height - 1);
   rsrc[3] = S_008F1C_DST_SEL_X(4) | S_008F1C_DST_SEL_Y(5) | S_008F1C_DST_SEL_Z(6) | S_008F1C_DST_SEL_W(7) |
             S_008F1C_TILING_INDEX(i->index) | S_008F1C_TYPE(i->type) | S_008F1C_LAST_LEVEL(i->last_level) |
             S_008F1C_POW2_PAD(i->last_level != 0 && i->type < V_008F1C_SQ_RSRC_IMG_2D_MSAA);
   rsrc[4] = S_008F20_DEPTH(i->depth - 1) | S_008F20_PITCH(i->pitch - 1);
   rsrc[5] = S_008F24_LAST_ARRAY(i->depth - 1);
}

static const uint32_t bilinear[4] = { 2 | 2 << 3 | 2 << 6, 0xfffu << 12, 1u << 20 | 1u << 22 | 2u << 26,
                                      0 }; /* to the edge, all levels */

/* Draws with the program and these SGPRs; all of the target or the rig's first three vertices. */
static void draw(const uint32_t *code, size_t size_B, const uint32_t sgpr[16], bool whole)
{
   memset(target.map, 0xcc, target.t.slice_B);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &target, PX_COLOUR_1D, S_028C70_FORMAT(V_028C70_COLOR_32_32_32_32) |
                  S_028C70_NUMBER_TYPE(V_028C70_NUMBER_UINT), NULL);
   px_program(&rig, code, size_B, PX_CENTRE | PX_X | PX_Y, sgpr, 16);
   if (whole)
      px_rect(&rig, 0, 0, 0);
   rig_draw(&rig, whole ? V_008958_DI_PT_RECTLIST : V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
}
#define DRAW(code, sgpr, whole) draw(code, sizeof(code), sgpr, whole)

static uint32_t result(unsigned x, unsigned y, unsigned c)
{
   uint32_t v;
   memcpy(&v, target.map + tile_offset_B(&target.t, x, y, 0, 0) + 4 * c, 4);
   return v;
}

static float result_f(unsigned x, unsigned y, unsigned c)
{
   uint32_t u = result(x, y, c);
   float v;
   memcpy(&v, &u, 4);
   return v;
}

static uint32_t bits(float v)
{
   uint32_t u;
   memcpy(&u, &v, 4);
   return u;
}

/* ---- types -------------------------------------------------------------------------------------------------------------- */

static uint32_t texel(unsigned x, unsigned y, unsigned slice, unsigned sample)
{
   return x | y << 8 | slice << 16 | sample << 24 | 0x40000000;
}

static void image_types(void **state)
{
   (void)state;
   static const struct { uint8_t type, index, log2_samples, slices; bool layer; } rows[] = {
      { V_008F1C_SQ_RSRC_IMG_1D, LINEAR, 0, 1, false },       { V_008F1C_SQ_RSRC_IMG_1D_ARRAY, LINEAR, 0, 64, true },
      { V_008F1C_SQ_RSRC_IMG_2D, LINEAR, 0, 1, false },       { V_008F1C_SQ_RSRC_IMG_2D, PX_COLOUR_1D, 0, 1, false },
      { V_008F1C_SQ_RSRC_IMG_2D, PX_COLOUR_2D, 0, 1, false }, { V_008F1C_SQ_RSRC_IMG_2D_ARRAY, PX_COLOUR_1D, 0, 5, true },
      { V_008F1C_SQ_RSRC_IMG_2D_ARRAY, PX_COLOUR_2D, 0, 3, true }, { V_008F1C_SQ_RSRC_IMG_3D, PX_COLOUR_1D, 0, 4, false },
      { V_008F1C_SQ_RSRC_IMG_CUBE, PX_COLOUR_1D, 0, 6, true }, { V_008F1C_SQ_RSRC_IMG_CUBE, PX_COLOUR_2D, 0, 12, true },
      { V_008F1C_SQ_RSRC_IMG_2D_MSAA, PX_COLOUR_2D, 1, 1, false }, { V_008F1C_SQ_RSRC_IMG_2D_MSAA, PX_COLOUR_2D, 2, 1, false },
      { V_008F1C_SQ_RSRC_IMG_2D_MSAA, PX_COLOUR_2D, 3, 1, false },
      { V_008F1C_SQ_RSRC_IMG_2D_MSAA_ARRAY, PX_COLOUR_2D, 2, 3, true },
      { V_008F1C_SQ_RSRC_IMG_2D_MSAA, PX_COLOUR_1D, 1, 1, false },
   };
   unsigned seen = 0;
   for (unsigned i = 0; i < COUNT(rows); i++) {
      bool one_d = rows[i].type == V_008F1C_SQ_RSRC_IMG_1D || rows[i].type == V_008F1C_SQ_RSRC_IMG_1D_ARRAY;
      bool layered_1d = rows[i].type == V_008F1C_SQ_RSRC_IMG_1D_ARRAY;
      unsigned samples = 1u << rows[i].log2_samples;
      struct px_surf s;
      px_surf_init(&rig, &s, rows[i].index, 4, rows[i].log2_samples, rows[i].slices, 0);
      seen |= 1u << rows[i].type;
      for (unsigned slice = 0; slice < rows[i].slices; slice++)
         for (unsigned y = 0; y < (one_d ? 1 : RIG_SIZE); y++)
            for (unsigned x = 0; x < RIG_SIZE; x++)
               for (unsigned n = 0; n < samples; n++) {
                  uint32_t v = texel(x, y, slice, n);
                  uint64_t at = one_d ? 256 * slice + 4 * x : tile_offset_B(&s.t, x, y, slice, n);
                  memcpy(s.map + at, &v, 4);
               }
      bool cube = rows[i].type == V_008F1C_SQ_RSRC_IMG_CUBE;
      struct image image = { rows[i].type, V_008F14_IMG_DATA_FORMAT_32, V_008F14_IMG_NUM_FORMAT_UINT, RIG_SIZE,
                             one_d ? 1 : RIG_SIZE,
                             rows[i].slices, s.t.pitch_el, rows[i].index, rows[i].log2_samples };
      uint32_t sgpr[16] = { 0 };
      descriptor(&s, &image, sgpr);
      if (cube)
         sgpr[4] = (sgpr[4] & ~0x1fffu) | (rows[i].slices / 6 - 1);
      for (unsigned slice = 0; slice < (layered_1d ? 1u : rows[i].slices); slice++)
         for (unsigned n = 0; n < samples; n++) {
            sgpr[8] = samples > 1 && !rows[i].layer ? n : slice;
            sgpr[9] = n;
            if (rows[i].layer)
               DRAW(ps_load_layer, sgpr, true);
            else
               DRAW(ps_load, sgpr, true);
            for (unsigned y = 0; y < RIG_SIZE; y++)
               for (unsigned x = 0; x < RIG_SIZE; x++) {
                  uint32_t want = one_d ? texel(x, 0, layered_1d ? y : 0, 0) : texel(x, y, slice, n);
                  if (result(x, y, 0) != want || result(x, y, 1) || result(x, y, 2) || result(x, y, 3) != 1)
                     fail_msg("type %u, layout %u, %u samples: texel %u,%u,%u sample %u is %08x, expected %08x", rows[i].type,
                              rows[i].index,
                              samples, x, y, slice, n, result(x, y, 0), want);
               }
         }
      px_surf_free(&rig, &s);
   }
   assert_int_equal(seen, 0xff00); /* all types of T# */
}

/* ---- formats ------------------------------------------------------------------------------------------------------------ */

#define ONE 1.0f
/* The first element, and what its first texel is. Block: texels of an element in x and y. */
static const struct { uint8_t data, num, el_B, block_w, block_h; uint32_t word[4]; float want[4]; } formats[] = {
   { 1, 0, 1, 1, 1, { 0xff }, { 1, 0, 0, 1 } },                                        /* 8 UNORM */
   { 2, 1, 2, 1, 1, { 0x8001 }, { -1, 0, 0, 1 } },                                     /* 16 SNORM */
   { 3, 2, 2, 1, 1, { 0x3412 }, { 0x12, 0x34, 0, 1 } },                                /* 8_8 USCALED */
   { 4, 7, 4, 1, 1, { 0x40490fdb }, { 3.14159274f, 0, 0, 1 } },                        /* 32 FLOAT */
   { 5, 3, 4, 1, 1, { 0x0003fffe }, { -2, 3, 0, 1 } },                                 /* 16_16 SSCALED */
   { 6, 7, 4, 1, 1, { 0x3c0 | 0x400 << 11 | 0x1c0u << 22 }, { 1, 2, 0.5f, 1 } },       /* 10_11_11 FLOAT */
   { 7, 7, 4, 1, 1, { 0x1e0 | 0x400 << 10 | 0x380u << 21 }, { 1, 2, 0.5f, 1 } },       /* 11_11_10 FLOAT */
   { 8, 0, 4, 1, 1, { 3 | 1023u << 22 }, { 1, 0, 0, 1 } },                             /* 10_10_10_2 UNORM */
   { 9, 1, 4, 1, 1, { 0x1ff | 0x200 << 10 | 1u << 30 }, { 1, -1, 0, 1 } },             /* 2_10_10_10 SNORM */
   { 10, 9, 4, 1, 1, { 0xff00ff00 }, { 0, 1, 0, 1 } },                                 /* 8_8_8_8 SRGB */
   { 11, 7, 8, 1, 1, { 0x3f800000, 0xc0000000 }, { 1, -2, 0, 1 } },                    /* 32_32 FLOAT */
   { 12, 7, 8, 1, 1, { 0xc0003c00, 0x7bff3800 }, { 1, -2, 0.5f, 65504 } },             /* 16_16_16_16 FLOAT */
   { 13, 7, 12, 1, 1, { 0x3f800000, 0xc0000000, 0x3f000000 }, { 1, -2, 0.5f, 1 } },    /* 32_32_32 FLOAT */
   { 14, 7, 16, 1, 1, { 0x3f800000, 0x40000000, 0xbf800000, 0 }, { 1, 2, -1, 0 } },    /* 32_32_32_32 FLOAT */
   { 16, 0, 2, 1, 1, { 0xf81f }, { 1, 0, 1, 1 } },                                     /* 5_6_5 */
   { 17, 0, 2, 1, 1, { 0x83e0 }, { 0, 1, 0, 1 } },                                     /* 1_5_5_5 */
   { 18, 0, 2, 1, 1, { 0xf83e }, { 0, 1, 0, 1 } },                                     /* 5_5_5_1: X 1 bit, then Y Z W */
   { 19, 0, 2, 1, 1, { 0xf00f }, { 1, 0, 0, 1 } },                                     /* 4_4_4_4 */
   { 20, 0, 4, 1, 1, { 0xff000000 }, { 0, 1, 0, 1 } },                                 /* 8_24: depth below stencil */
   { 21, 0, 4, 1, 1, { 0x000000ff }, { 1, 0, 0, 1 } },                                 /* 24_8 */
   { 32, 0, 4, 2, 1, { 0x00ff00ff }, { 1, 0, 1, 1 } },                                 /* GB_GR: bytes R G B G */
   { 33, 0, 4, 2, 1, { 0x000000ff }, { 0, 1, 0, 1 } },                                 /* BG_RG: bytes G R G B */
   { 34, 7, 4, 1, 1, { 256 | 128 << 9 | 511 << 18 | 16u << 27 }, { 1, 0.5f, 511.0f / 256, 1 } }, /* 5_9_9_9 */
   { 35, 0, 8, 4, 4, { 0xf800 }, { 1, 0, 0, 1 } },                                     /* BC1: red */
   { 36, 0, 16, 4, 4, { 0x0000000f, 0, 0x07e0, 0 }, { 0, 1, 0, 1 } },                  /* BC2: green */
   { 37, 0, 16, 4, 4, { 0x000000ff, 0, 0x001f, 0 }, { 0, 0, 1, 1 } },                  /* BC3: blue */
   { 38, 0, 8, 4, 4, { 0xff }, { 1, 0, 0, 1 } },                                       /* BC4 */
   { 39, 1, 16, 4, 4, { 0x7f, 0, 0x81 }, { 1, -1, 0, 1 } },                            /* BC5 SNORM */
   { 57, 0, 1, 1, 1, { 0xf0 }, { 0, 1, 0, 1 } },                                       /* 4_4 */
   { 58, 0, 2, 1, 1, { 0xfc1f }, { 1, 0, 1, 1 } },                                     /* 6_5_5 */
   { 59, 0, 1, 8, 1, { 0x01 }, { 1, 0, 0, 1 } },                                       /* 1 */
   { 60, 0, 1, 8, 1, { 0x80 }, { 1, 0, 0, 1 } },                                       /* 1_REVERSED */
};

/* Which sample lies in which fragment, four bits each; integers of other widths. */
static const struct { uint8_t data, num, el_B; uint32_t word[2], want[4]; } integers[] = {
   { V_008F14_IMG_DATA_FORMAT_FMASK8_S4_F4, 4, 1, { 0xe4 }, { 0x3210, 0, 0, 0 } },
   { V_008F14_IMG_DATA_FORMAT_FMASK32_S8_F8, 4, 4, { 0x76543210 }, { 0x76543210, 0, 0, 0 } },
   { V_008F14_IMG_DATA_FORMAT_X24_8_32, 4, 8, { 0x3f800000, 0x5a }, { 0x3f800000, 0x5a, 0, 1 } },
   { V_008F14_IMG_DATA_FORMAT_8_8_8_8, 5, 4, { 0x7f80ff01 }, { 1, 0xffffffff, 0xffffff80, 0x7f } },
   { V_008F14_IMG_DATA_FORMAT_32_32, 4, 8, { 0xdeadbeef, 7 }, { 0xdeadbeef, 7, 0, 1 } },
};

static void load_first(unsigned data, unsigned num, unsigned el_B, unsigned block_w, unsigned block_h, const void *element,
                       uint32_t out[4])
{
   struct px_surf s;
   px_surf_init(&rig, &s, LINEAR, el_B, 0, 1, 0);
   memcpy(s.map, element, el_B);
   struct image image = { V_008F1C_SQ_RSRC_IMG_2D, data, num, 4, 4, 1, s.t.pitch_el * block_w, LINEAR, 0 };
   (void)block_h;
   uint32_t sgpr[16] = { 0 };
   descriptor(&s, &image, sgpr);
   DRAW(ps_load, sgpr, true);
   for (unsigned c = 0; c < 4; c++) {
      out[c] = result(0, 0, c);
      assert_int_equal(result(4, 0, c), 0); /* outside */
   }
   px_surf_free(&rig, &s);
}

/* Finite ones: blocks have no others. */
static float half_value(uint16_t h)
{
   int e = h >> 10 & 31;
   double m = h & 1023, v = e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
   return (float)(h >> 15 ? -v : v);
}

static void image_formats(void **state)
{
   (void)state;
   for (unsigned i = 0; i < COUNT(formats); i++) {
      uint32_t got[4];
      load_first(formats[i].data, formats[i].num, formats[i].el_B, formats[i].block_w, formats[i].block_h, formats[i].word, got);
      for (unsigned c = 0; c < 4; c++)
         if (got[c] != bits(formats[i].want[c]))
            fail_msg("format %u number %u channel %u: %08x, expected %f", formats[i].data, formats[i].num, c, got[c],
                     (double)formats[i].want[c]);
   }
   for (unsigned i = 0; i < COUNT(bc7_vectors); i++) {
      uint32_t got[4];
      load_first(V_008F14_IMG_DATA_FORMAT_BC7, 0, 16, 4, 4, bc7_vectors[i].block, got);
      for (unsigned c = 0; c < 4; c++)
         assert_int_equal(got[c], bits((float)(bc7_vectors[i].rgba[0] >> 8 * c & 255) / 255));
   }
   for (unsigned i = 0; i < COUNT(bc6_vectors); i++)
      for (unsigned num = 0; num < 2; num++) {
         uint32_t got[4];
         load_first(V_008F14_IMG_DATA_FORMAT_BC6, num, 16, 4, 4, bc6_vectors[i].block, got);
         for (unsigned c = 0; c < 3; c++) {
            assert_int_equal(got[c], bits(half_value(bc6_vectors[i].half[num][0][c])));
         }
      }
   for (unsigned i = 0; i < COUNT(integers); i++) {
      uint32_t got[4];
      load_first(integers[i].data, integers[i].num, integers[i].el_B, 1, 1, integers[i].word, got);
      for (unsigned c = 0; c < (integers[i].data >= 44 && integers[i].data <= 56 ? 1u : 4u); c++)
         if (got[c] != integers[i].want[c])
            fail_msg("format %u number %u channel %u: %08x, expected %08x", integers[i].data, integers[i].num, c, got[c],
                     integers[i].want[c]);
   }
}

/* A format of the register database is loaded here, or is on the other list. */
static void every_image_format(void **state)
{
   (void)state;
   /* FMASK of other numbers of samples and fragments: test_tc_formats.c. 32_AS_*: tc/README.md. */
   static const struct { uint8_t first, last; } others[] = {
      { V_008F14_IMG_DATA_FORMAT_INVALID, V_008F14_IMG_DATA_FORMAT_INVALID },
      { V_008F14_IMG_DATA_FORMAT_RESERVED_15, V_008F14_IMG_DATA_FORMAT_RESERVED_15 },
      { V_008F14_IMG_DATA_FORMAT_RESERVED_23, V_008F14_IMG_DATA_FORMAT_RESERVED_31 },
      { V_008F14_IMG_DATA_FORMAT_RESERVED_42, V_008F14_IMG_DATA_FORMAT_RESERVED_43 },
      { V_008F14_IMG_DATA_FORMAT_FMASK8_S2_F1, V_008F14_IMG_DATA_FORMAT_FMASK64_S16_F8 },
      { V_008F14_IMG_DATA_FORMAT_32_AS_8, V_008F14_IMG_DATA_FORMAT_32_AS_32_32_32_32 },
   };
   for (unsigned format = 0; format < 64; format++) {
      bool found = format == V_008F14_IMG_DATA_FORMAT_BC6 || format == V_008F14_IMG_DATA_FORMAT_BC7;
      for (unsigned i = 0; i < COUNT(formats); i++)
         found = found || formats[i].data == format;
      for (unsigned i = 0; i < COUNT(integers); i++)
         found = found || integers[i].data == format;
      for (unsigned i = 0; i < COUNT(others); i++)
         found = found || (format >= others[i].first && format <= others[i].last);
      if (!found)
         fail_msg("image format %u is on no list", format);
   }
}

/* ---- footprints --------------------------------------------------------------------------------------------------------- */

/* Floats: the four texels around the place; integers: those after it, in x and y (these chips take them for not filtered). */
static void gather(void **state)
{
   (void)state;
   struct px_surf s;
   px_surf_init(&rig, &s, PX_COLOUR_1D, 4, 0, 1, 0);
   for (unsigned y = 0; y < RIG_SIZE; y++)
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         uint32_t v = ((x * 7 + y * 31) & 255) << 8;
         memcpy(s.map + tile_offset_B(&s.t, x, y, 0, 0), &v, 4);
      }
   for (unsigned integer = 0; integer < 2; integer++) {
      const float scale = 0.9f / RIG_SIZE;
      struct image image = { V_008F1C_SQ_RSRC_IMG_2D, V_008F14_IMG_DATA_FORMAT_8_8_8_8,
                             integer ? V_008F14_IMG_NUM_FORMAT_UINT : V_008F14_IMG_NUM_FORMAT_UNORM, RIG_SIZE, RIG_SIZE, 1,
                                RIG_SIZE, PX_COLOUR_1D, 0 };
      uint32_t sgpr[16] = { 0 };
      descriptor(&s, &image, sgpr);
      memcpy(sgpr + 8, bilinear, sizeof bilinear);
      sgpr[12] = bits(scale);
      DRAW(ps_gather, sgpr, true);
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            double u = 0.9 * (x + 0.5) - (integer ? 0 : 0.5), v = 0.9 * (y + 0.5) - (integer ? 0 : 0.5);
            if (fabs(u - rint(u)) < 0.01 || fabs(v - rint(v)) < 0.01)
               continue; /* the filter's 8 bits may go either way */
            static const uint8_t order[4][2] = { { 0, 1 }, { 1, 1 }, { 1, 0 }, { 0, 0 } };
            for (unsigned k = 0; k < 4; k++) {
               int i = (int)floor(u) + order[k][0], j = (int)floor(v) + order[k][1];
               i = i < 0 ? 0 : i > RIG_SIZE - 1 ? RIG_SIZE - 1 : i;
               j = j < 0 ? 0 : j > RIG_SIZE - 1 ? RIG_SIZE - 1 : j;
               unsigned want = (unsigned)(i * 7 + j * 31) & 255;
               uint32_t got = integer ? result(x, y, k) : (uint32_t)lrintf(result_f(x, y, k) * 255);
               if (got != want)
                  fail_msg("%s: pixel %u,%u texel %u is %u, expected %u", integer ? "integers" : "floats", x, y, k, got, want);
            }
         }
   }
   px_surf_free(&rig, &s);
}

static void sampled_image(struct px_surf *s, unsigned type, unsigned levels, uint32_t sgpr[16])
{
   /* Big enough for all levels: nothing is read but where they are. */
   px_surf_init(&rig, s, PX_COLOUR_1D, 4, 0, 32, 0);
   struct image image = { type, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, RIG_SIZE, RIG_SIZE,
                          type == V_008F1C_SQ_RSRC_IMG_CUBE ? 6 : 1, RIG_SIZE, PX_COLOUR_1D, levels - 1 };
   descriptor(s, &image, sgpr);
   if (type == V_008F1C_SQ_RSRC_IMG_CUBE)
      sgpr[4] &= ~0x1fffu;
   memcpy(sgpr + 8, bilinear, sizeof bilinear);
}

/* Complete quads: at a triangle's edges the neighbours outside take part in differences. */
static void level_of_detail_at_edges(void **state)
{
   (void)state;
   static const float at[3][2] = { { 3.3f, 2.1f }, { 61.7f, 20.9f }, { 15.2f, 60.4f } };
   static const float factors[][2] = { { 1, 1 }, { 2, 1 }, { 1, 4 }, { 3, 5 }, { 0.5f, 0.25f }, { 20, 1 }, { 300, 1 } };
   struct px_surf s;
   uint32_t sgpr[16] = { 0 };
   sampled_image(&s, V_008F1C_SQ_RSRC_IMG_2D, 7, sgpr);
   for (unsigned i = 0; i < COUNT(factors); i++) {
      for (unsigned k = 0; k < 3; k++)
         rig.vertex[k] = rig_at(at[k][0], at[k][1], 0);
      for (unsigned k = 0; k < 2; k++)
         sgpr[12 + k] = bits(factors[i][k] / RIG_SIZE);
      DRAW(ps_quad_lod, sgpr, false);
      double raw = log2((double)fmaxf(factors[i][0], factors[i][1])), clamped = raw < 0 ? 0 : raw > 6 ? 6 : raw;
      unsigned drawn = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            if (result(x, y, 0) == 0xcccccccc)
               continue;
            drawn++;
            if (fabs((double)result_f(x, y, 0) - clamped) > 0.02 || fabs((double)result_f(x, y, 1) - raw) > 0.02)
               fail_msg("factors %f %f, pixel %u,%u: level %f (%f), expected %f (%f)", (double)factors[i][0],
                        (double)factors[i][1], x, y,
                        (double)result_f(x, y, 0), (double)result_f(x, y, 1), clamped, raw);
         }
      assert_in_range(drawn, 1200, 2000);
   }
   px_surf_free(&rig, &s);
}

/* Directions (1, y, z) that run from face +X over +Y and +Z: differences are taken on the face of the pixel that asks. */
static void level_of_detail_across_faces(void **state)
{
   (void)state;
   struct px_surf s;
   uint32_t sgpr[16] = { 0 };
   sampled_image(&s, V_008F1C_SQ_RSRC_IMG_CUBE, 7, sgpr);
   const double step = 0.05, start = -0.45;
   for (unsigned i = 0; i < 4; i++) {
      float parts[4] = { (float)step, (float)start, (float)(step / 2), (float)(start - 0.1 * i) };
      for (unsigned k = 0; k < 4; k++)
         sgpr[12 + k] = bits(parts[k]);
      DRAW(ps_cube_lod, sgpr, true);
      unsigned faces = 0, straddling = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            /* The quad's directions on this pixel's face, as the specification's table has them (OpenGL 4.6, 8.19). */
            double s_of[4], t_of[4], own[3];
            unsigned major = 0;
            bool mixed = false, tie = false;
            for (unsigned pass = 0; pass < 2; pass++)
               for (unsigned k = 0; k < 4; k++) {
                  unsigned px = pass ? (x & ~1u) + (k & 1) : x, py = pass ? (y & ~1u) + (k >> 1) : y;
                  double v[3] = { 1, (double)parts[1] + (double)parts[0] * (px + 0.5),
                                  (double)parts[3] + (double)parts[2] * (py + 0.5) };
                  unsigned m = fabs(v[2]) >= fabs(v[0]) && fabs(v[2]) >= fabs(v[1]) ? 2 : fabs(v[1]) >= fabs(v[0]) ? 1 : 0;
                  if (!pass) {
                     major = m;
                     memcpy(own, v, sizeof own);
                     break;
                  }
                  mixed = mixed || m != major;
                  double a[3] = { fabs(v[0]), fabs(v[1]), fabs(v[2]) };
                  tie = tie || fabs(a[0] - a[1]) < 1e-4 || fabs(a[1] - a[2]) < 1e-4 || fabs(a[0] - a[2]) < 1e-4;
                  s_of[k] = v[(major + 1) % 3] / v[major] * 0.5;
                  t_of[k] = v[(major + 2) % 3] / v[major] * 0.5;
               }
            faces |= 1u << major;
            straddling += mixed;
            if (tie)
               continue;
            double dx = hypot(s_of[1] - s_of[0], t_of[1] - t_of[0]), dy = hypot(s_of[2] - s_of[0], t_of[2] - t_of[0]);
            double want = log2(RIG_SIZE * fmax(dx, dy));
            if (fabs((double)result_f(x, y, 1) - want) > 0.02)
               fail_msg("pixel %u,%u (%s): level %f, expected %f", x, y, mixed ? "two faces" : "one face",
                        (double)result_f(x, y, 1), want);
         }
      assert_int_equal(faces & 3, 3);
      assert_true(straddling >= 32);
   }
   px_surf_free(&rig, &s);
}

/* All 64 lanes are there for a program that turns them on, however few pixels there are; results stay with the pixels. */
static void waves_of_64_lanes(void **state)
{
   (void)state;
   static const float at[3][2] = { { 20.2f, 20.2f }, { 23.4f, 20.4f }, { 20.4f, 23.4f } };
   for (unsigned big = 0; big < 2; big++) {
      uint32_t sgpr[16] = { 0 };
      for (unsigned k = 0; k < 3; k++)
         rig.vertex[k] = rig_at(at[k][0], at[k][1], 0);
      DRAW(ps_needs_64_lanes, sgpr, big);
      unsigned drawn = 0;
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x < RIG_SIZE; x++) {
            if (result(x, y, 0) == 0xcccccccc)
               continue;
            drawn++;
            if (result_f(x, y, 0) != 1 || result_f(x, y, 1) != 64 || result_f(x, y, 2) != 2 ||
                result_f(x, y, 3) != (float)x + 1.5f)
               fail_msg("pixel %u,%u: %f %f %f %f", x, y, (double)result_f(x, y, 0), (double)result_f(x, y, 1),
                        (double)result_f(x, y, 2),
                        (double)result_f(x, y, 3));
         }
      assert_in_range(drawn, big ? RIG_SIZE * RIG_SIZE : 3, big ? RIG_SIZE * RIG_SIZE : 9);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_image_format),
      cmocka_unit_test_setup_teardown(image_types, set_up, tear_down),
      cmocka_unit_test_setup_teardown(image_formats, set_up, tear_down),
      cmocka_unit_test_setup_teardown(gather, set_up, tear_down),
      cmocka_unit_test_setup_teardown(level_of_detail_at_edges, set_up, tear_down),
      cmocka_unit_test_setup_teardown(level_of_detail_across_faces, set_up, tear_down),
      cmocka_unit_test_setup_teardown(waves_of_64_lanes, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
