/* Printed text: two blocks of registers recorded with Mesa on polaris10, and packets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pm4.h"
#include "pm4_build.h"

struct text { char data[16384]; size_t length; };

static void collect(void *user, const char *line, size_t length)
{
   struct text *t = user;
   assert_true(t->length + length < sizeof(t->data));
   memcpy(t->data + t->length, line, length);
   t->length += length;
   t->data[t->length] = '\0';
}

static const char *print(struct text *t, unsigned gfx_level, const uint32_t *dw, size_t count)
{
   *t = (struct text){ 0 };
   struct pm4_sink sink = { collect, t };
   pm4_print(&sink, gfx_level, dw, count);
   return t->data;
}

static struct text text;

/* RGBA32I, 200x200, tiled. */
static void colour_buffer_as_recorded(void **state)
{
   static const uint32_t dw[] = { 0xc00e6900, 0x00000318, 0x01000e00, 0x01800018, 0x00000270, 0x00000000, 0x00070538,
      0, 0, 0x01000e00, 3, 0x01000e00, 0x00000270, 0, 0, 0 };
   const char *out = print(&text, 8, dw, 16);
   static const char begin[] =
      "c00e6900 SET_CONTEXT_REG:\n"
      "00000318\n"
      "01000e00         CB_COLOR0_BASE <- 0x01000e00\n"
      "01800018         CB_COLOR0_PITCH <- TILE_MAX = 24 (0x18)\n"
      "                                    FMASK_TILE_MAX = 24 (0x18)\n"
      "00000270         CB_COLOR0_SLICE <- TILE_MAX = 624 (0x00270)\n"
      "00000000         CB_COLOR0_VIEW <- SLICE_START = 0\n"
      "                                   SLICE_MAX = 0\n"
      "00070538         CB_COLOR0_INFO <- ENDIAN = ENDIAN_NONE\n"
      "                                   FORMAT = COLOR_32_32_32_32\n"
      "                                   LINEAR_GENERAL = 0\n"
      "                                   NUMBER_TYPE = NUMBER_SINT\n"
      "                                   COMP_SWAP = SWAP_STD\n"
      "                                   FAST_CLEAR = 0\n"
      "                                   COMPRESSION = 0\n"
      "                                   BLEND_CLAMP = 0\n"
      "                                   BLEND_BYPASS = 1\n"
      "                                   SIMPLE_FLOAT = 1\n";
   if (strncmp(out, begin, strlen(begin)))
      fail_msg("got:\n%s", out);
   assert_non_null(strstr(out, "ROUND_MODE = "));
   assert_non_null(strstr(out, "01000e00         CB_COLOR0_FMASK <- 0x01000e00\n"));
   assert_non_null(strstr(out, "00000000         CB_COLOR0_DCC_BASE <- 0\n"));
}

/* Transform feedback. */
static void stream_output_as_recorded(void **state)
{
   static const uint32_t dw[] = { 0xc0026900, 0x000002e5, 0x0000000f, 0x00000001 };
   const char *out = print(&text, 8, dw, 4);
   static const char begin[] =
      "c0026900 SET_CONTEXT_REG:\n"
      "000002e5\n"
      "0000000f         VGT_STRMOUT_CONFIG <- STREAMOUT_0_EN = 1\n"
      "                                       STREAMOUT_1_EN = 1\n"
      "                                       STREAMOUT_2_EN = 1\n"
      "                                       STREAMOUT_3_EN = 1\n"
      "                                       RAST_STREAM = 0\n"
      "                                       RAST_STREAM_MASK = 0\n"
      "                                       USE_RAST_STREAM_MASK = 0\n"
      "00000001         VGT_STRMOUT_BUFFER_CONFIG <- STREAM_0_BUFFER_EN = 1\n"
      "                                              STREAM_1_BUFFER_EN = 0\n";
   if (strncmp(out, begin, strlen(begin)))
      fail_msg("got:\n%s", out);
}

