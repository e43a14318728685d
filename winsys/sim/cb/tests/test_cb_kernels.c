/* The kernels of the colour block for one colour, single quads and full waves, against 4x4 blocks written pixel by pixel, with all
 * instruction sets. */
#include "cb_reference.h"

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
   struct cb_constant *paint = cb_constant_create();
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
      assert_int_equal(cb_can_write_constant(cb), info.active_mask != 0);
      if (!cb_can_write_constant(cb))
         continue;
      for (unsigned c = 0; c < 4; c++) {
         uint32_t value = fmt_num_is_int(targets[ti].number) ? px_rand() & 0xff : fmt_bits(px_randf(-0.2f, 1.2f));
         if (halves)
            value = fmt_to_half(px_randf(-0.2f, 1.2f)) | fmt_to_half(px_randf(-0.2f, 1.2f)) << 16;
         for (unsigned l = 0; l < 64; l++)
            exports[0][c][l] = value;
      }
      unsigned lanes = px_rand() & 1 ? 64 : 16, blocks = cb->target[0].affine ? 20 : 1;
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
            write_one(cb, block[n].x + 8 * k, block[n].y, 0, 0, block[n].mask, (const uint32_t (*)[4][64])exports);
      }
      memcpy(written, bytes, MEM_B);
      memcpy(bytes, before, MEM_B);
      cb_constant_init(cb, (const uint32_t (*)[4][64])exports, exp_en, paint);
      for (unsigned n = 0; n < blocks; n++) {
         if (block[n].row == 1)
            cb_constant(cb, paint, block[n].x, block[n].y, 0, 0, block[n].mask);
         else
            runs[layout] += cb_constant_row(cb, paint, block[n].x, block[n].y, 0, block[n].row);
      }
      if (memcmp(bytes, written, MEM_B))
         fail_msg("format %u, number %u, tile mode %u, %u lanes, mask of the first block %llx", targets[ti].format,
                  targets[ti].number, tile, lanes, (unsigned long long)block[0].mask);
      painted++;
      struct cb_affine line;
      lines += cb->target[0].affine && cb_affine_find(&cb->target[0], (const uint32_t (*)[4][64])exports, &line);
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
   unsigned fast = 0, samples = 0;
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
      unsigned log2_samples = tile == PX_TILE_LINEAR || tile == PX_TILE_1D_THICK ? 0 : px_rand() & 3;
      while ((size_t)pitch * height * fmt_get(format)->el_B << log2_samples > MEM_B)
         log2_samples--;
      const unsigned sample = px_rand() & ((1u << log2_samples) - 1), step = 1u << px_rand() % 4;
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(tile) | S_028C74_NUM_SAMPLES(log2_samples) |
          S_028C74_NUM_FRAGMENTS(log2_samples));
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
         unsigned right = (unsigned)x[n] & 6, down = (unsigned)y[n] & 6;
         unsigned to = (right & 2) * 2 + (right & 4) * 4 + (down & 2) * 4 + (down & 4) * 8;
         for (unsigned e = 0; e < 2; e++)
            for (unsigned c = 0; c < 4; c++)
               memcpy(&one[e][c][to], &exports[e][c][4 * n], 16);
         for (unsigned i = sample; i < 1u << log2_samples && mask >> 4 * n & 15; i += step)
            write_one(cb, (unsigned)x[n] & ~7u, (unsigned)y[n] & ~7u, 0, i, (mask >> 4 * n & 15) << to,
                      (const uint32_t (*)[4][64])one);
      }
      memcpy(written, bytes, MEM_B);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         if (cb->count)
            use_kernels(&cb->target[0], ops);
         fast += cb->count && cb->target[0].write64;
         samples += cb->count && log2_samples;
         memcpy(bytes, before, MEM_B);
         uint64_t masks[8] = { 0 };
         for (unsigned i = sample; i < 1u << log2_samples; i += step)
            masks[i] = mask;
         cb_write_quads(cb, x, y, 0, sample, step, quads, masks, (const uint32_t (*)[4][64])exports, exp_en);
         if (memcmp(bytes, written, MEM_B))
            fail_msg("round %u: format %u, number %u, tile mode %u, %u quads, mask %llx, %s", round, format, number, tile, quads,
                     (unsigned long long)mask, px_ops_of(isa)->name);
      }
   }
   assert_true(fast > 1000 && samples > 300);
   px_mem_destroy(mem);
}

