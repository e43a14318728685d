/* The colour block against a one-pixel reference in double precision: formats and swaps, blending, logic operations,
 * masks, export formats, layouts; all instruction sets alike. */
#include "winsys/sim/tests/px_test.h"

#include <math.h>

#include "hw_regs.h"
#include "util/ut_cpu.h"

#include "winsys/sim/core/regs.h"

#define MEM_B 0x40000u
static struct sim_mem *mem;
static struct sim_regs regs;
static uint32_t exports[9][4][64];
static uint8_t exp_en[64];

static void set(uint32_t reg, uint32_t v) { regs.context[(reg - SIM_CONTEXT_START) / 4] = v; }

static double factor(unsigned f, unsigned c, const double s[4], const double s1[4], const double d[4], const double k[4])
{
   switch (f) {
   case V_028780_BLEND_ZERO: return 0;
   case V_028780_BLEND_ONE: return 1;
   case V_028780_BLEND_SRC_COLOR: return s[c];
   case V_028780_BLEND_ONE_MINUS_SRC_COLOR: return 1 - s[c];
   case V_028780_BLEND_SRC_ALPHA: return s[3];
   case V_028780_BLEND_ONE_MINUS_SRC_ALPHA: return 1 - s[3];
   case V_028780_BLEND_DST_ALPHA: return d[3];
   case V_028780_BLEND_ONE_MINUS_DST_ALPHA: return 1 - d[3];
   case V_028780_BLEND_DST_COLOR: return d[c];
   case V_028780_BLEND_ONE_MINUS_DST_COLOR: return 1 - d[c];
   case V_028780_BLEND_SRC_ALPHA_SATURATE: return c == 3 ? 1 : fmin(s[3], 1 - d[3]);
   case V_028780_BLEND_CONSTANT_COLOR: return k[c];
   case V_028780_BLEND_ONE_MINUS_CONSTANT_COLOR: return 1 - k[c];
   case V_028780_BLEND_CONSTANT_ALPHA: return k[3];
   case V_028780_BLEND_ONE_MINUS_CONSTANT_ALPHA: return 1 - k[3];
   case V_028780_BLEND_SRC1_COLOR: return s1[c];
   case V_028780_BLEND_INV_SRC1_COLOR: return 1 - s1[c];
   case V_028780_BLEND_SRC1_ALPHA: return s1[3];
   default: return 1 - s1[3];
   }
}

static double combine(unsigned fcn, double s, double d, double fs, double fd)
{
   switch (fcn) {
   case V_028780_COMB_DST_PLUS_SRC: return s * fs + d * fd;
   case V_028780_COMB_SRC_MINUS_DST: return s * fs - d * fd;
   case V_028780_COMB_MIN_DST_SRC: return fmin(s, d);
   case V_028780_COMB_MAX_DST_SRC: return fmax(s, d);
   default: return d * fd - s * fs;
   }
}

static const struct { uint8_t format, number; } targets[] = {
   { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 0 }, { V_028C70_COLOR_5_6_5, 0 },
   { V_028C70_COLOR_8, 0 }, { V_028C70_COLOR_8_8, 0 }, { V_028C70_COLOR_8_8_8_8, 6 }, { V_028C70_COLOR_8_8_8_8, 1 },
   { V_028C70_COLOR_2_10_10_10, 0 }, { V_028C70_COLOR_16_16_16_16, 7 }, { V_028C70_COLOR_32_32_32_32, 7 },
   { V_028C70_COLOR_10_11_11, 7 }, { V_028C70_COLOR_1_5_5_5, 0 }, { V_028C70_COLOR_4_4_4_4, 0 }, { V_028C70_COLOR_32, 7 },
   { V_028C70_COLOR_16_16, 0 }, { V_028C70_COLOR_8_8_8_8, 4 }, { V_028C70_COLOR_16_16_16_16, 5 },
   { V_028C70_COLOR_32_32_32_32, 4 },
};

/* RGBA component in each channel from the lowest bits up, as the names in the register manuals are read. */
static const char *const swap_names[4][4] = {
   { "R", "G", "B", "A" }, { "RG", "RA", "GR", "AR" }, { "RGB", "RGA", "BGR", "AGR" }, { "RGBA", "BGRA", "ABGR", "ARGB" } };
static unsigned component(char c) { return c == 'R' ? 0 : c == 'G' ? 1 : c == 'B' ? 2 : 3; }

