/* test_prims.c: primitives by packets alone: every primitive type, complete, cut short, restarted at every size of index and for
 * either provoking corner, against the same primitives as a plain list (OpenGL 4.6, 10.1 and table 13.1, and the compatibility
 * profile's quads and polygons); polygon modes and edge flags against points and lines; depth clamping; the copy of depth and
 * stencil to colour. Streams of numbers instead of pictures: test_strmout.c, test_gs.c (adjacency), test_hs.c (patches). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define BACK 0x11223344u

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. The rig's vertex program, with the edge flag from w of the colour. */
static const uint32_t vs_edge[] = {
   0xe05c2000, 0x80000400,  /* buffer_load_dwordx4 v[4:7], v0, s[0:3], 0 idxen */
   0xe05c2010, 0x80000800,  /* buffer_load_dwordx4 v[8:11], v0, s[0:3], 0 idxen offset:16 */
   0xbf8c0f70,              /* s_waitcnt vmcnt(0) */
   0x7e180f0b,              /* v_cvt_u32_f32 v12, v11 */
   0xc40000cf, 0x07060504,  /* exp pos0 v4, v5, v6, v7 */
   0xc40008d2, 0x00000c00,  /* exp pos1 off, v12, off, off done */
   0xc400020f, 0x0b0a0908,  /* exp param0 v8, v9, v10, v11 */
   0xbf810000,              /* s_endpgm */
};
enum { VS_EDGE_B = 1024 };

static struct pm4_buf *b = &rig.pm4;
static struct ws_bo *index_bo;
static void *indices;

static int set_up(void **state)
{
   (void)state;
   rig_init(&rig);
   index_bo = rig_buffer(&rig, 1 << 16);
   indices = rig.dev->impl->bo_map(index_bo);
   memcpy((uint8_t *)rig.dev->impl->bo_map(rig.code) + VS_EDGE_B, vs_edge, sizeof vs_edge);
   return 0;
}

static int tear_down(void **state)
{
   (void)state;
   rig.dev->impl->bo_unref(index_bo);
   rig_finish(&rig);
   return 0;
}

static uint32_t next_random(void)
{
   static uint32_t x = 2463534242u;
   x ^= x << 13, x ^= x >> 17, x ^= x << 5;
   return x;
}

/* ---- primitive types ---------------------------------------------------------------------------------------------------- */

/* Primitives of n vertices: corners by number, as many as the type's simple form has, and the provoking one. */
struct simple { uint32_t corner[3], provoking; };
enum { MAX_SIMPLE = 64 };

static unsigned add(struct simple *out, unsigned n, uint32_t a, uint32_t c, uint32_t d, uint32_t provoking)
{
   assert_true(n < MAX_SIMPLE);
   out[n] = (struct simple){ { a, c, d }, provoking };
   return n + 1;
}