static const struct { unsigned gfx_level; uint32_t dw[8]; unsigned count; const char *expect; } rows[] = {
   { 8, { 0xc0012d00, 3, 2 }, 3, "c0012d00 DRAW_INDEX_AUTO:\n"
                                 "00000003         VERTEX_COUNT <- 3\n"
                                 "00000002         INITIATOR <- SOURCE_SELECT = DI_SRC_SEL_AUTO_INDEX\n" },
   { 8, { 0xc0004600, 0x410 }, 2, "c0004600 EVENT_WRITE:\n"
                                  "00000410         EVENT <- EVENT_TYPE = PS_PARTIAL_FLUSH\n"
                                  "                          EVENT_INDEX = 4\n" },
   { 8, { 0xc0033701, 0x100500, 0x1000, 0, 0x12345678 }, 5, "c0033701 WRITE_DATA (predicated):\n" },
   { 8, { 0xc0033700, 0x100500, 0x1000, 0, 0x12345678 }, 5, "12345678\n" },
   { 8, { 0xffff1000 }, 1, "ffff1000 NOP:\n" },
   { 8, { 0xc0001000, 0xcafe }, 2, "c0001000 NOP:\n0000cafe\n" },
   { 6, { 0x80000000 }, 1, "80000000 (filler)\n" },
   { 8, { 0xc000fe00, 7 }, 2, "c000fe00 unknown packet 0xfe:\n00000007\n" },
   { 8, { 0xc0016900, 0x3ff, 7 }, 3, "0x28ffc <- 0x00000007 (unknown register)\n" },
   { 8, { 0xc0017600, 0x4c, 0x3f800000 }, 3, "SPI_SHADER_USER_DATA_VS_0 <- 1.0f (0x3f800000)\n" },
   { 8, { 0xc0017602, 0x240, 0x12345 }, 3, "c0017602 SET_SH_REG (compute):\n" },
   { 8, { 0xc0053700, 0 }, 2, "c0053700 ! packet reaches beyond the end of the stream (dword 0)\n00000000\n" },
   { 8, { 0xc0023f00, 0x1000, 0, 0x00900010 }, 4, "SIZE_DW = 16 (0x00010)\n" },
   { 6, { 0xc0016800, 0x256, 4 }, 3, "VGT_PRIMITIVE_TYPE <- PRIM_TYPE = DI_PT_TRILIST\n" },
};

static void packets(void **state)
{
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      const char *out = print(&text, rows[i].gfx_level, rows[i].dw, rows[i].count);
      if (!strstr(out, rows[i].expect))
         fail_msg("row %u: expected\n%sgot\n%s", i, rows[i].expect, out);
   }
}

/* Every packet of the table is printed with its name, for any content of its words. */
static void every_packet_has_a_form(void **state)
{
   for (unsigned i = 0; i < pm4_packet_count; i++) {
      const struct pm4_packet_info *p = &pm4_packets[i];
      uint32_t dw[16];
      struct pm4_buf b = { dw, 0, 16 };
      unsigned words = p->num_words ? p->num_words : 1;
      pm4_packet(&b, p->opcode, words);
      for (unsigned w = 0; w < words; w++)
         pm4_emit(&b, 0x10 * w);
      char name[64];
      snprintf(name, sizeof(name), "%08x %s:\n", dw[0], p->name);
      assert_int_equal(strncmp(print(&text, p->last_level, dw, b.count), name, strlen(name)), 0);
   }
}

static void note(void *user, size_t offset_dw, const char *line)
{
   struct text *t = user;
   t->length += (size_t)snprintf(t->data + t->length, sizeof(t->data) - t->length, "%zu: %s\n", offset_dw, line);
}