static void export_value(unsigned format, unsigned index, unsigned l, const double v[4], double seen[4])
{
   for (unsigned c = 0; c < 4; c++)
      seen[c] = 0;
   uint32_t h[4];
   switch (format) {
   case V_028714_SPI_SHADER_32_ABGR:
      for (unsigned c = 0; c < 4; c++) {
         exports[index][c][l] = fmt_bits((float)v[c]);
         seen[c] = (float)v[c];
      }
      return;
   case V_028714_SPI_SHADER_32_AR:
      exports[index][0][l] = fmt_bits((float)v[0]);
      exports[index][3][l] = fmt_bits((float)v[3]);
      seen[0] = (float)v[0];
      seen[3] = (float)v[3];
      return;
   case V_028714_SPI_SHADER_FP16_ABGR:
      for (unsigned c = 0; c < 4; c++) {
         h[c] = fmt_to_half((float)v[c]);
         seen[c] = fmt_from_half(h[c]);
      }
      break;
   case V_028714_SPI_SHADER_UNORM16_ABGR:
      for (unsigned c = 0; c < 4; c++) {
         h[c] = (uint32_t)rint(fmin(fmax(v[c], 0), 1) * 65535);
         seen[c] = h[c] / 65535.0;
      }
      break;
   default: /* SNORM16 */
      for (unsigned c = 0; c < 4; c++) {
         int i = (int)rint(fmin(fmax(v[c], -1), 1) * 32767);
         h[c] = (uint32_t)i & 0xffff;
         seen[c] = i / 32767.0;
      }
   }
   exports[index][0][l] = h[0] | h[1] << 16;
   exports[index][1][l] = h[2] | h[3] << 16;
}

