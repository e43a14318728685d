/* Packet boundaries of valid streams, and the errors of malformed ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pm4.h"
#include "pm4_build.h"

static void opcodes_are_those_of_the_hardware(void **state)
{
   /* Headers from dumps of other drivers. */
   assert_int_equal(PKT3(PKT3_SET_CONTEXT_REG, 1, 0), 0xc0016900);
   assert_int_equal(PKT3(PKT3_DRAW_INDEX_AUTO, 1, 0), 0xc0012d00);
   assert_int_equal(PKT3(PKT3_SET_SH_REG, 4, 0), 0xc0047600);
   assert_int_equal(PKT3(PKT3_INDIRECT_BUFFER, 2, 0), 0xc0023f00);
   for (unsigned i = 0; i < pm4_packet_count; i++)
      assert_ptr_equal(pm4_packet_find(pm4_packets[i].opcode), &pm4_packets[i]);
   assert_null(pm4_packet_find(0x00));
   assert_null(pm4_packet_find(0xff));
}

static void builder_and_iterator_agree(void **state)
{
   uint32_t dw[64];
   struct pm4_buf b = { dw, 0, 64 };
   pm4_set_context_reg(&b, 0x28b94, 0xf);
   pm4_set_sh_reg_seq(&b, 0xb130, 2);
   pm4_emit_va(&b, 0x123456789a);
   pm4_set_uconfig_reg_index(&b, 0x30908, 1, 4);
   pm4_event_write(&b, 16, 4);
   pm4_pad(&b, 8, 8);
   static const struct { unsigned opcode; size_t offset; uint32_t body_dw, body0; } expect[] = {
      { PKT3_SET_CONTEXT_REG, 0, 2, 0x2e5 },
      { PKT3_SET_SH_REG, 3, 3, 0x4c },
      { PKT3_SET_UCONFIG_REG, 7, 2, 0x10000242 },
      { PKT3_EVENT_WRITE, 10, 1, 0x410 },
      { PKT3_NOP, 12, 0, 0 }, { PKT3_NOP, 13, 0, 0 }, { PKT3_NOP, 14, 0, 0 }, { PKT3_NOP, 15, 0, 0 },
   };
   assert_int_equal(b.count, 16);
   struct pm4_iter it;
   pm4_iter_init(&it, 8, dw, b.count);
   for (unsigned i = 0; i < sizeof(expect) / sizeof(expect[0]); i++) {
      assert_true(pm4_iter_next(&it));
      assert_int_equal(it.opcode, expect[i].opcode);
      assert_int_equal(it.offset, expect[i].offset);
      assert_int_equal(it.body_dw, expect[i].body_dw);
      if (it.body_dw)
         assert_int_equal(it.body[0], expect[i].body0);
   }
   assert_false(pm4_iter_next(&it));
   assert_null(it.error);
}

/* Named fields land in the bits that dumps of other drivers show. */
static void packets_from_structs(void **state)
{
   static const uint32_t expected[] = {
      0xc0044700, 0x00000528, 0x00001000, 0x60000001, 0, 0, /* BOTTOM_OF_PIPE_TS, GPU clock to 0x100001000 */
      0xc0012001, 0x00002000, 0x80010105,                   /* ZPASS at 0x500002000, draw if visible, continued; predicated */
      0xc0055000, 0xc0000000, 0xdeadbeef, 0, 0x00003000, 0x00000002, 0x00001fe0, /* DMA_DATA: fill, synchronous */
      0xc0024600, 0x00000115, 0x00004000, 0,                /* ZPASS_DONE to 0x4000 */
   };
   uint32_t dw[64];
   struct pm4_buf b = { dw, 0, 64 };
   (void)state;
   pm4_event_write_eop(&b, &(struct pm4_event_write_eop){ .event_type = 0x28, .event_index = PM4_EVENT_WRITE_EOP_EVENT_INDEX_TS,
      .addr = 0x100001000, .data_sel = PM4_EVENT_WRITE_EOP_DATA_SEL_GPU_CLOCK });
   pm4_set_predication(&b, &(struct pm4_set_predication){ .addr = 0x500002000, .draw_visible = true,
      .op = PM4_SET_PREDICATION_OP_ZPASS, .continue_ = true, .predicate = true });
   pm4_dma_data(&b, &(struct pm4_dma_data){ .src = 0xdeadbeef, .dst = 0x200003000, .byte_count = 0x1fe0, .cp_sync = true,
      .src_sel = PM4_DMA_DATA_SRC_SEL_DATA });
   pm4_event_write_with_addr(&b, &(struct pm4_event_write_with_addr){ .event_type = 0x15,
      .event_index = PM4_EVENT_WRITE_EVENT_INDEX_ZPASS_DONE, .addr = 0x4000 });
   assert_int_equal(b.count, sizeof(expected) / 4);
   assert_memory_equal(dw, expected, sizeof(expected));
}

static void malformed_streams_end_with_a_reason(void **state)
{
   static const uint32_t cut[] = { 0xc0026900, 0 }, type0[] = { 0x00001234 }, nop_gfx6[] = { 0xffff1000 };
   struct pm4_iter it;
   pm4_iter_init(&it, 8, cut, 2);
   assert_false(pm4_iter_next(&it));
   assert_non_null(it.error);
   pm4_iter_init(&it, 8, type0, 1);
   assert_false(pm4_iter_next(&it));
   assert_non_null(it.error);
   pm4_iter_init(&it, 6, nop_gfx6, 1); /* GFX6 has no one-dword NOP */
   assert_false(pm4_iter_next(&it));
   assert_non_null(it.error);
   pm4_iter_init(&it, 7, nop_gfx6, 1);
   assert_true(pm4_iter_next(&it));
   static const uint32_t filler[] = { 0x80000000, 0x80000000 };
   pm4_iter_init(&it, 6, filler, 2);
   assert_true(pm4_iter_next(&it) && it.type == 2);
   assert_true(pm4_iter_next(&it) && it.type == 2);
   assert_false(pm4_iter_next(&it));
   assert_null(it.error);
}

static void register_spaces(void **state)
{
   assert_int_equal(pm4_set_reg_opcode(0x28c70), PKT3_SET_CONTEXT_REG);
   assert_int_equal(pm4_set_reg_opcode(0xb130), PKT3_SET_SH_REG);
   assert_int_equal(pm4_set_reg_opcode(0x8958), PKT3_SET_CONFIG_REG);
   assert_int_equal(pm4_set_reg_opcode(0x30908), PKT3_SET_UCONFIG_REG);
   assert_int_equal(pm4_set_reg_opcode(0x1000), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(opcodes_are_those_of_the_hardware),
      cmocka_unit_test(builder_and_iterator_agree),
      cmocka_unit_test(packets_from_structs),
      cmocka_unit_test(malformed_streams_end_with_a_reason),
      cmocka_unit_test(register_spaces),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
