/* stream_print.c: facts as text for comparison: one line per event, register and descriptor. A register is printed at the first
 * event that depends on it, and where its value changes. Addresses are printed as 0 or (address). Sizes that depend on allocation
 * are left out. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hw-si/hwdb/hw_regs_table.h"
#include "hw-si/pm4/pm4.h"
#include "hw_regs.h"
#include "stream.h"
#include "stream_text.h"

static int append(char *text, size_t size_B, int at, const char *format, ...)
{
   va_list args;
   va_start(args, format);
   int n = (size_t)at < size_B ? vsnprintf(text + at, size_B - (size_t)at, format, args) : 0;
   va_end(args);
   return at + (n > 0 ? n : 0);
}

int stream_format_value(const struct hw_field *field, uint32_t bits, char *text, size_t size_B)
{
   const char *name = hw_value_name(field, bits);
   float f;
   memcpy(&f, &bits, 4);
   if (name)
      return snprintf(text, size_B, "%s", name);
   if (field->high - field->low == 31 && bits > 0xffff && fabsf(f) < 1e6f && fabsf(f) > 1e-4f)
      return snprintf(text, size_B, "%g", (double)f);
   return snprintf(text, size_B, bits < 10000 ? "%u" : "0x%x", bits);
}

int stream_format_reg(unsigned gfx_level, uint32_t byte_offset, uint32_t value, char *text, size_t size_B)
{
   const struct hw_reg *reg = hw_reg_find(gfx_level, byte_offset);
   if (!reg)
      return snprintf(text, size_B, "0x%05x 0x%08x", byte_offset, value);
   int at = snprintf(text, size_B, "%s 0x%08x", reg->name, value);
   for (unsigned i = 0; i < reg->field_count; i++) {
      const struct hw_field *field = &hw_fields[reg->first_field + i];
      uint32_t bits = hw_field_get(field, value);
      char word[64];
      if (!bits)
         continue;
      stream_format_value(field, bits, word, sizeof word);
      at = append(text, size_B, at, " %s=%s", field->name, word);
   }
   return at;
}

void stream_line(const struct pm4_sink *sink, const char *format, ...)
{
   char text[1024];
   va_list args;
   va_start(args, format);
   int n = vsnprintf(text, sizeof text - 1, format, args);
   va_end(args);
   if (n > (int)sizeof text - 2)
      n = (int)sizeof text - 2;
   text[n++] = '\n';
   sink->write(sink->user, text, (size_t)n);
}

/* ---- events ----------------------------------------------------------------------------------------------------------- */

static const char *value_name(unsigned gfx_level, uint32_t reg_offset, const char *field_name, uint32_t bits)
{
   const struct hw_reg *reg = hw_reg_find(gfx_level, reg_offset);
   const struct hw_field *field = reg ? hw_field_find(reg, field_name) : NULL;
   const char *name = field ? hw_value_name(field, bits) : NULL;
   return name ? name : "?";
}

unsigned stream_prim_type(unsigned gfx_level, const struct stream_regs *regs)
{
   return stream_reg(regs, gfx_level == 6 ? R_008958_VGT_PRIMITIVE_TYPE : R_030908_VGT_PRIMITIVE_TYPE) & 63;
}

void stream_event_title(unsigned gfx_level, const struct stream_item *item, char *text, size_t size_B)
{
   const struct stream_event *e = &item->event;
   const char *packet = pm4_packet_find(e->opcode)->name;
   switch (e->kind) {
   case STREAM_DRAW: {
      unsigned prim = stream_prim_type(gfx_level, &item->regs);
      snprintf(text, size_B, "%s %s count %u instances %u%s%s", packet,
               value_name(gfx_level, gfx_level == 6 ? R_008958_VGT_PRIMITIVE_TYPE : R_030908_VGT_PRIMITIVE_TYPE, "PRIM_TYPE",
                          prim), e->count,
               e->instances, e->index_B == 1 ? " 8-bit" : e->index_B == 2 ? " 16-bit" : e->index_B == 4 ? " 32-bit" : "",
               e->predicated ? " predicated" : "");
      break;
   }
   case STREAM_DISPATCH:
      snprintf(text, size_B, "%s %u x %u x %u", packet, e->groups[0], e->groups[1], e->groups[2]);
      break;
   case STREAM_COPY:
      snprintf(text, size_B, "%s copy of %u bytes", packet, e->bytes);
      break;
   case STREAM_FILL:
      snprintf(text, size_B, "%s fill of %u bytes with 0x%08x", packet, e->bytes, e->data);
      break;
   }
}