/* Runs of any length at any alignment of a pixel; what lies beside them stays. */
static void test_fill_run(void **state)
{
   (void)state;
   enum { ROOM_B = 8192 };
   static _Alignas(64) uint8_t before[ROOM_B], expected[ROOM_B], bytes[ROOM_B];
   for (unsigned i = 0; i < ROOM_B; i++)
      before[i] = (uint8_t)px_rand();
   for (unsigned round = 0; round < 2000; round++) {
      const uint64_t pair = (uint64_t)px_rand() << 32 | px_rand();
      const size_t size_B = 1024 + px_rand() % 64 * 64, first = px_rand() % 64 * 4;
      memcpy(expected, before, ROOM_B);
      for (size_t at = 0; at < size_B; at += sizeof pair)
         memcpy(expected + first + at, &pair, sizeof pair);
      for (unsigned isa = UT_ISA_BASE; isa <= PX_TABLES; isa++) {
         const struct px_ops *ops = px_ops_of(isa);
         px_fill_run *fill_run = isa == PX_TABLES ? px_host_fill_run() : ops ? ops->fill_run : NULL;
         if (!fill_run)
            continue;
         memcpy(bytes, before, ROOM_B);
         fill_run(bytes + first, pair, size_B);
         assert_memory_equal(bytes, expected, ROOM_B);
      }
   }
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

/* Every half as a byte of a channel: infinities, NaNs and denormals too. */
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
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         memset(bytes, 0x5a, 256);
         ops->cb_copy8888(&cb->target[0], bytes, mask, (const uint32_t (*)[64])exports[0]);
         for (unsigned at = 0; at < 256; at++) {
            const unsigned c = cb->target[0].channel[at & 3];
            const float v = fmt_from_half(exports[0][c >> 1][at / 4] >> 16 * (c & 1) & 0xffff);
            const unsigned byte = mask >> at / 4 & 1 ? (unsigned)lrintf(v > 0 ? v < 1 ? v * 255 : 255 : 0) : 0x5a;
            if (bytes[at] != byte)
               fail_msg("%s, byte %u of %#x: %u, not %u", px_ops_of(isa)->name, at, first, bytes[at], byte);
         }
      }
   }
   px_mem_destroy(mem);
}

/* The commonest blends have kernels for full waves: the same bytes as of single pixels, with every instruction set. */
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
      for (unsigned l = 0; l < 64; l++)
         if (mask >> l & 1)
            reference_pixel(&cb->target[0], (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4), 0,
                            (const uint32_t (*)[4][64])exports, l);
      memcpy(blended, bytes, sizeof blended);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         memcpy(bytes, before, sizeof before);
         ops->cb_blend8888(&cb->target[0], bytes, mask, (const uint32_t (*)[64])exports[0]);
         if (memcmp(bytes, blended, sizeof blended))
            fail_msg("round %u, mask %llx, %s", round, (unsigned long long)mask, px_ops_of(isa)->name);
      }
   }
   px_mem_destroy(mem);
}

/* All samples of a block in one call are those written one by one in 4x4 blocks, and so is one colour. Half of the pixels have one
 * colour in all samples before. */
