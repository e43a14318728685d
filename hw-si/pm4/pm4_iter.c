/* pm4_iter.c: iteration over the packets of a stream; look-ups of packets and register spaces. */
#include "pm4.h"

const struct pm4_packet_info *pm4_packet_find(unsigned opcode)
{
   unsigned low = 0, high = pm4_packet_count;
   while (low < high) {
      unsigned mid = (low + high) / 2;
      if (pm4_packets[mid].opcode < opcode)
         low = mid + 1;
      else
         high = mid;
   }
   return low < pm4_packet_count && pm4_packets[low].opcode == opcode ? &pm4_packets[low] : NULL;
}

static const struct { uint8_t opcode; uint32_t start, end; } reg_spaces[] = {
   { PKT3_SET_CONFIG_REG, 0x8000, 0xb000 },
   { PKT3_SET_SH_REG, 0xb000, 0xc000 },
   { PKT3_SET_CONTEXT_REG, 0x28000, 0x29000 },
   { PKT3_SET_UCONFIG_REG, 0x30000, 0x40000 },
};
#define NUM_REG_SPACES (sizeof(reg_spaces) / sizeof(reg_spaces[0]))

unsigned pm4_set_reg_opcode(uint32_t byte_offset)
{
   for (unsigned i = 0; i < NUM_REG_SPACES; i++)
      if (byte_offset >= reg_spaces[i].start && byte_offset < reg_spaces[i].end)
         return reg_spaces[i].opcode;
   return 0;
}

uint32_t pm4_reg_space_start(unsigned opcode)
{
   for (unsigned i = 0; i < NUM_REG_SPACES; i++)
      if (opcode == reg_spaces[i].opcode)
         return reg_spaces[i].start;
   return 0;
}

uint32_t pm4_reg_space_end(unsigned opcode)
{
   for (unsigned i = 0; i < NUM_REG_SPACES; i++)
      if (opcode == reg_spaces[i].opcode)
         return reg_spaces[i].end;
   return 0;
}

void pm4_iter_init(struct pm4_iter *it, unsigned gfx_level, const uint32_t *dw, size_t count)
{
   *it = (struct pm4_iter){ .dw = dw, .count = count, .gfx_level = gfx_level };
}

bool pm4_iter_next(struct pm4_iter *it)
{
   if (it->error || it->next >= it->count)
      return false;
   uint32_t header = it->dw[it->next];
   it->offset = it->next;
   it->type = PKT_TYPE_G(header);
   it->opcode = 0;
   it->body = it->dw + it->next + 1;
   it->body_dw = 0;
   it->predicate = it->compute = false;
   if (it->type == 2) {
      it->next++;
      return true;
   }
   if (it->type != 3) {
      it->error = "packet type 0 or 1 is not part of a graphics stream";
      return false;
   }
   it->opcode = PKT3_IT_OPCODE_G(header);
   it->predicate = PKT3_PREDICATE_G(header);
   it->compute = PKT3_SHADER_TYPE_G(header);
   /* GFX7+: a NOP with COUNT 0x3fff has no body. */
   bool one_dword = it->gfx_level >= 7 && it->opcode == PKT3_NOP && PKT_COUNT_G(header) == 0x3fff;
   it->body_dw = one_dword ? 0 : PKT_COUNT_G(header) + 1;
   if (it->body_dw > it->count - it->next - 1) {
      it->body_dw = (uint32_t)(it->count - it->next - 1);
      it->error = "packet reaches beyond the end of the stream";
      return false;
   }
   it->next += 1 + it->body_dw;
   return true;
}