/* The packet's name, with the event of EVENT_WRITE* or the set bits of CP_COHER_CNTL. */
void stream_note_title(unsigned gfx_level, const struct stream_note *n, char *text, size_t size_B)
{
   const char *packet = pm4_packet_find(n->opcode)->name;
   switch (n->opcode) {
   case PKT3_EVENT_WRITE: case PKT3_EVENT_WRITE_EOP: case PKT3_EVENT_WRITE_EOS:
      snprintf(text, size_B, "%s %s", packet, value_name(gfx_level, R_028A90_VGT_EVENT_INITIATOR, "EVENT_TYPE", n->word & 63));
      break;
   case PKT3_SURFACE_SYNC: case PKT3_ACQUIRE_MEM: {
      const struct hw_reg *reg = hw_reg_find(gfx_level, gfx_level == 6 ? R_0085F0_CP_COHER_CNTL : R_0301F0_CP_COHER_CNTL);
      int at = snprintf(text, size_B, "%s", packet);
      for (unsigned i = 0; reg && i < reg->field_count; i++)
         if (hw_field_get(&hw_fields[reg->first_field + i], n->word))
            at = append(text, size_B, at, " %s", hw_fields[reg->first_field + i].name);
      break;
   }
   case PKT3_SET_CONTEXT_REG:
      snprintf(text, size_B, "PA_SC_RASTER_CONFIG of shader engine %u: 0x%08x", n->se, n->word);
      break;
   case PKT3_DMA_DATA: case PKT3_CP_DMA:
      snprintf(text, size_B, "%s (prefetch or wait)", packet);
      break;
   default:
      snprintf(text, size_B, "%s", packet);
   }
}

/* ---- descriptors ------------------------------------------------------------------------------------------------------ */

static const struct { const char *name; uint32_t offset; } descriptor_regs[] = {
   [STREAM_USE_CONSTANTS] = { "constants", 0x8f00 }, [STREAM_USE_BUFFER] = { "buffer", 0x8f00 },
   [STREAM_USE_IMAGE] = { "image", 0x8f10 }, [STREAM_USE_SAMPLER] = { "sampler", 0x8f30 },
};

const char *stream_use_name(const struct stream_use *use)
{
   return use->kind == STREAM_USE_POINTER ? "pointer" : descriptor_regs[use->kind].name;
}

const struct hw_reg *stream_use_reg(unsigned gfx_level, const struct stream_use *use, unsigned word)
{
   return use->kind == STREAM_USE_POINTER ? NULL : hw_reg_find(gfx_level, descriptor_regs[use->kind].offset + 4 * word);
}

bool stream_field_is_address(const struct hw_field *field)
{
   return !strncmp(field->name, "BASE_ADDRESS", 12) || !strncmp(field->name, "META_DATA_ADDRESS", 17) ||
          !strncmp(field->name, "BORDER_COLOR_PTR", 16);
}

static void print_use(const struct pm4_sink *sink, unsigned gfx_level, const char *stage, unsigned number,
                      const struct stream_use *use)
{
   char text[768];
   int at = snprintf(text, sizeof text, "  %s %s %u%s:", stage, stream_use_name(use), number, use->writes ? " written" : "");
   for (unsigned w = 0; w < use->words; w++) {
      const struct hw_reg *reg = stream_use_reg(gfx_level, use, w);
      for (unsigned i = 0; reg && i < reg->field_count; i++) {
         const struct hw_field *field = &hw_fields[reg->first_field + i];
         uint32_t bits = hw_field_get(field, use->word[w]);
         char word[64];
         if (!bits || stream_field_is_address(field))
            continue;
         stream_format_value(field, bits, word, sizeof word);
         at = append(text, sizeof text, at, " %s=%s", field->name, word);
      }
   }
   stream_line(sink, "%s", text);
}