static unsigned simple_of(unsigned type, uint32_t n, bool last, struct simple *out)
{
   unsigned k = 0;
   switch (type) {
   case V_008958_DI_PT_POINTLIST:
      for (uint32_t i = 0; i < n; i++)
         k = add(out, k, i, i, i, i);
      break;
   case V_008958_DI_PT_LINELIST:
      for (uint32_t i = 0; i + 2 <= n; i += 2)
         k = add(out, k, i, i + 1, 0, last ? i + 1 : i);
      break;
   case V_008958_DI_PT_LINESTRIP: case V_008958_DI_PT_LINELOOP:
      for (uint32_t i = 0; i + 2 <= n; i++)
         k = add(out, k, i, i + 1, 0, last ? i + 1 : i);
      if (type == V_008958_DI_PT_LINELOOP && n > 1)
         k = add(out, k, n - 1, 0, 0, last ? 0 : n - 1);
      break;
   case V_008958_DI_PT_LINELIST_ADJ:
      for (uint32_t i = 0; i + 4 <= n; i += 4)
         k = add(out, k, i + 1, i + 2, 0, last ? i + 2 : i + 1);
      break;
   case V_008958_DI_PT_LINESTRIP_ADJ:
      for (uint32_t i = 0; i + 4 <= n; i++)
         k = add(out, k, i + 1, i + 2, 0, last ? i + 2 : i + 1);
      break;
   case V_008958_DI_PT_TRILIST:
      for (uint32_t i = 0; i + 3 <= n; i += 3)
         k = add(out, k, i, i + 1, i + 2, last ? i + 2 : i);
      break;
   case V_008958_DI_PT_TRISTRIP:
      for (uint32_t i = 0; i + 3 <= n; i++)
         k = add(out, k, i & 1 ? i + 1 : i, i & 1 ? i : i + 1, i + 2, last ? i + 2 : i);
      break;
   case V_008958_DI_PT_TRIFAN:
      for (uint32_t i = 0; i + 3 <= n; i++)
         k = add(out, k, 0, i + 1, i + 2, last ? i + 2 : i + 1);
      break;
   case V_008958_DI_PT_POLYGON:
      for (uint32_t i = 0; i + 3 <= n; i++)
         k = add(out, k, 0, i + 1, i + 2, 0);
      break;
   case V_008958_DI_PT_TRILIST_ADJ:
      for (uint32_t i = 0; i + 6 <= n; i += 6)
         k = add(out, k, i, i + 2, i + 4, last ? i + 4 : i);
      break;
   case V_008958_DI_PT_TRISTRIP_ADJ:
      for (uint32_t i = 0; n >= 6 && i < (n - 4) / 2; i++)
         k = add(out, k, 2 * i + (i & 1 ? 2 : 0), 2 * i + (i & 1 ? 0 : 2), 2 * i + 4, last ? 2 * i + 4 : 2 * i);
      break;
   case V_008958_DI_PT_QUADLIST:
      for (uint32_t i = 0; i + 4 <= n; i += 4) {
         k = add(out, k, i, i + 1, last ? i + 3 : i + 2, last ? i + 3 : i);
         k = add(out, k, last ? i + 1 : i, i + 2, i + 3, last ? i + 3 : i);
      }
      break;
   case V_008958_DI_PT_QUADSTRIP: /* corners 2i, 2i + 1, 2i + 3, 2i + 2; the last one is 2i + 3, the first 2i */
      for (uint32_t i = 0; i + 4 <= n; i += 2) {
         if (last) {
            k = add(out, k, i + 2, i, i + 3, i + 3);
            k = add(out, k, i, i + 1, i + 3, i + 3);
         } else {
            k = add(out, k, i, i + 1, i + 3, i);
            k = add(out, k, i, i + 3, i + 2, i);
         }
      }
      break;
   default:
      fail_msg("primitive type %u", type);
   }
   return k;
}

static const struct { uint8_t type, simple; const char *name; } types[] = {
   { V_008958_DI_PT_POINTLIST, V_008958_DI_PT_POINTLIST, "points" },
   { V_008958_DI_PT_LINELIST, V_008958_DI_PT_LINELIST, "lines" },
   { V_008958_DI_PT_LINESTRIP, V_008958_DI_PT_LINELIST, "line strip" },
   { V_008958_DI_PT_TRILIST, V_008958_DI_PT_TRILIST, "triangles" },
   { V_008958_DI_PT_TRIFAN, V_008958_DI_PT_TRILIST, "fan" }, { V_008958_DI_PT_TRISTRIP, V_008958_DI_PT_TRILIST, "strip" },
   { V_008958_DI_PT_LINELIST_ADJ, V_008958_DI_PT_LINELIST, "lines with adjacency" },
   { V_008958_DI_PT_LINESTRIP_ADJ, V_008958_DI_PT_LINELIST, "line strip with adjacency" },
   { V_008958_DI_PT_TRILIST_ADJ, V_008958_DI_PT_TRILIST, "triangles with adjacency" },
   { V_008958_DI_PT_TRISTRIP_ADJ, V_008958_DI_PT_TRILIST, "strip with adjacency" },
   { V_008958_DI_PT_LINELOOP, V_008958_DI_PT_LINELIST, "line loop" },
   { V_008958_DI_PT_QUADLIST, V_008958_DI_PT_TRILIST, "quads" },
   { V_008958_DI_PT_QUADSTRIP, V_008958_DI_PT_TRILIST, "quad strip" },
   { V_008958_DI_PT_POLYGON, V_008958_DI_PT_TRILIST, "polygon" },
};
/* Tested elsewhere. */
static const struct { uint8_t type; const char *where; } others[] = {
   { V_008958_DI_PT_NONE, "draws nothing" }, { V_008958_DI_PT_RECTLIST, "nearly every other test" },
   { V_008958_DI_PT_PATCH, "test_hs.c" },
   { V_008958_DI_PT_UNUSED_0, "" }, { V_008958_DI_PT_UNUSED_1, "" }, { V_008958_DI_PT_UNUSED_3, "" },
   { V_008958_DI_PT_UNUSED_4, "" },
   { V_008958_DI_PT_TRI_WITH_WFLAGS, "of R600" }, /* what follows the polygon is R600's 2D */
};