static void test_all(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t tiles[5] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_THICK };
   static const uint8_t formats[5] = { V_028714_SPI_SHADER_32_ABGR, V_028714_SPI_SHADER_FP16_ABGR,
      V_028714_SPI_SHADER_UNORM16_ABGR, V_028714_SPI_SHADER_SNORM16_ABGR, V_028714_SPI_SHADER_32_AR };
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   unsigned exact = 0, close = 0;
   for (unsigned round = 0; round < 6000; round++) {
      unsigned ti = px_rand() % (sizeof(targets) / sizeof(targets[0])), tile = tiles[px_rand() % 5], swap = px_rand() & 3;
      const struct fmt *f = fmt_get(targets[ti].format);
      unsigned number = targets[ti].number, num = number == 6 ? FMT_SRGB : number;
      bool is_int = fmt_num_is_int(num);
      unsigned ef = is_int ? V_028714_SPI_SHADER_32_ABGR : formats[px_rand() % 5];
      unsigned pitch = tile == PX_TILE_2D ? 256 : 64, height = tile == PX_TILE_2D ? 128 : 64;
      if (f->el_B == 16 && tile == PX_TILE_2D)
         tile = PX_TILE_1D, pitch = height = 64;
      memset(&regs, 0, sizeof(regs));
      unsigned hole = px_rand() & 1; /* buffer 0 missing: export 0 goes to buffer 1 */
      unsigned at = 0x3c * hole, write_mask = px_rand() & 3 ? 15 : px_rand() & 15;
      set(R_028C60_CB_COLOR0_BASE + at, PX_VA >> 8);
      set(R_028C64_CB_COLOR0_PITCH + at, pitch / 8 - 1);
      set(R_028C68_CB_COLOR0_SLICE + at, pitch * height / 64 - 1);
      set(R_028C70_CB_COLOR0_INFO + at, S_028C70_FORMAT(targets[ti].format) | S_028C70_NUMBER_TYPE(number) |
          S_028C70_COMP_SWAP(swap) | S_028C70_BLEND_BYPASS(is_int) | S_028C70_ROUND_MODE(round >> 1));
      bool alpha1 = !(px_rand() & 7);
      set(R_028C74_CB_COLOR0_ATTRIB + at, S_028C74_TILE_MODE_INDEX(tile) | S_028C74_FORCE_DST_ALPHA_1(alpha1));
      set(R_028238_CB_TARGET_MASK, write_mask << 4 * hole);
      set(R_02823C_CB_SHADER_MASK, 0xfu << 4 * hole);
      set(R_028714_SPI_SHADER_COL_FORMAT, ef | ef << 4);
      bool rop_on = !(px_rand() & 3);
      unsigned op = px_rand() & 15, rop3 = rop_on ? op * 17 : V_028808_ROP3_COPY;
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(rop3));
      static const uint8_t factors[19] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19, 20 };
      unsigned bf[4], fcn[2];
      bool common = px_rand() & 1;
      unsigned common_src = px_rand() & 1 ? 4 : 1;
      for (unsigned k = 0; k < 4; k++)
         bf[k] = common ? (k & 1 ? 5 : common_src) : factors[px_rand() % 19];
      for (unsigned k = 0; k < 2; k++)
         fcn[k] = common || px_rand() & 1 ? 0 : px_rand() % 5;
      bool blend = px_rand() & 1, separate = px_rand() & 1;
      set(R_028780_CB_BLEND0_CONTROL + 4 * hole, S_028780_ENABLE(blend) | S_028780_SEPARATE_ALPHA_BLEND(separate) |
          S_028780_COLOR_SRCBLEND(bf[0]) | S_028780_COLOR_DESTBLEND(bf[1]) | S_028780_COLOR_COMB_FCN(fcn[0]) |
          S_028780_ALPHA_SRCBLEND(bf[2]) | S_028780_ALPHA_DESTBLEND(bf[3]) | S_028780_ALPHA_COMB_FCN(fcn[1]));
      if (!separate) {
         bf[2] = bf[0];
         bf[3] = bf[1];
         fcn[1] = fcn[0];
      }
      double k[4];
      for (unsigned c = 0; c < 4; c++) {
         float v = px_randf(0, 1);
         k[c] = v;
         set(R_028414_CB_BLEND_RED + 4 * c, fmt_bits(v));
      }

      static uint8_t before[MEM_B], after[MEM_B], got[PX_TABLES][MEM_B];
      uint32_t used_B = pitch * height * f->el_B * (tile == PX_TILE_1D_THICK ? 4 : 1);
      for (uint32_t b = 0; b < used_B; b += 4) {
         uint32_t v = px_rand();
         if (num == FMT_FLOAT)
            v = f->ch[0].bits == 32 ? fmt_bits(px_randf(0, 2)) : v & (f->ch[0].bits == 16 ? 0x3fff3fffu :
                                                                      (0x3ffu | 0x3ffu << 11 | 0x1ffu << 22));
         memcpy(before + b, &v, 4);
      }
      unsigned lanes = 16u << px_rand() % 3, x = (px_rand() & 3) * 8, y = (px_rand() & 3) * 8;
      uint64_t mask = ((uint64_t)px_rand() << 32 | px_rand()) & (lanes == 64 ? ~0ull : (1ull << lanes) - 1);
      if (round & 1)
         mask = lanes == 64 ? ~0ull : (1ull << lanes) - 1;
      double src[64][4], src1[64][4];
      uint32_t isrc[64][4];
      const float beyond = round & 2 ? 0.3f : 0; /* colours in 0..1 may go another way */
      for (unsigned l = 0; l < 64; l++) {
         double v[4], v1[4];
         for (unsigned c = 0; c < 4; c++) {
            v[c] = px_rand() & 3 ? px_randf(-beyond, 1 + beyond) : px_rand() & 1;
            v1[c] = px_randf(0, 1);
         }
         export_value(ef, 0, l, v, src[l]);
         export_value(ef, 1, l, v1, src1[l]);
         for (unsigned c = 0; c < 4 && is_int; c++)
            exports[0][c][l] = isrc[l][c] = px_rand() >> px_rand() % 32;
      }

      struct cb_state cb;
      struct cb_info info;
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         if (!ops)
            continue;
         memcpy(mem->base + PX_VA, before, used_B);
         cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         if (cb.count) {
            cb_fn w = cb.target[0].write16;
            cb_wave_fn wave = cb.target[0].write64;
            if (wave)
               cb.target[0].write64 = wave == px_ops()->cb_copy8888_wave ? ops->cb_copy8888_wave : ops->cb_blend8888_wave;
            cb.target[0].write16 = w == px_ops()->cb_general ? ops->cb_general : w == px_ops()->cb_copy8888 ? ops->cb_copy8888 :
               ops->cb_blend8888;
         }
         cb_write(&cb, x, y, 0, 0, lanes, mask, (const uint32_t (*)[4][64])exports, exp_en);
         memcpy(got[isa], mem->base + PX_VA, used_B);
         assert_memory_equal(got[isa], got[0], used_B);
      }
      assert_int_equal(mem->fault_count, 0);
      memcpy(after, got[0], used_B);
      bool rop = rop_on && op != 12 && num != FMT_FLOAT && num != FMT_SRGB, blending = blend && !is_int && !rop;
      bool dual = false;
      for (unsigned b = 0; b < 4; b++)
         dual |= bf[b] >= 15 && bf[b] <= 18;
      (void)dual;

      const char *order = swap_names[f->chans - 1][swap];
      struct tile_surf *s = &cb.target[0].surf;
      for (unsigned l = 0; l < lanes && cb.count; l++) {
         unsigned px = x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), py = y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
         uint64_t off = tile_offset_B(s, px, py, 0, 0);
         if (!(mask >> l & 1))
            continue;
         uint32_t old[4] = { 0 }, new[4] = { 0 }, dec[4];
         memcpy(old, before + off, f->el_B);
         memcpy(new, after + off, f->el_B);
         memcpy(before + off, after + off, f->el_B); /* so that all else must be untouched */
         double d[4] = { 0, 0, 0, 1 }, sc[4], s1c[4];
         fmt_decode(f, num, old, dec);
         for (unsigned m = 0; m < f->chans; m++)
            d[component(order[m])] = fmt_float(dec[m]);
         if (alpha1)
            d[3] = 1;
         bool unit = num == FMT_UNORM || num == FMT_SRGB;
         for (unsigned c = 0; c < 4; c++) {
            sc[c] = unit ? fmin(fmax(src[l][c], 0), 1) : num == FMT_SNORM ? fmin(fmax(src[l][c], -1), 1) : src[l][c];
            s1c[c] = unit ? fmin(fmax(src1[l][c], 0), 1) : src1[l][c];
         }
         for (unsigned m = 0; m < f->chans; m++) {
            struct fmt_chan ch = f->ch[m];
            uint32_t max = ch.bits == 32 ? ~0u : (1u << ch.bits) - 1;
            uint32_t o = old[ch.dw] >> ch.shift & max, n = new[ch.dw] >> ch.shift & max;
            unsigned c = component(order[m]);
            if (!(write_mask >> c & 1)) {
               assert_int_equal(n, o);
               continue;
            }
            if (is_int) {
               uint32_t v = isrc[l][c];
               uint32_t want = num == FMT_UINT ? (v < max ? v : max) :
                  (uint32_t)((int32_t)v > (int32_t)(max >> 1) ? (int32_t)(max >> 1) : (int32_t)v < -(int32_t)(max >> 1) - 1 ?
                             -(int32_t)(max >> 1) - 1 : (int32_t)v) & max;
               if (rop) {
                  uint32_t r = 0;
                  for (unsigned b = 0; b < 32; b++)
                     r |= (uint32_t)(op >> ((want >> b & 1) << 1 | (o >> b & 1)) & 1) << b;
                  want = r & max;
               }
               assert_int_equal(n, want);
               continue;
            }
            double want = sc[c];
            if (blending)
               want = combine(fcn[c == 3], sc[c], d[c], factor(bf[c == 3 ? 2 : 0], c, sc, s1c, d, k),
                              factor(bf[c == 3 ? 3 : 1], c, sc, s1c, d, k));
            if (num == FMT_FLOAT) {
               uint32_t out[4];
               fmt_decode(f, num, new, out);
               double v = fmt_float(out[m]), step = ch.bits == 32 ? 1e-6 : ch.bits == 16 ? 1e-3 : 0.035;
               if (ch.bits < 16)
                  want = fmax(want, 0);
               if (!(fabs(v - want) <= fabs(want) * step + (ch.bits == 32 ? 1e-6 : 1e-4)))
                  print_error("round %u format %s export %u blend %u (%u %u %u): %f want %f (src %f dst %f)\n", round, f->name,
                              ef, blending, bf[0], bf[1], fcn[0], v, want, sc[c], d[c]);
               assert_true(fabs(v - want) <= fabs(want) * step + (ch.bits == 32 ? 1e-6 : 1e-4));
               assert_true(!(round >> 1 & 1) || fabs(v) <= fabs(want) * (1 + 1e-6) + 1e-6); /* cut, not rounded */
               continue;
            }
            double code;
            if (num == FMT_SNORM)
               code = fmin(fmax(want, -1), 1) * 127;
            else if (num == FMT_SRGB && m < 3) {
               double v = fmin(fmax(want, 0), 1);
               code = 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055);
            } else
               code = fmin(fmax(want, 0), 1) * max;
            uint32_t near = (uint32_t)(int32_t)rint(code) & max;
            if (rop) {
               if (fabs(code - floor(code) - 0.5) < (max > 255 ? 0.02 : 1e-3))
                  continue;
               uint32_t r = 0;
               for (unsigned b = 0; b < 32; b++)
                  r |= (uint32_t)(op >> ((near >> b & 1) << 1 | (o >> b & 1)) & 1) << b;
               assert_int_equal(n, r & max);
               continue;
            }
            int32_t have = num == FMT_SNORM ? (int8_t)n : (int32_t)n;
            if (fabs(have - code) > 0.5 + 2e-3 * (max > 255 ? 10 : 1))
               print_error("round %u format %s num %u swap %u tile %u export %u blend %u (%u %u %u) mask %x: lane %u chan %u: %d "
                           "want %f (src %f dst %f)\n",
                           round, f->name, num, swap, tile, ef, blending, bf[0], bf[1], fcn[0], write_mask, l, m, have, code,
                           sc[c], d[c]);
            assert_true(fabs(have - code) <= 0.5 + 2e-3 * (max > 255 ? 10 : 1));
            exact += n == near;
            close++;
         }
      }
      assert_memory_equal(after, before, used_B);
   }
   assert_true(close > 100000 && exact > close - close / 500);
   px_mem_destroy(mem);
}

