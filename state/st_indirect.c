/* st_indirect.c: indirect draws that the state tracker turns into others: the CPU reads the arguments, once the device has written them. */
#include "state/st_private.h"

bool st_read_words(struct st_context *st, struct pipe_resource *buffer, uint64_t begin_B, uint32_t *words, uint32_t count)
{
   struct pipe_transfer *transfer;
   const uint32_t *map = st_map_read(st, buffer, begin_B, (uint64_t)count * 4, &transfer);
   if (!map)
      return false;
   for (uint32_t i = 0; i < count; i++)
      words[i] = map[i];
   st->pipe->impl->transfer_unmap(st->pipe, transfer);
   return true;
}

bool st_draw_indirect(struct st_context *st, const struct pipe_draw_info *info, st_draw_func draw)
{
   const struct pipe_draw_indirect_info *at = info->indirect;
   const uint32_t words = info->index_size_B ? 5 : 4;
   uint32_t draws = at->draw_count, limit, arg[5];
   if (at->count_buffer) {
      if (!st_read_words(st, at->count_buffer, at->count_offset_B, &limit, 1))
         return false;
      draws = limit < draws ? limit : draws;
   }
   for (uint32_t i = 0; i < draws && !st_lost(st); i++) {
      if (!st_read_words(st, at->buffer, at->offset_B + (uint64_t)i * at->stride_B, arg, words))
         return false;
      struct pipe_draw_info direct = *info;
      direct.indirect = NULL;
      direct.draw_id = i;
      direct.count = arg[0];
      direct.instance_count = arg[1];
      direct.start = arg[2];
      direct.index_bias = info->index_size_B ? (int32_t)arg[3] : 0;
      direct.start_instance = arg[words - 1];
      if (direct.count && direct.instance_count && !draw(st, &direct, NULL))
         return false;
   }
   return true;
}