static void every_primitive_type(void **state)
{
   (void)state;
   for (unsigned type = 0; type <= V_008958_DI_PT_POLYGON; type++) {
      bool found = false;
      for (unsigned i = 0; i < COUNT(types); i++)
         found = found || types[i].type == type;
      for (unsigned i = 0; i < COUNT(others); i++)
         found = found || others[i].type == type;
      if (!found)
         fail_msg("primitive type %u is on no list", type);
   }
}

static struct rig_vertex figure[64];

/* Vertices anywhere, each with a colour of its own; flat colours say which corner provokes. */
static void new_figure(void)
{
   for (uint32_t i = 0; i < COUNT(figure); i++) {
      uint32_t r = next_random();
      figure[i] = rig_at((float)(r & 0xffff) / 1024, (float)(r >> 16) / 1024, 0xff000000u | (i + 1) * 0x030507);
   }
}

static void begin(bool last)
{
   rig_begin(&rig);
   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(last));
   pm4_set_context_reg(b, R_028644_SPI_PS_INPUT_CNTL_0, S_028644_FLAT_SHADE(1));
}

static uint32_t expected[RIG_SIZE * RIG_SIZE];

static void keep_picture(void) { memcpy(expected, rig.pixel, sizeof expected); }

static void run(void) { assert_int_equal(rig_run(&rig), WS_RESET_NONE); }

/* `n` vertices from `first` as a list after the contents of the vertex buffer: each corner has the provoking one's values. */
static unsigned expand(unsigned type, bool last, unsigned first, unsigned n, unsigned at)
{
   struct simple list[MAX_SIMPLE];
   unsigned count = simple_of(type, n, last, list), corners = 1;
   for (unsigned i = 0; i < COUNT(types); i++)
      if (types[i].type == type)
         corners = types[i].simple == V_008958_DI_PT_TRILIST ? 3 : types[i].simple == V_008958_DI_PT_LINELIST ? 2 : 1;
   for (unsigned i = 0; i < count; i++)
      for (unsigned c = 0; c < corners; c++) {
         struct rig_vertex v = figure[first + list[i].corner[c]], p = figure[first + list[i].provoking];
         v.r = p.r, v.g = p.g, v.b = p.b, v.a = p.a;
         rig.vertex[at++] = v;
      }
   return at;
}

static unsigned pixels_drawn; /* so that it is not nothing that is compared */

static void compare(const char *name, unsigned n, bool last)
{
   for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; pixels_drawn += expected[i++] != BACK)
      if (rig.pixel[i] != expected[i])
         fail_msg("%s of %u vertices, %s provokes: pixel %u,%u is %08x, expected %08x", name, n, last ? "last" : "first",
                  i % RIG_SIZE,
                  i / RIG_SIZE, rig.pixel[i], expected[i]);
}

/* n vertices that lie there are the picture that is kept; then the canvas is empty again, and the figure is there. */
static void draw_expected(unsigned simple, unsigned n, unsigned last)
{
   rig_clear(&rig, BACK);
   begin(last);
   rig_draw(&rig, simple, n);
   run();
   keep_picture();
   rig_clear(&rig, BACK);
   memcpy(rig.vertex, figure, sizeof figure);
}