/* What ROUND_MODE says of floats, to the bit: rounded or cut, against the neighbours that the format has. */
static void test_round_mode(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t formats[2] = { V_028C70_COLOR_16_16_16_16, V_028C70_COLOR_10_11_11 };
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   for (unsigned round = 0; round < 4000; round++) {
      const struct fmt *f = fmt_get(formats[round & 1]);
      bool cuts = round >> 1 & 1;
      memset(&regs, 0, sizeof(regs));
      set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
      set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(formats[round & 1]) | S_028C70_NUMBER_TYPE(7) | S_028C70_ROUND_MODE(cuts));
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(PX_TILE_1D));
      set(R_028238_CB_TARGET_MASK, 15);
      set(R_02823C_CB_SHADER_MASK, 15);
      set(R_028714_SPI_SHADER_COL_FORMAT, V_028714_SPI_SHADER_32_ABGR);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(V_028808_ROP3_COPY));
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < 16; l++) {
            uint32_t v = (112 + px_rand() % 32 - px_rand() % 2 * (px_rand() % 16)) << 23 | (px_rand() & 0x7fffff);
            if (px_rand() & 1) /* on the format's grid, in its middle, and beside them */
               v = (v & 0xfffe0000) + (px_rand() % 5 << 10) - px_rand() % 3;
            if (!(px_rand() & 15))
               v = px_rand() & 1 ? 0x7f800000 : 0x7f800001 + px_rand() % 0x7fffff;
            exports[0][c][l] = v | (f->ch[0].bits == 16 ? px_rand() & 1 : 0) << 31;
         }
      uint32_t got[PX_TABLES][16][4];
      struct cb_state cb;
      struct cb_info info;
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         if (!ops)
            continue;
         cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         assert_int_equal(cb.count, 1);
         cb.target[0].write16 = ops->cb_general;
         cb_write(&cb, 0, 0, 0, 0, 16, 0xffff, (const uint32_t (*)[4][64])exports, exp_en);
         for (unsigned l = 0; l < 16; l++) {
            uint32_t raw[4] = { 0 };
            memcpy(raw, mem->base + PX_VA + l * f->el_B, f->el_B);
            for (unsigned m = 0; m < f->chans; m++)
               got[isa][l][m] = raw[f->ch[m].dw] >> f->ch[m].shift & ((1u << f->ch[m].bits) - 1);
         }
         assert_memory_equal(got[isa], got[0], sizeof got[0]);
      }
      for (unsigned l = 0; l < 16; l++)
         for (unsigned m = 0; m < f->chans; m++) {
            unsigned man = f->ch[m].bits == 16 ? 10 : f->ch[m].bits - 5, more = 10 - man;
            uint32_t in = exports[0][m][l], inf = 31u << man, n = got[0][l][m] & (inf | ((1u << man) - 1));
            double v = fabs((double)fmt_float(in)), most = fmt_from_half((inf - 1) << more);
            if (man == 10)
               assert_int_equal(got[0][l][m] >> 15, in >> 31);
            if (v != v) {
               assert_true(n > inf);
            } else if (v >= (cuts ? 0x1p16 : (most + 0x1p16) / 2)) {
               assert_int_equal(n, man < 10 && v < INFINITY ? inf - 1 : inf);
            } else if (cuts || v <= most) {
               double low = fmt_from_half(n << more), high = fmt_from_half((n + 1) << more);
               double under = n ? fmt_from_half((n - 1) << more) : -high;
               assert_true(cuts ? low <= v && v < high : v >= (under + low) / 2 && v <= (low + high) / 2);
            }
         }
   }
   px_mem_destroy(mem);
}

