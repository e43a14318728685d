/* Compares the database with facts from other sources: absolute register addresses, and dumps of recorded streams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/hwdb/hw_regs_table.h"
#include "hw_regs.h"

static void test_addresses(void **state)
{
   static const struct { const char *name; uint32_t offset; unsigned levels; } rows[] = {
      {"CB_COLOR0_BASE", 0x28c60, 7}, {"CB_COLOR0_INFO", 0x28c70, 7}, {"DB_Z_INFO", 0x28040, 7},
      {"VGT_STRMOUT_CONFIG", 0x28b94, 7}, {"VGT_STRMOUT_BUFFER_SIZE_0", 0x28ad0, 7},
      {"SPI_SHADER_USER_DATA_VS_0", 0xb130, 7}, {"VGT_PRIMITIVE_TYPE", 0x8958, 1}, {"VGT_PRIMITIVE_TYPE", 0x30908, 6},
      {"CP_STRMOUT_CNTL", 0x84fc, 1}, {"CP_STRMOUT_CNTL", 0x300fc, 6}, {"SQ_BUF_RSRC_WORD0", 0x8f00, 7},
      {"SQ_IMG_RSRC_WORD0", 0x8f10, 7}, {"SQ_IMG_SAMP_WORD0", 0x8f30, 7},
      {"PA_SU_SMALL_PRIM_FILTER_CNTL", 0x28830, 4},
   };
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
      for (unsigned level = 6; level <= 8; level++)
         if (rows[i].levels >> (level - 6) & 1) {
            const struct hw_reg *reg = hw_reg_find(level, rows[i].offset);
            assert_non_null(reg);
            assert_string_equal(reg->name, rows[i].name);
         }
   assert_null(hw_reg_find(8, 0x28c61));
   assert_null(hw_reg_find(9, 0x28c60));
}

/* 200x200 RGBA32I, as radeonsi programs it. */
static void test_cb_color_info(void **state)
{
   uint32_t info = 0x00070538;
   assert_int_equal(G_028C70_FORMAT(info), V_028C70_COLOR_32_32_32_32);
   assert_int_equal(G_028C70_NUMBER_TYPE(info), V_028C70_NUMBER_SINT);
   assert_int_equal(G_028C70_BLEND_BYPASS(info), 1);
   assert_int_equal(G_028C70_SIMPLE_FLOAT(info), 1);
   assert_int_equal(G_028C70_ROUND_MODE(info), 1);
   assert_int_equal(S_028C64_TILE_MAX(24), 24);
   assert_int_equal(S_028C70_FORMAT(V_028C70_COLOR_32_32_32_32) & C_028C70_FORMAT, 0);
   const struct hw_reg *reg = hw_reg_find(8, R_028C70_CB_COLOR0_INFO);
   const struct hw_field *field = hw_field_find(reg, "FORMAT");
   assert_string_equal(hw_value_name(field, hw_field_get(field, info)), "COLOR_32_32_32_32");
}

static void test_tables_sorted(void **state)
{
   for (unsigned i = 0; i < 3; i++) {
      for (unsigned k = 1; k < hw_reg_spaces[i].reg_count; k++)
         assert_true(hw_reg_spaces[i].regs[k - 1].offset < hw_reg_spaces[i].regs[k].offset);
      assert_true(hw_reg_spaces[i].packet_count > 5);
      for (unsigned k = 1; k < hw_clear_states[i].count; k++)
         assert_true(hw_clear_states[i].regs[k - 1].offset < hw_clear_states[i].regs[k].offset);
   }
}

static void test_chips(void **state)
{
   const struct hw_chip *chip = hw_chip_find("polaris10");
   assert_non_null(chip);
   assert_int_equal(chip->gfx_level, 8);
   assert_int_equal(chip->device_id, 0x67df);
   assert_int_equal(chip->gb_addr_config, 0x22011003);
   assert_int_equal(chip->pa_sc_raster_config[0], 0x16000012);
   assert_int_equal(hw_chip_find("pitcairn")->gfx_level, 6);
   assert_int_equal(hw_chip_find("bonaire")->gfx_level, 7);
   assert_null(hw_chip_find("voodoo2"));
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_addresses), cmocka_unit_test(test_cb_color_info),
                                      cmocka_unit_test(test_tables_sorted), cmocka_unit_test(test_chips)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
