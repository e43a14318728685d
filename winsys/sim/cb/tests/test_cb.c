/* The colour block against a one-pixel reference in double precision: formats and swaps, blending, logic operations,
 * masks, export formats, layouts; all instruction sets alike. */
#include "cb_test.h"

#include "winsys/sim/base/nan.h"

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
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         memcpy(mem->base + PX_VA, before, used_B);
         cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         if (cb.count)
            use_kernels(&cb.target[0], ops);
         write_one(&cb, x, y, 0, 0, mask, (const uint32_t (*)[4][64])exports);
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
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         assert_int_equal(cb.count, 1);
         use_kernels(&cb.target[0], ops);
         write_one(&cb, 0, 0, 0, 0, 0xffff, (const uint32_t (*)[4][64])exports);
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
            if (man == 10 && v == v)
               assert_int_equal(got[0][l][m] >> 15, in >> 31);
            if (v != v) {
               assert_int_equal(got[0][l][m], inf | 1u << (man - 1));
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

/* NaNs with any sign and payload: the canonical one where the export is packed or blending takes part, the bits of a float that
 * is exported with 32 bits. On every instruction set. */
static void test_nans(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const struct { uint8_t format, chans; uint32_t some_nan /* in all channels of a dword */; } formats[] = {
      { V_028C70_COLOR_32_32_32_32, 4, 0x7f800001 }, { V_028C70_COLOR_32, 1, 0x7f800001 },
      { V_028C70_COLOR_16_16_16_16, 4, 0x7c017c01 }, { V_028C70_COLOR_10_11_11, 3, 0x7c1 | 0x7c1 << 11 | 0x3e1u << 22 },
   };
   mem = px_mem_create(MEM_B);
   memset(exp_en, 15, sizeof(exp_en));
   for (unsigned round = 0; round < 4 * 2 * 64; round++) {
      const unsigned k = round & 3, packed = round >> 2 & 1, blends = round >> 3 & 1, fcn = round >> 4 & 3;
      const struct fmt *f = fmt_get(formats[k].format);
      memset(&regs, 0, sizeof(regs));
      set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
      set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(formats[k].format) | S_028C70_NUMBER_TYPE(7));
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(PX_TILE_1D));
      set(R_028238_CB_TARGET_MASK, 15);
      set(R_02823C_CB_SHADER_MASK, 15);
      set(R_028714_SPI_SHADER_COL_FORMAT, packed ? V_028714_SPI_SHADER_FP16_ABGR : V_028714_SPI_SHADER_32_ABGR);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(V_028808_ROP3_COPY));
      set(R_028780_CB_BLEND0_CONTROL,
          S_028780_ENABLE(blends) | S_028780_COLOR_SRCBLEND(V_028780_BLEND_ONE) |
             S_028780_COLOR_DESTBLEND(fcn == 3 ? V_028780_BLEND_ONE : V_028780_BLEND_DST_COLOR) |
             S_028780_COLOR_COMB_FCN(fcn == 3 ? V_028780_COMB_MIN_DST_SRC : fcn));
      uint32_t old[16][4], got[16][4];
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < 16; l++) {
            exports[0][c][l] = (px_rand() & 0x80000000) | (0x7f800001 + px_rand() % 0x7fffff);
            if (packed)
               exports[0][c][l] = 0x7c017c01 | (px_rand() & 0x83ff83ff);
            old[l][c] = px_rand() | formats[k].some_nan;
         }
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         struct cb_state cb;
         struct cb_info info;
         if (!ops)
            continue;
         cb_state_init(&cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         assert_int_equal(cb.count, 1);
         use_kernels(&cb.target[0], ops);
         for (unsigned l = 0; l < 16; l++)
            memcpy(mem->base + PX_VA + l * f->el_B, old[l], f->el_B);
         write_one(&cb, 0, 0, 0, 0, 0xffff, (const uint32_t (*)[4][64])exports);
         for (unsigned l = 0; l < 16; l++) {
            memset(got[l], 0, sizeof got[l]);
            memcpy(got[l], mem->base + PX_VA + l * f->el_B, f->el_B);
            for (unsigned m = 0; m < formats[k].chans; m++) {
               const unsigned bits = f->ch[m].bits;
               uint32_t v = bits == 32 ? got[l][m] : got[l][f->ch[m].dw] >> f->ch[m].shift & ((1u << bits) - 1);
               uint32_t nan = bits == 32 ? SIM_NAN_32 : bits == 16 ? SIM_NAN_16 : bits == 11 ? 0x7e0 : 0x3f0;
               const bool moved = bits == 32 && !packed && !blends;
               if (v != (moved ? exports[0][m][l] : nan))
                  fail_msg("%s, format %u, packed %u, blends %u, operation %u: %#x", px_ops_of(isa)->name, formats[k].format, packed, blends,
                           fcn, v);
            }
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
         write_one(&cb, (px_rand() & 31) * 8, (px_rand() & 31) * 8, px_rand() & 7, px_rand() & 7, ~0ull,
                   (const uint32_t (*)[4][64])exports);
   }
   assert_true(mem->fault_count > 0);
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_all), cmocka_unit_test(test_round_mode), cmocka_unit_test(test_nans), cmocka_unit_test(test_hostile) };
   return cmocka_run_group_tests(tests, 0, 0);
}
