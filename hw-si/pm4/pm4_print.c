/* pm4_print.c: text dump of a stream: a line per packet header and per body dword. Registers and packet words are printed with
 * their names and fields after the dword, enum values by name. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw-si/hwdb/hw_regs_table.h"
#include "pm4.h"

#define NAME_COLUMN 17 /* after "xxxxxxxx" and nine blanks */

/* The output line being built. */
struct line { const struct pm4_sink *sink; char text[256]; size_t length; };

__attribute__((format(printf, 2, 3))) static void add(struct line *l, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   int n = vsnprintf(l->text + l->length, sizeof(l->text) - l->length, format, args);
   va_end(args);
   if (n > 0)
      l->length += (size_t)n;
   if (l->length > sizeof(l->text) - 2)
      l->length = sizeof(l->text) - 2;
}

static void end_line(struct line *l)
{
   l->text[l->length++] = '\n';
   l->sink->write(l->sink->user, l->text, l->length);
   l->length = 0;
}

/* Up to 9 in decimal, up to 32768 in decimal and hexadecimal, floats of at most one decimal place and below 100000 as floats,
 * all others in hexadecimal. */
static void add_number(struct line *l, uint32_t value, unsigned bits)
{
   int digits = (int)(bits / 4);
   float f;
   memcpy(&f, &value, 4);
   if (value <= 9)
      add(l, "%u", value);
   else if (value <= 1u << 15)
      add(l, "%u (0x%0*x)", value, digits, value);
   else if (bits == 32 && fabsf(f) < 100000.0f && f * 10 == floorf(f * 10))
      add(l, "%.1ff (0x%0*x)", (double)f, digits, value);
   else
      add(l, "0x%0*x", digits, value);
}

static void add_hw_fields(struct line *l, const struct hw_reg *reg, uint32_t value)
{
   size_t column = l->length;
   if (!reg->field_count) {
      add_number(l, value, 32);
      end_line(l);
      return;
   }
   for (unsigned i = 0; i < reg->field_count; i++) {
      const struct hw_field *field = &hw_fields[reg->first_field + i];
      uint32_t bits = hw_field_get(field, value);
      const char *name = hw_value_name(field, bits);
      if (i)
         add(l, "%*s", (int)column, "");
      add(l, "%s = ", field->name);
      if (name)
         add(l, "%s", name);
      else
         add_number(l, bits, field->high - field->low + 1u);
      end_line(l);
   }
}

static void add_reg(struct line *l, unsigned gfx_level, uint32_t byte_offset, uint32_t value)
{
   const struct hw_reg *reg = hw_reg_find(gfx_level, byte_offset);
   if (reg) {
      add(l, "%s <- ", reg->name);
      add_hw_fields(l, reg, value);
   } else {
      add(l, "0x%05x <- 0x%08x (unknown register)", byte_offset, value);
      end_line(l);
   }
}

void pm4_print_reg(const struct pm4_sink *sink, unsigned gfx_level, uint32_t byte_offset, uint32_t value,
                   unsigned indent)
{
   struct line l = { .sink = sink };
   add(&l, "%*s", (int)indent, "");
   add_reg(&l, gfx_level, byte_offset, value);
}

/* Packet words with the layout of a register: printed with the fields of that register. */
static const struct { const char *word; uint32_t offset_gfx6, offset_gfx7; } words_like_registers[] = {
   { "INITIATOR", 0x287f0, 0x287f0 },       /* VGT_DRAW_INITIATOR */
   { "CP_COHER_CNTL", 0x85f0, 0x301f0 },
   { "PRIMITIVE_TYPE", 0x8958, 0x30908 },   /* VGT_PRIMITIVE_TYPE */
   { "MULTI_VGT_PARAM", 0x28aa8, 0x28aa8 }, /* IA_MULTI_VGT_PARAM */
   { "LS_HS_CONFIG", 0x28b58, 0x28b58 },    /* VGT_LS_HS_CONFIG */
};

static const struct hw_reg *register_like(const struct pm4_packet_info *packet, const char *word, unsigned gfx_level)
{
   if (packet->opcode == PKT3_DISPATCH_DIRECT || packet->opcode == PKT3_DISPATCH_INDIRECT)
      return strcmp(word, "INITIATOR") ? NULL : hw_reg_find(gfx_level, 0xb800); /* COMPUTE_DISPATCH_INITIATOR */
   for (unsigned i = 0; i < sizeof(words_like_registers) / sizeof(words_like_registers[0]); i++)
      if (!strcmp(word, words_like_registers[i].word))
         return hw_reg_find(gfx_level, gfx_level == 6 ? words_like_registers[i].offset_gfx6
                                                      : words_like_registers[i].offset_gfx7);
   return NULL;
}

