/* The format table against the enumerations of the register database, and well-known rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/si_screen.h"
#include "hw_regs.h"
#include "pipe_format_desc.h"

static struct si_format table[PIPE_FORMAT_COUNT];

struct row {
   enum pipe_format format;
   uint8_t img, img_num, cb, cb_num, swap;
};

static const struct row rows[] = {
   {PIPE_FORMAT_R8G8B8A8_UNORM, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8_8_8_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_STD},
   {PIPE_FORMAT_B8G8R8A8_UNORM, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8_8_8_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_ALT},
   {PIPE_FORMAT_R8G8B8A8_SRGB, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_SRGB, V_028C70_COLOR_8_8_8_8,
    V_028C70_NUMBER_SRGB, V_028C70_SWAP_STD},
   {PIPE_FORMAT_A8B8G8R8_UNORM, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8_8_8_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_STD_REV},
   {PIPE_FORMAT_A8R8G8B8_UNORM, V_008F14_IMG_DATA_FORMAT_8_8_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8_8_8_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_ALT_REV},
   {PIPE_FORMAT_B5G6R5_UNORM, V_008F14_IMG_DATA_FORMAT_5_6_5, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_5_6_5,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_STD_REV},
   {PIPE_FORMAT_R16G16B16A16_FLOAT, V_008F14_IMG_DATA_FORMAT_16_16_16_16, V_008F14_IMG_NUM_FORMAT_FLOAT,
    V_028C70_COLOR_16_16_16_16, V_028C70_NUMBER_FLOAT, V_028C70_SWAP_STD},
   {PIPE_FORMAT_R32G32B32A32_SINT, V_008F14_IMG_DATA_FORMAT_32_32_32_32, V_008F14_IMG_NUM_FORMAT_SINT,
    V_028C70_COLOR_32_32_32_32, V_028C70_NUMBER_SINT, V_028C70_SWAP_STD},
   {PIPE_FORMAT_R10G10B10A2_UNORM, V_008F14_IMG_DATA_FORMAT_2_10_10_10, V_008F14_IMG_NUM_FORMAT_UNORM,
    V_028C70_COLOR_2_10_10_10, V_028C70_NUMBER_UNORM, V_028C70_SWAP_STD},
   {PIPE_FORMAT_R11G11B10_FLOAT, V_008F14_IMG_DATA_FORMAT_10_11_11, V_008F14_IMG_NUM_FORMAT_FLOAT,
    V_028C70_COLOR_10_11_11, V_028C70_NUMBER_FLOAT, V_028C70_SWAP_STD},
   {PIPE_FORMAT_A8_UNORM, V_008F14_IMG_DATA_FORMAT_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_ALT_REV},
   {PIPE_FORMAT_R8A8_UNORM, V_008F14_IMG_DATA_FORMAT_8_8, V_008F14_IMG_NUM_FORMAT_UNORM, V_028C70_COLOR_8_8,
    V_028C70_NUMBER_UNORM, V_028C70_SWAP_ALT},
   {PIPE_FORMAT_R16A16_FLOAT, V_008F14_IMG_DATA_FORMAT_16_16, V_008F14_IMG_NUM_FORMAT_FLOAT, V_028C70_COLOR_16_16,
    V_028C70_NUMBER_FLOAT, V_028C70_SWAP_ALT},
   {PIPE_FORMAT_R32A32_UINT, V_008F14_IMG_DATA_FORMAT_32_32, V_008F14_IMG_NUM_FORMAT_UINT, V_028C70_COLOR_32_32,
    V_028C70_NUMBER_UINT, V_028C70_SWAP_ALT},
   {PIPE_FORMAT_R9G9B9E5_FLOAT, V_008F14_IMG_DATA_FORMAT_5_9_9_9, V_008F14_IMG_NUM_FORMAT_FLOAT, 0, 0, 0},
};

static void test_rows(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const struct si_format *f = &table[rows[i].format];
      if (f->img_data != rows[i].img || f->img_num != rows[i].img_num || f->cb_format != rows[i].cb ||
          (rows[i].cb && (f->cb_number != rows[i].cb_num || f->cb_swap != rows[i].swap)))
         fail_msg("%s: img %u %u cb %u %u swap %u", pipe_format_name(rows[i].format), f->img_data, f->img_num,
                  f->cb_format, f->cb_number, f->cb_swap);
   }
   assert_int_equal(table[PIPE_FORMAT_Z24_UNORM_S8_UINT].z_format, V_028040_Z_24);
   assert_true(table[PIPE_FORMAT_Z24_UNORM_S8_UINT].has_stencil);
   assert_int_equal(table[PIPE_FORMAT_Z24_UNORM_S8_UINT].img_data, V_008F14_IMG_DATA_FORMAT_8_24);
   assert_int_equal(table[PIPE_FORMAT_Z16_UNORM].z_format, V_028040_Z_16);
   assert_int_equal(table[PIPE_FORMAT_R32G32B32_FLOAT].buf_data, V_008F0C_BUF_DATA_FORMAT_32_32_32);
   assert_int_equal(table[PIPE_FORMAT_R8G8B8_UNORM].fetch_fix, SI_FETCH_3X8);
   assert_int_equal(table[PIPE_FORMAT_R32G32_FIXED].fetch_fix, SI_FETCH_FIXED_POINT);
   assert_int_equal(table[PIPE_FORMAT_R10G10B10A2_SNORM].fetch_fix, SI_FETCH_SNORM_A2);
   assert_int_equal(table[PIPE_FORMAT_R32G32_SNORM].fetch_fix, SI_FETCH_SNORM32);
   assert_int_equal(table[PIPE_FORMAT_R32G32_SNORM].buf_num, V_008F0C_BUF_NUM_FORMAT_SINT);
   assert_int_equal(table[PIPE_FORMAT_R32_USCALED].fetch_fix, SI_FETCH_USCALED32);
   assert_int_equal(table[PIPE_FORMAT_R32_USCALED].buf_num, V_008F0C_BUF_NUM_FORMAT_UINT);
   assert_int_equal(table[PIPE_FORMAT_R32_UINT].fetch_fix, SI_FETCH_NONE);
}

/* Bits per element of the hardware's layouts, from their names. */
static const uint8_t layout_bits[] = {0, 8, 16, 16, 32, 32, 32, 32, 32, 32, 32, 64, 64, 96, 128, 0, 16, 16, 16, 16, 32, 32, 64};

