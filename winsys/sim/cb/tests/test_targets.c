/* test_targets.c: what draws leave in colour and depth surfaces, by packets alone: every colour format with every number type
 * and swap, every depth and stencil format, plain and with polygon offset. Expected bits are made here from the formats' names
 * (widths from the highest bits down) and the tables of swaps in the register manuals. test_cb.c and test_db.c have blending,
 * tests and layouts; a format of the database that is in no list here fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "winsys/sim/tests/px_rig.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* llvm-mc-19 -arch=amdgcn -mcpu=gfx803. The colour is s[0:3]; the second program asks each lane (v2: X of the position). */
static const uint32_t ps_uniform[] = {
   0x7e080200, 0x7e0a0201, 0x7e0c0202, 0x7e0e0203, /* v_mov_b32 v4, s0 ... v7, s3 */
   0xc400180f, 0x07060504, 0xbf810000,             /* exp mrt0 v4, v5, v6, v7 done vm; s_endpgm */
};
static const uint32_t ps_by_lane[] = {
   0x26040480,                                     /* v_and_b32 v2, 0, v2 */
   0x28080400, 0x280a0401, 0x280c0402, 0x280e0403, /* v_or_b32 v4, s0, v2 ... */
   0xc400180f, 0x07060504, 0xbf810000,
};

/* ---- colour ------------------------------------------------------------------------------------------------------------- */

enum { NORM = 1 << V_028C70_NUMBER_UNORM | 1 << V_028C70_NUMBER_SNORM, INT = 1 << V_028C70_NUMBER_UINT |
       1 << V_028C70_NUMBER_SINT,
       SRGB = 1 << V_028C70_NUMBER_SRGB, FLOAT = 1 << V_028C70_NUMBER_FLOAT };

/* Bits of the channels, lowest first. */
static const struct colour { uint8_t format, bits[4]; uint32_t numbers; } colours[] = {
   { V_028C70_COLOR_8, { 8 }, NORM | INT | SRGB },
   { V_028C70_COLOR_16, { 16 }, NORM | INT | FLOAT },
   { V_028C70_COLOR_8_8, { 8, 8 }, NORM | INT | SRGB },
   { V_028C70_COLOR_32, { 32 }, INT | FLOAT },
   { V_028C70_COLOR_16_16, { 16, 16 }, NORM | INT | FLOAT },
   { V_028C70_COLOR_10_11_11, { 11, 11, 10 }, FLOAT },
   { V_028C70_COLOR_11_11_10, { 10, 11, 11 }, FLOAT },
   { V_028C70_COLOR_10_10_10_2, { 2, 10, 10, 10 }, NORM | INT },
   { V_028C70_COLOR_2_10_10_10, { 10, 10, 10, 2 }, NORM | INT },
   { V_028C70_COLOR_8_8_8_8, { 8, 8, 8, 8 }, NORM | INT | SRGB },
   { V_028C70_COLOR_32_32, { 32, 32 }, INT | FLOAT },
   { V_028C70_COLOR_16_16_16_16, { 16, 16, 16, 16 }, NORM | INT | FLOAT },
   { V_028C70_COLOR_32_32_32_32, { 32, 32, 32, 32 }, INT | FLOAT },
   { V_028C70_COLOR_5_6_5, { 5, 6, 5 }, 1 << V_028C70_NUMBER_UNORM },
   { V_028C70_COLOR_1_5_5_5, { 5, 5, 5, 1 }, 1 << V_028C70_NUMBER_UNORM },
   { V_028C70_COLOR_5_5_5_1, { 1, 5, 5, 5 }, 1 << V_028C70_NUMBER_UNORM },
   { V_028C70_COLOR_4_4_4_4, { 4, 4, 4, 4 }, 1 << V_028C70_NUMBER_UNORM },
};
/* Not for colour: depth buffers are written as colours of the same size, or copied into by the depth block. */
static const uint8_t no_colours[] = { V_028C70_COLOR_INVALID, V_028C70_COLOR_8_24, V_028C70_COLOR_24_8,
                                      V_028C70_COLOR_X24_8_32_FLOAT };

/* Component of each channel, lowest first: by count of channels and swap (STD, ALT, STD_REV, ALT_REV). */
static const char *const orders[4][4] = {
   { "R", "G", "B", "A" }, { "RG", "RA", "GR", "AR" }, { "RGB", "RGA", "BGR", "AGR" }, { "RGBA", "BGRA", "ABGR", "ARGB" } };

static uint32_t small_float(double v, unsigned mantissa) /* five bits of exponent, no sign; values that fit */
{
   int e;
   if (!(v > 0))
      return 0;
   double m = frexp(v, &e); /* v = 2m * 2^(e - 1) */
   return (uint32_t)(e + 14) << mantissa | (uint32_t)((2 * m - 1) * (1 << mantissa));
}

