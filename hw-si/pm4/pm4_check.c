/* pm4_check.c: lint for command streams: reports packets on which hardware hangs or that it silently ignores. Each packet is
 * checked without the others. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw-si/hwdb/hw_regs_table.h"
#include "hw_regs.h"
#include "pm4.h"

struct check {
   struct pm4_iter it;
   void (*report)(void *user, size_t offset_dw, const char *text);
   void *user;
   size_t count;
};

__attribute__((format(printf, 3, 4))) static void complain(struct check *c, uint32_t word, const char *format, ...)
{
   char text[160];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);
   c->count++;
   if (c->report)
      c->report(c->user, c->it.offset + word, text);
}

/* Requirements of the hardware that one value can break. */
static void check_value(struct check *c, uint32_t word, uint32_t offset, uint32_t value)
{
   switch (offset) {
   case R_028AA8_IA_MULTI_VGT_PARAM:
      if (G_028AA8_SWITCH_ON_EOI(value) && !G_028AA8_PARTIAL_ES_WAVE_ON(value))
         complain(c, word, "IA_MULTI_VGT_PARAM: SWITCH_ON_EOI without PARTIAL_ES_WAVE_ON");
      if (c->it.gfx_level >= 7 && G_028AA8_SWITCH_ON_EOP(value) && !G_028AA8_WD_SWITCH_ON_EOP(value))
         complain(c, word, "IA_MULTI_VGT_PARAM: SWITCH_ON_EOP without WD_SWITCH_ON_EOP");
      break;
   case R_028B54_VGT_SHADER_STAGES_EN: {
      bool gs = G_028B54_GS_EN(value), hs = G_028B54_HS_EN(value);
      unsigned es = !gs ? V_028B54_ES_STAGE_OFF : hs ? V_028B54_ES_STAGE_DS : V_028B54_ES_STAGE_REAL;
      unsigned vs = gs ? V_028B54_VS_STAGE_COPY_SHADER : hs ? V_028B54_VS_STAGE_DS : V_028B54_VS_STAGE_REAL;
      if (G_028B54_LS_EN(value) != (hs ? V_028B54_LS_STAGE_ON : V_028B54_LS_STAGE_OFF) || G_028B54_ES_EN(value) != es ||
          G_028B54_VS_EN(value) != vs)
         complain(c, word, "VGT_SHADER_STAGES_EN: 0x%08x is not a valid set of stages", value);
      break;
   }
   case R_028B58_VGT_LS_HS_CONFIG: {
      uint32_t patches = G_028B58_NUM_PATCHES(value), in = G_028B58_HS_NUM_INPUT_CP(value);
      uint32_t out = G_028B58_HS_NUM_OUTPUT_CP(value);
      uint32_t points = in > out ? in : out, lanes = c->it.gfx_level == 6 ? 64 : 256; /* GFX6: groups of more than a wave fail */
      if (patches && (!in || !out || points > 32))
         complain(c, word, "VGT_LS_HS_CONFIG: patches of %u and %u points", in, out);
      else if (patches * points > lanes)
         complain(c, word, "VGT_LS_HS_CONFIG: %u patches of %u points, the limit is %u lanes", patches, points, lanes);
      break;
   }
   case R_028B38_VGT_GS_MAX_VERT_OUT:
      if (value > 1024)
         complain(c, word, "VGT_GS_MAX_VERT_OUT: %u vertices, the limit is 1024", value);
      break;
   default:
      break;
   }
}

static void check_registers(struct check *c, uint32_t start, uint32_t end)
{
   const struct pm4_iter *it = &c->it;
   uint32_t first = start + 4 * (it->body[0] & 0xffff);
   if (it->body_dw < 2)
      complain(c, 1, "no values");
   for (uint32_t i = 1; i < it->body_dw; i++) {
      uint32_t offset = first + 4 * (i - 1);
      if (offset >= end) {
         complain(c, 1 + i, "register 0x%05x lies beyond the packet's space", offset);
         break;
      }
      if (!hw_reg_find(it->gfx_level, offset))
         complain(c, 1 + i, "register 0x%05x is unknown on GFX%u", offset, it->gfx_level);
      check_value(c, 1 + i, offset, it->body[i]);
   }
}

