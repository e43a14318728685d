/* hw_find.c: look-ups in the generated tables of registers and chips. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "hw-si/hwdb/hw_chips.h"
#include "hw-si/hwdb/hw_regs_table.h"

static const struct hw_reg *find(const struct hw_reg *regs, unsigned count, uint32_t offset)
{
   unsigned low = 0, high = count;
   while (low < high) {
      unsigned mid = (low + high) / 2;
      if (regs[mid].offset == offset)
         return &regs[mid];
      if (regs[mid].offset < offset)
         low = mid + 1;
      else
         high = mid;
   }
   return NULL;
}

const struct hw_reg *hw_reg_find(unsigned gfx_level, uint32_t offset)
{
   if (gfx_level < 6 || gfx_level > 8)
      return NULL;
   const struct hw_reg_space *space = &hw_reg_spaces[gfx_level - 6];
   return find(space->regs, space->reg_count, offset);
}

const struct hw_reg *hw_packet_word_find(unsigned gfx_level, uint32_t at)
{
   if (gfx_level < 6 || gfx_level > 8)
      return NULL;
   const struct hw_reg_space *space = &hw_reg_spaces[gfx_level - 6];
   return find(space->packets, space->packet_count, at);
}

const struct hw_field *hw_field_find(const struct hw_reg *reg, const char *name)
{
   for (unsigned i = 0; i < reg->field_count; i++)
      if (!strcmp(hw_fields[reg->first_field + i].name, name))
         return &hw_fields[reg->first_field + i];
   return NULL;
}

const char *hw_value_name(const struct hw_field *field, uint32_t value)
{
   for (unsigned i = 0; i < field->value_count; i++)
      if (hw_values[field->first_value + i].value == value)
         return hw_values[field->first_value + i].name;
   return NULL;
}

const struct hw_chip *hw_chip_find(const char *name)
{
   for (unsigned i = 0; i < hw_chip_count; i++)
      if (!strcmp(hw_chips[i].name, name))
         return &hw_chips[i];
   return NULL;
}

const char *hw_chip_names(char *text, size_t size_B)
{
   int used = 0;
   text[0] = 0;
   for (unsigned i = 0; i < hw_chip_count && (size_t)used < size_B; i++)
      used += snprintf(text + used, size_B - used, "%s%s", i ? ", " : "", hw_chips[i].name);
   return text;
}
