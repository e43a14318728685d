/* st_index.c: index lists: the CPU's view of a draw's, and the range of vertices that one reaches. */
#include "state/st_private.h"

/* Without restart the loops have no branch but min and max, which compilers turn into vector code. */
#define RANGE(type) \
   do { \
      const type *index = indices; \
      type low = (type)~(type)0, high = 0; \
      if (!restart) { \
         for (uint32_t i = 0; i < count; i++) { \
            low = index[i] < low ? index[i] : low; \
            high = index[i] > high ? index[i] : high; \
         } \
         found = count > 0; \
      } else { \
         for (uint32_t i = 0; i < count; i++) { \
            if (index[i] == restart_index) \
               continue; \
            low = index[i] < low ? index[i] : low; \
            high = index[i] > high ? index[i] : high; \
            found = true; \
         } \
      } \
      *min = low; \
      *max = high; \
   } while (0)

bool st_index_range(const void *indices, unsigned index_size_B, uint32_t count, bool restart, uint32_t restart_index,
                    uint32_t *min, uint32_t *max)
{
   bool found = false;
   switch (index_size_B) {
   case 1: RANGE(uint8_t); break;
   case 2: RANGE(uint16_t); break;
   default: RANGE(uint32_t); break;
   }
   return found;
}

const void *st_map_read(struct st_context *st, struct pipe_resource *buffer, uint64_t begin_B, uint64_t size_B,
                        struct pipe_transfer **transfer)
{
   const struct pipe_box box = { (int32_t)begin_B, 0, 0, (int32_t)size_B, 1, 1 };
   return st->pipe->impl->transfer_map(st->pipe, buffer, 0, PIPE_MAP_READ, &box, transfer);
}

bool st_index_open(struct st_context *st, const struct pipe_draw_info *info, const void *user_indices, struct st_index_source *source)
{
   *source = (struct st_index_source){ .size_B = info->index_size_B, .room = info->count };
   if (!info->index_size_B)
      return true;
   const uint64_t start_B = (uint64_t)info->start * info->index_size_B, begin_B = info->index_offset_B + start_B;
   if (user_indices) {
      source->data = (const uint8_t *)user_indices + start_B;
      return true;
   }
   const uint64_t width_B = info->index_buffer->t.width;
   const uint64_t room = width_B > begin_B ? (width_B - begin_B) / info->index_size_B : 0;
   if (room < info->count)
      source->room = (uint32_t)room;
   if (source->room)
      source->data = st_map_read(st, info->index_buffer, begin_B, (uint64_t)source->room * info->index_size_B, &source->transfer);
   return !source->room || source->data;
}

void st_index_close(struct st_context *st, struct st_index_source *source)
{
   if (source->transfer)
      st->pipe->impl->transfer_unmap(st->pipe, source->transfer);
   source->transfer = NULL;
}