/* Registers with any bits: only mapped memory is touched. */
static void test_hostile(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   for (unsigned round = 0; round < 3000; round++) {
      for (unsigned i = 0; i < sizeof(regs.context) / 4; i++)
         regs.context[i] = px_rand();
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | px_rand() << 16);
      for (unsigned i = 0; i < 8; i++) {
         set(R_028C60_CB_COLOR0_BASE + 0x3c * i, PX_VA >> 8 | (px_rand() & 0xff));
         set(R_028C64_CB_COLOR0_PITCH + 0x3c * i, px_rand() & 15);
         set(R_028C68_CB_COLOR0_SLICE + 0x3c * i, px_rand() & 255);
         set(R_028C6C_CB_COLOR0_VIEW + 0x3c * i, px_rand() & 0x6003);
      }
      struct cb_state cb;
      struct cb_info info;
      cb_state_init(&cb, mem, &regs, 6 + round % 3, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info,
                    NULL);
      for (unsigned n = 0; n < 4; n++)
         cb_write(&cb, (px_rand() & 31) * 8, (px_rand() & 31) * 8, px_rand() & 7, px_rand() & 7, 64, ~0ull,
                  (const uint32_t (*)[4][64])exports, exp_en);
   }
   assert_true(mem->fault_count > 0);
   px_mem_destroy(mem);
}

/* Blending that a line may stand for, in two of three rounds. */
static void set_blend(void)
{
   static const uint8_t factors[12] = { V_028780_BLEND_ZERO, V_028780_BLEND_ONE, V_028780_BLEND_SRC_ALPHA,
      V_028780_BLEND_ONE_MINUS_SRC_ALPHA, V_028780_BLEND_SRC_COLOR, V_028780_BLEND_ONE_MINUS_SRC_COLOR, V_028780_BLEND_DST_COLOR,
      V_028780_BLEND_ONE_MINUS_DST_COLOR, V_028780_BLEND_DST_ALPHA, V_028780_BLEND_ONE_MINUS_DST_ALPHA,
      V_028780_BLEND_CONSTANT_COLOR, V_028780_BLEND_ONE_MINUS_SRC_ALPHA };
   bool over = px_rand() & 1;
   set(R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(px_rand() % 3 != 0) | S_028780_SEPARATE_ALPHA_BLEND(px_rand() & 1) |
       S_028780_COLOR_SRCBLEND(over ? V_028780_BLEND_SRC_ALPHA : factors[px_rand() % 12]) |
       S_028780_COLOR_DESTBLEND(over ? V_028780_BLEND_ONE_MINUS_SRC_ALPHA : factors[px_rand() % 12]) |
       S_028780_ALPHA_SRCBLEND(factors[px_rand() % 12]) | S_028780_ALPHA_DESTBLEND(factors[px_rand() % 12]));
   for (unsigned c = 0; c < 4; c++)
      set(R_028414_CB_BLEND_RED + 4 * c, fmt_bits(px_randf(0, 1)));
}

/* One colour painted is that colour written pixel by pixel: every format, layout, block, row of blocks and mask, with and without
 * blending. */