static void primitive_types(void **state)
{
   (void)state;
   pixels_drawn = 0;
   static const uint8_t counts[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16, 21 };
   for (unsigned t = 0; t < COUNT(types); t++)
      for (unsigned k = 0; k < COUNT(counts); k++)
         for (unsigned last = 0; last < 2; last++) {
            new_figure();
            draw_expected(types[t].simple, expand(types[t].type, last, 0, counts[k], 0), last);
            begin(last);
            rig_draw(&rig, types[t].type, counts[k]);
            run();
            compare(types[t].name, counts[k], last);
         }
   assert_in_range(pixels_drawn, 100000, 1000000);
}

/* Runs of vertices between restart indices, some too short for anything; bytes are GFX8's. */
static void restarts(void **state)
{
   (void)state;
   pixels_drawn = 0;
   static const uint8_t runs[] = { 7, 0, 12, 1, 9, 2, 8, 5, 0 };
   for (unsigned t = 0; t < COUNT(types); t++)
      for (unsigned size = 0; size < 3; size++)
         for (unsigned last = 0; last < 2; last++) {
            new_figure();
            unsigned n = 0, count = 0, first = 0;
            for (unsigned i = 0; i < COUNT(runs); i++) {
               n = expand(types[t].type, last, first, runs[i], n);
               for (unsigned k = 0; k <= runs[i]; k++, count++) {
                  uint32_t index = k < runs[i] ? first + k : size == 1 ? 0xfffe : size == 0 ? 0xfffffffe : 0xfe;
                  memcpy((uint8_t *)indices + (count << (2 - size)), &index, 4u >> size);
               }
               first += runs[i];
            }
            draw_expected(types[t].simple, n, last);
            begin(last);
            rig_restart_at(&rig, size == 1 ? 0xabcdfffe : size == 0 ? 0xfffffffe : 0x123456fe);
            rig_draw_indexed(&rig, types[t].type, size == 0 ? 1 : size == 1 ? 0 : 2, index_bo->va, count, count);
            run();
            compare(types[t].name, count, last);
         }
   assert_in_range(pixels_drawn, 50000, 1000000);
}

/* ---- polygon mode ------------------------------------------------------------------------------------------------------- */

enum { POINTS = V_028814_X_DRAW_POINTS, LINES = V_028814_X_DRAW_LINES, FILL = V_028814_X_DRAW_TRIANGLES };

static void begin_mode(unsigned front, unsigned back, bool edge_flags)
{
   begin(true);
   pm4_set_context_reg(b, R_028814_PA_SU_SC_MODE_CNTL, S_028814_PROVOKING_VTX_LAST(1) | S_028814_FACE(1) |
                                                          S_028814_POLY_MODE(V_028814_X_DUAL_MODE) |
                                                          S_028814_POLYMODE_FRONT_PTYPE(front) |
                                                             S_028814_POLYMODE_BACK_PTYPE(back));
   if (!edge_flags)
      return;
   pm4_set_context_reg(b, R_02881C_PA_CL_VS_OUT_CNTL, S_02881C_USE_VTX_EDGE_FLAG(1) | S_02881C_VS_OUT_MISC_VEC_ENA(1));
   pm4_set_context_reg(b, R_02870C_SPI_SHADER_POS_FORMAT, 4 | 4 << 4);
   pm4_set_sh_reg(b, R_00B120_SPI_SHADER_PGM_LO_VS, (uint32_t)((rig.code->va + VS_EDGE_B) >> 8));
}