static double limited(double v, double lo, double hi) { return v < lo ? lo : v > hi ? hi : v; }

/* One channel. v: as a float; u: its bits, for integers. */
static uint32_t channel(unsigned number, unsigned bits, bool alpha, float v, uint32_t u)
{
   uint32_t max = bits == 32 ? UINT32_MAX : (1u << bits) - 1, half = max >> 1;
   switch (number) {
   case V_028C70_NUMBER_UNORM: return (uint32_t)lrint(limited((double)v, 0, 1) * max);
   case V_028C70_NUMBER_SNORM: return (uint32_t)lrint(limited((double)v, -1, 1) * half) & max;
   case V_028C70_NUMBER_UINT: return u < max ? u : max;
   case V_028C70_NUMBER_SINT: {
      int64_t i = (int32_t)u, top = half;
      return (uint32_t)(i > top ? top : i < -top - 1 ? -top - 1 : i) & max;
   }
   case V_028C70_NUMBER_SRGB: {
      double c = limited((double)v, 0, 1);
      return (uint32_t)lrint(255 * (alpha ? c : c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055));
   }
   default:
      if (bits == 32) {
         memcpy(&u, &v, 4);
         return u;
      }
      return bits < 16 ? small_float((double)v, bits - 5) : v < 0 ? 0x8000 | small_float((double)-v, 10) :
         small_float((double)v, 10);
   }
}

static void check_colour(const struct colour *c, unsigned number, unsigned swap, const uint32_t rgba[4], bool by_lane)
{
   unsigned chans = 0, el_bits = 0;
   while (chans < 4 && c->bits[chans])
      el_bits += c->bits[chans++];
   uint8_t want[16] = { 0 };
   for (unsigned k = 0, at = 0; k < chans; at += c->bits[k++]) {
      const char *order = orders[chans - 1][swap];
      unsigned component = order[k] == 'R' ? 0 : order[k] == 'G' ? 1 : order[k] == 'B' ? 2 : 3;
      float v;
      memcpy(&v, &rgba[component], 4);
      uint64_t word, bits = (uint64_t)channel(number, c->bits[k], component == 3, v, rgba[component]) << at % 32;
      memcpy(&word, want + at / 32 * 4, el_bits > 32 ? 8 - (at / 32 == 3 ? 4 : 0) : 4);
      word = (at / 32 == 3 || el_bits <= 32 ? (uint32_t)word : word) | bits;
      memcpy(want + at / 32 * 4, &word, 4);
   }
   static const unsigned layouts[] = { PX_COLOUR_1D, PX_COLOUR_2D };
   unsigned layout = layouts[(c->format + swap + by_lane) & 1];
   struct px_surf s;
   px_surf_init(&rig, &s, layout, el_bits / 8, 0, 1, 0x5a);
   rig_begin(&rig);
   px_bind_colour(&rig, 0, &s, layout, S_028C70_FORMAT(c->format) | S_028C70_NUMBER_TYPE(number) | S_028C70_COMP_SWAP(swap),
                  NULL);
   px_program(&rig, by_lane ? ps_by_lane : ps_uniform, by_lane ? sizeof ps_by_lane : sizeof ps_uniform,
              by_lane ? PX_CENTRE | PX_X : PX_CENTRE, rgba, 4);
   const float at[3][2] = { { 3, 5 }, { 3, 40 }, { 37, 5 } };
   for (unsigned k = 0; k < 3; k++)
      rig.vertex[k] = rig_at(at[k][0], at[k][1], 0);
   rig_draw(&rig, V_008958_DI_PT_RECTLIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   for (unsigned y = 0; y < RIG_SIZE; y++)
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         const uint8_t *got = s.map + tile_offset_B(&s.t, x, y, 0, 0);
         bool in = x >= 3 && x < 37 && y >= 5 && y < 40;
         for (unsigned i = 0; i < el_bits / 8; i++)
            if (got[i] != (in ? want[i] : 0x5a))
               fail_msg("format %u number %u swap %u%s: pixel %u,%u byte %u is %02x, expected %02x", c->format, number, swap,
                        by_lane ? " by lane" : "", x, y, i, got[i], in ? want[i] : 0x5a);
      }
   px_surf_free(&rig, &s);
}

/* Which channel is linear when alpha is not the highest is not documented, and no driver depends on it. */
static bool is_defined(const struct colour *c, unsigned number, unsigned swap)
{
   return number != V_028C70_NUMBER_SRGB || swap == V_028C70_SWAP_STD || (swap == V_028C70_SWAP_ALT && c->bits[3]);
}