static void test_paint(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t tiles[5] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_THICK };
   static uint8_t before[MEM_B], written[MEM_B];
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   unsigned painted = 0, lines = 0, runs[5] = { 0 };
   struct cb_paint *paint = cb_paint_create();
   for (unsigned i = 0; i < MEM_B; i++)
      before[i] = (uint8_t)px_rand();
   for (unsigned round = 0; round < 6000; round++) {
      unsigned ti = round & 1 ? px_rand() % (sizeof(targets) / sizeof(targets[0])) : 0, layout = px_rand() % 5;
      unsigned tile = tiles[layout];
      const struct fmt *f = fmt_get(targets[ti].format);
      unsigned size = tile == PX_TILE_2D && f->el_B < 16 ? 128 : 64;
      if (f->el_B == 16 && tile == PX_TILE_2D)
         tile = PX_TILE_1D;
      unsigned pitch = tile == PX_TILE_2D ? 256 : size;
      memset(&regs, 0, sizeof(regs));
      set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
      set(R_028C64_CB_COLOR0_PITCH, pitch / 8 - 1);
      set(R_028C68_CB_COLOR0_SLICE, pitch * size / 64 - 1);
      set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(targets[ti].format) | S_028C70_NUMBER_TYPE(targets[ti].number) |
          S_028C70_COMP_SWAP(px_rand() & 3));
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(tile));
      set(R_028238_CB_TARGET_MASK, px_rand() & 3 ? 15 : px_rand() & 15);
      set(R_02823C_CB_SHADER_MASK, 15);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(0xcc));
      bool halves = !(round & 1) && px_rand() & 1;
      set(R_028714_SPI_SHADER_COL_FORMAT, halves ? V_028714_SPI_SHADER_FP16_ABGR : V_028714_SPI_SHADER_32_ABGR);
      if (!fmt_num_is_int(targets[ti].number))
         set_blend();
      uint64_t room[CB_STATE_SIZE_B / 8];
      struct cb_state *cb = (struct cb_state *)(void *)room;
      struct cb_info info;
      cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
      assert_int_equal(cb_can_paint(cb), info.active_mask != 0);
      if (!cb_can_paint(cb))
         continue;
      for (unsigned c = 0; c < 4; c++) {
         uint32_t value = fmt_num_is_int(targets[ti].number) ? px_rand() & 0xff : fmt_bits(px_randf(-0.2f, 1.2f));
         if (halves)
            value = fmt_to_half(px_randf(-0.2f, 1.2f)) | fmt_to_half(px_randf(-0.2f, 1.2f)) << 16;
         for (unsigned l = 0; l < 64; l++)
            exports[0][c][l] = value;
      }
      unsigned lanes = px_rand() & 1 ? 64 : 16, blocks = cb->target[0].line16 ? 20 : 1;
      uint8_t *bytes = mem->base + PX_VA;
      memcpy(bytes, before, MEM_B);
      struct { unsigned x, y, row; uint64_t mask; } block[20]; /* row: so many complete ones beside each other */
      for (unsigned n = 0; n < blocks; n++) {
         block[n].x = px_rand() % 8 * 8, block[n].y = px_rand() % 8 * 8;
         block[n].mask = px_rand() & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
         if (lanes == 16)
            block[n].mask &= 0xffff;
         block[n].row = block[n].mask == ~0ull ? 1 + px_rand() % (8 - block[n].x / 8) : 1;
         for (unsigned k = 0; k < block[n].row; k++)
            cb_write(cb, block[n].x + 8 * k, block[n].y, 0, 0, lanes, block[n].mask, (const uint32_t (*)[4][64])exports, exp_en);
      }
      memcpy(written, bytes, MEM_B);
      memcpy(bytes, before, MEM_B);
      cb_paint_init(cb, (const uint32_t (*)[4][64])exports, exp_en, paint);
      for (unsigned n = 0; n < blocks; n++) {
         if (block[n].row == 1)
            cb_paint(cb, paint, block[n].x, block[n].y, 0, 0, lanes, block[n].mask);
         else
            runs[layout] += cb_paint_row(cb, paint, block[n].x, block[n].y, 0, block[n].row);
      }
      if (memcmp(bytes, written, MEM_B))
         fail_msg("format %u, number %u, tile mode %u, %u lanes, mask of the first block %llx", targets[ti].format,
                  targets[ti].number, tile, lanes, (unsigned long long)block[0].mask);
      painted++;
      struct cb_line line;
      lines += cb->target[0].line16 && cb_line_find(cb, &cb->target[0], (const uint32_t (*)[4][64])exports, &line);
   }
   assert_true(painted > 5000);
   assert_true(lines > 900);
   assert_true(!runs[0] && runs[1] > 10 && runs[2] > 10 && runs[3] > 10 && !runs[4]); /* 1D and 2D */
   free(paint);
   px_mem_destroy(mem);
}