static void test_samples(void **state)
{
   (void)state;
   enum { ROOM_B = 256 * 128 * 4 * 8 };
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static const uint8_t tiles[4] = { PX_TILE_1D, PX_TILE_2D, PX_TILE_1D_DISPLAY, PX_TILE_1D_DEPTH };
   static uint8_t before[ROOM_B], written[ROOM_B];
   mem = px_mem_create(ROOM_B);
   memset(exp_en, 15, sizeof(exp_en));
   uint8_t *bytes = mem->base + PX_VA;
   unsigned waves = 0;
   struct cb_constant *paint = cb_constant_create();
   for (unsigned round = 0; round < 3000; round++) {
      const unsigned ti = round & 1 ? px_rand() % (sizeof(targets) / sizeof(targets[0])) : 0, tile = tiles[px_rand() & 3];
      const unsigned format = targets[ti].format, number = targets[ti].number, el_B = fmt_get(format)->el_B;
      const bool two_d = tile == PX_TILE_2D;
      const unsigned log2_samples = two_d && el_B > 4 ? 0 : px_rand() & 3, samples = 1u << log2_samples;
      const unsigned pitch = two_d ? 256 : 32, height = two_d ? 128 : 32;
      const size_t size_B = (size_t)pitch * height * el_B << log2_samples;
      if (size_B > ROOM_B || (two_d && el_B > 8))
         continue;
      memset(&regs, 0, sizeof(regs));
      set(R_028C60_CB_COLOR0_BASE, PX_VA >> 8);
      set(R_028C64_CB_COLOR0_PITCH, pitch / 8 - 1);
      set(R_028C68_CB_COLOR0_SLICE, pitch * height / 64 - 1);
      set(R_028C70_CB_COLOR0_INFO, S_028C70_FORMAT(format) | S_028C70_NUMBER_TYPE(number) | S_028C70_COMP_SWAP(px_rand() & 3) |
          S_028C70_BLEND_BYPASS(fmt_num_is_int(number)));
      set(R_028C74_CB_COLOR0_ATTRIB, S_028C74_TILE_MODE_INDEX(tile) | S_028C74_NUM_SAMPLES(log2_samples) |
          S_028C74_NUM_FRAGMENTS(log2_samples));
      set(R_028238_CB_TARGET_MASK, px_rand() & 3 ? 15 : px_rand() & 15);
      set(R_02823C_CB_SHADER_MASK, 15);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_NORMAL) | S_028808_ROP3(0xcc));
      const bool halves = ti == 0 && px_rand() & 1;
      set(R_028714_SPI_SHADER_COL_FORMAT, halves ? V_028714_SPI_SHADER_FP16_ABGR : V_028714_SPI_SHADER_32_ABGR);
      if (!fmt_num_is_int(number))
         set_blend();
      uint64_t room[CB_STATE_SIZE_B / 8];
      struct cb_state *cb = (struct cb_state *)(void *)room;
      struct cb_info info;
      cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
      if (!cb->count)
         continue;
      const bool one_colour = px_rand() & 1;
      for (unsigned c = 0; c < 4; c++)
         for (unsigned l = 0; l < 64; l++)
            exports[0][c][l] = one_colour && l     ? exports[0][c][0]
                               : fmt_num_is_int(number) ? px_rand() & 0xff
                               : halves ? fmt_to_half(px_randf(-0.2f, 1.2f)) | fmt_to_half(px_randf(-0.2f, 1.2f)) << 16
                                        : fmt_bits(px_randf(-0.2f, 1.2f));
      const unsigned x = px_rand() % 4 * 8, y = px_rand() % 4 * 8, lanes = px_rand() & 1 ? 64 : 16, step = 1u << px_rand() % 3;
      const unsigned first = px_rand() % step;
      uint64_t cover[8];
      for (unsigned i = 0; i < 8; i++) {
         const uint64_t some = (uint64_t)px_rand() << 32 | px_rand();
         cover[i] = (i && px_rand() % 3 ? cover[i - 1] : px_rand() & 1 ? ~0ull : some) & (lanes == 64 ? ~0ull : 0xffff);
      }
      for (size_t i = 0; i < size_B; i++)
         bytes[i] = (uint8_t)px_rand();
      const struct tile_surf *s = &cb->target[0].surf;
      for (unsigned l = 0; l < 64 && px_rand() & 1; l++) {
         const unsigned px = x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), py = y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
         for (unsigned i = 1; i < samples; i++)
            memcpy(bytes + tile_offset_B(s, px, py, 0, i), bytes + tile_offset_B(s, px, py, 0, 0), el_B);
      }
      memcpy(before, bytes, size_B);
      for (unsigned i = first; i < samples; i += step)
         for (unsigned at = 0; at < lanes; at += 16)
            write_one(cb, x, y, 0, i, cover[i] & 0xffffull << at, (const uint32_t (*)[4][64])exports);
      memcpy(written, bytes, size_B);
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         if (!ops)
            continue;
         use_kernels(&cb->target[0], ops);
         waves += cb->target[0].write64 && log2_samples && lanes == 64;
         memcpy(bytes, before, size_B);
         cb_write(cb, x, y, 0, first, step, cover, (const uint32_t (*)[4][64])exports, exp_en);
         if (memcmp(bytes, written, size_B))
            fail_msg("round %u: format %u, number %u, tile mode %u, %u samples, %s", round, format, number, tile, samples,
                     px_ops_of(isa)->name);
      }
      if (!one_colour || !cb_can_write_constant(cb))
         continue;
      memcpy(bytes, before, size_B);
      cb_constant_init(cb, (const uint32_t (*)[4][64])exports, exp_en, paint);
      for (unsigned i = first; i < samples; i += step)
         cb_constant(cb, paint, x, y, 0, i, cover[i]);
      if (memcmp(bytes, written, size_B))
         fail_msg("round %u, one colour: format %u, number %u, tile mode %u, %u samples", round, format, number, tile, samples);
   }
   assert_true(waves > 500);
   free(paint);
   px_mem_destroy(mem);
}