/* A quad, a triangle, both also the other way round; `shown`: which sides there are, from corner k to the next. */
static void polygon_modes(void **state)
{
   (void)state;
   static const float at[4][2] = { { 8.5f, 9.5f }, { 50.5f, 12.5f }, { 44.5f, 51.5f }, { 13.5f, 40.5f } };
   for (unsigned corners = 3; corners <= 4; corners++)
      for (unsigned type = 0; type < 3; type++)
         for (unsigned reversed = 0; reversed < 2; reversed++)
            for (unsigned mode = POINTS; mode <= FILL; mode++)
               for (unsigned flags = 0; flags < 1u << corners; flags += mode == FILL || type == 2 ? 16 : 3) {
                  static const uint8_t drawn_as[2][3] = { { V_008958_DI_PT_TRILIST, V_008958_DI_PT_POLYGON,
                                                            V_008958_DI_PT_TRISTRIP },
                                                          { V_008958_DI_PT_QUADLIST, V_008958_DI_PT_POLYGON,
                                                            V_008958_DI_PT_TRIFAN } };
                  /* Fans and strips show the sides between their triangles, so only a triangle has none. */
                  unsigned shape = drawn_as[corners - 3][type], n = 0;
                  if (type == 2 && corners == 4)
                     continue;
                  bool use_flags = flags != 0;
                  unsigned shown = use_flags ? flags : 15;
                  for (unsigned k = 0; k < corners; k++) {
                     unsigned from = reversed ? corners - 1 - k : k;
                     figure[k] = rig_at(at[from][0], at[from][1], 0x00ffff00u);
                     figure[k].a = (float)(shown >> k & 1);
                  }
                  rig_clear(&rig, BACK);
                  begin(true);
                  if (mode == FILL) {
                     memcpy(rig.vertex, figure, sizeof figure);
                     rig_draw(&rig, shape, corners);
                  } else {
                     for (unsigned k = 0; k < corners; k++)
                        if (shown >> k & 1) {
                           rig.vertex[n++] = figure[k];
                           if (mode == LINES)
                              rig.vertex[n++] = figure[(k + 1) % corners];
                        }
                     for (unsigned k = 0; k < n; k++)
                        rig.vertex[k].a = 0;
                     rig_draw(&rig, mode == LINES ? V_008958_DI_PT_LINELIST : V_008958_DI_PT_POINTLIST, n);
                  }
                  run();
                  for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++)
                     expected[i] = rig.pixel[i] & 0xffffff; /* alpha says the flag */
                  rig_clear(&rig, BACK);
                  memcpy(rig.vertex, figure, sizeof figure);
                  begin_mode(reversed ? FILL - mode : mode, reversed ? mode : (mode + 1) % 3, use_flags);
                  rig_draw(&rig, shape, corners);
                  run();
                  unsigned drawn = 0;
                  for (unsigned i = 0; i < RIG_SIZE * RIG_SIZE; i++) {
                     rig.pixel[i] &= 0xffffff;
                     drawn += rig.pixel[i] != (BACK & 0xffffff);
                  }
                  assert_true(drawn >= 1);
                  compare(mode == FILL ? "filled" : mode == LINES ? "outline" : "corners", 100 * type + 10 * corners + flags,
                          reversed);
               }
}

/* ---- depth -------------------------------------------------------------------------------------------------------------- */

static float depth_at(const struct px_surf *z, unsigned x, unsigned y)
{
   uint32_t raw = (uint32_t)px_get(z, x, y, 0, 0);
   float v;
   memcpy(&v, &raw, 4);
   return v;
}

/* What is not clipped at the near and far planes is clamped to the viewport's range. */
static void depth_clamp(void **state)
{
   (void)state;
   struct px_surf z;
   px_surf_init(&rig, &z, PX_DEPTH_1D, 4, 0, 1, 0x11);
   const float lo = 0.25f, hi = 0.75f;
   for (unsigned clamped = 0; clamped < 2; clamped++) {
      memset(z.map, 0, z.t.slice_B);
      /* z runs from -2 to 2 in clip space, in x direction. */
      for (unsigned k = 0; k < 3; k++) {
         static const float x[3] = { 0, RIG_SIZE, 0 }, y[3] = { 0, 0, RIG_SIZE };
         rig.vertex[k] = rig_at(x[k], y[k], 0xffffffff);
         rig.vertex[k].z = x[k] > 0 ? 2 : -2;
      }
      rig_begin(&rig);
      rig_clear(&rig, BACK);
      pm4_set_context_reg(b, R_028810_PA_CL_CLIP_CNTL, S_028810_ZCLIP_NEAR_DISABLE(clamped) |
                          S_028810_ZCLIP_FAR_DISABLE(clamped));
      px_bind_depth(&rig, &z, NULL, V_028040_Z_32_FLOAT, S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(7),
                    0);
      rig_float_reg(&rig, R_0282D0_PA_SC_VPORT_ZMIN_0, lo);
      rig_float_reg(&rig, R_0282D4_PA_SC_VPORT_ZMAX_0, hi);
      rig_float_reg(&rig, R_02844C_PA_CL_VPORT_ZSCALE, (hi - lo) / 2);
      rig_float_reg(&rig, R_028450_PA_CL_VPORT_ZOFFSET, (hi + lo) / 2);
      rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
      run();
      for (unsigned y = 0; y < RIG_SIZE; y++)
         for (unsigned x = 0; x + y < RIG_SIZE - 1; x++) {
            double clip = -2 + 4 * (x + 0.5) / RIG_SIZE, want = (double)(lo + hi) / 2 + clip * (double)(hi - lo) / 2;
            bool in = clamped || fabs(clip) < 1;
            want = !in ? 0 : want < (double)lo ? (double)lo : want > (double)hi ? (double)hi : want;
            if ((rig_get(&rig, x, y) != BACK) != in || fabs((double)depth_at(&z, x, y) - want) > 1e-6)
               fail_msg("clamp %u, pixel %u,%u: %f, expected %f", clamped, x, y, (double)depth_at(&z, x, y), want);
         }
   }
   px_surf_free(&rig, &z);
}