/* Quads from anywhere against the same pixels in 4x4 blocks, one quad at a time. */
static void test_quads(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t tiles[5] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_THICK };
   static uint8_t before[MEM_B], written[MEM_B];
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   unsigned fast = 0;
   for (unsigned round = 0; round < 3000; round++) {
      unsigned ti = round & 1 ? px_rand() % (sizeof(targets) / sizeof(targets[0])) : 0, tile = tiles[px_rand() % 5];
      unsigned format = round & 1 ? targets[ti].format : V_028C70_COLOR_8_8_8_8, number = round & 1 ? targets[ti].number : 0;
      if (fmt_get(format)->el_B == 16 && tile == PX_TILE_2D)
         tile = PX_TILE_1D;
      unsigned height = tile == PX_TILE_2D ? 128 : tile == PX_TILE_LINEAR ? 64 - px_rand() % 3 : 64, pitch = tile == PX_TILE_2D ?
         256 : 64;
      memset(&regs, 0, sizeof(regs));
      set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
      set(R_028C64_CB_COLOR0_PITCH, pitch / 8 - 1);
      set(R_028C68_CB_COLOR0_SLICE, pitch * height / 64 - 1);
      set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(format) | S_028C70_NUMBER_TYPE(number) | S_028C70_COMP_SWAP(px_rand() & 3) |
          S_028C70_BLEND_BYPASS(fmt_num_is_int(number)));
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(tile));
      set(R_028238_CB_TARGET_MASK, px_rand() & 3 ? 15 : px_rand() & 15);
      set(R_02823C_CB_SHADER_MASK, 15);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(0xcc));
      set(R_028714_SPI_SHADER_COL_FORMAT, px_rand() & 1 ? V_028714_SPI_SHADER_32_ABGR : V_028714_SPI_SHADER_FP16_ABGR);
      static const uint8_t factors[4] = { V_028780_BLEND_SRC_ALPHA, V_028780_BLEND_ONE_MINUS_SRC_ALPHA, V_028780_BLEND_DST_COLOR,
                                          V_028780_BLEND_SRC1_COLOR };
      set(R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(px_rand() & 1) | S_028780_COLOR_SRCBLEND(factors[px_rand() & 3]) |
          S_028780_COLOR_DESTBLEND(factors[px_rand() & 3]));
      for (unsigned i = 0; i < MEM_B; i++)
         before[i] = (uint8_t)(i * 37 + round);
      for (unsigned e = 0; e < 2; e++)
         for (unsigned c = 0; c < 4; c++)
            for (unsigned l = 0; l < 64; l++)
               exports[e][c][l] = fmt_num_is_int(number) ? px_rand() & 0xff : fmt_bits(px_randf(-0.2f, 1.2f));
      int32_t x[16], y[16];
      unsigned quads = 1 + px_rand() % 16;
      uint64_t mask = (uint64_t)px_rand() << 32 | px_rand();
      for (unsigned n = 0; n < 16; n++) { /* near the lower end, some beyond the surface; now and then a quad twice */
         x[n] = (int32_t)(px_rand() % 40 * 2);
         y[n] = (int32_t)(height / 2 * 2 + 4 - px_rand() % 12 * 2);
         if (n && px_rand() & 1) {
            bool twice = !(px_rand() & 3);
            x[n] = twice ? x[n - 1] : x[n - 1] ^ 2;
            y[n] = y[n - 1];
         }
         for (unsigned k = 0; k < n; k++)
            if (x[k] == x[n] && y[k] == y[n])
               mask &= ~((mask >> 4 * k & 15) << 4 * n);
      }
      mask &= quads == 16 ? ~0ull : (1ull << 4 * quads) - 1;
      uint64_t room[CB_STATE_SIZE_B / 8];
      struct cb_state *cb = (struct cb_state *)(void *)room;
      struct cb_info info;
      uint8_t *bytes = mem->base + PX_VA;
      cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
      memcpy(bytes, before, MEM_B);
      for (unsigned n = 0; n < quads; n++) {
         static uint32_t one[2][4][64];
         unsigned to = ((unsigned)x[n] & 2) * 2 + ((unsigned)y[n] & 2) * 4;
         for (unsigned e = 0; e < 2; e++)
            for (unsigned c = 0; c < 4; c++)
               memcpy(&one[e][c][to], &exports[e][c][4 * n], 16);
         if (mask >> 4 * n & 15)
            cb_write(cb, (unsigned)x[n] & ~3u, (unsigned)y[n] & ~3u, 0, 0, 16, (mask >> 4 * n & 15) << to,
                     (const uint32_t (*)[4][64])one, exp_en);
      }
      memcpy(written, bytes, MEM_B);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         if (!ops)
            continue;
         if (cb->count && cb->target[0].write_quads) {
            cb->target[0].write_quads = cb->target[0].blend ? ops->cb_blend8888_quads : ops->cb_copy8888_quads;
            fast++;
         }
         memcpy(bytes, before, MEM_B);
         cb_write_quads(cb, x, y, 0, quads, mask, (const uint32_t (*)[4][64])exports, exp_en);
         if (memcmp(bytes, written, MEM_B))
            fail_msg("round %u: format %u, number %u, tile mode %u, %u quads, mask %llx, %s", round, format, number, tile, quads,
                     (unsigned long long)mask, ops->name);
      }
   }
   assert_true(fast > 1000);
   px_mem_destroy(mem);
}

