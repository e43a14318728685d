/* Waves and quads of every format against single pixels (cb_reference.h), to the bit: all number types, factors and equations, logic
 * operations, masks, exports, layouts, samples, and values that are not of everyday, with all instruction sets. */
#include "cb_reference.h"

static const uint8_t formats[] = {
   V_028C70_COLOR_8, V_028C70_COLOR_16, V_028C70_COLOR_8_8, V_028C70_COLOR_32, V_028C70_COLOR_16_16, V_028C70_COLOR_10_11_11,
   V_028C70_COLOR_11_11_10, V_028C70_COLOR_10_10_10_2, V_028C70_COLOR_2_10_10_10, V_028C70_COLOR_8_8_8_8, V_028C70_COLOR_32_32,
   V_028C70_COLOR_16_16_16_16, V_028C70_COLOR_32_32_32_32, V_028C70_COLOR_5_6_5, V_028C70_COLOR_1_5_5_5, V_028C70_COLOR_5_5_5_1,
   V_028C70_COLOR_4_4_4_4, V_028C70_COLOR_8_24,
};
static const uint8_t numbers[] = { V_028C70_NUMBER_UNORM, V_028C70_NUMBER_SNORM, V_028C70_NUMBER_UINT, V_028C70_NUMBER_SINT,
                                   V_028C70_NUMBER_SRGB, V_028C70_NUMBER_FLOAT };
static const uint8_t factors[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 19, 20 };

#define ANY(list) (list)[px_rand() % (sizeof(list) / sizeof *(list))]

/* Some in 0..1, some of any size, some that are no number or infinite. */
static uint32_t some_float(void)
{
   static const uint32_t odd[] = { 0x7f800000, 0xff800000, 0x7fc00001, 0xffa12345, 0x80000000, 1, 0x807fffff, 0x47800000, 0x477ff000,
                                   0x477fe000, 0xc7800000, 0x33800000, 0x387fc000 };
   switch (px_rand() % 8) {
   case 0: return ANY(odd);
   case 1: return px_rand();
   case 2: return (100 + px_rand() % 48) << 23 | (px_rand() & 0x807fffff);
   default: return fmt_bits(px_randf(-0.2f, 1.2f));
   }
}

static uint64_t some_lanes(void)
{
   return px_rand() & 1 ? UINT64_MAX : ((uint64_t)px_rand() << 32 | px_rand()) & (px_rand() & 3 ? UINT64_MAX : 0xff00ff0000);
}

struct surface { unsigned tile, pitch, height, log2_samples; };