/* DB_RENDER_CONTROL's copies: depth and stencil take the place of the colour's first two components. */
static void depth_to_colour(void **state)
{
   (void)state;
   for (unsigned log2 = 0; log2 <= 2; log2 += 2)
      for (unsigned sample = 0; sample < 1u << log2; sample += 3) {
         struct px_surf z, s, c;
         px_surf_init(&rig, &z, PX_DEPTH_1D, 4, log2, 1, 0);
         px_surf_init(&rig, &s, PX_DEPTH_1D, 1, log2, 1, 0);
         px_surf_init(&rig, &c, PX_COLOUR_1D, 8, 0, 1, 0x55);
         for (unsigned y = 0; y < RIG_SIZE; y++)
            for (unsigned x = 0; x < RIG_SIZE; x++)
               for (unsigned n = 0; n < 1u << log2; n++) {
                  float v = (float)(x + 64 * y + 4096 * n) / 65536;
                  memcpy(z.map + tile_offset_B(&z.t, x, y, 0, n), &v, 4);
                  s.map[tile_offset_B(&s.t, x, y, 0, n)] = (uint8_t)(x + y + n);
               }
         rig_begin(&rig);
         px_bind_colour(&rig, 0, &c, PX_COLOUR_1D, S_028C70_FORMAT(V_028C70_COLOR_32_32) |
                        S_028C70_NUMBER_TYPE(V_028C70_NUMBER_UINT), NULL);
         px_bind_depth(&rig, &z, &s, V_028040_Z_32_FLOAT, 0, 0);
         pm4_set_context_reg(b, R_028000_DB_RENDER_CONTROL, S_028000_DEPTH_COPY(1) | S_028000_STENCIL_COPY(1) |
                                                               S_028000_COPY_CENTROID(log2 == 0) | S_028000_COPY_SAMPLE(sample));
         px_rect(&rig, 0, 0, 0);
         rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
         run();
         for (unsigned y = 0; y < RIG_SIZE; y++)
            for (unsigned x = 0; x < RIG_SIZE; x++) {
               float v = (float)(x + 64 * y + 4096 * sample) / 65536;
               uint64_t want = (uint64_t)(uint8_t)(x + y + sample) << 32;
               uint32_t bits;
               memcpy(&bits, &v, 4);
               if (px_get(&c, x, y, 0, 0) != (want | bits))
                  fail_msg("pixel %u,%u sample %u: %#llx, expected %#llx", x, y, sample,
                           (unsigned long long)px_get(&c, x, y, 0, 0),
                           (unsigned long long)(want | bits));
            }
         px_surf_free(&rig, &z);
         px_surf_free(&rig, &s);
         px_surf_free(&rig, &c);
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_primitive_type),
      cmocka_unit_test_setup_teardown(primitive_types, set_up, tear_down),
      cmocka_unit_test_setup_teardown(restarts, set_up, tear_down),
      cmocka_unit_test_setup_teardown(polygon_modes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(depth_clamp, set_up, tear_down),
      cmocka_unit_test_setup_teardown(depth_to_colour, set_up, tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