static void print_uses(const struct pm4_sink *sink, unsigned gfx_level, const struct stream_item *item)
{
   for (unsigned s = 0; s < STREAM_NUM_STAGES; s++) {
      const struct stream_uses *u = item->uses[s];
      unsigned number[STREAM_USE_SAMPLER + 1] = { 0 };
      for (unsigned i = 0; u && i < u->count; i++)
         if (u->use[i].kind != STREAM_USE_POINTER)
            print_use(sink, gfx_level, stream_stage_names[s], number[u->use[i].kind]++, &u->use[i]);
      if (u && u->unknown)
         stream_line(sink, "  %s: %u descriptors could not be followed", stream_stage_names[s], u->unknown);
   }
}

/* ---- registers -------------------------------------------------------------------------------------------------------- */

/* Equal up to noise. */
static bool same(const struct stream_regs *a, const struct stream_regs *b, unsigned index, enum stream_noise noise)
{
   if (noise == STREAM_ADDRESS)
      return !a->value[index] == !b->value[index] && !a->known[index] == !b->known[index];
   return a->value[index] == b->value[index] && !a->known[index] == !b->known[index];
}

static void print_regs(const struct pm4_sink *sink, unsigned gfx_level, const struct stream_item *item,
                       const struct stream_item *last)
{
   bool dispatch = item->event.kind == STREAM_DISPATCH;
   for (unsigned block = 0; block < STREAM_NUM_BLOCKS; block++)
      for (unsigned i = 0; i < STREAM_NUM_REGS; i++) {
         const struct stream_reg_kind *k = stream_reg_kind(gfx_level, i);
         if (!k->name || k->block != block || k->noise == STREAM_SIZE || !item->regs.known[i] ||
             !stream_reg_live(gfx_level, &item->regs, i, dispatch))
            continue;
         bool printed = last && stream_reg_live(gfx_level, &last->regs, i, last->event.kind == STREAM_DISPATCH);
         char text[512];
         if ((printed && same(&item->regs, &last->regs, i, k->noise)) || (!printed && item->regs.known[i] == STREAM_DEFAULT) ||
             strstr(k->name, "_USER_DATA_"))
            continue;
         if (k->noise == STREAM_ADDRESS)
            snprintf(text, sizeof text, "%s %s", k->name, item->regs.value[i] ? "(address)" : "0");
         else
            stream_format_reg(gfx_level, stream_reg_offset(i), item->regs.value[i], text, sizeof text);
         stream_line(sink, "  %s%s", text, item->regs.known[i] == STREAM_DEFAULT ? " (after CLEAR_STATE)" : "");
      }
}

void stream_print_facts(const struct pm4_sink *sink, const struct stream_list *list)
{
   const struct stream_item *last[2] = { NULL }; /* draw, dispatch: they depend on different registers */
   for (size_t n = 0; n < list->count; n++) {
      const struct stream_item *item = list->item[n];
      char text[512];
      for (unsigned i = 0; i < item->event.note_count; i++) {
         stream_note_title(list->gfx_level, &item->event.note[i], text, sizeof text);
         stream_line(sink, "- %s", text);
      }
      stream_event_title(list->gfx_level, item, text, sizeof text);
      stream_line(sink, "%zu %s", n, text);
      if (item->event.kind == STREAM_COPY || item->event.kind == STREAM_FILL)
         continue;
      print_regs(sink, list->gfx_level, item, last[item->event.kind == STREAM_DISPATCH]);
      print_uses(sink, list->gfx_level, item);
      last[item->event.kind == STREAM_DISPATCH] = item;
   }
}