/* The half that is nearest towards zero, as a float. */
static float half_towards_zero(float f)
{
   uint32_t h = fmt_to_half(f);
   return fmt_from_half(h - (fabsf(fmt_from_half(h)) > fabsf(f)));
}

/* Resolves of every format, element by element: means of floats in the order of samples, through halves where those suffice. */
static void test_resolve(void **state)
{
   (void)state;
   const struct hw_chip *chip = hw_chip_find("polaris10");
   static uint8_t before[MEM_B], expected[MEM_B];
   mem = px_mem_create(MEM_B);
   uint8_t *bytes = mem->base + PX_VA;
   for (unsigned round = 0; round < 1500; round++) {
      const unsigned ti = round & 1 ? px_rand() % (sizeof(targets) / sizeof(targets[0])) : 0, log2_samples = 1 + px_rand() % 3;
      const unsigned format = targets[ti].format, number = targets[ti].number, samples = 1u << log2_samples;
      const struct fmt *f = fmt_get(format);
      const bool integers = fmt_num_is_int(number);
      memset(&regs, 0, sizeof(regs));
      for (unsigned n = 0; n < 2; n++) { /* 16x16 pixels */
         set(R_028C60_CB_COLOR0_BASE + 0x3c * n, (PX_VA + n * MEM_B / 2) >> 8);
         set(R_028C64_CB_COLOR0_PITCH + 0x3c * n, 1);
         set(R_028C68_CB_COLOR0_SLICE + 0x3c * n, 3);
         set(R_028C70_CB_COLOR0_INFO + 0x3c * n, S_028C70_FORMAT(format) | S_028C70_NUMBER_TYPE(number) |
             S_028C70_COMP_SWAP(f->chans == 4 ? px_rand() & 3 : 0));
         set(R_028C74_CB_COLOR0_ATTRIB + 0x3c * n, S_028C74_TILE_MODE_INDEX(n && px_rand() & 1 ? PX_TILE_1D_DISPLAY : PX_TILE_1D) |
             S_028C74_NUM_SAMPLES(n ? 0 : log2_samples) | S_028C74_NUM_FRAGMENTS(n ? 0 : log2_samples));
      }
      set(R_028238_CB_TARGET_MASK, 0xff);
      set(R_028808_CB_COLOR_CONTROL, S_028808_MODE(V_028808_CB_RESOLVE) | S_028808_ROP3(0xcc));
      for (unsigned i = 0; i < MEM_B; i += 4) {
         const uint32_t bits = number == FMT_FLOAT ? (px_rand() & 0x3fff3fff) | 0x04000400 : px_rand(); /* no NaN */
         memcpy(bytes + i, &bits, 4);
      }
      memcpy(before, bytes, MEM_B);
      memcpy(expected, bytes, MEM_B);
      const uint64_t mask = px_rand() & 1 ? ~0ull : (uint64_t)px_rand() << 32 | px_rand();
      const unsigned x = px_rand() & 8, y = px_rand() & 8;
      for (unsigned isa = UT_ISA_BASE; isa < PX_TABLES; isa++) {
         const struct cb_ops *ops = cb_ops_of(isa);
         uint64_t room[CB_STATE_SIZE_B / 8];
         struct cb_state *cb = (struct cb_state *)(void *)room;
         struct cb_info info;
         if (!ops)
            continue;
         memcpy(bytes, before, MEM_B);
         cb_state_init(cb, mem, &regs, 8, chip->gb_tile_mode, chip->gb_macrotile_mode, chip->gb_addr_config, &info, NULL);
         assert_true(cb->resolves);
         const struct cb_target *from = &cb->target[0], *to = &cb->target[1];
         for (unsigned l = 0; l < 64 && isa == UT_ISA_BASE; l++) {
            const unsigned px = x + (l & 1) + (l >> 1 & 2) + (l >> 2 & 4), py = y + (l >> 1 & 1) + (l >> 2 & 2) + (l >> 3 & 4);
            float sum[4] = { 0 };
            uint32_t raw[4], value[4] = { 0 }, component[4], in[4] = { 0 };
            for (unsigned i = 0; i < (integers ? 1 : samples); i++) {
               memset(raw, 0, sizeof raw);
               memcpy(raw, before + tile_offset_B(&from->surf, px, py, 0, i), f->el_B);
               fmt_decode(f, from->num, raw, value);
               for (unsigned m = 0; m < 4; m++)
                  sum[m] += integers ? 0 : fmt_float(value[m]);
            }
            for (unsigned m = 0; m < f->chans; m++) {
               const float mean = sum[m] / (float)samples;
               const bool half = f->ch[m].bits < 16 || (f->ch[m].bits == 16 && from->num == FMT_FLOAT);
               component[from->channel[m]] = integers ? value[m] : fmt_bits(half ? half_towards_zero(mean) : mean);
            }
            for (unsigned m = 0; m < f->chans; m++)
               in[m] = component[to->channel[m]];
            fmt_encode(f, to->num, in, raw);
            if (mask >> l & 1)
               memcpy(expected + MEM_B / 2 + tile_offset_B(&to->surf, px, py, 0, 0), raw, f->el_B);
         }
         cb->resolve = ops->cb_resolve;
         use_kernels(&cb->target[1], ops);
         write_one(cb, x, y, 0, 0, mask, (const uint32_t (*)[4][64])exports);
         if (memcmp(bytes, expected, MEM_B))
            fail_msg("round %u: format %u, number %u, %u samples, %s", round, format, number, samples, px_ops_of(isa)->name);
      }
   }
   px_mem_destroy(mem);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_paint), cmocka_unit_test(test_quads), cmocka_unit_test(test_fill_run), cmocka_unit_test(test_halves),
      cmocka_unit_test(test_over), cmocka_unit_test(test_samples),
      cmocka_unit_test(test_resolve),
   };
   return cmocka_run_group_tests(tests, 0, 0);
}