static void test_sizes_agree(void **state)
{
   (void)state;
   for (unsigned i = 1; i < PIPE_FORMAT_COUNT; i++) {
      const struct si_format *f = &table[i];
      unsigned bits = pipe_format_block_size_B(i) * 8;
      if (pipe_format_is_depth_or_stencil(i) || pipe_format_is_compressed(i))
         continue;
      if (f->is_sampled && f->img_data != V_008F14_IMG_DATA_FORMAT_5_9_9_9)
         assert_int_equal(layout_bits[f->img_data], bits);
      if (f->is_renderable)
         assert_int_equal(layout_bits[f->cb_format], bits);
      if (f->is_vertex && f->fetch_fix == SI_FETCH_DOUBLE) /* each component is two dwords */
         assert_int_equal(layout_bits[f->buf_data], 64);
      else if (f->is_vertex && f->fetch_fix != SI_FETCH_3X8 && f->fetch_fix != SI_FETCH_3X16)
         assert_int_equal(layout_bits[f->buf_data], bits);
      assert_true(!f->is_blendable || f->is_renderable);
   }
}

/* Formats that OpenGL ES 2.0 and its usual extensions require. */
static void test_needed(void **state)
{
   static const enum pipe_format renderable[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM,
      PIPE_FORMAT_B8G8R8X8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_R5G6B5_UNORM,
      PIPE_FORMAT_A4B4G4R4_UNORM, PIPE_FORMAT_A1B5G5R5_UNORM, PIPE_FORMAT_R8_UNORM, PIPE_FORMAT_R8G8_UNORM,
      PIPE_FORMAT_R16G16B16A16_FLOAT, PIPE_FORMAT_R32G32B32A32_FLOAT, PIPE_FORMAT_R32_UINT};
   static const enum pipe_format sampled[] = {PIPE_FORMAT_L8_UNORM, PIPE_FORMAT_A8_UNORM, PIPE_FORMAT_L8A8_UNORM,
      PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_FORMAT_Z32_FLOAT};
   (void)state;
   for (unsigned i = 0; i < sizeof(renderable) / sizeof(renderable[0]); i++)
      if (!table[renderable[i]].is_renderable || !table[renderable[i]].is_sampled)
         fail_msg("%s", pipe_format_name(renderable[i]));
   for (unsigned i = 0; i < sizeof(sampled) / sizeof(sampled[0]); i++)
      if (!table[sampled[i]].is_sampled)
         fail_msg("%s", pipe_format_name(sampled[i]));
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_sizes_agree),
                                      cmocka_unit_test(test_needed)};
   si_formats_init(table);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