/* One micro tile of bytes, exports of halves. */
static void halves_state(struct cb_state *cb, uint32_t blend, bool opaque)
{
   const struct hw_chip *chip = hw_chip_find("polaris10");
   struct cb_info info;
   memset(&regs, 0, sizeof(regs));
   set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
   set(R_028C64_CB_COLOR0_PITCH, 0);
   set(R_028C68_CB_COLOR0_SLICE, 0);
   set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(V_028C70_COLOR_8_8_8_8) | S_028C70_COMP_SWAP(px_rand() & 3));
   set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(PX_TILE_1D) | S_028C74_FORCE_DST_ALPHA_1(opaque));
   set(R_028238_CB_TARGET_MASK, 15);
   set(R_02823C_CB_SHADER_MASK, 15);
   set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(0xcc));
   set(R_028714_SPI_SHADER_COL_FORMAT, V_028714_SPI_SHADER_FP16_ABGR);
   set(R_028780_CB_BLEND0_CONTROL, blend);
   cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
   assert_non_null(cb->target[0].write64);
}

static void export_halves(unsigned first)
{
   for (unsigned l = 0; l < 64; l++) {
      const unsigned h = first + l;
      exports[0][0][l] = h | (0xffff - h) << 16;
      exports[0][1][l] = (h ^ 0x5555) | (h * 0x4d2b & 0xffff) << 16;
   }
}

/* Every half there is, as a byte of a channel: infinities, what is no number, and denormals too. */
static void test_halves(void **state)
{
   (void)state;
   uint64_t room[CB_STATE_SIZE_B / 8];
   struct cb_state *cb = (struct cb_state *)(void *)room;
   mem = px_mem_create(MEM_B);
   uint8_t *bytes = mem->base + PX_VA;
   halves_state(cb, 0, false);
   for (unsigned first = 0; first < 0x10000; first += 64) {
      const uint64_t mask = first & 64 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
      export_halves(first);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         if (!ops)
            continue;
         memset(bytes, 0x5a, 256);
         ops->cb_copy8888_wave(&cb->target[0], bytes, mask, (const uint32_t (*)[64])exports[0]);
         for (unsigned at = 0; at < 256; at++) {
            const unsigned c = cb->target[0].channel[at & 3];
            const float v = fmt_from_half(exports[0][c >> 1][at / 4] >> 16 * (c & 1) & 0xffff);
            const unsigned byte = mask >> at / 4 & 1 ? (unsigned)lrintf(v > 0 ? v < 1 ? v * 255 : 255 : 0) : 0x5a;
            if (bytes[at] != byte)
               fail_msg("%s, byte %u of %#x: %u, not %u", ops->name, at, first, bytes[at], byte);
         }
      }
   }
   px_mem_destroy(mem);
}

/* The commonest blends have kernels for full waves: the same bytes as of 4x4 blocks, with every instruction set. */
static void test_over(void **state)
{
   (void)state;
   static const uint8_t sources[2] = { V_028780_BLEND_SRC_ALPHA, V_028780_BLEND_ONE };
   uint64_t room[CB_STATE_SIZE_B / 8];
   struct cb_state *cb = (struct cb_state *)(void *)room;
   mem = px_mem_create(MEM_B);
   uint8_t *bytes = mem->base + PX_VA, before[256], blended[256];
   for (unsigned round = 0; round < 4096; round++) {
      const uint64_t mask = round & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
      halves_state(cb, S_028780_ENABLE(1) | S_028780_COLOR_SRCBLEND(sources[round >> 1 & 1]) |
                   S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA), round & 4);
      export_halves((round & 8 ? round * 16 : px_rand()) & 0xffff);
      for (unsigned l = 0; l < 64 && round & 16; l++) /* mostly between 0 and 1 */
         for (unsigned i = 0; i < 2; i++)
            exports[0][i][l] = px_rand() % 0x3c10 | px_rand() % 0x3c10 << 16;
      for (unsigned i = 0; i < sizeof before; i++)
         before[i] = (uint8_t)px_rand();
      memcpy(bytes, before, sizeof before);
      for (unsigned at = 0; at < 64; at += 16)
         if (mask >> at & 0xffff)
            px_ops_of(UT_ISA_BASE)->cb_blend8888(cb, &cb->target[0], at >> 2 & 4, at >> 3 & 4, 0, 0, mask >> at & 0xffff,
                                                 (const uint32_t (*)[64])&exports[0][0][at], NULL);
      memcpy(blended, bytes, sizeof blended);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         if (!ops)
            continue;
         memcpy(bytes, before, sizeof before);
         ops->cb_blend8888_wave(&cb->target[0], bytes, mask, (const uint32_t (*)[64])exports[0]);
         if (memcmp(bytes, blended, sizeof blended))
            fail_msg("round %u, mask %llx, %s", round, (unsigned long long)mask, ops->name);
      }
   }
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_all), cmocka_unit_test(test_paint), cmocka_unit_test(test_quads),
                                       cmocka_unit_test(test_halves), cmocka_unit_test(test_over),
                                       cmocka_unit_test(test_round_mode), cmocka_unit_test(test_hostile) };
   return cmocka_run_group_tests(tests, 0, 0);
}