static void set_target(unsigned format, unsigned number, const struct surface *s)
{
   const bool integers = number == V_028C70_NUMBER_UINT || number == V_028C70_NUMBER_SINT;
   static const uint8_t exports_of[] = { V_028714_SPI_SHADER_32_R, V_028714_SPI_SHADER_32_GR, V_028714_SPI_SHADER_32_AR,
      V_028714_SPI_SHADER_FP16_ABGR, V_028714_SPI_SHADER_UNORM16_ABGR, V_028714_SPI_SHADER_SNORM16_ABGR,
      V_028714_SPI_SHADER_32_ABGR, V_028714_SPI_SHADER_FP16_ABGR, V_028714_SPI_SHADER_32_ABGR };
   static const uint8_t integer_exports[] = { V_028714_SPI_SHADER_UINT16_ABGR, V_028714_SPI_SHADER_SINT16_ABGR,
      V_028714_SPI_SHADER_32_ABGR };
   const unsigned export_format = integers ? ANY(integer_exports) : ANY(exports_of);
   const unsigned rop = px_rand() & 3 ? 0xcc : px_rand() % 16 * 17;
   const bool common = px_rand() & 1;
   memset(&regs, 0, sizeof regs);
   set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
   set(R_028C64_CB_COLOR0_PITCH, s->pitch / 8 - 1);
   set(R_028C68_CB_COLOR0_SLICE, s->pitch * s->height / 64 - 1);
   set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(format) | S_028C70_NUMBER_TYPE(number) | S_028C70_COMP_SWAP(px_rand()) |
       S_028C70_BLEND_BYPASS(integers) | S_028C70_ROUND_MODE(px_rand()) | S_028C70_BLEND_CLAMP(!(px_rand() & 7)));
   set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(s->tile) | S_028C74_FORCE_DST_ALPHA_1(!(px_rand() & 7)) |
       S_028C74_NUM_SAMPLES(s->log2_samples) | S_028C74_NUM_FRAGMENTS(s->log2_samples));
   set(R_028238_CB_TARGET_MASK, px_rand() & 3 ? 15 : px_rand() & 15);
   set(R_02823C_CB_SHADER_MASK, 15);
   set(R_028714_SPI_SHADER_COL_FORMAT, export_format | export_format << 4);
   set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(rop));
   set(R_028780_CB_BLEND0_CONTROL, S_028780_ENABLE(px_rand() & 1) | S_028780_SEPARATE_ALPHA_BLEND(px_rand() & 1) |
       S_028780_COLOR_SRCBLEND(common ? V_028780_BLEND_ONE + px_rand() % 2 * 3 : ANY(factors)) |
       S_028780_COLOR_DESTBLEND(common ? V_028780_BLEND_ONE_MINUS_SRC_ALPHA : ANY(factors)) |
       S_028780_COLOR_COMB_FCN(common ? 0 : px_rand() % 5) | S_028780_ALPHA_SRCBLEND(common ? V_028780_BLEND_ONE : ANY(factors)) |
       S_028780_ALPHA_DESTBLEND(common ? V_028780_BLEND_ONE_MINUS_SRC_ALPHA : ANY(factors)) |
       S_028780_ALPHA_COMB_FCN(common ? 0 : px_rand() % 5));
   for (unsigned c = 0; c < 4; c++) {
      set(R_028414_CB_BLEND_RED + 4 * c, some_float());
      for (unsigned l = 0; l < 64; l++)
         for (unsigned e = 0; e < 2; e++)
            exports[e][c][l] = export_format == V_028714_SPI_SHADER_32_ABGR ? integers ? px_rand() >> px_rand() % 32 : some_float()
                               : export_format == V_028714_SPI_SHADER_FP16_ABGR && px_rand() & 3
                                  ? fmt_to_half(px_randf(-0.1f, 1.1f)) | fmt_to_half(px_randf(-0.1f, 1.1f)) << 16
                               : export_format < V_028714_SPI_SHADER_FP16_ABGR ? some_float() : px_rand();
   }
}

/* Half of the pixels have one colour in all samples. */
static void fill(const struct cb_target *t, unsigned number, uint8_t *bytes, size_t size_B, unsigned x, unsigned y)
{
   for (size_t i = 0; i < size_B; i += 4) {
      const uint32_t v = number == V_028C70_NUMBER_FLOAT && t->fmt->ch[0].bits == 32 ? some_float() : px_rand();
      memcpy(bytes + i, &v, 4);
   }
   for (unsigned l = 0; l < 64; l++)
      for (unsigned i = 1; i < 1u << t->surf.log2_samples && px_rand() & 7; i++) {
         const unsigned px = x + l % 8, py = y + l / 8;
         memcpy(bytes + tile_offset_B(&t->surf, px, py, 0, i), bytes + tile_offset_B(&t->surf, px, py, 0, 0), t->surf.el_B);
      }
}