static void colour_formats(void **state)
{
   (void)state;
   /* Floats that every float format has; normalised ones far from ties; in and out of range. */
   static const float floats[][4] = { { 0.5f, 3, 0, 1.25f }, { 1, 0.0625f, 640, 2 } }, norms[][4] = { { 0.31f, 1, 0, 0.81f },
      { -0.71f, 1.5f, 0.0025f, 0.55f }, { 0.92f, -3, 0.11f, 0 } };
   static const uint32_t ints[][4] = { { 0, 1, 2, 3 }, { 200, 0xffffffff, 0x80000000, 0x7fffffff },
                                       { 0xffffff80, 40000, 0xffff8000, 1000 } };
   unsigned done = 0;
   for (unsigned i = 0; i < COUNT(colours); i++)
      for (unsigned number = 0; number < 8; number++)
         for (unsigned swap = 0; swap < 4 && colours[i].numbers >> number & 1; swap++, done++)
            for (unsigned set = 0; is_defined(&colours[i], number, swap) &&
                 set < (number == V_028C70_NUMBER_FLOAT ? COUNT(floats) : COUNT(ints)); set++) {
               bool integer = number == V_028C70_NUMBER_UINT || number == V_028C70_NUMBER_SINT;
               uint32_t rgba[4];
               memcpy(rgba, integer ? (const void *)ints[set] : number == V_028C70_NUMBER_FLOAT ? floats[set] : norms[set], 16);
               check_colour(&colours[i], number, swap, rgba, set & 1);
            }
   print_message("%u formats, number types and swaps\n", done);
}

/* A format of the register database is written, or on the other list. */
static void every_colour_format(void **state)
{
   (void)state;
   for (unsigned format = 0; format <= V_028C70_COLOR_X24_8_32_FLOAT; format++) {
      bool found = format == V_028C70_COLOR_RESERVED_13 || format == V_028C70_COLOR_RESERVED_15;
      for (unsigned i = 0; i < COUNT(colours); i++)
         found = found || colours[i].format == format;
      for (unsigned i = 0; i < COUNT(no_colours); i++)
         found = found || no_colours[i] == format;
      if (!found)
         fail_msg("colour format %u is on no list", format);
   }
}

/* ---- depth and stencil -------------------------------------------------------------------------------------------------- */

static const double corner[3][3] = { { 3.25, 5.5, 0.2 }, { 60.125, 22.75, 0.5 }, { 17.875, 58.5, 0.35 } };

static bool inside(double x, double y)
{
   for (unsigned k = 0; k < 3; k++) {
      const double *a = corner[k], *b = corner[(k + 1) % 3];
      if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) < 0)
         return false;
   }
   return true;
}

static void slopes(double *dx, double *dy)
{
   const double *a = corner[0], *b = corner[1], *c = corner[2];
   double x1 = b[0] - a[0], y1 = b[1] - a[1], z1 = b[2] - a[2], x2 = c[0] - a[0], y2 = c[1] - a[1], z2 = c[2] - a[2];
   double area = x1 * y2 - x2 * y1;
   *dx = (z1 * y2 - z2 * y1) / area;
   *dy = (x1 * z2 - x2 * z1) / area;
}

/* Polygon offset (OpenGL 4.6, 14.6.5): the steeper slope times a factor, and units of what depth resolves: 2^bits, for floats
 * of the exponent of the largest depth. clamp 0: none. */
struct offset { float factor, units, clamp; };

static double offset_of(const struct offset *o, int bits, bool is_float)
{
   double dx, dy;
   int exponent;
   slopes(&dx, &dy);
   frexp(corner[1][2], &exponent);
   double r = ldexp(1, is_float ? exponent - 1 + bits : bits),
      z = fmax(fabs(dx), fabs(dy)) * (double)o->factor + r * (double)o->units;
   return o->clamp > 0 ? fmin(z, (double)o->clamp) : o->clamp < 0 ? fmax(z, (double)o->clamp) : z;
}

static const struct depth { uint8_t format, el_B; int bits; bool is_float; } depths[] = {
   { V_028040_Z_16, 2, -16, false }, { V_028040_Z_24, 4, -24, false }, { V_028040_Z_32_FLOAT, 4, -23, true },
};