/* Bits of a word outside of all fields. A word without fields is a number: no bit is reserved. */
static uint32_t reserved_bits(const struct pm4_word *word)
{
   uint32_t known = word->num_fields ? 0 : ~0u;
   for (unsigned i = 0; i < word->num_fields; i++) {
      const struct pm4_field *field = &pm4_fields[word->first_field + i];
      known |= (uint32_t)(((2ull << (field->hi - field->lo)) - 1) << field->lo);
   }
   return ~known;
}

static void check_words(struct check *c, const struct pm4_packet_info *packet)
{
   const struct pm4_iter *it = &c->it;
   bool open_end = packet->num_words && pm4_words[packet->first_word + packet->num_words - 1].repeat;
   if (it->body_dw < packet->min_words && !(it->opcode == PKT3_NOP))
      complain(c, 0, "%s has %u body dwords, %u are needed", packet->name, it->body_dw, packet->min_words);
   if (it->body_dw > packet->num_words && !open_end)
      complain(c, 0, "%s has %u body dwords, at most %u are known", packet->name, it->body_dw, packet->num_words);
   for (uint32_t i = 0; i < it->body_dw && i < packet->num_words; i++) {
      const struct pm4_word *word = &pm4_words[packet->first_word + i];
      uint32_t reserved = it->body[i] & reserved_bits(word);
      if (reserved && !word->repeat)
         complain(c, 1 + i, "%s.%s: reserved bits 0x%08x", packet->name, word->name, reserved);
      /* ADDR_LO words are dword-aligned, except those of index buffers. */
      bool is_address = strstr(word->name, "ADDR_LO") != NULL && it->opcode != PKT3_INDEX_BASE &&
                        it->opcode != PKT3_DRAW_INDEX_2;
      if (is_address && (it->body[i] & 3))
         complain(c, 1 + i, "%s.%s: 0x%08x is not aligned to dwords", packet->name, word->name, it->body[i]);
   }
}

/* The command processor of GFX6 calls command buffers only: a submission has several of them instead. */
static void check_chain(struct check *c, const struct pm4_packet_info *packet)
{
   bool calls = c->it.opcode == PKT3_INDIRECT_BUFFER_SI || c->it.opcode == PKT3_INDIRECT_BUFFER_CONST;
   if (c->it.gfx_level == 6 && calls && c->it.body_dw >= 3 && PM4_GET_INDIRECT_BUFFER_CONTROL_CHAIN(c->it.body[2]))
      complain(c, 3, "%s.CONTROL: GFX6 cannot chain command buffers", packet->name);
}

size_t pm4_check(unsigned gfx_level, const uint32_t *dw, size_t count,
                 void (*report)(void *user, size_t offset_dw, const char *text), void *user)
{
   struct check c = { .report = report, .user = user };
   pm4_iter_init(&c.it, gfx_level, dw, count);
   while (pm4_iter_next(&c.it)) {
      if (c.it.type != 3)
         continue;
      const struct pm4_packet_info *packet = pm4_packet_find(c.it.opcode);
      if (!packet) {
         complain(&c, 0, "unknown packet 0x%02x", c.it.opcode);
         continue;
      }
      if (gfx_level < packet->first_level || gfx_level > packet->last_level) {
         complain(&c, 0, "%s does not exist on GFX%u", packet->name, gfx_level);
         continue;
      }
      uint32_t space = pm4_reg_space_start(c.it.opcode);
      if (space && c.it.body_dw)
         check_registers(&c, space, pm4_reg_space_end(c.it.opcode));
      check_words(&c, packet);
      check_chain(&c, packet);
   }
   if (c.it.error)
      complain(&c, 0, "%s", c.it.error);
   return c.count;
}