static void test_waves(void **state)
{
   (void)state;
   enum { ROOM_B = 1 << 20 };
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t tiles[] = { PX_TILE_LINEAR, PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_THICK, PX_TILE_1D_DEPTH };
   static uint8_t before[ROOM_B], expected[ROOM_B];
   unsigned waves = 0, by_num[10] = { 0 }, blended = 0;
   mem = px_mem_create(ROOM_B);
   memset(exp_en, 15, sizeof exp_en);
   uint8_t *bytes = mem->base + PX_VA;
   for (unsigned round = 0; round < 12000; round++) {
      const unsigned format = ANY(formats), number = ANY(numbers), el_B = fmt_get(format)->el_B;
      struct surface s = { ANY(tiles), 32, 32, 0 };
      if (s.tile == PX_TILE_2D)
         s.pitch = 256, s.height = 128;
      if (s.tile == PX_TILE_LINEAR)
         s.pitch = 64, s.height -= px_rand() % 4;
      if (s.tile == PX_TILE_1D || s.tile == PX_TILE_1D_DEPTH || s.tile == PX_TILE_1D_DISPLAY || (s.tile == PX_TILE_2D && el_B <= 4))
         s.log2_samples = px_rand() & 3;
      const size_t size_B = ((size_t)s.pitch * s.height * el_B << s.log2_samples) * (s.tile == PX_TILE_1D_THICK ? 4 : 1);
      if (size_B > ROOM_B || (el_B == 16 && s.tile == PX_TILE_2D))
         continue;
      uint64_t room[CB_STATE_SIZE_B / 8];
      struct cb_state *cb = (struct cb_state *)(void *)room;
      struct cb_info info;
      set_target(format, number, &s);
      cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
      if (!cb->count)
         continue;
      struct cb_target *t = &cb->target[0];
      const unsigned step = 1u << px_rand() % 3, first = px_rand() % step, samples = 1u << s.log2_samples;
      const unsigned lanes = px_rand() & 3 ? 64 : 16;
      const unsigned x = px_rand() % 4 * 8, y = px_rand() % 5 * 8;
      const bool quads = lanes == 64 && px_rand() & 1;
      const uint64_t lane_mask = lanes == 64 ? UINT64_MAX : 0xffff;
      int32_t quad_x[16], quad_y[16];
      uint64_t cover[8];
      for (unsigned n = 0; n < 16; n++) {
         quad_x[n] = (int32_t)(x + (n << 1 & 2) + (n & 4));
         quad_y[n] = (int32_t)(y + (n & 2) + (n >> 1 & 4));
         if (quads) /* anywhere, none twice */
            quad_x[n] = (quad_x[n] + 8 * (int32_t)(px_rand() % 3)) % (int32_t)s.pitch;
      }
      for (unsigned i = 0; i < 8; i++)
         cover[i] = (i && px_rand() & 1 ? cover[i - 1] : some_lanes()) & lane_mask;
      fill(t, number, bytes, size_B, x < s.pitch - 8 ? x : 0, y < s.height - 8 ? y : 0);
      memcpy(before, bytes, size_B);
      for (unsigned i = first; i < samples; i += step)
         for (unsigned l = 0; l < lanes; l++)
            if (cover[i] >> l & 1)
               reference_pixel(t, (unsigned)quad_x[l / 4] + (l & 1), (unsigned)quad_y[l / 4] + (l >> 1 & 1), i,
                               (const uint32_t (*)[4][64])exports, l);
      memcpy(expected, bytes, size_B);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         use_kernels(t, ops);
         memcpy(bytes, before, size_B);
         if (quads)
            cb_write_quads(cb, quad_x, quad_y, 0, first, step, 16, cover, (const uint32_t (*)[4][64])exports, exp_en);
         else
            cb_write(cb, x, y, 0, first, step, cover, (const uint32_t (*)[4][64])exports, exp_en);
         for (size_t i = 0; i < size_B; i++)
            if (bytes[i] != expected[i])
               fail_msg("round %u: format %s, number %u, tile mode %u, %u samples, export %u, blend %u (%u %u %u, %u %u %u), "
                        "operation %x, cut %u, %s: byte %zu is %02x, not %02x, before %02x", round, t->fmt->name, number, s.tile,
                        samples, t->export_format, t->blend, t->color.src, t->color.dst, t->color.fcn, t->alpha.src, t->alpha.dst,
                        t->alpha.fcn, t->rop, t->cuts, px_ops_of(isa)->name, i, bytes[i], expected[i], before[i]);
      }
      waves++;
      by_num[t->num]++;
      blended += t->blend;
   }
   assert_true(waves > 5000 && blended > 1500);
   for (unsigned i = 0; i < sizeof numbers; i++)
      assert_true(by_num[numbers[i] == V_028C70_NUMBER_SRGB ? FMT_SRGB : numbers[i]] > 100);
   assert_int_equal(mem->fault_count, 0);
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_waves) };
   return cmocka_run_group_tests(tests, 0, 0);
}