static void check_depth(const struct depth *d, bool stencil, const struct offset *o)
{
   struct px_surf z, s;
   px_surf_init(&rig, &z, PX_DEPTH_1D, d->el_B, 0, 1, 0x11);
   px_surf_init(&rig, &s, PX_DEPTH_1D, 1, 0, 1, 0x22);
   for (unsigned k = 0; k < 3; k++) {
      rig.vertex[k] = rig_at((float)corner[k][0], (float)corner[k][1], 0);
      rig.vertex[k].z = (float)(2 * corner[k][2] - 1);
   }
   rig_begin(&rig);
   pm4_set_context_reg(&rig.pm4, R_028238_CB_TARGET_MASK, 0);
   px_bind_depth(&rig, &z, stencil ? &s : NULL, d->format,
                 S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) | S_028800_ZFUNC(V_028800_FRAG_ALWAYS) |
                    S_028800_STENCIL_ENABLE(stencil) | S_028800_STENCILFUNC(V_028800_FRAG_ALWAYS), 0);
   pm4_set_context_reg(&rig.pm4, R_02842C_DB_STENCIL_CONTROL, S_02842C_STENCILZPASS(V_02842C_STENCIL_REPLACE_TEST));
   pm4_set_context_reg(&rig.pm4, R_028430_DB_STENCILREFMASK, S_028430_STENCILTESTVAL(0x93) | S_028430_STENCILMASK(255) |
                                                                S_028430_STENCILWRITEMASK(0xf0) | S_028430_STENCILOPVAL(1));
   pm4_set_context_reg(&rig.pm4, R_028814_PA_SU_SC_MODE_CNTL, S_028814_POLY_OFFSET_FRONT_ENABLE(o != NULL) |
                                                                 S_028814_POLY_OFFSET_BACK_ENABLE(o != NULL));
   if (o) {
      pm4_set_context_reg(&rig.pm4, R_028B78_PA_SU_POLY_OFFSET_DB_FMT_CNTL,
                          S_028B78_POLY_OFFSET_NEG_NUM_DB_BITS((uint32_t)d->bits & 255) |
                                                                              S_028B78_POLY_OFFSET_DB_IS_FLOAT_FMT(d->is_float));
      rig_float_reg(&rig, R_028B7C_PA_SU_POLY_OFFSET_CLAMP, o->clamp);
      for (unsigned back = 0; back < 2; back++) { /* slopes are counted per sixteenth of a pixel */
         rig_float_reg(&rig, R_028B80_PA_SU_POLY_OFFSET_FRONT_SCALE + 8 * back, 16 * o->factor);
         rig_float_reg(&rig, R_028B84_PA_SU_POLY_OFFSET_FRONT_OFFSET + 8 * back, o->units);
      }
   }
   rig_draw(&rig, V_008958_DI_PT_TRILIST, 3);
   assert_int_equal(rig_run(&rig), WS_RESET_NONE);
   double dx, dy, add = o ? offset_of(o, d->bits, d->is_float) : 0;
   slopes(&dx, &dy);
   for (unsigned y = 0; y < RIG_SIZE; y++)
      for (unsigned x = 0; x < RIG_SIZE; x++) {
         bool in = inside(x + 0.5, y + 0.5);
         double want = corner[0][2] + dx * (x + 0.5 - corner[0][0]) + dy * (y + 0.5 - corner[0][1]) + add, got;
         uint32_t raw = (uint32_t)px_get(&z, x, y, 0, 0), fill = d->el_B == 2 ? 0x1111 : 0x11111111;
         want = limited(want, 0, 1);
         if (d->is_float) {
            float f;
            memcpy(&f, &raw, 4);
            got = (double)f;
         } else {
            raw &= d->el_B == 2 ? 0xffff : 0xffffff;
            fill &= d->el_B == 2 ? 0xffff : 0xffffff;
            got = raw / ldexp(1, -d->bits);
            want *= 1 - ldexp(1, d->bits);
         }
         double one = d->is_float ? 1e-7 : ldexp(1, d->bits);
         if (in ? fabs(got - want) > 0.51 * one + 1.2e-7 : raw != fill)
            fail_msg("depth format %u, stencil %u, offset %u: pixel %u,%u: %.9g, expected %.9g", d->format, stencil, o != NULL,
                     x, y, got, want);
         if (px_get(&s, x, y, 0, 0) != (in && stencil ? 0x92 : 0x22))
            fail_msg("stencil beside depth format %u: pixel %u,%u", d->format, x, y);
      }
   px_surf_free(&rig, &z);
   px_surf_free(&rig, &s);
}

static void depth_formats(void **state)
{
   (void)state;
   static const struct offset offsets[] = { { 0, 1000, 0 }, { 2, 0, 0 }, { -1.5f, -300, 0 }, { 3, 5000, 0.01f },
                                            { -3, 100, -0.02f },
                                            { 60, 0, 0 } };
   for (unsigned i = 0; i < COUNT(depths); i++)
      for (unsigned stencil = 0; stencil < 2; stencil++) {
         check_depth(&depths[i], stencil, NULL);
         for (unsigned o = 0; o < COUNT(offsets); o++)
            check_depth(&depths[i], stencil, &offsets[o]);
      }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_colour_format),
      cmocka_unit_test_setup_teardown(colour_formats, rig_set_up, rig_tear_down),
      cmocka_unit_test_setup_teardown(depth_formats, rig_set_up, rig_tear_down),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