static const struct { unsigned gfx_level; uint32_t dw[8]; unsigned count; const char *complaint; } lint[] = {
   { 8, { 0xc0012d00, 3, 2 }, 3, NULL },
   { 8, { 0xc0016900, 0x318, 0 }, 3, NULL },
   { 8, { 0xc0002d00, 3 }, 2, "0: DRAW_INDEX_AUTO has 1 body dwords, 2 are needed" },
   { 8, { 0xc0022d00, 3, 2, 0 }, 4, "0: DRAW_INDEX_AUTO has 3 body dwords, at most 2 are known" },
   { 8, { 0xc0016900, 0x3ff, 0 }, 3, "2: register 0x28ffc is unknown on GFX8" },
   { 8, { 0xc0016900, 0x400, 0 }, 3, "2: register 0x29000 lies beyond the packet's space" },
   { 6, { 0xc0017900, 0x242, 4 }, 3, "0: SET_UCONFIG_REG does not exist on GFX6" },
   { 8, { 0xc0033700, 0x100500, 0x1002, 0, 1 }, 5, "2: WRITE_DATA.ADDR_LO: 0x00001002 is not aligned" },
   { 8, { 0xc0033700, 0x100501, 0x1000, 0, 1 }, 5, "1: WRITE_DATA.CONTROL: reserved bits 0x00000001" },
   { 8, { 0xc000fe00, 0 }, 2, "0: unknown packet 0xfe" },
   { 8, { 0xc0016900, 0x100002aa, 0x000c0000 }, 3, NULL },
   { 8, { 0xc0016900, 0x100002aa, 0x00080000 }, 3, "2: IA_MULTI_VGT_PARAM: SWITCH_ON_EOI without PARTIAL_ES_WAVE_ON" },
   { 7, { 0xc0016900, 0x100002aa, 0x00020000 }, 3, "2: IA_MULTI_VGT_PARAM: SWITCH_ON_EOP without WD_SWITCH_ON_EOP" },
   { 6, { 0xc0016900, 0x2aa, 0x00020000 }, 3, NULL },
   { 8, { 0xc0016900, 0x2d5, 0xb0 }, 3, NULL },
   { 8, { 0xc0016900, 0x2d5, 0x1ad }, 3, NULL },
   { 8, { 0xc0016900, 0x2d5, 0x30 }, 3, "2: VGT_SHADER_STAGES_EN: 0x00000030 is not a valid set of stages" },
   { 8, { 0xc0016900, 0x200002d6, 0xc340 }, 3, NULL },
   { 8, { 0xc0016900, 0x200002d6, 0x4540 }, 3, "2: VGT_LS_HS_CONFIG: 64 patches of 5 points, the limit is 256 lanes" },
   { 6, { 0xc0016900, 0x2d6, 0xc316 }, 3, "2: VGT_LS_HS_CONFIG: 22 patches of 3 points, the limit is 64 lanes" },
   { 6, { 0xc0016900, 0x2d6, 0xc315 }, 3, NULL },
   { 8, { 0xc0016900, 0x2d6, 0x0301 }, 3, "2: VGT_LS_HS_CONFIG: patches of 3 and 0 points" },
   { 8, { 0xc0016900, 0x2ce, 1025 }, 3, "2: VGT_GS_MAX_VERT_OUT: 1025 vertices, the limit is 1024" },
   { 7, { 0xc0023f00, 0x1000, 0, 0x00900010 }, 4, NULL },
   { 6, { 0xc0023200, 0x1000, 0, 0x00800010 }, 4, NULL },
   { 6, { 0xc0023200, 0x1000, 0, 0x00900010 }, 4, "3: INDIRECT_BUFFER_SI.CONTROL: GFX6 cannot chain command buffers" },
   { 6, { 0xc0023300, 0x1000, 0, 0x00900010 }, 4, "3: INDIRECT_BUFFER_CONST.CONTROL: GFX6 cannot chain command buffers" },
   { 6, { 0xc0023f00, 0x1000, 0, 0x00800010 }, 4, "0: INDIRECT_BUFFER does not exist on GFX6" },
   { 8, { 0x00000000 }, 1, "0: packet type 0 or 1" },
};

static void lint_rows(void **state)
{
   for (unsigned i = 0; i < sizeof(lint) / sizeof(lint[0]); i++) {
      text = (struct text){ 0 };
      size_t n = pm4_check(lint[i].gfx_level, lint[i].dw, lint[i].count, note, &text);
      if (lint[i].complaint ? n != 1 || !strstr(text.data, lint[i].complaint) : n != 0)
         fail_msg("row %u: %zu complaints:\n%s", i, n, text.data);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(colour_buffer_as_recorded), cmocka_unit_test(stream_output_as_recorded),
      cmocka_unit_test(packets), cmocka_unit_test(every_packet_has_a_form), cmocka_unit_test(lint_rows),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