/* The name of a value of a packet word's field. EVENT_TYPE has the enum of VGT_EVENT_INITIATOR; the enums of other fields are in
 * the register database's packet words. */
static const char *packet_value_name(const struct pm4_packet_info *packet, unsigned word_no, const char *field_name,
                                     unsigned gfx_level, uint32_t value)
{
   const struct hw_reg *reg;
   if (!strcmp(field_name, "EVENT_TYPE"))
      reg = hw_reg_find(gfx_level, 0x28a90);
   else
      reg = hw_packet_word_find(gfx_level, packet->opcode * 16u + word_no);
   const struct hw_field *field = reg ? hw_field_find(reg, field_name) : NULL;
   return field ? hw_value_name(field, value) : NULL;
}

static void add_word(struct line *l, const struct pm4_packet_info *packet, unsigned word_no, unsigned gfx_level,
                     uint32_t value)
{
   const struct pm4_word *word = &pm4_words[packet->first_word + word_no];
   add(l, "%s <- ", word->name);
   const struct hw_reg *like = register_like(packet, word->name, gfx_level);
   if (like) {
      add_hw_fields(l, like, value);
      return;
   }
   size_t column = l->length;
   for (unsigned i = 0; i < word->num_fields; i++) {
      const struct pm4_field *field = &pm4_fields[word->first_field + i];
      unsigned width = field->hi - field->lo + 1u;
      uint32_t bits = (uint32_t)(value >> field->lo & ((1ull << width) - 1));
      const char *name = packet_value_name(packet, word_no, field->name, gfx_level, bits);
      if (i)
         add(l, "%*s", (int)column, "");
      add(l, "%s = ", field->name);
      if (name)
         add(l, "%s", name);
      else
         add_number(l, bits, width);
      end_line(l);
   }
   if (!word->num_fields) {
      add_number(l, value, 32);
      end_line(l);
   }
}

static void print_body(struct line *l, const struct pm4_iter *it, const struct pm4_packet_info *packet)
{
   uint32_t space = pm4_reg_space_start(it->opcode);
   for (uint32_t i = 0; i < it->body_dw; i++) {
      add(l, "%08x", it->body[i]);
      unsigned word_no = 0;
      bool described = packet && packet->num_words;
      if (described) {
         word_no = i < packet->num_words ? i : packet->num_words - 1u;
         const struct pm4_word *word = &pm4_words[packet->first_word + word_no];
         described = !word->repeat && i < packet->num_words;
      }
      if (space) {
         if (i == 0) {
            end_line(l);
         } else {
            add(l, "%*s", NAME_COLUMN - 8, "");
            add_reg(l, it->gfx_level, space + 4 * ((it->body[0] & 0xffff) + i - 1), it->body[i]);
         }
      } else if (described) {
         add(l, "%*s", NAME_COLUMN - 8, "");
         add_word(l, packet, word_no, it->gfx_level, it->body[i]);
      } else {
         end_line(l);
      }
   }
}

void pm4_print(const struct pm4_sink *sink, unsigned gfx_level, const uint32_t *dw, size_t count)
{
   struct line l = { .sink = sink };
   struct pm4_iter it;
   pm4_iter_init(&it, gfx_level, dw, count);
   while (pm4_iter_next(&it)) {
      if (it.type == 2) {
         add(&l, "%08x (filler)", dw[it.offset]);
         end_line(&l);
         continue;
      }
      const struct pm4_packet_info *packet = pm4_packet_find(it.opcode);
      add(&l, "%08x ", dw[it.offset]);
      if (packet)
         add(&l, "%s%s%s:", packet->name, it.compute ? " (compute)" : "", it.predicate ? " (predicated)" : "");
      else
         add(&l, "unknown packet 0x%02x:", it.opcode);
      end_line(&l);
      print_body(&l, &it, packet);
   }
   if (it.error) {
      add(&l, "%08x ! %s (dword %zu)", dw[it.offset], it.error, it.offset);
      end_line(&l);
      for (size_t i = it.offset + 1; i < count; i++) {
         add(&l, "%08x", dw[i]);
         end_line(&l);
      }
   }
}
